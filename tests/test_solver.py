"""The solver gives what trying everything gives, in all forms, and refuses what is no ending."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from engine.calypso import Calypso
from engine.cards import parse_cards
from engine.fast.solver import MOST, Solved, Solver, last_deal, play_on
from engine.game import Game, NameTrump, legal, new, play
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.score import totals
from engine.table import Seat, Table
from engine.trick import Trick
from engine.variants import VARIANTS, Variant

TABLE = "N=C E=S S=D W=H"


def solve(game: Game) -> tuple[Solved, ...]:
    """Every legal action with its worth, best first."""
    return Solver(game).solve(game)


def difference(game: Game, own: Seat) -> Fraction:
    """What is ahead of *own*'s side: its total less the average of the other sides'."""
    seats, points = game.table.seats, totals(game)
    counts = dict(zip(seats, map(frozenset, game.variant.counts), strict=True))
    others = {
        counts[seat]: total
        for seat, total in zip(seats, points, strict=True)
        if counts[seat] != counts[own]
    }
    return points[seats.index(own)] - Fraction(sum(others.values()), len(others))


def by_trying(game: Game, own: Seat) -> Fraction:
    """The value of a position found by playing out every way it can go on."""
    if game.over:
        return difference(game, own)
    values = (by_trying(play(game, action)[0], own) for action in legal(game))
    seats, counts = game.table.seats, game.variant.counts
    friend = set(counts[seats.index(game.turn)]) == set(counts[seats.index(own)])
    return max(values) if friend else min(values)


def endings(
    variant: Variant, rulebook: Rulebook, left: int, count: int, seed: int
) -> Iterator[Game]:
    """Endings from games played at random, at all tables and for all seats."""
    rng = Random(seed)
    for first in range(0, count, 10):
        deal = last_deal(variant, rng.choice(variant.tables(rulebook)), rng)
        for _ in range(first, min(first + 10, count)):
            seat = rng.choice(variant.seats)
            game = play_on(deal, left, rng, seat)
            assert (game.turn, len(game.hands[variant.seats.index(seat)])) == (seat, left)
            yield game


SMALL = [
    (variant, rulebook, 2 if len(variant.seats) > 2 else 3, 100)
    for variant, rulebook in product(VARIANTS.values(), RULEBOOKS)
]
"""Two tricks, a hundred of each form under each rulebook: a thousand. Of two, one is begun."""

LARGER = [(VARIANTS["partnership"], rulebook, 3, 12) for rulebook in RULEBOOKS]


@pytest.mark.parametrize(("variant", "rulebook", "left", "count"), [*SMALL, *LARGER], ids=str)
def test_every_value_is_what_trying_everything_gives(
    variant: Variant, rulebook: Rulebook, left: int, count: int
) -> None:
    for game in endings(variant, rulebook, left, count, seed=left):
        found = solve(game)
        assert {one.action for one in found} == set(legal(game))
        assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
        for one in found:
            assert one.value == by_trying(play(game, one.action)[0], game.turn)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_a_card_stands_out_if_its_value_does(variant: Variant) -> None:
    stood = 0
    for game in endings(variant, CULBERTSON, 3, 40, seed=5):
        solved = solve(game)
        best, *others = (one.value for one in solved)
        for margin in (1, 30):
            stands = all(best - value >= margin for value in others)
            wanted = solved[0].action if stands else None
            assert Solver(game).outstanding(game, margin) == wanted
            stood += stands and bool(others)
    assert stood


def position(hands: str, calypsos: str, rulebook: Rulebook, trick: str = "") -> Game:
    """A position of the partnership game, North's hand first, before the last tricks."""
    variant, table = VARIANTS["partnership"], Table.parse(TABLE, rulebook)
    held = {calypso.suit: calypso for calypso in map(Calypso.parse, calypsos.split())}
    plays = Trick.parse(trick, table).plays if trick else ()
    return Game(
        variant=variant,
        table=table,
        dealer=Seat.NORTH,
        stock=(),
        hands=tuple(map(parse_cards, hands.split(" / "))),
        turn=table.clockwise(plays[0].seat, len(plays) + 1)[-1] if plays else Seat.NORTH,
        trick=plays,
        calypsos=tuple((held.get(suit, Calypso(suit)),) for suit in table.trumps),
        piles=((),) * 4,
    )


def test_a_card_that_others_wait_for_is_thrown_under_the_partners_winner() -> None:
    """East lacks the king of spades alone, and North, who has it, must discard on clubs.

    South's ace wins the trick: three clubs for North's calypso, and the discard for the
    pile. West ruffs the last one: a heart for the own calypso, two cards for the pile, and
    North's other card, a second heart or the king that completes East's. Before all that
    East has twelve cards under way.
    """
    game = position("SK H2 / CQ CK / CA D2 / H3", "S0:AQJT98765432", CULBERTSON, trick="W C4")
    king, heart = solve(game)
    taken, lost = 3 * 20 + 10, 20 + 2 * 10
    assert str(king.action) == "N:SK"
    assert king.value == Fraction(taken - 12 * 20 - lost - 20)
    assert str(heart.action) == "N:H2"
    assert heart.value == Fraction(taken - 500 - lost)


def test_the_value_hangs_on_the_rulebook_where_a_led_trump_is_ruffed() -> None:
    """One trick: North leads the ace of trumps, and East ruffs with a two.

    Each side has a card on its calypso, so the trick alone counts: two cards at 20 points
    for whoever wins it and two at 10.
    """
    hands = "CA / S2 / H3 / D3"
    (any_ruff,) = solve(position(hands, "C0:2 S0:A", CULBERTSON))
    (higher,) = solve(position(hands, "C0:2 S0:A", AKAGIRI))
    assert any_ruff.value == Fraction(-60)
    assert higher.value == Fraction(60)


def test_best_play_runs_to_the_end_and_is_worth_its_value() -> None:
    for game in endings(VARIANTS["partnership"], AKAGIRI, 3, 20, seed=9):
        solver, after = Solver(game), game
        best = solver.solve(game)[0]
        line = solver.line(game)
        assert line[0] == best.action
        for action in line:
            after, _ = play(after, action)
        assert after.over
        assert difference(after, game.turn) == best.value


def test_a_trump_may_be_changed_before_a_lead_of_calypso_for_two() -> None:
    found = []
    for game in endings(VARIANTS["two"], CULBERTSON, 4, 200, seed=3):
        if game.may_change and not game.trick:
            found += [one.action for one in solve(game) if isinstance(one.action, NameTrump)]
    assert found


def test_a_deal_that_is_not_the_last_is_valued_where_it_ends() -> None:
    game = next(endings(VARIANTS["solo"], CULBERTSON, 2, 1, seed=1))
    again = VARIANTS["solo"].pack[: VARIANTS["solo"].dealt]
    assert solve(replace(game, stock=again)) == solve(game)


def test_what_is_no_ending_is_refused() -> None:
    variant = VARIANTS["partnership"]
    whole = new(variant, variant.table(CULBERTSON), Seat.NORTH, Random(1))
    with pytest.raises(ValueError, match=f"1 to {MOST} cards in the hands, not 52"):
        solve(whole)
    with pytest.raises(ValueError, match="not 0"):
        solve(replace(whole, hands=((),) * 4, stock=()))
    two = VARIANTS["two"]
    named = next(endings(two, CULBERTSON, 2, 1, seed=1))
    with pytest.raises(ValueError, match="after the trumps were named"):
        solve(replace(named, unnamed=(Seat.NORTH,)))
