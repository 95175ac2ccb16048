"""Whatever is sent at a room gets a clear refusal; the server lives, other rooms are untouched."""

import csv
import logging
import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from html import escape
from io import StringIO
from pathlib import Path
from threading import Barrier

import pytest

from engine.rules import Rule
from tests.opened import opened as page_opened
from tests.opened import words
from tests.rooms import (
    DRAFTS,
    NOW,
    PLAINLY,
    TEACHER,
    a_room,
    after,
    do,
    opened,
    outcome,
    refused,
    token,
)
from tests.samples import one_in
from tutor.drawing.answers import names_html
from tutor.export import write_rows
from tutor.rooms import rows
from tutor.rooms.agenda import DraftQuestion
from tutor.rooms.answers import MOST_MEMBERS, Given, Member
from tutor.rooms.controls import Control, after_control, end, shut_door
from tutor.rooms.limits import LIMITS, RISK, ROOMS, WINDOW, Guesses, Running, makes_way, place_of
from tutor.rooms.nicknames import LONGEST, count_letters, distinct, nickname
from tutor.rooms.store import Rooms
from tutor.rooms.summary import answer_rows
from tutor.store import Store
from tutor.words.texts import LANGUAGES, Texts, entries

pytest_plugins = ["tests.postgres"]

SCRIPT = "<script>alert(1)</script>"


# ----------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("\u0301Ann \u0301Lee", "Ann Lee"),  # marks on nothing
        ("Ann\ufe00", "Ann"),  # asks for another form of a letter
        ("A\u180bnn\u180f", "Ann"),  # the same of Mongolian ones, so that two Anns look alike
        ("Ann\u202eeeL", "AnneeL"),  # turns the direction of writing
        ("Ann\u2066\u2069\u200f\u061c", "Ann"),
        ("A\u200bn\u200cn\ufeff\u2060", "Ann"),  # zero width
        ("An\x00n\x1b[31m\x07", "Ann[31m"),
        ("An\r\nn\tLee", "An n Lee"),
        ("Ann\u3164\u2800\u115f\ufffc\U0001d159", "Ann"),  # letters that look like nothing
        ("Z" + "\u0336" * 30 + "oe", "Z\u0336\u0336oe"),  # a pile of marks
        ("a" + "\u0336\u200c" * 9 + "b", "a\u0336\u0336b"),  # parted by what is unseen
        ("Ann\ue000\U000f0000", "Ann"),  # private use
        ("A\u00adnn", "Ann"),  # a hyphen that is not seen
        ("Ａｎｎ＝１", "Ann=1"),  # full width
        ("ｶﾞ", "ガ"),
        ("花子🌸", "花子🌸"),
        ("Ben 👩‍👩‍👧", "Ben 👩‍👩‍👧"),  # joined by signs that are not seen elsewhere
        ("❤️👍🏽", "❤️👍🏽"),
        ("❤️\u200d🔥", "❤️\u200d🔥"),  # joined to the coloured form
        ("a\u200db", "ab"),
        ("<b>x</b>", "<b>x</b>"),
        ("**x** $y$", "**x** $y$"),
    ],
)
def test_of_a_nickname_stays_what_can_be_seen_in_its_place(typed: str, shown: str) -> None:
    assert nickname(typed) == shown


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u200b\u202e", "\x00", "\u3164", "\u0301", "\U0001d159"]
)
def test_a_nickname_that_cannot_be_seen_is_refused(typed: str) -> None:
    refused("name-empty", lambda: nickname(typed))


@pytest.mark.parametrize("typed", ["x" * (LONGEST + 1), "👩‍👩‍👧" * 21, "ﷺ" * 5, "y" * 10_000_000])
def test_a_nickname_that_is_too_long_is_refused(typed: str) -> None:
    refused("name-long", lambda: nickname(typed))


