"""Hints in three levels, computed from the position: look at, the rule is, compare these two.

The first two levels fit puzzles with other answers as well, so that they give nothing
away; the third leaves two cards, two tricks or two totals to compare.
"""

from collections.abc import Callable, Mapping

from engine.calypso import Place
from engine.cards import Card
from engine.rules import Rule
from engine.trick import Role, Ruling
from puzzles.kinds.best_card import BestCard
from puzzles.kinds.may_name import MayName, Naming
from puzzles.kinds.spot_revoke import SpotRevoke
from puzzles.kinds.suit_markers import SuitMarkers
from puzzles.kinds.what_is_built import WhatIsBuilt
from puzzles.kinds.what_score import WhatScore
from puzzles.kinds.which_cards import WhichCards
from puzzles.kinds.who_has_won import WhoHasWon
from puzzles.kinds.whose_turn import TURN_MISCONCEPTIONS, Next, WhoseTurn
from puzzles.misconceptions import MISCONCEPTIONS, predicts
from puzzles.puzzle import Puzzle
from puzzles.reasons import Fact, Reason

LEVELS = 3
"""How many hints there are to a puzzle."""

Hints = tuple[Reason, Reason, Reason]
"""Look at, the rule is, compare; the words of each are ``hint.<key>``."""


def hints(puzzle: Puzzle) -> Hints:
    """Give the three hints to *puzzle*.

    A reason with the key ``rule`` stands for the words of its rule.

    Raises:
        KeyError: Nobody has said how this kind of puzzle is hinted at.
    """
    return _HINTS[puzzle.kind](puzzle)


# Who wins, card by card or at once


def _trick(puzzle: Puzzle) -> Hints:
    ruling = _ruling(puzzle)
    return _look(ruling), _order(ruling), _compare_plays(ruling)


def _ruling(puzzle: Puzzle) -> Ruling:
    assert puzzle.ruling  # these kinds show a complete trick
    return puzzle.ruling


def _look(ruling: Ruling) -> Reason:
    """Point at cards that do not follow, else at whose suit was led."""
    led = ruling.trick.lead.card.suit
    if any(card.suit != led for card in ruling.trick.cards):
        return Reason("look.off-suit", {"led": led})
    return Reason("look.lead", {"led": led})


def _order(ruling: Ruling) -> Reason:
    """Say what beats what: it hangs on who led whose suit, and then on the rulebook."""
    if ruling.roles[0] != Role.LED_TRUMP:
        return Reason("order.plain-lead")
    return Reason(f"order.led-trump.{ruling.table.led_trump.value}")


def _compare_plays(ruling: Ruling) -> Reason:
    """Name the winning card and the one that is most easily taken for it, in order of play."""
    rival = _rival(ruling)
    places = sorted((ruling.winner, rival))
    one, other = (ruling.trick.plays[place] for place in places)
    if ruling.strengths[rival] == ruling.strengths[ruling.winner]:
        key = "compare.equal"
    elif ruling.roles[rival] == ruling.roles[ruling.winner]:
        key = "compare.rank"
    else:
        key = "compare.role"
    return Reason(
        key,
        {"seat": one.seat, "card": one.card, "other_seat": other.seat, "other": other.card},
    )


def _rival(ruling: Ruling) -> int:
    """Find the other seat's card that most misconceptions let win; of several, the strongest."""
    plays, table = ruling.trick.plays, ruling.table
    named = [predicts(misconception, ruling.trick, table) for misconception in MISCONCEPTIONS]
    rivals = [place for place, play in enumerate(plays) if play.seat != ruling.winning.seat]
    return max(
        rivals,
        key=lambda place: (
            named.count(plays[place].seat),
            ruling.strengths[place],
            plays[place].card.rank,
        ),
    )


