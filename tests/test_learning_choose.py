"""The drill asks what is needed: missed, due, new, rare; and never the same trick again."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import islice, pairwise
from pathlib import Path
from random import Random

import pytest

from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.trick import Role
from engine.variants import VARIANTS, Variant
from puzzles.daily import daily
from puzzles.difficulty import difficulty
from puzzles.generator import askable, kinds_for, rules_of
from puzzles.kinds import KINDS, predicted, tempts
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle, print_answer
from puzzles.sets import mixed, shape
from puzzles.tricks import trick_rules
from tests.course import LESSONS
from tests.learner import NOW, answered, attempt
from tests.test_learning_diagnosis import RIGHT, SIGNS
from tutor.learning import Attempt, pair_mode
from tutor.learning.draw import ask_next, coming_up, draw
from tutor.learning.learner import REST, LearnerModel, asked_again, learner_after
from tutor.learning.memory import RECENT, Memory, remember
from tutor.learning.misconceptions import open_mistakes
from tutor.learning.schedule import (
    Because,
    Mode,
    Selection,
    Syllabus,
    coming,
    may_interrupt,
    next_question,
    next_rule,
    streak,
    today,
    waits,
)
from tutor.lessons import introduced
from tutor.lessons.steps import Ask, Drill
from tutor.words.texts import LANGUAGES, Texts

VARIANT = VARIANTS["partnership"]
TABLES = VARIANT.tables(CULBERTSON)
RULES = askable(Rule, VARIANT, CULBERTSON)
ALL = Syllabus(VARIANT, CULBERTSON, RULES)
MONDAY = date(2026, 1, 5)
GOLDEN = Path(__file__).parent / "golden" / "daily.txt"


def about(*rules: Rule, variant: Variant = VARIANT, rulebook: Rulebook = CULBERTSON) -> Syllabus:
    """What may be asked of somebody who knows these rules and all kinds of question."""
    return Syllabus(variant, rulebook, rules)


def session(
    rng: Random,
    rules: Sequence[Rule],
    knows: float,
    items: int,
    memory: Memory | None = None,
    now: datetime = NOW,
) -> Iterator[tuple[Rule, Because, bool, Memory]]:
    """A learner who is right so often answers so many questions of today's kind, rules alone."""
    memory = memory or Memory(zone=UTC)
    for _ in range(items):
        rule, because = next_rule(memory, rules, now, rng, VARIANT)
        known = rng.random() < knows
        memory = memory.after(attempt(rule, at=now, correct=known))
        yield rule, because, known, memory


@pytest.fixture(scope="module", params=[200, pytest.param(1_000, marks=pytest.mark.soak)])
def sessions(request: pytest.FixtureRequest) -> list[list[tuple[Rule, Because, bool, Memory]]]:
    """A session of forty for each seed, of learners and sets of rules of every sort."""
    found = []
    for seed in range(request.param):
        rng = Random(seed)
        rules = rng.sample(RULES, rng.randint(2, len(RULES)))
        found.append(list(session(rng, rules, rng.choice((0, 0.3, 0.7, 0.95)), 40)))
    return found


Sessions = list[list[tuple[Rule, Because, bool, Memory]]]


def test_no_rule_comes_twice_running(sessions: Sessions) -> None:
    for asked in sessions:
        assert all(before[0] != after[0] for before, after in pairwise(asked))


def test_what_was_never_asked_comes_first_and_then_everything_before_long(
    sessions: Sessions,
) -> None:
    for asked in sessions:
        reasons = [because == Because.NEW for _, because, _, _ in asked]
        assert reasons == sorted(reasons, reverse=True)
        rules = {rule for rule, *_ in asked}
        late = (
            [rule for rule, *_ in asked[-5 * len(rules) :]] if len(asked) > 5 * len(rules) else []
        )
        assert not late or set(late) == rules


