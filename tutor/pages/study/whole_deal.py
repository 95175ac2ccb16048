"""A whole deal as a step of a lesson: cards played, and tricks held and answered."""

from functools import partial

import streamlit as st

from engine.cards import Card
from engine.game import IllegalAction
from engine.rules import Rule
from engine.trick import Trick
from engine.view import view
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.scenes import LEARNER, TableSight
from tutor.drawing.coach import sentence
from tutor.drawing.markup import tag
from tutor.drawing.trick import trick_picture
from tutor.guided.course import (
    DealCourse,
    DealStanding,
    can_take_back,
    parse_course,
    placed,
    play,
    print_course,
    questions,
    standing,
    take_back,
    turn,
)
from tutor.learning.explanation import cited, deciding_name
from tutor.lessons.steps import WholeDeal
from tutor.pages.asking import areas, slots
from tutor.pages.asking.question import Occasion, ask
from tutor.pages.asking.trying import illegal_html
from tutor.pages.asking.why import show_rules, why
from tutor.pages.frame import progress, running_text, session
from tutor.pages.frame.card_table import card_table, look, own_hand
from tutor.pages.frame.library import lessons
from tutor.pages.frame.reader import look_at
from tutor.pages.study.positions import Playing
from tutor.pages.study.whole_deal_built import about_rows, completed, show_end, side_picture
from tutor.playing.coach import advise

_SEED = 1
"""Of the coach, whose advice is the same whenever it is asked for."""


def play_deal(how: Playing, step: WholeDeal) -> None:
    """Show a whole deal as far as it has gone: a card to play, a trick to answer, or its end."""
    course = _course(how, step)
    now = standing(course)
    if now.over:
        show_end(how, step, course, now, _again)
    elif now.held:
        _held(how, step, course)
    else:
        _turn(how, step, course, now)


# ------------------------------------------------------------------------ what is kept


def _key(how: Playing) -> str:
    """Return the setting in which the course of a deal is kept."""
    return f"deal-{how.slot}"


def _course(how: Playing, step: WholeDeal) -> DealCourse:
    """Return the deal as far as it has gone; it begins afresh if its cards are others now."""
    text = session.widget(_key(how))
    if not isinstance(text, str) and how.kept:
        text = progress.held().settings.get(_key(how))
    if isinstance(text, str):
        try:
            return parse_course(text, step.plan)
        except ValueError:
            pass
    return DealCourse(plan=step.plan, book=step.book(session.book()))


def _keep(how: Playing, course: DealCourse) -> None:
    """Hold the course of a deal, and keep it for the next visit."""
    text = print_course(course)
    session.put(_key(how), text)
    if how.kept:
        progress.save_setting(_key(how), text)


# ---------------------------------------------------------------------- a card to play


def _turn(how: Playing, step: WholeDeal, course: DealCourse, now: DealStanding) -> None:
    """Let a card be played; one that may not be is answered with the rule it breaks."""
    say, slot, line = session.texts(), f"{how.slot}-card", print_course(course)
    state = slots.answering(slot, line)
    refused = _refused(course, state.parts[-1]) if state.parts else None
    place = now.game.table.seats.index(LEARNER)
    with areas.frame():
        with areas.question():
            if where := _where(now.number, step):
                st.html(tag("p", where, class_="where"))
            if state.hints:
                advice = advise(view(now.game, LEARNER), _SEED)
                running_text.note(sentence(say, advice))
            else:
                if not course.cards and step.words:
                    running_text.paragraphs(step.words[say.language])
                running_text.heading(_your_turn(now))
        trick = Trick(now.game.trick) if now.game.trick else None
        picture = trick_picture(
            look(),
            TableSight(
                variant=now.game.variant,
                table=now.game.table,
                trick=trick,
                near=LEARNER,
                dealer=now.game.dealer,
                turn=LEARNER,
            ),
        )
        card_table(picture, key=f"table-{how.slot}")
        with areas.replies():
            with st.container(key="hand"):
                own_hand(
                    now.game.hands[place],
                    key=f"hand-{how.slot}",
                    on_event=partial(_played, how, step),
                    bound=refused[1].legal if refused else (),
                )
            if refused:
                # Below the hand, which stays in its place: the next press meets the card aimed at.
                card, error = refused
                with areas.verdict():
                    st.html(illegal_html(card, now.game.trick[0].card.suit, error.legal))
            else:
                card_table(side_picture(now), key=f"rows-{how.slot}")
            if refused and state.why:
                with st.container(key="why"):
                    show_rules(cited(refused[1].rule, say, lessons()))
        with areas.actions():
            _take_back_button(how, step, course)
            if refused:
                why(slot, line)
            elif not state.hints and len(set(now.game.hands[place])) > 1:
                st.button(
                    say("coach.ask"), key=f"coach-{slot}", on_click=_ask_coach, args=(slot, line)
                )
            # A card taken back leads back as well: two ways back beside one another puzzle.
            (how.on if how.on and course.cards else how.ways)(done=False)
    if refused:
        look_at("verdict", f"{slot} {len(course.cards)} {len(state.parts)}")
    elif course.cards or state.hints or session.counted("take-back"):
        look_at("question", f"{line} {state.hints} {session.counted('take-back')}")


