"""A teacher's set as one link, and what came of it as one short code: nothing is kept anywhere.

The link holds the whole set, so whoever has it has everything. Its text is

    rulebook, lessons, note and puzzle lines, each on a line of its own;
    packed (deflate with the words of `_KNOWN` known beforehand);
    a checksum before it, all of it as base64 for addresses, and a version in front.

A set that was once made means the same for ever: `_KNOWN` and the layout of a version never
change. Whatever a link says is checked before anything is made of it.
"""

import base64
import hashlib
import re
import unicodedata
import zlib
from dataclasses import dataclass

from engine.rulebooks import Rulebook, rulebook_of
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import LONGEST, Puzzle

MOST_PUZZLES = 30
MOST_LESSONS = 30
LONGEST_NOTE = 300
LONGEST_LINK = 3000
"""What a set may hold at most; a longer link breaks in messengers, and no QR code shows it."""

_VERSION = "1"
_MOST_TEXT = MOST_PUZZLES * LONGEST + 8 * LONGEST_NOTE + MOST_LESSONS * 100
_CHECK = 4

_KNOWN = (
    b"rulebooks-differ spot-revoke what-score what-is-built which-cards ladder : last "
    b"solo three split two N=D S=S N=S S=D N=H E=D S=C N=D E=H S=C W=S N=S E=D S=H W=C "
    b"1 who-wins partnership akagiri 1 who-wins partnership culbertson "
    b"N=H E=D S=S W=C N=C E=S S=D W=H : why : deal 2 : revoke own : revoke others "
    b"CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 C2 DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 D2 "
    b"HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2 SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2 "
    b" : N  : E  : S  : W "
)
"""What a packed text may refer to; part of version 1, so never to be changed."""

_LESSON = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)


class AssignmentError(ValueError):
    """What is wrong with a set or its link; ``key`` names it for the learner's language.

    The words are ``assignment.wrong.<key>``. ``place`` is which puzzle, where that matters.
    """

    def __init__(self, key: str, message: str, place: int = 0) -> None:
        super().__init__(message)
        self.key = key
        self.place = place


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """Lessons by their ids, puzzles as lines, the rulebook of the evening, and a note.

    Raises:
        AssignmentError: It is empty or too large, says a thing twice, a puzzle cannot be
            read, or the note is not one short plain text.
    """

    lessons: tuple[str, ...]
    puzzles: tuple[str, ...]
    rulebook: Rulebook
    note: str

    def __post_init__(self) -> None:
        if not self.lessons and not self.puzzles:
            raise AssignmentError("empty", "a set has at least one lesson or puzzle")
        if len(self.puzzles) > MOST_PUZZLES or len(self.lessons) > MOST_LESSONS:
            raise AssignmentError(
                "too-many",
                f"a set has at most {MOST_LESSONS} lessons and {MOST_PUZZLES} puzzles, "
                f"not {len(self.lessons)} and {len(self.puzzles)}",
            )
        if len(set(self.lessons)) != len(self.lessons):
            raise AssignmentError(
                "lesson-twice", f"a lesson stands twice: {' '.join(self.lessons)}"
            )
        for id_ in self.lessons:
            if len(id_) > 80 or not _LESSON.fullmatch(id_):
                raise AssignmentError("no-lesson", f"not the id of a lesson: {id_[:80]!r}")
        for place, line in enumerate(self.puzzles, start=1):
            _check_line(line, place, self.puzzles)
        if self.note != tidy(self.note):
            raise AssignmentError("note", f"not a plain note: {self.note[:80]!r}")
        if len(self.note) > LONGEST_NOTE:
            raise AssignmentError(
                "note-long", f"a note has at most {LONGEST_NOTE} characters, not {len(self.note)}"
            )

    @property
    def read(self) -> tuple[Puzzle, ...]:
        """The puzzles as values."""
        return tuple(map(parse_puzzle, self.puzzles))

    @property
    def mixed(self) -> bool:
        """Whether a puzzle names another rulebook than the set's, by which it is judged."""
        return any(puzzle.table.rulebook != self.rulebook for puzzle in self.read)

    @property
    def digest(self) -> str:
        """Ten characters that tell this set from any other; answers to it are kept under them."""
        return hashlib.sha256(_text(self).encode()).hexdigest()[:10]

    @property
    def mode(self) -> str:
        """The mode of attempts at its puzzles."""
        return f"assignment:{self.digest}"


