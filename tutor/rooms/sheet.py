"""What was answered in a room as a file for a spreadsheet, in which nothing can do harm."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO

from tutor.export.spreadsheet import harmless
from tutor.rooms.answers import Given, Member, points
from tutor.rooms.room import Question, Room
from tutor.rooms.summary import asked
from tutor.texts import Texts

COLUMNS = ("question", "line", "rule", "who", "answer", "count", "right", "belief", "points")
"""The first row; names for programs, hence in one language."""


def sheet(room: Room, members: Sequence[Member], given: Iterable[Given], say: Texts) -> bytes:
    """Write one row for every answer of a telephone, and one for all cards that showed the same.

    Who answered is the nickname while the room knows it, else a number. UTF-8 with a byte
    order mark, without which Excel takes Japanese for something else.
    """
    file = StringIO(newline="")
    rows = csv.writer(file, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    answers = tuple(given)
    names = {member.number: member.name or str(member.number) for member in members}
    for number, question in enumerate(asked(room), start=1):
        for row in _rows(room, question, names, answers, say):
            rows.writerow(map(harmless, (str(number), *row)))
    return file.getvalue().encode("utf-8-sig")


def _rows(
    room: Room,
    question: Question,
    names: Mapping[int, str],
    given: Iterable[Given],
    say: Texts,
) -> Iterator[tuple[str, ...]]:
    def row(who: str, answer: str, count: int, earned: str) -> tuple[str, ...]:
        verdict = question.puzzle.check(answer)
        belief = say(f"belief.{verdict.belief}.name") if verdict.belief else ""
        right = "1" if verdict.correct else "0"
        head = (question.line, say.name(question.rule), who)
        return (*head, answer, str(count), right, belief, earned)

    for one in sorted(given, key=lambda one: one.member):
        if one.question == question.id and one.member in names:
            earned = str(points(room, question, one)) if room.options.points else ""
            yield row(names[one.member], one.answer, 1, earned)
    for answer, count in question.hands:
        yield row(say("room.sheet.cards"), answer, count, "")
