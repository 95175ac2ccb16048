"""What else can be done at the table: leave, look back, claim, keep, and how it is shown."""

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from engine.cards import Suit
from engine.table import Seat
from puzzles.scenes import TricksSight
from tutor.drawing.hand import hands_picture
from tutor.drawing.play_scene import as_player
from tutor.drawing.trick import tricks_picture
from tutor.pages.frame import address, inputs, running_text, session
from tutor.pages.frame.browser import card_table, look, unfold
from tutor.pages.frame.inputs import button, choose_from
from tutor.pages.play import current_game, game_options
from tutor.playing.account import past
from tutor.playing.agreement import Coach, Manner
from tutor.playing.knowledge import HandOrder, Seen, sorted_hand
from tutor.playing.match import Match, mark, with_coach
from tutor.playing.match_text import print_match
from tutor.playing.novices import revokers
from tutor.playing.replay import link_part


def tools(match: Match, shown: Seen) -> None:
    """Show what can be done besides playing, and what can be opened."""
    say = session.texts()
    if not shown.marks_itself:
        _folds(("markers", partial(_markers, shown)), ("claim", partial(_claim, shown)))
    with st.container(horizontal=True, vertical_alignment="center", key="play-tools"):
        button(say("play.leave"), "leave", current_game.get_up, type="tertiary")
    if current_game.sitting().hands:
        open_hands(shown)
    _folds(("view", partial(_view, match)), ("keep", partial(keep, match)))
    if match.may_replay and match.extras.seen:
        fold("past", partial(_past, match, shown))


def fold(name: str, show: Callable[[], None]) -> None:
    """Show what can be opened where it stands; it is worked out, and come into view, once open."""
    key = f"tool-{name}"
    box = inputs.fold(session.texts()(f"play.{name}"), key, partial(session.count, key))
    if box.open:
        with box:
            show()
        if session.counted(key):
            unfold(key, f"{current_game.sitting().id} {session.counted(key)}")


def _folds(*named: tuple[str, Callable[[], None]]) -> None:
    for column, (name, show) in zip(st.columns(2, gap="small"), named, strict=True):
        with column:
            fold(name, show)


def _view(match: Match) -> None:
    say = session.texts()
    choose_wish("order")
    if match.setup.manner == Manner.PRACTICE:
        choose_wish("lit")
        session.put("show-hands", current_game.sitting().hands)
        show = session.from_here(_show_hands, "show-hands")
        st.toggle(say("play.hands"), key="show-hands", on_change=show)
    session.put("coach-here", match.setup.coach == Coach.ON)
    coach = session.from_here(_coach, "coach-here")
    st.toggle(say("play.coach"), key="coach-here", on_change=coach)


def choose_wish(name: str) -> None:
    """Show one wish as a row of choices."""
    say, options = session.texts(), game_options.WISHES[name]
    names = {option: running_text.label(say(f"play.{name}.{option}")) for option in options}
    row_of_choices(name, names, game_options.wish(name))


def row_of_choices(
    name: str, names: Mapping[str, str], chosen: str, *, after_cut: bool = False
) -> None:
    """Show one wish as a row of choices, each under its name; one *after_cut* is for one deal."""
    key = f"cut-{name}" if after_cut else f"choose-{name}"
    then = session.nothing if after_cut else partial(game_options.set_wish, name, key)
    session.put(key, chosen)
    label = session.texts()(f"play.{name}")
    choose_from(st.pills, label, names, key, on_change=then, required=True, wrap=True)


def _show_hands() -> None:
    current_game.sitting().hands = bool(session.widget("show-hands"))


def _coach() -> None:
    choice = Coach.ON if session.widget("coach-here") else Coach.OFF
    current_game.change(partial(with_coach, coach=choice))


def open_hands(shown: Seen, *, own: bool = False, key: str = "open-hands") -> None:
    """Show the hands that lie open; the learner's *own* first, or not at all."""
    hands = {held.seat: held.cards for held in shown.hands if held.cards is not None}
    order = HandOrder(game_options.wish("order"))
    seats = shown.table.clockwise(shown.seat)[0 if own else 1 :]
    groups = [
        (seat, sorted_hand(hands[seat], order, shown.setup, shown.table))
        for seat in seats
        if hands.get(seat)
    ]
    if groups:
        card_table(hands_picture(as_player(look(), shown.seat), groups), key=key)


