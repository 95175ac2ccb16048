"""Limits on guessing codes, opening rooms and loading files, so that nobody keeps others out.

There are 64 million codes. Three limits on wrong ones hold over ten minutes each: for one browser,
for one address, and for everybody together. With a hundred rooms open, whoever uses up the last of
them day and night comes upon one of these in about two weeks (300 guesses, 144 times a day, of
which one in 640,000 is right), and has found a room that takes nicknames, nothing more. The counts
are kept in the process: a wrong guess costs no write. Two servers on one database allow twice as
many, and a restart forgets them; against 64 million neither matters.

A limit costs those who guess, and nobody who has the right code. With the room's key (both stand
in the QR code and the link) a code is no guess. Where an address, or all together, have used their
limit up, a code is still compared with the rooms that somebody of the address is in already, the
more often the fewer they are: one room a hundred times a second, ten rooms ten times; and with all
rooms once a second for each address, browsers that were turned away before going first and those
that have typed a wrong code waiting. So a guesser who takes a new browser for every guess keeps
nobody out of a room of the same address, and a class whose teacher is elsewhere not for long.

What that risks: who keeps it up finds a room of the same address with a chance of 13 in 100 a day,
2 in 100 in the three hours of an evening; one of N other rooms with a chance of N in 740 a day.
With more addresses sooner. Of IPv6 a home has 2 to the power of 64 addresses for one machine to
use in turn: they count as one. Who rents more has 65,536 such networks: of those together one is
heard beyond the limits.

A flood of rooms costs the one who makes it: of the empty rooms, where everybody has one, that goes
whose teacher has done nothing for the longest, so that whoever comes gets in; with one learner in
it a room stays.
"""

import hmac
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from ipaddress import IPv6Address, IPv6Network
from threading import Lock
from typing import TypeVar

WINDOW = timedelta(minutes=10)
LIMITS = {"browser": 10, "address": 100, "all": 300}
"""Wrong codes in a window. A club's telephones share one address, and so may a town behind a
proxy: that limit is wide. The address is unknown on the machine itself."""

TRICKLE = timedelta(seconds=1)
"""From one browser that is heard beyond a limit to the next of its address; twice as long for one
that was not turned away before."""

RISK = 100
"""Rooms with which a code is compared in a `TRICKLE`, where the rooms are of its own address."""

MOST_KEPT = 10_000
"""Browsers and addresses remembered; of more, those that guessed longest ago are forgotten."""

Key = TypeVar("Key")
Value = TypeVar("Value")

Who = tuple[str, str]
"""What a limit is for, such as ``address``, and which of them it is."""


class _Lately(OrderedDict[Who, deque[datetime]]):
    """When each of many did something within a window; of more than `MOST_KEPT` the latest."""

    def __init__(self, window: timedelta) -> None:
        super().__init__()
        self._window = window

    def count(self, who: Who, now: datetime) -> int:
        """Count the times within the window, and forget those before it."""
        times = self.get(who, deque())
        while times and abs(now - times[0]) > self._window:  # a clock may be put back
            times.popleft()
        return len(times)

    def note(self, everybody: Iterable[Who], now: datetime) -> None:
        """Add a time for each; whoever is named last is forgotten last."""
        for who in everybody:
            self.count(who, now)
            self.setdefault(who, deque()).append(now)
            self.move_to_end(who)
        while len(self) > MOST_KEPT:
            self.popitem(last=False)


