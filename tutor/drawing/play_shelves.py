"""What everybody at a table has built and won, compact enough to stand beside a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.calypso import Calypso, Place
from engine.cards import Card, Rank, Suit
from engine.table import Seat
from engine.winnings import Placement
from tutor.drawing.cards import card_back, pip, sign, suit_class
from tutor.drawing.markup import Html, Look, classes, tag
from tutor.frontend.signs import rank_sign
from tutor.words.sights import built


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """What one seat has built and won.

    ``calypsos`` and ``pile`` are those after the trick that lies on the table; ``placed``
    says where its cards went. ``points`` stands beside the name where seats score alone.
    ``called`` is what the learner calls the seat: ``South · you``.
    """

    seat: Seat
    called: str
    calypsos: tuple[Calypso, ...]
    pile: int
    points: int | None = None
    placed: tuple[Placement, ...] = ()
    to_pile: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SideShelves:
    """Shelves that score together, with their name and points; no name where all play alone."""

    shelves: tuple[Shelf, ...]
    name: str = ""
    points: int | None = None


def sides_html(look: Look, sides: Sequence[SideShelves], ranks: Sequence[Rank]) -> Html:
    """Draw the shelves of all sides.

    Args:
        look: For whom it is drawn.
        sides: The learner's first.
        ranks: The ranks that make a calypso.
    """
    falling = tuple(sorted(ranks, reverse=True))
    return tag(
        "div",
        *(_side(look, side, falling) for side in sides),
        class_=classes("sides", "one" if len(sides) == 1 else None),
        data_key="sides",
    )


def _side(look: Look, side: SideShelves, ranks: tuple[Rank, ...]) -> Html:
    title = Html()
    if side.name:
        points = tag("span", look.say("table.points", count=side.points or 0), class_="points")
        title = tag("p", tag("span", side.name), points, class_="side-name", data_key="name")
    shelves = (_shelf(look, shelf, ranks) for shelf in side.shelves)
    first = side.shelves[0].seat.value
    return tag("div", title, *shelves, class_="side", data_key=f"side-{first}")


def _shelf(look: Look, shelf: Shelf, ranks: tuple[Rank, ...]) -> Html:
    heard = look.say("picture.between").join(_sentences(look, shelf, ranks))
    rows = [_row(look, shelf, calypso, ranks) for calypso in shelf.calypsos]
    return tag(
        "div",
        tag("p", heard, class_="spoken", data_key="spoken"),
        _head(look, shelf),
        *rows,
        class_="compact",
        data_key=f"shelf-{shelf.seat.value}",
    )


def _sentences(look: Look, shelf: Shelf, ranks: tuple[Rank, ...]) -> Iterator[str]:
    """Return all that is seen of a shelf."""
    say, seat = look.say, shelf.seat
    yield from built(seat, shelf.calypsos, ranks, say)
    yield say("picture.pile", seat=seat, count=shelf.pile)
    if shelf.points is not None:
        yield say("table.points.of", seat=seat, count=shelf.points)


def _head(look: Look, shelf: Shelf) -> Html:
    """Name the seat; beside it stand its points and its pile, face down."""
    points = Html()
    if shelf.points is not None:
        points = tag("span", look.say("table.points", count=shelf.points), class_="points")
    more = Html()
    if shelf.to_pile:
        more = tag("span", f"+{len(shelf.to_pile)}", class_="more", data_key="more", data_enter="")
    pile = tag("span", card_back("mini"), str(shelf.pile), more, class_="heaped", data_key="pile")
    name = tag("span", shelf.called, class_="name")
    return tag("div", name, points, pile, class_="shelf-head", aria_hidden="true", data_key="head")


def _row(look: Look, shelf: Shelf, calypso: Calypso, ranks: tuple[Rank, ...]) -> Html:
    """Draw one suit: its sign, a place for each rank, and what is completed."""
    added = _added(shelf, calypso.suit, Place.CURRENT)
    begun = _added(shelf, calypso.suit, Place.NEXT)
    # Ranks that were added and are not there any more have completed a calypso.
    over = bool(begun) or not added <= calypso.ranks
    fresh = begun if over else added
    places = (_place(calypso, rank, is_new=rank in fresh) for rank in ranks)
    return tag(
        "div",
        sign(calypso.suit),
        tag("span", *places, class_=f"strip ranks-{len(ranks)} {suit_class(calypso.suit)}"),
        _stack(look, calypso, is_new=over),
        class_="strip-row",
        aria_hidden="true",
        data_key=f"row-{calypso.suit.value}",
    )


def _added(shelf: Shelf, suit: Suit, place: Place) -> frozenset[Rank]:
    """List the ranks of *suit* that the trick has put at *place*."""
    mine = (one for one in shelf.placed if one.builder == shelf.seat)
    return frozenset(one.card.rank for one in mine if one.card.suit == suit and one.place == place)


def _place(calypso: Calypso, rank: Rank, *, is_new: bool) -> Html:
    """Draw a rank that is there, or the faint sign of one that is missing."""
    held = rank in calypso.ranks
    return tag(
        "span",
        rank_sign(rank),
        class_=classes("bit", "held" if held else "missing", "fresh" if is_new else None),
        data_key=f"{'held' if held else 'missing'}-{calypso.completed}-{rank.letter}",
        data_enter="" if held else None,
    )


def _stack(look: Look, calypso: Calypso, *, is_new: bool) -> Html:
    """Draw the completed calypsos as a stack with their number."""
    if not calypso.completed:
        return tag("span", class_="done", data_key="done")
    heap = f"card mini heap {suit_class(calypso.suit)} deep-{min(calypso.completed, 4)}"
    return tag(
        "span",
        tag("span", pip(calypso.suit), class_=heap),
        tag("span", look.say("picture.count.completed", count=calypso.completed)),
        class_=classes("done", "fresh" if is_new else None),
        data_key=f"done-{calypso.completed}",
        data_enter="",
    )
