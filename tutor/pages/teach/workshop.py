"""The workshop: a lesson or puzzles as text, tricks laid for it, and what learners will see."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st
from streamlit.components.v2 import component

from engine.trick import judge
from puzzles.scenes import TableSight
from tutor.authoring import Finding
from tutor.authoring.draft import (
    LARGEST,
    MOST_FINDINGS,
    Draft,
    Sort,
    about,
    read,
    template,
    too_large,
)
from tutor.authoring.edits import PIECES, Piece, added, piece_of, with_entries
from tutor.drawing.ladder import judged_picture
from tutor.drawing.trick import trick_picture
from tutor.frontend import style_sheet, text
from tutor.pages.frame import navigation, running_text, session
from tutor.pages.frame.browser import card_table, look
from tutor.pages.frame.inputs import button, choose_from, fold, take_file
from tutor.pages.frame.library import club_faults, drafted, lesson_faults
from tutor.pages.questions import card_picker
from tutor.pages.questions.card_picker import Laid
from tutor.pages.teach.preview import show_preview, show_words

_mount_editor = component(
    "calypso_editor",
    html=(
        '<div class="editor"><div class="gutter" aria-hidden="true"></div>'
        '<textarea spellcheck="false" autocapitalize="off" autocomplete="off">'
        '</textarea></div><p class="told" role="alert"></p>'
    ),
    css=style_sheet("editor"),
    js=text("editor.js"),
)

_MOST_WITH_BUTTON = 8
"""Findings that can be gone to; whoever mends these sees the next."""

_MEGABYTE = 1
"""What may be uploaded at all; of it `LARGEST` bytes are read."""


def page() -> None:
    """Show the text, what is said of it, and what it becomes."""
    say = session.texts()
    st.html(f"<style>{style_sheet('workshop')}</style>")
    with st.container(key="workshop"):
        st.title(say("page.workshop.title"), anchor=False)
        st.write(say("workshop.intro"))
        _faults()
        session.on_arrival(_from_address)
        sort = _sort()
        session.tell(sort=sort)
        draft = read(sort, _text(sort))
        _tools(draft)
        left, right = st.columns(2, gap="medium")
        with left:
            _editor(draft)
            _findings(draft)
        with right, st.container(key="workshop-preview", border=True):
            show_preview(draft)
        show_words(draft, partial(_change, sort), partial(_add, sort, Piece.SHOW))
        _build(draft, partial(_add, sort))
        st.caption(say("workshop.kept"))
        st.caption(say("workshop.club"))


def _from_address() -> None:
    """Take over what is written, a lesson or puzzles: a reload asks for the same."""
    asked = session.asked("sort")
    if asked in list(Sort):
        session.put("workshop-sort", asked)


def _faults() -> None:
    say = session.texts()
    if faulty := "\n".join(filter(None, (lesson_faults(), club_faults(say)))):
        st.warning(say("workshop.faulty"), icon=":material/build:")
        st.code(faulty, language=None, wrap_lines=True)


def _sort() -> Sort:
    say = session.texts()
    names = {sort.value: say(f"workshop.sort.{sort}") for sort in Sort}
    label, key, usual = say("workshop.sort"), "workshop-sort", Sort.LESSON.value
    default = None if session.widget(key) in names else usual
    chosen = choose_from(st.segmented_control, label, names, key, default=default, required=True)
    return Sort(chosen or Sort.LESSON)


def _text(sort: Sort) -> str:
    """Return the text as this session knows it: at first the example."""
    text = session.recall(f"workshop-text-{sort}")
    return text if isinstance(text, str) else _example(sort)


def _example(sort: Sort) -> str:
    return template(sort, session.texts().language)


def _typed(sort: Sort, text: str) -> None:
    """Take what was typed, in a callback; what is too large is refused and what was, stays."""
    session.forget("workshop-told")
    session.forget("workshop-file-told")
    if too_large(text):
        _refuse("workshop.too-large")
        return
    for version in (_text(sort), text):
        if read(sort, version).shows:
            session.remember(f"workshop-shown-{sort}", version)
    session.remember(f"workshop-text-{sort}", text)


def _change(sort: Sort, how: Callable[[str], str]) -> None:
    """Change the text as it is now: more may have been typed since the page was drawn."""
    _replace(sort, how(_text(sort)))


def _replace(sort: Sort, text: str) -> None:
    """Put another text in the place of this one, which can be had back."""
    before = _text(sort)
    _typed(sort, text)
    if _text(sort) != before:
        session.remember(f"workshop-before-{sort}", before)
        session.count(f"workshop-{sort}")


def _refuse(key: str, *, file: bool = False) -> None:
    """Let the page tell why what was typed, or a *file*, changes nothing: where that was done.

    It says the words of this *key*, in whatever language it is then.
    """
    session.remember("workshop-file-told" if file else "workshop-told", key)


def _tools(draft: Draft) -> None:
    say, sort = session.texts(), draft.sort
    with st.container(horizontal=True, key="workshop-tools", vertical_alignment="bottom"):
        st.download_button(
            say("save.file"),
            draft.text.encode(errors="replace"),
            file_name=draft.name,
            mime="application/yaml",
            key="workshop-save",
            on_click=session.here(),
            type="primary",
            icon=":material/download:",
        )
        with st.popover(say("workshop.open"), icon=":material/folder_open:"):
            with st.container():  # also with nothing in it: what stands below it is to stay
                if told := session.remembered("workshop-file-told", str):
                    st.error(say(told, most=LARGEST))
            label, key = say("workshop.open.file"), "workshop-file"
            take_file(label, ("yaml", "yml"), _MEGABYTE, key=key, read=partial(_open, sort))
        if draft.text != _example(sort):
            button(say("workshop.template"), "workshop-template", _replace, sort, _example(sort))
        before = session.recall(f"workshop-before-{sort}")
        if isinstance(before, str) and before != draft.text:
            words = say("workshop.take-back")
            button(words, "workshop-take-back", _replace, sort, before, icon=":material/undo:")
    if told := session.remembered("workshop-told", str):
        st.error(say(told, most=LARGEST))


def _open(sort: Sort, file: bytes | None) -> None:
    """Put an uploaded file in the place of the text; one that is no good changes nothing."""
    session.forget("workshop-file-told")
    if file is None:
        return
    if len(file) > LARGEST:
        _refuse("workshop.too-large", file=True)
        return
    try:
        text = file.decode("utf-8-sig")
    except UnicodeDecodeError:
        _refuse("workshop.not-text", file=True)
        return
    _replace(sort, text.replace("\r\n", "\n"))


def _editor(draft: Draft) -> None:
    say, sort = session.texts(), draft.sort
    key, line = f"workshop-{sort}", session.recall("workshop-line")
    _mount_editor(
        key=key,
        data={
            "text": draft.text,
            "label": say(f"workshop.text.{sort}"),
            "marks": {str(number): mark for number, mark in draft.marks(say).items()},
            # Another version puts the text in the place of what was written: the example may be in
            # another language.
            "version": f"{sort} {session.counted(key)} {say.language}",
            # While nobody has written anything, a draft kept in the browser goes before the text.
            "fresh": session.recall(f"workshop-text-{sort}") is None,
            # A line, and the occasion: each time, the cursor goes there.
            "goto": f"{line} {session.counted('workshop-line')}" if isinstance(line, int) else "",
            "keep": f"calypso-{key}",
            "most": LARGEST,
            "tooLarge": say("workshop.too-large", most=LARGEST),
        },
        on_typed_change=session.from_here(partial(_take_typed, sort), key),
    )


def _take_typed(sort: Sort) -> None:
    text = session.pressed(f"workshop-{sort}", "typed")
    if text is None:
        return
    entries = with_entries(text, session.texts().language) if sort == Sort.BANK else text
    if entries == text or too_large(text):
        _typed(sort, text)
    else:  # the editor has to learn of it
        _replace(sort, entries)


def _findings(draft: Draft) -> None:
    """List what has to be mended, each with the way to its line."""
    say, count = session.texts(), len(draft.findings)
    with st.container(key="workshop-findings"):
        if not draft.findings:
            own = draft.text != _example(draft.sort)
            words = say("workshop.sound" if own else "workshop.example")
            st.success(words, icon=":material/check_circle:")
            if draft.sort == Sort.LESSON and drafted():
                navigation.link("host", say("workshop.to-room"), ask="own")
            _advice(draft)
            return
        key = "workshop.found.most" if count == MOST_FINDINGS else "workshop.found"
        st.error(say(key, count=count), icon=":material/build:")
        for place, finding in enumerate(draft.findings[:_MOST_WITH_BUTTON]):
            problem = finding.problem
            with st.container(border=True):
                words, icon = say("workshop.line", line=problem.line), ":material/edit:"
                go = partial(_go, problem.line)
                button(words, f"workshop-go-{place}", go, type="tertiary", icon=icon)
                # The text is anybody's: shown, and not read as markup.
                st.text(about(problem, draft.sort, say))
        if count > _MOST_WITH_BUTTON:
            with st.expander(say("workshop.more", count=count), key="workshop-more"):
                _lines(draft.findings, draft.sort)


def _advice(draft: Draft) -> None:
    """Show, folded away, what could be added to a text that can be used as it is."""
    if not draft.advice:
        return
    with st.expander(session.texts()("workshop.advice"), key="workshop-advice"):
        _lines(draft.advice, draft.sort)


def _lines(findings: Sequence[Finding], sort: Sort) -> None:
    lines = (
        f"{finding.problem.line}: {about(finding.problem, sort, session.texts())}"
        for finding in findings
    )
    st.code("\n".join(lines), language=None, wrap_lines=True)


def _go(line: int) -> None:
    session.remember("workshop-line", line)
    session.count("workshop-line")


def _add(sort: Sort, piece: Piece, text: str) -> None:
    place = session.widget(f"workshop-at-{sort}")
    number = place if isinstance(place, int) else 1
    before = read(sort, _text(sort)).shows
    _replace(sort, added(_text(sort), sort, text, number))
    after = read(sort, _text(sort)).shows
    if after > before:
        session.put(f"workshop-at-{sort}", after if piece == Piece.ENTRY else number + 1)


_PLACE = "workshop-lay"


def _build(draft: Draft, add: Callable[[Piece, str], None]) -> None:
    say = session.texts()
    box = fold(say("workshop.builder"), "workshop-builder", icon=":material/style:")
    if not box.open:
        return
    with box:
        st.write(say("workshop.builder.text"))
        left, right = st.columns(2, gap="medium")
        with left:
            card_picker.choose_table(_PLACE, say)
            position = card_picker.laid(_PLACE, say)
            if not position.led:
                st.write(say("referee.leader"))
            if not position.complete:
                card_picker.pick_card(_PLACE, position)
            with st.container(horizontal=True):
                card_picker.take_back(_PLACE, position)
                card_picker.clear(_PLACE, position)
            card_picker.type_line(_PLACE, position)
        with right:
            _show_laid(draft, position, add)


def _show_laid(draft: Draft, position: Laid, add: Callable[[Piece, str], None]) -> None:
    say, variant, table = session.texts(), position.variant, position.table
    trick = position.reading.trick(table)
    lacking = variant.trick - len(position.reading.cards)
    if trick is None:
        card_table(trick_picture(look(), TableSight(variant, table, None)), key=f"table-{_PLACE}")
        st.info(say("workshop.builder.empty"), icon=":material/touch_app:")
        return
    ruling = judge(trick, table)
    with st.container(key="workshop-ruling"):
        if lacking:
            running_text.paragraphs(card_picker.ruling_words(ruling, say, complete=False))
        else:
            card_picker.say_ruling(ruling, say)
    picture = (
        trick_picture(look(), TableSight(variant, table, trick))
        if lacking
        else judged_picture(look(), variant, ruling)
    )
    card_table(picture.unannounced, key=f"table-{_PLACE}")
    if lacking:
        st.caption(say("workshop.builder.incomplete", count=lacking))
    else:
        running_text.points(card_picker.rulebooks_told(ruling, say))
    for piece in PIECES[draft.sort]:
        if lacking and piece != Piece.SHOW:  # a question has an answer, a picture need not
            continue
        text = piece_of(piece, variant, table, trick, draft.text, say.language)
        st.code(text, language="yaml", wrap_lines=True)
        words = say(f"workshop.add.{piece}")
        button(words, f"workshop-add-{piece}", add, piece, text, icon=":material/add:")
    if draft.sort == Sort.LESSON:
        st.caption(say("workshop.add.where"))
