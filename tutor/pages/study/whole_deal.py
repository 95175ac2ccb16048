"""A whole deal as a step of a lesson: cards played, and tricks held and answered."""

from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from itertools import takewhile

import streamlit as st

from engine.calypso import Holdings
from engine.cards import Card
from engine.game import IllegalAction
from engine.rules import Rule
from engine.score import totals
from engine.table import Seat
from engine.trick import Trick
from engine.view import view
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle, Verdict, split_parts
from puzzles.scenes import LEARNER, ShelfSight, TableSight
from tutor.drawing.calypso import calypso_picture
from tutor.drawing.coach import sentence
from tutor.drawing.markup import Picture, tag, together
from tutor.drawing.trick import trick_picture
from tutor.learning import Attempt
from tutor.lessons.guided.course import (
    DealCourse,
    DealStanding,
    Taken,
    asked_card,
    can_take_back,
    parse_course,
    play,
    print_course,
    questions,
    standing,
    take_back,
    turn,
)
from tutor.lessons.steps import WholeDeal
from tutor.pages.frame import progress, running_text, session
from tutor.pages.frame.browser import card_table, look, look_at, own_hand
from tutor.pages.frame.inputs import button
from tutor.pages.frame.library import course_text, keep_course, lessons
from tutor.pages.questions import areas
from tutor.pages.questions.answers import Answering, answering
from tutor.pages.questions.question import Occasion, ask, give_again
from tutor.pages.questions.reasons import show_broken, why
from tutor.pages.questions.tried_cards import illegal_html
from tutor.pages.study.positions import Playing
from tutor.playing.coach import advise
from tutor.words.citing import cited, deciding_name, governing_name
from tutor.words.sights import completed, to_move
from tutor.words.texts import Texts

_SEED = 1
"""Of the coach, whose advice is the same whenever it is asked for."""


def play_deal(how: Playing, step: WholeDeal) -> None:
    """Show a whole deal as far as it has gone: a card to play, a trick to answer, or its end."""
    _tell_moved(how)
    course = _course(how, step)
    state = standing(course)
    if state.over:
        _show_end(how, step, course, state)
    elif state.held:
        _held(how, step, course)
    else:
        _turn(how, step, course, state)


def _course(how: Playing, step: WholeDeal) -> DealCourse:
    """Return the deal as far as it has gone; it begins afresh if its cards are others now."""
    try:
        return parse_course(course_text(how.slot, kept=how.kept), step.plan)
    except ValueError:
        return DealCourse(plan=step.plan, rulebook=step.rulebook(session.rulebook()))


_MOVED = "deal-moved"
"""Where the session keeps of which deal it is to be told that it has gone on elsewhere, and how
far: it is told until it goes on here."""


def _keep(how: Playing, course: DealCourse) -> None:
    """Hold the course of a deal, and keep it for the next visit.

    Where it has gone on elsewhere, how it stands there is shown, and this is told.
    """
    if not keep_course(how.slot, course, kept=how.kept):
        session.forget_slots(how.slot)
        session.remember(_MOVED, _stands(how))


def _tell_moved(how: Playing) -> None:
    if session.recall(_MOVED) == _stands(how):
        st.info(session.texts()("guided.moved"), icon=":material/sync:")
    else:
        session.forget(_MOVED)


def _stands(how: Playing) -> tuple[str, str]:
    return how.slot, course_text(how.slot, kept=how.kept)


