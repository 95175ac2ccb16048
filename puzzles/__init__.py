"""What can be asked about a position, and what a wrong answer shows."""
