"""The page before a game: the one under way, a new one, all others, and one from a file."""

from collections.abc import Iterable, Sequence
from functools import partial

import streamlit as st

from engine.cards import Suit
from engine.rulebooks import RULEBOOKS
from engine.variants import Variant
from puzzles.puzzle import Fact
from tutor.drawing.play_table import Drawn, cut_picture
from tutor.pages.frame import navigation, progress, running_text, session
from tutor.pages.frame.browser import card_table, look, look_at, unfold
from tutor.pages.frame.inputs import button, choose_from, fold, form_wish, take_file
from tutor.pages.frame.library import begun_deal, first_deal, lessons
from tutor.pages.play import current_game, game_options, tools
from tutor.pages.play.tools import choose_wish, row_of_choices
from tutor.playing.account import GameSummary, summary
from tutor.playing.agreement import Cut, Manner, Rounds
from tutor.playing.match import run
from tutor.playing.match_text import KeptGame, MatchTextError, match_of, parse_match
from tutor.words.texts import Texts


def page() -> None:
    """Offer the game under way, a new one, and all others."""
    say = session.texts()
    kept = current_game.games()
    with st.container(key="play-title"):
        st.title(say("page.play.title"), anchor=False)
    unfinished = ((game, _read(game)) for game in kept if game.finished is None)
    open_game = next(((game, told) for game, told in unfinished if told), None)
    if open_game:
        _resume(*open_game)
    elif not kept:
        _first_deal()
    with st.container(border=open_game is not None, key="new-game"):
        if open_game:
            st.markdown(f"**{say('play.new')}**")
        choose_wish("level")
        form_wish(
            "play-form", game_options.variant(), partial(game_options.set_wish, "form", "play-form")
        )
        lying = game_options.the_cut() if game_options.wish("how") == "cut" else None
        _summary(cut=lying is not None)
        if lying:
            _after_cut(lying)
        else:
            cutting = game_options.wish("how") == "cut"
            words = say("play.cut" if cutting else "play.deal")
            begin = game_options.cut_now if cutting else current_game.dealing(game_options.deal)
            button(words, "deal", begin, primary=not open_game, width=240)
        with st.expander(say("play.change"), key="change"):
            _choices()
    _others(kept, open_game[0] if open_game else None)
    _load()


def _first_deal() -> None:
    """Lead whoever has not played yet to the deal of a lesson, where every rule is told."""
    if first := first_deal(lessons()):
        lesson, number = first
        say, deal = session.texts(), begun_deal(lesson, number)
        if not deal or not deal.over:
            words = say("home.at.deal", number=deal.number) if deal else say("play.first")
            navigation.link("learn", words, lesson=lesson.id, step=str(number))


def _summary(*, cut: bool) -> None:
    """Show what a game will be: where the learner sits, unless the cards are *cut* already."""
    say, variant = session.texts(), game_options.variant()
    cutting = game_options.wish("how") == "cut"
    if cutting:
        where = "play.summary.cut"
    else:
        where = "play.summary.two" if variant.trumps_change else "play.summary"
    trump = game_options.trump()
    if not cut:
        rulebook, seat = session.rulebook(), game_options.seat()
        suits = variant.builds_with(trump)
        st.write(say(where, rulebook=rulebook, seat=seat, suit=trump, suits=suits))
    st.write(say(f"play.summary.{game_options.wish('manner')}"))


def _choices() -> None:
    say, variant = session.texts(), game_options.variant()
    left, right = st.columns(2, gap="medium")
    with left:
        if not variant.trumps_change:
            _rulebook(say)
        choose_wish("how")
        if game_options.wish("how") == "choose":
            seats = {seat.value: say.name(seat) for seat in variant.seats}
            row_of_choices("seat", seats, game_options.seat().value)
            suits = _suit_names(say, game_options.trumps())
            row_of_choices("trump", suits, game_options.trump().value)
        choose_wish("order")
    with right:
        if len(variant.feeds[0]) > 1:
            choose_wish("mate")
        choose_wish("manner")
        st.caption(say(f"play.manner.{game_options.wish('manner')}.text"))
        choose_wish("coach")
        if game_options.wish("manner") == Manner.PRACTICE:
            choose_wish("lit")


def _rulebook(say: Texts) -> None:
    session.put("play-rulebook", session.settings().rulebook)
    names = {rulebook.id: say.name(rulebook) for rulebook in RULEBOOKS}
    choose = partial(progress.choose, "rulebook", "play-rulebook")
    more = {"required": True, "wrap": True}
    choose_from(st.pills, say("play.rulebook"), names, "play-rulebook", on_change=choose, **more)


def _suit_names(say: Texts, suits: Iterable[Suit]) -> dict[str, str]:
    """Name suits that can be chosen; in Calypso for Two each stands for its pair."""
    variant = game_options.variant()
    return {
        suit.value: say("play.trump.pair", suits=variant.builds_with(suit))
        if variant.trumps_change
        else running_text.label(say("play.marker", suit=suit))
        for suit in suits
    }


def _after_cut(cut: Cut) -> None:
    say = session.texts()
    with st.container(key="cut"):
        st.header(say("play.cut.title"), anchor=False)
        card_table(cut_picture(look(), _named(say, cut.rounds)), key="cut-cards")
        last = ".last" if cut.order[-1] == 0 else ""
        st.write(say(f"play.cut.place{last}", place=cut.order.index(0) + 1, count=len(cut.order)))
        if cut.deal_rounds:
            st.write(say("play.cut.deal"))
            card_table(cut_picture(look(), _named(say, cut.deal_rounds)), key="cut-deal")
        _pick(cut)
        deal = current_game.dealing(game_options.deal_after)
        button(say("play.deal"), "deal-after-cut", deal, cut, primary=True, width=240)
    look_at("cut", str(session.counted("cut")))


