"""Thirty telephones in one room: how soon the teacher sees each answer, and whether any is lost.

Every telephone is a session of Streamlit's own over the real websocket, with a cookie of its
own. It joins by the form, looks once a second whether the room has gone on, as the page does
in a browser, answers some seconds after it saw the question open, and is reloaded three times
in the evening. The teacher's page looks twice a second; an answer is visible when the count
on it has reached the answer's turn. At the end the store is compared with what was sent.

    python -m tests.benchmarks.room              thirty telephones, five questions
    python -m tests.benchmarks.room 10 3         ten telephones, three questions
"""

import argparse
import asyncio
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.notation import parse_puzzle
from tests.benchmarks.load import megabytes, pid_of, served, work
from tests.benchmarks.page_turn import Times
from tests.benchmarks.websocket import Fault, Pressable, Tab, fetch_cookies
from tutor.pages.frame.identity import COOKIE
from tutor.rooms import RoomOptions
from tutor.rooms.agenda import DraftQuestion, of_rule
from tutor.rooms.answers import MOST_MEMBERS
from tutor.rooms.store import Rooms
from tutor.store import open_store

TELEPHONES, QUESTIONS = 30, 5
EVERY, HALL_EVERY = 1.0, 0.5
"""Seconds from look to look, of telephones and of the teacher's page; as on the pages."""
DOORS = 4
"""Telephones that may open the page at the same moment."""
LIMIT = 2000.0
"""Milliseconds within which 95 of 100 answers must be visible to the teacher."""
RELOADS = 3
THINKING = 4.0
"""Seconds in which the answers to a question come, spread evenly."""
PATIENCE = 30.0
"""Seconds after which a question is given up."""

COUNT = re.compile(r"(\d+) of (\d+) have answered")
SEAT = re.compile(r'<strong class="room-name">([^<]+)</strong>')


@dataclass
class Evening:
    """What happened in the room."""

    url: str
    drafts: tuple[DraftQuestion, ...]
    code: str = ""
    question: int = 0
    sent: dict[int, list[float]] = field(default_factory=dict)
    """When answers were pressed, by question."""
    seen: dict[int, list[tuple[float, int]]] = field(default_factory=dict)
    """When the teacher's page showed which count, by question."""
    answers: dict[tuple[str, int], str] = field(default_factory=dict)
    reloads: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    over: bool = False

    def latencies(self) -> list[float]:
        """Milliseconds from every press to the moment the count had reached it."""
        found = []
        for question, pressed in self.sent.items():
            for turn, at in enumerate(sorted(pressed), start=1):
                shown = [when for when, count in self.seen[question] if count >= turn]
                if shown:
                    found.append(1000 * (max(at, min(shown)) - at))
                else:
                    self.faults[f"an answer to question {question} was never counted"] += 1
        return found


def button(tab: Tab, *starts: str) -> Pressable | None:
    """The first button whose key begins so."""
    fitting = (one for one in tab.pressables if one.key.startswith(starts) and not one.event)
    return next(fitting, None)


# ------------------------------------------------------------------------ telephones


