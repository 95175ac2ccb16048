"""Every kind of question knows its answer, says why a wrong one is wrong, and refuses nonsense."""

from random import Random

import pytest

from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS
from engine.rules import Rule
from engine.table import Seat
from engine.variants import VARIANTS
from puzzles.explanations import matters
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS, fitting, kind_of, predicted, words_of
from puzzles.kinds.what_score import MISCONCEPTIONS, WhatScore
from puzzles.notation import parse_puzzle
from puzzles.scenes import HandSight, LadderSight, Stage, TableSight, solved

T = "N=C E=S S=D W=H"

ANSWERS = [
    # puzzle, answer                                      keys of the reasons, misconception
    ("who-wins", "N H8 HJ HT H3", "E", "won.suit-highest note.led-suit-no-trump", None),
    (
        "who-wins",
        "N H8 HJ HT H3",
        "W",
        "lost.own-suit-below-suit won.suit-highest",
        "following-is-trumping",
    ),
    (
        "who-wins",
        "N H8 HJ HT H3",
        "N",
        "lost.suit-below-suit won.suit-highest",
        "leader-unless-ruffed",
    ),
    (
        "who-wins",
        "N H6 HQ HQ HT",
        "S",
        "lost.suit-equals-suit won.suit-highest",
        "last-of-equals-wins",
    ),
    (
        "who-wins",
        "N C2 CA HK CQ",
        "S",
        "lost.discard won.led-trump-wins",
        "not-following-is-trumping",
    ),
    (
        "who-wins",
        "N C2 CA CK CQ",
        "E",
        "lost.suit-below-led-trump won.led-trump-wins",
        "led-trump-is-nothing-special",
    ),
    (
        "who-wins",
        "N C6 S7 C5 C4",
        "N",
        "lost.led-trump-below-ruff.any-ruff won.ruff-wins.any-ruff",
        "led-trump-is-unbeatable",
    ),
    (
        "who-wins",
        "N H5 S9 D9 H2",
        "S",
        "lost.ruff-equals-ruff won.highest-ruff-wins",
        "last-ruff-wins",
    ),
    (
        "who-wins",
        "N CA S2 C3 C4",
        "N",
        "lost.led-trump-below-ruff.any-ruff won.ruff-wins.any-ruff",
        None,
    ),
    (
        "who-wins",
        "N C9 CJ C6 C5 : why",
        "N / trick.suit-highest",
        "decides-only.suit-highest won.led-trump-wins",
        None,
    ),
    (
        "who-wins",
        "N C9 CJ C6 C5 : why",
        "E / trick.led-trump-wins",
        "lost.suit-below-led-trump won.led-trump-wins",
        "led-trump-is-nothing-special",
    ),
    ("which-cards", "S C3 CK H2 : W C5 CA C7", "CK C3", "may.follow", None),
    ("which-cards", "S C3 CK H2 : W C5 CA C7", "C3", "may.follow may.too", None),
    ("which-cards", "S C3 CK H2 : W C5 CQ C7", "CK", "may.follow may.too", "must-beat"),
    ("which-cards", "S C3 D2 H2 : W C5 CA C7", "C3 D2", "may.follow may.not", "may-always-ruff"),
    ("which-cards", "S C3 H2 : W C5 CA C7", "C3 H2", "may.follow may.not", "need-not-follow"),
    ("which-cards", "S D2 H2 : W C5 CA C7", "D2", "may.void", "must-ruff"),
    ("which-cards", "S D2 H2 : W C5 CA C7", "H2", "may.void", "may-not-ruff"),
    ("which-cards", "S D2 H2 : -", "H2", "may.lead", "may-not-lead-trumps"),
    ("which-cards", "S D2 H2 : -", "D2", "may.lead", "must-lead-trumps"),
    (
        "what-is-built",
        "N CK CK C5 DA : C0:AQJT98765432",
        "N / N+ / N+ / S",
        "built.own-suit built.same-trick-starts-next built.partner-gets-cards",
        None,
    ),
    (
        "what-is-built",  # of two equal cards either may finish and the other start
        "N CK CK C5 DA : C0:AQJT98765432",
        "N+ / N / N+ / S",
        "built.own-suit built.same-trick-starts-next built.partner-gets-cards",
        None,
    ),
    (
        "what-is-built",  # what completes a calypso is told before what that begins
        "N C7 C4 CK DA : C0:AQJT98765432",
        "N+ / N+ / N / S",
        "built.own-suit built.same-trick-starts-next built.partner-gets-cards",
        None,
    ),
    (
        "what-is-built",
        "N CK CK C5 DA : C0:AQJT98765432",
        "N / pile / pile / S",
        "sent-pile.same-trick-starts-next sent-pile.same-trick-starts-next",
        "nothing-starts-next",
    ),
    (
        "what-is-built",
        "N CK CK C5 DA : C0:AQJT98765432",
        "N+ / N+ / N+ / S",
        "sent-next.own-suit",
        None,
    ),
    (
        "what-is-built",
        "N CK HA C2 DA : -",
        "N / pile / N / pile",
        "sent-pile.partner-gets-cards",
        "winner-alone-builds",
    ),
    (
        "what-is-built",
        "N CK HA C2 DA : -",
        "N / W / N / S",
        "sent.others-to-pile",
        "every-suit-builds",
    ),
    (
        "what-is-built",
        "N CK HA C2 SA : H0:A S0:KQ",
        "N / pile / N / E",
        "sent.others-to-pile",
        "every-suit-builds",
    ),
    (
        "what-is-built",
        "N CK HA C2 DA : C0:K",
        "N+ / pile / N / S",
        "sent-next.one-at-a-time.unfinished",
        "duplicates-start-next",
    ),
    (
        "what-is-built",
        "N CK HA C2 DA : C0:K",
        "N / pile / N / S",
        "sent-current.one-at-a-time",
        "every-card-fits",
    ),
    (
        "what-is-built",
        "N CK CK CK C5 : C0:AQJT98765432",
        "N / N+ / N+ / N+",
        "sent-next.one-at-a-time.completed",
        "duplicates-start-next",
    ),
    (
        "what-is-built",
        "N CK HA C2 SK : C0:A : deal 2",
        "N+ / pile / N+ / pile",
        "sent-next.own-suit sent-next.own-suit built.carries-over",
        "deal-starts-anew",
    ),
    (
        "what-score",
        "N : C2:AK : 10",
        "1390",
        "line.first-calypso line.second-calypso line.unfinished-cards line.pile-cards score.total",
        None,
    ),
    (
        "what-score",
        "N : C2:AK : 10",
        "1140",
        "line.first-calypso line.second-calypso line.unfinished-cards line.pile-cards score.total",
        "every-calypso-500",
    ),
    ("what-score", "N : C0:A : 0", "30", "score.adding line.unfinished-cards score.total", None),
    (
        "what-score",
        "E : S1:- : 0 : revoke own",
        "500",
        "line.first-calypso penalty.own.added-to-others score.total",
        None,
    ),
    (
        "what-score",
        "E : S1:- : 0 : revoke own",
        "240",
        "line.first-calypso penalty.own.added-to-others score.total",
        "penalty-for-both",
    ),
    ("spot-revoke", "N H8 S2 H9 H3 : E H4 H5 H6 H7 : E ?", "1:E", "revoke.later", None),
    ("spot-revoke", "N H8 S2 H9 H3 : E H4 H5 H6 H7 : E ?", "2:E", "revoke.led revoke.later", None),
    (
        "spot-revoke",
        "N H8 S2 H9 H3 : E C2 C3 C4 C5 : N D3 C7 D5 D6 : E D9 S7",
        "1:E",
        "revoke.void revoke.hand",
        "not-following-is-revoking",
    ),
    (
        "spot-revoke",
        "N D8 D2 S9 D3 : N C2 S5 C4 C5 : E D4 D5 D6 D7 : S DA",
        "3:S",
        "revoke.followed revoke.later",
        None,
    ),
    ("rulebooks-differ", "N CA S2 C3 C4", "E / N", "by.any-ruff by.higher-ruff", None),
    (
        "rulebooks-differ",
        "N CA S2 C3 C4",
        "N / E",
        "by.any-ruff lost.led-trump-below-ruff.any-ruff by.higher-ruff",
        None,
    ),
    (
        "rulebooks-differ",
        "N CJ SQ D6 C2",
        "S / E",
        "lost.ruff-below-ruff agree.higher-ruff won.highest-ruff-wins.higher-ruff",
        None,
    ),
    ("rulebooks-differ", "N CJ C2 C6 C2", "N / N", "agree.no-ruff won.led-trump-wins", None),
    ("rulebooks-differ", "N HJ S2 H6 C2", "E / E", "agree.no-trump-led won.ruff-wins", None),
    (
        "ladder",
        "N H6 HQ HQ HT : last 2",
        "equal-later / below",
        "rung.lower won.suit-highest",
        None,
    ),
    (
        "ladder",
        "N H6 HQ HQ HT : last 2",
        "takes / below",
        "rung.equal-later won.suit-highest",
        None,
    ),
    (
        "ladder",
        "N H6 HQ HQ HT : last 2",
        "takes / takes",
        "rung.equal-later rung.lower won.suit-highest",
        None,
    ),
]


