"""One step of a lesson as it is played: in the course, and as a preview in the workshop."""

from functools import partial

import streamlit as st

from engine.rulebooks import rulebook_of
from tutor.lessons.steps import Ask, Choose, LessonStep, Say, Show, Try, WholeDeal
from tutor.pages.frame import progress, running_text, session
from tutor.pages.frame.browser import card_table
from tutor.pages.frame.inputs import button
from tutor.pages.questions import areas
from tutor.pages.questions.question import Occasion, ask
from tutor.pages.questions.tried_cards import try_cards
from tutor.pages.study import examples
from tutor.pages.study.positions import Playing, last_table, show_place, show_position, source_of
from tutor.pages.study.whole_deal import play_deal


def play_step(step: LessonStep, how: Playing) -> None:
    """Show one step, take what the learner does, and offer the ways on."""
    if isinstance(step, Say):
        _say(how, step)
    elif isinstance(step, Show):
        show_position(how, step)
    elif isinstance(step, Ask):
        _ask(how, step)
    elif isinstance(step, Try):
        try_cards(step, how.slot, partial(show_place, how), how.ways)
    elif isinstance(step, Choose):
        _choose(how, step)
    elif isinstance(step, WholeDeal):
        play_deal(how, step)
    else:
        examples.drill(how, step)


def _say(how: Playing, step: Say) -> None:
    with areas.frame():
        with areas.question():
            show_place(how)
            running_text.paragraphs(step.words)
        seen = last_table(how)
        card_table(seen.table, key=f"table-{how.slot}")
        with areas.replies():
            if seen.beside:
                card_table(seen.beside, key=f"beside-{how.slot}")
        with areas.actions():
            how.ways(done=True)


def _ask(how: Playing, step: Ask) -> None:
    occasion = Occasion(
        slot=how.slot,
        mode=how.mode,
        kept=how.kept,
        where=how.place,
        words=step.words or "",
        note=source_of(step),
    )
    ask(step.puzzle(session.rulebook()), occasion, how.ways)


def _choose(how: Playing, step: Choose) -> None:
    say, slot = session.texts(), how.slot
    chosen = _chosen(slot, step.setting)
    with areas.frame():
        with areas.question():
            show_place(how)
            running_text.paragraphs(step.words)
            if chosen:
                st.caption("✓ " + say("learn.chosen", rulebook=rulebook_of(chosen[-1])))
        card_table(last_table(how).table, key=f"table-{how.slot}")
        with areas.replies():
            for rulebook in step.choices:
                about = say(f"rulebook.{rulebook.id}.text")
                words, key = say("learn.choose", rulebook=rulebook), f"choose-{slot}-{rulebook.id}"
                choose = partial(_chose, how, step.setting, rulebook.id)
                button(words, key, choose, help=about, width="stretch")
        with areas.actions():
            how.ways(done=bool(chosen))


def _chosen(slot: str, setting: str) -> list[str]:
    """Return what was chosen for a setting at this visit to the step, the last choice last."""
    return session.under_way(slot, setting, list[str])


def _chose(how: Playing, setting: str, value: str) -> None:
    _chosen(how.slot, setting).append(value)
    if how.kept:
        progress.choose(setting, value=value)
