"""Examples of a rule that fade: told whole, the last step asked, the last two, then all."""

from random import Random

import streamlit as st

from engine.rules import Rule
from engine.table import Table
from engine.trick import Role
from engine.variants import Variant
from puzzles.generate import askable, generate
from puzzles.kinds import completing
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.scenes import LadderSight, TableSight, so_far, solved
from tutor.drawing.ladder import ladder_picture
from tutor.drawing.scenes import Illustration, illustrate
from tutor.drawing.trick import trick_picture
from tutor.learning.fading import FadingLevel, example, fading
from tutor.lessons.steps import Drill
from tutor.pages.asking import areas, slots
from tutor.pages.asking.areas import Ways
from tutor.pages.asking.question import Occasion, ask
from tutor.pages.frame import navigation, progress, running_text, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.reader import look_at
from tutor.pages.study.positions import Playing, next_card, revealed

MODE = "example"


def level_of(rule: Rule, slot: str) -> FadingLevel:
    """Return how much of an example of *rule* is left to the learner now."""
    found = fading(progress.held().attempts, rule)
    told = bool(slots.answering(f"{slot}-told", rule.value).parts)
    return (found.told() if told else found).level


def note_told(rule: Rule, slot: str) -> None:
    """Remember that an example of *rule* was told; from then on something is asked."""
    slots.answering(f"{slot}-told", rule.value).parts = ["told"]


def page(rule: Rule) -> None:
    """Work through examples of one rule until the learner needs no help."""
    say, variant, book = session.texts(), session.variant(), session.book()
    if rule not in askable((rule,), variant, book):
        navigation.lost(say("example.none"))
        return
    slot = f"example-{rule.value}"
    state = slots.answering(f"{slot}-run", f"{rule.value} {variant.id} {book.id}")
    if not state.parts:
        _draw(slot, rule, variant, variant.tables(book), session.chance())
    level, line, given = FadingLevel(int(state.parts[0])), state.parts[1], tuple(state.parts[2:])
    stage = say(f"example.level.{level.name.lower().replace('_', '-')}")
    above = say("example.head", rule=rule)

    def ways(*, done: bool) -> None:
        if done:
            areas.onward(say("example.next"), f"next-{slot}-{state.hints}", _go_on, slot, rule)

    puzzle = parse_puzzle(line)
    if level == FadingLevel.NARRATED:
        narrate(puzzle, f"{slot}-{state.hints}", ways, above=above, focus=state.hints > 0)
    else:
        occasion = Occasion(
            slot=slot,
            mode=MODE,
            aim=rule,
            given=given,
            focus=True,
            where=above,
            coda=say("example.alone", rule=rule) if level == FadingLevel.SOLO else "",
        )
        ask(puzzle, occasion, ways)
    st.caption(stage)
    with st.container(horizontal=True):
        navigation.link("rules", say("example.back"), rule=rule.value)
        navigation.link("drill", say("record.practise"))


def _draw(slot: str, rule: Rule, variant: Variant, tables: tuple[Table, ...], rng: Random) -> None:
    state = slots.answering(f"{slot}-run", slots.answering_line(f"{slot}-run"))
    drawn = example(level_of(rule, slot), rule, variant, tables, rng)
    state.parts = [str(int(drawn.level)), print_puzzle(drawn.puzzle), *drawn.given]


def _go_on(slot: str, rule: Rule) -> None:
    """Draw the next example at the level the last answer has led to."""
    state = slots.answering(f"{slot}-run", slots.answering_line(f"{slot}-run"))
    if state.parts and FadingLevel(int(state.parts[0])) == FadingLevel.NARRATED:
        note_told(rule, slot)
    slots.forget(slot)
    state.hints += 1
    variant, book = session.variant(), session.book()
    _draw(slot, rule, variant, variant.tables(book), session.chance())


