"""The pupil: believes what its line says, and changes its mind for evidence alone."""

from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest
from streamlit.testing.v1 import AppTest

from engine.rulebooks import RULEBOOKS
from engine.variants import VARIANTS
from puzzles.beliefs import CONFUSED, DRAWN, believable, predicted, speaks_against, told_apart
from puzzles.misconceptions import MISCONCEPTIONS
from puzzles.pupil import MOST, Evening, PupilError, begin, draw_pupil, fewest, parse_pupil
from tests.opened import opened, press, words
from tests.pupil_teachers import TEACHERS, by_entropy, taken
from tutor.words.texts import LANGUAGES, Texts

LINE = "1 partnership culbertson no-trumps+highest-card-wins 4711"
GOLDEN = Path(__file__).parent / "golden" / "pupils.txt"


def test_every_misconception_can_be_drawn() -> None:
    assert set(DRAWN) == {one.id for one in MISCONCEPTIONS}


@pytest.mark.parametrize("form", VARIANTS)
def test_beliefs_are_held_together_only_where_five_tricks_tell_them_apart(form: str) -> None:
    """By search through a sample of tricks: what is found is proof."""
    for book in RULEBOOKS:
        for pair in combinations(believable(VARIANTS[form]), 2):
            assert pair in CONFUSED or told_apart(*pair, form, book.id), pair


def test_no_pair_is_kept_apart_without_need() -> None:
    needed = {
        pair
        for pair in CONFUSED
        for form in VARIANTS
        for book in RULEBOOKS
        if set(pair) <= set(believable(VARIANTS[form])) and not told_apart(*pair, form, book.id)
    }
    assert needed == CONFUSED


def test_a_line_is_read_as_it_was_written() -> None:
    for seed in range(30):
        pupil = draw_pupil("partnership", "culbertson", 1 + seed % MOST, seed)
        assert parse_pupil(str(pupil)) == pupil
        assert not any(belief in str(pupil) for belief in pupil.beliefs)
    assert parse_pupil(LINE).beliefs == ("no-trumps", "highest-card-wins")


def test_a_line_means_the_same_for_ever() -> None:
    for kept in GOLDEN.read_text(encoding="utf-8").splitlines():
        line, beliefs, tricks = kept.split(" | ")
        pupil = parse_pupil(line)
        assert "+".join(pupil.beliefs) == beliefs
        assert ", ".join(str(one.trick) for one in begin(pupil).offers) == tricks


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("", "form"),
        ("1 partnership culbertson", "form"),
        (f"{LINE} more", "form"),
        (LINE.replace("1", "2", 1), "version"),
        (LINE.replace("partnership", "bridge"), "variant"),
        (LINE.replace("culbertson", "hoyle"), "rulebook"),
        (LINE.replace("4711", "-1"), "seed"),
        (LINE.replace("4711", "٣"), "seed"),
        (LINE.replace("no-trumps", "nonsense"), "belief"),
        (LINE.replace("no-trumps", "highest-card-wins"), "count"),
        ("1 partnership culbertson 4 1", "belief"),
        ("1 solo culbertson partners-suit-is-my-trump 1", "belief"),
        ("1 partnership culbertson no-trumps+ruff-must-outrank 1", "together"),
    ],
)
def test_a_bad_line_says_what_is_wrong_in_every_language(line: str, key: str) -> None:
    with pytest.raises(PupilError) as caught:
        parse_pupil(line)
    assert caught.value.key == key
    assert all(Texts(language).has(f"pupil.error.{key}") for language in LANGUAGES)


