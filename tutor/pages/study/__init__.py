"""Where somebody learns alone: lessons, practice, tests, and what is known by now."""
