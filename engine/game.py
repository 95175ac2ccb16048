"""A whole game as a value, and the actions that lead from one position to the next."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from random import Random

from engine.calypso import Holdings, holdings, share
from engine.cards import Card, Suit, print_cards
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Play, Ruling, Trick, judge, legal_cards, play_of
from engine.variants import Variant, deal_hands, next_dealer


@dataclass(frozen=True, slots=True)
class NameTrump:
    """A player of Calypso for Two names, or changes, the personal trump.

    Source: Handscomb, "Play of the cards".
    """

    seat: Seat
    suit: Suit

    def __str__(self) -> str:
        """Write the action: ``N=S``."""
        return f"{self.seat.value}={self.suit.value}"

    @classmethod
    def parse(cls, text: str) -> "NameTrump":
        """Read a naming such as ``N=S``, or raise ValueError."""
        match = re.fullmatch(r"([NESW])=([CDHS])", text)
        if not match:
            raise ValueError(f"not a naming: {text!r} (want a seat and a suit, such as 'N=S')")
        return cls(Seat(match[1]), Suit(match[2]))


@dataclass(frozen=True, slots=True)
class ClaimRevoke:
    """*seat* claims that *accused* failed to follow *suit* in deal *deal* (from 1) though able.

    Anybody of another side may claim at any time, out of turn and after the last trick
    too: our choice, since the sources are silent.
    """

    seat: Seat
    accused: Seat
    suit: Suit
    deal: int

    def __str__(self) -> str:
        """Write the action: ``N!E:H1`` (claimant, accused, suit, deal)."""
        return f"{self.seat.value}!{self.accused.value}:{self.suit.value}{self.deal}"

    @classmethod
    def parse(cls, text: str) -> "ClaimRevoke":
        """Read a claim such as ``N!E:H1``, or raise ValueError."""
        match = re.fullmatch(r"([NESW])!([NESW]):([CDHS])([1-9])", text)
        if not match:
            raise ValueError(
                f"not a claim: {text!r} (want claimant, accused, suit and deal, such as 'N!E:H1')"
            )
        return cls(Seat(match[1]), Seat(match[2]), Suit(match[3]), int(match[4]))


Action = Play | NameTrump | ClaimRevoke


@dataclass(frozen=True, slots=True)
class Revoke:
    """A revoke: ``deal`` counts from 1, ``at`` is the card's index in `plays`."""

    seat: Seat
    deal: int
    led: Suit
    card: Card
    at: int


class IllegalAction(ValueError):
    """The rules do not allow an action: the ``rule`` it breaks, and the ``legal`` cards."""

    def __init__(self, rule: Rule, message: str, legal: tuple[Card, ...] = ()) -> None:
        super().__init__(message)
        self.rule = rule
        self.legal = legal


@unique
class Conduct(StrEnum):
    """How a game treats a revoke: refuse the card, or let it pass as a real table would."""

    STRICT = "strict"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Start:
    """What a game began with, to be played again; ``pack`` is shuffled, top card first."""

    table: Table
    dealer: Seat
    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """One position of a game, with everything that led to it.

    ``hands``, ``calypsos`` and ``piles`` run parallel to ``table.seats``; ``trick`` holds the plays
    of the trick under way, which is empty between tricks. In Calypso for Two ``unnamed`` lists the
    seats that still have to name a trump, and ``may_change`` says that the player to lead has won a
    trick the opponent led and not changed trumps since. ``history`` and ``start`` are what a record
    is made of; a position set up by hand has no ``start``.
    """

    variant: Variant
    table: Table
    dealer: Seat
    stock: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    turn: Seat
    trick: tuple[Play, ...]
    calypsos: Holdings
    piles: tuple[tuple[Card, ...], ...]
    conduct: Conduct = Conduct.STRICT
    unnamed: tuple[Seat, ...] = ()
    may_change: bool = False
    revokes: tuple[Revoke, ...] = ()
    claimed: tuple[Revoke, ...] = ()
    history: tuple[Action, ...] = ()
    start: Start | None = None

    @property
    def deal(self) -> int:
        """The number of the deal under way, from 1."""
        return self.variant.deals - len(self.stock) // self.variant.dealt

    @property
    def over(self) -> bool:
        """Whether every card of the pack has been played."""
        return not self.stock and not any(self.hands)


