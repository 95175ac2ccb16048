"""How games stand in the tables, and who may write over which.

A game is changed by compare and set: whoever writes says which revision the new state
builds on. So a tab left open, or another device, cannot undo what was played since.
"""

import secrets
from collections.abc import Sequence
from enum import StrEnum, unique

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from tutor.playing.match_text import KeptGame
from tutor.store.database import upsert
from tutor.store.tables import games

__all__ = ["KEEP", "KeptGame", "Saving", "new_game_id"]

KEEP = 200
"""How many games of a learner are kept; where one more begins, the one played longest ago goes."""

_PARTS = ("setup", "extras", "record", "revision", "started", "updated", "finished")
_COLUMNS = (games.c.id, *(games.c[part] for part in _PARTS))


@unique
class Saving(StrEnum):
    """What came of writing a game.

    ``KNOWN``: this very state was stored already. ``STALE``: the game has gone on
    elsewhere. ``GONE``: it was erased. In either case nothing was written.
    """

    KEPT = "kept"
    KNOWN = "known"
    STALE = "stale"
    GONE = "gone"


def new_game_id() -> str:
    """Make the id of a new game: 64 random bits, as sixteen letters and digits."""
    return secrets.token_hex(8)


def save(connection: Connection, row: int, game: KeptGame, base: int) -> Saving:
    """Write a game whose stored revision is *base*, or a new one if that is nought."""
    values = _values(game)
    if base == 0:
        adding = upsert(connection, games).values(learner=row, id=game.id, **values)
        made = connection.scalar(adding.on_conflict_do_nothing().returning(games.c.id))
    else:
        # A game is over once; what is written later (a look at the last trick) changes no end.
        values["finished"] = func.coalesce(games.c.finished, game.finished)
        changing = update(games).where(_is(row, game.id), games.c.revision == base)
        made = connection.scalar(changing.values(**values).returning(games.c.id))
    if made is not None:
        if base == 0:
            _prune(connection, row)
        return Saving.KEPT
    stored = find(connection, row, game.id)
    if stored is None:
        return Saving.GONE
    return Saving.KNOWN if _state(stored) == _state(game) else Saving.STALE


def _values(game: KeptGame) -> dict[str, object]:
    return {part: getattr(game, part) for part in _PARTS}


def _state(game: KeptGame) -> tuple[object, ...]:
    return (game.revision, game.record, game.extras, game.setup)


def _is(row: int, id: str) -> ColumnElement[bool]:  # noqa: A002 - the column's name
    return and_(games.c.learner == row, games.c.id == id)


def _prune(connection: Connection, row: int) -> None:
    """Erase all games but the `KEEP` played last."""
    latest = select(games.c.id).where(games.c.learner == row).order_by(*_LATEST_FIRST).limit(KEEP)
    old = and_(games.c.learner == row, games.c.id.not_in(latest))
    connection.execute(delete(games).where(old))


_LATEST_FIRST = (games.c.updated.desc(), games.c.started.desc(), games.c.id)


def find(connection: Connection, row: int | None, id: str) -> KeptGame | None:  # noqa: A002
    """Read one game of a learner."""
    if row is None:
        return None
    found = connection.execute(select(*_COLUMNS).where(_is(row, id))).one_or_none()
    return KeptGame(*found) if found else None


def games_of(connection: Connection, row: int | None, limit: int) -> tuple[KeptGame, ...]:
    """Read a learner's games, the one played last first."""
    mine = select(*_COLUMNS).where(games.c.learner == row).order_by(*_LATEST_FIRST).limit(limit)
    return tuple(KeptGame(*found) for found in connection.execute(mine))


def erase(connection: Connection, row: int, id: str) -> bool:  # noqa: A002
    """Erase one game; say whether there was one."""
    gone = delete(games).where(_is(row, id)).returning(games.c.id)
    return connection.scalar(gone) is not None


def merge(connection: Connection, row: int, new: Sequence[KeptGame]) -> int:
    """Add games from elsewhere; of two states of one game the later stays. Say how many changed.

    So adding twice is adding once, and the order of several does not matter.
    """
    stored = {game.id: game for game in games_of(connection, row, KEEP)}
    changed = 0
    for game in new:
        held = stored.get(game.id)
        if held is None:
            connection.execute(insert(games).values(learner=row, id=game.id, **_values(game)))
        elif _age(game) > _age(held):
            # Only over what was read: a move made in the meantime is the later one.
            over = update(games).where(_is(row, game.id), games.c.revision == held.revision)
            connection.execute(over.values(**_values(game)))
        else:
            continue
        changed += 1
    _prune(connection, row)
    return changed


def _age(game: KeptGame) -> tuple[object, ...]:
    """Return how late a state of a game is; what follows the time only breaks ties."""
    return (game.revision, game.updated, *map(str, _state(game)))
