"""A game is agreed on, cut for and seated as the form wants, and its setup is one line."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.cards import Suit
from engine.players import Level
from engine.rulebooks import AKAGIRI, CULBERTSON
from engine.table import Seat
from engine.variants import VARIANTS
from tests.playing import EVERY, FORMS, TABLE, agreed
from tutor.playing.agreement import Coach, Manner, Setup, again, chosen, cut, options, seated

NORTH, EAST, SOUTH, WEST = Seat
CLUBS, DIAMONDS, HEARTS, SPADES = Suit


# ------------------------------------------------------------------------- the setup


@EVERY
def test_a_setup_is_read_back_from_its_line(form: str, manner: Manner) -> None:
    setup = replace(agreed(form, manner, seed=10**15 - 1, rulebook=AKAGIRI), coach=Coach.OFF)
    assert Setup.parse(str(setup)) == setup
    assert "\n" not in str(setup)
    assert len(str(setup)) < 160


def test_a_setup_means_the_same_for_ever() -> None:
    line = (
        "1 partnership culbertson N=C E=S S=D W=H dealer=W players=me,club,expert,novice "
        "conduct=table coach=off seed=7"
    )
    setup = Setup.parse(line)
    assert (setup.seat, setup.dealer, setup.partners) == (NORTH, WEST, (SOUTH,))
    assert [setup.level(seat) for seat in (EAST, SOUTH, WEST)] == [
        Level.CLUB,
        Level.EXPERT,
        Level.NOVICE,
    ]
    assert (setup.manner, setup.coach, setup.seed) == (TABLE, Coach.OFF, 7)
    assert (setup.evening, setup.first_seed) == (None, 7)
    later = Setup.parse(line + " evening=5")
    assert later == replace(setup, evening=5)
    assert str(later) == line + " evening=5"
    assert later.first_seed == 5


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: line.replace("1 ", "2 ", 1),
        lambda line: line.replace("partnership", "whist"),
        lambda line: line.replace("culbertson", "hoyle"),
        lambda line: line.replace("N=C", "N=S"),
        lambda line: line.replace("N=C E=S", "N=S E=C"),
        lambda line: line.replace("dealer=", "dealer=X"),
        lambda line: line.replace("novice,me", "me,me"),
        lambda line: line.replace("novice,me", "novice,novice"),
        lambda line: line.replace("novice,", "", 1),
        lambda line: line.replace("novice", "world-champion", 1),
        lambda line: line.replace("seed=7", "seed=7000000000000000"),
        lambda line: line.replace("seed=7", "seed=-7"),
        lambda line: line.replace("seed=7", "seed=７"),
        lambda line: line + " evening=",
        lambda line: line + " evening=-7",
        lambda line: line + " evening=7000000000000000",
        lambda line: line + " more=1",
        lambda _: "",
    ],
)
def test_what_is_no_setup_is_refused(spoil: Callable[[str], str]) -> None:
    line = str(agreed())
    assert spoil(line) != line
    with pytest.raises(ValueError, match=r".+"):
        Setup.parse(spoil(line))


def test_the_first_dealer_is_drawn_by_the_seed_and_the_deal_passes_to_the_left() -> None:
    drawn = Counter(agreed(seed=seed).dealer for seed in range(80))
    assert set(drawn) == set(Seat)
    setup = agreed()
    later = again(setup, 8)
    dealer = setup.table.left_of(setup.dealer)
    assert later == replace(setup, seed=8, dealer=dealer, evening=setup.seed)
    assert again(later, 9).evening == setup.seed


# ----------------------------------------------------------------------- the seating


@FORMS
def test_a_chosen_seat_and_suit_are_had_and_the_rest_fits_the_form(form: str) -> None:
    variant = VARIANTS[form]
    for seat in variant.seats:
        for suit in variant.suits:
            table = chosen(variant, CULBERTSON, seat, suit, seed=3)
            variant.check(table)
            mine = variant.builds_at(table)[variant.seats.index(seat)]
            assert suit in mine
            assert suit == table.trump(seat) or form == "two"


def test_the_seed_deals_the_suits_left_open() -> None:
    variant = VARIANTS["partnership"]
    tables = {str(chosen(variant, CULBERTSON, SOUTH, HEARTS, seed)) for seed in range(20)}
    assert tables == {"N=S E=C S=H W=D", "N=S E=D S=H W=C"}


def test_a_seat_or_suit_the_form_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="West cannot own"):
        chosen(VARIANTS["three"], CULBERTSON, WEST, HEARTS, 1)
    with pytest.raises(ValueError, match="own spades in three"):
        chosen(VARIANTS["three"], CULBERTSON, NORTH, SPADES, 1)


@FORMS
def test_a_cut_is_ordered_by_rank_and_ties_are_drawn_again(form: str) -> None:
    variant, tied = VARIANTS[form], 0
    for seed in range(60):
        made = cut(variant, seed)
        assert sorted(made.order) == list(range(len(variant.seats)))
        first = {draw.player: draw.card.rank for draw in made.rounds[0]}
        ranks = [first[player] for player in made.order]
        assert ranks == sorted(ranks, reverse=True)
        equal = [players for players in Counter(ranks).values() if players > 1]
        assert bool(equal) == (len(made.rounds) > 1)
        for again_drawn in made.rounds[1:]:
            tied += 1
            last = {draw.player: draw.card.rank for draw in again_drawn}
            if len(set(last.values())) == len(last):
                places = sorted(last, key=made.order.index)
                assert [last[player] for player in places] == sorted(last.values(), reverse=True)
        assert made.dealer == (made.order[0] if form != "two" else made.dealer)
        assert bool(made.deal_rounds) == (form == "two")
    assert tied, "some of sixty cuts have equal ranks"


def test_in_calypso_for_two_the_deal_is_cut_for_by_itself() -> None:
    cuts = [cut(VARIANTS["two"], seed) for seed in range(40)]
    assert {made.dealer == made.order[0] for made in cuts} == {True, False}


@FORMS
def test_everybody_is_seated_by_a_cut_as_the_form_wants(form: str) -> None:
    variant = VARIANTS[form]
    for seed in range(30):
        made = cut(variant, seed)
        picks = options(made, CULBERTSON)
        assert len(set(picks)) == len(picks) > 0
        for pick in picks:
            found = seated(made, CULBERTSON, pick)
            variant.check(found.table)
            assert (found.seat, found.table.trump(found.seat)) == (pick.seat, pick.trump)
            assert set(found.places) == set(variant.seats)
            assert found.dealer == found.places[made.dealer]
            if form == "partnership":
                highest, next_highest = (found.places[player] for player in made.order[:2])
                assert next_highest in variant.feeds[variant.seats.index(highest)]


def test_the_highest_chooses_freely_and_the_partner_has_no_choice() -> None:
    cuts = [cut(VARIANTS["partnership"], seed) for seed in range(60)]
    free: dict[int, set[int]] = {place: set() for place in range(4)}
    for made in cuts:
        free[made.order.index(0)].add(len(options(made, CULBERTSON)))
    assert free == {0: {16}, 1: {1}, 2: {4}, 3: {1}}


def test_what_somebody_above_has_taken_cannot_be_picked() -> None:
    made = next(it for it in (cut(VARIANTS["solo"], n) for n in range(60)) if it.order[3] == 0)
    (last,) = options(made, CULBERTSON)
    taken = replace(last, seat=next(seat for seat in Seat if seat != last.seat))
    with pytest.raises(ValueError, match="is taken"):
        seated(made, CULBERTSON, taken)
