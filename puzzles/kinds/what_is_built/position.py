"""A won trick and the calypsos before it: where each card goes, and where it might be sent."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.calypso import Calypso, Holdings, Place, Placement, holdings, placements
from engine.cards import Card
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Trick
from engine.variants import Variant
from puzzles.explanations import tail
from puzzles.position import (
    SEPARATOR,
    built,
    check_cards,
    second,
    segments,
    under_way,
)
from puzzles.puzzle import (
    Choice,
    Fact,
    Part,
    Reason,
    TrickPuzzle,
    Verdict,
    print_answer,
    read_answer,
)

PILE = "pile"
"""The choice that sends a card to the winner's pile."""


def goes(spot: Placement) -> str:
    """Return the choice that sends a card where it goes."""
    if spot.builder is None:
        return PILE
    return spot.builder.value + ("+" if spot.place == Place.NEXT else "")


@dataclass(frozen=True, kw_only=True)
class WhatIsBuilt(TrickPuzzle):
    """A won trick and the calypsos before it; one part for every card.

    ``calypsos`` lists all that are not empty, in any order; ``deal`` (2 to 4) says that the
    trick is the first of that deal, so that the calypsos are those of the deals before.
    The position is trick, calypsos or a dash, and the deal: ``N SK S2 S7 H3 : S0:AQJ : deal 2``.

    Raises:
        ValueError: A calypso is nobody's or stands twice, or more cards are shown than the packs
            hold.
    """

    kind = "what-is-built"

    calypsos: tuple[Calypso, ...]
    deal: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.deal is not None and not 2 <= self.deal <= self.variant.deals:
            raise ValueError(f"a later deal is 2 to {self.variant.deals}, not {self.deal}")
        object.__setattr__(self, "calypsos", under_way(self.variant, self.calypsos))
        check_cards(self.variant, [*self.trick.cards, *built(self.variant, self.calypsos)])

    @property
    def alone(self) -> bool:
        """Whether nobody builds with what another wins."""
        return all(len(side) == 1 for side in self.variant.feeds)

    @property
    def before(self) -> Holdings:
        """The calypsos of all seats before the trick was won."""
        return holdings(self.variant, self.table, self.calypsos)

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """Where each card goes and why, in order of play."""
        winner = self.ruling.winning.seat
        return placements(self.variant, self.table, self.before, self.trick.cards, winner)

    @cached_property
    def to_owners(self) -> tuple[Placement, ...]:
        """Where each card would go if everybody built with what anybody wins."""
        seats, winner = self.table.seats, self.ruling.winning.seat
        shared = replace(self.variant, feeds=(seats,) * len(seats))
        return placements(shared, self.table, self.before, self.trick.cards, winner)

    @property
    def rule(self) -> Rule:
        """The rarest rule at work."""
        return next(rule for rule in BUILDING_RULES if rule in self.rules_at_work)

    @cached_property
    def rules_at_work(self) -> frozenset[Rule]:
        """The rules of building that send the cards where they go."""
        return frozenset[Rule]().union(*map(self.decides, range(len(self.placements))))

    def decides(self, number: int) -> frozenset[Rule]:
        """Return the rules that send the card with this number, from 0, where it goes."""
        spot = self.placements[number]
        under_way = {calypso.suit for calypso in self.calypsos if calypso.ranks}
        if self.deal and spot.place == Place.CURRENT and spot.card.suit in under_way:
            return frozenset({spot.rule, Rule.CARRIES_OVER})
        return frozenset({spot.rule})

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """For each card: its owner's calypso under way, the owner's next, or the pile."""
        owners, plays = [self.owner(card) for card in self.trick.cards], self.trick.plays
        return tuple(
            Part(
                f"what-is-built.card{second(plays, place)}",
                (
                    Choice(owner.value, f"into.{owner.value}"),
                    Choice(f"{owner.value}+", f"next.{owner.value}"),
                    Choice(PILE, PILE),
                ),
                facts={"card": play.card, "seat": play.seat},
            )
            for place, (owner, play) in enumerate(zip(owners, plays, strict=True))
        )

    def owner(self, card: Card) -> Seat:
        """Return the seat that builds the card's suit."""
        groups = self.variant.builds_at(self.table)
        return next(
            seat for seat, group in zip(self.table.seats, groups, strict=True) if card.suit in group
        )

    @property
    def solution(self) -> str:
        """Where each card goes; of equal cards the first played is placed first."""
        return print_answer((token,) for token in self._tokens())

    def _tokens(self) -> tuple[str, ...]:
        return tuple(map(goes, self.placements))

    @property
    def position(self) -> str:
        calypsos = " ".join(map(str, self.calypsos)) or "-"
        deal = f"{SEPARATOR}deal {self.deal}" if self.deal else ""
        return f"{self.trick}{SEPARATOR}{calypsos}{deal}"

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "WhatIsBuilt":
        trick, calypsos, *rest = segments(position, "a trick : calypsos, and : deal 2", 2, 3)
        deal = re.fullmatch(r"deal ([0-9])", rest[0]) if rest else None
        if rest and not deal:
            raise ValueError(f"the third segment is a deal such as 'deal 2', not {rest[0]!r}")
        return cls(
            variant=variant,
            table=table,
            trick=Trick.parse(trick, table),
            calypsos=() if calypsos == "-" else tuple(map(Calypso.parse, calypsos.split())),
            deal=int(deal[1]) if deal else None,
        )

    def check(self, answer: str) -> Verdict:
        """Judge where the cards were sent; equal cards may change places."""
        picked = [token for (token,) in read_answer(answer, self.parts)]
        wanted, spots = self._tokens(), self.placements
        pairs = list(zip(_align(self.trick.cards, wanted, picked), picked, strict=True))
        right = tuple(wanted[place] == token for place, token in pairs)
        wrong = (
            self._misplaced(spots[place], token) for place, token in pairs if wanted[place] != token
        )
        reasons = tuple({str(reason): reason for reason in wrong}.values()) or self._all_placed()
        if Rule.CARRIES_OVER in self.rules_at_work:
            reasons += (Reason("built.carries-over", {"deal": self.deal or 0}),)
        beside = self.rules_at_work - {self.rule}
        notes = tuple(rule for rule in BUILDING_RULES[1:] if rule in beside)
        return Verdict(parts=right, rule=self.rule, reasons=reasons, notes=notes)

    def _all_placed(self) -> tuple[Reason, ...]:
        """Return where the cards went, one sentence for each rule and builder.

        They come in order of play, but what starts the next calypso after what completes this
        one. Equal cards that go the same way have a sentence of their own.
        """
        cards_by: dict[tuple[Rule, Seat], list[Card]] = {}
        for spot in self.placements:
            whose = (
                self.ruling.winning.seat
                if spot.rule == Rule.OTHERS_TO_PILE
                else self.owner(spot.card)
            )
            cards_by.setdefault((spot.rule, whose), []).append(spot.card)
        reasons: list[Reason] = []
        for rule, whose in _completed_first(cards_by):
            cards = cards_by[rule, whose]
            once = tuple(card for card in cards if cards.count(card) == 1)
            facts: dict[str, Fact] = {"seat": whose, "winner": self.ruling.winning.seat}
            key = f"built.{tail(rule)}"
            if rule == Rule.OTHERS_TO_PILE and self.alone:
                key += ".alone"
            if once:
                suits = tuple(dict.fromkeys(card.suit for card in once))
                # Who builds two suits may complete a calypso of each.
                apart = rule == Rule.SAME_TRICK_STARTS_NEXT
                for told in [(suit,) for suit in suits] if apart else [suits]:
                    named = tuple(card for card in once if card.suit in told)
                    listed: dict[str, Fact] = {"cards": named, "count": len(named), "suits": told}
                    reasons.append(Reason(key, facts | listed))
            for card in dict.fromkeys(card for card in cards if card not in once):
                which = {"which": self._which(card, cards.count(card)), **_named(card)}
                reasons.append(Reason(f"{key}.equal", facts | which))
        return tuple(reasons)

    def _which(self, card: Card, count: int) -> str:
        """Name *count* of the equal cards of the trick: all of them, or those left over."""
        return f"{'all' if count == self.trick.cards.count(card) else 'other'}.{count}"

    def _misplaced(self, spot: Placement, token: str) -> Reason:
        """Return why a card does not go where it was sent."""
        owner = self.owner(spot.card)
        sent = "-pile" if token == PILE else "-next" if token.endswith("+") else "-current"
        if spot.rule == Rule.OTHERS_TO_PILE:
            sent = ""  # wherever it was sent, nobody builds it
        facts: dict[str, Fact] = {
            "card": spot.card,
            "rank": spot.card.rank,
            "suit": spot.card.suit,
            "seat": owner,
            "winner": self.ruling.winning.seat,
        }
        key = f"sent{sent}.{tail(spot.rule)}"
        if spot.rule == Rule.ONE_AT_A_TIME and sent == "-next":
            key += ".completed" if self._completes(spot.card) else ".unfinished"
        if spot.rule == Rule.OTHERS_TO_PILE and self.alone:
            key += ".alone"
        return Reason(key, facts)

    def _completes(self, card: Card) -> bool:
        """Return whether this trick completes the calypso of the card's suit."""
        held = {rank for kept in self.calypsos if kept.suit == card.suit for rank in kept.ranks}
        held.update(won.rank for won in self.trick.cards if won.suit == card.suit)
        return held == self.variant.full

    def placed(self, parts: Sequence[str]) -> tuple[Placement, ...]:
        """Return where the first cards go, as many as *parts*; equal cards may change places."""
        wanted = self._tokens()
        places = _align(self.trick.cards, wanted, (*parts, *wanted[len(parts) :]))
        return tuple(self.placements[place] for place in places[: len(parts)])


