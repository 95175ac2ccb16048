"""Tests of languages: Unicode's rules for numbers, dates and lists, and files that are wrong."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from engine.cards import Card, parse_cards
from engine.rulebooks import CULBERTSON
from engine.table import Seat
from engine.variants import VARIANTS
from puzzles.notation import parse_puzzle
from puzzles.scenes import Stage
from tests.asgi import ask
from tests.rooms import PLAIN
from tests.test_head import served
from tutor.drawing.markup import Look
from tutor.drawing.scenes import illustrate
from tutor.handouts import Links
from tutor.handouts.press import Paper, pdf
from tutor.handouts.table_sheets import score_sheet
from tutor.words import languages, locales, texts
from tutor.words.texts import LANGUAGES, YOU, Texts, spoken

TWICE = "name.language: Deutsch\nname.suit.C: Kreuz\nname.suit.C: Treff"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The English texts, to which a language can be added."""
    shutil.copytree(languages.FOLDER / "en", tmp_path / "en")
    return tmp_path


def added(folder: Path, code: str, words: str, name: str = "names.yaml") -> None:
    (folder / code).mkdir(exist_ok=True)
    (folder / code / name).write_text(words, encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "classes"),
    [
        ("en_GB", ("one", "other")),
        ("ja", ("other",)),
        ("de", ("one", "other")),
        ("pl", ("one", "few", "many")),
        ("ar", ("zero", "one", "two", "few", "many", "other")),
    ],
)
def test_a_language_has_a_form_for_each_class_of_numbers(
    code: str, classes: tuple[str, ...]
) -> None:
    assert locales.number_classes(code) == classes


@pytest.mark.parametrize(
    ("number", "form"),
    [
        (0, "kart"),
        (1, "karta"),
        (2, "karty"),
        (4, "karty"),
        (5, "kart"),
        (12, "kart"),
        (22, "karty"),
        (101, "kart"),
        (1.5, "kart"),
    ],
)
def test_polish_has_few_and_many(number: float, form: str) -> None:
    assert locales.plural("pl", number, ("karta", "karty", "kart")) == form


@pytest.mark.parametrize(
    ("number", "form"), [(0, "viele"), (1, "eine"), (2, "beide"), (3, "viele")]
)
def test_a_number_can_have_a_form_of_its_own(number: int, form: str) -> None:
    assert locales.plural("de", number, ("=2:beide", "eine", "viele")) == form


def test_numbers_days_and_lists_are_written_as_the_language_does() -> None:
    day, names = date(2026, 11, 1), ("A", "B", "C")
    assert [locales.number(code, 1750) for code in ("en_GB", "ja", "de")] == [
        "1,750",
        "1,750",
        "1.750",
    ]
    assert [locales.number(code, 2.25) for code in ("en_GB", "de")] == ["2.2", "2,2"]
    assert [locales.number("en_GB", value) for value in (2.0, 2, -1750)] == ["2.0", "2", "−1,750"]
    assert locales.day("en_GB", day) == "1 November 2026"
    assert locales.day("ja", day) == "2026年11月1日"
    assert locales.day("de", day) == "1. November 2026"
    assert [locales.short_day(code, day) for code in ("en_GB", "ja")] == ["1 Nov", "11月1日"]
    assert [locales.series(code, names) for code in ("en_GB", "ja", "de")] == [
        "A, B and C",
        "A、B、C",
        "A, B und C",
    ]


def test_a_language_has_the_country_and_the_script_of_most_who_write_it() -> None:
    written = {"en_GB": "en_GB", "ja": "ja_JP", "de_CH": "de_CH", "ru": "ru_RU", "zh_Hant": "zh_TW"}
    assert {code: locales.in_its_country(code) for code in written} == written
    assert locales.letters("ru") == locales.letters("sr") == ("CYRILLIC",)
    assert locales.letters("sr_Latn") == ("LATIN",)


