"""The pages, without a browser: what they show, count, remember and refuse."""

import re

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Element

from engine.cards import Card
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, LedTrump, Rulebook
from engine.rules import Rule
from puzzles.notation import parse_puzzle
from tests.component import fire, given, solve
from tests.opened import drawn, headings, opened, press, ran, running, turned, verdict, words
from tests.rooms import DISPUTED
from tests.samples import paired
from tutor.lessons.steps import Drill, Lesson, WholeDeal
from tutor.pages.frame import progress, session
from tutor.pages.frame.library import lesson_faults, lessons
from tutor.pages.questions import card_picker
from tutor.store import new_token
from tutor.words.reference import TOPICS
from tutor.words.texts import LANGUAGES, Texts

PLAIN = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"
"""pokerwiner.com's first trick: East wins with the jack of the suit led."""

PAGES = ("", "learn", "drill", "referee", "rules", "teach", "host", "room")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_opens_in_every_language(path: str, language: str) -> None:
    at = opened(path, lang=language)
    assert words(at)
    assert at.query_params["lang"] == language


def test_the_lessons_are_sound() -> None:
    assert lesson_faults() == ""
    assert len(lessons()) >= 6


def test_home_has_three_doors() -> None:
    at = opened()
    links = [str(one.proto.label) for one in at.get("page_link")]
    assert {"I’m learning", "I want practice", "I’m teaching"} <= set(links)


def test_the_course_leads_straight_to_a_whole_deal() -> None:
    path = str(given(opened("learn"), "course")["html"])
    assert path.count("Play a whole deal") == 2, "at the end of two chapters"
    value = next(
        f"{lesson.id} {number}"
        for lesson in lessons()
        for number, step in enumerate(lesson.steps, start=1)
        if isinstance(step, WholeDeal)
    )
    at = ran(fire(opened("learn"), "course", act=value))
    assert f"{at.query_params['lesson']} {at.query_params['step']}" == value


def test_somebody_new_tries_a_trick_at_home_and_nothing_is_kept() -> None:
    at = opened()
    button = next(b for b in at.button if b.key and b.key.startswith("answer-home"))
    at = ran(button.click().run())
    assert verdict(at)
    assert at.session_state["ours"]["held"].attempts == []
    assert not any(b.key == "continue" for b in at.button)


def test_who_was_here_goes_on_where_they_were() -> None:
    who, first = new_token(), lessons()[0].id
    press(opened("learn", token=who, lesson=first, step="1"), "next-")
    again = opened(token=who)
    assert any(b.key == "continue" for b in again.button)
    assert not any(b.key == "start" for b in again.button)
    at = press(again, "continue")
    assert (at.query_params["lesson"], at.query_params["step"]) == (first, "2")


def test_start_leads_to_the_first_lesson_and_its_first_question_in_two_clicks() -> None:
    at = press(opened(), "start")
    assert at.query_params["lesson"] == lessons()[0].id
    at = press(at, "next-")
    assert any(b.key and b.key.startswith("answer-") for b in at.button)


def answer(at: AppTest, token: str) -> AppTest:
    """Tap the card of a seat on the table of the drill."""
    return ran(fire(at, "table-drill", choose=token))


def test_a_right_answer_is_praised_explained_and_counted() -> None:
    at = answer(opened("drill", puzzle=PLAIN), "E")
    assert "verdict-right" in verdict(at)
    assert "East wins." in verdict(at)
    assert "of 1 right" not in words(at), "the verdict has said it"
    at = solve(press(at, "next-"))
    assert "2 of 2 right" in words(at)
    assert "&lt;" not in verdict(at), "its marks are drawn, not told"


def test_a_wrong_answer_is_explained_and_one_alone_shows_no_misconception() -> None:
    at = answer(opened("drill", puzzle=PLAIN), "W")
    assert "verdict-wrong" in verdict(at)
    assert "verdict-misconception" not in verdict(at)
    assert "1 of 2 right" in words(solve(press(at, "next-")))


def test_an_answer_that_took_a_hint_is_counted_right_but_makes_no_streak_longer() -> None:
    """The end of the day counts it right; a learner told "0 of 1" would look for the mistake."""
    at = answer(press(opened("drill", puzzle=PLAIN, mode="streak"), "hint-drill-0"), "E")
    assert "verdict-right" in verdict(at)
    at = solve(press(at, "next-"))
    assert "1 in a row · best today 1" in words(at)
    at.session_state["drill-mode"] = "free"
    assert "3 of 3 right today" in words(solve(ran(at.run())))


