"""What came of every choice, counted in the deals in which it was tried, and which does best."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.fast.bulk.board import Board
from engine.fast.bulk.rollouts import Courses, Doubles, KnownPosition
from engine.fast.bulk.tricks import UNUSED, Bytes, Flags, Lookup

Rows = list[list[float]]
"""By choice and then by seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sights:
    """What happened, by choice, in shares of the worlds or means over them.

    Of the trick under way, by seat: who ``wins`` it, who ``ruffs``, how many cards each
    ``gained`` for calypsos and how many of its suits are ``spoilt`` (went to a pile). Of
    the seats whose points count for the player, and then of the others, in how many worlds
    at least one ``side_completes`` a calypso, ``rivals_complete`` one, and ``rivals_ruff``.
    Of the card played: whether it is ``built``, by seat, and how many trumps are ``kept``. To
    the deal's end: ``points``, by seat; ``ruffs_later``, by seat, whether it ruffs a later lead
    of the suit of the card played. ``takes_later`` gives, by choice and card held, whether that
    card wins a later trick by a ruff, and ``wins_later`` by the suit led or as a trump led.
    """

    wins: Rows
    ruffs: Rows
    gained: Rows
    spoilt: Rows
    side_completes: list[float]
    rivals_complete: list[float]
    rivals_ruff: list[float]
    built: Rows
    kept: list[float]
    points: Rows
    ruffs_later: Rows
    takes_later: list[dict[int, float]]
    wins_later: list[dict[int, float]]


def sights(at: KnownPosition, found: Courses) -> Sights:
    """Count what happened after every choice."""
    tricks, length, choices, count = found.cards.shape
    games, seats = choices * count, len(at.held)
    board = _begun(at, games)
    suits = board.look.suit
    cards, winners = found.cards.reshape(tricks, length, games), found.winners.reshape(tricks, -1)
    players = (found.leaders.reshape(tricks, 1, games) + np.arange(length)[:, None]) % seats
    trumps = np.array(
        [[at.variant.suits.index(suit) for suit in table.trumps] for table in board.look.tables],
        np.uint8,
    )[found.tables.ravel()]
    own = np.take_along_axis(trumps[None, None], players[..., None], axis=3)[..., 0]
    suit = suits[cards]
    ruff = (suit == own) & (suit != suit[:, :1])
    before = board.points().astype(np.int64)
    done = board.completed.copy()
    sent = np.empty((length, games), np.uint8)
    board.collect(cards[0], winners[0], sent)
    finishes = board.completed != done
    owner = np.array([at.variant.seats.index(seat) for seat, _ in board.form.row] + [seats])
    row = [suit for _, suit in board.form.row]
    of_suit = owner[[row.index(s) if s in row else len(row) for s in at.variant.suits]]
    spot = board.look.spot[winners[0] * np.intp(len(board.form.cards)) + cards[0]]
    builder = np.where(sent < UNUSED, owner[spot], seats)
    spoilt = np.where(sent < UNUSED, seats, of_suit[suit[0]])
    mine = len(at.begun)
    played = (players[0, mine:] == at.me) & (suit[0, mine:] == trumps[:, at.me])
    held = (suits[np.array(at.hand, np.uint8)][:, None] == trumps[:, at.me]).sum(0)
    after = _ended(at, found, games)

    def share(of: NDArray[np.generic]) -> list[float]:
        mean: list[float] = of.reshape(choices, count).mean(1).tolist()
        return mean

    def rows(each: Sequence[NDArray[np.generic]]) -> Rows:
        return [list(one) for one in zip(*map(share, each), strict=True)]

    each = range(seats)
    ours = [seat for seat in each if at.variant.seats[seat] in at.variant.counts[at.me]]
    completes = np.array([finishes[owner[:-1] == seat].any(0) for seat in each])
    ruffs = np.array([(ruff[0] & (players[0] == seat)).any(0) for seat in each])
    theirs = [seat for seat in each if seat not in ours]
    same = suit[1:, :1] == suit[0, mine]
    leaders = found.leaders.reshape(tricks, games)
    best = _best(board.look, found.tables.ravel(), leaders, cards)
    takes, wins = _later(at, players, cards, ruff, best)
    return Sights(
        wins=rows([winners[0] == seat for seat in each]),
        ruffs=rows(list(ruffs)),
        gained=rows([(builder == seat).sum(0) for seat in each]),
        spoilt=rows([(spoilt == seat).sum(0) for seat in each]),
        side_completes=share(completes[ours].sum(0) > 0),
        rivals_complete=share(completes[theirs].sum(0) > 0),
        rivals_ruff=share(ruffs[theirs].sum(0) > 0),
        built=rows([builder[mine] == seat for seat in each]),
        kept=share(held - played.sum(0)),
        points=rows([after[seat] - before[seat] for seat in each]),
        ruffs_later=rows([(same & ruff[1:] & (players[1:] == s)).any((0, 1)) for s in each]),
        takes_later=_by_choice({card: share(got) for card, got in takes.items()}, choices),
        wins_later=_by_choice({card: share(got) for card, got in wins.items()}, choices),
    )


