"""Sets of puzzles: the same seed the same set, and the same words as on the pages."""

import csv
import io
import json
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import count, product
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle, Verdict
from puzzles.sets import Order, canonical, make_set
from tutor.__main__ import main
from tutor.commands import watched
from tutor.export import anki, formats, full_text, harmless, paragraphs
from tutor.export.formats import FORMATS, VERSION, lines, structured, text
from tutor.words import languages
from tutor.words.explanation import Explanation, explain
from tutor.words.texts import LANGUAGES, Texts

BOTH = tuple(LANGUAGES)
RENDER = {
    "lines": lines,
    "text": text,
    "csv": formats.table,
    "json": structured,
    "gift": formats.gift,
    "anki": anki.render,
}


def some() -> list[Puzzle]:
    """A puzzle of every kind in every form that has it."""
    return [
        generate(kind, rules[0], variant, variant.table(AKAGIRI), Random(1))
        for variant, kind in product(VARIANTS.values(), KINDS)
        if (rules := rules_of(kind, variant, AKAGIRI))
    ] + [parse_puzzle(f"1 {line}") for line in LINES]


LINES = (
    "who-wins partnership akagiri N=C E=S S=D W=H : N CJ S4 C6 C5 : why",
    "who-wins partnership culbertson N=C E=S S=D W=H : N C6 S7 D9 C5",
    "what-score partnership akagiri N=C E=S S=D W=H : N : C0:A : 0 : revoke own",
)
PUZZLES = some()


# Making sets


def order(  # what most tests want, with what they say
    *kinds: str, rules: tuple[Rule, ...] = (), form: str = "partnership", size: int = 12
) -> Order:
    return Order(kinds=kinds, rules=rules, variant=VARIANTS[form], rulebook=CULBERTSON, count=size)


@pytest.mark.parametrize("form", VARIANTS)
def test_the_same_order_and_seed_make_the_same_set(form: str) -> None:
    made = [list(map(print_puzzle, make_set(order(form=form), Random(7)))) for _ in range(2)]
    assert made[0] == made[1]
    assert len(made[0]) == 12
    assert list(map(print_puzzle, make_set(order(form=form), Random(8)))) != made[0]


def test_a_set_holds_what_was_ordered_and_nothing_twice() -> None:
    rules = (Rule.RUFF_WINS, Rule.HIGHEST_RUFF_WINS)
    made = list(make_set(order("who-wins", rules=rules, size=60), Random(1)))
    assert {puzzle.kind for puzzle in made} == {"who-wins"}
    assert {puzzle.rule for puzzle in made} == set(rules)
    assert len(set(map(canonical, made))) == 60


def test_without_kinds_all_that_fit_come() -> None:
    for form in ("partnership", "two"):
        made = {puzzle.kind for puzzle in make_set(order(form=form, size=len(KINDS)), Random(1))}
        assert made == {kind for kind in KINDS if rules_of(kind, VARIANTS[form], CULBERTSON)}


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: order("rulebooks-differ", form="two"), "makes no sense in two under culbertson"),
        (
            lambda: order("who-wins", rules=(Rule.FIRST_CALYPSO,)),
            "who-wins cannot ask about score.first-calypso",
        ),
        (
            lambda: order("who-wins", rules=(Rule.FIRST_CALYPSO,)),
            "what-score can about score.first-calypso",
        ),
        (
            lambda: order("who-wins", rules=(Rule.RUFF_WINS, Rule.FIRST_CALYPSO)),
            "who-wins cannot ask about score.first-calypso",
        ),
        (lambda: order(rules=(Rule.FOUR_PACKS,)), "no kind of question can ask about deal"),
        (lambda: order(size=0), "1 to 10,000 puzzles, not 0"),
        (lambda: order(size=10_001), "1 to 10,000 puzzles"),
    ],
)
def test_an_order_that_cannot_be_met_says_what_could(made: Callable[[], Order], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        made()


# The words


def marks(puzzle: Puzzle, place: int, token: str) -> str:
    """The answer with *token* in one part and the others right."""
    parts = puzzle.solution.split(" / ")
    return " / ".join([*parts[:place], token, *parts[place + 1 :]])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.kind}-{puzzle.variant}")
def test_a_handout_says_what_the_pages_say(puzzle: Puzzle, language: str) -> None:
    say = Texts(language)
    one = full_text(parse_puzzle(print_puzzle(puzzle)), say)
    right = explain(puzzle, puzzle.check(puzzle.solution), say, ())
    assert one.told == right
    for place, question in enumerate(one.questions):
        assert any(option.right for option in question.options)
        for option in question.options:
            if option.right:
                assert option.told() == right
            else:
                answer = marks(puzzle, place, option.token)
                verdict = puzzle.check(answer)
                told = explain(puzzle, verdict, say, ())
                assert not told.correct
                assert option.told() == told
                said = paragraphs(told)
                assert said[0] == told.headline
                assert set(told.sentences) <= set(said)


