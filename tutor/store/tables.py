"""The tables progress is kept in; the migrations lead to exactly these.

Attempts are only ever appended, and what is shown about them is worked out, not stored.
There is no name, no address and no secret here: cookies and codes are kept as digests.
"""

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

METADATA = MetaData(
    naming_convention={
        "ix": "%(table_name)s_by_%(column_0_N_name)s",
        "uq": "%(table_name)s_one_%(column_0_N_name)s",
        "fk": "%(table_name)s_%(column_0_name)s",
        "pk": "%(table_name)s_key",
    }
)
"""Every constraint has a name, so that a later migration can speak of it on any database."""

VERSION_TABLE = "schema_version"
"""Where the database keeps which migration it has reached."""


class Moment(TypeDecorator[datetime]):
    """A time in UTC, aware; SQLite, which has no time zones, keeps it without one."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn any aware time into what the database keeps."""
        if value is None:
            return None
        return value.astimezone(UTC).replace(tzinfo=None if dialect.name == "sqlite" else UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return an aware time in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""SQLite counts up only a plain INTEGER; it holds 64 bits there too."""

learners = Table(
    "learners",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("created", Moment, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("code", String(64), unique=True),
    Column("code_made", Moment),
)
"""Somebody for whom something was saved; ``code`` is the digest of the resume code, and
``code_made`` when it was made: nothing, once it has been used."""

browsers = Table(
    "browsers",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("learner", ForeignKey(learners.c.id, ondelete="CASCADE"), nullable=False, index=True),
    Column("since", Moment, nullable=False),
)
"""Whose cookie is whose, by the cookie's digest; a learner may have several browsers."""

attempts = Table(
    "attempts",
    METADATA,
    Column("number", NUMBER, primary_key=True),
    Column("learner", ForeignKey(learners.c.id, ondelete="CASCADE"), nullable=False),
    Column("id", String(100), nullable=False),
    Column("at", Moment, nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("correct", Boolean, nullable=False),
    Column("rule", String(100), nullable=False),
    Column("belief", String(100), key="misconception"),
    Column("hinted", Boolean, nullable=False),
    Column("mode", String(100), nullable=False),
    Column("seconds", Float),
    Column("app", String(50), nullable=False),
    UniqueConstraint("learner", "id"),
    Index(None, "learner", "at"),
)
"""`tutor.learning.Attempt`, whose it is, and which version of the program (``app``).

One learner has one attempt of an id: whatever is sent twice is stored once.
"""

lessons = Table(
    "lessons",
    METADATA,
    Column("learner", ForeignKey(learners.c.id, ondelete="CASCADE"), primary_key=True),
    Column("lesson", String(100), primary_key=True),
    Column("step", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("finished", Moment),
)
"""Where the learner was last in a lesson and when, and when it was first finished."""

games = Table(
    "games",
    METADATA,
    Column("learner", ForeignKey(learners.c.id, ondelete="CASCADE"), primary_key=True),
    Column("id", String(100), primary_key=True),
    Column("setup", Text, nullable=False),
    Column("extras", Text, nullable=False),
    Column("record", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("started", Moment, nullable=False),
    Column("updated", Moment, nullable=False),
    Column("finished", Moment),
    Index(None, "learner", "updated"),
)
"""A learner's games: what was agreed, what the engine does not know, and the engine's record.

``revision`` counts the changes: whoever writes says which one the new state builds on.
"""

secrets = Table(
    "secrets",
    METADATA,
    Column("name", String(50), primary_key=True),
    Column("value", String(100), nullable=False),
)
"""Keys by which all servers on this database sign, as hexadecimal digits."""
