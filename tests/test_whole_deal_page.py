"""A whole deal in a lesson, on the page: cards, questions, taken back, come back to, ended."""

from random import Random
from secrets import token_hex

import pytest
from streamlit.testing.v1 import AppTest

from engine.cards import Card
from engine.game import legal
from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.table import Seat
from engine.trick import Play
from puzzles.notation import print_puzzle
from puzzles.puzzle import split_parts
from puzzles.scenes import LEARNER
from tests.component import fire, given
from tests.course import LESSONS
from tests.guided import DealtChapter, chapters
from tests.opened import headings, opened, press, ran, running, verdict, words
from tests.samples import one_in
from tutor.lessons.guided.course import (
    DealCourse,
    DealStanding,
    asked_card,
    parse_course,
    print_course,
    questions,
    standing,
)
from tutor.store import learner_of, open_store
from tutor.words.citing import governing_name
from tutor.words.texts import LANGUAGES, Texts

FIRST, SECOND = chapters()


def slot_of(chapter: DealtChapter) -> str:
    """Where the page keeps what is under way; the deal is its lesson's last step."""
    lesson = chapter.lessons[-1]
    return f"learn-{lesson.id}-{len(lesson.steps)}"


def at_the_deal(chapter: DealtChapter = FIRST, language: str = "en", token: str = "") -> AppTest:
    lesson = chapter.lessons[-1]
    step = str(len(lesson.steps))
    return opened("learn", token=token or None, lang=language, lesson=lesson.id, step=step)


def course_on(at: AppTest, chapter: DealtChapter = FIRST) -> DealCourse:
    """The course as the page holds it."""
    under_way = at.session_state["ours"]["held"].under_way.get(f"deal-{slot_of(chapter)}")
    if not (under_way and under_way.text):
        return DealCourse(plan=chapter.deal.plan, rulebook=CULBERTSON)
    return parse_course(under_way.text, chapter.deal.plan)


def playable(at: AppTest, chapter: DealtChapter = FIRST) -> list[Card]:
    game = standing(course_on(at, chapter)).game
    return [action.card for action in legal(game) if isinstance(action, Play)]


def lay(at: AppTest, card: object, chapter: DealtChapter = FIRST) -> AppTest:
    return ran(fire(at, f"hand-{slot_of(chapter)}", play=str(card)))


def answered(at: AppTest, chapter: DealtChapter = FIRST, *, right: bool = True) -> AppTest:
    """Answer all that is asked about the trick that is held, and turn it."""
    course = course_on(at, chapter)
    assert standing(course).held is not None
    for number, puzzle in enumerate(questions(course)):
        slot = f"{slot_of(chapter)}-held-{course.number}-{number}"
        place = asked_card(course) if number else 0
        token, tokens = puzzle.solution.split(" / ")[place], puzzle.parts[place].choices
        if not right:
            token = next(one.token for one in tokens if one.token != token)
        if number == 0:
            at = ran(fire(at, f"table-{slot}", choose=token))
        else:
            choice = [one.token for one in tokens].index(token)
            at = press(at, f"answer-{slot}-{place}-{choice + 1}")
        assert ("verdict-right" if right else "verdict-wrong") in verdict(at)
        at = press(at, f"next-{slot}")
    return at


def test_from_home_to_the_first_card_are_two_presses_and_few_words() -> None:
    at = press(opened(), "deal")
    lesson = FIRST.lessons[-1]
    assert at.query_params["lesson"] == lesson.id
    assert at.query_params["step"] == str(len(lesson.steps))
    read = [*headings(at), *running(at), Texts("en")("home.deal")]
    assert len(read) > 2
    assert len(" ".join(read).split()) <= 60
    card = playable(at)[0]
    at = lay(at, card)
    assert course_on(at).cards == (card,)


