"""What a lesson says, held against the engine.

What cannot be read or does not hold raises a `ValueError` with the sentence the author reads.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar

from engine.calypso import Calypso
from engine.cards import Card, parse_cards, sort_cards
from engine.rulebooks import RULEBOOKS, Rulebook
from engine.rules import SOURCES, Citation, Rule, Source
from engine.table import Table
from engine.trick import Trick
from engine.variants import Variant
from puzzles.generator import rules_of
from puzzles.kinds import KINDS, kind_of
from puzzles.position import check_cards, check_trick
from puzzles.puzzle import Puzzle
from puzzles.scenes import LEARNER
from tutor.lessons.guided import AT_THE_END, IN_TRICKS, GuidedDeal, at_the_start, told_at
from tutor.lessons.guided.course import WHO
from tutor.lessons.guided.players import at_random, opening, play_deal
from tutor.lessons.shape import AskShape
from tutor.lessons.steps import Setting
from tutor.lessons.yaml_lines import AnswerError, quoted, suggestion

_T = TypeVar("_T")

_MEND = "(want what the engine says, or another position)"


def look_up(what: str, name: str, known: Mapping[str, _T]) -> _T:
    """Look up a name, or say which there are."""
    if name not in known:
        names = ", ".join(known) if len(known) < 8 else f"one such as {next(iter(known))!r}"
        raise ValueError(f"no {what} {quoted(name)} (want {names}{suggestion(name, tuple(known))})")
    return known[name]


def citation(text: str) -> Citation:
    """Read a source and, after a comma, the place in it: ``pokerwiner, The play``."""
    name, _, place = text.partition(",")
    return Citation(source_of(name.strip()), place.strip())


def source_of(name: str) -> Source:
    """Return the source of this name, or raise ValueError that says which there are."""
    return look_up("source", name, {source.id: source for source in SOURCES})


def table_of(variant: Variant, seating: str) -> Table:
    """Read a table of this form."""
    table = Table.parse(seating, RULEBOOKS[0])
    variant.check(table)
    return table


def check_position(setting: Setting, trick: Trick | None, others: Sequence[Card]) -> None:
    """Make sure that all this can lie on one table."""
    if trick:
        check_trick(setting.variant, setting.table(RULEBOOKS[0]), trick)
    check_cards(setting.variant, [*(trick.cards if trick else ()), *others])


def said(puzzle: Puzzle) -> str:
    """Return the answer to a question and, beside it, who wins the trick it shows.

    Both may hang on the rulebook: partners build the same with a trick whichever of them
    wins it, yet the explanation names the winner. A question about all the rulebooks has
    one answer for every learner.
    """
    if kind_of(puzzle).about_rulebooks:
        return puzzle.solution
    winner = puzzle.ruling.winning.seat.value if puzzle.ruling else ""
    return puzzle.solution if winner in ("", puzzle.solution) else f"{puzzle.solution} ({winner})"


def check_named(setting: Setting, answers: Mapping[Rulebook, str]) -> None:
    """Make sure that a rulebook is named where the rulebooks differ."""
    if setting.rulebook is None and len(set(answers.values())) > 1:
        each = ", ".join(f"{rulebook} says {answer}" for rulebook, answer in answers.items())
        raise ValueError(
            f"the rulebooks differ here: {each} (want one of them named, such as "
            f"'rulebook: {RULEBOOKS[0]}')"
        )


def check_winner(setting: Setting, trick: Trick | None, expect: str) -> None:
    """Compare the winner an author expects with the engine's."""
    if trick is None or len(trick.plays) < setting.variant.trick:
        raise ValueError("nobody wins here, the trick is not complete (want no 'expect')")
    table = setting.table(RULEBOOKS[0])
    check_expected(KINDS[WHO].puzzle.read(setting.variant, table, str(trick)), expect)


def check_total(sheet: Puzzle, expect: str) -> None:
    """Compare the total an author expects of a sheet with the engine's."""
    if sheet.solution != expect:
        message = f"the engine counts {sheet.solution}, found {quoted(expect)} {_MEND}"
        raise AnswerError(message, sheet)


def hand_of(setting: Setting, cards: str) -> tuple[Card, ...]:
    """Read a hand, sorted, of at most as many cards as a player is dealt."""
    hand, most = parse_cards(cards), setting.variant.hand
    if not 1 <= len(hand) <= most:
        raise ValueError(f"want 1 to {most} cards, found {len(hand)}")
    return sort_cards(hand)


