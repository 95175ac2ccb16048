"""Each misconception points at the seat that somebody who holds it would name."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from engine.game import legal, new, play
from engine.rulebooks import CULBERTSON
from engine.table import Seat, Table
from engine.trick import Ruling, Trick, judge
from engine.variants import VARIANTS
from puzzles.kinds import fitting
from puzzles.kinds.who_wins import WhoWins
from puzzles.misconceptions import MISCONCEPTIONS, predicts, separates

TABLE = Table.parse("N=C E=S S=D W=H", CULBERTSON)
PARTNERSHIP = VARIANTS["partnership"]
BY_ID = {misconception.id: misconception for misconception in MISCONCEPTIONS}

PREDICTIONS = [
    # trick            winner  misconception                           its answer
    ("N H3 S9 D4 H5", "E", "first-ruff-wins", "E"),
    ("N H3 S4 D9 H5", "S", "first-ruff-wins", "E"),
    ("N H3 S9 D4 H5", "E", "last-ruff-wins", "S"),
    ("N C2 S9 C4 C5", "E", "led-trump-is-unbeatable", "N"),
    ("N H6 HQ HQ HT", "E", "last-of-equals-wins", "S"),
    ("N H5 S9 D9 H2", "E", "last-of-equals-wins", "S"),
    ("N H6 HQ HQ HT", "E", "equal-cards-cancel", "W"),
    ("N H6 HQ HQ HK", "W", "equal-cards-cancel", "W"),
    ("N H5 S9 D9 H2", "E", "equal-cards-cancel", "N"),  # the ruffs are equal, the lead is left
    ("N H6 H6 HQ HQ", "S", "equal-cards-cancel", "N"),  # nothing is left: the leader's
    ("N C5 C9 CJ C7", "N", "partner-shares-led-trump", "S"),
    ("N C5 CK CJ C7", "N", "partner-shares-led-trump", "S"),  # East's king only follows
    ("N H5 C9 HJ C7", "S", "partner-shares-led-trump", "S"),  # no trump was led
    ("N H3 HK HT H7", "E", "tens-above-kings", "S"),
    ("N HA HK HT H7", "N", "tens-above-kings", "N"),
    ("N HA HK HT H2", "N", "aces-are-low", "E"),
    ("N HA HK HT H2", "N", "twos-are-high", "W"),
    ("N H3 HK HT H7", "E", "leader-unless-ruffed", "N"),
    ("N H3 HK DT H7", "S", "leader-unless-ruffed", "S"),
    ("N HA S2 HK HQ", "E", "ruff-must-outrank", "N"),
    ("N CA S2 C3 C4", "E", "ruff-must-outrank", "E"),  # a matter for rulebooks, not a misconception
    ("N C2 CA CK CQ", "N", "led-trump-is-nothing-special", "E"),
    ("N D4 HA D3 D6", "W", "partners-suit-is-my-trump", "E"),
    ("N H3 DA H4 H2", "S", "partners-suit-is-my-trump", "S"),
    ("W C4 C5 SK C6", "E", "partners-suit-is-my-trump", "E"),
    ("S H4 H2 CA SA", "N", "partners-suit-is-my-trump", "N"),
    ("N H4 HK SA H2", "E", "partners-suit-is-my-trump", "E"),
    ("E C4 C5 SA C6", "N", "partners-suit-is-my-trump", "W"),
    ("N HA S2 HK HQ", "E", "no-trumps", "N"),
    ("N H8 HJ HT H3", "E", "following-is-trumping", "W"),
    ("N H3 DA H4 H2", "S", "highest-card-wins", "E"),
    ("N H3 DA H4 H2", "S", "not-following-is-trumping", "E"),
    ("N H6 CA H8 H7", "S", "leaders-suit-is-trump", "E"),
    ("N H6 H9 S2 H7", "E", "spades-are-trumps", "S"),
]


@pytest.mark.parametrize(("line", "winner", "misconception", "seat"), PREDICTIONS)
def test_misconception_predicts_a_seat(
    line: str, winner: str, misconception: str, seat: str
) -> None:
    trick = Trick.parse(line, TABLE)
    assert judge(trick, TABLE).winning.seat == Seat(winner)
    assert predicts(BY_ID[misconception], trick, TABLE) == Seat(seat)


def test_every_misconception_has_an_example_in_which_it_errs() -> None:
    wrong = {misconception for _, winner, misconception, seat in PREDICTIONS if winner != seat}
    assert wrong == set(BY_ID)
    assert len(BY_ID) == len(MISCONCEPTIONS) >= 10


PARTNERS = {"partners-suit-is-my-trump", "partner-shares-led-trump"}


def ruling(line: str) -> Ruling:
    return judge(Trick.parse(line, TABLE), TABLE)


def question(line: str) -> WhoWins:
    return WhoWins(variant=PARTNERSHIP, table=TABLE, trick=Trick.parse(line, TABLE))


@pytest.mark.parametrize(
    ("line", "seat", "misconceptions"),
    [
        ("N H8 HJ HT H3", "E", []),  # the right answer betrays nothing
        ("N H8 HJ HT H3", "W", ["following-is-trumping"]),
        ("N H8 HJ HT H3", "N", ["leader-unless-ruffed"]),
        ("N H8 HJ HQ H3", "E", []),
        ("N HA S2 HK HQ", "N", ["ruff-must-outrank", "no-trumps", "highest-card-wins"]),
    ],
)
def test_the_misconceptions_that_fit_an_answer_come_most_specific_first(
    line: str, seat: str, misconceptions: list[str]
) -> None:
    found = fitting(question(line), seat)
    assert [
        misconception for misconception in found if misconception != "leaders-suit-is-trump"
    ] == misconceptions


def test_a_trick_separates_if_every_wrong_seat_betrays_a_misconception() -> None:
    assert not separates(ruling("N H8 HJ HT H3"), PARTNERSHIP)  # North betrays nothing
    trick = ruling("N C2 CA HK S4")  # West's four is a discard
    others = set(TABLE.seats) - {trick.winning.seat}
    fit = all(fitting(question("N C2 CA HK S4"), seat.value) for seat in others)
    assert separates(trick, PARTNERSHIP) == fit


def natural_tricks(games: int) -> list[Ruling]:
    """The tricks of random legal games, about fifty a game."""
    found = []
    for seed in range(games):
        rng = Random(seed)
        game = new(PARTNERSHIP, TABLE, Seat.NORTH, rng)
        while not game.over:
            game, ruling = play(game, rng.choice(legal(game)))
            if ruling:
                found.append(ruling)
    return found


def test_what_the_cards_do_may_be_told_beforehand() -> None:
    for trick in natural_tricks(2):
        for held in MISCONCEPTIONS:
            alone = predicts(held, trick.trick, TABLE)
            assert predicts(held, trick.trick, TABLE, trick.roles) == alone


def test_misconceptions_that_err_more_rarely_stand_before() -> None:
    counts: Counter[str] = Counter()
    for trick in natural_tricks(10):
        for misconception in MISCONCEPTIONS:
            counts[misconception.id] += (
                predicts(misconception, trick.trick, TABLE) != trick.winning.seat
            )
    order = [
        counts[misconception.id]
        for misconception in MISCONCEPTIONS
        if misconception.id != "spades-are-trumps"
    ]
    slack = 30  # of 520 tricks: neighbours may change places by chance
    assert all(low <= high + slack for low, high in pairwise(order))
    assert MISCONCEPTIONS[-1].id == "spades-are-trumps"  # believed by few, so named last


@pytest.mark.parametrize(
    ("variant", "missing"),
    [
        ("partnership", set()),
        ("solo", PARTNERS),
        ("three", PARTNERS | {"spades-are-trumps"}),
        ("two", PARTNERS | {"twos-are-high"}),
    ],
)
def test_misconceptions_about_what_a_form_lacks_do_not_apply(
    variant: str, missing: set[str]
) -> None:
    applying = {
        misconception.id
        for misconception in MISCONCEPTIONS
        if misconception.applies(VARIANTS[variant])
    }
    assert applying == set(BY_ID) - missing
