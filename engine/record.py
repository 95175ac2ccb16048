"""A whole game as one line of text, and back by playing it again, position by position.

    1 partnership culbertson N=C E=S S=D W=H dealer=W strict : CA H7 … : N:H8 E:HJ …

Version, form, rulebook, table as it was at the start, first dealer and conduct; the
shuffled pack, top card first; then every action. A record means the same for ever.
"""

import re
from functools import lru_cache

from engine.cards import parse_cards, print_cards
from engine.game import (
    Action,
    ClaimRevoke,
    Conduct,
    Game,
    NameTrump,
    Start,
    new_from_pack,
    play,
)
from engine.rulebooks import rulebook_of
from engine.table import Seat, Table
from engine.trick import Play
from engine.variants import VARIANTS, Variant

VERSION = "1"


def print_game(game: Game) -> str:
    """Write a game that began with a deal (else ValueError) as a line that `parse_game` reads."""
    start = game.start
    if not start:
        raise ValueError("a position set up by hand has no record: it did not begin with a deal")
    head = (
        f"{VERSION} {game.variant} {start.table.rulebook} {start.table} "
        f"dealer={start.dealer.value} {game.conduct.value}"
    )
    actions = " ".join(map(str, game.history)) or "-"
    return f"{head} : {print_cards(start.pack)} : {actions}"


def parse_game(text: str) -> Game:
    """Read a record and play it again from the deal.

    Raises:
        ValueError: The text has another form, or names what does not exist.
        IllegalAction: An action in it was not allowed; it is a ValueError too.
    """
    parts = [part.strip() for part in text.split(" : ")]
    words = parts[0].split()
    if len(parts) != 3 or len(words) < 6 or words[0] != VERSION:
        raise ValueError("not a game: want version 1, form, rulebook, table : pack : actions")
    if words[1] not in VARIANTS:
        raise ValueError(f"no form {words[1]!r} (want one of {', '.join(VARIANTS)})")
    table = Table.parse(" ".join(words[3:-2]), rulebook_of(words[2]))
    dealer = re.fullmatch(r"dealer=([NESW])", words[-2])
    if not dealer or words[-1] not in set(Conduct):
        raise ValueError(f"not a dealer and a conduct: {words[-2]} {words[-1]}")
    seat, pack, conduct = Seat(dealer[1]), parse_cards(parts[1]), Conduct(words[-1])
    game = new_from_pack(VARIANTS[words[1]], table, seat, pack, conduct=conduct)
    for word in parts[2].split() if parts[2] != "-" else ():
        game, _ = play(game, parse_action(word))
    return game


def parse_action(text: str) -> Action:
    """Read a play ``N:H8``, a trump ``N=S``, or a claim ``N!E:H1``, or raise ValueError."""
    if "!" in text:
        return ClaimRevoke.parse(text)
    return NameTrump.parse(text) if "=" in text else Play.parse(text)


def positions(game: Game) -> tuple[Game, ...]:
    """List every position of a game, from its deal to *game* itself.

    Raises:
        ValueError: The game began with a position that was set up by hand.
    """
    if not game.start:
        raise ValueError("a position set up by hand has none before it")
    return _positions(game.variant, game.conduct, game.start, game.history)


@lru_cache(maxsize=32)
def _positions(
    variant: Variant, conduct: Conduct, start: Start, history: tuple[Action, ...]
) -> tuple[Game, ...]:
    # A whole game takes some milliseconds: too long to do for every look at a page.
    games = [new_from_pack(variant, start.table, start.dealer, start.pack, conduct=conduct)]
    for action in history:
        game, _ = play(games[-1], action)
        games.append(game)
    return tuple(games)
