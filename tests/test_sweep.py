"""Every trick there is, by the fold and by numpy: both count as by hand and agree with `judge`."""

from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest

from engine.cards import Card, Rank
from engine.fast.bulk.tricks import RULED
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.table import Table
from engine.trick import Ruling, Trick, judge, play_of
from engine.variants import VARIANTS, Variant
from tests import sweep
from tests.chunks import Chunk, chunks_of
from tests.sweep import Space, TrickOutcome
from tests.tricks_by_hand import RULES, TIES

FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
BOOKS = pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
PARTNERSHIP = VARIANTS["partnership"]
FOUR_RANKS = (Rank.TWO, Rank.NINE, Rank.KING, Rank.ACE)
"""Four plays show at most four ranks and only their order matters: these stand for all."""


def of_ranks(variant: Variant, table: Table, ranks: tuple[Rank, ...]) -> Space:
    where = sweep.space(variant, table)
    return Space(table, tuple(c for c in where.cards if c.rank in ranks), where.length)


def ruling(table: Table, leader: int, cards: tuple[Card, ...]) -> Ruling:
    order = table.clockwise(table.seats[leader], len(cards))
    return judge(Trick(tuple(map(play_of, order, cards))), table)


def outcome(found: Ruling) -> TrickOutcome:
    return TrickOutcome(found.winning.seat, found.rule, Rule.FIRST_OF_EQUALS in found.notes)


def answers(chunk: Chunk) -> list[tuple[int, Rule, bool]]:
    """What numpy says of the tricks of a chunk, the last card changing first."""
    return list(
        zip(
            chunk.winner.ravel().tolist(),
            [RULED[code] for code in chunk.rule.ravel().tolist()],
            chunk.tied.ravel().tolist(),
            strict=True,
        )
    )


def disagreements(where: Space) -> tuple[int, Counter[TrickOutcome]]:
    """How often numpy and `judge` part over all of *where*, and what `judge` counted."""
    wrong, counted = 0, Counter[TrickOutcome]()
    for chunk in chunks_of(where):
        leader = where.table.seats.index(chunk.leader)
        tricks = product(chunk.leads, *[where.cards] * (where.length - 1))
        for cards, answer in zip(tricks, answers(chunk), strict=True):
            found = ruling(where.table, leader, cards)
            counted[outcome(found)] += 1
            wrong += answer != (found.winner, found.rule, Rule.FIRST_OF_EQUALS in found.notes)
    return wrong, counted


@BOOKS
def test_every_four_rank_trick_is_counted_by_numpy_and_the_fold_as_by_hand(
    rulebook: Rulebook,
) -> None:
    where = of_ranks(PARTNERSHIP, PARTNERSHIP.table(rulebook), FOUR_RANKS)
    assert where.tricks == 4 * 16**4
    counted = sweep.totals(where)
    assert sum((chunk.totals() for chunk in chunks_of(where)), Counter()) == counted
    rules, ties = Counter[Rule](), 0
    for found, tricks in counted.items():
        rules[found.rule] += tricks
        ties += tricks * found.tied
    by_hand = RULES[rulebook.led_trump]
    assert rules == {rule: 4 * tricks for rule, tricks in by_hand.items()}
    assert ties == 4 * TIES[rulebook.led_trump]


@BOOKS
def test_every_two_rank_trick_is_ruled_on_as_judge_does(rulebook: Rulebook) -> None:
    """Two ranks show every role at every place, below, above and level with any other."""
    where = of_ranks(PARTNERSHIP, PARTNERSHIP.table(rulebook), FOUR_RANKS[1:3])
    wrong, counted = disagreements(where)
    assert wrong == 0
    assert sweep.totals(where) == counted
    assert counted.total() == 4 * 8**4


@pytest.mark.parametrize(("form", "ranks"), [("three", 3), ("two", 2)])
@BOOKS
def test_tricks_of_two_and_three_players_are_ruled_on_as_judge_does(
    form: str, ranks: int, rulebook: Rulebook
) -> None:
    variant = VARIANTS[form]
    for table in variant.tables(rulebook)[:2]:
        where = of_ranks(variant, table, (Rank.SEVEN, Rank.TEN, Rank.ACE)[:ranks])
        wrong, counted = disagreements(where)
        assert wrong == 0
        assert sweep.totals(where) == counted
        assert counted.total() == where.tricks