def _where(number: int, step: WholeDeal) -> str:
    """Return which trick of the deal this is; of the first, where all is new, it is not said."""
    return session.texts()("table.trick", number=number, count=step.until) if number > 1 else ""


def _your_turn(now: DealStanding) -> str:
    """Return that the learner is to play, and to what."""
    say = session.texts()
    if not now.game.trick:
        return say("table.your-lead")
    suit = now.game.trick[0].card.suit
    place = now.game.table.seats.index(LEARNER)
    follows = any(card.suit == suit for card in now.game.hands[place])
    return say("table.your-turn.follow" if follows else "table.your-turn.void", suit=suit)


def _refused(course: DealCourse, token: str) -> tuple[Card, IllegalAction] | None:
    """Return the card pressed last and why the rules do not allow it."""
    card = Card.parse(token)
    try:
        play(course, card)
    except IllegalAction as error:
        return card, error
    return None


def _played(how: Playing, step: WholeDeal, event: str, token: str) -> None:  # noqa: ARG001
    """Play the card that was pressed, or note that it may not be."""
    course = _course(how, step)
    if not standing(course).mine:
        return  # a click that came late
    try:
        _keep(how, play(course, Card.parse(token)))
    except IllegalAction as error:
        if error.rule == Rule.FOLLOW_SUIT:
            slots.answering(f"{how.slot}-card", print_course(course)).parts.append(token)


def _ask_coach(slot: str, line: str) -> None:
    slots.answering(slot, line).hints = 1


def _take_back_button(how: Playing, step: WholeDeal, course: DealCourse) -> None:
    if can_take_back(course):
        st.button(
            session.texts()("play.take-back"),
            key=f"take-back-{how.slot}",
            icon=":material/undo:",
            on_click=_take_back,
            args=(how, step),
        )


def _take_back(how: Playing, step: WholeDeal) -> None:
    course = _course(how, step)
    if can_take_back(course):
        slots.forget_slots(f"{how.slot}-held")
        session.count("take-back")
        _keep(how, take_back(course))


# -------------------------------------------------------------------- a trick to answer


def _held(how: Playing, step: WholeDeal, course: DealCourse) -> None:
    """Ask about the trick that lies on the table, one question after the other."""
    say, now = session.texts(), standing(course)
    assert now.held is not None, "a trick is held"
    asked = questions(course)
    given = _given(how, course)
    number = min(len(given.parts), len(asked) - 1)
    puzzle = asked[number]
    slot = f"{how.slot}-held-{now.held.number}-{number}"
    state = slots.answering(slot, print_puzzle(puzzle))
    # What the verdict says already is not said again.
    said = deciding_name(now.held.ruling, say) if state.verdict and state.verdict.correct else ""
    told = [say.name(rule) for rule in now.held.told if number == 0 and say.name(rule) != said]
    filled = placed(course) if number else ()
    last = number == len(asked) - 1
    news = [say("guided.told", rules=say("between").join(told))] if told else []
    news += completed(now, now.held.before, now.held.after) if last else ()

    def ways(*, done: bool) -> None:
        if not done:
            _take_back_button(how, step, course)
            return
        areas.onward(
            say("table.next-trick" if last else "guided.where"),
            f"next-{slot}",
            _answered,
            how,
            step,
            number,
            puzzle,
            slot,
        )

    occasion = Occasion(
        slot=slot,
        mode=how.mode,
        kept=how.kept,
        focus=True,
        where=_where(now.held.number, step),
        words=about_rows(now) if number and len(state.parts) <= len(filled) else "",
        coda=say("picture.between").join(news),
        given=filled,
        aim=now.held.spots[-1].rule if filled else None,
    )
    ask(puzzle, occasion, ways)


def _given(how: Playing, course: DealCourse) -> slots.Answering:
    """Return which questions about this trick are answered: ``r`` for right, ``w`` for wrong."""
    return slots.answering(f"{how.slot}-held", print_course(course))


def _answered(how: Playing, step: WholeDeal, number: int, puzzle: Puzzle, slot: str) -> None:
    """Go on to the next question about the trick, or turn it face down."""
    course = _course(how, step)
    given = _given(how, course)
    verdict = slots.answering(slot, print_puzzle(puzzle)).verdict
    if verdict is None or len(given.parts) != number or not standing(course).held:
        return  # a click that came twice
    given.parts.append("r" if verdict.correct else "w")
    if len(given.parts) == len(questions(course)):
        right = tuple(part == "r" for part in given.parts)
        slots.forget_slots(f"{how.slot}-held")
        _keep(how, turn(course, right))


def _again(how: Playing, step: WholeDeal) -> None:
    """Lay the same cards once more."""
    slots.forget_slots(how.slot)
    _keep(how, DealCourse(plan=step.plan, book=step.book(session.book())))
