"""How progress stands in the tables: every function works within the caller's transaction.

A learner's row is locked first, where rows are written. On PostgreSQL, whoever adds rows
shares the lock (``KEY SHARE``), and whoever erases or moves the learner has it alone; SQLite lets
one transaction write at a time and needs no locks.

A game is changed by compare and set: whoever writes says which revision the new state
builds on. So a tab left open, or another device, cannot undo what was played since.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

import sqlalchemy as sa

from tutor.playing.match_text import KeptGame
from tutor.store.database import upsert, upsert_in
from tutor.store.faults import readable
from tutor.store.holdings import (
    KEEP,
    Learner,
    LessonProgress,
    Merged,
    Saving,
    StoredAmounts,
    Work,
    check_read,
    check_times,
)
from tutor.store.tables import attempts, browsers, games, learners, lessons, secrets

COLUMNS = tuple(column for column in attempts.c if column.name not in {"number", "learner"})
"""What belongs to an attempt wherever it is stored."""

_KEYS = tuple(column.key for column in COLUMNS)

Made = TypeVar("Made")


# ------------------------------------------------------------------------ learners


def find(connection: sa.Connection, learner: Learner) -> int | None:
    """Return the number of the learner's row, if there is one, to read."""
    row: int | None = connection.scalar(_of(learner.key))
    return row


def hold(connection: sa.Connection, learner: Learner, now: datetime) -> int:
    """Return the number of the learner's row, made now if there was none, to add rows to it."""
    held: int | None = connection.scalar(
        _of(learner.key).with_for_update(read=True, key_share=True)
    )
    if held is not None:
        return held
    adding = sa.insert(learners).values(created=now, settings={}).returning(learners.c.id)
    row: int = connection.execute(adding).scalar_one()
    mine = upsert(connection, browsers).values(key=learner.key, learner=row, since=now)
    if connection.scalar(mine.on_conflict_do_nothing().returning(browsers.c.learner)) == row:
        return row
    # Somebody has made one in the meantime; the INSERT has waited until it was committed.
    connection.execute(sa.delete(learners).where(learners.c.id == row))
    return hold(connection, learner, now)


def seize(connection: sa.Connection, learner: Learner) -> int | None:
    """Return the number of the learner's row, if there is one, to erase or move it."""
    row: int | None = connection.scalar(_of(learner.key).with_for_update())
    return row


def _of(key: str | sa.BindParameter[Any]) -> sa.Select[Any]:
    joined = sa.select(learners.c.id).join(browsers, browsers.c.learner == learners.c.id)
    return joined.where(browsers.c.key == key)


def owner_of(connection: sa.Connection, code: str) -> tuple[int, datetime | None] | None:
    """Find the learner with this digest of a resume code, to change the row.

    Returns:
        The number of the row, and when the code was made; with no time it has been used.
    """
    wanted = sa.select(learners.c.id, learners.c.code_made).where(learners.c.code == code)
    owners = _sound(readable(connection, wanted.with_for_update(), _owner))
    return owners[0] if owners else None


def _owner(row: int, made: datetime | None) -> tuple[int, datetime | None]:
    check_times(made)
    return row, made


def use_code(connection: sa.Connection, row: int) -> None:
    """Note that the learner's resume code has been used."""
    connection.execute(sa.update(learners).where(learners.c.id == row).values(code_made=None))


def set_code(connection: sa.Connection, row: int, code: str, now: datetime) -> None:
    """Keep this resume code (its digest) for the learner, instead of any other."""
    changed = sa.update(learners).where(learners.c.id == row)
    connection.execute(changed.values(code=code, code_made=now))


def move(connection: sa.Connection, learner: Learner, row: int, now: datetime) -> None:
    """Let the browser belong to the learner in *row* from now on."""
    values = {"learner": row, "since": now}
    moved = upsert(connection, browsers).values(key=learner.key, **values)
    connection.execute(moved.on_conflict_do_update(index_elements=["key"], set_=values))


def erase(connection: sa.Connection, row: int) -> None:
    """Erase a learner and, as the tables say (ON DELETE CASCADE), all that belongs to them."""
    connection.execute(sa.delete(learners).where(learners.c.id == row))


