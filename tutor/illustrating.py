"""Draws what a puzzle is about, before and after it is answered, and names its choices."""

from engine.table import Seat
from puzzles.kinds.who_wins import WhoWins
from puzzles.puzzle import Choice, Part, Puzzle
from tutor.drawing import Look, Picture, trick_picture
from tutor.texts import Texts


def illustrate(
    look: Look, puzzle: Puzzle, parts: tuple[str, ...], chosen: tuple[str, ...], *, answered: bool
) -> Picture:
    """Draw the position of *puzzle*.

    Args:
        look: Language and colours.
        puzzle: What is asked.
        parts: The answers given so far, one for each part answered.
        chosen: Cards chosen but not handed in yet.
        answered: Whether every part is answered, so that the solution may be seen.
    """
    assert isinstance(puzzle, WhoWins)
    return trick_picture(
        look,
        puzzle.variant,
        puzzle.table,
        puzzle.trick,
        ruling=puzzle.ruling if answered else None,
        chosen=Seat(parts[0]) if parts else None,
        pick=not answered and not parts,
    )


def choice_label(say: Texts, puzzle: Puzzle, part: Part, choice: Choice) -> str:
    """Name a choice as a button does; a seat comes with the card it played."""
    if isinstance(choice.value, Seat) and isinstance(puzzle, WhoWins):
        cards = tuple(p.card for p in puzzle.trick.plays if p.seat == choice.value)
        return say("ask.seat-card", seat=choice.value, cards=cards)
    return say.name(choice.value)
