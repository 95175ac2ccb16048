"""The pages of rooms, without a browser: a teacher and learners go through a round."""

import re
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest

from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.sets import Order, make_set
from tests.component import fire, given
from tests.evening import a_room, end_room, joined, popovers, say, shown
from tests.opened import opened, press, ran, turned, verdict, words
from tests.rooms import BUILT, DISPUTED, PLAIN, RUFFED, WHICH
from tutor.pages import rooms
from tutor.pages.frame import progress
from tutor.rooms import QuestionStage, RoomOptions
from tutor.rooms.agenda import of_rule
from tutor.rooms.controls import Control
from tutor.store import StoreError, new_token
from tutor.words.explanation import explain
from tutor.words.texts import LANGUAGES, Texts


def test_the_page_for_teachers_leads_back_to_a_room_that_runs(teacher: str) -> None:
    def ways() -> list[str]:
        return [str(link.proto.label) for link in turned(at, "teach", lang="en").get("page_link")]

    at = press(opened("host", token=teacher), "room-open")
    code = at.query_params["room"]
    back = f"Go back to your room {code[:3]} {code[3:]}"
    assert back in ways()
    end_room(teacher, code)
    at = turned(at, "host", room=code, lang="en")
    assert back not in ways()


def test_whoever_is_in_a_room_is_led_back_from_the_page_that_asks_for_a_code(teacher: str) -> None:
    code, other, token = a_room(teacher), a_room(teacher), new_token()
    joined(code, "Ada", token)
    at = opened("room", token=token)
    assert [one.key for one in at.button if str(one.key).startswith("back-")] == [f"back-{code}"]
    at = press(at, "back-")
    assert at.query_params["room"] == code
    assert "You’re in" in words(at)
    assert rooms.rooms().remove(code, teacher, 1)
    assert rooms.rooms().joined(token, now=progress.now()) == ()
    joined(other, "Ada", token)
    assert rooms.rooms().joined(token, now=progress.now()) == (other,)
    end_room(teacher, other)
    assert rooms.rooms().joined(token, now=progress.now()) == ()


def test_who_types_no_code_is_asked_for_one() -> None:
    at = press(opened("room"), "FormSubmitter:join-code")
    assert "Please type in the code first." in words(at)


def test_a_round_goes_from_the_code_to_the_rule(teacher: str) -> None:
    code = a_room(teacher)
    hall = opened("host", token=teacher, room=code)
    ann, ben = joined(code, "Ann"), joined(code.lower(), "Ben")
    assert "You’re in" in shown(ann)
    assert "2 people have joined" in shown(ran(hall.run()))
    hall = press(hall, "control-")
    assert "Answering hasn’t opened yet" in shown(hall)
    assert "You can answer in a moment" in words(ran(ann.run()))
    hall = press(hall, "control-")
    ann, ben = ran(ann.run()), ran(ben.run())
    ann = press(ann, f"answer-room-{code}-1-0-1")  # North
    ben = ran(fire(ben, f"table-room-{code}-1", choose="E"))
    assert "Your answer is in." in shown(ben)
    ann = press(ann, f"answer-room-{code}-1-0-4")  # West after all
    assert "2 of 2 have answered" in shown(ran(hall.run()))
    hall = press(press(hall, "control-"), "control-")
    said = shown(hall)
    assert '<ul class="spread spread-short"' in said
    assert "spread-right" in said
    assert "1 · 50%" in said
    assert 'class="spread-misconception"' in said, "nobody says what West's voter believes"
    assert "What may be behind it:" in said
    pale = said.partition("spread-unheld")[2].partition("</p>")[0]
    assert "Someone who picks this may be thinking:" in pale, "it reads as if somebody had named it"
    assert "verdict-wrong" in verdict(ran(ann.run()))
    assert "verdict-right" in verdict(ran(ben.run()))
    for rung in range(1, 5):
        hall = press(hall, "control-")
        assert given(hall, "hall-ladder")["html"].count('data-key="rung-') == rung
    hall = press(hall, "control-")
    assert "The highest of the suit led wins" in words(hall)
    assert "The rulebooks agree" in words(hall)
    hall = press(hall, "control-")
    assert rooms.rooms().visit(code, teacher, now=progress.now()).room.at == 1


