"""The lessons: a map of them, and a player that shows one step at a time."""

import random

import streamlit as st

from engine.cards import Card
from engine.rules import Rule
from engine.trick import Trick
from puzzles.generate import generate
from puzzles.notation import parse_puzzle, print_puzzle
from tutor.drawing import (
    calypso_picture,
    hand_picture,
    ladder_picture,
    together,
    trick_picture,
)
from tutor.explaining import cited
from tutor.illustrating import LEARNER, illustrate, solved
from tutor.learning.fading import Level, example
from tutor.lessons import Ask, Choose, Drill, Lesson, Say, Show, Shown, Try
from tutor.pages import examples, progress, session, ways
from tutor.pages.asking import Occasion, ask, look, show_rule
from tutor.pages.card_table import card_table
from tutor.pages.library import faults, lesson, lessons
from tutor.pages.reader import look_at
from tutor.pages.trial import begin_test_out, interrupted, items, trial, under_way


def page() -> None:
    """Show the map of the lessons, or the step of a lesson that the address names."""
    say, known = session.texts(), lessons()
    if faults():
        st.warning(say("learn.faulty"), icon=":material/build:")
        st.code(faults(), language=None, wrap_lines=True)
    if under_way():
        trial()
        return
    interrupted()
    rule = session.asked("example")
    if rule in set(Rule):
        examples.page(Rule(rule))
        return
    wanted = session.asked("lesson")
    if wanted is None:
        _map(known)
        return
    chosen, number = lesson(wanted), _number(session.asked("step") or "1")
    if chosen is None:
        ways.lost(say("learn.no-lesson"))
    elif number is None or not 1 <= number <= len(chosen.steps):
        ways.lost(say("learn.no-step", count=len(chosen.steps)))
    else:
        _player(chosen, number)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


# --------------------------------------------------------------------------- map


def _map(known: tuple[Lesson, ...]) -> None:
    """List the lessons in their order, with how far the learner is; none is locked."""
    say = session.texts()
    with st.container(key="lessons"):
        st.title(say("page.learn.title"), anchor=False)
    if session.counted("left"):
        look_at("lessons", str(session.counted("left")))
    st.write(say("learn.intro"))
    state = progress.held()
    recommended = next((one.id for one in known if one.id not in state.finished), None)
    if recommended is None:
        st.success(say("learn.all-done"), icon=":material/check_circle:")
    for number, one in enumerate(known, start=1):
        with st.container(border=True, key=f"lesson-{one.id}"):
            left, middle, right = st.columns([6, 2, 3], vertical_alignment="center")
            with left:
                st.markdown(f"**{number}. {one.title[say.language]}**")
                st.caption(_standing(one, state))
            with middle:
                if one.id not in state.finished and items(one):
                    st.button(
                        say("learn.test-out"),
                        key=f"test-out-{one.id}",
                        type="tertiary",
                        on_click=begin_test_out,
                        args=(one,),
                    )
            with right:
                st.button(
                    say(_verb(one, state)),
                    key=f"open-{one.id}",
                    type="primary" if one.id == recommended else "secondary",
                    on_click=_open,
                    args=(one.id, _resume(one, state)),
                    width="stretch",
                )


def _standing(one: Lesson, state: progress.Held) -> str:
    say = session.texts()
    if one.id in state.finished:
        return say("learn.finished")
    if one.id in state.at:
        return say("learn.under-way", step=state.at[one.id], count=len(one.steps))
    return say("learn.minutes", minutes=max(3, round(len(one.steps) * 0.4)))


def _verb(one: Lesson, state: progress.Held) -> str:
    if one.id in state.finished:
        return "learn.again"
    return "learn.go-on" if state.at.get(one.id, 1) > 1 else "learn.start"


def _resume(one: Lesson, state: progress.Held) -> int:
    return 1 if one.id in state.finished else min(state.at.get(one.id, 1), len(one.steps))


def _open(id: str, step: int) -> None:  # noqa: A002 - the word lesson files use
    """Go to a step of a lesson, in a callback."""
    session.count("turned")
    progress.note_step(id, step)
    session.forget_slots(f"learn-{id}-")
    session.tell(lesson=id, step=str(step))


def _leave() -> None:
    session.count("left")
    session.untell("lesson", "step", "seed")


