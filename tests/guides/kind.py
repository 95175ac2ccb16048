"""The new kind of docs/adding.md, sent through everything that asks, tells, draws or keeps."""

import io
import json
import secrets
import zipfile
from pathlib import Path
from random import Random

import pytest
from streamlit.testing.v1.element_tree import Element

from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.bank import bank
from puzzles.difficulty import difficulty
from puzzles.generator import generate, kinds_for, rules_of
from puzzles.kinds import KINDS, fitting, foreseen, hints
from puzzles.natural import TrickSource
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import HINTS
from puzzles.scenes import Stage
from puzzles.sets import Order, make_set
from tests.forms import PUBLISHED
from tests.makers.lesson_schema import schema
from tests.opened import headings, opened, press, ran, verdict, words
from tutor.__main__ import main as tutor_command
from tutor.assignments import Assignment, write
from tutor.drawing.markup import Look
from tutor.drawing.scenes import illustrate
from tutor.handouts import Links
from tutor.handouts.exercise_sheets import answer_key, puzzle_sheet
from tutor.handouts.press import Paper, pdf
from tutor.learning import trials
from tutor.learning.draw import draw
from tutor.learning.fading import FadingLevel, example
from tutor.learning.memory import remember
from tutor.learning.schedule import Because, Selection, Syllabus
from tutor.lessons import load
from tutor.lessons.steps import Ask, Drill
from tutor.pages import rooms
from tutor.pages.frame import progress
from tutor.rooms import Question, RoomOptions
from tutor.rooms.agenda import of_lesson, of_lines
from tutor.rooms.answers import spread
from tutor.store import new_token
from tutor.words.explanation import say_hint
from tutor.words.texts import LANGUAGES, Texts

KIND = "which-role"
LINE = "1 which-role partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3 : 4"
OTHER = "1 which-role partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H4 : 4"
PUZZLE = parse_puzzle(LINE)
MISCONCEPTION = "own-suit-always-ruffs"
PARTNERSHIP = VARIANTS["partnership"]
RULES = [
    (variant, rulebook, rule)
    for variant in VARIANTS.values()
    for rulebook in RULEBOOKS
    for rule in rules_of(KIND, variant, rulebook)
]
PLACE = [choice.token for choice in PUZZLE.parts[0].choices].index(PUZZLE.solution) + 1

LESSON = f"""\
id: what-a-card-does
rules: [trick.suit-highest]
title: {{en: What a card does, ja: 札の役割}}
steps:
  - ask: {KIND}
    at: {{table: N=C E=S S=D W=H, position: "N H8 HJ HT H3 : 4"}}
    words: {{en: Look at the last card., ja: 最後の札を見ましょう。}}
    expect: suit
  - drill: {{rule: trick.ruff-wins, count: 2, kind: {KIND}}}
"""


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    file = tmp_path / "50-what-a-card-does.yaml"
    file.write_text(LESSON, encoding="utf-8")
    return file


def test_it_is_drawn_for_each_of_its_rules_hinted_at_and_measured() -> None:
    assert RULES
    for variant, rulebook, rule in RULES:
        for source in TrickSource:
            rng = Random(2)
            table = rng.choice(variant.tables(rulebook))
            puzzle = generate(KIND, rule, variant, table, rng, source)
            assert parse_puzzle(print_puzzle(puzzle)) == puzzle
            assert 0 <= difficulty(puzzle) <= 1
            assert foreseen(puzzle)[""] == puzzle.solution
            for language in LANGUAGES:
                say = Texts(language)
                assert len({say_hint(hint, say) for hint in hints(puzzle)}) == HINTS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_practice_page_asks_it_gives_hints_and_judges(language: str) -> None:
    at = opened("drill", puzzle=LINE, lang=language, token=secrets.token_urlsafe(24))
    for _ in range(HINTS):
        at = press(at, "hint-")
    drawn = {str(one.value) for one in at.get("html") if isinstance(one, Element)}
    assert sum('class="verdict-box hint"' in html for html in drawn) == 1  # the last one
    (before,) = (html for html in drawn if html.startswith("<details"))
    assert before.count("<p>") == HINTS - 1
    right = verdict(press(at, f"answer-drill-0-{PLACE}"))
    other = opened("drill", puzzle=LINE, lang=language, token=secrets.token_urlsafe(24))
    wrong = verdict(press(other, f"answer-drill-0-{PLACE % 4 + 1}"))
    assert "verdict-right" in right
    assert "verdict-wrong" in wrong
    say, (why,) = Texts(language), PUZZLE.check(PUZZLE.solution).reasons
    for said in (right, wrong):
        assert say.explain(why) in said, "what the card does, and not only which rule wins"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_misconception_about_it_is_foreseen_and_named(language: str) -> None:
    assert foreseen(PUZZLE)[MISCONCEPTION] == "ruff"
    assert fitting(PUZZLE, "ruff") == (MISCONCEPTION,)
    place = [choice.token for choice in PUZZLE.parts[0].choices].index("ruff") + 1
    token = secrets.token_urlsafe(24)
    press(opened("drill", puzzle=LINE, lang=language, token=token), f"answer-drill-0-{place}")
    at = opened("drill", puzzle=OTHER, lang=language, token=token)
    said = verdict(press(at, f"answer-drill-0-{place}"))
    assert Texts(language)(f"misconception.{MISCONCEPTION}.name") in said


def test_practice_chooses_it_and_the_page_offers_it() -> None:
    memory = remember([])
    assert KIND in kinds_for(Rule.RUFF_WINS, PARTNERSHIP, CULBERTSON)
    choice = Selection(kind=KIND, rule=Rule.RUFF_WINS, because=Because.PRACTICE)
    syllabus = Syllabus(PARTNERSHIP, CULBERTSON, (Rule.RUFF_WINS,))
    assert draw(choice, memory, syllabus, Random(1), ()).kind == KIND
    at = opened("drill", mode="free", kind=KIND)
    assert parse_puzzle(str(at.query_params["puzzle"])).kind == KIND


