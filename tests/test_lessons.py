"""Lessons: complete in every language, true to the engine, and exact about their own faults."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.cards import Card, fan_cards
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import POKERWINER, Rule
from engine.table import Seat
from engine.trick import Play, Role, Trick
from puzzles.generator import generate
from puzzles.kinds.rulebooks_differ import RulebooksDiffer
from puzzles.kinds.what_score import WhatScore
from puzzles.kinds.who_has_won import WhoHasWon
from puzzles.kinds.who_wins import WhoWins
from tests.course import LESSONS
from tests.opened import opened
from tutor.lessons import FOLDER, chapters, load, load_all
from tutor.lessons.steps import (
    Ask,
    Choose,
    Drill,
    Lesson,
    LessonStep,
    Say,
    Show,
    Try,
    WholeDeal,
    Words,
)
from tutor.lessons.yaml_lines import LARGEST, LessonError
from tutor.words.texts import LANGUAGES

ERRORS = Path(__file__).parent / "lesson_errors"
STEPS = [
    pytest.param(step, id=f"{lesson.id}-{number}")
    for lesson in LESSONS
    for number, step in enumerate(lesson.steps, start=1)
]


def test_the_course_has_four_chapters_and_each_keeps_its_promise_short() -> None:
    found = chapters(LESSONS)
    assert [len(inside) for _, inside in found] == [5, 4, 4, 3]
    assert [inside[0].chapter for _, inside in found] == [chapter for chapter, _ in found]
    for chapter, _ in found:
        assert chapter
        assert len(chapter.title["en"].split()) <= 4
        # One line on a phone beside the chapter's ring.
        assert len(chapter.promise["en"]) <= 40
        assert len(chapter.promise["ja"]) <= 26


# Exercism's list for English; in Japanese only what talks down to a reader.
FORBIDDEN = {
    "en": re.compile(
        r"!|\b(?:just|simply|obvious(?:ly)?|of course|easy|easily|clearly|merely|trivial(?:ly)?)\b",
        re.IGNORECASE,
    ),
    "ja": re.compile(r"[！!]|簡単|当然|もちろん|明らか"),
}
AMERICAN = re.compile(
    r"\b\w*(?:color|favor|honor|center|defense|practiced?s? makes|ize[ds]?|izing)\b", re.IGNORECASE
)
JAPANESE = re.compile(r"[ぁ-んァ-ン一-龯]")


def words_of(lesson: Lesson) -> Iterator[tuple[int, Words]]:
    """The words of a lesson, with the number of their step (0: the title)."""
    yield 0, lesson.title
    for number, step in enumerate(lesson.steps, start=1):
        words = None if isinstance(step, Drill) else step.words
        if words:
            yield number, words


# What the lessons say


def test_the_first_six_lessons_are_there_in_their_order() -> None:
    assert [lesson.id for lesson in LESSONS][:6] == [
        "the-table",
        "following-suit",
        "leading-your-own-trump",
        "ruffing",
        "when-somebody-else-leads-your-suit",
        "building-calypsos",
    ]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_lesson_is_short_and_full_of_questions(lesson: Lesson) -> None:
    kinds = Counter(step.name for step in lesson.steps)
    assert 8 <= len(lesson.steps) <= 16
    assert kinds["ask"] >= 4
    assert kinds["show"] >= 1
    assert kinds["drill"] >= 1
    assert sum(step.count for step in lesson.steps if isinstance(step, Drill)) <= 6


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_lesson_asks_by_its_third_step_and_claims_nothing_of_who_takes_it(lesson: Lesson) -> None:
    first = next(n for n, step in enumerate(lesson.steps, start=1) if isinstance(step, Ask))
    assert first <= 3
    for _, words in words_of(lesson):
        assert not re.match(r"You (can now|have practised|know)", words["en"])
        assert not re.search(r"これで、.*(ます|ました)。", words["ja"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_words_are_calm_and_short(lesson: Lesson, language: str) -> None:
    for number, words in words_of(lesson):
        text = words[language]
        assert text == text.strip(), number
        assert "  " not in text, number
        assert not FORBIDDEN[language].search(text), (number, text)
        assert len(text) <= (180 if language == "ja" else 340), (number, len(text))
        if language == "en":
            assert not AMERICAN.search(text), (number, text)
            assert len(re.findall(r"[.?:] ", text)) <= 3, (number, text)
        if language == "ja":
            assert JAPANESE.search(text), (number, text)
            assert " " not in text, (number, text)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_japanese_is_polite_throughout(lesson: Lesson) -> None:
    polite = re.compile(
        r"(?:です|ます|ました|ません|でした|ください|でしょうか|ましょう|ですか|ますか)[。]$"
    )
    for number, words in words_of(lesson):
        if number:
            for sentence in re.findall(r"[^。]+。", re.sub(r"（[^）]*）", "", words["ja"])):
                assert polite.search(sentence), (number, sentence)


def test_beside_a_sheet_the_words_are_about_points() -> None:
    """A step without a table of its own keeps the one that was seen last."""
    for lesson in LESSONS:
        for before, step in pairwise(lesson.steps):
            if not (isinstance(before, Ask) and isinstance(step, Say | Choose)):
                continue
            if isinstance(before.puzzle(CULBERTSON), WhatScore | WhoHasWon):
                assert re.search("points|score|worth|260", step.words["en"]), step.words["en"]


def test_every_rule_is_taught_in_a_lesson() -> None:
    taught = {rule for lesson in LESSONS for rule in lesson.rules}
    assert [rule.value for rule in Rule if rule not in taught] == []


def test_lessons_ask_questions_of_every_kind_and_in_every_form() -> None:
    asks = [step for lesson in LESSONS for step in lesson.steps if isinstance(step, Ask)]
    # The ladder is asked where an example fades, which the tutor does by itself.
    assert sorted({step.kind for step in asks}) == [
        "best-card",
        "may-name",
        "rulebooks-differ",
        "spot-revoke",
        "suit-markers",
        "what-is-built",
        "what-score",
        "which-cards",
        "who-has-won",
        "who-wins",
        "whose-turn",
    ]
    forms = {step.setting.variant.id for step in asks}
    assert forms == {"partnership", "solo", "three", "split", "two"}


def test_the_learner_chooses_the_clubs_rulebook_after_seeing_both_at_work() -> None:
    ((lesson, at),) = [
        (lesson, place)
        for lesson in LESSONS
        for place, step in enumerate(lesson.steps)
        if isinstance(step, Choose)
    ]
    step = lesson.steps[at]
    assert isinstance(step, Choose)
    assert (step.setting, step.choices) == ("rulebook", RULEBOOKS)
    before = lesson.steps[:at]
    named = {one.setting.rulebook for one in before if isinstance(one, Show | Ask)}
    assert named >= {CULBERTSON, AKAGIRI}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_source_that_can_be_read_either_way_is_cited_for_neither_answer(
    lesson: Lesson, language: str
) -> None:
    """Where the dispute about a ruffed lead is told, neither Parlett nor pokerwiner is named."""
    disputed = {"en": "any ruff", "ja": "どんな切札で"}[language]
    ambiguous = re.compile({"en": r"Parlett|pokerwiner", "ja": r"パーレット|pokerwiner"}[language])
    for number, words in words_of(lesson):
        if disputed in words[language].casefold():
            assert not ambiguous.search(words[language]), number


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_rules_that_can_be_asked_about_are_asked_about_where_they_are_taught(
    lesson: Lesson,
) -> None:
    asked: set[Rule] = set()
    for step in lesson.steps:
        if isinstance(step, Ask):
            puzzle = step.puzzle(CULBERTSON)
            verdict = puzzle.check(puzzle.solution)
            asked |= {verdict.rule, *verdict.notes}
        elif isinstance(step, Try):
            able = any(step.broken(card) for card in step.hand)
            asked.add(Rule.FOLLOW_SUIT if able else Rule.ANY_CARD_WHEN_VOID)
        elif isinstance(step, Drill):
            asked |= {step.rule, *step.beside}
    askable = ("play.follow-suit", "play.any-card", "trick.", "calypso.")
    assert {rule for rule in lesson.rules if rule.value.startswith(askable)} <= asked


@pytest.mark.parametrize("step", STEPS)
def test_step_means_the_same_under_every_rulebook_unless_it_names_one(step: LessonStep) -> None:
    if isinstance(step, Ask):
        rulings = [step.puzzle(rulebook).ruling for rulebook in RULEBOOKS]
        if step.kind == RulebooksDiffer.kind:  # shows the rulebooks side by side
            rulings = []
        assert len({step.puzzle(rulebook).solution for rulebook in RULEBOOKS}) == 1
    elif isinstance(step, Show):
        rulings = [step.under(rulebook).ruling for rulebook in RULEBOOKS]
        sheets = [step.scored(rulebook) for rulebook in RULEBOOKS]
        assert len({sheet.solution if sheet else "" for sheet in sheets}) == 1
    else:
        return
    assert len({ruling.winning if ruling else None for ruling in rulings}) <= 1


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.id)
@pytest.mark.parametrize("step", [step for step in STEPS if isinstance(step.values[0], Drill)])
def test_drill_can_be_drawn(step: Drill, rulebook: Rulebook) -> None:
    puzzle = generate(step.kind, step.rule, step.variant, step.variant.table(rulebook), Random(1))
    verdict = puzzle.check(puzzle.solution)
    # Where every card may be played, some hands only seem to be such.
    assert step.rule in (verdict.rule, *verdict.notes) or step.kind == "which-cards"


@pytest.mark.parametrize("step", [step for step in STEPS if isinstance(step.values[0], Try)])
def test_every_card_of_a_hand_can_be_tried(step: Try) -> None:
    assert step.seat == Seat.SOUTH  # where the learner sits
    for card in step.hand:
        if step.broken(card) is None:
            trick = step.on_table(AKAGIRI, card).trick
            assert trick is not None
            assert trick.plays[-1] == Play(step.seat, card)
    assert step.broken(Card.parse("CA")) == Rule.OWN_CARDS
    assert step.legal == fan_cards(step.legal), "they are named in the order of the hand"


@pytest.mark.parametrize("step", [step for step in STEPS if isinstance(step.values[0], Try)])
def test_a_card_that_completes_a_trick_shows_a_winner_on_whom_all_agree(step: Try) -> None:
    for card in step.legal:
        sights = [step.on_table(rulebook, card) for rulebook in RULEBOOKS]
        winners = {sight.ruling.winning if sight.ruling else None for sight in sights}
        assert len(winners) == 1
        assert (winners != {None}) == (len(sights[0].plays) == sights[0].variant.trick)


def test_the_tries_have_both_a_hand_that_must_follow_and_one_that_need_not() -> None:
    tries = [step for lesson in LESSONS for step in lesson.steps if isinstance(step, Try)]
    broken = [{step.broken(card) for card in step.hand} for step in tries]
    assert {None, Rule.FOLLOW_SUIT} in broken
    assert {None} in broken


def test_every_drawn_trick_of_the_sources_is_shown() -> None:
    shown = {
        step.trick
        for lesson in LESSONS
        for step in lesson.steps
        if isinstance(step, Show)
        and step.setting.source
        and step.setting.source.source == POKERWINER
    }
    assert shown == {
        "N H8 HJ HT H3",
        "N D4 S6 D7 D3",
        "N H3 S4 D6 HJ",
        "N C9 CJ C6 C5",
        "N C6 S7 D9 C5",
        "N H6 HQ HQ HT",
    }


def test_no_question_is_asked_twice() -> None:
    asked = Counter(
        (
            step.setting.variant.id,
            step.setting.seating,
            step.setting.rulebook,
            step.kind,
            step.position,
        )
        for lesson in LESSONS
        for step in lesson.steps
        if isinstance(step, Ask)
    )
    assert [one for one, count in asked.items() if count > 1] == []


# What a lesson is


def test_a_lesson_is_a_value() -> None:
    path = min(FOLDER.glob("*.yaml"))
    assert load(path) == load(path)
    assert hash(load(path)) == hash(load(path))


def written(folder: Path, steps: str, name: str = "one.yaml", id: str = "one") -> Path:  # noqa: A002
    """A lesson file with these steps."""
    path = folder / name
    head = f"id: {id}\nrules: [trick.ruff-wins]\ntitle: {{en: One, ja: 一}}\nsteps:\n"
    path.write_text(head + steps, encoding="utf-8")
    return path


def test_a_disputed_position_is_judged_by_the_rulebook_it_names(tmp_path: Path) -> None:
    at = "{table: N=S E=C S=H W=D, rulebook: akagiri, trick: N S9 C4 SK SA}"
    steps = f"  - ask: who-wins\n    at: {at}\n    expect: N\n  - show: {at}\n    expect: N\n"
    ask, show = load(written(tmp_path, steps)).steps
    assert isinstance(ask, Ask)
    assert isinstance(show, Show)
    assert {ask.puzzle(rulebook).solution for rulebook in RULEBOOKS} == {"N"}
    assert {show.under(rulebook).table.rulebook for rulebook in RULEBOOKS} == {AKAGIRI}


def test_a_question_about_all_rulebooks_names_none(tmp_path: Path) -> None:
    at = "{table: N=S E=C S=H W=D, trick: N S9 C4 SK SA}"
    steps = f"  - ask: rulebooks-differ\n    at: {at}\n    expect: E / N\n"
    (ask,) = load(written(tmp_path, steps)).steps
    assert isinstance(ask, Ask)
    assert {ask.puzzle(rulebook).solution for rulebook in RULEBOOKS} == {"E / N"}


def test_other_positions_are_judged_by_the_learners_rulebook(tmp_path: Path) -> None:
    steps = "  - show: {table: N=S E=C S=H W=D, trick: N S9 SK}\n"
    (show,) = load(written(tmp_path, steps)).steps
    assert isinstance(show, Show)
    assert [show.under(rulebook).table.rulebook for rulebook in RULEBOOKS] == list(RULEBOOKS)
    assert show.under(AKAGIRI).ruling is None
    assert show.under(AKAGIRI).trick == Trick.parse("N S9 SK", show.under(AKAGIRI).table)
    deals = [step for each in LESSONS for step in each.steps if isinstance(step, WholeDeal)]
    assert deals
    for deal in deals:
        named = deal.setting.rulebook
        assert [deal.rulebook(own) for own in RULEBOOKS] == [named or own for own in RULEBOOKS]


def test_a_sheet_is_counted_line_by_line(tmp_path: Path) -> None:
    at = "table: N=C E=S S=D W=H, sheet: 'S : D1:AK : 17'"
    steps = f"  - show: {{{at}}}\n    expect: '710'\n"
    (show,) = load(written(tmp_path, steps)).steps
    assert isinstance(show, Show)
    sheet = show.scored(AKAGIRI)
    assert isinstance(sheet, WhatScore)
    assert [line.points for line in sheet.score.lines] == [500, 40, 170]
    assert show.under(AKAGIRI).trick is None


def test_a_shown_hand_is_sorted_and_need_not_come_with_a_trick(tmp_path: Path) -> None:
    steps = "  - show: {table: N=C E=S S=D W=H, hand: SA D3 C9 D2}\n"
    (show,) = load(written(tmp_path, steps)).steps
    assert isinstance(show, Show)
    assert list(map(str, show.hand)) == ["C9", "D2", "D3", "SA"]
    assert show.scored(AKAGIRI) is None


def test_a_position_can_be_of_any_form(tmp_path: Path) -> None:
    steps = (
        "  - ask: who-wins\n"
        "    at: {variant: two, table: N=S S=D, trick: N SA DK ST D7}\n"
        "    expect: S\n"
        "  - ask: who-wins\n"
        "    at: {variant: three, table: N=D E=H S=C, position: E D3 D9 DK}\n"
        "    expect: N\n"
        "  - ask: which-cards\n"
        "    at: {table: N=C E=S S=D W=H, seat: S, hand: D2 H3}\n"
        "    expect: D2 H3\n"
    )
    assert len(load(written(tmp_path, steps)).steps) == 3


def test_shown_calypsos_grow_by_the_trick() -> None:
    step = next(
        step
        for lesson in LESSONS
        for step in lesson.steps
        if isinstance(step, Show) and step.calypsos == "D0:AJ3"
    )
    shown = step.under(CULBERTSON)
    assert shown.holdings
    assert shown.after
    south = shown.table.seats.index(Seat.SOUTH)
    assert (str(shown.holdings[south][0]), str(shown.after[south][0])) == ("D0:AJ3", "D0:AJ953")
    assert [str(spot.card) for spot in shown.placements] == ["D5", "D9", "DJ", "C4"]


def test_beside_a_trick_stand_who_builds_with_it_and_who_has_won_it(tmp_path: Path) -> None:
    at = "{table: N=C E=S S=D W=H, trick: N DA D2 D3 D4, calypsos: D0:K}"
    (show,) = load(written(tmp_path, f"  - show: {at}\n")).steps
    assert isinstance(show, Show)
    for complete, seats in ((False, "S"), (True, "NS")):
        shelves = show.under(CULBERTSON).on_shelves(complete=complete)
        assert "".join(shelf.seat.value for shelf in shelves) == seats


# What is wrong with a lesson


@pytest.mark.parametrize("path", sorted(ERRORS.glob("*.yaml")), ids=lambda path: path.stem)
def test_broken_lesson_is_rejected_at_the_right_line_with_the_right_key(path: Path) -> None:
    """The first lines of each file say ``# line | step | key | part of the message``."""
    lines = path.read_text(encoding="utf-8").splitlines()
    wanted = [line[2:].split(" | ") for line in lines if line.startswith("# ")]
    with pytest.raises(LessonError) as caught:
        load(path)
    problems = caught.value.problems
    assert [(str(p.line), str(p.step), p.key) for p in problems] == [
        (line, step, key) for line, step, key, _ in wanted
    ], caught.value
    for problem, (*_, message) in zip(problems, wanted, strict=True):
        assert message in problem.message
        assert problem.file == path.name


