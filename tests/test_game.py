"""A game from the deal to the last trick: turns, hands, deals, and naming trumps for two."""

from dataclasses import replace
from random import Random

import pytest

from engine.calypso import Calypso, holdings
from engine.cards import Card, Suit, parse_cards, print_cards
from engine.game import (
    Conduct,
    Game,
    IllegalAction,
    NameTrump,
    legal,
    new,
    new_from_pack,
    play,
    tricks,
    verify,
)
from engine.record import parse_action
from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.score import ahead, drawn, sheets, totals
from engine.table import Seat, Table
from engine.trick import Play
from engine.variants import VARIANTS, Variant
from tests.findings import written

NORTH, EAST, SOUTH, WEST = Seat
FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
FOUR, TWO = VARIANTS["partnership"], VARIANTS["two"]
TABLE = FOUR.table(CULBERTSON)


def at(form: str, hands: str, turn: Seat, *, conduct: Conduct = Conduct.STRICT) -> Game:
    """A position set up by hand in the last deal: hands by seat, divided by slashes."""
    variant = VARIANTS[form]
    table = variant.table(CULBERTSON)
    held = tuple(map(parse_cards, hands.split(" / ")))
    own = holdings(variant, table)
    return Game(variant, table, NORTH, (), held, turn, (), own, ((),) * len(held), conduct)


def after(game: Game, actions: str) -> Game:
    for action in actions.split():
        game, _ = play(game, parse_action(action))
    return game


def refused(game: Game, action: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as error:
        verify(game, parse_action(action))
    with pytest.raises(IllegalAction):
        play(game, parse_action(action))
    return error.value


def legally(game: Game) -> str:
    return " ".join(map(str, legal(game)))


# The deal


@FORMS
def test_hands_are_dealt_one_card_at_a_time_from_dealers_left(variant: Variant) -> None:
    table, dealer = variant.table(CULBERTSON), variant.seats[1]
    game = new_from_pack(variant, table, dealer, variant.pack, conduct=Conduct.STRICT)
    first = table.left_of(dealer)
    for place, seat in enumerate(table.clockwise(first, len(table.seats))):
        dealt = variant.pack[place : variant.dealt : len(table.seats)]
        assert sorted(map(str, game.hands[table.seats.index(seat)])) == sorted(map(str, dealt))
    assert game.stock == variant.pack[variant.dealt :]
    assert (game.turn, game.dealer, game.deal, game.over) == (first, dealer, 1, False)


@FORMS
def test_the_cards_are_shuffled_by_the_generator_passed_in(variant: Variant) -> None:
    table = variant.table(CULBERTSON)
    one, again, other = (new(variant, table, NORTH, Random(seed)) for seed in (1, 1, 2))
    assert one == again
    assert one.hands != other.hands


@pytest.mark.parametrize(
    ("form", "dealers"),
    # Three players: the first dealer deals again. Two: the loser of the last trick deals.
    [("partnership", "NESW"), ("solo", "NESW"), ("three", "NESN"), ("split", "NESN")],
)
def test_the_deal_passes_to_the_left(form: str, dealers: str) -> None:
    variant, rng = VARIANTS[form], Random(4)
    game, found = new(variant, variant.table(CULBERTSON), NORTH, rng), {}
    while not game.over:
        found[game.deal] = game.dealer
        if not game.trick and all(len(hand) == variant.hand for hand in game.hands):
            assert game.turn == game.table.left_of(game.dealer)
        game, _ = play(game, rng.choice(legal(game)))
    assert found == dict(enumerate(dealers, 1))


def test_of_two_players_the_loser_of_the_last_trick_deals() -> None:
    rng = Random(4)
    game, deals = new(TWO, TWO.table(CULBERTSON), NORTH, rng), 0
    while not game.over:
        before = game
        game, ruling = play(game, rng.choice(legal(game)))
        if game.deal > before.deal:
            assert ruling is not None
            assert game.dealer != ruling.winning.seat
            assert game.turn == ruling.winning.seat  # non-dealer leads
            deals += 1
    assert deals == 3


def test_a_table_or_dealer_of_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="no dealer West at the table 'N=S S=D'"):
        new(TWO, TWO.table(CULBERTSON), WEST, Random(1))
    with pytest.raises(ValueError, match="partnership has the seats"):
        new(FOUR, TWO.table(CULBERTSON), NORTH, Random(1))
    with pytest.raises(ValueError, match="128 cards are not the pack of partnership"):
        new_from_pack(FOUR, TABLE, NORTH, TWO.pack, conduct=Conduct.STRICT)


# Playing


def test_legal_lists_each_different_card_once() -> None:
    game = at("partnership", "H2 H2 C3 / H4 HQ S2 / D2 D2 S9 / C4 C5 C6", NORTH)
    assert legally(game) == "N:H2 N:C3"
    game = after(game, "N:H2")
    assert legally(game) == "E:H4 E:HQ"
    game = after(game, "E:H4")
    assert legally(game) == "S:D2 S:S9"


