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
        ("{a: [", "expected the node content"),
        ("a: 1", "a valid list"),
        ("- 7", "bank.yaml, entry 1: Input should be a dictionary"),
        (GOOD.replace("id: one", "id: 1"), "entry 1, key id: Input should be a valid string"),
        (GOOD.replace("  expect: E", ""), "entry 1, key expect: Field required"),
        (GOOD.replace("expect", "expects"), "entry 1, key expects: Unexpected"),
        (GOOD + "  note: x", "entry 1, key note: Unexpected"),
        (GOOD.replace("pokerwiner", "hoyle"), "no source 'hoyle' (want one of parlett"),
        (GOOD.replace("  from: pokerwiner", ""), "want either 'from' or 'why'"),
        (GOOD.replace("from: pokerwiner", "why: {ja: a}"), "by language, with 'en'"),
        (
            GOOD.replace("from: pokerwiner", "why: {en: ''}"),
            "entry 1, key why.en: String should have",
        ),
        (GOOD.replace("H3", "X3"), "entry 1, key puzzle: not a card: 'X3'"),
        (GOOD.replace("puzzle:", "puzzle: 3 #"), "entry 1, key puzzle: not a puzzle"),
        (GOOD + "  disputed: maybe", "entry 1, key disputed: Input should be a valid boolean"),
        (GOOD + GOOD, "stand more than once: one"),
    ],
)
def test_a_fault_in_the_bank_is_named(text: str, complaint: str) -> None:
    assert len(read_bank(GOOD, "bank.yaml")) == 1
    with pytest.raises(ValueError, match=r"bank\.yaml") as error:
        read_bank(text, "bank.yaml")
    assert complaint in str(error.value)
