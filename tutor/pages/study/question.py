"""Asks one puzzle: its picture, its parts one after the other, and what is said afterwards.

The table stays where it is. Beside it (below it on a telephone) stand the answers;
once they are given, the verdict takes their place until the learner goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st

from engine.rules import Rule
from puzzles.kinds import hints
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Part, Puzzle
from puzzles.reasons import Verdict
from puzzles.scenes import Stage
from tutor.drawing import ladder_picture
from tutor.drawing.puzzles import Illustration, choice_label, illustrate
from tutor.drawing.verdict import verdict_html
from tutor.learning.attempts import Attempt
from tutor.learning.diagnosis import NOTHING, Diagnosis, diagnose
from tutor.learning.words import say_hint
from tutor.pages.frame import progress, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.citations import show_rule, show_rulebook
from tutor.pages.frame.library import lessons
from tutor.pages.frame.reader import look_at
from tutor.pages.study.footnotes import aside
from tutor.words.explanation import Explanation, explain, stories


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """On what occasion a puzzle is asked: where on the site, aimed at which rule, kept how.

    ``slot`` names the place; an answer under way belongs to a slot and a puzzle. ``mode``
    is the attempt's. ``told`` is whether the answer is explained at once; in a test it is not.
    ``focus`` moves the reader to the question, when it takes the place of another.
    ``given`` are answers to the first parts that an example fills in; ``note`` stands above
    the question. ``kept`` is whether the answer goes into the learner's record; whoever looks
    at a puzzle while writing it answers without consequence. ``shared`` is whether the page
    tells how to pass the puzzle on.
    """

    slot: str
    mode: str
    aim: Rule | None = None
    told: bool = True
    focus: bool = False
    given: tuple[str, ...] = ()
    note: str = ""
    kept: bool = True
    shared: bool = False


def ask(puzzle: Puzzle, occasion: Occasion, onward: Callable[[], None]) -> Verdict | None:
    """Show *puzzle*, take its answer, and explain it.

    Args:
        puzzle: What to ask.
        occasion: Where, why, and how the answer is kept.
        onward: Draws the way on, shown with the verdict.

    Returns:
        The verdict, once there is one.
    """
    say, line, slot = session.texts(), print_puzzle(puzzle), occasion.slot
    state = _answering(occasion, line)
    verdict = puzzle.check(" / ".join(state.parts)) if _complete(puzzle, state) else None
    at = min(len(state.parts), len(puzzle.parts) - 1)
    part = puzzle.parts[at]

    told = (
        explain(puzzle, verdict, say, lessons(), _said(state.id))
        if verdict and occasion.told
        else None
    )
    with st.container(key="asking"):
        with st.container(key="verdict"):
            if told:
                st.html(verdict_html(told, say))
        _question(puzzle, part, verdict, occasion.note)
        shown = _illustrate(puzzle, occasion, state, verdict)
        pressed = None if verdict else _pressed(puzzle, occasion, line, state)
        with st.container(key="board"):
            card_table(shown.table, key=f"table-{slot}", on_event=pressed)
        with st.container(key="replies"):
            if shown.beside:
                card_table(shown.beside, key=f"beside-{slot}", on_event=pressed)
            if told:
                onward()
                _grounds(puzzle, told)
                look_at("verdict", f"{slot} {state.id}")
            elif verdict:
                with st.container(key="noted"):
                    st.info(say("trial.noted"), icon=":material/edit_note:")
                    onward()
                look_at("noted", state.id)
            else:
                _answers(puzzle, part, at, occasion, line, state)
                if occasion.told:
                    _hints(puzzle, slot, line, state)
    undone = session.counted("undo")
    if not verdict and (occasion.focus or state.parts or undone):
        look_at("answers" if state.parts else "question", f"{state.id} {at} {undone}")
    if occasion.told:
        aside(puzzle, " / ".join(state.parts), told, shared=occasion.shared)
    return verdict


def _question(puzzle: Puzzle, part: Part, verdict: Verdict | None, note: str) -> None:
    """Say what is asked, why it comes now, and by which rulebook it is judged, if that matters."""
    with st.container(key="question"):
        if note:
            st.caption(note)
        st.title(_title(puzzle, part, verdict), anchor=False)
        show_rulebook(puzzle, verdict)


def _title(puzzle: Puzzle, part: Part, verdict: Verdict | None) -> str:
    """Ask what is asked now; once all cards of a trick have been asked about, all of them."""
    say = session.texts()
    if verdict and len(puzzle.parts) > 1 and say.has(f"ask.all.{part.key}"):
        return say(f"ask.all.{part.key}")
    return say(f"part.{part.key}", **part.facts)


def _answering(occasion: Occasion, line: str) -> session.Answering:
    """Give the answer under way; after a reload, the answer that was given last is there again."""
    begun = session.has_answering(occasion.slot)
    state = session.answering(occasion.slot, line)
    if len(state.parts) < len(occasion.given):
        state.parts = list(occasion.given)
    if not begun and session.asked("puzzle") == line:
        state.hints = int(asked) if (asked := session.asked("hint") or "") in {"1", "2", "3"} else 0
    last = progress.held().attempts[-1:] if occasion.told and not begun else ()
    for attempt in last:
        if (attempt.puzzle, attempt.mode) == (line, occasion.mode):
            state.id, state.parts = attempt.id, attempt.answer.split(" / ")
    return state


def _said(attempt: str) -> Diagnosis:
    """Return what is to be said of the learner after an answer; nothing if it was not kept."""
    attempts = progress.held().attempts
    for last in range(len(attempts), max(len(attempts) - 50, 0), -1):
        if attempts[last - 1].id == attempt:
            return diagnose(attempts[:last])
    return NOTHING


def _complete(puzzle: Puzzle, state: session.Answering) -> bool:
    return len(state.parts) == len(puzzle.parts)


def _illustrate(
    puzzle: Puzzle, occasion: Occasion, state: session.Answering, verdict: Verdict | None
) -> Illustration:
    """Draw the position as far as the answer is."""
    stage = Stage(
        parts=tuple(state.parts),
        chosen=tuple(state.chosen),
        answered=verdict is not None and occasion.told,
    )
    return illustrate(look(), puzzle, stage)


def _pressed(
    puzzle: Puzzle, occasion: Occasion, line: str, state: session.Answering
) -> Callable[[str, str], None]:
    """Take what is pressed in a picture as an answer."""

    def on_event(event: str, token: str) -> None:  # noqa: ARG001 - every event answers here
        part = puzzle.parts[min(len(state.parts), len(puzzle.parts) - 1)]
        if part.many:
            toggle(occasion.slot, line, token)
        else:
            pick(occasion, line, len(state.parts), token)

    return on_event


def _answers(
    puzzle: Puzzle,
    part: Part,
    at: int,
    occasion: Occasion,
    line: str,
    state: session.Answering,
) -> None:
    """Offer the choices of the part that is asked; nothing is chosen beforehand."""
    say, slot = session.texts(), occasion.slot
    with st.container(key="answers"):
        if state.parts:
            st.caption(say("ask.part-of", number=at + 1, count=len(puzzle.parts)))
            st.markdown(f"**{say(f'part.{part.key}', **part.facts)}**")
        elif say.has(key := f"ask.tap.{puzzle.kind}"):
            st.caption(say(key))
        if part.many:
            st.write(say("ask.tap-cards"))
            st.button(
                say("ask.all"),
                key=f"all-{slot}",
                shortcut="A",
                on_click=choose_all,
                args=(slot, line, tuple(choice.token for choice in part.choices)),
                width="stretch",
            )
            st.button(
                say("ask.check"),
                key=f"check-{slot}",
                type="primary",
                disabled=not state.chosen,
                shortcut="K",  # C, as in "check", is Streamlit's own
                on_click=submit,
                args=(occasion, line, at),
                width="stretch",
            )
        else:
            for number, choice in enumerate(part.choices, start=1):
                st.button(
                    choice_label(say, puzzle, part, choice),
                    key=f"answer-{slot}-{at}-{number}",
                    on_click=pick,
                    args=(occasion, line, at, choice.token),
                    shortcut=str(number) if number < 10 else None,
                    width="stretch",
                )
        if len(state.parts) > len(occasion.given):
            st.button(
                say("ask.undo"),
                key=f"undo-{slot}",
                type="tertiary",
                on_click=undo,
                args=(slot, line),
            )


def _hints(puzzle: Puzzle, slot: str, line: str, state: session.Answering) -> None:
    """Show the hints taken, and offer the next; taking one costs nothing but the count."""
    say, found = session.texts(), hints(puzzle)
    with st.container(key="hints"):
        for reason in found[: state.hints]:
            st.info(say_hint(reason, say), icon=":material/lightbulb:")
        if state.hints < len(found):
            st.button(
                say("ask.more-hint" if state.hints else "ask.hint"),
                key=f"hint-{slot}-{state.hints}",
                type="tertiary",
                icon=":material/lightbulb:",
                shortcut="H",
                on_click=hint,
                args=(slot, line, state.hints),
            )
    if state.hints:
        look_at("hints", f"{state.id} {state.hints}")


def hint(slot: str, line: str, shown: int) -> None:
    """Take the next hint; a double click takes one."""
    state = session.answering(slot, line)
    if state.hints == shown:
        state.hints += 1
        if session.asked("puzzle") == line:
            session.tell(hint=str(state.hints))


def pick(occasion: Occasion, line: str, at: int, token: str) -> None:
    """Answer part *at*; a second click, or one on a puzzle that is gone, changes nothing.

    The last part completes the answer: it is kept before anything else happens.
    """
    state, puzzle = session.answering(occasion.slot, line), parse_puzzle(line)
    if at != len(state.parts) or _complete(puzzle, state):
        return
    parts = [*state.parts, token]
    if len(parts) == len(puzzle.parts):
        answer = " / ".join(parts)
        try:
            verdict = puzzle.check(answer)
        except ValueError:
            return
        attempt = Attempt(
            id=state.id,
            at=progress.now(),
            puzzle=line,
            answer=answer,
            correct=verdict.correct,
            rule=occasion.aim or puzzle.rule,
            hinted=state.hints > 0,
            mode=occasion.mode,
        )
        said = diagnose([*progress.held().attempts, attempt])
        attempt = replace(attempt, misconception=said.named)
        if occasion.kept and progress.record(attempt) and occasion.told:
            session.tally().add(correct=attempt.known)
    state.parts = parts
    state.chosen.clear()


def toggle(slot: str, line: str, token: str) -> None:
    """Choose a card, or put it back."""
    chosen = session.answering(slot, line).chosen
    if token in chosen:
        chosen.remove(token)
    else:
        chosen.append(token)


def choose_all(slot: str, line: str, tokens: tuple[str, ...]) -> None:
    """Choose every card; again, and all are put back."""
    chosen = session.answering(slot, line).chosen
    chosen[:] = [] if set(chosen) >= set(tokens) else tokens


def submit(occasion: Occasion, line: str, at: int) -> None:
    """Hand in the cards that were chosen."""
    chosen = session.answering(occasion.slot, line).chosen
    if chosen:
        pick(occasion, line, at, " ".join(chosen))


def undo(slot: str, line: str) -> None:
    """Take back the part answered last."""
    state = session.answering(slot, line)
    if state.parts and not _complete(parse_puzzle(line), state):
        state.parts.pop()
        state.chosen.clear()
        session.count("undo")


def _grounds(puzzle: Puzzle, told: Explanation) -> None:
    """Show the trick card by card, and the rules with their sources."""
    told_of = stories(puzzle)
    for number, ruling in enumerate(told_of):
        picture = ladder_picture(look(), ruling, named=len(told_of) > 1)
        card_table(picture, key=f"ladder-{number}" if number else "ladder")
    rules = st.expander(
        session.texts()("verdict.rule", rule=told.rule.name), key="grounds", on_change="rerun"
    )
    if rules.open:
        with rules:
            show_rule(told.rule)
            for note in told.notes:
                st.divider()
                show_rule(note)
