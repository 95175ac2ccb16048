"""Who wins a trick and why: the sources' examples, and every trick there can be."""

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import product

import pytest

from engine.cards import Card, Rank, Suit, parse_cards, print_cards
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, LedTrump, Rulebook
from engine.rules import CITATIONS, Rule
from engine.table import Seat, Table
from engine.trick import (
    GOVERNING,
    POWER,
    Play,
    Role,
    Ruling,
    Trick,
    dissents,
    judge,
    legal_cards,
    role,
    ruling_under,
    takes_lead,
)
from tests.samples import paired
from tests.tricks_by_hand import OTHER, RULES, TIES

FOUR = Table.parse("N=C E=S S=D W=H", CULBERTSON)
THREE = Table.parse("N=D E=H S=C", CULBERTSON)
TWO = Table.parse("N=S S=D", CULBERTSON)
SEPARATING = Table.parse("N=S E=C S=H W=D", CULBERTSON)
NORTH, EAST, SOUTH, WEST = Seat

BOOKS = pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
LEADERS = pytest.mark.parametrize("leader", Seat, ids=lambda seat: seat.name.lower())


def ruled(text: str, table: Table = FOUR, rulebook: Rulebook = CULBERTSON) -> Ruling:
    table = replace(table, rulebook=rulebook)
    return judge(Trick.parse(text, table), table)


EXAMPLES = [
    # pokerwiner.com, "The play", in its order        winner  rule
    ("N H8 HJ HT H3", "E", Rule.SUIT_HIGHEST),
    ("N D4 S6 D7 D3", "E", Rule.RUFF_WINS),
    ("N H3 S4 D6 HJ", "S", Rule.HIGHEST_RUFF_WINS),  # West's jack only follows
    ("N C9 CJ C6 C5", "N", Rule.LED_TRUMP_WINS),
    ("N C6 S7 D9 C5", "S", Rule.HIGHEST_RUFF_WINS),
    ("N H6 HQ HQ HT", "E", Rule.SUIT_HIGHEST),  # two queens: the first
]


@BOOKS
@pytest.mark.parametrize(("trick", "winner", "rule"), EXAMPLES, ids=str)
def test_example_has_one_ruling_in_every_rulebook(
    trick: str, winner: str, rule: Rule, rulebook: Rulebook
) -> None:
    ruling = ruled(trick, rulebook=rulebook)
    assert (ruling.winning.seat, ruling.rule) == (Seat(winner), rule)
    assert dissents(ruling) == ()


def test_the_two_queens_are_noted_as_equals() -> None:
    assert ruled("N H6 HQ HQ HT").notes == (Rule.FIRST_OF_EQUALS, Rule.LED_SUIT_NO_TRUMP)


@pytest.mark.parametrize(
    ("rulebook", "winner", "rule"),
    [(CULBERTSON, EAST, Rule.RUFF_WINS), (AKAGIRI, NORTH, Rule.LED_TRUMP_HOLDS)],
    ids=str,
)
def test_a_lower_ruff_of_a_led_trump_separates_the_rulebooks(
    rulebook: Rulebook, winner: Seat, rule: Rule
) -> None:
    ruling = ruled("N S9 C4 SK SA", SEPARATING, rulebook)
    other = next(one for one in (CULBERTSON, AKAGIRI) if one != rulebook)
    assert (ruling.winning.seat, ruling.rule) == (winner, rule)
    assert dissents(ruling) == tuple(one for one in RULEBOOKS if one.led_trump == other.led_trump)
    assert ruling_under(ruling, other).winning.seat != winner


CASES = [
    # trick               winner, by rulebook          rule, by rulebook
    ("N C9 S9 C2 C3", "EN", (Rule.RUFF_WINS, Rule.LED_TRUMP_HOLDS)),  # equal: first played
    ("N C9 ST C2 C3", "EE", (Rule.RUFF_WINS, Rule.RUFF_WINS)),
    ("N C9 S2 D3 C3", "SN", (Rule.HIGHEST_RUFF_WINS, Rule.LED_TRUMP_HOLDS)),
    ("N C9 ST D2 HT", "EE", (Rule.HIGHEST_RUFF_WINS, Rule.HIGHEST_RUFF_WINS)),  # equal ruffs
    ("N C2 HA HA SA", "NN", (Rule.LED_TRUMP_WINS, Rule.LED_TRUMP_WINS)),  # all discard
    ("N D2 DA D3 D4", "EE", (Rule.SUIT_HIGHEST, Rule.SUIT_HIGHEST)),  # partner's suit led
    ("N H2 H3 H4 HA", "WW", (Rule.SUIT_HIGHEST, Rule.SUIT_HIGHEST)),  # owner's highest wins
    ("N HA H3 D2 HK", "SS", (Rule.RUFF_WINS, Rule.RUFF_WINS)),  # a ruff below the suit led
    ("N C8 C8 C8 C8", "NN", (Rule.LED_TRUMP_WINS, Rule.LED_TRUMP_WINS)),
    ("E D8 D8 D8 D8", "EE", (Rule.SUIT_HIGHEST, Rule.SUIT_HIGHEST)),  # four identical cards
]


