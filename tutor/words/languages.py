"""The languages: the files of their words, read and checked."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from string import Formatter

import yaml

from tutor.words.locales import locale, number_classes, of_decimals

FOLDER = Path(__file__).parent / "text"

DEFAULT = "en"
"""The language that has every text; others fall back on it."""

OWN = frozenset({"name.locale", "name.list.two"})
"""Keys that a language has only if it needs them, and that no other falls back on."""

_BESIDE_ENGLISH = "workshop.fault."
"""So begin the keys of what other languages say beside the linter's own English."""


def is_own(key: str) -> bool:
    """Whether a language has a key only if it needs it."""
    return key in OWN or key.startswith(_BESIDE_ENGLISH)


FORMS = ("", "sign", "cap")
"""How a fact in braces may be said, but for the forms that a number takes."""

MORE_FACTS: Mapping[str, str] = {
    "brief.lost.discard": "led",
    "brief.lost.own-suit-below-suit": "suit",
    "brief.lost.own-suit-below-ruff": "suit",
    "brief.lost.own-suit-equals-suit": "suit",
    "playing.went.pile-me": "suits",
    "playing.went.pile-me-alone": "suits",
    "playing.went.pile-other": "suits",
    "playing.went.pile-other-alone": "suits",
    "reason.won.suit-highest": "led",
    "puzzle-line.position": "word",
    "puzzle-line.table": "word",
    "reason.built.one-at-a-time.equal": "rank",
    "reason.built.others-to-pile.equal": "rank",
    "reason.built.others-to-pile.alone.equal": "rank",
}
"""By key, a fact that comes with it though the English words do without."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The safe one; six times as quick where PyYAML has libyaml, which is felt at every start."""

_KEY = re.compile(r"([\w.-]+):")
_FACT = re.compile(r"\{(\w+)")


