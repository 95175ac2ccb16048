"""A hall whose Wi-Fi leads nowhere else: a laptop and two phones, each on a machine of its own.

Linux makes the machines out of network namespaces, where that is allowed; nothing in them knows
of another network, of a name server, or of a way out.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect
from playwright.sync_api import Error as PlaywrightError

from tests.browser import chromium, walk
from tests.browser.chromium import PATIENCE, settle, watched_page
from tests.browser.test_rooms import ANSWERS, DISPUTED, join, lead_on, lines, names, press

PORT = 8501
TRIAL, FIRST, SECOND = "10.255.0", "192.168.43", "10.7.0"
"""A network to see whether there is a way at all; then such as a telephone's hotspot and a club's
Wi-Fi give out."""
VPN = "10.99.0.2"

LISTEN = """
import socket
with socket.create_server(("", 9)) as place:
    print("there", flush=True)
    place.settimeout(60)
    place.accept()[0].close()
"""
CALL = f"import socket; socket.create_connection(('{TRIAL}.5', 9), 60).close()"


class Machine:
    """A network namespace, kept by a process that sleeps; it vanishes with that process."""

    def __init__(self, name: str) -> None:
        self.name = name
        # What it says comes from within: the namespace is there.
        command = ["unshare", "--net", "sh", "-c", "echo there; exec sleep infinity"]
        self._sleeper = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.pid = self._sleeper.pid
        self.enter = ("nsenter", f"--target={self.pid}", "--net")
        assert self._sleeper.stdout
        if self._sleeper.stdout.readline() != "there\n":
            self.end()
            raise OSError("no network namespaces may be made here")

    def ip(self, *words: str) -> None:
        """Change the machine's network.

        Raises:
            OSError: The kernel does not do it.
        """
        done = subprocess.run(
            [*self.enter, "ip", *words], check=False, capture_output=True, text=True
        )
        if done.returncode:
            raise OSError(f"ip {' '.join(words)}: {done.stderr}")

    def tunnel(self, own: str) -> None:
        """Send everything that is for no network here through a tunnel, whose end is *own*."""
        self.ip("tuntap", "add", "dev", "vpn", "mode", "tun")
        self.ip("addr", "add", f"{own}/32", "dev", "vpn")
        self.ip("link", "set", "vpn", "up")
        self.ip("route", "add", "default", "dev", "vpn")

    def end(self) -> None:
        """Let the machine vanish, with whatever it is joined to."""
        self._sleeper.kill()
        self._sleeper.communicate()


class Hall:
    """A Wi-Fi, a laptop and two phones; nobody has an address yet."""

    def __init__(self, stack: ExitStack) -> None:
        def machine(name: str) -> Machine:
            made = Machine(name)
            stack.callback(made.end)
            return made

        self.wifi, self.laptop = machine("wifi"), machine("laptop")
        self.phones = (machine("ann"), machine("ben"))
        self.wifi.ip("link", "add", "wifi", "type", "bridge")
        self.wifi.ip("link", "set", "wifi", "up")
        for one in self._all:
            one.ip("link", "set", "lo", "up")
            peer = ("peer", "name", "wlan0", "netns", str(one.pid))
            self.wifi.ip("link", "add", one.name, "type", "veth", *peer)
            self.wifi.ip("link", "set", one.name, "master", "wifi")
            self.wifi.ip("link", "set", one.name, "up")
            one.ip("link", "set", "wlan0", "up")

    @property
    def _all(self) -> tuple[Machine, ...]:
        return self.laptop, *self.phones

    def give(self, network: str) -> None:
        """Give everybody an address in a network, in place of the one they have."""
        for number, one in enumerate(self._all, start=5):
            one.ip("addr", "flush", "dev", "wlan0")
            one.ip("addr", "add", f"{network}.{number}/24", "dev", "wlan0")

    def try_out(self) -> None:
        """See that a phone reaches the laptop; afterwards nobody has an address.

        Raises:
            OSError: It does not.
        """
        self.give(TRIAL)
        python = (sys.executable, "-c")
        listening = [*self.laptop.enter, *python, LISTEN]
        with subprocess.Popen(listening, stdout=subprocess.PIPE, text=True) as laptop:
            assert laptop.stdout
            laptop.stdout.readline()
            called = subprocess.run(
                [*self.phones[0].enter, *python, CALL], check=False, capture_output=True
            )
            laptop.kill()
        if called.returncode:
            raise OSError("machines that are joined do not reach one another here")
        for one in self._all:
            one.ip("addr", "flush", "dev", "wlan0")


@pytest.fixture
def hall() -> Iterator[Hall]:
    """The machines, where this one may make them."""
    tools = all(map(shutil.which, ("ip", "unshare", "nsenter")))
    if sys.platform != "linux" or os.geteuid() or not tools:
        pytest.skip("only who is root on Linux, with iproute2, makes network namespaces")
    with ExitStack() as stack:
        try:
            made = Hall(stack)
            made.try_out()
        except OSError as error:
            pytest.skip(str(error))
        yield made


@contextmanager
def served(on: Machine, root: Path, log: Path) -> Iterator[None]:
    """The tutor as `make app` serves it, on a machine of its own."""
    script = [sys.executable, "-m", "tests.steady", "run", str(root / "streamlit_app.py")]
    options = [f"--server.port={PORT}", "--server.headless=true"]
    kept = {**os.environ, "CALYPSO_DATA": str(log.parent / "kept")}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*on.enter, *script, *options],
            cwd=root,
            env=kept,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def browser_on(playwright: Playwright, machine: Machine, folder: Path) -> Browser:
    """Start a browser that sees nothing but its own machine's network."""
    program = folder / f"chromium-{machine.name}"
    program.write_text(f'#!/bin/sh\nexec {" ".join(machine.enter)} {chromium.executable()} "$@"\n')
    program.chmod(0o755)
    flags = [*chromium.FLAGS, "--in-process-gpu", "--no-proxy-server"]
    return playwright.chromium.launch(executable_path=program, args=flags)


