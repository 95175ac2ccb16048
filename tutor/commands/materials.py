"""``calypso puzzles``, ``pack`` and ``match``: puzzles, an evening's sheets, and games to order."""

import argparse
import sys
from functools import partial
from math import isnan
from pathlib import Path
from random import Random, SystemRandom
from time import monotonic

from engine.players import Level
from engine.players.contest import PLAYERS, Contest, Result, meetings, summed_up
from engine.rulebooks import CULBERTSON, RULEBOOKS, rulebook_of
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generator import RULES_OF
from puzzles.kinds import KINDS
from puzzles.sets import MOST, Order, make_set
from tutor.commands import (
    Commands,
    ask_game,
    command,
    file_error,
    rule,
    watched,
    whole_number,
)
from tutor.export.formats import BINARY, FORMATS
from tutor.handouts import Links
from tutor.handouts.pack import MOST_TABLES, LessonEvening, pack
from tutor.handouts.press import Paper, pdf
from tutor.lessons import FOLDER, load, load_all
from tutor.lessons.steps import Lesson
from tutor.lessons.yaml_lines import LessonError
from tutor.serving.gate import is_address
from tutor.words.texts import LANGUAGES, Texts


def add(commands: Commands) -> None:
    """Add the three commands and their options."""
    _add_puzzles(commands)
    _add_pack(commands)
    _add_match(commands)


_EVERY = "all"
"""Every language, one after the other, as the option names it."""

_PUZZLES = "Makes a set of Calypso puzzles. The same options and seed give the same set."

_EXAMPLES = """\
examples:
  a printed sheet of twelve tricks, with its answers:
    calypso puzzles --rulebook culbertson --kind who-wins --count 12

  fifty over-ruffs as Anki cards, the same fifty every time:
    calypso puzzles --rulebook akagiri --rule trick.highest-ruff-wins \\
        --count 50 --seed 7 --language all --format anki --output ruffs.apkg

  a Moodle quiz on Calypso for Two:
    calypso puzzles --rulebook culbertson --variant two --format gift --output two.gift

rules, and the kinds of question that can ask about them:
{rules}

Exit code: 0 on success, 2 on error.
"""


def _add_puzzles(commands: Commands) -> None:
    parser = command(commands, "puzzles", "make a set of puzzles as a file", _PUZZLES, _make)
    parser.epilog = _EXAMPLES.format(rules=_rules())
    _describe(parser)


