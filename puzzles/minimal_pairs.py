"""Two tricks one card apart with different winners, to part a misconception from the rule."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Ruling, Trick, judge, play_of
from engine.variants import Variant
from puzzles.explanations import disputed
from puzzles.kinds import KIND_OF, KINDS
from puzzles.misconceptions import BY_ID, Misconception, predicts
from puzzles.natural import TrickSource
from puzzles.position import check_complete
from puzzles.puzzle import Puzzle, Reason
from puzzles.tricks import draw_ruling, trick_rules

HAS_PAIR = frozenset(BY_ID)
"""The misconceptions that a pair can part from the rule: all about who wins a trick."""

ABOUT_EQUALS = frozenset({"last-of-equals-wins", "equal-cards-cancel"})
"""The misconceptions about equal cards: in a pair on another such cards would be in the way."""

_TRIES = 3000


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two tricks equal but for one card.

    The misconception names the same seat in both: rightly in ``first``, wrongly in ``second``. What
    has changed it cannot see, and that is what the rule hangs on. Rulebooks agree on both.
    ``sentence`` says what makes the difference; its words are ``pair.<key>``.
    """

    first: Puzzle
    second: Puzzle
    sentence: Reason


def minimal_pair(misconception: str, table: Table, variant: Variant, rng: Random) -> Pair:
    """Draw a pair for *misconception*, changed as little as can be: first of rank, then of suit.

    Raises:
        ValueError: There is no such misconception about tricks, nobody can hold it in this form of
            the game, or no pair was found.
    """
    if misconception not in HAS_PAIR:
        raise ValueError(f"no minimal pair for {misconception!r} (want one of {', '.join(BY_ID)})")
    held = BY_ID[misconception]
    if not held.applies(variant):
        raise ValueError(f"nobody can believe {misconception!r} in {variant.id}")
    rules = trick_rules(table)
    for _ in range(_TRIES):
        second = draw_ruling(rng.choice(rules), variant, table, rng, TrickSource.MADE)
        seat = predicts(held, second.trick, table)
        if seat == second.winning.seat or _asks_more(second, held):
            continue
        if firsts := list(_neighbours(second, held, seat, variant)):
            least = min(_change(first, second) for first in firsts)
            nearest = [first for first in firsts if _change(first, second) == least]
            return _pair(misconception, rng.choice(nearest), second, variant)
    raise ValueError(f"found no minimal pair for {misconception!r} in {variant.id}")


def _neighbours(
    second: Ruling, held: Misconception, seat: Seat, variant: Variant
) -> Iterator[Ruling]:
    """List the tricks one card away that *seat* wins, as the misconception says too."""
    plays, table = second.trick.plays, second.table
    for place, play in enumerate(plays):
        for card in dict.fromkeys(variant.pack):
            if card == play.card:
                continue
            trick = Trick((*plays[:place], play_of(play.seat, card), *plays[place + 1 :]))
            ruling = judge(trick, table)
            if (
                ruling.winning.seat == seat
                and predicts(held, trick, table) == seat
                and not _asks_more(ruling, held)
                and _playable(variant, table, trick)
            ):
                yield ruling


def _asks_more(ruling: Ruling, held: Misconception) -> bool:
    """Whether who wins hangs on the rulebook too, or on which of equal cards came first."""
    equals = Rule.FIRST_OF_EQUALS in ruling.notes and held.id not in ABOUT_EQUALS
    return equals or disputed(ruling)


def _playable(variant: Variant, table: Table, trick: Trick) -> bool:
    try:
        check_complete(variant, table, trick)
    except ValueError:
        return False
    return True


def _change(first: Ruling, second: Ruling) -> tuple[bool, bool, int]:
    """Measure the change: the lead is changed last, the suit after the rank, ranks by distance."""
    place = _differs_at(first, second)
    card, changed = first.trick.cards[place], second.trick.cards[place]
    return place == 0, card.suit != changed.suit, abs(card.rank - changed.rank)


def _differs_at(first: Ruling, second: Ruling) -> int:
    pairs = zip(first.trick.cards, second.trick.cards, strict=True)
    return next(place for place, (card, changed) in enumerate(pairs) if card != changed)


def _pair(misconception: str, first: Ruling, second: Ruling, variant: Variant) -> Pair:
    place = _differs_at(first, second)
    sentence = Reason(
        misconception,
        {
            "seat": first.trick.plays[place].seat,
            "card": first.trick.cards[place],
            "other": second.trick.cards[place],
            "winner": first.winning.seat,
            "other_winner": second.winning.seat,
        },
    )
    kind = KINDS[KIND_OF[misconception]].puzzle
    return Pair(
        first=kind.read(variant, first.table, str(first.trick)),
        second=kind.read(variant, second.table, str(second.trick)),
        sentence=sentence,
    )
