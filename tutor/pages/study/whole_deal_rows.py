"""What the learner's side has built in a whole deal, and what is to be known of it."""

from engine.rules import Rule
from puzzles.scenes import LEARNER, ShelfSight
from tutor.drawing.calypso import calypso_picture
from tutor.drawing.markup import Picture, together
from tutor.guided.course import DealStanding
from tutor.pages.frame import session
from tutor.pages.frame.card_table import look


def side_picture(now: DealStanding) -> Picture:
    """Draw what the learner's side has built, the learner's own calypsos first."""
    game = now.game
    seats = game.table.seats
    side = game.variant.feeds[seats.index(LEARNER)]
    shelves = (
        ShelfSight(seat=seat, calypsos=game.calypsos[seats.index(seat)], full=game.variant.full)
        for seat in sorted(side, key=lambda seat: seat != LEARNER)
    )
    return together(*(calypso_picture(look(), shelf) for shelf in shelves)).unannounced


def about_rows(now: DealStanding) -> str:
    """Return what is to be known of calypsos before the cards of a trick are placed."""
    say, first = session.texts(), now.number == 1
    begun = any(calypso.ranks for mine in now.taken[0].before for calypso in mine)
    spots = now.held.spots if now.held else ()
    true = {
        "guided.packs": first and Rule.FOUR_PACKS in now.opening,
        "guided.begun": first and begun,
        "guided.all": any(spot.rule == Rule.SAME_TRICK_STARTS_NEXT for spot in spots),
    }
    told = [say(key) for key, is_true in true.items() if is_true]
    return say("picture.between").join(told)
