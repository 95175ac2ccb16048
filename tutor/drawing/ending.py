"""What lies open beside a table near the end: other hands, suits shown out, and calypsos."""

from collections.abc import Iterator, Mapping, Sequence

from engine.calypso import Calypso
from engine.cards import Card, Rank, Suit, fan_cards
from engine.table import Seat
from tutor.drawing.cards import pip, rank_sign, sign, small_card, suit_class
from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag


def open_hand(cards: Sequence[Card]) -> Html:
    """Draw a hand that lies open at its seat, small; words elsewhere say what it holds."""
    return tag("span", *map(small_card, fan_cards(cards)), class_="laid-open", aria_hidden="true")


def out_of(suits: Sequence[Suit]) -> Html:
    """Draw the markers of suits that a player is known to be out of."""
    signs = (tag("span", pip(suit), class_=f"sign out {suit_class(suit)}") for suit in suits)
    return tag("span", *signs, class_="lying markers", aria_hidden="true")


def calypsos_picture(
    look: Look,
    built: Mapping[Seat, Sequence[Calypso]],
    ranks: Sequence[Rank],
    *,
    hands: Mapping[Seat, Sequence[Card]],
    out: Mapping[Seat, Sequence[Suit]],
) -> Picture:
    """Draw all calypsos under way as narrow strips; say what is to be seen at the seats, too.

    Args:
        look: For whom it is drawn.
        built: The calypsos of every seat, in the order in which they are to be seen.
        ranks: The ranks that make a calypso.
        hands: Hands that lie open at their seats, see `open_hand`.
        out: Suits that seats are known to be out of, see `out_of`.
    """
    falling = tuple(sorted(ranks, reverse=True))
    rows = [_row(look, seat, calypso, falling) for seat, own in built.items() for calypso in own]
    return picture(
        look, "strips", _said(look, built, falling, hands, out), tag("div", *rows, class_="compact")
    )


def _said(
    look: Look,
    built: Mapping[Seat, Sequence[Calypso]],
    ranks: tuple[Rank, ...],
    hands: Mapping[Seat, Sequence[Card]],
    out: Mapping[Seat, Sequence[Suit]],
) -> Iterator[str]:
    say = look.say
    for seat, cards in hands.items():
        if cards:
            yield say("picture.hand.of.holds", seat=seat, cards=fan_cards(cards))
        else:
            yield say("picture.hand.of.empty", seat=seat)
    for seat, suits in out.items():
        yield say("picture.out", seat=seat, suits=tuple(suits))
    for seat, own in built.items():
        for calypso in own:
            suit = calypso.suit
            if calypso.completed:
                count = calypso.completed
                yield say("picture.calypso.completed", count=count, seat=seat, suit=suit)
            held = tuple(rank for rank in ranks if rank in calypso.ranks)
            missing = tuple(rank for rank in ranks if rank not in calypso.ranks)
            key = "picture.calypso.holds" if held else "picture.calypso.empty"
            count = len(missing)
            yield say(key, ranks=held, missing=missing, count=count, seat=seat, suit=suit)


def _row(look: Look, seat: Seat, calypso: Calypso, ranks: tuple[Rank, ...]) -> Html:
    """Draw one calypso: whose it is, its suit, a place for every rank, how many are completed."""
    places = (
        tag(
            "span",
            rank_sign(rank),
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
        class_="strip-row named",
        aria_hidden="true",
        data_key=f"row-{calypso.suit.value}",
    )
