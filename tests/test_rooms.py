"""A room goes on as its teacher says, takes answers while it may, and forgets what it should."""

import csv
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice, product
from random import Random
from unittest.mock import patch

import pytest

from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS, words_of
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle, under
from puzzles.sets import canonical, mixed
from tests.course import LESSONS
from tests.rooms import (
    DISPUTED,
    DRAFTS,
    FIVE_CARDS,
    NOW,
    PLAIN,
    RUFFED,
    WHICH,
    a_room,
    after,
    refused,
)
from tests.test_learning_diagnosis import RIGHT, SIGNS
from tutor.export import write_rows
from tutor.learning.learner import learner_after
from tutor.lessons.steps import Ask, Drill, Lesson
from tutor.rooms import (
    CODE_CHARACTERS,
    CODE_LENGTH,
    IDLE,
    LOBBY,
    MOST_QUESTIONS,
    Question,
    QuestionStage,
    Room,
    RoomOptions,
    new_room_code,
    read_room_code,
)
from tutor.rooms.agenda import (
    DraftQuestion,
    count_asked,
    count_held_up,
    fresh,
    of_lesson,
    of_lines,
    of_rule,
)
from tutor.rooms.answers import (
    Given,
    Member,
    can_be_held_up,
    expected,
    points,
    spread,
    standings,
    tally,
    too_late,
)
from tutor.rooms.controls import (
    Control,
    after_control,
    allowed,
    ask_fresh,
    count_hands,
    due,
    end,
    forget_votes,
    go_on_with,
    questions_of,
    shut_door,
    talk,
    without_count,
)
from tutor.rooms.limits import LIMITS, MOST_KEPT, ROOMS, WINDOW, Guesses, Opened
from tutor.rooms.rows import read_room, write_room
from tutor.rooms.summary import answer_rows, hardest, questions_asked, summarise
from tutor.words.explanation import explain
from tutor.words.texts import Texts

SHOW, OPEN, CLOSE, REVEAL = Control.NEXT, Control.OPEN, Control.CLOSE, Control.REVEAL
RUNG, NEXT, BACK, SKIP = Control.RUNG, Control.NEXT, Control.BACK, Control.SKIP


def stage(room: Room) -> QuestionStage | None:
    return room.question.stage if room.question else None


# ------------------------------------------------------------------- the teacher's word


def test_the_big_button_leads_through_a_question_rung_by_rung_to_the_rule() -> None:
    room, seen = a_room(), []
    for second in range(1, 20):
        control = due(room, after(second))
        if control is None:
            break
        seen.append(control)
        room = after_control(room, control, after(second))
        if room.at == 1:
            break
    assert seen == [SHOW, OPEN, CLOSE, REVEAL, RUNG, RUNG, RUNG, RUNG, RUNG, NEXT]
    assert room.questions[0].stage == QuestionStage.RULE
    assert room.questions[0].rung == 4


def test_after_the_last_question_only_the_end_is_left() -> None:
    room = a_room(SHOW, REVEAL, NEXT, REVEAL, NEXT, REVEAL, NEXT)
    assert room.at == len(room.questions)
    assert due(room, after(60)) is None
    assert allowed(room, after(60)) == (BACK,)


def test_a_question_without_a_trick_has_no_ladder_and_leads_to_the_rule_at_once() -> None:
    drafts = (DraftQuestion(WHICH, Rule.FOLLOW_SUIT),)
    assert stage(a_room(SHOW, REVEAL, RUNG, drafts=drafts)) == QuestionStage.RULE


def test_answers_are_taken_while_a_question_is_open_and_at_no_other_time() -> None:
    taken = {
        tuple(steps): a_room(*steps).accepts(after(30))
        for steps in ([], [SHOW], [SHOW, OPEN], [SHOW, OPEN, CLOSE], [SHOW, OPEN, REVEAL])
    }
    assert [steps for steps, takes in taken.items() if takes] == [(SHOW, OPEN)]
    assert a_room(SHOW, OPEN, CLOSE, OPEN).accepts(after(30))


def test_what_was_revealed_is_never_opened_again_not_even_by_going_back() -> None:
    room = a_room(SHOW, OPEN, REVEAL, NEXT, BACK)
    assert stage(room) == QuestionStage.SPREAD
    refused("not-now", lambda: after_control(room, OPEN, after(30)))


def test_going_back_from_an_open_question_closes_it() -> None:
    room = a_room(SHOW, REVEAL, NEXT, OPEN, BACK, NEXT)
    assert stage(room) == QuestionStage.CLOSED


def test_a_skipped_question_counts_for_nothing_until_it_is_asked_after_all() -> None:
    room = a_room(SHOW, OPEN, SKIP)
    assert room.at == 1
    assert room.questions[0].skipped
    again = after_control(
        after_control(after_control(room, BACK, after(9)), OPEN, after(9)), REVEAL, after(9)
    )
    assert not again.questions[0].skipped
    opened = after_control(after_control(room, BACK, after(9)), OPEN, after(9))
    ended = end(opened, after(10), keep_names=False)
    assert ended.questions[0].revealed, "what was answered then counts, shown or not"


def test_a_skipped_question_leads_on_and_counts_once_its_answer_is_shown() -> None:
    back = a_room(SHOW, SKIP, BACK)
    assert due(back, after(9)) == NEXT
    shown = after_control(back, REVEAL, after(9))
    assert not shown.questions[0].skipped
    assert due(shown, after(9)) == RUNG


