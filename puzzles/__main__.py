"""The command ``python -m puzzles``: sets of puzzles as text, spreadsheet, quiz or cards.

Puzzles know no words and no pictures. What turns a set into a file is found by name
among the installed entry points of the group `FORMATS`, where the tutor lists its own;
only the format ``lines`` is at home here.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from random import Random, SystemRandom
from time import monotonic

from engine.players.progress_bar import watched
from engine.rulebooks import RULEBOOKS, rulebook
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generate import RULES_OF
from puzzles.kinds import KINDS
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.sets import MOST, Order, make_set

FORMATS = "calypso.formats"
"""The group of entry points that render puzzles."""

Render = Callable[[Iterable[Puzzle], Sequence[str]], bytes]
"""From puzzles and the codes of languages to the content of a file."""

LANGUAGES = {"en": ("en",), "ja": ("ja",), "both": ("en", "ja")}
_BINARY = frozenset({"anki"})

_EXAMPLES = """\
examples:
  a printed sheet of twelve tricks, with its answers:
    python -m puzzles --rulebook culbertson --kind who-wins --count 12

  fifty over-ruffs as Anki cards, the same fifty every time:
    python -m puzzles --rulebook akagiri --rule trick.highest-ruff-wins \\
        --count 50 --seed 7 --language both --format anki --output ruffs.apkg

  a Moodle quiz on Calypso for Two:
    python -m puzzles --rulebook culbertson --variant two --format gift --output two.gift

rules, and the kinds of question that can ask about them:
{rules}

Exit code: 0 the set was made, 2 it cannot be, and why is said.
"""


def lines(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:  # noqa: ARG001
    """Write one puzzle a line, as links and the tutor read it; it needs no words."""
    return "".join(f"{print_puzzle(puzzle)}\n" for puzzle in puzzles).encode()


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the set that the command line orders and write it.

    Returns:
        The exit code: 0. Whatever prevents the set ends the program with 2.
    """
    found = {point.name: point for point in entry_points(group=FORMATS)}
    parser = _parser(found)
    asked = parser.parse_args(arguments)
    if asked.output is None and asked.format in _BINARY and sys.stdout.isatty():
        parser.error(f"the format {asked.format} is not for reading: name a file with --output")
    try:
        order = Order(
            kinds=tuple(dict.fromkeys(asked.kind)),
            rules=tuple(dict.fromkeys(asked.rule)),
            variant=VARIANTS[asked.variant],
            rulebook=rulebook(asked.rulebook),
            count=asked.count,
        )
        # A seed chosen here is told, so that the set can be made again.
        seed = SystemRandom().randrange(1_000_000) if asked.seed is None else asked.seed
        puzzles = watched(make_set(order, Random(seed)), order.count, sys.stderr, monotonic)
        render: Render = lines if asked.format == "lines" else found[asked.format].load()
        data = render(puzzles, LANGUAGES[asked.language])
        _write(data, asked.output)
    except (ValueError, OSError) as error:
        parser.exit(2, f"{parser.prog}: error: {error}\n")
    if asked.seed is None:
        sys.stderr.write(f"made with --seed {seed}\n")
    return 0


def _write(data: bytes, output: Path | None) -> None:
    """Write to the file, or to standard output; a reader who leaves early is no error."""
    if output:
        output.write_bytes(data)
        return
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:
        # Or Python would complain once more when it closes the stream.
        sys.stdout = None


def _parser(found: dict[str, EntryPoint]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m puzzles",
        description="Make a set of Calypso puzzles. The same order and seed make the same set.",
        epilog=_EXAMPLES.format(rules=_rules()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "--rulebook",
        required=True,
        choices=[book.id for book in RULEBOOKS],
        help="who is right where the sources differ",
    )
    add("--variant", default="partnership", choices=list(VARIANTS), help="form (partnership)")
    add(
        "--kind",
        action="append",
        default=[],
        choices=list(KINDS),
        metavar="KIND",
        help=f"{', '.join(KINDS)}; several are mixed (all that fit)",
    )
    add(
        "--rule",
        action="append",
        default=[],
        type=_rule,
        help="rule to ask about, see below; several come in turn (all that fit)",
    )
    add("--count", type=int, default=10, help=f"how many puzzles, at most {MOST:,} (10)")
    add("--seed", type=int, help="whole number that decides what is drawn (drawn, and told)")
    formats = ["lines", *sorted(found)]
    add(
        "--format",
        default="text" if "text" in found else "lines",
        type=lambda name: _format(name, formats),
        help=f"one of {', '.join(formats)} (text)",
    )
    add("--language", default="en", choices=list(LANGUAGES), help="of the words (en)")
    add("--output", type=Path, metavar="FILE", help="where to write (standard output)")
    return parser


def _format(name: str, known: Sequence[str]) -> str:
    if name not in known:
        raise argparse.ArgumentTypeError(
            f"no format {name!r} (want one of {', '.join(known)}; the tutor brings more "
            "than 'lines' once it is installed: make app, or pip install -e .)"
        )
    return name


def _rule(name: str) -> Rule:
    askable = [rule for rules in RULES_OF.values() for rule in rules]
    if name in list(Rule):
        return Rule(name)
    close = get_close_matches(name, askable, n=1)
    hint = f"did you mean '{close[0]}'?" if close else "--help lists them"
    raise argparse.ArgumentTypeError(f"no rule {name!r} ({hint})")


def _rules() -> str:
    kinds: dict[Rule, list[str]] = {}
    for kind, rules in RULES_OF.items():
        for rule in rules:
            kinds.setdefault(rule, []).append(kind)
    return "\n".join(f"  {rule:<31} {', '.join(kinds[rule])}" for rule in Rule if rule in kinds)


if __name__ == "__main__":
    sys.exit(main())
