"""``calypso pack``: what a teacher takes along for an evening, as one PDF."""

import argparse
import sys
from pathlib import Path

from engine.rulebooks import CULBERTSON, RULEBOOKS, rulebook
from tutor.commands import Commands, command
from tutor.handouts import Links, Paper, pdf
from tutor.handouts.pack import MOST_TABLES, LessonEvening, pack
from tutor.lessons.curriculum import FOLDER, load, load_all
from tutor.lessons.steps import Lesson
from tutor.words.texts import LANGUAGES, Texts

_ABOUT = """\
Binds everything for an evening on one lesson as one PDF: how to join, the rules, the lesson,
puzzles and answers, a deal to lay out, score sheets, markers and cards to hold up.

  calypso pack following-suit --tables 4 --address https://cards.example.org

The lesson is the id of one of the tutor's own, or a file."""


def add(commands: Commands) -> None:
    """Add the command and its options."""
    parser = command(
        commands, "pack", "print all that an evening on a lesson needs as one PDF", _ABOUT
    )
    option = parser.add_argument
    option("lesson", metavar="LESSON", help="the id of a lesson, or its file")
    option("--language", choices=list(LANGUAGES), default="en", help="its words (default: en)")
    option("--paper", choices=[one.value for one in Paper], default=Paper.A4.value)
    option(
        "--rulebook",
        choices=[book.id for book in RULEBOOKS],
        default=CULBERTSON.id,
        help=f"who judges (default: {CULBERTSON.id})",
    )
    option("--tables", type=_some, default=2, help="score sheets and markers (default: 2)")
    option("--cards", type=_some, default=2, help="sheets of cards to hold up (default: 2)")
    option("--seed", type=int, default=1, help="decides the puzzles (default: 1)")
    option("--address", default="", help="where the codes lead (default: no codes)")
    option("--output", type=Path, metavar="FILE", help="the PDF (default: named after the lesson)")
    parser.set_defaults(run=lambda asked: _run(asked, parser))


def _run(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    course = load_all(FOLDER)
    lesson = _lesson(asked.lesson, course, parser)
    book = rulebook(asked.rulebook)
    links = Links(base=asked.address.rstrip("/"), language=asked.language, rulebook=book.id)
    evening = LessonEvening(lesson=lesson, tables=asked.tables, cards=asked.cards)
    made = pack(evening, course, book, Texts(asked.language), links, asked.seed)
    path = asked.output or Path(f"{made.name}.pdf")
    path.write_bytes(pdf(made, Paper(asked.paper)))
    sys.stdout.write(f"{path}\n")
    return 0


def _lesson(named: str, course: tuple[Lesson, ...], parser: argparse.ArgumentParser) -> Lesson:
    own = next((one for one in course if one.id == named), None)
    if own is None and not Path(named).is_file():
        known = ", ".join(one.id for one in course)
        parser.error(f"no lesson {named!r} (want a file, or one of {known})")
    return own or load(Path(named))


def _some(text: str) -> int:
    number = int(text)
    if not 0 <= number <= MOST_TABLES:
        raise argparse.ArgumentTypeError(f"want 0 to {MOST_TABLES}, found {number}")
    return number
