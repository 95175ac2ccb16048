"""What the cards of a hand came to in simulated deals, as a puzzle line keeps it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.rules import Rule
from engine.table import Seat
from puzzles.puzzle import Fact, Reason

_CLEAR = 2
"""A difference counts from so many standard errors on: by chance alone about one in twenty."""

_ADVICE = (Rule.HELP_OWN_SIDE, Rule.WITHHOLD)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class WeighedCard:
    """How many points fewer than the best card one brought, on average, and how sure that is.

    ``error`` is the standard error of the difference; the best card has neither.
    """

    card: Card
    loss: int
    error: int

    @property
    def clear(self) -> bool:
        """Whether the card is worse than the best beyond what chance may do."""
        return self.loss > _CLEAR * self.error


@dataclass(frozen=True, slots=True)
class Weighing:
    """What was found when a hand's cards were tried in simulated deals, the best card first.

    It is written as the number of deals, the advice that decides, and for every card its
    loss and the error: ``300 plan.withhold D4 0 0 HJ 16 5``.

    Raises:
        ValueError: No card is the best, or several are; none is clearly worse; the advice
            is none; or a number is out of range.
    """

    deals: int
    rule: Rule
    cards: tuple[WeighedCard, ...]

    def __post_init__(self) -> None:
        if self.rule not in _ADVICE:
            raise ValueError(f"advice is one of {' '.join(_ADVICE)}, not {self.rule}")
        if self.deals < 2:
            raise ValueError(f"want 2 simulated deals or more, not {self.deals}")
        if [one.error for one in self.cards if not one.loss] != [0]:
            raise ValueError("one card is the best: it alone loses 0 points, with an error of 0")
        if not any(one.clear for one in self.cards):
            raise ValueError("no card is clearly worse than the best, beyond twice its error")

    def __str__(self) -> str:
        """Write what was found."""
        cards = " ".join(f"{one.card} {one.loss} {one.error}" for one in self.cards)
        return f"{self.deals} {self.rule} {cards}"

    @classmethod
    def parse(cls, text: str) -> "Weighing":
        """Read what `str` writes.

        Raises:
            ValueError: The text has another form.
        """
        deals, rule, *words = [*text.split(), "", ""][: max(2, len(text.split()))]
        numbers = [deals, *words[1::3], *words[2::3]]
        if len(words) % 3 or not all(map(_NUMBER.fullmatch, numbers)) or rule not in list(Rule):
            raise ValueError(
                f"not a weighing: {text!r} (want deals, advice, and for every card its loss "
                "and error, such as '300 plan.withhold D4 0 0 HJ 16 5')"
            )
        return cls(
            int(deals),
            Rule(rule),
            tuple(
                WeighedCard(Card.parse(card), int(loss), int(error))
                for card, loss, error in zip(words[::3], words[1::3], words[2::3], strict=True)
            ),
        )

    def of(self, legal: Sequence[Card]) -> "Weighing":
        """Make sure that just these cards were weighed, and sort them, best first.

        Raises:
            ValueError: They are others, or one was weighed twice.
        """
        found = [one.card for one in self.cards]
        if len(found) != len(legal) or set(found) != set(legal):
            cards = " ".join(map(str, legal))
            raise ValueError(f"want what was weighed of {cards}, each once: {str(self)!r}")
        ordered = sorted(self.cards, key=lambda one: (one.loss, legal.index(one.card)))
        return replace(self, cards=tuple(ordered))

    def judged(self, seat: Seat, card: Card) -> tuple[bool, tuple[Reason, ...]]:
        """Judge the card of *seat*: right unless it is clearly worse than the best; and say why."""
        best, *others = self.cards
        one = next(one for one in self.cards if one.card == card)
        compared = one if one.loss else next(other for other in others if other.clear)
        facts: dict[str, Fact] = {
            "deals": self.deals,
            "best": best.card,
            "other": compared.card,
            "points": compared.loss,
            "error": _CLEAR * compared.error,
        }
        key = "best" if one == best else "worse" if one.clear else "close"
        how = Reason("weighed.how", {"seat": seat})
        return not one.clear, (Reason(f"weighed.{key}", facts), how)
