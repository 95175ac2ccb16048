"""What stands quietly below a question: how to pass it on, and how to report a problem.

It is one box, and what is in it is worked out when it is open: every element of a page is
drawn again by the browser while the learner waits for a verdict.
"""

from collections.abc import Callable

import streamlit as st

from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tutor import __version__
from tutor.pages.frame import address, session
from tutor.words.explanation import Explanation
from tutor.words.texts import Texts

REPORT = "report"
"""The key of the box."""


def report(puzzle: Puzzle, answer: str, explanation: Explanation | None, say: Texts) -> str:
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


def aside(
    puzzle: Puzzle, answer: str, explain: Callable[[], Explanation | None], *, shared: bool
) -> None:
    """Offer a report of everything needed, and where *shared* the puzzle's address and line.

    *explain* returns what was said to the answer; it is asked when the box is open.
    """
    say = session.texts()
    name = say("drill.share-or-report" if shared else "report.title")
    box = st.expander(name, key=REPORT, on_change="rerun", type="compact")
    if not box.open:
        return
    with box:
        if shared:
            line = print_puzzle(puzzle)
            st.write(say("drill.share-how"))
            st.code(address.of("drill", puzzle=line), language=None, wrap_lines=True)
            address.show_limits()
            st.write(say("drill.share-line"))
            st.code(line, language=None, wrap_lines=True)
            st.divider()
        text = report(puzzle, answer, explain(), say)
        st.write(say("report.how"))
        st.code(text, language=None, wrap_lines=True)
        st.download_button(
            say("report.download"), text, file_name="calypso-report.txt", key="report-file"
        )