def completions(now: DealStanding, say: Texts) -> list[str]:
    """What is to be said of the learner's side's calypsos that the trick held completes."""
    assert now.held is not None
    found = []
    for seat, before, after in zip(
        (Seat.NORTH, Seat.SOUTH), now.held.before[::2], now.held.after[::2], strict=True
    ):
        if after[0].completed > before[0].completed:
            key = "table.completed.you" if seat == LEARNER else "table.completed"
            points = (500, 750, 1000, 1000)[before[0].completed]
            found.append(say(key, seat=seat, suit=after[0].suit, points=points))
    return found


@pytest.mark.parametrize(
    ("chapter", "language"),
    [
        pytest.param(SECOND, "ja", id="second"),
        pytest.param(FIRST, "en", id="first", marks=pytest.mark.soak),
    ],
)
def test_a_deal_is_played_to_its_end(chapter: DealtChapter, language: str) -> None:
    rng, say = Random(language), Texts(language)
    at = at_the_deal(chapter, language)
    told, completed = [], list[str]()
    while not standing(course_on(at, chapter)).over:
        now = standing(course_on(at, chapter))
        if now.held is None:
            at = lay(at, rng.choice(playable(at, chapter)), chapter)
            continue
        number, slot = now.number, slot_of(chapter)
        winner = now.held.ruling.winning.seat.value
        after = ran(fire(at, f"table-{slot}-held-{number}-0", choose=winner))
        ways = {spot.rule for spot in now.held.spots}
        for rule in now.held.told:
            own = rule == now.held.ruling.rule  # told by the reading in force, where there are two
            name = governing_name(now.held.ruling, say) if own else say.name(rule)
            assert (name in words(after)) == (rule not in ways), rule
            told.append(rule)
        at = press(after, f"next-{slot}-held-{number}-0")
        if standing(course := course_on(at, chapter)).held:
            where, place = questions(course)[1], asked_card(course)
            token = where.solution.split(" / ")[place]
            choice = [one.token for one in where.parts[place].choices].index(token)
            at = press(at, f"answer-{slot}-held-{number}-1-{place}-{choice + 1}")
            assert "verdict-right" in verdict(at), "the other three cards are placed"
            assert all(say.name(rule) in words(at) for rule in ways.intersection(now.held.told))
            assert all(sentence in words(at) for sentence in completions(now, say))
            completed += completions(now, say)
            at = press(at, f"next-{slot}-held-{number}-1")
    assert completed, "the deal is laid so that a calypso is completed"
    end = standing(course_on(at, chapter))
    assert say("guided.over") in words(at)
    assert all(say.name(rule) in words(at) for rule in end.told)
    assert [rule for one in end.taken for rule in one.told] == told
    at = press(at, "again-")
    assert course_on(at, chapter).cards == ()


def test_who_answered_in_a_deal_alone_has_not_read_its_lesson_without_answering() -> None:
    lesson, none = FIRST.lessons[-1], Texts("en")("course.end.none")
    at = at_the_deal()
    unanswered = press(at, f"next-{lesson.id}-")
    assert none in words(unanswered)
    at = at_the_deal()
    while standing(course_on(at)).held is None:
        at = lay(at, playable(at)[0])
    at = press(answered(at), f"next-{lesson.id}-")
    assert Texts("en")("course.end") in words(at)
    assert none not in words(at)


def test_an_illegal_card_is_answered_with_the_rule_and_stays_in_the_hand() -> None:
    at = at_the_deal()
    while not (
        standing(course_on(at)).mine
        and set(hand := standing(course_on(at)).game.hands[2]) - set(playable(at))
    ):
        held = standing(course_on(at)).held
        at = answered(at) if held else lay(at, playable(at)[0])
    illegal = next(card for card in hand if card not in playable(at))
    before, asked = course_on(at), headings(at)
    at = lay(at, illegal)
    assert "verdict-wrong" in verdict(at)
    assert set(asked) < set(headings(at)), "the question stays above the hand"
    assert course_on(at) == before
    at = press(at, "why-")
    assert "Follow suit if you can" in words(at)
    assert not verdict(lay(at, playable(at)[0])) or standing(course_on(at)).held


