"""What the counted figures are called and how exactly they are said, for rules and for charts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from math import floor, log10

from engine.rulebooks import RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.score import POINTS
from engine.trick import GOVERNING
from engine.variants import VARIANTS, Variant
from tutor.figures import CountedPlayers, Figure, Frequencies, GameSample, Whole
from tutor.words.locales import number
from tutor.words.texts import Texts

MANNERS: Mapping[Rule, str] = {
    **dict.fromkeys(GOVERNING.values(), "decides"),
    Rule.FIRST_OF_EQUALS: "works",
    Rule.LED_SUIT_NO_TRUMP: "works",
    Rule.DISCARD_NEVER_WINS: "works",
    Rule.TWO_LED_TRUMP: "works",
    Rule.OWN_SUIT_BUILDS: "won",
    Rule.PARTNER_GETS_CARDS: "won",
    Rule.SAME_TRICK_STARTS_NEXT: "won",
    Rule.ONE_AT_A_TIME: "won",
    Rule.OTHERS_TO_PILE: "won",
    Rule.FOLLOW_SUIT: "follows",
    Rule.ANY_CARD_WHEN_VOID: "void",
    Rule.FIRST_CALYPSO: "players",
    Rule.SECOND_CALYPSO: "players",
    Rule.LATER_CALYPSO: "players",
    Rule.UNFINISHED_CARDS: "left",
    Rule.PILE_CARDS: "left",
    Rule.HIGHER_TOTAL_WINS: "drawn",
}
"""The rules that are counted, and of what: the words are under ``often.<manner>``."""

_ELSEWHERE = (Rule.LED_TRUMP_HOLDS, Rule.TWO_LED_TRUMP, Rule.PARTNER_GETS_CARDS)
"""Rules of one reading or form of the game: in others they cannot be at work."""

_PLENTY = 0.1
"""From this share on a percentage says more than "1 trick in 7" does."""


def percentage(figure: Figure, say: Texts) -> str:
    """Write a ratio as a percentage, with one decimal if it is that certain."""
    digits = min(_digits(100 * figure.error), 1)
    return say("often.percent", number=number(say.locale, 100 * figure.value, digits))


def mean(figure: Figure, say: Texts) -> str:
    """Write a ratio as a number, to the first digit that is uncertain."""
    return number(say.locale, figure.value, _digits(figure.error))


def _digits(error: float) -> int:
    """Return the decimals up to the first digit that *error* touches, two at the most."""
    return min(max(-floor(log10(error)), 0), 2) if error else 0


@dataclass(frozen=True, slots=True)
class RuleFigure:
    """How often a rule is at work: a sentence, and in which games that was counted."""

    sentence: str
    source: str


def rule_figure(
    rule: Rule, variant: Variant, rulebook: Rulebook, frequencies: Frequencies, say: Texts
) -> RuleFigure | None:
    """Return how often *rule* is at work, in the learner's form of the game if it occurs there.

    Nothing comes back for rules, or of forms of the game, that nobody has counted.
    """
    manner = MANNERS.get(rule)
    if manner is None:
        return None
    counted = _counted(rule, variant, rulebook, frequencies)
    if counted is None:
        return None
    sample, figure = counted
    if manner == "players" and len(VARIANTS[sample.form].builds[0]) > 1:
        manner = "suits"  # each has a first calypso of its own
    sentence = _sentence(manner, figure, say)
    shown = next(
        each
        for each in (rulebook, *RULEBOOKS)
        if VARIANTS[sample.form].table(each).led_trump == sample.reading
    )
    source = say("often.from", games=sample.games, variant=VARIANTS[sample.form], rulebook=shown)
    return RuleFigure(sentence, source)


def _counted(
    rule: Rule, variant: Variant, rulebook: Rulebook, frequencies: Frequencies
) -> tuple[GameSample, Figure] | None:
    """Find the learner's games; others, where the rule has no place in those.

    Of these first such as are of the learner's form, then such as go by the learner's rulebook.
    """
    reading = variant.table(rulebook).led_trump
    own = frequencies.sample(variant.id, reading, CountedPlayers.RANDOM)
    if own is None:
        return None
    name = f"rule.{rule}"
    random = (sample for sample in frequencies.samples if sample.players == CountedPlayers.RANDOM)
    others = sorted(
        (sample for sample in random if sample.figures[name].x and rule in _ELSEWHERE),
        key=lambda sample: (
            sample.form != variant.id,
            sample.reading != VARIANTS[sample.form].table(rulebook).led_trump,
        ),
    )
    where = own if own.figures[name].x else next(iter(others), own)
    return where, where.figures[name]


def _sentence(manner: str, figure: Figure, say: Texts) -> str:
    if manner == "left":
        return say("often.left.mean", mean=mean(figure, say))
    if not figure.x:
        return say("often.never")
    if figure.value >= _PLENTY:
        return say(f"often.{manner}.share", share=percentage(figure, say))
    return say(f"often.{manner}.one-in", count=round(1 / figure.value))


# ---------------------------------------------------------------------- charts


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: what it is about, who was counted, how much, and how surely.

    ``value`` and ``error`` are percentages, or points; an exact count has no error.
    """

    label: str
    series: str
    value: float
    error: float


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart in words and numbers: title, sentences, axes, and bars in reading order."""

    id: str
    title: str
    sentences: tuple[str, ...]
    across: str
    along: str
    bars: tuple[Bar, ...]

    @property
    def series(self) -> tuple[str, ...]:
        """Who was counted, in order."""
        return tuple(dict.fromkeys(bar.series for bar in self.bars))

    @property
    def labels(self) -> tuple[str, ...]:
        """What the bars are about, in order."""
        return tuple(dict.fromkeys(bar.label for bar in self.bars))

    def rows(self, say: Texts) -> Mapping[str, tuple[str, ...]]:
        """Return the figures as a table, parallel to `labels`: who was counted, what was found."""
        cells = {(bar.series, bar.label): _cell(bar, say) for bar in self.bars}
        return {
            series: tuple(cells.get((series, label), "–") for label in self.labels)
            for series in self.series
        }


def _cell(bar: Bar, say: Texts) -> str:
    digits = _digits(bar.error) if bar.error else 2
    exact, error = (number(say.locale, value, digits) for value in (bar.value, bar.error))
    whole = "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}"  # never in two lines
    return f"{exact}{whole}{error}" if bar.error else exact


def charts(samples: Iterable[GameSample], whole: Whole, say: Texts) -> tuple[Chart, ...]:
    """Put the figures of one form and reading into charts; random players' games come first."""
    counted = tuple(samples)
    return (
        _rules(counted, whole, say),
        _ruffs(counted[0], say),
        _calypsos(counted, say),
        _swing(counted, say),
    )


