"""Habits that somebody could drill by instead of the rules, for benchmark and tests.

A habit looks at a puzzle and gives an answer, or nothing where it has none. It is no
misconception: nobody need believe it, it may merely pay.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.cards import Rank, Suit
from engine.trick import Role, Ruling
from puzzles.kinds.rulebooks_differ import RulebooksDiffer
from puzzles.kinds.spot_revoke import SpotRevoke
from puzzles.kinds.what_is_built.position import PILE, WhatIsBuilt
from puzzles.kinds.which_cards import WhichCards
from puzzles.kinds.who_has_won import WhoHasWon
from puzzles.kinds.whose_turn import Next, WhoseTurn
from puzzles.puzzle import Puzzle

Habit = Callable[[Any], str | None]

# ---------------------------------------------------------------- who wins a trick

Place = Callable[[Ruling], int]
"""From a trick to the place of the card that a habit takes for the best."""


def _best(ruling: Ruling, places: Iterable[int]) -> int | None:
    """Return the place of the highest card, the first of equals."""
    cards = ruling.trick.cards
    return max(places, key=lambda place: cards[place].rank, default=None)


def _doing(ruling: Ruling, *roles: Role) -> list[int]:
    return [place for place, role in enumerate(ruling.roles) if role in roles]


def _off(ruling: Ruling) -> list[int]:
    led = ruling.trick.lead.card.suit
    return [place for place, card in enumerate(ruling.trick.cards) if card.suit != led]


def _of_led(ruling: Ruling) -> list[int]:
    led = ruling.trick.lead.card.suit
    return [place for place, card in enumerate(ruling.trick.cards) if card.suit == led]


def _own(ruling: Ruling) -> list[int]:
    """List the cards of their player's own suit, following or not."""
    return [
        place
        for place, play in enumerate(ruling.trick.plays)
        if play.card.suit == ruling.table.trump(play.seat)
    ]


def _at(place: int) -> Place:
    return lambda ruling: min(place, len(ruling.trick.cards) - 1)


def _first(places: Sequence[int], otherwise: int) -> int:
    return places[0] if places else otherwise


def _last(places: Sequence[int], otherwise: int) -> int:
    return places[-1] if places else otherwise


def _or(place: int | None, otherwise: int) -> int:
    return otherwise if place is None else place


def _high_led(ruling: Ruling) -> int:
    return _or(_best(ruling, _of_led(ruling)), 0)


def _owner(ruling: Ruling) -> int:
    """Return the place of the player whose suit was led."""
    owner = ruling.table.owner(ruling.trick.lead.card.suit)
    seats = [play.seat for play in ruling.trick.plays]
    return seats.index(owner) if owner in seats else 0


def _ruffs(ruling: Ruling) -> list[int]:
    return _doing(ruling, Role.RUFF)


def _by_rank(number: int) -> Place:
    """Return a habit for the second, third … highest of all, of equals the one played before."""

    def pick(ruling: Ruling) -> int:
        cards = ruling.trick.cards
        return sorted(range(len(cards)), key=lambda place: (-cards[place].rank, place))[number]

    return pick


def _suit_played_most(ruling: Ruling) -> int:
    suits = [card.suit for card in ruling.trick.cards]
    most = max(map(suits.count, suits))
    places = [place for place, suit in enumerate(suits) if suits.count(suit) == most]
    return _or(_best(ruling, places), 0)


def _alone_of_its_suit(ruling: Ruling) -> int:
    suits = [card.suit for card in ruling.trick.cards]
    places = [place for place in _off(ruling) if suits.count(suits[place]) == 1]
    return _or(_best(ruling, places), _high_led(ruling))


def _third_if_higher(ruling: Ruling) -> int:
    cards, third = ruling.trick.cards, min(2, len(ruling.trick.cards) - 1)
    return third if cards[third].rank > cards[0].rank else 0


def _last_if_off(ruling: Ruling) -> int:
    last = len(ruling.trick.cards) - 1
    return last if last in _off(ruling) else _high_led(ruling)


def _high_off(ruling: Ruling) -> int:
    """Return the highest card off suit that is a ten or more, else the highest of the suit led."""
    places = [place for place in _off(ruling) if ruling.trick.cards[place].rank >= Rank.TEN]
    return _or(_best(ruling, places), _high_led(ruling))


def _spade(ruling: Ruling) -> int:
    places = [place for place, card in enumerate(ruling.trick.cards) if card.suit == Suit.SPADES]
    return _or(_best(ruling, places), _high_led(ruling))


