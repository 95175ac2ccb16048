"""Everything said after an answer, looked up from the verdict in one language.

And what choices and answers are called.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card, fan_cards
from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.table import Seat
from engine.trick import Ruling, dissents, ruling_under
from puzzles.explanations import rule_key, rulebook_told
from puzzles.kinds import kind_of, ruling_told, words_of
from puzzles.minimal_pairs import Pair
from puzzles.puzzle import Choice, Part, Puzzle, Reason, Verdict, asks_rule, read_answer, under
from tutor.words.citing import (
    CitedRule,
    TeachesRules,
    cited,
    deciding_name,
    governing_name,
    grounds,
)
from tutor.words.texts import Texts


def choice_label(say: Texts, puzzle: Puzzle, part: Part, choice: Choice) -> str:
    """Name a choice as a button does: a seat with the card it played, a trick by its number."""
    if isinstance(choice.value, Rule) and puzzle.ruling:
        beaten = puzzle.ruling.roles[0]
        return say(f"{rule_key(choice.value, beaten, puzzle.table.led_trump)}.name")
    kind = kind_of(puzzle)
    if isinstance(choice.value, Seat) and kind.about_trick and puzzle.ruling:
        cards = tuple(p.card for p in puzzle.ruling.trick.plays if p.seat == choice.value)
        return say("ask.seat-card", seat=choice.value, cards=cards)
    if label := kind.label(puzzle, part, choice):
        return say(f"choice.{label.key}", **label.facts)
    if isinstance(choice.value, Card):  # cards may stand in a list, in the middle of a sentence
        return say.name(choice.value)
    return say("ask.choice", choice=choice.value)


def asked_label(say: Texts, puzzle: Puzzle) -> str:
    """Ask what is asked; of several parts alike, all of them at once."""
    every = f"ask.all.{puzzle.parts[0].key.removesuffix('.second')}"
    if len(puzzle.parts) > 1 and say.has(every):
        return say(every)
    return say("picture.between").join(
        say(f"part.{part.key}", **part.facts) for part in puzzle.parts
    )


def answer_label(say: Texts, puzzle: Puzzle, answer: str) -> str:
    """Name an answer to *puzzle*, what was picked in every part, or raise ValueError.

    Of several parts alike, those with the same answer are named together; cards of a hand are
    named as they lie in it.
    """
    labels: dict[str, list[Part]] = {}
    for part, tokens in zip(puzzle.parts, read_answer(answer, puzzle.parts), strict=True):
        chosen = [choice for choice in part.choices if choice.token in tokens]
        cards = fan_cards(choice.value for choice in chosen if isinstance(choice.value, Card))
        if part.many and len(cards) == len(chosen):
            label = say.name(cards)
        else:
            label = say.series(tuple(choice_label(say, puzzle, part, choice) for choice in chosen))
        labels.setdefault(label, []).append(part)
    if len(puzzle.parts) == 1:
        return next(iter(labels))
    return " / ".join(_answered(say, label, parts) for label, parts in labels.items())


def _answered(say: Texts, label: str, parts: Sequence[Part]) -> str:
    """Name an answer with what it was given to: cards, or rulebooks; else alone."""
    facts = [part.facts for part in parts]
    if cards := tuple(card for given in facts if isinstance(card := given.get("card"), Card)):
        return say("answer.card", answer=label, cards=cards)
    if rulebooks := tuple(
        rulebook for given in facts if isinstance(rulebook := given.get("rulebook"), Rulebook)
    ):
        return say("answer.rulebook", answer=label, rulebooks=rulebooks)
    return label


MOST_PERHAPS = 3
"""Of more than so many possible misconceptions, none is named."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is said of the learner after an answer.

    ``named`` is the misconception that explains the wrong answer and others before it; ``perhaps``
    are a few that may, where none is likely enough; ``unknown`` says that the wrong answers follow
    none of the known ones. After a right answer, a first error or a hint nothing is said.
    """

    named: str | None = None
    perhaps: tuple[str, ...] = ()
    unknown: bool = False


NOTHING = Diagnosis()


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a page shows after an answer, in order; each text is a whole sentence or more.

    ``sentence`` says the most important thing alone: of a wrong answer what beat it, of a right one
    why it is right. ``citations`` of a rule are pairs of words and address (empty where the source
    is only on paper). ``dissents`` says what the other rulebooks would rule. ``misconception`` is
    the name and text of the one said to be behind the answer, ``perhaps`` the names of a few that
    may be, and ``unknown`` is whether it is said that none of the known ones is.
    """

    correct: bool
    headline: str
    sentence: str
    sentences: tuple[str, ...]
    misconception: tuple[str, str] | None
    perhaps: tuple[str, ...]
    unknown: bool
    rule: CitedRule
    notes: tuple[CitedRule, ...]
    dissents: tuple[str, ...]