def test_a_fresh_question_on_the_same_rule_comes_next_and_is_another() -> None:
    room = a_room(SHOW, OPEN, REVEAL)
    assert room.question
    draft = fresh(room.question, room.questions, Random(1))
    new = ask_fresh(room, draft, after(9))
    assert new.at == 1
    assert [question.id for question in new.questions] == [1, 4, 2, 3]
    assert new.question
    assert new.question.rule == Rule.SUIT_HIGHEST
    asked = {canonical(parse_puzzle(one.line)) for one in DRAFTS}
    assert canonical(new.question.puzzle) not in asked
    assert not new.questions[0].skipped
    third = fresh(new.question, new.questions, Random(1))
    assert canonical(parse_puzzle(third.line)) != canonical(new.question.puzzle)


def test_a_fresh_question_is_of_the_same_kind() -> None:
    line = RUFFED.replace("who-wins", "ladder") + " : last 2"
    question = Question(id=1, line=line, rule=Rule.HIGHEST_RUFF_WINS)
    draft = fresh(question, [question], Random(1))
    assert (parse_puzzle(draft.line).kind, draft.rule) == ("ladder", Rule.HIGHEST_RUFF_WINS)


def test_a_fresh_question_on_a_rule_that_its_kind_is_not_drawn_for_asks_who_wins() -> None:
    line = RUFFED.replace("who-wins", "rulebooks-differ")
    question = Question(id=1, line=line, rule=Rule.HIGHEST_RUFF_WINS)
    assert parse_puzzle(fresh(question, [question], Random(1)).line).kind == "who-wins"


def test_a_fresh_question_instead_of_one_not_shown_yet_passes_that_over() -> None:
    room = ask_fresh(a_room(SHOW), DraftQuestion(PLAIN, Rule.SUIT_HIGHEST), after(9))
    assert room.questions[0].skipped
    refused("not-now", lambda: ask_fresh(a_room(), DRAFTS[0], after(9)))


@pytest.mark.parametrize("controls", [(SHOW, OPEN), (SHOW, OPEN, CLOSE)])
def test_no_fresh_question_comes_while_what_was_answered_is_not_shown(
    controls: tuple[Control, ...],
) -> None:
    refused("not-now", lambda: ask_fresh(a_room(*controls), DRAFTS[0], after(9)))
    skipped = after_control(after_control(a_room(*controls), SKIP, after(8)), BACK, after(8))
    for room in (skipped, a_room(*controls, REVEAL)):
        assert ask_fresh(room, DRAFTS[0], after(9)).at == 1


def test_another_lesson_goes_on_in_the_same_room_and_keeps_what_was_answered() -> None:
    shown = (Control.NEXT, Control.OPEN, Control.REVEAL, Control.NEXT, Control.OPEN)
    room = a_room(*shown)  # the second is open, the third was never shown
    again = go_on_with(room, (DRAFTS[2], DRAFTS[0]), after(90))
    assert again.code == room.code
    first, second, *new = again.questions
    assert first == room.questions[0]
    assert (second.id, second.skipped, second.stage) == (2, False, QuestionStage.SPREAD)
    assert [one.line for one in new] == [DRAFTS[2].line, DRAFTS[0].line]
    assert again.question == new[0]
    assert not {one.id for one in new} & {question.id for question in room.questions}
    assert [question.question.id for question in summarise(again, ()).questions] == [1, 2]
    assert read_room(write_room(again)) == again


@pytest.mark.parametrize("controls", [(), (Control.NEXT, *[Control.SKIP] * 3)])
def test_another_lesson_can_follow_before_the_first_question_and_after_the_last(
    controls: tuple[Control, ...],
) -> None:
    room = a_room(*controls)
    again = go_on_with(room, DRAFTS[:1], after(90))
    assert again.at == len(again.questions) - 1
    assert len(again.questions) == (4 if controls else 1)
    assert due(again, after(91)) == Control.OPEN


def test_before_another_lesson_the_question_shown_keeps_its_place_though_nobody_answered() -> None:
    again = go_on_with(a_room(Control.NEXT), DRAFTS[:1], after(90))
    assert [question.skipped for question in again.questions] == [True, False]
    assert again.at == 1


def test_nothing_goes_on_with_nothing_or_with_too_much_or_after_the_end() -> None:
    room = a_room(Control.NEXT, Control.REVEAL)
    refused("no-question", lambda: go_on_with(room, (), after(9)))
    refused("too-many-questions", lambda: go_on_with(room, DRAFTS[:1] * MOST_QUESTIONS, after(9)))
    over = end(room, after(9), keep_names=False)
    refused("over", lambda: go_on_with(over, DRAFTS, after(10)))


def test_a_room_holds_so_many_questions_and_no_more() -> None:
    room = a_room(SHOW, drafts=DRAFTS[:1] * MOST_QUESTIONS)
    refused("too-many-questions", lambda: ask_fresh(room, DRAFTS[0], after(9)))


def test_nothing_can_be_done_to_a_room_that_is_over() -> None:
    room = end(a_room(SHOW, OPEN), after(9), keep_names=False)
    assert stage(room) == QuestionStage.SPREAD, "what was answered counts"
    assert allowed(room, after(10)) == ()
    assert due(room, after(10)) is None
    refused("over", lambda: after_control(room, REVEAL, after(10)))
    refused("over", lambda: end(room, after(10), keep_names=True))


def test_an_idle_room_ends_by_itself_after_a_day() -> None:
    room = a_room(SHOW, OPEN)
    assert not room.over(room.touched + IDLE)
    late = room.touched + IDLE + timedelta(seconds=1)
    assert room.over(late)
    assert not room.accepts(late)
    refused("over", lambda: after_control(room, CLOSE, late))


