"""What is said in a form of the game is true in it: two play twice, of three one deals again.

A sentence is written with the game for four in mind, where every player has one suit, plays one
card to a trick and deals once, and where what counts for two goes to both.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest

from engine.game import new
from engine.rulebooks import CULBERTSON, RULEBOOKS
from engine.rules import Rule
from engine.table import Seat
from engine.trick import Role
from engine.variants import VARIANTS, NextDealer, Variant, next_dealer
from engine.view import view
from puzzles.explanations import notes
from puzzles.generator import generate, rules_of
from puzzles.kinds import KIND_OF, hints
from puzzles.kinds.what_score import WhatScore
from puzzles.kinds.who_wins import WhoWins
from puzzles.misconceptions import BY_ID, predicts
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle
from tests.test_reasons_words import answers
from tutor.playing.coach_reasons import whose
from tutor.words.explanation import asked_label, explain, say_hint
from tutor.words.texts import LANGUAGES, Texts

BY_FORM = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
BY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)

RARE = (
    "1 who-wins two culbertson N=S S=C : N HJ CT DA CQ",
    "1 who-wins two akagiri N=C S=S : N CQ C8 SA D8",
    "1 who-wins partnership akagiri N=H E=C S=S W=D : N HA CQ S8 HJ",
    "1 ladder two culbertson N=C S=S : N H8 SK HK S8 : last 2",
    "1 what-score two culbertson N=S S=D : N : S4:- H2:KQJT97 : 13",
)


@cache
def drawn(kind: str) -> tuple[Puzzle, ...]:
    """Puzzles of a kind in all forms and rulebooks; of tricks the rule is asked, too."""
    found = [parse_puzzle(line) for line in RARE if line.startswith(f"1 {kind} ")]
    for variant, rulebook in product(VARIANTS.values(), RULEBOOKS):
        for rule, seed in product(rules_of(kind, variant, rulebook), range(12)):
            rng = Random(seed)
            found.append(generate(kind, rule, variant, rng.choice(variant.tables(rulebook)), rng))
    asked = [replace(puzzle, why=True) for puzzle in found if isinstance(puzzle, WhoWins)]
    return (*found, *asked)


def verdicts(puzzle: Puzzle, say: Texts) -> Iterator[str]:
    """Yield all that is said of any answer to a puzzle, but not the words of rules."""
    for answer in answers(puzzle):
        told = explain(puzzle, puzzle.check(answer), say, ())
        yield from (told.sentence, *told.sentences)


def rules(puzzle: Puzzle, say: Texts) -> Iterator[str]:
    """Yield the rules that a puzzle tells of, as hints and after the right answer."""
    yield from (say_hint(hint, say) for hint in hints(puzzle) if hint.key == "rule")
    told = explain(puzzle, puzzle.check(puzzle.solution), say, ())
    yield from (rule.text for rule in (told.rule, *told.notes))


@BY_LANGUAGE
def test_no_two_is_named_to_two_players_whose_cards_end_at_the_seven(language: str) -> None:
    say, named = (
        Texts(language),
        {"en": r"\ba two\b|to the two\b", "ja": r"2(でも|も|が)"}[language],
    )
    two = VARIANTS["two"]
    for idea in KIND_OF:
        if idea not in BY_ID or BY_ID[idea].applies(two):
            assert not re.search(named, say(f"misconception.{idea}.text")), idea


@BY_LANGUAGE
def test_rules_of_every_form_say_of_a_suit_what_is_so_suit_by_suit(language: str) -> None:
    """Of three suits there are three markers; two players build in two suits side by side."""
    say = Texts(language)
    assert not re.search(r"\bfour\b|4", say("rule.revoke.suit-markers.text"))
    first, *_ = re.split(r"\.|。", say("rule.calypso.one-at-a-time.text"))
    assert re.search("suit|スート", first)


@BY_LANGUAGE
def test_who_ruffs_twice_is_not_counted_as_two(language: str) -> None:
    say, twice = Texts(language), 0
    counted = re.compile(r"\b(one|two|more) players?\b|[1１2２]人(以上)?(が|だけ)")
    for puzzle in (*drawn("who-wins"), *drawn("ladder")):
        assert puzzle.ruling
        roles, plays = puzzle.ruling.roles, puzzle.ruling.trick.plays
        ruffs = [play.seat for play, what in zip(plays, roles, strict=True) if what == Role.RUFF]
        if len(ruffs) > len(set(ruffs)):
            twice += 1
            assert not [words for words in verdicts(puzzle, say) if counted.search(words)], puzzle
    assert twice >= 5


@BY_LANGUAGE
def test_where_a_ruff_did_not_beat_a_led_trump_nobody_is_told_that_ruffs_do(language: str) -> None:
    say, held = Texts(language), 0
    any_ruff = re.compile(r"\b(only a|any) ruff\b|切ったカードだけ|どの切札で(切って)?も")
    for puzzle in (*drawn("who-wins"), *drawn("ladder")):
        assert puzzle.ruling
        roles = puzzle.ruling.roles
        if Role.RUFF in roles and roles[puzzle.ruling.winner] == Role.LED_TRUMP:
            held += 1
            assert not [words for words in verdicts(puzzle, say) if any_ruff.search(words)], puzzle
    assert held >= 20


def test_a_discard_is_told_of_where_it_would_win_for_somebody_else() -> None:
    """Of two the winner may have discarded the highest card."""
    own = 0
    for puzzle in drawn("who-wins"):
        assert puzzle.ruling
        ruling, winner = puzzle.ruling, puzzle.ruling.winning.seat
        by_rank = predicts(BY_ID["highest-card-wins"], ruling.trick, ruling.table)
        told = any(note.key == "note.discard-never-wins" for note in notes(ruling))
        own += by_rank == winner and Rule.DISCARD_NEVER_WINS in ruling.notes
        assert not told or by_rank != winner, puzzle
    assert own >= 5


CALYPSOS = {Rule.FIRST_CALYPSO: 1, Rule.SECOND_CALYPSO: 1, Rule.LATER_CALYPSO: 2}
"""How many calypsos of a suit are so called."""


@BY_LANGUAGE
def test_what_calypsos_are_worth_is_said_of_each_suit_where_one_player_builds_two(
    language: str,
) -> None:
    say, several = Texts(language), 0
    of_a_suit = {"en": "suit", "ja": "スート"}[language]
    for puzzle in drawn("what-score"):
        assert isinstance(puzzle, WhatScore)
        for line in puzzle.score.lines:
            if line.count > CALYPSOS.get(line.rule, line.count):
                several += 1
                words = say(f"rule.{line.rule.value}.text")
                assert words in set(rules(puzzle, say))
                assert all(name in words for name in (say.name(puzzle.variant), of_a_suit))
    assert several >= 20


@BY_LANGUAGE
def test_the_points_asked_for_are_the_own_where_those_of_no_partner_count_too(
    language: str,
) -> None:
    say, own = Texts(language), {"en": "own score", "ja": "だけの得点"}[language]
    for puzzle in drawn("what-score"):
        assert isinstance(puzzle, WhatScore)
        place, variant = puzzle.table.seats.index(puzzle.seat), puzzle.variant
        beside = variant.counts[place] != variant.feeds[place]
        assert (own in asked_label(say, puzzle)) == beside, puzzle


def dealers(variant: Variant) -> list[Seat]:
    """Who deals each deal of a game, where the deal passes to the left."""
    table = variant.table(CULBERTSON)
    dealing = [table.seats[0]]
    while len(dealing) < variant.deals:
        dealing.append(next_dealer(variant, table, dealing[-1], table.seats[0]))
    return dealing


@BY_FORM
@BY_LANGUAGE
def test_nobody_is_said_to_deal_or_play_once_who_does_so_again(
    variant: Variant, language: str
) -> None:
    say = Texts(language)
    told = {
        words
        for puzzle in drawn("whose-turn")
        if puzzle.variant == variant
        for words in rules(puzzle, say)
    }
    if variant.next_dealer == NextDealer.LEFT and max(Counter(dealers(variant)).values()) > 1:
        for sentence in re.split(r"(?<=[.。])", " ".join(told)):
            once = re.search(r"deals once|once each|1回ずつ", sentence)
            assert not once or re.search(r"four players|4人", sentence), sentence
    if variant.trick > len(variant.seats):
        assert not [words for words in told if re.search(r"one card each|1人1枚", words)]


@BY_FORM
@BY_LANGUAGE
def test_a_trick_goes_to_one_of_those_who_share_points_but_not_cards(
    variant: Variant, language: str
) -> None:
    """Partners are a side, which has what either of them wins; who counts a neighbour is none."""
    say, table = Texts(language), variant.table(CULBERTSON)
    seat = table.seats[0]
    side = say.name(whose(view(new(variant, table, seat, Random(1)), seat)))
    said = say("coach.why.wins", side=side, this=100, that=0, other="other.trumps")
    shares = variant.counts[0] != variant.feeds[0]
    assert bool(re.search(r"\bor\b|か", said)) == shares
    assert " and " not in said


@BY_LANGUAGE
def test_the_coach_names_the_two_levels_that_it_knows_how_to_play(language: str) -> None:
    """At a table of novices, too, the others are taken for club players or experts."""
    say = Texts(language)
    said = say("coach.how", deals=100).lower()
    assert all(say(f"play.level.{level}").lower() in said for level in ("club", "expert"))
    assert say("play.level.novice").lower() not in said
