"""Thirty minutes at one table: what a teacher says, lays and asks, as scenes and on paper.

No word of a lesson stands here a second time. A scene names a step; what is said is the
step's, what is laid follows from its position, and what a wrong answer betrays from the
engine. Which steps they are stands in ``tutor/handouts/half_hour.yaml``, the teacher's
directions in ``tutor/words/text/en/side_by_side.yaml``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from engine.calypso import Holdings
from engine.cards import Card, fan_cards
from engine.rulebooks import Rulebook
from engine.table import Seat
from puzzles.kinds import fitting
from puzzles.puzzle import Puzzle
from puzzles.scenes import LEARNER
from tutor.handouts import (
    Beside,
    Block,
    Heading,
    ItemBlock,
    LadderBlock,
    Links,
    Paragraph,
    Points,
    Sheet,
)
from tutor.handouts.exercise_sheets import below, paragraphs
from tutor.handouts.positions import hand, held, position, solution, trick
from tutor.lessons.guided.course import WHERE
from tutor.lessons.steps import Ask, Lesson, LessonStep, PositionShown, Say, Show, Try, WholeDeal
from tutor.words.explanation import (
    MOST_PERHAPS,
    Explanation,
    asked_label,
    choice_label,
    explain,
)
from tutor.words.texts import Texts


@dataclass(frozen=True, slots=True)
class StepReference:
    """A step of a lesson, by its id, and what kind of step it is meant to be."""

    lesson: str
    step: str
    kind: str


@dataclass(frozen=True, slots=True)
class HalfHourIdea:
    """One idea of the half hour, in words ``side.stage.<id>``; the first deal has no scenes."""

    id: str
    minutes: int
    scenes: tuple[StepReference, ...]


_FILE = Path(__file__).with_name("half_hour.yaml")

STAGES = tuple(
    HalfHourIdea(
        id_, told["minutes"], tuple(StepReference(*scene.split()) for scene in told["scenes"])
    )
    for id_, told in yaml.safe_load(_FILE.read_text(encoding="utf-8")).items()
)
"""From "this is a trick" to the first deal."""

FIRST_DEAL = ("deal.four-packs", "deal.four-deals", "play.first-lead", "calypso.partner-gets-cards")
"""The rules that are read aloud before the first deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """One screen of the half hour.

    ``do`` is what the teacher lays or deals, ``say`` what is read aloud, ``ask`` the question.
    ``step`` is nothing at the first deal; ``shown`` is its position, if it has one, and ``puzzle``
    is there when something is asked.
    ``first`` is whether a stage begins here, ``start`` the minute at which it does.
    """

    number: int
    stage: HalfHourIdea
    start: int
    first: bool
    step: LessonStep | None
    shown: PositionShown | None
    do: tuple[str, ...]
    say: tuple[str, ...]
    ask: str
    puzzle: Puzzle | None


class ScriptError(LookupError):
    """The script names a step that the lessons do not have, or one of another kind."""


def script(lessons: Sequence[Lesson], rulebook: Rulebook, say: Texts) -> tuple[Beat, ...]:
    """Put the half hour together, in one language."""
    beats: list[Beat] = []
    start, seating, laid = 0, "", False
    deal = next(
        (step for lesson in lessons for step in lesson.steps if isinstance(step, WholeDeal)), None
    )
    for stage in STAGES:
        steps: list[LessonStep | None] = [_step(scene, lessons) for scene in stage.scenes]
        for number, step in enumerate(steps or [None]):
            shown = _shown(step, rulebook)
            moved = shown is not None and str(shown.table) != seating
            builds = _builds(step, shown)
            do = tuple(_do(step, shown, say, moved=moved) if step else _deal(deal, say))
            if laid and builds:  # those laid out before are of another deal
                do = (say("side.do.clear"), *do)
            laid = laid or builds
            beats.append(
                Beat(
                    number=len(beats) + 1,
                    stage=stage,
                    start=start,
                    first=number == 0,
                    step=step,
                    shown=shown,
                    do=do,
                    say=tuple(_say(step, say)),
                    ask=_ask(step, rulebook, say),
                    puzzle=step.puzzle(rulebook) if isinstance(step, Ask) else None,
                )
            )
            seating = str(shown.table) if shown else seating
        start += stage.minutes
    return tuple(beats)


