"""The learner's decisions of a match, each with what could be known when it was made."""

from dataclasses import dataclass

from engine.game import Action
from engine.record import positions
from engine.view import View, view
from tutor.playing.match import Match, decides, tricks_taken


@dataclass(frozen=True, slots=True)
class Decision:
    """One card the learner played, or one trump named.

    ``at`` is its place in the game's history, and the number of the position before it;
    ``deal`` and ``number`` (of the trick) count from 1. ``hinted`` says that a hint was
    taken for it, ``retried`` that another decision here was taken back.
    """

    at: int
    deal: int
    number: int
    view: View
    action: Action
    hinted: bool
    retried: bool


def decisions(match: Match) -> tuple[Decision, ...]:
    """List the learner's decisions, forced ones too, in order."""
    setup, variant, line = match.setup, match.game.variant, positions(match.game)
    tricks = variant.dealt // variant.trick
    return tuple(
        Decision(
            at=at,
            deal=line[at].deal,
            number=tricks_taken(line[at]) % tricks + 1,
            view=view(line[at], setup.seat),
            action=action,
            hinted=at in match.extras.hints,
            retried=at in match.extras.retried,
        )
        for at, action in enumerate(match.game.history)
        if decides(setup, action)
    )