def _rulebooks(puzzle: Puzzle) -> Hints:
    ruling = _ruling(puzzle)
    look = Reason("look.dispute", {"led": ruling.trick.lead.card.suit})
    order = Reason("order.dispute")
    ruffs = [place for place, what in enumerate(ruling.roles) if what == Role.RUFF]
    if ruling.roles[0] != Role.LED_TRUMP or not ruffs:
        return look, order, _compare_plays(ruling)
    highest = ruling.trick.plays[max(ruffs, key=lambda place: ruling.strengths[place])]
    lead = ruling.trick.lead
    facts: dict[str, Fact] = {"seat": lead.seat, "card": lead.card}
    facts |= {"other_seat": highest.seat, "other": highest.card}
    return look, order, Reason("compare.dispute", facts)


# Which cards


def _which_cards(puzzle: Puzzle) -> Hints:
    assert isinstance(puzzle, WhichCards)
    facts: dict[str, Fact] = {"seat": puzzle.seat}
    if puzzle.led is None:
        card, other = _two_cards(puzzle)
        return (
            Reason("look.leading", facts),
            Reason("order.leading"),
            Reason("compare.leading", {"card": card, "other": other}),
        )
    card, other = _two_cards(puzzle)
    facts["led"] = puzzle.led
    return (
        Reason("look.hand", facts),
        Reason("order.following"),
        Reason("compare.hand", {**facts, "card": card, "other": other}),
    )


def _two_cards(puzzle: WhichCards) -> tuple[Card, Card]:
    """Pick two cards as different as can be: of the suit led, of the own trump, of another."""
    trump = puzzle.table.trump(puzzle.seat)

    def sort(card: Card) -> int:
        return 0 if card.suit == puzzle.led else 1 if card.suit == trump else 2

    cards = sorted(dict.fromkeys(puzzle.hand), key=sort)
    return cards[0], next((card for card in cards if sort(card) != sort(cards[0])), cards[-1])


# What is built


def _what_is_built(puzzle: Puzzle) -> Hints:
    assert isinstance(puzzle, WhatIsBuilt)
    return (
        Reason("look.winner-side"),
        Reason("rule", {"rule": puzzle.rule}),
        _compare_building(puzzle),
    )


def _compare_building(puzzle: WhatIsBuilt) -> Reason:
    """Point at the card whose way is the least plain, and at what decides it."""
    spots, winner = puzzle.placements, puzzle.ruling.winning.seat
    for place in (Place.NEXT, Place.NONE, Place.CURRENT):
        for spot in spots:
            if spot.place != place or spot.rule == Rule.OTHERS_TO_PILE:
                continue
            facts: dict[str, Fact] = {"card": spot.card, "suit": spot.card.suit}
            same = sum(other.card == spot.card for other in spots)
            key = "compare.two-of-a-rank" if same > 1 else "compare.calypso"
            return Reason(key, facts)
    spot = spots[0]
    return Reason("compare.sides", {"seat": winner, "suit": spot.card.suit})


# What score


def _what_score(puzzle: Puzzle) -> Hints:
    assert isinstance(puzzle, WhatScore)
    right = int(puzzle.solution)
    totals = [int(choice.token) for choice in puzzle.parts[0].choices]
    near = min((total for total in totals if total != right), key=lambda total: abs(total - right))
    low, high = sorted((right, near))
    return (
        Reason("look.sheet"),
        Reason("rule", {"rule": puzzle.rule}),
        Reason("compare.totals", {"low": low, "high": high, "points": high - low}),
    )


# Spot the revoke


def _spot_revoke(puzzle: Puzzle) -> Hints:
    assert isinstance(puzzle, SpotRevoke)
    number = int(puzzle.solution.partition(":")[0])
    off = [
        place
        for place, trick in enumerate(puzzle.tricks, 1)
        if any(
            play.seat == puzzle.seat and play.card.suit != trick.lead.card.suit
            for play in trick.plays
        )
    ]
    others = [place for place in off if place != number] or [
        place for place in range(1, len(puzzle.tricks) + 1) if place != number
    ]
    first, second = sorted((number, others[0]))
    where = "hand" if puzzle.hand is not None else "later"
    facts: dict[str, Fact] = {"seat": puzzle.seat, "first": first, "second": second}
    return (
        Reason("look.not-following", {"seat": puzzle.seat}),
        Reason(f"order.revoke.{where}", {"seat": puzzle.seat}),
        Reason(f"compare.tricks.{where}", facts),
    )