# ------------------------------------------------------------------------ player


def _player(one: Lesson, number: int) -> None:
    """Show one step between the progress bar and the ways back and on."""
    say, step = session.texts(), one.steps[number - 1]
    progress.note_step(one.id, number)
    session.tell(lesson=one.id, step=str(number))
    with st.container(
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
        key="lesson-head",
    ):
        st.markdown(f"**{one.title[say.language]}**", width="content")
        st.button(
            say("learn.all"), key="leave", type="tertiary", icon=":material/list:", on_click=_leave
        )
    st.progress(number / len(one.steps), text=say("learn.step", step=number, count=len(one.steps)))
    with st.container(key="step"):
        if isinstance(step, Say):
            with st.container(key="saying"):
                _words(step.words[say.language])
            _ways(one, number, done=True)
        elif isinstance(step, Show):
            _show(one, number, step)
        elif isinstance(step, Ask):
            _ask(one, number, step)
        elif isinstance(step, Try):
            _try(one, number, step)
        elif isinstance(step, Choose):
            _choose(one, number, step)
        else:
            _drill(one, number, step)
    if number > 1 or session.counted("turned"):
        look_at("step", f"{one.id} {number} {session.counted('turned')}")


def _words(words: str | None) -> None:
    """Show an author's plain words, paragraph by paragraph."""
    for paragraph in (words or "").split("\n"):
        if paragraph.strip():
            st.text(paragraph.strip())


def _ways(one: Lesson, number: int, *, done: bool) -> None:
    """Offer the way back and the way on; the latter stands out once the step is done."""
    say = session.texts()
    with st.container(horizontal=True, key="ways"):
        if number > 1:
            st.button(
                say("learn.back"),
                key=f"back-{one.id}-{number}",
                on_click=_go,
                args=(one.id, number - 1),
            )
        last = number == len(one.steps)
        st.button(
            say("learn.finish" if last else "learn.next" if done else "learn.skip"),
            key=f"next-{one.id}-{number}",
            type="primary" if done else "secondary",
            on_click=_finish if last else _go,
            args=(one.id,) if last else (one.id, number + 1),
        )


def _go(id: str, number: int) -> None:  # noqa: A002
    session.count("turned")
    progress.note_step(id, number)
    session.forget_slots(f"learn-{id}-{number}")
    session.tell(step=str(number))


def _finish(id: str) -> None:  # noqa: A002
    progress.finish_lesson(id)
    _leave()


# ------------------------------------------------------------------------- steps


def _show(one: Lesson, number: int, step: Show) -> None:
    """Lay a position on the table; a whole trick is played card by card, at the learner's pace."""
    if step.sheet:
        _sheet(one, number, step)
        return
    say, shown = session.texts(), step.under(session.book())
    slot = f"learn-{one.id}-{number}"
    state = session.answering(slot, str(shown.trick))
    count = len(shown.trick.plays) if shown.trick else 0
    revealed = count if not shown.ruling else min(1 + len(state.parts), count)
    complete = revealed == count
    _words(step.words[say.language] if step.words else None)
    _source(step)
    left, right = st.columns([11, 9], gap="medium")
    with left:
        _lay(slot, step, shown, revealed, complete=complete)
        if not complete:
            with st.container(horizontal=True, key="reveal"):
                st.button(
                    say("learn.next-card"),
                    key=f"reveal-{slot}",
                    type="primary",
                    shortcut="N",
                    on_click=_reveal,
                    args=(slot, str(shown.trick), revealed, 1),
                )
                st.button(
                    say("learn.whole-trick"),
                    key=f"reveal-all-{slot}",
                    on_click=_reveal,
                    args=(slot, str(shown.trick), revealed, count),
                )
    with right:
        if shown.ruling:
            card_table(ladder_picture(look(), shown.ruling, shown=revealed), key=f"ladder-{slot}")
        _ways(one, number, done=complete)
    if complete and state.parts:
        look_at("ways", state.id)


def _reveal(slot: str, line: str, revealed: int, more: int) -> None:
    state = session.answering(slot, line)
    if len(state.parts) == revealed - 1:
        state.parts.extend(["shown"] * more)


