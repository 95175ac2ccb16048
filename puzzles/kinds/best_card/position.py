"""A position in which the best card is asked for, and the cards that other games' plans pick."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.calypso import Calypso, holdings
from engine.cards import Card, Suit, parse_cards, print_cards, sort_cards
from engine.game import Game
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Trick, legal_cards, play_of, takes_lead
from engine.variants import Variant
from puzzles.kinds.best_card.worth import Weighing, advised, by_piles, comparison, losses
from puzzles.position import SEPARATOR, built, by_seat, check_cards, check_turn, segments, under_way
from puzzles.puzzle import Choice, Part, Puzzle, Verdict, answered_otherwise, read_answer

Plan = Callable[[Table, Seat, Trick | None, Sequence[Card]], Card | None]
"""Takes the table, the seat to play, the trick so far if there is one, and the cards that may be
played; gives nothing where it picks no card."""


def _win(table: Table, seat: Seat, trick: Trick | None, legal: Sequence[Card]) -> Card | None:
    """Take the lead in the trick as high as can be; lead the highest trump, else the highest."""
    if trick is None:
        return _highest([card for card in legal if card.suit == table.trump(seat)] or legal)
    return _highest([card for card in legal if takes_lead(play_of(seat, card), trick, table)])


def _low(_table: Table, _seat: Seat, _trick: Trick | None, legal: Sequence[Card]) -> Card | None:
    ranks = [card.rank for card in legal]
    return legal[ranks.index(min(ranks))] if ranks.count(min(ranks)) == 1 else None


def _highest(cards: Sequence[Card]) -> Card | None:
    """Return the card of the highest rank, if there is just one."""
    ranks = [card.rank for card in cards]
    return cards[ranks.index(max(ranks))] if cards and ranks.count(max(ranks)) == 1 else None


PLAN_MISCONCEPTIONS: Mapping[str, Plan] = {
    "every-trick-counts": _win,
    "lowest-costs-least": _low,
    "highest-first": lambda _table, _seat, _trick, legal: _highest(legal),
}
"""The plans by id, the most specific first."""

_MOST_TRICKS = 5
"""The most tricks of an open ending: it is proved while the learner waits."""

_WANT_OPEN = "the hands, that of the seat to play first : the trick so far, or - : calypsos, or -"
_WANT = f"{_WANT_OPEN}; for a single hand also : suits others are out of, or - : what was weighed"


@dataclass(frozen=True, kw_only=True)
class BestCard(Puzzle):
    """A position in which somebody is to play, and one card is better than the others.

    With all hands open it is the end of the last deal, and what is best is solved: the
    answer is right if no other card brings the side more points against best play. With
    the hand of the player alone it may be any deal, and ``weighed`` keeps what cards came
    to, on average, in simulated deals: that is not done again, so that a line judges an
    answer for ever as it did at first.

    ``hands`` are those of the seat to play and, if they lie open, of the others clockwise;
    ``calypsos`` lists all that are not empty, in any order; ``out`` says which suits other
    seats are known to have no card of. In Calypso for Two whoever leads keeps the trump.
    The position is ``S D4 HJ W C2 H3 N … E … : W C5 C9 : C0:AQ D1:-``; for a hand alone
    it ends ``… : W C- E H- : 300 plan.withhold D4 0 0 HJ 16 5``, see `Weighing`.

    Raises:
        ValueError: The cards cannot lie so, nobody could play, nothing can be chosen, more
            than two sides play with open hands, or what was weighed are other cards.
    """

    kind = "best-card"

    seat: Seat
    hands: tuple[tuple[Card, ...], ...]
    trick: Trick | None
    calypsos: tuple[Calypso, ...]
    out: tuple[tuple[Seat, Suit], ...] = ()
    weighed: Weighing | None = None

    def __post_init__(self) -> None:
        self.variant.check(self.table)
        object.__setattr__(self, "hands", tuple(map(sort_cards, self.hands)))
        object.__setattr__(self, "calypsos", under_way(self.variant, self.calypsos))
        played = self.trick.cards if self.trick else ()
        in_calypsos = built(self.variant, self.calypsos)
        check_cards(self.variant, [*played, *chain(*self.hands), *in_calypsos])
        if self.trick:
            hands = dict(zip(self._order, self.hands, strict=False))
            check_turn(self.variant, self.table, self.trick, hands)
        if self.weighed is None:
            self._check_open()
        else:
            self._check_alone(self.weighed)
        if len(self.legal) < 2:
            raise ValueError(f"{self.seat.name.title()} has no choice between two cards")

    def _check_open(self) -> None:
        if len({frozenset(counted) for counted in self.variant.counts}) != 2:
            raise ValueError(
                f"with more than two sides no card can be proved best: {self.variant.id} wants "
                "a single hand and what was weighed"
            )
        if len(self.hands) != len(self.table.seats):
            raise ValueError(f"want all {len(self.table.seats)} hands, or what was weighed")
        if self.out:
            raise ValueError("who is out of a suit is seen when all hands lie open")
        plays = self.trick.plays if self.trick else ()
        sizes = {
            len(hand) + sum(play.seat == seat for play in plays)
            for seat, hand in zip(self._order, self.hands, strict=True)
        }
        each = self.variant.trick // len(self.table.seats)
        if len(sizes) > 1 or min(sizes) % each or not 0 < min(sizes) <= each * _MOST_TRICKS:
            raise ValueError(
                f"the same number of cards in all hands, for 1 to {_MOST_TRICKS} tricks"
            )

    def _check_alone(self, weighed: Weighing) -> None:
        if len(self.hands) != 1:
            raise ValueError("what was weighed comes with the hand of the seat to play alone")
        if len(self.hands[0]) > self.variant.hand:
            raise ValueError(f"a hand has at most {self.variant.hand} cards")
        if any(seat == self.seat or seat not in self.table.seats for seat, _ in self.out) or len(
            set(self.out)
        ) != len(self.out):
            raise ValueError("suits that others are out of, each once")
        if not {suit for _, suit in self.out} <= set(self.variant.suits):
            raise ValueError(f"suits are {' '.join(self.variant.suits)}")
        out = sorted(self.out, key=lambda void: (self._order.index(void[0]), void[1]))
        object.__setattr__(self, "out", tuple(out))
        object.__setattr__(self, "weighed", weighed.of(self.legal))

    @property
    def _order(self) -> tuple[Seat, ...]:
        """The seats, from the one to play."""
        return self.table.clockwise(self.seat)

    @property
    def led(self) -> Suit | None:
        """The suit led, if the seat does not lead."""
        return self.trick.lead.card.suit if self.trick else None

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the seat to play."""
        return self.hands[0]

    @property
    def legal(self) -> tuple[Card, ...]:
        """The different cards that may be played."""
        return tuple(dict.fromkeys(legal_cards(self.hand, self.led)))

    @property
    def open(self) -> bool:
        """Whether all hands are shown, so that the answer is proved."""
        return self.weighed is None

    def held(self, seat: Seat) -> tuple[Card, ...] | None:
        """Return the hand of a seat, if it is shown."""
        place = self._order.index(seat)
        return self.hands[place] if place < len(self.hands) else None

    def built(self, seat: Seat) -> tuple[Calypso, ...]:
        """Return the calypsos of a seat, empty ones too."""
        every = holdings(self.variant, self.table, self.calypsos)
        return every[self.table.seats.index(seat)]

    @property
    def game(self) -> Game:
        """The position as a game; hands that are not shown are empty."""
        seats = self.table.seats
        return Game(
            variant=self.variant,
            table=self.table,
            dealer=seats[0],
            stock=(),
            hands=tuple(self.held(seat) or () for seat in seats),
            turn=self.seat,
            trick=self.trick.plays if self.trick else (),
            calypsos=holdings(self.variant, self.table, self.calypsos),
            piles=((),) * len(seats),
        )

    @property
    def losses(self) -> Mapping[Card, int]:
        """How many points fewer than the best card each one brings, best first."""
        if self.weighed:
            return {weighed.card: weighed.loss for weighed in self.weighed.cards}
        return losses(self.game)

    @property
    def right(self) -> tuple[Card, ...]:
        """The cards that count as right: no other brings more, or none did by more than chance."""
        if self.weighed:
            return tuple(weighed.card for weighed in self.weighed.cards if not weighed.clear)
        return tuple(card for card, loss in self.losses.items() if not loss)

    @property
    def best(self) -> Card:
        """The best card; of equally good ones the first in the hand."""
        return next(iter(self.losses))

    @property
    def rule(self) -> Rule:
        """Which advice decides between the best card and the next."""
        if self.weighed:
            return self.weighed.rule
        return advised(self.game)

    @property
    def words(self) -> str:
        """Whose words say why the best card is better: the rule's, or others under their key."""
        if self.weighed:
            return "plan.weighed"
        return f"{self.rule}.pile" if by_piles(self.game) else self.rule.value

    @property
    def parts(self) -> tuple[Part, ...]:
        """Which of the cards that may be played."""
        key = "open" if self.open else "weighed"
        if self.variant.trumps_change and self.led is None:
            key += "-keep"
        choices = tuple(Choice(str(card), card) for card in self.legal)
        return (Part(f"best-card.{key}", choices, facts={"seat": self.seat}),)

    @property
    def solution(self) -> str:
        return str(self.best)

    @property
    def position(self) -> str:
        hands = " ".join(
            f"{seat.value} {print_cards(hand)}"
            for seat, hand in zip(self._order, self.hands, strict=False)
        )
        calypsos = " ".join(map(str, self.calypsos)) or "-"
        words = [hands, str(self.trick or "-"), calypsos]
        if self.weighed:
            out = [
                " ".join((seat.value, *(f"{suit.value}-" for who, suit in self.out if who == seat)))
                for seat in dict.fromkeys(seat for seat, _ in self.out)
            ]
            words += [" ".join(out) or "-", str(self.weighed)]
        return SEPARATOR.join(words)

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "BestCard":
        hands, trick, calypsos, *rest = segments(position, _WANT, 3, 5)
        if len(rest) == 1:
            raise ValueError(f"not a position: {position!r} (want {_WANT})")
        grouped = by_seat(hands, table)
        seat = next(iter(grouped))
        if tuple(grouped) != table.clockwise(seat)[: len(grouped)]:
            raise ValueError(f"hands stand clockwise from the seat to play: {hands!r}")
        return cls(
            variant=variant,
            table=table,
            seat=seat,
            hands=tuple(parse_cards(" ".join(words) or "-") for words in grouped.values()),
            trick=None if trick == "-" else Trick.parse(trick, table),
            calypsos=() if calypsos == "-" else tuple(map(Calypso.parse, calypsos.split())),
            out=() if not rest or rest[0] == "-" else tuple(_read_out(rest[0], table)),
            weighed=Weighing.parse(rest[1]) if rest else None,
        )

    def check(self, answer: str) -> Verdict:
        """Judge the card picked; one as good as the best is right too."""
        ((token,),) = read_answer(answer, self.parts)
        card = Card.parse(token)
        weighed, correct = self.weighed, card in self.right
        reasons = weighed.comparison(self.seat, card) if weighed else comparison(self.game, card)
        others = () if weighed else answered_otherwise(self)
        return Verdict(parts=(correct,), rule=self.rule, reasons=reasons, dissents=others)


def _read_out(text: str, table: Table) -> Iterator[tuple[Seat, Suit]]:
    """Read who is out of which suits, ``W C- E H- D-``, or raise ValueError."""
    for seat, words in by_seat(text, table).items():
        for word in words:
            if len(word) != 2 or word[1] != "-" or word[0] not in list(Suit):
                raise ValueError(f"not a suit somebody is out of: {word!r} (want such as 'C-')")
            yield seat, Suit(word[0])
