"""What a card is worth is counted in deals that are played by the rules."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from statistics import fmean

import pytest

from engine.calypso import Calypso, holdings
from engine.cards import Card, parse_cards
from engine.fast import weights_of
from engine.fast.bulk.outcomes import Outlook, outlooks
from engine.fast.bulk.rollouts import Courses, Worlds
from engine.game import Game, legal, new, play
from engine.players.club import catching, worth_of
from engine.players.expert import Simulation, Weighed, options, weigh
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS
from engine.score import sheets
from engine.table import Seat
from engine.trick import Play, play_of
from engine.variants import VARIANTS, Variant
from engine.view import view
from tests.makers.chosen_cards import at_random

FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
NORTH, EAST, SOUTH, WEST = Seat


def positions(variant: Variant) -> Iterator[Game]:
    """Positions from whole games, some with calypsos that lack a card or two."""
    for seed in range(4):
        rng = Random(seed)
        game = new(variant, rng.choice(variant.tables(RULEBOOKS[seed % 2])), NORTH, rng)
        at = set(rng.sample(range(variant.dealt * variant.deals), 6)) | {0}
        number = 0
        while not game.over:
            if number in at:
                yield game
                yield replace(game, calypsos=_nearly(game, rng))
            game, _ = play(game, rng.choice(legal(game)))
            number += 1


def _nearly(game: Game, rng: Random) -> tuple[tuple[Calypso, ...], ...]:
    ranks = game.variant.ranks
    return tuple(
        tuple(Calypso(own.suit, frozenset(ranks) - {*rng.sample(ranks, 2)}) for own in calypsos)
        for calypsos in game.calypsos
    )


def in_that_world(game: Game, simulation: Simulation, given: Worlds, number: int) -> Game:
    """The game in which the hidden cards lie as in a world; the other trumps are named."""
    at = simulation.position.stand
    cards = at.form.cards
    hands = tuple(
        tuple(cards[card] for card in given.hands[number, seat, :count])
        for seat, count in enumerate(at.held)
    )
    stock = list(simulation.view.unseen)
    for place, hand in enumerate(hands):
        if place != at.me:
            for card in hand:
                stock.remove(card)
    return replace(game, hands=hands, stock=tuple(stock))


@FORMS
@pytest.mark.parametrize("one_of", [4, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("by_chance", [True, False])
def test_simulated_deals_are_played_by_the_rules_and_counted_by_the_score_sheet(
    variant: Variant, one_of: int, *, by_chance: bool
) -> None:
    """Card by card through `play`: winners, calypsos, piles and the points of every seat."""
    for number, game in islice(enumerate(positions(variant)), 0, None, one_of):
        if game.unnamed:
            continue
        rng = Random(number)
        simulation = Simulation(view(game, game.turn), rng)
        if by_chance:
            simulation.policy = at_random()
        tried, given = options(simulation.view), simulation.worlds(3)
        which, world = rng.randrange(len(tried)), rng.randrange(3)
        found = simulation.play(given, tried)
        (seen,) = outlooks(simulation.position, simulation.play(given, [tried[which]]))
        gained = []
        for one in range(3):
            end = in_that_world(game, simulation, given, one)
            if naming := tried[which].naming:
                end, _ = play(end, naming)
            cards = found.cards[:, :, which, one].ravel()[len(game.trick) :]
            for card in cards:
                end, _ = play(end, play_of(end.turn, simulation.position.stand.form.cards[card]))
            first = end.history[len(game.history) + bool(naming)]
            card = simulation.position.stand.form.cards[tried[which].card]
            assert first == play_of(game.turn, card)
            if one == world:
                _counted(game, end, simulation, found, which, one)
            sheet = zip(sheets(game), sheets(end), strict=True)
            gained.append([after.total - before.total for before, after in sheet])
        assert list(seen.points) == pytest.approx(
            [fmean(each) for each in zip(*gained, strict=True)]
        )


def _counted(
    game: Game, end: Game, simulation: Simulation, found: Courses, which: int, world: int
) -> None:
    form = simulation.position.stand.form
    own = [[Card(own.suit, rank) for rank in own.ranks] for seat in end.calypsos for own in seat]
    assert found.building[:, which, world].tolist() == [
        sum(form.bit[form.number[card]] for card in cards) for cards in own
    ]
    assert found.completed[:, which, world].tolist() == [
        own.completed for seat in end.calypsos for own in seat
    ]
    assert found.piles[:, which, world].tolist() == [
        len(after) - len(before) for before, after in zip(game.piles, end.piles, strict=True)
    ]


def test_of_a_card_kept_in_hand_it_is_told_how_often_it_wins_a_trick_later() -> None:
    """East ruffs West's heart; South discards the club three, and ruffs the last trick instead.

    Or over-ruffs now: then the ace of diamonds is spent, and the three of clubs wins nothing.
    """
    found = weighed(ending("HA / S4 / DA C3 / H2", "W:H3 N:HK E:S2", SOUTH))
    kept, spent = found["S:C3"].outlook, found["S:DA"].outlook
    ace, three = parse_cards("DA C3")
    assert [kept.wins[2], spent.wins[2]] == [0, 1]
    assert [kept.takes_later[ace], kept.wins_later[three]] == [1, 0]
    assert [spent.takes_later[ace], spent.wins_later[three]] == [0, 0]


@FORMS
def test_every_legal_action_is_weighed_once_best_first(variant: Variant) -> None:
    for game in list(positions(variant))[::11]:
        shown = view(game, game.turn)
        found = weigh(shown, Random(1), deals=12)
        assert {each.action for each in found} == set(legal(game))
        assert len(found) == len(legal(game))
        assert [each.behind for each in found] == sorted(each.behind for each in found)
        assert found[0].behind == found[0].behind_error == 0
        for each in found:
            assert each.behind_error >= 0
            outlook = each.outlook
            assert sum(outlook.wins) == pytest.approx(1)
            theirs = [
                share
                for seat, share in zip(game.table.seats, outlook.ruffs, strict=True)
                if seat not in shown.variant.counts[shown.place]
            ]
            assert max(theirs) <= outlook.rivals_ruff <= min(1, sum(theirs)) + 1e-9


def ending(hands: str, trick: str, turn: Seat, calypsos: str = "") -> Game:
    """The last trick of a game; *calypsos* are some of those under way, such as ``C0:AKQ``."""
    variant = VARIANTS["partnership"]
    table = variant.table(CULBERTSON)
    held = tuple(map(parse_cards, hands.split(" / ")))
    given = {own.suit: own for own in map(Calypso.parse, calypsos.split())}
    own = tuple(tuple(given.get(c.suit, c) for c in of) for of in holdings(variant, table))
    plays = tuple(map(Play.parse, trick.split()))
    return Game(variant, table, NORTH, (), held, turn, plays, own, ((),) * len(held), history=plays)


def weighed(game: Game) -> dict[str, Weighed]:
    return {str(each.action): each for each in weigh(view(game, game.turn), Random(1), deals=8)}


def test_the_last_card_of_a_game_is_weighed_exactly() -> None:
    """West leads C2, North follows with C9, East ruffs with SK, South over-ruffs with DA.

    Table N=C E=S S=D W=H. C2 was the last card North's calypso lacked: 500 instead of 12
    cards at 20, and C9 begins the next, 280 more in all. DA begins South's (20), and SK
    goes to South's pile (10).
    """
    game = ending("- / - / DA / -", "W:C2 N:C9 E:SK", SOUTH, "C0:AKQJT9876543")
    (found,) = weighed(game).values()
    assert (found.behind, found.behind_error) == (0, 0)
    assert found.outlook == Outlook(
        wins=(0, 0, 1, 0),
        ruffs=(0, 1, 1, 0),
        gained=(2, 0, 1, 0),
        spoilt=(0, 1, 0, 0),
        side_completes=1,
        rivals_complete=0,
        rivals_ruff=1,
        card_built=(0, 0, 1, 0),
        trumps_kept=0,
        points=(280, 0, 30, 0),
        ruffs_later=(0, 0, 0, 0),
        takes_later={},
        wins_later={},
    )


def test_a_card_given_away_is_behind_the_one_that_wins_the_trick() -> None:
    """The three of diamonds is a lower ruff than East's king; everybody else has one diamond left.

    DA wins C2, C9 and DA (60) and SK (10); the last trick brings four diamonds (80).
    With D3, East wins SK (20) and three cards for the pile (30); the last trick, won
    by DA, brings 80 as well. So D3 is 120 behind, whoever holds which diamond.
    """
    game = ending("D4 / D5 / DA D3 / D6", "W:C2 N:C9 E:SK", SOUTH)
    high, low = weighed(game)["S:DA"], weighed(game)["S:D3"]
    assert (high.behind, low.behind, low.behind_error) == (0, 120, 0)
    assert (high.outlook.wins, low.outlook.wins) == ((0, 0, 1, 0), (0, 1, 0, 0))
    assert high.outlook.trumps_kept == low.outlook.trumps_kept == 1


@pytest.mark.parametrize(
    ("card", "gained", "spoilt"),
    [("D5", (0, 0, 0, 0), (0, 0, 4, 0)), ("DA", (0, 0, 3, 0), (0, 0, 1, 0))],
)
def test_a_card_thrown_after_a_calypso_that_has_it_is_counted_as_spoilt(
    card: str, gained: tuple[int, ...], spoilt: tuple[int, ...]
) -> None:
    """East's king of diamonds wins, or South's ace; South has a king and a five already."""
    game = ending(f"- / - / {card} / -", "W:D2 N:D9 E:DK", SOUTH, "D0:K5")
    (found,) = weighed(game).values()
    assert (found.outlook.gained, found.outlook.spoilt) == (gained, spoilt)


def test_a_trump_to_be_named_is_weighed_by_the_card_that_then_does_best() -> None:
    """North, with most of the hearts and no spade, does best to name hearts."""
    variant = VARIANTS["two"]
    game = new(variant, variant.table(CULBERTSON), SOUTH, Random(1))
    hearts = parse_cards("HA HA HA HA HK HK HK HK HQ HQ HQ HQ HJ HJ D7 D7")
    rest = list(variant.pack)
    for card in hearts:
        rest.remove(card)
    Random(2).shuffle(rest)
    game = replace(game, hands=(hearts, tuple(rest[:16])), stock=tuple(rest[16:]))
    best, other = weigh(view(game, NORTH), Random(1), deals=40)
    assert (str(best.action), str(other.action)) == ("N=H", "N=S")
    assert other.behind > 3 * other.behind_error > 0


def test_the_same_seed_repeats_the_figures_and_more_deals_narrow_them() -> None:
    variant = VARIANTS["partnership"]
    game = new(variant, variant.table(AKAGIRI), NORTH, Random(3))
    shown = view(game, game.turn)
    assert weigh(shown, Random(1), deals=10) == weigh(shown, Random(1), deals=10)
    few, many = (weigh(shown, Random(1), deals=deals) for deals in (10, 160))
    wide, narrow = (fmean(each.behind_error for each in found) for found in (few, many))
    assert narrow < wide / 2


def test_nothing_is_weighed_out_of_turn_or_in_one_deal() -> None:
    game = ending("C2 / S3 / D4 / H5", "", NORTH)
    with pytest.raises(ValueError, match="0 actions cannot be weighed"):
        weigh(view(game, EAST), Random(1), deals=10)
    with pytest.raises(ValueError, match="in 1 deals"):
        weigh(view(game, NORTH), Random(1), deals=1)


@pytest.mark.parametrize(
    ("form", "weights"),
    [
        ("partnership", [1, -1, 1, -1]),
        ("solo", [1, -1 / 3, -1 / 3, -1 / 3]),
        ("three", [1, -1 / 2, -1 / 2]),
        ("split", [1 / 2, -1, 1 / 2]),  # N scores N+S; E scores E+N, S scores S+E
        ("two", [1, -1]),
    ],
)
def test_points_weigh_as_they_count_for_the_player_less_the_mean_of_the_rivals(
    form: str, weights: list[float]
) -> None:
    assert weights_of(VARIANTS[form], 0) == pytest.approx(weights)


@FORMS
def test_a_calypso_is_worth_what_both_ends_are_worth_by_their_chance(variant: Variant) -> None:
    """All but one rank, and the last comes one time out of two: halfway between the ends."""
    worth, ranks = worth_of(variant), len(variant.ranks)
    held, none = (1 << ranks) - 2, [0.0] * ranks
    assert worth(held, 0, none) == 20 * (ranks - 1)
    assert worth(held, 1, none) == 500 + 20 * (ranks - 1)
    assert worth(held, 0, [0.5, *none[1:]]) == (20 * (ranks - 1) + 500) / 2
    assert worth(held, 1, [1.0, *none[1:]]) == 500 + 750
    whole = (500, 750, 1000, 1000)[: variant.packs]
    assert worth(0, variant.packs, none) == sum(whole)
    assert catching(variant)[0] == 0
    assert list(catching(variant)) == sorted(catching(variant))
