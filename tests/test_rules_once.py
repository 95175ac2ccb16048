"""What *Why?* opens names no rule that the same view has named already."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tests.component import choose, given
from tests.opened import opened, press, verdict
from tutor.words.texts import LANGUAGES, Texts, entries

PARTNERSHIP = VARIANTS["partnership"]
TRICK = sorted(rules_of("who-wins", PARTNERSHIP, CULBERTSON))
REFEREED = ("N S9 C4 SK SA", "N H8 HJ HT H3", "N C2 C4 CK CA", "N C2 S4 C6 C5")


def names(language: str) -> tuple[str, ...]:
    """What the rules are called, the longer before those that stand within them."""
    found = {said[language] for key, said in entries().items() if re.match(r"rule\..*\.name$", key)}
    return tuple(sorted(found, key=len, reverse=True))


def labels(texts: Iterator[str], language: str) -> list[str]:
    """The rules that short texts name; the longer ones are sentences about a rule."""
    found = []
    for text in texts:
        left = re.sub(r"<[^>]*>", "", text).casefold()
        for name in names(language):
            found += [name] * left.count(name.casefold())
            left = left.replace(name.casefold(), "")
    return found


def seen(html: str) -> str:
    """Markup without what is only heard."""
    return re.sub(r'<span class="spoken">.*?</span>', "", html)


def named_in_why(puzzle: Puzzle, answer: str, language: str) -> list[str]:
    """The rules that a verdict and its reasons name, each as often as it is named."""
    at = opened("drill", lang=language, puzzle=print_puzzle(puzzle))
    for number, tokens in enumerate(answer.split(" / ")):
        at = choose(at, "drill", puzzle, number, tokens)
    at = press(at, "why-")
    said = [re.sub(r'aria-label="[^"]*"', "", verdict(at))]
    # Where rulebooks differ the trick is told once by each: the other ladder names the same steps.
    told = {"who-wins": "", "what-is-built": "", "ladder": "", "rulebooks-differ": "-1"}
    if puzzle.ruling and puzzle.kind in told:
        said.append(seen(given(at, f"ladder{told[puzzle.kind]}")["html"]))
    said += [str(one.value) for one in at.markdown if str(one.value).startswith("**")]
    return labels(iter(said), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", TRICK)
def test_of_a_trick(rule: str, language: str) -> None:
    table = PARTNERSHIP.table(CULBERTSON)
    puzzle = generate("who-wins", rule, PARTNERSHIP, table, Random(rule))  # type: ignore[arg-type]
    wrong = next(one.token for one in puzzle.parts[0].choices if one.token != puzzle.solution)
    for answer in (puzzle.solution, wrong):
        named = named_in_why(puzzle, answer, language)
        assert named
        assert len(named) == len(set(named)), named


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "who-wins"])
def test_of_anything_else(kind: str) -> None:
    form = next(variant for variant in VARIANTS.values() if rules_of(kind, variant, CULBERTSON))
    rule = rules_of(kind, form, CULBERTSON)[0]
    puzzle = generate(kind, rule, form, form.table(CULBERTSON), Random(kind))
    named = named_in_why(puzzle, puzzle.solution, "en")
    assert named
    assert len(named) == len(set(named)), named


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trick", REFEREED)
def test_of_a_trick_that_the_referee_ruled_on(trick: str, language: str) -> None:
    address = {"game": "partnership", "table": "N=S E=C S=H W=D", "trick": trick}
    at = press(opened("referee", lang=language, **address), "why-referee")
    said = [re.sub(r'aria-label="[^"]*"', "", verdict(at))]
    said.append(seen(given(at, "ladder-referee")["html"]))
    said += [str(one.value) for one in at.markdown if str(one.value).startswith("**")]
    named = labels(iter(said), language)
    assert named
    assert len(named) == len(set(named)), named
    assert Texts(language)("picture.ladder") in said[1]
