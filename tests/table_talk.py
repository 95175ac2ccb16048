"""A game for tests of what is seen: dealt, and played on with the first card allowed."""

from collections.abc import Callable
from dataclasses import replace

from engine.cards import Card
from engine.game import NameTrump
from engine.rulebooks import CULBERTSON, Rulebook
from engine.table import Seat
from engine.trick import Play
from tests.playing import among_novices
from tutor.playing.agreement import Manner
from tutor.playing.knowledge import Phase, Seen, seen
from tutor.playing.match import Match, act, begin, continue_, run


def dealt(
    form: str = "partnership",
    *,
    seed: int = 7,
    manner: Manner = Manner.PRACTICE,
    dealer: Seat | None = None,
    rulebook: Rulebook = CULBERTSON,
) -> Match:
    """A game among novices in which the learner sits South and is to do something."""
    setup = among_novices(form, Seat.SOUTH, seed, rulebook)
    return run(begin(replace(setup, manner=manner, dealer=dealer or setup.dealer)))


def on(match: Match) -> Match:
    """Do the first thing that is allowed: name a trump, play a card, or go on."""
    shown = seen(match)
    if shown.phase == Phase.NAME:
        return run(act(match, NameTrump(shown.seat, shown.may_name[0])))
    if shown.phase == Phase.PLAY:
        return run(act(match, Play(shown.seat, shown.legal[0])))
    return run(continue_(match))


def until(match: Match, there: Callable[[Seen], bool]) -> Match:
    """Play on until the learner sees what is wanted.

    Raises:
        AssertionError: The game is over before that.
    """
    while not there(seen(match)):
        assert not match.game.over or match.waits, "it never came"
        match = on(match)
    return match


def own(shown: Seen) -> tuple[Card, ...]:
    return next(held.cards or () for held in shown.hands if held.seat == shown.seat)


def bound(shown: Seen) -> bool:
    """The learner must follow, and holds another suit too."""
    return shown.phase == Phase.PLAY and not set(own(shown)) <= set(shown.legal)
