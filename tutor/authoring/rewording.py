"""The words of a step in a draft: read for a form, and written back into the text."""

import json
import re
import textwrap
from collections.abc import Mapping

from tutor.lessons.yaml_lines import Document, Key, LessonError, parse_document

WIDTH = 110
"""Letters of a line."""

_OWN_LINE = re.compile(r"^ *(?:- )?(?:say|words):")


def words_of_step(text: str, step: int) -> Mapping[str, str]:
    """Return the words of a step (from 1) by language; nothing if they cannot be changed here.

    They can where they begin a line of their own.
    """
    document = _document(text)
    key = _key(document, step) if document else None
    return _at(document, key) if document and key and _range(text, document, key) else {}


def reworded(text: str, step: int, words: Mapping[str, str]) -> str:
    """Put other words into a step; the rest of the text stays as it is, comments and all.

    A language without words is left out. Where nothing can be changed the text is as it was.
    """
    written = {language: said.strip() for language, said in words.items() if said.strip()}
    document = _document(text)
    key = _key(document, step) if document else None
    place = _range(text, document, key) if document and key else None
    if not (written and place):
        return text
    lines, (start, end) = text.split("\n"), place
    head = lines[start][: lines[start].index(":") + 1]
    indent = len(head) - len(head.lstrip(" -")) + 2
    new = [line for one in written.items() for line in _said(*one, indent)]
    found = "\n".join([*lines[:start], head, *new, *lines[end:]])
    again = _document(found)
    return found if again and key and _at(again, key) == written else text


def _said(language: str, said: str, indent: int) -> list[str]:
    """Write a text of one language, folded into lines where that keeps every letter."""
    before = " " * indent
    plain = " " in said and said == " ".join(said.split())
    if not plain:
        return [f"{before}{language}: {json.dumps(said, ensure_ascii=False)}"]
    inner = f"{before}  "
    folded = textwrap.wrap(
        said,
        WIDTH,
        initial_indent=inner,
        subsequent_indent=inner,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [f"{before}{language}: >-", *folded]


def _document(text: str) -> Document | None:
    try:
        return parse_document("draft", text.encode(errors="replace"))
    except LessonError:
        return None


def _steps(document: Document) -> list[object]:
    value = document.value
    steps = value.get("steps") if isinstance(value, dict) else None
    return steps if isinstance(steps, list) else []


def _key(document: Document, step: int) -> Key | None:
    """Find under which key a step has its words."""
    steps = _steps(document)
    found = steps[step - 1] if 0 < step <= len(steps) else None
    if not isinstance(found, dict):
        return None
    name = next((one for one in ("say", "words") if isinstance(found.get(one), dict)), None)
    return ("steps", step - 1, name) if name else None


def _at(document: Document, key: Key) -> dict[str, str]:
    _, step, name = key
    found = _steps(document)[int(step)]
    words = found.get(name) if isinstance(found, dict) else None
    return {str(one): str(said) for one, said in words.items()} if isinstance(words, dict) else {}


def _range(text: str, document: Document, key: Key) -> tuple[int, int] | None:
    """Find the lines of the words, from 0: the first, and the one behind the last."""
    lines = text.split("\n")
    start = document.line(key) - 1
    if start >= len(lines) or not _OWN_LINE.match(lines[start]):
        return None
    later = [
        line - 1
        for one, line in document.lines.items()
        if line - 1 > start and one[: len(key)] != key
    ]
    end = min(later, default=len(lines))
    while end > start + 1 and _empty(lines[end - 1]):
        end -= 1
    return start, end


def _empty(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")
