"""A club's own lessons: what is sound stands beside ours, what is not is listed, nothing breaks."""

import os
import re
import subprocess
import sys
from html import escape
from pathlib import Path

import pytest
import yaml
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Element

from engine.rulebooks import CULBERTSON
from tests.closed import not_entered
from tests.component import fire, given
from tests.course import LESSONS
from tests.opened import opened, press, ran, words
from tutor.__main__ import main
from tutor.authoring import lint
from tutor.authoring.club import MOST_FILES, VARIABLE, club, folder
from tutor.authoring.draft import Sort, read, template
from tutor.handouts import Links
from tutor.handouts.exercise_sheets import lesson_sheet
from tutor.pages.frame import library, progress
from tutor.words.texts import LANGUAGES, Texts

OURS = LESSONS
SOUND = template(Sort.LESSON, *LANGUAGES)
SCRIPT = "<script>alert(1)</script> **x** ![x](http://evil.example/x.png)"


def put(place: Path, name: str, id_: str, **changed: str) -> Path:
    """A sound lesson of this id, with words exchanged, as a file of the club."""
    text = SOUND.replace("a-lesson-of-our-own", id_)
    for old, new in changed.items():
        text = text.replace(old.replace("_", " "), new)
    file = place / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture
def at_the_club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of lessons that the tutor is pointed at."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "variable", "wanted"),
    [
        ([], "", None),
        ([], "ours", "ours"),
        (["--lessons", "theirs"], "ours", "theirs"),
        (["--lessons=theirs"], "", "theirs"),
        (["x", "--lessons", "theirs", "y"], "", "theirs"),
        (["--lessons"], "", None),
    ],
)
def test_the_command_line_goes_before_the_variable(
    arguments: list[str], variable: str, wanted: str | None
) -> None:
    assert folder(arguments, {VARIABLE: variable}) == (Path(wanted) if wanted else None)


def test_without_a_folder_there_is_no_club() -> None:
    found = club(None, OURS)
    assert (found.lessons, found.findings, found.trouble) == ((), (), "")
    assert library.lessons() == OURS


def test_sound_lessons_come_in_the_order_of_their_files(tmp_path: Path) -> None:
    put(tmp_path, "02-b.yaml", "second")
    put(tmp_path, "01-a.yml", "first")
    put(tmp_path, "03-C.YAML", "third")
    (tmp_path / "notes.txt").write_text("not looked at")
    found = club(tmp_path, OURS)
    assert [lesson.id for lesson in found.lessons] == ["first", "second", "third"]
    assert found.findings == ()


def test_a_faulty_file_is_listed_as_the_linter_has_it_and_the_others_work(tmp_path: Path) -> None:
    put(tmp_path, "01-a.yaml", "first")
    bad = put(tmp_path, "02-b.yaml", "second", N_D4_S6="N X4 S6")
    found = club(tmp_path, OURS)
    assert [lesson.id for lesson in found.lessons] == ["first"]
    assert found.findings == lint([bad])
    assert len(found.findings) == 1


def test_a_lesson_that_works_but_could_be_better_is_shown_and_listed(tmp_path: Path) -> None:
    put(
        tmp_path, "01-a.yaml", "first", **{"全員がフォローし、いちばん高いハートが勝ちます。": "So"}
    )
    found = club(tmp_path, OURS)
    assert [lesson.id for lesson in found.lessons] == ["first"]
    assert "want a text in 日本語" in str(found.findings[0])
    assert found.findings[0].problem.advice


def test_an_id_that_is_taken_is_refused_and_says_by_whom(tmp_path: Path) -> None:
    put(tmp_path, "01-a.yaml", OURS[3].id)
    put(tmp_path, "02-b.yaml", "same")
    put(tmp_path, "03-c.yaml", "same")
    found = club(tmp_path, OURS)
    assert [lesson.id for lesson in found.lessons] == ["same"]
    said = [(finding.path.name, finding.problem.message) for finding in found.findings]
    assert said == [
        ("01-a.yaml", f"a lesson of the tutor has the id {OURS[3].id!r} already (want another)"),
        ("03-c.yaml", "02-b.yaml has the id 'same' already (want another)"),
    ]


