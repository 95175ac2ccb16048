"""How a question of a room is drawn: nobody in a hall sits at the table that is shown."""

from dataclasses import replace

from engine.table import Seat
from puzzles.kinds.rulebooks_differ import RulebooksDiffer
from puzzles.kinds.who_wins import WhoWins
from puzzles.puzzle import Puzzle
from tutor.drawing import Look, trick_picture
from tutor.drawing.puzzles import Illustration, Stage, illustrate


def seen(look: Look, puzzle: Puzzle, stage: Stage) -> Illustration:
    """Draw *puzzle* for everybody in the room.

    A trick that is only to be judged belongs to nobody there, so that no seat is called the
    learner's own. Where a hand is shown, it is the one the question asks about.
    """
    if not isinstance(puzzle, WhoWins | RulebooksDiffer):
        return illustrate(look, puzzle, replace(stage, you=None))
    at = 0 if isinstance(puzzle, WhoWins) else len(stage.parts) - 1
    chosen = Seat(stage.parts[at]) if stage.parts else None
    if stage.answered and isinstance(puzzle, RulebooksDiffer):
        chosen = None
    picture = trick_picture(
        look,
        puzzle.variant,
        puzzle.table,
        puzzle.trick,
        ruling=puzzle.ruling if stage.answered else None,
        chosen=chosen,
        pick=not stage.answered and len(stage.parts) < len(puzzle.parts),
    )
    return Illustration(picture.unannounced)
