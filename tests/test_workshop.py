"""The workshop: whatever is written, the page stands and says what has to be mended."""

import json
import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS
from engine.rules import POKERWINER
from engine.table import Table
from engine.trick import Trick
from engine.variants import VARIANTS
from puzzles.notation import print_puzzle
from tests.component import fire
from tests.component import given as received
from tests.opened import (
    Press,
    drawn,
    on_box,
    on_button,
    opened,
    overtaken,
    press,
    ran,
    running,
    words,
)
from tutor.authoring import lint_text
from tutor.authoring.draft import LARGEST, MOST_FINDINGS, Sort, about, read, template, too_large
from tutor.authoring.edits import PIECES, Piece, added, piece_of, with_entries
from tutor.lessons.steps import Ask, Show
from tutor.lessons.yaml_lines import DEEPEST
from tutor.words.texts import LANGUAGES, Texts

HERE = Path(__file__).parent
PLAIN = ("partnership", "N=C E=S S=D W=H", "N H8 HJ HT H3")
DISPUTED = ("partnership", "N=S E=C S=H W=D", "N S9 C4 SK SA")
"""A trick that everybody rules alike, and one that parts the rulebooks."""

SCRIPT = "<script>alert(1)</script> [x](javascript:alert(1)) ![x](http://evil.example/x.png)"


def lesson_of(text: str, said: str) -> str:
    """The template with its first English sentence exchanged."""
    return text.replace("Everyone follows suit, and the highest heart wins.", said)


# Drafts


@pytest.mark.parametrize("sort", Sort)
@pytest.mark.parametrize("languages", [*((one,) for one in LANGUAGES), tuple(LANGUAGES)], ids=str)
def test_the_template_is_sound_and_in_the_languages_that_are_asked_for(
    sort: Sort, languages: tuple[str, ...]
) -> None:
    text = template(sort, *languages)
    draft = read(sort, text)
    assert draft.findings == ()
    assert draft.shows >= 2
    for language in LANGUAGES:
        assert (f" {language}: " in text) == (language in languages)
    assert bool(re.search("[ぁ-ん]", text)) == ("ja" in languages)
    assert not re.search("[a-z]'[a-z]", text), "as learners see it elsewhere: ’"
    assert template(sort, "xx") == template(sort, "en")


def test_the_template_has_one_of_each_common_step() -> None:
    lesson = read(Sort.LESSON, template(Sort.LESSON, *LANGUAGES)).lesson
    assert lesson
    assert {"say", "show", "ask", "try", "drill"} <= {step.name for step in lesson.steps}


@pytest.mark.parametrize("path", sorted((HERE / "lesson_errors").glob("*.yaml"))[::6], ids=str)
def test_what_is_found_is_what_the_linter_finds_and_marked_at_its_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    draft = read(Sort.LESSON, text)
    assert draft.findings == lint_text(draft.name, text.encode()).findings[:MOST_FINDINGS]
    assert draft.findings
    assert set(draft.marks(Texts("en"))) == {finding.problem.line for finding in draft.findings}
    assert draft.lesson is None


def test_an_id_of_the_course_is_found_and_the_lesson_is_shown_all_the_same() -> None:
    text = template(Sort.LESSON, *LANGUAGES)
    draft = read(Sort.LESSON, text.replace("id: a-lesson-of-our-own", "id: ruffing", 1))
    (finding,) = draft.findings
    assert finding.problem.message.startswith("a lesson of the tutor has the id 'ruffing'")
    assert finding.problem.line == 1 + text[: text.index("id: a-lesson-of")].count("\n")
    assert draft.lesson


@pytest.mark.parametrize("path", sorted((HERE / "bank_errors").glob("*.yaml"))[::3], ids=str)
def test_a_faulty_bank_shows_nothing_but_its_findings(path: Path) -> None:
    draft = read(Sort.BANK, path.read_text(encoding="utf-8"))
    assert draft.findings
    assert draft.shows == 0


