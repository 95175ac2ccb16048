"""The words of the rules: one entry for everything the engine names, and none besides."""

import re
from pathlib import Path

import pytest
import yaml

from engine.rulebooks import RULEBOOKS, LedTrump, RevokePenalty
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.notation import parse_puzzle
from tutor.words.explanation import in_a_sentence
from tutor.words.reference import SILENT, TOPICS, example
from tutor.words.texts import LANGUAGES, Texts, entries

WANTED = {
    *(f"rule.{rule.value}.{part}" for rule in Rule for part in ("name", "text")),
    *(f"rule.trick.ruff-wins.{way}.{part}" for way in LedTrump for part in ("name", "text")),
    *(f"rule.trick.{ruffs}-wins.plain-lead.text" for ruffs in ("ruff", "highest-ruff")),
    *(
        f"rule.{advice.value}.pile.{part}"
        for advice in (Rule.HELP_OWN_SIDE, Rule.WITHHOLD)
        for part in ("name", "text")
    ),
    *(f"rule.plan.weighed.{part}" for part in ("name", "text")),
    *(f"rulebook.{rulebook.id}.text" for rulebook in RULEBOOKS),
    *(f"dispute.led-trump.{part}" for part in ("title", "text", *LedTrump)),
    *(f"dispute.revoke.{part}" for part in ("title", "text", *RevokePenalty)),
    *(f"silent.{point}.text" for point in SILENT),
    *(f"variant.{variant}.text" for variant in VARIANTS),
}
PREFIXES = ("rule.", "rulebook.", "dispute.", "silent.", "variant.")
FORBIDDEN = re.compile(
    r"!|！|\b(?:just|simply|obvious(?:ly)?|of course|easy|clearly)\b", re.IGNORECASE
)


def test_everything_the_engine_names_has_words_and_no_words_are_dead() -> None:
    found = {key for key in entries() if key.startswith(PREFIXES)}
    assert found - WANTED == set(), "dead words"
    assert WANTED - found == set(), "missing words"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_highest_ruff_is_not_called_the_highest_trump(language: str) -> None:
    """A higher trump was led; in Japanese a ruff is a trump by which somebody cuts."""
    puzzle = parse_puzzle("1 who-wins partnership culbertson N=C E=S S=D W=H : N CT S6 D8 C2")
    told = in_a_sentence(puzzle, puzzle.check("S"), Texts(language))
    assert {"en": "The highest ruff wins", "ja": "切った中で最高の切札が勝つ"}[language] in told


def test_every_key_stands_once(root: Path) -> None:
    text = (root / "tutor/words/text/en/rules.yaml").read_text(encoding="utf-8")
    keys = re.findall(r"^([\w.-]+):", text, flags=re.MULTILINE)
    assert len(keys) == len(set(keys)) == len(yaml.safe_load(text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(WANTED))
def test_words_are_there_in_every_language(key: str, language: str) -> None:
    text = Texts(language)(key)
    assert text == text.strip()
    assert not FORBIDDEN.search(text)
    full = key.endswith(".text") or (key.startswith("dispute.") and not key.endswith(".title"))
    assert text.endswith("。" if language == "ja" else ".") == full
    if language == "en":
        assert (len(re.findall(r"[.] ", text)) <= 3) if full else (2 <= len(text.split()) <= 7)
    if language == "ja":
        assert " " not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_rules_have_the_same_name(language: str) -> None:
    say = Texts(language)
    assert len({say.name(rule) for rule in Rule}) == len(Rule)


def test_what_is_our_choice_says_so() -> None:
    for point in SILENT:
        assert "Our choice" in Texts("en")(f"silent.{point}.text")
        assert "この教室" in Texts("ja")(f"silent.{point}.text")


def test_the_rules_of_the_game_for_four_are_shown_in_it() -> None:
    """Who looks up how calypsos are built meets no table for two."""
    shown = {
        rule: found.variant.id
        for topic, rules in TOPICS.items()
        for rule in rules
        if topic != "forms" and (found := example(rule))
    }
    assert set(shown.values()) == {"partnership"}, shown


def test_no_words_count_the_rulebooks(root: Path) -> None:
    """A club adds one of its own: what is said of two would no longer be true."""
    files = [*(root / "tutor/words/text").rglob("*.yaml"), *(root / "lessons").glob("*.yaml")]
    counted = re.compile(
        r"(both|two) rulebooks|under both\b|(どちらの|2つの|両方の)ルールブック", re.IGNORECASE
    )
    said = {file.name: counted.findall(file.read_text("utf-8")) for file in files}
    assert {name: words for name, words in said.items() if words} == {}
