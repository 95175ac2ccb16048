"""How likely a good player is to choose each card, as one table that is looked up for every card.

What a card has to say for itself is put into a few small numbers: whose suit it is, its rank,
whether the calypso of its suit lacks it, how many cards of the suit are in the hand, and what it
would do in the trick; the trick and the hand make up the situation. A card is chosen in proportion
to a weight, which is a product of the weights of some of these numbers together. The weights are
fitted to choices of good players (`tests/makers/policies.py`), then trained by games against
themselves (`tests/makers/self_play.py`), and stand in ``policies.json``.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.table import Table
from engine.variants import Variant

Floats = NDArray[np.float32]
Codes = NDArray[np.int32]

RELATIONS, RANKS, WANTS, LENGTHS, FLAGS = 4, 13, 6, 4, 4
"""How many values each number about a card has: whose suit it is (see `relations`), its rank, what
it is worth to the calypso of its suit, how many of the suit are held, and two flags. To who leads
they say whether a rival or a partner is out of the suit, to who follows whether the card is the
best so far and whether somebody may still ruff."""

CARD = (RELATIONS, RANKS, WANTS, LENGTHS, FLAGS)

STAGES, TRUMPS, LACKING = 3, 5, 3
LEADING = (STAGES, TRUMPS, LACKING)
"""The situation of who leads: how long the deal still is, how many own trumps are held, and
how much the own calypso lacks."""

HOLDERS, TO_COME, FOLLOWS, OURS, THEIRS = 2, 3, 2, 4, 3
FOLLOWING = (HOLDERS, TO_COME, FOLLOWS, OURS, THEIRS)
"""The situation of who follows: whether the own side holds the trick, how many are still to
play (2 or more are 2), whether the suit led can be followed, and what the cards in the trick
are worth to the calypsos of the own side and of the others (0 is nothing). The own side are
those whose points count, in the split form the right-hand neighbour too."""

_HOLDER, _COMING, _FOLLOWS, _OURS, _THEIRS = range(5)
_REL, _RANK, _WANT, _LENGTH, _FLAG = range(5, 10)

LEAD_PARTS = (
    (0, 1, 3, 5),
    (3, 4, 5),
    (3, 6, 7),
    (3, 4, 7),
    (0, 3, 4),
    (3, 5, 7),
    (1, 2, 3, 5),
)
"""Which numbers weigh together when leading: places in `LEADING` and then `CARD`."""

FOLLOW_PARTS = (
    (_HOLDER, _COMING, _FOLLOWS, _OURS, _THEIRS, _REL, _WANT, _FLAG),
    (_HOLDER, _COMING, _FOLLOWS, _REL, _RANK, _FLAG),
    (_HOLDER, _FOLLOWS, _REL, _LENGTH, _FLAG),
    (_FOLLOWS, _REL, _RANK, _WANT),
)
"""Likewise when following: places in `FOLLOWING` and then `CARD`."""


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """The weights of all cards in all situations, each the reciprocal of how likely it is.

    Both arrays are flat: by situation, then by what a card has to say for itself. Policies that
    are `joined` stand one behind the other.
    """

    lead: Floats
    follow: Floats


class Foresight(NamedTuple):
    """What is to be expected of calypsos under way when so many deals are to come.

    ``share`` is how likely the builder's side wins one wanted card of which one copy is to
    come, ``then`` the points that follow, on average, once the calypso is complete.
    """

    share: float
    then: int


def shape(*, leads: bool) -> tuple[int, ...]:
    """Return the numbers of values, of a situation first and then of a card."""
    return (*(LEADING if leads else FOLLOWING), *CARD)


def parts(*, leads: bool) -> tuple[tuple[int, ...], ...]:
    """Return which numbers weigh together."""
    return LEAD_PARTS if leads else FOLLOW_PARTS


def spread(weights: Sequence[Floats], *, leads: bool) -> Floats:
    """Write small arrays, one for every part, out into one array of sums over everything."""
    sizes = shape(leads=leads)
    total = np.zeros(sizes, np.float32)
    for part, weight in zip(parts(leads=leads), weights, strict=True):
        total += weight.reshape(
            [size if number in part else 1 for number, size in enumerate(sizes)]
        )
    return total


def policy(lead: Sequence[Floats], follow: Sequence[Floats]) -> Policy:
    """Make a policy of the logarithms of its weights, an array for every part."""
    return Policy(
        np.exp(-spread(lead, leads=True)).ravel(), np.exp(-spread(follow, leads=False)).ravel()
    )


@cache
def joined(policies: tuple[Policy, ...]) -> Policy:
    """Put policies behind each other, for players who do not all choose alike."""
    return Policy(
        np.concatenate([each.lead for each in policies]),
        np.concatenate([each.follow for each in policies]),
    )


def fitted_form(variant: Variant) -> str:
    """Name the form whose fitted weights a form of the game takes: its own, or its like's."""
    return variant.id if variant.id in _stored() else variant.like


@cache
def fitted(form: str) -> Policy:
    """Read the weights that were fitted for a form of the game, or raise KeyError."""
    return _policy(_stored()[form])


@cache
def habits(form: str) -> Policy:
    """Read the weights that were fitted to the choices of club players in a form of the game."""
    return _policy(_stored("habits.json")[form])


def _policy(weights: Mapping[str, Any]) -> Policy:
    arrays = [
        [
            np.array(values, np.float32).reshape([shape(leads=leads)[number] for number in part])
            / np.float32(100)
            for part, values in zip(parts(leads=leads), weights[name], strict=True)
        ]
        for name, leads in (("lead", True), ("follow", False))
    ]
    return policy(*arrays)


@cache
def foresight(form: str) -> tuple[Foresight, ...]:
    """Return what was fitted for a form: by deals to come, what calypsos under way may become."""
    return tuple(Foresight(share / 100, then) for share, then in _stored()[form]["foresight"])


@cache
def _stored(file: str = "policies.json") -> Mapping[str, Mapping[str, Any]]:
    text = files("engine.fast.bulk").joinpath(file).read_text(encoding="utf-8")
    forms: Mapping[str, Mapping[str, Any]] = json.loads(text)["forms"]
    return forms


@cache
def relations(variant: Variant, tables: tuple[Table, ...]) -> Codes:
    """Return by table, seat and card whose suit it is, with its rank: the start of a code.

    The own trump is 0; 1 is a further suit of the own or the partner's; of the others the next
    player's suit is 2 and the last's 3, and where nobody is a partner, the one's opposite is 1.
    """
    top = variant.ranks[-1]

    def code(table: Table, seat: int, suit: int, rank: int) -> int:
        return (_relation(variant, table, seat, suit) * RANKS + RANKS - 1 - top + rank) * (
            WANTS * LENGTHS * FLAGS
        )

    codes = [
        [
            [
                code(table, seat, suit, rank)
                for suit in range(len(variant.suits))
                for rank in variant.ranks
            ]
            for seat in range(len(table.seats))
        ]
        for table in tables
    ]
    return np.array(codes, np.int32).ravel()


def _relation(variant: Variant, table: Table, seat: int, number: int) -> int:
    suit = variant.suits[number]
    if table.trumps[seat] == suit:
        return 0
    builds = variant.builds_at(table)
    owner = next((place for place, own in enumerate(builds) if suit in own), None)
    if owner is None or owner == seat or table.seats[owner] in variant.feeds[seat]:
        return 1
    count = len(table.seats)
    if count == 2:
        return 2 if table.trumps[owner] == suit else 3
    away = (owner - seat) % count
    return 2 if away == 1 else 3 if away == count - 1 else 1
