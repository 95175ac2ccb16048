"""What happened after an action, counted in the deals in which it was tried."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import Card
from engine.fast.bulk.sights import Sights
from engine.players.simulation import Simulation


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What happened after an action, in the simulated deals; tuples run parallel to the seats.

    A share is of the deals, from 0 to 1; a mean is over them. Of the trick under way:
    ``wins``, the share each seat wins; ``ruffs``, the share in which a seat ruffs;
    ``gained``, the mean number of cards for each seat's calypsos; ``spoilt``, the mean
    number of cards of suits a seat builds that go to a pile, and are lost to it. Of the
    seats whose points count for the player (`Variant.counts`, not only those it wins
    for): ``side_wins``, the share in which one of them wins, and ``side_completes``, in which
    a calypso of theirs is completed; of the others likewise ``rivals_complete``, and
    ``rivals_ruff``, in which one of them ruffs. Of the card played: ``card_built``, the
    share in which it goes to a calypso of each seat, and ``card_lost``, in which another
    side throws it on its pile. ``trumps_kept`` is the mean number of own trumps left in
    hand after the trick. To the
    deal's end: ``completed``, the mean number of calypsos each seat completes,
    ``points``, the mean points each scores by itself, and ``ruffs_later``, the share in
    which each ruffs a later lead of the suit of the card played. ``takes_later`` gives, for
    cards kept in hand, the share in which the card wins a later trick by a ruff, and
    ``wins_later`` in which it wins one otherwise.
    """

    wins: tuple[float, ...]
    ruffs: tuple[float, ...]
    gained: tuple[float, ...]
    spoilt: tuple[float, ...]
    side_wins: float
    side_completes: float
    rivals_complete: float
    rivals_ruff: float
    card_built: tuple[float, ...]
    card_lost: float
    trumps_kept: float
    completed: tuple[float, ...]
    points: tuple[float, ...]
    ruffs_later: tuple[float, ...]
    takes_later: Mapping[Card, float]
    wins_later: Mapping[Card, float]


def outlook_of(simulation: Simulation, found: Sights, choice: int) -> Outlook:
    """Return what happened after one of the choices."""
    at = simulation.standing

    def named(shares: Mapping[int, float]) -> dict[Card, float]:
        return {at.form.cards[card]: share for card, share in shares.items()}

    return Outlook(
        wins=tuple(found.wins[choice]),
        ruffs=tuple(found.ruffs[choice]),
        gained=tuple(found.gained[choice]),
        spoilt=tuple(found.spoilt[choice]),
        side_wins=found.side_wins[choice],
        side_completes=found.side_completes[choice],
        rivals_complete=found.rivals_complete[choice],
        rivals_ruff=found.rivals_ruff[choice],
        card_built=tuple(found.built[choice]),
        card_lost=found.lost[choice],
        trumps_kept=found.kept[choice],
        completed=tuple(found.completed[choice]),
        points=tuple(found.points[choice]),
        ruffs_later=tuple(found.ruffs_later[choice]),
        takes_later=named(found.takes_later[choice]),
        wins_later=named(found.wins_later[choice]),
    )
