"""The course as a path: a ring for every chapter and lesson, filled as far as the learner is."""

from collections.abc import Sequence
from dataclasses import dataclass

from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag

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
    """Draw an end: a ring of the right answers and, of a lesson, that of its chapter."""
    sentences = [look.say("trial.result", right=right, count=count)] if count else []
    parts = [ring_html(right / count if count else 1, f"{right}/{count}" if count else "✓")]
    if chapter:
        sentences.append(_sentence(look, chapter))
        ring = ring_html(chapter.share, _count(chapter))
        parts.append(tag("p", ring, tag("span", chapter.title)))
    moment = tag("div", *parts, class_="moment", aria_hidden="true")
    return picture(look, "end", sentences, moment)


def ring_html(share: float, inside: str = "", *names: str) -> Html:
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
                stroke_dasharray=f"{filled} {_ROUND}",
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
    """Draw one chapter: its ring, its promise, and its lessons."""
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
    """Draw what a chapter has beside its lessons as a button."""
    words = tag("span", look.say(f"course.{name}"), class_="title-of")
    sign = tag("span", "▶", class_="sign-of-deal", aria_hidden="true")
    return tag(
        "button", sign, words, type="button", class_="stop", data_event="act", data_value=value
    )


def _lesson(look: Look, lesson: CourseLesson) -> Html:
    """Draw one lesson as a button."""
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
