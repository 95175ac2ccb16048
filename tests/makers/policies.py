"""Fits the weights of a policy to choices of good players: a script, `python -m` its name.

    python -m tests.makers.policies --games 160 --seed 1

plays games between club players, form by form, fits a policy to their choices of cards, and
writes it to ``engine/fast/bulk/policies.json``, with the seed, the number of games and
choices, and how well the choices are foretold. ``habits.json`` keeps this fit: it says what
club players' cards tell of their hands (`engine.fast.bulk.likelihood`). From there

    python -m tests.makers.policies --expert --games 40 --seed 2

goes on: it fits to how the expert values every card in such games. From either
`tests.makers.self_play` goes on by games of the policy against itself; what stands in the
file came about so, step by step, as it says under ``after``.
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

from engine.fast.bulk import policy
from engine.fast.bulk.policy import parts, shape
from engine.fast.bulk.rollouts import Doubles
from engine.game import Game, legal, new, new_from_pack, play
from engine.players import Level, choose
from engine.players.expert import Simulation, options
from engine.rulebooks import RULEBOOKS
from engine.table import Seat, Table
from engine.trick import Play
from engine.variants import VARIANTS, Variant
from engine.view import View, view
from tests.makers.chosen_cards import Wanted, Watched, watched

PRIOR = 1.0
"""The standard deviation that the logarithm of a weight has before anything is seen."""

STEPS, MEMORY = 150, 12
"""Steps of the fit (L-BFGS), and of how many steps it remembers the slope."""

MOVED = 0.5
"""The same where a fit goes on from another one."""

DEALS, APART = 64, 25.0
"""In so many deals the expert values every card; one that is so many points behind another is
to be chosen a third as often."""

HELD_OUT = 10
"""One game in so many is not fitted to: the fit is told by what it foretells there."""

_FILE, _HABITS = (
    Path(policy.__file__).with_name(name) for name in ("policies.json", "habits.json")
)


def games_of(variant: Variant, count: int, seed: int) -> Iterator[Game]:
    """Play games between club players, the rulebooks and dealers in turn."""
    for number in range(count):
        rng = Random(f"{seed} {variant.id} {number}")
        table = variant.table(RULEBOOKS[number % len(RULEBOOKS)])
        game = new(variant, table, table.seats[number // 2 % len(table.seats)], rng)
        while not game.over:
            game, _ = play(game, choose(view(game, game.turn), Level.CLUB, rng))
        yield game


def valued(game: Game, rng: Random) -> Wanted:
    """Return of every card that was played how much the expert would have chosen each instead."""
    found: list[dict[int, float]] = []
    start = game.start
    assert start
    at = new_from_pack(game.variant, start.table, start.dealer, start.pack, conduct=game.conduct)
    for action in game.history:
        if isinstance(action, Play):
            seen = view(at, at.turn)
            found.append(_shares(seen, rng) if len(set(legal(at))) > 1 else {})
        at, _ = play(at, action)
    return found


def _shares(seen: View, rng: Random) -> dict[int, float]:
    tried = [option for option in options(seen) if not option.naming]
    simulation = Simulation(seen, rng)
    values = simulation.play(simulation.worlds(DEALS), tried).value.mean(1)
    likely = np.exp((values - values.max()) / APART)
    return {option.card: float(share) for option, share in zip(tried, likely, strict=True)}


@dataclass(frozen=True)
class Sample:
    """Choices of one kind, leads or others: codes of cards, choice by choice.

    ``places`` says by part where each card's weight stands among all weights of the parts,
    ``wanted`` how much each card is to be chosen.
    """

    places: list[NDArray[np.intp]]
    begins: NDArray[np.intp]
    which: NDArray[np.intp]
    wanted: Doubles
    size: int

    @property
    def count(self) -> int:
        """How many choices there are."""
        return len(self.begins)


def sample(found: Sequence[Watched], *, leads: bool) -> Sample:
    """Gather the choices in which more than one card was legal."""
    codes, sizes, wanted = [], [], []
    for one in found:
        if one.leads == leads:
            for code, may, want in zip(
                one.choices.code, one.choices.legal, one.wanted, strict=True
            ):
                if may.sum() > 1 and want.any():
                    codes.append(code[may])
                    wanted.append(want[may])
                    sizes.append(int(may.sum()))
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
        np.concatenate(wanted),
        base,
    )


def loss(given: Sample, weights: Doubles) -> tuple[float, Doubles]:
    """Return how badly the weights foretell the choices (cross entropy), and the slope."""
    score = np.zeros(len(given.which))
    for place in given.places:
        score += weights[place]
    score -= np.maximum.reduceat(score, given.begins)[given.which]
    likely = np.exp(score)
    likely /= np.add.reduceat(likely, given.begins)[given.which]
    value = -float(given.wanted @ np.log(likely))
    likely -= given.wanted
    slope = np.zeros(given.size)
    for place in given.places:
        slope += np.bincount(place, likely, given.size)
    return value, slope


def fit(given: Sample, start: Doubles, spread: float) -> Doubles:
    """Find the weights that foretell the choices best, and are not far from those of *start*."""

    def with_prior(weights: Doubles) -> tuple[float, Doubles]:
        value, slope = loss(given, weights)
        moved = weights - start
        return value + float(moved @ moved) / (2 * spread**2), slope + moved / spread**2

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
    """Return the share of choices that was the likeliest card, and how likely each was."""
    score = np.zeros(len(given.which))
    for place in given.places:
        score += weights[place]
    most = [
        np.maximum.reduceat(of, given.begins)[given.which] <= of for of in (score, given.wanted)
    ]
    hits = np.add.reduceat(most[0] & most[1], given.begins) > 0
    value, _ = loss(given, weights)
    return float(hits.mean()), math.exp(-value / given.count)


def split(weights: Doubles, *, leads: bool) -> list[list[int]]:
    """Write the weights down part by part, in hundredths."""
    found, base = [], 0
    for part in parts(leads=leads):
        size = math.prod(shape(leads=leads)[axis] for axis in part)
        found.append([round(100 * weight) for weight in weights[base : base + size]])
        base += size
    return found


StoredFit = dict[str, Any]
"""A form's fit as it is written down."""


