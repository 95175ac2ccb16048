"""Roughly where a running room was opened: whoever floods the server is to pay for it."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column; of rooms before it nobody knows where they were opened."""
    op.add_column("rooms", sa.Column("place", sa.Integer()))
