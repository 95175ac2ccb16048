"""What a room asks: a lesson's questions, a set of puzzle lines, or ever new ones on a rule."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.variants import Variant
from puzzles.generator import generate, kinds_for, rules_of
from puzzles.kinds import rule_asked, words_of
from puzzles.notation import PuzzleLineError, parse_puzzle, print_puzzle, puzzle_lines, read_puzzles
from puzzles.puzzle import Puzzle
from puzzles.sets import canonical
from tutor.lessons.steps import NO_WORDS, Ask, Drill, Lesson, Say, Show, Try, Words
from tutor.rooms import MOST_QUESTIONS, Question, RoomRefusal, Slide
from tutor.rooms.answers import can_be_held_up

LONGEST_TEXT = 100_000
"""Characters of a set; a hundred of the longest lines that we write have fewer."""

_TRIES = 60


@dataclass(frozen=True, slots=True)
class DraftQuestion:
    """A question to be asked, with what a lesson says with it and the slides it shows before."""

    line: str
    rule: Rule
    words: Words = NO_WORDS
    slides: tuple[Slide, ...] = ()


@dataclass(frozen=True, slots=True)
class Agenda:
    """What is asked, and the slides that close it."""

    drafts: tuple[DraftQuestion, ...] = ()
    closing: tuple[Slide, ...] = ()


def of_lesson(lesson: Lesson, rulebook: Rulebook, rng: Random) -> Agenda:
    """Return the questions of a lesson in its order; what it drills is drawn anew.

    What it shows before a question are slides, and so is a hand to be tried; what is said last
    before a question is said with it. What comes after the last question closes the lesson. A
    lesson that asks nothing gives nothing. A room plays no deal, and goes by its own rulebook:
    nothing is chosen in it.
    """
    drafts: list[DraftQuestion] = []
    said: list[Words | None] = []
    slides: list[Slide] = []

    def turn(shown: Show | Try | None) -> None:
        slides.append(_slide(lesson, [*said, shown.words if shown else None], shown, rulebook))
        said.clear()

    for step in lesson.steps:
        if isinstance(step, Say):
            said.append(step.words)
        elif isinstance(step, Show | Try):
            turn(step)
        elif isinstance(step, Ask | Drill):
            first, *others = _asked(step, rulebook, rng)
            own = step.words if isinstance(step, Ask) else None
            words = _joined(lesson, [*said, own])
            drafts += [replace(first, words=words, slides=tuple(slides)), *others]
            said, slides = [], []
    if said:
        turn(None)
    left_out = len(drafts) > MOST_QUESTIONS
    return Agenda(tuple(drafts[:MOST_QUESTIONS]), () if left_out else tuple(slides))


def count_asked(lesson: Lesson) -> int:
    """Return how many questions a lesson asks."""
    return sum(
        step.count if isinstance(step, Drill) else isinstance(step, Ask) for step in lesson.steps
    )


@lru_cache(maxsize=64)
def count_held_up(lesson: Lesson, rulebook: Rulebook) -> int:
    """Return how many of them hold-up cards can answer; all that a step drills is alike in that."""
    drafts = of_lesson(lesson, rulebook, Random(1)).drafts
    return sum(can_be_held_up(parse_puzzle(draft.line)) for draft in drafts)


def _asked(step: Ask | Drill, rulebook: Rulebook, rng: Random) -> list[DraftQuestion]:
    """Return what a step asks: the author's puzzle, or as many as it drills."""
    if isinstance(step, Ask):
        return [_draft(step.puzzle(rulebook))]
    drafts, asked = list[DraftQuestion](), list[Puzzle]()
    for rule in step.turns(rng):
        asked.append(_another(step.kind, rule, step.variant, rulebook, asked, rng))
        drafts.append(_draft(asked[-1], rule))
    return drafts


def _joined(lesson: Lesson, said: Iterable[Words | None]) -> Words:
    """Put what is said together, in every language that the whole lesson has."""
    words = [text for text in said if text]
    if not words:
        return NO_WORDS
    return Words(
        {language: "\n".join(text[language] for text in words) for language in lesson.languages}
    )


