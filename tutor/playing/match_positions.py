"""Every position of a game that was played, from the first deal on."""

from functools import lru_cache

from engine.game import Game, play
from engine.record import parse_action, parse_game, print_game


def positions(game: Game) -> tuple[Game, ...]:
    """List every position of a game, from the first deal to *game* itself."""
    return _positions(print_game(game))


@lru_cache(maxsize=32)
def _positions(line: str) -> tuple[Game, ...]:
    # A whole game takes some milliseconds: too long to do for every look at a page.
    begun, _, actions = line.rpartition(" : ")
    game = parse_game(f"{begun} : -")
    found = [game]
    for word in actions.split() if actions != "-" else ():
        game, _ = play(game, parse_action(word))
        found.append(game)
    return tuple(found)
