"""The course of a guided deal: what the learner has played and said, and what follows from it.

The partners leave nothing to chance, so the learner's cards are all that has to be kept:
`standing` plays the deal again from them. A complete trick is held until the learner has
answered what is asked about it.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.calypso import Holdings, Placement, placements
from engine.cards import Card, parse_cards
from engine.game import Game, plays
from engine.game import play as play_card
from engine.rulebooks import Rulebook, rulebook_of
from engine.rules import Rule
from engine.score import sheets
from engine.trick import Ruling, play_of
from puzzles.kinds import KINDS
from puzzles.position import SEPARATOR
from puzzles.puzzle import Puzzle
from puzzles.scenes import LEARNER
from tutor.lessons.guided import GuidedDeal, at_the_end, at_the_start, in_trick, told_at
from tutor.lessons.guided.players import choose_card, in_tricks
from tutor.lessons.guided.tricks import BITS, position_of

VERSION = "1"

WHO = "who-wins"
"""The kind of question that is asked about every trick."""

WHERE = "what-is-built"
"""The kind that is asked about its cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPlan:
    """What a guided deal is played by: the cards, the rules to tell in order, and how far."""

    deal: GuidedDeal
    order: tuple[Rule, ...]
    tricks: int

    @property
    def mark(self) -> str:
        """A short name of the deal, by which another one is told from it."""
        return hashlib.sha256(str(self.deal).encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCourse:
    """A guided deal as far as it was played.

    ``cards`` are the learner's, in order. ``answers`` has two letters for every trick that
    was turned face down: who takes it, and where one of its cards goes, each ``r`` for right,
    ``w`` for wrong or ``-`` for not asked, as the second once was where it was known.
    """

    plan: DealPlan
    rulebook: Rulebook
    cards: tuple[Card, ...] = ()
    answers: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether all the tricks are played and answered."""
        return len(self.answers) >= self.plan.tricks

    @property
    def number(self) -> int:
        """Which trick is played or answered now, from 1; of a deal that is over, the last."""
        return min(len(self.answers) + 1, self.plan.tricks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A complete trick: its ruling, the calypsos before it, where its cards went.

    ``told`` are the rules it shows for the first time, in their turn.
    """

    ruling: Ruling
    before: Holdings
    after: Holdings
    spots: tuple[Placement, ...]
    told: tuple[Rule, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStanding:
    """A guided deal as it stands.

    ``game`` is the engine's, in which a complete trick has been taken in already. ``held``
    is the trick that lies on the table until its questions are answered. ``opening`` are
    the rules told before the first lead, ``closing`` those told by the score, and ``over``
    is whether all the tricks are played and answered.
    """

    game: Game
    taken: tuple[Taken, ...]
    held: Taken | None
    opening: tuple[Rule, ...]
    closing: tuple[Rule, ...]
    over: bool

    @property
    def mine(self) -> bool:
        """Whether the learner is to play."""
        return not self.held and not self.over and self.game.turn == LEARNER

    @property
    def told(self) -> tuple[Rule, ...]:
        """The rules told so far, in their order."""
        shown = (rule for trick in self.taken for rule in trick.told)
        return (*self.opening, *shown, *self.closing)

    @property
    def number(self) -> int:
        """Which trick is on the table, from 1."""
        return len(self.taken) + (self.held is None and not self.over)


@lru_cache(maxsize=128)
def standing(course: DealCourse) -> DealStanding:
    """Play the deal again, as far as the learner's cards and answers go."""
    plan = course.plan
    game = plan.deal.start(course.rulebook)
    me = game.table.seats.index(LEARNER)
    moments = [at_the_start(plan.deal)]
    wanted = tuple(BITS[rule] for rule in in_tricks(plan.order))
    taken: list[Taken] = []
    cards = iter(course.cards)
    while len(taken) < plan.tricks and len(taken) <= len(course.answers):
        if game.turn == LEARNER:
            card = next(cards, None)
            if card is None:
                break
        else:
            position = position_of(game, me, len(taken) + 1)
            card = position.numbers.form.cards[choose_card(position, wanted)]
        before = game.calypsos
        game, ruling = play_card(game, play_of(game.turn, card))
        if ruling:
            won, winner = ruling.trick.cards, ruling.winning.seat
            spots = placements(game.variant, game.table, before, won, winner)
            moments.append(in_trick(len(taken) + 1, ruling, spots, LEARNER))
            rules = told_at(plan.order, moments)[-1]
            wanted = wanted[len(rules) :]
            taken.append(
                Taken(
                    ruling=ruling,
                    before=before,
                    after=game.calypsos,
                    spots=spots,
                    told=rules,
                )
            )
    over = course.over
    ended = over and not any(game.hands)
    heard = told_at(plan.order, [*moments, at_the_end(game.variant, sheets(game)) if ended else ()])
    return DealStanding(
        game=game,
        taken=tuple(taken),
        held=taken[-1] if len(taken) > len(course.answers) else None,
        opening=heard[0],
        closing=heard[-1],
        over=over,
    )


# ---------------------------------------------------------------------- the learner acts


def play(course: DealCourse, card: Card) -> DealCourse:
    """Play one of the learner's cards, or raise IllegalAction; out of turn, ValueError."""
    state = standing(course)
    if not state.mine:
        raise ValueError("it is not the learner who is to play")
    play_card(state.game, play_of(LEARNER, card))
    return replace(course, cards=(*course.cards, card))


def questions(course: DealCourse) -> tuple[Puzzle, ...]:
    """Return what is asked about the trick that is held: who takes it, where `asked_card` goes."""
    state = standing(course)
    if state.held is None:
        return ()
    table, variant, trick = state.game.table, state.game.variant, state.held.ruling.trick
    who: Puzzle = KINDS[WHO].puzzle.read(variant, table, str(trick))
    calypsos = " ".join(str(calypso) for mine in state.held.before for calypso in mine)
    where: Puzzle = KINDS[WHERE].puzzle.read(variant, table, f"{trick}{SEPARATOR}{calypsos}")
    return (who, where)


def asked_card(course: DealCourse) -> int:
    """Return the place in the held trick of the card asked about: by the rule least known."""
    known = Counter[Rule]()
    *before, held = standing(course).taken
    for trick, answer in zip(before, course.answers, strict=True):
        known[trick.spots[_least_known(trick, known)].rule] += answer[1] == "r"
    return _least_known(held, known)


def _least_known(trick: Taken, known: Mapping[Rule, int]) -> int:
    return max(range(len(trick.spots)), key=lambda place: (-known[trick.spots[place].rule], place))


def turn(course: DealCourse, right: tuple[bool, ...]) -> DealCourse:
    """Turn the trick that is held face down; *right* says it of every question asked.

    Raises:
        ValueError: No trick is held, or not every question about it has an answer.
    """
    asked = len(questions(course))
    if not asked or asked != len(right):
        raise ValueError(f"want an answer to {asked} questions, found {len(right)}")
    letters = "".join("r" if was_right else "w" for was_right in right).ljust(2, "-")
    return replace(course, answers=(*course.answers, letters))


def can_take_back(course: DealCourse) -> bool:
    """Whether a card may be taken back: always, until the deal is over."""
    return bool(course.cards) and not course.over


def take_back(course: DealCourse) -> DealCourse:
    """Take the learner's last card back, with all that followed it, or raise ValueError."""
    if not can_take_back(course):
        raise ValueError("no card can be taken back")
    cards = course.cards[:-1]
    before = replace(course, cards=cards)
    complete = len(standing(before).taken)
    return replace(before, answers=course.answers[:complete])


# --------------------------------------------------------------------- as one line of text

_TEXT = r"([0-9]+) ([a-z]+) ([0-9a-f]{8}) (-|(?:[CDHS][2-9TJQKA])+) (-|(?:[rw][rw-])+)"


def print_course(course: DealCourse) -> str:
    """Write the course as one short line: ``1 culbertson 5e0c… D4CA rrwr``."""
    cards = "".join(map(str, course.cards)) or "-"
    answers = "".join(course.answers) or "-"
    return f"{VERSION} {course.rulebook.id} {course.plan.mark} {cards} {answers}"


def read_course(text: str, plan: DealPlan) -> DealCourse:
    """Read what `print_course` wrote of the same deal, without playing it, or raise ValueError."""
    match = re.fullmatch(_TEXT, text, flags=re.ASCII)
    if not match or match[1] != VERSION:
        raise ValueError(f"not the course of a deal: {text[:80]!a}")
    if match[3] != plan.mark:
        raise ValueError("it is the course of another deal")
    answers = [match[5][start : start + 2] for start in range(0, len(match[5]) - 1, 2)]
    words = " ".join(match[4][start : start + 2] for start in range(0, len(match[4]) - 1, 2))
    rulebook, cards = rulebook_of(match[2]), parse_cards(words or "-")
    return DealCourse(plan=plan, rulebook=rulebook, cards=cards, answers=tuple(answers))


def parse_course(text: str, plan: DealPlan) -> DealCourse:
    """Read what `print_course` wrote, of the same deal, and play it again, or raise ValueError."""
    course = read_course(text, plan)
    state = standing(course)
    played = sum(play.seat == LEARNER for play in plays(state.game))
    if len(state.taken) < len(course.answers) or played < len(course.cards):
        raise ValueError("more was answered or played than there is")
    return course
