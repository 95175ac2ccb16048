"""``calypso puzzles``: sets of puzzles as text, spreadsheet, quiz or cards."""

import argparse
import sys
from difflib import get_close_matches
from pathlib import Path
from random import Random, SystemRandom
from time import monotonic

from engine.rulebooks import rulebook
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generate import RULES_OF
from puzzles.kinds import KINDS
from puzzles.sets import MOST, Order, make_set
from tutor.commands import Commands, ask_game, watched
from tutor.export.formats import BINARY, FORMATS
from tutor.words.texts import LANGUAGES

_BOTH = "all"
"""Every language, one after the other, as the option names it."""

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


def add(commands: Commands) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "puzzles",
        help="make a set of puzzles as a file",
        description="Make a set of Calypso puzzles. The same options and seed give the same set.",
        epilog=_EXAMPLES.format(rules=_rules()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _describe(parser)
    parser.set_defaults(run=lambda asked: _run(asked, parser))


def _run(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if asked.output is None and asked.format in BINARY and sys.stdout.isatty():
        parser.error(f"the format {asked.format} can't be printed: name a file with --output")
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
        languages = tuple(LANGUAGES) if asked.language == _BOTH else (asked.language,)
        _write(FORMATS[asked.format](puzzles, languages), asked.output)
    except (ValueError, OSError) as error:
        parser.exit(2, f"{parser.prog}: error: {error}\n")
    if asked.seed is None:
        sys.stderr.write(f"made with --seed {seed}\n")
    return 0


def _write(data: bytes, output: Path | None) -> None:
    if output:
        output.write_bytes(data)
    else:
        sys.stdout.buffer.write(data)


def _describe(parser: argparse.ArgumentParser) -> None:
    ask_game(parser)
    add = parser.add_argument
    add(
        "--kind",
        action="append",
        default=[],
        choices=list(KINDS),
        metavar="KIND",
        help=f"{', '.join(KINDS)}; give several to mix them (default: all that apply)",
    )
    add(
        "--rule",
        action="append",
        default=[],
        type=_rule,
        help="rule to ask about, listed below; several take turns (default: all that apply)",
    )
    add("--count", type=int, default=10, help=f"how many puzzles, at most {MOST:,} (default: 10)")
    add("--seed", type=int, help="seed for the random choices (default: a random one, printed)")
    add(
        "--format",
        default="text",
        type=_format,
        help=f"one of {', '.join(FORMATS)} (default: text)",
    )
    add(
        "--language",
        default="en",
        choices=[*LANGUAGES, _BOTH],
        help="language of the text (default: en)",
    )
    add("--output", type=Path, metavar="FILE", help="file to write (default: standard output)")


def _format(name: str) -> str:
    if name not in FORMATS:
        raise argparse.ArgumentTypeError(
            f"no format {name!r} (expected one of {', '.join(FORMATS)})"
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
