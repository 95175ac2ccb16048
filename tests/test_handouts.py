"""Every sheet is opened again: its pages, its words, the size of its letters, and its codes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest
from fontTools.ttLib import TTFont
from streamlit.testing.v1 import AppTest

from engine.cards import Rank, Suit
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.score import CALYPSO_POINTS
from engine.trick import Role, Trick, judge
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.sets import Order, make_set
from tests.course import LESSONS
from tests.forms import PUBLISHED
from tests.opened import drawn, ran, turned, words
from tests.opened import opened as opened_page
from tests.printed import Printed, bare, opened
from tests.samples import one_in
from tutor import assignments
from tutor.__main__ import main
from tutor.export import full_text
from tutor.handouts import (
    Beside,
    Code,
    Columns,
    Grid,
    Hand,
    Heading,
    ItemBlock,
    Links,
    OptionsBlock,
    Pack,
    Paragraph,
    Points,
    Recalled,
    Sheet,
    TrickBlock,
)
from tutor.handouts.exercise_sheets import SECTION, answer_key, lesson_sheet, puzzle_sheet
from tutor.handouts.pack import LessonEvening, pack
from tutor.handouts.press import Paper, pdf, pictures, printable
from tutor.handouts.side_by_side import script, script_sheet
from tutor.handouts.table_sheets import (
    EXAMPLE,
    hold_up_cards,
    rules_sheet,
    score_sheet,
    suit_markers,
    trump_markers,
)
from tutor.lessons.steps import Ask, Choose, Drill, Lesson, Say, Show, Try, WholeDeal
from tutor.serving.gate import ADDRESS
from tutor.words.explanation import explain
from tutor.words.sights import rule_line, tell_ladder
from tutor.words.texts import LANGUAGES, Texts, entries

BASE = "https://cards.example.org/club"
MM = {Paper.A4: (210, 297), Paper.LETTER: (216, 279)}


def links(language: str = "en") -> Links:
    return Links(base=BASE, language=language, rulebook=CULBERTSON.id)


def a_set(count: int = 6, form: str = "partnership") -> tuple[Puzzle, ...]:
    kinds = ("who-wins", "what-score", "which-cards")
    order = Order(kinds=kinds, variant=VARIANTS[form], rulebook=CULBERTSON, count=count)
    return tuple(make_set(order, Random(5)))


def every_kind(half: int) -> tuple[Puzzle, ...]:
    """One of every kind in every other form that has it, and one on which the rulebooks differ.

    The other half, 0 or 1, has the other forms.
    """
    made = [
        generate(kind, rules[0], variant, variant.table(AKAGIRI), Random(2))
        for form, variant in enumerate(VARIANTS.values())
        for place, kind in enumerate(KINDS)
        if (form + place) % 2 == half and (rules := rules_of(kind, variant, AKAGIRI))
    ]
    differ = "1 who-wins partnership akagiri N=C E=S S=D W=H : N CJ S4 C6 C5 : why"
    return (*made, parse_puzzle(differ))


@cache
def printed(name: str, language: str, paper: Paper) -> Printed:
    """Print one of the sheets that do not depend on a choice, and open it."""
    say, to = Texts(language), links(language)
    four = VARIANTS["partnership"]
    sheets = {
        "rules": lambda: rules_sheet(four, CULBERTSON, say, to),
        "score": lambda: score_sheet(four, say, to),
        "suit-markers": lambda: suit_markers(four, say, to),
        "trump-markers": lambda: trump_markers(four, say, to),
        "hold-up": lambda: hold_up_cards(say, to),
        "lesson": lambda: lesson_sheet(LESSONS[0], CULBERTSON, say, to),
        "puzzles": lambda: puzzle_sheet(a_set(), say, to),
        "answers": lambda: answer_key(a_set(), say, to),
        "script": lambda: script_sheet(script(LESSONS, CULBERTSON, say), CULBERTSON, say, to),
    }
    return opened(pdf(sheets[name](), paper))


SHEETS = (
    "rules",
    "score",
    "suit-markers",
    "trump-markers",
    "hold-up",
    "lesson",
    "puzzles",
    "answers",
    "script",
)
ONE_PAGE = SHEETS[:5]
EVERY = pytest.mark.parametrize(
    ("name", "language", "paper"),
    # Each sheet in each language and on each paper, though not all four together.
    [
        (name, language, list(Paper)[(place + number) % 2])
        for place, name in enumerate(SHEETS)
        for number, language in enumerate(LANGUAGES)
    ],
)


@EVERY
def test_a_sheet_can_be_read_by_old_eyes_and_printed_in_black(
    name: str, language: str, paper: Paper
) -> None:
    found = printed(name, language, paper)
    assert found.paper == {MM[paper]}
    assert found.smallest() >= 11.99
    assert not any(found.coloured(page) for page in (0, len(found.pages) - 1))


@EVERY
def test_a_sheet_says_what_it_is_and_its_code_leads_to_the_app(
    name: str, language: str, paper: Paper
) -> None:
    found = printed(name, language, paper)
    assert bare(found.title) in bare(found.pages[0])
    (code,) = found.codes()
    at = urlsplit(code)
    path = {
        "lesson": "learn",
        "puzzles": "assignment",
        "answers": "assignment",
        "script": "beside",
    }.get(name, "rules")
    assert f"{at.scheme}://{at.netloc}{at.path}" == f"{BASE}/{path}"
    assert parse_qs(at.query)["lang"] == [language]


@pytest.mark.parametrize("name", ONE_PAGE)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", Paper)
def test_what_is_for_the_wall_or_the_table_is_one_page(
    name: str, language: str, paper: Paper
) -> None:
    assert len(printed(name, language, paper).pages) == 1


@cache
def rules_printed(form: str, rulebook: Rulebook, language: str) -> Printed:
    """Print the rules of a form; the paper changes with the rulebook and with the language."""
    paper = list(Paper)[(RULEBOOKS.index(rulebook) + list(LANGUAGES).index(language)) % 2]
    return opened(
        pdf(rules_sheet(VARIANTS[form], rulebook, Texts(language), links(language)), paper)
    )


@pytest.mark.parametrize("form", VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_form_fit_one_page_and_name_the_engines_figures(
    form: str, language: str
) -> None:
    variant, say = VARIANTS[form], Texts(language)
    for rulebook in RULEBOOKS:
        found = rules_printed(form, rulebook, language)
        assert len(found.pages) == 1
        assert found.says(say.name(rulebook))
        for figure in (len(variant.pack), variant.hand, 500, 750, 260):
            name = say.name(figure)
            assert found.says(name), f"{form}: want {name} among the words of handout.rules"


def test_the_rules_of_each_rulebook_give_its_own_answer() -> None:
    any_ruff = rules_printed("partnership", CULBERTSON, "en")
    higher = rules_printed("partnership", AKAGIRI, "en")
    assert any_ruff.says("any ruff beats your card. (Under Akagiri 1998, only a higher ruff does.)")
    assert higher.says(
        "only a higher ruff beats your card. (Under Culbertson 1955, any ruff does.)"
    )
    assert any_ruff.says("260 points to the other side")
    assert higher.says("260 points off your side’s score")


@pytest.mark.parametrize("form", ["solo", "three", "split"])
def test_where_there_are_no_sides_a_revoke_brings_points_to_each_of_the_others(form: str) -> None:
    sheet = rules_printed(form, CULBERTSON, "en")
    assert sheet.says("we give 260 points to each opponent (our choice)")
    assert not sheet.says("the other side")
    assert sheet.says("No source gives the packs") == (form != "solo")


def test_the_sheets_for_two_name_their_source_and_what_it_is_silent_on() -> None:
    say, two = Texts("en"), VARIANTS["two"]
    for rulebook in RULEBOOKS:
        sheet = rules_printed("two", rulebook, "en")
        assert sheet.says("by Kerry Handscomb, after Culbertson 1955")
        assert sheet.says(f"The source is silent; as under {say.name(rulebook)}")
    assert opened(pdf(score_sheet(two, say, links()), Paper.A4)).says("× 260 (our choice)")


def test_the_rules_sheet_says_what_a_calypso_is_before_what_it_scores() -> None:
    say = Texts("en")
    (page,) = map(bare, printed("rules", "en", Paper.A4).pages)
    places = [page.index(bare(say(f"handout.rules.{one}"))) for one in ("calypso", "play", "score")]
    assert places == sorted(places)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_show_a_trick_of_four_players_where_the_page_has_room(language: str) -> None:
    say = Texts(language)
    told = say("handout.rules.example")
    assert printed("rules", language, Paper.A4).says(told)
    assert not printed("rules", language, Paper.LETTER).says(told)
    for form in VARIANTS.values():
        (columns,) = rules_sheet(form, CULBERTSON, say, links(language)).blocks
        assert isinstance(columns, Columns)
        assert bool(columns.spare) == (len(form.seats) == 4 and Rank.TWO in form.ranks)
    short = tuple(rank for rank in Rank if rank >= Rank.SEVEN)
    form = replace(VARIANTS["solo"], ranks=short, packs=3, hand=12, deals=2)
    (columns,) = rules_sheet(form, CULBERTSON, say, links(language)).blocks
    assert isinstance(columns, Columns)
    assert not columns.spare, "there is no two to ruff with"


def test_the_trick_of_the_rules_is_won_by_a_ruff_in_every_rulebook() -> None:
    for rulebook in RULEBOOKS:
        table = VARIANTS["partnership"].table(rulebook)
        ruling = judge(Trick.parse(EXAMPLE, table), table)
        assert str(ruling.winning) == "E:S2"
        assert ruling.roles == (Role.SUIT, Role.RUFF, Role.SUIT, Role.SUIT)


def test_puzzles_of_one_question_come_before_those_of_several(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[list[int]] = []

    def note(puzzles: Sequence[Puzzle], say: Texts, to: Links) -> Sheet:
        asked.append([len(puzzle.parts) for puzzle in puzzles])
        return puzzle_sheet(puzzles, say, to)

    monkeypatch.setattr("tutor.handouts.pack.puzzle_sheet", note)
    monkeypatch.setattr("tutor.pages.teach.handouts.puzzle_sheet", note)
    for lesson in LESSONS:
        evening("en", lesson)
    opened_page("handouts", sheet="puzzles")
    assert any(len(set(parts)) > 1 for parts in asked[:-1])
    assert len(set(asked[-1])) > 1
    assert asked == [sorted(parts) for parts in asked]


def test_the_rules_sheet_gives_the_highest_card_only_a_lead_that_is_no_trump() -> None:
    sheet = printed("rules", "en", Paper.A4)
    assert sheet.says("If the suit led isn’t the leader’s trumps and nobody ruffs, the highest")


def test_the_sheet_for_two_calls_no_suit_a_players_own() -> None:
    # Each builds two, and one of them is plain.
    sheet = rules_printed("two", CULBERTSON, "en")
    assert sheet.says("If you lead your own trumps and nobody ruffs, you win")
    assert not sheet.says("own suit")


@pytest.mark.parametrize("form", VARIANTS)
def test_a_score_sheet_has_every_line_that_scores(form: str) -> None:
    variant, say = VARIANTS[form], Texts("en")
    found = opened(pdf(score_sheet(variant, say, links()), Paper.A4))
    assert len(found.pages) == 1
    for suit in variant.suits:
        assert found.says(say.name(suit))
    for number, (_, points) in enumerate(CALYPSO_POINTS[: variant.packs], start=1):
        assert found.says(f"Calypso {number}: {points:,}")
    for line in ("× 20", "× 10", "× 260", f"= {len(variant.pack)}"):
        assert found.says(line)
    assert found.says("player on the right") == (variant.like == "split")


@pytest.mark.parametrize("form", VARIANTS)
def test_the_last_line_of_a_score_sheet_is_the_final_score(form: str) -> None:
    sheet = score_sheet(VARIANTS[form], Texts("ja"), links("ja"))
    *before, last = (row[0] for part in sheet.blocks if isinstance(part, Grid) for row in part.rows)
    assert last == "合計"
    assert "合計" not in before


# Puzzles and their answers


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_asks_and_the_key_answers_in_the_words_of_the_app(language: str) -> None:
    say, puzzles = Texts(language), every_kind(list(LANGUAGES).index(language))
    key = opened(pdf(answer_key(puzzles, say, links(language)), Paper.A4))
    sheet = puzzle_sheet(puzzles, say, links(language))
    asked = bare("".join(part for part in within(sheet.blocks) if isinstance(part, str)))
    for puzzle in puzzles:
        line = print_puzzle(puzzle)
        assert bare(line) not in asked  # a line is for programs; the code on the page opens it
        assert not key.says(line)
        told = explain(puzzle, puzzle.check(puzzle.solution), say, ())
        for sentence in (*told.sentences, *told.dissents, told.rule.name, told.rule.text):
            assert key.says(sentence)
        assert bare(told.sentences[0]) not in asked
        if puzzle.ruling and puzzle.kind in ("who-wins", "rulebooks-differ", "ladder"):
            for rung in tell_ladder(puzzle.ruling, say):
                assert key.says(f"{say.name(rung.rung.play.seat)}")
                assert key.says(f"{rung.part}{rung.step}{rule_line(rung, say)}")


def test_an_answer_begins_with_a_capital_and_no_cards_of_it_are_called_a_hand() -> None:
    for half in (0, 1):
        for item in answer_key(every_kind(half), Texts("en"), links()).blocks:
            assert isinstance(item, ItemBlock)
            first = item.blocks[0]
            assert isinstance(first, Paragraph)
            assert not first.text[0].islower()
            assert not any(isinstance(block, Hand) for block in item.blocks)


def test_a_long_set_has_a_code_on_every_sheet_of_twelve_that_leads_to_those_twelve() -> None:
    puzzles = a_set(2 * SECTION + 1)
    found = opened(pdf(puzzle_sheet(puzzles, Texts("en"), links()), Paper.A4))
    codes = [parse_qs(urlsplit(code).query) for code in found.every_code()]
    lines = tuple(map(print_puzzle, puzzles))
    assert len(codes) == 3
    for start, query in zip((0, SECTION), codes[:2], strict=True):
        assert assignments.read(query["set"][0]).puzzles == lines[start : start + SECTION]
    assert codes[2]["puzzle"] == [lines[-1]]  # one alone is a link to the drill
    assert found.says(f"Puzzles {SECTION + 1} to {2 * SECTION}")
    assert found.says(f"Puzzle {2 * SECTION + 1}")
    assert not found.says(f"{2 * SECTION + 1} to")


def test_lines_too_long_for_one_code_share_it_with_fewer_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tutor.handouts.exercise_sheets.DENSE", 200)
    puzzles = a_set(2 * SECTION)
    found = opened(pdf(puzzle_sheet(puzzles, Texts("ja"), links("ja")), Paper.LETTER))
    sets = [parse_qs(urlsplit(code).query)["set"][0] for code in found.every_code()]
    parts = [assignments.read(one).read for one in sets]
    assert [puzzle for part in parts for puzzle in part] == list(puzzles)
    assert len(parts) > 2
    assert max(map(len, sets)) <= 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_for_two_names_no_rulebook_for_none_is_about_that_form(language: str) -> None:
    two = parse_puzzle("1 who-wins two akagiri N=S S=D : N S9 D7 SA H8")
    four = parse_puzzle("1 who-wins solo akagiri N=C E=S S=D W=H : N C6 S7 D9 C5")
    say = Texts(language)
    alone, both = (
        puzzle_sheet(puzzles, say, links(language)).subtitle for puzzles in ([two], [two, four])
    )
    assert say.name(two.variant) in alone
    assert not any(say.name(rulebook) in alone for rulebook in RULEBOOKS)
    assert say.name(AKAGIRI) in both


def test_without_an_address_there_is_no_code_and_the_title_has_its_width() -> None:
    nowhere = Links(base="", language="en", rulebook=CULBERTSON.id)
    sheet = puzzle_sheet(a_set(2), Texts("en"), nowhere)
    found = opened(pdf(sheet, Paper.A4))
    assert found.every_code() == ()
    assert found.pages[0].splitlines()[:2] == [sheet.title, sheet.subtitle]


# Lessons


def within(value: object) -> Iterator[object]:
    """Everything in a block, in its order, the block itself first."""
    yield value
    parts: Iterable[object] = ()
    if is_dataclass(value):
        parts = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, tuple):
        parts = value
    for part in parts:
        yield from within(part)


@pytest.mark.parametrize("lesson", one_in(4, LESSONS, name=lambda lesson: lesson.id))
def test_of_a_lesson_sheet_every_word_is_on_paper(lesson: Lesson) -> None:
    language = list(LANGUAGES)[LESSONS.index(lesson) // 4 % 2]
    sheet = lesson_sheet(lesson, CULBERTSON, Texts(language), links(language))
    found = opened(pdf(sheet, Paper.A4))
    assert parse_qs(urlsplit(found.codes()[0]).query)["lesson"] == [lesson.id]
    printed = [one for one in within(sheet.blocks) if isinstance(one, Paragraph | Points)]
    assert len(printed) > 10
    for said in (part for one in printed for part in within(one) if isinstance(part, str)):
        assert found.says(said)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_on_paper_promises_nothing_that_only_the_app_does(
    lesson: Lesson, language: str
) -> None:
    sheet = lesson_sheet(lesson, CULBERTSON, Texts(language), links(language))
    written = " ".join(part for part in within(sheet.blocks) if isinstance(part, str))
    assert not re.search(
        r"\b(?:press|tap|click)\b|I’ll|説明します|押し|タップ|クリック", written, re.IGNORECASE
    )


def test_no_page_of_a_lesson_sheet_has_one_line_alone() -> None:
    (lesson,) = (lesson for lesson in LESSONS if lesson.id == "following-suit")
    printed = opened(pdf(lesson_sheet(lesson, CULBERTSON, Texts("en"), links("en")), Paper.A4))
    assert min(len(page.splitlines()) for page in printed.pages) > 5


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_sheet_has_every_word_of_the_lesson_and_answers_apart(lesson: Lesson) -> None:
    language = list(LANGUAGES)[LESSONS.index(lesson) % 2]
    say = Texts(language)
    sheet = lesson_sheet(lesson, CULBERTSON, say, links(language))
    written = bare("".join(part for part in within(sheet.blocks) if isinstance(part, str)))
    assert sheet.code
    assert parse_qs(urlsplit(sheet.code.address).query)["lesson"] == [lesson.id]
    for step in lesson.steps:
        words = step.words if isinstance(step, Say | Show | Ask | Try | Choose) else None
        for paragraph in words[language].split("\n") if words else ():
            assert bare(paragraph) in written
    heading = bare(say("handout.lesson.answers", title=lesson.title[language]))
    questions, _, answers = written.partition(heading)
    for step in lesson.steps:
        if isinstance(step, Ask):
            puzzle = step.puzzle(CULBERTSON)
            told = explain(puzzle, puzzle.check(puzzle.solution), say, ())
            assert bare(told.sentences[0]) in answers
            assert all(bare(part.text) in questions for part in full_text(puzzle, say).questions)
            assert bare(print_puzzle(puzzle)) not in written


# The press


WILD = (
    '#panic("x") *a* _b_ $x^2$ `raw` \\ // /* </w:t> <script>alert(1)</script> @ref [~] {{ \u202e'
)


def wild() -> Sheet:
    return Sheet(
        name="wild",
        language="en",
        title=WILD,
        subtitle=WILD,
        code=Code(f"{BASE}/?x=1", WILD),
        blocks=(
            Heading(WILD),
            Paragraph(WILD),
            Points((WILD,)),
            OptionsBlock(question=WILD, many=False, options=(WILD, WILD)),
        ),
        small=WILD,
    )


def test_a_table_on_which_nothing_lies_is_printed_only_where_people_sit_anew() -> None:
    empty = dict[str, int]()
    for lesson in LESSONS:
        blocks = lesson_sheet(lesson, CULBERTSON, Texts("en"), links("en")).blocks
        tables = [one for block in blocks if isinstance(block, Beside) for one in block.left]
        empty[lesson.id] = sum(isinstance(one, TrickBlock) and not one.cards for one in tables)
    assert {lesson: count for lesson, count in empty.items() if count} == {
        "the-table": 1,
        "calypso-for-two": 1,
        "first-plans": 1,  # a hand lies below it
        "three-players-and-solo": 2,
    }


@pytest.mark.parametrize("form", ["partnership", "three", "two"])
def test_above_tricks_in_a_row_stands_whose_trumps_are_which(form: str) -> None:
    variant = VARIANTS[form]
    table = variant.table(CULBERTSON)
    puzzle = generate("spot-revoke", Rule.REVOKE_CLAIM, variant, table, Random(2))
    sheet = puzzle_sheet([puzzle], Texts("en"), links())
    (tricks,) = (block for block in within(sheet) if isinstance(block, Recalled))
    names = tuple(seat.name.title() for seat in table.seats)
    assert tricks.owners == tuple(zip(table.trumps, names, strict=True))
    assert opened(pdf(sheet, Paper.A4)).says(" ".join(names))


def test_no_text_is_ever_read_as_markup() -> None:
    found = opened(pdf(wild(), Paper.A4))
    plain = WILD.replace("\u202e", "")
    assert found.text.count(bare(plain)) >= 8
    assert found.codes() == (f"{BASE}/?x=1",)


def test_the_same_sheet_gives_the_same_bytes() -> None:
    sheets = [puzzle_sheet(a_set(), Texts("ja"), links("ja")) for _ in range(2)]
    assert pdf(sheets[0], Paper.A4) == pdf(sheets[1], Paper.A4)
    assert pdf(sheets[0], Paper.A4) != pdf(sheets[0], Paper.LETTER)


def test_a_preview_shows_every_page_at_the_width_asked_for() -> None:
    sheet = puzzle_sheet(a_set(), Texts("en"), links())
    found = pictures(sheet, Paper.A4, 600)
    assert len(found) == len(opened(pdf(sheet, Paper.A4)).pages)
    assert all(page.startswith(b"\x89PNG") for page in found)
    assert abs(int.from_bytes(found[0][16:20], "big") - 600) <= 2


def test_the_fonts_have_every_sign_of_the_texts_and_lessons(root: Path) -> None:
    said = "".join(text for entry in entries().values() for text in entry.values())
    said += "".join(path.read_text("utf-8") for path in (root / "lessons").glob("*.yaml"))
    said += "♠♥♦♣●○□"
    # The cross of a wrong answer stands on screens alone.
    wanted = {sign for sign in said if not sign.isspace()} - {"\ufe0e", "✗"}
    for weight in WEIGHTS:
        assert sorted(wanted - set(known(root, weight))) == [], weight


WEIGHTS = ("Regular", "Bold")


def known(root: Path, weight: str) -> list[str]:
    """The signs of all fonts of a weight; those of the first are not in another."""
    files = sorted((root / "tutor/handouts/fonts").glob(f"*-{weight}*.[ot]tf"))
    assert len(files) == 2
    return [chr(code) for path in files for code in TTFont(path).getBestCmap()]


@pytest.mark.parametrize("weight", WEIGHTS)
def test_what_the_fonts_have_is_written_beside_them(root: Path, weight: str) -> None:
    listed = (root / "tutor/handouts/fonts/signs.txt").read_text("utf-8")
    assert sorted(listed) == sorted(known(root, weight))


@pytest.mark.parametrize(
    "written",
    [
        "Zażółć gęślą jaźń",
        "Příliš žluťoučký kůň",
        "Árvíztűrő tükörfúrógép",
        "Ağrı, İstanbul, Şişli",
        "Țară și brânză",
        "Ķēniņš, Žemaitė, Đorđe",
        "Ωραία χαρτιά, Ϊ",
        "Київ, ґанок, Ђорђе, Љубав",
        "Tiếng Việt, Nguyễn",
    ],
)
def test_the_letters_of_a_language_that_somebody_adds_are_printed(written: str) -> None:
    assert printable(written) == written


@pytest.mark.parametrize(
    ("written", "on_paper"),
    [
        ("Ann 😀", "Ann 〓"),
        ("한", "〓"),
        ("🂡 wins", "〓 wins"),
        ("👩‍👩‍👧", "〓〓〓"),
        ("👍🏽", "〓"),
        ("Zoe\u0308", "Zoë"),
        ("A\u0336", "A"),
        ("♠\ufe0e花子", "♠花子"),
        ("\x00\u202e", ""),
        ("\U0010ffff\ue000", "〓〓"),
    ],
)
@pytest.mark.parametrize("paper", Paper)
def test_whatever_somebody_writes_is_printed(written: str, on_paper: str, paper: Paper) -> None:
    sheet = Sheet(
        name="x",
        language="en",
        title=f"A title {written}",
        subtitle=written or "-",
        code=None,
        blocks=(Heading(f"A heading {written}"), Paragraph(f"A note {written}.")),
        small=written or "-",
    )
    text = "".join(opened(pdf(sheet, paper)).pages)
    assert bare(f"A note {on_paper}.") in bare(text)


def test_the_licence_of_the_fonts_stands_beside_them(root: Path) -> None:
    licence = (root / "tutor/handouts/fonts/OFL.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Adobe" in licence


# The words


def test_every_point_of_the_rules_sheet_is_used_by_some_form() -> None:
    from tutor.handouts.table_sheets import SECTIONS

    used = {
        f"handout.rules.{section}.{key}"
        for section, forms in SECTIONS.items()
        for keys in forms.values()
        for key in keys
    }
    written = {
        re.sub(r"\.(any|higher|added|taken)$", "", key)
        for key in entries()
        if re.match(rf"handout\.rules\.({'|'.join(SECTIONS)})\.", key)
    }
    assert written == used
    # A form added lately names what differs; all else is said of it as of the one it is like.
    assert all(set(PUBLISHED) <= set(forms) <= set(VARIANTS) for forms in SECTIONS.values())


def test_the_rules_sheet_speaks_of_no_rule_that_was_renamed() -> None:
    found = opened(pdf(suit_markers(VARIANTS["partnership"], Texts("en"), links()), Paper.A4))
    assert parse_qs(urlsplit(found.codes()[0]).query)["rule"] == [Rule.SUIT_MARKERS.value]


@pytest.mark.parametrize("form", VARIANTS)
def test_markers_are_those_of_the_form(form: str) -> None:
    """A suit that is in the pack for every player, and partners where there are any."""
    variant, say = VARIANTS[form], Texts("en")
    found = opened(pdf(suit_markers(variant, say, links()), Paper.A4))
    for suit in Suit:
        often = len(variant.seats) if suit in variant.suits else 0
        assert found.text.count(bare(say("handout.markers.none", suit=suit))) == often
    trumps = opened(pdf(trump_markers(variant, say, links()), Paper.A4))
    for suit in Suit:
        assert trumps.says(say("handout.trumps.mine", suit=suit)) == (suit in variant.suits)
    partners = any(len(builders) > 1 for builders in variant.feeds)
    assert trumps.says("Partner") is partners


# The page


def previewed(at: AppTest) -> int:
    return len(at.get("image"))


@pytest.mark.parametrize("sheet", ["rules", "lesson", "score", "trump-markers", "script"])
def test_a_sheet_named_by_the_address_is_shown_and_offered(sheet: str) -> None:
    at = opened_page("handouts", sheet=sheet)
    assert at.query_params["sheet"] == sheet
    assert previewed(at) == 1
    assert len(at.get("download_button")) == 1


def test_a_sheet_that_there_is_not_is_told_of_once() -> None:
    at = opened_page("handouts", sheet="jigsaw")
    told = Texts("en")("handouts.no-sheet")
    assert told in [each.value for each in at.warning]
    assert at.query_params["sheet"] == "rules"
    assert told not in [each.value for each in ran(at.run()).warning]


def test_a_set_made_to_order_comes_with_its_key_and_the_same_number_makes_it_again() -> None:
    first, again = (opened_page("handouts", sheet="puzzles") for _ in range(2))
    assert previewed(first) == 2
    assert len(first.get("download_button")) == 2
    links = [[one.proto.url for one in at.get("download_button")] for at in (first, again)]
    assert links[0] == links[1]  # the file's name is a digest of what is in it
    at = ran(first.number_input(key="handouts-seed").set_value(2).run())
    assert [one.proto.url for one in at.get("download_button")] != links[0]


def test_the_puzzles_of_a_set_are_printed_from_its_link() -> None:
    lines = tuple(map(print_puzzle, a_set(3)))
    one = assignments.Assignment(lessons=(), puzzles=lines, rulebook=CULBERTSON, note="")
    at = opened_page("handouts", sheet="puzzles", set=assignments.write(one))
    assert "3 puzzles" not in words(at)  # the words are on paper, not on the page
    assert previewed(at) == 2
    bad = opened_page("handouts", sheet="puzzles", set="1abc")
    assert bad.error
    assert previewed(bad) == 0


def test_a_pasted_line_that_is_no_puzzle_is_named() -> None:
    at = opened_page("handouts", sheet="puzzles")
    at = ran(at.radio(key="handouts-source").set_value("lines").run())
    good = print_puzzle(a_set(1)[0])
    at = ran(at.text_area(key="handouts-lines").set_value(f"{good}\n\nnonsense").run())
    assert at.code[0].value == "Line 3: not a puzzle or a link to one."
    at = ran(at.text_area(key="handouts-lines").set_value(f"{good}\n{good}").run())
    assert previewed(at) == 2


def test_what_was_chosen_and_pasted_is_there_after_a_walk_to_another_page() -> None:
    at = opened_page("handouts", sheet="puzzles")
    at = ran(at.multiselect(key="handouts-rules").set_value([Rule.RUFF_WINS]).run())
    at = ran(at.radio(key="handouts-source").set_value("lines").run())
    pasted = print_puzzle(a_set(1)[0])
    at = ran(at.text_area(key="handouts-lines").set_value(pasted).run())
    at = turned(turned(at, "rules"), "handouts")
    assert at.radio(key="handouts-source").value == "lines"
    assert at.text_area(key="handouts-lines").value == pasted
    at = ran(at.radio(key="handouts-source").set_value("made").run())
    assert at.multiselect(key="handouts-rules").value == [Rule.RUFF_WINS]


def test_a_link_to_a_sheet_opens_it_whatever_was_open_before() -> None:
    at = opened_page("handouts", sheet="puzzles")
    at = ran(at.selectbox(key=drawn(at, "handouts-sheet")).set_value("score").run())
    assert at.query_params["sheet"] == "score"
    at = turned(turned(at, "rules"), "handouts")
    assert at.selectbox(key=drawn(at, "handouts-sheet")).value == "score"
    lines = tuple(map(print_puzzle, a_set(2)))
    homework = assignments.Assignment(lessons=(), puzzles=lines, rulebook=CULBERTSON, note="")
    link = {"sheet": "puzzles", "set": assignments.write(homework)}
    for _ in range(2):
        at = turned(turned(at, "assignments"), "handouts", **link)
        assert at.selectbox(key=drawn(at, "handouts-sheet")).value == "puzzles"
        source = at.radio(key="handouts-source-linked")
        assert source.value == "set"
        at = ran(source.set_value("made").run())
        assert at.radio(key="handouts-source-linked").value == "made"


def test_rules_of_other_forms_and_the_paper_are_a_choice() -> None:
    at = opened_page("handouts", sheet="rules")
    before = at.get("download_button")[0].proto.url
    at = ran(at.selectbox(key="handouts-form").set_value("two").run())
    two = at.get("download_button")[0].proto.url
    at = ran(at.radio(key="handouts-paper-size").set_value("us-letter").run())
    assert len({before, two, at.get("download_button")[0].proto.url}) == 3


@pytest.mark.parametrize(
    "typed",
    ["javascript:alert(1)", "https://[::1", "http://x y", f"{BASE}/host?lang=en", f"{BASE}#x"],
)
def test_an_address_that_is_none_is_refused_and_no_code_is_printed(typed: str) -> None:
    at = opened_page("handouts", sheet="rules")
    at = ran(at.text_input(key="handouts-address").set_value(typed).run())
    assert "begins with http" in words(at)
    assert previewed(at) == 1


@pytest.mark.parametrize(
    ("told", "url", "base"),
    [
        ("https://cards.example.org/club/", "http://x.example/handouts", BASE),
        ("cards.example.org", "http://x.example/handouts?lang=en", "http://x.example"),
        ("https://[::1", "http://x.example/handouts?lang=en", "http://x.example"),
        ("", "https://x.example/under/handouts?sheet=rules", "https://x.example/under"),
        ("", "", ""),
    ],
)
def test_the_address_is_the_settings_or_the_pages(
    told: str, url: str, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tutor.pages.frame import address

    monkeypatch.setenv(ADDRESS, told)
    monkeypatch.setattr("streamlit.context", SimpleNamespace(url=url))
    assert address.base() == base


def test_an_address_that_only_this_machine_knows_is_not_handed_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tutor.pages.frame import address

    monkeypatch.delenv(ADDRESS, raising=False)
    monkeypatch.setattr(address, "networks", lambda: ("192.0.2.7",))
    local = SimpleNamespace(url="http://localhost:8501/handouts")
    monkeypatch.setattr("streamlit.context", local)
    assert address.base() == "http://192.0.2.7:8501"
    assert address.of("assignment", set="1a") == "http://192.0.2.7:8501/assignment?set=1a"


@pytest.mark.parametrize(
    ("at", "far"),
    [
        ("http://localhost:8501", "here"),
        ("http://127.0.0.1:8501", "here"),
        ("", "network"),
        ("http://192.168.1.20:8501", "network"),
        ("http://10.0.0.7", "network"),
        ("http://[fe80::1]:8501", "here"),
        ("http://0.0.0.0:8501", "here"),
        ("http://calypso.localhost:8501", "here"),
        ("http://203.0.113.9", "network"),  # what a provider lends
        ("http://clubpc:8501", "network"),
        ("http://clubpc.local:8501/club", "network"),
        ("https://opened.example.org/club", "opened"),
        ("https://cards.example.org/club", "lasting"),
    ],
)
def test_an_address_that_may_not_be_true_tomorrow_is_known(
    at: str, far: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tutor.pages.frame import address

    monkeypatch.delenv(ADDRESS, raising=False)
    monkeypatch.setattr(
        "streamlit.context", SimpleNamespace(url="https://opened.example.org/club/host")
    )
    assert address.reach(at) == far
    if far == "opened":
        monkeypatch.setenv(ADDRESS, at)
        assert address.reach(at) == "lasting"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("page", "query"), [("handouts", {"sheet": "rules"}), ("beside", {})])
def test_a_teacher_is_warned_of_links_that_will_not_be_true_tomorrow(
    page: str, query: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:

    say = Texts(language)
    told = {
        "http://192.168.1.20:8501": say("address.network", address="192.168.1.20:8501"),
        "http://localhost:8501": say("address.here", address="localhost:8501"),
        "https://cards.example.org": "",
    }
    for base, words_said in told.items():
        monkeypatch.setenv(ADDRESS, base)
        said = words(opened_page(page, lang=language, **query))
        assert words_said in said
        assert (say("address.to-do") in said) is bool(words_said)


def test_an_address_typed_for_a_sheet_is_judged_too(monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setenv(ADDRESS, BASE)
    at = opened_page("handouts", sheet="rules")
    assert Texts("en")("address.to-do") not in words(at)
    at = ran(at.text_input(key="handouts-address").set_value("http://10.0.0.7:8501").run())
    assert "10.0.0.7:8501 is this computer" in words(at)


def test_no_script_has_a_code_that_only_this_computer_could_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scripts = []
    for base in ("http://localhost:8501", "", "http://10.0.0.7:8501"):
        monkeypatch.setenv(ADDRESS, base)
        at = opened_page("beside")
        scripts.append(at.get("download_button")[0].proto.url)
        assert (Texts("en")("handouts.codes.none") in words(at)) is ("localhost" in base)
    assert scripts[0] == scripts[1] != scripts[2]


def test_on_another_network_the_codes_lead_to_the_address_of_that_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The laptop is carried to the club with the page open: the address of home is no more."""
    monkeypatch.setenv(ADDRESS, "http://192.168.1.20:8501")
    at = opened_page("handouts", sheet="rules")
    sheet = at.get("download_button")[0].proto.url
    monkeypatch.setenv(ADDRESS, "http://10.0.0.7:8501")
    at = ran(at.run())
    assert "10.0.0.7:8501 is this computer" in words(at)
    assert at.get("download_button")[0].proto.url != sheet
    at = ran(at.text_input(key=drawn(at, "handouts-address")).set_value(BASE).run())
    monkeypatch.setenv(ADDRESS, "http://10.0.0.8:8501")
    assert ran(at.run()).text_input(key=drawn(at, "handouts-address")).value == BASE


