"""The record of a kind of question: all that the tutor knows about it, but for its words."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from random import Random
from typing import Generic, TypeVar

from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.misconceptions import TrickMarks
from puzzles.natural import TrickSource
from puzzles.puzzle import Choice, Hints, Part, Puzzle, Reason, split_parts
from puzzles.scenes import Scene, Stage, told_in_full

P = TypeVar("P", bound=Puzzle)
"""The value class of a kind."""

Q = TypeVar("Q", bound=Puzzle)
T = TypeVar("T")

Draw = Callable[[Rule, Variant, Table, Random], Q]
"""Draws a puzzle about a rule, in a form of the game, at a table, by chance."""

Answer = Callable[[P], str | None]
"""The answer of somebody who holds a misconception; none if it says nothing about the puzzle."""

Lay = Callable[[Mapping[str, str], Table], str]
"""Makes a position of the texts under its keys in a lesson, at a table."""

TRIES = 4_000
"""How many draws a kind is tried for, before it is said that it finds no puzzle about a rule."""


def not_found(what: str, rule: Rule, variant: Variant, table: Table) -> ValueError:
    """Return the error to raise when so many draws gave no *what* that is about the rule."""
    return ValueError(f"found no {what} of {variant.id} at {table} about {rule.value!r}")


@lru_cache(maxsize=4096)  # of seats and rules there are few, and they are compared again and again
def tokens_of(answer: str) -> tuple[tuple[str, ...], ...]:
    """Return the tokens of each part of an answer, in alphabetical order."""
    return tuple(tuple(sorted(part.split())) for part in split_parts(answer))


def answered(
    ideas: Mapping[str, T], answer: Callable[[T, P], str | None]
) -> Mapping[str, Answer[P]]:
    """Return by id how somebody who holds an idea answers, where *answer* makes it of the idea."""
    return {misconception: partial(answer, idea) for misconception, idea in ideas.items()}


def if_offered(puzzle: Puzzle, token: str) -> str | None:
    """Return an answer to a question of one part, if it is among the choices."""
    return token if any(choice.token == token for choice in puzzle.parts[0].choices) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Generic[P]):
    """Everything about one kind of question that is not words.

    Attributes:
        puzzle: The value class: its name in a puzzle line, how it is read, written and judged.
        rules: The rules it can aim at, in a form of the game at a table; none where it makes
            no sense.
        draw: Draws a puzzle about a rule.
        draw_from: The same, its trick from one source, where the kind is about a trick.
        scene: What is seen at a stage of the answer: the table, then what lies beside it.
        shows: What shows the answer on paper, beside the words: the ladder of the complete
            trick it shows, where nothing else is said.
        misconceptions: By id, the most specific first, what somebody who holds it answers.
            The ids are keys of their words and stand in saved answers: never rename one.
        tempting: How many misconceptions tempt by a puzzle, as its difficulty has it, where it
            was measured otherwise when puzzles of days were laid down: a day keeps its puzzle.
        marks_of: What may be seen of the cards among which the answer names one; wrong rules
            that nobody has listed are put together from it.
        hints: The three hints to a puzzle.
        compare: The third hint on the part with a number, from 0, where each has its own.
        compared: What of an answer is compared with that of a misconception; all of it, but
            for the order inside a part.
        told_apart: What tells two questions with the same wording and facts apart; none where
            the whole line does.
        because: Why the part answered last goes as it does, in the words ``brief.part.<key>``,
            where its mark alone does not say.
        right_instead: What would have been right of the part answered last, where that hangs on
            the parts before it.
        decides: The rules that decide the part with a number, from 0, where each has its own.
        label: What a choice is called where its value alone does not say enough, in the
            words ``choice.<key>``.
        says_all: How the key of a verdict's last reason begins where that alone says the whole
            answer, to a right one as well.
        about_trick: Whether it asks about the one complete trick it shows, and nothing else.
        about_rulebooks: Whether it asks what each rulebook says, so that its answer is the
            same for every learner.
        by_position: Whether a position is about one rule alone: an answer says nothing of
            another, though the puzzle was drawn for that.
        asks_rule: The same question that also asks for the rule, where the kind can.
        words: Of the key of the words of a puzzle's rule what follows ``rule.``, where the usual
            words say something else.
        completes: The kind whose examples it asks the last steps of; it is never asked alone.
        complete: Makes such a question of the last steps, so many of them, of an example.
        slow: Whether drawing a puzzle takes so long that whoever waits would notice a second.
        at_a_glance: Whether it takes a glance, or a sum: known twice, it is asked no more.
        from_the_start: Whether it can be asked before any lesson has been taken.
        seconds: How long an answer and what is said of it take, about: nobody is timed.
        keys: The keys that set its position in a lesson, those it cannot do without first;
            none where ``position`` alone does.
        lay: Puts these keys together as the puzzle's line has them.
        shown_as: The key of ``show`` in a lesson that takes a position of this kind, to be
            shown with its answer.
    """

    puzzle: type[P]
    rules: Callable[[Variant, Table], tuple[Rule, ...]]
    draw: Draw[P]
    hints: Callable[[P], Hints]
    scene: Callable[[P, Stage], Scene]
    compare: Callable[[P, int], Reason] | None = None
    shows: Callable[[P], Scene] = told_in_full
    draw_from: Callable[[Rule, Variant, Table, Random, TrickSource], P] | None = None
    misconceptions: Mapping[str, Answer[P]] = field(default_factory=dict)
    tempting: Callable[[P], int] | None = None
    marks_of: Callable[[P], TrickMarks] | None = None
    compared: Callable[[P, str], Sequence[tuple[str, ...]]] = lambda _, answer: tokens_of(answer)
    told_apart: Callable[[P], tuple[object, ...] | None] = lambda _: None
    because: Callable[[P, tuple[str, ...]], Reason | None] = lambda _, __: None
    right_instead: Callable[[P, tuple[str, ...]], str] = lambda puzzle, parts: split_parts(
        puzzle.solution
    )[len(parts) - 1]
    decides: Callable[[P, int], Collection[Rule]] | None = None
    label: Callable[[P, Part, Choice], Reason | None] = lambda _, __, ___: None
    says_all: tuple[str, ...] = ()
    about_trick: bool = False
    about_rulebooks: bool = False
    by_position: bool = False
    words: Callable[[P], str] = lambda puzzle: puzzle.rule.value
    asks_rule: Callable[[P], P] | None = None
    completes: str = ""
    complete: Callable[[Puzzle, int], P] | None = None
    slow: bool = False
    from_the_start: bool = False
    at_a_glance: bool = False
    seconds: int = 12
    keys: tuple[str, ...] = ()
    lay: Lay = lambda given, _: given["trick"]
    shown_as: str = ""

    @property
    def name(self) -> str:
        """The name in puzzle lines, links and keys of words."""
        return self.puzzle.kind
