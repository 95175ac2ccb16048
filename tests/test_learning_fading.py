"""Examples fade from the back, forward on success and back after two failures."""

from dataclasses import replace
from random import Random

import pytest

from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.trick import Role, Step
from engine.variants import VARIANTS, Variant
from puzzles.explanations import matters
from puzzles.generator import askable, rules_of
from puzzles.kinds.ladder import Ladder
from puzzles.kinds.what_is_built.position import WhatIsBuilt
from puzzles.kinds.who_wins import WhoWins
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle
from tests.learner import answered, attempt
from tutor.learning import Attempt
from tutor.learning.fading import Example, Fading, FadingLevel, example, fading
from tutor.lessons.steps import Drill
from tutor.pages.frame import session
from tutor.pages.study import examples
from tutor.pages.study.examples import too_early

VARIANT = VARIANTS["partnership"]
RULE = Rule.HIGHEST_RUFF_WINS

ASKED = dict(zip(FadingLevel, (0, 1, 2, None), strict=True))
"""How many of the last steps are asked; of a question without help, none is told."""


def drawn(level: FadingLevel, seed: int = 1, rule: Rule = RULE) -> Example:
    return example(level, rule, VARIANT, VARIANT.tables(CULBERTSON), Random(seed))


def solved(puzzle: Puzzle, rule: Rule = RULE) -> Attempt:
    return answered(puzzle, puzzle.solution, rule)


def test_success_leads_forward_and_two_failures_in_succession_back() -> None:
    good, bad = attempt(RULE), attempt(RULE, correct=False)
    start = Fading()
    assert start.level == FadingLevel.NARRATED
    assert start.told() == Fading(FadingLevel.LAST_STEP)
    assert start.after(good).level == FadingLevel.LAST_TWO
    assert start.after(good).after(good) == Fading(FadingLevel.SOLO)
    two = Fading(FadingLevel.LAST_TWO)
    assert two.after(bad) == Fading(FadingLevel.LAST_TWO, 1)
    assert two.after(bad).after(bad) == Fading(FadingLevel.LAST_STEP)
    assert two.after(bad).after(good).after(bad) == Fading(FadingLevel.SOLO, 1)
    assert Fading(FadingLevel.LAST_STEP).after(bad).after(bad) == Fading(FadingLevel.NARRATED)


def test_a_hinted_answer_leads_nowhere_forward() -> None:
    hinted = attempt(RULE, hinted=True)
    assert Fading(FadingLevel.LAST_TWO).after(hinted) == Fading(FadingLevel.LAST_TWO, 1)


def test_a_card_placed_among_three_laid_is_one_step_and_not_all() -> None:
    line = "1 what-is-built partnership culbertson N=C E=S S=D W=H : S D8 DK S3 C5 : -"
    placed = solved(parse_puzzle(line), Rule.OWN_SUIT_BUILDS)
    assert Fading().after(placed).level == FadingLevel.SOLO
    for mode in ("deal:ruffing", "lesson:ruffing:given", "example:given"):
        among_three = replace(placed, mode=mode)
        assert Fading().after(among_three).level == FadingLevel.LAST_TWO
        assert Fading(FadingLevel.LAST_TWO).after(among_three).level == FadingLevel.SOLO
    winner = replace(solved(drawn(FadingLevel.SOLO).puzzle), mode="deal:ruffing")
    assert Fading().after(winner).level == FadingLevel.SOLO, "of who wins nothing was filled in"


@pytest.mark.parametrize("mode", ["example", "lesson:ruffing"])
@pytest.mark.parametrize("level", FadingLevel)
def test_the_answer_to_an_example_says_whether_parts_were_filled_in(
    level: FadingLevel, mode: str
) -> None:
    """Or whoever places the last card of four would be taken to have placed them all."""
    shown = drawn(level, rule=Rule.OWN_SUIT_BUILDS)
    kept = replace(solved(shown.puzzle, Rule.OWN_SUIT_BUILDS), mode=examples._mode(mode, shown))
    assert kept.filled_in == bool(shown.given) == (level != FadingLevel.SOLO)
    assert not replace(
        solved(drawn(level).puzzle), mode=examples._mode(mode, drawn(level))
    ).filled_in


def test_whoever_succeeds_alone_needs_no_example() -> None:
    alone = solved(drawn(FadingLevel.SOLO).puzzle)
    assert fading([alone], RULE) == Fading(FadingLevel.SOLO)
    assert fading([alone], Rule.RUFF_WINS) == Fading()


