"""Half an hour with one newcomer: every word a lesson's, every answer the engine's."""

import re
from dataclasses import replace
from random import Random

import pytest
from streamlit.testing.v1 import AppTest

from engine.game import legal
from engine.game import play as play_card
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.trick import dissents
from puzzles.kinds import fitting
from tests.component import fire, given
from tests.course import LESSONS
from tests.opened import as_read, opened, press, ran, words
from tests.printed import bare
from tests.printed import opened as opened_pdf
from tutor.handouts import Links
from tutor.handouts.press import Paper, pdf
from tutor.handouts.side_by_side import (
    STAGES,
    Beat,
    ScriptError,
    betrayed,
    script,
    script_sheet,
    told,
)
from tutor.lessons.steps import Ask, Lesson, Say, Try, WholeDeal, Words
from tutor.words.explanation import choice_label
from tutor.words.texts import LANGUAGES, SIGNS, Texts

EN = Texts("en")
BEATS = script(LESSONS, CULBERTSON, EN)
BY_ID = {lesson.id: lesson for lesson in LESSONS}


def test_it_leads_from_this_is_a_trick_to_the_first_deal_in_thirty_minutes() -> None:
    assert (STAGES[0].id, STAGES[-1].id) == ("trick", "deal")
    assert sum(stage.minutes for stage in STAGES) == 30
    starts = [beat.start for beat in BEATS if beat.first]
    assert starts == [sum(stage.minutes for stage in STAGES[:n]) for n in range(len(STAGES))]
    assert [beat.number for beat in BEATS] == list(range(1, len(BEATS) + 1))
    assert BEATS[-1].step is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_is_what_the_lessons_say(language: str) -> None:
    scenes = [scene for stage in STAGES for scene in stage.scenes]
    beats = script(LESSONS, CULBERTSON, Texts(language))
    for beat, scene in zip(beats, scenes, strict=False):
        step = BY_ID[scene.lesson].named(scene.step)
        assert beat.step == step
        assert not isinstance(step, Ask | Try) or beat.ask
        wanted = getattr(step, "words", None)
        assert "\n".join(beat.say) == (wanted[language] if wanted else "")
    assert len(beats) == len(scenes) + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_the_first_deal_no_more_is_promised_than_people_bring_about(language: str) -> None:
    """The partners of the lesson choose cards that show the rules in turn; people don't."""
    step = next(s for lesson in LESSONS for s in lesson.steps if isinstance(s, WholeDeal))
    game, rng, shown = step.deal.start(CULBERTSON), Random(1), set[Rule]()
    while not game.over:
        game, ruling = play_card(game, rng.choice(legal(game)))
        if ruling:
            shown |= {ruling.rule, *ruling.notes}
    assert Rule.HIGHEST_RUFF_WINS in set(step.tell) - shown
    said = Texts(language)("side.deal.laid", seat=step.deal.dealer)
    assert not re.search("every rule|順に", said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_the_first_deal_that_is_laid_it_is_told_who_dealt(language: str) -> None:
    """Else nobody knows who leads: no dealer sits at a deal that was not dealt."""
    step = next(s for lesson in LESSONS for s in lesson.steps if isinstance(s, WholeDeal))
    say = Texts(language)
    (laid,) = (
        one
        for one in script(LESSONS, CULBERTSON, say)[-1].do
        if say.name(step.deal.dealer) in one and not set(one) & {*SIGNS.values()}
    )
    assert laid == say("side.deal.laid", seat=step.deal.dealer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_learns_with_four_hears_nothing_of_the_game_for_two(language: str) -> None:
    heard = "\n".join(
        one for beat in script(LESSONS, CULBERTSON, Texts(language)) for one in beat.say
    )
    assert not re.search("two-player|non-dealer|2人で遊ぶ|ディーラーでない", heard)


def test_every_card_of_a_position_is_laid() -> None:
    for beat in BEATS:
        shown = beat.shown
        for play in shown.trick.plays if shown and shown.trick else ():
            assert any(EN.sign(play.card) in one for one in beat.do), beat.number
        for card in beat.step.hand if isinstance(beat.step, Try) else ():
            assert any(EN.sign(card) in one for one in beat.do), beat.number


def test_calypsos_are_taken_away_before_others_are_laid_out_or_begun() -> None:
    cleared = [beat.number for beat in BEATS if EN("side.do.clear") in beat.do]
    assert cleared == [16, 17, 18]
    assert all(beat.do[0] == EN("side.do.clear") for beat in BEATS if beat.number in cleared)


def test_the_trump_markers_are_moved_once_and_only_when_the_table_changes() -> None:
    assert [beat.number for beat in BEATS if any("trump marker" in one for one in beat.do)] == [1]


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
def test_no_answer_of_the_half_hour_hangs_on_the_rulebook(rulebook: Rulebook) -> None:
    for beat in script(LESSONS, rulebook, EN):
        ruling = beat.shown and beat.shown.ruling
        assert not ruling or not dissents(ruling)


def test_every_wrong_seat_that_betrays_a_misconception_is_named_with_it() -> None:
    found = {beat.number: betrayed(beat, EN) for beat in BEATS}
    assert sum(map(bool, found.values())) >= 5
    for beat in BEATS:
        for one in found[beat.number]:
            assert beat.puzzle
            (part,) = beat.puzzle.parts
            choice = next(
                choice
                for choice in part.choices
                if choice_label(EN, beat.puzzle, part, choice) == one.answer
            )
            ideas = fitting(beat.puzzle, choice.token)
            assert one.misconceptions == tuple(EN(f"misconception.{idea}.name") for idea in ideas)
            assert ideas


@pytest.mark.parametrize(
    ("lessons", "said"),
    [
        (LESSONS[1:], "there is no lesson 'the-table'"),
        (
            (replace(LESSONS[0], ids=("", *LESSONS[0].ids[1:])), *LESSONS[1:]),
            "the-table has no step with the id 'your-own-trump'",
        ),
        (
            (replace(LESSONS[0], steps=LESSONS[0].steps[1:]), *LESSONS[1:]),
            "the-table, step 'your-own-trump': want 'show', found 'ask'",
        ),
    ],
)
def test_a_script_that_the_lessons_do_not_fit_says_where(
    lessons: tuple[Lesson, ...], said: str
) -> None:
    with pytest.raises(ScriptError, match=said):
        script(lessons, CULBERTSON, EN)


def test_a_step_put_before_those_of_the_script_changes_nothing() -> None:
    moved = tuple(
        replace(one, steps=(Say(Words({"en": "…"})), *one.steps), ids=("", *one.ids))
        for one in LESSONS
    )
    assert [beat.say for beat in script(moved, CULBERTSON, EN)] == [beat.say for beat in BEATS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_on_paper_has_all_that_is_done_said_asked_and_answered(language: str) -> None:
    say = Texts(language)
    beats = script(LESSONS, AKAGIRI, say)
    links = Links(base="https://cards.example.org", language=language, rulebook=AKAGIRI.id)
    found = opened_pdf(pdf(script_sheet(beats, AKAGIRI, say, links), Paper.A4))
    for beat in beats:
        explained = told(beat, say)
        sentences = explained.sentences if explained else ()
        for text in (*beat.do, *beat.say, beat.ask, *sentences):
            assert found.says(text), (beat.number, text)
        for one in betrayed(beat, say):
            assert found.says(one.line(say))
    assert not re.search(
        r"\b(press|tap|click|below|screen|tutor|this app)\b|押|タップ|画面|このアプリ",
        "\n".join(found.pages),
    )


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_the_script_is_half_empty(language: str, paper: Paper) -> None:
    """An answer may stand overleaf: whoever reads aloud has asked by then."""
    say = Texts(language)
    beats = script(LESSONS, CULBERTSON, say)
    links = Links(base="https://cards.example.org", language=language, rulebook=CULBERTSON.id)
    found = opened_pdf(pdf(script_sheet(beats, CULBERTSON, say, links), paper))
    assert len(found.pages) <= 9
    for number in range(len(found.pages) - 1):
        assert found.filled(number) > 0.6, number + 1


def test_no_title_of_a_stage_is_left_alone_at_the_foot_of_a_page() -> None:
    links = Links(base="", language="en", rulebook=CULBERTSON.id)
    for paper in Paper:
        found = opened_pdf(pdf(script_sheet(BEATS, CULBERTSON, EN, links), paper))
        for beat in BEATS:
            if beat.first:
                title = bare(EN(f"side.stage.{beat.stage.id}.title"))
                goal = bare(EN(f"side.stage.{beat.stage.id}.goal"))
                (page,) = [page for page in map(bare, found.pages) if goal in page]
                assert title in page
                assert bare(beat.say[0]) in page


# The page


def asked(kind: type) -> Beat:
    """The first scene that asks, or lets somebody try."""
    return next(beat for beat in BEATS if isinstance(beat.step, kind))


def scene(number: int, language: str = "en") -> AppTest:
    return opened("beside", scene=str(number), lang=language)


@pytest.mark.parametrize("number", range(1, len(BEATS) + 1))
def test_every_scene_opens_with_its_notes(number: int) -> None:
    language = list(LANGUAGES)[number % 2]
    at = scene(number, language)
    beat = script(LESSONS, CULBERTSON, Texts(language))[number - 1]
    said = words(at)
    for text in (*beat.do, *beat.say):
        assert as_read(text, language) in said


def test_the_answer_is_not_seen_before_it_is_revealed() -> None:
    beat = asked(Ask)
    explained = told(beat, EN)
    assert explained
    at = scene(beat.number)
    assert explained.sentences[0] not in words(at)
    assert "wins" not in given(at, f"table-side-{beat.number}")["html"]
    at = press(at, "reveal-side")
    assert explained.sentences[0] in words(at)
    assert "wins" in given(at, f"table-side-{beat.number}")["html"]
    for one in betrayed(beat, EN):
        assert as_read(one.line(EN), EN.language) in words(at)


def test_pointing_at_a_card_shows_what_was_pointed_at_and_keeps_nothing() -> None:
    beat = asked(Ask)
    at = ran(fire(scene(beat.number), f"table-side-{beat.number}", choose="S"))
    assert "The newcomer chose: South" in words(at)
    at.query_params.clear()
    assert at.session_state["ours"]["held"].attempts == []


def test_where_every_card_is_asked_for_nothing_is_to_be_tapped() -> None:
    beat = next(beat for beat in BEATS if beat.puzzle and len(beat.puzzle.parts) > 1)
    read = words(scene(beat.number))
    assert EN("side.tell") in read
    assert EN("side.point") not in read


def test_a_card_that_may_not_be_played_is_answered_with_the_rule() -> None:
    beat = asked(Try)
    assert isinstance(beat.step, Try)
    illegal = next(card for card in beat.step.hand if card not in beat.step.legal)
    at = ran(fire(scene(beat.number), f"hand-side-{beat.number}", play=str(illegal)))
    assert "can’t play" in words(at)
    legal = str(beat.step.legal[0])
    at = ran(fire(at, f"hand-side-{beat.number}", play=legal))
    assert "You may play the" in words(at)
    assert "can’t play" not in words(at)


def test_keys_lead_on_and_back_and_the_end_leads_to_the_referee() -> None:
    at = press(opened("beside"), "side-begin")
    assert at.query_params["scene"] == "1"
    keys = {b.key: b.proto.shortcut for b in at.button if b.key}
    assert keys["side-next-1"] == "right"
    at = press(press(at, "side-next-1"), "side-back-2")
    assert at.query_params["scene"] == "1"
    assert "scene" not in press(at, "side-back-1").query_params
    last = scene(len(BEATS))
    assert not [b for b in last.button if b.key and b.key.startswith("side-next")]


@pytest.mark.parametrize("number", ["0", "999", "²", "<b>", "-1"])
def test_a_scene_that_does_not_exist_shows_the_beginning(number: str) -> None:
    at = opened("beside", scene=number)
    assert "1. This is a trick" in [button.label for button in at.button]
