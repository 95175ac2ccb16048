"""A match step by step: any position of it, playing on from there, and a position as an address.

The text of a match is mostly its pack. Here a card of the pack takes six bits or so, an
action three or four: one byte each, then compressed (zlib), then written in the letters
that addresses may hold (base64url).
"""

import base64
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from engine.cards import Card, Rank, Suit, pack
from engine.game import Action, ClaimRevoke, Game, NameTrump, new_from_pack, play
from engine.record import parse_game, positions, print_game
from engine.table import Seat
from engine.trick import Play, play_of
from tutor.playing.agreement import CONDUCTS, Manner, Setup
from tutor.playing.match import Extras, Match, tricks_taken
from tutor.playing.match_text import MatchTextError


def rewound(match: Match, step: int) -> Match:
    """Return the match after *step* actions, where a complete trick waits, or raise ValueError."""
    last = len(match.game.history)
    if not 0 <= step <= last:
        raise ValueError(f"no position {step}: the game has 0 to {last}")
    game = positions(match.game)[step]
    extras = match.extras
    shown = Extras(
        seen=tricks_taken(game) - _just_taken(game),
        hints=tuple(place for place in extras.hints if place <= step),
        retried=tuple(place for place in extras.retried if place <= step),
        revision=extras.revision,
    )
    return replace(match, game=game, extras=shown)


def _just_taken(game: Game) -> bool:
    """Return whether the last card played completed a trick, and no trump was named since."""
    acted = next((it for it in reversed(game.history) if not isinstance(it, ClaimRevoke)), None)
    return isinstance(acted, Play) and not game.trick


def trick_ends(match: Match) -> tuple[int, ...]:
    """List the numbers of the positions in which a trick has just been completed."""
    steps = enumerate(pairwise(positions(match.game)), start=1)
    return tuple(number for number, (before, after) in steps if before.trick and not after.trick)


def deal_starts(match: Match) -> tuple[int, ...]:
    """List the numbers of the positions in which a deal begins: 0, then after the first action.

    Before that, and before a revoke is claimed, the last trick of the deal before still lies there.
    """
    acted = zip(positions(match.game), match.game.history, strict=False)
    starts = {1: 0}
    for number, (game, action) in enumerate(acted, start=1):
        if not isinstance(action, ClaimRevoke):
            starts.setdefault(game.deal, number)
    return tuple(starts.values())


def fork(match: Match, step: int, manner: Manner) -> Match:
    """Return a match of its own that goes on from a position of this one.

    Raises:
        ValueError: It has no such position, or for practice: somebody has revoked before it.
    """
    begun = rewound(match, step).game
    head, cards = print_game(begun).split(" : ", maxsplit=1)
    head = f"{head.rpartition(' ')[0]} {CONDUCTS[manner].value}"
    game = parse_game(f"{head} : {cards}")
    setup = replace(match.setup, manner=manner)
    return Match(setup, game, Extras(seen=tricks_taken(game)))


VERSION = "1"

LARGEST = 4_000
"""Letters; the longest link, of a whole game, has some 450."""

_UNPACKED = 4_000
"""Bytes that a link may come to when it is unpacked."""

_NAMING, _CLAIM = 0x40, 0x80
"""A byte below the first is a card of the hand; from the first on a suit named; then a claim."""

_KNOWN = (
    b"1 two three split solo partnership culbertson akagiri N=D E=H S=C N=S S=D N=C E=S S=D W=H "
    b"dealer=WSEN players=me,novice,novice,novice,expert,expert,expert,me,club,club,club,me "
    b"conduct=table coach=off conduct=practice coach=on seed="
)
"""What setups say again and again, so that a link need not (zlib's preset dictionary)."""


def link_part(match: Match, step: int) -> str:
    """Write the position after *step* actions, with all that led to it, and nothing further."""
    shown = rewound(match, step)
    line = positions(shown.game)
    assert shown.game.start
    acted = zip(line, shown.game.history, strict=False)
    raw = (
        f"{shown.setup}\n".encode()
        + bytes(map(_CARDS.index, shown.game.start.pack))
        + b"".join(_written(game, action) for game, action in acted)
    )
    squeeze = zlib.compressobj(9, wbits=-15, zdict=_KNOWN)
    packed = squeeze.compress(raw) + squeeze.flush()
    # Four bytes more, so that a letter lost on the way is noticed.
    packed += zlib.crc32(raw).to_bytes(4, "big")
    return VERSION + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_link(text: str) -> Match:
    """Read the match that a link shows, where a complete trick waits, or raise MatchTextError."""
    if len(text) > LARGEST:
        raise MatchTextError("too-large", f"more than {LARGEST} letters: {len(text)}")
    if not re.fullmatch(r"[0-9][A-Za-z0-9_-]+", text, flags=re.ASCII):
        raise MatchTextError("not-ours", "a link has letters, digits, '-' and '_'")
    if text[0] != VERSION:
        raise MatchTextError("newer", f"version {text[0]}, and this program reads {VERSION}")
    try:
        return _read(_unpack(text[1:]))
    except (ValueError, IndexError, zlib.error) as error:
        raise MatchTextError("faulty", f"the link is damaged: {error}", "record") from error


def _unpack(text: str) -> bytes:
    packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    release = zlib.decompressobj(wbits=-15, zdict=_KNOWN)
    raw = release.decompress(packed[:-4], _UNPACKED)
    if not release.eof or release.unused_data:
        raise ValueError("it is cut short, or too long")
    if zlib.crc32(raw).to_bytes(4, "big") != packed[-4:]:
        raise ValueError("a letter of it is wrong")
    return raw


def _read(raw: bytes) -> Match:
    head, _, rest = raw.partition(b"\n")
    setup = Setup.parse(head.decode("ascii"))
    count = len(setup.variant.pack)
    dealt, conduct = tuple(_CARDS[number] for number in rest[:count]), CONDUCTS[setup.manner]
    game = new_from_pack(setup.variant, setup.table, setup.dealer, dealt, conduct=conduct)
    actions = iter(rest[count:])
    for first in actions:
        game, _ = play(game, _action(game, first, actions))
    whole = Match(setup, game, Extras(seen=tricks_taken(game)))
    return rewound(whole, len(game.history))


def _hand(game: Game) -> list[Card]:
    """List the different cards of the player to act, in the order of their numbers."""
    return sorted(set(game.hands[game.table.seats.index(game.turn)]), key=_CARDS.index)


def _written(game: Game, action: Action) -> bytes:
    """Write an action of *game* as one byte, a claim as two."""
    if isinstance(action, Play):
        return bytes([_hand(game).index(action.card)])
    if isinstance(action, NameTrump):
        return bytes([_NAMING + _SUITS.index(action.suit)])
    who = _SEATS.index(action.seat) * 4 + _SEATS.index(action.accused)
    return bytes([_CLAIM + who * 4 + _SUITS.index(action.suit), action.deal])


def _action(game: Game, first: int, more: Iterator[int]) -> Action:
    """Read an action of *game* from its first byte and, for a claim, the one after.

    Raises:
        IndexError: No action has this number.
    """
    if first >= _CLAIM:
        who, suit = divmod(first - _CLAIM, 4)
        seat, accused = divmod(who, 4)
        return ClaimRevoke(_SEATS[seat], _SEATS[accused], _SUITS[suit], next(more, 0))
    if first >= _NAMING:
        return NameTrump(game.turn, _SUITS[first - _NAMING])
    return play_of(game.turn, _hand(game)[first])


_SEATS, _SUITS = tuple(Seat), tuple(Suit)
_CARDS = pack(tuple(Rank), _SUITS, 1)
