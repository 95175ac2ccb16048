"""Games stay, each as it was played last, and nothing played is undone by a tab left open."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from datetime import timedelta
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from engine.trick import Play
from tests.another_program import output, started
from tests.answers import NOW, answer
from tests.playing import agreed, played, whole
from tutor.playing.agreement import Manner
from tutor.playing.knowledge import seen
from tutor.playing.match import Match, act, begin, run, take_back
from tutor.playing.match_text import KeptGame, MatchTextError, kept, match_of
from tutor.store import Store, learner_of, open_store
from tutor.store.holdings import KEEP, Merged, Saving, StoredAmounts, new_game_id
from tutor.store.transfer import ProgressFileError, export_progress, import_progress
from tutor.words.texts import LANGUAGES, entries

pytest_plugins = ["tests.postgres"]

ONE, OTHER = "a" * 32, "b" * 32
MINUTE = timedelta(minutes=1)


@cache
def stages() -> tuple[Match, ...]:
    """A short stretch of a game: its beginning, and after each of the learner's actions."""
    return tuple(islice(played(agreed("two", Manner.PRACTICE)), 30))


def game(at: int = 0, name: str = "game", *, minutes: int | None = None) -> KeptGame:
    """The game of this id at a stage, kept this many minutes after `NOW`."""
    late = NOW + MINUTE * (at if minutes is None else minutes)
    return kept(stages()[at], name, started=NOW, now=late)


def over(name: str = "game") -> KeptGame:
    return kept(whole("two", Manner.PRACTICE)[-1], name, started=NOW, now=NOW + MINUTE)


# ------------------------------------------------------------------------ kept, read


def test_a_game_is_there_after_a_restart_as_it_was_left(database: str) -> None:
    with open_store(database) as store:
        assert store.save_game(learner_of(ONE), game(5), base=0) == Saving.KEPT
    with open_store(database) as store:
        assert store.game(learner_of(ONE), "game") == game(5)
        assert match_of(game(5)) == stages()[5]
        assert store.games(learner_of(ONE), limit=9) == (game(5),)


def test_every_step_of_a_game_is_kept_over_the_one_before(store: Store) -> None:
    learner, base = learner_of(ONE), 0
    for at in range(12):
        assert store.save_game(learner, game(at), base=base) == Saving.KEPT
        base = game(at).revision
        assert store.game(learner, "game") == game(at)
    assert store.holdings(learner).games == 1


def test_what_is_sent_twice_is_kept_once(store: Store) -> None:
    learner = learner_of(ONE)
    assert store.save_game(learner, game(0), base=0) == Saving.KEPT
    assert store.save_game(learner, game(0), base=0) == Saving.KNOWN
    base = game(0).revision
    assert store.save_game(learner, game(1), base=base) == Saving.KEPT
    assert store.save_game(learner, game(1), base=base) == Saving.KNOWN
    assert store.game(learner, "game") == game(1)


def test_a_stale_tab_writes_nothing(store: Store) -> None:
    learner = learner_of(ONE)
    store.save_game(learner, game(3), base=0)
    base = game(3).revision
    store.save_game(learner, game(6), base=base)
    assert store.save_game(learner, game(4), base=base) == Saving.STALE
    assert store.save_game(learner, game(9), base=base) == Saving.STALE, "nor with more cards"
    assert store.save_game(learner, game(4), base=0) == Saving.STALE, "nor as a new game"
    late = game(9).revision
    assert store.save_game(learner, game(12), base=late) == Saving.STALE, "nor on what never came"
    assert store.game(learner, "game") == game(6)


def two_ways() -> tuple[KeptGame, list[KeptGame]]:
    """A game at its beginning, and what two tabs or devices make of it with different cards."""
    start = run(begin(agreed("partnership")))
    plays = [Play(start.setup.seat, card) for card in seen(start).legal[:2]]
    went = [kept(act(start, play), "game", started=NOW, now=NOW) for play in plays]
    return kept(start, "game", started=NOW, now=NOW), went


def test_two_tabs_that_play_different_cards_do_not_both_win(store: Store) -> None:
    learner = learner_of(ONE)
    start, tabs = two_ways()
    store.save_game(learner, start, base=0)
    assert tabs[0].revision == tabs[1].revision
    with ThreadPoolExecutor(2) as pool:
        came = list(pool.map(lambda tab: store.save_game(learner, tab, base=start.revision), tabs))
    assert sorted(came) == [Saving.KEPT, Saving.STALE]
    assert store.game(learner, "game") == tabs[came.index(Saving.KEPT)]


