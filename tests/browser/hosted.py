"""The tutor at an address: two processes from the wheel, PostgreSQL, and a proxy in front.

They are started as the containers start them, without containers: the command is the Dockerfile's,
the proxies' settings are those of `deploy/`, told the ports of this machine.
"""

import json
import os
import re
import shutil
import signal
import socket
import socketserver
import ssl
import struct
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPSConnection
from itertools import count, repeat
from pathlib import Path
from threading import Thread

from playwright.sync_api import Page
from sqlalchemy import create_engine, text

from tests.browser import chromium
from tests.browser.chromium import HOSTED as DOMAIN
from tests.browser.chromium import free_port, healthy


def dockerfile(root: Path, word: str) -> list[str]:
    """What stands after *word* in the Dockerfile, line by line."""
    whole = (root / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    return re.findall(rf"^\s*{word}\s+(.*)$", whole, flags=re.MULTILINE)


def command(root: Path) -> list[str]:
    """How the container starts the tutor."""
    found: list[str] = json.loads(dockerfile(root, "CMD")[-1])
    return found


@dataclass
class Process:
    """A tutor process that can be ended and started again: as a container, at another address."""

    start: Callable[[str], "subprocess.Popen[bytes]"]
    hosts: Iterator[str]
    port: int
    host: str = ""
    running: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"

    def end(self, sign: signal.Signals) -> None:
        if self.running:
            self.running.send_signal(sign)
            self.running.wait(timeout=chromium.PATIENCE)
            self.running = None


def begin(*processes: Process) -> None:
    """Start those of *processes* that do not run, all at once, and wait until they answer."""
    for process in processes:
        if not process.running:
            process.host = next(process.hosts)
            process.running = process.start(process.host)
    for process in processes:
        assert process.running
        assert healthy(f"http://{process.address}", process.running)


@dataclass(frozen=True)
class Hosted:
    """The whole: its address, the tutor processes, and the database behind them."""

    port: int
    processes: Sequence[Process]
    database: str

    @property
    def url(self) -> str:
        return f"https://{DOMAIN}:{self.port}"

    def answers(self) -> int:
        engine = create_engine(self.database)
        with engine.connect() as connection:
            found: int = connection.execute(text("SELECT count(*) FROM attempts")).scalar_one()
        engine.dispose()
        return found

    def met(self, *processes: Process) -> None:
        """Wait until the proxy has come upon *processes*; who was away is left out for a while."""
        until = time.monotonic() + chromium.PATIENCE
        missing = {process.address for process in processes}
        for learner in count():  # nginx asks by this cookie; Caddy anybody, for it knows none yet
            missing.discard(self.asked(f"calypso_learner={learner}"))
            if not missing:
                break
            assert time.monotonic() < until, f"the proxy asks nothing of {missing}"
            time.sleep(0.05)

    def asked(self, cookie: str) -> str:
        """The process to which the proxy leads who comes with *cookie*; nothing if to none."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = HTTPSConnection(DOMAIN, self.port)
        with closing(connection), suppress(OSError):  # the proxy may not be there yet
            reached = socket.create_connection(("127.0.0.1", self.port))
            connection.sock = context.wrap_socket(reached, server_hostname=DOMAIN)
            connection.request("GET", "/_stcore/health", headers={"Cookie": cookie})
            return connection.getresponse().headers["Upstream"] or ""
        return ""

    def own(self, page: Page) -> Process:
        """The process to which the proxy leads the learner of *page*."""
        script = "() => fetch('/_stcore/health').then(one => one.headers.get('upstream'))"
        address = page.evaluate(script)
        (found,) = (process for process in self.processes if process.address == address)
        return found


def changed(recipe: str, *changes: tuple[str, str]) -> str:
    """A proxy's recipe, told what differs on this machine."""
    for old, new in changes:
        assert recipe.count(old) == 1, old
        recipe = recipe.replace(old, new)
    return recipe


@contextmanager
def proxy(folder: Path, *command: object, **settings: str) -> Iterator[None]:
    """Run a proxy; nothing that it has printed holds an address of a page."""
    printed = folder / "proxy.txt"
    with printed.open("wb") as output:
        process = subprocess.Popen(
            [*map(str, command)], stdout=output, stderr=output, env={**os.environ, **settings}
        )
    try:
        yield
        assert process.poll() is None, printed.read_text("utf-8")
        assert "drill" not in printed.read_text("utf-8")
    finally:
        process.terminate()
        process.wait()


@contextmanager
def nginx(root: Path, folder: Path, processes: Sequence[Process], port: int) -> Iterator[None]:
    """Run nginx with deploy/nginx.conf, told this machine's ports and certificate."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", f"/CN={DOMAIN}", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    recipe = changed(
        (root / "deploy" / "nginx.conf").read_text("utf-8"),
        *(
            (f"127.0.0.1:{named}", process.address)
            for named, process in zip((8501, 8502), processes, strict=True)
        ),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        ("/etc/ssl/calypso/fullchain.pem", str(certificate)),
        ("/etc/ssl/calypso/privkey.pem", str(key)),
    )
    whole = folder / "nginx.conf"
    whole.write_text(
        f"pid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\nhttp {{\n"
        "include /etc/nginx/mime.types;\naccess_log off;\nadd_header Upstream $upstream_addr;\n"
        + "".join(f"{kind}_temp_path {folder}/{kind};\n"
                  for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        + recipe + "}\n",
        "utf-8",
    )  # fmt: skip
    with proxy(folder, PROGRAMS["nginx"], "-c", whole, "-p", folder, "-g", "daemon off;"):
        yield


@contextmanager
def caddy(root: Path, folder: Path, processes: Sequence[Process], port: int) -> Iterator[None]:
    """Run Caddy with deploy/Caddyfile, told this machine's ports; names are as in Docker."""
    with names(processes) as resolver:
        recipe = changed(
            (root / "deploy" / "Caddyfile").read_text("utf-8"),
            ("{$CALYPSO_MAIL}", "{$CALYPSO_MAIL}\nimport here"),
            ("port 8501", f"port {processes[0].port}\nresolvers udp/127.0.0.1:{resolver}"),
            ("lb_policy", "header_down Upstream {http.reverse_proxy.upstream.hostport}\nlb_policy"),
        )
        whole = folder / "Caddyfile"
        whole.write_text(recipe, "utf-8")
        here = f"http_port {free_port()}", f"https_port {port}", "default_bind 127.0.0.1"
        own_certificate = "local_certs", "skip_install_trust", "admin off"
        (folder / "here").write_text("\n".join((*here, *own_certificate)), "utf-8")
        settings = {"CALYPSO_MAIL": "you@example.org", "CALYPSO_DOMAIN": DOMAIN}
        started = (PROGRAMS["caddy"], "run", "--adapter", "caddyfile", "--config", whole)
        with proxy(folder, *started, **settings, HOME=str(folder), XDG_DATA_HOME=str(folder)):
            yield


@contextmanager
def names(processes: Sequence[Process]) -> Iterator[int]:
    """Say to who asks where *processes* are now, as Docker does; yields the port to ask at."""

    class Answer(socketserver.DatagramRequestHandler):
        def handle(self) -> None:
            asked = self.rfile.read()
            end = asked.index(0, 12) + 5  # of the name, its type and its class
            of_four = asked[end - 4 : end - 2] == b"\0\1"
            there = [one.host for one in processes if of_four and one.running]
            self.wfile.write(asked[:2] + b"\x85\x80" + struct.pack(">4H", 1, len(there), 0, 0))
            self.wfile.write(asked[12:end])
            for host in there:
                self.wfile.write(b"\xc0\x0c\0\1\0\1\0\0\0\0\0\4" + socket.inet_aton(host))

    with socketserver.UDPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


Place = tuple[Iterator[str], int]
"""Where a process is each time it starts, and its port."""


def like_containers() -> Sequence[Place]:
    """Two places with one port, at a new address each time: Linux has all of 127.0.0.0/8."""
    hosts, port = (f"127.0.0.{last}" for last in count(2)), free_port()
    return [(hosts, port), (hosts, port)]


def like_services() -> Sequence[Place]:
    """Two places with a port each, always at the same address."""
    return [(repeat("127.0.0.1"), free_port()) for _ in range(2)]


@dataclass(frozen=True)
class Proxy:
    """A proxy: what runs it, the places it leads to, and the Debian package that brings it."""

    run: Callable[[Path, Path, Sequence[Process], int], AbstractContextManager[None]]
    places: Callable[[], Sequence[Place]]
    package: str


PROXIES = {
    "caddy": Proxy(caddy, like_containers, "caddy"),
    "nginx": Proxy(nginx, like_services, "nginx-light"),
}
PROGRAMS = {name: shutil.which(name) or f"/usr/sbin/{name}" for name in PROXIES}


def tutor(
    root: Path,
    installed: Path,
    folder: Path,
    settings: Mapping[str, str],
    hosts: Iterator[str],
    port: int,
) -> Process:
    """One process as the container has it, at a port of this machine."""
    program, *rest = command(root)

    def start(host: str) -> "subprocess.Popen[bytes]":
        said = " ".join(rest).replace("8501", str(port)).replace("0.0.0.0", host).split()  # noqa: S104
        with (folder / f"{host}-{port}.txt").open("ab") as output:
            return subprocess.Popen(
                [str(installed / program), *said], cwd=folder, stdout=output, stderr=output,
                env={**os.environ, **settings, "CALYPSO_DATA": str(folder)},
            )  # fmt: skip

    return Process(start, hosts, port)
