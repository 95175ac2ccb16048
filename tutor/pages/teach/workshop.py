"""The workshop: a lesson or puzzles as text, and beside it what learners will see."""

from functools import partial

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from tutor.authoring.draft import (
    LARGEST,
    MOST_FINDINGS,
    Draft,
    Piece,
    Sort,
    added,
    read,
    template,
    too_large,
)
from tutor.frontend.sheets import sheet
from tutor.pages.frame import navigation, session
from tutor.pages.frame.library import club_faults, drafted, faults
from tutor.pages.frame.upload import take_file
from tutor.pages.teach.editor import EditedText, editor
from tutor.pages.teach.preview import show_preview, show_words
from tutor.pages.teach.table_builder import build

_MOST_WITH_BUTTON = 8
"""Findings that can be gone to; whoever mends these sees the next."""

_MEGABYTE = 1
"""What may be uploaded at all; of it `LARGEST` bytes are read."""


def page() -> None:
    """Show the text, what is said of it, and what it becomes."""
    say = session.texts()
    st.html(f"<style>{sheet('workshop')}</style>")
    with st.container(key="workshop"):
        st.title(say("page.workshop.title"), anchor=False)
        st.write(say("workshop.intro"))
        _faults()
        sort = _sort()
        draft = read(sort, _text(sort))
        _tools(draft)
        left, right = st.columns(2, gap="medium")
        with left:
            _editor(draft)
            _findings(draft)
        with right, st.container(key="workshop-preview", border=True):
            show_preview(draft)
        show_words(draft, partial(_replace, sort), partial(_add, sort, Piece.SHOW))
        build(draft, partial(_add, sort))
        st.caption(say("workshop.kept"))
        st.caption(say("workshop.club"))
        if drafted():
            navigation.link("host", say("workshop.to-room"))


# ---------------------------------------------------------------------- the text


def _faults() -> None:
    """List what is wrong with the lesson files of this tutor, if anything is."""
    found = "\n".join(filter(None, (faults(), club_faults())))
    if found:
        st.warning(session.texts()("workshop.faulty"), icon=":material/build:")
        st.code(found, language=None, wrap_lines=True)


def _sort() -> Sort:
    say = session.texts()
    chosen = st.segmented_control(
        say("workshop.sort"),
        [sort.value for sort in Sort],
        format_func=lambda sort: say(f"workshop.sort.{sort}"),
        key="workshop-sort",
        default=Sort.LESSON.value,
        required=True,
        persist_state="session",
    )
    return Sort(chosen or Sort.LESSON)


def _text(sort: Sort) -> str:
    """Return the text as this session knows it: at first the template."""
    text = session.widget(f"workshop-text-{sort}")
    return text if isinstance(text, str) else template(sort)


def _typed(sort: Sort, text: str) -> None:
    """Take what was typed, in a callback; what is too large is refused and what was, stays."""
    session.drop("workshop-told")
    if too_large(text):
        _tell("bad", session.texts()("workshop.too-large", most=LARGEST))
        return
    for version in (_text(sort), text):
        if read(sort, version).shows:
            session.put(f"workshop-shown-{sort}", version)
    session.put(f"workshop-text-{sort}", text)


def _replace(sort: Sort, text: str) -> None:
    """Put another text in the place of this one, which can be had back."""
    before = _text(sort)
    _typed(sort, text)
    if _text(sort) != before:
        session.put(f"workshop-before-{sort}", before)
        session.count(f"workshop-{sort}")


def _tell(kind: str, words: str) -> None:
    session.put("workshop-told", (kind, words))


