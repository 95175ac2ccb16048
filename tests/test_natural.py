"""Natural tricks are those of play, come in their share, and do not run out."""

from collections import Counter
from datetime import UTC
from functools import cache
from itertools import islice
from random import Random

import pytest

from engine.cards import Card
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.table import Table
from engine.trick import Role, Ruling, Trick, judge, play_of
from engine.variants import VARIANTS, Variant
from puzzles import natural
from puzzles.explanations import disputed, matters
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS
from puzzles.kinds.who_wins import WhoWins
from puzzles.natural import SHARE, TrickSource, natural_ruling
from puzzles.sets import canonical, mixed
from puzzles.tricks import draw_ruling, trick_rules
from tests.forms import IS_NATURAL
from tests.makers.natural_tricks import about, canonical_cards, decided, played, rulings
from tests.students import Student, any_natural, pools, practise
from tutor.learning.draw import draw
from tutor.learning.memory import Memory
from tutor.learning.schedule import Because, Selection, Syllabus

PARTNERSHIP = VARIANTS["partnership"]
ABOUT_TRICKS = frozenset(name for name, kind in KINDS.items() if kind.about_trick)


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
@IS_NATURAL
def test_what_was_kept_is_about_its_rule_wherever_it_is_laid(
    variant: Variant, rulebook: Rulebook
) -> None:
    rng = Random(1)
    tables = variant.tables(rulebook)
    for rule in trick_rules(tables[0]):
        for _ in range(30):
            ruling = natural_ruling(rule, variant, rng.choice(tables), rng)
            assert matters(ruling, rule)
            assert disputed(ruling) == (rule == Rule.LED_TRUMP_HOLDS)
            WhoWins(variant=variant, table=ruling.table, trick=ruling.trick)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_a_trick_is_kept_as_it_fell(variant: Variant) -> None:
    table = variant.table(CULBERTSON)
    for ruling in islice(rulings(variant, CULBERTSON, 1, Random(3)), 20):
        first = table.seats[0]
        order = table.clockwise(first, variant.trick)
        laid = judge(Trick(tuple(map(play_of, order, canonical_cards(ruling, variant)))), table)
        assert (laid.winner, laid.rule, laid.roles) == (ruling.winner, ruling.rule, ruling.roles)


def test_the_pool_says_how_often_each_rule_decides_at_a_table() -> None:
    """Games played now, with another seed, agree with what was counted."""
    counted = decided(PARTNERSHIP, PARTNERSHIP.table(CULBERTSON))
    assert sum(counted.values()) >= 100 * PARTNERSHIP.tricks
    found = Counter(
        ruling.rule
        for ruling in rulings(PARTNERSHIP, CULBERTSON, 6, Random(99))
        if ruling.rule in about(ruling)
    )
    total = sum(found.values())
    for rule, count in counted.items():
        share = count / sum(counted.values())
        assert found[rule] / total == pytest.approx(share, abs=5 * (share / total) ** 0.5)


def test_games_are_played_the_same_again_from_a_seed() -> None:
    two = VARIANTS["two"]
    assert played(two, CULBERTSON, 2) == played(two, CULBERTSON, 2)


def test_ranks_move_only_where_nothing_changes() -> None:
    table, rule = PARTNERSHIP.table(AKAGIRI), Rule.HIGHEST_RUFF_WINS
    orders = {
        _order(cards) for cards in natural.pools()[natural.pool_name(PARTNERSHIP, table)][rule]
    }
    for seed in range(200):
        ruling = natural_ruling(rule, PARTNERSHIP, table, Random(seed))
        assert _order(ruling.trick.cards) in orders


def _order(cards: tuple[Card, ...]) -> tuple[int, ...]:
    ranks = sorted({card.rank for card in cards})
    return tuple(ranks.index(card.rank) for card in cards)


def test_a_third_to_a_half_of_the_tricks_asked_are_natural() -> None:
    assert 1 / 3 <= SHARE <= 1 / 2
    tables, rng, found = PARTNERSHIP.tables(AKAGIRI), Random(5), 0
    rules = trick_rules(tables[0])
    for rule in rules * 20:
        found += _is_kept(draw_ruling(rule, PARTNERSHIP, rng.choice(tables), rng))
    assert found >= len(rules) * 20 / 3


def _is_kept(ruling: Ruling) -> bool:
    """Whether a trick is of the pool: all who follow suit and the roles as some trick kept."""
    return _look(canonical_cards(ruling, PARTNERSHIP)) in _looks(ruling.table)


def _look(cards: tuple[Card, ...]) -> tuple[object, ...]:
    return tuple(card.suit for card in cards), _order(cards)


