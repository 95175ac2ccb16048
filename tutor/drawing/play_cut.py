"""The cards that were drawn to settle who sits where."""

from collections.abc import Sequence

from engine.cards import Card
from tutor.drawing.cards import still_card
from tutor.drawing.markup import Look, Picture, classes, picture, tag

Drawn = tuple[str, Card]
"""Who drew, by name, and what."""


def cut_picture(look: Look, rounds: Sequence[Sequence[Drawn]], mine: str) -> Picture:
    """Draw the cards of each round of a cut.

    Args:
        look: For whom it is drawn.
        rounds: The first by everybody, later ones by those whose cards were equal.
        mine: The learner's name among those who drew.
    """
    say = look.say
    said = [say("table.drew", who=who, card=card) for drawn in rounds for who, card in drawn]
    rows = [
        tag(
            "div",
            *(
                tag(
                    "div",
                    still_card(card),
                    tag("span", who, class_="name"),
                    class_=classes("drew", "mine" if who == mine else None),
                    data_key=f"drew-{who}",
                    data_enter="",
                )
                for who, card in drawn
            ),
            class_="cut-round",
            data_key=f"round-{number}",
        )
        for number, drawn in enumerate(rounds)
    ]
    return picture(look, "cut", said, tag("div", *rows, aria_hidden="true", data_key="rounds"))