def _slide(
    lesson: Lesson, said: Iterable[Words | None], step: Show | Try | None, rulebook: Rulebook
) -> Slide:
    """Return what is said with a position, if there is one, judged by this rulebook."""
    show = Show(step.setting, step.trick, hand=step.hand) if isinstance(step, Try) else step
    if show:
        setting = replace(show.setting, rulebook=show.setting.rulebook or rulebook, source=None)
        show = replace(show, setting=setting, words=None)
    return Slide(
        title=_joined(lesson, [lesson.title]),
        words=_joined(lesson, said),
        picture=show,
        tried=isinstance(step, Try),
    )


def of_rule(
    rule: Rule, variant: Variant, rulebook: Rulebook, count: int, rng: Random
) -> tuple[DraftQuestion, ...]:
    """Draw *count* questions about a rule, as the words of that rule say it.

    A ruff of a led trump has words of its own, and rulebooks differ about it: it is not among them.

    Raises:
        RoomRefusal: No question is about it in this form of the game (``no-question``).
    """
    kinds = kinds_for(rule, variant, rulebook)
    if not kinds:
        raise RoomRefusal("no-question", f"no question is about {rule} in {variant.id}")
    puzzles: list[Puzzle] = []
    for _ in range(count):
        wanted = f"rule.{rule.value}"
        puzzles.append(_another(kinds[0], rule, variant, rulebook, puzzles, rng, wanted))
    return tuple(_draft(puzzle, rule) for puzzle in puzzles)


def of_lines(text: str) -> tuple[tuple[DraftQuestion, ...], Mapping[int, PuzzleLineError]]:
    """Read a set: one puzzle line, or the link of one, in every line of *text*.

    Empty lines, and those that begin with ``#``, are passed over.

    Returns:
        The questions that could be read, and by their numbers what is wrong with other lines.

    Raises:
        RoomRefusal: The text is too long, or has too many lines (``too-many-questions``).
    """
    if len(text) > LONGEST_TEXT:
        raise RoomRefusal("too-many-questions", f"a set has at most {LONGEST_TEXT} characters")
    if len(list(puzzle_lines(text))) > MOST_QUESTIONS:
        raise RoomRefusal("too-many-questions", f"a set has at most {MOST_QUESTIONS} puzzles")
    puzzles, wrong = read_puzzles(text)
    return tuple(map(_draft, puzzles)), wrong


def fresh(question: Question, asked: Sequence[Question], rng: Random) -> DraftQuestion:
    """Draw another question on the rule of *question*, unlike those asked, or raise RoomRefusal."""
    puzzle, rule = question.puzzle, question.rule
    variant, rulebook = puzzle.variant, puzzle.table.rulebook
    kinds = kinds_for(rule, variant, rulebook)
    kind = puzzle.kind
    if rule not in rules_of(kind, variant, rulebook):
        if not kinds:
            raise RoomRefusal("no-fresh", f"no question can be drawn about {rule}")
        kind = kinds[0]
    seen = [question.puzzle for question in asked]
    drawn = _another(kind, rule, variant, rulebook, seen, rng, words_of(puzzle, rule))
    return _draft(drawn, rule)


def _another(  # noqa: PLR0913 - all that is known when a question is drawn
    kind: str,
    rule: Rule,
    variant: Variant,
    rulebook: Rulebook,
    asked: Sequence[Puzzle],
    rng: Random,
    words: str | None = None,
) -> Puzzle:
    """Draw a puzzle unlike those asked; where there are no more, one that was asked before.

    *words* is the key of the words that the rule is to have in it, if it matters.
    """
    tables = variant.tables(rulebook)
    seen = {canonical(puzzle) for puzzle in asked}
    puzzle = None
    for _ in range(_TRIES):
        puzzle = generate(kind, rule, variant, rng.choice(tables), rng)
        if canonical(puzzle) not in seen and words in {None, words_of(puzzle, rule)}:
            break
    assert puzzle
    return puzzle


def _draft(puzzle: Puzzle, aim: Rule | None = None) -> DraftQuestion:
    return DraftQuestion(print_puzzle(puzzle), rule_asked(puzzle, aim))
