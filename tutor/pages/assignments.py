"""For the teacher: make a set and hand out its link; read the codes that come back."""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from random import Random
from urllib.parse import parse_qs, urlsplit

import segno
import streamlit as st

from engine.rulebooks import RULEBOOKS, rulebook
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generate import rules_of
from puzzles.kinds import KINDS
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.sets import Order, make_set
from tutor import assignments
from tutor.assignment_results import Answered, Line, missed, read_list
from tutor.assignments import LONGEST_NOTE, MOST_PUZZLES, Assignment, AssignmentError
from tutor.drawing.markup import tag
from tutor.export.spreadsheet import harmless
from tutor.pages import address, session, ways
from tutor.pages.library import lessons

_MIXED = "mixed"
_ASKED = tuple(kind for kind in KINDS if kind != "ladder")
_DENSE = 900
"""A link of more signs makes a QR code too fine for a telephone at arm's length."""

_SIGNS = {"known": "✓", "hinted": "✓?", "wrong": "✗", "missing": "–"}


def page() -> None:
    """Show the two halves of a teacher's work with a set."""
    say = session.texts()
    st.title(say("page.assignments.title"), anchor=False)
    st.write(say("assignments.intro"))
    make, read = st.tabs([say("assignments.make"), say("assignments.read")])
    with make:
        _make()
    with read:
        _results()


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
    text = st.text_area(
        say("assignments.lines"),
        key="set-lines",
        height=180,
        max_chars=60_000,
        persist_state="session",
    )
    note = st.text_area(
        say("assignments.note"),
        key="set-note-text",
        height=90,
        max_chars=LONGEST_NOTE,
        help=say("assignments.note.text", count=LONGEST_NOTE),
        persist_state="session",
    )
    lines = _read_lines(text)
    if lines is None:
        return
    if not lines and not chosen:
        st.info(say("assignments.nothing"))
        return
    try:
        one = Assignment(
            lessons=tuple(chosen),
            puzzles=lines,
            rulebook=rulebook(book),
            note=assignments.tidy(note),
        )
        written = assignments.write(one)
    except AssignmentError as error:
        st.error(say(f"assignment.wrong.{error.key}", place=error.place))
        return
    _hand_out(one, written)


def _fresh(book: str) -> None:
    """Draw puzzles to order and put their lines below those that are there."""
    say = session.texts()
    with st.expander(say("assignments.add"), key="set-fresh", expanded=True):
        left, middle, right = st.columns([4, 4, 2], vertical_alignment="bottom")
        with left:
            form = st.selectbox(
                say("drill.form"),
                list(VARIANTS),
                format_func=lambda form: say.name(VARIANTS[form]),
                key="set-form",
                persist_state="session",
            )
            kinds = [kind for kind in _ASKED if rules_of(kind, VARIANTS[form], rulebook(book))]
            kind = st.selectbox(
                say("drill.kind"),
                [_MIXED, *kinds],
                format_func=lambda kind: (
                    say("handouts.every-kind") if kind == _MIXED else say(f"kind.{kind}.name")
                ),
                key="set-kind",
                persist_state="session",
            )
        asked = kinds if kind == _MIXED else [kind]
        able = {r for one in asked for r in rules_of(one, VARIANTS[form], rulebook(book))}
        with middle:
            rule = st.selectbox(
                say("drill.rule"),
                [_MIXED, *(rule.value for rule in Rule if rule in able)],
                format_func=lambda rule: (
                    say("drill.mixed") if rule == _MIXED else say(f"rule.{rule}.name")
                ),
                key="set-rule",
                persist_state="session",
            )
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
                args=(form, tuple(asked), str(rule), book, int(count)),
                width="stretch",
            )


def _add(form: str, kinds: tuple[str, ...], rule: str, book: str, count: int) -> None:
    """Add fresh puzzles, as many as there is room for; lines that are there stay."""
    variant = VARIANTS[form]
    rules = () if rule == _MIXED else (Rule(rule),)
    able = tuple(
        kind for kind in kinds if not rules or rules[0] in rules_of(kind, variant, rulebook(book))
    )
    order = Order(kinds=able, rules=rules, variant=variant, rulebook=rulebook(book), count=count)
    written = str(session.widget("set-lines") or "").rstrip()
    there = written.splitlines()
    room = MOST_PUZZLES - len([line for line in there if line.strip()])
    fresh: list[str] = []
    try:
        for puzzle in make_set(order, Random()):
            line = print_puzzle(puzzle)
            if len(fresh) < room and line not in there and line not in fresh:
                fresh.append(line)
    except ValueError:
        pass  # there are not so many different ones; those drawn are added
    session.put("set-lines", "\n".join([*there, *fresh]))


def _read_lines(text: str) -> tuple[str, ...] | None:
    """Read the puzzles; the first line that is none is named, and nothing is lost."""
    say = session.texts()
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                found.append(print_puzzle(parse_puzzle(line)))
            except ValueError as error:
                st.error(say("assignments.line-wrong", number=number))
                st.code(str(error)[:400], language=None, wrap_lines=True)
                return None
    return tuple(found)


def _hand_out(one: Assignment, written: str) -> None:
    """Show the link, as text to copy and as a picture to photograph, and what it leads to."""
    say = session.texts()
    at = address.of("assignment", set=written, rulebook=one.rulebook.id)
    with st.container(border=True, key="set-link"):
        st.header(say("assignments.link"), anchor=False)
        st.caption(say("assignments.result", lessons=len(one.lessons), puzzles=len(one.puzzles)))
        st.code(at, language=None, wrap_lines=True)
        if len(at) <= _DENSE:
            svg = segno.make(at, error="m").svg_inline(
                dark="#000", light="#fff", border=3, omitsize=True
            )
            st.markdown(
                f'<div role="img" aria-label="{say("assignments.qr")}" style="max-width: 24rem">'
                f"{svg}</div>",
                unsafe_allow_html=True,
            )
        else:
            st.caption(say("assignments.dense"))
        ways.link("assignment", say("assignments.open"), set=written, rulebook=one.rulebook.id)
        if one.puzzles:
            ways.link("handouts", say("assignments.print"), sheet="puzzles", set=written)


