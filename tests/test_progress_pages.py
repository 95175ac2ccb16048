"""What a learner has done is found again, shown, taken along and erased; hints count."""

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import cycle
from random import Random
from threading import Event
from urllib.parse import parse_qsl
from zlib import crc32

import pytest
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx
from streamlit.testing.v1 import AppTest

from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.table import Table
from engine.variants import VARIANTS, Variant
from puzzles.generator import askable, generate, kinds_for
from puzzles.kinds.who_wins import WhoWins
from puzzles.misconceptions import BY_ID, predicts
from puzzles.notation import parse_puzzle
from puzzles.sets import AimedPuzzle
from tests.component import choose, fire, given, solve
from tests.learner import answered
from tests.opened import (
    headings,
    on_box,
    on_button,
    opened,
    overtaken,
    press,
    press_twice,
    ran,
    running,
    turned,
    verdict,
    words,
)
from tests.test_learning_diagnosis import RIGHT, SIGNS, trick
from tutor.learning import pair_mode, trials
from tutor.learning.learner import AFTER_PAIR, asked_again
from tutor.learning.memory import RECENT, Memory
from tutor.learning.misconceptions import after_pair, pending_pair
from tutor.learning.trials import ENOUGH, ITEMS
from tutor.pages.frame import address, navigation, progress, session
from tutor.pages.frame.library import lessons
from tutor.pages.questions import question
from tutor.pages.study import holdings, practice, trial
from tutor.rooms.limits import LIMITS
from tutor.serving.gate import ADDRESS
from tutor.store import learner_of, open_store
from tutor.words.explanation import Diagnosis
from tutor.words.texts import LANGUAGES, Texts

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
PLAIN = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"
PLACED = "1 what-is-built partnership culbertson N=C E=S S=D W=H : S D8 DK S3 C5 : -"


def visit(token: str, path: str = "", **address: str) -> AppTest:
    """Open a page as the browser does whose cookie is *token*."""
    return opened(path, token=token, **address)


def answer(at: AppTest, seat: str) -> AppTest:
    return ran(fire(at, "table-drill", choose=seat))


def unfolded(token: str, *folds: str) -> AppTest:
    """The learner's page with some of its folds open."""
    at = visit(token, "record")
    for fold in folds:
        at.session_state[f"fold-{fold}"] = True
    return ran(at.run())


def test_a_mistake_made_long_ago_can_still_be_put_right() -> None:
    token, store = secrets.token_hex(16), open_store()
    for attempt in (SIGNS[0], *(trick("N H8 HJ HT H3") for _ in range(RECENT + 1))):
        store.record(learner_of(token), attempt)
    at = visit(token, "drill", mode="mistakes")
    assert at.query_params["aim"] == SIGNS[0].rule


