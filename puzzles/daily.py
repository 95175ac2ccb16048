"""The puzzle of the day: computed from the date alone, the same for everybody."""

from datetime import date
from functools import lru_cache
from hashlib import sha256
from random import Random

from engine.rulebooks import Rulebook
from engine.variants import Variant
from puzzles.difficulty import difficulty
from puzzles.generator import generate, rounds_of, rules_of
from puzzles.natural import TrickSource
from puzzles.sets import AimedPuzzle

_KINDS = ("who-wins", "who-wins", "what-is-built", "which-cards")
"""What the puzzle of a day may ask: no more than a first visit can answer, half of it who wins."""

_FORMERLY = ("who-wins", "who-wins", "who-wins", "what-is-built", "spot-revoke", "which-cards")
"""What it asked until `_NO_REVOKES`."""

_DRAWN = 7
"""So many puzzles are drawn: the easiest is Monday's, the hardest Sunday's."""

_OF_A_DAY = date(2026, 11, 23)
"""From this day on, tricks of two and three hands are asked as often as they come at a table."""

_AS_ELSEWHERE = date(2026, 12, 1)
"""From this day on, what is made is made as elsewhere, so that no shortcut pays."""

_NO_REVOKES = date(2026, 12, 8)
"""From this day on nothing is asked that only those who have met revokes can answer."""


@lru_cache(maxsize=64)
def daily(day: date, variant: Variant, rulebook: Rulebook) -> AimedPuzzle:
    """Return the puzzle of *day* in this form under this rulebook, and what it is aimed at.

    The text ``calypso daily 2026-11-20 partnership culbertson`` is hashed with SHA-256; the first
    eight bytes, read as a number with the highest first, are the seed from which kind, rule, table
    and cards are drawn. Everybody has the same puzzle, and it grows harder from Monday to Sunday.
    What is asked, and how tricks are chosen, hangs on the day: who shared a day gone by finds its
    puzzle again. A golden file keeps the puzzles of some days: whoever changes how they are made
    lets days from a later one on follow the change, and keeps what was for those before.
    """
    rng = Random(seed(day, variant, rulebook))
    known = _KINDS if day >= _NO_REVOKES else _FORMERLY
    kinds = [kind for kind in known if rules_of(kind, variant, rulebook)]
    kind, tables = rng.choice(kinds), variant.tables(rulebook)
    rules, source = rules_of(kind, variant, rulebook), TrickSource.FORMERLY
    if day >= _OF_A_DAY:
        rules, source = rounds_of(rules, variant), TrickSource.OF_A_DAY
    if day >= _AS_ELSEWHERE:
        source = TrickSource.MIXED
    candidates = list[AimedPuzzle]()
    for _ in range(_DRAWN):
        rule, table = rng.choice(rules), rng.choice(tables)
        candidates.append(AimedPuzzle(generate(kind, rule, variant, table, rng, source), rule))
    return sorted(candidates, key=lambda candidate: difficulty(candidate.puzzle))[day.weekday()]


def seed(day: date, variant: Variant, rulebook: Rulebook) -> int:
    """Return the seed of a day, as `daily` says."""
    text = f"calypso daily {day.isoformat()} {variant.id} {rulebook.id}"
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
