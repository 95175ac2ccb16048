"""One step of a lesson as it is played: in the course, and as a preview in the workshop."""

import random

import streamlit as st

from engine.cards import Card
from engine.rulebooks import rulebook
from engine.rules import Rule
from engine.trick import Role, Trick
from puzzles.generate import generate
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.scenes import LEARNER, HandSight, LadderSight, ShelfSight, TableSight, so_far, solved
from tutor.drawing import (
    calypso_picture,
    hand_picture,
    ladder_picture,
    together,
    trick_picture,
)
from tutor.drawing.puzzles import illustrate
from tutor.drawing.verdict import told_html
from tutor.learning.explanation import cited
from tutor.learning.fading import FadingLevel, example
from tutor.lessons.loading import (
    Ask,
    Choose,
    Drill,
    LessonStep,
    PositionShown,
    Say,
    Show,
    Try,
    WholeDeal,
)
from tutor.pages.asking import areas
from tutor.pages.asking.question import Occasion, ask
from tutor.pages.asking.why import why
from tutor.pages.frame import progress, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.citations import show_rule
from tutor.pages.frame.library import lessons
from tutor.pages.frame.reader import look_at
from tutor.pages.study import examples
from tutor.pages.study.playing import Playing, show_place, show_words
from tutor.pages.study.reveal import next_card, revealed, whole_trick
from tutor.pages.study.whole_deal import play_deal


def play_step(step: LessonStep, how: Playing) -> None:
    """Show one step, take what the learner does, and offer the ways on."""
    if isinstance(step, Say):
        _say(how, step)
    elif isinstance(step, Show):
        _show(how, step)
    elif isinstance(step, Ask):
        _ask(how, step)
    elif isinstance(step, Try):
        _try(how, step)
    elif isinstance(step, Choose):
        _choose(how, step)
    elif isinstance(step, WholeDeal):
        play_deal(how, step)
    else:
        _drill(how, step)


def _say(how: Playing, step: Say) -> None:
    """Show plain words beside the table of the step before."""
    with areas.frame():
        with areas.question():
            show_place(how)
            show_words(step.words[session.texts().language])
        with areas.board():
            _last_table(how)
        with areas.actions():
            how.ways(done=True)


def _last_table(how: Playing) -> None:
    """Show the table that was seen last; before the first there is an empty one."""
    for step in reversed(how.before):
        if isinstance(step, Show) and (step.trick or step.calypsos):
            shown = step.under(session.book())
            count = len(shown.trick.plays) if shown.trick else 0
            return _lay(how.slot, step, shown, count, complete=True)
        if isinstance(step, Ask):
            puzzle = step.puzzle(session.book())
            table = illustrate(look(), puzzle, solved(puzzle)).table
            return card_table(table, key=f"table-{how.slot}")
        if isinstance(step, Try):
            shown = step.under(session.book())
            picture = trick_picture(
                look(),
                TableSight(variant=shown.variant, table=shown.table, trick=shown.trick),
            )
            return card_table(picture.unannounced, key=f"table-{how.slot}")
    variant = session.variant()
    picture = trick_picture(
        look(),
        TableSight(variant=variant, table=variant.table(session.book()), trick=None),
    )
    return card_table(picture.unannounced, key=f"table-{how.slot}")


def _show(how: Playing, step: Show) -> None:
    """Lay a position on the table; a whole trick is played card by card, at the learner's pace."""
    if step.sheet:
        _sheet(how, step)
        return
    say, shown = session.texts(), step.under(session.book())
    slot, line = how.slot, str(shown.trick)
    state = session.answering(slot, line)
    count = len(shown.trick.plays) if shown.trick else 0
    laid = revealed(slot, line, count) if shown.ruling and not step.whole else count
    complete = laid == count
    with areas.frame():
        with areas.question():
            show_place(how)
            show_words(step.words[say.language] if step.words else None)
            _source(step)
        with areas.board():
            _lay(slot, step, shown, laid, complete=complete)
        with areas.replies():
            if shown.ruling and not step.whole:
                card_table(
                    ladder_picture(look(), LadderSight(shown.ruling, shown=laid)),
                    key=f"ladder-{slot}",
                )
        with areas.actions():
            if not complete:
                whole_trick(slot, line, laid, count)
                next_card(slot, line, laid)
            how.ways(done=complete)
    if complete and state.parts:
        look_at("actions", state.id)


def _sheet(how: Playing, step: Show) -> None:
    """Show what a player has at the end, and the lines of the score sheet it makes."""
    say, scored = session.texts(), step.scored(session.book())
    with areas.frame():
        with areas.question():
            show_place(how)
            show_words(step.words[say.language] if step.words else None)
            _source(step)
        with areas.board():
            if scored:
                picture = illustrate(look(), scored, solved(scored)).whole
                card_table(picture, key=f"table-{how.slot}")
        with areas.replies():
            if scored:
                for reason in scored.check(scored.solution).reasons:
                    st.markdown("- " + say.explain(reason))
        with areas.actions():
            how.ways(done=True)


