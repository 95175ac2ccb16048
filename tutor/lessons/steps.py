"""A lesson and its steps, as values; positions hold no answers, the engine gives those.

A position says where it is from, and what it looks like under a rulebook.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import ClassVar

from engine.calypso import Holdings, Placement, placements, share
from engine.cards import Card, Suit, fan_cards
from engine.rulebooks import RULEBOOKS, Rulebook
from engine.rules import Citation, Rule
from engine.table import Seat, Table
from engine.trick import Play, Ruling, Trick, judge, legal_cards
from engine.variants import Variant
from puzzles.generator import rounds_of
from puzzles.kinds import KINDS
from puzzles.puzzle import Puzzle
from puzzles.scenes import LEARNER, HandSight, ShelfSight, TableSight, so_far
from tutor.lessons.guided import GuidedDeal, parse_holdings
from tutor.lessons.guided.course import DealPlan
from tutor.words.languages import DEFAULT


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a position is from: the form of the game, the table, and who gives the example.

    ``rulebook`` is the one the author named, which a position needs where the rulebooks
    differ; elsewhere it is nothing, and the position is judged by the learner's.
    """

    variant: Variant
    seating: str
    rulebook: Rulebook | None = None
    source: Citation | None = None

    def table(self, learners: Rulebook) -> Table:
        """Return the table under the rulebook named by the author, or else the learner's."""
        return _table(self.seating, self.rulebook or learners)


@cache
def _table(seating: str, rulebook: Rulebook) -> Table:
    return Table.parse(seating, rulebook)


@dataclass(frozen=True, slots=True)
class PositionShown:
    """What a position looks like under one rulebook; what it lacks is nothing.

    ``ruling`` is there when the trick is complete; ``holdings`` are the calypsos before
    the trick; ``after`` and ``placements`` say what a complete trick adds to them.
    """

    variant: Variant
    table: Table
    trick: Trick | None
    ruling: Ruling | None
    holdings: Holdings | None = None
    after: Holdings | None = None
    placements: tuple[Placement, ...] = ()

    def on_table(self, laid: int | None = None, *, complete: bool = True) -> TableSight:
        """Return the table, the trick as far as it is *laid*, and its winner once *complete*."""
        trick, ruling = so_far(self.trick, laid), self.ruling if complete else None
        return TableSight(self.variant, self.table, trick, ruling=ruling)

    def on_shelves(self, *, complete: bool) -> tuple[ShelfSight, ...]:
        """Return the calypsos of whoever gets cards from the trick, or of everybody."""
        shown = self.after if complete and self.after else self.holdings
        if not shown:
            return ()
        fed = {seat for place in self.placements if (seat := place.builder)}
        fed = fed or set(self.table.seats)
        winner = self.ruling.winning.seat if self.ruling and complete else None
        return tuple(
            ShelfSight(
                seat=seat,
                calypsos=calypsos,
                placements=self.placements if complete else (),
                winner=winner,
                full=self.variant.full,
            )
            for seat, calypsos in zip(self.table.seats, shown, strict=True)
            if seat in fed or seat == winner
        )


@dataclass(frozen=True, slots=True)
class Words:
    """A text by language, or none: plain, without marks; a line break divides paragraphs."""

    texts: Mapping[str, str] = field(default_factory=dict, hash=False)

    def spoken(self, language: str) -> str:
        """Return the language in which who reads this one reads the text; empty if it is none."""
        return next((code for code in (language, DEFAULT, *self.texts) if code in self.texts), "")

    def __getitem__(self, language: str) -> str:
        """Return the text in one language, or else in English, or else as it is written."""
        return self.texts.get(self.spoken(language), "")


NO_WORDS = Words()


@dataclass(frozen=True, slots=True)
class Say:
    """Something to read."""

    name: ClassVar[str] = "say"

    words: Words


