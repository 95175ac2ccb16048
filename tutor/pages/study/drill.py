"""Practice: what is needed today, one rule, mistakes again, a streak, the puzzle of the day."""

from contextlib import suppress
from datetime import date
from functools import partial

import streamlit as st

from engine.cards import Card
from engine.rules import Rule
from engine.trick import Play, Role
from puzzles.generator import askable, rules_of
from puzzles.kinds import KINDS, kind_of
from puzzles.minimal_pairs import Pair
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.scenes import TableSight
from tutor.drawing.coach import why_html
from tutor.drawing.markup import Picture
from tutor.drawing.trick import trick_picture
from tutor.learning import pair_mode
from tutor.learning.learner import AFTER_PAIR
from tutor.learning.misconceptions import open_mistakes, pair_number, tricks_left
from tutor.learning.schedule import Mode
from tutor.pages.frame import navigation, progress, running_text, session
from tutor.pages.frame.browser import card_table, look, look_at
from tutor.pages.frame.inputs import FIRST_MET, MIXED, button, chips, form_setting
from tutor.pages.frame.library import lessons
from tutor.pages.frame.store_note import fragment
from tutor.pages.questions import areas
from tutor.pages.questions.answers import answering
from tutor.pages.questions.question import Occasion, ask
from tutor.pages.study import course, practice
from tutor.pages.study.progress_pictures import end_picture
from tutor.playing.coach import recalled
from tutor.playing.match import Match
from tutor.playing.match_text import MatchTextError, match_of
from tutor.store import StoreError
from tutor.words.citing import cited
from tutor.words.explanation import say_pair


def _compare(pair: Pair, misconception: str) -> None:
    say = session.texts()
    with areas.question():
        running_text.heading(say("pair.title"))
    look_at("question", f"pair {practice.under_way().serial}")
    st.write(say("pair.intro", misconception=say(f"misconception.{misconception}.name")))
    for number, (column, puzzle) in enumerate(
        zip(st.columns(2, gap="medium"), (pair.first, pair.second), strict=True)
    ):
        ruling = puzzle.ruling
        with column:
            if ruling:
                sight = TableSight(puzzle.variant, puzzle.table, ruling.trick, ruling=ruling)
                card_table(trick_picture(look(), sight), key=f"pair-{number}")
    running_text.note(say_pair(pair, say))
    attempts = progress.held().attempts
    if any(attempt.mode == pair_mode(misconception) for attempt in attempts):
        # A pair has not sufficed: the lesson goes into it at leisure.
        rule = cited(pair.second.rule, say, lessons())
        if rule.lesson:
            navigation.link("learn", say("citation.lesson"), lesson=rule.lesson)
    words = say("pair.go-on", count=tricks_left(attempts, misconception))
    key, begin = f"next-{practice.under_way().serial}", practice.onward(practice.begin_pair)
    areas.onward(words, key, begin, misconception)


def _done() -> None:
    say, tally = session.texts(), practice.tally()
    with areas.question():
        running_text.heading(say("drill.done" if tally.answered else "record.nothing-due"))
        if tally.answered:
            st.write(say("drill.done.text", right=tally.right, count=tally.answered))
        course.lead_on()
        navigation.link("play", say("home.play"))
    card_table(end_picture(look(), 0, 0), key="table-done")
    with areas.actions():
        _go_on(say("drill.keep-on"))
    look_at("question", f"done {practice.under_way().serial}")


def _nothing_open() -> None:
    say, known = session.texts(), progress.held()
    here = "-here" if open_mistakes(known.attempts) else ""
    read = known.complete  # until then nobody knows, and a note says so
    with areas.question():
        running_text.heading(say(f"drill.no-mistakes{here}" if read else "drill.mode.mistakes"))
    look_at("question", f"none {practice.under_way().serial}")
    if read:
        never = all(attempt.correct for attempt in known.attempts)
        st.write(say("drill.never-a-mistake" if never else f"drill.no-mistakes{here}.text"))
    words = say("drill.mode.today")
    button(words, "to-today", session.put, "drill-mode", Mode.TODAY.value, primary=True)
    if session.widget("drill-mode") == Mode.TODAY:
        session.run_again()  # what is chosen in the bar is drawn outside this part of the page


