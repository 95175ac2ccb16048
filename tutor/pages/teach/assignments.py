"""For the teacher: make a set and hand out its link; read the codes that come back."""

import re
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from zlib import crc32

import streamlit as st

from engine.rulebooks import RULEBOOKS, Rulebook, rulebook_of
from engine.rules import Rule
from engine.variants import VARIANTS, Variant
from puzzles.generator import kinds_alone, rules_of
from puzzles.kinds import words_of
from puzzles.notation import print_puzzle, read_puzzles
from puzzles.puzzle import Puzzle
from puzzles.scenes import Stage
from puzzles.sets import mixed
from tutor import assignments
from tutor.assignments import LONGEST_NOTE, MOST_PUZZLES, Assignment, AssignmentError
from tutor.assignments.code_list import ListedResult, read_list
from tutor.assignments.results import missed
from tutor.drawing.markup import tag
from tutor.drawing.scenes import illustrate
from tutor.export import write_rows
from tutor.pages.frame import address, navigation, session
from tutor.pages.frame.address import show_qr_code, show_reach
from tutor.pages.frame.browser import card_table, look
from tutor.pages.frame.inputs import (
    LONGEST_LINES,
    button,
    choose_from,
    fold,
    form_box,
    kind_box,
    number_box,
    prefill,
    rule_box,
    say_wrong,
    tabs,
    text_box,
)
from tutor.pages.frame.library import lessons, numbered
from tutor.words.explanation import asked_label

_LONGEST_LINK, _LONGEST_CODES = 4_000, 40_000
"""Signs of a link to a set, and of all the codes that come back."""

_SET = "set"
"""Where the address says which set is being made, as its link does."""

_DENSE = 900
"""A link of more characters makes a QR code too fine for a telephone at arm's length."""


def page() -> None:
    """Show the two halves of a teacher's work with a set."""
    say = session.texts()
    st.title(say("page.assignments.title"), anchor=False)
    st.write(say("assignments.intro"))
    make, read = tabs([say("assignments.make"), say("assignments.read")], "homework")
    with make:
        _make()
    with read:
        _results()


def _make() -> None:
    say = session.texts()
    names = numbered(say.language)
    session.on_arrival(partial(_from_address, names))
    chosen: list[str] = choose_from(
        st.multiselect,
        say("assignments.lessons"),
        names,
        "set-lessons",
        placeholder=say("assignments.lessons.none"),
        select_all=False,  # Streamlit has no words for it but English ones
    )
    if session.widget("set-rulebook") is None:
        session.put("set-rulebook", session.rulebook().id)
    rulebooks = {rulebook.id: say.name(rulebook) for rulebook in RULEBOOKS}
    label, key = say("assignments.rulebook"), "set-rulebook"
    rulebook: str = choose_from(st.radio, label, rulebooks, key, horizontal=True)
    _fresh(rulebook)
    puzzles = _puzzles()
    about = say("assignments.note.text", count=LONGEST_NOTE)
    note = text_box(say("assignments.note"), "set-note-text", LONGEST_LINES, 90, hint=about)
    if (more := len(assignments.tidy(note)) - LONGEST_NOTE) > 0:
        st.error(say("assignments.note.long", count=more))
        return
    if puzzles is None:
        return
    if not puzzles and not chosen:
        session.untell(_SET)
        st.info(say("assignments.nothing"))
        return
    try:
        assignment = Assignment(
            lessons=tuple(chosen),
            puzzles=tuple(map(print_puzzle, puzzles)),
            rulebook=rulebook_of(rulebook),
            note=assignments.tidy(note),
        )
        written = assignments.write(assignment)
    except AssignmentError as error:
        st.error(say(f"assignment.wrong.{error.key}", place=error.place))
        return
    session.tell(**{_SET: written})
    _hand_out(assignment, written)


def _from_address(known: Collection[str]) -> None:
    """Go on with the set in the address: after a reload, after Back, or where it was passed on."""
    with suppress(AssignmentError):
        begun = assignments.read(session.asked(_SET) or "")
        session.put("set-lessons", [id_ for id_ in begun.lessons if id_ in known])
        session.put("set-rulebook", begun.rulebook.id)
        session.put("set-lines", "\n".join(begun.puzzles))
        session.put("set-note-text", begun.note)


def _puzzles() -> tuple[Puzzle, ...] | None:
    """List the puzzles, each with a way to leave it out; nothing is given where a line is none."""
    say = session.texts()
    puzzles, wrong = read_puzzles(session.typed("set-lines"))
    for place, puzzle in enumerate(puzzles[:MOST_PUZZLES]):
        line = print_puzzle(puzzle)
        rule = say(f"{words_of(puzzle, puzzle.rule)}.name")
        asked = asked_label(say, puzzle)
        label = say("assignments.listed", number=place + 1, asked=asked, rule=rule)
        key = f"set-look-{place}-{crc32(line.encode())}"
        with fold(label, key, type="compact") as box:
            if box.open:
                card_table(illustrate(look(), puzzle, Stage(taken=False)).whole, key=f"{key}-table")
                words = say("assignments.leave-out")
                button(words, f"{key}-out", _leave_out, place, line, icon=":material/close:")
    with st.expander(say("assignments.paste"), key="set-pasting", expanded=bool(wrong)):
        text_box(say("assignments.lines"), "set-lines", LONGEST_LINES, 180)
    say_wrong(wrong)
    return None if wrong else puzzles


