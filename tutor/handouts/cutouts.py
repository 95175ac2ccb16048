"""Sheets to cut up: suit markers, trump markers, and cards to hold up instead of a telephone."""

from engine.cards import FANNED, Suit
from engine.rules import Rule
from engine.table import Seat
from tutor.handouts import Links
from tutor.handouts.blocks import Block, Cutouts, Sheet, Ticket
from tutor.words.texts import Texts

_PARTNER = {
    Suit.SPADES: Suit.HEARTS,
    Suit.HEARTS: Suit.SPADES,
    Suit.CLUBS: Suit.DIAMONDS,
    Suit.DIAMONDS: Suit.CLUBS,
}


def suit_markers(say: Texts, links: Links) -> Sheet:
    """Print four markers for each of four players; whoever fails to follow turns one up."""
    one = tuple(
        Ticket(suit=suit.value, sign="", words=say("handout.markers.none", suit=suit), small="")
        for suit in FANNED
    )
    return _sheet(
        "suit-markers",
        Rule.SUIT_MARKERS,
        say,
        links,
        Cutouts(across=4, down=4, folded=False, tickets=one * 4),
    )


def trump_markers(say: Texts, links: Links) -> Sheet:
    """Print a tent for each suit, to stand before the player whose trump it is."""
    tickets = tuple(
        Ticket(
            suit=suit.value,
            sign="",
            words=say("handout.trumps.mine", suit=suit),
            small=say("handout.trumps.partner", suit=_PARTNER[suit]),
        )
        for suit in FANNED
    )
    return _sheet(
        "trump-markers",
        Rule.PERSONAL_TRUMP,
        say,
        links,
        Cutouts(across=2, down=2, folded=True, tickets=tickets),
    )


def hold_up_cards(say: Texts, links: Links) -> Sheet:
    """Print a card for each seat, to be seen across a room."""
    tickets = tuple(
        Ticket(
            suit="",
            sign=say(f"handout.seats.{seat.value}"),
            words=say("handout.seats.word", seat=seat),
            small="",
        )
        for seat in Seat
    )
    return _sheet(
        "hold-up-cards",
        Rule.SUIT_HIGHEST,
        say,
        links,
        Cutouts(across=2, down=2, folded=False, tickets=tickets),
    )


def _sheet(name: str, rule: Rule, say: Texts, links: Links, block: Block) -> Sheet:
    return Sheet(
        name=f"calypso-{name}-{say.language}",
        language=say.language,
        title=say(f"handout.{name}.title"),
        subtitle=say(f"handout.{name}.how"),
        code=links.code(say("handout.rules.code"), "rules", rule=rule.value),
        blocks=(block,),
        small=say("handout.cut"),
    )
