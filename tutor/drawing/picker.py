"""The picker: every card of a game in two taps, its suit and then its rank."""

from collections.abc import Collection, Mapping, Sequence

from engine.cards import FANNED, Card, Rank, Suit
from tutor.drawing.cards import card_class, corner, sign, spoken_name
from tutor.drawing.markup import Html, Look, Picture, picture, tag


def picker_picture(
    look: Look,
    suits: Collection[Suit],
    ranks: Collection[Rank],
    *,
    taken: int = 0,
    led: Suit | None = None,
    left: Mapping[Card, int] | None = None,
) -> Picture:
    """Draw a row of suits, and below it the ranks of the one that is open.

    The ranks of every suit are there: which suit is open is an affair of the browser, so that
    nobody waits for the server between the two taps. Every button has a letter on the keyboard
    too: that of the suit, that of the rank.

    Args:
        look: For whom it is drawn.
        suits: The suits of the game.
        ranks: The ranks of the game.
        taken: How many cards were picked so far, which tells the browser that one has arrived.
        led: The suit that is open until another is pressed; without one no rank can be pressed.
        left: How many copies of a card can still be picked; of a card left out, some. A card
            of which none is left cannot be pressed.
    """
    order = sorted(ranks, reverse=True)
    fanned = [one for one in FANNED if one in suits]
    rows = [
        _row(
            [
                _card(look, Card(suit, rank), left=(left or {}).get(Card(suit, rank), 1))
                for rank in order
            ],
            suit.value,
            open_=suit == led,
        )
        for suit in fanned
    ]
    waiting = _row([_rank(look, rank) for rank in order], "", open_=led is None)
    grid = tag(
        "div",
        tag(
            "div",
            *(_suit(look, one, open_=one == led) for one in fanned),
            class_="picker-suits",
            data_key="suits",
        ),
        waiting,
        *rows,
        class_="picker",
        data_rove="",
        data_key="picker",
        data_led=led.value if led else "",
        data_taken=taken,
    )
    return picture(look, "picking", [look.say("picture.picker")], grid)


def _suit(look: Look, suit: Suit, *, open_: bool) -> Html:
    """Draw the button that opens a suit."""
    return tag(
        "button",
        sign(suit),
        type="button",
        class_="cell blank of-suit",
        data_opens=suit.value,
        data_letter=suit.value,
        data_key=f"suit-{suit.value}",
        aria_pressed=str(open_).lower(),
        aria_label=look.say.name(suit),
    )


def _row(ranks: Sequence[Html], suit: str, *, open_: bool) -> Html:
    """Draw the ranks of a suit; those of no suit wait until one is opened."""
    return tag(
        "div",
        *ranks,
        class_=f"cells ranks-{len(ranks)}",
        data_of=suit,
        data_key=f"ranks-{suit}",
        hidden=None if open_ else "",
    )


def _rank(look: Look, rank: Rank) -> Html:
    """Draw a rank that waits for its suit."""
    words = look.say.sign(rank)
    return tag(
        "button",
        tag("span", tag("span", words, class_="rank"), class_="index"),
        type="button",
        class_="cell blank",
        aria_disabled="true",
        aria_label=words,
    )


def _card(look: Look, card: Card, *, left: int) -> Html:
    """Draw a card that can be picked while there is one left of it."""
    return tag(
        "button",
        corner(card),
        type="button",
        class_=card_class(card, "cell"),
        data_event="pick",
        data_value=str(card),
        data_letter=card.rank.letter,
        aria_disabled=None if left > 0 else "true",
        aria_label=spoken_name(look, card, "picture.card"),
    )