def test_where_rulebooks_differ_the_hall_hears_it(teacher: str) -> None:
    code = a_room(teacher, DISPUTED)
    say(teacher, code, Control.NEXT, Control.REVEAL, *[Control.RUNG] * 5)
    said = words(opened("host", token=teacher, room=code))
    assert "Akagiri 1998" in said
    assert "The rulebooks agree" not in said
    (sources,) = re.findall("Sources: .*", said)
    assert {"Handscomb", "Akagiri"} <= set(re.findall(r"\w+", sources)), "each side has its own"


@pytest.mark.parametrize(("seat", "times"), [(1, 1), (2, 0), (3, 0)])
def test_a_telephone_hears_that_its_answer_is_right_by_another_rulebook(
    teacher: str, seat: int, times: int
) -> None:
    code, who = a_room(teacher, DISPUTED), new_token()
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    press(opened("room", room=code, token=who), f"answer-room-{code}-1-0-{seat}")
    say(teacher, code, Control.REVEAL)
    said = words(opened("room", room=code, token=who))
    assert said.count("Right under Akagiri 1998") == times


def test_the_rule_that_was_asked_about_comes_first_on_the_wall(teacher: str) -> None:
    text = Texts("en")
    rule = Rule.LED_SUIT_NO_TRUMP
    (draft, *_) = of_rule(rule, VARIANTS["partnership"], CULBERTSON, 1, Random(3))
    told = explain(one := parse_puzzle(draft.line), one.check(one.solution), text, ())
    others = [cited.name for cited in (told.rule, *told.notes) if cited.rule != rule]
    assert others
    code = rooms.rooms().open(teacher, (draft,), RoomOptions(), now=progress.now())
    say(teacher, code, Control.NEXT, Control.REVEAL, *[Control.RUNG] * 5)
    said = words(opened("host", token=teacher, room=code))
    first = said.index(text.name(rule))
    assert all(first < said.index(name) for name in others)


def test_wall_and_telephone_name_the_rulebook_on_which_the_winner_hangs(teacher: str) -> None:
    code, who = a_room(teacher, DISPUTED, RUFFED), new_token()
    joined(code, "Ann", who)
    named = "Under Culbertson 1955."
    say(teacher, code, Control.NEXT, Control.OPEN)
    for control in (Control.REVEAL, Control.RUNG):
        assert named in words(opened("host", token=teacher, room=code))
        assert named in words(opened("room", token=who, room=code))
        say(teacher, code, control)
    assert named in words(opened("host", token=teacher, room=code))
    say(teacher, code, *[Control.RUNG] * 4, Control.NEXT, Control.OPEN)
    assert named not in words(opened("host", token=teacher, room=code))
    assert named not in words(opened("room", token=who, room=code))


@pytest.mark.parametrize("rulebook", ["culbertson", "akagiri"])
def test_where_each_rulebook_is_asked_about_its_winner_lies_on_the_table(
    teacher: str, rulebook: str
) -> None:
    line = DISPUTED.replace("who-wins", "rulebooks-differ").replace("culbertson", rulebook)
    code, who = a_room(teacher, line), new_token()
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN, Control.REVEAL)
    wall, phone = opened("host", token=teacher, room=code), opened("room", token=who, room=code)
    winner, named = {"culbertson": ("East", "Culbertson"), "akagiri": ("North", "Akagiri")}[
        rulebook
    ]
    for at, table in ((wall, "hall-1"), (phone, f"table-room-{code}-1")):
        assert f"The table shows the winner under {named}" in words(at)
        assert f"{winner} wins" in given(at, table)["html"]


def test_an_answer_can_be_changed_until_it_is_closed_and_a_reload_keeps_it(teacher: str) -> None:
    code, who = a_room(teacher), new_token()
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = press(opened("room", room=code, token=who), f"answer-room-{code}-1-0-1")
    again = opened("room", room=code, token=who)
    assert "Your answer is in." in shown(again)
    assert given(again, f"table-room-{code}-1")["html"].count("flag your-answer") == 1
    assert "You can change it" in shown(again)
    say(teacher, code, Control.CLOSE)
    at = press(at, f"answer-room-{code}-1-0-2")  # the page does not know yet that it is too late
    assert "closed a moment before yours arrived" in words(at)
    assert rooms.rooms().visit(code, who, now=progress.now()).answers == {1: "N"}


