"""The kinds of question, one file each."""

from collections.abc import Mapping
from types import MappingProxyType

from puzzles.kinds.who_wins import WhoWins
from puzzles.puzzle import Puzzle

KINDS: Mapping[str, type[Puzzle]] = MappingProxyType({kind.kind: kind for kind in (WhoWins,)})
"""Every kind of question by its name in a puzzle line."""
