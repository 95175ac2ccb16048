"""A set is one link and its result one code: both come back whole, or say what is wrong."""

import base64
import csv
import hashlib
import io
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Element

from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.kinds import fitting
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.sets import Order, make_set
from tests import component
from tests.answers import NOW
from tests.opened import drawn, opened, press, ran, turned, verdict, words
from tests.test_learning_diagnosis import RIGHT, SIGNS
from tutor import assignments
from tutor.assignments import (
    LONGEST_NOTE,
    MOST_PUZZLES,
    Assignment,
    AssignmentError,
    read,
    tidy,
    write,
)
from tutor.assignments.code_list import MOST_LINES, read_list
from tutor.assignments.results import (
    ALPHABET,
    Answered,
    ResultError,
    SetResult,
    missed,
    read_result,
    result_of,
    write_result,
)
from tutor.learning import Attempt
from tutor.pages.frame import session
from tutor.pages.frame.library import lesson, lessons
from tutor.pages.teach.assignments import _add
from tutor.store import learner_of, new_token, open_store
from tutor.words.explanation import asked_label
from tutor.words.texts import LANGUAGES, Texts

KINDS = ("who-wins", "which-cards", "what-is-built", "what-score", "spot-revoke")
FORMS = (("partnership", 24), ("two", 12), ("three", 12))


@cache
def pool() -> tuple[str, ...]:
    """Puzzles of several kinds and forms, as lines."""
    orders = (
        Order(kinds=KINDS, variant=VARIANTS[form], rulebook=AKAGIRI, count=count)
        for form, count in FORMS
    )
    return tuple(print_puzzle(one) for order in orders for one in make_set(order, Random(11)))


IDS = tuple(lesson.id for lesson in lessons())

PLAIN = Assignment(
    lessons=("the-table", "ruffing"),
    puzzles=(
        "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3",
        "1 who-wins partnership culbertson N=C E=S S=D W=H : N D4 S6 D7 D3",
        "1 which-cards partnership culbertson N=C E=S S=D W=H : S C3 CK D2 : N C8 CJ",
    ),
    rulebook=CULBERTSON,
    note="Until Thursday: puzzles 1–3. 木曜日まで",
)
LINK = write(PLAIN)


@some.composite
def sets(draw: some.DrawFn) -> Assignment:
    puzzles = draw(some.lists(some.sampled_from(pool()), max_size=8, unique=True))
    chosen = draw(some.lists(some.sampled_from(IDS), max_size=4, unique=True))
    note = tidy(draw(some.text(max_size=120)))
    if not puzzles and not chosen:
        chosen = [IDS[0]]
    rulebook = draw(some.sampled_from(RULEBOOKS))
    return Assignment(lessons=tuple(chosen), puzzles=tuple(puzzles), rulebook=rulebook, note=note)


@some.composite
def results(draw: some.DrawFn) -> tuple[Assignment, SetResult]:
    one = draw(sets())
    answers: list[Answered | None] = []
    for puzzle in one.read:
        if draw(some.booleans()):
            answers.append(None)
            continue
        picked = " / ".join(
            " ".join(
                draw(some.lists(some.sampled_from(tokens), min_size=1, unique=True))
                if part.many
                else [draw(some.sampled_from(tokens))]
            )
            for part in puzzle.parts
            for tokens in [[choice.token for choice in part.choices]]
        )
        correct = puzzle.check(picked).correct
        answers.append(Answered(correct=correct, hinted=draw(some.booleans()), answer=picked))
    done = tuple(draw(some.booleans()) for _ in one.lessons)
    return one, SetResult(tuple(answers), done)


# The link


@settings(max_examples=50)
@given(sets())
def test_a_set_comes_back_from_its_link(one: Assignment) -> None:
    written = write(one)
    assert read(written) == one
    assert read(f"  {written}\n") == one
    assert set(written) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_a_link_means_the_same_for_ever() -> None:
    golden = "1" + GOLDEN
    assert read(golden) == PLAIN
    assert len(LINK) < len(golden) + 10, "packed with words that both sides know"
    assert PLAIN.digest == DIGEST


GOLDEN = (
    "vxGZ2kMEAxfQA7oliUk5qQpFpWlpmXnpXKF5JZk5CiEZpUXFKYmVVgoFpVVVOanFCoaPGiYb6yk8m7Pi"
    "2ew5z6Yvfdy473Hjci5iQho9ZP3APoL4zphME4DBBfQpKPQgJiBSHtGGBIPjxRsU5iATQXHmBQA"
)
DIGEST = "bf1199da67"


@settings(max_examples=60)
@given(some.data())
def test_a_link_that_lost_or_changed_a_sign_is_refused(data: some.DataObject) -> None:
    place = data.draw(some.integers(0, len(LINK) - 1))
    sign = data.draw(some.sampled_from("A9z_-%"))
    damaged = LINK[:place] + sign + LINK[place + 1 :]
    if damaged != LINK:
        with pytest.raises(AssignmentError) as caught:
            read(damaged)
        assert caught.value.key in {"damaged", "cut-short", "newer"}
    with pytest.raises(AssignmentError) as caught:
        read(LINK[:place])
    assert caught.value.key in {"damaged", "cut-short"}


LINK_FAULTS = ("damaged", "cut-short", "newer", "too-long")


def fault_of(reading: Callable[[], object]) -> str | None:
    """What reading complains of; another error than these two goes on its way."""
    try:
        reading()
    except (AssignmentError, ResultError) as error:
        return error.key
    return None


@given(some.text(max_size=400))
def test_no_text_makes_reading_fail_otherwise_than_by_saying_what_is_wrong(text: str) -> None:
    for typed in (text, "1" + text):
        assert fault_of(partial(read, typed)) in {None, *LINK_FAULTS}


def forged(text: bytes) -> str:
    """A link with a right typing mistake, whatever it says."""
    packer = zlib.compressobj(level=9, wbits=-15, zdict=assignments._KNOWN)
    packed = packer.compress(text) + packer.flush()
    raw = hashlib.sha256(text).digest()[: assignments._CHECK] + packed
    return "1" + base64.urlsafe_b64encode(raw).decode().rstrip("=")


