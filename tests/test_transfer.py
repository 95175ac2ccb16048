"""Progress goes into one file and comes back whole; a file that is not ours changes nothing."""

import gzip
import json
import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from itertools import cycle, product
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.sets import Order, make_set
from tests.answers import NOW, PUZZLE, answer
from tutor.pages.frame import progress, session
from tutor.pages.study import holdings
from tutor.playing.match_text import LARGEST as LONGEST_GAME
from tutor.rooms.limits import HOUR, LOADING, Loaded
from tutor.store import Store, learner_of, rows, transfer
from tutor.store.holdings import KEEP, LessonProgress, Merged
from tutor.store.transfer import (
    ALL_FIT,
    LARGEST,
    ProgressFileError,
    export_progress,
    import_progress,
    save_progress,
)
from tutor.words.texts import LANGUAGES, entries

pytest_plugins = ["tests.postgres"]

ONE, OTHER = "a" * 32, "b" * 32

Spoil = Callable[[dict[str, Any]], object]


def filled(store: Store, token: str = ONE) -> str:
    """The file of a learner with three answers, two lessons and a setting."""
    learner = learner_of(token)
    for each, who in enumerate("EWE"):
        store.record(learner, answer(each, after=each, who=who, mode="lesson:ruffing"))
    store.note_step(learner, "ruffing", 3, now=NOW)
    store.finish_lesson(learner, "the-table", now=NOW)
    store.save_settings(learner, {"language": "ja"}, now=NOW)
    return export_progress(store, learner)


def test_what_is_written_is_read_back_whole(store: Store) -> None:
    text = filled(store)
    one, other = learner_of(ONE), learner_of(OTHER)
    assert import_progress(store, other, text, now=NOW) == Merged(attempts=3, lessons=2)
    assert store.attempts(other) == store.attempts(one)
    assert store.course(other) == store.course(one)
    assert store.settings(other) == store.settings(one)
    assert export_progress(store, other) == text


def test_bytes_are_read_as_text_is(store: Store) -> None:
    text = filled(store)
    report = import_progress(store, learner_of(OTHER), text.encode(), now=NOW)
    assert report == Merged(attempts=3, lessons=2)


def test_loading_twice_is_loading_once(store: Store) -> None:
    text = filled(store)
    other = learner_of(OTHER)
    import_progress(store, other, text, now=NOW)
    assert import_progress(store, other, text, now=NOW) == Merged(known=3)
    assert import_progress(store, learner_of(ONE), text, now=NOW) == Merged(known=3)
    assert export_progress(store, other) == text


def test_the_file_of_who_saved_nothing_is_empty_and_can_be_loaded(store: Store) -> None:
    text = export_progress(store, learner_of(ONE))
    assert json.loads(text) == {
        "format": "calypso-progress",
        "version": 3,
        "settings": {},
        "lessons": [],
        "attempts": [],
        "games": [],
    }
    report = import_progress(store, learner_of(OTHER), text, now=NOW)
    assert report == Merged()


def test_erased_progress_comes_back_from_its_file(store: Store) -> None:
    text = filled(store)
    store.erase(learner_of(ONE))
    assert import_progress(store, learner_of(ONE), text, now=NOW).attempts == 3
    assert export_progress(store, learner_of(ONE)) == text


def test_two_devices_come_to_the_same_whichever_file_is_loaded_first(store: Store) -> None:
    one, other = learner_of(ONE), learner_of(OTHER)
    later = NOW + timedelta(hours=1)
    store.record(one, answer("both"))
    store.record(one, answer("one", after=1))
    store.record(other, answer("both"))
    store.record(other, answer("other", after=2))
    store.finish_lesson(one, "ruffing", now=NOW)
    store.note_step(one, "ruffing", 5, now=NOW)
    store.note_step(other, "ruffing", 2, now=later)
    store.finish_lesson(other, "ruffing", now=later)
    first, second = (export_progress(store, it) for it in (one, other))
    import_progress(store, other, first, now=NOW)
    import_progress(store, one, second, now=NOW)
    assert store.attempts(one) == store.attempts(other)
    assert [it.id for it in store.attempts(one)] == ["answer-both", "answer-one", "answer-other"]
    assert store.course(one) == store.course(other)
    assert store.course(one) == {"ruffing": LessonProgress("ruffing", 2, later, NOW)}


