"""How Calypso is taught: lessons, words, drawing, and the pages that show them."""
