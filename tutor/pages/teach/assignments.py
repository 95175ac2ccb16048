"""For the teacher: make a set and hand out its link; read the codes that come back."""

from zlib import crc32

import streamlit as st

from engine.rulebooks import RULEBOOKS, rulebook
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generate import kinds_alone, rules_of
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.scenes import Stage
from puzzles.sets import Order, make_set
from tutor.assignments import links as assignments
from tutor.assignments.links import LONGEST_NOTE, MOST_PUZZLES, Assignment, AssignmentError
from tutor.drawing.scenes import illustrate
from tutor.learning.explanation import words_of
from tutor.pages.frame import address, navigation, session
from tutor.pages.frame.address import show_qr_code, show_reach
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.choices import MIXED, form_box, kind_box, read_puzzles, rule_box, say_wrong
from tutor.pages.frame.library import lessons
from tutor.pages.teach.assignment_reading import results
from tutor.words.choices import asked_label

_DENSE = 900
"""A link of more signs makes a QR code too fine for a telephone at arm's length."""


def page() -> None:
    """Show the two halves of a teacher's work with a set."""
    say = session.texts()
    st.title(say("page.assignments.title"), anchor=False)
    st.write(say("assignments.intro"))
    make, read = st.tabs([say("assignments.make"), say("assignments.read")])
    with make:
        _make()
    with read:
        results()


# ------------------------------------------------------------------ making a set


def _make() -> None:
    say = session.texts()
    titles = {one.id: one.title[say.language] for one in lessons()}
    ids = list(titles)
    chosen = st.multiselect(
        say("assignments.lessons"),
        ids,
        format_func=lambda id_: f"{ids.index(id_) + 1}. {titles[id_]}",
        placeholder=say("assignments.lessons.none"),
        key="set-lessons",
        persist_state="session",
    )
    if session.widget("set-rulebook") is None:
        session.put("set-rulebook", session.book().id)
    book = st.radio(
        say("assignments.rulebook"),
        [one.id for one in RULEBOOKS],
        format_func=lambda id_: say.name(rulebook(id_)),
        key="set-rulebook",
        horizontal=True,
        persist_state="session",
    )
    _fresh(book)
    puzzles = _puzzles()
    note = st.text_area(
        say("assignments.note"),
        key="set-note-text",
        height=90,
        max_chars=LONGEST_NOTE,
        help=say("assignments.note.text", count=LONGEST_NOTE),
        persist_state="session",
    )
    if puzzles is None:
        return
    if not puzzles and not chosen:
        st.info(say("assignments.nothing"))
        return
    try:
        one = Assignment(
            lessons=tuple(chosen),
            puzzles=tuple(map(print_puzzle, puzzles)),
            rulebook=rulebook(book),
            note=assignments.tidy(note),
        )
        written = assignments.write(one)
    except AssignmentError as error:
        st.error(say(f"assignment.wrong.{error.key}", place=error.place))
        return
    _hand_out(one, written)


def _puzzles() -> tuple[Puzzle, ...] | None:
    """List the puzzles, each with its picture and a way to leave it out; others can be pasted.

    Nothing is given where a line is no puzzle.
    """
    say = session.texts()
    found = read_puzzles(str(session.widget("set-lines") or ""))
    for place, puzzle in enumerate(found.puzzles[:MOST_PUZZLES]):
        line = print_puzzle(puzzle)
        rule = say(f"{words_of(puzzle, puzzle.rule)}.name")
        label = f"{place + 1}. {asked_label(say, puzzle)}{say('between')}{rule}"
        key = f"set-look-{place}-{crc32(line.encode())}"
        box = st.expander(label, key=key, on_change="rerun", type="compact")
        if box.open:
            with box:
                card_table(illustrate(look(), puzzle, Stage()).whole, key=f"{key}-table")
                st.button(
                    say("assignments.leave-out"),
                    key=f"{key}-out",
                    icon=":material/close:",
                    on_click=_leave_out,
                    args=(place,),
                )
    with st.expander(say("assignments.paste"), key="set-pasting", expanded=bool(found.wrong)):
        st.text_area(
            say("assignments.lines"),
            key="set-lines",
            height=180,
            max_chars=60_000,
            persist_state="session",
        )
    return None if say_wrong(found) else found.puzzles


def _leave_out(place: int) -> None:
    """Take the puzzle at a place out of the set, and leave the others as they are."""
    there = str(session.widget("set-lines") or "").splitlines()
    puzzles = [number for number, one in enumerate(there) if read_puzzles(one).puzzles]
    if place < len(puzzles):
        del there[puzzles[place]]
    session.put("set-lines", "\n".join(there))


def _fresh(book: str) -> None:
    """Draw puzzles to order and put their lines below those that are there."""
    say = session.texts()
    with st.expander(say("assignments.add"), key="set-fresh", expanded=True):
        left, middle, right = st.columns([4, 4, 2], vertical_alignment="bottom")
        with left:
            variant = form_box("set-form")
            kinds = kinds_alone(variant, rulebook(book))
            kind = kind_box("set-kind", kinds)
        asked = kinds if kind == MIXED else (kind,)
        able = {r for one in asked for r in rules_of(one, variant, rulebook(book))}
        with middle:
            rule = rule_box("set-rule", (rule for rule in Rule if rule in able), mixed=True)
            count = st.number_input(
                say("assignments.count"),
                1,
                MOST_PUZZLES,
                6,
                key="set-count",
                persist_state="session",
            )
        with right:
            st.button(
                say("assignments.add.button"),
                key="set-add",
                on_click=_add,
                args=(variant.id, asked, rule, book, int(count)),
                width="stretch",
            )


def _add(form: str, kinds: tuple[str, ...], rule: str, book: str, count: int) -> None:
    """Add fresh puzzles, as many as there is room for; lines that are there stay."""
    variant = VARIANTS[form]
    rules = () if rule == MIXED else (Rule(rule),)
    able = tuple(
        kind for kind in kinds if not rules or rules[0] in rules_of(kind, variant, rulebook(book))
    )
    order = Order(kinds=able, rules=rules, variant=variant, rulebook=rulebook(book), count=count)
    written = str(session.widget("set-lines") or "").rstrip()
    there = written.splitlines()
    room = MOST_PUZZLES - len([line for line in there if line.strip()])
    fresh: list[str] = []
    try:
        for puzzle in make_set(order, session.chance()):
            line = print_puzzle(puzzle)
            if len(fresh) < room and line not in there and line not in fresh:
                fresh.append(line)
    except ValueError:
        pass  # there are not so many different ones; those drawn are added
    session.put("set-lines", "\n".join([*there, *fresh]))


def _hand_out(one: Assignment, written: str) -> None:
    """Show the link, as text to copy and as a picture to photograph, and what it leads to."""
    say = session.texts()
    at = address.of("assignment", set=written, rulebook=one.rulebook.id)
    session.put("set-last", at)
    with st.container(border=True, key="set-link"):
        st.header(say("assignments.link"), anchor=False)
        st.caption(say("assignments.result", lessons=len(one.lessons), puzzles=len(one.puzzles)))
        if one.mixed:
            st.caption(say("assignment.by.unless", rulebook=one.rulebook))
        st.code(at, language=None, wrap_lines=True)
        show_reach(address.base())
        if len(at) <= _DENSE:
            show_qr_code(at, say("assignments.qr"))
        else:
            st.caption(say("assignments.dense"))
        navigation.link(
            "assignment", say("assignments.open"), set=written, rulebook=one.rulebook.id
        )
        if one.puzzles:
            navigation.link("handouts", say("assignments.print"), sheet="puzzles", set=written)
