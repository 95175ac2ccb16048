"""What stands behind a verdict: the rulebook, the rule with its sources, the ladder."""

from collections.abc import Callable, Sequence

import streamlit as st

from engine.rulebooks import Rulebook, rulebook_of
from puzzles.kinds import kind_of
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle, Verdict, under
from puzzles.scenes import LadderSight
from tutor.drawing.answers import perhaps
from tutor.drawing.ladder import ladder_picture
from tutor.pages.frame import navigation, running_text, session
from tutor.pages.frame.browser import announce, card_table, look
from tutor.pages.frame.inputs import button
from tutor.pages.questions.answers import Answering, marks
from tutor.words.citing import CitedRule
from tutor.words.explanation import Explanation, answer_label, dissent, judged_by, stories
from tutor.words.sights import names, rules_told


def by_rulebook(puzzle: Puzzle, verdict: Verdict | None, shown: Rulebook | None = None) -> str:
    """Return by which rulebook a puzzle is judged, where that matters; else nothing.

    Of a question about the rulebooks: by which the table shows the winner, *shown* if it is given.
    A question that names its rulebook needs no more beside it.
    """
    say, rulebook = session.texts(), judged_by(puzzle, session.rulebook(), verdict)
    if rulebook is None:
        return ""
    asked = (say(f"part.{part.key}", **part.facts) for part in puzzle.parts)
    if verdict is None and any(names(words, say.name(rulebook)) for words in asked):
        return ""
    if kind_of(puzzle).about_rulebooks:
        return say("ask.table-by", rulebook=shown or rulebook)
    return say("ask.by-rulebook", rulebook=rulebook)


def show_rulebook(puzzle: Puzzle, verdict: Verdict | None) -> None:
    """Name the rulebook a room judges a puzzle by, where that matters; its table does always."""
    if words := by_rulebook(puzzle, verdict, puzzle.table.rulebook):
        st.caption(words)


def show_rules(*rules: CitedRule, said: str = "", sources: Sequence[CitedRule] = ()) -> None:
    """Show rules in words, then the way to the first's lesson, and once where they are written.

    Of *sources*, which other rulebooks go by, it is shown too where they are written.

    The name of each stands above it, unless what the page has *said* names it. No way leads out of
    a lesson, whichever it is: it would stand in the middle of a step.
    """
    for rule in rules:
        if not names(said, rule.name):
            st.markdown(f"**{rule.name}**")
        st.write(rule.text)
    lesson = next((rule.lesson for rule in rules if rule.lesson), None)
    if lesson and not session.asked("lesson"):
        navigation.link("learn", session.texts()("citation.lesson"), lesson=lesson)
    show_sources(*rules, *sources)


def show_sources(*rules: CitedRule) -> None:
    """Show where rules are written, each source once, at the first place named."""
    say, cited = session.texts(), dict[str, str]()
    for words, url in (citation for rule in rules for citation in rule.citations):
        cited.setdefault(url or words, f"[{words}]({url})" if url else words)
    sources = say("citation.between").join(cited.values())
    st.caption(say("citation.sources", sources=sources))


def why(slot: str, state: Answering) -> None:
    """Offer the reasons, or put them away again; *slot* names the place on the site."""
    words = session.texts()("verdict.less" if state.why else "verdict.why")
    button(words, f"why-{slot}", _toggle_why, state, shortcut="W")


def _toggle_why(state: Answering) -> None:
    state.why = not state.why


def show_why(
    puzzle: Puzzle, state: Answering, explanation: Explanation, reasons: Callable[[], None] | None
) -> None:
    """Show what happened, what may be behind the answer, and the rules with their sources.

    What happened is told card by card, or reason by reason. Of several parts answered, some of
    them wrong, it says first which.
    """
    with st.container(key="why"):
        if state.verdict and not state.verdict.correct:
            for mark in marks(puzzle, tuple(state.parts), state.verdict):
                running_text.small(mark)
        told_of, say = stories(puzzle), session.texts()
        for number, ruling in enumerate(told_of):
            sight = LadderSight(ruling, named=len(told_of) > 1)
            picture = ladder_picture(look(), sight, said=explanation.sentence)
            card_table(picture, key=f"ladder-{number}" if number else "ladder")
        # Beside a ladder, what the verdict has said already is not said at length as well.
        sentences = (
            explanation.sentences
            if explanation.correct or not told_of
            else explanation.sentences[1:]
        )
        more = [sentence for sentence in sentences if sentence != explanation.sentence]
        if more and not told_of:
            running_text.points(more)
        if reasons:
            reasons()
        if explanation.misconception:
            running_text.paragraphs(explanation.misconception[1])
        thoughts = perhaps(explanation, look()) if len(explanation.perhaps) > 1 else ""
        running_text.paragraphs(thoughts)
        known = (explanation.sentence, *(rules_told(ruling, say) for ruling in told_of))
        show_rules(explanation.rule, *explanation.notes, said=say("between").join(known))
        if explanation.misconception:
            more.append(explanation.misconception[1])
        if thoughts:
            more.append(thoughts)
        words = " ".join((*more, explanation.rule.text))
        announce("why", print_puzzle(puzzle), words)


def show_broken(rule: CitedRule, state: Answering) -> None:
    """Show the rule that a card breaks which may not be played."""
    with st.container(key="why"):
        show_rules(rule)
        announce("why", state.id, rule.text)


def other_rulebook(puzzle: Puzzle, slot: str, state: Answering, verdict: Verdict) -> None:
    """Offer what another rulebook says of the trick, where it says something else.

    Where several do, each is named.
    """
    say = session.texts()
    if len(stories(puzzle)) > 1:  # the question was what each of them says
        return
    for rulebook in verdict.dissents:
        alone = len(verdict.dissents) == 1
        named = say("verdict.by-other") if alone else say.name(rulebook)
        words = say("verdict.by-own") if state.other == rulebook.id else named
        button(words, f"other-{slot}-{rulebook.id}", _toggle_other, state, rulebook.id)


def _toggle_other(state: Answering, rulebook: str) -> None:
    state.other = "" if state.other == rulebook else rulebook


def other_says(puzzle: Puzzle, rulebook: str) -> str:
    """Return what another rulebook says."""
    say, other_rulebook = session.texts(), rulebook_of(rulebook)
    if puzzle.ruling:
        return dissent(puzzle, other_rulebook, say)
    seen = under(puzzle, other_rulebook)
    answer = answer_label(say, seen, seen.solution)
    return say("verdict.other-answer", rulebook=other_rulebook, answer=answer)
