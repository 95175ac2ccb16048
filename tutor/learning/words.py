"""The words of what puzzles know as data: hints, and what a minimal pair comes to."""

from engine.rules import Rule
from puzzles.minimal_pairs import Pair
from puzzles.reasons import Reason
from tutor.words.texts import Texts


def say_hint(hint: Reason, say: Texts) -> str:
    """Return a hint of `puzzles.kinds.hints`; where it is a rule, in the rule's own words.

    Raises:
        KeyError: The hint has no words.
    """
    rule = hint.facts.get("rule")
    if hint.key == "rule" and isinstance(rule, Rule):
        return say(f"rule.{rule.value}.text")
    return say(f"hint.{hint.key}", **hint.facts)


def say_pair(pair: Pair, say: Texts) -> str:
    """Return the one sentence that separates the two tricks of a pair."""
    return say(f"pair.{pair.sentence.key}", **pair.sentence.facts)
