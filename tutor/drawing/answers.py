"""What became of answers, as markup: the verdict on one, and how a room's are spread."""

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from tutor.drawing.cards import prose
from tutor.drawing.markup import Html, Look, classes, join, tag
from tutor.words.explanation import Explanation
from tutor.words.texts import Texts


def verdict_html(explanation: Explanation, look: Look, *, answered: bool = True) -> Html:
    """Return a verdict as one piece of markup: the mark, one sentence, and the misconception.

    Who has not answered is shown no mark.

    Of several misconceptions that there may be, none is told before the reasons are asked for.
    The group has the words for its name: whoever does not see it hears them all at once when
    the focus comes to it. The classes are styled round the pages.
    """
    idea, say = "", look.say
    if explanation.misconception:
        idea = say("verdict.misconception", misconception=explanation.misconception[0])
    elif len(explanation.perhaps) == 1:
        idea = perhaps(explanation, look)
    elif explanation.unknown:
        idea = say("verdict.unknown")
    right = explanation.correct if answered else None
    return told_html(look, explanation.headline, explanation.sentence, right=right, idea=idea)


def perhaps(explanation: Explanation, look: Look) -> str:
    """Return what the learner may be thinking, where it is not known which of a few."""
    say = look.say
    ideas = tuple(say("verdict.idea", misconception=idea) for idea in explanation.perhaps)
    return say("verdict.perhaps", count=len(ideas), ideas=say.series(ideas))


def told_html(
    look: Look, headline: str, sentence: str, *, right: bool | None, idea: str = ""
) -> Html:
    """Return the mark of right or wrong, if any, one sentence, and in a line of its own an idea."""
    mark, kind = _MARKS[right]
    sign = tag("span", mark, class_="verdict-sign", aria_hidden="true")
    told = look.say("picture.between").join(filter(None, (sentence, idea)))
    marked = (sign, " ") if mark else ()
    head = tag("h1", join((*marked, prose(look, headline))), class_="verdict-head")
    parts = [head, tag("p", prose(look, sentence))]
    if idea:
        parts.append(tag("p", prose(look, idea), class_="verdict-misconception"))
    return tag(
        "div",
        *parts,
        class_=f"verdict {kind}",
        role="group",
        aria_label=look.say("verdict.spoken", headline=headline, told=told),
        tabindex="-1",
        data_look="",
    )


_MARKS = {True: ("✓", "verdict-right"), False: ("✗", "verdict-wrong"), None: ("", "hint")}
"""The mark of an answer and the class of its box; without an answer there is no mark."""


@dataclass(frozen=True, slots=True)
class SpreadLine:
    """One answer: its words, how many gave it, and a sentence about what is behind a wrong one.

    ``correct`` is nothing where answers are summed up. ``before`` is how many gave it before
    neighbours talked; nothing where they did not.
    """

    label: str
    count: int
    correct: bool | None
    behind: str | None
    before: int | None = None


_SHORT = 24
"""Signs of a label that still may stand beside two votes, in two lines."""


def spread_html(lines: Sequence[SpreadLine], look: Look) -> str:
    """Draw one bar for every answer, the right one marked by a sign and a word.

    The whole track is everybody; the figures stand beside, so that nothing has to be read off a
    length or a colour. Where neighbours talked, the answers before stand above those after. What is
    behind a wrong answer is said even if nobody gave it: it is what there is to talk about.

    All figures are as wide as the widest: a bar beside one is as long as its share, in every row.
    """
    total = sum(line.count for line in lines)
    first = sum(line.before or 0 for line in lines)
    rows = [_row(line, total, first, look) for line in lines]
    widest = max(
        (
            _digits_wide(_figure(count, of, look.say))
            for line in lines
            for count, of in ((line.count, total), (line.before or 0, first))
        ),
        default=0,
    )
    short = all(len(line.label) <= _SHORT for line in lines)
    return tag(
        "ul",
        *rows,
        class_=classes("spread", "spread-short" if short else None),
        role="list",
        style=f"--figure: {widest}ch",
    )


def _row(line: SpreadLine, total: int, first: int, look: Look) -> Html:
    say = look.say
    mark = _MARKS[line.correct][0]
    sign = tag("span", mark, class_="spread-sign", aria_hidden="true")
    head = [sign, tag("span", prose(look, line.label), class_="spread-label")]
    if line.correct:
        head.append(tag("span", say("room.spread.right"), class_="spread-right-word"))
    if line.before is None:
        figure, track = _bar(line.count, total, say)
        body = [tag("p", *head, figure, class_="spread-head"), track]
    else:
        body = [tag("p", *head, class_="spread-head")]
        for name, count, of in (("before", line.before, first), ("after", line.count, total)):
            figure, track = _bar(count, of, say)
            when = tag("span", say(f"room.spread.{name}"), class_="spread-when")
            body += [tag("p", when, figure, class_=f"spread-head spread-{name}"), track]
    if line.behind:
        pale = None if line.count or line.before else "spread-unheld"
        body.append(tag("p", line.behind, class_=classes("spread-misconception", pale)))
    kind = {True: "spread-right", False: "spread-wrong", None: "spread-rest"}[line.correct]
    return tag("li", *body, class_=classes(kind, None if line.before is None else "spread-twice"))


def _bar(count: int, total: int, say: Texts) -> tuple[Html, Html]:
    width = f"width: {_share(count, total)}%"
    bar = tag("span", class_="spread-bar", style=width, aria_hidden="true")
    return (
        tag("span", _figure(count, total, say), class_="spread-figure"),
        tag("span", bar, class_="spread-track", aria_hidden="true"),
    )


def _share(count: int, total: int) -> int:
    return round(100 * count / total) if total else 0


def _figure(count: int, total: int, say: Texts) -> str:
    return say("room.spread.figure", count=count, share=_share(count, total))


def _digits_wide(figure: str) -> int:
    """Return how many digits are about as wide as *figure*, and no narrower."""
    return sum(2 if sign == "%" or east_asian_width(sign) in "WF" else 1 for sign in figure)


def names_html(names: Sequence[str], label: str) -> str:
    """List nicknames; whatever stands in one, it is text."""
    return tag(
        "ul", *(tag("li", name) for name in names), class_="names", role="list", aria_label=label
    )
