"""The words of the game are explained on every page, on request, in few words."""

import pytest

from tests.opened import opened, press, ran, words
from tutor.words.reference import TERMS
from tutor.words.texts import LANGUAGES, Texts

PLAIN = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"
EN, JA = Texts("en"), Texts("ja")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["", "drill", "learn", "play", "rules"])
def test_they_are_explained_where_the_learner_is(path: str, language: str) -> None:
    say = Texts(language)
    at = opened(path, lang=language)
    meant = [say(f"term.{term}.means") for term in TERMS]
    assert not any(one in words(at) for one in meant)
    at.session_state["terms"] = True
    said = words(ran(at.run()))
    assert all(one in said for one in meant)
    assert all(say(f"term.{term}.name") in said for term in TERMS)


def test_an_answer_is_not_touched_by_looking_a_word_up() -> None:
    at = press(opened("drill", puzzle=PLAIN), "hint-")
    before = (dict(at.query_params), words(at))
    at.session_state["terms"] = True
    ran(at.run())
    at.session_state["terms"] = False
    ran(at.run())
    assert (dict(at.query_params), words(at)) == before


@pytest.mark.parametrize("term", TERMS)
def test_each_is_told_in_a_breath(term: str) -> None:
    assert len(EN(f"term.{term}.means").split()) <= 24
    assert len(JA(f"term.{term}.means")) <= 70
