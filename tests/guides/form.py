"""The new form of docs/adding.md, played, asked about and printed like the others."""

import secrets
from random import Random

import pytest

from engine.game import Conduct
from engine.players import Level
from engine.rulebooks import CULBERTSON, RULEBOOKS
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS, hints
from puzzles.notation import parse_puzzle, print_puzzle
from tests.bot_games import game_of_bots
from tests.opened import opened, press, verdict, words
from tutor.__main__ import main
from tutor.handouts import Links
from tutor.handouts.exercise_sheets import answer_key, puzzle_sheet
from tutor.handouts.press import Paper, pdf
from tutor.handouts.table_sheets import rules_sheet, score_sheet
from tutor.words.explanation import explain, say_hint
from tutor.words.texts import LANGUAGES, Texts

EVENING = VARIANTS["evening"]
DRAWN = [
    generate(name, rule, EVENING, EVENING.table(rulebook), Random(7))
    for name in KINDS
    for rulebook in RULEBOOKS
    for rule in rules_of(name, EVENING, rulebook)
]


def test_every_kind_but_one_asks_about_it() -> None:
    assert {puzzle.kind for puzzle in DRAWN} == set(KINDS) - {"may-name"}
    for puzzle in DRAWN:
        assert parse_puzzle(print_puzzle(puzzle)) == puzzle


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_said_of_it_has_words(language: str) -> None:
    say = Texts(language)
    for puzzle in DRAWN:
        for part in puzzle.parts:
            assert say(f"part.{part.key}", **part.facts)
        assert explain(puzzle, puzzle.check(puzzle.solution), say, ()).sentences
        assert all(say_hint(hint, say) for hint in hints(puzzle))


@pytest.mark.parametrize("level", Level)
def test_every_partner_plays_it(level: Level) -> None:
    levels = [level, *[Level.NOVICE] * 3]
    assert game_of_bots(EVENING, CULBERTSON, levels, 5, conduct=Conduct.STRICT).over


def test_practice_goes_by_it() -> None:
    at = opened("drill", token=secrets.token_urlsafe(24), form="evening")
    puzzle = parse_puzzle(str(at.query_params["puzzle"]))
    assert puzzle.variant == EVENING
    number = [choice.token for choice in puzzle.parts[0].choices].index(puzzle.solution) + 1
    assert "verdict-right" in verdict(press(at, f"answer-drill-0-{number}"))


@pytest.mark.parametrize("page", ["", "rules", "referee", "learn", "play", "handouts", "record"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_open_with_it(page: str, language: str) -> None:
    assert words(opened(page, form="evening", lang=language))


def test_figures_that_nobody_has_counted_are_not_shown() -> None:
    said = words(opened("rules", rule="often", form="evening"))
    assert "No games of this form have been counted yet" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_printed(language: str) -> None:
    say, links = Texts(language), Links(base="", language=language, rulebook=CULBERTSON.id)
    sheets = [rules_sheet(EVENING, CULBERTSON, say, links), score_sheet(EVENING, say, links)]
    sheets += [make(DRAWN[:6], say, links) for make in (puzzle_sheet, answer_key)]
    for sheet in sheets:
        assert pdf(sheet, Paper.A4).startswith(b"%PDF")
    assert say("handout.score.calypso", number=2, points=750) in str(sheets[1])
    assert say("handout.score.calypso", number=3, points=1_000) not in str(sheets[1]), "two packs"


def test_commands_take_it(capsys: pytest.CaptureFixture[str]) -> None:
    order = ["--rulebook", "culbertson", "--variant", "evening", "--count", "3", "--seed", "1"]
    assert main(["puzzles", *order]) == 0
    match = ["--sides", "novice", "club", "--rulebook", "culbertson", "--games", "1"]
    assert main(["match", "--variant", "evening", *match]) == 0
    assert capsys.readouterr().out
