"""Progress that stays: answers, lessons and settings in a database, and in a file to carry.

Nobody has an account. A browser's cookie holds a random token, another device takes a
resume code, and the database knows only digests of both.
"""

from tutor.store.faults import StoreError
from tutor.store.kept import Holdings, Learner, LessonProgress, Merged
from tutor.store.keys import is_token, new_token
from tutor.store.rooms_kept import Crowd, Pulse, Visit
from tutor.store.rooms_store import Rooms
from tutor.store.store import Store, open_store
from tutor.store.transfer import (
    ImportReport,
    ProgressFileError,
    export_progress,
    import_progress,
)

__all__ = [
    "Crowd",
    "Holdings",
    "ImportReport",
    "Learner",
    "LessonProgress",
    "Merged",
    "ProgressFileError",
    "Pulse",
    "Rooms",
    "Store",
    "StoreError",
    "Visit",
    "export_progress",
    "import_progress",
    "is_token",
    "new_token",
    "open_store",
]
