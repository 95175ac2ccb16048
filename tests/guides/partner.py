"""The new practice partner of docs/adding.md, at the table and everywhere partners are known."""

import secrets
from random import Random

import pytest

from engine.game import Conduct, new
from engine.players import Level, choose
from engine.players.contest import PLAYERS
from engine.rulebooks import CULBERTSON
from engine.table import Seat
from engine.variants import VARIANTS
from engine.view import legal, view
from tests.bot_games import game_of_bots
from tests.opened import opened, press, ran
from tests.playing import PRACTICE, stage
from tests.test_play_page import do, now, play
from tutor.__main__ import main
from tutor.playing.knowledge import Phase
from tutor.playing.match_text import parse_match, print_match
from tutor.words.texts import LANGUAGES, Texts

SAVER = Level("saver")


@pytest.mark.parametrize("form", VARIANTS)
def test_it_plays_every_form_to_its_end(form: str) -> None:
    assert game_of_bots(VARIANTS[form], CULBERTSON, [SAVER], 3, conduct=Conduct.STRICT).over


def test_it_does_what_is_legal_and_the_same_again() -> None:
    variant = VARIANTS["partnership"]
    table = variant.table(CULBERTSON)
    seen = view(new(variant, table, table.seats[0], Random(1), conduct=Conduct.STRICT), Seat.EAST)
    done = choose(seen, SAVER, Random(1))
    assert done in legal(seen)
    assert done == choose(seen, SAVER, Random(1))


def test_matches_are_played_against_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "saver" in PLAYERS
    asked = ["--rulebook", "culbertson", "--sides", "saver", "novice", "--games", "1"]
    assert main(["match", *asked]) == 0
    assert "saver" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_has_a_name_in_every_language(language: str) -> None:
    say = Texts(language)
    assert say("play.level.saver") != say("play.level.novice")
    assert say("play.mate.saver") != say("play.mate.novice")


def test_a_learner_plays_with_it_and_the_game_is_kept() -> None:
    at = opened("play", token=secrets.token_urlsafe(24))
    assert Texts("en")("play.level.saver") in at.pills("choose-level").options
    for wish in ("level", "mate"):
        at = ran(at.pills(f"choose-{wish}").set_value("saver").run())
    at = press(at, "deal")
    for _ in range(6):
        shown = now(at)
        at = do(at, "onward") if shown.phase == Phase.PAUSE else play(at, shown.legal[0])
    match = now(at)
    assert {match.setup.level(seat) for seat in (Seat.NORTH, Seat.EAST, Seat.WEST)} == {SAVER}


def test_a_saved_game_names_it() -> None:
    match = stage("partnership", PRACTICE, 8)
    saved = print_match(match).replace("novice", "saver")
    read = parse_match(saved)
    assert SAVER in read.setup.levels
    assert print_match(read) == saved
