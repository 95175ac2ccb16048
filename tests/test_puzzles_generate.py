"""Generated puzzles are about the rule aimed at, possible, repeatable and worth asking."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Trick, dissents
from engine.variants import VARIANTS, Variant
from puzzles.explanations import matters
from puzzles.generator import RULES_OF, generate, rules_of
from puzzles.kinds import KINDS
from puzzles.kinds.which_cards import WhichCards
from puzzles.kinds.who_wins import WhoWins
from puzzles.misconceptions import separates
from puzzles.natural import TrickSource
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.tricks import tricky
from tests.samples import paired

SEEDS = 200

_TRAPS = {
    ("three", Rule.FIRST_OF_EQUALS): 0.18,
    ("split", Rule.FIRST_OF_EQUALS): 0.08,
    ("split", Rule.SUIT_HIGHEST): 0.15,
}
"""Of three cards the second highest wins nearly every trap about these: with more traps that
would be a habit that pays (`tests.test_habits`)."""

SLOW = {"best-card"}
"""Kinds that take some hundredths of a second to draw."""


def draw(
    kind: str,
    rule: Rule,
    variant: Variant,
    rulebook: Rulebook,
    seeds: int,
    source: TrickSource = TrickSource.MIXED,
) -> Iterator[Puzzle]:
    """A puzzle for each seed, at a table that the seed picks."""
    for seed in range(seeds):
        rng = Random(seed)
        table = rng.choice(variant.tables(rulebook))
        yield generate(kind, rule, variant, table, rng, source)


Aim = tuple[str, Rulebook, Rule]


def aims(kind: str) -> list[Aim]:
    """Every form, rulebook and rule that puzzles of *kind* can be asked for."""
    return [
        (variant.id, rulebook, rule)
        for variant in VARIANTS.values()
        for rulebook in RULEBOOKS
        for rule in rules_of(kind, variant, rulebook)
    ]


def name(value: Aim | TrickSource) -> str:
    """What an aim or a source is called in the name of a test."""
    return value.value if isinstance(value, TrickSource) else "-".join(map(str, value))


def made(found: list[Aim]) -> Iterator[Any]:
    """Every rule of every form by one rulebook or the other; by both in a soak."""
    kept = dict[tuple[str, Rule], Rulebook]()
    for number, (variant, rulebook, rule) in enumerate(found):
        if number % 2 or (variant, rule) not in kept:
            kept[variant, rule] = rulebook
    for aim in found:
        variant, rulebook, rule = aim
        marks = () if kept[variant, rule] == rulebook else pytest.mark.soak
        yield pytest.param(aim, TrickSource.MADE, marks=marks)


@pytest.mark.parametrize(
    ("aim", "source"),
    [
        *made(aims("who-wins")),
        *paired(
            aims("who-wins"),
            [source for source in TrickSource if source != TrickSource.MADE],
            name=name,
        ),
    ],
    ids=name,
)
def test_who_wins_is_about_its_aim_and_if_made_often_a_trap(
    aim: Aim, source: TrickSource, request: pytest.FixtureRequest
) -> None:
    variant, rulebook, rule = aim
    traps, few = 0, len(VARIANTS[variant].seats) < 4
    soak = request.node.get_closest_marker("soak") is not None
    # So many tricks tell how many of them are traps; fewer show what holds of every one.
    seeds = SEEDS if source == TrickSource.MADE or soak else 32
    count = seeds if few else seeds // 4
    for puzzle in draw("who-wins", rule, VARIANTS[variant], rulebook, count, source):
        assert puzzle.ruling
        assert matters(puzzle.ruling, rule)
        assert rule == Rule.LED_TRUMP_HOLDS or not dissents(puzzle.ruling)
        traps += tricky(puzzle.ruling)
    if source == TrickSource.MADE:
        assert traps >= count * _TRAPS.get((variant, rule), 0.25 if few else 0.4)


@pytest.mark.parametrize(("variant", "rulebook", "rule"), aims("who-wins"), ids=str)
def test_wrong_answers_betray_different_misconceptions_when_asked(
    variant: str, rulebook: Rulebook, rule: Rule
) -> None:
    found = list(draw("who-wins", rule, VARIANTS[variant], rulebook, 30, TrickSource.SEPARATING))
    rulings = [puzzle.ruling for puzzle in found if puzzle.ruling]
    assert sum(separates(ruling, VARIANTS[variant]) for ruling in rulings) >= 29
    assert all(matters(ruling, rule) for ruling in rulings)


SEEMS = {"which-cards", "who-has-won", "rulebooks-differ", "what-is-built"}
"""Kinds in which a rule sometimes only seems to decide, or does so for some of the cards."""

OTHERS = [(kind, *aim) for kind in KINDS if kind != "who-wins" for aim in aims(kind)]


@pytest.mark.parametrize(
    ("kind", "variant", "rulebook", "rule"),
    [aim for aim in OTHERS if aim[2] == CULBERTSON or aim[0] == "rulebooks-differ"],
    ids=str,
)
@pytest.mark.parametrize("drawn", [20, pytest.param(200, marks=pytest.mark.soak)])
def test_a_puzzle_is_about_its_aim(
    kind: str, variant: str, rulebook: Rulebook, rule: Rule, drawn: int
) -> None:
    for puzzle in draw(
        kind, rule, VARIANTS[variant], rulebook, drawn // (7 if kind in SLOW else 1)
    ):
        about = f"want a puzzle about {rule.value}, found one about {puzzle.rule.value}"
        assert puzzle.rule == rule or kind in SEEMS, f"{about}: {print_puzzle(puzzle)}"
        assert puzzle.kind == kind
        assert puzzle.check(puzzle.solution).correct


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_a_seed_gives_the_same_puzzle_again_and_it_reads_back(kind: str, variant: Variant) -> None:
    for rule in rules_of(kind, variant, AKAGIRI):
        count = 2 if kind in SLOW else 10
        first = list(draw(kind, rule, variant, AKAGIRI, count))
        assert list(draw(kind, rule, variant, AKAGIRI, count)) == first
        assert [parse_puzzle(print_puzzle(puzzle)) for puzzle in first] == first
        assert len(set(map(print_puzzle, first))) > count * 0.75  # and another seed another


NEVER_ASKED = {
    Rule.PERSONAL_TRUMP: "no question of its own yet; at work in every trick that is ruffed",
    Rule.FOUR_PACKS: "a number to be told: there is no position from which it could be found",
    Rule.OWN_CARDS: "no position shows a card in somebody else's hand; lessons let it be tried",
}
"""The rules that no kind of question is about, and why."""


def test_every_rule_that_can_be_asked_has_a_generator() -> None:
    asked = {rule for rules in RULES_OF.values() for rule in rules}
    assert set(Rule) - asked == set(NEVER_ASKED), "NEVER_ASKED, above, lists what no kind asks"


def test_kinds_make_only_what_makes_sense() -> None:
    assert set(RULES_OF) == set(KINDS)
    assert rules_of("rulebooks-differ", VARIANTS["two"], CULBERTSON) == ()
    assert Rule.LED_TRUMP_HOLDS not in rules_of("who-wins", VARIANTS["solo"], CULBERTSON)
    assert Rule.LED_TRUMP_HOLDS in rules_of("who-wins", VARIANTS["solo"], AKAGIRI)
    assert Rule.LED_TRUMP_HOLDS not in rules_of("who-wins", VARIANTS["two"], AKAGIRI)
    assert Rule.PARTNER_GETS_CARDS not in rules_of("what-is-built", VARIANTS["solo"], AKAGIRI)


def test_what_cannot_be_drawn_is_refused() -> None:
    variant = VARIANTS["partnership"]
    table = variant.table(CULBERTSON)
    with pytest.raises(ValueError, match=r"no kind of puzzle 'who'"):
        generate("who", Rule.RUFF_WINS, variant, table, Random(1))
    with pytest.raises(ValueError, match=r"cannot aim at 'trick\.led-trump-holds' in partnership"):
        generate("who-wins", Rule.LED_TRUMP_HOLDS, variant, table, Random(1))
    neighbours = VARIANTS["solo"].tables(CULBERTSON)[0]
    with pytest.raises(ValueError, match="pairs spades with hearts"):
        generate("who-wins", Rule.RUFF_WINS, variant, neighbours, Random(1))


def test_what_is_drawn_and_cannot_be_is_told_of_its_kind_and_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def draw(_: Rule, variant: Variant, table: Table, __: Random) -> Puzzle:
        return WhoWins(variant=variant, table=table, trick=Trick.parse("N H8", table))

    monkeypatch.setattr(
        "puzzles.generator.KINDS", {"which-cards": replace(KINDS["which-cards"], draw=draw)}
    )
    variant = VARIANTS["two"]
    told = r"'which-cards' about 'play\.follow-suit' in two: a trick of two has 4 cards, not 1"
    with pytest.raises(ValueError, match=told) as found:
        generate("which-cards", Rule.FOLLOW_SUIT, variant, variant.table(CULBERTSON), Random(1))
    assert str(found.traceback[-1].path).endswith("position.py"), "where it was raised is told too"


TRYING = [
    name for name, kind in KINDS.items() if hasattr(sys.modules[kind.draw.__module__], "TRIES")
]
"""The kinds that draw until a puzzle is about its rule; the others have tricks that are."""


@pytest.mark.parametrize("kind", TRYING)
def test_a_kind_that_finds_no_puzzle_about_a_rule_says_so(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = KINDS[kind].draw
    monkeypatch.setattr(f"{draw.__module__}.TRIES", 0)
    variant = next(one for one in VARIANTS.values() if rules_of(kind, one, CULBERTSON))
    table, rules = variant.table(CULBERTSON), rules_of(kind, variant, CULBERTSON)
    with pytest.raises(ValueError, match="found no"):
        _ = [draw(rule, variant, table, Random(1)) for rule in rules]


def test_the_reason_can_be_asked_of_any_generated_trick() -> None:
    for puzzle in draw("who-wins", Rule.RUFF_WINS, VARIANTS["two"], CULBERTSON, 20):
        assert isinstance(puzzle, WhoWins)
        both = WhoWins(variant=puzzle.variant, table=puzzle.table, trick=puzzle.trick, why=True)
        assert both.solution == f"{puzzle.solution} / trick.ruff-wins"


class Unshuffled(Random):
    """Draws cards in order, so that equal ones come together."""

    def sample(self, population: Sequence[Any], k: int, **_: object) -> list[Any]:
        return list(population)[:k]


def test_a_hand_and_what_was_played_are_never_more_cards_than_there_are() -> None:
    solo = VARIANTS["solo"]
    second = list(dict.fromkeys(card.suit for card in solo.pack))[1]
    table = next(one for one in solo.tables(AKAGIRI) if one.trump(Seat.SOUTH) == second)
    for seed in range(40):
        chance = Unshuffled(seed)
        puzzle = generate("which-cards", Rule.ANY_CARD_WHEN_VOID, solo, table, chance)
        assert isinstance(puzzle, WhichCards)
        assert puzzle.trick
        cards = Counter((*puzzle.hand, *puzzle.trick.cards))
        assert max(cards.values()) <= solo.packs
