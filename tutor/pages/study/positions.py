"""Where a step of a lesson is played, and the position it shows: on the table, or as a sheet."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from secrets import token_hex

import streamlit as st

from puzzles.puzzle import Puzzle
from puzzles.scenes import LadderSight, TableSight, solved
from tutor.drawing.ladder import ladder_picture
from tutor.drawing.scenes import Illustration, illustrate, position
from tutor.drawing.trick import trick_picture
from tutor.lessons.steps import Ask, LessonStep, Show, Try
from tutor.pages.frame import running_text, session
from tutor.pages.frame.browser import card_table, look, look_at
from tutor.pages.frame.inputs import button
from tutor.pages.questions import areas
from tutor.pages.questions.areas import Ways


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """Where a step is played, and what follows from it.

    ``slot`` is where what is under way is remembered, ``mode`` how answers are kept, if they
    are ``kept`` at all, and ``deal_mode`` how those in a whole deal are, if otherwise: at a
    lesson's end its own questions count. ``seed`` gives the number that decides what a drill
    asks, ``drilled`` is how many of its questions are answered, and ``on_drilled`` notes it.
    ``title`` is the lesson's and ``where`` says which step it is; ``before`` are the steps
    before this one, whose last table stays where a step has none of its own. ``on`` draws the
    way on alone, for where there is a way back of another kind.
    """

    slot: str
    mode: str
    ways: Ways
    seed: Callable[[], str]
    drilled: int
    on_drilled: Callable[[int], None]
    kept: bool = True
    title: str = ""
    where: str = ""
    before: tuple[LessonStep, ...] = ()
    on: Ways | None = None
    deal_mode: str = ""

    @property
    def place(self) -> str:
        """The lesson, and below it the step."""
        return f"{self.title}\n{self.where}".strip()


def show_place(how: Playing) -> None:
    """Name the lesson and the step: the heading of whatever asks no question."""
    if how.place:
        st.html(running_text.place(how.place, "h1"))


def last_table(how: Playing) -> Illustration:
    """Return the table that was seen last, with its calypsos; before the first an empty one."""
    for step in reversed(how.before):
        if isinstance(step, Show) and not step.sheet:
            shown = step.under(session.rulebook())
            return position(look(), *step.scene(shown))
        if isinstance(step, Ask):
            puzzle = step.puzzle(session.rulebook())
            return Illustration(illustrate(look(), puzzle, solved(puzzle)).table)
        if isinstance(step, Try):
            shown = step.under(session.rulebook())
            picture = trick_picture(look(), shown.on_table(complete=False))
            return Illustration(picture.unannounced)
    variant = session.variant()
    picture = trick_picture(look(), TableSight(variant, variant.table(session.rulebook()), None))
    return Illustration(picture.unannounced)


def show_position(how: Playing, step: Show) -> None:
    """Lay a position on the table; a whole trick is played card by card, at the learner's pace."""
    if scored := step.scored(session.rulebook()):
        _sheet(how, step, scored)
        return
    shown = step.under(session.rulebook())
    slot, laying = how.slot, laying_of(how.slot, str(shown.trick))
    count = len(shown.trick.plays) if shown.trick else 0
    laid = min(laying.laid, count) if shown.ruling and not step.whole else count
    complete = laid == count
    scene = step.scene(shown, laid, complete=complete)
    # Two rows of a hand below it would be out of sight.
    drawn = position(look(), *scene, wide=bool(step.hand))
    with areas.frame():
        with areas.question():
            _told(how, step)
        card_table(drawn.table, key=f"table-{slot}")
        with areas.replies():
            if drawn.beside:
                card_table(drawn.beside, key=f"beside-{slot}")
            if shown.ruling and not (step.whole or step.calypsos):
                card_table(
                    ladder_picture(look(), LadderSight(shown.ruling, shown=laid)),
                    key=f"ladder-{slot}",
                )
        with areas.actions():
            if not complete:
                words = session.texts()("learn.whole-trick")
                button(words, f"reveal-all-{slot}", _reveal, laying, laid, count)
                next_card(slot, laying)
            how.ways(done=complete)
    if complete and laying.laid > 1:
        look_at("actions", laying.id)


def _sheet(how: Playing, step: Show, scored: Puzzle) -> None:
    with areas.frame():
        with areas.question():
            _told(how, step)
        picture = illustrate(look(), scored, solved(scored)).whole
        card_table(picture, key=f"table-{how.slot}")
        with areas.replies():
            reasons = scored.check(scored.solution).reasons
            running_text.points(map(session.texts().explain, reasons))
        with areas.actions():
            how.ways(done=True)


def _told(how: Playing, step: Show) -> None:
    show_place(how)
    running_text.paragraphs(step.words or "")
    if words := source_of(step):
        st.caption(words)


def source_of(step: Show | Ask) -> str:
    """Return the source of a worked example, and the rulebook where its author named one."""
    say, setting = session.texts(), step.setting
    told = []
    if setting.source:
        told.append(say("learn.example-from", source=setting.source.source))
    if setting.rulebook and isinstance(step, Show):
        told.append(say("ask.by-rulebook", rulebook=setting.rulebook))
    return " ".join(told)


@dataclass(slots=True)
class Laying:
    """How many cards of a position lie on the table by now; ``id`` is that of this time alone."""

    laid: int = 1
    id: str = field(default_factory=partial(token_hex, 8))


def laying_of(slot: str, line: str) -> Laying:
    """Return how far the cards of the position *line* are laid; at another visit it is another."""
    return session.under_way(slot, line, Laying)


def next_card(slot: str, laying: Laying) -> None:
    """Offer the next card."""
    words = session.texts()("learn.next-card")
    areas.onward(words, f"reveal-{slot}", _reveal, laying, laying.laid, 1)


def _reveal(laying: Laying, shown: int, more: int) -> None:
    """Lay down *more* cards; a second click changes nothing."""
    if laying.laid == shown:
        laying.laid += more
