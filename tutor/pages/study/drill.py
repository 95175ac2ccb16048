"""Practice: what is needed today, one rule, mistakes again, a streak, the puzzle of the day."""

from contextlib import suppress
from datetime import date
from functools import partial
from random import Random

import streamlit as st

from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generate import rules_of
from puzzles.kinds import KINDS
from puzzles.minimal_pairs import minimal_pair
from puzzles.mixed import mixed
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.scenes import TableSight
from tutor.drawing import trick_picture
from tutor.drawing.course import end_picture
from tutor.learning.attempts import Attempt
from tutor.learning.choose import Mode, askable, may_interrupt, open_mistakes, today
from tutor.learning.daily import daily
from tutor.learning.draw import ask_next
from tutor.learning.misconceptions import (
    AFTER_PAIR,
    after_pair,
    pair_left,
    pair_mode,
    pair_number,
    pending_pair,
)
from tutor.pages.asking import areas
from tutor.pages.asking.question import Occasion, ask
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.choices import MIXED, chips, form_chips
from tutor.pages.frame.reader import look_at
from tutor.pages.frame.unkept import fragment
from tutor.pages.study import from_game

_FREE = "free"
"""The mode that follows no schedule: one kind of question, any rule, any form."""

_ENOUGH = 12
"""So many answers a day, and practice that has nothing due may call it a day."""

_MODES = (*(mode.value for mode in Mode), _FREE)


def page() -> None:
    """Ask the puzzle the address names, the puzzle of a day, or the next of the practice."""
    _question(_chosen())
    from_game.way_back()


def tools() -> None:
    """Let the learner choose in the bar what to practise; nothing need be chosen."""
    _choose()


@fragment
def _question(choice: tuple[str, ...]) -> None:
    """Ask, explain, and go on; nothing else of the page is worked out again for it."""
    say, state = session.texts(), session.practice()
    _current(choice)
    if state.pair:
        _compare(choice)
        return
    if state.done:
        _done(choice)
        return
    if not state.line:
        _nothing_open()
        return
    try:
        puzzle = parse_puzzle(state.line)
    except ValueError:
        navigation.lost(say("drill.no-puzzle"))
        st.button(say("drill.fresh"), key="fresh", type="primary", on_click=_go_on, args=(choice,))
        return
    aim = Rule(state.aim) if state.aim else None
    ask(
        puzzle,
        Occasion(
            slot="drill",
            mode=state.mode,
            aim=aim,
            note=_note(puzzle),
            focus=session.counted("onward") > 0,
            where=_standing(),
            coda=say("drill.streak-over", best=session.tally().best) if _streak_over() else "",
            reasons=partial(from_game.reasons, puzzle, "drill"),
            shared=True,
        ),
        partial(_onward, choice),
    )


def _note(puzzle: Puzzle) -> str:
    """Return why this puzzle comes now, if anything is to be said."""
    say, state = session.texts(), session.practice()
    how, _, which = state.mode.partition(":")
    if state.because:
        return say(f"because.{state.because}", rule=Rule(state.aim or puzzle.rule))
    if how == "daily":
        with suppress(ValueError):  # a record from elsewhere may name a day there never was
            return say("drill.daily", day=date.fromisoformat(which))
    return ""


# --------------------------------------------------------------- what to practise


def _choose() -> None:
    """Show the choices: how to practise, in which form of the game, and what."""
    say, book = session.texts(), session.book()
    kind = rule = ""
    _from_address()
    with st.popover(say("drill.choose"), icon=":material/tune:"):
        mode = chips(
            say("drill.mode"), _MODES, lambda mode: say(f"drill.mode.{mode}"), "drill-mode"
        )
        st.caption(say(f"drill.mode.{mode}.text"))
        variant = form_chips("setting-form")
        if mode == _FREE:
            kinds = [kind for kind in KINDS if rules_of(kind, variant, book)]
            kind = chips(
                say("drill.kind"), kinds, lambda kind: say(f"kind.{kind}.name"), "drill-kind"
            )
        if mode in (Mode.RULE, _FREE):
            rules = (
                askable(tuple(Rule), variant, book)
                if mode == Mode.RULE
                else rules_of(kind, variant, book)
            )
            offered = [*([MIXED] if mode == _FREE else []), *(rule.value for rule in rules)]
            key = "drill-one-rule" if mode == Mode.RULE else "drill-rule"
            rule = chips(say("drill.rule"), offered, _rule_name, key)
    session.tell(mode=mode)
    session.practice().wanted = (mode, variant.id, book.id, kind, rule)