def _leave_out(place: int, puzzle: str) -> None:
    """Take this *puzzle* out of the set; its *place* tells it from others that are equal."""
    there = session.typed("set-lines").splitlines()
    read = {number: read_puzzles(line)[0] for number, line in enumerate(there)}
    puzzles = [number for number in read if read[number]]
    same = [number for number in puzzles if print_puzzle(read[number][0]) == puzzle]
    if same:
        named = puzzles[place] if place < len(puzzles) else None
        del there[named if named in same else same[0]]
    session.put("set-lines", "\n".join(there))


@dataclass(frozen=True, slots=True)
class _FreshPuzzles:
    """What fresh puzzles can be about: each of *able*, or several of *rules* mixed."""

    variant: Variant
    rulebook: Rulebook
    kinds: tuple[str, ...]
    able: list[Rule]
    rules: list[Rule]


def _chosen() -> _FreshPuzzles:
    """Return what stands in the boxes now: at first, the rules of the lessons in the set."""
    variant = VARIANTS.get(session.typed("set-form")) or next(iter(VARIANTS.values()))
    rulebook = rulebook_of(session.typed("set-rulebook") or session.rulebook().id)
    kinds, kind = kinds_alone(variant, rulebook), session.typed("set-kind")
    asked = (kind,) if kind in kinds else kinds
    possible = {r for kind in asked for r in rules_of(kind, variant, rulebook)}
    able = [rule for rule in Rule if rule in possible]
    picked = session.widget("set-lessons")
    ids = picked if isinstance(picked, list) else []
    taught = {rule for lesson in lessons() if lesson.id in ids for rule in lesson.rules}
    rules = [rule for rule in able if rule in taught] or able
    return _FreshPuzzles(variant, rulebook, asked, able, rules)


def _fresh(rulebook: str) -> None:
    """Offer fresh puzzles."""
    say = session.texts()
    with st.expander(say("assignments.add"), key="set-fresh", expanded=True):
        left, middle, right = st.columns([4, 4, 2], vertical_alignment="bottom")
        with left:
            kind_box("set-kind", form_box("set-form"), rulebook_of(rulebook))
        chosen = _chosen()
        with middle:
            words = "drill.mixed" if chosen.rules == chosen.able else "assignments.mixed"
            rule_box("set-rule", chosen.able, mixed=say(words))
            number_box(say("handouts.count"), range(1, MOST_PUZZLES + 1), 6, "set-count")
        with right:
            button(say("assignments.add.button"), "set-add", _add, width="stretch")
        if not _left(_written()):
            st.info(say("assignments.full", count=MOST_PUZZLES))


def _written() -> list[str]:
    return session.typed("set-lines").rstrip().splitlines()


def _left(there: list[str]) -> int:
    return max(0, MOST_PUZZLES - len([line for line in there if line.strip()]))


def _add() -> None:
    """Add fresh puzzles, as many as there is room for; lines that are there stay."""
    # What was chosen or typed right before comes with the press: the page has not seen it.
    count = session.widget("set-count")
    if not isinstance(count, int):  # the browser, or a program, has not sent one
        return
    chosen, rule = _chosen(), session.typed("set-rule")
    wanted = [Rule(rule)] if rule in chosen.able else chosen.rules
    tables, rng = chosen.variant.tables(chosen.rulebook), session.chance()
    there = _written()
    room = _left(there)
    fresh: list[str] = []
    try:
        for aimed in islice(mixed(chosen.kinds, wanted, chosen.variant, tables, rng), count):
            line = print_puzzle(aimed.puzzle)
            if len(fresh) < room and line not in there and line not in fresh:
                fresh.append(line)
    except ValueError:
        pass  # there are not so many different ones; those drawn are added
    session.put("set-lines", "\n".join([*there, *fresh]))


def _hand_out(assignment: Assignment, written: str) -> None:
    say = session.texts()
    link = address.of("assignment", set=written, rulebook=assignment.rulebook.id)
    session.remember("set-last", link)
    with st.container(border=True, key="set-link"):
        st.header(say("assignments.link"), anchor=False)
        parts = {"lessons": len(assignment.lessons), "puzzles": len(assignment.puzzles)}
        held = (
            say(f"assignments.result.{name}", count=parts[name]) for name in parts if parts[name]
        )
        st.caption(say.series(tuple(held)))
        if assignment.mixed:
            st.caption(say("assignment.by.unless", rulebook=assignment.rulebook))
        st.code(link, language=None, wrap_lines=True)
        show_reach(address.base())
        if len(link) > _DENSE:
            st.caption(say("assignments.dense"))
        elif address.reachable():
            show_qr_code(link, say("assignments.qr"))
        navigation.link(
            "assignment", say("assignments.open"), set=written, rulebook=assignment.rulebook.id
        )
        if assignment.puzzles:
            navigation.link("handouts", say("assignments.print"), sheet="puzzles", set=written)


