"""How often things happen: counted in games, put into words, drawn as charts.

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

from engine.rulebooks import LedTrump
from engine.rules import Rule

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
            (one for one in self.samples if (one.form, one.reading, one.players) == wanted), None
        )

    def whole(self, form: str, reading: LedTrump) -> Whole:
        """Find the count of all tricks."""
        for whole in self.wholes:
            if (whole.form, whole.reading) == (form, reading):
                return whole
        raise KeyError(f"no count of all tricks of {form} by {reading}")


@cache
def kept() -> Frequencies:
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
        tuple(
            Whole(
                whole["form"],
                LedTrump(whole["reading"]),
                {Rule(rule): tricks for rule, tricks in whole["rules"].items()},
                whole["tied"],
            )
            for whole in data["wholes"]
        ),
    )