def _wandered(seed: int) -> list[Evening]:
    """Play an evening by chance, move by move."""
    rng = Random(seed)
    evening = begin(draw_pupil("partnership", "culbertson", 1 + seed % MOST, seed))
    found = [evening]
    while not evening.done and evening.tricks < 60:
        evening = TEACHERS[0](evening, rng)
        found.append(evening)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_mind_changes_only_for_evidence_after_the_belief_was_named(seed: int) -> None:
    evenings = _wandered(seed)
    for before, after in pairwise(evenings):
        gone = set(before.held) - set(after.held)
        if len(after.shown) == len(before.shown):
            assert not gone
            continue
        last = after.shown[-1]
        proved = bool(before.named) and speaks_against(last.ruling, before.named)
        assert gone == ({before.named} if proved else set())
        assert last.given_up == (before.named if proved else "")
        wrong = [one for one in before.held if speaks_against(last.ruling, one)]
        assert last.answer.belief == (wrong[0] if wrong else "")
        seat = predicted(wrong[0], last.ruling) if wrong else last.ruling.winning.seat
        assert last.answer.seat == seat


@pytest.mark.parametrize("seed", range(6))
def test_nobody_needs_fewer_tricks_than_the_fewest(seed: int) -> None:
    pupil = draw_pupil("partnership", "culbertson", 1 + seed % 2, seed)
    best = fewest(pupil)
    assert len(pupil.beliefs) < best
    assert all(taken(teacher, begin(pupil), Random(seed)) >= best for teacher in TEACHERS)


def test_a_belief_that_no_answer_points_at_cannot_be_named() -> None:
    with pytest.raises(ValueError, match="nothing points at"):
        begin(parse_pupil(LINE)).name("no-trumps")


def test_better_teachers_need_fewer_tricks() -> None:
    """Over twelve pupils; the same seeds, so that it is decided once and for all."""
    needed = [
        sum(
            taken(teacher, begin(draw_pupil("partnership", "culbertson", 1 + seed % 3, seed)), rng)
            for seed, rng in ((seed, Random(seed)) for seed in range(12))
        )
        for teacher in TEACHERS
    ]
    assert needed == sorted(needed, reverse=True)
    assert len(set(needed)) == len(TEACHERS)


# ------------------------------------------------------------------- the page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pupil_is_taught_to_the_end(language: str) -> None:
    say, pupil = Texts(language), parse_pupil(LINE)
    at, evening, turn = opened("pupil", pupil=LINE, lang=language), begin(pupil), 0
    while not evening.done:
        after = by_entropy(evening, Random(0))
        if after.shown != evening.shown:
            number = next(n for n in range(MOST) if evening.show(n) == after)
            at = press(at, f"pupil-show-{turn}-{number}")
            if after.shown[-1].given_up:
                name = say(f"misconception.{after.shown[-1].given_up}.name")
                assert say("pupil.given-up", belief=name) in words(at)
        else:
            at = press(at, f"pupil-name-{turn}-{after.named or after.wrong[-1]}")
        evening, turn = after, turn + 1
    assert say("pupil.done", count=evening.tricks, best=fewest(pupil)) in words(at)
    assert "pupil" not in press(at, "pupil-another").query_params


def test_a_hidden_pupil_is_met_and_its_line_tells_nothing() -> None:
    at = press(opened("pupil"), "pupil-meet-2")
    assert parse_pupil(_line(at)).drawn
    assert _line(at).split()[3] == "2"


def test_a_teacher_chooses_what_the_pupil_believes() -> None:
    at = opened("pupil")
    at.multiselect(key="pupil-beliefs").set_value(["no-trumps", "aces-are-low"]).run()
    assert parse_pupil(_line(press(at, "pupil-own"))).beliefs == ("aces-are-low", "no-trumps")


def test_two_that_cannot_be_told_apart_are_not_offered_together() -> None:
    at = opened("pupil")
    at.multiselect(key="pupil-beliefs").set_value(["no-trumps", "ruff-must-outrank"]).run()
    assert at.warning
    assert not [b for b in at.button if b.key == "pupil-own"]


def _line(at: AppTest) -> str:
    found = at.query_params["pupil"]
    return found if isinstance(found, str) else found[0]


def test_a_bad_link_says_so_and_offers_pupils() -> None:
    at = opened("pupil", pupil="1 partnership culbertson nonsense 1")
    assert Texts("en")("pupil.error.belief") in words(at)
    assert [b for b in at.button if b.key == "pupil-meet-1"]
