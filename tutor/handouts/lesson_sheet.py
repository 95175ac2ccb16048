"""A lesson on paper, from the lesson's own data; its answers stand on a page of their own."""

from collections.abc import Iterator

from engine.rulebooks import Rulebook
from puzzles.scenes import HandSight, LadderSight, ShelfSight
from tutor.handouts import Beside, Block, Break, ItemBlock, Links, Paragraph, Points, Sheet
from tutor.handouts.positions import drawable, hand, held, ladder, position, shelf, trick
from tutor.handouts.puzzle_sheet import answer, question
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
from tutor.words.texts import LANGUAGES, Texts


def lesson_sheet(lesson: Lesson, book: Rulebook, say: Texts, links: Links) -> Sheet:
    """Print every step in its order; *book* judges positions for which the author names none."""
    asked = [step for step in lesson.steps if isinstance(step, Ask | Try)]
    code = links.code(say("handout.lesson.code"), "learn", lesson=lesson.id)
    blocks = list[Block]()
    for step in lesson.steps:
        if isinstance(step, WholeDeal):  # a page to lay the cards from
            blocks.append(Break(say("handout.lesson.deal"), code))
        blocks += _step(step, asked, book, say)
    read = lesson.spoken(say.language)
    if read != say.language:
        blocks.insert(0, Paragraph(say("learn.untranslated", language=LANGUAGES[read])))
    answers = [_answer(str(number), step, book, say) for number, step in enumerate(asked, start=1)]
    if answers:
        blocks += [Break(say("handout.lesson.answers", title=lesson.title[say.language]), code)]
        blocks += answers
    return Sheet(
        name=f"calypso-lesson-{lesson.id}-{say.language}",
        language=say.language,
        title=lesson.title[say.language],
        subtitle=say("handout.lesson.about", rulebook=book),
        code=code,
        blocks=tuple(blocks),
        small=say("handout.lesson.small", title=lesson.title[say.language]),
    )


def _step(step: LessonStep, asked: list[Ask | Try], book: Rulebook, say: Texts) -> Iterator[Block]:
    language = say.language
    if isinstance(step, Say):
        yield from paragraphs(step.words[language])
    elif isinstance(step, Show):
        yield from shown(step, book, say)
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
            words += _named_book(step, say)
            yield question(number, step.puzzle(book), say, words)
        else:
            yield ItemBlock(number, (*words, *_try(step, book, say)))


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


def shown(step: Show, book: Rulebook, say: Texts) -> Iterator[Block]:
    """Print a position to look at: the words beside the table, ladder and calypsos below."""
    words: tuple[Block, ...] = tuple(paragraphs(step.words[say.language])) if step.words else ()
    if step.setting.source:
        words += (Paragraph(say("learn.example-from", source=step.setting.source.source)),)
    words += _named_book(step, say)
    if scored := step.scored(book):
        yield from words
        yield from position(scored, say)
        reasons = scored.check(scored.solution).reasons
        yield Points(tuple(map(say.explain, reasons)))
        return
    one = step.under(book)
    table, _, own = step.scene(one)
    under = below(one, say)
    if own:
        under += (hand(say, own),)
    if table:
        yield Beside((trick(say, table),), words, under)
    else:
        yield from (*words, *under)


def pictured(step: LessonStep, book: Rulebook, say: Texts) -> tuple[Block, ...]:
    """Return the picture by which a step is known; nothing if it has none."""
    match step:
        case Ask():
            return drawable(position(step.puzzle(book), say))
        case Try():
            return (trick(say, step.on_table(book, None)),)
        case Show() if scored := step.scored(book):
            return drawable(position(scored, say))
        case Show():
            one = step.under(book)
            table, *_ = step.scene(one)
            return (trick(say, table),) if table else drawable(below(one, say))
    return ()


def below(one: PositionShown, say: Texts) -> tuple[Block, ...]:
    """List what a position shows besides its table: the ladder, and calypsos after the trick."""
    rungs = (ladder(say, LadderSight(one.ruling)),) if one.ruling else ()
    return (*rungs, *(shelf(say, sight) for sight in one.on_shelves(complete=True)))


def _named_book(step: Show | Ask, say: Texts) -> tuple[Block, ...]:
    """Name the rulebook where the author did, since the position hangs on it."""
    book = step.setting.rulebook
    return (Paragraph(say("learn.by-rulebook", rulebook=book)),) if book else ()


def _try(step: Try, book: Rulebook, say: Texts) -> tuple[Block, ...]:
    table = trick(say, step.on_table(book, None))
    asked = Paragraph(say("handout.lesson.try"), strong=True)
    return (Beside((table,), (asked,), (hand(say, held(step.seat, step.hand, pick=True)),)),)


def _answer(number: str, step: Ask | Try, book: Rulebook, say: Texts) -> ItemBlock:
    if isinstance(step, Ask):
        return answer(number, step.puzzle(book), say)
    cards = tuple(dict.fromkeys(step.legal))
    follows = all(card.suit == step.led for card in cards)
    key = "handout.lesson.follow" if follows else "handout.lesson.free"
    return ItemBlock(
        number,
        (
            Paragraph(say(key, cards=cards, suit=step.led), strong=True),
            hand(say, held(step.seat, step.legal)),
        ),
    )
