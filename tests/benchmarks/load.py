"""A hall of learners at once: how long each waits, and what a press costs beside a bare page's.

Every learner is a session of Streamlit's own over the real websocket, with a cookie and
progress of its own, and does one thing every five seconds: answers, reads the verdict, goes on.
In the same run some browsers press the button of a bare page with one line of text, which no
page of Streamlit's can be quicker than. Time is taken from the press until the server has
finished with it, here, beside the servers: this program shares the cores with them. The processor
time of a press is the server's own, so that it says the same on a busy machine.

    python -m tests.benchmarks.load              200 learners, of one process and then of two
    python -m tests.benchmarks.load 50 --processes 2 --pace 1

Sessions that do nothing are opened last, to see how much memory they take.
"""

import argparse
import asyncio
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch
from urllib.parse import urlsplit

from tests.benchmarks.page_turn import PATH, Times
from tests.benchmarks.websocket import Fault, Pressable, Tab
from tests.browser import chromium

ROOT = Path(__file__).resolve().parents[2]
LEARNERS = 200
MOST = 400
LIMIT = 300.0
"""Milliseconds that 95 of 100 answers, and as many next questions, must not exceed."""
RATIO = 2.2
"""How many times the processor time of a bare page's press one of the tutor's may take."""
IDLE, IDLE_MEGABYTES = 300, 40.0
"""Sessions that do nothing, and the memory that they may take."""

BARE = 20
"""Browsers on the bare page: enough for a figure, few enough to leave the cores to learners."""
STEPS = 12
"""What each learner does: six answers and six times the next question, if nothing asks for
more than one press."""
PACE = 5.0
"""Seconds from one thing to the next."""
JITTER = 0.25
"""By how much of the pace a learner is early or late; nobody keeps a metronome."""
DOORS = 4
"""Learners who may open the page at the same moment. Opening is shown, not judged."""
AT_MOST = 60.0
"""Seconds that everybody's last verdict may come after it was due."""

WAYS: tuple[tuple[str, str], ...] = (
    ("next", "next-"),
    ("answer", "answer-drill-"),
    ("answer", "check-drill"),
    ("card", "beside-drill"),
)
"""What pressing is called, and how the key of what is pressed begins; best first. So cards are
only chosen where there is no button to press, and handed in as soon as there is one."""

STEP_NAMES = ("open", "answer", "card", "next", "bare")


@dataclass
class Run:
    """What happened to a number of learners who were there at once."""

    learners: int
    processes: int
    taken: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in STEP_NAMES})
    """Milliseconds, by step."""
    faults: Counter[str] = field(default_factory=Counter)
    cookies: int = 0
    seconds: float = 0.0
    """From the first press to the last verdict."""
    work: dict[str, float] = field(default_factory=dict)
    """Seconds of processor time: of the tutor's processes, of the bare page's, of this program."""

    @property
    def presses(self) -> int:
        return sum(len(self.taken[name]) for name in ("answer", "card", "next"))

    def percentile(self, name: str, percent: int) -> float:
        """The milliseconds *percent* of all these steps did not exceed."""
        taken = tuple(self.taken[name])
        return Times(name, taken).percentile(percent) if len(taken) > 1 else sum(taken)

    def each(self, whose: str) -> float:
        """The milliseconds of processor time a press took."""
        presses = len(self.taken["bare"]) if whose == "bare" else self.presses
        return 1000 * self.work.get(whose, 0.0) / presses if presses else 0.0

    @property
    def ratio(self) -> float:
        bare = self.each("bare")
        return self.each("tutor") / bare if bare else 0.0

    def good_enough(self) -> bool:
        if self.faults or not self.taken["answer"] or not self.taken["next"]:
            return False
        slowest = max(self.percentile(name, 95) for name in ("answer", "next"))
        return slowest <= LIMIT and self.ratio <= RATIO

    def lines(self) -> Iterator[str]:
        yield f"  {self.learners} learners, {self.processes} process(es)"
        for name in STEP_NAMES:
            if taken := self.taken[name]:
                p50, p95, p99 = (self.percentile(name, percent) for percent in (50, 95, 99))
                yield (
                    f"    {name:6} p50 {p50:6.1f} ms   p95 {p95:6.1f} ms   p99 {p99:6.1f} ms"
                    f"   n {len(taken)}"
                )
        if self.work and self.seconds:
            yield (
                f"    processor a press: tutor {self.each('tutor'):.1f} ms, bare page "
                f"{self.each('bare'):.1f} ms: {self.ratio:.1f} times (wanted {RATIO})"
            )
            of_core = {name: taken / self.seconds for name, taken in self.work.items()}
            told = ", ".join(f"{name} {share:.0%}" for name, share in of_core.items())
            yield f"    {self.presses / self.seconds:.1f} presses a second; of one core: {told}"
        for fault, count in self.faults.most_common():
            yield f"    fault: {count} x {fault}"