def _begun(at: KnownPosition, games: int) -> Board:
    """Set up the board as the position has it."""
    board, row = Board(at.variant, at.table, games), len(at.completed)
    board.building[:row] = np.array(at.building[:row], np.uint16)[:, None]
    board.completed[:] = np.array(at.completed, np.uint8)[:, None]
    return board


def _ended(at: KnownPosition, found: Courses, games: int) -> NDArray[np.int64]:
    """Return the points on every seat's own score sheet at the deal's end."""
    board, row = Board(at.variant, at.table, games), len(at.completed)
    board.building[:row] = found.building.reshape(row, games)
    board.completed[:] = found.completed.reshape(row, games)
    board.piles[:] = found.piles.reshape(len(at.held), games)
    return board.points().astype(np.int64)


def _later(
    at: KnownPosition, players: NDArray[np.integer], cards: Bytes, ruff: Flags, best: Flags
) -> tuple[dict[int, Flags], dict[int, Flags]]:
    """Return of every card in hand whether it wins a later trick by a ruff, or otherwise."""
    takes, wins = {}, {}
    if len(cards) > 1:
        mine = (players[1:] == at.me) & best[1:]
        for card in dict.fromkeys(at.hand):
            won = mine & (cards[1:] == card)
            takes[card] = (won & ruff[1:]).any((0, 1))
            wins[card] = (won & ~ruff[1:]).any((0, 1))
    return takes, wins


def _best(look: Lookup, tables: Bytes, leaders: Bytes, cards: Bytes) -> Flags:
    """Return by trick and place whether that card wins the trick."""
    shown = np.array(look.shown(tables, leaders, tuple(cards.swapaxes(0, 1))))
    found: Flags = (shown == shown.max(0)).swapaxes(0, 1)
    return found


def _by_choice(found: dict[int, list[float]], choices: int) -> list[dict[int, float]]:
    return [{card: shares[one] for card, shares in found.items()} for one in range(choices)]


class Comparison:
    """The values of choices in the deals they were tried in; those far behind are dropped.

    ``left`` lists the choices, by number, that are still tried.
    """

    def __init__(self, choices: int) -> None:
        self.left = list(range(choices))
        self.values: Doubles = np.zeros((choices, 0))

    def add(self, values: Doubles) -> None:
        """Add what the choices that are left came to in more deals, a row for each."""
        self.values = np.concatenate([self.values, values], axis=1)

    @property
    def best(self) -> int:
        """The choice that does best on average; of equals, the first."""
        return self.left[int(self.values.mean(1).argmax())] if self.values.size else self.left[0]

    def drop(self, clear: float) -> None:
        """Leave out those that are *clear* standard errors or more behind the best."""
        means, errors = behind(self.values, int(self.values.mean(1).argmax()))
        near = means <= clear * errors
        self.left = [one for one, keep in zip(self.left, near, strict=True) if keep]
        self.values = self.values[near]


def behind(values: Doubles, best: int) -> tuple[Doubles, Doubles]:
    """Return how far each row lies behind row *best*, with the standard error of that."""
    found = values[best] - values
    errors: Doubles = found.std(1, ddof=1) / np.sqrt(found.shape[1])
    return found.mean(1), errors


@dataclass(frozen=True, slots=True)
class Ranked:
    """Choices from best to worst, and by choice the mean values and what they lie behind the best.

    The errors are standard errors, those of ``behind`` over the same deals.
    """

    order: list[int]
    means: list[float]
    errors: list[float]
    behind: list[float]
    behind_errors: list[float]


def rank(values: Doubles) -> Ranked:
    """Compare the rows of an array, choices with a value for each deal."""
    means = values.mean(1)
    order: list[int] = (-means).argsort(kind="stable").tolist()
    gaps, gap_errors = behind(values, order[0])
    gaps = np.maximum(gaps, 0.0)  # By rounding alone an equal could come out ahead.
    errors = values.std(1, ddof=1) / np.sqrt(values.shape[1])
    return Ranked(order, means.tolist(), errors.tolist(), gaps.tolist(), gap_errors.tolist())
