"""Examples of a rule that fade: told whole, the last step asked, the last two, then all."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

import streamlit as st

from engine.rules import Rule
from engine.trick import Role
from puzzles.generator import askable, generate
from puzzles.kinds import KINDS, completing
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.scenes import LadderSight, TableSight, so_far, solved
from tutor.drawing.ladder import ladder_picture
from tutor.drawing.scenes import Illustration, illustrate
from tutor.drawing.trick import trick_picture
from tutor.learning import Attempt, given_mode
from tutor.learning.fading import Example, FadingLevel, example, fading
from tutor.lessons.steps import Drill
from tutor.pages.frame import navigation, progress, running_text, session
from tutor.pages.frame.browser import card_table, look, look_at
from tutor.pages.questions import areas
from tutor.pages.questions.answers import answering
from tutor.pages.questions.areas import Ways
from tutor.pages.questions.question import Occasion, ask
from tutor.pages.study.positions import Playing, laying_of, next_card
from tutor.words.explanation import asked_label

MODE = "example"


def _level_of(
    rule: Rule, told: Collection[Rule], answers: Sequence[Attempt] | None = None
) -> FadingLevel:
    """Return how much of an example of *rule* is left to the learner after *answers*, else now."""
    level = fading(progress.held().attempts if answers is None else answers, rule)
    return (level.told() if rule in told else level).level


def _mode(mode: str, drawn: Example) -> str:
    """Return how the answer to an example is kept, which may be that of its last parts alone."""
    return given_mode(mode) if drawn.given else mode


def _told(slot: str) -> set[Rule]:
    return session.under_way(f"{slot}-told", "", set[Rule])


@dataclass(slots=True)
class _Run:
    """A run of examples: which of them it is, counted from 0, and what was drawn."""

    drawn: Example
    number: int = 0


def page(rule: Rule) -> None:
    """Work through examples of one rule until the learner needs no help."""
    say, variant, rulebook = session.texts(), session.variant(), session.rulebook()
    if rule not in askable((rule,), variant, rulebook):
        navigation.lost(say("example.none"))
        return
    slot = f"example-{rule.value}"
    run = _run(slot, rule)
    stage = say(f"example.level.{run.drawn.left.name.lower().replace('_', '-')}")

    def ways(*, done: bool) -> None:
        if done:
            areas.onward(
                say("example.next"), f"next-{slot}-{run.number}", _go_on, slot, rule, run.number
            )

    told = run.drawn.level == FadingLevel.NARRATED
    occasion = Occasion(
        slot=f"{slot}-{run.number}" if told else slot,
        mode=_mode(MODE, run.drawn),
        aim=rule,
        given=run.drawn.given,
        focus=run.number > 0 or not told,
        where=say("example.head", rule=rule),
        coda=say("example.alone", rule=rule) if _alone(slot, run.drawn) else "",
    )
    _show(run.drawn, occasion, ways)
    st.caption(stage)
    with st.container(horizontal=True):
        navigation.link("rules", say("example.back"), rule=rule.value)
        navigation.link("drill", say("record.practise"))


def _alone(slot: str, drawn: Example) -> bool:
    """Whether all of an example was left to the learner, who was right without a hint."""
    state = answering(slot, print_puzzle(drawn.puzzle))
    right = state.verdict is not None and state.verdict.correct
    return drawn.level == FadingLevel.SOLO and right and not state.hints


def _run(slot: str, rule: Rule) -> _Run:
    """Return the run of examples of a rule, by the form and the rulebook chosen."""
    about = f"{rule.value} {session.variant().id} {session.rulebook().id}"
    return session.under_way(f"{slot}-run", about, lambda: _Run(_draw(slot, rule)))


def _draw(slot: str, rule: Rule) -> Example:
    variant = session.variant()
    tables = variant.tables(session.rulebook())
    return example(_level_of(rule, _told(slot)), rule, variant, tables, session.chance())


def _go_on(slot: str, rule: Rule, number: int) -> None:
    """Draw the example after that of this *number*; pressed twice it passes none over."""
    run = _run(slot, rule)
    if run.number != number:
        return
    if run.drawn.level == FadingLevel.NARRATED:
        _told(slot).add(rule)
    session.forget_slot(slot)
    run.number += 1
    run.drawn = _draw(slot, rule)


def _show(drawn: Example, occasion: Occasion, ways: Ways) -> None:
    """Ask what of an example is left to the learner; if nothing is, show it whole."""
    if drawn.level == FadingLevel.NARRATED:
        _narrate(drawn.puzzle, occasion, ways)
    else:
        ask(drawn.puzzle, occasion, ways)


def _narrate(puzzle: Puzzle, occasion: Occasion, ways: Ways) -> None:
    """Show an example whole: a trick card by card, one at a tap; anything else with its answer."""
    say, ruling, slot = session.texts(), puzzle.ruling, occasion.slot
    trick = ruling if completing(puzzle.kind) else None
    count, laying = len(trick.trick.plays) if trick else 0, laying_of(slot, print_puzzle(puzzle))
    shown = min(laying.laid, count)
    with areas.frame():
        with areas.question():
            st.html(running_text.place(f"{occasion.where}\n{occasion.note}"))
            running_text.heading(say("example.watch"))
            if not trick and len(puzzle.parts) == 1:
                running_text.paragraphs(asked_label(say, puzzle))
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
                next_card(slot, laying)
            ways(done=shown == count)
    if occasion.focus:
        look_at("question", laying.id)
    if shown == count and trick:
        look_at("actions", laying.id)


def drill(how: Playing, step: Drill) -> None:
    """Ask a few puzzles the engine makes for a rule; the first are worked with the learner."""
    say = session.texts()
    seed = how.seed()
    turns = step.turns(Random(f"{how.slot} {seed}"))
    number = min(how.drilled, step.count - 1)
    last = number == step.count - 1
    before, rule = turns[:number], turns[number]
    slot = f"{how.slot}-{number}"
    drawn = session.under_way(
        f"{slot}-drawn", seed, lambda: _drawn_before(how, step, rule, before, f"{slot} {seed}")
    )
    head = "learn.told" if drawn.level == FadingLevel.NARRATED else "ask.number"
    note = say(head, number=number + 1, count=step.count)
    occasion = Occasion(
        slot=slot,
        mode=_mode(how.mode, drawn),
        kept=how.kept,
        aim=rule,
        focus=number > 0,
        where=how.place,
        note=note,
        given=drawn.given,
    )

    def ways(*, done: bool) -> None:
        if last or not done:
            how.ways(done=done)
        else:
            areas.onward(say("drill.next"), f"drill-next-{slot}", how.on_drilled, number + 1)

    _show(drawn, occasion, ways)


def _drawn_before(
    how: Playing, step: Drill, rule: Rule, before: Collection[Rule], seed: str
) -> Example:
    """Draw a puzzle of a drill: after a reload the one that was answered, with the help it had."""
    *earlier, last = progress.held().attempts or (None,)
    if last and last.rule == rule and not KINDS[step.kind].slow:
        drawn = _drawn(step, rule, before, Random(seed), earlier)
        if (last.puzzle, last.mode) == (print_puzzle(drawn.puzzle), _mode(how.mode, drawn)):
            return drawn
    return _drawn(step, rule, before, Random(seed))


def _drawn(
    step: Drill,
    rule: Rule,
    before: Collection[Rule],
    rng: Random,
    answers: Sequence[Attempt] | None = None,
) -> Example:
    """Draw a puzzle for a rule of a drill, with as much help as is needed after those *before*."""
    level = _level_of(rule, before, answers)
    table = step.variant.table(session.rulebook())

    def draw() -> Example:
        if level == FadingLevel.SOLO:
            return Example(level, generate(step.kind, rule, step.variant, table, rng))
        return example(level, rule, step.variant, (table,), rng, step.kind)

    drawn = draw()
    for _ in range(_DRAWS):
        if not too_early(rule, drawn.puzzle):
            break
        drawn = draw()
    return drawn


_DRAWS = 40
"""How often another puzzle is drawn, at most, in place of one that asks too much."""

_RUFFS = (Rule.RUFF_WINS, Rule.HIGHEST_RUFF_WINS)


def too_early(rule: Rule, puzzle: Puzzle) -> bool:
    """Return whether something else has to be known as well, which other lessons teach.

    It is so where equal cards are among the best, and they are not the subject; and where a led
    trump is ruffed, which is disputed, and ruffs are practised.
    """
    ruled = puzzle.ruling
    if ruled is None:
        return False
    if rule != Rule.FIRST_OF_EQUALS and Rule.FIRST_OF_EQUALS in ruled.notes:
        return True
    return rule in _RUFFS and ruled.roles[0] == Role.LED_TRUMP