LINE = PLAIN.puzzles[0].encode()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (b"\x00" * 1_500_000, "damaged"),  # unpacks to more than a set can hold
        (b"culbertson", "damaged"),
        (b"culbertson\n\n", "empty"),
        (b"hoyle\nruffing\n", "no-rulebook"),
        (b"culbertson\n../../secret\n", "no-lesson"),
        (b"culbertson\n<script>\n", "no-lesson"),
        (b"culbertson\nruffing ruffing\n", "lesson-twice"),
        (b"culbertson\n\n\n" + LINE + b"\n" + LINE, "twice"),
        (b"culbertson\n\n\n" + LINE + b" ", "no-puzzle"),
        (b"culbertson\n\n\nnonsense", "no-puzzle"),
        (b"culbertson\n\n\n" + LINE.replace(b"1 who", b"2 who"), "no-puzzle"),
        (b"culbertson\nruffing\nnote \xe2\x80\xaereversed", "note"),
        (b"culbertson\nruffing\n" + b"x" * 301, "note-long"),
        (b"culbertson\n" + b" ".join(b"a%d" % n for n in range(31)) + b"\n", "too-many"),
        (b"culbertson\nruffing\n\xff\xfe", "damaged"),
    ],
)
def test_a_forged_link_is_refused_by_what_is_wrong_with_it(text: bytes, key: str) -> None:
    with pytest.raises(AssignmentError) as caught:
        read(forged(text))
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("link", "key"),
    [
        ("", "cut-short"),
        ("2" + LINK[1:], "newer"),
        ("x" + LINK[1:], "damaged"),
        ("1" * 3001, "too-long"),
        (LINK + "é", "damaged"),
    ],
)
def test_what_is_no_link_is_named(link: str, key: str) -> None:
    with pytest.raises(AssignmentError) as caught:
        read(link)
    assert caught.value.key == key


def test_a_set_of_thirty_puzzles_still_fits_a_link() -> None:
    thirty = replace(PLAIN, lessons=IDS[:16], puzzles=pool()[:30], note="あ" * 300)
    assert read(write(thirty)) == thirty


def test_a_set_has_at_most_thirty_puzzles_and_thirty_lessons() -> None:
    lessons = tuple(f"lesson-{number}" for number in range(30))
    assert replace(PLAIN, lessons=lessons, puzzles=pool()[:30]).lessons == lessons
    for more in ({"lessons": (*lessons, "another")}, {"puzzles": pool()[:31]}):
        assert fault_of(partial(replace, PLAIN, **more)) == "too-many"


def test_a_note_is_one_line_of_plain_signs() -> None:
    assert tidy(" a\n\tb\u202e\u0000c\u200b  d ") == "a b c d".replace("b c", "bc")
    assert tidy("<b>*x*</b>") == "<b>*x*</b>"


# The code


@settings(max_examples=40)
@given(results())
def test_a_result_comes_back_from_its_code(pair: tuple[Assignment, SetResult]) -> None:
    one, result = pair
    code = write_result(one, result)
    back = read_result(one, code)
    assert back.lessons == result.lessons
    for puzzle, gave, answer in zip(one.read, result.answers, back.answers, strict=True):
        assert (gave is None) == (answer is None)
        if gave and answer:
            assert (answer.correct, answer.hinted) == (gave.correct, gave.hinted)
            if answer.answer is not None and gave.answer is not None:
                assert fitting(puzzle, answer.answer) == fitting(puzzle, gave.answer)
    assert read_result(one, f" {code.lower().replace('-', ' ')} ") == back
    assert read_result(one, code.replace("1", "l").replace("0", "o")) == back


FIRST = Answered(correct=False, hinted=False, answer="W")
SECOND = Answered(correct=True, hinted=True, answer="E")
RESULT = SetResult((FIRST, SECOND, None), lessons=(True, False))
CODE = write_result(PLAIN, RESULT)


def test_a_code_is_short_and_holds_the_answers_themselves() -> None:
    assert CODE == "1QW8S-WJHW3-XP"  # for ever: a code that was sent must be read
    assert read_result(PLAIN, CODE) == RESULT


SIXTEEN = (
    "1 which-cards two culbertson N=S S=D : S C9 CT D9 DJ DQ DK DA HT HJ HQ HK HA ST SJ SQ SK : -"
)
"""Who leads may play any of sixteen cards: there are 65,535 answers, and one is right."""


@pytest.mark.parametrize("hinted", [False, True])
@pytest.mark.parametrize("answer", [SIXTEEN.split(" : ")[1][2:], "C9"])
def test_of_a_puzzle_with_very_many_answers_a_code_tells_right_or_wrong(
    answer: str, *, hinted: bool
) -> None:
    one = replace(PLAIN, puzzles=(SIXTEEN, *PLAIN.puzzles))
    told = Answered(correct=answer != "C9", hinted=hinted, answer=answer)
    result = SetResult((told, *RESULT.answers), RESULT.lessons)
    back = read_result(one, write_result(one, result))
    assert back == replace(result, answers=(replace(told, answer=None), *RESULT.answers))
    assert write_result(one, back) == write_result(one, result)


@settings(max_examples=100)
@given(some.data())
def test_a_code_with_a_mistyped_sign_is_refused(data: some.DataObject) -> None:
    signs = CODE.replace("-", "")
    place = data.draw(some.integers(0, len(signs) - 1))
    other = data.draw(some.sampled_from(ALPHABET))
    if other != signs[place]:
        with pytest.raises(ResultError) as caught:
            read_result(PLAIN, signs[:place] + other + signs[place + 1 :])
        expected = {0: "newer"} | dict.fromkeys(range(1, 5), "other-set")
        assert caught.value.key == expected.get(place, "mistyped")


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("", "short"),
        (CODE[:4], "short"),
        (CODE[:-1], "short"),
        (CODE + "7", "long"),
        ("!" + CODE, "character"),
        ("2" + CODE[1:], "newer"),
        ("7" * 2000, "newer"),
        ("<script>", "character"),
    ],
)
def test_what_is_no_code_is_named(typed: str, key: str) -> None:
    with pytest.raises(ResultError) as caught:
        read_result(PLAIN, typed)
    assert caught.value.key == key