EVERY_SUIT = "every-suit-builds"


def _fed(spot: Placement) -> bool:
    """Whether the winner's side builds the card's suit."""
    return spot.rule != Rule.OTHERS_TO_PILE


def _current(puzzle: WhatIsBuilt, spot: Placement) -> str:
    return puzzle.owner(spot.card).value


def _next(puzzle: WhatIsBuilt, spot: Placement) -> str:
    return f"{puzzle.owner(spot.card).value}+"


def _each(sends: Callable[[WhatIsBuilt, Placement], str]) -> Callable[[WhatIsBuilt], Iterable[str]]:
    """Return where all cards go of somebody who *sends* each of them so."""
    return lambda puzzle: (sends(puzzle, spot) for spot in puzzle.placements)


BUILDING_MISCONCEPTIONS: Mapping[str, Callable[[WhatIsBuilt], Iterable[str]]] = {
    # The partner's cards go to the pile.
    "winner-alone-builds": _each(
        lambda puzzle, spot: (
            goes(spot) if puzzle.owner(spot.card) == puzzle.ruling.winning.seat else PILE
        )
    ),
    # What is left when a calypso is completed goes to the pile.
    "nothing-starts-next": _each(lambda _, spot: PILE if spot.place == Place.NEXT else goes(spot)),
    # What finds no place starts the next calypso, finished or not.
    "duplicates-start-next": _each(
        lambda puzzle, spot: _next(puzzle, spot) if spot.rule == Rule.ONE_AT_A_TIME else goes(spot)
    ),
    # A calypso takes any card of its suit.
    "every-card-fits": _each(
        lambda puzzle, spot: _current(puzzle, spot) if _fed(spot) else goes(spot)
    ),
    # Won cards of every suit go to its owner's calypso, if it lacks them.
    EVERY_SUIT: lambda puzzle: map(goes, puzzle.to_owners),
    # Each deal begins with new calypsos.
    "deal-starts-anew": _each(
        lambda puzzle, spot: _next(puzzle, spot) if puzzle.deal and _fed(spot) else goes(spot)
    ),
}
"""Where somebody who holds it sends the cards; the most specific first."""

