"""Puzzles as files for others: text, spreadsheets, data, Moodle quizzes and Anki cards.

Each module has a function ``render(puzzles, languages) -> bytes``; `formats` is their table.
"""
