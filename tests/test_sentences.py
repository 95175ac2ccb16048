"""What is said with awkward facts is what was last read: `python -m tests.sentences` writes it."""

import pytest

from tests.sentences import golden, path, sentences
from tutor.words.texts import LANGUAGES

BY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


@BY_LANGUAGE
def test_sentences_are_those_that_were_read(language: str) -> None:
    written = path(language).read_text("utf-8").splitlines()
    changed = [line for line in golden(language).splitlines() if line not in set(written)]
    assert changed == [], "read these lines; if they are right, run: python -m tests.sentences"
    assert golden(language).splitlines() == written, "lines have gone: python -m tests.sentences"


@BY_LANGUAGE
def test_no_sentence_keeps_its_braces_or_stutters(language: str) -> None:
    for key, said in sentences(language):
        assert "{" not in said, key
        assert "  " not in said, key
        assert not any(f"{twice} {twice} " in said for twice in ("the", "a", "of", "to")), key
