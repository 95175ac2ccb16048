"""The hands of the others, face up: in a replay, and in practice on request."""

from collections.abc import Sequence

from engine.cards import Card
from engine.table import Seat
from tutor.drawing.cards import small_card
from tutor.drawing.markup import Html, Look, Picture, picture, tag
from tutor.words.sights import held

CardGroup = tuple[Card, ...]
"""The cards of a hand that lie together, in the order to be shown."""


def hands_picture(look: Look, hands: Sequence[tuple[Seat, Sequence[CardGroup]]]) -> Picture:
    """Draw hands in small cards, one under the other.

    Args:
        look: For whom it is drawn.
        hands: Whose they are, and their cards in groups.
    """
    said = [
        held([card for group in groups for card in group], seat, look.say) for seat, groups in hands
    ]
    rows = [_row(look, seat, groups) for seat, groups in hands]
    return picture(look, "open-hands", said, *rows)


def _row(look: Look, seat: Seat, groups: Sequence[CardGroup]) -> Html:
    drawn = [tag("span", *map(small_card, group), class_="open-group") for group in groups if group]
    return tag(
        "div",
        tag("span", look.say.name(seat), class_="name"),
        tag("span", *drawn, class_="open-cards"),
        class_="open-hand",
        aria_hidden="true",
        data_key=f"open-{seat.value}",
    )
