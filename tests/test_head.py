"""What is told of a link before anybody opens it: name, language, description and picture."""

import io
import json
import re
from asyncio import create_task, gather, sleep, wait_for
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from threading import Event
from urllib.parse import parse_qsl, quote, urlsplit

import pytest
import streamlit
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from engine.rulebooks import CULBERTSON
from puzzles.bank import bank
from puzzles.kinds import KINDS
from puzzles.notation import print_puzzle
from tests.asgi import Answer, ask, asked, finish
from tests.course import LESSONS as COURSE
from tutor.assignments import Assignment, write
from tutor.frontend import text
from tutor.handouts.link_preview import SAMPLE, linked
from tutor.pages import head
from tutor.pages.head import Head, address_script, old_browser_script
from tutor.pages.shell import PATHS
from tutor.words.texts import LANGUAGES, Texts

PAGE = (Path(streamlit.__file__).parent / "static" / "index.html").read_text("utf-8")
"""What Streamlit serves."""

LESSONS = {lesson.id: lesson for lesson in COURSE}
LESSON = next(iter(LESSONS.values()))
EVENING = write(
    Assignment(lessons=(), puzzles=(SAMPLE,), rulebook=CULBERTSON, note='For "Ann" & <b>Bob</b>')
)
LINKS = {
    "": "",
    "/drill": "",
    "/drill?puzzle": f"puzzle={quote(SAMPLE)}",
    "/drill?day": "day=2026-11-22",
    "/learn?lesson": f"lesson={LESSON.id}&step=2",
    "/assignment?set": f"set={EVENING}",
    "/referee?trick": "game=partnership&table=N%3DS+E%3DC+S%3DH+W%3DD&trick=N+S9+C4+SK+SA",
    "/room?room": "room=AB12CD&key=secret",
}


def served(under: str = "", **environment: str) -> Head:
    async def page(_: object) -> Response:
        return HTMLResponse(PAGE, headers={"etag": "x", "last-modified": "y"})

    pages = Starlette(
        routes=[
            Route("/data.json", lambda _: JSONResponse({"<head>": 1})),
            Route("/_stcore/host-config", lambda _: JSONResponse({"<head>": 1})),
            Route("/{rest:path}", page),
        ]
    )
    return Head(pages, LESSONS.get, PATHS, environment, under)


def test_an_address_with_no_page_leads_to_the_first_which_says_so() -> None:
    for path in ("/practise", "/calypso/practise", "/home", "/drill2?x=1"):
        answer = ask(served(), path)
        assert (answer.status, answer.headers["location"]) == (307, "./?page=none")
    japanese = ask(served(), "/drill2?lang=ja&x=1").headers["location"]
    assert japanese == "./?page=none&lang=ja"
    assert {ask(served(), f"/{path}").status for path in ("", *PATHS)} == {200}
    assert ask(served(), "/data.json").status == 200