@pytest.mark.parametrize(
    "do",
    [
        lambda now: after_control(a_room(SHOW), OPEN, now),
        lambda now: ask_fresh(a_room(SHOW), DRAFTS[0], now),
        lambda now: go_on_with(a_room(SHOW), DRAFTS, now),
        lambda now: count_hands(a_room(SHOW, OPEN), 1, "E", 1, now),
        lambda now: talk(a_room(SHOW, OPEN), given("E"), now),
        lambda now: shut_door(a_room(SHOW), now, shut=True),
    ],
)
def test_whatever_a_teacher_does_keeps_the_room_for_another_day(
    do: Callable[[datetime], Room],
) -> None:
    assert not do(after(3600)).over(after(3600) + IDLE)


def test_there_is_no_clock_unless_it_is_switched_on() -> None:
    assert a_room(SHOW, OPEN).accepts(after(3600))
    timed = a_room(SHOW, OPEN, options=RoomOptions(clock=20))
    assert timed.accepts(after(21.9))
    assert not timed.accepts(after(22))
    closed = a_room(SHOW, OPEN, CLOSE)
    assert due(timed, after(30)) == due(closed, after(30)) == REVEAL
    assert allowed(timed, after(30)) == allowed(closed, after(30))
    refused("not-now", lambda: after_control(timed, CLOSE, after(30)))
    assert after_control(timed, OPEN, after(30)).accepts(after(49.9))
    with pytest.raises(ValueError, match="0 to 600 seconds"):
        RoomOptions(clock=601)


def test_a_room_is_read_as_it_was_written() -> None:
    room = a_room(SHOW, OPEN, options=RoomOptions(clock=20, points=True))
    room = count_hands(room, 1, "E", 7, after(9))
    others = (end(room, after(10), keep_names=True), shut_door(room, after(10), shut=True))
    for one in (room, *others):
        assert read_room(write_room(one)) == one


# ------------------------------------------------------------------------- the spread


def given(*answered: str, question: int = 1) -> tuple[Given, ...]:
    return tuple(
        Given(member=number, question=question, answer=answer, at=after(10 + number))
        for number, answer in enumerate(answered, start=1)
    )


def test_the_spread_lists_the_misconceptions_that_every_wrong_seat_fits() -> None:
    question = a_room(SHOW, OPEN, REVEAL, NEXT).questions[1]
    bars = spread(question, {"S": 4, "N": 2, "E": 1})
    assert [(bar.answer, bar.count, bar.correct) for bar in bars] == [
        ("N", 2, False),
        ("E", 1, False),
        ("S", 4, True),
        ("W", 0, False),
    ]
    fits = {bar.answer: bar.fits for bar in bars}
    assert "led-trump-is-unbeatable" in fits["N"]
    assert "first-ruff-wins" in fits["E"]
    assert fits["S"] == ()
    assert any(len(ideas) > 1 for ideas in fits.values()), "all that fit are listed"


def test_a_seat_that_wins_by_another_rulebook_is_said_to_be_right_there() -> None:
    room = a_room(SHOW, OPEN, REVEAL, drafts=DRAFTS[2:])
    bars = spread(room.questions[0], {"N": 2, "E": 1})
    assert {bar.answer: bar.rulebooks for bar in bars} == {
        "N": (AKAGIRI,),
        "E": (),
        "S": (),
        "W": (),
    }


def disputed() -> Iterator[tuple[Puzzle, Rulebook, str]]:
    """Puzzles, and another rulebook by which another of their choices is right.

    Slow to draw are endings, whose tricks have to be played out.
    """
    variant = VARIANTS["partnership"]
    quick = (kind for kind in KINDS if not KINDS[kind].slow)
    for kind, rulebook in product(quick, RULEBOOKS):
        if rules := rules_of(kind, variant, rulebook):
            drawn = mixed((kind,), rules, variant, variant.tables(rulebook), Random(5))
            for one, other in product(islice(drawn, 60), RULEBOOKS):
                answer = under(one.puzzle, other).solution
                with suppress(ValueError):
                    if not one.puzzle.check(answer).correct:
                        yield one.puzzle, other, answer


def test_whatever_is_asked_an_answer_that_is_right_by_another_rulebook_is_said_to_be() -> None:
    met = Counter[str]()
    for puzzle, other, answer in disputed():
        question = replace(a_room(SHOW).questions[0], line=print_puzzle(puzzle))
        bars = {bar.answer: bar.rulebooks for bar in spread(question, {answer: 3})}
        assert other in bars[answer], question.line
        assert bars[puzzle.solution] == (), question.line
        met[puzzle.kind] += 1
    assert {"who-wins", "ladder", "what-score"} <= set(met)


def test_of_a_right_answer_no_other_rulebook_is_named_and_before_a_talk_no_count() -> None:
    bars = spread(a_room(SHOW).questions[0], {"E": 3})
    assert {(bar.rulebooks, bar.before) for bar in bars} == {((), None)}


def test_what_nobody_answers_any_more_after_a_talk_is_listed_all_the_same() -> None:
    question = a_room(drafts=(DraftQuestion(WHICH, Rule.FOLLOW_SUIT),)).questions[0]
    bars = spread(replace(question, before=(("C3 D9", 2),)), {"C3": 2})
    assert [(bar.answer, bar.before, bar.count) for bar in bars] == [("C3", 0, 2), ("C3 D9", 2, 0)]


def test_hold_up_cards_and_telephones_are_counted_together() -> None:
    room = count_hands(a_room(SHOW, OPEN), 1, "E", 12, after(9))
    room = count_hands(room, 1, "W", 3, after(9))
    room = count_hands(room, 1, "W", -1, after(9))
    room = count_hands(room, 1, "N", -1, after(9))
    assert room.question
    assert tally(room.question, given("E", "N")) == {"E": 13, "N": 1, "W": 2}


@pytest.mark.parametrize(("answer", "by"), [("X", 1), ("E", 1000), ("E W", 1)])
def test_what_no_hall_can_hold_up_is_refused(answer: str, by: int) -> None:
    refused("no-answer", lambda: count_hands(a_room(SHOW, OPEN), 1, answer, by, after(9)))