class Telephone:
    """A learner: joins, answers every question once, and is reloaded three times."""

    def __init__(self, evening: Evening, number: int, questions: int) -> None:
        self.evening, self.name = evening, f"P{number}"
        self.by = random.Random(number)
        reloads = min(RELOADS, questions)
        self.reload_at = set(self.by.sample(range(1, questions + 1), reloads))
        self.answered: set[int] = set()
        self.tab: Tab | None = None

    @property
    def url(self) -> str:
        return f"{self.evening.url}/room?lang=en&room={self.evening.code}"

    async def join(self) -> None:
        self.tab = await Tab.open(self.url)
        found = button(self.tab, "FormSubmitter:join-name")
        if found is None:
            raise Fault("no form to join by")
        await self.tab.press(found, join_nickname=self.name)
        self.check_seat()

    def check_seat(self) -> None:
        assert self.tab
        if not any(self.name in SEAT.findall(html) for html in self.tab.said.values()):
            raise Fault("a telephone has lost its seat")

    async def live(self) -> None:
        """Look once a second; answer what is open; be reloaded now and then."""
        assert self.tab
        await asyncio.sleep(self.by.random())
        while not self.evening.over:
            began = time.perf_counter()
            if self.tab.beat:
                await self.tab.beat_once()
            question = self.evening.question
            start = f"answer-room-{self.evening.code}-{question}-0-"
            if question and question not in self.answered and button(self.tab, start):
                await asyncio.sleep(self.by.uniform(0, THINKING))
                await self.answer(question, start)
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - began)))

    async def answer(self, question: int, start: str) -> None:
        assert self.tab
        offered = [
            one for one in self.tab.pressables if one.key.startswith(start) and not one.event
        ]
        choice = self.by.choice(offered)
        self.evening.sent.setdefault(question, []).append(time.perf_counter())
        self.answered.add(question)
        await self.tab.press(choice)
        seats = parse_puzzle(self.evening.drafts[question - 1].line).parts[0].choices
        number = int(choice.key.rpartition("-")[2])
        self.evening.answers[self.name, question] = seats[number - 1].token
        if question in self.reload_at:
            await self.reload()

    async def reload(self) -> None:
        """Close the page and open it again, as the same browser."""
        assert self.tab
        cookies = self.tab.cookies
        await self.tab.close()
        self.tab = await Tab.open(self.url, cookies)
        self.evening.reloads += 1
        self.check_seat()
        if not any("Your answer is in" in html for html in self.tab.said.values()):
            raise Fault("a reload has lost an answer")


# --------------------------------------------------------------------------- teacher


class Teacher:
    """Asks, closes when all have answered, reveals, and goes on; is reloaded too."""

    def __init__(self, evening: Evening, cookies: str) -> None:
        self.evening, self.cookies = evening, cookies
        self.tab: Tab | None = None

    async def open(self) -> None:
        """Open the page, or open it again."""
        if self.tab:
            await self.tab.close()
        url = f"{self.evening.url}/host?lang=en&room={self.evening.code}"
        self.tab = await Tab.open(url, self.cookies)
        if not any(control.key.startswith("control-") for control in self.tab.pressables):
            raise Fault("the teacher has lost the room")

    async def press(self, control: str) -> None:
        assert self.tab
        found = [
            one
            for one in self.tab.pressables
            if one.key.startswith("control-") and one.key.endswith(f"-{control}")
        ]
        if not found:
            raise Fault(f"the teacher finds no control {control!r}")
        await self.tab.press(found[0])

    async def ask(self, question: int) -> None:
        """Show a question, open it, watch the count until everybody has answered, reveal."""
        assert self.tab
        await self.press("next" if question > 1 else "due")
        await self.press("due")
        self.evening.question = question
        await self.watch(self.evening.seen.setdefault(question, []))
        await self.press("due")
        await self.press("due")
        await self.open()

    async def watch(self, seen: list[tuple[float, int]]) -> None:
        """Look twice a second, as the page does, and note what count it shows."""
        assert self.tab
        until = time.perf_counter() + PATIENCE
        while time.perf_counter() < until:
            await asyncio.sleep(HALL_EVERY)
            await self.tab.beat_once()
            for html in self.tab.said.values():
                if found := COUNT.search(html):
                    seen.append((time.perf_counter(), int(found[1])))
                    if found[1] == found[2]:
                        return
        raise Fault(f"not all answers in {PATIENCE:.0f} s")


async def hold(evening: Evening, cookies: str, telephones: int, questions: int) -> None:
    """Let the evening take its course."""
    teacher = Teacher(evening, cookies)
    people = [Telephone(evening, number, questions) for number in range(telephones)]
    doors, living = asyncio.Semaphore(DOORS), list[asyncio.Task[None]]()

    async def enter(one: Telephone) -> None:
        async with doors:
            await one.join()

    try:
        await teacher.open()
        await asyncio.gather(*map(enter, people))
        living = [asyncio.create_task(one.live()) for one in people]
        for question in range(1, questions + 1):
            await teacher.ask(question)
    except Fault as fault:
        evening.faults[str(fault)] += 1
    finally:
        evening.over = True
        for result in await asyncio.gather(*living, return_exceptions=True):
            if isinstance(result, Fault):
                evening.faults[str(result)] += 1
            elif result:
                raise result
        tabs = [teacher.tab, *(one.tab for one in people)]
        await asyncio.gather(*(tab.close() for tab in tabs if tab))


