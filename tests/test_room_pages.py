"""The pages of rooms, without a browser: a teacher and learners go through a round."""

import re
from datetime import timedelta
from functools import partial
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
import streamlit
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Element

from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.kinds import KINDS
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.sets import Order, make_set
from tests.component import fire, given
from tests.course import LESSONS
from tests.opened import opened, press, ran, turned, verdict, words
from tests.rooms import DISPUTED, PLAIN, RUFFED, WHICH
from tests.rooms import token as learner
from tutor.lessons.steps import Ask, Drill
from tutor.pages import rooms
from tutor.pages.frame import progress
from tutor.rooms import QuestionStage, Room, RoomOptions
from tutor.rooms.agenda import of_lines, of_rule
from tutor.rooms.answers import can_be_held_up, earnings
from tutor.rooms.controls import Control, act, end
from tutor.rooms.summary import COLUMN_WORDS, COLUMNS
from tutor.serving.gate import ADDRESS
from tutor.store import StoreError, learner_of, new_token
from tutor.words.explanation import explain
from tutor.words.texts import LANGUAGES, Texts

BUILT = "1 what-is-built partnership culbertson N=C E=S S=D W=H : N C2 CK C2 C4 : C0:AQ S0:-"


@pytest.fixture
def teacher() -> str:
    return new_token()


def a_room(teacher: str, *lines: str, options: RoomOptions | None = None) -> str:
    drafts, problems = of_lines("\n".join(lines or (PLAIN, RUFFED, DISPUTED)))
    assert not problems
    return rooms.rooms().open(teacher, drafts, options or RoomOptions(), now=progress.now())


def say(teacher: str, code: str, *controls: Control) -> None:
    for control in controls:
        seen = rooms.rooms().version(code) or 0
        change = partial(act, control=control, now=progress.now())
        assert rooms.rooms().change(code, teacher, seen, change)


def joined(code: str, name: str, token: str | None = None) -> AppTest:
    """Join a room by its page."""
    at = opened("room", room=code, token=token or new_token())
    at.text_input(key="join-nickname").input(name)
    return press(at, "FormSubmitter:join-name")


def shown(at: AppTest) -> str:
    """What a page says, its own markup included."""
    html = (str(one.value) for one in at.get("html") if isinstance(one, Element))
    return words(at) + "\n".join(html)


def popovers(at: AppTest) -> list[str]:
    return [one.proto.popover.label for one in at.get("popover")]


# ------------------------------------------------------------------------------ the round


def test_a_teacher_opens_a_room_on_a_lesson_and_a_reload_keeps_it(teacher: str) -> None:
    at = press(opened("host", token=teacher), "room-open")
    code = at.query_params["room"]
    assert re.fullmatch("[A-Z0-9]{6}", code)
    assert f"{code[:3]} {code[3:]}" in shown(at)
    again = opened("host", token=teacher, room=code)
    assert f"{code[:3]} {code[3:]}" in shown(again)
    assert any(button.label == "Begin the lesson" for button in again.button)


def test_the_page_for_teachers_leads_back_to_a_room_that_runs(teacher: str) -> None:
    def ways() -> list[str]:
        return [str(link.proto.label) for link in turned(at, "teach", lang="en").get("page_link")]

    at = press(opened("host", token=teacher), "room-open")
    code = at.query_params["room"]
    back = f"Go back to your room {code[:3]} {code[3:]}"
    assert back in ways()
    over = partial(end, now=progress.now(), keep_names=False)
    assert rooms.rooms().change(code, teacher, rooms.rooms().version(code) or 0, over)
    at = turned(at, "host", room=code, lang="en")
    assert back not in ways()


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
    seen = rooms.rooms().version(other) or 0
    over = partial(end, now=progress.now(), keep_names=False)
    assert rooms.rooms().joined(token, now=progress.now()) == (other,)
    assert rooms.rooms().change(other, teacher, seen, over)
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
    press(hall, "hands-1-N-plus")
    say(teacher, code, Control.REVEAL)
    assert "Right under Akagiri 1998" in shown(opened("host", token=teacher, room=code))


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
    seen = rooms.rooms().version(code) or 0
    rooms.rooms().change(code, teacher, seen, partial(end, now=progress.now(), keep_names=False))
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


