"""The tutor at an address, as docs/hosting.md says, with plain processes instead of containers.

The wheel is installed as the Dockerfile installs it and started by its command; PostgreSQL
keeps the answers, and nginx stands in front with deploy/nginx.conf and a certificate of its own.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from playwright.sync_api import APIRequestContext, Browser, Page, expect
from sqlalchemy import create_engine, make_url, text

from tests.browser import chromium
from tests.browser.chromium import HOSTED as DOMAIN
from tests.browser.chromium import free_port, healthy, settle, watched_page
from tests.browser.test_rooms import ANSWERS, RUFFED, due, join, lines, press
from tests.browser.walk import unfold
from tutor.words.texts import Texts

pytest_plugins = ["tests.browser.installed", "tests.postgres"]
pytestmark = pytest.mark.long

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"


def dockerfile(root: Path, word: str) -> list[str]:
    """What stands after *word* in the Dockerfile, line by line."""
    whole = (root / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    return re.findall(rf"^\s*{word}\s+(.*)$", whole, flags=re.MULTILINE)


def sources(root: Path) -> list[str]:
    """What the Dockerfile copies from here, line by line."""
    return [line for line in dockerfile(root, "COPY") if not line.startswith("--from")]


def command(root: Path) -> list[str]:
    """How the container starts the tutor."""
    found: list[str] = json.loads(dockerfile(root, "CMD")[-1])
    return found


@dataclass
class Process:
    """A tutor process that can be ended and started again at its port."""

    start: Callable[[], "subprocess.Popen[bytes]"]
    url: str
    running: "subprocess.Popen[bytes] | None" = None

    def end(self, sign: signal.Signals) -> None:
        if self.running:
            self.running.send_signal(sign)
            self.running.wait(timeout=chromium.PATIENCE)
            self.running = None


def begin(*processes: Process) -> None:
    """Start those of *processes* that do not run, all at once, and wait until they answer."""
    for process in processes:
        process.running = process.running or process.start()
    for process in processes:
        assert process.running
        assert healthy(process.url, process.running)


@dataclass(frozen=True)
class Hosted:
    """The whole: its address, the tutor processes, and the database behind them."""

    url: str
    processes: Sequence[Process]
    database: str

    def answers(self) -> int:
        engine = create_engine(self.database)
        with engine.connect() as connection:
            found: int = connection.execute(text("SELECT count(*) FROM attempts")).scalar_one()
        engine.dispose()
        return found

    def met(self, request: APIRequestContext, *processes: Process) -> None:
        """Wait until nginx has come upon *processes*: it leaves out for a while who was away."""
        address = self.url.replace(DOMAIN, "127.0.0.1") + "/_stcore/health"
        until = time.monotonic() + chromium.PATIENCE
        missing = {urlsplit(process.url).netloc for process in processes}
        for learner in count():  # the cookie decides who is asked
            answer = request.get(address, headers={"Cookie": f"calypso_learner={learner}"})
            missing.discard(answer.headers["upstream"])
            if not missing:
                break
            assert time.monotonic() < until, f"nginx asks nothing of {missing}"
            time.sleep(0.05)

    def own(self, page: Page) -> Process:
        """The process to which nginx leads the learner of *page*."""
        script = "() => fetch('/_stcore/health').then(one => one.headers.get('upstream'))"
        address = page.evaluate(script)
        (found,) = (one for one in self.processes if urlsplit(one.url).netloc == address)
        return found


@contextmanager
def front(root: Path, folder: Path, ports: Sequence[int], port: int) -> Iterator[None]:
    """Run nginx with deploy/nginx.conf, told this machine's ports and certificate."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", f"/CN={DOMAIN}", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    recipe = (root / "deploy" / "nginx.conf").read_text("utf-8")
    for old, new in (
        ("127.0.0.1:8501", f"127.0.0.1:{ports[0]}"),
        ("127.0.0.1:8502", f"127.0.0.1:{ports[1]}"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        ("/etc/ssl/calypso/fullchain.pem", str(certificate)),
        ("/etc/ssl/calypso/privkey.pem", str(key)),
    ):
        assert recipe.count(old) == 1, old
        recipe = recipe.replace(old, new)
    whole = folder / "nginx.conf"
    whole.write_text(
        f"pid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\nhttp {{\n"
        "include /etc/nginx/mime.types;\naccess_log off;\nadd_header Upstream $upstream_addr;\n"
        + "".join(f"{kind}_temp_path {folder}/{kind};\n"
                  for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        + recipe + "}\n",
        "utf-8",
    )  # fmt: skip
    started = [NGINX, "-c", str(whole), "-p", str(folder), "-g", "daemon off;"]
    with (folder / "nginx.txt").open("wb") as output:
        process = subprocess.Popen(started, stdout=output, stderr=output)
    try:
        yield
        assert process.poll() is None, (folder / "nginx.txt").read_text("utf-8")
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def hosted(
    root: Path, installed: Path, postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hosted]:
    if not Path(NGINX).exists():
        if os.environ.get("CALYPSO_REQUIRE_BROWSER"):
            pytest.fail("no nginx here: apt install nginx-light")
        pytest.skip("no nginx here: apt install nginx-light")
    folder, port = tmp_path_factory.mktemp("hosted"), free_port()
    engine = create_engine(postgres, isolation_level="AUTOCOMMIT")
    name = f"hosted_{os.getpid()}"
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    database = engine.url.set(database=name).render_as_string(hide_password=False)
    settings = {
        "DATABASE_URL": database,
        "CALYPSO_ADDRESS": f"https://{DOMAIN}:{port}",
        "CALYPSO_PROXY": "127.0.0.1",
    }
    ports = (free_port(), free_port())
    processes = [tutor(root, installed, folder, one, settings) for one in ports]
    with ExitStack() as stack:
        for process in processes:
            stack.callback(process.end, signal.SIGKILL)
            begin(process)  # one after the other: the first compiles what both import
        stack.enter_context(front(root, folder, ports, port))
        yield Hosted(f"https://{DOMAIN}:{port}", processes, database)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


def tutor(
    root: Path, installed: Path, folder: Path, port: int, settings: Mapping[str, str]
) -> Process:
    """One process as the container has it, at a port of this machine."""
    program, *rest = command(root)
    said = " ".join(rest).replace("8501", str(port)).replace("0.0.0.0", "127.0.0.1").split()  # noqa: S104

    def start() -> "subprocess.Popen[bytes]":
        with (folder / f"{port}.txt").open("ab") as output:
            return subprocess.Popen(
                [str(installed / program), *said], cwd=folder, stdout=output, stderr=output,
                env={**os.environ, **settings, "CALYPSO_DATA": str(folder)},
            )  # fmt: skip

    return Process(start, f"http://127.0.0.1:{port}")


Guests = Callable[[int], list[Page]]


@pytest.fixture(scope="module")
def guests(hosted: Hosted, browser: Browser) -> Iterator[Guests]:
    """Asks so many guests in: each has cookies of its own, and a question of practice."""
    pages: list[Page] = []

    def asked(number: int) -> list[Page]:
        while len(pages) < number:
            context = browser.new_context(ignore_https_errors=True, locale="en-GB")
            pages.append(watched_page(context))
        running = [process for process in hosted.processes if process.running]
        hosted.met(pages[0].context.request, *running)
        for page in pages[:number]:
            page.goto(f"{hosted.url}/drill?mode=free&kind=who-wins")
        for page in pages[:number]:
            settle(page)
        return pages[:number]

    yield asked
    for page in pages:
        page.context.close()


def answer(page: Page) -> None:
    """Answer what is asked; the verdict comes, however long the server was away."""
    connected = page.locator("[data-test-connection-state='CONNECTED']")
    expect(connected).to_be_attached()
    button = page.locator("[class*='st-key-answer-drill'] button").first
    expect(button).to_be_enabled()
    button.click()
    expect(page.locator(".st-key-verdict .verdict")).to_be_visible()


def test_the_first_answer_over_tls(hosted: Hosted, guests: Guests) -> None:
    (page,), before = guests(1), hosted.answers()
    answer(page)
    assert hosted.answers() == before + 1
    (cookie,) = (
        one for one in page.context.cookies() if one.get("name") == "calypso_learner"
    )  # fmt: skip
    assert cookie.get("secure")
    assert cookie.get("httpOnly")
    for closed in ("metrics", "readyz"):
        status = page.evaluate("path => fetch(path).then(answer => answer.status)", f"/{closed}")
        assert status == 404


def test_processes_are_restarted_one_after_the_other_and_nothing_is_lost(
    hosted: Hosted, guests: Guests, tmp_path: Path
) -> None:
    """Answers and questions stay; what another process took over keeps its pictures and files."""
    (reader, answered, asked), before = guests(3), hosted.answers()
    own = hosted.own(reader)
    file = tmp_path / "progress.json"
    file.write_text('{"format": "something else"}', encoding="utf-8")
    answer(answered)
    assert hosted.answers() == before + 1
    addresses = answered.url, asked.url
    for process in hosted.processes:  # each learner's own process is one of the two
        if process is not own:
            process.end(signal.SIGTERM)
            begin(process)
            hosted.met(reader.context.request, process)
            continue
        reader.goto(f"{hosted.url}/handouts?lang=en&sheet=rules")
        settle(reader)
        process.end(signal.SIGTERM)
        connected = reader.locator("[data-test-connection-state='CONNECTED']")
        expect(connected).to_be_attached()
        begin(process)
        hosted.met(reader.context.request, process)
        reader.get_by_text("Letter", exact=True).click()
        settle(reader)
        shown = "[...document.images].map(one => one.complete && one.naturalWidth > 99)"
        assert reader.evaluate(shown) == [True]
        reader.locator(".st-key-pages").get_by_role("link", name="Progress").click()
        settle(reader)
        unfold(reader)
        reader.get_by_role("tab", name="Load").click()
        reader.locator("input[type=file]").set_input_files(file)
        told = reader.locator(".st-key-keep-told-here")
        expect(told).to_have_text(Texts("en")("progress-file.not-ours"))
    answer(asked)  # what was asked before the restart
    expect(answered.locator(".st-key-verdict .verdict")).to_be_visible()
    assert (answered.url, asked.url) == addresses
    assert hosted.answers() == before + 2


def test_a_killed_process_is_stood_in_for(hosted: Hosted, guests: Guests) -> None:
    pages, before = guests(2), hosted.answers()
    hosted.own(pages[0]).end(signal.SIGKILL)
    for page in pages:  # at once: nobody may have noticed yet
        answer(page)
    assert hosted.answers() == before + 2


@pytest.mark.soak
def test_a_room_goes_on_while_processes_are_restarted_one_after_the_other(
    hosted: Hosted, browser: Browser
) -> None:
    """Hall and phones press nothing but answers: every tab comes back by itself."""
    with ExitStack() as stack:

        def page(width: int) -> Page:
            context = browser.new_context(
                ignore_https_errors=True, locale="en-GB", viewport={"width": width, "height": 800}
            )
            stack.callback(context.close)
            return watched_page(context)

        begin(*hosted.processes)  # a test before this one may have killed one
        hall, *phones = (page(width) for width in (1280, 390, 390, 390))
        hosted.met(hall.context.request, *hosted.processes)
        hall.goto(f"{hosted.url}/host?lang=en")
        settle(hall)
        lines(hall, RUFFED)
        press(hall, "Open the room")
        code = hall.locator(".room-code").inner_text().replace(" ", "")
        for phone, name in zip(phones, ("Ann", "Ben", "Cy"), strict=True):
            phone.goto(f"{hosted.url}/room?lang=en")
            settle(phone)
            join(phone, code, name)
        due(hall)
        due(hall)
        own = hosted.own(hall)
        in_turn = own, *(process for process in hosted.processes if process is not own)
        for number, phone in enumerate(phones):
            if number:
                process = in_turn[number - 1]
                process.end(signal.SIGTERM)
                begin(process)
            answers = phone.locator(ANSWERS)
            answers.nth(number).click()
            expect(answers.nth(number)).to_contain_text("●")
            expect(hall.get_by_text(f"{number + 1} of 3 have answered")).to_be_visible()
        due(hall)
        due(hall)
        for phone in phones:
            expect(phone.locator(".st-key-verdict .verdict")).to_be_visible()


@pytest.mark.soak
def test_a_restored_backup_is_the_same_and_everybody_goes_on(
    hosted: Hosted, guests: Guests, installed: Path, tmp_path: Path
) -> None:
    """The steps of docs/hosting.md: stop what writes, empty the database, restore, start.

    That what is restored is the same, test_backup.py holds in every run.
    """
    running = [process for process in hosted.processes if process.running]
    (page,) = guests(1)
    answer(page)
    before, first, again = hosted.answers(), tmp_path / "1.backup", tmp_path / "2.backup"

    def calypso(*words: object) -> None:
        settings = {**os.environ, "DATABASE_URL": hosted.database}
        run = [str(installed / "calypso"), *map(str, words)]
        subprocess.run(run, check=True, env=settings, cwd=tmp_path)

    calypso("backup", first)
    for process in running:
        process.end(signal.SIGTERM)
    database = make_url(hosted.database)
    server = create_engine(database.set(database="postgres"), isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f"DROP DATABASE {database.database} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {database.database}"))
    server.dispose()
    calypso("restore", first)
    calypso("backup", again)
    assert first.read_bytes() == again.read_bytes()
    begin(*running)
    expect(page.locator(".st-key-verdict .verdict")).to_be_visible()
    page.locator("[class*='st-key-next-'] button").click()
    settle(page)
    answer(page)
    assert hosted.answers() == before + 1


# ---------------------------------------------------------------- what the files say


def test_the_container_installs_what_a_clone_installs(root: Path) -> None:
    needed, _build, ours = (line for line in dockerfile(root, "RUN") if "pip install" in line)
    reading, install, *_ = (part.strip() for part in needed.split("&&"))
    read = subprocess.run(
        ["sh", "-c", reading.removesuffix(" > needed.txt")],
        cwd=root, check=True, capture_output=True, text=True,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
    ).stdout  # fmt: skip
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = (*project["dependencies"], *project["optional-dependencies"]["postgres"])
    assert tuple(read.splitlines()) == wanted
    assert install.endswith("--constraint constraints.txt --requirement needed.txt")
    assert ours.endswith("--no-deps --no-build-isolation --prefix /built .")
    copied = {name for line in sources(root) for name in line.split()[:-1]}
    assert {"engine", "puzzles", "tutor", "lessons", "pyproject.toml"} <= copied
    assert [name for name in copied if not (root / name).exists()] == []
    kept = set(re.findall(r"^!(.+)$", (root / ".dockerignore").read_text("utf-8"), re.MULTILINE))
    assert copied <= kept


def test_a_new_version_downloads_nothing_that_it_has_needed_before(root: Path) -> None:
    lines = (root / "Dockerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
    (code,) = (at for at, line in enumerate(lines) if line == "COPY tutor tutor")
    assert "COPY pyproject.toml constraints.txt ./" in lines[:code]
    assert not any("pip install" in line and "--no-deps" not in line for line in lines[code:])
    # What is built from, and what builds, stays behind: one folder is taken over.
    last = [line for line in lines if line.startswith(("FROM", "COPY"))][-2:]
    assert last == ["FROM needed", "COPY --from=built /built /usr/local"]


def test_the_container_runs_as_nobody_and_says_how_it_is(root: Path) -> None:
    assert dockerfile(root, "USER") == ["calypso"]
    (check,) = re.findall(r"HEALTHCHECK.*?CMD (\[.*\])", " ".join(
        (root / "Dockerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
    ))  # fmt: skip
    assert "/livez" in check
    assert command(root)[:2] == ["calypso", "serve"]


def test_three_lines_are_all_that_compose_wants(root: Path) -> None:
    whole = (root / "compose.yaml").read_text("utf-8")
    services = yaml.safe_load(whole)["services"]
    assert set(services) == {"caddy", "tutor", "database", "backup"}
    assert services["tutor"]["read_only"] is True
    needed = set(re.findall(r"\$\{(\w+)(?::\?[^}]*)?\}", whole))
    assert needed == {"CALYPSO_DOMAIN", "CALYPSO_MAIL", "CALYPSO_PASSWORD"}
    guide, *_ = (root / "docs" / "hosting.md").read_text("utf-8").split("## Without containers")
    (lines,) = re.findall(r"^printf '(.*?)'", guide, re.MULTILINE)
    assert needed == set(re.findall(r"(CALYPSO_\w+)=", lines))
    proxy = (root / "deploy" / "Caddyfile").read_text("utf-8")
    assert set(re.findall(r"\{\$(\w+)\}", proxy)) == set(services["caddy"]["environment"])
    assert "lb_policy cookie calypso_process\n" in proxy


def test_every_setting_that_is_named_is_read(root: Path) -> None:
    code = "\n".join(path.read_text("utf-8") for path in (root / "tutor").rglob("*.py"))
    services = yaml.safe_load((root / "compose.yaml").read_text("utf-8"))["services"]
    guide = (root / "docs" / "hosting.md").read_text("utf-8").partition("| setting")[2]
    told = {*services["tutor"]["environment"], *re.findall(r"`((?:CALYPSO|DATABASE)_\w+)`", guide)}
    # Some are read by Streamlit, and by PostgreSQL's driver.
    named = {name for name in told if not name.startswith(("STREAMLIT_", "PG"))}
    assert len(named) >= 4
    assert [name for name in named if f'"{name}"' not in code] == []


def test_the_service_starts_as_the_container_does(root: Path) -> None:
    unit = (root / "deploy" / "calypso@.service").read_text("utf-8")
    (started,) = re.findall(r"^ExecStart=\S*/(.*)$", unit, re.MULTILINE)
    here = " ".join(command(root)).replace("0.0.0.0", "127.0.0.1")  # noqa: S104
    assert started.replace("%i", "8501") == here
