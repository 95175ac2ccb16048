"""A game stands in the frame whatever was dealt and played: nothing is scrolled, nothing moves.

Positions of whole games, seeded and played by anybody's hand, are drawn on the page of a game one
after another; so hundreds of them are measured in the time in which one is played.
"""

from collections.abc import Iterable, Iterator
from itertools import product

import pytest
from playwright.sync_api import Page

from engine.game import IllegalAction
from engine.trick import Play
from engine.variants import VARIANTS
from engine.view import view
from tests.browser.chromium import LOCALES, PageAt
from tests.browser.frame import enlarge, measured_each
from tests.browser.test_play import deal
from tests.browser.walk import resize
from tests.playing import agreed, played, whole
from tutor.drawing.coach import coach_html
from tutor.drawing.markup import Look
from tutor.drawing.play_scene import Act, Wish, scene
from tutor.drawing.play_table import play_picture
from tutor.playing.account import refusal
from tutor.playing.agreement import Manner
from tutor.playing.coach import advise
from tutor.playing.knowledge import HandOrder, Phase, Seen, seen
from tutor.playing.match import Match, act, can_take_back
from tutor.words.texts import LANGUAGES, Texts

SIZES = ((390, 844), (1280, 800), (820, 1106))
"""A phone, a desk, and a tablet held upright."""
LETTERS = (1.0, 1.5)
PLAIN = ((1024, 655), (1366, 625), (700, 1000))
"""A tablet held sideways and a small laptop, less what their browsers take, and a narrow window:
with letters as they come, seen where the desk is seen."""


def wishes(match: Match, shown: Seen, say: Texts) -> Iterator[Wish]:
    """How the table is seen: plainly, with the coach, with the reasons, after a card refused."""
    coach = Act(does="coach", words=say("coach.ask"), open=False)
    back = Act(does="take-back", words=say("play.take-back"), back=True)
    ways = (back, coach) if can_take_back(match) else (coach,)
    practice = match.setup.manner == Manner.PRACTICE
    yield Wish(order=HandOrder.OWN_FIRST, lit=practice, ways=ways)
    if shown.phase == Phase.PLAY and match.game.turn == match.setup.seat:
        advice = advise(view(match.game, match.setup.seat), 1, deals=2)
        told = coach_html(Look(say, two_colour=False), advice)
        yield Wish(order=HandOrder.OWN_FIRST, lit=practice, ways=ways, told=told)
    if shown.phase == Phase.PAUSE and shown.account:
        yield Wish(order=HandOrder.SUITS, lit=practice, ways=ways, why=True)
    if shown.phase == Phase.PLAY and practice:
        held = match.game.hands[match.setup.place]
        for wrong in sorted(set(held) - set(shown.legal), key=str)[:1]:
            card = Play(match.setup.seat, wrong)
            with pytest.raises(IllegalAction) as error:
                act(match, card)
            why = refusal(match, card, error.value)
            words = say(why.key, **why.facts)
            yield Wish(order=HandOrder.RANKS, lit=True, ways=ways, refused=words, bound=shown.legal)


def pictures(matches: Iterable[Match], say: Texts) -> list[str]:
    """What the player sees of every position before the game is over."""
    look = Look(say, two_colour=False)
    found: list[str] = []
    for match in matches:
        shown = seen(match)
        if shown.phase != Phase.OVER:
            scenes = (scene(look, shown, wish) for wish in wishes(match, shown, say))
            found.extend(play_picture(look, one).html for one in scenes)
    return found


def telling(form: str) -> Iterator[Match]:
    """Some positions of a game: every ninth, and those in which most is said.

    These are the end of every deal, and where another suit may be made trumps.
    """
    for number, match in enumerate(whole(form, Manner.PRACTICE)):
        shown = seen(match)
        over = shown.phase == Phase.PAUSE and shown.number == shown.tricks
        if number % 9 == 0 or over or (shown.phase == Phase.PLAY and shown.may_name):
            yield match


def hold(
    page: Page, size: tuple[int, int], drawn: list[str], sizes: tuple[float, ...] = LETTERS
) -> None:
    """Insist that all positions *drawn* stand in the frame, and the table where it was."""
    resize(page, *size)
    for letters in sizes:
        enlarge(page, letters)
        found = measured_each(page, drawn)
        where = f"{size} {letters:.0%}"
        outside = {words for one in found for words in (*one["hidden"], *one["broken"])}
        assert not outside, f"{where}: {outside}"
        tables = {tuple(one["table"]) for one in found}
        assert len(tables) == 1, f"{where}: {tables}"


def at_a_game(page_at: PageAt, language: str, size: tuple[int, int]) -> Page:
    """A page with a game on it."""
    width, height = size
    address, locale = f"play?lang={language}", LOCALES[language]
    return deal(page_at(address, width=width, height=height, locale=locale))


@pytest.mark.parametrize(
    ("number", "language"),
    [
        # Every form on a phone, in the languages by turns, and every other elsewhere as well.
        pytest.param(*one, marks=pytest.mark.soak if one in ((1, "en"), (2, "ja")) else ())
        for one in product(range(len(SIZES)), LANGUAGES)
    ],
)
def test_a_game_fits_and_its_table_stays(page_at: PageAt, number: int, language: str) -> None:
    """Every form in all windows, each in another language; which in which, by turns.

    They are drawn one after another where a game of one of them is played.
    """
    turns, say = list(LANGUAGES), Texts(language)
    page = at_a_game(page_at, language, SIZES[number])
    for at, form in enumerate(VARIANTS):
        if turns[(at + number) % len(turns)] == language:
            drawn = pictures(telling(form), say)
            hold(page, SIZES[number], drawn)
            for plain in PLAIN if SIZES[number] == (1280, 800) else ():
                hold(page, plain, drawn, LETTERS[:1])


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", VARIANTS)
@pytest.mark.parametrize("manner", Manner)
def test_every_position_of_many_games_fits(
    manner: Manner, form: str, language: str, page_at: PageAt
) -> None:
    pages = [(size, at_a_game(page_at, language, size)) for size in SIZES]
    for seed in range(6):
        drawn = pictures(played(agreed(form, manner, seed=seed), seed), Texts(language))
        for size, page in pages:
            hold(page, size, drawn)