def test_hold_up_cards_are_counted_without_any_telephone(teacher: str) -> None:
    code = a_room(teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = opened("host", token=teacher, room=code)
    for seat, count in (("E", 9), ("W", 3)):
        for _ in range(count // 3):
            for step in ("five", "minus", "minus"):
                at = press(at, f"hands-1-{seat}-{step}")
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
    at = press(at, next(one.key for one in at.button if one.key and one.key.endswith("-talk")))
    assert text("room.refused.no-vote") in words(at)
    for who in phones:
        press(opened("room", room=code, token=who), f"answer-room-{code}-1-0-1")
    at = press(opened("host", token=teacher, room=code, lang=language), "hands-1-W-five")
    assert text("room.hands.title") in popovers(at)
    at = press(at, next(one.key for one in at.button if one.key and one.key.endswith("-talk")))
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
    at = press(at, "hands-1-E-five")
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
    rooms.rooms().change(code, teacher, rooms.rooms().version(code), _ended)
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
    for number in range(4):
        here.answer(code, learner(number), 1, "S", now=progress.now())
    say(teacher, code, Control.REVEAL)
    here.change(code, teacher, here.version(code) or 0, _ended)
    said = shown(opened("host", token=teacher, room=code, lang=language))
    assert text("room.summary.none-again-talk") in said
    told = {
        "en": "4 of 4 right (before talking: 2 of 4)",
        "ja": "4件中4件正解（話し合う前は4件中2件）",
    }
    assert told[language] in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_not_answered_before_the_talk_is_told_to_talk_too(
    teacher: str, language: str
) -> None:
    text, code, who = Texts(language), a_room(teacher), new_token()
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    before = opened("room", room=code, token=who, lang=language)
    assert text("room.tap.who-wins.seat") in shown(before)
    at = press(opened("host", token=teacher, room=code), "hands-1-W-five")
    press(at, next(one.key for one in at.button if one.key and one.key.endswith("-talk")))
    told = shown(opened("room", room=code, token=who, lang=language))
    assert text("room.talk-first") in told
    assert text("room.tap.who-wins.seat") not in told


def test_where_no_cards_were_held_up_nothing_is_said_of_cards_after_a_talk(teacher: str) -> None:
    code, who = a_room(teacher), new_token()
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    press(opened("room", room=code, token=who), f"answer-room-{code}-1-0-1")
    at = opened("host", token=teacher, room=code)
    at = press(at, next(one.key for one in at.button if one.key and one.key.endswith("-talk")))
    assert Texts("en")("room.count.again", count=0) in shown(at)
    talk = f'room-count" role="status">{Texts("en")("room.stage.talk")}'
    assert talk in shown(at), "large, for an answer stands unless it is changed"
    assert Texts("en")("room.count.hands", count=0) not in shown(at)


def test_where_cards_alone_were_held_up_nothing_is_said_of_phones_after_a_talk(
    teacher: str,
) -> None:
    code = a_room(teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = press(opened("host", token=teacher, room=code), "hands-1-W-five")
    at = press(at, next(one.key for one in at.button if one.key and one.key.endswith("-talk")))
    assert Texts("en")("room.stage.talk-cards") in shown(at)


def _ended(room: Room) -> Room:
    return end(room, progress.now(), keep_names=False)


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

    again, talk = text("room.control.again"), text("room.control.talk")
    assert not {again} & labels(wall(5))
    at = wall(25)
    assert text("room.stage.time-up") in shown(at)
    assert text("room.stage.open") not in shown(at)
    assert {text("room.control.reveal"), again} <= labels(at)
    assert talk not in labels(at), "nobody has answered, and nobody can"
    assert text("room.closed") in words(opened("room", room=code, token=who, lang=language))
    open_again = next(one.key for one in at.button if one.label == again)
    at = press(at, str(open_again))
    assert text("room.clock", count=20) in shown(at), "the time begins anew"
    assert text("room.stage.time-up") not in shown(at)
    rooms.rooms().answer(code, who, 1, "E", now=progress.now())
    at = wall(50)
    at = press(at, next(str(one.key) for one in at.button if one.label == talk))
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("keep", [False, True])
def test_points_are_told_at_the_end_to_the_hall_and_to_their_learner(
    teacher: str, language: str, *, keep: bool
) -> None:
    text, who = Texts(language), new_token()
    code = a_room(teacher, PLAIN, options=RoomOptions(points=True))
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    rooms.rooms().answer(code, who, 1, "E", now=progress.now())
    say(teacher, code, Control.REVEAL)
    (earned,) = earnings(
        rooms.rooms().visit(code, teacher, now=progress.now()).room,
        rooms.rooms().crowd(code, teacher, now=progress.now()).given,
    ).values()
    standing = f"Ann{text('between')}{text('table.points', count=earned)}"
    for controls in ([], [Control.RUNG] * 5 + [Control.NEXT]):
        say(teacher, code, *controls)
        at = opened("host", token=teacher, room=code, lang=language)
        assert text("room.points.title") in shown(at)
        assert standing in shown(at)
    over = partial(end, now=progress.now(), keep_names=keep)
    rooms.rooms().change(code, teacher, rooms.rooms().version(code), over)
    at = opened("host", token=teacher, room=code, lang=language)
    final = text("room.points.final") in [head.value for head in at.header]
    assert final is keep, "no place without a name"
    assert (standing in shown(at)) is keep
    at = opened("room", token=who, room=code, lang=language)
    assert text("room.over.points", count=earned) in words(at)


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
        given(at, "nickname-kept")  # the name that was removed is not offered again
    at.text_input(key="join-nickname").input("Polite")
    assert "Polite" in shown(press(at, "FormSubmitter:join-name"))


def test_the_lesson_after_the_one_that_is_asked_is_offered_next(teacher: str) -> None:
    hall, offered = opened("host", token=teacher), []
    for box, key in (
        ("room-lesson", "room-open"),
        ("room-lesson-1", "go-on-"),
        ("room-lesson-2", ""),
    ):
        offered.append(hall.selectbox(key=box).value)
        hall = press(hall, key) if key else hall
    asks = [one.id for one in LESSONS if any(isinstance(step, Ask | Drill) for step in one.steps)]
    assert offered == asks[:3]


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


# ------------------------------------------------------------------------------ the end


def test_the_summary_names_rules_and_gives_a_file(teacher: str) -> None:
    code = a_room(teacher)
    for number in range(3):
        rooms.rooms().join(code, learner(number), f"P{number}", now=progress.now())
    say(teacher, code, Control.NEXT, Control.REVEAL, Control.NEXT, Control.OPEN)
    for number in range(3):
        rooms.rooms().answer(code, learner(number), 2, "N", now=progress.now())
    say(teacher, code, Control.REVEAL)
    seen = rooms.rooms().version(code) or 0
    rooms.rooms().change(code, teacher, seen, partial(end, now=progress.now(), keep_names=False))
    at = opened("host", token=teacher, room=code)
    said = words(at)
    assert "How the evening went" in said
    assert "0 of 3 right" in said
    assert "this explains the answers" not in said, "one answer shows nothing"
    assert "The nicknames have been deleted" in said
    assert at.get("download_button")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("answers", "key"), [(0, "nobody"), (1, "few"), (3, "none-again")])
def test_a_summary_concludes_no_more_than_was_answered(
    teacher: str, language: str, answers: int, key: str
) -> None:
    code, text = a_room(teacher, RUFFED), Texts(language)
    for number in range(answers):
        rooms.rooms().join(code, learner(number), f"P{number}", now=progress.now())
    say(teacher, code, Control.NEXT, Control.OPEN)
    for number in range(answers):
        rooms.rooms().answer(code, learner(number), 1, "S", now=progress.now())
    say(teacher, code, Control.REVEAL)
    seen = rooms.rooms().version(code) or 0
    rooms.rooms().change(code, teacher, seen, partial(end, now=progress.now(), keep_names=False))
    at = opened("host", token=teacher, room=code, lang=language)
    assert text("room.summary.other-rules") not in [head.value for head in at.header]
    said = shown(at)
    for one in ("nobody", "few", "none-again"):
        assert (text(f"room.summary.{one}") in said) == (one == key)
    assert (text("room.summary.unanswered") in said) == (answers == 0)
    assert (text("room.summary.right", right=0, count=0) in said) is False


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_without_an_answer_shown_speaks_of_no_file(teacher: str, language: str) -> None:
    code, text = a_room(teacher), Texts(language)
    rooms.rooms().change(code, teacher, rooms.rooms().version(code), _ended)
    at = opened("host", token=teacher, room=code, lang=language)
    assert text("room.summary.nothing") in words(at)
    assert not at.get("download_button")
    for key in ("kept", "names-gone"):
        assert text(f"room.summary.{key}") not in words(at)


def test_the_end_keeps_names_only_if_the_teacher_says_so(teacher: str) -> None:
    for keep in (False, True):
        code, who = a_room(teacher, PLAIN), new_token()
        joined(code, "Ann", who)
        say(teacher, code, Control.NEXT, Control.REVEAL, Control.NEXT)
        at = opened("host", token=teacher, room=code)
        if keep:
            at = ran(at.checkbox(key="keep-names").check().run())
        press(at, "end-")
        crowd = rooms.rooms().crowd(code, teacher, now=progress.now())
        assert [member.name for member in crowd.members] == (["Ann"] if keep else [""])


def test_a_learner_takes_home_the_trick_that_was_missed(teacher: str) -> None:
    code, who, idle = a_room(teacher, PLAIN), new_token(), new_token()
    joined(code, "Ann", who)
    joined(code, "Ben", idle)
    say(teacher, code, Control.NEXT, Control.OPEN)
    rooms.rooms().answer(code, who, 1, "S", now=progress.now())
    say(teacher, code, Control.REVEAL)
    seen = rooms.rooms().version(code) or 0
    rooms.rooms().change(code, teacher, seen, partial(end, now=progress.now(), keep_names=False))
    at = opened("room", token=who, room=code)
    assert "Thank you for joining in." in words(at)
    (home,) = (p for p in (one.proto for one in at.get("page_link")) if "take home" in p.label)
    assert "Thank you" in words(opened("room", token=idle, room=code)), "whoever was there"
    assert parse_qs(home.query_string)["puzzle"] == [PLAIN]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_words_are_of_all_questions_that_a_learner_could_answer(
    teacher: str, language: str
) -> None:
    text, code = Texts(language), a_room(teacher, PLAIN, RUFFED, DISPUTED, PLAIN)
    whole, part, late = (new_token() for _ in range(3))
    joined(code, "Ann", whole)
    joined(code, "Ben", part)
    say(teacher, code, Control.NEXT, Control.OPEN)
    joined(code, "Cy", late)
    for who in (whole, part):
        rooms.rooms().answer(code, who, 1, "E", now=progress.now())
    say(teacher, code, Control.REVEAL, Control.NEXT, Control.OPEN)
    for who in (whole, late):
        rooms.rooms().answer(code, who, 2, "S", now=progress.now())
    say(teacher, code, Control.REVEAL)
    say(teacher, code, Control.NEXT, Control.REVEAL, Control.NEXT, Control.OPEN, Control.SKIP)
    rooms.rooms().change(code, teacher, rooms.rooms().version(code), _ended)

    def told(who: str) -> str:
        return words(opened("room", room=code, token=who, lang=language))

    assert text("room.over.score", right=2, count=2) in told(whole), "two could not be answered"
    assert text("room.over.score-left", right=1, count=2, left=1) in told(part)
    assert text("room.over.score", right=1, count=1) in told(late), "the first had begun before"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_has_no_progress_yet_can_keep_what_they_answered(
    teacher: str, language: str
) -> None:
    text, code, who = Texts(language), a_room(teacher, PLAIN, RUFFED), new_token()
    joined(code, "Ann", who)
    for number, answer in ((1, "E"), (2, "N")):
        say(teacher, code, Control.NEXT, Control.OPEN)
        rooms.rooms().answer(code, who, number, answer, now=progress.now())
        say(teacher, code, Control.REVEAL)
    rooms.rooms().change(code, teacher, rooms.rooms().version(code), _ended)

    def kept() -> list[tuple[str, bool]]:
        attempts = progress.store().attempts(learner_of(who))
        return [(attempt.mode, attempt.correct) for attempt in attempts]

    at = opened("room", room=code, token=who, lang=language)
    assert text("room.over.not-counted") in words(at)
    assert kept() == [], "somebody may have lent them the phone"
    for _ in range(2):  # another visit does not count them twice
        if any(button.key == "keep-answers" for button in at.button):
            at = press(at, "keep-answers")
        assert text("room.over.counted") in words(at)
        assert kept() == [("room", True), ("room", False)]
        at = opened("room", room=code, token=who, lang=language)


def test_the_big_screen_opens_in_a_window_of_its_own(teacher: str) -> None:
    code = a_room(teacher)
    at = opened("host", token=teacher, room=code)
    links = [one.proto.url for one in at.get("link_button")]
    # Under another address this browser would not be the teacher's.
    (wall,) = (link for link in links if link.startswith("host?"))
    query = parse_qs(urlsplit(wall).query)
    assert (query["room"], query["view"]) == ([code], ["projector"])


@pytest.mark.parametrize("before", [0, 1])
def test_answers_count_in_the_learners_own_progress_if_there_is_any(
    teacher: str, before: int
) -> None:
    code, who = a_room(teacher), new_token()
    store = progress.store()
    if before:
        at = opened("drill", puzzle=RUFFED, token=who)
        ran(fire(at, "table-drill", choose="S"))
    at = joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = press(ran(at.run()), f"answer-room-{code}-1-0-4")
    assert len(store.attempts(learner_of(who))) == before, "it may still change"
    say(teacher, code, Control.REVEAL)
    for _ in range(2):
        ran(at.run())
        ran(opened("room", room=code, token=who).run())
    attempts = store.attempts(learner_of(who))
    assert len(attempts) == 2 * before
    if before:
        assert (attempts[-1].mode, attempts[-1].answer, attempts[-1].puzzle) == ("room", "W", PLAIN)


# ----------------------------------------------------------------------- round about


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


def test_buttons_that_count_cards_say_whose(teacher: str) -> None:
    code = a_room(teacher)
    say(teacher, code, Control.NEXT, Control.OPEN)
    at = opened("host", token=teacher, room=code)
    for sign, count in (("plus", 1), ("plus", 2), ("minus", 1)):
        button = next(one for one in at.button if one.key == f"hands-1-E-{sign}")
        assert "East" in button.label
        at = ran(button.click().run())
        room = rooms.rooms().visit(code, teacher, now=progress.now()).room
        assert dict(room.questions[0].hands) == {"E": count}
    labels = [one.label for one in at.button if "-plus" in str(one.key)]
    assert len(set(labels)) == 4


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


def test_a_code_is_typed_or_a_friendly_word_said(teacher: str) -> None:
    code = a_room(teacher)
    at = opened("room", token=new_token())
    at.text_input(key="join-typed").input("zzz zzz")
    at = press(at, "FormSubmitter:join-code")
    assert "There is no room with that code" in words(at)
    at.text_input(key="join-typed").input(f" {code[:3].lower()} {code[3:].lower()} ")
    at = press(at, "FormSubmitter:join-code")
    assert at.query_params["room"] == code
    assert "What shall we call you?" in [title.value for title in at.title]


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_column_of_the_file_is_explained_beside_it(teacher: str, language: str) -> None:
    code, who = a_room(teacher), new_token()
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    rooms.rooms().answer(code, who, 1, "N", now=progress.now())
    say(teacher, code, Control.REVEAL)
    seen = rooms.rooms().version(code) or 0
    ending = partial(end, now=progress.now(), keep_names=True)
    assert rooms.rooms().change(code, teacher, seen, ending)
    said = shown(opened("host", lang=language, token=teacher, room=code))
    for name in COLUMNS:
        meant = Texts(language)(f"room.sheet.{COLUMN_WORDS[name]}")
        row = f'<tr><th scope="row"><code>{name}</code></th><td>{meant}</td></tr>'
        assert row in said


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
    assert given(at, "nickname-keep")["name"] == "Ann"
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
    assert given(first, "nickname-keep")["name"] == "Ann"
    at = opened("room", room=a_room(teacher), token=new_token())
    assert at.text_input(key="join-nickname").value == ""
    at = ran(fire(at, "nickname-kept", kept="Ann"))
    assert at.text_input(key="join-nickname").value == "Ann"
    assert "You’re in" in shown(press(at, "FormSubmitter:join-name"))


def test_a_nickname_that_was_typed_stays_whatever_the_browser_kept(teacher: str) -> None:
    at = opened("room", room=a_room(teacher), token=new_token())
    at.text_input(key="join-nickname").input("Benjamin " * 3)
    at = press(at, "FormSubmitter:join-name")
    assert "You’re in" not in shown(at), "so long a name is refused"
    at = ran(fire(at, "nickname-kept", kept="Ann"))
    assert at.text_input(key="join-nickname").value == "Benjamin " * 3
