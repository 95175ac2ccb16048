"""What a teacher opens a room on, and whether telephones reach it."""

import re
import socket
import sys
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import pytest
import streamlit

from engine.rules import Rule
from tests.course import LESSONS
from tests.evening import a_room, shown
from tests.opened import opened, press, press_twice, ran, words
from tests.rooms import DRAFTS, PLAIN, PLAINLY, RUFFED
from tutor.lessons.steps import Ask, Drill
from tutor.pages import rooms
from tutor.pages.frame import progress, session
from tutor.rooms import RoomOptions
from tutor.rooms.answers import can_be_held_up
from tutor.rooms.limits import ROOMS
from tutor.serving.gate import ADDRESS
from tutor.store import new_token
from tutor.words.texts import LANGUAGES, Texts

ASKING = [one.id for one in LESSONS if any(isinstance(step, Ask | Drill) for step in one.steps)]


def test_a_teacher_opens_a_room_on_a_lesson_and_a_reload_keeps_it(teacher: str) -> None:
    at = press(opened("host", token=teacher), "room-open")
    code = at.query_params["room"]
    assert re.fullmatch("[A-Z0-9]{6}", code)
    assert f"{code[:3]} {code[3:]}" in shown(at)
    again = opened("host", token=teacher, room=code)
    assert f"{code[:3]} {code[3:]}" in shown(again)
    assert any(button.label == "Begin the lesson" for button in again.button)


def test_one_room_is_opened_though_the_button_is_pressed_twice(teacher: str) -> None:
    at = press_twice(opened("host", token=teacher), "room-open")
    ((code, _),) = rooms.rooms().taught(teacher, now=progress.now())
    assert at.query_params["room"] == code
    assert any(button.label == "Begin the lesson" for button in at.button)


