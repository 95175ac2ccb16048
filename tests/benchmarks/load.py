"""Fifty learners at once: how long each waits for a verdict, and for the next question.

Every learner is a session of Streamlit's own over the real websocket, with a cookie and
progress of its own, and does one thing a second: answers, reads the verdict, goes on. Time
is taken from the press until the server has finished with it, here, beside the server: this
program shares the cores with it, and whatever it takes is in the figures.

    python -m tests.benchmarks.load              the levels that are judged: 10 and 50 learners
    python -m tests.benchmarks.load 50 100       others; those above 50 are shown, not judged
    python -m tests.benchmarks.load --pace 0.5   something every half second: one answer a second
"""

import argparse
import asyncio
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch
from urllib.parse import urlsplit

from tests.benchmarks.page_turn import PATH, Times
from tests.benchmarks.websocket import Fault, Pressable, Tab
from tests.browser import chromium

LEVELS = (10, 50)
MOST = 150
"""Learners; two cores are full with about a hundred."""
LIMIT = 300.0
"""Milliseconds that 95 of 100 answers, and as many next questions, must not exceed ..."""
JUDGED = 50
"""... with up to so many learners on two cores."""

STEPS = 20
"""What each learner does: ten answers and ten times the next question, if nothing asks for
more than one press."""
PACE = 1.0
"""Seconds from one thing to the next."""
JITTER = 0.25
"""By how much of the pace a learner is early or late; nobody keeps a metronome."""
DOORS = 4
"""Learners who may open the page at the same moment. Opening is shown, not judged."""
AT_MOST = 35.0
"""Seconds for one level; it takes about 22, so that two stay well below 90 if one fails."""

WAYS: tuple[tuple[str, str], ...] = (
    ("next", "next-"),
    ("answer", "answer-drill-"),
    ("answer", "check-drill"),
    ("card", "beside-drill"),
)
"""What pressing is called, and how the key of what is pressed begins; best first. So cards are
only chosen where there is no button to press, and handed in as soon as there is one."""

STEP_NAMES = ("open", "answer", "card", "next")


@dataclass
class Level:
    """What happened to a number of learners who were there at once."""

    learners: int
    taken: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in STEP_NAMES})
    """Milliseconds, by step."""
    faults: Counter[str] = field(default_factory=Counter)
    cookies: int = 0
    """How many different ones the learners have; none as long as the tutor gives none."""
    seconds: float = 0.0
    """From the first press to the last verdict."""
    server_work: float | None = None
    """Seconds of processor time in these."""
    own_work: float = 0.0

    @property
    def presses(self) -> int:
        return sum(len(taken) for name, taken in self.taken.items() if name != "open")

    def percentile(self, name: str, percent: int) -> float:
        """The milliseconds *percent* of all these steps did not exceed."""
        taken = tuple(self.taken[name])
        return Times(name, taken).percentile(percent) if len(taken) > 1 else sum(taken)

    def good_enough(self) -> bool:
        if self.faults or not self.taken["answer"] or not self.taken["next"]:
            return False
        slowest = max(self.percentile(name, 95) for name in ("answer", "next"))
        return self.learners > JUDGED or slowest <= LIMIT

    def lines(self) -> Iterator[str]:
        for name in STEP_NAMES:
            if taken := self.taken[name]:
                p50, p95, p99 = (self.percentile(name, percent) for percent in (50, 95, 99))
                yield (
                    f"  {self.learners:3} learners  {name:6} p50 {p50:6.1f} ms   p95 {p95:6.1f} ms"
                    f"   p99 {p99:6.1f} ms   n {len(taken)}"
                )
        work = [f"this program {self.own_work / self.seconds:4.0%}"] if self.seconds else []
        if self.seconds and self.presses and self.server_work is not None:
            each = 1000 * self.server_work / self.presses
            work.insert(0, f"server {self.server_work / self.seconds:4.0%} ({each:.1f} ms a press)")
        rate = self.presses / self.seconds if self.seconds else 0
        yield f"                {rate:.1f} presses a second; of one core: {', '.join(work)}"
        for fault, count in self.faults.most_common():
            yield f"                fault: {count} x {fault}"


def pid_of(server: chromium.Server) -> int | None:
    """The process that serves, where the system tells (Linux): our child with that port."""
    port = f"--server.port={urlsplit(server.url).port}"
    for children in Path("/proc/self/task").glob("*/children"):
        for child in children.read_text().split():
            if port in Path("/proc", child, "cmdline").read_text().split("\0"):
                return int(child)
    return None


