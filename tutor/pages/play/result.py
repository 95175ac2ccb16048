"""How a game stands and how it ended: the score sheet, what can follow, and the review."""

from dataclasses import replace

import streamlit as st

from engine.game import Action
from engine.table import Seat
from engine.trick import Play
from puzzles.notation import print_puzzle
from tutor.drawing.coach import action_label, coach_html
from tutor.drawing.markup import Picture, tag
from tutor.drawing.play_scene import Wish, all_but_complete, as_player, scene
from tutor.drawing.play_table import play_picture
from tutor.drawing.score import score_picture
from tutor.pages.frame import navigation, running_text, session
from tutor.pages.frame.browser import card_table, look, look_at
from tutor.pages.frame.inputs import button, fold
from tutor.pages.play import current_game, game_options, tools
from tutor.pages.play.game_options import fresh_seed
from tutor.playing import coach
from tutor.playing.account import GameOutcome, ScoreSheet, Side, sheet
from tutor.playing.agreement import again
from tutor.playing.coach import Reviewed, ReviewTotals
from tutor.playing.knowledge import HandOrder, seen
from tutor.playing.match import Match, continue_
from tutor.playing.novices import count_shown
from tutor.playing.replay import rewound


def page(match: Match) -> None:
    """Show the result of a game that is over, and the ways on."""
    say, totals = session.texts(), sheet(match)
    with st.container(key="result"):
        st.title(_title(match, totals), anchor=False)
        st.write(_margin(match, totals))
        for words in all_but_complete(match.setup, match.game.calypsos, say):
            running_text.paragraphs(words)
    look_at("result", current_game.sitting().id)
    with st.container(horizontal=True, key="result-ways"):
        button(say("play.another"), "another", current_game.dealing(_another), match, primary=True)
        button(say("play.replay"), "replay", tools.replay)
        button(say("play.leave"), "leave", current_game.get_up)
    score(match)
    st.caption(
        say(
            "play.check-sum",
            completed=totals.completed,
            full=totals.full,
            unfinished=totals.unfinished,
            pile=totals.pile,
            pack=totals.pack,
        )
    )
    _review(match)
    with fold(say("play.keep"), "keep-result") as box:
        if box.open:
            tools.download(match)
            tools.link(match, len(match.game.history))


def _title(match: Match, scores: ScoreSheet) -> str:
    say = session.texts()
    if scores.outcome == GameOutcome.LOST and not match.setup.partners:
        key = "lost.to" if len(scores.winners) == 1 else "lost.level"
        return say(f"play.outcome.{key}", winners=scores.winners)
    return say(f"play.outcome.{scores.outcome.value}")


def score(match: Match) -> None:
    """Show the score sheet as the game stands, the learner's side first."""
    me, named = match.setup.seat, list[tuple[str, Side]]()
    for side in sorted(sheet(match).sides, key=lambda side: me not in side.seats):
        parts = tuple(sorted(side.parts, key=lambda part: part.seat != me))
        named.append((_name(match, side.seats), replace(side, parts=parts)))
    card_table(score_picture(as_player(look(), me), named), key="score-sheet")


def _name(match: Match, seats: tuple[Seat, ...]) -> str:
    say, setup = session.texts(), match.setup
    if setup.partners:
        return say("table.your-side" if setup.seat in seats else "table.other-side")
    return as_player(look(), setup.seat).say.name(seats[0])


def _margin(match: Match, scores: ScoreSheet) -> str:
    say = session.texts()
    mine = next(side.total for side in scores.sides if match.setup.seat in side.seats)
    best = max(side.total for side in scores.sides if match.setup.seat not in side.seats)
    if scores.outcome == GameOutcome.DRAWN:
        return say("play.margin.drawn", mine=mine)
    return say("play.margin", more=max(mine, best), fewer=min(mine, best))


def _another(match: Match) -> None:
    current_game.sit_down(again(match.setup, fresh_seed()))