def test_waiting_counts_double_after_a_miss_and_less_once_known_twice() -> None:
    one, other, third, last = RULES[:4]

    def after(*answers: tuple[Rule, bool]) -> dict[Rule, float]:
        memory = remember([attempt(rule, correct=known) for rule, known in answers])
        return dict(waits(memory, {rule for rule, _ in answers}, VARIANT))

    assert after((one, False), (last, True)) == {one: 2, last: 1}
    assert after((one, True), (one, False), (last, True))[one] == 4
    assert after((one, False), (one, True), (last, True))[one] == 2
    assert after((one, True), (one, True), (last, True))[one] == pytest.approx(1.2)
    memory = remember(
        [
            *(attempt(rule) for rule in (other, third, other, third, one)),
            attempt(one, correct=False),
            attempt(last),
            attempt(last),
        ]
    )
    # The others have waited for five and six, which count less; the missed one for three, double.
    assert next_rule(memory, RULES[:4], NOW, Random(1), VARIANT) == (one, Because.MISSED)


def test_a_learner_who_is_always_right_is_done_with_every_rule_in_forty_answers() -> None:
    memory = Memory(zone=UTC)
    while not today(memory, ALL, NOW).done:
        rule, _ = next_rule(memory, RULES, NOW, Random(1), VARIANT)
        memory = memory.after(attempt(rule))
    assert len(memory.recent) == len(RULES) <= 40


def test_a_missed_rule_is_due_the_next_day(sessions: Sessions) -> None:
    tomorrow = NOW + timedelta(days=1)
    for asked in sessions:
        memory = asked[-1][3]
        missed = {rule for rule, _, known, _ in asked if not known}
        assert all(memory.due(rule, tomorrow) for rule in missed)


def test_practice_brings_rare_rules_as_often_as_common_ones() -> None:
    for seed in range(20):
        asked = list(session(Random(seed), RULES, 1, 5 * len(RULES)))
        counts = Counter(rule for rule, _, _, _ in asked)
        assert set(counts) == set(RULES)
        assert max(counts.values()) - min(counts.values()) <= 2


def test_a_single_rule_may_follow_itself() -> None:
    only = [Rule.RUFF_WINS]
    assert {rule for rule, *_ in session(Random(1), only, 0.5, 20)} == set(only)


def test_no_trick_comes_again_among_two_hundred() -> None:
    rng, memory = Random(3), Memory(zone=UTC)
    for _ in range(RECENT + 5):
        asked = ask_next(memory, memory.recent, ALL, Mode.TODAY, NOW, rng)
        line = print_puzzle(asked.puzzle)
        assert shape(line) not in {shape(known.puzzle) for known in memory.recent}
        memory = memory.after(answered(asked.puzzle, asked.puzzle.solution, asked.choice.rule))


def test_after_hundreds_of_answers_one_more_is_worked_out_and_not_all_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng, tricks = Random(4), mixed(("who-wins",), RULES, VARIANT, TABLES, Random(4))
    answers = [answered(one.puzzle, one.puzzle.solution, one.aim) for one in islice(tricks, 230)]
    memory = remember(answers)
    assert len(memory.recent) == RECENT < len(answers)
    learner_after(answers)
    worked_out: list[int] = []

    def step(learner: LearnerModel, _: Sequence[Attempt], number: int) -> LearnerModel:
        worked_out.append(number)
        return learner

    monkeypatch.setattr("tutor.learning.learner._step", step)
    given = (ALL, Mode.TODAY, NOW, rng)
    assert ask_next(memory, answers, *given).choice.rule in RULES
    assert not worked_out
    assert ask_next(memory, memory.recent, *given).choice.rule in RULES
    assert len(worked_out) == RECENT, "the last of them alone are a learner of their own"


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_every_rule_that_can_be_asked_is_asked_in_every_form(
    variant: object, rulebook: object
) -> None:
    form = VARIANTS[str(variant)]
    by = next(one for one in RULEBOOKS if one == rulebook)
    for rule in askable(Rule, form, by):
        memory, rng = Memory(zone=UTC), Random(5)
        asked = ask_next(
            memory, memory.recent, about(rule, variant=form, rulebook=by), Mode.RULE, NOW, rng, rule
        )
        assert asked.choice.rule == rule
        assert asked.puzzle.check(asked.puzzle.solution).correct


