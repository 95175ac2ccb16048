"""The one frame in which the tutor asks, and the one widget that takes an answer."""