def _rule_name(rule: str) -> str:
    say = session.texts()
    return say("drill.mixed") if rule == MIXED else say.name(Rule(rule))


def _chosen() -> tuple[str, ...]:
    """Return what the choices in the bar come to."""
    return session.practice().wanted


def _from_address() -> None:
    """Take over from a link how to practise; what does not exist is passed over."""
    if not session.first_time("drill"):
        return
    rules = [rule.value for rule in Rule]
    for key, address, allowed in (
        ("drill-mode", "mode", _MODES),
        ("drill-kind", "kind", tuple(KINDS)),
        ("drill-one-rule", "rule", rules),
        ("drill-rule", "rule", rules),
    ):
        asked = session.asked(address)
        if asked in allowed:
            session.put(key, asked)


# ------------------------------------------------------------------ what is asked


def _current(choice: tuple[str, ...]) -> None:
    """Make sure there is something to ask: what the address names, or the next puzzle."""
    state, asked, day = session.practice(), _asked(), session.asked("day")
    if asked is not None and asked != state.line:
        state.line, state.aim, state.because, state.pair = asked, _remembered_aim(asked), "", ()
        state.done = False
        state.mode, state.choice = _remembered_mode(asked), choice
        session.forget("drill")
    elif day is not None and asked is None and state.mode != f"daily:{day}":
        _ask_daily(day, choice)
    elif _stays(choice):
        state.choice = choice
    elif state.choice != choice or not (state.line or state.pair or state.done):
        _next(choice)
    if state.line:
        session.tell(puzzle=state.line, **({"aim": state.aim} if state.aim else {}))
    if state.line and state.mode.startswith("pair:"):
        session.tell(pair=state.mode.partition(":")[2])


def _asked() -> str | None:
    """Return the puzzle that the address names, as we print it: answers belong to that line."""
    asked = session.asked("puzzle")
    if asked is not None and asked != session.practice().line:
        with suppress(ValueError):
            return print_puzzle(parse_puzzle(asked))
    return asked


def _stays(choice: tuple[str, ...]) -> bool:
    """Whether an answered puzzle stays in view although another rulebook was chosen."""
    state = session.practice()
    mode, form, _, *rest = choice
    same = len(state.choice) == len(choice) and (mode, form, *rest) == (
        *state.choice[:2],
        *state.choice[3:],
    )
    if not (state.line and same and state.choice != choice):
        return False
    under_way = session.answering_line("drill") == state.line
    return under_way and session.answering("drill", state.line).verdict is not None


def _remembered_mode(line: str) -> str:
    """After a reload, go on as before; a puzzle that comes by a link is one of its own.

    That it follows a minimal pair is true only of a learner whose own answers call for one.
    """
    attempts, pair = progress.held().attempts, session.asked("pair")
    if attempts and attempts[-1].puzzle == line:
        return attempts[-1].mode
    left = pair_left(attempts)
    if pair and pair == (left[0] if left else pending_pair(attempts)):
        return pair_mode(pair)
    return asked if (asked := session.asked("mode")) in _MODES else "link"


def _remembered_aim(line: str) -> str:
    """After a reload, the rule the puzzle was aimed at, if one like it can be aimed at that."""
    aim = session.asked("aim")
    with suppress(ValueError):
        puzzle = parse_puzzle(line)
        if aim in rules_of(puzzle.kind, puzzle.variant, puzzle.table.rulebook):
            return str(aim)
    return ""


def _ask_daily(day: str, choice: tuple[str, ...]) -> None:
    """Ask the puzzle of a day; a day that does not exist is today."""
    try:
        wanted = date.fromisoformat(day)
    except ValueError:
        wanted = progress.held().memory.today(progress.now())
    puzzle = daily(wanted, session.variant(), session.book())
    state = session.practice()
    state.line, state.aim, state.because, state.pair = print_puzzle(puzzle), "", "", ()
    state.done = False
    state.mode, state.choice = f"daily:{wanted.isoformat()}", choice
    state.serial += 1
    session.forget("drill")


