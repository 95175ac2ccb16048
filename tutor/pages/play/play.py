"""Play: a game at its table, with a coach to ask; round it the set-up, the result, the replay."""

import streamlit as st

from engine.game import Action, plays
from engine.view import legal, view
from tutor.drawing.coach import coach_html, sentence
from tutor.drawing.markup import Html
from tutor.drawing.play_scene import Act, Wish, scene
from tutor.drawing.play_table import play_picture
from tutor.pages.frame import navigation, session
from tutor.pages.frame.browser import card_table, look
from tutor.pages.frame.inputs import button
from tutor.pages.frame.library import lessons
from tutor.pages.frame.store_note import fragment
from tutor.pages.play import current_game, game_options, games, replay, result, tools
from tutor.playing.agreement import Coach, Manner
from tutor.playing.coach import Advice, advise, decisions, seed_of
from tutor.playing.knowledge import HandOrder, Phase, Seen, seen
from tutor.playing.match import Match, can_take_back, hinted
from tutor.words.citing import grounds


@fragment
def page() -> None:
    """Show what the address names: a game at its table, a position to look at, or the set-up.

    Nothing round about it is worked out again for a card.
    """
    say = session.texts()
    if told := current_game.sitting().told:
        st.info(say(told), icon=":material/sync:")
    link, id_, place = (session.asked(key) for key in ("game", "match", "at"))
    if link is not None:
        replay.shared(link)
        return
    if id_ is None:
        games.page()
        return
    if not current_game.take_up(id_):
        navigation.lost(say("play.no-game"))
        button(say("play.to-setup"), "to-setup", current_game.get_up, primary=True)
        return
    match = current_game.match()
    assert match is not None, "who has sat down has a game"
    shown = seen(match, open_hands=current_game.sitting().hands)
    if place is not None and match.may_replay:
        replay.own(match)
    elif shown.phase == Phase.OVER:
        result.page(match)
    else:
        _table(match, shown)


def _table(match: Match, shown: Seen) -> None:
    table = current_game.sitting()
    with st.container(gap=None):
        with st.container(key="heard"):
            # The table needs the room of a heading; who listens still jumps from one to the next.
            st.title(session.texts()("page.play.title"), anchor=False)
        drawn = play_picture(look(), scene(look(), shown, _wish(match, shown)))
        card_table(drawn, key=f"play-{table.id}", on_event=_pressed)
    if shown.phase == Phase.PAUSE and shown.number == shown.tricks:
        with st.container(key="standing"):
            st.header(session.texts()("play.standing", number=shown.deal), anchor=False)
            result.score(match)
    tools.tools(match, shown)


def _wish(match: Match, shown: Seen) -> Wish:
    say, table = session.texts(), current_game.sitting()
    refused = current_game.refused()
    explained = shown.account if table.why else None
    advice = _advice(match, shown)
    return Wish(
        order=HandOrder(game_options.wish("order")),
        lit=match.setup.manner == Manner.PRACTICE and game_options.wish("lit") == "on",
        why=table.why,
        refused=say(refused.key, **refused.facts) if refused else "",
        bound=shown.legal if refused else (),
        rules=grounds(explained.ruling, say, lessons()) if explained else (),
        begun=session.counted("deal") > 0,
        occasion=f"{len(plays(match.game))} {match.extras.seen} {match.extras.backs}",
        ways=(*_take_back(match), *_coach_ways(match, shown)),
        told=coach_html(look(), advice[0], asked=advice[1]) if advice else Html(),
        heard=sentence(say, advice[0], asked=advice[1]) if advice else "",
    )


def _take_back(match: Match) -> tuple[Act, ...]:
    if not can_take_back(match):
        return ()
    return (Act(does="take-back", words=session.texts()("play.take-back"), back=True),)


def _pressed(event: str, what: str) -> None:
    """Do what was pressed in the picture; what is not offered any more changes nothing.

    The event is ``play`` with a card, or ``act`` with what a button is for.
    """
    if event == "play":
        current_game.play(what)
    elif what == "onward":
        current_game.onward()
    elif what == "take-back":
        current_game.undo()
    elif what == "why":
        table = current_game.sitting()
        table.coach, table.why = "", not table.why
    elif what.startswith("name:"):
        current_game.name_trump(what.removeprefix("name:"))
    else:
        _coach_pressed(what)


_ASK = "coach"
"""What the coach's button reports."""

_ASKED = {Phase.NAME, Phase.PLAY, Phase.PAUSE}
"""When the coach can be asked what to do, or what it was worth."""


def _coach_ways(match: Match, shown: Seen) -> tuple[Act, ...]:
    if match.setup.coach == Coach.OFF or shown.phase not in _ASKED or not _choice(match, shown):
        return ()
    return (Act(does=_ASK, words=session.texts()("coach.ask"), open=_listening(match)),)


def _coach_pressed(token: str) -> None:
    """Ask the coach, or send it away; asking before playing is noted for the review."""
    match, table = current_game.match(), current_game.sitting()
    if token != _ASK or match is None:
        return
    if _listening(match):
        table.coach = ""
        return
    table.coach, table.why = _occasion(match), False
    if match.game.turn == match.setup.seat and len(match.game.trick) < match.game.variant.trick:
        current_game.change(hinted)


def _occasion(match: Match) -> str:
    return f"{len(match.game.history)} {match.extras.seen}"


def _listening(match: Match) -> bool:
    return current_game.sitting().coach == _occasion(match)


def _choice(match: Match, shown: Seen) -> bool:
    if shown.phase == Phase.PAUSE:
        last = decisions(match)[-1:]
        # A revoke cannot be compared with anything.
        return any(
            len(legal(decision.view)) > 1 and decision.action in legal(decision.view)
            for decision in last
        )
    return len(legal(view(match.game, match.setup.seat))) > 1


def _advice(match: Match, shown: Seen) -> tuple[Advice, Action | None] | None:
    if match.setup.coach == Coach.OFF or not _listening(match) or not _choice(match, shown):
        return None
    if shown.phase == Phase.PAUSE:
        last = decisions(match)[-1]
        return advise(last.view, seed_of(match, last.at)), last.action
    return advise(view(match.game, match.setup.seat), seed_of(match, len(match.game.history))), None
