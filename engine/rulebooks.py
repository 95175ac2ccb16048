"""The points on which the sources differ, and the rulebooks as answers to them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from engine.rules import AKAGIRI_PAGE, HANDSCOMB, LEAFLET, Citation


@unique
class LedTrump(StrEnum):
    """What beats a personal trump that its owner has led, when somebody ruffs it.

    ``ANY_RUFF``: Culbertson 1955, as Handscomb reports her ("no matter the values").
    ``HIGHER_RUFF``: Akagiri 1998; the printed board's leaflet ("with a higher card").
    """

    ANY_RUFF = "any-ruff"
    HIGHER_RUFF = "higher-ruff"


CITATIONS_OF: Mapping[LedTrump, tuple[Citation, ...]] = {
    LedTrump.ANY_RUFF: (Citation(HANDSCOMB, "Play of the cards"),),
    LedTrump.HIGHER_RUFF: (Citation(AKAGIRI_PAGE, ""), Citation(LEAFLET, "")),
}
"""Who states each answer; Parlett and pokerwiner.com can be read either way."""


@unique
class RevokePenalty(StrEnum):
    """Where the 260 of a revoke go; the margin between the sides is the same.

    ``ADDED_TO_OTHERS``: Parlett, "Revoke" ("added to the score of the non-offending side").
    ``TAKEN_FROM_OFFENDERS``: one reading of the printed board's leaflet.
    """

    ADDED_TO_OTHERS = "added-to-others"
    TAKEN_FROM_OFFENDERS = "taken-from-offenders"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One answer to every disputed point, under the name of the source that gives it.

    The id stands in links and saved progress: never rename one.
    """

    id: str
    led_trump: LedTrump
    revoke: RevokePenalty

    def __str__(self) -> str:
        """Write the id, which `rulebook_of` reads back."""
        return self.id


CULBERTSON = Rulebook("culbertson", LedTrump.ANY_RUFF, RevokePenalty.ADDED_TO_OTHERS)
"""The default elsewhere: the one reading traced to a book of the time."""

AKAGIRI = Rulebook("akagiri", LedTrump.HIGHER_RUFF, RevokePenalty.TAKEN_FROM_OFFENDERS)
"""Akagiri is silent on the revoke; the leaflet, which shares the reading of a led trump, is not."""

RULEBOOKS: tuple[Rulebook, ...] = (CULBERTSON, AKAGIRI)


def check_ids(rulebooks: Collection[Rulebook]) -> None:
    """Make sure that each rulebook has an id of its own, or raise ValueError."""
    ids = [rulebook.id for rulebook in rulebooks]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise ValueError(f"want an id of its own for each rulebook, found {id_!r} twice")


check_ids(RULEBOOKS)


def rulebook_of(id: str) -> Rulebook:  # noqa: A002 - the word the position lines use
    """Return the rulebook of this id, or raise ValueError."""
    for rulebook in RULEBOOKS:
        if rulebook.id == id:
            return rulebook
    raise ValueError(f"no rulebook {id!r} (want one of {', '.join(b.id for b in RULEBOOKS)})")
