"""Calypsos as they grow, with all their places, or compact enough to stand beside a game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.calypso import Calypso, Place, Placement
from engine.cards import Card, Rank, Suit
from engine.table import Seat
from puzzles.scenes import ShelfSight, ShelvesSight
from tutor.drawing.cards import card_back, pip, sign, small_card, suit_class
from tutor.drawing.markup import Html, Look, Picture, classes, picture_of, tag
from tutor.words.sights import tell_built


def calypso_picture(look: Look, sight: ShelfSight) -> Picture:
    """Draw what a seat has built, and where the cards of a trick went."""
    shelf = _Shelf(look=look, sight=sight)
    rows = [row for calypso in sight.calypsos for row in shelf.rows(calypso)]
    words = look.say("picture.calypsos", seat=sight.seat)
    name = tag("p", words, class_="title", aria_hidden="true")
    return picture_of(look, "shelf", sight, name, *rows, shelf.won())


@dataclass(frozen=True, kw_only=True)
class _Shelf:
    look: Look
    sight: ShelfSight

    def rows(self, calypso: Calypso) -> Iterator[Html]:
        """Draw one suit; while cards are laid, below a calypso they complete the next one too."""
        suit, now = calypso.suit, self.sight.under_way(calypso)
        placed = self.sight.added
        added, begun = _added(placed, suit, Place.CURRENT), _added(placed, suit, Place.NEXT)
        # Ranks that were added and are not there any more have completed a calypso.
        over = not self.sight.laid and (not added <= now or bool(begun))
        stack = self.stack(calypso, tuple(sorted(added, reverse=True)) if over else ())
        yield self.row(f"{suit.value}{calypso.completed}", now, begun if over else added, stack)
        following = self.sight.begun(calypso)
        if following is not None:
            name = self.look.say(f"name.next.{self.sight.seat.value}")
            yield tag("p", name, class_="title next", aria_hidden="true", data_key=f"next-{suit}")
            yield self.row(f"{suit.value}{calypso.completed + 1}", following, begun, Html())

    def row(self, which: str, ranks: frozenset[Rank], new: frozenset[Rank], stack: Html) -> Html:
        """Draw a calypso, such as ``S1``: its sign, the places in order of rank, its *stack*."""
        suit, completed = Suit(which[0]), int(which[1:])
        slots = tag(
            "div",
            *(
                self.slot(Calypso(suit, ranks & {rank}, completed), rank, is_new=rank in new)
                for rank in self.sight.ranks
            ),
            class_=f"slots ranks-{len(self.sight.ranks)}",
            data_key="slots",
        )
        key = f"calypso-{which}"
        parts = (sign(suit), slots, stack)
        return tag("div", *parts, class_="calypso", aria_hidden="true", data_key=key)

    def slot(self, calypso: Calypso, rank: Rank, *, is_new: bool) -> Html:
        """Draw a card that is there, or the faint rank of one that is missing."""
        if rank not in calypso.ranks:
            faint = tag("span", rank.sign, class_="faint")
            key = f"empty-{rank.letter}"
            return tag("span", faint, class_=f"place {suit_class(calypso.suit)}", data_key=key)
        card = small_card(Card(calypso.suit, rank))
        words = self.look.say("picture.mark.new")
        mark = tag("span", words, class_="flag new") if is_new else Html()
        kind = classes("place", "new" if is_new else None)
        key = f"held-{calypso.completed}-{rank.letter}"
        return tag("span", card, mark, class_=kind, data_key=key, data_enter="")

    def stack(self, calypso: Calypso, finishing: tuple[Rank, ...]) -> Html:
        """Draw the completed calypsos as a stack with their number."""
        if not calypso.completed:
            return tag("div", class_="stack", data_key="stack")
        say, suit = self.look.say, calypso.suit
        pile = _heap(calypso)
        words = [tag("span", say("picture.count.completed", count=calypso.completed))]
        cards = [small_card(Card(suit, rank)) for rank in finishing]
        if cards:
            mark = tag("span", say("picture.mark.completes", count=len(cards)), class_="flag new")
            words.append(tag("span", *cards, mark, class_="finishing", data_enter=""))
        count = tag("span", *words, class_="words")
        return tag("div", pile, count, class_="stack", data_key="stack")

    def won(self) -> Html:
        """Draw the won pile face down, and the cards that go there."""
        if self.sight.pile is None and not self.sight.to_pile:
            return Html()
        say = self.look.say
        going = [
            tag(
                "span", small_card(card), class_="going", data_key=f"{number}-{card}", data_enter=""
            )
            for number, card in enumerate(self.sight.to_pile)
        ]
        if going:
            going.append(tag("span", say("picture.mark.to-pile"), class_="arrow"))
        words = "" if self.sight.pile is None else say("picture.count.pile", count=self.sight.pile)
        pile = (card_back("small"), tag("span", words, class_="words"))
        return tag("div", *going, *pile, class_="won", aria_hidden="true", data_key="won")


def _added(placed: Iterable[Placement], suit: Suit, place: Place) -> frozenset[Rank]:
    """List the ranks of *suit* that a trick has put at *place*."""
    return frozenset(p.card.rank for p in placed if p.card.suit == suit and p.place == place)


def _heap(calypso: Calypso, size: str = "") -> Html:
    """Draw the completed calypsos of a suit as cards that lie on each other."""
    deep = f"deep-{min(calypso.completed, 4)}"
    kind = classes("card", size, "heap", suit_class(calypso.suit), deep)
    return tag("span", pip(calypso.suit), class_=kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """What one seat has built and won, and what the learner calls the seat: ``South · you``.

    ``points`` stands beside the name where seats score alone; ``counted`` is whose points are
    among them too, in split partnership.
    """

    sight: ShelfSight
    called: str
    points: int | None = None
    counted: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SideShelves:
    """Shelves that score together, with their name and points; no name where all play alone."""

    shelves: tuple[Shelf, ...]
    name: str = ""
    points: int | None = None


def sides_html(look: Look, sides: Sequence[SideShelves]) -> Html:
    """Draw the shelves of all sides, the learner's first."""
    drawn, kind = (_side(look, side) for side in sides), "one" if len(sides) == 1 else None
    return tag("div", *drawn, class_=classes("sides", kind), data_key="sides")