def count(connection: sa.Connection, row: int | None) -> StoredAmounts:
    """Count what belongs to a learner."""
    return StoredAmounts(
        attempts=_count_rows(connection, attempts, row),
        lessons=_count_rows(connection, lessons, row),
        games=_count_rows(connection, games, row),
        browsers=_count_rows(connection, browsers, row),
    )


def _count_rows(connection: sa.Connection, table: sa.Table, row: int | None) -> int:
    """Count a learner's rows in a table."""
    counted = sa.select(sa.func.count()).select_from(table).where(table.c.learner == row)
    return connection.scalar(counted) or 0


# ------------------------------------------------------------------------ attempts


def append(connection: sa.Connection, row: int, new: Sequence[Mapping[str, Any]]) -> int:
    """Append those attempts whose id the learner has not yet, and say how many."""
    if not new:
        return 0
    adding = upsert(connection, attempts).on_conflict_do_nothing().returning(attempts.c.number)
    return len(connection.execute(adding, [{"learner": row, **values} for values in new]).all())


def append_known(connection: sa.Connection, learner: Learner, values: Mapping[str, Any]) -> bool:
    """Append an attempt of a learner who has a row, unless its id is there, and say whether it was.

    It is one statement, built once, because the learner waits for it.
    """
    asked = {_BROWSER: learner.key, **{f"new_{name}": value for name, value in values.items()}}
    return connection.scalar(_adding_known(connection.dialect.name), asked) is not None


_BROWSER = "browser"


@cache
def _adding_known(dialect: str) -> sa.Executable:
    """Return the statement of `append_known`, whose parameters are called after the columns."""
    parts = (sa.bindparam(f"new_{column.key}", type_=column.type) for column in COLUMNS)
    mine = _of(sa.bindparam(_BROWSER)).add_columns(*parts)
    adding = upsert_in(dialect, attempts).from_select(
        ["learner", *(column.key for column in COLUMNS)],
        mine.with_for_update(read=True, key_share=True),
    )
    return adding.on_conflict_do_nothing().returning(attempts.c.number)


def attempts_of(connection: sa.Connection, row: int | None) -> tuple[Mapping[str, Any], ...]:
    """Read a learner's attempts by time, those of one moment as they were stored."""
    mine = sa.select(*COLUMNS).where(attempts.c.learner == row)
    return _sound(readable(connection, mine.order_by(attempts.c.at, attempts.c.number), _attempt))


def _attempt(*row: Any) -> Mapping[str, Any]:  # noqa: ANN401 - the columns of an attempt
    parts = dict(zip(_KEYS, row, strict=True))
    check_read(parts)
    return parts


def _sound(rows: Iterable[Made | None]) -> tuple[Made, ...]:
    return tuple(row for row in rows if row is not None)


def attempts_of_all(connection: sa.Connection) -> Sequence[Sequence[Mapping[str, Any]]]:
    """Read the attempts of all learners, one after the other."""
    everybody = connection.scalars(sa.select(learners.c.id).order_by(learners.c.id)).all()
    return [attempts_of(connection, row) for row in everybody]


# -------------------------------------------------------------- lessons and settings


def course_of(connection: sa.Connection, row: int | None) -> tuple[LessonProgress, ...]:
    """Read where a learner is in the lessons, by their ids."""
    mine = sa.select(lessons.c.lesson, lessons.c.step, lessons.c.at, lessons.c.finished)
    mine = mine.where(lessons.c.learner == row).order_by(lessons.c.lesson)
    return _sound(readable(connection, mine, _lesson))


def _lesson(
    lesson: str, step: object, at: datetime | None, finished: datetime | None
) -> LessonProgress:
    """Return the place in a lesson; of two times one is enough."""
    known = at or finished
    check_times(known, finished)
    if not (isinstance(step, int) and step > 0 and lesson.isprintable() and known):
        raise ValueError("no place in a lesson")
    return LessonProgress(lesson, step, known, finished)


def note(connection: sa.Connection, row: int, lesson: str, now: datetime, step: int | None) -> None:
    """Keep the step of a lesson, or, with none, that it is finished; the first time counts."""
    new = upsert(connection, lessons).values(
        learner=row, lesson=lesson, step=step or 1, at=now, finished=None if step else now
    )
    changed = {"at": now, "finished": sa.func.coalesce(lessons.c.finished, new.excluded.finished)}
    if step:
        changed["step"] = step
    connection.execute(
        new.on_conflict_do_update(index_elements=["learner", "lesson"], set_=changed)
    )


