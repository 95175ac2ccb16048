"""The days of the last weeks as a calendar: the more answers, the fuller the day."""

from collections.abc import Sequence

from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag
from tutor.learning.overview import Day

FULL = 20
"""So many answers fill a day."""


def calendar_picture(look: Look, days: Sequence[Day]) -> Picture:
    """Draw the days in weeks from Monday to Sunday.

    Args:
        look: For whom it is drawn.
        days: Successive days, the first a Monday.
    """
    say = look.say
    busy = [day for day in days if day.answers]
    sentences = [say("picture.calendar", count=len(busy), answers=sum(day.answers for day in busy))]
    heads = [tag("span", say(f"picture.weekday.{n}"), class_="weekday") for n in range(7)]
    cells = [_cell(look, day) for day in days]
    grid = tag("div", *heads, *cells, class_="calendar", aria_hidden="true", data_key="calendar")
    return picture(look, "days", sentences, grid)


def _cell(look: Look, day: Day) -> Html:
    depth = min(4, -(-4 * day.answers // FULL))
    return tag(
        "span",
        tag("span", str(day.date.day), class_="of-month"),
        tag("span", str(day.answers) if day.answers else "", class_="of-answers"),
        class_=classes("day", f"depth-{depth}"),
        title=look.say("picture.day", day=day.date, answers=day.answers),
        data_key=day.date.isoformat(),
    )