def test_hold_up_cards_are_settled_with_the_answer() -> None:
    refused("not-now", lambda: count_hands(a_room(SHOW, OPEN), 2, "E", 1, after(9)))
    for steps in ([SHOW], [SHOW, OPEN, REVEAL], []):
        room = a_room(*steps)
        refused("not-now", lambda room=room: count_hands(room, 1, "E", 1, after(9)))  # type: ignore[misc]


def test_a_count_of_cards_is_all_that_telephones_take_no_notice_of() -> None:
    room = a_room(SHOW, OPEN)
    counted = count_hands(count_hands(room, 1, "E", 7, after(9)), 1, "W", 2, after(10))
    assert without_count(counted) == without_count(room)
    closed, talking = after_control(room, CLOSE, after(11)), talk(counted, (), after(11))
    shut, ended = shut_door(room, after(11), shut=True), end(room, after(11), keep_names=False)
    for gone_on in (closed, talking, shut, ended, after_control(closed, REVEAL, after(12))):
        assert without_count(gone_on) != without_count(room)
    assert without_count(a_room()) == replace(a_room(), touched=a_room().opened)


def test_answers_of_several_cards_are_listed_as_given_after_the_right_one() -> None:
    question = a_room(drafts=(DraftQuestion(WHICH, Rule.FOLLOW_SUIT),)).questions[0]
    bars = spread(question, {"C3 D9": 2, "H2": 3})
    assert [(bar.answer, bar.count, bar.correct) for bar in bars] == [
        ("C3", 0, True),
        ("H2", 3, False),
        ("C3 D9", 2, False),
    ]


def test_answers_in_which_equal_cards_change_places_are_counted_as_one() -> None:
    line = "1 what-is-built partnership culbertson N=C E=S S=D W=H : S D6 DQ D6 DQ : D0:A4"
    right, swapped, wrong = (
        "S / S / pile / pile",
        "S / pile / pile / S",
        "pile / pile / pile / pile",
    )
    question = Question(
        id=1, line=line, rule=parse_puzzle(line).rule, before=((swapped, 3), (wrong, 1))
    )
    assert question.puzzle.check(swapped).correct
    bars = spread(question, tally(question, given(swapped, right, swapped, wrong)))
    assert [(bar.answer, bar.count, bar.before, bar.correct) for bar in bars] == [
        (right, 3, 3, True),
        (wrong, 1, 1, False),
    ]


def test_with_the_same_winner_and_another_rule_an_answer_is_another() -> None:
    question = Question(id=1, line=f"{RUFFED} : why", rule=Rule.HIGHEST_RUFF_WINS)
    rules = [choice.token for choice in question.puzzle.parts[1].choices]
    answers = [f"S / {rule}" for rule in rules]
    bars = spread(question, tally(question, given(*answers)))
    assert sorted(bar.answer for bar in bars) == sorted(answers)
    assert {bar.count for bar in bars} == {1}


def test_of_many_cards_to_choose_from_the_right_one_and_those_chosen_are_listed() -> None:
    question = replace(a_room().questions[0], line=FIVE_CARDS)
    bars = spread(question, {"D7": 1, "HK": 2})
    assert [(bar.answer, bar.count) for bar in bars] == [("CA", 0), ("HK", 2), ("D7", 1)]


def test_points_are_given_only_where_they_are_switched_on_and_early_answers_earn_more() -> None:
    early, late_, wrong = (
        Given(member=1, question=1, answer="E", at=after(2)),
        Given(member=2, question=1, answer="E", at=after(22)),
        Given(member=3, question=1, answer="W", at=after(2)),
    )
    plain = a_room(SHOW, OPEN, REVEAL)
    assert [points(plain, plain.questions[0], one) for one in (early, late_, wrong)] == [0, 0, 0]
    room = a_room(SHOW, OPEN, REVEAL, options=RoomOptions(clock=20, points=True))
    assert [points(room, room.questions[0], one) for one in (early, late_, wrong)] == [100, 50, 0]
    people = [Member(number=n, name=f"m{n}", joined=NOW) for n in (1, 2, 3)]
    ranked = standings(room, people, (late_, early, wrong))
    assert [(member.number, earned) for member, earned in ranked] == [(1, 100), (2, 50)]
    nameless = [replace(member, name="") for member in people]
    assert standings(room, nameless, (late_, early, wrong)) == ()


def test_a_right_answer_earns_half_the_points_at_least_and_all_of_them_at_most() -> None:
    """Without a clock it may come after many minutes, and two servers' clocks differ."""
    room = a_room(SHOW, OPEN, REVEAL, options=RoomOptions(points=True))
    opened = room.questions[0].first_opened
    assert opened
    for seconds, earned in ((-5, 100), (0, 100), (30, 75), (60, 50), (600, 50)):
        at = opened + timedelta(seconds=seconds)
        given_then = Given(member=1, question=1, answer="E", at=at)
        assert points(room, room.questions[0], given_then) == earned


def test_a_question_opened_again_makes_no_late_answer_early() -> None:
    options = RoomOptions(clock=20, points=True)
    early, late_ = (
        Given(member=number, question=1, answer="E", at=after(at))
        for number, at in ((1, 2), (2, 12))
    )
    again = a_room(SHOW, OPEN, CLOSE, OPEN, REVEAL, options=options)
    first = a_room(SHOW, OPEN, options=options)
    second = after_control(talk(first, (early, late_), after(60)), REVEAL, after(70))
    for room in (again, second):
        question = room.questions[0]
        assert question.opened
        assert question.first_opened
        assert question.opened > question.first_opened
        assert [points(room, question, one) for one in (early, late_)] == [100, 75]


