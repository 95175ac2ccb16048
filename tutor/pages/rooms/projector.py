"""What the hall sees: the way in, the trick large, the spread of the answers, ladder and rule.

What a lesson shows between two questions is seen on phones too.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from puzzles.kinds import kind_of
from puzzles.puzzle import Puzzle, split_parts
from puzzles.scenes import LadderSight, solved
from puzzles.scenes import Stage as Answered
from tutor.drawing.answers import SpreadLine, names_html, spread_html
from tutor.drawing.ladder import ladder_picture
from tutor.drawing.markup import Picture, tag
from tutor.drawing.scenes import Illustration, illustrate, position
from tutor.lessons.steps import Show
from tutor.pages import rooms
from tutor.pages.frame import running_text, session
from tutor.pages.frame.address import here_alone, show_qr_code
from tutor.pages.frame.browser import card_table, look, look_at
from tutor.pages.frame.library import lessons
from tutor.pages.questions import areas
from tutor.pages.questions.reasons import show_rulebook, show_sources
from tutor.pages.questions.tried_cards import try_cards
from tutor.rooms import Question, QuestionStage, Room, Slide, spaced
from tutor.rooms.answers import AnswerCount, Crowd, Visit, simple, spread, standings, tally
from tutor.rooms.summary import hardest, summarise
from tutor.words.citing import otherwise
from tutor.words.explanation import MOST_PERHAPS, answer_label, asked_label, explain
from tutor.words.texts import Texts


def lobby(visit: Visit, address: str) -> None:
    """Show how to come in: the code large, the picture, the address."""
    say, code = session.texts(), visit.room.code
    left, right = _sides([3, 2], "center")
    with left:
        st.title(say("room.lobby.title"), anchor=False)
        where = tag("p", rooms.shown_address(address), class_="room-address")
        st.html(
            (where if address else "")
            + tag("p", spaced(code), class_="room-code", aria_label=" ".join(code))
        )
        if address:
            st.html(tag("p", say("room.lobby.how"), class_="room-how"))
        else:
            no_address()
    with right:
        if address:
            show_qr(address)


def no_address() -> None:
    """Show that telephones cannot come yet, and what to do about it."""
    say = session.texts()
    if here_alone():
        st.warning(say("room.reach.alone"), icon=":material/wifi_off:")
        return
    st.warning(say("room.reach.none"), icon=":material/wifi_off:")
    st.write(say("room.reach.help"))


def show_qr(address: str) -> None:
    """Show an address as a picture to be read by a telephone; without one, say what to do."""
    if not address:
        no_address()
        return
    show_qr_code(address, session.texts()("room.lobby.qr"), "room-qr")


def here(members: int, names: tuple[str, ...], say: Texts) -> None:
    """Show who is there."""
    st.html(tag("p", say("room.lobby.count", count=members), class_="room-count", role="status"))
    if names:
        st.html(names_html(names, say("room.lobby.names")))


def question(
    visit: Visit, shown: Question, crowd: Crowd, address: str, live: Callable[[], None]
) -> None:
    """Show the question as far as the teacher has: the table left, what is known right.

    The table is as large as can be until there is something to be shown beside it. *live*
    draws the count of the answers.
    """
    say, room = session.texts(), visit.room
    puzzle = shown.puzzle
    with _head(room, address), st.container(horizontal=True, key="hall-where"):
        st.caption(say("ask.number", number=room.at + 1, count=len(room.questions)))
        right_one = puzzle.check(puzzle.solution) if shown.revealed else None
        show_rulebook(puzzle, right_one)
    running_text.heading(asked_label(say, puzzle))
    answered = shown.revealed
    parts = split_parts(puzzle.solution) if answered else ()
    stage = Answered(parts=parts, answered=answered, given=False, taken=False)
    drawn = illustrate(look(), puzzle, stage)
    hinted = bool(shown.words[say.language]) and not answered
    wide = answered or drawn.beside is not None or hinted
    left, right = _sides([11, 9] if wide else [3, 1])
    with left, st.container(key="hall-told" if wide else "hall-asked"):
        card_table(drawn.table, key=f"hall-{shown.id}")
    full = "-full" if drawn.beside and (answered or hinted) else ""
    with right, st.container(key=f"projector-side{full}"):
        if drawn.beside:
            card_table(drawn.beside, key=f"hall-beside-{shown.id}")
        if not answered:
            with st.container():  # nothing follows in the box of what runs again by itself
                live()
            if hinted:
                running_text.paragraphs(shown.words)
            return
        _show_known(room, shown, crowd, beside=drawn.beside is not None)
        live()


def _sides(
    widths: Sequence[int], alignment: Literal["top", "center"] = "top"
) -> list[DeltaGenerator]:
    """Return two places beside one another; on a tablet held upright the second is below."""
    with st.container(key="hall-sides"):
        return st.columns(widths, gap="large", vertical_alignment=alignment)


def _show_known(room: Room, shown: Question, crowd: Crowd, *, beside: bool) -> None:
    """Show how the hall has answered, the ladder or the rule, *beside* a picture or alone."""
    say, ruling = session.texts(), shown.puzzle.ruling
    if shown.stage == QuestionStage.SPREAD:
        bars = spread(shown, tally(shown, crowd.given))
        # So many are in the window of a low wall, below a picture or two votes fewer.
        rows = 6 - 2 * beside - bool(shown.before)
        most = len(bars) if simple(shown.puzzle) else rows
        st.html(spread_html(_lines(bars, shown.puzzle, most, say), look()))
        with st.container(key="leaders-below"):
            show_leaders(room, crowd)
    elif shown.stage == QuestionStage.LADDER and ruling:
        sight = LadderSight(ruling, shown=shown.rung)
        card_table(ladder_picture(look(), sight), key="hall-ladder")
    else:
        _rule(shown, say)


def show_leaders(room: Room, crowd: Crowd) -> None:
    """Show the hall who has the most points so far."""
    if listed := leaders(room, crowd):
        st.html(tag("p", session.texts()("room.points.title"), class_="room-count") + listed)


_LEADERS = 5
"""So many are listed at most, but for those who share the first place."""


def leaders(room: Room, crowd: Crowd) -> str:
    """Return a list of who has the most points; nothing where there are no points or no names.

    Who has as many as another has the same place, and is listed if the other one is: those of the
    last place are left out together.
    """
    say, ranked = session.texts(), standings(room, crowd.members, crowd.given)
    earned = [points for _, points in ranked]
    lines = []
    for member, points in ranked:
        place = 1 + earned.index(points)
        if place == 1 or place - 1 + earned.count(points) <= _LEADERS:
            words = member.name, say("between"), say("table.points", count=points)
            lines.append(tag("li", *words, value=place))
    return tag("ol", *lines) if lines else ""


def farewell(room: Room, crowd: Crowd) -> None:
    """Thank the hall for coming, and show what it can be proud of and who has the most points."""
    say = session.texts()
    st.title(say("room.over.title"), anchor=False)
    said = [say("room.over.thanks")]
    if proud := hardest(summarise(room, crowd.given)):
        said.append(say("room.summary.hardest", number=proud.number, right=proud.right))
    for sentence in said:
        st.html(tag("p", sentence, class_="room-how"))
    if listed := leaders(room, crowd):
        st.html(tag("p", say("room.points.final"), class_="room-count") + listed)


def slide(room: Room, address: str) -> None:
    """Show what the lesson shows before the next question, or at its end."""
    if room.slide:
        with _head(room, address):
            st.title(_title(room.slide), anchor=False)
        _on_wall(room, room.slide)


@contextmanager
def _head(room: Room, address: str) -> Iterator[None]:
    left, right = st.columns([7, 3], vertical_alignment="center")
    with left:
        yield
    with right:
        join = tag("b", spaced(room.code))
        where = [tag("span", rooms.shown_address(address))] if address else []
        st.html(tag("p", *where, join, class_="room-small room-way-in"))


def _lines(
    bars: tuple[AnswerCount, ...], puzzle: Puzzle, most: int, say: Texts
) -> list[SpreadLine]:
    """Return a line for each answer; of more than *most* the last sums up all the others."""
    shown = len(bars) if len(bars) <= most else most - 1
    lines = []
    for bar in bars[:shown]:
        label, behind = answer_label(say, puzzle, bar.answer), _behind(bar, say)
        lines.append(SpreadLine(label, bar.count, bar.correct, behind, bar.before))
    if rest := bars[shown:]:
        label, count = say("room.spread.rest", count=len(rest)), sum(bar.count for bar in rest)
        told = [bar.before for bar in rest if bar.before is not None]
        before = sum(told) if told else None
        lines.append(SpreadLine(label, count, correct=None, behind=None, before=before))
    return lines


def _behind(bar: AnswerCount, say: Texts) -> str | None:
    """Return what may be behind a wrong answer: another rulebook, or a misconception.

    Of an answer that nobody gave it is told as what somebody may think.
    """
    if bar.rulebooks:
        return say("room.spread.rulebooks", rulebooks=bar.rulebooks)
    if not 0 < len(bar.fits) <= MOST_PERHAPS:
        return None
    names = (say(f"misconception.{idea}.name") for idea in bar.fits)
    ideas = tuple(say("verdict.idea", misconception=name) for name in names)
    given = bar.count or bar.before
    return say("room.spread.fits" if given else "room.spread.would-fit", ideas=say.either(ideas))


def _rule(shown: Question, say: Texts) -> None:
    """Show the rule, where rulebooks differ, and the sources; nothing leads away from a wall."""
    puzzle = shown.puzzle
    told = explain(puzzle, puzzle.check(puzzle.solution), say, lessons())
    with st.container(key="projector-rule"):
        first, *more = sorted((told.rule, *told.notes), key=lambda cited: cited.rule != shown.rule)
        st.markdown(f"**{first.name}**")
        st.write(first.text)
        if kind_of(puzzle).about_trick and not told.dissents:
            st.caption(say("referee.agree"))
        for sentence in told.dissents:
            st.warning(sentence, icon=":material/menu_book:")
        show_sources(first, *(otherwise(puzzle.ruling, say, lessons()) if puzzle.ruling else ()))
        for place, rule in enumerate(more):
            with st.container(key=f"hall-note-{place}"):
                st.html(tag("p", tag("b", rule.name), tag("span", rule.text), class_="hall-note"))
                show_sources(rule)


def _title(slide: Slide) -> str:
    return slide.title[session.texts().language]


def _on_wall(room: Room, slide: Slide) -> None:
    """Show the table large and the words beside it; what is only said takes all the room."""
    if slide.picture is None:
        with st.container(key="projector-side"):
            running_text.paragraphs(slide.words)
        return
    drawn = _drawn(slide)
    left, right = _sides([11, 9])
    with left, st.container(key="hall-told"):
        card_table(drawn.table, key=f"table-{_key(room)}")
    with right, st.container(key=f"projector-side{'-full' if drawn.beside else ''}"):
        running_text.paragraphs(slide.words)
        if slide.tried:
            st.html(tag("p", session.texts()("room.slide.try"), class_="room-how"))
        _beside(room, slide.picture, drawn.beside)


def on_phone(room: Room, slide: Slide) -> None:
    """Show a slide to whoever is too far from the wall to read it; there cards can be tried."""
    if step := slide.trial:
        try_cards(step, _key(room), partial(_titled, slide), areas.no_ways)
        return
    with areas.frame():
        with areas.question():
            _titled(slide)
            running_text.paragraphs(slide.words)
        if slide.picture:
            drawn = _drawn(slide)
            card_table(drawn.table, key=f"table-{_key(room)}")
            with areas.replies():
                _beside(room, slide.picture, drawn.beside)
    look_at("question", f"slide {room.at} {room.turned}")


def _titled(slide: Slide) -> None:
    st.html(tag("h1", _title(slide), class_="where"))
    words = slide.words if slide.words.texts else slide.title
    running_text.untranslated(words.spoken(session.texts().language))


def _key(room: Room) -> str:
    return f"slide-{room.at}-{room.turned}"


def _drawn(slide: Slide) -> Illustration:
    """Draw a score sheet, or a position; where cards are tried, with the mark of who is to play."""
    show = slide.picture
    assert show
    if sheet := show.scored(session.rulebook()):
        return Illustration(illustrate(look(), sheet, solved(sheet)).whole)
    table, shelves, hand = show.scene(show.under(session.rulebook()))
    if table and (step := slide.trial):
        table = replace(table, near=step.seat, turn=step.seat)
    return position(look(), table, shelves, hand, wide=True)


def _beside(room: Room, show: Show, picture: Picture | None) -> None:
    say, rulebook = session.texts(), session.rulebook()
    if picture:
        card_table(picture, key=f"{_key(room)}-beside")
    if sheet := show.scored(rulebook):
        running_text.points(map(say.explain, sheet.check(sheet.solution).reasons))
    elif not show.whole and (ruling := show.under(rulebook).ruling):
        card_table(ladder_picture(look(), LadderSight(ruling)), key="slide-ladder")