def test_the_rule_is_asked_too_once_it_is_known() -> None:
    memory, rng, rule = Memory(zone=UTC), Random(1), Rule.RUFF_WINS
    first = ask_next(memory, memory.recent, ALL, Mode.RULE, NOW, rng, rule)
    assert len(first.puzzle.parts) == 1
    memory = memory.after(answered(first.puzzle, first.puzzle.solution, rule))
    second = ask_next(memory, memory.recent, ALL, Mode.RULE, NOW, rng, rule)
    assert len(second.puzzle.parts) == 2


def test_rulebooks_are_compared_only_about_what_they_dispute() -> None:
    compares = {
        (rule, rulebook)
        for rule in (Rule.RUFF_WINS, Rule.LED_TRUMP_HOLDS)
        for rulebook in (CULBERTSON, AKAGIRI)
        if "rulebooks-differ" in kinds_for(rule, VARIANT, rulebook)
    }
    assert compares == {(Rule.LED_TRUMP_HOLDS, CULBERTSON), (Rule.LED_TRUMP_HOLDS, AKAGIRI)}
    assert "who-wins" in kinds_for(Rule.RUFF_WINS, VARIANT, CULBERTSON)
    assert "who-wins" not in kinds_for(Rule.LED_TRUMP_HOLDS, VARIANT, CULBERTSON)
    assert "who-wins" in kinds_for(Rule.LED_TRUMP_HOLDS, VARIANT, AKAGIRI)


def wrong_by(misconception: str, rule: Rule, rulebook: Rulebook = CULBERTSON) -> Attempt:
    """A wrong answer of somebody who holds *misconception*, about *rule*."""
    able = about(rule, rulebook=rulebook)
    for seed in range(400):
        rng = Random(seed)
        asked = ask_next(Memory(zone=UTC), (), able, Mode.RULE, NOW, rng, rule)
        answer = predicted(asked.puzzle, misconception)
        if answer and tempts(asked.puzzle, misconception):
            found = answered(asked.puzzle, answer, rule)
            if found.misconception == misconception:
                return found
    raise AssertionError(misconception)


@pytest.mark.parametrize(
    ("misconception", "rule"),
    [
        ("following-is-trumping", Rule.LED_SUIT_NO_TRUMP),
        ("last-of-equals-wins", Rule.FIRST_OF_EQUALS),
        ("must-ruff", Rule.ANY_CARD_WHEN_VOID),
        ("nothing-starts-next", Rule.SAME_TRICK_STARTS_NEXT),
        ("pile-at-twenty", Rule.PILE_CARDS),
    ],
)
def test_a_mistake_comes_again_with_the_same_temptation_in_a_new_trick(
    misconception: str, rule: Rule
) -> None:
    memory = remember([wrong_by(misconception, rule)])
    for seed in range(20):
        rng = Random(seed)
        asked = ask_next(memory, memory.recent, ALL, Mode.MISTAKES, NOW, rng)
        assert (asked.choice.rule, asked.choice.misconception) == (rule, misconception)
        assert tempts(asked.puzzle, misconception)
        assert shape(print_puzzle(asked.puzzle)) != shape(memory.recent[0].puzzle)
        done = answered(asked.puzzle, asked.puzzle.solution, rule, mode="mistakes")
        assert open_mistakes(memory.after(done).recent) == ()


def test_a_mistake_stays_open_until_the_same_temptation_is_resisted() -> None:
    wrong = wrong_by("following-is-trumping", Rule.LED_SUIT_NO_TRUMP)
    elsewhere = attempt(Rule.RUFF_WINS)
    nothing_to_resist = attempt(Rule.LED_SUIT_NO_TRUMP)
    assert len(open_mistakes([wrong, elsewhere, nothing_to_resist])) == 1
    hinted = attempt(Rule.RUFF_WINS, hinted=True)
    assert open_mistakes([hinted]) == ()
    with pytest.raises(ValueError, match="no mistake is open"):
        ask_next(Memory(zone=UTC), (), ALL, Mode.MISTAKES, NOW, Random(1))


