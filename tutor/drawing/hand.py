"""Hands: cards to choose from, every card of a game in two taps, and hands that lie open."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from engine.cards import FANNED, Card, Rank, Suit
from engine.table import Seat
from puzzles.scenes import HandSight
from tutor.drawing.cards import card_class, corner, face, sign, small_card, spoken_name, still_card
from tutor.drawing.markup import Html, Look, Picture, classes, picture, picture_of, tag
from tutor.words.sights import tell_held

_KEYS = (*"1234567890", *(f"⇧{digit}" for digit in "123456"))
"""The keys of the keyboard that choose a card where it is an answer, with Shift or without; as many
as a hand has cards."""


def twin(card: str, number: int) -> str:
    """Return what stands for a card of which *number* equal ones come before it in the hand."""
    return f"{card}'{number}" if number else card


def one_of(token: str) -> str:
    """Return the card for which *token* stands, whichever of its equals it is."""
    return token.partition("'")[0]


def hand_picture(look: Look, sight: HandSight) -> Picture:
    """Draw a hand, sorted by suit, in rows of equal length.

    Cards that may not be played are dim. In a game they can still be pressed: errors are there to
    learn from. Where several may be picked, every card says whether it is, and has a key.
    """
    cards, owner = sight.shown, sight.owner
    event = "play" if sight.pick else None
    drawn = _buttons(look, sight) if event else _still(sight)
    rows = {"one": 1, "two": 2, "three": 3}
    columns = ";".join(f"--{name}:{max(1, -(-len(cards) // n))}" for name, n in rows.items())
    name = look.say("picture.hand.of", seat=owner) if owner else look.say("picture.hand")
    group = tag(
        "div",
        *drawn,
        class_=classes(
            "hand",
            f"of-{len(cards)}",
            "waiting" if sight.waiting else None,
            None if event else "still",
            "keyed" if (sight.many or sight.keyed) and event else None,
            "flagged" if {*sight.best, sight.answer} & {*cards} else None,
        ),
        style=columns,
        data_key="hand",
        data_focus=sight.focus or None,
        **_group(name, event),
    )
    title = tag("p", name, class_="title", aria_hidden="true", data_key="title")
    seen = (title, group) if owner else (group,)
    return picture_of(look, "holding", sight, *seen)


def _each(sight: HandSight) -> Iterator[tuple[Card, int, str | None]]:
    """Yield every card of a hand, how many like it came before, and whether it is dim."""
    met: Counter[Card] = Counter()
    for card in sight.shown:
        dim = sight.playable is not None and card not in sight.playable
        yield card, met[card], "dim" if dim else None
        met[card] += 1


def _still(sight: HandSight) -> list[Html]:
    """Draw the cards of a hand that is only looked at."""
    return [
        tag(
            "span",
            still_card(card, dim, "picked" if card in sight.chosen else None),
            class_="hold",
            data_key=f"card-{card}-{before + 1}",
        )
        for card, before, dim in _each(sight)
    ]


def _buttons(look: Look, sight: HandSight) -> list[Html]:
    """Draw the cards of a hand as buttons."""
    drawn, keys = [], iter(_KEYS)
    for card, before, dim in _each(sight):
        key, token = f"card-{card}-{before + 1}", twin(str(card), before)
        marks = Html() if before else _marks(look, card, sight.best, sight.answer)
        closed = sight.waiting or (sight.keyed and dim is not None)
        digit = next(keys, None) if (sight.many or sight.keyed) and not closed else None
        pressed = None
        if sight.many or sight.chosen:
            pressed = "true" if card in sight.chosen or token in sight.lifted else "false"
        button = tag(
            "button",
            face(card),
            type="button",
            class_=card_class(card, dim, "bound" if card in sight.bound else None),
            data_event="play",
            data_value=token if sight.many else str(card),
            aria_pressed=pressed,
            aria_disabled="true" if closed else None,
            aria_keyshortcuts=digit and digit.replace("⇧", "Shift+"),
            aria_label=spoken_name(look, card, "picture.card"),
        )
        drawn.append(
            tag("span", button, marks, class_="hold", data_key=key, data_digit=digit, data_enter="")
        )
    return drawn


def _marks(look: Look, card: Card, best: Collection[Card], answer: Card | None) -> Html:
    """Write on a card, after an answer, whether it was the best and whether it was named.

    Where one card is best and was named, the verdict says so: both marks would hide its suit.
    """
    named = card == answer and set(best) != {card}
    which = [("best", card in best), ("your-answer", named)]
    flags = [
        tag("span", look.say(f"picture.mark.{mark}"), class_=f"flag {mark}")
        for mark, holds in which
        if holds
    ]
    return tag("span", *flags, class_="flags", data_key="flags") if flags else Html()


def _group(name: str, event: str | None) -> dict[str, str | None]:
    """Name a group of buttons through which the arrow keys move; still cards need no name."""
    if event is None:
        return {"aria_hidden": "true"}
    return {"role": "group", "aria_label": name, "data_rove": ""}


def picker_picture(
    look: Look,
    suits: Collection[Suit],
    ranks: Collection[Rank],
    *,
    led: Suit | None,
    gone: Collection[Card],
) -> Picture:
    """Draw a row of suits, and below it the ranks of the one that is open.

    The ranks of every suit are there: which suit is open is an affair of the browser, so that
    nobody waits for the server between the two taps. Every button has a letter on the keyboard
    too: that of the suit, that of the rank.

    Args:
        led: The suit that is open until another is pressed; without one no rank can be pressed.
        gone: The cards of which no copy is left: they cannot be pressed.
    """
    order = sorted(ranks, reverse=True)
    fanned = [suit for suit in FANNED if suit in suits]
    rows = [
        _row(
            [_card(look, card, gone=card in gone) for card in (Card(suit, rank) for rank in order)],
            suit.value,
            open_=suit == led,
        )
        for suit in fanned
    ]
    waiting = _row([_rank(look, rank) for rank in order], "", open_=led is None)
    tabs = (_suit(look, suit, open_=suit == led) for suit in fanned)
    grid = tag(
        "div",
        tag("div", *tabs, class_="picker-suits", data_key="suits"),
        waiting,
        *rows,
        class_="picker",
        data_rove="",
        data_key="picker",
        data_led=led.value if led else "",
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
    kind, hidden = f"cells ranks-{len(ranks)}", None if open_ else ""
    return tag("div", *ranks, class_=kind, data_of=suit, data_key=f"ranks-{suit}", hidden=hidden)


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


def _card(look: Look, card: Card, *, gone: bool) -> Html:
    """Draw a card that can be picked, unless all of it are *gone*."""
    return tag(
        "button",
        corner(card),
        type="button",
        class_=card_class(card, "cell"),
        data_event="pick",
        data_value=str(card),
        data_letter=card.rank.letter,
        aria_disabled="true" if gone else None,
        aria_label=spoken_name(look, card, "picture.card"),
    )


CardGroup = tuple[Card, ...]
"""The cards of a hand that lie together, in the order to be shown."""


def hands_picture(look: Look, hands: Sequence[tuple[Seat, Sequence[CardGroup]]]) -> Picture:
    """Draw hands in small cards, one under the other."""
    sentences = [
        tell_held([card for group in groups for card in group], seat, look.say)
        for seat, groups in hands
    ]
    rows = [_open_row(look, seat, groups) for seat, groups in hands]
    return picture(look, "open-hands", sentences, *rows)


def _open_row(look: Look, seat: Seat, groups: Sequence[CardGroup]) -> Html:
    drawn = [tag("span", *map(small_card, group), class_="open-group") for group in groups if group]
    name, key = tag("span", look.say.name(seat), class_="name"), f"open-{seat.value}"
    cards = tag("span", *drawn, class_="open-cards")
    return tag("div", name, cards, class_="open-hand", aria_hidden="true", data_key=key)
