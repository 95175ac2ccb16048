"""Whether the chances that the coach names come true as often as it says, and how long it takes.

Club players play games of every form; at every decision with a choice the coach is asked. What
it says of the best card, and of the one it is set against, is put to the test in the true
deal: that card is played, and club players play on to the end of the trick. Chances between 0
and 10 in 100, 10 and 20 and so on have to come true so often on average, within 5 points, over
10,000 decisions. A decision is to take 1.5 seconds at most, 36 of them 8 seconds.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from time import process_time

from engine.cards import Card
from engine.game import Action, Game, legal, new, play
from engine.players import Level, choose
from engine.rulebooks import RULEBOOKS
from engine.trick import Play, Role, Trick, judge
from engine.variants import VARIANTS, Variant
from engine.view import view
from puzzles.puzzle import Reason
from tutor.playing.coach import WeighedOption, advise
from tutor.playing.coach_reasons import AVERAGES, AgainstBest

DECISIONS = 10_000
WITHIN = 5.0
"""Points of a hundred by which a chance may be off."""
FEW = 100
"""Chances of a size that was named less often are not judged: chance alone is as wide."""
SLOWEST, REVIEW = 1.5, 8.0
"""Seconds of the processor that a decision may take, and a review of 36."""


@dataclass
class Bin:
    """Chances of one size: the sum of what was said, what came true, and how many there were."""

    said: float = 0.0
    true: int = 0
    count: int = 0

    @property
    def off(self) -> float:
        """How much too high the chances were, in points of a hundred."""
        return (self.said - 100 * self.true) / self.count if self.count else 0.0


@dataclass
class Record:
    """What was said and came true, by size and by kind of reason."""

    sizes: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(10)])
    kinds: dict[str, Bin] = field(default_factory=dict)
    decisions: int = 0
    taken: list[float] = field(default_factory=list)

    def note(self, key: str, said: float, *, true: bool) -> None:
        for one in (self.sizes[min(9, int(said // 10))], self.kinds.setdefault(key, Bin())):
            one.said += said
            one.true += true
            one.count += 1

    def worst(self) -> float:
        """By how much the chances of some size are off at most."""
        return max((abs(size.off) for size in self.sizes if size.count >= FEW), default=0.0)


def games(variant: Variant, seed: int, level: Level = Level.CLUB) -> Iterator[Game]:
    """Positions with a choice of card from a game between partners of one level."""
    rng = Random(f"{seed} {variant.id}")
    table = rng.choice(variant.tables(RULEBOOKS[seed % 2]))
    game = new(variant, table, rng.choice(table.seats), rng)
    while not game.over:
        actions = legal(game)
        if len(set(actions)) > 1 and all(isinstance(action, Play) for action in actions):
            yield game
        game, _ = play(game, choose(view(game, game.turn), level, rng))


def played_on(game: Game, action: Action, rng: Random) -> list[Game]:
    """Every position after *action* to the end of the trick, club players playing on."""
    found = [game]
    game, _ = play(game, action)
    found.append(game)
    while game.trick:
        game, _ = play(game, choose(view(game, game.turn), Level.CLUB, rng))
        found.append(game)
    return found


@dataclass(frozen=True)
class Fate:
    """What became of a decision: the tricks to the deal's end, and the calypsos after the first."""

    before: Game
    after: Game
    tricks: tuple[Trick, ...]

    @property
    def first(self) -> Trick:
        return self.tricks[0]

    def wins(self, trick: Trick) -> Play:
        return judge(trick, self.after.table).winning


def fate(game: Game, positions: list[Game]) -> Fate:
    """Read off what became of a decision."""
    length = game.variant.trick
    begun = len([one for one in game.history if isinstance(one, Play)]) // length * length
    plays = [one for one in positions[-1].history if isinstance(one, Play)][begun:]
    tricks = tuple(Trick(tuple(plays[at : at + length])) for at in range(0, len(plays), length))
    done = next(position for position in positions[1:] if not position.trick or position.over)
    return Fate(game, done, tricks)


def _built(found: Fate, seat: object, card: Card) -> bool:
    """Whether the card, of which the trick has one copy, stands in a calypso of a seat."""
    place = found.before.table.seats.index(seat)
    for old, new_ in zip(found.before.calypsos[place], found.after.calypsos[place], strict=True):
        if old.suit == card.suit:
            if new_.completed > old.completed:
                return card.rank not in old.ranks or card.rank in new_.ranks
            return card.rank in new_.ranks and card.rank not in old.ranks
    return False