@pytest.mark.parametrize("form", ["partnership", "solo"])
def test_a_mistake_is_put_right_in_whichever_form_it_is_asked_again(form: str) -> None:
    """Where nobody has a partner, no trick tempts by the idea that a partner's suit is mine."""
    idea, rule, variant = "partners-suit-is-my-trump", Rule.RUFF_WINS, VARIANTS[form]
    wrong = wrong_by(idea, rule)
    asked = ask_next(
        remember([wrong]), [wrong], about(rule, variant=variant), Mode.MISTAKES, NOW, Random(1)
    )
    assert tempts(asked.puzzle, idea) is (form == "partnership")
    done = answered(asked.puzzle, asked.puzzle.solution, rule, mode="mistakes")
    assert open_mistakes([wrong, done]) == ()
    assert open_mistakes([wrong, replace(done, hinted=True)])
    if form == "solo":
        assert open_mistakes([wrong, replace(done, mode="today")]), "by chance it says nothing"


def test_a_mistake_is_put_right_by_whichever_rulebook_it_is_asked_again() -> None:
    """By Culbertson any ruff beats a led trump: no trick about one that holds tempts by an idea."""
    idea, rule = "no-trumps", Rule.LED_TRUMP_HOLDS
    wrong = wrong_by(idea, rule, AKAGIRI)
    asked = ask_next(remember([wrong]), [wrong], about(rule), Mode.MISTAKES, NOW, Random(1))
    assert not tempts(asked.puzzle, idea)
    done = answered(asked.puzzle, asked.puzzle.solution, rule, mode="mistakes")
    assert open_mistakes([wrong, done]) == ()
    assert open_mistakes([wrong, replace(done, mode="today")]), "by chance it says nothing"


def test_a_mistake_is_put_right_by_the_kind_of_question_it_was_made_by() -> None:
    """It need be in no lesson that was begun, nor among the last answers."""
    wrong = wrong_by("need-not-follow", Rule.FOLLOW_SUIT)
    begun = replace(about(Rule.FOLLOW_SUIT), kinds=frozenset({"spot-revoke"}))
    asked = ask_next(remember([wrong]), [wrong], begun, Mode.MISTAKES, NOW, Random(1))
    done = answered(asked.puzzle, asked.puzzle.solution, Rule.FOLLOW_SUIT, mode="mistakes")
    assert open_mistakes([wrong, done]) == ()


def test_a_streak_ends_with_the_first_error() -> None:
    before = [attempt(Rule.TURN, mode="streak") for _ in range(14)]
    error = attempt(Rule.TURN, mode="streak", correct=False)
    other = attempt(Rule.TURN, mode="today", correct=False)
    assert streak([error, *before, other]) == 14
    assert streak([*before, error]) == 0


def test_a_streak_begins_anew_each_day_as_easy_as_it_is_counted() -> None:
    """On another day it stands at none in a row, whatever was known the day before."""
    memory = remember([attempt(Rule.TURN, mode="streak") for _ in range(12)])
    for days, hard in ((0, 1), (1, 0)):
        now = NOW + timedelta(days=days)
        assert next_question(memory, ALL, Mode.STREAK, now, Random(1)).hard == hard


@pytest.mark.parametrize("rule", trick_rules(TABLES[0]))
def test_a_streak_asks_every_rule_harder_the_longer_it_lasts(rule: Rule) -> None:
    steps = (0, 5, 12)
    found = []
    for count in steps:
        memory = remember([attempt(Rule.TURN, mode="streak") for _ in range(count)])
        rng, hard = Random(count), list[float]()
        while len(hard) < 25:
            asked = ask_next(memory, memory.recent, about(rule), Mode.STREAK, NOW, rng)
            if asked.puzzle.kind == "who-wins":  # kinds are compared each with itself
                hard.append(difficulty(asked.puzzle))
        found.append(sum(hard) / len(hard))
    assert found[0] < found[1] < found[2]


def test_a_long_streak_asks_of_the_easy_rules_too() -> None:
    """If the hardest were asked alone, a habit that fails where nobody ruffs would do."""
    rules = trick_rules(TABLES[0])
    memory = remember([attempt(Rule.TURN, mode="streak") for _ in range(20)])
    rng = Random(1)
    asked = Counter(
        ask_next(memory, memory.recent, about(*rules), Mode.STREAK, NOW, rng).choice.rule
        for _ in range(30 * len(rules))
    )
    assert set(asked) == set(rules)
    assert min(asked.values()) >= 12


