"""What is said of a learner: a slip is a slip, what is held is named, and nothing else is."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from random import Random
from unittest.mock import Mock

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.trick import Ruling, dissents
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import suit_markers
from puzzles.misconceptions import MISCONCEPTIONS, marks_of, predicts
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.position import played
from puzzles.puzzle import print_answer
from tests.learner import NOW, answered
from tests.students import WRONG_RULES, Student, Wrong, pools, practise
from tutor.learning import Attempt, learner, pair_mode
from tutor.learning.estimate import SOUND, TEMPTED, error_rates, hypotheses, likelihood, telling
from tutor.learning.evidence import evidence, forecast, odd_places, odd_rules
from tutor.learning.learner import REST, WITHIN, LearnerModel, asked_again, diagnose, learner_after
from tutor.words.explanation import MOST_PERHAPS, NOTHING, Diagnosis

VARIANT = VARIANTS["partnership"]
HEAD = "1 who-wins partnership culbertson N=C E=S S=D W=H : "
LED_TRUMP = "led-trump-is-unbeatable"


def trick(position: str, answer: str = "", *, mode: str = "today", hinted: bool = False) -> Attempt:
    """An answer to a trick, right if none is given."""
    puzzle = parse_puzzle(HEAD + position)
    given = answered(puzzle, answer or puzzle.solution, puzzle.rule, mode=mode)
    return replace(given, hinted=hinted, misconception=None)


@pytest.mark.parametrize("mode", ["deal:ruffing", "lesson:ruffing:given", "example:given"])
def test_of_cards_that_others_placed_nothing_is_concluded(mode: str) -> None:
    """In a deal one card of four is asked about; whole answers would fit no idea, or the wrong."""
    lines = [f"S D{rank} S9 D4 H2 : D0:AKQ" for rank in "87653"]
    puzzles = [
        parse_puzzle(f"1 what-is-built partnership culbertson N=C E=S S=D W=H : {line}")
        for line in lines
    ]
    attempts = [
        answered(puzzle, "pile / pile / pile / pile", puzzle.rule, mode=mode) for puzzle in puzzles
    ]
    assert [
        item for item in (diagnose(attempts[: n + 1]) for n in range(5)) if item != NOTHING
    ] == []
    asked = [replace(attempt, mode="today") for attempt in attempts]
    assert any(diagnose(asked[: n + 1]) != NOTHING for n in range(5))


SIGNS = (
    trick("N C4 D3 D7 C9", "N"),
    trick("E S6 S9 S4 CQ", "E"),
    trick("W H9 DQ HJ DA", "W"),
    trick("S D3 H7 D9 D8", "S"),
)
"""All fit that nothing beats a led trump, and nothing else known."""

RIGHT = tuple(
    map(
        trick,
        (
            "N H8 HJ HT H3",
            "N H3 S9 D4 H5",
            "N H6 CA H8 H7",
            "W C5 C9 S2 D3",
            "S H4 H8 C9 HJ",
            "E H2 D9 H5 C3",
        ),
    )
)
"""Answers to tricks in which no trump is led; they show that not every leader is thought to win."""


def test_after_a_first_error_nothing_is_said() -> None:
    for sign in SIGNS:
        assert diagnose([sign]) == diagnose([*RIGHT, sign]) == NOTHING
    assert diagnose([]) == NOTHING


def test_what_is_held_is_named_after_its_second_sign_and_only_after_wrong_answers() -> None:
    known = [*RIGHT, *SIGNS[:2]]
    assert diagnose(known) == Diagnosis(named=LED_TRUMP)
    assert diagnose([*known, trick("E H3 HK HT H7")]) == NOTHING
    assert diagnose([*known, trick("E H3 HK HT H7", "W")]) == NOTHING, "it fits another idea"
    assert diagnose([*known, replace(SIGNS[2], hinted=True)]) == NOTHING


def test_slips_that_all_go_to_the_next_best_card_may_be_slips() -> None:
    position = "N H8 CJ HT HQ"
    best, elsewhere = trick(position, "E"), trick(position, "S")
    known = hypotheses("who-wins")

    def ratio(attempt: Attempt) -> float:
        """How much likelier an answer is if all slips go there than if they go anywhere."""
        seen = evidence(attempt.puzzle, attempt.answer)
        assert seen is not None
        rates = likelihood(known, seen, (3, 1))
        return float((rates[TEMPTED] / rates[SOUND]).mean())

    assert best.correct is elsewhere.correct is False
    assert ratio(best) > 2
    assert ratio(elsewhere) < 0.5
    assert ratio(trick(position)) == pytest.approx(1)


def test_what_two_ideas_explain_alike_is_not_asserted() -> None:
    both = [trick("N HA S2 HK HQ", "N"), trick("N DA S2 DK D5", "N")]
    said = diagnose([*RIGHT, *both])
    assert said.named is None
    assert "ruff-must-outrank" in said.perhaps
    assert len(said.perhaps) <= MOST_PERHAPS


def test_answers_after_a_hint_and_to_the_same_puzzle_say_nothing() -> None:
    hinted = [*RIGHT, replace(SIGNS[0], hinted=True), SIGNS[1]]
    assert diagnose(hinted) == NOTHING
    again = replace(SIGNS[0], id="again", at=NOW + timedelta(minutes=1))
    assert diagnose([*RIGHT, SIGNS[0], again]) == NOTHING
    assert (
        learner_after([SIGNS[0], again]).likely("who-wins").held
        == learner_after([SIGNS[0]]).likely("who-wins").held
    )


def test_of_as_many_learners_as_are_remembered_an_answer_is_weighed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of each, as a verdict asks and then the page; and they answer in any order."""
    rng, steps = Random(7), list[str]()
    weigh = learner._step

    def counted(before: LearnerModel, given: Sequence[Attempt], number: int) -> LearnerModel:
        steps.append(given[number].id)
        return weigh(before, given, number)

    monkeypatch.setattr(learner, "_CACHE", type(learner._CACHE)())
    monkeypatch.setattr(learner, "_CACHED", 16)
    monkeypatch.setattr(learner, "_step", counted)
    given = [
        [replace(one, id=f"{mine}-{number}") for number, one in enumerate([*RIGHT, *SIGNS])]
        for mine in range(8)
    ]
    done = [0] * len(given)
    while waiting := [mine for mine, answers in enumerate(given) if done[mine] < len(answers)]:
        mine = rng.choice(waiting)
        done[mine] += 1
        diagnose(given[mine][: done[mine]])
        diagnose(given[mine][: done[mine] - 1])
    assert sorted(steps) == sorted(one.id for answers in given for one in answers)


