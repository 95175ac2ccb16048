"""A match as a few lines of text: what the session holds, and the file to keep.

    calypso game 1
    setup 1 partnership culbertson N=C E=S S=D W=H dealer=W players=me,club,club,club …
    extras seen=3 hints=5 retried=- backs=0 marks=- revision=9
    record 1 partnership culbertson N=C E=S S=D W=H dealer=W strict : CA H7 … : N:H8 …

The record is the engine's (`engine.record`); by itself it can be read too. What a file
says is the same for ever.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from engine.cards import Suit
from engine.game import Conduct
from engine.players import Level
from engine.record import parse_game, print_game
from engine.table import Seat
from tutor.playing.agreement import Coach, Manner, Setup
from tutor.playing.match import Extras, Marks, Match, tricks_taken

VERSION = 1
HEAD = "calypso game"

LARGEST = 40_000
"""Bytes; the longest game, all claims included, takes a fifth of it."""

_PARTS = ("setup", "extras", "record")


class MatchTextError(ValueError):
    """A file or a link holds no match; the game under way is as it was.

    ``key`` says why: ``too-large``, ``not-ours``, ``newer`` or ``faulty``; learners read the
    words of ``game-file.<key>``. ``place`` is the part of a faulty file that is wrong
    (``setup``, ``extras`` or ``record``).
    """

    def __init__(self, key: str, message: str, place: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.place = place


def print_match(match: Match) -> str:
    """Write the match as text that `parse_match` reads back."""
    return _text(str(match.setup), print_extras(match.extras), print_game(match.game))


def _text(*parts: str) -> str:
    lines = (f"{name} {part}" for name, part in zip(_PARTS, parts, strict=True))
    return "\n".join((f"{HEAD} {VERSION}", *lines)) + "\n"


def parse_match(text: str | bytes) -> Match:
    """Read a match, or a bare record of the engine's.

    Of a bare record the learner sits on the first seat, among club players.

    Raises:
        MatchTextError: It is too long, no match, of a later version, or damaged.
    """
    # A lone surrogate cannot be encoded; what is no text becomes characters that no part allows.
    raw = text.encode(errors="replace") if isinstance(text, str) else text
    if len(raw) > LARGEST:
        raise MatchTextError("too-large", f"more than {LARGEST} bytes: {len(raw)}")
    lines = raw.decode("utf-8-sig", errors="replace").splitlines()
    return _parse([line.strip() for line in lines if line.strip()])


def _parse(lines: list[str]) -> Match:
    if len(lines) == 1 and " : " in lines[0]:
        return _from_record(lines[0])
    head = re.fullmatch(rf"{HEAD} ([0-9]{{1,6}})", lines[0], flags=re.ASCII) if lines else None
    if not head:
        raise MatchTextError("not-ours", f"no game: want {HEAD!r} and a version first")
    if int(head[1]) > VERSION:
        message = f"version {head[1]}, and this program reads up to {VERSION}"
        raise MatchTextError("newer", message)
    entries: dict[str, str] = {}
    for line in lines[1:]:
        name, _, rest = line.partition(" ")
        if name not in _PARTS or name in entries:
            raise MatchTextError(
                "faulty", f"a part nobody knows, or twice: {name[:40]!a}", name[:20]
            )
        entries[name] = rest
    for name in _PARTS:
        if name not in entries:
            raise MatchTextError("faulty", f"there is no {name}", name)
    return match_from(*(entries[name] for name in _PARTS))


@lru_cache(maxsize=64)
def match_from(setup: str, extras: str, record: str) -> Match:
    """Read a match from its three parts, or raise MatchTextError."""
    place = "setup"
    try:
        agreed = Setup.parse(setup)
        place = "extras"
        noted = parse_extras(extras)
        place = "record"
        game = parse_game(record)
        return Match(agreed, game, noted)
    except ValueError as error:
        raise MatchTextError("faulty", f"{place}: {error}", place) from error


def _from_record(line: str) -> Match:
    try:
        game = parse_game(line)
    except ValueError as error:
        raise MatchTextError("faulty", f"record: {error}", "record") from error
    assert game.start
    others = (Level.CLUB,) * (len(game.table.seats) - 1)
    setup = Setup(
        variant=game.variant,
        table=game.start.table,
        dealer=game.start.dealer,
        seat=game.table.seats[0],
        levels=(None, *others),
        manner=Manner.PRACTICE if game.conduct == Conduct.STRICT else Manner.TABLE,
        coach=Coach.ON,
        seed=0,
    )
    return Match(setup, game, Extras(seen=tricks_taken(game)))


# ------------------------------------------------------------------------- the extras

_EXTRAS = (
    r"seen=([0-9]{1,3}) hints=(-|[0-9,]+) retried=(-|[0-9,]+) backs=([0-9]{1,6}) "
    r"marks=(-|[NESW][CDHS](?:,[NESW][CDHS])*) revision=([0-9]{1,9})"
)


def print_extras(extras: Extras) -> str:
    """Write the extras as one line that `parse_extras` reads back."""
    marks = sorted(f"{seat.value}{suit.value}" for seat, suit in extras.marks)
    return (
        f"seen={extras.seen} hints={_numbers(extras.hints)} retried={_numbers(extras.retried)} "
        f"backs={extras.backs} marks={','.join(marks) or '-'} revision={extras.revision}"
    )


def _numbers(places: tuple[int, ...]) -> str:
    return ",".join(map(str, places)) or "-"


def parse_extras(text: str) -> Extras:
    """Read a line such as ``seen=3 hints=5,9 retried=- backs=0 marks=EH revision=9``.

    Raises:
        ValueError: It is none, or its places are not in order.
    """
    match = re.fullmatch(_EXTRAS, text, flags=re.ASCII)
    if not match:
        raise ValueError(f"not the extras of a match: {text[:200]!a}")
    marks: Marks = frozenset(
        (Seat(word[0]), Suit(word[1])) for word in match[5].split(",") if match[5] != "-"
    )
    hints, retried = (_places(match[group]) for group in (2, 3))
    return Extras(int(match[1]), hints, retried, int(match[4]), marks, int(match[6]))


def _places(text: str) -> tuple[int, ...]:
    """Read places in a history, which stand in order and once each."""
    places = tuple(int(word) for word in text.split(",")) if text != "-" else ()
    if list(places) != sorted(set(places)):
        raise ValueError(f"places want to be in order, each once: {text[:200]!a}")
    return places


# --------------------------------------------------------------------- as it is stored


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A match as it is stored: its three parts, which change it is, and when.

    ``started`` is when it began, ``updated`` when it last changed, ``finished`` when it was
    over, if it is.
    """

    id: str
    setup: str
    extras: str
    record: str
    revision: int
    started: datetime
    updated: datetime
    finished: datetime | None = None

    @property
    def text(self) -> str:
        """The match as `print_match` writes it."""
        return _text(self.setup, self.extras, self.record)


def kept(match: Match, id: str, *, started: datetime, now: datetime) -> KeptGame:  # noqa: A002
    """Return the match as it is stored under *id*."""
    return KeptGame(
        id=id,
        setup=str(match.setup),
        extras=print_extras(match.extras),
        record=print_game(match.game),
        revision=match.extras.revision,
        started=started,
        updated=now,
        finished=now if match.game.over else None,
    )


def match_of(game: KeptGame) -> Match:
    """Read the match that is stored."""
    return match_from(game.setup, game.extras, game.record)


def check_kept(game: KeptGame) -> None:
    """Check that what is to be stored is what it says and can be read again (ValueError)."""
    match = match_of(game)
    if game.revision != match.extras.revision:
        raise ValueError(f"revision {game.revision} of a match in its {match.extras.revision}th")
    if (game.finished is not None) != match.game.over:
        raise ValueError("a game is finished when its last card was played, and only then")
