"""The score sheet of a game, side by side and line by line, and the totals of a moment."""

from collections.abc import Sequence

from engine.cards import Suit
from engine.score import ScoreLine, score_of
from puzzles.scenes import TotalsSight
from tutor.drawing.cards import sign
from tutor.drawing.markup import Html, Look, Picture, classes, picture, picture_of, tag
from tutor.playing.account import SeatScore, Side


def score_picture(look: Look, sides: Sequence[tuple[str, Side]]) -> Picture:
    """Draw the sheets of all sides as tables, each after what it is called, the learner's first.

    Of a side with one sheet the caption names it, and no line besides.
    """
    say = look.say
    said = [say("table.total.of", side=name, count=side.total) for name, side in sides]
    tables = [_table(look, name, side, number) for number, (name, side) in enumerate(sides)]
    kind = classes("accounts", "four" if len(tables) == 4 else None)
    return picture(look, "sheet", said, tag("div", *tables, class_=kind, data_key="accounts"))


def _table(look: Look, name: str, side: Side, number: int) -> Html:
    say, alone = look.say, len(side.parts) == 1
    body = [row for part in side.parts for row in _part(look, part, named=not alone)]
    suits = _suits(side.parts[0]) if alone else Html()
    body += [_penalty(look, line) for line in side.fines.lines]
    head = tag("th", say("table.total"), scope="row", colspan=2)
    total = tag("tr", head, tag("td", say.name(side.total)), class_="total")
    kind = classes("account", "ahead" if side.ahead else None)
    parts = (tag("caption", suits, name), tag("tbody", *body), tag("tfoot", total))
    return tag("table", *parts, class_=kind, data_key=f"account-{number}")


def _suits(part: SeatScore) -> Html:
    return tag("span", *(sign(calypso.suit) for calypso in part.calypsos), class_="signs")


def _part(look: Look, part: SeatScore, *, named: bool) -> list[Html]:
    """Return the lines of a seat; if *named*, first its name and the suits it builds."""
    head = tag("th", _suits(part), look.say.name(part.seat), scope="rowgroup", colspan=3)
    together = [_line(look, line) for line in part.score.lines]
    lines = _lines_by_suit(look, part) if len(part.calypsos) > 1 else together
    if not lines:
        lines = [tag("tr", tag("td", look.say("table.no-points"), colspan=3))]
    return [tag("tr", head, class_="who-scored"), *lines] if named else lines


def _lines_by_suit(look: Look, part: SeatScore) -> list[Html]:
    """Write the lines of each suit by itself, as each has its own first calypso; then the pile."""
    of_suits = [(calypso.suit, score_of(calypso, 0)) for calypso in part.calypsos]
    rules = {line.rule for _, score in of_suits for line in score.lines}
    rows = [_line(look, line, suit) for suit, score in of_suits for line in score.lines]
    return rows + [_line(look, line) for line in part.score.lines if line.rule not in rules]


def _penalty(look: Look, line: ScoreLine) -> Html:
    """Write what revokes have brought, those of others, or cost, one's own."""
    whose = "others" if line.points > 0 else "own"
    each = abs(line.points) // line.count
    return _row(look, look.say(f"table.revokes.{whose}", points=each), line)


def _line(look: Look, line: ScoreLine, suit: Suit | None = None) -> Html:
    say = look.say
    if not suit:
        return _row(look, say.name(line.rule), line)
    heard = tag("span", say("table.of-suit", suit=suit), class_="spoken")
    signs, name = tag("span", sign(suit), class_="signs"), tag("span", say.name(line.rule))
    return _row(look, tag("span", signs, heard, name, class_="of-suit"), line)


def _row(look: Look, head: str, line: ScoreLine) -> Html:
    times = tag("td", f"× {line.count}", class_="times")
    return tag("tr", tag("th", head, scope="row"), times, tag("td", look.say.name(line.points)))


def totals_picture(look: Look, sight: TotalsSight) -> Picture:
    """Draw the players clockwise, each with the points of the own sheet."""
    say, table = look.say, sight.table
    rows = [
        tag(
            "div",
            sign(trump),
            tag("span", say.name(seat), class_="player"),
            tag("span", say("picture.mark.your-answer"), class_="mark")
            if seat in sight.named
            else Html(),
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