def new(
    variant: Variant, table: Table, dealer: Seat, rng: Random, *, conduct: Conduct = Conduct.STRICT
) -> Game:
    """Shuffle the pack and deal the first hands.

    Args:
        table: Who owns which suit, and the rulebook in force. In Calypso for Two a seat's
            trump stands for its two suits until the seat has named one.
        dealer: Who deals first; the player at dealer's left leads.
        rng: Shuffles the pack, and nothing else.
        conduct: Whether a revoke is refused or passes.

    Raises:
        ValueError: *table* is not one of this form, or *dealer* does not sit at it.

    Source: Parlett; Akagiri 1998: the cards are shuffled once only.
    """
    pack = list(variant.pack)
    rng.shuffle(pack)
    return new_from_pack(variant, table, dealer, tuple(pack), conduct=conduct)


def new_from_pack(
    variant: Variant, table: Table, dealer: Seat, pack: tuple[Card, ...], *, conduct: Conduct
) -> Game:
    """Deal the first hands from a shuffled pack of this form, top first, or raise ValueError."""
    if Counter(pack) != Counter(variant.pack):
        raise ValueError(f"{len(pack)} cards are not the pack of {variant}")
    variant.check(table)
    if dealer not in table.seats:
        raise ValueError(f"no dealer {dealer.name.title()} at the table {str(table)!r}")
    hands, stock = deal_hands(variant, table, dealer, pack)
    first = table.left_of(dealer)
    naming = table.clockwise(first) if variant.trumps_change else ()
    return Game(
        variant=variant,
        table=table,
        dealer=dealer,
        stock=stock,
        hands=hands,
        turn=first,
        trick=(),
        calypsos=holdings(variant, table),
        piles=((),) * len(table.seats),
        conduct=conduct,
        unnamed=naming,
        start=Start(table, dealer, pack),
    )


def legal(game: Game) -> tuple[Action, ...]:
    """List what the player whose turn it is may do: every legal play, and naming a trump.

    Revokes and claims are not listed, even where the game would let them pass.
    """
    seat = game.turn
    if seat in game.unnamed:
        return tuple(NameTrump(seat, suit) for suit in _nameable(game))
    plays: tuple[Action, ...] = tuple([play_of(seat, card) for card in dict.fromkeys(_cards(game))])
    if game.over or not game.may_change:
        return plays
    return plays + tuple(NameTrump(seat, suit) for suit in _nameable(game))


def _cards(game: Game) -> tuple[Card, ...]:
    """List the cards the player to move may play, equal ones as often as they are held."""
    return legal_cards(game.hands[game.table.seats.index(game.turn)], _led(game))


def _led(game: Game) -> Suit | None:
    return game.trick[0].card.suit if game.trick else None


def _nameable(game: Game) -> tuple[Suit, ...]:
    """List the suits the player to move may name: at first either own suit, later the other."""
    place = game.table.seats.index(game.turn)
    own = tuple(calypso.suit for calypso in game.calypsos[place])
    if game.turn in game.unnamed:
        return own
    return tuple(suit for suit in own if suit != game.table.trumps[place])


def verify(game: Game, action: Action) -> None:
    """Check that the rules allow *action* now.

    In a game of `Conduct.TABLE` a revoke passes here, as it would at a real table.

    Raises:
        IllegalAction: They do not; ``rule`` says which, ``legal`` what would be allowed.
    """
    if isinstance(action, ClaimRevoke):
        _find_claimed(game, action)
    elif isinstance(action, NameTrump):
        _verify_naming(game, action)
    else:
        _verify_play(game, action)


