"""The keys of a lesson file and what may stand under each; what it means is checked later."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tutor.lessons.yaml_lines import (
    Document,
    Key,
    Problem,
    answer_error,
    quoted,
    slip_of,
    suggestion,
    wide_colon,
)
from tutor.words.languages import complete
from tutor.words.texts import LANGUAGES

Text = Annotated[str, Field(min_length=1, max_length=4000)]
ByLanguage = dict[str, Text]
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]


class Shape(BaseModel):
    """A mapping with these keys and no others; no value is bent into another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, str_strip_whitespace=True)


class ChapterShape(Shape):
    """``chapter: {title: …, promise: …}``: a chapter begins with this lesson."""

    title: ByLanguage
    promise: ByLanguage


_S = TypeVar("_S", bound=Shape)


class LessonShape(Shape):
    """A whole file; its steps are looked at one by one."""

    id: Id
    rules: Annotated[list[Text], Field(min_length=1, max_length=20)]
    title: ByLanguage
    chapter: ChapterShape | None = None
    steps: Annotated[list[Any], Field(min_length=1, max_length=60)]


class PositionShape(Shape):
    """The keys by which ``show``, ``ask`` and ``try`` all set the table."""

    table: Text
    variant: Text = "partnership"
    rulebook: Text | None = None
    source: Annotated[Text | None, Field(alias="from")] = None


class ShowPosition(PositionShape):
    """A table, with a trick, calypsos or the learner's hand, or else with one score sheet."""

    trick: Text | None = None
    calypsos: Text | None = None
    hand: Text | None = None
    whole: bool = False
    sheet: Text | None = None


class AskPosition(PositionShape):
    """A table and what lies on it; a kind of question takes some of these keys, see `Kind.keys`.

    ``position`` stands for all of them, as the puzzle's line has it.
    """

    trick: Text | None = None
    hand: Text | None = None
    seat: Text | None = None
    calypsos: Text | None = None
    deal: Annotated[int | None, Field(ge=2, le=4)] = None
    position: Text | None = None


class TryPosition(PositionShape):
    """A table, the trick so far and the hand of the player who is next."""

    trick: Text
    hand: Text


class PlayTask(PositionShape):
    """The cards of a whole deal, how many tricks of it are played, and the rules to tell."""

    deal: Text
    until: Annotated[int | None, Field(ge=1, le=16)] = None
    tell: Annotated[list[Text], Field(min_length=1, max_length=30)]


class DrillTask(Shape):
    """Which rule, beside which others, in what kind of question, how often."""

    rule: Text
    beside: list[Text] = Field(default_factory=list)
    count: Annotated[int, Field(ge=1, le=20)]
    kind: Text = "who-wins"
    variant: Text = "partnership"


class StepShape(Shape):
    """What every step may have: a name of its own, by which it is found from elsewhere."""

    id: Id | None = None


class SayShape(StepShape):
    """``say: {en: …, ja: …}``."""

    say: ByLanguage


class ShowShape(StepShape):
    """``show: {table: …, trick: …}``."""

    show: ShowPosition
    words: ByLanguage | None = None
    expect: Text | None = None


class AskShape(StepShape):
    """``ask: who-wins`` and ``at: {table: …, trick: …}``."""

    ask: Text
    at: AskPosition
    why: bool = False
    words: ByLanguage | None = None
    expect: Text | None = None


class TryShape(StepShape):
    """``try: {table: …, trick: …, hand: …}``."""

    task: Annotated[TryPosition, Field(alias="try")]
    words: ByLanguage


class ChooseShape(StepShape):
    """``choose: rulebook``."""

    choose: Text
    words: ByLanguage


class DrillShape(StepShape):
    """``drill: {rule: …, count: …}``."""

    drill: DrillTask


class PlayShape(StepShape):
    """``play: {table: …, deal: …, tell: […]}``."""

    play: PlayTask
    words: ByLanguage | None = None


STEPS: Mapping[str, type[StepShape]] = {
    "say": SayShape,
    "show": ShowShape,
    "ask": AskShape,
    "try": TryShape,
    "drill": DrillShape,
    "choose": ChooseShape,
    "play": PlayShape,
}
"""The closed set of steps, by the key that a step begins with."""

