"""The named misconceptions about tricks: wrong rules of the shape of the right one.

Like `engine.trick.judge`, a misconception gives every card a role, every role a power, and
says how cards of equal power are told apart. Judging a trick by it tells which seat
somebody who holds it would name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from types import MappingProxyType

from engine.cards import Suit
from engine.rulebooks import LedTrump
from engine.table import Seat, Table
from engine.trick import POWER, Play, Role, Ruling, Trick, role
from engine.variants import Variant

RoleOf = Callable[[Play, Play, Table], Role]
"""What a play is doing, given the lead and the table."""


@unique
class Telling(StrEnum):
    """How cards of equal power are told apart."""

    HIGHEST_THEN_FIRST = "highest, then first"
    HIGHEST_THEN_LAST = "highest, then last"
    FIRST = "first, whatever the rank"
    LAST = "last, whatever the rank"


_SIGNS: Mapping[Telling, tuple[int, int]] = {
    Telling.HIGHEST_THEN_FIRST: (1, -1),
    Telling.HIGHEST_THEN_LAST: (1, 1),
    Telling.FIRST: (0, -1),
    Telling.LAST: (0, 1),
}
"""What the rank and the place in the trick count for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Misconception:
    """A wrong idea of who wins a trick; what is not given is as in the rules.

    The id is the key of its words and stands in saved answers: never rename one.
    ``power`` is the wrong row of `POWER`. ``partners`` and ``suit`` say what a game must
    have for anybody to believe this: partners, or this suit.
    """

    id: str
    role: RoleOf = role
    power: Mapping[Role, int] | None = None
    telling: Mapping[Role, Telling] = field(default_factory=lambda: MappingProxyType({}))
    partners: bool = False
    suit: Suit | None = None

    def applies(self, variant: Variant) -> bool:
        """Say whether somebody may believe this in this form of the game."""
        if self.partners and all(len(fed) == 1 for fed in variant.feeds):
            return False
        return self.suit is None or self.suit in variant.suits


def _leaders_suit(play: Play, lead: Play, table: Table) -> Role:
    if play.card.suit == lead.card.suit:
        return Role.SUIT
    return Role.RUFF if play.card.suit == table.trump(lead.seat) else Role.DISCARD


def _any_own_card(play: Play, lead: Play, table: Table) -> Role:
    if play.seat != lead.seat and play.card.suit == table.trump(play.seat):
        return Role.RUFF
    return role(play, lead, table)


def _partners_too(play: Play, lead: Play, table: Table) -> Role:
    if play.card.suit != table.trump(table.clockwise(play.seat, 3)[2]):
        return role(play, lead, table)
    if play.card.suit != lead.card.suit:
        return Role.RUFF
    return Role.LED_TRUMP if play.seat == lead.seat else Role.SUIT


def _spades(play: Play, lead: Play, table: Table) -> Role:  # noqa: ARG001 - has the shape of role
    if play.card.suit == lead.card.suit:
        return Role.SUIT
    return Role.RUFF if play.card.suit == Suit.SPADES else Role.DISCARD


def _no_trumps(play: Play, lead: Play, table: Table) -> Role:  # noqa: ARG001 - as above
    return Role.SUIT if play.card.suit == lead.card.suit else Role.DISCARD


def _every_card(play: Play, lead: Play, table: Table) -> Role:  # noqa: ARG001 - as above
    return Role.SUIT


def _every_discard(play: Play, lead: Play, table: Table) -> Role:
    right = role(play, lead, table)
    return Role.RUFF if right == Role.DISCARD else right


def _ruff_by_rank(play: Play, lead: Play, table: Table) -> Role:
    right = role(play, lead, table)
    plain_lead = lead.card.suit != table.trump(lead.seat)
    return Role.SUIT if right == Role.RUFF and plain_lead else right


_LATER = MappingProxyType(dict.fromkeys(Role, Telling.HIGHEST_THEN_LAST))

MISCONCEPTIONS: tuple[Misconception, ...] = (
    Misconception(
        id="first-ruff-wins",
        power=POWER[LedTrump.ANY_RUFF],
        telling={Role.RUFF: Telling.FIRST},
    ),
    Misconception(
        id="last-ruff-wins",
        power=POWER[LedTrump.ANY_RUFF],
        telling={Role.RUFF: Telling.LAST},
    ),
    Misconception(
        id="led-trump-is-unbeatable",
        power={Role.DISCARD: 0, Role.SUIT: 1, Role.LED_TRUMP: 3, Role.RUFF: 2},
    ),
    Misconception(id="last-of-equals-wins", telling=_LATER),
    Misconception(id="ruff-must-outrank", role=_ruff_by_rank),
    Misconception(
        id="led-trump-is-nothing-special",
        power={Role.DISCARD: 0, Role.SUIT: 1, Role.LED_TRUMP: 1, Role.RUFF: 2},
    ),
    Misconception(id="partners-suit-is-my-trump", role=_partners_too, partners=True),
    Misconception(id="no-trumps", role=_no_trumps),
    Misconception(id="following-is-trumping", role=_any_own_card),
    Misconception(id="highest-card-wins", role=_every_card),
    Misconception(id="not-following-is-trumping", role=_every_discard),
    Misconception(id="leaders-suit-is-trump", role=_leaders_suit),
    Misconception(id="spades-are-trumps", role=_spades, suit=Suit.SPADES),
)
"""The most specific first: what points at a wrong seat in fewer tricks stands before.

That spades are trumps for everybody, as in other games, stands last: it is named only
where nothing else fits.
"""


def predicts(misconception: Misconception, trick: Trick, table: Table) -> Seat:
    """Name the seat that wins *trick* for somebody who holds *misconception*."""
    lead, power = trick.plays[0], misconception.power or POWER[table.led_trump]
    found, best = lead.seat, (-1, 0, 0)
    for place, play in enumerate(trick.plays):
        what = misconception.role(play, lead, table)
        if not power[what]:
            continue
        by_rank, by_place = _SIGNS[misconception.telling.get(what, Telling.HIGHEST_THEN_FIRST)]
        strength = (power[what], by_rank * play.card.rank.value, by_place * place)
        if strength > best:
            found, best = play.seat, strength
    return found


def fitting(seat: Seat, ruling: Ruling, variant: Variant) -> tuple[Misconception, ...]:
    """List the misconceptions that make somebody name *seat*, the most specific first.

    Nothing fits the right answer.
    """
    if seat == ruling.winning.seat:
        return ()
    return tuple(
        misconception
        for misconception in MISCONCEPTIONS
        if misconception.applies(variant)
        and predicts(misconception, ruling.trick, ruling.table) == seat
    )


def separates(ruling: Ruling, variant: Variant) -> bool:
    """Say whether every wrong seat betrays a misconception.

    A misconception names one seat, so that different seats then betray different misconceptions.
    """
    missing = set(ruling.table.seats) - {ruling.winning.seat}
    for misconception in MISCONCEPTIONS:
        if misconception.applies(variant):
            missing.discard(predicts(misconception, ruling.trick, ruling.table))
            if not missing:
                return True
    return not missing
