"""The table of a game as its player sees it: in a game of one's own and in a lesson alike."""

from collections.abc import Callable

from tutor.drawing.play_scene import Wish, scene
from tutor.drawing.play_table import play_picture
from tutor.pages.frame.card_table import card_table, look
from tutor.playing.knowledge import HandsShown, seen
from tutor.playing.match import Match


def game_table(
    now: Match,
    wish: Wish,
    *,
    key: str,
    on_event: Callable[[str, str], None] | None = None,
    hands: HandsShown = HandsShown.MINE,
) -> None:
    """Show a game in the frame: the table, what is said of it, what leads on, hand and calypsos.

    Args:
        now: The game.
        wish: How it is to be seen, with what leads on besides the next trick (``ways``, which
            may be other buttons) and what is told over what has been built (``told``).
        key: Which table of the page it is.
        on_event: Called with ``play`` and a card, or with ``act`` and what a button is for:
            ``onward``, ``why``, ``name:`` and a suit, or what a button of ``ways`` does.
        hands: Whose cards are seen.
    """
    shown = scene(look(), seen(now, hands), wish)
    card_table(play_picture(look(), shown), key=key, on_event=on_event)
