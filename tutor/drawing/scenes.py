"""Scenes as pictures for the screen: of a puzzle before and after its answer, of a lesson."""

from collections.abc import Sequence
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
from tutor.drawing.calypso import calypso_picture, calypsos_picture
from tutor.drawing.hand import hand_picture
from tutor.drawing.ladder import ladder_picture
from tutor.drawing.markup import Look, Picture, together
from tutor.drawing.score import totals_picture
from tutor.drawing.trick import trick_picture, tricks_picture


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


def position(
    look: Look, table: TableSight | None, shelves: Sequence[ShelfSight], hand: HandSight | None
) -> Illustration:
    """Draw a position of a lesson: its table with a hand below it, and calypsos beside it.

    The calypsos are no part of the table, which stays where it is whatever comes to them.
    """
    beside = [sighted(look, shelf) for shelf in shelves]
    drawn = [sighted(look, table)] if table else beside
    held = [sighted(look, hand)] if hand else []
    return Illustration(
        _one([*drawn, *held]), _one(beside).unannounced if table and beside else None
    )


def apart(
    look: Look, table: TableSight | None, shelves: Sequence[ShelfSight], hand: HandSight | None
) -> Illustration:
    """Draw all of it for a wide screen: the table, and beside it calypsos and hand alike."""
    calypsos = [sighted(look, shelf) for shelf in shelves]
    held = [sighted(look, hand)] if hand else []
    beside = [*(calypsos if table else ()), *held]
    drawn = [sighted(look, table)] if table else calypsos
    return Illustration(_one(drawn), _one(beside) if beside else None)


def _one(pictures: Sequence[Picture]) -> Picture:
    return pictures[0] if len(pictures) == 1 else together(*pictures)
