"""Asks one puzzle: its picture, its parts one after the other, and what is said afterwards.

The table stays where it is. Beside it (below it on a telephone) stands the question, which
gives way to the verdict; what leads on stands in one place all the time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from engine.rulebooks import rulebook_of
from engine.rules import Rule
from puzzles.kinds import hints, rule_counted
from puzzles.notation import print_puzzle
from puzzles.puzzle import HINTS, Puzzle, Verdict, join_parts, split_parts, under
from puzzles.scenes import Stage
from tutor import __version__
from tutor.drawing.answers import verdict_html
from tutor.drawing.markup import Html, tag
from tutor.drawing.scenes import illustrate
from tutor.learning import Attempt
from tutor.learning.learner import diagnose
from tutor.lessons.steps import Words
from tutor.pages.frame import address, progress, running_text, session
from tutor.pages.frame.browser import card_table, look
from tutor.pages.frame.inputs import button, fold
from tutor.pages.frame.library import lessons
from tutor.pages.questions import answers, areas
from tutor.pages.questions.answers import Answering, Taking
from tutor.pages.questions.areas import Ways
from tutor.pages.questions.reasons import by_rulebook, other_rulebook, other_says, show_why, why
from tutor.words.explanation import NOTHING, Diagnosis, Explanation, explain, say_hint
from tutor.words.texts import Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """On what occasion a puzzle is asked: where on the site, aimed at which rule, kept how.

    ``slot`` names the place; an answer under way belongs to a slot and a puzzle. ``mode``
    is the attempt's. ``told`` is whether the answer is explained at once; in a test it is not,
    and there ``onward`` leads on as soon as it is kept. ``focus`` moves the reader to the
    question, when it takes the place of another. ``given`` are answers to the first parts that
    are filled in, and ``rest`` to the last, once the parts between are answered; ``where`` says
    where the learner is, ``note`` why this is asked, and ``words`` lead up to the question;
    ``coda`` follows the verdict, and ``reasons`` draws what else is known of why. Where parts are
    filled in, ``aim`` decides the one that is not, and is told before all other rules. ``kept`` is
    whether the answer goes into the learner's record; whoever looks at a puzzle while writing it
    answers without consequence. ``hints`` is whether hints are offered before the answer,
    ``shared`` whether the puzzle can be passed on, ``again`` whether the answer that was given to
    it is shown though others have been given since; but none up to the answer ``since``.
    """

    slot: str
    mode: str
    aim: Rule | None = None
    told: bool = True
    focus: bool = False
    onward: Callable[[], None] | None = None
    given: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    note: str = ""
    where: str = ""
    words: str | Words = ""
    coda: str = ""
    reasons: Callable[[], None] | None = None
    kept: bool = True
    hints: bool = True
    shared: bool = False
    again: bool = False
    since: str = ""


def ask(puzzle: Puzzle, occasion: Occasion, ways: Ways) -> None:
    """Show *puzzle* in a frame, take its answer, and explain it; below, offer to report it.

    *ways* draws the ways back and on.
    """
    with areas.frame():
        _pose(puzzle, occasion, ways)
    if occasion.told and occasion.kept:
        _footnotes(puzzle, occasion)


def _footnotes(puzzle: Puzzle, occasion: Occasion) -> None:
    """Offer to report the question that is asked, and where it is *shared* to pass it on.

    What is in the box is worked out when it is open.
    """
    say, line = session.texts(), print_puzzle(puzzle)
    name = say("drill.share-or-report" if occasion.shared else "report.title")
    box = fold(name, "report", type="compact")
    if not box.open:
        return
    state = answers.answering(occasion.slot, line)
    with box:
        if occasion.shared:
            st.write(say("drill.share-how"))
            st.code(address.of("drill", puzzle=line), language=None, wrap_lines=True)
            address.show_limits()
            st.write(say("drill.share-line"))
            st.code(line, language=None, wrap_lines=True)
            st.divider()
        explanation = _told_of(puzzle, state, occasion)
        text = _report(puzzle, join_parts(state.parts), explanation, say)
        st.write(say("report.how"))
        st.code(text, language=None, wrap_lines=True)
        words, press = say("save.file"), session.here()
        st.download_button(words, text, "calypso-report.txt", key="report-file", on_click=press)


def _pose(puzzle: Puzzle, occasion: Occasion, ways: Ways) -> None:
    line, slot = print_puzzle(puzzle), occasion.slot
    state = _answering(puzzle, occasion, line)
    verdict = state.verdict
    explanation = _told_of(puzzle, state, occasion) if occasion.told else None
    taking = Taking(
        slot=slot,
        line=line,
        complete=partial(_keep, occasion, puzzle),
        marked=occasion.told,
        given=len(occasion.given),
        rest=occasion.rest,
    )
    if verdict is None:
        _question(puzzle, occasion, taking, state)
    elif explanation:
        _verdict(puzzle, explanation, occasion, state)
    _pictures(puzzle, explanation, occasion, taking, state)
    with areas.actions():
        if verdict is None:
            if occasion.told and occasion.hints:
                _hint_button(slot, state)
            answers.offer_acts(puzzle, taking)
        elif explanation:
            why(slot, state)
            other_rulebook(puzzle, slot, state, verdict)
        ways(done=verdict is not None)


def _told_of(puzzle: Puzzle, state: Answering, occasion: Occasion) -> Explanation | None:
    """Return what is said to the answer in *state*, once there is a verdict on it.

    The headline of a wrong answer with several parts says how many were right, if any: of those
    that the learner answered.
    """
    verdict, say = state.verdict, session.texts()
    if verdict is None:
        return None
    if occasion.aim and (occasion.given or occasion.rest):
        verdict = _decided(verdict, occasion.aim)
    told = explain(puzzle, verdict, say, lessons(), _said(state.id))
    asked = verdict.parts[len(occasion.given) : -len(occasion.rest) or None]
    if verdict.correct or not any(asked):
        return told
    key = "verdict.partly" if answers.of_cards(puzzle.parts[0]) else "verdict.partly.parts"
    return replace(told, headline=say(key, right=sum(asked), count=len(asked)))


def _decided(verdict: Verdict, rule: Rule) -> Verdict:
    """Return *verdict* with *rule* first among the rules behind it."""
    notes = tuple(note for note in (verdict.rule, *verdict.notes) if note != rule)
    return replace(verdict, rule=rule, notes=notes)


def _question(puzzle: Puzzle, occasion: Occasion, taking: Taking, state: Answering) -> None:
    say = session.texts()
    _, part = answers.asked_part(puzzle, state)
    areas.words(
        "question",
        _above(occasion.where, occasion.note),
        running_text.told(occasion.words),
        running_text.headed(say(f"part.{part.key}", **part.facts)),
        answers.parts_told(puzzle, taking),
        running_text.quiet(by_rulebook(puzzle, None)),
    )


def _above(*lines: str) -> Html:
    return running_text.place("\n".join(lines)) if any(lines) else running_text.EMPTY


def _verdict(
    puzzle: Puzzle, explanation: Explanation, occasion: Occasion, state: Answering
) -> None:
    if state.other:
        rulebook = tag("div", running_text.told(other_says(puzzle, state.other)), class_="other")
    else:
        rulebook = running_text.quiet(by_rulebook(puzzle, state.verdict))
    # Among the reasons every part is told.
    last = "" if state.why else answers.last_told(puzzle, tuple(state.parts), state.verdict)
    areas.words(
        "verdict",
        _above(occasion.where),
        verdict_html(explanation, look()),
        running_text.told(last),
        rulebook,
        running_text.quiet(occasion.coda),
    )


def _pictures(
    puzzle: Puzzle,
    explanation: Explanation | None,
    occasion: Occasion,
    taking: Taking,
    state: Answering,
) -> None:
    """Show the table, and beside it what else belongs to it, the answers or the reasons.

    Answers alone are a place of their own, and where nothing is to be seen there is none: each
    place costs a press its time.
    """
    slot = occasion.slot
    seen = under(puzzle, rulebook_of(state.other)) if state.other and explanation else puzzle
    stage = Stage(
        parts=tuple(state.parts),
        chosen=tuple(state.chosen),
        answered=explanation is not None,
        marked=occasion.told,
    )
    shown = illustrate(look(), seen, stage)
    pressed = None if state.verdict else answers.pressing(taking)
    focus = _news(occasion, state, answers.asked_part(puzzle, state)[0])
    card_table(shown.table, key=f"table-{slot}", on_event=pressed, focus=focus)
    hinted = state.verdict is None and occasion.told and state.hints > 0
    alone = state.verdict is None and not (hinted or shown.beside)
    if alone and not answers.by_cards(puzzle, state.parts):
        answers.offer(puzzle, taking)
        return
    if explanation and not (shown.beside or state.why):
        return
    with areas.replies():
        if hinted:
            _hints(puzzle, state)
        if state.verdict is None:
            answers.offer(puzzle, taking)
        if shown.beside:
            card_table(shown.beside, key=f"beside-{slot}", on_event=pressed)
        if explanation and state.why:
            show_why(puzzle, state, explanation, occasion.reasons)


def _news(occasion: Occasion, state: Answering, number: int) -> Iterator[tuple[str, str]]:
    """Yield where what is new stands: the verdict, the next part, or the next question."""
    undone = session.counted("undo")
    if state.verdict:
        yield "verdict", f"{occasion.slot} {state.id}"
    elif occasion.focus or state.parts or undone:
        yield "question", f"{state.id} {number} {undone}"
    if state.hints and not state.verdict:
        yield "hints", f"{state.id} {state.hints}"


def _answering(puzzle: Puzzle, occasion: Occasion, line: str) -> Answering:
    """Return the answer under way; after a reload, or Back, the answer given is there again."""
    begun = session.about_what(occasion.slot) is not None
    state = answers.answering(occasion.slot, line)
    if len(state.parts) < len(occasion.given):
        state.parts = list(occasion.given)
    if not begun and session.asked("puzzle") == line:
        state.hints = int(asked) if (asked := session.asked("hint") or "") in {"1", "2", "3"} else 0
    known = progress.held()
    unanswered = len(state.parts) <= len(occasion.given)
    if occasion.told and unanswered and (state.unread or not begun):
        state.unread = not known.complete
        for attempt in reversed(known.attempts if occasion.again else known.attempts[-1:]):
            if attempt.id == occasion.since:
                break
            if (attempt.puzzle, attempt.mode) == (line, occasion.mode):
                give_again(puzzle, state, attempt)
                break
    return state


def give_again(puzzle: Puzzle, state: Answering, attempt: Attempt) -> None:
    """Put the answer that was kept into *state*; one that cannot be read is asked for anew."""
    try:
        state.verdict = puzzle.check(attempt.answer)
    except ValueError:
        return
    state.id, state.parts = attempt.id, list(split_parts(attempt.answer))


def _said(attempt: str) -> Diagnosis:
    attempts = progress.held().attempts
    for last in range(len(attempts), max(len(attempts) - progress.RECENT, 0), -1):
        if attempts[last - 1].id == attempt:
            return diagnose(attempts[:last])
    return NOTHING


def _keep(occasion: Occasion, puzzle: Puzzle, state: Answering, answer: str) -> bool:
    """Judge a complete answer and keep it; whether it can be read."""
    try:
        verdict = puzzle.check(answer)
    except ValueError:
        return False
    attempt = Attempt(
        id=state.id,
        at=progress.now(),
        puzzle=state.line,
        answer=answer,
        correct=verdict.correct,
        rule=_asked_about(occasion, puzzle, verdict),
        hinted=state.hints > 0,
        mode=occasion.mode,
        seconds=state.seconds(),
    )
    state.verdict = verdict
    if occasion.kept:
        progress.record(attempt)
    if occasion.onward:
        occasion.onward()
    return True


def _asked_about(occasion: Occasion, puzzle: Puzzle, verdict: Verdict) -> Rule:
    """Return the rule an answer counts for.

    A test counts every question for the rule it was drawn for: the next asks for the same.
    """
    if not occasion.told:
        return occasion.aim or puzzle.rule
    return rule_counted(puzzle, verdict, occasion.aim)


def _hints(puzzle: Puzzle, state: Answering) -> None:
    """Show the hint taken last; those before it are folded, for the answers stand below."""
    say = session.texts()
    reasons = hints(puzzle, answers.asked_part(puzzle, state)[0])
    *before, last = (say_hint(reason, say) for reason in reasons[: state.hints])
    with st.container(key="hints"):
        if before:
            running_text.folded(say("ask.hints-before"), before)
        running_text.note(last)


def _hint_button(slot: str, state: Answering) -> None:
    if state.hints < HINTS:
        words = session.texts()("ask.more-hint" if state.hints else "ask.hint")
        key, another = f"hint-{slot}-{state.hints}", partial(hint, state, state.hints)
        button(words, key, another, icon=":material/lightbulb:", shortcut="H")


def hint(state: Answering, shown: int) -> None:
    """Take the next hint; a double click takes one, and after the answer there is none."""
    if state.hints == shown and state.verdict is None:
        state.hints += 1
        if session.asked("puzzle") == state.line:
            session.tell(hint=str(state.hints))


def _report(puzzle: Puzzle, answer: str, explanation: Explanation | None, say: Texts) -> str:
    """Write the report: position line, rulebook, version, answer, and the text that was shown."""
    shown = [say(f"part.{part.key}", **part.facts) for part in puzzle.parts]
    if explanation:
        shown += [
            explanation.headline,
            *explanation.sentences,
            *(explanation.misconception or ()),
            *explanation.perhaps,
            *explanation.dissents,
        ]
    return "\n".join(
        (
            f"puzzle: {print_puzzle(puzzle)}",
            f"rulebook: {puzzle.table.rulebook}",
            f"rule: {puzzle.rule.value}",
            f"answer: {answer or '-'}",
            *([f"solution: {puzzle.solution}"] if explanation else []),
            f"version: {__version__}",
            f"language: {say.language}",
            "shown:",
            *(f"  {line}" for line in shown),
        )
    )
