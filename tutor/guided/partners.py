"""The partners of a guided deal: they play so that the deal shows the rules in their order.

They keep to the rules, as everybody does, and each plays a card of the own hand. But they
know all the hands, and what they want is not to win: a card is chosen by what the trick can
show then, whatever the learner plays to it. So the same deal shows its rules to somebody
who plays at random. There is no chance in it: the same cards get the same answer.
"""

from collections.abc import Sequence

from engine.rules import Rule
from tutor.guided.tricks import BITS, DealPosition, in_turn

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


def choose(position: DealPosition, wanted: Sequence[int]) -> int:
    """Choose the card of the partner whose turn it is.

    Args:
        position: The deal as it stands.
        wanted: The rules that are still to be shown in tricks, as bits, in their order.
    """
    return Lookout(position, wanted).best()


class Lookout:
    """Looks ahead to the end of the trick under way; ``wanted`` as `choose` has it."""

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
        found = [self.worth([*cards, card]) for card in self.open_to(seat, cards)]
        if seat != self.position.me:
            return max(found)
        return (3 * min(found) + sum(found) / len(found)) / 4

    def open_to(self, seat: int, cards: list[int]) -> list[int]:
        """List what *seat* may play to the trick: of every suit the lowest and the highest card.

        Hands are sorted. All cards that may be played are looked at once it is their turn.
        """
        led, hand, suit = self.suit[cards[0]], self.hands[seat], self.suit
        may = [card for card in hand if suit[card] == led] or hand
        ends = [
            card
            for at, card in enumerate(may)
            if not at
            or at + 1 == len(may)
            or suit[may[at - 1]] != suit[card]
            or suit[may[at + 1]] != suit[card]
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