def _lay(slot: str, step: Show, shown: PositionShown, laid: int, *, complete: bool) -> None:
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
                ShelfSight(
                    seat=seat,
                    calypsos=calypsos,
                    placements=shown.placements if complete else (),
                    winner=winner,
                    full=shown.variant.full,
                ),
            )
            for seat, calypsos in zip(shown.table.seats, holdings, strict=True)
            if seat in fed or seat == winner
        ]
    if shown.trick or not shown.holdings:
        pictures.append(
            trick_picture(
                look(),
                TableSight(
                    variant=shown.variant,
                    table=shown.table,
                    trick=so_far(shown.trick, laid if shown.trick else None),
                    ruling=shown.ruling if complete else None,
                ),
            )
        )
    if step.hand:
        pictures.append(hand_picture(look(), HandSight(seat=LEARNER, yours=True, cards=step.hand)))
    card_table(pictures[0] if len(pictures) == 1 else together(*pictures), key=f"table-{slot}")


def _source(step: Show) -> None:
    """Name the source of a worked example, and the rulebook where the author named one."""
    if words := _source_of(step):
        st.caption(words)


def _source_of(step: Show | Ask) -> str:
    """Return the source of a worked example, and the rulebook where the author named one.

    A question names its own rulebook, where that matters.
    """
    say, setting = session.texts(), step.setting
    told = []
    if setting.source:
        told.append(say("learn.example-from", source=setting.source.source))
    if setting.rulebook and isinstance(step, Show):
        told.append(say("learn.by-rulebook", rulebook=setting.rulebook))
    return " ".join(told)


def _ask(how: Playing, step: Ask) -> None:
    """Ask the author's puzzle; the engine judges it."""
    say = session.texts()
    occasion = Occasion(
        slot=how.slot,
        mode=how.mode,
        kept=how.kept,
        where=how.place,
        words=step.words[say.language] if step.words else "",
        note=_source_of(step),
    )
    ask(step.puzzle(session.book()), occasion, how.ways)


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

    with areas.frame():
        if card:
            with areas.verdict():
                st.html(_tried(step, card, broken))
        else:
            with areas.question():
                show_place(how)
                show_words(step.words[say.language])
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
        return told_html(say, words, right=False)
    key = "try.follows" if card.suit == step.led else "try.free"
    return told_html(say, say(key, card=card, suit=step.led), right=True)


def _another(slot: str) -> None:
    session.forget(slot)
    session.count("another")


def _choose(how: Playing, step: Choose) -> None:
    """Let the learner make a choice that the rest of the tutor goes by."""
    say, slot = session.texts(), how.slot
    chosen = session.answering(slot, step.setting).parts
    with areas.frame():
        with areas.question():
            show_place(how)
            show_words(step.words[say.language])
            if chosen:
                st.caption("✓ " + say("learn.chosen", rulebook=rulebook(chosen[-1])))
        with areas.board():
            _last_table(how)
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
    level, puzzle = FadingLevel(int(drawn.parts[0])), parse_puzzle(drawn.parts[1])
    head = "learn.told" if level == FadingLevel.NARRATED else "learn.drill"
    note = say(head, number=at + 1, count=step.count)
    occasion = Occasion(
        slot=slot,
        mode=how.mode,
        kept=how.kept,
        aim=step.rule,
        focus=at > 0,
        where=how.place,
        note=note,
        given=tuple(drawn.parts[2:]),
    )

    def ways(*, done: bool) -> None:
        if last or not done:
            how.ways(done=done)
        else:
            st.button(
                say("drill.next"),
                key=f"drill-next-{slot}",
                type="primary",
                shortcut=session.shortcut("N"),
                on_click=_advance,
                args=(how.slot, seed, at, step.rule),
            )

    if level == FadingLevel.NARRATED:
        above = say("between").join(filter(None, (how.place, note)))
        examples.narrate(puzzle, slot, ways, above=above, focus=at > 0)
    else:
        ask(puzzle, occasion, ways)


def _drawn(step: Drill, slot: str, rng: random.Random) -> list[str]:
    """Draw a puzzle for a rule, with as much help as the learner still needs."""
    level = examples.level_of(step.rule, slot)
    table = step.variant.table(session.book())
    drawn: list[str] = []
    puzzle = None
    while puzzle is None or _too_early(step, puzzle):
        if level == FadingLevel.SOLO:
            puzzle = generate(step.kind, step.rule, step.variant, table, rng)
            drawn = [str(int(level)), print_puzzle(puzzle)]
        else:
            found = example(level, step.rule, step.variant, (table,), rng)
            puzzle = found.puzzle
            drawn = [str(int(found.level)), print_puzzle(puzzle), *found.given]
    return drawn


_RUFFS = (Rule.RUFF_WINS, Rule.HIGHEST_RUFF_WINS)


def _too_early(step: Drill, puzzle: Puzzle) -> bool:
    """Return whether a led trump is ruffed, which is disputed, where ruffs are practised."""
    ruled = puzzle.ruling if step.rule in _RUFFS else None
    return ruled is not None and ruled.roles[0] == Role.LED_TRUMP


def _advance(slot: str, seed: str, at: int, rule: Rule) -> None:
    tally = session.answering(f"{slot}-tally", seed)
    if len(tally.parts) == at:
        tally.parts.append("done")
        examples.note_told(rule, slot)