def _ruffs(found: Fate, trick: Trick, seat: object) -> bool:
    roles = judge(trick, found.after.table).roles
    return any(
        one.seat == seat and role == Role.RUFF for one, role in zip(trick.plays, roles, strict=True)
    )


def _finishes(found: Fate, seats: tuple[object, ...]) -> bool:
    return any(
        now.completed > was.completed
        for seat, old, new_ in zip(
            found.before.table.seats, found.before.calypsos, found.after.calypsos, strict=True
        )
        for was, now in zip(old, new_, strict=True)
        if seat in seats
    )


def came_true(reason: Reason, option: WeighedOption, fates: Mapping[Action, Fate]) -> bool:
    """Whether what a reason names came true; KeyError where it is about something else."""
    facts = reason.facts
    assert isinstance(option.action, Play)
    me, card = option.action.seat, option.action.card
    own = fates[option.action]
    seats = own.before.table.seats
    ours = own.before.variant.counts[seats.index(me)]
    rivals = tuple(seat for seat in seats if seat not in ours)
    told: Mapping[str, Callable[[], bool]] = {
        "own-built": lambda: _built(own, me, card),
        "own-lost": lambda: _built(own, me, card),
        "mate-built": lambda: _built(own, facts["seat"], card),
        "mate-lost": lambda: _built(own, facts["seat"], card),
        "rival-built": lambda: _built(own, facts["seat"], card),
        "rival-denied": lambda: _built(own, facts["seat"], card),
        "wins": lambda: own.wins(own.first).seat in ours,
        "ruffed": lambda: any(_ruffs(own, own.first, seat) for seat in rivals),
        "completes": lambda: _finishes(own, ours),
        "rivals-complete": lambda: _finishes(own, rivals),
    }
    return told[reason.key]()


def ask(record: Record, game: Game, seed: int) -> None:
    """Ask the coach about a decision, and put what it says to the test."""
    began = process_time()
    advice = advise(view(game, game.turn), seed)
    record.taken.append(process_time() - began)
    record.decisions += 1
    worse = [one for one in advice.options if one.standing == AgainstBest.BEHIND][:1]
    spoken = [advice.options[0], *worse]
    rng = Random(f"{seed} on")
    fates = {one.action: fate(game, played_on(game, one.action, rng)) for one in spoken}
    for option in spoken:
        for reason in option.reasons:
            said = reason.facts.get("this")
            twice = fates[option.action].first.cards.count(option.action.card) > 1  # type: ignore[union-attr]
            if isinstance(said, int) and reason.key not in AVERAGES and not twice:
                true = came_true(reason, option, fates)
                record.note(reason.key, said, true=true)


def measured(decisions: int, seed: int) -> Record:
    """Ask about so many decisions, form by form in turn."""
    record, number = Record(), 0
    forms = list(VARIANTS.values())
    while record.decisions < decisions:
        for game in games(forms[number % len(forms)], seed + number):
            ask(record, game, record.decisions)
            if record.decisions >= decisions:
                break
        number += 1
    return record


def main(decisions: int = DECISIONS) -> int:
    """Print the figures; say whether the coach is right and quick enough."""
    record = measured(decisions, 1)
    for place, size in enumerate(record.sizes):
        if size.count:
            print(
                f"  {10 * place:3} to {10 * place + 10:3} of 100: "
                f"said {size.said / size.count:5.1f}, "
                f"came true {100 * size.true / size.count:5.1f} ({size.count} times)"
            )
    for key, one in sorted(record.kinds.items()):
        print(
            f"  {key:<16} said {one.said / one.count:5.1f}, "
            f"came true {100 * one.true / one.count:5.1f} ({one.count} times)"
        )
    taken = sorted(record.taken)
    most, mean = taken[int(0.99 * (len(taken) - 1))], sum(taken) / len(taken)
    print(
        f"  {record.decisions} decisions; off by {record.worst():.1f} at most, wanted {WITHIN}; "
        f"a decision {1000 * mean:.0f} ms, 99 of 100 within {1000 * most:.0f} ms, "
        f"36 of them {36 * mean:.1f} s"
    )
    return int(record.worst() > WITHIN or most > SLOWEST or 36 * mean > REVIEW)