def _turn(how: Playing, step: WholeDeal, course: DealCourse, deal: DealStanding) -> None:
    """Let a card be played; one that may not be is answered with the rule it breaks."""
    say, slot, line = session.texts(), f"{how.slot}-card", print_course(course)
    state = answering(slot, line)
    refused = _refused(course, state.parts[-1]) if state.parts else None
    place = deal.game.table.seats.index(LEARNER)
    with areas.frame():
        with areas.question():
            if where := _where(deal.number, step):
                st.html(tag("p", where, class_="where"))
            if state.hints:
                advice = advise(view(deal.game, LEARNER), _SEED)
                running_text.note(sentence(say, advice))
            else:
                if not course.cards and step.words:
                    running_text.paragraphs(step.words)
                running_text.heading(to_move(deal.game.trick, deal.game.hands[place], say))
        trick = Trick(deal.game.trick) if deal.game.trick else None
        sight = TableSight(
            variant=deal.game.variant,
            table=deal.game.table,
            trick=trick,
            near=LEARNER,
            dealer=deal.game.dealer,
            turn=LEARNER,
        )
        card_table(trick_picture(look(), sight), key=f"table-{how.slot}")
        with areas.replies():
            with st.container(key="hand"):
                hand, bound = deal.game.hands[place], refused[1].legal if refused else ()
                played = partial(_played, how, step)
                own_hand(hand, key=f"hand-{how.slot}", on_event=played, bound=bound)
            if refused:
                # Below the hand, which stays in its place: the next press meets the card aimed at.
                card, error = refused
                with areas.verdict():
                    st.html(illegal_html(card, deal.game.trick[0].card.suit, error.legal))
            else:
                card_table(_side_picture(deal), key=f"rows-{how.slot}")
            if refused and state.why:
                show_broken(cited(refused[1].rule, say, lessons()), state)
        with areas.actions():
            _take_back_button(how, step, course)
            if refused:
                why(slot, state)
            elif not state.hints and len(set(deal.game.hands[place])) > 1:
                button(say("coach.ask"), f"coach-{slot}", _ask_coach, state)
            # A card taken back leads back as well: two ways back beside one another puzzle.
            (how.on if how.on and course.cards else how.ways)(done=False)
    if refused:
        look_at("verdict", f"{state.id} {len(state.parts)}")
    elif course.cards or state.hints or session.counted("deal-back"):
        look_at("question", f"{line} {state.hints} {session.counted('deal-back')}")


def _where(number: int, step: WholeDeal) -> str:
    return session.texts()("table.trick", number=number, count=step.until) if number > 1 else ""


def _refused(course: DealCourse, token: str) -> tuple[Card, IllegalAction] | None:
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
            answering(f"{how.slot}-card", print_course(course)).parts.append(token)


def _ask_coach(state: Answering) -> None:
    state.hints = 1


def _take_back_button(how: Playing, step: WholeDeal, course: DealCourse) -> None:
    if can_take_back(course):
        words = session.texts()("play.take-back")
        button(words, f"take-back-{how.slot}", _take_back, how, step, icon=":material/undo:")


def _take_back(how: Playing, step: WholeDeal) -> None:
    course = _course(how, step)
    if can_take_back(course):
        for under_way in ("card", "held"):
            session.forget_slots(f"{how.slot}-{under_way}")
        session.count("deal-back")
        _ask_anew()
        _keep(how, take_back(course))


def _held(how: Playing, step: WholeDeal, course: DealCourse) -> None:
    say, deal = session.texts(), standing(course)
    assert deal.held is not None, "a trick is held"
    asked = questions(course)
    number = min(len(_given(how, course)), len(asked) - 1)
    puzzle = asked[number]
    slot = f"{how.slot}-held-{deal.number}-{number}"
    state = answering(slot, print_puzzle(puzzle))
    if how.kept and state.verdict is None and progress.held().complete:
        if answer := _kept(how, course).get(state.line):
            give_again(puzzle, state, answer)
        else:
            state.id = _answer_id(how, course, number, state.line)
    place = asked_card(course)
    placed_by = deal.held.spots[place].rule if number else None
    told = _told(deal.held, state.verdict, say, placed_by)
    filled = split_parts(puzzle.solution) if number else ()
    last = number == len(asked) - 1
    news = [say("guided.told", rules=say("between").join(told))] if told else []
    news += _completed(deal, deal.held.before, deal.held.after) if last else ()

    def ways(*, done: bool) -> None:
        if not done:
            _take_back_button(how, step, course)
            return
        words = say("table.next-trick" if last else "guided.where")
        areas.onward(words, f"next-{slot}", _answered, how, step, number, puzzle, slot)

    occasion = Occasion(
        slot=slot,
        mode=how.deal_mode or how.mode,
        kept=how.kept,
        focus=True,
        where=_where(deal.number, step),
        words=_about_rows(deal) if number else "",
        coda=say("picture.between").join(news),
        given=filled[:place],
        rest=filled[place + 1 :],
        aim=placed_by,
    )
    ask(puzzle, occasion, ways)


