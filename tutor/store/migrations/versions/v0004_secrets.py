"""Keys by which all servers on one database sign."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table of keys."""
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(50), nullable=False),
        sa.Column("value", sa.String(100), nullable=False),
        sa.PrimaryKeyConstraint("name", name="secrets_key"),
    )
