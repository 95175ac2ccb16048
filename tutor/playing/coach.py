"""What a learner's decisions were worth: one at the table, and all of a game looked back on.

The figures are those of `engine.players.expert`, the reasons those of
`tutor.playing.coach_reasons`. A decision is weighed with the knowledge the learner had when making
it, not with the cards that turned up later: a good decision that went wrong is still a good one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from random import Random

from engine.game import Action
from engine.players.expert import weigh
from engine.record import positions
from engine.rules import Rule
from engine.trick import Play
from engine.view import View, legal, view
from puzzles.kinds.best_card import asks_about, weighed_question
from puzzles.kinds.best_card.worth import WeighedCard, Weighing
from puzzles.puzzle import Puzzle, Reason
from tutor.playing.coach_reasons import AgainstBest, mean_totals, reasons
from tutor.playing.match import Match, decides, tricks_taken

DEALS = 200
"""Over how many deals a decision is weighed: gains flatten from about a hundred."""

CERTAIN = 2.0
"""So many standard errors apart is more than chance would often make it.

Every "give or take" and every whisker is as wide, so that words and pictures agree.
"""


@dataclass(frozen=True, slots=True)
class WeighedOption:
    """One thing that could be done, and what speaks for it or against it.

    ``behind`` is how many points it lies behind the best at the end of the deal, where
    calypsos under way count with what they may become; ``error`` is the standard error of
    that difference, and ``give_or_take`` what is said and drawn of it. ``ours`` and
    ``theirs`` are the points alone, of the own side and, on average, of the others.
    """

    action: Action
    ours: float
    theirs: float
    behind: float
    error: float
    standing: AgainstBest
    reasons: tuple[Reason, ...]

    @property
    def give_or_take(self) -> float:
        """How far the difference may be off: `CERTAIN` standard errors."""
        return CERTAIN * self.error

    @property
    def equal(self) -> bool:
        """Whether it came to the same as the best in every deal."""
        return self.behind == self.error == 0


@dataclass(frozen=True, slots=True)
class Advice:
    """All that could be done, best first, weighed over so many deals."""

    options: tuple[WeighedOption, ...]
    deals: int

    def of(self, action: Action) -> WeighedOption:
        """Return what is said of *action*, or raise LookupError if it could not be done."""
        for option in self.options:
            if option.action == action:
                return option
        raise LookupError(f"{action} could not be done")

    @property
    def tells(self) -> bool:
        """Whether some option is worse than the best by more than chance."""
        return any(option.standing == AgainstBest.BEHIND for option in self.options)

    @property
    def clear(self) -> bool:
        """Whether one option is better than every other by more than chance."""
        return all(option.standing == AgainstBest.BEHIND for option in self.options[1:])


@lru_cache(maxsize=2_048)
def advise(view: View, seed: int, deals: int = DEALS) -> Advice:
    """Weigh every card *view*'s player may play, and say what speaks for each.

    The same view, seed and number of deals give the same advice, so that what a learner
    was told while playing stands in the review too.

    Raises:
        ValueError: It is another player's turn.
    """
    if view.turn != view.seat:
        raise ValueError(f"it is not the turn of {view.seat.name.title()}")
    weighed = weigh(view, Random(seed), deals=deals)
    best, *others = weighed
    worse = [option for option in others if option.behind > CERTAIN * option.behind_error]
    options = []
    for option in weighed:
        standing, rival = AgainstBest.LEVEL, best if others else None
        if option is best:
            standing, rival = AgainstBest.BEST, worse[0] if worse else None
        elif option in worse:
            standing = AgainstBest.BEHIND
        ours, theirs = mean_totals(view, option.outlook)
        behind, error = option.behind, option.behind_error
        told = reasons(view, option, rival, standing)
        options.append(WeighedOption(option.action, ours, theirs, behind, error, standing, told))
    return Advice(tuple(options), deals)


@dataclass(frozen=True, slots=True)
class Decision:
    """One card the learner played, or one trump named.

    ``at`` is its place in the game's history, and the number of the position before it; ``deal``
    and ``number`` (of the trick) count from 1. ``hinted`` says that a hint was taken for it.
    """

    at: int
    deal: int
    number: int
    view: View
    action: Action
    hinted: bool


def decisions(match: Match) -> tuple[Decision, ...]:
    """List the learner's decisions, forced ones too, in order."""
    setup, variant, line = match.setup, match.game.variant, positions(match.game)
    return tuple(
        Decision(
            at=number,
            deal=line[number].deal,
            number=tricks_taken(line[number]) % variant.tricks + 1,
            view=view(line[number], setup.seat),
            action=action,
            hinted=number in match.extras.hints,
        )
        for number, action in enumerate(match.game.history)
        if decides(setup, action)
    )


