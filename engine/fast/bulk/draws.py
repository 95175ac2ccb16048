"""Random numbers for arrays, from the stream of random numbers that a caller passes in."""

from random import Random

import numpy as np
from numpy.random import Generator


def generator(rng: Random) -> Generator:
    """Begin a stream for arrays; the same state of *rng* begins the same one."""
    return np.random.default_rng(rng.getrandbits(64))
