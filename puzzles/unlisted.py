"""Wrong rules of who wins a trick that stand for those nobody has listed.

Nobody is told to hold one of them. They are there to be compared with: a misconception that
explains some answers is not the explanation if a rule from this family explains them better.
The family is built from parts: which cards count, and which of them wins.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from types import MappingProxyType

from engine.cards import Rank, Suit
from engine.table import Seat
from engine.trick import Play, Role, Ruling

Wins = Callable[[Ruling], Seat]
"""Names the seat that wins a trick by a rule."""

_Counts = Callable[[Ruling], list[Play]]
_Best = Callable[[list[Play]], Play]

_RED = frozenset({Suit.DIAMONDS, Suit.HEARTS})
_COURT = Rank.JACK


def _all(ruling: Ruling) -> list[Play]:
    return list(ruling.trick.plays)


def _of_suit_led(ruling: Ruling) -> list[Play]:
    return [play for play in ruling.trick.plays if play.card.suit == ruling.trick.lead.card.suit]


def _off_suit(ruling: Ruling) -> list[Play]:
    return [play for play in ruling.trick.plays if play.card.suit != ruling.trick.lead.card.suit]


def _with_role(*roles: Role) -> _Counts:
    def counts(ruling: Ruling) -> list[Play]:
        pairs = zip(ruling.trick.plays, ruling.roles, strict=True)
        return [play for play, what in pairs if what in roles]

    return counts


def _own_suit(ruling: Ruling) -> list[Play]:
    table = ruling.table
    return [play for play in ruling.trick.plays if play.card.suit == table.trump(play.seat)]


def _of(test: Callable[[Play], bool]) -> _Counts:
    def counts(ruling: Ruling) -> list[Play]:
        return [play for play in ruling.trick.plays if test(play)]

    return counts


def _suit(suit: Suit) -> _Counts:
    return _of(lambda play: play.card.suit == suit)


_COUNTING: Mapping[str, _Counts] = MappingProxyType(
    {
        "all": _all,
        "suit-led": _of_suit_led,
        "off-suit": _off_suit,
        "ruffs": _with_role(Role.RUFF),
        "discards": _with_role(Role.DISCARD),
        "trumps": _with_role(Role.RUFF, Role.LED_TRUMP),
        "own-suit": _own_suit,
        "court-cards": _of(lambda play: play.card.rank >= _COURT),
        "plain-ranks": _of(lambda play: play.card.rank < _COURT),
        "red": _of(lambda play: play.card.suit in _RED),
        "black": _of(lambda play: play.card.suit not in _RED),
        **{f"{suit.name.lower()}": _suit(suit) for suit in Suit if suit != Suit.SPADES},
    }
)
"""Which cards count; where none does, those of the suit led."""


def _by_rank(plays: list[Play]) -> list[Play]:
    return sorted(plays, key=lambda play: -play.card.rank)


_WINNING: Mapping[str, _Best] = MappingProxyType(
    {
        "highest": lambda plays: _by_rank(plays)[0],
        "second": lambda plays: _by_rank(plays)[min(1, len(plays) - 1)],
        "lowest": lambda plays: min(plays, key=lambda play: play.card.rank),
        "first": lambda plays: plays[0],
        "last": lambda plays: plays[-1],
    }
)


def _built(counts: _Counts, best: _Best) -> Wins:
    return lambda ruling: best(counts(ruling) or _of_suit_led(ruling)).seat


def _beside_winner(places: int) -> Wins:
    def wins(ruling: Ruling) -> Seat:
        seats = ruling.table.seats
        return ruling.table.clockwise(ruling.winning.seat, len(seats) + 1)[places % len(seats)]

    return wins


def _in_order(place: int) -> Wins:
    return lambda ruling: ruling.trick.plays[min(place, len(ruling.trick.plays) - 1)].seat


def _else_by_rule(counts: _Counts, best: _Best) -> Wins:
    def wins(ruling: Ruling) -> Seat:
        found = counts(ruling)
        return best(found).seat if found else ruling.winning.seat

    return wins


def _rank(rank: Rank) -> _Counts:
    return _of(lambda play: play.card.rank == rank)


_LISTED = {
    "highest": {"all", "suit-led", "off-suit", "ruffs", "trumps", "own-suit", "discards"},
    "first": {"suit-led", "ruffs", "trumps"},
    "last": {"ruffs", "trumps"},
}
"""What is no rule of its own: the real rules, a misconception that has a name, or one twice."""


def _family() -> Iterator[tuple[str, Wins]]:
    for (which, counts), (how, best) in product(_COUNTING.items(), _WINNING.items()):
        if which in _LISTED.get(how, ()):
            continue
        yield f"{how} of {which}", _built(counts, best)
        if which not in ("all", "suit-led", "off-suit"):
            yield f"{how} of {which}, else by the rules", _else_by_rule(counts, best)
    for place in (1, 2):
        yield f"place {place}", _in_order(place)
    for places in (1, 2, 3):
        yield f"{places} after the winner", _beside_winner(places)
    for rank in Rank:
        yield f"any {rank.letter}, else by the rules", _else_by_rule(_rank(rank), _WINNING["first"])


UNLISTED: Mapping[str, Wins] = MappingProxyType(dict(_family()))
"""The rules of the family, by a name that nobody sees."""
