"""Strength and gain are said with their uncertainty, and chance is never sold as progress."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, timedelta, timezone
from itertools import product
from random import Random

import pytest

from engine.rulebooks import CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.variants import VARIANTS, Variant
from puzzles.difficulty import UNFAMILIAR, difficulty, features
from puzzles.generator import kinds_for, often
from puzzles.kinds import tempts
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.sets import AimedPuzzle, asked_of, shape, shape_of
from tests.benchmarks import tests as simulated
from tests.course import LESSONS
from tests.learner import NOW, answered, attempt
from tests.samples import paired
from tutor.learning import Attempt
from tutor.learning.overview import strength, strength_in_words
from tutor.learning.schedule import Syllabus
from tutor.learning.trials import (
    ITEMS,
    MOST,
    SIZES,
    form_of_lesson,
    gain,
    gain_in_words,
    gain_of,
    knows_lesson,
    lesson_test,
    mode_of,
    parallel_test,
    placement,
    retention_date,
    sittings,
)
from tutor.lessons.steps import Lesson
from tutor.words.texts import LANGUAGES, Texts, entries

VARIANT = VARIANTS["partnership"]
TABLES = VARIANT.tables(CULBERTSON)
RULE = Rule.RUFF_WINS


def results(pattern: str, rule: Rule = RULE) -> list[Attempt]:
    """One answer for each sign: ``+`` right, ``-`` wrong."""
    return [attempt(rule, correct=sign == "+") for sign in pattern]


# Strength


def test_strength_is_said_from_the_first_answer_on_with_how_unsure_it_is() -> None:
    assert strength(results("+" * 8, Rule.TURN), RULE) is None
    first = strength(results("+"), RULE)
    assert first
    assert first.level != "firm"
    assert first.high - first.low > 0.6
    expert = strength(results("+" * 8), RULE)
    assert expert
    assert strength_in_words(expert, Texts("en")).startswith("Secure")
    found = strength([*results("+" * 7, Rule.TURN), *results("+")], RULE)
    assert found
    # One answer says little: what else is known says most of it, and the bounds are wide.
    assert found.high - found.low > 0.2
    assert found.level == "good"
    twice = strength([*results("+" * 7, Rule.TURN), *results("++")], RULE)
    assert twice
    assert twice.level == "firm"
    poor = strength([*results("-" * 7, Rule.TURN), *results("+")], RULE)
    assert poor
    assert poor.mean < found.mean


def test_strength_is_between_its_bounds_and_surer_with_more_answers() -> None:
    few, many = strength(results("+-+-+-+-"), RULE), strength(results("+-" * 20), RULE)
    assert few
    assert many
    assert 0 < few.low < few.mean < few.high < 1
    assert many.high - many.low < few.high - few.low
    assert many.right == 20


def test_late_answers_weigh_more() -> None:
    better, worse = strength(results("---+++++"), RULE), strength(results("+++++---"), RULE)
    assert better
    assert worse
    assert better.mean > worse.mean


@pytest.mark.parametrize(
    ("pattern", "english", "japanese"),
    [
        ("+-+-+-+-", "Shaky: about 4", "まだ固まっていません"),
        ("---" + "+" * 8, "Getting there", "身につきつつ"),
        ("---" + "+" * 40, "Secure", "身についています"),
    ],
)
def test_strength_is_said_in_words(pattern: str, english: str, japanese: str) -> None:
    found = strength(results(pattern), RULE)
    assert found
    assert strength_in_words(found, Texts("en")).startswith(english)
    assert strength_in_words(found, Texts("ja")).startswith(japanese)


# Tests


@pytest.mark.parametrize(("variant", "rulebook"), paired(VARIANTS.values(), RULEBOOKS))
def test_a_placement_test_has_twelve_questions_none_alike_and_no_rule_more_than_in_a_round(
    variant: Variant, rulebook: Rulebook
) -> None:
    groups: set[frozenset[str]] = set()
    aimed = (rule for rule in Rule if rule.startswith("trick."))
    about_tricks = {kind for rule in aimed for kind in kinds_for(rule, variant, rulebook)}
    for seed in range(15):
        items = placement(variant, variant.tables(rulebook), Random(seed), ITEMS)
        assert len(items) == ITEMS
        assert len({shape(print_puzzle(item.puzzle)) for item in items}) == ITEMS
        aims = Counter(item.aim for item in items)
        assert all(count <= often(rule, variant) for rule, count in aims.items())
        counts = Counter(item.puzzle.kind for item in items)
        assert 4 <= sum(counts[kind] for kind in about_tricks) <= 6
        groups.add(frozenset(counts))
    assert about_tricks >= {"who-wins"}
    assert all("what-is-built" in kinds for kinds in groups)
    assert all({"what-score", "who-has-won"} & kinds for kinds in groups)


@pytest.mark.parametrize("size", SIZES)
def test_a_longer_test_has_each_rule_as_often_as_any_other_of_its_group(size: int) -> None:
    items = placement(VARIANT, TABLES, Random(size), size)
    assert len(items) == size
    assert len({shape(print_puzzle(item.puzzle)) for item in items}) == size
    tricks = Counter(item.aim for item in items if item.aim.startswith("trick."))
    assert sum(tricks.values()) >= size // 3 - 1
    assert max(tricks.values()) - min(tricks.values()) <= 1
    assert not any(item.aim.startswith("plan.") for item in items), "advice is no rule"
    at = [replace(one, mode=mode_of("placement", size, Random(1))) for one in sat("", items)]
    parallel = parallel_test(at, VARIANT, TABLES, Random(2))
    assert [(one.aim, one.puzzle.kind) for one in parallel] == [
        (item.aim, item.puzzle.kind) for item in items
    ]


def sat(mode: str, items: tuple[AimedPuzzle, ...], *, days: float = 0) -> list[Attempt]:
    """Right answers to a test, booked under the rule aimed at, as the page books them."""
    at = NOW + timedelta(days=days)
    return [answered(one.puzzle, one.puzzle.solution, one.aim, at=at, mode=mode) for one in items]


def test_the_exit_test_asks_the_same_rules_in_puzzles_never_seen() -> None:
    for seed in range(8):
        first = placement(VARIANT, TABLES, Random(seed), ITEMS)
        before = sat("placement", first)
        second = parallel_test(before, VARIANT, TABLES, Random(seed))
        after = sat("exit", second, days=5)
        third = parallel_test([*before, *after], VARIANT, TABLES, Random(seed))
        for items in (second, third):
            assert [item.aim for item in items] == [item.aim for item in first]
            assert [item.puzzle.kind for item in items] == [item.puzzle.kind for item in first]
        shapes = [shape(print_puzzle(item.puzzle)) for item in (*first, *second, *third)]
        assert len(set(shapes)) == 3 * ITEMS


def test_an_exit_test_without_a_placement_test_draws_its_own_rules() -> None:
    assert len(parallel_test([], VARIANT, TABLES, Random(1))) == ITEMS
    unreadable = Attempt(
        id="x", at=NOW, puzzle="?", answer="", correct=True, rule=RULE, mode="placement"
    )
    assert len(parallel_test([unreadable], VARIANT, TABLES, Random(1))) == ITEMS


def test_the_retention_test_comes_a_week_after_the_exit_test_and_once() -> None:
    leave = [attempt(RULE, mode="exit") for _ in range(ITEMS)]
    assert retention_date([attempt(RULE)], UTC) is None
    assert retention_date(leave[1:], UTC) is None
    assert retention_date(leave, UTC) == NOW.date() + timedelta(days=7)
    tokyo = timezone(timedelta(hours=9))
    assert retention_date(leave, tokyo) == date(2026, 11, 28)
    later = NOW + timedelta(days=8)
    stayed = [attempt(RULE, mode="retention:12:0a", at=later) for _ in range(ITEMS)]
    assert retention_date([*leave, *stayed[1:]], UTC) == NOW.date() + timedelta(days=7)
    assert retention_date([*leave, *stayed], UTC) is None


def test_the_rules_of_a_lesson_take_turns_until_it_is_clear_whether_it_is_known() -> None:
    rules = Syllabus(VARIANT, CULBERTSON, (Rule.RUFF_WINS, Rule.HIGHEST_RUFF_WINS, Rule.OWN_CARDS))
    asked = list[AimedPuzzle]()
    for _ in range(MOST):
        asked.append(lesson_test(rules, [], Random(len(asked)), asked, ()))
    counts = Counter(one.aim for one in asked)
    assert set(counts) == {Rule.RUFF_WINS, Rule.HIGHEST_RUFF_WINS}
    assert max(counts.values()) - min(counts.values()) <= 1
    assert len({shape(print_puzzle(one.puzzle)) for one in asked}) == MOST
    again = lesson_test(rules, sat("today", tuple(asked)), Random(0), (), ())
    assert again.puzzle not in [one.puzzle for one in asked]
    with pytest.raises(ValueError, match="no question of partnership under culbertson"):
        lesson_test(Syllabus(VARIANT, CULBERTSON, (Rule.OWN_CARDS,)), [], Random(1), (), ())
    # Revokes, by which it could be asked too, are introduced much later.
    follow = Syllabus(VARIANT, CULBERTSON, (Rule.FOLLOW_SUIT,), frozenset({"which-cards"}))
    drawn = (lesson_test(follow, [], Random(seed), (), ()) for seed in range(8))
    assert {one.puzzle.kind for one in drawn} == {"which-cards"}


@pytest.mark.parametrize(
    ("form", "beside"), [("partnership", set()), ("split", {Rule.SUIT_HIGHEST})]
)
def test_where_few_play_a_lesson_on_ruffs_is_tested_by_other_tricks_too(
    form: str, beside: set[Rule]
) -> None:
    """Who takes the highest ruff for the winner, else the leader, does not know ruffs."""
    rules = (Rule.RUFF_WINS, Rule.HIGHEST_RUFF_WINS)
    taught = (Rule.SUIT_HIGHEST, Rule.FOLLOW_SUIT)

    def aims(rules: tuple[Rule, ...], taught: Sequence[Rule]) -> Counter[Rule]:
        syllabus, asked = Syllabus(VARIANTS[form], CULBERTSON, rules), list[AimedPuzzle]()
        for seed in range(6):
            asked.append(lesson_test(syllabus, [], Random(seed), asked, taught))
        return Counter(one.aim for one in asked)

    assert set(aims(rules, taught)) == {*rules, *beside}
    assert set(aims(rules, taught).values()) == {2 if beside else 3}
    assert set(aims(rules, ())) == set(rules), "never what was not taught"
    assert set(aims((Rule.FOLLOW_SUIT,), taught)) == {Rule.FOLLOW_SUIT}


@pytest.mark.parametrize(
    ("pattern", "known"),
    [
        ("", None),
        ("+++", None),
        ("++++", True),
        ("-++++", None),
        ("-" + "+" * 7, True),
        ("--", False),
        ("+-+-", False),
        ("+++--", None),
        ("+++--" + "+" * 6, True),
        ("+++--++-", False),
    ],
)
def test_few_questions_show_whether_a_lesson_is_known(pattern: str, *, known: bool | None) -> None:
    answers = [sign == "+" for sign in pattern]
    first = next(
        (
            found
            for end in range(len(answers) + 1)
            if (found := knows_lesson(answers[:end])) is not None
        ),
        None,
    )
    assert first == known


def chance_to_pass(share: float, so_far: Sequence[bool] = ()) -> tuple[float, float]:
    """How often somebody passes who knows so much, and the longest test, added up exactly."""
    known = knows_lesson(so_far)
    if known is not None:
        return float(known), len(so_far)
    right, wrong = (chance_to_pass(share, [*so_far, one]) for one in (True, False))
    return share * right[0] + (1 - share) * wrong[0], max(right[1], wrong[1])


def test_who_knows_nine_in_ten_passes_and_who_knows_half_does_not() -> None:
    assert chance_to_pass(0.5)[0] <= 0.10
    assert chance_to_pass(0.9)[0] >= 0.85
    assert chance_to_pass(0.5)[1] == MOST <= 12


HEAD = "1 whose-turn partnership culbertson N=C E=S S=D W=H"
NAME = "1 may-name two culbertson N=S S=C"
TWO = "1 whose-turn two culbertson N=S S=D"


@pytest.mark.parametrize(
    ("one", "other", "questions"),
    [
        (f"{HEAD} : N H8 HJ HT H3 : deal 1 W", f"{HEAD} : E C8 CJ CT C3 : deal 1 W", 1),
        (f"{HEAD} : N H8 HJ HT H3 : deal 1 W", f"{HEAD} : N H8 HJ HT H3 : deal 2 W", 2),
        (f"{HEAD} : N H8 HJ HT H3 : deal 1 W", f"{HEAD} : N H8 HJ HT H3 : first 1 W", 2),
        (f"{HEAD} : N H8 HJ : play", f"{HEAD} : N C8 S2 : play", 1),
        (f"{HEAD} : N H8 HJ : play", f"{HEAD} : E C8 S2 : play", 2),
        (f"{HEAD} : N H8 HJ HT H3 : lead", f"{HEAD} : N H8 H2 HT H3 : lead", 2),
        (f"{TWO} : N HA H7 HT D7 : deal 1 N", f"{TWO} : N HA H7 HT H8 : deal 1 N", 2),
        (f"{NAME} : S C9 D8 HT : first", f"{NAME} : S S9 D8 : first", 1),
        (f"{NAME} : S C9 D8 HT : first", f"{NAME} : N C9 D8 HT : first", 2),
        (f"{NAME} : N S8 SK SA C7 : change", f"{NAME} : N S8 SK S9 C7 : change", 2),
        (
            "1 which-cards partnership culbertson N=C E=S S=D W=H : S C3 CK H2 : -",
            "1 which-cards partnership culbertson N=C E=S S=D W=H : S C3 D2 : -",
            1,
        ),
    ],
)
def test_two_questions_are_one_where_only_cards_differ_that_do_not_matter(
    one: str, other: str, questions: int
) -> None:
    assert len({asked_of(parse_puzzle(line)) for line in (one, other)}) == questions


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_lesson_can_be_shown_to_be_known_by_different_questions(lesson: Lesson) -> None:
    for rulebook, own in product(RULEBOOKS, VARIANTS.values()):
        form = form_of_lesson(lesson.rules, own, rulebook)
        assert form
        asked = list[AimedPuzzle]()
        for seed in range(4 if Rule.WITHHOLD in lesson.rules else 7):
            syllabus = Syllabus(form, rulebook, lesson.rules)
            asked.append(lesson_test(syllabus, [], Random(seed), asked, ()))
        assert len({asked_of(one.puzzle) for one in asked}) == len(asked)


@pytest.mark.parametrize(("rule", "form"), [(Rule.THREE, "three"), (Rule.TWO_NAMING, "two")])
def test_a_rule_of_few_questions_is_asked_once_more_where_they_are_used_up(
    rule: Rule, form: str
) -> None:
    """A club's lesson may be about who deals the fourth hand of three, and no more."""
    asked = list[AimedPuzzle]()
    for seed in range(MOST):
        syllabus = Syllabus(VARIANTS[form], CULBERTSON, (rule,))
        asked.append(lesson_test(syllabus, [], Random(seed), asked, ()))
    assert len({asked_of(one.puzzle) for one in asked}) < MOST
    assert len({shape_of(one.puzzle) for one in asked}) == MOST


