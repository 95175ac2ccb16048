"""Who is next, which markers are up and who has won agree with real games; wrong answers tell."""

from collections.abc import Iterator
from random import Random

import pytest

from engine.game import Conduct, Game, NameTrump, legal, markers, new, play, tricks
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, LedTrump
from engine.rules import Rule
from engine.score import ahead, counted, drawn, leading, shared, sheets, totals
from engine.table import Seat
from engine.trick import Play, Trick
from engine.variants import VARIANTS, Variant
from puzzles.kinds import fitting
from puzzles.kinds.may_name import NOBODY, MayName, Naming
from puzzles.kinds.suit_markers import NONE, SuitMarkers
from puzzles.kinds.who_has_won import DRAW, WhoHasWon
from puzzles.kinds.whose_turn import TURN_MISCONCEPTIONS, Next, WhoseTurn
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Choice
from tutor.words.explanation import explain
from tutor.words.texts import LANGUAGES, Texts

FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
TABLES = {
    "partnership": "N=C E=S S=D W=H",
    "solo": "N=C E=S S=D W=H",
    "three": "N=D E=H S=C",
    "split": "N=D E=H S=C",
    "two": "N=S S=D",
}


def course(variant: Variant) -> Iterator[tuple[Game, Game]]:
    """A random game card by card: each position with the one after it."""
    rng = Random(11)
    table = rng.choice(variant.tables(AKAGIRI))
    game = new(variant, table, table.seats[0], rng, conduct=Conduct.STRICT)
    while not game.over:
        after, _ = play(game, rng.choice(legal(game)))
        yield game, after
        game = after


@FORMS
def test_who_is_next_is_who_was_next_in_a_real_game(variant: Variant) -> None:
    asked = dict.fromkeys(Next, 0)
    for before, after in course(variant):
        last, deal = after.history[-1], before.deal
        if not isinstance(last, Play) or after.over:
            continue
        what = Next.PLAY if after.trick else Next.LEAD
        questions: list[tuple[Next, int, Seat | None, Seat]] = [(what, 1, None, after.turn)]
        if after.deal > deal:
            dealer = before.dealer
            questions = [
                (Next.DEAL, deal, dealer, after.dealer),
                (Next.FIRST, deal, dealer, after.turn),
            ]
        trick, table = Trick((*before.trick, last)), before.table
        for what, number, dealt, seat in questions:
            puzzle = WhoseTurn(
                variant=variant, table=table, trick=trick, asked=what, deal=number, dealer=dealt
            )
            assert puzzle.seat == seat
            asked[what] += 1
    assert asked[Next.DEAL] == asked[Next.FIRST] == variant.deals - 1
    assert min(asked[Next.PLAY], asked[Next.LEAD]) > 20


@FORMS
def test_markers_are_those_of_a_real_game(variant: Variant) -> None:
    shown = set()
    for _, after in course(variant):
        made = tricks(after, 1)
        if after.deal > 1 or len(made) > 5:
            break
        if after.trick or len(made) < 2 or after.unnamed:
            continue
        for seat, up in zip(after.table.seats, markers(after), strict=True):
            puzzle = SuitMarkers(variant=variant, table=after.table, tricks=made, seat=seat)
            assert {suit.value for suit in up} == set(puzzle.solution) - {NONE}
            shown.add(puzzle.solution)
    assert NONE in shown


@FORMS
def test_points_on_paper_decide_as_a_game_does(variant: Variant) -> None:
    *_, (_, game) = course(variant)
    own = [sheet.total for sheet in sheets(game)]
    assert counted(variant, own) == totals(game)
    assert leading(variant, totals(game)) == ahead(game)
    assert shared(variant, ahead(game)) == drawn(game)
    puzzle = WhoHasWon(variant=variant, table=game.table, points=tuple(own))
    assert (puzzle.solution == DRAW) == drawn(game)
    assert drawn(game) or ahead(game)[0].value in puzzle.solution


