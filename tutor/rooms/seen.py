"""How a question of a room is drawn: nobody in a hall sits at the table that is shown."""

from dataclasses import replace

from puzzles.puzzle import Puzzle
from puzzles.scenes import Stage
from tutor.drawing import Look
from tutor.drawing.puzzles import Illustration, illustrate


def seen(look: Look, puzzle: Puzzle, stage: Stage) -> Illustration:
    """Draw *puzzle* for everybody in the room.

    A trick that is only to be judged belongs to nobody there, so that no seat is called the
    learner's own. Where a hand is shown, it is the one the question asks about.
    """
    return illustrate(look, puzzle, replace(stage, you=None))
