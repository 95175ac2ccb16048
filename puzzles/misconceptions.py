"""The named misconceptions about tricks: wrong rules of the shape of the right one.

Like `engine.trick.judge`, a misconception gives every card a role, every role a power, and
says how cards of equal power are told apart. Judging a trick by it tells which seat
somebody who holds it would name.

Wrong rules that nobody has listed are put together (`tutor.learning.evidence`) from *marks*,
what may be seen of a card among the others, and *cases*, what may be seen of a trick.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.cards import Rank, Suit
from engine.rulebooks import LedTrump
from engine.table import Seat, Table
from engine.trick import POWER, Play, Role, Ruling, Trick, roles_of
from engine.variants import Variant

RoleOf = Callable[[Role, Play, Play, Table], Role]
"""What somebody thinks a play is doing, given what it is doing, the lead and the table."""

Telling = tuple[int, int]
"""How cards of equal power are told apart: what rank and place in the trick count for."""

_HIGHEST_THEN_LAST, _FIRST, _LAST = (1, 1), (0, -1), (0, 1)


def _right(right: Role, _play: Play, _lead: Play, _table: Table) -> Role:
    return right


@dataclass(frozen=True, slots=True, kw_only=True)
class Misconception:
    """A wrong idea of who wins a trick; what is not given is as in the rules.

    The id is the key of its words and stands in saved answers: never rename one. ``power`` is the
    wrong row of `POWER`, ``moved`` gives ranks a wrong place in their order, and where cards of
    equal power and rank ``cancel``, the next best wins. ``partners``, ``suit`` and ``moved`` say
    what a game must have for anybody to believe this: partners, this suit, these ranks.
    """

    id: str
    role: RoleOf = _right
    power: Mapping[Role, int] | None = None
    telling: Mapping[Role, Telling] = field(default_factory=dict)
    moved: Mapping[Rank, float] = field(default_factory=dict)
    cancel: bool = False
    partners: bool = False
    suit: Suit | None = None

    def applies(self, variant: Variant) -> bool:
        """Return whether somebody may believe this in this form of the game."""
        if self.partners and all(len(fed) == 1 for fed in variant.feeds):
            return False
        if not self.moved.keys() <= set(variant.ranks):
            return False
        return self.suit is None or self.suit in variant.suits


def _leaders_suit(_right: Role, play: Play, lead: Play, table: Table) -> Role:
    if play.card.suit == lead.card.suit:
        return Role.SUIT
    return Role.RUFF if play.card.suit == table.trump(lead.seat) else Role.DISCARD


def _any_own_card(right: Role, play: Play, lead: Play, table: Table) -> Role:
    if play.seat != lead.seat and play.card.suit == table.trump(play.seat):
        return Role.RUFF
    return right


def _partners_too(right: Role, play: Play, lead: Play, table: Table) -> Role:
    if play.card.suit != table.trump(table.clockwise(play.seat, 3)[2]):
        return right
    if play.card.suit != lead.card.suit:
        return Role.RUFF
    return Role.LED_TRUMP if play.seat == lead.seat else Role.SUIT


def _spades(_right: Role, play: Play, lead: Play, _table: Table) -> Role:
    if play.card.suit == lead.card.suit:
        return Role.SUIT
    return Role.RUFF if play.card.suit == Suit.SPADES else Role.DISCARD


def _ruff_by_rank(right: Role, _play: Play, lead: Play, table: Table) -> Role:
    plain_lead = lead.card.suit != table.trump(lead.seat)
    return Role.SUIT if right == Role.RUFF and plain_lead else right


def _partner_of_led_trump(right: Role, play: Play, lead: Play, table: Table) -> Role:
    partner = table.clockwise(lead.seat, 3)[2]
    shared = lead.card.suit == table.trump(lead.seat) and play.seat == partner
    return Role.LED_TRUMP if shared and right == Role.SUIT else right


_LATER = dict.fromkeys(Role, _HIGHEST_THEN_LAST)

MISCONCEPTIONS: tuple[Misconception, ...] = (
    Misconception(
        id="first-ruff-wins",
        power=POWER[LedTrump.ANY_RUFF],
        telling={Role.RUFF: _FIRST},
    ),
    Misconception(
        id="last-ruff-wins",
        power=POWER[LedTrump.ANY_RUFF],
        telling={Role.RUFF: _LAST},
    ),
    Misconception(
        id="led-trump-is-unbeatable",
        power={Role.DISCARD: 0, Role.SUIT: 1, Role.LED_TRUMP: 3, Role.RUFF: 2},
    ),
    Misconception(id="last-of-equals-wins", telling=_LATER),
    # In Cancellation Hearts, played with two packs, two equal cards are worth nothing.
    Misconception(id="equal-cards-cancel", cancel=True),
    Misconception(id="partner-shares-led-trump", role=_partner_of_led_trump, partners=True),
    Misconception(id="ruff-must-outrank", role=_ruff_by_rank),
    # Skat, Schafkopf and Pinochle rank the ten next to the ace.
    Misconception(id="tens-above-kings", moved={Rank.TEN: 13.5}),
    Misconception(
        id="led-trump-is-nothing-special",
        power={Role.DISCARD: 0, Role.SUIT: 1, Role.LED_TRUMP: 1, Role.RUFF: 2},
    ),
    # Aces are low in Cribbage, Gin Rummy and most games of patience.
    Misconception(id="aces-are-low", moved={Rank.ACE: 1}),
    # Twos are the highest cards in President, Big Two and Daifugo.
    Misconception(id="twos-are-high", moved={Rank.TWO: 15}),
    Misconception(id="partners-suit-is-my-trump", role=_partners_too, partners=True),
    Misconception(
        id="no-trumps",
        role=lambda _right, play, lead, _table: (
            Role.SUIT if play.card.suit == lead.card.suit else Role.DISCARD
        ),
    ),
    Misconception(id="following-is-trumping", role=_any_own_card),
    Misconception(id="highest-card-wins", role=lambda _right, _play, _lead, _table: Role.SUIT),
    Misconception(
        id="not-following-is-trumping",
        role=lambda right, _play, _lead, _table: Role.RUFF if right == Role.DISCARD else right,
    ),
    # What is left of the rules for somebody who looks for trumps and not at ranks.
    Misconception(
        id="leader-unless-ruffed",
        role=lambda right, play, lead, _table: (
            Role.DISCARD if right == Role.SUIT and play != lead else right
        ),
    ),
    Misconception(id="leaders-suit-is-trump", role=_leaders_suit),
    Misconception(id="spades-are-trumps", role=_spades, suit=Suit.SPADES),
)
"""The most specific first: what points at a wrong seat in fewer tricks stands before.

