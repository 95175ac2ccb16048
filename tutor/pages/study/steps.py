"""One step of a lesson as it is played: in the course, and as a preview in the workshop."""

import streamlit as st

from engine.cards import Card
from engine.rulebooks import rulebook
from engine.rules import Rule
from engine.trick import Trick
from puzzles.scenes import LEARNER, HandSight, TableSight
from tutor.drawing import hand_picture, trick_picture
from tutor.drawing.verdict import told_html
from tutor.learning.explanation import cited
from tutor.lessons.loading import (
    Ask,
    Choose,
    LessonStep,
    Say,
    Show,
    Try,
    WholeDeal,
)
from tutor.pages.asking import areas, slots
from tutor.pages.asking.question import Occasion, ask
from tutor.pages.asking.why import show_rule, why
from tutor.pages.frame import progress, running_text, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.library import lessons
from tutor.pages.frame.reader import look_at
from tutor.pages.study import examples
from tutor.pages.study.playing import Playing, show_place
from tutor.pages.study.positions import last_table, show_position, source_of
from tutor.pages.study.whole_deal import play_deal


def play_step(step: LessonStep, how: Playing) -> None:
    """Show one step, take what the learner does, and offer the ways on."""
    if isinstance(step, Say):
        _say(how, step)
    elif isinstance(step, Show):
        show_position(how, step)
    elif isinstance(step, Ask):
        _ask(how, step)
    elif isinstance(step, Try):
        _try(how, step)
    elif isinstance(step, Choose):
        _choose(how, step)
    elif isinstance(step, WholeDeal):
        play_deal(how, step)
    else:
        examples.drill(how, step)


def _say(how: Playing, step: Say) -> None:
    """Show plain words beside the table of the step before."""
    with areas.frame():
        with areas.question():
            show_place(how)
            running_text.paragraphs(step.words[session.texts().language])
        seen = last_table(how)
        with areas.board():
            card_table(seen.table, key=f"table-{how.slot}")
        with areas.replies():
            if seen.beside:
                card_table(seen.beside, key=f"beside-{how.slot}")
        with areas.actions():
            how.ways(done=True)


def _ask(how: Playing, step: Ask) -> None:
    """Ask the author's puzzle; the engine judges it."""
    say = session.texts()
    occasion = Occasion(
        slot=how.slot,
        mode=how.mode,
        kept=how.kept,
        where=how.place,
        words=step.words[say.language] if step.words else "",
        note=source_of(step),
    )
    ask(step.puzzle(session.book()), occasion, how.ways)


def _try(how: Playing, step: Try) -> None:
    """Let any card of a hand be played; an illegal one is answered with the rule it breaks."""
    say, slot = session.texts(), how.slot
    shown = step.under(session.book())
    state = slots.answering(slot, str(shown.trick))
    card = Card.parse(state.parts[-1]) if state.parts else None
    broken = step.broken(card) if card else None
    played = step.played(card, session.book()) if card and not broken else None

    def on_event(event: str, token: str) -> None:  # noqa: ARG001 - a hand sends plays only
        if token in map(str, step.hand):
            state.parts.append(token)

    with areas.frame():
        if card:
            with areas.verdict():
                st.html(_tried(step, card, broken))
        else:
            with areas.question():
                show_place(how)
                running_text.paragraphs(step.words[say.language])
        with areas.board():
            trick: Trick | None = played.trick if played else shown.trick
            turn = None if played else step.seat
            picture = trick_picture(
                look(),
                TableSight(
                    variant=shown.variant,
                    table=shown.table,
                    trick=trick,
                    near=step.seat,
                    turn=turn,
                ),
            )
            card_table(picture.unannounced, key=f"table-{slot}")  # the verdict says what was played
        with areas.replies():
            with st.container(key="hand"):
                card_table(
                    hand_picture(
                        look(),
                        HandSight(
                            seat=LEARNER,
                            yours=True,
                            cards=step.hand,
                            pick=True,
                            chosen=(card,) if card else (),
                        ),
                    ),
                    key=f"hand-{slot}",
                    on_event=None if played else on_event,
                )
            if broken and state.why:
                with st.container(key="why"):
                    show_rule(cited(broken, say, lessons()))
        with areas.actions():
            if broken:
                why(slot, str(shown.trick))
            elif card:
                st.button(
                    say("try.another"), key=f"another-{slot}", on_click=_another, args=(slot,)
                )
            how.ways(done=bool(played))
    if card:
        look_at("verdict", f"{slot} {len(state.parts)}")
    elif session.counted("another"):
        look_at("hand", str(session.counted("another")))


def _tried(step: Try, card: Card, broken: Rule | None) -> str:
    """Return whether a card may be played, and why."""
    say = session.texts()
    if broken:
        cards = tuple(dict.fromkeys(step.legal))
        words = say("try.illegal", card=card, suit=step.led, cards=cards)
        return told_html(look(), words, right=False)
    key = "try.follows" if card.suit == step.led else "try.free"
    return told_html(look(), say(key, card=card, suit=step.led), right=True)


def _another(slot: str) -> None:
    slots.forget(slot)
    session.count("another")


def _choose(how: Playing, step: Choose) -> None:
    """Let the learner make a choice that the rest of the tutor goes by."""
    say, slot = session.texts(), how.slot
    chosen = slots.answering(slot, step.setting).parts
    with areas.frame():
        with areas.question():
            show_place(how)
            running_text.paragraphs(step.words[say.language])
            if chosen:
                st.caption("✓ " + say("learn.chosen", rulebook=rulebook(chosen[-1])))
        with areas.board():
            card_table(last_table(how).table, key=f"table-{how.slot}")
        with areas.replies():
            for book in step.choices:
                st.button(
                    say("learn.choose", rulebook=book),
                    key=f"choose-{slot}-{book.id}",
                    help=say(f"rulebook.{book.id}.text"),
                    on_click=_chose,
                    args=(how, step.setting, book.id),
                    width="stretch",
                )
        with areas.actions():
            how.ways(done=bool(chosen))


def _chose(how: Playing, setting: str, value: str) -> None:
    slots.answering(how.slot, setting).parts.append(value)
    if how.kept:
        progress.choose(setting, value=value)
