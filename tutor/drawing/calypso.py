"""Calypsos as they grow: thirteen places or eight, what is completed, and the won pile."""

from dataclasses import dataclass

from engine.calypso import Calypso, Place
from engine.cards import Card, Rank, Suit
from puzzles.scenes import ShelfSight
from tutor.drawing.cards import card_back, pip, sign, small_card, suit_class
from tutor.drawing.markup import Html, Look, Picture, classes, picture_of, tag
from tutor.frontend.signs import rank_sign


def calypso_picture(look: Look, sight: ShelfSight) -> Picture:
    """Draw what a seat has built, and where the cards of a trick went."""
    shelf = _Shelf(look=look, sight=sight)
    rows = [shelf.row(calypso) for calypso in sight.calypsos]
    words = look.say("picture.calypsos", seat=sight.seat)
    name = tag("p", words, class_="title", aria_hidden="true")
    return picture_of(look, "shelf", sight, name, *rows, shelf.won())


@dataclass(frozen=True, kw_only=True)
class _Shelf:
    """What one seat has built and won, as it is drawn."""

    look: Look
    sight: ShelfSight

    def row(self, calypso: Calypso) -> Html:
        """Draw one suit: its sign, the places in order of rank, and what is completed."""
        added = self.added(calypso.suit, Place.CURRENT)
        # Ranks that were added and are not there any more have completed a calypso.
        over = not added <= calypso.ranks or bool(self.added(calypso.suit, Place.NEXT))
        new = self.added(calypso.suit, Place.NEXT) if over else added
        slots = tag(
            "div",
            *(self.slot(calypso, rank, is_new=rank in new) for rank in self.sight.ranks),
            class_=f"slots ranks-{len(self.sight.ranks)}",
            data_key="slots",
        )
        return tag(
            "div",
            sign(calypso.suit),
            slots,
            self.stack(calypso, tuple(sorted(added, reverse=True)) if over else ()),
            class_="calypso",
            aria_hidden="true",
            data_key=f"calypso-{calypso.suit.value}",
        )

    def added(self, suit: Suit, place: Place) -> frozenset[Rank]:
        """List the ranks of *suit* that the trick has put at *place*."""
        return frozenset(
            p.card.rank for p in self.sight.added if p.card.suit == suit and p.place == place
        )

    def slot(self, calypso: Calypso, rank: Rank, *, is_new: bool) -> Html:
        """Draw a card that is there, or the faint rank of one that is missing."""
        if rank not in calypso.ranks:
            faint = tag("span", rank_sign(rank), class_="faint")
            key = f"empty-{rank.letter}"
            return tag("span", faint, class_=f"place {suit_class(calypso.suit)}", data_key=key)
        card = small_card(Card(calypso.suit, rank))
        words = self.look.say("picture.mark.new")
        mark = tag("span", words, class_="flag new") if is_new else Html()
        return tag(
            "span",
            card,
            mark,
            class_=classes("place", "new" if is_new else None),
            data_key=f"held-{calypso.completed}-{rank.letter}",
            data_enter="",
        )

    def stack(self, calypso: Calypso, finishing: tuple[Rank, ...]) -> Html:
        """Draw the completed calypsos as a stack with their number."""
        if not calypso.completed:
            return tag("div", class_="stack", data_key="stack")
        say, suit = self.look.say, calypso.suit
        heap = f"card heap {suit_class(suit)} deep-{min(calypso.completed, 4)}"
        pile = tag("span", pip(suit), class_=heap)
        words = [tag("span", say("picture.count.completed", count=calypso.completed))]
        cards = [small_card(Card(suit, rank)) for rank in finishing]
        if cards:
            mark = tag("span", say("picture.mark.completes"), class_="flag new")
            words.append(tag("span", *cards, mark, class_="finishing", data_enter=""))
        count = tag("span", *words, class_="words")
        return tag("div", pile, count, class_="stack", data_key="stack")

    def won(self) -> Html:
        """Draw the won pile face down, and the cards that go there."""
        if self.sight.pile is None and not self.sight.to_pile:
            return Html()
        say = self.look.say
        going = [
            tag("span", small_card(card), class_="going", data_key=key, data_enter="")
            for key, card in (
                (f"{index}-{card}", card) for index, card in enumerate(self.sight.to_pile)
            )
        ]
        if going:
            going.append(tag("span", say("picture.mark.to-pile"), class_="arrow"))
        words = "" if self.sight.pile is None else say("picture.count.pile", count=self.sight.pile)
        return tag(
            "div",
            *going,
            card_back("small"),
            tag("span", words, class_="words"),
            class_="won",
            aria_hidden="true",
            data_key="won",
        )