# --------------------------------------------------------------------------- figures


def asked(questions: int) -> tuple[DraftQuestion, ...]:
    """Draw what is asked; always the same."""
    form, by = VARIANTS["partnership"], random.Random(questions)
    return of_rule(Rule.RUFF_WINS, form, CULBERTSON, questions, by)


def token_of(cookies: str) -> str:
    """The token in a browser's cookies, without what it is signed with."""
    return cookies.partition(f"{COOKIE}=")[2].partition(";")[0].partition(".")[0]


def opened(cookies: str, drafts: Sequence[DraftQuestion]) -> str:
    """Open a room as the browser with these cookies would, from this program."""
    token = token_of(cookies)
    with open_store() as store:
        return Rooms(store).open(token, drafts, RoomOptions(), now=datetime.now(UTC))


def check(evening: Evening, cookies: str, telephones: int) -> None:
    """Compare what the store holds with what was sent."""
    token = token_of(cookies)
    with open_store() as store:
        crowd = Rooms(store).crowd(evening.code, token, now=datetime.now(UTC))
    names = {member.number: member.name for member in crowd.members}
    kept = [((names[one.member], one.question), one.answer) for one in crowd.given]
    if len(names) != telephones:
        evening.faults[f"{len(names)} learners in the room, not {telephones}"] += 1
    if len(dict(kept)) != len(kept):
        evening.faults["an answer is there twice"] += 1
    if lost := evening.answers.items() - dict(kept).items():
        evening.faults["an answer was lost or is another"] += len(lost)
    if more := dict(kept).items() - evening.answers.items():
        evening.faults["an answer nobody sent"] += len(more)


def measure(telephones: int, questions: int) -> bool:
    """Hold one evening and print its figures; say whether it was good enough."""
    with served() as (server,):
        pid, evening = pid_of(server), Evening(server.url, asked(questions))
        cookies = fetch_cookies(f"{server.url}/host")
        evening.code = opened(cookies, evening.drafts)
        began, before = time.perf_counter(), work(pid)
        asyncio.run(hold(evening, cookies, telephones, questions))
        taken, after = time.perf_counter() - began, work(pid)
        check(evening, cookies, telephones)
        latencies = evening.latencies()
        wanted = telephones * min(RELOADS, questions)
        if evening.reloads != wanted:
            evening.faults[f"{evening.reloads} reloads, not {wanted}"] += 1
        if len(latencies) != telephones * questions:
            evening.faults[f"{len(latencies)} answers, not {telephones * questions}"] += 1
        p95 = LIMIT + 1
        if len(latencies) > 1:
            times = Times("answer", tuple(latencies))
            p50, p95, p99 = (times.percentile(percent) for percent in (50, 95, 99))
            print(
                f"  {telephones:3} telephones  {len(latencies)} answers visible to the teacher"
                f"  p50 {p50:6.0f} ms   p95 {p95:6.0f} ms   p99 {p99:6.0f} ms"
            )
        if before is not None and after is not None:
            share = (after - before) / taken
            print(f"                  server: {share:.0%} of one core over {taken:.0f} s", end="; ")
        print(f"memory {megabytes(pid)}; {evening.reloads} reloads of telephones")
        if "Traceback (most recent call last)" in server.output:
            evening.faults["a traceback in the server's log"] += 1
        for fault, count in evening.faults.most_common():
            print(f"                  fault: {count} x {fault}")
    return not evening.faults and p95 <= LIMIT


def main(arguments: Sequence[str] = ()) -> int:
    """Print the figures; 0 if every answer was seen in time, none lost and none double."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.room")
    parser.add_argument("telephones", nargs="?", type=int, default=TELEPHONES)
    parser.add_argument("questions", nargs="?", type=int, default=QUESTIONS)
    chosen = parser.parse_args(arguments)
    if not (1 <= chosen.telephones <= MOST_MEMBERS and 1 <= chosen.questions <= 20):
        parser.error(f"want 1 to {MOST_MEMBERS} telephones and 1 to 20 questions")
    if hasattr(os, "getloadavg"):
        print(f"  {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before it began")
    good = measure(chosen.telephones, chosen.questions)
    print(f"  limit           p95 {LIMIT:6.0f} ms; nothing lost, nothing double, no faults")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