class Guesses:
    """Counts wrong codes; one of it serves all threads of a process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._wrong = _Lately(WINDOW)
        self._heard: OrderedDict[Who, datetime] = OrderedDict()
        self._turned_away: OrderedDict[str, None] = OrderedDict()
        self._rooms: OrderedDict[str, dict[str, datetime]] = OrderedDict()
        self._looked: OrderedDict[tuple[str, str], None] = OrderedDict()

    def allowed(self, browser: str, address: str | None, now: datetime, code: str = "") -> bool:
        """Return whether another code may be tried; *code* is one that a room has."""
        with self._lock:
            mine = self._wrong.count(("browser", browser), now)
            if all(self._wrong.count(who, now) < LIMITS[who[0]] for who in _who(browser, address)):
                return True
            if mine >= LIMITS["browser"]:
                return False
            place = _network(address, _RENTED)
            here = self._rooms_of(place, now)
            each = TRICKLE * len(here) / RISK
            if here and self._hears(("rooms", place), each, now) and code in here:
                return True
            wait = TRICKLE if browser in self._turned_away else 2 * TRICKLE
            if not mine and self._hears(("all", place), wait, now):
                return True
            _remember(self._turned_away, browser, None)
            return False

    def may_look(self, browser: str, code: str, address: str | None, now: datetime) -> bool:
        """Whether a browser may look into the room of a code; one that has may look again."""
        with self._lock:
            if (browser, code) in self._looked:
                return True
        if not self.allowed(browser, address, now, code):
            return False
        with self._lock:
            _remember(self._looked, (browser, code), None)
        return True

    def came(self, code: str, address: str | None, now: datetime) -> None:
        """Note that somebody of an address is in the room of a code."""
        if address:
            with self._lock:
                place = _network(address, _RENTED)
                _remember(self._rooms, place, self._rooms_of(place, now) | {code: now})

    def _rooms_of(self, place: str, now: datetime) -> dict[str, datetime]:
        """Return the rooms in which somebody of a place was within the hour."""
        return {
            code: when
            for code, when in self._rooms.get(place, {}).items()
            if abs(now - when) <= HOUR
        }

    def _hears(self, who: Who, wait: timedelta, now: datetime) -> bool:
        """Whether the last that was heard there is long enough ago; this one is then the last."""
        last = self._heard.get(who)
        if last is not None and abs(now - last) < wait:
            return False
        _remember(self._heard, who, now)
        return True

    def guessed(self, browser: str, now: datetime) -> bool:
        """Whether this browser has used up its own limit."""
        with self._lock:
            return self._wrong.count(("browser", browser), now) >= LIMITS["browser"]

    def note(self, browser: str, address: str | None, now: datetime) -> None:
        """Count a wrong code."""
        with self._lock:
            self._wrong.note(_who(browser, address), now)


HOUR = timedelta(hours=1)
ROOMS = {"browser": 12, "address": 60}
"""Rooms that may be opened in an hour: a teacher who tries things out needs a few, and a school
behind one address more. Where an address has used them up, a browser that has opened none is
still heard, one a second: a pupil with sixty windows keeps no teacher of the school out."""


class Opened:
    """Counts the rooms that browsers and addresses open; one of it serves all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._times = _Lately(HOUR)

    def take(self, browser: str, address: str | None, now: datetime) -> bool:
        """Whether another room may be opened; it is then counted, before anybody else asks."""
        with self._lock:
            if not self._may_open(browser, address, now):
                return False
            self._times.note(_openers(browser, address), now)
            return True

    def give_back(self, browser: str, address: str | None, now: datetime) -> None:
        """Count no longer what was taken at *now*: the room was not opened."""
        with self._lock:
            for who in _openers(browser, address):
                times = self._times.get(who)
                if times and now in times:
                    times.remove(now)

    def _may_open(self, browser: str, address: str | None, now: datetime) -> bool:
        count = {who: self._times.count(who, now) for who in _openers(browser, address)}
        if all(rooms < ROOMS[who[0]] for who, rooms in count.items()):
            return True
        if count["browser", browser]:
            return False
        return all(abs(now - self._times[who][-1]) >= TRICKLE for who in count if count[who])


LOADING = 300_000
"""Answers that may come in files of progress from one address in an hour: thirty learners bring
years of them. Sixty thousand, as many as a file has, take a second or two of a core and 25 MB of
the database, and stand in 200 kB."""

_MEANWHILE = 10_000
"""For so many a file counts until it is read, so that no hundred of them are let in at once."""