def test_a_trick_goes_to_its_winner_who_leads_to_the_next() -> None:
    game = after(at("partnership", "H2 C3 / H4 C9 / D2 S9 / C4 C5", NORTH), "N:H2 E:H4 S:D2")
    game, ruling = play(game, Play(WEST, Card.parse("C4")))
    assert ruling is not None
    assert written(ruling) == (
        "N=C E=S S=D W=H culbertson : N H2 H4 D2 C4 : S trick.ruff-wins trick.discard-never-wins"
    )
    assert (game.turn, game.trick) == (SOUTH, ())
    assert [str(own) for own, *_ in game.calypsos] == ["C0:4", "S0:-", "D0:2", "H0:-"]
    assert list(map(print_cards, game.piles)) == ["-", "-", "H2 H4", "-"]
    assert [str(trick) for trick in tricks(game, game.deal)] == ["N H2 H4 D2 C4"]


def test_the_game_is_over_with_the_last_trick() -> None:
    game = after(at("partnership", "H2 / H4 / D2 / C4", NORTH), "N:H2 E:H4 S:D2 W:C4")
    assert game.over
    assert legal(game) == ()
    error = refused(game, "S:D2")
    assert (error.rule, str(error)) == (Rule.TURN, "South plays D2 after the last trick")


REFUSALS = [
    # action, rule, legal cards, message
    ("S:D2", Rule.TURN, "-", "South plays out of turn: East is next"),
    ("E:H9", Rule.OWN_CARDS, "H4 HQ", "East plays H9, which is not in hand"),
    ("E:S2", Rule.FOLLOW_SUIT, "H4 HQ", "East must follow hearts (H4 HQ), not play S2"),
    (
        "E=H",
        Rule.PERSONAL_TRUMP,
        "-",
        "East names a trump, but in partnership everybody keeps one for the whole game",
    ),
    (
        "N!E:H4",
        Rule.REVOKE_CLAIM,
        "-",
        "nothing on the table shows that East failed to follow hearts though able in deal 4",
    ),
]


@pytest.mark.parametrize(("action", "rule", "cards", "message"), REFUSALS)
def test_an_illegal_action_says_which_rule_it_breaks_and_what_would_be_legal(
    action: str, rule: Rule, cards: str, message: str
) -> None:
    game = after(at("partnership", "H2 C3 / H4 HQ S2 / D2 S9 / C4 C5", NORTH), "N:H2")
    error = refused(game, action)
    assert (error.rule, print_cards(error.legal), str(error)) == (rule, cards, message)


def test_an_illegal_action_is_a_value_error() -> None:
    assert issubclass(IllegalAction, ValueError)


# Calypso for Two: naming and changing trumps (Handscomb, "Play of the cards")


def two(hands: str, turn: Seat) -> Game:
    return at("two", hands, turn)


def test_each_names_a_trump_before_the_first_card() -> None:
    game = new(TWO, TWO.table(CULBERTSON), NORTH, Random(1))
    assert legally(game) == "S=D S=C"  # non-dealer first
    lead = Play(SOUTH, game.hands[1][0])
    error = refused(game, str(lead))
    assert error.rule == Rule.TWO_NAMING
    assert str(error) == "South must name a personal trump before playing"
    game = after(game, f"S=C {lead}")
    assert legally(game) == "N=S N=H"  # dealer before answering
    assert refused(game, f"N:{game.hands[0][0]}").rule == Rule.TWO_NAMING
    game = after(game, "N=H")
    assert str(game.table) == "N=H S=C"
    assert all(isinstance(action, Play) for action in legal(game))
    assert refused(game, "N=S").rule == Rule.TWO_CHANGING  # named once, it stays


def test_only_an_own_suit_is_named_and_only_in_turn() -> None:
    game = new(TWO, TWO.table(CULBERTSON), NORTH, Random(1))
    error = refused(game, "S=H")
    assert (error.rule, str(error)) == (
        Rule.TWO_NAMING,
        "South may name diamonds or clubs, not hearts",
    )
    error = refused(game, "N=H")
    assert (error.rule, str(error)) == (Rule.TURN, "North names a trump out of turn: South is next")


def test_trumps_change_after_winning_a_trick_the_opponent_led() -> None:
    game = two("C7 C8 D7 D8 / CA CK S7 S8", NORTH)  # North has spades, South diamonds
    game = after(game, "N:C7 S:CA N:C8 S:CK")
    assert game.turn == SOUTH
    assert legally(game) == "S:S7 S:S8 S=C"
    changed = after(game, "S=C")
    assert str(changed.table) == "N=S S=C"
    assert legally(changed) == "S:S7 S:S8"  # not twice
    assert refused(changed, "S=D").rule == Rule.TWO_CHANGING
    assert refused(game, "S=H").rule == Rule.TWO_CHANGING  # not to the other's suit
    assert str(refused(game, "S=D")) == "South may name clubs, not diamonds"  # no change at all
    assert legally(after(game, "S:S7")) == "N:D7 N:D8"
    kept = after(game, "S:S7")  # never obliged
    assert refused(kept, "S=C").rule == Rule.TURN


