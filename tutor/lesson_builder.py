"""From the shape of a lesson file to a lesson: every position is built once and asked about.

Nothing is believed: cards, tables, rules and rulebooks are read by the engine, and what
an author expects is compared with what the engine says.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from engine.cards import Card, parse_cards
from engine.rulebooks import RULEBOOKS, Rulebook
from engine.rules import SOURCES, Citation, Rule
from engine.table import Table
from engine.trick import Trick
from engine.variants import VARIANTS, Variant
from puzzles.kinds import KINDS
from puzzles.kinds.who_wins import WhoWins
from puzzles.puzzle import Puzzle
from tutor.lesson_shape import (
    STEPS,
    AskShape,
    ByLanguage,
    DrillShape,
    LessonShape,
    PositionShape,
    SayShape,
    Shape,
    ShowShape,
    TryShape,
    problems,
)
from tutor.lesson_steps import (
    Ask,
    Drill,
    Lesson,
    Say,
    Setting,
    Show,
    Shown,
    Step,
    Try,
    Words,
    parse_holdings,
)
from tutor.lesson_yaml import Document, Key, Problem, shown, suggestion
from tutor.texts import LANGUAGES

_T = TypeVar("_T")


class Builder:
    """Builds one lesson from its document and gathers the problems on the way."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems: list[Problem] = []
        for key, line, message in document.faults:
            self.report(key, message, line)

    def report(self, key: Key, message: str, line: int = 0) -> None:
        """Note a problem with the value under *key*."""
        number, name, inner = 0, "", key
        if len(key) > 1 and key[0] == "steps" and isinstance(key[1], int):
            number, inner = key[1] + 1, key[2:]
            name = self._name_of(key[1])
        self.problems.append(
            Problem(
                self.document.file,
                line or self.document.line(key),
                number,
                name,
                ".".join(map(str, inner)),
                message,
            )
        )

    def _name_of(self, place: int) -> str:
        whole = self.document.value
        steps = whole.get("steps") if isinstance(whole, dict) else None
        step = steps[place] if isinstance(steps, list) and place < len(steps) else None
        names = [name for name in STEPS if isinstance(step, dict) and name in step]
        return names[0] if len(names) == 1 else ""

    def attempt(self, key: Key, make: Callable[[], _T]) -> _T | None:
        """Make something of the value under *key*, or note why that cannot be."""
        try:
            return make()
        except ValueError as error:
            self.report(key, str(error))
            return None

    def holds(self, key: Key, make: Callable[[], object]) -> bool:
        """Say whether something can be made of the value under *key*; note why if not."""
        return self.attempt(key, make) is not None

    def fits(self, shape: type[Shape], value: object, key: Key) -> bool:
        """Say whether *value* has the shape; note what keeps it from that."""
        found = problems(shape, value)
        for inner, message in found:
            self.report((*key, *inner), message)
        return not found

    def lesson(self) -> Lesson | None:
        """Build the lesson, or as much of it as shows what is wrong."""
        whole = self.document.value
        shaped = self.fits(LessonShape, whole, ())
        raw = whole.get("steps") if isinstance(whole, dict) else None
        steps = [
            self.step(("steps", place), step)
            for place, step in enumerate(raw if isinstance(raw, list) else ())
        ]
        if not shaped:
            return None
        shape = LessonShape.model_validate(whole)
        rules = [self.rule(("rules", place), name) for place, name in enumerate(shape.rules)]
        for name in (name for name, count in Counter(shape.rules).items() if count > 1):
            self.report(("rules",), f"every rule stands once, not as {name!r} again")
        title = self.words(("title",), shape.title)
        return Lesson(
            shape.id,
            tuple(filter(None, rules)),
            title or Words(()),
            tuple(filter(None, steps)),
            self.document.file,
        )

    def step(self, key: Key, raw: object) -> Step | None:
        """Build one step."""
        if not isinstance(raw, dict) or not raw:
            found = shown(raw) if raw else "nothing"
            self.report(key, f"want a step such as 'say: …', found {found}")
            return None
        names = [name for name in STEPS if name in raw]
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
        if not self.fits(STEPS[name], raw, key):
            return None
        return _MAKERS[name](self, key, raw)

    def words(self, key: Key, texts: ByLanguage | None) -> Words | None:
        """Take the text of every language; note the ones that are missing or unknown."""
        if texts is None:
            return None
        for language in texts:
            if language not in LANGUAGES:
                known = ", ".join(LANGUAGES)
                self.report((*key, language), f"no language {language!r} (want {known})")
        missing = [language for language in LANGUAGES if language not in texts]
        for language in missing:
            name = LANGUAGES[language]
            self.report((*key, language), f"the text in {name} is missing (want {language!r})")
        return None if missing else Words(tuple(texts[language] for language in LANGUAGES))

    def rule(self, key: Key, name: str) -> Rule | None:
        """Find a rule by its value."""
        return self.named(key, name, "rule", _RULES)

    def named(self, key: Key, name: str, what: str, known: Mapping[str, _T]) -> _T | None:
        """Find what goes by a name, or note that nothing does."""
        return self.attempt(key, lambda: _named(what, name, known))

    def setting(self, key: Key, shape: PositionShape) -> Setting | None:
        """Build the setting of a position."""
        variant = self.named((*key, "variant"), shape.variant, "form of the game", VARIANTS)
        if variant is None or not self.holds(
            (*key, "table"), lambda: _table_of(variant, shape.table)
        ):
            return None
        book, source = None, None
        if shape.rulebook is not None:
            book = self.named((*key, "rulebook"), shape.rulebook, "rulebook", _BOOKS)
        if shape.source is not None:
            named = shape.source
            source = self.attempt((*key, "from"), lambda: _citation(named))
        if (shape.rulebook and not book) or (shape.source and not source):
            return None
        return Setting(variant, shape.table, book, source)

    def say(self, key: Key, raw: object) -> Say | None:
        """Build something to read."""
        words = self.words((*key, "say"), SayShape.model_validate(raw).say)
        return Say(words or Words(()))

    def show(self, key: Key, raw: object) -> Show | None:
        """Build a position to look at."""
        shape = ShowShape.model_validate(raw)
        at: Key = (*key, "show")
        words = self.words((*key, "words"), shape.words)
        setting = self.setting(at, shape.show)
        if setting is None:
            return None
        step = Show(setting, shape.show.trick or "", shape.show.calypsos or "", words)
        table = setting.table(RULEBOOKS[0])
        good = not step.trick or self.holds((*at, "trick"), lambda: Trick.parse(step.trick, table))
        good &= not step.calypsos or self.holds(
            (*at, "calypsos"), lambda: parse_holdings(step.calypsos, setting.variant, table)
        )
        if not good:
            return None
        spot = (*at, "trick" if step.trick else "calypsos")
        self.holds(spot, lambda: _check_cards(setting.variant, _cards(step.under(RULEBOOKS[0]))))
        rulings = {book: step.under(book).ruling for book in RULEBOOKS}
        winners = {book: ruling.winning.seat.value for book, ruling in rulings.items() if ruling}
        self.holds(spot, lambda: _check_named(setting, winners))
        if shape.expect is not None:
            expect = shape.expect
            self.holds((*key, "expect"), lambda: _check_winner(setting, winners, expect))
        return step

    def ask(self, key: Key, raw: object) -> Ask | None:
        """Build a question and put it to the engine."""
        shape = AskShape.model_validate(raw)
        at: Key = (*key, "at")
        words = self.words((*key, "words"), shape.words)
        kind = self.named((*key, "ask"), shape.ask, "kind of question", KINDS)
        setting = self.setting(at, shape.at)
        given = [name for name in ("trick", "position") if getattr(shape.at, name)]
        if len(given) != 1:
            self.report(at, "want either 'trick' or 'position', as the puzzle's line has it")
            return None
        if shape.why and shape.ask != WhoWins.kind:
            self.report((*key, "why"), f"only {WhoWins.kind!r} also asks for the rule")
        if kind is None or setting is None:
            return None
        position = shape.at.trick or shape.at.position or ""
        if shape.why and shape.ask == WhoWins.kind:
            position += " : why"
        step = Ask(setting, shape.ask, position, words)
        spot: Key = (*at, *given)
        solutions = self.attempt(
            spot, lambda: {book: step.puzzle(book).solution for book in RULEBOOKS}
        )
        if solutions is None:
            return None
        self.holds(spot, lambda: _check_named(setting, solutions))
        if shape.expect is not None:
            expect = shape.expect
            puzzle = step.puzzle(setting.rulebook or RULEBOOKS[0])
            self.holds((*key, "expect"), lambda: _check_answer(puzzle, expect))
        return step

    def try_(self, key: Key, raw: object) -> Try | None:
        """Build a hand to play a card from."""
        shape = TryShape.model_validate(raw)
        at: Key = (*key, "try")
        words = self.words((*key, "words"), shape.words)
        setting = self.setting(at, shape.task)
        hand = self.attempt((*at, "hand"), lambda: parse_cards(shape.task.hand))
        if setting is None or hand is None:
            return None
        variant, table = setting.variant, setting.table(RULEBOOKS[0])
        trick = self.attempt((*at, "trick"), lambda: Trick.parse(shape.task.trick, table))
        if trick is None:
            return None
        if len(trick.plays) >= variant.trick:
            self.report((*at, "trick"), "want a trick that somebody is still to play to")
        if not 1 <= len(hand) <= variant.hand:
            self.report((*at, "hand"), f"want 1 to {variant.hand} cards, found {len(hand)}")
        self.holds((*at, "hand"), lambda: _check_cards(variant, [*trick.cards, *hand]))
        return Try(setting, str(trick), hand, words or Words(()))

    def drill(self, key: Key, raw: object) -> Drill | None:
        """Build a drill."""
        shape = DrillShape.model_validate(raw).drill
        at: Key = (*key, "drill")
        rule = self.rule((*at, "rule"), shape.rule)
        self.named((*at, "kind"), shape.kind, "kind of question", KINDS)
        variant = self.named((*at, "variant"), shape.variant, "form of the game", VARIANTS)
        return Drill(rule, shape.kind, shape.count, variant) if rule and variant else None