def _step(scene: StepReference, lessons: Sequence[Lesson]) -> LessonStep:
    lesson = next((lesson for lesson in lessons if lesson.id == scene.lesson), None)
    if lesson is None:
        raise ScriptError(f"there is no lesson {scene.lesson!r}")
    try:
        step = lesson.named(scene.step)
    except LookupError as error:
        raise ScriptError(str(error)) from error
    if step.name != scene.kind:
        raise ScriptError(
            f"{scene.lesson}, step {scene.step!r}: want {scene.kind!r}, found {step.name!r}"
        )
    return step


def _shown(step: LessonStep | None, rulebook: Rulebook) -> PositionShown | None:
    if isinstance(step, Show | Try):
        return step.under(rulebook)
    if isinstance(step, Ask):
        puzzle = step.puzzle(rulebook)
        ruling = puzzle.ruling
        return PositionShown(puzzle.variant, puzzle.table, ruling.trick if ruling else None, ruling)
    return None


def _builds(step: LessonStep | None, shown: PositionShown | None) -> bool:
    """Whether calypsos lie on the table in a step, or are begun there; the first deal has some."""
    holdings = shown.holdings if shown else None
    asked = isinstance(step, Ask) and step.kind == WHERE
    begun = any(calypso.ranks for calypsos in holdings or () for calypso in calypsos)
    return step is None or asked or begun


def _deal(step: WholeDeal | None, say: Texts) -> Iterator[str]:
    """Return how the first deal is dealt, or laid: the cards of the lessons' first deal."""
    yield from (say(f"side.deal.{number}") for number in (1, 2))
    if step:
        deal = step.deal
        yield say("side.deal.laid", seat=deal.dealer)
        for seat, cards in zip(deal.seats, deal.hands, strict=True):
            yield say("side.do.hand", seat=seat, cards=fan_cards(cards))
        yield from _built(deal.seats, deal.calypsos, say)
    yield from (say(f"side.deal.{number}") for number in (3, 4))


def _built(seats: Sequence[Seat], held: Holdings, say: Texts) -> Iterator[str]:
    for seat, calypsos in zip(seats, held, strict=True):
        cards = tuple(
            Card(calypso.suit, rank)
            for calypso in calypsos
            for rank in sorted(calypso.ranks, reverse=True)
        )
        if cards:
            yield say("side.do.built", seat=seat, cards=cards)


def _do(step: LessonStep, shown: PositionShown | None, say: Texts, *, moved: bool) -> Iterator[str]:
    if shown is None:
        return
    if moved:
        places = tuple(
            say("side.place", seat=seat, suit=trump)
            for seat, trump in zip(shown.table.seats, shown.table.trumps, strict=True)
        )
        yield say("side.do.table", places=places, seat=LEARNER)
    if shown.holdings:
        yield from _built(shown.table.seats, shown.holdings, say)
    if isinstance(step, Try):
        yield say("side.do.hand", seat=step.seat, cards=fan_cards(step.hand))
    if shown.trick:
        key = "side.do.lay" if len(shown.trick.plays) > 1 else "side.do.lead"
        cards = (say("side.card", seat=play.seat, card=play.card) for play in shown.trick.plays)
        yield say(key, seat=shown.trick.lead.seat, cards=tuple(cards))


def _say(step: LessonStep | None, say: Texts) -> Iterator[str]:
    """Yield the step's own words; before the first deal, those of the rules it follows."""
    if step is None:
        yield from (say(f"rule.{rule}.text") for rule in FIRST_DEAL)
        return
    words = step.words if isinstance(step, Say | Show | Ask | Try) else None
    if words:
        yield from (paragraph.text for paragraph in paragraphs(words[say.language]))


def _ask(step: LessonStep | None, rulebook: Rulebook, say: Texts) -> str:
    if isinstance(step, Ask):
        return asked_label(say, step.puzzle(rulebook))
    return say("side.ask.try") if isinstance(step, Try) else ""


@dataclass(frozen=True, slots=True)
class Betrayed:
    """What a newcomer may think who points at a wrong answer: the misconceptions that it fits."""

    answer: str
    misconceptions: tuple[str, ...]

    def line(self, say: Texts) -> str:
        """Return the answer and the ideas behind it, as a point of a list."""
        ideas = tuple(
            say("verdict.idea", misconception=misconception)
            for misconception in self.misconceptions
        )
        return say("side.betrayed", answer=self.answer, ideas=say.series(ideas))


