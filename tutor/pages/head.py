"""The head of every page: what it is called, in which language, and what messengers show of it.

Streamlit serves one page for every address, in English and without a name. Here its head is
written anew for the address that was asked for, and the pictures it names are answered. All
addresses in it are relative or begin with the tutor's own, so that it works under a path too.
"""

import json
import os
import re
from collections.abc import Collection, Mapping
from functools import lru_cache, partial
from html import escape
from urllib.parse import parse_qsl, quote, urlencode

from anyio import CapacityLimiter, to_thread
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tutor.frontend import ICON, Scheme, colours, text
from tutor.handouts.link_preview import Lessons, Linked, linked
from tutor.handouts.press import icon, link_picture
from tutor.serving.gate import ADDRESS, is_local, is_own, name_of
from tutor.words import locales
from tutor.words.texts import LANGUAGES, Texts

_PICTURE = "link.png"
_MANIFEST = "calypso.webmanifest"
_ICONS = {"calypso.svg": 0, "calypso-180.png": 180, "calypso-192.png": 192, "calypso-512.png": 512}
"""The files that the head names, by the last part of their address."""

_LIGHT, _DARK = (colours(scheme) for scheme in (Scheme.LIGHT, Scheme.DARK))
"""The green of the felt and the pages' own ground, light and dark, as .streamlit/config.toml."""

_SCHEME = f"""<meta name="theme-color" content="{_LIGHT["page"]}"
 data-light="{_LIGHT["page"]}" data-dark="{_DARK["page"]}">
<style>@media screen {{
html {{ background: {_LIGHT["page"]} }} html.dark {{ background: {_DARK["page"]} }}
{text("loading.css")}}}</style>
<script>{text("scheme.js")}{text("history.js")}</script>"""
"""What makes a page light or dark before Streamlit has painted anything, and Back lead back."""

_KEYS = (
    *("puzzle", "day", "lesson", "step", "set", "room", "game", "table", "trick", "names"),
    *("at", "rule", "lang", "rulebook", "form"),
)
"""What of an address says what is linked. A room's key is not among them, nor anybody's code."""

_LED = "led"
"""Marks an address to which somebody was led; under the path of the pages it is taken off again.
Not in a cookie: whoever keeps none would be led in a circle."""

_WAITING = 30
"""So many pictures may wait to be drawn, each for some hundredths of a second."""

_LONGEST = 4000
"""Characters of what an address says; no link of ours has more."""


_FOR_LONG = {"Cache-Control": "public, max-age=86400"}


