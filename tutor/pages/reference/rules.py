"""The rulebook, printed from the engine's own tables, and how often its rules come up."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from engine.rulebooks import RULEBOOKS, LedTrump, RevokePenalty, Rulebook
from engine.rules import SOURCES, Rule
from engine.table import Table
from engine.trick import Trick, judge
from engine.variants import VARIANTS
from puzzles.notation import print_puzzle
from puzzles.scenes import solved
from tutor.drawing.ladder import judged_picture
from tutor.drawing.scenes import illustrate
from tutor.figures import CountedPlayers, GameSample, random_games, stored_figures
from tutor.figures.words import Chart, RuleFigure, charts, rule_figure
from tutor.pages.frame import navigation, running_text, session
from tutor.pages.frame.browser import card_table, look, look_at
from tutor.pages.frame.chart import draw_chart, key
from tutor.pages.frame.inputs import choose_from, fold
from tutor.pages.frame.library import lessons
from tutor.pages.questions.reasons import show_rules
from tutor.words import reference
from tutor.words.citing import cited, cited_by, governing_name

_TOPIC, _DIFFER, _OFTEN = "rules-topic", "differ", "often"


def page() -> None:
    """Show one topic of the rules; a link to a rule opens its topic."""
    say = session.texts()
    st.title(say("page.rules.title"), anchor=False)
    st.write(say("rules.intro"))
    with st.container(horizontal=True):
        navigation.link("referee", say("rules.referee"))
        navigation.link("handouts", say("rules.sheet"), sheet="rules")
    wanted = _wanted()
    topic = _choose_topic(wanted)
    rules = reference.TOPICS.get(topic, ())
    shown = wanted if wanted in rules else rules[0].value if rules else topic
    session.tell(rule=str(shown))
    if topic == _DIFFER:
        _differences()
    if topic == _OFTEN:
        _frequencies()
    _rules(rules, wanted)


def _wanted() -> str | None:
    """Return the rule that the address names, or the topic; one that there is not is told."""
    wanted = session.asked("rule")
    if wanted is not None and wanted not in (*Rule, _DIFFER, _OFTEN):
        st.warning(session.texts()("rules.no-rule"), icon=":material/link_off:")
        return None
    return wanted


def _choose_topic(wanted: str | None) -> str:
    """Offer the topics; that of what is *wanted* is open, if a link or Back led to it."""
    say = session.texts()
    session.on_arrival(partial(_lead_to, wanted))
    if session.widget(_TOPIC) is None:
        session.put(_TOPIC, "trick")
    names = {topic: say(f"topic.{topic}") for topic in (*reference.TOPICS, _DIFFER, _OFTEN)}
    return str(choose_from(st.pills, say("rules.topic"), names, _TOPIC, required=True))


def _lead_to(wanted: str | None) -> None:
    if wanted is not None:
        session.put(_TOPIC, reference.topic_of(Rule(wanted)) if wanted in set(Rule) else wanted)


def _rules(rules: Iterable[Rule], wanted: str | None) -> None:
    """Show the rules of a topic, the one that is *wanted* first."""
    figures = _rule_figures(rules)
    # In which games most of them were counted is told once, below them all.
    sources = Counter(figure.source for figure in figures.values())
    usual = next((source for source, times in sources.most_common(1) if times > 1), "")
    for rule in sorted(rules, key=lambda rule: rule.value != wanted):
        mine, others = _readings(rule)
        for reading in mine:
            _reading(reading)
        _rule(rule, figures.get(rule), usual, opened=rule.value == wanted)
        for reading in others:
            _reading(reading)
    if usual:
        st.caption(usual)


def _rule(rule: Rule, figure: RuleFigure | None, usual: str, *, opened: bool) -> None:
    say, shown, key = session.texts(), reference.example(rule), rule.value.replace(".", "-")
    with st.container(border=True, key=f"rule-{key}"):
        st.header(say.name(rule), anchor=False)
        if rule in reference.READ_BY:
            _whose(reference.READ_BY[rule])
        show_rules(cited(rule, say, lessons()), said=say.name(rule))
        if figure:
            st.write(figure.sentence)
            if figure.source != usual:
                st.caption(figure.source)
        if shown is None:
            return
        label, box_key = say("rules.example"), f"box-{key}"
        with fold(label, box_key, opened=opened) as box:
            if box.open:
                left, right = st.columns([1, 1], gap="medium")
                with left:
                    card_table(illustrate(look(), shown, solved(shown)).whole, key=f"example-{key}")
                with right:
                    running_text.points(map(say.explain, shown.check(shown.solution).reasons))
                    navigation.link("drill", say("rules.try"), puzzle=print_puzzle(shown))
                    navigation.link("learn", say("rules.worked"), example=rule.value)


def _readings(rule: Rule) -> tuple[list[LedTrump], list[LedTrump]]:
    """Return the readings that stand with *rule*: the learner's, before it, and the others."""
    readings, own = reference.READINGS.get(rule, ()), session.rulebook().led_trump
    mine = [reading for reading in readings if reading == own]
    return mine, [reading for reading in readings if reading != own]


