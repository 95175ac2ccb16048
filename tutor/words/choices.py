"""What choices and answers are called: on a button, in a verdict, as they are read out."""

from engine.cards import Card
from engine.rules import Rule
from engine.table import Seat
from puzzles.explanations import rule_key
from puzzles.kinds import kind_of
from puzzles.puzzle import Choice, Part, Puzzle, read_answer
from tutor.words.texts import Texts


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