def test_in_whichever_order_two_places_of_a_lesson_are_joined_it_comes_to_the_same() -> None:
    times = (NOW, NOW + timedelta(hours=1))
    places = [
        LessonProgress("ruffing", step, at, finished)
        for step, at, finished in product((2, 5), times, (None, *times))
    ]
    for first, second in product(places, repeat=2):
        joined = rows.join(first, second)
        assert joined == rows.join(second, first) == rows.join(joined, second)
        assert joined.at == max(first.at, second.at)


def test_what_was_chosen_here_stays(store: Store) -> None:
    text = filled(store)
    other = learner_of(OTHER)
    store.save_settings(other, {"language": "en"}, now=NOW)
    import_progress(store, other, text, now=NOW)
    assert store.settings(other) == {"language": "en"}


def test_a_file_is_saved_packed_and_one_of_an_earlier_version_is_not(store: Store) -> None:
    text, saved = filled(store), save_progress(store, learner_of(ONE))
    assert gzip.decompress(saved).decode() == text
    assert saved == save_progress(store, learner_of(ONE)), "the same progress, the same file"
    for token, file in ((OTHER, saved), ("c" * 32, text.encode())):
        assert import_progress(store, learner_of(token), file, now=NOW).attempts == 3
        assert export_progress(store, learner_of(token)) == text


@cache
def of_every_length() -> list[Puzzle]:
    """Puzzles of the kinds whose lines are short and long."""
    form = VARIANTS["partnership"]
    kinds = ("who-wins", "which-cards", "what-is-built", "what-score", "spot-revoke", "best-card")
    orders = (Order(kinds=(kind,), variant=form, rulebook=CULBERTSON, count=25) for kind in kinds)
    return [puzzle for order in orders for puzzle in make_set(order, Random(1))]


@pytest.mark.parametrize(
    "count", [1_000, pytest.param(50_000, marks=pytest.mark.soak)], ids=["some", "all"]
)
def test_fifty_thousand_answers_can_be_loaded_from_what_they_are_saved_as(
    store: Store, count: int
) -> None:
    """Positions and ids of their own, as in life: nothing repeats that packing could spare."""
    attempts = [
        {"id": secrets.token_urlsafe(16), "at": (NOW - timedelta(seconds=97 * each)).isoformat()}
        | {"puzzle": print_puzzle(puzzle), "answer": puzzle.solution, "correct": True}
        | {"rule": puzzle.rule.value, "mode": "free", "seconds": each % 6007 / 300, "app": "1.0.0"}
        for each, puzzle in zip(range(count), cycle(of_every_length()), strict=False)
    ]
    text = json.dumps({**WHOLE, "version": 3, "attempts": attempts})
    assert import_progress(store, learner_of(ONE), text, now=NOW).attempts == count
    saved = save_progress(store, learner_of(ONE))
    assert len(gzip.decompress(saved)) * 50_000 / count < LARGEST
    longest = max(map(len, gzip.decompress(saved).splitlines()))
    assert longest * ALL_FIT + KEEP * LONGEST_GAME // 5 < LARGEST, "games need their room too"
    assert import_progress(store, learner_of(OTHER), saved, now=NOW).attempts == count


