"""Buttons, and what a page asks for that is no answer: a form, a rule, a kind, puzzles, a file."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, Literal, TypedDict, TypeVar, Unpack

import streamlit as st
from streamlit import runtime
from streamlit.components.v2 import component
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.variants import VARIANTS, Variant
from puzzles.generator import kinds_alone
from puzzles.notation import PuzzleLineError
from tutor.frontend import text
from tutor.pages.frame import progress, session

MIXED = "mixed"
"""The choice of all rules, or all kinds, where a box offers that first."""

LONGEST_LINES = 60_000
"""So many signs the lines of pasted puzzles may have."""

FIRST_MET = Rule.FOLLOW_SUIT
"""What stands there where one rule has to be chosen: nobody plays a card without meeting it."""


class ButtonLook(TypedDict, total=False):
    """How a button looks besides its label, in Streamlit's words."""

    type: Literal["primary", "tertiary"]
    icon: str
    width: Literal["stretch"] | int
    disabled: bool
    help: str


def button(
    label: str,
    key: str,
    then: Callable[..., None],
    *args: object,
    shortcut: str | None = None,
    primary: bool = False,
    **look: Unpack[ButtonLook],
) -> None:
    """Show a button that calls *then* with *args*; a *primary* one stands out.

    *shortcut* is the key that presses it too, if the learner has single keys.
    """
    if primary:
        look["type"] = "primary"
    pressed_by = session.shortcut(shortcut) if shortcut else None
    press = session.from_here(then)
    st.button(label, key=key, on_click=press, args=args, shortcut=pressed_by, **look)


class FoldLook(TypedDict, total=False):
    """How a fold looks besides its label, in Streamlit's words."""

    type: Literal["compact"]
    icon: str


def fold(
    label: str,
    key: str,
    then: Callable[[], None] = session.nothing,
    *,
    opened: bool = False,
    **look: Unpack[FoldLook],
) -> Any:  # noqa: ANN401 - Streamlit gives no name to what it returns
    """Return a fold, *opened* at first or not, that stays as it is when its label changes.

    Under another label, as in another language, Streamlit takes it for another fold.
    """
    folds = session.remembered("folds", dict[str, tuple[str, bool]])
    named, begun = folds.get(key, (label, opened))
    if (named, begun) != (label, opened):
        is_open = session.widget(key)
        if is_open is None:  # it was not on the page
            begun = opened
        elif named != label:
            begun = is_open is True
    folds[key] = label, begun
    return st.expander(label, expanded=begun, key=key, on_change=session.from_here(then), **look)


def tabs(names: Sequence[str], key: str) -> Sequence[Any]:
    """Return tabs of these *names*; the one that is open stays so when they are named anew."""
    named = session.remembered("tabs", dict[str, Sequence[str]])
    before, is_open = named.get(key, names), session.widget(key)
    if before != names and is_open in before:
        session.put(key, names[before.index(is_open)])
    named[key] = names
    return st.tabs(names, key=session.box(key), on_change=session.here())


def form_box(key: str, *, on_change: Callable[[], None] = session.nothing) -> Variant:
    """Let a form be chosen for this place alone."""
    return _form(st.selectbox, key, on_change)


def form_setting(key: str) -> Variant:
    """Let the form of what is asked be chosen by chips; it is a setting."""
    session.put(key, session.settings().form)
    return _form(partial(st.pills, required=True), key, partial(progress.choose, "form", key))


def form_wish(key: str, wished: Variant, on_change: Callable[[], None]) -> Variant:
    """Let the form of a game be chosen, at first the one that was *wished* for last."""
    session.put(key, wished.id)
    return _form(st.selectbox, key, on_change)


def _form(box: Callable[..., Any], key: str, on_change: Callable[[], None]) -> Variant:
    say = session.texts()
    names = {form: say(f"name.variant.{form}") for form in VARIANTS}
    form = choose_from(box, say("drill.form"), names, key, on_change=on_change)
    return VARIANTS[form]


Option = TypeVar("Option")


def choose_from(
    box: Callable[..., Any],
    label: str,
    names: Mapping[Option, str],
    key: str,
    *,
    on_change: Callable[[], None] = session.nothing,
    lasts: bool = True,
    **more: object,
) -> Any:  # noqa: ANN401 - what the box returns: an option, or several
    """Let one of *names* be chosen in a *box* of Streamlit's.

    The choice *lasts* for the session, or as long as the box is on the page.
    """
    shared = session.shared(names)
    return box(
        label,
        list(names),
        format_func=shared.__getitem__,
        key=session.box(key, shared),
        on_change=session.from_box(key, on_change),
        persist_state="session" if lasts else None,
        **more,
    )


def chips(
    label: str,
    names: Mapping[str, str],
    key: str,
    then: Callable[[], None] = session.nothing,
    usual: str = "",
) -> str:
    """Let one of *names* be chosen, all in view; *then* is called when another is.

    At first that is the first of them, or the *usual* one where nothing is mixed.
    """
    first = usual if usual in names and MIXED not in names else next(iter(names))
    default = None if session.widget(key) in names else first
    box = partial(st.pills, required=True, default=default)
    chosen: str = choose_from(box, label, names, key, on_change=then)
    return chosen