def test_a_second_click_on_an_answered_puzzle_changes_nothing() -> None:
    at = answer(answer(opened("drill", puzzle=PLAIN), "W"), "E")
    assert "verdict-wrong" in verdict(at)
    assert "1 of 2 right" in words(solve(press(at, "next-")))


def test_an_answer_that_is_not_offered_changes_nothing() -> None:
    at = answer(opened("drill", puzzle=PLAIN), "<script>")
    assert not verdict(at)


def test_the_next_puzzle_is_another_and_stands_in_the_address() -> None:
    at = answer(opened("drill", puzzle=PLAIN), "E")
    at = press(at, "next-")
    line = at.query_params["puzzle"]
    assert line != PLAIN
    parse_puzzle(line)


def test_answers_can_be_pressed_as_buttons_in_order_of_play() -> None:
    at = opened("drill", puzzle=PLAIN)
    labels = [b.label for b in at.button if b.key and b.key.startswith("answer-")]
    assert [label.split(" ")[0] for label in labels] == ["North", "East", "South", "West"]
    assert "verdict-right" in verdict(press(at, "answer-drill-0-2"))


@pytest.mark.parametrize(("colours", "diamond"), [("four", "blue"), ("two", "red")])
def test_suits_in_answers_have_the_colours_of_the_cards(colours: str, diamond: str) -> None:
    line = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H3 S4 D6 C9"
    at = opened("drill", puzzle=line, colours=colours)
    labels = [b.label for b in at.button if b.key and b.key.startswith("answer-")]
    assert ":red[♥" in labels[0]
    assert labels[1] == "East · ♠︎4"
    assert f":{diamond}[♦" in labels[2]


def test_reasons_lead_to_a_lesson_from_practice_and_out_of_none() -> None:
    def ways(at: AppTest) -> list[str]:
        links = [str(link.proto.label) for link in press(at, "why-").get("page_link")]
        return [link for link in links if link == "Go to the lesson on this rule"]

    at = answer(opened("drill", puzzle=PLAIN), "E")
    assert len(ways(at)) == 1
    at = opened("learn", lesson="the-table", step="2")
    assert ways(press(at, "answer-learn-the-table-2-0-1")) == []


def test_only_answers_of_a_streak_make_it_longer() -> None:
    at = answer(opened("drill", puzzle=PLAIN, mode="free"), "E")
    at.session_state["drill-mode"] = "streak"
    at = solve(ran(at.run()))
    assert "1 in a row · best today 1" in words(at)


def test_a_puzzle_that_also_asks_for_the_rule_asks_one_after_the_other() -> None:
    at = press(opened("drill", puzzle=f"{PLAIN} : why"), "answer-drill-0-2")
    assert not verdict(at)
    assert "2 of 2 · ✓ East" in words(at)
    assert not [b for b in at.button if b.key and b.key.startswith("undo-")]
    rules = [b for b in at.button if b.key and b.key.startswith("answer-drill-1")]
    right = next(b for b in rules if b.label == "The highest of the suit led wins")
    assert "verdict-right" in verdict(ran(right.click().run()))


def test_a_puzzle_linked_to_in_other_signs_than_ours_keeps_each_answer_and_hint() -> None:
    ours = "1 what-is-built partnership culbertson N=C E=S S=D W=H : N C2 CK C2 C4 : C0:AQ"
    at = press(opened("drill", puzzle=f"{ours} S0:-"), "hint-drill-0")
    assert (at.query_params["puzzle"], at.query_params["hint"]) == (ours, "1")
    at = press(at, "answer-drill-0-1")
    assert "2 of 4 · North’s two of clubs: ✓ North’s calypso" in words(at)
    for part in range(1, 4):
        at = press(at, f"answer-drill-{part}-3")
    assert verdict(at)


@pytest.mark.parametrize(
    "line",
    ["", "nonsense", "1 who-wins", "2" + PLAIN[1:], PLAIN + " H9", "<img src=x>", "9" * 9000],
)
def test_a_malformed_puzzle_link_gets_a_friendly_page_and_a_way_on(line: str) -> None:
    at = opened("drill", puzzle=line)
    if line:
        assert "This link doesn’t go anywhere" in [h.value for h in at.title]
        assert headings(press(at, "fresh"))[0].endswith("?")


