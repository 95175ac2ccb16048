"""Whole games in arrays play by the rules, by chance as the readable form does or as fitted."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import exp, log, prod
from random import Random

import numpy as np
import pytest

from engine.calypso import Calypso
from engine.cards import Card, parse_cards
from engine.fast import form_of, point_values
from engine.fast.bulk.board import deals, generator
from engine.fast.bulk.policy import fitted, fitted_form, habits, parts, shape
from engine.game import Game, legal, new, play
from engine.players.club import catching
from engine.players.expert import Simulation, options, position
from engine.rulebooks import CULBERTSON, RULEBOOKS
from engine.table import Table
from engine.trick import Play
from engine.variants import VARIANTS, Variant
from engine.view import Unseen, view
from tests.batches import actions, start
from tests.benchmarks.choices import begun, likely
from tests.benchmarks.expert_before import Simulation as Readable
from tests.dealing import deal
from tests.forms import IS_FITTED
from tests.makers import policies
from tests.makers.chosen_cards import ChosenCards, at_random, watched
from tests.makers.policies import fitted_to, games_of
from tests.makers.self_play import shuffled

FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)


def positions(variant: Variant, seed: int, count: int) -> Iterator[Game]:
    """Some positions with a choice, from games played at random."""
    rng = Random(seed)
    while count:
        table = rng.choice(variant.tables(rng.choice(RULEBOOKS)))
        game = new(variant, table, rng.choice(table.seats), rng)
        for _ in range(rng.randrange(variant.dealt * variant.deals - 12)):
            game, _ = play(game, rng.choice(legal(game)))
        if len(legal(game)) > 1:
            count -= 1
            yield game


def played_by_the_rules(variant: Variant, games: int, seed: int) -> int:
    """Replay games played as fitted through `engine.game.play`; count the cards."""
    cards = 0
    for rulebook in RULEBOOKS:
        rng = Random(f"{seed} {rulebook}")
        table = rng.choice(variant.tables(rulebook))
        policy = fitted(fitted_form(variant))
        batch = shuffled(variant, table, games, generator(rng))
        found = batch.play(ChosenCards(batch, policy, generator(rng)))
        for which in range(games):
            game = start(found, which)
            for action in actions(found, which):
                assert action in legal(game)
                game, _ = play(game, action)
                cards += 1
            assert game.over
    return cards


@FORMS
def test_every_card_a_policy_chooses_is_legal(variant: Variant) -> None:
    assert played_by_the_rules(variant, 2, 1) > 4 * variant.dealt * variant.deals - 1


@pytest.mark.soak
@FORMS
def test_every_card_a_policy_chooses_is_legal_in_ten_thousand_positions(variant: Variant) -> None:
    assert played_by_the_rules(variant, 40, 2) > 10_000


def apart(game: Game, seed: int, many: int, few: int) -> float:
    """By how many standard errors the means part: play by chance in arrays and card by card."""
    seen = view(game, game.turn)
    tried = options(seen)
    option = Random(seed).randrange(len(tried))
    bulk = Simulation(seen, Random(seed))
    bulk.policy = at_random()
    bulk.position = replace(  # valued as the readable form values: nothing foreseen by a policy
        bulk.position, catch=catching(seen.variant), prices=point_values(seen.variant)
    )
    values = bulk.play(bulk.worlds(many), [tried[option]]).value[0]
    readable = Readable(seen, Random(seed + 1))
    slow = np.array([readable.play(readable.world(), tried[option]).value for _ in range(few)])
    error = np.sqrt(values.var() / many + slow.var() / few)
    return float((values.mean() - slow.mean()) / error) if error else 0.0


@FORMS
def test_by_chance_the_means_are_those_of_the_readable_simulation(variant: Variant) -> None:
    """Eight positions: their squared distances in errors sum up to 8 or so, seldom to 26."""
    found = [apart(game, n, 600, 150) for n, game in enumerate(positions(variant, 4, 8))]
    assert sum(each**2 for each in found) < 26


def test_unseen_cards_are_dealt_as_often_every_way_as_one_by_one() -> None:
    """The first hand lacks suit 0, the second suit 1: both ways of dealing have the same odds."""
    unseen = Unseen([[0, 1, 2], [13, 14, 15], [26, 27]], [3, 3, 1, 1], [{0}, {1}, (), ()])
    many = 4_000
    rng = Random(3)
    slow = Counter(_way([sorted(hand) for hand in deal(unseen, rng)]) for _ in range(many))
    found = deals(unseen, many, np.random.default_rng(3))
    fast = Counter(
        _way([sorted(hand[number].tolist()) for hand in found]) for number in range(many)
    )
    assert set(slow) == set(fast)
    for way, often in slow.items():
        assert abs(often - fast[way]) < 5 * (2 * often) ** 0.5 + 5


def _way(hands: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    """What of a deal is compared: how many cards of each suit the hands have, and the last card."""
    counts = [
        tuple(sum(card // 13 == suit for card in hand) for suit in range(3)) for hand in hands
    ]
    return (*counts[:3], tuple(hands[3]))


@FORMS
def test_what_a_code_says_of_a_card_is_so(variant: Variant) -> None:
    """Whose suit, which rank, whether it is wanted, and whether it would win the trick now."""
    (game,) = games_of(variant, 1, 3)
    seen = watched([game])
    assert sum(one.leads for one in seen) > 10
    for one in seen:
        assert one.choices.legal[0, one.wanted[0].argmax()]
        assert one.wanted[0].sum() == 1
        assert one.choices.code.max() < np.prod(shape(leads=one.leads))
        numbers = np.unravel_index(one.choices.code[0], shape(leads=one.leads))
        relation, length = numbers[-5], numbers[-2]
        own = int((relation == 0).sum())
        assert set(length[relation == 0].tolist()) <= {min(own, 4) - 1}


@FORMS
def test_a_card_is_wanted_by_what_it_is_worth_to_the_calypso_of_its_suit(variant: Variant) -> None:
    """A copy brings its card, and its share of a calypso, whose worth is told in steps."""
    several = 0
    for game in positions(variant, 7, 40):
        seen = view(game, game.turn)
        form, players = form_of(variant, seen.table), begun(position(seen))
        unplayed = Counter([*seen.unseen, *seen.hand, *(one.card for one in seen.trick)])
        calypsos = {calypso.suit: calypso for own in seen.calypsos for calypso in own}
        for card in set(seen.hand):
            want = players.want[players.offset[form.number[card]]]
            calypso = calypsos.get(card.suit)
            if not calypso or card.rank in calypso.ranks:
                assert want == 0
                continue
            lacked = [Card(card.suit, r) for r in variant.ranks if r not in calypso.ranks]
            whole: float = point_values(variant).gain[calypso.completed]
            whole *= prod(1 - 0.5 ** unplayed[each] for each in lacked)
            step = min(15, max(0, 2 * log(whole))) if whole else 0
            missed = 0.5 ** (unplayed[card] - 1)
            points = missed * (20 + exp(int(step) / 2 + 0.25) / (1 - 0.5 ** unplayed[card]))
            assert want == 1 + sum(points > bound for bound in (15, 40, 80, 160)), (card, step)
            several += 1
    assert several > 40


def test_a_fit_foretells_the_choices_it_was_made_of_better_than_chance() -> None:
    games = list(games_of(VARIANTS["two"], 10, 5))
    found = fitted_to(games, 5, None)
    for name, leads in (("lead", True), ("follow", False)):
        told = found[f"{name}-fit"]
        assert told["likelihood"] > told["by-chance"]
        sizes = [np.prod([shape(leads=leads)[at] for at in part]) for part in parts(leads=leads)]
        assert [len(part) for part in found[name]] == sizes


def test_how_the_expert_values_cards_moves_a_fit_towards_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(policies, "DEALS", 4)
    monkeypatch.setattr(policies, "HELD_OUT", 2)
    (game, other) = games_of(VARIANTS["three"], 2, 5)
    shares = policies.valued(game, Random(1))
    assert all(max(each.values(), default=1) == 1 for each in shares)
    assert sum(len(each) > 1 for each in shares) > 50
    before = policies.known()["three"]
    after = fitted_to([game, other], 5, before)
    assert after["after"]["games"] == before["games"]
    assert (after["level"], after["lead"] != before["lead"]) == ("expert", True)


@IS_FITTED
def test_what_stands_in_the_file_says_what_it_was_fitted_to(variant: Variant) -> None:
    for policy in (fitted(variant.id), habits(variant.id)):
        assert policy.lead.size == np.prod(shape(leads=True))
        assert policy.follow.size == np.prod(shape(leads=False))
        assert (policy.lead > 0).all()


def test_who_counts_anothers_points_lets_that_player_win() -> None:
    """South counts East's points too, and can keep out of a trick that East's trump wins."""
    variant = VARIANTS["split"]
    table = Table.parse("N=D E=C S=H", CULBERTSON)
    held = tuple(map(parse_cards, ("D2 D3 D4", "C3 D5 D6", "C6 CA H2 H3")))
    trick = tuple(map(Play.parse, ("N:C5", "E:C7")))
    own = tuple((Calypso(suit),) for suit in table.trumps)
    game = Game(
        variant,
        table,
        table.seats[0],
        (),
        held,
        table.seats[2],
        trick,
        own,
        ((),) * 3,
        history=trick,
    )
    shares = likely(
        Simulation(view(game, game.turn), Random(1)).position, fitted(fitted_form(game.variant))
    )
    number = form_of(variant, table).number
    low, high = (shares[number[card]] for card in parse_cards("C6 CA"))
    assert low > 0.8 > 0.2 > high
