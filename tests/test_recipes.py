"""The recipes for hosting agree with one another, and with what the tutor is told."""

import os
import re
import subprocess
import tomllib
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path

import pytest
import yaml
from sqlalchemy import make_url


def told(root: Path, name: str) -> str:
    return (root / name).read_text("utf-8")


def test_a_proxy_lets_through_as_much_as_a_page_may_be_sent(root: Path) -> None:
    most = int(
        re.findall(r"^maxUploadSize = (\d+)$", told(root, ".streamlit/config.toml"), re.MULTILINE)[
            0
        ]
    )
    nginx = re.findall(r"client_max_body_size (\d+)m;", told(root, "deploy/nginx.conf"))
    caddy = re.findall(r"max_size (\d+)MB", told(root, "deploy/Caddyfile"))
    assert [int(one) > int(most) for one in (*nginx, *caddy)] == [True, True]


def test_no_proxy_writes_down_who_opens_what(root: Path) -> None:
    """A resume code and a teacher's key stand in the address of a page."""
    nginx = told(root, "deploy/nginx.conf")
    assert nginx.count("access_log off;") == nginx.count("server_name ") == 2
    assert nginx.count("    error_log /dev/null emerg;") == 2, "its lines quote addresses too"
    (logged,) = re.findall(
        r"^\s*log\b.*?}", told(root, "deploy/Caddyfile"), re.MULTILINE | re.DOTALL
    )
    assert logged.split() == ["log", "{", "exclude", "http.log", "http.handlers", "}"]


def test_the_nightly_backup_may_write_into_a_folder_that_is_somebody_elses(root: Path) -> None:
    backup = yaml.safe_load(told(root, "compose.yaml"))["services"]["backup"]
    assert backup["user"] == "0:0"
    assert backup["cap_add"] == ["DAC_OVERRIDE"]
    assert "./backups:/backups" in backup["volumes"]


def test_a_night_without_a_backup_is_seen(root: Path) -> None:
    backup = yaml.safe_load(told(root, "compose.yaml"))["services"]["backup"]
    (kind, look) = backup["healthcheck"]["test"]
    (hours,) = (int(minutes) / 60 for minutes in re.findall(r"-mmin -(\d+)", look))
    assert kind == "CMD-SHELL"
    assert 24 < hours < 30
    assert "*backup* is unhealthy if the last 26 hours" in told(root, "docs/hosting.md")


def test_a_backup_that_fails_is_tried_again_the_same_night(root: Path) -> None:
    backup = yaml.safe_load(told(root, "compose.yaml"))["services"]["backup"]
    assert "until calypso backup /backups --keep 30; do sleep 600; done;" in backup["command"][-1]


def test_the_database_is_waited_for_until_it_can_be_reached(root: Path) -> None:
    """While it is set up for the first time it answers on its own machine alone."""
    check = yaml.safe_load(told(root, "compose.yaml"))["services"]["database"]["healthcheck"]
    assert check["test"][1:4] == ["pg_isready", "--host", "localhost"]
    assert check["start_period"] == "60s"  # longer than three looks, after which compose gives up


def test_over_ipv6_docker_hides_who_calls_and_the_guide_says_so(root: Path) -> None:
    network = yaml.safe_load(told(root, "compose.yaml"))["networks"]["default"]
    guide = told(root, "docs/hosting.md")
    assert network.get("enable_ipv6", False) != ("(an A record, no AAAA)" in guide)


def test_the_nightly_backup_ends_when_it_is_asked_to(root: Path) -> None:
    """A shell that is the first process of a container heeds no request, and is killed at last."""
    assert yaml.safe_load(told(root, "compose.yaml"))["services"]["backup"]["init"] is True


def test_a_password_may_hold_any_character(root: Path) -> None:
    services = yaml.safe_load(told(root, "compose.yaml"))["services"]
    for tutor in (services["tutor"], services["backup"]):
        url = make_url(tutor["environment"]["DATABASE_URL"])
        assert (url.username, url.password) == ("calypso", None)
        assert "${CALYPSO_PASSWORD:?" in tutor["environment"]["PGPASSWORD"]


