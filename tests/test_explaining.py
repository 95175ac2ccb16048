"""What is said after an answer cites only those who say so, and says everything once."""

import re
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine.rulebooks import AKAGIRI, CITATIONS_OF, CULBERTSON, RULEBOOKS, LedTrump, Rulebook
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Step, Trick, dissents, judge
from engine.variants import VARIANTS
from puzzles.explanations import why_won
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS, hints, kind_of
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Fact, Reason, join_parts, split_parts, under
from puzzles.scenes import LadderSight, Stage, TableSight
from puzzles.sets import mixed
from tests.course import LESSONS
from tutor.drawing.ladder import ladder_picture
from tutor.drawing.markup import Look
from tutor.words.citing import cite, cited, governing_name, grounds
from tutor.words.explanation import (
    answer_label,
    asked_label,
    choice_label,
    explain,
    judged_by,
    say_hint,
    stories,
)
from tutor.words.sights import tell_ladder
from tutor.words.texts import LANGUAGES, Texts

EN = Texts("en")
TABLE = Table.parse("N=S E=C S=H W=D", CULBERTSON)
TWO = Table.parse("N=S S=D", CULBERTSON)
RUFFED = "N S9 C4 SK SA"


def sources(table: Table, trick: str) -> list[str]:
    """What is cited for the governing rule."""
    ruling = judge(Trick.parse(trick, table), table)
    return [words for words, _ in grounds(ruling, EN, ())[0].citations]


@pytest.mark.parametrize("rulebook", [CULBERTSON, AKAGIRI], ids=str)
@pytest.mark.parametrize(
    "trick",
    [
        RUFFED,
        "N S9 C4 H5 SA",  # two ruffs, both lower
        "N S9 C9 SK SA",  # of the same rank
    ],
)
def test_a_disputed_trick_cites_the_reading_in_force_and_nobody_else(
    trick: str, rulebook: Rulebook
) -> None:
    table = replace(TABLE, rulebook=rulebook)
    assert sources(table, trick) == [cite(one, EN) for one in CITATIONS_OF[rulebook.led_trump]]


@pytest.mark.parametrize("rulebook", [CULBERTSON, AKAGIRI], ids=str)
@pytest.mark.parametrize("trick", [RUFFED, "N S9 C4 H5 SA", "N S9 CJ SK SA", "N D9 C4 DK DA"])
def test_who_leads_next_names_the_rule_of_the_trick_as_a_question_about_the_trick_does(
    trick: str, rulebook: Rulebook
) -> None:
    """The general words of a ruff cite sources that say nothing of a disputed one."""
    head = f"partnership {rulebook} {TABLE} : {trick}"
    who_wins, who_leads = (
        parse_puzzle(line) for line in (f"1 who-wins {head}", f"1 whose-turn {head} : lead")
    )
    about_trick, about_lead = (
        explain(puzzle, puzzle.check(puzzle.solution), EN, LESSONS)
        for puzzle in (who_wins, who_leads)
    )
    assert about_lead.notes == (about_trick.rule,)


def test_of_two_aces_neither_is_called_the_highest_card_on_the_table() -> None:
    puzzle = parse_puzzle(f"1 who-wins partnership culbertson {TABLE} : N S9 DA S4 SA")
    told = puzzle.check("N").reasons[-1]
    assert told.key == "note.discard-never-wins"
    for language, unique in {"en": "highest", "ja": "いちばん"}.items():
        assert unique not in Texts(language).explain(told)


