"""A match is played, paused, taken back, and played on; revokes are found."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import cycle, pairwise

import pytest

from engine.cards import Card, Suit, fan_cards
from engine.game import ClaimRevoke, IllegalAction, plays
from engine.players import Level
from engine.record import positions
from engine.rules import Rule
from engine.table import Seat
from engine.trick import Play
from engine.variants import VARIANTS
from tests.forms import PUBLISHED
from tests.playing import (
    EVERY,
    FORMS,
    PRACTICE,
    TABLE,
    a_trick_waits,
    agreed,
    holds,
    must_follow,
    played,
    stage,
    to_act,
    whole,
)
from tutor.playing.account import refusal, sheet
from tutor.playing.agreement import Manner
from tutor.playing.knowledge import Phase, deal_over, phase_of, seen
from tutor.playing.match import (
    Match,
    act,
    begin,
    can_take_back,
    claim,
    continue_,
    hinted,
    partner_is_due,
    run,
    step,
    take_back,
    tricks_taken,
)
from tutor.playing.match_text import parse_match, print_match
from tutor.playing.novices import revokers
from tutor.playing.replay import deal_starts

NORTH, EAST, SOUTH, WEST = Seat
CLUBS, DIAMONDS, HEARTS, SPADES = Suit


# ------------------------------------------------------------------------ playing on


@EVERY
def test_a_whole_game_is_played_and_every_stage_reads_back(form: str, manner: Manner) -> None:
    stages = whole(form, manner)
    for match in stages[::7] + stages[-1:]:
        assert parse_match(print_match(match)) == match
    end = stages[-1]
    assert end.game.over
    assert not partner_is_due(end)
    assert Counter(play.card for play in plays(end.game)) == Counter(end.game.variant.pack)
    assert [a.extras.revision < b.extras.revision for a, b in pairwise(stages)] == [True] * (
        len(stages) - 1
    )


@EVERY
def test_every_trick_waits_until_the_learner_goes_on(form: str, manner: Manner) -> None:
    stages = whole(form, manner)
    variant = stages[0].game.variant
    waiting = [match for match in stages if a_trick_waits(match)]
    each = variant.dealt // variant.trick
    assert [tricks_taken(match.game) for match in waiting] == list(
        range(1, variant.deals * each + 1)
    )
    end = stages[-1]
    dealers = [positions(end.game)[start].dealer for start in deal_starts(end)]
    for number, match in enumerate(waiting):
        looked = seen(match)
        assert (looked.deal, looked.number) == (number // each + 1, number % each + 1)
        assert looked.turn is None
        assert len(looked.trick) == variant.trick
        assert looked.account
        assert looked.account.ruling.trick.plays == looked.trick
        assert run(match) == match, "nobody plays while it lies there"
        assert deal_over(match) == (looked.number == each)
        if deal_over(match):
            assert {held.count for held in looked.hands} == {0}
        assert looked.dealer == dealers[looked.deal - 1]


def test_the_same_setup_and_cards_are_the_same_game() -> None:
    one, other = (list(played(agreed("solo", seed=3), seed=4))[-1] for _ in range(2))
    assert one == other
    assert list(played(agreed("solo", seed=5), seed=4))[-1].game.start != one.game.start


def test_a_game_read_in_the_middle_goes_on_as_it_would_have() -> None:
    match = begin(agreed(seed=11))
    while partner_is_due(match):
        stepped = step(match)
        assert step(parse_match(print_match(match))) == stepped
        match = stepped
    assert phase_of(match) == Phase.PLAY


def test_nobody_steps_for_the_learner_nor_over_a_trick() -> None:
    mine = to_act(whole("partnership", PRACTICE))[0]
    with pytest.raises(ValueError, match="no practice partner"):
        step(mine)
    lying = next(match for match in whole("partnership", PRACTICE) if a_trick_waits(match))
    with pytest.raises(ValueError, match="no practice partner"):
        step(lying)


def test_to_lead_turns_the_trick_that_waits() -> None:
    lying = next(
        match
        for match in whole("partnership", PRACTICE)
        if a_trick_waits(match) and match.game.turn == match.setup.seat
    )
    card = Play(lying.setup.seat, lying.game.hands[lying.setup.place][0])
    led = act(lying, card)
    assert not a_trick_waits(led)
    assert led.game.trick == (card,)
    assert led.game == act(continue_(lying), card).game


def test_a_refused_card_changes_nothing_and_is_explained() -> None:
    match, card = must_follow()
    action = Play(match.setup.seat, card)
    with pytest.raises(IllegalAction) as caught:
        act(match, action)
    told = refusal(match, action, caught.value)
    assert told.key == "playing.refused.follow-suit"
    led = match.game.trick[0]
    assert (told.facts["leader"], told.facts["suit"]) == (led.seat, led.card.suit)
    assert told.facts["cards"] == fan_cards(set(seen(match).legal)), "as they stand in the hand"


def test_the_learner_plays_for_nobody_else_and_not_out_of_turn() -> None:
    setup = next(s for s in (agreed(seed=n) for n in range(9)) if s.dealer == s.seat)
    match = begin(setup)
    other = match.game.turn
    mine, theirs = (match.game.hands[match.game.table.seats.index(s)] for s in (setup.seat, other))
    for action in (Play(other, theirs[0]), Play(setup.seat, mine[0])):
        with pytest.raises(IllegalAction) as caught:
            act(match, action)
        assert caught.value.rule == Rule.TURN
        told = refusal(match, action, caught.value)
        assert (told.key, told.facts) == ("playing.refused.turn", {"seat": other})


# ------------------------------------------------------------------------ taken back


@FORMS
def test_what_is_taken_back_and_done_again_is_the_same_game(form: str) -> None:
    stages = whole(form, PRACTICE)
    tried = 0
    decided = [pair for pair in pairwise(stages) if pair[0].mine and not a_trick_waits(pair[0])]
    for before, after in decided[:-2:5]:
        tried += 1
        back = take_back(after)
        assert back.game == before.game
        assert not a_trick_waits(back)
        at = len(before.game.history)
        assert back.extras.retried[-1] == at
        assert back.extras.backs == 1
        assert back.extras.revision > after.extras.revision
        done = after.game.history[at]
        assert not isinstance(done, ClaimRevoke)
        assert run(act(back, done)).game == after.game
    assert tried >= 5


def test_all_can_be_taken_back_to_the_first_decision() -> None:
    match = stage("two", PRACTICE, 60)
    mine = [it for it in match.game.history if it.seat == match.setup.seat]
    count = 0
    while can_take_back(match):
        match = take_back(match)
        count += 1
    assert count == len(mine) == match.extras.backs
    assert seen(match).phase == Phase.NAME
    assert len(match.extras.retried) == 1, "of what is no longer there nothing is noted"
    with pytest.raises(ValueError, match="nothing may be taken back"):
        take_back(match)


def test_nothing_is_taken_back_by_table_rules_nor_after_the_end() -> None:
    for match in (stage("partnership", TABLE, 20), whole("partnership", PRACTICE)[-1]):
        assert not can_take_back(match)
        with pytest.raises(ValueError, match="nothing may be taken back"):
            take_back(match)


def test_a_hint_is_noted_once_and_only_for_a_decision_that_is_due() -> None:
    match = to_act(whole("partnership", PRACTICE))[5]
    noted = hinted(match)
    assert noted.extras.hints == (len(match.game.history),)
    assert hinted(noted) == noted
    lying = next(it for it in whole("partnership", PRACTICE) if a_trick_waits(it) and not it.mine)
    assert hinted(lying) == lying
    card = Play(match.setup.seat, seen(match).legal[0])
    back = take_back(run(act(noted, card)))
    assert back.extras.hints == noted.extras.hints
    assert take_back(back).extras.hints == (), "of what is no longer there nothing is noted"


def test_a_hint_is_noted_for_a_decision_that_is_due_alone() -> None:
    lying = next(
        match
        for match in whole("partnership", PRACTICE)
        if a_trick_waits(match) and match.game.turn == match.setup.seat
    )
    assert hinted(lying) == lying, "what the coach is asked here is what the last card was worth"
    assert hinted(continue_(lying)).extras.hints[-1] == len(lying.game.history)


# ---------------------------------------------------------------- revokes and claims


def test_a_hint_stays_with_its_decision_when_a_revoke_is_claimed_before_it() -> None:
    end = whole("partnership", TABLE)[-1]
    revoke = next(it for it in end.game.revokes if it.seat in revokers(end.setup))
    for match in to_act(whole("partnership", TABLE)):
        with suppress(IllegalAction):
            made = claim(hinted(match), revoke.seat, revoke.led, revoke.deal)
            assert made.extras.hints == hinted(made).extras.hints
            assert made.extras.hints[-1] == len(made.game.history)
            return
    raise AssertionError("nothing was proved before the end")


def careless() -> tuple[Match, Card]:
    """A stage by table rules in which the learner can fail to follow, and the card for it."""
    for match in to_act(whole("partnership", TABLE)):
        looked = seen(match)
        wrong = [card for card in holds(match) if card not in looked.legal]
        if wrong and len(looked.legal) > 1 and not match.game.revokes:
            return match, wrong[0]
    raise AssertionError("the learner could always do as they liked")


def test_a_revoke_passes_and_is_claimed_as_soon_as_it_is_proved() -> None:
    match, card = careless()
    led = match.game.trick[0].card.suit
    me = match.setup.seat
    match = run(act(match, Play(me, card)))
    assert len(match.game.revokes) == 1
    before = match
    while not match.game.claimed:
        before = match
        match = run(continue_(match)) if a_trick_waits(match) else next_card(match, led)
        assert match.extras.revision < 1000
    shown = before.game.history
    proof = match.game.history[len(shown)]
    assert isinstance(proof, Play)
    assert (proof.seat, proof.card.suit) == (me, led)
    made = match.game.history[len(shown) + 1]
    assert isinstance(made, ClaimRevoke)
    assert (made.accused, made.suit) == (me, led)
    assert made.seat not in match.game.variant.feeds[match.setup.place]
    looked = seen(match)
    assert match.game.claimed == match.game.revokes
    assert looked.fresh_claims == (made,), "whoever has played since"
    later = run(continue_(match)) if a_trick_waits(match) else match
    assert seen(next_card(later, led)).fresh_claims == (), "until the learner's next card"
    fines = {me in side.seats: side.fines.total for side in sheet(match).sides}
    assert fines == {True: 0, False: 260}, "added to the others, by this rulebook"


def next_card(match: Match, suit: Suit) -> Match:
    """Play a legal card, of this suit only where nothing else will do."""
    cards = seen(match).legal
    other = [card for card in cards if card.suit != suit] or cards
    return run(act(match, Play(match.setup.seat, other[0])))


@FORMS
def test_no_revoke_of_the_learner_is_overlooked(form: str) -> None:
    end = whole(form, TABLE)[-1]
    mine = [revoke for revoke in end.game.revokes if revoke.seat == end.setup.seat]
    # More than two in the 52 cards of most forms; a shorter game has fewer.
    assert len(mine) * 52 > 2 * VARIANTS[form].hand * VARIANTS[form].deals
    assert Counter(end.game.claimed) == Counter(mine)


@FORMS
def test_novices_who_play_against_the_learner_revoke_now_and_then(form: str) -> None:
    end = whole(form, TABLE)[-1]
    setup = end.setup
    others = [revoke for revoke in end.game.revokes if revoke.seat != setup.seat]
    assert len(others) < 9
    assert others or form not in PUBLISHED, "in a short game there may be none"
    assert {revoke.seat for revoke in others} <= set(revokers(setup))
    assert not {setup.seat, *setup.partners} & set(revokers(setup))
    assert revokers(agreed(form)) == ()
    for revoke in others:
        made = claim(end, revoke.seat, revoke.led, revoke.deal)
        found = made.game.claimed[-1]
        assert (found.seat, found.led, found.deal) == (revoke.seat, revoke.led, revoke.deal)


@FORMS
def test_only_novices_revoke_and_the_others_play_on_with_what_they_see(form: str) -> None:
    setup = agreed(form, TABLE)
    strong, mixed = (
        replace(setup, levels=tuple(level and next(kinds) for level in setup.levels))
        for kinds in (cycle([Level.CLUB]), cycle([Level.CLUB, Level.NOVICE]))
    )
    for agreement in (strong, mixed):
        *_, end = played(agreement, seed=2)
        found = {revoke.seat for revoke in end.game.revokes if revoke.seat != setup.seat}
        assert found <= set(revokers(agreement))
        assert end.game.over
    assert revokers(strong) == ()
    assert all(mixed.level(seat) == Level.NOVICE for seat in revokers(mixed))


def test_a_claim_that_nothing_proves_is_refused_and_explained() -> None:
    match = stage("partnership", TABLE, 30)
    for accused, name in ((EAST, "claim-own-side"), (NORTH, "claim")):
        with pytest.raises(IllegalAction) as caught:
            claim(match, accused, HEARTS, 1)
        made = ClaimRevoke(match.setup.seat, accused, HEARTS, 1)
        told = refusal(match, made, caught.value)
        assert told.key == f"playing.refused.{name}"