@pytest.mark.parametrize("name", ["text", "csv", "anki"])
def test_what_is_said_to_wrong_answers_is_worked_out_for_those_who_print_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Explanation] = []

    def noting(puzzle: Puzzle, verdict: Verdict, say: Texts, lessons: tuple[()]) -> Explanation:
        told.append(explain(puzzle, verdict, say, lessons))
        return told[-1]

    monkeypatch.setattr("tutor.export.explain", noting)
    RENDER[name](PUZZLES, ("en",))
    assert len(told) == len(PUZZLES)
    assert all(one.correct for one in told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["text", "csv", "json", "gift"])
def test_every_format_carries_the_sentences_of_the_pages(name: str, language: str) -> None:
    written = RENDER[name](PUZZLES, (language,)).decode("utf-8-sig")
    if name == "json":
        written = json.dumps(json.loads(written), ensure_ascii=False).replace('\\"', '"')
    if name == "csv":
        written = written.replace('""', '"')
    say = Texts(language)
    for puzzle in PUZZLES:
        told = explain(puzzle, puzzle.check(puzzle.solution), say, ())
        for sentence in told.sentences:
            assert (formats.gift_text(sentence) if name == "gift" else sentence) in written


@pytest.mark.parametrize("name", RENDER)
def test_a_format_gives_the_same_bytes_for_the_same_puzzles(name: str) -> None:
    assert RENDER[name](PUZZLES[:6], BOTH) == RENDER[name](iter(PUZZLES[:6]), BOTH)


# Formats


def test_lines_read_back() -> None:
    written = lines(PUZZLES, BOTH).decode().splitlines()
    assert [parse_puzzle(line) for line in written] == PUZZLES


def test_text_has_the_questions_first_and_every_answer_after_them() -> None:
    written = text(PUZZLES[:3], ("en",)).decode()
    asked, _, answered = written.partition("\n\nAnswers\n\n")
    for number, puzzle in enumerate(PUZZLES[:3], start=1):
        assert f"\n{number}. " in f"\n{asked}"
        assert f"\n{number}. " in f"\n{answered}"
        assert print_puzzle(puzzle) in answered
        assert print_puzzle(puzzle) not in asked


def test_a_spreadsheet_has_one_row_for_each_question_and_no_formulas() -> None:
    written = formats.table(PUZZLES, BOTH)
    assert written.startswith(b'\xef\xbb\xbf"number",')
    rows = list(csv.DictReader(io.StringIO(written.decode("utf-8-sig"), newline="")))
    assert len(rows) == 2 * sum(len(puzzle.parts) for puzzle in PUZZLES)
    for row in rows:
        assert all(not re.match(r"[=+@\t\r]|-(?!\d+$)", cell) for cell in row.values())
        assert set(row["answer"].split(" | ")) <= set(row["choices"].split(" | "))
        assert parse_puzzle(row["line"]).kind == row["kind"]


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t'=1"),
        ("\r=1", "'\r'=1"),
        ("-1+1", "'-1+1"),
        ("-260", "-260"),
        ("1 = 1", "1 = 1"),
        ("＝1", "'＝1"),
        (" =1", "' =1"),
        ("x;=1+1", "x;'=1+1"),
        ('x\t"=1', "x\t\"'=1"),
        ("", ""),
    ],
)
def test_no_cell_is_taken_for_a_formula(cell: str, written: str) -> None:
    assert harmless(cell) == written


def test_json_says_which_options_are_right() -> None:
    whole = json.loads(structured(PUZZLES, BOTH))
    assert whole["version"] == VERSION
    for puzzle, one in zip(PUZZLES, whole["puzzles"], strict=True):
        assert parse_puzzle(one["line"]) == puzzle
        for texts in one["texts"].values():
            solution = " / ".join(
                " ".join(option["answer"] for option in question["options"] if option["right"])
                for question in texts["questions"]
            )
            assert puzzle.check(solution).correct
        assert set(one["texts"]) == set(LANGUAGES)


def unescaped(text: str) -> str:
    """Read a piece of GIFT as Moodle does."""
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)


def quiz(written: str) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """The questions of a GIFT file with mark, text and feedback of each answer."""
    sign = r"(?:\\.|[^\\~=#{}:])"
    answer = rf"(=|~(?:%-?[\d.]+%)?)({sign}+)#({sign}+)\n"
    for block in written.strip().split("\n\n"):
        if block.startswith("$CATEGORY: Calypso/"):
            continue
        shape = rf"// .*\n::{sign}+::\[plain\]({sign}+) \{{\n((?:{answer})+)####{sign}+\n\}}"
        found = re.fullmatch(shape, block)
        assert found, block
        answers = [tuple(map(unescaped, one)) for one in re.findall(answer, found[2])]
        yield unescaped(found[1]), answers  # type: ignore[misc]


