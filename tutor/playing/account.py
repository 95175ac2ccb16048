"""What came of the tricks, and how the game stands, line by line.

Also why a card was refused, and where won cards went: keys of words, and what they are about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from itertools import pairwise, starmap

from engine.calypso import Calypso, Holdings, Placement, placements
from engine.cards import Card, Suit, fan_cards
from engine.game import Action, ClaimRevoke, Game, IllegalAction, NameTrump
from engine.record import positions
from engine.rules import Rule
from engine.score import Score, ahead, drawn, penalties, sheets, totals
from engine.table import Seat
from engine.trick import Play, Ruling, Trick, judge
from puzzles.puzzle import Fact, Reason
from tutor.playing.agreement import Setup
from tutor.playing.match import Match, may_name, tricks_taken
from tutor.playing.match_text import KeptGame, match_of


@dataclass(frozen=True, slots=True)
class TrickAccount:
    """What came of one trick.

    ``deal`` counts from 1. ``before`` and ``after`` are the calypsos of all seats, ``spots``
    says parallel to the plays where each card went and by which rule.
    """

    deal: int
    ruling: Ruling
    before: Holdings
    after: Holdings
    spots: tuple[Placement, ...]

    @property
    def winner(self) -> Seat:
        """Who won the trick."""
        return self.ruling.winning.seat


def past(match: Match) -> tuple[TrickAccount, ...]:
    """Return the account of every trick taken so far, in order.

    At table rules nobody may look at them before the game is over: `Match.may_replay`.
    """
    return tuple(starmap(_account, _taken(match.game)))


def latest(game: Game) -> TrickAccount | None:
    """Return the account of the last trick taken, if there was one."""
    taken = _taken(game)
    return _account(*taken[-1]) if taken else None


def _taken(game: Game) -> list[tuple[Game, Game]]:
    """List the positions before and after every action that completed a trick."""
    pairs = pairwise(positions(game))
    return [(before, after) for before, after in pairs if before.trick and not after.trick]


def _account(before: Game, after: Game) -> TrickAccount:
    last = after.history[-1]
    assert isinstance(last, Play)
    ruling = judge(Trick((*before.trick, last)), before.table)
    winner, variant = ruling.winning.seat, before.variant
    spots = placements(variant, before.table, before.calypsos, ruling.trick.cards, winner)
    return TrickAccount(before.deal, ruling, before.calypsos, after.calypsos, spots)


# ---------------------------------------------------------------------- the score sheet


@unique
class GameOutcome(StrEnum):
    """How a game stands, or ended, for the learner."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What one seat has by itself: what it has built, and its sheet."""

    seat: Seat
    calypsos: tuple[Calypso, ...]
    score: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The account of one side, or of one seat where everybody plays alone.

    ``parts`` are what the seats have whose points count for it (in split partnership also the
    right neighbour), ``fines`` what claimed revokes brought or cost; ``ahead`` is whether nobody
    has more.
    """

    seats: tuple[Seat, ...]
    parts: tuple[SeatScore, ...]
    fines: Score
    ahead: bool

    @property
    def total(self) -> int:
        """The points that decide the game for this side."""
        return sum(part.score.total for part in self.parts) + self.fines.total


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score sheet of all sides, at the end or so far.

    ``winners`` are the seats with the highest total, of more than one side in a draw.
    ``completed``, ``unfinished`` and ``pile`` count calypsos and cards over all
    seats; at the end they make up the pack of ``pack`` cards.
    """

    sides: tuple[Side, ...]
    winners: tuple[Seat, ...]
    outcome: GameOutcome
    completed: int
    unfinished: int
    pile: int
    full: int
    pack: int


def sheet(match: Match) -> ScoreSheet:
    """Write the score sheet as the game stands."""
    game, variant = match.game, match.game.variant
    seats, winners = game.table.seats, ahead(game)
    own = dict(zip(seats, map(SeatScore, seats, game.calypsos, sheets(game)), strict=True))
    sides: dict[frozenset[Seat], Side] = {}
    for place, seat in enumerate(seats):
        mates = frozenset(variant.feeds[place])
        if mates not in sides:
            sides[mates] = Side(
                seats=tuple(mate for mate in seats if mate in mates),
                parts=tuple(own[mate] for mate in variant.counts[place]),
                fines=penalties(game, seat),
                ahead=seat in winners,
            )
    built = [calypso for of_seat in game.calypsos for calypso in of_seat]
    return ScoreSheet(
        sides=tuple(sides.values()),
        winners=winners,
        outcome=outcome(match),
        completed=sum(calypso.completed for calypso in built),
        unfinished=sum(len(calypso.ranks) for calypso in built),
        pile=sum(map(len, game.piles)),
        full=len(variant.ranks),
        pack=len(variant.pack),
    )


def outcome(match: Match) -> GameOutcome:
    """Return how the game stands for the learner."""
    if match.setup.seat not in ahead(match.game):
        return GameOutcome.LOST
    return GameOutcome.DRAWN if drawn(match.game) else GameOutcome.WON


