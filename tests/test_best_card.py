"""Which card is best: proved or weighed, explained to the point, and refused where it cannot be."""

import re
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise
from random import Random

import pytest

from engine.cards import Card, Suit
from engine.fast.solver import Solver
from engine.rulebooks import AKAGIRI, CULBERTSON
from engine.rules import Rule
from engine.table import Seat
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import alike, fitting, hints, kind_of, predicted, tempts
from puzzles.kinds.best_card import MARGIN
from puzzles.kinds.best_card.position import PLAN_MISCONCEPTIONS, BestCard
from puzzles.kinds.best_card.worth import compare, course
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Reason
from puzzles.scenes import ShelvesSight, Stage, TableSight, solved
from puzzles.sets import mixed
from tests.course import LESSONS
from tutor.drawing.markup import Look
from tutor.drawing.scenes import illustrate
from tutor.learning.evidence import evidence
from tutor.lessons.steps import Ask, Say
from tutor.words.explanation import explain, say_hint
from tutor.words.texts import LANGUAGES, Texts

HEAD = "1 best-card partnership culbertson N=C E=S S=D W=H : "
DISCARD = (
    "S C2 C6 SQ W S3 SK SA N C3 H8 H8 E C9 S4 : E DT : "
    "C0:AKQJT9875432 D1:T97532 H1:AKQJT9765432 S0:AQJT8765432"
)
"""North ruffs the trick, and its calypso lacks the six of clubs alone, which South has."""

PROMISED = {"en": "With best play all round, one card", "ja": "全員が最善を尽くすと、いちばんよい"}
"""What a lesson says before `DISCARD`. If North didn't ruff, and East led the spade next, North
would get the six of clubs on its second heart, if South had kept it."""

PILES = (
    "S D2 D8 DK W H7 HJ N C3 CA E D4 D9 : W H4 C8 CT : "
    "C0:AKQJT9876532 D0:AKQT9765432 H1:Q8 S0:AKQJ98765432"
)
"""Of 90 points 70 come from won piles (North builds spades, East clubs, South hearts)."""

ALONE = "S D2 D9 DQ H3 : W C9 C5 CT : C0:AT : E H- : 300 plan.withhold D2 0 0 D9 4 3 DQ 9 4 H3 17 5"


def puzzle(position: str, head: str = HEAD) -> BestCard:
    found = parse_puzzle(head + position)
    assert isinstance(found, BestCard)
    return found


@cache
def drawn(variant: str, count: int = 10) -> list[BestCard]:
    form = VARIANTS[variant]
    rules = rules_of("best-card", form, CULBERTSON)
    stream = mixed(["best-card"], rules, form, form.tables(CULBERTSON), Random(11))
    found = [one.puzzle for one in islice(stream, count)]
    return [one for one in found if isinstance(one, BestCard)]


FORMS = ("partnership", "two")


def test_the_card_that_completes_the_partners_calypso_is_best_though_it_is_a_discard() -> None:
    found = puzzle(DISCARD)
    assert found.losses == {Card.parse("C6"): 0, Card.parse("C2"): 260, Card.parse("SQ"): 260}
    verdict = found.check("C2")
    assert not verdict.correct
    assert fitting(found, "C2")[:1] == ("lowest-costs-least",)
    assert verdict.rule == Rule.HELP_OWN_SIDE
    costs, completed, pile, *course_of_play = verdict.reasons
    assert (costs.key, costs.facts["points"]) == ("plan.costs", 260)
    # 500 for the calypso and 20 for the three of clubs that begins the next, less 12 * 20.
    assert (completed.key, completed.facts["points"]) == ("plan.own-complete.more", 280)
    assert (pile.key, pile.facts["points"]) == ("plan.own-pile.fewer", 20)
    told = [(reason.key, reason.facts["number"]) for reason in course_of_play]
    assert told == [("plan.trick", 1), ("plan.trick", 2), ("plan.trick", 3)]
    assert course_of_play[0].facts["seat"] == Seat.NORTH
    assert found.check("C6").correct


def signed(reason: Reason) -> int:
    """The points of a difference, as they count for the best card."""
    points = reason.facts["points"]
    assert isinstance(points, int)
    whose, _, rest = reason.key.removeprefix("plan.").partition("-")
    return points if (whose == "own") == rest.endswith("more") else -points


@pytest.mark.parametrize("form", FORMS)
def test_what_is_said_adds_up_to_the_difference(form: str) -> None:
    for found, card, loss in [(f, *pair) for f in drawn(form) for pair in f.losses.items()]:
        verdict = found.check(str(card))
        assert verdict.correct == (loss == 0)
        first, *others = verdict.reasons
        said = [one for one in others if one.key not in ("plan.trick", "plan.names")]
        assert sum(map(signed, said)) == first.facts["points"]
        worths = [one.facts["points"] for one in said]
        assert all(int(str(a)) >= int(str(b)) for a, b in pairwise(worths))


