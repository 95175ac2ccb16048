"""Every chance the coach names is how often it happened in deals that the engine replays."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine.fast.bulk.rollouts import Courses, Worlds
from engine.game import Action, Game, play
from engine.players.simulation import Option, Simulation, options
from engine.trick import play_of
from engine.variants import VARIANTS, Variant
from engine.view import view
from tests.benchmarks.coach import Fate, came_true, fate, games
from tutor.playing.coach import Advice, advise

SEED, DEALS = 5, 12


def dealt(game: Game, simulation: Simulation, given: Worlds, world: int) -> Game:
    """The position with the unseen cards as they lie in one of the simulated deals."""
    faces = simulation.standing.form.cards
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
    faces, begun, positions = simulation.standing.form.cards, len(game.trick), [game]
    cards = found.cards[:, :, 0, world].ravel().tolist()[begun:]
    start = game
    for card in cards:
        game, _ = play(game, play_of(game.turn, faces[card]))
        positions.append(game)
    return fate(start, positions)


def shares(
    game: Game, advice: Advice, tried: Mapping[Action, Option]
) -> Iterator[tuple[str, int, float]]:
    """Of every chance that is named: what it is about, what is said, and what was counted."""
    simulation = Simulation(view(game, game.turn), Random(SEED))
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
            if isinstance(said, int) and not twice:
                true = sum(came_true(reason, option, each) for each in fates)
                yield reason.key, said, 100 * true / DEALS


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_every_chance_that_is_named_was_counted(variant: Variant) -> None:
    counted = 0
    for game in islice(games(variant, 3), 1, None, 2):
        seen = view(game, game.turn)
        tried = {option.action: option for option in options(seen)}
        for key, said, true in shares(game, advise(seen, SEED, DEALS), tried):
            counted += 1
            assert said == round(true), key
        if counted >= 12:
            break
    assert counted >= 12
