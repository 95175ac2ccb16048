"""The learner's games: the one under way, all others, and one from a file."""

from collections.abc import Sequence
from datetime import date

import streamlit as st

from engine.variants import Variant
from puzzles.puzzle import Fact
from tutor.pages.frame import progress, session
from tutor.pages.frame.reader import look_at
from tutor.pages.frame.upload import take_file
from tutor.pages.play import current_game, tools
from tutor.playing.account import GameSummary, summary
from tutor.playing.match import run
from tutor.playing.match_text import (
    KeptGame,
    MatchTextError,
    match_of,
    parse_match,
    print_match,
)
from tutor.playing.replay import length

SHOWN = 8
"""So many games are listed before the learner asks for all."""


def resume(game: KeptGame) -> None:
    """Lead back to a game that is not over."""
    say, told = session.texts(), summary(game)
    with st.container(border=True, key="resume"):
        st.markdown(f"**{say('play.under-way')}**")
        st.write(_words(told))
        st.button(
            say("play.continue"),
            key=f"continue-{game.id}",
            type="primary",
            on_click=_open,
            args=(game.id,),
        )


def _words(told: GameSummary) -> str:
    """Return of a game what it is and how it stands."""
    say, setup = session.texts(), told.setup
    side = {setup.seat, *setup.partners}
    seats = setup.table.seats
    best = max(total for seat, total in zip(seats, told.totals, strict=True) if seat not in side)
    facts: dict[str, Fact | Variant] = {
        "form": setup.variant,
        "mine": told.totals[setup.place],
        "best": best,
    }
    if told.outcome:
        return say(f"play.game.{told.outcome.value}", **facts)
    return say("play.game.open", deal=told.deal, number=told.number, **facts)


def all_of_them(kept: Sequence[KeptGame]) -> None:
    """List the games, the latest first; before there is one, nothing."""
    if not kept:
        return
    say = session.texts()
    with st.container(key="your-games"):
        st.header(say("play.games"), anchor=False)
        more = bool(session.widget("all-games"))
        for game in kept if more else kept[:SHOWN]:
            _row(game)
        if len(kept) > SHOWN:
            st.toggle(say("play.games.all", count=len(kept)), key="all-games")


def _row(game: KeptGame) -> None:
    say, told = session.texts(), summary(game)
    with st.container(border=True, key=f"game-{game.id}"):
        left, right = st.columns([3, 2], vertical_alignment="center")
        with left:
            st.write(_words(told))
            st.caption(say("play.game.when", day=_day(game), rulebook=told.setup.table.rulebook))
        with right, st.container(horizontal=True, horizontal_alignment="right"):
            st.button(
                say("play.look" if told.outcome else "play.continue"),
                key=f"open-{game.id}",
                on_click=_open,
                args=(game.id,),
            )
            more = st.popover(say("play.more"), key=f"more-{game.id}", on_change="rerun")
            if more.open:
                with more:
                    _more(game)


def _day(game: KeptGame) -> date:
    return game.updated.astimezone(progress.zone()).date()


def _more(game: KeptGame) -> None:
    """Offer what is rarely wanted: to look at it step by step, to keep it, to erase it."""
    say, now = session.texts(), match_of(game)
    if current_game.may_look_back(now):
        st.button(
            say("play.replay"),
            key=f"replay-{game.id}",
            on_click=_replay,
            args=(game.id, length(now)),
        )
    st.download_button(
        say("play.download"),
        print_match(now),
        file_name="calypso-game.txt",
        mime="text/plain",
        key=f"download-{game.id}",
        on_click="ignore",
    )
    st.button(
        say("play.erase"),
        key=f"erase-{game.id}",
        help=say("play.erase.help"),
        on_click=_erase,
        args=(game.id,),
    )


def _open(id_: str) -> None:
    if current_game.take_up(id_):
        session.tell(match=id_)


def _replay(id_: str, at: int) -> None:
    if current_game.take_up(id_):
        tools.replay(at)


def _erase(id_: str) -> None:
    current_game.erase(id_)
    session.count("erased")


# --------------------------------------------------------------------------- a file


def load() -> None:
    """Take up a game from a file."""
    say = session.texts()
    with st.expander(say("play.load"), key="load-game"):
        st.write(say("play.load.text"))
        take_file(say("play.load.file"), ("txt",), 1, key="game-upload", on_change=_load)
        wrong = session.widget("game-upload-wrong")
        if isinstance(wrong, tuple):
            key, place = wrong
            with st.container(key="game-file-wrong"):
                st.error(say(f"game-file.{key}", place=place))
            look_at("game-file-wrong", str(session.counted("loaded")))


def _load() -> None:
    """Put the game of the file on the table, or say what is wrong with it."""
    file = session.widget("game-upload")
    session.count("loaded")
    session.drop("game-upload-wrong")
    read = getattr(file, "getvalue", None)
    if read is None:
        return
    try:
        current_game.put_on_table(run(parse_match(read())))
    except MatchTextError as error:
        session.put("game-upload-wrong", (error.key, error.place))
        return
    session.tell(match=current_game.sitting().id)
