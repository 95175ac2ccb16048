"""Draw "which card is best?": endings of games played at random that have one best card.

Every ending can come up. Most are dull: what anybody plays makes no difference, or the
plain plan is the right one. They are drawn until one is left in which a single card is
better than all others, by some points and by every rulebook, and in which some plan that
people bring along from other games picks a worse one.
"""

from dataclasses import replace
from random import Random

from engine.endings import ending, last_deal
from engine.game import Game
from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Trick
from engine.variants import Variant
from puzzles.generators.generator import Generator
from puzzles.kinds.best_card import BestCard
from puzzles.plan_beliefs import PLAN_BELIEFS
from puzzles.plans import stands_out

MARGIN = 20
"""By so many points at least the best card is better than the next: one card of a calypso."""

_RULES = (Rule.HELP_OWN_SIDE, Rule.WITHHOLD)
_TRICKS = (3,) * 20 + (4,) * 4 + (5,)
"""How many tricks are left, the longer ones rarer: they take longer to think through."""

_MOST = 8
"""Cards in a hand at most: in Calypso for Two, where a trick takes two of each, four tricks."""

_FROM_ONE_DEAL = 30
"""So many endings are played from the same last deal: dealing takes longer than playing it."""

_TRIES = 4_000
_SEAT = Seat.SOUTH
"""The learner sits here."""


def _rules(variant: Variant, _: Table) -> tuple[Rule, ...]:
    two_sides = len({frozenset(counted) for counted in variant.counts}) == 2
    return _RULES if two_sides else ()


def _draw(
    rule: Rule,
    variant: Variant,
    table: Table,
    rng: Random,
    separating: bool,  # noqa: ARG001, FBT001 - the shape of every generator
) -> BestCard:
    each = variant.trick // len(table.seats)
    deal = last_deal(variant, table, rng)
    for tried in range(1, _TRIES):
        if tried % _FROM_ONE_DEAL == 0:
            deal = last_deal(variant, table, rng)
        deal = replace(deal, table=table)
        left = each * min(rng.choice(_TRICKS), _MOST // each) - rng.randrange(each)
        puzzle = _puzzle(ending(deal, left, _SEAT, rng), table)
        if puzzle and _worth_asking(puzzle, rng) and puzzle.rule == rule:
            return puzzle
    raise ValueError(f"found no ending of {variant.id} at {table} about {rule.value!r}")


def _puzzle(game: Game, table: Table) -> BestCard | None:
    """Ask about a position; nothing if there is nothing to choose or a trump may be changed."""
    if game.table != table or game.may_change:
        return None
    seats = table.clockwise(game.turn, len(table.seats))
    hands = tuple(game.hands[table.seats.index(seat)] for seat in seats)
    if len(set(hands[0])) < 2:
        return None
    try:
        return BestCard(
            variant=game.variant,
            table=table,
            seat=game.turn,
            hands=hands,
            trick=Trick(game.trick) if game.trick else None,
            calypsos=tuple(calypso for own in game.calypsos for calypso in own),
        )
    except ValueError:  # one card has to be played
        return None


def _worth_asking(puzzle: BestCard, rng: Random) -> bool:
    """Say whether one card is best for all, and not the one that everybody would play."""
    choice = (puzzle.table, puzzle.seat, puzzle.trick, puzzle.legal)
    plans = {plan(*choice) for plan in PLAN_BELIEFS.values()} - {None}
    if not plans:
        return False
    if not stands_out(puzzle.game, MARGIN):
        return False
    best, *others = puzzle.losses
    if not plans - {best}:
        return False
    # With two cards one plan or the other is right: those come less often.
    if plans == {best, *others} and rng.random() < 0.5:
        return False
    books = (book for book in RULEBOOKS if book != puzzle.table.rulebook)
    tables = (replace(puzzle.table, rulebook=book) for book in books)
    found = [replace(puzzle, table=table) for table in tables]
    return all(one.best == best and stands_out(one.game, 1) for one in found)


GENERATOR = Generator(_rules, _draw)