@pytest.mark.parametrize(
    ("lesson", "step"),
    [("no-such", "1"), (None, "0"), (None, "999"), (None, "-1"), (None, "²"), (None, "<b>")],
)
def test_a_malformed_lesson_link_gets_a_friendly_page(lesson: str | None, step: str) -> None:
    at = opened("learn", lesson=lesson or lessons()[0].id, step=step)
    assert "This link doesn’t go anywhere" in [h.value for h in at.title]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_with_no_page_is_said_to_have_none(language: str) -> None:
    at = opened("home", page="none", lang=language)
    assert [note.value for note in at.warning] == [Texts(language)("lost.page")]
    assert not opened("home", lang=language).warning


@pytest.mark.parametrize(
    ("lesson", "language"),
    paired(lessons(), LANGUAGES, name=lambda value: getattr(value, "id", value)),
)
def test_every_step_of_every_lesson_opens_by_its_address(lesson: Lesson, language: str) -> None:
    at = opened("learn", lesson=lesson.id, step="1", lang=language, seed="7")
    for number in range(2, len(lesson.steps) + 1):
        at.query_params["step"] = str(number)
        ran(at.run())
        assert "This link doesn’t go anywhere" not in [h.value for h in at.title]


def test_a_lesson_can_be_walked_through_and_is_finished_at_its_end() -> None:
    lesson = lessons()[0]
    at = opened("learn", lesson=lesson.id, step="1")
    for _ in lesson.steps:
        at = press(at, "next-")
    assert at.query_params["step"] == "end"
    assert "You read this one without answering." in words(at)
    at = press(at, "next-")
    assert (at.query_params["lesson"], at.query_params["step"]) == (lessons()[1].id, "1")
    assert str(given(press(at, "leave"), "course")["html"]).count(">done<") == 1


def test_a_lesson_ends_with_what_was_right_and_asks_again_what_was_missed() -> None:
    lesson = lessons()[0]
    at = opened("learn", lesson=lesson.id, step="2")
    at = press(press(at, "answer-"), "next-")  # East wins: North is wrong
    at = press(press(press(at, "next-"), "answer-"), "next-")
    for _ in lesson.steps[4:]:
        at = press(at, "next-")
    attempts = at.session_state["ours"]["held"].attempts
    assert [attempt.correct for attempt in attempts] == [False, False]
    assert "0/2" in given(at, f"table-end-{lesson.id}")["html"]
    assert "Missed:" in words(at)
    assert "0 of 2" not in words(at), "the picture says it"
    assert "Any card" not in words(at)
    at = press(at, "again-")
    assert at.query_params["again"] == "1"
    for number, line in enumerate(dict.fromkeys(attempt.puzzle for attempt in attempts)):
        puzzle = parse_puzzle(line)
        right = [choice.token for choice in puzzle.parts[0].choices].index(puzzle.solution)
        at = press(at, f"answer-again-{lesson.id}-{number}-0-{right + 1}")
        assert "verdict-right" in verdict(at)
        at = press(at, "next-again-")
    assert "2 of 2 right the second time." in words(at)
    assert "again" not in at.query_params
    assert not [b for b in at.button if (b.key or "").startswith("again-")]
    assert len(at.session_state["ours"]["held"].attempts) == 2, (
        "an answer told before shows nothing"
    )


def test_what_was_missed_is_asked_again_where_the_address_says_so() -> None:
    lesson, who = lessons()[0], new_token()
    at = opened("learn", lesson=lesson.id, step="2", token=who)
    at = press(press(press(press(at, "answer-"), "next-"), "next-"), "answer-")  # both are wrong
    ended = {"lesson": lesson.id, "step": "end"}
    at = opened("learn", token=who, again="2", **ended)  # a page that was opened anew
    assert "Question 1 of 2" in words(at)
    at = press(press(at, f"answer-again-{lesson.id}-0-0-1"), "next-again-")
    assert "Question 2 of 2" in words(at)
    at.query_params["again"] = "1"
    at = ran(at.run())
    assert "verdict" in verdict(at), "Back leads to the answer that was given"
    at = press(at, "next-again-")
    assert at.query_params["again"] == "2"
    del at.query_params["again"]
    assert "Ask the missed ones again" in [button.label for button in ran(at.run()).button]