ANSWERS = [
    # form, kind and position                          answer  reasons, misconception
    ("partnership", "whose-turn", "N H8 HJ : play", "S", "next.play", None),
    ("partnership", "whose-turn", "N H8 HJ : play", "N", "next.play", "turn-goes-to-the-right"),
    (
        "partnership",
        "whose-turn",
        "N C6 S7 D9 C5 : lead",
        "N",
        "won.highest-ruff-wins.any-ruff next.lead",
        "leader-leads-on",
    ),
    (
        "partnership",
        "whose-turn",
        "N C6 S7 D9 C5 : lead",
        "E",
        "won.highest-ruff-wins.any-ruff next.lead",
        "lead-goes-round",
    ),
    (
        "partnership",
        "whose-turn",
        "W D6 HK HA C5 : deal 2 E",
        "W",
        "next.deal",
        "winner-deals-next",
    ),
    (
        "partnership",
        "whose-turn",
        "W D6 HK HA C5 : deal 2 E",
        "E",
        "next.deal",
        "same-dealer-again",
    ),
    ("partnership", "whose-turn", "W D6 HK HA C5 : first 3 N", "E", "next.first", "dealer-leads"),
    (
        "partnership",
        "whose-turn",
        "W D6 HK HA C5 : first 3 N",
        "W",
        "next.first",
        "winner-leads-next-hand",
    ),
    ("three", "whose-turn", "E D9 C3 DK : deal 3 S", "N", "next.deal.again", None),
    ("two", "whose-turn", "S DJ DT S9 D9 : deal 1 N", "S", "next.deal.loser", "winner-deals-next"),
    ("two", "whose-turn", "S DJ DT S9 D9 : first 1 N", "S", "next.first.loser", None),
    (
        "partnership",
        "suit-markers",
        "N H8 S2 H9 H3 : E C2 D3 C4 C5 : S D8 D9 DQ C9 : E",
        "CS",
        "marker.up marker.up marker.rest",
        "marker-of-the-card-played",
    ),
    (
        "partnership",
        "suit-markers",
        "N H8 S2 H9 H3 : E C2 D3 C4 C5 : S D8 D9 DQ C9 : E",
        "D",
        "marker.up marker.up marker.rest",
        "ruff-turns-no-marker",
    ),
    ("partnership", "suit-markers", "N H8 S2 H9 H3 : E C2 D3 C4 C5 : W", "C", "marker.none", None),
    (
        "partnership",
        "who-has-won",
        "N 2100 E 1500 S 400 W 1200",
        "NS",
        "total.partnership total.partnership game.won.of-two",
        "best-sheet-wins",
    ),
    (
        "partnership",
        "who-has-won",
        "N 1000 E 1500 S 2000 W 1500",
        "draw",
        "total.partnership total.partnership game.draw.sides",
        None,
    ),
    (
        "partnership",
        "who-has-won",
        "N 2000 E 1000 S 400 W 900",
        "EW",
        "total.partnership total.partnership game.won.of-two",
        "lowest-score-wins",
    ),
    (
        "solo",
        "who-has-won",
        "N 1500 E 1800 S 1400 W 200",
        "N",
        "total.alone game.won",
        "opposite-seats-add-up",
    ),
    ("three", "who-has-won", "N 900 E 900 S 100", "draw", "total.alone game.draw", None),
    (
        "split",
        "who-has-won",
        "N 900 E 700 S 1000",
        "S",
        "total.split total.split game.won.split",
        "best-sheet-wins",
    ),
    (
        "split",
        "who-has-won",
        "N 1000 E 700 S 900",
        "S",
        "total.split total.split game.won.split",
        "left-neighbour-counts",
    ),
]


NAMED = [
    ("C9 CA D8 HT HJ HQ S7 : first", "CD", "naming.first", None),
    ("C9 CA D8 HT HJ HQ S7 : first", "CDHS", "naming.first", "any-suit-may-be-trump"),
    ("C9 CA D8 HT HJ HQ S7 : first", "H", "naming.first", "longest-suit-is-trump"),
    ("A S9 SK D7 : change", "S", "naming.change", None),
    ("A S9 SK D7 : change", "N", "naming.change", "loser-may-change"),
    ("A S9 SK S8 : change", "nobody", "naming.nobody", None),
    ("A S9 SK S8 : change", "N", "naming.nobody", "every-winner-may-change"),
    ("A S9 SK D7 : to", "C", "naming.to", None),
    ("A S9 SK D7 : to", "H", "naming.to", None),
]
ANSWERS += [
    ("two", "may-name", f"{'S ' if 'first' in what else 'N S'}{what}", answer, keys, misconception)
    for what, answer, keys, misconception in NAMED
]