def test_what_was_taken_back_is_later_than_what_it_undoes(store: Store) -> None:
    learner = learner_of(ONE)
    store.save_game(learner, game(8), base=0)
    back = kept(take_back(stages()[8]), "game", started=NOW, now=NOW)
    assert len(back.record) < len(game(8).record)
    assert store.save_game(learner, back, base=game(8).revision) == Saving.KEPT
    assert store.save_game(learner, game(9), base=game(8).revision) == Saving.STALE
    assert store.game(learner, "game") == back


def test_a_game_is_over_once(store: Store) -> None:
    learner, end = learner_of(ONE), over()
    store.save_game(learner, end, base=0)
    looked = replace(
        end,
        extras=end.extras.replace(f"revision={end.revision}", f"revision={end.revision + 1}"),
        revision=end.revision + 1,
        updated=NOW + 5 * MINUTE,
        finished=NOW + 5 * MINUTE,
    )
    assert store.save_game(learner, looked, base=end.revision) == Saving.KEPT
    stored = store.game(learner, "game")
    assert stored
    assert (stored.updated, stored.finished) == (looked.updated, end.finished)


def test_the_game_played_last_comes_first_and_others_see_none(store: Store) -> None:
    learner = learner_of(ONE)
    for name, minutes in (("old", 1), ("new", 3), ("middle", 2)):
        begun = NOW - MINUTE * minutes  # the one played last was begun first
        played = replace(game(2, name, minutes=minutes), started=begun)
        store.save_game(learner, played, base=0)
    assert [it.id for it in store.games(learner, limit=2)] == ["new", "middle"]
    assert store.games(learner_of(OTHER), limit=9) == ()
    assert store.game(learner_of(OTHER), "new") is None
    assert store.save_game(learner_of(OTHER), game(1, "new"), base=0) == Saving.KEPT
    assert store.games(learner, limit=1)[0].record == game(2).record


@pytest.mark.parametrize(
    "change",
    [
        lambda it: replace(it, id=""),
        lambda it: replace(it, id="x" * 101),
        lambda it: replace(it, record=it.record[:-3]),
        lambda it: replace(it, record=it.record + "\x00"),
        lambda it: replace(it, record=it.record + " " * 50_000),
        lambda it: replace(it, setup=it.setup.replace("two", "solo")),
        lambda it: replace(it, extras="seen=カ"),
        lambda it: replace(it, revision=it.revision + 1),
        lambda it: replace(it, finished=NOW),
        lambda _: replace(over(), finished=None),
    ],
)
def test_what_could_not_be_read_again_is_not_stored(
    store: Store, change: Callable[[KeptGame], KeptGame]
) -> None:
    learner = learner_of(ONE)
    with pytest.raises(ValueError, match=r".+"):
        store.save_game(learner, change(game(4)), base=0)
    assert store.holdings(learner) == StoredAmounts()


def test_ids_of_games_are_not_guessed() -> None:
    made = {new_game_id() for _ in range(100)}
    assert len(made) == 100
    assert all(len(name) == 16 and name.isalnum() for name in made)


# ---------------------------------------------------------------------------- erased


def test_an_erased_game_is_gone_and_stays_so(store: Store) -> None:
    learner = learner_of(ONE)
    store.save_game(learner, game(3), base=0)
    store.save_game(learner, game(3, "other"), base=0)
    store.save_game(learner_of(OTHER), game(3), base=0)
    assert store.erase_game(learner, "game")
    assert not store.erase_game(learner, "game")
    assert not store.erase_game(learner_of(OTHER), "other")
    assert [it.id for it in store.games(learner, limit=9)] == ["other"]
    assert store.games(learner_of(OTHER), limit=9) == (game(3),)
    assert store.save_game(learner, game(4), base=game(3).revision) == Saving.GONE
    assert store.game(learner, "game") is None


def test_erasing_all_erases_games_and_an_open_tab_brings_none_back(store: Store) -> None:
    learner = learner_of(ONE)
    store.save_game(learner, game(3), base=0)
    assert store.erase(learner) == StoredAmounts(browsers=1, games=1)
    assert store.save_game(learner, game(4), base=game(3).revision) == Saving.GONE
    assert store.holdings(learner) == StoredAmounts(), "not even a row is made anew"


