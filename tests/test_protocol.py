"""The line protocol: what it answers, what it refuses, and that nothing makes it fall over."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import converse
from engine.game import Conduct, legal, play
from engine.players.bots import Level
from engine.protocol import COMMANDS, LONGEST, Fault, Session, reply
from engine.record import parse_action, parse_game
from engine.result import totals
from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.table import Seat
from engine.variants import VARIANTS
from engine.view import view

HERE = Path(__file__).resolve().parents[1]
DOC = (HERE / "docs" / "protocol.md").read_text(encoding="utf-8")
NEW = "new partnership culbertson seed=281 dealer=W"
KINDS = {*Rule, *Fault}


def told(session: Session, *lines: str) -> tuple[Session, list[str]]:
    """What the last of *lines* is answered, after all before it went well."""
    answer: tuple[str, ...] = ()
    for line in lines:
        assert not answer or answer[-1] == "ok", answer
        session, answer = reply(session, line)
    return session, list(answer)


def values(lines: list[str], word: str) -> list[str]:
    """What stands behind *word* in the lines that begin with it."""
    return [line.removeprefix(f"{word} ") for line in lines if line.startswith(f"{word} ")]


def talk(data: bytes) -> list[str]:
    """What the streams answer to *data*."""
    answered = io.BytesIO()
    converse(io.BytesIO(data), answered, io.StringIO())
    return answered.getvalue().decode().splitlines()


# The page about it


def transcript() -> list[tuple[str, list[str]]]:
    """The lines of the conversation on the page, each with its answer."""
    (block,) = re.findall(r"^```text\n(.*?)^```$", DOC, flags=re.MULTILINE | re.DOTALL)
    said: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("> "):
            said.append((line[2:], []))
        else:
            said[-1][1].append(line)
    return said


def test_the_conversation_on_the_page_goes_as_printed() -> None:
    session, said = Session(), transcript()
    assert len(said) > 10
    for line, printed in said:
        before = session
        session, answer = reply(session, line)
        for got, wanted in zip(answer, printed, strict=True):
            if got.startswith("move ") and before.game:
                assert parse_action(got.split()[1]) in legal(before.game)
                assert wanted.startswith("move ")
            else:
                assert got == wanted, line
    assert session.ended


def test_the_page_explains_every_command_and_every_kind_of_error() -> None:
    named = set(re.findall(r"^\| `([a-z]+)", DOC, flags=re.MULTILINE))
    assert set(COMMANDS) <= named
    assert {fault.value for fault in Fault} <= named
    for level in Level:
        assert f"`{level}`" in DOC


def test_the_page_explains_every_line_that_can_be_answered() -> None:
    named = set(re.findall(r"`([a-z-]+)", DOC))
    for form in VARIANTS:
        session, heads = Session(), set()
        for line in (f"new {form} culbertson seed=1 table", "go novice on", "show", "score"):
            session, answer = reply(session, line)
            heads |= {said.split()[0] for said in answer}
        assert {"taken", "placed", "deal", "over", "sheet"} <= heads
        assert heads <= named


def test_the_readme_leads_to_the_page() -> None:
    assert "(docs/protocol.md)" in (HERE / "README.md").read_text(encoding="utf-8")


# Games


@pytest.mark.parametrize("book", RULEBOOKS, ids=str)
@pytest.mark.parametrize("form", VARIANTS)
def test_a_game_played_by_the_protocol_is_the_game_of_its_record(form: str, book: object) -> None:
    session, _ = told(Session(), f"new {form} {book} seed=5")
    rng, turns = Random(3), 0
    while True:
        _, answer = told(session, "legal")
        (may,) = values(answer, "legal")
        if may == "-":
            break
        session, answer = told(session, f"play {rng.choice(may.split())}")
        turns += len(values(answer, "turn"))
    session, answer = told(session, "record")
    (record,) = values(answer, "record")
    game = parse_game(record)
    assert game.over
    assert turns == len(game.history) - 1
    _, answer = told(session, "score")
    assert values(answer, "total") == [
        f"{seat.value} {points}"
        for seat, points in zip(game.table.seats, totals(game), strict=True)
    ]
    loaded, answer = told(Session(), f"load {record}")
    assert (loaded.game, answer) == (game, ["over", "ok"])


def test_what_a_trick_came_to_is_told_card_by_card() -> None:
    _, answer = told(Session(), NEW, "play N:H3 E:H4 S:HT W:HA")
    assert answer == [
        "taken W trick.suit-highest trick.led-suit-no-trump",
        *(f"placed {card} W current calypso.own-suit" for card in ("H3", "H4", "HT", "HA")),
        "turn W",
        "ok",
    ]


def test_a_new_deal_is_announced() -> None:
    session, _ = told(Session(), "new two akagiri seed=2")
    deals = []
    while session.game and not session.game.over:
        session, answer = told(session, "go novice play")
        deals += values(answer, "deal")
    assert [int(line.split()[0]) for line in deals] == [2, 3, 4]
    assert all(re.fullmatch(r"\d dealer [NS]", line) for line in deals)


@pytest.mark.parametrize("level", Level)
def test_the_same_lines_get_the_same_answers(level: Level) -> None:
    asked = (NEW, "seats S", f"go {level} on")
    assert told(Session(), *asked) == told(Session(), *asked)
    session, answer = told(Session(), NEW, f"go {level}")
    assert told(session, f"go {level} play")[1][0] == answer[0]


def test_practice_players_play_on_until_it_is_our_turn() -> None:
    session, answer = told(Session(), "new solo akagiri seed=4 dealer=N", "seats S N", "go club on")
    assert answer[-2:] == ["turn S", "ok"]
    assert len(values(answer, "move")) == 1
    assert told(session, "go club on") == (session, ["turn S", "ok"])
    session, answer = told(session, "go novice play", "go novice on", "go novice play")
    assert session.game
    assert len(session.game.history) == 4


def test_a_table_a_dealer_and_a_conduct_may_be_asked_for() -> None:
    session, answer = told(
        Session(), "new partnership akagiri N=S table E=C dealer=N S=H W=D seed=0"
    )
    assert answer == ["turn E", "ok"]
    assert session.game
    assert (str(session.game.table), session.game.conduct) == ("N=S E=C S=H W=D", Conduct.TABLE)


def test_a_revoke_passes_at_a_table_and_is_claimed_once_it_lies_open() -> None:
    session, _ = told(Session(), f"{NEW} table", "play N:H3 E:H4 S:C6 W:HA")
    assert reply(session, "play E!S:H1")[1][0].startswith("error revoke.claim: ")
    _, own = told(session, "show S")
    _, others = told(session, "show E")
    assert (values(own, "revoke"), values(others, "revoke")) == (["S:C6 H1 2"], [])
    session, _ = told(session, "play W:C2 N:C2 E:C4 S:H5")
    _, others = told(session, "show E")
    assert values(others, "revoke") == ["S:C6 H1 2"]
    before = values(told(session, "score")[1], "total")
    session, answer = told(session, "play E!S:H1", "score")
    assert values(answer, "claimed") == ["S:C6 H1 2"]
    gained = [
        int(now.split()[1]) - int(then.split()[1])
        for now, then in zip(values(answer, "total"), before, strict=True)
    ]
    assert gained == [0, 260, 0, 260]


# What a seat can know


@pytest.mark.parametrize("form", VARIANTS)
def test_what_a_seat_is_shown_is_the_same_whatever_the_others_hold(form: str) -> None:
    session, _ = told(Session(), f"new {form} culbertson seed=9", *["go novice play"] * 23)
    game = session.game
    assert game
    for seat in game.table.seats:
        held = set(view(game, seat).hand)
        _, answer = told(session, "seats " + seat, f"show {seat.value}")
        (hand,) = values(answer, "hand")
        assert hand.split()[0] == seat.value
        assert {str(card) for card in held} == set(hand.split()[1:])
        other = game.table.left_of(seat)
        _, theirs = told(session, f"show {other.value}")
        assert [line for line in answer if not line.startswith(("hand", "revoke"))] == [
            line for line in theirs if not line.startswith(("hand", "revoke"))
        ]


@pytest.mark.parametrize(
    "line", ["show", "show N", "legal", "play N:H3", "go club", "record", "seats N", "seats S N"]
)
def test_a_program_that_plays_for_one_seat_is_not_told_of_others(line: str) -> None:
    session, _ = told(Session(), NEW, "seats S")
    after, answer = reply(session, line)
    assert after == session
    assert len(answer) == 1
    assert answer[0].startswith("error seats: ")


def test_when_the_game_is_over_its_record_is_free() -> None:
    session, answer = told(Session(), "new three culbertson seed=1", "go novice on", "record")
    line = answer[0].removeprefix("record ")
    session, _ = told(Session(), "new three culbertson seed=1", "seats E", "go novice on")
    while session.game and not session.game.over:
        session, _ = told(session, "go novice play", "go novice on")
    assert told(session, "record")[1][-1] == "ok"
    assert parse_game(line).over
    assert told(session, "legal")[1] == ["legal -", "ok"]


# What is refused


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("deal", "error command: no command 'deal' (want one of new, show,"),
        ("help me", "error command: no command 'me'"),
        ("new", "error usage: want 'new FORM RULEBOOK seed=NUMBER"),
        ("new partnership culbertson N=C", "error usage: want 'new"),
        ("new bridge culbertson seed=1", "error value: no form 'bridge' (want one of partnership,"),
        ("new two konstam seed=1", "error value: no rulebook 'konstam'"),
        ("new two akagiri seed=-1", "error usage: 'seed=-1' is out of place"),
        ("new two akagiri seed=1 seed=2", "error usage: 'seed=2' is out of place"),
        (f"new two akagiri seed={'1' * 19}", "error usage: 'seed=111"),
        ("new two akagiri seed=1 dealer=E", "error value: no dealer East"),
        ("new two akagiri seed=1 N=S S=H", "error value: two pairs spades with hearts"),
        ("show X", "error value: no seat 'X' (want one of N E S W)"),
        ("show N E", "error usage: want 'show [SEAT]'"),
        ("legal N", "error usage: want 'legal'"),
        ("play", "error usage: want 'play ACTION ...'"),
        ("play N-H3", "error value: not a play"),
        ("play E:H4", "error play.turn: East plays out of turn"),
        ("play N:HA", "error play.own-cards: North plays HA, which is not in hand"),
        ("play N:H3 E:H4 S:D4", "error play.follow-suit: South must follow hearts (H5 HT HQ)"),
        ("play N=S", "error table.personal-trump: North names a trump, but in partnership"),
        ("play N!E:H1", "error revoke.claim: nothing on the table shows"),
        ("go", "error usage: want 'go LEVEL"),
        ("go master", "error value: no level 'master' (want one of novice, club, expert)"),
        ("go club twice", "error usage: want 'go LEVEL"),
        ("seats Q", "error value: no seat 'Q'"),
        ("record all", "error usage: want 'record'"),
        ("load", "error value: not a game"),
        ("load 1 two culbertson N=S S=D dealer=N strict : C7 : -", "error value: 1 cards are not"),
        ("quit now", "error usage: want 'quit'"),
        ("\x00\x1b[2J", "error command: no command '\\x00\\x1b[2J'"),
        (f"load {'C2 ' * 30000}", "error length: a line has at most 20,000 characters"),
    ],
)
def test_a_line_that_makes_no_sense_gets_one_line_and_changes_nothing(line: str, said: str) -> None:
    before, _ = told(Session(), NEW)
    after, answer = reply(before, line)
    assert after == before
    assert len(answer) == 1
    assert answer[0].startswith(said)
    assert len(answer[0]) < 400


@pytest.mark.parametrize("line", ["show", "legal", "play N:H3", "go club", "score", "record"])
def test_before_there_is_a_game_one_is_asked_for(line: str) -> None:
    assert reply(Session(), line) == (
        Session(),
        ("error game: no game yet: begin one with 'new' or 'load'",),
    )


WORDS = st.sampled_from(
    [
        *COMMANDS, *VARIANTS, *map(str, RULEBOOKS), *Conduct, *Seat, "novice", "club",
        "seed=1", "dealer=E", "N=S", "S=D", "N:H3", "E:H4", "S:HT", "N!E:H1", "on", "1", ":",
    ]
)  # fmt: skip
LINES = st.one_of(st.text(), st.lists(st.one_of(WORDS, WORDS, st.text(max_size=5))).map(" ".join))


@given(st.lists(LINES, max_size=12))
def test_whatever_comes_gets_one_answer_with_one_end(lines: list[str]) -> None:
    session, _ = told(Session(), NEW)
    for line in lines:
        before = session
        session, answer = reply(session, line)
        ends = [said for said in answer if said == "ok" or said.startswith("error ")]
        assert ends == [answer[-1]]
        assert all(said.isprintable() and said for said in answer)
        if answer[-1] != "ok":
            assert len(answer) == 1
            assert answer[0].split()[1].removesuffix(":") in KINDS
            assert session == before


@given(st.binary(max_size=300))
def test_whatever_bytes_come_the_conversation_goes_on(data: bytes) -> None:
    tail = b"\nnew two akagiri seed=1\nlegal\n"
    if any(line.split() == [b"quit"] for line in data.splitlines()):
        return
    assert talk(data + tail)[-4:] == ["turn N", "ok", "legal N=S N=H", "ok"]


def test_a_line_without_end_is_refused_and_the_next_one_answered() -> None:
    for sign in ("x", "切"):
        long = (sign * 10 * LONGEST).encode()
        answers = talk(long + b"\nhelp quit\n" + long)
        refused = "error length: a line has at most 20,000 characters"
        assert answers == [refused, "protocol 1", "help quit - end", "ok", refused]


def test_the_program_speaks_and_ends_without_complaint(root: Path) -> None:
    lines = f"{NEW}\nlegal\nplay N:XX\n\nquit\nshow\n"
    done = subprocess.run(
        [sys.executable, "-m", "engine"],
        input=lines.encode(),
        cwd=root,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
        capture_output=True,
    )
    answers = done.stdout.decode().splitlines()
    assert [line for line in answers if line == "ok" or line.startswith("error")] == [
        "ok",
        "ok",
        "error value: not a play: 'N:XX' (want a seat and a card, such as 'N:H8')",
        "ok",
        "ok",
    ]
    assert done.stderr == b""


def test_a_listener_who_leaves_early_is_no_error(root: Path) -> None:
    command = f"{sys.executable} -m engine | head -n 1"
    lines = "help\n" * 20_000
    done = subprocess.run(  # noqa: S602 - a pipe is what is tested
        command, input=lines.encode(), shell=True, cwd=root, check=True, capture_output=True
    )
    assert done.stdout == b"protocol 1\n"
    assert done.stderr == b""


def test_actions_of_a_line_are_carried_out_all_or_none() -> None:
    session, _ = told(Session(), NEW)
    after, _ = reply(session, "play N:H3 E:H4 S:C6")
    assert after == session
    after, _ = told(session, "play N:H3 E:H4")
    assert session.game
    game, _ = play(session.game, parse_action("N:H3"))
    assert after.game == play(game, parse_action("E:H4"))[0]