def reached(page: Page, url: str) -> None:
    """Open a page of a server that may be beginning still."""
    until = monotonic() + PATIENCE
    while True:
        try:
            page.goto(url)
        except PlaywrightError:
            if monotonic() > until:
                raise
            sleep(0.2)
        else:
            settle(page)
            return


@pytest.mark.long
def test_an_evening_on_a_network_without_internet(
    playwright: Playwright,
    browser: Browser,  # noqa: ARG001  where there is none, there is no evening
    hall: Hall,
    root: Path,
    tmp_path: Path,
) -> None:
    asked: set[str] = set()

    def page_on(machine: Machine, stack: ExitStack, width: int, height: int) -> Page:
        found = browser_on(playwright, machine, tmp_path)
        stack.callback(found.close)
        context = found.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        context.on("request", lambda request: asked.add(request.url.split("/")[2]))
        return watched_page(context)

    with served(hall.laptop, root, tmp_path / "log"), ExitStack() as stack:
        teacher = page_on(hall.laptop, stack, 1280, 800)
        ann, ben = (page_on(one, stack, 390, 844) for one in hall.phones)

        # The laptop joins late, and the network has no way out: the address comes by itself.
        reached(teacher, f"http://localhost:{PORT}/host?lang=en")
        expect(teacher.get_by_text("Phones can’t reach this computer yet")).to_be_visible()
        hall.give(FIRST)
        expect(teacher.get_by_text(f"{FIRST}.5:{PORT}/room")).to_be_visible()
        lines(teacher, walk.a_puzzle("whose-turn"), DISPUTED)  # the first has no ladder
        press(teacher, "Open the room")
        expect(teacher.locator(".room-address")).to_have_text(f"{FIRST}.5:{PORT}/room")
        code = teacher.locator(".room-code").inner_text().replace(" ", "")
        for phone, name in ((ann, "Ann"), (ben, "Ben")):
            reached(phone, f"http://{FIRST}.5:{PORT}/room?lang=en")
            join(phone, code, name)
        expect(names(teacher)).to_have_text(["Ann", "Ben"])

        lead_on(teacher)
        lead_on(teacher)
        for phone in (ann, ben):
            phone.locator(ANSWERS).first.click()
            expect(phone.locator(ANSWERS).first).to_contain_text("●")
        expect(teacher.get_by_text("2 of 2 have answered")).to_be_visible()

        # A phone drops out, and comes back by itself when the hall is at the next question.
        hall.wifi.ip("link", "set", "ann", "down")
        while not teacher.get_by_text("Question 2 of 2").count():
            lead_on(teacher)
        lead_on(teacher)
        expect(ben.locator(ANSWERS)).to_have_count(4)
        hall.wifi.ip("link", "set", "ann", "up")
        expect(ann.get_by_text("Question 2 of 2")).to_be_visible()
        expect(ann.locator(ANSWERS)).to_have_count(4)
        settle(ann)
        ann.locator(ANSWERS).nth(1).click()
        expect(ann.locator(ANSWERS).nth(1)).to_contain_text("●")
        expect(teacher.get_by_text("1 of 2 has answered")).to_be_visible()

        # Everybody moves to another network: the wall says so, and both can still come. That the
        # laptop sends all else through a VPN by now changes nothing.
        hall.give(SECOND)
        hall.laptop.tunnel(VPN)
        expect(teacher.locator(".room-way-in")).to_contain_text(f"{SECOND}.5:{PORT}/room")
        reached(ann, f"http://{SECOND}.5:{PORT}/room?lang=en&room={code}")
        expect(ann.get_by_label("Nickname")).to_be_visible()
    here = {f"{host}:{PORT}" for host in ("localhost", f"{FIRST}.5", f"{SECOND}.5")}
    assert asked <= here, "something was asked of another machine"
