"""Draw "which card is best?": endings of games played at random that have one best card.

Every ending can come up. Most are dull: what anybody plays makes no difference, or the
plain plan is the right one. They are drawn until one is left in which a single card is
better than all others, by some points and by every rulebook, and in which some plan that
people bring along from other games picks a worse one.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from engine.fast.playout import ending, last_deal, later
from engine.game import Game, legal
from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Play, Trick
from engine.variants import Variant
from puzzles.kinds.best_card.misconceptions import PLAN_MISCONCEPTIONS
from puzzles.kinds.best_card.plans import outdoes, outstanding
from puzzles.kinds.best_card.position import BestCard

MARGIN = 20
"""By so many points at least the best card is better than the next: one card of a calypso."""

_RULES = (Rule.HELP_OWN_SIDE, Rule.WITHHOLD)
_TRICKS = (3,) * 20 + (4,) * 4 + (5,)
"""How many tricks are left, the longer ones rarer: they take longer to think through."""

_MOST = 8
"""Cards in a hand at most: in Calypso for Two, where a trick takes two of each, four tricks."""

_DEALS, _MIDDLES, _ENDS = 130, 5, 6
"""So many last deals are tried, so many times each is played on to `_MIDDLE` tricks before the
end, and so many endings are played from there: what comes before takes longer than they."""

_MIDDLE = 6
_SEAT = Seat.SOUTH
"""The learner sits here."""


def rules(variant: Variant, _: Table) -> tuple[Rule, ...]:
    """Return the advice that an ending can be about: none with more than two sides."""
    two_sides = len({frozenset(counted) for counted in variant.counts}) == 2
    return _RULES if two_sides else ()


def draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> BestCard:
    """Draw an ending in which *rule* is the advice that decides."""
    for game in _endings(variant, table, rng):
        if _worth_asking(game, rng):
            puzzle = _puzzle(game)
            if puzzle.rule == rule:
                return puzzle
    raise ValueError(f"found no ending of {variant.id} at {table} about {rule.value!r}")


def _endings(variant: Variant, table: Table, rng: Random) -> Iterator[Game]:
    """Play last deals at random until the learner is to play one of the last cards."""
    each = variant.trick // len(table.seats)
    for _ in range(_DEALS):
        deal = last_deal(variant, table, rng)
        for _ in range(_MIDDLES):
            middle = later(replace(deal, table=table), each * _MIDDLE, rng)
            for _ in range(_ENDS):
                left = each * min(rng.choice(_TRICKS), _MOST // each) - rng.randrange(each)
                game = ending(middle, left, _SEAT, rng)
                if not game.may_change:
                    # In Calypso for Two somebody may have named another trump on the way.
                    yield _bare(replace(game, table=table))


def _bare(game: Game) -> Game:
    """Leave of a game what the puzzle shows, so that nothing is solved for it again."""
    return replace(
        game,
        dealer=game.table.seats[0],
        piles=((),) * len(game.piles),
    )


def _worth_asking(game: Game, rng: Random) -> bool:
    """Return whether one card is best for all, and not the one that everybody would play."""
    cards = tuple(dict.fromkeys(play.card for play in legal(game) if isinstance(play, Play)))
    choice = (game.table, game.turn, Trick(game.trick) if game.trick else None, cards)
    plans = {plan(*choice) for plan in PLAN_MISCONCEPTIONS.values()} - {None}
    if len(cards) < 2 or not plans:
        return False
    # With two cards one plan or the other is right: those come less often.
    if plans == set(cards) and rng.random() < 0.5:
        return False
    best = outstanding(game, MARGIN)
    if not best or not plans - {best}:
        return False
    books = (replace(game.table, rulebook=book) for book in RULEBOOKS)
    others = (table for table in books if table.led_trump != game.table.led_trump)
    return all(outdoes(replace(game, table=table), best) for table in others)


def _puzzle(game: Game) -> BestCard:
    """Ask about a position."""
    table = game.table
    seats = table.clockwise(game.turn, len(table.seats))
    return BestCard(
        variant=game.variant,
        table=table,
        seat=game.turn,
        hands=tuple(game.hands[table.seats.index(seat)] for seat in seats),
        trick=Trick(game.trick) if game.trick else None,
        calypsos=tuple(calypso for own in game.calypsos for calypso in own),
    )
