"""Positions as pictures: pure functions from engine values and words to markup."""

from tutor.drawing.calypso import calypso_picture
from tutor.drawing.hand import hand_picture, picker_picture
from tutor.drawing.ladder import judged_picture, ladder_picture
from tutor.drawing.markup import Look, Picture, together
from tutor.drawing.progress import calendar_picture
from tutor.drawing.trick import trick_picture, tricks_picture

__all__ = [
    "Look",
    "Picture",
    "calendar_picture",
    "calypso_picture",
    "hand_picture",
    "judged_picture",
    "ladder_picture",
    "picker_picture",
    "together",
    "trick_picture",
    "tricks_picture",
]
