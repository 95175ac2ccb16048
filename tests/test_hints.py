"""Three hints to every puzzle: the first two give nothing away, and all have words."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from random import Random

import pytest

from engine.cards import Card, fan_cards
from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.trick import Role
from engine.variants import VARIANTS
from puzzles.bank import bank
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS, hints
from puzzles.kinds.spot_revoke import SpotRevoke
from puzzles.kinds.what_is_built.position import WhatIsBuilt
from puzzles.kinds.what_score import WhatScore
from puzzles.notation import parse_puzzle
from puzzles.puzzle import HINTS, Puzzle, Reason
from tests.learner import learning_words
from tutor.words.explanation import say_hint
from tutor.words.texts import LANGUAGES, Texts, entries

_HAND = "1 best-card partnership culbertson N=C E=S S=D W=H : S D2 D9 DQ H3 : W C9 C5 CT : C0:AT"
WEIGHED = tuple(
    f"{_HAND} : - : 300 plan.withhold {found}"
    for found in ("D2 0 0 D9 4 3 DQ 9 4 H3 17 5", "DQ 0 0 D2 4 3 D9 9 4 H3 17 5")
)
"""One hand, as two weighings might have found it."""

REVOKED = (
    "1 spot-revoke partnership culbertson N=S E=C S=H W=D : "
    "W SQ S8 S5 SK : S D6 DJ DA D7 : N ST SA SK C9 : W CQ D3 DT S9"
)
"""West holds a spade, and led one, too; only once did West not follow suit."""


def drawn(kinds: Iterable[str], seeds: range) -> Iterator[Puzzle]:
    """Puzzles of these kinds, of all forms, rulebooks and rules."""
    for kind, variant, rulebook in product(kinds, VARIANTS.values(), RULEBOOKS):
        for rule in rules_of(kind, variant, rulebook):
            for seed in seeds[:2] if kind == "best-card" else seeds:
                rng = Random(seed)
                yield generate(kind, rule, variant, rng.choice(variant.tables(rulebook)), rng)


@cache
def found() -> list[tuple[Puzzle, tuple[Reason, ...]]]:
    """Puzzles of all kinds and the bank's, with their hints."""
    known = (entry.puzzle for entry in bank())
    puzzles = (*drawn(KINDS, range(8)), *known, *map(parse_puzzle, (*WEIGHED, REVOKED)))
    return [(puzzle, hints(puzzle)) for puzzle in puzzles]


def test_every_puzzle_has_three_hints_all_different() -> None:
    for puzzle, given in found():
        assert len({hint.key for hint in given}) == len(given) == HINTS, puzzle


def test_what_hints_say_of_a_trick_is_true_of_it() -> None:
    """Whatever the kind: who says that all follow suit, or that no trump was led, is right."""
    for puzzle, given in found():
        keys = {hint.key for hint in given}
        if puzzle.ruling is None:
            continue
        cards = puzzle.ruling.trick.cards
        if "look.lead" in keys:
            assert {card.suit for card in cards} == {cards[0].suit}, puzzle
        if "look.off-suit" in keys:
            assert {card.suit for card in cards} != {cards[0].suit}, puzzle
        if "order.plain-lead" in keys:
            assert puzzle.ruling.roles[0] != Role.LED_TRUMP, puzzle


Said = tuple[str, ...]
"""A hint as it is said: the kind of question, its number from 0, its key and its facts."""


def answers_by_hint(
    hinted: Iterable[tuple[Puzzle, tuple[Reason, ...]]],
) -> Mapping[Said, set[str]]:
    """By what the first two hints say, the right answers of the puzzles of which they say it."""
    answers: dict[Said, set[str]] = defaultdict(set)
    for puzzle, given in hinted:
        for level, hint in enumerate(given[:2]):
            facts = tuple(f"{name}={fact}" for name, fact in sorted(hint.facts.items()))
            answers[puzzle.kind, str(level), hint.key, *facts].add(puzzle.solution)
    return answers


def test_the_first_two_hints_fit_other_answers_too() -> None:
    """Whatever is said at level one or two is said of puzzles with several answers.

    What is said seldom may have met one answer by chance: of its kind more are drawn.
    """
    answers = answers_by_hint(found())
    alone = [said for said in answers if len(answers[said]) == 1]
    more = drawn({kind for kind, *_ in alone}, range(8, 40))
    others = answers_by_hint((puzzle, hints(puzzle)) for puzzle in more)
    assert [said for said in alone if answers[said] >= others.get(said, set())] == []


def test_the_first_two_hints_name_no_card_and_no_choice_but_the_suit_led() -> None:
    for puzzle, given in found():
        for hint in given[:2]:
            assert set(hint.facts) <= {"led", "seat", "rule", "words"}
            if puzzle.kind in ("who-wins", "ladder"):
                assert set(hint.facts) <= {"led"}