def narrate(puzzle: Puzzle, slot: str, ways: Ways, *, above: str, focus: bool) -> None:
    """Tell an example whole: a trick card by card, one at a tap; anything else with its answer.

    *above* stands over its heading; *focus* moves the reader to it, when it takes the place of
    another.
    """
    say, ruling = session.texts(), puzzle.ruling
    trick = ruling if completing(puzzle.kind) else None
    line, count = print_puzzle(puzzle), len(trick.trick.plays) if trick else 0
    shown = revealed(slot, line, count) if trick else 0
    with areas.frame():
        with areas.question():
            st.html(running_text.place(above))
            running_text.heading(say("example.watch"))
        if trick:
            sight = TableSight(
                variant=puzzle.variant,
                table=puzzle.table,
                trick=so_far(trick.trick, shown),
                ruling=trick if shown == count else None,
            )
            ladder = ladder_picture(look(), LadderSight(trick, shown=shown))
            drawn = Illustration(trick_picture(look(), sight), ladder)
        else:
            drawn = illustrate(look(), puzzle, solved(puzzle))
        card_table(drawn.table, key=f"table-{slot}")
        with areas.replies(), st.container(key="told"):
            if drawn.beside:
                card_table(drawn.beside, key=f"beside-{slot}")
            if not trick:
                running_text.points(map(say.explain, puzzle.check(puzzle.solution).reasons))
        with areas.actions():
            if shown < count:
                next_card(slot, line, shown)
            ways(done=shown == count)
    if focus:
        look_at("question", slot)
    if shown == count and trick:
        look_at("actions", slot)


def drill(how: Playing, step: Drill) -> None:
    """Ask a few puzzles the engine makes for a rule; the first are worked with the learner."""
    say = session.texts()
    seed = how.seed()
    tally = slots.answering(f"{how.slot}-tally", seed)
    at = min(len(tally.parts), step.count - 1)
    last = at == step.count - 1
    rule = step.turns(Random(f"{how.slot} {seed}"))[at]
    slot = f"{how.slot}-{at}"
    drawn = slots.answering(f"{slot}-drawn", seed)
    if not drawn.parts:
        drawn.parts = _drawn(step, rule, how.slot, Random(f"{slot} {seed}"))
    level, puzzle = FadingLevel(int(drawn.parts[0])), parse_puzzle(drawn.parts[1])
    head = "learn.told" if level == FadingLevel.NARRATED else "learn.drill"
    note = say(head, number=at + 1, count=step.count)
    occasion = Occasion(
        slot=slot,
        mode=how.mode,
        kept=how.kept,
        aim=rule,
        focus=at > 0,
        where=how.place,
        note=note,
        given=tuple(drawn.parts[2:]),
    )

    def ways(*, done: bool) -> None:
        if last or not done:
            how.ways(done=done)
        else:
            areas.onward(
                say("drill.next"), f"drill-next-{slot}", _advance, how.slot, seed, at, rule
            )

    if level == FadingLevel.NARRATED:
        above = say("between").join(filter(None, (how.place, note)))
        narrate(puzzle, slot, ways, above=above, focus=at > 0)
    else:
        ask(puzzle, occasion, ways)


def _drawn(step: Drill, rule: Rule, slot: str, rng: Random) -> list[str]:
    """Draw a puzzle for a rule of a drill, with as much help as the learner still needs."""
    level = level_of(rule, slot)
    table = step.variant.table(session.book())
    drawn: list[str] = []
    puzzle = None
    while puzzle is None or _too_early(rule, puzzle):
        if level == FadingLevel.SOLO:
            puzzle = generate(step.kind, rule, step.variant, table, rng)
            drawn = [str(int(level)), print_puzzle(puzzle)]
        else:
            found = example(level, rule, step.variant, (table,), rng)
            puzzle = found.puzzle
            drawn = [str(int(found.level)), print_puzzle(puzzle), *found.given]
    return drawn


_RUFFS = (Rule.RUFF_WINS, Rule.HIGHEST_RUFF_WINS)


def _too_early(rule: Rule, puzzle: Puzzle) -> bool:
    """Return whether a led trump is ruffed, which is disputed, where ruffs are practised."""
    ruled = puzzle.ruling if rule in _RUFFS else None
    return ruled is not None and ruled.roles[0] == Role.LED_TRUMP


def _advance(slot: str, seed: str, at: int, rule: Rule) -> None:
    tally = slots.answering(f"{slot}-tally", seed)
    if len(tally.parts) == at:
        tally.parts.append("done")
        note_told(rule, slot)
