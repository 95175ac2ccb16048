"""How the tables of progress came to be, one version after the other."""
