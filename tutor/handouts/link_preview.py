"""What a link leads to, told before anybody opens it: title, description, and a trick to draw.

Messengers and search engines read a page's head and run no script; what they are shown is worked
out from the address alone. Whatever an address says that is not so, is passed over.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date

from engine.rulebooks import CULBERTSON, Rulebook, rulebook_of
from engine.variants import VARIANTS, Variant
from puzzles.daily import daily
from puzzles.notation import parse_puzzle
from puzzles.puzzle import LONGEST, Puzzle
from tutor.assignments import read as read_set
from tutor.handouts import Block, Points
from tutor.handouts.exercise_sheets import pictured
from tutor.handouts.positions import drawable, position
from tutor.lessons.steps import Lesson
from tutor.words.texts import LANGUAGES, Texts, entries, spoken

SAMPLE = "1 who-wins partnership culbertson N=H E=D S=S W=C : W H4 HQ D2 H9"
"""The trick on the picture of pages that have none: East has ruffed."""

Lessons = Callable[[str], Lesson | None]
"""Finds a lesson by its id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """What is told of a link; every word is plain text, some of it anybody's."""

    language: str
    title: str
    description: str
    drawing: tuple[Block, ...]
    """What is drawn on the picture: a trick with its table, a hand, calypsos, or points made."""

    @property
    def seen(self) -> str:
        """What the picture shows, in words."""
        told = (
            item
            for block in self.drawing
            for item in getattr(block, "items", None) or (getattr(block, "description", ""),)
        )
        return Texts(self.language)("picture.between").join(told)


def linked(page: str, query: Mapping[str, str], wanted: str, lessons: Lessons) -> Linked:
    """Return what an address leads to; *page* is its last part, such as ``drill``.

    The language is that of the address, else of those a browser has *wanted*.
    """
    say = Texts(_language(query, wanted))
    known = _rulebook(query), VARIANTS.get(query.get("form", ""), VARIANTS["partnership"])
    with suppress(ValueError, LookupError):
        if preview := _found(page, query, known, say, lessons):
            return preview
    named = f"page.{page}.title"
    title = say(named) if page != "home" and named in entries() else say("linked.home")
    return _of(say, title, say("linked.home.about"))


def _found(
    page: str,
    query: Mapping[str, str],
    known: tuple[Rulebook, Variant],
    say: Texts,
    lessons: Lessons,
) -> Linked | None:
    rulebook, variant = known
    match page:
        case "drill" if "puzzle" in query:
            puzzle = parse_puzzle(query["puzzle"][:LONGEST])
            return _of(say, _question(puzzle, say), say("linked.puzzle.about"), puzzle)
        case "drill" if "day" in query:
            if query["day"] == "today":  # which day that is, the reader's clock says
                return _of(say, say("home.daily"), say("linked.home.about"))
            day = date.fromisoformat(query["day"])
            puzzle = daily(day, variant, rulebook).puzzle
            return _of(say, say("linked.daily", day=day), _question(puzzle, say), puzzle)
        case "learn" if "lesson" in query:
            if lesson := lessons(query["lesson"]):
                return _of_lesson(lesson, query.get("step", "1"), rulebook, say)
        case "assignment" if "set" in query:
            homework = read_set(query["set"])
            first = homework.read[0] if homework.read else None
            told = homework.note or say(
                "linked.set.about", count=len(homework.puzzles) + len(homework.lessons)
            )
            whole = _of(say, say("linked.set"), told, first)
            lesson = next(filter(None, map(lessons, homework.lessons)), None)
            if lesson and first is None:
                return replace(whole, drawing=_of_lesson(lesson, "1", rulebook, say).drawing)
            return whole
        case "referee" if "trick" in query:
            laid = query.get("game", ""), rulebook.id, query.get("table", "")
            puzzle = parse_puzzle(f"1 who-wins {' '.join(laid)} : {query['trick']}")
            return _of(say, say("page.referee.title"), _question(puzzle, say), puzzle)
        case "room" if "room" in query:
            code = "".join(filter(str.isalnum, query["room"][:12])).upper()
            return _of(say, say("linked.room", code=code), say("linked.room.about"))
    return None


def _of(say: Texts, title: str, description: str, puzzle: Puzzle | None = None) -> Linked:
    blocks = position(puzzle or parse_puzzle(SAMPLE), say)
    drawing = drawable(blocks) or tuple(block for block in blocks if isinstance(block, Points))
    return Linked(language=say.language, title=title, description=description, drawing=drawing)


def _of_lesson(lesson: Lesson, step: str, rulebook: Rulebook, say: Texts) -> Linked:
    """Return a lesson with the position of the step, or of the first that has one after it."""
    number = int(step) if step.isascii() and step.isdigit() and len(step) < 4 else 1
    steps = (*lesson.steps[max(number, 1) - 1 :], *lesson.steps)
    preview = _of(say, lesson.title[say.language], say("linked.lesson.about"))
    drawn = next(filter(None, (pictured(step, rulebook, say) for step in steps)), preview.drawing)
    return replace(preview, drawing=drawn)


def _question(puzzle: Puzzle, say: Texts) -> str:
    part = puzzle.parts[0]
    return say(f"part.{part.key}", **part.facts)


def _language(query: Mapping[str, str], wanted: str) -> str:
    asked = query.get("lang", "")
    browser = (language.partition(";")[0] for language in wanted.split(","))
    return asked if asked in LANGUAGES else spoken(browser)


def _rulebook(query: Mapping[str, str]) -> Rulebook:
    with suppress(ValueError):
        return rulebook_of(query.get("rulebook", ""))
    return CULBERTSON
