"""How often things happen is counted rightly, kept completely, and said with its sample."""

import json
import re
from collections import Counter
from dataclasses import replace
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
import yaml

from engine.fast.bulk.games import playouts
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, LedTrump, Rulebook
from engine.rules import Rule
from engine.table import Table
from engine.trick import GOVERNING
from engine.variants import VARIANTS, Variant
from tests import sweep
from tests.batches import actions, start
from tests.figures_by_hand import ByHand
from tests.forms import COUNTED, IS_COUNTED
from tests.makers import frequencies
from tests.makers.frequencies import counting, tables, together, write
from tests.opened import opened, press, ran, words
from tutor.figures import (
    CountedPlayers,
    Figure,
    GameSample,
    measure,
    random_games,
    read,
    stored_figures,
)
from tutor.figures.words import MANNERS, Bar, Chart, charts, mean, percentage, rule_figure
from tutor.pages.frame.chart import SERIES, draw_chart, key, key_of, stacked
from tutor.pages.reference.rules import MoreGames
from tutor.words.texts import LANGUAGES, Texts, entries

FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
COUNTED_TABLES = [table for table in tables() if table[0] in COUNTED]
EN = Texts("en")


def small(form: str, games: int, seed: int) -> GameSample:
    variant = VARIANTS[form]
    return random_games(variant, variant.table(AKAGIRI), games, np.random.default_rng(seed))


# ------------------------------------------------------------------- the counts


@FORMS
def test_figures_are_what_counting_through_the_readable_engine_gives(variant: Variant) -> None:
    table = variant.table(AKAGIRI)
    found = playouts(variant, table, table.seats[0], 25, np.random.default_rng(2))
    counted = ByHand()
    for which in range(25):
        counted.game(start(found, which), actions(found, which))
    measured = measure(found, CountedPlayers.RANDOM)
    assert measured.games == 25
    for name, figure in measured.figures.items():
        assert (name, figure.x, figure.y) == (name, counted.x[name], counted.y[name])
    assert {name for name, times in counted.x.items() if times} <= set(measured.figures)


def test_the_error_of_a_share_of_games_is_the_binomial_one() -> None:
    figure = Figure(games=200, x=50, y=200, xx=50, xy=50, yy=200)
    assert figure.value == 0.25
    assert figure.error == pytest.approx(sqrt(0.25 * 0.75 / 199))


def test_the_error_is_as_large_as_figures_scatter() -> None:
    samples = [small("solo", 40, seed) for seed in range(30)]
    for name in ("rule.trick.ruff-wins", "ruffed.own", "rule.score.pile-cards", "swing"):
        figures = [sample.figures[name] for sample in samples]
        scatter = np.std([figure.value for figure in figures], ddof=1)
        claimed = np.mean([figure.error for figure in figures])
        assert 0.7 < scatter / claimed < 1.4, name


def test_samples_add_up_exactly() -> None:
    one, other = small("three", 10, 1), small("three", 20, 2)
    both = one + other
    assert both.games == 30
    for name, figure in both.figures.items():
        assert figure.x == one.figures[name].x + other.figures[name].x
        assert figure.yy == one.figures[name].yy + other.figures[name].yy
    with pytest.raises(ValueError, match="do not add up"):
        one + small("solo", 5, 1)


def test_a_figure_without_occasion_is_nothing_and_certain() -> None:
    figure = Figure(10, 0, 0, 0, 0, 0)
    assert (figure.value, figure.error) == (0.0, 0.0)


# --------------------------------------------------------------------- the file


def test_the_file_holds_every_form_and_reading_and_every_rule() -> None:
    wanted = {(variant.id, table.led_trump) for variant, table in COUNTED_TABLES}
    random = [one for one in stored_figures().samples if one.players == CountedPlayers.RANDOM]
    assert {(one.form, one.reading) for one in random} == wanted
    assert {(whole.form, whole.reading) for whole in stored_figures().wholes} == wanted
    for sample in stored_figures().samples:
        variant = VARIANTS[sample.form]
        names = set(small(sample.form, 1, 1).figures)
        assert set(sample.figures) == names
        assert {f"rule.{rule}" for rule in MANNERS} <= names
        assert sample.games >= (100_000 if sample.players == CountedPlayers.RANDOM else 100)
        assert {figure.games for figure in sample.figures.values()} == {sample.games}
        tricks = sample.games * variant.dealt * variant.deals // variant.trick
        assert sum(sample.figures[f"rule.{rule}"].x for rule in set(GOVERNING.values())) == tricks
    assert set(GOVERNING.values()) <= set(MANNERS)


