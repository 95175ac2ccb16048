"""Says by which rulebook a puzzle is judged, and shows rules with their sources."""

import streamlit as st

from puzzles.kinds import kind_of
from puzzles.puzzle import Puzzle
from puzzles.reasons import Verdict
from tutor.learning.explanation import CitedRule, judged_by
from tutor.pages.frame import navigation, session


def show_rulebook(puzzle: Puzzle, verdict: Verdict | None) -> None:
    """Name the rulebook a puzzle is judged by, where that matters."""
    if book := judged_by(puzzle, session.book(), verdict):
        both = kind_of(puzzle).about_rulebooks
        words = "ask.table-by" if both else "ask.by-rulebook"
        st.caption(session.texts()(words, rulebook=book))


def show_rule(rule: CitedRule, *, named: bool = True) -> None:
    """Show a rule in words, its sources, and the way to its lesson."""
    say = session.texts()
    if named:
        st.markdown(f"**{rule.name}**")
    st.write(rule.text)
    between = say("citation.between")
    sources = between.join(f"[{words}]({url})" if url else words for words, url in rule.citations)
    st.caption(say("citation.sources") + " " + sources)
    if rule.lesson:
        navigation.link("learn", say("citation.lesson"), lesson=rule.lesson)
