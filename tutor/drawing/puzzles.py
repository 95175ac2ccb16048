"""Scenes as pictures for the screen, before and after the answer."""

from dataclasses import dataclass

from puzzles.kinds import kind_of
from puzzles.puzzle import Puzzle
from puzzles.scenes import (
    HandSight,
    LadderSight,
    Scene,
    ShelfSight,
    ShelvesSight,
    Sight,
    Stage,
    TableSight,
    TotalsSight,
    TricksSight,
)
from tutor.drawing import (
    Look,
    Picture,
    calypso_picture,
    hand_picture,
    ladder_picture,
    together,
    trick_picture,
    tricks_picture,
)
from tutor.drawing.ending import calypsos_picture, totals_picture


@dataclass(frozen=True, slots=True)
class Illustration:
    """What lies on the table, and what lies beside it: a hand, or the calypsos of a side."""

    table: Picture
    beside: Picture | None = None

    @property
    def whole(self) -> Picture:
        """Both in one picture."""
        return together(self.table, self.beside) if self.beside else self.table


def illustrate(look: Look, puzzle: Puzzle, stage: Stage) -> Illustration:
    """Draw the position of *puzzle* as it looks at this stage of the answer."""
    # A verdict follows, or a question: they say what is new, the pictures need not.
    scene: Scene = kind_of(puzzle).scene(puzzle, stage)
    table, *beside = (sighted(look, sight).unannounced for sight in scene)
    return Illustration(table, together(*beside) if beside else None)


def sighted(look: Look, sight: Sight) -> Picture:
    """Draw one of the things to be seen."""
    match sight:
        case TableSight():
            return trick_picture(look, sight)
        case HandSight():
            return hand_picture(look, sight)
        case ShelfSight():
            return calypso_picture(look, sight)
        case ShelvesSight():
            return calypsos_picture(look, sight)
        case TricksSight():
            return tricks_picture(look, sight)
        case LadderSight():
            return ladder_picture(look, sight)
        case TotalsSight():
            return totals_picture(look, sight)
