"""The slips of a novice: by table rules an opponent fails to follow now and then."""

from random import Random

from engine.game import Conduct, Game
from engine.players.bots import Level
from engine.table import Seat
from engine.trick import Play, legal_cards
from tutor.playing.agreement import CONDUCTS, Setup

SLIPS = 1 / 25
"""How often a novice fails to follow with the suit in hand: some four times in a game."""


def slippers(setup: Setup) -> tuple[Seat, ...]:
    """List who may revoke: where it passes, the novices who play against the learner.

    Nobody but the learner claims what practice partners do, and nobody may claim a revoke
    of the own side; so the learner's partner keeps to the rules.
    """
    if CONDUCTS[setup.manner] != Conduct.TABLE:
        return ()
    own = {setup.seat, *setup.partners}
    others = (seat for seat in setup.table.seats if seat not in own)
    return tuple(seat for seat in others if setup.level(seat) == Level.NOVICE)


def slip(setup: Setup, game: Game) -> Play | None:
    """Return the revoke that the player to move makes, if it is one of the few times.

    The same game goes on the same way. Our choice, so that there is something to notice:
    no source says how often people revoke.
    """
    seat = game.turn
    if seat not in slippers(setup) or not game.trick or seat in game.unnamed:
        return None
    hand = game.hands[game.table.seats.index(seat)]
    follows = legal_cards(hand, game.trick[0].card.suit)
    others = [card for card in hand if card not in follows]
    rng = Random(f"{setup.seed} slip {len(game.history)}")
    return Play(seat, rng.choice(others)) if others and rng.random() < SLIPS else None
