"""The one frame in which the tutor asks, and the widgets that take an answer or a trick."""
