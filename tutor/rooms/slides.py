"""What a lesson shows between a room's questions: words, and the picture of a position."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import Card
from engine.rulebooks import RULEBOOKS, Rulebook
from engine.variants import VARIANTS
from tutor.lessons.steps import Lesson, Setting, Show, Try, Words

Told = tuple[tuple[str, str], ...]
"""A text as pairs of a language and its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide:
    """A page of a lesson that asks nothing.

    ``picture`` is the position shown, with the rulebook it is judged by; ``words`` are what is
    said to it, and ``title`` is the lesson's. Where ``tried``, phones let the cards of its hand
    be tried.
    """

    title: Told
    words: Told = ()
    picture: Show | None = None
    tried: bool = False

    @property
    def trial(self) -> Try | None:
        """The hand to be tried and the trick under way, if this is one."""
        if not self.tried or self.picture is None:
            return None
        shown = self.picture
        return Try(shown.setting, shown.trick, shown.hand, Words(dict(self.words)))


def told_in(told: Told, language: str) -> str:
    """Return a text in a language, or else in the first there is."""
    words = dict(told)
    return words.get(language) or next(iter(words.values()), "")


def joined(lesson: Lesson, said: Iterable[Words | None]) -> Told:
    """Put what is said together, in every language that the whole lesson has."""
    words = [one for one in said if one]
    if not words:
        return ()
    return tuple((one, "\n".join(text[one] for text in words)) for one in lesson.languages)


def slide_of(
    lesson: Lesson, said: Iterable[Words | None], step: Show | Try | None, book: Rulebook
) -> Slide:
    """Return what is said with a position, if there is one, judged by this rulebook."""
    show = Show(step.setting, step.trick, hand=step.hand) if isinstance(step, Try) else step
    if show:
        setting = replace(show.setting, rulebook=show.setting.rulebook or book, source=None)
        show = replace(show, setting=setting, words=None)
    return Slide(
        title=joined(lesson, [lesson.title]),
        words=joined(lesson, said),
        picture=show,
        tried=isinstance(step, Try),
    )


def write_slide(slide: Slide) -> dict[str, Any]:
    """Return a slide as plain data for JSON."""
    data: dict[str, Any] = {"title": dict(slide.title), "words": dict(slide.words)}
    if show := slide.picture:
        book = show.setting.rulebook
        data["picture"] = {
            "variant": show.setting.variant.id,
            "seating": show.setting.seating,
            "rulebook": book.id if book else None,
            "trick": show.trick,
            "calypsos": show.calypsos,
            "hand": " ".join(map(str, show.hand)),
            "sheet": show.sheet,
            "whole": show.whole,
        }
    if slide.tried:
        data["tried"] = True
    return data


def read_slide(data: Mapping[str, Any]) -> Slide:
    """Return the slide that `write_slide` has written."""
    title, words = tuple(data["title"].items()), tuple(data["words"].items())
    if "picture" not in data:
        return Slide(title=title, words=words)
    found = data["picture"]
    setting = Setting(
        variant=VARIANTS[found["variant"]],
        seating=found["seating"],
        rulebook=next((one for one in RULEBOOKS if one.id == found["rulebook"]), None),
    )
    show = Show(
        setting=setting,
        trick=found["trick"],
        calypsos=found["calypsos"],
        hand=tuple(map(Card.parse, found["hand"].split())),
        sheet=found["sheet"],
        whole=found["whole"],
    )
    return Slide(title=title, words=words, picture=show, tried=data.get("tried", False))
