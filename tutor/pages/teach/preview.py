"""What learners will see of a text in the workshop, and the words of that step, to be changed."""

from collections.abc import Callable, Mapping
from functools import partial
from random import randrange
from zlib import crc32

import streamlit as st

from tutor.authoring.draft import LARGEST, Draft, Sort, read, reworded, words_of_step
from tutor.pages.asking import slots
from tutor.pages.asking.question import Occasion, ask
from tutor.pages.frame import session
from tutor.pages.study.playing import Playing
from tutor.pages.study.steps import play_step
from tutor.words.languages import DEFAULT
from tutor.words.texts import LANGUAGES


def show_words(draft: Draft, replace: Callable[[str], None]) -> None:
    """Let the words of the step be changed, a box for each language; *replace* takes the text."""
    say, at = session.texts(), session.widget(f"workshop-at-{draft.sort}")
    number = at if isinstance(at, int) else 1
    words = words_of_step(draft.text, number) if draft.lesson else {}
    if not words:
        return
    box = st.expander(say("workshop.reword", step=number), icon=":material/edit_note:")
    with box, st.form(f"workshop-reword-{number}", border=False):
        for language, name in LANGUAGES.items():
            said = words.get(language, "")
            st.text_area(name, said, key=_box(number, language, said), max_chars=LARGEST // 10)
        st.form_submit_button(
            say("workshop.reword.button"),
            on_click=partial(_put_in, draft.text, number, words, replace),
        )


def _box(number: int, language: str, said: str) -> str:
    """Name the box of a step's words; other words in the text begin it anew."""
    return f"workshop-words-{number}-{language}-{crc32(said.encode())}"


def _put_in(
    text: str, number: int, words: Mapping[str, str], replace: Callable[[str], None]
) -> None:
    """Put what stands in the boxes into the text."""
    new = dict(words)
    for language in LANGUAGES:
        said = words.get(language, "")
        typed = session.widget(_box(number, language, said))
        new[language] = typed if isinstance(typed, str) else said
    replace(reworded(text, number, new))


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
        how = Playing(
            slot=f"workshop-{number}",
            mode="workshop",
            ways=partial(_ways, number, shown.shows),
            seed=_seed,
            kept=False,
        )
        with st.container(key="step"):
            play_step(step, how)
        read_in = shown.lesson.spoken(say.language)
        if read_in != say.language:
            st.caption(say("learn.untranslated", language=LANGUAGES[read_in]))
        return
    entry = shown.entries[number - 1]
    occasion = Occasion(slot=f"workshop-puzzle-{number}", mode="workshop", kept=False)
    ways = partial(_ways, number, shown.shows)
    ask(entry.puzzle, occasion, ways)
    if entry.why:
        st.text(entry.mistake(say.language))
        if say.language not in entry.why:
            read_in = DEFAULT if DEFAULT in entry.why else next(iter(entry.why))
            st.caption(say("learn.untranslated", language=LANGUAGES[read_in]))


def _shown(draft: Draft) -> Draft:
    """Return the draft, or the last that could be shown."""
    last = session.widget(f"workshop-shown-{draft.sort}")
    if draft.shows or not isinstance(last, str):
        return draft
    return read(draft.sort, last)


def _chosen(shown: Draft) -> int:
    """Let a step be chosen by its number and what it is."""
    say, key, count = session.texts(), f"workshop-at-{shown.sort}", shown.shows
    held = session.widget(key)
    at = min(held, count) if isinstance(held, int) else 1
    session.put(key, at)

    def name(number: int) -> str:
        if not shown.lesson:
            return f"{number}{say('between')}{shown.entries[number - 1].id}"
        return say("between").join(
            (str(number), say(f"workshop.step.{shown.lesson.steps[number - 1].name}"))
        )

    heading = "workshop.step" if shown.lesson else "workshop.puzzle"
    st.selectbox(
        say(heading, step=at, count=count),
        list(range(1, count + 1)),
        format_func=name,
        key=key,
        persist_state="session",
        on_change=slots.forget_slots,
        args=("workshop-",),
    )
    return at


def _ways(number: int, count: int, *, done: bool) -> None:
    """Lead to the steps before and after."""
    say = session.texts()
    with st.container(horizontal=True, key="ways"):
        if number > 1:
            st.button(say("workshop.back"), key="workshop-back", on_click=_turn, args=(number - 1,))
        if number < count:
            st.button(
                say("workshop.next"),
                key="workshop-next",
                type="primary" if done else "secondary",
                on_click=_turn,
                args=(number + 1,),
            )


def _turn(number: int) -> None:
    session.put(f"workshop-at-{session.widget('workshop-sort') or Sort.LESSON}", number)
    slots.forget_slots("workshop-")


def _seed() -> str:
    """Return the number that decides what a drill asks, the same until the page is opened anew."""
    return str(session.remembered("workshop-seed", lambda: str(randrange(10**6))))
