"""What pages say is there in every language, is said somewhere, and keeps to our manner."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
import yaml

from engine.players import Level
from engine.rulebooks import CULBERTSON
from tutor.pages.teach import OFFERS
from tutor.words.texts import LANGUAGES, Texts

FILES: Mapping[str, frozenset[str]] = {
    "pages": frozenset(),
    "handouts": frozenset(),
    "side_by_side": frozenset(),
    "assignments": frozenset(),
    "rooms": frozenset({"room."}),
    "play_page": frozenset({"play.", "name."}),
}
"""The files of words, each with beginnings of keys that are put together in so many ways that
they speak for no key."""

LATER = frozenset({"play_page"})
"""Files of whose keys the code may hold the last word alone, or the letter of a seat."""

WORDS = pytest.mark.parametrize("file", FILES)


@cache
def code(root: Path) -> str:
    return "\n".join(path.read_text("utf-8") for path in (root / "tutor").rglob("*.py"))


def written(root: Path, file: str, language: str = "en") -> dict[str, str]:
    path = root / f"tutor/words/text/{language}/{file}.yaml"
    found = yaml.safe_load(path.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


@WORDS
def test_no_words_of_a_page_are_dead(root: Path, file: str) -> None:
    built = {found.partition("{")[0] for found in re.findall(r"f[\"']([a-z.-]+\{)", code(root))}
    quoted = {*re.findall(r"[\"']([\w.-]+)[\"']", code(root)), *Level}

    def wanted(key: str) -> bool:
        last = key.rpartition(".")[2].lower()
        return (
            key in quoted
            or any(key.startswith(start) for start in built - FILES[file])
            or (file in LATER and (last in quoted or last in {"n", "e", "s", "w"}))
        )

    # What is said of the reader stands beside what is said of any seat.
    assert [key for key in written(root, file) if not wanted(key.removesuffix(".you"))] == []


@WORDS
def test_no_words_of_a_page_are_missing_in_a_language(root: Path, file: str) -> None:
    assert {tuple(written(root, file, language)) for language in LANGUAGES} == {
        tuple(written(root, file))
    }


@WORDS
def test_pages_speak_in_our_manner(root: Path, file: str) -> None:
    manner = r"(?i)\b(just|simply|obviously|of course|easy|easily)\b|[!！]"
    words = [said for language in LANGUAGES for said in written(root, file, language).values()]
    assert [phrase for phrase in words if re.search(manner, phrase)] == []


@WORDS
def test_japanese_pages_are_japanese(root: Path, file: str) -> None:
    foreign = r"\{[^}]*\}|\.(?:txt|json|gz)|`[^`]*`|https?://|Windows|Mac|Linux|Python"
    words = [re.sub(foreign, "", said) for said in written(root, file, "ja").values()]
    assert [phrase for phrase in words if re.search(r"[a-z]{2,}", phrase)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_to_a_page_says_more_than_its_name_above_it(language: str) -> None:
    say = Texts(language)
    assert [path for path in OFFERS if say(f"teach.go.{path}") == say(f"page.{path}.title")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_to_be_beside_what_a_telephone_shows_it_below(language: str) -> None:
    say = Texts(language)
    told = [say(key).lower() for key in ("workshop.intro", "side.intro")]
    assert [words for words in told if re.search("beside (it|the)|隣", words)] == []


def test_whoever_has_chosen_no_rulebook_is_not_said_to_have() -> None:
    say = Texts("en")
    told = (say("rules.of-chosen", rulebook=CULBERTSON), say("handouts.about.rules"))
    assert [words for words in told if "chosen" in words] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_plans_an_evening_is_told_of_its_pack(language: str) -> None:
    text = Texts(language)
    assert text("handouts.sheet.pack") in text("teach.offer.handouts")
