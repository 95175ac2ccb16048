"""What else was at work in the tricks of a batch, and on which of them the rulebooks part."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from engine.cards import Suit
from engine.fast.bulk.games import Playouts
from engine.fast.bulk.lookup import lookup
from engine.fast.bulk.tricks import Bytes, Flags, decide
from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.trick import Role

_ROLES = tuple(Role)


def roles(found: Playouts) -> Bytes:
    """Return what every card of the batch is doing in its trick: a place in `Role`."""
    shown = lookup(found.variant, found.table).shown(
        found.trumps, found.leaders, tuple(found.cards.swapaxes(0, 1))
    )
    return np.array([value & 3 for value in shown], np.uint8).swapaxes(0, 1)


def notes(found: Playouts, what: Bytes) -> Mapping[Rule, Flags]:
    """Return by trick and game which rules are at work beside the one that governs.

    Said again in arrays; the tests hold it to what `judge` says of every trick.

    Args:
        found: The batch.
        what: Its `roles`.
    """
    suit, (seats, rank) = (
        np.array(found.form.suit),
        (len(found.table.seats), len(found.variant.ranks)),
    )
    winner = found.rulings.winner[:, None, :].astype(np.intp)
    won = np.take_along_axis(found.cards, winner, axis=1) % rank
    discards = (what == _ROLES.index(Role.DISCARD)) & (found.cards % rank > won)
    players = (found.leaders[:, None, :] + np.arange(found.variant.trick)[:, None]) % seats
    owner = _owners(found)[found.trumps, suit[found.cards[:, 0]]]
    plain = (what == _ROLES.index(Role.SUIT)) & (players == owner[:, None, :])
    led, beaten = what[:, 0] == _ROLES.index(Role.LED_TRUMP), found.rulings.role
    return {
        Rule.FIRST_OF_EQUALS: found.rulings.tied,
        Rule.LED_SUIT_NO_TRUMP: plain.any(1) & (owner != found.leaders),
        Rule.DISCARD_NEVER_WINS: discards.any(1),
        Rule.TWO_LED_TRUMP: led & (beaten == _ROLES.index(Role.RUFF)) & (seats == 2),
    }


def _owners(found: Playouts) -> Bytes:
    """Return by table and suit the seat whose trump it is; one more than the seats is nobody."""
    nobody = len(found.table.seats)

    def owner(trumps: tuple[Suit, ...], suit: Suit) -> int:
        return trumps.index(suit) if suit in trumps else nobody

    suits = found.variant.suits
    return np.array([[owner(at.trumps, suit) for suit in suits] for at in found.tables], np.uint8)


def parted(found: Playouts) -> Flags:
    """Return by trick and game whether some other rulebook gives the trick to another seat."""
    seats, places = len(found.table.seats), tuple(found.cards.swapaxes(0, 1))
    differ = np.zeros(found.leaders.shape, np.bool_)
    for book in RULEBOOKS:
        table = replace(found.table, rulebook=book)
        if table.led_trump != found.table.led_trump:
            shown = lookup(found.variant, table).shown(found.trumps, found.leaders, places)
            winner = decide(shown, seats).winner
            differ |= winner % seats != found.rulings.winner % seats
    return differ