def test_answers_are_expected_of_those_who_are_in_and_came_in_time() -> None:
    (question,) = a_room(SHOW, OPEN, drafts=DRAFTS[:1]).questions
    here = Member(number=1, name="Ann", joined=NOW)
    late = replace(here, number=2, joined=after(30))
    gone = replace(here, number=3, removed=True)
    assert expected((here, late, gone), question) == 1


def test_there_is_nothing_to_talk_over_before_somebody_has_answered() -> None:
    refused("no-vote", lambda: talk(a_room(SHOW, OPEN), (), after(9)))
    refused("not-now", lambda: talk(a_room(SHOW), (), after(9)))


def test_before_a_talk_the_answers_to_this_question_were_given_and_no_others() -> None:
    room = a_room(SHOW, OPEN, REVEAL, NEXT, OPEN)
    talked = talk(room, given("E", "W") + given("N", question=2), after(60))
    assert talked.question
    assert (talked.question.before, talked.question.voters) == ((("N", 1),), ((1, "N"),))
    assert talked.touched == after(60)


def test_who_is_removed_changes_nothing_where_nobody_talked() -> None:
    room = a_room(SHOW, OPEN, CLOSE, OPEN)
    assert forget_votes(room, 1) == room


def test_whoever_came_before_a_question_was_opened_again_may_answer_it() -> None:
    late, room = Member(number=9, name="Ida", joined=after(30)), a_room(SHOW, OPEN)
    for control, waits in ((CLOSE, True), (OPEN, False), (CLOSE, False)):
        room = after_control(room, control, after(60))
        assert room.question
        assert too_late(late, room.question) is waits
        assert expected([late], room.question) == (not waits)
    assert room.question
    assert too_late(replace(late, joined=after(61)), room.question)


def test_whoever_comes_while_neighbours_talk_votes_with_them() -> None:
    room = a_room(SHOW, OPEN)
    assert room.question
    late = Member(number=9, name="Ida", joined=after(30))
    assert too_late(late, room.question)
    (answered,) = given("E")
    again = talk(room, (answered,), after(60)).question
    assert again
    assert not too_late(late, again)
    assert too_late(replace(late, joined=after(61)), again)


@pytest.mark.parametrize("recounted", [False, True])
@pytest.mark.parametrize("shown_by", ["reveal", "end"])
def test_cards_not_counted_again_after_a_talk_hold_as_they_were(
    *, recounted: bool, shown_by: str
) -> None:
    room = count_hands(a_room(SHOW, OPEN), 1, "E", 12, after(9))
    room = talk(count_hands(room, 1, "W", 2, after(9)), given("E", "N"), after(10))
    assert room.question
    assert room.question.held_up_before == {"E": 12, "W": 2}
    assert room.question.hands == ()
    if recounted:
        room = count_hands(room, 1, "W", 3, after(11))
    over = end(room, after(12), keep_names=False)
    room = after_control(room, REVEAL, after(12)) if shown_by == "reveal" else over
    cards = {"W": 3} if recounted else {"E": 12, "W": 2}
    assert dict(room.questions[0].hands) == cards


# ------------------------------------------------------------------------ the summary


def test_the_summary_says_which_rules_need_another_evening() -> None:
    room = a_room(SHOW, OPEN, REVEAL, NEXT, OPEN, REVEAL, NEXT, OPEN)
    answered = given("E", "E", "E", "W") + given("N", "N", "S", "S", question=2)
    answered += given("E", "E", "E", question=3)
    found = summarise(room, answered)
    assert [(rule.rule, rule.right, rule.answers, rule.again) for rule in found.rules] == [
        (Rule.HIGHEST_RUFF_WINS, 2, 4, True),
        (Rule.SUIT_HIGHEST, 3, 4, False),
    ]
    assert {result.before for result in found.questions} == {None}, "nobody talked"
    assert found.misconceptions == (), "one answer of each shows what nobody thinks"


def test_a_rule_with_too_few_answers_comes_last_and_takes_nothing_from_the_others() -> None:
    room = a_room(SHOW, OPEN, REVEAL, NEXT, OPEN, REVEAL)
    found = summarise(room, given("E", "E", "E") + given("N", question=2))
    assert [rule.too_few for rule in found.rules] == [False, True]
    assert not found.too_few


def test_the_summary_says_how_many_were_right_before_their_neighbours_talked() -> None:
    room = count_hands(a_room(SHOW, OPEN), 1, "W", 2, after(5))
    room = after_control(talk(room, given("E", "N", "E"), after(10)), REVEAL, after(20))
    found = summarise(room, given("E", "E", "E"))
    assert [(result.before, result.right, result.answers) for result in found.questions] == [
        ((2, 5), 3, 5)
    ]


def test_a_persons_answers_are_read_in_the_order_in_which_they_were_asked() -> None:
    """A question asked in between has a higher number than those after it."""
    room = a_room(SHOW, OPEN, REVEAL)
    room = ask_fresh(room, DraftQuestion(DISPUTED, Rule.RUFF_WINS), after(9))
    for number, control in enumerate((OPEN, REVEAL, NEXT, OPEN, REVEAL), 10):
        room = after_control(room, control, after(number))
    ids = [one.id for one in questions_asked(room)]
    assert ids == [1, 4, 2]
    mine = [
        Given(member=1, question=one.id, answer=one.puzzle.solution, at=after(30))
        for one in questions_asked(room)
    ]
    with patch("tutor.rooms.summary.learner_after", wraps=learner_after) as learner:
        summarise(room, sorted(mine, key=lambda one: one.question))
    (read,) = learner.call_args.args
    assert [one.puzzle for one in read] == [one.line for one in questions_asked(room)]


