"""What cards bring in an ending, what they can bring at most, and the bits that say what is built.

Points, and who builds what, come from `engine.fast`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from operator import mul

from engine.fast import form_of, point_values
from engine.table import Table
from engine.variants import Variant

BITS, COUNT = 3, 0b111
"""Bits that count up to four: how often a hand holds a card, how many calypsos are completed."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What cards bring, each seat's points multiplied by its weight.

    By place in the row: what a ``card`` adds to a calypso; in ``finish`` what completing
    the first, second and so on adds, whose cards no longer count; the ``least`` and
    ``most`` that a card can bring, by how much the least that one without a place can
    bring is ``dearer``, and the most ``cheaper``. By seat: a card in the ``pile``.
    """

    card: tuple[int, ...]
    finish: tuple[tuple[int, ...], ...]
    least: tuple[int, ...]
    most: tuple[int, ...]
    dearer: tuple[int, ...]
    cheaper: tuple[int, ...]
    pile: tuple[int, ...]


@cache
def prices_of(variant: Variant, table: Table, weights: tuple[int, ...]) -> Prices:
    """Look up what cards bring at a table."""
    values = point_values(variant)
    own = [weights[table.seats.index(seat)] for seat, _ in form_of(variant, table).row]
    cards = tuple(values.card * weight for weight in own)
    pile = tuple(values.pile * weight for weight in weights)
    least = tuple(min(*pile, worth) for worth in cards)
    most = tuple(max(*pile, worth) for worth in cards)
    return Prices(
        card=cards,
        finish=tuple(tuple(points * weight for points in values.gain) for weight in own),
        least=least,
        most=most,
        dearer=tuple(min(pile) - points for points in least),
        cheaper=tuple(points - max(pile) for points in most),
        pile=pile,
    )


@dataclass(frozen=True, slots=True)
class Bits:
    """Where cards are noted in the number that says what is built.

    ``spots`` gives the calypso of the row that is of a card's suit, and ``own`` the card's
    bit there; ``won`` the bit it takes by winner, which is ``piled`` where no calypso of
    the winner's side takes it. ``wholes`` are the calypsos, all ranks of them.
    """

    spots: tuple[int, ...]
    own: tuple[int, ...]
    won: tuple[tuple[int, ...], ...]
    wholes: tuple[int, ...]
    piled: int


@cache
def bits_of(variant: Variant, table: Table) -> Bits:
    """Return every rank of every calypso a bit."""
    form, width = form_of(variant, table), len(variant.ranks)
    suits = [suit for _, suit in form.row]
    spots = tuple(suits.index(card.suit) for card in form.cards)
    own = tuple(bit << width * spot for bit, spot in zip(form.bit, spots, strict=True))
    piled = 1 << width * len(suits)
    return Bits(
        spots=spots,
        own=own,
        won=tuple(
            tuple(bit if spot < len(suits) else piled for bit, spot in zip(own, taken, strict=True))
            for taken in form.spots
        ),
        wholes=tuple(form.full << width * spot for spot in range(len(suits))),
        piled=piled,
    )


@dataclass(frozen=True, slots=True)
class _Left:
    """What can be said of the cards that are left, whoever holds them.

    ``ranks`` has their bits in their calypsos, and ``counts`` says how many there are for
    each of the row. ``least`` and ``most`` bound what they can bring, apart from what
    completing a calypso does.
    """

    ranks: int
    counts: tuple[int, ...]
    least: int
    most: int


class Bounds:
    """Bounds what the cards left can bring, whoever takes them, and keeps what it has ``known``.

    ``units`` says how a card is counted in the sum of all hands, see `engine.fast.search.Search`.
    """

    def __init__(
        self, variant: Variant, units: Mapping[int, int], bits: Bits, prices: Prices
    ) -> None:
        self.ranks, self.units, self.bits, self.prices = len(variant.ranks), units, bits, prices
        self.known: dict[tuple[int, int, int], tuple[int, int, int]] = {}
        self.lefts: dict[int, _Left] = {}

    def find(self, cards: int, built: int, done: int) -> tuple[int, int, int]:
        """Bound what *cards*, the sum of all hands, can bring, whoever holds them.

        Returns:
            The least, the most, and a number for what matters of *built* and *done*: of
            what is built only that counts which the cards left can still change.
        """
        left = self.lefts.get(cards) or self.left(cards)
        least, most, ranks, code = left.least, left.most, left.ranks, 0
        for spot, whole in enumerate(self.bits.wholes):
            lacking = whole & ~built
            if lacking & ~ranks:  # it cannot be completed: a rank it has is of no use to it
                useless = left.counts[spot] - (lacking & ranks).bit_count()
                least += useless * self.prices.dearer[spot]
                most -= useless * self.prices.cheaper[spot]
                continue
            completed = done >> BITS * spot & COUNT
            code |= completed + 1 << BITS * spot
            gain = self.bonus(spot, completed, (built & whole).bit_count() + left.counts[spot])
            least, most = least + min(gain, 0), most + max(gain, 0)
        found = least, most, code * self.bits.piled + (built & ranks)
        self.known[cards, built, done] = found
        return found

    def left(self, cards: int) -> _Left:
        """Look at *cards*, the sum of all hands."""
        ranks, counts = 0, [0] * len(self.bits.wholes)
        for face, unit in self.units.items():
            count = cards // unit & COUNT
            if count:
                ranks |= self.bits.own[face]
                counts[self.bits.spots[face]] += count
        found = _Left(
            ranks,
            tuple(counts),
            sum(map(mul, counts, self.prices.least)),
            sum(map(mul, counts, self.prices.most)),
        )
        self.lefts[cards] = found
        return found

    def bonus(self, spot: int, completed: int, cards: int) -> int:
        """Bound what completing calypsos can add with so many cards, those held included."""
        times = cards // self.ranks
        return sum(self.prices.finish[spot][completed : completed + times])
