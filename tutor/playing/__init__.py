"""A game being played: what was agreed, what has happened, and what may be seen of it."""
