"""The coach at the table: what each card is worth, before it is played or after the trick."""

from engine.game import Action
from engine.view import legal, view
from tutor.drawing.coach import coach_html, sentence
from tutor.drawing.markup import Html
from tutor.drawing.play_line import Act
from tutor.pages.frame import session
from tutor.pages.frame.card_table import look
from tutor.pages.play import current_game
from tutor.playing.agreement import Coach
from tutor.playing.coach import Advice, advise, decisions, seed_of
from tutor.playing.knowledge import Phase, Seen
from tutor.playing.match import Match, hinted

ASK = "coach"
"""What the coach's button reports."""

_ASKED = {Phase.NAME, Phase.PLAY, Phase.PAUSE}
"""When the coach can be asked what to do, or what it was worth."""


def ways(now: Match, shown: Seen) -> tuple[Act, ...]:
    """List the coach's button, where there is something to ask."""
    if now.setup.coach == Coach.OFF or shown.phase not in _ASKED or not _choice(now, shown):
        return ()
    return (Act(does=ASK, words=session.texts()("coach.ask"), open=_listening(now)),)


def told(now: Match, shown: Seen) -> Html:
    """Draw what the coach found, once it was asked."""
    found = _advice(now, shown)
    return coach_html(look(), found[0], asked=found[1]) if found else Html()


def news(now: Match, shown: Seen) -> str:
    """Return what the coach found, for those who hear the page."""
    found = _advice(now, shown)
    return sentence(session.texts(), found[0], asked=found[1]) if found else ""


def pressed(token: str) -> None:
    """Ask the coach, or send it away; asking before playing is noted for the review."""
    now, at = current_game.match(), current_game.sitting()
    if token != ASK or now is None:
        return
    if _listening(now):
        at.coach = ""
        return
    at.coach, at.why = _occasion(now), False
    if now.game.turn == now.setup.seat and len(now.game.trick) < now.game.variant.trick:
        current_game.change(hinted)


def _occasion(now: Match) -> str:
    return f"{len(now.game.history)} {now.extras.seen}"


def _listening(now: Match) -> bool:
    """Return whether the coach was asked about this very position."""
    return current_game.sitting().coach == _occasion(now)


def _choice(now: Match, shown: Seen) -> bool:
    """Return whether there is, or was, more than one thing to do."""
    if shown.phase == Phase.PAUSE:
        last = decisions(now)[-1:]
        # A revoke cannot be compared with anything.
        return any(len(legal(one.view)) > 1 and one.action in legal(one.view) for one in last)
    return len(legal(view(now.game, now.setup.seat))) > 1


def _advice(now: Match, shown: Seen) -> tuple[Advice, Action | None] | None:
    """Return what the coach found, and the card that was played, if it is about that."""
    if now.setup.coach == Coach.OFF or not _listening(now) or not _choice(now, shown):
        return None
    if shown.phase == Phase.PAUSE:
        last = decisions(now)[-1]
        return advise(last.view, seed_of(now, last.at)), last.action
    return advise(view(now.game, now.setup.seat), seed_of(now, len(now.game.history))), None
