"""The game on the table: taken from the store, changed by what the learner does, kept again."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ParamSpec, TypeVar

from engine.cards import Card, Suit
from engine.game import IllegalAction, NameTrump
from engine.table import Seat
from engine.trick import Play
from puzzles.puzzle import Reason
from tutor.pages.frame import progress, session
from tutor.playing.account import refusal
from tutor.playing.agreement import Setup, same_evening
from tutor.playing.knowledge import Phase, phase_of
from tutor.playing.match import Match, act, begin, can_take_back, claim, continue_, run, take_back
from tutor.playing.match_text import (
    KeptGame,
    MatchTextError,
    kept,
    match_of,
    parse_match,
    print_match,
)
from tutor.store import Store, StoreError
from tutor.store.holdings import Saving, new_game_id

Found = TypeVar("Found")
P = ParamSpec("P")

_SITTING = "sitting"

_LISTED = 50
"""So many games are listed at most."""

EVENING = timedelta(hours=6)
"""A game begun within that time of the last one is of the same evening."""


@dataclass(slots=True)
class OpenGame:
    """The game on the table: its id in the store, and its text as it was kept last.

    ``base`` is the revision it builds on, ``started`` when it began. ``refused`` is the card
    that was not taken, ``why`` and ``hands`` what the learner has opened; ``coach`` names the
    position about which the coach was asked, ``review`` whether the game is looked back on.
    ``told`` is the key of what is to be said once; ``claim`` is what came of a claim, ``proved``,
    ``unproved`` or ``paid`` before, until the game goes on.
    """

    started: datetime
    id: str = ""
    text: str = ""
    base: int = 0
    refused: str = ""
    why: bool = False
    hands: bool = False
    coach: str = ""
    review: bool = False
    told: str = ""
    claim: str = ""


def sitting() -> OpenGame:
    """Return the game on the table."""
    return session.remembered(_SITTING, lambda: OpenGame(progress.now()))


def match() -> Match | None:
    """Return the game on the table, if there is one."""
    text = sitting().text
    return parse_match(text) if text else None


def refused() -> Reason | None:
    """Return why the card pressed last was not taken, while that is what stands on the page."""
    card, current = sitting().refused, match()
    if not card or current is None:
        return None
    action = Play(current.setup.seat, Card.parse(card))
    try:
        act(current, action)
    except IllegalAction as error:
        return refusal(current, action, error)
    return None


def sit_down(setup: Setup) -> None:
    """Deal a new game, and let the practice partners play as far as the learner's turn."""
    put_on_table(run(begin(setup)))


def sit_down_tonight(setup: Setup) -> None:
    """Deal a new game; the same people play as in the last game of this evening, if any."""
    last = max(games(), key=lambda game: game.started, default=None)
    if last and progress.now() - last.started < EVENING:
        with suppress(ValueError):  # a later version of the tutor may have written it
            setup = same_evening(setup, Setup.parse(last.setup))
    sit_down(setup)


def dealing(deal: Callable[P, None]) -> Callable[P, None]:
    """Return what deals, for a button; pressed twice it deals one game."""
    return session.once("dealt", deal)


def put_on_table(new: Match) -> None:
    """Begin a game of its own with *new*, which the address names from now on."""
    session.forget(_SITTING)
    table = sitting()
    table.id = new_game_id()
    _keep(new)
    session.count("deal")
    if id_ := sitting().id:  # it is gone where it was erased meanwhile
        session.untell("game", "at")
        session.tell(match=id_)


def take_up(id: str) -> bool:  # noqa: A002 - it is called so everywhere
    """Put a kept game on the table; return whether this learner has one of this id."""
    if not id:
        return False
    if sitting().id == id:
        return True
    game = _from_store(lambda store: store.game(progress.learner(), id), None)
    if game:
        _lay(game)
    return game is not None