def test_two_findings_of_a_line_are_one_mark() -> None:
    draft = read(Sort.LESSON, "a: 1\nb: 2\n")
    marks = draft.marks(Texts("en"))
    (first,) = (line for line, told in marks.items() if "\n" in told)
    assert marks[first].count("\n") + 1 == sum(
        finding.problem.line == first for finding in draft.findings
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (template(Sort.LESSON, *LANGUAGES), "a-lesson-of-our-own.yaml"),
        ("id: ../../etc/passwd", "lesson.yaml"),
        ("id: bank", "bank.yaml"),
        ("id: " + "x" * 300, "x" * 60 + ".yaml"),
        ("", "lesson.yaml"),
    ],
)
def test_the_file_is_named_after_the_lesson(text: str, name: str) -> None:
    assert read(Sort.LESSON, text).name == name


@given(st.text(), st.sampled_from(Sort))
def test_no_text_raises_anything(text: str, sort: Sort) -> None:
    draft = read(sort, text)
    assert draft.findings or draft.shows
    assert all(
        1 <= line <= text.count("\n") + 1 + text.count("\r") for line in draft.marks(Texts("ja"))
    )


def test_a_reason_in_no_language_is_a_finding() -> None:
    draft = read(Sort.BANK, template(Sort.BANK, *LANGUAGES).replace("    en:", "    0en:", 1))
    assert any("no language '0en'" in finding.problem.message for finding in draft.findings)


@given(st.data())
@settings(max_examples=60)
def test_no_damage_to_a_sound_text_raises_anything(data: st.DataObject) -> None:
    sort = data.draw(st.sampled_from(Sort))
    text = template(sort, *LANGUAGES)
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 40)))
    draft = read(sort, text[:start] + data.draw(st.text(max_size=10)) + text[end:])
    assert draft.findings or draft.shows


# Attacks


