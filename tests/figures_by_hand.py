"""Counts games through the readable engine, one trick and one sheet at a time."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import permutations

from engine.calypso import Placement, placements
from engine.game import Action, Game, play
from engine.rules import Rule
from engine.score import totals
from engine.trick import GOVERNING, Role, Ruling, dissents

NOTES = (Rule.FIRST_OF_EQUALS, Rule.LED_SUIT_NO_TRUMP, Rule.DISCARD_NEVER_WINS, Rule.TWO_LED_TRUMP)
WON = (
    Rule.OWN_SUIT_BUILDS,
    Rule.PARTNER_GETS_CARDS,
    Rule.SAME_TRICK_STARTS_NEXT,
    Rule.ONE_AT_A_TIME,
    Rule.OTHERS_TO_PILE,
)
CALYPSOS = (Rule.FIRST_CALYPSO, Rule.SECOND_CALYPSO, Rule.LATER_CALYPSO)


@dataclass(slots=True)
class ByHand:
    """Hits and occasions of every figure, added up."""

    x: Counter[str] = field(default_factory=Counter)
    y: Counter[str] = field(default_factory=Counter)

    def note(self, name: str, hits: int, occasions: int = 1) -> None:
        self.x[name] += hits
        self.y[name] += occasions

    def game(self, game: Game, actions: Iterable[Action]) -> None:
        """Play a game and count everything in it."""
        number = 0
        for action in actions:
            before = game
            game, ruling = play(game, action)
            if ruling:
                self.trick(ruling)
                self.leads(ruling, number % (game.variant.dealt // game.variant.trick))
                trick, winner = ruling.trick, ruling.winning.seat
                self.cards(
                    placements(game.variant, game.table, before.calypsos, trick.cards, winner)
                )
                number += 1
        self.sheet(game)
        self.sides(game)

    def trick(self, ruling: Ruling) -> None:
        trick = ruling.trick
        for rule in {*GOVERNING.values(), *NOTES}:
            self.note(f"rule.{rule}", rule == ruling.rule or rule in ruling.notes)
        self.note("leader", ruling.winning.seat == trick.lead.seat)
        self.note("parted", bool(dissents(ruling)))
        for card in trick.cards[1:]:
            follows = card.suit == trick.lead.card.suit
            self.note(f"rule.{Rule.FOLLOW_SUIT}", follows)
            self.note(f"rule.{Rule.ANY_CARD_WHEN_VOID}", not follows)

    def leads(self, ruling: Ruling, number: int) -> None:
        own, ruffed = ruling.roles[0] == Role.LED_TRUMP, Role.RUFF in ruling.roles
        what = "own" if own else "other"
        self.note(f"ruffed.{what}", ruffed)
        self.note(f"ruffed.{what}.{number + 1}", ruffed)
        if own:
            self.note("lost.own", ruling.winning.seat != ruling.trick.lead.seat)

    def cards(self, went: tuple[Placement, ...]) -> None:
        for rule in WON:
            self.note(f"rule.{rule}", sum(one.rule == rule for one in went), len(went))

    def sheet(self, game: Game) -> None:
        row, seats = [own for held in game.calypsos for own in held], len(game.table.seats)
        for own in row:
            for count in range(5):
                self.note(f"calypsos.{count}", own.completed == count)
            for least, rule in enumerate(CALYPSOS, start=1):
                self.note(f"rule.{rule}", own.completed >= least)
        self.note("calypsos.player", sum(own.completed for own in row), seats)
        self.note(f"rule.{Rule.UNFINISHED_CARDS}", sum(len(own.ranks) for own in row), seats)
        self.note(f"rule.{Rule.PILE_CARDS}", sum(map(len, game.piles)), seats)

    def sides(self, game: Game) -> None:
        """Compare the sides: points and calypsos of whoever has a score of its own."""
        points, seats = totals(game), game.table.seats
        own = {
            seat: sum(calypso.completed for calypso in held)
            for seat, held in zip(seats, game.calypsos, strict=True)
        }
        sides = {
            frozenset(counts): (points[place], sum(own[seat] for seat in counts))
            for place, counts in enumerate(game.variant.counts)
        }
        self.note("calypsos.side", sum(built for _, built in sides.values()), len(sides))
        best = max(total for total, _ in sides.values())
        drawn = [total for total, _ in sides.values()].count(best) > 1
        self.note(f"rule.{Rule.HIGHER_TOTAL_WINS}", drawn)
        for (total, built), (other, theirs) in permutations(sides.values(), 2):
            margin, ahead = total - other, built - theirs
            self.note("swing", margin * ahead, ahead * ahead)
            self.note("more-wins", ahead > 0 and margin > 0, ahead > 0)
            if ahead in (1, 2, 3):
                self.note(f"margin.{ahead}", margin)