def explain(
    puzzle: Puzzle,
    verdict: Verdict,
    say: Texts,
    lessons: Sequence[TeachesRules],
    diagnosis: Diagnosis = NOTHING,
) -> Explanation:
    """Put *verdict* into the words of one language.

    Of *lessons* those are named that are about its rules; *diagnosis* is what is to be said of
    whoever answered.
    """
    misconception, ruling = diagnosis.named, ruling_told(puzzle)
    governing, *others = grounds(ruling, say, lessons) if ruling else (None,)
    if governing and verdict.rule == governing.rule:
        rule, notes = governing, others
    else:
        rule = cited(verdict.rule, say, lessons, words_of(puzzle, verdict.rule))
        notes = [
            governing if governing and note == governing.rule else cited(note, say, lessons)
            for note in verdict.notes
        ]
    return Explanation(
        correct=verdict.correct,
        headline=say("verdict.right" if verdict.correct else "verdict.wrong"),
        sentence=in_a_sentence(puzzle, verdict, say),
        sentences=tuple(map(say.explain, verdict.reasons)),
        misconception=(
            say(f"misconception.{misconception}.name"),
            say(f"misconception.{misconception}.text"),
        )
        if misconception
        else None,
        perhaps=tuple(say(f"misconception.{idea}.name") for idea in diagnosis.perhaps),
        unknown=diagnosis.unknown,
        rule=rule,
        notes=tuple(notes),
        dissents=tuple(dissent(puzzle, rulebook, say) for rulebook in verdict.dissents),
    )


def in_a_sentence(puzzle: Puzzle, verdict: Verdict, say: Texts) -> str:
    """Return what has to be said of an answer if only one sentence is read.

    Of a wrong answer it is what beat it. Of a right one it is the rule that decides, with the
    winner where the question was who wins a trick; of a card asked about, it is what that card is,
    and of a score the sum.
    """
    ruling, last = ruling_told(puzzle), verdict.reasons[-1]
    if last.key.startswith(kind_of(puzzle).says_all):
        return _briefly(last, say)
    first = verdict.reasons[0]
    if verdict.correct and say.has(key := f"brief.right.{first.key}"):
        return say(key, **first.facts)
    right = f"brief.answer.{puzzle.kind}.right"
    if verdict.correct and say.has(right) and " " in (terms := _sum(verdict, say)):
        return say(right, answer=last.facts["points"], sum=terms)
    if verdict.correct:
        if ruling is None or verdict.rule != ruling.rule:
            return say("brief.right", rule=say(f"{words_of(puzzle, verdict.rule)}.name"))
        name = governing_name if asks_rule(puzzle) else deciding_name
        return say("brief.won", seat=ruling.winning.seat, rule=name(ruling, say))
    if say.has(key := f"brief.answer.{puzzle.kind}"):
        terms = _sum(verdict, say)
        picked, points = last.facts["picked"], last.facts["points"]
        return say(f"{key}.sum" if " " in terms else key, picked=picked, answer=points, sum=terms)
    equals = any(reason.key == "note.first-of-equals" for reason in verdict.reasons)
    if equals and say.has(key := f"brief.{first.key}.equals"):
        return say(key, **first.facts)
    return _briefly(first, say)


