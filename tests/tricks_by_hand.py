"""Counts the tricks of a pack of four ranks by arithmetic that a reader can check.

Four plays show at most four ranks and only their order matters, so these 16 ** 4 = 65,536
tricks a leader stand for all of four players.
"""

from collections.abc import Mapping

from engine.rulebooks import LedTrump
from engine.rules import Rule

OWN, OTHER = 4, 12  # leads in the leader's suit; in another, whose owner cannot ruff
RANKS = range(1, 5)  # a led card of rank r is outranked by 4 - r ruffs of a suit

_HOLDS = sum((12 + r) ** 3 - 12**3 for r in RANKS)
"""Leads of the own trump that are ruffed, once or more, and never by a higher card.

A led trump of rank r: others have 12 plain cards, r ruffs no higher, 4 - r higher.
"""
_ONE_HIGHER = sum(3 * (4 - r) * 12**2 for r in RANKS)
_TWO_OR_MORE = OWN * (3 * 4**2 * 12 + 4**3)
_TWO_NONE_HIGHER = sum(3 * r**2 * 12 + r**3 for r in RANKS)

RULES: Mapping[LedTrump, Mapping[Rule, int]] = {
    LedTrump.ANY_RUFF: {
        Rule.LED_TRUMP_WINS: OWN * 12**3,
        Rule.SUIT_HIGHEST: OTHER * 16 * 12**2,
        Rule.RUFF_WINS: OWN * 3 * 4 * 12**2 + OTHER * 16 * 2 * 4 * 12,
        Rule.HIGHEST_RUFF_WINS: OWN * (3 * 4**2 * 12 + 4**3) + OTHER * 16 * 4**2,
    },
    LedTrump.HIGHER_RUFF: {
        Rule.LED_TRUMP_WINS: OWN * 12**3,
        Rule.LED_TRUMP_HOLDS: _HOLDS,
        Rule.SUIT_HIGHEST: OTHER * 16 * 12**2,
        Rule.RUFF_WINS: _ONE_HIGHER + OTHER * 16 * 2 * 4 * 12,
        Rule.HIGHEST_RUFF_WINS: _TWO_OR_MORE - _TWO_NONE_HIGHER + OTHER * 16 * 4**2,
    },
}
"""How many tricks of one leader each rule governs."""


def _tied_without_ruff() -> int:
    """Tricks led in another's suit, not ruffed, in which two cards or more share the top.

    The suit's owner has 12 discards, the other two 8 each. What is not tied has one
    top card of rank t: the leader's, the owner's, or that of one of the other two.
    """
    alone = sum(
        (12 + t - 1) * (8 + t - 1) ** 2
        + (t - 1) * (8 + t - 1) ** 2
        + 2 * (t - 1) * (12 + t - 1) * (8 + t - 1)
        for t in RANKS
    )
    return OTHER * 16 * 12**2 - 3 * alone


def _tied_own_by_any_ruff() -> int:
    """Leads of the own trump in which two ruffs or three share the top."""
    three_ruffs = 4**3 - sum(3 * (t - 1) ** 2 for t in RANKS)  # less those with one on top
    two_ruffs = 3 * 4 * 12
    return OWN * (two_ruffs + three_ruffs)


def _tied_own_by_higher_ruff() -> int:
    """Leads of the own trump in which ruffs share the top with each other, or with the lead."""
    ruffed = OWN * (16**3 - 12**3)
    led_alone = sum((12 + r - 1) ** 3 - 12**3 for r in RANKS)
    ruff_alone = sum(3 * (12 + t - 1) ** 2 for r in RANKS for t in RANKS if t > r)
    return ruffed - led_alone - ruff_alone


TIES: Mapping[LedTrump, int] = {
    LedTrump.ANY_RUFF: _tied_without_ruff() + OTHER * 16 * 4 + _tied_own_by_any_ruff(),
    LedTrump.HIGHER_RUFF: _tied_without_ruff() + OTHER * 16 * 4 + _tied_own_by_higher_ruff(),
}
"""In how many tricks of one leader the first of equals wins."""
