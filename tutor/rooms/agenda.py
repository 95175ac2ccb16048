"""What a room asks: a lesson's questions, a set of puzzle lines, or ever new ones on a rule."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from urllib.parse import parse_qs, urlsplit

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.variants import Variant
from puzzles.generate import generate, rules_of
from puzzles.mixed import canonical, mixed
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from tutor.learning.choose import kinds_for
from tutor.lessons.loading import Ask, Drill, Lesson, Say, Words
from tutor.rooms.refusal import RoomRefusal
from tutor.rooms.room import MOST_QUESTIONS, Question

LONGEST_TEXT = 100_000
"""Characters of a set; a hundred of the longest honest lines have fewer."""

_TRIES = 60


@dataclass(frozen=True, slots=True)
class DraftQuestion:
    """A question to be asked: the puzzle's line, and the rule it is about.

    ``words`` are what a lesson says before it, as pairs of a language and a text.
    """

    line: str
    rule: Rule
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LineProblem:
    """A line of a set that is no puzzle: its number in the text, and what is wrong with it."""

    number: int
    message: str


def of_lesson(lesson: Lesson, rulebook: Rulebook, rng: Random) -> tuple[DraftQuestion, ...]:
    """Return the questions of a lesson in its order; what it drills is drawn anew.

    Each has the words that lead to it: its own, and what the lesson says right before. Words
    about a picture that a room does not show are left out. A lesson that asks nothing gives none.
    """
    found: list[DraftQuestion] = []
    said: list[Words] = []
    for step in lesson.steps:
        if isinstance(step, Say):
            said.append(step.words)
        elif isinstance(step, Ask):
            own = [step.words] if step.words else []
            asked = replace(_draft(step.puzzle(rulebook)), words=_joined(lesson, [*said, *own]))
            found.append(asked)
            said = []
        elif isinstance(step, Drill):
            tables = step.variant.tables(rulebook)
            drawn = mixed((step.kind,), (step.rule,), step.variant, tables, rng)
            found += (
                DraftQuestion(print_puzzle(one.puzzle), one.aim)
                for one in islice(drawn, step.count)
            )
            if said:
                first = len(found) - step.count
                found[first] = replace(found[first], words=_joined(lesson, said))
            said = []
    return tuple(found[:MOST_QUESTIONS])


def _joined(lesson: Lesson, said: Sequence[Words]) -> tuple[tuple[str, str], ...]:
    """Put what is said together, in every language that the whole lesson has."""
    if not said:
        return ()
    return tuple((one, "\n".join(words[one] for words in said)) for one in lesson.languages)


def of_rule(
    rule: Rule, variant: Variant, rulebook: Rulebook, count: int, rng: Random
) -> tuple[DraftQuestion, ...]:
    """Draw *count* questions about a rule.

    Raises:
        RoomRefusal: No question is about it in this form of the game (``no-question``).
    """
    kinds = kinds_for(rule, variant, rulebook)
    if not kinds:
        raise RoomRefusal("no-question", f"no question is about {rule} in {variant.id}")
    found: list[Puzzle] = []
    for _ in range(count):
        found.append(_another(kinds[0], rule, variant, rulebook, found, rng))
    return tuple(DraftQuestion(print_puzzle(puzzle), rule) for puzzle in found)


def of_lines(text: str) -> tuple[tuple[DraftQuestion, ...], tuple[LineProblem, ...]]:
    """Read a set: one puzzle line, or the link of one, in every line of *text*.

    Empty lines, and those that begin with ``#``, are passed over.

    Returns:
        The questions that could be read, and what is wrong with the other lines.

    Raises:
        RoomRefusal: The text is too long, or has too many lines (``too-many-questions``).
    """
    if len(text) > LONGEST_TEXT:
        raise RoomRefusal("too-many-questions", f"a set has at most {LONGEST_TEXT} characters")
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if len(lines) > MOST_QUESTIONS:
        raise RoomRefusal("too-many-questions", f"a set has at most {MOST_QUESTIONS} puzzles")
    drafts, problems = [], []
    for number, line in lines:
        try:
            drafts.append(_draft(parse_puzzle(line_of(line))))
        except ValueError as error:
            problems.append(LineProblem(number, str(error)[:300]))
    return tuple(drafts), tuple(problems)


def fresh(question: Question, asked: Sequence[Question], rng: Random) -> DraftQuestion:
    """Draw another question on the rule of *question*, unlike all those asked.

    It is of the same kind, if that kind can be aimed at the rule.

    Raises:
        RoomRefusal: No question can be drawn on this rule (``no-fresh``).
    """
    puzzle, rule = question.puzzle, question.rule
    variant, rulebook = puzzle.variant, puzzle.table.rulebook
    kinds = kinds_for(rule, variant, rulebook)
    kind = puzzle.kind
    if rule not in rules_of(kind, variant, rulebook):
        if not kinds:
            raise RoomRefusal("no-fresh", f"no question can be drawn about {rule}")
        kind = kinds[0]
    seen = [one.puzzle for one in asked]
    return DraftQuestion(print_puzzle(_another(kind, rule, variant, rulebook, seen, rng)), rule)


def _another(
    kind: str,
    rule: Rule,
    variant: Variant,
    rulebook: Rulebook,
    asked: Sequence[Puzzle],
    rng: Random,
) -> Puzzle:
    """Draw a puzzle unlike those asked; where there are no more, one that was asked before."""
    tables = variant.tables(rulebook)
    seen = {canonical(puzzle) for puzzle in asked}
    puzzle = None
    for _ in range(_TRIES):
        puzzle = generate(kind, rule, variant, rng.choice(tables), rng)
        if canonical(puzzle) not in seen:
            break
    assert puzzle
    return puzzle


def _draft(puzzle: Puzzle) -> DraftQuestion:
    return DraftQuestion(print_puzzle(puzzle), puzzle.rule)


def line_of(text: str) -> str:
    """Take the puzzle line out of a link; what is no link is a line."""
    if "puzzle=" not in text:
        return text
    found = parse_qs(urlsplit(text).query).get("puzzle")
    return found[0] if found else text