@cache
def _looks(table: Table) -> frozenset[tuple[object, ...]]:
    kept = natural.pools()[natural.pool_name(PARTNERSHIP, table)]
    return frozenset(_look(one) for some in kept.values() for one in some)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_a_follower_wins_half_of_the_tricks_that_nobody_ruffs(variant: Variant) -> None:
    won = 0
    for seed in range(300):
        rng = Random(seed)
        table = rng.choice(variant.tables(CULBERTSON))
        ruling = generate("who-wins", Rule.SUIT_HIGHEST, variant, table, rng).ruling
        assert ruling
        assert ruling.roles[ruling.winner] == Role.SUIT
        won += ruling.winner > 0
    assert won >= 300 * (0.25 if variant.id == "two" else 0.45)


@pytest.mark.parametrize(
    "student", [Student(slips=0.2), Student(["no-trumps"], 0.1, 0.6)], ids=["slips", "now and then"]
)
def test_a_third_to_a_half_of_the_tricks_are_natural_whatever_is_answered(student: Student) -> None:
    with pools(size=25):
        items = list(practise(student, 60, Random(1)))
    asked = [one.natural for one in items if one.puzzle.kind in ABOUT_TRICKS and not one.after_pair]
    for begin in range(len(asked) - 14):
        assert 1 / 3 <= sum(asked[begin : begin + 15]) / 15 <= 1 / 2


def test_no_trick_comes_again_though_a_rule_falls_rarely() -> None:
    three = VARIANTS["three"]
    aims = {Rule.HIGHEST_RUFF_WINS}
    asked = islice(mixed(["who-wins"], aims, three, three.tables(CULBERTSON), Random(1)), 200)
    assert len({canonical(one.puzzle) for one in asked}) == 200


def test_a_stream_as_it_falls_has_every_rule_that_can_decide() -> None:
    rng, table = Random(2), PARTNERSHIP.table(AKAGIRI)
    found = {any_natural(PARTNERSHIP, table, rng).rule for _ in range(800)}
    assert found == set(decided(PARTNERSHIP, table))


def test_where_a_trick_comes_from_can_be_asked_for() -> None:
    table, rng = PARTNERSHIP.table(CULBERTSON), Random(1)
    for rule in rules_of("who-wins", PARTNERSHIP, CULBERTSON):
        for _ in range(10):
            found = generate("who-wins", rule, PARTNERSHIP, table, rng, TrickSource.NATURAL).ruling
            assert found
            assert _is_kept(found)


def test_the_easiest_comes_first_while_a_rule_is_new() -> None:
    """Of the tricks that are made; natural ones come as they fall."""
    from puzzles.difficulty import difficulty
    from tests.learner import attempt

    rule = Rule.DISCARD_NEVER_WINS
    choice = Selection(kind="who-wins", rule=rule, because=Because.NEW)
    syllabus = Syllabus(PARTNERSHIP, CULBERTSON, (rule,))
    new, held = Memory(zone=UTC), Memory(zone=UTC)
    for _ in range(4):
        held = held.after(attempt(rule))
    means = [
        sum(
            difficulty(draw(choice, memory, syllabus, Random(seed), memory.recent))
            for seed in range(40)
        )
        for memory in (new, held)
    ]
    assert means[0] < means[1] * 0.95


@pytest.mark.parametrize("held", [0, 4])
def test_how_well_a_rule_holds_does_not_tell_whether_the_rulebooks_agree(held: int) -> None:
    """The hardest of a few are those where they differ: nobody need look once the rule holds."""
    from tests.learner import attempt

    rule, memory = Rule.LED_TRUMP_HOLDS, Memory(zone=UTC)
    for _ in range(held):
        memory = memory.after(attempt(rule))
    choice = Selection(kind="rulebooks-differ", rule=rule, because=Because.PRACTICE)
    for form in ("partnership", "three"):
        syllabus, differ = Syllabus(VARIANTS[form], AKAGIRI, (rule,)), 0
        for seed in range(120):
            puzzle = draw(choice, memory, syllabus, Random(seed), memory.recent)
            differ += len(set(puzzle.solution.split(" / "))) > 1
        assert 0.3 < differ / 120 < 0.6


@pytest.mark.parametrize("held", [0, 4])
def test_how_well_a_rule_holds_does_not_tell_whether_all_cards_may_be_played(held: int) -> None:
    from tests.learner import attempt

    rule, memory = Rule.ANY_CARD_WHEN_VOID, Memory(zone=UTC)
    for _ in range(held):
        memory = memory.after(attempt(rule))
    choice = Selection(kind="which-cards", rule=rule, because=Because.PRACTICE)
    syllabus = Syllabus(PARTNERSHIP, CULBERTSON, (rule,))
    found = [draw(choice, memory, syllabus, Random(seed), memory.recent) for seed in range(120)]
    everything = [len(one.solution.split()) == len(one.parts[0].choices) for one in found]
    assert 0.4 < sum(everything) / len(found) < 0.7