def test_a_lesson_ends_with_the_rule_that_a_verdict_named_and_counts_for_no_practice() -> None:
    lesson, who = lessons()[0], new_token()
    at = opened("learn", token=who, lesson=lesson.id, step="9")
    south = next(b for b in at.button if (b.key or "").startswith("answer-") and "South" in b.label)
    at = ran(south.click().run())  # South's king is neither of the suit led nor a trump
    assert "is a discard" in verdict(at)
    for _ in lesson.steps[8:]:
        at = press(at, "next-")
    assert "A discard never wins" in words(at)
    assert "The highest of the suit led wins" not in words(at)
    assert "right today" not in words(solve(opened("drill", token=who)))


@pytest.mark.parametrize("id_", ["the-table", "finishing-a-calypso"])
def test_a_reload_shows_the_answer_to_a_drill_again_and_asks_no_more_of_it(id_: str) -> None:
    """By then the learner is further, and more would be left of what is drawn anew.

    In the second lesson all parts but the last are filled in.
    """
    who, lesson = new_token(), next(lesson for lesson in lessons() if lesson.id == id_)
    step = next(n for n, step in enumerate(lesson.steps, start=1) if isinstance(step, Drill))
    address = {"lesson": lesson.id, "step": str(step), "seed": "1", "answered": "1"}
    at = press(opened("learn", token=who, **address), "answer-")
    assert verdict(at)
    assert verdict(opened("learn", token=who, **address)) == verdict(at)
    at = opened("learn", token=who, **{**address, "answered": "2"})
    assert not verdict(at)


def test_settings_of_an_address_are_taken_and_kept() -> None:
    at = opened("drill", rulebook="akagiri", colours="two", puzzle=PLAIN)
    assert at.query_params["rulebook"] == "akagiri"
    assert at.query_params["colours"] == "two"
    assert "two-colour" in given(at, "table-drill")["html"]


def test_single_keys_can_be_switched_off_and_the_address_says_so() -> None:
    at = opened("drill", puzzle=PLAIN)
    assert any(b.proto.shortcut for b in at.button)
    assert "keys" not in at.query_params
    at = ran(at.radio(key="setting-keys").set_value("off").run())
    assert [b.key for b in at.button if b.proto.shortcut] == []
    assert given(at, "table-drill")["keys"] == "off"
    assert at.query_params["keys"] == "off"
    at = ran(at.radio(key="setting-keys").set_value("on").run())
    assert any(b.proto.shortcut for b in at.button)
    assert "keys" not in at.query_params


def test_letters_are_as_large_as_was_chosen() -> None:
    def sizes(at: AppTest) -> list[str]:
        drawn = [str(one.value) for one in at.get("html") if isinstance(one, Element)]
        return re.findall(r"html:root { font-size: (\d+px)", "".join(drawn))

    assert sizes(opened()) == []
    at = opened(letters="largest")
    assert sizes(at) == ["25px"]
    radio = next(one for one in at.radio if one.key == "setting-letters")
    at = ran(radio.set_value("large").run())
    assert sizes(at) == ["21px"]
    assert at.query_params["letters"] == "large"


def test_light_or_dark_is_told_the_browser_once_it_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = opened("drill", puzzle=PLAIN)
    assert given(at, "reader-language")["scheme"] == "device"
    assert "scheme" not in at.query_params
    at = ran(at.radio(key="setting-scheme").set_value("dark").run())
    assert given(at, "reader-language")["scheme"] == "dark"
    assert at.query_params["scheme"] == "dark"
    monkeypatch.setattr(progress, "settings", lambda: None)
    assert given(opened("drill", puzzle=PLAIN), "reader-language")["scheme"] is None
    chosen = opened("drill", puzzle=PLAIN, scheme="light")
    assert given(chosen, "reader-language")["scheme"] == "light"


def test_the_others_play_as_fast_as_was_chosen() -> None:
    at = opened("drill", puzzle=PLAIN)
    assert given(at, "table-drill")["pace"] == "normal"
    at = ran(at.radio(key="setting-pace").set_value("calm").run())
    assert given(at, "table-drill")["pace"] == "calm"
    assert at.query_params["pace"] == "calm"


