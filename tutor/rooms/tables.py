"""The tables rooms are kept in, and a room as the data that stands in them.

Teachers and learners stand here by digests made for the one room: nobody can be followed from
room to room, or from a room to the progress of the same browser.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from engine.cards import Card
from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.variants import VARIANTS
from tutor.lessons.steps import Setting, Show
from tutor.rooms import Question, QuestionStage, Room, RoomOptions, Slide
from tutor.store.tables import METADATA, NUMBER, Moment

rooms = Table(
    "rooms",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("code", String(6), nullable=False, unique=True),
    Column("key", String(20), nullable=False),
    Column("version", Integer, nullable=False),
    Column("state", JSON, nullable=False),
    Column("touched", Moment, nullable=False, index=True),
    Column("ended", Moment),
    Column("link", String(64)),
    Column("place", Integer),
)
"""A room; ``state`` is what `tutor.rooms.tables` writes.

``version`` counts what the teacher did: by it pages know whether anything has changed, and a
control says what it was pressed at. ``key`` stands in the link that learners join by,
``link`` is the digest of the one by which the teacher's other device controls the room.
``touched`` and ``ended`` are the state's own, for cleaning. ``place`` tells, while the room runs,
which rooms were opened in one network; `tutor.rooms.limits` says how little it holds.
"""

teachers = Table(
    "room_teachers",
    METADATA,
    Column("room", ForeignKey(rooms.c.id, ondelete="CASCADE"), primary_key=True),
    Column("key", String(64), primary_key=True),
)
"""The browsers that control a room, by the digest of their token for this room."""

members = Table(
    "room_members",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("room", ForeignKey(rooms.c.id, ondelete="CASCADE"), nullable=False),
    Column("key", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("joined", Moment, nullable=False),
    Column("removed", Boolean, nullable=False),
    UniqueConstraint("room", "key"),
    UniqueConstraint("room", "number"),
)
"""The learners in a room; the name is empty once names have vanished."""

answers = Table(
    "room_answers",
    METADATA,
    Column("member", ForeignKey(members.c.id, ondelete="CASCADE"), primary_key=True),
    Column("question", Integer, primary_key=True),
    Column("answer", Text, nullable=False),
    Column("at", Moment, nullable=False),
)
"""The answer of a member to a question: one row, so that nothing counts twice."""


def write_room(room: Room) -> dict[str, Any]:
    """Return the room as plain data for JSON."""
    return {
        "version": 1,
        "code": room.code,
        "clock": room.options.clock,
        "points": room.options.points,
        "at": room.at,
        "turned": room.turned,
        "closing": [_slide(slide) for slide in room.closing],
        "opened": room.opened.isoformat(),
        "touched": room.touched.isoformat(),
        "ended": _when(room.ended),
        "names": room.names_kept,
        "shut": room.shut,
        "questions": [_question(question) for question in room.questions],
    }


def read_room(data: Mapping[str, Any]) -> Room:
    """Return the room that `write_room` has written."""
    return Room(
        code=data["code"],
        options=RoomOptions(clock=data["clock"], points=data["points"]),
        questions=tuple(map(_read_question, data["questions"])),
        opened=datetime.fromisoformat(data["opened"]),
        touched=datetime.fromisoformat(data["touched"]),
        at=data["at"],
        turned=data.get("turned", 0),  # rooms once had no slides
        closing=tuple(map(_read_slide, data.get("closing", ()))),
        ended=_time(data["ended"]),
        names_kept=data["names"],
        shut=data.get("shut", False),  # rooms that were open when doors came had none
    )


def _question(question: Question) -> dict[str, Any]:
    return {
        "id": question.id,
        "line": question.line,
        "rule": question.rule.value,
        "stage": question.stage.value,
        "rung": question.rung,
        "first": _when(question.first_opened),
        "opened": _when(question.opened),
        "hands": dict(question.hands),
        "before": dict(question.before),
        "voters": [list(vote) for vote in question.voters],
        "words": dict(question.words),
        "slides": [_slide(slide) for slide in question.slides],
        "skipped": question.skipped,
    }


def _read_question(data: Mapping[str, Any]) -> Question:
    return Question(
        id=data["id"],
        line=data["line"],
        rule=Rule(data["rule"]),
        stage=QuestionStage(data["stage"]),
        rung=data["rung"],
        first_opened=_time(data["first"]),
        opened=_time(data["opened"]),
        hands=tuple(sorted(data["hands"].items())),
        before=tuple(sorted(data.get("before", {}).items())),  # rooms once had no second vote
        voters=tuple((number, answer) for number, answer in data.get("voters", ())),
        words=tuple(data.get("words", {}).items()),  # rooms once asked without a lesson's words
        slides=tuple(map(_read_slide, data.get("slides", ()))),
        skipped=data["skipped"],
    )


def _slide(slide: Slide) -> dict[str, Any]:
    data: dict[str, Any] = {"title": dict(slide.title), "words": dict(slide.words)}
    if show := slide.picture:
        book = show.setting.rulebook
        data["picture"] = {
            "variant": show.setting.variant.id,
            "seating": show.setting.seating,
            "rulebook": book.id if book else None,
            "trick": show.trick,
            "calypsos": show.calypsos,
            "hand": " ".join(map(str, show.hand)),
            "sheet": show.sheet,
            "whole": show.whole,
        }
    if slide.tried:
        data["tried"] = True
    return data


def _read_slide(data: Mapping[str, Any]) -> Slide:
    title, words = tuple(data["title"].items()), tuple(data["words"].items())
    if "picture" not in data:
        return Slide(title=title, words=words)
    found = data["picture"]
    setting = Setting(
        variant=VARIANTS[found["variant"]],
        seating=found["seating"],
        rulebook=next((one for one in RULEBOOKS if one.id == found["rulebook"]), None),
    )
    show = Show(
        setting=setting,
        trick=found["trick"],
        calypsos=found["calypsos"],
        hand=tuple(map(Card.parse, found["hand"].split())),
        sheet=found["sheet"],
        whole=found["whole"],
    )
    return Slide(title=title, words=words, picture=show, tried=data.get("tried", False))


def _when(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
