"""What a learner knows and has done: a gauge for every rule, and a calendar of the answers."""

from collections.abc import Sequence
from dataclasses import dataclass

from tutor.drawing.course import CourseChapter, ring_html
from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag
from tutor.learning.overview import Day
from tutor.learning.strength import Strength

_HIGH, _WIDE = 40, 14
"""The size of a gauge, in its own units."""


@dataclass(frozen=True, slots=True)
class RuleGauge:
    """A rule by its name, and how strong the learner is in it; nothing before it was asked."""

    name: str
    strength: Strength | None


@dataclass(frozen=True, slots=True)
class ChapterGauges:
    """A chapter, and the rules that its lessons teach."""

    chapter: CourseChapter
    rules: tuple[RuleGauge, ...]


def known_picture(look: Look, chapters: Sequence[ChapterGauges]) -> Picture:
    """Draw each chapter with its ring, and a gauge for each of its rules."""
    sentences = [sentence for one in chapters for sentence in _sentences(look, one)]
    rows = [tag("li", *_row(one)) for one in chapters]
    return picture(look, "known", sentences, tag("ul", *rows, role="list", aria_hidden="true"))


def _sentences(look: Look, one: ChapterGauges) -> list[str]:
    """Return how far the chapter is, and of how many of its rules how much is known."""
    say, chapter = look.say, one.chapter
    done, count = chapter.done, len(chapter.lessons)
    levels = [rule.strength.level for rule in one.rules if rule.strength]
    said = [say("course.chapter", title=chapter.title, done=done, count=count)]
    said += [
        say(f"course.known.{level}", count=levels.count(level))
        for level in ("firm", "good", "shaky")
        if level in levels
    ]
    if open_ := len(one.rules) - len(levels):
        said.append(say("course.known.open", count=open_))
    return said


def _row(one: ChapterGauges) -> tuple[Html, Html]:
    """Draw a chapter's ring, its title and its gauges."""
    chapter = one.chapter
    ring = ring_html(chapter.share, f"{chapter.done}/{len(chapter.lessons)}")
    gauges = tag("span", *map(_gauge, one.rules), class_="gauges")
    return ring, tag("div", tag("span", chapter.title, class_="chapter-title"), gauges)


def _gauge(rule: RuleGauge) -> Html:
    """Draw a column: where the strength probably is, and a line at the best guess."""
    found = rule.strength
    parts = [
        tag("title", rule.name),
        tag("rect", x=1, y=1, width=_WIDE - 2, height=_HIGH - 2, rx=3, class_="groove"),
    ]
    if found:
        top, foot, at = (_HIGH - _HIGH * share for share in (found.high, found.low, found.mean))
        parts += [
            tag("rect", x=1, y=f"{top:.1f}", width=_WIDE - 2, height=f"{foot - top:.1f}", rx=3),
            tag("line", x1=0, x2=_WIDE, y1=f"{at:.1f}", y2=f"{at:.1f}"),
        ]
    kind = classes("gauge", found.level if found else "open")
    return tag("svg", *parts, viewBox=f"0 -2 {_WIDE} {_HIGH + 4}", class_=kind)


FULL = 20
"""So many answers fill a day."""


def calendar_picture(look: Look, days: Sequence[Day]) -> Picture:
    """Draw the days in weeks from Monday to Sunday.

    Args:
        look: For whom it is drawn.
        days: Successive days, the first a Monday.
    """
    say = look.say
    busy = [day for day in days if day.answers]
    sentences = [say("picture.calendar", count=len(busy), answers=sum(day.answers for day in busy))]
    heads = [tag("span", say(f"picture.weekday.{n}"), class_="weekday") for n in range(7)]
    cells = [_cell(look, day) for day in days]
    grid = tag("div", *heads, *cells, class_="calendar", aria_hidden="true", data_key="calendar")
    return picture(look, "days", sentences, grid)


def _cell(look: Look, day: Day) -> Html:
    depth = min(4, -(-4 * day.answers // FULL))
    return tag(
        "span",
        tag("span", str(day.date.day), class_="of-month"),
        tag("span", str(day.answers) if day.answers else "", class_="of-answers"),
        class_=classes("day", f"depth-{depth}"),
        title=look.say("picture.day", day=day.date, answers=day.answers),
        data_key=day.date.isoformat(),
    )