def test_cards_and_pairs_are_named_in_the_manner_of_the_language() -> None:
    cards = parse_cards("C2 C7 HA SK")
    english, japanese = Texts("en"), Texts("ja")
    assert english.name(cards) == (
        "two and seven of clubs, the ace of hearts and the king of spades"
    )
    assert japanese.name(cards) == "クラブの2と7、ハートのA、スペードのK"
    assert japanese.series(("北", "南")) == "北と南"
    assert japanese.either(("北", "南")) == "北または南"
    assert english.either(("North", "East", "South")) == "North, East or South"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("ja", "ja"),
        ("ja-JP, en", "ja"),
        ("fr, ja", "ja"),
        ("pt-PT, ja", "pt_PT"),
        ("PT-br", "pt_BR"),
        ("pt", "pt_BR"),
        ("jam, xx, *", "en"),
        ("", "en"),
    ],
)
def test_a_browser_is_greeted_in_the_language_nearest_to_its_own(
    wanted: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = dict.fromkeys(("pt_BR", "pt_PT"), "Português")
    monkeypatch.setattr(texts, "LANGUAGES", {**LANGUAGES, **more})
    assert spoken(wanted.split(",")) == found


def test_our_own_languages_lack_nothing() -> None:
    assert {code: languages.missing(code) for code in LANGUAGES} == dict.fromkeys(LANGUAGES, ())
    assert languages.complete() == LANGUAGES


def test_what_a_language_leaves_empty_is_not_said_in_english() -> None:
    assert (Texts("en")("picture.between"), Texts("ja")("picture.between")) == (" ", "")


def test_what_a_language_lacks_is_said_in_english(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds = 'table.holds: "{seat} – {count} {count:plural:karta|karty|kart}."'
    added(folder, "pl", f"name.language: Polski\nname.seat.S: Południe\n{holds}\n")
    found = languages.read(folder)
    assert list(found) == ["en", "pl"]
    monkeypatch.setattr(languages, "texts", lambda: found)
    monkeypatch.setattr(languages, "whole", languages.whole.__wrapped__)
    say = Texts("pl")
    assert say("table.holds", seat=Seat.SOUTH, count=22) == "Południe – 22 karty."
    assert say("page.learn.title") == "Learn"
    assert "page.learn.title" in languages.missing("pl")


def test_a_language_of_a_country_is_named_as_pages_and_sheets_name_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the name of its folder no browser knows it, and no sheet can be set."""
    added(folder, "pt_BR", "name.language: Português\n")
    found = {**languages.texts(), "pt_BR": languages.read(folder)["pt_BR"]}
    monkeypatch.setattr(languages, "texts", lambda: found)
    monkeypatch.setitem(LANGUAGES, "pt_BR", "Português")
    say = Texts("pt_BR")
    puzzle = parse_puzzle(PLAIN)
    drawn = illustrate(Look(say), puzzle, Stage(parts=(), answered=False, given=False))
    assert 'lang="pt-BR"' in drawn.table.html
    assert '<html lang="pt-BR">' in ask(served(), "/rules?lang=pt_BR").text
    two = VARIANTS["two"]
    links = Links(base="https://cards.example.org", language=say.language, rulebook="culbertson")
    assert pdf(score_sheet(two, say, links), Paper.A4)
    picture = ask(served(), "/link.png?page=&lang=pt_BR")
    assert picture.headers["content-type"] == "image/png"


def test_what_is_said_in_english_is_wholly_so_and_you_may_have_words_of_its_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added(
        folder,
        "de",
        """
name.language: Deutsch
name.card: "{suit} {rank}"
name.suit.H: Herz
name.rank.J: Bube
picture.plays: "{seat} hat {card} gespielt."
picture.plays.you: "Sie haben {card} gespielt."
""",
    )
    found = languages.read(folder)
    monkeypatch.setattr(languages, "texts", lambda: found)
    say, jack = Texts("de", ((Seat.SOUTH, YOU),)), Card.parse("HJ")
    assert say("picture.plays", seat=Seat.SOUTH, card=jack) == "Sie haben Herz Bube gespielt."
    assert say("picture.plays", seat=Seat.NORTH, card=jack) == "North hat Herz Bube gespielt."
    won = "You win the trick with the jack of hearts."
    assert say("picture.won", seat=Seat.SOUTH, card=jack) == won
    with pytest.raises(KeyError, match="want words under"):
        say("picture.nothing")


def test_what_is_of_names_and_signs_alone_wants_no_words(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The buttons of an answer call the seats as the table beside them does."""
    added(folder, "pl", "name.language: Polski\nname.seat.E: Wschód\n")
    found = languages.read(folder)
    monkeypatch.setattr(languages, "texts", lambda: found)
    say, cards = Texts("pl"), (Card.parse("HJ"),)
    assert say("ask.seat-card", seat=Seat.EAST, cards=cards) == f"Wschód · {say.sign(cards)}"
    assert say("play.game.when", day=date(2026, 11, 3), rulebook=CULBERTSON).startswith(
        "3 listopada"
    )
    assert say("table.completed.you", suit=Card.parse("HJ").suit, points=500).startswith("You ")


def test_of_a_list_the_members_are_counted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    holds = 'referee.problem.no-leader: "{seats} {seats:plural:fängt|fangen} an."'
    added(folder, "de", f"name.language: Deutsch\n{holds}\n")
    found = languages.read(folder)
    monkeypatch.setattr(languages, "texts", lambda: found)
    say = Texts("de")
    assert say("referee.problem.no-leader", seats=(Seat.EAST,)) == "East fängt an."
    both = (Seat.EAST, Seat.WEST)
    assert say("referee.problem.no-leader", seats=both) == "East und West fangen an."


def test_what_is_written_with_decimals_is_counted_as_it_is_written() -> None:
    assert locales.plural("en", 1.0, ("point", "points")) == "points"
    assert locales.plural("de", 1, ("Punkt", "Punkte")) == "Punkt"
    assert locales.plural("pl", 1.5, ("punkt", "punkty", "punktów", "punktu")) == "punktu"
    assert locales.number("de", 60.84, 2) == "60,84"
    assert locales.number("de", 60.84, 0) == "61"


@pytest.mark.parametrize(
    ("code", "name", "words", "complaint"),
    [
        ("xx", "names.yaml", "name.language: X", "xx/: want the code of a language in CLDR"),
        ("pt-BR", "names.yaml", "name.language: X", "such as 'de' or 'pt_BR', found 'pt-BR'"),
        ("de", "names.yaml", "name.suit.C: Kreuz", "de/names.yaml: want 'name.language'"),
        ("de", "names.yaml", "name.language: [", "de/names.yaml, line 2: not YAML: "),
        ("de", "names.yaml", "- name.language", "de/names.yaml: want lines such as 'key: words'"),
        (
            "de",
            "pages.yaml",
            "page.learn.title: 7",
            "de/pages.yaml, line 1: 'page.learn.title' wants one text, found 7",
        ),
        ("de", "pages.yaml", "page.learn.title:", "wants one text, found nothing"),
        ("de", "pages.yaml", "page.learn.title: ' '", "'page.learn.title' wants words, found none"),
        ("de", "pages.yaml", "page.learn.title: no", "found a bare yes or no (want it in quotes)"),
        (
            "de",
            "pages.yaml",
            "page.learn.title:\n\tLernen",
            "found a tab (want spaces in its place)",
        ),
        (
            "de",
            "pages.yaml",
            "page.learn.titel: Lernen",
            (
                "de/pages.yaml, line 1: want a key that English has, found 'page.learn.titel'; "
                "did you mean 'page.learn.title'?"
            ),
        ),
        (
            "de",
            "pages.yaml",
            'table.holds: "{sitz} hat {count}"',
            "de/pages.yaml, line 1: 'table.holds' wants {count}, {seat}, found {sitz}",
        ),
        (
            "de",
            "pages.yaml",
            'table.points: "{count:plural:Minute}"',
            (
                "de/pages.yaml, line 1: 'table.points' wants 2 forms for a number (one, other), "
                "found 1"
            ),
        ),
        (
            "pl",
            "pages.yaml",
            'table.points: "{count:plural:minuta|minut}"',
            (
                "pl/pages.yaml, line 1: 'table.points' wants 3 forms for a number (one, few, "
                "many; other for decimals), found 2"
            ),
        ),
        (
            "de",
            "reasons.yaml",
            'part.who-wins.seat: "{seat gewinnt"',
            "de/reasons.yaml, line 1: 'part.who-wins.seat' wants facts in braces, as in '{seat}'",
        ),
        (
            "de",
            "pictures.yaml",
            'picture.plays: "{count} {card}"',
            "de/pictures.yaml, line 1: 'picture.plays' wants {card}, {seat}, found {count}",
        ),
        (
            "de",
            "names.yaml",
            'name.language: Deutsch\nname.card: "{suit:kap} {rank}"',
            (
                "de/names.yaml, line 2: 'name.card' wants one of {suit}, {suit:sign}, {suit:cap}, "
                "{suit:plural:…}, found {suit:kap}"
            ),
        ),
        (
            "de",
            "pages.yaml",
            'table.points: "{count:plurall:Punkt|Punkte}"',
            "found {count:plurall:Punkt|Punkte}",
        ),
        (
            "de",
            "pages.yaml",
            'table.points: "{count:plural:Punkt|Punkte|=1:einer}"',
            "'table.points' wants forms for one number alone before the others",
        ),
        ("de", "pages.yaml", "page.learn.title: {line}", "wants one text, in quotes, found"),
        ("de", "pages.yaml", "page.learn.title: a: b", "words with a colon or a brace want quotes"),
        ("de", "pages.yaml", "page.learn.title.you: Lernen", "want a key that English has"),
        (
            "de",
            "pages.yml",
            "page.learn.title: Lernen",
            "de/pages.yml: want a name that ends in .yaml",
        ),
        ("de", "names.yaml", TWICE, "de/names.yaml, line 3: want 'name.suit.C' once, found it in"),
        (
            "de",
            "pages.yaml",
            "name.language: Deutsch",
            "want 'name.language' once, found it in de/names.yaml, line 1 too",
        ),
        (
            "de",
            "pages.yaml",
            "name.locale: de_XX",
            "de/pages.yaml, line 1: 'name.locale': want the code",
        ),
    ],
)
def test_a_fault_in_a_file_of_words_is_named(
    folder: Path, code: str, name: str, words: str, complaint: str
) -> None:
    if name != "names.yaml":
        added(folder, code, "name.language: Own\n")
    added(folder, code, words, name)
    with pytest.raises(ValueError, match=code) as error:
        languages.read(folder)
    assert complaint in str(error.value)


def test_a_file_in_another_encoding_is_refused_by_its_line_and_a_mark_of_utf8_is_not(
    folder: Path,
) -> None:
    """Editors on Windows save either."""
    added(folder, "de", "")
    file = folder / "de" / "names.yaml"
    file.write_bytes(b"\xef\xbb\xbfname.language: Deutsch\n")
    assert languages.read(folder)["de"] == {"name.language": "Deutsch"}
    file.write_bytes("name.language: Deutsch\nname.seat.S: Süd\n".encode("latin-1"))
    with pytest.raises(ValueError, match=r"de/names.yaml, line 2: want text in UTF-8, .* 0xfc"):
        languages.read(folder)