@pytest.mark.parametrize(("kind", "position", "answer", "keys", "misconception"), ANSWERS)
def test_an_answer_gets_its_reasons(
    kind: str, position: str, answer: str, keys: str, misconception: str | None
) -> None:
    puzzle = parse_puzzle(f"1 {kind} partnership culbertson {T} : {position}")
    verdict = puzzle.check(answer)
    found = [reason.key for reason in verdict.reasons]
    assert found[: len(keys.split())] == keys.split()
    assert next(iter(fitting(puzzle, answer)), None) == misconception
    assert verdict.correct == all(verdict.parts)
    assert len(verdict.parts) == len(puzzle.parts)
    assert verdict.rule == puzzle.rule


ON_PAPER = {
    # 500 + 750 + 1000, five cards at 20, a pile of 17 at 10: 2520, and nothing for the revoke
    f"partnership culbertson {T} : N : C3:AK954 : 17 : revoke own": """
        every-calypso-500 1770, later-calypsos-750 2270, second-calypso-1000 2770,
        last-calypso-counts 1270, suits-count-together 2520, completed-cards-count-too 3300,
        unfinished-at-ten 2470, unfinished-forgotten 2420, rates-exchanged 2640,
        pile-at-twenty 2690, pile-forgotten 2350, penalty-forgotten 2520,
        penalty-for-both 2260, penalty-other-way 2780""",
    # 500 + 750 and 500, four cards at 20, 30 at 10, 260 for the other's revoke: 2390
    "two culbertson N=S S=D : N : S2:AK7 H1:Q : 30 : revoke others": """
        every-calypso-500 2140, later-calypsos-750 2390, second-calypso-1000 2640,
        last-calypso-counts 1890, suits-count-together 2890, completed-cards-count-too 2870,
        unfinished-at-ten 2350, unfinished-forgotten 2310, rates-exchanged 2650,
        pile-at-twenty 2690, pile-forgotten 2090, penalty-forgotten 2130,
        penalty-for-both 2390, penalty-other-way 1870""",
}
"""Two sheets, and what each wrong way to count makes of them, added up by hand."""


