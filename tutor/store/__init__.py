"""Progress that stays: answers, lessons, games and settings in a database.

Nobody has an account. A browser's cookie holds a random token, another device takes a
resume code, and the database knows only digests of both. Every method of `Store` is one
transaction, and twice is as good as once.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import fields
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Self, TypeVar

from sqlalchemy import URL, Connection, Engine

from engine.rules import Rule
from tutor import __version__
from tutor.learning import Attempt
from tutor.playing.match_text import KeptGame
from tutor.store import rows
from tutor.store.database import address, open_engine
from tutor.store.faults import StoreError, fault
from tutor.store.holdings import (
    Learner,
    LessonProgress,
    Merged,
    Saving,
    StoredAmounts,
    Work,
    check_attempt,
    check_game,
    check_plain,
)
from tutor.store.keys import digest, is_token, new_resume_code, new_token, read_resume_code
from tutor.store.transactions import Transactions

__all__ = ["Store", "StoreError", "is_token", "learner_of", "new_token", "open_store"]

Result = TypeVar("Result")

CODE_LASTS = timedelta(hours=1)
"""How long a resume code works."""

_PARTS = tuple(part.name for part in fields(Attempt))


def _known(rows: Sequence[Mapping[str, Any]]) -> tuple[Attempt, ...]:
    """Return what was read as answers, without those about rules this version does not know."""
    known = {rule.value: rule for rule in Rule}
    return tuple(
        Attempt(**{part: parts[part] for part in _PARTS} | {"rule": known[parts["rule"]]})
        for parts in rows
        if parts["rule"] in known
    )


class Store:
    """Keeps learners' progress in a database; one of it serves all threads.

    Whatever a method has returned from is committed. Every method that reads or writes
    raises `StoreError` when the database fails; nothing is then half done.
    """

    def __init__(self, named: str | URL) -> None:
        self._transactions = Transactions(open_engine(named))

    @property
    def engine(self) -> Engine:
        """The database, for whoever watches or copies it."""
        return self._transactions.engine

    def within(self, seconds: float) -> "Store":
        """Return this store, waiting at most so long for each piece of work.

        Its methods raise `StoreError` of the key ``slow`` when the time is up. What was to be
        written is then not written, unless it was being committed in that very moment.
        """
        limited = copy(self)
        limited._transactions = self._transactions.within(seconds)
        return limited

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------- learners

    def holdings(self, learner: Learner) -> StoredAmounts:
        """Count what is stored about *learner*."""
        return self._of(learner, rows.count)

    def erase(self, learner: Learner) -> StoredAmounts:
        """Erase everything about *learner*, in all browsers, and say how much it was."""

        def erase(connection: Connection) -> StoredAmounts:
            row = rows.seize(connection, learner)
            if row is None:
                return StoredAmounts()
            amounts = rows.count(connection, row)
            rows.erase(connection, row)
            return amounts

        return self.writing(erase)

    def resume_code(self, learner: Learner, *, now: datetime) -> str:
        """Make the only code that another device resumes by; stored is its digest alone."""
        code = new_resume_code()
        stored = digest("code", code)
        self._to(learner, now, lambda connection, row: rows.set_code(connection, row, stored, now))
        return code

    def resume(self, learner: Learner, code: str, *, now: datetime) -> Merged | None:
        """Make this browser one of those of the learner who made *code*.

        Scripts cannot write cookies: so the browser keeps its token, and the token changes
        its learner. What this browser has saved comes along.

        Returns:
            What came along; None if nobody has this code, or no longer: it lasts for an
            hour, and for one browser.
        """
        read = read_resume_code(code)
        if read is None:
            return None

        def resume(connection: Connection) -> Merged | None:
            # In this order: whoever shared a lock first and then wanted it alone would wait
            # for another that does the same.
            left = rows.seize(connection, learner)
            holder = rows.owner_of(connection, digest("code", read))
            if holder is None:
                return None
            owner, made = holder
            if rows.find(connection, learner) == owner:  # by a click that came before, perhaps
                return Merged(shared=True)
            if made is None or now - made > CODE_LASTS:
                return None
            rows.use_code(connection, owner)
            rows.move(connection, learner, owner, now)
            if left is None:
                return Merged()
            work = rows.work_of(connection, left)
            came = rows.add(connection, owner, work)
            held = rows.count(connection, left)
            whole = (held.attempts, held.lessons) == (len(work.attempts), len(work.lessons))
            if whole and held.games == len(work.games) and not held.browsers:
                rows.erase(connection, left)  # what is damaged cannot come along, and stays
            return came

        return self.writing(resume)

    # ------------------------------------------------------------------- attempts

    def record(self, learner: Learner, attempt: Attempt) -> bool:
        """Store an answer; say whether it is new, that is, whether its id was not stored yet.

        Raises:
            ValueError: Its puzzle is no puzzle line, or another part no short plain text:
                what is stored can be written to a file and loaded again.
        """
        check_attempt(attempt)
        values = {part: getattr(attempt, part) for part in _PARTS}
        values |= {"rule": attempt.rule.value, "app": __version__}

        def append(connection: Connection) -> bool:
            if rows.append_known(connection, learner, values):
                return True
            row = rows.hold(connection, learner, attempt.at)
            return rows.append(connection, row, [values]) == 1

        return self.writing(append)

    def attempts(self, learner: Learner) -> tuple[Attempt, ...]:
        """Return the answers of *learner* by time, those of one moment as they were stored.

        Passed over, though kept, are those that are damaged, or about rules that this version
        does not know.
        """
        return _known(self._of(learner, rows.attempts_of))

    def everybody(self) -> tuple[tuple[Attempt, ...], ...]:
        """Return the answers of every learner who gave any, in the order they came."""
        attempts = self.reading(rows.attempts_of_all)
        return tuple(filter(None, map(_known, attempts)))

    # ------------------------------------------------------------- lessons, settings

    def course(self, learner: Learner) -> Mapping[str, LessonProgress]:
        """Return where *learner* is in the lessons begun, by their ids."""
        return {reached.lesson: reached for reached in self._of(learner, rows.course_of)}

    def note_step(self, learner: Learner, lesson: str, step: int, *, now: datetime) -> None:
        """Keep that *learner* is at this step of a lesson, from 1 on, or raise ValueError."""
        if step < 1:
            raise ValueError(f"steps count from 1, not {step}")
        self._note(learner, lesson, now, step)

    def finish_lesson(self, learner: Learner, lesson: str, *, now: datetime) -> None:
        """Keep that *learner* has finished a lesson; of several times the first counts."""
        self._note(learner, lesson, now, None)

    def _note(self, learner: Learner, lesson: str, now: datetime, step: int | None) -> None:
        check_plain("the lesson's id", lesson)
        self._to(
            learner, now, lambda connection, row: rows.note(connection, row, lesson, now, step)
        )

    def settings(self, learner: Learner) -> Mapping[str, str]:
        """Return what *learner* has chosen; the caller checks that such a choice exists.

        What is damaged was not chosen, and the next choice takes its place.
        """
        return self._of(learner, rows.settings_of)

    def save_settings(self, learner: Learner, chosen: Mapping[str, str], *, now: datetime) -> None:
        """Keep these choices, and those made before of which *chosen* says nothing."""
        for key, value in chosen.items():
            check_plain("a setting", key)
            check_plain(f"the setting {key}", value)

        def choose(connection: Connection, row: int) -> None:
            rows.lock_choices(connection, row)
            rows.choose(connection, row, {**rows.settings_of(connection, row), **chosen})

        self._to(learner, now, choose)

    def replace_setting(
        self, learner: Learner, key: str, value: str, *, base: str, now: datetime
    ) -> str:
        """Keep a choice in place of *base*, and return what is kept then.

        That is another one where what is kept is *base* no longer: it was changed, or erased, in
        another tab or on another device. Nothing kept is the empty text.
        """
        check_plain("a setting", key)
        check_plain(f"the setting {key}", value)

        def replace(connection: Connection) -> str:
            if base and rows.find(connection, learner) is None:
                return ""  # erased, in another tab: no row is made anew
            row = rows.hold(connection, learner, now)
            rows.lock_choices(connection, row)
            chosen = rows.settings_of(connection, row)
            there = chosen.get(key, "")
            if there in {base, value}:
                there = value
                rows.choose(connection, row, {**chosen, key: value})
            return there

        return self.writing(replace)

    # ----------------------------------------------------------------------- games

    def save_game(self, learner: Learner, game: KeptGame, *, base: int) -> Saving:
        """Keep a game, if what is stored is the revision it builds on; see `Saving`.

        Args:
            base: The revision that was loaded or kept last; 0 for a new game.

        Raises:
            ValueError: It cannot be read again: what is stored can be loaded.
        """
        check_game(game)

        def save(connection: Connection) -> Saving:
            if base and rows.find(connection, learner) is None:
                return Saving.GONE  # erased, in another tab: no row is made anew
            row = rows.hold(connection, learner, game.updated)
            return rows.save_game(connection, row, game, base)

        return self.writing(save)

    def game(self, learner: Learner, id: str) -> KeptGame | None:  # noqa: A002 - as everywhere
        """Return one game of *learner*; None if there is none of this id."""
        return self._of(learner, lambda connection, row: rows.find_game(connection, row, id))

    def games(self, learner: Learner, *, limit: int) -> tuple[KeptGame, ...]:
        """Return the last games of *learner*, over or not, the one played last first."""
        return self._of(learner, lambda connection, row: rows.games_of(connection, row, limit))

    def erase_game(self, learner: Learner, id: str) -> bool:  # noqa: A002
        """Erase one game; say whether there was one."""

        def erase(connection: Connection) -> bool:
            row = rows.seize(connection, learner)
            return row is not None and rows.erase_game(connection, row, id)

        return self.writing(erase)

    # --------------------------------------------------------------- all of a learner

    def work(self, learner: Learner) -> Work:
        """Return all *learner* has done and chosen."""
        return self._of(learner, rows.work_of)

    def add(self, learner: Learner, work: Work, *, now: datetime) -> Merged:
        """Add to what is stored what is new in *work*, all or nothing; see `rows.add`."""
        return self._to(learner, now, lambda connection, row: rows.add(connection, row, work))

    def secret(self, name: str) -> bytes:
        """Return a secret of this database, made when it is first asked for.

        Raises:
            StoreError: The database cannot be used, or what it holds is no secret.
        """
        value = self.reading(lambda connection: rows.secret_of(connection, name))
        if value is None:
            new = secrets.token_hex(32)
            self.writing(lambda connection: rows.add_secret(connection, name, new))
            return self.secret(name)  # of several servers that begin at once one was first
        try:
            return bytes.fromhex(value)
        except (TypeError, ValueError) as error:
            raise fault("damaged", self._transactions.url, f"the secret {name!r}") from error

    # ------------------------------------------------------------------ transactions

    def _of(self, learner: Learner, read: Callable[[Connection, int | None], Result]) -> Result:
        """Read what belongs to the row of *learner*, who need not have one."""
        return self.reading(lambda connection: read(connection, rows.find(connection, learner)))

    def _to(
        self, learner: Learner, now: datetime, write: Callable[[Connection, int], Result]
    ) -> Result:
        """Write what belongs to the row of *learner*, made *now* if there is none."""
        return self.writing(
            lambda connection: write(connection, rows.hold(connection, learner, now))
        )

    def reading(self, work: Callable[[Connection], Result]) -> Result:
        """Read in one transaction, for what is kept beside learners."""
        return self._transactions.read(work)

    def writing(self, work: Callable[[Connection], Result]) -> Result:
        """Write in one transaction, for what is kept beside learners."""
        return self._transactions.write(work)


@lru_cache(maxsize=4096)
def learner_of(token: str) -> Learner:
    """Return the learner of a browser's token, without asking the database, or raise ValueError."""
    if not is_token(token):
        raise ValueError("not a token (want 32 letters, digits, '-' or '_')")
    return Learner(digest("token", token))


def open_store(url: str | URL | None = None) -> Store:
    """Open the store at *url*, else where the environment says, made and brought up to date."""
    return Store(url or address())
