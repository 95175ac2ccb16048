"""An answer under way, and the widget that takes it: part by part, by a button, a card or a key."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from secrets import token_hex
from time import monotonic
from zlib import crc32

import streamlit as st

from engine.cards import Card
from puzzles.kinds import kind_of
from puzzles.notation import parse_puzzle
from puzzles.puzzle import (
    Choice,
    Part,
    Puzzle,
    Reason,
    Verdict,
    asks_rule,
    join_parts,
    print_answer,
    read_answer,
    split_parts,
)
from puzzles.scenes import HandSight, Stage
from tutor.drawing.hand import one_of, twin
from tutor.drawing.markup import Html
from tutor.learning import LONGEST_ANSWER
from tutor.pages.frame import running_text, session
from tutor.pages.frame.inputs import button
from tutor.words.explanation import choice_label

_KEYS = "1234567890"
"""The keys that choose an answer, in order; but a number of one digit is its own key."""

_SHORT, _LONGER = 16, 24
"""Answers of so many Latin letters stand beside one another; the longer if letters are small."""

_SO_FAR = "so-far"
"""Where the address says which parts are answered, behind a mark of the puzzle they belong to."""


@dataclass(slots=True)
class Answering:
    """An answer under way: the puzzle's line, the parts answered, and cards chosen so far.

    ``id`` is the answer's for ever: sent twice, it counts once. ``hints`` is how many of
    the three hints were taken. ``verdict`` is what came of the whole answer, judged once.
    ``why`` is whether its reasons are open, ``other`` the rulebook by which it is looked at too.
    ``unread`` is whether it has begun before the learner's progress was read.
    """

    line: str
    id: str
    parts: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    hints: int = 0
    since: float = field(default_factory=monotonic)
    verdict: Verdict | None = None
    why: bool = False
    other: str = ""
    unread: bool = False

    def seconds(self) -> float | None:
        """Return how long the answer took; nothing where somebody has been away in between."""
        taken = round(monotonic() - self.since, 1)
        return taken if taken <= LONGEST_ANSWER else None


def answering(slot: str, line: str) -> Answering:
    """Return the answer under way in *slot*; a new puzzle there begins afresh.

    After a reload the parts that were answered are there again; how long they took nobody knows.
    """
    return session.under_way(slot, line, lambda: _begun(line))


def _begun(line: str) -> Answering:
    state, so_far = Answering(line, token_hex(8)), session.asked(_SO_FAR)
    if so_far is None:
        return state
    mark, _, answer = so_far.partition("/")
    if mark == _mark(line):
        with suppress(ValueError):
            parts = parse_puzzle(line).parts
            read = read_answer(answer, parts[: len(split_parts(answer))])
            if len(read) < len(parts):
                state.parts, state.since = list(split_parts(print_answer(read))), -inf
    if not state.parts:  # it is of another puzzle, or none of ours
        session.untell(_SO_FAR)
    return state


def _mark(line: str) -> str:
    return f"{crc32(line.encode()):08x}"


def _tell_so_far(taking: "Taking", parts: Sequence[str]) -> None:
    """Have the address say which parts are answered, as long as others are still asked."""
    if taking.given < len(parts) < len(parse_puzzle(taking.line).parts):
        session.tell(**{_SO_FAR: "/".join((_mark(taking.line), *parts))})
    else:
        session.untell(_SO_FAR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking:
    """An answer that is being taken.

    ``slot`` and ``line`` name where it is under way and what it answers. ``complete`` is given
    the answer under way and the whole of it, once, and returns whether it is taken; it runs in a
    callback. ``marked`` is whether every part is told right or wrong as soon as it is answered;
    then none can be taken back. ``given`` is how many of the first parts are filled in, ``rest``
    how the last ones will be. ``before`` is an answer sent before, which a new one replaces.
    """

    slot: str
    line: str
    complete: Callable[[Answering, str], bool]
    marked: bool = True
    given: int = 0
    rest: tuple[str, ...] = ()
    before: str = ""

    @property
    def state(self) -> Answering:
        """The answer under way; another begins where it was sent, or put away, meanwhile."""
        return answering(self.slot, self.line)


def asked_part(puzzle: Puzzle, state: Answering) -> tuple[int, Part]:
    """Return the part that is asked now, and its number from 0."""
    number = min(len(state.parts), len(puzzle.parts) - 1)
    return number, puzzle.parts[number]


def by_cards(puzzle: Puzzle, parts: Sequence[str] = ()) -> bool:
    """Whether what is asked after *parts* is answered with cards of a hand, buttons themselves."""
    part = puzzle.parts[min(len(parts), len(puzzle.parts) - 1)]
    if not (part.many or isinstance(part.choices[0].value, Card)):
        return False
    scene = kind_of(puzzle).scene(puzzle, Stage(parts=tuple(parts)))
    return any(isinstance(sight, HandSight) and sight.pick for sight in scene)


def of_cards(part: Part) -> bool:
    """Whether a part asks about one card of several."""
    return "card" in part.facts


def _as_wide_as(labels: Sequence[str]) -> str:
    widest = max(map(running_text.width, labels))
    if len(labels) > 1 and widest <= _SHORT:
        return "answers-short"
    if len(labels) > 2 and widest <= _LONGER:
        return "answers-longer"
    return "answers-many" if len(labels) > 3 else "answers"


def keys_of(choices: Sequence[Choice]) -> Sequence[str]:
    """Return the key of each choice, the first ten."""
    numbers = [choice.token for choice in choices]
    return numbers if set(numbers) <= set(_KEYS) else _KEYS[: len(choices)]


def offer(puzzle: Puzzle, taking: Taking) -> None:
    """Show what may be answered to the part that is asked; nothing is chosen beforehand."""
    say = session.texts()
    state = taking.state
    number, part = asked_part(puzzle, state)
    if by_cards(puzzle, state.parts):
        return
    labels = [choice_label(say, puzzle, part, choice) for choice in part.choices]
    keys = keys_of(part.choices)
    press = partial(toggle, taking) if part.many else partial(pick, taking, number)
    with st.container(key=_as_wide_as(labels), gap="small"):
        for place, (choice, label) in enumerate(zip(part.choices, labels, strict=True)):
            shown = running_text.label(label)
            if choice.token == taking.before or choice.token in state.chosen:
                shown = f"● {shown}"
            button(
                shown,
                f"answer-{taking.slot}-{number}-{place + 1}",
                press,
                choice.token,
                shortcut=keys[place] if place < len(keys) else None,
                width="stretch",
            )


def offer_acts(puzzle: Puzzle, taking: Taking) -> None:
    """Show what hands in an answer of several choices, and what takes a part back."""
    say, state = session.texts(), taking.state
    number, part = asked_part(puzzle, state)
    if part.many:
        words = say("ask.all")
        button(words, f"all-{taking.slot}", choose_all, taking, _held(puzzle, part), shortcut="A")
        button(
            say("ask.check" if taking.marked else "ask.hand-in"),
            f"check-{taking.slot}",
            partial(submit, taking, number),
            primary=True,
            disabled=not state.chosen,
            shortcut="K",  # C, as in "check", is Streamlit's own
        )
    if not taking.marked and len(state.parts) > taking.given:
        button(say("ask.undo"), f"undo-{taking.slot}", undo, taking)


def _held(puzzle: Puzzle, part: Part) -> tuple[str, ...]:
    """Return what stands for each card of a hand; of equal cards each one has a token."""
    tokens = [choice.token for choice in part.choices]
    counts = Counter(str(card) for card in getattr(puzzle, "hand", ()))
    return tuple(twin(token, number) for token in tokens for number in range(counts[token] or 1))


def marks(puzzle: Puzzle, parts: tuple[str, ...], verdict: Verdict) -> tuple[str, ...]:
    """Return of every part of a wrong answer whether it was right, and what would have been.

    Of a question with one part the verdict says it; of several it says why the first was wrong.
    """
    if len(puzzle.parts) == 1:
        return ()
    counts = range(1, len(parts) + 1)
    why = [kind_of(puzzle).because(puzzle, parts[:count]) for count in counts]
    told = why[verdict.parts.index(False)]
    return tuple(
        _last_part(puzzle, parts[:count], right=right, said=[told, *why[: count - 1]])
        for count, right in zip(counts, verdict.parts, strict=True)
    )


def last_told(puzzle: Puzzle, parts: tuple[str, ...], verdict: Verdict | None) -> str:
    """Return what was right in the part answered last; nothing where the verdict says it.

    Of the others it is told as soon as they are answered. The sentence of the verdict is about
    the first that was wrong and why, and of a rule picked wrongly only about that rule.
    """
    if verdict is None or verdict.parts[-1] or len(parts) == 1:
        return ""
    first = verdict.parts.index(False) + 1
    if first == len(parts):
        return _last_part(puzzle, parts, right=False) if asks_rule(puzzle) else ""
    told = kind_of(puzzle).because(puzzle, parts[:first])
    return _last_part(puzzle, parts, right=False, said=[told])


def part_of(puzzle: Puzzle, state: Answering) -> str:
    """Return which part of how many is asked; nothing where there is one."""
    number, count = asked_part(puzzle, state)[0] + 1, len(puzzle.parts)
    return session.texts()("ask.part-of", number=number, count=count) if count > 1 else ""


def parts_told(puzzle: Puzzle, taking: Taking) -> Html:
    """Return how far a question of several parts is, and whether the part before was right."""
    say, state = session.texts(), taking.state
    if len(puzzle.parts) - taking.given - len(taking.rest) <= 1:
        return running_text.quiet(" ".join(_filled_in(puzzle, state.parts[: taking.given])))
    lines = [part_of(puzzle, state)]
    if taking.marked and len(state.parts) > taking.given:
        parts = tuple(state.parts)
        lines.append(_last_part(puzzle, parts, right=parts_right(puzzle, parts)[-1]))
        return running_text.told(say("between").join(lines))
    return running_text.quiet(*lines)


def _filled_in(puzzle: Puzzle, parts: Sequence[str]) -> Iterator[str]:
    """Yield what first parts asked that are filled in, and the answer; cards are seen to lie."""
    say = session.texts()
    for part, token in zip(puzzle.parts, parts, strict=False):
        if not of_cards(part):
            choice = next(choice for choice in part.choices if choice.token == token)
            asked = say(f"part.{part.key}", **part.facts)
            yield say(
                "ask.filled-in", question=asked, answer=choice_label(say, puzzle, part, choice)
            )


def _last_part(
    puzzle: Puzzle, parts: tuple[str, ...], *, right: bool, said: Sequence[Reason | None] = ()
) -> str:
    """Return whether the part answered last was *right*, what would have been, and why.

    What was *said* already beside it is not said again.
    """
    say, part = session.texts(), puzzle.parts[len(parts) - 1]
    names = {choice.token: choice_label(say, puzzle, part, choice) for choice in part.choices}
    words = " ".join(names.get(token, token) for token in parts[-1].split())
    if right:
        mark = f"✓ {words}"
    else:
        instead = kind_of(puzzle).right_instead(puzzle, parts)
        rather = " ".join(names.get(token, token) for token in instead.split())
        mark = f"✗ {words} → {rather}"
    if of_cards(part):
        equal = [each.facts for each in puzzle.parts if each.facts["card"] == part.facts["card"]]
        before = [each.facts for each in puzzle.parts[: len(parts) - 1]]
        key = "ask.marked.card.equal" if len(equal) > 1 else "ask.marked.card"
        if part.facts in before:
            key = "ask.marked.card.second"
        mark = say(key, mark=mark, **part.facts)
    reason = kind_of(puzzle).because(puzzle, parts)
    if reason and reason not in said:  # where a part asks about a rulebook, it is named there
        return say("ask.marked", mark=mark, why=say(f"brief.part.{reason.key}", **reason.facts))
    return say("ask.marked.rulebook", mark=mark, **part.facts) if "rulebook" in part.facts else mark


def parts_right(puzzle: Puzzle, parts: tuple[str, ...]) -> tuple[bool, ...]:
    """Return which of the first parts of an answer under way are right, whatever will follow."""
    right = split_parts(puzzle.solution)
    try:
        verdict = puzzle.check(join_parts((*parts, *right[len(parts) :])))
    except ValueError:  # what may follow hangs on what came before
        return tuple(part == wanted for part, wanted in zip(parts, right, strict=False))
    return verdict.parts[: len(parts)]


def pressing(taking: Taking) -> Callable[[str, str], None]:
    """Return what takes a card or seat pressed in a picture as an answer."""

    def on_event(event: str, token: str) -> None:  # noqa: ARG001 - every event answers here
        puzzle = parse_puzzle(taking.line)
        number, part = asked_part(puzzle, taking.state)
        if part.many:
            toggle(taking, token)
        else:
            pick(taking, number, token)

    return on_event


def pick(taking: Taking, number: int, token: str) -> None:
    """Answer a part; a second click, or one on a puzzle that is gone, changes nothing.

    The last part completes the answer: it is kept before anything else happens.
    """
    state, puzzle = taking.state, parse_puzzle(taking.line)
    if number != len(state.parts):
        return
    parts = [*state.parts, token]
    if len(parts) + len(taking.rest) == len(puzzle.parts):
        parts += taking.rest
    if len(parts) == len(puzzle.parts) and not taking.complete(state, join_parts(parts)):
        return
    state.parts = parts
    state.chosen.clear()
    _tell_so_far(taking, parts)


def toggle(taking: Taking, token: str) -> None:
    """Choose a card or another choice, or put it back."""
    chosen = taking.state.chosen
    if token in chosen:
        chosen.remove(token)
    else:
        chosen.append(token)


def choose_all(taking: Taking, tokens: tuple[str, ...]) -> None:
    """Choose everything; again, and all is put back."""
    chosen = taking.state.chosen
    chosen[:] = [] if set(chosen) >= set(tokens) else tokens


def submit(taking: Taking, number: int) -> None:
    """Hand in what was chosen."""
    if chosen := taking.state.chosen:
        pick(taking, number, " ".join(dict.fromkeys(one_of(token) for token in chosen)))


def undo(taking: Taking) -> None:
    """Take back the part answered last; a whole answer stands."""
    state, puzzle = taking.state, parse_puzzle(taking.line)
    if 0 < len(state.parts) < len(puzzle.parts):
        state.parts.pop()
        state.chosen.clear()
        _tell_so_far(taking, state.parts)
        session.count("undo")
