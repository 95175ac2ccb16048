"""For the teacher: the codes that learners sent back, as a table of who missed what."""

import re
from urllib.parse import parse_qs, urlsplit

import streamlit as st

from tutor.assignments import links as assignments
from tutor.assignments.class_list import ListedResult, missed, read_list
from tutor.assignments.links import Assignment, AssignmentError
from tutor.assignments.results import Answered
from tutor.drawing.markup import tag
from tutor.export.spreadsheet import write_rows
from tutor.pages.frame import navigation, session
from tutor.pages.frame.library import lessons

_SIGNS = {"known": "✓", "hinted": "✓?", "wrong": "✗", "missing": "–"}


def results() -> None:
    """Read a link and the codes that belong to it, and show who missed what."""
    say = session.texts()
    st.write(say("results.intro"))
    made, filled = session.widget("set-last"), session.widget("results-filled")
    if isinstance(made, str) and made != filled:
        session.put("results-filled", made)
        if session.widget("results-link") in {None, "", filled}:  # and not what was pasted
            session.put("results-link", made)
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


def _who(line: ListedResult, number: int) -> str:
    return line.name or session.texts()("results.nameless", number=number)


def _lesson(id_: str) -> str:
    """Name a lesson by its place in the list; one that is not known here by its id."""
    number = next((n for n, one in enumerate(lessons(), start=1) if one.id == id_), None)
    return session.texts()("results.lesson", number=number) if number else id_


def _state(answered: Answered | None) -> str:
    if answered is None:
        return "missing"
    return "known" if answered.known else "hinted" if answered.correct else "wrong"


def _table(one: Assignment, sound: list[tuple[int, ListedResult]]) -> None:
    """Show a row for each code, with a sign and its word for every puzzle and lesson."""
    say = session.texts()
    heads = [
        say("results.who"),
        *map(str, range(1, len(one.puzzles) + 1)),
        say("results.right"),
        *map(_lesson, one.lessons),
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
        tag(
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
        write_rows(plain),
        file_name=f"calypso-results-{one.digest}.csv",
        mime="text/csv",
        key="results-file",
        on_click="ignore",
    )


def _sign(state: str) -> str:
    """Draw the sign of a state; who hears the page hears its word."""
    words = session.texts()(f"results.{state}")
    return tag("span", _SIGNS[state], role="img", aria_label=words, title=words)


def _needed(one: Assignment, sound: list[tuple[int, ListedResult]]) -> None:
    """List the rules that were missed, the most missed first, with the misconceptions that fit."""
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
        with st.container(border=True, key=f"missed-{rule.words.replace('.', '-')}"):
            name = say(f"{rule.words}.name")
            words = say("results.rule", rule=name, missed=rule.missed, answers=rule.answers)
            st.markdown(f"**{words}**")
            for misconception in rule.misconceptions[:3]:
                st.write(
                    say(
                        "results.misconception",
                        misconception=say(f"misconception.{misconception}.name"),
                    )
                )
            navigation.link("rules", say("verdict.rule", rule=name), rule=rule.rule.value)
