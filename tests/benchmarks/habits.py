"""How far habits that are not the rules come in what is asked, beside the same at a table.

Every habit of `tests.habits` is scored for each form, rulebook, place where questions come
from, kind and rule. Two things are wanted: nowhere is a habit more than ten points better in
what is asked than in natural play, and no pattern of answers that never looks at the position
("all", "to the pile", the third) is right in more than 60 % of what a rule is asked by (50 %
where there are two choices). A cell misses where that cannot be chance. Of thousands of cells
some are beyond by chance all the same: what is asked there is drawn afresh, and that counts.

Where somebody chooses the rule, they choose each as often as it comes where nobody does.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from itertools import islice
from math import sqrt
from random import Random

from engine.game import Game, new, play
from engine.players import Level, choose
from engine.rulebooks import AKAGIRI, CULBERTSON, Rulebook
from engine.rules import Rule
from engine.trick import Trick
from engine.variants import VARIANTS, Variant
from engine.view import view
from puzzles.daily import daily
from puzzles.generator import askable, generate, often, rounds_of, rules_of
from puzzles.kinds import KINDS
from puzzles.kinds.what_is_built.position import WhatIsBuilt
from puzzles.kinds.what_score import WhatScore
from puzzles.kinds.which_cards import WhichCards
from puzzles.kinds.who_wins import WhoWins
from puzzles.natural import natural_ruling
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle
from puzzles.sets import AimedPuzzle, Order, make_set, mixed
from tests.course import LESSONS
from tests.habits import HABITS, PLACES, choices_of, pattern_table, patterns_of, right, same_seat
from tests.learner import NOW, answered
from tests.students import any_natural
from tutor.learning import Attempt
from tutor.learning.draw import ask_next
from tutor.learning.fading import FadingLevel as Fade
from tutor.learning.fading import example
from tutor.learning.memory import Memory
from tutor.learning.misconceptions import open_mistakes
from tutor.learning.schedule import Mode, Syllabus
from tutor.learning.trials import ITEMS, form_of_lesson, lesson_test, parallel_test, placement
from tutor.lessons.steps import Drill
from tutor.rooms.agenda import of_rule

BETTER = 0.10
"""How much better than at a table a habit may be in what is asked."""

PATTERN, PATTERN_OF_TWO = 0.60, 0.50
"""How often one pattern of answers may be right, and where there are two choices."""

FEWEST = 40
"""Fewer items of a rule than these, or as few at a table, are no cell."""

NEVER_AT_A_TABLE = ("spot-revoke", "rulebooks-differ", "who-has-won")
"""Kinds whose habits have nothing to be compared with; they may not pay more than a pattern."""

SURE = 2.0
"""Standard errors by which a cell has to be beyond its limit to count as a miss."""

ADVICE = ("plan.",)
SLOW = "best-card"

Item = tuple[Puzzle, Rule]
Stream = Callable[[Variant, Rulebook, int, Random], Iterator[Item]]


# --------------------------------------------------------------------- places


def _rules(variant: Variant, rulebook: Rulebook) -> list[Rule]:
    """List the rules asked about, without advice: endings take long to draw."""
    return [rule for rule in askable(Rule, variant, rulebook) if not rule.startswith(ADVICE)]


def _practice(mode: Mode) -> Stream:
    """Practise as somebody does who is right in 17 of 20 cases."""

    def stream(variant: Variant, rulebook: Rulebook, count: int, rng: Random) -> Iterator[Item]:
        rules, memory = _rules(variant, rulebook), Memory(zone=UTC)
        syllabus = Syllabus(variant, rulebook, tuple(rules))
        only, answers, turns = rules[0], list[Attempt](), rounds_of(rules, variant)
        for number in range(count):
            now = NOW + timedelta(days=number // 40)
            if mode == Mode.RULE:
                only = turns[number % len(turns)]
            asking = mode
            if mode == Mode.MISTAKES and not open_mistakes(memory.recent):
                asking = Mode.TODAY
            asked = ask_next(memory, answers, syllabus, asking, now, rng, only)
            puzzle = asked.puzzle
            answer = puzzle.solution
            if rng.random() > 0.85 or (asking == Mode.TODAY != mode):
                choices = [rng.choice(part.choices).token for part in puzzle.parts]
                answer = " / ".join(choices)
            if asking == mode:
                yield puzzle, asked.choice.rule
            given = answered(puzzle, answer, asked.choice.rule, at=now, mode=asking.value)
            answers.append(given)
            memory = memory.after(given)

    return stream


def _daily(variant: Variant, rulebook: Rulebook, count: int, rng: Random) -> Iterator[Item]:
    first = date(2027 + 10 * rng.randrange(7), 1, 1)
    for number in range(count):
        one = daily(first + timedelta(days=number), variant, rulebook)
        yield one.puzzle, one.aim


def _free(variant: Variant, rulebook: Rulebook, count: int, rng: Random) -> Iterator[Item]:
    kinds = [kind for kind in KINDS if kind != SLOW and rules_of(kind, variant, rulebook)]
    for kind in kinds:
        rules = set(rules_of(kind, variant, rulebook))
        endless = mixed([kind], rules, variant, variant.tables(rulebook), rng)
        for one in islice(endless, count // len(kinds)):
            yield one.puzzle, one.aim


def _sets(variant: Variant, rulebook: Rulebook, count: int, rng: Random) -> Iterator[Item]:
    for kind in KINDS:
        for rule in () if kind == SLOW else rules_of(kind, variant, rulebook):
            order = Order(
                kinds=(kind,),
                rules=(rule,),
                variant=variant,
                rulebook=rulebook,
                count=count // 20 * often(rule, variant),
            )
            for puzzle in make_set(order, rng):
                yield puzzle, rule


def _tests(variant: Variant, rulebook: Rulebook, count: int, rng: Random) -> Iterator[Item]:
    tables = variant.tables(rulebook)
    for number in range(count // 12):
        test = (
            parallel_test((), variant, tables, rng)
            if number % 2
            else placement(variant, tables, rng, ITEMS)
        )
        for one in test:
            yield one.puzzle, one.aim


def _known(variant: Variant, rulebook: Rulebook, count: int, rng: Random) -> Iterator[Item]:
    taught, here = list[Rule](), list[tuple[Syllabus, Collection[Rule]]]()
    for lesson in LESSONS:
        form = form_of_lesson(lesson.rules, variant, rulebook)
        if form == variant and len(askable(lesson.rules, variant, rulebook)) > 1:
            here.append((Syllabus(variant, rulebook, lesson.rules), tuple(taught)))
        taught += lesson.rules
    for number in range(count // 5):
        syllabus, before = here[number % len(here)]
        asked: list[AimedPuzzle] = []
        for _ in range(5):
            asked.append(lesson_test(syllabus, (), rng, asked, before))
        yield from ((one.puzzle, one.aim) for one in asked)


def _lessons(variant: Variant, rulebook: Rulebook, count: int, rng: Random) -> Iterator[Item]:
    steps = [
        step
        for lesson in LESSONS
        for step in lesson.steps
        if isinstance(step, Drill) and step.variant == variant and step.kind != SLOW
    ]
    for step in steps:
        for _ in range(max(1, count // len(steps) // step.count)):
            for rule in step.turns(rng):
                table = rng.choice(variant.tables(rulebook))
                yield generate(step.kind, rule, variant, table, rng), rule


def _rooms(variant: Variant, rulebook: Rulebook, count: int, rng: Random) -> Iterator[Item]:
    rules = _rules(variant, rulebook)
    for rule in rules:
        asked = max(5, count // len(rules)) * often(rule, variant)
        for draft in of_rule(rule, variant, rulebook, asked, rng):
            yield parse_puzzle(draft.line), rule


def _examples(variant: Variant, rulebook: Rulebook, count: int, rng: Random) -> Iterator[Item]:
    rules = rounds_of(_rules(variant, rulebook), variant)
    for number in range(count):
        rule = rules[number % len(rules)]
        yield example(Fade.SOLO, rule, variant, variant.tables(rulebook), rng).puzzle, rule


PLACES_ASKED: Mapping[str, Stream] = {
    "today": _practice(Mode.TODAY),
    "one rule": _practice(Mode.RULE),
    "mistakes": _practice(Mode.MISTAKES),
    "streak": _practice(Mode.STREAK),
    "daily": _daily,
    "free": _free,
    "sets, sheets, CLI": _sets,
    "tests": _tests,
    "I know this": _known,
    "lessons": _lessons,
    "rooms": _rooms,
    "examples": _examples,
}


# -------------------------------------------------------------------- natural play


def at_a_table(variant: Variant, rulebook: Rulebook, games: int, rng: Random) -> Iterator[Item]:
    """Ask about what comes in games between partners of the club level.

    Which cards may be played, where those of a trick go, and what sheets are worth; tricks
    come from the pool, see `natural_tricks`.
    """
    for _ in range(games):
        game = new(variant, rng.choice(variant.tables(rulebook)), variant.seats[0], rng)
        while not game.over:
            before = game
            game, ruling = play(game, choose(view(game, game.turn), Level.CLUB, rng))
            yield from _hand(before, rng)
            if ruling:
                calypsos = tuple(one for own in before.calypsos for one in own)
                puzzle: Puzzle = WhatIsBuilt(
                    variant=variant, table=before.table, trick=ruling.trick, calypsos=calypsos
                )
                yield puzzle, puzzle.rule
        yield from _sheets(game)


def _hand(game: Game, rng: Random) -> Iterator[Item]:
    place = game.table.seats.index(game.turn)
    if rng.random() < 0.2 and len(set(game.hands[place])) > 1:
        trick = Trick(game.trick) if game.trick else None
        puzzle = WhichCards(
            variant=game.variant,
            table=game.table,
            seat=game.turn,
            hand=game.hands[place],
            trick=trick,
        )
        yield puzzle, puzzle.rule


def _sheets(game: Game) -> Iterator[Item]:
    for seat, own, pile in zip(game.table.seats, game.calypsos, game.piles, strict=True):
        puzzle = WhatScore(
            variant=game.variant, table=game.table, seat=seat, calypsos=own, pile=len(pile)
        )
        yield puzzle, puzzle.rule


def natural_tricks(variant: Variant, rulebook: Rulebook, count: int, rng: Random) -> list[WhoWins]:
    """Draw tricks as they fall, whatever decides them."""
    tables = variant.tables(rulebook)
    drawn = (any_natural(variant, rng.choice(tables), rng) for _ in range(count))
    return [WhoWins(variant=variant, table=one.table, trick=one.trick) for one in drawn]


def natural_about(
    rule: Rule, variant: Variant, rulebook: Rulebook, count: int, rng: Random
) -> list[WhoWins]:
    """Draw tricks as they fall among those in which a rule is at work."""
    tables = variant.tables(rulebook)
    drawn = (natural_ruling(rule, variant, rng.choice(tables), rng) for _ in range(count))
    return [WhoWins(variant=variant, table=one.table, trick=one.trick) for one in drawn]


# ------------------------------------------------------------------------- scores


@dataclass(frozen=True, slots=True)
class Cell:
    """How often a habit is right in what is asked at one place about one rule, and at a table."""

    habit: str
    where: str
    asked: float
    items: int
    table: float
    found: int
    limit: float

    @property
    def beyond(self) -> float:
        """How far the habit is beyond what is wanted."""
        return self.asked - self.limit

    @property
    def missed(self) -> bool:
        """Whether it is beyond the limit, and not by chance."""
        chance = self.asked * (1 - self.asked) / self.items
        if self.found:
            chance += self.table * (1 - self.table) / self.found
        return self.beyond > SURE * sqrt(chance) + 1e-9


def trick_cells(where: str, asked: Sequence[WhoWins], table: Sequence[WhoWins]) -> Iterator[Cell]:
    """Score the habits about who wins, the table of patterns learnt from half of what is asked."""
    learnt, rest = asked[::2], asked[1::2]
    for name, place in PLACES.items():
        yield _trick_cell(name, where, asked, table, place)
    by_heart = pattern_table(one.ruling for one in learnt)
    yield _trick_cell("a table of patterns", where, rest, table, by_heart)


def _trick_cell(
    name: str,
    where: str,
    asked: Sequence[WhoWins],
    table: Sequence[WhoWins],
    place: Callable[..., int],
) -> Cell:
    scores = [
        sum(same_seat(one.ruling, place(one.ruling)) for one in some) / len(some)
        for some in (asked, table)
    ]
    return Cell(name, where, scores[0], len(asked), scores[1], len(table), scores[1] + BETTER)


def pattern_cells(where: str, kind: str, asked: Sequence[Puzzle]) -> Iterator[Cell]:
    """Score the patterns of answers that never look at the position."""
    two = choices_of(asked[0]) == 2
    limit = PATTERN_OF_TWO if two else PATTERN
    for name, habit in patterns_of(kind).items():
        share = sum(right(one, habit(one)) for one in asked) / len(asked)
        if share:
            yield Cell(name, where, share, len(asked), 0, 0, limit)


def other_cells(
    where: str, kind: str, asked: Sequence[Puzzle], table: Sequence[Puzzle]
) -> Iterator[Cell]:
    """Score the habits of other kinds, beside the same at a table where it comes often enough."""
    for name, habit in HABITS.get(kind, {}).items():
        share = sum(right(one, habit(one)) for one in asked) / len(asked)
        if len(table) >= FEWEST:
            natural = sum(right(one, habit(one)) for one in table) / len(table)
            yield Cell(name, where, share, len(asked), natural, len(table), natural + BETTER)
        elif kind in NEVER_AT_A_TABLE:
            yield Cell(name, where, share, len(asked), 0, 0, PATTERN)


def cells(
    variant: Variant,
    rulebook: Rulebook,
    places: Mapping[str, Stream],
    count: int,
    games: int,
    met: int = 1_000,
    seed: int = 2,
) -> Iterator[Cell]:
    """Score every habit in everything asked of one form under one rulebook."""
    head, rng = f"{variant.id} {rulebook.id}", Random(1)
    overall = natural_tricks(variant, rulebook, 2 * met, rng)
    about = {
        rule: natural_about(rule, variant, rulebook, met, rng)
        for rule in rules_of(WhoWins.kind, variant, rulebook)
    }
    table: dict[tuple[str, Rule], list[Puzzle]] = defaultdict(list)
    for puzzle, rule in at_a_table(variant, rulebook, games, rng):
        table[puzzle.kind, rule].append(puzzle)
    for place, stream in places.items():
        items: dict[tuple[str, Rule], list[Puzzle]] = defaultdict(list)
        for puzzle, rule in stream(variant, rulebook, count, Random(seed)):
            items[puzzle.kind, rule].append(puzzle)
        tricks: list[WhoWins] = []
        for (kind, rule), asked in items.items():
            where = f"{head}, {place}, {kind}, {rule}"
            if kind == WhoWins.kind:
                who = [one for one in asked if isinstance(one, WhoWins)]
                tricks += who
                if len(who) >= FEWEST:
                    yield from trick_cells(where, who, about[rule])
            if len(asked) >= FEWEST:
                if kind != WhoWins.kind:
                    yield from pattern_cells(where, kind, asked)
                yield from other_cells(where, kind, asked, table[kind, rule])
        if len(tricks) >= FEWEST:
            Random(3).shuffle(tricks)
            yield from trick_cells(f"{head}, {place}, all tricks", tricks, overall)


def settled(
    variant: Variant,
    rulebook: Rulebook,
    places: Mapping[str, Stream],
    count: int,
    games: int,
    met: int = 1_000,
) -> list[Cell]:
    """Score every habit; where one is beyond its limit, draw afresh what is asked there.

    What is so drawn alone counts: the first time was picked for being beyond.
    """
    found = list(cells(variant, rulebook, places, count, games, met))
    doubtful = {
        place: stream
        for place, stream in places.items()
        if any(cell.missed and f", {place}, " in cell.where for cell in found)
    }
    if not doubtful:
        return found
    again = {
        (cell.habit, cell.where): cell
        for cell in cells(variant, rulebook, doubtful, 2 * count, games, met, seed=3)
    }
    return [again.get((one.habit, one.where), one) if one.missed else one for one in found]


# -------------------------------------------------------------------------- printing

COUNT, GAMES = 1_200, 15
EVERYWHERE = tuple(
    (VARIANTS[form], rulebook)
    for form in VARIANTS
    for rulebook in (CULBERTSON, AKAGIRI)
    if form != "two" or rulebook == CULBERTSON
)


def main() -> int:
    """Print each habit where it is furthest beyond its limit; say whether none is."""
    found: list[Cell] = []
    for variant, rulebook in EVERYWHERE:
        some = settled(variant, rulebook, PLACES_ASKED, COUNT, GAMES)
        found += some
        print(
            f"  {variant.id} {rulebook.id}: {len(some)} cells, "
            f"{sum(cell.missed for cell in some)} beyond their limit",
            flush=True,
        )
    _print(found)
    missed = [cell for cell in found if cell.missed]
    print(f"  wanted: no habit {BETTER:.0%} better than at a table, no pattern right in more")
    print(f"  than {PATTERN:.0%} of a rule's items; {len(missed)} of {len(found)} cells miss it")
    return int(bool(missed))


def _print(found: Iterable[Cell]) -> None:
    by_habit: dict[str, list[Cell]] = defaultdict(list)
    for cell in found:
        by_habit[cell.habit].append(cell)
    print(f"\n  {'habit':<44}{'asked':>7}{'table':>7}  where it is furthest beyond")
    for habit, some in by_habit.items():
        worst = max(some, key=lambda cell: (cell.missed, cell.beyond))
        natural = f"{worst.table:.0%}" if worst.found else "-"
        mark = "  missed" if worst.missed else ""
        print(f"  {habit:<44}{worst.asked:>7.0%}{natural:>7}  {worst.where}{mark}")


if __name__ == "__main__":
    sys.exit(main())