def _side(look: Look, side: SideShelves) -> Html:
    title = Html()
    if side.name:
        points = tag("span", look.say("table.points", count=side.points or 0), class_="points")
        title = tag("p", tag("span", side.name), points, class_="side-name", data_key="name")
    shelves = (_shelf(look, shelf) for shelf in side.shelves)
    first = side.shelves[0].sight.seat.value
    return tag("div", title, *shelves, class_="side", data_key=f"side-{first}")


def _shelf(look: Look, shelf: Shelf) -> Html:
    heard = look.say("picture.between").join(_sentences(look, shelf))
    rows = [_marked(look, shelf.sight, calypso) for calypso in shelf.sight.calypsos]
    spoken = tag("p", heard, class_="spoken", data_key="spoken")
    key = f"shelf-{shelf.sight.seat.value}"
    return tag("div", spoken, _head(look, shelf), *rows, class_="compact", data_key=key)


def _sentences(look: Look, shelf: Shelf) -> Iterator[str]:
    say, sight = look.say, shelf.sight
    yield from tell_built(sight.seat, sight.calypsos, sight.ranks, say)
    yield say("picture.pile", seat=sight.seat, count=sight.pile or 0)
    if shelf.points is not None:
        yield say("table.points.of", seat=sight.seat, count=shelf.points)
    if shelf.counted:
        yield say("table.points.counted", seat=shelf.counted)


def _head(look: Look, shelf: Shelf) -> Html:
    points = Html()
    if shelf.points is not None:
        told = look.say("table.points", count=shelf.points)
        if shelf.counted:
            told = look.say("table.points.with", count=shelf.points, seat=shelf.counted)
        points = tag("span", told, class_="points")
    more = Html()
    if going := len(shelf.sight.to_pile):
        more = tag("span", f"+{going}", class_="more", data_key="more", data_enter="")
    count = str(shelf.sight.pile or 0)
    pile = tag("span", card_back("mini"), count, more, class_="heaped", data_key="pile")
    name = tag("span", shelf.called, class_="name")
    return tag("div", name, points, pile, class_="shelf-head", aria_hidden="true", data_key="head")


def _marked(look: Look, sight: ShelfSight, calypso: Calypso) -> Html:
    """Draw one calypso, with a mark on what a trick has added or completed."""
    added = _added(sight.added, calypso.suit, Place.CURRENT)
    begun = _added(sight.added, calypso.suit, Place.NEXT)
    # Ranks that were added and are not there any more have completed a calypso.
    over = bool(begun) or not added <= calypso.ranks
    done = _stack(look, calypso, is_new=over)
    return _row(look, calypso, sight.ranks, done, fresh=begun if over else added)


def _row(
    look: Look,
    calypso: Calypso,
    ranks: tuple[Rank, ...],
    done: Html,
    *,
    seat: Seat | None = None,
    fresh: frozenset[Rank] = frozenset(),
) -> Html:
    """Draw one calypso: whose it is, its suit, a place for every rank, how many are *done*."""
    places = (_place(calypso, rank, is_new=rank in fresh) for rank in ranks)
    return tag(
        "div",
        tag("span", look.say.name(seat), class_="name") if seat else Html(),
        sign(calypso.suit),
        tag("span", *places, class_=f"strip ranks-{len(ranks)} {suit_class(calypso.suit)}"),
        done,
        class_=classes("strip-row", "of-seat" if seat else None),
        aria_hidden="true",
        data_key=f"row-{calypso.suit.value}",
    )


def _place(calypso: Calypso, rank: Rank, *, is_new: bool) -> Html:
    """Draw a rank that is there, or the faint sign of one that is missing."""
    held = rank in calypso.ranks
    return tag(
        "span",
        rank.sign,
        class_=classes("bit", "held" if held else "missing", "fresh" if is_new else None),
        data_key=f"{'held' if held else 'missing'}-{calypso.completed}-{rank.letter}",
        data_enter="" if held else None,
    )


def _stack(look: Look, calypso: Calypso, *, is_new: bool = False, room: bool = False) -> Html:
    """Draw how many are completed; if none, nothing, or *room* for as much."""
    if not calypso.completed and not room:
        return tag("span", class_="done", data_key="done")
    return tag(
        "span",
        _heap(calypso, "mini"),
        tag("span", look.say("picture.count.completed", count=calypso.completed or 1)),
        class_=classes("done", "fresh" if is_new else None, None if calypso.completed else "room"),
        data_key=f"done-{calypso.completed}",
        data_enter="",
    )


def calypsos_picture(look: Look, sight: ShelvesSight) -> Picture:
    """Draw all calypsos under way as narrow strips; say what is to be seen at the seats, too."""
    built = [(seat, calypso) for seat, calypsos in sight.built.items() for calypso in calypsos]
    some = any(calypso.completed for _, calypso in built)
    rows = [
        _row(look, calypso, sight.ranks, _stack(look, calypso, room=some), seat=seat)
        for seat, calypso in built
    ]
    return picture_of(look, "strips", sight, tag("div", *rows, class_="compact"))
