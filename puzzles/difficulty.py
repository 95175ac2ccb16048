"""How hard a puzzle is, estimated from what stands on the table.

The weights are an informed guess, not a measurement. A trick is the harder the more misconceptions
name a wrong seat, the more ruffs and further rules are at work, and the closer the two best cards
are.
"""

from collections.abc import Mapping
from functools import reduce
from operator import add

from engine.rules import Rule
from engine.trick import Role, Ruling
from puzzles.explanations import disputed, matters
from puzzles.kinds import kind_of, tempts
from puzzles.misconceptions import TOLD_APART, predicts
from puzzles.puzzle import Puzzle

_CLOSE = 2
"""Ranks no further apart than this are close."""

_WEIGHTS: Mapping[str, float] = {
    "rule": 0.30,
    "misconceptions": 0.30,
    "ruffs": 0.12,
    "notes": 0.08,
    "close": 0.06,
    "form": 0.06,
    "parts": 0.08,
}
"""What each feature adds at most; together 1."""

UNFAMILIAR: Mapping[Rule, float] = {
    Rule.SUIT_HIGHEST: 0.1,
    Rule.LED_TRUMP_WINS: 0.3,
    Rule.RUFF_WINS: 0.3,
    Rule.HIGHEST_RUFF_WINS: 0.5,
    Rule.DISCARD_NEVER_WINS: 0.4,
    Rule.LED_SUIT_NO_TRUMP: 0.7,
    Rule.FIRST_OF_EQUALS: 0.7,
    Rule.TWO_LED_TRUMP: 0.7,
    Rule.LED_TRUMP_HOLDS: 0.9,
    Rule.FIRST_LEAD: 0.0,
    Rule.WINNER_LEADS: 0.0,
    Rule.TURN: 0.0,
    Rule.FOUR_DEALS: 0.1,
    Rule.THREE: 0.6,
    Rule.TWO_NEXT_DEALER: 0.6,
    Rule.TWO_NAMING: 0.3,
    Rule.TWO_SUITS_EACH: 0.3,
    Rule.TWO_CHANGING: 0.6,
    Rule.FOLLOW_SUIT: 0.1,
    Rule.ANY_CARD_WHEN_VOID: 0.2,
    Rule.REVOKE_CLAIM: 0.6,
    Rule.OWN_SUIT_BUILDS: 0.2,
    Rule.OTHERS_TO_PILE: 0.2,
    Rule.PARTNER_GETS_CARDS: 0.4,
    Rule.ONE_AT_A_TIME: 0.5,
    Rule.CARRIES_OVER: 0.5,
    Rule.SAME_TRICK_STARTS_NEXT: 0.9,
    Rule.PILE_CARDS: 0.3,
    Rule.UNFINISHED_CARDS: 0.3,
    Rule.FIRST_CALYPSO: 0.4,
    Rule.SECOND_CALYPSO: 0.5,
    Rule.LATER_CALYPSO: 0.7,
    Rule.REVOKE_PENALTY: 0.8,
    Rule.SUIT_MARKERS: 0.6,
    Rule.HIGHER_TOTAL_WINS: 0.1,
    Rule.PARTNERS: 0.2,
    Rule.SOLO: 0.3,
    Rule.SPLIT: 0.7,
    Rule.HELP_OWN_SIDE: 0.8,
    Rule.WITHHOLD: 0.9,
    Rule.PERSONAL_TRUMP: 0.5,
    Rule.FOUR_PACKS: 0.5,
    Rule.OWN_CARDS: 0.5,
}
"""How far each rule is from what players of other games expect."""

_MANY_MISCONCEPTIONS, _MANY_RUFFS, _MANY_PARTS = 6, 3, 4


def difficulty(puzzle: Puzzle) -> float:
    """Estimate how hard *puzzle* is, from 0 to 1.

    The terms are added one by one. Since Python 3.12 `sum` rounds otherwise, so that the order of
    puzzles which are about as hard, and with it the puzzle of a day, would hang on the Python.
    """
    return reduce(add, (_WEIGHTS[name] * much for name, much in features(puzzle).items()))


def features(puzzle: Puzzle) -> Mapping[str, float]:
    """Return what makes *puzzle* hard, each from 0 (does not) to 1 (does)."""
    ruling = puzzle.ruling if kind_of(puzzle).about_trick else None
    further = [note for note in ruling.notes if matters(ruling, note)] if ruling else []
    unfamiliar = max(UNFAMILIAR[rule] for rule in (puzzle.rule, *further))
    return {
        "rule": 1.0 if ruling and disputed(ruling) else unfamiliar,
        "misconceptions": min(_tempting(puzzle, ruling) / _MANY_MISCONCEPTIONS, 1),
        "ruffs": ruling.roles.count(Role.RUFF) / _MANY_RUFFS if ruling else 0.0,
        "notes": min(len(further) / 2, 1),
        "close": float(ruling is not None and _close(ruling)),
        "form": {"partnership": 0.0, "solo": 0.0, "two": 1.0}.get(puzzle.variant.like, 0.5),
        "parts": min((len(puzzle.parts) - 1) / (_MANY_PARTS - 1), 1),
    }


def _tempting(puzzle: Puzzle, ruling: Ruling | None) -> int:
    """Count the misconceptions by which somebody would answer a puzzle wrongly."""
    kind = kind_of(puzzle)
    if ruling:
        return sum(
            predicts(misconception, ruling.trick, ruling.table, ruling.roles) != ruling.winning.seat
            for misconception in TOLD_APART
            if misconception.applies(puzzle.variant)
        )
    if kind.tempting:
        return kind.tempting(puzzle)
    return sum(tempts(puzzle, misconception) for misconception in kind.misconceptions)


def _close(ruling: Ruling) -> bool:
    """Return whether another card of the winner's power is no further below than a rank or two."""
    power, rank = ruling.strengths[ruling.winner]
    return any(
        strength[0] == power and rank - strength[1] <= _CLOSE
        for place, strength in enumerate(ruling.strengths)
        if place != ruling.winner
    )