FAULTY = 2_000
"""For so many a file counts that is refused: to find that out takes a moment too."""


class Loaded:
    """Counts the answers in files from an address; one of it serves all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._answers: OrderedDict[str, dict[datetime, int]] = OrderedDict()

    def take(self, address: str | None, now: datetime) -> bool:
        """Whether another file may be loaded; it counts already, until it is noted."""
        with self._lock:
            may = sum(self._of(address, now).values()) < LOADING
            if may:
                self._add(address, _MEANWHILE, now)
            return may

    def note(self, address: str | None, answers: int, now: datetime) -> None:
        """Count the answers of a file that was let in at *now*."""
        with self._lock:
            self._add(address, answers - _MEANWHILE, now)

    def _of(self, address: str | None, now: datetime) -> dict[datetime, int]:
        answers = self._answers.get(_network(address, _HOME), {})
        return {when: count for when, count in answers.items() if abs(now - when) <= HOUR}

    def _add(self, address: str | None, count: int, now: datetime) -> None:
        if address:  # on the machine itself it is not known
            answers = self._of(address, now)
            answers[now] = answers.get(now, 0) + count
            _remember(self._answers, _network(address, _HOME), answers)


def _remember(held: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    """Note something as the latest; of more than `MOST_KEPT` the oldest goes."""
    held[key] = value
    held.move_to_end(key)
    while len(held) > MOST_KEPT:
        held.popitem(last=False)


def _who(browser: str, address: str | None) -> Iterable[Who]:
    """Yield for whom something counts; the count of all comes last, so that it stays."""
    yield ("browser", browser)
    if address:
        yield ("address", _network(address, _HOME))
    yield ("all", "")


def _openers(browser: str, address: str | None) -> list[Who]:
    """Those of `_who` whose rooms are counted."""
    return [who for who in _who(browser, address) if who[0] in ROOMS]


def _network(address: str | None, bits: int) -> str:
    """Return the address, or the network of so many bits in which it is one of very many."""
    try:
        ip = IPv6Address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(IPv6Network((ip, bits), strict=False))


_HOME, _RENTED = 64, 48
"""Bits that the addresses of one home's network have in common, and the most of whoever rents
networks (RFC 6177)."""


MANY = 6.0
"""The weight beyond which rooms with people in them make way too: twelve with one person each.
Somebody who floods sends learners of their own."""


@dataclass(frozen=True, slots=True)
class Running:
    """A room that is not over, as far as it matters here."""

    row: int
    place: int | None
    people: int
    touched: datetime


def place_of(address: str | None, key: bytes) -> int | None:
    """Return roughly where an address is; nothing, if it is not known.

    Whether rooms belong together is known by the network they were opened in; of that the database
    holds these 16 bits of a keyed digest, while the room runs. They tell a flood from an evening,
    and are far too little to tell who somebody is: thousands of networks have the same.
    """
    if not address:
        return None
    whole = hmac.new(key, f"place:{_network(address, _RENTED)}".encode(), sha256).digest()
    return int.from_bytes(whole[:2])


def makes_way(running: Iterable[Running], place: int | None) -> int | None:
    """Return the row of the room that goes, so that one may open at *place*; none, if none should.

    A room weighs the less the more people are in it, so that a school with a class in every room
    weighs less than two that stay empty. Where the weight is greatest, the emptiest room goes,
    and of several the one that was left alone the longest.
    """
    by_place = defaultdict[object, list[Running]](list)
    for room in running:
        # What is opened nobody knows where has nothing to do with the others of its kind.
        by_place[("row", room.row) if room.place is None else room.place].append(room)

    def weight(where: object) -> float:
        opening = where == place is not None
        return opening + sum(1 / (1 + room.people) for room in by_place[where])

    def first(where: object) -> Running:
        return min(by_place[where], key=lambda room: (room.people, room.touched))

    for where in sorted(
        by_place, key=lambda each: (-weight(each), each != place, first(each).touched)
    ):
        if not first(where).people or weight(where) > MANY:
            return first(where).row
    return None
