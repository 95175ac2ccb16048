"""How positions are drawn for each kind of question, aimed at a rule."""

from collections.abc import Mapping
from types import MappingProxyType

from puzzles.generators import who_wins
from puzzles.generators.generator import Generator

GENERATORS: Mapping[str, Generator] = MappingProxyType({"who-wins": who_wins.GENERATOR})
"""One generator for every kind of question."""