MORE_POINTS = {
    "en": r"\b(brings?|scored|averaged)\b|points? (more|less) than",
    "ja": r"平均点|点(高|低|多|少な)",
}
"""What would be said if all those points went to one side."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_that_the_others_lose_are_not_said_to_be_made(language: str) -> None:
    """How good a card is counts what both sides make, as the items after it say."""
    say, elsewhere = Texts(language), 0
    weighed = [(puzzle(ALONE), card) for card in puzzle(ALONE).legal]
    for found, card in [(f, card) for f in drawn("partnership") for card in f.losses] + weighed:
        verdict = found.check(str(card))
        first, *others = verdict.reasons
        own = sum(signed(one) for one in others if one.key.startswith("plan.own"))
        elsewhere += found.open and own != first.facts["points"]
        told = explain(found, verdict, say, ())
        for words in (told.sentence, told.sentences[0]):
            assert not re.search(MORE_POINTS[language], words), words
    assert elsewhere > 10


@pytest.mark.parametrize(
    ("form", "named"),
    [("partnership", ("South and North", "West and East")), ("two", ("South", "North"))],
)
def test_who_gains_is_named_and_no_side_is_spoken_of(form: str, named: tuple[str, str]) -> None:
    say, met = Texts("en"), set[tuple[str, str]]()
    for found, card in [(f, card) for f in drawn(form) for card in f.losses]:
        told = explain(found, found.check(str(card)), say, LESSONS)
        whole = " ".join((told.sentence, *told.sentences, told.rule.name, told.rule.text))
        assert not re.search(r"\bsides?\b|On the other hand", whole)
        lines = "\n".join(told.sentences)
        met |= set(re.findall(r"calypsos of ([^:]+):|^(.+) then ha", lines, re.MULTILINE))
    assert {one or other for one, other in met} == set(named)


@pytest.mark.parametrize("form", FORMS)
def test_a_drawn_ending_has_one_best_card_by_every_rulebook_and_a_plan_that_fails(
    form: str,
) -> None:
    for found in drawn(form):
        best, *others = Solver(found.game).solve(found.game)
        assert str(best.action) == f"{found.seat}:{found.solution}"
        assert all(best.value - other.value >= MARGIN for other in others)
        assert found.check(found.solution).dissents == ()
        choice = (found.table, found.seat, found.trick, found.legal)
        assert {plan(*choice) for plan in PLAN_MISCONCEPTIONS.values()} - {None, found.best}
        assert found.seat == Seat.SOUTH
        assert len(found.legal) > 1


@pytest.mark.parametrize("form", FORMS)
def test_the_advice_named_is_where_most_of_the_difference_comes_from(form: str) -> None:
    for found in drawn(form):
        best, other, *_ = found.losses
        items = compare(course(found.game, best).end, course(found.game, other).end, found.seat)
        own = sum(item.points for item in items if item.key.startswith("own-"))
        others = sum(item.points for item in items if item.key.startswith("others-"))
        assert own + others == found.losses[other]
        assert found.rule == (Rule.HELP_OWN_SIDE if own >= others else Rule.WITHHOLD)


@pytest.mark.parametrize("form", FORMS)
def test_a_right_card_is_praised_for_what_it_gains_most_by(form: str) -> None:
    say, met = Texts("en"), set()
    calypsos, piles = "Help the calypsos that count for you", "Cards in won piles count too"
    for found in drawn(form):
        if found.rule != Rule.HELP_OWN_SIDE:
            continue
        best, other, *_ = found.losses
        items = compare(course(found.game, best).end, course(found.game, other).end, found.seat)
        gains = {item.key: item.points for item in items if item.key.startswith("own-")}
        name = piles if gains.get("own-pile", 0) == max(gains.values()) else calypsos
        if len(set(gains.values())) == len(gains):
            told = explain(found, found.check(str(best)), say, LESSONS)
            assert name in told.sentence
            assert name == told.rule.name
            met.add(name)
    assert met == {calypsos, piles}


def test_a_card_as_good_as_the_best_is_right_too() -> None:
    found = puzzle("S S3 S5 W S8 SQ N S7 E HA : N SK H9 : C1:A863 D1:KQJT87 H1:AKJT763 S1:AQJ98")
    for card in ("S3", "S5"):
        verdict = found.check(card)
        assert verdict.correct
        assert verdict.reasons[0].key == "plan.equal"


def test_who_is_out_of_a_suit_is_shown_at_the_table_and_by_the_shelves() -> None:
    asked = puzzle(ALONE)
    table, _, shelves = kind_of(asked).scene(asked, Stage())
    assert isinstance(table, TableSight)
    assert isinstance(shelves, ShelvesSight)
    assert table.out == shelves.out == {Seat.EAST: (Suit.HEARTS,)}


def test_rulebooks_that_would_play_another_card_are_named() -> None:
    """West leads the nine of trumps, and South may ruff with the five: it wins by one book."""
    position = (
        "S D5 S9 W H4 N S2 E C3 : W H9 SQ C6 : "
        "C1:QT9742 D0:AKQJT9765432 H0:AKQJT876432 S0:AKT98765432"
    )
    verdict = puzzle(position).check("D5")
    assert verdict.correct
    assert verdict.dissents == (AKAGIRI,)
    assert puzzle(position, HEAD.replace("culbertson", "akagiri")).solution == "S9"


def test_what_was_weighed_judges_an_answer_and_is_not_proved() -> None:
    found = puzzle(ALONE)
    assert not found.open
    assert found.solution == "D2"
    assert found.rule == Rule.WITHHOLD
    assert found.held(Seat.WEST) is None
    assert [found.check(card).correct for card in ("D2", "D9", "DQ", "H3")] == [
        True,
        True,  # 4 points, give or take 3: too close to tell
        False,
        False,
    ]
    keys = [found.check(card).reasons[0].key for card in ("D2", "D9", "H3")]
    assert keys == ["weighed.best", "weighed.close", "weighed.worse"]
    worse = found.check("H3").reasons[0]
    assert (worse.facts["deals"], worse.facts["points"], worse.facts["error"]) == (300, 17, 10)


CLOSE = (
    "1 best-card partnership culbertson N=C E=S S=D W=H : W C5 C7 CA D3 D4 DJ DQ H2 H2 H7 HA ST : "
    "E DQ D6 : C0:KJT987532 D0:T8765432 S0:Q985 : - : "
    "200 plan.withhold D4 0 0 D3 3 8 DQ 5 12 DJ 31 12"
)
"""The queen, which whoever plays high cards first would pick, is too close to the best to tell."""


def test_a_card_too_close_to_tell_counts_as_right_wherever_answers_count() -> None:
    close = parse_puzzle(CLOSE)
    assert isinstance(close, BestCard)
    assert predicted(close, "highest-first") == "DQ"
    assert close.check("DQ").correct
    assert not tempts(close, "highest-first")
    assert fitting(close, "DQ") == ()
    assert (close.check("DJ").correct, alike(close, "DJ", close.solution)) == (False, False)
    said = evidence(CLOSE, "DQ")
    assert said
    assert said.right
    assert not said.tempts.any()


def test_the_third_hint_compares_a_card_that_is_right_with_one_that_is_not() -> None:
    for asked in (parse_puzzle(CLOSE), puzzle(ALONE), puzzle(DISCARD), *drawn("two", 3)):
        facts = hints(asked)[2].facts
        cards = [str(facts[name]) for name in ("card", "other")]
        assert sorted(asked.check(card).correct for card in cards) == [False, True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_second_hint_is_the_advice_of_the_verdict(language: str) -> None:
    say = Texts(language)
    by_piles = 0
    for asked in (
        puzzle(DISCARD),
        puzzle(PILES, HEAD.replace("N=C E=S S=D W=H", "N=S E=C S=H W=D")),
        puzzle(ALONE),
        parse_puzzle(CLOSE),
    ):
        assert isinstance(asked, BestCard)
        advice = explain(asked, asked.check(asked.solution), say, ()).rule.text
        assert say_hint(hints(asked)[1], say) == advice
        assert (advice == say("rule.plan.weighed.text")) == (not asked.open)
        by_piles += asked.words.endswith(".pile")
    assert by_piles == 1


def test_a_hand_alone_may_be_of_any_form_and_deal() -> None:
    line = (
        "1 best-card three culbertson N=D E=H S=C : S C5 CJ HK : E D9 : C0:AQT : N H- : "
        "200 plan.withhold HK 0 0 C5 12 3 CJ 26 4"
    )
    assert print_puzzle(parse_puzzle(line)) == line
    unsorted = line.replace("HK 0 0 C5 12 3 CJ 26 4", "CJ 26 4 HK 0 0 C5 12 3")
    assert print_puzzle(parse_puzzle(unsorted)) == line


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        (DISCARD.replace(" : E DT", " : E DT S2 S3 C2"), "the trick is complete"),
        (DISCARD.replace(" : E DT", " : W DT"), "it is North's turn, not South's"),
        (DISCARD.replace("E C9 S4", "E C9"), "the same number of cards in all hands"),
        (DISCARD.replace("E C9 S4", "E C9 S4 E"), "East stands twice"),
        (DISCARD.replace("N C3 H8 H8 E C9 S4", "E C9 S4 N C3 H8 H8"), "stand clockwise"),
        (DISCARD.replace("S C2 C6 SQ", "C2 C6 SQ"), "no seat 'C2'"),
        (DISCARD.replace("C2 C6 SQ", "C2 C2 C2"), "South has no choice between two cards"),
        (DISCARD.replace("C2 C6 SQ", "C2 D6 SQ"), "South has no choice between two cards"),
        (DISCARD.replace("C0:AKQJT9875432", "C4:-"), "C2 occurs 5 times"),
        (DISCARD.replace("C0:AKQJT9875432", "C0:A C1:K"), "calypsos in each suit once"),
        (DISCARD.partition(" W S3")[0] + " : E DT : -", "want all 4 hands"),
        (DISCARD + " : -", "want the hands"),
        (DISCARD + " : - : 300 plan.withhold C2 0 0 C6 8 2 SQ 9 2", "the seat to play alone"),
        ("S C2 C3 C4 C5 C6 C7 W D2 D3 D4 D5 D6 D7 N H2 H3 H4 H5 H6 H7 E S2 S3 S4 S5 S6 S7 : - : -",
         "for 1 to 5 tricks"),
        (ALONE.replace("300", "1"), "want 2 simulated deals or more"),
        (ALONE.replace("plan.withhold", "trick.ruff-wins"), "advice is one of"),
        (ALONE.replace("plan.withhold", "plan.win"), "not a weighing"),
        (ALONE.replace("D9 4 3", "D9 0 3"), "one card is the best"),
        (ALONE.replace("D9 4 3", "D9 4"), "not a weighing"),
        (ALONE.replace("D9 4 3", "D9 4 ²"), "not a weighing"),
        (ALONE.replace("D9 4 3", "D8 4 3"), "want what was weighed of D2 D9 DQ H3"),
        (ALONE.replace(" D9 4 3", ""), "want what was weighed of D2 D9 DQ H3"),
        (ALONE.replace("9 4 H3 17 5", "9 9 H3 17 9"), "no card is clearly worse"),
        (ALONE.replace("E H-", "E HK"), "not a suit somebody is out of: 'HK'"),
        (ALONE.replace("E H-", "S H-"), "suits that others are out of"),
        (ALONE.replace("E H-", "E H- H-"), "suits that others are out of"),
        (ALONE.replace("E H-", "X H-"), "no seat 'X'"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(position: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        puzzle(position)
    assert complaint in str(error.value)


def test_nobody_proves_a_card_best_where_more_than_two_sides_play() -> None:
    with pytest.raises(ValueError, match="more than two sides"):
        puzzle(DISCARD, HEAD.replace("partnership", "solo"))
    assert rules_of("best-card", VARIANTS["solo"], CULBERTSON) == ()
    solo = VARIANTS["solo"]
    with pytest.raises(ValueError, match="cannot aim"):
        generate("best-card", Rule.WITHHOLD, solo, solo.table(AKAGIRI), Random(1))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (DISCARD, "West’s hand: the ace, king and three of spades."),
        (DISCARD, "nine, eight, seven, five, four, three and two; it still needs the six."),
        (DISCARD, "East led the ten of diamonds"),
        (ALONE, "East is void in hearts."),
        (ALONE, "Your hand: "),
    ],
)
def test_the_picture_says_what_it_shows(line: str, said: str) -> None:
    found, say = puzzle(line), Texts("en")
    look = Look(say)
    for stage in (Stage(), Stage(parts=(str(found.hand[1]),), answered=True), solved(found)):
        whole = illustrate(look, found, stage).whole
        assert said in whole.description
        for hand in filter(None, found.hands):
            for suit in {card.suit for card in hand}:
                held = (card for card in hand if card.suit == suit)
                falling = tuple(sorted(held, key=lambda card: card.rank, reverse=True))
                assert say.name(falling) in whole.description
    assert "bound" in illustrate(look, found, solved(found)).whole.html
    other = Stage(parts=(str(found.legal[-1]),), answered=True)
    right = replace(solved(found), given=True)
    for stage, words in (
        (Stage(), []),
        (solved(found), ["best"]),
        (right, ["best"]),
        (other, ["best", "your answer"]),
    ):
        html = illustrate(look, found, stage).whole.html
        assert sorted(re.findall(r'class="flag [^>]*>([^<]*)<', html)) == words
    assert "bound" not in illustrate(look, found, Stage()).whole.html


@pytest.mark.parametrize("language", PROMISED)
def test_the_lesson_promises_no_more_than_the_verdict_says(language: str) -> None:
    steps = next(lesson for lesson in LESSONS if lesson.id == "first-plans").steps
    asks = [at for at, one in enumerate(steps) if isinstance(one, Ask) and one.kind == "best-card"]
    before = steps[asks[0] - 1]
    assert isinstance(before, Say)
    assert PROMISED[language] in before.words[language]
    condition = re.split("[,、]", PROMISED[language])[0]
    assert condition in Texts(language).explain(puzzle(DISCARD).check("C6").reasons[0])
