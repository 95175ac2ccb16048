"""What is said beside the table of a game, what answers it, and the one place for what leads on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.calypso import Placement
from engine.cards import Suit
from engine.table import Seat
from tutor.drawing.cards import pip, prose, small_card, suit_class
from tutor.drawing.markup import Html, Look, classes, tag


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A button: what it reports, its words, and whether it leads on.

    ``suit`` is drawn before the words; ``open`` says whether what it opens is open. One that
    leads ``back`` is a sign alone where there is little room.
    """

    does: str
    words: str
    primary: bool = False
    suit: Suit | None = None
    open: bool | None = None
    back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What is said beside the table.

    ``kind`` is ``to-move``, ``naming``, ``settled`` (``settled last`` when a deal ends),
    ``illegal`` or ``over``. ``acts`` answer what is asked here, ``ways`` lead on: None at a
    table that is only looked at. ``mark`` names the occasion on which the first of them takes
    the focus, nothing if the hand keeps it.
    """

    kind: str
    head: str
    more: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()
    ways: tuple[Act, ...] | None = ()
    mark: str = ""


def line_html(look: Look, line: Line, *inside: Html) -> Html:
    """Draw the line; what is said while the others think stands there unseen."""
    more = (tag("p", prose(look, words), class_="more-words") for words in line.more)
    thinking = tag("p", look.say("table.thinking"), class_="thinking", data_key="thinking")
    return tag(
        "div",
        tag("p", prose(look, line.head), class_="headline", data_key="headline"),
        thinking,
        *more,
        *inside,
        _acts(line),
        class_=f"line-under {line.kind}",
        data_key="line",
    )


def _acts(line: Line) -> Html:
    if not line.acts:
        return Html()
    first = line.acts[0]
    return tag(
        "div",
        *(_act(act, line.mark if act == first else "") for act in line.acts),
        class_="acts",
        data_key="acts",
    )


def ways_html(line: Line) -> Html:
    """Draw what leads back and on; its place is in the window all the time, even if it is empty."""
    if line.ways is None:
        return Html()
    return tag(
        "div",
        *(_act(act, line.mark if act.primary else "") for act in line.ways),
        class_="ways",
        data_key="ways",
    )


def _act(act: Act, mark: str) -> Html:
    sign = Html()
    if act.back:
        sign = tag("span", "↶", class_="undo", aria_hidden="true")
    if act.suit:
        sign = tag("span", pip(act.suit), class_=f"sign {suit_class(act.suit)}", aria_hidden="true")
    return tag(
        "button",
        sign,
        tag("span", act.words, class_="words"),
        type="button",
        class_=classes("act", "primary" if act.primary else None, "back" if act.back else None),
        data_event="act",
        data_value=act.does,
        data_key=f"act-{act.does}",
        data_focus=mark or None,
        aria_expanded=None if act.open is None else str(act.open).lower(),
    )


def went_html(look: Look, placements: Sequence[Placement], winner: Seat) -> Html:
    """Draw where the cards of a won trick went: to whose calypso, and to whose pile."""
    groups = list(went(placements))
    if not groups:
        return Html()
    return tag(
        "ul",
        *(_group(look, builder, cards, winner) for builder, cards in groups),
        class_="went",
        role="list",
        data_key="went",
    )


def went(
    placements: Iterable[Placement],
) -> Iterable[tuple[Seat | None, tuple[Placement, ...]]]:
    """Put together the cards that went to the same place, the builders first."""
    found: dict[Seat | None, list[Placement]] = {}
    for placement in placements:
        found.setdefault(placement.builder, []).append(placement)
    for builder in sorted(found, key=lambda seat: seat is None):
        yield builder, tuple(found[builder])


def _group(look: Look, builder: Seat | None, placed: tuple[Placement, ...], winner: Seat) -> Html:
    say, cards = look.say, tuple(one.card for one in placed)
    seat = builder or winner
    if builder:
        heard = say("table.went.calypso", cards=cards, seat=seat)
        to = say("table.went.calypso.short", seat=seat)
    else:
        heard = say("table.went.pile", cards=cards, seat=seat)
        to = say("table.went.pile.short", seat=seat)
    return tag(
        "li",
        tag("span", heard, class_="spoken"),
        tag(
            "span",
            *(small_card(card) for card in cards),
            tag("span", "→", class_="to"),
            tag("span", to),
            class_="went-to",
            aria_hidden="true",
        ),
    )