@pytest.mark.parametrize("which", [0, 1], ids=["culbertson", "akagiri"])
@pytest.mark.parametrize(("trick", "winners", "rules"), CASES, ids=str)
def test_hand_picked_case(trick: str, winners: str, rules: tuple[Rule, Rule], which: int) -> None:
    ruling = ruled(trick, rulebook=RULEBOOKS[which])
    assert (ruling.winning.seat, ruling.rule) == (Seat(winners[which]), rules[which])


TWO_CASES = [
    # Handscomb, "Play of the cards"   winning card     rule
    ("N HT HQ H8 DA", 3, Rule.RUFF_WINS),  # neither trump led: the highest trump
    ("N HT HQ HK H8", 2, Rule.SUIT_HIGHEST),  # neither trump led, none played
    ("N S7 SA S8 SK", 0, Rule.LED_TRUMP_WINS),  # own trump led: the lead, however low
    ("N SA D7 SK S8", 1, Rule.RUFF_WINS),  # the ruff wins whatever the leader's trumps
    ("N DT DQ D8 D9", 1, Rule.SUIT_HIGHEST),  # opponent's trump led: by the highest card only
    ("N DT DQ DA DK", 2, Rule.SUIT_HIGHEST),
    ("N DT DA S7 DK", 2, Rule.RUFF_WINS),  # the leader ruffs with the second card
    ("N HA DT SJ D9", 2, Rule.HIGHEST_RUFF_WINS),
    ("N HA DT ST D9", 1, Rule.HIGHEST_RUFF_WINS),  # equal ruffs: the first
]


@BOOKS
@pytest.mark.parametrize(("trick", "winner", "rule"), TWO_CASES, ids=str)
def test_two_players_rule_alike_by_every_rulebook(
    trick: str, winner: int, rule: Rule, rulebook: Rulebook
) -> None:
    ruling = ruled(trick, TWO, rulebook)
    assert (ruling.winner, ruling.rule) == (winner, rule)
    assert dissents(ruling) == ()


def test_a_ruffed_trump_lead_of_two_players_is_noted() -> None:
    assert ruled("N SA D7 SK S8", TWO).notes == (Rule.TWO_LED_TRUMP,)
    assert ruled("N S7 SA S8 SK", TWO).notes == ()
    assert ruled("N CA S7 CK C8", FOUR).notes == ()


def test_a_players_own_equal_cards_are_no_tie() -> None:
    assert ruled("N SA S7 SA S8", TWO).notes == ()
    assert ruled("N HA HA H7 H8", TWO).notes == (Rule.FIRST_OF_EQUALS,)


def test_a_card_has_one_of_four_roles() -> None:
    lead = Play(NORTH, Card.parse("C9"))
    cards = {"C2": Role.SUIT, "S2": Role.RUFF, "HA": Role.DISCARD}
    assert role(lead, lead, FOUR) == Role.LED_TRUMP
    assert {text: role(Play(EAST, Card.parse(text)), lead, FOUR) for text in cards} == cards


def test_a_card_of_the_own_suit_that_follows_is_plain() -> None:
    ruling = ruled("N H3 H4 H5 H2")
    assert ruling.roles == (Role.SUIT,) * 4
    assert ruling.notes == (Rule.LED_SUIT_NO_TRUMP,)


def test_a_high_discard_is_noted() -> None:
    ruling = ruled("N H3 DA H5 H2")
    assert ruling.strengths == ((1, 3), (0, 0), (1, 5), (1, 2))
    assert Rule.DISCARD_NEVER_WINS in ruling.notes


def test_a_trick_under_way_is_held_by_its_best_card_so_far() -> None:
    assert ruled("N H8").winner == 0
    assert ruled("N H8 HJ").winner == 1
    assert ruled("N H8 HJ D2").winner == 2


@pytest.mark.parametrize(("rulebook", "takes"), [(CULBERTSON, True), (AKAGIRI, False)], ids=str)
def test_a_low_ruff_takes_the_lead_from_a_led_trump_by_one_rulebook(
    rulebook: Rulebook, *, takes: bool
) -> None:
    table = replace(FOUR, rulebook=rulebook)
    assert takes_lead(Play.parse("E:S4"), Trick.parse("N CJ", table), table) == takes


