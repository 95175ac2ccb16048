"""A room that is over: its summary and its file, and what learners take home."""

from urllib.parse import parse_qs

import pytest

from puzzles.notation import parse_puzzle
from tests.component import fire
from tests.evening import a_room, end_room, joined, say, shown, talk
from tests.opened import (
    hold_up,
    on_box,
    on_button,
    opened,
    overtaken,
    press,
    ran,
    turned,
    words,
)
from tests.rooms import DISPUTED, PLAIN, RUFFED
from tests.rooms import token as learner
from tutor.pages import rooms
from tutor.pages.frame import progress
from tutor.rooms import RoomOptions
from tutor.rooms.answers import earnings
from tutor.rooms.controls import Control
from tutor.rooms.summary import COLUMNS
from tutor.store import learner_of, new_token
from tutor.words.texts import LANGUAGES, Texts


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
    end_room(teacher, code, keep_names=keep)
    at = opened("host", token=teacher, room=code, lang=language)
    final = text("room.points.final") in [head.value for head in at.header]
    assert final is keep, "no place without a name"
    assert (standing in shown(at)) is keep
    at = opened("room", token=who, room=code, lang=language)
    assert text("room.over.points", count=earned) in words(at)


def test_what_was_refused_stands_until_another_step_or_something_is_done(teacher: str) -> None:
    """The page runs by itself too, and takes no words away before they are read."""
    text, code, who = Texts("en"), a_room(teacher), new_token()
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    phone, hall = opened("room", room=code, token=who), opened("host", token=teacher, room=code)
    hall = talk(hall)
    for _ in range(2):
        assert text("room.refused.no-vote") in words(hall)
        ran(hall.run())
    say(teacher, code, Control.CLOSE)
    phone = press(phone, f"answer-room-{code}-1-0-1")
    newcomer = opened("room", token=new_token())
    newcomer.text_input(key="join-typed").input("XXXXXX")
    newcomer = press(newcomer, "FormSubmitter:join-code")
    for at, why in ((phone, "closed"), (newcomer, "no-room")):
        for _ in range(2):
            assert text(f"room.refused.{why}") in words(at), why
            ran(at.run())
    say(teacher, code, Control.REVEAL)
    for at, why in ((hall, "no-vote"), (phone, "closed")):
        assert text(f"room.refused.{why}") not in words(ran(at.run())), why
    newcomer.text_input(key="join-typed").input(code)
    newcomer = press(newcomer, "FormSubmitter:join-code")
    assert text("room.refused.no-room") not in words(newcomer)
    newcomer = turned(newcomer, "room", room="XXXXXX")
    assert text("room.refused.no-room") in words(newcomer)
    newcomer = turned(turned(newcomer, "rules"), "room")
    assert text("room.refused.no-room") not in words(newcomer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_pressed_as_the_room_ended_is_told_there_and_in_no_other_room(
    teacher: str, language: str
) -> None:
    """An answer of a phone, a nickname, and a card counted on another device of the teacher's."""
    text, who, device = Texts(language), new_token(), new_token()
    code, next_room = a_room(teacher, PLAIN), a_room(teacher, PLAIN)
    secret = rooms.rooms().link(code, teacher)
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    phone = opened("room", room=code, token=who, lang=language)
    other = opened("host", room=code, teacher=secret, token=device, lang=language)
    newcomer = opened("room", room=code, token=new_token(), lang=language)
    end_room(teacher, code)
    phone = press(phone, f"answer-room-{code}-1-0-1")
    assert text("room.refused.closed") in words(phone)
    assert text("room.over.title") in words(phone)
    other = hold_up(other, "E", 1)
    assert text("room.refused.over") in words(other)
    newcomer.text_input(key="join-nickname").input("Ben")
    newcomer = press(newcomer, "FormSubmitter:join-name")
    assert text("room.refused.over") in words(newcomer)
    for at, path in ((phone, "room"), (newcomer, "room"), (other, "host")):
        said = words(turned(at, path, room=next_room, lang=language))
        assert text("room.refused.over") not in said
        assert text("room.refused.closed") not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phones", [0, 1])
def test_an_evening_with_cards_alone_is_not_said_to_have_had_no_learners(
    teacher: str, language: str, phones: int
) -> None:
    code, text = a_room(teacher, PLAIN), Texts(language)
    for number in range(phones):
        rooms.rooms().join(code, learner(number), f"P{number}", now=progress.now())
    say(teacher, code, Control.NEXT, Control.OPEN)
    hold_up(opened("host", token=teacher, room=code), "E", 5)
    say(teacher, code, Control.REVEAL)
    end_room(teacher, code)
    said = words(opened("host", token=teacher, room=code, lang=language))
    assert (text("room.summary.head", count=1, people=phones) in said) is (phones > 0)
    assert (text("room.open.asks", count=1) in said.splitlines()) is (phones == 0)
    assert (text("room.summary.names-gone") in said) is (phones > 0), "there were no nicknames"
    assert text("room.summary.stays") in said


def test_the_summary_names_rules_and_gives_a_file(teacher: str) -> None:
    code = a_room(teacher)
    for number in range(3):
        rooms.rooms().join(code, learner(number), f"P{number}", now=progress.now())
    say(teacher, code, Control.NEXT, Control.REVEAL, Control.NEXT, Control.OPEN)
    for number in range(3):
        rooms.rooms().answer(code, learner(number), 2, "N", now=progress.now())
    say(teacher, code, Control.REVEAL)
    end_room(teacher, code)
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
    end_room(teacher, code)
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
    end_room(teacher, code)
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


def test_the_end_keeps_names_though_it_is_said_a_moment_before(teacher: str) -> None:
    code, who = a_room(teacher, PLAIN), new_token()
    joined(code, "Ann", who)
    at = opened("host", token=teacher, room=code)
    overtaken(at, on_box("keep-names", value=True), on_button("end-"))
    crowd = rooms.rooms().crowd(code, teacher, now=progress.now())
    assert [member.name for member in crowd.members] == ["Ann"]


def test_a_learner_takes_home_the_trick_that_was_missed(teacher: str) -> None:
    code, who, idle = a_room(teacher, PLAIN), new_token(), new_token()
    joined(code, "Ann", who)
    joined(code, "Ben", idle)
    say(teacher, code, Control.NEXT, Control.OPEN)
    rooms.rooms().answer(code, who, 1, "S", now=progress.now())
    say(teacher, code, Control.REVEAL)
    end_room(teacher, code)
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
    end_room(teacher, code)

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
    end_room(teacher, code)

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


def test_a_wrong_score_counts_for_the_rule_that_it_misses_as_in_practice(teacher: str) -> None:
    line, who = "1 what-score partnership culbertson N=C E=S S=D W=H : N : C1:T964 : 5", new_token()
    puzzle, code = parse_puzzle(line), a_room(teacher, line)
    choices = [choice.token for choice in puzzle.parts[0].choices]
    missed = next(token for token in choices if puzzle.check(token).rule != puzzle.rule)
    press(opened("drill", puzzle=line, token=who), f"answer-drill-0-{1 + choices.index(missed)}")
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    rooms.rooms().answer(code, who, 1, missed, now=progress.now())
    say(teacher, code, Control.REVEAL)
    opened("room", room=code, token=who)
    kept = progress.store().attempts(learner_of(who))
    counted = puzzle.check(missed).rule
    assert [(attempt.mode == "room", attempt.rule) for attempt in kept] == [
        (False, counted),
        (True, counted),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_deletes_their_progress_in_another_tab_begins_none_in_the_room(
    teacher: str, language: str
) -> None:
    text, store, who = Texts(language), progress.store(), new_token()
    code = a_room(teacher)
    at = opened("drill", puzzle=RUFFED, token=who)
    ran(fire(at, "table-drill", choose="S"))
    phone = joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    phone = turned(phone, "room", room=code, lang=language)
    phone = press(phone, f"answer-room-{code}-1-0-4")
    assert store.erase(learner_of(who)).attempts == 1
    say(teacher, code, Control.REVEAL)
    phone = ran(phone.run())
    end_room(teacher, code)
    phone = ran(phone.run())
    assert store.attempts(learner_of(who)) == ()
    assert text("room.over.not-counted") in words(phone)
    phone = press(phone, "keep-answers")
    assert len(store.attempts(learner_of(who))) == 1
    assert text("room.over.counted") in words(phone)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_column_of_the_file_is_explained_beside_it(teacher: str, language: str) -> None:
    code, who = a_room(teacher), new_token()
    joined(code, "Ann", who)
    say(teacher, code, Control.NEXT, Control.OPEN)
    rooms.rooms().answer(code, who, 1, "N", now=progress.now())
    say(teacher, code, Control.REVEAL)
    end_room(teacher, code, keep_names=True)
    said = shown(opened("host", lang=language, token=teacher, room=code))
    for name in COLUMNS:
        meant = Texts(language)(f"room.sheet.{name.replace('_', '-')}")
        row = f'<tr><th scope="row"><code>{name}</code></th><td>{meant}</td></tr>'
        assert row in said
