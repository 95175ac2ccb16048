"""Matches played by an imagined learner, for the tests of play."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest

from engine.cards import Card
from engine.game import NameTrump
from engine.players import Level
from engine.rulebooks import CULBERTSON, Rulebook
from engine.table import Seat
from engine.trick import Play
from engine.variants import VARIANTS
from tutor.playing.agreement import Coach, Manner, Setup, first_dealer
from tutor.playing.knowledge import Phase, phase_of, seen
from tutor.playing.match import Match, act, begin, continue_, run

PRACTICE, TABLE = Manner

EVERY = pytest.mark.parametrize(
    ("form", "manner"), [(form, manner) for form in VARIANTS for manner in Manner], ids=str
)
FORMS = pytest.mark.parametrize("form", VARIANTS)


def agreed(
    form: str = "partnership",
    manner: Manner = PRACTICE,
    *,
    seed: int = 7,
    rulebook: Rulebook = CULBERTSON,
) -> Setup:
    """A game of this form among novices; the learner has the last seat."""
    setup = among_novices(form, VARIANTS[form].seats[-1], seed, rulebook)
    return replace(setup, manner=manner, coach=Coach.ON)


def among_novices(form: str, seat: Seat, seed: int, rulebook: Rulebook = CULBERTSON) -> Setup:
    """A game in which everybody but the learner is a novice; the seed draws the dealer."""
    table = VARIANTS[form].table(rulebook)
    return Setup(
        variant=VARIANTS[form],
        table=table,
        dealer=first_dealer(table, seed),
        seat=seat,
        levels=tuple(None if other == seat else Level.NOVICE for other in table.seats),
        manner=PRACTICE,
        coach=Coach.OFF,
        seed=seed,
    )


def played(setup: Setup, seed: int = 1) -> Iterator[Match]:
    """The match after every action of a learner who plays anything the table takes.

    Where revokes pass the learner does so carelessly, and before that keeps to the rules.
    """
    rng = Random(seed)
    match = run(begin(setup))
    yield match
    while (looked := seen(match)).phase != Phase.OVER:
        if looked.phase == Phase.PAUSE:
            match = run(continue_(match))
        elif looked.phase == Phase.NAME or (looked.may_name and rng.random() < 0.3):
            match = run(act(match, NameTrump(setup.seat, rng.choice(looked.may_name))))
        else:
            careless = rng.random() < 0.5
            passes = careless and setup.manner == TABLE
            cards = holds(match) if passes else looked.legal
            match = run(act(match, Play(setup.seat, rng.choice(cards))))
        yield match


@cache
def whole(form: str, manner: Manner) -> tuple[Match, ...]:
    """All stages of one game of this form."""
    return tuple(played(agreed(form, manner)))


def stage(form: str, manner: Manner, at: int) -> Match:
    """One stage of that game."""
    return next(islice(whole(form, manner), at, None))


def a_trick_waits(match: Match) -> bool:
    return phase_of(match) == Phase.PAUSE


def to_act(stages: Iterable[Match]) -> list[Match]:
    """The stages in which the learner is to play a card."""
    return [match for match in stages if phase_of(match) == Phase.PLAY]


def holds(match: Match) -> tuple[Card, ...]:
    """The cards in the learner's hand."""
    return match.game.hands[match.setup.place]


def must_follow() -> tuple[Match, Card]:
    """A stage in which the learner holds the suit led, and a card that does not follow."""
    for match in to_act(whole("partnership", PRACTICE)):
        looked = seen(match)
        wrong = set(holds(match)) - set(looked.legal)
        if wrong:
            return match, min(wrong, key=str)
    raise AssertionError("nobody had to follow")
