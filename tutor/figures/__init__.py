"""How often things happen: counted in games, and kept in a file.

A figure stands here with its uncertainty: a ratio over games, such as tricks that a rule decides
over tricks. What is kept are the sums it is made of, so that games played later are added to it
exactly.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from pydantic import TypeAdapter

from engine.fast.bulk.games import Playouts, notes_by_game, parted, playouts, roles
from engine.fast.bulk.tricks import PLACED, RULED, Flags
from engine.rulebooks import LedTrump
from engine.rules import Rule
from engine.table import Table
from engine.trick import Role
from engine.variants import Variant

FILE = Path(__file__).parent / "frequencies.json"
"""What `tests/makers/frequencies.py` has counted; seed and numbers of games are inside."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Σx/Σy over games; x and y are counts, or points, of one game.

    Tricks of one game depend on each other, games do not: the error is that of a ratio of
    two means over games.
    """

    games: int
    x: int
    y: int
    xx: int
    xy: int
    yy: int

    def __add__(self, other: "Figure") -> "Figure":
        return Figure(*(mine + theirs for mine, theirs in zip(self.sums, other.sums, strict=True)))

    @property
    def sums(self) -> tuple[int, ...]:
        """The number of games and the five sums, as the file has them."""
        return self.games, self.x, self.y, self.xx, self.xy, self.yy

    @property
    def value(self) -> float:
        """The ratio; 0 where there was no occasion."""
        return self.x / self.y if self.y else 0.0

    @property
    def error(self) -> float:
        """The standard error of the ratio, by the residuals x - value·y of the games."""
        if self.games < 2 or not self.y:
            return 0.0
        left = self.xx - 2 * self.value * self.xy + self.value**2 * self.yy
        return sqrt(max(left, 0.0) * self.games / (self.games - 1)) / abs(self.y)


@unique
class CountedPlayers(StrEnum):
    """Who played the games that were counted."""

    RANDOM = "random"
    CLUB = "club"


@dataclass(frozen=True, slots=True)
class GameSample:
    """Games of one form, by one reading of a ruffed lead of the own trump, and what they show."""

    form: str
    reading: LedTrump
    players: CountedPlayers
    figures: Mapping[str, Figure]

    def __add__(self, other: "GameSample") -> "GameSample":
        if (self.form, self.reading, self.players) != (other.form, other.reading, other.players):
            raise ValueError(f"{self.form} and {other.form} do not add up")
        both = {key: figure + other.figures[key] for key, figure in self.figures.items()}
        return GameSample(self.form, self.reading, self.players, both)

    @property
    def games(self) -> int:
        """How many games were counted."""
        return next(iter(self.figures.values())).games


@dataclass(frozen=True, slots=True)
class Whole:
    """All tricks there are, each counted once: by the rule that decides, and those with a tie."""

    form: str
    reading: LedTrump
    rules: Mapping[Rule, int]
    tied: int

    @property
    def tricks(self) -> int:
        """How many tricks there are."""
        return sum(self.rules.values())


@dataclass(frozen=True, slots=True)
class Frequencies:
    """Everything the file holds; ``seed`` began each of the samples."""

    seed: int
    samples: tuple[GameSample, ...]
    wholes: tuple[Whole, ...]

    def sample(self, form: str, reading: LedTrump, players: CountedPlayers) -> GameSample | None:
        """Find a sample, if there is one."""
        wanted = (form, reading, players)
        return next(
            (each for each in self.samples if (each.form, each.reading, each.players) == wanted),
            None,
        )

    def whole(self, form: str, reading: LedTrump) -> Whole:
        """Return the count of all tricks of a form by a reading, or raise KeyError."""
        for whole in self.wholes:
            if (whole.form, whole.reading) == (form, reading):
                return whole
        raise KeyError(f"no count of all tricks of {form} by {reading}")


_WHOLES = TypeAdapter(tuple[Whole, ...])


@cache
def stored_figures() -> Frequencies:
    """Read the file."""
    return read(FILE.read_text(encoding="utf-8"))


def read(text: str) -> Frequencies:
    """Read the text of the file."""
    data = json.loads(text)
    return Frequencies(
        data["seed"],
        tuple(
            GameSample(
                sample["form"],
                LedTrump(sample["reading"]),
                CountedPlayers(sample["players"]),
                {key: Figure(sample["games"], *sums) for key, sums in sample["figures"].items()},
            )
            for sample in data["samples"]
        ),
        _WHOLES.validate_python(data["wholes"]),
    )


# ------------------------------------------------------------------- counted in games

_ROLES = tuple(Role)
_LED_TRUMP = _ROLES.index(Role.LED_TRUMP)

Counts = NDArray[np.int64]
"""A number for every game."""

CALYPSOS = (Rule.FIRST_CALYPSO, Rule.SECOND_CALYPSO, Rule.LATER_CALYPSO)
AHEAD = (1, 2, 3)
"""By how many calypsos more a side may lead, in the figures about what one is worth."""


def random_games(variant: Variant, table: Table, games: int, rng: Generator) -> GameSample:
    """Play games at random, and count in them."""
    return measure(playouts(variant, table, table.seats[0], games, rng), CountedPlayers.RANDOM)


def measure(playouts: Playouts, players: CountedPlayers) -> GameSample:
    """Count everything in a batch of games."""
    figures = {**_tricks(playouts), **_ruffs(playouts), **_cards(playouts), **_calypsos(playouts)}
    figures |= _margins(playouts)
    return GameSample(playouts.variant.id, playouts.table.led_trump, players, figures)


def _figure(x: Counts | Flags, y: Counts | Flags | int) -> Figure:
    counts = x.astype(np.int64)
    of = np.broadcast_to(np.asarray(y, np.int64), counts.shape)
    sums = (counts, of, counts * counts, counts * of, of * of)
    return Figure(len(counts), *(int(each.sum()) for each in sums))


def _tricks(playouts: Playouts) -> Mapping[str, Figure]:
    rulings, tricks = playouts.rulings, len(playouts.cards)
    figures = {}
    for code, rule in enumerate(RULED):
        figures[f"rule.{rule}"] = _figure((rulings.rule == code).sum(0), tricks)
    for rule, at_work in notes_by_game(playouts, roles(playouts)).items():
        figures[f"rule.{rule}"] = _figure(at_work.sum(0), tricks)
    figures["leader"] = _figure((playouts.winners() == playouts.leaders).sum(0), tricks)
    figures["parted"] = _figure(parted(playouts).sum(0), tricks)
    return figures


def _ruffs(playouts: Playouts) -> Mapping[str, Figure]:
    own = roles(playouts)[:, 0] == _LED_TRUMP
    ruffed = playouts.rulings.ruffs > 0
    lost = playouts.winners() != playouts.leaders
    figures = {"lost.own": _figure((own & lost).sum(0), own.sum(0))}
    per_deal = playouts.variant.tricks
    for name, leads in (("own", own), ("other", ~own)):
        figures[f"ruffed.{name}"] = _figure((leads & ruffed).sum(0), leads.sum(0))
        for number in range(per_deal):
            some = leads[number::per_deal]
            figures[f"ruffed.{name}.{number + 1}"] = _figure(
                (some & ruffed[number::per_deal]).sum(0), some.sum(0)
            )
    return figures


def _cards(playouts: Playouts) -> Mapping[str, Figure]:
    tricks, length, _ = playouts.cards.shape
    suit = np.array(playouts.form.suit)[playouts.cards]
    void = (suit[:, 1:] != suit[:, :1]).sum((0, 1))
    answers = tricks * (length - 1)
    figures = {
        f"rule.{Rule.FOLLOW_SUIT}": _figure(answers - void, answers),
        f"rule.{Rule.ANY_CARD_WHEN_VOID}": _figure(void, answers),
    }
    for code, rule in enumerate(PLACED):
        went = (playouts.placed == code).sum((0, 1))
        figures[f"rule.{rule}"] = _figure(went, tricks * length)
    return figures


def _calypsos(playouts: Playouts) -> Mapping[str, Figure]:
    completed, row = playouts.completed, playouts.completed.shape[1]
    seats = len(playouts.table.seats)
    figures = {
        f"calypsos.{count}": _figure((completed == count).sum(1), row)
        for count in range(playouts.variant.packs + 1)
    }
    for least, rule in enumerate(CALYPSOS, start=1):
        figures[f"rule.{rule}"] = _figure((completed >= least).sum(1), row)
    unfinished = np.bitwise_count(playouts.building).sum(1)
    _, built = _parties(playouts)
    return {
        **figures,
        "calypsos.player": _figure(completed.sum(1), seats),
        "calypsos.side": _figure(built.sum(1), built.shape[1]),
        f"rule.{Rule.UNFINISHED_CARDS}": _figure(unfinished, seats),
        f"rule.{Rule.PILE_CARDS}": _figure(playouts.piles.sum(1), seats),
    }


def _parties(playouts: Playouts) -> tuple[Counts, Counts]:
    """Return by game and side the points and the calypsos that count for it.

    A side is whoever has a score of its own: partners together, else every player.
    """
    row = playouts.form.row
    sides = list(dict.fromkeys(frozenset(counts) for counts in playouts.variant.counts))
    first = [[*map(frozenset, playouts.variant.counts)].index(side) for side in sides]
    built = [
        playouts.completed[:, [place for place, (seat, _) in enumerate(row) if seat in side]].sum(1)
        for side in sides
    ]
    return playouts.totals[:, first].astype(np.int64), np.stack(built, axis=1).astype(np.int64)


def _margins(playouts: Playouts) -> Mapping[str, Figure]:
    """Compare every two sides: points ahead and calypsos ahead.

    The swing is the slope of points over calypsos, Σmd/Σd² over all ordered pairs: a line
    through nothing ahead, nothing more.
    """
    totals, built = _parties(playouts)
    pairs = [
        (totals[:, us] - totals[:, them], built[:, us] - built[:, them])
        for us in range(totals.shape[1])
        for them in range(totals.shape[1])
        if us != them
    ]
    margin, ahead = (np.stack(part, axis=1) for part in zip(*pairs, strict=True))
    more = ahead > 0
    best = totals == totals.max(1, keepdims=True)
    figures = {
        "swing": _figure((margin * ahead).sum(1), (ahead * ahead).sum(1)),
        "more-wins": _figure((more & (margin > 0)).sum(1), more.sum(1)),
        f"rule.{Rule.HIGHER_TOTAL_WINS}": _figure(best.sum(1) > 1, 1),
    }
    for count in AHEAD:
        some = ahead == count
        figures[f"margin.{count}"] = _figure((margin * some).sum(1), some.sum(1))
    return figures