def test_where_two_calypsos_are_completed_at_once_each_starts_its_own_next_one() -> None:
    before = "C0:AKQJ987 D0:AKJT987"
    puzzle = parse_puzzle(f"1 what-is-built two culbertson N=D S=H : N DA CT DQ C9 : {before}")
    told = [EN.explain(reason) for reason in puzzle.check(puzzle.solution).reasons]
    complete = "North’s calypso is complete, and the {}, left over from the same trick, starts"
    assert [words.partition(" the next")[0] for words in told if "complete" in words] == [
        complete.format(card) for card in ("ace of diamonds", "nine of clubs")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_two_equal_cards_it_is_said_whose_is_no_trump(language: str) -> None:
    say, puzzle = Texts(language), parse_puzzle(f"1 who-wins two culbertson {TWO} : N DK DK D7 D8")
    told = explain(puzzle, puzzle.check("S"), say, LESSONS).sentence
    assert say.name(Seat.SOUTH) in told


def test_equals_that_are_equal_by_one_reading_cite_it_alone() -> None:
    table = replace(TABLE, rulebook=AKAGIRI)
    ruling = judge(Trick.parse("N S9 C9 SK SA", table), table)
    (note,) = grounds(ruling, EN, ())[1:]
    assert note.rule == Rule.FIRST_OF_EQUALS
    assert [words for words, _ in note.citations] == ["Akagiri, “Calypso” (1998, in Japanese)"]


def test_a_low_ruff_between_two_players_is_cited_from_the_text_of_their_game() -> None:
    assert sources(TWO, "N SK D7 SA SQ") == [
        cite(one, EN) for one in CITATIONS_OF[LedTrump.ANY_RUFF]
    ]


def test_a_ruff_of_a_plain_suit_is_cited_from_all_who_say_so() -> None:
    assert len(sources(TABLE, "N D9 C4 DK DA")) == 3


@pytest.mark.parametrize(
    ("trick", "rulebook", "name"),
    [
        (RUFFED, CULBERTSON, "Any ruff beats a led trump"),
        (RUFFED, AKAGIRI, "Led trumps beat lower or equal ruffs"),
        ("N S9 CT SK SA", CULBERTSON, "Any ruff beats a led trump"),
        ("N S9 CT SK SA", AKAGIRI, "A higher ruff beats a led trump"),
        ("N D9 C4 DK DA", AKAGIRI, "A ruff beats the suit led"),
    ],
)
def test_a_rule_is_named_by_what_it_beats(trick: str, rulebook: Rulebook, name: str) -> None:
    table = replace(TABLE, rulebook=rulebook)
    ruling = judge(Trick.parse(trick, table), table)
    assert governing_name(ruling, EN) == name
    ladder = ladder_picture(Look(EN), LadderSight(ruling))
    assert name in ladder.html
    asked = parse_puzzle(f"1 who-wins partnership {rulebook} {table} : {trick} : why")
    labels = [choice_label(EN, asked, asked.parts[1], choice) for choice in asked.parts[1].choices]
    assert name in labels


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("answer", ["N", "E"])
def test_the_other_rulebook_is_named_in_one_place(language: str, answer: str) -> None:
    say = Texts(language)
    puzzle = parse_puzzle(f"1 who-wins partnership culbertson {TABLE} : {RUFFED}")
    told = explain(puzzle, puzzle.check(answer), say, ())
    assert sum(say.name(AKAGIRI) in words for words in (*told.sentences, *told.dissents)) == 1


@pytest.mark.parametrize("answer", ["E / N", "N / N"])
def test_who_is_asked_about_each_rulebook_is_not_told_twice(answer: str) -> None:
    puzzle = parse_puzzle(f"1 rulebooks-differ partnership culbertson {TABLE} : {RUFFED}")
    told = explain(puzzle, puzzle.check(answer), EN, ())
    assert told.dissents == ()
    assert sum("Akagiri" in words for words in told.sentences) == 1
    assert told.rule.rule == Rule.LED_TRUMP_HOLDS


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (
            "N S7 S7 H3 SQ : S0:7",
            "Both sevens of spades go to the pile: North builds one calypso at a time",
        ),
        ("N SK D6 D6 S2 : -", "Both sixes of diamonds go to the pile: North wins the trick"),
        ("N S7 S7 S7 HQ : -", "The other two sevens of spades go to the pile"),
    ],
)
def test_equal_cards_are_named_once(position: str, said: str) -> None:
    puzzle = parse_puzzle(f"1 what-is-built partnership culbertson {TABLE} : {position}")
    verdict = puzzle.check(puzzle.solution)
    told = explain(puzzle, verdict, EN, ()).sentences
    assert any(words.startswith(said) for words in told), told
    assert all(words.count(f"{rank} of") < 2 for words in told for rank in ("six", "seven"))