def pid_of(server: chromium.Server) -> int | None:
    """The process that serves, where the system tells (Linux): our child with that port."""
    port = f"--server.port={urlsplit(server.url).port}"
    for children in Path("/proc/self/task").glob("*/children"):
        for child in children.read_text().split():
            if port in Path("/proc", child, "cmdline").read_text().split("\0"):
                return int(child)
    return None


def memory(pid: int | None) -> tuple[float, float]:
    """Megabytes of a process now, and the most it ever had; nothing where none can be told."""
    if pid is None:
        return 0.0, 0.0
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    now, most = (int(status[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))
    return now, most


def megabytes(pid: int | None) -> str:
    """Memory of a process now, and the most it ever had, in words."""
    now, most = memory(pid)
    return f"{now:.0f} MB, at most {most:.0f} MB" if now else "unknown on this system"


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


def count(pressables: Sequence[Pressable], _by: random.Random) -> tuple[str, Pressable]:
    """Choose the one button of the bare page."""
    return "bare", pressables[0]


Choose = Callable[[Sequence[Pressable], random.Random], tuple[str, Pressable]]


async def press(
    tab: Tab, run: Run, begin: float, pace: float, by: random.Random, choose: Choose
) -> None:
    """Do one thing after the other, each when it is due or, if that is past, at once."""
    offset = by.random()
    for step in range(STEPS):
        due = begin + pace * (step + offset + by.uniform(-JITTER, JITTER))
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        name, pressed = choose(tab.pressables, by)
        try:
            run.taken[name].append(1000 * await tab.press(pressed))
        except Fault as fault:
            raise Fault(f"{name}: {fault}") from fault


async def enter(urls: Iterable[str], run: Run | None = None) -> list[Tab]:
    """Let somebody in at each address, a few at a time."""
    doors, tabs = asyncio.Semaphore(DOORS), list[Tab]()

    async def one(url: str) -> None:
        async with doors:
            began = time.perf_counter()
            tabs.append(await Tab.open(url))
            if run:
                run.taken["open"].append(1000 * (time.perf_counter() - began))

    results = await asyncio.gather(*map(one, urls), return_exceptions=True)
    note(run or Run(0, 0), results)
    return tabs


async def go(run: Run, tutors: Sequence[str], bare: str, pace: float, spent: "Spent") -> None:
    """Let everybody in; when all are there, let them begin."""
    learners = await enter((tutors[at % len(tutors)] for at in range(run.learners)), run)
    others = await enter(bare for _ in range(BARE))
    run.cookies = len({tab.cookies for tab in learners if tab.cookies})
    try:
        begin, before = time.perf_counter(), spent()
        everybody = [
            press(tab, run, begin, pace, random.Random(at), how)
            for tabs, how in ((learners, choose), (others, count))
            for at, tab in enumerate(tabs)
        ]
        note(run, await asyncio.gather(*everybody, return_exceptions=True))
        run.seconds = time.perf_counter() - begin
        run.work = {name: now - before[name] for name, now in spent().items()}
    finally:
        await asyncio.gather(*(tab.close() for tab in (*learners, *others)))
    if run.cookies != len(learners):
        run.faults["learners share a cookie, or have none"] += 1


def note(run: Run, results: Iterable[BaseException | None]) -> None:
    """Count what went wrong for the learners; what went wrong in this program is raised."""
    for result in results:
        if isinstance(result, Fault):
            run.faults[str(result)] += 1
        elif result:
            raise result


Spent = Callable[[], dict[str, float]]


@contextmanager
def served(processes: int = 1) -> Iterator[list[chromium.Server]]:
    """Serve the tutor with a store of its own, whatever store this machine's user has."""
    # Windows will not delete what a server that is just ending still holds open.
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        patch.dict(os.environ),
        ExitStack() as stack,
    ):
        os.environ.pop("DATABASE_URL", None)
        os.environ["CALYPSO_DATA"] = folder
        yield [
            stack.enter_context(
                chromium.serve(ROOT / "streamlit_app.py", ROOT, Path(folder) / f"server{at}.log")
            )
            for at in range(processes)
        ]


