"""A guided deal: its cards as a line, its partners, its course, and what it shows whom."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engine.calypso import placements
from engine.cards import Card
from engine.game import IllegalAction, legal
from engine.game import play as play_card
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.score import sheets
from engine.table import Seat
from engine.trick import Play, Ruling, dissents
from engine.variants import VARIANTS
from puzzles.kinds.what_is_built.position import WhatIsBuilt
from puzzles.kinds.who_wins import WhoWins
from puzzles.scenes import LEARNER
from tests.course import LESSONS
from tests.guided import DealtChapter, chapters, figures, lines, perverse, randoms
from tutor.__main__ import main
from tutor.authoring.deal_search import DealAim, any_deal, search
from tutor.lessons.checks import untold
from tutor.lessons.guided import GuidedDeal, at_the_end, in_trick, told_at
from tutor.lessons.guided.course import (
    DealCourse,
    asked_card,
    can_take_back,
    parse_course,
    play,
    print_course,
    questions,
    standing,
    take_back,
    turn,
)
from tutor.lessons.guided.players import choose_card, in_tricks, opening, play_deal
from tutor.lessons.guided.tricks import BITS, position_of
from tutor.lessons.steps import Say

PARTNERSHIP = VARIANTS["partnership"]
AIM = DealAim(
    variant=PARTNERSHIP,
    seating="N=C E=S S=D W=H",
    dealer=Seat.SOUTH,
    order=(Rule.SUIT_HIGHEST, Rule.WINNER_LEADS, Rule.LED_TRUMP_WINS, Rule.RUFF_WINS),
    lacking=(2, 6, 3, 7),
    completed=(2, 0, 1, 1),
)
CHAPTERS = [pytest.param(chapter, id=chapter.lessons[-1].id) for chapter in chapters()]

RANDOM, PERVERSE = 60, 40
"""How many learners play each deal here; `make soak` has 10,000 and 1,000."""

LEAST = 0.99
"""The share that meets every rule of its chapter."""


# ------------------------------------------------------------------------ the cards


def test_each_of_the_first_two_chapters_ends_with_a_deal() -> None:
    assert [len(chapter.lessons) for chapter in chapters()] == [5, 4]
    for chapter in chapters():
        assert chapter.lessons[-1].steps[-1] == chapter.deal


def tricks(chapter: DealtChapter, seed: int) -> list[Ruling]:
    """The tricks of a deal in which the learner plays any card that is allowed."""
    course, rng = DealCourse(plan=chapter.deal.plan, rulebook=CULBERTSON), Random(seed)
    while not (state := standing(course)).over:
        if state.held:
            course = turn(course, (True,) * len(questions(course)))
        else:
            action = rng.choice(legal(state.game))
            assert isinstance(action, Play)
            course = play(course, action.card)
    return [trick.ruling for trick in standing(course).taken]


def test_no_lesson_promises_that_rulebooks_agree_on_a_deal() -> None:
    """Partners keep from tricks on which they differ, and cannot always."""
    *_, chapter = chapters()
    asked = [ruling for seed in range(6) for ruling in tricks(chapter, seed)]
    differing = sum(bool(dissents(ruling)) for ruling in asked)
    assert 0 < differing < len(asked) / 20
    said = [step.words for lesson in LESSONS for step in lesson.steps if isinstance(step, Say)]
    for language, never in (("en", "won’t be asked"), ("ja", "それまでは出題しません")):
        assert not [words[language] for words in said if never in words[language]]


@pytest.mark.parametrize("seed", range(5))
def test_a_deal_is_a_line_of_text(seed: int) -> None:
    deal = any_deal(AIM, Random(seed))
    assert GuidedDeal.parse(str(deal), PARTNERSHIP, AIM.seating) == deal


def test_the_cards_of_a_deal_and_of_earlier_ones_are_the_packs() -> None:
    deal = any_deal(AIM, Random(1))
    game = deal.start(CULBERTSON)
    counted = [*deal.earlier, *deal.built, *(card for hand in deal.hands for card in hand)]
    assert sorted(map(str, counted)) == sorted(map(str, PARTNERSHIP.pack))
    assert game.deal == PARTNERSHIP.deals
    assert game.turn == Seat.WEST
    piles = [len(pile) for pile in game.piles]
    assert max(piles) - min(piles) <= 1


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("S :", "X :", "no dealer 'X'"),
        (" : E ", " : S ", "want the hand of E here, found 'S'"),
        ("N ", "N HQ ", "want 13 cards for North, found 14"),
        (" : W", " : - : W", "found 7 parts"),
    ],
)
def test_what_is_no_deal_is_refused(old: str, new: str, complaint: str) -> None:
    line = str(any_deal(AIM, Random(1))).replace(old, new, 1)
    with pytest.raises(ValueError, match=complaint):
        GuidedDeal.parse(line, PARTNERSHIP, AIM.seating)


def test_a_card_that_no_pack_has_left_is_refused() -> None:
    deal = any_deal(AIM, Random(1))
    five = tuple(map(Card.parse, ["S2"] * 5))
    with pytest.raises(ValueError, match="S2 occurs"):
        replace(deal, hands=((*five, *deal.hands[0][5:]), *deal.hands[1:]))


# --------------------------------------------------------- numbers say what the engine says


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.id)
def test_numbers_say_of_every_trick_what_the_engine_says(rulebook: Rulebook) -> None:
    seen: set[Rule] = set()
    rng = Random(str(rulebook))
    for _ in range(40):
        deal = any_deal(AIM, rng)
        game, position = deal.start(rulebook), opening(deal, rulebook)
        while not game.over:
            number, before = position.number, game
            assert position.turn == game.table.seats.index(game.turn)
            actions = [action for action in legal(game) if isinstance(action, Play)]
            cards = position.numbers.form.cards
            assert {action.card for action in actions} == {cards[n] for n in position.legal()}
            action = rng.choice(actions)
            game, ruling = play_card(game, action)
            shown = position.play(position.numbers.form.number[action.card])
            if ruling:
                spots = placements(
                    PARTNERSHIP,
                    before.table,
                    before.calypsos,
                    ruling.trick.cards,
                    ruling.winning.seat,
                )
                rules = in_trick(number, ruling, spots, LEARNER)
                assert {rule for rule in BITS if BITS[rule] & shown} == rules
                seen |= rules
        assert position.sheets == sheets(game)
        assert at_the_end(PARTNERSHIP, position.sheets) == at_the_end(PARTNERSHIP, sheets(game))
    assert seen >= {Rule.FIRST_OF_EQUALS, Rule.ONE_AT_A_TIME, Rule.SAME_TRICK_STARTS_NEXT}


def test_a_position_within_a_trick_is_the_same_in_numbers() -> None:
    deal = any_deal(AIM, Random(3))
    game, position = deal.start(AKAGIRI), opening(deal, AKAGIRI)
    for _ in range(6):
        fresh = position_of(game, 2, position.number)
        for name in ("begun", "building", "completed", "hands", "leader", "number", "piles"):
            assert getattr(fresh, name) == getattr(position, name), name
        card = choose_card(position, ())
        game, _ = play_card(game, Play(game.turn, position.numbers.form.cards[card]))
        position.play(card)


# ------------------------------------------------------------------- rules told in turn


def test_a_rule_is_told_when_it_happens_after_those_before_it() -> None:
    first, second, third = Rule.SUIT_HIGHEST, Rule.RUFF_WINS, Rule.FIRST_OF_EQUALS
    moments = [{second}, {first, third}, {third}, {second, third}]
    assert told_at((first, second, third), moments) == ((), (first,), (), (second, third))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_deal_tells_what_its_chapter_teaches(chapter: DealtChapter) -> None:
    assert set(chapter.deal.tell) == chapter.rules


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_learners_without_sense_meet_every_rule(
    chapter: DealtChapter, record_property: Callable[[str, object], None]
) -> None:
    for name, learners in (("random", randoms(RANDOM)), ("perverse", perverse(PERVERSE))):
        found = figures(chapter.deal, learners)
        record_property(name, str(found))
        assert found.every_rule >= LEAST * found.learners, str(found)
        assert found.in_order >= LEAST * found.learners, str(found)


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.id)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_first_three_tricks_tell_the_same_whatever_is_played(
    chapter: DealtChapter, rulebook: Rulebook
) -> None:
    """Every way to play the learner's cards, not a sample."""
    seen = [tuple(told) for _, told in lines(chapter.deal, rulebook, 3)]
    assert len(seen) > 1
    least = [min(sum(line[: tricks + 1]) for line in seen) for tricks in range(3)]
    assert least[0] > 0
    assert least[2] > least[0]