@pytest.mark.parametrize("people", [1, 2])
def test_the_summary_names_what_several_answers_of_one_person_show(people: int) -> None:
    asked = [*RIGHT, *SIGNS[:3]]
    steps = [control for _ in asked for control in (OPEN, REVEAL, NEXT)]
    room = a_room(SHOW, *steps, drafts=tuple(DraftQuestion(one.puzzle, one.rule) for one in asked))
    held = [
        Given(member=member, question=number, answer=one.answer, at=after(10))
        for member in range(1, people + 1)
        for number, one in enumerate(asked, start=1)
    ]
    sound = [
        Given(member=9, question=question.id, answer=question.puzzle.solution, at=after(10))
        for question in room.questions
    ]
    found = summarise(room, [*held, *sound]).misconceptions
    assert [(one.misconception, one.people, one.again) for one in found] == [
        ("led-trump-is-unbeatable", people, people > 1)
    ]
    members = [Member(number=1, name="Ann", joined=NOW)]
    _, *rows = answer_rows(room, members, [*held, *sound], Texts("en"))
    assert {row[3] for row in rows} == {"Ann"}, "of whoever was removed nothing is told"
    assert ("1" in {row[-1] for row in rows}) == (people > 1)


def test_of_too_few_answers_nothing_is_said() -> None:
    (result,) = summarise(a_room(SHOW, OPEN, REVEAL), given("W", "W")).rules
    assert result.too_few
    assert not result.again


def test_the_file_has_a_row_for_every_answer_and_one_for_the_cards() -> None:
    room = after_control(count_hands(a_room(SHOW, OPEN), 1, "W", 2, after(5)), REVEAL, after(6))
    people = [Member(number=1, name="Ann", joined=NOW), Member(number=2, name="", joined=NOW)]
    text = write_rows(answer_rows(room, people, given("E", "W"), Texts("en"))).decode("utf-8-sig")
    rows = list(csv.reader(text.splitlines()))
    assert [row[3:7] for row in rows[1:]] == [
        ["Ann", "E", "1", "1"],
        ["2", "W", "1", "0"],
        ["hold-up cards", "W", "2", "0"],
    ]
    assert [row[-4:] for row in rows[1:]] == [
        ["1", "4", "1", ""],
        ["1", "4", "1", "0"],
        ["1", "4", "1", "0"],
    ]


def test_a_question_keeps_the_number_of_the_wall_where_others_were_passed_over() -> None:
    room = a_room(SHOW, SKIP, OPEN, REVEAL)
    people = [Member(number=1, name="Ann", joined=NOW)]
    answered = given("S", question=2)
    (result,) = summarise(room, answered).questions
    text = write_rows(answer_rows(room, people, answered, Texts("en"))).decode("utf-8-sig")
    assert (result.number, list(csv.reader(text.splitlines()))[1][0]) == (2, "2")


def test_the_file_has_each_answer_once_with_its_own_question() -> None:
    room = a_room(SHOW, OPEN, REVEAL, NEXT, OPEN, REVEAL)
    people = [Member(number=1, name="Ann", joined=NOW)]
    rows = answer_rows(room, people, given("E") + given("S", question=2), Texts("en"))
    assert [(row[0], row[4]) for row in rows[1:]] == [("1", "E"), ("2", "S")]


def test_of_too_few_answers_the_file_concludes_nothing() -> None:
    found = answer_rows(
        a_room(SHOW, OPEN, REVEAL),
        [Member(number=1, name="Ann", joined=NOW)],
        given("E"),
        Texts("en"),
    )
    assert found[1][-4:] == ("1", "1", "", "")


def test_a_room_is_proud_of_the_hardest_question_that_several_had_right() -> None:
    room = a_room(SHOW, OPEN, REVEAL, NEXT, OPEN, REVEAL)
    right = room.questions[0].puzzle.solution
    wrong = next(one for one in "NESW" if one != right)
    assert hardest(summarise(room, given(right, wrong, wrong))) is None, "one may have guessed"
    assert hardest(summarise(room, given(right, right))) is None, "it was hard for nobody"
    proud = hardest(summarise(room, given(right, right, wrong)))
    assert proud
    assert (proud.number, proud.right) == (1, 2)
    other = room.questions[1].puzzle.solution
    missed = next(one for one in "NESW" if one != other)
    nobody = (*given(right, right, wrong), *given(missed, missed, question=2))
    assert hardest(summarise(room, nobody)) == proud, "that nobody had right is no matter of pride"
    both = (*given(right, right, wrong), *given(other, other, missed, missed, question=2))
    half = hardest(summarise(room, both))
    assert half
    assert (half.number, half.right) == (2, 2), "two of four is harder than two of three"
    facts = {"number": proud.number, "right": proud.right}
    assert "more than one of you" in Texts("en")("room.summary.hardest", **facts)
    assert "2人以上が正解した" in Texts("ja")("room.summary.hardest", **facts)


def test_a_rule_without_answers_is_not_summed_up() -> None:
    found = summarise(a_room(SHOW, OPEN, REVEAL, NEXT, OPEN, REVEAL), given("E"))
    assert [(rule.rule, rule.answers) for rule in found.rules] == [(Rule.SUIT_HIGHEST, 1)]


