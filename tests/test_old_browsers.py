"""A browser in which the pages cannot work is told so, and no other notices."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import Message

from tutor.serving.old_browsers import OldBrowsers, script
from tutor.words.texts import LANGUAGES, Texts

PAGE = "<!doctype html><html><head><title>x</title></head><body>♠</body></html>"
HTML = {"accept": "text/html", "accept-encoding": "gzip"}


def got(path: str, headers: dict[str, str]) -> tuple[int, dict[str, str], str]:
    """Status, headers and body of what is answered."""

    def not_modified(_: object) -> Response:
        return Response(status_code=304)

    pages = Starlette(
        routes=[
            Route("/", lambda _: HTMLResponse(PAGE)),
            Route("/data", lambda _: JSONResponse({"<head>": 1})),
            Route("/same", not_modified),
        ]
    )
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    async def serve() -> None:
        await OldBrowsers(pages)(scope, receive, send)

    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, serve()).result()
    found = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
    return sent[0]["status"], found, b"".join(one.get("body", b"") for one in sent[1:]).decode()


def test_every_page_begins_with_the_script_and_is_else_as_it_was() -> None:
    _, headers, body = got("/", HTML)
    assert body == PAGE.replace("<head>", f"<head>{script()}")
    assert int(headers["content-length"]) == len(body.encode())


def test_what_is_no_page_is_left_alone() -> None:
    assert got("/data", HTML)[2] == '{"<head>":1}'
    assert got("/", {"accept": "*/*"})[2] == PAGE
    assert got("/same", HTML)[0] == 304


def test_the_words_are_there_in_every_language_and_end_no_script() -> None:
    assert script().count("</script>") == 1
    for language in LANGUAGES:
        words = Texts(language)("browser.too-old")
        assert words.encode("ascii", "backslashreplace").decode().split("\\")[0] in script()
