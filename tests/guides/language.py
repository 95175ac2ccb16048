"""The new language of docs/adding.md, in which everything that has words speaks."""

import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml

from engine.cards import Card, parse_cards
from engine.rulebooks import CULBERTSON
from puzzles.bank import bank, read_bank
from puzzles.notation import parse_puzzle
from tests.makers.lesson_schema import schema
from tests.opened import opened, press, verdict, words
from tutor.__main__ import main
from tutor.authoring import lint_text
from tutor.drawing.cards import prose
from tutor.drawing.markup import Look
from tutor.handouts import Links
from tutor.handouts.exercise_sheets import lesson_sheet
from tutor.handouts.press import Paper, pdf
from tutor.lessons import FOLDER, load
from tutor.pages.frame.library import lessons
from tutor.words import languages
from tutor.words.explanation import choice_label
from tutor.words.texts import LANGUAGES, Texts

SAY = Texts("de")
ASKED = "Wer gewinnt diesen Stich?"


def test_it_is_spoken_and_english_has_the_rest() -> None:
    assert LANGUAGES["de"] == "Deutsch"
    assert SAY.name(Card.parse("HA")) == "Herz Ass"
    assert SAY.name(Card.parse("H9")) == "Herz Neun"
    assert "page.learn.title" in languages.missing("de")
    assert "de" not in languages.complete()


def test_cards_are_seen_in_running_words() -> None:
    said = f"Nord spielt {SAY.name(parse_cards('HA H9 HK'))}."
    html = prose(Look(SAY), said)
    assert re.sub("<[^>]*>", "", html) == "Nord spielt Herz Ass, Neun und König."
    assert 'data-sign="♥\ufe0eA ♥\ufe0e9 ♥\ufe0eK"' in html
    assert "data-sign" not in prose(Look(SAY), "Herz Buben sind keine Herz Achterbahn.")


def test_numbers_have_the_right_forms() -> None:
    assert [SAY("table.points", count=count) for count in (0, 1, 2, 1750)] == [
        "0 Punkte",
        "1 Punkt",
        "2 Punkte",
        "1.750 Punkte",
    ]
    said = [SAY("verdict.perhaps", count=count, ideas="x") for count in (1, 2, 3)]
    assert said == [
        "Vielleicht denken Sie das: x",
        "Vielleicht denken Sie eines von beiden: x",
        "Vielleicht denken Sie eines davon: x",
    ]


@pytest.mark.parametrize(
    "page", ["", "rules", "referee", "learn", "drill", "play", "handouts", "record", "room", "host"]
)
def test_pages_open_in_it(page: str) -> None:
    at = opened(page, lang="de")
    assert words(at)
    assert SAY("lost.title") not in words(at)
    assert at.query_params["lang"] == "de"


def test_pages_that_have_no_room_in_the_bar_are_named_in_the_settings() -> None:
    """One name more is in the bar: it is to be wider before it names all pages."""
    style = opened("rules", lang="de").html[0].body
    (wanted,) = re.findall(
        r"@container bar \(max-width: ([0-9.]+)rem\) { .st-key-more-pages", style
    )
    assert 52 < float(wanted) <= 60


def test_practice_asks_and_judges_in_it() -> None:
    token = secrets.token_urlsafe(24)
    at = opened("drill", token=token, lang="de", mode="free", kind="who-wins")
    assert ASKED in words(at)
    puzzle = parse_puzzle(str(at.query_params["puzzle"]))
    part = puzzle.parts[0]
    number = [choice.token for choice in part.choices].index(puzzle.solution) + 1
    seats = {choice_label(SAY, puzzle, part, choice).split(" · ")[0] for choice in part.choices}
    assert seats == {"Nord", "Ost", "Süd", "West"}
    assert "Richtig" in verdict(press(at, f"answer-drill-0-{number}"))


def test_a_lesson_is_in_english_and_says_so() -> None:
    (lesson, *_) = lessons()
    at = opened("learn", lang="de", lesson=lesson.id)
    assert lesson.title["en"] in words(at)
    assert SAY("learn.untranslated") in [one.value for one in at.caption]
    english = opened("learn", lang="en", lesson=lesson.id)
    assert not [one for one in english.caption if "translated" in one.value]
    sheet = lesson_sheet(lesson, CULBERTSON, SAY, Links(base="", language="de", rulebook="akagiri"))
    assert SAY("learn.untranslated") in str(sheet.blocks[0])


def german(value: object) -> Iterator[None]:
    """Add a German line to every text of a lesson."""
    if isinstance(value, dict):
        if "ja" in value:
            value["de"] = f"Auf Deutsch: {value['en']}"
        for one in value.values():
            yield from german(one)
    elif isinstance(value, list):
        for one in value:
            yield from german(one)
    else:
        yield None


def test_a_translated_lesson_is_taken_in_it(tmp_path: Path) -> None:
    path = min(FOLDER.glob("*.yaml"))
    value = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert list(german(value))
    file = tmp_path / path.name
    file.write_text(yaml.safe_dump(value, allow_unicode=True), encoding="utf-8")
    assert load(file).title["de"].startswith("Auf Deutsch: ")
    assert "de" in load(file).languages
    assert not lint_text(path.name, file.read_bytes()).findings
    del value["title"]["de"]
    half = yaml.safe_dump(value, allow_unicode=True).encode()
    assert [finding.problem.key for finding in lint_text(path.name, half).findings] == ["title.de"]


def test_the_bank_is_in_english_until_it_is_translated() -> None:
    entry = next(entry for entry in bank() if entry.why)
    assert entry.mistake("de") == entry.mistake("en")
    line = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"
    text = f'- {{id: a, puzzle: "{line}", expect: E, why: {{en: No., de: Nein.}}}}'
    assert read_bank(text)[0].mistake("de") == "Nein."


def test_lint_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint"]) == 0, capsys.readouterr().out
    known = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
    assert known == json.loads(json.dumps(schema()))


def exported(tmp_path: Path, form: str) -> bytes:
    """What the command writes in one format, with ``--lang de``."""
    file = tmp_path / f"set.{form}"
    asked = ["--rulebook", "akagiri", "--kind", "who-wins", "--count", "3", "--seed", "1"]
    options = ["--format", form, "--lang", "de", "--output", str(file)]
    assert main(["puzzles", *asked, *options]) == 0
    return file.read_bytes()


@pytest.mark.parametrize("form", ["text", "csv", "json", "gift"])
def test_sets_are_exported_in_it(tmp_path: Path, form: str) -> None:
    assert ASKED in exported(tmp_path, form).decode()


def test_anki_cards_are_made_in_it(tmp_path: Path) -> None:
    exported(tmp_path, "anki")
    with ZipFile(tmp_path / "set.anki") as package:
        assert ASKED.encode() in package.read("collection.anki2")


def test_paper_is_printed_in_it() -> None:
    (lesson, *_) = lessons()
    links = Links(base="", language="de", rulebook=CULBERTSON.id)
    assert pdf(lesson_sheet(lesson, CULBERTSON, SAY, links), Paper.A4).startswith(b"%PDF")


def test_an_address_asks_for_a_language_that_there_is() -> None:
    assert opened("", lang="nl").query_params["lang"] == "en"
