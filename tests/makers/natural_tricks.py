"""The games from which `puzzles.natural` has its tricks: ``python -m tests.makers.natural_tricks``.

It plays some minutes and writes the file anew; it is to be run again when a rule changes, or
the practice partners of the club level do.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from multiprocessing import Pool
from random import Random

from engine.cards import Card
from engine.game import new, play
from engine.players import Level, choose
from engine.rulebooks import RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.table import Table
from engine.trick import Ruling
from engine.variants import VARIANTS, Variant
from engine.view import view
from puzzles.explanations import disputed, matters
from puzzles.natural import FILE, pool_name
from puzzles.position import suits_between

SEED, GAMES = 1, 500
KEPT = 500
"""Tricks kept about each rule, if so many fall."""

_A_LINE = 10
"""Tricks in a line of the file."""


def rulings(variant: Variant, rulebook: Rulebook, games: int, rng: Random) -> Iterator[Ruling]:
    """Play whole games between partners of the club level, and give their tricks."""
    for _ in range(games):
        game = new(variant, variant.table(rulebook), rng.choice(variant.seats), rng)
        while not game.over:
            game, ruling = play(game, choose(view(game, game.turn), Level.CLUB, rng))
            if ruling:
                yield ruling


def about(ruling: Ruling) -> tuple[Rule, ...]:
    """List the rules that a trick can be asked about: none but the dispute where books differ."""
    if disputed(ruling):
        return (ruling.rule,) if ruling.rule == Rule.LED_TRUMP_HOLDS else ()
    return tuple(rule for rule in (ruling.rule, *ruling.notes) if matters(ruling, rule))


def canonical_cards(ruling: Ruling, variant: Variant) -> tuple[Card, ...]:
    """Return the cards of a trick as if the first seat of the canonical table had led."""
    model = variant.table(ruling.table.rulebook)
    order = ruling.table.clockwise(ruling.trick.lead.seat, len(model.seats))
    seats = dict(zip(order, model.seats, strict=True))
    suits = suits_between(variant, ruling.table, model, seats)
    return tuple(Card(suits[card.suit], card.rank) for card in ruling.trick.cards)


def played(variant: Variant, rulebook: Rulebook, games: int) -> Mapping[str, object]:
    """Play the games of one pool, and keep tricks from them by chance."""
    rng, decides = Random(SEED), Counter[Rule]()
    kept: dict[Rule, list[str]] = {}
    met = Counter[Rule]()
    tricks = 0
    for ruling in rulings(variant, rulebook, games, rng):
        tricks += 1
        rules = about(ruling)
        if ruling.rule in rules:
            decides[ruling.rule] += 1
        for rule in rules:
            written = "".join(map(str, canonical_cards(ruling, variant)))
            found = kept.setdefault(rule, [])
            met[rule] += 1
            if len(found) < KEPT:
                found.append(written)
            elif (place := rng.randrange(met[rule])) < KEPT:
                found[place] = written
    return {
        "seed": SEED,
        "games": games,
        "tricks": tricks,
        "decides": {rule.value: decides[rule] for rule in Rule if rule in decides},
        "kept": {
            rule.value: [
                " ".join(kept[rule][at : at + _A_LINE]) for at in range(0, len(kept[rule]), _A_LINE)
            ]
            for rule in Rule
            if rule in kept
        },
    }


@cache
def decided(variant: Variant, table: Table) -> Mapping[Rule, int]:
    """In how many tricks of the games that were kept each rule governed."""
    found = json.loads(FILE.read_text(encoding="utf-8"))[pool_name(variant, table)]
    return {Rule(rule): count for rule, count in found["decides"].items()}


def _play(asked: tuple[str, str, int]) -> tuple[str, Mapping[str, object]]:
    form, name, games = asked
    variant = VARIANTS[form]
    rulebook = next(one for one in RULEBOOKS if one.id == name)
    found = played(variant, rulebook, games)
    return pool_name(variant, variant.table(rulebook)), found


def main() -> int:
    """Play all pools and write the file."""
    work = {
        pool_name(variant, variant.table(rulebook)): (variant.id, rulebook.id, GAMES)
        for variant in VARIANTS.values()
        for rulebook in RULEBOOKS
    }
    pools = {}
    with Pool(2) as workers:
        for name, found in workers.imap(_play, work.values()):
            pools[name] = found
            sys.stderr.write(f"{name}: {found['tricks']} tricks\n")
    FILE.write_text(json.dumps(pools, indent=0) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
