"""The table: a game set up, played, settled, and looked at again with a coach."""
