"""The picker: every card of a game in two taps, its suit and then its rank."""

from collections.abc import Collection, Mapping

from engine.cards import FANNED, Card, Rank, Suit
from tutor.drawing.cards import card_class, corner, sign, spoken_name
from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag


def picker_picture(
    look: Look,
    suits: Collection[Suit],
    ranks: Collection[Rank],
    *,
    suit: Suit | None = None,
    left: Mapping[Card, int] | None = None,
) -> Picture:
    """Draw a row of suits, and below it the ranks of the one that is open.

    Every button has a letter on the keyboard too: that of the suit, that of the rank.

    Args:
        look: For whom it is drawn.
        suits: The suits of the game.
        ranks: The ranks of the game.
        suit: The suit that is open; without one no rank can be pressed.
        left: How many copies of a card can still be picked; of a card left out, some. A card
            of which none is left cannot be pressed.
    """
    shown = [_suit(look, one, open_=one == suit) for one in FANNED if one in suits]
    row = [_rank(look, rank, suit, left or {}) for rank in sorted(ranks, reverse=True)]
    grid = tag(
        "div",
        tag("div", *shown, class_="picker-suits", data_key="suits"),
        tag("div", *row, class_=f"cells ranks-{len(ranks)}", data_key="ranks"),
        class_="picker",
        data_rove="",
        data_key="picker",
    )
    return picture(look, "picking", [look.say("picture.picker")], grid)


def _suit(look: Look, suit: Suit, *, open_: bool) -> Html:
    """Draw the button that opens a suit."""
    return tag(
        "button",
        sign(suit),
        type="button",
        class_=classes("cell", "blank", "of-suit", "open" if open_ else None),
        data_event="choose",
        data_value=suit.value,
        data_letter=suit.value,
        data_key=f"suit-{suit.value}",
        aria_pressed=str(open_).lower(),
        aria_label=look.say.name(suit),
    )


def _rank(look: Look, rank: Rank, suit: Suit | None, left: Mapping[Card, int]) -> Html:
    """Draw a rank, as a card of the open suit; without one it waits."""
    card = Card(suit, rank) if suit else None
    there = card is not None and left.get(card, 1) > 0
    plain = tag("span", tag("span", look.say.sign(rank), class_="rank"), class_="index")
    kind = card_class(card, "cell") if card else "cell blank"
    return tag(
        "button",
        corner(card) if card else plain,
        type="button",
        class_=kind,
        data_event="pick",
        data_value=str(card) if card else None,
        data_letter=rank.letter,
        data_key=f"rank-{rank.letter}",
        aria_disabled=None if there else "true",
        aria_label=spoken_name(look, card, "picture.card") if card else look.say.sign(rank),
    )
