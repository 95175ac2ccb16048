"""The rules reference: every rule of the engine, in topics, with an example of each."""

from collections.abc import Mapping
from functools import cache

from engine.rulebooks import LedTrump
from engine.rules import Rule
from puzzles.bank import bank
from puzzles.puzzle import Puzzle

TOPICS: Mapping[str, tuple[Rule, ...]] = {
    topic: tuple(rule for rule in Rule if rule.value.partition(".")[0] in prefixes)
    for topic, prefixes in {
        "table": ("table", "deal"),
        "play": ("play",),
        "trick": ("trick",),
        "calypso": ("calypso",),
        "score": ("score",),
        "revoke": ("revoke",),
        "forms": ("form", "two"),
        "plan": ("plan",),
    }.items()
}
"""Rules by topic, in the order of `Rule`; the topic's words are under ``topic``."""

READINGS: Mapping[Rule, tuple[LedTrump, ...]] = {Rule.LED_TRUMP_HOLDS: tuple(LedTrump)}
"""After which rule stands what beats a led trump, by each reading: the referee cites it by name."""

READ_BY: Mapping[Rule, LedTrump] = {Rule.LED_TRUMP_HOLDS: LedTrump.HIGHER_RUFF}
"""Rules that hold by one reading alone."""

SEPARATING = "N S9 C4 SK SA"
"""The trick that parts the rulebooks, at the table N=S E=C S=H W=D (both sides' own words)."""

SEPARATING_TABLE = "N=S E=C S=H W=D"

SILENT = (
    "ties-in-cut",
    "misdeal",
    "lead-out-of-turn",
    "looking-back",
    "revoke-established",
    "three-pack",
    "split-neighbour",
    "two-silent",
)
"""Points on which no source speaks; each has words under ``silent``."""


TERMS = (
    "trick",
    "lead",
    "follow",
    "void",
    "trumps",
    "ruff",
    "plain",
    "discard",
    "calypso",
    "pile",
    "revoke",
    "rulebook",
)
"""Words of the game that a newcomer may not know; each has words under ``term``."""


def topic_of(rule: Rule) -> str:
    """Return the topic under which a rule stands."""
    return next(topic for topic, rules in TOPICS.items() if rule in rules)


@cache
def example(rule: Rule) -> Puzzle | None:
    """Return a position that shows the rule at work, preferring one that it decides."""
    puzzles = [entry.puzzle for entry in bank()]
    decided = (puzzle for puzzle in puzzles if puzzle.rule == rule)
    noted = (puzzle for puzzle in puzzles if puzzle.ruling and rule in puzzle.ruling.notes)
    return next(decided, None) or next(noted, None)
