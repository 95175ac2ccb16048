"""What a player can tell without guessing: who holds the trick, who wants a card, what is out."""

import pytest

from engine.calypso import Calypso, holdings
from engine.cards import Card, parse_cards
from engine.game import Game
from engine.players.novice import holding, wanted_by, wins_now
from engine.rulebooks import AKAGIRI, CULBERTSON, Rulebook
from engine.table import Seat
from engine.trick import Play
from engine.variants import VARIANTS
from engine.view import View, view

NORTH, EAST, SOUTH, WEST = Seat


def seen(
    hands: str, trick: str, turn: Seat, rulebook: Rulebook = CULBERTSON, calypsos: str = ""
) -> View:
    """What the player at *turn* sees near the end of a partnership game (N=C E=S S=D W=H)."""
    variant = VARIANTS["partnership"]
    table = variant.table(rulebook)
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


def test_nobody_holds_a_trick_before_the_lead() -> None:
    assert holding(seen("C2 / S3 / D4 / H5", "", NORTH)) is None


@pytest.mark.parametrize(("rulebook", "wins"), [(CULBERTSON, True), (AKAGIRI, False)], ids=str)
def test_a_low_ruff_of_a_led_trump_holds_the_trick_by_one_rulebook(
    rulebook: Rulebook, *, wins: bool
) -> None:
    shown = seen("- / S4 / D4 / H5", "N:CJ", EAST, rulebook)
    assert holding(shown) == Play.parse("N:CJ")
    assert wins_now(shown, Play.parse("E:S4")) == wins
