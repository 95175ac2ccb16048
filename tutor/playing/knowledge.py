"""What the learner may see of a match: by practice much, by table rules what a table shows."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from engine.calypso import Calypso
from engine.cards import FANNED, Card, Suit, fan_cards
from engine.game import ClaimRevoke, Game, NameTrump, markers, plays
from engine.record import positions
from engine.score import totals
from engine.table import Seat, Table
from engine.trick import Play, legal_cards
from tutor.playing.account import TrickAccount, latest
from tutor.playing.agreement import Manner, Setup
from tutor.playing.match import Match, may_name, tricks_taken


@unique
class Phase(StrEnum):
    """What the game waits for."""

    NAME = "name"
    PLAY = "play"
    WAIT = "wait"
    PAUSE = "pause"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A hand as the learner sees it: ``cards`` sorted, or nothing where it is face down."""

    seat: Seat
    cards: tuple[Card, ...] | None
    count: int


@dataclass(frozen=True, slots=True)
class NamedTrump:
    """A trump somebody has named: the ``first``, or another instead of it."""

    seat: Seat
    suit: Suit
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A match as the learner may see it.

    ``hands``, ``calypsos``, ``piles`` (how many cards), ``markers`` and ``totals`` run parallel to
    ``table.seats``; ``table`` has the trumps of now. ``number`` is that of the trick, from 1, of
    ``tricks`` in a deal. While a complete trick waits, ``account`` says what came of it and
    ``calypsos`` and ``piles`` have its cards already; after a deal's last trick all else still
    shows the old deal. ``totals`` take that trick in when it has gone, or when its deal is over.
    ``turn`` is nobody's then, nor at the end. ``unnamed`` are the seats whose trump is not named
    yet (Calypso for Two). New is what has come since the learner last did something, or since the
    position before in a game that is looked back through: ``namings`` are the trumps named, and
    so many of the ``trick``'s cards are ``fresh``. ``scored`` are the points of the deal that is
    over. ``legal`` are the cards that the rules allow, ``may_name`` the trumps that may be named
    instead of playing, or before. ``fresh_claims`` are the revokes claimed since the last card, and
    those that are new while their trick lies there. ``marks_itself`` is whether the tutor turns up
    suit markers, and not the learner.
    """

    setup: Setup
    table: Table
    seat: Seat
    phase: Phase
    deal: int
    deals: int
    number: int
    tricks: int
    dealer: Seat
    turn: Seat | None
    hands: tuple[SeenHand, ...]
    trick: tuple[Play, ...]
    fresh: int
    account: TrickAccount | None
    calypsos: tuple[tuple[Calypso, ...], ...]
    piles: tuple[int, ...]
    markers: tuple[frozenset[Suit], ...]
    marks_itself: bool
    legal: tuple[Card, ...]
    may_name: tuple[Suit, ...]
    unnamed: tuple[Seat, ...]
    namings: tuple[NamedTrump, ...]
    totals: tuple[int, ...]
    scored: tuple[int, ...]
    fresh_claims: tuple[ClaimRevoke, ...]


def seen(match: Match, *, open_hands: bool = False, since: int | None = None) -> Seen:
    """Return what the learner sees; *open_hands* only where they may be: in practice, at the end.

    Of a game that is looked back through, all may be seen, whatever the manner was. What is new
    in it has come *since* the position with that number.
    """
    setup, game, variant = match.setup, match.game, match.game.variant
    on_table = _laid(game) if match.waits else game
    looked_back = since is not None
    practice = looked_back or setup.manner == Manner.PRACTICE
    open_hands = looked_back or (open_hands and (practice or game.over))
    tricks, taken = variant.tricks, tricks_taken(game)
    new = _acted(game, setup.seat) if since is None else since
    phase = phase_of(match)
    held = game.hands[setup.place] if phase == Phase.PLAY else ()
    allowed = legal_cards(held, game.trick[0].card.suit if game.trick else None)
    return Seen(
        setup=setup,
        table=game.table,
        seat=setup.seat,
        phase=phase,
        deal=on_table.deal,
        deals=variant.deals,
        number=tricks if game.over else (taken - match.waits) % tricks + 1,
        tricks=tricks,
        dealer=on_table.dealer,
        turn=None if match.waits or game.over else game.turn,
        hands=tuple(
            SeenHand(seat, cards if open_hands or seat == setup.seat else None, len(cards))
            for seat, cards in zip(game.table.seats, on_table.hands, strict=True)
        ),
        trick=on_table.trick,
        account=latest(game) if match.waits else None,
        calypsos=game.calypsos,
        piles=tuple(map(len, game.piles)),
        markers=markers(on_table) if practice else _by_hand(match),
        marks_itself=practice,
        legal=allowed,
        may_name=may_name(match),
        unnamed=game.unnamed,
        namings=_namings(game, new),
        fresh=min(sum(isinstance(it, Play) for it in game.history[new:]), len(on_table.trick)),
        totals=totals(game),
        scored=_scored(game, on_table.deal) if deal_over(match) else (),
        fresh_claims=_claims(game, new, len(on_table.trick)),
    )


def phase_of(match: Match) -> Phase:
    """Return what the game waits for."""
    if match.waits:
        return Phase.PAUSE
    if match.game.over:
        return Phase.OVER
    if not match.mine:
        return Phase.WAIT
    return Phase.NAME if match.setup.seat in match.game.unnamed else Phase.PLAY


def _scored(game: Game, deal: int) -> tuple[int, ...]:
    # A revoke claimed after the last trick of the deal before was that one's.
    played = [number for number, action in enumerate(game.history) if isinstance(action, Play)]
    start = positions(game)[played[(deal - 1) * game.variant.dealt]]
    return tuple(total - was for total, was in zip(totals(game), totals(start), strict=True))


def _laid(game: Game) -> Game:
    """Return the position with the last card played on the table, its trick not taken yet."""
    number, last = max((n, act) for n, act in enumerate(game.history) if isinstance(act, Play))
    before = positions(game)[number]
    place = before.table.seats.index(last.seat)
    hand = list(before.hands[place])
    hand.remove(last.card)
    hands = (*before.hands[:place], tuple(hand), *before.hands[place + 1 :])
    trick, history = (*before.trick, last), (*before.history, last)
    return replace(before, hands=hands, trick=trick, history=history)


def _by_hand(match: Match) -> tuple[frozenset[Suit], ...]:
    marks = match.extras.marks
    return tuple(
        frozenset(suit for seat, suit in marks if seat == of) for of in match.game.table.seats
    )


def _acted(game: Game, me: Seat) -> int:
    """Return the number of the position after the last action of a seat, 0 before its first."""
    mine = (number for number, action in enumerate(game.history, start=1) if action.seat == me)
    return max(mine, default=0)


def _namings(game: Game, since: int) -> tuple[NamedTrump, ...]:
    """Return the trumps named since the position with this number."""
    namings: list[NamedTrump] = []
    named: set[Seat] = set()
    for number, action in enumerate(game.history):
        if isinstance(action, NameTrump):
            if number >= since:
                namings.append(NamedTrump(action.seat, action.suit, action.seat not in named))
            named.add(action.seat)
    return tuple(namings)


def _claims(game: Game, since: int, laid: int) -> tuple[ClaimRevoke, ...]:
    """Return the revokes claimed since the last card, and since the position with this number.

    Of the second only those that came to the trick of which so many cards are *laid*.
    """
    played = [n for n, act in enumerate(game.history, start=1) if isinstance(act, Play)]
    if played:
        since = min(played[-1], max(played[-max(laid, 1)], since))
    return tuple(act for act in game.history[since:] if isinstance(act, ClaimRevoke))


def deal_over(match: Match) -> bool:
    """Return whether the trick that waits was the last of its deal."""
    return match.waits and len(plays(match.game)) % match.game.variant.dealt == 0


# ------------------------------------------------------------------- how a hand is held


@unique
class HandOrder(StrEnum):
    """How a hand is sorted."""

    OWN_FIRST = "own-first"
    SUITS = "suits"
    RANKS = "ranks"


def sorted_hand(
    cards: Iterable[Card], order: HandOrder, setup: Setup, table: Table
) -> tuple[tuple[Card, ...], ...]:
    """Sort a hand into groups, each from high to low.

    ``OWN_FIRST`` begins with the own trump; then come other suits the learner builds, the
    partner's, and the others'. ``RANKS`` makes one group of all.
    """
    held = fan_cards(cards)
    if order == HandOrder.RANKS:
        return (tuple(sorted(held, key=lambda card: -card.rank)),) if held else ()
    suits = own_first(setup, table) if order == HandOrder.OWN_FIRST else FANNED
    groups = (tuple(card for card in held if card.suit == suit) for suit in suits)
    return tuple(filter(None, groups))


def own_first(setup: Setup, table: Table) -> tuple[Suit, ...]:
    """List the suits of the form from the learner's view: own trump, own side's, the others'."""
    builds = setup.variant.builds_at(table)
    side = setup.variant.side(setup.seat)
    mine = (
        table.trump(setup.seat),
        *builds[setup.place],
        *(suit for seat in side for suit in builds[table.seats.index(seat)]),
    )
    others = (suit for suit in FANNED if suit in setup.variant.suits)
    return tuple(dict.fromkeys((*mine, *others)))
