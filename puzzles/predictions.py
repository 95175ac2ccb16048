"""What somebody with a misconception answers, whatever the kind of puzzle."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from puzzles.answer import print_answer
from puzzles.kinds import may_name, suit_markers, who_has_won, whose_turn
from puzzles.kinds.best_card import BestCard
from puzzles.kinds.may_name import NAMING_MISCONCEPTIONS, MayName
from puzzles.kinds.spot_revoke import REVOKE_MISCONCEPTION, SpotRevoke
from puzzles.kinds.suit_markers import MARKER_MISCONCEPTIONS, SuitMarkers
from puzzles.kinds.what_is_built import BUILDING_MISCONCEPTIONS, WhatIsBuilt, predictions
from puzzles.kinds.what_score import SCORE_MISCONCEPTIONS, SLIPS, WhatScore
from puzzles.kinds.which_cards import HAND_MISCONCEPTIONS, WhichCards
from puzzles.kinds.who_has_won import WINNING_MISCONCEPTIONS, WhoHasWon
from puzzles.kinds.who_wins import WhoWins
from puzzles.kinds.whose_turn import TURN_MISCONCEPTIONS, WhoseTurn
from puzzles.misconceptions import MISCONCEPTIONS, predicts
from puzzles.plan_misconceptions import PLAN_MISCONCEPTIONS
from puzzles.puzzle import Puzzle

_TRICKS = {misconception.id: misconception for misconception in MISCONCEPTIONS}
_TOTALS = {slip.id: slip.total for slip in SLIPS}

KIND_OF: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(_TRICKS, WhoWins.kind),
        **dict.fromkeys(HAND_MISCONCEPTIONS, WhichCards.kind),
        **dict.fromkeys(BUILDING_MISCONCEPTIONS, WhatIsBuilt.kind),
        **dict.fromkeys(SCORE_MISCONCEPTIONS, WhatScore.kind),
        REVOKE_MISCONCEPTION: SpotRevoke.kind,
        **dict.fromkeys(PLAN_MISCONCEPTIONS, BestCard.kind),
        **dict.fromkeys(TURN_MISCONCEPTIONS, WhoseTurn.kind),
        **dict.fromkeys(MARKER_MISCONCEPTIONS, SuitMarkers.kind),
        **dict.fromkeys(WINNING_MISCONCEPTIONS, WhoHasWon.kind),
        **dict.fromkeys(NAMING_MISCONCEPTIONS, MayName.kind),
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
"""Stands among misconceptions for holding none of them."""

EVERY_MISCONCEPTION: tuple[str, ...] = tuple(KIND_OF)


def predicted(puzzle: Puzzle, misconception: str) -> str | None:
    """Return the answer that *misconception* leads to; none if it says nothing about this puzzle.

    Where the rule is asked beside the winner, a misconception names the winner alone: the answer
    is compared by its first part, see `alike`.
    """
    match puzzle:
        case WhoWins() if misconception in _TRICKS and _TRICKS[misconception].applies(
            puzzle.variant
        ):
            return predicts(_TRICKS[misconception], puzzle.trick, puzzle.table).value
        case WhichCards() if misconception in HAND_MISCONCEPTIONS:
            cards = dict.fromkeys(map(str, HAND_MISCONCEPTIONS[misconception](puzzle)))
            return " ".join(cards) or None
        case WhatIsBuilt() if misconception in BUILDING_MISCONCEPTIONS:
            return print_answer((token,) for token in predictions(puzzle)[misconception])
        case WhatScore() if misconception in SCORE_MISCONCEPTIONS:
            total = str(_TOTALS[misconception](puzzle))
            offered = {choice.token for choice in puzzle.parts[0].choices}
            return total if total in offered else None
        case SpotRevoke() if misconception == REVOKE_MISCONCEPTION:
            return _first_off(puzzle)
        case BestCard() if misconception in PLAN_MISCONCEPTIONS:
            card = PLAN_MISCONCEPTIONS[misconception](
                puzzle.table, puzzle.seat, puzzle.trick, puzzle.legal
            )
            return str(card) if card else None
        case WhoseTurn() | SuitMarkers() | WhoHasWon() | MayName() if (
            KIND_OF.get(misconception) == puzzle.kind
        ):
            return _EXPECTED[puzzle.kind](puzzle, misconception)
    return None


def _first_off(puzzle: SpotRevoke) -> str:
    """Name the first trick in which the seat does not follow suit."""
    return next(
        f"{number}:{puzzle.seat.value}"
        for number, trick in enumerate(puzzle.tricks, 1)
        for play in trick.plays
        if play.seat == puzzle.seat and play.card.suit != trick.lead.card.suit
    )


def tempts(puzzle: Puzzle, misconception: str) -> bool:
    """Say whether somebody who holds *misconception* answers this puzzle, and wrongly."""
    answer = predicted(puzzle, misconception)
    return answer is not None and not _right(puzzle, answer)


def betrays(puzzle: Puzzle, answer: str, misconception: str) -> bool:
    """Say whether *answer* is wrong just as somebody who holds *misconception* would have it."""
    expected = predicted(puzzle, misconception)
    return expected is not None and alike(puzzle, answer, expected) and not _right(puzzle, expected)


def foreseen(puzzle: Puzzle) -> Mapping[str, str]:
    """Return the answer to *puzzle* by each misconception about its kind; by "", the right one.

    Where a misconception says nothing, somebody who holds it answers rightly. Answers that are
    alike are written alike.
    """
    answers = {SOUND: puzzle.solution}
    for misconception, kind in KIND_OF.items():
        if kind == puzzle.kind:
            answers[misconception] = predicted(puzzle, misconception) or puzzle.solution
    written: dict[tuple[tuple[str, ...], ...], str] = {}
    return {
        misconception: written.setdefault(tuple(_told(puzzle, answer)), answer)
        for misconception, answer in answers.items()
    }


def alike(puzzle: Puzzle, one: str, other: str) -> bool:
    """Say whether two answers say the same about what misconceptions are about.

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
