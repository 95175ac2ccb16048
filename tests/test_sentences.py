"""What is said with awkward facts is what was last read."""

import pytest

from tests.course import first_question
from tests.sentences import golden, heard_path, own_words, path, sentences
from tutor.words.texts import LANGUAGES, Texts, entries

AGAIN = 'listen again: HEARD=write pytest -m "" tests/browser/test_heard.py'
BY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


@BY_LANGUAGE
def test_sentences_are_those_that_were_read(language: str) -> None:
    written = path(language).read_text("utf-8").splitlines()
    changed = [line for line in golden(language).splitlines() if line not in set(written)]
    assert changed == [], "read these lines; if they are right, run: python -m tests.makers.golden"
    assert golden(language).splitlines() == written, "lines have gone"


@BY_LANGUAGE
def test_no_sentence_keeps_its_braces_or_stutters(language: str) -> None:
    for key, said in sentences(language):
        assert "{" not in said, key
        assert "  " not in said, key
        assert not any(f"{twice} {twice} " in said for twice in ("the", "a", "of", "to")), key


@BY_LANGUAGE
def test_what_a_screen_reader_says_has_the_words_of_today(language: str) -> None:
    heard, _, keys = heard_path(language).read_text("utf-8").partition("\n\nkey: ")
    named = keys.split("\nkey: ")
    assert len(named) > 20
    changed = [
        key
        for key in map(str.strip, named)
        if not all(part in heard for part in own_words(entries()[key][language]))
    ]
    assert changed == [], AGAIN
    one, number, step = first_question()
    place = Texts(language)("learn.where", step=number, count=len(one.steps))
    for words in (one.title[language], place, step.words[language] if step.words else ""):
        assert all(line in heard for line in words.split("\n")), AGAIN