def settings_of(connection: sa.Connection, row: int | None) -> dict[str, str]:
    """Read what a learner has chosen; what is damaged was not chosen."""
    mine = sa.select(learners.c.settings).where(learners.c.id == row)
    settings = _sound(readable(connection, mine, _settings))
    return settings[0] if settings else {}


def _settings(stored: Mapping[str, object]) -> dict[str, str]:
    return {key: value for key, value in stored.items() if isinstance(value, str)}


def choose(connection: sa.Connection, row: int, chosen: Mapping[str, str]) -> None:
    """Keep what a learner has chosen, instead of all chosen before."""
    changed = sa.update(learners).where(learners.c.id == row)
    connection.execute(changed.values(settings=dict(chosen)))


def lock_choices(connection: sa.Connection, row: int) -> None:
    """Let nobody else change settings or merge, while this transaction does."""
    connection.execute(
        sa.select(learners.c.id).where(learners.c.id == row).with_for_update(key_share=True)
    )


# --------------------------------------------------------------------------- games

_GAME_PARTS = ("setup", "extras", "record", "revision", "started", "updated", "finished")
_GAME_COLUMNS = (games.c.id, *(games.c[part] for part in _GAME_PARTS))
_LATEST_FIRST = (games.c.updated.desc(), games.c.started.desc(), games.c.id)


def save_game(connection: sa.Connection, row: int, game: KeptGame, base: int) -> Saving:
    """Write a game whose stored revision is *base*, or a new one if that is 0."""
    values = _game_values(game)
    if base == 0:
        adding = upsert(connection, games).values(learner=row, id=game.id, **values)
        made = connection.scalar(adding.on_conflict_do_nothing().returning(games.c.id))
    else:
        # A game is over once; what is written later (a look at the last trick) changes no end.
        values["finished"] = sa.func.coalesce(games.c.finished, game.finished)
        changing = sa.update(games).where(_is_game(row, game.id), games.c.revision == base)
        made = connection.scalar(changing.values(**values).returning(games.c.id))
    if made is not None:
        if base == 0:
            _prune_games(connection, row)
        return Saving.KEPT
    stored = find_game(connection, row, game.id)
    if stored is None:
        return Saving.GONE
    return Saving.KNOWN if _game_state(stored) == _game_state(game) else Saving.STALE


def _game_values(game: KeptGame) -> dict[str, object]:
    return {part: getattr(game, part) for part in _GAME_PARTS}


def _game_state(game: KeptGame) -> tuple[object, ...]:
    return (game.revision, game.record, game.extras, game.setup)


def _is_game(row: int | None, id: str) -> sa.ColumnElement[bool]:  # noqa: A002 - the column's name
    return sa.and_(games.c.learner == row, games.c.id == id)


def _prune_games(connection: sa.Connection, row: int) -> None:
    latest = (
        sa.select(games.c.id).where(games.c.learner == row).order_by(*_LATEST_FIRST).limit(KEEP)
    )
    old = sa.and_(games.c.learner == row, games.c.id.not_in(latest))
    connection.execute(sa.delete(games).where(old))


def find_game(connection: sa.Connection, row: int | None, id: str) -> KeptGame | None:  # noqa: A002
    """Read one game of a learner; None if there is none of this id."""
    games = _sound(readable(connection, sa.select(*_GAME_COLUMNS).where(_is_game(row, id)), _game))
    return games[0] if games else None


def games_of(connection: sa.Connection, row: int | None, limit: int) -> tuple[KeptGame, ...]:
    """Read a learner's games, the one played last first."""
    mine = sa.select(*_GAME_COLUMNS).where(games.c.learner == row)
    return _sound(readable(connection, mine.order_by(*_LATEST_FIRST).limit(limit), _game))


