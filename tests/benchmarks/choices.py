"""What the expert's choices are worth beside those of others, at far less noise than a match.

Two players meet over the same packs with sides exchanged, as in `bots`. But not the score is
counted, in which luck drowns everything: every choice of a card is weighed in deals of the
unseen cards, all players playing on as the simulations have it (`Simulation`), and its worth
above the mean of what the policy would have played is added up. Along a deal these gains add
up to the difference of the score, but for the luck of how the unseen cards lie; so of four
packs the error is about that of sixty in `bots`. What it takes for granted is that the unseen
cards lie as often as they are dealt, and that good play is what the simulations play.
"""

from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, stdev

import numpy as np

from engine.fast.bulk.choices import Players
from engine.fast.bulk.policy import Policy, fitted, fitted_form
from engine.fast.bulk.rollouts import Doubles, KnownPosition
from engine.game import new, play
from engine.players.contest import PLAYERS, Player, seatings
from engine.players.expert import Simulation, options
from engine.rulebooks import CULBERTSON
from engine.trick import Play
from engine.variants import VARIANTS, Variant
from engine.view import View, legal, view
from tests.benchmarks.bots import OVER_BEFORE, OVER_CLUB, Clock
from tests.benchmarks.expert_before import choose_before

WORLDS = 128
"""In so many deals of the unseen cards every card of a decision is weighed."""

PACKS = 4
OTHERS: dict[str, Player] = {"before": choose_before, "club": PLAYERS["club"]}
MATCHES = (*((form, "before") for form in VARIANTS), *((form, "club") for form in VARIANTS))


def begun(at: KnownPosition) -> Players:
    """The players of one position, who have seen the trick under way."""
    board = at.board(1)
    hands = np.zeros((board.seats, max(at.stand.held)), np.uint8)
    hands[at.stand.me, : len(at.stand.hand)] = at.stand.hand
    players = Players(board, hands, np.array(at.unplayed))
    leader = np.full(1, at.stand.leader, np.uint8)
    players.out[:] = at.out
    players.begin(leader)
    for place, card in enumerate(at.stand.begun):
        players.play(place, board.seat_after(leader, place), np.full(1, card, np.uint8))
    return players


def likely(at: KnownPosition, policy: Policy) -> dict[int, float]:
    """How likely the policy is to play each card of the hand."""
    players = begun(at)
    place, seat = len(at.stand.begun), np.full(1, at.stand.me, np.uint8)
    cards = players.held(seat, len(at.stand.hand))
    found = players.choices(place, seat, cards)
    weights = found.legal / (policy.follow if place else policy.lead)[found.code]
    shares = dict.fromkeys(cards[0].tolist(), 0.0)
    for card, weight in zip(cards[0].tolist(), weights[0].tolist(), strict=True):
        shares[card] += weight / float(weights.sum())
    return shares


def gain(seen: View, action: Play, rng: Random) -> float:
    """How many points more a card is worth than what the policy would have played."""
    simulation, tried = Simulation(seen, rng), options(seen)
    values: Doubles = simulation.play(simulation.worlds(WORLDS), tried).value.mean(1)
    shares = likely(simulation.position, fitted(fitted_form(seen.variant)))
    mean = sum(shares[one.card] * value for one, value in zip(tried, values, strict=True))
    return float(values[[one.action for one in tried].index(action)] - mean)


def deals(variant: Variant, players: tuple[Player, Player], packs: int) -> Iterator[float]:
    """By deal of every pack, how much more the first's choices gained than the second's."""
    partners = max(map(len, variant.feeds))
    for number in range(packs):
        gained = np.zeros(variant.deals)
        for seating in seatings(variant):
            table = variant.table(CULBERTSON)
            dealer = table.seats[number % len(table.seats)]
            game = new(variant, table, dealer, Random(f"choices {number}"))
            luck = Random(f"choices {number} luck")
            while not game.over:
                which, seen = seating[table.seats.index(game.turn)], view(game, game.turn)
                action = players[which](seen, luck)
                actions = set(legal(seen))
                if len(actions) > 1 and all(isinstance(one, Play) for one in actions):
                    assert isinstance(action, Play)
                    seats = seating.count(which) / partners
                    worth = gain(seen, action, Random(f"judge {number} {len(game.history)}"))
                    gained[game.deal - 1] += (worth if which == 0 else -worth) / seats
                game, _ = play(game, action)
        yield from (gained / len(seatings(variant))).tolist()


def main(packs: int = PACKS) -> int:
    """Print the figures; say whether the expert's choices are worth what is wanted."""
    good = True
    for form, other in MATCHES:
        expert = Clock()
        found = list(deals(VARIANTS[form], (expert, OTHERS[other]), packs))
        wanted = (OVER_BEFORE if other == "before" else OVER_CLUB) if form == "partnership" else 0
        print(
            f"  expert over {other:<6} {form:<11} {fmean(found):+5.0f} "
            f"± {stdev(found) / sqrt(len(found)):2.0f} points a deal over {packs} packs, "
            f"wanted {wanted}; a decision {1000 * expert.slowest(0.5):.0f} ms, "
            f"99 of 100 within {1000 * expert.slowest(0.99):.0f} ms",
            flush=True,
        )
        good &= fmean(found) >= wanted
    return int(not good)
