"""The score sheet of a game, side by side and line by line."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Suit
from engine.score import Score
from engine.table import Seat
from tutor.drawing.cards import sign
from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What one side has: each seat's own lines, penalties, and the total.

    ``ahead`` says whether nobody has more.
    """

    name: str
    parts: tuple[tuple[Seat, tuple[Suit, ...], Score], ...]
    penalties: Score
    total: int
    ahead: bool


def score_picture(look: Look, accounts: Sequence[Account]) -> Picture:
    """Draw the sheets of all sides as tables, the learner's first."""
    say = look.say
    said = [say("table.total.of", side=account.name, count=account.total) for account in accounts]
    tables = [_table(look, account, number) for number, account in enumerate(accounts)]
    return picture(look, "sheet", said, tag("div", *tables, class_="accounts", data_key="accounts"))


def _table(look: Look, account: Account, number: int) -> Html:
    say = look.say
    body = [row for part in account.parts for row in _part(look, *part)]
    if account.penalties.lines:
        body += _lines(look, account.penalties)
    total = tag(
        "tr",
        tag("th", say("table.total"), scope="row", colspan=2),
        tag("td", say.name(account.total)),
        class_="total",
    )
    return tag(
        "table",
        tag("caption", account.name),
        tag("tbody", *body),
        tag("tfoot", total),
        class_=classes("account", "ahead" if account.ahead else None),
        data_key=f"account-{number}",
    )


def _part(look: Look, seat: Seat, suits: tuple[Suit, ...], score: Score) -> list[Html]:
    """Name a seat with the suits it builds, then its lines."""
    signs = tag("span", *map(sign, suits), class_="signs")
    head = tag("th", signs, look.say.name(seat), scope="rowgroup", colspan=3)
    lines = _lines(look, score)
    if not lines:
        lines = [tag("tr", tag("td", look.say("table.nothing-yet"), colspan=3))]
    return [tag("tr", head, class_="who-scored"), *lines]


def _lines(look: Look, score: Score) -> list[Html]:
    say = look.say
    return [
        tag(
            "tr",
            tag("th", say.name(line.rule), scope="row"),
            tag("td", f"× {line.count}", class_="times"),
            tag("td", say.name(line.points)),
        )
        for line in score.lines
    ]
