"""A line protocol by which other programs play: every line asked gets one answer.

`reply` is pure: from a session and a line to the session afterwards and the lines of the
answer, of which the last alone is ``ok`` or begins with ``error``. ``docs/protocol.md``
explains it to those who write the other program; ``python -m engine`` speaks it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from random import Random

from engine.game import Action, Conduct, Game, IllegalAction, legal, new, play
from engine.players.bots import Level, choose
from engine.protocol_lines import (
    Lines,
    hand_of,
    listed,
    open_facts,
    revokes,
    scores,
    state,
    taken_in,
)
from engine.record import parse_action, parse_game, print_game
from engine.rulebooks import rulebook
from engine.table import Seat, Table
from engine.variants import VARIANTS
from engine.view import view

VERSION = "1"
"""Raised when an answer changes its form, so that other programs can tell."""

LONGEST = 20_000
"""Characters of a line; the record of a whole game has fewer than 2,000."""

_MESSAGE = 300
"""Characters of an error, so that one who sends a book gets no book back."""


@unique
class Fault(StrEnum):
    """What is wrong with a line where no rule of the game is broken."""

    COMMAND = "command"
    USAGE = "usage"
    VALUE = "value"
    GAME = "game"
    SEATS = "seats"
    LENGTH = "length"


class Refused(ValueError):
    """A line cannot be carried out; nothing has changed."""

    def __init__(self, fault: Fault, message: str) -> None:
        super().__init__(message)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation: the game on the table, if any, and for whom the other program plays.

    ``seed`` decides what practice players do where they leave it to chance. ``seats`` are
    those the other program plays for; a session without a game has none.
    """

    game: Game | None = None
    seed: int = 0
    seats: tuple[Seat, ...] = ()
    ended: bool = False


Answer = tuple[Session, Lines]


def reply(session: Session, line: str) -> Answer:
    """Carry out one line.

    Returns:
        The session afterwards, which is the one before if the line was refused; and the
        lines of the answer. An empty line and a comment (``#``) are answered ``ok``.
    """
    try:
        after, lines = _carried(session, line)
    except IllegalAction as error:
        return session, (_error(error.rule, error),)
    except Refused as error:
        return session, (_error(error.fault, error),)
    except ValueError as error:
        return session, (_error(Fault.VALUE, error),)
    return after, (*lines, "ok")


def _carried(session: Session, line: str) -> Answer:
    """Carry out one line, which may not be one of ours at all."""
    words = line.split()
    if len(line) > LONGEST:
        raise Refused(Fault.LENGTH, f"a line has at most {LONGEST:,} characters")
    if not words or words[0].startswith("#"):
        return session, ()
    if words[0] not in COMMANDS:
        names = ", ".join(COMMANDS)
        raise Refused(Fault.COMMAND, f"no command {words[0]!r} (want one of {names})")
    return COMMANDS[words[0]].run(session, words[1:])


def _error(kind: str, error: ValueError) -> str:
    """Write one printable line, whatever the other program has sent."""
    message = "".join(
        sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in str(error)
    )
    cut = message if len(message) <= _MESSAGE else f"{message[: _MESSAGE - 2]} …"
    return f"error {kind}: {cut}"


def _game(session: Session) -> Game:
    if not session.game:
        raise Refused(Fault.GAME, "no game yet: begin one with 'new' or 'load'")
    return session.game


def _usage(command: str) -> Refused:
    return Refused(Fault.USAGE, f"want '{COMMANDS[command].usage}'")


def _seat(word: str, game: Game) -> Seat:
    if word not in game.table.seats:
        seats = " ".join(seat.value for seat in game.table.seats)
        raise Refused(Fault.VALUE, f"no seat {word!r} (want one of {seats})")
    return Seat(word)


# Beginning, and writing down


