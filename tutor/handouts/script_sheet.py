"""The half hour of one teacher with one newcomer, as a script to lay beside the table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.rulebooks import Rulebook
from puzzles.scenes import LadderSight
from tutor.handouts import Links
from tutor.handouts.blocks import Beside, Block, Heading, ItemBlock, Paragraph, Points, Sheet
from tutor.handouts.lesson_sheet import below
from tutor.handouts.positions import hand, held, ladder, position, solution, trick
from tutor.handouts.side_by_side import STAGES, Beat, betrayed, place, told
from tutor.lessons.steps import Try
from tutor.words.texts import Texts


def script_sheet(beats: Sequence[Beat], book: Rulebook, say: Texts, links: Links) -> Sheet:
    """Print what to do, to say and to ask, with every answer and what other answers betray."""
    blocks: list[Block] = []
    for beat in beats:
        if beat.first:
            blocks.append(_stage(beat, say))
        blocks.append(ItemBlock(str(beat.number), tuple(_beat(beat, book, say))))
    return Sheet(
        name=f"calypso-side-by-side-{say.language}",
        language=say.language,
        title=say("page.beside.title"),
        subtitle=say("side.sheet.about", minutes=sum(one.minutes for one in STAGES), rulebook=book),
        code=links.code(say("side.sheet.code"), "beside"),
        blocks=tuple(blocks),
        small=say("side.sheet.small"),
    )


def _stage(beat: Beat, say: Texts) -> Heading:
    stage = beat.stage
    title = say(
        "side.sheet.stage",
        number=STAGES.index(stage) + 1,
        title=say(f"side.stage.{stage.id}.title"),
        start=beat.start,
        end=beat.start + stage.minutes,
    )
    goal = say("side.goal", goal=say(f"side.stage.{stage.id}.goal"))
    return Heading(title, goal)


def _beat(beat: Beat, book: Rulebook, say: Texts) -> Iterator[Block]:
    """Print one scene: directions and words, the table beside them, and the answer."""
    words: list[Block] = []
    if beat.do:
        words += [Paragraph(say("side.do"), strong=True), Points(beat.do)]
    if beat.say:
        words.append(Paragraph(say("side.say"), strong=True))
        words += [Paragraph(one, spoken=True) for one in beat.say]
    if beat.ask:
        words.append(Paragraph(say("side.ask"), strong=True))
        words.append(Paragraph(beat.ask, spoken=True))
    shown = place(beat.step, book)
    if shown and shown.trick:
        table: Block
        if beat.puzzle:
            table = position(beat.puzzle, say)[0]
        else:
            turn = beat.step.seat if isinstance(beat.step, Try) else None
            table = trick(say, replace(shown.on_table(), turn=turn, ruling=None))
        yield Beside((table,), tuple(words))
    else:
        yield from words
    if beat.puzzle:
        yield from _answer(beat, say)
    elif isinstance(beat.step, Try):
        yield Paragraph(say("side.may", cards=beat.step.legal), strong=True)
        yield hand(say, held(beat.step.seat, beat.step.hand))
    elif shown and shown.ruling:
        yield from below(shown, say) or (ladder(say, LadderSight(shown.ruling)),)


def _answer(beat: Beat, say: Texts) -> Iterator[Block]:
    explained = told(beat, say)
    assert explained is not None
    assert beat.puzzle is not None
    yield from (
        Paragraph(one, strong=number == 0) for number, one in enumerate(explained.sentences)
    )
    yield from solution(beat.puzzle, say)
    found = betrayed(beat, say)
    if found:
        yield Paragraph(say("side.betrays"), strong=True)
        yield Points(tuple(one.line(say) for one in found))