def test_of_more_answers_than_can_be_loaded_the_newest_are_saved(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(200):
        store.record(learner_of(ONE), answer(at, after=-60 * at))
    whole = export_progress(store, learner_of(ONE))
    monkeypatch.setattr(transfer, "LARGEST", transfer._ROOM + 20_000)
    saved = save_progress(store, learner_of(ONE))
    plain = gzip.decompress(saved)
    ids = [one["id"] for one in json.loads(plain)["attempts"]]
    assert 20 < len(ids) < 150
    newest = [one["id"] for one in json.loads(whole)["attempts"]][-len(ids) :]
    assert ids == newest
    for token, file in ((OTHER, saved), ("c" * 32, plain)):
        assert import_progress(store, learner_of(token), file, now=NOW).attempts == len(ids)


# ------------------------------------------------------------------- broken files


def at(path: str, value: object) -> Spoil:
    """Put *value* at ``attempts.0.rule`` and the like."""

    def spoil(file: dict[str, Any]) -> None:
        *way, last = path.split(".")
        place: Any = file
        for step in way:
            place = place[int(step)] if step.isdecimal() else place[step]
        place[last] = value

    return spoil


FAULTY: dict[str, tuple[Spoil, str]] = {
    "unknown rule": (at("attempts.1.rule", "trick.frobnicate"), "attempts[1].rule"),
    "unknown misconception": (
        at("attempts.1.misconception", "the-earth-is-flat"),
        "attempts[1].misconception",
    ),
    "broken puzzle": (at("attempts.2.puzzle", PUZZLE[:-3]), "attempts[2]"),
    "a card that is none": (at("attempts.0.puzzle", PUZZLE.replace("H8", "X8")), "attempts[0]"),
    "puzzle version of the future": (at("attempts.0.puzzle", "2" + PUZZLE[1:]), "attempts[0]"),
    "long puzzle": (at("attempts.0.puzzle", PUZZLE + " " * 10**6), "attempts[0]"),
    "control sign": (at("attempts.0.answer", "E\x00"), "attempts[0]"),
    "Japanese answer": (at("attempts.0.answer", "東"), "attempts[0]"),
    "long id": (at("attempts.0.id", "x" * 101), "attempts[0].id"),
    "empty id": (at("attempts.0.id", ""), "attempts[0].id"),
    "number as id": (at("attempts.0.id", 7), "attempts[0].id"),
    "word as truth": (at("attempts.0.correct", "yes"), "attempts[0].correct"),
    "no time": (at("attempts.0.at", "yesterday"), "attempts[0].at"),
    "time without zone": (at("attempts.0.at", "2026-11-20T10:00:00"), "attempts[0].at"),
    "time long past": (at("attempts.0.at", "0001-01-01T00:00:00+14:00"), "attempts[0].at"),
    "time to come": (at("attempts.0.at", "2031-01-01T00:00:00Z"), "attempts[0].at"),
    "lesson to come": (at("lessons.0.at", "9999-12-31T23:59:59-14:00"), "lessons[0].at"),
    "twice the same id": (at("attempts.1.id", "answer-0"), ""),
    "unknown key": (at("attempts.0.score", 100), "attempts[0].score"),
    "missing key": (lambda file: file["attempts"][0].pop("mode"), "attempts[0].mode"),
    "step nought": (at("lessons.0.step", 0), "lessons[0].step"),
    "huge step": (at("lessons.0.step", 10**30), "lessons[0].step"),
    "number as setting": (at("settings.language", 1), "settings.language"),
    "attempts as object": (at("attempts", {}), "attempts"),
    "attempt as text": (at("attempts", ["E"]), "attempts[0]"),
    "no lessons": (lambda file: file.pop("lessons"), "lessons"),
    "many settings": (at("settings", {f"s{n}": "x" for n in range(99)}), "settings"),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_file_is_refused_at_its_place_and_changes_nothing(
    store: Store, fault: str
) -> None:
    text = filled(store)
    spoil, place = FAULTY[fault]
    file = json.loads(text)
    spoil(file)
    other = learner_of(OTHER)
    store.record(other, answer("own"))
    before = export_progress(store, other)
    with pytest.raises(ProgressFileError) as caught:
        import_progress(store, other, json.dumps(file), now=NOW)
    assert (caught.value.key, caught.value.place) == ("faulty" if place else "altered", place)
    assert (place or "the file") in str(caught.value)
    assert len(str(caught.value)) < 1000
    assert export_progress(store, other) == before
    assert export_progress(store, learner_of(ONE)) == text


MANY = 1_000


@pytest.mark.parametrize(
    "parts",
    [
        {"settings": {f"s{n}": n for n in range(MANY)}},
        {"attempts": [{}] * MANY},
        {"attempts": [{f"s{n}": n for n in range(MANY)}]},
        {f"s{n}": n for n in range(MANY)},
    ],
    ids=["settings", "attempts", "one attempt", "the file"],
)
def test_few_of_a_files_faults_are_kept_however_many_there_are(
    store: Store, parts: dict[str, object]
) -> None:
    """A packed file of a few kilobytes can have millions of them."""
    text = json.dumps({**WHOLE, "version": 3, **parts})
    with pytest.raises(ProgressFileError) as caught:
        import_progress(store, learner_of(ONE), text, now=NOW)
    assert caught.value.key == ("faulty" if caught.value.place else "altered")
    found = caught.value.__context__
    assert not isinstance(found, ValidationError) or found.error_count() < 20


HALF = {"x": "\ud800"}
"""Half of a sign in UTF-16, which JSON can write and Unicode has not."""

WHOLE = {"format": "calypso-progress", "version": 1, "settings": {}, "lessons": [], "attempts": []}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        pytest.param("", "not-json", id="nothing"),
        pytest.param("hello", "not-json", id="words"),
        pytest.param(json.dumps(WHOLE)[:-5], "not-json", id="cut off"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(1000), "not-json", id="a picture"),
        pytest.param(json.dumps(WHOLE).encode("utf-16"), "not-json", id="another encoding"),
        pytest.param("[" * 10**6, "not-json", id="a million brackets"),
        pytest.param('{"a":' * 10**5 + "1" + "}" * 10**5, "not-json", id="a deep well"),
        pytest.param("x" * 10_000_000, "not-json", id="ten megabytes"),
        pytest.param("x" * (LARGEST + 1), "too-large", id="more than any"),
        pytest.param(gzip.compress(bytes(2 * LARGEST), 1), "too-large", id="a bomb"),
        pytest.param(gzip.compress(json.dumps(WHOLE).encode())[:-20], "not-json", id="half packed"),
        pytest.param(b"\x1f\x8b\x08" + b"x" * 99, "not-json", id="no packing at all"),
        pytest.param(json.dumps({**WHOLE, "settings": HALF}), "not-json", id="half a sign"),
        pytest.param('{"x": "\ud800"}', "not-ours", id="half a sign, bare"),
        pytest.param("[]", "not-ours", id="a list"),
        pytest.param("null", "not-ours", id="null"),
        pytest.param("{}", "not-ours", id="an empty object"),
        pytest.param('{"type": "FeatureCollection"}', "not-ours", id="a map"),
        pytest.param(json.dumps({**WHOLE, "format": "chess"}), "not-ours", id="another game"),
        pytest.param(json.dumps({**WHOLE, "version": "x"}), "not-ours", id="version in words"),
        pytest.param(json.dumps({**WHOLE, "version": 4}), "newer", id="next version"),
        pytest.param(
            json.dumps({"format": "calypso-progress", "version": 10**30, "rooms": []}),
            "newer",
            id="far version",
        ),
        pytest.param(json.dumps({**WHOLE, "version": 0}), "faulty", id="version nought"),
    ],
)
def test_what_is_no_progress_file_is_told_by_its_kind(
    store: Store, text: str | bytes, key: str
) -> None:
    learner = learner_of(ONE)
    with pytest.raises(ProgressFileError) as caught:
        import_progress(store, learner, text, now=NOW)
    assert caught.value.key == key
    assert store.holdings(learner).browsers == 0, "not even a row is made"


