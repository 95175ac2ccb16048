"""What a won trick adds: to whose calypso each card goes, and what is left for the pile."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.calypso import Calypso, Place, collect, places
from engine.cards import Card
from engine.rules import Rule
from engine.table import Seat, Table
from engine.variants import Variant

Holdings = tuple[tuple[Calypso, ...], ...]
"""Calypsos of a table, parallel to its seats; each seat has one for every suit it builds."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where one won card goes, and the rule that sends it there.

    ``builder`` is the seat whose calypso takes the card; nobody's if it goes to the
    winner's pile.
    """

    card: Card
    builder: Seat | None
    place: Place
    rule: Rule

    def __str__(self) -> str:
        """Write card, builder (``-`` for nobody), place and rule: ``HK W next calypso.…``."""
        builder = self.builder.value if self.builder else "-"
        return f"{self.card} {builder} {self.place.value} {self.rule.value}"

    @classmethod
    def parse(cls, text: str) -> "Placement":
        """Read a placement as `str` writes it.

        Raises:
            ValueError: The text has another form.
        """
        try:
            card, builder, place, rule = text.split()
            seat = None if builder == "-" else Seat(builder)
            return cls(Card.parse(card), seat, Place(place), Rule(rule))
        except ValueError:
            raise ValueError(f"not a placement: {text!r} (want card, seat, place, rule)") from None


def holdings(variant: Variant, table: Table, known: Iterable[Calypso] = ()) -> Holdings:
    """Return the calypsos of every seat: those *known*, and the others empty as a game begins."""
    found = {calypso.suit: calypso for calypso in known}
    groups = variant.builds_at(table)
    return tuple(tuple(found.get(suit, Calypso(suit)) for suit in group) for group in groups)


def share(
    variant: Variant, table: Table, before: Holdings, won: Sequence[Card], winner: Seat
) -> tuple[Holdings, tuple[Card, ...]]:
    """Put the cards of a trick that *winner* won where they belong.

    Returns:
        The calypsos of all seats afterwards; and what goes to the winner's pile, in no
        order that means anything, since the pile lies face down.

    Source: Parlett; Akagiri 1998: the side's cards go to the partner whose suit they
    are, whoever of the two won the trick; all others to the pile.
    """
    after, to_pile = list(before), tuple(won)
    for seat in variant.feeds[table.seats.index(winner)]:
        place = table.seats.index(seat)
        for which, calypso in enumerate(after[place]):
            suit = calypso.suit
            mine = [card for card in won if card.suit == suit]
            if mine:
                grown, unused = collect(calypso, mine, variant.ranks)
                after[place] = (*after[place][:which], grown, *after[place][which + 1 :])
                to_pile = (*(card for card in to_pile if card.suit != suit), *unused)
    return tuple(after), to_pile


def placements(
    variant: Variant, table: Table, before: Holdings, won: Sequence[Card], winner: Seat
) -> tuple[Placement, ...]:
    """Return of every card of a won trick, in order of play, where it goes and why.

    Args:
        variant: Gives the sides and the ranks of a full calypso.
        table: Whose suit is whose.
        before: All seats' calypsos before the trick was won.
        won: The cards of the trick.
        winner: Who won it.
    """
    fed = variant.feeds[table.seats.index(winner)]
    found: dict[int, Placement] = {}
    for seat in fed:
        for calypso in before[table.seats.index(seat)]:
            mine = [index for index, card in enumerate(won) if card.suit == calypso.suit]
            spots = places(calypso, [won[index] for index in mine], variant.ranks)
            for index, spot in zip(mine, spots, strict=True):
                builder = None if spot == Place.NONE else seat
                whose = Rule.OWN_SUIT_BUILDS if seat == winner else Rule.PARTNER_GETS_CARDS
                rule = _RULES.get(spot, whose)
                found[index] = Placement(won[index], builder, spot, rule)
    return tuple(
        found.get(index, Placement(card, None, Place.NONE, Rule.OTHERS_TO_PILE))
        for index, card in enumerate(won)
    )


_RULES = {Place.NEXT: Rule.SAME_TRICK_STARTS_NEXT, Place.NONE: Rule.ONE_AT_A_TIME}
"""Why a card of a builder's suit does not simply go to the calypso under way."""