def test_settings_that_do_not_exist_are_passed_over() -> None:
    at = opened(lang="tlh", rulebook="hoyle", colours="nine")
    assert at.query_params["lang"] == "en"
    assert at.query_params["rulebook"] == "culbertson"
    assert at.query_params["colours"] == "four"


def test_the_language_changes_at_one_press() -> None:
    at = press(opened(), "language-ja")
    assert headings(at)[0] == "このトリックに勝つのはだれですか。"
    assert at.query_params["lang"] == "ja"


def test_the_rulebook_chosen_decides() -> None:
    at = opened("referee", game="partnership", table="N=S E=C S=H W=D", trick="N S9 C4 SK SA")
    assert "the four of clubs wins (East)" in verdict(at)
    radio = next(r for r in at.radio if r.key == "setting-rulebook")
    at = ran(radio.set_value(AKAGIRI.id).run())
    assert "the nine of spades wins (North)" in verdict(at)


def test_an_answered_puzzle_stays_when_another_rulebook_is_chosen() -> None:
    at = answer(opened("drill", puzzle=PLAIN), "N")
    radio = next(r for r in at.radio if r.key == "setting-rulebook")
    at = ran(radio.set_value(AKAGIRI.id).run())
    assert at.query_params["puzzle"] == PLAIN
    assert "Not this time" in verdict(at)
    assert press(at, "next-").query_params["puzzle"] != PLAIN


def test_what_another_rulebook_says_is_put_away_as_it_was_brought() -> None:
    at = answer(opened("drill", puzzle=DISPUTED), "E")
    said = [words(at)]
    for _ in range(2):
        at = press(at, "other-drill-")
        said.append(words(at))
    assert said[0] == said[2] != said[1]
    assert ["North wins" in each for each in said] == [False, True, False]


def test_a_verdict_is_heard_with_a_stop_after_its_head() -> None:
    for language, head in (
        ("en", "Not this time. East wins"),
        ("ja", "正解ではありません。ハート"),
    ):
        at = answer(opened("drill", puzzle=PLAIN, lang=language), "W")
        assert f'aria-label="{head}' in verdict(at)


def test_why_marks_every_part_of_an_answer_that_was_wrong() -> None:
    at = opened("drill", puzzle=f"{PLAIN} : why")
    at = answer(at, "W")
    right = next(b for b in at.button if b.label == "The highest of the suit led wins")
    at = ran(right.click().run())
    assert "1 of 2 right" in verdict(at)
    marks = running(press(at, "why-"))
    assert any(mark.startswith("✗ West") and "→ East" in mark for mark in marks)
    assert "✓ The highest of the suit led wins" in marks


def test_where_the_learner_is_stands_in_parts_without_a_sign_between_them() -> None:
    at = opened("learn", lesson="leading-your-own-trump", step="2")
    markup = "".join(str(one.value) for one in at.get("html") if isinstance(one, Element))
    where = re.search(r'class="where parted">(.*?)</h1>', markup)
    assert where
    assert where[1] == "<span>Leading your own trumps</span> <span>2 of 12</span>"


@pytest.mark.parametrize("step", [3, 12])
def test_a_question_names_its_rulebook_once(step: int) -> None:
    at = opened("learn", lesson="where-the-rulebooks-differ", step=str(step))
    assert words(at).casefold().count("under akagiri 1998") == 1


@pytest.mark.parametrize(
    ("card", "wins"),
    [("DK", "You win the trick with the king"), ("C2", "North wins the trick with the jack")],
)
def test_a_card_tried_last_shows_who_takes_the_trick(card: str, wins: str) -> None:
    at = opened("learn", lesson="first-plans", step="11")
    at = ran(fire(at, "hand-learn-first-plans-11", play=card))
    assert wins in verdict(at)


def test_a_hand_shown_in_a_lesson_lies_beside_the_table() -> None:
    at = opened("learn", lesson="first-plans", step="4")
    assert 'class="hand' not in given(at, "table-learn-first-plans-4")["html"]
    assert 'class="hand' in given(at, "beside-learn-first-plans-4")["html"]