def test_no_code_is_printed_that_only_this_computer_could_open() -> None:
    at, sheets, none = (
        opened_page("handouts", sheet="rules"),
        [],
        Texts("en")("handouts.codes.none"),
    )
    for typed in ("http://10.0.0.7:8501", "http://127.0.0.1:8501", ""):
        at = ran(at.text_input(key="handouts-address").set_value(typed).run())
        sheets.append(at.get("download_button")[0].proto.url)
        assert (none in words(at)) is ("127" in typed)
    assert sheets[0] != sheets[1] == sheets[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_above_sheets_without_codes_no_code_is_promised(language: str) -> None:
    at = opened_page("handouts", sheet="rules", lang=language)
    at = ran(at.text_input(key="handouts-address").set_value("http://127.0.0.1:8501").run())
    told = [shown.value for shown in (*at.markdown, *at.caption)]
    folded = {Texts(language)(key) for key in ("handouts.codes.text", "handouts.codes.none")}
    assert [words for words in told if "QR" in words and words not in folded] == []


# All of an evening


def evening(language: str, lesson: Lesson = LESSONS[3], **counts: int) -> Pack:
    wanted = LessonEvening(lesson=lesson, **{"tables": 2, "cards": 1, **counts})
    return pack(wanted, LESSONS, CULBERTSON, Texts(language), links(language), 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tonights_pack_is_one_document_with_every_sheet_on_pages_of_its_own(language: str) -> None:
    say, made = Texts(language), evening(language)
    found = opened(pdf(made, Paper.A4))
    assert found.title == made.title
    assert found.smallest() >= 11.99
    joined = [bare(page) for page in found.pages]
    at = -1
    for sheet in made.sheets:
        at = next(
            place
            for place in range(at + 1, len(joined))
            if bare(sheet.title) in joined[place] and bare(sheet.small) in joined[place]
        )
    assert bare(say("handout.join.field")) in joined[0]
    assert f"{len(joined)}/{len(joined)}" in joined[-1]
    (deal,) = (sheet for sheet in made.sheets if sheet.name.startswith("calypso-deal"))
    assert sum(bare(deal.small) in page for page in joined) == 1
    assert sum(bare(say("handouts.sheet.score")) in page for page in joined[1:]) == 2
    assert sum(bare(say("handouts.sheet.hold-up-cards")) in page for page in joined[1:]) == 1


OTHER_FORMS = ("calypso-for-two", "three-players-and-solo")
"""Lessons on forms of which the course has no whole deal: its deals are of the partnership game."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pack_counts_no_lesson_as_a_copy_of_the_sheet_it_is_about(language: str) -> None:
    (lesson,) = (lesson for lesson in LESSONS if lesson.id == "the-score-sheet")
    say, evening = Texts(language), LessonEvening(lesson=lesson, tables=3, cards=0)
    join, *_ = pack(evening, LESSONS, CULBERTSON, say, links(language), 1).sheets
    held = join.blocks[-1]
    assert isinstance(held, Points)
    title = score_sheet(VARIANTS["partnership"], say, links(language)).title
    assert say("handout.pack.times", title=title, count=3) in held.items
    assert lesson.title[language] in held.items


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_lesson_has_a_pack_and_one_whole_deal_of_its_form(lesson: Lesson) -> None:
    made = evening("en", lesson)
    asked = sum(sheet.name.startswith("calypso-puzzles") for sheet in made.sheets)
    assert asked <= 1
    own = any(isinstance(step, WholeDeal) for step in lesson.steps)
    wanted = not own and lesson.id not in OTHER_FORMS
    assert sum(sheet.name.startswith("calypso-deal") for sheet in made.sheets) == wanted
    assert evening("en", lesson) == made, "the same choices print the same"


def test_a_lesson_that_only_drills_has_a_pack_of_the_form_it_drills() -> None:
    lesson = next(lesson for lesson in LESSONS if lesson.id == "calypso-for-two")
    steps = tuple(step for step in lesson.steps if isinstance(step, Say | Drill))
    assert {step.variant.id for step in steps if isinstance(step, Drill)} == {"two"}
    made = evening("en", replace(lesson, steps=steps))
    names = [sheet.name for sheet in made.sheets]
    assert "calypso-rules-two-culbertson-en" in names
    assert "calypso-score-two-en" in names


def test_a_pack_is_offered_on_the_page_and_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = opened_page("handouts", sheet="pack")
    assert previewed(at) == 1
    at = ran(at.number_input(key="handouts-tables").set_value(3).run())
    assert previewed(at) == 1
    file = tmp_path / "pack.pdf"
    assert main(["pack", LESSONS[0].id, "--address", BASE, "--output", str(file)]) == 0
    assert str(file) in capsys.readouterr().out
    assert f"{BASE}/room?lang=en&rulebook=culbertson" in opened(file.read_bytes()).codes()
    with pytest.raises(SystemExit):
        main(["pack", "no-such-lesson"])
    assert LESSONS[0].id in capsys.readouterr().err
