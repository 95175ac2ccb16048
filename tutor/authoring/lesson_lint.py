"""A lesson held against all it must be: what keeps it from loading, or what else is wrong."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from tutor.authoring.descriptions import of_language, pictures, unheard
from tutor.guided.learners import at_random
from tutor.guided.trial import opening, run
from tutor.lessons.loading import Lesson, WholeDeal, Words, read
from tutor.lessons.yaml_lines import (
    Document,
    Key,
    LessonError,
    Problem,
    missing,
)
from tutor.words import languages
from tutor.words.texts import LANGUAGES


def lesson_problems(document: Document) -> tuple[list[Problem], Lesson | None]:
    """Check one lesson: what keeps it from loading or, if nothing does, what else is wrong."""
    try:
        lesson = read(document)
    except LessonError as error:
        return list(error.problems), None
    wanted = {one: LANGUAGES[one] for one in (*_written(lesson), *languages.complete())}
    found = list(_words(document, 0, "", ("title",), lesson.title, wanted))
    if lesson.chapter:
        found += _words(document, 0, "", ("chapter", "title"), lesson.chapter.title, wanted)
        found += _words(document, 0, "", ("chapter", "promise"), lesson.chapter.promise, wanted)
    for number, step in enumerate(lesson.steps, start=1):
        key: Key = ("steps", number - 1)
        message = untold(step) if isinstance(step, WholeDeal) else ""
        if message:
            line = document.line((*key, "play", "tell"))
            found.append(Problem(document.file, line, number, step.name, "play.tell", message))
        words = getattr(step, "words", None)
        if words is not None:
            inner = "say" if step.name == "say" else "words"
            found += _words(document, number, step.name, (*key, inner), words, wanted)
        message = unheard(pictures(step))
        if message:
            at = "at" if step.name == "ask" else step.name
            line = document.line((*key, at))
            found.append(Problem(document.file, line, number, step.name, at, message))
    return found, lesson


def _written(lesson: Lesson) -> tuple[str, ...]:
    """Return the languages in which somebody has written some of a lesson."""
    texts = (lesson.title, *(getattr(step, "words", None) for step in lesson.steps))
    found = {language for words in texts if words for language in words.texts}
    return tuple(language for language in LANGUAGES if language in found)


def _words(
    document: Document,
    number: int,
    step: str,
    key: Key,
    words: Words,
    wanted: Mapping[str, str],
) -> Iterator[Problem]:
    """Advise where words are missing, or stand under the wrong language."""
    inner = key[2:] if number else key
    for language, name in wanted.items():
        text = words.texts.get(language)
        missed = missing(language, name)
        message = of_language(language, text) if text else missed
        if message:
            place = ".".join(map(str, (*inner, language)))
            line = document.line((*key, language))
            yield Problem(document.file, line, number, step, place, message, advice=True)


def untold(step: WholeDeal) -> str:
    """Return which rules a deal does not tell every learner who plays by chance."""
    missed: Counter[Rule] = Counter()
    for number in range(_LEARNERS):
        position = opening(step.deal, RULEBOOKS[number % len(RULEBOOKS)])
        missed.update(
            run(step.setting.variant, position, step.tell, at_random, Random(number)).missing
        )
    if not missed:
        return ""
    rule, count = missed.most_common(1)[0]
    want = "want another deal, see tutor/guided/search.py, or leave that rule out"
    return f"{count} of {_LEARNERS} made-up learners are never told {rule.value!r} ({want})"


_LEARNERS = 10
"""How many learners try a guided deal; each takes a hundredth of a second."""
