"""Games played by the thousand are games of Calypso: replayed card by card, they come out alike."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from engine.calypso import placements
from engine.fast.bulk.games import Playouts, notes_by_game, parted, playouts, roles
from engine.fast.bulk.tricks import PLACED, RULED, UNUSED
from engine.game import Game, NameTrump, legal, play
from engine.rulebooks import RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.score import totals
from engine.table import Seat
from engine.trick import Play, Role, dissents
from engine.variants import VARIANTS, Variant
from tests.batches import actions, gather, start
from tests.samples import paired

FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
BOOKS = pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)


def batch(variant: Variant, rulebook: Rulebook, games: int, seed: int) -> Playouts:
    """Games at one of the tables the form allows, dealt first by one of its seats."""
    choose = Random(f"{variant} {rulebook} {seed}")
    table = choose.choice(variant.tables(rulebook))
    return playouts(variant, table, choose.choice(table.seats), games, np.random.default_rng(seed))


def replay(found: Playouts, which: int) -> tuple[Game, int]:
    """Replay a game by the readable engine and compare every trick; count calypsos begun anew."""
    game, trick, started, faces = start(found, which), 0, 0, found.form.cards
    for action in actions(found, which):
        before = game
        game, ruling = play(game, action)
        if ruling is None:
            continue
        rulings = found.rulings
        winner = ruling.winning.seat
        assert faces[found.cards[trick, 0, which]] == ruling.trick.lead.card
        assert game.table.seats[found.winners()[trick, which]] == winner
        assert rulings.winner[trick, which] == ruling.winner
        assert RULED[rulings.rule[trick, which]] == ruling.rule
        assert tuple(Role)[rulings.role[trick, which]] == ruling.roles[ruling.winner]
        assert rulings.ruffs[trick, which] == min(ruling.roles.count(Role.RUFF), 2)
        assert rulings.tied[trick, which] == (Rule.FIRST_OF_EQUALS in ruling.notes)
        assert found.tables[found.trumps[trick, which]] == ruling.table
        cards = ruling.trick.cards
        went = placements(found.variant, ruling.table, before.calypsos, cards, winner)
        assert [PLACED[code] for code in found.placed[trick, :, which]] == [p.rule for p in went]
        pile = found.placed[trick, :, which] >= UNUSED
        lost = Counter(card for card, gone in zip(cards, pile, strict=True) if gone)
        place = game.table.seats.index(winner)
        assert lost == Counter(game.piles[place][len(before.piles[place]) :])
        started += any(placement.rule == Rule.SAME_TRICK_STARTS_NEXT for placement in went)
        trick += 1
    assert trick == len(found.cards)
    return game, started


def assert_ends_alike(found: Playouts, which: int, game: Game) -> None:
    ranks = found.variant.ranks
    assert game.over
    assert tuple(map(len, game.piles)) == tuple(found.piles[which])
    assert totals(game) == tuple(found.totals[which])
    row = [calypso for own in game.calypsos for calypso in own]
    assert [calypso.completed for calypso in row] == found.completed[which].tolist()
    for calypso, bits in zip(row, found.building[which].tolist(), strict=True):
        assert calypso.ranks == {rank for place, rank in enumerate(ranks) if bits >> place & 1}


@pytest.mark.parametrize(("variant", "rulebook"), paired(VARIANTS.values(), RULEBOOKS))
def test_games_of_a_batch_replay_to_the_same_tricks_calypsos_piles_and_totals(
    variant: Variant, rulebook: Rulebook
) -> None:
    for seed in range(3):
        found = batch(variant, rulebook, 64, seed)
        for which in range(0, 64, 8):
            game, _ = replay(found, which)
            assert_ends_alike(found, which, game)


@FORMS
def test_calypsos_finished_and_begun_by_one_trick_replay_alike(variant: Variant) -> None:
    found = batch(variant, RULEBOOKS[0], 1024, 9)
    rare = PLACED.index(Rule.SAME_TRICK_STARTS_NEXT)
    chosen = np.flatnonzero((found.placed == rare).any((0, 1)))[:12]
    richest = np.argsort(found.completed.sum(1))[-4:]
    assert len(chosen)
    for which in chosen.tolist():
        game, started = replay(found, which)
        assert started
        assert_ends_alike(found, which, game)
    for which in richest.tolist():
        game, _ = replay(found, which)
        assert_ends_alike(found, which, game)
        assert sum(own.completed for held in game.calypsos for own in held) >= min(3, variant.packs)


@FORMS
def test_every_card_ends_in_a_calypso_or_a_pile(variant: Variant) -> None:
    found = batch(variant, RULEBOOKS[0], 2000, 1)
    building = np.bitwise_count(found.building).sum(1)
    cards = found.completed.sum(1) * len(variant.ranks) + building + found.piles.sum(1)
    assert (cards == len(variant.pack)).all()
    assert np.array_equal(np.sort(found.cards.reshape(-1, 2000), 0), np.sort(found.packs.T, 0))


@FORMS
def test_a_seed_repeats_a_batch_card_by_card_and_another_does_not(variant: Variant) -> None:
    one, same = (batch(variant, RULEBOOKS[0], 16, 5) for _ in range(2))
    other = playouts(variant, one.table, one.dealer, 16, np.random.default_rng(6))
    assert np.array_equal(one.packs, same.packs)
    assert np.array_equal(one.cards, same.cards)
    assert np.array_equal(one.named, same.named)
    assert np.array_equal(one.totals, same.totals)
    assert not np.array_equal(one.cards, other.cards)


@FORMS
@pytest.mark.parametrize("games", [50, pytest.param(200, marks=pytest.mark.soak)])
def test_random_games_in_bulk_and_one_by_one_come_to_the_same_averages(
    variant: Variant, games: int
) -> None:
    """A sample: that single games are the same trick by trick, their replays show."""
    found = batch(variant, RULEBOOKS[1], 4096, 3)
    rng, tricks, points = Random(8), list[int](), list[int]()
    for which in range(games):
        game, won = start(found, which), 0
        while actions := legal(game):
            held = Counter(game.hands[game.table.seats.index(game.turn)])
            copies = [held[one.card] if isinstance(one, Play) else 1 for one in actions]
            game, ruling = play(game, *rng.choices(actions, copies))
            won += ruling is not None and ruling.winning.seat == game.table.seats[0]
        tricks.append(won)
        points.append(totals(game)[0])
    ours, theirs = found.totals[:, 0], np.array(points)
    error = (ours.var() / len(ours) + theirs.var() / games) ** 0.5
    assert abs(ours.mean() - theirs.mean()) < 4.5 * error
    mine, yours = (found.winners() == 0).sum(0), np.array(tricks)
    error = (mine.var() / len(mine) + yours.var() / games) ** 0.5
    assert abs(mine.mean() - yours.mean()) < 4.5 * error


def test_every_card_that_follows_suit_is_as_likely_as_any_other() -> None:
    found = batch(VARIANTS["partnership"], RULEBOOKS[0], 40_000, 2)
    suit, led = np.array(found.form.suit), found.cards[0, 0]
    held = np.sort(found.packs[:, 1:52:4], axis=1)  # dealt second, plays second
    played = found.cards[0, 1]
    follows = suit[held] == suit[led][:, None]
    different = (np.diff(held, axis=1) > 0).all(1)
    some = different & (follows.sum(1) == 3)
    below = (follows & (held < played[:, None])).sum(1)[some]
    expected = len(below) / 3
    assert expected > 1000
    for place in range(3):
        assert abs((below == place).sum() - expected) < 5 * expected**0.5


def test_every_card_in_hand_is_as_likely_to_be_led_late_in_a_deal_too() -> None:
    found = batch(VARIANTS["solo"], RULEBOOKS[0], 4000, 3)
    suit, seats = found.form.suit, len(found.table.seats)
    first = (found.table.seats.index(found.dealer) + 1) % seats
    led, expected, spread = 0, 0.0, 0.0
    for which in range(len(found.packs)):
        leader = int(found.leaders[8, which])
        left = Counter(found.packs[which, (leader - first) % seats : 52 : seats].tolist())
        for trick in range(8):
            place = (leader - int(found.leaders[trick, which])) % seats
            left[int(found.cards[trick, place, which])] -= 1
        share = sum(n for card, n in left.items() if suit[card] == 0) / 5
        assert left.total() == 5
        led += suit[found.cards[8, 0, which]] == 0
        expected += share
        spread += share * (1 - share)
    assert abs(led - expected) < 4.5 * spread**0.5


def test_trumps_are_named_first_and_changed_only_where_the_rules_allow_it() -> None:
    found = batch(VARIANTS["two"], RULEBOOKS[0], 512, 4)
    named, lost = found.named >= 0, found.rulings.winner % 2 == 1
    assert named[0, :2].all()
    assert not named[0, 2:].any()
    assert not named[1:, 1:].any()
    assert not named[1:, 0][~lost[:-1]].any()
    changed = named[1:, 0][lost[:-1]].mean()
    # One choice more than cards: 15 … 1 and, from the second hand on, 17 in its first trick.
    left = [16 - 2 * (trick % 8) for trick in range(1, 32)]
    expected = np.average([1 / (cards + 1) for cards in left], weights=lost[:-1].sum(1))
    assert abs(changed - expected) < 5 * (expected / lost[:-1].sum()) ** 0.5


def test_a_log_holds_only_legal_actions() -> None:
    found = batch(VARIANTS["two"], RULEBOOKS[0], 8, 6)
    for which in range(8):
        game, kinds = start(found, which), Counter[type]()
        for action in actions(found, which):
            assert action in legal(game)
            kinds[type(action)] += 1
            game, _ = play(game, action)
        assert kinds[Play] == 128
        assert kinds[NameTrump] >= 2


def test_what_cannot_be_played_is_refused() -> None:
    three, four = VARIANTS["three"], VARIANTS["partnership"]
    table, rng = three.table(RULEBOOKS[0]), np.random.default_rng(1)
    with pytest.raises(ValueError, match="no dealer West"):
        playouts(three, table, Seat.WEST, 1, rng)
    with pytest.raises(ValueError, match="partnership has the seats"):
        playouts(four, table, Seat.NORTH, 1, rng)
    with pytest.raises(ValueError, match="at least one game, not 0"):
        playouts(three, table, Seat.NORTH, 0, rng)


def test_a_single_game_is_a_batch_too() -> None:
    found = batch(VARIANTS["partnership"], RULEBOOKS[0], 1, 3)
    game, _ = replay(found, 0)
    assert_ends_alike(found, 0, game)


@FORMS
def test_games_played_elsewhere_are_gathered_into_the_same_arrays(variant: Variant) -> None:
    found = batch(variant, RULEBOOKS[1], 6, 11)
    games = []
    for which in range(6):
        game = start(found, which)
        for action in actions(found, which):
            game, _ = play(game, action)
        games.append(game)
    again = gather(games)
    for name in ("packs", "cards", "named", "leaders", "trumps", "placed", "completed", "building"):
        assert np.array_equal(getattr(again, name), getattr(found, name)), name
    assert np.array_equal(again.rulings.rule, found.rulings.rule)
    assert np.array_equal(again.totals, found.totals)


def test_games_that_are_not_alike_or_not_over_are_not_gathered() -> None:
    three, split = (batch(VARIANTS[form], RULEBOOKS[0], 1, 1) for form in ("three", "split"))
    games = []
    for found in (three, split):
        game = start(found, 0)
        for action in actions(found, 0):
            game, _ = play(game, action)
        games.append(game)
    with pytest.raises(ValueError, match="alike"):
        gather(games)
    with pytest.raises(ValueError, match="finished games"):
        gather([games[0], start(three, 0)])
    with pytest.raises(ValueError, match="finished games"):
        gather([])


@FORMS
@BOOKS
def test_notes_roles_and_disputes_are_those_of_the_readable_ruling(
    variant: Variant, rulebook: Rulebook
) -> None:
    found = batch(variant, rulebook, 400, 12)
    what, differ = roles(found), parted(found)
    noted = notes_by_game(found, what)
    disputed = np.flatnonzero(differ.any(0))[:4].tolist()
    assert bool(disputed) == (len(variant.seats) > 2)
    for which in [*range(4), *disputed]:
        game, trick = start(found, which), 0
        for action in actions(found, which):
            game, ruling = play(game, action)
            if ruling:
                assert tuple(tuple(Role)[code] for code in what[trick, :, which]) == ruling.roles
                assert {rule for rule in noted if noted[rule][trick, which]} == set(ruling.notes)
                assert differ[trick, which] == bool(dissents(ruling))
                trick += 1
