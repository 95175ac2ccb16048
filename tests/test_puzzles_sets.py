"""Mixed sets bring every rule, never the same one twice running, and no puzzle again."""

from collections import Counter
from itertools import islice, pairwise
from random import Random

import pytest

from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.variants import VARIANTS, Variant
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS
from puzzles.notation import parse_puzzle
from puzzles.sets import MEMORY, AimedPuzzle, canonical, mixed, shape_of
from tests.samples import paired

LENGTH = 120
WHOLE = pytest.param(450, marks=pytest.mark.soak)
"""Long enough to see whether anything comes again as soon as it may be forgotten."""


def stream(
    kinds: list[str], rules: set[Rule], variant: Variant, rulebook: Rulebook, length: int = LENGTH
) -> list[AimedPuzzle]:
    endless = mixed(kinds, rules, variant, variant.tables(rulebook), Random(7))
    return list(islice(endless, length))


def check_laws(asked: list[AimedPuzzle], rules: set[Rule]) -> None:
    """Any 40 bring each rule twice; none comes twice running but a lone one; nothing again."""
    aims = [one.aim for one in asked]
    for start in range(len(aims) - 39):
        counts = Counter(aims[start : start + 40])
        assert all(counts[rule] >= 2 for rule in rules)
    assert len(rules) == 1 or all(before != after for before, after in pairwise(aims))
    written = [canonical(one.puzzle) for one in asked]
    span = min(MEMORY, len(written))
    for start in range(len(written) - span + 1):
        assert len(set(written[start : start + span])) == span


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("length", [LENGTH, WHOLE])
def test_who_wins_brings_every_rule_in_any_forty(
    length: int, variant: Variant, rulebook: Rulebook
) -> None:
    rules = set(rules_of("who-wins", variant, rulebook))
    asked = stream(["who-wins"], rules, variant, rulebook, length)
    check_laws(asked, rules)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "who-wins"])
@pytest.mark.parametrize("whole", [LENGTH, WHOLE])
def test_every_kind_brings_every_rule_in_any_forty(whole: int, kind: str) -> None:
    variant = VARIANTS["two" if kind == "may-name" else "partnership"]
    rules = set(rules_of(kind, variant, CULBERTSON))
    # Endings take long to draw, and no two of them are ever equal.
    length = 42 if kind == "best-card" else whole
    check_laws(stream([kind], rules, variant, CULBERTSON, length), rules)


@pytest.mark.parametrize(("variant", "rulebook"), paired(VARIANTS.values(), RULEBOOKS))
def test_every_kind_can_go_on_about_every_rule_of_every_form(
    variant: Variant, rulebook: Rulebook
) -> None:
    tables = variant.tables(rulebook)
    for kind in KINDS:
        for rule in rules_of(kind, variant, rulebook):
            count = 2 if kind == "best-card" else 6
            asked = list(islice(mixed([kind], {rule}, variant, tables, Random(3)), count))
            assert {one.aim for one in asked} == {rule}
            assert len({canonical(one.puzzle) for one in asked}) == count


def test_all_kinds_together_keep_the_laws_kind_by_kind() -> None:
    variant = VARIANTS["partnership"]
    # Endings take long to draw, and trumps are named by two players alone.
    kinds = [kind for kind in KINDS if kind not in ("best-card", "may-name")]
    asked = stream(kinds, set(Rule), variant, CULBERTSON, 42 * len(kinds))
    assert all(before.aim != after.aim for before, after in pairwise(asked))
    for kind in kinds:
        aims = [one.aim for one in asked if one.puzzle.kind == kind]
        rules = rules_of(kind, variant, CULBERTSON)
        assert len(aims) >= 40
        for start in range(len(aims) - 39):
            assert all(aims[start : start + 40].count(rule) >= 2 for rule in rules)


def test_only_unlocked_rules_come_and_a_single_one_may_follow_itself() -> None:
    variant = VARIANTS["solo"]
    two = {Rule.RUFF_WINS, Rule.SUIT_HIGHEST}
    assert {one.aim for one in stream(["who-wins"], two, variant, AKAGIRI)} == two
    one = {Rule.RUFF_WINS}
    assert {one.aim for one in stream(["who-wins", "what-score"], one, variant, AKAGIRI)} == one


