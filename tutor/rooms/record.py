"""A room as data that a database can hold, and back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine.rules import Rule
from tutor.rooms.room import Question, QuestionStage, Room, RoomOptions
from tutor.rooms.slides import read_slide, write_slide


def write(room: Room) -> dict[str, Any]:
    """Return the room as plain data for JSON."""
    return {
        "version": 1,
        "code": room.code,
        "clock": room.options.clock,
        "points": room.options.points,
        "at": room.at,
        "turned": room.turned,
        "closing": [write_slide(slide) for slide in room.closing],
        "opened": room.opened.isoformat(),
        "touched": room.touched.isoformat(),
        "ended": _when(room.ended),
        "names": room.names_kept,
        "shut": room.shut,
        "questions": [_question(question) for question in room.questions],
    }


def read(data: Mapping[str, Any]) -> Room:
    """Return back what `write` has written."""
    return Room(
        code=data["code"],
        options=RoomOptions(clock=data["clock"], points=data["points"]),
        questions=tuple(map(_read_question, data["questions"])),
        opened=datetime.fromisoformat(data["opened"]),
        touched=datetime.fromisoformat(data["touched"]),
        at=data["at"],
        turned=data.get("turned", 0),  # rooms once had no slides
        closing=tuple(map(read_slide, data.get("closing", ()))),
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
        "words": dict(question.words),
        "slides": [write_slide(slide) for slide in question.slides],
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
        words=tuple(data.get("words", {}).items()),  # rooms once asked without a lesson's words
        slides=tuple(map(read_slide, data.get("slides", ()))),
        skipped=data["skipped"],
    )


def _when(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