@pytest.mark.parametrize(("hearts", "fits"), [("H0:K", True), ("H0:A", False)])
def test_how_hard_building_is_stays_as_it_was_for_puzzles_of_days(
    hearts: str, *, fits: bool
) -> None:
    """Also where the other side's card would find no place by the idea that every suit builds."""
    head = "1 what-is-built partnership culbertson N=C E=S S=D W=H"
    puzzle = parse_puzzle(f"{head} : N CK HA C2 CQ : {hearts}")
    assert tempts(puzzle, "every-suit-builds") is fits
    assert features(puzzle)["misconceptions"] == 1 / 6


def test_a_lesson_is_asked_in_the_form_of_the_game_it_is_about() -> None:
    own, split, two = (VARIANTS[name] for name in ("partnership", "split", "two"))
    about_two = (Rule.TWO_CHANGING, Rule.TWO_NEXT_DEALER)
    assert form_of_lesson(about_two, own, CULBERTSON) == two
    assert form_of_lesson((Rule.RUFF_WINS,), split, CULBERTSON) == split
    assert form_of_lesson((Rule.RUFF_WINS, Rule.PARTNER_GETS_CARDS), split, CULBERTSON) == own
    assert form_of_lesson((Rule.OWN_CARDS,), own, CULBERTSON) is None