def test_tricks_are_played_out_once_to_see_what_every_misconception_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = VARIANTS["partnership"].table(CULBERTSON)
    markers = generate("suit-markers", Rule.SUIT_MARKERS, VARIANTS["partnership"], table, Random(1))
    line, games = print_puzzle(markers), Mock(wraps=played)
    monkeypatch.setattr(suit_markers, "played", games)
    parse_puzzle.cache_clear()
    foreseen = forecast(parse_puzzle(line))
    assert len(foreseen.answers) > 1
    assert games.call_count == 1


def test_what_is_drawn_and_not_asked_is_not_remembered() -> None:
    """Of a dozen puzzles one is asked; the others would push out what learners have answered."""
    table, rng = VARIANTS["partnership"].table(CULBERTSON), Random(2)
    likely, before = LearnerModel().likely("who-wins"), parse_puzzle.cache_info().currsize
    for _ in range(5):
        puzzle = generate("who-wins", Rule.SUIT_HIGHEST, VARIANTS["partnership"], table, rng)
        assert telling(puzzle, likely, frozenset()) > 0
    assert parse_puzzle.cache_info().currsize == before


def test_an_answer_that_another_rulebook_gives_says_nothing() -> None:
    disputed = trick("N C9 S3 C6 C5", "N")
    ruling = parse_puzzle(disputed.puzzle).ruling
    assert ruling is not None
    assert dissents(ruling)
    assert learner_after([disputed]).likely("who-wins").held[LED_TRUMP] < 0.05