_SOME = 2
"""So many answers can be counted."""

_FEW = 5
"""After so many answers somebody who has begun no lesson knows what a ruff is."""


@fragment
def page() -> None:
    """Ask the puzzle the address names, the puzzle of a day, or the next of the practice."""
    practice.settle()
    if key := session.remembered(_NOT_THERE, str):
        st.warning(session.texts()(key), icon=":material/link_off:")
        session.forget(_NOT_THERE)
    state, puzzle = practice.under_way(), None
    with suppress(ValueError):
        puzzle = parse_puzzle(state.line)
    if puzzle:
        _ask(puzzle)
    else:
        with areas.frame():
            _say_why_not(state)
    if game := session.asked("match"):
        navigation.link("play", session.texts()("drill.to-game"), match=game)


def _say_why_not(state: practice.Practice) -> None:
    """Show what stands there in place of a question."""
    if state.done:
        _done()
        return
    with areas.whole():
        if state.pair:
            _compare(*state.pair)
        elif state.line:
            _lost()
        else:
            _nothing_open()


def _ask(puzzle: Puzzle) -> None:
    state = practice.under_way()
    occasion = Occasion(
        slot="drill",
        mode=state.mode,
        aim=Rule(state.aim) if state.aim else None,
        note=_note(puzzle),
        focus=session.counted("onward") > 0,
        where=_standing(),
        coda=_coda(puzzle),
        reasons=partial(_reasons, puzzle),
        shared=True,
        again=state.line in state.answered,
        since=state.since,
    )
    ask(puzzle, occasion, _onward)


def _lost() -> None:
    say = session.texts()
    navigation.lost(say("drill.no-puzzle"))
    button(say("drill.fresh"), "fresh", practice.onward(practice.go_on), primary=True)


def _note(puzzle: Puzzle) -> str:
    say, state = session.texts(), practice.under_way()
    how, _, which = state.mode.partition(":")
    if state.because and say.has(because := f"because.{state.because}"):
        return say(because, rule=Rule(state.aim or puzzle.rule))
    if how == "daily":
        with suppress(ValueError):  # a record from elsewhere may name a day there never was
            return say("drill.daily", day=date.fromisoformat(which))
    return ""


def tools() -> None:
    """Let be chosen in the bar how to practise, in which form of the game, and what, if at all."""
    say, rulebook = session.texts(), session.rulebook()
    kind = rule = ""
    session.on_arrival(_from_address)
    with st.popover(say("drill.choose"), icon=":material/tune:"):
        names = {mode: say(f"drill.mode.{mode}") for mode in practice.MODES}
        mode = chips(say("drill.mode"), names, "drill-mode")
        st.caption(say(f"drill.mode.{mode}.text"))
        variant = form_setting("setting-form")
        if mode == practice.FREE:
            asking = (kind for kind in KINDS if rules_of(kind, variant, rulebook))
            names = {kind: say(f"kind.{kind}.name") for kind in asking}
            kind = chips(say("drill.kind"), names, "drill-kind")
        if mode in (Mode.RULE, practice.FREE):
            rules = (
                askable(tuple(Rule), variant, rulebook)
                if mode == Mode.RULE
                else rules_of(kind, variant, rulebook)
            )
            names = {MIXED: say("drill.mixed")} if mode == practice.FREE else {}
            names |= {rule.value: say.name(rule) for rule in rules}
            key, choose = "drill-one-rule", session.nothing
            if mode == practice.FREE:
                # A box for each kind: a browser may still send a rule that belongs to another.
                key, last = f"{_RULE}-{kind}", session.remembered(_RULE, str)
                session.put(key, last if last in names else MIXED)
                choose = partial(_choose_rule, key)
            rule = chips(say("drill.rule"), names, key, choose, FIRST_MET.value)
    practice.under_way().wanted = (mode, variant.id, rulebook.id, kind, rule)


