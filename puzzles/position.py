"""What every position must be: cards of the pack, at most so many copies, nobody revoking."""

from collections import Counter
from collections.abc import Iterable

from engine.cards import Card
from engine.table import Seat, Table
from engine.trick import Trick
from engine.variants import Variant

SEPARATOR = " : "
"""Divides the segments of a position, as it divides the header from them."""


def segments(position: str, want: str, least: int, most: int) -> list[str]:
    """Divide a position into its segments.

    Raises:
        ValueError: There are fewer than *least* or more than *most*.
    """
    found = [segment.strip() for segment in position.split(SEPARATOR)]
    if not least <= len(found) <= most:
        raise ValueError(f"not a position: {position!r} (want {want})")
    return found


def read_seat(text: str, table: Table) -> Seat:
    """Read one seat of the table.

    Raises:
        ValueError: Nobody sits there.
    """
    for seat in table.seats:
        if seat.value == text:
            return seat
    raise ValueError(f"no seat {text!r} at the table {str(table)!r}")


def by_seat(text: str, table: Table) -> dict[Seat, list[str]]:
    """Divide words by the seats that stand among them.

    Raises:
        ValueError: The first word is no seat, or a seat stands twice.
    """
    found: dict[Seat, list[str]] = {}
    for word in text.split():
        if len(word) > 1 and found:
            found[next(reversed(found))].append(word)
            continue
        seat = read_seat(word, table)
        if seat in found:
            raise ValueError(f"{seat.name.title()} stands twice: {text!r}")
        found[seat] = []
    if not found:
        raise ValueError(f"want a seat and its cards, not {text!r}")
    return found


def check_cards(variant: Variant, cards: Iterable[Card]) -> None:
    """Make sure that all these cards can lie on one table.

    Raises:
        ValueError: One is not in the pack of this form, or occurs more often than there are packs.
    """
    for card, count in Counter(cards).items():
        if card.rank not in variant.full or card.suit not in variant.suits:
            raise ValueError(f"{card} is not in the pack of {variant.id}")
        if count > variant.packs:
            raise ValueError(f"{card} occurs {count} times; there are {variant.packs} packs")


def check_trick(variant: Variant, table: Table, trick: Trick) -> None:
    """Make sure that *trick*, complete or not, can be played at *table*.

    Where a seat plays twice it may not follow suit with the second card if it did not
    with the first.

    Raises:
        ValueError: It cannot.
    """
    variant.check(table)
    plays, led = trick.plays, trick.lead.card.suit
    if len(plays) > variant.trick:
        raise ValueError(f"a trick of {variant.id} has {variant.trick} cards: {str(trick)!r}")
    if tuple(play.seat for play in plays) != table.clockwise(trick.lead.seat, len(plays)):
        raise ValueError(f"the seats of a trick go clockwise: {' '.join(map(str, plays))}")
    check_cards(variant, trick.cards)
    for place, play in enumerate(plays):
        if play.card.suit != led and any(
            later.seat == play.seat and later.card.suit == led for later in plays[place + 1 :]
        ):
            raise ValueError(
                f"{play.seat.name.title()} fails to follow suit and later does: {trick}"
            )


def check_complete(variant: Variant, table: Table, trick: Trick) -> None:
    """Make sure that *trick* is a complete trick of this form.

    Raises:
        ValueError: It lacks cards, or cannot be played.
    """
    check_trick(variant, table, trick)
    if len(trick.plays) != variant.trick:
        raise ValueError(
            f"a trick of {variant.id} has {variant.trick} cards, not {len(trick.plays)}: {trick}"
        )
