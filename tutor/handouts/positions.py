"""Positions as they are drawn on paper: what the screen shows, in black and white."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from engine.calypso import FULL_SUIT, Calypso
from engine.cards import Card, Rank, fan_cards
from engine.table import Seat, Table
from engine.trick import Play, Ruling, Trick
from engine.variants import Variant
from engine.winnings import Holdings
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
from tutor.drawing import Look, calypso_picture, hand_picture, trick_picture, tricks_picture
from tutor.drawing.cards import rank_sign
from tutor.drawing.trick import MAJORS, PLACES
from tutor.handouts.blocks import (
    Block,
    Face,
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
from tutor.words.ladder import tell
from tutor.words.texts import Texts


def face(card: Card) -> Face:
    """Draw a card."""
    return Face(rank=rank_sign(card.rank), suit=card.suit.value)


def trick(
    say: Texts,
    variant: Variant,
    table: Table,
    played: Trick | None,
    *,
    turn: Seat | None = None,
    ruling: Ruling | None = None,
    me: Seat = LEARNER,
) -> TrickBlock:
    """Draw a table and what lies on it; with a ruling the winning card is marked."""
    bottom = me if me in table.seats else table.seats[-1]
    around = table.clockwise(bottom, len(table.seats))
    places = dict(zip(around, PLACES[len(around)], strict=True))
    partners = len(variant.feeds[0]) > 1
    led = played.lead.card.suit if played else None
    picture = trick_picture(Look(say), variant, table, played, turn=turn, ruling=ruling, me=bottom)
    return TrickBlock(
        seats=tuple(
            Plate(
                place=places[seat],
                name=say.name(seat),
                suit=table.trump(seat).value,
                trump=say.name(table.trump(seat)),
                side="alone"
                if not partners
                else "major"
                if table.trump(seat) in MAJORS
                else "minor",
                turn=seat == turn,
            )
            for seat in table.seats
        ),
        cards=tuple(
            Played(
                place=places[play.seat],
                owner=say.name(play.seat),
                order=order,
                face=face(play.card),
                wins=ruling is not None and ruling.winner == order - 1,
                mark=say("picture.mark.wins") if ruling and ruling.winner == order - 1 else "",
            )
            for order, play in enumerate(played.plays if played else (), start=1)
        ),
        led=(led.value, say("picture.led", suit=led)) if led else None,
        description=picture.description,
    )


def hand(say: Texts, cards: Sequence[Card], owner: Seat | None, *, boxes: bool = False) -> Hand:
    """Draw a hand, sorted as on the screen; *owner* none is the learner."""
    title = say("picture.hand.of", seat=owner) if owner else say("picture.hand")
    picture = hand_picture(Look(say), cards, owner=owner, event=None)
    return Hand(
        title=title,
        cards=tuple(map(face, fan_cards(cards))),
        boxes=boxes,
        description=picture.description,
    )


def shelf(
    say: Texts,
    seat: Seat,
    calypsos: Sequence[Calypso],
    full: Collection[Rank] = FULL_SUIT,
    pile: int | None = None,
) -> ShelfBlock:
    """Draw what a seat has built."""
    ranks = sorted(full, reverse=True)
    picture = calypso_picture(Look(say), seat, calypsos, pile=pile, full=full)
    return ShelfBlock(
        title=say("picture.calypsos", seat=seat),
        rows=tuple(
            Row(
                suit=calypso.suit.value,
                slots=tuple(Slot(rank=rank_sign(r), held=r in calypso.ranks) for r in ranks),
                note=say("picture.count.completed", count=calypso.completed)
                if calypso.completed
                else "",
            )
            for calypso in calypsos
        ),
        note="" if pile is None else say("picture.count.pile", count=pile),
        description=picture.description,
    )


def shelves(
    say: Texts, variant: Variant, table: Table, held: Holdings, seats: Collection[Seat]
) -> tuple[ShelfBlock, ...]:
    """Draw what these seats have built, in the order of the table."""
    return tuple(
        shelf(say, seat, calypsos, variant.full)
        for seat, calypsos in zip(table.seats, held, strict=True)
        if seat in seats
    )


def recalled(
    say: Texts, table: Table, tricks: Sequence[Trick], revoke: Play | None = None, at: int = 0
) -> Recalled:
    """Draw successive tricks; the revoke is marked once it may be seen."""
    return Recalled(
        titles=tuple(
            say("picture.trick-short", number=number) for number in range(1, len(tricks) + 1)
        ),
        tricks=tuple(
            tuple(
                Played(
                    place="",
                    owner=say.name(play.seat),
                    order=order,
                    face=face(play.card),
                    wins=play == revoke and number == at,
                    mark=say("picture.mark.revoke") if play == revoke and number == at else "",
                )
                for order, play in enumerate(one.plays, start=1)
            )
            for number, one in enumerate(tricks, start=1)
        ),
        description=tricks_picture(Look(say), table, tricks, revoke=revoke, at=at).description,
    )


def ladder(say: Texts, ruling: Ruling, shown: int | None = None) -> LadderBlock:
    """Write out a trick card by card, in the words of the screen."""
    rungs = tell(ruling, say)[:shown]
    return LadderBlock(
        title=say("picture.ladder"),
        rungs=tuple(
            RungBlock(
                order=order,
                seat=say.name(told.rung.play.seat),
                face=face(told.rung.play.card),
                part=told.part,
                step=told.step,
                rule=told.rule,
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
        one for one in blocks if isinstance(one, TrickBlock | Hand | ShelfBlock | Recalled)
    )[:1]


def _drawn(scene: Scene, say: Texts) -> tuple[Block, ...]:
    return tuple(block for sight in scene for block in _blocks(sight, say))


def _blocks(sight: Sight, say: Texts) -> Iterator[Block]:
    """Draw one of the things to be seen."""
    match sight:
        case TableSight():
            # Where nothing has been played and nobody has a trump, there is nothing to print.
            if sight.trick or not sight.unnamed:
                yield trick(
                    say,
                    sight.variant,
                    sight.table,
                    sight.trick,
                    turn=sight.turn,
                    ruling=sight.ruling,
                    me=sight.near,
                )
        case HandSight():
            yours = sight.yours and sight.seat == LEARNER
            yield hand(say, sight.cards, None if yours else sight.seat, boxes=sight.pick)
        case ShelfSight():
            yield shelf(say, sight.seat, sight.calypsos, sight.full, sight.pile)
        case ShelvesSight():
            yield from _shelves(sight, say)
        case TricksSight():
            yield recalled(say, sight.table, sight.tricks, sight.revoke, sight.at)
        case LadderSight():
            yield ladder(say, sight.ruling, sight.shown)
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
    """Draw the other hands that lie open, the suits others are out of, calypsos with cards."""
    for seat, cards in sight.hands.items():
        if cards:
            yield hand(say, cards, None if seat == LEARNER else seat)
    for seat in sight.built:
        if seat in sight.out:
            yield Paragraph(say("picture.out", seat=seat, suits=sight.out[seat]))
    for seat, calypsos in sight.built.items():
        if any(one.ranks or one.completed for one in calypsos):
            yield shelf(say, seat, calypsos, sight.full)
