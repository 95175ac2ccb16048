"""The kinds of question, a module or folder each, and what a puzzle's kind says about it."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.rulebooks import AKAGIRI, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.trick import Ruling, ruling_under
from puzzles.explanations import disputed, governing_key
from puzzles.kinds import (
    best_card,
    ladder,
    may_name,
    rulebooks_differ,
    spot_revoke,
    suit_markers,
    what_is_built,
    what_score,
    which_cards,
    who_has_won,
    who_wins,
    whose_turn,
)
from puzzles.kinds.kind import Kind
from puzzles.puzzle import Hints, Puzzle, Verdict, under


def by_name(kinds: Iterable[Kind[Any]]) -> Mapping[str, Kind[Any]]:
    """Return kinds by their names in puzzle lines, or raise ValueError if two share one."""
    listed: dict[str, Kind[Any]] = {}
    for kind in kinds:
        if (before := listed.setdefault(kind.name, kind).puzzle) is not kind.puzzle:
            raise ValueError(
                f"want a name for each kind of question, found {kind.name!r} twice: "
                f"{before.__module__} and {kind.puzzle.__module__}"
            )
    return listed


def by_misconception(kinds: Iterable[Kind[Any]]) -> Mapping[str, str]:
    """Return the kind that shows each misconception, by its id, or raise ValueError if two do."""
    listed: dict[str, str] = {}
    for kind in kinds:
        for misconception in kind.misconceptions:
            if (kind_before := listed.setdefault(misconception, kind.name)) != kind.name:
                raise ValueError(
                    f"want an id for each misconception, found {misconception!r} twice: "
                    f"of {kind_before!r} and of {kind.name!r}"
                )
    return listed


# Each record takes its own kind of puzzle: `Any`, for here all of them are together.
KINDS: Mapping[str, Kind[Any]] = by_name(
    (
        who_wins.KIND,
        which_cards.KIND,
        what_is_built.KIND,
        what_score.KIND,
        spot_revoke.KIND,
        rulebooks_differ.KIND,
        ladder.KIND,
        best_card.KIND,
        whose_turn.KIND,
        suit_markers.KIND,
        who_has_won.KIND,
        may_name.KIND,
    )
)
"""Every kind of question by its name in a puzzle line, from the simplest on: the only table."""

KIND_OF: Mapping[str, str] = by_misconception(KINDS.values())
"""Every misconception by id, the most specific of a kind first, with the kind that shows it."""

SOUND = ""
"""Stands among misconceptions for holding none of them."""


def kind_of(puzzle: Puzzle) -> Kind[Any]:
    """Return the record of the puzzle's kind."""
    return KINDS[puzzle.kind]


def ruling_told(puzzle: Puzzle) -> Ruling | None:
    """Return the ruling that is told: where rulebooks are asked about and agree, what both say.

    Of a led trump both say what the narrower reading does.
    """
    ruling = puzzle.ruling
    if ruling and kind_of(puzzle).about_rulebooks and not disputed(ruling):
        return ruling_under(ruling, AKAGIRI)
    return ruling


def words_of(puzzle: Puzzle, rule: Rule) -> str:
    """Return the key of the words for *rule* in this puzzle; ``.name`` and ``.text`` follow it.

    The rule that governs a trick has words of its own where a ruff beats a led trump; advice has
    where it is about something else than calypsos.
    """
    ruling = ruling_told(puzzle)
    if ruling and ruling.rule == rule:
        return governing_key(ruling)
    return f"rule.{kind_of(puzzle).words(puzzle) if rule == puzzle.rule else rule.value}"


def rule_asked(puzzle: Puzzle, aim: Rule | None) -> Rule:
    """Return the rule that a puzzle drawn for *aim* asks about."""
    return puzzle.rule if aim is None or kind_of(puzzle).by_position else aim


def rule_counted(puzzle: Puzzle, verdict: Verdict, aim: Rule | None) -> Rule:
    """Return the rule an answer counts for: what a wrong one misses, or what was asked."""
    return verdict.rule if verdict.rule != puzzle.rule else rule_asked(puzzle, aim)


def completing(kind: str) -> Kind[Any] | None:
    """Return the kind that asks the last steps of examples of *kind*, if one does."""
    return next((record for record in KINDS.values() if record.completes == kind), None)


def hints(puzzle: Puzzle, number: int = 0) -> Hints:
    """Return the three hints to *puzzle*, see `Hints`, while the part *number* is asked."""
    kind = kind_of(puzzle)
    first, second, third = kind.hints(puzzle)
    return first, second, kind.compare(puzzle, number) if kind.compare else third


def predicted(puzzle: Puzzle, misconception: str) -> str | None:
    """Return the answer that *misconception* leads to; none if it says nothing about this puzzle.

    Where the rule is asked beside the winner, a misconception names the winner alone: the answer
    is compared by its first part, see `alike`.
    """
    answer = kind_of(puzzle).misconceptions.get(misconception)
    return answer(puzzle) if answer else None


def tempts(puzzle: Puzzle, misconception: str) -> bool:
    """Whether somebody who holds *misconception* answers this puzzle, and wrongly."""
    answer = predicted(puzzle, misconception)
    return answer is not None and not alike(puzzle, answer, puzzle.solution)


def fitting(puzzle: Puzzle, answer: str) -> tuple[str, ...]:
    """List the misconceptions that lead to a wrong *answer*, the most specific first.

    None where another rulebook has a trick go as it says: of whoever gave it that says little. (A
    question about a score names the rulebook by which it is counted.) Nor does one answer show
    what somebody thinks; several do.
    """
    if alike(puzzle, answer, puzzle.solution):
        return ()
    expected = (
        (misconception, predicted(puzzle, misconception))
        for misconception in kind_of(puzzle).misconceptions
    )
    fits = tuple(
        misconception for misconception, leads in expected if leads and alike(puzzle, answer, leads)
    )
    return () if fits and puzzle.ruling and right_by(puzzle, answer) else fits


def foreseen(puzzle: Puzzle) -> Mapping[str, str]:
    """Return the answer to *puzzle* by each misconception about its kind; by "", the right one.

    Where a misconception says nothing, somebody who holds it answers rightly. Answers that are
    alike are written alike.
    """
    kind, answers = kind_of(puzzle), {SOUND: puzzle.solution}
    for misconception, answer in kind.misconceptions.items():
        answers[misconception] = answer(puzzle) or puzzle.solution
    written: dict[tuple[tuple[str, ...], ...], str] = {}
    return {
        misconception: written.setdefault(tuple(kind.compared(puzzle, answer)), answer)
        for misconception, answer in answers.items()
    }


def alike(puzzle: Puzzle, first: str, second: str) -> bool:
    """Whether two answers say the same about what misconceptions are about, see `Kind.compared`."""
    compared = kind_of(puzzle).compared
    return compared(puzzle, first) == compared(puzzle, second)


def right_by(puzzle: Puzzle, answer: str) -> tuple[Rulebook, ...]:
    """List the other rulebooks by which *answer* would be right; of winner and rule, the winner."""
    others = (rulebook for rulebook in RULEBOOKS if rulebook != puzzle.table.rulebook)
    return tuple(
        rulebook for rulebook in others if alike(puzzle, answer, under(puzzle, rulebook).solution)
    )
