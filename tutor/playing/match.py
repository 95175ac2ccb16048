"""A game being played: the engine's game, what was agreed, and what the game does not know.

Every operation takes a match and returns another. A complete trick waits until the learner has
turned it face down; practice partners choose by a random stream of their own that hangs on the seed
and on how much has been played, so that a game loaded again goes on as it would have.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from engine.cards import Suit
from engine.game import (
    Action,
    ClaimRevoke,
    Game,
    NameTrump,
    legal,
    lies_open,
    new,
    play,
    plays,
    verify,
)
from engine.players import choose
from engine.record import positions
from engine.table import Seat
from engine.trick import Play
from engine.view import view
from tutor.playing.agreement import CONDUCTS, Coach, Manner, Setup
from tutor.playing.novices import habit, slip

Marks = frozenset[tuple[Seat, Suit]]
"""Suit markers that the learner has turned up by hand."""


@dataclass(frozen=True, slots=True)
class Extras:
    """What belongs to a match beside setup and game.

    ``seen`` counts the tricks that have been turned face down. ``hints`` and ``retried``
    are places in the game's ``history``, in order: decisions for which the learner took a
    hint, and decisions that were taken back. ``backs`` counts all that was ever taken back,
    ``marks`` are the suit markers kept by hand, and ``revision`` counts the changes to the
    match: of two copies the one with more is the later.
    """

    seen: int = 0
    hints: tuple[int, ...] = ()
    retried: tuple[int, ...] = ()
    backs: int = 0
    marks: Marks = frozenset()
    revision: int = 1


@dataclass(frozen=True, slots=True)
class Match:
    """A game being played by one learner and practice partners.

    Raises:
        ValueError: The game did not begin as the setup says, or the extras speak of what
            has not been played.
    """

    setup: Setup
    game: Game
    extras: Extras

    def __post_init__(self) -> None:
        start, setup = self.game.start, self.setup
        agreed = (setup.variant, setup.table, setup.dealer, CONDUCTS[setup.manner])
        started = (self.game.variant, start and start.table, start and start.dealer)
        if (*started, self.game.conduct) != agreed:
            raise ValueError("the game did not begin as its setup says")
        taken, length = tricks_taken(self.game), len(self.game.history)
        if not taken - 1 <= self.extras.seen <= taken:
            raise ValueError(f"{self.extras.seen} of {taken} tricks turned: want all, or but one")
        noted = (*self.extras.hints, *self.extras.retried)
        if not all(0 <= place <= length for place in noted):
            raise ValueError(f"something is noted after the last of {length} actions")
        seats, suits = setup.table.seats, setup.variant.suits
        if not all(seat in seats and suit in suits for seat, suit in self.extras.marks):
            raise ValueError("a marker stands where nobody sits, or for a suit not in the pack")
        if min(self.extras.backs, self.extras.revision) < 0:
            raise ValueError("what is counted is at least 0")

    @property
    def waits(self) -> bool:
        """Whether a complete trick lies on the table until it is turned face down."""
        return self.extras.seen < tricks_taken(self.game)

    @property
    def mine(self) -> bool:
        """Whether the game is not over and the learner is to act."""
        return not self.game.over and self.game.turn == self.setup.seat

    @property
    def may_replay(self) -> bool:
        """Whether all of it may be looked at: in practice, or when it is over."""
        return self.setup.manner == Manner.PRACTICE or self.game.over


def may_name(match: Match) -> tuple[Suit, ...]:
    """List the trumps that the learner may name now, instead of playing or before."""
    if match.waits or not match.mine:
        return ()
    return tuple(action.suit for action in legal(match.game) if isinstance(action, NameTrump))


def tricks_taken(game: Game) -> int:
    """Count the complete tricks of a game."""
    return len(plays(game)) // game.variant.trick


def begin(setup: Setup) -> Match:
    """Shuffle and deal; the same setup gives the same cards."""
    rng = Random(f"{setup.seed} pack")
    conduct = CONDUCTS[setup.manner]
    return Match(
        setup, new(setup.variant, setup.table, setup.dealer, rng, conduct=conduct), Extras()
    )


def _changed(match: Match, game: Game, **extras: object) -> Match:
    """Return the match one revision later, with this game and these extras."""
    later = replace(match.extras, revision=match.extras.revision + 1, **extras)  # type: ignore[arg-type]
    return replace(match, game=game, extras=later)


# -------------------------------------------------------------------- the learner acts


def act(match: Match, action: Play | NameTrump) -> Match:
    """Carry out an action of the learner's; a trick that waits is turned face down first.

    Where revokes pass, an opponent claims one as soon as a card of the learner's proves it:
    our choice, since no source says when a revoke is established.

    Raises:
        IllegalAction: The rules do not allow it, or it is not the learner's turn.
    """
    match = continue_(match)
    if action.seat != match.setup.seat:
        # Said as the engine says it of anybody who plays for another.
        verify(replace(match.game, turn=match.setup.seat), action)
    game, _ = play(match.game, action)
    for claim in _claims(match.setup, game):
        game, _ = play(game, claim)
    return _changed(match, game)


def _claims(setup: Setup, game: Game) -> Iterator[ClaimRevoke]:
    """List the claims an opponent can make now against the learner, one for each revoke."""
    seats = game.table.clockwise(setup.seat)
    opponents = [seat for seat in seats if seat not in game.variant.side(setup.seat)]
    for revoke in game.revokes:
        mine = revoke.seat == setup.seat and revoke not in game.claimed
        if mine and lies_open(game, revoke):
            yield ClaimRevoke(opponents[0], revoke.seat, revoke.led, revoke.deal)


def claim(match: Match, accused: Seat, suit: Suit, deal: int) -> Match:
    """Claim that *accused* failed to follow *suit* in this deal (from 1) though able.

    A hint taken for the decision that is due stays with it: that has a later place now.
    """
    made = ClaimRevoke(match.setup.seat, accused, suit, deal)
    game, _ = play(match.game, made)
    due = len(match.game.history)
    hints = tuple(place + (place == due) for place in match.extras.hints)
    return _changed(match, game, hints=hints)


def hinted(match: Match) -> Match:
    """Note that the learner took a hint for the decision that is due; once is enough.

    While a trick waits none is due: the coach speaks of what was played to it.
    """
    place = len(match.game.history)
    if match.waits or not match.mine or place in match.extras.hints:
        return match
    return _changed(match, match.game, hints=(*match.extras.hints, place))


def mark(match: Match, seat: Seat, suit: Suit) -> Match:
    """Turn a suit marker up by hand, or down again if it is up.

    Raises:
        ValueError: There is none of that seat and suit.
    """
    if seat not in match.game.table.seats or suit not in match.game.variant.suits:
        raise ValueError(f"no marker of {suit.name.lower()} for {seat.name.title()} in this game")
    return _changed(match, match.game, marks=match.extras.marks ^ {(seat, suit)})


def with_coach(match: Match, coach: Coach) -> Match:
    """Offer hints from now on, or no longer."""
    changed = replace(match, setup=replace(match.setup, coach=coach))
    return _changed(changed, changed.game)


def continue_(match: Match) -> Match:
    """Turn the complete trick face down, if one waits; markers go down after a deal.

    Source: Konstam, in Parlett, "Revoke" (markers stay "for the rest of the deal").
    """
    if not match.waits:
        return match
    taken = match.extras.seen + 1
    deal_over = taken * match.game.variant.trick % match.game.variant.dealt == 0
    marks = frozenset() if deal_over else match.extras.marks
    return _changed(match, match.game, seen=taken, marks=marks)


# --------------------------------------------------------------- practice partners act


def partner_is_due(match: Match) -> bool:
    """Return whether a practice partner is to act."""
    return not (match.waits or match.game.over or match.mine)


def step(match: Match) -> Match:
    """Let the practice partner whose turn it is act once, or raise ValueError if none is due."""
    if not partner_is_due(match):
        raise ValueError("no practice partner is to act")
    game = match.game
    rng = Random(f"{match.setup.seed} action {len(game.history)}")
    by_habit = slip(match.setup, game) or habit(match.setup, game)
    action = by_habit or choose(view(game, game.turn), match.setup.level(game.turn), rng)
    after, _ = play(game, action)
    return _changed(match, after)


def run(match: Match) -> Match:
    """Let the practice partners act until the learner is to, a trick waits, or the game is over."""
    while partner_is_due(match):
        match = step(match)
    return match


# -------------------------------------------------------------------------- taken back


def can_take_back(match: Match) -> bool:
    """Return whether a decision may be taken back: only in practice, and before the end."""
    open_to_it = match.setup.manner == Manner.PRACTICE and not match.game.over
    return open_to_it and _last_decision(match) is not None


def take_back(match: Match) -> Match:
    """Go back, in practice, to where the learner last decided something, or raise ValueError."""
    last = _last_decision(match)
    if last is None or not can_take_back(match):
        raise ValueError("nothing may be taken back here")
    game = positions(match.game)[last]
    extras = match.extras
    return _changed(
        match,
        game,
        seen=tricks_taken(game),
        hints=tuple(place for place in extras.hints if place <= last),
        retried=tuple(sorted({*(place for place in extras.retried if place < last), last})),
        backs=extras.backs + 1,
    )


def _last_decision(match: Match) -> int | None:
    """Return the place in the history of the learner's last card or naming."""
    history = match.game.history
    last_first = reversed(range(len(history)))
    return next((place for place in last_first if decides(match.setup, history[place])), None)


def decides(setup: Setup, action: Action) -> bool:
    """Return whether *action* is a decision of the learner's: a card, or a trump named."""
    return action.seat == setup.seat and not isinstance(action, ClaimRevoke)
