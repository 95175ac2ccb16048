"""The bank says what the engine says, and a fault in it is named."""

import pytest

from engine.trick import dissents
from puzzles.bank import Entry, bank, read_bank
from puzzles.kinds import KINDS
from puzzles.notation import parse_puzzle, print_puzzle

ENTRIES = bank()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_engine_gives_the_answer_that_the_author_expects(entry: Entry) -> None:
    assert entry.puzzle.solution == entry.expect
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
        ("{a: [", "not YAML"),
        ("a: 1", "want a list"),
        ("- 7", "entry 1: want keys and values, not 7"),
        (GOOD.replace("id: one", "id: 1"), "'id' wants text, not 1"),
        (GOOD.replace("  expect: E", ""), "'expect' wants text, not None"),
        (GOOD.replace("expect", "expects"), "'expect' wants text"),
        (GOOD + "  note: x", "entry 1 (one): no key 'note'"),
        (GOOD.replace("pokerwiner", "hoyle"), "no source 'hoyle' (want one of parlett"),
        (GOOD.replace("  from: pokerwiner", ""), "want either 'from' or 'why'"),
        (GOOD.replace("from: pokerwiner", "why: {ja: a}"), "by language, with 'en', not {'ja'"),
        (GOOD.replace("H3", "X3"), "entry 1 (one): not a card: 'X3'"),
        (GOOD + "  disputed: maybe", "wants true or false, not 'maybe'"),
        (GOOD + GOOD, "entry 2: the id 'one' stands twice"),
    ],
)
def test_a_fault_in_the_bank_is_named(text: str, complaint: str) -> None:
    assert len(read_bank(GOOD, "bank.yaml")) == 1
    with pytest.raises(ValueError, match=r"bank\.yaml") as error:
        read_bank(text, "bank.yaml")
    assert complaint in str(error.value)