_SIGNS = {"known": "✓", "hinted": "✓?", "wrong": "✗", "missing": "–"}


def _results() -> None:
    say = session.texts()
    st.write(say("results.intro"))
    prefill("results-link", session.remembered("set-last", str))
    link = text_box(say("results.link"), "results-link", _LONGEST_LINK, kept=True)
    text = text_box(say("results.codes"), "results-codes", _LONGEST_CODES, 160, kept=True)
    if not link.strip():
        return
    try:
        assignment = assignments.read(_set_of(link))
    except AssignmentError as error:
        st.error(say(f"assignment.wrong.{error.key}", place=error.place))
        return
    results = read_list(assignment, text)
    for line in results:
        if line.fault:
            fault = say(f"result.wrong.{line.fault.key}", character=line.fault.character)
            words = say("results.fault", who=_who(line), fault=fault)
            st.html(tag("div", tag("p", words), class_="verdict-box verdict-wrong"))
    sound = [line for line in results if line.result]
    if sound:
        _table(assignment, sound)
        _needed(assignment, sound)


def _set_of(link: str) -> str:
    """Take the set out of a link, wherever it stands; what holds none is taken for the set."""
    set_ = re.search(r"[?&]set=([\w-]+)", link)
    return set_[1] if set_ else re.sub(r"\s+", "", link)


def _who(line: ListedResult) -> str:
    return line.name or session.texts()("results.nameless", number=line.line)


def _lesson(id_: str) -> str:
    number = next((n for n, lesson in enumerate(lessons(), start=1) if lesson.id == id_), None)
    return session.texts()("results.lesson", number=number) if number else id_


def _table(assignment: Assignment, sound: list[ListedResult]) -> None:
    say = session.texts()
    puzzles = len(assignment.puzzles)
    heads = [
        say("results.who"),
        *map(str, range(1, puzzles + 1)),
        *([say("results.right")] if puzzles else []),
        *map(_lesson, assignment.lessons),
    ]
    rows, plain = [], [heads]
    for line in sound:
        assert line.result
        states = [answer.state if answer else "missing" for answer in line.result.answers]
        known = [states.count("known")] if puzzles else []
        done = ["done" if lesson else "not-done" for lesson in line.result.lessons]
        cells = [
            *((_sign(state), say(f"results.{state}")) for state in states),
            # A spreadsheet adds numbers up, and no words.
            *((say("results.of", right=right, count=puzzles), str(right)) for right in known),
            *((words, words) for words in (say(f"results.{state}") for state in done)),
        ]
        who = tag("th", _who(line), scope="row")
        rows.append(tag("tr", who, *(tag("td", shown) for shown, _ in cells)))
        plain.append([_who(line), *(written for _, written in cells)])
    head = tag("thead", tag("tr", *(tag("th", words, scope="col") for words in heads)))
    whole = tag("table", head, tag("tbody", *rows), class_="results")
    named = {"role": "region", "aria_label": say("assignments.read")}
    st.html(tag("div", whole, class_="results-frame", tabindex="0", **named))
    if puzzles:
        st.caption(say("results.legend"))
    file, name = write_rows(plain), f"calypso-results-{assignment.digest}.csv"
    words = say("save.spreadsheet")
    st.download_button(words, file, name, "text/csv", key="results-file", on_click="ignore")


def _sign(state: str) -> str:
    """Draw the sign of a state; who hears the page hears its word."""
    words = session.texts()(f"results.{state}")
    return tag("span", _SIGNS[state], role="img", aria_label=words, title=words)


def _needed(assignment: Assignment, sound: list[ListedResult]) -> None:
    """List the rules that were missed, the most missed first, with the misconceptions that fit.

    Where no puzzle was answered there is nothing to say of rules.
    """
    say = session.texts()
    asked = missed(assignment, [line.result for line in sound if line.result])
    if not asked:
        return
    rules = [rule for rule in asked if rule.missed]
    if not rules:
        st.write(say("results.all-known"))
        return
    st.header(say("results.rules"), anchor=False)
    for rule in rules:
        with st.container(border=True, key=f"missed-{rule.words.replace('.', '-')}"):
            name = say(f"{rule.words}.name")
            words = say("results.rule", rule=name, missed=rule.missed, answers=rule.answers)
            st.markdown(f"**{words}**")
            for misconception, count in rule.misconceptions[:3]:
                name = say(f"misconception.{misconception}.name")
                st.write(say("results.misconception", misconception=name, count=count))
            navigation.link("rules", say("room.summary.to-rule"), rule=rule.rule.value)