def _sheet(one: Lesson, number: int, step: Show) -> None:
    """Show what a player has at the end, and the lines of the score sheet it makes."""
    say, scored = session.texts(), step.scored(session.book())
    left, right = st.columns([11, 9], gap="medium")
    with left:
        if scored:
            card_table(
                illustrate(look(), scored, solved(scored)).whole,
                key=f"table-learn-{one.id}-{number}",
            )
    with right:
        _words(step.words[say.language] if step.words else None)
        if scored:
            for reason in scored.check(scored.solution).reasons:
                st.markdown("- " + say.explain(reason))
        _source(step)
        _ways(one, number, done=True)


def _lay(slot: str, step: Show, shown: Shown, revealed: int, *, complete: bool) -> None:
    """Draw what a step shows: the trick as far as it has gone, and calypsos before or after it."""
    pictures = []
    holdings = shown.after if complete and shown.after else shown.holdings
    if holdings:
        fed = {seat for place in shown.placements if (seat := place.builder)} or set(
            shown.table.seats
        )
        winner = shown.ruling.winning.seat if shown.ruling and complete else None
        pictures += [
            calypso_picture(
                look(),
                seat,
                calypsos,
                placements=shown.placements if complete else (),
                winner=winner,
                full=shown.variant.full,
            )
            for seat, calypsos in zip(shown.table.seats, holdings, strict=True)
            if seat in fed or seat == winner
        ]
    if shown.trick or not shown.holdings:
        pictures.append(
            trick_picture(
                look(),
                shown.variant,
                shown.table,
                shown.trick,
                you=LEARNER,
                shown=revealed if shown.trick else None,
                ruling=shown.ruling if complete else None,
            )
        )
    if step.hand:
        pictures.append(hand_picture(look(), step.hand, event=None))
    card_table(pictures[0] if len(pictures) == 1 else together(*pictures), key=f"table-{slot}")


def _source(step: Show | Ask | Try) -> None:
    """Name the source of a worked example, and the rulebook where the author named one."""
    say, setting = session.texts(), step.setting
    if setting.source:
        st.caption(say("learn.example-from", source=setting.source.source))
    if setting.rulebook:
        st.caption(say("learn.by-rulebook", rulebook=setting.rulebook))


def _ask(one: Lesson, number: int, step: Ask) -> None:
    """Ask the author's puzzle; the engine judges it."""
    say = session.texts()
    _words(step.words[say.language] if step.words else None)
    _source(step)
    occasion = Occasion(slot=f"learn-{one.id}-{number}", mode=f"lesson:{one.id}")
    puzzle = step.puzzle(session.book())
    if ask(puzzle, occasion, lambda: _ways(one, number, done=True)) is None:
        _ways(one, number, done=False)


def _try(one: Lesson, number: int, step: Try) -> None:
    """Let any card of a hand be played; an illegal one is answered with the rule it breaks."""
    say, slot = session.texts(), f"learn-{one.id}-{number}"
    shown = step.under(session.book())
    state = session.answering(slot, str(shown.trick))
    card = Card.parse(state.parts[-1]) if state.parts else None
    broken = step.broken(card) if card else None
    played = step.played(card, session.book()) if card and not broken else None

    def on_event(event: str, token: str) -> None:  # noqa: ARG001 - a hand sends plays only
        if token in map(str, step.hand):
            state.parts.append(token)

    left, right = st.columns([11, 9], gap="medium")
    with left:
        trick: Trick | None = played.trick if played else shown.trick
        turn = None if played else step.seat
        picture = trick_picture(
            look(), shown.variant, shown.table, trick, turn=turn, you=step.seat, me=step.seat
        )
        card_table(picture.unannounced, key=f"table-{slot}")  # the verdict says what was played
    with right:
        _words(step.words[say.language])
        with st.container(key="hand"):
            card_table(
                hand_picture(look(), step.hand, chosen=(card,) if card else ()),
                key=f"hand-{slot}",
                on_event=None if played else on_event,
            )
        if not card and session.counted("another"):
            look_at("hand", str(session.counted("another")))
        with st.container(key="verdict"):
            if broken and card:
                cards = tuple(dict.fromkeys(step.legal))
                st.error(
                    say("try.illegal", card=card, suit=step.led, cards=cards),
                    icon=":material/cancel:",
                )
                with st.expander(say("verdict.rule", rule=broken)):
                    show_rule(cited(broken, say, lessons()))
            elif card:
                key = "try.follows" if card.suit == step.led else "try.free"
                st.success(say(key, card=card, suit=step.led), icon=":material/check_circle:")
                st.button(
                    say("try.another"),
                    key=f"another-{slot}",
                    on_click=_another,
                    args=(slot,),
                )
        if card:
            look_at("verdict", f"{slot} {len(state.parts)}")
        _ways(one, number, done=bool(played))