def _answer_id(how: Playing, course: DealCourse, number: int, line: str) -> str:
    """Return the id of an answer, in every tab the same until one was given: it counts once.

    Where the deal is played again, or a card was taken back, an answer is another one.
    """
    given = sum(attempt.puzzle == line for attempt in progress.held().attempts)
    about = f"{progress.learner().key} {how.slot} {print_course(course)} {number} {given}"
    return sha256(about.encode()).hexdigest()[:16]


def _kept(how: Playing, course: DealCourse) -> Mapping[str, Attempt]:
    """Return the answers about the trick that is held, by the lines of its questions.

    They are there again after a reload, and whoever was elsewhere in between; not where the deal
    is played again, or a card was taken back.
    """
    lines, since = [print_puzzle(puzzle) for puzzle in questions(course)], session.recall(_ANEW)
    later = takewhile(lambda attempt: attempt.id != since, reversed(progress.held().attempts))
    inside = (attempt for attempt in later if attempt.mode == how.deal_mode)
    last = takewhile(lambda attempt: attempt.puzzle in lines, inside)
    return {attempt.puzzle: attempt for attempt in reversed([*last])}


_ANEW = "deal-anew"
"""Where the session keeps the last answer before a card was taken back, or a deal played again."""


def _ask_anew() -> None:
    answers = progress.held().attempts
    session.remember(_ANEW, answers[-1].id if answers else None)


def _told(trick: Taken, verdict: Verdict | None, say: Texts, placed_by: Rule | None) -> list[str]:
    """Return the rules a trick shows for the first time, but for that which the verdict names.

    Those by which its cards are placed would answer the second question: they come after it. The
    rule that governs it has the name that the verdict gives it.
    """
    reason = ""
    if verdict and verdict.correct:
        reason = say.name(placed_by) if placed_by else deciding_name(trick.ruling, say)
    ways = {spot.rule for spot in trick.spots}
    ruling = trick.ruling
    told = (
        governing_name(ruling, say) if rule == ruling.rule else say.name(rule)
        for rule in trick.told
        if (rule in ways) == (placed_by is not None)
    )
    return [name for name in told if name != reason]


def _given(how: Playing, course: DealCourse) -> list[bool]:
    """Return which questions about this trick are answered and put away, and whether rightly."""

    def begin() -> list[bool]:
        kept = _kept(how, course) if how.kept else {}
        lines = map(print_puzzle, questions(course))
        return [kept[line].correct for line in takewhile(kept.__contains__, lines)][:-1]

    return session.under_way(f"{how.slot}-held", print_course(course), begin)


def _answered(how: Playing, step: WholeDeal, number: int, puzzle: Puzzle, slot: str) -> None:
    """Go on to the next question about the trick, or turn it face down."""
    course = _course(how, step)
    given = _given(how, course)
    verdict = answering(slot, print_puzzle(puzzle)).verdict
    if verdict is None or len(given) != number or not standing(course).held:
        return  # a click that came twice
    given.append(verdict.correct)
    if len(given) == len(questions(course)):
        session.forget_slots(f"{how.slot}-held")
        _keep(how, turn(course, tuple(given)))


def _again(how: Playing, step: WholeDeal) -> None:
    session.forget_slots(how.slot)
    session.count("deal-back")
    _ask_anew()
    _keep(how, DealCourse(plan=step.plan, rulebook=step.rulebook(session.rulebook())))