class Head:
    """Writes the head of every page, and answers for the files that it names.

    *under* is the path under which the pages are, if they have one; what is above it leads there.
    """

    def __init__(
        self,
        app: ASGIApp,
        lessons: Lessons,
        pages: Collection[str],
        environment: Mapping[str, str] = os.environ,
        under: str = "",
    ) -> None:
        self._app = app
        self._lessons = lessons
        self._pages = {"", *pages}
        self._environment = environment
        self._under = under.strip("/")
        self._script = old_browser_script()
        self._one_at_a_time, self._waiting = CapacityLimiter(1), 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; only pages, and what their head names, are touched."""
        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
            await self._app(scope, receive, send)
            return
        page = scope["path"].rpartition("/")[2]
        if self._under and (led := self._led(page, scope)):
            await led(scope, receive, send)
        elif page == _PICTURE:
            await (await self._picture(scope))(scope, receive, send)
        elif answer := _file(page, scope):
            await (await run_in_threadpool(answer))(scope, receive, send)
        elif "." in page or "/_stcore/" in scope["path"]:
            await self._app(scope, receive, send)
        else:
            await self._page(page, scope, receive, send)

    def _led(self, page: str, scope: Scope) -> Response | None:
        """Lead from above the path to the pages, or say that the proxy takes the path off.

        A mark that comes back from under the path has been there: it is taken off the address.
        """
        prefix, path = f"/{quote(self._under)}", scope["path"]
        said = list(filter(None, scope.get("query_string", b"").decode("latin-1").split("&")))
        asked = [part for part in said if part != _LED]
        if path == f"/{page}" != f"/{self._under}" and page in self._pages:
            if asked == said:
                return RedirectResponse(f"{prefix}/{page}?{'&'.join([*said, _LED])}")
            say = Texts(self._linked("", scope).language)
            return PlainTextResponse(say("browser.path-taken-off", path=prefix), status_code=500)
        if path.startswith(f"/{self._under}/") and asked != said:
            return RedirectResponse(quote(path) + ("?" if asked else "") + "&".join(asked))
        return None

    async def _picture(self, scope: Scope) -> Response:
        """Return the picture of what is linked, one at a time; nothing if too many are waiting.

        Drawing keeps a core busy. What waits for its turn holds none of the threads by which
        pages are answered, and learners go first.
        """
        if self._waiting >= _WAITING:
            return Response(status_code=503, headers={"Retry-After": "10"})
        self._waiting += 1
        try:
            drawn = await to_thread.run_sync(self._drawn, scope, limiter=self._one_at_a_time)
        finally:
            self._waiting -= 1
        return Response(drawn, media_type="image/png", headers=_FOR_LONG)

    def _drawn(self, scope: Scope) -> bytes:
        return _drawn(self._linked(_query(scope).get("page", ""), scope))

    def _linked(self, page: str, scope: Scope) -> Linked:
        wanted = Headers(scope=scope).get("accept-language", "")
        return linked(page, _query(scope), wanted, self._lessons)

    async def _page(self, page: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page with its own head; what is no page goes on unchanged."""
        # Compressed, a page could not be written into; and a page that a browser has kept was
        # perhaps written in another language.
        left_out = {b"accept-encoding", b"if-none-match", b"if-modified-since"}
        given = [(key, value) for key, value in scope["headers"] if key not in left_out]
        begun: list[Message] = []
        body: list[bytes] = []

        async def send_page(message: Message) -> None:
            if message["type"] == "http.response.start":
                kind = Headers(raw=message["headers"]).get("content-type", "")
                if message["status"] == 200 and kind.startswith("text/html"):
                    begun.append(message)
                    return
            if not begun or message["type"] != "http.response.body":
                await send(message)
                return
            body.append(message.get("body", b""))
            if message.get("more_body"):
                return
            if page in self._pages:
                whole = await run_in_threadpool(self._written, b"".join(body), page, scope)
                headers = MutableHeaders(scope=begun[0])
                headers["content-length"] = str(len(whole))
                headers["vary"] = "accept-language"
                for name in ("etag", "last-modified"):
                    del headers[name]
                await send(begun[0])
                # A page that is asked for without its body (HEAD) has none.
                sent = whole if scope["method"] == "GET" else b""
                await send({"type": "http.response.body", "body": sent})
            else:
                # Streamlit would say in English, over the first page, that there is no such one.
                query = {key: value for key, value in _query(scope).items() if key == "lang"}
                first = RedirectResponse(f"./?{urlencode({'page': 'none', **query})}")
                await first(scope, receive, send)

        # Its head is asked for as a whole page: its length is that of the page written anew.
        await self._app({**scope, "method": "GET", "headers": given}, receive, send_page)

    def _written(self, body: bytes, page: str, scope: Scope) -> bytes:
        linked_page = self._linked(page, scope)
        whole, say = body.decode(), Texts(linked_page.language)
        name = say("page.tab", page=linked_page.title)
        for pattern, written in (
            (r'<html lang="[^"]*">', f'<html lang="{say.tag}">'),
            (r"<title>.*?</title>", f"<title>{escape(name)}</title>"),
            (
                r'<link rel="shortcut icon"[^>]*>',
                '<link rel="shortcut icon" href="./calypso.svg" />',
            ),
            (r"<head>", f"<head>{self._script}{self._address(scope)}"),
            # Streamlit's speaks to programs that would use a page without a browser.
            (r'<link rel="service-desc"[^>]*>', ""),
            (r"</head>", f"{self._meta(linked_page, page, scope)}</head>"),
            (r"<noscript>.*?</noscript>", _no_script(linked_page.language)),
            (r'<div id="root"></div>', f'<div id="root">{_loading(linked_page.language)}</div>'),
            (r"</body>", f"{_unreached(linked_page.language)}</body>"),
        ):
            whole = re.sub(pattern, written.replace("\\", r"\\"), whole, count=1, flags=re.DOTALL)
        return whole.encode()

    def _meta(self, told: Linked, page: str, scope: Scope) -> str:
        base, query = self._base(page, scope), _query(scope)
        kept = {key: query[key] for key in _KEYS if key in query}
        said = {"page": page, **kept, "lang": told.language}
        address = f"{base}/{page}" + (f"?{urlencode(kept)}" if kept else "")
        picture = f"{base}/{_PICTURE}?{urlencode(said)}"
        named = {
            "og:type": "website",
            "og:site_name": Texts(told.language)("page.brand"),
            "og:title": told.title,
            "og:description": told.description,
            "og:locale": locales.in_its_country(Texts(told.language).locale),
            "og:url": address,
            "og:image": picture,
            "og:image:type": "image/png",
            "og:image:width": "1200",
            "og:image:height": "630",
            "og:image:alt": told.seen,
        }
        plain = {
            "description": told.description,
            "twitter:card": "summary_large_image",
            "apple-mobile-web-app-title": Texts(told.language)("page.brand"),
        }
        lines = [f'<meta property="{key}" content="{escape(said)}">' for key, said in named.items()]
        lines += [f'<meta name="{key}" content="{escape(said)}">' for key, said in plain.items()]
        lines += [
            _SCHEME,
            f'<link rel="manifest" href="./{_MANIFEST}?lang={told.language}">',
            '<link rel="apple-touch-icon" href="./calypso-180.png">',
        ]
        return "\n".join(lines)

    def _address(self, scope: Scope) -> str:
        host = Headers(scope=scope).get("host", "")
        return address_script(host, self._environment.get(ADDRESS, "").strip())

    def _base(self, page: str, scope: Scope) -> str:
        """Return the tutor's own address: as it is configured, else as it was asked for."""
        if configured := self._environment.get(ADDRESS, "").strip().rstrip("/"):
            return configured
        headers = Headers(scope=scope)
        told = headers.get("x-forwarded-proto", "").partition(",")[0].strip()
        scheme = told if told in {"http", "https"} else scope.get("scheme", "http")
        above = scope["path"].removesuffix(page).rstrip("/")
        return f"{scheme}://{headers.get('host', '')}{above}"