def test_the_password_is_told_only_to_who_needs_it(root: Path) -> None:
    """A cookie that is made with it would let every browser try out passwords."""
    services = yaml.safe_load(told(root, "compose.yaml"))["services"]
    assert "PASSWORD" not in str(services["caddy"]) + told(root, "deploy/Caddyfile")


def test_the_container_leaves_open_files_to_the_tutor(root: Path) -> None:
    """It raises its limit by itself; one that is asked for here may be refused: nothing starts."""
    assert "ulimits" not in yaml.safe_load(told(root, "compose.yaml"))["services"]["tutor"]


def test_an_upgrade_replaces_one_process_after_the_other(root: Path) -> None:
    services = yaml.safe_load(told(root, "compose.yaml"))["services"]
    steps = told(root, "deploy/upgrade.sh")
    assert "sh deploy/upgrade.sh" in told(root, "docs/hosting.md")
    assert "set -e\n" in steps  # a new version that does not start leaves the other process
    _, loop, then = steps.split("\ndone\n")
    for part in ("docker stop", "docker rm --volumes", "start"):
        assert part in loop
    assert then.startswith("docker compose up --detach\n")
    # The proxy stays meanwhile, and soon knows where the new process is.
    assert "depends_on" not in services["caddy"]
    (seconds,) = re.findall(r"\brefresh (\d+)s$", told(root, "deploy/Caddyfile"), re.MULTILINE)
    (patience,) = re.findall(r"lb_try_duration (\d+)s", told(root, "deploy/Caddyfile"))
    assert int(seconds) <= 5 < 20 <= int(patience)


DOCKER = """#!/bin/sh
# Stands for Docker: containers are files that hold whether they are healthy.
case "$*" in
*" build") ;;
*" ps --all "*) ls containers ;;
*" ps "*) cd containers && grep -lx healthy * ;;
inspect*) for one; do :; done; cat "containers/$one" ;;
stop*) ;;
rm*) for one; do :; done; rm "containers/$one"; echo "removed $one" >> log ;;
*" --no-recreate tutor")
    while [ "$(ls containers | wc -l)" -lt 2 ]; do
        n=$(cat count); echo $((n + 1)) > count; cp version "containers/new$n"
    done
    ls containers >> log
    ! grep -qv '^healthy$' containers/* ;;
esac
"""


SLEEP = """#!/bin/sh
# Stands for the time that passes: what waits for its first health check has had it.
echo "waited" >> log
[ -e never ] || for one in containers/*; do
    if grep -qx starting "$one"; then echo healthy > "$one"; fi
done
"""

Upgrade = Callable[[], tuple[int, list[str]]]