@FORMS
def test_who_may_change_is_who_could_in_a_real_game(variant: Variant) -> None:
    if not variant.trumps_change:
        head = f"1 may-name {variant} culbertson {variant.table(CULBERTSON)}"
        with pytest.raises(ValueError, match="nobody names a trump"):
            parse_puzzle(f"{head} : N H9 : first")
        return
    found = set()
    for before, after in course(variant):
        last = after.history[-1]
        if not isinstance(last, Play) or after.trick or after.over:
            continue
        puzzle = MayName(
            variant=variant,
            table=before.table,
            asked=Naming.CHANGE,
            trick=Trick((*before.trick, last)),
        )
        able = [one for one in legal(after) if isinstance(one, NameTrump)]
        assert puzzle.names == tuple(able)
        found.add(puzzle.solution)
    assert found == {"N", "S", NOBODY}


@pytest.mark.parametrize(("form", "kind", "position", "answer", "keys", "misconception"), ANSWERS)
def test_an_answer_gets_its_reasons_and_its_misconception(
    form: str, kind: str, position: str, answer: str, keys: str, misconception: str | None
) -> None:
    puzzle = parse_puzzle(f"1 {kind} {form} culbertson {TABLES[form]} : {position}")
    verdict = puzzle.check(answer)
    assert [reason.key for reason in verdict.reasons] == keys.split()
    assert next(iter(fitting(puzzle, answer)), None) == misconception
    assert verdict.correct == (answer == puzzle.solution)
    assert verdict.rule == puzzle.rule


@pytest.mark.parametrize(
    ("form", "position", "rule"),
    [
        ("partnership", "N 2100 E 1500 S 400 W 1200", Rule.PARTNERS),
        ("partnership", "N 2100 E 1500 S 800 W 1200", Rule.HIGHER_TOTAL_WINS),
        ("partnership", "N 1000 E 1500 S 2000 W 1500", Rule.HIGHER_TOTAL_WINS),
        ("solo", "N 1500 E 1800 S 1400 W 200", Rule.SOLO),
        ("solo", "N 1500 E 1800 S 200 W 400", Rule.HIGHER_TOTAL_WINS),
        ("split", "N 900 E 700 S 1000", Rule.SPLIT),
        ("split", "N 1000 E 700 S 900", Rule.HIGHER_TOTAL_WINS),
    ],
)
def test_totals_are_about_the_form_where_the_winner_hangs_on_it(
    form: str, position: str, rule: Rule
) -> None:
    puzzle = parse_puzzle(f"1 who-has-won {form} culbertson {TABLES[form]} : {position}")
    assert puzzle.rule == rule


_FOLLOWED, _DISCARDED = "N D9 DK D5 DJ", "N ST SK D5 DJ"


@pytest.mark.parametrize(
    ("second", "answer", "told"),
    [
        (_DISCARDED, "H", "Trick 2: spades were led"),
        (_DISCARDED, "S", "Trick 1: hearts were led"),
        (_DISCARDED, "CD", "Trick 1: hearts were led"),
        (_FOLLOWED, "C", "Trick 1: hearts were led"),
        (
            _FOLLOWED,
            "DH",
            "South never played another suit when diamonds were led, so that marker isn’t up",
        ),
    ],
)
def test_of_markers_that_is_told_first_which_was_missed_or_is_too_many(
    second: str, answer: str, told: str
) -> None:
    """Who has named the hearts is not told that the hearts were to be named."""
    head = f"1 suit-markers partnership culbertson {TABLES['partnership']}"
    puzzle = parse_puzzle(f"{head} : E H5 C7 S7 HA : {second} : S")
    first, *_ = puzzle.check(answer).reasons
    assert told in Texts("en").explain(first)


