"""One step of a lesson as it is played: in the course, and as a preview in the workshop."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import streamlit as st

from engine.cards import Card
from engine.rulebooks import rulebook
from engine.rules import Rule
from engine.trick import Trick
from puzzles.generate import generate
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.scenes import LEARNER, solved
from tutor.drawing import (
    calypso_picture,
    hand_picture,
    ladder_picture,
    together,
    trick_picture,
)
from tutor.drawing.puzzles import illustrate
from tutor.learning.fading import Level, example
from tutor.lessons.loading import Ask, Choose, Drill, Say, Show, Shown, Step, Try
from tutor.pages.frame import progress, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.citations import show_rule
from tutor.pages.frame.library import lessons
from tutor.pages.frame.reader import look_at
from tutor.pages.study import examples
from tutor.pages.study.question import Occasion, ask
from tutor.pages.study.reveal import next_card, revealed, whole_trick
from tutor.words.explanation import cited


class Ways(Protocol):
    """Draws the ways back and on; the latter stands out once the step is done."""

    def __call__(self, *, done: bool) -> None:
        """Draw them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """Where a step is played, and what follows from it.

    ``slot`` is where what is under way is remembered, ``mode`` how answers are kept, if they
    are ``kept`` at all; ``seed`` gives the number that decides what a drill asks.
    """

    slot: str
    mode: str
    ways: Ways
    seed: Callable[[], str]
    kept: bool = True


def play_step(step: Step, how: Playing) -> None:
    """Show one step, take what the learner does, and offer the ways on."""
    if isinstance(step, Say):
        with st.container(key="saying"):
            _words(step.words[session.texts().language])
        how.ways(done=True)
    elif isinstance(step, Show):
        _show(how, step)
    elif isinstance(step, Ask):
        _ask(how, step)
    elif isinstance(step, Try):
        _try(how, step)
    elif isinstance(step, Choose):
        _choose(how, step)
    else:
        _drill(how, step)


def _words(words: str | None) -> None:
    """Show an author's plain words, paragraph by paragraph."""
    for paragraph in (words or "").split("\n"):
        if paragraph.strip():
            st.text(paragraph.strip())


def _show(how: Playing, step: Show) -> None:
    """Lay a position on the table; a whole trick is played card by card, at the learner's pace."""
    if step.sheet:
        _sheet(how, step)
        return
    say, shown = session.texts(), step.under(session.book())
    slot, line = how.slot, str(shown.trick)
    state = session.answering(slot, line)
    count = len(shown.trick.plays) if shown.trick else 0
    laid = revealed(slot, line, count) if shown.ruling else count
    complete = laid == count
    _words(step.words[say.language] if step.words else None)
    _source(step)
    left, right = st.columns([11, 9], gap="medium")
    with left:
        _lay(slot, step, shown, laid, complete=complete)
        if not complete:
            with st.container(horizontal=True, key="reveal"):
                next_card(slot, line, laid)
                whole_trick(slot, line, laid, count)
    with right:
        if shown.ruling:
            card_table(ladder_picture(look(), shown.ruling, shown=laid), key=f"ladder-{slot}")
        how.ways(done=complete)
    if complete and state.parts:
        look_at("ways", state.id)


def _sheet(how: Playing, step: Show) -> None:
    """Show what a player has at the end, and the lines of the score sheet it makes."""
    say, scored = session.texts(), step.scored(session.book())
    left, right = st.columns([11, 9], gap="medium")
    with left:
        if scored:
            card_table(
                illustrate(look(), scored, solved(scored)).whole,
                key=f"table-{how.slot}",
            )
    with right:
        _words(step.words[say.language] if step.words else None)
        if scored:
            for reason in scored.check(scored.solution).reasons:
                st.markdown("- " + say.explain(reason))
        _source(step)
        how.ways(done=True)


def _lay(slot: str, step: Show, shown: Shown, laid: int, *, complete: bool) -> None:
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
                shown=laid if shown.trick else None,
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