def _from_store(ask: Callable[[Store], Found], otherwise: Found) -> Found:
    """Return what the store answers; *otherwise*, where it cannot be used, which the page says."""
    try:
        return ask(progress.store())
    except StoreError as error:
        progress.note_fault(error)
        return otherwise


def _lay(game: KeptGame) -> None:
    try:
        resumed = match_of(game)
    except MatchTextError:
        return
    session.forget(_SITTING)
    table = sitting()
    table.id, table.base, table.started = game.id, game.revision, game.started
    table.text = print_match(run(resumed))


def get_up() -> None:
    """Leave the table; the game is kept."""
    session.forget(_SITTING)
    session.untell("match", "at")


def games() -> tuple[KeptGame, ...]:
    """List the learner's games, the latest first."""
    return _from_store(lambda store: store.games(progress.learner(), limit=_LISTED), ())


def listed() -> int:
    """Return how many games `games` has to list, those included that cannot be read."""
    return _from_store(lambda store: min(store.holdings(progress.learner()).games, _LISTED), 0)


def erase(id: str) -> None:  # noqa: A002
    """Erase a game for good."""
    _from_store(lambda store: store.erase_game(progress.learner(), id), None)
    if sitting().id == id:
        get_up()


def change(how: Callable[[Match], Match]) -> None:
    """Change the game on the table, let the partners play on, and keep it."""
    current = match()
    if current is not None:
        _keep(run(how(current)))


def play(token: str) -> None:
    """Play a card, if the rules take it; else note that it was not taken."""
    current, table = match(), sitting()
    if current is None or phase_of(current) != Phase.PLAY:
        return  # a click that came late: a trick lies there, or a trump is to be named
    table.refused = ""
    try:
        card = Card.parse(token)
        change(lambda game: act(game, Play(game.setup.seat, card)))
    except IllegalAction:
        table.refused = token
    except ValueError:
        return


def name_trump(token: str) -> None:
    """Name a trump, or change it, if that is allowed now."""
    try:
        suit = Suit(token)
        change(lambda game: act(game, NameTrump(game.setup.seat, suit)))
    except ValueError:  # an old button: IllegalAction is one too
        return


def onward() -> None:
    """Turn the trick that lies there face down."""
    table = sitting()
    table.why, table.refused = False, ""
    change(continue_)


def undo() -> None:
    """Take back the learner's last decision."""
    current, table = match(), sitting()
    if current is not None and can_take_back(current):
        table.why, table.refused = False, ""
        change(take_back)


def claim_revoke(accused: Seat, suit: Suit, deal: int) -> None:
    """Claim a revoke in this deal; say what came of it."""
    current, table = match(), sitting()
    if current is None:
        return
    try:
        _keep(claim(current, accused, suit, deal))
    except IllegalAction:
        paid = any(
            (revoke.seat, revoke.led, revoke.deal) == (accused, suit, deal)
            for revoke in current.game.claimed
        )
        table.claim = "paid" if paid else "unproved"
    else:
        table.claim = "proved"
    session.count("claimed")


def _keep(changed: Match) -> None:
    table = sitting()
    learner = progress.learner()
    game = kept(changed, table.id, started=table.started, now=progress.now())
    table.text, table.told, table.claim = game.text, "", ""

    def save(store: Store) -> Saving:
        # Here, not before: what was on its way to the store may have come there by now.
        saving = store.save_game(learner, game, base=table.base)
        if saving in {Saving.KEPT, Saving.KNOWN}:
            table.base = game.revision
        return saving

    try:
        pending = progress.write(save)
    except StoreError as error:
        progress.note_fault(error)
        return
    if not pending.done.is_set():
        return
    progress.held().trouble = ""
    if pending.result == Saving.STALE:
        stored = _from_store(lambda store: store.game(learner, table.id), None)
        if stored is not None:
            _lay(stored)
            sitting().told = "playing.saving.stale"
    elif pending.result == Saving.GONE:
        get_up()
        sitting().told = "playing.saving.gone"