def test_a_running_room_is_found_again_by_its_browser_alone(teacher: str) -> None:
    code = a_room(teacher)
    joined(code, "Ann")
    at = opened("host", token=teacher)
    (back,) = [one for one in at.button if one.key == f"running-{code}"]
    assert "1 person" in back.label
    assert "Join in on your phone" in words(press(at, f"running-{code}"))
    stranger = opened("host", token=new_token())
    assert not [one for one in stranger.button if str(one.key).startswith("running-")]
    end_room(teacher, code)
    over = opened("host", token=teacher)
    assert not [one for one in over.button if one.key == f"running-{code}"]


def test_the_wall_without_controls_still_goes_on_by_a_key(teacher: str) -> None:
    code = a_room(teacher)
    at = opened("host", token=teacher, room=code, view="projector")
    (lead,) = [one for one in at.button if str(one.key).startswith("control-")]
    assert lead.proto.shortcut.lower() == "n"
    assert "Who wins this trick?" in words(ran(lead.click().run()))
    say(teacher, code, *3 * (Control.SKIP,))
    said = words(ran(at.run()))
    assert Texts("en")("room.last.title") in said
    assert "End the room" not in said, "what the teacher is to do is not read out to the hall"


def test_no_next_question_is_promised_after_the_last(teacher: str) -> None:
    code = a_room(teacher, PLAIN, RUFFED)
    for wanted, other in (("Next question", "Finish"), ("Finish", "Next question")):
        say(teacher, code, Control.NEXT, Control.OPEN, Control.REVEAL)
        labels = [one.label for one in opened("host", token=teacher, room=code).button]
        assert wanted in labels
        assert other not in labels


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_telephone_answers_a_tap_on_the_card_and_beside_it(teacher: str, language: str) -> None:
    code, who = a_room(teacher), new_token()
    at, text = joined(code, "Ann", who), Texts(language)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = opened("room", room=code, token=who, lang=language)
    table, mark = f"table-room-{code}-1", text("picture.mark.your-answer")
    assert text("room.tap.who-wins.seat") in shown(at)
    assert mark not in given(at, table)["html"]
    at = ran(fire(at, table, choose="N"))
    assert given(at, table)["html"].count(mark) == 1
    assert text("room.tap.who-wins.seat") not in shown(at)
    assert text("room.sent") in shown(at)
    # It is marked on the table and on its button; only where neither is seen it is said in words.
    assert text("room.your-answer") not in shown(at)
    say(teacher, code, Control.CLOSE)
    assert text("room.your-answer") in shown(ran(at.run()))


