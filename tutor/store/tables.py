"""The tables progress is kept in; the migrations lead to exactly these.

Attempts are only ever appended, and what is shown about them is worked out, not stored.
No learner's name or address is here, and of cookies and codes only digests.
"""

from datetime import UTC, datetime

import sqlalchemy as sa

METADATA = sa.MetaData(
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


class Moment(sa.TypeDecorator[datetime]):
    """A time in UTC, aware; SQLite, which has no time zones, keeps it without one."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Turn any aware time into what the database keeps."""
        if value is None:
            return None
        return value.astimezone(UTC).replace(tzinfo=None if dialect.name == "sqlite" else UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Return an aware time in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
"""SQLite counts up only a plain INTEGER; it holds 64 bits there too."""

learners = sa.Table(
    "learners",
    METADATA,
    sa.Column("id", NUMBER, primary_key=True),
    sa.Column("created", Moment, nullable=False),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("code", sa.String(64), unique=True),
    sa.Column("code_made", Moment),
)
"""Somebody for whom something was saved; ``code`` is the digest of the resume code, and
``code_made`` when it was made: nothing, once it has been used."""

browsers = sa.Table(
    "browsers",
    METADATA,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column(
        "learner", sa.ForeignKey(learners.c.id, ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("since", Moment, nullable=False),
)
"""Whose cookie is whose, by the cookie's digest; a learner may have several browsers."""

attempts = sa.Table(
    "attempts",
    METADATA,
    sa.Column("number", NUMBER, primary_key=True),
    sa.Column("learner", sa.ForeignKey(learners.c.id, ondelete="CASCADE"), nullable=False),
    sa.Column("id", sa.String(100), nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("puzzle", sa.Text, nullable=False),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("correct", sa.Boolean, nullable=False),
    sa.Column("rule", sa.String(100), nullable=False),
    sa.Column("belief", sa.String(100), key="misconception"),
    sa.Column("hinted", sa.Boolean, nullable=False),
    sa.Column("mode", sa.String(100), nullable=False),
    sa.Column("seconds", sa.Float),
    sa.Column("app", sa.String(50), nullable=False),
    sa.UniqueConstraint("learner", "id"),
    sa.Index(None, "learner", "at"),
)
"""`tutor.learning.Attempt`, whose it is, and which version of the program (``app``).

One learner has one attempt of an id: whatever is sent twice is stored once.
"""

lessons = sa.Table(
    "lessons",
    METADATA,
    sa.Column("learner", sa.ForeignKey(learners.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("lesson", sa.String(100), primary_key=True),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("finished", Moment),
)
"""Where the learner was last in a lesson and when, and when it was first finished."""

games = sa.Table(
    "games",
    METADATA,
    sa.Column("learner", sa.ForeignKey(learners.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("id", sa.String(100), primary_key=True),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("extras", sa.Text, nullable=False),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("started", Moment, nullable=False),
    sa.Column("updated", Moment, nullable=False),
    sa.Column("finished", Moment),
    sa.Index(None, "learner", "updated"),
)
"""A learner's games: what was agreed, what the engine does not know, and the engine's record.

``revision`` counts the changes: whoever writes says which one the new state builds on.
"""

secrets = sa.Table(
    "secrets",
    METADATA,
    sa.Column("name", sa.String(50), primary_key=True),
    sa.Column("value", sa.String(100), nullable=False),
)
"""Keys by which all servers on this database sign, as hexadecimal digits."""