def fitted_to(games: Sequence[Game], seed: int, before: StoredFit | None) -> StoredFit:
    """Fit a form's policy to club players, or from an earlier fit on to the expert.

    What it was fitted to, and how well it foretells, stands beside the weights.
    """
    groups: dict[tuple[bool, Table, Seat], list[int]] = {}
    for number, game in enumerate(games):
        assert game.start
        key = (number % HELD_OUT == HELD_OUT - 1, game.start.table, game.start.dealer)
        groups.setdefault(key, []).append(number)
    wanted = [
        valued(game, Random(f"{seed} {at}")) for at, game in enumerate(games if before else ())
    ]
    seen: dict[bool, list[Watched]] = {True: [], False: []}
    for (held_out, _, _), group in groups.items():
        shares = [wanted[number] for number in group] if before else None
        seen[held_out] += watched([games[number] for number in group], shares)
    level = Level.EXPERT if before else Level.CLUB
    about: StoredFit = {"level": level.value, "seed": seed, "games": len(games)}
    if before:
        about["after"] = {key: before[key] for key in before if key not in {"lead", "follow"}}
    for name, leads in (("lead", True), ("follow", False)):
        given = sample(seen[False], leads=leads)
        start = np.zeros(given.size)
        if before:
            start = np.concatenate([np.array(part) / 100 for part in before[name]])
        weights = fit(given, start, MOVED if before else PRIOR)
        about[name] = split(weights, leads=leads)
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


def known(file: Path = _FILE) -> dict[str, StoredFit]:
    """Read the fits that the file has, by form."""
    if not file.exists():
        return {}
    found: dict[str, StoredFit] = json.loads(file.read_text(encoding="utf-8"))["forms"]
    return found


def write(forms: dict[str, StoredFit], file: Path = _FILE) -> None:
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
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--expert", action="store_true", help="go on from the fit to club players")
    parser.add_argument("forms", nargs="*", default=list(VARIANTS))
    asked = parser.parse_args(arguments)
    for form in asked.forms:
        variant = VARIANTS[form]
        games = list(games_of(variant, asked.games, asked.seed))
        stored = known().get(form)
        found = fitted_to(games, asked.seed, stored if asked.expert else None)
        if not asked.expert:
            write({form: found}, _HABITS)
        if stored:  # What calypsos become is fitted in training, and is the same till then.
            found["foresight"] = stored["foresight"]
        write({form: found})
        sys.stdout.write(f"{form} {found['lead-fit']} {found['follow-fit']}\n")


if __name__ == "__main__":
    main()
