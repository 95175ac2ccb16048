"""Failing to follow suit though able: recorded, shown by markers, proved, claimed and paid."""

from dataclasses import replace
from random import Random

import pytest

from engine.calypso import Calypso, holdings
from engine.cards import Card, Suit, parse_cards
from engine.game import (
    ClaimRevoke,
    Conduct,
    Game,
    IllegalAction,
    Revoke,
    legal,
    markers,
    new,
    play,
    plays,
    verify,
)
from engine.record import parse_action, parse_game, print_game
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.score import ScoreLine, penalties, totals
from engine.table import Seat
from engine.trick import Play
from engine.variants import VARIANTS, Variant
from puzzles.generator import generate
from puzzles.kinds.spot_revoke import SpotRevoke
from tests.findings import written
from tests.forms import PUBLISHED
from tests.laws import lawful_game
from tutor.words.explanation import choice_label
from tutor.words.texts import Texts

NORTH, EAST, SOUTH, WEST = Seat
FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
BOOKS = pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
HANDS = "H2 H3 C7 / H4 H5 S8 / H7 D3 D9 / HT HJ C5"


def at(form: str = "partnership", hands: str = HANDS, rulebook: Rulebook = CULBERTSON) -> Game:
    """The last three tricks of a game in which revokes pass; North leads."""
    variant = VARIANTS[form]
    table = variant.table(rulebook)
    held = tuple(map(parse_cards, hands.split(" / ")))
    own, piles = holdings(variant, table), ((),) * len(held)
    return Game(variant, table, NORTH, (), held, NORTH, (), own, piles, Conduct.TABLE)


def after(game: Game, actions: str) -> Game:
    for action in actions.split():
        game, _ = play(game, parse_action(action))
    return game


def shown(game: Game) -> list[str]:
    """The letters of each seat's suit markers."""
    return ["".join(sorted(suits)) for suits in markers(game)]


def refused(game: Game, action: str) -> str:
    with pytest.raises(IllegalAction) as error:
        play(game, parse_action(action))
    assert error.value.rule == Rule.REVOKE_CLAIM
    return str(error.value)


def test_a_strict_game_refuses_a_revoke_and_a_table_lets_it_pass() -> None:
    game = after(at(), "N:H2")
    with pytest.raises(IllegalAction) as error:
        play(replace(game, conduct=Conduct.STRICT), parse_action("E:S8"))
    assert error.value.rule == Rule.FOLLOW_SUIT
    game = after(game, "E:S8")
    assert list(map(written, game.revokes)) == ["E:S8 H4 1"]
    assert game.revokes[0] == Revoke(Seat.EAST, 4, Suit.HEARTS, Card.parse("S8"), 1)


def test_legal_never_proposes_a_revoke() -> None:
    assert " ".join(map(str, legal(after(at(), "N:H2")))) == "E:H4 E:H5"


def test_playing_another_suit_when_void_is_no_revoke() -> None:
    game = after(at(hands="H2 / S8 / H7 / HT"), "N:H2 E:S8")
    assert game.revokes == ()
    assert shown(game) == ["", "H", "", ""]


def test_markers_show_what_a_seat_has_not_followed_in_this_deal() -> None:
    game = after(at(), "N:H2 E:S8 S:D3 W:HT")
    assert shown(game) == ["", "H", "H", ""]


@FORMS
def test_markers_are_turned_down_with_the_next_deal(variant: Variant) -> None:
    positions = lawful_game(variant, CULBERTSON, Conduct.STRICT, 3)
    for deal in range(1, variant.deals + 1):
        up = [any(markers(position)) for position in positions if position.deal == deal]
        assert (up[0], up[-1]) == (False, True)


def test_a_revoke_is_claimed_once_it_lies_open() -> None:
    game = after(at(), "N:H2 E:S8 S:H7 W:HT")
    unproved = "nothing on the table shows that East failed to follow hearts though able in deal 4"
    assert refused(game, "N!E:H4") == unproved  # East has shown no heart yet
    assert game.turn == EAST
    game = after(game, "E:H4")
    claimed = after(game, "S!E:H4")
    assert claimed.claimed == game.revokes
    assert (claimed.turn, claimed.trick, claimed.hands) == (game.turn, game.trick, game.hands)
    assert refused(claimed, "S!E:H4") == unproved  # paid once
    assert refused(claimed, "N!E:H4") == unproved


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("W!E:H4", "West cannot claim a revoke of the own side"),
        ("E!E:H4", "East cannot claim a revoke of the own side"),
        ("N!E:S4", "nothing on the table shows that East failed to follow spades"),
        ("N!E:H3", "nothing on the table shows that East failed to follow hearts though able"),
        ("N!W:H4", "nothing on the table shows that West failed"),
    ],
)
def test_a_claim_names_the_offender_the_suit_and_the_deal(claim: str, message: str) -> None:
    game = after(at(), "N:H2 E:S8 S:H7 W:HT E:H4")
    assert refused(game, claim).startswith(message)
    verify(game, ClaimRevoke.parse("N!E:H4"))


def test_nobody_claims_from_an_empty_chair() -> None:
    game = new(VARIANTS["two"], VARIANTS["two"].table(CULBERTSON), NORTH, Random(1))
    assert refused(game, "N!E:H1") == "nobody sits where N!E:H1 points"


def test_two_revokes_in_one_suit_are_claimed_one_by_one() -> None:
    game = after(at("two", "HA HK S7 S8 / C7 C8 H7 H8"), "N:HA S:C7 N:HK S:C8 N:S7 S:H7")
    assert list(map(written, game.revokes)) == ["S:C7 H4 1", "S:C8 H4 3"]
    game = after(game, "N!S:H4 N!S:H4")
    assert game.claimed == game.revokes
    assert totals(game)[0] - totals(replace(game, claimed=()))[0] == 520
    refused(game, "N!S:H4")


