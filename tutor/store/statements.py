"""Statements that the databases say differently."""

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def upsert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Begin an INSERT that says what to do where the row is there already."""
    return insert_or_update(connection.dialect.name, table)


def insert_or_update(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Begin the same for a dialect by its name."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