@pytest.mark.parametrize("sheet", ON_PAPER)
def test_every_wrong_way_to_count_leads_to_the_total_it_has_on_paper(sheet: str) -> None:
    puzzle = parse_puzzle(f"1 what-score {sheet}")
    assert isinstance(puzzle, WhatScore)
    assert ", ".join(f"{name} {total(puzzle)}" for name, (_, total) in MISCONCEPTIONS.items()) == (
        " ".join(ON_PAPER[sheet].split())
    )


@pytest.mark.parametrize(
    ("position", "named"),
    [
        ("N H8 HJ : play", {"turn-goes-to-the-right": "N"}),
        ("N H8 HJ HT H3 : lead", {"lead-goes-round": "E", "leader-leads-on": "N"}),
        (
            "N H8 HJ HT H3 : deal 1 S",
            {"winner-deals-next": "E", "same-dealer-again": "S", "turn-goes-to-the-right": "E"},
        ),
        # two seats to the right is where two seats to the left is
        ("N H8 HJ HT H3 : first 1 S", {"winner-leads-next-hand": "E", "dealer-leads": "W"}),
    ],
)
def test_every_wrong_idea_of_who_is_next_names_its_seat(
    position: str, named: dict[str, str]
) -> None:
    puzzle = parse_puzzle(f"1 whose-turn partnership culbertson {T} : {position}")
    seats = {idea: predicted(puzzle, idea) for idea in kind_of(puzzle).misconceptions}
    assert {idea: seat for idea, seat in seats.items() if seat} == named


def test_of_two_nobody_is_thought_to_deal_to_the_right() -> None:
    """The loser of the last trick deals: left and right of the dealer sits the same player."""
    puzzle = parse_puzzle("1 whose-turn two culbertson N=S S=D : N SA D7 S8 D9 : deal 1 N")
    assert predicted(puzzle, "turn-goes-to-the-right") is None


def test_a_wrong_score_misses_the_rule_of_its_misconception_and_not_that_of_the_sheet() -> None:
    puzzle = parse_puzzle(f"1 what-score partnership culbertson {T} : N : C1:AK : 10")
    assert (puzzle.rule, puzzle.solution) == (Rule.FIRST_CALYPSO, "640")
    unfinished_at_ten = puzzle.check("620")
    assert fitting(puzzle, "620") == ("unfinished-at-ten",)
    assert unfinished_at_ten.rule == Rule.UNFINISHED_CARDS
    assert Rule.FIRST_CALYPSO in unfinished_at_ten.notes
    assert puzzle.check("640").rule == Rule.FIRST_CALYPSO