def megabytes(pid: int | None) -> str:
    """Memory of a process now, and the most it ever had, in words."""
    if pid is None:
        return "unknown on this system"
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    now, most = (int(status[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))
    return f"{now:.0f} MB, at most {most:.0f} MB"


def work(pid: int | None) -> float | None:
    """Seconds of processor time a process has taken."""
    if pid is None:
        return None
    # Fields 14 and 15 of proc(5); the name, field 2, may itself hold blanks and brackets.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def choose(pressables: Sequence[Pressable], by: random.Random) -> tuple[str, Pressable]:
    """Choose what to press as a learner would: any answer, and then the way on.

    Raises:
        Fault: There is nothing to press.
    """
    for name, start in WAYS:
        if fitting := [offered for offered in pressables if offered.key.startswith(start)]:
            return name, by.choice(fitting)
    raise Fault("nothing to press")


async def learn(tab: Tab, level: Level, begin: float, pace: float, by: random.Random) -> None:
    """Do one thing after the other, each when it is due or, if that is past, at once."""
    offset = by.random()
    for step in range(STEPS):
        due = begin + pace * (step + offset + by.uniform(-JITTER, JITTER))
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        name, pressed = choose(tab.pressables, by)
        try:
            level.taken[name].append(1000 * await tab.press(pressed))
        except Fault as fault:
            raise Fault(f"{name}: {fault}") from fault


async def run(level: Level, url: str, pace: float, server_work: Callable[[], float | None]) -> None:
    """Let all learners in, a few at a time; when all are there, let them begin."""
    doors, tabs = asyncio.Semaphore(DOORS), list[Tab]()

    async def enter() -> None:
        async with doors:
            began = time.perf_counter()
            tabs.append(await Tab.open(url))
            level.taken["open"].append(1000 * (time.perf_counter() - began))

    try:
        note(
            level,
            await asyncio.gather(*(enter() for _ in range(level.learners)), return_exceptions=True),
        )
        level.cookies = len({tab.cookies for tab in tabs if tab.cookies})
        begin, own, server = time.perf_counter(), time.process_time(), server_work()
        learners = (
            learn(tab, level, begin, pace, random.Random(number)) for number, tab in enumerate(tabs)
        )
        note(level, await asyncio.gather(*learners, return_exceptions=True))
        level.seconds, level.own_work = time.perf_counter() - begin, time.process_time() - own
        if server is not None:
            level.server_work = (server_work() or 0) - server
    finally:
        await asyncio.gather(*(tab.close() for tab in tabs))
    if level.cookies not in (0, len(tabs)):
        level.faults["learners share a cookie, or have none"] += 1


def note(level: Level, results: Iterable[BaseException | None]) -> None:
    """Count what went wrong for the learners; what went wrong in this program is raised."""
    for result in results:
        if isinstance(result, Fault):
            level.faults[str(result)] += 1
        elif result:
            raise result


async def bounded(level: Level, url: str, pace: float, pid: int | None) -> None:
    seconds = AT_MOST + STEPS * (pace - PACE)
    try:
        async with asyncio.timeout(seconds):
            await run(level, url, pace, lambda: work(pid))
    except TimeoutError:
        level.faults[f"not over in {seconds:.0f} s"] += 1


@contextmanager
def served() -> Iterator[chromium.Server]:
    """Serve the tutor with a store of its own, whatever store this machine's user has."""
    root = Path(__file__).resolve().parents[2]
    # Windows will not delete what a server that is just ending still holds open.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, patch.dict(os.environ):
        os.environ.pop("DATABASE_URL", None)
        os.environ["CALYPSO_DATA"] = folder
        with chromium.serve(root / "streamlit_app.py", root, Path(folder) / "server.log") as server:
            yield server


def measure(levels: Sequence[int], pace: float) -> bool:
    """Print level after level; say whether all are good enough."""
    good = True
    with served() as server:
        pid = pid_of(server)
        for learners in levels:
            level = Level(learners)
            asyncio.run(bounded(level, f"{server.url}/{PATH}", pace, pid))
            print(*level.lines(), sep="\n")
            print(
                f"                server: memory {megabytes(pid)}; cookies given {level.cookies}",
                flush=True,
            )
            good &= level.good_enough()
            if level.faults:
                break  # more learners would not help, and may take as long to fail
        if traces := server.output.count("Traceback (most recent call last)"):
            print(f"  {traces} tracebacks in the server's log, the first:")
            print(server.output[server.output.index("Traceback (most") :][:2000])
            good = False
    return good


def main(arguments: Sequence[str] = ()) -> int:
    """Print the figures; 0 if nobody had to wait and nothing failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.load")
    parser.add_argument("learners", nargs="*", type=int, help=f"1 to {MOST}, level after level")
    parser.add_argument("--pace", type=float, default=PACE, help="seconds from press to press")
    chosen = parser.parse_args(arguments)
    levels = chosen.learners or LEVELS
    if not all(1 <= learners <= MOST for learners in levels) or not 0.1 <= chosen.pace <= 5:
        parser.error(f"want 1 to {MOST} learners and a pace of 0.1 to 5 seconds")
    if hasattr(os, "getloadavg"):
        print(f"  {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before it began")
    good = measure(levels, chosen.pace)
    print(
        f"  limit      p95 {LIMIT:6.1f} ms for answer and next, up to {JUDGED} learners; no faults"
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
