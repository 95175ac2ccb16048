"""Learners who play a guided deal without sense, to try whether it shows its rules all the same."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from tutor.guided.partners import Lookout
from tutor.guided.tricks import DealPosition

LearnerStyle = Callable[[DealPosition, tuple[int, ...], Random], int]
"""Chooses a legal card; told are the rules that are still to be shown, and chance."""


def at_random(position: DealPosition, wanted: tuple[int, ...], rng: Random) -> int:  # noqa: ARG001
    """Play any legal card."""
    return rng.choice(position.legal())


def _lowest(position: DealPosition, wanted: tuple[int, ...], rng: Random) -> int:  # noqa: ARG001
    return min(position.legal(), key=lambda card: (position.numbers.rank[card], rng.random()))


def _highest(position: DealPosition, wanted: tuple[int, ...], rng: Random) -> int:  # noqa: ARG001
    return max(position.legal(), key=lambda card: (position.numbers.rank[card], rng.random()))


def _trumps(position: DealPosition) -> tuple[list[int], list[int]]:
    """Return the legal cards: those that ruff, or are a led trump, and the others."""
    suit, own = position.numbers.form.suit, position.numbers.trump[position.me]
    cards = position.legal()
    mine = [card for card in cards if suit[card] == own]
    return mine, [card for card in cards if suit[card] != own]


def _never_ruffs(position: DealPosition, wanted: tuple[int, ...], rng: Random) -> int:  # noqa: ARG001
    mine, others = _trumps(position)
    return rng.choice(others or mine)


def _always_ruffs(position: DealPosition, wanted: tuple[int, ...], rng: Random) -> int:  # noqa: ARG001
    mine, others = _trumps(position)
    return rng.choice(mine or others)


def _against(position: DealPosition, wanted: tuple[int, ...], rng: Random) -> int:
    """Play the card that leaves least to be shown and least to build with."""
    ahead = Lookout(position, wanted)
    cards = position.legal()
    return min(cards, key=lambda card: (ahead.worth([*position.begun, card]), rng.random()))


PERVERSE: Mapping[str, LearnerStyle] = MappingProxyType(
    {
        "lowest": _lowest,
        "highest": _highest,
        "never-ruffs": _never_ruffs,
        "always-ruffs": _always_ruffs,
        "against-the-advice": _against,
    }
)
"""Learners who go by one idea, each the opposite of some advice."""


def wavering(learner: LearnerStyle, steadiness: float) -> LearnerStyle:
    """Return a learner who goes by the idea of another that often, and else plays any card."""

    def choose(position: DealPosition, wanted: tuple[int, ...], rng: Random) -> int:
        if rng.random() < steadiness:
            return learner(position, wanted, rng)
        return at_random(position, wanted, rng)

    return choose