@pytest.mark.parametrize(
    ("form", "revoke", "asked"),
    [
        ("partnership culbertson N=C E=S S=D W=H", "own", "East’s side revoked once."),
        ("partnership akagiri N=C E=S S=D W=H", "others", "The other side revoked once."),
        ("solo culbertson N=C E=S S=D W=H", "own", "East revoked once."),
        ("three culbertson N=C E=H S=D", "others", "An opponent revoked once."),
    ],
)
def test_a_sheet_with_a_revoke_says_whose_it_was_and_by_which_rulebook(
    form: str, revoke: str, asked: str
) -> None:
    suit = form.split("E=")[1][0]
    puzzle = parse_puzzle(f"1 what-score {form} : E : {suit}1:A : 9 : revoke {revoke}")
    (part,) = puzzle.parts
    words = EN(f"part.{part.key}", **part.facts)
    assert words.startswith(asked)
    assert EN.name(puzzle.table.rulebook) in words


@pytest.mark.parametrize(
    ("sheet", "lines"),
    [
        ("N : S1:A : 1", ["First calypso: 500.", "Unfinished calypsos: 1 card × 20 = 20."]),
        ("N : S3:A : 1", ["First calypso: 500.", "Second calypso: 750.", "Third calypso: 1,000."]),
        ("N : S4:- : 1", ["Calypsos from the third on: 2 × 1,000 = 2,000."]),
    ],
)
def test_a_sheet_is_counted_line_by_line(sheet: str, lines: list[str]) -> None:
    puzzle = parse_puzzle(f"1 what-score partnership culbertson {TABLE} : {sheet}")
    told = explain(puzzle, puzzle.check(puzzle.solution), EN, ()).sentences
    assert set(lines) <= set(told)


@pytest.mark.parametrize(("language", "fourth"), [("en", "ourth"), ("ja", "4つ目")])
def test_two_third_calypsos_of_two_suits_are_no_third_and_fourth(
    language: str, fourth: str
) -> None:
    puzzle = parse_puzzle("1 what-score two culbertson N=S S=D : N : S3:A H3:K : 1")
    told = explain(puzzle, puzzle.check(puzzle.solution), Texts(language), ()).sentences
    assert not any(fourth in line for line in told)


@pytest.mark.parametrize(
    ("rule", "lesson"),
    [
        (Rule.RUFF_WINS, "ruffing"),
        (Rule.SUIT_HIGHEST, "following-suit"),
        (Rule.HIGHEST_RUFF_WINS, "ruffing"),
        (Rule.LED_TRUMP_WINS, "leading-your-own-trump"),
        (Rule.DISCARD_NEVER_WINS, "discards-that-never-win"),
        (Rule.ONE_AT_A_TIME, "building-calypsos"),
        (Rule.FOUR_PACKS, "a-whole-game"),
    ],
)
def test_a_rule_leads_to_the_lesson_that_is_about_it(rule: Rule, lesson: str) -> None:
    assert cited(rule, EN, LESSONS).lesson == lesson


@pytest.mark.parametrize("rulebook", [CULBERTSON, AKAGIRI], ids=str)
def test_a_ruffed_lead_of_a_trump_leads_to_the_lesson_on_it(rulebook: Rulebook) -> None:
    for table, trick, lesson in (
        (TABLE, RUFFED, "where-the-rulebooks-differ"),
        (TABLE, "N S9 C4 H5 SA", "where-the-rulebooks-differ"),
        (TABLE, "N D9 C4 DK DA", "ruffing"),
        (TWO, "N SK D7 SA SQ", "calypso-for-two"),
    ):
        under = replace(table, rulebook=rulebook)
        ruling = judge(Trick.parse(trick, under), under)
        assert grounds(ruling, EN, LESSONS)[0].lesson == lesson


def test_every_rule_that_a_lesson_lists_leads_to_a_lesson() -> None:
    listed = {rule for lesson in LESSONS for rule in lesson.rules}
    assert all(cited(rule, EN, LESSONS).lesson for rule in listed)
    assert cited(Rule.RUFF_WINS, EN, ()).lesson is None


def test_the_rulebook_is_named_where_the_winner_hangs_on_it_or_it_is_not_the_readers() -> None:
    disputed = parse_puzzle("1 who-wins partnership culbertson N=S E=C S=H W=D : " + RUFFED)
    plain = parse_puzzle("1 who-wins partnership culbertson N=S E=C S=H W=D : N D9 C4 DK DA")
    assert judged_by(disputed, CULBERTSON, None) == CULBERTSON
    assert judged_by(plain, CULBERTSON, None) is None
    assert judged_by(plain, AKAGIRI, None) == CULBERTSON


