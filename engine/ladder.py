"""A trick told card by card: what each card was, what it changed, and by which rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from engine.rules import Rule
from engine.trick import Play, Role, Ruling


@unique
class Step(StrEnum):
    """What a card changed when it was played."""

    LEADS = "leads"
    TAKES = "takes"
    BELOW = "below"
    EQUAL_LATER = "equal-later"
    CANNOT_WIN = "cannot-win"


@dataclass(frozen=True, slots=True)
class Rung:
    """One card of the ladder: its role, what it changed, and the rule that says so.

    ``against`` is the index of the play that held the trick before this one was
    played; for the first card it is the card itself.
    """

    play: Play
    role: Role
    step: Step
    against: int
    rule: Rule

    def __str__(self) -> str:
        """Write play, role, step, against and rule: ``E:CJ suit below 0 trick.…``."""
        return f"{self.play} {self.role.value} {self.step.value} {self.against} {self.rule.value}"

    @classmethod
    def parse(cls, text: str) -> "Rung":
        """Read a rung as `str` writes it.

        Raises:
            ValueError: The text has another form.
        """
        try:
            play, role, step, against, rule = text.split()
            return cls(Play.parse(play), Role(role), Step(step), int(against), Rule(rule))
        except ValueError:
            raise ValueError(
                f"not a rung: {text!r} (want play, role, step, against, rule)"
            ) from None


_TAKES: Mapping[tuple[Role, Role], Rule] = {
    (Role.SUIT, Role.SUIT): Rule.SUIT_HIGHEST,
    (Role.LED_TRUMP, Role.LED_TRUMP): Rule.LED_TRUMP_WINS,
    (Role.LED_TRUMP, Role.SUIT): Rule.LED_TRUMP_WINS,
    (Role.LED_TRUMP, Role.RUFF): Rule.LED_TRUMP_HOLDS,
    (Role.RUFF, Role.SUIT): Rule.RUFF_WINS,
    (Role.RUFF, Role.LED_TRUMP): Rule.RUFF_WINS,
    (Role.RUFF, Role.RUFF): Rule.HIGHEST_RUFF_WINS,
}
"""The rule by which the first role of a pair beats the second, two cards at a time."""


_LEADS: Mapping[Role, Rule] = {
    Role.SUIT: Rule.SUIT_HIGHEST,
    Role.LED_TRUMP: Rule.LED_TRUMP_WINS,
}
"""The rule by which the card led holds the trick, as long as nothing beats it."""


def ladder(ruling: Ruling) -> tuple[Rung, ...]:
    """Tell the trick card by card: what each is, whether it takes the lead, and by which rule.

    Returns:
        One rung for every play, in order; the last that leads or takes is the winner.
    """
    rungs: list[Rung] = []
    held = 0
    for place, (play, what) in enumerate(zip(ruling.trick.plays, ruling.roles, strict=True)):
        mine, best = ruling.strengths[place], ruling.strengths[held]
        if place == 0:
            step, rule = Step.LEADS, _LEADS[what]
        elif what == Role.DISCARD:
            step, rule = Step.CANNOT_WIN, Rule.DISCARD_NEVER_WINS
        elif mine > best:
            step, rule = Step.TAKES, _TAKES[what, ruling.roles[held]]
        elif mine == best:
            step, rule = Step.EQUAL_LATER, Rule.FIRST_OF_EQUALS
        else:
            step, rule = Step.BELOW, _TAKES[ruling.roles[held], what]
        rungs.append(Rung(play, what, step, held, rule))
        if step == Step.TAKES:
            held = place
    return tuple(rungs)
