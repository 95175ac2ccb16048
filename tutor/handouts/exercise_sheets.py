"""Lessons and sets of puzzles on paper; their answers stand on pages of their own."""

from collections.abc import Iterable, Iterator, Sequence

from engine.rulebooks import Rulebook
from engine.table import Table
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.scenes import HandSight, LadderSight, ShelfSight
from tutor.assignments import Assignment, write
from tutor.handouts import (
    Beside,
    Block,
    Break,
    Code,
    Hand,
    ItemBlock,
    Links,
    OptionsBlock,
    Paragraph,
    Points,
    Sheet,
    TrickBlock,
)
from tutor.handouts.positions import drawable, hand, held, ladder, position, shelf, solution, trick
from tutor.lessons.steps import (
    Ask,
    Choose,
    Drill,
    Lesson,
    LessonStep,
    PositionShown,
    Say,
    Show,
    Try,
    WholeDeal,
)
from tutor.words.explanation import answer_label, choice_label, explain
from tutor.words.texts import LANGUAGES, Texts

SECTION, DENSE = 12, 560
"""So many puzzles share a QR code, and so many characters: a finer one no camera reads."""


def simplest_first(puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """Put puzzles in the order in which a sheet asks them: those of one question come first."""
    return tuple(sorted(puzzles, key=lambda puzzle: len(puzzle.parts)))


def puzzle_sheet(puzzles: Sequence[Puzzle], say: Texts, links: Links) -> Sheet:
    """Print the questions; some twelve puzzles share a code, which begins a page."""
    blocks: list[Block] = []
    parts = tuple(_sections(puzzles))
    for start, part in parts:
        if start > 1:
            key = "handout.puzzles.part" if len(part) > 1 else "handout.puzzles.last"
            title = say(key, first=start, last=start + len(part) - 1)
            blocks.append(Break(title, _code(part, say, links)))
        blocks += [
            question(str(number), puzzle, say) for number, puzzle in enumerate(part, start=start)
        ]
    return Sheet(
        name=f"calypso-puzzles-{say.language}",
        language=say.language,
        title=say("handout.puzzles.title"),
        subtitle=_about(puzzles, say),
        code=_code(parts[0][1], say, links),
        blocks=tuple(blocks),
        small=say("handout.puzzles.small"),
    )


def answer_key(puzzles: Sequence[Puzzle], say: Texts, links: Links) -> Sheet:
    """Print the answers: what is right and why, the ladder, the rule, and who rules otherwise."""
    return Sheet(
        name=f"calypso-answers-{say.language}",
        language=say.language,
        title=say("handout.answers.title"),
        subtitle=_about(puzzles, say),
        code=_code(next(_sections(puzzles))[1], say, links),
        blocks=tuple(
            answer(str(number), puzzle, say) for number, puzzle in enumerate(puzzles, start=1)
        ),
        small=say("handout.answers.small"),
    )


def question(number: str, puzzle: Puzzle, say: Texts, before: Sequence[Block] = ()) -> ItemBlock:
    """Print one puzzle: its position, and what is asked."""
    table, *beside = position(puzzle, say)
    ticked = any(isinstance(block, Hand) and block.boxes for block in beside)
    asked = tuple(_asked(puzzle, say, ticked=ticked))
    if isinstance(table, TrickBlock):
        # What others hold stands beside the table, what is long or to be ticked below it.
        near = tuple(
            block
            for block in beside
            if isinstance(block, Paragraph) or (isinstance(block, Hand) and not block.boxes)
        )
        far = tuple(block for block in beside if block not in near)
        return ItemBlock(number, (*before, Beside((table,), (*asked, *near), far)))
    return ItemBlock(number, (*before, table, *beside, *asked))


def _asked(puzzle: Puzzle, say: Texts, *, ticked: bool) -> Iterator[Block]:
    for part in puzzle.parts:
        asked = say(f"part.{part.key}", **part.facts)
        options = (choice_label(say, puzzle, part, choice) for choice in part.choices)
        if ticked:
            yield Paragraph(asked, strong=True)
        else:
            yield OptionsBlock(question=asked, many=part.many, options=tuple(options))


def answer(number: str, puzzle: Puzzle, say: Texts) -> ItemBlock:
    """Print the answer to one puzzle, as the pages explain it."""
    told = explain(puzzle, puzzle.check(puzzle.solution), say, ())
    answered = answer_label(say, puzzle, puzzle.solution)
    return ItemBlock(
        number,
        (
            Paragraph(answered[:1].upper() + answered[1:], strong=True),
            *map(Paragraph, told.sentences),
            *solution(puzzle, say),
            Paragraph(say("verdict.rule", rule=told.rule.name), strong=True),
            Paragraph(told.rule.text),
            *map(Paragraph, told.dissents),
        ),
    )


def _about(puzzles: Sequence[Puzzle], say: Texts) -> str:
    """Return what a set is of: how many puzzles, which forms, and by which rulebooks.

    Of Calypso for Two none says anything.
    """
    tables = [puzzle.table for puzzle in puzzles]
    rulebooks = dict.fromkeys(table.rulebook for table in tables if not table.for_two)
    forms = dict.fromkeys(puzzle.variant for puzzle in puzzles)
    count, listed = len(puzzles), say.series(tuple(map(say.name, forms)))
    if not rulebooks:
        return say("handout.puzzles.about.two", count=count, forms=listed)
    by = say.series(tuple(map(say.name, rulebooks)))
    return say("handout.puzzles.about", count=count, forms=listed, rulebooks=by)


def _sections(puzzles: Sequence[Puzzle]) -> Iterator[tuple[int, Sequence[Puzzle]]]:
    """Divide a set into parts whose codes can be read, each with the number of its first."""
    start = 0
    for end in range(1, len(puzzles) + 1):
        part = puzzles[start : end + 1]
        if end == len(puzzles) or len(part) > SECTION or len(write(_set(part))) > DENSE:
            yield start + 1, puzzles[start:end]
            start = end


def _set(puzzles: Sequence[Puzzle]) -> Assignment:
    """Make a set to be opened by a code; a puzzle that is printed twice is there once."""
    lines = tuple(dict.fromkeys(map(print_puzzle, puzzles)))
    rulebook = puzzles[0].table.rulebook
    return Assignment(lessons=(), puzzles=lines, rulebook=rulebook, note="")


def _code(puzzles: Sequence[Puzzle], say: Texts, links: Links) -> Code | None:
    """Lead to the puzzles: one opens in the drill, several as a set to work through."""
    caption = say("handout.puzzles.code", count=len(puzzles))
    if len(puzzles) == 1:
        return links.code(caption, "drill", puzzle=print_puzzle(puzzles[0]))
    return links.code(caption, "assignment", set=write(_set(puzzles)))


# ------------------------------------------------------------------------------ a lesson


def lesson_sheet(lesson: Lesson, rulebook: Rulebook, say: Texts, links: Links) -> Sheet:
    """Print every step in its order; *rulebook* judges positions where the author names none."""
    asked = [step for step in lesson.steps if isinstance(step, Ask | Try)]
    code = links.code(say("handout.lesson.code"), "learn", lesson=lesson.id)
    blocks = list[Block]()
    seated = set[Table]()
    for step in lesson.steps:
        if isinstance(step, WholeDeal):  # a page to lay the cards from
            blocks.append(Break(say("handout.lesson.deal"), code))
        table = step.setting.table(rulebook) if isinstance(step, Show | Ask | Try) else None
        if isinstance(step, Show) and step.bare and step.words and table in seated:
            blocks += paragraphs(step.words[say.language])  # nothing is to be seen of it
        else:
            blocks += _step(step, asked, rulebook, say)
        if table:
            seated.add(table)
    read = lesson.spoken(say.language)
    if read != say.language:
        blocks.insert(0, Paragraph(say("learn.untranslated", language=LANGUAGES[read])))
    answers = [
        _answer(str(number), step, rulebook, say) for number, step in enumerate(asked, start=1)
    ]
    if answers:
        blocks += [Break(say("handout.lesson.answers", title=lesson.title[say.language]), code)]
        blocks += answers
    return Sheet(
        name=f"calypso-lesson-{lesson.id}-{say.language}",
        language=say.language,
        title=lesson.title[say.language],
        subtitle=say("handout.lesson.about", rulebook=rulebook),
        code=code,
        blocks=tuple(blocks),
        small=say("handout.lesson.small", title=lesson.title[say.language]),
    )


def _step(
    step: LessonStep, asked: list[Ask | Try], rulebook: Rulebook, say: Texts
) -> Iterator[Block]:
    language = say.language
    if isinstance(step, Say):
        yield from paragraphs(step.words[language])
    elif isinstance(step, Show):
        yield from shown(step, rulebook, say)
    elif isinstance(step, Drill):
        key = "handout.lesson.drill-among" if step.beside else "handout.lesson.drill"
        yield Paragraph(say(key, count=step.count, rule=step.rule), strong=True)
    elif isinstance(step, WholeDeal):
        yield from deal_blocks(step, say)
    elif isinstance(step, Choose):
        yield from paragraphs(step.words[language])
        yield Points(tuple(say(f"rulebook.{choice.id}.text") for choice in step.choices))
    else:
        number = str(asked.index(step) + 1)
        words: tuple[Block, ...] = ()
        if step.words:
            words = tuple(paragraphs(step.words[language]))
        if isinstance(step, Ask):
            words += _named_rulebook(step, say)
            yield question(number, step.puzzle(rulebook), say, words)
        else:
            yield ItemBlock(number, (*words, *_try(step, rulebook, say)))


def deal_blocks(step: WholeDeal, say: Texts) -> Iterator[Block]:
    """Print a deal to be laid on a real table: who deals, the hands, what is built, the rules."""
    deal = step.deal
    if step.words:
        yield from paragraphs(step.words[say.language])
    yield Paragraph(say("handout.lesson.lay", seat=deal.dealer), strong=True)
    for seat, cards in zip(deal.seats, deal.hands, strict=True):
        yield hand(say, HandSight(seat=seat, yours=False, cards=cards))
    for seat, own in zip(deal.seats, deal.calypsos, strict=True):
        if any(calypso.ranks or calypso.completed for calypso in own):
            yield shelf(say, ShelfSight(seat=seat, calypsos=own, full=deal.variant.full))
    yield Paragraph(say("handout.lesson.tells"), strong=True)
    yield Points(tuple(map(say.name, step.tell)))


def paragraphs(words: str) -> Iterator[Paragraph]:
    """Divide an author's plain words into paragraphs."""
    return (Paragraph(line.strip()) for line in words.split("\n") if line.strip())


def shown(step: Show, rulebook: Rulebook, say: Texts) -> Iterator[Block]:
    """Print a position to look at: the words beside the table, ladder and calypsos below."""
    words: tuple[Block, ...] = tuple(paragraphs(step.words[say.language])) if step.words else ()
    if step.setting.source:
        words += (Paragraph(say("learn.example-from", source=step.setting.source.source)),)
    words += _named_rulebook(step, say)
    if scored := step.scored(rulebook):
        yield from words
        yield from position(scored, say)
        reasons = scored.check(scored.solution).reasons
        yield Points(tuple(map(say.explain, reasons)))
        return
    shown = step.under(rulebook)
    table, _, own = step.scene(shown)
    under = below(shown, say)
    if own:
        under += (hand(say, own),)
    if table:
        yield Beside((trick(say, table),), words, under)
    else:
        yield from (*words, *under)


def pictured(step: LessonStep, rulebook: Rulebook, say: Texts) -> tuple[Block, ...]:
    """Return the picture by which a step is known; nothing if it has none."""
    match step:
        case Ask():
            return drawable(position(step.puzzle(rulebook), say))
        case Try():
            return (trick(say, step.on_table(rulebook, None)),)
        case Show() if scored := step.scored(rulebook):
            return drawable(position(scored, say))
        case Show():
            shown = step.under(rulebook)
            table, *_ = step.scene(shown)
            return (trick(say, table),) if table else drawable(below(shown, say))
    return ()


def below(shown: PositionShown, say: Texts) -> tuple[Block, ...]:
    """List what a position shows besides its table: the ladder, and calypsos after the trick."""
    rungs = (ladder(say, LadderSight(shown.ruling)),) if shown.ruling else ()
    return (*rungs, *(shelf(say, sight) for sight in shown.on_shelves(complete=True)))


def _named_rulebook(step: Show | Ask, say: Texts) -> tuple[Block, ...]:
    """Name the rulebook where the author did, since the position hangs on it."""
    rulebook = step.setting.rulebook
    return (Paragraph(say("ask.by-rulebook", rulebook=rulebook)),) if rulebook else ()


def _try(step: Try, rulebook: Rulebook, say: Texts) -> tuple[Block, ...]:
    table = trick(say, step.on_table(rulebook, None))
    asked = Paragraph(say("handout.lesson.try"), strong=True)
    return (Beside((table,), (asked,), (hand(say, held(step.seat, step.hand, pick=True)),)),)


def _answer(number: str, step: Ask | Try, rulebook: Rulebook, say: Texts) -> ItemBlock:
    if isinstance(step, Ask):
        return answer(number, step.puzzle(rulebook), say)
    cards = tuple(dict.fromkeys(step.legal))
    follows = all(card.suit == step.led for card in cards)
    key = "handout.lesson.follow" if follows else "handout.lesson.free"
    return ItemBlock(number, (Paragraph(say(key, cards=cards, suit=step.led), strong=True),))
