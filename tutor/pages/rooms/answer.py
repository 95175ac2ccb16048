"""Takes a learner's answer in a room, part by part, by button or card, and lets it be changed."""

from dataclasses import dataclass

import streamlit as st

from tutor.drawing.cards import prose
from tutor.drawing.markup import tag
from tutor.pages.asking import slots
from tutor.pages.asking.answers import Taking, act, by_cards, offer
from tutor.pages.frame import progress, session
from tutor.pages.frame.card_table import look
from tutor.pages.frame.reader import announce
from tutor.pages.rooms import rooms
from tutor.rooms.answers import Visit, simple
from tutor.rooms.room import Question
from tutor.words.choices import answer_label


def slot_of(visit: Visit, question: Question) -> str:
    """Name the place where the answer to a question is under way."""
    return f"room-{visit.room.code}-{question.id}"


def sent(question: Question, given: str, *, instead: str = "") -> None:
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
class _Sending:
    """Sends a complete answer to the room."""

    visit: Visit
    question: Question

    def __call__(self, _under_way: slots.Answering, answer: str) -> bool:
        """Whether it was sent; what comes of it is seen in the room."""
        code, now = self.visit.room.code, progress.now()
        rooms.attempt(
            lambda: rooms.rooms().answer(code, rooms.token(), self.question.id, answer, now=now)
        )
        slot = slot_of(self.visit, self.question)
        slots.forget(slot)
        session.drop(f"{slot}-anew")
        return True


def taking(visit: Visit, question: Question, given: str | None) -> Taking:
    """Return the answer that is being taken; *given* has been sent and can still be changed."""
    return Taking(
        slot=slot_of(visit, question),
        line=question.line,
        complete=_Sending(visit, question),
        marked=False,
        before=given or "",
    )


def settled(question: Question, given: str | None) -> bool:
    """Whether an answer was sent that is changed by beginning again."""
    plain = simple(question) and not by_cards(question.puzzle.parts[0])
    return given is not None and not plain


def offer_answers(visit: Visit, question: Question, given: str | None) -> None:
    """Offer the choices of the part that is asked, unless what was sent is to be changed first."""
    if not settled(question, given):
        offer(question.puzzle, taking(visit, question, given))


def act_on_answer(visit: Visit, question: Question, given: str | None) -> None:
    """Offer what hands an answer in, or what begins it again."""
    slot = slot_of(visit, question)
    if settled(question, given):
        st.button(
            session.texts()("room.change"),
            key=f"{slot}-change",
            on_click=_begin_again,
            args=(slot,),
        )
    else:
        act(question.puzzle, taking(visit, question, given))


def _begin_again(slot: str) -> None:
    """Answer anew; what was sent holds until something else is."""
    slots.forget(slot)
    session.put(f"{slot}-anew", value=True)
