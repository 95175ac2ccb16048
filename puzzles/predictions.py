"""What somebody with a misconception answers, whatever the kind of puzzle."""

from collections.abc import Mapping
from types import MappingProxyType

from puzzles.answer import print_answer
from puzzles.beliefs import BELIEFS, predicts
from puzzles.kinds.spot_revoke import REVOKE_BELIEF, SpotRevoke
from puzzles.kinds.what_is_built import BUILDING_BELIEFS, WhatIsBuilt, predictions
from puzzles.kinds.what_score import SCORE_BELIEFS, SLIPS, WhatScore
from puzzles.kinds.which_cards import HAND_BELIEFS, WhichCards
from puzzles.kinds.who_wins import WhoWins
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
    }
)
"""Every misconception by id, the most specific of a kind first, with the kind that shows it."""

EVERY_BELIEF: tuple[str, ...] = tuple(KIND_OF)


def predicted(puzzle: Puzzle, belief: str) -> str | None:
    """Give the answer of somebody who holds *belief*; none if it says nothing about this puzzle.

    Where the rule is asked beside the winner, a belief names the winner alone: the answer
    is compared by its first part, see `betrays`.
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
    """Say whether *answer* is wrong just as somebody who holds *belief* would have it.

    Raises:
        ValueError: The puzzle cannot be answered so.
    """
    if not tempts(puzzle, belief):
        return False
    if isinstance(puzzle, WhoWins):
        return answer.partition(" / ")[0].strip() == predicted(puzzle, belief)
    # Equal cards may change places, so that one answer can be written in two ways.
    return puzzle.check(answer).belief == belief or answer == predicted(puzzle, belief)


def _right(puzzle: Puzzle, answer: str) -> bool:
    if isinstance(puzzle, WhoWins):
        return puzzle.solution.partition(" / ")[0] == answer
    return puzzle.check(answer).correct