def test_the_level_follows_from_the_answers_given() -> None:
    answers = [solved(drawn(FadingLevel.LAST_STEP).puzzle)]
    assert fading(answers, RULE).level == FadingLevel.LAST_TWO
    answers.append(solved(drawn(FadingLevel.LAST_TWO).puzzle))
    assert fading(answers, RULE).level == FadingLevel.SOLO


@pytest.mark.parametrize("level", FadingLevel)
@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_every_rule_has_an_example_at_every_level(
    variant: Variant, rulebook: Rulebook, level: FadingLevel
) -> None:
    for rule in askable(Rule, variant, rulebook):
        shown = example(level, rule, variant, variant.tables(rulebook), Random(3))
        puzzle = shown.puzzle
        told, parts = len(shown.given), len(puzzle.parts)
        if puzzle.ruling and puzzle.kind in ("who-wins", "ladder"):
            assert matters(puzzle.ruling, rule)
            if level == FadingLevel.SOLO:
                assert puzzle.kind == "who-wins"
            else:
                assert (puzzle.kind == "ladder") == (level != FadingLevel.NARRATED)
                assert parts == (ASKED[level] or parts)
        elif level == FadingLevel.NARRATED:
            assert shown.given == tuple(puzzle.solution.split(" / "))
        else:
            assert told in (0, max(parts - (ASKED[level] or parts), 0))
        assert puzzle.solution.startswith(" / ".join(shown.given))


@pytest.mark.parametrize("level", [FadingLevel.LAST_STEP, FadingLevel.LAST_TWO], ids=str)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_a_card_that_is_left_to_place_goes_by_the_rule_of_the_example(
    variant: Variant, level: FadingLevel
) -> None:
    """For that is the rule a right answer is told, and counts for."""
    tables = variant.tables(CULBERTSON)
    for rule in rules_of("what-is-built", variant, CULBERTSON):
        for seed in range(8):
            puzzle = example(level, rule, variant, tables, Random(seed)).puzzle
            assert isinstance(puzzle, WhatIsBuilt)
            under_way = {calypso.suit for calypso in puzzle.calypsos if calypso.ranks}
            last = puzzle.placements[-level:]
            assert any(
                spot.rule == rule
                or (rule == Rule.CARRIES_OVER and spot.builder and spot.card.suit in under_way)
                for spot in last
            )


@pytest.mark.parametrize("level", FadingLevel)
def test_what_is_left_to_the_learner_is_all_where_no_step_is_told(level: FadingLevel) -> None:
    """A question of one part has no last step: that is up to the learner whole."""
    all_of_it = FadingLevel.SOLO if level else FadingLevel.NARRATED
    assert drawn(level, rule=Rule.FOLLOW_SUIT).left == all_of_it
    assert drawn(level, rule=Rule.PILE_CARDS).left == all_of_it
    assert drawn(level).left == level
    assert drawn(level, rule=Rule.OWN_SUIT_BUILDS).left == level


def test_what_no_question_is_about_has_no_example() -> None:
    with pytest.raises(ValueError, match=r"is about 'deal\.four-packs'"):
        drawn(FadingLevel.SOLO, rule=Rule.FOUR_PACKS)


# The ladder as a kind of question


def ladder_of(trick: str, rulebook: Rulebook = CULBERTSON, variant: str = "partnership") -> Ladder:
    table = {"partnership": "N=C E=S S=D W=H", "two": "N=S S=D"}[variant]
    puzzle = parse_puzzle(f"1 ladder {variant} {rulebook} {table} : {trick}")
    assert isinstance(puzzle, Ladder)
    return puzzle


@pytest.mark.parametrize(
    ("trick", "solution"),
    [
        ("N H3 S4 D6 HJ : last 3", "takes / takes / below"),
        ("N H6 HQ HQ HT : last 2", "equal-later / below"),
        ("N C9 CJ D5 D3 : last 3", "below / takes / cannot-win"),
        ("N C9 S2 D5 HA : last 2", "takes / takes"),
        ("N H8 SA CA H9 : last 3", "takes / cannot-win / below"),
    ],
)
def test_each_card_does_what_the_engines_ladder_says(trick: str, solution: str) -> None:
    assert ladder_of(trick).solution == solution


