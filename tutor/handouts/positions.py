"""Positions as they are drawn on paper: what the screen shows, in black and white."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from engine.calypso import FULL_SUIT, Calypso
from engine.cards import Card, Rank
from engine.table import Seat, Table
from engine.trick import Play, Ruling, Trick, legal_cards
from engine.variants import Variant
from engine.winnings import Holdings, share
from puzzles.kinds.best_card.position import BestCard
from puzzles.kinds.ladder import Ladder as LadderPuzzle
from puzzles.kinds.may_name import MayName
from puzzles.kinds.rulebooks_differ import RulebooksDiffer
from puzzles.kinds.spot_revoke import SpotRevoke
from puzzles.kinds.suit_markers import SuitMarkers
from puzzles.kinds.what_is_built import WhatIsBuilt
from puzzles.kinds.what_score import WhatScore
from puzzles.kinds.which_cards import WhichCards
from puzzles.kinds.who_has_won import WhoHasWon
from puzzles.kinds.who_wins import WhoWins
from puzzles.kinds.whose_turn import WhoseTurn
from puzzles.puzzle import Puzzle
from tutor.drawing import Look, calypso_picture, hand_picture, trick_picture, tricks_picture
from tutor.drawing.cards import rank_sign, sort_cards
from tutor.drawing.puzzles import LEARNER
from tutor.drawing.trick import MAJORS, PLACES
from tutor.handouts.blocks import (
    Block,
    Face,
    Hand,
    Ladder,
    Paragraph,
    Plate,
    Played,
    Points,
    Recalled,
    Row,
    Rung,
    Shelf,
    Slot,
)
from tutor.handouts.blocks import Trick as DrawnTrick
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
) -> DrawnTrick:
    """Draw a table and what lies on it; with a ruling the winning card is marked."""
    bottom = me if me in table.seats else table.seats[-1]
    around = table.clockwise(bottom, len(table.seats))
    places = dict(zip(around, PLACES[len(around)], strict=True))
    partners = len(variant.feeds[0]) > 1
    led = played.lead.card.suit if played else None
    picture = trick_picture(
        Look(say), variant, table, played, turn=turn, ruling=ruling, me=bottom, you=LEARNER
    )
    return DrawnTrick(
        seats=tuple(
            Plate(
                place=places[seat],
                name=say("picture.mark.you", seat=seat) if seat == LEARNER else say.name(seat),
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
        cards=tuple(map(face, sort_cards(cards))),
        boxes=boxes,
        description=picture.description,
    )


def shelf(
    say: Texts,
    seat: Seat,
    calypsos: Sequence[Calypso],
    full: Collection[Rank] = FULL_SUIT,
    pile: int | None = None,
) -> Shelf:
    """Draw what a seat has built."""
    ranks = sorted(full, reverse=True)
    picture = calypso_picture(Look(say), seat, calypsos, pile=pile, full=full)
    return Shelf(
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
) -> tuple[Shelf, ...]:
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


def ladder(say: Texts, ruling: Ruling, shown: int | None = None) -> Ladder:
    """Write out a trick card by card, in the words of the screen."""
    rungs = tell(ruling, say)[:shown]
    return Ladder(
        title=say("picture.ladder"),
        rungs=tuple(
            Rung(
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


# ----------------------------------------------------------- puzzles before the answer


def position(puzzle: Puzzle, say: Texts) -> tuple[Block, ...]:
    """Draw what *puzzle* is about: the table first, then what lies beside it.

    Raises:
        KeyError: Nobody has said how this kind of puzzle is printed.
    """
    return _DRAWN[puzzle.kind](puzzle, say)


def _who_wins(puzzle: WhoWins | RulebooksDiffer, say: Texts) -> tuple[Block, ...]:
    return (trick(say, puzzle.variant, puzzle.table, puzzle.trick),)


def _which_cards(puzzle: WhichCards, say: Texts) -> tuple[Block, ...]:
    return (
        trick(say, puzzle.variant, puzzle.table, puzzle.trick, turn=puzzle.seat),
        hand(say, puzzle.hand, None if puzzle.seat == LEARNER else puzzle.seat, boxes=True),
    )


def _what_is_built(puzzle: WhatIsBuilt, say: Texts) -> tuple[Block, ...]:
    winner = puzzle.ruling.winning.seat
    fed = puzzle.variant.feeds[puzzle.table.seats.index(winner)]
    return (
        trick(say, puzzle.variant, puzzle.table, puzzle.trick, ruling=puzzle.ruling),
        *shelves(say, puzzle.variant, puzzle.table, puzzle.before, fed),
    )


def _what_score(puzzle: WhatScore, say: Texts) -> tuple[Block, ...]:
    return (shelf(say, puzzle.seat, puzzle.calypsos, puzzle.variant.full, puzzle.pile),)


def _spot_revoke(puzzle: SpotRevoke, say: Texts) -> tuple[Block, ...]:
    tricks = recalled(say, puzzle.table, puzzle.tricks)
    return (tricks,) if puzzle.hand is None else (tricks, hand(say, puzzle.hand, puzzle.seat))


def _whose_turn(puzzle: WhoseTurn, say: Texts) -> tuple[Block, ...]:
    return (trick(say, puzzle.variant, puzzle.table, puzzle.trick),)


def _suit_markers(puzzle: SuitMarkers, say: Texts) -> tuple[Block, ...]:
    return (recalled(say, puzzle.table, puzzle.tricks),)


def _who_has_won(puzzle: WhoHasWon, say: Texts) -> tuple[Block, ...]:
    seats = puzzle.table.seats
    rows = (
        say("picture.own-sheet", seat=seat, points=had)
        for seat, had in zip(seats, puzzle.points, strict=True)
    )
    return Paragraph(say("picture.clockwise", seats=seats)), Points(tuple(rows))


def _may_name(puzzle: MayName, say: Texts) -> tuple[Block, ...]:
    if puzzle.trick:
        return (trick(say, puzzle.variant, puzzle.table, puzzle.trick),)
    return (hand(say, puzzle.hand, None if puzzle.seat == LEARNER else puzzle.seat),)


def _ladder(puzzle: LadderPuzzle, say: Texts) -> tuple[Block, ...]:
    return (
        trick(say, puzzle.variant, puzzle.table, puzzle.trick),
        ladder(say, puzzle.ruling, puzzle.shown),
    )


def _best_card(puzzle: BestCard, say: Texts) -> tuple[Block, ...]:
    """Show the table, the player's hand to tick, what else lies open, and all calypsos."""
    order = puzzle.table.clockwise(puzzle.seat, len(puzzle.table.seats))
    found: list[Block] = [
        trick(say, puzzle.variant, puzzle.table, puzzle.trick, turn=puzzle.seat, me=puzzle.seat),
        hand(say, puzzle.hand, None if puzzle.seat == LEARNER else puzzle.seat, boxes=True),
    ]
    found += [
        hand(say, cards, None if seat == LEARNER else seat)
        for seat in order[1:]
        if (cards := puzzle.held(seat))
    ]
    found += [
        Paragraph(say("picture.out", seat=seat, suits=suits))
        for seat in order
        if (suits := tuple(suit for one, suit in puzzle.out if one == seat))
    ]
    built = {seat: puzzle.built(seat) for seat in order}
    found += [
        shelf(say, seat, calypsos, puzzle.variant.full)
        for seat, calypsos in built.items()
        if any(one.ranks or one.completed for one in calypsos)
    ]
    return tuple(found)


