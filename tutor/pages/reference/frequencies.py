"""How often things happen, as charts and tables, and more games counted on request."""

import numpy as np
import pandas as pd
import streamlit as st

from engine.rules import Rule
from tutor.figures.chart import key, picture
from tutor.figures.counting import random_games
from tutor.figures.frequencies import CountedPlayers, GameSample, kept
from tutor.figures.words import Chart, charts, rule_figure
from tutor.pages.frame import session
from tutor.pages.frame.reader import look_at

_MANY = (1_000, 10_000, 50_000)
_CHUNK = 512
"""Games between two looks at the stop button: about a tenth of a second."""

_HOW_MANY, _LEFT, _WANTED, _ADDED = "often-how-many", "often-left", "often-wanted", "often-added"


def rule_line(rule: Rule) -> None:
    """Show under a rule how often it is at work, if that is counted."""
    found = rule_figure(rule, session.variant(), session.book(), kept(), session.texts())
    if found:
        st.write(found.sentence)
        st.caption(found.source)


def frequencies() -> None:
    """Show all figures, and the way to more.

    Not a fragment: what is pressed inside one waits until the fragment has run through, and
    the games could not be stopped.
    """
    say, mine, samples = session.texts(), _mine(), _samples()
    st.header(say("often.title"), anchor=False)
    if not samples:
        st.write(say("often.none", variant=session.variant()))
        return
    first, *others = samples
    st.write(
        say("often.intro", games=first.games, variant=session.variant(), rulebook=session.book())
    )
    for other in others:
        st.write(say("often.club", games=other.games))
    if mine:
        st.write(say("often.mine", games=mine.games))
    sample = say(
        "often.from", games=first.games, variant=session.variant(), rulebook=session.book()
    )
    whole = kept().whole(first.form, first.reading)
    for chart in charts((first, *others), whole, say):
        with st.container(border=True, key=f"often-{chart.id}"):
            _show(chart)
            st.caption(sample)
    st.caption(say("often.error"))
    with st.container(border=True, key="often-more"):
        _more()


def _samples() -> tuple[GameSample, ...]:
    """Return what was counted for the learner's form and rulebook, random players first."""
    form, mine = session.variant(), _mine()
    reading = form.table(session.book()).led_trump
    found = [kept().sample(form.id, reading, players) for players in CountedPlayers]
    counted = [one for one in found if one]
    if not counted:
        return ()
    first, *others = counted
    return (first + mine if mine else first, *others)


def _key() -> str:
    """Name the games that were added in this session to those of the form and rulebook."""
    form = session.variant()
    return f"often-games-{form.id}-{form.table(session.book()).led_trump}"


def _mine() -> GameSample | None:
    found = session.widget(_key())
    return found if isinstance(found, GameSample) else None


# ---------------------------------------------------------------------- charts


def _show(chart: Chart) -> None:
    """Draw a chart, with its figures as a table for whoever would rather read them."""
    say = session.texts()
    st.subheader(chart.title, anchor=False)
    for sentence in chart.sentences:
        st.write(sentence)
    if names := key(chart):
        st.html(names)
    st.vega_lite_chart(
        spec=picture(chart), alt=_spoken(chart), key=f"chart-{chart.id}", width="stretch"
    )
    box = st.expander(say("often.table"), key=f"table-{chart.id}", on_change="rerun")
    if box.open:
        frame = pd.DataFrame(chart.rows(), index=pd.Index(chart.labels, name=chart.across))
        with box:
            st.table(frame, alt=f"{chart.title}: {chart.along}")


def _spoken(chart: Chart) -> str:
    """Return a chart for those who do not see it: every figure, in the order of the bars."""
    rows = chart.rows()
    lines = (
        f"{label}: " + ", ".join(f"{name} {cells[place]}" for name, cells in rows.items())
        for place, label in enumerate(chart.labels)
    )
    return f"{chart.title} ({chart.along}). " + "; ".join(lines)


# ------------------------------------------------------------------ more games


def _more() -> None:
    """Offer to count more games; while they are played a bar tells how far, and it can stop."""
    say = session.texts()
    st.subheader(say("often.more.title"), anchor=False)
    st.write(say("often.more.text"))
    many = st.segmented_control(
        say("often.more.how-many"),
        _MANY,
        default=_MANY[1],
        format_func=say.name,
        key=_HOW_MANY,
        required=True,
        disabled=bool(session.widget(_LEFT)),
    )
    left = session.widget(_LEFT)
    assert left is None or isinstance(left, int)
    games = int(many or _MANY[0])
    with st.container(key="often-press"):
        # One place for both buttons: while games are played the first would still be there.
        button = st.empty()
    if left:
        button.button(say("often.more.stop"), key="often-stop", on_click=_stop)
    else:
        words = say("often.more.play", games=games)
        button.button(words, key="often-play", on_click=_start, args=(games,))
    if presses := session.counted("often"):
        look_at("often-press", f"{presses} {bool(left)}")
    if left:
        _play(left)
        st.rerun()
    if added := session.widget(_ADDED):
        assert isinstance(added, int)
        st.success(say("often.more.added", games=added), icon=":material/add_chart:")


def _start(games: int) -> None:
    session.put(_LEFT, games)
    session.put(_WANTED, games)
    session.put(_ADDED, 0)
    session.count("often")


def _stop() -> None:
    session.put(_LEFT, 0)
    session.count("often")


def _play(left: int) -> None:
    """Play the games, some at a time; what was played counts even if it is stopped here."""
    say, form = session.texts(), session.variant()
    table, wanted = form.table(session.book()), session.widget(_WANTED)
    assert isinstance(wanted, int)
    rng = np.random.default_rng(session.chance().getrandbits(64))
    bar = st.progress(0.0)
    while left:
        done = wanted - left
        bar.progress(done / wanted, text=say("often.more.under-way", done=done, games=wanted))
        games = min(left, _CHUNK)
        found, mine = random_games(form, table, games, rng), _mine()
        left -= games
        session.put(_key(), mine + found if mine else found)
        session.put(_LEFT, left)
        session.put(_ADDED, wanted - left)
