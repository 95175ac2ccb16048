"""A whole deal in a lesson: its cards, the partners who play to show the rules, and its course.

How it lies before the first lead stands here, and which rules happen in it, and when.

    S : N C2 C4 … : E … : S … : W … : C1:AKQ D0:J97

A line says who deals; the hands clockwise, as the table names the seats; and the calypsos that
earlier deals have left, or a dash. It is the last deal of a game, so that it ends with the score.
A rule of the table or of the deal is there before the first card; a rule of the score is
there at the end; all others happen in tricks, where the engine's ruling shows them.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.calypso import Calypso, Holdings, Placement, holdings
from engine.cards import Card, Suit, fan_cards, parse_cards, print_cards, sort_cards
from engine.game import Game
from engine.rulebooks import RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.score import Score, counted, leading, shared
from engine.table import Seat, Table
from engine.trick import Ruling
from engine.variants import Variant
from puzzles.position import SEPARATOR, built, check_cards


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedDeal:
    """A whole deal as it lies before the first lead.

    ``hands`` and ``calypsos`` run parallel to the seats of the table.

    Raises:
        ValueError: A hand is too long or too short, or the packs have not all these cards.
    """

    variant: Variant
    seating: str
    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    calypsos: Holdings

    def __post_init__(self) -> None:
        if self.variant.trumps_change:
            raise ValueError(f"trumps change in {self.variant}, so no deal of it is guided")
        for seat, hand in zip(self.seats, self.hands, strict=True):
            if len(hand) != self.variant.hand:
                wanted, found = self.variant.hand, len(hand)
                raise ValueError(f"want {wanted} cards for {seat.name.title()}, found {found}")
        check_cards(self.variant, [*chain(*self.hands), *self.built])

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, clockwise."""
        return self.table(RULEBOOKS[0]).seats

    @property
    def tricks(self) -> int:
        """How many tricks are played until no cards are left."""
        return self.variant.tricks

    @property
    def built(self) -> tuple[Card, ...]:
        """The cards of all calypsos, completed ones and those under way."""
        return tuple(built(self.variant, chain(*self.calypsos)))

    @property
    def earlier(self) -> tuple[Card, ...]:
        """The cards that were won in earlier deals and found no place, sorted."""
        seen = Counter([*self.built, *chain(*self.hands)])
        return sort_cards((Counter(self.variant.pack) - seen).elements())

    def table(self, rulebook: Rulebook) -> Table:
        """Return the table under a rulebook."""
        return Table.parse(self.seating, rulebook)

    def start(self, rulebook: Rulebook) -> Game:
        """Return the game before the first lead; the earlier pile is shared out evenly."""
        table, earlier = self.table(rulebook), self.earlier
        count = len(table.seats)
        return Game(
            variant=self.variant,
            table=table,
            dealer=self.dealer,
            stock=(),
            hands=self.hands,
            turn=table.left_of(self.dealer),
            trick=(),
            calypsos=self.calypsos,
            piles=tuple(earlier[place::count] for place in range(count)),
        )

    def __str__(self) -> str:
        """Write the line that `parse` reads."""
        hands = (
            f"{seat.value} {print_cards(fan_cards(hand))}"
            for seat, hand in zip(self.seats, self.hands, strict=True)
        )
        own = chain(*self.calypsos)
        kept = " ".join(str(calypso) for calypso in own if calypso.ranks or calypso.completed)
        return SEPARATOR.join((self.dealer.value, *hands, kept or "-"))

    @classmethod
    def parse(cls, text: str, variant: Variant, seating: str) -> "GuidedDeal":
        """Read a deal as `str` writes it."""
        table = Table.parse(seating, RULEBOOKS[0])
        variant.check(table)
        count = len(table.seats)
        dealer, *parts = [" ".join(part.split()) for part in text.split(SEPARATOR)]
        if dealer not in table.seats:
            names = " ".join(seat.value for seat in table.seats)
            raise ValueError(f"no dealer {dealer[:20]!r} (want one of {names})")
        if len(parts) != count + 1:
            raise ValueError(
                f"want a dealer : {count} hands : calypsos, found {len(parts) + 1} parts"
            )
        hands = []
        for seat, part in zip(table.seats, parts, strict=False):
            name, _, cards = part.partition(" ")
            if name != seat:
                raise ValueError(f"want the hand of {seat.value} here, found {name[:20]!r}")
            hands.append(sort_cards(parse_cards(cards)))
        return cls(
            variant=variant,
            seating=seating,
            dealer=Seat(dealer),
            hands=tuple(hands),
            calypsos=parse_holdings(parts[-1].removeprefix("-"), variant, table),
        )