PLACES: Mapping[str, Place] = {
    "the leader": _at(0),
    "second hand": _at(1),
    "third hand": _at(2),
    "last hand": _at(3),
    "highest card": lambda one: _or(_best(one, range(len(one.trick.cards))), 0),
    "highest of the suit led": _high_led,
    "highest follower, not the leader": lambda one: _or(_best(one, _of_led(one)[1:]), 0),
    "first ruff, else leader": lambda one: _first(_ruffs(one), 0),
    "first ruff, else highest of suit led": lambda one: _first(_ruffs(one), _high_led(one)),
    "last ruff, else leader": lambda one: _last(_ruffs(one), 0),
    "last ruff, else highest of suit led": lambda one: _last(_ruffs(one), _high_led(one)),
    "highest ruff, else leader": lambda one: _or(_best(one, _ruffs(one)), 0),
    "highest ruff, else highest of suit led": (
        lambda one: _or(_best(one, _ruffs(one)), _high_led(one))
    ),
    "first card off suit, else leader": lambda one: _first(_off(one), 0),
    "first card off suit, else highest": lambda one: _first(_off(one), _high_led(one)),
    "last card off suit, else highest": lambda one: _last(_off(one), _high_led(one)),
    "highest card off suit, else highest": lambda one: _or(_best(one, _off(one)), _high_led(one)),
    "lowest card off suit, else leader": (
        lambda one: min(_off(one), key=lambda place: one.trick.cards[place].rank, default=0)
    ),
    "whose suit was led": _owner,
    "highest own suit, else highest": lambda one: _or(_best(one, _own(one)), _high_led(one)),
    "the only one who follows, else leader": (
        lambda one: _of_led(one)[1] if len(_of_led(one)) == 2 else 0
    ),
    "the only one off suit, else highest": (
        lambda one: _off(one)[0] if len(_off(one)) == 1 else _high_led(one)
    ),
    "second highest of all": _by_rank(1),
    "third highest of all": _by_rank(2),
    "lowest of all": _by_rank(-1),
    "highest of the suit played most": _suit_played_most,
    "alone of its suit, else highest": _alone_of_its_suit,
    "third hand if above the lead, else leader": _third_if_higher,
    "last hand if off suit, else highest": _last_if_off,
    "a ten or more off suit, else highest": _high_off,
    "highest spade, else highest of suit led": _spade,
}
"""Habits about who wins a trick."""


def pattern(ruling: Ruling) -> tuple[object, ...]:
    """Return what a trick looks like to somebody who never looks whose trump is whose.

    It is which cards share a suit, and how the ranks compare.
    """
    cards = ruling.trick.cards
    suits = list(dict.fromkeys(card.suit for card in cards))
    ranks = sorted({card.rank for card in cards})
    return tuple((suits.index(card.suit), ranks.index(card.rank)) for card in cards)


def pattern_table(rulings: Iterable[Ruling]) -> Place:
    """Learn by heart which place wins most for every pattern."""
    wins: dict[tuple[object, ...], Counter[int]] = defaultdict(Counter)
    for ruling in rulings:
        wins[pattern(ruling)][ruling.winner] += 1
    known = {one: counts.most_common(1)[0][0] for one, counts in wins.items()}
    return lambda ruling: known.get(pattern(ruling), _high_led(ruling))


def same_seat(ruling: Ruling, place: int) -> bool:
    """Whether the winner sits at this place: where two play, everybody plays twice."""
    return ruling.trick.plays[place].seat == ruling.winning.seat


# ------------------------------------------------------------------ other questions


def _option(place: int) -> Habit:
    def pick(puzzle: Puzzle) -> str | None:
        if any(len(part.choices) <= place or part.many for part in puzzle.parts):
            return None
        return " / ".join(part.choices[place].token for part in puzzle.parts)

    return pick


def _last_option(puzzle: Puzzle) -> str | None:
    if any(part.many for part in puzzle.parts):
        return None
    return " / ".join(part.choices[-1].token for part in puzzle.parts)


def _every(puzzle: Puzzle) -> str | None:
    if not isinstance(puzzle, WhichCards):
        return None
    return " ".join(choice.token for choice in puzzle.parts[0].choices)


def _own_suit(puzzle: WhichCards) -> str | None:
    trump = puzzle.table.trump(puzzle.seat)
    cards = dict.fromkeys(card for card in puzzle.hand if card.suit == trump)
    return " ".join(map(str, cards)) or None


def _longest_suit(puzzle: WhichCards) -> str:
    suits = [card.suit for card in puzzle.hand]
    longest = max(suits, key=suits.count)
    return " ".join(dict.fromkeys(str(card) for card in puzzle.hand if card.suit == longest))


def _not_own_suit(puzzle: WhichCards) -> str | None:
    trump = puzzle.table.trump(puzzle.seat)
    cards = dict.fromkeys(card for card in puzzle.hand if card.suit != trump)
    return " ".join(map(str, cards)) or None


def _highest_in_hand(puzzle: WhichCards) -> str:
    return str(max(puzzle.hand, key=lambda card: card.rank))


def _all_to_pile(puzzle: WhatIsBuilt) -> str:
    return " / ".join(PILE for _ in puzzle.parts)


def _each_to_owner(puzzle: WhatIsBuilt) -> str:
    return " / ".join(part.choices[0].token for part in puzzle.parts)