@pytest.mark.parametrize(
    "line",
    [
        "who-wins two akagiri N=S S=D : N S9 D7 SA H8",
        "which-cards two akagiri N=S S=D : S D7 H9 : N S9",
    ],
)
def test_of_calypso_for_two_no_rulebook_is_named_for_none_says_otherwise(line: str) -> None:
    for usual in RULEBOOKS:
        assert judged_by(parse_puzzle(f"1 {line}"), usual, None) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_played_two_equal_cards_to_a_trick_is_named_once(language: str) -> None:
    say, puzzle = Texts(language), parse_puzzle("1 who-wins two culbertson N=S S=D : N H9 H9 H7 H9")
    told = explain(puzzle, puzzle.check("N"), say, ()).sentences
    assert say("reason.note.first-of-equals", others=(Seat.SOUTH,), seat=Seat.NORTH) in told


def test_parts_that_are_not_alike_are_all_asked() -> None:
    puzzle = parse_puzzle("1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3 : why")
    assert asked_label(Texts("en"), puzzle) == "Who wins this trick? Which rule decides?"


LOWER = "1 ladder three culbertson N=H E=C S=D : S DK H2 CA : last 2"
"""Two ruffs on a led trump; who wins is agreed, whether the lower one took the lead is not."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_is_named_where_only_a_step_hangs_on_it(language: str) -> None:
    say, puzzle = Texts(language), parse_puzzle(LOWER)
    assert puzzle.ruling
    assert dissents(puzzle.ruling) == ()
    assert judged_by(puzzle, CULBERTSON, None) == CULBERTSON
    told = explain(puzzle, puzzle.check("takes / takes"), say, ())
    assert told.correct
    other = next(one for one in told.dissents if say.name(AKAGIRI) in one)
    assert other.startswith(say("verdict.other-answer", rulebook=AKAGIRI, answer=""))
    assert say.explain(under(puzzle, AKAGIRI).check("takes / takes").reasons[0]) in other
    assert other not in told.sentences
    last = parse_puzzle(LOWER.replace("last 2", "last 1"))
    assert judged_by(last, CULBERTSON, None) is None
    assert explain(last, last.check("takes"), say, ()).dissents == ()


@pytest.mark.parametrize(
    ("trick", "briefly", "told"),
    [
        (
            "N H8 HJ HT H3",
            "West’s three of hearts is beaten by the jack of hearts, which is higher.",
            "East’s jack of hearts beats West’s three of hearts: both are of the suit led",
        ),
        (
            "N D4 S6 D7 D9",
            "West’s nine of diamonds is beaten: East’s six of spades is a ruff.",
            "West’s nine of diamonds follows suit, but East’s six of spades is a ruff",
        ),
        (
            "N D4 C6 D7 H3",
            "West’s three of hearts is a ruff, so it beats South’s seven of diamonds.",
            "West can’t follow suit and ruffs: the three of hearts now beats",
        ),
        (
            "N D4 S6 D7 C3",
            "West’s three of clubs is a discard, neither the suit led nor West’s trumps.",
            "West’s three of clubs is a discard, so East’s six of spades",
        ),
        (
            "N D4 D6 D7 DJ",
            "West’s jack of diamonds is best so far, higher than the seven of diamonds.",
            "West’s jack of diamonds is best so far: higher than South’s seven of",
        ),
        (
            "N D4 D6 D7 D7",
            (
                "West’s seven of diamonds only equals South’s seven of diamonds, "
                "which was played first."
            ),
            "West’s seven of diamonds and South’s seven of diamonds are equally",
        ),
    ],
)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_first_sentence_says_what_the_card_asked_last_is_right_or_wrong(
    trick: str, briefly: str, told: str, count: int
) -> None:
    puzzle = parse_puzzle(
        f"1 ladder partnership culbertson N=C E=S S=D W=H : {trick} : last {count}"
    )
    assert puzzle.ruling
    *before, last = split_parts(puzzle.solution)
    wrong = join_parts([*before, "takes" if last != "takes" else "below"])
    right = explain(puzzle, puzzle.check(puzzle.solution), EN, ())
    assert right.sentence == briefly
    assert explain(puzzle, puzzle.check(wrong), EN, ()).sentence.startswith(told)
    assert EN.explain(why_won(puzzle.ruling)) in right.sentences


def test_a_question_about_the_rulebooks_names_one_only_after_a_right_answer() -> None:
    line = "1 rulebooks-differ partnership culbertson N=S E=C S=H W=D : " + RUFFED
    puzzle = parse_puzzle(line)
    assert judged_by(puzzle, AKAGIRI, None) is None
    assert judged_by(puzzle, AKAGIRI, puzzle.check(puzzle.solution)) == AKAGIRI
    wrong = puzzle.check("E / E")
    assert judged_by(puzzle, AKAGIRI, wrong) is None
    assert explain(puzzle, wrong, EN, ()).sentence.startswith("Under Akagiri 1998, North wins")
    agreed = parse_puzzle(line.replace(RUFFED, "N D9 C4 DK DA"))
    assert judged_by(agreed, AKAGIRI, agreed.check(agreed.solution)) is None


@pytest.mark.parametrize(
    ("puzzle", "answer", "label"),
    [
        (
            f"rulebooks-differ partnership culbertson N=S E=C S=H W=D : {RUFFED}",
            "E / N",
            "Culbertson 1955: East · ♣4 / Akagiri 1998: North · ♠9",
        ),
        (
            f"rulebooks-differ partnership culbertson N=S E=C S=H W=D : {RUFFED}",
            "W / W",
            "Culbertson 1955 and Akagiri 1998: West · ♠A",
        ),
        (
            "what-is-built partnership culbertson N=C E=S S=D W=H : N C2 S9 C2 D4 : -",
            "N / pile / N / pile",
            "North’s calypso: ♣2 ♣2 / The winner’s pile: ♠9 ♦4",
        ),
        (f"who-wins partnership culbertson N=S E=C S=H W=D : {RUFFED}", "E", "East · ♣4"),
        (
            "which-cards partnership culbertson N=C E=S S=D W=H : S D3 D6 DK H5 S8 : -",
            "D3 D6 DK H5 S8",
            "eight of spades, the five of hearts and the king, six and three of diamonds",
        ),
    ],
)
def test_each_part_of_an_answer_says_what_it_goes_by(puzzle: str, answer: str, label: str) -> None:
    assert answer_label(EN, parse_puzzle(f"1 {puzzle}"), answer).replace("\ufe0e", "") == label


@pytest.mark.parametrize(
    ("answer", "winner"), [("E / N", "N"), ("E / E", "N"), ("N / N", "E"), ("W / W", "E")]
)
def test_the_table_shows_the_winner_that_the_verdict_names(answer: str, winner: str) -> None:
    puzzle = parse_puzzle("1 rulebooks-differ partnership culbertson N=S E=C S=H W=D : " + RUFFED)
    stage = Stage(parts=split_parts(answer), answered=True, marked=True)
    (table,) = kind_of(puzzle).scene(puzzle, stage)
    (half,) = kind_of(puzzle).scene(puzzle, Stage(parts=stage.parts[:1], marked=True))
    assert isinstance(half, TableSight)
    assert (half.chosen, half.pick) == (None, True), "a card is chosen for the second rulebook"
    assert isinstance(table, TableSight)
    assert table.ruling
    assert table.ruling.winning.seat == Seat(winner)
    assert table.table == table.ruling.table
    told = explain(puzzle, puzzle.check(answer), EN, ()).sentence
    name = {"N": "North", "E": "East"}[winner]
    assert f"{name} wins" in told or answer == puzzle.solution


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.id)
def test_of_rulebooks_that_differ_a_right_answer_hears_both_winners(rulebook: Rulebook) -> None:
    line = f"1 rulebooks-differ partnership {rulebook.id} N=H E=D S=S W=C : S S8 C8 D7 D7"
    puzzle = parse_puzzle(line)
    told = explain(puzzle, puzzle.check(puzzle.solution), EN, ()).sentence
    assert told == "West wins under Culbertson 1955, South under Akagiri 1998."


def test_a_question_about_the_rulebooks_is_told_by_each_where_they_differ() -> None:
    line = "1 rulebooks-differ partnership akagiri N=S E=C S=H W=D : "
    told = stories(parse_puzzle(line + RUFFED))
    assert [ruling.table.rulebook for ruling in told] == [CULBERTSON, AKAGIRI]
    assert told[0].winning != told[1].winning
    (agreed,) = stories(parse_puzzle(line + "N D9 C4 DK DA"))
    assert agreed.table.rulebook == AKAGIRI
    plain = parse_puzzle(line.replace("rulebooks-differ", "who-wins") + RUFFED)
    assert stories(plain) == (plain.ruling,)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["which-cards", "who-has-won", "whose-turn"])
def test_reasons_say_nothing_that_the_verdict_has_said(kind: str, language: str) -> None:
    """Where there is no ladder: whatever was answered, no sentence of one is in the other."""
    say = Texts(language)

    def clauses(told: str) -> list[str]:
        return re.split(r"(?<=[.。])\s*(?=.)", told)

    for form in VARIANTS.values():
        rules = rules_of(kind, form, CULBERTSON)
        drawn = (
            ()
            if not rules
            else mixed((kind,), rules, form, form.tables(CULBERTSON), Random(form.id))
        )
        for aimed in islice(drawn, 8):
            puzzle = aimed.puzzle
            for answer in (puzzle.solution, *(one.token for one in puzzle.parts[0].choices)):
                told = explain(puzzle, puzzle.check(answer), say, ())
                more = [one for one in told.sentences if one != told.sentence]
                twice = {one for one in clauses(told.sentence) if any(one in said for said in more)}
                assert not twice or puzzle.ruling, f"{puzzle.position}: {twice}"


def test_that_a_led_trump_wins_is_said_with_its_condition() -> None:
    """The name stands beside led trumps that lose to a ruff as well."""
    for table, trick in ((TABLE, RUFFED), (TABLE, "N S9 SK SQ SA"), (TWO, "N S7 SA S8 DA")):
        ruling = judge(Trick.parse(trick, table), table)
        assert tell_ladder(ruling, EN)[0].rule == "A led trump wins if nobody ruffs"
        assert tell_ladder(ruling, Texts("ja"))[0].rule == "切られない切札のリードは勝つ"


@pytest.mark.parametrize(
    ("answer", "rulebook"), [("E / E", AKAGIRI), ("N / N", CULBERTSON), ("N / E", CULBERTSON)]
)
def test_of_two_rulebooks_the_one_answered_wrongly_is_spoken_of(
    answer: str, rulebook: Rulebook
) -> None:
    line = "1 rulebooks-differ partnership culbertson N=C E=S S=D W=H : N C9 S4 CK CA"
    puzzle = parse_puzzle(line)
    assert puzzle.solution == "E / N"
    for language in LANGUAGES:
        say = Texts(language)
        assert say.name(rulebook) in explain(puzzle, puzzle.check(answer), say, ()).sentence


def test_a_rule_is_seen_in_a_ladder_once_and_heard_with_each_card() -> None:
    ruling = judge(Trick.parse("N D4 C6 D7 D3", TABLE), TABLE)
    ladder = ladder_picture(Look(EN), LadderSight(ruling))
    name = EN("rule.trick.ruff-wins.name")
    assert [rung.rule for rung in tell_ladder(ruling, EN)].count(name) == 3
    assert ladder.html.count(f'class="rule">{EN("ladder.rule", rule=name)}') == 1
    said = ladder_picture(Look(EN), LadderSight(ruling), said=f"South wins. {name}.")
    assert 'class="rule"' not in said.html


@pytest.mark.parametrize(
    ("language", "two", "three"),
    [("en", "North and South", "North, East and South"), ("ja", "北と南", "北、東、南")],
)
def test_seats_and_cards_are_listed_as_each_language_does(
    language: str, two: str, three: str
) -> None:
    say, (north, east, south) = Texts(language), TABLE.seats[:3]
    assert (say.name((north,)), say.name((north, south))) == (say.name(north), two)
    assert say.name((north, east, south)) == three


@pytest.mark.parametrize(
    ("line", "labels"),
    [
        (
            "suit-markers three akagiri N=C E=H S=D : N HK CK H6 : N H3 C7 H5 : S DK HT C5 : N",
            "None of them; Diamonds; Hearts; Diamonds and hearts",
        ),
        (
            "may-name two akagiri N=S S=C : S C9 CK CA D7 DT DK DA DA H7 H9 HT HJ SJ : first",
            "Diamonds; Diamonds and clubs; Spades and hearts; Clubs, diamonds, hearts and spades",
        ),
        (
            "ladder partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3 : last 1",
            (
                "The best card so far; Follows suit or ruffs, but isn’t the best so far; "
                "Equal to the best so far, but later; A discard"
            ),
        ),
        (  # cards stand in lists, too
            "which-cards partnership culbertson N=C E=S S=D W=H : N C5 D6 : W C3",
            "five of clubs; six of diamonds",
        ),
    ],
    ids=lambda value: value.split()[0],
)
def test_the_answers_to_choose_from_look_alike(line: str, labels: str) -> None:
    puzzle = parse_puzzle(f"1 {line}")
    part = puzzle.parts[0]
    assert {choice_label(EN, puzzle, part, choice) for choice in part.choices} == set(
        labels.split("; ")
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("who-wins partnership culbertson N=C E=S S=D W=H : N HJ HJ H4 H3 : why", "suit led"),
        ("who-wins partnership culbertson N=C E=S S=D W=H : N HJ HJ H4 H3", "are equal"),
    ],
)
def test_a_rule_that_was_picked_rightly_is_the_one_that_is_named(line: str, told: str) -> None:
    puzzle = parse_puzzle(f"1 {line}")
    sentence = explain(puzzle, puzzle.check(puzzle.solution), EN, ()).sentence
    assert told in sentence


@pytest.mark.parametrize(
    ("trick", "told"),
    [
        ("N HJ S3 H2 H4", "follows suit"),
        ("N CJ CK C2 C4", "follows suit"),
        ("N HJ H2 H3 H4", "suit led"),
        ("N H3 H2 HQ HA", "suit led"),
    ],
)
def test_a_card_called_a_discard_that_follows_suit_is_said_to_follow(trick: str, told: str) -> None:
    """That another is higher is no answer to whoever takes every card that loses for a discard."""
    puzzle = parse_puzzle(f"1 ladder partnership culbertson N=C E=S S=D W=H : {trick} : last 1")
    assert told in explain(puzzle, puzzle.check("cannot-win"), EN, ()).sentence


def test_where_the_rulebooks_agree_no_reason_is_one_of_theirs_alone() -> None:
    """Of a led trump ruffed higher "any ruff beats it" is what only one of them says."""
    puzzle = parse_puzzle(
        "1 rulebooks-differ partnership culbertson N=C E=S S=D W=H : N C5 S9 C7 C3"
    )
    verdict = puzzle.check("N / N")
    assert [reason.key for reason in verdict.reasons][:2] == [
        "lost.led-trump-below-ruff.higher-ruff",
        "agree.higher-ruff",
    ]
    assert "any ruff" not in " ".join(explain(puzzle, verdict, EN, ()).sentences)
    told = explain(puzzle, puzzle.check("E / E"), EN, ())
    assert told.correct
    assert told.sentence == "East wins. A higher ruff beats a led trump."
    assert told.rule.name in told.sentence


def test_a_right_score_is_praised_by_its_sum_and_not_by_one_of_its_lines() -> None:
    puzzle = parse_puzzle("1 what-score partnership culbertson N=C E=S S=D W=H : N : C1:T964 : 5")
    assert explain(puzzle, puzzle.check("630"), EN, ()).sentence == "500 + 80 + 50 = 630."


def test_two_first_calypsos_are_not_added_up_like_a_third() -> None:
    puzzle = parse_puzzle("1 what-score two culbertson N=S S=D : S : D1:A C2:KQ : 11")
    told = explain(puzzle, puzzle.check("1920"), EN, ())
    assert told.sentence == "2 × 500 + 750 + 60 + 110 = 1,920."
    missed = explain(puzzle, puzzle.check("2170"), Texts("ja"), ())
    assert "2 × 500 + 750 + 60 + 110 = 1,920" in missed.sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", ["solo", "three", "split", "two"])
def test_where_nobody_has_a_partner_no_side_is_spoken_of(form: str, language: str) -> None:
    say, variant = Texts(language), VARIANTS[form]
    opponents = "|opponents" if form == "two" else ""
    word = {"en": rf"\b(?:partners?|sides?{opponents})\b", "ja": "パートナー|の組|の側|味方"}
    said = set[str]()
    for kind in KINDS:
        for rule in rules_of(kind, variant, CULBERTSON):
            table = variant.table(CULBERTSON)
            puzzle = generate(kind, rule, variant, table, Random(f"{kind} {rule}"))
            said |= {say_hint(hint, say) for hint in hints(puzzle, 0)}
            for choice in puzzle.parts[0].choices:
                rest = split_parts(puzzle.solution)[1:]
                told = explain(puzzle, puzzle.check(join_parts((choice.token, *rest))), say, ())
                said |= {told.sentence, *told.sentences, told.rule.text}
                said |= {note.text for note in told.notes}
    said -= {say(f"rule.{rule.value}.text") for rule in (Rule.SOLO, Rule.HIGHER_TOTAL_WINS)}
    assert [one for one in said if re.search(word[language], one)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("trick", "times"),
    [
        ("N H9 S2 HK D5", 0),  # lesson 1, before led trumps
        ("N H3 S4 D6 HJ", 0),
        ("N C9 SJ D5 C4", 1),
    ],
)
def test_of_the_dispute_nothing_is_said_where_no_trump_was_led(
    trick: str, times: int, language: str
) -> None:
    table = Table.parse("N=C E=S S=D W=H", CULBERTSON)
    governing, *_ = grounds(judge(Trick.parse(trick, table), table), Texts(language), ())
    word = {"en": "rulebook", "ja": "ルールブック"}[language]
    assert governing.text.count(word) == times


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trump_is_said_to_be_led_only_of_the_card_that_was(language: str) -> None:
    """In Calypso for Two the leader's second card may be the higher trump."""
    say, table = Texts(language), Table.parse("N=D S=H", CULBERTSON)
    told = say.explain(why_won(judge(Trick.parse("N D7 D9 DT D9", table), table)))
    assert say.name(Trick.parse("N D7 D9 DT D9", table).lead.card) in told