def test_a_seed_gives_the_same_stream_again() -> None:
    variant, rules = VARIANTS["three"], {Rule.RUFF_WINS, Rule.SUIT_HIGHEST}
    first = stream(["who-wins"], rules, variant, AKAGIRI)
    assert stream(["who-wins"], rules, variant, AKAGIRI) == first
    assert len({str(one.puzzle.table) for one in first}) == 6


def test_what_cannot_be_mixed_is_refused() -> None:
    variant = VARIANTS["partnership"]
    with pytest.raises(ValueError, match="needs a table"):
        mixed(["who-wins"], set(Rule), variant, (), Random(1))
    with pytest.raises(ValueError, match="none of who-wins can ask"):
        mixed(["who-wins"], {Rule.TURN}, variant, variant.tables(CULBERTSON), Random(1))


@pytest.mark.parametrize(
    ("line", "other"),
    [
        (  # everybody moves one seat to the left and keeps the trump
            "who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3",
            "who-wins partnership culbertson N=H E=C S=S W=D : E H8 HJ HT H3",
        ),
        (  # hearts and spades change owners
            "who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3",
            "who-wins partnership culbertson N=C E=H S=D W=S : N S8 SJ ST S3",
        ),
        (  # a hand is sorted again
            "which-cards partnership culbertson N=C E=S S=D W=H : S C2 S3 : E S4",
            "which-cards partnership culbertson N=S E=C S=H W=D : S S2 C3 : E C4",
        ),
        (  # the other suit of a player of Calypso for Two goes along
            "who-wins two culbertson N=S S=D : N H9 HT CJ HK",
            "who-wins two culbertson N=C S=H : S S9 ST DJ SK",
        ),
        (
            "what-is-built solo culbertson N=C E=S S=D W=H : N C2 C3 C4 C5 : C1:AK H0:7",
            "what-is-built solo culbertson N=C E=H S=D W=S : N C2 C3 C4 C5 : C1:AK S0:7",
        ),
        (  # hands, calypsos and what somebody is out of go along
            "best-card split akagiri N=D E=H S=C : S C5 HK : - : C0:A : E D- : "
            + (weighed := "99 plan.withhold C5 0 0 HK 9 4"),
            "best-card split akagiri N=C E=D S=H : S H5 DK : - : H0:A : E C- : "
            + weighed.replace("C5", "H5").replace("HK", "DK"),
        ),
        (  # which of the two suits is trump says nothing about the sheet
            "what-score two culbertson N=H S=D : N : S0:A H1:K : 9",
            "what-score two culbertson N=S S=D : N : S1:K H0:A : 9",
        ),
    ],
)
def test_puzzles_equal_up_to_names_are_written_alike(line: str, other: str) -> None:
    assert canonical(parse_puzzle(f"1 {line}")) == canonical(parse_puzzle(f"1 {other}"))


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("N=C E=S S=D W=H : N H8 HJ HT H3", "N=C E=S S=D W=H : N H8 HJ HT H4"),
        ("N=C E=S S=D W=H : N H8 HJ HT H3", "N=C E=S S=D W=H : E H8 HJ HT H3"),
        ("N=C E=S S=D W=H : N H8 HJ HT H3", "N=C E=S S=D W=H : N S8 SJ ST S3"),
    ],
)
def test_other_puzzles_are_written_otherwise(line: str, other: str) -> None:
    head = "1 who-wins partnership culbertson"
    assert canonical(parse_puzzle(f"{head} {line}")) != canonical(parse_puzzle(f"{head} {other}"))


@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if kind.about_trick])
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_the_shape_of_a_trick_is_what_its_canonical_line_says_of_it(
    kind: str, variant: Variant
) -> None:
    rng, tables = Random(11), variant.tables(CULBERTSON)
    for rule in rules_of(kind, variant, CULBERTSON):
        for _ in range(10):
            puzzle = generate(kind, rule, variant, rng.choice(tables), rng)
            trick = canonical(puzzle).split(" : ")[1]
            assert shape_of(puzzle) == f"{variant} : {trick}"