def test_a_card_equal_to_the_best_does_not_take_the_lead() -> None:
    assert not takes_lead(Play.parse("E:HQ"), Trick.parse("N HQ", FOUR), FOUR)


def test_the_dispute_is_one_number() -> None:
    any_ruff, higher_ruff = (POWER[answer] for answer in LedTrump)
    assert {what for what in Role if any_ruff[what] != higher_ruff[what]} == {Role.RUFF}


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        ("H2 HQ S3", "H", "H2 HQ"),
        ("H2 H2 S3", "H", "H2 H2"),
        ("D2 S3", "H", "D2 S3"),  # void: any card, no duty to ruff
        ("D2 S3", None, "D2 S3"),
        ("-", "H", "-"),
    ],
)
def test_follow_suit_if_you_can_else_any_card(hand: str, led: str | None, legal: str) -> None:
    assert print_cards(legal_cards(parse_cards(hand), Suit(led) if led else None)) == legal


@pytest.mark.parametrize(
    ("text", "table"),
    [(example[0], FOUR) for example in EXAMPLES]
    + [(case[0], TWO) for case in TWO_CASES]
    + [("S DA", THREE), ("E H2 H3 HT", THREE)],
    ids=str,
)
def test_a_trick_reads_as_it_is_written(text: str, table: Table) -> None:
    trick = Trick.parse(text, table)
    assert str(trick) == text
    assert [Play.parse(str(play)) for play in trick.plays] == list(trick.plays)