def _ask(how: Playing, step: Ask) -> None:
    """Ask the author's puzzle; the engine judges it."""
    say = session.texts()
    _words(step.words[say.language] if step.words else None)
    _source(step)
    occasion = Occasion(slot=how.slot, mode=how.mode, kept=how.kept)
    puzzle = step.puzzle(session.book())
    if ask(puzzle, occasion, lambda: how.ways(done=True)) is None:
        how.ways(done=False)


def _try(how: Playing, step: Try) -> None:
    """Let any card of a hand be played; an illegal one is answered with the rule it breaks."""
    say, slot = session.texts(), how.slot
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
        how.ways(done=bool(played))


def _another(slot: str) -> None:
    session.forget(slot)
    session.count("another")


def _choose(how: Playing, step: Choose) -> None:
    """Let the learner make a choice that the rest of the tutor goes by."""
    say, slot = session.texts(), how.slot
    _words(step.words[say.language])
    chosen = session.answering(slot, step.setting).parts
    for column, book in zip(st.columns(len(step.choices)), step.choices, strict=True):
        with column, st.container(border=True):
            st.markdown(f"**{say.name(book)}**")
            st.write(say(f"rulebook.{book.id}.text"))
            st.button(
                say("learn.choose", rulebook=book),
                key=f"choose-{slot}-{book.id}",
                on_click=_chose,
                args=(how, step.setting, book.id),
                width="stretch",
            )
    if chosen:
        st.success(
            say("learn.chosen", rulebook=rulebook(chosen[-1])), icon=":material/check_circle:"
        )
    how.ways(done=bool(chosen))


def _chose(how: Playing, setting: str, value: str) -> None:
    session.answering(how.slot, setting).parts.append(value)
    if how.kept:
        progress.choose(setting, value=value)


def _drill(how: Playing, step: Drill) -> None:
    """Ask a few puzzles the engine makes for a rule; the first are worked with the learner."""
    say = session.texts()
    seed = how.seed()
    tally = session.answering(f"{how.slot}-tally", seed)
    at = min(len(tally.parts), step.count - 1)
    last = at == step.count - 1
    slot = f"{how.slot}-{at}"
    drawn = session.answering(f"{slot}-drawn", seed)
    if not drawn.parts:
        drawn.parts = _drawn(step, how.slot, random.Random(f"{slot} {seed}"))
    level, puzzle = Level(int(drawn.parts[0])), parse_puzzle(drawn.parts[1])
    head = "learn.told" if level == Level.NARRATED else "learn.drill"
    st.caption(say(head, number=at + 1, count=step.count, rule=step.rule))
    occasion = Occasion(
        slot=slot,
        mode=how.mode,
        kept=how.kept,
        aim=step.rule,
        focus=at > 0,
        given=tuple(drawn.parts[2:]),
    )

    def onward() -> None:
        if last:
            how.ways(done=True)
        else:
            st.button(
                say("drill.next"),
                key=f"drill-next-{slot}",
                type="primary",
                shortcut="N",
                on_click=_advance,
                args=(how.slot, seed, at, step.rule),
            )

    done = (
        examples.narrate(puzzle, slot, onward, focus=at > 0)
        if level == Level.NARRATED
        else ask(puzzle, occasion, onward) is not None
    )
    if not done:
        how.ways(done=False)


def _drawn(step: Drill, slot: str, rng: random.Random) -> list[str]:
    """Draw a puzzle for a rule, with as much help as the learner still needs."""
    level = examples.level_of(step.rule, slot)
    table = step.variant.table(session.book())
    if level == Level.SOLO:
        puzzle = generate(step.kind, step.rule, step.variant, table, rng)
        return [str(int(level)), print_puzzle(puzzle)]
    found = example(level, step.rule, step.variant, (table,), rng)
    return [str(int(found.level)), print_puzzle(found.puzzle), *found.given]


def _advance(slot: str, seed: str, at: int, rule: Rule) -> None:
    tally = session.answering(f"{slot}-tally", seed)
    if len(tally.parts) == at:
        tally.parts.append("done")
        examples.note_told(rule, slot)