@pytest.mark.parametrize(("language", "again"), [("en", "any time"), ("ja", "いつでも")])
def test_a_rulebook_chosen_in_a_lesson_is_not_said_twice_to_be_free(
    language: str, again: str
) -> None:
    at = opened("learn", lesson="where-the-rulebooks-differ", step="14", lang=language)
    said = words(press(at, "choose-learn"))
    assert said.count(again) == 1
    assert "✓" in said


def test_a_drill_opened_anew_goes_on_where_it_was() -> None:
    token = new_token()
    at = opened("learn", token, lesson="leading-your-own-trump", step="12", seed="1")
    assert "Example 1 of 4" in words(at)
    for _ in range(2):
        while not (onward := [one for one in at.button if one.label == "Next question"]):
            told = any(str(one.key).startswith("reveal-") for one in at.button)
            at = press(at, "reveal-" if told else "answer-")
        at = ran(onward[0].click().run())
    third = headings(at)
    again = opened("learn", token, **{key: str(value) for key, value in at.query_params.items()})
    assert "3 of 4" in words(again)
    assert headings(again) == third
    before = press(again, "back-")
    assert "1 of 4" in words(press(before, "next-")), "who goes back begins the step anew"


def test_an_example_says_what_it_answers() -> None:
    at = opened("learn", lesson="revokes-and-suit-markers", step="14", seed="7")
    assert "Watch how it works" in words(at)
    assert "In which trick did South revoke?" in words(at)


def test_a_question_that_is_half_filled_in_says_with_what() -> None:
    at = opened("learn", lesson="where-the-rulebooks-differ", step="15", seed="1")
    at = ran(next(one for one in at.button if one.label == "Next question").click().run())
    assert "Who wins under Akagiri 1998?" in headings(at)
    assert "Who wins under Culbertson 1955? South · jack of diamonds." in running(at)


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
@pytest.mark.parametrize(("ruff", "name"), [("C4", "four"), ("C9", "nine")])  # lower, or equal
def test_the_referee_says_what_every_rulebook_rules(
    rulebook: Rulebook, ruff: str, name: str
) -> None:
    trick = f"N S9 {ruff} SK SA"
    at = opened("referee", table="N=S E=C S=H W=D", trick=trick, rulebook=rulebook.id)
    mine = {one.led_trump: one for one in (CULBERTSON, AKAGIRI, rulebook)}
    falls, holds = map(Texts("en").name, map(mine.get, LedTrump))
    assert f"Under {falls}, the {name} of clubs wins (East)" in verdict(at)
    assert f"Under {holds}, the nine of spades wins (North)" in verdict(at)
    said = words(press(at, "why-referee"))
    assert "Culbertson 1955: Any ruff beats a led trump" in said
    assert "Akagiri 1998: Led trumps beat lower or equal ruffs" in said
    (sources,) = re.findall("Sources: .*", said)
    assert {"Handscomb", "Akagiri"} <= set(re.findall(r"\w+", sources)), "each side has its own"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("n h8 hj h10 h3", "East wins"),
        ("N ♥8 ♥J ♥10 ♥3", "East wins"),
        ("Ｎ，Ｈ８，ＨＪ", "So far East"),
        ("n h8 hj h10", "So far East"),
        ("N C9 S2", "The rulebooks differ. So far, under Culbertson"),
        ("X H8", "Start the line"),
        ("N H8 ZZ", "“ZZ” isn’t a card"),
        ("N H8 H9 HT HJ HQ", "has 4 cards"),
    ],
)
def test_the_referee_reads_what_people_type(typed: str, said: str) -> None:
    at = opened("referee", names="compass")
    box = next(t for t in at.text_input if t.key == drawn(at, "referee-line"))
    assert said in words(ran(box.set_value(typed).run()))


def test_a_form_that_a_browser_calls_by_its_old_name_faults_no_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = {"here-form": "2人のカリプソ", "here-line": "N H8"}
    monkeypatch.setattr(session, "typed", lambda key: named.get(key, ""))
    monkeypatch.setattr(session, "rulebook", lambda: CULBERTSON)
    assert card_picker.laid("here", Texts("en")).reading.cards == (Card.parse("H8"),)


