"""How pictures look: the style sheets that go with them, wherever pictures are shown."""

from functools import cache
from pathlib import Path

_FRONTEND = Path(__file__).parents[1] / "frontend"

_SHEETS = ("cards", "table", "hand", "calypsos", "ladder", "calendar", "totals", "course")
"""In this order: the later ones build on the cards of the first."""


@cache
def style() -> str:
    """Return the style sheets of all pictures as one."""
    return "\n".join((_FRONTEND / f"{name}.css").read_text(encoding="utf-8") for name in _SHEETS)