RUFFED_AT = "1 who-wins partnership culbertson N=C E=S S=D W=H : "
RUFFED = ("N C9 S4 C6 C5", "N H9 S4 H6 H5")
"""A led trump that East ruffs, and hearts, which are West's."""


@pytest.mark.parametrize("ruffed", RUFFED)
def test_a_missed_ruff_comes_again_with_what_it_had_to_beat(ruffed: str) -> None:
    """To a learner a ruff of a led trump and one of plain cards are two rules."""
    line = f"{RUFFED_AT}{ruffed}"
    missed = answered(parse_puzzle(line), "N", Rule.RUFF_WINS)
    assert not missed.correct
    others = (one for one in RUFFED if one != ruffed)
    before = [answered(parse_puzzle(f"{RUFFED_AT}{one}"), "N", Rule.RUFF_WINS) for one in others]
    answers = [*before, missed]
    wanted = parse_puzzle(line).ruling
    for seed in range(25):
        chosen = Selection(kind="who-wins", rule=Rule.RUFF_WINS, because=Because.MISSED)
        found = draw(chosen, remember(answers), ALL, Random(seed), answers).ruling
        assert wanted
        assert found
        assert (found.roles[0] == Role.LED_TRUMP) == (wanted.roles[0] == Role.LED_TRUMP)


def test_which_rule_decides_is_asked_only_once_all_rules_on_offer_were_taught() -> None:
    """A list of names nobody has met yet is no question."""
    memory = remember([attempt(Rule.RUFF_WINS), attempt(Rule.SUIT_HIGHEST)])
    taught = [Rule.RUFF_WINS, Rule.SUIT_HIGHEST, Rule.LED_TRUMP_WINS]
    for rulebook, last in (
        (CULBERTSON, [Rule.HIGHEST_RUFF_WINS]),
        (AKAGIRI, [Rule.HIGHEST_RUFF_WINS, Rule.LED_TRUMP_HOLDS]),
    ):
        for seed in range(20):
            for unlocked, wanted in ((taught, False), ([*taught, *last], True)):
                syllabus = Syllabus(VARIANT, rulebook, tuple(unlocked))
                chosen = next_question(
                    memory, syllabus, Mode.RULE, NOW, Random(seed), Rule.RUFF_WINS
                )
                assert chosen.why == wanted


def test_what_takes_a_glance_retires_after_two_right_answers_until_it_goes_wrong() -> None:
    trivial = (Rule.TURN, Rule.FOUR_DEALS, Rule.FIRST_LEAD, Rule.WINNER_LEADS, Rule.PARTNERS)
    for rule in (*trivial, Rule.HIGHER_TOTAL_WINS):
        once, twice = remember([attempt(rule)]), remember([attempt(rule), attempt(rule)])
        assert not ALL.retired(rule, once)
        assert ALL.retired(rule, twice)
        missed = twice.after(attempt(rule, correct=False))
        for _ in range(4):
            assert not ALL.retired(rule, missed), "missed once, it is asked longer"
            missed = missed.after(attempt(rule))
        assert ALL.retired(rule, missed)
        later = NOW + timedelta(days=90)
        assert today(twice, about(rule), later).done
    known = remember([attempt(Rule.RUFF_WINS) for _ in range(5)])
    assert not ALL.retired(Rule.RUFF_WINS, known)
    memory = remember([attempt(rule) for rule in (Rule.TURN, Rule.TURN, Rule.RUFF_WINS)])
    both = about(Rule.TURN, Rule.RUFF_WINS)
    for mode in (Mode.TODAY, Mode.STREAK):
        asked = next_question(memory, both, mode, NOW, Random(1))
        assert asked.rule == Rule.RUFF_WINS
    asked = next_question(memory, both, Mode.RULE, NOW, Random(1), Rule.TURN)
    assert asked.rule == Rule.TURN


