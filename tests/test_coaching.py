"""The coach says what was found in simulated deals and what lies open, and nothing else."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from string import Formatter

import pytest

from engine.calypso import holdings
from engine.cards import Card
from engine.game import ClaimRevoke, Game, legal, new, play
from engine.players import Level, choose
from engine.players.expert import weigh
from engine.rulebooks import CULBERTSON
from engine.table import Seat
from engine.trick import Play
from engine.variants import VARIANTS
from engine.view import View, view
from engine.view import legal as legal_actions
from puzzles.kinds.best_card.position import BestCard
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Fact
from tests import playing
from tests.benchmarks.coach import measured as chances
from tests.playing import among_novices
from tutor.drawing.coach import action_label, coach_html, sentence, summary, told_of_option
from tutor.drawing.markup import Look
from tutor.playing.agreement import Coach, Manner
from tutor.playing.coach import (
    INSTRUCTIVE,
    Advice,
    Decision,
    Reviewed,
    account,
    advise,
    decisions,
    instructive,
    puzzle_of_decision,
    recalled,
    review,
)
from tutor.playing.coach_reasons import AgainstBest, suits
from tutor.playing.match import Match, act, begin, continue_, hinted, run
from tutor.words.texts import LANGUAGES, Texts, entries

pytestmark = pytest.mark.long

A_TRICK = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"


BEFORE_THE_LAST = {
    *("own-built", "own-lost", "mate-built", "mate-lost", "rival-built", "rival-denied"),
    *("gains", "rivals-gain", "spoilt"),
}
"""Reasons that are as likely as they say; where the trick ends with the card they are sure."""


def positions(form: str, seed: int, every: int) -> Iterator[Game]:
    """Positions with a choice from a whole game of novices, one in *every*."""
    rng, variant = Random(seed), VARIANTS[form]
    table = variant.table(CULBERTSON)
    game = new(variant, table, table.seats[0], rng)
    number = 0
    while not game.over:
        if len(legal(game)) > 1:
            number += 1
            if number % every == 0:
                yield game
        game, _ = play(game, choose(view(game, game.turn), Level.NOVICE, rng))


def ends_the_trick(seen: View) -> bool:
    return len(seen.trick) + 1 == seen.variant.trick


@cache
def asked_about() -> tuple[View, ...]:
    """A sixth of the positions of a game of every form, and all in which the trick ends.

    Two players play once more: they alone may play twice to a trick.
    """
    return tuple(
        seen
        for seed, form in enumerate((*VARIANTS, "two"))
        for at, game in enumerate(positions(form, seed, 1), 1)
        if at % 6 == 0 or ends_the_trick(view(game, game.turn))
        for seen in (view(game, game.turn),)
    )


@cache
def advices() -> tuple[Advice, ...]:
    """What the coach says in many positions of every form."""
    return tuple(advise(seen, 1, 16) for seen in asked_about())


def test_every_reason_has_words_and_no_words_are_dead() -> None:
    said = {
        reason.key for advice in advices() for option in advice.options for reason in option.reasons
    }
    written = {key.removeprefix("coach.why.") for key in entries() if key.startswith("coach.why.")}
    assert said == written


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_can_be_said(language: str) -> None:
    say = Texts(language)
    for advice in advices():
        assert summary(say, advice)
        for option in advice.options:
            assert all("{" not in words for words in told_of_option(say, option))


def test_a_reason_has_the_facts_its_words_name() -> None:
    for advice in advices():
        for option in advice.options:
            for reason in option.reasons:
                words = entries()[f"coach.why.{reason.key}"]["en"]
                named = {name for _, name, _, _ in Formatter().parse(words) if name}
                assert named <= set(reason.facts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_who_did_not_follow_it_is_not_said_that_they_have_none(language: str) -> None:
    """By table rules revokes pass, so that a suit may be held which was not followed."""
    say, none = Texts(language), r"\b(known|none|void|out of)\b|持って|わかって|できなかった"
    said = say("coach.why.rival-void", seat=Seat.EAST), say("coach.how", deals=200)
    assert not [words for words in said if re.search(none, words)]


def test_of_trumps_that_are_left_for_certain_no_mean_is_told() -> None:
    said = [
        reason.facts[name]
        for advice in advices()
        for option in advice.options
        for reason in option.reasons
        if reason.key == "trumps-left"
        for name in ("this", "that")
    ]
    assert said
    assert all(isinstance(one, int) for one in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_sentence_says_what_to_do_or_what_a_card_was_worth(language: str) -> None:
    say, ends = Texts(language), {"en": ".", "ja": "。"}[language]
    for advice in advices():
        for asked in (None, *(option.action for option in advice.options)):
            words = sentence(say, advice, asked=asked)
            assert words.endswith(ends)
            assert len(re.findall(r"[.](?!\d)|。", words)) == 1
            assert "{" not in words
            assert "the others" not in words or len(advice.options) > 2, "one is not several"
            about = advice.options[0] if asked is None else advice.of(asked)
            if isinstance(about.action, Play) and len(advice.options) > 1:
                assert say.name(about.action.card) in words.lower() or language != "en"


def test_points_given_away_are_said_once() -> None:
    said = 0
    for advice in advices():
        for option in advice.options:
            words = sentence(Texts("en"), advice, asked=option.action)
            if option.standing == AgainstBest.BEHIND and "end of the deal" in words:
                said += 1
                assert re.findall(r"[\d,]+(?= point)", words) == [
                    f"{max(1, round(option.behind)):,}"
                ]
    assert said


def test_cards_that_go_to_a_pile_are_not_said_to_be_of_use() -> None:
    """They are of a suit that is built, but may be there already."""
    names = (
        ("partnership", "your side’s suits"),
        ("solo", "your suit"),
        ("three", "your suit"),
        ("split", "the suits of you and the player on your right"),
        ("two", "your suits"),
    )
    for form, name in names:
        game = next(positions(form, 2, 5))
        assert Texts("en").name(suits(view(game, game.turn))) == name


def test_of_the_last_card_of_a_trick_no_chance_is_told() -> None:
    """What becomes of it then is alike in all deals."""
    sure = Counter[str]()
    for seen, advice in zip(asked_about(), advices(), strict=True):
        last = ends_the_trick(seen)
        for option in advice.options:
            for reason in option.reasons:
                assert not last or reason.key not in BEFORE_THE_LAST
                if reason.key.endswith("-sure"):
                    assert last
                    sure[reason.key] += 1
                    told_of = [reason.facts.get(name, 0) for name in ("this", "that")]
                    assert all(isinstance(it, int) for it in told_of), "2 cards, not 2.0"
    assert {key.removesuffix("-sure") for key in sure} == BEFORE_THE_LAST


def test_what_always_or_never_happens_is_said_so() -> None:
    say, card = Texts("en"), Card.parse("HQ")
    facts: dict[str, Fact] = {"side": "side.pair", "rivals": "rivals.many", "other": card}
    assert say("coach.why.wins", this=100, that=0, **facts) == (
        "this trick goes to your side in all of the deals, against none with the queen of hearts"
    )
    assert say("coach.why.rivals-gain-sure", this=0, that=1, **facts) == (
        "this trick gives the opponents no cards for calypsos, against 1 with the queen of hearts"
    )
    say = Texts("ja")
    assert say("coach.why.wins", this=31, that=100, **facts) == (
        "このトリックにあなたの組が勝つのは配りの31%、ハートのQではすべてです"
    )
    assert say("coach.why.own-built", this=100) == "配りのすべてで、あなたのカリプソに加わります"
    assert say("coach.why.own-lost", this=0) == (
        "あなたのカリプソにまだないのに、どの配りでも加わりません"
    )
    assert say("coach.why.rivals-gain-sure", this=0, that=1, **facts) == (
        "このトリックで相手のカリプソに加わるのは0枚、ハートのQでは1枚です"
    )


def test_what_a_card_may_well_do_later_both_sets_of_deals_say() -> None:
    said = 0
    for seen, advice in zip(asked_about(), advices(), strict=True):
        told_of = [
            reason
            for reason in advice.options[0].reasons
            if reason.key in {"kept-ruffs", "kept-wins"}
        ]
        for reason in told_of:
            said += 1
            best, *_ = weigh(seen, Random(1), deals=16)
            for deals in (best.outlook, best.again):
                later = {"kept-ruffs": deals.takes_later, "kept-wins": deals.wins_later}
                card = reason.facts["other"]
                assert isinstance(card, Card)
                assert later[reason.key][card] >= 0.4
    assert said >= 5


def test_what_is_said_and_drawn_of_an_error_is_two_errors_wide() -> None:
    say = Texts("en")
    for advice in advices():
        html = str(coach_html(Look(say), advice))
        for option in advice.options[1:]:
            reach = max(1, round(2 * option.error))
            assert f"{round(option.behind):,} " in html or option.behind == 0
            assert f"give or take {reach}" in html or option.error == 0
            chance = option.behind - 2 * option.error <= 0
            assert (option.standing == AgainstBest.LEVEL) == chance


def test_a_difference_that_was_the_same_in_every_deal_is_not_said_to_be_off() -> None:
    advice = next(advice for advice in advices() if advice.tells)
    sure = tuple(replace(option, error=0.0) for option in advice.options)
    html = str(coach_html(Look(Texts("en")), replace(advice, options=sure)))
    assert "±" in str(coach_html(Look(Texts("en")), advice))
    for doubt in ("±", "give or take", "whisker"):
        assert doubt not in html
    assert html.count(" behind in every deal.") == sum(option.behind > 0 for option in sure)


def test_what_came_to_the_same_in_every_deal_is_not_called_a_lead_or_luck() -> None:
    say, same, alone = Texts("en"), 0, 0
    for advice in advices():
        others = advice.options[1:]
        html = str(coach_html(Look(say), advice))
        equal = [option for option in others if option.behind == option.error == 0]
        for option in equal:
            same += 1
            assert told_of_option(say, option) == (
                "In every deal it comes to the same as the best card.",
            )
            assert f"{action_label(say, option.action)}: the same as the best card in every" in html
            assert action_label(say, option.action) not in summary(say, advice)
        level = [option for option in others if option.standing == AgainstBest.LEVEL]
        if equal and level == equal:
            alone += 1
            assert re.match("No (card|choice) did better than", summary(say, advice))
    assert same >= 5
    assert alone


def test_of_a_low_trump_that_is_better_kept_it_is_said_what_it_does_later() -> None:
    told = Counter(
        reason.key
        for advice in advices()
        for option in advice.options
        for reason in option.reasons
        if reason.key.startswith(("kept-", "spent-", "ruffs-later"))
    )
    assert set(told) == {
        "kept-ruffs",
        "kept-wins",
        "spent-ruffs",
        "spent-wins",
        "ruffs-later",
    }


def test_chances_that_are_named_come_true_about_as_often_as_it_says() -> None:
    """The benchmark `coach` puts 10,000 decisions to the test; here a few, by a wide margin."""
    record = chances(40, 7)
    assert record.decisions == 40
    said = sum(size.said for size in record.sizes) / 100
    true, count = (sum(getattr(size, what) for size in record.sizes) for what in ("true", "count"))
    assert count > 12
    assert abs(said - true) < 0.05 * count + 4 * (count / 4) ** 0.5


def test_the_best_stands_first_and_lies_behind_nothing() -> None:
    for advice in advices():
        first, *others = advice.options
        assert (first.standing, first.behind) == (AgainstBest.BEST, 0)
        assert all(other.standing != AgainstBest.BEST and other.behind >= 0 for other in others)
        assert advice.clear == all(other.standing == AgainstBest.BEHIND for other in others)


def test_every_option_that_lies_behind_is_told_why_and_none_is_told_twice() -> None:
    for advice in advices():
        for option in advice.options:
            keys = [(reason.key, tuple(reason.facts.items())) for reason in option.reasons]
            assert len(keys) == len(set(keys)) <= 3
            assert keys or len(advice.options) == 1 or option.standing == AgainstBest.BEST


def test_a_calypso_that_explains_the_difference_is_told_before_a_card() -> None:
    """A card in a row is worth 20 points, a calypso 500: the one is no reason for the other's."""
    explained = 0
    for advice in advices():
        for option in advice.options:
            completing = [
                reason
                for reason in option.reasons
                if reason.key in {"completes", "rivals-complete"}
                and 5 * abs(number(reason.facts["this"]) - number(reason.facts["that"]))
                >= option.behind
            ]
            if completing and option.standing == AgainstBest.BEHIND:
                explained += 1
                first = option.reasons[0].key.removesuffix("-sure")
                assert not first.endswith(("-built", "-lost", "-denied")), option.reasons
    assert explained >= 5