def _game(*row: Any) -> KeptGame:  # noqa: ANN401 - the columns of a game, some of them damaged
    """Return a game as it was read; of its times one is enough."""
    parts = dict(zip(("id", *_GAME_PARTS), row, strict=True))
    known = parts["updated"] or parts["started"] or parts["finished"]
    times = {"started": parts["started"] or known, "updated": known, "finished": parts["finished"]}
    check_times(*times.values())
    text = "".join(parts[part] for part in ("id", "setup", "extras", "record"))
    if not (text.isprintable() and isinstance(parts["revision"], int) and known):
        raise ValueError("no game")
    return KeptGame(**parts | times)


def erase_game(connection: sa.Connection, row: int, id: str) -> bool:  # noqa: A002
    """Erase one game; say whether there was one."""
    gone = sa.delete(games).where(_is_game(row, id)).returning(games.c.id)
    return connection.scalar(gone) is not None


def merge_games(connection: sa.Connection, row: int, new: Sequence[KeptGame]) -> int:
    """Add games from elsewhere, of two states of one the later; say how many changed."""
    stored = {game.id: game for game in games_of(connection, row, KEEP)}
    changed = 0
    for game in new:
        held = stored.get(game.id)
        if held is None:
            adding = upsert(connection, games).values(learner=row, id=game.id, **_game_values(game))
            connection.execute(adding.on_conflict_do_nothing())  # one there may be damaged
        elif _game_age(game) > _game_age(held):
            # Only over what was read: a move made in the meantime is the later one.
            over = sa.update(games).where(_is_game(row, game.id), games.c.revision == held.revision)
            connection.execute(over.values(**_game_values(game)))
        else:
            continue
        changed += 1
    _prune_games(connection, row)
    return changed


def _game_age(game: KeptGame) -> tuple[object, ...]:
    """Return how late a state of a game is; what follows the time only breaks ties."""
    return (game.revision, game.updated, *map(str, _game_state(game)))


# ------------------------------------------------------------------------- secrets


def secret_of(connection: sa.Connection, name: str) -> str | None:
    """Read the secret of this name, if there is one."""
    secret: str | None = connection.scalar(sa.select(secrets.c.value).where(secrets.c.name == name))
    return secret


def add_secret(connection: sa.Connection, name: str, value: str) -> None:
    """Keep a secret, if there is none of this name."""
    adding = upsert(connection, secrets).values(name=name, value=value)
    connection.execute(adding.on_conflict_do_nothing())


# ---------------------------------------------------------------- all of a learner


def work_of(connection: sa.Connection, row: int | None) -> Work:
    """Read all a learner has done and chosen."""
    return Work(
        settings=settings_of(connection, row),
        lessons=course_of(connection, row),
        attempts=attempts_of(connection, row),
        games=games_of(connection, row, KEEP),
    )


def add(connection: sa.Connection, row: int, work: Work) -> Merged:
    """Add what is new in *work* to what the learner has.

    An answer of an id that is stored stays as it is stored; a lesson takes the later place
    and the earlier end; a setting counts only where none was chosen; a game stands as it was
    changed last. So adding twice is adding once, and the order of several does not matter
    to answers, lessons and games.
    """
    lock_choices(connection, row)
    chosen = settings_of(connection, row)
    filled = {key: value for key, value in work.settings.items() if key not in chosen}
    if filled:
        choose(connection, row, {**chosen, **filled})
    begun = {progress.lesson: progress for progress in course_of(connection, row)}
    joined = [join(begun.get(progress.lesson), progress) for progress in work.lessons]
    changed = [progress for progress in joined if progress != begun.get(progress.lesson)]
    for progress in changed:
        values = {"step": progress.step, "at": progress.at, "finished": progress.finished}
        new = upsert(connection, lessons).values(learner=row, lesson=progress.lesson, **values)
        connection.execute(
            new.on_conflict_do_update(index_elements=["learner", "lesson"], set_=values)
        )
    new_attempts = append(connection, row, work.attempts)
    return Merged(
        attempts=new_attempts,
        lessons=len(changed),
        games=merge_games(connection, row, work.games),
        known=len(work.attempts) - new_attempts,
    )


def join(first: LessonProgress | None, second: LessonProgress) -> LessonProgress:
    """Join what two places keep of one lesson: the later place, the earlier end."""
    if first is None:
        return second
    later = max(first, second, key=lambda progress: (progress.at, progress.step))
    ends = [progress.finished for progress in (first, second) if progress.finished]
    return LessonProgress(first.lesson, later.step, later.at, min(ends, default=None))
