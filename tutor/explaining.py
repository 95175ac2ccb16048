"""Everything said after an answer, looked up from the verdict in one language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.rulebooks import Rulebook
from engine.rules import CITATIONS, OURS, Citation, Rule
from engine.table import Seat
from engine.trick import ruling_under
from puzzles.puzzle import Puzzle
from puzzles.reasons import Verdict
from tutor.lessons import Lesson
from tutor.texts import Texts


@dataclass(frozen=True, slots=True)
class CitedRule:
    """A rule in words, who states it, and the lesson that teaches it, if one does."""

    rule: Rule
    name: str
    text: str
    citations: tuple[tuple[str, str], ...]
    lesson: str | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a page shows after an answer, in order; each text is a whole sentence or more.

    ``citations`` of a rule are pairs of words and address (empty where the source is only
    on paper). ``dissents`` says what the other rulebooks would rule.
    """

    correct: bool
    headline: str
    sentences: tuple[str, ...]
    belief: tuple[str, str] | None
    rule: CitedRule
    notes: tuple[CitedRule, ...]
    dissents: tuple[str, ...]
    solution: str


def explain(puzzle: Puzzle, verdict: Verdict, say: Texts, lessons: Sequence[Lesson]) -> Explanation:
    """Put *verdict* into the words of one language.

    Args:
        puzzle: What was asked.
        verdict: What came of the answer.
        say: The learner's language.
        lessons: Where rules are taught; the first that teaches a rule is named.
    """
    belief = verdict.belief
    return Explanation(
        correct=verdict.correct,
        headline=say("verdict.right" if verdict.correct else "verdict.wrong"),
        sentences=tuple(map(say.explain, verdict.reasons)),
        belief=(say(f"belief.{belief}.name"), say(f"belief.{belief}.text")) if belief else None,
        rule=cited(verdict.rule, say, lessons),
        notes=tuple(cited(rule, say, lessons) for rule in verdict.notes),
        dissents=tuple(dissent(puzzle, book, say) for book in verdict.dissents),
        solution=puzzle.solution,
    )


def dissent(puzzle: Puzzle, book: Rulebook, say: Texts) -> str:
    """Say to whom another rulebook would give the trick, and by which rule."""
    ruling = puzzle.ruling
    if ruling is None:
        return say("verdict.dissent", rulebook=book)
    other = ruling_under(ruling, book)
    return say("verdict.dissent-trick", rulebook=book, winner=other.winning.seat, rule=other.rule)


def cited(rule: Rule, say: Texts, lessons: Sequence[Lesson]) -> CitedRule:
    """Put a rule into words, with its sources and its lesson."""
    return CitedRule(
        rule,
        say.name(rule),
        say(f"rule.{rule.value}.text"),
        tuple((cite(citation, say), citation.source.url) for citation in CITATIONS[rule]),
        next((lesson.id for lesson in lessons if rule in lesson.rules), None),
    )


def cite(citation: Citation, say: Texts) -> str:
    """Name a source and, where it has one, the section."""
    if citation.source == OURS or not citation.place:
        return say.name(citation.source)
    return say("citation.place", source=citation.source, place=citation.place)


def seat_names(seats: Sequence[Seat], say: Texts) -> Mapping[str, str]:
    """Give the names of seats by their letters."""
    return {seat.value: say.name(seat) for seat in seats}