def _tools(draft: Draft) -> None:
    """Offer the template, the text before, a file to open, and the file to save."""
    say, sort = session.texts(), draft.sort
    with st.container(horizontal=True, key="workshop-tools", vertical_alignment="bottom"):
        st.download_button(
            say("workshop.save"),
            draft.text.encode(errors="replace"),
            file_name=draft.name,
            mime="application/yaml",
            key="workshop-save",
            type="primary",
            icon=":material/download:",
        )
        with st.popover(say("workshop.open"), icon=":material/folder_open:"):
            take_file(
                say("workshop.open.file"),
                ("yaml", "yml"),
                _MEGABYTE,
                key="workshop-file",
                on_change=_open,
                args=(sort,),
            )
        if draft.text != template(sort):
            st.button(
                say("workshop.template"),
                key="workshop-template",
                on_click=_replace,
                args=(sort, template(sort)),
            )
        before = session.widget(f"workshop-before-{sort}")
        if isinstance(before, str) and before != draft.text:
            st.button(
                say("workshop.take-back"),
                key="workshop-take-back",
                icon=":material/undo:",
                on_click=_replace,
                args=(sort, before),
            )
    told = session.widget("workshop-told")
    if isinstance(told, tuple):
        kind, words = told
        (st.success if kind == "good" else st.error)(words)


def _open(sort: Sort) -> None:
    """Put an uploaded file in the place of the text; one that is no good changes nothing."""
    say, file = session.texts(), session.widget("workshop-file")
    if not isinstance(file, UploadedFile):
        return
    if file.size > LARGEST:
        _tell("bad", say("workshop.too-large", most=LARGEST))
        return
    try:
        text = file.getvalue().decode("utf-8-sig")
    except UnicodeDecodeError:
        _tell("bad", say("workshop.not-text"))
        return
    _replace(sort, text.replace("\r\n", "\n"))


def _editor(draft: Draft) -> None:
    say, sort = session.texts(), draft.sort
    line = session.widget("workshop-line")
    edited = EditedText(
        text=draft.text,
        marks=draft.marks,
        version=f"{sort} {session.counted(f'workshop-{sort}')}",
        fresh=session.widget(f"workshop-text-{sort}") is None,
        look_at=f"{line} {session.counted('workshop-line')}" if isinstance(line, int) else "",
        most=LARGEST,
        too_large=say("workshop.too-large", most=LARGEST),
    )
    editor(
        edited,
        key=f"workshop-{sort}",
        label=say(f"workshop.text.{sort}"),
        on_typed=partial(_typed, sort),
    )


def _findings(draft: Draft) -> None:
    """List what has to be mended, each with the way to its line."""
    say, count = session.texts(), len(draft.findings)
    with st.container(key="workshop-findings"):
        if not draft.findings:
            st.success(say("workshop.sound"), icon=":material/check_circle:")
            _advice(draft)
            return
        key = "workshop.found.most" if count == MOST_FINDINGS else "workshop.found"
        st.error(say(key, count=count), icon=":material/build:")
        for place, finding in enumerate(draft.findings[:_MOST_WITH_BUTTON]):
            problem = finding.problem
            with st.container(border=True):
                st.button(
                    say("workshop.line", line=problem.line),
                    key=f"workshop-go-{place}",
                    type="tertiary",
                    icon=":material/edit:",
                    on_click=_go,
                    args=(problem.line,),
                )
                # The text is anybody's: shown, and not read as markup.
                st.text(problem.about)
        if count > _MOST_WITH_BUTTON:
            with st.expander(say("workshop.more", count=count)):
                st.code("\n".join(map(str, draft.findings)), language=None, wrap_lines=True)


def _advice(draft: Draft) -> None:
    """Show, folded away, what could be added to a text that can be used as it is."""
    if not draft.advice:
        return
    with st.expander(session.texts()("workshop.advice"), key="workshop-advice"):
        said = (f"{one.problem.line}: {one.problem.about}" for one in draft.advice)
        st.code("\n".join(said), language=None, wrap_lines=True)


def _go(line: int) -> None:
    session.put("workshop-line", line)
    session.count("workshop-line")


def _add(sort: Sort, piece: Piece, text: str) -> None:
    """Put a piece behind the step that is shown, and show it."""
    at = session.widget(f"workshop-at-{sort}")
    number = at if isinstance(at, int) else 1
    before = read(sort, _text(sort)).shows
    _replace(sort, added(_text(sort), sort, text, number))
    after = read(sort, _text(sort)).shows
    if after > before:
        session.put(f"workshop-at-{sort}", after if piece == Piece.ENTRY else number + 1)