def number(fact: object) -> int:
    assert isinstance(fact, int)
    return fact


def test_a_share_that_is_told_was_counted() -> None:
    told_of = [
        (seen, option.action, reason.facts["this"])
        for seen, advice in zip(asked_about(), advices(), strict=True)
        for option in advice.options
        for reason in option.reasons
        if reason.key == "wins"
    ]
    assert len(told_of) >= 10
    for seen, action, share in told_of[:: len(told_of) // 10]:  # from every form
        found = {one.action: one for one in weigh(seen, Random(1), deals=16)}
        seats = seen.table.seats
        side = seen.variant.counts[seen.place]
        counted = sum(found[action].again.wins[seats.index(seat)] for seat in side)
        assert share == round(100 * counted)


@pytest.mark.parametrize(("form", "seed"), [("partnership", 1), ("solo", 1)])
def test_what_became_of_both_cards_speaks_for_neither(form: str, seed: int) -> None:
    """Two cards that opponents still need and do not get are alike, whichever opponents."""
    alike = 0
    for game in positions(form, seed, 2):
        seen = view(game, game.turn)
        best, *others = advise(seen, 1, 16).options
        others = [option for option in others if option.standing == AgainstBest.BEHIND]
        if not others or not all(isinstance(one.action, Play) for one in (best, others[0])):
            continue
        found = {one.action: one for one in weigh(seen, Random(1), deals=16)}
        theirs = [
            (place, calypso)
            for place, seat in enumerate(game.table.seats)
            if seat not in game.variant.counts[seen.place]
            for calypso in seen.calypsos[place]
        ]
        kept_out = [
            any(
                option.action.card.suit == calypso.suit
                and option.action.card.rank not in calypso.ranks
                and found[option.action].outlook.card_built[place] < 0.25
                for place, calypso in theirs
            )
            for option in (best, others[0])
            if isinstance(option.action, Play)
        ]
        if all(kept_out):
            alike += 1
            assert not [r for r in best.reasons if r.key.startswith("rival-denied")]
        if alike > 2:
            break
    assert alike


def test_the_same_decision_is_weighed_the_same_every_time() -> None:
    game = next(positions("solo", 2, 5))
    seen = view(game, game.turn)
    first = advise(seen, 7, 16)
    advise.cache_clear()
    assert advise(seen, 7, 16) == first


def test_nobody_is_advised_out_of_turn() -> None:
    game = next(positions("three", 2, 5))
    other = next(seat for seat in game.table.seats if seat != game.turn)
    with pytest.raises(ValueError, match="turn"):
        advise(view(game, other), 1, 16)


def test_the_bars_say_every_card_and_mark_the_one_that_was_played() -> None:
    advice = next(one for one in advices() if len(one.options) > 3)
    worst = advice.options[-1].action
    for language in LANGUAGES:
        say = Texts(language)
        html = coach_html(Look(say), advice, asked=worst)
        assert html.count("<li") >= len(advice.options)
        assert html.count(f">{say('coach.bar.played')}<") == 1


# ----------------------------------------------------------------------- the review


@cache
def played() -> Match:
    """One deal of a learner who plays the first card that is legal, and asks once."""
    variant = VARIANTS["partnership"]
    setup = replace(among_novices(variant.id, variant.seats[0], 5), coach=Coach.ON)
    match, asked = run(begin(setup)), False
    while match.game.deal == 1:
        if match.game.turn != setup.seat or len(match.game.trick) == variant.trick:
            match = run(continue_(match))
            continue
        if not asked:
            match, asked = hinted(match), True
        action = legal(match.game)[0]
        assert isinstance(action, Play)
        match = run(act(match, action))
        if len(decisions(match)) == variant.hand:
            break
    return match


def test_the_review_weighs_every_decision_with_what_was_known_then() -> None:
    match = played()
    found = [review(match, decision, deals=16) for decision in decisions(match)]
    assert len(found) == 13
    for one in found:
        choices = legal_count(one.decision.view.hand, one.advice)
        assert one.lost >= 0
        assert (one.advice is None) == (choices == 1)
    assert [one.decision.hinted for one in found].count(True) == 1


def legal_count(hand: tuple[object, ...], advice: Advice | None) -> int:
    return len(advice.options) if advice else min(1, len(hand))


def worst() -> list[Reviewed]:
    """What a learner gives away who always does what the coach likes least."""
    found = []
    for at, game in enumerate(islice(positions("partnership", 3, 2), 16)):
        seen = view(game, game.turn)
        action = advise(seen, 1, 16).options[-1].action
        assert not isinstance(action, ClaimRevoke)
        decision = Decision(at, game.deal, 1, seen, action, hinted=False)
        found.append(review(played(), decision, deals=32))
    return found


def test_the_account_adds_up_and_the_costliest_are_shown_first() -> None:
    found = worst()
    summed = account(found)
    assert summed.decisions == sum(one.advice is not None for one in found)
    assert summed.lost == pytest.approx(sum(one.lost for one in found))
    # Errors of chance make up for one another: it is their squares that add up.
    assert summed.error**2 == pytest.approx(sum(one.error**2 for one in found))
    shown = instructive(found)
    assert shown
    assert len(shown) <= INSTRUCTIVE
    losses = [one.lost for one in shown]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] == max(one.lost for one in found)