def test_where_a_revoke_counts_otherwise_by_another_rulebook_that_is_said() -> None:
    puzzle = parse_puzzle(f"1 what-score partnership culbertson {T} : E : S1:- : 0 : revoke own")
    others = tuple(rulebook for rulebook in RULEBOOKS if rulebook.revoke != CULBERTSON.revoke)
    assert AKAGIRI in others
    for answer in ("500", "240"):
        assert puzzle.check(answer).dissents == others
    plain = parse_puzzle(f"1 what-score partnership culbertson {T} : E : S1:- : 0")
    assert not plain.check("500").dissents


@pytest.mark.parametrize("end", ["", " : last 1", " : last 2", " : last 3"])
def test_where_another_rulebook_gives_the_trick_to_another_that_is_said(end: str) -> None:
    kind = "ladder" if end else "who-wins"
    disputed = parse_puzzle(f"1 {kind} partnership culbertson N=D E=H S=C W=S : E HQ H4 S4 H2{end}")
    agreed = parse_puzzle(f"1 {kind} partnership culbertson N=D E=H S=C W=S : E HQ H4 SA H2{end}")
    assert disputed.check(disputed.solution).dissents == (AKAGIRI,)
    assert not agreed.check(agreed.solution).dissents


TIE, RUFF = "note.first-of-equals", "lost.ruff-equals-ruff"
EQUALS = [
    # two top cards of the suit led, then two top ruffs; other seats, too, have to be told
    ("who-wins", "N DJ DJ S3 D9", {"N": TIE, "E": "lost.suit-equals-suit", "S": TIE, "W": TIE}),
    ("who-wins", "N D5 S8 D9 H8", {"E": TIE, "N": TIE, "S": TIE, "W": RUFF}),
    ("who-wins", "N C5 S8 C9 H8", {"E": TIE, "N": TIE, "S": TIE, "W": RUFF}),
    ("who-wins", "N D5 S8 D9 H7", {"E": "", "N": "", "S": "", "W": ""}),
    ("rulebooks-differ", "N D5 S8 D9 H8", {"E / E": TIE, "N / E": TIE, "W / E": RUFF}),
    ("rulebooks-differ", "N CJ S8 C3 H8", {"E / N": TIE, "N / N": TIE, "W / N": RUFF}),
    ("rulebooks-differ", "N C8 S8 C3 H7", {"E / N": "", "N / N": ""}),  # "only a higher ruff"
    ("whose-turn", "N D5 S8 D9 H8 : lead", {"E": TIE, "W": TIE}),
    ("whose-turn", "N D5 S8 D9 : play", {"W": "", "E": ""}),
]
"""Positions, and for each answer the one reason that tells of the tie, if there is one."""


@pytest.mark.parametrize(("kind", "position", "reasons"), EQUALS)
def test_that_the_first_of_equals_wins_is_said_once_wherever_it_decides(
    kind: str, position: str, reasons: dict[str, str]
) -> None:
    puzzle = parse_puzzle(f"1 {kind} partnership culbertson {T} : {position}")
    for answer, reason in reasons.items():
        keys = [found.key for found in puzzle.check(answer).reasons]
        assert [key for key in keys if "equals" in key] == list(filter(None, [reason])), answer


@pytest.mark.parametrize(
    ("kind", "position", "solution", "parts"),
    [
        ("who-wins", "N H8 HJ HT H3", "E", {"E": [True], "N": [False]}),
        (
            "who-wins",
            "N C9 CJ C6 C5 : why",
            "N / trick.led-trump-wins",
            {"N / trick.ruff-wins": [True, False], "E / trick.led-trump-wins": [False, True]},
        ),
        ("which-cards", "S C3 CK CK H2 : W C5 CA C7", "C3 CK", {"H2": [False]}),
        (
            "what-is-built",
            "N CK CK C5 DA : C0:AQJT98765432",
            "N / N+ / N+ / S",
            {  # one of the kings starts the next calypso, the other should finish the old one
                "N+ / N+ / N+ / S": [True, False, True, True],
                "N+ / N / N+ / pile": [True, True, True, False],
            },
        ),
        ("rulebooks-differ", "N CA S2 C3 C4", "E / N", {"E / E": [True, False]}),
    ],
)
def test_each_part_is_judged_by_itself(
    kind: str, position: str, solution: str, parts: dict[str, list[bool]]
) -> None:
    puzzle = parse_puzzle(f"1 {kind} partnership culbertson {T} : {position}")
    assert puzzle.solution == solution
    assert puzzle.check(solution).correct
    for answer, right in parts.items():
        assert list(puzzle.check(answer).parts) == right


