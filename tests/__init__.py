"""What proves the tutor right."""
