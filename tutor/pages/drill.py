"""Practice: puzzles the engine makes, mixed or for one rule, without end."""

import random
from collections.abc import Iterator
from dataclasses import replace

import streamlit as st

from engine.rulebooks import rulebook
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generate import rules_of
from puzzles.kinds import KINDS
from puzzles.kinds.who_wins import WhoWins
from puzzles.mixed import mixed
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.reasons import Verdict
from tutor.pages import session, ways
from tutor.pages.asking import ask

_MIXED = "mixed"


def page() -> None:
    """Ask the puzzle the address names, or the next of the practice."""
    _question(_choose())


@st.fragment
def _question(choice: tuple[str, ...]) -> None:
    """Ask, explain, and go on; nothing else of the page is worked out again for it."""
    say, line = session.texts(), _current(choice)
    _standing()
    try:
        puzzle = parse_puzzle(line)
    except ValueError:
        ways.lost(say("drill.no-puzzle"))
        st.button(say("drill.fresh"), key="fresh", type="primary", on_click=_next, args=(choice,))
        return
    ask(puzzle, "drill", _count, lambda: _onward(choice))
    _share(puzzle)


def _choose() -> tuple[str, ...]:
    """Let the learner choose what to practise; nothing need be chosen."""
    say, book = session.texts(), session.book()
    with (
        st.container(horizontal=True, horizontal_alignment="right", key="drill-head"),
        st.popover(say("drill.choose")),
    ):
        form = st.selectbox(
            say("drill.form"),
            list(VARIANTS),
            format_func=lambda form: say(f"name.variant.{form}"),
            key="drill-form",
            persist_state="session",
        )
        kinds = [kind for kind in KINDS if rules_of(kind, VARIANTS[form], book)]
        kind = st.selectbox(
            say("drill.kind"),
            kinds,
            format_func=lambda kind: say(f"kind.{kind}.name"),
            key="drill-kind",
            persist_state="session",
        )
        rules = [rule.value for rule in rules_of(kind, VARIANTS[form], book)]
        rule = st.selectbox(
            say("drill.rule"),
            [_MIXED, *rules],
            format_func=lambda rule: (
                say("drill.mixed") if rule == _MIXED else say(f"rule.{rule}.name")
            ),
            key="drill-rule",
            persist_state="session",
        )
        why = st.toggle(
            say("drill.why"),
            key="drill-why",
            persist_state="session",
            help=say("drill.why-help"),
        )
    return (form, kind, rule, "why" if why else "", book.id)


def _current(choice: tuple[str, ...]) -> str:
    """Give the line to ask: the address's, or the next of the stream that was chosen."""
    state = session.practice()
    asked = session.asked("puzzle")
    if asked is not None and asked != state.line:
        state.line, state.choice = asked, choice
        session.forget("drill")
    elif not state.line or state.choice != choice:
        _next(choice)
    session.tell(puzzle=state.line)
    return state.line


def _next(choice: tuple[str, ...]) -> None:
    """Draw the next puzzle."""
    state = session.practice()
    if state.stream is None or state.choice != choice:
        state.stream, state.choice = _stream(choice), choice
    state.line = next(state.stream)
    state.serial += 1
    session.forget("drill")
    session.tell(puzzle=state.line)


def _stream(choice: tuple[str, ...]) -> Iterator[str]:
    """Draw puzzles without end: the lines of what was chosen, every time at another table."""
    form, kind, rule, why, book = choice
    variant, by = VARIANTS[form], rulebook(book)
    rules = rules_of(kind, variant, by) if rule == _MIXED else (Rule(rule),)
    for asked in mixed((kind,), rules, variant, variant.tables(by), random.Random()):
        puzzle = asked.puzzle
        yield print_puzzle(
            replace(puzzle, why=True) if why and isinstance(puzzle, WhoWins) else puzzle
        )


def _count(puzzle: Puzzle, verdict: Verdict) -> None:  # noqa: ARG001 - every kind counts alike
    session.tally().add(correct=verdict.correct)


def _standing() -> None:
    """Show how the practice goes, once there is something to show."""
    say, tally = session.texts(), session.tally()
    if tally.answered:
        st.caption(
            say(
                "drill.standing",
                right=tally.right,
                answered=tally.answered,
                streak=tally.streak,
                best=tally.best,
            )
        )
    else:
        st.caption(say("drill.begin"))


def _onward(choice: tuple[str, ...]) -> None:
    st.button(
        session.texts()("drill.next"),
        key=f"next-{session.practice().serial}",
        type="primary",
        shortcut="N",
        on_click=_next,
        args=(choice,),
        width="stretch",
    )


def _share(puzzle: Puzzle) -> None:
    """Give the puzzle as a line and say that the address holds it."""
    say = session.texts()
    box = st.expander(say("drill.share"), key="share", on_change="rerun")
    if box.open:
        with box:
            st.write(say("drill.share-how"))
            st.code(print_puzzle(puzzle), language=None, wrap_lines=True)
