"""Imagined learners at the real practice: what they believe is known, what is said is what counts.

The practice chooses, judges and speaks by the functions the pages use. Puzzles are drawn from
pools that the real generators fill, since drawing them anew takes most of the time.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC
from enum import Enum, auto
from functools import cache, lru_cache
from itertools import count, pairwise
from random import Random
from unittest.mock import patch

from engine.cards import Rank, Suit
from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.table import Table
from engine.trick import Play, Ruling
from engine.variants import VARIANTS, Variant
from puzzles.difficulty import difficulty
from puzzles.generator import askable, generate, kinds_for, rules_of
from puzzles.kinds import KIND_OF, KINDS, SOUND, alike, foreseen
from puzzles.natural import SHARE, TrickSource, natural_ruling
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.sets import shape_of
from tests.learner import NOW
from tests.makers.natural_tricks import decided
from tutor.learning import Attempt, draw, misconceptions, pair_mode
from tutor.learning.learner import diagnose
from tutor.learning.memory import Memory
from tutor.learning.misconceptions import after_pair, pair_left, pending_pair
from tutor.learning.schedule import Mode, Syllabus
from tutor.words.explanation import Diagnosis

VARIANT = VARIANTS["partnership"]
TABLES = VARIANT.tables(CULBERTSON)
RULES = askable(Rule, VARIANT, CULBERTSON)
ALL = Syllabus(VARIANT, CULBERTSON, RULES)

Wrong = Callable[[Ruling], str]
"""Names the winner of a trick by a rule that no list has."""

_IDS = count()
_NATURAL: set[str] = set()
"""The lines of the natural tricks of all pools."""

_FEW = 30
"""How many puzzles a pool holds of kinds that are slow to draw."""


class Astray(Enum):
    """Whom somebody names who slips at a trick: anybody, who plays next, or the next best rank."""

    ANYWHERE = auto()
    NEXT_HAND = auto()
    NEXT_BEST = auto()


@dataclass(slots=True)
class Student:
    """Somebody who holds misconceptions, or an unlisted wrong rule of who wins a trick.

    They use it so often where it applies, and slip so often whatever they think, ``astray`` says
    to where. Whoever ``learns`` drops a misconception when its minimal pair is shown.
    """

    held: list[str] = field(default_factory=list)
    slips: float = 0
    uses: float = 1
    wrong: Wrong | None = None
    learns: bool = False
    astray: Astray = Astray.ANYWHERE

    def answer(self, puzzle: Puzzle, rng: Random) -> str:
        """Answer a puzzle."""
        said = _foreseen(print_puzzle(puzzle))
        right = said[SOUND]
        if rng.random() < self.slips:
            return _slip(puzzle, right, self.astray, rng)
        if rng.random() >= self.uses:
            return right
        erring = [said[one] for one in self.held if said.get(one, right) != right]
        if erring:
            return _in_full(rng.choice(erring), right)
        if self.wrong and puzzle.kind == "who-wins" and puzzle.ruling:
            return _in_full(self.wrong(puzzle.ruling), right)
        return right


def _in_full(answer: str, right: str) -> str:
    """Add the parts a wrong idea says nothing about: whoever is asked for the rule names one."""
    said = answer.split(" / ")
    return " / ".join([*said, *right.split(" / ")[len(said) :]])


@cache
def _foreseen(line: str) -> Mapping[str, str]:
    return foreseen(parse_puzzle(line))


def _slip(puzzle: Puzzle, right: str, astray: Astray, rng: Random) -> str:
    """Get one part wrong; of a trick as *astray* says, of all else in any way there is."""
    if puzzle.kind == "who-wins" and puzzle.ruling and astray != Astray.ANYWHERE:
        return _in_full(_ASTRAY[astray](puzzle.ruling), right)
    answers = right.split(" / ")
    place = 0 if puzzle.kind == "who-wins" else rng.randrange(len(answers))
    tokens = [choice.token for choice in puzzle.parts[place].choices]
    if puzzle.parts[place].many:
        picked = set(answers[place].split()) ^ {rng.choice(tokens)}
        answers[place] = " ".join(token for token in tokens if token in picked) or tokens[0]
    else:
        others = [token for token in tokens if token != answers[place]]
        answers[place] = rng.choice(others or tokens)
    return " / ".join(answers)


def _next_hand(ruling: Ruling) -> str:
    plays = ruling.trick.plays
    return plays[(ruling.winner + 1) % len(plays)].seat.value


def _next_best(ruling: Ruling) -> str:
    others = [play for play in ruling.trick.plays if play != ruling.winning]
    return max(others, key=lambda play: play.card.rank).seat.value


_ASTRAY: Mapping[Astray, Wrong] = {Astray.NEXT_HAND: _next_hand, Astray.NEXT_BEST: _next_best}


@dataclass(frozen=True, slots=True)
class Item:
    """One question of a practice: what was asked, about which rule, and what was said then.

    ``natural`` is whether it is a trick as it falls in play; that is known within `pools`.
    """

    puzzle: Puzzle
    rule: Rule
    after_pair: str
    attempt: Attempt
    said: Diagnosis
    natural: bool = False


def practise(student: Student, items: int, rng: Random) -> Iterator[Item]:
    """Practise as the page "Practise" has it, on one day with all rules open."""
    memory, attempts = Memory(zone=UTC), list[Attempt]()
    for _ in range(items):
        left, pending = pair_left(attempts), pending_pair(attempts)
        shown = left[0] if left else pending
        if shown:
            trick = after_pair(shown, memory, VARIANT, TABLES, rng)
            puzzle, rule, mode = trick.puzzle, trick.aim, pair_mode(shown)
            if student.learns and shown in student.held:
                student.held.remove(shown)
        else:
            asked = draw.ask_next(memory, attempts, ALL, Mode.TODAY, NOW, rng)
            puzzle, rule, mode = asked.puzzle, asked.choice.rule, "today"
        answer = student.answer(puzzle, rng)
        attempt = Attempt(
            id=f"student-{next(_IDS)}",
            at=NOW,
            puzzle=print_puzzle(puzzle),
            answer=answer,
            correct=alike(puzzle, answer, puzzle.solution),
            rule=rule,
            mode=mode,
        )
        attempts.append(attempt)
        memory = memory.after(attempt)
        natural = attempt.puzzle in _NATURAL
        yield Item(puzzle, rule, shown or "", attempt, diagnose(attempts), natural)


@contextmanager
def pools(size: int = 150) -> Iterator[None]:
    """Let the practice draw from pools of *size* puzzles while this is open.

    A puzzle is drawn when it is first wanted, and is the same whoever wants it.
    """

    def pooled(
        kind: str,
        rule: Rule,
        _variant: Variant,
        _table: Table,
        rng: Random,
        source: TrickSource = TrickSource.MIXED,
    ) -> Puzzle:
        if source == TrickSource.MIXED and KINDS[kind].draw_from:
            source = TrickSource.NATURAL if rng.random() < SHARE else TrickSource.MADE
        return _of_pool(kind, rule, source, rng.randrange(_FEW if KINDS[kind].slow else size))

    shapes = lru_cache(maxsize=None)(shape_of)
    with (
        patch.object(draw, "generate", pooled),
        patch.object(misconceptions, "generate", pooled),
        patch.object(draw, "difficulty", lru_cache(maxsize=None)(difficulty)),
        patch.object(draw, "shape_of", shapes),
        patch.object(misconceptions, "shape_of", shapes),
    ):
        yield


@cache
def _of_pool(kind: str, rule: Rule, source: TrickSource, number: int) -> Puzzle:
    chance = Random(f"{kind} {rule} {source} {number}")
    puzzle = generate(kind, rule, VARIANT, chance.choice(TABLES), chance, source)
    if source == TrickSource.NATURAL:
        asks_rule = KINDS[kind].asks_rule
        _NATURAL.update(
            print_puzzle(one) for one in (puzzle, asks_rule and asks_rule(puzzle)) if one
        )
    return puzzle


# Who is imagined

HOLDABLE = tuple(
    one
    for one, kind in KIND_OF.items()
    if any(kind in kinds_for(rule, VARIANT, CULBERTSON) for rule in RULES)
    and one not in ("suits-count-together", "opposite-seats-add-up", "left-neighbour-counts")
)
"""What somebody can believe about the partnership game."""

ABOUT_TRICKS = tuple(one for one in HOLDABLE if KIND_OF[one] == "who-wins")


@cache
def rules_about(misconception: str) -> frozenset[Rule]:
    """Return the rules under which a misconception shows in at least a tenth of its kind's items.

    Where it shows in fewer of all of them, those under which it shows at all.
    """
    kind, rng, shares = KIND_OF[misconception], Random(1), dict[Rule, float]()
    for rule in rules_of(kind, VARIANT, CULBERTSON):
        if rule in RULES:
            drawn = [
                generate(kind, rule, VARIANT, rng.choice(TABLES), rng)
                for _ in range(_FEW if KINDS[kind].slow else 80)
            ]
            told = [_foreseen(print_puzzle(one)) for one in drawn]
            shares[rule] = sum(one[misconception] != one[SOUND] for one in told) / len(told)
    often = frozenset(rule for rule, share in shares.items() if share >= 0.1)
    return often or frozenset(rule for rule, share in shares.items() if share > 0)


def about(item: Item, misconception: str) -> bool:
    """Whether an item is about the rules of a misconception."""
    return item.puzzle.kind == KIND_OF[misconception] and item.rule in rules_about(misconception)


def _highest(plays: Sequence[Play]) -> str:
    return max(plays, key=lambda play: play.card.rank).seat.value


def _of_suit_led(ruling: Ruling) -> list[Play]:
    led = ruling.trick.lead.card.suit
    return [play for play in ruling.trick.plays if play.card.suit == led]


def _nearest_rank(ruling: Ruling) -> str:
    lead = ruling.trick.lead.card
    others = ruling.trick.plays[1:]
    return min(others, key=lambda play: abs(play.card.rank - lead.rank)).seat.value


def _low_leads_lose(ruling: Ruling) -> str:
    """The partner of whoever led wins if the lead is no court card."""
    lead = ruling.trick.lead
    if lead.card.rank >= Rank.JACK:
        return ruling.winning.seat.value
    return ruling.table.clockwise(lead.seat, 3)[2].value


def _first_two_only(ruling: Ruling) -> str:
    """The higher of the first two cards wins, whatever follows."""
    return _highest(ruling.trick.plays[:2])


def _third_best(ruling: Ruling) -> str:
    """The third highest card wins, whatever it is."""
    plays = sorted(ruling.trick.plays, key=lambda play: -play.card.rank)
    return plays[min(2, len(plays) - 1)].seat.value


def _next_above_lead(ruling: Ruling) -> str:
    """The lowest card above the lead wins, of any suit."""
    lead = ruling.trick.lead
    above = [play for play in ruling.trick.plays if play.card.rank > lead.card.rank]
    return min(above, key=lambda play: play.card.rank).seat.value if above else lead.seat.value


def _neighbours_beat(ruling: Ruling) -> str:
    """Each card is beaten by the next one if that is higher; who beats last wins."""
    best = ruling.trick.lead
    for one, other in pairwise(ruling.trick.plays):
        if other.card.rank > one.card.rank:
            best = other
    return best.seat.value


def _red_beats_black(ruling: Ruling) -> str:
    """The highest red card wins a trick with a black lead, and the other way round."""
    red = ruling.trick.lead.card.suit in _RED
    across = [play for play in ruling.trick.plays if (play.card.suit in _RED) != red]
    return _highest(across or _of_suit_led(ruling))


def _by_the_sum(ruling: Ruling) -> str:
    """Partners add their ranks, and the lead or the second hand takes it for them."""
    ranks = [play.card.rank for play in ruling.trick.plays]
    return ruling.trick.plays[0 if sum(ranks[::2]) >= sum(ranks[1::2]) else 1].seat.value


_RED = frozenset({Suit.DIAMONDS, Suit.HEARTS})

WRONG_RULES: Sequence[Wrong] = (
    _nearest_rank,
    _low_leads_lose,
    _first_two_only,
    _third_best,
    _next_above_lead,
    _neighbours_beat,
    _red_beats_black,
    _by_the_sum,
)
"""Wrong rules of who wins a trick that no list has, nor are they among those by which the tutor
imagines unlisted rules."""


def any_natural(variant: Variant, table: Table, rng: Random) -> Ruling:
    """Draw a trick as it falls in play, whichever rule governs it."""
    decides = decided(variant, table)
    rule = rng.choices(list(decides), list(decides.values()))[0]
    while True:
        ruling = natural_ruling(rule, variant, table, rng)
        if ruling.rule == rule:
            return ruling
