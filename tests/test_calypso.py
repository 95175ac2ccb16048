"""Building calypsos: one at a time, the next begun with the same trick."""

from collections import Counter
from itertools import chain, combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.calypso import FULL_SUIT, Calypso, Place, collect, places
from engine.cards import Card, Rank, Suit, parse_cards, print_cards
from engine.variants import VARIANTS

CALYPSOS = st.builds(
    Calypso,
    st.sampled_from(Suit),
    st.frozensets(st.sampled_from(Rank), max_size=12),
    st.integers(0, 4),
)
ALL_BUT = {letter: "S0:" + "AKQJT98765432".replace(letter, "") for letter in "K27"}


def built(before: str, won: str) -> tuple[str, str]:
    after, unused = collect(Calypso.parse(before), parse_cards(won), FULL_SUIT)
    return str(after), print_cards(unused)


BUILDING = [
    # before           won                after            unused
    ("S0:-", "S3 SJ SA", "S0:AJ3", "-"),  # Akagiri's first example: own cards won,
    ("S0:AJ3", "S5 S9 SJ", "S0:AJ953", "SJ"),  # then partner's trick, with a second jack
    (ALL_BUT["K"], "S2 S7 SK", "S1:72", "-"),  # Akagiri's second example
    (ALL_BUT["K"], "SK S2 S7", "S1:72", "-"),  # order inside the trick does not matter
    (ALL_BUT["K"], "SK", "S1:-", "-"),
    (ALL_BUT["K"], "SK SK", "S1:K", "-"),  # one finishes, the other begins
    (ALL_BUT["K"], "SK SK SK", "S1:K", "SK"),  # a third equal card finds no place
    (ALL_BUT["K"], "SK SK SK SK", "S1:K", "SK SK"),
    (ALL_BUT["K"], "SK S2 S2 S7", "S1:72", "S2"),
    (ALL_BUT["K"], "S2 S7", ALL_BUT["K"], "S2 S7"),  # not finished: duplicates are lost
    ("S0:-", "SK SK SK SK", "S0:K", "SK SK SK"),  # four identical cards
    ("S0:AKQJT98765", "S4 S3 S2 S2", "S1:2", "-"),  # several cards finish together
    ("S3:AKQJT9876543", "S2", "S4:-", "-"),
    ("S1:AJ953", "-", "S1:AJ953", "-"),
]


@pytest.mark.parametrize(("before", "won", "after", "unused"), BUILDING)
def test_building_case(before: str, won: str, after: str, unused: str) -> None:
    assert built(before, won) == (after, unused)


def test_each_card_of_a_trick_has_its_place() -> None:
    found = places(Calypso.parse(ALL_BUT["K"]), parse_cards("S2 SK SK SK"))
    assert found == (Place.NEXT, Place.CURRENT, Place.NEXT, Place.NONE)
    assert places(Calypso.parse("S0:AJ3"), parse_cards("S5 SJ")) == (Place.CURRENT, Place.NONE)


def test_eight_ranks_make_a_calypso_for_two() -> None:
    full = VARIANTS["two"].full
    after, unused = collect(Calypso.parse("H0:AKQJT98"), parse_cards("H7 H7 HA"), full)
    assert (str(after), unused) == ("H1:A7", ())
    with pytest.raises(ValueError, match="H6 has no place in a calypso of hearts"):
        collect(Calypso(Suit.HEARTS), parse_cards("H6"), full)


def test_a_card_of_another_suit_is_refused() -> None:
    with pytest.raises(ValueError, match="D5 has no place in a calypso of spades"):
        collect(Calypso(Suit.SPADES), parse_cards("S5 D5"), FULL_SUIT)


def test_every_trick_builds_as_the_rule_says_in_words() -> None:
    """Four ranks are enough: what is missing, held and doubled all occur."""
    four = frozenset(tuple(Rank)[:4])
    held = chain.from_iterable(combinations(sorted(four), count) for count in range(4))
    for ranks, count in product(list(held), range(5)):
        for won in product(sorted(four), repeat=count):
            cards = [Card(Suit.SPADES, rank) for rank in won]
            after, unused = collect(Calypso(Suit.SPADES, frozenset(ranks)), cards, four)
            copies = Counter(won)
            finished = set(ranks) | set(won) == four
            left = copies - Counter(four.difference(ranks)) if finished else copies
            assert after.completed == finished
            assert after.ranks == (frozenset(left) if finished else frozenset(ranks) | set(won))
            placed = 4 * finished + len(after.ranks) - len(ranks)
            assert len(unused) == count - placed
            assert all(copies[card.rank] > 0 for card in unused)


@given(CALYPSOS)
def test_a_calypso_reads_as_it_is_written(calypso: Calypso) -> None:
    assert Calypso.parse(str(calypso)) == calypso


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "not a calypso"),
        ("S1", "not a calypso"),
        ("S5:-", "not a calypso"),
        ("S1:", "not a calypso"),
        ("S1:AX", "not a calypso"),
        ("S1:A-", "not a calypso"),
        ("S1:AA", "one card of each rank"),
        ("S0:AKQJT98765432", "all thirteen ranks is complete"),
    ],
)
def test_what_is_not_a_calypso_is_named(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        Calypso.parse(text)


def test_four_packs_hold_four_calypsos_of_a_suit() -> None:
    with pytest.raises(ValueError, match="0 to 4 calypsos of a suit, not 5"):
        Calypso(Suit.SPADES, frozenset(), 5)
