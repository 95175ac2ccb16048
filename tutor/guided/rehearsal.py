"""A guided deal played to the end by a made-up learner, and what it showed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.variants import Variant
from puzzles.scenes import LEARNER
from tutor.guided.deal import AT_THE_END, IN_TRICKS, GuidedDeal, at_the_end
from tutor.guided.partners import Lookout, choose
from tutor.guided.tricks import BITS, DealPosition, in_turn, position_of

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


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What a deal showed one learner.

    ``told`` counts, parallel to the tricks, the rules told after each; ``missing`` are those
    that were never told, and ``unseen`` those of them that never even happened. ``won``
    counts the tricks that the learner took, ``completed`` the calypsos that the learner's
    side completed in this deal, and ``lacking`` is how few cards its best calypso lacks.
    """

    told: tuple[int, ...]
    missing: tuple[Rule, ...]
    unseen: tuple[Rule, ...]
    won: int
    completed: int
    lacking: int


def opening(deal: GuidedDeal, book: Rulebook) -> DealPosition:
    """Return the deal before the first lead in numbers."""
    game = deal.start(book)
    return position_of(game, game.table.seats.index(LEARNER), 1)


def in_tricks(order: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return those rules of a list that happen in tricks."""
    return tuple(rule for rule in order if rule in IN_TRICKS)


def run(
    variant: Variant,
    position: DealPosition,
    order: Sequence[Rule],
    learner: LearnerStyle,
    rng: Random,
) -> Rehearsal:
    """Play a deal from its opening to the end.

    Args:
        variant: The form of the game.
        position: The deal before the first lead; it is used up.
        order: The rules to be told, in their order; those that happen in tricks count.
        learner: Who plays the learner's cards.
        rng: The learner's chance; the partners have none.
    """
    rules = in_tricks(order)
    wanted = tuple(BITS[rule] for rule in rules)
    told, shown, won = [], 0, 0
    side = position.numbers.form.fed[position.me]
    before = sum(position.completed[spot] for spot in side)
    while any(position.hands):
        card = (
            learner(position, wanted, rng)
            if position.turn == position.me
            else choose(position, wanted)
        )
        now = position.play(card)
        if now:
            shown |= now
            count = in_turn(wanted, now)
            won += position.leader == position.me
            wanted = wanted[count:]
            told.append(count)
    ending = at_the_end(variant, position.sheets)
    late = tuple(rule for rule in order if rule in AT_THE_END and rule not in ending)
    missing = (*rules[len(rules) - len(wanted) :], *late)
    form = position.numbers.form
    return Rehearsal(
        told=tuple(told),
        missing=missing,
        unseen=tuple(rule for rule in missing if rule in late or not BITS[rule] & shown),
        won=won,
        completed=sum(position.completed[spot] for spot in side) - before,
        lacking=min((form.full & ~position.building[spot]).bit_count() for spot in side),
    )
