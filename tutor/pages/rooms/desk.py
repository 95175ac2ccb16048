"""What a teacher needs beside the controls: cards to count, people, another device, the end."""

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

import streamlit as st

from tutor.drawing.cards import prose
from tutor.drawing.markup import tag
from tutor.pages import rooms
from tutor.pages.frame import address, progress, session
from tutor.pages.frame.browser import look
from tutor.pages.frame.inputs import button
from tutor.pages.rooms import projector, what_to_ask
from tutor.rooms import LOBBY, Question, QuestionStage, Room
from tutor.rooms.answers import Crowd, Visit, can_be_held_up
from tutor.rooms.controls import MOST_HANDS, count_hands, end, go_on_with, same_step, shut_door
from tutor.words.explanation import answer_label


def change_room(visit: Visit, how: Callable[[Room], Room]) -> bool:
    """Change the room, if it still shows what the page does, and return whether it was done."""
    code, token = visit.room.code, progress.token()
    return at_step(visit, lambda seen: rooms.rooms().change(code, token, seen, how))


def at_step(visit: Visit, act: Callable[[int], bool]) -> bool:
    """Do what was pressed, if the room still shows what the page does; return whether it was done.

    *act* is given the version that it holds of. What is counted on another device meanwhile, card
    by card, keeps nobody from going on.
    """

    def do() -> bool:
        code, token, network = visit.room.code, progress.token(), session.network()
        seen = visit
        while not act(seen.version):
            current = rooms.rooms().visit(code, token, address=network, now=progress.now())
            if current.version == seen.version or not same_step(current.room, visit.room):
                return False
            seen = current
        return True

    return bool(rooms.attempt(do))


def offer_next_lesson(visit: Visit) -> None:
    """Let the teacher go on with another lesson or set: same room, same code, same people."""
    say = session.texts()
    st.caption(say("room.go-on.text"))
    if left := sum(question.untouched for question in visit.room.questions):
        st.caption(say("room.go-on.left", count=left))
    what_to_ask.follow(visit.room)
    what_to_ask.offer(explained=False)
    button(say("room.go-on.button"), f"go-on-{visit.version}", _go_on, visit, primary=True)


def _go_on(visit: Visit) -> None:
    # Drawn here: what changes the room runs where nothing knows the page.
    new = rooms.attempt(what_to_ask.draw_agenda)
    if new is None:
        return
    how = partial(go_on_with, drafts=new.drafts, closing=new.closing, now=progress.now())
    if change_room(visit, how):
        what_to_ask.turn_page()


_COUNTED = {QuestionStage.OPEN, QuestionStage.CLOSED}

_WIDE = 176
"""Pixels of a count of three digits and a thumb's width for either of its buttons."""

_HANDS = "hands-counted"
"""Where the session keeps how many cards of what a box shows were counted, while it is known."""


def count_cards(visit: Visit, question: Question | None) -> None:
    """Let the teacher count hold-up cards, answer by answer, while such answers are taken.

    A box says how many there are now, and not that there is one more: of presses that come in one,
    as on a busy server, none is lost.
    """
    if not question or question.stage not in _COUNTED or not can_be_held_up(question.puzzle):
        return
    say, puzzle, counted = session.texts(), question.puzzle, dict(question.hands)
    title = say("room.hands.again" if question.held_up_before else "room.hands.title")
    with (
        st.popover(title, icon=":material/back_hand:", key="hands"),
        st.container(key="hands-held"),
    ):
        for choice in puzzle.parts[0].choices:
            label = answer_label(say, puzzle, choice.token)
            key = f"hands-{question.id}-{choice.token}"
            if session.widget(key) != (count := counted.get(choice.token, 0)):
                session.put(key, count)
            _counted()[key] = count
            with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-row"):
                st.html(tag("p", prose(look(), label), class_="hands-answer"))
                count_on = partial(_count_on, visit.room.code, question.id, choice.token, key)
                st.number_input(
                    label,
                    0,
                    MOST_HANDS,
                    key=session.box(key),
                    on_change=session.from_here(count_on, key),
                    label_visibility="collapsed",
                    width=_WIDE,
                )
        st.caption(say("room.hands.text"))
        if question.held_up_before:
            st.caption(say("room.hands.stand"))
        # In a tab of its own: this one is the hall's.
        query = urlencode({**session.settings().carried(), "sheet": "hold-up-cards"})
        st.link_button(say("room.hands.print"), f"handouts?{query}", icon=":material/print:")


def _count_on(code: str, question: int, token: str, key: str) -> None:
    """Count what a box has more than was counted, or less: other devices count too.

    Where the store does not say whether that was kept, nothing more is counted until the box is
    drawn with what there is.
    """
    count, before = session.widget(key), _counted().pop(key, None)
    if before is None or not isinstance(count, int):
        return
    by = count - before
    more = partial(count_hands, id=question, answer=token, by=by, now=progress.now())
    if not by or rooms.attempt(lambda: rooms.rooms().change(code, progress.token(), None, more)):
        _counted()[key] = count


