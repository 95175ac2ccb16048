"""What was answered in a room as a file for a spreadsheet, in which nothing can do harm."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tutor.export.spreadsheet import write_rows
from tutor.learning.misconceptions import fits
from tutor.rooms.answers import Given, Member, points
from tutor.rooms.room import Room
from tutor.rooms.summary import QuestionResult, RoomSummary, RuleResult, summarise
from tutor.words.texts import Texts

COLUMNS = (
    *("question", "line", "rule", "who", "answer", "count", "right", "misconception", "points"),
    *("rule_right", "rule_answers", "rule_again", "misconception_again"),
)
"""The first row; names for programs, hence in one language.

The last four are the same in all rows of a rule or a misconception: how it was answered on the
whole evening, and whether it needs another (1) or not (0); empty where there is too little to say.
"""


COLUMN_WORDS = {name: name.replace("_", "-") for name in COLUMNS}
"""By column, how the key of its words ends."""


def sheet(room: Room, members: Sequence[Member], given: Iterable[Given], say: Texts) -> bytes:
    """Write one row for every answer of a telephone, and one for all cards that showed the same.

    The number of a question is the one it had on the wall.
    Who answered is the nickname while the room knows it, else a number.
    """
    rows: list[Sequence[str]] = [COLUMNS]
    answers = tuple(given)
    names = {member.number: member.name or str(member.number) for member in members}
    found = summarise(room, answers)
    for result in found.questions:
        told = _rows(room, result, names, answers, found, say)
        rows.extend((str(result.number), *row) for row in told)
    return write_rows(rows)


def _rows(
    room: Room,
    result: QuestionResult,
    names: Mapping[int, str],
    given: Iterable[Given],
    found: RoomSummary,
    say: Texts,
) -> Iterator[tuple[str, ...]]:
    question, words = result.question, result.words
    rule = next((one for one in found.rules if one.words == words), None)
    again = {one.misconception for one in found.misconceptions if one.again}

    def row(who: str, answer: str, count: int, earned: str) -> tuple[str, ...]:
        verdict = question.puzzle.check(answer)
        ideas = fits(question.puzzle, answer)
        fitting = " / ".join(say(f"misconception.{one}.name") for one in ideas)
        right = "1" if verdict.correct else "0"
        head = (question.line, say(f"{words}.name"), who)
        evening = (*_figures(rule), str(int(not again.isdisjoint(ideas))) if ideas else "")
        return (*head, answer, str(count), right, fitting, earned, *evening)

    for one in sorted(given, key=lambda one: one.member):
        if one.question == question.id and one.member in names:
            earned = str(points(room, question, one)) if room.options.points else ""
            yield row(names[one.member], one.answer, 1, earned)
    for answer, count in question.hands:
        yield row(say("room.sheet.cards"), answer, count, "")


def _figures(rule: RuleResult | None) -> tuple[str, str, str]:
    """Return how a rule was answered; of few answers nothing is concluded."""
    if rule is None:
        return "", "", ""
    again = "" if rule.too_few else str(int(rule.again))
    return str(rule.right), str(rule.answers), again
