"""Rooms: one teacher and many learners at the same question, as values; nothing here waits.

`room` says what a room is, `controls` what the teacher may do to it, `answers` who may answer
and how the answers are spread, `summary` what the evening showed.
"""
