"""How Calypso is taught: lessons, words, drawing, and the pages that show them."""

__version__ = "1.0.0"
