"""What a whole deal of a lesson has built: as it goes on, and when it is over, with the score."""

from collections.abc import Callable

import streamlit as st

from engine.cards import Card
from engine.rules import Rule
from engine.score import gained, totals
from engine.table import Seat
from engine.winnings import Holdings
from puzzles.scenes import LEARNER, ShelfSight
from tutor.drawing.calypso import calypso_picture
from tutor.drawing.markup import Picture, together
from tutor.guided.course import (
    DealCourse,
    DealStanding,
    print_course,
)
from tutor.lessons.steps import WholeDeal
from tutor.pages.asking import areas
from tutor.pages.frame import running_text, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.reader import look_at
from tutor.pages.study.positions import Playing


def side_picture(now: DealStanding) -> Picture:
    """Draw what the learner's side has built, the learner's own calypsos first."""
    game = now.game
    seats = game.table.seats
    side = game.variant.feeds[seats.index(LEARNER)]
    shelves = (
        ShelfSight(seat=seat, calypsos=game.calypsos[seats.index(seat)], full=game.variant.full)
        for seat in sorted(side, key=lambda seat: seat != LEARNER)
    )
    return together(*(calypso_picture(look(), shelf) for shelf in shelves)).unannounced


def about_rows(now: DealStanding) -> str:
    """Return what is to be known of calypsos before the cards of a trick are placed."""
    say, first = session.texts(), now.number == 1
    begun = any(calypso.ranks for mine in now.taken[0].before for calypso in mine)
    spots = now.held.spots if now.held else ()
    true = {
        "guided.packs": first and Rule.FOUR_PACKS in now.opening,
        "guided.begun": first and begun,
        "guided.all": any(spot.rule == Rule.SAME_TRICK_STARTS_NEXT for spot in spots),
    }
    told = [say(key) for key, is_true in true.items() if is_true]
    return say("picture.between").join(told)


def show_end(
    how: Playing,
    step: WholeDeal,
    course: DealCourse,
    now: DealStanding,
    again: Callable[[Playing, WholeDeal], None],
) -> None:
    """Show what was built and right, the score, and which rules were met; offer it *again*."""
    say = session.texts()
    with areas.frame():
        with areas.question():
            running_text.heading(say("guided.over"))
            for line in (*_built(course, now), *_right(course), _score(now)):
                running_text.paragraphs(line)
        pictures = [
            calypso_picture(
                look(), ShelfSight(seat=seat, calypsos=calypsos, full=now.game.variant.full)
            )
            for seat, calypsos in zip(now.game.table.seats, now.game.calypsos, strict=True)
            if seat in _side(now)
        ]
        card_table(together(*pictures), key=f"table-{how.slot}")
        with areas.replies():
            heading = say("guided.rules", count=len(now.told), all=len(step.tell))
            with st.expander(heading, key=f"rules-{how.slot}"):
                st.markdown("\n".join(f"- {say.name(rule)}" for rule in now.told))
                st.caption(say("guided.partners"))
        with areas.actions():
            st.button(
                say("guided.again"), key=f"again-{how.slot}", on_click=again, args=(how, step)
            )
            how.ways(done=True)
    look_at("question", f"{how.slot} {print_course(course)}")


def _side(now: DealStanding) -> tuple[Seat, ...]:
    """Return the seats whose calypsos the learner's tricks feed."""
    return now.game.variant.feeds[now.game.table.seats.index(LEARNER)]


def _built(course: DealCourse, now: DealStanding) -> tuple[str, ...]:
    """Return which calypsos were completed; if none was, how near the best one is."""
    say, deal = session.texts(), course.plan.deal
    if found := completed(now, deal.calypsos, now.game.calypsos):
        return found
    near = []
    for place, seat in enumerate(now.game.table.seats):
        for calypso in now.game.calypsos[place] if seat in _side(now) else ():
            missing = sorted(now.game.variant.full - calypso.ranks, reverse=True)
            near.append((len(missing), tuple(Card(calypso.suit, rank) for rank in missing)))
    count, cards = min(near)
    return (say("guided.short", count=count, cards=cards),)


def completed(now: DealStanding, before: Holdings, after: Holdings) -> tuple[str, ...]:
    """Return which calypsos of the learner's side were completed between the two, and their points.

    *before* and *after* run parallel to the seats.
    """
    say, lines = session.texts(), []
    for seat, *held in zip(now.game.table.seats, before, after, strict=True):
        for was, made in zip(*held, strict=True) if seat in _side(now) else ():
            if points := gained(was.completed, made.completed):
                key = "table.completed.you" if seat == LEARNER else "table.completed"
                lines.append(say(key, seat=seat, suit=made.suit, points=points))
    return tuple(lines)


def _right(course: DealCourse) -> tuple[str, ...]:
    """Return how many answers were right."""
    say = session.texts()
    lines = []
    for place, key in enumerate(("guided.right.who", "guided.right.where")):
        given = [answer[place] for answer in course.answers if answer[place] != "-"]
        if given:
            lines.append(say(key, right=given.count("r"), count=len(given)))
    return tuple(lines)


def _score(now: DealStanding) -> str:
    """Return the score of the game that this deal has ended."""
    points = dict(zip(now.game.table.seats, totals(now.game), strict=True))
    ours = points[LEARNER]
    theirs = max(count for seat, count in points.items() if seat not in _side(now))
    return session.texts()("guided.score", ours=ours, theirs=theirs)