def test_a_test_is_found_again_whole_whether_old_or_new() -> None:
    old = [attempt(RULE, mode="placement") for _ in range(2 * ITEMS)]
    new = [attempt(RULE, mode="placement:24:0a") for _ in range(24)]
    cut = [attempt(RULE, mode="placement:36:0b") for _ in range(35)]
    odd = [attempt(RULE, mode=mode) for mode in ("placement:x", "placement:", "placements", "exit")]
    found = sittings([*old, *new, *cut, *odd], "placement")
    assert found == (tuple(old[ITEMS:]), tuple(new))
    assert mode_of("exit", 36, Random(1)) != mode_of("exit", 36, Random(2))


def test_only_the_first_exit_test_is_compared() -> None:
    def taken(test: str, sign: str, day: int) -> list[Attempt]:
        at, mode = NOW + timedelta(days=day), mode_of(test, ITEMS, Random(day))
        return [replace(result, mode=mode, at=at) for result in results(sign * ITEMS)]

    early, bad = taken("exit", "+", 0), taken("placement", "-", 1)
    assert gain_of(bad) is None
    assert gain_of([*early, *bad]) is None
    poor = [*early, *bad, *taken("exit", "-", 2)]
    found = gain_of([*poor, *taken("exit", "+", 3), *taken("retention", "+", 4)])
    assert found
    assert (found.before, found.after) == (0, 0)


