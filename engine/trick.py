"""Who wins a trick, which rule decides it, what every card was doing there, and its ladder.

Each card has a *role* in its trick; a table gives every role its *power*; the highest power wins,
then the highest rank, then the first played; and a second table names the *rule* that governed. A
dispute between the sources is one number in the first table. The *ladder* tells the same trick
card by card: what each card was, what it changed, and by which rule.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from functools import cache

from engine.cards import Card, Suit
from engine.rulebooks import RULEBOOKS, LedTrump, Rulebook
from engine.rules import Rule
from engine.table import Seat, Table


@unique
class Role(StrEnum):
    """What a card is doing in its trick."""

    DISCARD = "discard"
    SUIT = "suit"
    LED_TRUMP = "led-trump"
    RUFF = "ruff"


POWER: Mapping[LedTrump, Mapping[Role, int]] = {
    LedTrump.ANY_RUFF: {Role.DISCARD: 0, Role.SUIT: 1, Role.LED_TRUMP: 2, Role.RUFF: 3},
    LedTrump.HIGHER_RUFF: {Role.DISCARD: 0, Role.SUIT: 1, Role.LED_TRUMP: 2, Role.RUFF: 2},
}
"""How roles compare; equal powers go by rank. The dispute is the last number."""

GOVERNING: Mapping[tuple[Role, int], Rule] = {
    (Role.SUIT, 0): Rule.SUIT_HIGHEST,
    (Role.LED_TRUMP, 0): Rule.LED_TRUMP_WINS,
    (Role.LED_TRUMP, 1): Rule.LED_TRUMP_HOLDS,
    (Role.LED_TRUMP, 2): Rule.LED_TRUMP_HOLDS,
    (Role.RUFF, 1): Rule.RUFF_WINS,
    (Role.RUFF, 2): Rule.HIGHEST_RUFF_WINS,
}
"""The rule that decides, by the winner's role and the ruffs in the trick (2: two or more)."""


@dataclass(frozen=True, slots=True)
class Play:
    """One seat's card in a trick."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        """Write the play as seat and card: ``N:H8``."""
        return f"{self.seat.value}:{self.card}"

    @classmethod
    def parse(cls, text: str) -> "Play":
        """Read a play such as ``N:H8``, or raise ValueError."""
        seat, _, card = text.partition(":")
        try:
            return play_of(Seat(seat), Card.parse(card))
        except ValueError:
            raise ValueError(
                f"not a play: {text!r} (want a seat and a card, such as 'N:H8')"
            ) from None


@cache
def play_of(seat: Seat, card: Card) -> Play:
    """Return the one `Play` of this seat and card; games make millions of them."""
    return Play(seat, card)


@dataclass(frozen=True, slots=True)
class Trick:
    """Plays in the order they were made, one at least (else ValueError); under way, not yet all."""

    plays: tuple[Play, ...]

    def __post_init__(self) -> None:
        if not self.plays:
            raise ValueError("a trick has at least the card that was led")

    def __str__(self) -> str:
        """Write the leader and then the cards clockwise: ``N H8 HJ HT H3``."""
        return f"{self.lead.seat.value} {' '.join(str(play.card) for play in self.plays)}"

    @classmethod
    def parse(cls, text: str, table: Table) -> "Trick":
        """Read a trick such as ``N H8 HJ HT H3``; at a table of two the seats go round twice.

        Raises:
            ValueError: It does not begin with a seat of *table*, holds no card, more than
                four, a word that is no card, or at three seats more cards than seats.
        """
        words = text.split()
        if not words or words[0] not in table.seats:
            seats = " ".join(seat.value for seat in table.seats)
            raise ValueError(f"no leader in {text!r} (want one of {seats}, then the cards)")
        cards = tuple(map(Card.parse, words[1:]))
        most = 4 if table.for_two else len(table.seats)
        if not 1 <= len(cards) <= most:
            raise ValueError(f"a trick here has 1 to {most} cards, not {len(cards)}: {text!r}")
        seats_round = table.clockwise(Seat(words[0]), len(cards))
        return cls(tuple(map(play_of, seats_round, cards)))

    @property
    def lead(self) -> Play:
        """The first play; its suit is the suit led."""
        return self.plays[0]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in order of play."""
        return tuple([play.card for play in self.plays])


@dataclass(frozen=True, slots=True)
class Ruling:
    """Who wins a trick and why, as data; every sentence about it is looked up from here.

    ``roles`` and ``strengths`` run parallel to ``trick.plays``. A strength is (power,
    rank). ``winner`` is an index into the plays, since in Calypso for Two a seat plays
    twice. ``notes`` are further rules at work beside the one that governs.
    """

    trick: Trick
    table: Table
    roles: tuple[Role, ...]
    strengths: tuple[tuple[int, int], ...]
    winner: int
    rule: Rule
    notes: tuple[Rule, ...]

    @property
    def winning(self) -> Play:
        """The play that wins the trick."""
        return self.trick.plays[self.winner]


