"""Two sentences for browsers in which Streamlit shows an empty page for ever.

Safari before 16.4 stumbles over the syntax of Streamlit's own scripts. A script that any browser
understands finds out, and says so instead.
"""

import json

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
