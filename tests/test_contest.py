"""Matches between practice players: fair seatings, and figures that come again."""

import os
import subprocess
import sys
from collections import Counter
from math import isnan, sqrt
from pathlib import Path
from random import Random

import pytest

from engine.game import Action
from engine.players.contest import PLAYERS, Contest, Meeting, meetings, seatings, summed_up
from engine.rulebooks import AKAGIRI, CULBERTSON
from engine.table import Seat
from engine.trick import Play
from engine.variants import VARIANTS, Variant
from engine.view import View, legal
from tutor.__main__ import main

PARTNERSHIP = VARIANTS["partnership"]


def lowest(seen: View, _: Random) -> Action:
    """A player without luck: the first thing that is legal."""
    return legal(seen)[0]


def highest(seen: View, _: Random) -> Action:
    return legal(seen)[-1]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_both_players_sit_everywhere_equally_often_and_partners_together(variant: Variant) -> None:
    found = seatings(variant)
    assert len(set(found)) == len(found)
    for place, mates in enumerate(variant.feeds):
        assert Counter(seating[place] for seating in found) == {
            0: len(found) // 2,
            1: len(found) // 2,
        }
        for seating in found:
            assert {seating[variant.seats.index(mate)] for mate in mates} == {seating[place]}
    assert all(tuple(1 - player for player in seating) in found for seating in found)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("name", ["random", "novice"])
def test_a_player_that_meets_itself_is_ahead_by_exactly_nothing(
    name: str, variant: Variant
) -> None:
    contest = Contest(variant, CULBERTSON, (PLAYERS[name], PLAYERS[name]), 3)
    met = list(meetings(contest, 2))
    assert [meeting.difference for meeting in met] == pytest.approx([0, 0], abs=1e-9)
    count = len(seatings(variant))
    for meeting in met:
        first, second, drawn = meeting.games
        assert first == second
        assert first + second + drawn == count


def test_every_seating_plays_the_same_pack() -> None:
    hands: list[tuple[object, ...]] = []

    def noting(seen: View, rng: Random) -> Action:
        if not any(isinstance(act, Play) for act in seen.history):
            hands.append((seen.turn, seen.hand, len(seen.unseen)))
        return rng.choice(legal(seen))

    contest = Contest(PARTNERSHIP, AKAGIRI, (noting, noting), 8)
    list(meetings(contest, 3))
    assert len(hands) == 6
    assert hands[::2] == hands[1::2]
    assert len({hand for _, hand, _ in hands}) == 3
    assert [turn for turn, _, _ in hands[::2]] == [Seat.EAST, Seat.SOUTH, Seat.WEST]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_exchanged_names_turn_the_figures_round(variant: Variant) -> None:
    there = summed_up(c := Contest(variant, AKAGIRI, (lowest, highest), 5), list(meetings(c, 2)))
    back = summed_up(c := Contest(variant, AKAGIRI, (highest, lowest), 5), list(meetings(c, 2)))
    assert there.points == pytest.approx(-back.points)
    assert there.points != 0
    assert there.error == pytest.approx(back.error)
    assert there.games == (back.games[1], back.games[0], back.games[2])


def test_a_player_sees_nothing_but_its_own_view() -> None:
    seen: list[View] = []

    def noting(view: View, rng: Random) -> Action:
        seen.append(view)
        return rng.choice(legal(view))

    list(meetings(Contest(VARIANTS["split"], AKAGIRI, (noting, PLAYERS["random"]), 1), 1))
    assert seen
    assert all(view.seat == view.turn for view in seen)


def test_points_and_their_error_are_those_of_the_textbook() -> None:
    contest = Contest(PARTNERSHIP, CULBERTSON, (lowest, lowest), 1)
    met = [Meeting(difference, (1, 1, 0)) for difference in (400.0, 0.0, -200.0, 1000.0)]
    result = summed_up(contest, met)  # per deal: 100, 0, -50, 250; mean 75
    assert result.points == 75
    assert result.error == pytest.approx(sqrt((25**2 + 75**2 + 125**2 + 175**2) / 3) / 2)
    assert (result.packs, result.seatings, result.games) == (4, 2, (4, 4, 0))


def test_one_pack_has_no_spread_and_none_no_result() -> None:
    contest = Contest(PARTNERSHIP, CULBERTSON, (lowest, lowest), 1)
    assert isnan(summed_up(contest, [Meeting(1.0, (1, 1, 0))]).error)
    with pytest.raises(ValueError, match="needs one pack at least"):
        summed_up(contest, [])


def test_the_command_prints_the_same_figures_again(capsys: pytest.CaptureFixture[str]) -> None:
    order = "match --rulebook akagiri --variant two --sides novice random --games 2 --seed 9"
    command = order.split()
    main(command)
    first = capsys.readouterr()
    main(command)
    assert capsys.readouterr() == first
    head, points, games = first.out.splitlines()
    assert head == "two under akagiri, seed 9: 2 packs, each in 2 seatings"
    assert points.startswith("points per deal: novice ")
    assert " over random, standard error " in points
    won = [int(word.rstrip(",")) for word in games.split() if word.rstrip(",").isdigit()]
    assert sum(won) == 4
    assert first.err == ""


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("--variant bridge", "invalid choice: 'bridge'"),
        ("--sides club", "expected 2 arguments"),
        ("--sides club master", "invalid choice: 'master'"),
        ("--games 0", "want 1 to 1,000,000 packs, found '0'"),
        ("--games ٣", "found '٣'"),
        ("--games 99999999999999", "want 1 to 1,000,000 packs"),
        ("--seed x", "invalid int value: 'x'"),
    ],
)
def test_an_order_that_makes_no_sense_is_refused(
    capsys: pytest.CaptureFixture[str], wrong: str, said: str
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["match", "--rulebook", "culbertson", *wrong.split()])
    assert end.value.code == 2
    assert said in capsys.readouterr().err


def test_whoever_stops_a_match_hears_no_complaint(root: Path) -> None:
    code = (
        "import engine.players.contest as c, tutor.__main__ as m\n"
        "def stop(*_): raise KeyboardInterrupt\n"
        "c.play = stop\n"
        "raise SystemExit(m.main(['match', '--rulebook', 'akagiri']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=os.environ, check=False, capture_output=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"\n")
