"""What every player's own sheet comes to at the end of a game."""

from puzzles.scenes import TotalsSight
from tutor.drawing.cards import sign
from tutor.drawing.markup import Look, Picture, classes, picture_of, tag


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