def test_the_referee_takes_cards_and_gives_them_back() -> None:
    at = press(opened("referee"), "answer-referee-N")
    for card in ("H8", "HJ"):
        at = ran(fire(at, "picker-referee", pick=card))
    assert at.query_params["trick"] == "N H8 HJ"
    for left in ("N H8", "N", ""):
        at = press(at, "referee-undo")
        assert at.query_params["trick"] == left
    assert Texts("en")("referee.leader") in words(at)
    at = ran(at.text_input(key=drawn(at, "referee-line")).set_value("who knows").run())
    at = press(at, "referee-clear")
    assert at.text_input(key=drawn(at, "referee-line")).value == ""
    assert not at.error


def test_a_form_of_the_game_is_chosen_with_a_table_that_it_has() -> None:
    at = opened("referee")
    at = ran(at.selectbox(key=drawn(at, "referee-table")).set_value("N=S E=D S=H W=C").run())
    at = ran(at.selectbox(key=drawn(at, "referee-form")).set_value("two").run())
    assert at.query_params["trick"] == ""
    assert at.selectbox(key=drawn(at, "referee-table")).value == "N=S S=D"


def test_the_referee_shows_what_the_address_says_after_back_and_keeps_what_lies_there() -> None:
    at = press(opened("referee"), "answer-referee-N")
    for card in ("H8", "HJ"):
        at = ran(fire(at, "picker-referee", pick=card))
    at.query_params["trick"] = "N H8"  # the address of before, as Back brings it
    at = ran(at.run())
    assert at.session_state[drawn(at, "referee-line")] == "N H8"
    at.query_params["trick"] = "N"  # here it is late: a card is pressed that is not in it yet
    at = ran(fire(at, "picker-referee", pick="HT"))
    assert at.query_params["trick"] == "N H8 HT"
    for path in ("rules", "referee"):  # by the bar, whose links say no position
        at = turned(at, path)
    assert at.query_params["trick"] == "N H8 HT"


@pytest.mark.parametrize(
    ("link", "damaged"),
    [
        ({"trick": "N H8 HJ"}, False),
        ({"game": "two", "trick": "N H8"}, False),
        ({"trick": "N H8 H"}, True),
        ({"trick": "Z H8 HJ"}, True),
        ({"game": "bridge", "trick": "N H8 HJ"}, True),
        ({"table": "N=S E=C", "trick": "N H8 HJ H9 H2"}, True),
    ],
)
def test_a_link_to_the_referee_that_cannot_be_read_to_its_end_is_told_once(
    link: dict[str, str], *, damaged: bool
) -> None:
    at = opened("referee", **link)
    told = [Texts("en")("referee.damaged")] if damaged else []
    assert [each.value for each in at.warning] == told
    at = press(at, "referee-undo") if "N H8" in at.query_params["trick"] else ran(at.run())
    assert not at.warning
    assert not turned(turned(at, "rules"), "referee").warning


@pytest.mark.parametrize(
    ("link", "damaged"),
    [
        ({"mode": "free", "kind": "who-wins", "rule": "trick.ruff-wins"}, False),
        ({"mode": "free", "kind": "who-wins", "rule": "mixed"}, False),
        ({"mode": "no-such"}, True),
        ({"mode": "mixed"}, True),
        ({"mode": "free", "kind": "no-such"}, True),
        ({"mode": "rule", "rule": "ruff-win"}, True),
    ],
)
def test_a_link_to_a_practice_that_there_is_not_is_told_once(
    link: dict[str, str], *, damaged: bool
) -> None:
    at = opened("drill", **link)
    told = [Texts("en")("drill.damaged")] if damaged else []
    assert [each.value for each in at.warning] == told
    assert not ran(at.run()).warning
    assert not turned(turned(at, "rules"), "drill").warning


def test_a_link_to_examples_of_no_rule_says_so() -> None:
    at = opened("learn", example="no-such")
    assert "This link doesn’t go anywhere" in [h.value for h in at.title]
    assert Texts("en")("example.no-rule") in words(at)


