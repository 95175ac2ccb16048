"""A player knows the own hand and what was shown, and nothing else; the rest is dealt by chance."""

import enum
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import pytest

from engine.calypso import holdings
from engine.cards import Card, Rank, Suit, parse_cards
from engine.game import Conduct, Game, Start, legal, new, play
from engine.rulebooks import CULBERTSON, RULEBOOKS
from engine.table import Seat
from engine.trick import Play
from engine.variants import VARIANTS, Variant
from engine.view import Unseen, View, view
from engine.view import legal as legal_for
from tests.dealing import deal
from tests.laws import cards_are_conserved, dealt_anew, lawful_game
from tests.samples import paired

FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
NORTH, EAST, SOUTH, WEST = Seat


@cache
def positions(variant: Variant, conduct: Conduct = Conduct.STRICT) -> tuple[Game, ...]:
    """Every fifth position of some games, so that all deals and all places in a trick occur."""
    games = (lawful_game(variant, RULEBOOKS[seed % 2], conduct, seed) for seed in range(3))
    return tuple(found for seed, game in enumerate(games) for found in game[seed:-1:5])


def ending(hands: str, trick: str = "", turn: Seat = NORTH) -> Game:
    """The last tricks of a partnership game; of the four suits each hand holds what it shows."""
    variant = VARIANTS["partnership"]
    table = variant.table(CULBERTSON)
    held = tuple(map(parse_cards, hands.split(" / ")))
    plays = tuple(map(Play.parse, trick.split()))
    own, piles = holdings(variant, table), ((),) * 4
    return Game(variant, table, NORTH, (), held, turn, plays, own, piles, history=plays)


def within(value: object) -> Iterator[object]:
    """Everything that can be reached from a value through its fields and its items."""
    yield value
    if isinstance(value, enum.Enum):
        return
    if is_dataclass(value):
        for field in fields(value):
            yield from within(getattr(value, field.name))
    elif isinstance(value, tuple | frozenset):
        for item in value:
            yield from within(item)


@FORMS
def test_nothing_hidden_can_be_reached_from_a_view(variant: Variant) -> None:
    for game in positions(variant):
        shown = view(game, game.turn)
        met = list(within(shown))
        assert not [found for found in met if isinstance(found, Game | Start | Random)]
        plain = str, int, tuple, frozenset, type(None), enum.Enum
        assert all(isinstance(found, plain) or is_dataclass(found) for found in met)
        shut = sorted(map(str, shown.unseen))
        hidden = [
            card
            for seat, hand in zip(game.table.seats, game.hands, strict=True)
            for card in hand
            if seat != game.turn
        ]
        assert shut == sorted(map(str, [*hidden, *game.stock]))


@FORMS
def test_hidden_cards_dealt_another_way_leave_the_view_as_it_is(variant: Variant) -> None:
    changed = 0
    for number, game in enumerate(positions(variant)):
        seat = game.table.seats[number % len(game.table.seats)]
        shown = view(game, seat)
        other = dealt_anew(game, seat, Random(1))
        assert view(other, seat) == shown
        assert repr(view(other, seat)) == repr(shown)
        changed += (other.hands, other.stock) != (game.hands, game.stock)
    assert changed > len(positions(variant)) / 2


def _as_seen(game: Game, shown: View) -> bool:
    """Whether no hand has a card of a suit that it is taken to be out of."""
    hands = zip(game.hands, shown.voids, strict=True)
    return not any(card.suit in out for hand, out in hands for card in hand)


@pytest.mark.parametrize(("variant", "conduct"), paired(VARIANTS.values(), list(Conduct)))
def test_every_deal_of_the_unseen_cards_is_a_game_that_could_be(
    variant: Variant, conduct: Conduct
) -> None:
    for game in positions(variant, conduct):
        shown = view(game, game.turn)
        other = dealt_anew(game, game.turn, Random(2))
        cards_are_conserved(other)
        assert list(map(len, other.hands)) == list(map(len, game.hands))
        assert other.hands[shown.place] == game.hands[shown.place]
        # Without revokes always; where one has passed, what is seen may be true of no deal.
        if conduct == Conduct.STRICT or _as_seen(game, shown):
            assert _as_seen(other, shown)
        assert legal(other) == legal(game) == legal_for(shown)
        again, _ = play(other, legal(other)[0])
        assert len(again.history) == len(game.history) + 1


def test_a_player_may_do_nothing_out_of_turn() -> None:
    game = ending("C2 / S3 / D4 / H5")
    assert legal_for(view(game, NORTH)) == (Play.parse("N:C2"),)
    assert legal_for(view(game, EAST)) == ()


