"""How long an answer took, from now on."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column; of answers before it nobody knows how long they took."""
    op.add_column("attempts", sa.Column("seconds", sa.Float()))