def _past(match: Match, shown: Seen) -> None:
    say = session.texts()
    accounts = [
        account for account in past(match)[: match.extras.seen] if account.deal == shown.deal
    ]
    if not accounts:
        st.write(say("play.past.none"))
        return
    sight = TricksSight(
        table=shown.table,
        tricks=tuple(account.ruling.trick for account in accounts),
        won=tuple(account.ruling.winner for account in accounts),
        tables=tuple(account.ruling.table for account in accounts),
    )
    card_table(tricks_picture(as_player(look(), shown.seat), sight), key="past-tricks")


def _markers(shown: Seen) -> None:
    say, suits = as_player(look(), shown.seat).say, _suits()
    st.write(say("play.markers.text"))
    for seat, up in zip(shown.table.seats, shown.markers, strict=True):
        key = f"markers-{seat.value}"
        session.put(key, [suit.value for suit in Suit if suit in up])
        st.pills(
            say.name(seat),
            [suit.value for suit in shown.setup.variant.suits],
            format_func=suits.__getitem__,
            selection_mode="multi",
            key=key,
            on_change=session.from_here(partial(_mark, seat, key), key),
        )


def _suits() -> dict[str, str]:
    say = session.texts()
    return {suit.value: running_text.label(say("play.marker", suit=suit)) for suit in Suit}


def _mark(seat: Seat, key: str) -> None:
    """Turn up what is marked in a box and no more; what is up now may not have been drawn yet."""
    match, marked = current_game.match(), session.widget(key)
    if match is None:
        return  # a press that came late: the table was left
    suits = {Suit(letter) for letter in marked} if isinstance(marked, list) else set()
    for suit in suits ^ {suit for of, suit in match.extras.marks if of == seat}:
        current_game.change(partial(mark, seat=seat, suit=suit))


def _claim(shown: Seen) -> None:
    say, names = session.texts(), _suits()
    suits = {suit.value: names[suit.value] for suit in shown.setup.variant.suits}
    others = {
        seat.value: say.name(seat)
        for seat in shown.table.clockwise(shown.seat)
        if seat not in (shown.seat, *shown.setup.partners)
    }
    st.write(say("play.claim.text"))
    at_risk = revokers(shown.setup)
    st.write(say("play.claim.novices", seats=at_risk) if at_risk else say("play.claim.nobody"))
    row = partial(choose_from, st.radio, lasts=False, horizontal=True)
    who = row(say("play.claim.who"), others, "claim-who")
    suit = row(say("play.claim.suit"), suits, "claim-suit")
    claim = partial(current_game.claim_revoke, Seat(who), Suit(suit), shown.deal)
    button(say("play.claim.now"), "claim-now", claim, primary=True)
    # Beside what was pressed: the table may be out of sight.
    if came := current_game.sitting().claim:
        with st.container(key="claim-told"):
            (st.success if came == "proved" else st.info)(say(f"play.claim.{came}"))
        unfold("claim-told", str(session.counted("claimed")))


def keep(match: Match) -> None:
    """Show the game as a file; and where all may be seen, ways back through it and a link."""
    say = session.texts()
    download(match)
    if not match.may_replay:
        st.write(say("play.link.later"))
        return
    button(say("play.replay"), "keep-replay", replay)
    link(match, len(match.game.history))


def download(match: Match, key: str = "download-game") -> None:
    """Show the game as a file."""
    words, file = session.texts()("play.download"), print_match(match)
    st.download_button(words, file, "calypso-game.txt", key=key, on_click="ignore")


def link(match: Match, step: int) -> None:
    """Show the address of a position, which opens in any browser."""
    st.write(session.texts()("play.link"))
    st.code(address.of("play", game=link_part(match, step)), language=None, wrap_lines=True)
    address.show_limits()


def replay(step: int | None = None) -> None:
    """Look at the game on the table step by step; unless told otherwise from its beginning.

    One that is not over yet is gone back through from where it stands.
    """
    match = current_game.match()
    if match is None:
        return  # a press that came late: the table was left
    if step is None:
        step = 0 if match.game.over else len(match.game.history)
    session.tell(match=current_game.sitting().id, at=str(step))
