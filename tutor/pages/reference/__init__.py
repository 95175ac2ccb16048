"""Where one looks things up: the rules, how often things happen, and any trick ruled on."""