def test_answers_after_a_cure_count_anew() -> None:
    held = [*RIGHT, *SIGNS[:2]]
    after = [trick("N C5 D8 DT C2", mode=pair_mode(LED_TRUMP))]
    cured = [*held, *after, *(trick(one) for one in ("E S7 ST S3 C8", "W H5 CQ DJ DK"))]
    assert learner_after(cured).likely("who-wins").held[LED_TRUMP] < 0.2
    assert diagnose([*cured, SIGNS[2]]) == NOTHING, "one slip is one sign"
    back = [*cured, SIGNS[2], SIGNS[3]]
    assert learner_after(back).likely("who-wins").held[LED_TRUMP] > 0.2
    signs = learner_after(cured).estimate("who-wins").signs
    assert not any(signs.values()), "what the pair explains is left to no other"


def test_many_slips_elsewhere_make_a_slip_likelier() -> None:
    puzzles = [
        generate("whose-turn", Rule.TURN, VARIANT, VARIANT.table(CULBERTSON), Random(seed))
        for seed in range(12)
    ]
    careless = [
        answered(
            one, next(c.token for c in one.parts[0].choices if c.token != one.solution), Rule.TURN
        )
        for one in puzzles[::2]
    ]
    careful = [answered(puzzle, puzzle.solution, Rule.TURN) for puzzle in puzzles]
    held = [
        learner_after([*before, *RIGHT, *SIGNS[:2]]).likely("who-wins").held[LED_TRUMP]
        for before in (careful, careless)
    ]
    assert held[0] > held[1]


def rulings() -> list[Ruling]:
    """Tricks as they are asked about."""
    rng = Random(1)
    puzzles = [
        generate("who-wins", rule, VARIANT, rng.choice(VARIANT.tables(CULBERTSON)), rng)
        for rule in rules_of("who-wins", VARIANT, CULBERTSON)
        for _ in range(60)
    ]
    return [puzzle.ruling for puzzle in puzzles if puzzle.ruling]


def by_unlisted_rules(known: list[Ruling]) -> NDArray[np.str_]:
    """Return who wins by each of the rules that stand for unlisted ones, a row for each trick."""
    found = []
    for one in known:
        seats = np.array([play.seat.value for play in one.trick.plays])
        by = [predicts(listed, one.trick, one.table) for listed in MISCONCEPTIONS]
        named = np.array([seats.tolist().index(seat.value) for seat in by])
        found.append(seats[odd_places(marks_of(one), named)[odd_rules()]])
    return np.stack(found)


def test_a_known_idea_may_hold_only_where_several_cards_are_off_suit() -> None:
    """Two discards seem more than one to some; where one is alone, they're right."""
    known = rulings()
    idea = next(one for one in MISCONCEPTIONS if one.id == "not-following-is-trumping")
    by = []
    for one in known:
        off = sum(card.suit != one.trick.lead.card.suit for card in one.trick.cards)
        seat = predicts(idea, one.trick, one.table) if off > 1 else one.winning.seat
        by.append(seat.value)
    found = by_unlisted_rules(known)
    assert (found == np.array(by)[:, None]).all(axis=0).any()


def test_the_rules_that_stand_for_unlisted_ones_are_neither_right_nor_known() -> None:
    known = rulings()
    listed = {
        misconception.id: [predicts(misconception, one.trick, one.table) for one in known]
        for misconception in MISCONCEPTIONS
    }
    listed[""] = [one.winning.seat for one in known]
    found = by_unlisted_rules(known)
    assert found.shape[1] > 2000
    for name, named in listed.items():
        # What differs in none of these tricks may differ in rarer ones.
        same = (found == np.array(named)[:, None]).all(axis=0).sum()
        assert same < found.shape[1] / 1000, name
    assert len(np.unique(found, axis=1).T) > 0.9 * found.shape[1]


@pytest.mark.parametrize("wrong", WRONG_RULES, ids=lambda wrong: wrong.__name__.strip("_"))
def test_the_wrong_rules_of_the_benchmark_are_not_among_those_the_tutor_imagines(
    wrong: Wrong,
) -> None:
    known = rulings()
    named = np.array([wrong(one) for one in known])[:, None]
    assert (by_unlisted_rules(known) == named).mean(axis=0).max() < 0.97


@pytest.mark.parametrize("number", range(2))
def test_a_wrong_rule_that_is_not_listed_is_said_to_be_none_of_the_known(number: int) -> None:
    with pools(size=25):
        student = Student(wrong=WRONG_RULES[number])
        items = list(practise(student, 45, Random(number)))
    said = [at for at, item in enumerate(items) if item.said.unknown]
    assert said, "it is not said"
    for at in said:
        later = items[at + 1 : at + 1 + WITHIN]
        assert len(later) < WITHIN or any(one.rule == items[at].rule for one in later)


