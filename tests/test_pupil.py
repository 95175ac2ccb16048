"""The pupil: believes what its line says, and changes its mind for evidence alone."""

import re
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest
from streamlit.testing.v1 import AppTest

from engine.cards import Card
from engine.rulebooks import RULEBOOKS
from engine.table import Seat
from engine.trick import Role, Ruling, Trick
from engine.variants import VARIANTS
from puzzles import pupil, pupil_round
from puzzles.misconceptions import MISCONCEPTIONS
from puzzles.pupil import (
    CONFUSED,
    DRAWN,
    MOST,
    Pupil,
    PupilError,
    answer,
    believable,
    draw_pupil,
    parse_pupil,
    predicted,
    sample,
    speaks_against,
)
from puzzles.pupil_round import (
    LONGEST,
    Effect,
    PupilRound,
    begin,
    best_move,
    good_teaching,
    least,
    possible,
    replay,
)
from puzzles.puzzle import join_parts
from tests.component import fire, given
from tests.opened import opened, press, ran, running, turned, words
from tests.pupil_teachers import TEACHERS, by_chance, by_offers, needed, taken
from tests.samples import one_in
from tutor.pages.frame.library import lessons
from tutor.words.texts import LANGUAGES, Texts

LINE = "1 partnership culbertson no-trumps+highest-card-wins 4711"
GOLDEN = Path(__file__).parent / "golden" / "pupils.txt"
ROUNDS = GOLDEN.with_name("pupil_rounds.txt")
"""What is offered after some moves."""


def test_every_misconception_can_be_drawn() -> None:
    assert set(DRAWN) == {misconception.id for misconception in MISCONCEPTIONS}


ENOUGH = 5
"""Tricks that have to suffice to tell pupils apart who may be confused."""


def telling_tricks(
    pupils: tuple[tuple[str, ...], ...], form: str, rulebook: str
) -> tuple[Ruling, ...] | None:
    """Return at most five tricks on which all *pupils* answer differently, if some are found.

    They are sought in a sample of made tricks, each time the one that divides the most: what is
    found is proof, what is not found may exist.
    """
    answers = []
    for ruling, named in sample(form, rulebook):
        right = ruling.winning.seat
        answers.append(
            tuple(
                next((named[one] for one in pupil if named[one] != right), right)
                for pupil in pupils
            )
        )
    told: list[tuple[Seat, ...]] = [()] * len(pupils)
    found: list[Ruling] = []
    while len(set(told)) < len(pupils) and len(found) < ENOUGH:

        def parts(place: int, told: list[tuple[Seat, ...]] = told) -> int:
            return len(set(zip(told, answers[place], strict=True)))

        best = max(range(len(answers)), key=parts)
        told = [(*before, seat) for before, seat in zip(told, answers[best], strict=True)]
        found.append(sample(form, rulebook)[best][0])
    return tuple(found) if len(set(told)) == len(pupils) else None


def told_apart(first: str, second: str, form: str, rulebook: str) -> bool:
    """Whether five tricks are found that tell who believes neither, one, the other and both."""
    pair = tuple(one for one in DRAWN if one in (first, second))
    return telling_tricks(((), pair[:1], pair[1:], pair), form, rulebook) is not None


@pytest.mark.parametrize("form", one_in(2, VARIANTS))
def test_misconceptions_are_held_together_only_where_five_tricks_tell_them_apart(form: str) -> None:
    """By search through a sample of tricks: what is found is proof."""
    for rulebook in RULEBOOKS:
        for pair in combinations(believable(VARIANTS[form]), 2):
            assert pair in CONFUSED or told_apart(*pair, form, rulebook.id), pair


def test_no_pair_is_kept_apart_without_need() -> None:
    needed = {
        pair
        for pair in CONFUSED
        for form in VARIANTS
        for rulebook in RULEBOOKS
        if set(pair) <= set(believable(VARIANTS[form])) and not told_apart(*pair, form, rulebook.id)
    }
    assert needed == CONFUSED


def test_a_line_is_read_as_it_was_written() -> None:
    for seed in range(30):
        pupil = draw_pupil("partnership", "culbertson", 1 + seed % MOST, seed)
        assert parse_pupil(str(pupil)) == pupil
        assert not any(misconception in str(pupil) for misconception in pupil.misconceptions)
    assert parse_pupil(LINE).misconceptions == ("no-trumps", "highest-card-wins")


