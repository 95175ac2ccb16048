"""Which cards of this hand may be played?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.cards import Card, Suit, fan_cards, parse_cards, print_cards, sort_cards
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Play, Trick, legal_cards, play_of, takes_lead
from engine.variants import Variant
from engine.view import View
from puzzles.kinds.kind import TRIES, Kind, answered, not_found
from puzzles.position import SEPARATOR, check_cards, check_turn, read_seat, segments
from puzzles.puzzle import (
    Choice,
    Fact,
    Hints,
    Part,
    Puzzle,
    Reason,
    Verdict,
    print_answer,
    read_answer,
)
from puzzles.scenes import LEARNER, HandSight, Scene, Stage, TableSight


@dataclass(frozen=True, kw_only=True)
class WhichCards(Puzzle):
    """The hand of the seat to play, and the trick so far (nothing: the seat leads).

    Its position is seat and hand, then the trick or a dash: ``E H2 H9 SK : N H4``.

    Raises:
        ValueError: It is another seat's turn, the hand is empty or too large, or the cards
            cannot lie on one table.
    """

    kind = "which-cards"

    seat: Seat
    hand: tuple[Card, ...]
    trick: Trick | None

    def __post_init__(self) -> None:
        self.variant.check(self.table)
        object.__setattr__(self, "hand", sort_cards(self.hand))
        if self.seat not in self.table.seats:
            raise ValueError(f"nobody sits at {self.seat.name.title()}")
        if not 1 <= len(self.hand) <= self.variant.hand:
            raise ValueError(f"a hand has 1 to {self.variant.hand} cards, not {len(self.hand)}")
        played = self.trick.cards if self.trick else ()
        check_cards(self.variant, self.hand + played)
        if self.trick:
            check_turn(self.variant, self.table, self.trick, {self.seat: self.hand})

    @property
    def led(self) -> Suit | None:
        """The suit led, if the seat does not lead."""
        return self.trick.lead.card.suit if self.trick else None

    @property
    def rule(self) -> Rule:
        """Follow suit; any card when void; or, when leading, whose lead it is."""
        if self.led is None:
            full = len(self.hand) == self.variant.hand
            return Rule.FIRST_LEAD if full else Rule.WINNER_LEADS
        able = any(card.suit == self.led for card in self.hand)
        return Rule.FOLLOW_SUIT if able else Rule.ANY_CARD_WHEN_VOID

    @property
    def parts(self) -> tuple[Part, ...]:
        """Which of the cards in hand, each of equal ones once."""
        cards = dict.fromkeys(self.hand)
        facts: dict[str, Fact] = {"seat": self.seat}
        key = "which-cards.lead"
        if self.led:
            key, facts["led"] = "which-cards.follow", self.led
        return (
            Part(key, tuple(Choice(str(card), card) for card in cards), many=True, facts=facts),
        )

    @property
    def solution(self) -> str:
        """Every card that may be played."""
        return print_answer([[str(card) for card in self._legal()]])

    def _legal(self) -> tuple[Card, ...]:
        return tuple(dict.fromkeys(legal_cards(self.hand, self.led)))

    @property
    def position(self) -> str:
        return f"{self.seat.value} {print_cards(self.hand)}{SEPARATOR}{self.trick or '-'}"

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "WhichCards":
        held, trick = segments(position, "a seat and its hand : the trick so far, or -", 2, 2)
        seat, _, cards = held.partition(" ")
        owner, hand = read_seat(seat, table), parse_cards(cards)
        lying = None if trick == "-" else Trick.parse(trick, table)
        return cls(variant=variant, table=table, seat=owner, hand=hand, trick=lying)

    def check(self, answer: str) -> Verdict:
        """Judge the cards picked: all that may be played, and no other."""
        (tokens,) = read_answer(answer, self.parts)
        picked, legal = [Card.parse(token) for token in tokens], self._legal()
        wrong = tuple(card for card in picked if card not in legal)
        missed = tuple(card for card in legal if card not in picked)
        correct = not wrong and not missed
        facts: dict[str, Fact] = {"seat": self.seat, "trump": self.table.trump(self.seat)}
        if self.led:
            facts["led"] = self.led
        reasons = [Reason(f"may.{_MAY[self.rule]}", facts | _named(legal))]
        if wrong:
            reasons.append(Reason("may.not", facts | _named(wrong)))
        elif missed and self.rule == Rule.FOLLOW_SUIT:
            key = "may.too" if len(missed) <= _FEW else "may.all"
            reasons.append(Reason(key, facts | _named(missed)))
        return Verdict(parts=(correct,), rule=self.rule, reasons=tuple(reasons))


def _named(cards: tuple[Card, ...]) -> dict[str, Fact]:
    """Return the facts that name *cards*, in the order in which the hand is seen."""
    return {"cards": fan_cards(cards), "count": len(cards)}


_FEW = 3
"""More cards than these are not listed one by one."""

_MAY = {
    Rule.FOLLOW_SUIT: "follow",
    Rule.ANY_CARD_WHEN_VOID: "void",
    Rule.FIRST_LEAD: "first-lead",
    Rule.WINNER_LEADS: "lead",
}


def _must_beat(puzzle: WhichCards) -> list[Card]:
    """List the legal cards that would take the lead in the trick."""
    if not puzzle.trick:
        return []
    return [
        card
        for card in legal_cards(puzzle.hand, puzzle.led)
        if takes_lead(play_of(puzzle.seat, card), puzzle.trick, puzzle.table)
    ]


def _own(puzzle: WhichCards) -> list[Card]:
    trump = puzzle.table.trump(puzzle.seat)
    return [card for card in puzzle.hand if card.suit == trump]


def _not_own(puzzle: WhichCards) -> list[Card]:
    return [card for card in puzzle.hand if card not in _own(puzzle)]


def _may_always_ruff(puzzle: WhichCards) -> list[Card]:
    following = [card for card in puzzle.hand if card.suit == puzzle.led]
    return following + _own(puzzle) if following else []


HAND_MISCONCEPTIONS: dict[str, Callable[[WhichCards], list[Card]]] = {
    "must-ruff": lambda puzzle: _own(puzzle) if puzzle.rule == Rule.ANY_CARD_WHEN_VOID else [],
    "may-not-ruff": lambda puzzle: (
        _not_own(puzzle) if puzzle.rule == Rule.ANY_CARD_WHEN_VOID else []
    ),
    "must-beat": _must_beat,
    "may-always-ruff": _may_always_ruff,
    "may-not-lead-trumps": lambda puzzle: _not_own(puzzle) if puzzle.led is None else [],
    "must-lead-trumps": lambda puzzle: _own(puzzle) if puzzle.led is None else [],
    "need-not-follow": lambda puzzle: list(puzzle.hand),
}
"""Misconceptions by id, the most specific first: the cards somebody who holds it would pick."""

_RULES = (Rule.FOLLOW_SUIT, Rule.ANY_CARD_WHEN_VOID, Rule.WINNER_LEADS, Rule.FIRST_LEAD)
_FEWEST, _MOST = 5, 8
"""How many cards a hand has, unless it is the first lead: enough to choose from at a glance."""

_FOLLOWS = 0.7
_CONTRAST = 0.45
"""How often a puzzle about a rule by which every card may be played is one in which it only
seems to hold: somebody has led, and a card of that suit is in hand after all."""


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> WhichCards:
    size = variant.hand if rule == Rule.FIRST_LEAD else rng.randint(_FEWEST, _MOST)
    if rule != Rule.FOLLOW_SUIT and rng.random() < _CONTRAST:
        return _contrast(rule, size, variant, table, rng)
    trump = table.trump(LEARNER)
    for _ in range(TRIES):
        shuffled = rng.sample(variant.pack, len(variant.pack))
        hand, rest = shuffled[:size], shuffled[size:]
        if rule in (Rule.FIRST_LEAD, Rule.WINNER_LEADS):
            return WhichCards(
                variant=variant, table=table, seat=LEARNER, hand=tuple(hand), trick=None
            )
        led = rng.choice(variant.suits)
        if rule == Rule.ANY_CARD_WHEN_VOID:
            others = [card for card in shuffled if card.suit != led]
            hand = others[:size]
            rest = [card for card in shuffled if card.suit == led] + others[size:]
        held = {card.suit for card in hand}
        if (led in held) == (rule == Rule.FOLLOW_SUIT) and held & {trump} and held != {led}:
            trick = _so_far(table, led, rest, rng, variant.trick - 1)
            return WhichCards(
                variant=variant, table=table, seat=LEARNER, hand=tuple(hand), trick=trick
            )
    raise not_found("hand", rule, variant, table)


def _contrast(rule: Rule, size: int, variant: Variant, table: Table, rng: Random) -> WhichCards:
    """Draw a hand that has to follow suit, with a single card of the suit where it seems void."""
    shuffled = rng.sample(variant.pack, len(variant.pack))
    led = rng.choice(variant.suits)
    same = [card for card in shuffled if card.suit == led]
    others = [card for card in shuffled if card.suit != led]
    few = 1 if rule == Rule.ANY_CARD_WHEN_VOID else rng.randint(1, size // 3)
    hand, rest = same[:few] + others[: size - few], same[few:] + others[size - few :]
    # Before its first card a hand is whole.
    most = len(table.seats) - 1 if rule == Rule.FIRST_LEAD else variant.trick - 1
    trick = _so_far(table, led, rest, rng, most)
    return WhichCards(variant=variant, table=table, seat=LEARNER, hand=tuple(hand), trick=trick)


def _so_far(table: Table, led: Suit, rest: Sequence[Card], rng: Random, most: int) -> Trick:
    """Draw what was played before: some follow, some do not; South, who plays twice, does."""
    count = rng.randint(1, most)
    back = -count % len(table.seats)
    leader = table.clockwise(LEARNER, back + 1)[back]
    left = list(rest)
    plays: list[Play] = []
    for seat in table.clockwise(leader, count):
        follows = not plays or seat == LEARNER or rng.random() < _FOLLOWS
        card = next(card for card in left if (card.suit == led) == follows)
        left.remove(card)
        plays.append(play_of(seat, card))
    return Trick(tuple(plays))


def _hints(puzzle: WhichCards) -> Hints:
    facts: dict[str, Fact] = {"seat": puzzle.seat}
    card, rival = _two_cards(puzzle)
    if puzzle.led is None:
        compare = Reason("compare.leading", {"card": card, "other": rival})
        return Reason("look.leading", facts), Reason("order.leading"), compare
    facts["led"] = puzzle.led
    compare = Reason("compare.hand", {**facts, "card": card, "other": rival})
    return Reason("look.hand", facts), Reason("order.following"), compare


def _two_cards(puzzle: WhichCards) -> tuple[Card, Card]:
    """Pick two cards as different as can be: of the suit led, of the own trump, of another."""
    trump = puzzle.table.trump(puzzle.seat)

    def sort(card: Card) -> int:
        return 0 if card.suit == puzzle.led else 1 if card.suit == trump else 2

    cards = sorted(dict.fromkeys(puzzle.hand), key=sort)
    return cards[0], next((card for card in cards if sort(card) != sort(cards[0])), cards[-1])


def _picked(cards: Callable[[WhichCards], list[Card]], puzzle: WhichCards) -> str | None:
    """Return the answer of somebody who picks these cards; none if there are none."""
    return " ".join(dict.fromkeys(map(str, cards(puzzle)))) or None


def _lay(given: Mapping[str, str], table: Table) -> str:
    """Put a hand and the trick so far together; whose hand it is follows from the trick.

    Raises:
        ValueError: There is no trick, and nothing says whose hand it is.
    """
    seat = given.get("seat")
    if not seat and "trick" in given:
        trick = Trick.parse(given["trick"], table)
        seat = table.clockwise(trick.lead.seat, len(trick.plays) + 1)[-1].value
    if not seat:
        raise ValueError("'seat' is missing where there is no trick (want a seat, such as S)")
    return f"{seat} {given['hand']}{SEPARATOR}{given.get('trick', '-')}"


def _scene(puzzle: WhichCards, stage: Stage) -> Scene:
    """Return the table and the hand: after an answer what may be played, and a wrong pick too."""
    picked = tuple(map(Card.parse, stage.parts[0].split() if stage.parts else ()))
    legal = legal_cards(puzzle.hand, puzzle.led)
    if stage.answered and set(picked) == set(legal):
        picked = ()
    return (
        TableSight(puzzle.variant, puzzle.table, puzzle.trick, turn=puzzle.seat),
        HandSight(
            seat=puzzle.seat,
            yours=puzzle.seat == LEARNER,
            cards=puzzle.hand,
            pick=not stage.answered,
            many=True,
            playable=legal if stage.answered else None,
            chosen=picked,
            lifted=stage.chosen,
            waiting=not stage.taken,
        ),
    )


def picked_with(view: View, misconception: str) -> tuple[Card, ...]:
    """Return the cards that somebody who holds *misconception* picks with this view, if any."""
    trick = Trick(view.trick) if view.trick else None
    try:
        puzzle = WhichCards(
            variant=view.variant, table=view.table, seat=view.seat, hand=view.hand, trick=trick
        )
    except ValueError:
        return ()
    return tuple(HAND_MISCONCEPTIONS[misconception](puzzle))


KIND = Kind(
    puzzle=WhichCards,
    rules=lambda _, table: _RULES if LEARNER in table.seats else (),
    draw=_draw,
    misconceptions=answered(HAND_MISCONCEPTIONS, _picked),
    hints=_hints,
    scene=_scene,
    shows=lambda _: (),  # the answer names the cards
    told_apart=lambda puzzle: None if puzzle.trick else (puzzle.rule,),
    says_all=("may.lead", "may.first-lead", "may.too", "may.all"),
    by_position=True,
    seconds=16,
    keys=("hand", "trick", "seat"),
    lay=_lay,
)