# Which card is best


def _best_card(puzzle: Puzzle) -> Hints:
    assert isinstance(puzzle, BestCard)
    best, other, *_ = puzzle.losses
    card, other = sorted((best, other), key=puzzle.hand.index)
    return (
        Reason("look.plan"),
        Reason("rule", {"rule": puzzle.rule}),
        Reason("compare.plan", {"card": card, "other": other}),
    )


# Whose turn


def _whose_turn(puzzle: Puzzle) -> Hints:
    assert isinstance(puzzle, WhoseTurn)
    right = puzzle.seat
    named = [
        seat
        for find in TURN_MISCONCEPTIONS.values()
        if (seat := find(puzzle)) is not None and seat != right
    ]
    others = named or [seat for seat in puzzle.table.seats if seat != right]
    pair = tuple(seat for seat in puzzle.table.seats if seat in (right, others[0]))
    look = "end" if puzzle.asked in (Next.DEAL, Next.FIRST) else puzzle.asked.value
    facts: dict[str, Fact] = {"first": pair[0], "second": pair[1]}
    return (
        Reason(f"look.next.{look}"),
        Reason("rule", {"rule": puzzle.rule}),
        Reason(f"compare.next.{puzzle.asked.value}", facts),
    )


# Suit markers


def _suit_markers(puzzle: Puzzle) -> Hints:
    assert isinstance(puzzle, SuitMarkers)
    right = puzzle.solution
    other = next(one.token for one in puzzle.parts[0].choices if one.token != right)
    suit = next(suit for suit in puzzle.variant.suits if (suit in right) != (suit in other))
    return (
        Reason("look.not-following", {"seat": puzzle.seat}),
        Reason("rule", {"rule": puzzle.rule}),
        Reason("compare.marker", {"seat": puzzle.seat, "suit": suit}),
    )


# Who has won


def _who_has_won(puzzle: Puzzle) -> Hints:
    assert isinstance(puzzle, WhoHasWon)
    totals = dict(zip(map(puzzle.side, puzzle.table.seats), puzzle.totals, strict=True))
    best, second, *_ = sorted(totals, key=lambda side: -totals[side])
    one, other = (side for side in totals if side in (best, second))
    form = "added" if puzzle.totals != puzzle.points else "alone"
    return (
        Reason(f"look.totals.{form}"),
        Reason("rule", {"rule": puzzle.rule}),
        Reason(f"compare.sides-at-end.{form}", {"one": one, "others": other}),
    )


# Who may name a trump


def _may_name(puzzle: Puzzle) -> Hints:
    assert isinstance(puzzle, MayName)
    facts: dict[str, Fact] = {}
    if puzzle.seat and puzzle.asked == Naming.FIRST:
        facts = {"seat": puzzle.seat}
    elif puzzle.asked == Naming.TO:
        facts = {"seat": puzzle.winner, "suit": puzzle.table.trump(puzzle.winner)}
    elif puzzle.trick:
        facts = {"first": puzzle.trick.lead.seat, "second": puzzle.trick.plays[1].seat}
    return (
        Reason(f"look.naming.{puzzle.asked.value}"),
        Reason("rule", {"rule": puzzle.rule}),
        Reason(f"compare.naming.{puzzle.asked.value}", facts),
    )


_HINTS: Mapping[str, Callable[[Puzzle], Hints]] = {
    "who-wins": _trick,
    "ladder": _trick,
    "rulebooks-differ": _rulebooks,
    "which-cards": _which_cards,
    "what-is-built": _what_is_built,
    "what-score": _what_score,
    "spot-revoke": _spot_revoke,
    "best-card": _best_card,
    "whose-turn": _whose_turn,
    "suit-markers": _suit_markers,
    "who-has-won": _who_has_won,
    "may-name": _may_name,
}
"""How each kind of question is hinted at."""
