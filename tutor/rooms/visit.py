"""What the store says about a room, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tutor.rooms.answers import Given, Member
from tutor.rooms.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A room as one browser finds it.

    ``version`` counts what the teacher did. ``member`` is who this browser is there, ``answers``
    what it answered, by question. ``teaches`` says that it controls the room, and only then
    is there a ``key``, which stands in the link that learners join by.
    """

    room: Room
    version: int
    member: Member | None
    answers: Mapping[int, str] = field(default_factory=dict)
    teaches: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class Pulse:
    """What changes in a room, as numbers: what the teacher did, who is in, who has answered."""

    version: int
    members: int
    answers: int


@dataclass(frozen=True, slots=True)
class Crowd:
    """Everybody who is or was in a room, and all they answered; for the teacher alone."""

    members: tuple[Member, ...]
    given: tuple[Given, ...]

    @property
    def present(self) -> tuple[Member, ...]:
        """Those who were not removed."""
        return tuple(member for member in self.members if not member.removed)
