"""What Progress shows of the last weeks, and the end of a lesson of its answers, is counted."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from puzzles.notation import parse_puzzle
from tests.course import first_question
from tests.learner import answered, attempt
from tutor.learning import Attempt, lesson_mode
from tutor.learning.overview import Day, by_week, days, last_mistakes, lesson_answers
from tutor.lessons import own_questions

TODAY = date(2026, 11, 25)
"""A Wednesday: the first of eight weeks, this one counted, begins on Monday, 5 October."""

TRICKS = [
    f"1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H{rank}" for rank in "2345679"
]
"""In all of them East wins."""


def trick(number: int, seat: str, mode: str = "today") -> Attempt:
    return answered(parse_puzzle(TRICKS[number]), seat, Rule.SUIT_HIGHEST, mode=mode)


def test_of_the_last_mistakes_five_are_offered_each_once_the_newest_first() -> None:
    answers = [*(trick(number, "W") for number in range(7)), trick(3, "E"), trick(2, "S")]
    last = [(mistake.puzzle, mistake.answer) for mistake in last_mistakes(answers)]
    wanted = [(2, "S"), (6, "W"), (5, "W"), (4, "W"), (3, "W")]
    assert last == [(TRICKS[number], seat) for number, seat in wanted]


def test_answers_are_counted_on_the_day_they_had_where_the_learner_is() -> None:
    late = datetime(2026, 11, 24, 23, 30, tzinfo=UTC)  # in Tokyo it is the 25th
    answers = [
        attempt(Rule.TURN, at=late),
        attempt(Rule.TURN, at=late, correct=False),
        attempt(Rule.TURN, at=late, hinted=True),
        attempt(Rule.TURN, at=late - timedelta(days=60)),  # too long ago
    ]
    for zone, place in ((ZoneInfo("Asia/Tokyo"), -1), (UTC, -2)):
        counted = days(answers, zone, TODAY)
        assert (counted[0].date, counted[-1].date) == (date(2026, 10, 5), TODAY)
        assert len(counted) == 7 * 7 + 3
        assert [day for day in counted if day.answers] == [counted[place]]
        assert (counted[place].answers, counted[place].known) == (3, 1)


def test_weeks_are_added_up_from_monday_to_sunday() -> None:
    sunday, monday, wednesday = date(2026, 11, 22), date(2026, 11, 23), TODAY
    practised = [Day(sunday, 4, 1), Day(monday, 2, 2), Day(wednesday, 3, 0)]
    assert by_week(practised) == {date(2026, 11, 16): (4, 1), monday: (5, 2)}


def test_of_a_lesson_the_last_answer_to_each_question_counts_and_no_older_drill() -> None:
    mode = "lesson:ruffing"
    own = (trick(0, "W", mode), trick(1, "W", mode), trick(0, "E", mode))
    ways = (mode, f"{mode}:given", mode)
    drilled = tuple(trick(number, "E", way) for number, way in enumerate(ways, 2))
    elsewhere = (trick(1, "E"), replace(trick(5, "E"), mode="lesson:the-table"))
    told = lesson_answers("ruffing", {TRICKS[0]: 0, TRICKS[1]: 1}, 2, [*own, *drilled, *elsewhere])
    assert told.attempts == (own[1], own[2], *drilled[1:])
    assert (told.right, told.missed) == (3, (own[1],))


def test_a_question_of_a_lesson_is_one_by_whichever_rulebook_it_was_asked() -> None:
    lesson, _, asked = first_question()
    puzzles = [asked.puzzle(rulebook) for rulebook in RULEBOOKS]
    *_, last = answers = [
        answered(puzzle, puzzle.solution, puzzle.rule, mode=lesson_mode(lesson.id))
        for puzzle in puzzles
    ]
    assert lesson_answers(lesson.id, *own_questions(lesson), answers).attempts == (last,)
