"""What a picture is and how it is styled, for whom it is drawn, and how its markup is written."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from html import escape

from puzzles.scenes import Sight
from tutor.frontend import Scheme, colours, style_sheet
from tutor.words.sights import news, sentences
from tutor.words.texts import Texts


@dataclass(frozen=True, slots=True)
class Look:
    """For whom a picture is drawn: the language, and two colours of suits or four."""

    say: Texts
    two_colour: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A position as markup and as words.

    ``description`` says in whole sentences all that the picture shows; it stands in
    ``html`` too, for readers who hear the page. ``announce`` is what has just changed.
    """

    html: str
    description: str
    announce: str = ""

    @property
    def unannounced(self) -> "Picture":
        """The same picture for a page that says itself what has changed: heard once, not twice."""
        return replace(self, announce="")


class Html(str):
    """Text that is markup already; every other string is escaped."""

    __slots__ = ()


def tag(name: str, *content: str, **attributes: str | int | None) -> Html:
    """Write one element.

    Args:
        content: Text, which is escaped, and `Html`, which is not.
        attributes: ``class_`` is class, ``data_key`` is data-key; None leaves one out.
    """
    written = "".join(
        [
            f' {_named(key)}="{escape(str(value))}"'
            for key, value in attributes.items()
            if value is not None
        ]
    )
    return Html(f"<{name}{written}>{join(content)}</{name}>")


@cache
def _named(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def join(content: Iterable[str]) -> Html:
    """Put pieces side by side, escaping those that are text."""
    return Html("".join([p if isinstance(p, Html) else escape(p, quote=False) for p in content]))


TOLD_INSIDE = frozenset({"ladder", "course"})
"""Kinds of picture whose parts carry their own sentences."""


def classes(*names: str | None) -> str:
    """Join class names, leaving out what is empty."""
    return " ".join(name for name in names if name)


def picture(
    look: Look, kind: str, sentences: Iterable[str], *content: Html, announce: str = ""
) -> Picture:
    """Put a picture together from its sentences and its parts; *kind* is its class."""
    description = look.say("picture.between").join(sentences)
    heard = tag("p", description, class_="spoken", data_key="spoken")
    html = tag(
        "div",
        *(() if kind in TOLD_INSIDE else (heard,)),
        *content,
        class_=classes("picture", kind, "two-colour" if look.two_colour else None),
        lang=look.say.tag,
        data_key=kind,
    )
    return Picture(html, description, announce)


def picture_of(look: Look, kind: str, sight: Sight, *content: Html) -> Picture:
    """Put the picture of *sight* together: its words are those of the scene, not of the markup."""
    told = sentences(sight, look.say)
    return picture(look, kind, told, *content, announce=news(sight, look.say))


def together(*pictures: Picture) -> Picture:
    """Put several pictures into one, side by side where there is room."""
    inside = (tag("div", Html(part.html), class_="part") for part in pictures)
    return Picture(
        tag("div", tag("div", *inside, class_="parts"), class_="together"),
        "\n".join(part.description for part in pictures),
        next((part.announce for part in pictures if part.announce), ""),
    )


_PARTS = ("table", "hand", "calypsos", "ladder", "calendar", "totals", "course")
_SHEETS = ("suits", "cards", *_PARTS)
"""In this order: the later ones build on the cards of the first."""


def style() -> str:
    """Return the style sheets of all pictures as one; their colours are those of the page."""
    return style_sheet(*_SHEETS)


def style_alone(dark: str) -> str:
    """Return them for where the tutor's pages are not round the pictures: with their colours.

    What is in a *dark* element, as a selector names it, has those of the dark.
    """
    own = colours(Scheme.DARK).items() - colours(Scheme.LIGHT).items()
    set_ = " ".join(f"--{name}: {value};" for name, value in sorted(own))
    return f"{dark} {{ {set_} }}\n{style_sheet('colours')}{style()}"
