"""What a novice can tell without guessing: who still wants a card."""

from engine.calypso import Calypso, holdings
from engine.cards import Card, parse_cards
from engine.game import Game
from engine.players.novice import wanted_by
from engine.rulebooks import CULBERTSON
from engine.table import Seat
from engine.trick import Play
from engine.variants import VARIANTS
from engine.view import View, view

NORTH, EAST, SOUTH, WEST = Seat


def seen(hands: str, trick: str, turn: Seat, calypsos: str = "") -> View:
    """What the player at *turn* sees near the end of a partnership game (N=C E=S S=D W=H)."""
    variant = VARIANTS["partnership"]
    table = variant.table(CULBERTSON)
    given = {own.suit: own for own in map(Calypso.parse, calypsos.split())}
    own = tuple(tuple(given.get(c.suit, c) for c in of) for of in holdings(variant, table))
    plays = tuple(map(Play.parse, trick.split()))
    held = tuple(map(parse_cards, hands.split(" / ")))
    game = Game(variant, table, NORTH, (), held, turn, plays, own, ((),) * 4, history=plays)
    return view(game, turn)


def test_a_card_is_wanted_by_the_builder_who_lacks_it() -> None:
    shown = seen("C2 / S3 / D4 / H5", "", NORTH, calypsos="S0:K3")
    assert wanted_by(shown, Card.parse("SK")) == ()
    assert wanted_by(shown, Card.parse("SQ")) == (EAST,)


def test_in_calypso_for_two_both_suits_of_a_player_want_cards() -> None:
    variant = VARIANTS["two"]
    table = variant.table(CULBERTSON)
    hands = parse_cards("HA"), parse_cards("DA")
    game = Game(variant, table, NORTH, (), hands, NORTH, (), holdings(variant, table), ((), ()))
    shown = view(game, NORTH)
    wanted = [wanted_by(shown, Card.parse(card)) for card in ("SA", "HA", "DA", "CA")]
    assert wanted == [(NORTH,), (NORTH,), (SOUTH,), (SOUTH,)]
