"""Every trick and every point is accounted for, in words of every language."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.calypso import Calypso, placements
from engine.cards import Suit
from engine.game import Action, ClaimRevoke, IllegalAction, NameTrump, tricks
from engine.players import Level
from engine.rulebooks import CULBERTSON
from engine.score import totals
from engine.table import Seat
from engine.trick import Play, Trick, judge
from engine.variants import VARIANTS
from puzzles.puzzle import Reason
from tests.answers import NOW
from tests.playing import EVERY, PRACTICE, TABLE, agreed, must_follow, stage, to_act, whole
from tutor.playing.account import (
    GameOutcome,
    TrickAccount,
    outcome,
    past,
    refusal,
    sheet,
    summary,
    went,
)
from tutor.playing.agreement import Manner
from tutor.playing.knowledge import Phase, phase_of, seen
from tutor.playing.match import Match, act, begin, claim
from tutor.playing.match_text import kept
from tutor.words.texts import LANGUAGES, Texts, entries

NORTH, EAST, SOUTH, WEST = Seat
CLUBS, DIAMONDS, HEARTS, SPADES = Suit


# -------------------------------------------------------------- accounts and results


@EVERY
def test_every_trick_is_accounted_for(form: str, manner: Manner) -> None:
    end = whole(form, manner)[-1]
    variant, told = end.game.variant, past(end)
    dealt = [tricks(end.game, deal) for deal in range(1, variant.deals + 1)]
    assert [it.deal for it in told] == [
        deal for deal, of_deal in enumerate(dealt, 1) for _ in of_deal
    ]
    assert [it.ruling.trick for it in told] == [trick for of_deal in dealt for trick in of_deal]
    for one, other in pairwise(told):
        assert one.after == other.before
    assert told[-1].after == end.game.calypsos
    to_piles = sum(spot.builder is None for it in told for spot in it.spots)
    assert to_piles == sum(map(len, end.game.piles))


@EVERY
def test_the_score_sheet_adds_up_and_says_who_won(form: str, manner: Manner) -> None:
    end = whole(form, manner)[-1]
    made, seats = sheet(end), end.game.table.seats
    assert made.full * made.completed + made.unfinished + made.pile == made.pack
    assert [seat for side in made.sides for seat in side.seats] == sorted(
        seats, key=lambda seat: next(n for n, side in enumerate(made.sides) if seat in side.seats)
    )
    for side in made.sides:
        for seat in side.seats:
            assert side.total == totals(end.game)[seats.index(seat)]
    best = max(side.total for side in made.sides)
    leaders = [side for side in made.sides if side.total == best]
    assert set(made.winners) == {seat for side in leaders for seat in side.seats}
    mine = next(side for side in made.sides if end.setup.seat in side.seats)
    expected = GameOutcome.LOST
    if mine.total == best:
        expected = GameOutcome.WON if len(leaders) == 1 else GameOutcome.DRAWN
    assert made.outcome == outcome(end) == expected


def test_in_split_partnership_a_side_counts_its_right_neighbour_too() -> None:
    made = sheet(whole("split", PRACTICE)[-1])
    assert [(side.seats, tuple(part.seat for part in side.parts)) for side in made.sides] == [
        ((NORTH,), (NORTH, SOUTH)),
        ((EAST,), (EAST, NORTH)),
        ((SOUTH,), (SOUTH, EAST)),
    ]


def test_before_the_first_trick_everybody_is_level() -> None:
    assert sheet(begin(agreed())).outcome == GameOutcome.DRAWN


def test_a_list_of_games_says_how_far_each_has_come() -> None:
    match, end = to_act(whole("three", PRACTICE))[15], whole("three", PRACTICE)[-1]
    under_way = summary(kept(match, "x", started=NOW, now=NOW))
    looked = seen(match)
    assert under_way.outcome is None
    assert (under_way.deal, under_way.number) == (looked.deal, looked.number)
    over = summary(kept(end, "x", started=NOW, now=NOW))
    assert (over.deal, over.number) == (4, 13)
    assert (over.outcome, over.totals) == (outcome(end), totals(end.game))


# ----------------------------------------------------------------------------- words


ALMOST = "C0:AQJT98765432"
"""Clubs that lack the king."""


def accounted(trick: str, winner: Seat) -> TrickAccount:
    """A trick that *winner* wins at the table N=C E=S S=D W=H, North lacking the king of clubs."""
    variant = VARIANTS["partnership"]
    table = variant.table(CULBERTSON)
    before = tuple((Calypso.parse(text),) for text in (ALMOST, "S0:A", "D0:A", "H0:-"))
    ruling = judge(Trick.parse(trick, table), table)
    assert ruling.winning.seat == winner
    spots = placements(variant, table, before, ruling.trick.cards, winner)
    return TrickAccount(1, ruling, before, before, spots)


def tellings() -> dict[str, Reason]:
    """Everything that can be told, one of each key."""
    found: dict[str, Reason] = {}
    for trick, winner in (
        ("N CK CK C2 S3", NORTH),  # completes North's, the other king begins the next
        ("S CK C2 CK C2", SOUTH),
        ("N CA D2 DA C4", SOUTH),
        ("N D2 D3 DA S5", SOUTH),
        ("N C2 SA S3 H4", EAST),
    ):
        it = accounted(trick, winner)
        for seat in Seat:
            me = replace(agreed(), seat=seat, levels=levels_without(seat))
            told = went(it, me)
            found |= {one.key: one for one in told}
    end = whole("solo", Manner.PRACTICE)[-1]
    found |= {one.key: one for it in past(end) for one in went(it, end.setup)}
    for match, action in refused():
        told_why = refusal(match, action, refused_as(match, action))
        found[told_why.key] = told_why
    return found


def levels_without(seat: Seat) -> tuple[Level | None, ...]:
    return tuple(None if other == seat else Level.CLUB for other in Seat)


def refused_as(match: Match, action: Action) -> IllegalAction:
    """The error with which an action of the learner's is refused."""
    with pytest.raises(IllegalAction) as caught:
        done(match, action)
    return caught.value


