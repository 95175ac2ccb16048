"""The guides of docs/adding.md, followed in a copy of the project and tried there."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tutor.words.texts import LANGUAGES

COPIED = ("engine", "puzzles", "tutor", "lessons", "tests", ".streamlit")
FILES = ("streamlit_app.py", "pyproject.toml", "README.md")
FILE_OF = {
    "play.level.": "play_page",
    "play.mate.": "play_page",
    "page.": "pages",
    "ranks.": "pages",
    "part.": "reasons",
    "reason.": "reasons",
    "hint.": "learning",
    "misconception.": "reasons",
    "kind.": "pages",
    "name.": "names",
    "rulebook.": "rules",
    "variant.": "rules",
    "handout.": "handouts",
}
"""By how a key begins, the file of words in which the guide puts it."""


def section(page: str, title: str) -> str:
    """The guide of this title."""
    start = page.index(f"\n## {title}\n")
    end = page.find("\n## ", start + 1)
    return page[start : end if end > 0 else len(page)]


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks in *language*, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)


def changed(file: Path, *pairs: tuple[str, str]) -> None:
    """Replace in a file; what is to be replaced is there, once."""
    text = file.read_text(encoding="utf-8")
    for old, new in pairs:
        assert text.count(old) == 1, (file.name, old)
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def appended(file: Path, text: str) -> None:
    """Add to the end of a file."""
    with file.open("a", encoding="utf-8") as opened:
        opened.write(text)


def worded(copy: Path, words: str) -> None:
    """Put words where the guides say, in every language."""
    for key, by_language in yaml.safe_load(words).items():
        name = next(file for start, file in FILE_OF.items() if key.startswith(start))
        for language in LANGUAGES:
            line = yaml.safe_dump({key: by_language[language]}, allow_unicode=True, width=1000)
            appended(copy / f"tutor/words/text/{language}/{name}.yaml", line)


def written(copy: Path, guide: str) -> None:
    """Write the modules that begin with their own path."""
    for code in blocks(guide, "python"):
        if path := re.match(r"# (\S+\.py)\n", code):
            (copy / path[1]).write_text(code, encoding="utf-8")


def checked(copy: Path, guide: str) -> None:
    """Let linter and types pass, of the modules that the guide writes as they stand there."""
    run(copy, "-m", "ruff", "check", "--quiet")
    starts = (re.match(r"# (\S+\.py)\n", code) for code in blocks(guide, "python"))
    if paths := [path[1] for path in starts if path]:
        run(copy, "-m", "mypy", f"--cache-dir={os.devnull}", *paths)


def a_kind(copy: Path, guide: str) -> None:
    """Follow "A kind of question"."""
    written(copy, guide)
    last = "        may_name.KIND,\n"
    changed(
        copy / "puzzles/kinds/__init__.py",
        ("    which_cards,\n    who", "    which_cards,\n    which_role,\n    who"),
        (last, f"{last}        which_role.KIND,\n"),
    )
    words, entry = blocks(guide, "yaml")
    worded(copy, words)
    appended(copy / "puzzles/bank.yaml", entry)


def code_for(guide: str, path: str) -> str:
    """The one block of code that says it belongs into the file *path*."""
    (code,) = codes_for(guide, path)
    return code


def codes_for(guide: str, path: str) -> list[str]:
    """The blocks of code that say they belong into the file *path*."""
    found = (code for code in blocks(guide, "python") if code.startswith(f"# {path}, "))
    return [code.partition("\n")[2] for code in found]


def a_rulebook(copy: Path, guide: str) -> None:
    """Follow "A rulebook"."""
    before = "RULEBOOKS: tuple[Rulebook, ...] = (CULBERTSON, AKAGIRI"
    rulebook = code_for(guide, "engine/rulebooks.py")
    changed(copy / "engine/rulebooks.py", (before, f"{rulebook}\n{before}, CLUB"))
    (words,) = blocks(guide, "yaml")
    worded(copy, words)


def a_form(copy: Path, guide: str) -> None:
    """Follow "A form of the game"."""
    last = "            next_dealer=NextDealer.TRICK_LOSER,\n        ),\n"
    form = code_for(guide, "engine/variants.py")
    changed(copy / "engine/variants.py", (last, last + form))
    row = '        **dict.fromkeys(_FOUR, ("packs", "deals")),\n'
    told = code_for(guide, "tutor/handouts/table_sheets.py")
    changed(copy / "tutor/handouts/table_sheets.py", (row, row + told))
    (words,) = blocks(guide, "yaml")
    worded(copy, words)


def a_partner(copy: Path, guide: str) -> None:
    """Follow "A practice partner"."""
    written(copy, guide)
    value, row = codes_for(guide, "engine/players/__init__.py")
    expert, player = '    EXPERT = "expert"\n', "    Level.EXPERT: choose_expert,\n"
    known = "from engine.players.novice import choose_novice\n"
    changed(
        copy / "engine/players/__init__.py",
        (expert, expert + value),
        (player, player + row),
        (known, f"{known}from engine.players.saver import choose_saver\n"),
    )
    (words,) = blocks(guide, "yaml")
    worded(copy, words)


def a_page(copy: Path, guide: str) -> None:
    """Follow "A page"."""
    written(copy, guide)
    last = '    ShellPage("room", room.page, named=False, bare=True, live=True),\n'
    changed(
        copy / "tutor/pages/shell.py",
        (last, last + code_for(guide, "tutor/pages/shell.py")),
        ("reference import referee", "reference import ranks, referee"),
    )
    link = '        navigation.link("referee", say("rules.referee"))\n'
    rules = "tutor/pages/reference/rules.py"
    changed(copy / rules, (link, link + code_for(guide, rules)))
    (words,) = blocks(guide, "yaml")
    worded(copy, words)


def a_language(copy: Path, guide: str) -> None:
    """Follow "A language"."""
    for words in blocks(guide, "yaml"):
        path = re.match(r"# (\S+\.yaml)\n", words)
        assert path
        file = copy / path[1]
        file.parent.mkdir(exist_ok=True)
        file.write_text(words, encoding="utf-8")


GOLDEN = "`python -m tests.makers.golden`"
"""What some guides tell to run at last; where several are followed, once is enough."""

NAMED = "test_misconceptions_are_those_that_have_words"
READINGS = "test_both_readings_of_a_ruffed_trump_stand_among_the_rules_with_their_rulebooks"
DISORDER = "test_words_of_puzzles_in_disorder_raise_nothing_but_a_value_error"

GUIDES: dict[str, tuple[Callable[[Path, str], None], tuple[str, ...]]] = {
    "A kind of question": (
        a_kind,
        (
            "tests/guides/kind.py",
            "tests/test_kinds.py",
            "tests/test_layers.py::test_no_kind_is_known_outside_its_room",
            "tests/test_bank.py::test_entries_survive_being_written_and_no_two_are_equal",
            "tests/test_puzzles_notation.py::test_the_golden_file_has_every_kind_and_form",
            f"tests/test_puzzles_notation.py::{DISORDER}",
            "tests/test_reasons_words.py::*which-role*",
            "tests/test_glossary.py",
            f"tests/test_learning_misconceptions.py::{NAMED}",
            "tests/test_lint.py::test_the_schema_is_up_to_date",
            "tests/test_learning_choose.py::test_kinds_of_question_come_with_the_lesson_that_teaches_them",
            "tests/test_learning_choose.py::test_a_rule_that_is_new_is_asked_by_its_first_kind_and_later_by_any",
            "tests/test_learning_choose.py::test_the_puzzle_of_a_day_is_the_same_for_everybody",
            "tests/test_learning_choose.py::test_what_is_said_to_come_next_is_what_practice_asks",
            "tests/test_learning_trials.py::test_every_rule_has_its_place_on_the_scale",
            "tests/test_puzzles_generate.py::*which-role*",
            "tests/test_hints.py",
        ),
    ),
    "A rulebook": (
        a_rulebook,
        (
            "tests/guides/rulebook.py",
            "tests/test_glossary.py",
            "tests/test_trick.py::*club*",
            "tests/test_policy.py::test_every_card_a_policy_chooses_is_legal",
            "tests/test_puzzles_kinds.py",
            "tests/test_explaining.py::*the_rulebooks*",
            "tests/test_explaining.py::*other_rulebook*",
            "tests/test_record.py",
            "tests/test_lessons.py::*club*",
            "tests/test_lint.py::test_the_schema_is_up_to_date",
            "tests/test_spoken.py::test_every_trick_of_the_bank_can_be_judged_by_ear",
            "tests/test_table.py",
            "tests/test_turns_and_totals.py",
            f"tests/test_pages.py::{READINGS}",
        ),
    ),
    "A form of the game": (
        a_form,
        (
            "tests/guides/form.py",
            "tests/test_glossary.py",
            "tests/test_puzzles_notation.py::test_the_golden_file_has_every_kind_and_form",
            "tests/test_lint.py::test_the_schema_is_up_to_date",
            "tests/test_handouts.py::test_every_point_of_the_rules_sheet_is_used_by_some_form",
            *(
                f"tests/test_{name}.py::*evening*"
                for name in (
                    *("variants", "turns_and_totals", "match", "match_text", "policy"),
                    *("weighing", "how_often", "play_drawing", "drawing"),
                )
            ),
        ),
    ),
    "A practice partner": (
        a_partner,
        (
            "tests/guides/partner.py",
            "tests/test_page_words.py",
            "tests/test_glossary.py",
            "tests/test_contest.py::test_the_command_prints_the_same_figures_again",
        ),
    ),
    "A page": (
        a_page,
        (
            "tests/guides/page.py",
            "tests/test_page_words.py",
            "tests/test_glossary.py",
            "tests/test_layers.py::test_nothing_imports_what_stands_above_it",
        ),
    ),
    "A language": (a_language, ("tests/guides/language.py",)),
}
"""By title, how a guide is followed, and the tests that have to pass in the copy afterwards:
files, tests, or of a file those with a word in their name."""


def passed(copy: Path, tried: Iterable[str]) -> bool:
    """Whether of everything that is tried something ran in the copy, and all that ran passed."""
    pytest_ = ("-m", "pytest", "-v", "-x", "-p", "no:cacheprovider")
    parted = (one.partition("::*") for one in sorted(tried))
    some = [(file, word.rstrip("*")) for file, _, word in parted]
    # Of what is tried whole its own name is the word: Python and the app are started once.
    words = {word or re.split("/|::", file)[-1] for file, word in some}
    said = run(copy, *pytest_, "-k", " or ".join(sorted(words)), *(file for file, _ in some))
    ran = re.findall(r"^(.*) PASSED", said, flags=re.MULTILINE)
    none = [(file, word) for file, word in some
            if not any(one.startswith(file) and word in one for one in ran)]  # fmt: skip
    assert not none, f"nothing ran of {none}"
    return "failed" not in said.splitlines()[-1]


def run(copy: Path, *arguments: str) -> str:
    """Run Python in the copy; what it printed, if it went well."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=copy, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Iterator[Path]:
    """The project, to be changed at will."""
    here = tmp_path / "calypso"
    here.mkdir()
    for name in COPIED:
        # What is compiled stays so: of every copy, little is changed.
        leave = shutil.ignore_patterns("browser")
        shutil.copytree(root / name, here / name, ignore=leave)
    for name in FILES:
        shutil.copy(root / name, here / name)
    yield here
    shutil.rmtree(here)


SIDE_BY_SIDE = tuple(title for title in GUIDES if title != "A language")
"""What is followed in one copy: Python, the app and the tests begin once. In a soak each of them
is followed alone. A language that has few words yet is one that many tests ask more of."""


def ways() -> Iterator[Any]:
    """Those that are followed together, and each guide alone."""
    yield pytest.param(SIDE_BY_SIDE, id=" + ".join(SIDE_BY_SIDE))
    for title in GUIDES:
        yield pytest.param(
            (title,), id=title, marks=pytest.mark.soak if title in SIDE_BY_SIDE else ()
        )


@pytest.mark.long
@pytest.mark.parametrize("titles", list(ways()))
def test_a_guide_is_true_to_the_end(root: Path, copy: Path, titles: tuple[str, ...]) -> None:
    page = (root / "docs/adding.md").read_text(encoding="utf-8")
    guides = [(section(page, title), *GUIDES[title]) for title in titles]
    for guide, follow, _ in guides:
        follow(copy, guide)
    if any(GOLDEN in " ".join(guide.split()) for guide, _, _ in guides):
        run(copy, "-m", "tests.makers.golden")
    checked(copy, "".join(guide for guide, _, _ in guides))
    assert passed(copy, {one for _, _, tried in guides for one in tried})
