"""Runs migrations on the connection that `tutor.store` hands over; Alembic loads this file.

A new version is a new file in ``versions``: number, ``revision``, the ``down_revision`` it
follows, and ``upgrade``. What an older one did is never changed. A test compares where all of
them lead with `tutor.store.tables`.
"""

from alembic import context

from tutor.store.tables import METADATA, VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
    # SQLite cannot alter a column: Alembic then makes the table anew and copies it.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
