"""How far a learner is: the course as a path, a gauge for every rule, and a calendar."""

from collections.abc import Sequence
from dataclasses import dataclass

from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag
from tutor.learning.overview import Day, Strength

_ROUND = 100
"""The length of a ring, whatever its radius."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseLesson:
    """A lesson on the path: its id, number and title, and how far the learner is in it.

    ``share`` of it is done, 0 to 1; ``words`` say so, or how long it takes. ``next`` is whether
    it is where the learner goes on.
    """

    id: str
    number: int
    title: str
    words: str
    share: float = 0.0
    next: bool = False

    @property
    def done(self) -> bool:
        """Whether the lesson is finished."""
        return self.share >= 1


@dataclass(frozen=True, slots=True)
class CourseChapter:
    """A chapter on the path: its title, its promise and its lessons.

    ``deal`` names the lesson and the step that plays a whole deal, if one does. ``page`` names a
    page that belongs to the chapter beside its lessons, if one does: `course.<page>` is its name.
    """

    title: str
    promise: str
    lessons: tuple[CourseLesson, ...]
    deal: str = ""
    page: str = ""

    @property
    def done(self) -> int:
        """How many of its lessons are finished."""
        return sum(lesson.done for lesson in self.lessons)

    @property
    def share(self) -> float:
        """How much of it is done, 0 to 1; half a lesson counts half."""
        return sum(lesson.share for lesson in self.lessons) / len(self.lessons)


def course_picture(look: Look, chapters: Sequence[CourseChapter]) -> Picture:
    """Draw the whole path; every lesson is a button that says ``act`` and its id."""
    sentences = [_sentence(look, chapter) for chapter in chapters]
    return picture(look, "course", sentences, *(_chapter(look, chapter) for chapter in chapters))


def end_picture(
    look: Look, right: int, count: int, chapter: CourseChapter | None = None
) -> Picture:
    """Draw an end: a ring of the right answers and, of a lesson, that of its chapter.

    Under a lesson's rings stands what they count.
    """
    say = look.say
    sentences = [say("trial.result", right=right, count=count)] if count else []
    parts = [ring_html(right / count if count else 1, f"{right}/{count}" if count else "✓")]
    if chapter:
        sentences.append(_sentence(look, chapter))
        if count:
            parts.append(tag("p", say("course.end.right", count=count)))
        ring = ring_html(chapter.share, _count(chapter))
        parts.append(tag("p", ring, tag("span", say("course.end.of", title=chapter.title))))
    moment = tag("div", *parts, class_="moment", aria_hidden="true")
    return picture(look, "end", sentences, moment)


def ring_html(share: float, inside: str, *names: str) -> Html:
    """Draw a ring that is filled to *share*, with a few characters inside."""
    filled = round(_ROUND * min(max(share, 0.0), 1.0), 1)
    parts = [tag("circle", cx=18, cy=18, r=15, class_="groove")]
    if filled:
        parts.append(
            tag(
                "circle",
                cx=18,
                cy=18,
                r=15,
                pathLength=_ROUND,
                stroke_dasharray=f"{filled + (filled == _ROUND)} {_ROUND}",  # no seam when full
                transform="rotate(-90 18 18)",
                class_="filled",
            )
        )
    if inside:
        parts.append(tag("text", inside, x=18, y=18, dy=".36em", text_anchor="middle"))
    return tag(
        "svg", *parts, viewBox="0 0 36 36", class_=classes("ring", *names), aria_hidden="true"
    )


def _sentence(look: Look, chapter: CourseChapter) -> str:
    count = len(chapter.lessons)
    return look.say("course.chapter", title=chapter.title, done=chapter.done, count=count)


def _count(chapter: CourseChapter) -> str:
    return f"{chapter.done}/{len(chapter.lessons)}"


def _chapter(look: Look, chapter: CourseChapter) -> Html:
    words = tag("div", tag("h2", chapter.title), tag("p", chapter.promise))
    head = tag(
        "div", ring_html(chapter.share, _count(chapter), "large"), words, class_="chapter-head"
    )
    lessons = [tag("li", _lesson(look, lesson)) for lesson in chapter.lessons]
    if chapter.deal:
        lessons.append(tag("li", _way(look, "deal", chapter.deal)))
    if chapter.page:
        lessons.append(tag("li", _way(look, chapter.page, chapter.page)))
    return tag(
        "section",
        head,
        tag("ol", *lessons, role="list"),
        class_=classes("chapter", "whole" if chapter.done == len(chapter.lessons) else None),
        data_key=f"chapter-{chapter.lessons[0].id}",
    )


def _way(look: Look, name: str, value: str) -> Html:
    words = tag("span", look.say(f"course.{name}"), class_="title-of")
    sign = tag("span", "▶", class_="sign-of-deal", aria_hidden="true")
    return tag(
        "button", sign, words, type="button", class_="stop", data_event="act", data_value=value
    )


def _lesson(look: Look, lesson: CourseLesson) -> Html:
    name = look.say("course.lesson", number=lesson.number, title=lesson.title)
    return tag(
        "button",
        ring_html(lesson.share, "✓" if lesson.done else ""),
        tag("span", name, class_="title-of"),
        tag("span", lesson.words, class_="state"),
        type="button",
        class_=classes("stop", "next" if lesson.next else None),
        data_event="act",
        data_value=lesson.id,
    )


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
    sentences = [sentence for chapter in chapters for sentence in _sentences(look, chapter)]
    rows = [tag("li", *_row(chapter)) for chapter in chapters]
    return picture(look, "known", sentences, tag("ul", *rows, role="list", aria_hidden="true"))


def _sentences(look: Look, gauges: ChapterGauges) -> list[str]:
    """Return how far the chapter is, and of how many of its rules how much is known."""
    say = look.say
    levels = [rule.strength.level for rule in gauges.rules if rule.strength]
    sentences = [_sentence(look, gauges.chapter)]
    sentences += [
        say(f"course.known.{level}", count=levels.count(level))
        for level in ("firm", "good", "shaky")
        if level in levels
    ]
    if open_ := len(gauges.rules) - len(levels):
        sentences.append(say("course.known.open", count=open_))
    return sentences


def _row(of_chapter: ChapterGauges) -> tuple[Html, Html]:
    chapter = of_chapter.chapter
    ring = ring_html(chapter.share, _count(chapter))
    gauges = tag("span", *map(_gauge, of_chapter.rules), class_="gauges")
    return ring, tag("div", tag("span", chapter.title, class_="chapter-title"), gauges)


def _gauge(rule: RuleGauge) -> Html:
    """Draw a column: where the strength probably is, and a line at the best guess."""
    strength = rule.strength
    parts = [
        tag("title", rule.name),
        tag("rect", x=1, y=1, width=_WIDE - 2, height=_HIGH - 2, rx=3, class_="groove"),
    ]
    if strength:
        top, foot, middle = (
            _HIGH - _HIGH * share for share in (strength.high, strength.low, strength.mean)
        )
        parts += [
            tag("rect", x=1, y=f"{top:.1f}", width=_WIDE - 2, height=f"{foot - top:.1f}", rx=3),
            tag("line", x1=0, x2=_WIDE, y1=f"{middle:.1f}", y2=f"{middle:.1f}"),
        ]
    kind = classes("gauge", strength.level if strength else "open")
    return tag("svg", *parts, viewBox=f"0 -2 {_WIDE} {_HIGH + 4}", class_=kind)


FULL = 20
"""So many answers fill a day."""


def calendar_picture(look: Look, days: Sequence[Day]) -> Picture:
    """Draw successive days, the first a Monday, in weeks."""
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
