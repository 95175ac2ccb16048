"""What may be seen of a trick, by which somebody may go who follows a wrong rule nobody listed.

Nobody is told to follow one of them. Wrong rules are put together from *marks*, what may be seen
of a card among the others, and *cases*, what may be seen of a trick; they are there to be
compared with: a misconception that explains some answers is not the explanation if many such
rules explain them as well. `tutor.learning.unlisted` puts them together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.cards import Rank, Suit
from engine.trick import POWER, Role, Ruling

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
    plays, roles, table = ruling.trick.plays, ruling.roles, ruling.table
    lead, last = plays[0], plays[-1]
    suits = [play.card.suit for play in plays]
    ranks = [play.card.rank for play in plays]
    places = range(len(plays))
    after = [(place - ruling.winner) % len(plays) for place in places]
    most = max(map(suits.count, suits))
    marks = {
        "led": [place == 0 for place in places],
        "second": [place == 1 for place in places],
        "third": [place == 2 for place in places],
        "last": [place == len(plays) - 1 for place in places],
        "follows": [suit == suits[0] for suit in suits],
        "ruffs": [what == Role.RUFF for what in roles],
        "discards": [what == Role.DISCARD for what in roles],
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
        "after the winner": [one == 1 for one in after],
        "opposite the winner": [one == 2 for one in after],
        "before the winner": [one == len(plays) - 1 for one in after],
        **{suit.value: [one == suit for one in suits] for suit in Suit},
        **{rank.letter: [one == rank for one in ranks] for rank in Rank},
    }
    ruffs, off = roles.count(Role.RUFF), len(suits) - suits.count(suits[0])
    cases = {
        "no ruff": not ruffs,
        "a ruff": bool(ruffs),
        "one ruff": ruffs == 1,
        "ruffs": ruffs > 1,
        "a trump led": suits[0] == table.trump(lead.seat),
        "no trump led": suits[0] != table.trump(lead.seat),
        "all follow": len(set(suits)) == 1,
        "a discard": Role.DISCARD in roles,
        "the leader wins": ruling.winner == 0,
        "another wins": ruling.winner != 0,
        "one off suit": off == 1,
        "several off suit": off > 1,
    }
    power = POWER[table.led_trump]
    return TrickMarks(
        tuple(play.seat.value for play in plays),
        ruling.winner,
        tuple(rank.value for rank in ranks),
        tuple(power[what] for what in roles),
        MappingProxyType({name: tuple(has) for name, has in marks.items()}),
        MappingProxyType(cases),
    )
