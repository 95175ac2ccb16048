"""How the cards that nobody has shown yet may lie: as likely as shuffling makes it.

A seat that has failed to follow a suit holds none of it. Hands are dealt in two steps:
first how many cards of each suit go to the seats that are out of one, each division as
often as there are cards to make it with; then which cards, by chance. Every deal of the
cards that agrees with what was shown is therefore equally likely, and none is tried in vain.
"""

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import comb
from random import Random
from typing import Generic, TypeVar

CardT = TypeVar("CardT")
FreePlaces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Divisions:
    """How the cards of one suit may be divided, given the room left; parallel, by division.

    ``ways`` are running sums of the number of deals each division leads to, ``taken`` the
    cards that each party gets.
    """

    ways: tuple[int, ...]
    taken: tuple[FreePlaces, ...]


class Unseen(Generic[CardT]):
    """Cards of which so many lie in each hidden hand; what is left over is not dealt.

    The stock is one more hand, if its order matters. Hands that lack the same suits are one
    party, and dealt as one: ``parties`` lists those that lack some suit, ``free`` the hands
    that may hold anything. ``suits`` are the cards by suit, first those that most parties
    lack, because they leave least to choose; ``open`` says, parallel to them, which parties
    may hold the suit.

    Args:
        cards: The cards, by suit.
        sizes: How many cards each hidden hand holds.
        lacking: Parallel to *sizes*, the suits (as indices of *cards*) a hand has none of.

    Raises:
        ValueError: No deal of the cards agrees with that.
    """

    def __init__(
        self,
        cards: Sequence[Sequence[CardT]],
        sizes: Sequence[int],
        lacking: Sequence[Collection[int]],
    ) -> None:
        self.sizes = tuple(sizes)
        alike: dict[frozenset[int], list[int]] = {}
        for place, suits in enumerate(lacking):
            out = frozenset(suit for suit in suits if cards[suit])
            alike.setdefault(out, []).append(place)
        self.free = alike.pop(frozenset(), [])
        self.parties = list(alike.values())
        self.rooms: FreePlaces = tuple(map(self._size, self.parties))
        order = sorted(range(len(cards)), key=lambda suit: -sum(suit in out for out in alike))
        self.suits = [tuple(cards[suit]) for suit in order]
        self.open = [[suit not in out for out in alike] for suit in order]
        self.every = [card for suit in self.suits for card in suit]
        self.known: dict[tuple[int, FreePlaces], _Divisions] = {}
        if sum(sizes) > len(self.every) or not self.count(0, self.rooms):
            raise ValueError(
                f"no deal of {list(map(len, cards))} cards by suit into hands of "
                f"{list(sizes)} agrees with the suits they lack"
            )

    def _size(self, party: list[int]) -> int:
        return sum(self.sizes[place] for place in party)

    def deal(self, rng: Random) -> list[list[CardT]]:
        """Deal once; every deal that agrees with what is known is equally likely.

        Returns:
            The hands, parallel to the sizes, each in random order.
        """
        hands: list[list[CardT]] = [[] for _ in self.sizes]
        rest, rooms = self.every, self.rooms
        if self.parties:
            drawn: list[list[CardT]] = [[] for _ in self.parties]
            rest = []
            for place, cards in enumerate(self.suits):
                taken = self._divide(place, rooms, rng)
                mixed = rng.sample(cards, len(cards))
                for hand, count in zip(drawn, taken, strict=True):
                    hand.extend(mixed[:count])
                    del mixed[:count]
                rest += mixed
                rooms = tuple(room - count for room, count in zip(rooms, taken, strict=True))
            for party, dealt in zip(self.parties, drawn, strict=True):
                rng.shuffle(dealt)
                self._hand_out(dealt, party, hands)
        self._hand_out(rng.sample(rest, self._size(self.free)), self.free, hands)
        return hands

    def _hand_out(self, dealt: list[CardT], party: list[int], hands: list[list[CardT]]) -> None:
        """Deal out the cards of a party to its hands, each its number."""
        begin = 0
        for place in party:
            hands[place] = dealt[begin : begin + self.sizes[place]]
            begin += self.sizes[place]

    def count(self, place: int, rooms: FreePlaces) -> int:
        """Count the ways to fill *rooms* with cards of the suits from *place* on."""
        if place == len(self.suits):
            return int(not any(rooms))
        return self._divisions(place, rooms).ways[-1]

    def _divide(self, place: int, rooms: FreePlaces, rng: Random) -> FreePlaces:
        """Draw how many cards of a suit each party gets."""
        divisions = self._divisions(place, rooms)
        at = bisect_right(divisions.ways, rng.randrange(divisions.ways[-1]))
        return divisions.taken[at]

    def divisions(
        self, place: int, rooms: FreePlaces
    ) -> tuple[tuple[int, ...], tuple[FreePlaces, ...]]:
        """Return the ways to divide the suit at *place* of ``suits`` among parties with this room.

        Returns:
            Running sums of the number of deals behind every division, the first 0, and
            parallel to them the cards that each party gets; the first stands for none.
        """
        found = self._divisions(place, rooms)
        return found.ways, found.taken

    def _divisions(self, place: int, rooms: FreePlaces) -> _Divisions:
        """Count the deals behind every division of one suit, once for every room left."""
        if known := self.known.get((place, rooms)):
            return known
        cards, may = len(self.suits[place]), self.open[place]
        last = place == len(self.suits) - 1
        ways, taken = [0], [(0,) * len(rooms)]
        choices = [
            range(room if last else 0, min(room, cards if can else 0) + 1)
            for room, can in zip(rooms, may, strict=True)
        ]
        for counts in product(*choices):
            if sum(counts) > cards:
                continue
            left = tuple(room - count for room, count in zip(rooms, counts, strict=True))
            if deals := self.count(place + 1, left):
                ways.append(deals * _deals(cards, counts))
                taken.append(counts)
        found = self.known[place, rooms] = _Divisions(tuple(accumulate(ways)), tuple(taken))
        return found


def _deals(cards: int, counts: FreePlaces) -> int:
    """Count the ways to give so many of so many cards away."""
    ways = 1
    for count in counts:
        ways *= comb(cards, count)
        cards -= count
    return ways
