"""A hand of cards to choose from."""

from collections import Counter
from collections.abc import Collection, Sequence

from engine.cards import Card, fan_cards
from engine.table import Seat
from tutor.drawing.cards import (
    card_class,
    face,
    spoken_name,
    still_card,
)
from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag

_KEYS = (*"1234567890", *(f"⇧{digit}" for digit in "123456"))
"""The keys of the keyboard that choose a card where several may be chosen, with Shift or without;
as many as a hand has cards."""


def twin(card: str, number: int) -> str:
    """Return what stands for a card of which *number* equal ones come before it in the hand."""
    return f"{card}'{number}" if number else card


def one_of(token: str) -> str:
    """Return the card for which *token* stands, whichever of its equals it is."""
    return token.partition("'")[0]


def hand_picture(
    look: Look,
    hand: Sequence[Card],
    *,
    owner: Seat | None = None,
    playable: Collection[Card] | None = None,
    chosen: Collection[Card] = (),
    lifted: Collection[str] = (),
    many: bool = False,
    event: str | None = "play",
    arranged: bool = False,
    bound: Collection[Card] = (),
    best: Collection[Card] = (),
    answer: Card | None = None,
    waiting: bool = False,
    focus: str = "",
) -> Picture:
    """Draw a hand, sorted by suit, in rows of equal length.

    Args:
        look: For whom it is drawn.
        hand: None to sixteen cards.
        owner: Whose hand it is; the learner's, if left out.
        playable: Dims all others. They can still be pressed: errors are there to learn from.
        chosen: The cards that are picked, with all their equals.
        lifted: What stands for each single card that is picked (`twin`).
        many: Several cards may be picked, so every card says whether it is, and has a key.
        event: What pressing a card reports, with the card as its value; None draws no buttons.
        arranged: The cards are in the order in which the learner wants to see them.
        bound: Cards an answer points to: those that had to be played.
        best: The cards that were best, once that may be said; the word stands on each.
        answer: The card the learner named, where the words are to stand on it.
        waiting: Nothing can be played now; the cards stay where they are.
        focus: The occasion on which the hand takes the focus, if it is to.
    """
    cards = tuple(hand) if arranged else fan_cards(hand)
    met: Counter[Card] = Counter()
    drawn = []
    for card, digit in zip(cards, _KEYS, strict=False):
        token = twin(str(card), met[card])
        digit_here = digit if many else None
        met[card] += 1
        key = f"card-{card}-{met[card]}"
        marks = _marks(look, card, best, answer) if met[card] == 1 else Html()
        dim = "dim" if playable is not None and card not in playable else None
        if event is None:
            drawn.append(tag("span", still_card(card, dim), class_="hold", data_key=key))
            continue
        pressed = None
        if many or chosen:
            pressed = "true" if card in chosen or token in lifted else "false"
        button = tag(
            "button",
            face(card),
            type="button",
            class_=card_class(card, dim, "bound" if card in bound else None),
            data_event=event,
            data_value=token if many else str(card),
            aria_pressed=pressed,
            aria_disabled="true" if waiting else None,
            aria_keyshortcuts=digit_here and digit_here.replace("⇧", "Shift+"),
            aria_label=spoken_name(look, card, "picture.card"),
        )
        drawn.append(
            tag(
                "span",
                button,
                marks,
                class_="hold",
                data_key=key,
                data_digit=digit_here,
                data_enter="",
            )
        )
    rows = {"one": 1, "two": 2, "three": 3}
    columns = ";".join(f"--{name}:{max(1, -(-len(cards) // n))}" for name, n in rows.items())
    name = look.say("picture.hand.of", seat=owner) if owner else look.say("picture.hand")
    group = tag(
        "div",
        *drawn,
        class_=classes(
            "hand",
            f"of-{len(cards)}",
            "waiting" if waiting else None,
            "keyed" if many and event else None,
            "flagged" if any(card in best or card == answer for card in cards) else None,
        ),
        style=columns,
        data_key="hand",
        data_focus=focus or None,
        **_group(name, event),
    )
    title = tag("p", name, class_="title", aria_hidden="true", data_key="title")
    seen = (title, group) if owner else (group,)
    return picture(look, "holding", _said_of_hand(look, cards, owner, playable), *seen)


def _marks(look: Look, card: Card, best: Collection[Card], answer: Card | None) -> Html:
    """Write on a card, after an answer, whether it was the best and whether it was named."""
    which = [("best", card in best), ("your-answer", card == answer)]
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


def _said_of_hand(
    look: Look, cards: tuple[Card, ...], owner: Seat | None, playable: Collection[Card] | None
) -> list[str]:
    say = look.say
    if not cards:
        return [say("picture.hand.of.empty", seat=owner) if owner else say("picture.hand.empty")]
    if owner:
        said = [say("picture.hand.of.holds", seat=owner, cards=cards)]
    else:
        said = [say("picture.hand.holds", cards=cards)]
    if playable is not None and not set(cards) <= set(playable):
        said.append(say("picture.playable", cards=tuple(c for c in cards if c in playable)))
    return said
