"""A game looked at again, step by step, with all cards face up; and a position from a link."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from engine.game import plays
from tutor.drawing.play_scene import Wish, scene
from tutor.drawing.play_table import play_picture
from tutor.pages.frame import navigation, session
from tutor.pages.frame.browser import card_table, look, look_at
from tutor.pages.frame.inputs import button
from tutor.pages.play import current_game, game_options, tools
from tutor.playing.agreement import Manner
from tutor.playing.knowledge import HandOrder, seen
from tutor.playing.match import Match, run
from tutor.playing.match_text import MatchTextError
from tutor.playing.replay import deal_starts, fork, read_link, rewound, trick_ends

_MOVED = "replay-moved"
"""Where the session keeps how far the last move went: what came with it is heard."""


def own(match: Match) -> None:
    """Look at the game on the table; the address says at which position."""
    say = session.texts()
    _steps(match)
    with st.container(horizontal=True, key="replay-ways"):
        button(say("play.back-to-game"), "back-to-game", session.untell, "at")
        _play_on(match)
    _share(match)


def shared(link: str) -> None:
    """Look at a position that somebody has sent."""
    say = session.texts()
    try:
        match = read_link(link)
    except MatchTextError as error:
        navigation.lost(say(f"game-file.{error.key}", place=error.place))
        button(say("play.to-setup"), "to-setup", _away, primary=True)
        return
    _steps(match)
    with st.container(horizontal=True, key="replay-ways"):
        _play_on(match)
        button(say("play.leave"), "leave", _away)
    _share(match)


def _away() -> None:
    session.untell("game", "at", "match")


def _at(match: Match) -> int:
    asked, last = session.asked_number("at"), len(match.game.history)
    return last if asked is None else min(asked, last)


def _steps(match: Match) -> None:
    step = _at(match)
    shown = seen(rewound(match, step), since=max(0, step - session.remembered(_MOVED, int)))
    wish = Wish(order=HandOrder(game_options.wish("order")), lit=False, still=True)
    with st.container(key="replay-part"):
        with st.container(gap=None):
            with st.container(key="heard"):  # as at the table itself, which needs the room
                st.title(session.texts()("play.replay.title"), anchor=False)
            card_table(play_picture(look(), scene(look(), shown, wish)), key="replay-table")
        look_at("heard", f"{current_game.sitting().id} replay")
        _controls(match, step)
    tools.open_hands(shown, own=True)


def _controls(match: Match, step: int) -> None:
    say, last = session.texts(), len(match.game.history)
    cards_only = len(plays(match.game)) == last
    label = say("play.replay.at" if cards_only else "play.replay.at.more")
    session.put("replay-at", step)
    ends, deals = trick_ends(match), deal_starts(match)
    slid, slider = session.from_box("replay-at", partial(_slid, step)), session.box("replay-at")
    with st.container(horizontal=True, key="replay-steps"):
        st.slider(label, 0, max(1, last), key=slider, on_change=slid)
        for name, to, key in (
            ("back", max(0, step - 1), "Left"),
            ("forward", min(last, step + 1), "Right"),
            ("trick-back", _before((0, *ends), step), "Shift+Left"),
            ("trick-forward", _after((*ends, last), step), "Shift+Right"),
            ("deal-back", _before(deals, step), None),
            ("deal-forward", _after((*deals, last), step), None),
        ):
            words = say(f"play.replay.{name}")
            button(words, f"replay-{name}", _go, step, to, shortcut=key, disabled=to == step)


def _before(places: Sequence[int], step: int) -> int:
    return max((place for place in places if place < step), default=step)


def _after(places: Sequence[int], step: int) -> int:
    return min((place for place in places if place > step), default=step)


def _slid(step: int) -> None:
    _go(step, int(str(session.widget("replay-at"))))


def _go(step: int, to: int) -> None:
    if session.asked("at") is None and session.asked("game") is None:
        return  # a press that came late: a game is played on
    session.tell(at=str(to))
    session.remember(_MOVED, abs(to - step))


def _play_on(match: Match) -> None:
    step = _at(match)
    if rewound(match, step).game.over:
        return
    words = session.texts()("play.play-on")
    button(words, "play-on", current_game.dealing(_fork), match, step, primary=True)


def _fork(match: Match, step: int) -> None:
    try:
        branch = fork(match, step, Manner.PRACTICE)
    except ValueError:  # somebody has revoked before: practice knows no revokes
        branch = fork(match, step, match.setup.manner)
    current_game.put_on_table(run(branch))


def _share(match: Match) -> None:
    tools.fold("share", partial(tools.link, match, _at(match)))