def test_nothing_in_a_folder_keeps_the_others_from_being_read(tmp_path: Path) -> None:
    put(tmp_path, "99-z.yaml", "last")
    (tmp_path / "01.yaml").mkdir()
    (tmp_path / "02.yaml").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "03.yaml")
    (tmp_path / "04.yaml").write_bytes(b"\xff\xfe")
    (tmp_path / "05.yaml").write_bytes(b"x" * 10_000_000)
    (tmp_path / "06-bank.yaml").write_text(template(Sort.BANK, *LANGUAGES), encoding="utf-8")
    (tmp_path / "07.yaml").write_text("a: &a [*a]\n")
    found = club(tmp_path, OURS)
    assert [lesson.id for lesson in found.lessons] == ["last"]
    named = {finding.path.name: finding.problem.message for finding in found.findings}
    assert set(named) == {f"{n:02}.yaml" for n in (1, 2, 3, 4, 5, 7)} | {"06-bank.yaml"}
    assert named["05.yaml"] == "want at most 200,000 bytes, found more"
    assert named["06-bank.yaml"] == "want a lesson, found a bank of puzzles"


@pytest.mark.parametrize("place", ["nowhere", "a-file"])
def test_a_folder_that_is_none_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "a-file").write_text("x")
    found = club(tmp_path / place, OURS)
    assert found.lessons == ()
    assert found.trouble.startswith(f"{place}: ")
    assert str(tmp_path) not in found.trouble


def test_a_folder_named_by_mistake_is_not_read_to_its_end(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 3):
        (tmp_path / f"{number:03}.yaml").write_text("x")
    found = club(tmp_path, OURS)
    assert "3 were not read" in found.trouble


def test_a_file_that_is_changed_is_read_again(tmp_path: Path) -> None:
    file = put(tmp_path, "01-a.yaml", "first")
    before = club(tmp_path, OURS)
    assert club(tmp_path, OURS) is before
    put(tmp_path, "01-a.yaml", "another")
    assert [lesson.id for lesson in club(tmp_path, OURS).lessons] == ["another"]
    file.unlink()
    assert club(tmp_path, OURS).lessons == ()


# The pages


def test_the_list_shows_them_below_ours_and_they_can_be_taken(at_the_club: Path) -> None:
    put(at_the_club, "01-a.yaml", "club-first", A_lesson_of_our_own="Evenings")
    at = opened("learn")
    path = str(given(at, "course")["html"])
    assert path.index("Our club’s lessons") < path.index(f"{len(OURS) + 1}. Evenings")
    assert "needs fixing" not in words(at)
    at = ran(fire(at, "course", act="club-first"))
    assert at.query_params["lesson"] == "club-first"
    for _ in range(5):
        at = press(at, "next-club-first")
    at = press(at, "next-club-first")
    assert "club-first" in at.session_state["ours"]["held"].finished


def test_a_club_may_name_chapters_of_its_own(at_the_club: Path) -> None:
    file = put(at_the_club, "01-a.yaml", "club-first")
    put(at_the_club, "02-b.yaml", "club-second")
    title, promise = "{en: Our way, ja: 私たちの遊び方}", "{en: House rules., ja: 部内のルール。}"
    chapter = f"chapter:\n  title: {title}\n  promise: {promise}\n"
    text = file.read_text("utf-8").replace("steps:\n", f"{chapter}steps:\n", 1)
    file.write_text(text, encoding="utf-8")
    path = str(given(opened("learn"), "course")["html"])
    assert "Our way" in path
    assert path.count('class="chapter"') == 5, "the second lesson belongs to the same"
    assert "Our club’s lessons" not in path
    file.write_text(text.replace("promise", "promises"), encoding="utf-8")
    (finding,) = [one for one in club(at_the_club, OURS).findings if "promises" in str(one)]
    assert "did you mean 'promise'?" in str(finding)