BUILDING_RULES: tuple[Rule, ...] = (
    Rule.CARRIES_OVER,
    Rule.SAME_TRICK_STARTS_NEXT,
    Rule.ONE_AT_A_TIME,
    Rule.PARTNER_GETS_CARDS,
    Rule.OWN_SUIT_BUILDS,
    Rule.OTHERS_TO_PILE,
)
"""The rules of building, the rarest first."""


def _completed_first(pairs: Iterable[tuple[Rule, Seat]]) -> list[tuple[Rule, Seat]]:
    """Put what starts a seat's next calypso behind what completes the one before."""
    order, starts = list(pairs), Rule.SAME_TRICK_STARTS_NEXT

    def place(pair: tuple[Rule, Seat]) -> tuple[int, bool]:
        rule, whose = pair
        builds = [(how, whose) for how in (Rule.OWN_SUIT_BUILDS, Rule.PARTNER_GETS_CARDS)]
        behind = builds if rule == starts else []
        return max(order.index(it) for it in (pair, *behind) if it in order), rule == starts

    return sorted(order, key=place)


def _named(card: Card) -> dict[str, Fact]:
    """Return the facts that name several cards equal to *card*: ``both fives of clubs``."""
    return {"rank": card.rank, "ranks": f"ranks.{card.rank.letter}", "suit": card.suit}


def _align(cards: Sequence[Card], wanted: Sequence[str], picked: Sequence[str]) -> tuple[int, ...]:
    """Pair every card with a place, of its own or an equal card: the one it was sent to, if free.

    One card after another: what was told of the first ones holds whatever follows.
    """
    free = list(range(len(cards)))
    aligned: list[int] = []
    for card, token in zip(cards, picked, strict=True):
        fits = [place for place in free if cards[place] == card]
        aligned.append(next((place for place in fits if wanted[place] == token), fits[0]))
        free.remove(aligned[-1])
    return tuple(aligned)
