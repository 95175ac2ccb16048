"""Several tricks under one another, each card with its owner, as somebody would recall them."""

from collections.abc import Iterator, Mapping, Sequence

from engine.table import Table
from engine.trick import Play, Trick
from tutor.drawing.cards import card_class, face, sign
from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag


def tricks_picture(
    look: Look,
    table: Table,
    tricks: Sequence[Trick],
    *,
    revoke: Play | None = None,
    at: int = 0,
    turned: Sequence[tuple[int, Play]] = (),
    won: Sequence[int] = (),
    tables: Sequence[Table] = (),
) -> Picture:
    """Draw successive tricks, the first on top.

    Args:
        look: For whom they are drawn.
        table: Whose trump is which.
        tricks: The tricks, in order.
        revoke: The play that was a revoke, once that may be seen.
        at: The number of the trick it belongs to, from 1.
        turned: The plays that turned a suit marker up, each after the number of its trick, once
            that may be seen.
        won: Parallel to the tricks, the place of the winning card, if that is to be seen.
        tables: Parallel to the tricks, the table at which each was played, where trumps may
            have changed in between.
    """
    at_tables = tables or [table] * len(tricks)
    new = [not i or one.trumps != at_tables[i - 1].trumps for i, one in enumerate(at_tables)]

    def sentences() -> Iterator[str]:
        for number, trick in enumerate(tricks, start=1):
            if new[number - 1]:
                yield from _trumps(look, at_tables[number - 1])
            yield look.say("picture.trick", number=number)
            for index, play in enumerate(trick.plays):
                key = "picture.plays" if index else "picture.leads"
                yield look.say(key, seat=play.seat, card=play.card, suit=trick.lead.card.suit)
            for best in won[number - 1 : number]:
                winning = trick.plays[best]
                yield look.say("picture.won", seat=winning.seat, card=winning.card)
        if revoke:
            yield look.say("picture.revoked", seat=revoke.seat, card=revoke.card, number=at)
        yield from _turned(look, turned)

    rows = []
    for number, trick in enumerate(tricks, start=1):
        if new[number - 1]:
            rows.append(_owners(look, at_tables[number - 1], number))
        flags = {play: "picture.mark.marker" for place, play in turned if place == number}
        flags |= {revoke: "picture.mark.revoke"} if revoke and number == at else {}
        rows.append(_row(look, number, trick, flags, *won[number - 1 : number]))
    return picture(
        look,
        "tricks",
        sentences(),
        tag("div", *rows, class_="recalled-tricks", data_key="recalled-tricks"),
        announce=look.say("picture.revoked", seat=revoke.seat, card=revoke.card, number=at)
        if revoke
        else "",
    )


def _turned(look: Look, turned: Sequence[tuple[int, Play]]) -> Iterator[str]:
    for number, play in turned:
        yield look.say("picture.turned", seat=play.seat, card=play.card, number=number)


def _trumps(look: Look, table: Table) -> Iterator[str]:
    for seat, trump in zip(table.seats, table.trumps, strict=True):
        yield look.say("picture.seat", seat=seat, suit=trump)


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
