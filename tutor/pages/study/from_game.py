"""A puzzle made from a game: the way back to it, and the reasons its review gave."""

from engine.cards import Card
from engine.trick import Play
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tutor.drawing.coach import why_html
from tutor.drawing.markup import Picture
from tutor.pages.asking import slots
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.card_table import card_table, look
from tutor.playing.match import Match
from tutor.playing.match_text import MatchTextError, match_of
from tutor.playing.review import recalled
from tutor.store import StoreError


def way_back() -> None:
    """Show the way back to the game the address names, if it names one."""
    game = session.asked("match")
    if game is not None:
        navigation.link("play", session.texts()("drill.to-game"), match=game)


def reasons(puzzle: Puzzle, slot: str) -> None:
    """Show what the coach said of the best card and of the one answered in *slot*."""
    answer = slots.answering(slot, print_puzzle(puzzle)).parts
    match = _game()
    reviewed = recalled(match, puzzle) if match else None
    if reviewed and reviewed.advice:
        asked = Play(reviewed.decision.view.seat, Card.parse(answer[0]))
        why = why_html(look(), reviewed.advice, asked=asked)
        card_table(Picture(why, ""), key="coach-reasons")


def _game() -> Match | None:
    """Return the game the address names, if it is one of this learner's."""
    id_ = session.asked("match")
    if id_ is None:
        return None
    try:
        found = progress.store().game(progress.learner(), id_)
        return match_of(found) if found else None
    except (StoreError, MatchTextError):
        return None
