"""Why a room does not do what it was asked to do."""

REFUSALS = (
    "no-room",
    "over",
    "not-teacher",
    "not-now",
    "no-fresh",
    "too-many-questions",
    "no-question",
    "name-empty",
    "name-long",
    "full",
    "shut",
    "not-member",
    "late",
    "closed",
    "no-answer",
    "too-many-guesses",
    "busy",
    "too-many-rooms",
)
"""Every key; the words learners and teachers read are ``room.refused.<key>``."""


class RoomRefusal(Exception):
    """A room refuses; it is as it was. ``key`` is one of `REFUSALS`."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key
