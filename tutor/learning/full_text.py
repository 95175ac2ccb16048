"""One puzzle in the words of one language, every answer with what the tutor says to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.kinds import kind_of
from puzzles.notation import print_puzzle
from puzzles.puzzle import Part, Puzzle, print_answer, split_parts
from puzzles.scenes import Stage
from tutor.learning.explanation import Explanation, explain
from tutor.words.choices import answer_label, choice_label
from tutor.words.sights import description
from tutor.words.texts import Texts


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """One answer to a question: how it is written and named, and what is said to it."""

    token: str
    label: str
    right: bool
    told: Explanation


@dataclass(frozen=True, slots=True)
class PartText:
    """One part of a puzzle; with ``many`` all right options are to be picked."""

    text: str
    many: bool
    options: tuple[AnswerOption, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FullText:
    """A puzzle as it is handed out.

    ``scene`` describes the position so fully that the answer follows from it; ``answer``
    names the right options; ``told`` is what the tutor says to them.
    """

    puzzle: Puzzle
    line: str
    language: str
    scene: str
    questions: tuple[PartText, ...]
    answer: str
    told: Explanation


def full_text(puzzle: Puzzle, say: Texts) -> FullText:
    """Put *puzzle* into words, as the pages do.

    No lessons are named: a file has no way to them.
    """
    solution = tuple(tuple(part.split()) for part in split_parts(puzzle.solution))
    told = explain(puzzle, puzzle.check(puzzle.solution), say, ())
    questions = tuple(
        _question(puzzle, place, part, solution, told, say)
        for place, part in enumerate(puzzle.parts)
    )
    scene = kind_of(puzzle).scene(puzzle, Stage())
    return FullText(
        puzzle=puzzle,
        line=print_puzzle(puzzle),
        language=say.language,
        scene="\n".join(description(sight, say) for sight in scene),
        questions=questions,
        answer=answer_label(say, puzzle, puzzle.solution),
        told=told,
    )


def _question(
    puzzle: Puzzle,
    place: int,
    part: Part,
    solution: Sequence[Sequence[str]],
    told: Explanation,
    say: Texts,
) -> PartText:
    """Put one part into words: a wrong option is judged with the other parts right."""
    options = []
    for choice in part.choices:
        right = choice.token in solution[place]
        answer = print_answer((*solution[:place], (choice.token,), *solution[place + 1 :]))
        # One right card of several is not the whole answer, but it is not a mistake either.
        reply = told if right else _reply(puzzle, answer, say)
        label = choice_label(say, puzzle, part, choice)
        options.append(AnswerOption(choice.token, label, right, reply))
    return PartText(say(f"part.{part.key}", **part.facts), part.many, tuple(options))


def _reply(puzzle: Puzzle, answer: str, say: Texts) -> Explanation:
    """Explain a wrong answer; one alone does not show what is behind it."""
    return explain(puzzle, puzzle.check(answer), say, ())


def paragraphs(told: Explanation) -> tuple[str, ...]:
    """Return what a page shows after an answer: right or wrong, why, dissents.

    The rule itself, which a page keeps folded, is left out.
    """
    return (told.headline, *told.sentences, *told.dissents)
