"""What every player's own sheet comes to at the end of a game."""

from collections.abc import Sequence

from engine.table import Table
from engine.variants import Variant
from tutor.drawing.cards import sign
from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag


def totals_picture(
    look: Look,
    variant: Variant,
    table: Table,
    points: Sequence[int],
    *,
    ahead: Sequence[bool],
) -> Picture:
    """Draw the players clockwise, each with the points of the own sheet.

    Args:
        look: For whom they are drawn.
        variant: Says who are partners.
        table: Who sits where, with which trump.
        points: Parallel to the seats.
        ahead: Parallel to the seats, whether the seat has won, once that may be seen.
    """
    say = look.say
    said = [say("picture.clockwise", seats=table.seats)]
    sides = variant.feeds
    if len(sides[0]) > 1:
        said.append(say("picture.partners", pair=sides[0], others=sides[1]))
    rows: list[Html] = []
    for seat, trump, had, won in zip(table.seats, table.trumps, points, ahead, strict=True):
        said.append(say("picture.own-sheet", seat=seat, points=had))
        rows.append(
            tag(
                "div",
                sign(trump),
                tag("span", say.name(seat), class_="player"),
                tag("span", say.name(had), class_="points"),
                class_=classes("own-sheet", "ahead" if won else None),
                data_key=f"sheet-{seat.value}",
            )
        )
    title = tag("p", say("picture.own-sheets"), class_="title", data_key="title")
    drawn = tag("div", title, *rows, class_="own-sheets", aria_hidden="true", data_key="sheets")
    return picture(look, "totals", said, drawn)
