"""Every figure the coach names was counted in its deals, which the engine replays."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from statistics import fmean

import pytest

from engine.fast.bulk.rollouts import Courses, Worlds
from engine.game import Action, Game, play
from engine.players.expert import Option, Simulation, options
from engine.table import Seat
from engine.trick import play_of
from engine.variants import VARIANTS, Variant
from engine.view import view
from tests.benchmarks.coach import Fate, came_true, fate, games
from tutor.playing.coach import Advice, advise
from tutor.playing.coach_reasons import AVERAGES

SEED, DEALS = 5, 12


def dealt(game: Game, simulation: Simulation, given: Worlds, world: int) -> Game:
    """The position with the unseen cards as they lie in one of the simulated deals."""
    faces = simulation.position.stand.form.cards
    hands = [
        tuple(faces[card] for card in given.hands[world, seat, : len(held)].tolist())
        for seat, held in enumerate(game.hands)
    ]
    place = game.table.seats.index(game.turn)
    assert Counter(hands[place]) == Counter(game.hands[place])
    everything = Counter(card for cards in (*game.hands, game.stock) for card in cards)
    rest = everything - Counter(card for hand in hands for card in hand)
    assert rest.total() == len(game.stock)
    return replace(game, hands=tuple(hands), stock=tuple(rest.elements()))


def replayed(game: Game, found: Courses, simulation: Simulation, world: int) -> Fate:
    """What became of the first choice of *found* in a world, card by card by the engine."""
    faces, begun, positions = simulation.position.stand.form.cards, len(game.trick), [game]
    cards = found.cards[:, :, 0, world].ravel().tolist()[begun:]
    start = game
    for card in cards:
        game, _ = play(game, play_of(game.turn, faces[card]))
        positions.append(game)
    return fate(start, positions)


def mean(key: str, fates: Sequence[Fate], me: Seat) -> float:
    """The mean number of cards that a reason is about, counted in the first trick."""
    start = fates[0].before
    place = start.table.seats.index(me)
    ours, full = start.variant.counts[place], len(start.variant.ranks)

    def built(at: Game, *, own: bool) -> int:
        return sum(
            len(calypso.ranks) + full * calypso.completed
            for seat, calypsos in zip(at.table.seats, at.calypsos, strict=True)
            for calypso in calypsos
            if (seat in ours) == own
        )

    def spoilt(at: Game) -> int:
        builds = zip(at.table.seats, at.variant.builds_at(at.table), strict=True)
        suits = {suit for seat, own in builds if seat in ours for suit in own}
        return sum(card.suit in suits for pile in at.piles for card in pile)

    def kept(one: Fate) -> int:
        hand = Counter(start.hands[place])
        hand.subtract(play.card for play in one.first.plays[len(start.trick) :] if play.seat == me)
        return sum(n for card, n in hand.items() if card.suit == start.table.trump(me))

    counted: Mapping[str, Callable[[Fate], int]] = {
        "gains": lambda one: built(one.after, own=True) - built(one.before, own=True),
        "rivals-gain": lambda one: built(one.after, own=False) - built(one.before, own=False),
        "spoilt": lambda one: spoilt(one.after) - spoilt(one.before),
        "trumps-kept": kept,
        "trumps-left": kept,
    }
    return fmean(map(counted[key.removesuffix("-sure")], fates))


def shares(
    game: Game, advice: Advice, tried: Mapping[Action, Option]
) -> Iterator[tuple[str, float, object]]:
    """Of every figure that is named: what it is about, what is said, and what was counted."""
    simulation = Simulation(view(game, game.turn), Random(SEED), weighed=True)
    simulation.play(simulation.worlds(DEALS), list(tried.values()))  # by these it is picked
    given = simulation.worlds(DEALS)
    found = {action: simulation.play(given, [one]) for action, one in tried.items()}
    starts = [dealt(game, simulation, given, world) for world in range(DEALS)]
    best = advice.options[0].action
    for option in advice.options:
        fates = [
            {
                action: replayed(start, found[action], simulation, world)
                for action in {option.action, best}
            }
            for world, start in enumerate(starts)
        ]
        for reason in option.reasons:
            said = reason.facts.get("this")
            twice = any(
                fate[option.action].first.cards.count(option.action.card) > 1  # type: ignore[union-attr]
                for fate in fates
            )
            if isinstance(said, int) and reason.key not in AVERAGES and not twice:
                true = sum(came_true(reason, option, each) for each in fates)
                yield reason.key, said, round(100 * true / DEALS)
            if isinstance(said, int | float) and reason.key in AVERAGES:
                own = [each[option.action] for each in fates]
                yield reason.key, said, pytest.approx(mean(reason.key, own, game.turn))


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_every_figure_that_is_named_was_counted(variant: Variant) -> None:
    counted = 0
    for game in islice(games(variant, 3), 1, None, 2):
        seen = view(game, game.turn)
        tried = {option.action: option for option in options(seen)}
        for key, said, true in shares(game, advise(seen, SEED, DEALS), tried):
            counted += 1
            assert said == true, key
        if counted >= 12:
            break
    assert counted >= 12