_MAKERS: Mapping[str, Callable[[Builder, Key, object], Step | None]] = {
    "say": Builder.say,
    "show": Builder.show,
    "ask": Builder.ask,
    "try": Builder.try_,
    "drill": Builder.drill,
}
"""What builds each of the steps in `STEPS`."""


def _named(what: str, name: str, known: Mapping[str, _T]) -> _T:
    """Look up a name, or say which there are.

    Raises:
        ValueError: There is no such name.
    """
    if name not in known:
        names = ", ".join(known) if len(known) < 8 else "one of the names in the engine"
        raise ValueError(f"no {what} {shown(name)} (want {names}{suggestion(name, tuple(known))})")
    return known[name]


def _citation(text: str) -> Citation:
    """Read a source and, after a comma, the place in it: ``pokerwiner, The play``."""
    name, _, place = text.partition(",")
    source = _named("source", name.strip(), {source.id: source for source in SOURCES})
    return Citation(source, place.strip())


def _table_of(variant: Variant, seating: str) -> Table:
    """Read a table of this form."""
    table = Table.parse(seating, RULEBOOKS[0])
    variant.check(table)
    return table


def _check_cards(variant: Variant, cards: Sequence[Card]) -> bool:
    """Make sure that all these cards are in the pack at once.

    Raises:
        ValueError: One is not, or not as often.
    """
    for card, count in Counter(cards).items():
        if card.suit not in variant.suits or card.rank not in variant.ranks:
            raise ValueError(f"{card} is not in the pack of {variant.id}")
        if count > variant.packs:
            raise ValueError(f"want {card} at most {variant.packs} times, found {count}")
    return True


