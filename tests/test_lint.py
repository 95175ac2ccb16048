"""The lint of lessons and banks finds each fault at its line, and says what was wanted."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import cast

import pytest
from jsonschema import Draft7Validator

from engine import players
from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.kinds import KINDS
from puzzles.kinds.kind import not_found
from puzzles.puzzle import Puzzle
from tests.makers import lesson_schema
from tutor.__main__ import main
from tutor.authoring import default_files, lint, lint_words, words_lint
from tutor.authoring.words_lint import unheard
from tutor.lessons import FOLDER, load
from tutor.lessons.yaml_lines import LessonError, read_document
from tutor.words import languages
from tutor.words.texts import LANGUAGES, Texts

HERE = Path(__file__).parent
BROKEN = sorted(HERE.glob("lesson_errors/*.yaml")) + sorted(HERE.glob("bank_errors/*.yaml"))
LESSONS = sorted(FOLDER.glob("*.yaml"))


def wanted(path: Path) -> list[list[str]]:
    """The first lines of a broken file say ``# line | step | key | part of the message``."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line[2:].split(" | ") for line in lines if line.startswith("# ")]


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_file_is_rejected_at_the_right_line(path: Path) -> None:
    found = lint([path])
    problems = [finding.problem for finding in found]
    assert [(str(p.line), str(p.step), p.key) for p in problems] == [
        (line, step, key) for line, step, key, _ in wanted(path)
    ], found
    for finding, (*_, message) in zip(found, wanted(path), strict=True):
        assert message in finding.problem.message
        assert len(str(finding).splitlines()) == 1


GOOD = """id: one
rules: [trick.ruff-wins]
title: {en: One, ja: 一}
steps:
  - say: {en: Words., ja: 言葉です。}
"""


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        (GOOD.replace("ja: 一", "ja: One"), 3, "title.ja"),
        (GOOD.replace("ja: 言葉です。", "ja: Words."), 5, "say.ja"),
        (GOOD.replace("en: Words.", "en: 言葉です。"), 5, "say.en"),
        (GOOD.replace("en: Words.", "en: The words 言葉."), 5, "say.en"),
    ],
)
def test_words_under_the_wrong_language_are_found(
    tmp_path: Path, text: str, line: int, key: str
) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(GOOD, encoding="utf-8")
    assert lint([path]) == ()
    path.write_text(text, encoding="utf-8")
    (finding,) = lint([path])
    assert (finding.problem.line, finding.problem.key) == (line, key)
    assert finding.problem.message.startswith("want a text in ")


def test_two_lessons_of_one_id_are_found(tmp_path: Path) -> None:
    paths = [tmp_path / "01-a.yaml", tmp_path / "02-b.yaml"]
    for path in paths:
        path.write_text(GOOD, encoding="utf-8")
    (finding,) = lint(paths)
    assert finding.path == paths[1]
    assert (finding.problem.line, finding.problem.key) == (1, "id")
    assert finding.problem.message.endswith("already (want another)")


def test_a_lesson_of_a_club_with_the_id_of_one_of_the_course_is_found(tmp_path: Path) -> None:
    path = tmp_path / "01-a.yaml"
    path.write_text(re.sub("^id: .*", "id: ruffing", GOOD), encoding="utf-8")
    (finding,) = lint([path])
    wanted = "a lesson of the tutor has the id 'ruffing' already (want another)"
    assert finding.problem.message == wanted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("description", ["", " ", "…"])
def test_a_picture_without_a_description_is_found(language: str, description: str) -> None:
    sound = {"en": "North leads.", "ja": "北がリードしました。"}

    def described(say: Texts) -> str:
        return description if say.language == language else sound[say.language]

    assert LANGUAGES[language] in unheard([described])
    assert unheard([lambda say: sound[say.language]]) == ""


def test_a_picture_whose_words_are_missing_is_found() -> None:
    assert "picture.no-such-words" in unheard([lambda say: say("picture.no-such-words")])


# The command


def test_the_command_says_one_line_for_each_finding(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE.parent)
    assert main(["lint", "tests/lesson_errors/30-no-card.yaml"]) == 1
    assert capsys.readouterr().out == (
        "tests/lesson_errors/30-no-card.yaml:9: step 1 (ask), key 'at.trick': not a card: 'C1' "
        "(want a suit and a rank, such as 'H8')\n"
    )