def test_a_ruffed_lead_of_a_trump_is_summed_up_under_the_name_it_has_on_the_wall() -> None:
    drafts = (
        DraftQuestion(DISPUTED, Rule.RUFF_WINS),
        DraftQuestion(
            "1 who-wins partnership culbertson N=S E=C S=H W=D : N D9 C4 DK DA", Rule.RUFF_WINS
        ),
    )
    room = a_room(SHOW, OPEN, REVEAL, NEXT, OPEN, REVEAL, drafts=drafts)
    found = summarise(room, given("N", "N", "N") + given("E", "E", "E", question=2))
    assert [(rule.words, rule.right) for rule in found.rules] == [
        ("rule.trick.ruff-wins.any-ruff", 0),
        ("rule.trick.ruff-wins", 3),
    ]
    people = [Member(number=n, name=f"m{n}", joined=NOW) for n in (1, 2, 3)]
    text = write_rows(answer_rows(room, people, given("N"), Texts("en"))).decode("utf-8-sig")
    assert "Any ruff beats a led trump" in text


def test_where_rulebooks_are_asked_about_and_agree_the_rule_has_the_name_it_has_on_the_wall() -> (
    None
):
    agreed = "1 rulebooks-differ partnership culbertson N=C E=S S=D W=H : N C5 S9 C7 C3"
    room = a_room(SHOW, OPEN, REVEAL, drafts=(DraftQuestion(agreed, Rule.RUFF_WINS),))
    puzzle, say = room.questions[0].puzzle, Texts("en")
    told = explain(puzzle, puzzle.check(puzzle.solution), say, ())
    (summed_up,) = summarise(room, given("E / E", "E / E")).rules
    assert say(f"{summed_up.words}.name") == told.rule.name == "A higher ruff beats a led trump"


# -------------------------------------------------------------------------- the agenda


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_asks_its_own_questions_in_its_order(lesson: Lesson) -> None:
    drafts = of_lesson(lesson, CULBERTSON, Random(1)).drafts
    drilled = sum(step.count for step in lesson.steps if isinstance(step, Drill))
    asked = [step for step in lesson.steps if isinstance(step, Ask)]
    assert len(drafts) == len(asked) + drilled == count_asked(lesson)
    assert len({draft.line for draft in drafts}) == len(drafts), "what it drills differs"
    for seed in range(1, 4):  # cards can answer as many, whatever is drawn
        drafts = of_lesson(lesson, CULBERTSON, Random(seed)).drafts
        by_cards = sum(can_be_held_up(parse_puzzle(draft.line)) for draft in drafts)
        assert count_held_up(lesson, CULBERTSON) == by_cards


def test_questions_on_a_rule_differ() -> None:
    drafts = of_rule(Rule.RUFF_WINS, VARIANTS["partnership"], CULBERTSON, 8, Random(1))
    puzzles = [parse_puzzle(draft.line) for draft in drafts]
    assert len({canonical(puzzle) for puzzle in puzzles}) == 8
    assert {puzzle.rule for puzzle in puzzles} == {Rule.RUFF_WINS}
    assert len({puzzle.table for puzzle in puzzles}) > 2, "not always the same trumps"


def test_what_was_drawn_already_is_drawn_once_more() -> None:
    """Of a rule, and in the drill of a lesson, where chance brings the same trick again."""
    lesson = next(each for each in LESSONS if any(isinstance(step, Drill) for step in each.steps))
    drill = next(step for step in lesson.steps if isinstance(step, Drill))

    def stuttering(*given: object) -> Puzzle:
        """The puzzle drawn last, every other time."""
        again = len(drawn) % 2 == 1
        drawn.append(drawn[-1] if again else generate(*given))  # type: ignore[arg-type]
        return drawn[-1]

    drawn = list[Puzzle]()
    with patch("tutor.rooms.agenda.generate", stuttering):
        of_one_rule = of_rule(Rule.RUFF_WINS, VARIANTS["partnership"], CULBERTSON, 4, Random(1))
        drawn.clear()
        drilled = of_lesson(replace(lesson, steps=(drill,)), CULBERTSON, Random(1)).drafts
    for drafts in (of_one_rule, drilled):
        assert len(drafts) > 1
        assert len({draft.line for draft in drafts}) == len(drafts)


@pytest.mark.parametrize(
    "rule", [Rule.WINNER_LEADS, Rule.FIRST_LEAD, Rule.ANY_CARD_WHEN_VOID], ids=str
)
def test_a_hand_in_which_a_rule_only_seems_to_hold_counts_for_the_rule_that_holds(
    rule: Rule,
) -> None:
    """As in practice: who fails to follow suit does not fail to know who leads."""
    form = VARIANTS["partnership"]
    asked = of_rule(rule, form, CULBERTSON, 12, Random(1))
    one = Question(id=1, line=asked[0].line, rule=rule)
    more = [fresh(one, [one], Random(seed)) for seed in range(12)]
    drill = Drill(rule, "which-cards", 12, form)
    drilled = of_lesson(replace(LESSONS[0], steps=(drill,)), CULBERTSON, Random(1)).drafts
    for drafts in (asked, more, drilled):
        assert {draft.rule for draft in drafts} == {rule, Rule.FOLLOW_SUIT}
        assert all(draft.rule == parse_puzzle(draft.line).rule for draft in drafts)
    questions = [replace(question, stage=QuestionStage.SPREAD) for question in questions_of(asked)]
    room = replace(a_room(), questions=tuple(questions))
    everything = [
        Given(member=1, question=question.id, answer=question.puzzle.solution, at=NOW)
        for question in questions
    ]
    told = {result.rule: result.answers for result in summarise(room, everything).rules}
    assert told == Counter(parse_puzzle(draft.line).rule for draft in asked)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_rule_is_asked_as_its_own_words_say_it(rulebook: Rulebook) -> None:
    rule = Rule.RUFF_WINS
    drafts = of_rule(rule, VARIANTS["partnership"], rulebook, 20, Random(1))
    assert {words_of(parse_puzzle(draft.line), rule) for draft in drafts} == {f"rule.{rule.value}"}