def _owner_once(puzzle: WhatIsBuilt) -> str:
    """Send the first card of each of the winner's suits home, the rest to the pile."""
    groups = dict(zip(puzzle.table.seats, puzzle.variant.builds_at(puzzle.table), strict=True))
    winner = puzzle.ruling.winning.seat
    fed = puzzle.variant.feeds[puzzle.table.seats.index(winner)]
    mine = {suit for seat in fed for suit in groups[seat]}
    return " / ".join(
        puzzle.owner(card).value if card.suit in mine else PILE for card in puzzle.trick.cards
    )


def _winners_own_only(puzzle: WhatIsBuilt) -> str:
    winner = puzzle.ruling.winning.seat
    return " / ".join(
        winner.value if puzzle.owner(card) == winner else PILE for card in puzzle.trick.cards
    )


def _off_suit(puzzle: SpotRevoke) -> list[str]:
    return [
        f"{number}:{puzzle.seat.value}"
        for number, trick in enumerate(puzzle.tricks, 1)
        if any(
            play.seat == puzzle.seat and play.card.suit != trick.lead.card.suit
            for play in trick.plays
        )
    ]


def _agree(place: Place) -> Habit:
    def name(puzzle: RulebooksDiffer) -> str:
        seat = puzzle.trick.plays[place(puzzle.ruling)].seat.value
        return f"{seat} / {seat}"

    return name


def _differ(puzzle: RulebooksDiffer) -> str:
    ruling = puzzle.ruling
    ruff = ruling.trick.plays[PLACES["highest ruff, else leader"](ruling)].seat.value
    return f"{ruff} / {ruling.trick.lead.seat.value}"


def _stays(puzzle: WhoseTurn) -> str:
    return puzzle.trick.lead.seat.value


def _opposite(puzzle: WhoseTurn) -> str | None:
    plays = puzzle.trick.plays
    return plays[2].seat.value if len(plays) > 2 else None


def _last_to_play(puzzle: WhoseTurn) -> str:
    return puzzle.trick.plays[-1].seat.value


def _highest_trick_card(puzzle: WhoseTurn) -> str | None:
    if puzzle.asked != Next.LEAD:
        return None
    plays = puzzle.trick.plays
    return max(plays, key=lambda play: play.card.rank).seat.value


def _highest_sheet(puzzle: WhoHasWon) -> str | None:
    if puzzle.totals == puzzle.points:
        return None  # that is the rule
    seat = puzzle.table.seats[puzzle.points.index(max(puzzle.points))].value
    return next((choice.token for choice in puzzle.parts[0].choices if seat in choice.token), None)


OPTIONS: Mapping[str, Habit] = {
    **{f"option {place + 1}": _option(place) for place in range(5)},
    "the last option": _last_option,
    "all": _every,
}
"""Patterns of answers, which do not look at the position at all."""

_TO_PILE: Mapping[str, Habit] = {"all to the pile": _all_to_pile}

HABITS: Mapping[str, Mapping[str, Habit]] = {
    "which-cards": {
        "own suit": _own_suit,
        "all but the own suit": _not_own_suit,
        "the longest suit": _longest_suit,
        "the highest card": _highest_in_hand,
    },
    "what-is-built": {
        "each to its owner": _each_to_owner,
        "the side's suits home, the rest to the pile": _owner_once,
        "the winner's own suit alone": _winners_own_only,
    },
    "spot-revoke": {
        "first card off suit": lambda one: _off_suit(one)[0],
        "last card off suit": lambda one: _off_suit(one)[-1],
    },
    "rulebooks-differ": {
        "they differ": _differ,
        "both for the leader": _agree(_at(0)),
        "both for the highest ruff, else leader": _agree(PLACES["highest ruff, else leader"]),
        "both for the highest of the suit led": _agree(_high_led),
    },
    "whose-turn": {
        "who led": _stays,
        "third to play": _opposite,
        "last to play": _last_to_play,
        "the highest card": _highest_trick_card,
    },
    "who-has-won": {"the highest sheet": _highest_sheet},
}
"""Habits of other kinds that do look at the position."""


def patterns_of(kind: str) -> Mapping[str, Habit]:
    """Return the answer patterns of a kind: those no rule's items may be right by too often."""
    return {**OPTIONS, **(_TO_PILE if kind == "what-is-built" else {})}


def right(puzzle: Puzzle, answer: str | None) -> bool:
    """Whether a habit's answer is right; of "who wins, and why?" the first part counts."""
    if answer is None:
        return False
    wanted = puzzle.solution
    return answer == (wanted.split(" / ")[0] if puzzle.kind == "who-wins" else wanted)


def choices_of(puzzle: Puzzle) -> int:
    """Return between how many answers a pattern chooses."""
    part = puzzle.parts[0]
    count: int = 2 ** len(part.choices) if part.many else len(part.choices) ** len(puzzle.parts)
    return count
