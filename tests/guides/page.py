"""The new page of docs/adding.md, found, opened and worded like the others."""

import pytest

from engine.variants import VARIANTS
from tests.opened import opened, words
from tutor.pages.shell import PLACES
from tutor.words.texts import LANGUAGES, Texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_and_says_what_it_is_about(language: str) -> None:
    at, say = opened("ranks", lang=language), Texts(language)
    assert at.title[0].value == say("page.ranks.title")
    ranks = tuple(sorted(VARIANTS["partnership"].ranks, reverse=True))
    assert say("ranks.order", ranks=ranks) in words(at)


@pytest.mark.parametrize("form", ["partnership", "three", "two"])
def test_it_goes_by_the_form_that_was_chosen(form: str) -> None:
    assert "ace" in words(opened("ranks", form=form))


def test_it_is_reached_from_the_rules() -> None:
    links = {link.proto.page for link in opened("rules").get("page_link")}
    assert any(link.endswith("ranks") for link in links)
    assert "ranks" in {place.path for place in PLACES if not place.named}
