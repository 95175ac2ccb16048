"""Minutes of load, run by `make soak`."""