def test_a_nickname_is_as_long_as_a_reader_sees() -> None:
    assert nickname("x" * LONGEST) == "x" * LONGEST
    assert count_letters("Ben 👩‍👩‍👧") == 5
    assert count_letters("👍🏽") == 1
    assert count_letters("Zoë") == 3


@pytest.mark.parametrize("name", [SCRIPT, '"><img src=x onerror=a()>', "{0} {name} %s"])
def test_a_name_on_the_projector_is_text(name: str) -> None:
    html = names_html([name], "Who has joined")
    assert f"<li>{escape(name, quote=False)}</li>" in html
    assert SCRIPT not in html


def test_two_of_one_name_are_told_apart(rooms: Rooms) -> None:
    code = opened(rooms)
    names = [
        rooms.join(code, token(n), typed, now=NOW).name
        for n, typed in enumerate(["Ann", "ANN", "Ann", "Ｂen", "Ben"])
    ]
    assert names == ["Ann", "ANN 2", "Ann 3", "Ben", "Ben 2"]


@pytest.mark.parametrize(
    ("name", "second"),
    [
        ("x" * LONGEST, "x" * (LONGEST - 2) + " 2"),
        ("a" * (LONGEST - 3) + " bc", "a" * (LONGEST - 3) + " 2"),  # no two spaces
        ("e\u0308" * LONGEST, "e\u0308" * (LONGEST - 2) + " 2"),
        ("x" * (LONGEST - 2) + "👩‍👩‍👧👍🏽", "x" * (LONGEST - 2) + " 2"),
        ("x" * (LONGEST - 3) + "👩‍👩‍👧👍🏽❤️", "x" * (LONGEST - 3) + "👩‍👩‍👧 2"),
    ],
)
def test_a_name_with_a_number_is_no_longer_than_one_without(name: str, second: str) -> None:
    assert distinct(name, {name}) == second
    others = [name]
    for _ in range(120):
        others.append(distinct(name, set(others)))
    assert len(set(others)) == 121
    assert max(map(count_letters, others)) <= LONGEST


# --------------------------------------------------------------------------- the file


@pytest.mark.parametrize(
    "name", ["=1+1", "＝HYPERLINK(1)", "+1+1", "-2+3", "@SUM(1)", "=cmd|' /C calc'!A0"]
)
def test_a_formula_in_a_name_is_text_in_a_spreadsheet(name: str) -> None:
    shown = nickname(name)
    room = a_room(Control.NEXT, Control.OPEN, Control.REVEAL)
    member = Member(number=1, name=shown, joined=NOW)
    given = Given(member=1, question=1, answer="E", at=after(5))
    text = write_rows(answer_rows(room, [member], [given], Texts("en"))).decode("utf-8-sig")
    (row,) = list(csv.DictReader(StringIO(text)))
    assert row["who"] == f"'{shown}"
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())


UNSEEN = ["\x00", "\u2060", "\u200e", "\xad", "\u2800", "\u3164", '"', "\u180e"]
NAMES = ["x;=1+1", "＝1", "x;＝1+1", "a,@b", 'x|"+1', "; =1", "x;−1+1"]
NAMES += [f"{before}{sign}=1" for before in ("", "x;") for sign in UNSEEN]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", NAMES)
def test_no_separator_makes_a_formula_of_a_name(name: str, separator: str) -> None:
    room = a_room(Control.NEXT, Control.OPEN, Control.REVEAL)
    member = Member(number=1, name=name, joined=NOW)  # as no rule of names lets it through
    given = Given(member=1, question=1, answer="E", at=after(5))
    text = write_rows(answer_rows(room, [member], [given], Texts("en"))).decode("utf-8-sig")
    cells = [cell for row in csv.reader(StringIO(text), delimiter=separator) for cell in row]
    plain = [cell.strip(" " + "".join(UNSEEN)) for cell in cells]
    assert not [cell for cell in plain if cell[:1] in tuple("=+@−＝＋－＠")]
    assert all(line.startswith('"') and line.endswith('"') for line in text.splitlines())


