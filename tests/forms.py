"""The forms of the game that are published, and for which of all forms something was measured.

Whoever adds a form fits, plays and counts for it later, if ever: until then practice players play
it as they play the form it is like, its tricks are made, and nothing is said of how often things
happen in it.
"""

import pytest

from engine.fast.bulk.policy import fitted_form
from engine.rulebooks import RULEBOOKS
from engine.variants import VARIANTS
from puzzles.natural import pool_name, pools
from tutor.figures import stored_figures

PUBLISHED = ("partnership", "solo", "three", "split", "two")
"""The forms that saved games, links and files name."""

FITTED = tuple(variant for variant in VARIANTS.values() if fitted_form(variant) == variant.id)
"""The forms for which a policy was fitted."""

NATURAL = tuple(
    variant
    for variant in VARIANTS.values()
    if all(pool_name(variant, variant.table(rulebook)) in pools() for rulebook in RULEBOOKS)
)
"""The forms of which tricks were kept as they fall."""

COUNTED = tuple(
    VARIANTS[form] for form in VARIANTS if form in {one.form for one in stored_figures().samples}
)
"""The forms of which it was counted how often things happen."""

IS_FITTED = pytest.mark.parametrize("variant", FITTED, ids=str)
IS_NATURAL = pytest.mark.parametrize("variant", NATURAL, ids=str)
IS_COUNTED = pytest.mark.parametrize("variant", COUNTED, ids=str)
