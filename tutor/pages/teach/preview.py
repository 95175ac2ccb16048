"""What learners will see of a text in the workshop, and the words of that step, to be changed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from zlib import crc32

import streamlit as st

from tutor.authoring.draft import LARGEST, Draft, Sort, read
from tutor.authoring.edits import TITLE, reworded, text_of, words_of_step
from tutor.pages.frame import running_text, session
from tutor.pages.frame.browser import look_at
from tutor.pages.frame.inputs import button, choose_from
from tutor.pages.questions.question import Occasion, ask
from tutor.pages.study.positions import Playing
from tutor.pages.study.steps import play_step
from tutor.words.texts import LANGUAGES

_TURNED = "workshop-turned"
"""Counts how often another step was asked for: the focus goes to it."""


def show_words(
    draft: Draft, change: Callable[[Callable[[str], str]], None], add: Callable[[str], None]
) -> None:
    """Let the title and the words of the step be changed, and a text be added behind it.

    There is a box for each language; *change* takes what is to be done to the text, *add* a step.
    """
    say, chosen = session.texts(), session.widget(f"workshop-at-{draft.sort}")
    number = chosen if isinstance(chosen, int) else 1
    if not draft.lesson:
        return
    labels = say("workshop.retitle"), say("workshop.reword", step=number)
    for step, label in zip((TITLE, number), labels, strict=True):
        name = "title" if step == TITLE else str(step)
        if words := words_of_step(draft.text, step):
            _boxes(name, label, words, partial(_put_in, step, name, words, change))
    behind = f"after-{number}"
    label = say("workshop.text.add", step=number)
    _boxes(behind, label, {}, session.once("workshop-behind", partial(_put_behind, behind, add)))


def _boxes(name: str, label: str, words: Mapping[str, str], put: Callable[[], None]) -> None:
    with (
        st.expander(label, key=f"workshop-fold-{name}", icon=":material/edit_note:"),
        st.form(f"workshop-reword-{name}", border=False),
    ):
        for language, called in LANGUAGES.items():
            text = words.get(language, "")
            st.text_area(called, text, key=_box(name, language, text), max_chars=LARGEST // 10)
        done = session.texts()("workshop.reword.button")
        st.form_submit_button(done, on_click=session.from_here(put))


def _box(name: str, language: str, text: str) -> str:
    """Name the box of some words; other words in the text begin it anew."""
    return f"workshop-words-{name}-{language}-{crc32(text.encode())}"


def _typed(name: str, words: Mapping[str, str]) -> dict[str, str]:
    new = dict(words)
    for language in LANGUAGES:
        text = words.get(language, "")
        typed = session.widget(_box(name, language, text))
        new[language] = typed if isinstance(typed, str) else text
    return new


def _put_in(
    number: int,
    name: str,
    words: Mapping[str, str],
    change: Callable[[Callable[[str], str]], None],
) -> None:
    typed = _typed(name, words)
    change(lambda text: reworded(text, number, typed))


def _put_behind(name: str, add: Callable[[str], None]) -> None:
    """Add a step that says what stands in the boxes, which are empty then; without words, none."""
    typed = {
        language: words.strip() for language, words in _typed(name, {}).items() if words.strip()
    }
    if typed:
        add(text_of(typed))
        for language in LANGUAGES:
            session.put(_box(name, language, ""), "")


@dataclass(slots=True)
class _Tally:
    """How many questions of a drill are answered."""

    count: int = 0


def show_preview(draft: Draft) -> None:
    """Play the step, or ask the puzzle, that was chosen; answers are not kept."""
    say, shown = session.texts(), _shown(draft)
    st.header(say("workshop.preview"), anchor=False)
    if not shown.shows:
        st.info(say("workshop.preview.nothing"), icon=":material/visibility:")
        return
    if shown is not draft:
        st.warning(say("workshop.preview.earlier"), icon=":material/history:")
    st.caption(say("workshop.preview.not-kept"))
    number = _chosen(shown)
    if shown.lesson:
        st.text(shown.lesson.title[say.language])
        step = shown.lesson.steps[number - 1]
        tally = session.under_way(f"workshop-{number}-tally", _seed(), _Tally)
        how = Playing(
            slot=f"workshop-{number}",
            mode="workshop",
            ways=partial(_ways, number, shown.shows),
            seed=_seed,
            drilled=tally.count,
            on_drilled=partial(setattr, tally, "count"),
            kept=False,
        )
        with st.container(key="step"):
            play_step(step, how)
        if turned := session.counted(_TURNED):
            look_at("step", f"workshop {turned}")
        running_text.untranslated(shown.lesson.spoken(say.language))
        return
    entry = shown.entries[number - 1]
    occasion = Occasion(slot=f"workshop-puzzle-{number}", mode="workshop", kept=False)
    ways = partial(_ways, number, shown.shows)
    ask(entry.puzzle, occasion, ways)
    if turned := session.counted(_TURNED):
        look_at("question", f"workshop {turned}")
    if entry.why:
        st.text(entry.mistake(say.language))
        running_text.untranslated(entry.spoken(say.language))


def _shown(draft: Draft) -> Draft:
    last = session.remembered(f"workshop-shown-{draft.sort}", str)
    return draft if draft.shows or not last else read(draft.sort, last)


def _chosen(shown: Draft) -> int:
    say, key, count = session.texts(), f"workshop-at-{shown.sort}", shown.shows
    held = session.widget(key)
    chosen = min(held, count) if isinstance(held, int) else 1
    session.put(key, chosen)

    if shown.lesson:
        called = [say(f"workshop.step.{step.name}") for step in shown.lesson.steps]
    else:
        called = [entry.id for entry in shown.entries]
    names = {n: f"{n}{say('between')}{name}" for n, name in enumerate(called[:count], start=1)}
    heading = "workshop.step" if shown.lesson else "workshop.puzzle"
    label, afresh = (
        say(heading, step=chosen, count=count),
        partial(session.forget_slots, "workshop"),
    )
    choose_from(st.selectbox, label, names, key, on_change=afresh)
    return chosen


def _ways(number: int, count: int, *, done: bool) -> None:
    say = session.texts()
    with st.container(horizontal=True, key="ways"):
        if number > 1:
            button(say("learn.back"), "workshop-back", _turn, number - 1)
        if number < count:
            words = say("learn.next")
            button(words, "workshop-next", _turn, number + 1, primary=done)


def _turn(number: int) -> None:
    session.put(f"workshop-at-{session.widget('workshop-sort') or Sort.LESSON}", number)
    session.forget_slots("workshop")
    session.count(_TURNED)


def _seed() -> str:
    """Return the number that decides what a drill asks, the same until the page is opened anew."""
    return session.remembered("workshop-seed", lambda: str(session.chance().randrange(10**6)))