def test_a_card_is_taken_back_on_the_page() -> None:
    at = at_the_deal()
    assert not any((b.key or "").startswith("take-back") for b in at.button)
    at = lay(at, playable(at)[0])
    at = press(at, "take-back-")
    assert course_on(at).cards == ()


def test_the_coach_says_nothing_until_asked() -> None:
    at = at_the_deal()
    quiet = running(at)
    at = press(at, "coach-")
    (advice,) = (one for one in running(at) if one not in quiet)
    at = lay(at, playable(at)[0])
    assert advice not in running(at)


def test_a_reload_goes_on_in_the_middle_of_a_deal() -> None:
    token = token_hex(16)
    at = at_the_deal(token=token)
    for _ in range(3):
        at = lay(at, playable(at)[0])
        if standing(course_on(at)).held:
            at = answered(at)
    line = print_course(course_on(at))
    again = at_the_deal(token=token)
    shown = given(again, f"hand-{slot_of(FIRST)}")["html"]
    course = parse_course(line, FIRST.deal.plan)
    hand = standing(course).game.hands[2]
    assert len(hand) == 10
    assert all(f'data-value="{card}"' in shown for card in hand)
    again = lay(again, next(a.card for a in legal(standing(course).game) if isinstance(a, Play)))
    assert course_on(again).cards[:-1] == course.cards


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_deal_that_went_on_in_another_tab_goes_on_from_there(language: str) -> None:
    say, token = Texts(language), token_hex(16)
    here, other = (at_the_deal(language=language, token=token) for _ in range(2))
    for _ in range(3):
        here = lay(here, playable(here)[0])
        here = answered(here)
    other = lay(other, playable(other)[-1])
    assert say("guided.moved") in words(other)
    assert say("guided.moved") in words(ran(other.run())), "the page runs by itself too"
    assert course_on(other) == course_on(here), "nothing is lost of what was played there"
    again = at_the_deal(language=language, token=token)
    assert say("guided.moved") not in words(again)
    other = lay(other, playable(other)[0])
    assert say("guided.moved") not in words(other), "it has gone on here"
    here = press(here, "take-back-")
    assert say("guided.moved") in words(here)
    assert course_on(here) == course_on(other)


def test_a_trick_that_is_answered_in_two_tabs_counts_once_and_played_again_once_more() -> None:
    token, slot = token_hex(16), slot_of(FIRST)
    here = at_the_deal(token=token)
    here = lay(here, card := playable(here)[0])
    other = at_the_deal(token=token)

    def winner(at: AppTest, seat: str) -> AppTest:
        at = ran(fire(at, f"table-{slot}-held-1-0", choose=seat))
        assert verdict(at)
        return at

    def kept() -> list[str]:
        return [attempt.answer for attempt in open_store().attempts(learner_of(token))]

    winner(here, "N")
    other = winner(other, "E")
    assert kept() == ["N"], "the first one counts"
    again = press(press(at_the_deal(token=token), "next-"), "take-back-")
    winner(lay(again, card), "W")
    assert kept() == ["N", "W"]


