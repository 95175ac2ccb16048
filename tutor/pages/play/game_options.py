"""What the learner wishes for at a table, and the game that can be dealt from it."""

from collections.abc import Mapping

from engine.cards import Suit
from engine.players import Level
from engine.table import Seat, Table
from engine.variants import VARIANTS, Variant
from tutor.pages.frame import progress, session
from tutor.pages.play import current_game
from tutor.playing import agreement
from tutor.playing.agreement import Coach, Cut, Manner, Pick, Setup

WISHES: Mapping[str, tuple[str, ...]] = {
    "form": tuple(VARIANTS),
    "how": ("choose", "cut"),
    "seat": ("N", "E", "S", "W"),
    "trump": ("S", "H", "D", "C"),
    "level": tuple(Level),
    "mate": tuple(Level),
    "manner": ("practice", "table"),
    "coach": ("on", "off"),
    "order": ("own-first", "suits", "ranks"),
    "lit": ("on", "off"),
}
"""What the learner may wish for at a table."""

_USUAL = {"seat": "S", "level": Level.CLUB, "mate": Level.CLUB}
"""What holds if nothing was chosen; of the others, the first. The form is that of practice."""


def wish(name: str) -> str:
    """Return what the learner wishes for, or what is usual."""
    wish = session.remembered(f"wish-{name}", lambda: progress.held().settings.get(f"play-{name}"))
    if wish in WISHES[name]:
        return str(wish)
    return session.settings().form if name == "form" else _USUAL.get(name, WISHES[name][0])


def set_wish(name: str, widget: str) -> None:
    """Change it, for this session and the next."""
    value = session.widget(widget)
    if value in WISHES[name]:
        session.remember(f"wish-{name}", value)
        progress.save_setting(f"play-{name}", str(value))


def variant() -> Variant:
    """Return the form the learner wishes to play; what practice asks is chosen there."""
    return VARIANTS[wish("form")]


def fresh_seed() -> int:
    """Draw a seed nobody can know beforehand."""
    return session.chance().randrange(agreement.LARGEST_SEED)


def seat() -> Seat:
    """Return the seat the learner wishes for, or the last this form has."""
    wished, seats = Seat(wish("seat")), variant().seats
    return wished if wished in seats else seats[-1]


def trumps() -> tuple[Suit, ...]:
    """List the suits the learner may wish for; in Calypso for Two one stands for its pair."""
    form = variant()
    if form.trumps_change:
        return tuple(group[0] for group in form.builds)
    order = (Suit(letter) for letter in WISHES["trump"])
    return tuple(suit for suit in order if suit in form.suits)


def trump() -> Suit:
    """Return the suit the learner wishes for, or the first this form has."""
    wished, allowed = Suit(wish("trump")), trumps()
    if variant().trumps_change:
        return variant().builds_with(wished)[0]
    return wished if wished in allowed else allowed[0]


def _arranged(form: Variant, table: Table, mine: Seat, seed: int, dealer: Seat | None) -> Setup:
    fed = form.side(mine)
    level, mate = Level(wish("level")), Level(wish("mate"))
    return Setup(
        variant=form,
        table=table,
        dealer=dealer or agreement.first_dealer(table, seed),
        seat=mine,
        levels=tuple(
            None if seat == mine else mate if seat in fed else level for seat in table.seats
        ),
        manner=Manner(wish("manner")),
        coach=Coach(wish("coach")),
        seed=seed,
    )


def the_cut() -> Cut | None:
    """Return the cut that lies on the table, if it is one for the form chosen."""
    form, seed = session.remembered("cut", lambda: ("", 0))
    return agreement.cut(variant(), seed) if form == variant().id else None


def cut_now() -> None:
    """Cut the cards."""
    session.remember("cut", (variant().id, fresh_seed()))
    session.count("cut")


def picks(lying: Cut) -> tuple[Pick, ...]:
    """List what the learner may choose after a cut, seats and suits in their usual order."""
    seats, suits = WISHES["seat"], WISHES["trump"]
    left = agreement.options(lying, session.rulebook())
    order = {pick: (seats.index(pick.seat.value), suits.index(pick.trump.value)) for pick in left}
    return tuple(sorted(left, key=order.__getitem__))


def picked(lying: Cut) -> Pick:
    """Return what the learner has chosen after a cut, or what comes nearest to it."""
    allowed, chosen = picks(lying), (session.widget("cut-seat"), session.widget("cut-trump"))
    seated = [pick for pick in allowed if pick.seat.value == chosen[0]] or list(allowed)
    return next((pick for pick in seated if pick.trump.value == chosen[1]), seated[0])


def deal() -> None:
    """Deal the game that the wishes describe."""
    form, seed = variant(), fresh_seed()
    table = agreement.chosen(form, session.rulebook(), seat(), trump(), seed)
    current_game.sit_down_tonight(_arranged(form, table, seat(), seed, None))


def deal_after(lying: Cut) -> None:
    """Deal after a cut."""
    places = agreement.seated(lying, session.rulebook(), picked(lying))
    setup = _arranged(lying.variant, places.table, places.seat, lying.seed, places.dealer)
    current_game.sit_down_tonight(setup)
    session.forget("cut")