def test_a_rule_that_was_chosen_is_asked_by_every_kind_of_question_and_today_by_those_met() -> None:
    memory = remember([attempt(Rule.FOLLOW_SUIT)])
    met = replace(about(Rule.FOLLOW_SUIT), kinds=frozenset({"which-cards"}))

    def kinds(mode: Mode) -> set[str]:
        return {next_question(memory, met, mode, NOW, Random(n)).kind for n in range(60)}

    assert kinds(Mode.TODAY) == {"which-cards"}
    assert kinds(Mode.RULE) == {"which-cards", "spot-revoke"}


def test_a_streak_waits_for_no_question_that_is_slow_to_draw() -> None:
    memory = remember([attempt(rule) for rule in RULES])
    asked = {next_question(memory, ALL, Mode.STREAK, NOW, Random(n)).kind for n in range(100)}
    assert len(asked) > 5
    assert not any(KINDS[kind].slow for kind in asked)


def test_kinds_of_question_come_with_the_lesson_that_teaches_them() -> None:
    assert introduced(LESSONS, []) == {"who-wins"}
    begun = list[str]()
    for lesson in LESSONS:
        begun.append(lesson.id)
        kinds = introduced(LESSONS, begun)
        rules = [rule for one in LESSONS[: len(begun)] for rule in one.rules]
        asks = {step.kind for step in lesson.steps if isinstance(step, Ask | Drill)}
        assert asks <= kinds
        for seed in range(6):
            syllabus = replace(about(*rules), kinds=kinds)
            choice = next_question(Memory(zone=UTC), syllabus, Mode.TODAY, NOW, Random(seed))
            assert choice.kind in kinds
    assert set(KINDS) - introduced(LESSONS, begun) <= {"ladder"}
    assert "spot-revoke" not in introduced(LESSONS, [lesson.id for lesson in LESSONS[:9]])


@pytest.mark.parametrize("seed", range(5))
def test_what_is_said_to_come_next_is_what_practice_asks(seed: int) -> None:
    rng, memory = Random(seed), Memory(zone=UTC)
    for _ in range(60):
        first = coming(memory, ALL)[0]
        asked = next_question(memory, ALL, Mode.TODAY, NOW, rng)
        waited = waits(memory, [first, asked.rule], VARIANT)
        assert waited[asked.rule] == waited[first]
        memory = memory.after(attempt(asked.rule, correct=rng.random() < 0.7))


def test_a_rule_that_is_followed_up_is_said_to_come_next() -> None:
    rng, answers, followed = Random(3), list[Attempt](), 0
    for number in range(90):
        memory = remember(answers)
        first = coming_up(memory, ALL, answers)[0]
        asked = ask_next(memory, answers, ALL, Mode.TODAY, NOW, rng)
        if asked_again(answers):
            followed += 1
            assert asked.choice.rule == first
        given = asked.puzzle.solution
        if rng.random() < 0.3:
            given = print_answer([[part.choices[0].token] for part in asked.puzzle.parts])
        new = answered(asked.puzzle, given, asked.choice.rule)
        answers.append(replace(new, id=str(number), misconception=None))
    assert followed > 9


@pytest.mark.parametrize("mode", [Mode.TODAY, Mode.MISTAKES])
def test_what_was_missed_is_asked_again_by_kinds_of_question_that_were_met(mode: Mode) -> None:
    """Nobody is asked who revoked because of a missed rule before a lesson tells what that is."""
    begun = LESSONS[:3]
    rules = [rule for lesson in begun for rule in lesson.rules]
    kinds = introduced(LESSONS, [lesson.id for lesson in begun])
    met, again, rng = replace(about(*rules), kinds=kinds), Counter[str](), Random(4)
    answers = [attempt(Rule.FOLLOW_SUIT, correct=False)]
    for number in range(120):
        missed = asked_again(answers)
        asked = ask_next(remember(answers), answers, met, mode, NOW, rng)
        if asked.choice.rule == Rule.FOLLOW_SUIT and (missed or mode == Mode.MISTAKES):
            again[asked.choice.kind] += 1
        given = print_answer([[part.choices[0].token] for part in asked.puzzle.parts])
        new = answered(asked.puzzle, given, asked.choice.rule, mode=mode)
        answers.append(replace(new, id=str(number)))
    assert again.keys() == {"which-cards"}


