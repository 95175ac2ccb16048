"""One teacher, one newcomer, one screen: the stages, the scenes, and the table for both."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from engine.cards import Card
from puzzles.scenes import LadderSight, Stage, solved
from tutor.drawing.calypso import calypso_picture
from tutor.drawing.ladder import ladder_picture
from tutor.drawing.markup import together
from tutor.drawing.scenes import illustrate
from tutor.drawing.trick import trick_picture
from tutor.handouts import Links, side_by_side
from tutor.handouts.press import Paper, pdf
from tutor.handouts.side_by_side import Beat, ScriptError
from tutor.lessons.steps import Try
from tutor.pages.frame import address, navigation, running_text, session
from tutor.pages.frame.browser import card_table, look, look_at, own_hand
from tutor.pages.frame.inputs import button
from tutor.pages.frame.library import lessons
from tutor.pages.questions.reasons import show_rules
from tutor.pages.questions.tried_cards import tried_html
from tutor.words.citing import cited
from tutor.words.explanation import choice_label

_ALL = sum(stage.minutes for stage in side_by_side.STAGES)


def page() -> None:
    """Show the scene the address names, or what this is and the way in."""
    say = session.texts()
    try:
        beats = side_by_side.script(lessons(), session.rulebook(), say)
    except ScriptError as error:
        st.title(say("page.beside.title"), anchor=False)
        st.warning(say("side.broken"), icon=":material/build:")
        st.code(str(error), language=None, wrap_lines=True)
        return
    number = session.asked_number("scene") or 0
    if 1 <= number <= len(beats):
        with st.container(key="scene"):
            _scene(beats, beats[number - 1])
    else:
        _begin(beats)


def _begin(beats: tuple[Beat, ...]) -> None:
    say = session.texts()
    st.title(say("page.beside.title"), anchor=False)
    st.write(say("side.intro"))
    button(say("side.begin"), "side-begin", _go, 1, primary=True)
    for beat in beats:
        if beat.first:
            with st.container(border=True, key=f"stage-{beat.stage.id}"):
                button(_stage_title(beat), f"side-to-{beat.number}", _go, beat.number)
                st.write(say(f"side.stage.{beat.stage.id}.goal"))
                st.caption(_minutes(beat))
    _print(beats)


def _stage_title(beat: Beat) -> str:
    title = session.texts()(f"side.stage.{beat.stage.id}.title")
    return f"{side_by_side.STAGES.index(beat.stage) + 1}. {title}"


def _minutes(beat: Beat) -> str:
    end = beat.start + beat.stage.minutes
    return session.texts()("side.minutes", start=beat.start, end=end, all=_ALL)


def _print(beats: tuple[Beat, ...]) -> None:
    say, rulebook = session.texts(), session.rulebook()
    base = address.on_paper(address.base())
    links = Links(base=base, language=say.language, rulebook=rulebook.id)
    sheet = side_by_side.script_sheet(beats, rulebook, say, links)
    st.download_button(
        say("side.print"),
        pdf(sheet, Paper.A4),
        f"{sheet.name}.pdf",
        "application/pdf",
        key="side-print",
        icon=":material/print:",
        on_click="ignore",
    )


def _go(number: int) -> None:
    session.count("side")
    session.forget_slots("side")
    session.tell(scene=str(number))


def _leave() -> None:
    session.count("side")
    session.untell("scene")


@dataclass(slots=True)
class _Pointed:
    """What the newcomer points at in a scene, and whether its answer is shown."""

    token: str = ""
    revealed: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        """What is pointed at as the first part of an answer."""
        return (self.token,) if self.token else ()


def _slot(beat: Beat) -> str:
    return f"side-{beat.number}"


def _pointed(beat: Beat) -> _Pointed:
    return session.under_way(_slot(beat), "", _Pointed)


def _scene(beats: tuple[Beat, ...], beat: Beat) -> None:
    say = session.texts()
    with st.container(key="scene-head"):
        st.title(_stage_title(beat), anchor=False)
        place = say("side.place-in", number=beat.number, count=len(beats))
        st.progress(beat.number / len(beats), text=_minutes(beat) + say("between") + place)
    look_at("scene-head", f"{beat.number} {session.counted('side')}")
    pointed = _pointed(beat)
    with st.container(key="shared"):
        left, right = st.columns([11, 9], gap="medium")
    with left:
        _table(beat, pointed)
    with right, st.container(key="notes", border=True):
        st.header(say("side.notes"), anchor=False)
        _show_notes(beat, pointed)
        if pointed.revealed:
            look_at("side-answer", f"{_slot(beat)} {session.counted('side')}")
    _moves(beats, beat, pointed)


def _moves(beats: tuple[Beat, ...], beat: Beat, pointed: _Pointed) -> None:
    say = session.texts()
    asks = beat.puzzle is not None and not pointed.revealed
    with st.container(horizontal=True, key="side-moves"):
        back = partial(_go, beat.number - 1) if beat.number > 1 else _leave
        button(say("side.back"), f"side-back-{beat.number}", back, shortcut="Left")
        if asks or (isinstance(beat.step, Try) and not pointed.revealed):
            key = f"reveal-{_slot(beat)}"
            button(say("side.reveal"), key, _reveal, beat, primary=asks, shortcut="A")
        if beat.number < len(beats):
            key, following = f"side-next-{beat.number}", beat.number + 1
            button(say("side.next"), key, _go, following, primary=not asks, shortcut="Right")
        button(say("side.stages"), "side-stages", _leave, type="tertiary")


def _table(beat: Beat, pointed: _Pointed) -> None:
    """Draw the table large; the newcomer points at cards, and nothing of it is kept."""
    slot, shown = _slot(beat), beat.shown
    if beat.puzzle:
        stage = solved(beat.puzzle) if pointed.revealed else Stage(parts=pointed.parts)
        drawn = illustrate(look(), beat.puzzle, stage)
        with _place(below=1 if drawn.beside else 0):
            many = len(beat.puzzle.parts) > 1
            pointing = None if pointed.revealed or many else _pointing(beat)
            card_table(drawn.table, key=f"table-{slot}", on_event=pointing)
            if drawn.beside:
                card_table(drawn.beside, key=f"beside-{slot}")
        return
    if shown is None:
        with st.container(key="saying"):
            for words in beat.say:
                running_text.paragraphs(words)
        return
    pictures = []
    if isinstance(beat.step, Try):
        card = Card.parse(pointed.token) if pointed.token else None
        tried = None if card and beat.step.broken(card) else card
        pictures.append(trick_picture(look(), beat.step.on_table(session.rulebook(), tried)))
    else:
        fed = {spot.builder for spot in shown.placements if spot.builder}
        shelves = (shelf for shelf in shown.on_shelves(complete=True) if shelf.seat in fed)
        pictures.append(trick_picture(look(), shown.on_table()))
        pictures += [calypso_picture(look(), shelf) for shelf in shelves]
    with _place(below=1 if isinstance(beat.step, Try) else len(pictures) - 1):
        card_table(pictures[0] if len(pictures) == 1 else together(*pictures), key=f"table-{slot}")
        if isinstance(beat.step, Try):
            own_hand(
                beat.step.hand,
                key=f"hand-{slot}",
                on_event=_pointing(beat),
                chosen=tuple(map(Card.parse, pointed.parts)),
                playable=beat.step.legal if pointed.revealed else None,
            )


def _place(*, below: int) -> DeltaGenerator:
    """Return where the table stands: lower, the more hands or calypsos are *below* it."""
    return st.container(key=("side-high", "side-low", "side-lowest")[min(below, 2)])


def _pointing(beat: Beat) -> Callable[[str, str], None]:
    """Note what the newcomer points at; another card may be pointed at until the answer is seen."""
    step, puzzle = beat.step, beat.puzzle

    def on_event(event: str, token: str) -> None:  # noqa: ARG001 - every event points
        pointed = _pointed(beat)
        offered = {choice.token for choice in puzzle.parts[0].choices} if puzzle else set()
        if isinstance(step, Try):
            offered = set(map(str, step.hand))
        if token in offered:
            pointed.token = token
            if puzzle:
                pointed.revealed = True

    return on_event


def _reveal(beat: Beat) -> None:
    _pointed(beat).revealed = True


def _directions(beat: Beat) -> None:
    say = session.texts()
    if beat.first:
        st.caption(say("side.goal", goal=say(f"side.stage.{beat.stage.id}.goal")))
    if beat.do:
        st.markdown(f"**{say('side.do')}**")
        running_text.points(beat.do)
    if beat.say:
        st.markdown(f"**{say('side.say')}**")
        if beat.shown:
            running_text.paragraphs("\n".join(beat.say))
        else:
            st.write(say("side.say-large"))
    if beat.ask:
        st.markdown(f"**{say('side.ask')}**")
        running_text.paragraphs(beat.ask)


def _show_notes(beat: Beat, pointed: _Pointed) -> None:
    say = session.texts()
    _directions(beat)
    if beat.step is None:
        navigation.link("referee", say("side.referee"))
        navigation.link("handouts", say("side.score"), sheet="score")
    elif isinstance(beat.step, Try):
        _tried(beat.step, pointed)
    elif beat.puzzle and not pointed.revealed:
        st.caption(say("side.point" if len(beat.puzzle.parts) == 1 else "side.tell"))
    else:
        _answer(beat, pointed)


def _tried(step: Try, pointed: _Pointed) -> None:
    """Show whether the card tried may be played, and list those that may once that is wanted."""
    say = session.texts()
    with st.container(key="side-answer"):
        if pointed.token:
            card = Card.parse(pointed.token)
            st.html(tried_html(step, card))
            if broken := step.broken(card):
                show_rules(cited(broken, say, lessons()))
        if pointed.revealed:
            running_text.paragraphs(say("side.may", cards=tuple(dict.fromkeys(step.legal))))


def _answer(beat: Beat, pointed: _Pointed) -> None:
    say, ruling = session.texts(), beat.shown and beat.shown.ruling
    explained = side_by_side.told(beat, say)
    with st.container(key="side-answer"):
        if explained and beat.puzzle:
            if pointed.token:
                (part, *_) = beat.puzzle.parts
                choice = next(choice for choice in part.choices if choice.token == pointed.token)
                label = choice_label(say, beat.puzzle, part, choice)
                running_text.paragraphs(say("side.pointed", answer=label))
            running_text.paragraphs("\n".join(explained.sentences))
            if answers := side_by_side.betrayed(beat, say):
                st.markdown(f"**{say('side.betrays')}**")
                running_text.points(answer.line(say) for answer in answers)
        if ruling:
            card_table(ladder_picture(look(), LadderSight(ruling)), key="side-ladder")
