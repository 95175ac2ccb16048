"""The server loads what everybody needs before its first visitor."""

import gc

from puzzles.natural import pools
from tests.asgi import finish
from tutor.learning.unlisted import kept
from tutor.pages.frame import library
from tutor.pages.frame.startup import lifespan


def test_what_every_visit_needs_is_loaded_and_never_searched_again() -> None:
    async def serve() -> None:
        async with lifespan(None):
            assert library._shelf.cache_info().currsize == 1
            assert gc.get_freeze_count() > 50_000

    library._shelf.cache_clear()
    gc.unfreeze()  # tests/conftest.py freezes too
    assert gc.get_freeze_count() == 0
    finish(serve())


def test_nothing_is_worked_out_only_when_the_first_learners_answer_at_once() -> None:
    async def serve() -> None:
        async with lifespan(None):
            assert pools.cache_info().currsize == kept.cache_info().currsize == 1

    pools.cache_clear()
    finish(serve())
