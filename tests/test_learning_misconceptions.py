"""Wrong answers betray misconceptions; a pair treats them; and only days show them overcome."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KIND_OF, fitting, predicted, tempts
from puzzles.kinds.who_wins import WhoWins
from puzzles.natural import TrickSource
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle
from tests.learner import NOW, answered, attempt
from tests.test_learning_diagnosis import RIGHT, SIGNS, trick
from tutor.learning import Attempt, pair_mode
from tutor.learning.learner import diagnose, learner_after
from tutor.learning.memory import Memory, remember
from tutor.learning.misconceptions import (
    AMONG,
    LIKELY,
    MOST_AFTER,
    Met,
    after_pair,
    misconceptions_met,
    open_mistakes,
    pair_left,
    pair_number,
    pending_pair,
)
from tutor.words.explanation import NOTHING
from tutor.words.texts import entries

VARIANT = VARIANTS["partnership"]
TABLES = VARIANT.tables(CULBERTSON)
MISCONCEPTION = "following-is-trumping"
USUAL = ["partnership", "two"]
ELSEWHERE = {"opposite-seats-add-up": "solo", "left-neighbour-counts": "split"}
"""Ideas that nobody can have about the usual forms."""


def tempting(misconception: str, seed: int, *, alone: bool = True) -> Puzzle:
    """A puzzle to which the misconception, of its kind alone, gives its wrong answer."""
    kind, forms = (
        KIND_OF[misconception],
        [ELSEWHERE[misconception]] if misconception in ELSEWHERE else USUAL,
    )
    variants = [VARIANTS[form] for form in forms if rules_of(kind, VARIANTS[form], CULBERTSON)]
    for number in range(4000):
        rng = Random(seed * 10_000 + number)
        variant = rng.choice(variants)
        rule = rng.choice(rules_of(kind, variant, CULBERTSON))
        table = rng.choice(variant.tables(CULBERTSON))
        puzzle = generate(kind, rule, variant, table, rng, TrickSource.FORMERLY)
        answer = predicted(puzzle, misconception)
        if (
            answer
            and tempts(puzzle, misconception)
            and (not alone or fitting(puzzle, answer) == (misconception,))
        ):
            return puzzle
    raise AssertionError(misconception)


PLAYED = ("N H3 S9 D4 H5", "N H6 CA H8 D7", "E S6 S9 S4 SQ", "W H2 HJ H4 C5")


def before() -> list[Attempt]:
    """Right answers to tricks about which the misconception has nothing to say."""
    head = "1 who-wins partnership culbertson N=C E=S S=D W=H : "
    puzzles = [parse_puzzle(head + position) for position in PLAYED]
    assert not any(tempts(puzzle, MISCONCEPTION) for puzzle in puzzles)
    return [answered(puzzle, puzzle.solution, puzzle.rule) for puzzle in puzzles]


def wrong(
    misconception: str, seed: int, *, days: float = 0, mode: str = "today", rule: Rule = Rule.TURN
) -> Attempt:
    puzzle = tempting(misconception, seed)
    answer = predicted(puzzle, misconception)
    assert answer
    return answered(puzzle, answer, rule, at=NOW + timedelta(days=days), mode=mode)


def right(
    misconception: str, seed: int, *, days: float = 0, mode: str = "today", rule: Rule = Rule.TURN
) -> Attempt:
    puzzle = tempting(misconception, seed)
    return answered(puzzle, puzzle.solution, rule, at=NOW + timedelta(days=days), mode=mode)


@pytest.mark.parametrize("misconception", list(KIND_OF))
def test_the_answer_that_a_misconception_leads_to_fits_it(misconception: str) -> None:
    puzzle = tempting(misconception, 1, alone=False)
    answer = predicted(puzzle, misconception)
    assert answer
    assert misconception in fitting(puzzle, answer)
    assert not fitting(puzzle, puzzle.solution)
    assert predicted(puzzle, "no such misconception") is None


def test_misconceptions_are_those_that_have_words() -> None:
    named = {key.split(".")[1] for key in entries() if key.startswith("misconception.")}
    assert set(KIND_OF) == named


def test_where_the_rule_is_asked_too_the_seat_alone_betrays() -> None:
    puzzle = tempting(MISCONCEPTION, 1)
    assert isinstance(puzzle, WhoWins)
    both = WhoWins(variant=puzzle.variant, table=puzzle.table, trick=puzzle.trick, why=True)
    assert MISCONCEPTION in fitting(both, f"{predicted(both, MISCONCEPTION)} / trick.ruff-wins")
    assert not fitting(both, f"{puzzle.solution} / trick.ruff-wins")


def test_two_wrong_answers_that_one_misconception_explains_call_for_a_pair() -> None:
    first, second = wrong(MISCONCEPTION, 1), wrong(MISCONCEPTION, 2)
    between = [attempt(Rule.RUFF_WINS) for _ in range(10)]
    known = before()
    assert pending_pair([*known, first]) is None
    assert pending_pair([*known, first, second]) == MISCONCEPTION
    assert pending_pair([*known, first, *between, second]) == MISCONCEPTION


def test_after_a_right_answer_no_pair_comes() -> None:
    met = [*before(), wrong(MISCONCEPTION, 1), wrong(MISCONCEPTION, 2)]
    assert pending_pair(met) == MISCONCEPTION
    assert pending_pair([*met, attempt(Rule.RUFF_WINS)]) is None
    assert pending_pair([*met, right(MISCONCEPTION, 3)]) is None
    assert pending_pair([*met, attempt(Rule.RUFF_WINS), wrong(MISCONCEPTION, 4)]) == MISCONCEPTION


def test_no_pair_comes_after_a_wrong_answer_that_something_else_explains() -> None:
    met = [*RIGHT, *SIGNS[:3]]
    assert pending_pair(met) == "led-trump-is-unbeatable"
    met.append(trick("N H8 HJ HT H3", "W"))
    assert learner_after(met).at_work() == ("led-trump-is-unbeatable",)
    assert pending_pair(met) is None


def test_no_pair_comes_for_what_none_can_show() -> None:
    signs = [wrong("must-beat", seed, rule=Rule.FOLLOW_SUIT) for seed in range(1, 5)]
    assert learner_after(signs).at_work() == ("must-beat",)
    assert pending_pair(signs) is None


def test_few_of_many_answers_follow_pairs_whatever_the_learner_does() -> None:
    attempts = before()
    for seed in range(AMONG - len(attempts)):
        left, pending = pair_left(attempts), pending_pair(attempts)
        shown = left[0] if left else pending
        mode = pair_mode(shown) if shown else "today"
        attempts.append(wrong(MISCONCEPTION, seed % 12 + seed // 12 * 100, mode=mode))
    after = sum(one.mode != "today" for one in attempts)
    assert 3 <= after <= MOST_AFTER


def test_a_slip_and_another_slip_call_for_nothing() -> None:
    assert pending_pair([wrong("first-ruff-wins", 1), wrong("leaders-suit-is-trump", 3)]) is None
    assert pending_pair([]) is None


def test_the_tricks_after_a_pair_are_numbered_alike_before_and_after_the_answer() -> None:
    attempts = [wrong(MISCONCEPTION, 1), wrong(MISCONCEPTION, 2)]
    for number, one in enumerate((3, 4, 5, 6), 1):
        coming = right(MISCONCEPTION, one, mode=pair_mode(MISCONCEPTION))
        expected = (number - 1) % 3 + 1  # after a second pair on the same idea they begin anew
        assert pair_number(attempts, MISCONCEPTION, coming.puzzle) == expected
        attempts.append(coming)
        assert pair_number(attempts, MISCONCEPTION, coming.puzzle) == expected
    assert pair_number(attempts, "first-ruff-wins", "") == 1
    assert pair_number([], MISCONCEPTION, "") == 1


def test_what_has_no_pair_is_not_pending() -> None:
    assert pending_pair([wrong("must-ruff", 1), wrong("must-ruff", 2)]) is None


def test_a_misconception_once_treated_has_to_show_twice_again() -> None:
    met = [*before(), wrong(MISCONCEPTION, 1), wrong(MISCONCEPTION, 2)]
    assert pair_left(met) is None
    treated = [*met, right(MISCONCEPTION, 3, mode=pair_mode(MISCONCEPTION))]
    assert pending_pair(treated) is None
    assert pair_left(treated) == (MISCONCEPTION, 2)
    treated += [wrong(MISCONCEPTION, 4, mode=pair_mode(MISCONCEPTION))]
    assert pair_left(treated) == (MISCONCEPTION, 1)
    assert pending_pair(treated) is None
    treated += [wrong(MISCONCEPTION, 5, mode=pair_mode(MISCONCEPTION))]
    assert pair_left(treated) is None
    signs = learner_after(treated).estimate("who-wins").signs[MISCONCEPTION]
    assert len(signs) == 2, "the pair cures once, and what is wrong after it counts"
    back = [wrong(MISCONCEPTION, seed) for seed in (6, 7, 8)]
    held = [
        learner_after(shown).likely("who-wins").held[MISCONCEPTION]
        for shown in (treated, [*treated, *back])
    ]
    assert held[0] < 0.5 < held[1]


@pytest.mark.parametrize("misconception", ["first-ruff-wins", "led-trump-is-unbeatable"])
def test_who_only_ever_gives_the_answers_of_one_idea_has_it_named(misconception: str) -> None:
    answers = [wrong(misconception, seed) for seed in range(12)]
    assert diagnose(answers).named == misconception
    assert pending_pair(answers) == misconception


def test_three_new_tricks_on_it_follow() -> None:
    memory = Memory(zone=UTC)
    for seed in range(3):
        asked = after_pair(MISCONCEPTION, memory, VARIANT, TABLES, Random(seed))
        assert tempts(asked.puzzle, MISCONCEPTION)
        memory = memory.after(answered(asked.puzzle, asked.puzzle.solution, asked.aim))
    assert len({known.puzzle for known in memory.recent}) == 3
    solo = VARIANTS["solo"]
    with pytest.raises(ValueError, match="no trick of solo tempts by"):
        after_pair("partners-suit-is-my-trump", memory, solo, solo.tables(CULBERTSON), Random(1))


def named(attempts: Sequence[Attempt]) -> list[Attempt]:
    """The answers as the pages keep them: with what was named after each."""
    kept: list[Attempt] = []
    for one in attempts:
        said = diagnose([*kept, replace(one, misconception=None)])
        kept.append(replace(one, misconception=said.named))
    return kept


def test_a_misconception_is_met_once_it_is_named_and_overcome_on_another_day() -> None:
    met = named([*before(), wrong(MISCONCEPTION, 1), wrong(MISCONCEPTION, 2)])
    assert [one.misconception for one in met[-2:]] == [None, MISCONCEPTION]
    assert misconceptions_met(met[:-1], UTC) == ()
    assert misconceptions_met(met, UTC) == (
        Met(MISCONCEPTION, NOW, shows=True, overcome=None, again=True),
    )
    same_day = named([*met, *(right(MISCONCEPTION, seed) for seed in (3, 4, 5))])
    assert misconceptions_met(same_day, UTC) == (
        Met(MISCONCEPTION, NOW, shows=False, overcome=None),
    )
    later = named([*same_day, right(MISCONCEPTION, 6, days=1)])
    assert misconceptions_met(later, UTC)[0].overcome == NOW + timedelta(days=1)
    slip = named([*later, wrong(MISCONCEPTION, 7, days=2)])
    assert misconceptions_met(slip, UTC)[0].overcome
    back = named([*slip, wrong(MISCONCEPTION, 8, days=2), wrong(MISCONCEPTION, 9, days=2)])
    assert misconceptions_met(back, UTC)[0].shows
    assert misconceptions_met(back, UTC)[0].overcome is None


def test_what_the_last_answer_shows_is_not_said_to_be_unseen_lately() -> None:
    """However many right answers have made it improbable that it is held all the time."""
    met = [*before(), wrong(MISCONCEPTION, 1), wrong(MISCONCEPTION, 2)]
    known = [right(MISCONCEPTION, seed) for seed in range(3, 19)]
    again = named([*met, *known, wrong(MISCONCEPTION, 20)])
    assert learner_after(again).likely(KIND_OF[MISCONCEPTION]).held[MISCONCEPTION] < LIKELY
    assert not misconceptions_met(again[:-1], UTC)[0].again
    assert misconceptions_met(again, UTC)[0].again
    assert not misconceptions_met(named([*again, right(MISCONCEPTION, 21)]), UTC)[0].again


def test_the_other_day_is_the_learners_own() -> None:
    met = named([*before(), wrong(MISCONCEPTION, 1), wrong(MISCONCEPTION, 2)])
    known = [right(MISCONCEPTION, seed) for seed in (3, 4, 5)]
    before_nine = [replace(one, at=datetime(2026, 11, 22, 23, 50, tzinfo=UTC)) for one in met]
    after_nine = [replace(one, at=datetime(2026, 11, 23, 0, 10, tzinfo=UTC)) for one in known]
    answers = named([*before_nine, *after_nine])
    for zone, overcome in (("Asia/Tokyo", False), ("Europe/London", True)):
        (found,) = misconceptions_met(answers, ZoneInfo(zone))
        assert (found.overcome is not None) is overcome


def test_a_pair_that_was_shown_puts_nothing_on_the_list() -> None:
    shown = [right(MISCONCEPTION, seed, mode=pair_mode(MISCONCEPTION)) for seed in (1, 2, 3)]
    assert misconceptions_met(shown, UTC) == ()


def test_answers_that_do_not_tempt_overcome_nothing() -> None:
    met = [*before(), wrong(MISCONCEPTION, 1), wrong(MISCONCEPTION, 2)]
    elsewhere = [attempt(Rule.TURN, at=NOW + timedelta(days=3)) for _ in range(9)]
    assert misconceptions_met([*met, *elsewhere], UTC)[0].overcome is None


def test_of_what_was_filled_in_nothing_is_overcome_nor_made_good() -> None:
    """Whoever places the last card has not resisted sending the first ones astray."""
    idea, rule = "winner-alone-builds", Rule.PARTNER_GETS_CARDS
    met = named([wrong(idea, seed, rule=rule) for seed in range(1, 6)])
    assert [one.misconception for one in misconceptions_met(met, UTC)] == [idea]
    for mode, done in (("lesson:building", True), ("lesson:building:given", False)):
        good = [right(idea, seed, days=1, mode=mode, rule=rule) for seed in range(6, 9)]
        (found,) = misconceptions_met([*met, *good], UTC)
        assert (found.overcome is not None) is done
        assert (open_mistakes([*met, *good]) == ()) is done


def test_one_misconception_is_told_from_soundness_by_consistent_answers() -> None:
    holding = [*before(), *(wrong(MISCONCEPTION, seed) for seed in range(1, 5))]
    held = learner_after(holding).likely("who-wins").held
    assert held[MISCONCEPTION] == max(held.values()) > 0.7
    knowing = [right(MISCONCEPTION, seed) for seed in range(1, 9)]
    sound = learner_after(knowing).likely("who-wins")
    assert sound.sound > 0.7
    assert sound.held[MISCONCEPTION] < 0.001


def test_what_can_no_longer_be_read_says_nothing() -> None:
    gone = Attempt(
        id="x", at=NOW, puzzle="1 who-wins lost", answer="N", correct=False, rule=Rule.TURN
    )
    assert diagnose([gone, gone]) == NOTHING
    assert pending_pair([gone, gone]) is None
    assert remember([gone]).recent == (gone,)