def test_the_third_hint_on_a_trick_names_the_winner_and_another_in_order_of_play() -> None:
    for puzzle, given in found():
        if puzzle.kind != "who-wins" or not puzzle.ruling:
            continue
        facts = given[2].facts
        plays = [f"{play.seat}:{play.card}" for play in puzzle.ruling.trick.plays]
        pair = [f"{facts['seat']}:{facts['card']}", f"{facts['other_seat']}:{facts['other']}"]
        assert plays.index(pair[0]) < len(plays) - plays[::-1].index(pair[1])
        assert str(puzzle.ruling.winning) in pair
        assert pair[0][0] != pair[1][0]


@pytest.mark.parametrize(
    ("position", "compared"),
    [
        ("N CA S2 C3 C4", "N CA E S2"),
        ("N CJ S8 C3 H9", "N CJ W H9"),  # of two ruffs the higher one
        ("N C9 H5 D4 C2", "N C9 S D4"),  # East only discards
        ("N CJ C2 C6 C3", None),  # no ruff
        ("N HJ S2 H6 C2", None),  # no trump led
    ],
)
def test_the_third_hint_on_rulebooks_is_about_the_trump_led_and_the_highest_ruff(
    position: str, compared: str | None
) -> None:
    line = f"1 rulebooks-differ partnership culbertson N=C E=S S=D W=H : {position}"
    *_, third = hints(parse_puzzle(line))
    named = " ".join(str(third.facts[key]) for key in ("seat", "card", "other_seat", "other"))
    assert (named if third.key == "compare.dispute" else None) == compared


