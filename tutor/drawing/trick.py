"""The table with its seats, and the cards of a trick as they are played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import Card, Suit, fan_cards
from engine.table import Seat, Table
from engine.trick import Play, Trick
from puzzles.explanations import best_play
from puzzles.scenes import TableSight, TricksSight
from tutor.drawing.cards import card_class, face, pip, sign, small_card, spoken_name, suit_class
from tutor.drawing.markup import Html, Look, Picture, classes, join, picture_of, tag
from tutor.words.texts import YOU


def trick_picture(
    look: Look, sight: TableSight, beside: Mapping[Seat, Html] | None = None
) -> Picture:
    """Draw a table and the trick that lies on it.

    What lies *beside* a seat, under its place card, takes the place of hands that lie open.
    """
    lying = {seat: _open_hand(cards) for seat, cards in sight.hands.items()}
    lying |= {seat: _out_of(suits) for seat, suits in sight.out.items()}
    felt = _Felt(look=look, sight=sight, beside=lying if beside is None else beside)
    return picture_of(look, "table", sight, felt.felt())


@dataclass(frozen=True, kw_only=True)
class _Felt:
    look: Look
    sight: TableSight
    beside: Mapping[Seat, Html]

    @property
    def open(self) -> bool:
        """Whether hands lie open at the seats."""
        return any("laid-open" in beside for beside in self.beside.values())

    def felt(self) -> Html:
        """Draw the table from above."""
        sight, places = self.sight, self.sight.places
        # In the document the seats stand as they play: that is how keys reach their cards.
        first = sight.plays[0].seat if sight.plays else sight.turn or sight.nearest
        around = sight.table.clockwise(first, len(places))
        parts = [self.seat(seat, places[seat]) for seat in around]
        if self.sight.twice:
            parts.insert(1, self.row())
        parts.append(self.led())
        kind = classes("felt", f"seats-{len(places)}", "open" if self.open else None)
        return tag("div", *parts, class_=kind, data_key="felt")

    def seat(self, seat: Seat, place: str) -> Html:
        """Draw a place card and, except for two players, the card in front of it."""
        say = self.look.say
        led = bool(self.sight.plays) and self.sight.plays[0].seat == seat
        marks = [
            ("dealer", seat == self.sight.dealer),
            ("led", led),
            ("to-play", seat == self.sight.turn),
            ("your-answer", seat == self.sight.named),
        ]
        name, trump, side = self.named(seat), self.trump(seat), self.sight.side(seat)
        told = tuple((mark, say(f"picture.mark.{mark}")) for mark, holds in marks if holds)
        plate = _plate(name, trump, self.signs(seat), side, told)
        content = [plate]
        if seat in self.beside:
            content = [tag("div", plate, self.beside[seat], class_="post", data_key="post")]
        answered = False
        if not self.sight.twice:
            mine = [index for index, play in enumerate(self.sight.plays) if play.seat == seat]
            answered = bool(mine) and mine[0] in self.answered()
            content.append(self.spot(mine[0] if mine else None))
        marked = answered and any(holds for _, holds in marks)
        return tag(
            "div",
            *content,
            class_=classes(
                f"seat at-{place}",
                "answered" if answered else None,
                "marked" if marked else None,
                "called" if seat == self.sight.named else None,
            ),
            data_key=f"seat-{seat.value}",
        )

    def trump(self, seat: Seat) -> str:
        """Name a seat's trump, or say that it has none yet."""
        if seat in self.sight.unnamed:
            return self.look.say("picture.unnamed")
        return self.look.say.name(self.sight.table.trump(seat))

    def signs(self, seat: Seat) -> Html:
        """Draw the sign of a seat's trump; until it is named, of all it could be."""
        if seat in self.sight.unnamed:
            return tag("span", *map(sign, self.sight.builds(seat)), class_="signs")
        return sign(self.sight.table.trump(seat))

    def named(self, seat: Seat) -> str:
        """Name a seat; the learner's own is called you."""
        say = self.look.say
        return say(f"name.place.{YOU}") if seat == self.sight.own else say.name(seat)

    def row(self) -> Html:
        """Draw the four cards of Calypso for Two in the order played, each with its owner."""
        spots = []
        for index in range(self.sight.variant.trick):
            played = index < len(self.sight.plays)
            owner = self.look.say.name(self.sight.plays[index].seat) if played else ""
            label = tag("span", owner, class_="owner", aria_hidden="true")
            spot = self.spot(index if played else None)
            spots.append(tag("div", label, spot, class_="owned", data_key=f"owned-{index}"))
        return tag("div", *spots, class_="row", data_key="row")

    def spot(self, index: int | None) -> Html:
        """Draw one played card with its number and what it turned out to be, or its empty place."""
        if index is None:
            return tag("div", tag("span", class_="slot"), class_="spot", data_key="empty")
        play = self.sight.plays[index]
        wins = self.sight.ruling is not None and self.sight.ruling.winner == index
        answered = index in self.answered()
        fate = ("wins" if wins else "past") if self.sight.ruling else None
        parts = [
            self.card(play, fate),
            tag("span", str(index + 1), class_="order", aria_hidden="true"),
        ]
        for mark, holds in (("wins", wins), ("your-answer", answered)):
            if holds:
                words = self.look.say(f"picture.mark.{mark}")
                parts.append(tag("span", words, class_=f"flag {mark}", aria_hidden="true"))
        key = f"play-{index}-{play.seat.value}-{play.card}"
        ring = "asked" if index == self.sight.asked else None
        return tag("div", *parts, class_=classes("spot", fate, ring), data_key=key, data_enter="")

    def card(self, play: Play, fate: str | None) -> Html:
        """Draw a played card, as a button if the winner is to be picked."""
        if not self.sight.pick or self.sight.ruling:
            return tag("span", face(play.card), class_=card_class(play.card), aria_hidden="true")
        return tag(
            "button",
            face(play.card),
            type="button",
            class_=card_class(play.card, fate),
            data_event="choose",
            data_value=play.seat.value,
            aria_pressed="true" if play.seat == self.sight.chosen else "false",
            aria_label=spoken_name(self.look, play.card, "picture.choose", seat=play.seat),
        )

    def answered(self) -> Sequence[int]:
        """Find the card the learner named: of a seat with two cards, the better one.

        Until it is said who wins, both: which is better is what is asked.
        """
        chosen, ruling = self.sight.chosen, self.sight.ruling
        mine = [index for index, play in enumerate(self.sight.plays) if play.seat == chosen]
        if ruling is None:
            return () if self.sight.pick else mine
        if chosen is None or not mine or chosen == ruling.winning.seat:
            return ()
        return (best_play(ruling, chosen),)

    def led(self) -> Html:
        """Name the suit led, in the middle of the table."""
        if not self.sight.plays:
            return tag("div", class_="suit-led", data_key="led", aria_hidden="true")
        suit = self.sight.plays[0].card.suit
        said = join([self.look.say("picture.led", suit=suit)])
        words = tag("span", Html(said.replace("：", "：<wbr/>")))  # WebKit breaks no line there
        disc = tag("span", pip(suit), class_=f"sign {suit_class(suit)}")
        return tag("div", disc, words, class_="suit-led", data_key="led", aria_hidden="true")