@pytest.mark.parametrize("kind", ["what-score", "spot-revoke"])
def test_who_always_takes_the_first_option_is_accused_of_nothing_or_seldom(kind: str) -> None:
    accused = 0
    for seed in range(12):
        rng = Random(f"{kind} {seed}")
        rules = rules_of(kind, VARIANT, CULBERTSON)
        rule = rules[seed % len(rules)]
        attempts: list[Attempt] = []
        for _ in range(10):
            table = rng.choice(VARIANT.tables(CULBERTSON))
            puzzle = generate(kind, rule, VARIANT, table, rng)
            first = print_answer([[part.choices[0].token] for part in puzzle.parts])
            attempts.append(answered(puzzle, first, rule))
        accused += any(diagnose(attempts[:count]).named for count in range(1, 11))
    assert accused <= 3


def test_a_doubt_brings_its_rule_again_but_not_at_once() -> None:
    doubt = [*RIGHT, SIGNS[0]]
    rule = SIGNS[0].rule
    others = [
        trick(one) for one in ("N H3 HK HT H7", "N H2 HQ HT H5", "N D3 DK DT D7", "N D2 DQ DT D5")
    ]
    assert asked_again(doubt) is None
    for passed in range(REST - 1, len(others)):
        again = asked_again([*doubt, *others[:passed]])
        assert again is not None
        assert again.rule == rule
    assert asked_again([*doubt, *others, trick("E S7 ST S3 C8")]) is None, "it has come"


def test_one_right_answer_where_an_idea_would_have_erred_leaves_it_as_open() -> None:
    once = [*RIGHT, SIGNS[0]]
    right = trick("N C5 D8 DT C2")
    assert learner_after([*once, right]).doubts == (len(once) - 1, len(once))
    assert learner_after([*once, RIGHT[0]]).doubts == (len(once) - 1,), "no trump is led there"
    assert learner_after([*RIGHT, right]).doubts == (), "nobody has shown it"


def test_clean_learners_are_told_what_they_hold_and_sound_ones_nothing() -> None:
    # The benchmark `teaching` does this with 500 learners a row.
    with pools(size=40):
        for number, held in enumerate(
            ("no-trumps", "following-is-trumping", "leaders-suit-is-trump")
        ):
            items = list(practise(Student([held]), 60, Random(number)))
            assert {item.said.named for item in items} - {None} == {held}
            assert sum(bool(item.after_pair) for item in items) <= 12
        for number in range(4):
            items = list(practise(Student(slips=0.05), 60, Random(number)))
            assert all(item.said.named is None for item in items)


def test_of_a_record_of_years_no_more_counts_than_of_a_long_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever has answered for years waits no longer for a first question, nor for the next."""
    steps: list[int] = []
    step = learner._step

    def counted(before: LearnerModel, given: Sequence[Attempt], number: int) -> LearnerModel:
        steps.append(number)
        return step(before, given, number)

    monkeypatch.setattr(learner, "_step", counted)
    once = [trick(f"N H{a} S{b} D{c} H{d}") for a, b, c, d in permutations("23456789", 4)]
    years = once * 13
    assert len(years) > 20_000
    learner_after(years)
    assert 500 <= len(steps) < 750
    assert steps[-1] == len(years) - 1, "the last ones count"
    steps.clear()
    learner_after([*years, RIGHT[0]])
    assert steps == [len(years)]
    assert asked_again(years) is None
    doubts = learner_after([*years, *SIGNS]).doubts
    assert doubts
    assert min(doubts) >= len(years), "they are numbers among all answers"
    assert learner_after([*SIGNS * 3, *years]).at_work() == (), "what was long ago does not count"


@pytest.mark.parametrize("tally", [(0, 0), (9_000, 0), (0, 9_000), (3_000, 600)])
def test_after_thousands_of_answers_probabilities_are_still_numbers(tally: tuple[int, int]) -> None:
    rates = error_rates(tally)
    assert ((rates > 0) & (rates < 1)).all()