_RULE = "drill-rule"
"""Where the session keeps the rule that was chosen last for a kind of question."""

_NOT_THERE = "drill-not-there"
"""Where the session keeps the key of what is said of a link that asks for what there is not."""


def _choose_rule(key: str) -> None:
    session.remember(_RULE, session.typed(key))


def _from_address() -> None:
    """Take over from a link how to practise; that some of it does not exist is told once."""
    rules, damaged = [rule.value for rule in Rule], False
    for keep, key, address, allowed in (
        (session.put, "drill-mode", "mode", practice.MODES),
        (session.put, "drill-kind", "kind", tuple(KINDS)),
        (session.remember, _RULE, "rule", [MIXED, *rules]),
    ):
        asked = session.asked(address)
        if asked in allowed:
            keep(key, asked)
        damaged |= asked not in {None, *allowed}
    if (one_rule := session.asked("rule")) in rules:
        session.put("drill-one-rule", one_rule)
    if damaged or practice.day_to_come():
        session.remember(_NOT_THERE, "drill.damaged" if damaged else "drill.not-yet")


def _standing() -> str:
    """Return how practice goes today, or which trick after a pair it is.

    At first that is nothing: of one answer the verdict has said it, and of a streak that is over
    what follows the verdict.
    """
    tally, state = practice.tally(), practice.under_way()
    how, _, which = state.mode.partition(":")
    if how == "pair":
        number = pair_number(progress.held().attempts, which, state.line)
        return session.texts()("pair.number", number=number, count=AFTER_PAIR)
    streak = state.mode == Mode.STREAK
    if tally.answered < _SOME or (streak and not tally.streak):
        return ""
    key = "drill.standing.streak" if streak else "drill.standing"
    return session.texts()(
        key, right=tally.right, answered=tally.answered, streak=tally.streak, best=tally.best
    )


def _coda(puzzle: Puzzle) -> str:
    """Return what follows the verdict: that a streak is over, or a word that nobody has taught."""
    say = session.texts()
    if _streak_over():
        return say("drill.streak-over", best=practice.tally().best)
    return say("verdict.ruff") if _ruffs_are_new(puzzle) else ""


def _ruffs_are_new(puzzle: Puzzle) -> bool:
    """Whether a verdict speaks of ruffs to somebody who has begun no lesson, nor answered much."""
    known, ruling = progress.held(), puzzle.ruling if kind_of(puzzle).about_trick else None
    if ruling is None or known.steps or known.finished or len(known.attempts) > _FEW:
        return False
    return Role.RUFF in ruling.roles or ruling.rule == Rule.LED_TRUMP_WINS


def _streak_over() -> bool:
    """Whether a streak ended at the puzzle in view, and nothing was asked in one since."""
    state = practice.under_way()
    return state.mode == Mode.STREAK and state.line == practice.tally().ended


def _onward(*, done: bool) -> None:
    if done:
        _go_on(session.texts()("drill.new-streak" if _streak_over() else "drill.next"))


def _go_on(words: str) -> None:
    key = f"next-{practice.under_way().serial}"
    areas.onward(words, key, practice.onward(practice.go_on))


def _reasons(puzzle: Puzzle) -> None:
    answer = answering("drill", print_puzzle(puzzle)).parts
    match = _game()
    reviewed = recalled(match, puzzle) if match else None
    if reviewed and reviewed.advice:
        asked = Play(reviewed.decision.view.seat, Card.parse(answer[0]))
        why = why_html(look(), reviewed.advice, asked=asked)
        card_table(Picture(why, ""), key="coach-reasons")


def _game() -> Match | None:
    id_ = session.asked("match")
    if id_ is None:
        return None
    try:
        stored = progress.store().game(progress.learner(), id_)
        return match_of(stored) if stored else None
    except (StoreError, MatchTextError):
        return None