def test_faults_are_listed_without_the_path_of_the_machine(at_the_club: Path) -> None:
    put(at_the_club, "01-a.yaml", "first", N_D4_S6="N X4 S6")
    at = opened("learn")
    assert "needs fixing" in words(at)
    assert "1. " in str(given(at, "course")["html"])
    assert not at.code, "every learner reads what only its author can mend"
    (listed,) = (one.value for one in opened("workshop").code if "01-a.yaml" in one.value)
    assert listed.startswith("01-a.yaml:")
    assert str(at_the_club) not in listed


def test_faults_are_listed_in_japanese_to_who_reads_japanese(at_the_club: Path) -> None:
    put(at_the_club, "01-a.yaml", "first", N_D4_S6="N X4 S6")
    put(at_the_club, "02-b.yaml", OURS[3].id)
    (at_the_club / "03-c.yaml").write_bytes("id: 月曜会".encode("cp932"))
    (at_the_club / "04-d.yaml").mkdir()
    (at_the_club / "05-bank.yaml").write_text(template(Sort.BANK, "ja"), encoding="utf-8")
    (listed,) = (one.value for one in opened("workshop", lang="ja").code if "01-a" in one.value)
    told = [line for line in listed.splitlines() if not line.startswith("詳細（英語）：")]
    assert [re.sub(r":\d+: ", "：", line)[:18] for line in told] == [
        "01-a.yaml：ステップ3 as",
        "02-b.yaml：「id」：ほかの",
        "03-c.yaml：UTF-8の文章",
        "04-d.yaml：ファイルではあり",
        "05-bank.yaml：問題集です",
    ]


def test_script_in_a_clubs_words_is_shown_as_text(at_the_club: Path) -> None:
    put(at_the_club, "01-a.yaml", "club-words", A_lesson_of_our_own=SCRIPT)
    at = opened("learn")
    path = str(given(at, "course")["html"])
    assert f"{len(OURS) + 1}. {escape(SCRIPT, quote=False)}" in path
    assert SCRIPT not in path
    at = ran(fire(at, "course", act="club-words"))
    drawn = [str(one.value) for one in at.get("html") if isinstance(one, Element)]
    assert any(escape(SCRIPT) in one for one in drawn if one.startswith("<h1"))
    assert not any(SCRIPT in one for one in drawn)
    assert not any("alert(1)" in element.value for element in at.markdown)


@pytest.mark.parametrize("page", ["", "learn", "drill", "record", "rules", "workshop"])
def test_every_page_stands_when_the_folder_is_gone(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "gone"))
    assert words(opened(page))


def test_the_option_after_the_dashes_reaches_the_tutor(tmp_path: Path, root: Path) -> None:
    put(tmp_path, "01-a.yaml", "from-the-command-line")
    code = (
        "import sys; from streamlit.web.bootstrap import _fix_sys_argv;"
        "_fix_sys_argv('streamlit_app.py', sys.argv[1:]);"
        "from tutor.pages.frame.library import lessons; print(lessons()[-1].id)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--lessons", str(tmp_path)],
        cwd=root,
        env={name: value for name, value in os.environ.items() if name != VARIABLE},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "from-the-command-line"


def only(language: str, value: object) -> object:
    """A lesson with its texts in one language alone."""
    if isinstance(value, dict):
        if set(value) == set(LANGUAGES):
            return {language: value[language]}
        return {key: only(language, one) for key, one in value.items()}
    return [only(language, one) for one in value] if isinstance(value, list) else value


