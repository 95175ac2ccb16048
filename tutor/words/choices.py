"""The names of choices: what stands on a button, and what an answer is called."""

from engine.cards import Card
from engine.rules import Rule
from engine.table import Seat
from puzzles.kinds import kind_of
from puzzles.puzzle import Choice, Part, Puzzle
from tutor.words.rules import rule_key
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
