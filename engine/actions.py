"""What players do, as values with a notation: play a card, name a trump, claim a revoke."""

import re
from dataclasses import dataclass

from engine.cards import Card, Suit
from engine.rules import Rule
from engine.table import Seat
from engine.trick import Play


@dataclass(frozen=True, slots=True)
class NameTrump:
    """A player of Calypso for Two names, or changes, the personal trump.

    Source: Handscomb, "Play of the cards".
    """

    seat: Seat
    suit: Suit

    def __str__(self) -> str:
        """Write the action: ``N=S``."""
        return f"{self.seat.value}={self.suit.value}"

    @classmethod
    def parse(cls, text: str) -> "NameTrump":
        """Read a naming such as ``N=S``, or raise ValueError."""
        match = re.fullmatch(r"([NESW])=([CDHS])", text)
        if not match:
            raise ValueError(f"not a naming: {text!r} (want a seat and a suit, such as 'N=S')")
        return cls(Seat(match[1]), Suit(match[2]))


@dataclass(frozen=True, slots=True)
class ClaimRevoke:
    """*seat* claims that *accused* failed to follow *suit* in deal *deal* (from 1) though able.

    Anybody of another side may claim at any time, out of turn and after the last trick
    too: our choice, since the sources are silent.
    """

    seat: Seat
    accused: Seat
    suit: Suit
    deal: int

    def __str__(self) -> str:
        """Write the action: ``N!E:H1`` (claimant, accused, suit, deal)."""
        return f"{self.seat.value}!{self.accused.value}:{self.suit.value}{self.deal}"

    @classmethod
    def parse(cls, text: str) -> "ClaimRevoke":
        """Read a claim such as ``N!E:H1``, or raise ValueError."""
        match = re.fullmatch(r"([NESW])!([NESW]):([CDHS])([1-9])", text)
        if not match:
            raise ValueError(
                f"not a claim: {text!r} (want claimant, accused, suit and deal, such as 'N!E:H1')"
            )
        return cls(Seat(match[1]), Seat(match[2]), Suit(match[3]), int(match[4]))


Action = Play | NameTrump | ClaimRevoke


@dataclass(frozen=True, slots=True)
class Revoke:
    """A revoke: ``deal`` counts from 1, ``at`` is the card's index in `plays`."""

    seat: Seat
    deal: int
    led: Suit
    card: Card
    at: int

    def __str__(self) -> str:
        """Write the revoke: ``E:D3 H1 17`` (the play, the suit led and the deal, its place)."""
        return f"{self.seat.value}:{self.card} {self.led.value}{self.deal} {self.at}"


class IllegalAction(ValueError):
    """The rules do not allow an action: the ``rule`` it breaks, and the ``legal`` cards."""

    def __init__(self, rule: Rule, message: str, legal: tuple[Card, ...] = ()) -> None:
        super().__init__(message)
        self.rule = rule
        self.legal = legal
