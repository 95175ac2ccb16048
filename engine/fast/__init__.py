"""Cards as small integers: playouts, search and sweeps, many times as fast as `engine.game`."""