_BY_LANGUAGE = f"a text for each language ({', '.join(complete())})"
WANTED = {
    "id": "small letters, digits and hyphens, such as 'leading-your-own-trump'",
    "rules": "a list of rules, such as [trick.ruff-wins]",
    "title": _BY_LANGUAGE,
    "chapter": "the title and the promise of the chapter that begins with this lesson",
    "promise": f"one line on what the chapter teaches: {_BY_LANGUAGE}",
    "steps": f"a list of steps, each one of {', '.join(STEPS)}",
    "say": _BY_LANGUAGE,
    "words": _BY_LANGUAGE,
    "show": "a position, such as {table: N=C E=S S=D W=H, trick: N C9 CJ C6 C5}",
    "at": "a position, such as {table: N=C E=S S=D W=H, trick: N C9 CJ C6 C5}",
    "try": "a position with a hand, such as {table: …, trick: E H8 HJ, hand: H2 D4}",
    "drill": "a rule and a count, such as {rule: trick.ruff-wins, count: 3}",
    "ask": "a kind of question, such as who-wins",
    "table": "seats clockwise with their trumps, such as N=C E=S S=D W=H",
    "trick": "the leader and then the cards, such as N H8 HJ HT H3",
    "hand": "cards, such as H2 H9 D4",
    "calypsos": "calypsos that are not empty, such as D0:AJ3 C1:K",
    "deal": "a whole number from 2 to 4",
    "play": "a table and a deal, such as {table: …, deal: …, tell: [trick.ruff-wins]}",
    "play.deal": "the dealer : four hands : calypsos, such as S : N C2 … : E … : S … : W … : C0:AK",
    "until": "how many tricks are played, a whole number from 1 to 16",
    "tell": "a list of rules in the order they are told, such as [trick.ruff-wins]",
    "sheet": "a seat : its calypsos : cards in the pile, such as S : D1:AK : 17",
    "choose": "a setting, such as rulebook",
    "rule": "a rule, such as trick.ruff-wins",
    "beside": "a list of rules, such as [trick.suit-highest]",
    "count": "a whole number from 1 to 20",
    "whole": "true, if the whole trick is there from the start, or false",
}
"""What an author should have written under a key, where that is more than its type."""


def shaped(shape: type[_S], value: object) -> tuple[_S | None, tuple[tuple[Key, str], ...]]:
    """Return *value* in this shape, or what keeps it from that, each with the key it is under."""
    try:
        built = shape.model_validate(value)
    except ValidationError as error:
        return None, tuple(
            _problem(shape, fault["type"], fault["loc"], fault["input"], fault.get("ctx"))
            for fault in error.errors(include_url=False)
        )
    unsaid = tuple(_problem(shape, "", place, None) for place in _unsaid(value))
    return (None if unsaid else built), unsaid


def _unsaid(value: object, place: Key = ()) -> Iterator[Key]:
    """Yield the keys under which nothing is written: what may be left out is left out whole."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        if inner is None:
            yield (*place, key)
        else:
            yield from _unsaid(inner, (*place, key))


def names_of(step: object) -> list[str]:
    """List which of `STEPS` a step is; one, where it is sound."""
    return [name for name in STEPS if isinstance(step, dict) and name in step]


def problem(
    document: Document, key: Key, error: str | ValueError, line: int = 0, *, advice: bool = False
) -> Problem:
    """Return what is wrong with the value under *key*, and in which step or entry that is."""
    number, name, inner = _within(document, key)
    where = line or document.line(key)
    path, message = ".".join(map(str, inner)), str(error)
    answer, slip = answer_error(error), slip_of(error, document)
    return Problem(document.file, where, number, name, path, message, advice, answer, slip)


def _within(document: Document, key: Key) -> tuple[int, str, Key]:
    """Return in which step of a lesson, or entry of a bank, *key* is, its name, and where there."""
    match key:
        case ("steps", int(place), *inner):
            names = [name for step in document.steps[place : place + 1] for name in names_of(step)]
        case (int(place), *inner):
            entries = document.value if isinstance(document.value, list) else []
            ids = [raw.get("id") for raw in entries[place : place + 1] if isinstance(raw, dict)]
            names = [id_ for id_ in ids if isinstance(id_, str)]
        case _:
            return 0, "", key
    return place + 1, names[0] if len(names) == 1 else "", tuple(inner)


def wanted(place: Key) -> str:
    """Return what an author should have written at *place*, or nothing if its type says it."""
    return WANTED.get(".".join(map(str, place[-2:])), WANTED.get(str(place[-1]), ""))


def _problem(
    shape: type[Shape],
    fault: str,
    place: Key,
    found: object,
    limits: Mapping[str, object] | None = None,
) -> tuple[Key, str]:
    if said := wide_colon(str(place[-1]) if fault == "extra_forbidden" else found):
        return place, said
    by_language = known(shape, place) == tuple(LANGUAGES)
    text = _BY_LANGUAGE if by_language else "a text"
    typed = "true or false" if fault == "bool_type" else text
    want = wanted(place) or typed if place else "keys and values"
    if fault == "missing":
        return place, f"missing (want {want})"
    keys = known(shape, place[:-1])
    if fault == "extra_forbidden" or (keys and place and place[-1] not in keys):  # no language
        near = suggestion(str(place[-1]), keys)
        return place, f"no such key (want one of {', '.join(keys)}{near})"
    if limits and "max_length" in limits and isinstance(found, str | list):
        parts = "characters" if isinstance(found, str) else "entries"
        return place, f"want at most {limits['max_length']} {parts}, found {len(found)}"
    return (
        place,
        f"want {want}, found {'nothing' if found in (None, '', [], {}) else quoted(found)}",
    )


def known(shape: type[BaseModel], place: Key) -> tuple[str, ...]:
    """Return the keys there may be at a place within a shape; none where none may be."""
    for depth, key in enumerate(place, start=1):
        fields = shape.model_fields.items()
        inner = next(
            (info.annotation for name, info in fields if key == (info.alias or name)), None
        )
        kinds = (inner, *get_args(inner))
        if ByLanguage in kinds:
            return tuple(LANGUAGES) if depth == len(place) else ()
        shapes = (kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel))
        within = next(shapes, None)
        if within is None:
            return ()
        shape = within
    return tuple(field.alias or name for name, field in shape.model_fields.items())
