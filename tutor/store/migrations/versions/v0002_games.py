"""Games being played, and games that are over."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the table of games."""
    op.create_table(
        "games",
        sa.Column("learner", _NUMBER, nullable=False),
        sa.Column("id", sa.String(100), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("extras", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("started", _MOMENT, nullable=False),
        sa.Column("updated", _MOMENT, nullable=False),
        sa.Column("finished", _MOMENT),
        sa.PrimaryKeyConstraint("learner", "id", name="games_key"),
        sa.ForeignKeyConstraint(
            ["learner"], ["learners.id"], name="games_learner", ondelete="CASCADE"
        ),
    )
    op.create_index("games_by_learner_updated", "games", ["learner", "updated"])
