"""Puzzles as files for others: text, spreadsheets, data, Moodle quizzes and Anki cards.

Each module has a function ``render(puzzles, languages) -> bytes``; ``pyproject.toml``
lists them as entry points, by which ``python -m puzzles`` finds them.
"""
