"""A set of puzzles as a sheet to solve, and its answers as a sheet of their own."""

from collections.abc import Iterable, Iterator, Sequence

from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
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
    Sheet,
    TrickBlock,
)
from tutor.handouts.positions import position, solution
from tutor.words.explanation import FullText, full_text
from tutor.words.texts import Texts

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
            title = say("handout.puzzles.part", first=start, last=start + len(part) - 1)
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
    one, (table, *beside) = full_text(puzzle, say), position(puzzle, say)
    ticked = any(isinstance(block, Hand) and block.boxes for block in beside)
    asked = _asked(one, ticked=ticked)
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


def _asked(text: FullText, *, ticked: bool) -> tuple[Block, ...]:
    if ticked:
        return tuple(Paragraph(question.text, strong=True) for question in text.questions)
    return tuple(
        OptionsBlock(
            question=question.text,
            many=question.many,
            options=tuple(option.label for option in question.options),
        )
        for question in text.questions
    )


def answer(number: str, puzzle: Puzzle, say: Texts) -> ItemBlock:
    """Print the answer to one puzzle, as the pages explain it."""
    one = full_text(puzzle, say)
    told = one.told
    return ItemBlock(
        number,
        (
            Paragraph(one.answer, strong=True),
            *map(Paragraph, told.sentences),
            *solution(puzzle, say),
            Paragraph(say("verdict.rule", rule=told.rule.name), strong=True),
            Paragraph(told.rule.text),
            *map(Paragraph, told.dissents),
        ),
    )


def _about(puzzles: Sequence[Puzzle], say: Texts) -> str:
    forms = tuple(dict.fromkeys(puzzle.variant for puzzle in puzzles))
    books = tuple(dict.fromkeys(puzzle.table.rulebook for puzzle in puzzles))
    return say(
        "handout.puzzles.about",
        count=len(puzzles),
        forms=say.series(tuple(map(say.name, forms))),
        rulebooks=say.series(tuple(map(say.name, books))),
    )


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
    book = puzzles[0].table.rulebook
    return Assignment(lessons=(), puzzles=lines, rulebook=book, note="")


def _code(puzzles: Sequence[Puzzle], say: Texts, links: Links) -> Code | None:
    """Lead to the puzzles: one opens in the drill, several as a set to work through."""
    if len(puzzles) == 1:
        return links.code(say("handout.puzzles.code"), "drill", puzzle=print_puzzle(puzzles[0]))
    return links.code(say("handout.puzzles.code"), "assignment", set=write(_set(puzzles)))
