"""Asks one puzzle: its picture, its parts one after the other, and what is said afterwards.

The table stays where it is. Beside it (below it on a telephone) stand the answers;
once they are given, the verdict takes their place until the learner goes on.
"""

from collections.abc import Callable
from time import sleep

import streamlit as st

from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Part, Puzzle
from puzzles.reasons import Verdict
from tutor.drawing import Look, ladder_picture
from tutor.explaining import CitedRule, Explanation, explain
from tutor.illustrating import Stage, choice_label, illustrate
from tutor.pages import session, ways
from tutor.pages.card_table import card_table
from tutor.pages.library import lessons
from tutor.pages.reader import look_at

_HEAD_START = 0.015
"""Seconds by which a new verdict precedes the pictures that go with it."""

Done = Callable[[Puzzle, Verdict], None]


def look() -> Look:
    """Give the language and the colours in which this learner sees pictures."""
    return Look(session.texts(), two_colour=session.two_colour())


def ask(puzzle: Puzzle, slot: str, done: Done, onward: Callable[[], None]) -> Verdict | None:
    """Show *puzzle* in *slot*, take its answer, and explain it.

    Args:
        puzzle: What to ask.
        slot: Where on the site; an answer under way belongs to a slot and a puzzle.
        done: Called once, in a callback, when the last part has been answered.
        onward: Draws the way on, shown with the verdict.

    Returns:
        The verdict, once there is one.
    """
    say, line = session.texts(), print_puzzle(puzzle)
    state = session.answering(slot, line)
    verdict = puzzle.check(" / ".join(state.parts)) if _complete(puzzle, state) else None
    at = min(len(state.parts), len(puzzle.parts) - 1)
    part = puzzle.parts[at]

    with st.container(key="question"):
        st.title(say(f"part.{part.key}", **part.facts), anchor=False)
    left, right = st.columns([11, 9], gap="medium")
    told = explain(puzzle, verdict, say, lessons()) if verdict else None
    with right, st.container(key="verdict"):
        # The words go out before the picture: they are what the learner waits for. The
        # browser gathers what comes within 10 ms and paints it at once, however much it is.
        if told:
            _say(told)
            if session.first_time(f"verdict {slot} {line}"):
                sleep(_HEAD_START)
    with left:
        _picture(puzzle, slot, line, state, verdict, done)
    with right:
        if told:
            onward()
            _grounds(puzzle, told)
            look_at("verdict", f"{slot} {line}")
        else:
            _answers(puzzle, part, at, slot, line, state, done)
    return verdict


def _complete(puzzle: Puzzle, state: session.Answering) -> bool:
    return len(state.parts) == len(puzzle.parts)


def _picture(
    puzzle: Puzzle,
    slot: str,
    line: str,
    state: session.Answering,
    verdict: Verdict | None,
    done: Done,
) -> None:
    """Draw the position; until it is answered, what lies there can be pressed as an answer."""

    def on_event(event: str, token: str) -> None:  # noqa: ARG001 - every event answers here
        part = puzzle.parts[min(len(state.parts), len(puzzle.parts) - 1)]
        if part.many:
            toggle(slot, line, token)
        else:
            pick(slot, line, len(state.parts), token, done)

    stage = Stage(
        parts=tuple(state.parts), chosen=tuple(state.chosen), answered=verdict is not None
    )
    picture = illustrate(look(), puzzle, stage)
    card_table(picture, key=f"table-{slot}", on_event=None if verdict else on_event)


def _answers(
    puzzle: Puzzle,
    part: Part,
    at: int,
    slot: str,
    line: str,
    state: session.Answering,
    done: Done,
) -> None:
    """Offer the choices of the part that is asked; nothing is chosen beforehand."""
    say = session.texts()
    with st.container(key="answers"):
        if part.many:
            st.write(say("ask.tap-cards"))
            st.button(
                say("ask.check"),
                key=f"check-{slot}",
                type="primary",
                disabled=not state.chosen,
                on_click=submit,
                args=(slot, line, at, done),
                width="stretch",
            )
        else:
            for number, choice in enumerate(part.choices, start=1):
                st.button(
                    choice_label(say, puzzle, part, choice),
                    key=f"answer-{slot}-{at}-{number}",
                    on_click=pick,
                    args=(slot, line, at, choice.token, done),
                    shortcut=str(number) if number < 10 else None,
                    width="stretch",
                )
        if state.parts:
            st.button(
                say("ask.undo"),
                key=f"undo-{slot}",
                type="tertiary",
                on_click=undo,
                args=(slot, line),
            )


def pick(slot: str, line: str, at: int, token: str, done: Done) -> None:
    """Answer part *at*; a second click, or one on a puzzle that is gone, changes nothing."""
    state, puzzle = session.answering(slot, line), parse_puzzle(line)
    if at != len(state.parts) or _complete(puzzle, state):
        return
    state.parts.append(token)
    try:
        verdict = puzzle.check(" / ".join(state.parts)) if _complete(puzzle, state) else None
    except ValueError:
        state.parts.pop()
        return
    state.chosen.clear()
    if verdict:
        done(puzzle, verdict)


def toggle(slot: str, line: str, token: str) -> None:
    """Choose a card, or put it back."""
    chosen = session.answering(slot, line).chosen
    if token in chosen:
        chosen.remove(token)
    else:
        chosen.append(token)


def submit(slot: str, line: str, at: int, done: Done) -> None:
    """Hand in the cards that were chosen."""
    chosen = session.answering(slot, line).chosen
    if chosen:
        pick(slot, line, at, " ".join(chosen), done)


def undo(slot: str, line: str) -> None:
    """Take back the part answered last."""
    state = session.answering(slot, line)
    if state.parts and not _complete(parse_puzzle(line), state):
        state.parts.pop()
        state.chosen.clear()


def _say(told: Explanation) -> None:
    """Say right or wrong and why, the belief that fits, and who rules otherwise."""
    box = st.success if told.correct else st.error
    box(
        "\n\n".join((f"**{told.headline}**", *told.sentences)),
        icon=":material/check_circle:" if told.correct else ":material/cancel:",
    )
    if told.belief:
        name, text = told.belief
        st.info(f"**{name}**\n\n{text}", icon=":material/lightbulb:")
    for sentence in told.dissents:
        st.warning(sentence, icon=":material/menu_book:")


def _grounds(puzzle: Puzzle, told: Explanation) -> None:
    """Show the trick card by card, and the rules with their sources."""
    if puzzle.ruling:
        card_table(ladder_picture(look(), puzzle.ruling), key="ladder")
    rules = st.expander(
        session.texts()("verdict.rule", rule=told.rule.rule), key="grounds", on_change="rerun"
    )
    if rules.open:
        with rules:
            show_rule(told.rule)
            for note in told.notes:
                st.divider()
                show_rule(note)


def show_rule(rule: CitedRule) -> None:
    """Show a rule in words, its sources, and the way to its lesson."""
    say = session.texts()
    st.markdown(f"**{rule.name}**")
    st.write(rule.text)
    sources = "; ".join(f"[{words}]({url})" if url else words for words, url in rule.citations)
    st.caption(say("citation.sources") + " " + sources)
    if rule.lesson:
        ways.link("learn", say("citation.lesson"), lesson=rule.lesson)
