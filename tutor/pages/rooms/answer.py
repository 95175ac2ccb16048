"""Takes a learner's answer in a room, part by part, by button or card, and lets it be changed."""

from collections.abc import Callable

import streamlit as st

from puzzles.puzzle import Part
from tutor.drawing.markup import tag
from tutor.drawing.puzzles import choice_label
from tutor.pages.frame import progress, session
from tutor.pages.rooms import rooms
from tutor.pages.study.question import choose_all, toggle
from tutor.rooms.answers import simple
from tutor.rooms.room import Question
from tutor.rooms.wording import answer_label
from tutor.store import Visit


def slot_of(visit: Visit, question: Question) -> str:
    """Name the place where the answer to a question is under way."""
    return f"room-{visit.room.code}-{question.id}"


def sent(question: Question, given: str | None) -> None:
    """Say what this learner has answered."""
    say = session.texts()
    if given is None:
        st.write(say("room.no-answer"))
        return
    words = answer_label(say, question.puzzle, given)
    st.html(
        tag(
            "p",
            say("room.your-answer"),
            " ",
            tag("strong", words),
            class_="room-sent",
            role="status",
        )
    )


def offer(visit: Visit, question: Question, given: str | None) -> None:
    """Offer the choices of the part that is asked; what was sent can still be changed."""
    say, puzzle = session.texts(), question.puzzle
    slot = slot_of(visit, question)
    if given is not None:
        sent(question, given)
        st.caption(say("room.may-change"))
    if given is not None and not simple(question):
        st.button(say("room.change"), key=f"{slot}-change", on_click=_begin_again, args=(slot,))
        return
    state = session.answering(slot, question.line)
    at = min(len(state.parts), len(puzzle.parts) - 1)
    part = puzzle.parts[at]
    with st.container(key="answers"):
        if len(puzzle.parts) > 1:
            st.caption(say("ask.part-of", number=at + 1, count=len(puzzle.parts)))
            st.markdown(f"**{say(f'part.{part.key}', **part.facts)}**")
        if part.many:
            _several(visit, question, at, part)
            return
        for number, choice in enumerate(part.choices, start=1):
            label = choice_label(say, puzzle, part, choice)
            st.button(
                f"● {label}" if choice.token == given else label,
                key=f"{slot}-{at}-{number}",
                on_click=_pick,
                args=(visit, question, at, choice.token),
                shortcut=str(number) if number < 10 else None,
                width="stretch",
            )


def _several(visit: Visit, question: Question, at: int, part: Part) -> None:
    """Let cards be chosen in the picture, or all at once, and handed in."""
    say, slot = session.texts(), slot_of(visit, question)
    st.write(say("ask.tap-cards"))
    everything = tuple(choice.token for choice in part.choices)
    st.button(
        say("ask.all"),
        key=f"{slot}-all",
        on_click=choose_all,
        args=(slot, question.line, everything),
        shortcut="A",
        width="stretch",
    )
    chosen = session.answering(slot, question.line).chosen
    st.button(
        say("ask.check"),
        key=f"{slot}-check",
        type="primary",
        disabled=not chosen,
        on_click=_hand_in,
        args=(visit, question, at),
        shortcut="K",
        width="stretch",
    )


def _pick(visit: Visit, question: Question, at: int, token: str) -> None:
    """Answer part *at*; the last part sends the answer."""
    slot = slot_of(visit, question)
    state = session.answering(slot, question.line)
    if at != min(len(state.parts), len(question.puzzle.parts) - 1):
        return
    parts = [*state.parts[:at], token]
    if len(parts) < len(question.puzzle.parts):
        state.parts = parts
        state.chosen.clear()
        return
    answer = " / ".join(parts)
    code, now = visit.room.code, progress.now()
    rooms.attempt(lambda: rooms.rooms().answer(code, rooms.token(), question.id, answer, now=now))
    session.forget(slot)
    session.drop(f"{slot}-anew")


def pressing(visit: Visit, question: Question) -> Callable[[str, str], None]:
    """Take what is pressed in the picture as an answer."""

    def on_event(_: str, token: str) -> None:
        state = session.answering(slot_of(visit, question), question.line)
        parts = question.puzzle.parts
        at = min(len(state.parts), len(parts) - 1)
        if parts[at].many:
            toggle(slot_of(visit, question), question.line, token)
        else:
            _pick(visit, question, at, token)

    return on_event


def _hand_in(visit: Visit, question: Question, at: int) -> None:
    """Send the cards that were chosen."""
    chosen = session.answering(slot_of(visit, question), question.line).chosen
    if chosen:
        _pick(visit, question, at, " ".join(chosen))


def _begin_again(slot: str) -> None:
    """Answer anew; what was sent holds until something else is."""
    session.forget(slot)
    session.put(f"{slot}-anew", value=True)