def test_of_very_many_games_those_played_longest_ago_go(store: Store) -> None:
    learner = learner_of(ONE)
    for each in range(KEEP + 3):
        store.save_game(learner, game(0, f"game-{each}", minutes=each), base=0)
    left = store.games(learner, limit=KEEP + 9)
    assert [it.id for it in left] == [f"game-{each}" for each in range(KEEP + 2, 2, -1)]


def test_a_game_too_many_costs_nobody_else_a_game(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.store.rows.KEEP", 2)
    learner, other = learner_of(ONE), learner_of(OTHER)
    for each in (8, 9):
        store.save_game(other, game(0, f"game-{each}", minutes=each), base=0)
    for each in (1, 2, 3):
        store.save_game(learner, game(0, f"game-{each}", minutes=each), base=0)
    assert [it.id for it in store.games(learner, limit=9)] == ["game-3", "game-2"]
    assert [it.id for it in store.games(other, limit=9)] == ["game-9", "game-8"]


# ------------------------------------------------------------------ another device


def test_games_come_along_to_the_learner_of_a_code(store: Store) -> None:
    learner, browser = learner_of(ONE), learner_of(OTHER)
    store.save_game(learner, game(3), base=0)
    store.save_game(browser, game(7), base=0)
    store.save_game(browser, game(2, "new"), base=0)
    code = store.resume_code(learner, now=NOW)
    assert store.resume(browser, code, now=NOW) == Merged(games=2)
    assert store.games(learner, limit=9) == (game(7), game(2, "new"))


# -------------------------------------------------------------------------- the file


def filled(store: Store, token: str = ONE) -> str:
    """The file of a learner with an answer and two games."""
    learner = learner_of(token)
    store.record(learner, answer())
    store.save_game(learner, game(6), base=0)
    store.save_game(learner, over("won"), base=0)
    return export_progress(store, learner)


def test_games_go_into_the_file_and_come_back(store: Store) -> None:
    text = filled(store)
    other = learner_of(OTHER)
    assert import_progress(store, other, text, now=NOW) == Merged(attempts=1, games=2)
    assert store.games(other, limit=9) == store.games(learner_of(ONE), limit=9)
    assert export_progress(store, other) == text
    assert import_progress(store, other, text, now=NOW) == Merged(known=1)


def ways(*, behind: int = 0) -> Callable[[], tuple[KeptGame, ...]]:
    """Two states after as many changes, the first this many minutes earlier."""

    def states() -> tuple[KeptGame, ...]:
        _, (first, second) = two_ways()
        return first, replace(second, updated=second.updated + MINUTE * behind)

    return states


@pytest.mark.parametrize(
    ("states", "later"),
    [
        (lambda: (game(6), game(7)), 1),
        (lambda: (game(7, minutes=1), game(6, minutes=9)), 0),  # a clock that is behind
        (ways(behind=1), 1),
        (ways(behind=-1), 0),
        (ways(), None),  # whichever it is
    ],
    ids=["further", "clock", "after", "before", "alike"],
)
def test_two_devices_come_to_the_same_game_whichever_file_is_loaded_first(
    store: Store, states: Callable[[], tuple[KeptGame, ...]], later: int | None
) -> None:
    went, learners = states(), (learner_of(ONE), learner_of(OTHER))
    for learner, state in zip(learners, went, strict=True):
        store.save_game(learner, state, base=0)
    first, second = (export_progress(store, learner) for learner in learners)
    changed = [
        import_progress(store, learners[1], first, now=NOW).games,
        import_progress(store, learners[0], second, now=NOW).games,
    ]
    assert sorted(changed) == [0, 1]
    assert store.games(learners[0], limit=9) == store.games(learners[1], limit=9)
    assert later is None or store.games(learners[0], limit=9) == (went[later],)


def test_a_file_of_the_first_version_is_still_read(store: Store) -> None:
    file = json.loads(filled(store))
    del file["games"]
    file["version"] = 1
    report = import_progress(store, learner_of(OTHER), json.dumps(file), now=NOW)
    assert report == Merged(attempts=1)


def test_as_many_games_as_are_kept_are_loaded(store: Store) -> None:
    file = json.loads(filled(store))
    row = file["games"][0]
    file["games"] = [{**row, "id": f"{each}"} for each in range(KEEP)]
    other = learner_of(OTHER)
    store.save_game(other, game(2, "mine", minutes=99), base=0)
    assert import_progress(store, other, json.dumps(file), now=NOW).games == KEEP
    assert store.holdings(other).games == KEEP
    assert store.games(other, limit=1)[0].id == "mine"


Spoil = Callable[[dict[str, Any]], object]

FAULTY: dict[str, tuple[Spoil, str]] = {
    "a card that is none": (
        lambda file: file["games"][0].update(record=file["games"][0]["record"].replace("H", "X")),
        "games[0]",
    ),
    "a setup of another form": (
        lambda file: file["games"][0].update(
            setup=file["games"][0]["setup"].replace("two", "solo")
        ),
        "games[0]",
    ),
    "another revision": (lambda file: file["games"][0].update(revision=1), "games[0]"),
    "an end too early": (
        lambda file: file["games"][1 if "finished" in file["games"][0] else 0].update(
            finished=NOW.isoformat()
        ),
        "games",
    ),
    "a time to come": (
        lambda file: file["games"][0].update(updated="2031-01-01T00:00:00Z"),
        "games[0].updated",
    ),
    "no id": (lambda file: file["games"][1].pop("id"), "games[1].id"),
    "an unknown key": (lambda file: file["games"][1].update(winner="N"), "games[1].winner"),
    "twice the same game": (lambda file: file["games"].append(file["games"][0]), ""),
    "too many": (lambda file: file.update(games=[file["games"][0]] * (KEEP + 1)), "games"),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_file_with_a_faulty_game_is_refused_and_changes_nothing(store: Store, fault: str) -> None:
    file = json.loads(filled(store))
    spoil, place = FAULTY[fault]
    spoil(file)
    other = learner_of(OTHER)
    store.save_game(other, game(1, "own"), base=0)
    before = export_progress(store, other)
    with pytest.raises(ProgressFileError) as caught:
        import_progress(store, other, json.dumps(file), now=NOW)
    assert caught.value.key == ("faulty" if place else "altered")
    assert caught.value.place.startswith(place) if place else not caught.value.place
    assert len(str(caught.value)) < 1000
    assert export_progress(store, other) == before


def test_a_game_of_a_later_program_is_refused_and_told(store: Store) -> None:
    later = replace(game(3), setup=game(3).setup.replace("1 two", "9 two"))
    with pytest.raises(MatchTextError) as caught:
        match_of(later)
    assert (caught.value.key, caught.value.place) == ("faulty", "setup")
    with pytest.raises(MatchTextError):
        store.save_game(learner_of(ONE), later, base=0)


@pytest.mark.parametrize("key", [Saving.STALE, Saving.GONE])
def test_what_was_not_saved_is_told_in_every_language(key: Saving) -> None:
    assert set(entries()[f"playing.saving.{key.value}"]) == set(LANGUAGES)


# ----------------------------------------------------------------------------- killed

PLAY = """
import sys
from tests.answers import NOW
from tests.test_store_games import ONE, game
from tutor.store import learner_of, open_store
store = open_store(sys.argv[1])
learner, base = learner_of(ONE), 0
for at in range(1, 24):
    assert store.save_game(learner, game(at), base=base) == "kept"
    base = game(at).revision
    print(base, flush=True)
"""


@pytest.mark.parametrize("after", [6])
def test_kill_9_loses_no_step_that_was_acknowledged(root: Path, database: str, after: int) -> None:
    running = started(root, PLAY, database)
    said = [output(running).readline() for _ in range(after)]
    running.kill()
    said += [line for line in output(running) if line.endswith("\n")]
    running.communicate()
    steps = {game(at).revision: at for at in range(1, 24)}
    last = steps[int(said[-1])]
    with open_store(database) as store:
        found = store.game(learner_of(ONE), "game")
        # At most the step under way was written, yet not acknowledged.
        assert found in {game(last), game(min(last + 1, 23))}
        following = game(last + 1) if last < 23 else game(23)
        came = store.save_game(learner_of(ONE), following, base=game(last).revision)
        assert came == (Saving.KNOWN if found == following else Saving.KEPT)
        assert asdict(store.games(learner_of(ONE), limit=9)[0]) == asdict(following)