def test_quotes_and_lines_in_a_name_do_not_break_the_file() -> None:
    room = a_room(Control.NEXT, Control.OPEN, Control.REVEAL)
    member = Member(number=1, name='a",\r\n=1', joined=NOW)  # older than the rules of names
    given = Given(member=1, question=1, answer="E", at=after(5))
    text = write_rows(answer_rows(room, [member], [given], Texts("en"))).decode("utf-8-sig")
    (row,) = list(csv.DictReader(StringIO(text, newline="")))
    assert row["who"] == "a\",\r\n'=1"
    assert row["answer"] == "E"


# ------------------------------------------------------------------------ forged calls

FORGED: dict[str, Callable[[Rooms, str, str], object]] = {
    "control": lambda rooms, code, who: rooms.change(
        code, who, 2, partial(after_control, control=Control.REVEAL, now=NOW)
    ),
    "end": lambda rooms, code, who: rooms.change(
        code, who, 2, partial(end, now=NOW, keep_names=True)
    ),
    "remove": lambda rooms, code, who: rooms.remove(code, who, 1),
    "crowd": lambda rooms, code, who: rooms.crowd(code, who, now=NOW),
    "link": lambda rooms, code, who: rooms.link(code, who),
}


@pytest.mark.parametrize("call", FORGED)
@pytest.mark.parametrize("who", ["learner", "stranger", "other teacher"])
def test_a_forged_control_call_is_refused_and_nothing_is_logged(
    rooms: Rooms, call: str, who: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    code = opened(rooms)
    rooms.join(code, token(1), "Ann", now=NOW)
    do(rooms, code, Control.NEXT)
    before = rooms.visit(code, TEACHER, now=NOW)
    tokens = {"learner": token(1), "stranger": token(9), "other teacher": "o" * 32}
    rooms.open(tokens["other teacher"], DRAFTS, before.room.options, now=NOW)
    refused("not-teacher", lambda: FORGED[call](rooms, code, tokens[who]))
    assert rooms.visit(code, TEACHER, now=NOW) == before
    assert [one.name for one in rooms.crowd(code, TEACHER, now=NOW).present] == ["Ann"]
    assert "Ann" not in caplog.text
    assert tokens[who] not in caplog.text


def test_a_wrong_teachers_link_opens_nothing_and_cannot_be_guessed_on(rooms: Rooms) -> None:
    code = opened(rooms)
    secret = rooms.link(code, TEACHER)
    for number in range(LIMITS["browser"]):
        assert not rooms.adopt(code, f"{number:032d}", token(5), address=None, now=NOW)
    assert not rooms.adopt(code, secret, token(5), address=None, now=NOW)
    assert rooms.adopt(code, secret, token(5), address=None, now=NOW + 2 * WINDOW)
    for nonsense in ("", SCRIPT, "x" * 10_000_000):
        assert not rooms.adopt(code, nonsense, token(6), address=None, now=NOW)


@pytest.mark.parametrize("answer", ["", "X", "E W", "E / E", SCRIPT, "E" * 5000, "N\x00"])
def test_an_answer_that_was_not_offered_is_refused(rooms: Rooms, answer: str) -> None:
    code = opened(rooms)
    rooms.join(code, token(1), "Ann", now=NOW)
    do(rooms, code, Control.NEXT, Control.OPEN)
    refused("no-answer", lambda: rooms.answer(code, token(1), 1, answer, now=after(61)))
    refused("closed", lambda: rooms.answer(code, token(1), 2, "S", now=after(61)))
    refused("not-member", lambda: rooms.answer(code, token(2), 1, "E", now=after(61)))
    refused("no-room", lambda: rooms.answer("CDFGHJ", token(1), 1, "E", now=after(61)))


# ------------------------------------------------------------------------------- crowds


def test_a_thousand_joins_fill_one_room_and_touch_no_other(rooms: Rooms, store: Store) -> None:
    # A refusal costs PostgreSQL a lock and SQLite a transaction: the first few show the first.
    attempts = 1000 if store.engine.dialect.name == "sqlite" else 2 * MOST_MEMBERS
    attacked, quiet = opened(rooms), opened(rooms)
    rooms.join(quiet, token(1), "Ann", now=NOW)
    do(rooms, quiet, Control.NEXT, Control.OPEN)
    before = rooms.visit(quiet, TEACHER, now=NOW)

    def join(number: int) -> str:
        joined = partial(rooms.join, attacked, token(number), f"bot {number}", now=NOW)
        return outcome(joined) or "in"

    with ThreadPoolExecutor(8) as pool:
        came = Counter(pool.map(join, range(attempts)))
    assert came == {"in": MOST_MEMBERS, "full": attempts - MOST_MEMBERS}
    assert len(rooms.crowd(attacked, TEACHER, now=NOW).present) == MOST_MEMBERS
    assert rooms.visit(quiet, TEACHER, now=NOW) == before
    rooms.join(quiet, token(2), "Ben", now=after(1))
    assert rooms.answer(quiet, token(1), 1, "E", now=after(61)) == "E"
    assert rooms.remove(attacked, TEACHER, 1)
    assert join(5000) == "in"


def test_a_door_that_is_shut_keeps_everybody_else_out_and_nobody_who_is_in(rooms: Rooms) -> None:
    code = opened(rooms)
    ann = rooms.join(code, token(1), "Ann", now=NOW)
    for shut, said in ((True, "shut"), (False, "in")):
        version = rooms.version(code) or 0
        rooms.change(code, TEACHER, version, partial(shut_door, now=NOW, shut=shut))
        assert rooms.join(code, token(1), "Ann", now=NOW) == ann
        assert _joined(rooms, code, token(2)) == said


def _joined(rooms: Rooms, code: str, who: str) -> str:
    return outcome(partial(rooms.join, code, who, "Ben", now=NOW)) or "in"


def test_joining_and_being_removed_for_ever_does_not_fill_the_database(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.rooms.rows.MOST_ROWS", 5)
    code = opened(rooms)
    for number in range(1, 6):
        rooms.join(code, token(number), "bot", now=NOW)
        rooms.remove(code, TEACHER, number)
    refused("full", lambda: rooms.join(code, token(9), "bot", now=NOW))
    assert rooms.join(code, token(3), "Ann", now=NOW).number == 3, "this one has a row already"


def test_codes_cannot_be_guessed_in_bulk(rooms: Rooms) -> None:
    code = opened(rooms)
    guesses = LIMITS["browser"]
    said = Counter(
        _visited(rooms, f"CDFGH{sign}", token(1)) for sign in "CDFGHJKMNPQRTWX"[: guesses + 3]
    )
    assert said == {"no-room": guesses, "too-many-guesses": 3}
    assert _visited(rooms, code, token(1)) == "too-many-guesses", "a right code would be told"
    assert _visited(rooms, code, token(2)) == "in"
    assert _visited(rooms, code, token(1), minutes=11) == "in"


def test_while_codes_are_guessed_members_teachers_and_those_with_the_picture_come_in(
    rooms: Rooms,
) -> None:
    code = opened(rooms)
    rooms.join(code, token(1), "Ann", now=NOW)
    key = rooms.visit(code, TEACHER, now=NOW).key
    for number in range(LIMITS["all"] + 50):
        _visited(rooms, "CDFGHJ", token(1000 + number))
    assert _visited(rooms, code, token(1000)) == "too-many-guesses", "whoever has guessed so often"
    assert _visited(rooms, code, token(1)) == "in"
    assert _visited(rooms, code, TEACHER) == "in"
    assert _visited(rooms, code, token(1000), key=key) == "in"
    assert _visited(rooms, code, token(1001), key=key + "x") == "too-many-guesses"
    assert _visited(rooms, code, token(1001), key="é" * 9999) == "too-many-guesses"


def test_a_limit_costs_those_who_guess_and_nobody_with_the_right_code(rooms: Rooms) -> None:
    code, hall = opened(rooms), "203.0.113.7"
    for number in range(LIMITS["address"] + 20):
        _visited(rooms, "CDFGHJ", token(1000 + number), address=hall)
    for number in range(5):  # learners of the same hall, one after the other
        assert _visited(rooms, code, token(number), address=hall, minutes=0.1 + number / 30) == "in"
        assert _visited(rooms, code, token(number), address=hall, minutes=0.1 + number / 30) == "in"
    # ... and a guesser who changes browsers is heard once a second at the most.
    said = Counter(
        _visited(rooms, "CDFGHJ", token(3000 + number), address=hall, minutes=1)
        for number in range(50)
    )
    assert said["no-room"] <= 1


def let_in(rooms: Rooms, code: str, hall: str, rate: int) -> list[int]:
    """How often each of ten learners types the right code while new browsers guess.

    They come three seconds after one another, and whoever was turned away tries again in 0.7 s.
    """
    guesses = [(at / rate, 0) for at in range(60 * rate)]
    typed = [(3 * who + 0.015 + 0.7 * again, who) for who in range(1, 11) for again in range(20)]
    tries = Counter[int]()
    inside = set[int]()
    for browser, (seconds, who) in enumerate(sorted(guesses + typed)):
        if not who:
            _visited(rooms, "CDFGHJ", token(5000 + browser), address=hall, minutes=seconds / 60)
        elif who not in inside:
            tries[who] += 1
            said = _visited(rooms, code, token(who), address=hall, minutes=seconds / 60)
            inside |= {who} if said == "in" else set()
    assert len(inside) == 10
    return [tries[who] for who in range(1, 11)]


@pytest.mark.parametrize("rate", one_in(2, [5, 50]))
def test_whoever_has_the_right_code_comes_in_while_their_address_guesses(
    rooms: Rooms, rate: int
) -> None:
    code, hall, school = opened(rooms), "203.0.113.7", "203.0.113.8"
    rooms.visit(code, TEACHER, address=school, now=NOW)
    for number in range(LIMITS["address"]):
        for address in (hall, school):
            _visited(rooms, "CDFGHJ", token(1000 + number), address=address)
    assert let_in(rooms, code, school, rate) == [1] * 10
    first, *others = let_in(rooms, code, hall, rate)
    assert first <= 5, "of those whose teacher is elsewhere the first has to try again"
    assert others == [1] * 9


@pytest.mark.parametrize("there", [0, 1, 4])
def test_beyond_the_limits_codes_are_compared_with_few_rooms_often_and_with_all_seldom(
    there: int,
) -> None:
    guesses, hall = Guesses(), "203.0.113.7"
    for number in range(LIMITS["address"]):
        guesses.note(f"before-{number}", hall, NOW)
    for number in range(there):
        guesses.came(f"room-{number}", hall, NOW)
    heard = Counter[str]()
    for number in range(10_000):
        for code in ("room-0", "", "elsewhere"):
            now = NOW + timedelta(milliseconds=number)
            heard[code] += guesses.allowed(f"{code}-{number}", hall, now, code)
    assert heard[""] + heard["elsewhere"] <= 10
    assert heard["room-0"] <= (10 * RISK / there if there else 10) + 10
    late = NOW + timedelta(hours=2)
    assert not guesses._rooms_of(hall, late), "what nobody has looked into for an hour"


def test_who_has_many_addresses_of_one_network_guesses_no_more_for_it(rooms: Rooms) -> None:
    opened(rooms)

    def said(network: str, seconds: float) -> Counter[str]:
        return Counter(
            _visited(
                rooms,
                "CDFGHJ",
                token(5000 + number),
                address=f"{network}:{number:x}",
                minutes=seconds / 60,
            )
            for number in range(LIMITS["address"] + 50)
        )

    home = said("2001:db8:5:7:a:b:c", 0)
    assert home == {"no-room": LIMITS["address"] + 1, "too-many-guesses": 49}, "time lets one in"
    assert said("2001:db8:5:8:a:b:c", 0)["no-room"] == LIMITS["address"], "another of theirs"
    assert said("2001:db8:6:8:a:b:c", 1200)["no-room"] == LIMITS["address"] + 1, "another home"
    one = "::ffff:203.0.113.7"
    for number in range(LIMITS["address"]):
        _visited(rooms, "CDFGHJ", token(number), address=one, minutes=40)
    heard = [
        _visited(rooms, "CDFGHJ", token(9000 + n), address=who, minutes=40)
        for n, who in enumerate([one, "203.0.113.7", one])
    ]
    assert heard == ["no-room", "too-many-guesses", "too-many-guesses"], "one machine"


def test_who_rents_many_networks_guesses_no_more_for_it(rooms: Rooms) -> None:
    opened(rooms)
    said = Counter(
        _visited(rooms, "CDFGHJ", token(number), address=f"2001:db8:5:{number:x}::1")
        for number in range(LIMITS["all"] + 100)
    )
    assert said == {"no-room": LIMITS["all"] + 1, "too-many-guesses": 99}


def test_what_others_have_guessed_keeps_no_teacher_from_a_second_device(rooms: Rooms) -> None:
    code, hall = opened(rooms), "203.0.113.7"
    secret = rooms.link(code, TEACHER)
    for number in range(LIMITS["all"] + 20):
        _visited(rooms, "CDFGHJ", token(1000 + number), address=hall)
    assert rooms.adopt(code, secret, "o" * 32, address=hall, now=NOW)


def test_one_browser_and_one_address_open_so_many_rooms_and_no_more(rooms: Rooms) -> None:
    def open_one(who: str, address: str, minutes: float = 0) -> str:
        now = after(60 * minutes)
        return (
            outcome(partial(rooms.open, who, DRAFTS, PLAINLY, address=address, now=now)) or "open"
        )

    hall, home = "203.0.113.7", "203.0.113.8"
    said = Counter(open_one(TEACHER, home) for _ in range(25))
    assert said == {"open": ROOMS["browser"], "too-many-rooms": 25 - ROOMS["browser"]}
    said = Counter(open_one(token(number), hall) for number in range(ROOMS["address"] + 5))
    assert said == {"open": ROOMS["address"], "too-many-rooms": 5}
    assert open_one(token(0), hall, minutes=1) == "too-many-rooms", "it has opened one"
    assert open_one(token(998), hall, minutes=1) == "open", "a teacher at the same school"
    assert open_one(token(997), hall, minutes=1) == "too-many-rooms", "one a second"
    assert open_one(token(999), "203.0.113.9") == "open", "an honest teacher elsewhere"
    assert open_one(TEACHER, home, minutes=61) == "open"


def test_of_rooms_opened_at_the_same_moment_no_more_are_opened(rooms: Rooms) -> None:
    many, together = 30, Barrier(30)

    def open_one(_: int) -> str:
        together.wait()
        return outcome(partial(opened, rooms)) or "open"

    with ThreadPoolExecutor(many) as threads:
        said = Counter(threads.map(open_one, range(many)))
    assert said == {"open": ROOMS["browser"], "too-many-rooms": many - ROOMS["browser"]}


def test_the_room_nobody_has_joined_for_the_longest_makes_place_for_another(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.rooms.store.MOST_ROOMS", 3)
    full, older, newer = (
        rooms.open(TEACHER, DRAFTS, PLAINLY, now=after(seconds)) for seconds in range(3)
    )
    rooms.join(full, token(1), "Ann", now=after(3))
    assert rooms.open(TEACHER, DRAFTS, PLAINLY, now=after(4))
    refused("no-room", lambda: rooms.visit(older, TEACHER, now=after(5)))
    assert rooms.visit(newer, TEACHER, now=after(5)).teaches
    assert rooms.visit(full, token(1), now=after(5)).member


@pytest.fixture(autouse=True)
def _networks_have_the_same_places_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two networks in 65,536 share a place: with a key of its own, a run may meet them."""

    def place(address: str | None, _: bytes) -> int | None:
        return place_of(address, b"tests")

    monkeypatch.setattr("tutor.rooms.store.place_of", place)


def test_rooms_opened_from_seventeen_addresses_keep_no_teacher_out(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.rooms.store.MOST_ROOMS", 40)
    mine, home = opened(rooms), "198.51.100.9"
    ours = rooms.open(token(1), DRAFTS, PLAINLY, address="198.51.100.8", now=NOW)
    rooms.join(mine, token(2), "Ann", now=NOW)

    def flood(number: int) -> str:
        address = f"203.0.113.{number % 17}"
        return rooms.open(token(100 + number), DRAFTS, PLAINLY, address=address, now=after(number))

    flooded = [flood(number) for number in range(38)]
    theirs = rooms.open(TEACHER, DRAFTS, PLAINLY, address=home, now=after(40))
    refused("no-room", lambda: rooms.visit(flooded[0], token(100), now=after(41)))
    for number in range(38, 60):
        flood(number)
    assert rooms.count(now=after(60)) == 40
    for code, who in ((mine, TEACHER), (ours, token(1)), (theirs, TEACHER)):
        assert rooms.visit(code, who, now=after(61)).teaches, "who floods pays for it"


def test_a_room_from_each_of_many_networks_keeps_no_teacher_out(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever floods has more networks than rooms may run, and goes on and on."""
    monkeypatch.setattr("tutor.rooms.store.MOST_ROOMS", 40)

    def flood(number: int) -> None:
        address = f"203.0.{number}.7"
        rooms.open(token(100 + number), DRAFTS, PLAINLY, address=address, now=after(number))

    for number in range(50):
        flood(number)
    mine = rooms.open(TEACHER, DRAFTS, PLAINLY, address="198.51.100.9", now=after(50))
    for number in range(51, 85):
        flood(number)
    assert rooms.visit(mine, TEACHER, now=after(85)).teaches, "older ones went first"
    rooms.join(mine, token(2), "Ann", now=after(86))
    for number in range(87, 187):
        flood(number)
    assert rooms.visit(mine, TEACHER, now=after(188)).teaches, "somebody is in it"


def running(*rooms: tuple[int | None, int, int]) -> list[Running]:
    """Rooms by place, people and how many seconds ago they were used."""
    return [
        Running(row=row, place=place, people=people, touched=after(-ago))
        for row, (place, people, ago) in enumerate(rooms, start=1)
    ]


@pytest.mark.parametrize(
    ("rooms", "place", "row"),
    [
        ((), 5, None),
        (((1, 0, 5), (2, 0, 9)), 5, 2),  # everybody has one: that which was alone the longest
        (((1, 1, 99), (2, 0, 5)), 5, 2),
        (((1, 0, 5), (1, 0, 9), (2, 0, 60)), 5, 2),  # of whoever has two, the older
        (((1, 0, 5), (2, 0, 9)), 1, 1),  # of one's own, before anybody else's
        (((None, 0, 5), (None, 0, 9)), None, 2),  # nobody knows whose they are
        (((1, 0, 5), (1, 0, 9), *((2, 20, 5),) * 30), 5, 2),  # a school with classes
        (((1, 1, 5), (1, 1, 9), (2, 2, 60)), 5, None),  # people are in all of them
        (((2, 2, 90), (1, 2, 60), *((1, 1, 5),) * 13), 5, 3),  # and in a flood's, its own
        (((2, 30, 90), *((1, 30, 5),) * 99), 5, None),
        (((None, 1, 5),) * 20, 5, None),  # of nobody knows whom, each a teacher's own
    ],
)
def test_the_room_that_makes_way_is_of_whoever_has_most(
    rooms: tuple[tuple[int | None, int, int], ...], place: int, row: int | None
) -> None:
    assert makes_way(running(*rooms), place) == row


def test_a_place_is_one_of_a_whole_network_and_says_no_address() -> None:
    key = b"of this server"
    assert place_of(None, key) is None
    assert place_of("2001:db8:5:1::1", key) == place_of("2001:db8:5:ffff::9", key)
    assert place_of("203.0.113.7", key) != place_of("203.0.113.7", b"of another")
    places = {place_of(f"10.{n // 256}.{n % 256}.1", key) for n in range(3000)}
    assert max(filter(None, places)) < 2**16
    assert len(places) > 2500, "a flood is told from others"


def test_where_a_room_was_opened_is_forgotten_when_it_ends(store: Store) -> None:
    rooms = Rooms(store)
    code = rooms.open(TEACHER, DRAFTS, PLAINLY, address="203.0.113.7", now=NOW)
    left = rooms.open(TEACHER, DRAFTS, PLAINLY, address="203.0.113.7", now=NOW)

    def places() -> list[int | None]:
        return store.reading(
            lambda connection: [one.place for one in rows.all_running(connection, NOW)]
        )

    assert None not in places()
    rooms.change(code, TEACHER, None, partial(end, now=after(2), keep_names=False))
    rooms.sweep(now=NOW + timedelta(days=2))
    assert places() == [None], "the other was left alone for a day"
    assert left


def _visited(
    rooms: Rooms,
    code: str,
    who: str,
    *,
    key: str = "",
    minutes: float = 0,
    address: str | None = None,
) -> str:
    now = after(60 * minutes)
    return outcome(partial(rooms.visit, code, who, key=key, address=address, now=now)) or "in"


def test_so_many_rooms_may_run_and_no_more(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.rooms.store.MOST_ROOMS", 2)
    first, second = opened(rooms), opened(rooms)
    for code in (first, second):
        rooms.join(code, token(1), "Ann", now=NOW)
    for _ in range(ROOMS["browser"] + 1):  # what was not opened does not count as opened
        refused("busy", lambda: opened(rooms))
    do(rooms, first, Control.NEXT, at=1)
    version = rooms.version(first) or 0
    rooms.change(first, TEACHER, version, partial(end, now=after(2), keep_names=False))
    assert opened(rooms)


def test_a_room_with_nothing_to_ask_is_not_opened(rooms: Rooms) -> None:
    refused("no-question", lambda: opened(rooms, drafts=()))
    with pytest.raises(ValueError, match="100 questions"):
        opened(rooms, drafts=(DraftQuestion(DRAFTS[0].line, Rule.SUIT_HIGHEST),) * 101)


# -------------------------------------------------------------------------------- pages


@pytest.mark.parametrize("path", ["room", "host"])
@pytest.mark.parametrize("code", [SCRIPT, "K7M4PQ", "é" * 3000])
def test_a_malformed_link_gets_a_friendly_page(path: str, code: str) -> None:
    at = page_opened(path, room=code, key=SCRIPT, teacher=SCRIPT)
    assert "There is no room with that code" in words(at)
    assert "room" not in at.query_params


def test_every_refusal_has_words_in_every_language(root: Path) -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in root.glob("tutor/**/*.py"))
    keys = {f"room.refused.{key}" for key in re.findall(r'RoomRefusal\(\s*"([a-z-]+)"', sources)}
    assert keys == {key for key in entries() if key.startswith("room.refused.")}
    for key in keys:
        assert set(entries()[key]) == set(LANGUAGES)