def _side_picture(state: DealStanding) -> Picture:
    """Draw what the learner's side has built, the learner's own calypsos first."""
    shelves = sorted(_shelves(state), key=lambda shelf: shelf.seat != LEARNER)
    return together(*(calypso_picture(look(), shelf) for shelf in shelves)).unannounced


def _shelves(state: DealStanding) -> list[ShelfSight]:
    game = state.game
    return [
        ShelfSight(seat=seat, calypsos=calypsos, full=game.variant.full)
        for seat, calypsos in zip(game.table.seats, game.calypsos, strict=True)
        if seat in _side(state)
    ]


def _about_rows(state: DealStanding) -> str:
    """Return what is to be known of calypsos before the cards of a trick are placed."""
    say, first = session.texts(), state.number == 1
    begun = any(calypso.ranks for mine in state.taken[0].before for calypso in mine)
    spots = state.held.spots if state.held else ()
    true = {
        "guided.packs": first and Rule.FOUR_PACKS in state.opening,
        "guided.begun": first and begun,
        "guided.all": any(spot.rule == Rule.SAME_TRICK_STARTS_NEXT for spot in spots),
    }
    told = [say(key) for key, is_true in true.items() if is_true]
    return say("picture.between").join(told)


def _show_end(how: Playing, step: WholeDeal, course: DealCourse, state: DealStanding) -> None:
    say = session.texts()
    with areas.frame():
        with areas.question():
            running_text.heading(say("guided.over"))
            for line in (*_built(course, state), *_right(course), _score(state)):
                running_text.paragraphs(line)
        pictures = (calypso_picture(look(), shelf) for shelf in _shelves(state))
        card_table(together(*pictures), key=f"table-{how.slot}")
        with areas.replies():
            heading = say("guided.rules", count=len(state.told), all=len(step.tell))
            with st.expander(heading, key=f"rules-{how.slot}"):
                st.markdown("\n".join(f"- {say.name(rule)}" for rule in state.told))
                st.caption(say("guided.partners"))
        with areas.actions():
            button(say("guided.again"), f"again-{how.slot}", _again, how, step)
            how.ways(done=True)
    look_at("question", f"{how.slot} {print_course(course)} {session.counted('deal-back')}")


def _side(state: DealStanding) -> tuple[Seat, ...]:
    """Return the seats whose calypsos the learner's tricks feed."""
    return state.game.variant.side(LEARNER)


def _built(course: DealCourse, state: DealStanding) -> tuple[str, ...]:
    """Return which calypsos were completed; if none was, how near the best one is."""
    say, deal = session.texts(), course.plan.deal
    if completed := _completed(state, deal.calypsos, state.game.calypsos):
        return completed
    near = []
    for place, seat in enumerate(state.game.table.seats):
        for calypso in state.game.calypsos[place] if seat in _side(state) else ():
            missing = sorted(state.game.variant.full - calypso.ranks, reverse=True)
            near.append((len(missing), tuple(Card(calypso.suit, rank) for rank in missing)))
    count, cards = min(near)
    return (say("guided.short", count=count, cards=cards),)


def _completed(state: DealStanding, before: Holdings, after: Holdings) -> tuple[str, ...]:
    """Return which calypsos of the learner's side were completed in between, and their points."""
    held = zip(state.game.table.seats, before, after, strict=True)
    ours = (each for each in held if each[0] in _side(state))
    return tuple(completed(ours, LEARNER, session.texts()))


def _right(course: DealCourse) -> tuple[str, ...]:
    say = session.texts()
    lines = []
    for place, key in enumerate(("guided.right.who", "guided.right.where")):
        given = [answer[place] for answer in course.answers if answer[place] != "-"]
        if given:
            lines.append(say(key, right=given.count("r"), count=len(given)))
    return tuple(lines)


def _score(state: DealStanding) -> str:
    points = dict(zip(state.game.table.seats, totals(state.game), strict=True))
    ours = points[LEARNER]
    theirs = max(count for seat, count in points.items() if seat not in _side(state))
    return session.texts()("guided.score", ours=ours, theirs=theirs)