def _next(choice: tuple[str, ...], *, onward: bool = False) -> None:
    """Draw what comes next, *onward* from an answer or to open: a pair, a trick on it, or more."""
    state, known, rng = session.practice(), progress.held(), session.chance()
    mode, form, _, kind, rule = choice
    variant, book = VARIANTS[form], session.book()
    tables = variant.tables(book)
    state.choice, state.pair, state.line, state.aim, state.because = choice, (), "", "", ""
    state.serial += 1
    state.done = False
    session.forget("drill")
    paired = mode != _FREE and may_interrupt(known.attempts, Mode(mode), onward=onward)
    misconception = pending_pair(known.attempts)
    if paired and (left := pair_left(known.attempts)):
        trick = after_pair(left[0], known.memory, variant, tables, rng)
        state.line, state.mode = print_puzzle(trick.puzzle), pair_mode(left[0])
        state.aim = trick.aim.value
    elif paired and misconception and _pair(misconception, rng):
        pass
    elif mode == Mode.TODAY and not state.told_done and _nothing_left():
        state.done = state.told_done = True
    elif mode == _FREE:
        rules = rules_of(kind, variant, book) if rule == MIXED else (Rule(rule),)
        found = next(mixed((kind,), rules, variant, tables, rng))
        state.line, state.aim, state.mode = print_puzzle(found.puzzle), found.aim.value, _FREE
    elif mode != Mode.MISTAKES or open_mistakes(known.attempts):
        asked = ask_next(
            known.memory,
            progress.unlocked(),
            progress.now(),
            rng,
            variant,
            tables,
            Mode(mode),
            Rule(rule) if mode == Mode.RULE else None,
            progress.kinds(),
            known.attempts,
        )
        state.line, state.mode = print_puzzle(asked.puzzle), mode
        state.aim, state.because = asked.choice.rule.value, asked.choice.because.value
    shown = {"puzzle": state.line, "aim": state.aim} if state.line else {}
    held = {key: value for key, value in shown.items() if value}
    session.untell("day", "puzzle", "aim", "hint", "match", "pair", **held)


def _pair(misconception: str, rng: Random) -> bool:
    """Put two tricks up for comparison, if the misconception can be shown by two in this form."""
    variant = session.variant()
    try:
        pair = minimal_pair(misconception, rng.choice(variant.tables(session.book())), variant, rng)
    except ValueError:
        return False
    say, state = session.texts(), session.practice()
    state.pair = (
        print_puzzle(pair.first),
        print_puzzle(pair.second),
        misconception,
        say(f"pair.{pair.sentence.key}", **pair.sentence.facts),
    )
    return True


def _compare(choice: tuple[str, ...]) -> None:
    """Show two tricks that differ in one card and have different winners, and what parts them."""
    say = session.texts()
    first, second, misconception, sentence = session.practice().pair
    with st.container(key="question"):
        st.title(say("pair.title"), anchor=False)
    look_at("question", f"pair {session.practice().serial}")
    st.write(say("pair.intro", misconception=say(f"misconception.{misconception}.name")))
    for number, (column, line) in enumerate(
        zip(st.columns(2, gap="medium"), (first, second), strict=True)
    ):
        puzzle = parse_puzzle(line)
        ruling = puzzle.ruling
        with column:
            if ruling:
                picture = trick_picture(
                    look(),
                    TableSight(
                        variant=puzzle.variant,
                        table=puzzle.table,
                        trick=ruling.trick,
                        ruling=ruling,
                    ),
                )
                card_table(picture, key=f"pair-{number}")
    st.info(sentence, icon=":material/compare_arrows:")
    st.button(
        say("pair.go-on"),
        key=f"next-{session.practice().serial}",
        type="primary",
        shortcut=session.shortcut("N"),
        on_click=_begin_pair,
        args=(choice, misconception),
    )


