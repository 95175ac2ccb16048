"""How often each rule about tricks is asked, so that what is asked is won as at a table.

Where two or three play, ruffs win few tricks, and of the rules several are about ruffs. If all
came alike, always naming the highest ruff, or the other hand, would do far better than at a
table: for three by 20 points, where suits are split by 40.
"""

from collections.abc import Iterable, Mapping

from engine.rules import Rule
from engine.variants import Variant

_OFTEN: Mapping[str, Mapping[Rule, int]] = {
    "two": {Rule.LED_TRUMP_WINS: 4, Rule.SUIT_HIGHEST: 3},
    "three": {Rule.SUIT_HIGHEST: 3},
    "split": {Rule.SUIT_HIGHEST: 6},
}
"""How many times a rule comes where another comes once; elsewhere all come alike.

These are as few as are needed: at a table they decide more still. No round of a form is longer
than thirteen, or a rule would not come twice in forty questions.
"""


def often(rule: Rule, variant: Variant) -> int:
    """Return how many times *rule* is asked about in this form where another is once."""
    return _OFTEN.get(variant.id, {}).get(rule, 1)


def rounds_of(rules: Iterable[Rule], variant: Variant) -> tuple[Rule, ...]:
    """Return a round of *rules*: each as many times as it comes while another comes once."""
    return tuple(rule for rule in rules for _ in range(often(rule, variant)))