def test_a_line_means_the_same_for_ever() -> None:
    for kept in GOLDEN.read_text(encoding="utf-8").splitlines():
        line, misconceptions, tricks = kept.split(" | ")
        pupil = parse_pupil(line)
        assert "+".join(pupil.misconceptions) == misconceptions
        assert ", ".join(str(offer.trick) for offer in begin(pupil).offers) == tricks


def test_the_tricks_offered_later_stay_the_same_for_ever_too() -> None:
    for kept in ROUNDS.read_text(encoding="utf-8").splitlines():
        line, moves, tricks = kept.split(" | ")
        now = replay(parse_pupil(line), tuple(moves.split()))
        assert ", ".join(str(offer.trick) for offer in now.offers) == tricks


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
        (LINE.replace("no-trumps", "nonsense"), "misconception"),
        (LINE.replace("no-trumps", "highest-card-wins"), "count"),
        ("1 partnership culbertson 4 1", "misconception"),
        ("1 solo culbertson partners-suit-is-my-trump 1", "misconception"),
        ("1 partnership culbertson no-trumps+ruff-must-outrank 1", "together"),
    ],
)
def test_a_bad_line_says_what_is_wrong_in_every_language(line: str, key: str) -> None:
    with pytest.raises(PupilError) as caught:
        parse_pupil(line)
    assert caught.value.key == key
    assert all(Texts(language).has(f"pupil.error.{key}") for language in LANGUAGES)


def _wandered(seed: int) -> list[PupilRound]:
    """Teach by chance, move by move."""
    rng = Random(seed)
    now = begin(draw_pupil("partnership", "culbertson", 1 + seed % MOST, seed))
    found = [now]
    while not now.done and now.tricks < LONGEST:
        now = by_chance(now, rng)
        found.append(now)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_mind_changes_only_for_evidence_after_the_misconception_was_named(seed: int) -> None:
    for before, after in pairwise(_wandered(seed)):
        gone = set(before.held) - set(after.held)
        if len(after.shown) == len(before.shown):
            assert not gone
            continue
        last = after.shown[-1]
        proved = bool(before.named) and speaks_against(last.ruling, before.named)
        assert gone == ({before.named} if proved and not before.sure else set())
        assert {last.given_up} - {""} == gone
        wrong = [one for one in before.held if speaks_against(last.ruling, one)]
        assert last.answer.misconception == (wrong[0] if wrong else "")
        seat = predicted(wrong[0], last.ruling) if wrong else last.ruling.winning.seat
        assert last.answer.seat == seat


def test_misleading_evidence_misleads() -> None:
    """A trick that comes out as the misconception says makes the pupil surer: then it takes two."""
    pupil = Pupil("partnership", "culbertson", ("aces-are-low",), 1)
    low, other, high = "N HA H5 H6 H7", "N HA S2 H6 H7", "N H5 H6 H7 H8"
    named = replay(pupil, (low, "aces-are-low"))
    assert replay(pupil, (low, "aces-are-low", low)).done
    misled = named.lay(Trick.parse(high, pupil.table))
    assert [one.effect for one in misled.shown] == [Effect.NONE, Effect.CONFIRMED]
    again = misled.lay(Trick.parse(high, pupil.table)).lay(Trick.parse(low, pupil.table))
    assert again.shown[-1].effect == Effect.SHAKEN
    assert again.held
    assert again.lay(Trick.parse(high, pupil.table)).lay(Trick.parse(low, pupil.table)).held
    assert again.lay(Trick.parse(low, pupil.table)).done
    assert predicted("aces-are-low", named.lay(Trick.parse(other, pupil.table)).shown[-1].ruling)


def test_a_trick_of_your_own_has_the_cards_of_the_form() -> None:
    now = begin(parse_pupil(LINE))
    table = now.pupil.table
    assert now.lay(Trick.parse("N H8 HJ HT H3", table)).shown
    with pytest.raises(ValueError, match="no trick of"):
        now.lay(Trick.parse("N H8 HJ HT", table))
    two = begin(Pupil("two", "culbertson", ("no-trumps",), 1))
    with pytest.raises(ValueError, match="H2 is not in the pack of two"):
        two.lay(Trick.parse("N H8 H2 H8 H8", two.pupil.table))


