"""What is true of every game, whoever plays it: used over seeded games."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from engine.calypso import Calypso, placements
from engine.cards import Card, sort_cards
from engine.game import (
    Action,
    ClaimRevoke,
    Conduct,
    Game,
    IllegalAction,
    legal,
    new,
    play,
    verify,
)
from engine.rulebooks import RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.score import penalties, sheets, totals
from engine.table import Seat
from engine.trick import Play, Ruling
from engine.variants import VARIANTS, Variant
from engine.view import hidden, view
from tests.dealing import deal

GAMES = tuple(product(VARIANTS.values(), RULEBOOKS, Conduct))
"""Every kind of game: form, rulebook and conduct."""

EVERY = pytest.mark.parametrize(("variant", "rulebook", "conduct"), GAMES, ids=str)


def lawful_game(variant: Variant, rulebook: Rulebook, conduct: Conduct, seed: int) -> list[Game]:
    """Play a seeded game to the end; check every law at every step; give every position.

    Where the table lets revokes pass, one card in ten is any card of the hand, and the
    others claim what they can.
    """
    rng = Random(seed)
    table = rng.choice(variant.tables(rulebook))
    game = new(variant, table, rng.choice(table.seats), rng, conduct=conduct)
    positions = [game]
    cards_are_conserved(game)
    while not game.over:
        action = chosen(game, rng)
        before = game
        game, ruling = play(game, action)
        cards_are_conserved(game)
        the_step_follows_the_rules(before, action, game, ruling)
        positions.append(game)
    the_end_adds_up(game)
    return positions


def chosen(game: Game, rng: Random) -> Action:
    """A legal action; at a careless table, now and then a revoke or a claim."""
    actions = legal(game)
    assert actions, "a game that is not over has a legal action"
    for action in actions:
        verify(game, action)
    if game.conduct == Conduct.STRICT or game.unnamed:
        return rng.choice(actions)
    if rng.random() < 0.1:
        hand = game.hands[game.table.seats.index(game.turn)]
        return Play(game.turn, rng.choice(hand))
    if rng.random() < 0.1 and game.revokes:
        revoke = rng.choice(game.revokes)
        claim = ClaimRevoke(rng.choice(game.table.seats), revoke.seat, revoke.led, revoke.deal)
        try:
            verify(game, claim)
        except IllegalAction as error:
            assert error.rule == Rule.REVOKE_CLAIM  # noqa: PT017 - either way is lawful
        else:
            return claim
    return rng.choice(actions)


def dealt_anew(game: Game, seat: Seat, rng: Random) -> Game:
    """The game with the cards that *seat* does not see dealt in another way that could be."""
    shown = view(game, seat)
    cards = [[card for card in shown.unseen if card.suit == suit] for suit in game.variant.suits]
    *hands, stock = deal(hidden(shown, cards), rng)
    hands[shown.place] = list(shown.hand)
    ordered = tuple(map(sort_cards, hands))
    return replace(game, hands=ordered, stock=tuple(stock), start=None)


def in_calypso(calypso: Calypso, variant: Variant) -> list[Card]:
    ranks = (*calypso.ranks, *variant.ranks * calypso.completed)
    return [Card(calypso.suit, rank) for rank in ranks]


def cards_are_conserved(game: Game) -> None:
    """Hands, stock, trick, calypsos and piles are the pack, always."""
    found = Counter(game.stock)
    for part in (*game.hands, *game.piles, [made.card for made in game.trick]):
        found.update(part)
    for own in game.calypsos:
        for calypso in own:
            found.update(in_calypso(calypso, game.variant))
    assert found == Counter(game.variant.pack)


def the_step_follows_the_rules(
    before: Game, action: Action, after: Game, ruling: Ruling | None
) -> None:
    assert after.history == (*before.history, action)
    if not isinstance(action, Play):
        assert ruling is None
        assert (after.turn, after.trick, after.hands) == (before.turn, before.trick, before.hands)
        return
    seats, turn = before.table.seats, before.turn
    hand = before.hands[seats.index(turn)]
    led = before.trick[0].card.suit if before.trick else None
    could_follow = any(card.suit == led for card in hand)
    revoked = could_follow and action.card.suit != led
    assert action.seat == turn
    assert len(after.revokes) - len(before.revokes) == revoked
    if before.conduct == Conduct.STRICT:
        assert not revoked, "everyone follows suit if able"
        for card in set(hand) if could_follow else ():
            if card.suit != led:
                with pytest.raises(IllegalAction) as error:
                    verify(before, Play(turn, card))
                assert error.value.rule == Rule.FOLLOW_SUIT
    if len(before.trick) + 1 < before.variant.trick:
        assert ruling is None
        assert after.turn == before.table.left_of(turn)
    else:
        assert ruling is not None
        a_trick_has_one_winner(before, after, ruling)


def a_trick_has_one_winner(before: Game, after: Game, ruling: Ruling) -> None:
    """The winner leads to the next trick; after a deal, the player left of the dealer."""
    winner, seats = ruling.winning.seat, before.table.seats
    assert after.trick == ()
    assert len(ruling.trick.plays) == before.variant.trick
    assert after.turn == (
        winner if after.deal == before.deal else after.table.left_of(after.dealer)
    )
    grown = [len(pile) - len(then) for then, pile in zip(before.piles, after.piles, strict=True)]
    spots = placements(before.variant, before.table, before.calypsos, ruling.trick.cards, winner)
    unused = sum(spot.builder is None for spot in spots)
    assert grown == [unused if seat == winner else 0 for seat in seats]
    fed = before.variant.feeds[seats.index(winner)]
    for seat, then, calypso in zip(seats, before.calypsos, after.calypsos, strict=True):
        assert then == calypso or seat in fed


def the_end_adds_up(game: Game) -> None:
    """Calypsos and piles are the pack, and the sheets are their points."""
    variant, full = game.variant, len(game.variant.ranks)
    own = [calypso for of_seat in game.calypsos for calypso in of_seat]
    assert len(variant.pack) == (
        full * sum(calypso.completed for calypso in own)
        + sum(len(calypso.ranks) for calypso in own)
        + sum(map(len, game.piles))
    )
    assert all(calypso.completed <= variant.packs for calypso in own)
    points = [sheet.total for sheet in sheets(game)]
    for place, seat in enumerate(game.table.seats):
        counted = sum(points[game.table.seats.index(seat)] for seat in variant.counts[place])
        fines = [line.points for line in penalties(game, seat).lines]
        assert totals(game)[place] == counted + sum(fines)
        assert all(points % 260 == 0 for points in fines)
        assert bool(fines) <= bool(game.claimed)
    assert legal(game) == ()