@pytest.mark.parametrize(
    ("form", "rulebook", "change"),
    # East's revoke by every form: who gains or loses 260
    [
        ("partnership", CULBERTSON, (260, 0, 260, 0)),
        ("partnership", AKAGIRI, (0, -260, 0, -260)),
        ("solo", CULBERTSON, (260, 0, 260, 260)),
        ("solo", AKAGIRI, (0, -260, 0, 0)),
        ("three", CULBERTSON, (260, 0, 260)),
        ("three", AKAGIRI, (0, -260, 0)),
        ("split", CULBERTSON, (260, 0, 260)),
        ("split", AKAGIRI, (0, -260, 0)),
    ],
    ids=str,
)
def test_a_revoke_costs_260_as_the_rulebook_says(
    form: str, rulebook: Rulebook, change: tuple[int, ...]
) -> None:
    variant = VARIANTS[form]
    game = new(variant, variant.table(rulebook), NORTH, Random(1), conduct=Conduct.TABLE)
    revoke = Revoke(EAST, 1, Suit.HEARTS, Card.parse("D2"), 1)
    assert totals(replace(game, claimed=(revoke,))) == change
    assert totals(replace(game, claimed=(revoke, revoke))) == tuple(2 * each for each in change)


@FORMS
def test_the_margin_is_the_same_by_either_rulebook(variant: Variant) -> None:
    found = []
    for rulebook in RULEBOOKS:
        table = variant.table(rulebook)
        game = new(variant, table, NORTH, Random(1), conduct=Conduct.TABLE)
        offender = table.seats[-1]
        revoke = Revoke(offender, 1, Suit.HEARTS, Card.parse("D7"), 1)
        points = totals(replace(game, claimed=(revoke,)))
        found.append([other - points[-1] for other in points])
    assert found[0] == found[1]


def test_the_sheet_has_a_line_for_the_fine() -> None:
    game = after(at(), "N:H2 E:S8 S:H7 W:HT E:H4 N!E:H4")
    assert penalties(game, NORTH).lines == (ScoreLine(Rule.REVOKE_PENALTY, 1, 260),)
    game = after(at(rulebook=AKAGIRI), "N:H2 E:S8 S:H7 W:HT E:H4 N!E:H4")
    assert penalties(game, EAST).lines == (ScoreLine(Rule.REVOKE_PENALTY, 1, -260),)
    assert not penalties(game, NORTH).lines


@FORMS
@BOOKS
def test_every_revoke_is_provable_when_its_deal_is_over_and_not_before(
    variant: Variant, rulebook: Rulebook
) -> None:
    """Whoever revokes still holds the suit, and every card is played before the next deal."""
    for seed in range(3):
        positions = lawful_game(variant, rulebook, Conduct.TABLE, seed)
        end = replace(positions[-1], claimed=())
        assert end.revokes or variant.id not in PUBLISHED
        for revoke in end.revokes:
            assert plays(end)[revoke.at] == Play(revoke.seat, revoke.card)
            claimant = next(
                seat
                for place, seat in enumerate(end.table.seats)
                if revoke.seat not in variant.feeds[place]
            )
            claim = ClaimRevoke(claimant, revoke.seat, revoke.led, revoke.deal)
            verify(replace(end, revokes=(revoke,)), claim)
            at_once = next(p for p in positions if revoke in p.revokes)
            with pytest.raises(IllegalAction):
                verify(replace(at_once, revokes=(revoke,), claimed=()), claim)


def test_a_revoke_of_an_earlier_deal_may_be_claimed_after_the_last_trick() -> None:
    game = lawful_game(VARIANTS["partnership"], CULBERTSON, Conduct.TABLE, 8)[-1]
    left = [revoke for revoke in game.revokes if revoke not in game.claimed]
    assert len({revoke.deal for revoke in left}) > 1
    for revoke in left:
        claimant = game.table.left_of(revoke.seat)
        game, _ = play(game, ClaimRevoke(claimant, revoke.seat, revoke.led, revoke.deal))
    assert set(game.claimed) == set(game.revokes)
    assert parse_game(print_game(game)) == game


def test_calypsos_built_by_a_revoke_stay() -> None:
    game = after(at(), "N:H2 E:S8 S:H7 W:HT E:H4 N!E:H4")
    assert game.calypsos[1] == (Calypso.parse("S0:8"),)


@pytest.mark.parametrize("text", ["", "N!E", "N!E:H", "N!E:H0", "N!X:H1", "N!E:H12"])
def test_what_is_not_a_claim_is_named(text: str) -> None:
    assert str(ClaimRevoke.parse("N!E:H1")) == "N!E:H1"
    with pytest.raises(ValueError, match="not a claim"):
        ClaimRevoke.parse(text)


def test_every_button_of_a_revoke_shows_all_that_the_seat_played_to_its_trick() -> None:
    variant = VARIANTS["two"]
    table = variant.table(CULBERTSON)
    puzzle = generate("spot-revoke", Rule.REVOKE_CLAIM, variant, table, Random(3))
    assert isinstance(puzzle, SpotRevoke)
    say, (part,) = Texts("en"), puzzle.parts
    for choice, trick in zip(part.choices, puzzle.tricks, strict=True):
        label = choice_label(say, puzzle, part, choice)
        played = [play.card for play in trick.plays if play.seat == puzzle.seat]
        assert len(played) == 2
        assert all(say.sign(card) in label for card in played)