@pytest.mark.parametrize(
    ("variant", "table"),
    COUNTED_TABLES,
    ids=[f"{variant}-{table.led_trump}" for variant, table in COUNTED_TABLES],
)
def test_a_fresh_sample_agrees_with_the_file_within_its_error(
    variant: Variant, table: Table
) -> None:
    fresh = random_games(variant, table, 2048, np.random.default_rng(77))
    stored = stored_figures().sample(variant.id, table.led_trump, CountedPlayers.RANDOM)
    assert stored is not None
    compared = 0
    for name, figure in fresh.figures.items():
        known = stored.figures[name]
        if min(figure.x, abs(figure.y - figure.x)) >= 30 or name in ("swing", "margin.1"):
            allowed = 4.5 * sqrt(figure.error**2 + known.error**2)
            assert abs(figure.value - known.value) <= allowed, name
            compared += 1
    assert compared > 30


def test_the_count_of_all_tricks_in_the_file_is_the_sweep() -> None:
    for variant, table in COUNTED_TABLES:
        counted = Counter[Rule]()
        found = sweep.totals(sweep.space(variant, table))
        for outcome, tricks in found.items():
            counted[outcome.rule] += tricks
        whole = stored_figures().whole(variant.id, table.led_trump)
        assert whole.rules == counted
        assert whole.tied == sum(tricks for outcome, tricks in found.items() if outcome.tied)
        assert whole.tricks == sweep.space(variant, table).tricks
    with pytest.raises(KeyError):
        stored_figures().whole("two", LedTrump.HIGHER_RUFF)


def test_a_seed_gives_the_same_file_and_reading_it_gives_the_same_figures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(frequencies, "tables", lambda: tables()[-2:])
    one, same = (together(3, counting(3, 9, 1)) for _ in range(2))
    other = together(4, counting(4, 9, 0))
    assert write(one) == write(same)
    assert one.samples[0] == same.samples[0] != other.samples[0]
    assert read(write(one)) == one
    assert {(sample.players, sample.games) for sample in one.samples} == {
        (CountedPlayers.RANDOM, 9),
        (CountedPlayers.CLUB, 1),
    }


def test_the_maker_writes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frequencies, "FILE", tmp_path / "frequencies.json")
    monkeypatch.setattr(frequencies, "tables", lambda: tables()[-2:])
    monkeypatch.setattr(frequencies, "RANDOM", 3)
    monkeypatch.setattr(frequencies, "CLUB", 1)
    assert frequencies.main() == 0
    written = (tmp_path / "frequencies.json").read_text("utf-8")
    assert {sample.games for sample in read(written).samples} == {3, 1}
    assert read(written).samples[0] == next(counting(frequencies.SEED, 3, 0))
    assert json.loads(written)["seed"] == stored_figures().seed == frequencies.SEED


# -------------------------------------------------------------------- the words


def test_a_figure_is_said_to_the_first_digit_that_is_uncertain() -> None:
    tricks = Figure(games=1000, x=1234, y=10_000, xx=2000, xy=12_340, yy=100_000)
    assert percentage(tricks, EN) == "12.3%"
    cards = Figure(games=400, x=4936, y=400, xx=400 * 157, xy=4936, yy=400)  # error 0.1
    assert mean(cards, Texts("en")) == "12.3"
    assert mean(replace(cards, xx=400 * 1000), Texts("en")) == "12"


@pytest.mark.parametrize(
    ("form", "rulebook", "rule", "said"),
    [
        ("partnership", CULBERTSON, Rule.SUIT_HIGHEST, "Decides 60.8% of all tricks."),
        ("partnership", CULBERTSON, Rule.HIGHEST_RUFF_WINS, "Decides about 1 trick in 51."),
        ("partnership", CULBERTSON, Rule.LATER_CALYPSO, "In these games it never happened."),
        ("partnership", CULBERTSON, Rule.HIGHER_TOTAL_WINS, "game in"),
        ("solo", AKAGIRI, Rule.FOLLOW_SUIT, "follow suit"),
    ],
)
def test_a_rule_says_how_often_it_is_at_work(
    form: str, rulebook: Rulebook, rule: Rule, said: str
) -> None:
    found = rule_figure(rule, VARIANTS[form], rulebook, stored_figures(), EN)
    assert found is not None
    assert said in found.sentence
    assert "100,000 random games" in found.source
    assert EN.name(VARIANTS[form]) in found.source
    assert EN.name(rulebook) in found.source