@pytest.mark.parametrize("form", VARIANTS)
def test_what_the_pupil_says_of_a_card_fits_what_it_believes(form: str) -> None:
    """Who sees no trumps names none, and who thinks all cards alike compares ranks."""
    plain = {"no-trumps", "highest-card-wins"}
    for ruling, _ in sample(form, "culbertson"):
        for misconception in believable(VARIANTS[form]):
            said = answer((misconception,), ruling)
            assert said.seat == predicted(misconception, ruling)
            assert said.play in ruling.trick.plays
            if said.misconception in plain:
                assert said.role == Role.SUIT
            assert said.role != Role.DISCARD


@pytest.mark.parametrize("form", VARIANTS)
def test_the_best_teacher_is_never_far_from_what_cannot_be_undercut(form: str) -> None:
    for seed in range(3):
        pupil = draw_pupil(form, "akagiri", 1 + seed % MOST, seed)
        assert least(pupil) <= good_teaching(pupil) <= 4 * len(pupil.misconceptions) + 2


@pytest.mark.parametrize("seed", range(6))
def test_nobody_undercuts_the_least(seed: int) -> None:
    pupil = draw_pupil("partnership", "culbertson", 1 + seed % MOST, seed)
    assert all(taken(teacher, begin(pupil), Random(seed)) >= least(pupil) for teacher in TEACHERS)


def test_what_a_pupil_believes_stays_possible() -> None:
    now = begin(draw_pupil("partnership", "culbertson", 3, 5))
    while not now.done:
        assert now.held in {held for held, _ in possible(now)}
        now = best_move(now)


def test_a_misconception_that_no_answer_points_at_cannot_be_named() -> None:
    with pytest.raises(ValueError, match="nothing points at"):
        begin(parse_pupil(LINE)).name("no-trumps")


def test_better_teachers_need_fewer_tricks() -> None:
    """On one evening, always the same; the benchmark `pupil` has five hundred."""
    tricks = needed(0)
    assert list(tricks) == sorted(tricks, reverse=True)
    assert len(set(tricks)) == len(TEACHERS)


