"""All that a teacher takes along for an evening, as one document."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from random import Random

from engine.rulebooks import Rulebook
from engine.variants import VARIANTS, Variant
from puzzles.generator import kinds_alone
from puzzles.puzzle import Puzzle
from puzzles.sets import mixed
from tutor.handouts import Fields, Links, Pack, Paragraph, Points, Sheet
from tutor.handouts.exercise_sheets import (
    answer_key,
    deal_blocks,
    lesson_sheet,
    puzzle_sheet,
    simplest_first,
)
from tutor.handouts.table_sheets import (
    hold_up_cards,
    rules_sheet,
    score_sheet,
    suit_markers,
    trump_markers,
)
from tutor.lessons.steps import Ask, Drill, Lesson, Show, Try, WholeDeal
from tutor.words.texts import Texts

MOST_TABLES = 8
"""Tables, and cards to hold up, that one pack prints for."""

_PUZZLES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonEvening:
    """An evening on a lesson: for how many tables, and how many learners without a phone.

    There are so many score sheets and markers, and so many sheets of cards to hold up.
    """

    lesson: Lesson
    tables: int
    cards: int


def pack(
    evening: LessonEvening,
    course: Sequence[Lesson],
    rulebook: Rulebook,
    say: Texts,
    links: Links,
    seed: int,
) -> Pack:
    """Bind what an evening needs, in the order in which it is used.

    A whole deal of its form is taken from the *course* if the lesson has none; *seed* decides the
    puzzles.
    """
    lesson = evening.lesson
    variant = _form(lesson)
    puzzles = _puzzles(lesson, variant, rulebook, Random(seed))
    sheets = [
        rules_sheet(variant, rulebook, say, links),
        lesson_sheet(lesson, rulebook, say, links),
    ]
    if puzzles:
        sheets += [puzzle_sheet(puzzles, say, links), answer_key(puzzles, say, links)]
    sheets += _deal(lesson, variant, course, say, links)
    sheets += [score_sheet(variant, say, links)] * evening.tables
    markers = [trump_markers(variant, say, links), suit_markers(variant, say, links)]
    sheets += markers * evening.tables
    sheets += [hold_up_cards(say, links)] * evening.cards
    return Pack(
        name=f"calypso-evening-{lesson.id}-{say.language}",
        language=say.language,
        title=say("handout.pack.title", title=lesson.title[say.language]),
        sheets=(_join(lesson, sheets, say, links), *sheets),
    )


def _form(lesson: Lesson) -> Variant:
    """Return the form of the game that a lesson shows first; else that of its drills."""
    shown = (
        step.setting.variant
        for step in lesson.steps
        if isinstance(step, Show | Ask | Try | WholeDeal)
    )
    drilled = (step.variant for step in lesson.steps if isinstance(step, Drill))
    return next(chain(shown, drilled), VARIANTS["partnership"])


def _puzzles(
    lesson: Lesson, variant: Variant, rulebook: Rulebook, rng: Random
) -> tuple[Puzzle, ...]:
    """Make puzzles on the rules of a lesson; fewer, or none, where there are not so many."""
    kinds, tables = kinds_alone(variant, rulebook), variant.tables(rulebook)
    puzzles: list[Puzzle] = []
    with suppress(ValueError):  # there may be none, or not so many different ones
        asked = mixed(kinds, lesson.rules, variant, tables, rng)
        puzzles.extend(aimed.puzzle for aimed in islice(asked, _PUZZLES))
    return simplest_first(puzzles)


def _deal(
    lesson: Lesson, variant: Variant, course: Sequence[Lesson], say: Texts, links: Links
) -> Iterator[Sheet]:
    """Print a whole deal to be laid on a table, unless the lesson has one on its own sheet.

    Where the course has none of the form that is played there is none.
    """
    if any(isinstance(step, WholeDeal) for step in lesson.steps):
        return
    for lesson in course:
        for step in lesson.steps:
            if isinstance(step, WholeDeal) and step.deal.variant == variant:
                yield Sheet(
                    name=f"calypso-deal-{say.language}",
                    language=say.language,
                    title=say("handout.deal.title"),
                    subtitle=say("handout.deal.from", title=lesson.title[say.language]),
                    code=links.code(say("handout.lesson.code"), "learn", lesson=lesson.id),
                    blocks=tuple(deal_blocks(step, say)),
                    small=say("handout.lesson.small", title=lesson.title[say.language]),
                )
                return


def _join(lesson: Lesson, sheets: Sequence[Sheet], say: Texts, links: Links) -> Sheet:
    # By name: a lesson on score sheets may have the title of a score sheet.
    titles = {sheet.name: sheet.title for sheet in sheets}
    copies = Counter(sheet.name for sheet in sheets)
    held = tuple(
        say("handout.pack.times", title=title, count=copies[name]) if copies[name] > 1 else title
        for name, title in titles.items()
    )
    return Sheet(
        name=f"calypso-join-{say.language}",
        language=say.language,
        title=say("handout.join.title"),
        subtitle=say("handout.lesson.small", title=lesson.title[say.language]),
        code=links.code(say("handout.join.code"), "room"),
        blocks=(
            Points(tuple(say(f"handout.join.{step}") for step in ("scan", "code-step", "name"))),
            Fields((say("handout.join.field"),)),
            Paragraph(say("handout.pack.holds"), strong=True),
            Points(held),
        ),
        small=say("handout.pack.small"),
    )
