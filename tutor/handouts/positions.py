"""Positions as they are drawn on paper: what the screen shows, in black and white."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.cards import Card
from engine.table import Seat
from puzzles.kinds import kind_of
from puzzles.puzzle import Puzzle
from puzzles.scenes import (
    LEARNER,
    HandSight,
    LadderSight,
    Scene,
    ShelfSight,
    ShelvesSight,
    Sight,
    Stage,
    TableSight,
    TotalsSight,
    TricksSight,
)
from tutor.handouts import (
    Block,
    Hand,
    LadderBlock,
    Paragraph,
    Plate,
    Played,
    Points,
    Recalled,
    Row,
    RungBlock,
    ShelfBlock,
    Slot,
    TrickBlock,
)
from tutor.words.sights import description, rule_line, tell_ladder
from tutor.words.texts import Texts


def trick(say: Texts, sight: TableSight) -> TrickBlock:
    """Draw a table and what lies on it; with a ruling the winning card is marked."""
    places, table, winner = sight.places, sight.table, sight.ruling and sight.ruling.winner
    led = sight.plays[0].card.suit if sight.plays else None
    drawn = replace(sight, dealer=None, chosen=None, unnamed=())
    return TrickBlock(
        seats=tuple(
            Plate(
                place=places[seat],
                name=say.name(seat),
                suit=table.trump(seat).value,
                trump=say.name(table.trump(seat)),
                side=sight.side(seat),
                turn=seat == sight.turn,
            )
            for seat in table.seats
        ),
        cards=tuple(
            Played(
                place=places[play.seat],
                owner=say.name(play.seat),
                order=order,
                face=play.card,
                wins=winner == order - 1,
                mark=say("picture.mark.wins") if winner == order - 1 else "",
            )
            for order, play in enumerate(sight.plays, start=1)
        ),
        led=(led.value, say("picture.led", suit=led)) if led else None,
        description=description(drawn, say),
    )


def hand(say: Texts, sight: HandSight) -> Hand:
    """Draw a hand, sorted as on the screen, with a box under each card that can be picked."""
    drawn = HandSight(
        seat=sight.seat, yours=sight.yours and sight.seat == LEARNER, cards=sight.cards
    )
    owner = drawn.owner
    return Hand(
        title=say("picture.hand.of", seat=owner) if owner else say("picture.hand"),
        cards=drawn.shown,
        boxes=sight.pick,
        description=description(drawn, say),
    )


def held(seat: Seat, cards: Sequence[Card], *, pick: bool = False) -> HandSight:
    """Return the hand of *seat*, the learner's if it sits there."""
    return HandSight(seat=seat, yours=seat == LEARNER, cards=tuple(cards), pick=pick)


def shelf(say: Texts, sight: ShelfSight) -> ShelfBlock:
    """Draw what a seat has built."""
    drawn = replace(sight, placements=())
    return ShelfBlock(
        title=say("picture.calypsos", seat=sight.seat),
        rows=tuple(
            Row(
                suit=calypso.suit.value,
                slots=tuple(Slot(rank=r.sign, held=r in calypso.ranks) for r in sight.ranks),
                note=say("picture.count.completed", count=calypso.completed)
                if calypso.completed
                else "",
            )
            for calypso in sight.calypsos
        ),
        note="" if sight.pile is None else say("picture.count.pile", count=sight.pile),
        description=description(drawn, say),
    )


def recalled(say: Texts, sight: TricksSight) -> Recalled:
    """Draw successive tricks; the revoke is marked once it may be seen."""
    tricks, revoke, where = sight.tricks, sight.revoke, sight.revoked_in
    return Recalled(
        owners=tuple(
            (trump.value, say.name(seat))
            for seat, trump in zip(sight.table.seats, sight.table.trumps, strict=True)
        ),
        titles=tuple(
            say("picture.trick-short", number=number) for number in range(1, len(tricks) + 1)
        ),
        tricks=tuple(
            tuple(
                Played(
                    place="",
                    owner=say.name(play.seat),
                    order=order,
                    face=play.card,
                    wins=play == revoke and number == where,
                    mark=say("picture.mark.revoke") if play == revoke and number == where else "",
                )
                for order, play in enumerate(trick.plays, start=1)
            )
            for number, trick in enumerate(tricks, start=1)
        ),
        description=description(replace(sight, turned=()), say),
    )


def ladder(say: Texts, sight: LadderSight) -> LadderBlock:
    """Write out a trick card by card, in the words of the screen."""
    ruling = sight.ruling
    rungs = tell_ladder(ruling, say)[: sight.shown]
    return LadderBlock(
        title=say("picture.ladder"),
        rungs=tuple(
            RungBlock(
                order=order,
                seat=say.name(told.rung.play.seat),
                face=told.rung.play.card,
                part=told.part,
                step=told.step,
                rule=rule_line(told, say),
                wins=len(rungs) == len(ruling.trick.plays) and ruling.winner == order - 1,
            )
            for order, told in enumerate(rungs, start=1)
        ),
    )


# ------------------------------------------------------------------------------ scenes


def position(puzzle: Puzzle, say: Texts) -> tuple[Block, ...]:
    """Draw what *puzzle* is about: the table first, then what lies beside it."""
    return _drawn(kind_of(puzzle).scene(puzzle, Stage()), say)


def solution(puzzle: Puzzle, say: Texts) -> tuple[Block, ...]:
    """Draw what shows the answer of *puzzle*: the ladder, the calypsos after, the revoke."""
    return _drawn(kind_of(puzzle).shows(puzzle), say)


def drawable(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return the first of the blocks that is a picture, alone; nothing if none is."""
    return tuple(
        block for block in blocks if isinstance(block, TrickBlock | Hand | ShelfBlock | Recalled)
    )[:1]


def _drawn(scene: Scene, say: Texts) -> tuple[Block, ...]:
    return tuple(block for sight in scene for block in _blocks(sight, say))


def _blocks(sight: Sight, say: Texts) -> Iterator[Block]:
    match sight:
        case TableSight():
            # Where nothing has been played and nobody has a trump, there is nothing to print.
            if sight.trick or not sight.unnamed:
                yield trick(say, sight)
        case HandSight():
            yield hand(say, sight)
        case ShelfSight():
            yield shelf(say, sight)
        case ShelvesSight():
            yield from _shelves(sight, say)
        case TricksSight():
            yield recalled(say, sight)
        case LadderSight():
            yield ladder(say, sight)
        case TotalsSight():
            seats = sight.table.seats
            yield Paragraph(say("picture.clockwise", seats=seats))
            yield Points(
                tuple(
                    say("picture.own-sheet", seat=seat, points=had)
                    for seat, had in zip(seats, sight.points, strict=True)
                )
            )


def _shelves(sight: ShelvesSight, say: Texts) -> Iterator[Block]:
    for seat, cards in sight.hands.items():
        if cards:
            yield hand(say, held(seat, cards))
    for seat in sight.built:
        if seat in sight.out:
            yield Paragraph(say("picture.out", seat=seat, suits=sight.out[seat]))
    for seat, calypsos in sight.built.items():
        if any(calypso.ranks or calypso.completed for calypso in calypsos):
            yield shelf(say, ShelfSight(seat=seat, calypsos=calypsos, full=sight.full))
