"""The new rulebook of docs/adding.md, by which everything that judges, tells or prints goes."""

import secrets
from random import Random

import pytest

from engine.game import Conduct
from engine.players import Level
from engine.rulebooks import AKAGIRI, RULEBOOKS, rulebook_of
from engine.table import Table
from engine.trick import Trick, dissents, judge
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS
from puzzles.notation import parse_puzzle, print_puzzle
from tests.bot_games import game_of_bots
from tests.opened import opened, press, verdict, words
from tutor.__main__ import main
from tutor.handouts import Links
from tutor.handouts.press import Paper, pdf
from tutor.handouts.table_sheets import rules_sheet, score_sheet
from tutor.lessons.steps import Lesson
from tutor.pages.frame.library import lessons
from tutor.words.explanation import explain
from tutor.words.texts import LANGUAGES, Texts

CLUB = rulebook_of("club")
DISPUTED = "1 who-wins partnership akagiri N=S E=C S=H W=D : N S9 C4 SK SA"


def test_it_rules_and_dissents() -> None:
    assert CLUB in RULEBOOKS
    trick, table = "N S9 C4 SK SA", Table.parse("N=S E=C S=H W=D", AKAGIRI)
    assert CLUB in dissents(judge(Trick.parse(trick, table), table))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verdict_says_that_it_differs(language: str) -> None:
    say, puzzle = Texts(language), parse_puzzle(DISPUTED)
    told = explain(puzzle, puzzle.check(puzzle.solution), say, ())
    assert any(say.name(CLUB) in sentence for sentence in told.dissents)


def test_every_kind_asks_by_it() -> None:
    for name in KINDS:
        for variant in VARIANTS.values():
            for rule in rules_of(name, variant, CLUB)[:1]:
                puzzle = generate(name, rule, variant, variant.table(CLUB), Random(1))
                assert parse_puzzle(print_puzzle(puzzle)) == puzzle
                assert puzzle.check(puzzle.solution).correct


def test_settings_offer_it_and_practice_goes_by_it() -> None:
    token = secrets.token_urlsafe(24)
    at = opened("drill", token=token, rulebook="club")
    puzzle = parse_puzzle(str(at.query_params["puzzle"]))
    assert puzzle.table.rulebook == CLUB
    number = [choice.token for choice in puzzle.parts[0].choices].index(puzzle.solution) + 1
    assert "verdict-right" in verdict(press(at, f"answer-drill-0-{number}"))


def test_of_two_rulebooks_that_differ_each_is_looked_at_by_its_name() -> None:
    at = opened("drill", puzzle=DISPUTED, rulebook="akagiri")
    at = press(at, "answer-")
    assert {"Culbertson 1955", "Our club"} <= {button.label for button in at.button}
    at = press(at, "other-drill-club")
    assert {"Culbertson 1955", "My rulebook"} <= {button.label for button in at.button}


@pytest.mark.parametrize("page", ["", "rules", "referee", "learn", "play", "handouts", "record"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_open_under_it(page: str, language: str) -> None:
    assert words(opened(page, rulebook="club", lang=language))


def test_every_lesson_can_be_taken_under_it() -> None:
    found: list[Lesson] = list(lessons())
    assert found
    for lesson in found:
        assert words(opened("learn", lesson=lesson.id, rulebook="club"))


def test_the_partners_play_by_it() -> None:
    game = game_of_bots(VARIANTS["two"], CLUB, [Level.CLUB], 3, conduct=Conduct.STRICT)
    assert game.over


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
def test_the_rules_are_printed_by_every_rulebook(rulebook: object, language: str) -> None:
    say, known = Texts(language), rulebook_of(str(rulebook))
    links = Links(base="", language=language, rulebook=known.id)
    for variant in VARIANTS.values():
        assert pdf(rules_sheet(variant, known, say, links), Paper.A4).startswith(b"%PDF")
        assert score_sheet(variant, say, links).blocks


def test_commands_take_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "--rulebook", "club", "--count", "3", "--seed", "1"]) == 0
    assert main(["lint"]) == 0, capsys.readouterr().out
