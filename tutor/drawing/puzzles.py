"""Draws what a puzzle is about, before and after it is answered, and names its choices."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import Card
from engine.rules import Rule
from engine.table import Seat
from engine.trick import judge, legal_cards
from engine.winnings import share
from puzzles.kinds.best_card.position import BestCard
from puzzles.kinds.ladder import Ladder
from puzzles.kinds.may_name import MayName, Naming
from puzzles.kinds.rulebooks_differ import RulebooksDiffer
from puzzles.kinds.spot_revoke import SpotRevoke
from puzzles.kinds.suit_markers import SuitMarkers
from puzzles.kinds.what_is_built import WhatIsBuilt
from puzzles.kinds.what_score import WhatScore
from puzzles.kinds.which_cards import WhichCards
from puzzles.kinds.who_has_won import WhoHasWon
from puzzles.kinds.who_wins import WhoWins
from puzzles.kinds.whose_turn import WhoseTurn
from puzzles.puzzle import Choice, Part, Puzzle
from tutor.drawing import (
    Look,
    Picture,
    calypso_picture,
    hand_picture,
    ladder_picture,
    together,
    trick_picture,
    tricks_picture,
)
from tutor.drawing.ending import calypsos_picture, open_hand, out_of
from tutor.drawing.totals import totals_picture
from tutor.words.rules import rule_key
from tutor.words.texts import Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """How far the answer is: parts answered, cards chosen but not handed in, and whether all is.

    ``you`` is the learner's own seat at a trick that has been played; in a hall it is nobody's.
    """

    parts: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    answered: bool = False
    you: Seat | None = Seat.SOUTH


@dataclass(frozen=True, slots=True)
class Illustration:
    """What lies on the table, and what lies beside it: a hand, or the calypsos of a side."""

    table: Picture
    beside: Picture | None = None

    @property
    def whole(self) -> Picture:
        """Both in one picture."""
        return together(self.table, self.beside) if self.beside else self.table


def illustrate(look: Look, puzzle: Puzzle, stage: Stage) -> Illustration:
    """Draw the position of *puzzle* as it looks at this stage of the answer.

    Raises:
        KeyError: Nobody has said how this kind of puzzle is drawn.
    """
    # A verdict follows, or a question: they say what is new, the pictures need not.
    drawn = _DRAWN[puzzle.kind](look, puzzle, stage)
    table, *beside = (picture.unannounced for picture in drawn)
    return Illustration(table, together(*beside) if beside else None)


def solved(puzzle: Puzzle) -> Stage:
    """Give the stage at which *puzzle* has been answered rightly."""
    return Stage(parts=tuple(puzzle.solution.split(" / ")), answered=True)


LEARNER = Seat.SOUTH
"""Where the learner sits; a hand of this seat is called the learner's."""

Drawn = tuple[Picture, ...]
"""The table, and then what lies beside it."""


def _who_wins(look: Look, puzzle: WhoWins, stage: Stage) -> Drawn:
    return (
        trick_picture(
            look,
            puzzle.variant,
            puzzle.table,
            puzzle.trick,
            you=LEARNER,
            ruling=puzzle.ruling if stage.answered else None,
            chosen=Seat(stage.parts[0]) if stage.parts else None,
            pick=not stage.parts,
        ),
    )


def _which_cards(look: Look, puzzle: WhichCards, stage: Stage) -> Drawn:
    picked = stage.parts[0].split() if stage.parts else stage.chosen
    return (
        trick_picture(
            look, puzzle.variant, puzzle.table, puzzle.trick, turn=puzzle.seat, you=LEARNER
        ),
        hand_picture(
            look,
            puzzle.hand,
            owner=None if puzzle.seat == LEARNER else puzzle.seat,
            playable=legal_cards(puzzle.hand, puzzle.led) if stage.answered else None,
            chosen=tuple(map(Card.parse, picked)),
            many=True,
            event=None if stage.answered else "play",
        ),
    )