def done(match: Match, action: Action) -> Match:
    if isinstance(action, ClaimRevoke):
        return claim(match, action.accused, action.suit, action.deal)
    return act(match, action)


def refused() -> list[tuple[Match, Action]]:
    """One action for every reason to refuse one."""
    follow, wrong = must_follow()
    me, two = follow.setup.seat, whole("two", PRACTICE)
    naming = next(it for it in two if phase_of(it) == Phase.NAME)
    may = next(it for it in to_act(two) if seen(it).may_name)
    may_not = next(it for it in to_act(two) if not seen(it).may_name)
    waiting = begin(next(s for s in (agreed(seed=n) for n in range(9)) if s.dealer == s.seat))
    absent = next(
        card
        for card in follow.game.variant.pack
        if card not in follow.game.hands[follow.setup.place]
    )
    south = two[0].setup.seat
    held = two[0].game.hands[1][0]
    return [
        (follow, Play(me, wrong)),
        (follow, Play(me, absent)),
        (follow, NameTrump(me, HEARTS)),
        (waiting, Play(me, waiting.game.hands[waiting.setup.place][0])),
        (naming, Play(south, held)),
        (naming, NameTrump(south, SPADES)),
        (may, NameTrump(south, SPADES)),
        (may_not, NameTrump(south, DIAMONDS)),
        (two[-1], Play(south, held)),
        (stage("partnership", TABLE, 9), ClaimRevoke(me, NORTH, HEARTS, 1)),
        (stage("partnership", TABLE, 9), ClaimRevoke(me, EAST, HEARTS, 1)),
    ]


def test_all_that_is_told_has_words_and_no_words_are_dead() -> None:
    told = tellings()
    written = {key for key in entries() if key.startswith(("playing.refused.", "playing.went."))}
    assert written == set(told)
    for language in LANGUAGES:
        say = Texts(language)
        for telling in told.values():
            said = say(telling.key, **telling.facts)
            assert said.endswith((".", "。"))
            assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", ["solo", "three", "split", "two"])
def test_cards_go_to_no_side_where_nobody_has_a_partner(form: str, language: str) -> None:
    say, end = Texts(language), whole(form, Manner.PRACTICE)[-1]
    said = {say(one.key, **one.facts) for it in past(end) for one in went(it, end.setup)}
    word = {"en": r"\b(?:side|partner)", "ja": "パートナー|の組|その組"}[language]
    assert said
    assert not [one for one in said if re.search(word, one)]


SHARED = {
    "en": """\
♠9 goes into the calypso of East, your partner: you won
♣3 ♦4 go to your won pile: you won the trick, and nobody on your side builds those suits.
♥3 goes into your calypso: you won
♣9 ♣J ♣Q ♣8 go to North’s won pile: North’s calypso already has those ranks,""",
    "ja": """\
♠9は、パートナーの東のカリプソに入ります。
♣3 ♦4は、あなたの取った札の山に入ります。トリックに勝ったのはあなたで、クラブとダイヤはあなたの組が
♥3は、あなたのカリプソに入ります。
♣9 ♣J ♣Q ♣8は、北の取った札の山に入ります。北のカリプソにはもう同じランクがあり、""",
}
"""How the sentences begin about two tricks, one that West wins and one that North wins."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_share_a_reason_share_a_sentence(language: str) -> None:
    say, west = Texts(language), agreed()
    ruffed, led_trump = accounted("E S9 C3 H3 D4", WEST), accounted("N C9 CJ CQ C8", NORTH)
    told = (*went(ruffed, west), *went(led_trump, west))
    said = [say(one.key, **one.facts).replace("\ufe0e", "") for one in told]
    for sentence, beginning in zip(said, SHARED[language].splitlines(), strict=True):
        assert sentence.startswith(beginning)


@pytest.mark.parametrize("key", ["too-large", "not-ours", "newer", "faulty"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_of_a_game_file_has_words(key: str, language: str) -> None:
    assert Texts(language)(f"game-file.{key}", place="record")
