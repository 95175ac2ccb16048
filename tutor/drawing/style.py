"""How pictures look: the style sheets that go with them, wherever pictures are shown."""

from tutor.frontend.sheets import sheet

_SHEETS = ("cards", "table", "hand", "calypsos", "ladder", "calendar", "totals", "course")
"""In this order: the later ones build on the cards of the first."""


def style() -> str:
    """Return the style sheets of all pictures as one; their colours are those of the page."""
    return sheet(*_SHEETS)