@pytest.mark.parametrize("ranks", [FOUR_RANKS, tuple(Rank)], ids=["four ranks", "all ranks"])
@BOOKS
def test_random_tricks_are_ruled_on_as_judge_does(
    rulebook: Rulebook, ranks: tuple[Rank, ...]
) -> None:
    rng, per_chunk = np.random.default_rng(4), 8_000 // 16
    table = Random(rulebook.id).choice(PARTNERSHIP.tables(rulebook))
    where, judged, wrong = of_ranks(PARTNERSHIP, table, ranks), 0, 0
    for chunk in chunks_of(where):
        leader = where.table.seats.index(chunk.leader)
        some = rng.integers(chunk.code.size, size=per_chunk)
        drawn = zip(
            *(axis.tolist() for axis in np.unravel_index(some, chunk.code.shape)), strict=True
        )
        winners = chunk.winner.ravel()[some].tolist()
        rules = chunk.rule.ravel()[some].tolist()
        ties = chunk.tied.ravel()[some].tolist()
        for (first, *others), winner, rule, tied in zip(drawn, winners, rules, ties, strict=True):
            cards = (chunk.leads[first], *(where.cards[number] for number in others))
            found = ruling(where.table, leader, cards)
            judged += 1
            wrong += (found.winner, found.rule, Rule.FIRST_OF_EQUALS in found.notes) != (
                winner,
                RULED[rule],
                tied,
            )
    assert (judged, wrong) == (16 * per_chunk, 0)


@FORMS
@BOOKS
def test_fold_and_numpy_count_all_tricks_alike(variant: Variant, rulebook: Rulebook) -> None:
    where = sweep.space(variant, variant.table(rulebook))
    counted, covered = Counter[TrickOutcome](), 0
    for chunk in chunks_of(where):
        counted += chunk.totals()
        covered += chunk.code.size
        assert 0 < chunk.number <= chunk.chunks
    assert covered == where.tricks
    assert sweep.totals(where) == counted


def test_the_whole_pack_counts_as_arithmetic_says() -> None:
    rules: Counter[Rule] = Counter()
    for found, tricks in sweep.totals(
        sweep.space(PARTNERSHIP, PARTNERSHIP.table(CULBERTSON))
    ).items():
        rules[found.rule] += tricks
    own, other = 4 * 13, 4 * 39  # leads in the leader's suit; in another, whose owner cannot ruff
    assert rules == {
        Rule.LED_TRUMP_WINS: own * 39**3,
        Rule.SUIT_HIGHEST: other * 52 * 39**2,
        Rule.RUFF_WINS: own * 3 * 13 * 39**2 + other * 52 * 2 * 13 * 39,
        Rule.HIGHEST_RUFF_WINS: own * (3 * 13**2 * 39 + 13**3) + other * 52 * 13**2,
    }
    assert rules.total() == 4 * 52**4


def test_rulebooks_part_only_over_a_ruffed_lead_of_the_own_trump() -> None:
    parted: Counter[Rule] = Counter()
    rulebooks = [
        sweep.space(PARTNERSHIP, PARTNERSHIP.table(rulebook)) for rulebook in (CULBERTSON, AKAGIRI)
    ]
    for one, other in zip(*map(chunks_of, rulebooks), strict=True):
        differ = one.winner != other.winner
        for code, tricks in enumerate(np.bincount(other.rule[differ]).tolist()):
            parted[RULED[code]] += tricks
        own = one.leads[0].suit == PARTNERSHIP.table(CULBERTSON).trump(one.leader)
        assert own or not differ.any()
    held = sum(
        tricks
        for found, tricks in sweep.totals(rulebooks[1]).items()
        if found.rule == Rule.LED_TRUMP_HOLDS
    )
    # A led trump holds in every trick on which they part; led low and ruffed high they agree.
    assert +parted == {Rule.LED_TRUMP_HOLDS: held}


def test_a_space_of_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="three has the seats N E S"):
        sweep.space(VARIANTS["three"], PARTNERSHIP.table(CULBERTSON))
