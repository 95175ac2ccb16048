"""Counts in whole games what the figures of `tutor.figures` are made of."""

from collections.abc import Mapping

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.fast.bulk.games import Playouts, notes, parted, playouts, roles
from engine.fast.bulk.tricks import PLACED, RULED, Flags
from engine.rules import Rule
from engine.table import Table
from engine.trick import Role
from engine.variants import Variant
from tutor.figures import CountedPlayers, Figure, GameSample

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


def measure(found: Playouts, players: CountedPlayers) -> GameSample:
    """Count everything in a batch of games."""
    figures = {**_tricks(found), **_ruffs(found), **_cards(found), **_calypsos(found)}
    figures |= _margins(found)
    return GameSample(found.variant.id, found.table.led_trump, players, figures)


def _figure(x: Counts | Flags, y: Counts | Flags | int) -> Figure:
    counts = x.astype(np.int64)
    of = np.broadcast_to(np.asarray(y, np.int64), counts.shape)
    sums = (counts, of, counts * counts, counts * of, of * of)
    return Figure(len(counts), *(int(each.sum()) for each in sums))


def _tricks(found: Playouts) -> Mapping[str, Figure]:
    rulings, tricks = found.rulings, len(found.cards)
    figures = {}
    for code, rule in enumerate(RULED):
        figures[f"rule.{rule}"] = _figure((rulings.rule == code).sum(0), tricks)
    for rule, at_work in notes(found, roles(found)).items():
        figures[f"rule.{rule}"] = _figure(at_work.sum(0), tricks)
    figures["leader"] = _figure((found.winners() == found.leaders).sum(0), tricks)
    figures["parted"] = _figure(parted(found).sum(0), tricks)
    return figures


def _ruffs(found: Playouts) -> Mapping[str, Figure]:
    own = roles(found)[:, 0] == _LED_TRUMP
    ruffed = found.rulings.ruffs > 0
    lost = found.winners() != found.leaders
    figures = {"lost.own": _figure((own & lost).sum(0), own.sum(0))}
    per_deal = found.variant.tricks
    for name, leads in (("own", own), ("other", ~own)):
        figures[f"ruffed.{name}"] = _figure((leads & ruffed).sum(0), leads.sum(0))
        for number in range(per_deal):
            some = leads[number::per_deal]
            figures[f"ruffed.{name}.{number + 1}"] = _figure(
                (some & ruffed[number::per_deal]).sum(0), some.sum(0)
            )
    return figures


def _cards(found: Playouts) -> Mapping[str, Figure]:
    tricks, length, _ = found.cards.shape
    suit = np.array(found.form.suit)[found.cards]
    void = (suit[:, 1:] != suit[:, :1]).sum((0, 1))
    answers = tricks * (length - 1)
    figures = {
        f"rule.{Rule.FOLLOW_SUIT}": _figure(answers - void, answers),
        f"rule.{Rule.ANY_CARD_WHEN_VOID}": _figure(void, answers),
    }
    for code, rule in enumerate(PLACED):
        went = (found.placed == code).sum((0, 1))
        figures[f"rule.{rule}"] = _figure(went, tricks * length)
    return figures


def _calypsos(found: Playouts) -> Mapping[str, Figure]:
    completed, row = found.completed, found.completed.shape[1]
    seats = len(found.table.seats)
    figures = {
        f"calypsos.{count}": _figure((completed == count).sum(1), row)
        for count in range(found.variant.packs + 1)
    }
    for least, rule in enumerate(CALYPSOS, start=1):
        figures[f"rule.{rule}"] = _figure((completed >= least).sum(1), row)
    unfinished = np.bitwise_count(found.building).sum(1)
    _, built = _parties(found)
    return {
        **figures,
        "calypsos.player": _figure(completed.sum(1), seats),
        "calypsos.side": _figure(built.sum(1), built.shape[1]),
        f"rule.{Rule.UNFINISHED_CARDS}": _figure(unfinished, seats),
        f"rule.{Rule.PILE_CARDS}": _figure(found.piles.sum(1), seats),
    }


def _parties(found: Playouts) -> tuple[Counts, Counts]:
    """Return by game and side the points and the calypsos that count for it.

    A side is whoever has a score of its own: partners together, else every player.
    """
    row = found.form.row
    sides = list(dict.fromkeys(frozenset(counts) for counts in found.variant.counts))
    first = [[*map(frozenset, found.variant.counts)].index(side) for side in sides]
    built = [
        found.completed[:, [place for place, (seat, _) in enumerate(row) if seat in side]].sum(1)
        for side in sides
    ]
    return found.totals[:, first].astype(np.int64), np.stack(built, axis=1).astype(np.int64)


def _margins(found: Playouts) -> Mapping[str, Figure]:
    """Compare every two sides: points ahead and calypsos ahead.

    The swing is the slope of points over calypsos, Σmd/Σd² over all ordered pairs: a line
    through nothing ahead, nothing more.
    """
    totals, built = _parties(found)
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
