"""Sets that a teacher hands out as links, and the codes in which their results come back."""
