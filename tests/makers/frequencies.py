"""The games behind the figures of `tutor.figures`: ``python -m tests.makers.frequencies``.

It plays 100,000 games of every form at random and 300 between partners of the club level, counts
every trick there is, and writes the file anew in about six minutes; the same seed and numbers give
the same file. It is to be run again when a rule or the partners of the club level change.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import numpy as np

from engine.game import Game, new, play
from engine.players import Level, choose
from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.table import Table
from engine.variants import VARIANTS, Variant
from engine.view import view
from tests import sweep
from tests.batches import gather
from tutor.figures import (
    FILE,
    CountedPlayers,
    Frequencies,
    GameSample,
    Whole,
    measure,
    random_games,
)

SEED, RANDOM, CLUB = 1954, 100_000, 300
BATCH, CLUB_BATCH = 4096, 10
"""Games played at once."""


def tables() -> tuple[tuple[Variant, Table], ...]:
    """Every form at its canonical table, by every reading of a ruffed own lead."""
    by_reading = {
        (variant.id, table.led_trump): (variant, table)
        for variant in VARIANTS.values()
        for table in map(variant.table, RULEBOOKS)
    }
    return tuple(by_reading.values())


def counting(seed: int, games: int, club: int) -> Iterator[GameSample]:
    """Play games in each of `tables`, at random and by the club level; yield every batch."""
    for number, (variant, table) in enumerate(tables()):
        chance = np.random.default_rng([seed, number])
        for done in range(0, games, BATCH):
            yield random_games(variant, table, min(BATCH, games - done), chance)
        rng = Random(f"{seed} {number}")
        for done in range(0, club, CLUB_BATCH):
            count = min(CLUB_BATCH, club - done)
            played = gather([_club_game(variant, table, rng) for _ in range(count)])
            yield measure(played, CountedPlayers.CLUB)


def _club_game(variant: Variant, table: Table, rng: Random) -> Game:
    game = new(variant, table, table.seats[0], rng)
    while not game.over:
        game, _ = play(game, choose(view(game, game.turn), Level.CLUB, rng))
    return game


def together(seed: int, samples: Iterable[GameSample]) -> Frequencies:
    """Add up samples of the same games, and count the whole of all tricks."""
    sums: dict[tuple[str, ...], GameSample] = {}
    for sample in samples:
        key = (sample.form, sample.reading, sample.players)
        sums[key] = sums[key] + sample if key in sums else sample
    wholes = tuple(whole(variant, table) for variant, table in tables())
    return Frequencies(seed, tuple(sums.values()), wholes)


def whole(variant: Variant, table: Table) -> Whole:
    """Count every trick there is."""
    rules: Counter[Rule] = Counter()
    tied = 0
    for found, tricks in sweep.totals(sweep.space(variant, table)).items():
        rules[found.rule] += tricks
        tied += tricks * found.tied
    return Whole(variant.id, table.led_trump, rules, tied)


def write(frequencies: Frequencies) -> str:
    """Write everything down, one figure to a line."""
    samples = [
        _object(
            f'"form": "{sample.form}", "reading": "{sample.reading}", '
            f'"players": "{sample.players}", "games": {sample.games}, "figures": {{',
            (f'"{key}": {list(figure.sums[1:])}' for key, figure in sample.figures.items()),
        )
        for sample in frequencies.samples
    ]
    wholes = [
        _object(
            f'"form": "{whole.form}", "reading": "{whole.reading}", '
            f'"tied": {whole.tied}, "rules": {{',
            (f'"{rule}": {tricks}' for rule, tricks in whole.rules.items()),
        )
        for whole in frequencies.wholes
    ]
    parts = (f'"seed": {frequencies.seed}', _array("samples", samples), _array("wholes", wholes))
    return "{" + ",\n".join(parts) + "}\n"


def _array(name: str, values: Iterable[str]) -> str:
    return f'"{name}": [\n' + ",\n".join(values) + "]"


def _object(head: str, lines: Iterable[str]) -> str:
    return "{" + head + "\n  " + ",\n  ".join(lines) + "}}"


def main() -> int:
    """Play all games and write the file."""
    FILE.write_text(write(together(SEED, counting(SEED, RANDOM, CLUB))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
