"""What lies open near the end: hands, suits shown out, calypsos under way, and the totals."""

from collections.abc import Sequence

from engine.calypso import Calypso
from engine.cards import Card, Rank, Suit, fan_cards
from engine.table import Seat
from puzzles.scenes import ShelvesSight, TotalsSight
from tutor.drawing.cards import pip, sign, small_card, suit_class
from tutor.drawing.markup import Html, Look, Picture, classes, picture, picture_of, tag
from tutor.words.sights import held


def open_hand(cards: Sequence[Card]) -> Html:
    """Draw a hand that lies open at its seat, small; words elsewhere say what it holds."""
    return tag("span", *map(small_card, fan_cards(cards)), class_="laid-open", aria_hidden="true")


def out_of(suits: Sequence[Suit]) -> Html:
    """Draw the markers of suits that a player is known to be out of."""
    signs = (tag("span", pip(suit), class_=f"sign out {suit_class(suit)}") for suit in suits)
    return tag("span", *signs, class_="lying markers", aria_hidden="true")


def calypsos_picture(look: Look, sight: ShelvesSight) -> Picture:
    """Draw all calypsos under way as narrow strips; say what is to be seen at the seats, too."""
    rows = [
        _row(look, seat, calypso, sight.ranks)
        for seat, calypsos in sight.built.items()
        for calypso in calypsos
    ]
    return picture_of(look, "strips", sight, tag("div", *rows, class_="compact"))


def _row(look: Look, seat: Seat, calypso: Calypso, ranks: tuple[Rank, ...]) -> Html:
    """Draw one calypso: whose it is, its suit, a place for every rank, how many are completed."""
    places = (
        tag(
            "span",
            rank.sign,
            class_=classes("bit", "held" if rank in calypso.ranks else "missing"),
            data_key=f"rank-{rank.letter}",
        )
        for rank in ranks
    )
    done = Html()
    if calypso.completed:
        count = look.say("picture.count.completed", count=calypso.completed)
        heap = f"card mini heap {suit_class(calypso.suit)} deep-{min(calypso.completed, 4)}"
        done = tag("span", tag("span", pip(calypso.suit), class_=heap), count, class_="done")
    return tag(
        "div",
        tag("span", look.say.name(seat), class_="name"),
        sign(calypso.suit),
        tag("span", *places, class_=f"strip ranks-{len(ranks)} {suit_class(calypso.suit)}"),
        done,
        class_="strip-row of-seat",
        aria_hidden="true",
        data_key=f"row-{calypso.suit.value}",
    )


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
    rows = [_open_row(look, seat, groups) for seat, groups in hands]
    return picture(look, "open-hands", said, *rows)


def _open_row(look: Look, seat: Seat, groups: Sequence[CardGroup]) -> Html:
    drawn = [tag("span", *map(small_card, group), class_="open-group") for group in groups if group]
    return tag(
        "div",
        tag("span", look.say.name(seat), class_="name"),
        tag("span", *drawn, class_="open-cards"),
        class_="open-hand",
        aria_hidden="true",
        data_key=f"open-{seat.value}",
    )


def totals_picture(look: Look, sight: TotalsSight) -> Picture:
    """Draw the players clockwise, each with the points of the own sheet."""
    say, table = look.say, sight.table
    rows = [
        tag(
            "div",
            sign(trump),
            tag("span", say.name(seat), class_="player"),
            tag("span", say.name(points), class_="points"),
            class_=classes("own-sheet", "ahead" if ahead else None),
            data_key=f"sheet-{seat.value}",
        )
        for seat, trump, points, ahead in zip(
            table.seats, table.trumps, sight.points, sight.ahead, strict=True
        )
    ]
    title = tag("p", say("picture.own-sheets"), class_="title", data_key="title")
    drawn = tag("div", title, *rows, class_="own-sheets", aria_hidden="true", data_key="sheets")
    return picture_of(look, "totals", sight, drawn)
