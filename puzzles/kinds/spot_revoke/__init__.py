"""Which play was a revoke?"""

from random import Random

from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Trick, judge
from engine.variants import Variant
from puzzles.explanations import disputed
from puzzles.kinds.kind import Kind
from puzzles.kinds.spot_revoke.position import REVOKE_MISCONCEPTION, SpotRevoke
from puzzles.puzzle import Choice, Fact, Hints, Part, Reason
from puzzles.scenes import HandSight, Scene, Stage, TricksSight
from puzzles.tricks import play_trick

_RULES = (Rule.FOLLOW_SUIT, Rule.REVOKE_CLAIM)
_TRICKS = 3
_HAND = 7
"""Cards dealt, fewer than in a game: short hands run out of suits, as late in a deal."""

_FIRST = 0.15
"""How often a revoke after the first trick is the first card off suit."""

_TRIES = 4_000
_FAIR = 200
"""After so many tries a position without an innocent card of another suit will do."""


def _rules(_variant: Variant, _table: Table) -> tuple[Rule, ...]:
    return _RULES


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> SpotRevoke:
    """Draw a few tricks played by the rules but for one card, in any of them as often."""
    when = rng.randrange(_TRICKS if rule == Rule.FOLLOW_SUIT else _TRICKS - 1)
    first = not when or rng.random() < _FIRST
    for count in range(_TRIES):
        seat = rng.choice(table.seats)
        puzzle = _play(rule, variant, table, seat, when, rng)
        if not puzzle or puzzle.rule != rule or not (_doubtful(puzzle) or count > _FAIR):
            continue
        if (_first_off(puzzle) == puzzle.solution) == first or count > _TRIES // 2:
            return puzzle
    raise ValueError(f"found no revoke of {variant.id} at {table} about {rule.value!r}")


def _doubtful(puzzle: SpotRevoke) -> bool:
    """Return whether the seat fails to follow suit in another trick too, being void."""
    off = sum(
        any(
            play.seat == puzzle.seat and play.card.suit != trick.lead.card.suit
            for play in trick.plays
        )
        for trick in puzzle.tricks
    )
    return off > 1


def _play(
    rule: Rule, variant: Variant, table: Table, seat: Seat, when: int, rng: Random
) -> SpotRevoke | None:
    """Play some tricks; *seat* revokes in number *when* alone, or there is no puzzle."""
    dealt = _TRICKS * variant.trick // len(table.seats) + _HAND - _TRICKS
    each = min(dealt, variant.hand)
    pack = rng.sample(variant.pack, each * len(table.seats))
    hands = {
        owner: pack[place * each : (place + 1) * each] for place, owner in enumerate(table.seats)
    }
    leader = rng.choice(table.seats)
    tricks: list[Trick] = []
    for number in range(_TRICKS):
        offender = seat if number == when else None
        trick = play_trick(variant, table, leader, hands, offender, rng)
        if trick is None:
            return None
        ruling = judge(trick, table)
        if disputed(ruling):
            return None
        tricks.append(trick)
        leader = ruling.winning.seat
    hand = tuple(hands[seat]) if rule == Rule.FOLLOW_SUIT else None
    try:
        return SpotRevoke(variant=variant, table=table, tricks=tuple(tricks), seat=seat, hand=hand)
    except ValueError:
        return None


def _hints(puzzle: SpotRevoke) -> Hints:
    number = int(puzzle.solution.partition(":")[0])
    off = [
        place
        for place, trick in enumerate(puzzle.tricks, 1)
        if any(
            play.seat == puzzle.seat and play.card.suit != trick.lead.card.suit
            for play in trick.plays
        )
    ]
    others = [place for place in off if place != number] or [
        place for place in range(1, len(puzzle.tricks) + 1) if place != number
    ]
    first, second = sorted((number, others[0]))
    where = "hand" if puzzle.hand is not None else "later"
    facts: dict[str, Fact] = {"seat": puzzle.seat, "first": first, "second": second}
    return (
        Reason("look.not-following", {"seat": puzzle.seat}),
        Reason(f"order.revoke.{where}", {"seat": puzzle.seat}),
        Reason(f"compare.tricks.{where}", facts),
    )


def _first_off(puzzle: SpotRevoke) -> str:
    """Name the first trick in which the seat does not follow suit."""
    return next(
        f"{number}:{puzzle.seat.value}"
        for number, trick in enumerate(puzzle.tricks, 1)
        for play in trick.plays
        if play.seat == puzzle.seat and play.card.suit != trick.lead.card.suit
    )


def _label(puzzle: SpotRevoke, _: Part, choice: Choice) -> Reason:
    """Name a trick by its number and what the seat played to it: two cards, where two play."""
    number = int(choice.token.partition(":")[0])
    plays = puzzle.tricks[number - 1].plays
    cards = tuple(play.card for play in plays if play.seat == puzzle.seat)
    return Reason("trick-card", {"number": number, "cards": cards})


def _tricks(puzzle: SpotRevoke, *, answered: bool) -> TricksSight:
    at, revoke = puzzle.revoke
    return TricksSight(
        table=puzzle.table,
        tricks=puzzle.tricks,
        revoke=revoke if answered else None,
        at=at if answered else 0,
    )


def _scene(puzzle: SpotRevoke, stage: Stage) -> Scene:
    tricks = _tricks(puzzle, answered=stage.answered)
    if puzzle.hand is None:
        return (tricks,)
    return tricks, HandSight(seat=puzzle.seat, yours=False, cards=puzzle.hand)


def _shows(puzzle: SpotRevoke) -> Scene:
    return (_tricks(puzzle, answered=True),)


KIND = Kind(
    puzzle=SpotRevoke,
    rules=_rules,
    draw=_draw,
    misconceptions={REVOKE_MISCONCEPTION: _first_off},
    hints=_hints,
    scene=_scene,
    shows=_shows,
    label=_label,
    seconds=24,
)