def one_short(setup: Setup, calypsos: Holdings) -> tuple[tuple[Seat, Card], ...]:
    """List whose calypso on the learner's side lacks one card alone, and which."""
    variant, seats = setup.variant, setup.table.seats
    lacking = (
        (seat, [Card(built.suit, rank) for rank in variant.ranks if rank not in built.ranks])
        for seat in (setup.seat, *setup.partners)
        for built in calypsos[seats.index(seat)]
    )
    return tuple((seat, cards[0]) for seat, cards in lacking if len(cards) == 1)


# ------------------------------------------------------------------ games in a list


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a list of games says of one.

    ``deal`` and ``number`` (of the trick) say how far it has come, ``totals`` runs
    parallel to ``setup.table.seats``; ``outcome`` is nothing while the game is not over.
    """

    setup: Setup
    deal: int
    number: int
    totals: tuple[int, ...]
    outcome: GameOutcome | None


def summary(game: KeptGame) -> GameSummary:
    """Sum up a stored game."""
    match = match_of(game)
    variant, over = match.game.variant, match.game.over
    return GameSummary(
        setup=match.setup,
        deal=match.game.deal,
        number=variant.tricks if over else tricks_taken(match.game) % variant.tricks + 1,
        totals=totals(match.game),
        outcome=outcome(match) if over else None,
    )


def refusal(match: Match, action: Action, error: IllegalAction) -> Reason:
    """Return why the rules refuse *action* of the learner's: the rule, and the card that binds."""
    name, facts = _refused(match, action, error)
    return Reason(f"playing.refused.{name}", facts)


def _refused(match: Match, action: Action, error: IllegalAction) -> tuple[str, Mapping[str, Fact]]:
    game = match.game
    if isinstance(action, ClaimRevoke):
        own_side = action.accused in game.variant.side(match.setup.seat)
        name = "claim-own-side" if own_side else "claim"
        return name, {"seat": action.accused, "suit": action.suit, "deal": action.deal}
    if game.over:
        return "over", {}
    if error.rule == Rule.TURN:
        return "turn", {"seat": game.turn}
    if isinstance(action, Play):
        if error.rule == Rule.FOLLOW_SUIT:
            led = game.trick[0]
            return "follow-suit", {
                "leader": led.seat,
                "suit": led.card.suit,
                "card": action.card,
                "cards": fan_cards(set(error.legal)),
            }
        if error.rule == Rule.OWN_CARDS:
            return "own-cards", {"card": action.card}
    suits = may_name(match)
    if error.rule == Rule.TWO_NAMING:
        return "name-trump", {"suits": suits}
    if error.rule == Rule.TWO_CHANGING and suits and isinstance(action, NameTrump):
        return "change-suit", {"suits": suits}
    return ("change-trump" if error.rule == Rule.TWO_CHANGING else "one-trump"), {}


def went(account: TrickAccount, setup: Setup) -> tuple[Reason, ...]:
    """Return where the cards of a trick went and why, as the learner would be told.

    Cards that went the same way for the same reason are told together, in the order of the
    first of them.
    """
    together: dict[tuple[Rule, Seat | None, Suit | None], list[Card]] = {}
    for spot in account.spots:
        builder = spot.builder or _collector(spot, account, setup)
        of_suit = spot.card.suit if builder else None
        together.setdefault((spot.rule, builder, of_suit), []).append(spot.card)
    return tuple(
        _went(rule, builder, cards, account, setup)
        for (rule, builder, _), cards in together.items()
    )


def _went(
    rule: Rule, builder: Seat | None, cards: Sequence[Card], account: TrickAccount, setup: Setup
) -> Reason:
    facts: dict[str, Fact] = {
        "cards": tuple(cards),
        "count": len(cards),
        "suit": cards[0].suit,
        "suits": tuple(dict.fromkeys(card.suit for card in cards)),
        "kinds": len({card.suit for card in cards}),
        "ranks": len({card.rank for card in cards}),
        "winner": account.winner,
    }
    if builder is None:
        whose = "me" if setup.seat == account.winner else "other"
        if all(len(fed) == 1 for fed in setup.variant.feeds):
            whose += "-alone"
    else:
        facts["builder"] = builder
        by_me = "by-me" if account.winner == setup.seat else "theirs"
        whose = "mine" if builder == setup.seat else by_me
    return Reason(f"playing.went.{_WENT[rule]}-{whose}", facts)


_WENT: Mapping[Rule, str] = {
    Rule.OWN_SUIT_BUILDS: "own",
    Rule.PARTNER_GETS_CARDS: "partner",
    Rule.SAME_TRICK_STARTS_NEXT: "next",
    Rule.ONE_AT_A_TIME: "duplicate",
    Rule.OTHERS_TO_PILE: "pile",
}


def _collector(spot: Placement, account: TrickAccount, setup: Setup) -> Seat | None:
    """Return who of the winner's side builds the suit of a card that found no place, if anybody."""
    by_seat = dict(zip(setup.table.seats, account.before, strict=True))
    fed = setup.variant.side(account.winner)
    building = (seat for seat in fed for built in by_seat[seat] if built.suit == spot.card.suit)
    return next(building, None)
