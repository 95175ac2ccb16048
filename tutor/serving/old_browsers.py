"""Two sentences for browsers in which Streamlit shows an empty page for ever.

Safari before 16.4 stumbles over the syntax of Streamlit's own scripts. A script that any browser
understands finds out, and says so instead.
"""

import json

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tutor.words.texts import LANGUAGES, Texts

_SCRIPT = """<script>(function () {
  try { new Function("class A{static{}}"); new RegExp("(?<=a)b"); return; } catch (error) {}
  var words = WORDS, query = /[?&]lang=(\\w+)/.exec(location.search);
  var asked = (query && query[1]) || String(navigator.language).slice(0, 2);
  function say() {
    var told = document.createElement("p");
    told.setAttribute("role", "alert");
    told.setAttribute("style", "margin:2em auto;max-width:34em;font:20px/1.6 sans-serif");
    told.appendChild(document.createTextNode(words[asked] || words.en));
    document.body.innerHTML = "";
    document.body.appendChild(told);
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", say);
  else say();
})();</script>"""


def script() -> str:
    """Return the script, with the words in every language."""
    words = {language: Texts(language)("browser.too-old") for language in LANGUAGES}
    return _SCRIPT.replace("WORDS", json.dumps(words).replace("<", "\\u003c"))


class OldBrowsers:
    """Puts the script at the beginning of every page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._script = script().encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; only pages are touched."""
        if scope["type"] != "http" or "text/html" not in Headers(scope=scope).get("accept", ""):
            await self._app(scope, receive, send)
            return
        # Compressed, a page could not be added to; a proxy compresses what leaves the house.
        given = [(key, value) for key, value in scope["headers"] if key != b"accept-encoding"]
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
            if not message.get("more_body"):
                whole = b"".join(body).replace(b"<head>", b"<head>" + self._script, 1)
                MutableHeaders(scope=begun[0])["content-length"] = str(len(whole))
                await send(begun[0])
                await send({"type": "http.response.body", "body": whole})

        await self._app({**scope, "headers": given}, receive, send_page)