def test_a_card_against_the_rules_is_reviewed_as_no_choice() -> None:
    stages = playing.whole("partnership", Manner.TABLE)
    seat = stages[0].setup.seat
    match = next(one for one in stages if any(r.seat == seat for r in one.game.revokes))
    revoked = decisions(match)[-1]
    assert revoked.action not in legal_actions(revoked.view)
    reviewed = review(match, revoked)
    assert (reviewed.advice, reviewed.lost, reviewed.error) == (None, 0, 0)
    assert puzzle_of_decision(reviewed) is None
    assert account([reviewed]).decisions == 0


def test_what_gave_points_away_is_a_puzzle_whose_answer_is_the_better_card() -> None:
    found = worst()
    costly = [one for one in found if one.lost]
    assert costly
    for one in costly:
        puzzle, action = puzzle_of_decision(one), one.decision.action
        assert puzzle is not None
        assert isinstance(action, Play)
        assert isinstance(puzzle, BestCard)
        assert parse_puzzle(print_puzzle(puzzle)) == puzzle
        built = holdings(puzzle.variant, puzzle.table, puzzle.calypsos)
        assert built == one.decision.view.calypsos, "as it was on the table"
        assert puzzle.check(puzzle.solution).correct
        assert not puzzle.check(str(action.card)).correct


