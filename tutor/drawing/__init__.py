"""Positions as pictures: pure functions from engine values and words to markup."""