def test_tests_of_two_forms_of_the_game_are_not_compared() -> None:
    """Nobody has improved who knows who wins a trick of three, and of four did not."""
    taken = list[list[Attempt]]()
    for day, (test, form) in enumerate(
        (("placement", "partnership"), ("exit", "three"), ("exit", "partnership"))
    ):
        puzzles = placement(VARIANTS[form], VARIANTS[form].tables(CULBERTSON), Random(day), ITEMS)
        at, mode = NOW + timedelta(days=day), mode_of(test, ITEMS, Random(day))
        right = form == "three"
        answers = [answered(one.puzzle, one.puzzle.solution, one.aim, at=at) for one in puzzles]
        taken.append([replace(answer, mode=mode, correct=right) for answer in answers])
    before, elsewhere, after = taken
    assert gain_of([*before, *elsewhere]) is None
    found = gain_of([*before, *elsewhere, *after])
    assert found
    assert not found.improved


# Gain


def test_a_large_gain_is_reported_with_its_bounds() -> None:
    found = gain(results("+---" * 3), results("+" * 12))
    assert found
    assert found.improved
    assert 0 < found.low < found.estimate == 0.75 < found.high < 1


def test_a_small_difference_is_not_called_a_gain() -> None:
    found = gain(results("+-" * 6), results("+-" * 4 + "++++"))
    assert found
    assert found.estimate > 0
    assert not found.improved