def _new(
    session: Session,  # noqa: ARG001 - the shape of every command
    words: Sequence[str],
) -> Answer:
    """Deal a game; what the line leaves out is as in the form's own table."""
    if len(words) < 3:
        raise _usage("new")
    if words[0] not in VARIANTS:
        raise Refused(Fault.VALUE, f"no form {words[0]!r} (want one of {', '.join(VARIANTS)})")
    variant, book = VARIANTS[words[0]], rulebook(words[1])
    found: dict[str, str] = {}
    trumps = []
    for word in words[2:]:
        name = next((name for name, shape in _OPTIONS.items() if shape.fullmatch(word)), None)
        if name == "trump":
            trumps.append(word)
        elif name is None or name in found:
            raise Refused(Fault.USAGE, f"{word!r} is out of place: want '{COMMANDS['new'].usage}'")
        else:
            found[name] = word.partition("=")[2] or word
    if "seed" not in found:
        raise _usage("new")
    table = Table.parse(" ".join(trumps), book) if trumps else variant.table(book)
    dealer = Seat(found["dealer"]) if "dealer" in found else table.seats[-1]
    seed, conduct = int(found["seed"]), Conduct(found.get("conduct", Conduct.STRICT))
    game = new(variant, table, dealer, Random(seed), conduct=conduct)
    return Session(game, seed, table.seats), state(game)


_OPTIONS = {
    "seed": re.compile(r"seed=[0-9]{1,18}", re.ASCII),
    "dealer": re.compile(r"dealer=[NESW]"),
    "trump": re.compile(r"[NESW]=[CDHS]"),
    "conduct": re.compile("|".join(Conduct)),
}
"""The words of 'new' that may come in any order, or not at all."""


def _load(session: Session, words: Sequence[str]) -> Answer:
    game = parse_game(" ".join(words))
    return Session(game, session.seed, game.table.seats), state(game)


def _record(session: Session, words: Sequence[str]) -> Answer:
    game = _game(session)
    if words:
        raise _usage("record")
    if session.seats != game.table.seats and not game.over:
        raise Refused(
            Fault.SEATS, "a record shows every hand: wait for the end, or ask for the 'history'"
        )
    return session, (f"record {print_game(game)}",)


def _history(session: Session, words: Sequence[str]) -> Answer:
    game = _game(session)
    if words:
        raise _usage("history")
    return session, (f"history {listed(game.history)}",)


# Looking


def _show(session: Session, words: Sequence[str]) -> Answer:
    game = _game(session)
    if len(words) > 1:
        raise _usage("show")
    if not words and session.seats != game.table.seats:
        seats = " ".join(session.seats)
        raise Refused(Fault.SEATS, f"say whose view: 'show' with one of {seats}")
    if words:
        seat = _mine(session, _seat(words[0], game))
        seen = view(game, seat)
        return session, (*open_facts(seen), hand_of(seat, seen.hand), *revokes(seen.revokes))
    hands = map(hand_of, game.table.seats, game.hands)
    return session, (*open_facts(view(game, game.turn)), *hands, *revokes(game.revokes))


def _legal(session: Session, words: Sequence[str]) -> Answer:
    game = _game(session)
    if words:
        raise _usage("legal")
    if not game.over:
        _mine(session, game.turn)
    return session, (f"legal {listed(legal(game))}",)


def _score(session: Session, words: Sequence[str]) -> Answer:
    game = _game(session)
    if words:
        raise _usage("score")
    return session, scores(game)


# Playing


def _mine(session: Session, seat: Seat) -> Seat:
    """Refuse what belongs to a seat that somebody else plays for."""
    if seat not in session.seats:
        seats = " ".join(session.seats)
        raise Refused(Fault.SEATS, f"this program plays for {seats}, not for {seat.value}")
    return seat


def _seats(session: Session, words: Sequence[str]) -> Answer:
    """Narrow the seats the other program plays for."""
    game = _game(session)
    asked = {_mine(session, _seat(word, game)) for word in words}
    seats = tuple(seat for seat in session.seats if seat in asked or not words)
    return replace(session, seats=seats), (f"seats {listed(seats)}",)