# The kind chooses the function, and each takes its own kind of puzzle.
_DRAWN: Mapping[str, Callable[[Any, Texts], tuple[Block, ...]]] = {
    WhoWins.kind: _who_wins,
    WhichCards.kind: _which_cards,
    WhatIsBuilt.kind: _what_is_built,
    WhatScore.kind: _what_score,
    SpotRevoke.kind: _spot_revoke,
    RulebooksDiffer.kind: _who_wins,
    LadderPuzzle.kind: _ladder,
    BestCard.kind: _best_card,
    WhoseTurn.kind: _whose_turn,
    SuitMarkers.kind: _suit_markers,
    WhoHasWon.kind: _who_has_won,
    MayName.kind: _may_name,
}


# ------------------------------------------------------------ puzzles after the answer


def solution(puzzle: Puzzle, say: Texts) -> tuple[Block, ...]:
    """Draw what shows the answer of *puzzle*: the ladder, the calypsos after, the revoke."""
    if isinstance(puzzle, WhatIsBuilt):
        winner, seats = puzzle.ruling.winning.seat, puzzle.table.seats
        won = puzzle.trick.cards
        after, _ = share(puzzle.variant, puzzle.table, puzzle.before, won, winner)
        fed = puzzle.variant.feeds[seats.index(winner)]
        return shelves(say, puzzle.variant, puzzle.table, after, fed)
    if isinstance(puzzle, WhichCards):
        owner = None if puzzle.seat == LEARNER else puzzle.seat
        return (hand(say, legal_cards(puzzle.hand, puzzle.led), owner),)
    if isinstance(puzzle, SpotRevoke):
        at = int(puzzle.solution.partition(":")[0])
        revoke = next(play for play in puzzle.tricks[at - 1].plays if play.seat == puzzle.seat)
        return (recalled(say, puzzle.table, puzzle.tricks, revoke, at),)
    return (ladder(say, puzzle.ruling),) if puzzle.ruling else ()
