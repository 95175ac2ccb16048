"""Every trick there is, ruled on by numpy: the ruling on which fast play rests is asked of all."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import Card
from engine.fast.bulk.tricks import RULED, Bytes, Flags, Values, decide, placed, values
from engine.table import Seat
from tests.sweep import Space, TrickOutcome


@dataclass(frozen=True, slots=True)
class Chunk:
    """All tricks that begin with one leader and one suit.

    The arrays are indexed by the cards: the first axis by ``leads``, the others by the
    space's ``cards``. ``code`` packs the three answers into one byte; ``number`` counts the
    chunks from 1 and ``chunks`` is how many there are.
    """

    where: Space
    leader: Seat
    leads: tuple[Card, ...]
    code: Bytes
    number: int
    chunks: int

    @property
    def winner(self) -> Bytes:
        """The winner's place in the trick."""
        return self.code & np.uint8(3)

    @property
    def tied(self) -> Flags:
        """Whether another seat's card was as strong."""
        tied: Flags = self.code & np.uint8(4) != 0
        return tied

    @property
    def rule(self) -> Bytes:
        """The rule that governs, as a code of `RULED`."""
        return self.code >> np.uint8(3)

    def totals(self) -> Counter[TrickOutcome]:
        """Count the tricks by what becomes of them, one by one."""
        seats = self.where.table.clockwise(self.leader, self.where.length)
        found: Counter[TrickOutcome] = Counter()
        for code, tricks in enumerate(np.bincount(self.code.ravel()).tolist()):
            if tricks:
                found[TrickOutcome(seats[code & 3], RULED[code >> 3], bool(code & 4))] += tricks
        return found


def chunks_of(where: Space) -> Iterator[Chunk]:
    """Rule on every trick of *where*, one leader and one suit led at a time.

    A chunk of four players holds 13 × 52³ tricks in as many bytes. Cards that no comparison
    can tell apart are ruled on together and the answer is written out for each.
    """
    table, cards, suits = where.table, where.cards, where.suits
    looked_up, chunks = values(table, cards, suits), len(table.seats) * len(suits)
    for which, leader in enumerate(table.seats):
        order = [table.seats.index(seat) for seat in table.clockwise(leader, where.length)]
        for suit, led in enumerate(suits):
            leads = [number for number, card in enumerate(cards) if card.suit == led]
            shown = [looked_up[which, suit, seat] for seat in order]
            shown[0] = shown[0][leads]
            code = _code(shown, len(table.seats))
            number = which * len(suits) + suit + 1
            yield Chunk(where, leader, tuple(cards[i] for i in leads), code, number, chunks)


def _code(shown: Sequence[Values], seats: int) -> Bytes:
    """Rule on every sequence of one card from each array, as `Chunk.code`."""
    kinds, which = zip(*(np.unique(row, return_inverse=True) for row in shown), strict=True)
    axes = np.ix_(*(placed(kind, place) for place, kind in enumerate(kinds)))
    found = decide(axes, seats)
    code: Bytes = (
        found.winner | found.tied.view(np.uint8) << np.uint8(2) | found.rule << np.uint8(3)
    )
    for axis in reversed(range(len(shown))):
        code = np.take(code, which[axis], axis=axis)
    return code