def parse_holdings(text: str, variant: Variant, table: Table) -> Holdings:
    """Read the calypsos of a table such as ``S1:AJ953 H0:-``; what is left out is empty.

    Raises:
        ValueError: A word is no calypso, or of a suit or rank the game lacks, or a suit
            occurs twice.
    """
    by_suit: dict[Suit, Calypso] = {}
    for word in text.split():
        calypso = Calypso.parse(word)
        if calypso.suit in by_suit:
            raise ValueError(f"want every suit once, found {word!r} as well")
        if calypso.suit not in variant.suits or not calypso.ranks < variant.full:
            raise ValueError(f"no calypso under way of {variant.id}: {word!r}")
        by_suit[calypso.suit] = calypso
    return holdings(variant, table, by_suit.values())


AT_ONCE = frozenset(
    {
        Rule.PERSONAL_TRUMP,
        Rule.PARTNERS,
        Rule.FOUR_PACKS,
        Rule.FOUR_DEALS,
        Rule.FIRST_LEAD,
        Rule.TURN,
        Rule.OWN_CARDS,
    }
)
"""Rules that the table shows as soon as somebody sits at it, whatever is played."""

MOST = 2
"""How many rules one trick may tell."""

IN_TRICKS = frozenset(
    {
        Rule.FOLLOW_SUIT,
        Rule.ANY_CARD_WHEN_VOID,
        Rule.WINNER_LEADS,
        Rule.SUIT_HIGHEST,
        Rule.LED_TRUMP_WINS,
        Rule.RUFF_WINS,
        Rule.HIGHEST_RUFF_WINS,
        Rule.FIRST_OF_EQUALS,
        Rule.LED_SUIT_NO_TRUMP,
        Rule.DISCARD_NEVER_WINS,
        Rule.OWN_SUIT_BUILDS,
        Rule.PARTNER_GETS_CARDS,
        Rule.ONE_AT_A_TIME,
        Rule.SAME_TRICK_STARTS_NEXT,
        Rule.OTHERS_TO_PILE,
    }
)
"""Rules that a trick can show."""

AT_THE_END = frozenset(
    {
        Rule.FIRST_CALYPSO,
        Rule.SECOND_CALYPSO,
        Rule.LATER_CALYPSO,
        Rule.UNFINISHED_CARDS,
        Rule.PILE_CARDS,
        Rule.HIGHER_TOTAL_WINS,
    }
)
"""Rules that the score sheet can show."""


def at_the_start(deal: GuidedDeal) -> frozenset[Rule]:
    """Return the rules that are there before the first lead."""
    under_way = any(calypso.ranks for mine in deal.calypsos for calypso in mine)
    return AT_ONCE | ({Rule.CARRIES_OVER} if under_way else set())


def in_trick(number: int, ruling: Ruling, spots: Iterable[Placement], me: Seat) -> frozenset[Rule]:
    """Return the rules that a trick shows, the deal's *number* from 1.

    The learner, *me*, is told to follow suit when there is something to follow.
    """
    rules = {ruling.rule, *ruling.notes, *(spot.rule for spot in spots)}
    if number > 1:
        rules.add(Rule.WINNER_LEADS)
    led = ruling.trick.lead
    if any(
        play.seat == me != led.seat and play.card.suit == led.card.suit
        for play in ruling.trick.plays
    ):
        rules.add(Rule.FOLLOW_SUIT)
    if any(play.card.suit != led.card.suit for play in ruling.trick.plays):
        rules.add(Rule.ANY_CARD_WHEN_VOID)
    return frozenset(rules)


def at_the_end(variant: Variant, sheets: Sequence[Score]) -> frozenset[Rule]:
    """Return the rules by which the score is counted, from the own sheets of all seats."""
    rules = {line.rule for sheet in sheets for line in sheet.lines}
    totals = counted(variant, [sheet.total for sheet in sheets])
    if not shared(variant, leading(variant, totals)):
        rules.add(Rule.HIGHER_TOTAL_WINS)
    return frozenset(rules)


def told_at(
    order: Sequence[Rule], moments: Iterable[Collection[Rule]]
) -> tuple[tuple[Rule, ...], ...]:
    """Return, parallel to the moments, which rules are told then.

    A rule is told the first time it happens after those before it in *order* were told, so
    that they come in the order in which they are taught. A trick tells no more than `MOST`.
    """
    tricks, start = [], 0
    for moment in moments:
        place, most = start, 0
        while place < len(order) and order[place] in moment and most < MOST:
            most += order[place] in IN_TRICKS
            place += 1
        tricks.append(tuple(order[start:place]))
        start = place
    return tuple(tricks)
