"""Puzzles and answers as files for others: text, spreadsheets, data, quizzes and cards."""
