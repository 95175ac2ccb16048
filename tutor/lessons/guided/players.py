"""Who plays a guided deal: partners who show the rules, and a made-up learner who rehearses it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.variants import Variant
from puzzles.scenes import LEARNER
from tutor.lessons.guided import AT_THE_END, IN_TRICKS, GuidedDeal, at_the_end
from tutor.lessons.guided.tricks import BITS, DealPosition, in_turn, position_of

SHOWN = 100
"""What the next rule is worth that a trick shows in its turn."""

CATCH, COMPLETE = 4, 30
"""What a card that the learner's side builds with is worth, and one that completes a calypso."""

LOST, GIVEN = 3, 1
"""What it costs when such a card goes to the others, and when they build with one."""

LEAD = 2
"""What it is worth that a partner leads next, while there is something to show."""

DISPUTED = 50
"""What a trick costs that another rulebook would give to somebody else."""

WASTED = 60
"""What it costs to complete a calypso while that has to start the next one, and does not."""

_NEXT = BITS[Rule.SAME_TRICK_STARTS_NEXT]


def choose_card(position: DealPosition, wanted: Sequence[int]) -> int:
    """Choose the card of the partner to play; *wanted* are the rules still to show, in order."""
    return Lookout(position, wanted).best()


class Lookout:
    """Looks ahead to the end of the trick under way; ``wanted`` as `choose_card` has it."""

    def __init__(self, position: DealPosition, wanted: Sequence[int]) -> None:
        self.position, self.wanted = position, wanted
        numbers = position.numbers
        self.order = numbers.form.orders[position.leader]
        self.hands = position.hands
        self.suit = numbers.form.suit
        fed = numbers.form.fed
        self.side = {seat for seat, spots in enumerate(fed) if spots == fed[position.me]}
        self.starts = any(rule == _NEXT for rule in wanted)

    def best(self) -> int:
        """Return the card whose trick is worth most, the lowest of equal ones."""
        cards = self.position.legal()
        if len(cards) == 1:
            return cards[0]
        begun = self.position.begun
        return max(cards, key=lambda card: self.worth([*begun, card]))

    def worth(self, cards: list[int]) -> float:
        """Return what a trick that begins with *cards* is worth if the partners see to it.

        Of what the learner may play the worst counts, and a little the average.
        """
        if len(cards) == len(self.order):
            return self.value(cards)
        seat = self.order[len(cards)]
        worths = [self.worth([*cards, card]) for card in self.open_to(seat, cards)]
        if seat != self.position.me:
            return max(worths)
        return (3 * min(worths) + sum(worths) / len(worths)) / 4

    def open_to(self, seat: int, cards: list[int]) -> list[int]:
        """List what *seat* may play to the trick: of every suit the lowest and the highest card.

        Hands are sorted. All cards that may be played are looked at once it is their turn.
        """
        led, hand, suit = self.suit[cards[0]], self.hands[seat], self.suit
        may = [card for card in hand if suit[card] == led] or hand
        ends = [
            card
            for place, card in enumerate(may)
            if not place
            or place + 1 == len(may)
            or suit[may[place - 1]] != suit[card]
            or suit[may[place + 1]] != suit[card]
        ]
        return list(dict.fromkeys(ends))

    def value(self, cards: list[int]) -> int:
        """Return what a complete trick is worth."""
        position = self.position
        winner, shown = position.shows(cards)
        told = in_turn(self.wanted, shown)
        worth = SHOWN * told - (DISPUTED if position.disputed(cards) else 0)
        if told < len(self.wanted) and winner != position.me:
            worth += LEAD
        return worth + self.brings(winner, cards, started=bool(shown & _NEXT))

    def brings(self, winner: int, cards: list[int], *, started: bool) -> int:
        """Return what the cards bring the learner's side, or cost it."""
        position, form, worth = self.position, self.position.numbers.form, 0
        spots, ours = form.spots[winner], form.spots[position.me]
        pile, side = len(form.row), winner in self.side
        added: dict[int, int] = {}
        for card in cards:
            spot = spots[card]
            if spot != pile:
                held = added.get(spot, position.building[spot])
                if not held & form.bit[card]:
                    added[spot] = held | form.bit[card]
                    worth += CATCH if side else -GIVEN
            elif not side and not position.building[ours[card]] & form.bit[card]:
                worth -= LOST
        for held in added.values():
            if held == form.full:
                worth += COMPLETE if side else -COMPLETE
                if self.starts and not started:
                    worth -= WASTED
        return worth


LearnerStyle = Callable[[DealPosition, tuple[int, ...], Random], int]
"""Chooses a legal card; told are the rules that are still to be shown, and chance."""


def at_random(position: DealPosition, wanted: tuple[int, ...], rng: Random) -> int:  # noqa: ARG001
    """Play any legal card."""
    return rng.choice(position.legal())


def _ranked(position: DealPosition, rng: Random) -> list[int]:
    """List the legal cards from the lowest on, equal ones as chance has it."""
    return sorted(position.legal(), key=lambda card: (position.numbers.rank[card], rng.random()))


def _ruffing(position: DealPosition, *, willing: bool) -> list[int]:
    """List the legal cards that ruff, or are a led trump, or those that do not; else all."""
    suit, own = position.numbers.form.suit, position.numbers.trump[position.me]
    cards = position.legal()
    return [card for card in cards if (suit[card] == own) == willing] or cards


def _against(position: DealPosition, wanted: tuple[int, ...], rng: Random) -> int:
    """Play the card that leaves least to be shown and least to build with."""
    ahead = Lookout(position, wanted)
    cards = position.legal()
    return min(cards, key=lambda card: (ahead.worth([*position.begun, card]), rng.random()))


PERVERSE: Mapping[str, LearnerStyle] = {
    "lowest": lambda position, _, rng: _ranked(position, rng)[0],
    "highest": lambda position, _, rng: _ranked(position, rng)[-1],
    "never-ruffs": lambda position, _, rng: rng.choice(_ruffing(position, willing=False)),
    "always-ruffs": lambda position, _, rng: rng.choice(_ruffing(position, willing=True)),
    "against-the-advice": _against,
}
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


def opening(deal: GuidedDeal, rulebook: Rulebook) -> DealPosition:
    """Return the deal before the first lead in numbers."""
    game = deal.start(rulebook)
    return position_of(game, game.table.seats.index(LEARNER), 1)


def in_tricks(order: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return those rules of a list that happen in tricks."""
    return tuple(rule for rule in order if rule in IN_TRICKS)


def play_deal(
    variant: Variant,
    position: DealPosition,
    order: Sequence[Rule],
    learner: LearnerStyle,
    rng: Random,
) -> Rehearsal:
    """Play a deal from its opening, which is used up, to the end.

    *order* are the rules to be told; *rng* is the learner's chance, the partners have none.
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
            else choose_card(position, wanted)
        )
        if next_position := position.play(card):
            shown |= next_position
            count = in_turn(wanted, next_position)
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