def _verify_play(game: Game, action: Play) -> None:
    in_turn = action.seat == game.turn and action.seat not in game.unnamed
    if in_turn and action.card in _cards(game):
        return
    who, hand = action.seat.name.title(), game.hands[game.table.seats.index(game.turn)]
    if game.over:
        raise IllegalAction(Rule.TURN, f"{who} plays {action.card} after the last trick")
    if action.seat != game.turn:
        raise IllegalAction(Rule.TURN, f"{who} plays out of turn: {game.turn.name.title()} is next")
    if not in_turn:
        raise IllegalAction(Rule.TWO_NAMING, f"{who} must name a personal trump before playing")
    allowed = _cards(game)
    if action.card not in hand:
        raise IllegalAction(
            Rule.OWN_CARDS, f"{who} plays {action.card}, which is not in hand", allowed
        )
    if game.conduct == Conduct.STRICT:
        led = game.trick[0].card.suit.name.lower()
        raise IllegalAction(
            Rule.FOLLOW_SUIT,
            f"{who} must follow {led} ({print_cards(allowed)}), not play {action.card}",
            allowed,
        )


def _verify_naming(game: Game, action: NameTrump) -> None:
    who = action.seat.name.title()
    if not game.variant.trumps_change:
        raise IllegalAction(
            Rule.PERSONAL_TRUMP,
            f"{who} names a trump, but in {game.variant} everybody keeps one for the whole game",
        )
    if game.over:
        raise IllegalAction(Rule.TWO_CHANGING, f"{who} names a trump after the last trick")
    if action.seat != game.turn:
        raise IllegalAction(
            Rule.TURN, f"{who} names a trump out of turn: {game.turn.name.title()} is next"
        )
    first = action.seat in game.unnamed
    if not first and not game.may_change:
        raise IllegalAction(
            Rule.TWO_CHANGING,
            f"{who} may change trumps only after winning a trick that the opponent led, "
            "before leading to the next",
        )
    if action.suit not in _nameable(game):
        names = " or ".join(suit.name.lower() for suit in _nameable(game))
        raise IllegalAction(
            Rule.TWO_NAMING if first else Rule.TWO_CHANGING,
            f"{who} may name {names}, not {action.suit.name.lower()}",
        )


def _find_claimed(game: Game, claim: ClaimRevoke) -> Revoke:
    """Find the revoke that *claim* is about.

    The proof has to lie open: the offender has since played a card of the suit. Our
    choice, since no source says when a revoke is established.
    """
    who, accused = claim.seat.name.title(), claim.accused.name.title()
    seats = game.table.seats
    if claim.seat not in seats or claim.accused not in seats:
        raise IllegalAction(Rule.REVOKE_CLAIM, f"nobody sits where {claim} points")
    if claim.seat in game.variant.side(claim.accused):
        raise IllegalAction(Rule.REVOKE_CLAIM, f"{who} cannot claim a revoke of the own side")
    for revoke in game.revokes:
        if (
            (revoke.seat, revoke.led, revoke.deal) == (claim.accused, claim.suit, claim.deal)
            and revoke not in game.claimed
            and lies_open(game, revoke)
        ):
            return revoke
    raise IllegalAction(
        Rule.REVOKE_CLAIM,
        f"nothing on the table shows that {accused} failed to follow "
        f"{claim.suit.name.lower()} though able in deal {claim.deal}",
    )


def lies_open(game: Game, revoke: Revoke) -> bool:
    """Return whether the offender has played a card of the suit since.

    The first such card is one that was in hand when the offender revoked: hands are played
    out before the next deal.
    """
    later = plays(game)[revoke.at + 1 :]
    return any(play.seat == revoke.seat and play.card.suit == revoke.led for play in later)


def plays(game: Game) -> tuple[Play, ...]:
    """List every card played so far, in order."""
    return tuple(action for action in game.history if isinstance(action, Play))


