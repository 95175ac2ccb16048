"""Scenes as pictures for the screen, before and after the answer; and the names of choices."""

from dataclasses import dataclass

from engine.cards import Card
from engine.rules import Rule
from engine.table import Seat
from puzzles.kinds import kind_of
from puzzles.puzzle import Choice, Part, Puzzle
from puzzles.scenes import (
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
    """Draw the position of *puzzle* as it looks at this stage of the answer."""
    # A verdict follows, or a question: they say what is new, the pictures need not.
    scene: Scene = kind_of(puzzle).scene(puzzle, stage)
    table, *beside = (sighted(look, sight).unannounced for sight in scene)
    return Illustration(table, together(*beside) if beside else None)


def sighted(look: Look, sight: Sight) -> Picture:
    """Draw one of the things to be seen."""
    match sight:
        case TableSight():
            return _table(look, sight)
        case HandSight():
            return _hand(look, sight)
        case ShelfSight():
            return calypso_picture(
                look,
                sight.seat,
                sight.calypsos,
                pile=sight.pile,
                placements=sight.placements,
                winner=sight.winner,
                full=sight.full,
            )
        case ShelvesSight():
            return calypsos_picture(
                look, sight.built, tuple(sight.full), hands=sight.hands, out=sight.out
            )
        case TricksSight():
            return tricks_picture(
                look,
                sight.table,
                sight.tricks,
                revoke=sight.revoke,
                at=sight.at,
                turned=sight.turned,
            )
        case LadderSight():
            return ladder_picture(look, sight.ruling, shown=sight.shown)
        case TotalsSight():
            return totals_picture(look, sight.variant, sight.table, sight.points, ahead=sight.ahead)


def _table(look: Look, sight: TableSight) -> Picture:
    beside = {seat: open_hand(cards) for seat, cards in sight.hands.items()}
    beside |= {seat: out_of(suits) for seat, suits in sight.out.items()}
    return trick_picture(
        look,
        sight.variant,
        sight.table,
        sight.trick,
        dealer=sight.dealer,
        turn=sight.turn,
        me=sight.near,
        asked=sight.asked,
        ruling=sight.ruling,
        chosen=sight.chosen,
        pick=sight.pick,
        unnamed=sight.unnamed,
        beside=beside or None,
    )


def _hand(look: Look, sight: HandSight) -> Picture:
    return hand_picture(
        look,
        sight.cards,
        owner=None if sight.yours else sight.seat,
        playable=sight.playable,
        chosen=sight.chosen,
        lifted=sight.lifted,
        many=sight.many,
        event="play" if sight.pick else None,
        bound=sight.bound,
        best=sight.best,
        answer=sight.answer,
        waiting=sight.waiting,
    )


def choice_label(say: Texts, puzzle: Puzzle, part: Part, choice: Choice) -> str:
    """Name a choice as a button does: a seat with the card it played, a trick by its number."""
    if isinstance(choice.value, Rule) and puzzle.ruling:
        beaten = puzzle.ruling.roles[0]
        return say(f"{rule_key(choice.value, beaten, puzzle.table.led_trump)}.name")
    kind = kind_of(puzzle)
    if isinstance(choice.value, Seat) and kind.about_trick and puzzle.ruling:
        cards = tuple(p.card for p in puzzle.ruling.trick.plays if p.seat == choice.value)
        return say("ask.seat-card", seat=choice.value, cards=cards)
    if label := kind.label(puzzle, part, choice):
        return say(f"choice.{label.key}", **label.facts)
    if isinstance(choice.value, Card):  # cards may stand in a list, in the middle of a sentence
        return say.name(choice.value)
    return say("ask.choice", choice=choice.value)
