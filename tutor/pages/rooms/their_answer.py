"""The answer of a learner in a room: taken, on its way to the room, and shown as sent."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import streamlit as st

from tutor.drawing.cards import prose
from tutor.drawing.markup import tag
from tutor.pages import rooms
from tutor.pages.frame import progress, session
from tutor.pages.frame.browser import announce, look
from tutor.pages.frame.inputs import button
from tutor.pages.questions import answers
from tutor.pages.questions.answers import Answering, Taking
from tutor.rooms import Question, RoomRefusal
from tutor.rooms.answers import Visit, check_answer, simple
from tutor.store import Store
from tutor.store.workers import PendingWrite
from tutor.words.explanation import answer_label


def answer_slot(visit: Visit, question: Question) -> str:
    """Return the name under which a session has the answer to a question of a room."""
    return f"room-{visit.room.code}-{question.id}"


def show_sent(question: Question, given: str, *, instead: str = "") -> None:
    """Show what this learner has answered; or *instead*, where it is marked among the choices."""
    say = session.texts()
    words = answer_label(say, question.puzzle, given)
    if instead:
        st.html(tag("p", instead, class_="running small room-sent"))
    else:
        answer = tag("strong", prose(look(), words))
        st.html(tag("p", say("room.your-answer"), " ", answer, class_="running room-sent"))
    announce("room-sent", f"{question.id} {given}", f"{say('room.your-answer')} {words}")


@dataclass(frozen=True, slots=True)
class _UnkeptAnswer:
    """An answer on its way to the store."""

    slot: str
    answer: str


def _send(visit: Visit, question: Question, _under_way: Answering, answer: str) -> bool:
    """Send a complete answer to the room; what comes of it is seen there."""
    rooms.attempt(lambda: _write(visit, question, answer))
    slot = answer_slot(visit, question)
    session.forget_slot(slot)
    session.forget(f"{slot}-anew")
    return True


def _write(visit: Visit, question: Question, answer: str) -> None:
    """Let an answer be written, now or as soon as the store lets it; if it is not too late then."""
    code, token, now = visit.room.code, progress.token(), progress.now()
    given = check_answer(visit.room, visit.member, question.id, answer, now)

    def write(store: Store) -> str:
        try:
            rooms.of(store).answer(code, token, question.id, given, now=now, clock=progress.now)
        except RoomRefusal as refusal:
            return refusal.key
        return ""

    written = progress.write(write, _UnkeptAnswer(answer_slot(visit, question), given))
    session.remembered(_ON_THEIR_WAY, list[PendingWrite]).append(written)


_ON_THEIR_WAY = "room-answers"
"""The answers that this session has sent, until it knows what came of them."""


def unkept() -> Mapping[str, str]:
    """Return the answers that the store does not have yet; tell of one that came too late."""
    # Of a page that was loaded anew too: what came of it is told in the new session.
    waiting = [pending for pending in progress.waiting() if isinstance(pending.what, _UnkeptAnswer)]
    for pending in session.remembered(_ON_THEIR_WAY, list[PendingWrite]):
        if pending not in waiting and pending.done.wait(progress.SOON) and pending.result:
            rooms.refuse(str(pending.result))
    session.remember(_ON_THEIR_WAY, waiting)
    return {
        what.slot: what.answer
        for pending in waiting
        if isinstance(what := pending.what, _UnkeptAnswer)
    }


def taking_of(visit: Visit, question: Question, given: str | None) -> Taking:
    """Return the answer that is being taken; *given* has been sent and can still be changed."""
    return Taking(
        slot=answer_slot(visit, question),
        line=question.line,
        complete=partial(_send, visit, question),
        marked=False,
        before=given or "",
    )


def settled(question: Question, given: str | None) -> bool:
    """Whether an answer has been sent that only a button begins again: its parts are put away."""
    plain = simple(question.puzzle) and not answers.by_cards(question.puzzle)
    return given is not None and not plain


def offer_acts(question: Question, given: str | None, taking: Taking) -> None:
    """Offer what hands an answer in, or what begins it again."""
    if settled(question, given):
        button(session.texts()("room.change"), f"{taking.slot}-change", _begin_again, taking.slot)
    else:
        answers.offer_acts(question.puzzle, taking)


def _begin_again(slot: str) -> None:
    """Answer anew; what was sent holds until something else is."""
    session.forget_slot(slot)
    session.remember(f"{slot}-anew", value=True)


def is_changed(slot: str) -> bool:
    """Whether an answer that was sent is being given anew."""
    return session.remembered(f"{slot}-anew", bool)