def _check_line(line: str, place: int, lines: tuple[str, ...]) -> None:
    """Make sure that a line is a puzzle, written as puzzles are, and stands once."""
    try:
        written = print_puzzle(parse_puzzle(line))
    except ValueError as error:
        raise AssignmentError("no-puzzle", f"puzzle {place}: {error}", place) from None
    if written != line:
        raise AssignmentError("no-puzzle", f"puzzle {place}: want {written!r}", place)
    if line in lines[: place - 1]:
        raise AssignmentError("twice", f"puzzle {place} stands twice: {line}", place)


def tidy(note: str) -> str:
    """Make plain text of what was typed: one line, no control or direction characters, composed.

    A note is shown as it is; characters that would be seen as other than they are (control
    characters, changes of direction) have no place in it.
    """
    composed = unicodedata.normalize("NFC", note)
    shown = "".join(
        " " if character.isspace() else character
        for character in composed
        if character.isspace() or unicodedata.category(character)[0] != "C"
    )
    return unicodedata.normalize("NFC", " ".join(shown.split()))


def _text(assignment: Assignment) -> str:
    return "\n".join(
        (assignment.rulebook.id, " ".join(assignment.lessons), assignment.note, *assignment.puzzles)
    )


def write(assignment: Assignment) -> str:
    """Write *assignment* as a link carries it, or raise AssignmentError if that is too long."""
    text = _text(assignment).encode()
    packer = zlib.compressobj(level=9, wbits=-15, zdict=_KNOWN)
    packed = packer.compress(text) + packer.flush()
    check = hashlib.sha256(text).digest()[:_CHECK]
    written = _VERSION + base64.urlsafe_b64encode(check + packed).decode().rstrip("=")
    if len(written) > LONGEST_LINK:
        raise AssignmentError(
            "too-long", f"a link has at most {LONGEST_LINK} characters, not {len(written)}"
        )
    return written


def read(written: str) -> Assignment:
    """Read what `write` has written.

    Raises:
        AssignmentError: ``cut-short`` or ``damaged`` for a link that suffered on its way,
            ``newer`` for one of a later version, else what is wrong with the set.
    """
    link = written.strip()
    if not link:
        raise AssignmentError("cut-short", "the link holds nothing")
    if len(link) > LONGEST_LINK:
        raise AssignmentError("too-long", f"a link has at most {LONGEST_LINK} characters")
    if not re.fullmatch(r"[A-Za-z0-9_-]+", link, re.ASCII):
        raise AssignmentError("damaged", "a link has letters, digits, - and _ only")
    if link[0] != _VERSION:
        newer = link[0].isdigit() and link[0] > _VERSION
        raise AssignmentError(
            "newer" if newer else "damaged", f"no version {link[0]!r} (want {_VERSION!r})"
        )
    return _read_text(_unpack(link[1:]))


def _unpack(packed: str) -> str:
    """Undo packing and checksum; what unpacks to more than a set can hold is refused early."""
    try:
        raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj(wbits=-15, zdict=_KNOWN)
        text = unpacker.decompress(raw[_CHECK:], _MOST_TEXT)
    except (ValueError, zlib.error):
        raise AssignmentError("damaged", "the link does not unpack") from None
    if not unpacker.eof:
        key = "damaged" if unpacker.unconsumed_tail else "cut-short"
        raise AssignmentError(key, "the link ends in the middle, or holds too much")
    if unpacker.unused_data or hashlib.sha256(text).digest()[:_CHECK] != raw[:_CHECK]:
        raise AssignmentError("damaged", "the checksum of the link is wrong")
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise AssignmentError("damaged", "the link holds no text") from None


def _read_text(text: str) -> Assignment:
    head = text.split("\n", 3)
    if len(head) < 3:
        raise AssignmentError("damaged", "a set has a rulebook, lessons and a note")
    try:
        chosen = rulebook_of(head[0])
    except ValueError as error:
        raise AssignmentError("no-rulebook", str(error)) from None
    return Assignment(
        lessons=tuple(head[1].split()),
        puzzles=tuple(head[3].split("\n")) if len(head) > 3 else (),
        rulebook=chosen,
        note=head[2],
    )
