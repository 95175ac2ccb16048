"""A match shows what may be seen at the table, and in practice more."""

from dataclasses import replace

import pytest

from engine.cards import Suit, fan_cards, parse_cards, print_cards
from engine.game import Conduct, Game, legal, markers
from engine.rulebooks import CULBERTSON
from engine.score import totals
from engine.table import Seat, Table
from engine.trick import Play
from tests.playing import EVERY, PRACTICE, TABLE, a_trick_waits, agreed, stage, to_act, whole
from tutor.playing.agreement import Manner
from tutor.playing.knowledge import HandOrder, Phase, Seen, deal_over, phase_of, seen, sorted_hand
from tutor.playing.match import Match, continue_, mark
from tutor.playing.match_text import parse_match, print_match

NORTH, EAST, SOUTH, WEST = Seat
CLUBS, DIAMONDS, HEARTS, SPADES = Suit


@EVERY
def test_nothing_hidden_is_shown(form: str, manner: Manner) -> None:
    for match in whole(form, manner)[:-1:5]:
        if match.game.over:
            continue
        looked = seen(match)
        backs = [held for held in looked.hands if held.cards is None]
        assert [held.seat for held in looked.hands if held.cards is not None] == [match.setup.seat]
        assert len(backs) == len(match.game.table.seats) - 1
        opened = seen(match, open_hands=True)
        if manner == TABLE:
            assert opened == looked, "by table rules no hand is opened"
            assert not match.may_replay
        else:
            assert all(held.cards is not None for held in opened.hands)
            assert match.may_replay


def test_a_seen_match_holds_no_game() -> None:
    match = stage("partnership", TABLE, 20)
    hidden = {id(part) for part in (match.game, match.game.stock, *match.game.hands)}
    looked = seen(match)
    parts = [getattr(looked, name) for name in Seen.__slots__]
    mine = id(match.game.hands[match.setup.place])
    assert not {id(part) for part in parts} & (hidden - {mine})
    assert not any(isinstance(part, Game | Match) for part in parts)


@EVERY
def test_what_is_seen_agrees_with_the_engine(form: str, manner: Manner) -> None:
    for match in whole(form, manner)[::6]:
        looked, game = seen(match), match.game
        assert looked.calypsos == game.calypsos
        assert looked.piles == tuple(map(len, game.piles))
        # Of a trick that lies there the cards stand in the rows already: the points are with them.
        assert looked.totals == totals(game)
        if a_trick_waits(match):
            continue
        assert looked.trick == game.trick
        assert looked.dealer == game.dealer
        assert [held.count for held in looked.hands] == [len(hand) for hand in game.hands]
        assert looked.turn == (None if game.over else game.turn)
        if manner == PRACTICE:
            assert looked.markers == markers(game)
        if looked.phase == Phase.PLAY:
            strict = replace(game, conduct=Conduct.STRICT)
            may = [it for it in legal(strict) if isinstance(it, Play)]
            assert list(dict.fromkeys(looked.legal)) == [it.card for it in may]


def test_markers_are_kept_by_hand_by_table_rules_until_the_deal_is_over() -> None:
    match = stage("partnership", TABLE, 10)
    marked = mark(mark(match, EAST, HEARTS), NORTH, CLUBS)
    looked = seen(marked)
    assert not looked.marks_itself
    assert looked.markers[1] == {HEARTS}
    assert seen(mark(marked, EAST, HEARTS)).markers[1] == frozenset()
    assert parse_match(print_match(marked)) == marked
    last = next(it for it in whole("partnership", TABLE) if deal_over(it))
    assert continue_(mark(last, EAST, HEARTS)).extras.marks == frozenset()
    early = next(it for it in whole("partnership", TABLE) if a_trick_waits(it))
    assert continue_(mark(early, EAST, HEARTS)).extras.marks == {(EAST, HEARTS)}
    with pytest.raises(ValueError, match="no marker"):
        mark(stage("three", TABLE, 3), WEST, HEARTS)


def test_a_hand_is_sorted_as_the_learner_wants_it() -> None:
    setup = agreed()  # the learner is West and has hearts, partner East spades
    cards = parse_cards("C2 D3 HA S4 CK H2 ST")

    def shown(order: HandOrder) -> list[str]:
        groups = sorted_hand(cards, order, setup, setup.table)
        return [" ".join(map(str, group)) for group in groups]

    assert shown(HandOrder.OWN_FIRST) == ["HA H2", "ST S4", "CK C2", "D3"]
    assert shown(HandOrder.SUITS) == ["ST S4", "HA H2", "CK C2", "D3"]
    assert " ".join(shown(HandOrder.SUITS)) == print_cards(fan_cards(cards)), (
        "a drill holds it otherwise"
    )
    assert shown(HandOrder.RANKS) == ["HA CK ST S4 D3 H2 C2"]
    assert sorted_hand((), HandOrder.RANKS, setup, setup.table) == ()


def test_in_calypso_for_two_the_named_trump_comes_first_then_the_other_own_suit() -> None:
    setup = agreed("two")  # the learner is South with diamonds and clubs
    table = Table((NORTH, SOUTH), (SPADES, CLUBS), CULBERTSON)
    groups = sorted_hand(parse_cards("S7 H8 D9 CA"), HandOrder.OWN_FIRST, setup, table)
    assert [group[0].suit for group in groups] == [CLUBS, DIAMONDS, SPADES, HEARTS]


def test_in_calypso_for_two_trumps_are_named_first_and_changed_later() -> None:
    stages = whole("two", PRACTICE)
    naming = [it for it in stages if phase_of(it) == Phase.NAME]
    assert len(naming) == 1
    looked = seen(naming[0])
    assert set(looked.may_name) == {DIAMONDS, CLUBS}
    assert looked.legal == ()
    changing = [seen(it) for it in to_act(stages)]
    offered = {looked.may_name for looked in changing}
    assert () in offered
    assert {(DIAMONDS,), (CLUBS,)} & offered, "only the other own suit"
    assert all(looked.may_name != (looked.table.trump(SOUTH),) for looked in changing)