def read(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """Return the texts of every language in a folder, English first, each with its own keys.

    Raises:
        ValueError: A file is not as it should be; the message names file, line and key, what was
            wanted, and what was found.
    """
    codes = sorted(path.name for path in folder.iterdir() if path.is_dir())
    english = _read(folder / DEFAULT)
    by_language = {DEFAULT: {key: words for key, (words, _) in english.items()}}
    for code in codes:
        if code != DEFAULT:
            own = _read(folder / code)
            _check_keys(own, english)
            by_language[code] = {key: words for key, (words, _) in own.items()}
    return by_language


def _read(folder: Path) -> Mapping[str, tuple[str, str]]:
    code = folder.name
    try:
        locale(code)
    except ValueError as error:
        raise ValueError(f"{code}/: {error}") from error
    entries: dict[str, tuple[str, str]] = {}
    for path in sorted(folder.glob("*.y*ml")):
        name = f"{code}/{path.name}"
        if path.suffix != ".yaml":
            raise ValueError(f"{name}: want a name that ends in .yaml")
        for key, (words, place) in _mapping(path, name).items():
            if key in entries:
                raise ValueError(f"{place}: want {key!r} once, found it in {entries[key][1]} too")
            if type(words) is not str:
                hint = ", in quotes" if isinstance(words, dict) else ""
                raise ValueError(f"{place}: {key!r} wants one text{hint}, found {_plain(words)}")
            _check_braces(place, key, words)
            entries[key] = words, place
    if "name.language" not in entries:
        raise ValueError(f"{code}/names.yaml: want 'name.language', the language's own name")
    _check_plurals(code, entries)
    return entries


def _plain(value: object) -> str:
    """Return a value that is no text as a writer of YAML sees it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "a bare yes or no (want it in quotes)"
    return repr(value)


def _mapping(path: Path, name: str) -> Mapping[str, tuple[object, str]]:
    """Return what a file has under each key, with the file and line where it stands."""
    text = ""
    try:
        text = path.read_text(encoding="utf-8-sig")
        read = yaml.load(text, Loader=_LOADER) or {}  # noqa: S506
    except UnicodeDecodeError as error:
        number, byte = error.object.count(b"\n", 0, error.start) + 1, error.object[error.start]
        message = f"{name}, line {number}: want text in UTF-8, found the byte 0x{byte:02x}"
        raise ValueError(message) from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        fault = getattr(error, "problem", None) or error
        hint = " (words with a colon or a brace want quotes)" if mark else ""
        if mark and text[mark.index : mark.index + 1] == "\t":
            fault, hint = "found a tab", " (want spaces in its place)"
        raise ValueError(f"{name}{line}: not YAML: {fault}{hint}") from error
    if not isinstance(read, dict):
        message = f"{name}: want lines such as 'key: words', found {str(read)[:60]!r}"
        raise ValueError(message)  # noqa: TRY004 - a fault in a file is a wrong value
    places: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not (match := _KEY.match(line)):
            continue
        if (key := match[1]) in places:
            raise ValueError(
                f"{name}, line {number}: want {key!r} once, found it in {places[key]} too"
            )
        places[key] = f"{name}, line {number}"
    return {str(key): (words, places.get(str(key), name)) for key, words in read.items()}


def _check_braces(place: str, key: str, words: str) -> None:
    """Refuse words whose braces name nothing, say it in no known way, or are not closed."""
    try:
        named = [(name, form) for _, name, form, _ in Formatter().parse(words) if name is not None]
    except ValueError:
        named = [("", "")]
    for name, form in named:
        if form not in FORMS and not (form or "").startswith("plural:"):
            wanted = ", ".join(f"{{{name}{form and ':' + form}}}" for form in (*FORMS, "plural:…"))
            raise ValueError(f"{place}: {key!r} wants one of {wanted}, found {{{name}:{form}}}")
    if not all(name.isidentifier() for name, _ in named):
        raise ValueError(
            f"{place}: {key!r} wants facts in braces, as in '{{seat}}', found {words!r}"
        )


def _check_plurals(code: str, entries: Mapping[str, tuple[str, str]]) -> None:
    """Refuse words that have not one form for every class of numbers the language has."""
    words = entries.get("name.locale", (code, ""))[0]
    try:
        wanted, more = number_classes(words), of_decimals(words)
    except ValueError as error:
        raise ValueError(f"{entries['name.locale'][1]}: 'name.locale': {error}") from error
    for key, (text, name) in entries.items():
        for forms in plurals(text):
            given = [form for form in forms if not re.match(r"=\d+:", form)]
            if given != forms[len(forms) - len(given) :]:
                raise ValueError(
                    f"{name}: {key!r} wants forms for one number alone before the others, "
                    f"found {'|'.join(forms)!r}"
                )
            if len(given) not in {len(wanted), len(wanted) + len(more)}:
                perhaps = "".join(f"; {class_} for decimals" for class_ in more)
                raise ValueError(
                    f"{name}: {key!r} wants {len(wanted)} forms for a number "
                    f"({', '.join(wanted)}{perhaps}), found {len(given)}: {'|'.join(forms)!r}"
                )


def plurals(text: str) -> Iterator[list[str]]:
    """Yield the forms of every number in a text that has some."""
    if ":plural:" in text:
        for _, _, spec, _ in Formatter().parse(text):
            if spec and spec.startswith("plural:"):
                yield spec.removeprefix("plural:").split("|")


def _check_keys(own: Mapping[str, tuple[str, str]], english: Mapping[str, tuple[str, str]]) -> None:
    """Refuse keys that English lacks, words left empty, and facts that do not come with a key.

    What is said to the one who does it may have a key of its own, where English has none.
    """
    for key, (words, name) in own.items():
        if is_own(key):
            continue
        plain = key.removesuffix(".you")
        told = facts_of(plain, english)
        if key not in english and not (plain != key and told & {"seat", "winner"}):
            near = get_close_matches(key, english, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise ValueError(f"{name}: want a key that English has, found {key!r}{hint}")
        if not words.strip() and english.get(key, (" ", ""))[0].strip():
            raise ValueError(f"{name}: {key!r} wants words, found none")
        for fact in _FACT.findall(words):
            if fact not in told | facts_of(key, english):
                wanted = ", ".join(f"{{{allowed}}}" for allowed in sorted(told)) or "no braces"
                raise ValueError(f"{name}: {key!r} wants {wanted}, found {{{fact}}}")


def facts_of(key: str, english: Mapping[str, tuple[str, str]]) -> frozenset[str]:
    """Return the facts that come with a key, as far as words may name them."""
    words = english.get(key, ("", ""))[0] + english.get(f"{key}.you", ("", ""))[0]
    more = (MORE_FACTS[key],) if key in MORE_FACTS else ()
    return frozenset((*_FACT.findall(words), *more))


class WordsError(ValueError):
    """A file of words is not as it should be; the message says where, and what was wanted."""


@cache
def texts() -> Mapping[str, Mapping[str, str]]:
    """Return the texts of every language that the tutor speaks."""
    try:
        return read(FOLDER)
    except ValueError as error:
        raise WordsError(f"tutor/words/text/{error}") from error


@cache
def whole(language: str) -> Mapping[str, str]:
    """Return the texts of a language, with the English ones where it lacks some."""
    return {
        **{key: words for key, words in texts()[DEFAULT].items() if not is_own(key)},
        **texts()[language],
    }


def missing(language: str) -> tuple[str, ...]:
    """Return the keys that a language has not got yet."""
    own = texts()[language]
    return tuple(key for key in texts()[DEFAULT] if key not in own and not is_own(key))


def home(key: str) -> tuple[str, int]:
    """Return the English file that has most of the keys like *key*, and the line of the last."""
    known, begins = _read(FOLDER / DEFAULT), key
    while not any(name.startswith(begins) for name in known):
        begins = begins.rpartition(".")[0]
    like = [place.split(", line ") for name, (_, place) in known.items() if name.startswith(begins)]
    file = Counter(file for file, _ in like).most_common(1)[0][0]
    return file, max(int(line) for name, line in like if name == file)


def lacking(key: str) -> str:
    """Return that nothing stands under *key*, and where it should."""
    file, line = home(key)
    return f"{FOLDER.name}/{file}: want words under {key!r} (near line {line}), found none"


@cache
def complete() -> Mapping[str, str]:
    """Return the languages that lack nothing, by code, each with its own name."""
    return {code: words["name.language"] for code, words in texts().items() if not missing(code)}