def _no_script(language: str) -> str:
    words = escape(Texts(language)("browser.no-script"))
    return f"<noscript><style>#root {{ display: none }}</style><p>{words}</p></noscript>"


def _loading(language: str) -> str:
    """Return what is seen on a slow network until the scripts have come, which take its place."""
    return f'<p class="loading" role="status">{escape(Texts(language)("browser.loading"))}</p>'


def _unreached(language: str) -> str:
    words = escape(Texts(language)("browser.unreached"))
    return (
        f'<p class="unreached" role="alert" hidden>{words}</p>'
        f"<script>{text('unreached.js')}</script>"
    )


def _query(scope: Scope) -> dict[str, str]:
    """Return what an address says; of several that are called the same, the last."""
    text = scope.get("query_string", b"").decode("ascii", "replace")
    return dict(parse_qsl(text[:_LONGEST]))


def _file(name: str, scope: Scope) -> "partial[Response] | None":
    """Return what makes one of our own files, if it is one."""
    if name == _MANIFEST:
        return partial(_manifest, _query(scope).get("lang", ""))
    return partial(_icon, _ICONS[name]) if name in _ICONS else None


@lru_cache(maxsize=128)
def _drawn(told: Linked) -> bytes:
    return link_picture(told.drawing, told.title, told.language)


@lru_cache(maxsize=8)
def _icon(size: int) -> Response:
    if size:
        return Response(icon(size), media_type="image/png", headers=_FOR_LONG)
    return Response(ICON, media_type="image/svg+xml", headers=_FOR_LONG)


def _manifest(language: str) -> Response:
    say = Texts(language if language in LANGUAGES else next(iter(LANGUAGES)))
    told = {
        "name": say("linked.home"),
        "short_name": say("page.brand"),
        "description": say("linked.home.about"),
        "lang": say.tag,
        "start_url": f"./?lang={say.language}",
        "scope": "./",
        "display": "standalone",
        "background_color": _LIGHT["page"],
        "theme_color": _LIGHT["icon"],
        "icons": [
            {"src": "calypso.svg", "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": f"calypso-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
                for size in (192, 512)
            ),
        ],
    }
    return Response(json.dumps(told, ensure_ascii=False), media_type="application/manifest+json")


_INSTEAD = f"<script>{text('instead.js').strip()}</script>"


def _instead(works: str, key: str, **values: str) -> str:
    """Return the script that shows words, in the browser's language, instead of the page.

    *works* is the condition, in JavaScript, under which the page is left alone.
    """
    words = {language: Texts(language)(key, **values) for language in LANGUAGES}
    quoted = json.dumps(words).replace("<", "\\u003c")
    return _INSTEAD.replace("CONDITION", works).replace("WORDS", quoted)


_WORKS = """(function () {
    try { new Function("class A{static{}}"); new RegExp("(?<=a)b"); return true; }
    catch (error) { return false; }
  })()"""


def old_browser_script() -> str:
    """Return the script that tells an old browser that it cannot show the tutor."""
    return _instead(_WORKS, "browser.too-old")


def address_script(host: str, configured: str) -> str:
    """Return the script that tells whoever has opened the tutor where it does not work; or none.

    What a proxy in front leaves out the browser knows: its own address, and whether a
    certificate proves it.
    """
    if is_local(name_of(host)):
        return ""
    if configured:
        ours = json.dumps(configured).replace("<", "\\u003c")
        return _instead(
            f"location.origin === new URL({ours}).origin", "address.elsewhere", address=configured
        )
    if is_own(name_of(host)):
        return ""
    base = f"http://{host}"
    return _instead('location.protocol === "https:"', "address.unknown", address=base)
