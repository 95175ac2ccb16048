"""Who plays: practice partners of three levels of skill, none of whom sees a hidden card."""

from collections.abc import Callable, Mapping
from enum import StrEnum, unique
from random import Random

from engine.game import Action
from engine.players.club import choose_club
from engine.players.expert import choose_expert
from engine.players.novice import choose_novice
from engine.view import View, legal


@unique
class Level(StrEnum):
    """How well a practice partner plays; the value stands in saved games: never rename one."""

    NOVICE = "novice"
    CLUB = "club"
    EXPERT = "expert"


CHOOSERS: Mapping[Level, Callable[[View, Random], Action]] = {
    Level.NOVICE: choose_novice,
    Level.CLUB: choose_club,
    Level.EXPERT: choose_expert,
}
"""By level, the function that chooses; every level has one."""


def choose(view: View, level: Level, rng: Random) -> Action:
    """Choose what the player of *view* does now: a card or a trump, never a claim.

    The same view and the same state of *rng* give the same action, whatever the hidden cards are.

    Raises:
        ValueError: It is not this player's turn, the game is over, or what is chosen is not legal.
    """
    actions, who = legal(view), view.seat.name.title()
    if not actions:
        raise ValueError(f"{who} has nothing to choose: {view.turn.name.title()} is next")
    chosen = CHOOSERS[level](view, rng)
    if chosen not in actions:
        wanted = " ".join(map(str, actions))
        raise ValueError(f"{level.value!r} wants one of {wanted} for {who}, found {chosen}")
    return chosen
