"""A puzzle is one line and back; old lines keep their meaning; nonsense is refused politely."""

from contextlib import suppress
from urllib.parse import urlencode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzles.kinds import KINDS
from puzzles.notation import line_of, parse_puzzle, print_puzzle, puzzle_lines, read_puzzles
from tests.makers.golden import lacking, lines

LINES = lines()
GOOD = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"


@pytest.mark.parametrize(("line", "solution"), LINES)
def test_an_old_line_keeps_its_meaning(line: str, solution: str) -> None:
    puzzle = parse_puzzle(line)
    assert puzzle.solution == solution
    assert print_puzzle(puzzle) == line
    assert puzzle.check(solution).correct


def test_the_golden_file_has_every_kind_and_form() -> None:
    assert list(lacking()) == [], "for a line of each, run: python -m tests.makers.golden"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "want version, kind, form, rulebook, table : position"),
        ("1 who-wins partnership culbertson : N H8", "want version, kind"),
        (GOOD.replace("1", "2", 1), "no version '2' of puzzle lines (want 1)"),
        (GOOD.replace("who-wins", "who"), "no kind of puzzle 'who' (want one of who-wins"),
        (GOOD.replace("partnership", "five"), "no form 'five' (want one of partnership"),
        (GOOD.replace("culbertson", "hoyle"), "no rulebook 'hoyle'"),
        (GOOD.replace("N=C", "N=X"), "not a seat with its trump: 'N=X'"),
        (GOOD.replace("N=C", "N=D"), "every seat has a trump of its own"),
        (GOOD.replace("N=C", "N=H").replace("W=H", "W=C"), "pairs spades with hearts"),
        (GOOD.replace("partnership", "three"), "three has the seats N E S"),
        (GOOD.replace("H8", "H1"), "not a card: 'H1'"),
        (GOOD + " : why : why", "want a trick, or a trick : why"),
        (GOOD + " " * 2_000, "at most 2000 characters, not"),
    ],
)
def test_a_line_of_another_form_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        parse_puzzle(line)
    assert complaint in str(error.value)


WORDS = sorted({word for line, _ in LINES for word in line.split()} | {"", "?", "-1", "١", "²"})


@given(st.text(max_size=2_100))
@example("1 what-score partnership culbertson N=C E=S S=D W=H : N : C0:A : ²")
@example("1 what-score partnership culbertson N=C E=S S=D W=H : N : C²:A : 1")
@example("1 what-is-built partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3 : - : deal ²")
def test_hostile_text_raises_nothing_but_a_value_error(text: str) -> None:
    with suppress(ValueError):
        parse_puzzle(text)


@given(st.sampled_from(sorted(KINDS)), st.lists(st.sampled_from(WORDS), max_size=30))
def test_words_of_puzzles_in_disorder_raise_nothing_but_a_value_error(
    kind: str, words: list[str]
) -> None:
    line = f"1 {kind} partnership culbertson N=C E=S S=D W=H : {' '.join(words)}"
    with suppress(ValueError):
        puzzle = parse_puzzle(line)
        assert parse_puzzle(print_puzzle(puzzle)) == puzzle


@given(st.sampled_from(LINES), st.text(max_size=60))
def test_a_hostile_answer_raises_nothing_but_a_value_error(line: list[str], answer: str) -> None:
    with suppress(ValueError):
        parse_puzzle(line[0]).check(answer)


def test_a_text_of_puzzles_may_hold_links_remarks_and_empty_lines() -> None:
    line = LINES[0][0]
    link = f"https://calypso.example/drill?{urlencode({'puzzle': line})}"
    text = f"# Friday\n  {line}  \n\n{link}\nnonsense?puzzle\n"
    assert list(puzzle_lines(text)) == [(2, line), (4, line), (5, "nonsense?puzzle")]


@given(st.text(max_size=60))
@example("https://[::1/drill?")
def test_hostile_text_in_a_link_raises_nothing(text: str) -> None:
    line_of(text + "puzzle=" + text)


def test_a_pasted_link_that_is_none_is_told_by_its_line() -> None:
    _, wrong = read_puzzles("https://[::1/drill?puzzle=1+who-wins")
    assert list(wrong) == [1]
