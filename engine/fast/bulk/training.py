"""Trains a policy by games against itself: a script, `python -m` its name.

    python -m engine.fast.bulk.training --rounds 400 --seed 4

goes on from the policy that a form has. Round by round it plays games with itself, and the
weights of cards that brought more than others grow (`engine.fast.bulk.selfplay`). What
calypsos under way may become is fitted to such games too, half way and at the end. Policy
and foresight are written to ``policies.json``, with how far the policy is ahead of the one it
began from. What is ``carried`` there was fitted when the numbers of a card were fewer: each
weight was given to all the numbers its own became. What is ``sharpened`` had its logarithms
multiplied so before the training; ``of`` so many rounds some were left out at the end.
"""

import argparse
import sys
from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.random import Generator

from engine.fast.bulk.fitting import StoredFit, known, split, write
from engine.fast.bulk.hands import generator
from engine.fast.bulk.policy import Foresight, Policy, fitted, foresight, parts, policy, shape
from engine.fast.bulk.rollouts import Doubles
from engine.fast.bulk.selfplay import ahead_by, foreseen_by, learned, shuffled
from engine.rulebooks import RULEBOOKS
from engine.variants import VARIANTS, Variant

GAMES = 1_024
"""So many games make a round, all by one rulebook."""

STEP, MOMENTUM, SCALE = 0.03, 0.9, 0.99
"""How far the logarithm of a weight moves in the first round at most, less and less then; how
long the mean slope and its mean square are remembered (Adam)."""

FLAT = 1e-4
"""Slopes below that move a weight less."""

PACKS = 2_048
"""So many packs, by each rulebook, tell how far one policy is ahead of another."""

Weights = dict[bool, list[Doubles]]
"""For leads (True) and the other cards, part by part: the logarithms of the weights."""


class Trainee:
    """The weights of a policy while it learns."""

    def __init__(self, variant: Variant, stored: StoredFit, step: float = STEP) -> None:
        self.variant, self.step = variant, step
        self.weights: Weights = {
            leads: [
                np.array(values, np.float64).reshape([shape(leads=leads)[at] for at in part]) / 100
                for part, values in zip(parts(leads=leads), stored[name], strict=True)
            ]
            for name, leads in (("lead", True), ("follow", False))
        }
        self.mean, self.square = (
            {leads: [np.zeros_like(part) for part in own] for leads, own in self.weights.items()}
            for _ in range(2)
        )
        self.rounds = 0

    def policy(self) -> Policy:
        """Return the policy as it is now."""
        lead, follow = (
            [part.astype(np.float32) for part in self.weights[leads]] for leads in (True, False)
        )
        return policy(lead, follow)

    def train(self, rounds: int, of: int, ahead: Sequence[Foresight], rng: Generator) -> None:
        """Play so many more rounds *of* all there are to be."""
        for _ in range(rounds):
            book = RULEBOOKS[self.rounds % len(RULEBOOKS)]
            step = self.step * (1 - self.rounds / of)
            batch = shuffled(self.variant, self.variant.table(book), GAMES, rng)
            slopes = learned(batch, self.policy(), ahead, rng)
            self.rounds += 1
            for leads, slope in slopes.items():
                full = slope.reshape(shape(leads=leads))
                axes = range(full.ndim)
                slopes_of = [
                    full.sum(tuple(axis for axis in axes if axis not in part))
                    for part in parts(leads=leads)
                ]
                means, squares = self.mean[leads], self.square[leads]
                for place, each in enumerate(slopes_of):
                    means[place] = MOMENTUM * means[place] + (1 - MOMENTUM) * each
                    squares[place] = SCALE * squares[place] + (1 - SCALE) * each**2
                    likely = means[place] / (1 - MOMENTUM**self.rounds)
                    size = np.sqrt(squares[place] / (1 - SCALE**self.rounds))
                    self.weights[leads][place] += step * likely / (size + FLAT)


def trained(
    variant: Variant, before: StoredFit, rounds: int, seed: int, step: float = STEP
) -> StoredFit:
    """Train a form's policy further, and say beside its weights what was done."""
    rng = generator(Random(f"{seed} {variant.id}"))
    trainee, ahead = Trainee(variant, before, step), foresight(variant.id)
    for half in (rounds // 2, rounds - rounds // 2):
        trainee.train(half, rounds, ahead, rng)
        ahead = foreseen_by(variant, trainee.policy(), GAMES, rng)
    points, error = ahead_by(variant, trainee.policy(), fitted(variant.id), PACKS, seed)
    about: StoredFit = {
        "level": "self-play",
        "seed": seed,
        "rounds": rounds,
        "step": step,
        "games": rounds * GAMES,
        "ahead": [round(points), round(error)],
        "after": {key: before[key] for key in before if key not in {"lead", "follow"}},
        "foresight": [[round(100 * one.share), one.then] for one in ahead],
    }
    for name, leads in (("lead", True), ("follow", False)):
        flat = np.concatenate([part.ravel() for part in trainee.weights[leads]])
        about[name] = split(flat, leads=leads)
    return about


def main(arguments: Sequence[str] | None = None) -> None:
    """Train and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=800)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--step", type=float, default=STEP)
    parser.add_argument("forms", nargs="*", default=list(VARIANTS))
    asked = parser.parse_args(arguments)
    for form in asked.forms:
        found = trained(VARIANTS[form], known()[form], asked.rounds, asked.seed, asked.step)
        write({form: found})
        points, error = found["ahead"]
        sys.stdout.write(f"{form} {points:+} ± {error} points a deal, {found['foresight']}\n")


if __name__ == "__main__":
    main()