@pytest.mark.parametrize(
    ("calypsos", "missed"), [(2, Rule.SECOND_CALYPSO), (3, Rule.LATER_CALYPSO)]
)
def test_a_wrong_total_misses_a_rule_that_its_sheet_has(calypsos: int, missed: Rule) -> None:
    """Whoever counts the last calypso alone misses the second one where there are two."""
    puzzle = parse_puzzle(f"1 what-score partnership culbertson {T} : N : C{calypsos}:AK : 22")
    assert isinstance(puzzle, WhatScore)
    token = predicted(puzzle, "last-calypso-counts")
    assert token
    verdict = puzzle.check(token)
    assert verdict.rule == missed
    assert missed in [line.rule for line in puzzle.score.lines]


@pytest.mark.parametrize(
    ("trick", "missed"), [("N H7 CQ SA DQ", None), ("N H7 CQ SA CK", Rule.DISCARD_NEVER_WINS)]
)
def test_of_two_cards_the_better_one_says_whether_a_seat_could_win(
    trick: str, missed: Rule | None
) -> None:
    """A discard does not keep South from winning with the ruff that follows it."""
    puzzle = parse_puzzle(f"1 who-wins two culbertson N=S S=D : {trick}")
    verdict = puzzle.check("S")
    assert not verdict.correct
    assert verdict.missed == missed


@pytest.mark.parametrize(
    ("kind", "position", "rule"),
    [
        ("which-cards", "S C3 H2 : E C5", Rule.FOLLOW_SUIT),
        ("which-cards", "S D3 H2 : E C5", Rule.ANY_CARD_WHEN_VOID),
        ("which-cards", "S D3 H2 : -", Rule.WINNER_LEADS),
        ("which-cards", "S D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK DA : -", Rule.FIRST_LEAD),
        ("what-is-built", "N CK HA C2 SK : C0:A", Rule.OWN_SUIT_BUILDS),
        ("what-is-built", "N CK HA C2 DA : C0:A", Rule.PARTNER_GETS_CARDS),
        ("what-is-built", "N CK HA C2 DA : C0:K", Rule.ONE_AT_A_TIME),
        ("what-is-built", "N CK CK HA DA : C0:AQJT98765432", Rule.SAME_TRICK_STARTS_NEXT),
        ("what-is-built", "N SA S2 S3 S4 : -", Rule.OTHERS_TO_PILE),
        ("what-is-built", "N CK HA C2 SK : C0:A : deal 3", Rule.CARRIES_OVER),
        ("what-score", "N : C1:AK : 40", Rule.FIRST_CALYPSO),
        ("what-score", "N : C2:AK : 40", Rule.SECOND_CALYPSO),
        ("what-score", "N : C3:AK : 40", Rule.LATER_CALYPSO),
        ("what-score", "N : C0:AK : 40", Rule.PILE_CARDS),
        ("what-score", "N : C0:AK : 4", Rule.UNFINISHED_CARDS),
        ("what-score", "N : C3:AK : 4 : revoke others", Rule.REVOKE_PENALTY),
        ("rulebooks-differ", "N CA S2 C3 C4", Rule.LED_TRUMP_HOLDS),
        ("rulebooks-differ", "N CA HA C3 C4", Rule.LED_TRUMP_WINS),
    ],
)
def test_a_puzzle_is_about_its_rarest_rule(kind: str, position: str, rule: Rule) -> None:
    assert parse_puzzle(f"1 {kind} partnership culbertson {T} : {position}").rule == rule


@pytest.mark.parametrize("kind", KINDS)
def test_no_choice_is_offered_twice_and_no_rule_told_twice(kind: str) -> None:
    rng = Random(kind)
    for variant in VARIANTS.values():
        for rule in rules_of(kind, variant, CULBERTSON):
            puzzle = generate(kind, rule, variant, variant.table(CULBERTSON), rng)
            verdict = puzzle.check(puzzle.solution)
            offered = [[choice.token for choice in part.choices] for part in puzzle.parts]
            for each in (*offered, (verdict.rule, *verdict.notes)):
                assert len(set(each)) == len(each)


def test_of_several_ways_to_a_wrong_total_that_about_the_sheets_own_rule_is_named() -> None:
    variant, rng = VARIANTS["partnership"], Random(1)
    for rule in rules_of("what-score", variant, CULBERTSON) * 20:
        puzzle = generate("what-score", rule, variant, variant.table(CULBERTSON), rng)
        assert isinstance(puzzle, WhatScore)
        near = {count(puzzle) for about, count in MISCONCEPTIONS.values() if about == rule}
        for choice in puzzle.parts[0].choices:
            if choice.value in near and choice.token != puzzle.solution:
                assert puzzle.check(choice.token).rule == rule


