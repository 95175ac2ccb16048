"""A folder that may not be entered, for tests that root runs too: root may enter every folder."""

import os
from errno import EACCES
from pathlib import Path

import pytest


def not_entered(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let nobody enter *folder*: what is in it cannot be seen, and it cannot be written."""
    stat, access = os.stat, os.access

    def closed(path: object) -> bool:
        return isinstance(path, str | Path) and folder in Path(path).parents

    def seen(path: str | Path, **more: bool) -> os.stat_result:
        if closed(path):
            raise PermissionError(EACCES, os.strerror(EACCES), str(path))
        return stat(path, **more)

    def may(path: str | Path, mode: int) -> bool:
        return not closed(path) and path != folder and access(path, mode)

    patch.setattr(os, "stat", seen)
    patch.setattr(os, "access", may)