@lru_cache(maxsize=1024)  # a few hundred are drawn again and again
def _plate(
    name: str, trump: str, signs: Html, side: str, marks: tuple[tuple[str, str], ...]
) -> Html:
    """Draw a place card: who sits there, with which trump, and what is to be marked."""
    marked = (tag("span", words, class_=f"mark {mark}", data_key=mark) for mark, words in marks)
    names = tag(
        "span", tag("span", name, class_="name"), tag("span", trump, class_="trump"), class_="names"
    )
    return tag(
        "div",
        tag("span", signs, names, class_="who"),
        tag("span", *marked, class_="marks"),
        class_=classes("plate", side, "turn" if "to-play" in dict(marks) else None),
        aria_hidden="true",
        data_key="plate",
    )


def tricks_picture(look: Look, sight: TricksSight) -> Picture:
    """Draw successive tricks, the first on top."""
    rows = []
    for number, (trick, table) in enumerate(
        zip(sight.tricks, sight.at_tables, strict=True), start=1
    ):
        if sight.renamed(number):
            rows.append(_owners(look, table, number))
        flags = {play: "picture.mark.marker" for trick, play in sight.turned if trick == number}
        flags |= (
            {sight.revoke: "picture.mark.revoke"}
            if sight.revoke and number == sight.revoked_in
            else {}
        )
        rows.append(_row(look, number, trick, flags, *sight.won[number - 1 : number]))
    drawn = tag("div", *rows, class_="recalled-tricks", data_key="recalled-tricks")
    return picture_of(look, "tricks", sight, drawn)


def _owners(look: Look, table: Table, number: int) -> Html:
    owners = [
        tag("span", sign(trump), look.say.name(seat), class_="owner-trump", aria_hidden="true")
        for seat, trump in zip(table.seats, table.trumps, strict=True)
    ]
    return tag("div", *owners, class_="owners", data_key=f"owners-{number}")


def _row(
    look: Look, number: int, trick: Trick, flags: Mapping[Play, str], best: int | None = None
) -> Html:
    """Draw one trick in the order played; *flags* are the words' keys for plays that wear one."""
    cards = []
    for index, play in enumerate(trick.plays):
        worn = flags.get(play)
        flag = tag("span", look.say(worn) if worn else "", class_="flag your-answer")
        wins = tag("span", look.say("picture.mark.wins"), class_="flag wins")
        cards.append(
            tag(
                "div",
                tag("span", look.say.name(play.seat), class_="owner"),
                tag("span", face(play.card), class_=card_class(play.card)),
                *([flag] if worn else []),
                *([wins] if index == best else []),
                class_=classes("recalled", "marked" if worn else None),
                data_key=f"recalled-{index}",
            )
        )
    title = tag("span", look.say("picture.trick-short", number=number), class_="trick-number")
    played, key = tag("div", *cards, class_="recalled-cards"), f"trick-{number}"
    return tag("div", title, played, class_="recalled-trick", aria_hidden="true", data_key=key)


def _open_hand(cards: Sequence[Card]) -> Html:
    """Draw a hand that lies open at its seat, small; words elsewhere say what it holds."""
    return tag("span", *map(small_card, fan_cards(cards)), class_="laid-open", aria_hidden="true")


def _out_of(suits: Sequence[Suit]) -> Html:
    """Draw the markers of suits that a player is known to be out of."""
    signs = (tag("span", pip(suit), class_=f"sign out {suit_class(suit)}") for suit in suits)
    return tag("span", *signs, class_="lying markers", aria_hidden="true")