INSTRUCTIVE = 3
"""So many positions are shown to be tried again."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A decision and what was found about it; ``advice`` is None where there was no choice.

    ``lost`` are the points given away until the end of the deal, 0 where the card was as
    good as the best or chance may explain the difference; ``error`` is its standard error.
    """

    decision: Decision
    advice: Advice | None
    lost: float
    error: float


@dataclass(frozen=True, slots=True)
class ReviewTotals:
    """What a review comes to: decisions with a choice, how many were as good as the best.

    ``lost`` is the sum of what was given away, ``error`` its standard error (the decisions
    are weighed on deals of their own, so that the variances add up).
    """

    decisions: int
    good: int
    lost: float
    error: float


def seed_of(match: Match, number: int) -> int:
    """Return the seed with which the decision at this place of the history is weighed."""
    return match.setup.seed * 1_000 + number


def review(match: Match, decision: Decision, *, deals: int = DEALS) -> Reviewed:
    """Weigh one decision as it stood, as the coach did when it was asked about it."""
    if len(legal(decision.view)) < 2 or decision.action not in legal(decision.view):
        return Reviewed(decision, None, 0.0, 0.0)
    advice = advise(decision.view, seed_of(match, decision.at), deals)
    option = advice.of(decision.action)
    if option.standing == AgainstBest.BEHIND:
        return Reviewed(decision, advice, option.behind, option.error)
    return Reviewed(decision, advice, 0.0, 0.0)


def puzzle_of_decision(reviewed: Reviewed) -> Puzzle | None:
    """Make a puzzle of a decision, with what was found, to be tried again, if it can be one."""
    view, advice = reviewed.decision.view, reviewed.advice
    played = reviewed.decision.action
    if advice is None or not isinstance(played, Play):
        return None
    cards, best, chosen = [], advice.options[0], advice.of(played)
    for option in advice.options:
        if not isinstance(option.action, Play):
            return None  # changing trumps was a choice too, and a card is no answer to that
        cards.append(_in_whole_points(option.action, option))
    help_own = best.ours - chosen.ours >= chosen.theirs - best.theirs
    rule = Rule.HELP_OWN_SIDE if help_own else Rule.WITHHOLD
    try:
        return weighed_question(view, Weighing(advice.deals, rule, tuple(cards)))
    except ValueError:
        return None


def _in_whole_points(play: Play, option: WeighedOption) -> WeighedCard:
    """Return what was found of a card as a line keeps it: as clear in whole points as it was."""
    if option.standing == AgainstBest.BEST:
        return WeighedCard(play.card, 0, 0)
    loss, error = max(1, round(option.behind)), max(1, round(option.error))
    doubtful = ceil(loss / CERTAIN)  # from this error on
    behind = option.standing == AgainstBest.BEHIND
    return WeighedCard(
        play.card, loss, min(error, doubtful - 1) if behind else max(error, doubtful)
    )


def recalled(match: Match, puzzle: Puzzle) -> Reviewed | None:
    """Find the decision of *match* that *puzzle* was made of, with what its review said.

    The puzzle keeps the figures alone; the reasons hang on cards that it does not show. They
    come out of the game again as they were, for a decision is always weighed by its own seed.
    """
    for decision in decisions(match):
        if asks_about(puzzle, decision.view):
            reviewed = review(match, decision)
            if puzzle_of_decision(reviewed) == puzzle:
                return reviewed
    return None


def account(reviewed: Sequence[Reviewed]) -> ReviewTotals:
    """Add up what a game's decisions gave away."""
    chosen = [decision for decision in reviewed if decision.advice]
    return ReviewTotals(
        decisions=len(chosen),
        good=sum(decision.lost == 0 for decision in chosen),
        lost=sum(decision.lost for decision in chosen),
        error=sum(decision.error**2 for decision in chosen) ** 0.5,
    )


def instructive(reviewed: Sequence[Reviewed]) -> tuple[Reviewed, ...]:
    """Pick the decisions that gave away most, the costliest first.

    Who misses the same card again and again in a deal learns it from one of them.
    """
    costly = sorted(
        (decision for decision in reviewed if decision.lost > 0),
        key=lambda decision: -decision.lost,
    )
    first: dict[tuple[int, object], Reviewed] = {}
    for mistake in costly:
        if mistake.advice:
            first.setdefault((mistake.decision.deal, mistake.advice.options[0].action), mistake)
    return tuple(first.values())[:INSTRUCTIVE]