@dataclass(frozen=True, slots=True)
class Show:
    """A position to look at: a table, a trick (the ladder stands below a complete one), calypsos.

    ``trick``, ``calypsos`` and ``sheet`` are lines of text, empty when there is none;
    ``hand`` is the learner's, at South. ``whole`` is whether all cards of the trick are there
    from the start. A sheet stands alone.
    """

    name: ClassVar[str] = "show"

    setting: Setting
    trick: str = ""
    calypsos: str = ""
    words: Words | None = None
    hand: tuple[Card, ...] = ()
    sheet: str = ""
    whole: bool = False

    @property
    def bare(self) -> bool:
        """Whether it is a table on which nothing lies."""
        return not (self.trick or self.calypsos or self.hand or self.sheet)

    def under(self, learners: Rulebook) -> PositionShown:
        """Build the position for a learner who plays by this rulebook."""
        variant, table = self.setting.variant, self.setting.table(learners)
        trick = Trick.parse(self.trick, table) if self.trick else None
        complete = trick is not None and len(trick.plays) == variant.trick
        ruling = judge(trick, table) if trick and complete else None
        if not self.calypsos:
            return PositionShown(variant, table, trick, ruling)
        before = parse_holdings(self.calypsos, variant, table)
        if ruling is None:
            return PositionShown(variant, table, trick, ruling, before)
        won, winner = ruling.trick.cards, ruling.winning.seat
        after, _ = share(variant, table, before, won, winner)
        spots = placements(variant, table, before, won, winner)
        return PositionShown(variant, table, trick, ruling, before, after, spots)

    def scene(
        self, shown: PositionShown, laid: int | None = None, *, complete: bool = True
    ) -> tuple[TableSight | None, tuple[ShelfSight, ...], HandSight | None]:
        """Return table, shelves and hand, with the trick as far as it is *laid*.

        Of calypsos without a trick there is no table.
        """
        bare = shown.holdings and not shown.trick
        table = None if bare else shown.on_table(laid, complete=complete)
        hand = HandSight(seat=LEARNER, yours=True, cards=self.hand) if self.hand else None
        return table, shown.on_shelves(complete=complete), hand

    def scored(self, learners: Rulebook) -> Puzzle | None:
        """Return the sheet with its score, line by line, if there is one."""
        if not self.sheet:
            return None
        table = self.setting.table(learners)
        sheet: Puzzle = next(
            kind.puzzle.read(self.setting.variant, table, self.sheet)
            for kind in KINDS.values()
            if kind.shown_as == "sheet"
        )
        return sheet


@dataclass(frozen=True, slots=True)
class Ask:
    """A question of one kind about a position, which the engine judges and explains."""

    name: ClassVar[str] = "ask"

    setting: Setting
    kind: str
    position: str
    words: Words | None = None

    def puzzle(self, learners: Rulebook) -> Puzzle:
        """Build the question for a learner who plays by this rulebook."""
        puzzle: Puzzle = KINDS[self.kind].puzzle.read(
            self.setting.variant, self.setting.table(learners), self.position
        )
        return puzzle