def test_every_answer_of_a_quiz_has_feedback_and_the_right_ones_count() -> None:
    asked = list(quiz(formats.gift(PUZZLES, BOTH).decode()))
    parts = [part for puzzle in PUZZLES for part in puzzle.parts]
    assert len(asked) == 2 * len(parts)
    for (_, answers), part in zip(asked, [*parts, *parts], strict=True):
        assert len(answers) == len(part.choices)
        assert all(feedback for _, _, feedback in answers)
        given = [mark for mark, _, _ in answers]
        if part.many:
            shares = [float(mark[2:-1]) for mark in given]
            assert sum(share for share in shares if share > 0) == pytest.approx(100, abs=0.001)
        else:
            assert given.count("=") == 1


CLOSE = parse_puzzle(
    "1 best-card partnership culbertson N=C E=S S=D W=H : S D2 D9 DQ H3 : W C9 C5 CT : C0:AT : - : "
    "300 plan.withhold DQ 0 0 D2 4 3 D9 9 4 H3 17 5"
)
"""A hand in which two cards are right: by chance alone either may have done best."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_that_is_told_to_be_right_is_marked_as_right(language: str) -> None:
    say = Texts(language)
    for puzzle in (*PUZZLES, CLOSE):
        for part in full_text(puzzle, say).questions:
            for option in part.options:
                assert option.right == option.told().correct, (puzzle, option.token)
    ((_, answers),) = quiz(formats.gift([CLOSE], (language,)).decode())
    for mark, _, feedback in answers:
        assert (mark == "=") == feedback.startswith(f"{say('verdict.right')}\n")
    assert [mark for mark, _, _ in answers].count("=") == 2


def test_the_signs_of_a_quiz_are_escaped() -> None:
    text = "~ = # { } : \\ \n // $CATEGORY"
    assert formats.gift_text(text) == "\\~ \\= \\# \\{ \\} \\: \\\\ \\n // $CATEGORY"
    assert unescaped(formats.gift_text(text)) == text


@pytest.mark.parametrize("right", range(1, 17))
def test_shares_are_such_as_moodle_knows_and_make_a_whole(right: int) -> None:
    known = {"100", "50", "33.33333", "25", "20", "16.66667", "14.28571", "12.5", "11.11111"}
    shares = formats.gift_weights(right)
    assert set(shares) <= known | {"10", "5"}
    assert len(shares) == right
    assert sum(map(float, shares)) == pytest.approx(100, abs=0.001)


def test_shares_of_nothing_are_refused() -> None:
    for none in (0, 21):
        with pytest.raises(ValueError, match="right answers"):
            formats.gift_weights(none)


class Elements(HTMLParser):
    """Notes the elements and classes of a piece of HTML, and that what opens closes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.classes: set[str] = set()
        self.attributes: set[str] = set()
        self.stack: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.classes |= {
            name for key, value in attrs if key == "class" for name in str(value).split()
        }
        if tag not in ("br", "hr"):
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag


def notes(package: bytes, folder: Path) -> list[tuple[list[str], str]]:
    """The fields and the deck of every note in an Anki package."""
    with ZipFile(io.BytesIO(package)) as archive:
        assert json.loads(archive.read("media")) == {}
        path = Path(archive.extract("collection.anki2", folder))
    base = sqlite3.connect(path)
    try:
        (named,) = base.execute("select decks from col").fetchone()
        decks = {int(key): deck["name"] for key, deck in json.loads(named).items()}
        rows = base.execute("select flds, did from notes join cards on cards.nid = notes.id")
        return [(fields.split("\x1f"), decks[deck]) for fields, deck in rows]
    finally:
        base.close()


@pytest.mark.parametrize("name", RENDER)
def test_a_server_keeps_nothing_of_what_it_makes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert RENDER[name](PUZZLES[:2], BOTH)
    assert list(tmp_path.iterdir()) == []


def test_an_anki_card_stands_alone_with_its_picture_in_its_language(tmp_path: Path) -> None:
    found = notes(anki.render(PUZZLES, BOTH), tmp_path)
    assert len(found) == 2 * len(PUZZLES)
    style = anki.stylesheet()
    for fields, deck in found:
        language = "ja" if deck == "Calypso::日本語" else "en"
        puzzle = parse_puzzle(fields[0])
        seen = Elements()
        seen.feed("".join(fields[1:]))
        assert not seen.stack
        # Nothing to press, nothing to fetch, nothing that Anki's own style would bend.
        assert seen.tags <= {"div", "span", "p", "ol", "li", "svg", "path", "br", "wbr"}
        assert not seen.attributes & {"src", "href", "onclick", "data-event", "aria-pressed"}
        assert "card" not in seen.classes
        assert {"playing-card", "pip"} & seen.classes
        one = full_text(puzzle, Texts(language))
        assert re.sub(r"\n.*", "", one.scene) in fields[1]
        assert one.answer in fields[4]
    assert ".playing-card {" in style
    assert not re.search(r"\.card\b(?!-)|url\(|@import", style)