def _make(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if asked.output is None and asked.format in BINARY and sys.stdout.isatty():
        parser.error(f"the format {asked.format} can't be printed: name a file with --output")
    try:
        order = Order(
            kinds=tuple(dict.fromkeys(asked.kind)),
            rules=tuple(dict.fromkeys(asked.rule)),
            variant=VARIANTS[asked.variant],
            rulebook=rulebook_of(asked.rulebook),
            count=asked.count,
        )
        # A seed chosen here is told, so that the set can be made again.
        seed = SystemRandom().randrange(1_000_000) if asked.seed is None else asked.seed
        puzzles = watched(make_set(order, Random(seed)), order.count, sys.stderr, monotonic)
        languages = tuple(LANGUAGES) if asked.language == _EVERY else (asked.language,)
        content = FORMATS[asked.format](puzzles, languages)
        if asked.output:
            asked.output.write_bytes(content)
        else:
            sys.stdout.buffer.write(content)
    except ValueError as error:
        parser.exit(2, f"{parser.prog}: error: {error}\n")
    except BrokenPipeError:  # whoever read what is printed has left: no fault, see `main`
        raise
    except OSError as error:
        parser.exit(2, f"{parser.prog}: error: {file_error(error, asked.output)}\n")
    if asked.seed is None:
        sys.stderr.write(f"made with --seed {seed}\n")
    return 0


def _describe(parser: argparse.ArgumentParser) -> None:
    ask_game(parser)
    add = parser.add_argument
    add(
        "--kind",
        action="append",
        default=[],
        choices=list(KINDS),
        metavar="KIND",
        help=f"{', '.join(KINDS)}; to mix several, write --kind again for each "
        "(default: all that apply)",
    )
    add(
        "--rule",
        action="append",
        default=[],
        type=partial(rule, offered=[each for rules in RULES_OF.values() for each in rules]),
        help="rule to ask about, listed below; several take turns (default: all that apply)",
    )
    add("--count", type=int, default=10, help=f"how many puzzles, at most {MOST:,} (default: 10)")
    add("--seed", type=int, help="seed for the random choices (default: a random one, printed)")
    add(
        "--format",
        default="text",
        choices=list(FORMATS),
        metavar="FORMAT",
        help=f"one of {', '.join(FORMATS)} (default: text)",
    )
    languages = [*LANGUAGES, _EVERY]
    add("--language", default="en", choices=languages, help="language of the text (default: en)")
    add("--output", type=Path, metavar="FILE", help="file to write (default: standard output)")


def _rules() -> str:
    kinds: dict[Rule, list[str]] = {}
    for kind, rules in RULES_OF.items():
        for each in rules:
            kinds.setdefault(each, []).append(kind)
    return "\n".join(f"  {each:<31} {', '.join(kinds[each])}" for each in Rule if each in kinds)


_PACK = """\
Binds everything for an evening on one lesson as one PDF: how to join, the rules, the lesson,
puzzles and answers, a deal to lay out, score sheets, markers and cards to hold up.

  calypso pack following-suit --tables 4 --address https://cards.example.org

The lesson is the id of one of the tutor's own, or a file."""


def _add_pack(commands: Commands) -> None:
    what = "print all that an evening on a lesson needs as one PDF"
    option = command(commands, "pack", what, _PACK, _bind).add_argument
    option("lesson", metavar="LESSON", help="the id of a lesson, or its file")
    option("--language", choices=list(LANGUAGES), default="en", help="language (default: en)")
    option(
        "--paper",
        choices=[paper.value for paper in Paper],
        default=Paper.A4.value,
        help="size of the paper (default: %(default)s)",
    )
    option(
        "--rulebook",
        choices=[rulebook.id for rulebook in RULEBOOKS],
        default=CULBERTSON.id,
        help=f"which rulebook to follow (default: {CULBERTSON.id})",
    )
    some = whole_number(0, MOST_TABLES, f"0 to {MOST_TABLES}")
    tables = whole_number(1, MOST_TABLES, f"1 to {MOST_TABLES}")
    option("--tables", type=tables, default=2, help="for how many tables (default: 2)")
    option("--cards", type=some, default=2, help="sheets of cards to hold up (default: 2)")
    option("--seed", type=int, default=1, help="decides the puzzles (default: 1)")
    option("--address", type=_address, default="", help="where the codes lead (default: no codes)")
    option("--output", type=Path, metavar="FILE", help="the PDF (default: named after the lesson)")


def _bind(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    course = load_all(FOLDER)
    lesson = _lesson(asked.lesson, course, parser)
    rulebook = rulebook_of(asked.rulebook)
    links = Links(base=asked.address.rstrip("/"), language=asked.language, rulebook=rulebook.id)
    evening = LessonEvening(lesson=lesson, tables=asked.tables, cards=asked.cards)
    made = pack(evening, course, rulebook, Texts(asked.language), links, asked.seed)
    path = asked.output or Path(f"{made.name}.pdf")
    try:
        path.write_bytes(pdf(made, Paper(asked.paper)))
    except OSError as error:
        parser.exit(2, f"{parser.prog}: {file_error(error, path)}\n")
    sys.stdout.write(f"{path}\n")
    return 0


def _lesson(named: str, course: tuple[Lesson, ...], parser: argparse.ArgumentParser) -> Lesson:
    own = next((lesson for lesson in course if lesson.id == named), None)
    if own is None and not Path(named).is_file():
        known = ", ".join(lesson.id for lesson in course)
        parser.error(f"no lesson {named!r} (want a file, or one of {known})")
    try:
        return own or load(Path(named))
    except LessonError as error:
        first, *_ = str(error).splitlines()
        parser.exit(2, f"{parser.prog}: {first}\n")
    except OSError as error:
        parser.exit(2, f"{parser.prog}: {file_error(error, Path(named))}\n")


def _address(text: str) -> str:
    if text and not is_address(text):
        raise argparse.ArgumentTypeError(
            f"want http:// or https:// and a name, without spaces or '?', found {text!r}"
        )
    return text


_MOST_PACKS = 1_000_000
"""Packs of a match."""

_MATCH = """\
Plays two practice players against each other with the same packs, each pack once in every
seating: partnerships swap sides, and where three play for themselves, one takes on two and
two take on one, all round the table. The seed decides the shuffles and any random choices:
the same command prints the same figures.

  calypso match --rulebook culbertson --sides expert club --games 50"""


def _add_match(commands: Commands) -> None:
    what = "play two practice players against each other with the same deals"
    parser = command(commands, "match", what, _MATCH, _match)
    ask_game(parser)
    parser.add_argument(
        "--sides",
        nargs=2,
        default=[Level.EXPERT, Level.CLUB],
        choices=list(PLAYERS),
        metavar=("FIRST", "SECOND"),
        help=f"two of {', '.join(PLAYERS)} (default: expert club)",
    )
    parser.add_argument(
        "--games",
        type=whole_number(1, _MOST_PACKS, f"1 to {_MOST_PACKS:,} packs"),
        default=20,
        help="how many packs, each played in every seating (default: 20)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed for the shuffles and random choices (default: 1)"
    )


def _match(asked: argparse.Namespace, _: argparse.ArgumentParser) -> int:
    first, second = asked.sides
    sides, rulebook = (PLAYERS[first], PLAYERS[second]), rulebook_of(asked.rulebook)
    contest = Contest(VARIANTS[asked.variant], rulebook, sides, asked.seed)
    met = list(watched(meetings(contest, asked.games), asked.games, sys.stderr, monotonic))
    result = summed_up(contest, met)
    title = f"{asked.variant} under {asked.rulebook}, seed {asked.seed}"
    sys.stdout.write(_told(result, (first, second), title))
    return 0


def _told(result: Result, names: tuple[str, str], title: str) -> str:
    first, second, drawn = result.games
    error = "unknown (one pack)" if isnan(result.error) else f"{result.error:.1f}"
    packs = f"{result.packs:,} pack{'' if result.packs == 1 else 's'}"
    return (
        f"{title}: {packs}, each in {result.seatings} seatings\n"
        f"points per deal: {names[0]} {result.points:+.1f} over {names[1]}, "
        f"standard error {error}\n"
        f"games: {names[0]} {first:,}, {names[1]} {second:,}, drawn {drawn:,}\n"
    )