def written(language: str) -> str:
    return yaml.safe_dump(only(language, yaml.safe_load(SOUND)), allow_unicode=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_in_one_language_is_played_and_in_another_says_so(
    at_the_club: Path, language: str
) -> None:
    file = at_the_club / "ours.yaml"
    file.write_text(written(language), encoding="utf-8")
    found = club(at_the_club, OURS)
    (lesson,) = found.lessons
    assert lesson.languages == (language,)
    assert found.findings
    assert all(finding.problem.advice for finding in found.findings)
    assert library.club_faults(Texts(language)) == ""
    for other in LANGUAGES:
        note = Texts(other)("learn.untranslated", language=LANGUAGES[language])
        for number in range(1, len(lesson.steps) + 1):
            at = opened("learn", lang=other, lesson=lesson.id, step=str(number))
            assert (note in [one.value for one in at.caption]) is (other != language)
            told = [one.value for one in at.get("html") if isinstance(one, Element)]
            marked = any(f'<p class="running" lang="{language}">' in one for one in told)
            author = getattr(lesson.steps[number - 1], "words", None)
            assert marked is bool(author and other != language)
        sheet = lesson_sheet(
            lesson, CULBERTSON, Texts(other), Links(base="", language=other, rulebook=CULBERTSON.id)
        )
        assert (note in str(sheet.blocks[0])) is (other != language)
        assert not faulty(opened("learn", lang=other), other)


def faulty(at: AppTest, language: str) -> bool:
    return Texts(language)("club.faulty") in words(at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_linter_advises_and_does_not_fail_a_lesson_in_one_language(
    tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(written(language), encoding="utf-8")
    assert main(["lint", str(file)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert all(": advice: " in line for line in told.out.splitlines())
    for other in set(LANGUAGES) - {language}:
        assert f"want {other!r}" in told.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_workshop_takes_a_lesson_in_one_language(language: str) -> None:
    draft = read(Sort.LESSON, written(language))
    assert draft.findings == ()
    assert draft.advice
    assert draft.lesson
    half = written(language).replace(
        f"{language}: {draft.lesson.title[language]}", "en: Ours\n  ja: 自分の"
    )
    assert read(Sort.LESSON, half).findings == (), "a translation that is begun is no fault"
    assert read(Sort.LESSON, half).lesson


def test_a_lesson_that_no_language_has_whole_says_what_the_nearest_lacks(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(written("ja").replace("ja: 自分たちのレッスン", "en: Ours"), encoding="utf-8")
    found = club(tmp_path, OURS)
    assert found.lessons == ()
    (fault,) = found.findings
    assert not fault.problem.advice
    assert (fault.problem.key, "want 'ja'" in fault.problem.message) == ("title.ja", True)


def test_the_folder_beside_the_data_holds_lessons_once_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress.store()  # it stays open for all tests, and is not to be in this one's folder
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path))
    assert library.lessons() == OURS
    (own := tmp_path / "lessons").mkdir()
    put(own, "one.yaml", "ruffs-at-our-club")
    assert [lesson.id for lesson in library.lessons()[len(OURS) :]] == ["ruffs-at-our-club"]
    assert "A lesson of our own" in words(opened("learn", lesson="ruffs-at-our-club"))
    (elsewhere := tmp_path / "elsewhere").mkdir()
    monkeypatch.setenv(VARIABLE, str(elsewhere))
    assert library.lessons() == OURS


def test_a_folder_that_may_not_be_entered_keeps_no_page_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The data are another user's: the tutor did not start. Or lessons were made mode 644."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("CALYPSO_DATA", str(data := tmp_path / "data"))
    data.mkdir()
    not_entered(data, monkeypatch)
    assert library.lessons() == OURS
    (listed := tmp_path / "listed").mkdir()
    put(listed, "one.yaml", "ruffs-at-our-club")
    monkeypatch.setenv(VARIABLE, str(listed))
    not_entered(listed, monkeypatch)
    assert library.lessons() == OURS
    (fault,) = library.club().findings
    assert fault.problem.slip == "no-file"
