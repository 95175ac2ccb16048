"""How good the practice partners are, and how long they think.

Points per deal between two levels over the same packs with sides exchanged, with the
standard error from the spread between packs; and the processor's time for every decision of
an expert that had a choice. An expert is good enough if it beats the expert of before
(`tests.benchmarks.expert_before`) by 60 points a deal and club players by 140, is ahead of
the expert of before in every other form, and thinks at most 150 ms in 99 of 100 decisions.
All of it takes an hour and more.
"""

from dataclasses import dataclass, field
from random import Random
from time import process_time

from engine.game import Action
from engine.players import Level, choose
from engine.players.contest import PLAYERS, Contest, Player, Result, meetings, summed_up
from engine.rulebooks import AKAGIRI, CULBERTSON, Rulebook
from engine.variants import VARIANTS
from engine.view import View, legal
from tests.benchmarks.expert_before import choose_before

OVER_BEFORE, OVER_CLUB = 60, 140
"""Points a deal in the partnership game that an expert has to be ahead."""
SLOWEST = 0.150
"""Seconds of the processor that 99 of 100 decisions may take at most."""
MATCHES = (
    ("partnership", CULBERTSON, "before", 60),
    ("partnership", CULBERTSON, "club", 60),
    ("partnership", AKAGIRI, "club", 12),
    ("solo", CULBERTSON, "before", 12),
    ("three", CULBERTSON, "before", 12),
    ("split", CULBERTSON, "before", 12),
    ("two", CULBERTSON, "before", 30),
)
"""The expert's matches: form, rulebook, against whom, and over how many packs."""
OTHERS: dict[str, Player] = {**PLAYERS, "before": choose_before}
BELOW = (("club", "novice", 40), ("novice", "random", 40))
"""Matches between the others, in the partnership game."""


@dataclass(frozen=True)
class Clock:
    """An expert whose decisions are timed, where there is anything to decide."""

    taken: list[float] = field(default_factory=list)

    def __call__(self, seen: View, rng: Random) -> Action:
        began = process_time()
        action = choose(seen, Level.EXPERT, rng)
        if len(legal(seen)) > 1:
            self.taken.append(process_time() - began)
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
    good = quick = True
    for form, rulebook, other, packs in MATCHES:
        expert = Clock()
        result = match(form, rulebook, expert, OTHERS[other], packs)
        half, most = expert.slowest(0.5), expert.slowest(0.99)
        wanted = (OVER_BEFORE if other == "before" else OVER_CLUB) if form == "partnership" else 0
        print(
            f"  expert over {other:<7} {form:<11} {rulebook!s:<10} {figures(result)}, "
            f"wanted {wanted}; a decision {half * 1000:.0f} ms, "
            f"99 of 100 within {most * 1000:.0f} ms",
            flush=True,
        )
        quick &= most <= SLOWEST
        good &= result.points >= wanted
    print(f"  wanted for a decision: {SLOWEST * 1000:.0f} ms")
    return int(not (good and quick))