@pytest.mark.parametrize(
    ("rule", "form", "rulebook"),
    [(Rule.LED_TRUMP_HOLDS, "partnership", AKAGIRI), (Rule.TWO_LED_TRUMP, "two", CULBERTSON)],
)
def test_a_rule_of_other_games_says_where_it_was_counted(
    rule: Rule, form: str, rulebook: Rulebook
) -> None:
    found = rule_figure(rule, VARIANTS["partnership"], CULBERTSON, stored_figures(), EN)
    assert found is not None
    assert EN.name(VARIANTS[form]) in found.source
    assert EN.name(rulebook) in found.source


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=str)
def test_a_rule_of_another_form_was_counted_by_the_learners_rulebook(rulebook: Rulebook) -> None:
    rule = Rule.PARTNER_GETS_CARDS
    found = rule_figure(rule, VARIANTS["three"], rulebook, stored_figures(), EN)
    assert found is not None
    assert EN.name(VARIANTS["partnership"]) in found.source
    assert EN.name(rulebook) in found.source


@pytest.mark.parametrize("form", ["partnership", "solo", "three", "split"])
def test_a_rule_of_the_other_reading_was_counted_in_the_learners_own_form(form: str) -> None:
    rule = Rule.LED_TRUMP_HOLDS
    found = rule_figure(rule, VARIANTS[form], CULBERTSON, stored_figures(), EN)
    assert found is not None
    assert f"({EN.name(VARIANTS[form])}; {EN.name(AKAGIRI)})" in found.source


def test_rules_that_are_not_counted_say_nothing() -> None:
    assert rule_figure(Rule.TURN, VARIANTS["solo"], CULBERTSON, stored_figures(), EN) is None


@pytest.mark.parametrize("language", LANGUAGES)
@IS_COUNTED
def test_calypsos_are_counted_by_suit_and_for_partners_where_there_are_such(
    variant: Variant, language: str
) -> None:
    say, of_a_suit = Texts(language), {"en": "given suit|particular suit", "ja": "スート"}[language]
    partners = {"en": "partners", "ja": "パートナー"}[language]
    for rule in (Rule.FIRST_CALYPSO, Rule.SECOND_CALYPSO):
        figure = rule_figure(rule, variant, CULBERTSON, stored_figures(), say)
        assert figure
        assert bool(re.search(of_a_suit, figure.sentence)) == (len(variant.builds[0]) > 1)
    reading = variant.table(CULBERTSON).led_trump
    sample = stored_figures().sample(variant.id, reading, CountedPlayers.RANDOM)
    assert sample
    told = charts([sample], stored_figures().whole(variant.id, reading), say)[2].sentences
    assert (partners in " ".join(told)) == (len(variant.feeds[0]) > 1)


def as_club(sample: GameSample) -> GameSample:
    return replace(sample, players=CountedPlayers.CLUB)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chart_can_be_said_drawn_and_read_as_a_table(language: str) -> None:
    say = Texts(language)
    for one in stored_figures().samples:
        if one.players != CountedPlayers.RANDOM:
            continue
        for chart in charts(
            (one, as_club(one)), stored_figures().whole(one.form, one.reading), say
        ):
            assert all("{" not in sentence for sentence in chart.sentences)
            rows = chart.rows(say)
            assert list(rows) == list(chart.series)
            assert all(len(cells) == len(chart.labels) for cells in rows.values())
            assert not any(" " in cell for cells in rows.values() for cell in cells)  # in one line
            drawn = draw_chart(chart)
            values = drawn["data"]["values"]
            assert [value["value"] for value in values] == [bar.value for bar in chart.bars]
            assert len(chart.series) <= len(SERIES)
            json.dumps(drawn)


@pytest.mark.parametrize(
    ("locale", "whole", "error"),
    [("en", "1,234.50", "−12.3\xa0±\xa00.4"), ("de", "1.234,50", "−12,3\xa0±\xa00,4")],
)
def test_a_table_writes_its_numbers_as_the_language_does(
    locale: str, whole: str, error: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Texts, "locale", locale)
    chart = Chart("x", "t", (), "a", "b", (Bar("1", "s", 1234.5, 0.0), Bar("2", "s", -12.3, 0.4)))
    assert chart.rows(EN) == {"s": (whole, error)}


