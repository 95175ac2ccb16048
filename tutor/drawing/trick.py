"""The table with its seats, and the cards of a trick as they are played."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.cards import Suit
from engine.table import Seat, Table
from engine.trick import Play, Ruling, Trick
from engine.variants import Variant
from tutor.drawing.cards import card_class, face, pip, sign, spoken_name, suit_class
from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag
from tutor.words.places import YOU

PLACES = {
    4: ("bottom", "left", "top", "right"),
    3: ("bottom", "left", "right"),
    2: ("bottom", "top"),
}
"""Where the seats are drawn, clockwise from the learner's own, by how many there are."""

MAJORS = frozenset({Suit.SPADES, Suit.HEARTS})
"""The suits of one side; the other two are the minors."""


def trick_picture(
    look: Look,
    variant: Variant,
    table: Table,
    trick: Trick | None = None,
    *,
    dealer: Seat | None = None,
    turn: Seat | None = None,
    me: Seat = Seat.SOUTH,
    you: Seat | None = None,
    shown: int | None = None,
    asked: int | None = None,
    ruling: Ruling | None = None,
    chosen: Seat | None = None,
    pick: bool = False,
    unnamed: Collection[Seat] = (),
    beside: Mapping[Seat, Html] | None = None,
) -> Picture:
    """Draw a table and the trick that lies on it.

    Args:
        look: For whom it is drawn.
        variant: Says who are partners and how many cards make a trick.
        table: Who sits where, with which trump.
        trick: The cards; without one the table is empty.
        dealer: Who dealt, if that is to be seen.
        turn: Who is to play, if anybody.
        me: The seat at the bottom; the others follow clockwise.
        you: The seat that is the learner's own, if the learner sits at this table.
        shown: How many cards have been played so far; all of them, if left out.
        asked: The card that a question is about, by its place in the order of play.
        ruling: Who won, once that may be seen.
        chosen: The seat the learner named as winner.
        pick: Make every card a button that names its seat (event ``choose``).
        unnamed: Seats whose trump has not been named yet (Calypso for Two).
        beside: What else lies at a seat under its place card, such as the backs of its cards.
    """
    scene = _Scene(
        look=look,
        variant=variant,
        table=table,
        plays=trick.plays[:shown] if trick else (),
        dealer=dealer,
        turn=turn,
        me=me if me in table.seats else table.seats[-1],
        you=you if you in table.seats else None,
        asked=asked,
        ruling=ruling,
        chosen=chosen,
        pick=pick,
        unnamed=frozenset(unnamed),
        beside=beside or {},
    )
    sentences = list(scene.sentences())
    return picture(look, "table", sentences, scene.felt(), announce=scene.news())


