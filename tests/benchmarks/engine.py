"""Cards a second in random partnership games: by `play` and by a plain loop.

The plain loop is the yardstick: it draws a random card from a list and moves it, as
many times as a game has cards, and does nothing else. All take turns, so that whatever
else the machine does meets them alike; the best round of each counts.
"""

from collections.abc import Callable
from random import Random
from time import perf_counter

from engine.game import legal, new, play
from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS

GAMES, ROUNDS = 40, 7
PARTNERSHIP = VARIANTS["partnership"]
TABLE = PARTNERSHIP.table(CULBERTSON)


def by_play(rng: Random) -> None:
    """A game through the readable engine: what is legal, one of it, what comes of it."""
    game = new(PARTNERSHIP, TABLE, TABLE.seats[0], rng)
    while actions := legal(game):
        game, _ = play(game, actions[int(rng.random() * len(actions))])


def by_plain_loop(rng: Random) -> None:
    """As many cards from one list to another, and nothing else."""
    cards, played = list(PARTNERSHIP.pack), []
    while cards:
        played.append(cards.pop(int(rng.random() * len(cards))))


def cards_a_second(game: Callable[[Random], None]) -> float:
    rng = Random(1)
    began = perf_counter()
    for _ in range(GAMES):
        game(rng)
    return GAMES * len(PARTNERSHIP.pack) / (perf_counter() - began)


def main() -> int:
    """Print the figures."""
    ways = (by_plain_loop, by_play)
    rounds = [[cards_a_second(way) for way in ways] for _ in range(ROUNDS)]
    plain, readable = map(max, zip(*rounds, strict=True))
    for name, rate in (("plain loop", plain), ("play", readable)):
        print(f"  {name:<10} {rate:>11,.0f} cards/s   {rate / plain:6.1%} of the plain loop")
    return 0