def check_expected(puzzle: Puzzle, expect: str) -> None:
    """Compare the answer an author expects with the engine's."""
    try:
        correct = puzzle.check(expect).correct
    except ValueError as error:
        raise AnswerError(str(error), puzzle, possible=False) from None
    if not correct:
        message = f"the engine says {puzzle.solution!r}, found {quoted(expect)} {_MEND}"
        raise AnswerError(message, puzzle)


def deal_of(setting: Setting, text: str) -> GuidedDeal:
    """Read the cards of a whole deal."""
    deal = GuidedDeal.parse(text, setting.variant, setting.seating)
    if LEARNER not in deal.seats:
        raise ValueError(f"want a table at which the learner sits, {LEARNER.name.title()}")
    return deal


def check_told(deal: GuidedDeal, until: int, tell: Sequence[Rule]) -> None:
    """Make sure that the rules of a deal can be told, each once and in this order."""
    ending = AT_THE_END if until == deal.tricks else frozenset()
    moments = (at_the_start(deal), *[IN_TRICKS] * len(tell), ending)
    heard = sum(map(len, told_at(tell, moments)))
    if len(set(tell)) < len(tell):
        again = next(rule for place, rule in enumerate(tell) if rule in tell[:place])
        raise ValueError(f"want every rule once, found {again.value!r} twice")
    if heard < len(tell):
        late = tell[heard]
        known = any(late in moment for moment in moments)
        if not known:
            want = f"want one such as {Rule.RUFF_WINS.value!r}"
            raise ValueError(f"no deal of {until} tricks shows {late.value!r} ({want})")
        order = "want the rules of the table, then of tricks, then of the score"
        raise ValueError(f"{late.value!r} can no longer be told here ({order})")


def check_drill(kind: str, rule: Rule, variant: Variant) -> None:
    """Make sure that such puzzles can be made, whichever rulebook the learner plays by."""
    everywhere = _drilled(kind, variant)
    if rule not in everywhere:
        names = ", ".join(sorted(everywhere)) or "another form"
        able = " or ".join(name for name in KINDS if rule in _drilled(name, variant))
        others = f"; or kind: {able}" if able else ""
        raise ValueError(f"no {kind} of {variant} aims at {rule.value!r} (want {names}{others})")


def _drilled(kind: str, variant: Variant) -> set[Rule]:
    """Return the rules that a kind can aim at, whichever rulebook the learner plays by."""
    return set.intersection(*(set(rules_of(kind, variant, rulebook)) for rulebook in RULEBOOKS))


def lay(name: str, text: str, table: Table) -> object:
    """Read what stands under one key of a position."""
    if name == "trick":
        return Trick.parse(text, table)
    if name == "hand":
        return parse_cards(text)
    return tuple(map(Calypso.parse, text.split())) if name == "calypsos" else text


def position_line(shape: AskShape, setting: Setting) -> str:
    """Put the keys of a position together as the puzzle's line has them."""
    kind, table = KINDS[shape.ask], setting.table(RULEBOOKS[0])
    position = shape.at.position
    if position is None:
        given = {name: getattr(shape.at, name) for name in kind.keys}
        laid = {name: str(text) for name, text in given.items() if text is not None}
        position = kind.lay(laid, table)
    if shape.why and kind.asks_rule:
        position = kind.asks_rule(kind.puzzle.read(setting.variant, table, position)).position
    return position


@lru_cache(maxsize=64)
def untold(deal: GuidedDeal, variant: Variant, tell: tuple[Rule, ...]) -> str:
    """Return which rules a deal does not tell every learner who plays by chance.

    It takes too long for every reading of a lesson, and is asked of authors alone; a deal is
    tried once, however often the words of its lesson are changed.
    """
    missed: Counter[Rule] = Counter()
    for number in range(_LEARNERS):
        position = opening(deal, RULEBOOKS[number % len(RULEBOOKS)])
        missed.update(play_deal(variant, position, tell, at_random, Random(number)).missing)
    if not missed:
        return ""
    rule, count = missed.most_common(1)[0]
    want = "want another deal, see 'calypso find-deal', or leave that rule out"
    return f"{count} of {_LEARNERS} made-up learners are never told {rule.value!r} ({want})"


_LEARNERS = 10
"""How many learners try a guided deal; each takes a hundredth of a second."""