@dataclass(frozen=True, kw_only=True)
class _Scene:
    """A table as it is to be seen; the fields are those of `trick_picture`."""

    look: Look
    variant: Variant
    table: Table
    plays: tuple[Play, ...]
    dealer: Seat | None
    turn: Seat | None
    me: Seat
    you: Seat | None
    asked: int | None
    ruling: Ruling | None
    chosen: Seat | None
    pick: bool
    unnamed: frozenset[Seat] = frozenset()
    beside: Mapping[Seat, Html] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """Whether hands lie open at the seats."""
        return any("laid-open" in beside for beside in self.beside.values())

    def sentences(self) -> Iterator[str]:
        """Return all that is seen, the rulebook that a ruling may hang on included."""
        say, table = self.look.say, self.table
        for seat, trump in zip(table.seats, table.trumps, strict=True):
            if seat in self.unnamed:
                yield say("picture.seat.unnamed", seat=seat, suits=self.builds(seat))
            else:
                yield say("picture.seat", seat=seat, suit=trump)
        if self.you:
            yield say("picture.you", seat=self.you)
        sides = self.variant.feeds
        if len(sides[0]) > 1:
            yield say("picture.partners", pair=sides[0], others=sides[1])
        if self.twice:
            yield say("picture.two-cards")
        else:
            yield say("picture.rulebook", rulebook=table.rulebook)
        if self.dealer:
            yield say("picture.dealer", seat=self.dealer)
        yield from self.course()

    def course(self) -> Iterator[str]:
        """Return what has been played, who is next, and who won."""
        say, count = self.look.say, len(self.plays)
        yield from (self.story(index, play) for index, play in enumerate(self.plays))
        if not count:
            yield say("picture.no-card")
        elif count < self.variant.trick:
            yield say("picture.still-to-come", count=self.variant.trick - count)
        if self.turn:
            yield say("picture.turn", seat=self.turn)
        if self.ruling:
            won = self.ruling.winning
            yield say("picture.won", seat=won.seat, card=won.card)
            if self.chosen and self.chosen != won.seat:
                yield say("picture.answered", seat=self.chosen)

    def story(self, index: int, play: Play) -> str:
        """Return who played what; the first card names the suit led."""
        say, seat, card = self.look.say, play.seat, play.card
        if index == 0:
            return say("picture.leads", seat=seat, card=card, suit=card.suit)
        return say("picture.plays", seat=seat, card=card)

    def news(self) -> str:
        """Return what changed last."""
        if self.ruling:
            won = self.ruling.winning
            return self.look.say("picture.won", seat=won.seat, card=won.card)
        return self.story(len(self.plays) - 1, self.plays[-1]) if self.plays else ""

    @property
    def twice(self) -> bool:
        """Whether everybody plays two cards to a trick, which lie in a row between the seats."""
        return self.variant.trick > len(self.table.seats)

    def felt(self) -> Html:
        """Draw the table from above."""
        seats = self.table.clockwise(self.me, len(self.table.seats))
        places = dict(zip(seats, PLACES[len(seats)], strict=True))
        # In the document the seats stand as they play: that is how keys reach their cards.
        first = self.plays[0].seat if self.plays else self.turn or self.me
        parts = [self.seat(seat, places[seat]) for seat in self.table.clockwise(first, len(seats))]
        if self.twice:
            parts.insert(1, self.row())
        parts.append(self.led())
        return tag(
            "div",
            *parts,
            class_=classes("felt", f"seats-{len(seats)}", "open" if self.open else None),
            data_key="felt",
        )

    def seat(self, seat: Seat, place: str) -> Html:
        """Draw a place card and, except for two players, the card in front of it."""
        say, trump = self.look.say, self.table.trump(seat)
        led = bool(self.plays) and self.plays[0].seat == seat
        marks = [
            tag("span", say(f"picture.mark.{mark}"), class_=f"mark {mark}", data_key=mark)
            for mark, holds in [
                ("dealer", seat == self.dealer),
                ("led", led),
                ("to-play", seat == self.turn),
            ]
            if holds
        ]
        names = tag(
            "span",
            self.named(seat),
            tag("span", self.trump(seat), class_="trump"),
            class_="names",
        )
        side = "alone"
        if len(self.variant.feeds[0]) > 1:
            side = "major" if trump in MAJORS else "minor"
        plate = tag(
            "div",
            tag("span", self.signs(seat), names, class_="who"),
            tag("span", *marks, class_="marks"),
            class_=classes("plate", side, "turn" if seat == self.turn else None),
            aria_hidden="true",
            data_key="plate",
        )
        content = [plate]
        if seat in self.beside:
            content = [tag("div", plate, self.beside[seat], class_="post", data_key="post")]
        if not self.twice:
            mine = [index for index, play in enumerate(self.plays) if play.seat == seat]
            content.append(self.spot(mine[0] if mine else None))
        return tag("div", *content, class_=f"seat at-{place}", data_key=f"seat-{seat.value}")

    def builds(self, seat: Seat) -> tuple[Suit, ...]:
        """List the suits a seat builds."""
        return self.variant.builds_at(self.table)[self.table.seats.index(seat)]

    def trump(self, seat: Seat) -> str:
        """Name a seat's trump, or say that it has none yet."""
        if seat in self.unnamed:
            return self.look.say("picture.unnamed")
        return self.look.say.name(self.table.trump(seat))

    def signs(self, seat: Seat) -> Html:
        """Draw the sign of a seat's trump; until it is named, of all it could be."""
        if seat in self.unnamed:
            return tag("span", *map(sign, self.builds(seat)), class_="signs")
        return sign(self.table.trump(seat))

    def named(self, seat: Seat) -> Html:
        """Name a seat; the learner's own is called you."""
        say = self.look.say
        words = say(f"name.place.{YOU}") if seat == self.you else say.name(seat)
        return tag("span", words, class_="name")

    def row(self) -> Html:
        """Draw the four cards of Calypso for Two in the order played, each with its owner."""
        spots = []
        for index in range(self.variant.trick):
            played = index < len(self.plays)
            owner = self.look.say.name(self.plays[index].seat) if played else ""
            label = tag("span", owner, class_="owner", aria_hidden="true")
            spot = self.spot(index if played else None)
            spots.append(tag("div", label, spot, class_="owned", data_key=f"owned-{index}"))
        return tag("div", *spots, class_="row", data_key="row")

    def spot(self, index: int | None) -> Html:
        """Draw one played card with its number and what it turned out to be, or its empty place."""
        if index is None:
            return tag("div", tag("span", class_="slot"), class_="spot", data_key="empty")
        play = self.plays[index]
        wins = self.ruling is not None and self.ruling.winner == index
        answered = index in self.answered()
        fate = ("wins" if wins else "past") if self.ruling else None
        parts = [
            self.card(play, fate),
            tag("span", str(index + 1), class_="order", aria_hidden="true"),
        ]
        for mark, holds in (("wins", wins), ("your-answer", answered)):
            if holds:
                words = self.look.say(f"picture.mark.{mark}")
                parts.append(tag("span", words, class_=f"flag {mark}", aria_hidden="true"))
        key = f"play-{index}-{play.seat.value}-{play.card}"
        ring = "asked" if index == self.asked else None
        return tag("div", *parts, class_=classes("spot", fate, ring), data_key=key, data_enter="")

    def card(self, play: Play, fate: str | None) -> Html:
        """Draw a played card, as a button if the winner is to be picked."""
        if not self.pick or self.ruling:
            return tag("span", face(play.card), class_=card_class(play.card), aria_hidden="true")
        return tag(
            "button",
            face(play.card),
            type="button",
            class_=card_class(play.card, fate),
            data_event="choose",
            data_value=play.seat.value,
            aria_pressed="true" if play.seat == self.chosen else "false",
            aria_label=spoken_name(self.look, play.card, "picture.choose", seat=play.seat),
        )

    def answered(self) -> Sequence[int]:
        """Find the card the learner named: of a seat with two cards, the stronger one.

        Until it is said who wins, both: which is stronger is what is asked.
        """
        mine = [index for index, play in enumerate(self.plays) if play.seat == self.chosen]
        if self.ruling is None:
            return () if self.pick else mine
        if self.chosen == self.ruling.winning.seat:
            return ()
        return sorted(mine, key=self.ruling.strengths.__getitem__)[-1:]

    def led(self) -> Html:
        """Name the suit led, in the middle of the table."""
        if not self.plays:
            return tag("div", class_="suit-led", data_key="led", aria_hidden="true")
        suit = self.plays[0].card.suit
        words = tag("span", self.look.say("picture.led", suit=suit))
        disc = tag("span", pip(suit), class_=f"sign {suit_class(suit)}")
        return tag("div", disc, words, class_="suit-led", data_key="led", aria_hidden="true")