def test_that_no_marker_is_up_is_a_choice_in_words() -> None:
    head = f"1 suit-markers partnership culbertson {TABLES['partnership']}"
    puzzle = parse_puzzle(f"{head} : E H5 H8 H7 HA : N S9 SK S5 SJ : S")
    assert puzzle.solution == "-"
    assert puzzle.parts[0].choices[0] == Choice("-", "no-marker")


@pytest.mark.parametrize("answer", ["N", "S"])
@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("deal", "South won the last trick, so the other player, North, deals next."),
        ("first", "South won the last trick, so North deals next, and South leads."),
    ],
)
def test_with_two_players_it_is_the_last_trick_that_is_told_of_a_deal(
    asked: str, told: str, answer: str
) -> None:
    """Where two sit opposite each other "the dealer's left-hand neighbour leads" says little."""
    puzzle = parse_puzzle(f"1 whose-turn two culbertson N=S S=D : S DJ DT S9 D9 : {asked} 1 N")
    assert explain(puzzle, puzzle.check(answer), Texts("en"), ()).sentence == told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("answer", ["NS", "EW"])
def test_of_two_sides_both_totals_are_said(language: str, answer: str) -> None:
    head = f"1 who-has-won partnership culbertson {TABLES['partnership']}"
    puzzle = parse_puzzle(f"{head} : N 2100 E 1500 S 400 W 750")
    told = explain(puzzle, puzzle.check(answer), Texts(language), ()).sentence
    assert "2,500" in told
    assert "2,250" in told


def test_the_disputed_trick_gives_the_lead_by_the_rulebook_and_says_so() -> None:
    for name, seat in (("culbertson", "E"), ("akagiri", "N")):
        head = f"1 whose-turn partnership {name} {TABLES['partnership']}"
        verdict = parse_puzzle(f"{head} : N CJ S4 C6 C5 : lead").check(seat)
        assert verdict.correct
        judged = LedTrump.ANY_RUFF if name == "culbertson" else LedTrump.HIGHER_RUFF
        others = [rulebook for rulebook in RULEBOOKS if rulebook.led_trump != judged]
        assert list(verdict.dissents) == others


@pytest.mark.parametrize(
    ("form", "kind", "position", "complaint"),
    [
        ("partnership", "whose-turn", "N H8 HJ HT H3 : play", "the trick is complete"),
        ("partnership", "whose-turn", "N H8 HJ HT : lead", "has 4 cards, not 3"),
        ("partnership", "whose-turn", "N H8 HJ HT H3 : deal 4 N", "hands 1 to 3, not 4"),
        ("partnership", "whose-turn", "N H8 HJ HT H3 : deal 2", "want a trick : play, lead"),
        ("three", "whose-turn", "N H8 HJ HT : deal 2 W", "no seat 'W'"),
        ("partnership", "suit-markers", "N H8 S2 H9 H3 : E", "want tricks, then a seat"),
        (
            "partnership",
            "suit-markers",
            "N H8 S2 H9 H3 : N C2 D3 C4 C5 : E",
            "leads to the next, not North",
        ),
        (
            "partnership",
            "suit-markers",
            "N H8 S2 H9 H3 : E H2 H4 H5 H6 : E",
            "East has failed to follow H",
        ),
        ("two", "may-name", "N SA S9 SK S8 : to", "nobody may change"),
        ("two", "may-name", "N SA S9 SK : change", "has 4 cards, not 3"),
        ("two", "may-name", "N SA S9 SK S8 : first : x", "want a seat and its hand"),
        ("partnership", "who-has-won", "N 100 E 100 S 100", "want every seat once"),
        ("partnership", "who-has-won", "N 100 E 100 S 100 S 100", "want every seat once"),
        ("partnership", "who-has-won", "N 105 E 100 S 100 W 100", "in tens"),
        ("partnership", "who-has-won", "N -10 E 100 S 100 W 100", "want each seat"),
    ],
)
def test_an_impossible_position_is_refused(
    form: str, kind: str, position: str, complaint: str
) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        parse_puzzle(f"1 {kind} {form} culbertson {TABLES[form]} : {position}")
    assert complaint in str(error.value)


def test_every_idea_of_who_is_next_errs_somewhere() -> None:
    erring = {misconception for *_, misconception in ANSWERS if misconception}
    assert erring >= set(TURN_MISCONCEPTIONS)
