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
    look: Look,
    table: TableSight | None,
    shelves: Sequence[ShelfSight],
    hand: HandSight | None,
    *,
    wide: bool = False,
) -> Illustration:
    """Draw a position of a lesson: its table, and calypsos beside it.

    A hand is below the table, or on a *wide* screen beside it, too. The calypsos are no part of the
    table, which stays where it is whatever comes to them.
    """
    calypsos = [sighted(look, shelf) for shelf in shelves]
    drawn, beside = ([sighted(look, table)], calypsos) if table else (calypsos, [])
    held = [sighted(look, hand)] if hand else []
    if wide:
        return Illustration(_one(drawn), _one([*beside, *held]) if beside or held else None)
    return Illustration(_one([*drawn, *held]), _one(beside).unannounced if beside else None)


def _one(pictures: Sequence[Picture]) -> Picture:
    return pictures[0] if len(pictures) == 1 else together(*pictures)