@pytest.mark.parametrize(
    ("trick", "rulebook", "key"),
    [
        ("N H3 HJ H2 H4 : last 3", CULBERTSON, "higher"),
        ("N H3 S4 H2 H4 : last 3", CULBERTSON, "ruffs"),
        ("N HJ H3 H2 H4 : last 3", CULBERTSON, "lower"),
        ("N HJ S3 H2 H4 : last 2", CULBERTSON, "below-ruff"),
        ("N CJ CK C2 C4 : last 3", CULBERTSON, "below-led-trump"),
        ("N CJ S4 C2 C4 : last 3", AKAGIRI, "lower"),
        ("N CJ SQ C2 C4 : last 3", AKAGIRI, "higher"),
        ("N HJ HJ H2 H4 : last 3", CULBERTSON, "equal-later"),
        ("N HJ CA H2 H4 : last 3", CULBERTSON, None),
    ],
)
def test_a_wrong_step_is_explained(trick: str, rulebook: Rulebook, key: str | None) -> None:
    puzzle = ladder_of(trick, rulebook)
    first, *others = puzzle.solution.split(" / ")
    wrong = next(step for step in ("takes", "below") if step != first)
    verdict = puzzle.check(" / ".join([wrong, *others]))
    assert verdict.parts == (False, *[True] * len(others))
    assert verdict.reasons[0].key == f"rung.{key or 'cannot-win'}"
    assert puzzle.check(puzzle.solution).correct


def test_the_rungs_before_are_told() -> None:
    puzzle = ladder_of("N H3 S4 D6 HJ : last 2")
    assert puzzle.shown == 2
    assert [rung.step for rung in puzzle.rungs] == [Step.TAKES, Step.BELOW]
    assert puzzle.ruling.roles[1] == Role.RUFF


@pytest.mark.parametrize(
    ("trick", "complaint"),
    [
        ("N H3 S4 D6 HJ", "want a trick : last 2"),
        ("N H3 S4 D6 HJ : last", "'last 1' or more, not 'last'"),
        ("N H3 S4 D6 HJ : last 4", "the last 1 to 3 cards, not 4"),
        ("N H3 S4 D6 : last 1", "has 4 cards, not 3"),
    ],
)
def test_other_positions_are_refused(trick: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        ladder_of(trick)
    assert complaint in str(error.value)


def test_a_trick_is_the_same_however_it_is_asked() -> None:
    shown = drawn(FadingLevel.LAST_TWO).puzzle
    assert isinstance(shown, Ladder)
    alone = WhoWins(variant=shown.variant, table=shown.table, trick=shown.trick)
    assert shown.rule == alone.rule


@pytest.mark.parametrize("form", ["three", "split"])
def test_a_drill_of_what_is_always_disputed_is_drawn_all_the_same(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "rulebook", lambda: CULBERTSON)
    monkeypatch.setattr(examples, "_level_of", lambda *_: FadingLevel.SOLO)
    step = Drill(rule=RULE, count=1, kind="who-wins", variant=VARIANTS[form])
    found = examples._drawn(step, RULE, (), Random(1))
    assert found.puzzle.rule == RULE


@pytest.mark.parametrize("level", FadingLevel)
@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
@pytest.mark.parametrize(
    ("kind", "rule"),
    [("rulebooks-differ", Rule.LED_TRUMP_HOLDS), ("spot-revoke", Rule.FOLLOW_SUIT)],
)
def test_a_drill_asks_its_own_kind_of_question_at_every_level(
    kind: str, rule: Rule, rulebook: Rulebook, level: FadingLevel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where another kind asks about the rule more simply."""
    monkeypatch.setattr(session, "rulebook", lambda: rulebook)
    monkeypatch.setattr(examples, "_level_of", lambda *_: level)
    step = Drill(rule=rule, count=1, kind=kind, variant=VARIANT)
    assert examples._drawn(step, rule, (), Random(1)).puzzle.kind == kind


@pytest.mark.parametrize(
    ("rule", "trick", "early"),
    [
        (Rule.SUIT_HIGHEST, "N D8 D8 D7 D8", True),  # who wins of equals, lesson 4 teaches
        (Rule.SUIT_HIGHEST, "N D9 D8 D7 D8", False),
        (Rule.FIRST_OF_EQUALS, "N D8 D8 D7 D8", False),
        (Rule.RUFF_WINS, "N C9 S4 C6 C5", True),  # disputed
        (Rule.RUFF_WINS, "N D4 S6 D7 D3", False),
    ],
)
def test_a_drill_asks_nothing_that_later_lessons_teach(
    rule: Rule, trick: str, *, early: bool
) -> None:
    line = f"1 who-wins partnership culbertson N=C E=S S=D W=H : {trick}"
    assert too_early(rule, parse_puzzle(line)) is early