def _reading(reading: LedTrump) -> None:
    say = session.texts()
    rule = cited_by(reading, say, lessons())
    with st.container(border=True, key=f"rule-{reading.value}"):
        st.header(rule.name, anchor=False)
        _whose(reading)
        show_rules(rule, said=rule.name)
        with fold(say("rules.example"), f"box-{reading.value}") as box:
            if box.open:
                _parting_trick(next(by for by in RULEBOOKS if by.led_trump == reading))


def _whose(reading: LedTrump) -> None:
    say = session.texts()
    for rulebook in RULEBOOKS:
        if rulebook.led_trump == reading:
            chosen = rulebook == session.rulebook()
            st.caption(say("rules.of-chosen" if chosen else "rules.of", rulebook=rulebook))


def _parting_trick(rulebook: Rulebook) -> None:
    """Show the trick that tells the rulebooks apart, and who wins it by one of them."""
    table = Table.parse(reference.SEPARATING_TABLE, rulebook)
    ruling = judge(Trick.parse(reference.SEPARATING, table), table)
    say = session.texts()
    told = say(
        "rules.differ.ruling",
        rulebook=rulebook,
        winner=ruling.winning.seat,
        card=ruling.winning.card,
        rule=governing_name(ruling, say),
    )
    running_text.paragraphs(told)
    shown = judged_picture(look(), VARIANTS["partnership"], ruling)
    card_table(shown, key=f"parted-{rulebook.id}")


def _differences() -> None:
    say = session.texts()
    st.header(say("dispute.led-trump.title"), anchor=False)
    st.write(say("dispute.led-trump.text"))
    for answer in LedTrump:
        st.markdown("- " + say(f"dispute.led-trump.{answer.value}"))
    st.markdown(f"**{say('rules.differ.trick')}**")
    columns = st.container(key="rulebooks").columns(len(RULEBOOKS))
    for column, rulebook in zip(columns, RULEBOOKS, strict=True):
        with column:
            _parting_trick(rulebook)
    st.header(say("dispute.revoke.title"), anchor=False)
    st.write(say("dispute.revoke.text"))
    for penalty in RevokePenalty:
        st.markdown("- " + say(f"dispute.revoke.{penalty.value}"))
    for rulebook in RULEBOOKS:
        st.caption(say(f"rulebook.{rulebook.id}.text"))
    st.header(say("rules.silent"), anchor=False)
    for point in reference.SILENT:
        st.markdown("- " + say(f"silent.{point}.text"))
    st.header(say("rules.sources"), anchor=False)
    for source in SOURCES:
        words = say.name(source)
        st.markdown(f"- [{words}]({source.url})" if source.url else f"- {words}")


_MANY = (1_000, 10_000, 50_000)
_CHUNK = 512
"""Games between two looks at the stop button: about a tenth of a second."""


@dataclass(slots=True)
class MoreGames:
    """The games that a learner adds: how many they are, and how many of them are left to play."""

    wanted: int = 0
    left: int = 0

    @property
    def added(self) -> int:
        """How many have been played."""
        return self.wanted - self.left


def _more_games() -> MoreGames:
    return session.remembered("often-more", MoreGames)


def _rule_figures(rules: Iterable[Rule]) -> Mapping[Rule, RuleFigure]:
    """Return how often rules are at work, those that are counted."""
    asked = (session.variant(), session.rulebook(), stored_figures(), session.texts())
    figures = {rule: rule_figure(rule, *asked) for rule in rules}
    return {rule: figure for rule, figure in figures.items() if figure}