@pytest.mark.parametrize("line", [PLAIN, RUFFED, DISPUTED])
def test_one_more_like_this_has_the_same_words(line: str) -> None:
    like = parse_puzzle(line)
    question = Question(id=1, line=line, rule=like.rule)
    for seed in range(5):
        draft = fresh(question, [question], Random(seed))
        assert words_of(parse_puzzle(draft.line), like.rule) == words_of(like, like.rule)


def test_no_question_is_about_a_rule_that_nobody_can_ask_about() -> None:
    form = VARIANTS["two"]
    refused("no-question", lambda: of_rule(Rule.FOUR_PACKS, form, CULBERTSON, 3, Random(1)))


def test_a_set_is_read_line_by_line_links_included_and_faults_are_named() -> None:
    link = "http://club.example/drill?lang=en&puzzle=" + RUFFED.replace(" ", "+")
    drafts, problems = of_lines(f"# Friday\n{PLAIN}\n\n{link}\nnonsense\n  {DISPUTED}  \n")
    assert [draft.line for draft in drafts] == [PLAIN, RUFFED, DISPUTED]
    assert {number: one.part for number, one in problems.items()} == {5: "parts"}


WRONG_LINES = {
    "length": "x" * 3_000,
    "parts": "nonsense",
    "version": PLAIN.replace("1", "7", 1),
    "kind": PLAIN.replace("who-wins", "who-win"),
    "form": PLAIN.replace("partnership", "partners"),
    "rulebook": PLAIN.replace("culbertson", "culbertsen"),
    "table": PLAIN.replace("N=C", "N=X"),
    "card": PLAIN[:-2] + "X9",
    "position": PLAIN[:-3],
}


@pytest.mark.parametrize("part", WRONG_LINES)
def test_what_is_wrong_in_a_line_is_said_in_the_language_of_the_page(part: str) -> None:
    _, wrong = of_lines(WRONG_LINES[part])
    assert wrong[1].part == part
    said = Texts("ja")(f"puzzle-line.{part}", line=1, word=wrong[1].word, detail=str(wrong[1]))
    assert str(wrong[1]) not in said


def test_a_set_has_a_limit() -> None:
    refused("too-many-questions", lambda: of_lines("x" * 10_000_000))
    refused("too-many-questions", lambda: of_lines(f"{PLAIN}\n" * (MOST_QUESTIONS + 1)))
    assert len(of_lines(f"{PLAIN}\n" * MOST_QUESTIONS)[0]) == MOST_QUESTIONS


# --------------------------------------------------------------------------- the codes


def test_codes_have_no_look_alikes_and_spell_no_words() -> None:
    assert not set("0O1IL2Z5S6B8UVAE") & set(CODE_CHARACTERS)
    assert len(CODE_CHARACTERS) ** CODE_LENGTH == 64_000_000
    assert len({new_room_code() for _ in range(200)}) == 200


SENT = (
    "http://192.168.1.20:8501/room?lang=ja&rulebook=culbertson&room=K7M4PQ",
    "Our room tonight is K7M 4PQ, from half past seven!",
    "今夜のルームはＫ７Ｍ４ＰＱです。",
)


@pytest.mark.parametrize("typed", ["k7m-4pq", " K7M 4PQ ", "Ｋ７Ｍ４ＰＱ", "Ｋ７Ｍー４ＰＱ", *SENT])
def test_a_code_is_read_as_people_type_it(typed: str) -> None:
    assert read_room_code(typed) == "K7M4PQ"


@pytest.mark.parametrize(
    "typed", ["", "K7M4P", "K7M4PQQ", "K7M4PO", "<b>K7M", "K" * 9999, "K7M4PQ or K7M4PR"]
)
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert read_room_code(typed) is None


@pytest.mark.parametrize("who", ["browser", "address", "all"])
def test_wrong_codes_are_limited_for_each_browser_address_and_all_and_allowed_again(
    who: str,
) -> None:
    guesses = Guesses()
    for number in range(LIMITS[who]):
        browser = "one" if who == "browser" else str(number)
        address = "here" if who == "address" else None
        assert guesses.allowed(browser, address, NOW)
        guesses.note(browser, address, NOW)
    asked = ("one" if who == "browser" else "new", "here" if who == "address" else None)
    heard = guesses.allowed(*asked, NOW + WINDOW)
    assert heard is (who != "browser"), "who guessed nothing is heard, one a second"
    assert not guesses.allowed(*asked, NOW + WINDOW)
    assert guesses.allowed("another", "elsewhere", NOW)
    assert guesses.allowed(*asked, NOW + WINDOW + timedelta(seconds=1))


def test_a_clock_that_was_put_back_keeps_nobody_out_for_longer() -> None:
    guesses, opened_rooms, then = Guesses(), Opened(), NOW + timedelta(days=1)
    for number in range(LIMITS["all"]):
        guesses.note("one" if number < LIMITS["browser"] else str(number), "here", then)
    assert guesses.allowed("new", "here", then), "as one a second"
    for _ in range(ROOMS["browser"]):
        assert opened_rooms.take("one", "here", then)
    assert not guesses.allowed("one", "here", then)
    assert not opened_rooms.take("one", "here", then)
    assert guesses.allowed("one", "here", NOW)
    assert opened_rooms.take("one", "here", NOW)


def test_counting_guesses_does_not_grow_without_end() -> None:
    guesses = Guesses()
    for number in range(MOST_KEPT + 500):
        guesses.note(str(number), None, NOW)
    assert len(guesses._wrong) == MOST_KEPT
    assert guesses.allowed("new", None, NOW)
    assert not guesses.allowed("newer", None, NOW), "the count of all was forgotten"


def test_the_first_place_is_the_lobby() -> None:
    assert a_room().at == LOBBY
    with pytest.raises(ValueError, match="no question"):
        replace(a_room(), at=9)