def _counted() -> dict[str, int]:
    return session.remembered(_HANDS, dict[str, int])


def seldom_needed(visit: Visit, crowd: Crowd, way_in: str) -> None:
    """Offer what is seldom needed: the way in, people, another device, and the end."""
    say = session.texts()
    with st.container(horizontal=True, vertical_alignment="center", key="more"):
        if visit.room.at != LOBBY:
            with st.popover(say("room.more.join"), icon=":material/qr_code_2:"):
                projector.show_qr(way_in)
        with st.popover(say("room.more.people"), icon=":material/group:"):
            _people(visit, crowd)
        with st.popover(say("room.more.link"), icon=":material/devices:"):
            _link(visit)
        project = partial(session.tell, view="projector")
        button(say("room.projector"), "bare", project, icon=":material/fullscreen:")
        if not visit.room.all_shown:
            # Another one once it was used, so that it closes over the lesson that begins.
            key = f"more-lesson-{max(question.id for question in visit.room.questions)}"
            with st.popover(say("room.more.go-on"), icon=":material/playlist_add:", key=key):
                offer_next_lesson(visit)
            with st.popover(say("room.more.end"), icon=":material/logout:"):
                offer_ending(visit)


def _people(visit: Visit, crowd: Crowd) -> None:
    say = session.texts()
    session.put("room-shut", visit.room.shut)
    shut, key = session.from_box("room-shut", partial(_shut, visit)), session.box("room-shut")
    st.checkbox(say("room.people.shut"), key=key, on_change=shut)
    st.write(say("room.people.text"))
    names = {member.number: member.name for member in crowd.present}
    if not names:
        st.write(say("room.people.nobody"))
        return
    key = f"remove-{visit.version}"
    st.selectbox(
        say("room.people.who"),
        list(names),
        index=None,
        format_func=lambda number: names.get(number, ""),
        placeholder=say("room.people.choose"),
        key=key,
        on_change=session.here(),
    )
    button(say("room.people.remove"), "remove", _remove, visit, key)


def _shut(visit: Visit) -> None:
    shut = session.widget("room-shut") is True
    change_room(visit, partial(shut_door, now=progress.now(), shut=shut))


def _remove(visit: Visit, key: str) -> None:
    number = session.widget(key)
    if isinstance(number, int):
        rooms.attempt(lambda: rooms.rooms().remove(visit.room.code, progress.token(), number))


def _link(visit: Visit) -> None:
    say = session.texts()
    name = f"teacher-link-{visit.room.code}"
    secret, seen = session.remembered(name, str), session.remembered(f"{name}-seen", bool)
    if secret and seen:
        with st.container(key="teacher-link-shown"):
            link = address.of("host", room=visit.room.code, teacher=secret)
            projector.show_qr(link if address.reachable() else "")
            st.code(link, language=None, wrap_lines=True)
            st.caption(say("room.link.once"))
            button(say("room.link.hide"), "teacher-link-hide", _hide_link, name)
        return
    wall = urlencode({**session.settings().carried(), "room": visit.room.code, "view": "projector"})
    # By the address of this window: under another one this browser would not be the teacher's.
    st.link_button(say("room.link.wall"), f"host?{wall}", icon=":material/open_in_new:")
    st.write(say("room.link.text"))
    if secret:
        st.warning(say("room.link.careful"), icon=":material/visibility_off:")
        show = partial(session.remember, f"{name}-seen", value=True)
        button(say("room.link.show"), "teacher-link-show", show)
    else:
        button(say("room.link.button"), "teacher-link", _make_link, visit)


def _hide_link(name: str) -> None:
    session.forget(name)
    session.forget(f"{name}-seen")


def _make_link(visit: Visit) -> None:
    def make() -> None:
        secret = rooms.rooms().link(visit.room.code, progress.token())
        session.forget(f"teacher-link-{visit.room.code}-seen")
        session.remember(f"teacher-link-{visit.room.code}", secret)

    rooms.attempt(make)


def offer_ending(visit: Visit) -> None:
    """End the room; the names go, unless the teacher keeps them."""
    say = session.texts()
    st.write(say("room.end.text"))
    st.checkbox(say("room.end.keep"), key="keep-names", on_change=session.here())
    words, shown = say("room.end.button"), visit.room.all_shown
    button(words, f"end-{visit.version}", _end_now, visit, primary=shown)


def _end_now(visit: Visit) -> None:
    """End the room; whether names are kept may have been said a moment before this press."""
    keep = session.widget("keep-names") is True
    change_room(visit, partial(end, now=progress.now(), keep_names=keep))
