"""From the shape of a lesson file to a lesson: every position is built once and asked about.

Nothing is believed: cards, tables, rules and rulebooks are read by the engine, and what
an author expects is compared with what the engine says.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, ParamSpec, TypeVar

from engine.cards import Card, parse_cards
from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.trick import Trick
from engine.variants import VARIANTS
from puzzles.kinds import KINDS
from puzzles.position import built
from tutor.lessons import checks
from tutor.lessons.guided import parse_holdings
from tutor.lessons.shape import (
    STEPS,
    WANTED,
    AskPosition,
    AskShape,
    ByLanguage,
    ChapterShape,
    ChooseShape,
    DrillShape,
    LessonShape,
    PlayShape,
    PositionShape,
    SayShape,
    Shape,
    ShowShape,
    TryShape,
    names_of,
    problem,
    shaped,
)
from tutor.lessons.steps import (
    NO_WORDS,
    Ask,
    Chapter,
    Choose,
    Drill,
    Lesson,
    LessonStep,
    Say,
    Setting,
    Show,
    Try,
    WholeDeal,
    Words,
)
from tutor.lessons.yaml_lines import (
    Document,
    Key,
    Problem,
    language_missing,
    quoted,
    suggestion,
    wide_colon,
)
from tutor.words.languages import DEFAULT
from tutor.words.texts import LANGUAGES

_T = TypeVar("_T")
_P = ParamSpec("_P")
_S = TypeVar("_S", bound=Shape)


class Builder:
    """Builds one lesson from its document and gathers the problems on the way."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems: list[Problem] = []
        self._words: list[tuple[Key, Words]] = []
        for key, line, message in document.faults:
            self.report(key, message, line)

    def report(self, key: Key, error: str | ValueError, line: int = 0) -> None:
        """Note a problem with the value under *key*."""
        self.problems.append(problem(self.document, key, error, line))

    def attempt(
        self, key: Key, make: Callable[_P, _T], *facts: _P.args, **named: _P.kwargs
    ) -> _T | None:
        """Make something of the value under *key*, or note why that cannot be."""
        try:
            return make(*facts, **named)
        except ValueError as error:
            self.report(key, error)
            return None

    def shaped(self, shape: type[_S], value: object, key: Key) -> _S | None:
        """Return *value* in the shape; note what keeps it from that."""
        made, faults = shaped(shape, value)
        for inner, message in faults:
            self.report((*key, *inner), message)
        return made

    def lesson(self) -> Lesson | None:
        """Build the lesson, or as much of it as shows what is wrong."""
        shape = self.shaped(LessonShape, self.document.value, ())
        steps = [
            self.step(("steps", place), step) for place, step in enumerate(self.document.steps)
        ]
        rules, ids = self.rules(), self.ids()
        if shape is None:
            return None
        title = self.words(("title",), shape.title)
        chapter = self.chapter(shape.chapter)
        languages = self.spoken()
        taught, title = tuple(filter(None, rules)), title or NO_WORDS
        return Lesson(shape.id, taught, title, tuple(filter(None, steps)), ids, chapter, languages)

    def chapter(self, shape: ChapterShape | None) -> Chapter | None:
        """Build the chapter that begins with this lesson, if one does."""
        if shape is None:
            return None
        title = self.words(("chapter", "title"), shape.title)
        promise = self.words(("chapter", "promise"), shape.promise)
        return Chapter(title, promise) if title and promise else None

    def rules(self) -> list[Rule | None]:
        """Find the rules that are taught, each of which stands once, whatever else is at fault."""
        value, faulty = self.document.value, any(each.key == "rules" for each in self.problems)
        names = value.get("rules", ()) if isinstance(value, dict) and not faulty else ()
        named = {place: name.strip() for place, name in enumerate(names) if isinstance(name, str)}
        for name in (name for name, count in Counter(named.values()).items() if count > 1):
            self.report(("rules",), f"want every rule once, found {name!r} twice")
        return [self.rule(("rules", place), name) for place, name in named.items() if name]

    def ids(self) -> tuple[str, ...]:
        """List the ids of the steps, empty where a step has none; every id stands once."""
        steps = self.document.steps
        names = [str(step.get("id") or "") if isinstance(step, dict) else "" for step in steps]
        for place, name in enumerate(names):
            if name and name in names[:place]:
                earlier = names.index(name) + 1
                self.report(
                    ("steps", place, "id"),
                    f"step {earlier} has the id {name!r} already (want another)",
                )
        return tuple(names)

    def step(self, key: Key, raw: object) -> LessonStep | None:
        """Return the step that an entry of ``steps`` describes, or report it and return None."""
        if not isinstance(raw, dict) or not raw:
            found = quoted(raw) if raw else "nothing"
            said = wide_colon(raw) or f"want a step such as 'say: …', found {found}"
            self.report(key, said)
            return None
        names = names_of(raw)
        wanted = f"want one of {', '.join(STEPS)}"
        if not names:
            first = next(iter(raw))
            self.report(
                (*key, first), f"no step {first!r} ({wanted}{suggestion(first, tuple(STEPS))})"
            )
            return None
        if len(names) > 1:
            both = " and ".join(map(repr, names))
            self.report(key, f"{both} are steps of their own ({wanted}; a prompt is 'words')")
            return None
        (name,) = names
        shape = self.shaped(STEPS[name], raw, key)
        return _MAKERS[name](self, key, shape) if shape else None

    def words(self, key: Key, texts: ByLanguage | None) -> Words | None:
        """Take a text, and note the languages that are unknown."""
        if texts is None:
            return None
        for language in texts:
            self.named((*key, language), language, "language", LANGUAGES)
        words = Words(texts)
        self._words.append((key, words))
        return words

    def spoken(self) -> tuple[str, ...]:
        """Return the languages that every text has; where none is, note what the nearest lacks."""
        count = Counter(language for _, words in self._words for language in words.texts)
        whole = tuple(language for language in LANGUAGES if count[language] == len(self._words))
        if not whole:
            nearest = max(LANGUAGES, key=lambda language: (count[language], language == DEFAULT))
            for key, words in self._words:
                if nearest not in words.texts:
                    self.report((*key, nearest), language_missing(nearest, LANGUAGES[nearest]))
        return whole

    def rule(self, key: Key, name: str) -> Rule | None:
        """Find a rule by its value."""
        return self.named(key, name, "rule", _RULES)

    def named(self, key: Key, name: str, what: str, known: Mapping[str, _T]) -> _T | None:
        """Find what goes by a name, or note that nothing does."""
        return self.attempt(key, checks.look_up, what, name, known)

    def setting(self, key: Key, shape: PositionShape) -> Setting | None:
        """Build the setting of a position."""
        variant = self.named((*key, "variant"), shape.variant, "form of the game", VARIANTS)
        if variant is None or not self.attempt(
            (*key, "table"), checks.table_of, variant, shape.table
        ):
            return None
        rulebook, source = None, None
        if shape.rulebook is not None:
            rulebook = self.named((*key, "rulebook"), shape.rulebook, "rulebook", _RULEBOOKS)
        if shape.source is not None:
            source = self.attempt((*key, "from"), checks.citation, shape.source)
        if (shape.rulebook and not rulebook) or (shape.source and not source):
            return None
        return Setting(variant, shape.table, rulebook, source)

    def say(self, key: Key, shape: SayShape) -> Say | None:
        """Build something to read."""
        words = self.words((*key, "say"), shape.say)
        return Say(words or NO_WORDS)

    def show(self, key: Key, shape: ShowShape) -> Show | None:
        """Build a position to look at."""
        path: Key = (*key, "show")
        words = self.words((*key, "words"), shape.words)
        setting = self.setting(path, shape.show)
        if setting is None:
            return None
        if shape.show.sheet is not None:
            return self.show_sheet(key, shape, setting, words)
        hand: tuple[Card, ...] | None = ()
        if shape.show.hand is not None:
            hand = self.attempt((*path, "hand"), checks.hand_of, setting, shape.show.hand)
        if hand is None:
            return None
        trick, calypsos = shape.show.trick or "", shape.show.calypsos or ""
        step = Show(setting, trick, calypsos, words, hand, whole=shape.show.whole)
        table = setting.table(RULEBOOKS[0])
        before = len(self.problems)
        if step.trick:
            self.attempt((*path, "trick"), Trick.parse, step.trick, table)
        if step.calypsos:
            self.attempt((*path, "calypsos"), parse_holdings, step.calypsos, setting.variant, table)
        if len(self.problems) > before:
            return None
        spot = (*path, "trick" if step.trick else "calypsos" if step.calypsos else "hand")
        view = step.under(RULEBOOKS[0])
        shown_cards = [*built(setting.variant, chain(*(view.holdings or ()))), *hand]
        self.attempt(spot, checks.check_position, setting, view.trick, shown_cards)
        rulings = {rulebook: step.under(rulebook).ruling for rulebook in RULEBOOKS}
        winners = {
            rulebook: ruling.winning.seat.value for rulebook, ruling in rulings.items() if ruling
        }
        self.attempt(spot, checks.check_named, setting, winners)
        if shape.expect is not None:
            self.attempt((*key, "expect"), checks.check_winner, setting, view.trick, shape.expect)
        return step

    def show_sheet(
        self, key: Key, shape: ShowShape, setting: Setting, words: Words | None
    ) -> Show | None:
        """Build a score sheet to look at; ``expect`` is its total."""
        path: Key = (*key, "show")
        before = len(self.problems)
        for name in ("trick", "calypsos", "hand"):
            if getattr(shape.show, name) is not None:
                self.report((*path, name), "want the sheet in a step of its own")
        step = Show(setting, words=words, sheet=shape.show.sheet or "")
        spot: Key = (*path, "sheet")
        sheets = self.attempt(
            spot, lambda: {rulebook: step.scored(rulebook) for rulebook in RULEBOOKS}
        )
        if sheets is None or len(self.problems) > before:
            return None
        totals = {rulebook: sheet.solution for rulebook, sheet in sheets.items() if sheet}
        self.attempt(spot, checks.check_named, setting, totals)
        sheet = sheets[setting.rulebook or RULEBOOKS[0]]
        if sheet and shape.expect is not None:
            self.attempt((*key, "expect"), checks.check_total, sheet, shape.expect)
        return step

    def ask(self, key: Key, shape: AskShape) -> Ask | None:
        """Build a question and put it to the engine."""
        path: Key = (*key, "at")
        words = self.words((*key, "words"), shape.words)
        kind = self.named((*key, "ask"), shape.ask, "kind of question", KINDS)
        setting = self.setting(path, shape.at)
        if shape.why and not (kind and kind.asks_rule):
            able = " and ".join(repr(name) for name, record in KINDS.items() if record.asks_rule)
            self.report((*key, "why"), f"only {able} also asks for the rule (want no 'why')")
            return None
        if kind is None or setting is None or not self.is_laid(path, shape, setting):
            return None
        spot = self.spot(path, shape.at)
        position = self.attempt(spot, checks.position_line, shape, setting)
        if position is None:
            return None
        step = Ask(setting, shape.ask, position, words)
        answers = self.attempt(
            spot, lambda: {rulebook: checks.said(step.puzzle(rulebook)) for rulebook in RULEBOOKS}
        )
        if answers is None:
            return None
        self.attempt(spot, checks.check_named, setting, answers)
        if shape.expect is not None:
            puzzle = step.puzzle(RULEBOOKS[0])
            self.attempt((*key, "expect"), checks.check_expected, puzzle, shape.expect)
        return step

    def spot(self, path: Key, position: AskPosition) -> Key:
        """Return the key that a complaint about a whole position points to."""
        given = [name for name in LAID if getattr(position, name) is not None]
        return (*path, given[0]) if len(given) == 1 else path

    def is_laid(self, path: Key, shape: AskShape, setting: Setting) -> bool:
        """Return whether a position has the keys of its kind of question, each of them readable."""
        before, table = len(self.problems), setting.table(RULEBOOKS[0])
        takes = KINDS[shape.ask].keys or ("position",)
        given = [name for name in LAID if getattr(shape.at, name) is not None]
        if "position" in given:
            takes = ("position",)
        for name in given:
            if name not in takes:
                wanted = ", ".join(takes)
                self.report((*path, name), f"no key of {shape.ask} here (want {wanted})")
            elif isinstance(text := getattr(shape.at, name), str):
                self.attempt((*path, name), checks.lay, name, text, table)
        if takes[0] not in given:
            self.report((*path, takes[0]), f"missing (want {WANTED.get(takes[0], 'a line')})")
        return len(self.problems) == before

    def try_(self, key: Key, shape: TryShape) -> Try | None:
        """Build a hand to play a card from."""
        path: Key = (*key, "try")
        words = self.words((*key, "words"), shape.words)
        setting = self.setting(path, shape.task)
        hand = self.attempt((*path, "hand"), parse_cards, shape.task.hand)
        if setting is None or hand is None:
            return None
        variant, table = setting.variant, setting.table(RULEBOOKS[0])
        trick = self.attempt((*path, "trick"), Trick.parse, shape.task.trick, table)
        if trick is None:
            return None
        if len(trick.plays) >= variant.trick:
            self.report((*path, "trick"), "want a trick to which someone has still to play")
        if not 1 <= len(hand) <= variant.hand:
            self.report((*path, "hand"), f"want 1 to {variant.hand} cards, found {len(hand)}")
        self.attempt((*path, "hand"), checks.check_position, setting, trick, hand)
        return Try(setting, str(trick), hand, words or NO_WORDS)

    def choose(self, key: Key, shape: ChooseShape) -> Choose | None:
        """Build a choice among the values of a setting."""
        words = self.words((*key, "words"), shape.words)
        setting = self.named((*key, "choose"), shape.choose, "setting", CHOSEN)
        return Choose(setting, words or NO_WORDS) if setting else None

    def drill(self, key: Key, shape: DrillShape) -> Drill | None:
        """Return a drill, its rules and its kind of question found by their names."""
        task = shape.drill
        path: Key = (*key, "drill")
        rule = self.rule((*path, "rule"), task.rule)
        others = [self.rule((*path, "beside", n), name) for n, name in enumerate(task.beside)]
        beside = tuple(filter(None, others))
        kind = self.named((*path, "kind"), task.kind, "kind of question", KINDS)
        variant = self.named((*path, "variant"), task.variant, "form of the game", VARIANTS)
        if rule is None or kind is None or variant is None or len(beside) < len(others):
            return None
        for n, named in enumerate((rule, *beside)):
            where: Key = (*path, "beside", n - 1) if n else (*path, "rule")
            self.attempt(where, checks.check_drill, task.kind, named, variant)
        return Drill(rule, task.kind, task.count, variant, beside)

    def play(self, key: Key, shape: PlayShape) -> WholeDeal | None:
        """Build a deal to be played out."""
        task = shape.play
        path: Key = (*key, "play")
        words = self.words((*key, "words"), shape.words)
        setting = self.setting(path, task)
        before = len(self.problems)
        rules = [self.rule((*path, "tell", n), name) for n, name in enumerate(task.tell)]
        if setting is None or len(self.problems) > before:
            return None
        tell = tuple(filter(None, rules))
        deal = self.attempt((*path, "deal"), checks.deal_of, setting, task.deal)
        if deal is None:
            return None
        until = task.until or deal.tricks
        if until > deal.tricks:
            self.report((*path, "until"), f"want at most the {deal.tricks} tricks, found {until}")
        self.attempt((*path, "tell"), checks.check_told, deal, until, tell)
        return WholeDeal(setting, deal, until, tell, words)


_MAKERS: Mapping[str, Callable[[Builder, Key, Any], LessonStep | None]] = {
    "say": Builder.say,
    "show": Builder.show,
    "ask": Builder.ask,
    "try": Builder.try_,
    "drill": Builder.drill,
    "choose": Builder.choose,
    "play": Builder.play,
}
"""What builds each of the steps in `STEPS`."""

LAID = ("position", "trick", "hand", "calypsos", "seat", "deal")
"""The keys of a question's position that are not of its setting."""

CHOSEN = {"rulebook": "rulebook"}
"""The settings that a lesson may let the learner choose."""

_RULEBOOKS = {rulebook.id: rulebook for rulebook in RULEBOOKS}
_RULES = {rule.value: rule for rule in Rule}