def _named(say: Texts, rounds: Rounds) -> list[list[Drawn]]:
    return [[(_player(say, draw.player), draw.card) for draw in drawn] for drawn in rounds]


def _player(say: Texts, number: int) -> str:
    return say("play.player", number=number + 1) if number else say("name.place.you")


def _pick(cut: Cut) -> None:
    """Let the learner choose a seat, and a suit of those that go with it; or say what is left."""
    say, variant = session.texts(), cut.variant
    allowed, pick = game_options.picks(cut), game_options.picked(cut)
    if len(allowed) == 1:
        key = "play.cut.only.two" if variant.trumps_change else "play.cut.only"
        suits = variant.builds_with(pick.trump)
        st.write(say(key, seat=pick.seat, suit=pick.trump, suits=suits))
        return
    seats = {option.seat.value: say.name(option.seat) for option in allowed}
    row_of_choices("seat", seats, pick.seat.value, after_cut=True)
    left = [option.trump for option in allowed if option.seat == pick.seat]
    row_of_choices("trump", _suit_names(say, left), pick.trump.value, after_cut=True)


_SHOWN = 8
"""So many games are listed before the learner asks for all."""


def _read(game: KeptGame) -> GameSummary | None:
    """Sum up a game; nothing of one that cannot be read, as of a later version of the tutor."""
    try:
        return summary(game)
    except MatchTextError:
        return None


def _resume(game: KeptGame, told: GameSummary) -> None:
    say = session.texts()
    with st.container(border=True, key="resume"):
        st.markdown(f"**{say('play.under-way')}**")
        st.write(_words(told))
        button(say("home.continue"), f"continue-{game.id}", _open, game.id, primary=True)
        _more(game)


def _words(told: GameSummary) -> str:
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


def _others(kept: Sequence[KeptGame], resumed: KeptGame | None) -> None:
    """List all games but the one to be gone on with, the latest first; of no other, nothing."""
    say = session.texts()
    others = (game for game in kept if game is not resumed)
    read = [(game, told) for game in others if (told := _read(game))]
    unread = current_game.listed() - (resumed is not None) - len(read)
    if not read and unread <= 0:
        return
    with st.container(key="your-games"):
        st.header(say("play.games"), anchor=False)
        more = bool(session.widget("all-games"))
        for game, told in read if more else read[:_SHOWN]:
            _row(game, told)
        if len(read) > _SHOWN:
            words, press = say("play.games.all", count=len(read)), session.here()
            st.toggle(words, key="all-games", on_change=press)
        if unread > 0:
            st.caption(say("play.games.unread", count=unread))


def _row(game: KeptGame, game_summary: GameSummary) -> None:
    say = session.texts()
    day = game.updated.astimezone(progress.zone()).date()
    with st.container(border=True, key=f"game-{game.id}"):
        left, right = st.columns([3, 2], vertical_alignment="center")
        with left:
            st.write(_words(game_summary))
            st.caption(say("play.game.when", day=day, rulebook=game_summary.setup.table.rulebook))
        with right, st.container(horizontal=True, horizontal_alignment="right"):
            words = say("play.look" if game_summary.outcome else "home.continue")
            button(words, f"open-{game.id}", _open, game.id)
        _more(game)


def _more(game: KeptGame) -> None:
    """Offer what is seldom wanted of a game, folded."""
    # In the page, and not over it: below the last game there is no room in the window.
    key = f"more-{game.id}"
    more = fold(session.texts()("play.more"), key, partial(session.count, key), type="compact")
    if more.open:
        with more, st.container(horizontal=True):
            _seldom(game)
        if session.counted(key):
            unfold(key, str(session.counted(key)))


def _seldom(game: KeptGame) -> None:
    say, match = session.texts(), match_of(game)
    if match.may_replay:
        button(say("play.replay"), f"replay-{game.id}", _replay, game.id)
    tools.download(match, key=f"download-{game.id}")
    words = say("play.erase")
    button(words, f"erase-{game.id}", current_game.erase, game.id, help=say("play.erase.help"))


def _open(id_: str) -> None:
    if current_game.take_up(id_):
        session.tell(match=id_)
        session.count("deal")  # the hand takes the focus, as it does when cards are dealt


def _replay(id_: str) -> None:
    if current_game.take_up(id_):
        tools.replay()


def _load() -> None:
    say = session.texts()
    with st.expander(say("play.load"), key="load-game"):
        st.write(say("play.load.text"))
        take_file(say("play.load.file"), ("txt",), 1, key="game-upload", read=_loaded)
        wrong = session.recall("game-upload-wrong")
        if isinstance(wrong, tuple):
            key, place = wrong
            with st.container(key="game-file-wrong"):
                st.error(say(f"game-file.{key}", place=place))
            look_at("game-file-wrong", str(session.counted("loaded")))


def _loaded(file: bytes | None) -> None:
    session.count("loaded")
    session.forget("game-upload-wrong")
    if file is None:
        return
    try:
        current_game.put_on_table(run(parse_match(file)))
    except MatchTextError as error:
        session.remember("game-upload-wrong", (error.key, error.place))
