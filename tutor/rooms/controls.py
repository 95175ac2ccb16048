"""What the teacher can do to a room, what can be done now, and what comes of it.

What changes a room raises `RoomRefusal` if it is ``over``, or if the change makes no sense
(``not-now``).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum, unique

from puzzles.puzzle import print_answer, read_answer
from tutor.rooms import LOBBY, MOST_QUESTIONS, Question, QuestionStage, Room, RoomRefusal, Slide
from tutor.rooms.agenda import DraftQuestion
from tutor.rooms.answers import Given, tally

MOST_HANDS = 999


@unique
class Control(StrEnum):
    """A control that needs nothing but its name."""

    TURN = "turn"
    OPEN = "open"
    CLOSE = "close"
    REVEAL = "reveal"
    RUNG = "rung"
    NEXT = "next"
    BACK = "back"
    SKIP = "skip"


def allowed(room: Room, now: datetime) -> tuple[Control, ...]:
    """List what the teacher may do now; nothing in a room that is over."""
    if room.over(now):
        return ()
    room = _timed(room, now)
    return tuple(control for control, (may, _) in _CONTROLS.items() if may(room))


def due(room: Room, now: datetime) -> Control | None:
    """Return the one control that leads on: the big button. None where only the end is left."""
    order = [Control.TURN, Control.OPEN, Control.RUNG, Control.NEXT]
    question = _timed(room, now).question
    if question and question.stage == QuestionStage.CLOSED:
        order = [Control.REVEAL]
    if question and question.skipped:
        order = [Control.NEXT]
    if room.accepts(now):
        order = [Control.CLOSE]
    may = allowed(room, now)
    return next((control for control in order if control in may), None)


def after_control(room: Room, control: Control, now: datetime) -> Room:
    """Return the room after what the teacher says."""
    may, change = _CONTROLS[control]
    room = _timed(room, now)
    _check(room, now, makes_sense=may(room))
    return replace(change(room, now), touched=now)


def same_step(room: Room, seen: Room) -> bool:
    """Return whether a room still shows what it did as it was *seen*.

    Cards may have been counted meanwhile, somebody removed, or the door shut.
    """
    return _step(room) == _step(seen)


def _step(room: Room) -> tuple[object, ...]:
    questions = (
        (question.id, question.stage, question.rung, question.opened, question.skipped)
        for question in room.questions
    )
    return room.at, room.turned, room.ended, *questions


def may_ask_fresh(room: Room) -> bool:
    """Return whether a fresh question can come now: no slide is shown, no answer left undecided."""
    return room.at != LOBBY and not room.slide and not (room.question and room.question.undecided)


def ask_fresh(room: Room, draft: DraftQuestion, now: datetime) -> Room:
    """Put a fresh question after the one that is shown, and show it.

    One that nobody could answer yet is passed over.

    Raises:
        RoomRefusal: Also if there are too many questions (``too-many-questions``).
    """
    _check(room, now, makes_sense=may_ask_fresh(room))
    if len(room.questions) >= MOST_QUESTIONS:
        raise RoomRefusal("too-many-questions", f"a room has at most {MOST_QUESTIONS} questions")
    number = 1 + max(question.id for question in room.questions)
    new = Question(id=number, line=draft.line, rule=draft.rule)
    room = _pass_over(room)
    place = min(room.at + 1, len(room.questions))
    questions = (*room.questions[:place], new, *room.questions[place:])
    return replace(room, questions=questions, at=place, turned=0, touched=now)


def questions_of(drafts: Iterable[DraftQuestion], first: int = 1) -> tuple[Question, ...]:
    """Make questions of drafts, numbered from *first* on."""
    return tuple(
        Question(id=id_, line=draft.line, rule=draft.rule, words=draft.words, slides=draft.slides)
        for id_, draft in enumerate(drafts, start=first)
    )


def go_on_with(
    room: Room, drafts: Sequence[DraftQuestion], now: datetime, *, closing: Sequence[Slide] = ()
) -> Room:
    """Go on with another lesson or set in the same room, and show its first question.

    Of the questions before it those stay that were shown or answered; who is in the room stays.

    Raises:
        RoomRefusal: Also if there is nothing to ask (``no-question``), or too much.
    """
    _check(room, now, makes_sense=True)
    if not drafts:
        raise RoomRefusal("no-question", "there is nothing to go on with")
    number = 1 + max(question.id for question in room.questions)
    room = _pass_over(_counted(room))
    kept = tuple(question for question in room.questions if question.revealed or question.skipped)
    new = questions_of(drafts, number)
    if len(kept) + len(new) > MOST_QUESTIONS:
        raise RoomRefusal("too-many-questions", f"a room has at most {MOST_QUESTIONS} questions")
    return replace(
        room, questions=(*kept, *new), closing=tuple(closing), at=len(kept), turned=0, touched=now
    )


def count_hands(room: Room, id: int, answer: str, by: int, now: datetime) -> Room:  # noqa: A002
    """Count *by* hold-up cards more that show *answer* to the question that is shown.

    A difference, so that two who count at once both count; fewer than none is none.

    Raises:
        RoomRefusal: The question has no such answer, or those cards are too many (``no-answer``).
    """
    question = room.question
    counting = question is not None and question.id == id
    _check(room, now, makes_sense=counting)
    assert question
    if question.stage not in {QuestionStage.OPEN, QuestionStage.CLOSED}:
        raise RoomRefusal("not-now", "hold-up cards are counted before the answer is shown")
    try:
        answer = print_answer(read_answer(answer, question.puzzle.parts))
    except ValueError as error:
        raise RoomRefusal("no-answer", str(error)) from error
    counted = dict(question.hands)
    counted[answer] = max(counted.get(answer, 0) + by, 0)
    if counted[answer] > MOST_HANDS:
        raise RoomRefusal("no-answer", f"at most {MOST_HANDS} cards, not {counted[answer]}")
    hands = tuple(sorted(hand for hand in counted.items() if hand[1]))
    return replace(_change(room, hands=hands), touched=now)


def without_count(room: Room) -> Room:
    """Return the room as if no hold-up cards had been counted: telephones show no count."""
    uncounted = replace(room, touched=room.opened)
    return _change(uncounted, hands=()) if room.question else uncounted


def may_talk(room: Room, now: datetime) -> bool:
    """Return whether neighbours can talk now and everybody vote again: once a question."""
    question = room.question
    return (
        question is not None
        and not room.over(now)
        and question.stage in {QuestionStage.OPEN, QuestionStage.CLOSED}
        and not question.before
    )


def talk(room: Room, given: Iterable[Given], now: datetime) -> Room:
    """Keep how often each answer was *given*, and take answers again after a talk.

    What was answered on a phone holds until it is changed; cards are held up and counted anew,
    and hold as they were where nobody counts them again.

    Raises:
        RoomRefusal: Also if nobody has answered yet (``no-vote``).
    """
    _check(room, now, makes_sense=may_talk(room, now))
    assert room.question
    votes = [answer for answer in given if answer.question == room.question.id]
    before = tuple(sorted(tally(room.question, votes).items()))
    if not before:
        raise RoomRefusal("no-vote", "nobody has answered yet")
    voters = tuple((vote.member, vote.answer) for vote in votes)
    new = _change(_open(room, now), before=before, voters=voters, hands=())
    return replace(new, touched=now)


def forget_votes(room: Room, member: int) -> Room:
    """Take what a member answered before a talk from what was counted then.

    Where nothing is left of it, the talk has begun the question.
    """
    return replace(room, questions=tuple(_without(question, member) for question in room.questions))


def _without(question: Question, member: int) -> Question:
    gone = Counter(answer for number, answer in question.voters if number == member)
    left = Counter(dict(question.before)) - gone
    voters = tuple(vote for vote in question.voters if vote[0] != member)
    begun = question.opened if question.before and not left else question.first_opened
    before = tuple(sorted(left.items()))
    return replace(question, before=before, voters=voters, first_opened=begun)


def shut_door(room: Room, now: datetime, *, shut: bool) -> Room:
    """Let nobody else join, or let learners join again; who is in stays in."""
    _check(room, now, makes_sense=True)
    return replace(room, shut=shut, touched=now)


def end(room: Room, now: datetime, *, keep_names: bool) -> Room:
    """End the room; what was answered counts, shown or not."""
    _check(room, now, makes_sense=True)
    return replace(_counted(room), ended=now, touched=now, names_kept=keep_names)


def _check(room: Room, now: datetime, *, makes_sense: bool) -> None:
    if room.over(now):
        raise RoomRefusal("over", "the room has ended")
    if not makes_sense:
        raise RoomRefusal("not-now", "this control makes no sense at this stage of the question")


def _timed(room: Room, now: datetime) -> Room:
    """Return the room with its question closed, if the clock has run out."""
    return room if room.accepts(now) else _close(room)


def _stage(room: Room) -> QuestionStage | None:
    return room.question.stage if room.question else None


def _change(room: Room, **parts: object) -> Room:
    assert room.question
    shown = replace(room.question, **parts)  # type: ignore[arg-type]
    return replace(
        room, questions=(*room.questions[: room.at], shown, *room.questions[room.at + 1 :])
    )


def _open(room: Room, now: datetime) -> Room:
    assert room.question
    first = room.question.first_opened or now
    return _change(room, stage=QuestionStage.OPEN, opened=now, first_opened=first, skipped=False)


def _close(room: Room, _: datetime | None = None) -> Room:
    return _change(room, stage=QuestionStage.CLOSED) if _stage(room) == QuestionStage.OPEN else room


def _may_skip(room: Room) -> bool:
    return _stage(room) in {QuestionStage.READY, QuestionStage.OPEN, QuestionStage.CLOSED}


def _reveal(room: Room, _: datetime) -> Room:
    assert room.question
    shown = _shown(room.question)
    return _change(room, stage=shown.stage, hands=shown.hands, skipped=False)


def _shown(question: Question) -> Question:
    """Return the question with its answer shown; cards not counted again hold as they were."""
    hands = question.hands or tuple(sorted(question.held_up_before.items()))
    return replace(question, stage=QuestionStage.SPREAD, hands=hands)


def _climb(room: Room, _: datetime) -> Room:
    """Show the next rung of the ladder; after the last, or where there is none, the rule."""
    question = room.question
    assert question
    if question.rung < question.rungs:
        return _change(room, stage=QuestionStage.LADDER, rung=question.rung + 1)
    return _change(room, stage=QuestionStage.RULE)


def _may_go_on(room: Room) -> bool:
    question = room.question
    return room.at == LOBBY or (question is not None and (question.revealed or question.skipped))


def _go_on(room: Room, _: datetime) -> Room:
    return replace(room, at=room.at + 1, turned=0)


def _may_go_back(room: Room) -> bool:
    return room.at > 0 or (room.at == 0 and room.turned > 0 and _stage(room) == QuestionStage.READY)


def _go_back(room: Room, _: datetime) -> Room:
    """Turn a slide back; at the first, or once it is answered, show the question before."""
    if room.turned and _stage(room) in {None, QuestionStage.READY}:
        return replace(room, turned=room.turned - 1)
    before = room.questions[room.at - 1]
    return replace(_close(room), at=room.at - 1, turned=len(before.slides))


def _counted(room: Room) -> Room:
    """Show what was answered and not shown yet, so that it counts and the answer is learnt."""
    questions = (
        _shown(question) if question.undecided else question for question in room.questions
    )
    return replace(room, questions=tuple(questions))


def _pass_over(room: Room) -> Room:
    if room.question is None or room.question.revealed:
        return room
    return _change(_close(room), skipped=True)


Change = Callable[[Room, datetime], Room]

_CONTROLS: Mapping[Control, tuple[Callable[[Room], bool], Change]] = {
    Control.TURN: (
        lambda room: room.slide is not None,
        lambda room, _: replace(room, turned=room.turned + 1),
    ),
    Control.OPEN: (
        lambda room: not room.slide and _stage(room) in {QuestionStage.READY, QuestionStage.CLOSED},
        _open,
    ),
    Control.CLOSE: (lambda room: _stage(room) == QuestionStage.OPEN, _close),
    Control.REVEAL: (lambda room: not room.slide and _may_skip(room), _reveal),
    Control.RUNG: (
        lambda room: _stage(room) in {QuestionStage.SPREAD, QuestionStage.LADDER},
        _climb,
    ),
    Control.NEXT: (_may_go_on, _go_on),
    Control.BACK: (_may_go_back, _go_back),
    Control.SKIP: (_may_skip, lambda room, now: _go_on(_pass_over(room), now)),
}
"""Every control: whether it makes sense now, and what it does."""