@pytest.mark.parametrize("practised", [False, True])
def test_a_reload_between_the_questions_about_a_trick_asks_none_twice(*, practised: bool) -> None:
    """Nor does it where something else was answered since."""
    token, slot = token_hex(16), f"{slot_of(FIRST)}-held-1"
    at = at_the_deal(token=token)
    at = lay(at, playable(at)[0])
    course = course_on(at)
    who, where = questions(course)
    wrong = next(seat.token for seat in who.parts[0].choices if seat.token != who.solution)
    place = asked_card(course)
    tokens = [choice.token for choice in where.parts[place].choices]
    right = tokens.index(split_parts(where.solution)[place]) + 1

    def come_back() -> AppTest:
        if practised:
            press(opened("drill", token=token), "answer-drill-0-1")
        return at_the_deal(token=token)

    ran(fire(at, f"table-{slot}-0", choose=wrong))
    at = come_back()
    assert "verdict-wrong" in verdict(at)
    at = press(at, f"next-{slot}-0")
    press(at, f"answer-{slot}-1-{place}-{right}")
    at = come_back()
    assert "verdict-right" in verdict(at)
    at = press(at, f"next-{slot}-1")
    assert course_on(at).answers == ("wr",)
    kept = [
        a.puzzle for a in open_store().attempts(learner_of(token)) if a.mode.startswith("deal:")
    ]
    assert kept == [print_puzzle(who), print_puzzle(where)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_deal_that_was_deleted_in_another_tab_begins_afresh(language: str) -> None:
    say, token = Texts(language), token_hex(16)
    at = at_the_deal(language=language, token=token)
    for _ in range(2):
        at = answered(lay(at, playable(at)[0]))
    store, learner = open_store(), learner_of(token)
    assert store.erase(learner).attempts
    at = lay(at, playable(at)[0])
    assert say("guided.moved") in words(at)
    assert course_on(at).cards == ()
    assert not store.settings(learner), "what was deleted is not kept anew"
    at = lay(at, playable(at)[0])
    assert say("guided.moved") not in words(at)
    (kept,) = store.settings(learner).values()
    assert kept == print_course(course_on(at))
    assert len(course_on(at).cards) == 1


@pytest.mark.parametrize("language", one_in(2, LANGUAGES))
def test_home_and_play_lead_back_into_a_deal_under_way(language: str) -> None:
    say, token, lesson = Texts(language), token_hex(16), FIRST.lessons[-1]
    step = str(len(lesson.steps))
    at = press(opened(token=token, lang=language), "deal")
    at = lay(at, playable(at)[0])
    for number in (1, 2):
        there = opened(token=token, lang=language)
        where = say("home.at.deal", number=number)
        assert where in words(there)
        there = press(there, "continue")
        assert there.query_params["lesson"] == lesson.id
        assert there.query_params["step"] == step
        play = opened("play", token=token, lang=language)
        assert where in links(play)
        assert say("play.first") not in links(play)
        if number == 1:
            at = answered(at)
    while not standing(course_on(at)).over:
        at = answered(at) if standing(course_on(at)).held else lay(at, playable(at)[0])
    assert say("guided.over") in words(at)
    play = opened("play", token=token, lang=language)
    assert not {say("play.first"), say("home.at.deal", number=14)} & links(play)
    home = opened(token=token, lang=language)
    assert say("home.at.next", title=LESSONS[0].title[language]) in words(home)


def test_a_deal_passed_over_does_not_call_back() -> None:
    token, lesson = token_hex(16), FIRST.lessons[-1]
    at = at_the_deal(token=token)
    at = answered(lay(at, playable(at)[0]))
    press(at, f"next-{lesson.id}-")
    assert "Your deal goes on" not in words(opened(token=token))


def links(at: AppTest) -> set[str]:
    """The words of the links to other pages."""
    return {str(link.proto.label) for link in at.get("page_link")}


def test_wrong_answers_are_kept_and_the_deal_goes_on() -> None:
    at = at_the_deal()
    at = lay(at, playable(at)[0])
    at = answered(at, right=False)
    assert course_on(at).answers == ("ww",)
    # At the lesson's end its own questions count, and not these.
    (mode,) = {attempt.mode for attempt in at.session_state["ours"]["held"].attempts}
    assert mode == f"deal:{FIRST.lessons[-1].id}"
    assert standing(course_on(at)).game.turn == LEARNER


@pytest.mark.parametrize("language", LANGUAGES)
def test_somebody_who_goes_straight_to_the_deal_learns_what_a_calypso_is_for(language: str) -> None:
    """What it pays comes before the first card, with the rows; that cards repeat right after it."""
    say, slot = Texts(language), slot_of(FIRST)
    at = at_the_deal(language=language)
    opening = " ".join(running(at))
    assert "500" in opening
    assert {"en": "calypso", "ja": "カリプソ"}[language] in opening
    built = standing(course_on(at)).game.calypsos[2][0]
    rows = str(given(at, f"rows-{slot}")["html"])
    assert rows.count('data-key="held-') >= len(built.ranks) > 0
    at = lay(at, playable(at)[0])
    winner = standing(course_on(at)).held
    assert winner is not None
    at = ran(fire(at, f"table-{slot}-held-1-0", choose=winner.ruling.winning.seat.value))
    at = press(at, f"next-{slot}-held-1-0")
    told = [say("guided.packs"), say("guided.begun")]
    assert all(one in " ".join(running(at)) for one in told)
    at = press(at, f"answer-{slot}-held-1-1-")
    assert not any(one in " ".join(running(at)) for one in told), "said once"


def test_a_rule_that_the_verdict_names_is_not_called_new_below_it() -> None:
    """Nor by another name: that a ruff beats the suit led, where a led trump was ruffed."""
    at = at_the_deal()
    while (held := standing(course_on(at)).held) is None or course_on(at).number < 3:
        at = answered(at) if held else lay(at, playable(at)[0])
    assert held.ruling.rule == Rule.RUFF_WINS
    assert Rule.RUFF_WINS in held.told
    at = ran(fire(at, f"table-{slot_of(FIRST)}-held-3-0", choose=held.ruling.winning.seat.value))
    named = "Any ruff beats a led trump"
    assert named in verdict(at)
    new = [one for one in running(at) if one.startswith("In this trick:")]
    assert new
    assert not any(
        name in one for one in new for name in (named, Texts("en").name(held.ruling.rule))
    )


@pytest.mark.parametrize("chapter", [FIRST, SECOND], ids=["first", "second"])
def test_who_knows_where_a_card_goes_is_told_the_rule_that_sends_it_there(
    chapter: DealtChapter,
) -> None:
    """Not that by which another card of the trick goes elsewhere."""
    say, at, slot = Texts("en"), at_the_deal(chapter), slot_of(chapter)
    elsewhere = 0
    while not standing(course := course_on(at, chapter)).over:
        held = standing(course).held
        if held is None:
            at = lay(at, playable(at, chapter)[0], chapter)
            continue
        who, *where = questions(course)
        at = ran(fire(at, f"table-{slot}-held-{course.number}-0", choose=who.solution))
        at = press(at, f"next-{slot}-held-{course.number}-0")
        for puzzle in where:
            place = asked_card(course)
            tokens = [choice.token for choice in puzzle.parts[place].choices]
            choice = tokens.index(puzzle.solution.split(" / ")[place]) + 1
            at = press(at, f"answer-{slot}-held-{course.number}-1-{place}-{choice}")
            sends = held.spots[place].rule
            assert say("brief.right", rule=say.name(sends)) in verdict(at)
            elsewhere += puzzle.rule != sends
            at = press(at, f"next-{slot}-held-{course.number}-1")
    assert elsewhere, "in some trick the rarest rule is another card's"


def test_there_is_one_way_back_at_a_time() -> None:
    """To the step before until a card was played, then to the card before."""

    def ways_back(at: AppTest) -> list[str]:
        keys = [button.key or "" for button in at.button]
        return [key[:4] for key in keys if key.startswith(("back-", "take-back-"))]

    at = at_the_deal()
    assert ways_back(at) == ["back"]
    at = answered(lay(at, playable(at)[0]))
    while standing(course_on(at)).held:
        at = answered(at)
    assert ways_back(at) == ["take"]
    assert any((button.key or "").startswith("next-") for button in at.button), "it can be left"
