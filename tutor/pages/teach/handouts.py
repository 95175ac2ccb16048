"""Handouts: choose a sheet, see its first page, and take it along as a PDF."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from random import Random

import streamlit as st

from engine.rules import Rule
from engine.variants import Variant
from puzzles.generator import rules_of
from puzzles.notation import print_puzzle, read_puzzles
from puzzles.puzzle import Puzzle
from puzzles.sets import mixed
from tutor import assignments
from tutor.handouts import Links, Pack, Sheet, table_sheets
from tutor.handouts.exercise_sheets import answer_key, lesson_sheet, puzzle_sheet, simplest_first
from tutor.handouts.pack import MOST_TABLES, LessonEvening, pack
from tutor.handouts.press import Paper, pdf, pictures
from tutor.handouts.side_by_side import ScriptError, script, script_sheet
from tutor.lessons.steps import Lesson
from tutor.pages.frame import address, session
from tutor.pages.frame.inputs import (
    LONGEST_LINES,
    choose_from,
    form_box,
    kind_box,
    number_box,
    prefill,
    say_wrong,
    text_box,
)
from tutor.pages.frame.library import lesson, lessons, numbered
from tutor.serving.gate import is_address
from tutor.words.texts import LANGUAGES, Texts

MOST = 60
"""So many puzzles fill some thirty sheets of paper; nobody prints more by a slip."""

_WIDTH, _SHOWN = 1000, 560
"""Pixels of the preview, and how wide it is shown: sharp on a telephone too."""


@dataclass(frozen=True, slots=True)
class SheetWish:
    """What the teacher has chosen for every sheet: words, where the codes lead, and the paper."""

    say: Texts
    links: Links
    paper: Paper


def page() -> None:
    """Let the teacher choose a sheet and its options, show it, and offer it."""
    say = session.texts()
    st.title(say("page.handouts.title"), anchor=False)
    st.write(say("handouts.intro"))
    session.on_arrival(_from_address)
    names = {name: say(f"handouts.sheet.{name}") for name in SHEETS}
    sheet: str = choose_from(st.selectbox, say("handouts.sheet"), names, "handouts-sheet")
    session.tell(sheet=sheet)
    st.caption(say(f"handouts.about.{sheet}"))
    wish = _wish()
    made = SHEETS[sheet](wish)
    for printed in made:
        _offer(printed, wish.paper)


def _from_address() -> None:
    """Take over from a link which sheet is to be made."""
    asked = session.asked("sheet")
    if asked in SHEETS:
        session.put("handouts-sheet", asked)
    elif asked is not None:
        st.warning(session.texts()("handouts.no-sheet"), icon=":material/link_off:")


def _wish() -> SheetWish:
    say = session.texts()
    with st.container(horizontal=True, key="handouts-paper"):
        row = partial(choose_from, st.radio, horizontal=True)
        own, label = list(LANGUAGES).index(say.language), say("settings.language")
        language: str = row(label, LANGUAGES, "handouts-language", index=own)
        papers = {paper.value: say(f"handouts.paper.{paper}") for paper in Paper}
        paper: str = row(say("handouts.paper"), papers, "handouts-paper-size")
    with st.expander(say("handouts.codes"), key="handouts-codes"):
        st.write(say("handouts.codes.text"))
        prefill("handouts-address", address.base())
        typed = text_box(say("handouts.codes.address"), "handouts-address", 200)
        base = typed.strip().rstrip("/")
        if base and not is_address(base):
            st.error(say("handouts.codes.wrong"))
            base = ""
    base = address.on_paper(base) if base else ""
    links = Links(base=base, language=language, rulebook=session.rulebook().id)
    return SheetWish(Texts(language), links, Paper(paper))


def _offer(sheet: Sheet | Pack, paper: Paper) -> None:
    say = session.texts()
    with st.spinner(say("handouts.printing", title=sheet.title)):
        data, first, pages = _printed(sheet, paper)
    with st.container(border=True, key=f"offer-{sheet.name}"):
        st.header(sheet.title, anchor=False)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.download_button(
                say("handouts.download"),
                data,
                f"{sheet.name}-{paper.value}.pdf",
                "application/pdf",
                key=f"download-{sheet.name}",
                type="primary",
                icon=":material/download:",
                on_click="ignore",
            )
            st.caption(say("handouts.pages", count=pages))
        with st.container(width=_SHOWN):
            seen = say("handouts.first-page.of", title=sheet.title)
            st.image(first, caption=say("handouts.first-page"), alt=seen, width="stretch")


@lru_cache(maxsize=40)
def _printed(sheet: Sheet | Pack, paper: Paper) -> tuple[bytes, bytes, int]:
    """Print a sheet, once: the PDF, its first page as a picture, and how many pages it has."""
    pages = pictures(sheet, paper, _WIDTH)
    return pdf(sheet, paper), pages[0], len(pages)


def _form() -> Variant:
    return form_box("handouts-form")


def _lesson(wish: SheetWish) -> Iterator[Sheet]:
    if chosen := _choose_lesson():
        yield lesson_sheet(chosen, session.rulebook(), wish.say, wish.links)


def _pack(wish: SheetWish) -> Iterator[Pack]:
    say, chosen = session.texts(), _choose_lesson()
    with st.container(horizontal=True):
        tables = number_box(say("handouts.tables"), range(1, MOST_TABLES + 1), 2, "handouts-tables")
        cards = number_box(say("handouts.cards"), range(MOST_TABLES + 1), 2, "handouts-cards")
    if chosen:
        evening = LessonEvening(lesson=chosen, tables=tables, cards=cards)
        yield pack(evening, lessons(), session.rulebook(), wish.say, wish.links, 1)


def _choose_lesson() -> Lesson | None:
    say = session.texts()
    names, asked = numbered(say.language), session.asked("lesson")
    if asked in names and session.widget("handouts-lesson") is None:
        session.put("handouts-lesson", asked)
    return lesson(choose_from(st.selectbox, say("handouts.lesson"), names, "handouts-lesson"))


def _script(wish: SheetWish) -> Iterator[Sheet]:
    try:
        beats = script(lessons(), session.rulebook(), wish.say)
    except ScriptError as error:
        st.warning(session.texts()("side.broken"))
        st.code(str(error), language=None, wrap_lines=True)
        return
    yield script_sheet(beats, session.rulebook(), wish.say, wish.links)


def _puzzles(wish: SheetWish) -> Iterator[Sheet]:
    say = session.texts()
    sources = ["made", "lines"]
    if linked := bool(session.asked("set")):
        sources.insert(0, "set")
    # What comes with a set is about that set, whatever was chosen without one.
    names = {source: say(f"handouts.source.{source}") for source in sources}
    label, key = say("handouts.source"), f"handouts-source{'-linked' if linked else ''}"
    source = choose_from(st.radio, label, names, key, lasts=not linked, horizontal=True)
    puzzles = {"set": _of_address, "lines": _pasted, "made": _made}[source]()
    if puzzles:
        yield puzzle_sheet(puzzles, wish.say, wish.links)
        yield answer_key(puzzles, wish.say, wish.links)


def _of_address() -> tuple[Puzzle, ...]:
    try:
        return assignments.read(session.asked("set") or "").read
    except assignments.AssignmentError as error:
        st.error(session.texts()(f"assignment.wrong.{error.key}", place=error.place))
        return ()


def _pasted() -> tuple[Puzzle, ...]:
    say = session.texts()
    label = say("assignments.lines")
    text = text_box(label, "handouts-lines", LONGEST_LINES, 200, kept=True)
    read, wrong = read_puzzles(text)
    say_wrong(wrong)
    puzzles = {print_puzzle(puzzle): puzzle for puzzle in read if not wrong}
    if len(puzzles) > MOST:
        st.error(say("handouts.lines.many", count=MOST))
        return ()
    return tuple(puzzles.values())


def _made() -> tuple[Puzzle, ...]:
    """Make a set to order; the same choices and number give the same set again."""
    say, rulebook, variant = session.texts(), session.rulebook(), _form()
    chosen = kind_box("handouts-kind", variant, rulebook)
    able = [
        rule for rule in Rule if any(rule in rules_of(kind, variant, rulebook) for kind in chosen)
    ]
    names, mixed_words = {rule: say.name(rule) for rule in able}, say("drill.mixed")
    label, key = say("handouts.rules"), "handouts-rules"
    picked: list[Rule] = choose_from(
        st.multiselect, label, names, key, select_all=False, placeholder=mixed_words
    )
    with st.container(horizontal=True):
        count = number_box(say("handouts.count"), range(1, MOST + 1), 6, "handouts-count")
        numbers, hint = range(1, 1_000_000), say("handouts.seed.text")
        seed = number_box(say("handouts.seed"), numbers, 1, "handouts-seed", hint)
    bar = st.progress(0.0, text=say("handouts.making", done=0, count=count))
    puzzles = []
    try:
        asked = mixed(chosen, picked or able, variant, variant.tables(rulebook), Random(seed))
        for done, aimed in enumerate(islice(asked, count), start=1):
            puzzles.append(aimed.puzzle)
            bar.progress(done / count, text=say("handouts.making", done=done, count=count))
    except ValueError:
        st.warning(say("handouts.too-few", count=len(puzzles)))
    bar.empty()
    return simplest_first(puzzles)


SHEETS: Mapping[str, Callable[[SheetWish], Iterable[Sheet | Pack]]] = {
    "rules": lambda wish: [
        table_sheets.rules_sheet(_form(), session.rulebook(), wish.say, wish.links)
    ],
    "pack": _pack,
    "puzzles": _puzzles,
    "lesson": _lesson,
    "score": lambda wish: [table_sheets.score_sheet(_form(), wish.say, wish.links)],
    "suit-markers": lambda wish: [table_sheets.suit_markers(_form(), wish.say, wish.links)],
    "trump-markers": lambda wish: [table_sheets.trump_markers(_form(), wish.say, wish.links)],
    "hold-up-cards": lambda wish: [table_sheets.hold_up_cards(wish.say, wish.links)],
    "script": _script,
}
"""The sheets in the order in which they are offered."""