def test_the_referee_calls_the_seats_as_they_are_seen_from_yours_or_by_the_compass() -> None:
    trick = "N H8 HJ HT H3"
    at = opened("referee", trick=trick)
    assert "East wins the trick" in verdict(at), "a trick that was sent is told as it is written"
    at = opened("referee", trick=trick, names="places")
    assert "Right wins the trick" in verdict(at)
    radio = next(r for r in at.radio if r.key == drawn(at, "referee-names"))
    assert "East wins the trick" in verdict(ran(radio.set_value("compass").run()))
    at = opened("referee", trick="N H8 H2 HT H3", names="places")
    assert "You win the trick with the ten of hearts" in verdict(at)
    before = dict(at.query_params)
    radio = next(r for r in at.radio if r.key == drawn(at, "referee-names"))
    at = ran(radio.set_value("compass").run())
    assert "South wins the trick" in verdict(at)
    at.query_params = before  # as Back brings it
    assert "You win the trick with the ten of hearts" in verdict(ran(at.run()))


@pytest.mark.parametrize("form", ["partnership", "solo", "three", "split", "two"])
def test_the_referee_knows_every_form(form: str) -> None:
    trick = {"three": "N H8 D9 HT", "split": "N H8 D9 HT", "two": "N H8 HJ HT D9"}
    for names, of in (("compass", "wins? the trick"), ("places", "(You win|wins) the trick")):
        at = opened("referee", game=form, trick=trick.get(form, "N H8 HJ HT H3"), names=names)
        assert re.search(of, verdict(at))


@pytest.mark.parametrize("topic", [*TOPICS, "differ"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_print_every_topic(topic: str, language: str) -> None:
    rule = "differ" if topic == "differ" else TOPICS[topic][0].value
    assert words(opened("rules", rule=rule, lang=language))


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.id)
def test_both_readings_of_a_ruffed_trump_stand_among_the_rules_with_their_rulebooks(
    rulebook: Rulebook,
) -> None:
    at = opened("rules", rule="trick.ruff-wins", rulebook=rulebook.id)
    titles = [header.value for header in at.header]
    assert {"Any ruff beats a led trump", "Led trumps beat lower or equal ruffs"} <= set(titles)
    assert "A higher ruff beats a led trump" in titles
    own = {
        CULBERTSON: "Any ruff beats a led trump",
        AKAGIRI: "A higher ruff beats a led trump",
    }
    read = {*own.values(), "Led trumps beat lower or equal ruffs"}
    first = next(title for title in titles if title in read)
    assert first == own.get(rulebook, first), "what is played by comes first"
    whose = {"Culbertson 1955": 1, "Akagiri 1998": 2}
    captions = [caption.value for caption in at.caption]
    for known in (CULBERTSON, AKAGIRI):
        chosen = ", the rulebook in your settings" * (known == rulebook)
        named = Texts("en").name(known)
        assert captions.count(f"Under {named}{chosen}.") == whose[named]


def test_each_reading_of_a_ruffed_trump_has_an_example() -> None:
    at = opened("rules", rule="trick.ruff-wins")
    for reading in LedTrump:
        at.session_state[f"box-{reading.value}"] = True
    told = words(ran(at.run()))
    assert "Under Culbertson 1955, East wins with the four of clubs" in told
    assert "Under Akagiri 1998, North wins with the nine of spades" in told


def test_every_rule_stands_under_one_topic() -> None:
    assert sorted(rule for rules in TOPICS.values() for rule in rules) == sorted(Rule)


def test_an_unknown_rule_in_a_link_gets_a_friendly_word() -> None:
    assert "no rule with that name" in words(opened("rules", rule="<script>alert(1)</script>"))


LINE = "1 who-wins partnership culbertson N=S E=C S=H W=D : N S9 C4 SK SA"


@pytest.mark.parametrize("typed", [LINE, f" {LINE} ", "https://x.example/drill?puzzle=" + LINE])
def test_the_line_under_a_printed_puzzle_opens_it(typed: str) -> None:
    at = opened("")
    at.text_input(key="home-line").set_value(typed)
    at = press(at, "FormSubmitter:puzzle-line")
    assert at.query_params["puzzle"] == LINE
    assert "Under Culbertson 1955." in words(at)


def test_what_is_no_line_is_said_to_be_none_and_stays() -> None:
    at = opened("")
    at.text_input(key="home-line").set_value("1 who-wins")
    at = press(at, "FormSubmitter:puzzle-line")
    assert "isn’t a puzzle" in words(at)
    assert at.text_input(key="home-line").value == "1 who-wins"
    drawn = [node.type for node in at.main]
    assert drawn.index("error") < drawn.index("text_input"), "below it, it is below the window"