@pytest.mark.parametrize(
    ("text", "table", "wrong"),
    [
        ("", FOUR, "no leader in ''"),
        ("X H8", FOUR, "no leader in 'X H8'"),
        ("W H8", TWO, "want one of N S"),
        ("N", FOUR, "1 to 4 cards, not 0"),
        ("N H8 H8 H8 H8 H8", FOUR, "1 to 4 cards, not 5"),
        ("N H8 H8 H8 H8 H8", TWO, "1 to 4 cards, not 5"),
        ("N H8 H8 H8 H8", THREE, "1 to 3 cards, not 4"),
        ("N H8 8H", FOUR, "not a card: '8H'"),
    ],
)
def test_what_is_not_a_trick_is_named(text: str, table: Table, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        Trick.parse(text, table)


@pytest.mark.parametrize("text", ["", "N", "N:", "NH8", "X:H8", "N:8H", "N:H8:H8"])
def test_what_is_not_a_play_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a play: .* such as 'N:H8'"):
        Play.parse(text)


def test_an_empty_trick_and_a_stranger_at_the_table_are_refused() -> None:
    with pytest.raises(ValueError, match="at least the card that was led"):
        Trick(())
    for line in ("W:H8", "N:H8 W:H9", "N:H8 W:S9"):  # who leads, follows, or does not
        trick = Trick(tuple(map(Play.parse, line.split())))
        with pytest.raises(ValueError, match="nobody sits West at the table N=S S=D"):
            judge(trick, TWO)


# Every trick there can be. Four plays show at most four ranks and only their order
# matters, so a pack of four ranks stands for the full one: 16 ** 4 = 65,536 tricks a
# leader. Three plays need three ranks. Other tests that look at every trick (of the fold,
# of numpy, of the ladder) compare with the same counts and with samples of these tricks.


@dataclass
class Found:
    """What one sweep met."""

    rules: Counter[Rule] = field(default_factory=Counter)
    notes: Counter[Rule] = field(default_factory=Counter)


def found(table: Table, leader: Seat, ranks: int, cards: int) -> Found:
    """Judge every trick *leader* can lead in a pack of *ranks* ranks of the table's suits."""
    suits = table.trumps if len(table.seats) == 3 else tuple(Suit)
    pack = [Card(suit, rank) for suit in suits for rank in tuple(Rank)[:ranks]]
    seats = table.clockwise(leader, cards)
    places = [[Play(seat, card) for card in pack] for seat in seats]
    rulings = (judge(Trick(plays), table) for plays in product(*places))
    sweep = Found()
    for (rule, notes), tricks in Counter((ruling.rule, ruling.notes) for ruling in rulings).items():
        sweep.rules[rule] += tricks
        sweep.notes.update(dict.fromkeys(notes, tricks))
    return sweep


@pytest.mark.parametrize(("leader", "rulebook"), paired(Seat, RULEBOOKS))
def test_rules_ties_and_owners_who_follow_are_as_many_as_counting_says(
    leader: Seat, rulebook: Rulebook
) -> None:
    sweep = found(replace(FOUR, rulebook=rulebook), leader, 4, 4)
    assert sweep.rules == RULES[rulebook.led_trump]
    assert sweep.notes[Rule.FIRST_OF_EQUALS] == TIES[rulebook.led_trump]
    assert sweep.notes[Rule.LED_SUIT_NO_TRUMP] == OTHER * 4 * 16**2
    assert sweep.notes[Rule.TWO_LED_TRUMP] == 0


def test_rulebooks_differ_only_where_the_led_trump_holds_against_a_ruff() -> None:
    higher = replace(FOUR, rulebook=AKAGIRI)
    pack = [Card(suit, rank) for suit in Suit for rank in tuple(Rank)[:4]]
    lead = [Play(NORTH, Card(Suit.CLUBS, rank)) for rank in tuple(Rank)[:4]]
    rest = [[Play(seat, card) for card in pack] for seat in (EAST, SOUTH, WEST)]
    rulings = [judge(Trick(plays), higher) for plays in product(lead, *rest)]
    others = tuple(rulebook for rulebook in RULEBOOKS if rulebook.led_trump == LedTrump.ANY_RUFF)
    assert CULBERTSON in others
    for ruling in rulings:
        assert dissents(ruling) == (others if ruling.rule == Rule.LED_TRUMP_HOLDS else ())


THREE_OWN, THREE_OTHER = 3, 6  # of three suits of three ranks; one player at most can ruff another
THREE_SEATS = pytest.mark.parametrize("leader", THREE.seats, ids=lambda seat: seat.name.lower())


@THREE_SEATS
def test_three_players_by_any_ruff(leader: Seat) -> None:
    assert found(THREE, leader, 3, 3).rules == {
        Rule.LED_TRUMP_WINS: THREE_OWN * 6**2,
        Rule.SUIT_HIGHEST: THREE_OTHER * 9 * 6,
        Rule.RUFF_WINS: THREE_OWN * 2 * 3 * 6 + THREE_OTHER * 9 * 3,
        Rule.HIGHEST_RUFF_WINS: THREE_OWN * 3**2,
    }


@THREE_SEATS
def test_three_players_by_a_higher_ruff(leader: Seat) -> None:
    assert found(replace(THREE, rulebook=AKAGIRI), leader, 3, 3).rules == {
        Rule.LED_TRUMP_WINS: THREE_OWN * 6**2,
        Rule.LED_TRUMP_HOLDS: sum((6 + r) ** 2 - 6**2 for r in (1, 2, 3)),
        Rule.SUIT_HIGHEST: THREE_OTHER * 9 * 6,
        Rule.RUFF_WINS: sum(2 * (3 - r) * 6 for r in (1, 2, 3)) + THREE_OTHER * 9 * 3,
        Rule.HIGHEST_RUFF_WINS: sum(3**2 - r**2 for r in (1, 2, 3)),
    }


# Two players go by one reading whatever the rulebook, so each leader is asked by one.
@pytest.mark.parametrize(("leader", "rulebook"), paired(TWO.seats, RULEBOOKS))
def test_two_players_rule_as_many_tricks_as_counting_says(leader: Seat, rulebook: Rulebook) -> None:
    """Each card but the one led ruffs in 4 ways of 16, unless its player's own suit was led."""
    sweep = found(replace(TWO, rulebook=rulebook), leader, 4, 4)
    own, theirs, plain = 4, 4, 8
    two_of_the_other = 4**2
    one_of_the_other = 2 * 4 * 12
    plain_one = 3 * 4 * 12**2
    assert sweep.rules == {
        Rule.LED_TRUMP_WINS: own * 16 * 12**2,
        Rule.SUIT_HIGHEST: theirs * 12 * 16**2 + plain * 12**3,
        Rule.RUFF_WINS: own * 16 * one_of_the_other + theirs * 4 * 16**2 + plain * plain_one,
        Rule.HIGHEST_RUFF_WINS: own * 16 * two_of_the_other + plain * (16**3 - 12**3 - plain_one),
    }
    assert sweep.notes[Rule.TWO_LED_TRUMP] == own * 16 * (one_of_the_other + two_of_the_other)
    assert sweep.notes[Rule.LED_SUIT_NO_TRUMP] == theirs * 16 * (16**2 - 12**2)


def test_every_governing_rule_governs_some_trick() -> None:
    met = {rule for counts in RULES.values() for rule, tricks in counts.items() if tricks}
    assert met == set(GOVERNING.values())


def test_every_rule_is_cited_and_no_ambiguous_source_for_the_dispute() -> None:
    """Parlett and pokerwiner.com can be read either way on a ruffed lead of the own trump."""
    assert set(CITATIONS) == set(Rule)
    assert all(CITATIONS.values())
    disputed = {Rule.LED_TRUMP_HOLDS, Rule.TWO_LED_TRUMP}
    cited = {citation.source.id for rule in disputed for citation in CITATIONS[rule]}
    assert cited == {"akagiri", "leaflet", "handscomb"}