def _name(sample: GameSample, say: Texts) -> str:
    return say(f"often.players.{sample.players.value}", games=sample.games)


def _percent(label: str, sample: GameSample, key: str, say: Texts) -> Bar:
    figure = sample.figures[key]
    return Bar(label, _name(sample, say), 100 * figure.value, 100 * figure.error)


def _rules(samples: tuple[GameSample, ...], whole: Whole, say: Texts) -> Chart:
    figures = samples[0].figures
    bars = [
        bar
        for rule in sorted(whole.rules, key=list(Rule).index)
        for bar in (
            *(_percent(say.name(rule), sample, f"rule.{rule}", say) for sample in samples),
            Bar(say.name(rule), say("often.whole"), 100 * whole.rules[rule] / whole.tricks, 0),
        )
    ]
    sentences = [
        say("often.rules.text", tricks=whole.tricks),
        say("often.rules.leader", share=percentage(figures["leader"], say)),
        say("often.rules.tied", share=percentage(figures[f"rule.{Rule.FIRST_OF_EQUALS}"], say)),
    ]
    if figures["parted"].x:
        sentences.append(say("often.rules.parted", share=percentage(figures["parted"], say)))
    title, axis = say("often.rules.title"), say("often.rules.axis")
    return Chart("rules", title, tuple(sentences), say("drill.rule"), axis, tuple(bars))


def _ruffs(sample: GameSample, say: Texts) -> Chart:
    figures = sample.figures
    bars = []
    for whose in ("own", "other"):
        start = f"ruffed.{whose}."
        for key, figure in figures.items():
            if key.startswith(start):
                value, error = 100 * figure.value, 100 * figure.error
                bars.append(Bar(key.removeprefix(start), say(f"often.ruffs.{whose}"), value, error))
    own, others = figures["ruffed.own"], figures["ruffed.other"]
    sentences = [say("often.ruffs.text", own=percentage(own, say), other=percentage(others, say))]
    if figures["lost.own"].x != own.x:
        sentences.append(say("often.ruffs.lost", share=percentage(figures["lost.own"], say)))
    title, axis = say("often.ruffs.title"), say("often.ruffs.axis")
    return Chart("ruffs", title, tuple(sentences), say("often.ruffs.number"), axis, tuple(bars))


def _calypsos(samples: tuple[GameSample, ...], say: Texts) -> Chart:
    start, figures = "calypsos.", samples[0].figures
    counts = [key for key in figures if key.removeprefix(start).isdigit()]
    shown = [key for key in counts if any(sample.figures[key].x for sample in samples)]
    bars = tuple(
        _percent(say("often.calypsos.label", count=int(key.removeprefix(start))), sample, key, say)
        for key in shown
        for sample in samples
    )
    sentences = [say("often.calypsos.text", player=mean(figures["calypsos.player"], say))]
    # Who counts a neighbour's points has no partner.
    if len(VARIANTS[samples[0].form].feeds[0]) > 1:
        sentences.append(say("often.calypsos.side", side=mean(figures["calypsos.side"], say)))
    title, axis = say("often.calypsos.title"), say("often.calypsos.axis")
    return Chart("calypsos", title, tuple(sentences), say("often.calypsos.count"), axis, bars)


def _swing(samples: tuple[GameSample, ...], say: Texts) -> Chart:
    start, figures = "margin.", samples[0].figures
    shown = [key for key in figures if key.startswith(start) and figures[key].y]
    bars = []
    for key, sample in product(shown, samples):
        figure = sample.figures[key]
        if figure.y:
            label = say("often.swing.label", count=int(key.removeprefix(start)))
            bars.append(Bar(label, _name(sample, say), figure.value, figure.error))
    ranks = len(VARIANTS[samples[0].form].ranks)
    points, each = POINTS[Rule.FIRST_CALYPSO], POINTS[Rule.UNFINISHED_CARDS]
    swing, wins = round(figures["swing"].value), percentage(figures["more-wins"], say)
    sentences = (
        say("often.swing.text", swing=swing, wins=wins),
        say("often.swing.sheet", cards=ranks, each=each, points=points, gain=points - ranks * each),
    )
    title, axis = say("often.swing.title"), say("often.swing.axis")
    return Chart("swing", title, sentences, say("often.swing.ahead"), axis, tuple(bars))
