"""A round with a simulated newcomer: tricks are shown, beliefs named, and minds changed."""

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from functools import lru_cache
from random import Random

from engine.trick import Ruling, Trick, judge
from puzzles.natural import TrickSource
from puzzles.pupil import MOST, Pupil, PupilAnswer, answer, believable, predictions, speaks_against
from puzzles.shares import FORMERLY
from puzzles.tricks import draw_ruling, trick_rules


@unique
class Effect(StrEnum):
    """What a trick does to the belief that was named.

    Attributes:
        NONE: No belief was named.
        GIVEN_UP: It shows that the belief is wrong.
        SHAKEN: It does so too, after one that seemed to show the belief right: once more.
        CONFIRMED: It comes out as the belief says; now it takes two to show it wrong.
    """

    NONE = "none"
    GIVEN_UP = "given-up"
    SHAKEN = "shaken"
    CONFIRMED = "confirmed"


@lru_cache(maxsize=1024)
def offers(pupil: Pupil, turn: int, named: str) -> tuple[Ruling, ...]:
    """Return the three tricks on offer; where a belief is named, some speak against it, not all."""
    rng = Random(f"tricks {pupil.form} {pupil.book} {pupil.seed} {turn} {named}")
    rules, variant, table = trick_rules(pupil.table), pupil.variant, pupil.table
    while True:
        drawn = tuple(
            draw_ruling(rule, variant, table, rng, TrickSource.MADE, FORMERLY)
            for rule in rng.choices(rules, k=MOST)
        )
        if not named or len({speaks_against(one, named) for one in drawn}) == 2:
            return drawn


@dataclass(frozen=True, slots=True)
class PupilTrick:
    """A trick the pupil was shown, what it said, and what that did to the belief named."""

    ruling: Ruling
    answer: PupilAnswer
    effect: Effect = Effect.NONE
    named: str = ""

    @property
    def given_up(self) -> str:
        """The belief given up for this trick, if one was."""
        return self.named if self.effect == Effect.GIVEN_UP else ""


@dataclass(frozen=True, slots=True)
class PupilRound:
    """How far the teaching has come.

    ``named`` is the belief that is to be shown wrong, ``sure`` whether the pupil has been misled
    to think that it is right; ``wrong`` are beliefs named that the pupil does not hold.
    """

    pupil: Pupil
    held: tuple[str, ...]
    shown: tuple[PupilTrick, ...] = ()
    named: str = ""
    sure: bool = False
    wrong: tuple[str, ...] = field(default=())

    @property
    def done(self) -> bool:
        """Whether nothing wrong is believed any more."""
        return not self.held

    @property
    def tricks(self) -> int:
        """How many tricks it took; a belief named in vain counts as one."""
        return len(self.shown) + len(self.wrong)

    @property
    def offers(self) -> tuple[Ruling, ...]:
        """The tricks that are offered now."""
        return offers(self.pupil, len(self.shown), self.named)

    @property
    def nameable(self) -> tuple[str, ...]:
        """What a wrong answer may have come from, but for what is settled; one at a time."""
        if self.named:
            return ()
        settled = {*self.wrong, *(one.given_up for one in self.shown)}
        return tuple(
            belief
            for belief in believable(self.pupil.variant)
            if belief not in settled
            and any(
                one.answer.belief
                and predictions(one.ruling, self.pupil.variant)[belief] == one.answer.seat
                for one in self.shown
            )
        )

    def show(self, number: int) -> "PupilRound":
        """Show the offered trick of this number.

        Raises:
            ValueError: There is no such trick, or nothing left to teach.
        """
        if not 0 <= number < MOST:
            raise ValueError(f"no trick {number} to show")
        return self._shown(self.offers[number])

    def lay(self, trick: Trick) -> "PupilRound":
        """Show a trick of the teacher's own.

        Raises:
            ValueError: It is not a whole trick of this form, or nothing is left to teach.
        """
        variant, cards = self.pupil.variant, trick.cards
        if (
            len(cards) != variant.trick
            or max(Counter(cards).values()) > variant.packs
            or any(one.suit not in variant.suits or one.rank not in variant.ranks for one in cards)
        ):
            raise ValueError(f"{trick} is no trick of {variant.id}")
        return self._shown(judge(trick, self.pupil.table))

    def _shown(self, ruling: Ruling) -> "PupilRound":
        """Let the pupil answer, and change its mind if there is reason to."""
        if self.done:
            raise ValueError("nothing is left to teach")
        effect = _effect(self, ruling)
        gone = self.named if effect == Effect.GIVEN_UP else ""
        trick = PupilTrick(ruling, answer(self.held, ruling), effect, self.named)
        return replace(
            self,
            held=tuple(one for one in self.held if one != gone),
            shown=(*self.shown, trick),
            named="" if gone else self.named,
            sure=effect == Effect.CONFIRMED,
        )

    def name(self, belief: str) -> "PupilRound":
        """Name what the pupil believes.

        Raises:
            ValueError: No answer so far can have come from it, or it is settled.
        """
        if self.done or belief not in self.nameable:
            raise ValueError(f"nothing points at {belief!r}")
        if belief in self.held:
            return replace(self, named=belief)
        return replace(self, wrong=(*self.wrong, belief))


def _effect(now: PupilRound, ruling: Ruling) -> Effect:
    if not now.named:
        return Effect.NONE
    if not speaks_against(ruling, now.named):
        return Effect.CONFIRMED
    return Effect.SHAKEN if now.sure else Effect.GIVEN_UP


def begin(pupil: Pupil) -> PupilRound:
    """Return the round before the first trick."""
    return PupilRound(pupil, pupil.beliefs)


def replay(pupil: Pupil, moves: tuple[str, ...]) -> PupilRound:
    """Return the round after *moves*: numbers of tricks, tricks as lines, beliefs named.

    Raises:
        ValueError: A move is not possible.
    """
    now = begin(pupil)
    for move in moves:
        if move.isdigit():
            now = now.show(int(move))
        elif " " in move:
            now = now.lay(Trick.parse(move, pupil.table))
        else:
            now = now.name(move)
    return now


def least(pupil: Pupil) -> int:
    """Return with how many tricks nobody can do it in fewer, even knowing all beliefs.

    The first trick changes no mind, for nothing is named before it; each later one changes one.
    """
    return len(pupil.beliefs) + 1
