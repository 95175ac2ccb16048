"""The tutor at an address, as docs/hosting.md says, with plain processes instead of containers.

The wheel is installed as the Dockerfile installs it and started by its command; PostgreSQL keeps
the answers. In front stands Caddy with deploy/Caddyfile or nginx with deploy/nginx.conf, each
with a certificate of its own; in a soak everything is tried with both.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import create_engine, make_url, text

from tests.browser.chromium import HOSTED, PATIENCE, free_port, healthy, settle, watched_page
from tests.browser.hosted import (
    PROGRAMS,
    PROXIES,
    Hosted,
    begin,
    command,
    dockerfile,
    tutor,
)
from tests.browser.test_rooms import ANSWERS, RUFFED, due, join, lines, press
from tests.browser.walk import unfold
from tutor.words.texts import Texts

pytest_plugins = ["tests.browser.installed", "tests.postgres"]
pytestmark = pytest.mark.long


def sources(root: Path) -> list[str]:
    """What the Dockerfile copies from here, line by line."""
    return [line for line in dockerfile(root, "COPY") if not line.startswith("--from")]


@pytest.fixture(scope="module")
def hosted(
    root: Path,
    installed: Path,
    postgres: str,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[Hosted]:
    by, proxy = request.param, PROXIES[request.param]
    if not Path(PROGRAMS[by]).exists():
        missing = f"no {by} here: apt install {proxy.package}"
        (pytest.fail if os.environ.get("CALYPSO_REQUIRE_BROWSER") else pytest.skip)(missing)
    folder, port = tmp_path_factory.mktemp(by), free_port()
    engine = create_engine(postgres, isolation_level="AUTOCOMMIT")
    name = f"hosted_{by}_{os.getpid()}"
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    database = engine.url.set(database=name).render_as_string(hide_password=False)
    settings = {
        "DATABASE_URL": database,
        "CALYPSO_ADDRESS": f"https://{HOSTED}:{port}",
        "CALYPSO_PROXY": "127.0.0.1",
    }
    processes = [tutor(root, installed, folder, settings, *place) for place in proxy.places()]
    with ExitStack() as stack:
        for process in processes:
            stack.callback(process.end, signal.SIGKILL)
            begin(process)  # one after the other: the first compiles what both import
        stack.enter_context(proxy.run(root, folder, processes, port))
        yield Hosted(port, processes, database)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


Guests = Callable[[int], list[Page]]


@pytest.fixture(scope="module")
def guests(hosted: Hosted, browser: Browser) -> Iterator[Guests]:
    """Asks so many guests in: each has cookies of its own, and a question of practice."""
    pages: list[Page] = []

    def asked(number: int) -> list[Page]:
        while len(pages) < number:
            context = browser.new_context(ignore_https_errors=True, locale="en-GB")
            pages.append(watched_page(context))
        hosted.met(*(process for process in hosted.processes if process.running))
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


def through(*proxies: str, seldom: Sequence[str] = ()) -> pytest.MarkDecorator:
    """Tries a test through *proxies*, and in a soak through those that are *seldom* tried too."""
    more = (pytest.param(name, marks=pytest.mark.soak) for name in seldom)
    return pytest.mark.parametrize("hosted", [*proxies, *more], indirect=True, scope="module")


@through("caddy", "nginx")
def test_the_first_answer_over_tls(hosted: Hosted, guests: Guests) -> None:
    (page,), before = guests(1), hosted.answers()
    answer(page)
    assert hosted.answers() == before + 1
    (cookie,) = (
        one for one in page.context.cookies() if one.get("name") == "calypso_learner"
    )  # fmt: skip
    assert cookie.get("secure")
    assert cookie.get("httpOnly")
    assert page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol") == "h2"
    script = "() => fetch('/').then(answer => answer.headers.get('content-encoding'))"
    assert page.evaluate(script) in {"gzip", "zstd"}
    for closed in ("metrics", "readyz"):
        status = page.evaluate("path => fetch(path).then(answer => answer.status)", f"/{closed}")
        assert status == 404


@through("caddy", seldom=["nginx"])
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
            hosted.met(process)
            continue
        reader.goto(f"{hosted.url}/handouts?lang=en&sheet=rules")
        settle(reader)
        process.end(signal.SIGTERM)
        connected = reader.locator("[data-test-connection-state='CONNECTED']")
        expect(connected).to_be_attached()
        begin(process)
        hosted.met(process)
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


@through("caddy", seldom=["nginx"])
def test_a_killed_process_is_stood_in_for(hosted: Hosted, guests: Guests) -> None:
    pages, before = guests(2), hosted.answers()
    hosted.own(pages[0]).end(signal.SIGKILL)
    for page in pages:  # at once: nobody may have noticed yet
        answer(page)
    assert hosted.answers() == before + 2


@through(seldom=["caddy", "nginx"])
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
        hosted.met(*hosted.processes)
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
            expect(hall.get_by_text(f"{number + 1} of 3 ha")).to_be_visible()
        due(hall)
        due(hall)
        for phone in phones:
            expect(phone.locator(".st-key-verdict .verdict")).to_be_visible()


@through(seldom=["caddy"])
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


@through(seldom=["caddy", "nginx"])
def test_who_connects_and_asks_for_nothing_is_sent_away(hosted: Hosted, guests: Guests) -> None:
    """Or they would fill the open files; a page that nobody does anything on keeps its stream."""
    (page,) = guests(1)
    page.evaluate("() => new MutationObserver(() => document.body.append('away')).observe("
        "document.querySelector('[data-test-connection-state]'), "
        "{attributes: true, attributeFilter: ['data-test-connection-state']})")  # fmt: skip
    with socket.create_connection(("127.0.0.1", hosted.port), timeout=PATIENCE) as silent:
        assert silent.recv(100) == b""
    page.wait_for_timeout(1000)  # for what came in while nothing looked
    expect(page.get_by_text("away")).to_have_count(0)
    answer(page)


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


def test_the_service_starts_as_a_user_whom_no_list_has(
    root: Path, installed: Path, tmp_path: Path
) -> None:
    """Its user is made as it starts: on a Debian without libnss-systemd nobody knows the home."""
    unlisted = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
    hidden = (
        "for list in passwd nsswitch.conf; do mount --bind /dev/null /etc/$list || exit; done; "
    )
    if subprocess.run([*unlisted, f"{hidden}true"], check=False, capture_output=True).returncode:
        pytest.skip("this system lets nobody make a mount namespace")
    unit = (root / "deploy" / "calypso@.service").read_text("utf-8").replace("%S", str(tmp_path))
    told = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.MULTILINE))
    port = free_port()
    program, *rest = command(root)
    words = " ".join(rest).replace("8501", str(port)).replace("0.0.0.0", "127.0.0.1").split()  # noqa: S104
    process = subprocess.Popen(
        [*unlisted, f'{hidden}exec "$0" "$@"', str(installed / program), *words],
        env={"PATH": os.environ["PATH"], **told},
    )
    try:
        assert healthy(f"http://127.0.0.1:{port}", process)
    finally:
        process.kill()
        process.wait()


def test_the_service_starts_as_the_container_does(root: Path) -> None:
    unit = (root / "deploy" / "calypso@.service").read_text("utf-8")
    (started,) = re.findall(r"^ExecStart=\S*/(.*)$", unit, re.MULTILINE)
    here = " ".join(command(root)).replace("0.0.0.0", "127.0.0.1")  # noqa: S104
    assert started.replace("%i", "8501") == here