# ------------------------------------------------------------------------- the course


def course_of(chapter: DealtChapter, rulebook: Rulebook = CULBERTSON) -> DealCourse:
    return DealCourse(plan=chapter.deal.plan, rulebook=rulebook)


def finished(course: DealCourse, rng: Random, *, right: bool = True) -> DealCourse:
    """Play a course to its end with any cards, all questions answered rightly or wrongly."""
    while not standing(course).over:
        now = standing(course)
        if now.held:
            course = turn(course, (right,) * len(questions(course)))
        else:
            cards = [action.card for action in legal(now.game) if isinstance(action, Play)]
            course = play(course, rng.choice(cards))
    return course


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_course_goes_on_from_its_line_of_text(chapter: DealtChapter) -> None:
    rng, course = Random(5), course_of(chapter)
    while not standing(course).over:
        line = print_course(course)
        assert len(line) <= 100
        assert line.isascii()
        again = parse_course(line, chapter.deal.plan)
        assert again == course
        assert standing(again) == standing(course)
        now = standing(course)
        if now.held:
            course = turn(course, tuple(rng.random() < 0.7 for _ in questions(course)))
        else:
            cards = [action.card for action in legal(now.game) if isinstance(action, Play)]
            course = play(course, rng.choice(cards))
    assert standing(course).game.over


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_course_tells_what_the_trial_counts(chapter: DealtChapter) -> None:
    """The page plays by the engine, the proof by numbers: the same cards tell the same rules."""
    course = finished(course_of(chapter), Random(8))
    form = opening(chapter.deal.deal, CULBERTSON).numbers.form
    cards = iter(course.cards)
    outcome = play_deal(
        PARTNERSHIP,
        opening(chapter.deal.deal, CULBERTSON),
        chapter.deal.tell,
        lambda position, wanted, rng: form.number[next(cards)],  # noqa: ARG005
        Random(0),
    )
    now = standing(course)
    assert tuple(len(one.told) for one in now.taken) == outcome.told
    assert set(chapter.deal.tell) - set(now.told) == set(outcome.missing)
    assert in_tricks(now.told) == tuple(rule for one in now.taken for rule in one.told)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_trick_is_held_until_it_is_answered(chapter: DealtChapter) -> None:
    course = course_of(chapter)
    while not standing(course).held:
        now = standing(course)
        card = next(action.card for action in legal(now.game) if isinstance(action, Play))
        course = play(course, card)
    who, where = questions(course)
    assert isinstance(who, WhoWins)
    assert isinstance(where, WhatIsBuilt)
    held = standing(course).held
    assert held is not None
    assert who.ruling == where.ruling == held.ruling
    assert where.placements == held.spots
    with pytest.raises(ValueError, match="not the learner"):
        play(course, course.plan.deal.hands[2][0])
    with pytest.raises(ValueError, match="2 questions"):
        turn(course, (True,))
    after = turn(course, (True, False))
    assert after.answers == ("rw",)
    assert not standing(after).held
    with pytest.raises(ValueError, match="0 questions"):
        turn(after, (True,))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_trick_asks_where_the_card_goes_whose_rule_is_known_least(
    chapter: DealtChapter,
) -> None:
    course, rng = course_of(chapter), Random(2)
    known, offered = Counter[Rule](), set[Rule]()
    while not standing(course).over:
        if (held := standing(course).held) is None:
            cards = [a.card for a in legal(standing(course).game) if isinstance(a, Play)]
            course = play(course, rng.choice(cards))
            continue
        rules, place = [spot.rule for spot in held.spots], asked_card(course)
        assert known[rules[place]] == min(known[rule] for rule in rules)
        assert rules[place] not in rules[place + 1 :]
        right = rng.random() < 0.7
        known[rules[place]] += right
        offered |= set(rules)
        course = turn(course, (True, right))
    assert set(known) == offered, "none of the ways is never asked about"


