"""Where a position of a lesson is from, and what it looks like under a rulebook."""

from dataclasses import dataclass
from functools import cache

from engine.calypso import Calypso, Holdings, Placement, holdings
from engine.cards import Suit
from engine.rulebooks import Rulebook
from engine.rules import Citation
from engine.table import Table
from engine.trick import Ruling, Trick
from engine.variants import Variant
from puzzles.scenes import ShelfSight, TableSight, so_far


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a position is from: the form of the game, the table, and who gives the example.

    ``rulebook`` is the one the author named, which a position needs where the rulebooks
    differ; elsewhere it is nothing, and the position is judged by the learner's.
    """

    variant: Variant
    seating: str
    rulebook: Rulebook | None = None
    source: Citation | None = None

    def table(self, learners: Rulebook) -> Table:
        """Return the table under the rulebook named by the author, or else the learner's."""
        return _table(self.seating, self.rulebook or learners)


@cache
def _table(seating: str, book: Rulebook) -> Table:
    return Table.parse(seating, book)


@dataclass(frozen=True, slots=True)
class PositionShown:
    """What a position looks like under one rulebook; what it lacks is nothing.

    ``ruling`` is there when the trick is complete; ``holdings`` are the calypsos before
    the trick; ``after`` and ``placements`` say what a complete trick adds to them.
    """

    variant: Variant
    table: Table
    trick: Trick | None
    ruling: Ruling | None
    holdings: Holdings | None = None
    after: Holdings | None = None
    placements: tuple[Placement, ...] = ()

    def on_table(self, laid: int | None = None, *, complete: bool = True) -> TableSight:
        """Return the table, the trick as far as it is *laid*, and its winner once *complete*."""
        return TableSight(
            variant=self.variant,
            table=self.table,
            trick=so_far(self.trick, laid if self.trick else None),
            ruling=self.ruling if complete else None,
        )

    def on_shelves(self, *, complete: bool) -> tuple[ShelfSight, ...]:
        """Return the calypsos of whoever gets cards from the trick, or of everybody."""
        shown = self.after if complete and self.after else self.holdings
        if not shown:
            return ()
        fed = {seat for place in self.placements if (seat := place.builder)}
        fed = fed or set(self.table.seats)
        winner = self.ruling.winning.seat if self.ruling and complete else None
        return tuple(
            ShelfSight(
                seat=seat,
                calypsos=calypsos,
                placements=self.placements if complete else (),
                winner=winner,
                full=self.variant.full,
            )
            for seat, calypsos in zip(self.table.seats, shown, strict=True)
            if seat in fed or seat == winner
        )


def parse_holdings(text: str, variant: Variant, table: Table) -> Holdings:
    """Read the calypsos of a table such as ``S1:AJ953 H0:-``; what is left out is empty.

    Raises:
        ValueError: A word is no calypso, or of a suit or rank the game lacks, or a suit
            occurs twice.
    """
    found: dict[Suit, Calypso] = {}
    for word in text.split():
        calypso = Calypso.parse(word)
        if calypso.suit in found:
            raise ValueError(f"every suit stands once, not as {word!r} again")
        if calypso.suit not in variant.suits or not calypso.ranks < variant.full:
            raise ValueError(f"no calypso under way of {variant.id}: {word!r}")
        found[calypso.suit] = calypso
    return holdings(variant, table, found.values())