def test_what_another_form_cannot_ask_is_not_followed_up_there() -> None:
    """In Calypso for Two no led trump holds against a ruff, whatever the rulebook says."""
    doubt = replace(SIGNS[0], rule=Rule.LED_TRUMP_HOLDS)
    answers = [*RIGHT, doubt, *(attempt(Rule.TURN) for _ in range(REST))]
    memory, two = remember(answers), about(Rule.FOLLOW_SUIT, variant=VARIANTS["two"])
    assert coming_up(memory, ALL, answers)[0] == Rule.LED_TRUMP_HOLDS
    assert coming_up(memory, two, answers) == (Rule.FOLLOW_SUIT,)
    asked = ask_next(memory, answers, two, Mode.TODAY, NOW, Random(1))
    assert asked.choice.rule == Rule.FOLLOW_SUIT


def test_what_is_followed_up_is_asked_by_the_kinds_that_were_met() -> None:
    """Nobody is asked to find a revoke who has not heard of one."""
    doubt = replace(SIGNS[0], rule=Rule.FOLLOW_SUIT)
    answers = [*RIGHT, doubt, *(attempt(Rule.TURN) for _ in range(REST))]
    met = replace(about(Rule.FOLLOW_SUIT), kinds=frozenset({"who-wins", "which-cards"}))
    for seed in range(20):
        rng = Random(seed)
        asked = ask_next(remember(answers), answers, met, Mode.TODAY, NOW, rng)
        assert asked.choice.because == Because.MISSED
        assert asked.puzzle.kind == "which-cards"


