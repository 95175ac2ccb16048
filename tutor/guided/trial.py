"""A guided deal played to the end by a made-up learner, and what it showed."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.variants import Variant
from puzzles.scenes import LEARNER
from tutor.guided.deal import GuidedDeal
from tutor.guided.happenings import AT_THE_END, IN_TRICKS, at_the_end
from tutor.guided.learners import LearnerStyle
from tutor.guided.partners import choose
from tutor.guided.tricks import BITS, DealPosition, in_turn, position_of


@dataclass(frozen=True, slots=True)
class DealTrial:
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
) -> DealTrial:
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
    return DealTrial(
        told=tuple(told),
        missing=missing,
        unseen=tuple(rule for rule in missing if rule in late or not BITS[rule] & shown),
        won=won,
        completed=sum(position.completed[spot] for spot in side) - before,
        lacking=min((form.full & ~position.building[spot]).bit_count() for spot in side),
    )