def _briefly(reason: Reason, say: Texts) -> str:
    key = f"brief.{reason.key}"
    return say(key, **reason.facts) if say.has(key) else say.explain(reason)


def _sum(verdict: Verdict, say: Texts) -> str:
    """Return the points that the lines of a sheet come to, as they are added up.

    Two first calypsos are twice 500: 1,000 would be taken for a third.
    """
    *lines, _ = verdict.reasons
    terms = []
    for line in lines:
        points, count = line.facts.get("points"), line.facts.get("count")
        if isinstance(points, int) and points:
            worth = say.name(abs(points))
            if line.key.endswith("-calypso") and isinstance(count, int) and count > 1:
                worth = f"{count} × {say.name(points // count)}"
            terms.append(f"{'+' if points >= 0 else '−'} {worth}")
    return " ".join(terms).removeprefix("+ ")


def dissent(puzzle: Puzzle, rulebook: Rulebook, say: Texts) -> str:
    """Return what another rulebook says instead: of a trick, whom it gives it to and by which rule.

    Of two ruffs on a led trump what the lower one does may hang on the rulebook, and the winner
    not: then what that card does.
    """
    ruling = puzzle.ruling
    if ruling is None:
        return say("verdict.dissent", rulebook=rulebook)
    if rulebook in dissents(ruling):
        return dissenting(ruling, rulebook, say)
    reason, *_ = under(puzzle, rulebook).check(puzzle.solution).reasons
    return say("verdict.other-answer", rulebook=rulebook, answer=say.explain(reason))


def dissenting(ruling: Ruling, rulebook: Rulebook, say: Texts) -> str:
    """Return to whom another rulebook would give a trick, and by which rule."""
    ruled = ruling_under(ruling, rulebook)
    winner, rule = ruled.winning.seat, governing_name(ruled, say)
    return say("verdict.dissent-trick", rulebook=rulebook, winner=winner, rule=rule)


def judged_by(puzzle: Puzzle, usual: Rulebook, verdict: Verdict | None) -> Rulebook | None:
    """Return the rulebook that has to be named beside a puzzle, if one has to be.

    It has to where the answer about a trick hangs on it, or where it is not the reader's own; not
    of Calypso for Two, of which none says anything. A question about the rulebooks themselves
    names them; whose winner the table shows is said after a right answer. To a wrong one the
    verdict says it.
    """
    if puzzle.table.for_two:
        return None
    rulebook = puzzle.table.rulebook
    ruling = puzzle.ruling
    disputed = ruling and (dissents(ruling) or (verdict or puzzle.check(puzzle.solution)).dissents)
    if kind_of(puzzle).about_rulebooks:
        told = verdict and verdict.correct and disputed
        return rulebook_told(puzzle, verdict.parts) if verdict and told else None
    return rulebook if disputed or rulebook != usual else None


def stories(puzzle: Puzzle) -> tuple[Ruling, ...]:
    """Return the rulings to tell card by card: by each rulebook asked about, where they differ."""
    ruling = puzzle.ruling
    if ruling is None:
        return ()
    if not (kind_of(puzzle).about_rulebooks and dissents(ruling)):
        return (ruling,)
    asked = (part.facts["rulebook"] for part in puzzle.parts)
    return tuple(
        ruling_under(ruling, rulebook) for rulebook in asked if isinstance(rulebook, Rulebook)
    )


def say_hint(hint: Reason, say: Texts) -> str:
    """Return a hint of `puzzles.kinds.hints`; where it is a rule, in the rule's own words."""
    rule = hint.facts.get("rule")
    if hint.key == "rule" and isinstance(rule, Rule):
        return say(f"rule.{hint.facts.get('words', rule.value)}.text")
    return say(f"hint.{hint.key}", **hint.facts)


def say_pair(pair: Pair, say: Texts) -> str:
    """Return the one sentence that separates the two tricks of a pair."""
    return say(f"pair.{pair.sentence.key}", **pair.sentence.facts)