def rule_box(key: str, rules: Iterable[Rule], *, mixed: str = "") -> str:
    """Let one of *rules* be chosen, or several *mixed*, where there are words for that."""
    say = session.texts()
    offered = {rule.value: say.name(rule) for rule in rules}
    names = {MIXED: mixed, **offered} if mixed else offered
    usual = FIRST_MET in offered and not mixed and session.widget(key) not in offered
    first = list(offered).index(FIRST_MET) if usual else 0
    rule: str = choose_from(st.selectbox, say("drill.rule"), names, key, index=first)
    return rule


def kind_box(key: str, variant: Variant, rulebook: Rulebook) -> tuple[str, ...]:
    """Let one of the kinds of question that stand alone be chosen, or all of them."""
    say, kinds = session.texts(), kinds_alone(variant, rulebook)
    names = {kind: say(f"kind.{kind}.name") for kind in kinds}
    names = {MIXED: say("handouts.every-kind"), **names}
    kind = choose_from(st.selectbox, say("drill.kind"), names, key)
    return kinds if kind == MIXED else (kind,)


def number_box(label: str, numbers: range, usual: int, key: str, hint: str | None = None) -> int:
    """Let one of *numbers* be chosen, at first the *usual* one; *hint* explains it."""
    least, most = numbers[0], numbers[-1]
    return st.number_input(
        label,
        least,
        most,
        usual,
        key=key,
        help=hint,
        on_change=session.here(),
        persist_state="session",
    )


def text_box(
    label: str,
    key: str,
    most: int,
    height: int | None = None,
    *,
    hint: str | None = None,
    kept: bool = False,
) -> str:
    """Return what is typed, *most* signs of it: on one line, or where it has a *height*, on many.

    Where *kept*, the browser has it after a reload.
    """
    box = partial(st.text_area, height=height) if height else st.text_input
    text: str = box(
        label,
        key=session.box(key),
        max_chars=most,
        help=hint,
        on_change=session.here(),
        persist_state="session",
    )
    if kept:
        keep(key, text, most)
    return text


def prefill(key: str, value: str) -> None:
    """Put *value* into a text box, and a newer one in its place; what was typed there stays."""
    filled = session.remembered(f"filled-{key}", str)
    if value != filled and session.widget(key) in {None, filled}:
        session.put(key, value)
    session.remember(f"filled-{key}", value)


def say_wrong(wrong: Mapping[int, PuzzleLineError]) -> None:
    """Tell how many lines are no puzzles, if there are any, and what is wrong with each."""
    if not wrong:
        return
    say = session.texts()
    st.error(say("puzzle-lines.wrong", count=len(wrong)))
    # What stands in the lines is anybody's: shown, and not read as markup.
    why = (
        say(f"puzzle-line.{error.part}", line=line, word=error.word[:60], detail=str(error)[:300])
        for line, error in islice(wrong.items(), 20)
    )
    st.code("\n".join(why), language=None, wrap_lines=True)


_mount_kept = component("calypso_kept", html="<span></span>", js=text("kept.js"))


def keep(box: str, content: str | None, most: int, *, evening: bool = False) -> None:
    """Let the browser keep what stands in a *box*, and fill in what it kept where nothing does.

    It is kept in this tab, so that a reload loses nothing, or for an *evening* in all tabs. Of what
    comes back *most* signs are taken. Without *content* nothing is kept, and nothing forgotten.
    """
    key = f"kept-{box}"
    _mount_kept(
        key=key,
        data={"box": box, "text": content, "evening": evening},
        height=1,
        on_kept_change=session.from_here(partial(_fill, box, most), key),
    )


def _fill(box: str, most: int) -> None:
    kept = session.pressed(f"kept-{box}", "kept")
    if kept and not session.widget(box):
        session.put(box, kept[:most])


_WORDS = "<style>:root {{ --upload-press: {}; --upload-refused: {}; }}</style>"
"""Our words on the button and beside a file that is refused, for the style sheet."""


def take_file(
    label: str,
    kinds: Sequence[str],
    megabytes: int,
    *,
    key: str,
    read: Callable[[bytes | None], None],
) -> None:
    """Ask for a file of one of these *kinds*, endings without the dot, and no larger than that.

    *read* is given what is in it, or nothing, once it is put away. All is said in the learner's
    language; Streamlit's own words for it are English alone.
    """
    say = session.texts()
    words = (say("upload.press"), say("upload.refused"))
    st.html(_WORDS.format(*(json.dumps(word, ensure_ascii=False) for word in words)))
    with st.container(key=f"upload-{key}"):
        st.file_uploader(
            say("upload.label", label=label, megabytes=megabytes),
            type=list(kinds),
            key=key,
            on_change=session.from_here(_read_and_free, key),
            args=(key, megabytes, read),
            max_upload_size=megabytes,
        )


def _read_and_free(key: str, megabytes: int, read: Callable[[bytes | None], None]) -> None:
    """Let the file be read, unless the browser let one through that is too large; then free it."""
    file = session.widget(key)
    try:
        if not isinstance(file, UploadedFile):
            read(None)
        elif file.size <= megabytes * 1024 * 1024:
            read(file.getvalue())
    finally:
        if context := get_script_run_ctx():
            forget_files(context.session_id)


def forget_files(session_id: str) -> None:
    """Forget every file that was uploaded to a session."""
    if runtime.exists():
        runtime.get_instance().uploaded_file_mgr.remove_session_files(session_id)