def _review(match: Match) -> None:
    say, table = session.texts(), current_game.sitting()
    taken = coach.decisions(match)
    if not taken:
        return
    with st.container(key="review-part"):
        st.header(say("review.title"), anchor=False)
        if not table.review:
            st.write(say("review.intro", deals=coach.DEALS))
            button(say("review.begin"), "begin-review", _begin)
            return
        bar = st.progress(0.0, text=say("review.working", done=0, count=len(taken)))
        reviews = []
        for number, decision in enumerate(taken, start=1):
            reviews.append(coach.review(match, decision))
            bar.progress(
                number / len(taken), text=say("review.working", done=number, count=len(taken))
            )
        bar.empty()
        _sum(coach.account(reviews))
        _novices(match)
        look_at("review-part", table.id)
        for number, reviewed in enumerate(coach.instructive(reviews), start=1):
            _instructive(match, reviewed, number)
        with fold(say("review.all"), "review-all") as box:
            if box.open:
                _table(reviews)


def _begin() -> None:
    current_game.sitting().review = True


def _sum(sums: ReviewTotals) -> None:
    say = session.texts()
    st.write(say("review.choices", decisions=sums.decisions, good=sums.good))
    if sums.lost:
        error = max(1, round(coach.CERTAIN * sums.error))
        st.write(say("review.lost", points=round(sums.lost), error=error))
    else:
        st.write(say("review.nothing-lost"))


def _novices(match: Match) -> None:
    say, novices = session.texts(), count_shown(match.setup, match.game)
    if novices:
        st.write(say("review.novices"))
        lines = [
            say(
                "review.believed",
                seat=reviewed.seat,
                misconception=say(f"misconception.{reviewed.misconception}.name"),
                times=reviewed.times,
                chances=reviewed.chances,
            )
            for reviewed in novices
        ]
        st.markdown("\n".join(f"- {line}" for line in lines))


def _instructive(match: Match, reviewed: Reviewed, number: int) -> None:
    say, decision = session.texts(), reviewed.decision
    assert reviewed.advice is not None, "what had no choice gave nothing away"
    with st.container(border=True, key=f"instructive-{number}"):
        st.subheader(say("review.where", deal=decision.deal, trick=decision.number), anchor=False)
        card, best = _called(decision.action), _called(reviewed.advice.options[0].action)
        running_text.paragraphs(say("review.played", card=card, best=best))
        if decision.hinted:
            st.caption(say("review.hinted"))
        # Before a lead the trick that was won is turned, as it was when the learner chose.
        lying = seen(continue_(rewound(match, decision.at)))
        wish = Wish(order=HandOrder(game_options.wish("order")), lit=False, still=True)
        card_table(play_picture(look(), scene(look(), lying, wish)), key=f"review-table-{number}")
        tools.open_hands(lying, own=True, key=f"review-hand-{number}")
        html = tag(
            "div", coach_html(look(), reviewed.advice, asked=decision.action), class_="playing"
        )
        card_table(Picture(html, ""), key=f"review-coach-{number}")
        with st.container(horizontal=True, vertical_alignment="center"):
            if again := coach.puzzle_of_decision(reviewed):
                puzzle, id_ = print_puzzle(again), current_game.sitting().id
                navigation.link("drill", say("review.again"), puzzle=puzzle, match=id_)
            button(say("review.look"), f"review-look-{number}", tools.replay, decision.at)


def _called(action: Action) -> str:
    return action_label(session.texts(), action)


def _signed(action: Action) -> str:
    """Return a card as it is written in a table, where a telephone has little room."""
    return session.texts().sign(action.card) if isinstance(action, Play) else _called(action)


def _table(reviews: list[Reviewed]) -> None:
    say = session.texts()
    rows = [
        {
            say("review.column.deal"): reviewed.decision.deal,
            say("review.column.trick"): reviewed.decision.number,
            say("review.column.played"): _signed(reviewed.decision.action),
            say("review.column.best"): _signed(reviewed.advice.options[0].action),
            say("review.column.lost"): round(reviewed.lost),
            say("review.column.note"): say("review.hint-mark") if reviewed.decision.hinted else "",
        }
        for reviewed in reviews
        if reviewed.advice
    ]
    st.table(rows)