def test_nobody_sees_from_an_empty_chair() -> None:
    variant = VARIANTS["three"]
    game = new(variant, variant.table(CULBERTSON), NORTH, Random(1))
    with pytest.raises(ValueError, match="nobody sits West"):
        view(game, WEST)


def test_all_deals_that_agree_occur_and_equally_often() -> None:
    """East has not followed clubs, and so holds one of the two hearts that are out.

    South's two cards are any of the four that are left, in 6 ways, and West has the
    others: 12 deals.
    """
    game = ending("C2 / H2 D9 / H3 C4 / C5 C6", "N:C8", turn=EAST)
    game, _ = play(game, Play.parse("E:D9"))
    shown = view(game, NORTH)
    assert list(map(set, shown.voids)) == [set(), {Suit.CLUBS}, set(), set()]
    hearts, rest = parse_cards("H2 H3"), parse_cards("H2 H3 C4 C5 C6")
    expected = {
        (heart, south)
        for heart in hearts
        for south in combinations(sorted({*rest} - {heart}, key=str), 2)
    }
    assert len(expected) == 12
    rng, often = Random(1), 200
    met = Counter(
        (hands[1][0], tuple(sorted(hands[2], key=str)))
        for hands in (dealt_anew(game, NORTH, rng).hands for _ in range(12 * often))
    )
    assert set(met) == expected
    # chi-square with 11 degrees of freedom is above 31.3 once in a thousand times
    assert sum((count - often) ** 2 / often for count in met.values()) < 31.3


def test_three_hands_that_lack_different_suits_are_dealt_as_counting_says() -> None:
    """Six cards of each of three suits, three hands of four that each lack another suit.

    Checked against all deals of physical cards, by how many of each suit every hand has.
    """
    cards = [[suit * 10 + card for card in range(6)] for suit in range(3)]
    unseen = Unseen(cards, [4, 4, 4], [[0], [1], [2]])
    expected: Counter[tuple[int, int, int]] = Counter()
    for first in range(5):  # the first hand: so many of suit 1, the others of suit 2
        for second in range(5):  # of suit 0, the others of suit 2
            for third in range(5):  # of suit 0, the others of suit 1
                left = 6 - (second + third), 6 - (first + 4 - third), 6 - (8 - first - second)
                if min(left) >= 0:
                    expected[first, second, third] = (
                        comb(6, second)
                        * comb(6 - second, third)
                        * comb(6, first)
                        * comb(6 - first, 4 - third)
                        * comb(6, 4 - first)
                        * comb(2 + first, 4 - second)
                    )
    rng, rounds = Random(3), 6_000
    met: Counter[tuple[int, int, int]] = Counter()
    for _ in range(rounds):
        one, two, three = deal(unseen, rng)
        assert {len(one), len(two), len(three)} == {4}
        met[
            sum(card // 10 == 1 for card in one),
            sum(card // 10 == 0 for card in two),
            sum(card // 10 == 0 for card in three),
        ] += 1
    assert set(met) <= set(expected)
    scale = rounds / expected.total()
    for counts, deals in expected.items():
        often = deals * scale
        assert abs(met[counts] - often) < 5 * often**0.5 + 1


def test_what_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(ValueError, match="no deal of"):
        Unseen([[1, 2], [11]], [2, 1], [[0], []])


def careless(actions: str) -> Game:
    """A table where revokes pass; North has a void to show, East revokes on hearts."""
    game = replace(ending("H2 H3 C7 / H4 H5 S8 / H7 D3 D9 / HT HJ C5"), conduct=Conduct.TABLE)
    for action in actions.split():
        game, _ = play(game, Play.parse(action))
    return game


def test_who_did_not_follow_is_taken_to_be_out_until_the_suit_is_played_after_all() -> None:
    game = careless("N:H2 E:S8 S:H7 W:HT")
    assert view(game, NORTH).voids[1] == {Suit.HEARTS}
    game, _ = play(game, Play(EAST, Card(Suit.HEARTS, Rank.FIVE)))
    assert view(game, NORTH).voids[1] == set()


def test_cards_that_cannot_lie_as_the_voids_say_are_dealt_without_them() -> None:
    game = careless("N:H2 E:S8 S:D3 W:C5")
    shown = view(game, NORTH)
    assert [len(out) for out in shown.voids] == [0, 1, 1, 1]
    other = dealt_anew(game, NORTH, Random(1))
    assert sorted(map(str, other.hands[1] + other.hands[2] + other.hands[3])) == sorted(
        map(str, shown.unseen)
    )
