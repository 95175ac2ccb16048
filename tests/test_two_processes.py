"""Two tutor processes on one store: one is killed or started again, and nothing is lost."""

import os
import signal
from collections.abc import Sequence

import pytest
from sqlalchemy import text

from puzzles.notation import parse_puzzle
from tests.asgi import finish
from tests.benchmarks.load import choose, enter, pid_of, served
from tests.benchmarks.page_turn import PATH
from tests.benchmarks.room import Evening, Teacher, asked, button, check, opened
from tests.benchmarks.websocket import Tab, fetch_cookies
from tests.browser.chromium import Server
from tutor.store.database import address, open_engine
from tutor.words.texts import Texts

pytestmark = pytest.mark.soak

MEMBERS, LEARNERS = 32, 100

SENT = Texts("en")("room.sent")
"""What a telephone says as long as a question is open that it has answered."""


def end(server: Server, sign: signal.Signals) -> None:
    pid = pid_of(server)
    assert pid
    os.kill(pid, sign)


def attempts() -> int:
    """Count the answers that are kept."""
    engine = open_engine(address(os.environ))
    with engine.connect() as connection:
        found: int = connection.execute(text("SELECT count(*) FROM attempts")).scalar_one()
    engine.dispose()
    return found


class Member:
    """A telephone in the room, at one of the processes."""

    def __init__(self, number: int, evening: Evening) -> None:
        self.name, self.evening = f"P{number}", evening
        self.tab: Tab | None = None
        self.cookies: str | None = None

    async def come(self, server: Server) -> None:
        """Open the room's page at a process, as the same browser."""
        page = f"{server.url}/room?lang=en&room={self.evening.code}"
        self.tab = await Tab.open(page, self.cookies)
        self.cookies = self.tab.cookies

    async def join(self, server: Server) -> None:
        await self.come(server)
        assert self.tab
        form = button(self.tab, "FormSubmitter:join-name")
        assert form
        await self.tab.press(form, join_nickname=self.name)

    async def answer(self, which: int) -> None:
        assert self.tab
        await self.tab.beat_once()
        start = f"answer-room-{self.evening.code}-1-0-"
        offered = [
            one for one in self.tab.pressables if one.key.startswith(start) and not one.event
        ]
        choice = offered[which % len(offered)]
        await self.tab.press(choice)
        seats = parse_puzzle(self.evening.drafts[0].line).parts[0].choices
        number = int(choice.key.rpartition("-")[2])
        self.evening.answers[self.name, 1] = seats[number - 1].token

    def told(self) -> bool:
        """Whether the page shows that this telephone has answered."""
        assert self.tab
        return any(SENT in html for html in self.tab.said.values())


async def a_question_outlives_a_process(
    servers: Sequence[Server], evening: Evening, teacher: str
) -> None:
    members = [Member(number, evening) for number in range(MEMBERS)]
    hall = Teacher(evening, teacher)
    await hall.open()
    for number, member in enumerate(members):
        await member.join(servers[number % 2])
    await hall.open()
    for _ in range(2):  # show the question, and open it
        await hall.press("due")
    for number, member in enumerate(members[: MEMBERS // 2]):
        await member.answer(number)
    end(servers[1], signal.SIGKILL)
    for number, member in enumerate(members):
        if number % 2:
            await member.come(servers[0])
        assert member.told() == (number < MEMBERS // 2), member.name
    for number, member in enumerate(members[MEMBERS // 2 :]):
        await member.answer(number)
    for tab in (hall.tab, *(member.tab for member in members)):
        if tab:
            await tab.close()


def test_a_room_of_thirty_two_loses_nothing_when_a_process_is_killed() -> None:
    with served(2) as servers:
        evening = Evening(servers[0].url, asked(1))
        teacher = fetch_cookies(f"{servers[0].url}/host")
        evening.code = opened(teacher, evening.drafts)
        finish(a_question_outlives_a_process(servers, evening, teacher))
        check(evening, teacher, MEMBERS)
        assert dict(evening.faults) == {}
        assert len(evening.answers) == MEMBERS


async def one_press(tab: Tab, what: str) -> None:
    """Press an answer, or what leads on."""
    while True:
        name, pressed = choose(tab.pressables, _First())  # type: ignore[arg-type]
        await tab.press(pressed)
        if name == what:
            return


class _First:
    """Chooses the first of several."""

    @staticmethod
    def choice(of: Sequence[object]) -> object:
        return of[0]


async def learners_go_on(before: Server, after: Server, kept: int) -> None:
    """Let learners answer at a process, end it, and go on at the one that takes its place."""
    tabs = await enter([f"{before.url}/{PATH}"] * (LEARNERS // 2))
    assert len(tabs) == LEARNERS // 2
    for tab in tabs[::2]:
        await one_press(tab, "answer")
    assert attempts() == kept + len(tabs[::2])
    end(before, signal.SIGTERM)
    for number, tab in enumerate(tabs):
        await tab.close()
        # A browser's tab connects again by itself, with the address it has and its cookie.
        page = f"{after.url}/drill?{tab.query}"
        again = await Tab.open(page, tab.cookies)
        verdict = any('class="verdict' in html for html in again.said.values())
        assert verdict == (number % 2 == 0)
        if verdict:
            await one_press(again, "next")
        await one_press(again, "answer")
        await again.close()
    assert attempts() == kept + len(tabs[::2]) + len(tabs)


def test_a_hundred_learners_go_on_while_processes_are_restarted_one_after_the_other() -> None:
    with served(4) as (first, second, *successors):
        kept = 0
        for before, after in zip((first, second), successors, strict=True):
            finish(learners_go_on(before, after, kept))
            kept = attempts()
        assert kept == LEARNERS + LEARNERS // 2