def test_a_code_of_another_set_is_told_apart() -> None:
    other = replace(PLAIN, note="another")
    with pytest.raises(ResultError) as caught:
        read_result(other, CODE)
    assert caught.value.key == "other-set"


@given(some.text(max_size=100))
def test_no_text_makes_reading_a_code_fail_otherwise(text: str) -> None:
    faults = {None, "character", "newer", "other-set", "short", "long", "mistyped"}
    for typed in (text, CODE + text, text + CODE):
        assert fault_of(partial(read_result, PLAIN, typed)) in faults


def attempt(place: int, answer: str, name: str, *, hinted: bool = False) -> Attempt:
    puzzle = parse_puzzle(PLAIN.puzzles[place])
    verdict = puzzle.check(answer)
    return Attempt(
        id=name,
        at=NOW,
        puzzle=PLAIN.puzzles[place],
        answer=answer,
        correct=verdict.correct,
        rule=puzzle.rule,
        misconception=next(iter(fitting(puzzle, answer)), None),
        hinted=hinted,
        mode=PLAIN.mode,
    )


def test_the_first_answer_in_the_set_counts_and_no_other() -> None:
    before = replace(attempt(0, "E", "before"), mode="today")
    given_ = [before, attempt(0, "W", "a"), attempt(0, "E", "b"), attempt(2, "CK C3", "c")]
    found = result_of(PLAIN, given_, {"ruffing", "other"})
    first, second, third = found.answers
    assert first == FIRST
    assert second is None
    assert third
    assert third.correct
    assert found.lessons == (False, True)
    back = read_result(PLAIN, write_result(PLAIN, found)).answers[2]
    assert back
    assert back.answer == "C3 CK"  # in the order of the choices


def test_a_misconception_is_named_that_several_answers_of_one_learner_show() -> None:
    asked = [*RIGHT, *SIGNS[:3]]
    one = replace(PLAIN, puzzles=tuple(answer.puzzle for answer in asked))
    held = [replace(answer, mode=one.mode) for answer in asked]
    found = [result_of(one, held, ()), result_of(one, held[:3], ()), result_of(one, held, ())]
    named = {name for line in missed(one, found) for name in line.misconceptions}
    assert named == {("led-trump-is-unbeatable", 2)}, "each learner counts once"


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_how_many_a_misconception_fits_is_told(language: str) -> None:
    say, asked = Texts(language), [*RIGHT, *SIGNS[:3]]
    one = replace(PLAIN, puzzles=tuple(answer.puzzle for answer in asked))
    held = [replace(answer, mode=one.mode) for answer in asked]
    codes = [write_result(one, result_of(one, part, ())) for part in (held, held[:6])]
    said = words(read_codes("\n".join(codes), write(one), language=language))
    name = say("misconception.led-trump-is-unbeatable.name")
    assert say("results.misconception", misconception=name, count=1) in said


def test_a_class_is_summed_up_by_rule() -> None:
    lines = read_list(PLAIN, f"Anna: {CODE}\n\nBen：{CODE}\n{CODE}\nEve\t{CODE[:-1]}\n=1+1: {CODE}")
    assert [line.name for line in lines] == ["Anna", "Ben", "", "Eve", "=1+1"]
    assert [line.fault.key if line.fault else "" for line in lines] == ["", "", "", "short", ""]
    found = missed(PLAIN, [line.result for line in lines if line.result])
    by_rule = {one.rule: one for one in found}
    plain = by_rule[Rule.SUIT_HIGHEST]
    assert (plain.answers, plain.missed) == (4, 4)
    assert plain.misconceptions == (), "one answer shows nothing"
    assert by_rule[Rule.RUFF_WINS].missed == 4  # right, but with a hint


@pytest.mark.parametrize(
    ("answers", "rules"),
    [
        (("W", "E"), [Rule.SUIT_HIGHEST, Rule.RUFF_WINS]),
        (("E", "N"), [Rule.RUFF_WINS, Rule.SUIT_HIGHEST]),
    ],
)
def test_of_a_class_the_rule_comes_first_that_was_missed_most(
    answers: tuple[str, str], rules: list[Rule]
) -> None:
    given_ = [attempt(place, answer, answer) for place, answer in enumerate(answers)]
    assert [rule.rule for rule in missed(PLAIN, [result_of(PLAIN, given_, ())])] == rules


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Joan {}", "Joan"),
        ("Joan Smith - {}.", "Joan Smith"),
        ("{} (Joan)", "Joan"),
        ("花子、 {}", "花子"),
        ("花子です。{}でした。", "花子です"),
        ("花子2組 {}", "花子2組"),
        ("先生、できました。{}　太郎", "先生、できました"),
        ("Joan;{}", "Joan"),
        ('"Joan","{}"', "Joan"),
        ("{},Joan", "Joan"),
        ("| Joan | {} |", "Joan"),
        ("花子さん→{}", "花子さん"),
        ("> {}", ""),
    ],
)
def test_a_code_is_found_in_the_sentence_people_send(written: str, name: str) -> None:
    (line,) = read_list(PLAIN, written.format(CODE))
    assert (line.name, line.result, line.fault) == (name, read_result(PLAIN, CODE), None)
    (spaced,) = read_list(PLAIN, written.format(CODE.replace("-", " ")))
    assert (spaced.name, spaced.result) == (name, line.result)


