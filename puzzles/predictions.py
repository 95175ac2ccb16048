"""What somebody with a misconception answers, whatever the kind of puzzle."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from puzzles.answer import print_answer
from puzzles.kinds import may_name, suit_markers, who_has_won, whose_turn
from puzzles.kinds.best_card import BestCard
from puzzles.kinds.may_name import NAMING_BELIEFS, MayName
from puzzles.kinds.spot_revoke import REVOKE_BELIEF, SpotRevoke
from puzzles.kinds.suit_markers import MARKER_BELIEFS, SuitMarkers
from puzzles.kinds.what_is_built import BUILDING_BELIEFS, WhatIsBuilt, predictions
from puzzles.kinds.what_score import SCORE_BELIEFS, SLIPS, WhatScore
from puzzles.kinds.which_cards import HAND_BELIEFS, WhichCards
from puzzles.kinds.who_has_won import WINNING_BELIEFS, WhoHasWon
from puzzles.kinds.who_wins import WhoWins
from puzzles.kinds.whose_turn import TURN_BELIEFS, WhoseTurn
from puzzles.misconceptions import BELIEFS, predicts
from puzzles.plan_misconceptions import PLAN_BELIEFS
from puzzles.puzzle import Puzzle

_TRICKS = {belief.id: belief for belief in BELIEFS}
_TOTALS = {slip.id: slip.total for slip in SLIPS}

KIND_OF: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(_TRICKS, WhoWins.kind),
        **dict.fromkeys(HAND_BELIEFS, WhichCards.kind),
        **dict.fromkeys(BUILDING_BELIEFS, WhatIsBuilt.kind),
        **dict.fromkeys(SCORE_BELIEFS, WhatScore.kind),
        REVOKE_BELIEF: SpotRevoke.kind,
        **dict.fromkeys(PLAN_BELIEFS, BestCard.kind),
        **dict.fromkeys(TURN_BELIEFS, WhoseTurn.kind),
        **dict.fromkeys(MARKER_BELIEFS, SuitMarkers.kind),
        **dict.fromkeys(WINNING_BELIEFS, WhoHasWon.kind),
        **dict.fromkeys(NAMING_BELIEFS, MayName.kind),
    }
)
"""Every misconception by id, the most specific of a kind first, with the kind that shows it."""

# The kind chooses the function, and each takes its own kind of puzzle.
_EXPECTED: Mapping[str, Callable[[Any, str], str | None]] = MappingProxyType(
    {
        WhoseTurn.kind: whose_turn.expected,
        SuitMarkers.kind: suit_markers.expected,
        WhoHasWon.kind: who_has_won.expected,
        MayName.kind: may_name.expected,
    }
)

SOUND = ""
"""Stands among beliefs for holding none of them."""

EVERY_BELIEF: tuple[str, ...] = tuple(KIND_OF)


def predicted(puzzle: Puzzle, belief: str) -> str | None:
    """Give the answer of somebody who holds *belief*; none if it says nothing about this puzzle.

    Where the rule is asked beside the winner, a belief names the winner alone: the answer
    is compared by its first part, see `alike`.
    """
    match puzzle:
        case WhoWins() if belief in _TRICKS and _TRICKS[belief].applies(puzzle.variant):
            return predicts(_TRICKS[belief], puzzle.trick, puzzle.table).value
        case WhichCards() if belief in HAND_BELIEFS:
            cards = dict.fromkeys(map(str, HAND_BELIEFS[belief](puzzle)))
            return " ".join(cards) or None
        case WhatIsBuilt() if belief in BUILDING_BELIEFS:
            return print_answer((token,) for token in predictions(puzzle)[belief])
        case WhatScore() if belief in SCORE_BELIEFS:
            total = str(_TOTALS[belief](puzzle))
            offered = {choice.token for choice in puzzle.parts[0].choices}
            return total if total in offered else None
        case SpotRevoke() if belief == REVOKE_BELIEF:
            return _first_off(puzzle)
        case BestCard() if belief in PLAN_BELIEFS:
            card = PLAN_BELIEFS[belief](puzzle.table, puzzle.seat, puzzle.trick, puzzle.legal)
            return str(card) if card else None
        case WhoseTurn() | SuitMarkers() | WhoHasWon() | MayName() if (
            KIND_OF.get(belief) == puzzle.kind
        ):
            return _EXPECTED[puzzle.kind](puzzle, belief)
    return None


def _first_off(puzzle: SpotRevoke) -> str:
    """Name the first trick in which the seat does not follow suit."""
    return next(
        f"{number}:{puzzle.seat.value}"
        for number, trick in enumerate(puzzle.tricks, 1)
        for play in trick.plays
        if play.seat == puzzle.seat and play.card.suit != trick.lead.card.suit
    )


def tempts(puzzle: Puzzle, belief: str) -> bool:
    """Say whether somebody who holds *belief* answers this puzzle, and wrongly."""
    answer = predicted(puzzle, belief)
    return answer is not None and not _right(puzzle, answer)


def betrays(puzzle: Puzzle, answer: str, belief: str) -> bool:
    """Say whether *answer* is wrong just as somebody who holds *belief* would have it."""
    expected = predicted(puzzle, belief)
    return expected is not None and alike(puzzle, answer, expected) and not _right(puzzle, expected)


def foreseen(puzzle: Puzzle) -> Mapping[str, str]:
    """Give, by belief about its kind, the answer to *puzzle*; by the empty one, the right one.

    Where a belief says nothing, somebody who holds it answers rightly. Answers that are
    alike are written alike.
    """
    answers = {SOUND: puzzle.solution}
    for belief, kind in KIND_OF.items():
        if kind == puzzle.kind:
            answers[belief] = predicted(puzzle, belief) or puzzle.solution
    written: dict[tuple[tuple[str, ...], ...], str] = {}
    return {
        belief: written.setdefault(tuple(_told(puzzle, answer)), answer)
        for belief, answer in answers.items()
    }


def alike(puzzle: Puzzle, one: str, other: str) -> bool:
    """Say whether two answers say the same about what beliefs are about.

    The order inside a part does not matter, equal cards may change places, and of a trick
    the winner alone counts.
    """
    return _told(puzzle, one) == _told(puzzle, other)


def _told(puzzle: Puzzle, answer: str) -> list[tuple[str, ...]]:
    parts = [tuple(sorted(part.split())) for part in answer.split("/")]
    if isinstance(puzzle, WhoWins):
        return parts[:1]
    if isinstance(puzzle, WhatIsBuilt):
        return sorted(
            (str(card), *part) for card, part in zip(puzzle.trick.cards, parts, strict=False)
        )
    return parts


def _right(puzzle: Puzzle, answer: str) -> bool:
    return alike(puzzle, answer, puzzle.solution)