def told_by_hand(trick: Trick, table: Table) -> list[Reason]:
    """What is true of each card after the lead, from Handscomb's words on the play for two.

    The led trump wins against everything but a ruff, whatever the ranks; a ruff is beaten by a
    higher ruff alone; else the highest of the suit led wins, and of equals the first played.
    """
    lead, *others = trick.plays
    trump_led = lead.card.suit == table.trump(lead.seat)
    front, front_ruffs, found = lead, False, list[Reason]()
    for play in others:
        follows = play.card.suit == lead.card.suit
        ruffs = not follows and play.card.suit == table.trump(play.seat)
        own = ".own" if play.seat == front.seat else ""
        facts: dict[str, Fact] = {
            "seat": play.seat,
            "card": play.card,
            "holder": front.seat,
            "held": front.card,
            "alike": "alike.trump" if ruffs else "alike.suit",
        }
        takes = False
        if not follows and not ruffs:
            key = "cannot-win"
        elif ruffs and not front_ruffs:
            key, takes = "ruffs", True
        elif follows and front_ruffs:
            key = "below-ruff"
        elif follows and trump_led:
            key = f"below-led-trump{own}"
        elif play.card.rank == front.card.rank:
            key = f"equal-later{own}"
        else:
            takes = play.card.rank > front.card.rank
            key = "higher" if takes else "lower"
        found.append(Reason(f"rung.{key}", facts))
        if takes:
            front, front_ruffs = play, ruffs
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_a_ladder_for_two_is_true(language: str) -> None:
    say, variant, rng = Texts(language), VARIANTS["two"], Random(1)
    keys = set[str]()
    for _ in range(600):
        table = rng.choice(variant.tables(CULBERTSON))
        # Few ranks, so that equal cards are often met.
        cards = [card for card in sorted(variant.pack, key=str) if card.rank in variant.ranks[:3]]
        played = rng.choices(cards, k=4)
        led = played[0].suit
        if played[1].suit != led == played[3].suit:
            continue  # a revoke
        trick = Trick.parse(f"{rng.choice(table.seats)} {' '.join(map(str, played))}", table)
        puzzle = parse_puzzle(f"1 ladder two culbertson {table} : {trick} : last 3")
        true = told_by_hand(trick, table)
        keys |= {reason.key for reason in true}
        right = split_parts(puzzle.solution)
        for place, reason in enumerate(true):
            wrong = list(right)
            wrong[place] = "below" if right[place] != "below" else "takes"
            first, *_ = puzzle.check(join_parts(wrong)).reasons
            assert say.explain(first) == say.explain(reason), (str(trick), str(table))
        first_told, *others = tell_ladder(judge(trick, table), say)
        for told in others:
            assert told.part != say("name.role.led-trump", seat=told.rung.play.seat)
        front = [one.rung.play for one in (first_told, *others) if one.rung.step in _FRONT][-1]
        assert front == judge(trick, table).winning, str(trick)
    assert len(keys) == 9, keys


_FRONT = (Step.LEADS, Step.TAKES)