def _what_is_built(look: Look, puzzle: WhatIsBuilt, stage: Stage) -> Drawn:
    """Show the trick as won, and the calypsos of the winner's side before or after it."""
    winner = puzzle.ruling.winning.seat
    seats = puzzle.table.seats
    after, unused = share(puzzle.variant, puzzle.table, puzzle.before, puzzle.trick.cards, winner)
    held = after if stage.answered else puzzle.before
    return (
        trick_picture(
            look,
            puzzle.variant,
            puzzle.table,
            puzzle.trick,
            you=stage.you,
            asked=None if stage.answered else len(stage.parts),
            ruling=puzzle.ruling,
        ),
        *(
            calypso_picture(
                look,
                seat,
                held[seats.index(seat)],
                pile=len(unused) if stage.answered and seat == winner else None,
                placements=puzzle.placements if stage.answered else (),
                winner=winner,
                full=puzzle.variant.full,
            )
            for seat in puzzle.variant.feeds[seats.index(winner)]
        ),
    )


def _what_score(look: Look, puzzle: WhatScore, stage: Stage) -> Drawn:  # noqa: ARG001
    return (
        calypso_picture(
            look, puzzle.seat, puzzle.calypsos, pile=puzzle.pile, full=puzzle.variant.full
        ),
    )


def _spot_revoke(look: Look, puzzle: SpotRevoke, stage: Stage) -> Drawn:
    at = int(puzzle.solution.partition(":")[0])
    revoke = next(play for play in puzzle.tricks[at - 1].plays if play.seat == puzzle.seat)
    tricks = tricks_picture(
        look, puzzle.table, puzzle.tricks, revoke=revoke if stage.answered else None, at=at
    )
    if puzzle.hand is None:
        return (tricks,)
    return tricks, hand_picture(look, puzzle.hand, owner=puzzle.seat, event=None)


def _rulebooks_differ(look: Look, puzzle: RulebooksDiffer, stage: Stage) -> Drawn:
    at = len(stage.parts) - 1
    return (
        trick_picture(
            look,
            puzzle.variant,
            puzzle.table,
            puzzle.trick,
            you=LEARNER,
            ruling=puzzle.ruling if stage.answered else None,
            chosen=Seat(stage.parts[at]) if stage.parts and not stage.answered else None,
            pick=not stage.answered,
        ),
    )


def _ladder(look: Look, puzzle: Ladder, stage: Stage) -> Drawn:
    """Show the trick, and what is told of it before the question."""
    trick = trick_picture(
        look,
        puzzle.variant,
        puzzle.table,
        puzzle.trick,
        you=stage.you,
        ruling=puzzle.ruling if stage.answered else None,
    )
    if stage.answered:
        return (trick,)
    return trick, ladder_picture(look, puzzle.ruling, shown=puzzle.shown)


def _best_card(look: Look, puzzle: BestCard, stage: Stage) -> Drawn:
    """Show the table with all hands that lie open, the player's to choose from, all calypsos."""
    order = puzzle.table.clockwise(puzzle.seat, len(puzzle.table.seats))
    shown = {seat: puzzle.held(seat) or () for seat in order[1 : len(puzzle.hands)]}
    out = {
        seat: tuple(suit for one, suit in puzzle.out if one == seat)
        for seat in dict.fromkeys(seat for seat, _ in puzzle.out)
    }
    beside = {seat: open_hand(cards) for seat, cards in shown.items()}
    beside |= {seat: out_of(suits) for seat, suits in out.items()}
    best = tuple(card for card, loss in puzzle.losses.items() if not loss) if stage.answered else ()
    return (
        trick_picture(
            look,
            puzzle.variant,
            puzzle.table,
            puzzle.trick,
            turn=puzzle.seat,
            me=puzzle.seat,
            you=puzzle.seat,
            beside=beside,
        ),
        hand_picture(
            look,
            puzzle.hand,
            owner=None,
            playable=puzzle.legal,
            chosen=tuple(map(Card.parse, stage.parts)),
            bound=best,
            best=best if len(best) < len(puzzle.losses) else (),
            answer=Card.parse(stage.parts[0]) if stage.answered else None,
            waiting=stage.answered,
        ),
        calypsos_picture(
            look,
            {seat: puzzle.built(seat) for seat in order},
            puzzle.variant.ranks,
            hands=shown,
            out=out,
        ),
    )