@pytest.mark.parametrize("misconception", ["partner-shares-led-trump", "of-another-version"])
def test_a_pair_that_the_form_of_the_game_has_not_keeps_nobody_from_practice(
    misconception: str,
) -> None:
    """Its first trick was answered; then another form was chosen."""
    token = secrets.token_hex(16)
    begun = trick("N H8 HJ HT H3", mode=pair_mode(misconception))
    open_store().record(learner_of(token), replace(begun, at=progress.now()))
    at = visit(token, "drill", mode="today", form="solo")
    assert parse_puzzle(str(at.query_params["puzzle"])).variant == VARIANTS["solo"]
    assert "of 3 on this" not in words(at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_mistakes_of_another_form_of_the_game_come_up_in_that_form(language: str) -> None:
    say, token = Texts(language), secrets.token_hex(16)
    usual, two = (VARIANTS[form] for form in ("partnership", "two"))
    rule = next(
        rule
        for rule in askable(Rule, two, CULBERTSON)
        if rule not in askable(Rule, usual, CULBERTSON)
    )
    kind = kinds_for(rule, two, CULBERTSON)[0]
    puzzle = generate(kind, rule, two, two.tables(CULBERTSON)[0], Random(1))
    wrong = next(c.token for c in puzzle.parts[0].choices if c.token != puzzle.solution)
    open_store().record(learner_of(token), answered(puzzle, wrong, rule))
    at = visit(token, "drill", mode="mistakes", lang=language)
    assert say("drill.no-mistakes-here") in headings(at)
    assert say("drill.no-mistakes-here.text") in words(at)
    assert say("drill.no-mistakes.text") not in words(at)
    at = visit(token, "drill", mode="mistakes", form="two", lang=language)
    assert at.query_params["aim"] == rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_to_come_next_is_the_rule_that_is_followed_up(language: str) -> None:
    say, token, store = Texts(language), secrets.token_hex(16), open_store()
    doubt = [*RIGHT, SIGNS[0]]
    for attempt in (*doubt, trick("N H3 HK HT H7"), trick("N H2 HQ HT H5")):
        store.record(learner_of(token), attempt)
    rule = asked_again(store.attempts(learner_of(token)))
    assert rule
    said = words(visit(token, "record", lang=language))
    start = say("record.coming", rules=say.name(rule.rule)).removesuffix(".")
    assert start in said
    at = visit(token, "drill", lang=language)
    assert at.query_params["aim"] == rule.rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_while_a_pair_comes_next_no_rule_is_said_to_do_so(language: str) -> None:
    say, token, store = Texts(language), secrets.token_hex(16), open_store()
    for attempt in (*RIGHT, *SIGNS):
        store.record(learner_of(token), attempt)
    assert pending_pair(store.attempts(learner_of(token)))
    said = words(visit(token, "record", lang=language))
    assert say("record.coming", rules="|").partition("|")[0] not in said


def test_an_answer_is_there_again_in_the_next_session(token: str) -> None:
    answer(visit(token, "drill", puzzle=PLAIN), "W")
    at = unfolded(token, "record.rules")
    assert "The highest of the suit led wins" in str(at.table[0].value)
    assert "try this position again" in str(at.get("page_link")[0].proto) or at.get("page_link")


def test_an_answer_is_kept_with_how_long_it_took(token: str) -> None:
    answer(visit(token, "drill", puzzle=PLAIN), "W")
    with open_store() as store:
        (attempt,) = store.attempts(learner_of(token))
    assert attempt.seconds is not None
    assert attempt.seconds >= 0


def test_who_is_always_right_is_told_to_be_done_within_forty_answers(token: str) -> None:
    store, known = open_store(), askable(tuple(Rule), VARIANTS["partnership"], CULBERTSON)
    for rule in known:
        now = progress.now()
        store.record(learner_of(token), answered(parse_puzzle(PLAIN), "E", rule, at=now))
    assert len(known) <= 40
    at = unfolded(token, "record.rules")
    assert "You were right about every rule" in words(at)
    told = str(at.table[0].value)
    assert "Secure" not in told, "one answer about a rule makes it secure"
    assert told.count("Getting there") >= 3
    slip = answered(parse_puzzle(PLAIN), "N", Rule.RUFF_WINS, at=progress.now())
    store.record(learner_of(token), slip)
    assert "You were right about every rule" not in words(visit(token, "record"))


def test_days_are_written_as_each_language_writes_them(token: str) -> None:
    answer(visit(token, "drill", puzzle=PLAIN), "W")
    at = unfolded(token, "record.mistakes")
    links = [str(one.proto.label) for one in at.get("page_link")]
    assert any(re.fullmatch(r"\d+ [A-Z]\w+ · The highest .* led the .*", link) for link in links), (
        links
    )
    assert not re.search(r"\d{4}-\d\d-\d\d", words(at) + "".join(links))
    daily = {code: words(opened("drill", lang=code, day="2026-11-20")) for code in ("en", "ja")}
    assert "The puzzle for 20 November 2026." in daily["en"]
    assert "2026年11月20日の問題です。" in daily["ja"]


def test_a_mistake_that_is_tried_again_is_asked_and_its_new_answer_stays(token: str) -> None:
    def tried(at: AppTest) -> AppTest:
        at.session_state["fold-record.mistakes"] = True
        links = turned(at, "record", lang="en").get("page_link")
        (link,) = (link for link in links if "led the" in str(link.proto.label))
        return turned(at, "drill", **dict(parse_qsl(link.proto.query_string)))

    at = answer(visit(token, "drill", puzzle=PLAIN), "W")
    for before in (at, visit(token)):
        asked = tried(before)
        assert "Who wins this trick?" in headings(asked)
        assert not verdict(asked)
        asked = answer(asked, "W")
        address = {key: str(asked.query_params[key]) for key in ("puzzle", "since")}
        assert "verdict-wrong" in verdict(visit(token, "drill", **address)), "after a reload"


def test_a_reload_shows_the_answer_given_and_counts_nothing_twice(token: str) -> None:
    answer(visit(token, "drill", puzzle=PLAIN), "W")
    at = visit(token, "drill", puzzle=PLAIN)
    assert "verdict-wrong" in verdict(at)
    erase = unfolded(token, "keep.title")
    assert "deletes 1 answer" in words(erase)


def test_who_has_more_answers_than_a_file_may_hold_is_told(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(visit(token, "drill", mode="free", kind="who-wins"), "E")
    less, whole = "the oldest are left out", "everything we keep"
    seen = words(unfolded(token, "keep.title"))
    assert (less in seen, whole in seen) == (False, True)
    monkeypatch.setattr(holdings, "ALL_FIT", 0)
    seen = words(unfolded(token, "keep.title"))
    assert (less in seen, whole in seen) == (True, False)


def test_an_answer_kept_that_cannot_be_read_is_asked_for_anew(token: str) -> None:
    puzzle = parse_puzzle(PLAIN)
    for wrong in ("Q", "E / trick.ruff-wins"):
        kept = replace(answered(puzzle, "E", puzzle.rule, mode="link"), answer=wrong)
        progress.store().record(learner_of(token), kept)
        assert "verdict-right" in verdict(answer(visit(token, "drill", puzzle=PLAIN), "E"))


def test_somebody_else_finds_nothing(token: str) -> None:
    answer(visit(token, "drill", puzzle=PLAIN), "E")
    assert "Nothing here yet" in words(visit(secrets.token_urlsafe(24), "record"))


def test_settings_and_the_place_in_a_lesson_are_found_again(token: str) -> None:
    press(visit(token), "language-ja")
    begun = press(press(visit(token), "start"), "next-")
    lesson = str(begun.query_params["lesson"])
    at = opened(token=token, lang="")
    assert headings(at)[0] == "おかえりなさい"
    press(opened("learn", token=token, lesson=lesson, step="2"), "next-")
    path = str(given(opened("learn", token=token), "course")["html"])
    assert f">3 of {len(lessons()[0].steps)}<" in path


def test_looking_at_a_lesson_never_moves_the_place_in_it(token: str) -> None:
    first, other = lessons()[0].id, lessons()[13].id
    press(visit(token, "learn", lesson=first, step="5"), "next-")
    press(visit(token, "learn", lesson=first, step="6"), "back-")
    for lesson, step in ((first, "1"), (first, "11"), (other, "1"), (other, "4")):
        visit(token, "learn", lesson=lesson, step=step)
    press(visit(token, "learn", lesson=first, step="2"), "next-")
    at = press(visit(token), "continue")
    assert (at.query_params["lesson"], at.query_params["step"]) == (first, "6")
    at = ran(fire(visit(token, "learn"), "course", act=first))
    assert (at.query_params["lesson"], at.query_params["step"]) == (first, "6")


def test_continue_leads_to_the_lesson_in_which_one_was_last(token: str) -> None:
    for lesson in (lessons()[3].id, lessons()[1].id):
        press(visit(token, "learn", lesson=lesson, step="1"), "next-")
    assert press(visit(token), "continue").query_params["lesson"] == lessons()[1].id


def hints(at: AppTest) -> int:
    """The hints taken: the last stands open, those before it are folded."""
    drawn = [str(one.proto.body) for one in at.get("html")]
    folded = sum(html.count("<p>") for html in drawn if html.startswith("<details"))
    return folded + sum('class="verdict-box hint"' in html for html in drawn)


def test_hints_come_one_at_a_time_and_a_hinted_answer_is_not_known(token: str) -> None:
    at = visit(token, "drill", puzzle=PLAIN)
    for number in range(1, 4):
        at = press(at, "hint-")
        assert hints(at) == number
    assert not [b for b in at.button if b.key and b.key.startswith("hint-")]
    at = answer(at, "E")
    assert "verdict-right" in verdict(at)
    (attempt,) = open_store().attempts(learner_of(token))
    assert attempt.correct
    assert not attempt.known
    assert "2 of 2 right" in words(solve(press(at, "next-")))


def test_progress_leads_to_the_next_lesson_where_nothing_is_due(token: str) -> None:
    """Else whoever got everything wrong today finds no way but more of the same."""

    def ways() -> list[str]:
        return [str(link.proto.label) for link in visit(token, "record").get("page_link")]

    store, now = open_store(), progress.now()
    store.record(learner_of(token), answered(parse_puzzle(PLAIN), "W", Rule.SUIT_HIGHEST, at=now))
    assert "Next lesson: The table and your trumps" in ways()


def test_progress_leads_to_practice_where_something_is_due(token: str) -> None:
    one = answered(parse_puzzle(PLAIN), "E", Rule.SUIT_HIGHEST, at=LONG_AGO)
    open_store().record(learner_of(token), one)
    ways = [str(link.proto.label) for link in visit(token, "record").get("page_link")]
    assert "Practise" in ways
    assert not any(way.startswith("Next lesson") for way in ways)


def test_what_leads_on_in_practice_passes_no_question_over_though_it_is_pressed_twice(
    token: str,
) -> None:
    at = solve(visit(token, "drill"))
    answered, before = at.query_params["puzzle"], at.session_state["ours"]["practice"].serial
    at = press_twice(at, "next-")
    practice = at.session_state["ours"]["practice"]
    assert practice.serial == before + 1
    assert at.query_params["puzzle"] == practice.line != answered


def test_back_shows_the_answer_that_was_given_and_asks_for_none(token: str) -> None:
    at, asked, told = visit(token, "drill"), [], []
    for _ in range(3):
        at = solve(at)
        asked.append(at.query_params["puzzle"])
        told.append(verdict(at))
        at = press(at, "next-")
    given = open_store().attempts(learner_of(token))
    for place in (1, 0):  # the address of before, as Back brings it
        at.query_params["puzzle"] = asked[place]
        at = ran(at.run())
        assert verdict(at) == told[place]
    assert press(at, "next-").query_params["puzzle"] not in asked
    assert open_store().attempts(learner_of(token)) == given

    # In a tab of its own a puzzle can be answered once more, as by who shows it to somebody.
    assert not verdict(visit(token, "drill", puzzle=str(asked[0])))


def test_practice_goes_on_for_thirty_puzzles_without_a_rule_twice_running(token: str) -> None:
    at = visit(token, "drill")
    seen: list[str] = []
    for _ in range(30):
        line = str(at.query_params["puzzle"])
        assert line not in seen
        seen.append(line)
        at = press(solve(at), "next-")
        at = press(at, "next-") if ends(at) else at  # said once, and practice can go on
    # Other kinds of question come with the lessons that teach them.
    assert {parse_puzzle(line).kind for line in seen} == {WhoWins.kind}


def test_practice_that_has_nothing_due_is_a_finish_with_ways_on(token: str) -> None:
    store, now = open_store(), progress.now()
    known = askable(tuple(Rule), VARIANTS["partnership"], CULBERTSON)
    for rule in known[:3]:
        store.record(learner_of(token), answered(parse_puzzle(PLAIN), "E", rule, at=LONG_AGO))
    assert not ends(visit(token, "drill")), "these are due again"
    for rule in known:
        store.record(learner_of(token), answered(parse_puzzle(PLAIN), "E", rule, at=now))
    at = visit(token, "drill")
    assert ends(at)
    assert f"{len(known)} of {len(known)} right today." in words(at)
    ways = [str(link.proto.label) for link in at.get("page_link")]
    assert any(way.startswith("Next lesson") for way in ways)
    assert "Play a game" in ways
    at = press(at, "next-")
    assert at.query_params["puzzle"]
    assert not ends(press(solve(at), "next-")), "it is said once"


def test_what_was_right_today_in_a_lesson_is_not_counted_by_practice(token: str) -> None:
    store, now = open_store(), progress.now()
    known = askable(tuple(Rule), VARIANTS["partnership"], CULBERTSON)
    for mode in ("lesson:the-table", "deal:the-table", "trial:the-table"):
        wrong = answered(parse_puzzle(PLAIN), "W", known[0], at=now, mode=mode)
        store.record(learner_of(token), wrong)
    for rule, mode in zip(known, cycle(("today", "pair:x", "daily:2026-01-01", "link"))):
        right = answered(parse_puzzle(PLAIN), "E", rule, at=now, mode=mode)
        store.record(learner_of(token), right)
    assert f"{len(known)} of {len(known)} right today." in words(visit(token, "drill"))


def test_a_reload_does_not_begin_the_tally_afresh(token: str) -> None:
    answer(visit(token, "drill", puzzle=PLAIN), "E")
    assert "2 of 2 right today" in words(solve(visit(token, "drill")))
    for _ in range(2):
        solve(visit(token, "drill", mode="streak"))
    assert "3 in a row · best today 3" in words(solve(visit(token, "drill", mode="streak")))


def test_the_best_of_a_streak_is_said_once_and_of_none_not_at_all(token: str) -> None:
    at = missed(visit(token, "drill", mode="streak"))
    for _ in range(2):
        assert not re.search(r"best today (\d|is)", words(at))
        at = missed(onward(at))
    for _ in range(2):
        at = solve(onward(at))
    assert "2 in a row · best today 2" in words(at)
    at = missed(onward(at))
    assert "Your best today is 2." in words(at)
    assert "in a row" not in words(at)
    at = missed(onward(at))
    assert "Your best today is 2." not in words(at), "it was over already"


def test_that_a_streak_is_over_is_said_of_the_answer_that_ended_it(token: str) -> None:
    before = solve(visit(token, "drill", mode="streak"))
    address = {key: str(value) for key, value in before.query_params.items()}
    at = missed(onward(before))
    assert "Your best today is 1." in words(at)
    at = turned(at, "drill", **address)
    assert "verdict-right" in verdict(at)
    assert "Your best today is 1." not in words(at)
    labels = [button.label for button in at.button if (button.key or "").startswith("next-")]
    assert labels == ["Next question"]


def onward(at: AppTest) -> AppTest:
    """Go on to the next question, over a pair that is compared before it."""
    at = press(at, "next-")
    return at if "puzzle" in at.query_params else press(at, "next-")


def missed(at: AppTest) -> AppTest:
    """Answer the puzzle of the address wrongly."""
    puzzle = parse_puzzle(str(at.query_params["puzzle"]))
    wrong = next(one.token for one in puzzle.parts[0].choices if one.token not in puzzle.solution)
    return choose(at, "drill", puzzle, 0, wrong)


def ends(at: AppTest) -> bool:
    """Whether practice says that nothing is left for today."""
    return "That’s all for today" in headings(at)


def test_practice_asks_the_kinds_of_the_lessons_that_were_taken(token: str) -> None:
    store = open_store()
    for lesson in lessons()[:6]:
        store.finish_lesson(learner_of(token), lesson.id, now=LONG_AGO)
    at, kinds = visit(token, "drill"), set[str]()
    for _ in range(20):
        kinds.add(parse_puzzle(str(at.query_params["puzzle"])).kind)
        at = press(solve(at), "next-")
        at = press(at, "next-") if ends(at) else at
    assert {"who-wins", "which-cards", "what-is-built"} <= kinds
    assert not kinds & {"spot-revoke", "suit-markers", "what-score"}


def test_every_way_to_practise_asks_something(token: str) -> None:
    at = visit(token, "drill")
    for mode in ("rule", "streak", "free", "today"):
        at = ran(at.pills("drill-mode").set_value(mode).run())
        assert at.query_params["puzzle"]
        assert headings(at)


def test_how_a_link_practises_holds_though_its_first_run_is_ended_for_another(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that comes back after a lost connection is often asked for twice at once."""
    ended: list[str] = []

    def ended_once(paths: Sequence[str], tools: Callable[[], None] | None, here: str) -> None:
        run = get_script_run_ctx()
        if run and not ended:
            ended.append(run.query_string)
            # As Streamlit does where the browser has asked once more.
            raise RerunException(
                RerunData(query_string=run.query_string, page_script_hash=run.page_script_hash)
            )
        navigation.bar(paths, tools, here)

    monkeypatch.setattr("tutor.pages.shell.bar", ended_once)
    link = {"mode": "free", "kind": "who-wins", "rule": Rule.DISCARD_NEVER_WINS.value}
    at = visit(token, "drill", **link)
    assert ended
    assert {key: at.query_params[key] for key in link} == link


@pytest.mark.parametrize(("box", "chosen"), [("drill-mode", "mistakes"), ("setting-form", "solo")])
def test_two_choices_hold_though_the_browser_has_not_heard_of_the_first(
    token: str, box: str, chosen: str
) -> None:
    """On a slow network: the second brings the address of before the first."""
    at = visit(token, "drill")
    before = dict(at.query_params)
    at = ran(at.pills("drill-mode").set_value("streak").run())
    at.query_params = before
    at = ran(at.pills(box).set_value(chosen).run())
    mode, form = ("streak", "solo") if chosen == "solo" else (chosen, "partnership")
    assert (at.query_params["mode"], at.query_params["form"]) == (mode, form)
    assert at.pills("drill-mode").value == mode
    assert ("puzzle" in at.query_params) == (mode != "mistakes"), "there are no mistakes"


def test_ways_to_practise_that_there_are_not_are_passed_over(token: str) -> None:
    nonsense = {"kind": "who-loses", "rule": "trick.lost"}
    at = visit(token, "drill", mode="tomorrow", **nonsense)
    assert (at.pills("drill-mode").value, at.query_params["mode"]) == ("today", "today")
    at = visit(token, "drill", mode="free", **nonsense)
    boxes = ("drill-kind", "drill-rule-who-wins")
    assert [at.pills(box).value for box in boxes] == ["who-wins", "mixed"]
    at = visit(token, "drill", mode="rule", **nonsense)
    assert at.pills("drill-one-rule").value == at.query_params["aim"] == Rule.FOLLOW_SUIT


def test_a_reload_practises_what_was_chosen(token: str) -> None:
    at = visit(token, "drill", mode="rule", rule=Rule.TURN)
    at = again(token, ran(at.pills("drill-one-rule").set_value(Rule.RUFF_WINS.value).run()))
    assert at.pills("drill-one-rule").value == Rule.RUFF_WINS
    at = ran(at.pills("drill-mode").set_value("free").run())
    at = ran(at.pills("drill-kind").set_value("which-cards").run())
    at = again(token, ran(at.pills("drill-rule-which-cards").set_value("mixed").run()))
    assert at.pills("drill-kind").value == "which-cards"
    assert at.pills("drill-rule-which-cards").value == "mixed"
    at = ran(at.pills("drill-mode").set_value("today").run())
    assert "rule" not in at.query_params
    assert "kind" not in at.query_params


def again(token: str, at: AppTest) -> AppTest:
    """Open the page anew, as a reload does."""
    return visit(token, "drill", **{key: str(at.query_params[key]) for key in at.query_params})


def test_one_rule_begins_with_following_suit_and_claims_no_choice(token: str) -> None:
    at = visit(token, "drill", mode="rule")
    assert at.query_params["aim"] == Rule.FOLLOW_SUIT
    assert f"One rule: {Texts('en').name(Rule.FOLLOW_SUIT)}" in words(at)
    assert "You chose" not in words(at)
    assert Texts("en")("drill.mixed") not in at.pills(key="drill-one-rule").options
    assert visit(token, "drill", mode="rule", rule=Rule.TURN).query_params["aim"] == Rule.TURN


def test_without_a_mistake_there_is_none_to_practise_and_with_one_there_is(token: str) -> None:
    at = visit(token, "drill")
    at = ran(at.pills("drill-mode").set_value("mistakes").run())
    assert "No mistakes to put right" in headings(at)[0]
    assert "Nothing here yet" in words(at)
    answer(visit(token, "drill", puzzle=PLAIN), "N")
    at = visit(token, "drill")
    at = ran(at.pills("drill-mode").set_value("mistakes").run())
    assert parse_puzzle(str(at.query_params["puzzle"])).rule == Rule.SUIT_HIGHEST


def test_the_puzzle_of_a_day_is_the_same_for_everybody(token: str) -> None:
    first = visit(token, "drill", day="2026-11-20").query_params["puzzle"]
    second = visit(secrets.token_urlsafe(24), "drill", day="2026-11-20").query_params["puzzle"]
    other = visit(token, "drill", day="2026-11-21").query_params["puzzle"]
    assert first == second != other


def test_the_puzzle_of_a_day_is_still_that_after_a_reload(token: str) -> None:
    told = Texts("en")("drill.daily", day=date(2026, 11, 20))
    at = visit(token, "drill", day="2026-11-20")
    assert told in words(at)
    address = at.query_params
    at = visit(token, "drill", **{key: str(address[key]) for key in address})
    assert told in words(at)
    kept = solve(at).session_state["ours"]["held"].attempts
    assert kept[-1].mode == "daily:2026-11-20"


def test_who_comes_to_the_puzzle_of_today_again_can_still_pass_it_on(token: str) -> None:
    at = visit(token, "drill", day="today")
    day = at.query_params["day"]
    at.query_params.clear()
    at.query_params["day"] = "today"
    assert at.run().query_params["day"] == day


def test_a_day_that_does_not_exist_is_today(token: str) -> None:
    assert visit(token, "drill", day="yesterday").query_params["puzzle"]


def test_the_puzzle_of_a_day_to_come_is_not_out_yet_and_todays_is_there(token: str) -> None:
    """For whoever lives farthest east it is tomorrow already: what they pass on is out."""
    told, now = Texts("en")("drill.not-yet"), progress.now()
    today = visit(token, "drill", day="today").query_params
    at = opened("drill", token=token, day=(now + timedelta(hours=14)).date().isoformat())
    assert told not in words(at)
    at = opened("drill", token=token, day=(now + timedelta(days=2)).date().isoformat())
    assert told in words(at)
    assert (at.query_params["day"], at.query_params["puzzle"]) == (today["day"], today["puzzle"])
    assert told not in words(ran(at.run()))


def first_lesson(token: str) -> AppTest:
    return visit(token, "learn", lesson=lessons()[0].id, step="1")


def finished(at: AppTest) -> int:
    """How many lessons the course shows as finished."""
    return str(given(at, "course")["html"]).count(">done<")


def test_four_right_answers_at_once_finish_a_lesson_that_is_known(token: str) -> None:
    at = press(first_lesson(token), "test-out-")
    for _ in range(ENOUGH[0]):
        assert "This is a test" in words(at)
        at = _answer_trial(at)
    assert f"{ENOUGH[0]} of {ENOUGH[0]} right" in headings(at)[0]
    at = press(at, "trial-close")
    assert finished(at) == 1


def test_after_a_slip_more_is_asked_before_a_lesson_counts_as_known(token: str) -> None:
    at = press(first_lesson(token), "test-out-")
    at = _answer_trial(at, slip=True)
    for number in range(2, 2 + ENOUGH[1]):
        assert f"Question {number} of" in words(at)
        at = _answer_trial(at)
    assert f"{ENOUGH[1]} of {ENOUGH[1] + 1} right" in headings(at)[0]
    assert finished(press(at, "trial-close")) == 1


def test_three_wrong_answers_leave_a_lesson_to_be_taken(token: str) -> None:
    at = press(first_lesson(token), "test-out-")
    for _ in range(2):
        at = _answer_trial(at, slip=True)
    assert "0 of 2 right" in headings(at)[0]
    assert "You don’t know all of this yet" in words(at)
    assert finished(press(at, "trial-close")) == 0


def test_every_lesson_offers_to_show_that_it_is_known(token: str) -> None:
    for lesson in lessons():
        at = visit(token, "learn", lesson=lesson.id, step="1")
        assert f"test-out-{lesson.id}" in [b.key for b in at.button]
    at = press(visit(token, "learn", lesson="calypso-for-two", step="1"), "test-out-")
    items = at.session_state["ours"]["trial"].items
    assert [item.puzzle.variant.id for item in items] == ["two"]
    assert "This is a test" in words(at)


def _answer_trial(at: AppTest, *, slip: bool = False) -> AppTest:
    state = at.session_state["ours"]["trial"]
    puzzle = state.items[len(state.ids)].puzzle
    for number, (part, tokens) in enumerate(
        zip(puzzle.parts, puzzle.solution.split(" / "), strict=True)
    ):
        others = [choice.token for choice in part.choices if choice.token != tokens]
        wrong = slip and not part.many
        slot = f"trial-{state.mode}-{len(state.ids)}"
        at = choose(at, slot, puzzle, number, others[0] if wrong else tokens)
    assert not verdict(at)
    return at


def test_what_a_test_shows_is_said_of_the_length_chosen_alone(token: str) -> None:
    at = unfolded(token, "record.tests")
    for size, often in ((12, 3), (24, 6), (36, 8)):
        at = ran(at.radio("test-size").set_value(size).run())
        told = [caption.value for caption in at.caption if "a test this long" in caption.value]
        assert told == [Texts("en")("record.size.text", often=often)]


def test_a_test_is_as_long_as_was_chosen_a_moment_before(token: str) -> None:
    at = unfolded(token, "record.tests")
    at = overtaken(at, on_box("test-size", 36), on_button("begin-placement"))
    assert str(at.query_params["test"]).startswith("placement:36:")


def test_the_placement_test_is_taken_without_explanations_and_kept(token: str) -> None:
    at = press(unfolded(token, "record.tests"), "begin-placement")
    for _ in range(ITEMS):
        assert Texts("en")("ask.hint") not in [button.label for button in at.button]
        at = _answer_trial(at)
    assert f"{ITEMS} of {ITEMS} right" in headings(at)[0]
    press(at, "trial-close")
    assert any(b.key == "begin-exit" for b in unfolded(token, "record.tests").button)


@pytest.mark.parametrize("test", ["placement", "exit", "retention", "test-out"])
def test_every_test_books_its_answers_under_the_rules_it_aims_at(
    token: str, test: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Rules at work beside the one that governs: booked under that, they would seem never asked.
    beside = (Rule.FIRST_OF_EQUALS, Rule.LED_SUIT_NO_TRUMP, Rule.DISCARD_NEVER_WINS)
    form = VARIANTS["partnership"]
    items = [
        AimedPuzzle(generate("who-wins", aim, form, form.table(CULBERTSON), Random(1)), aim)
        for aim in beside
    ]
    assert not set(beside) & {item.puzzle.rule for item in items}
    monkeypatch.setattr(trials, "mode_of", lambda test, *_: f"{test}:12:0")
    for name in ("placement", "parallel_test"):
        monkeypatch.setattr(trials, name, lambda *_: tuple(items))
    rest = cycle(items)
    monkeypatch.setattr(trial, "lesson_test", lambda *_: next(rest))
    store = open_store()
    for mode in ("placement", "exit") if test in ("exit", "retention") else ():
        for _ in range(ITEMS):
            earlier = answered(parse_puzzle(PLAIN), "E", Rule.TURN, at=LONG_AGO, mode=mode)
            store.record(learner_of(token), earlier)
    begin = "test-out-" if test == "test-out" else f"begin-{test}"
    at = first_lesson(token) if test == "test-out" else unfolded(token, "record.tests")
    at = press(at, begin)
    for _ in items:
        at = _answer_trial(at)
    kept = at.session_state["ours"]["held"].attempts[-len(items) :]
    assert [one.rule for one in kept] == list(beside)
    assert str(kept[0].mode).startswith(test)


@pytest.mark.parametrize("long_ago", [False, True])
def test_the_last_test_is_offered_when_its_day_has_come(token: str, *, long_ago: bool) -> None:
    puzzle, then = parse_puzzle(PLAIN), LONG_AGO if long_ago else progress.now()
    with open_store() as store:
        for mode, at in (("placement", LONG_AGO), ("exit", then)):
            for _ in range(ITEMS):
                given_then = answered(puzzle, "E", Rule.SUIT_HIGHEST, at=at, mode=f"{mode}:12:0")
                store.record(learner_of(token), given_then)
    offered = [button.key for button in unfolded(token, "record.tests").button]
    assert ("begin-retention" in offered) is long_ago


FOLLOWS = "1 which-cards partnership culbertson N=S E=D S=H W=C : S CK DA H5 H6 S9 : E H4"
"""One of the hands with hearts that are drawn in between to be asked about other rules."""


def test_an_answer_counts_for_the_rule_that_its_hand_is_about(token: str) -> None:
    at = visit(token, "drill", puzzle=FOLLOWS, aim=Rule.WINNER_LEADS.value)
    at = choose(at, "drill", parse_puzzle(FOLLOWS), 0, "S9")
    assert "must follow suit" in verdict(at)
    assert at.session_state["ours"]["held"].attempts[-1].rule == Rule.FOLLOW_SUIT


def test_a_test_says_of_a_hand_what_it_was_about(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = AimedPuzzle(parse_puzzle(FOLLOWS), Rule.WINNER_LEADS)
    monkeypatch.setattr(trials, "placement", lambda *_: (item,))
    at = press(unfolded(token, "record.tests"), "begin-placement")
    at = _answer_trial(at)
    assert at.session_state["ours"]["held"].attempts[-1].rule == Rule.WINNER_LEADS
    ways = [str(link.proto.label) for link in at.get("page_link")]
    assert "✓ Question 1: Follow suit if you can" in ways


def test_progress_moves_to_another_browser_by_a_code(token: str) -> None:
    answer(visit(token, "drill", puzzle=PLAIN), "E")
    at = press(unfolded(token, "keep.title"), "keep-code")
    code = at.session_state["ours"]["resume-code"]
    assert code in [element.value for element in at.code]
    other = secrets.token_urlsafe(24)
    at = press(visit(other, "record", code=code), "bring-arrived")
    assert "code" not in at.query_params, "it is used up"
    assert "Your progress has arrived: 1 answer" in words(at)
    assert "Nothing here yet" not in words(visit(other, "record"))


def test_a_code_of_progress_that_is_here_already_says_so(token: str) -> None:
    answer(visit(token, "drill", puzzle=PLAIN), "E")
    code = open_store().resume_code(learner_of(token), now=progress.now())
    at = press(visit(token, "record", code=code), "bring-arrived")
    assert "progress that is here already: 1 answer." in words(at)
    assert "arrived" not in words(at)
    other = secrets.token_urlsafe(24)
    at = press(visit(other, "record", code=code), "bring-arrived")
    assert "Your progress has arrived: 1 answer" in words(at), "the code is not used up"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("base", "warned"),
    [
        ("http://localhost:8501", "here"),
        ("http://192.168.1.20:8501", "network"),
        ("https://cards.example.org", ""),
    ],
)
def test_what_is_passed_on_has_the_address_of_all_links_and_says_who_cannot_open_it(
    token: str, base: str, warned: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ADDRESS, base)
    pictures: list[str] = []
    monkeypatch.setattr(address, "show_qr_code", lambda at, *_: pictures.append(at))
    told = {key: Texts(language)(f"address.pass-on.{key}") for key in ("here", "network")}
    at = answer(visit(token, "drill", puzzle=PLAIN, lang=language), "E")
    at.session_state["report"] = True
    at = ran(at.run())
    assert str(at.code[0].value).startswith(f"{base}/drill?puzzle=1+who-wins")
    assert [key for key, said in told.items() if said in words(at)] == ([warned] if warned else [])
    at = visit(token, "record", lang=language)
    at.session_state["fold-keep.title"] = True
    at = press(ran(at.run()), "keep-code")
    code = at.session_state["ours"]["resume-code"]
    # No phone can come to an address of this machine alone: there is nothing to photograph.
    assert pictures[-1:] == ([f"{base}/record?code={code}"] if warned != "here" else [])
    assert [key for key, said in told.items() if said in words(at)] == ([warned] if warned else [])


def test_a_code_that_was_typed_is_taken_though_something_else_is_pressed_at_once(
    token: str,
) -> None:
    answer(visit(secrets.token_urlsafe(24), "drill", puzzle=PLAIN), "E")
    other = secrets.token_urlsafe(24)
    answer(visit(other, "drill", puzzle=PLAIN), "E")
    code = open_store().resume_code(learner_of(other), now=progress.now())
    at = unfolded(token, "keep.title")
    at.text_input(key="keep-entered").set_value(code)
    bring = "FormSubmitter:keep-enter"
    next(b for b in at.button if b.key and b.key.startswith(bring)).click()  # sent with the box
    at = overtaken(at, on_button(bring), on_button(bring), on_button("language-ja"))
    assert Texts("ja")("keep.brought", count=1) in words(at)


def test_a_code_is_shown_no_longer_than_it_leads_to_anything(token: str) -> None:
    answer(visit(token, "drill", puzzle=PLAIN), "E")
    at = press(unfolded(token, "keep.title"), "keep-code")
    at = press(ran(at.checkbox(key="keep-sure").check().run()), "keep-erase")
    assert not at.code
    other = secrets.token_urlsafe(24)
    answer(visit(other, "drill", puzzle=PLAIN), "E")
    code = open_store().resume_code(learner_of(other), now=progress.now())
    at = press(at, "keep-code")
    at.text_input(key="keep-entered").set_value(code)
    at = press(at, "FormSubmitter:keep-enter")
    assert Texts("en")("keep.brought", count=1) in words(at)
    assert not at.code


def test_a_code_that_does_not_exist_is_refused(token: str) -> None:
    at = press(visit(token, "record", code="AAAAA-BBBBB-CCCCC-DDDDD"), "bring-arrived")
    assert "There is nothing under this code" in at.error[0].value


@pytest.mark.parametrize("typed", ["7KQ2M-0A1BC-DEFGH", "ABC 234", "?"])
def test_what_is_no_whole_code_is_told_so_and_is_no_guess(token: str, typed: str) -> None:
    for _ in range(LIMITS["browser"] + 1):
        at = press(visit(token, "record", code=typed), "bring-arrived")
        assert "That isn’t a whole code" in at.error[0].value


def test_codes_that_lead_nowhere_cannot_be_tried_for_ever(token: str) -> None:
    other = secrets.token_urlsafe(24)
    at = press(unfolded(other, "keep.title"), "keep-code")
    code = at.session_state["ours"]["resume-code"]
    for number in range(LIMITS["browser"]):
        wrong = f"AAAAA-BBBBB-CCCCC-{number:05d}"
        at = press(visit(token, "record", code=wrong), "bring-arrived")
        assert "There is nothing under this code" in at.error[0].value
    at = press(visit(token, "record", code=code), "bring-arrived")
    assert "Wait ten minutes" in at.error[0].value
    third = secrets.token_urlsafe(24)
    at = press(visit(third, "record", code=code), "bring-arrived")
    assert not at.error, "who has guessed nothing comes in"


def test_a_week_has_as_many_answers_as_were_given_in_it(token: str) -> None:
    puzzle, now = parse_puzzle(PLAIN), progress.now()
    with open_store() as store:
        for who in "EEEW":
            store.record(learner_of(token), answered(puzzle, who, Rule.SUIT_HIGHEST, at=now))
    (weeks,) = (table.value for table in unfolded(token, "record.days").table)
    assert list(weeks.iloc[-1]) == [3, 1]
    assert weeks.to_numpy().sum() == 4


def test_everything_is_erased_after_one_is_sure(token: str) -> None:
    answer(visit(token, "drill", puzzle=PLAIN), "E")
    at = unfolded(token, "keep.title")
    button = next(b for b in at.button if b.key == "keep-erase")
    assert button.disabled
    at = ran(next(c for c in at.checkbox if c.key == "keep-sure").check().run())
    at = press(at, "keep-erase")
    assert "Deleted: 1 answer" in words(at)
    assert "Deleted: 1 answer" in words(ran(at.run())), "the page may run by itself: a slow store"
    at = press(at, "language-ja")
    at.session_state["fold-keep.title"] = True
    assert Texts("ja")("keep.erased", count=1) in words(ran(at.run()))
    at = turned(turned(at, "rules"), "record")
    at.session_state["fold-keep.title"] = True
    at = ran(at.run())
    assert any(button.key == "keep-code" for button in at.button)
    assert "Deleted: 1 answer" not in words(at), "it is told where it was done"
    assert "Nothing here yet" in words(visit(token, "record"))


def test_how_much_was_erased_is_told_though_it_was_pressed_twice(token: str) -> None:
    answer(visit(token, "drill", puzzle=PLAIN), "E")
    at = unfolded(token, "keep.title")
    at = press_twice(ran(at.checkbox(key="keep-sure").check().run()), "keep-erase")
    assert "Deleted: 1 answer" in words(at)
    assert not at.checkbox[0].value, "to delete what comes now one has to be sure again"


def test_nothing_is_erased_while_an_answer_is_on_its_way_to_the_store(token: str) -> None:
    """It would be there again: after a lock is gone that is for up to three seconds."""
    answer(visit(token, "drill", puzzle=PLAIN), "E")
    at = unfolded(token, "keep.title")
    at = ran(next(c for c in at.checkbox if c.key == "keep-sure").check().run())
    speak, who = Event(), learner_of(token)
    progress._WRITES.add(who.key, speak.wait)
    try:
        at = press(at, "keep-erase")
        assert [error.value for error in at.error] == [Texts("en")("store.slow")]
        assert len(progress.unbounded().attempts(who)) == 1
    finally:
        speak.set()
    assert progress.drain(60)
    assert "Deleted: 1 answer" in words(press(at, "keep-erase"))


def test_who_erases_no_more_than_a_place_in_a_lesson_begins_anew_at_once(token: str) -> None:
    with open_store() as store:
        store.note_step(learner_of(token), lessons()[1].id, 2, now=progress.now())
    at = unfolded(token, "keep.title")
    assert at.session_state["ours"]["held"].steps
    at = press(ran(at.checkbox(key="keep-sure").check().run()), "keep-erase")
    assert not turned(at, "learn").session_state["ours"]["held"].steps


def test_progress_that_stays_open_follows_what_is_done_on_another_device(token: str) -> None:
    there, here = visit(token, "drill", puzzle=PLAIN), visit(token, "record")
    home = visit(token)
    assert Texts("en")("record.empty") in words(here)
    answer(there, "N")
    here, home = ran(here.run()), ran(home.run())
    assert Texts("en")("record.empty") not in words(here)
    assert Texts("en")("home.start") not in [button.label for button in home.button]
    with open_store() as store:
        assert store.erase(learner_of(token)).attempts == 1
    assert Texts("en")("record.empty") in words(ran(here.run()))
    assert Texts("en")("home.start") in [button.label for button in ran(home.run()).button]


def test_a_report_packs_the_line_the_answer_and_the_text(token: str) -> None:
    at = answer(visit(token, "drill", puzzle=PLAIN), "W")
    box = next(e for e in at.expander if "report a problem" in e.label)
    at.session_state["report"] = True
    at = ran(at.run())
    assert box is not None
    text = "\n".join(element.value for element in at.code)
    assert PLAIN in text
    assert "answer: W" in text
    assert "Not this time" in text


def test_a_report_says_right_and_wrong_as_the_page_did(token: str) -> None:
    at = visit(token, "drill", puzzle=PLACED)
    for number in range(4):
        at = press(at, f"answer-drill-{number}-1")
    partly = "3 of 4 right"
    assert partly in verdict(at)
    at.session_state["report"] = True
    text = "\n".join(element.value for element in ran(at.run()).code)
    assert partly in text
    assert "Not this time" not in text


def test_why_several_cards_were_wrong_is_said_once(token: str) -> None:
    """Four cards of a suit that the winner's side doesn't build, all of them put wrongly."""
    line = "1 what-is-built partnership culbertson N=C E=S S=D W=H : N SA SK S2 S3 : S0:QJ"
    at = visit(token, "drill", puzzle=line)
    for number in range(4):
        at = press(at, f"answer-drill-{number}-1")
    for seen in (at, press(at, "why-drill")):
        assert words(seen).replace(verdict(seen), "").count("side builds spades") == 1


def test_examples_of_a_rule_fade_until_the_learner_is_alone(token: str) -> None:
    at = visit(token, "learn", example="trick.ruff-wins")
    assert "Watch how it works" in headings(at)[0]
    for _ in range(3):
        at = press(at, "reveal-")
    at = press(at, "next-")
    levels = [
        "The last step is up to you",
        "The last two steps are up to you",
        "This one is all yours",
    ]
    for level in levels:
        assert level in words(at)
        at = _answer_example(at)
        if level == levels[-1]:
            assert "on your own" in words(at)
        at = press(at, "next-")
    for hints, wrong in ((0, 1), (1, 0)):
        assert levels[-1] in words(at)
        for _ in range(hints):
            at = press(at, "hint-")
        at = _answer_example(at, wrong=wrong)
        assert "on your own" not in words(at)
        at = press(at, "next-")


def test_no_example_is_passed_over_though_what_leads_on_is_pressed_twice(token: str) -> None:
    at = visit(token, "learn", example="trick.ruff-wins")
    for _ in range(3):
        at = press(at, "reveal-")
    at = press_twice(at, "next-")
    _, run = at.session_state["ours"]["under way"]["example-trick.ruff-wins-run"]
    assert run.number == 1


def _answer_example(at: AppTest, *, wrong: int = 0) -> AppTest:
    _, run = at.session_state["ours"]["under way"]["example-trick.ruff-wins-run"]
    puzzle = run.drawn.puzzle
    for number, (part, token) in enumerate(
        zip(puzzle.parts, puzzle.solution.split(" / "), strict=True)
    ):
        choices = [choice.token for choice in part.choices]
        chosen = (choices.index(token) + wrong) % len(choices) + 1
        at = press(at, f"answer-example-trick.ruff-wins-{number}-{chosen}")
    return at


@pytest.mark.parametrize("rule", ["deal.four-packs", "nonsense"])
def test_a_link_to_examples_that_do_not_exist_is_friendly(rule: str) -> None:
    at = opened("learn", example=rule)
    assert at.title or headings(at)


def test_every_rule_that_can_be_asked_has_worked_examples(token: str) -> None:
    for rule in askable(tuple(Rule), VARIANTS["partnership"], CULBERTSON):
        at = visit(token, "learn", example=rule.value)
        assert "Watch how it works" in headings(at)[0]


def test_a_reload_keeps_the_hints_that_were_taken(token: str) -> None:
    at = press(visit(token, "drill", puzzle=PLAIN), "hint-")
    at = visit(token, "drill", puzzle=PLAIN, hint=str(at.query_params["hint"]))
    assert hints(at) == 1
    at = press(answer(at, "E"), "next-")
    assert "hint" not in at.query_params
    (attempt,) = open_store().attempts(learner_of(token))
    assert attempt.hinted


def test_a_reload_keeps_the_parts_that_were_answered(token: str) -> None:
    at = press(visit(token, "drill", puzzle=PLACED), "answer-drill-0-1")
    at = press(at, "answer-drill-1-1")
    kept = str(at.query_params["so-far"])
    at = visit(token, "drill", puzzle=PLACED, **{"so-far": kept})
    assert "3 of 4" in words(at)
    at = press(press(at, "answer-drill-2-1"), "answer-drill-3-1")
    assert "so-far" not in at.query_params
    (attempt,) = open_store().attempts(learner_of(token))
    first = parse_puzzle(PLACED).parts[0].choices[0].token
    assert attempt.answer.startswith(f"{first} / ")
    assert attempt.seconds is None, "nobody knows how long the first parts took"


def test_parts_that_the_address_makes_up_are_asked_for_anew(token: str) -> None:
    mark = f"{crc32(PLACED.encode()):08x}"
    for told in ("0/S/S", f"{mark}/Q", f"{mark}/S/S/S/S"):
        at = visit(token, "drill", puzzle=PLACED, **{"so-far": told})
        assert "1 of 4" in words(at)
        assert "so-far" not in at.query_params


PLAYED = (
    "1 who-wins partnership culbertson N=C E=S S=D W=H : N H3 S9 D4 H5",
    "1 who-wins partnership culbertson N=C E=S S=D W=H : N H6 CA H8 D7",
    "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3",
    "1 who-wins partnership culbertson N=C E=S S=D W=H : E H2 HJ H4 C5",
)
"""No trump is led: whoever thinks that nothing beats one answers rightly."""


def played(token: str) -> None:
    """Answer a few tricks rightly."""
    for line in PLAYED:
        solve(visit(token, "drill", puzzle=line))


LED_TRUMPS = (
    "1 who-wins partnership culbertson N=C E=S S=D W=H : N C4 D3 D7 C9",
    "1 who-wins partnership culbertson N=C E=S S=D W=H : E S6 S9 S4 CQ",
)
"""Their leaders are ruffed: to name both leaders fits only that a led trump always wins."""

TWO_IDEAS = (
    "1 who-wins partnership culbertson N=C E=S S=D W=H : N HA S2 HK HQ",
    "1 who-wins partnership culbertson N=C E=S S=D W=H : N DA S2 DK D5",
)
"""Low ruffs of aces: to name both aces fits two ideas alike."""


def test_a_pair_is_told_in_another_language_as_soon_as_it_is_chosen(token: str) -> None:
    played(token)
    answer(visit(token, "drill", puzzle=LED_TRUMPS[0]), "N")
    at = press(answer(visit(token, "drill", puzzle=LED_TRUMPS[1]), "E"), "next-")
    before = running(at)
    at = press(at, "language-ja")
    assert headings(at)[0] == Texts("ja")("pair.title")
    assert before
    assert not set(before) & set(running(at))


def test_tricks_after_a_pair_say_which_of_the_three_they_are_before_and_after_a_reload(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(token)
    at = visit(token, "drill", puzzle=LED_TRUMPS[0])
    at = answer(at, "N")
    at = answer(visit(token, "drill", puzzle=LED_TRUMPS[1]), "E")
    at = press(at, "next-")
    assert headings(at)[0] == "Two tricks, one card apart"
    aims = list[Rule]()
    draw = after_pair

    def watched(
        idea: str, memory: Memory, variant: Variant, tables: Sequence[Table], rng: Random
    ) -> AimedPuzzle:
        found = draw(idea, memory, variant, tables, rng)
        aims.append(found.aim)
        return found

    monkeypatch.setattr(practice, "after_pair", watched)
    for number in (1, 2, 3):
        at = press(at, "next-")
        said = f"Trick {number} of 3 on this."
        address = {key: str(at.query_params[key]) for key in ("puzzle", "mode", "pair", "aim")}
        assert said in words(at)
        assert said in words(visit(token, "drill", **address)), "lost before the answer"
        assert said not in words(visit(secrets.token_urlsafe(24), "drill", **address))
        at = solve(visit(token, "drill", **address))
        assert said in words(at)
        assert at.session_state["ours"]["held"].attempts[-1].rule == aims[-1]
        assert said in words(visit(token, "drill", **address)), "lost after the answer"
    at = press(at, "next-")
    assert "of 3 on this" not in words(at)
    assert "pair" not in at.query_params


PAIR = "Two tricks, one card apart"


def test_a_second_pair_on_the_same_idea_leads_to_the_lesson(token: str) -> None:
    """The first has not sufficed, nor have its tricks."""
    idea = BY_ID["led-trump-is-unbeatable"]

    def ways(at: AppTest) -> list[str]:
        return [link.proto.label for link in at.get("page_link")]

    played(token)
    for line, leader in zip(LED_TRUMPS, "NE", strict=True):
        at = answer(visit(token, "drill", puzzle=line), leader)
    at = press(at, "next-")
    assert headings(at)[0] == PAIR
    assert "Go to the lesson on this rule" not in ways(at)
    for _ in range(AFTER_PAIR):
        at = press(at, "next-")
        puzzle = parse_puzzle(str(at.query_params["puzzle"]))
        assert puzzle.ruling
        at = answer(at, predicts(idea, puzzle.ruling.trick, puzzle.table).value)
    at = press(at, "next-")
    assert headings(at)[0] == PAIR
    assert "Go to the lesson on this rule" in ways(at)


@pytest.mark.parametrize("mode", ["today", "streak", "rule", "mistakes"])
def test_only_today_opens_with_a_pair_and_others_show_it_after_their_own_mistake(
    token: str, mode: str
) -> None:
    played(token)
    answer(visit(token, "drill", puzzle=LED_TRUMPS[0]), "N")
    answer(visit(token, "drill", puzzle=LED_TRUMPS[1]), "E")
    opening = visit(token, "drill", mode=mode)
    assert (headings(opening)[0] == PAIR) == (mode == "today")
    if mode == "today":
        return
    # The puzzle before the last, in the mode: its wrong answer fits the idea once more.
    again = "1 who-wins partnership culbertson N=C E=S S=D W=H : W H9 DQ HJ DA"
    at = press(answer(visit(token, "drill", mode=mode, puzzle=again), "W"), "next-")
    assert headings(at)[0] == PAIR
    assert "Trick 1 of 3 on this." in words(press(at, "next-"))


def standing(token: str) -> str:
    """What the progress page lists as ideas that led astray."""
    return words(visit(token, "record"))


def sections(token: str) -> list[str]:
    """The headings of the progress page."""
    return [heading.value for heading in visit(token, "record").header]


def test_a_slip_gets_its_reason_and_no_misconception(token: str) -> None:
    at = answer(visit(token, "drill", puzzle=LED_TRUMPS[0]), "N")
    assert "verdict-wrong" in verdict(at)
    assert "ruff" in verdict(at)
    for kind in ("misconception", "perhaps"):
        assert f"verdict-{kind}" not in verdict(at)
    assert "Misunderstandings" not in sections(token)


def test_what_the_verdict_suspects_is_not_said_again_by_its_reasons(token: str) -> None:
    played(token)
    first, second = TWO_IDEAS
    answer(visit(token, "drill", puzzle=first), "N")
    at = answer(visit(token, "drill", puzzle=second), "N")
    said = words(at).count("You may be thinking")
    assert said
    at = press(at, "why-")
    assert words(at).count("You may be thinking") == said


def test_several_ideas_that_may_be_behind_an_answer_wait_for_the_reasons(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    several = Diagnosis(perhaps=("first-ruff-wins", "no-trumps"))
    monkeypatch.setattr(question, "diagnose", lambda _: several)
    at = answer(visit(token, "drill", puzzle=TWO_IDEAS[0]), "N")
    assert "verdict-wrong" in verdict(at)
    assert "You may be thinking" not in words(at)
    at = press(at, "why-")
    assert "one of these: “The first ruff wins” and “Trumps make no difference”." in words(at)


def test_a_held_misconception_is_named_after_its_second_sign_and_a_cured_one_never_again(
    token: str,
) -> None:
    played(token)
    answer(visit(token, "drill", puzzle=LED_TRUMPS[0]), "N")
    at = answer(visit(token, "drill", puzzle=LED_TRUMPS[1]), "E")
    assert "verdict-misconception" in verdict(at)
    (name,) = set(re.findall("What you may be thinking: “([^”]+)”", verdict(at)))
    assert f"Still catching you out: {name}" in standing(token)
    at = press(visit(token, "drill", mode="today"), "next-")
    for _ in range(20):
        at = press(solve(at), "next-")
        at = press(at, "next-") if ends(at) else at
        assert "verdict-misconception" not in verdict(at)
        assert headings(at)[0] != PAIR
    assert f"Not seen in your latest answers: {name}" in standing(token)
    at = answer(visit(token, "drill", puzzle=f"{LED_TRUMPS[0][:-2]}CJ"), "N")
    assert "verdict-wrong" in verdict(at)
    assert "verdict-misconception" not in verdict(at)
    assert f"Only now and then in your latest answers: {name}" in standing(token)


def test_a_report_before_the_answer_does_not_give_it_away(token: str) -> None:
    at = visit(token, "drill", puzzle=PLAIN)
    at.session_state["report"] = True
    text = "\n".join(element.value for element in ran(at.run()).code)
    assert PLAIN in text
    assert "solution" not in text


def test_somebody_who_always_takes_the_highest_card_is_told_one_idea(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Now and then the first three tricks fit a second idea as well; of these, none do.
    chance = Random(6)
    monkeypatch.setattr(session, "chance", lambda: Random(chance.random()))
    at = visit(token, "drill", mode="free", kind="who-wins")
    named: list[str] = []
    for _ in range(14):
        puzzle = parse_puzzle(str(at.query_params["puzzle"]))
        assert isinstance(puzzle, WhoWins)
        highest = max(puzzle.trick.plays, key=lambda play: play.card.rank)
        at = answer(at, highest.seat.value)
        if found := re.search("What you may be thinking: “([^”]+)”", verdict(at)):
            named.append(found[1])
        at = press(at, "next-")
    assert len(named) >= 3
    assert set(named) == {"The highest card on the table wins"}


def test_a_test_that_was_cut_off_says_so(token: str) -> None:
    at = press(unfolded(token, "record.tests"), "begin-placement")
    at = visit(token, "record", test=str(at.query_params["test"]))
    assert "The test was interrupted" in words(at)


def test_back_leads_out_of_a_tests_first_question(token: str) -> None:
    """It stood there still, and Back seemed to do nothing; what was answered waits."""
    at = press(unfolded(token, "record.tests"), "begin-placement")
    at = turned(at, "record")
    assert headings(at)[0] == "Progress"
    at = _answer_trial(press(unfolded(token, "record.tests"), "begin-placement"))
    question = headings(at)
    assert headings(turned(at, "record")) == question != ["Progress"]


def test_a_test_that_was_taken_to_its_end_has_its_result_again(token: str) -> None:
    """A reload, or a telephone that has put the tab away, called it interrupted."""
    at = press(unfolded(token, "record.tests"), "begin-placement")
    for number in range(ITEMS):
        at = _answer_trial(at, slip=number % 2 == 0)
    result, lines = headings(at), [link.proto.label for link in at.get("page_link")]
    again = visit(token, "record", test=str(at.query_params["test"]))
    assert "interrupted" not in words(again)
    assert headings(again) == result
    assert [link.proto.label for link in again.get("page_link")] == lines
    put_away = press(again, "trial-close")
    assert "test" not in put_away.query_params
    assert headings(put_away)[0] == "Progress"


def test_a_lessons_test_that_is_over_was_not_interrupted(token: str) -> None:
    at = press(first_lesson(token), "test-out-")
    for _ in range(2):
        at = _answer_trial(at, slip=True)
    assert "0 of 2 right" in headings(at)[0]
    assert "interrupted" not in words(visit(token, "learn", **dict(at.query_params)))


def test_a_lesson_that_is_named_is_shown_while_a_test_waits(token: str) -> None:
    """The result of a test that was left stood in the place of every lesson gone to later."""
    at = press(first_lesson(token), "test-out-")
    question = headings(at)
    at = turned(at, "learn", lesson="following-suit", step="1")
    assert "Following suit and the highest card" in words(at)
    assert any(button.key == "leave" for button in at.button)
    assert headings(turned(at, "learn")) == question, "the test is there where it was begun"


def test_each_line_of_a_result_leads_to_the_answer_given_in_the_test(token: str) -> None:
    """A test promises the answers at the end; only the last was there, the others were asked."""
    at = press(first_lesson(token), "test-out-")
    for _ in range(2):
        at = _answer_trial(at, slip=True)
    links = [link for link in at.get("page_link") if "Question " in str(link.proto.label)]
    assert len(links) == 2
    for link in links:
        shown = turned(at, "drill", **dict(parse_qsl(link.proto.query_string)))
        assert "verdict-wrong" in verdict(shown)
