"""What somebody new reads and decides before the first minute is over."""

import re
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Button, Node

from engine.rulebooks import CULBERTSON
from tests.component import given
from tests.course import LESSONS
from tests.opened import opened, press, verdict
from tutor.lessons.steps import Ask, Show
from tutor.words.texts import LANGUAGES

BEFORE_THE_TABLE, FIRST_MINUTE, DECISIONS = 60, 120, 3

CHARACTERS = 2.5
"""So many Japanese characters take as long as an English word, as in a verdict's budget."""

OPENS = frozenset({"popover", "expander", "expandable"})
"""What shows its inside only when it is opened."""


def texts(node: Node) -> Iterator[tuple[str, str]]:
    """What is read on a page, in order: what kind of thing it is, and its words."""
    if isinstance(node, Block):
        if node.type not in OPENS:
            for child in node.children.values():
                yield from texts(child)
    elif isinstance(node, Button):
        yield "button", node.label
    elif node.type == "page_link":
        yield "link", str(node.proto.label)
    elif node.type == "bidi_component" and "-table-" in str(node.proto.id):
        yield "table", ""
    else:
        words = getattr(node, "value", None)
        if isinstance(words, str) and not words.startswith("<style>"):
            yield node.type, re.sub(r"<[^>]*>", " ", words)


def count(words: str, language: str) -> float:
    """How many words there are; of Japanese, how many it is worth."""
    if language == "ja":
        return len(re.findall(r"[\w]", words)) / CHARACTERS
    return len(re.findall(r"[\w’'-]+", words))


def page(at: AppTest, language: str) -> float:
    """The words of a page without its buttons and links."""
    return sum(
        count(words, language) for kind, words in texts(at.main) if kind not in ("button", "link")
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_words_stand_before_the_first_table_of_home(language: str) -> None:
    before = list[str]()
    for kind, words in texts(opened(lang=language).main):
        if kind == "table":
            break
        before.append(words)
    else:
        pytest.fail("there is no table")
    assert any("500" in words for words in before), "what a calypso is worth"
    assert sum(count(words, language) for words in before) <= BEFORE_THE_TABLE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("choice", [1, 2, 3, 4])
def test_the_first_minute_has_few_words_and_three_decisions(language: str, choice: int) -> None:
    """Try a trick, start, go on: then the first lesson asks its first question."""
    at = opened(lang=language)
    asked = page(at, language) - doors(at, language)
    at = press(at, f"answer-home-0-{choice}")
    told = count(re.sub(r"<[^>]*>", " ", verdict(at)), language)
    at = press(at, "start")
    read = page(at, language)
    assert asked + told + read <= FIRST_MINUTE
    at = press(at, "next-")  # the third decision
    assert any((button.key or "").startswith("answer-learn-") for button in at.button)


def doors(at: AppTest, language: str) -> float:
    """The words of the doors below the trick; nobody who tries it needs them."""
    found = list(texts(at.main))
    table = next(place for place, (kind, _) in enumerate(found) if kind == "table")
    return sum(
        count(words, language) for kind, words in found[table:] if kind not in ("button", "link")
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_step_shows_won_cards_in_a_calypso_and_500_points(language: str) -> None:
    at = press(opened(lang=language), "start")
    said = " ".join(words for _, words in texts(at.main))
    assert "500" in said
    assert {"en": "calypso", "ja": "カリプソ"}[language] in said
    picture = str(given(at, "beside-learn-the-table-1")["html"])
    assert picture.count('class="place new"') == 4, "the four cards of the trick"


def test_lesson_one_has_other_tricks_than_home() -> None:
    shown = [step.trick for step in LESSONS[0].steps if isinstance(step, Show)]
    asked = [step.puzzle(CULBERTSON) for step in LESSONS[0].steps if isinstance(step, Ask)]
    lines = [*filter(None, shown), *(puzzle.position for puzzle in asked)]
    assert len(lines) > 4
    at_home = opened().session_state["ours"]["under way"]["home"][0]
    assert not any(line in at_home for line in lines)


FIRST_CARD = 60
"""The words that somebody who knows trick games reads from home to the first card of a deal."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_knows_trick_games_reads_few_words_until_the_first_card(language: str) -> None:
    """All that home asks and offers beside its table, and all that the deal says; one press."""
    at = opened(lang=language)
    named = [at.button(key=key).label for key in ("start", "deal")]
    read = page(at, language) - doors(at, language)
    read += sum(count(label, language) for label in named)
    at = press(at, "deal")
    lesson, step = (at.query_params[name] for name in ("lesson", "step"))
    assert 'data-event="play"' in str(given(at, f"hand-learn-{lesson}-{step}")["html"])
    assert read + page(at, language) <= FIRST_CARD