def test_a_course_of_which_where_was_not_always_asked_goes_on() -> None:
    """So were courses kept before every trick asked both."""
    chapter = chapters()[0]
    course = finished(course_of(chapter), Random(2))
    answers = ("rr", "rr", "r-", *course.answers[3:])
    again = parse_course(print_course(replace(course, answers=answers)), chapter.deal.plan)
    assert again.answers == answers
    assert standing(again).over


def test_an_illegal_card_is_refused_by_the_rule_it_breaks() -> None:
    chapter = chapters()[0]
    course, rng, refused = course_of(chapter), Random(4), set()
    while not standing(course).over:
        now = standing(course)
        if now.held:
            course = turn(course, (True,) * len(questions(course)))
            continue
        hand = now.game.hands[2]
        allowed = [action.card for action in legal(now.game) if isinstance(action, Play)]
        for card in set(hand) - set(allowed):
            with pytest.raises(IllegalAction) as error:
                play(course, card)
            refused.add(error.value.rule)
        course = play(course, rng.choice(allowed))
    assert refused == {Rule.FOLLOW_SUIT}


def test_a_card_is_taken_back_with_all_that_followed_it() -> None:
    chapter = chapters()[0]
    course, rng = course_of(chapter), Random(6)
    assert not can_take_back(course)
    with pytest.raises(ValueError, match="taken back"):
        take_back(course)
    before: list[DealCourse] = []
    while not standing(course).over:
        now = standing(course)
        if now.held:
            course = turn(course, (True,) * len(questions(course)))
            continue
        if before:
            back = take_back(course)
            assert back.cards == before[-1].cards
            assert standing(back).mine
            assert back.answers == before[-1].answers
        before.append(course)
        cards = [action.card for action in legal(now.game) if isinstance(action, Play)]
        course = play(course, rng.choice(cards))
    assert not can_take_back(course)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "2 culbertson {mark} - -",
        "1 nobody {mark} - -",
        "1 culbertson 00000000 - -",
        "1 culbertson {mark} S2S2S2S2S2 -",
        "1 culbertson {mark} - rr",
        "1 culbertson {mark} - rr ",
        "1 culbertson {mark} {card} rrrrrrrr",
        "1 culbertson {mark} {card}{card} -",
    ],
)
def test_a_line_that_is_no_course_is_refused(text: str) -> None:
    chapter = chapters()[0]
    plan = chapter.deal.plan
    now = standing(course_of(chapter))
    card = next(action.card for action in legal(now.game) if isinstance(action, Play))
    with pytest.raises(
        ValueError, match=r"course|played|answered|must follow|not in hand|no rulebook"
    ):
        parse_course(text.format(mark=plan.mark, card=card), plan)