def test_there_are_broken_lessons_of_every_sort() -> None:
    assert len(list(ERRORS.glob("*.yaml"))) >= 30


def test_a_problem_says_file_line_step_and_key(tmp_path: Path) -> None:
    at = "{table: N=C E=S S=D W=H, trick: N C2 C1 CK CQ}"
    path = written(tmp_path, f"  - ask: who-wins\n    at: {at}\n", name="05-x.yaml")
    with pytest.raises(LessonError) as caught:
        load(path)
    assert str(caught.value) == (
        "05-x.yaml:6: step 1 (ask), key 'at.trick': "
        "not a card: 'C1' (want a suit and a rank, such as 'H8')"
    )


@pytest.mark.parametrize(
    ("data", "line", "found"),
    [
        (b"", 1, "found nothing"),
        (b"\x00\x01\x02", 1, "not YAML"),
        (b"id: x\ntitle: \xff\n", 2, "0xff"),
        (b"\x89PNG\r\n\x1a\n", 1, "0x89"),
        (b"#" * (LARGEST + 1), 1, "200,000 bytes"),
        (b"[" * LARGEST, 1, "levels"),
        (b"{a: " * 50_000, 1, "levels"),
        (b"- " * 100_000, 1, "levels"),
        # Whoever looks behind each bracket to the end of the line is busy for minutes.
        (b"a: {" + b"{a" * 95_000 + b"\n\tb: [", 1, "not YAML"),
        (b"a: &a [*a]\n", 1, "anchors"),
        (b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", 1, "anchors"),
        (b"%YAML 9.9\n---\na: b\n", 1, "not YAML"),
        (b"? [a]\n: b\n", 1, "a word as a key"),
        (b"id: !!int x\n", 1, "tags"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_what_is_no_lesson_at_all_is_rejected(
    tmp_path: Path, data: bytes, line: int, found: str
) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(data)
    with pytest.raises(LessonError) as caught:
        load(path)
    assert any(p.line == line and found in p.message for p in caught.value.problems), caught.value


def test_a_file_that_cannot_be_read_is_rejected(tmp_path: Path) -> None:
    for path in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(LessonError, match="cannot be read"):
            load(path)


def test_all_problems_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    say = "  - say: {en: A., ja: 甲。}\n"
    written(tmp_path, say, name="01-a.yaml", id="same")
    written(tmp_path, say, name="02-b.yaml", id="same")
    written(tmp_path, "  - aks: x\n  - asj: y\n", name="03-c.yaml")
    with pytest.raises(LessonError) as caught:
        load_all(tmp_path)
    assert [problem.file for problem in caught.value.problems] == [
        "02-b.yaml",
        "03-c.yaml",
        "03-c.yaml",
    ]


VALID = [path.read_bytes() for path in sorted(FOLDER.glob("*.yaml"))[:2]]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A lesson with a few lines struck out, put elsewhere, or replaced by something else."""
    lines = draw(st.sampled_from(VALID)).split(b"\n")[: draw(st.integers(4, 60))]
    junk = st.one_of(
        st.binary(max_size=12),
        st.sampled_from([b"  - ask: who-wins", b"    at: {", b"- ", b"? ", b"  - [", b"*a", b"&a"]),
        st.sampled_from(lines),
    )
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines) - 1))
        lines[place : place + draw(st.integers(0, 2))] = [draw(junk)]
        if not lines:
            break
    return b"\n".join(lines)


@given(st.one_of(st.binary(max_size=60), damaged()))
@example(b"- - - - - - - - - - - -")
@example(b"id: 1\nrules: {}\ntitle: 3\nsteps: {say: 1}")
def test_load_raises_nothing_but_lesson_errors(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzzed.yaml"
    path.write_bytes(data)
    assert said_of(path)


def said_of(path: Path) -> list[str]:
    """The steps of a file that is a lesson after all, or what is wrong with it."""
    try:
        return [step.name for step in load(path).steps]
    except LessonError as error:
        return [problem.message for problem in error.problems if problem.line >= 1]


WORDS = """N E S W X C2 CA D9 DT H8 HK S3 SQ C1 10 - : N=C E=S S=D W=H N=H S:C2 S0:AKQ D1:- deal why
trick.ruff-wins who-wins akagiri two three pokerwiner , é 甲"""
TOKENS = st.sampled_from([*WORDS.split(), "\x7f"])
LINES = st.one_of(
    st.lists(TOKENS, max_size=7).map(" ".join), st.none(), st.integers(), st.booleans()
)


@given(st.data())
def test_no_position_raises_anything_else(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    names = [
        "sheet",
        "table",
        "variant",
        "rulebook",
        "trick",
        "hand",
        "seat",
        "calypsos",
        "deal",
        "position",
    ]
    keys = data.draw(st.lists(st.sampled_from(names), unique=True, max_size=5))
    at = {"table": "N=C E=S S=D W=H"} | {key: data.draw(LINES) for key in keys}
    flow = ", ".join(
        f"{key}: {value!r}" if isinstance(value, str) else f"{key}: {str(value).lower()}"
        for key, value in at.items()
    )
    kinds = ["who-wins", "which-cards", "what-is-built", "what-score", "rulebooks-differ"]
    words = "words: {en: A., ja: 甲。}"
    steps = (
        f"  - ask: {data.draw(st.sampled_from(kinds))}\n    at: {{{flow}}}\n    why: true\n"
        f"  - ask: {data.draw(st.sampled_from(kinds))}\n    at: {{{flow}}}\n    expect: N\n"
        f"  - show: {{{flow}}}\n    expect: N\n"
        f"  - try: {{{flow}}}\n    {words}\n"
        f"  - choose: {data.draw(LINES) or 'rulebook'!r}\n    {words}\n"
    )
    path = written(tmp_path_factory.getbasetemp(), steps, name="position.yaml")
    with pytest.raises(LessonError):
        load(path)


def test_which_rule_decides_is_asked_only_once_all_rules_on_offer_were_taught() -> None:
    asked, taught = 0, set[Rule]()
    for lesson in LESSONS:
        taught |= set(lesson.rules)
        for step, rulebook in product(lesson.steps, RULEBOOKS):
            puzzle = step.puzzle(rulebook) if isinstance(step, Ask) else None
            if isinstance(puzzle, WhoWins) and puzzle.why:
                asked += 1
                assert {choice.value for choice in puzzle.parts[1].choices} <= taught
    assert asked


@pytest.mark.parametrize(
    ("texts", "read"), [({"ja": "切る", "en": "ruff"}, "en"), ({"ja": "切る"}, "ja"), ({}, "")]
)
def test_a_note_names_the_language_in_which_a_text_is_read(
    texts: dict[str, str], read: str
) -> None:
    words = Words(texts)
    assert words.spoken("de") == read
    assert words["de"] == texts.get(read, "")
    for language in texts:
        assert words.spoken(language) == language


@pytest.mark.parametrize("seed", range(6))
def test_no_led_trump_is_ruffed_before_that_is_taught(seed: int) -> None:
    lesson = next(one for one in LESSONS if one.id == "the-table")
    number = next(n for n, step in enumerate(lesson.steps, 1) if isinstance(step, Drill))
    at = opened("learn", lesson=lesson.id, step=str(number), seed=str(seed))
    slots = at.session_state["ours"]["under way"]
    found = [drawn.puzzle for slot, (_, drawn) in slots.items() if "drawn" in slot]
    assert found
    for puzzle in found:
        ruling = puzzle.ruling
        assert ruling
        assert ruling.roles[0] != Role.LED_TRUMP