@pytest.fixture
def upgrade(root: Path, tmp_path: Path) -> Upgrade:
    """Runs the upgrade of two healthy processes; how it ended, and which there are then."""
    for name, text in {
        "docker": DOCKER,
        "sleep": SLEEP,
        "count": "1",
        "version": "healthy\n",
        "containers/old1": "healthy\n",
        "containers/old2": "healthy\n",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    for program in ("docker", "sleep"):
        (tmp_path / program).chmod(0o755)

    def run() -> tuple[int, list[str]]:
        done = subprocess.run(
            ["sh", root / "deploy" / "upgrade.sh"], check=False, cwd=tmp_path,
            env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        )  # fmt: skip
        return done.returncode, sorted(one.name for one in (tmp_path / "containers").iterdir())

    return run


def test_an_upgrade_after_a_reboot_waits_for_what_is_starting(
    upgrade: Upgrade, tmp_path: Path
) -> None:
    for name in ("old1", "old2"):
        (tmp_path / "containers" / name).write_text("starting\n", "utf-8")
    assert upgrade() == (0, ["new1", "new2"])
    done = (tmp_path / "log").read_text("utf-8").split("\n")
    assert done.index("waited") < done.index("removed old1")
    before_the_end = "\n".join(done).rpartition("removed old2")[0]
    assert before_the_end.endswith("new1\nold2\n"), "one answered when the other was replaced"


def test_an_upgrade_does_not_wait_for_ever_for_what_never_answers(
    upgrade: Upgrade, tmp_path: Path
) -> None:
    (tmp_path / "never").touch()
    for name in ("old1", "old2"):
        (tmp_path / "containers" / name).write_text("starting\n", "utf-8")
    assert upgrade() == (0, ["new1", "new2"])
    assert (tmp_path / "log").read_text("utf-8").count("waited") == 36, "of both together"


def test_an_upgrade_can_be_run_again_after_a_version_that_does_not_start(
    upgrade: Upgrade, tmp_path: Path
) -> None:
    (tmp_path / "version").write_text("unhealthy\n", "utf-8")
    assert upgrade() == (1, ["new1", "old2"])
    assert upgrade() == (1, ["new2", "old2"]), "what serves, serves on"
    (tmp_path / "version").write_text("healthy\n", "utf-8")
    assert upgrade() == (0, ["new3", "new4"])
    before_the_end = (tmp_path / "log").read_text("utf-8").rpartition("removed old2")[0]
    assert before_the_end.endswith("new3\nold2\n"), "one answered when the other was replaced"


def test_a_changed_proxy_file_is_what_the_proxy_reads_after_an_upgrade(root: Path) -> None:
    """A file alone, once mounted, stays the old one when git puts another in its place."""
    caddy = yaml.safe_load(told(root, "compose.yaml"))["services"]["caddy"]
    assert "./deploy:/etc/caddy:ro" in caddy["volumes"]
    assert "caddy reload --config /etc/caddy/Caddyfile" in told(root, "deploy/upgrade.sh")


def test_an_upgrade_keeps_the_number_of_processes(root: Path) -> None:
    tutor = yaml.safe_load(told(root, "compose.yaml"))["services"]["tutor"]
    assert tutor["deploy"]["replicas"] == "${CALYPSO_PROCESSES:-2}"
    assert "CALYPSO_PROCESSES=4" in told(root, "docs/hosting.md")
    assert "--scale" not in told(root, "docs/hosting.md") + told(root, "deploy/upgrade.sh")


def test_a_clubs_lessons_are_where_the_container_looks_for_them(root: Path) -> None:
    (data,) = re.findall(r"^ENV CALYPSO_DATA=(.*)$", told(root, "Dockerfile"), re.MULTILINE)
    tutor = yaml.safe_load(told(root, "compose.yaml"))["services"]["tutor"]
    assert f"./club-lessons:{data}/lessons:ro" in tutor["volumes"]
    assert "*club-lessons*" in told(root, "docs/hosting.md")


def test_the_readme_hosts_as_the_guide_does_on_one_screen(root: Path) -> None:
    (part,) = re.findall(
        r"^## Host it\n(.*?)^## ", told(root, "README.md"), re.MULTILINE | re.DOTALL
    )
    assert part.count("\n") <= 24
    (commands,) = re.findall(r"```sh\n(.*?)```", part, re.DOTALL)
    assert commands in told(root, "docs/hosting.md")


def test_all_recipes_install_from_the_same_pinned_versions(root: Path) -> None:
    service = told(root, "deploy/calypso@.service")
    assert "pip install -c constraints.txt '.[postgres]'" in service
    installs = re.findall(r"pip install (?!.*--no-deps).*", told(root, "Dockerfile"))
    assert ["--constraint constraints.txt" in install for install in installs] == [True, True]


def test_of_all_networks_the_containers_own_is_believed(root: Path) -> None:
    """Else all phones in a hall, whose addresses are private too, would count as one caller."""
    compose = yaml.safe_load(told(root, "compose.yaml"))
    (own,) = compose["networks"]["default"]["ipam"]["config"]
    assert compose["services"]["tutor"]["environment"]["CALYPSO_PROXY"] == own["subnet"]
    assert ip_network(own["subnet"]).num_addresses <= 256


def test_without_containers_every_step_is_told(root: Path) -> None:
    (part,) = re.findall(
        r"^## Without containers\n(.*?)^## ",
        told(root, "docs/hosting.md"),
        re.MULTILINE | re.DOTALL,
    )
    assert part.count("\n") <= 40
    for step in (
        "/etc/systemd/system/",
        "daemon-reload",
        "CREATE ROLE",
        "createdb",
        "/etc/calypso.conf",
        "certbot",
        "/etc/ssl/calypso",
        "calypso backup",
    ):
        assert step in part


def test_without_containers_a_command_is_told_which_database_it_is_about(root: Path) -> None:
    """With none of the settings `calypso doctor` finds a database of root's own in good order."""
    (part,) = re.findall(
        r"^## Looking after it without containers\n(.*?)^## ",
        told(root, "docs/hosting.md"),
        re.MULTILINE | re.DOTALL,
    )
    first, *later = re.findall(r"/etc/calypso\.conf|calypso (?:doctor|restore)", part)
    assert first == "/etc/calypso.conf"
    assert {"calypso doctor", "calypso restore"} <= set(later)
    folder = re.search(
        r"^StateDirectory=(.*)$", told(root, "deploy/calypso@.service"), re.MULTILINE
    )
    assert folder
    assert f"CALYPSO_DATA=/var/lib/{folder[1]}`" in part
    (proxy,) = re.findall(
        r"^Environment=(CALYPSO_PROXY=.*)$", told(root, "deploy/calypso@.service"), re.MULTILINE
    )
    assert f"{proxy};" in part


def test_no_step_asks_a_question_that_the_next_line_would_answer(root: Path) -> None:
    """The steps are pasted all at once; certbot took the line after it for an address of mail."""
    (certbot,) = re.findall(
        r"^certbot (.*(?:\\\n.*)*)", told(root, "docs/hosting.md"), re.MULTILINE
    )
    assert {"--non-interactive", "--agree-tos", "--email"} <= set(certbot.split())


def test_no_file_of_git_has_to_be_changed(root: Path) -> None:
    """A later `git pull` would refuse: the name is put into the copy of nginx's file."""
    alone = told(root, "docs/hosting.md").partition("## Without containers")[2]
    (steps, *_) = re.findall(r"```sh\n(.*?)```", alone, re.DOTALL)
    first, *later = steps.splitlines()
    assert first.startswith("name=cards.example.org ")
    assert [line for line in later if "cards.example.org" in line] == []
    (copying,) = (line for line in later if "deploy/nginx.conf" in line)
    sed = copying.partition(" && ")[0].replace("/etc/nginx/conf.d/calypso.conf", "/dev/stdout")
    copied = subprocess.run(
        ["sh", "-c", f"name=club.example.com; {sed}"],
        cwd=root, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert copied.count("server_name club.example.com;") == 2


def test_the_guide_says_what_nobody_can_see(root: Path) -> None:
    docker, alone = told(root, "docs/hosting.md").split("## Without containers")
    assert "password in *.env* as it is" in docker  # PostgreSQL reads it once
    assert "journalctl -u 'calypso@*'" in alone
    nginx = told(root, "deploy/nginx.conf")
    assert ("[::]" in nginx) != ("no AAAA" in alone)


def test_all_processes_of_the_service_are_one_user(root: Path) -> None:
    assert "\nUser=calypso\n" in told(root, "deploy/calypso@.service")


def test_every_python_from_the_oldest_promised_is_tried(root: Path) -> None:
    promised = tomllib.loads(told(root, "pyproject.toml"))["project"]["requires-python"]
    matrix = yaml.safe_load(told(root, ".github/workflows/test.yml"))["jobs"]["test"]["strategy"]
    tried = [int(version.removeprefix("3.")) for version in matrix["matrix"]["python"]]
    assert promised == f">=3.{tried[0]}"
    assert tried == list(range(tried[0], 15))


def test_the_lines_of_the_readme_are_those_that_a_runner_hosts_it_by(root: Path) -> None:
    told_steps = told(root, "README.md").partition("## Host it")[2].split("```")[1].split("\n")[1:3]
    job = yaml.safe_load(told(root, ".github/workflows/test.yml"))["jobs"]["host"]
    settings, up = next(step["run"] for step in job["steps"] if "run" in step).splitlines()
    assert settings == told_steps[0].replace("cards.example.org", "localhost")
    assert up.startswith(told_steps[1])


@pytest.mark.parametrize("name", ["test", "soak"])
def test_workflows_run_where_the_packages_of_ci_are(root: Path, name: str) -> None:
    job = yaml.safe_load(told(root, f".github/workflows/{name}.yml"))["jobs"][name]
    assert "firefox-esr" in told(root, ".ci/run"), "which is Debian's"
    assert job["container"]["image"].endswith("-bookworm")
    assert job["env"]["HOME"] == "/root"