def tricks(game: Game, deal: int) -> tuple[Trick, ...]:
    """List the tricks of one deal (from 1), the one under way included."""
    size, each = game.variant.dealt, game.variant.trick
    played, left = plays(game), len(game.stock) + sum(map(len, game.hands))
    # Only of a position set up by hand some cards had gone before it.
    unseen = size * game.variant.deals - left - len(played)
    return tuple(
        Trick(played[first : first + each])
        for first in range((deal - 1) * size - unseen, deal * size - unseen, each)
        if 0 <= first < len(played)
    )


def markers(game: Game) -> tuple[frozenset[Suit], ...]:
    """Return, parallel to the seats, the suits each has failed to follow in the deal under way.

    Source: Konstam's suit markers, in Parlett, "Revoke": turned up for the rest of the deal.
    """
    shown: dict[Seat, set[Suit]] = {seat: set() for seat in game.table.seats}
    for trick in tricks(game, game.deal):
        led = trick.lead.card.suit
        for play in trick.plays:
            if play.card.suit != led:
                shown[play.seat].add(led)
    return tuple(frozenset(shown[seat]) for seat in game.table.seats)


def play(game: Game, action: Action) -> tuple[Game, Ruling | None]:
    """Carry out *action*.

    Returns:
        The game afterwards; and, when the action completed a trick, its ruling.

    Raises:
        IllegalAction: The rules do not allow it; see `verify`.
    """
    if isinstance(action, ClaimRevoke):
        revoke = _find_claimed(game, action)
        return replace(game, claimed=(*game.claimed, revoke), history=(*game.history, action)), None
    verify(game, action)
    if isinstance(action, NameTrump):
        return replace(
            game,
            table=game.table.with_trump(action.seat, action.suit),
            unnamed=tuple(seat for seat in game.unnamed if seat != action.seat),
            may_change=False,
            history=(*game.history, action),
        ), None
    return _play_card(game, action)


def _play_card(game: Game, action: Play) -> tuple[Game, Ruling | None]:
    """Move the card from hand to trick, and take the trick in when it is complete."""
    place = game.table.seats.index(action.seat)
    hand = game.hands[place]
    gone = hand.index(action.card)
    after = Game(
        game.variant,
        game.table,
        game.dealer,
        game.stock,
        (*game.hands[:place], hand[:gone] + hand[gone + 1 :], *game.hands[place + 1 :]),
        game.table.left_of(action.seat),
        (*game.trick, action),
        game.calypsos,
        game.piles,
        game.conduct,
        game.unnamed,
        may_change=False,
        revokes=game.revokes + _revoked(game, hand, action),
        claimed=game.claimed,
        history=(*game.history, action),
        start=game.start,
    )
    return _take_trick(after) if len(after.trick) == game.variant.trick else (after, None)


def _revoked(game: Game, hand: tuple[Card, ...], action: Play) -> tuple[Revoke, ...]:
    """Return the revoke that *action* is, if it is one; a strict game has let none pass."""
    if game.conduct == Conduct.STRICT or action.card in legal_cards(hand, _led(game)):
        return ()
    led = game.trick[0].card.suit
    return (Revoke(action.seat, game.deal, led, action.card, len(plays(game))),)


def _take_trick(game: Game) -> tuple[Game, Ruling]:
    """Return the complete trick to its winner, who leads to the next; deal when hands are empty."""
    variant, table = game.variant, game.table
    dealer, stock, hands = game.dealer, game.stock, game.hands
    ruling = judge(Trick(game.trick), table)
    winner = ruling.winning.seat
    calypsos, unused = share(variant, table, game.calypsos, ruling.trick.cards, winner)
    place = table.seats.index(winner)
    piles = (*game.piles[:place], game.piles[place] + unused, *game.piles[place + 1 :])
    turn = winner
    if stock and not any(hands):
        dealer = next_dealer(variant, table, dealer, winner)
        hands, stock = deal_hands(variant, table, dealer, stock)
        turn = table.left_of(dealer)
    after = replace(
        game,
        dealer=dealer,
        stock=stock,
        hands=hands,
        turn=turn,
        trick=(),
        calypsos=calypsos,
        piles=piles,
        may_change=variant.trumps_change and winner != game.trick[0].seat,
    )
    return after, ruling