def _frequencies() -> None:
    """Show all figures, and the way to more.

    Not a fragment: what is pressed inside one waits until the fragment has run through, and
    the games could not be stopped.
    """
    say, mine, samples = session.texts(), _mine(), _samples()
    st.header(say("often.title"), anchor=False)
    if not samples:
        st.write(say("often.none", variant=session.variant()))
        return
    first, *others = samples
    st.write(
        say(
            "often.intro", games=first.games, variant=session.variant(), rulebook=session.rulebook()
        )
    )
    for count in others:
        st.write(say("often.club", games=count.games))
    if mine:
        st.write(say("often.mine", games=mine.games))
    whole = stored_figures().whole(first.form, first.reading)
    for chart in charts((first, *others), whole, say):
        with st.container(border=True, key=f"often-{chart.id}"):
            _show(chart)
    st.caption(say("often.error"))
    with st.container(border=True, key="often-more"):
        _more()


def _samples() -> tuple[GameSample, ...]:
    form, mine = session.variant(), _mine()
    reading = form.table(session.rulebook()).led_trump
    samples = [stored_figures().sample(form.id, reading, players) for players in CountedPlayers]
    counted = [count for count in samples if count]
    if not counted:
        return ()
    first, *others = counted
    return (first + mine if mine else first, *others)


def _games_key() -> str:
    """Name the games that were added in this session to those of the form and rulebook."""
    form = session.variant()
    return f"often-games-{form.id}-{form.table(session.rulebook()).led_trump}"


def _mine() -> GameSample | None:
    sample = session.recall(_games_key())
    return sample if isinstance(sample, GameSample) else None


def _show(chart: Chart) -> None:
    st.subheader(chart.title, anchor=False)
    for sentence in chart.sentences:
        st.write(sentence)
    if names := key(chart):
        st.html(names)
    with st.container(key=f"chart-{chart.id}"):
        st.vega_lite_chart(spec=draw_chart(chart), alt=_spoken(chart), width="stretch")
    say = session.texts()
    with fold(say("often.table"), f"table-{chart.id}") as box:
        if box.open:
            frame = pd.DataFrame(chart.rows(say), index=pd.Index(chart.labels, name=chart.across))
            st.table(frame, alt=f"{chart.title}: {chart.along}")


def _spoken(chart: Chart) -> str:
    """Return a chart for those who do not see it: every figure, in the order of the bars."""
    rows = chart.rows(session.texts())
    lines = (
        f"{label}: " + ", ".join(f"{name} {cells[place]}" for name, cells in rows.items())
        for place, label in enumerate(chart.labels)
    )
    return f"{chart.title} ({chart.along}). " + "; ".join(lines)


def _more() -> None:
    """Offer to count more games; while they are played a bar tells how far, and it can stop."""
    say, more = session.texts(), _more_games()
    st.subheader(say("often.more.title"), anchor=False)
    st.write(say("often.more.text"))
    many = st.segmented_control(
        say("often.more.how-many"),
        _MANY,
        default=_MANY[1],
        format_func=say.name,
        key="often-how-many",
        on_change=session.here(),
        required=True,
        disabled=more.left > 0,
    )
    games = int(many or _MANY[0])
    with st.container(key="often-press"):
        # One place for both buttons: while games are played the first would still be there.
        button = st.empty()
    if more.left:
        button.button(say("often.more.stop"), key="often-stop", on_click=session.from_here(_stop))
    else:
        words = say("often.more.play", games=games)
        start = session.from_here(partial(_start, games))
        button.button(words, key="often-play", on_click=start)
    if presses := session.counted("often"):
        look_at("often-press", f"{presses} {more.left > 0}")
    if more.left:
        _play(more)
        session.run_again()
    if more.added:
        st.success(say("often.more.added", games=more.added), icon=":material/add_chart:")


def _start(games: int) -> None:
    session.remember("often-more", MoreGames(wanted=games, left=games))
    session.count("often")


def _stop() -> None:
    more = _more_games()
    more.wanted, more.left = more.added, 0
    session.count("often")


def _play(more: MoreGames) -> None:
    """Play the games, some at a time; what was played counts even if it is stopped here."""
    say, form = session.texts(), session.variant()
    table = form.table(session.rulebook())
    rng = np.random.default_rng(session.chance().getrandbits(64))
    bar = st.progress(0.0)
    while more.left:
        text = say("often.more.under-way", done=more.added, games=more.wanted)
        bar.progress(more.added / more.wanted, text=text)
        games = min(more.left, _CHUNK)
        counted, mine = random_games(form, table, games, rng), _mine()
        session.remember(_games_key(), mine + counted if mine else counted)
        more.left -= games
