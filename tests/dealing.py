"""Unseen cards dealt one deal at a time: the readable form of `engine.fast.bulk.board.deals`."""

from bisect import bisect_right
from random import Random
from typing import TypeVar

from engine.view import Unseen

CardT = TypeVar("CardT")


def deal(unseen: Unseen[CardT], rng: Random) -> list[list[CardT]]:
    """Deal once, each possible deal alike; the hands come back each in random order."""
    hands: list[list[CardT]] = [[] for _ in unseen.sizes]
    rooms, rest = unseen.rooms, list[CardT]()
    drawn: list[list[CardT]] = [[] for _ in unseen.parties]
    for place, cards in enumerate(unseen.suits):
        divisions = unseen.divisions(place, rooms)
        at = bisect_right(divisions.ways, rng.randrange(divisions.ways[-1]))
        taken, mixed = divisions.taken[at], rng.sample(cards, len(cards))
        for hand, count in zip(drawn, taken, strict=True):
            hand.extend(mixed[:count])
            del mixed[:count]
        rest += mixed
        rooms = tuple(room - count for room, count in zip(rooms, taken, strict=True))
    rng.shuffle(rest)
    for party, dealt in zip((*unseen.parties, unseen.free), (*drawn, rest), strict=True):
        rng.shuffle(dealt)
        for place in party:
            hands[place] = [dealt.pop() for _ in range(unseen.sizes[place])]
    return hands
