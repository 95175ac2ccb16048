"""A hand whose cards may be tried on a trick under way: in a lesson, and on phones in a room."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import streamlit as st

from engine.cards import Card, Suit, fan_cards
from tutor.drawing.answers import told_html
from tutor.drawing.markup import Html
from tutor.drawing.trick import trick_picture
from tutor.lessons.steps import Try
from tutor.pages.frame import running_text, session
from tutor.pages.frame.browser import card_table, look, look_at, own_hand
from tutor.pages.frame.inputs import button
from tutor.pages.frame.library import lessons
from tutor.pages.questions import areas
from tutor.pages.questions.answers import answering
from tutor.pages.questions.areas import Ways
from tutor.pages.questions.reasons import show_broken, why
from tutor.words.citing import cited


def try_cards(step: Try, slot: str, head: Callable[[], None], ways: Ways) -> None:
    """Let any card of a hand be played; an illegal one is answered with the rule it breaks.

    *slot* is where what is tried is remembered; *head* draws what stands above the words.
    """
    say = session.texts()
    shown = step.under(session.rulebook())
    state = answering(slot, str(shown.trick))
    card = Card.parse(state.parts[-1]) if state.parts else None
    broken = step.broken(card) if card else None
    played = None if broken else card

    def on_event(event: str, token: str) -> None:  # noqa: ARG001 - a hand sends plays only
        if token in map(str, step.hand):
            state.parts.append(token)

    with areas.frame():
        if card:
            with areas.verdict():
                st.html(tried_html(step, card))
        else:
            with areas.question():
                head()
                running_text.paragraphs(step.words)
        sight = replace(step.on_table(session.rulebook(), played), near=step.seat)
        picture = trick_picture(look(), sight)
        card_table(picture.unannounced, key=f"table-{slot}")  # the verdict says what was played
        with areas.replies():
            with st.container(key="hand"):
                chosen = (card,) if card else ()
                own_hand(step.hand, key=f"hand-{slot}", on_event=on_event, chosen=chosen)
            if broken and state.why:
                show_broken(cited(broken, say, lessons()), state)
        with areas.actions():
            if broken:
                why(slot, state)
            elif card:
                button(say("try.another"), f"another-{slot}", _another, slot)
            ways(done=bool(played))
    if card:
        look_at("verdict", f"{state.id} {len(state.parts)}")
    elif session.counted("another"):
        look_at("hand", str(session.counted("another")))


def tried_html(step: Try, card: Card) -> Html:
    """Return whether a card may be played, why, and who wins a trick that it completes."""
    if step.broken(card):
        return illegal_html(card, step.led, step.legal)
    say = session.texts()
    words = say("try.follows" if card.suit == step.led else "try.free", suit=step.led)
    if ruling := step.on_table(session.rulebook(), card).ruling:
        won = ruling.winning
        whose = "picture.won.you" if won.seat == step.seat else "picture.won"
        words = say("picture.between").join((words, say(whose, seat=won.seat, card=won.card)))
    return told_html(look(), say("try.allowed", card=card), words, right=True)


def illegal_html(card: Card, led: Suit, legal: Iterable[Card]) -> Html:
    """Return that a card may not be played where this suit was led, and which may."""
    say = session.texts()
    words = say("try.illegal", suit=led, cards=fan_cards(set(legal)))
    return told_html(look(), say("try.refused", card=card), words, right=False)


def _another(slot: str) -> None:
    session.forget_slot(slot)
    session.count("another")
