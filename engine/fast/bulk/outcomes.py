"""What came of every choice, counted in the deals in which it was tried, and which does best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.fast.bulk.board import Board
from engine.fast.bulk.rollouts import Courses, Doubles, KnownPosition
from engine.fast.bulk.tricks import UNUSED, Bytes, Flags, Lookup


@dataclass(frozen=True, slots=True)
class Outlook:
    """What happened after an action, in the simulated deals; tuples run parallel to the seats.

    A share is of the deals, from 0 to 1; a mean is over them. Of the trick under way: ``wins``,
    the share each seat wins; ``ruffs``, the share in which a seat ruffs; ``gained``, the mean
    number of cards for each seat's calypsos; ``spoilt``, the mean number of cards of suits a
    seat builds that go to a pile, and are lost to it. Of the seats whose points count for the
    player (`Variant.counts`, not only those it wins for): ``side_completes``, the share in
    which a calypso of theirs is completed; of the others likewise ``rivals_complete``, and
    ``rivals_ruff``, in which one of them ruffs. Of the card played: ``card_built``, the share
    in which it goes to a calypso of each seat. ``trumps_kept`` is the mean number of own trumps
    left in hand after the trick. To the deal's end: ``points``, the mean points each seat scores
    by itself, and ``ruffs_later``, the share in which each ruffs a later lead of the suit of the
    card played. ``takes_later`` gives, for cards kept in hand, the share in which the card wins a
    later trick by a ruff, and ``wins_later`` in which it wins one otherwise.
    """

    wins: tuple[float, ...]
    ruffs: tuple[float, ...]
    gained: tuple[float, ...]
    spoilt: tuple[float, ...]
    side_completes: float
    rivals_complete: float
    rivals_ruff: float
    card_built: tuple[float, ...]
    trumps_kept: float
    points: tuple[float, ...]
    ruffs_later: tuple[float, ...]
    takes_later: Mapping[Card, float]
    wins_later: Mapping[Card, float]


def outlooks(position: KnownPosition, courses: Courses) -> list[Outlook]:
    """Return what happened after every choice."""
    stand = position.stand
    tricks, length, choices, count = courses.cards.shape
    games, seats = choices * count, len(stand.held)
    board = position.board(games)
    suits = board.look.suit
    cards, winners = (
        courses.cards.reshape(tricks, length, games),
        courses.winners.reshape(tricks, -1),
    )
    players = (courses.leaders.reshape(tricks, 1, games) + np.arange(length)[:, None]) % seats
    trumps = board.look.trumps[courses.tables.ravel()]
    own = np.take_along_axis(trumps[None, None], players[..., None], axis=3)[..., 0]
    suit = suits[cards]
    ruff = (suit == own) & (suit != suit[:, :1])
    before = board.points().astype(np.int64)
    done = board.completed.copy()
    sent = np.empty((length, games), np.uint8)
    board.collect(cards[0], winners[0], sent)
    finishes = board.completed != done
    owner = np.array([position.variant.seats.index(seat) for seat, _ in board.form.row] + [seats])
    row = [suit for _, suit in board.form.row]
    of_suit = owner[[row.index(s) if s in row else len(row) for s in position.variant.suits]]
    spot = board.look.spot[winners[0] * np.intp(len(board.form.cards)) + cards[0]]
    builder = np.where(sent < UNUSED, owner[spot], seats)
    spoilt = np.where(sent < UNUSED, seats, of_suit[suit[0]])
    mine = len(stand.begun)
    played = (players[0, mine:] == stand.me) & (suit[0, mine:] == trumps[:, stand.me])
    held = (suits[np.array(stand.hand, np.uint8)][:, None] == trumps[:, stand.me]).sum(0)
    after = _ended(position, courses, games)

    def share(of: NDArray[np.generic]) -> list[float]:
        mean: list[float] = of.reshape(choices, count).mean(1).tolist()
        return mean

    def rows(each: Sequence[NDArray[np.generic]]) -> list[tuple[float, ...]]:
        return list(zip(*map(share, each), strict=True))

    def named(each: Mapping[int, Flags]) -> list[dict[Card, float]]:
        shares = {board.form.cards[card]: share(got) for card, got in each.items()}
        return [{card: of[choice] for card, of in shares.items()} for choice in range(choices)]

    each = range(seats)
    ours = [
        seat for seat in each if position.variant.seats[seat] in position.variant.counts[stand.me]
    ]
    completes = np.array([finishes[owner[:-1] == seat].any(0) for seat in each])
    ruffs = np.array([(ruff[0] & (players[0] == seat)).any(0) for seat in each])
    theirs = [seat for seat in each if seat not in ours]
    same = suit[1:, :1] == suit[0, mine]
    leaders = courses.leaders.reshape(tricks, games)
    best = _best(board.look, courses.tables.ravel(), leaders, cards)
    takes, wins = _later(position, players, cards, ruff, best)
    columns = (  # in the order of the fields
        rows([winners[0] == seat for seat in each]),
        rows(list(ruffs)),
        rows([(builder == seat).sum(0) for seat in each]),
        rows([(spoilt == seat).sum(0) for seat in each]),
        share(completes[ours].sum(0) > 0),
        share(completes[theirs].sum(0) > 0),
        share(ruffs[theirs].sum(0) > 0),
        rows([builder[mine] == seat for seat in each]),
        share(held - played.sum(0)),
        rows([after[seat] - before[seat] for seat in each]),
        rows([(same & ruff[1:] & (players[1:] == s)).any((0, 1)) for s in each]),
        named(takes),
        named(wins),
    )
    return [Outlook(*numbers) for numbers in zip(*columns, strict=True)]


def _ended(position: KnownPosition, courses: Courses, games: int) -> NDArray[np.int64]:
    """Return the points on every seat's own score sheet at the deal's end."""
    board, row = Board(position.variant, position.table, games), len(position.stand.completed)
    board.building[:row] = courses.building.reshape(row, games)
    board.completed[:] = courses.completed.reshape(row, games)
    board.piles[:] = courses.piles.reshape(len(position.stand.held), games)
    return board.points().astype(np.int64)


def _later(
    position: KnownPosition, players: NDArray[np.integer], cards: Bytes, ruff: Flags, best: Flags
) -> tuple[dict[int, Flags], dict[int, Flags]]:
    """Return of every card in hand whether it wins a later trick by a ruff, or otherwise."""
    takes, wins = {}, {}
    if len(cards) > 1:
        mine = (players[1:] == position.stand.me) & best[1:]
        for card in dict.fromkeys(position.stand.hand):
            won = mine & (cards[1:] == card)
            takes[card] = (won & ruff[1:]).any((0, 1))
            wins[card] = (won & ~ruff[1:]).any((0, 1))
    return takes, wins


def _best(look: Lookup, tables: Bytes, leaders: Bytes, cards: Bytes) -> Flags:
    """Return by trick and place whether that card wins the trick."""
    shown = np.array(look.shown(tables, leaders, tuple(cards.swapaxes(0, 1))))
    best: Flags = (shown == shown.max(0)).swapaxes(0, 1)
    return best


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
        self.left = [choice for choice, keep in zip(self.left, near, strict=True) if keep]
        self.values = self.values[near]


def behind(values: Doubles, best: int) -> tuple[Doubles, Doubles]:
    """Return how far each row lies behind row *best*, with the standard error of that."""
    lost = values[best] - values
    errors: Doubles = lost.std(1, ddof=1) / np.sqrt(lost.shape[1])
    return lost.mean(1), errors


@dataclass(frozen=True, slots=True)
class Ranked:
    """Choices from best to worst, and by choice how far it lies behind the best.

    The errors are standard errors over the same deals.
    """

    order: list[int]
    behind: list[float]
    errors: list[float]


def rank(values: Doubles) -> Ranked:
    """Compare the rows of an array, choices with a value for each deal."""
    order: list[int] = (-values.mean(1)).argsort(kind="stable").tolist()
    gaps, errors = behind(values, order[0])
    gaps = np.maximum(gaps, 0.0)  # By rounding alone an equal could come out ahead.
    return Ranked(order, gaps.tolist(), errors.tolist())
