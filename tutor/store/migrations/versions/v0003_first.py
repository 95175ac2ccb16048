"""The tables of version 0.1.0: learners, their answers, lessons and games, and rooms.

Nobody was ever given a version before them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = None

# Written out, not taken from `tutor.store.tables`: those go on, this stays as it was.
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "learners",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("created", _MOMENT, nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("code", sa.String(64)),
        sa.Column("code_made", _MOMENT),
        sa.PrimaryKeyConstraint("id", name="learners_key"),
        sa.UniqueConstraint("code", name="learners_one_code"),
    )
    op.create_table(
        "browsers",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("learner", _NUMBER, nullable=False),
        sa.Column("since", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key", name="browsers_key"),
        sa.ForeignKeyConstraint(
            ["learner"], ["learners.id"], name="browsers_learner", ondelete="CASCADE"
        ),
    )
    op.create_index("browsers_by_learner", "browsers", ["learner"])
    op.create_table(
        "attempts",
        sa.Column("number", _NUMBER, nullable=False),
        sa.Column("learner", _NUMBER, nullable=False),
        sa.Column("id", sa.String(100), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("correct", sa.Boolean(), nullable=False),
        sa.Column("rule", sa.String(100), nullable=False),
        sa.Column("belief", sa.String(100)),
        sa.Column("hinted", sa.Boolean(), nullable=False),
        sa.Column("mode", sa.String(100), nullable=False),
        sa.Column("app", sa.String(50), nullable=False),
        sa.PrimaryKeyConstraint("number", name="attempts_key"),
        sa.UniqueConstraint("learner", "id", name="attempts_one_learner_id"),
        sa.ForeignKeyConstraint(
            ["learner"], ["learners.id"], name="attempts_learner", ondelete="CASCADE"
        ),
    )
    op.create_index("attempts_by_learner_at", "attempts", ["learner", "at"])
    op.create_table(
        "lessons",
        sa.Column("learner", _NUMBER, nullable=False),
        sa.Column("lesson", sa.String(100), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("finished", _MOMENT),
        sa.PrimaryKeyConstraint("learner", "lesson", name="lessons_key"),
        sa.ForeignKeyConstraint(
            ["learner"], ["learners.id"], name="lessons_learner", ondelete="CASCADE"
        ),
    )
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
    op.create_table(
        "rooms",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("key", sa.String(20), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("touched", _MOMENT, nullable=False),
        sa.Column("ended", _MOMENT),
        sa.Column("link", sa.String(64)),
        sa.PrimaryKeyConstraint("id", name="rooms_key"),
        sa.UniqueConstraint("code", name="rooms_one_code"),
    )
    op.create_index("rooms_by_touched", "rooms", ["touched"])
    op.create_table(
        "room_teachers",
        sa.Column("room", _NUMBER, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("room", "key", name="room_teachers_key"),
        sa.ForeignKeyConstraint(
            ["room"], ["rooms.id"], name="room_teachers_room", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "room_members",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("room", _NUMBER, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("joined", _MOMENT, nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="room_members_key"),
        sa.UniqueConstraint("room", "key", name="room_members_one_room_key"),
        sa.UniqueConstraint("room", "number", name="room_members_one_room_number"),
        sa.ForeignKeyConstraint(
            ["room"], ["rooms.id"], name="room_members_room", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "room_answers",
        sa.Column("member", _NUMBER, nullable=False),
        sa.Column("question", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("member", "question", name="room_answers_key"),
        sa.ForeignKeyConstraint(
            ["member"], ["room_members.id"], name="room_answers_member", ondelete="CASCADE"
        ),
    )
