"""Several tricks under one another, each card with its owner, as somebody would recall them."""

from collections.abc import Mapping

from engine.table import Table
from engine.trick import Play, Trick
from puzzles.scenes import TricksSight
from tutor.drawing.cards import card_class, face, sign
from tutor.drawing.markup import Html, Look, Picture, classes, picture_of, tag


def tricks_picture(look: Look, sight: TricksSight) -> Picture:
    """Draw successive tricks, the first on top."""
    rows = []
    for number, (trick, table) in enumerate(
        zip(sight.tricks, sight.at_tables, strict=True), start=1
    ):
        if sight.renamed(number):
            rows.append(_owners(look, table, number))
        flags = {play: "picture.mark.marker" for at, play in sight.turned if at == number}
        flags |= (
            {sight.revoke: "picture.mark.revoke"} if sight.revoke and number == sight.at else {}
        )
        rows.append(_row(look, number, trick, flags, *sight.won[number - 1 : number]))
    drawn = tag("div", *rows, class_="recalled-tricks", data_key="recalled-tricks")
    return picture_of(look, "tricks", sight, drawn)


def _owners(look: Look, table: Table, number: int) -> Html:
    """Draw whose trump is which from this trick on."""
    owners = [
        tag("span", sign(trump), look.say.name(seat), class_="owner-trump", aria_hidden="true")
        for seat, trump in zip(table.seats, table.trumps, strict=True)
    ]
    return tag("div", *owners, class_="owners", data_key=f"owners-{number}")


def _row(
    look: Look, number: int, trick: Trick, flags: Mapping[Play, str], best: int | None = None
) -> Html:
    """Draw one trick in the order played; *flags* are the words' keys for plays that wear one."""
    cards = []
    for index, play in enumerate(trick.plays):
        worn = flags.get(play)
        flag = tag("span", look.say(worn) if worn else "", class_="flag your-answer")
        wins = tag("span", look.say("picture.mark.wins"), class_="flag wins")
        cards.append(
            tag(
                "div",
                tag("span", look.say.name(play.seat), class_="owner"),
                tag("span", face(play.card), class_=card_class(play.card)),
                *([flag] if worn else []),
                *([wins] if index == best else []),
                class_=classes("recalled", "marked" if worn else None),
                data_key=f"recalled-{index}",
            )
        )
    title = tag("span", look.say("picture.trick-short", number=number), class_="trick-number")
    return tag(
        "div",
        title,
        tag("div", *cards, class_="recalled-cards"),
        class_="recalled-trick",
        aria_hidden="true",
        data_key=f"trick-{number}",
    )