@pytest.mark.parametrize(
    ("behind", "error", "standing"),
    [
        (23.3, 11.58, AgainstBest.BEHIND),
        (1.15, 0.35, AgainstBest.BEHIND),
        (10.9, 5.46, AgainstBest.LEVEL),
        (0.4, 0.1, AgainstBest.LEVEL),
    ],
)
def test_a_puzzle_counts_a_card_as_right_where_the_review_did(
    behind: float, error: float, standing: AgainstBest
) -> None:
    """A line keeps whole points, and by them a card may not be clearer than it was, or less so."""
    found = next(one for one in worst() if one.lost and one.advice and len(one.advice.options) > 2)
    assert found.advice
    best, second, *others = found.advice.options
    told = replace(second, behind=behind, error=error, standing=standing)
    sure = [replace(one, behind=99, error=1, standing=AgainstBest.BEHIND) for one in others]
    advice = replace(found.advice, options=(best, told, *sure))
    puzzle = puzzle_of_decision(replace(found, advice=advice))
    assert isinstance(puzzle, BestCard)
    assert isinstance(second.action, Play)
    assert (second.action.card in puzzle.right) == (standing == AgainstBest.LEVEL)


def test_the_game_a_puzzle_was_made_of_knows_what_was_said_of_it() -> None:
    match = played()
    made = {puzzle_of_decision(one): one for one in (review(match, it) for it in decisions(match))}
    puzzles = [puzzle for puzzle in made if puzzle]
    assert len(puzzles) > 1
    for puzzle in puzzles:
        assert recalled(match, parse_puzzle(print_puzzle(puzzle))) == made[puzzle]
    first = puzzles[0]
    assert isinstance(first, BestCard)
    assert first.weighed
    assert recalled(match, replace(first, weighed=replace(first.weighed, deals=99))) is None
    assert recalled(match, replace(first, hands=(first.hand[1:],))) is None
    assert recalled(match, parse_puzzle(A_TRICK)) is None


def test_a_good_decision_and_one_without_a_choice_are_no_puzzle_about_a_mistake() -> None:
    match = played()
    forced = [d for d in decisions(match) if len(legal_actions(d.view)) == 1]
    assert forced
    assert all(puzzle_of_decision(review(match, one, deals=16)) is None for one in forced)
