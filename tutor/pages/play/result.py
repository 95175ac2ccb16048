"""How a game stands after a deal and how it ended: the score sheet, and what can follow."""

import streamlit as st

from engine.table import Seat
from tutor.drawing.play_score import Account, SeatScore, score_picture
from tutor.pages.frame import running_text, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.reader import look_at
from tutor.pages.play import current_game, review, tools
from tutor.pages.play.game_options import fresh_seed
from tutor.playing.account import GameOutcome, Side, one_short, sheet
from tutor.playing.agreement import again
from tutor.playing.match import Match
from tutor.playing.replay import length
from tutor.words.texts import YOU


def page(now: Match) -> None:
    """Show the result of a game that is over, and the ways on."""
    say, found = session.texts(), sheet(now)
    with st.container(key="result"):
        st.title(_title(now), anchor=False)
        st.write(_margin(now))
        for card in one_short(now.setup, now.game.calypsos):
            running_text.paragraphs(say("table.one-short", card=card))
    look_at("result", current_game.sitting().id)
    with st.container(horizontal=True, key="result-ways"):
        st.button(
            say("play.another"), key="another", type="primary", on_click=_another, args=(now,)
        )
        st.button(say("play.replay"), key="replay", on_click=tools.replay, args=(length(now),))
        st.button(say("play.leave"), key="leave", on_click=current_game.get_up)
    score(now)
    st.caption(
        say(
            "play.check-sum",
            completed=found.completed,
            full=found.full,
            unfinished=found.unfinished,
            pile=found.pile,
            pack=found.pack,
        )
    )
    review.page(now)
    with st.expander(say("play.keep"), key="keep-result", on_change="rerun") as box:
        if box.open:
            tools.download(now)
            tools.link(now, length(now))


def _title(now: Match) -> str:
    """Return who has won; of those who play alone, by name."""
    say, found = session.texts(), sheet(now)
    if found.outcome == GameOutcome.LOST and not now.setup.partners:
        count = len(found.winners)
        return say("play.outcome.lost.to", winners=found.winners, count=count)
    return say(f"play.outcome.{found.outcome.value}")


def score(now: Match) -> None:
    """Show the score sheet as the game stands, the learner's side first."""
    found = sheet(now)
    sides = sorted(found.sides, key=lambda side: now.setup.seat not in side.seats)
    accounts = tuple(_account(now, side, ahead=side.seats[0] in found.winners) for side in sides)
    card_table(score_picture(look(), accounts), key="score-sheet")


def _account(now: Match, side: Side, *, ahead: bool) -> Account:
    game = now.game
    built = dict(zip(game.table.seats, game.calypsos, strict=True))
    return Account(
        name=_name(now, side.seats),
        parts=tuple(
            SeatScore(seat, built[seat], score)
            for seat, score in sorted(side.parts, key=lambda part: part[0] != now.setup.seat)
        ),
        penalties=side.fines,
        total=side.total,
        ahead=ahead,
    )


def _name(now: Match, seats: tuple[Seat, ...]) -> str:
    """Call a side what the learner calls it."""
    say, setup = session.texts(), now.setup
    if setup.partners:
        return say("table.your-side" if setup.seat in seats else "table.other-side")
    if setup.seat in seats:
        return say(f"name.place.{YOU}")
    return say.name(seats[0])


def _margin(now: Match) -> str:
    """Return by how much the game was won or lost."""
    say, found = session.texts(), sheet(now)
    mine = next(side.total for side in found.sides if now.setup.seat in side.seats)
    best = max(side.total for side in found.sides if now.setup.seat not in side.seats)
    if found.outcome == GameOutcome.DRAWN:
        return say("play.margin.drawn", mine=mine)
    return say("play.margin", mine=mine, best=best)


def _another(now: Match) -> None:
    """Deal another game to the same players."""
    current_game.sit_down(again(now.setup, fresh_seed()))
    session.tell(match=current_game.sitting().id)
