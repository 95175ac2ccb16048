"""How a room's answers are spread, as markup: bars, words, and what is behind a wrong one."""

from collections.abc import Sequence
from dataclasses import dataclass

from tutor.drawing.markup import Html, classes, tag
from tutor.words.texts import Texts


@dataclass(frozen=True, slots=True)
class SpreadLine:
    """One answer: its words, how many gave it, and a sentence about what is behind a wrong one."""

    label: str
    count: int
    correct: bool
    behind: str | None


def spread_html(lines: Sequence[SpreadLine], say: Texts) -> str:
    """Draw one bar for every answer, the right one marked by a sign and a word.

    The whole track is everybody; the figures stand beside, so that nothing has to be read
    off a length or a colour. What is behind a wrong answer is said even if
    nobody gave it: it is what there is to talk about.
    """
    total = sum(line.count for line in lines)
    rows = [_row(line, total, say) for line in lines]
    return tag("ul", *rows, class_="spread", role="list")


def _row(line: SpreadLine, total: int, say: Texts) -> Html:
    share = round(100 * line.count / total) if total else 0
    sign = tag("span", "✓" if line.correct else "✗", class_="spread-sign", aria_hidden="true")
    head = [sign, tag("span", line.label, class_="spread-label")]
    if line.correct:
        head.append(tag("span", say("room.spread.right"), class_="spread-right-word"))
    figure = say("room.spread.figure", count=line.count, share=share)
    bar = tag("span", class_="spread-bar", style=f"width: {share}%", aria_hidden="true")
    body = [
        tag("p", *head, tag("span", figure, class_="spread-figure"), class_="spread-head"),
        tag("span", bar, class_="spread-track", aria_hidden="true"),
    ]
    if line.behind:
        pale = None if line.count else "spread-unheld"
        body.append(tag("p", line.behind, class_=classes("spread-misconception", pale)))
    kind = "spread-right" if line.correct else "spread-wrong"
    return tag("li", *body, class_=kind)


def names_html(names: Sequence[str], label: str) -> str:
    """List nicknames; whatever stands in one, it is text."""
    return tag("ul", *(tag("li", name) for name in names), class_="names", aria_label=label)