# ------------------------------------------------------------------------- the search


@pytest.mark.soak
def test_a_search_finds_the_same_deal_again_and_a_better_one_than_chance() -> None:
    by_chance = search(AIM, Random("1 deal"), 1)
    found = search(AIM, Random("1 deal"), 4)
    assert search(AIM, Random("1 deal"), 4) == found
    assert found[1] <= by_chance[1]


def test_the_search_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    numbers = ["--lacking", "2", "6", "3", "7", "--completed", "2", "0", "1", "1", "--seed", "1"]
    command = ["find-deal", *numbers, "--tries", "0", *AIM.order]
    assert main(command) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{any_deal(AIM, Random('1 deal'))}\n"
    assert printed.err.startswith("missed: ")
    nearly_all = ["--lacking", "1", "1", "1", "1", "--completed", "3", "3", "3", "3"]
    for wrong, told in (
        (["--table", "N=C"], "N=C"),
        (["--table", "here"], "here"),
        (["--lacking", "14", "1", "1", "1"], "invalid choice: 14"),
        (["--lacking", "0", "1", "1", "1"], "invalid choice: 0"),
        (["--dealer", "X"], "invalid choice: 'X'"),
        (["--tries", "-1"], "want 0 or more"),
        (nearly_all, "too few cards are left"),
    ):
        with pytest.raises(SystemExit, match="2"):
            main([*command, *wrong])
        assert told in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main([*command[: -len(AIM.order)], Rule.TWO_NEXT_DEALER])
    assert "no deal of 13 tricks shows 'two.next-dealer'" in capsys.readouterr().err


def test_lint_reports_a_deal_that_does_not_tell_its_rules() -> None:
    sound = chapters()[0].deal
    by_chance = replace(sound, deal=any_deal(AIM, Random(1)))
    setting, tell = sound.setting, tuple(sound.tell)
    assert untold(sound.deal, setting.variant, tell) == ""
    told = untold(by_chance.deal, setting.variant, tell)
    assert "of 10 made-up learners are never told" in told


def test_every_lesson_is_read_with_its_deal() -> None:
    assert sum(len(chapter.lessons) for chapter in chapters()) < len(LESSONS)
