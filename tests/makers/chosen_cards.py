"""Whole games in arrays whose cards a policy chooses, and what stood to choose in others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.fast.bulk.board import Board
from engine.fast.bulk.choices import Choices, Players, noise
from engine.fast.bulk.games import DrawnCards
from engine.fast.bulk.policy import Policy, shape
from engine.fast.bulk.tricks import Bytes
from engine.game import Game
from tests.batches import LoggedCards, batch_of


def at_random() -> Policy:
    """Return the policy by which all cards are alike."""
    lead, follow = (np.ones(np.prod(shape(leads=leads)), np.float32) for leads in (True, False))
    return Policy(lead, follow)


class ChosenCards(DrawnCards):
    """Trumps drawn at random, and cards chosen by a policy."""

    def __init__(self, board: Board, policy: Policy, rng: Generator) -> None:
        super().__init__(board.variant, board.look, board.games, rng)
        self.board, self.policy, self.copies = board, policy, unplayed(board)

    def deal(self, dealt: Bytes, first: Bytes) -> None:
        """Take the cards of the next deal."""
        self.players = Players(self.board, by_seat(dealt, first, self.seats), self.copies)
        self.copies = less(self.copies, dealt)

    def card(self, number: int, place: int, seat: Bytes, cards: Bytes) -> Bytes:
        """Return the cards that are chosen."""
        left = self.left(number, place)
        follow(self.players, place, seat, cards)
        drawn = noise(self.rng, self.games, left)
        chosen = self.players.choose(place, seat, left, self.policy, drawn)
        self.close(place, seat, chosen)
        return chosen

    def close(self, place: int, seat: Bytes, card: Bytes) -> None:
        """Let the players see the last card of a trick, too."""
        if place == self.variant.trick - 1:
            self.players.play(place, seat, card)


def by_seat(dealt: Bytes, first: Bytes, seats: int) -> Bytes:
    """Sort the cards of a deal into hands, a row for every seat of every game.

    Args:
        dealt: By game, the cards in the order dealt.
        first: Who was given the first one.
        seats: How many sit at the table.
    """
    games, cards = dealt.shape
    hands = dealt.reshape(games, cards // seats, seats).transpose(0, 2, 1)
    order = (np.arange(seats) + seats - first[:, None]) % seats
    found: Bytes = np.take_along_axis(hands, order[:, :, None], axis=1)
    return found.reshape(games * seats, -1)


def unplayed(board: Board) -> NDArray[np.int32]:
    """Return by game and card how many copies a game begins with."""
    return np.full((board.games, len(board.form.cards)), board.variant.packs, np.int32)


def less(copies: NDArray[np.int32], dealt: Bytes) -> NDArray[np.int32]:
    """Return how many copies are left after a deal."""
    games, faces = copies.shape
    where = dealt + np.arange(games)[:, None] * faces
    return copies - np.bincount(where.ravel(), minlength=copies.size).reshape(games, faces)


def follow(players: Players, place: int, seat: Bytes, cards: Bytes) -> None:
    """Let the players look at what was played since they last did, *seat* being next."""
    if place == 0:
        players.begin(seat)
    else:
        last = (seat + np.uint8(players.seats - 1)) % np.uint8(players.seats)
        players.play(place - 1, last, cards[place - 1])


Wanted = Sequence[Mapping[int, float]]
"""Of a game, card by card: how much every card in hand is to be chosen."""


class _WatchedCards(LoggedCards):
    """Cards as they stand in the histories of games, with what every player had to choose from."""

    def __init__(
        self, board: Board, games: Sequence[Game], wanted: Sequence[Wanted] | None
    ) -> None:
        super().__init__(board.variant, board.table, games)
        self.board, self.wanted, self.found = board, wanted, list[Watched]()
        self.copies = unplayed(board)

    def deal(self, dealt: Bytes, first: Bytes) -> None:
        self.players = Players(self.board, by_seat(dealt, first, self.board.seats), self.copies)
        self.copies = less(self.copies, dealt)
        self.unplayed = self.players.hands.shape[1] * self.board.seats

    def card(self, number: int, place: int, seat: Bytes, cards: Bytes) -> Bytes:
        players, card = self.players, self.cards[number, place]
        left = -(-self.unplayed // self.board.seats)
        self.unplayed -= 1
        follow(players, place, seat, cards)
        held = players.held(seat, left)
        slot = (held == card[:, None]).argmax(1)
        if left > 1:
            want = np.zeros(held.shape)
            want[np.arange(len(slot)), slot] = 1
            if self.wanted:
                at = number * self.board.variant.trick + place
                for game, shares in enumerate(self.wanted):
                    want[game] = [shares[at].get(card, 0.0) for card in held[game].tolist()]
                want /= np.maximum(want.sum(1, keepdims=True), 1e-9)
            self.found.append(Watched(place == 0, players.choices(place, seat, held), want))
        if place == self.board.variant.trick - 1:
            players.play(place, seat, card)
        return players.take(seat, slot, left)


@dataclass(frozen=True, slots=True)
class Watched:
    """What stood to choose at one point of many games, and the share of every card in it.

    The shares of a game are 1 for the card that was chosen, or add up to 1; where nobody
    had a choice they may all be 0.
    """

    leads: bool
    choices: Choices
    wanted: NDArray[np.float64]


def watched(games: Sequence[Game], wanted: Sequence[Wanted] | None = None) -> list[Watched]:
    """Look at every choice of a card in finished games, whoever has played them.

    Args:
        games: The games.
        wanted: By game and card played, how much each card is to be chosen; without it, the
            card that was chosen.

    Raises:
        ValueError: As `gather`.
    """
    batch = batch_of(games)
    source = _WatchedCards(batch, games, wanted)
    batch.play(source)
    return source.found