@pytest.mark.parametrize(
    ("kind", "answer", "complaint"),
    [
        ("who-wins : N H8 HJ HT H3", "", "pick one of N E S W, not ''"),
        ("who-wins : N H8 HJ HT H3", "X", "not a choice: 'X'"),
        ("who-wins : N H8 HJ HT H3", "N E", "pick one of N E S W, not 'N E'"),
        ("who-wins : N H8 HJ HT H3", "N / N", "want 1 parts"),
        ("who-wins : N H8 HJ HT H3 : why", "N", "want 2 parts"),
        ("who-wins : N H8 HJ HT H3 : why", "N / trick.led-trump-holds", "not a choice"),
        ("which-cards : S C3 H2 : E C5", " ", "pick at least one of C3 H2"),
        ("which-cards : S C3 H2 : E C5", "C3 C3", "picked twice"),
        ("which-cards : S C3 H2 : E C5", "CK", "not a choice: 'CK' (want one of C3 H2)"),
        ("what-score : N : C2:AK : 10", "1391", "not a choice"),
        ("what-score : N : C2:AK : 10", "1" * 2_001, "at most 2000 characters, not 2001"),
    ],
)
def test_a_malformed_answer_is_refused(kind: str, answer: str, complaint: str) -> None:
    name, _, position = kind.partition(" : ")
    puzzle = parse_puzzle(f"1 {name} partnership culbertson {T} : {position}")
    with pytest.raises(ValueError, match=r"want|pick|choice|most") as error:
        puzzle.check(answer)
    assert complaint in str(error.value)


SEVENTEEN = "".join(f" {suit}{rank}" for suit in "CD" for rank in "AKQJT987") + " H7"
IMPOSSIBLE = [
    ("who-wins", "partnership", "N H8 HJ HT", "has 4 cards, not 3"),
    ("who-wins", "partnership", "N H8 HJ HT H3 : because", "'why' or nothing, not 'because'"),
    ("who-wins", "three", "N H8 HJ S9", "S9 is not in the pack of three"),
    ("who-wins", "two", "N H8 H6 H9 HT", "H6 is not in the pack of two"),
    ("who-wins", "two", "N H8 S8 H9 HT", "South fails to follow"),
    ("which-cards", "partnership", "E H2 H9 : -x", "no leader in '-x'"),
    ("which-cards", "partnership", "E - : -", "1 to 13 cards, not 0"),
    ("which-cards", "partnership", "E H2 : N H4 H5", "it is South's turn, not East's"),
    ("which-cards", "partnership", "E H2 : E H4 H5 H6 H7", "the trick is complete"),
    ("which-cards", "partnership", "E H2 H2 : N H2 H2", "it is South's turn"),
    ("which-cards", "partnership", "S H2 H2 H2 : N H2 H2", "H2 occurs 5 times; there are 4 packs"),
    ("which-cards", "partnership", "X H2 : -", "no seat 'X'"),
    ("which-cards", "three", "W D2 : -", "no seat 'W'"),
    ("which-cards", "two", "S HA : N H8 S8 H9", "South has failed to follow hearts"),
    ("what-is-built", "partnership", "N CK CK C4 C5", "want a trick : calypsos"),
    ("what-is-built", "partnership", "N CK CK C4 C5 : C0:A C1:K", "in each suit once"),
    ("what-is-built", "partnership", "N CK CK C4 C5 : C3:K", "CK occurs 6 times"),
    ("what-is-built", "two", "N SK S7 S8 S9 : S0:AKQJT987", "completed already"),
    ("what-is-built", "partnership", "N CK CK C4 C5 : - : deal 1", "2 to 4, not 1"),
    ("what-is-built", "partnership", "N CK CK C4 C5 : - : hand 2", "not 'hand 2'"),
    ("what-score", "partnership", "N : S0:A : 3", "North builds C, each once"),
    ("what-score", "partnership", "N : C0:- : 0", "1 to 208 cards are won, not 0"),
    ("what-score", "partnership", "N : C0:A : 208", "1 to 208 cards are won, not 209"),
    ("what-score", "partnership", "N : C4:A : 8", "not calypsos of partnership: C4:A"),
    ("what-score", "partnership", "N : C0:A : -3", "want a seat : its calypsos"),
    ("what-score", "partnership", "N : C0:A : 007", "want a seat : its calypsos"),
    ("what-score", "partnership", "N : C0:A : 3 : revoke mine", "want a seat : its calypsos"),
    ("what-score", "two", "N : S0:6 H0:- : 8", "not calypsos of two: S0:6"),
    ("spot-revoke", "partnership", "N H8 S2 H9 H3 : E ?", "want tricks, then a seat"),
    ("spot-revoke", "partnership", "N H8 S2 H9 H3 : N H4 H5 H6 H7 : E ?", "East wins 'N H8 S2"),
    (
        "spot-revoke",
        "partnership",
        "N H8 H2 H9 H3 : S H4 H5 H6 H7 : E ?",
        "East is seen to revoke 0",
    ),
    (
        "spot-revoke",
        "partnership",
        "N H8 S2 H9 H3 : E C4 C5 C6 C7 : N H9 D3 H2 H5 : E H5",
        "revoke 2 times",
    ),
    ("spot-revoke", "partnership", "N H8 S2 C9 H3 : E C4 C5 C6 H7 : X ?", "no seat 'X'"),
    (
        "spot-revoke",
        "partnership",
        "N H8 S2 H9 H3 : E C4 C5 C6 C7 : E H5 H6 H7 HT HJ HQ HK HA C2 C3 C8 C9",
        "at most 11 cards are left, not 12",
    ),
    (
        "spot-revoke",
        "partnership",
        "N H8 S2 H9 H3 : E C4 C5 C6 C7 : E H8 H8 H8 H8",
        "H8 occurs 5 times",
    ),
    ("rulebooks-differ", "two", "N H8 H7 H9 HT", "never differ on a trick of two"),
    ("may-name", "two", "S C9 C9 C9 C9 C9 : first", "C9 occurs 5 times"),
    ("may-name", "two", f"S{SEVENTEEN} : first", "want a seat and 1 to 16 cards"),
]
TABLES = {"partnership": T, "three": "N=D E=H S=C", "two": "N=S S=D"}


