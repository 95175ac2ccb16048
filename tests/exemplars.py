"""A learner by examples, who has no rule: the generalized context model of categorization.

A new trick is given to the place that won in the tricks most like it. What each card shows is
whether it follows suit, whether it is of its player's own suit, its rank, and how many of the
others it is above; how much each of these counts, and how fast likeness fades, the learner finds
by leaving out one example at a time.

Source: Nosofsky, "Attention, similarity, and the identification-categorization relationship",
Journal of Experimental Psychology: General 115 (1986).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.cards import Rank
from engine.trick import Ruling

Numbers = NDArray[np.float64]

_FADING = (4.0, 8.0, 16.0)
_ATTENTION = ((2, 2, 1, 0), (1, 1, 1, 0), (2, 2, 0, 1), (2, 2, 0, 2), (1, 1, 1, 1), (2, 2, 1, 2))


@dataclass(frozen=True, slots=True, eq=False)
class Exemplars:
    """The tricks a learner keeps in mind, and what counts for likeness."""

    shown: Numbers
    winners: NDArray[np.intp]
    attention: Numbers
    fading: float

    def answers(self, tricks: Sequence[Ruling]) -> NDArray[np.intp]:
        """Return the place that the learner names in each trick."""
        return _answers(self, _shown(tricks))

    def right(self, tricks: Sequence[Ruling]) -> float:
        """Return the share of tricks in which the learner names the winner."""
        named = self.answers(tricks)
        seats = [
            ruling.trick.plays[place].seat == ruling.winning.seat
            for ruling, place in zip(tricks, map(int, named), strict=True)
        ]
        return sum(seats) / len(tricks)


def learn(tricks: Sequence[Ruling]) -> Exemplars:
    """Keep these tricks in mind, and attend to what best tells each of them from the others."""
    shown, winners = _shown(tricks), np.array([ruling.winner for ruling in tricks])
    minds = [
        Exemplars(shown, winners, np.array(attention, dtype=np.float64), fading)
        for fading, attention in product(_FADING, _ATTENTION)
    ]
    return max(minds, key=lambda mind: float((_answers(mind, shown, own=True) == winners).mean()))


def _shown(tricks: Sequence[Ruling]) -> Numbers:
    """Return what the cards show: an array of tricks, places, and four features from 0 to 1."""
    return np.array(
        [
            [
                (
                    play.card.suit == ruling.trick.lead.card.suit,
                    play.card.suit == ruling.table.trump(play.seat),
                    (play.card.rank - Rank.TWO) / (Rank.ACE - Rank.TWO),
                    sum(card.rank < play.card.rank for card in ruling.trick.cards) / 3,
                )
                for play in ruling.trick.plays
            ]
            for ruling in tricks
        ],
        dtype=np.float64,
    )


def _answers(mind: Exemplars, shown: Numbers, *, own: bool = False) -> NDArray[np.intp]:
    """Answer what is shown; *own* examples are answered by the others alone."""
    weighed = (mind.shown * mind.attention).reshape(len(mind.shown), -1)
    asked = (shown * mind.attention).reshape(len(shown), -1)
    apart = np.zeros((len(asked), len(weighed)))
    for feature in range(weighed.shape[1]):
        apart += np.abs(asked[:, feature, None] - weighed[None, :, feature])
    likeness = np.exp(-mind.fading * apart)
    if own:
        np.fill_diagonal(likeness, 0)
    places = range(shown.shape[1])
    support = np.stack([likeness @ (mind.winners == place) for place in places], axis=1)
    found: NDArray[np.intp] = support.argmax(axis=1)
    return found