That spades are trumps for everybody, as in other games, stands last: it is named only
where nothing else fits.
"""

BY_ID: Mapping[str, Misconception] = {listed.id: listed for listed in MISCONCEPTIONS}

_LATER_FOUND = frozenset(
    {
        "equal-cards-cancel",
        "partner-shares-led-trump",
        "tens-above-kings",
        "aces-are-low",
        "twos-are-high",
        "leader-unless-ruffed",
    }
)

TOLD_APART: tuple[Misconception, ...] = tuple(
    misconception for misconception in MISCONCEPTIONS if misconception.id not in _LATER_FOUND
)
"""Those that tricks are drawn to tell apart, and by which their difficulty is measured.

Puzzles of a day are drawn so, and a day keeps its puzzle: this does not grow.
"""


def predicts(
    misconception: Misconception, trick: Trick, table: Table, roles: Sequence[Role] = ()
) -> Seat:
    """Name the seat that wins *trick* for somebody who holds *misconception*."""
    return predicted_play(misconception, trick, table, roles).seat


def predicted_play(
    misconception: Misconception, trick: Trick, table: Table, roles: Sequence[Role]
) -> Play:
    """Name the card that wins *trick* for somebody who holds *misconception*.

    *roles* are what the plays are doing, where that is known: a trick is looked at by every
    misconception.
    """
    lead, power = trick.plays[0], misconception.power or POWER[table.led_trump]
    moved, telling, role_of = misconception.moved, misconception.telling, misconception.role
    seen = roles or roles_of(trick, table)
    if role_of is not _right:
        seen = [
            role_of(role, play, lead, table) for role, play in zip(seen, trick.plays, strict=True)
        ]
    cancelled = _cancelled(trick, seen, power) if misconception.cancel else ()
    winning, best = lead, (-1.0, 0.0, 0.0)
    for place, play in enumerate(trick.plays):
        what = seen[place]
        if not power[what] or place in cancelled:
            continue
        rank: float = play.card.rank
        if moved:
            rank = moved.get(play.card.rank, rank)
        strength: tuple[float, float, float] = (power[what], rank, -place)
        if telling and what in telling:
            by_rank, by_place = telling[what]
            strength = (power[what], by_rank * rank, by_place * place)
        if strength > best:
            winning, best = play, strength
    return winning


def _cancelled(trick: Trick, roles: Sequence[Role], power: Mapping[Role, int]) -> frozenset[int]:
    """List the places of cards that take each other out of a trick."""
    alike: dict[tuple[int, int], list[int]] = {}
    for place, (play, what) in enumerate(zip(trick.plays, roles, strict=True)):
        alike.setdefault((power[what], play.card.rank.value), []).append(place)
    return frozenset(place for places in alike.values() if len(places) > 1 for place in places)


def separates(ruling: Ruling, variant: Variant) -> bool:
    """Whether every wrong seat betrays a misconception of its own."""
    missing = set(ruling.table.seats) - {ruling.winning.seat}
    for misconception in TOLD_APART:
        if misconception.applies(variant):
            missing.discard(predicts(misconception, ruling.trick, ruling.table, ruling.roles))
            if not missing:
                return True
    return not missing


_RED = frozenset({Suit.DIAMONDS, Suit.HEARTS})


@dataclass(frozen=True, slots=True)
class TrickMarks:
    """What may be seen of a trick, for each play in order.

    ``answers`` are the answers that name the plays, ``right`` is the place of the winning play;
    ``marks`` say by name which plays have them, ``ranks`` and ``powers`` how plays compare,
    ``cases`` by name whether the trick is one of them.
    """

    answers: tuple[str, ...]
    right: int
    ranks: tuple[int, ...]
    powers: tuple[int, ...]
    marks: Mapping[str, tuple[bool, ...]]
    cases: Mapping[str, bool]


def marks_of(ruling: Ruling) -> TrickMarks:
    """Return what may be seen of a trick."""
    plays, power = ruling.trick.plays, POWER[ruling.table.led_trump]
    return TrickMarks(
        tuple(play.seat.value for play in plays),
        ruling.winner,
        tuple(play.card.rank.value for play in plays),
        tuple(power[role] for role in ruling.roles),
        {name: tuple(has) for name, has in _marks(ruling).items()},
        _cases(ruling),
    )


def _marks(ruling: Ruling) -> dict[str, list[bool]]:
    """Return by name which plays have a mark."""
    plays, roles, table = ruling.trick.plays, ruling.roles, ruling.table
    lead, last = plays[0], plays[-1]
    suits = [play.card.suit for play in plays]
    ranks = [play.card.rank for play in plays]
    places = range(len(plays))
    after = [(place - ruling.winner) % len(plays) for place in places]
    most = max(map(suits.count, suits))
    return {
        "led": [place == 0 for place in places],
        "second": [place == 1 for place in places],
        "third": [place == 2 for place in places],
        "last": [place == len(plays) - 1 for place in places],
        "follows": [suit == suits[0] for suit in suits],
        "ruffs": [role == Role.RUFF for role in roles],
        "discards": [role == Role.DISCARD for role in roles],
        "own": [play.card.suit == table.trump(play.seat) for play in plays],
        "partner's": [
            play.card.suit == table.trump(table.clockwise(play.seat, 3)[2]) for play in plays
        ],
        "leader's": [suit == table.trump(lead.seat) for suit in suits],
        "as the last": [suit == last.card.suit for suit in suits],
        "most": [suits.count(suit) == most for suit in suits],
        "rank twice": [ranks.count(rank) > 1 for rank in ranks],
        "court": [rank >= Rank.JACK for rank in ranks],
        "red": [suit in _RED for suit in suits],
        "after the winner": [distance == 1 for distance in after],
        "opposite the winner": [distance == 2 for distance in after],
        "before the winner": [distance == len(plays) - 1 for distance in after],
        **{suit.value: [named == suit for named in suits] for suit in Suit},
        **{rank.letter: [held == rank for held in ranks] for rank in Rank},
    }


def _cases(ruling: Ruling) -> dict[str, bool]:
    """Return by name whether the trick is one of these."""
    roles, plays = ruling.roles, ruling.trick.plays
    suits = [play.card.suit for play in plays]
    own = ruling.table.trump(plays[0].seat)
    ruffs, off = roles.count(Role.RUFF), len(suits) - suits.count(suits[0])
    return {
        "no ruff": not ruffs,
        "a ruff": bool(ruffs),
        "one ruff": ruffs == 1,
        "ruffs": ruffs > 1,
        "a trump led": suits[0] == own,
        "no trump led": suits[0] != own,
        "all follow": len(set(suits)) == 1,
        "a discard": Role.DISCARD in roles,
        "the leader wins": ruling.winner == 0,
        "another wins": ruling.winner != 0,
        "one off suit": off == 1,
        "several off suit": off > 1,
    }