@pytest.mark.parametrize("key", ["too-large", "not-json", "not-ours", "newer", "faulty", "altered"])
def test_every_fault_of_a_file_has_words_in_every_language(key: str) -> None:
    assert set(entries()[f"progress-file.{key}"]) == set(LANGUAGES)


def test_so_many_answers_come_in_files_from_one_address_and_no_more() -> None:
    """From 200 kB come 25 MB of the database: a stranger could fill the disk in an hour or two."""
    loaded, ours, theirs = Loaded(), "192.0.2.7", "192.0.2.8"
    assert all(loaded.take(None, NOW) for _ in range(100)), "on the machine itself"
    for minute in range(5):
        moment = NOW + timedelta(minutes=minute)
        assert loaded.take(ours, moment)
        loaded.note(ours, 60_000, moment)
    later = NOW + timedelta(minutes=5)
    assert not loaded.take(ours, later)
    assert loaded.take(theirs, later)
    assert loaded.take(ours, NOW + HOUR + timedelta(seconds=1))
    assert loaded.take("2001:db8::1", NOW)
    loaded.note("2001:db8::1", LOADING, NOW)
    assert not loaded.take("2001:db8::2", NOW), "one home"


def test_a_class_loads_at_one_moment_and_goes_on_but_no_hundred_files_are_let_in() -> None:
    loaded, school = Loaded(), "192.0.2.7"
    assert sum(loaded.take(school, NOW) for _ in range(100)) == 30
    for _ in range(30):
        loaded.note(school, 500, NOW)
    assert loaded.take(school, NOW)


def test_who_has_loaded_too_much_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(session, "texts", lambda: lambda key: key)
    monkeypatch.setattr(session, "network", lambda: "192.0.2.7")
    monkeypatch.setattr(holdings, "_LOADED", loaded := Loaded())
    monkeypatch.setattr(holdings, "_tell", lambda _, said: told.append(said))
    loaded.take("192.0.2.7", progress.now())
    loaded.note("192.0.2.7", LOADING, progress.now())
    holdings._load(b"{}")
    assert told == ["keep.too-much"]
