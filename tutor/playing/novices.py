"""The novices at the table: the misconception or two that each has, and the slips they make.

They are those that puzzles name too. The player of a seat believes the same all evening
(`Setup.evening`), while the conduct is the same. A novice keeps to the laws; by table rules one may
also ruff when it could follow, as one who believes so does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.cards import Card
from engine.game import Conduct, Game
from engine.players import Level, choose
from engine.record import positions
from engine.table import Seat
from engine.trick import Play, Trick, legal_cards
from engine.view import View, legal, view
from puzzles.kinds.best_card.position import PLAN_MISCONCEPTIONS
from puzzles.kinds.which_cards import picked_with
from tutor.playing.agreement import CONDUCTS, Setup

SLIPS = 1 / 25
"""How often a novice fails to follow with the suit in hand: some four times in a game."""


def revokers(setup: Setup) -> tuple[Seat, ...]:
    """List who may revoke: where it passes, the novices who play against the learner.

    Nobody but the learner claims what practice partners do, and nobody may claim a revoke
    of the own side; so the learner's partner keeps to the rules.
    """
    if CONDUCTS[setup.manner] != Conduct.TABLE:
        return ()
    own = {setup.seat, *setup.partners}
    others = (seat for seat in setup.table.seats if seat not in own)
    return tuple(seat for seat in others if setup.level(seat) == Level.NOVICE)


def slip(setup: Setup, game: Game) -> Play | None:
    """Return the revoke that the player to move makes, if it is one of the few times.

    The same game goes on the same way. Our choice, so that there is something to notice:
    no source says how often people revoke.
    """
    seat = game.turn
    if seat not in revokers(setup) or not game.trick or seat in game.unnamed:
        return None
    hand = game.hands[game.table.seats.index(seat)]
    follows = legal_cards(hand, game.trick[0].card.suit)
    others = [card for card in hand if card not in follows]
    rng = Random(f"{setup.seed} slip {len(game.history)}")
    return Play(seat, rng.choice(others)) if others and rng.random() < SLIPS else None


_LAWS = ("must-ruff", "may-not-ruff", "must-beat", "may-not-lead-trumps", "must-lead-trumps")
_REVOKES = "may-always-ruff"

HOLDS = 0.8
"""How often a novice plays by what it believes, where that says anything."""

RUFFS_ANYWAY = 1 / 12
"""How often one who believes that a trump may always be played ruffs a suit it holds."""


def misconceptions(setup: Setup, seat: Seat) -> tuple[str, ...]:
    """List what the novice at *seat* believes, as ids; nobody else believes anything wrong."""
    if seat == setup.seat or setup.level(seat) != Level.NOVICE:
        return ()
    rng = Random(f"{setup.first_seed} believes {seat.value}")
    laws = (*_LAWS, _REVOKES) if seat in revokers(setup) else _LAWS
    both = [rng.choice(tuple(PLAN_MISCONCEPTIONS)), rng.choice(laws)]
    return tuple(both) if rng.random() < 0.5 else (rng.choice(both),)


def picked(seen: View, misconception: str) -> tuple[Card, ...]:
    """List the cards that somebody who holds a misconception would pick from.

    Nothing where it says nothing: where it allows every card that is legal, or none. The
    cards are legal, but for a trump played by who believes it may always be.
    """
    trick = Trick(seen.trick) if seen.trick else None
    led = trick.lead.card.suit if trick else None
    allowed = tuple(dict.fromkeys(legal_cards(seen.hand, led)))
    if plan := PLAN_MISCONCEPTIONS.get(misconception):
        card = plan(seen.table, seen.seat, trick, allowed)
        cards: Sequence[Card] = [card] if card else []
    else:
        cards = picked_with(seen, misconception)
    if misconception == _REVOKES:
        return tuple(dict.fromkeys(card for card in cards if card not in allowed))
    cards = [card for card in allowed if card in cards]
    return tuple(cards) if len(cards) < len(allowed) else ()


def habit(setup: Setup, game: Game) -> Play | None:
    """Return the card that a novice plays by what it believes, if that says any."""
    seat = game.turn
    believed = misconceptions(setup, seat)
    if not believed or seat in game.unnamed:
        return None
    seen, rng = view(game, seat), Random(f"{setup.seed} habit {len(game.history)}")
    for misconception in believed:
        often = RUFFS_ANYWAY if misconception == _REVOKES else HOLDS
        cards = picked(seen, misconception)
        if cards and rng.random() < often:
            action = choose(seen, Level.NOVICE, rng)
            if isinstance(action, Play) and action.card in cards:
                return action
            return Play(seat, rng.choice(cards))
    return None


@dataclass(frozen=True, slots=True)
class NoviceCount:
    """How often a novice has played by what it believes, of the times that it said anything."""

    seat: Seat
    misconception: str
    times: int
    chances: int


def count_shown(setup: Setup, game: Game) -> tuple[NoviceCount, ...]:
    """Count where the novices of a game have shown what they believe."""
    counts: dict[tuple[Seat, str], list[int]] = {
        (seat, misconception): [0, 0]
        for seat in setup.table.seats
        for misconception in misconceptions(setup, seat)
    }
    for position, action in zip(positions(game), game.history, strict=False):
        if not isinstance(action, Play) or not misconceptions(setup, action.seat):
            continue
        seen = view(position, action.seat)
        if len(legal(seen)) < 2:
            continue
        for misconception in misconceptions(setup, action.seat):
            if cards := picked(seen, misconception):
                counts[action.seat, misconception][0] += action.card in cards
                counts[action.seat, misconception][1] += 1
    return tuple(
        NoviceCount(seat, misconception, times, chances)
        for (seat, misconception), (times, chances) in counts.items()
        if times
    )
