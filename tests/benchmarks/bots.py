"""How good the practice partners are, and how long they think.

Points per deal between two levels over the same packs with sides exchanged, with the
standard error from the spread between packs; and the time of every decision of an expert
that had a choice. An expert is good enough if it beats club players by 120 points a deal
or random play by 400, and thinks at most 150 ms in 99 of 100 decisions, in every form.
"""

from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from engine.game import Action
from engine.players.bots import Level, choose
from engine.players.contest import PLAYERS, Contest, Player, Result, meetings, summed_up
from engine.rulebooks import AKAGIRI, CULBERTSON, Rulebook
from engine.variants import VARIANTS
from engine.view import View, legal

OVER_CLUB, OVER_RANDOM = 120, 400
"""Points a deal in the partnership game, of which an expert has to reach one."""
SLOWEST = 0.150
"""Seconds that 99 of 100 decisions may take at most."""
MATCHES = (
    ("partnership", CULBERTSON, "club", 12),
    ("partnership", CULBERTSON, "random", 6),
    ("partnership", AKAGIRI, "club", 6),
    ("solo", CULBERTSON, "club", 4),
    ("three", CULBERTSON, "club", 4),
    ("split", CULBERTSON, "club", 4),
    ("two", CULBERTSON, "club", 12),
)
"""The expert's matches: form, rulebook, against whom, and over how many packs."""
BELOW = (("club", "novice", 40), ("novice", "random", 40))
"""Matches between the others, in the partnership game."""


@dataclass(frozen=True)
class Clock:
    """An expert whose decisions are timed, where there is anything to decide."""

    taken: list[float] = field(default_factory=list)

    def __call__(self, seen: View, rng: Random) -> Action:
        began = perf_counter()
        action = choose(seen, Level.EXPERT, rng)
        if len(legal(seen)) > 1:
            self.taken.append(perf_counter() - began)
        return action

    def slowest(self, share: float) -> float:
        """The time that this share of all decisions does not exceed."""
        return sorted(self.taken)[int(share * (len(self.taken) - 1))]


def match(form: str, rulebook: Rulebook, first: Player, second: Player, packs: int) -> Result:
    contest = Contest(VARIANTS[form], rulebook, (first, second), 1)
    return summed_up(contest, list(meetings(contest, packs)))


def figures(result: Result) -> str:
    return f"{result.points:+7.0f} ± {result.error:3.0f} points a deal over {result.packs} packs"


def main() -> int:
    """Print the figures; say whether the expert is good and quick enough."""
    for first, second, packs in BELOW:
        result = match("partnership", CULBERTSON, PLAYERS[first], PLAYERS[second], packs)
        print(f"  {first:<7}over {second:<7} partnership culbertson {figures(result)}", flush=True)
    over: dict[str, float] = {}
    quick = True
    for form, rulebook, other, packs in MATCHES:
        expert = Clock()
        result = match(form, rulebook, expert, PLAYERS[other], packs)
        half, most = expert.slowest(0.5), expert.slowest(0.99)
        print(
            f"  expert over {other:<7} {form:<11} {rulebook!s:<10} {figures(result)}; "
            f"a decision {half * 1000:.0f} ms, 99 of 100 within {most * 1000:.0f} ms",
            flush=True,
        )
        quick &= most <= SLOWEST
        if (form, rulebook) == ("partnership", CULBERTSON):
            over[other] = result.points
    good = over["club"] >= OVER_CLUB or over["random"] >= OVER_RANDOM
    print(
        f"  wanted: {OVER_CLUB} over club or {OVER_RANDOM} over random, and {SLOWEST * 1000:.0f} ms"
    )
    return int(not (good and quick))