def test_the_third_hint_on_a_sheet_leaves_two_totals() -> None:
    for puzzle, given in found():
        if isinstance(puzzle, WhatScore):
            facts = given[2].facts
            assert int(puzzle.solution) in (facts["low"], facts["high"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_hint_asks_which_of_two_it_is_where_it_is_neither(language: str) -> None:
    """A void hand follows with no card, and a ruff may be as high as the trump that was led."""
    say, neither = Texts(language), 0
    for puzzle, (*_, third) in found():
        card, other = third.facts.get("card"), third.facts.get("other")
        if not (isinstance(card, Card) and isinstance(other, Card)):
            continue
        void = third.key == "compare.hand" and third.facts["led"] not in (card.suit, other.suit)
        level = third.key == "compare.dispute" and card.rank == other.rank
        if void or level:
            neither += 1
            assert not re.search(r"(?i)\bwhich\b|どちら(ですか|が)", say_hint(third, say)), puzzle
    assert neither > 10


def held_on(puzzle: SpotRevoke, number: int) -> bool:
    """Whether the player still holds the suit led in a trick, or else plays it later."""
    cards = [*(puzzle.hand or ())]
    if puzzle.hand is None:
        later = (play for trick in puzzle.tricks[number:] for play in trick.plays)
        cards = [play.card for play in later if play.seat == puzzle.seat]
    return puzzle.tricks[number - 1].lead.card.suit in {card.suit for card in cards}


def test_the_third_hint_on_a_revoke_asks_for_what_is_true_of_that_trick_alone() -> None:
    for puzzle, (*_, third) in found():
        if isinstance(puzzle, SpotRevoke):
            pair = {third.facts["first"], third.facts["second"]}
            off = {number for number in puzzle.tricks_off if number in pair}
            holds = {number for number in range(1, 6) if number in pair and held_on(puzzle, number)}
            asked = off if third.key == "compare.tricks.off" else holds
            assert asked == {puzzle.revoke[0]}, puzzle


def test_the_third_hint_on_a_card_is_about_the_card_that_is_asked() -> None:
    asked = 0
    for puzzle, _ in found():
        for number, part in enumerate(puzzle.parts):
            *_, third = hints(puzzle, number)
            if "card" in part.facts and "card" in third.facts:
                assert third.facts["card"] == part.facts["card"], puzzle
                assert third.facts.get("seat", part.facts["seat"]) == part.facts["seat"], puzzle
                asked += 1
            elif isinstance(puzzle, WhatIsBuilt):
                card = part.facts["card"]
                assert isinstance(card, Card)
                assert third.facts["suit"] == card.suit, puzzle
    assert asked > 100


def test_cards_of_a_hand_are_named_in_the_order_in_which_they_are_seen() -> None:
    """Of the hand K, 3 it was said that the three and king might be played."""
    named = 0
    for puzzle in drawn(("which-cards", "spot-revoke"), range(8)):
        first, *_ = puzzle.parts
        for answer in (first.choices[0].token, " ".join(c.token for c in first.choices)):
            for reason in puzzle.check(answer if first.many else puzzle.solution).reasons:
                cards = reason.facts.get("cards", ())
                assert isinstance(cards, tuple)
                assert cards == fan_cards(card for card in cards if isinstance(card, Card))
                named += len(cards) > 1
    assert named > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_can_be_said(language: str) -> None:
    say = Texts(language)
    for _, given in found():
        for hint in given:
            words = say_hint(hint, say)
            assert words.endswith((".", "?", "。"))
            assert "{" not in words


def test_sides_to_compare_are_told_apart_where_each_is_a_list() -> None:
    line = "1 who-has-won partnership culbertson N=C E=S S=D W=H : N 1230 E 900 S 850 W 1100"
    words = say_hint(hints(parse_puzzle(line))[2], Texts("ja"))
    assert words.startswith("「北と南」と「東と西」を比べましょう。")


def test_no_hint_is_without_words_and_no_words_are_dead() -> None:
    used = {f"hint.{hint.key}" for _, given in found() for hint in given if hint.key != "rule"}
    assert used == {key for key in learning_words() if key.startswith("hint.")}


@pytest.mark.parametrize("key", sorted(learning_words()))
def test_words_keep_the_manner(key: str) -> None:
    english, japanese = (entries()[key][language] for language in ("en", "ja"))
    assert not re.search(r"(?i)\b(just|simply|obviously|of course|easy|easily)\b|[!！]", english)
    assert not re.search(r"[!！]", japanese)
    assert not re.search(r"[a-z]{2,}", re.sub(r"\{[^}]*\}", "", japanese))
    assert set(re.findall(r"\{(\w+)", english)) == set(re.findall(r"\{(\w+)", japanese))


def test_hints_follow_from_the_position() -> None:
    head = "1 who-wins partnership akagiri N=C E=S S=D W=H"
    look, order, compare = hints(parse_puzzle(f"{head} : N CJ S4 C6 C5"))
    assert (look.key, order.key, compare.key) == (
        "look.off-suit",
        "order.led-trump.higher-ruff",
        "compare.role",
    )
    assert Texts("en")(f"hint.{compare.key}", **compare.facts).startswith(
        "Compare North’s jack of clubs with East’s four of spades."
    )
    assert hints(parse_puzzle(f"{head} : N H6 HQ HT HQ"))[2].key == "compare.equal"
    built = "1 what-is-built partnership akagiri N=C E=S S=D W=H : N CK C2 C7 H3 : C0:AQJT98"
    assert hints(parse_puzzle(built))[1].facts["rule"] == Rule.OWN_SUIT_BUILDS


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        # By one rulebook a ruff is equal to a led trump, by the other it beats any.
        ("partnership culbertson N=C E=S S=D W=H : E HQ HQ H9 HQ : last 3", "equal rank equal"),
        ("partnership culbertson N=C E=S S=D W=H : N C9 S9 D9 CA : last 3", "role equal role"),
        ("partnership akagiri N=C E=S S=D W=H : N C9 S9 D8 CA : last 3", "equal rank role"),
        ("two culbertson N=S S=D : N HA H8 HA H8 : last 2", "equal rank"),
    ],
)
def test_of_equal_cards_no_hint_says_that_rank_decides(line: str, keys: str) -> None:
    puzzle = parse_puzzle(f"1 ladder {line}")
    told = [hints(puzzle, number)[2].key for number in range(len(puzzle.parts))]
    assert told == [f"compare.{key}" for key in keys.split()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_cards_go_nothing_is_said_of_sides_if_everybody_plays_alone(language: str) -> None:
    """A learner of the games for two or three, or of solo, would look for a partner."""
    say, side = Texts(language), {"en": r"\bside\b", "ja": "組|側"}[language]
    for puzzle, given in found():
        if not (isinstance(puzzle, WhatIsBuilt) and puzzle.alone):
            continue
        said = [say_hint(hint, say) for hint in given if hint.key != "rule"]
        said += map(say.explain, puzzle.check(puzzle.solution).reasons)
        for words in said:
            assert not re.search(side, words), (str(puzzle.variant), words)


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("partnership culbertson N=C E=S S=D W=H : W D6 HK HA C5 : deal 2 E", "on East’s left?"),
        ("two culbertson N=S S=D : S DJ DT S9 D9 : deal 1 N", "lost this trick?"),
    ],
)
def test_the_last_hint_on_who_deals_asks_for_what_decides_it(line: str, asks: str) -> None:
    """To ask whom the deal passes to would be the question over again."""
    *_, last = hints(parse_puzzle(f"1 whose-turn {line}"))
    assert say_hint(last, Texts("en")).endswith(asks)