def _whose_turn(look: Look, puzzle: WhoseTurn, stage: Stage) -> Drawn:
    """Show the trick, its dealer where that matters; after the answer who has won, who is next."""
    won = puzzle.ruling or (judge(puzzle.trick, puzzle.table) if puzzle.dealer else None)
    return (
        trick_picture(
            look,
            puzzle.variant,
            puzzle.table,
            puzzle.trick,
            dealer=puzzle.dealer,
            turn=puzzle.seat if stage.answered and not puzzle.dealer else None,
            you=LEARNER,
            ruling=won if stage.answered else None,
        ),
    )


def _suit_markers(look: Look, puzzle: SuitMarkers, stage: Stage) -> Drawn:
    turned = puzzle.turned if stage.answered else ()
    return (tricks_picture(look, puzzle.table, puzzle.tricks, turned=turned),)


def _who_has_won(look: Look, puzzle: WhoHasWon, stage: Stage) -> Drawn:
    ahead = [stage.answered and seat.value in puzzle.solution for seat in puzzle.table.seats]
    return (totals_picture(look, puzzle.variant, puzzle.table, puzzle.points, ahead=ahead),)


def _may_name(look: Look, puzzle: MayName, stage: Stage) -> Drawn:
    """Show the trick that is over; before the first of all, the hand and who has no trump yet."""
    table = trick_picture(
        look,
        puzzle.variant,
        puzzle.table,
        puzzle.trick,
        you=LEARNER,
        ruling=puzzle.ruling if stage.answered or puzzle.asked == Naming.TO else None,
        unnamed=() if puzzle.trick else puzzle.table.seats,
    )
    if puzzle.trick:
        return (table,)
    owner = None if puzzle.seat == LEARNER else puzzle.seat
    return table, hand_picture(look, puzzle.hand, owner=owner, event=None)


# The kind chooses the function, and each takes its own kind of puzzle.
_DRAWN: Mapping[str, Callable[[Look, Any, Stage], Drawn]] = {
    WhoWins.kind: _who_wins,
    WhichCards.kind: _which_cards,
    WhatIsBuilt.kind: _what_is_built,
    WhatScore.kind: _what_score,
    SpotRevoke.kind: _spot_revoke,
    RulebooksDiffer.kind: _rulebooks_differ,
    Ladder.kind: _ladder,
    BestCard.kind: _best_card,
    WhoseTurn.kind: _whose_turn,
    SuitMarkers.kind: _suit_markers,
    WhoHasWon.kind: _who_has_won,
    MayName.kind: _may_name,
}


def choice_label(say: Texts, puzzle: Puzzle, part: Part, choice: Choice) -> str:
    """Name a choice as a button does: a seat with the card it played, a trick by its number."""
    if isinstance(choice.value, Rule) and puzzle.ruling:
        beaten = puzzle.ruling.roles[0]
        return say(f"{rule_key(choice.value, beaten, puzzle.table.led_trump)}.name")
    if isinstance(choice.value, Seat) and isinstance(puzzle, WhoWins | RulebooksDiffer):
        cards = tuple(p.card for p in puzzle.trick.plays if p.seat == choice.value)
        return say("ask.seat-card", seat=choice.value, cards=cards)
    if part.key == "spot-revoke.trick" and isinstance(puzzle, SpotRevoke):
        number = int(choice.token.partition(":")[0])
        play = next(p for p in puzzle.tricks[number - 1].plays if p.seat == puzzle.seat)
        return say("ask.trick-card", number=number, seat=puzzle.seat, card=play.card)
    if isinstance(choice.value, Card):  # cards may stand in a list, in the middle of a sentence
        return say.name(choice.value)
    return say("ask.choice", choice=choice.value)
