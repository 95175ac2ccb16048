"""How often things happen: counted in games, put into words, drawn as charts."""
