"""A hand of cards to choose from."""

from collections import Counter
from collections.abc import Collection

from engine.cards import Card
from puzzles.scenes import HandSight
from tutor.drawing.cards import (
    card_class,
    face,
    spoken_name,
    still_card,
)
from tutor.drawing.markup import Html, Look, Picture, classes, picture_of, tag

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
    cards, owner, many = sight.shown, sight.owner, sight.many
    playable, best, answer = sight.playable, sight.best, sight.answer
    event = "play" if sight.pick else None
    met: Counter[Card] = Counter()
    drawn = []
    keys = iter(_KEYS)
    for card in cards:
        token = twin(str(card), met[card])
        met[card] += 1
        key = f"card-{card}-{met[card]}"
        marks = _marks(look, card, best, answer) if met[card] == 1 else Html()
        dim = "dim" if playable is not None and card not in playable else None
        if event is None:
            drawn.append(tag("span", still_card(card, dim), class_="hold", data_key=key))
            continue
        closed = sight.waiting or (sight.keyed and dim is not None)
        digit = next(keys, None) if many or (sight.keyed and not closed) else None
        pressed = None
        if many or sight.chosen:
            pressed = "true" if card in sight.chosen or token in sight.lifted else "false"
        button = tag(
            "button",
            face(card),
            type="button",
            class_=card_class(card, dim, "bound" if card in sight.bound else None),
            data_event=event,
            data_value=token if many else str(card),
            aria_pressed=pressed,
            aria_disabled="true" if closed else None,
            aria_keyshortcuts=digit and digit.replace("⇧", "Shift+"),
            aria_label=spoken_name(look, card, "picture.card"),
        )
        drawn.append(
            tag(
                "span",
                button,
                marks,
                class_="hold",
                data_key=key,
                data_digit=digit,
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
            "waiting" if sight.waiting else None,
            None if event else "still",
            "keyed" if (many or sight.keyed) and event else None,
            "flagged" if any(card in best or card == answer for card in cards) else None,
        ),
        style=columns,
        data_key="hand",
        data_focus=sight.focus or None,
        **_group(name, event),
    )
    title = tag("p", name, class_="title", aria_hidden="true", data_key="title")
    seen = (title, group) if owner else (group,)
    return picture_of(look, "holding", sight, *seen)


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
