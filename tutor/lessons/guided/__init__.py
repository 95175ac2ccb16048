"""A whole deal in a lesson: its cards, the partners who play to show the rules, and its course."""
