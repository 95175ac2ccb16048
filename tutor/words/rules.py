"""Which words a rule has in a trick: a ruff beats plain cards, or by one reading a led trump."""

from engine.rulebooks import LedTrump
from engine.rules import Rule
from engine.trick import Role


def rule_key(rule: Rule, beaten: Role, led_trump: LedTrump) -> str:
    """Return the key under which *rule* has its name and text where it beats a card of this role.

    Args:
        rule: The rule that says which card is the stronger.
        beaten: What the weaker card is doing in the trick.
        led_trump: The reading of the table's rulebook.
    """
    if rule == Rule.RUFF_WINS and beaten == Role.LED_TRUMP:
        return f"rule.{rule.value}.{led_trump.value}"
    return f"rule.{rule.value}"
