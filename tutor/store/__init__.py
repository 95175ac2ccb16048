"""Progress that stays: answers, lessons, games and settings in a database, and in a file to carry.

Nobody has an account. A browser's cookie holds a random token, another device takes a
resume code, and the database knows only digests of both.
"""

from tutor.store.faults import StoreError
from tutor.store.holdings import Learner, LessonProgress, Merged, Saving, StoredAmounts, new_game_id
from tutor.store.keys import is_token, new_token
from tutor.store.store import Store, learner_of, open_store
from tutor.store.transfer import (
    ImportReport,
    ProgressFileError,
    export_progress,
    import_progress,
    save_progress,
)
from tutor.store.workers import PendingWrite, Task, WorkerPool, WriteQueues

__all__ = [
    "ImportReport",
    "Learner",
    "LessonProgress",
    "Merged",
    "PendingWrite",
    "ProgressFileError",
    "Saving",
    "Store",
    "StoreError",
    "StoredAmounts",
    "Task",
    "WorkerPool",
    "WriteQueues",
    "export_progress",
    "import_progress",
    "is_token",
    "learner_of",
    "new_game_id",
    "new_token",
    "open_store",
    "save_progress",
]
