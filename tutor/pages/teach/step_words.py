"""The words of the step that is shown in the workshop, in boxes to be changed."""

from collections.abc import Callable, Mapping
from functools import partial
from zlib import crc32

import streamlit as st

from tutor.authoring.draft import LARGEST, Draft
from tutor.authoring.rewording import reworded, words_of_step
from tutor.pages.frame import session
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