def test_a_finding_in_a_bank_names_the_entry() -> None:
    (finding,) = lint([HERE / "bank_errors" / "bank-04-wrong-expectation.yaml"])
    assert ":5: entry 1 (one), key 'expect': the engine says 'E'" in str(finding)


def test_the_command_tells_clean_broken_and_missing_files_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lint", str(LESSONS[0])]) == 0
    assert capsys.readouterr().out == ""
    assert main(["lint", *map(str, BROKEN[:3])]) == 1
    for arguments in (["lint", str(tmp_path / "none.yaml")], ["lnit"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2


def test_without_files_everything_is_checked_and_the_lessons_and_the_bank_are_clean(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert len(default_files()) >= 7
    assert main(["lint"]) == 0
    assert capsys.readouterr() == ("", "")


MISSING = {
    "rulebook.akagiri.text": "en/rules.yaml",
    "name.rulebook.akagiri": "en/names.yaml",
    "misconception.must-ruff.name": "en/reasons.yaml",
    "kind.who-wins.name": "en/pages.yaml",
    "play.mate.club": "en/play_page.yaml",
    "part.who-wins.seat": "en/reasons.yaml",
    "hint.look.lead": "en/learning.yaml",
    "reason.won.suit-highest": "en/reasons.yaml",
    "reason.lost.suit-below-ruff": "en/reasons.yaml",  # said to a wrong answer alone
    "page.rules.title": "en/pages.yaml",
}


@pytest.mark.parametrize(("key", "file"), MISSING.items())
def test_what_is_named_and_has_no_words_is_found(
    key: str, file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    less = {
        language: {one: words for one, words in known.items() if one != key}
        for language, known in languages.texts().items()
    }
    monkeypatch.setattr(languages, "texts", lambda: less)
    monkeypatch.setattr(languages, "whole", lambda language: less[language])
    (finding,) = (str(one) for one in lint_words())
    wanted = f"key {key!r}: want words for it, in every language, found none"
    assert re.fullmatch(rf".*/{file}:\d+: {re.escape(wanted)}", finding)
    with pytest.raises(KeyError, match=rf"text/{file}: want words under '{key}'"):
        Texts("ja")(key)
    if key != next(iter(MISSING)):
        return  # the command reads all lessons: once is enough
    assert main(["lint"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.endswith(wanted), "and nothing of the lessons, in which it is missing too"


def test_an_answer_that_is_no_choice_and_a_line_that_is_not_read_back_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = KINDS["whose-turn"]
    broken = replace(known, misconceptions={"turn-of-nobody": lambda _: "X"})
    monkeypatch.setitem(cast("dict[str, object]", KINDS), "whose-turn", broken)
    (finding,) = map(str, lint_words())
    assert re.search(
        r"whose_turn.py:1: key 'turn-of-nobody': in '1 whose-turn .*': not a choice: 'X'", finding
    )
    monkeypatch.setattr(known.puzzle, "position", property(lambda _: "N H8 : there"))
    _, finding = map(str, lint_words())
    assert re.search(r"whose_turn.py:1: key 'position': .*'N H8 : there'", finding)


def test_a_puzzle_that_cannot_be_drawn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(rule: Rule, variant: Variant, table: Table, _: Random) -> Puzzle:
        raise not_found("seat", rule, variant, table)

    broken = replace(KINDS["whose-turn"], draw=draw)
    monkeypatch.setitem(cast("dict[str, object]", KINDS), "whose-turn", broken)
    monkeypatch.setattr(words_lint, "drawn", words_lint.drawn.__wrapped__)
    (finding,) = map(str, lint_words())
    found = r"whose_turn\.py:1: key 'draw': 'whose-turn' about '.*' in partnership: found no seat"
    assert re.search(found, finding)


def test_a_level_that_nobody_plays_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = {level: player for level, player in players.CHOOSERS.items() if level != "club"}
    monkeypatch.setattr(players, "CHOOSERS", fewer)
    (finding,) = (str(one) for one in lint_words())
    wanted = "key 'CLUB': want a function that chooses for it in CHOOSERS, found none"
    assert re.fullmatch(rf".*/engine/players/__init__.py:\d+: {re.escape(wanted)}", finding)


def test_a_question_asked_twice_in_a_lesson_is_advised_against(tmp_path: Path) -> None:
    """Mostly a step that was copied and not changed; the course never asks one twice."""
    ask = "  - ask: who-wins\n    at: {table: N=C E=S S=D W=H, trick: N H8 HJ HT H3}\n"
    file = tmp_path / "twice.yaml"
    begun = "id: twice\nrules: [trick.suit-highest]\ntitle: {en: Twice, ja: 2回}\nsteps:\n"
    file.write_text(f"{begun}{ask}{ask.replace('H3', 'H4')}{ask}", encoding="utf-8")
    (finding,) = lint([file])
    told = "step 3 (ask), key 'at': step 1 asks this too (want another position)"
    assert str(finding) == f"{file}:10: advice: {told}"


def test_what_a_language_lacks_is_advised_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    english, begun = languages.texts()["en"], {"name.language": "Deutsch", "name.suit.C": "Kreuz"}
    monkeypatch.setattr(languages, "texts", lambda: {"en": english, "de": begun})
    (finding,) = lint_words()
    assert finding.problem.advice
    assert "text/de/" in str(finding)
    lacking = sum(not languages.is_own(key) for key in english) - 2
    assert f"want the words of this key, the first of {lacking}; until then" in str(finding)


def test_an_entry_that_names_an_unknown_fact_says_so() -> None:
    with pytest.raises(KeyError, match=r"won\.suit-highest': .* wants {seat}, found {card}"):
        Texts("en")("reason.won.suit-highest", card=1)


# The schema


@pytest.fixture(scope="module")
def schema() -> Draft7Validator:
    made = json.loads(lesson_schema.FILE.read_text(encoding="utf-8"))
    Draft7Validator.check_schema(made)
    return Draft7Validator(made)


def test_the_schema_is_up_to_date() -> None:
    """If not: ``python -m tests.makers.golden``."""
    assert lesson_schema.FILE.read_text(encoding="utf-8") == lesson_schema.text()


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_fits_the_schema(schema: Draft7Validator, path: Path) -> None:
    assert [error.message for error in schema.iter_errors(read_document(path).value)] == []


SHAPE = re.compile(
    r"(?:1[0-9]|2[1-46-9])-|30-no-card|31-|37-|38-|39-|4[0123]-|5[0168]-|6[0-46789]-|7[12]-|rulebok"
)
"""Which of the broken lessons an editor can reject: those whose fault is one of shape."""


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(HERE.glob("lesson_errors/*.yaml")) if SHAPE.match(path.name)],
    ids=lambda path: path.stem,
)
def test_a_lesson_of_the_wrong_shape_does_not_fit_the_schema(
    schema: Draft7Validator, path: Path
) -> None:
    assert list(schema.iter_errors(read_document(path).value))


def readable() -> Iterator[tuple[str, object]]:
    for path in sorted(HERE.glob("lesson_errors/*.yaml")):
        try:
            yield path.name, read_document(path).value
        except LessonError:
            continue


def test_what_loads_fits_the_schema_even_among_the_broken(schema: Draft7Validator) -> None:
    """The schema may let a fault pass; it may not refuse what the tutor takes."""
    for name, value in readable():
        if list(schema.iter_errors(value)):
            with pytest.raises(LessonError):
                load(HERE / "lesson_errors" / name)


@pytest.mark.parametrize(
    "step",
    [
        {"ask": "who-wins", "at": {"table": "N=C E=S S=D W=H", "position": "N C2 CA CK CQ"}},
        {"ask": "what-score", "at": {"table": "N=C E=S S=D W=H", "position": "N : C0:AK : 5"}},
        {"ask": "which-cards", "at": {"table": "N=C E=S S=D W=H", "hand": "H2 D4", "seat": "S"}},
        {"drill": {"rule": "trick.ruff-wins", "count": 1}},
    ],
)
def test_a_step_fits_the_schema(schema: Draft7Validator, step: object) -> None:
    lesson = {**read_document(LESSONS[0]).value, "steps": [step]}  # type: ignore[dict-item]
    assert [error.message for error in schema.iter_errors(lesson)] == []


def test_the_comment_names_the_schema() -> None:
    (name,) = re.findall(r"\$schema=(\S+)", lesson_schema.COMMENT)
    assert (FOLDER / name).samefile(lesson_schema.FILE)