@pytest.mark.parametrize(
    "sent",
    [
        "[29/11/2026, 12:31] {}: ",
        "[12:31, 29/11/2026] {}: ",
        "[12:31\u202fpm, 29/11/2026] {}: ",
        "\u200e[29.11.26, 12:31:05] {}: ",
        "29.11.26, 12:31 - {}: ",
        "11/29/26, 1:05 PM - {}: ",
        "2026-11-29 12:31 {}: ",
        "2026年11月29日 午後12:31 {}：",
        "12:31\t{}\t",
        "午後9:05\t{}\t",
    ],
)
@pytest.mark.parametrize("name", ["Joan", "花子", "3rd row, Joan"])
def test_who_sent_a_message_is_the_same_whenever_it_was_sent(sent: str, name: str) -> None:
    (line,) = read_list(PLAIN, sent.format(name) + CODE)
    assert (line.name, line.result) == (name, read_result(PLAIN, CODE))
    (again,) = read_list(PLAIN, f"{line.name}: {CODE}\n{sent.format(name)}{CODE}")
    assert again.name == name
    assert [one.result for one in read_list(PLAIN, f"12:31 {CODE}")] == [line.result]
    for nothing in ("12:31", sent.format(name)):
        assert all(one.result is None for one in read_list(PLAIN, nothing))


@pytest.mark.parametrize(
    ("slip", "key"),
    [
        (CODE[:-1], "short"),
        (f"{CODE}0", "long"),
        (CODE[:-1] + ("0" if CODE[-1] != "0" else "1"), "mistyped"),
        (CODE[:2] + ("0" if CODE[2] != "0" else "1") + CODE[3:], "other-set"),
        (f"2{CODE[1:]}", "newer"),
    ],
)
@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Joan {}", "Joan"),
        ("Ian 7 {}", "Ian 7"),
        ("花子、 {}", "花子"),
        ("花子です。{}", "花子です"),
    ],
)
def test_of_a_code_with_a_slip_the_slip_is_told_and_who_made_it(
    slip: str, key: str, written: str, name: str
) -> None:
    (line,) = read_list(PLAIN, written.format(slip))
    assert line.fault
    assert (line.name, line.fault.key) == (name, key)
    (spaced,) = read_list(PLAIN, written.format(slip.replace("-", " ")))
    assert spaced.fault
    assert (spaced.name, spaced.fault.key) == (name, key)


def test_of_a_code_sent_before_all_was_done_and_a_later_one_the_later_counts() -> None:
    begun = SetResult((FIRST, None, None), lessons=(True, False))
    other = SetResult((SECOND, None, None), lessons=(True, True))
    codes = [write_result(PLAIN, one) for one in (begun, RESULT, other, begun)]
    sent = "\n".join(f"Ann: {code}" for code in codes)
    lines = read_list(PLAIN, f"{sent}\nBen: {codes[0]}\n{codes[0]}\n{codes[1]}")
    assert [(line.name, line.result) for line in lines] == [
        ("Ann", RESULT),
        ("Ann", other),  # another Ann
        ("Ben", begun),
        ("", begun),
        ("", RESULT),
    ]


def test_a_later_code_replaces_none_that_says_what_it_does_not() -> None:
    first = SetResult((FIRST, None, None), lessons=(True, False))
    second = SetResult((FIRST, SECOND, None), lessons=(False, True))
    sent = "\n".join(f"Ann: {write_result(PLAIN, result)}" for result in (first, second))
    assert [line.result for line in read_list(PLAIN, sent)] == [first, second]


@pytest.mark.parametrize("names", [("Anna", "anna"), ("タロウ", "ﾀﾛｳ"), ("Ken", "Ｋｅｎ")])
def test_a_name_typed_otherwise_is_the_same_learners(names: tuple[str, str]) -> None:
    begun = write_result(PLAIN, SetResult((FIRST, None, None), lessons=(True, False)))
    first, second = names
    (line,) = read_list(PLAIN, f"{first}: {begun}\n{second}: {CODE}\n{first}: {CODE}")
    assert line.result == RESULT


@pytest.mark.parametrize(
    "words",
    ["nonsense", "Thank you!", "できました。", "iPhone 12", "I had 3 of 5!", "2026-11-29", "2回目"],
)
def test_of_words_without_a_code_it_is_said_that_there_is_none(words: str) -> None:
    (line,) = read_list(PLAIN, f"Bob: {words}")
    assert line.fault
    assert (line.name, line.fault.key) == ("Bob", "none")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("{} {}", ""),
        ("Ann: {}, Ben: {}", "Ann"),
        ("Ann {}; Ben {}", "Ann"),
        ("花子は{}で太郎は{}です", "花子は"),
        ("{}\t{}", ""),
        ("Ann;{};Ben;{}", "Ann"),
        ("Ann Lee: {} {}", "Ann Lee"),
    ],
)
def test_of_two_codes_in_a_line_neither_is_taken_for_the_other_ones_name(
    written: str, name: str
) -> None:
    other = write_result(PLAIN, SetResult((FIRST, None, None), lessons=(True, False)))
    (line,) = read_list(PLAIN, written.format(CODE, other))
    assert line.fault
    assert (line.name, line.result, line.fault.key) == (name, None, "several")


