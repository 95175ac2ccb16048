"""What a teacher makes and hands out: sheets, sets, lessons, and half an hour side by side."""
