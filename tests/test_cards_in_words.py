"""Whatever a page says of a card in words, the card is seen there as a small card."""

import re
from html import unescape
from itertools import product
from random import Random

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Element

from engine.cards import Card
from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS
from engine.view import view
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS
from puzzles.notation import print_puzzle
from tests.component import choose
from tests.course import LESSONS
from tests.opened import opened, press, ran
from tests.playing import PRACTICE, stage
from tests.samples import one_in, paired
from tutor.drawing.cards import prose
from tutor.drawing.coach import coach_html
from tutor.drawing.markup import Look
from tutor.drawing.play_scene import Line
from tutor.drawing.play_table import line_html
from tutor.lessons.steps import Lesson
from tutor.pages.questions.answers import by_cards
from tutor.playing.coach import advise
from tutor.words.texts import LANGUAGES, Texts

SMALL = re.compile(r'<span class="named[^>]*><span>.*?</span></span>')


def in_words_alone(html: str, language: str) -> list[str]:
    """What names a card in *html* and is not drawn; what is only heard is not looked at."""
    seen = re.sub(r'<(span|p) class="spoken".*?</\1>|<style>.*?</style>', "", html, flags=re.DOTALL)
    pieces = re.split("<[^>]*>", SMALL.sub("", seen))
    look = Look(Texts(language))
    return [piece for piece in pieces if "data-sign" in prose(look, unescape(piece))]


def missed(at: AppTest, language: str) -> list[str]:
    """What a page says of cards in words alone."""
    blocks = (at.title, at.header, at.subheader, at.markdown, at.text, at.caption)
    notes = (at.info, at.success, at.warning, at.error)
    said = [str(element.value) for block in (*blocks, *notes) for element in block]
    said += [str(one.value) for one in at.get("html") if isinstance(one, Element)]
    return [found for html in said for found in in_words_alone(html, language)]


@pytest.mark.parametrize(("kind", "language"), paired(KINDS, LANGUAGES))
def test_a_question_its_hints_its_verdict_and_its_reasons(kind: str, language: str) -> None:
    variant = next(one for one in VARIANTS.values() if rules_of(kind, one, CULBERTSON))
    rule = rules_of(kind, variant, CULBERTSON)[0]
    table = variant.tables(CULBERTSON)[0]
    puzzle = generate(kind, rule, variant, table, Random(3))
    at = opened("drill", puzzle=print_puzzle(puzzle), lang=language)
    for _ in range(3):
        at = press(at, "hint-")
    assert missed(at, language) == []
    while any((b.key or "").startswith("answer-drill-") for b in at.button):
        at = press(at, "answer-drill-")
        assert missed(at, language) == []
    if by_cards(puzzle):
        at = choose(at, "drill", puzzle, 0, puzzle.solution)
        assert missed(at, language) == []
    if any((b.key or "").startswith("why-") for b in at.button):
        assert missed(press(at, "why-"), language) == []


@pytest.mark.parametrize(
    ("lesson", "language"),
    one_in(5, product(LESSONS, LANGUAGES), name=lambda value: getattr(value, "id", value)),
)
def test_every_step_of_a_lesson(lesson: Lesson, language: str) -> None:
    at = opened("learn", lesson=lesson.id, step="1", seed="7", lang=language)
    for number in range(1, len(lesson.steps) + 1):
        at.query_params["step"] = str(number)
        assert missed(ran(at.run()), language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_referee_and_the_trick_that_parts_the_rulebooks(language: str) -> None:
    trick = {"game": "partnership", "table": "N=S E=C S=H W=D", "trick": "N S9 C4 SK SA"}
    at = opened("referee", lang=language, **trick)
    assert missed(press(at, "why-referee"), language) == []
    assert missed(opened("rules", lang=language, rule="differ"), language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_coach_says_and_the_line_beside_the_table(language: str) -> None:
    match = stage("partnership", PRACTICE, 20)
    advice = advise(view(match.game, match.game.turn or match.setup.seat), 1)
    html = coach_html(Look(Texts(language)), advice)
    assert SMALL.search(html)
    assert in_words_alone(html, language) == []
    ace = Texts(language)("table.one-short.you", card=Card.parse("SA"))
    assert SMALL.search(line_html(Look(Texts(language)), Line(kind="over", head=ace, more=(ace,))))


def test_a_name_in_words_alone_is_found() -> None:
    assert in_words_alone("<p>Lead the nine of hearts.</p>", "en") == ["Lead the nine of hearts."]
    drawn = prose(Look(Texts("en")), "Lead the nine of hearts.")
    assert in_words_alone(drawn, "en") == []