class Read(HTMLParser):
    """The title, the language, what the meta tags and what the links of a page say."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self._in_title = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        self._in_title = tag == "title"
        if tag == "html":
            self.said["lang"] = found["lang"]
        elif tag == "meta" and "content" in found:
            self.said[found.get("property") or found.get("name", "")] = found["content"]
        elif tag == "link":
            self.said[found["rel"]] = found["href"]

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.said["title"] = data
            self._in_title = False


def read(address: str, **headers: str) -> dict[str, str]:
    return Read(ask(served(), address, **headers).text).said


def at(link: str, query: str, language: str = "en") -> str:
    return f"{link.partition('?')[0]}?{query}&lang={language}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("link", "query"), LINKS.items())
def test_every_link_has_a_name_a_description_and_a_picture(
    link: str, query: str, language: str
) -> None:
    said = read(at(link or "/", query, language))
    assert said["lang"] == language
    assert said["og:locale"].startswith(f"{language}_")
    assert said["title"] != "Streamlit"
    assert said["og:title"] in said["title"]
    assert said["og:description"] == said["description"] != ""
    assert said["og:image:alt"]
    place = urlsplit(said["og:image"])
    assert place.scheme == "http"
    assert place.netloc == "tutor.test"
    answer = ask(served(), f"{place.path}?{place.query}")
    assert answer.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(answer.body)).size == (1200, 630)


def test_pages_do_not_wait_for_pictures_however_many_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_draw = Event()

    def slowly(*_: object) -> bytes:
        may_draw.wait()
        return b"drawn"

    monkeypatch.setattr(head, "link_picture", slowly)
    app = served()

    async def everybody() -> tuple[Answer, list[Answer]]:
        pictures = [
            create_task(asked(app, f"/link.png?page=drill&day=2026-{1 + at // 28}-{1 + at % 28}"))
            for at in range(100)
        ]
        await sleep(0)
        try:
            page = await wait_for(asked(app, "/drill?lang=en"), 60)
        finally:
            may_draw.set()
        return page, await gather(*pictures)

    page, pictures = finish(everybody())
    assert page.status == 200
    told = Counter(answer.status for answer in pictures)
    assert set(told) == {200, 503}
    assert told[200] <= told[503]
    refused = next(answer for answer in pictures if answer.status == 503)
    assert refused.headers["retry-after"]


def test_what_is_linked_is_what_is_drawn() -> None:
    pictures = {
        ask(served(), f"/link.png?page={link[1:].partition('?')[0]}&{query}&lang={language}").body
        for link, query in LINKS.items()
        for language in LANGUAGES
        if "?" in link and "room" not in link
    }
    # The set begins with the puzzle that is linked by itself, but is called otherwise.
    assert len(pictures) == 5 * len(LANGUAGES)
    drawn = linked("drill", {"puzzle": SAMPLE}, "", LESSONS.get).drawing
    (table,) = drawn
    assert getattr(table, "description", "").count("hearts") >= 3


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_puzzle_of_any_kind_is_about_is_on_its_picture(kind: str) -> None:
    line = next(print_puzzle(one.puzzle) for one in bank() if one.puzzle.kind == kind)
    said = read(f"/drill?puzzle={quote(line)}&lang=ja")
    assert said["og:image:alt"]
    place = urlsplit(said["og:image"])
    picture = Image.open(io.BytesIO(ask(served(), f"{place.path}?{place.query}").body))
    paper = picture.convert("L").crop((580, 60, 1140, 570))
    drawn = ImageChops.difference(paper, Image.new("L", paper.size, paper.getpixel((0, 0))))
    left, top, right, bottom = drawn.getbbox() or (0, 0, 0, 0)
    assert right - left > 400 or bottom - top > 400, "as large as there is room"
    assert bottom - top > (300 if kind == "may-name" else 60), "a hand stands in rows"


def test_whoever_comes_by_the_address_that_is_told_sees_what_was_linked() -> None:
    """Facebook leads to that one, whichever was passed on."""
    for link, query in {**LINKS, "/play": "game=1abc&at=7", "/rules": "rule=revoke"}.items():
        told = urlsplit(read(at(link or "/", query))["og:url"])
        asked_for = dict(parse_qsl(query)) | {"lang": "en"}
        asked_for.pop("key", None)
        assert (told.path, dict(parse_qsl(told.query))) == (
            link.partition("?")[0] or "/",
            asked_for,
        )


def test_the_trick_that_is_laid_at_the_referee_is_drawn() -> None:
    laid = dict(parse_qsl(LINKS["/referee?trick"]))
    said = linked("referee", laid, "", LESSONS.get)
    line = "1 who-wins partnership culbertson N=S E=C S=H W=D : N S9 C4 SK SA"
    assert said.drawing == linked("drill", {"puzzle": line}, "", LESSONS.get).drawing
    assert said.title == Texts("en")("page.referee.title")
    for wrong in ({"trick": "N S9"}, {"table": "x"}, {"game": ""}, {"trick": "N S9 C4 SK SK : E"}):
        there = linked("referee", laid | wrong, "", LESSONS.get)
        assert there.drawing == linked("referee", {}, "", LESSONS.get).drawing


def test_todays_puzzle_has_its_name_and_shows_that_of_no_day() -> None:
    said = linked("drill", {"day": "today"}, "", LESSONS.get)
    assert said.title == Texts("en")("home.daily")
    assert said.drawing == linked("home", {}, "", LESSONS.get).drawing


def test_of_homework_without_puzzles_the_first_lesson_is_drawn() -> None:
    found = "the-score-sheet"
    written = write(Assignment(lessons=(found,), puzzles=(), rulebook=CULBERTSON, note=""))
    said = linked("assignment", {"set": written}, "", LESSONS.get)
    assert said.drawing == linked("learn", {"lesson": found}, "", LESSONS.get).drawing
    assert said.title == Texts("en")("linked.set")


def test_a_room_is_named_but_neither_its_key_nor_what_is_asked_in_it_is_told() -> None:
    page = ask(served(), at("/room", "room=AB12CD&key=secret")).text
    assert "AB12CD" in page
    assert "secret" not in page


def test_the_language_is_the_links_then_the_browsers() -> None:
    assert read("/", accept_language="ja,en;q=0.5")["lang"] == "ja"
    assert read("/?lang=en", accept_language="ja,en;q=0.5")["lang"] == "en"
    assert read("/", accept_language="xx")["lang"] == "en"
    assert read("/", accept_language="xx, ja;q=0.5")["lang"] == "ja"


@pytest.mark.parametrize("link", ["", "?lang=ja", "drill?mode=free&kind=who-wins"])
@pytest.mark.parametrize("under", ["calypso", "/calypso/"])
def test_above_its_path_the_tutor_leads_to_it(under: str, link: str) -> None:
    app = served(under)
    first = ask(app, f"/{link}")
    assert first.status == 307
    assert first.headers["location"].startswith("/calypso/")
    second = ask(app, first.headers["location"])
    assert (second.status, second.headers["location"]) == (307, f"/calypso/{link}")
    assert ask(app, f"/calypso/{link}").status == 200
    assert ask(served(), f"/{link}").status == 200


@pytest.mark.parametrize("link", ["", "?lang=ja", "drill?mode=free"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_proxy_that_takes_the_path_off_is_led_in_no_circle(language: str, link: str) -> None:
    """Neither is a browser that keeps no cookies."""
    app = served("calypso")
    led = ask(app, f"/{link}", accept_language=language)
    assert led.status == 307
    told = ask(app, led.headers["location"].removeprefix("/calypso"), accept_language=language)
    assert told.status == 500
    language = "ja" if "ja" in link else language
    assert told.text == Texts(language)("browser.path-taken-off", path="/calypso")
    assert "/calypso" in told.text


def test_a_path_may_be_called_like_a_page() -> None:
    assert ask(served("learn"), "/learn").headers.get("location") is None
    assert ask(served("learn"), "/learn/learn").status == 200


def test_nobody_is_led_elsewhere() -> None:
    app = served("calypso")
    for at in ("//evil.example/calypso?led", "//evil.example?led", "/calypso//evil.example?led"):
        answer = ask(app, at)
        assert not answer.headers.get("location", "").startswith("//")


def test_under_a_path_everything_is_found_under_it() -> None:
    said = read("/calypso/drill?lang=en", x_forwarded_proto="https")
    assert said["og:image"].startswith("https://tutor.test/calypso/link.png?")
    assert said["og:url"].startswith("https://tutor.test/calypso/drill?")
    assert ask(served(), "/calypso/link.png?page=drill").status == 200
    for relative in ("manifest", "shortcut icon", "apple-touch-icon"):
        assert said[relative].startswith("./")
        assert ask(served(), f"/calypso/{said[relative][2:]}").status == 200


def test_a_configured_address_goes_first() -> None:
    app = served(CALYPSO_ADDRESS="https://cards.example.org/calypso/")
    said = Read(ask(app, "/drill").text).said
    assert said["og:image"].startswith("https://cards.example.org/calypso/link.png?")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tutor_can_be_installed(language: str) -> None:
    told = json.loads(ask(served(), f"/calypso.webmanifest?lang={language}").text)
    assert told["lang"] == language
    assert told["name"] == Texts(language)("linked.home")
    assert told["display"] == "standalone"
    sizes = set[int]()
    for one in told["icons"]:
        answer = ask(served(), f"/{one['src']}")
        assert answer.headers["content-type"] == one["type"]
        if one["type"] == "image/png":
            width, height = Image.open(io.BytesIO(answer.body)).size
            assert one["sizes"] == f"{width}x{height}"
            sizes.add(width)
    assert {192, 512} <= sizes


def test_a_page_knows_whether_it_is_dark_before_streamlit_begins() -> None:
    head = ask(served(), "/drill").text.partition("</head>")[0]
    assert text("scheme.js") in head
    assert text("history.js") in head
    # A module waits for the whole page; what is written into the head does not.
    scripts = re.findall(r"<script[^>]*\bsrc=[^>]*>", head)
    assert scripts
    assert all('type="module"' in script for script in scripts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_until_scripts_come_a_page_says_that_it_is_loading_or_what_it_needs(language: str) -> None:
    answer = ask(served(), f"/drill?lang={language}")
    say, body = Texts(language), answer.text.partition("</head>")[2]
    (without,) = re.findall(r"<noscript>(.*?)</noscript>", body, flags=re.DOTALL)
    assert f"<p>{say('browser.no-script')}</p>" in without
    (root,) = re.findall(r'<div id="root">(.*?)</div>', body, flags=re.DOTALL)
    assert root == f'<p class="loading" role="status">{say("browser.loading")}</p>'
    (late,) = re.findall(r'<p class="unreached" role="alert" hidden>(.*?)</p>', body)
    assert late == say("browser.unreached")
    assert "_stcore/agent" not in answer.text, "Streamlit speaks to programs there"


def test_the_rest_of_a_page_is_as_streamlit_serves_it() -> None:
    answer = ask(served(), "/drill", accept_encoding="gzip", if_none_match="x")
    ours = re.compile(
        r"<noscript>.*?</noscript>|<p class=.loading.*?</p>|<p class=.unreached.*?</script>",
        re.DOTALL,
    )
    bodies = (ours.sub("", page.partition("</head>")[2]) for page in (answer.text, PAGE))
    assert len(set(bodies)) == 1
    assert answer.text.partition("<head>")[2].startswith(old_browser_script())
    assert int(answer.headers["content-length"]) == len(answer.body)
    assert "etag" not in answer.headers
    assert "last-modified" not in answer.headers


@pytest.mark.parametrize(
    ("configured", "host", "key"),
    [
        ("", "10.0.0.5:8501", ""),
        ("", "[::1]:8501", ""),
        ("", "laptop.local:8501", ""),
        ("", "evil.example:8501", "address.unknown"),
        ("https://cards.example.org/calypso", "localhost:8501", ""),
        ("https://cards.example.org/calypso", "10.0.0.5:8501", "address.elsewhere"),
    ],
)
def test_a_page_opened_where_it_cannot_work_brings_the_words(
    configured: str, host: str, key: str
) -> None:
    page = ask(served(CALYPSO_ADDRESS=configured), "/drill", host=host).text
    script = address_script(host, configured)
    assert script in page
    assert bool(script) is bool(key)
    for language in LANGUAGES if key else ():
        words = Texts(language)(key, address=configured or f"http://{host}")
        assert json.dumps(words) in script
    assert script.count("</script>") == bool(script)


def test_what_a_stranger_names_as_host_ends_no_script() -> None:
    script = address_script("x<b>.example", "")
    assert script.count("<") == 6, "its own two tags, and the four it writes"


def test_what_is_no_page_is_left_alone() -> None:
    assert ask(served(), "/data.json").text == '{"<head>":1}'
    assert ask(served(), "/_stcore/host-config").text == '{"<head>":1}'


def test_what_people_write_is_text_and_no_markup() -> None:
    page = ask(served(), at("/assignment", f"set={EVENING}")).text
    assert "<b>Bob" not in page
    assert Read(page).said["description"] == 'For "Ann" & <b>Bob</b>'


@given(
    page=st.sampled_from(["", "drill", "learn", "assignment", "room", "nowhere"]),
    key=st.sampled_from(["puzzle", "day", "lesson", "step", "set", "room", "lang", "rulebook"]),
    value=st.text(max_size=60)
    | st.sampled_from([SAMPLE[:40], "9999-12-31", "1" * 40, EVENING[:9]]),
)
def test_an_address_that_leads_nowhere_is_told_as_the_tutor(
    page: str, key: str, value: str
) -> None:
    assert linked(page, {key: value, "lesson": value}, value, LESSONS.get).title