def told(beat: Beat, say: Texts) -> Explanation | None:
    """Return what the pages say to the right answer, where something is asked."""
    puzzle = beat.puzzle
    return explain(puzzle, puzzle.check(puzzle.solution), say, ()) if puzzle else None


def betrayed(beat: Beat, say: Texts) -> tuple[Betrayed, ...]:
    """List the wrong answers to a question of one part that a few misconceptions lead to."""
    puzzle = beat.puzzle
    if puzzle is None or len(puzzle.parts) > 1:
        return ()
    signs = []
    for choice in puzzle.parts[0].choices:
        ideas = fitting(puzzle, choice.token)
        if 0 < len(ideas) <= MOST_PERHAPS:
            label = choice_label(say, puzzle, puzzle.parts[0], choice)
            names = tuple(say(f"misconception.{idea}.name") for idea in ideas)
            signs.append(Betrayed(label, names))
    return tuple(signs)


# ---------------------------------------------------------------------------- on paper


def script_sheet(beats: Sequence[Beat], rulebook: Rulebook, say: Texts, links: Links) -> Sheet:
    """Print what to do, to say and to ask, with every answer and what other answers betray."""
    blocks: list[Block] = []
    for beat in beats:
        if beat.first:
            blocks.append(_stage(beat, say))
        blocks.append(ItemBlock(str(beat.number), tuple(_beat(beat, rulebook, say)), flows=True))
    return Sheet(
        name=f"calypso-side-by-side-{say.language}",
        language=say.language,
        title=say("page.beside.title"),
        subtitle=say(
            "side.sheet.about", minutes=sum(stage.minutes for stage in STAGES), rulebook=rulebook
        ),
        code=links.code(say("side.sheet.code"), "beside"),
        blocks=tuple(blocks),
        small=say("side.sheet.small"),
    )


def _stage(beat: Beat, say: Texts) -> Heading:
    stage = beat.stage
    number, end = STAGES.index(stage) + 1, beat.start + stage.minutes
    title = say(f"side.stage.{stage.id}.title")
    goal = say("side.goal", goal=say(f"side.stage.{stage.id}.goal"))
    return Heading(
        say("side.sheet.stage", number=number, title=title, start=beat.start, end=end), goal
    )


def _beat(beat: Beat, rulebook: Rulebook, say: Texts) -> Iterator[Block]:
    words: list[Block] = []
    if beat.do:
        words += [Paragraph(say("side.do"), strong=True), Points(beat.do)]
    if beat.say:
        words.append(Paragraph(say("side.say"), strong=True))
        words += [Paragraph(sentence, spoken=True) for sentence in beat.say]
    if beat.ask:
        words.append(Paragraph(say("side.ask"), strong=True))
        words.append(Paragraph(beat.ask, spoken=True))
    shown = beat.shown
    if shown and shown.trick:
        table: Block
        if beat.puzzle:
            table = position(beat.puzzle, say)[0]
        else:
            tried = isinstance(beat.step, Try) and beat.step.on_table(rulebook, None)
            table = trick(say, tried or shown.on_table())
        yield Beside((table,), tuple(words))
    else:
        yield from words
    if beat.puzzle:
        yield from _answer(beat, say)
    elif isinstance(beat.step, Try):
        yield Paragraph(say("side.may", cards=beat.step.legal), strong=True)
        yield hand(say, held(beat.step.seat, beat.step.hand))
    elif shown:
        yield from _unsaid(below(shown, say))


def _answer(beat: Beat, say: Texts) -> Iterator[Block]:
    explained = told(beat, say)
    assert explained is not None
    assert beat.puzzle is not None
    yield from (
        Paragraph(sentence, strong=number == 0)
        for number, sentence in enumerate(explained.sentences)
    )
    yield from _unsaid(solution(beat.puzzle, say))
    if answers := betrayed(beat, say):
        yield Paragraph(say("side.betrays"), strong=True)
        yield Points(tuple(answer.line(say) for answer in answers))


def _unsaid(blocks: Sequence[Block]) -> Iterator[Block]:
    """Leave out the ladder: who wins is marked or said already, and why is in the words."""
    return (block for block in blocks if not isinstance(block, LadderBlock))