def test_an_example_of_it_fades() -> None:
    tables = PARTNERSHIP.tables(CULBERTSON)
    for level in FadingLevel:
        found = example(level, Rule.RUFF_WINS, PARTNERSHIP, tables, Random(1))
        assert found.level == level


def test_a_lesson_asks_and_drills_it(lesson: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loaded = load(lesson)
    ask, drill = loaded.steps
    assert isinstance(ask, Ask)
    assert isinstance(drill, Drill)
    assert ask.puzzle(CULBERTSON) == PUZZLE
    assert tutor_command(["lint", str(lesson)]) == 0, capsys.readouterr().out
    assert KIND in json.dumps(schema())
    assert len(of_lesson(loaded, AKAGIRI, Random(1)).drafts) == 3


def test_a_wrong_expectation_in_a_lesson_gets_its_message(
    lesson: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson.write_text(LESSON.replace("expect: suit", "expect: ruff"), encoding="utf-8")
    assert tutor_command(["lint", str(lesson)]) == 1
    assert "the engine says 'suit'" in capsys.readouterr().out


def test_the_bank_and_all_lessons_pass_the_lint(capsys: pytest.CaptureFixture[str]) -> None:
    assert "role-of-own-suit" in {entry.id for entry in bank()}
    assert tutor_command(["lint"]) == 0, capsys.readouterr().out


def test_a_room_asks_it_from_the_wall_to_the_phones() -> None:
    drafts, problems = of_lines(LINE)
    assert not problems
    teacher = new_token()
    code = rooms.rooms().open(teacher, drafts, RoomOptions(), now=progress.now())
    hall = press(opened("host", token=teacher, room=code), "control-")
    phone = opened("room", room=code, token=new_token())
    phone.text_input(key="join-nickname").input("Ann")
    phone = press(phone, "FormSubmitter:join-name")
    hall = press(hall, "control-")
    phone = press(ran(phone.run()), f"answer-room-{code}-1-0-{PLACE}")
    hall = press(press(ran(hall.run()), "control-"), "control-")
    assert "verdict-right" in verdict(ran(phone.run()))
    assert "What is it doing?" in words(hall)
    question = Question(id=1, line=LINE, rule=drafts[0].rule)
    assert sum(bar.correct for bar in spread(question, {})) == 1
    for language in LANGUAGES:
        assert illustrate(Look(Texts(language)), PUZZLE, Stage()).whole.description


def test_a_test_asks_it_and_counts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = PARTNERSHIP.tables(CULBERTSON)
    drawn = (
        one
        for seed in range(40)
        for one in trials.placement(PARTNERSHIP, tables, Random(seed), trials.ITEMS)
    )
    item = next(one for one in drawn if one.puzzle.kind == KIND)
    monkeypatch.setattr(trials, "placement", lambda *_: (item,))
    at = opened("record", token=new_token())
    at.session_state["fold-record.tests"] = True
    at = press(ran(at.run()), "begin-placement")
    assert "This is a test" in words(at)
    place = [choice.token for choice in item.puzzle.parts[0].choices].index(item.puzzle.solution)
    (answer,) = (b.key for b in at.button if str(b.key).endswith(f"-0-{place + 1}"))
    at = press(at, str(answer))
    assert "1 of 1 right" in headings(at)[0]


def test_a_set_link_opens_it() -> None:
    link = write(Assignment(lessons=(), puzzles=(LINE,), rulebook=CULBERTSON, note=""))
    at = press(opened("assignment", set=link, item="1"), f"answer-set-1-0-{PLACE}")
    assert "verdict-right" in verdict(at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_printed_with_its_answers(language: str) -> None:
    say = Texts(language)
    order = Order(kinds=(KIND,), variant=PARTNERSHIP, rulebook=CULBERTSON, count=3)
    puzzles = (PUZZLE, *make_set(order, Random(1)))
    links = Links(base="", language=language, rulebook=CULBERTSON.id)
    for make in (puzzle_sheet, answer_key):
        assert pdf(make(puzzles, say, links), Paper.A4).startswith(b"%PDF")


@pytest.mark.parametrize("form", ["anki", "gift", "csv", "json", "text", "lines"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_command_makes_sets_of_it_in_every_format(
    tmp_path: Path, form: str, variant: str
) -> None:
    file = tmp_path / "set"
    order = ["--rulebook", "culbertson", "--variant", variant, "--kind", KIND, "--count", "4"]
    order += ["--seed", "1", "--format", form, "--output", str(file), "--language", "en"]
    assert tutor_command(["puzzles", *order]) == 0
    data = file.read_bytes()
    if form == "anki":
        assert "collection.anki2" in " ".join(zipfile.ZipFile(io.BytesIO(data)).namelist())
    else:
        assert data.decode().count(f"1 {KIND} {variant}" if form == "lines" else "\n") >= 4


def test_every_form_keeps_a_golden_line(root: Path) -> None:
    lines = (root / "tests/golden/puzzles.txt").read_text(encoding="utf-8").splitlines()
    mine = [line for line in lines if line.startswith(f"1 {KIND} ")]
    assert [line.split()[2] for line in mine][: len(PUBLISHED)] == list(PUBLISHED)
    for line in mine:
        puzzle, solution = line.split(" => ")
        assert parse_puzzle(puzzle).solution == solution


def test_it_stands_in_the_table() -> None:
    assert KINDS[KIND].name == KIND
