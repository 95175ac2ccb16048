"""Learners without sense play the guided deals of the lessons: how many meet which rules."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from engine.rulebooks import RULEBOOKS, Rulebook
from engine.rules import Rule
from tests.course import LESSONS
from tutor.lessons import chapters as chapters_of
from tutor.lessons.guided.players import (
    PERVERSE,
    LearnerStyle,
    at_random,
    choose_card,
    in_tricks,
    opening,
    play_deal,
    wavering,
)
from tutor.lessons.guided.tricks import BITS, DealPosition, in_turn
from tutor.lessons.steps import Lesson, WholeDeal


@dataclass(frozen=True, slots=True)
class DealtChapter:
    """A chapter of the course as far as its guided deal: the lessons up to it, and the deal."""

    lessons: tuple[Lesson, ...]
    deal: WholeDeal

    @property
    def rules(self) -> frozenset[Rule]:
        """What its lessons teach."""
        return frozenset(rule for lesson in self.lessons for rule in lesson.rules)


def chapters() -> tuple[DealtChapter, ...]:
    """Return the chapters of the course in which a guided deal is played."""
    return tuple(
        DealtChapter(inside[:number], step)
        for _, inside in chapters_of(LESSONS)
        for number, lesson in enumerate(inside, start=1)
        for step in lesson.steps
        if isinstance(step, WholeDeal)
    )


@dataclass(frozen=True, slots=True)
class Figures:
    """What so many learners met of a deal."""

    learners: int
    every_rule: int
    in_order: int
    calypso: int
    missed: tuple[tuple[Rule, int], ...]

    def __str__(self) -> str:
        """Write shares in percent, and the rules most often missed."""
        shares = (
            f"{name} {100 * count / self.learners:.2f} %"
            for name, count in (
                ("every rule", self.every_rule),
                ("in order", self.in_order),
                ("a calypso", self.calypso),
            )
        )
        missed = ", ".join(f"{rule.value} {count}" for rule, count in self.missed) or "nothing"
        return f"{self.learners} learners: {'; '.join(shares)}; missed: {missed}"


def figures(deal: WholeDeal, learners: Sequence[tuple[LearnerStyle, str]]) -> Figures:
    """Let every learner, who has a seed, play the deal; the rulebooks take turns."""
    outcomes = [
        play_deal(
            deal.setting.variant,
            opening(deal.deal, RULEBOOKS[number % len(RULEBOOKS)]),
            deal.tell,
            learner,
            Random(seed),
        )
        for number, (learner, seed) in enumerate(learners)
    ]
    missed = Counter(rule for outcome in outcomes for rule in outcome.unseen)
    return Figures(
        learners=len(outcomes),
        every_rule=sum(not outcome.unseen for outcome in outcomes),
        in_order=sum(not outcome.missing for outcome in outcomes),
        calypso=sum(outcome.completed > 0 for outcome in outcomes),
        missed=tuple(missed.most_common()),
    )


def randoms(count: int) -> list[tuple[LearnerStyle, str]]:
    """Return learners who play any legal card."""
    return [(at_random, f"random {number}") for number in range(count)]


def perverse(count: int) -> list[tuple[LearnerStyle, str]]:
    """Return learners of every perverse kind in turn; half of them now and then waver."""
    styles = list(PERVERSE.values())
    return [
        (
            styles[number % len(styles)]
            if number < count // 2
            else wavering(styles[number % len(styles)], 0.8),
            f"perverse {number}",
        )
        for number in range(count)
    ]


def lines(
    deal: WholeDeal, rulebook: Rulebook, tricks: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield every way to play the learner's first cards, and how many rules each trick told."""
    rules = tuple(BITS[rule] for rule in in_tricks(deal.tell))
    stack: list[list[int]] = [[]]
    while stack:
        mine = stack.pop()
        position, wanted, told = opening(deal.deal, rulebook), rules, []
        cards = iter(mine)
        while position.number <= tricks:
            if position.turn == position.me:
                card = next(cards, None)
                if card is None:
                    stack += [[*mine, one] for one in position.legal()]
                    break
            else:
                card = choose_card(position, wanted)
            shown = position.play(card)
            if shown:
                count = in_turn(wanted, shown)
                wanted = wanted[count:]
                told.append(count)
        else:
            yield mine, told


def after(mine: Sequence[int]) -> LearnerStyle:
    """Return a learner who plays these cards first, and then any."""
    cards = list(mine)

    def play(position: DealPosition, wanted: tuple[int, ...], rng: Random) -> int:
        return cards.pop(0) if cards else at_random(position, wanted, rng)

    return play