def test_who_opened_one_room_is_not_told_of_the_many_that_a_school_opened(
    teacher: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    school, (draft, *_) = "203.0.113.60", DRAFTS
    monkeypatch.setattr(session, "network", lambda: school)
    press(opened("host", token=teacher), "room-open")
    for _ in range(ROOMS["address"] - 1):
        rooms.rooms().open(new_token(), [draft], PLAINLY, address=school, now=progress.now())
    told = words(press(opened("host", token=teacher), "room-open"))
    assert "Many rooms have been opened from here in the last hour." in told


@pytest.mark.parametrize("source", ["rule", "lines"])
def test_a_room_is_opened_on_a_rule_or_on_a_set(teacher: str, source: str) -> None:
    at = opened("host", token=teacher)
    at = ran(at.radio(key="room-source").set_value(source).run())
    if source == "lines":
        at.text_area(key="room-lines").input(f"{PLAIN}\n# Monday")
    else:
        assert at.selectbox(key="room-rule").value == Rule.FOLLOW_SUIT
    at = press(at, "room-open")
    visit = rooms.rooms().visit(at.query_params["room"], teacher, now=progress.now())
    assert len(visit.room.questions) == {"rule": 5, "lines": 1}[source]
    assert visit.room.options == RoomOptions()


def test_what_was_typed_last_counts_though_the_room_is_opened_by_the_same_press(
    teacher: str,
) -> None:
    at = opened("host", token=teacher)
    at = ran(at.radio(key="room-source").set_value("lines").run())
    at.text_area(key="room-lines").input(f"{PLAIN}\n{RUFFED}")
    at = press(at, "room-open")
    visit = rooms.rooms().visit(at.query_params["room"], teacher, now=progress.now())
    assert [question.line for question in visit.room.questions] == [PLAIN, RUFFED]


def test_no_room_is_opened_while_a_line_is_no_puzzle_and_nothing_is_lost(teacher: str) -> None:
    at = opened("host", token=teacher)
    at = ran(at.radio(key="room-source").set_value("lines").run())
    written = f"{PLAIN}\nnonsense\n{PLAIN.replace('HJ', 'HX')}"
    at.text_area(key="room-lines").input(written)
    at = press(at, "room-open")
    assert "room" not in at.query_params
    (said,) = (one.value for one in at.error)
    assert said == "2 lines aren’t puzzles."
    assert "Line 3: HX isn’t a card" in at.code[0].value
    assert "Not every line is a puzzle" in words(at)
    assert at.text_area(key="room-lines").value == written
    at.text_area(key="room-lines").input(PLAIN)
    assert "room" in press(at, "room-open").query_params


def test_a_room_on_an_empty_set_is_not_opened_and_it_is_said_why(teacher: str) -> None:
    at = opened("host", token=teacher)
    at = ran(at.radio(key="room-source").set_value("lines").run())
    at = press(at, "room-open")
    assert "nothing to ask yet" in words(at)
    assert "room" not in at.query_params


def test_the_lesson_after_the_one_that_is_asked_is_offered_next(teacher: str) -> None:
    hall, offered = opened("host", token=teacher), []
    for box, key in (
        ("room-lesson", "room-open"),
        ("room-lesson-1", "go-on-"),
        ("room-lesson-2", ""),
    ):
        offered.append(hall.selectbox(key=box).value)
        hall = press(hall, key) if key else hall
    assert offered == ASKING[:3]
    # A reload, or the teacher's second device, has chosen nothing yet.
    again = opened("host", token=teacher, room=hall.query_params["room"])
    assert again.selectbox(key="room-lesson").value == ASKING[2]
    other = opened("host", token=teacher, lang="ja", room=hall.query_params["room"])
    assert other.selectbox(key="room-lesson").value == ASKING[2]
    other = ran(other.selectbox(key="room-lesson").set_value(ASKING[0]).run())
    assert other.selectbox(key="room-lesson").value == ASKING[0]


@pytest.mark.parametrize(("asked", "after"), list(pairwise([*ASKING, ASKING[0]])))
def test_after_any_lesson_a_reload_offers_the_one_after_it(
    teacher: str, asked: str, after: str
) -> None:
    hall = opened("host", token=teacher)
    hall = press(ran(hall.selectbox(key="room-lesson").set_value(asked).run()), "room-open")
    again = opened("host", token=teacher, room=hall.query_params["room"])
    assert again.selectbox(key="room-lesson").value == after


@pytest.mark.parametrize("id_", ["ruffing", "following-suit", "building-calypsos"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_beforehand_how_many_questions_cards_can_answer(
    teacher: str, id_: str, language: str
) -> None:
    say_it, at = Texts(language), opened("host", token=teacher, lang=language)
    at = ran(at.selectbox(key="room-lesson").set_value(id_).run())
    told = words(at)
    at = press(at, "room-open")
    room = rooms.rooms().visit(at.query_params["room"], teacher, now=progress.now()).room
    count = sum(can_be_held_up(question.puzzle) for question in room.questions)
    kinds = [question.puzzle.kind for question in room.questions]
    assert count == sum(kind in {"who-wins", "whose-turn"} for kind in kinds)
    some, none = say_it("room.open.cards", count=count), say_it("room.open.no-cards")
    wanted = {"ruffing": (False, False), "following-suit": (True, False)}
    assert (some in told, none in told) == wanted.get(id_, (False, True))


def test_the_address_of_this_machine_is_given_to_telephones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Context:
        url = "http://localhost:8501/club/host?room=K7M4PQ"

    monkeypatch.setattr("tutor.pages.rooms.st.context", Context)
    monkeypatch.setattr("tutor.pages.frame.address.networks", lambda: ("10.0.0.7",))
    found = rooms.join_address("K7M4PQ", "key")
    assert found == "http://10.0.0.7:8501/club/room?room=K7M4PQ&key=key"
    assert rooms.shown_address(found) == "10.0.0.7:8501/club/room"
    Context.url = "https://calypso.example/host"
    assert rooms.join_address("K7M4PQ", "key").startswith("https://calypso.example/room?")


def test_the_check_is_ticked_when_a_phone_has_come_and_by_no_other(
    teacher: str, monkeypatch: pytest.MonkeyPatch
) -> None:

    monkeypatch.delenv(ADDRESS, raising=False)
    monkeypatch.setattr(type(streamlit.context), "url", "http://192.168.1.9:8501/host")
    pictures: list[str] = []
    monkeypatch.setattr("tutor.pages.rooms.projector.show_qr", pictures.append)
    at = opened("host", token=teacher)
    waiting, came = (Texts("en")(f"room.reach.{one}") for one in ("waiting", "came"))
    assert waiting in words(at)
    (mark,) = parse_qs(urlsplit(pictures[-1]).query)["try"]
    for other in ({}, {"try": "another"}, {"try": mark * 9}):
        opened("room", token=new_token(), **other)
        assert came not in words(ran(at.run()))
    phone = opened("room", token=new_token(), **{"try": mark})
    assert "try" not in phone.query_params
    assert came in words(ran(at.run()))
    assert waiting in words(opened("host", token=new_token())), "another teacher's check"


@pytest.mark.parametrize(
    ("base", "may_fail"),
    [("http://192.168.1.9:8501", True), ("https://cards.example.org/club", False)],
)
def test_where_several_processes_may_serve_nobody_is_told_that_no_phone_has_come(
    teacher: str, base: str, *, may_fail: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ADDRESS, base)
    said, say = words(opened("host", token=teacher)), Texts("en")
    assert say("room.reach.waiting") not in said
    assert "If your phone shows “Join a room”, everyone’s will." in said
    assert (say("room.reach.help") in said) is may_fail


@pytest.mark.parametrize(
    ("language", "host"),
    [
        ("en", "localhost"),
        ("ja", "localhost"),
        ("en", "localhost."),
        ("en", "calypso.localhost"),
        ("en", "0.0.0.0"),  # noqa: S104 - as it is opened, not where anything listens
        ("en", "[::]"),
        ("en", "169.254.3.4"),
    ],
)
def test_a_wall_never_says_localhost_and_finds_the_address_when_there_is_one(
    teacher: str, language: str, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tutor.pages.frame import address

    here: list[str] = []
    monkeypatch.delenv(ADDRESS, raising=False)
    monkeypatch.setattr(type(streamlit.context), "url", f"http://{host}:8501/host")
    monkeypatch.setattr(address, "networks", lambda: tuple(here))
    monkeypatch.setattr(address, "_chosen", [])
    code = a_room(teacher)
    alarm = Texts(language)("room.reach.none")
    for page in ({"room": code}, {}):
        at = opened("host", lang=language, token=teacher, **page)
        assert alarm in words(at)
        assert host not in shown(at) + words(at)
    here[:] = ["10.0.0.7", "192.168.1.9"]  # the Wi-Fi is joined, and a hotspot switched on
    at = opened("host", lang=language, token=teacher, room=code)
    assert "10.0.0.7:8501/room" in shown(at)
    assert alarm not in words(at)
    at = opened("host", lang=language, token=teacher)
    assert "10.0.0.7:8501/room" in words(at)
    at = ran(at.radio(key="reach-10.0.0.7").set_value("192.168.1.9").run())
    assert "192.168.1.9:8501/room" in words(at)
    del here[1]  # what was chosen is gone again
    assert address.base() == "http://10.0.0.7:8501"


@pytest.mark.parametrize("error", [socket.gaierror(11001, "no such host"), UnicodeError("idna")])
def test_a_windows_machine_whose_name_nobody_can_look_up_serves(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a name in Japanese letters, as many have there; the tutor did not start."""
    from tutor.pages.frame import address

    def unknown(_name: str) -> None:
        raise error

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(socket, "gethostbyname_ex", unknown)
    monkeypatch.setattr(address, "_towards", lambda _place: "10.0.0.7")
    assert address.networks() == ("10.0.0.7",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bound", ["127.0.0.1", "localhost", "::1", "0.0.0.0", None])  # noqa: S104
def test_a_tutor_that_was_started_for_its_machine_alone_offers_phones_nothing(
    teacher: str, bound: str | None, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tutor.pages.frame import address

    asked, pictures = streamlit.get_option, list[str]()
    monkeypatch.setattr(
        streamlit, "get_option", lambda name: bound if name == "server.address" else asked(name)
    )
    monkeypatch.delenv(ADDRESS, raising=False)
    monkeypatch.setattr(type(streamlit.context), "url", "http://localhost:8501/host")
    monkeypatch.setattr(address, "_towards", lambda _place: "10.0.0.7")
    monkeypatch.setattr(
        "tutor.pages.rooms.projector.show_qr_code", lambda link, *_more: pictures.append(link)
    )
    alone, say = bound not in (None, "0.0.0.0"), Texts(language)  # noqa: S104
    code = a_room(teacher)
    for page in ({"room": code}, {}):
        at = opened("host", lang=language, token=teacher, **page)
        assert (say("room.reach.alone") in words(at)) is alone
        assert ("10.0.0.7" not in shown(at) + words(at)) is alone
        assert "localhost" not in shown(at) + words(at)
        assert say("room.reach.none") not in words(at)
    assert bool(pictures) is not alone
    assert (address.reach(address.base()) == address.Reach.HERE) is alone
    monkeypatch.setenv(ADDRESS, "https://cards.example.org")  # it stands behind a proxy
    at = opened("host", lang=language, token=teacher, room=code)
    assert "cards.example.org/room" in shown(at)


@pytest.mark.parametrize(
    ("network", "chooses"),
    [(None, True), ("127.0.0.2", True), ("::ffff:127.0.0.1", True), ("192.168.1.44", False)],
)
def test_only_who_sits_at_the_machine_chooses_what_its_wall_shows(
    monkeypatch: pytest.MonkeyPatch, network: str | None, *, chooses: bool
) -> None:
    from tutor.pages.frame import address

    found = ("10.0.0.7", "192.168.1.9")
    monkeypatch.delenv(ADDRESS, raising=False)
    monkeypatch.setattr(type(streamlit.context), "url", "http://localhost:8501/host")
    monkeypatch.setattr(type(streamlit.context), "ip_address", network)
    monkeypatch.setattr(address, "networks", lambda: found)
    monkeypatch.setattr(address, "_chosen", [])
    assert address.choice() == (found if chooses else ())
    address.choose("203.0.113.5")
    address.choose(found[1])
    assert urlsplit(address.base()).hostname == found[chooses]