def test_shares_of_a_chart_add_up() -> None:
    for sample in stored_figures().samples:
        rules, _, calypsos, _ = charts(
            [sample], stored_figures().whole(sample.form, sample.reading), EN
        )
        for chart in (rules, calypsos):
            for series in chart.series:
                whole = sum(bar.value for bar in chart.bars if bar.series == series)
                assert whole == pytest.approx(100)


def test_the_key_of_a_chart_holds_no_markup_from_its_words() -> None:
    bars = (Bar("1", "<b>own</b>", 1, 0), Bar("1", "other", 2, 0))
    shown = key(Chart("x", "t", (), "a", "b", bars))
    assert "&lt;b&gt;own" in shown
    assert key(Chart("x", "t", (), "a", "b", bars[:1])) == ""


def test_words_that_a_telephone_would_cut_off_stand_beside_a_chart_and_not_in_it() -> None:
    drawn = stacked(["2 Nov"], {"Right": [2], "Not <yet>": [1]}, "Week beginning")
    assert drawn["encoding"]["color"]["legend"] is None
    assert drawn["encoding"]["y"]["title"] is None
    assert "Not &lt;yet&gt;" in key_of(("Right", "Not <yet>"))


# ---------------------------------------------------------------------- the page


@IS_COUNTED
def test_the_page_shows_the_figures_of_the_learners_form(variant: Variant) -> None:
    at = opened("rules", rule="often", form=variant.id)
    said = words(at)
    assert "Counted in 100,000 whole games" in said
    assert EN.name(variant) in said
    assert "choose at random" in said
    drawn = at.get("vega_lite_chart") or at.get("arrow_vega_lite_chart")
    assert len(drawn) == 4


def test_every_rule_that_is_counted_says_so_under_its_name() -> None:
    assert "Decides 60.8% of all tricks." in words(opened("rules", rule="trick.suit-highest"))
    assert "引き分け" in words(opened("rules", rule="score.higher-total-wins", lang="ja"))


def test_in_which_games_rules_were_counted_is_said_once() -> None:
    said = words(opened("rules", rule="trick.suit-highest"))
    own, other = "Culbertson 1955", "Akagiri 1998"
    for rulebook in (own, other):  # one rule is at work under the other rulebook alone
        name = EN.name(VARIANTS["partnership"])
        assert said.count(f"Counted in 100,000 random games ({name}; {rulebook}).") == 1


def test_more_games_are_played_on_request_and_added() -> None:
    at = opened("rules", rule="often", form="three")
    at = ran(at.segmented_control("often-how-many").set_value(1_000).run())
    at = press(at, "often-play")
    said = words(at)
    assert "1,000 games added" in said
    assert "Counted in 101,000 whole games" in said
    assert "1,000 of these games were played here" in said
    at = press(at, "often-play")
    assert "Counted in 102,000 whole games" in words(at)


def test_games_that_were_stopped_are_kept_and_those_left_are_not_played() -> None:
    at = opened("rules", rule="often", form="three")
    more = MoreGames(wanted=1_000, left=300)
    at.session_state["ours"]["often-more"] = more
    at = ran(at.run())
    assert "Counted in 100,300 whole games" in words(at)
    assert more.left == 0


def test_no_words_about_figures_are_missing_or_dead(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: set[str] = set()
    say = Texts.__call__

    def listening(self: Texts, name: str, **facts: object) -> str:
        used.add(name)
        return say(self, name, **facts)  # type: ignore[arg-type]

    monkeypatch.setattr(Texts, "__call__", listening)
    fresh = together(1, counting(1, 1, 0))
    for found in (stored_figures(), fresh):
        for rule in Rule:
            for variant in VARIANTS.values():
                rule_figure(rule, variant, AKAGIRI, found, EN)
    for sample in stored_figures().samples:
        charts((sample, as_club(sample)), stored_figures().whole(sample.form, sample.reading), EN)
    test_more_games_are_played_on_request_and_added()
    written = yaml.safe_load((root / "tutor/words/text/en/frequencies.yaml").read_text("utf-8"))
    unsaid = {"often.more.stop", "often.more.under-way", "often.club", "often.none"}  # in passing
    code = (root / "tutor/pages/reference/rules.py").read_text("utf-8")
    assert all(f'"{name}"' in code for name in unsaid)
    assert sorted(set(written) - used - unsaid) == []
    assert [name for name in written if set(entries()[name]) != set(LANGUAGES)] == []
