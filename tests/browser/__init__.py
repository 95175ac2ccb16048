"""Tests that use the tutor as a learner does, in a real browser."""
