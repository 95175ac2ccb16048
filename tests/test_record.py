"""A whole game as one line of text."""

from pathlib import Path
from random import Random

import pytest

from engine.calypso import holdings
from engine.cards import print_cards
from engine.game import Conduct, Game, IllegalAction, new, play
from engine.record import parse_action, parse_game, print_game
from engine.rulebooks import AKAGIRI, CULBERTSON
from engine.rules import Rule
from engine.score import totals
from engine.table import Seat
from engine.variants import VARIANTS
from tests.forms import PUBLISHED

TWO = VARIANTS["two"]
GAME = new(TWO, TWO.table(CULBERTSON), Seat.NORTH, Random(1))
PACK = print_cards(TWO.pack)
HEAD = "1 two culbertson N=S S=D dealer=N strict"
GOLDEN = Path(__file__).parent / "golden" / "games.txt"


def golden_lines() -> list[str]:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("line", golden_lines(), ids=lambda line: " ".join(line.split()[:8]))
def test_a_golden_game_means_the_same_for_ever(line: str) -> None:
    points, record = line.split(" | ")
    game = parse_game(record)
    assert game.over
    assert " ".join(map(str, totals(game))) == points
    assert print_game(game) == record


def test_golden_games_hold_every_form_rulebook_conduct_and_kind_of_action() -> None:
    records = [line.split(" | ")[1] for line in golden_lines()]
    games = list(map(parse_game, records))
    assert {game.variant.id for game in games} >= set(PUBLISHED)
    assert {game.table.rulebook for game in games} >= {CULBERTSON, AKAGIRI}
    assert {game.conduct for game in games} == set(Conduct)
    assert {type(action).__name__ for game in games for action in game.history} == {
        "Play",
        "NameTrump",
        "ClaimRevoke",
    }


def test_a_record_says_form_rulebook_table_dealer_conduct_pack_and_actions() -> None:
    assert print_game(parse_game(f"{HEAD} : {PACK} : -")) == f"{HEAD} : {PACK} : -"
    game = parse_game(f"{HEAD} : {PACK} : S=C S:C7 N=H")
    assert str(game.table) == "N=H S=C"
    assert print_game(game) == f"{HEAD} : {PACK} : S=C S:C7 N=H"


@pytest.mark.parametrize("text", ["N:H8", "N=S", "N!E:H1"])
def test_an_action_reads_as_it_is_written(text: str) -> None:
    assert str(parse_action(text)) == text


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "not a game"),
        (HEAD, "not a game"),
        (f"2{HEAD[1:]} : {PACK} : -", "want version 1"),
        (f"{HEAD.replace('two', 'five')} : {PACK} : -", "no form 'five'"),
        (f"{HEAD.replace('culbertson', 'konstam')} : {PACK} : -", "no rulebook 'konstam'"),
        (f"{HEAD.replace('S=D', 'S=H')} : {PACK} : -", "pairs spades with hearts"),
        (f"{HEAD.replace('dealer=N', 'dealer=E')} : {PACK} : -", "no dealer East"),
        (f"{HEAD.replace('dealer=N', 'dealer')} : {PACK} : -", "not a dealer and a conduct"),
        (f"{HEAD.replace('strict', 'lax')} : {PACK} : -", "not a dealer and a conduct"),
        (f"{HEAD} : {PACK[3:]} : -", "127 cards are not the pack of two"),
        (f"{HEAD} : {PACK.replace('C7', 'C2')} : -", "128 cards are not the pack of two"),
        (f"{HEAD} : {PACK} : S:C", "not a play"),
        (f"{HEAD} : {PACK} : S=C S:H7", "South plays H7, which is not in hand"),
    ],
)
def test_what_is_not_a_game_is_named(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        parse_game(text)


def test_an_action_the_rules_forbid_is_refused_with_its_rule() -> None:
    with pytest.raises(IllegalAction) as error:
        parse_game(f"{HEAD} : {PACK} : S:C7")
    assert error.value.rule == Rule.TWO_NAMING


def test_a_position_set_up_by_hand_has_no_record() -> None:
    table = TWO.table(CULBERTSON)
    game = Game(
        TWO, table, Seat.NORTH, (), GAME.hands, Seat.SOUTH, (), holdings(TWO, table), ((), ())
    )
    after, _ = play(game, parse_action(f"S:{game.hands[1][0]}"))
    with pytest.raises(ValueError, match="a position set up by hand has no record"):
        print_game(after)
