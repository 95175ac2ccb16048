"""The unseen cards dealt many times at once: every deal that agrees with what was shown alike."""

from bisect import bisect_right
from random import Random

import numpy as np
from numpy.random import Generator

from engine.fast.bulk.tricks import Bytes
from engine.unseen import FreePlaces, Unseen


def generator(rng: Random) -> Generator:
    """Begin a stream for arrays; the same state of *rng* begins the same one."""
    return np.random.default_rng(rng.getrandbits(64))


def deals(unseen: Unseen[int], count: int, rng: Generator) -> list[Bytes]:
    """Deal *count* times, as `Unseen.deal` does once.

    Returns:
        For every hand, the stock among them, a row of cards for every deal.
    """
    cards = np.array(unseen.every, np.uint8)
    keys = rng.random((count, len(cards)), dtype=np.float32)
    party = np.full(keys.shape, len(unseen.parties), np.float32)
    if unseen.parties:
        taken, at = _divided(unseen, count, rng), 0
        for suit, counts in zip(unseen.suits, taken, strict=True):
            rank = keys[:, at : at + len(suit)].argsort(1).argsort(1)
            bounds = np.cumsum(counts, 1)
            party[:, at : at + len(suit)] = (rank[:, :, None] >= bounds[:, None, :]).sum(2)
            at += len(suit)
        keys = rng.random(keys.shape, dtype=np.float32)
    mixed = cards[(keys + party).argsort(1)]
    found: list[Bytes] = [mixed[:, :0]] * len(unseen.sizes)
    at = 0
    for hands in (*unseen.parties, unseen.free):
        for hand in hands:
            found[hand] = mixed[:, at : at + unseen.sizes[hand]]
            at += unseen.sizes[hand]
    return found


def _divided(unseen: Unseen[int], count: int, rng: Generator) -> list[Bytes]:
    """Draw, suit by suit and for every deal, how many cards each party gets."""
    rooms: list[FreePlaces] = [unseen.rooms] * count
    found = []
    for place in range(len(unseen.suits)):
        drawn, counts = rng.random(count).tolist(), []
        for number, room in enumerate(rooms):
            ways, taken = unseen.divisions(place, room)
            counts.append(taken[bisect_right(ways, drawn[number] * ways[-1])])
        rooms = [
            tuple(left - took for left, took in zip(room, gone, strict=True))
            for room, gone in zip(rooms, counts, strict=True)
        ]
        found.append(np.array(counts, np.uint8))
    return found