def role(play: Play, lead: Play, table: Table) -> Role:
    """Return what *play* is doing in the trick that *lead* began.

    A card of its player's own suit is a trump, except where it only follows
    somebody else's lead of that suit.

    Source: Akagiri 1998, "one important exception"; Parlett, "Trick-play", Note.
    """
    suit = play.card.suit
    own = suit == table.trump(play.seat)
    if suit != lead.card.suit:
        return Role.RUFF if own else Role.DISCARD
    return Role.LED_TRUMP if own and play.seat == lead.seat else Role.SUIT


def roles_of(trick: Trick, table: Table) -> tuple[Role, ...]:
    """Return what every card of *trick* is doing there.

    Only the first card was led: where two play, the leader's second of the same suit follows.
    """
    lead, *others = trick.plays
    seen = [role(play, lead, table) for play in others]
    return (
        role(lead, lead, table),
        *[Role.SUIT if what == Role.LED_TRUMP else what for what in seen],
    )


def strength(power: int, card: Card) -> tuple[int, int]:
    """Return (power, rank), by which cards of a trick compare; without power rank says nothing."""
    return (power, int(card.rank)) if power else (0, 0)


def judge(trick: Trick, table: Table) -> Ruling:
    """Rule on *trick*: who wins it (or holds it so far), by which rule, under *table*'s rulebook.

    Raises:
        ValueError: Somebody plays who does not sit at *table*.

    Source: rules of the trick in Parlett, "Trick-play"; Akagiri 1998; pokerwiner.com,
    "The play"; the dispute on a ruffed lead of the own trump as `LedTrump` says.
    """
    plays, power = trick.plays, POWER[table.led_trump]
    roles = roles_of(trick, table)
    strengths = tuple(
        [strength(power[what], play.card) for what, play in zip(roles, plays, strict=True)]
    )
    winner = strengths.index(max(strengths))
    rule = GOVERNING[roles[winner], min(roles.count(Role.RUFF), 2)]
    notes = _notes(trick, table, roles, strengths, winner)
    return Ruling(trick, table, roles, strengths, winner, rule, notes)


def _notes(
    trick: Trick,
    table: Table,
    roles: Sequence[Role],
    strengths: Sequence[tuple[int, int]],
    winner: int,
) -> tuple[Rule, ...]:
    """List the rules at work beside the governing one.

    In Calypso for Two equal cards of the winner alone are no tie, and the note on a led
    trump stands where the other player's ruff beats it.
    """
    plays, best = trick.plays, trick.plays[winner]
    notes = []
    if strengths.count(strengths[winner]) > 1 and any(
        strength == strengths[winner] and play.seat != best.seat
        for play, strength in zip(plays, strengths, strict=True)
    ):
        notes.append(Rule.FIRST_OF_EQUALS)
    owner = table.owner(trick.lead.card.suit)
    if owner != trick.lead.seat and any(
        what == Role.SUIT and play.seat == owner for play, what in zip(plays, roles, strict=True)
    ):
        notes.append(Rule.LED_SUIT_NO_TRUMP)
    if Role.DISCARD in roles and any(
        what == Role.DISCARD and play.card.rank > best.card.rank
        for play, what in zip(plays, roles, strict=True)
    ):
        notes.append(Rule.DISCARD_NEVER_WINS)
    if table.for_two and roles[0] == Role.LED_TRUMP and roles[winner] == Role.RUFF:
        notes.append(Rule.TWO_LED_TRUMP)
    return tuple(notes)


def dissents(ruling: Ruling) -> tuple[Rulebook, ...]:
    """List the rulebooks that would give the trick to another seat."""
    mine = ruling.table.rulebook
    return tuple(
        rulebook
        for rulebook in RULEBOOKS
        if rulebook != mine and ruling_under(ruling, rulebook).winning.seat != ruling.winning.seat
    )


def ruling_under(ruling: Ruling, rulebook: Rulebook) -> Ruling:
    """Judge the same trick again by another rulebook."""
    return judge(ruling.trick, replace(ruling.table, rulebook=rulebook))


def takes_lead(play: Play, trick: Trick, table: Table) -> bool:
    """Whether *play*, the next of *trick*, beats all cards before it."""
    return judge(Trick((*trick.plays, play)), table).winner == len(trick.plays)


def legal_cards(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """List the cards of *hand* that may be played when *led* was led; any, if it is ``None``.

    Follow suit if you can; if you cannot, every card is allowed, and nobody is
    ever obliged to ruff or to beat the cards played.

    Source: all; Parlett, "Trick-play"; pokerwiner.com, "The play".
    """
    following = tuple([card for card in hand if card.suit == led])
    return following or tuple(hand)


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


_TAKES: Mapping[tuple[Role, Role], Rule] = {
    (Role.SUIT, Role.SUIT): Rule.SUIT_HIGHEST,
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
    """Return a rung for each card of the trick; the last that leads or takes is the winner."""
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