def test_who_comes_late_waits_and_is_told_so(teacher: str) -> None:
    code = a_room(teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = joined(code, "Late")
    assert "You can answer the next one" in words(at)
    assert not [b for b in at.button if b.key and f"room-{code}" in b.key]
    later = joined(code, "Later")
    say(teacher, code, Control.CLOSE, Control.OPEN)
    assert [b for b in ran(later.run()).button if b.key and f"answer-room-{code}-1" in b.key]
    say(teacher, code, Control.CLOSE)
    at = joined(code, "Last")
    say(teacher, code, Control.REVEAL)
    told = verdict(ran(at.run()))
    assert "Correct answer: East" in told
    assert "verdict-right" not in told, "nobody was right who did not answer"
    assert "✓" not in told
    say(teacher, code, Control.NEXT, Control.OPEN)
    assert [b for b in ran(at.run()).button if b.key and b.key.startswith(f"answer-room-{code}-2")]


def test_a_question_of_several_parts_is_answered_part_by_part_and_can_be_changed(
    teacher: str,
) -> None:
    code, who = a_room(teacher, BUILT), new_token()
    at = joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = ran(at.run())
    for part in range(4):
        at = press(at, f"answer-room-{code}-1-{part}-1")
    (first,) = rooms.rooms().visit(code, who, now=progress.now()).answers.values()
    assert len(first.split(" / ")) == 4
    text = Texts("en")
    whole, first_of = text("ask.all.what-is-built.card"), text("ask.part-of", number=1, count=4)
    assert whole in shown(at)
    assert first_of not in shown(at), "nothing more is to be answered"
    at = press(at, f"room-{code}-1-change")
    assert first_of in shown(at)
    assert rooms.rooms().visit(code, who, now=progress.now()).answers == {1: first}
    for part in range(4):
        at = press(at, f"answer-room-{code}-1-{part}-2")
    assert rooms.rooms().visit(code, who, now=progress.now()).answers != {1: first}
    say(teacher, code, Control.REVEAL)
    assert verdict(ran(at.run()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["what-is-built", "ladder", "rulebooks-differ"])
def test_the_wall_asks_for_all_parts_that_are_answered_and_counted_together(
    teacher: str, kind: str, language: str
) -> None:
    order = Order(kinds=(kind,), variant=VARIANTS["partnership"], rulebook=CULBERTSON, count=1)
    (puzzle,) = make_set(order, Random(1))
    code, text = a_room(teacher, print_puzzle(puzzle)), Texts(language)
    say(teacher, code, Control.NEXT, Control.OPEN)
    told = shown(opened("host", token=teacher, room=code, lang=language))
    (every,) = {f"ask.all.{part.key.removesuffix('.second')}" for part in puzzle.parts}
    assert text(every) in told


def test_several_cards_are_chosen_and_handed_in(teacher: str) -> None:
    code, who = a_room(teacher, WHICH), new_token()
    at = joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = ran(fire(ran(at.run()), f"room-{code}-1-beside", play="C3"))
    hands_in = at.button(key=f"check-room-{code}-1").label
    assert hands_in == Texts("en")("ask.hand-in"), "nothing is checked yet"
    at = press(at, f"check-room-{code}-1")
    assert rooms.rooms().visit(code, who, now=progress.now()).answers == {1: "C3"}
    say(teacher, code, Control.REVEAL)
    assert "1 · 100%" in shown(opened("host", token=teacher, room=code))


BEST = (
    "1 best-card partnership culbertson N=C E=S S=D W=H : S D2 D9 DQ H3 : W C9 C5 CT : C0:AT : E H-"
    " : 300 plan.withhold D2 0 0 D9 4 3 DQ 9 4 H3 17 5"
)


def test_a_card_of_the_hand_is_sent_by_a_tap_and_can_be_changed(teacher: str) -> None:
    code, who = a_room(teacher, BEST), new_token()
    at = joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at, hand = ran(at.run()), f"room-{code}-1-beside"
    assert not [b for b in at.button if b.key and b.key.startswith(f"answer-room-{code}")]
    at = ran(fire(at, hand, play="D9"))
    assert rooms.rooms().visit(code, who, now=progress.now()).answers == {1: "D9"}
    at = press(at, f"room-{code}-1-change")
    at = ran(fire(at, hand, play="DQ"))
    assert rooms.rooms().visit(code, who, now=progress.now()).answers == {1: "DQ"}


PRESSED = re.compile(r'<button(?![^>]*aria-disabled="true")[^>]*data-event=')
"""A card that can be pressed."""


@pytest.mark.parametrize(
    ("line", "place"),
    [(RUFFED, "hall"), (DISPUTED, "hall"), (WHICH, "hall-beside"), (BEST, "hall-beside")],
)
def test_a_card_can_be_pressed_only_where_it_is_an_answer(
    teacher: str, line: str, place: str
) -> None:
    """A press that nobody takes would be waited for, and the next one with it: seconds."""
    code, who = a_room(teacher, line), new_token()
    joined(code, "Ann", who)
    hand = f"room-{code}-1-beside" if "beside" in place else f"table-room-{code}-1"
    for control, taken in ((Control.NEXT, False), (Control.OPEN, True), (Control.CLOSE, False)):
        say(teacher, code, control)
        on_phone = given(opened("room", room=code, token=who), hand)["html"]
        assert bool(PRESSED.search(on_phone)) is taken, control
        on_wall = given(opened("host", token=teacher, room=code), f"{place}-1")["html"]
        assert not PRESSED.search(on_wall), control
        assert "data-digit" not in on_wall, "no key chooses a card there"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_called_your_answer_where_somebody_answered_it_and_nowhere_else(
    teacher: str, language: str
) -> None:
    code, (ann, ben) = a_room(teacher, BEST), [new_token() for _ in range(2)]
    for who in (ann, ben):
        joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    ran(fire(opened("room", room=code, token=ann), f"room-{code}-1-beside", play="D9"))
    say(teacher, code, Control.REVEAL)
    mark = Texts(language)("picture.mark.your-answer")
    for who, times in ((ann, 1), (ben, 0)):
        at = opened("room", room=code, token=who, lang=language)
        assert given(at, f"room-{code}-1-beside")["html"].count(mark) == times
    wall = opened("host", token=teacher, room=code, view="projector", lang=language)
    shown_beside = given(wall, "hall-beside-1")["html"]
    assert mark not in shown_beside
    assert Texts(language)("picture.mark.best") in shown_beside


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wall_of_a_room_that_is_over_says_goodbye_and_leads_to_the_summary(
    teacher: str, language: str
) -> None:
    text = Texts(language)
    code = a_room(teacher)
    who = {name: new_token() for name in ("Ann", "Ben", "Cat")}
    for name, token in who.items():
        joined(code, name, token)
    say(teacher, code, Control.NEXT, Control.OPEN)
    for token, answer in zip(who.values(), "EEN", strict=True):
        rooms.rooms().answer(code, token, 1, answer, now=progress.now())
    say(teacher, code, Control.REVEAL)
    end_room(teacher, code)
    wall = opened("host", token=teacher, room=code, view="projector", lang=language)
    assert [title.value for title in wall.title] == [text("room.over.title")]
    assert text("room.over.thanks") in shown(wall)
    assert text("room.summary.hardest", number=1, right=2) in shown(wall)
    assert not wall.header, "what the teacher goes over is not for the hall"
    assert not wall.get("download_button")
    assert [button.label for button in wall.button][-1] == text("room.summary.title")
    wall = press(wall, "leave")
    assert [title.value for title in wall.title] == [text("room.summary.title")]
    assert wall.get("download_button")


def test_a_removed_learner_hears_so_and_may_join_again(teacher: str) -> None:
    code, who = a_room(teacher), new_token()
    at = joined(code, "Rude", who)
    hall = opened("host", token=teacher, room=code)
    box = next(one for one in hall.selectbox if str(one.key).startswith("remove-"))
    assert box.options == ["Rude"]
    box.set_value(1)
    hall = press(ran(hall.run()), "remove")
    assert "0 people" in shown(hall)
    at = ran(at.run())
    assert "removed your name" in words(at)
    with pytest.raises(StopIteration):
        given(at, "kept-join-nickname")  # the name that was removed is not offered again
    at.text_input(key="join-nickname").input("Polite")
    assert "Polite" in shown(press(at, "FormSubmitter:join-name"))


def test_a_telephone_hears_when_the_last_question_was_asked(teacher: str) -> None:
    code = a_room(teacher, PLAIN)
    at, say_it = joined(code, "Ann"), Texts("en")
    assert at.title[0].value == say_it("room.wait.title")
    say(teacher, code, Control.NEXT, Control.OPEN, Control.REVEAL, Control.NEXT)
    assert ran(at.run()).title[0].value == say_it("room.last.title")


def test_a_fresh_question_on_the_same_rule_is_asked_at_a_press(teacher: str) -> None:
    code = a_room(teacher, PLAIN)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = opened("host", token=teacher, room=code)
    assert not any(b.key and b.key.endswith("-fresh") for b in at.button), "answers are left open"
    say(teacher, code, Control.REVEAL)
    at = ran(at.run())
    fresh = next(b for b in at.button if b.key and b.key.endswith("-fresh"))
    ran(fresh.click().run())
    room = rooms.rooms().visit(code, teacher, now=progress.now()).room
    assert (room.at, len(room.questions)) == (1, 2)
    assert room.question
    assert room.question.stage == QuestionStage.READY
    assert room.question.rule == room.questions[0].rule


@pytest.mark.parametrize("place", ["last", "middle"])
def test_another_lesson_follows_in_the_same_room_and_the_telephones_come_along(
    teacher: str, place: str
) -> None:
    code, who = a_room(teacher, PLAIN, RUFFED), new_token()
    phone = joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.REVEAL, Control.NEXT)
    if place == "last":
        say(teacher, code, Control.REVEAL, Control.NEXT)
    hall = opened("host", token=teacher, room=code)
    hall = ran(hall.radio(key="room-source").set_value("lines").run())
    hall.text_area(key="room-lines").input(DISPUTED)
    hall = press(hall, "go-on-")
    assert "Start answering" in [one.label for one in hall.button]
    visit = rooms.rooms().visit(code, who, now=progress.now())
    assert visit.room.question
    assert visit.room.question.line == DISPUTED
    assert visit.member
    assert visit.member.name == "Ann"
    say(teacher, code, Control.OPEN)
    phone = press(ran(phone.run()), f"answer-room-{code}-{visit.room.question.id}")
    assert list(rooms.rooms().visit(code, who, now=progress.now()).answers) == [
        visit.room.question.id
    ]


def test_the_door_is_shut_and_opened_at_a_press(teacher: str) -> None:
    code = a_room(teacher)
    hall = opened("host", token=teacher, room=code)
    hall = ran(hall.checkbox(key="room-shut").check().run())
    assert "closed the room to newcomers" in words(joined(code, "Late"))
    ran(hall.checkbox(key="room-shut").uncheck().run())
    assert "You’re in" in shown(joined(code, "Late"))


@pytest.mark.parametrize("call", ["visit", "crowd"])
def test_a_database_that_fails_is_told_and_no_page_breaks(
    teacher: str, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, who = a_room(teacher), new_token()
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)

    def fail(*_: object, **__: object) -> None:
        raise StoreError("busy", "another program holds the database")

    monkeypatch.setattr(f"tutor.rooms.store.Rooms.{call}", fail)
    assert Texts("en")("store.busy") in words(opened("host", token=teacher, room=code))


def test_the_big_screen_opens_in_a_window_of_its_own(teacher: str) -> None:
    code = a_room(teacher)
    at = opened("host", token=teacher, room=code)
    links = [one.proto.url for one in at.get("link_button")]
    # Under another address this browser would not be the teacher's.
    (wall,) = (link for link in links if link.startswith("host?"))
    query = parse_qs(urlsplit(wall).query)
    assert (query["room"], query["view"]) == ([code], ["projector"])


def test_a_learner_sees_no_control_and_is_told_whose_they_are(teacher: str) -> None:
    code, who = a_room(teacher), new_token()
    joined(code, "Ann", who)
    at = opened("host", room=code, token=who)
    assert "Only the teacher can run this room" in words(at)
    assert not [b for b in at.button if b.key and b.key.startswith(("control-", "end-", "remove"))]


def test_the_teachers_link_opens_the_controls_on_another_device(teacher: str) -> None:
    code, other = a_room(teacher), new_token()
    at = press(opened("host", room=code, token=teacher), "teacher-link")
    assert "Anyone who sees it can run the room" in words(at)
    assert not at.code, "the hall may see this screen"
    at = press(at, "teacher-link-show")
    link = next(one.value for one in at.code)
    secret = link.partition("teacher=")[2]
    at = opened("host", room=code, teacher=secret, token=other)
    assert "teacher" not in at.query_params
    assert [b for b in at.button if b.key and b.key.startswith("control-")]


def test_the_teachers_link_can_be_hidden_again(teacher: str) -> None:
    at = press(opened("host", room=a_room(teacher), token=teacher), "teacher-link")
    at = press(press(at, "teacher-link-show"), "teacher-link-hide")
    assert not at.code
    assert "Anyone who sees it" not in words(at)


def test_a_trick_of_the_hall_is_nobodys_own(teacher: str) -> None:
    code = a_room(teacher, BUILT)
    say(teacher, code, Control.NEXT)
    at = opened("host", token=teacher, room=code)
    assert " · you" not in given(at, "hall-1")["html"]


def test_a_telephone_in_a_room_is_not_filled_with_the_names_of_pages() -> None:
    def names(page: str) -> list[str]:
        return [str(link.proto.label) for link in opened(page).get("page_link")]

    assert "Practise" in names("teach")
    assert "Practise" not in names("room")


@pytest.mark.parametrize(
    "sent",
    [
        " {} {} ",
        "http://192.168.1.20:8501/room?lang=en&rulebook=culbertson&colours=four&room={}{}",
    ],
)
def test_a_code_is_typed_or_a_friendly_word_said(teacher: str, sent: str) -> None:
    code = a_room(teacher)
    at = opened("room", token=new_token())
    at.text_input(key="join-typed").input("zzz zzz")
    at = press(at, "FormSubmitter:join-code")
    assert "There is no room with that code" in words(at)
    typed, box = sent.format(code[:3].lower(), code[3:].lower()), at.text_input(key="join-typed")
    assert len(typed) <= box.max_chars, "a browser takes nothing of what is longer"
    box.input(typed)
    at = press(at, "FormSubmitter:join-code")
    assert at.query_params["room"] == code
    assert "What shall we call you?" in [title.value for title in at.title]
    at = opened("host", token=teacher)
    at.text_input(key="room-resume-code").input(typed)
    assert press(at, "FormSubmitter:room-resume").query_params["room"] == code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_room_opens_in_every_language(teacher: str, language: str) -> None:
    code, who = a_room(teacher), new_token()
    assert words(opened("teach", lang=language))
    for controls in ((), (Control.NEXT, Control.OPEN), (Control.REVEAL, Control.RUNG)):
        say(teacher, code, *controls)
        assert words(opened("host", lang=language, token=teacher, room=code))
        assert words(opened("room", lang=language, token=who, room=code))
        if not controls:
            rooms.rooms().join(code, who, "Ann", now=progress.now())


def test_a_mistyped_nickname_is_put_right_on_the_phone(teacher: str) -> None:
    code, mine = a_room(teacher), new_token()
    at = joined(code, "Anm", mine)
    joined(code, "Ben")

    def name(typed: str) -> list[str]:
        nonlocal at
        (field,) = (one for one in at.text_input if "join-nickname" in (one.key or ""))
        field.input(typed)
        at = press(at, "FormSubmitter:rename")
        assert not at.exception
        there = rooms.rooms().crowd(code, teacher, now=progress.now())
        return [member.name for member in there.present]

    assert name("Ann") == ["Ann", "Ben"]
    assert given(at, "kept-join-nickname")["text"] == "Ann"
    assert name("ANN") == ["ANN", "Ben"], "one's own name is not taken by another"
    assert name("Ben") == ["Ben 2", "Ben"]
    assert name("") == ["Ben 2", "Ben"]
    assert Texts("en")("room.refused.name-empty") in words(at)
    for controls, offered in (
        ((Control.NEXT,), True),
        ((Control.OPEN,), False),
        ((Control.REVEAL,), False),
    ):
        say(teacher, code, *controls)
        there = popovers(ran(at.run()))
        assert (Texts("en")("room.rename") in there) is offered
    say(teacher, code, Control.NEXT)
    ran(at.run())
    assert name("Ann") == ["Ann", "Ben"], "also before a later question opens"


def test_the_nickname_of_this_evening_is_there_for_the_next_room(teacher: str) -> None:
    first = joined(a_room(teacher), "Ann")
    assert given(first, "kept-join-nickname")["text"] == "Ann"
    at = opened("room", room=a_room(teacher), token=new_token())
    assert at.text_input(key="join-nickname").value == ""
    at = ran(fire(at, "kept-join-nickname", kept="Ann"))
    assert at.text_input(key="join-nickname").value == "Ann"
    assert "You’re in" in shown(press(at, "FormSubmitter:join-name"))


def test_a_nickname_that_was_typed_stays_whatever_the_browser_kept(teacher: str) -> None:
    at = opened("room", room=a_room(teacher), token=new_token())
    at.text_input(key="join-nickname").input("Benjamin " * 3)
    at = press(at, "FormSubmitter:join-name")
    assert "You’re in" not in shown(at), "so long a name is refused"
    at = ran(fire(at, "kept-join-nickname", kept="Ann"))
    assert at.text_input(key="join-nickname").value == "Benjamin " * 3