@dataclass(frozen=True, slots=True)
class Try:
    """A hand and a trick under way: any card may be tried, an illegal one is explained."""

    name: ClassVar[str] = "try"

    setting: Setting
    trick: str
    hand: tuple[Card, ...]
    words: Words

    @property
    def seat(self) -> Seat:
        """Who is to play: whoever follows the last card of the trick."""
        leader, *cards = self.trick.split()
        seats = [word[:1] for word in self.setting.seating.split()]
        return Seat(seats[(seats.index(leader) + len(cards)) % len(seats)])

    @property
    def led(self) -> Suit:
        """The suit led."""
        return Card.parse(self.trick.split()[1]).suit

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards of the hand that may be played, in the order in which it is seen."""
        return fan_cards(legal_cards(self.hand, self.led))

    def broken(self, card: Card) -> Rule | None:
        """Name the rule that playing *card* would break, or nothing if it may be played."""
        if card not in self.hand:
            return Rule.OWN_CARDS
        return None if card in self.legal else Rule.FOLLOW_SUIT

    def under(self, learners: Rulebook) -> PositionShown:
        """Build the position for a learner who plays by this rulebook."""
        table = self.setting.table(learners)
        return PositionShown(self.setting.variant, table, Trick.parse(self.trick, table), None)

    def on_table(self, learners: Rulebook, played: Card | None) -> TableSight:
        """Return the table with the trick under way, and the card once it is *played*.

        A card that completes the trick shows who wins it.
        """
        shown = self.under(learners).on_table()
        if played is None:
            return replace(shown, turn=self.seat)
        assert shown.trick is not None, "a trick is under way"
        trick = Trick((*shown.trick.plays, Play(self.seat, played)))
        complete = len(trick.plays) == shown.variant.trick
        return replace(shown, trick=trick, ruling=judge(trick, shown.table) if complete else None)


@dataclass(frozen=True, slots=True)
class Drill:
    """Questions of one kind, fresh each time, about one rule; some about those *beside* it."""

    name: ClassVar[str] = "drill"

    rule: Rule
    kind: str
    count: int
    variant: Variant
    beside: tuple[Rule, ...] = ()

    def turns(self, rng: Random) -> tuple[Rule, ...]:
        """Return the rule of each question: all of them, then as often as they come elsewhere."""
        named = (self.rule, *self.beside)
        rules = list(named)
        rest = list(rounds_of(named, self.variant))
        for rule in named:
            rest.remove(rule)
        while len(rules) < self.count:
            rules += rng.sample(rest, len(rest))
            rest = list(rounds_of(named, self.variant))
        return tuple(rng.sample(rules[: self.count], self.count))


@dataclass(frozen=True, slots=True)
class Choose:
    """One of the learner's settings, to be chosen in passing; so far only the rulebook."""

    name: ClassVar[str] = "choose"

    setting: str
    words: Words

    @property
    def choices(self) -> tuple[Rulebook, ...]:
        """What there is to choose from; none of them is chosen beforehand."""
        return RULEBOOKS


@dataclass(frozen=True, slots=True)
class WholeDeal:
    """A deal that is played out with partners who play to show the rules in their order.

    ``until`` is how many tricks are played, ``tell`` are the rules that are told when they
    happen for the first time, in their turn.
    """

    name: ClassVar[str] = "play"

    setting: Setting
    deal: GuidedDeal
    until: int
    tell: tuple[Rule, ...]
    words: Words | None = None

    @property
    def plan(self) -> DealPlan:
        """What the deal is played by."""
        return DealPlan(deal=self.deal, order=self.tell, tricks=self.until)

    def rulebook(self, learners: Rulebook) -> Rulebook:
        """Return the rulebook named by the author, or else the learner's."""
        return self.setting.rulebook or learners


LessonStep = Say | Show | Ask | Try | Drill | Choose | WholeDeal
"""The closed set of what a lesson is made of."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """What a chapter is called, and in one line what it teaches."""

    title: Words
    promise: Words


@dataclass(frozen=True, slots=True)
class Lesson:
    """Steps in order, and the rules they teach; the id and a step's number stand in links.

    ``ids`` runs parallel to the steps: the name of a step that is found from elsewhere.
    ``chapter`` is the one that begins with this lesson, if one does. ``languages`` are those in
    which every text of it is written, at least one.
    """

    id: str
    rules: tuple[Rule, ...]
    title: Words
    steps: tuple[LessonStep, ...]
    ids: tuple[str, ...] = ()
    chapter: Chapter | None = None
    languages: tuple[str, ...] = (DEFAULT,)

    def spoken(self, language: str) -> str:
        """Return the language in which a learner with this one reads what is not translated."""
        wanted = (code for code in (language, DEFAULT) if code in self.languages)
        return next(wanted, self.languages[0])

    def named(self, id_: str) -> LessonStep:
        """Return the step that has this id, wherever it stands, or raise LookupError."""
        if not id_ or id_ not in self.ids:
            raise LookupError(f"{self.id} has no step with the id {id_!r}")
        return self.steps[self.ids.index(id_)]
