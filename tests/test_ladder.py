"""The ladder tells the story of a trick; it must end where the ruling does."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest

from engine.cards import Card, Rank, Suit
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Play, Role, Ruling, Rung, Step, Trick, judge, ladder, play_of
from tests.findings import written

FOUR = Table.parse("N=C E=S S=D W=H", CULBERTSON)
THREE = Table.parse("N=D E=H S=C", CULBERTSON)
TWO = Table.parse("N=S S=D", CULBERTSON)

EVERY = pytest.mark.parametrize(
    ("table", "leader"),
    [(table, seat) for table in (FOUR, THREE, TWO) for seat in table.seats],
    ids=str,
)
BOOKS = pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)


def rungs(text: str, rulebook: Rulebook = CULBERTSON, table: Table = FOUR) -> list[str]:
    table = replace(table, rulebook=rulebook)
    return [written(rung) for rung in ladder(judge(Trick.parse(text, table), table))]


def test_a_ladder_says_what_each_card_is_what_it_changes_and_by_which_rule() -> None:
    assert rungs("N H3 S4 D6 HJ") == [
        "N:H3 suit leads 0 trick.suit-highest",
        "E:S4 ruff takes 0 trick.ruff-wins",
        "S:D6 ruff takes 1 trick.highest-ruff-wins",
        "W:HJ suit below 2 trick.ruff-wins",
    ]
    assert rungs("N H6 HQ HQ SA") == [
        "N:H6 suit leads 0 trick.suit-highest",
        "E:HQ suit takes 0 trick.suit-highest",
        "S:HQ suit equal-later 1 trick.first-of-equals",
        "W:SA discard cannot-win 1 trick.discard-never-wins",
    ]


def test_a_ladder_under_each_rulebook_parts_at_the_lower_ruff() -> None:
    assert rungs("N C9 S4 C6 H9")[1:] == [
        "E:S4 ruff takes 0 trick.ruff-wins",
        "S:C6 suit below 1 trick.ruff-wins",
        "W:H9 ruff takes 1 trick.highest-ruff-wins",
    ]
    assert rungs("N C9 S4 C6 H9", AKAGIRI)[1:] == [
        "E:S4 ruff below 0 trick.led-trump-holds",
        "S:C6 suit below 0 trick.led-trump-wins",
        "W:H9 ruff equal-later 0 trick.first-of-equals",
    ]


def test_the_leader_of_two_may_go_on_with_trumps() -> None:
    assert rungs("N S7 SA S8 DA", table=TWO) == [
        "N:S7 led-trump leads 0 trick.led-trump-wins",
        "S:SA suit below 0 trick.led-trump-wins",
        "N:S8 suit below 0 trick.led-trump-wins",
        "S:DA ruff takes 0 trick.ruff-wins",
    ]


def every_trick(table: Table, leader: Seat, ranks: int) -> Iterator[Trick]:
    """List every trick that *leader* can lead in a pack of so many ranks."""
    suits = table.trumps if len(table.seats) == 3 else tuple(Suit)
    pack = [Card(suit, rank) for suit in suits for rank in tuple(Rank)[:ranks]]
    seats = table.clockwise(leader, 3 if len(table.seats) == 3 else 4)
    places = [[play_of(seat, card) for card in pack] for seat in seats]
    return map(Trick, product(*places))


def holder(story: tuple[Rung, ...]) -> int:
    """The last rung that leads or takes."""
    return max(i for i, rung in enumerate(story) if rung.step in {Step.LEADS, Step.TAKES})


@BOOKS
@EVERY
def test_the_last_card_to_take_the_lead_wins(
    table: Table, leader: Seat, rulebook: Rulebook
) -> None:
    table = replace(table, rulebook=rulebook)
    tricks = Random(f"{table} {leader}").sample(list(every_trick(table, leader, 4)), 1500)
    for trick in tricks:
        ruling = judge(trick, table)
        assert holder(ladder(ruling)) == ruling.winner


# Two players go by one reading whatever the rulebook.
@pytest.mark.parametrize(
    ("table", "rulebook"), [*product([FOUR, THREE], RULEBOOKS), (TWO, AKAGIRI)], ids=str
)
def test_each_rung_cites_what_the_judge_says_of_the_two_cards(
    table: Table, rulebook: Rulebook
) -> None:
    table = replace(table, rulebook=rulebook)

    @cache
    def of_one(lead: Play) -> Ruling:
        return judge(Trick((lead,)), table)

    @cache
    def of_two(lead: Play, held: Play, card: Play) -> Ruling:
        return judge(Trick((lead, card) if held is lead else (lead, held, card)), table)

    for trick in every_trick(table, Seat.NORTH, 3):  # two cards and the lead
        ruling, plays = judge(trick, table), trick.plays
        story = ladder(ruling)
        assert holder(story) == ruling.winner
        for place, rung in enumerate(story):
            assert (rung.play, rung.role) == (plays[place], ruling.roles[place])
            if rung.role == Role.DISCARD:
                said = (Step.CANNOT_WIN, Rule.DISCARD_NEVER_WINS)
            elif place == 0:
                said = (Step.LEADS, of_one(plays[0]).rule)
            else:
                two = of_two(plays[0], plays[rung.against], plays[place])
                last, held = two.strengths[-1], max(two.strengths[:-1])
                if last == held:
                    said = (Step.EQUAL_LATER, Rule.FIRST_OF_EQUALS)
                else:
                    said = (Step.TAKES if last > held else Step.BELOW, two.rule)
            assert (rung.step, rung.rule) == said
