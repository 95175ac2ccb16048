"""Why a card was refused, and where won cards went: keys of words, and what they are about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.calypso import Place, Placement
from engine.cards import Card, Suit
from engine.game import Action, ClaimRevoke, IllegalAction, NameTrump
from engine.rules import Rule
from engine.table import Seat
from engine.trick import Play
from puzzles.puzzle import Fact
from tutor.playing.account import TrickAccount
from tutor.playing.agreement import Setup
from tutor.playing.knowledge import HandsShown, seen
from tutor.playing.match import Match


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence to be said: the key of its words, what it is about, and the rule it tells."""

    key: str
    rule: Rule
    facts: Mapping[str, Fact] = field(hash=False)


def refusal(match: Match, action: Action, error: IllegalAction) -> Remark:
    """Return why the rules refuse *action* of the learner's: the rule, and the card that binds."""
    name, facts = _refused(match, action, error)
    return Remark(f"playing.refused.{name}", error.rule, facts)


def _refused(match: Match, action: Action, error: IllegalAction) -> tuple[str, Mapping[str, Fact]]:
    game = match.game
    if isinstance(action, ClaimRevoke):
        own_side = action.accused in game.variant.feeds[match.setup.place]
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
                "cards": tuple(dict.fromkeys(error.legal)),
            }
        if error.rule == Rule.OWN_CARDS:
            return "own-cards", {"card": action.card}
    suits = seen(match, HandsShown.MINE).may_name
    if error.rule == Rule.TWO_NAMING:
        return "name-trump", {"suits": suits}
    if error.rule == Rule.TWO_CHANGING and suits and isinstance(action, NameTrump):
        return "change-suit", {"suits": suits}
    return ("change-trump" if error.rule == Rule.TWO_CHANGING else "one-trump"), {}


def went(account: TrickAccount, setup: Setup) -> tuple[Remark, ...]:
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
) -> Remark:
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
    else:
        facts["builder"] = builder
        by_me = "by-me" if account.winner == setup.seat else "theirs"
        whose = "mine" if builder == setup.seat else by_me
    return Remark(f"playing.went.{_WENT[rule]}-{whose}", rule, facts)


_WENT: Mapping[Rule, str] = {
    Rule.OWN_SUIT_BUILDS: "own",
    Rule.PARTNER_GETS_CARDS: "partner",
    Rule.SAME_TRICK_STARTS_NEXT: "next",
    Rule.ONE_AT_A_TIME: "duplicate",
    Rule.OTHERS_TO_PILE: "pile",
}


def _collector(spot: Placement, account: TrickAccount, setup: Setup) -> Seat | None:
    """Return who of the winner's side builds the suit of a card that found no place."""
    if spot.place == Place.NONE and spot.rule == Rule.OTHERS_TO_PILE:
        return None
    seats = setup.table.seats
    for seat in setup.variant.feeds[seats.index(account.winner)]:
        suits = {calypso.suit for calypso in account.before[seats.index(seat)]}
        if spot.card.suit in suits:
            return seat
    return None