def _cards(view: Shown) -> list[Card]:
    """List every card that a position shows, those of completed calypsos among them."""
    found = list(view.trick.cards) if view.trick else []
    for calypso in (one for mine in view.holdings or () for one in mine):
        found += [Card(calypso.suit, rank) for rank in calypso.ranks]
        found += [Card(calypso.suit, rank) for rank in view.variant.ranks] * calypso.completed
    return found


def _check_named(setting: Setting, answers: Mapping[Rulebook, str]) -> bool:
    """Make sure that a rulebook is named where the rulebooks differ.

    Raises:
        ValueError: None is.
    """
    if setting.rulebook is None and len(set(answers.values())) > 1:
        each = ", ".join(f"{book} says {answer}" for book, answer in answers.items())
        raise ValueError(
            f"the rulebooks differ here, {each} (want one of them named, such as "
            f"'rulebook: {RULEBOOKS[0]}')"
        )
    return True


def _check_winner(setting: Setting, winners: Mapping[Rulebook, str], expect: str) -> bool:
    """Compare the winner an author expects with the engine's.

    Raises:
        ValueError: It is another, or there is no complete trick to win.
    """
    winner = winners.get(setting.rulebook or RULEBOOKS[0])
    if winner is None:
        raise ValueError(f"nobody wins here, the trick is not complete; found {shown(expect)}")
    if winner != expect:
        raise ValueError(f"the engine gives the trick to {winner}, found {shown(expect)}")
    return True


def _check_answer(puzzle: Puzzle, expect: str) -> bool:
    """Compare the answer an author expects with the engine's.

    Raises:
        ValueError: It is another, or no answer to this question.
    """
    if not puzzle.check(expect).correct:
        raise ValueError(f"the engine says {puzzle.solution!r}, found {shown(expect)}")
    return True


_BOOKS = {book.id: book for book in RULEBOOKS}
_RULES = {rule.value: rule for rule in Rule}
