"""What choices, rules and answers are called: on a button, in a verdict, as they are read out."""

from engine.cards import Card
from engine.rulebooks import LedTrump
from engine.rules import Rule
from engine.table import Seat
from engine.trick import Role
from puzzles.kinds import kind_of
from puzzles.puzzle import Choice, Part, Puzzle, Verdict, read_answer
from tutor.words.texts import Texts


def rule_key(rule: Rule, beaten: Role, led_trump: LedTrump) -> str:
    """Return the key under which *rule* has its name and text where it beats such a card."""
    if rule == Rule.RUFF_WINS and beaten == Role.LED_TRUMP:
        return f"rule.{rule.value}.{led_trump.value}"
    return f"rule.{rule.value}"


_GAINS = {Rule.HELP_OWN_SIDE: "plan.own-", Rule.WITHHOLD: "plan.others-"}
"""How the keys of the differences begin that a piece of advice is about."""


def verdict_key(verdict: Verdict) -> str:
    """Return the key under which the rule of *verdict* has its name and text.

    Advice has words of its own where what it gains most by is cards in piles, not in calypsos.
    """
    gains = _GAINS.get(verdict.rule)
    found = [one.key for one in verdict.reasons if gains and one.key.startswith(gains)]
    by_piles = bool(found) and found[0].startswith(f"{gains}pile")
    return f"rule.{verdict.rule.value}{'.pile' if by_piles else ''}"


def choice_label(say: Texts, puzzle: Puzzle, part: Part, choice: Choice) -> str:
    """Name a choice as a button does: a seat with the card it played, a trick by its number."""
    if isinstance(choice.value, Rule) and puzzle.ruling:
        beaten = puzzle.ruling.roles[0]
        return say(f"{rule_key(choice.value, beaten, puzzle.table.led_trump)}.name")
    kind = kind_of(puzzle)
    if isinstance(choice.value, Seat) and kind.about_trick and puzzle.ruling:
        cards = tuple(p.card for p in puzzle.ruling.trick.plays if p.seat == choice.value)
        return say("ask.seat-card", seat=choice.value, cards=cards)
    if label := kind.label(puzzle, part, choice):
        return say(f"choice.{label.key}", **label.facts)
    if isinstance(choice.value, Card):  # cards may stand in a list, in the middle of a sentence
        return say.name(choice.value)
    return say("ask.choice", choice=choice.value)


def asked_label(say: Texts, puzzle: Puzzle) -> str:
    """Ask what is asked; of several parts alike, all of them at once."""
    part = puzzle.parts[0]
    every = f"ask.all.{part.key.removesuffix('.second')}"
    if len(puzzle.parts) > 1 and say.has(every):
        return say(every)
    return say(f"part.{part.key}", **part.facts)


def answer_label(say: Texts, puzzle: Puzzle, answer: str) -> str:
    """Name an answer to *puzzle*: what was picked in every part.

    Raises:
        ValueError: It is no answer to this puzzle.
    """
    said = []
    for part, tokens in zip(puzzle.parts, read_answer(answer, puzzle.parts), strict=True):
        chosen = (choice for choice in part.choices if choice.token in tokens)
        said.append(say.series(tuple(choice_label(say, puzzle, part, one) for one in chosen)))
    return " / ".join(said)