@pytest.mark.parametrize(
    ("both", "won", "lost", "neither", "low", "high"),
    [
        (36, 12, 2, 0, 0.0569, 0.3404),  # what was known before is not what was known after
        (20, 12, 2, 16, 0.0562, 0.3292),  # and here it mostly is
    ],
)
def test_the_bounds_of_a_gain_are_newcombes(
    both: int, won: int, lost: int, neither: int, low: float, high: float
) -> None:
    """Two tables of fifty pairs, by the tenth method of the paper that `gain` names."""
    before = "+" * both + "-" * won + "+" * lost + "-" * neither
    after = "+" * (both + won) + "-" * (lost + neither)
    found = gain(results(before), results(after))
    assert found
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.00005)


def test_too_few_answers_are_not_compared() -> None:
    assert gain(results("+" * 5), results("+" * 12)) is None


@pytest.mark.parametrize("kind", ["40 % of everything", "half of the rules"])
def test_the_interval_is_right_and_a_gain_of_thirty_points_is_told_as_often_as_is_said(
    kind: str,
) -> None:
    for size, runs in ((12, 300), (36, 150)):
        covers, told, bias = simulated.pairs(kind, size, 0.3, runs)
        assert covers > 0.9
        assert abs(told - SIZES[size] / 100) < 0.12
        assert abs(bias) < 3.5


@pytest.mark.parametrize("kind", simulated.LEARNERS)
def test_over_five_tests_hardly_anybody_who_learns_nothing_is_told_otherwise(kind: str) -> None:
    assert simulated.ever_improved(kind, ITEMS, 250) <= 0.075


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ("+---" * 3, "+" * 12, "improved"),
        ("+" * 12, "+---" * 3, "fell"),
        ("+-" * 6, "-+" * 6, "unclear"),
        ("+", "+", "too-few"),
    ],
)
def test_gain_is_said_in_words(before: str, after: str, key: str, language: str) -> None:
    words = gain_in_words(gain(results(before), results(after)), Texts(language))
    assert words[:4] == entries()[f"gain.{key}"][language][:4] or words[0].isdigit()
    assert "-" not in words
    assert "{" not in words


# Difficulty


def test_every_rule_has_its_place_on_the_scale() -> None:
    assert set(Rule) == set(UNFAMILIAR)


@pytest.mark.parametrize(
    ("easier", "harder"),
    [
        (  # nothing but the suit led; two ruffs of equal rank
            "who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ H4 H3",
            "who-wins partnership culbertson N=C E=S S=D W=H : N H8 S9 D9 HA",
        ),
        (  # the same trick where two play, with one more thing to know
            "who-wins partnership culbertson N=C E=S S=D W=H : N CA CJ CT C9",
            "who-wins two culbertson N=S S=D : N SA SJ ST S9",
        ),
        (
            "what-score partnership culbertson N=C E=S S=D W=H : N : C0:A8 : 17",
            "what-score partnership culbertson N=C E=S S=D W=H : N : C3:A8 : 17",
        ),
        (
            "who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ H4 H3",
            "who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ H4 H3 : why",
        ),
    ],
)
def test_what_is_harder_is_estimated_to_be_harder(easier: str, harder: str) -> None:
    one, other = (parse_puzzle(f"1 {line}") for line in (easier, harder))
    assert 0 <= difficulty(one) < difficulty(other) <= 1
    assert features(one) != features(other)