def traces(servers: Sequence[chromium.Server]) -> int:
    """Print the first traceback of each server's log, and count them all."""
    found = 0
    for server in servers:
        mark = "Traceback (most recent call last)"
        if here := server.output.count(mark):
            print(f"  {here} tracebacks in a server's log, the first:")
            print(server.output[server.output.index(mark) :][:2000])
        found += here
    return found


def measure(learners: int, processes: int, pace: float) -> bool:
    """Print one run; say whether it is good enough."""
    run = Run(learners, processes)
    page = Path(__file__).with_name("bare_page.py")
    with (
        TemporaryDirectory() as folder,
        served(processes) as servers,
        chromium.serve(page, ROOT, Path(folder) / "bare.log") as bare,
    ):
        pids, of_bare = [pid_of(server) for server in servers], pid_of(bare)

        def spent() -> dict[str, float]:
            return {
                "tutor": sum(work(pid) or 0.0 for pid in pids),
                "bare": work(of_bare) or 0.0,
                "this program": time.process_time(),
            }

        async def bounded() -> None:
            urls = [f"{server.url}/{PATH}" for server in servers]
            async with asyncio.timeout(learners + pace * STEPS + AT_MOST):
                await go(run, urls, bare.url, pace, spent)

        try:
            asyncio.run(bounded())
        except TimeoutError:
            run.faults["not over in time"] += 1
        print(*run.lines(), sep="\n", flush=True)
        return run.good_enough() and not traces(servers)


def idle() -> bool:
    """Print what sessions that do nothing take; say whether it is little enough."""
    with served() as (server,):
        pid, url = pid_of(server), f"{server.url}/{PATH}"

        async def grown() -> float:
            tabs = await enter([url] * 10)  # what the first visitors bring is everybody's
            before = memory(pid)[0]
            tabs += await enter([url] * IDLE)
            after = memory(pid)[0]
            await asyncio.gather(*(tab.close() for tab in tabs))
            return after - before

        added = asyncio.run(grown())
        print(
            f"  {IDLE} idle sessions add {added:.0f} MB (wanted {IDLE_MEGABYTES:.0f}); "
            f"the server has {megabytes(pid)}"
        )
        return added <= IDLE_MEGABYTES and not traces([server])


def main(arguments: Sequence[str] = ()) -> int:
    """Print the figures; 0 if nobody had to wait and nothing failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.load")
    parser.add_argument("learners", nargs="?", type=int, default=LEARNERS)
    parser.add_argument("--processes", type=int, help="only so many, instead of one and then two")
    parser.add_argument("--pace", type=float, default=PACE, help="seconds from press to press")
    chosen = parser.parse_args(arguments)
    if not 1 <= chosen.learners <= MOST or not 0.1 <= chosen.pace <= 30:
        parser.error(f"want 1 to {MOST} learners and a pace of 0.1 to 30 seconds")
    if hasattr(os, "getloadavg"):
        print(f"  {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before it began")
    processes = [chosen.processes] if chosen.processes else [1, 2]
    good = [measure(chosen.learners, process, chosen.pace) for process in processes]
    good.append(idle())
    print(f"  limit      p95 {LIMIT:6.1f} ms for answer and next; no faults")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
