"""The votes of a room: telephones and cards held up, a talk between two, the clock, points."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS
from puzzles.kinds import KINDS
from puzzles.notation import print_puzzle
from puzzles.sets import Order, make_set
from tests.evening import a_room, end_room, joined, popovers, say, shown, talk
from tests.opened import drawn, hastily, hold_up, on_box, opened, press, ran, words
from tests.rooms import BUILT, DISPUTED, PLAIN, RUFFED
from tests.rooms import token as learner
from tutor.pages import rooms
from tutor.pages.frame import progress
from tutor.rooms import QuestionStage, RoomOptions
from tutor.rooms.controls import Control
from tutor.rooms.store import Rooms
from tutor.store import StoreError, new_token
from tutor.words.texts import LANGUAGES, Texts


def test_a_wall_lists_the_right_answer_and_the_most_frequent_and_sums_up_the_rest(
    teacher: str,
) -> None:
    code, here, now = a_room(teacher, BUILT), rooms.rooms(), progress.now()
    often, seldom = "pile / pile / pile / pile", "N+ / N+ / N+ / pile"
    once = [f"N / {one} / {two} / pile" for one in ("N", "N+", "pile") for two in ("N+", "pile")]
    answers = [seldom, often, *once, often, seldom, often]
    for number in range(len(answers)):
        here.visit(code, learner(number), now=now)
        here.join(code, learner(number), "Ann", now=now)
    say(teacher, code, Control.NEXT, Control.OPEN)
    for number, answer in enumerate(answers):
        here.answer(code, learner(number), 1, answer, now=progress.now())
    here.talk(code, teacher, here.version(code) or 0, now=progress.now())
    here.answer(code, learner(0), 1, often, now=progress.now())
    say(teacher, code, Control.REVEAL)
    said = shown(opened("host", token=teacher, room=code))
    assert re.findall(r'"spread-figure">(\d+) ', said) == ["0", "0", "3", "4", "8", "7"]
    assert re.findall('<li class="(spread-[a-z]+)', said) == [
        "spread-right",
        "spread-wrong",
        "spread-rest",
    ]
    assert "7 other answers" in said
    assert '<ul class="spread"' in said, "no room for such labels beside two votes"


def test_a_seat_that_is_right_by_another_rulebook_is_no_misconception(teacher: str) -> None:
    code = a_room(teacher, DISPUTED)
    say(teacher, code, Control.NEXT, Control.OPEN)
    hall = opened("host", token=teacher, room=code)
    assert "have answered" not in shown(hall), "nobody has a telephone"
    hold_up(hall, "N", 1)
    say(teacher, code, Control.REVEAL)
    assert "Right under Akagiri 1998" in shown(opened("host", token=teacher, room=code))


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_hold_up_cards_are_printed_in_another_tab(teacher: str, language: str) -> None:
    code = a_room(teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = opened("host", token=teacher, room=code, lang=language)
    (link,) = [one for one in at.get("link_button") if one.proto.url.startswith("handouts?")]
    assert "sheet=hold-up-cards" in link.proto.url
    assert (
        opened("handouts", sheet="hold-up-cards").selectbox(key="handouts-sheet").value
        == "hold-up-cards"
    )


def test_hold_up_cards_are_counted_without_any_telephone(teacher: str) -> None:
    code = a_room(teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = opened("host", token=teacher, room=code)
    for seat, count in (("E", 9), ("W", 7), ("W", 3)):
        at = hold_up(at, seat, count)
    assert "12 cards counted" in shown(at)
    at = press(press(at, "control-"), "control-")
    assert "9 · 75%" in shown(at)
    assert "3 · 25%" in shown(at)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_cards_are_counted_where_those_that_are_printed_can_answer(teacher: str, kind: str) -> None:
    form = VARIANTS["two" if kind == "may-name" else "partnership"]
    order = Order(kinds=(kind,), variant=form, rulebook=CULBERTSON, count=1)
    (puzzle,) = make_set(order, Random(1))
    code = a_room(teacher, print_puzzle(puzzle))
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = opened("host", token=teacher, room=code)
    offered = Texts("en")("room.hands.title") in popovers(at)
    assert offered == (kind in {"who-wins", "whose-turn"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_a_talk_all_vote_again_and_the_first_vote_is_seen_by_nobody_till_then(
    teacher: str, language: str
) -> None:
    code, phones, text = a_room(teacher), [new_token() for _ in range(2)], Texts(language)
    for who in phones:
        joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = opened("host", token=teacher, room=code, lang=language)
    at = talk(at)
    assert text("room.refused.no-vote") in words(at)
    for who in phones:
        press(opened("room", room=code, token=who), f"answer-room-{code}-1-0-1")
    at = hold_up(opened("host", token=teacher, room=code, lang=language), "W", 5)
    assert text("room.hands.title") in popovers(at)
    at = talk(at)
    assert text("room.hands.again") in popovers(at)

    def nobody_sees(page: AppTest) -> None:
        assert not page.exception
        said = re.sub(r"<style>.*?</style>", "", shown(page), flags=re.DOTALL)
        assert 'class="spread' not in said
        assert not re.search(r"\d\s?%", said)

    nobody_sees(at)
    assert text("room.stage.talk-both") in shown(at), "phones answer too"
    assert text("room.count.hands", count=0) in shown(at), "they are to be counted again"
    phone = opened("room", room=code, token=phones[0], lang=language)
    nobody_sees(phone)
    assert text("room.talk") in shown(phone)
    press(phone, f"answer-room-{code}-1-0-2")  # one is persuaded, the other stays
    at = opened("host", token=teacher, room=code, lang=language)
    at = hold_up(at, "E", 5)
    nobody_sees(at)
    assert text("room.count.again", count=1) in shown(at)
    assert text("room.count", count=2, all=2) not in shown(at), "as if the vote were over"
    assert not any("-talk" in one.key for one in at.button if one.key)  # one talk is enough
    at = press(press(at, "control-"), "control-")
    told = shown(at)
    first, then = (text(f"room.spread.{name}") for name in ("before", "after"))
    assert told.count(first) == told.count(then) >= 4
    for count, share in ((2, 29), (5, 71), (1, 14), (5, 71)):
        assert text("room.spread.figure", count=count, share=share) in told
    say(teacher, code, Control.NEXT)
    end_room(teacher, code)
    at = opened("host", token=teacher, room=code, lang=language)
    now = text("room.summary.right", right=6, count=7)
    assert text("room.summary.before", last=now, right=0, count=7) in shown(at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_summary_concludes_of_the_answers_after_a_talk_and_says_so(
    teacher: str, language: str
) -> None:
    code, text, here = a_room(teacher, RUFFED), Texts(language), rooms.rooms()
    for number in range(4):
        here.join(code, learner(number), f"P{number}", now=progress.now())
    say(teacher, code, Control.NEXT, Control.OPEN)
    for number in range(4):
        here.answer(code, learner(number), 1, "NS"[number % 2], now=progress.now())
    here.talk(code, teacher, here.version(code) or 0, now=progress.now())
    offered = popovers(opened("host", token=teacher, room=code, lang=language))
    assert text("room.hands.title") in offered, "no card was counted that could be counted again"
    for number in range(4):
        here.answer(code, learner(number), 1, "S", now=progress.now())
    say(teacher, code, Control.REVEAL)
    end_room(teacher, code)
    said = shown(opened("host", token=teacher, room=code, lang=language))
    assert text("room.summary.none-again-talk") in said
    told = {
        "en": "4 of 4 right (before talking: 2 of 4)",
        "ja": "4件中4件正解（話し合う前は4件中2件）",
    }
    assert told[language] in said


def test_where_all_of_the_first_vote_were_removed_nobody_has_come_too_late(teacher: str) -> None:
    """Who came before the talk has answered after it, and may change that; their score says so."""
    code, here, now = a_room(teacher, PLAIN), rooms.rooms(), progress.now()
    here.join(code, learner(1), "Ann", now=now)
    say(teacher, code, Control.NEXT, Control.OPEN)
    here.answer(code, learner(1), 1, "N", now=now)
    here.join(code, learner(2), "Ben", now=now + timedelta(seconds=1))
    here.talk(code, teacher, here.version(code) or 0, now=now + timedelta(seconds=2))
    here.answer(code, learner(2), 1, "N", now=now + timedelta(seconds=3))
    here.remove(code, teacher, 1)
    here.answer(code, learner(2), 1, "E", now=now + timedelta(seconds=4))
    assert "1 of 1 has answered" in shown(opened("host", token=teacher, room=code))
    say(teacher, code, Control.REVEAL)
    end_room(teacher, code)
    assert "You got 1 of 1 right." in words(opened("room", token=learner(2), room=code))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_not_answered_before_the_talk_is_told_to_talk_too(
    teacher: str, language: str
) -> None:
    text, code, who = Texts(language), a_room(teacher), new_token()
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    before = opened("room", room=code, token=who, lang=language)
    assert text("room.tap.who-wins.seat") in shown(before)
    at = hold_up(opened("host", token=teacher, room=code), "W", 5)
    talk(at)
    told = shown(opened("room", room=code, token=who, lang=language))
    assert text("room.talk-first") in told
    assert text("room.tap.who-wins.seat") not in told


def test_where_no_cards_were_held_up_nothing_is_said_of_cards_after_a_talk(teacher: str) -> None:
    code, who = a_room(teacher), new_token()
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    press(opened("room", room=code, token=who), f"answer-room-{code}-1-0-1")
    at = opened("host", token=teacher, room=code)
    at = talk(at)
    assert Texts("en")("room.count.again", count=0) in shown(at)
    large = f'room-count" role="status">{Texts("en")("room.stage.talk")}'
    assert large in shown(at), "large, for an answer stands unless it is changed"
    assert Texts("en")("room.count.hands", count=0) not in shown(at)


def test_where_cards_alone_were_held_up_nothing_is_said_of_phones_after_a_talk(
    teacher: str,
) -> None:
    code = a_room(teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = hold_up(opened("host", token=teacher, room=code), "W", 5)
    at = talk(at)
    assert Texts("en")("room.stage.talk-cards") in shown(at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_asked_to_answer_where_all_have(teacher: str, language: str) -> None:
    text = Texts(language)
    code, who = a_room(teacher), [new_token(), new_token()]
    for name, token in zip(("Ann", "Ben"), who, strict=True):
        joined(code, name, token)
    say(teacher, code, Control.NEXT, Control.OPEN)
    for number, token in enumerate(who):
        said = shown(opened("host", token=teacher, room=code, lang=language))
        assert text("room.stage.open") in said, number
        rooms.rooms().answer(code, token, 1, "E", now=progress.now())
    said = shown(opened("host", token=teacher, room=code, lang=language))
    assert text("room.count", count=2, all=2) in said
    assert text("room.stage.all-in") in said
    assert text("room.stage.open") not in said


def test_the_clock_runs_only_where_it_is_switched_on(teacher: str) -> None:
    for options, runs in ((RoomOptions(), False), (RoomOptions(clock=60), True)):
        code = a_room(teacher, options=options)
        say(teacher, code, Control.NEXT, Control.OPEN)
        said = shown(opened("host", token=teacher, room=code))
        assert ("seconds left" in said) is runs


@pytest.mark.parametrize("language", LANGUAGES)
def test_when_the_clock_has_run_out_the_wall_says_so_and_answers_can_be_taken_anew(
    teacher: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Texts(language)
    code, who = a_room(teacher, options=RoomOptions(clock=20)), new_token()
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    begun = progress.now()

    def labels(at: AppTest) -> set[str]:
        return {one.label for one in at.button}

    def wall(seconds: int) -> AppTest:
        monkeypatch.setattr(progress, "now", lambda: begun + timedelta(seconds=seconds))
        return opened("host", token=teacher, room=code, lang=language)

    again, talking = text("room.control.again"), text("room.control.talk")
    assert not {again} & labels(wall(5))
    at = wall(25)
    assert text("room.stage.time-up") in shown(at)
    assert text("room.stage.open") not in shown(at)
    assert {text("room.control.reveal"), again} <= labels(at)
    assert talking not in labels(at), "nobody has answered, and nobody can"
    assert text("room.closed") in words(opened("room", room=code, token=who, lang=language))
    open_again = next(one.key for one in at.button if one.label == again)
    at = press(at, str(open_again))
    assert text("room.clock", count=20) in shown(at), "the time begins anew"
    assert text("room.stage.time-up") not in shown(at)
    rooms.rooms().answer(code, who, 1, "E", now=progress.now())
    at = wall(50)
    at = press(at, next(str(one.key) for one in at.button if one.label == talking))
    assert text("room.stage.talk") in shown(at)
    assert text("room.stage.time-up") in shown(wall(80)), "after a talk too"
    at = press(wall(81), "control-")
    assert 'class="spread' in shown(at)


@pytest.mark.parametrize("points", [False, True])
def test_who_answers_rightly_is_told_their_points_where_there_are_any(
    teacher: str, *, points: bool
) -> None:
    code = a_room(teacher, options=RoomOptions(points=points))
    right, wrong = new_token(), new_token()
    joined(code, "Ann", right)
    joined(code, "Ben", wrong)
    say(teacher, code, Control.NEXT, Control.OPEN)
    for who, answer in ((right, "E"), (wrong, "N")):
        rooms.rooms().answer(code, who, 1, answer, now=progress.now())
    told = re.compile(r"That earns you \d+ points\.")
    assert not told.search(shown(opened("room", room=code, token=right)))
    say(teacher, code, Control.REVEAL)
    assert bool(told.search(shown(opened("room", room=code, token=right)))) is points
    assert not told.search(shown(opened("room", room=code, token=wrong)))


def test_points_are_shown_only_where_they_are_switched_on(teacher: str) -> None:
    for options, counts in ((RoomOptions(), False), (RoomOptions(points=True), True)):
        code, who = a_room(teacher, options=options), new_token()
        joined(code, "Ann", who)
        say(teacher, code, Control.NEXT, Control.OPEN)
        rooms.rooms().answer(code, who, 1, "E", now=progress.now())
        say(teacher, code, Control.REVEAL)
        assert (
            "Leading scores so far" in shown(opened("host", token=teacher, room=code))
        ) is counts


@pytest.mark.parametrize(
    ("seconds", "places"),
    [
        ((30, 1, 1, 40, 40, 50, 50), "31144--"),
        ((30, 1, 1, 40, 40, 40, 50), "311----"),
        ((90,) * 7, "1111111"),
        ((1, 4, 8, 12, 16, 20, 24), "12345--"),
    ],
)
def test_who_has_as_many_points_as_another_has_the_same_place(
    teacher: str, seconds: tuple[int, ...], places: str
) -> None:
    code, here = a_room(teacher, PLAIN, options=RoomOptions(points=True)), rooms.rooms()
    begun = progress.now()
    for number in range(len(seconds)):
        here.join(code, learner(number), f"P{number}", now=begun)
    say(teacher, code, Control.NEXT, Control.OPEN)
    for number, after in enumerate(seconds):
        here.answer(code, learner(number), 1, "E", now=begun + timedelta(seconds=after))
    say(teacher, code, Control.REVEAL)
    listed = re.findall(r'<li value="(\d+)">P(\d)', shown(opened("host", token=teacher, room=code)))
    found = {int(number): place for place, number in listed}
    assert "".join(found.get(number, "-") for number in range(len(seconds))) == places


@pytest.mark.parametrize("control", ["due", "reveal", "talk"])
def test_who_counts_cards_on_another_device_keeps_nobody_from_going_on(
    teacher: str, control: str
) -> None:
    code, device, here = a_room(teacher), new_token(), rooms.rooms()
    secret = here.link(code, teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    other = opened("host", room=code, teacher=secret, token=device)
    other = hold_up(other, "E", 5)
    at = opened("host", token=teacher, room=code)
    other = hold_up(other, "E", 6)
    keys = [str(button.key) for button in at.button]
    press(at, next(key for key in keys if re.fullmatch(f"control-\\d+-{control}", key)))
    (question, *_) = here.visit(code, teacher, now=progress.now()).room.questions
    stage = {
        "due": QuestionStage.CLOSED,
        "reveal": QuestionStage.SPREAD,
        "talk": QuestionStage.OPEN,
    }
    assert question.stage == stage[control]
    assert bool(question.before) is (control == "talk")
    assert (question.before or question.hands) == (("E", 6),), "the last one is counted too"


@pytest.mark.parametrize("control", ["due", "reveal", "skip"])
def test_of_two_devices_that_go_on_at_once_one_does(teacher: str, control: str) -> None:
    code, device, here = a_room(teacher), new_token(), rooms.rooms()
    secret = here.link(code, teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    other = opened("host", room=code, teacher=secret, token=device)
    press(opened("host", token=teacher, room=code), "control-")
    keys = [str(button.key) for button in other.button]
    other = press(other, next(key for key in keys if re.fullmatch(f"control-\\d+-{control}", key)))
    room = here.visit(code, teacher, now=progress.now()).room
    assert (room.at, room.questions[0].stage) == (0, QuestionStage.CLOSED)
    press(other, "control-")
    assert here.visit(code, teacher, now=progress.now()).room.questions[0].revealed


def counted(teacher: str, code: str) -> dict[str, int]:
    return dict(rooms.rooms().visit(code, teacher, now=progress.now()).room.questions[0].hands)


def test_of_cards_counted_faster_than_the_page_comes_none_is_lost(teacher: str) -> None:
    code = a_room(teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = opened("host", token=teacher, room=code)
    at = hastily(at, *(on_box("hands-1-E", count) for count in (1, 2, 5, 8)))
    assert counted(teacher, code) == {"E": 8}
    at = hastily(at, *(on_box("hands-1-E", count) for count in (7, 6, 9)))
    assert counted(teacher, code) == {"E": 9}
    assert "9 cards counted" in shown(at)


def test_who_counts_on_two_devices_counts_together(teacher: str) -> None:
    """Neither has seen what the other has counted, and both go on from there."""
    code, here = a_room(teacher), rooms.rooms()
    secret = here.link(code, teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    other = opened("host", room=code, teacher=secret, token=new_token())
    at = opened("host", token=teacher, room=code)
    other, at = hold_up(other, "E", 5), hold_up(at, "E", 2)
    assert counted(teacher, code) == {"E": 7}
    assert at.number_input(key=drawn(at, "hands-1-E")).value == 7
    at = hold_up(at, "E", 8)
    other = ran(other.run())
    assert other.number_input(key=drawn(other, "hands-1-E")).value == 8


def test_cards_that_were_not_kept_are_not_shown_as_counted(
    teacher: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is one counted twice that was kept after all, as the store did not know."""
    code = a_room(teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = hold_up(opened("host", token=teacher, room=code), "E", 2)
    change = Rooms.change

    def keep_and_say_nothing(*args: Any, **more: Any) -> bool:  # noqa: ANN401
        change(*args, **more)
        raise StoreError("slow", "nobody waited for it")

    with monkeypatch.context() as slow:
        slow.setattr(Rooms, "change", keep_and_say_nothing)
        at = hastily(at, on_box("hands-1-E", 3))
    assert counted(teacher, code) == {"E": 3}
    at = hastily(at, on_box("hands-1-E", 4))
    assert counted(teacher, code) == {"E": 4}


def test_boxes_that_count_cards_say_whose(teacher: str) -> None:
    code = a_room(teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    labels = [box.label for box in opened("host", token=teacher, room=code).number_input]
    assert len(set(labels)) == 4
    for seat, label in zip(("North", "East", "South", "West"), labels, strict=True):
        assert seat in label