def test_anki_has_a_deck_for_a_language_with_a_long_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A collection holds no number of more than eight bytes."""
    known = {**languages.texts(), "zh_Hant_TW": {"name.language": "繁體中文"}}
    monkeypatch.setattr(languages, "texts", lambda: known)
    monkeypatch.setitem(LANGUAGES, "zh_Hant_TW", "繁體中文")
    ((_, deck),) = notes(anki.render(PUZZLES[:1], ("zh_Hant_TW",)), tmp_path)
    assert deck == "Calypso::繁體中文"


def test_anki_knows_a_puzzle_again(tmp_path: Path) -> None:
    """By these numbers: with others, whoever loads a set anew has each card twice."""
    line = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"
    assert len(notes(anki.render([parse_puzzle(line)] * 2, BOTH), tmp_path)) == 4
    connection = sqlite3.connect(tmp_path / "collection.anki2")
    known = "select distinct guid, mid, did from notes join cards on nid = notes.id order by did"
    found = list(connection.execute(known))
    connection.close()
    assert found == [
        ("Lhi32i3eu]", 1_732_071_954, 1_732_071_955),
        ("OmNw!thQ0.", 1_732_071_954, 1_732_071_956),
    ]


# The command


def run(*arguments: str) -> list[str]:
    return ["puzzles", "--rulebook", "culbertson", "--count", "3", "--seed", "5", *arguments]


def test_every_format_has_its_name() -> None:
    assert dict(FORMATS) == RENDER


@pytest.mark.parametrize("name", RENDER)
def test_the_command_writes_what_the_format_renders(name: str, tmp_path: Path) -> None:
    path = tmp_path / "set"
    assert main(run("--format", name, "--language", "all", "--output", str(path))) == 0
    made = make_set(order(size=3), Random(5))
    assert path.read_bytes() == RENDER[name](made, BOTH)


def test_the_command_tells_a_seed_it_has_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, again = tmp_path / "1", tmp_path / "2"
    plainly = ["puzzles", "--rulebook", "akagiri", "--count", "3", "--format", "lines", "--output"]
    assert main([*plainly, str(first)]) == 0
    (seed,) = re.findall(r"made with --seed (\d+)\n", capsys.readouterr().err)
    assert main([*plainly, str(again), "--seed", seed]) == 0
    assert first.read_bytes() == again.read_bytes()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["puzzles", "--count", "3"], "--rulebook"),
        (run("--kind", "who-wins", "--rule", "score.first-calypso"), "what-score can"),
        (run("--kind", "rulebooks-differ", "--variant", "two"), "makes no sense in two"),
        (run("--rule", "trick.ruf-wins"), "did you mean 'trick.ruff-wins'?"),
        (run("--rule", "xyz"), "--help lists them"),
        (run("--kind", "who-win"), "invalid choice"),
        (run("--format", "pdf"), "argument --format: invalid choice: 'pdf'"),
        (run("--count", "0"), "1 to 10,000"),
        (run("--output", "no/such/folder/set.txt"), "no/such/folder"),
    ],
)
def test_what_cannot_be_made_ends_with_2_and_a_reason(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    caught = capsys.readouterr()
    assert said in caught.err
    assert caught.out == ""


def test_help_names_every_kind_rule_and_format(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["puzzles", "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    askable = {
        rule
        for kind, variant, rulebook in product(KINDS, VARIANTS.values(), RULEBOOKS)
        for rule in rules_of(kind, variant, rulebook)
    }
    assert {*KINDS, *askable, *RENDER} <= set(re.findall(r"[\w.-]+(?<!\.)", said))


class Terminal(io.StringIO):
    """What is written to it is seen."""

    def isatty(self) -> bool:
        return True


def test_a_bar_shows_on_a_terminal_once_work_takes_long() -> None:
    ticks = count()
    screen = Terminal()
    assert list(watched("abcd", 4, screen, lambda: next(ticks))) == list("abcd")
    assert screen.getvalue().endswith("] 4 of 4\n")
    assert screen.getvalue().count("\r") == 3
    quick, pipe = Terminal(), io.StringIO()
    assert list(watched("abcd", 4, quick, lambda: 0)) == list("abcd")
    assert list(watched("abcd", 4, pipe, lambda: next(ticks))) == list("abcd")
    assert quick.getvalue() == pipe.getvalue() == ""
