"""Rules as they are cited: by their names, with their sources and the lesson on each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from engine.rulebooks import CITATIONS_OF, LedTrump
from engine.rules import CITATIONS, OURS, Citation, Rule
from engine.trick import Role, Ruling, dissents
from puzzles.explanations import governing_key, hangs_on_led_trump, rule_key
from tutor.words.texts import Texts


class TeachesRules(Protocol):
    """A lesson, as far as an explanation knows it: its name, and its rules in their order."""

    @property
    def id(self) -> str:
        """What the lesson is called in addresses."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """What it teaches: first what it is about, then what it needs."""


@dataclass(frozen=True, slots=True)
class CitedRule:
    """A rule in words, who states it, and the lesson that teaches it, if one does."""

    rule: Rule
    name: str
    text: str
    citations: tuple[tuple[str, str], ...]
    lesson: str | None


def governing_name(ruling: Ruling, say: Texts) -> str:
    """Name the rule that governs a trick, by what its winner had to beat."""
    return say(f"{governing_key(ruling)}.name")


def deciding_name(ruling: Ruling, say: Texts) -> str:
    """Name the rule without which a trick is not understood: that of equals, if there are any."""
    if Rule.FIRST_OF_EQUALS in ruling.notes:
        return say("rule.trick.first-of-equals.name")
    return governing_name(ruling, say)


def grounds(ruling: Ruling, say: Texts, lessons: Sequence[TeachesRules]) -> tuple[CitedRule, ...]:
    """Return the rules behind a ruling, the governing one first, then its notes.

    About what beats a led trump only those are cited who give the answer of the table's own
    rulebook: the sources of the general rule say otherwise there, or can be read either way. Where
    no trump was led nothing is said of that.
    """
    reading = CITATIONS_OF[ruling.table.led_trump]
    key, citations = governing_key(ruling), CITATIONS[ruling.rule]
    taught = ruling.rule
    if hangs_on_led_trump(ruling) or key != f"rule.{ruling.rule.value}":
        citations = reading
        taught = Rule.TWO_LED_TRUMP if ruling.table.for_two else Rule.LED_TRUMP_HOLDS
    governing = _put(ruling.rule, key, citations, say, _lesson_on(taught, lessons))
    plain = f"{key}.plain-lead.text"
    if ruling.roles[0] != Role.LED_TRUMP and say.has(plain):
        governing = replace(governing, text=say(plain))
    return governing, *(_note(rule, ruling, say, lessons) for rule in ruling.notes)


def _note(rule: Rule, ruling: Ruling, say: Texts, lessons: Sequence[TeachesRules]) -> CitedRule:
    """Put a note into words; equals that hang on a led trump are equal by one reading alone."""
    citations = CITATIONS[rule]
    if rule == Rule.FIRST_OF_EQUALS and hangs_on_led_trump(ruling):
        named = {citation.source for citation in CITATIONS_OF[ruling.table.led_trump]}
        citations = tuple(citation for citation in citations if citation.source in named)
    return _put(rule, f"rule.{rule.value}", citations, say, _lesson_on(rule, lessons))


def cited(rule: Rule, say: Texts, lessons: Sequence[TeachesRules], key: str = "") -> CitedRule:
    """Put a rule into words, those of *key* if given, with its sources and its lesson."""
    key = key or f"rule.{rule.value}"
    return _put(rule, key, CITATIONS[rule], say, _lesson_on(rule, lessons))


def cited_by(reading: LedTrump, say: Texts, lessons: Sequence[TeachesRules]) -> CitedRule:
    """Put what beats a led trump into the words of one reading, with the sources that give it."""
    rule = Rule.RUFF_WINS
    key, lesson = rule_key(rule, Role.LED_TRUMP, reading), _lesson_on(Rule.LED_TRUMP_HOLDS, lessons)
    return _put(rule, key, CITATIONS_OF[reading], say, lesson)


def otherwise(ruling: Ruling, say: Texts, lessons: Sequence[TeachesRules]) -> tuple[CitedRule, ...]:
    """Return what beats a led trump by the rulebooks that rule otherwise; none, if all agree."""
    return tuple(cited_by(rulebook.led_trump, say, lessons) for rulebook in dissents(ruling))


def _lesson_on(rule: Rule, lessons: Sequence[TeachesRules]) -> str | None:
    """Find the lesson about a rule: the first in whose list it stands before the middle.

    A lesson lists first what it is about, then what it needs. Where a rule is nowhere more
    than needed, the first lesson that lists it is named.
    """
    listing = [lesson for lesson in lessons if rule in lesson.rules]
    about = (
        lesson for lesson in listing if 2 * (lesson.rules.index(rule) + 1) <= len(lesson.rules)
    )
    listed = next(about, listing[0] if listing else None)
    return listed.id if listed else None


def _put(
    rule: Rule, key: str, citations: Sequence[Citation], say: Texts, lesson: str | None
) -> CitedRule:
    sources = tuple((cite(citation, say), citation.source.url) for citation in citations)
    return CitedRule(rule, say(f"{key}.name"), say(f"{key}.text"), sources, lesson)


def cite(citation: Citation, say: Texts) -> str:
    """Name a source and, where it has one, the section."""
    if citation.source == OURS or not citation.place:
        return say.name(citation.source)
    return say("citation.place", source=citation.source, place=citation.place)