@pytest.mark.parametrize("signs", [0, 2])
def test_while_something_wrong_is_likely_the_trick_that_tells_most_is_asked(
    signs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, told = [*RIGHT[1:], *SIGNS[:signs]], dict[str, float]()

    def telling(puzzle: Puzzle, *_: object) -> float:
        return told.setdefault(print_puzzle(puzzle), Random(print_puzzle(puzzle)).random())

    monkeypatch.setattr("tutor.learning.draw.telling", telling)
    choice = Selection(kind="who-wins", rule=Rule.RUFF_WINS, because=Because.PRACTICE)
    for seed in range(5):
        told.clear()
        drawn = draw(choice, remember(answers), ALL, Random(seed), answers)
        assert (len(told) > 1) == bool(signs)
        assert not told or told[print_puzzle(drawn)] == max(told.values())


def test_today_lists_what_is_left() -> None:
    syllabus = about(Rule.RUFF_WINS, Rule.SUIT_HIGHEST, Rule.FOLLOW_SUIT, Rule.OWN_CARDS)
    old, long_ago = Rule.FOLLOW_SUIT, NOW - timedelta(days=30)
    memory = remember([attempt(old, at=long_ago), attempt(Rule.RUFF_WINS, correct=False)])
    left = today(memory, syllabus, NOW)
    assert (left.due, left.new) == ((old,), (Rule.SUIT_HIGHEST,))
    assert not left.done
    for rule in (old, Rule.SUIT_HIGHEST):
        memory = memory.after(attempt(rule))
    assert today(memory, syllabus, NOW).done
    tomorrow = NOW + timedelta(days=1)
    assert today(memory, syllabus, tomorrow).due == (Rule.RUFF_WINS,)


def test_what_nothing_can_ask_is_refused() -> None:
    memory = Memory(zone=UTC)
    with pytest.raises(ValueError, match="no question of partnership under culbertson"):
        next_question(memory, about(Rule.OWN_CARDS), Mode.TODAY, NOW, Random(1))


def test_a_tired_generator_says_so() -> None:
    new, syllabus = Memory(zone=UTC), about(Rule.RUFF_WINS)
    choice = next_question(new, syllabus, Mode.TODAY, NOW, Random(1))
    puzzles = [draw(choice, new, syllabus, Random(7), ()) for _ in range(2)]
    assert puzzles[0] == puzzles[1]
    memory = remember([answered(puzzles[0], puzzles[0].solution, choice.rule)])
    assert draw(choice, memory, syllabus, Random(7), memory.recent) != puzzles[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("because", Because)
def test_the_drill_says_why_it_asks(because: Because, language: str) -> None:
    say = Texts(language)
    # "This rule" would be a riddle, its name a hint; that practice is done is said at its end.
    if because in (Because.MISSED, Because.NEW, Because.PRACTICE):
        assert not say.has(f"because.{because}")
        return
    said = say(f"because.{because}", rule=Rule.RUFF_WINS)
    assert said.endswith((".", "。", say.name(Rule.RUFF_WINS)))


@pytest.mark.parametrize("line", GOLDEN.read_text(encoding="utf-8").splitlines())
def test_the_puzzle_of_a_day_is_the_same_for_everybody(line: str) -> None:
    day, variant, name, puzzle = line.split(" ", 3)
    rulebook = next(one for one in RULEBOOKS if one.id == name)
    found = daily(date.fromisoformat(day), VARIANTS[variant], rulebook)
    assert print_puzzle(found.puzzle) == puzzle
    assert parse_puzzle(puzzle).table.rulebook == rulebook


def test_it_is_said_who_has_the_same_puzzle_of_the_day() -> None:
    """It hangs on the form and on the rulebook: "everyone" would send friends to two puzzles."""
    said = Texts("en")("drill.daily", day=MONDAY)
    for word, tables in (
        ("form", [(variant, CULBERTSON) for variant in VARIANTS.values()]),
        ("rulebook", [(VARIANT, rulebook) for rulebook in RULEBOOKS]),
    ):
        assert len({print_puzzle(daily(MONDAY, *table).puzzle) for table in tables}) > 1
        assert word in said


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_the_puzzle_of_a_day_asks_what_a_first_visit_can_answer(variant: Variant) -> None:
    days = [date(2026, 12, 8) + timedelta(days=number) for number in range(40)]
    kinds = Counter(daily(day, variant, CULBERTSON).puzzle.kind for day in days)
    assert set(kinds) == {"who-wins", "what-is-built", "which-cards"}
    assert kinds["who-wins"] >= len(days) // 3


def test_the_puzzle_of_the_day_grows_harder_through_the_week() -> None:
    hard = [
        [
            difficulty(daily(MONDAY + timedelta(weeks=w, days=d), VARIANT, CULBERTSON).puzzle)
            for w in range(12)
        ]
        for d in (0, 3, 6)
    ]
    assert sum(hard[0]) < sum(hard[1]) < sum(hard[2])


def test_a_rule_that_is_new_is_asked_by_its_first_kind_and_later_by_any() -> None:
    rule = Rule.FOLLOW_SUIT
    kinds = kinds_for(rule, VARIANT, CULBERTSON)
    assert len(kinds) > 1

    def asked(memory: Memory) -> set[str]:
        return {
            next_question(memory, about(rule), Mode.TODAY, NOW, Random(seed)).kind
            for seed in range(40)
        }

    new = Memory(zone=UTC)
    assert asked(new) == {kinds[0]}
    assert asked(new.after(attempt(rule))) == set(kinds)


@pytest.mark.parametrize("seed", range(5))
def test_the_first_questions_of_all_are_who_wins_a_trick(seed: int) -> None:
    memory, kinds = Memory(zone=UTC), []
    for _ in range(3):
        choice = next_question(memory, ALL, Mode.TODAY, NOW, Random(seed))
        memory = memory.after(attempt(choice.rule))
        kinds.append(choice.kind)
    assert RULES[0] not in rules_of("who-wins", VARIANT, CULBERTSON)
    assert set(kinds) == {"who-wins"}


@pytest.mark.parametrize("mode", Mode)
def test_a_pair_interrupts_today_always_and_other_modes_after_their_own_mistake(mode: Mode) -> None:
    here = attempt(RULES[0], mode=mode, correct=False)
    elsewhere = attempt(RULES[0], mode="free", correct=False)
    right = attempt(RULES[0], mode=mode)
    trick = attempt(RULES[0], mode=pair_mode("must-ruff"))
    always = mode == Mode.TODAY
    assert may_interrupt([here], mode, onward=True)
    assert may_interrupt([here, trick], mode, onward=True)
    for before in ([], [elsewhere], [here, right], [here, elsewhere]):
        assert may_interrupt(before, mode, onward=True) == always
    for before in ([here], [here, trick]):
        assert may_interrupt(before, mode, onward=False) == always