def _another(slot: str) -> None:
    session.forget(slot)
    session.count("another")


def _choose(one: Lesson, number: int, step: Choose) -> None:
    """Let the learner make a choice that the rest of the tutor goes by."""
    say, slot = session.texts(), f"learn-{one.id}-{number}"
    _words(step.words[say.language])
    chosen = bool(session.answering(slot, step.setting).parts)
    for column, book in zip(st.columns(len(step.choices)), step.choices, strict=True):
        with column, st.container(border=True):
            st.markdown(f"**{say.name(book)}**")
            st.write(say(f"rulebook.{book.id}.text"))
            st.button(
                say("learn.choose", rulebook=book),
                key=f"choose-{slot}-{book.id}",
                on_click=_chose,
                args=(slot, step.setting, book.id),
                width="stretch",
            )
    if chosen:
        st.success(say("learn.chosen", rulebook=session.book()), icon=":material/check_circle:")
    _ways(one, number, done=chosen)


def _chose(slot: str, setting: str, value: str) -> None:
    session.answering(slot, setting).parts.append(value)
    progress.choose(setting, value=value)


def _drill(one: Lesson, number: int, step: Drill) -> None:
    """Ask a few puzzles the engine makes for a rule; the first are worked with the learner."""
    say = session.texts()
    seed = session.asked("seed")
    if seed is None or not seed.isdigit():
        seed = str(random.randrange(10**6))
        session.tell(seed=seed)
    tally = session.answering(f"learn-{one.id}-{number}-tally", seed)
    at = min(len(tally.parts), step.count - 1)
    last = at == step.count - 1
    slot = f"learn-{one.id}-{number}-{at}"
    drawn = session.answering(f"{slot}-drawn", seed)
    if not drawn.parts:
        drawn.parts = _drawn(step, f"learn-{one.id}-{number}", random.Random(f"{slot} {seed}"))
    level, puzzle = Level(int(drawn.parts[0])), parse_puzzle(drawn.parts[1])
    head = "learn.told" if level == Level.NARRATED else "learn.drill"
    st.caption(say(head, number=at + 1, count=step.count, rule=step.rule))
    occasion = Occasion(
        slot=slot,
        mode=f"lesson:{one.id}",
        aim=step.rule,
        focus=at > 0,
        given=tuple(drawn.parts[2:]),
    )

    def onward() -> None:
        if last:
            _ways(one, number, done=True)
        else:
            st.button(
                say("drill.next"),
                key=f"drill-next-{one.id}-{number}-{at}",
                type="primary",
                shortcut="N",
                on_click=_advance,
                args=(one.id, number, seed, at, step.rule),
            )

    done = (
        examples.narrate(puzzle, slot, onward, focus=at > 0)
        if level == Level.NARRATED
        else ask(puzzle, occasion, onward) is not None
    )
    if not done:
        _ways(one, number, done=False)


def _drawn(step: Drill, slot: str, rng: random.Random) -> list[str]:
    """Draw a puzzle for a rule, with as much help as the learner still needs."""
    level = examples.level_of(step.rule, slot)
    table = step.variant.table(session.book())
    if level == Level.SOLO:
        puzzle = generate(step.kind, step.rule, step.variant, table, rng)
        return [str(int(level)), print_puzzle(puzzle)]
    found = example(level, step.rule, step.variant, (table,), rng)
    return [str(int(found.level)), print_puzzle(found.puzzle), *found.given]


def _advance(id: str, number: int, seed: str, at: int, rule: Rule) -> None:  # noqa: A002
    tally = session.answering(f"learn-{id}-{number}-tally", seed)
    if len(tally.parts) == at:
        tally.parts.append("done")
        examples.note_told(rule, f"learn-{id}-{number}")
