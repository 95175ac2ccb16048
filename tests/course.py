"""The lessons of the tutor, read once for all tests of a process."""

from tutor.lessons.loading import load_all

LESSONS = load_all()
