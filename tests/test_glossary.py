"""Every word of a language keeps to its glossary: one word for one idea."""

from collections import Counter

import pytest

from tests.glossaries import LANGUAGES, everything_said, glossary
from tutor.words import texts

BY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def test_glossaries_are_of_languages_that_the_tutor_speaks() -> None:
    assert "en" in LANGUAGES
    assert set(LANGUAGES) <= set(texts.LANGUAGES)


@BY_LANGUAGE
def test_no_other_word_stands_for_an_idea(language: str) -> None:
    wrong = [
        f"{key}: “{found}” in “{said[:90]}” (write: {idea.word or idea.name})"
        for key, said in everything_said(language)
        for idea in glossary(language)
        if key not in idea.but and (found := idea.found(said, language))
    ]
    assert wrong == []


@BY_LANGUAGE
def test_the_one_word_is_in_use_and_is_not_one_of_the_others(language: str) -> None:
    said = "\n".join(words for _, words in everything_said(language)).casefold()
    for idea in glossary(language):
        assert idea.word.casefold() in said, f"{idea.name}: nobody says “{idea.word}”"
        assert idea.found(idea.word, language) is None, idea.name


@BY_LANGUAGE
def test_an_idea_has_one_line_and_a_word_one_idea(language: str) -> None:
    counted = Counter(phrase.casefold() for idea in glossary(language) for phrase in idea.wrong)
    assert [phrase for phrase, times in counted.items() if times > 1] == []
    known = {key for key, _ in everything_said(language)}
    assert {key for idea in glossary(language) for key in idea.but} <= known