@pytest.mark.parametrize(("kind", "variant", "position", "complaint"), IMPOSSIBLE)
def test_an_impossible_position_is_refused(
    kind: str, variant: str, position: str, complaint: str
) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        parse_puzzle(f"1 {kind} {variant} culbertson {TABLES[variant]} : {position}")
    assert complaint in str(error.value)


def test_a_hand_in_which_a_revoke_is_seen_is_the_same_in_any_order() -> None:
    line = f"1 spot-revoke partnership culbertson {T} : N H8 S2 H9 H3 : E C4 C5 C6 C7 : E "
    assert parse_puzzle(line + "D2 H5 HA") == parse_puzzle(line + "HA D2 H5")


def test_a_rule_beside_the_one_that_governs_has_its_own_words() -> None:
    puzzle = parse_puzzle(f"1 who-wins partnership culbertson {T} : N H8 HJ HT H3")
    assert words_of(puzzle, Rule.SUIT_HIGHEST) == "rule.trick.suit-highest"
    assert words_of(puzzle, Rule.FOLLOW_SUIT) == "rule.play.follow-suit"


@pytest.mark.parametrize(
    ("revoke", "culbertson", "akagiri"), [("", 0, 0), (" : revoke own", 0, -260)]
)
def test_a_revoke_that_changes_no_total_is_no_line_of_the_sheet(
    revoke: str, culbertson: int, akagiri: int
) -> None:
    for rulebook, penalty in (("culbertson", culbertson), ("akagiri", akagiri)):
        puzzle = parse_puzzle(f"1 what-score partnership {rulebook} {T} : N : C0:A8 : 17{revoke}")
        assert isinstance(puzzle, WhatScore)
        cards = [(Rule.UNFINISHED_CARDS, 40), (Rule.PILE_CARDS, 170)]
        lines = [(line.rule, line.points) for line in puzzle.score.lines]
        assert lines == [*cards, *([(Rule.REVOKE_PENALTY, penalty)] if penalty else [])]


@pytest.mark.parametrize("picked", ["C3 CK", "C3"])
def test_until_the_answer_is_shown_right_cards_are_marked_as_wrong_ones_are(picked: str) -> None:
    """In a room an answer stands for a while before anybody is told what is right."""
    puzzle = parse_puzzle(f"1 which-cards partnership culbertson {T} : S C3 CK D2 : N C8 CJ")
    assert puzzle.solution == "C3 CK"
    _, hand = kind_of(puzzle).scene(puzzle, Stage(parts=(picked,)))
    assert isinstance(hand, HandSight)
    assert " ".join(map(str, hand.chosen)) == picked
    assert hand.playable is None