BOMB = "a: &a [x, x, x]\n" + "".join(
    f"{now}: &{now} [{', '.join([f'*{before}'] * 9)}]\n" for before, now in pairwise("abcdefghij")
)
ATTACKS = {
    "a bomb of aliases": (BOMB, "want no anchors, found &a"),
    "an alias of itself": ("a: &a [*a]\n", "want no anchors, found &a"),
    "merge keys": ("a: &a {b: c}\nd: {<<: *a}\n", "want no anchors"),
    "deep brackets": ("[" * 50_000, f"want at most {DEEPEST} levels"),
    "deep mappings": ("{a: " * 15_000, f"want at most {DEEPEST} levels"),
    "deep indentation": ("".join(f"{' ' * n}a:\n" for n in range(300)), "want at most"),
    "a tag that runs": ("!!python/object/apply:os.system [ls]\n", "want no tags"),
    "many documents": ("---\na: 1\n" * 500, "found a second document"),
    "control signs": ("id: a\x00b\n", "not YAML"),
    "one long word": ("x" * 59_000, "want keys and values"),
    "many keys": ("".join(f"k{n}: 1\n" for n in range(6_000)), "missing (want small letters"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_by_name(name: str) -> None:
    text, said = ATTACKS[name]
    draft = read(Sort.LESSON, text)
    assert any(said in finding.problem.message for finding in draft.findings)
    assert len(draft.findings) <= MOST_FINDINGS
    assert sum(len(str(finding)) for finding in draft.findings) < 40_000
    assert draft.lesson is None


def test_what_is_too_large_is_never_read() -> None:
    assert not too_large("x" * LARGEST)
    assert too_large("x" * (LARGEST + 1))
    assert too_large("札" * (LARGEST // 2))
    with pytest.raises(ValueError, match="want at most"):
        read(Sort.LESSON, "x" * 10_000_000)


# Pieces


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
@pytest.mark.parametrize(
    "position",
    [
        PLAIN,
        DISPUTED,
        ("solo", *DISPUTED[1:]),
        ("three", "N=D E=H S=C", "N D4 H6 D7"),
        ("two", "N=S S=D", "S C8 C9 SJ H8"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("sort", Sort)
def test_what_the_builder_writes_is_sound_wherever_it_goes(
    sort: Sort, position: tuple[str, str, str], rulebook: object
) -> None:
    form, seating, line = position
    table = Table.parse(seating, CULBERTSON if rulebook == CULBERTSON else AKAGIRI)
    text = template(sort, *LANGUAGES)
    before = read(sort, text).shows
    for piece in PIECES[sort]:
        written = piece_of(piece, VARIANTS[form], table, Trick.parse(line, table), text, "en")
        for after in (1, 3, before):
            grown = added(text, sort, written, after)
            draft = read(sort, grown)
            todo = [f.problem.message for f in draft.findings if "'…'" not in f.problem.message]
            assert todo == []
            mended = read(sort, grown.replace("en: …", "en: So"))
            assert mended.findings == ()
            assert mended.shows == before + 1
            if mended.lesson:
                step = mended.lesson.steps[after]
                assert isinstance(step, Show if piece == Piece.SHOW else Ask)


def test_a_trick_that_is_not_complete_can_be_looked_at() -> None:
    table = Table.parse(PLAIN[1], CULBERTSON)
    text = template(Sort.LESSON, *LANGUAGES)
    piece = piece_of(
        Piece.SHOW, VARIANTS[PLAIN[0]], table, Trick.parse("N H8 HJ", table), text, "en"
    )
    assert "expect" not in piece
    assert read(Sort.LESSON, added(text, Sort.LESSON, piece, 2)).findings == ()


def test_the_rest_of_a_text_stays_as_it_was() -> None:
    text = template(Sort.LESSON, *LANGUAGES)
    lines = text.splitlines()
    for after in range(1, 7):
        grown = added(text, Sort.LESSON, "- say: {en: So, ja: はい}\n", after).splitlines()
        place = next(n for n, line in enumerate(grown) if "en: So" in line)
        grown.pop(place)
        if grown[place - 1] == "" and after < 6:
            grown.pop(place - 1)
        assert grown == lines


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("steps:\n- say: x\ntitle: y\n", "steps:\n- say: x\n- NEW\ntitle: y\n"),
        ("steps:\n    - say: x\n", "steps:\n    - say: x\n    - NEW\n"),
        ("steps:\n- play: x\ntitle: y\n", "steps:\n- play: x\n- NEW\ntitle: y\n"),
        ("steps:\n- id: a\n  say: x\n", "steps:\n- id: a\n  say: x\n- NEW\n"),
        ("steps: [", "steps: [\n  - NEW\n"),
        ("", "  - NEW\n"),
        (
            "steps:\n  - say: x\n  # of y\n  - say: y",
            "steps:\n  - say: x\n  - NEW\n  # of y\n  - say: y",
        ),
        (
            "steps:\n- say:\n    en: |-\n      x\n      # x\n\n# of y\n- say: y",
            "steps:\n- say:\n    en: |-\n      x\n      # x\n\n- NEW\n\n# of y\n- say: y",
        ),
    ],
)
def test_a_piece_finds_its_place_in_any_text(text: str, wanted: str) -> None:
    assert added(text, Sort.LESSON, "- NEW\n", 1).lstrip("\n") == wanted


def test_every_new_puzzle_has_an_id_of_its_own() -> None:
    table, text = Table.parse(PLAIN[1], CULBERTSON), template(Sort.BANK, *LANGUAGES)
    for line in ("N H8 HJ HT H3", "N H8 HJ HT H4", "N H8 HJ HT H5"):
        trick = Trick.parse(line, table)
        text = added(
            text,
            Sort.BANK,
            piece_of(Piece.ENTRY, VARIANTS["partnership"], table, trick, text, "en"),
            1,
        )
    assert re.findall(r"^- id: (trick-\d)$", text, flags=re.MULTILINE) == [
        "trick-1",
        "trick-2",
        "trick-3",
    ]


# The page


def typed(at: AppTest, text: str, sort: str = "lesson") -> AppTest:
    """Type *text* in place of what is there."""
    return ran(fire(at, f"workshop-{sort}", typed=text))


def editor(at: AppTest, sort: str = "lesson") -> dict[str, object]:
    return received(at, f"workshop-{sort}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sort", Sort)
def test_the_page_opens_with_the_template_and_its_preview(sort: Sort, language: str) -> None:
    at = opened("workshop", lang=language)
    at.segmented_control(key="workshop-sort").set_value(sort.value)
    at = ran(at.run())
    assert editor(at, sort.value)["text"] == template(sort, language)
    assert editor(at, sort.value)["marks"] == {}
    assert [box.key for box in at.selectbox if box.key and box.key.startswith("workshop-at")] == [
        f"workshop-at-{sort}"
    ]


def test_a_fault_is_marked_at_its_line_and_the_last_good_text_stays_in_view() -> None:
    at = typed(opened("workshop"), template(Sort.LESSON, "en").replace("N D4", "N X4"))
    marks = editor(at)["marks"]
    assert isinstance(marks, dict)
    (line,) = marks
    assert template(Sort.LESSON, "en").splitlines()[int(line) - 1].strip().startswith("at: ")
    assert "not a card: 'X4'" in words(at)
    assert "last version that could be read" in words(at)
    assert "A lesson of our own" in words(at)
    at = press(at, "workshop-go-0")
    assert str(editor(at)["goto"]).split()[0] == line
    at = typed(at, template(Sort.LESSON, "en"))
    assert "No problems" in words(at)
    assert "last version" not in words(at)


def test_a_page_in_japanese_says_before_the_linter_where_a_fault_is_and_what_belongs_there() -> (
    None
):
    at = typed(opened("workshop", lang="ja"), template(Sort.LESSON, "ja").replace("N D4", "N X4"))
    (told,) = [one.value for one in at.text if "X4" in one.value]
    where, why = told.split("\n")
    assert where.startswith("ステップ3 ask 「at.trick」：リードする人と、時計回りのカード")
    assert why.startswith("詳細（英語）：not a card: 'X4'")


@pytest.mark.parametrize("sort", Sort)
def test_whatever_may_be_wrong_a_page_in_japanese_says_in_japanese_what_belongs_there(
    sort: Sort,
) -> None:
    say = Texts("ja")
    for path in sorted((HERE / f"{sort}_errors").glob("*.yaml")):
        for finding in read(sort, path.read_text(encoding="utf-8")).findings:
            told, detail = about(finding.problem, sort, say).split("\n", 1)
            assert "。" in told, (path.name, told, detail)


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("expect:", "expct:", "「expct」：ここでは使えません。使えるのは、id、"),
        ("ask: who-wins", "aks: who-wins", "「aks」：ここでは使えません。使えるのは、say、show、"),
        ("      ja:", "      jp:", "「say.jp」：ここでは使えません。使えるのは、enとja"),
        ("    at:", "    # at:", "「at」：テーブル"),
        ("id: a-lesson", "# id: a-lesson", "「id」：名前を"),
        ("id: a-lesson-of-our-own", "id: ruffing", "「id」：ほかのレッスンが使っています。"),
        ("title:", "title：", "コロンが全角（：）です。"),
        ("    expect:", "    expect：", "コロンが全角（：）です。"),
        ("{table: ", "{table：", "コロンが全角（：）です。"),
        ("N D4 ", "N D10 ", "「at.trick」：リードする人と、時計回りのカードを書きます。10はT"),
        ("N D4 ", "N D４ ", "10はTです。例：N H8 HJ HT H3 全角の文字があります。"),
        ("count: 2", "count: ２", "「drill.count」：1から20までの数を書きます。 全角の文字が"),
        ("    words:", "\twords:", "タブがあります。"),
        ("    words:", "　　words:", "全角の文字があります。"),
        ("  - ask:", "  ー ask:", "全角の文字があります。"),
        ("at: {table: ", "at: ｛table: ", "全角の文字があります。"),
        ("W=H, trick: N D4", "W=H、trick: N D4", "全角の文字があります。"),
        ("ja: 今度は、", "ja: “今度は: ”、", "引用符が曲がった形"),
        ("ja: 今度は、", "ja: 今度は: ", "文章の中に、半角のコロンと空白があります。"),
        ("    expect: E", "    expect: E\n    expect: E", "「expect」：同じものがほかの所にも"),
        ("    expect: E", "    expect:", "「expect」：答えを書きます。"),
    ],
)
def test_common_mistakes_are_told_in_japanese(right: str, wrong: str, told: str) -> None:
    text = template(Sort.LESSON, *LANGUAGES)
    assert right in text
    findings = read(Sort.LESSON, text.replace(right, wrong, 1)).findings
    assert any(told in about(one.problem, Sort.LESSON, Texts("ja")) for one in findings)


def test_of_a_pasted_puzzle_line_that_cannot_be_read_it_is_said_why() -> None:
    line = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT"
    (finding,) = read(Sort.BANK, f"{template(Sort.BANK, 'ja')}{line}\n").findings
    told, detail = about(finding.problem, Sort.BANK, Texts("ja")).split("\n")
    assert told.startswith("問題の行として読めません。")
    assert detail.endswith("a trick of partnership has 4 cards, not 3: N H8 HJ HT")


@pytest.mark.parametrize("sort", Sort)
def test_an_empty_file_is_said_to_be_empty(sort: Sort) -> None:
    (finding,) = read(sort, "").findings
    assert about(finding.problem, sort, Texts("ja")).startswith("まだ何も書かれていません。")
    assert finding.problem.about.endswith("found nothing")


def test_what_stands_twice_in_a_bank_is_told_in_both_languages() -> None:
    bank = template(Sort.BANK, "ja")
    first = read(Sort.BANK, bank + bank[bank.index("- id:") :]).findings[0].problem
    assert "同じものがほかの所にもあります。" in about(first, Sort.BANK, Texts("ja"))
    assert about(first, Sort.BANK, Texts("en")).startswith("entry 3 (")


@pytest.mark.parametrize("sort", Sort)
@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ("S", "「expect」：アプリの判定は{name}・[^（）]+（{right}）です。答えか局面を"),
        ("東", "「expect」：ここには、N、E、S、Wの中から選んで書きます。アプリの判定は{name}・"),
    ],
)
def test_whoever_expects_another_answer_is_told_in_japanese_what_the_app_judges(
    sort: Sort, expected: str, told: str
) -> None:
    text, names = template(sort, "ja"), {"N": "北", "E": "東"}
    wrong, count = re.subn('expect: "?[NE]"?', f"expect: {expected}", text)
    findings = read(sort, wrong).findings
    assert len(findings) == count > 1
    for finding in findings:
        assert finding.problem.answer
        right = finding.problem.answer.puzzle.solution
        said = about(finding.problem, sort, Texts("ja"))
        assert re.search(told.format(name=names[right], right=right), said), said


def test_a_total_that_is_another_is_told_in_japanese_once() -> None:
    path = HERE / "lesson_errors" / "79-wrong-total-of-a-sheet.yaml"
    (finding,) = read(Sort.LESSON, path.read_text("utf-8")).findings
    assert "アプリの判定は710です。" in about(finding.problem, Sort.LESSON, Texts("ja"))


def test_steps_are_played_and_nothing_is_kept() -> None:
    at = opened("workshop")
    for _ in range(2):
        at = press(at, "workshop-next")
    at = press(at, "answer-workshop-3-0-2")
    assert "East wins. A ruff beats the suit led." in words(at)
    for step in ("workshop-next", "workshop-next"):
        at = press(at, step)
    while not any(b.key and b.key.startswith("drill-next-") for b in at.button):
        told = any(b.key and b.key.startswith("reveal-") for b in at.button)
        at = press(at, "reveal-" if told else "answer-workshop-5-0-0-1")
    at = press(at, "drill-next-")
    held = at.session_state["ours"]["held"]
    assert held.attempts == []
    assert held.steps == {}


def test_every_step_of_the_template_can_be_reached_and_is_shown() -> None:
    at = opened("workshop")
    for number in range(1, 7):
        at.selectbox(key=drawn(at, "workshop-at-lesson")).set_value(number)
        at = ran(at.run())
        assert f"Step {number} of 6" in [box.label for box in at.selectbox]


def test_the_builder_rules_at_once_and_writes_the_step() -> None:
    at = opened("workshop")
    at.session_state["workshop-builder"] = True
    at = ran(at.run())
    at = press(at, "answer-workshop-lay-N")
    for card in ("S9", "C4", "SK", "SA"):
        at = ran(fire(at, "picker-workshop-lay", pick=card))
    assert "wins the trick" in words(at)
    written = [one.value for one in at.code if one.language == "yaml"]
    assert "table: N=C E=S S=D W=H, trick: N S9 C4 SK SA" in written[0]
    before = editor(at)
    at = press(at, "workshop-add-ask")
    after = editor(at)
    assert after["version"] != before["version"]
    assert "N S9 C4 SK SA" in str(after["text"])
    assert "No problems" in words(at)
    assert at.selectbox(key=drawn(at, "workshop-at-lesson")).value == 2
    at = press(at, "workshop-take-back")
    assert editor(at)["text"] == template(Sort.LESSON, "en")


def test_a_trick_can_be_laid_beside_a_question_of_the_lesson() -> None:
    at = opened("workshop")
    for _ in range(2):
        at = press(at, "workshop-next")
    at.session_state["workshop-builder"] = True
    at = ran(at.run())
    answers = [button.key for button in at.button if (button.key or "").startswith("answer-")]
    assert "answer-workshop-3-0-2" in answers
    assert "answer-workshop-lay-N" in answers


def test_a_text_that_is_too_large_changes_nothing() -> None:
    at = typed(opened("workshop"), "x" * 10_000_000)
    assert "more than 60,000 bytes" in words(at)
    assert editor(at)["text"] == template(Sort.LESSON, "en")
    assert "No problems" in words(at)
    assert Texts("ja")("workshop.too-large", most=LARGEST) in words(press(at, "language-ja"))


@pytest.mark.parametrize("name", ATTACKS)
def test_the_page_stands_whatever_is_pasted(name: str) -> None:
    at = typed(opened("workshop"), ATTACKS[name][0])
    assert "to fix" in words(at)
    at = typed(at, template(Sort.LESSON, "en"))
    assert "No problems" in words(at)


def test_other_words_go_into_the_text_as_it_is_by_then() -> None:
    at, put = opened("workshop"), list[Press]()
    boxes = [each.key or "" for each in at.text_area]
    for name in ("title", "1"):
        (box,) = (each for each in boxes if each.startswith(f"workshop-words-{name}-en-"))
        said = on_box(box, f"Other words {name}")
        put += [said, on_button(f"FormSubmitter:workshop-reword-{name}")]
    overtaken(at, *put)
    text = at.session_state["ours"]["workshop-text-lesson"]
    assert [f"Other words {name}" in text for name in ("title", "1")] == [True, True]


def test_script_in_words_titles_and_keys_is_shown_as_text() -> None:
    text = lesson_of(template(Sort.LESSON, "en"), json.dumps(SCRIPT))
    text = text.replace("en: A lesson of our own", f"en: {json.dumps(SCRIPT)}")
    at = typed(opened("workshop"), text)
    assert "No problems" in words(at)
    at = press(at, "workshop-next")
    assert SCRIPT in [element.value for element in at.text]  # the title
    assert SCRIPT in running(at)  # the step's words, as plain text
    marked = [str(e.value) for block in (at.markdown, at.caption, at.error) for e in block]
    marked += [str(e.value) for e in at.get("html") if hasattr(e, "value")]
    assert not any(SCRIPT in words_ for words_ in marked)
    at = typed(at, f"{json.dumps(SCRIPT)}: 1\n")
    assert not any("alert(1)" in str(e.value) for b in (at.markdown, at.error) for e in b)


def test_a_file_is_opened_and_one_that_is_no_good_is_refused() -> None:
    at = opened("workshop")
    uploader = at.get("file_uploader")
    assert len(uploader) == 1
    good = template(Sort.LESSON, "en").replace("our own", "the club")
    for data, said in (
        (b"\xff\xfe\x00", "isn’t plain text (UTF-8)"),
        (b"x" * (LARGEST + 1), "more than 60,000 bytes"),
        (good.replace("\n", "\r\n").encode("utf-8-sig"), "No problems"),
    ):
        at.file_uploader[0].upload("a.yaml", data, "application/yaml")
        at = ran(at.run())
        assert said in words(at)
    assert editor(at)["text"] == good


@pytest.mark.parametrize("language", LANGUAGES)
def test_pasted_lines_and_links_of_puzzles_become_entries(language: str) -> None:
    """The page calls it "Puzzles", and a puzzle is a line, in a room as in a link."""
    golden = (HERE / "golden" / "puzzles.txt").read_text(encoding="utf-8").splitlines()
    lines = [line.partition(" => ")[0] for line in golden if line[:1].isdigit()][::40]
    *lines, last = lines
    assert len(lines) > 3
    link = f"https://cards.example.org/drill?puzzle={quote_plus(last)}&lang=ja"
    at = opened("workshop", lang=language)
    at.segmented_control(key="workshop-sort").set_value("bank")
    at = ran(at.run())
    at = typed(at, "\r\n".join([*lines, "", link, ""]), "bank")
    draft = read(Sort.BANK, str(editor(at, "bank")["text"]))
    assert draft.findings == ()
    assert [print_puzzle(entry.puzzle) for entry in draft.entries] == [*lines, last]
    assert Texts(language)("workshop.sound") in words(at)
    whole = draft.text
    assert with_entries(whole, language) == whole
    for other in (f"{whole}1 who-wins partnership", f"# {lines[0]}", f"  {lines[0]}"):
        assert with_entries(other, language) == other, "what is no puzzle is left to the linter"


def test_an_entry_with_blanks_around_its_texts_is_read_as_it_is_linted() -> None:
    line = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"
    text = f'- id: " plain "\n  puzzle: " {line} "\n  from: " pokerwiner "\n  expect: " E "\n'
    draft = read(Sort.BANK, text)
    assert draft.findings == ()
    (entry,) = draft.entries
    assert (entry.id, print_puzzle(entry.puzzle), entry.expect) == ("plain", line, "E")
    assert entry.source == POKERWINER


class Searched(str):
    """A text that counts how often it is searched."""

    __slots__ = ("times",)

    def __contains__(self, part: object) -> bool:
        self.times = getattr(self, "times", 0) + 1
        return super().__contains__(str(part))


def test_many_puzzles_pasted_at_once_each_cost_one_search_for_an_id() -> None:
    """For each of 800 all that was written before was searched 800 times: 13 seconds."""
    line = "1 who-wins partnership akagiri N=D E=S S=C W=H : S C6 D9 CK CA"
    text = Searched("- id: trick-2\n" + f"{line}\n" * 100)
    ids = re.findall(r"^- id: (.*)$", with_entries(text, "en"), flags=re.MULTILINE)
    assert len(ids) == len(set(ids)) == 101
    assert text.times == 101


def test_the_puzzles_of_a_bank_are_asked_and_not_kept() -> None:
    at = opened("workshop")
    at.segmented_control(key="workshop-sort").set_value("bank")
    at = ran(at.run())
    at = press(at, "answer-workshop-puzzle-1-0-2")
    assert "East wins. A ruff beats the suit led." in words(at)
    assert at.session_state["ours"]["held"].attempts == []


def test_a_reload_shows_what_was_written_lesson_or_puzzles() -> None:
    at = opened("workshop")
    at.segmented_control(key="workshop-sort").set_value("bank")
    at = ran(at.run())
    sort = at.query_params["sort"]
    again = opened("workshop", sort=sort)
    assert again.segmented_control(key="workshop-sort").value == "bank"
    assert received(again, "workshop-bank")["text"] == template(Sort.BANK, "en")
    other = opened("workshop", sort="poem")
    assert other.segmented_control(key="workshop-sort").value == "lesson"
    assert other.query_params["sort"] == "lesson"
