"""The learner's page of a room: the question, their own answer, why, and what came of them all."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

import streamlit as st

from engine.trick import Ruling
from puzzles.kinds import right_by
from puzzles.puzzle import split_parts
from puzzles.scenes import LadderSight
from puzzles.scenes import Stage as Answered
from tutor.drawing.answers import verdict_html
from tutor.drawing.ladder import ladder_picture
from tutor.drawing.markup import tag
from tutor.drawing.scenes import illustrate
from tutor.pages import rooms
from tutor.pages.frame import navigation, progress, running_text, session
from tutor.pages.frame.browser import card_table, look, look_at
from tutor.pages.frame.inputs import button
from tutor.pages.frame.library import lessons
from tutor.pages.questions import answers, areas
from tutor.pages.questions.answers import Answering
from tutor.pages.questions.reasons import show_rulebook, show_rules
from tutor.pages.rooms import their_answer
from tutor.pages.rooms.entrance import ask_code, ask_name, keep_nickname, offer_other_name
from tutor.pages.rooms.projector import on_phone
from tutor.rooms import LOBBY, Question, QuestionStage, RoomRefusal
from tutor.rooms.answers import Visit, could_answer, earnings, simple, too_late
from tutor.rooms.controls import without_count
from tutor.rooms.summary import attempt_at, questions_asked
from tutor.store import StoreError
from tutor.words.explanation import Explanation, answer_label, asked_label, explain
from tutor.words.sights import rules_told


def page() -> None:
    """Show the room of the address; without one, ask for its code."""
    rooms.begin()
    rooms.arrived()
    code = session.asked("room")
    # Before the room is read: an answer that is kept by then is in it.
    unkept = their_answer.unkept()
    visit = _visit(code) if code else None
    if visit is None:
        ask_code()
        return
    session.tell(room=visit.room.code)
    now = progress.now()
    member = visit.member
    if visit.room.over(now):
        _show_over(visit)
    elif member is None or member.removed:
        ask_name(visit)
    else:
        _take_part(visit, unkept, now)
        with st.container():  # a note about the store may follow
            _watch(visit, now)


def _visit(code: str) -> Visit | None:
    key, network, now = session.asked("key") or "", session.network(), progress.now()
    return rooms.look(
        code,
        "visit",
        lambda: rooms.rooms().visit(code, progress.token(), key=key, address=network, now=now),
    )


def _take_part(visit: Visit, unkept: Mapping[str, str], now: datetime) -> None:
    say, member, question = session.texts(), visit.member, visit.room.question
    assert member
    _note_answers(visit)
    rooms.told(rooms.step(visit.room))
    if visit.room.slide:
        on_phone(visit.room, visit.room.slide)
    elif question is None:
        name = tag("strong", member.name, class_="room-name")
        st.html(tag("p", say("room.you"), " ", name, class_="room-you"))
        with st.container(key="question"):
            first = visit.room.at == LOBBY
            st.title(say("room.wait.title" if first else "room.last.title"), anchor=False)
        st.write(say("room.wait.text" if first else "room.wait.last"))
    else:
        _question(visit, question, unkept, now)
    if question is None or question.stage == QuestionStage.READY:
        offer_other_name(visit.room.code, member.name)
    keep_nickname(member.name)


@dataclass(frozen=True, slots=True)
class _Standing:
    """How the question stands for this learner.

    ``asks`` is whether an answer of theirs is taken, ``late`` whether they came when it was asked
    already, ``given`` what they have answered, if it is not being changed, and ``kept`` whether
    the store has it.
    """

    asks: bool
    late: bool
    given: str | None
    kept: bool


def _standing(
    visit: Visit, question: Question, unkept: Mapping[str, str], now: datetime
) -> _Standing:
    slot = their_answer.answer_slot(visit, question)
    assert visit.member
    late = too_late(visit.member, question)
    asks = visit.room.accepts(now) and not late
    sent = unkept.get(slot) if asks else None
    given = sent or visit.answers.get(question.id)
    if asks and their_answer.is_changed(slot):
        given = None
    return _Standing(asks, late, given, kept=sent is None)


def _question(visit: Visit, question: Question, unkept: Mapping[str, str], now: datetime) -> None:
    """Show the question, what is answered to it, and once the hall may know, what came of it."""
    standing, puzzle = _standing(visit, question, unkept, now), question.puzzle
    given, asks = standing.given, standing.asks
    slot = their_answer.answer_slot(visit, question)
    state = answers.answering(slot, question.line)
    taking = their_answer.taking_of(visit, question, given)
    taken = asks and not given
    picture = illustrate(look(), puzzle, _drawn(question, given, state, taken=taken))
    more = picture.beside or _climbed(question)
    explanation = _explained(question, given) if question.revealed else None
    with st.container(key="room-more" if more else "room-table"), areas.frame():
        if explanation:
            with areas.verdict():
                _where(visit)
                _told(visit, question, given, explanation)
        else:
            with areas.question():
                _ask(visit, question, standing, state)
        pressed = answers.pressing(taking) if taken else None
        focus = (
            "verdict" if question.revealed else "question",
            f"{slot} {question.stage.value} {asks}",
        )
        card_table(picture.table, key=f"table-{slot}", on_event=pressed, focus=[focus])
        with areas.replies():
            if picture.beside:
                card_table(picture.beside, key=f"{slot}-beside", on_event=pressed)
            if explanation:
                _grounds(question, explanation)
            elif asks and not their_answer.settled(question, given):
                answers.offer(puzzle, taking)
            if not explanation:  # Under the answers: the wall may speak another language.
                running_text.paragraphs(question.words)
                running_text.untranslated(question.words.spoken(session.texts().language))
        if asks and not question.revealed:
            with areas.actions():
                their_answer.offer_acts(question, given, taking)


def _drawn(question: Question, given: str | None, state: Answering, *, taken: bool) -> Answered:
    """Return what the picture shows of their answer, and of the right one."""
    told = given or (question.puzzle.solution if question.revealed else "")
    return Answered(
        parts=split_parts(told) or tuple(state.parts),
        chosen=tuple(state.chosen),
        answered=question.revealed,
        given=bool(given) or not question.revealed,
        taken=taken,
    )


def _ask(visit: Visit, question: Question, standing: _Standing, state: Answering) -> None:
    say, puzzle = session.texts(), question.puzzle
    if standing.asks and standing.given is None:
        _, part = answers.asked_part(puzzle, state)
        _where(visit, answers.part_of(puzzle, state))
        running_text.heading(say(f"part.{part.key}", **part.facts))
    else:
        _where(visit)
        running_text.heading(asked_label(say, puzzle))
    if standing.asks:
        _taken(question, standing)
    else:
        _waiting(question, standing)
    show_rulebook(puzzle, None)


def _where(visit: Visit, part: str = "") -> None:
    number, count = visit.room.at + 1, len(visit.room.questions)
    where = session.texts()("ask.number", number=number, count=count)
    name = tag("strong", visit.member.name if visit.member else "", class_="room-name")
    told = (tag("span", words) for words in (where, part) if words)
    st.html(tag("p", name, *told, class_="where room-where"))


def _taken(question: Question, standing: _Standing) -> None:
    """Show at once that an answer came, above the choices; before that, what to tap.

    That one is not kept yet is said elsewhere on the page.
    """
    say, given, (first, *more) = session.texts(), standing.given, question.puzzle.parts
    if given is None:
        if question.before:
            running_text.small(say("room.talk-first"))
        elif not more and say.has(f"room.tap.{first.key}"):
            running_text.small(say(f"room.tap.{first.key}"))
        return
    if standing.kept and simple(question.puzzle):
        told = say("room.talk" if question.before else "room.sent")
        their_answer.show_sent(question, given, instead=told)
        return
    their_answer.show_sent(question, given)
    if standing.kept:
        running_text.small(say("room.talk" if question.before else "room.may-change"))


def _waiting(question: Question, standing: _Standing) -> None:
    """Show that answers are not taken yet, or no more, and what was answered."""
    say, given = session.texts(), standing.given
    if question.stage == QuestionStage.READY:
        running_text.small(say("room.ready"))
        return
    if standing.late:
        running_text.small(say("room.refused.late"))
        return
    if given is None:
        st.html(tag("p", say("room.no-answer"), class_="running"))
    else:
        their_answer.show_sent(question, given)
    running_text.small(say("room.closed"))


def _explained(question: Question, given: str | None) -> Explanation:
    """Return what is said to their own answer; without one, to the right one."""
    puzzle = question.puzzle
    return explain(puzzle, puzzle.check(given or puzzle.solution), session.texts(), lessons())


def _told(visit: Visit, question: Question, given: str | None, explanation: Explanation) -> None:
    """Show in a sentence what came of their own answer; without one, what the answer is."""
    say, puzzle = session.texts(), question.puzzle
    if given is None:
        right = answer_label(say, puzzle, puzzle.solution)
        explanation = replace(explanation, headline=say("room.the-answer", answer=right))
    st.html(verdict_html(explanation, look(), answered=given is not None))
    if earned := _earned(visit, question):
        running_text.small(say("room.earned", count=earned))
    show_rulebook(puzzle, puzzle.check(puzzle.solution))
    if given and not explanation.correct and (rulebooks := right_by(puzzle, given)):
        st.caption(say("room.spread.rulebooks", rulebooks=rulebooks))


def _earned(visit: Visit, question: Question) -> int:
    """Return how many points their answer to a question has earned; none where none are given."""
    answers_to_it = (answer for answer in visit.given if answer.question == question.id)
    return earnings(visit.room, answers_to_it).total()


def _climbed(question: Question) -> Ruling | None:
    """Return the ruling whose ladder the hall climbs or has climbed; of others nothing."""
    shown = question.revealed and question.stage != QuestionStage.SPREAD
    return question.puzzle.ruling if shown else None


def _grounds(question: Question, explanation: Explanation) -> None:
    """Show the ladder as far as the hall has it, and the rule."""
    say, sentence = session.texts(), explanation.sentence
    if ruling := _climbed(question):
        sight = LadderSight(ruling, shown=question.rung)
        card_table(ladder_picture(look(), sight, sentence), key="room-ladder")
        sentence += rules_told(ruling, say)
    if question.stage == QuestionStage.RULE:
        show_rules(explanation.rule, said=sentence)


def _watch(visit: Visit, now: datetime) -> None:
    room, say = visit.room, session.texts()
    took, known = room.accepts(now), visit

    @st.fragment(run_every=rooms.EVERY)
    def pulse() -> None:
        nonlocal known
        moment = progress.now()
        try:
            version = rooms.rooms().version(room.code)
            if version not in {None, known.version}:
                known = rooms.rooms().visit(room.code, progress.token(), now=moment)
        except RoomRefusal:
            session.run_again()
        except StoreError:
            if not progress.waiting():  # else it is said already
                st.warning(say("room.silent"))
            return
        gone_on = version is None or _differs(known, visit)
        if gone_on or room.accepts(moment) != took or room.over(moment):
            session.run_again()
        until = room.until()
        if until and took:
            st.caption(say("room.clock", count=round((until - moment).total_seconds())))

    pulse()


def _differs(current: Visit, shown: Visit) -> bool:
    """Whether the page is another now; hold-up cards are counted one by one, and change nothing."""
    if current.member != shown.member:
        return True
    return without_count(current.room) != without_count(shown.room)


_KEEP = "room-keep"
"""Where it stands that somebody without progress wants what they answered to begin it."""


def _note_answers(visit: Visit) -> None:
    """Let answers count for the learner's own progress too, if there is any or they ask for it.

    Those to questions whose answer was shown, each once, whenever this page is opened. Who
    has no progress leaves none unasked: somebody may have lent them the telephone for an evening,
    or they have deleted it in another tab.
    """
    assert visit.member
    noted = session.remembered("room-noted", set[str])
    start = f"room-{visit.room.code}-{visit.member.number}"
    new = {
        name: question
        for question in questions_asked(visit.room)
        if question.id in visit.answers and (name := f"{start}-{question.id}") not in noted
    }
    if not new or not _counts():
        return
    progress.look_again()
    if not _counts():
        return
    opened = int(visit.room.opened.timestamp())
    for name, question in new.items():
        noted.add(name)
        answer, id_ = visit.answers[question.id], f"{name}-{opened}"
        progress.record(attempt_at(question, answer, id=id_, at=progress.now()))


def _counts() -> bool:
    return bool(progress.held().attempts or session.remembered(_KEEP, bool))


def _show_over(visit: Visit) -> None:
    """Show how many answers of theirs were right, and the ways on."""
    say = session.texts()
    st.title(say("room.over.title"), anchor=False)
    rooms.told((visit.room.code, "over"))
    if visit.member and not visit.member.removed:
        _note_answers(visit)
        theirs = [each for each in questions_asked(visit.room) if could_answer(visit.member, each)]
        answered = [question for question in theirs if question.id in visit.answers]
        mine = [question.puzzle.check(visit.answers[question.id]).correct for question in answered]
        st.write(say("room.over.thanks"))
        if mine:
            left = len(theirs) - len(mine)
            score = "room.over.score-left" if left else "room.over.score"
            st.write(say(score, right=sum(mine), count=len(theirs), left=left))
            if visit.room.options.points:
                earned = earnings(visit.room, visit.given).total()
                st.write(say("room.over.points", count=earned))
            _say_what_counts()
            missed = (question for question, right in zip(answered, mine, strict=True) if not right)
            home = next(missed, answered[-1])
            navigation.link("drill", say("room.over.home"), puzzle=home.line)
    with st.container(horizontal=True):
        navigation.link("drill", say("page.drill.title"))
        navigation.link("learn", say("page.learn.title"))
        navigation.link("room", say("page.room.title"))


def _say_what_counts() -> None:
    """Show whether the answers count for the learner's own progress; if not, offer that they do."""
    say = session.texts()
    with st.container(key="counted"):
        if progress.held().attempts:
            st.write(say("room.over.counted"))
        else:
            st.write(say("room.over.not-counted"))
            button(
                say("room.over.keep"), "keep-answers", partial(session.remember, _KEEP, value=True)
            )
    if session.remembered(_KEEP, bool):
        look_at("counted", _KEEP)