@pytest.mark.parametrize("word", ["2", CODE[:5], CODE[:7], "a1"])
def test_no_line_takes_long_however_much_in_it_is_like_a_code(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every word began twelve codes, each read three times: a page of such lines, seconds."""
    tried, line = list[str](), f"{word} " * (480 // (len(word) + 1))

    def read(assignment: Assignment, code: str) -> SetResult:
        tried.append(code)
        return read_result(assignment, code)

    monkeypatch.setattr("tutor.assignments.code_list.read_result", read)
    (listed,) = read_list(PLAIN, line)
    assert listed.fault
    assert len(tried) <= 9 * len(line.split())


def test_a_line_is_called_by_the_number_it_has_where_it_was_pasted() -> None:
    lines = read_list(PLAIN, f"Ann: {CODE}\nAnn: {CODE}\n\n{CODE}\nnonsense")
    assert [(line.name, line.line) for line in lines] == [("Ann", 1), ("", 4), ("", 5)]


def test_of_more_lines_than_are_read_the_first_that_is_not_is_named() -> None:
    many = "\n\n".join([f"P{number}: {CODE}" for number in range(MOST_LINES)])
    assert all(line.result for line in read_list(PLAIN, many)), "empty lines are none"
    (last, *rest) = reversed(read_list(PLAIN, f"{many}\nAnn: {CODE}\nBen: {CODE}"))
    assert last.fault
    assert (last.name, last.line, last.fault.key) == ("", 2 * MOST_LINES, "unread")
    assert len(rest) == MOST_LINES
    for language in LANGUAGES:
        assert str(MOST_LINES) in Texts(language)("result.wrong.unread", character="")


DISPUTED = "1 who-wins partnership culbertson N=S E=C S=H W=D : N S9 C4 SK SA"


def test_a_ruffed_lead_of_a_trump_is_a_rule_of_its_own_in_the_results() -> None:
    plain = "1 who-wins partnership culbertson N=S E=C S=H W=D : N D9 C4 DK DA"
    one = Assignment(lessons=(), puzzles=(DISPUTED, plain), rulebook=CULBERTSON, note="")
    told = tuple(Answered(correct=False, hinted=False, answer="N") for _ in one.puzzles)
    assert {rule.words for rule in missed(one, [SetResult(told, ())])} == {
        "rule.trick.ruff-wins",
        "rule.trick.ruff-wins.any-ruff",
    }


@pytest.mark.parametrize("rulebook", [CULBERTSON, AKAGIRI], ids=str)
def test_a_set_says_that_its_puzzles_may_name_another_rulebook(rulebook: Rulebook) -> None:
    one = Assignment(lessons=(), puzzles=(DISPUTED,), rulebook=rulebook, note="")
    said = words(opened("assignment", set=write(one)))
    assert ("unless a puzzle says otherwise" in said) == (rulebook == AKAGIRI)


# The pages


def code_of(at: AppTest) -> str:
    return str(at.code[0].value)


def test_a_note_is_shown_sign_by_sign_whoever_made_the_link() -> None:
    note = "[x](https://evil.example) ![i](//e) $x^2$ :material/home: **b** <b>c</b> `d`"
    at = opened("assignment", set=write(replace(PLAIN, note=note)))
    assert note in [text.value for text in at.text]
    for block in (at.markdown, at.caption, at.title, at.info):
        assert not [one for one in block if "evil.example" in str(one.value)]


def test_a_learner_works_through_a_set_and_gets_a_code() -> None:
    at = opened("assignment", set=LINK)
    assert PLAIN.note in words(at)
    assert not at.code
    at = press(at, "set-open-1")
    assert at.query_params["item"] == "1"
    at = press(at, "answer-set-1-0-1")
    assert "verdict-wrong" in verdict(at)
    at = press(at, "next-set-1")
    assert at.query_params["item"] == "2"
    at = press(at, "back-set")
    at = press(press(at, "set-open-2"), "answer-set-2-0-2")
    at = press(press(at, "next-set-2"), "back-set")
    assert "2 of 5 done" in [str(bar.proto.text) for bar in at.get("progress")]
    found = read_result(PLAIN, code_of(at))
    first, second, third = found.answers
    assert first
    assert not first.correct
    assert second
    assert second.known
    assert third is None


def test_a_set_starts_with_its_lesson_and_goes_on_with_its_puzzles() -> None:
    at = press(opened("assignment", set=LINK), "set-go-on")
    assert at.query_params["lesson"] == PLAIN.lessons[0]
    at = press(opened("assignment", set=LINK, item="1"), "answer-set-1-0-1")
    at = press(press(at, "next-set-1"), "back-set")
    assert press(at, "set-go-on").query_params["item"] == "2"


def test_a_lesson_of_a_set_begins_where_the_learner_is_and_its_end_leads_back() -> None:
    token, one = new_token(), replace(PLAIN, puzzles=PLAIN.puzzles[:1])
    first, second = one.lessons
    at = press(opened("assignment", set=write(one), token=token), "set-go-on")
    at = turned(at, "learn", **dict(at.query_params))  # AppTest stays at the page that turned
    step = int(press(at, f"next-{first}-1").query_params["step"])
    at = press(opened("assignment", set=write(one), token=token), "set-go-on")
    assert (at.query_params["lesson"], at.query_params["step"]) == (first, str(step))
    end = opened("learn", lesson=first, step="end", set=write(one), token=token)
    ways = {str(way.proto.label): str(way.proto.query_string) for way in end.get("page_link")}
    assert f"set={write(one)}" in ways[Texts("en")("assignment.overview")]
    assert not [one for one in end.button if str(one.key).startswith("next-")]
    store = open_store()
    store.finish_lesson(learner_of(token), first, now=NOW)
    at = press(opened("assignment", set=write(one), item="1", token=token), "answer-set-1-0-1")
    at = press(press(at, "set-overview"), "set-go-on")
    assert at.query_params["lesson"] == second, "of the puzzles none is left"


@pytest.mark.parametrize("language", LANGUAGES)
def test_over_the_bar_it_is_said_that_so_many_are_done(language: str) -> None:
    said = Texts(language)("assignment.done", done=6, count=7)
    assert "done" in said or "終わりました" in said


def test_that_all_is_done_is_said_once() -> None:
    one = replace(PLAIN, lessons=(), puzzles=PLAIN.puzzles[:1])
    at = press(opened("assignment", set=write(one), item="1"), "answer-set-1-0-1")
    at = press(at, "set-overview")
    assert Texts("en")("assignment.all-done") in words(at)
    assert not at.get("progress")


def test_an_answer_given_again_does_not_change_the_code() -> None:
    at = press(opened("assignment", set=LINK, item="1"), "answer-set-1-0-1")
    at = press(press(at, "next-set-1"), "answer-set-2-0-2")
    at = press(press(at, "next-set-2"), "back-set")
    before = code_of(at)
    at = press(press(at, "set-open-1"), "answer-set-1-0-2")
    assert "verdict-right" in verdict(at)
    at = press(press(at, "next-set-1"), "back-set")
    assert code_of(at) == before
    assert "wrong at first" in words(at)


def test_the_code_holds_what_was_answered_in_another_tab_and_the_first_answer_counts() -> None:
    token = new_token()
    here, other = (opened("assignment", set=LINK, token=token) for _ in range(2))
    here, other = press(here, "set-open-1"), press(other, "set-open-1")
    other = press(press(other, "answer-set-1-0-1"), "next-set-1")
    press(other, "answer-set-2-0-2")
    here = press(press(here, "answer-set-1-0-2"), "next-set-1")
    assert here.query_params["item"] == "3", "the second is done"
    first, second, third = read_result(PLAIN, code_of(press(here, "back-set"))).answers
    assert first
    assert not first.correct, "though a right one was given here"
    assert second
    assert third is None


@pytest.mark.parametrize("link", ["", LINK[:-3], "<script>", "9" * 4000, forged(b"hoyle\nx\n")])
def test_a_bad_link_gets_a_friendly_page(link: str) -> None:
    at = opened("assignment", set=link)
    assert "This link doesn’t go anywhere" in [h.value for h in at.title]


def test_a_lesson_that_is_not_here_is_named_and_the_rest_goes_on() -> None:
    at = opened("assignment", set=write(replace(PLAIN, lessons=("of-another-club",))))
    assert "of-another-club" in words(at)
    assert press(at, "set-go-on").query_params["item"] == "1"


def link_of(at: AppTest) -> Assignment:
    address = next(str(one.value) for one in at.code if "set=" in str(one.value))
    return read(parse_qs(urlsplit(address).query)["set"][0])


def said_of(at: AppTest) -> list[str]:
    return [str(one.value) for one in at.caption]


def test_without_a_number_nothing_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    put: list[str] = []
    monkeypatch.setattr(session, "typed", lambda _: "")
    monkeypatch.setattr(session, "widget", lambda _: None)
    monkeypatch.setattr(session, "put", lambda key, _: put.append(key))
    _add()
    assert put == []


def test_a_teacher_makes_a_set_and_gets_its_link() -> None:
    at = opened("assignments")
    assert "the link will appear here" in words(at)
    at = press(at, "set-add")
    made = link_of(at)
    assert len(made.puzzles) == 6
    assert "6 puzzles" in said_of(at), "of no lessons nothing is said"
    note = next(box for box in at.text_area if box.key == drawn(at, "set-note-text"))
    at = ran(note.set_value("Bring\n<b>cards</b>").run())
    picked = next(box for box in at.multiselect if box.key == drawn(at, "set-lessons"))
    at = ran(picked.set_value([IDS[0]]).run())
    again = link_of(at)
    assert again.puzzles == made.puzzles
    assert again.lessons == (IDS[0],)
    assert "1 lesson and 6 puzzles" in said_of(at)
    assert again.note == "Bring <b>cards</b>"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_note_that_is_too_long_stays_and_is_said_to_be(language: str) -> None:
    at = press(opened("assignments", lang=language), "set-add")
    note = next(box for box in at.text_area if box.key == drawn(at, "set-note-text"))
    assert note.max_chars > 10 * LONGEST_NOTE, "what is pasted is not dropped by the browser"
    at = ran(note.set_value("x" * (LONGEST_NOTE + 12)).run())
    assert Texts(language)("assignments.note.long", count=12) in [one.value for one in at.error]
    assert not [one for one in at.code if "set=" in str(one.value)]
    at = ran(note.set_value("x" * LONGEST_NOTE).run())
    assert link_of(at).note == "x" * LONGEST_NOTE


@pytest.mark.parametrize("language", LANGUAGES)
def test_fresh_puzzles_are_on_the_rules_of_the_lessons_in_the_set(language: str) -> None:
    say, building = Texts(language), lesson("building-calypsos")
    assert building
    at = opened("assignments", lang=language)
    rule = at.selectbox(key="set-rule")
    assert rule.options[0] == say("drill.mixed")
    at = ran(at.multiselect(key=drawn(at, "set-lessons")).set_value([building.id]).run())
    assert at.selectbox(key=drawn(at, "set-rule")).options[0] == say("assignments.mixed")
    at.number_input(key="set-count").set_value(20)
    at = press(at, "set-add")
    assert {parse_puzzle(line).rule for line in link_of(at).puzzles} <= set(building.rules)
    at = ran(at.selectbox(key="set-kind").set_value("whose-turn").run())
    rule = at.selectbox(key=drawn(at, "set-rule"))
    assert rule.options[0] == say("drill.mixed"), "none of them is asked"


def test_a_reload_keeps_the_set_that_is_being_made() -> None:
    at = press(opened("assignments"), "set-add")
    note = next(box for box in at.text_area if box.key == drawn(at, "set-note-text"))
    at = ran(note.set_value("Bring cards").run())
    at = ran(at.multiselect(key=drawn(at, "set-lessons")).set_value([IDS[0]]).run())
    at = ran(at.radio(key=drawn(at, "set-rulebook")).set_value("akagiri").run())
    made = link_of(at)
    again = opened("assignments", set=str(at.query_params["set"]))
    assert link_of(again) == made
    again = press(again, "set-add")
    assert link_of(again).puzzles[:6] == made.puzzles
    again = ran(again.multiselect(key=drawn(again, "set-lessons")).set_value([]).run())
    again = ran(again.text_area(key=drawn(again, "set-lines")).set_value("").run())
    assert "set" not in again.query_params, "it stays empty"


def test_a_set_in_the_address_that_cannot_be_read_is_none() -> None:
    assert "the link will appear here" in words(opened("assignments", set="1nonsense"))


def test_a_number_typed_is_the_one_that_is_added_at_once() -> None:
    at = opened("assignments")
    at.number_input(key="set-count").set_value(2)
    at = press(at, "set-add")
    assert len(at.session_state[drawn(at, "set-lines")].splitlines()) == 2


def test_a_full_set_says_so() -> None:
    at = opened("assignments")
    at.number_input(key="set-count").set_value(MOST_PUZZLES - 1)
    at = press(at, "set-add")
    assert "at most 30 puzzles" not in words(at)
    at = press(at, "set-add")
    assert len(link_of(at).puzzles) == MOST_PUZZLES
    assert "at most 30 puzzles" in words(at)


def test_a_line_that_is_no_puzzle_is_named_and_nothing_is_lost() -> None:
    at = press(opened("assignments"), "set-add")
    box = next(box for box in at.text_area if box.key == drawn(at, "set-lines"))
    text = f"{box.value}\nnonsense"
    at = ran(box.set_value(text).run())
    assert "1 line isn’t a puzzle." in words(at)
    assert at.code[0].value == "Line 7: not a puzzle or a link to one."
    assert next(box for box in at.text_area if box.key == drawn(at, "set-lines")).value == text


def read_codes(codes: str, link: str = LINK, language: str = "en") -> AppTest:
    at = opened("assignments", lang=language)
    at.text_input(key="results-link").set_value(f"https://x.example/assignment?set={link}&lang=ja")
    at.text_area(key="results-codes").set_value(codes)
    return ran(at.run())


def test_the_link_of_results_is_that_of_the_set_just_made_unless_one_was_pasted() -> None:
    def shown(at: AppTest) -> str:
        return str(at.text_input(key=drawn(at, "results-link")).value)

    at = press(opened("assignments"), "set-add")
    assert at.query_params["set"] in shown(at)
    at = press(at, "set-add")
    assert at.query_params["set"] in shown(at)
    at = ran(at.text_input(key=drawn(at, "results-link")).set_value("pasted").run())
    assert shown(press(at, "set-add")) == "pasted"


def html_of(at: AppTest) -> list[str]:
    return [str(one.value) for one in at.get("html") if isinstance(one, Element)]


def table_of(at: AppTest) -> str:
    return next(html for html in html_of(at) if "<table" in html)


def test_a_teacher_reads_who_missed_what_and_why() -> None:
    at = read_codes(f"Anna: {CODE}\nBen: {CODE[:-2]}9{CODE[-1]}\n<img src=x>: {CODE}")
    table = table_of(at)
    assert "Anna" in table
    assert "<img" not in table
    assert "&lt;img src=x&gt;" in table
    assert table.count("✗") == 2
    assert table.count("✓?") == 2
    said = words(at)
    faults = [html for html in html_of(at) if 'class="verdict-box verdict-wrong"' in html]
    assert len(faults) == 1
    assert "Ben" in faults[0]
    assert "typing mistake" in faults[0]
    assert "The highest of the suit led wins: 2 of 2 wrong or with a hint" in said
    ways = [str(one.proto.label) for one in at.get("page_link")]
    assert not any("The highest of the suit led wins" in way for way in ways), "it is said above"
    assert "probably explains" not in said, "one answer shows nothing"


def test_a_line_of_results_that_was_pasted_twice_counts_once() -> None:
    at = read_codes(f"Joan: {CODE}\nBen: {CODE}\nJoan: {CODE.lower()}\n{CODE}\n{CODE}")
    assert table_of(at).count("Joan") == 1
    assert "2 of 2" not in words(at)
    assert "The highest of the suit led wins: 4 of 4 wrong" in words(at), "nobody's may be two's"


def test_results_of_a_damaged_link_say_so_to_the_teacher_who_made_it() -> None:
    for link in (LINK[:-4], LINK[:-1] + "!"):
        said = words(read_codes(CODE, link))
        assert "link is missing" in said or "altered" in said
        assert "your teacher" not in said


@pytest.mark.parametrize(
    ("told", "is_found"),
    [
        ("Hello, tonight’s set is https://x.example/assignment?set={}, have fun!", True),
        ("https://x.example/assignment?lang=ja&set={}#top", True),
        (" {} ", True),
        ("https://[::1/assignment?set=", False),
    ],
)
def test_a_link_of_results_is_found_in_what_was_pasted(told: str, *, is_found: bool) -> None:
    at = opened("assignments", lang="en")
    at.text_input(key=drawn(at, "results-link")).set_value(told.format(LINK))
    at.text_area(key="results-codes").set_value(CODE)
    refused = Texts("en")("assignment.wrong.damaged") in words(ran(at.run()))
    assert refused is not is_found


def test_right_answers_are_numbers_in_the_file_of_results(monkeypatch: pytest.MonkeyPatch) -> None:
    files: list[list[list[str]]] = []

    def keep(rows: list[list[str]]) -> bytes:
        files.append(rows)
        return b""

    monkeypatch.setattr("tutor.pages.teach.assignments.write_rows", keep)
    read_codes(f"Anna: {CODE}")
    head, row = files[-1]
    assert row[0] == "Anna"
    assert row[head.index("Right")] == str(row.count("right"))


def test_the_file_of_results_holds_no_formula() -> None:
    from tutor.export import write_rows

    text = write_rows([["Who", "1"], ["=HYPERLINK(1)", "right"], ["@x", "wrong"]])
    rows = list(csv.reader(io.StringIO(text.decode("utf-8-sig"), newline="")))
    assert [row[0] for row in rows] == ["Who", "'=HYPERLINK(1)", "'@x"]


@pytest.mark.parametrize("base", ["http://192.168.1.20:8501", "https://cards.example.org"])
def test_homework_whose_link_will_not_open_at_home_says_so(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CALYPSO_ADDRESS", base)
    at = opened("assignments")
    at = ran(at.multiselect(key=drawn(at, "set-lessons")).set_value([IDS[0]]).run())
    assert link_of(at).lessons == (IDS[0],)
    assert (Texts("en")("address.to-do") in words(at)) is ("192.168" in base)
    assert "CALYPSO_ADDRESS" not in words(at), "who teaches need not know how it is set up"


@pytest.mark.parametrize("base", ["http://127.0.0.1:8501", "https://cards.example.org"])
def test_a_link_that_no_phone_can_open_is_no_picture_for_phones(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures: list[str] = []
    monkeypatch.setenv("CALYPSO_ADDRESS", base)
    monkeypatch.setattr(
        "tutor.pages.teach.assignments.show_qr_code", lambda link, _label: pictures.append(link)
    )
    at = opened("assignments")
    at = ran(at.multiselect(key=drawn(at, "set-lessons")).set_value([IDS[0]]).run())
    assert bool(pictures) is ("cards.example.org" in base)
    said = Texts("en")("address.here", address=urlsplit(base).netloc)
    assert (said in words(at)) is not bool(pictures)


def lines_of(at: AppTest) -> list[str]:
    return str(at.text_area(key=drawn(at, "set-lines")).value).splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_teacher_sees_what_each_puzzle_asks_and_leaves_one_out(language: str) -> None:
    at = press(opened("assignments", lang=language), "set-add")
    six = lines_of(at)
    labels = [one.label for one in at.expander]
    say = Texts(language)
    for number, line in enumerate(six, start=1):
        puzzle = parse_puzzle(line)
        name = f"{number}. {asked_label(say, puzzle)}"
        (label,) = [one for one in labels if one.startswith(f"{number}. ")]
        assert label.startswith(name)
        assert line not in label
    key = f"set-look-2-{zlib.crc32(six[2].encode())}"
    at.session_state[key] = True
    at = ran(at.run())
    assert component.given(at, f"{key}-table")["html"]
    at = press(at, f"{key}-out")
    assert lines_of(at) == [*six[:2], *six[3:]]
    assert link_of(at).puzzles == tuple(lines_of(at))


def test_leaving_one_out_keeps_what_else_was_pasted() -> None:
    line = PLAIN.puzzles[0]
    at = opened("assignments")
    at = ran(
        at.text_area(key=drawn(at, "set-lines")).set_value(f"{line}\n\nnonsense\n{line}").run()
    )
    key = f"set-look-1-{zlib.crc32(line.encode())}"
    at.session_state[key] = True
    at = ran(at.run())
    assert "data-event" not in component.given(at, f"{key}-table")["html"], "nothing is answered"
    at = press(at, f"{key}-out")
    assert lines_of(at) == [line, "", "nonsense"]


def test_back_takes_back_what_was_added_last_and_a_press_on_its_way_nothing() -> None:
    """Back would do nothing else, once for every change, before it led out of the page."""
    at = press(opened("assignments"), "set-add")
    first = at.query_params["set"]
    six = lines_of(at)
    at = press(at, "set-add")
    assert len(lines_of(at)) == 12
    at.query_params["set"] = first
    at = ran(at.run())
    assert lines_of(at) == six
    assert link_of(at).puzzles == tuple(six)
    at = press(at, "set-add")
    twelve = lines_of(at)
    at.query_params["set"] = first  # the browser had not heard of them yet
    at = press(at, "set-add")
    assert lines_of(at)[:12] == twelve
    assert len(lines_of(at)) == 18


def test_the_link_that_was_just_made_is_there_when_results_are_read() -> None:
    at = press(opened("assignments"), "set-add")
    made = next(str(one.value) for one in at.code if "set=" in str(one.value))
    at = ran(at.run())
    assert at.text_input(key=drawn(at, "results-link")).value == made
    at = ran(ran(at.text_area(key=drawn(at, "set-note-text")).set_value("By Tuesday").run()).run())
    changed = next(str(one.value) for one in at.code if "set=" in str(one.value))
    assert at.text_input(key=drawn(at, "results-link")).value == changed != made
    at = ran(at.text_input(key=drawn(at, "results-link")).set_value(made).run())
    at = ran(ran(at.text_area(key=drawn(at, "set-note-text")).set_value("By Friday").run()).run())
    assert at.text_input(key=drawn(at, "results-link")).value == made, "what was pasted stays"


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_no_puzzle_was_answered_nothing_is_said_of_answers(language: str) -> None:
    say, nothing = Texts(language), SetResult((None,) * 3, lessons=(True, False))
    at = read_codes(f"Ann: {write_result(PLAIN, nothing)}", language=language)
    assert say("results.all-known") not in words(at)
    assert say("results.rules") not in [head.value for head in at.header]
    assert say("results.of", right=0, count=3) in table_of(at)
    known = tuple(
        Answered(correct=True, hinted=False, answer=puzzle.solution) for puzzle in PLAIN.read
    )
    done = write_result(PLAIN, replace(nothing, answers=known))
    at = read_codes(f"Ann: {done}", language=language)
    assert say("results.all-known") in words(at)
    assert say("results.rules") not in [head.value for head in at.header], "there is none"


@pytest.mark.parametrize("language", LANGUAGES)
def test_homework_of_lessons_alone_has_no_column_of_right_answers(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    say, one, files = Texts(language), replace(PLAIN, puzzles=()), list[list[list[str]]]()

    def keep(rows: list[list[str]]) -> bytes:
        files.append(rows)
        return b""

    monkeypatch.setattr("tutor.pages.teach.assignments.write_rows", keep)
    code = write_result(one, SetResult((), lessons=(True, False)))
    at = read_codes(f"Ann: {code}", write(one), language=language)
    assert say("results.of", right=0, count=0) not in table_of(at)
    assert say("results.legend") not in said_of(at)
    done = [say("results.done"), say("results.not-done")]
    assert files[-1][1] == ["Ann", *done]
    assert len(files[-1][0]) == 3


def test_a_lessons_column_has_the_number_that_the_lesson_has_in_the_course() -> None:
    one = replace(PLAIN, lessons=(IDS[3],))
    code = write_result(one, result_of(one, (), frozenset({IDS[3]})))
    table = table_of(read_codes(code, write(one)))
    assert "Lesson 4" in table
    assert "Lesson 1<" not in table