# --------------------------------------------------------------- reading results


def _results() -> None:
    """Read a link and the codes that belong to it, and show who missed what."""
    say = session.texts()
    st.write(say("results.intro"))
    link = st.text_input(
        say("results.link"), key="results-link", max_chars=4000, persist_state="session"
    )
    text = st.text_area(
        say("results.codes"),
        key="results-codes",
        height=160,
        max_chars=40_000,
        persist_state="session",
    )
    if not link.strip():
        return
    try:
        one = assignments.read(_set_of(link))
    except AssignmentError as error:
        st.error(say(f"assignment.wrong.{error.key}", place=error.place))
        return
    found = read_list(one, text)
    for number, line in enumerate(found, start=1):
        if line.fault:
            fault = say(f"result.wrong.{line.fault.key}", sign=line.fault.sign)
            words = say("results.fault", who=_who(line, number), fault=fault)
            st.html(tag("div", tag("p", words), class_="verdict-box verdict-wrong"))
    sound = [(number, line) for number, line in enumerate(found, start=1) if line.result]
    if sound:
        _table(one, sound)
        _needed(one, sound)


def _set_of(link: str) -> str:
    """Take the set out of a link; what has no query is taken for the set itself."""
    query = parse_qs(urlsplit(link.strip()).query) if "?" in link else {}
    return query.get("set", [""])[0] if query else re.sub(r"\s+", "", link)


def _who(line: Line, number: int) -> str:
    return line.name or session.texts()("results.nameless", number=number)


def _state(answered: Answered | None) -> str:
    if answered is None:
        return "missing"
    return "known" if answered.known else "hinted" if answered.correct else "wrong"


def _table(one: Assignment, sound: list[tuple[int, Line]]) -> None:
    """Show a row for each code, with a sign and its word for every puzzle and lesson."""
    say = session.texts()
    heads = [
        say("results.who"),
        *map(str, range(1, len(one.puzzles) + 1)),
        say("results.right"),
        *(say("results.lesson", number=n) for n in range(1, len(one.lessons) + 1)),
    ]
    rows, plain = [], [heads]
    for number, line in sound:
        assert line.result
        states = [_state(found) for found in line.result.answers]
        right = say("results.of", right=states.count("known"), count=len(states))
        done = ["done" if one else "not-done" for one in line.result.lessons]
        cells = [
            tag("th", _who(line, number), scope="row"),
            *(tag("td", _sign(s)) for s in states),
            tag("td", right),
            *(tag("td", say(f"results.{d}")) for d in done),
        ]
        rows.append(tag("tr", *cells))
        plain.append(
            [
                _who(line, number),
                *(say(f"results.{s}") for s in states),
                right,
                *(say(f"results.{d}") for d in done),
            ]
        )
    head = tag("thead", tag("tr", *(tag("th", words, scope="col") for words in heads)))
    whole = tag("table", head, tag("tbody", *rows), class_="results")
    st.html(
        _STYLE
        + tag(
            "div",
            whole,
            class_="results-frame",
            tabindex="0",
            role="region",
            aria_label=say("assignments.read"),
        )
    )
    st.caption(say("results.legend"))
    st.download_button(
        say("results.csv"),
        file_of(plain),
        file_name=f"calypso-results-{one.digest}.csv",
        mime="text/csv",
        key="results-file",
        on_click="ignore",
    )


def _sign(state: str) -> str:
    """Draw the sign of a state; who hears the page hears its word."""
    words = session.texts()(f"results.{state}")
    return tag("span", _SIGNS[state], role="img", aria_label=words, title=words)


def file_of(rows: Iterable[Sequence[str]]) -> bytes:
    """Write rows as comma-separated values in which no cell is a formula."""
    file = StringIO(newline="")
    csv.writer(file, lineterminator="\r\n").writerows(map(harmless, row) for row in rows)
    return file.getvalue().encode("utf-8-sig")


_STYLE = """<style>
.results-frame { overflow-x: auto; }
.results { border-collapse: collapse; font-size: 1rem; }
.results :is(th, td) {
  border: 1px solid light-dark(#d6d3d1, #57534e); padding: .45rem .6rem; text-align: center;
}
.results th[scope='row'] { text-align: left; overflow-wrap: anywhere; min-width: 7rem; }
</style>"""


def _needed(one: Assignment, sound: list[tuple[int, Line]]) -> None:
    """List the rules that were missed, the most missed first, with the beliefs that fit."""
    say = session.texts()
    found = [
        rule
        for rule in missed(one, [line.result for _, line in sound if line.result])
        if rule.missed
    ]
    st.header(say("results.rules"), anchor=False)
    if not found:
        st.write(say("results.all-known"))
    for rule in found:
        with st.container(border=True, key=f"missed-{rule.rule.value.replace('.', '-')}"):
            words = say("results.rule", rule=rule.rule, missed=rule.missed, answers=rule.answers)
            st.markdown(f"**{words}**")
            for belief in rule.beliefs[:3]:
                st.write(say("results.belief", belief=say(f"belief.{belief}.name")))
            ways.link("rules", say("verdict.rule", rule=rule.rule), rule=rule.rule.value)