def test_trumps_do_not_change_after_winning_a_trick_one_led() -> None:
    game = after(two("CA CK S7 S8 / C7 C8 D7 D8", NORTH), "N:CA S:C7 N:CK S:C8")
    assert legally(game) == "N:S7 N:S8"
    error = refused(game, "N=H")
    assert error.rule == Rule.TWO_CHANGING
    assert str(error).startswith("North may change trumps only after winning a trick that")


def test_the_right_to_change_lasts_across_the_deal() -> None:
    rng = Random(11)
    game, seen = new(TWO, TWO.table(CULBERTSON), NORTH, rng), 0
    while not game.over:
        before = game
        game, ruling = play(game, rng.choice(legal(game)))
        if ruling and game.deal > before.deal:
            opponents = ruling.winning.seat != ruling.trick.lead.seat
            other = [action for action in legal(game) if isinstance(action, NameTrump)]
            assert len(other) == opponents
            seen += opponents
    assert seen


def test_nothing_is_named_after_the_last_trick() -> None:
    game = after(two("C7 C8 / CA CK", NORTH), "N:C7 S:CA N:C8 S:CK")
    assert game.over
    assert str(refused(game, "S=C")) == "South names a trump after the last trick"


def test_a_changed_trump_rules_the_next_trick() -> None:
    game = after(two("C7 C8 D7 D8 / CA CK C9 DA", NORTH), "N:C7 S:CA N:C8 S:CK S=C S:C9 N:D7 S:DA")
    _, ruling = play(game, Play(NORTH, Card.parse("D8")))
    assert ruling is not None
    assert (ruling.winner, ruling.rule) == (0, Rule.LED_TRUMP_WINS)


@pytest.mark.parametrize("text", ["N=", "N=X", "X=S", "N=SH"])
def test_what_is_not_a_naming_is_named(text: str) -> None:
    assert str(NameTrump(NORTH, Suit.SPADES)) == "N=S"
    with pytest.raises(ValueError, match="not a naming"):
        NameTrump.parse(text)


# How a game stands


def finished(form: str, calypsos: str, piles: str) -> Game:
    """A finished game with these calypsos and so many cards in the piles, by seat."""
    variant = VARIANTS[form]
    game = new(variant, variant.table(CULBERTSON), NORTH, Random(1))
    own = tuple(tuple(map(Calypso.parse, of_seat.split())) for of_seat in calypsos.split(" / "))
    pile = tuple(variant.pack[: int(count)] for count in piles.split())
    return replace(game, stock=(), hands=((),) * len(own), calypsos=own, piles=pile)


def test_partners_add_their_sheets() -> None:
    game = finished("partnership", "C1:72 / S0:A / D0:- / H2:-", "3 0 10 1")
    assert [sheet.total for sheet in sheets(game)] == [570, 20, 100, 1260]
    assert totals(game) == (670, 1280, 670, 1280)
    assert ahead(game) == (EAST, WEST)
    assert not drawn(game)


def test_equal_totals_of_two_sides_are_a_draw() -> None:
    game = finished("partnership", "C0:- / S0:- / D0:- / H0:-", "5 2 1 4")
    assert totals(game) == (60, 60, 60, 60)
    assert ahead(game) == (NORTH, EAST, SOUTH, WEST)
    assert drawn(game)


def test_alone_everybody_keeps_the_own_sheet() -> None:
    game = finished("solo", "C1:72 / S0:A / D0:- / H2:-", "3 0 10 1")
    assert totals(game) == (570, 20, 100, 1260)
    assert ahead(game) == (WEST,)
    tied = finished("solo", "C0:- / S0:- / D0:- / H0:-", "5 2 5 4")
    assert (ahead(tied), drawn(tied)) == ((NORTH, SOUTH), True)


def test_in_split_partnership_the_right_neighbours_sheet_counts_too() -> None:
    game = finished("split", "D0:A / H1:- / C0:-", "3 0 10")
    assert [sheet.total for sheet in sheets(game)] == [50, 500, 100]
    assert totals(game) == (150, 550, 600)  # N + S, E + N, S + E
    assert ahead(game) == (SOUTH,)


def test_two_players_score_both_suits() -> None:
    game = finished("two", "S1:A H0:7 / D0:- C0:-", "2 4")
    assert totals(game) == (560, 40)
    assert written(sheets(game)[0]) == (
        "score.first-calypso*1=500 score.unfinished-cards*2=40 score.pile-cards*2=20"
    )


def test_a_position_of_nine_fields_is_a_game() -> None:
    hands = tuple(map(parse_cards, ("H2", "H4", "D2", "C4")))
    table = Table.parse("N=C E=S S=D W=H", CULBERTSON)
    game = Game(FOUR, table, WEST, (), hands, NORTH, (), holdings(FOUR, table), ((),) * 4)
    assert after(game, "N:H2 E:H4 S:D2 W:C4").over
