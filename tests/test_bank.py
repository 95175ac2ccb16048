"""The bank says what the engine says; `tests/bank_errors/` has what the linter finds in one."""

import re

import pytest

from engine.trick import dissents
from puzzles.bank import Entry, bank, read_bank
from puzzles.kinds import KINDS
from puzzles.kinds.kind import tokens_of
from puzzles.notation import parse_puzzle, print_puzzle

ENTRIES = bank()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_engine_gives_the_answer_that_the_author_expects(entry: Entry) -> None:
    assert tokens_of(entry.puzzle.solution) == tokens_of(entry.expect), "cards in any order"
    assert entry.puzzle.check(entry.expect).correct


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_a_position_on_which_rulebooks_differ_says_so(entry: Entry) -> None:
    ruling = entry.puzzle.ruling
    differ = bool(ruling and dissents(ruling))
    assert entry.disputed == (differ and entry.puzzle.kind != "rulebooks-differ")


def test_the_sources_examples_and_thirty_edge_cases_are_there() -> None:
    from_sources = [entry.source.id for entry in ENTRIES if entry.source]
    assert from_sources.count("pokerwiner") == 6
    assert from_sources.count("akagiri") == 2
    assert sum(entry.why is not None for entry in ENTRIES) >= 30
    without = set(KINDS) - {entry.puzzle.kind for entry in ENTRIES}
    assert not without, f"kinds without an entry in puzzles/bank.yaml: {sorted(without)}"


def test_entries_survive_being_written_and_no_two_are_equal() -> None:
    lines = [print_puzzle(entry.puzzle) for entry in ENTRIES]
    assert [parse_puzzle(line) for line in lines] == [entry.puzzle for entry in ENTRIES]
    assert len(set(lines)) == len(lines)


GOOD = """
- id: one
  puzzle: "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"
  from: pokerwiner
  expect: E
"""


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a: 1", "a valid tuple"),
        (GOOD.replace("  expect: E", ""), "0.expect\n  Field required"),
        (GOOD + "  note: x", "0.note\n  Unexpected"),
        (GOOD.replace("pokerwiner", "hoyle"), "no source 'hoyle' (want one of parlett"),
        (GOOD.replace("H3", "X3"), "0.puzzle\n  Value error, not a card: 'X3'"),
    ],
)
def test_what_is_no_bank_is_refused(text: str, complaint: str) -> None:
    assert len(read_bank(GOOD)) == 1
    with pytest.raises(ValueError, match=re.escape(complaint)):
        read_bank(text)