def _begin_pair(choice: tuple[str, ...], misconception: str) -> None:
    """Ask the first of the tricks on the misconception; its answer shows that the pair was seen."""
    state, variant = session.practice(), session.variant()
    trick = after_pair(
        misconception,
        progress.held().memory,
        variant,
        variant.tables(session.book()),
        session.chance(),
    )
    session.count("onward")
    state.pair, state.choice = (), choice
    state.line, state.mode = print_puzzle(trick.puzzle), pair_mode(misconception)
    state.aim, state.because = trick.aim.value, ""
    state.serial += 1
    session.forget("drill")
    session.tell(puzzle=state.line)


# ------------------------------------------------------------------- round about


def _answers_today() -> list[Attempt]:
    known, now = progress.held(), progress.now()
    day = known.memory.today(now)
    return [one for one in known.attempts if known.memory.today(one.at) == day]


def _nothing_left() -> bool:
    """Whether today's practice has come to an end: nothing new, nothing due, and enough asked."""
    known, count = progress.held(), len(_answers_today())
    if not known.attempts or 0 < count < _ENOUGH:
        return False
    variant, book, kinds = session.variant(), session.book(), progress.kinds()
    return today(known.memory, progress.unlocked(), progress.now(), variant, book, kinds).done


def _done(choice: tuple[str, ...]) -> None:
    """Show that nothing is left for today, and lead on: more practice, a lesson, or a game."""
    say, answers, place = session.texts(), _answers_today(), progress.place()
    right, count = sum(one.correct for one in answers), len(answers)
    with areas.frame():
        with areas.question():
            st.title(say("drill.done" if count else "record.nothing-due"), anchor=False)
            if count:
                st.write(say("drill.done.text", right=right, count=count))
            if place:
                title = place[0].title[say.language]
                to = {"lesson": place[0].id, "step": str(place[1])}
                navigation.link("learn", say("home.at.next", title=title), **to)
            navigation.link("play", say("home.play"))
        with areas.board():
            card_table(end_picture(look(), right, count).unannounced, key="done")
        with areas.actions():
            st.button(
                say("drill.keep-on"),
                key=f"next-{session.practice().serial}",
                type="primary",
                shortcut="N",
                on_click=_go_on,
                args=(choice,),
            )
    look_at("question", f"done {session.practice().serial}")


def _nothing_open() -> None:
    """Show that there is no mistake left to practise, and lead to what else there is."""
    say = session.texts()
    with st.container(key="question"):
        st.title(say("drill.no-mistakes"), anchor=False)
    look_at("question", f"none {session.practice().serial}")
    never = all(attempt.correct for attempt in progress.held().attempts)
    st.write(say("drill.never-a-mistake" if never else "drill.no-mistakes.text"))
    st.button(
        say("drill.mode.today"),
        key="to-today",
        type="primary",
        on_click=session.put,
        args=("drill-mode", Mode.TODAY.value),
    )


def _standing() -> str:
    """Return how the practice goes, or which trick after a pair it is; at first, nothing."""
    tally, state = session.tally(), session.practice()
    how, _, which = state.mode.partition(":")
    if how == "pair":
        number = pair_number(progress.held().attempts, which, state.line)
        return session.texts()("pair.number", number=number, count=AFTER_PAIR)
    if not tally.answered:
        return ""
    key = "drill.standing.streak" if session.practice().mode == Mode.STREAK else "drill.standing"
    return session.texts()(
        key, right=tally.right, answered=tally.answered, streak=tally.streak, best=tally.best
    )


def _streak_over() -> bool:
    """Whether the last answer has ended a streak."""
    return session.practice().mode == Mode.STREAK and session.tally().streak == 0


def _onward(choice: tuple[str, ...], *, done: bool) -> None:
    """Offer what comes next, once the answer is there."""
    if not done:
        return
    st.button(
        session.texts()("drill.new-streak" if _streak_over() else "drill.next"),
        key=f"next-{session.practice().serial}",
        type="primary",
        shortcut=session.shortcut("N"),
        on_click=_go_on,
        args=(choice,),
    )


def _go_on(choice: tuple[str, ...]) -> None:
    """Draw what comes next because the learner asked for it: the focus goes there."""
    session.count("onward")
    _next(choice, onward=True)