@pytest.mark.parametrize(
    ("kind", "position", "parts"),
    [
        ("whose-turn", "E S7 : play", ("turn",)),
        ("whose-turn", "N H8 HJ HT H3 : lead", ("turn", "ruling")),
        ("suit-markers", "E H5 C7 S7 HA : N D9 DK D5 DJ : S", ("turned",)),
        ("spot-revoke", "N H8 S2 H9 H3 : E H4 H5 H6 H7 : E ?", ("revoke", "revoked_in")),
        ("who-has-won", "N 1040 E 1800 S 1040 W 1800", ("ahead",)),
        ("ladder", "N C6 S7 D9 C5 : last 2", ("ruling",)),
    ],
)
def test_a_picture_shows_what_is_right_after_the_answer_and_not_before(
    kind: str, position: str, parts: tuple[str, ...]
) -> None:
    puzzle = parse_puzzle(f"1 {kind} partnership culbertson {T} : {position}")
    before, after = (kind_of(puzzle).scene(puzzle, stage)[0] for stage in (Stage(), solved(puzzle)))
    for part in parts:
        assert getattr(before, part) in {None, 0, (), (False,) * 4}
        assert getattr(after, part) not in {None, 0, (), (False,) * 4}


@pytest.mark.parametrize(
    ("position", "seat", "key"),
    [
        ("N CA S2 C3 C4", "E", None),
        ("N CA S2 C3 C4", "N", "by.any-ruff"),
        ("N CJ C2 C6 C2", "W", None),  # the rulebooks agree: the mark says enough
    ],
)
def test_of_a_rulebook_answered_wrongly_it_is_told_at_once_what_it_says(
    position: str, seat: str, key: str | None
) -> None:
    puzzle = parse_puzzle(f"1 rulebooks-differ partnership culbertson {T} : {position}")
    reason = kind_of(puzzle).because(puzzle, (seat,))
    assert (reason.key if reason else None) == key


def test_a_ladder_is_asked_below_the_steps_that_are_told() -> None:
    for asked in (1, 2, 3):
        puzzle = parse_puzzle(f"1 ladder partnership culbertson {T} : N H6 HQ HQ HT : last {asked}")
        trick, told = kind_of(puzzle).scene(puzzle, Stage())
        assert isinstance(trick, TableSight)
        assert trick.ruling is None
        assert isinstance(told, LadderSight)
        assert told.shown == 4 - asked
        assert told.ruling == puzzle.ruling


RESTS = ("HJ HT H3", "HJ HT HA")
"""What follows North's eight of hearts, which are West's suit."""


def test_whose_suit_was_led_is_said_and_matters_where_it_would_take_the_trick() -> None:
    tricks = (f"1 who-wins partnership culbertson {T} : N H8 {rest}" for rest in RESTS)
    rulings = [parse_puzzle(line).ruling for line in tricks]
    assert [ruling and matters(ruling, Rule.LED_SUIT_NO_TRUMP) for ruling in rulings] == [
        True,  # whoever takes West's three of hearts for a trump names West
        False,  # West wins all the same
    ]
    puzzle = parse_puzzle(f"1 who-wins partnership culbertson {T} : N H8 {RESTS[0]}")
    (note,) = (one for one in puzzle.check("E").reasons if one.key == "note.led-suit-no-trump")
    assert (note.facts["seat"], note.facts["leader"]) == (Seat.WEST, Seat.NORTH)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("N H8 HJ HT H3", {"note.led-suit-no-trump"}),
        ("N H8 HJ HT HA", set()),  # West's own suit wins by its rank
        ("N H8 CA HT C5", {"note.discard-never-wins"}),
        ("N DK S4 D3 CQ", set()),  # the king is higher than what was discarded, and does not win
    ],
)
def test_a_further_rule_is_told_only_where_somebody_else_would_win_without_it(
    position: str, told: set[str]
) -> None:
    puzzle = parse_puzzle(f"1 who-wins partnership culbertson {T} : {position}")
    keys = {reason.key for reason in puzzle.check(puzzle.solution).reasons}
    assert {key for key in keys if key.startswith("note.")} == told


@pytest.mark.parametrize(
    ("form", "sides"),
    [("partnership", ["minor", "major", "minor", "major"]), ("solo", ["alone"] * 4)],
)
def test_a_seat_is_shown_as_one_of_a_side_only_where_there_are_sides(
    form: str, sides: list[str]
) -> None:
    puzzle = parse_puzzle(f"1 who-wins {form} culbertson {T} : N H8 HJ HT H3")
    table, *_ = kind_of(puzzle).scene(puzzle, Stage())
    assert isinstance(table, TableSight)
    assert [table.side(seat) for seat in Seat] == sides