def _play(session: Session, words: Sequence[str]) -> Answer:
    """Carry out all of the actions, or none."""
    game = _game(session)
    if not words:
        raise _usage("play")
    said: Lines = ()
    for word in words:
        action = parse_action(word)
        _mine(session, action.seat)
        game, told = _carried_out(game, action)
        said += told
    return replace(session, game=game), (*said, *state(game))


def _carried_out(game: Game, action: Action) -> tuple[Game, Lines]:
    """Play one action, and tell what came of it."""
    after, taken = play(game, action)
    if not taken:
        return after, ()
    told = taken_in(game, taken)
    if after.deal != game.deal:
        told += (f"deal {after.deal} dealer {after.dealer.value}",)
    return after, told


def _go(session: Session, words: Sequence[str]) -> Answer:
    """Let a practice player choose, play one action, or play on for all seats but ours."""
    game = _game(session)
    if not words or len(words) > 2 or words[1:] not in ([], ["play"], ["on"]):
        raise _usage("go")
    if words[0] not in set(Level):
        raise Refused(Fault.VALUE, f"no level {words[0]!r} (want one of {', '.join(Level)})")
    if game.over:
        raise Refused(Fault.GAME, "the game is over")
    level, how = Level(words[0]), words[1:]
    if not how:
        _mine(session, game.turn)
        return session, (f"move {_chosen(session, game, level)}",)
    if how == ["play"]:
        after, said = _moved(session, level)
    else:
        ours = session.seats if session.seats != game.table.seats else ()
        after, said = session, ()
        while not _game(after).over and _game(after).turn not in ours:
            after, told = _moved(after, level)
            said += told
    return after, (*said, *state(_game(after)))


def _moved(session: Session, level: Level) -> Answer:
    """Let a practice player carry out one action."""
    game = _game(session)
    action = _chosen(session, game, level)
    after, told = _carried_out(game, action)
    return replace(session, game=after), (f"move {action}", *told)


def _chosen(session: Session, game: Game, level: Level) -> Action:
    """Choose as the same line would again: by the seed and how far the game has come."""
    rng = Random(f"{session.seed} {len(game.history)}")
    return choose(view(game, game.turn), level, rng)


# The conversation


def _help(session: Session, words: Sequence[str]) -> Answer:
    if words and words[0] not in COMMANDS:
        raise Refused(Fault.COMMAND, f"no command {words[0]!r}")
    told = (COMMANDS[words[0]],) if words else COMMANDS.values()
    return session, (
        f"protocol {VERSION}",
        *(f"help {command.usage} - {command.what}" for command in told),
    )


def _quit(session: Session, words: Sequence[str]) -> Answer:
    if words:
        raise _usage("quit")
    return replace(session, ended=True), ()


@dataclass(frozen=True, slots=True)
class Command:
    """What a first word asks for: how its line is written, what it does, and how."""

    usage: str
    what: str
    run: Callable[[Session, Sequence[str]], Answer]


COMMANDS: Mapping[str, Command] = {
    command.usage.split()[0]: command
    for command in (
        Command(
            "new FORM RULEBOOK seed=NUMBER [SEAT=SUIT ...] [dealer=SEAT] [strict|table]",
            "deal a game",
            _new,
        ),
        Command("show [SEAT]", "the whole position, or what one seat can know", _show),
        Command("legal", "what the seat whose turn it is may do", _legal),
        Command("play ACTION ...", "carry out actions, all or none", _play),
        Command(
            "go LEVEL [play|on]",
            "a practice player chooses; plays; plays on until it is the turn of your seats",
            _go,
        ),
        Command("seats [SEAT ...]", "play for these seats alone, and know what they know", _seats),
        Command("history", "every action so far", _history),
        Command("score", "what each seat has built and won, and who is ahead", _score),
        Command("record", "the game as one line", _record),
        Command("load RECORD", "go on with a game from its record", _load),
        Command("help [COMMAND]", "these lines, and the version of the protocol", _help),
        Command("quit", "end", _quit),
    )
}