# ------------------------------------------------------------------- the page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pupil_is_taught_to_the_end(language: str) -> None:
    say, pupil = Texts(language), parse_pupil(LINE)
    at, now, turn = opened("pupil", pupil=LINE, lang=language), begin(pupil), 0
    while not now.done:
        after = by_offers(now, Random(0))
        if after.shown != now.shown:
            number = next(n for n in range(MOST) if now.show(n) == after)
            at = press(at, f"pupil-show-{turn}-{number}")
            if after.shown[-1].given_up:
                name = say(f"misconception.{after.shown[-1].given_up}.name")
                assert say("pupil.given-up", misconception=name) in words(at)
        else:
            at = press(at, f"pupil-name-{turn}-{after.named or after.wrong[-1]}")
        now, turn = after, turn + 1
    for key, count in (
        ("pupil.done", now.tricks),
        ("pupil.best", good_teaching(pupil)),
        ("pupil.least", least(pupil)),
    ):
        assert say(key, count=count) in words(at)
    assert "pupil" not in press(at, "pupil-another").query_params


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trick_keeps_the_number_that_it_had_when_it_was_to_be_shown(language: str) -> None:
    """A wrong guess counts as a trick: the number it takes is no other trick's in the list."""
    say, line = Texts(language), "1 partnership culbertson aces-are-low 1"
    misled = "N HA H5 H6 H7"
    at, moves = opened("pupil", pupil=line, lang=language), [misled]
    now = replay(parse_pupil(line), tuple(moves))
    moves += [next(name for name in now.nameable if name not in now.held)]
    at = opened("pupil", pupil=line, lang=language, moves=join_parts(tuple(moves)))
    assert say("pupil.choose", count=3) in [head.value for head in at.header]
    moves += ["0"]
    at = opened("pupil", pupil=line, lang=language, moves=join_parts(tuple(moves)))
    listed = [said for said in running(at) if re.match(r"\d+\. ", said)]
    assert [said.partition(".")[0] for said in listed] == ["1", "3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trick_of_your_own_is_shown(language: str) -> None:
    say = Texts(language)
    line = "1 partnership culbertson aces-are-low 1"
    at = press(opened("pupil", pupil=line, lang=language), "pupil-lay")
    assert say("referee.leader") in words(at)
    at = press(at, "answer-pupil-N")
    assert next(b for b in at.button if b.key == "next-pupil-0").disabled
    at.session_state["pupil-line"] = "N HA H5 H6 H7"
    at = press(ran(at.run()), "next-pupil-0")
    card = Card.parse("H7")
    assert say("pupil.says.best", seat=Seat.WEST, card=card) in words(at)
    at = press(at, "pupil-name-1-aces-are-low")
    at = press(at, "pupil-lay")
    assert not [b for b in at.button if b.key and b.key.startswith("pupil-show-2-0")]
    at = press(at, "back-pupil")
    assert [b for b in at.button if b.key and b.key.startswith("pupil-show-2-0")]
    at = press(at, "pupil-lay")
    at.session_state["pupil-line"] = "N H5 H6 H7 H8"
    at = press(ran(at.run()), "next-pupil-2")
    name = say("misconception.aces-are-low.name")
    assert say("pupil.confirmed", misconception=name) in words(at)
    assert not [b for b in at.button if b.key and b.key.startswith("pupil-name")]


def test_a_reload_goes_on_with_the_round() -> None:
    """And Back takes a move back: it brings an address of before."""
    line = "1 partnership culbertson aces-are-low 1"
    at = press(opened("pupil", pupil=line), "pupil-lay")
    at.session_state["pupil-line"] = "N HA H5 H6 H7"
    at = press(ran(at.run()), "next-pupil-0")
    first = at.query_params["moves"]
    at = press(press(at, "pupil-name-1-aces-are-low"), "pupil-show-2-0")
    anew = opened("pupil", pupil=line, moves=str(at.query_params["moves"]))
    assert words(anew) == words(at)
    at.query_params["moves"] = first
    at = ran(at.run())
    assert [b for b in at.button if b.key == "pupil-name-1-aces-are-low"]
    at = press(press(at, "pupil-another"), "pupil-meet-1")
    assert "moves" not in at.query_params


def test_a_round_that_was_left_can_be_gone_on_with_until_it_is_done() -> None:
    """By the menu a page opens without what its address said."""
    line = "1 partnership culbertson aces-are-low 1"
    at = opened("pupil", pupil=line)
    assert not [b for b in press(at, "pupil-another").button if b.key == "pupil-resume"]
    at = press(opened("pupil", pupil=line), "pupil-show-0-0")
    at = press(turned(turned(at, "rules"), "pupil"), "pupil-resume")
    assert (_line(at), at.query_params["moves"]) == (line, "0")
    now, turn = begin(parse_pupil(line)).show(0), 1
    while not now.done:
        after = by_offers(now, Random(0))
        if after.shown != now.shown:
            number = next(n for n in range(MOST) if now.show(n) == after)
            at = press(at, f"pupil-show-{turn}-{number}")
        else:
            at = press(at, f"pupil-name-{turn}-{after.named or after.wrong[-1]}")
        now, turn = after, turn + 1
    assert not [b for b in press(at, "pupil-another").button if b.key == "pupil-resume"]


def test_a_reload_keeps_a_trick_half_laid_and_back_takes_a_card_back() -> None:
    """And a move, or the way back to the three tricks, ends it."""
    line = "1 partnership culbertson aces-are-low 1"
    at = press(press(opened("pupil", pupil=line), "pupil-lay"), "answer-pupil-N")
    at.session_state["pupil-line"] = "N H5"
    at = ran(at.run())
    before = dict(at.query_params)
    at.session_state["pupil-line"] = "N H5 H6"
    at = ran(at.run())
    assert at.query_params["trick"] == "N H5 H6"
    anew = opened("pupil", pupil=line, trick="N H5 H6")
    assert words(anew) == words(at)
    anew.query_params = before
    assert ran(anew.run()).session_state["pupil-line"] == "N H5"
    at = press(at, "back-pupil")
    assert "trick" not in at.query_params
    at = press(at, "pupil-lay")
    assert words(at) == words(press(opened("pupil", pupil=line), "pupil-lay"))
    late = opened("pupil", pupil=line, trick="N HA H5 H6 H7")
    late = press(late, "next-pupil-0")
    assert "trick" not in late.query_params
    assert late.query_params["moves"] == "N HA H5 H6 H7"


@pytest.mark.parametrize("moves", ["7", "²", "no-trumps", "N H8", "N HA H5 H6 H7 / nonsense", "/"])
def test_moves_that_no_round_has_begin_it_afresh(moves: str) -> None:
    at = opened("pupil", pupil="1 partnership culbertson aces-are-low 1", moves=moves)
    assert Texts("en")("pupil.first") in words(at)
    assert "moves" not in at.query_params


def test_a_hidden_pupil_is_met_and_its_line_tells_nothing() -> None:
    at = press(opened("pupil"), "pupil-meet-2")
    assert parse_pupil(_line(at)).drawn
    assert _line(at).split()[3] == "2"


def test_a_teacher_chooses_what_the_pupil_believes() -> None:
    at = opened("pupil")
    at.multiselect(key="pupil-misconceptions").set_value(["no-trumps", "aces-are-low"]).run()
    assert parse_pupil(_line(press(at, "pupil-chosen"))).misconceptions == (
        "aces-are-low",
        "no-trumps",
    )


def test_a_pupil_has_three_wrong_ideas_at_most_and_it_is_said_in_the_language_of_the_page() -> None:
    at = opened("pupil", lang="ja")
    box = at.multiselect(key="pupil-misconceptions")
    assert (box.placeholder, box.proto.select_all) == (Texts("ja")("pupil.own.none"), 0)
    assert Texts("ja")("pupil.own.link") not in words(at), "there is nothing to pass on yet"
    four = ["no-trumps", "aces-are-low", "last-ruff-wins", "last-of-equals-wins"]
    assert set(four) < set(DRAWN)
    box.set_value(four).run()
    assert at.warning[0].value == Texts("ja")("pupil.own.many", count=3)
    assert not [button for button in at.button if button.key == "pupil-chosen"]


def test_two_that_cannot_be_told_apart_are_not_offered_together() -> None:
    at = opened("pupil")
    at.multiselect(key="pupil-misconceptions").set_value(["no-trumps", "ruff-must-outrank"]).run()
    assert at.warning
    assert not [b for b in at.button if b.key == "pupil-chosen"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_to_a_pupil_is_in_the_last_chapter_and_under_teach(language: str) -> None:
    say, at = Texts(language), opened("learn", lang=language)
    *others, last = re.findall(r"<section.*?</section>", str(given(at, "course")["html"]))
    assert len(others) == 3
    assert 'data-value="pupil"' in last
    assert not any('data-value="pupil"' in one for one in others)
    assert say("pupil.intro") in words(ran(fire(at, "course", act="pupil")))
    links = [one.proto.label for one in opened("teach", lang=language).get("page_link")]
    assert say("teach.go.pupil") in links


def test_the_end_of_the_course_leads_to_a_pupil() -> None:
    last, say = lessons()[-1], Texts("en")
    at = opened("learn", lesson=last.id, step="end")
    assert say("course.pupil") not in [one.proto.label for one in at.get("page_link")]
    at.session_state["ours"]["held"].finished.update(lesson.id for lesson in lessons())
    assert say("course.pupil") in [one.proto.label for one in ran(at.run()).get("page_link")]


def _line(at: AppTest) -> str:
    found = at.query_params["pupil"]
    return found if isinstance(found, str) else found[0]


def test_a_bad_link_says_so_and_offers_pupils() -> None:
    at = opened("pupil", pupil="1 partnership culbertson nonsense 1")
    assert Texts("en")("pupil.error.misconception") in words(at)
    assert [b for b in at.button if b.key == "pupil-meet-1"]


@pytest.mark.parametrize(("language", "told"), [("en", "may be missing"), ("ja", "途中で切れ")])
def test_of_a_link_cut_short_it_is_said_that_it_may_be(language: str, told: str) -> None:
    assert told in words(opened("pupil", pupil="1 partnership culb", lang=language))


def test_what_cannot_be_drawn_is_said_and_not_looked_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taught = draw_pupil("partnership", "culbertson", 2, 4711)
    monkeypatch.setattr(pupil, "clash", lambda _: ("one", "other"))
    with pytest.raises(PupilError, match="count"):
        draw_pupil("partnership", "culbertson", 2, 5)
    monkeypatch.setattr(pupil_round, "TRIES", 2)
    monkeypatch.setattr(pupil_round, "speaks_against", lambda *_: True)
    with pytest.raises(ValueError, match="no tricks"):
        pupil_round.offers(taught, 9, taught.misconceptions[0])
