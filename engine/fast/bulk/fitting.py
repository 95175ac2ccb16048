"""Fits the weights of a policy to choices that were made: a script, `python -m` its name.

    python -m engine.fast.bulk.fitting --level club --games 120 --seed 1

plays games between practice partners of a level, form by form, fits a policy to their
choices of cards, and writes it to ``policies.json`` beside this file, with the seed, the
number of games and choices, and how well the choices are foretold. The fits that stand
there are those to club players, and from them on (``--level expert --on``) to experts.
"""

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.fast.bulk.batch import Watched, watched
from engine.fast.bulk.policy import parts, shape
from engine.game import Game, new, play
from engine.players.bots import Level, choose
from engine.rulebooks import RULEBOOKS
from engine.table import Seat, Table
from engine.variants import VARIANTS, Variant
from engine.view import view

PRIOR = 1.0
"""The standard deviation that the logarithm of a weight has before anything is seen."""

STEPS, MEMORY = 150, 12
"""Steps of the fit (L-BFGS), and of how many steps it remembers the slope."""

HELD_OUT = 10
"""One game in so many is not fitted to: the fit is told by what it foretells there."""

_FILE = Path(__file__).with_name("policies.json")

Doubles = NDArray[np.float64]


def games_of(variant: Variant, level: Level, count: int, seed: int) -> Iterator[Game]:
    """Play games between practice partners of one level, the rulebooks and dealers in turn."""
    for number in range(count):
        rng = Random(f"{seed} {variant.id} {number}")
        table = variant.table(RULEBOOKS[number % len(RULEBOOKS)])
        game = new(variant, table, table.seats[number // 2 % len(table.seats)], rng)
        while not game.over:
            game, _ = play(game, choose(view(game, game.turn), level, rng))
        yield game


@dataclass(frozen=True)
class Sample:
    """Choices of one kind, leads or others: codes of cards, choice by choice.

    ``places`` says by part where each card's weight stands among all weights of the parts.
    """

    places: list[NDArray[np.intp]]
    begins: NDArray[np.intp]
    which: NDArray[np.intp]
    chosen: NDArray[np.intp]
    size: int

    @property
    def count(self) -> int:
        """How many choices there are."""
        return len(self.begins)


def sample(found: Sequence[Watched], *, leads: bool) -> Sample:
    """Gather the choices in which more than one card was legal."""
    codes, sizes, chosen, at = [], [], [], 0
    for one in found:
        if one.leads == leads:
            for code, legal, slot in zip(
                one.choices.code, one.choices.legal, one.chosen, strict=True
            ):
                several = int(legal.sum())
                if several > 1:
                    codes.append(code[legal])
                    chosen.append(at + int(legal[:slot].sum()))
                    sizes.append(several)
                    at += several
    numbers = np.unravel_index(np.concatenate(codes), shape(leads=leads))
    places, base = [], 0
    for part in parts(leads=leads):
        dims = [shape(leads=leads)[axis] for axis in part]
        places.append(np.ravel_multi_index([numbers[axis] for axis in part], dims) + base)
        base += math.prod(dims)
    counts = np.array(sizes)
    return Sample(
        places,
        np.cumsum(counts) - counts,
        np.repeat(np.arange(len(counts)), counts),
        np.array(chosen),
        base,
    )


def loss(given: Sample, weights: Doubles) -> tuple[float, Doubles]:
    """Give how badly the weights foretell the choices (negative log-likelihood), and the slope."""
    score = np.zeros(len(given.which))
    for place in given.places:
        score += weights[place]
    score -= np.maximum.reduceat(score, given.begins)[given.which]
    likely = np.exp(score)
    likely /= np.add.reduceat(likely, given.begins)[given.which]
    value = -float(np.log(likely[given.chosen]).sum())
    likely[given.chosen] -= 1
    slope = np.zeros(given.size)
    for place in given.places:
        slope += np.bincount(place, likely, given.size)
    return value, slope


def fit(given: Sample, start: Doubles) -> Doubles:
    """Find the weights that foretell the choices best, and are not far from those of *start*."""

    def with_prior(weights: Doubles) -> tuple[float, Doubles]:
        value, slope = loss(given, weights)
        moved = weights - start
        return value + float(moved @ moved) / (2 * PRIOR**2), slope + moved / PRIOR**2

    return _least(with_prior, start)


def _least(of: Callable[[Doubles], tuple[float, Doubles]], at: Doubles) -> Doubles:
    """Find where a smooth function is least (L-BFGS with halved steps)."""
    value, slope = of(at)
    steps: list[tuple[Doubles, Doubles]] = []
    for _ in range(STEPS):
        way, factors = -slope, list[float]()
        for moved, turned in reversed(steps):
            factors.append(float(moved @ way) / float(moved @ turned))
            way = way - factors[-1] * turned
        if steps:
            moved, turned = steps[-1]
            way = way * (float(moved @ turned) / float(turned @ turned))
        else:
            way = way / max(1.0, float(np.abs(slope).max()))
        for (moved, turned), factor in zip(steps, reversed(factors), strict=True):
            way = way + moved * (factor - float(turned @ way) / float(moved @ turned))
        step, promised = 1.0, float(slope @ way)
        while True:
            then, bent = of(at + step * way)
            if then <= value + 1e-4 * step * promised or step < 1e-6:
                break
            step /= 2
        moved, turned = step * way, bent - slope
        if float(moved @ turned) > 1e-10:
            steps = [*steps[1 - MEMORY :], (moved, turned)]
        at, slope, before, value = at + moved, bent, value, then
        if before - value < 1e-6 * abs(value):
            break
    return at


def foretold(given: Sample, weights: Doubles) -> tuple[float, float]:
    """Say what share of the choices was the likeliest card, and how likely each was on average."""
    score = np.zeros(len(given.which))
    for place in given.places:
        score += weights[place]
    most = np.maximum.reduceat(score, given.begins)
    value, _ = loss(given, weights)
    return float((score[given.chosen] >= most).mean()), math.exp(-value / given.count)


def _split(weights: Doubles, *, leads: bool) -> list[list[int]]:
    """Write the weights down part by part, in hundredths."""
    found, base = [], 0
    for part in parts(leads=leads):
        size = math.prod(shape(leads=leads)[axis] for axis in part)
        found.append([round(100 * weight) for weight in weights[base : base + size]])
        base += size
    return found


Stored = dict[str, Any]
"""A form's fit as it is written down."""


def fitted_to(games: Sequence[Game], level: Level, seed: int, before: Stored | None) -> Stored:
    """Fit a form's policy, from an earlier fit on if there is one.

    What it was fitted to, and how well it foretells, stands beside the weights.
    """
    groups: dict[tuple[bool, Table, Seat], list[Game]] = {}
    for number, game in enumerate(games):
        assert game.start
        key = (number % HELD_OUT == HELD_OUT - 1, game.start.table, game.start.dealer)
        groups.setdefault(key, []).append(game)
    seen: dict[bool, list[Watched]] = {True: [], False: []}
    for (held_out, _, _), group in groups.items():
        seen[held_out] += watched(group)
    about: Stored = {"level": level.value, "seed": seed, "games": len(games)}
    if before:
        about["after"] = {key: before[key] for key in before if key not in {"lead", "follow"}}
    for name, leads in (("lead", True), ("follow", False)):
        given = sample(seen[False], leads=leads)
        start = np.zeros(given.size)
        if before:
            start = np.concatenate([np.array(part) / 100 for part in before[name]])
        weights = fit(given, start)
        about[name] = _split(weights, leads=leads)
        rest = sample(seen[True], leads=leads)
        hits, likely = foretold(rest, weights)
        chance = math.exp(-loss(rest, np.zeros(rest.size))[0] / rest.count)
        about[f"{name}-fit"] = {
            "choices": given.count,
            "foretold": round(hits, 3),
            "likelihood": round(likely, 3),
            "by-chance": round(chance, 3),
        }
    return about


def known(file: Path = _FILE) -> dict[str, Stored]:
    """Read the fits that the file has, by form."""
    if not file.exists():
        return {}
    found: dict[str, Stored] = json.loads(file.read_text(encoding="utf-8"))["forms"]
    return found


def write(forms: dict[str, Stored], file: Path = _FILE) -> None:
    """Add fitted forms to those the file has; every list of numbers has a line."""
    lines = json.dumps({"forms": {**known(file), **forms}}, indent=1, sort_keys=True).splitlines()
    text, inside = "", False
    for line in lines:
        number = line.strip().rstrip(",").lstrip("-").isdigit()
        text += line.strip() if number or inside else ("\n" if text else "") + line
        inside = number
    file.write_text(text + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", type=Level, default=Level.CLUB)
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", action="store_true", help="go on from the fits the file has")
    parser.add_argument("forms", nargs="*", default=list(VARIANTS))
    asked = parser.parse_args(arguments)
    for form in asked.forms:
        variant = VARIANTS[form]
        games = list(games_of(variant, asked.level, asked.games, asked.seed))
        before = known().get(form) if asked.on else None
        found = fitted_to(games, asked.level, asked.seed, before)
        write({form: found})
        sys.stdout.write(f"{form} {found['lead-fit']} {found['follow-fit']}\n")


if __name__ == "__main__":
    main()
