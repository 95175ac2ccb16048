"""The alpha-beta search behind `engine.fast.solver`, over small integers, and what bounds it.

Which card beats which is looked up in `engine.fast.strengths`. Of an ending what cards bring, and
can bring at most, is looked up and bounded here; only the building of calypsos is said again, in
bits.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from operator import mul

from engine.fast import form_of, point_values, strengths
from engine.game import Action, Game, NameTrump
from engine.table import Seat, Table
from engine.trick import Play
from engine.variants import Variant

BITS, COUNT = 3, 0b111
"""Bits that count up to four: how often a hand holds a card, how many calypsos are completed."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What cards bring, each seat's points multiplied by its weight.

    By place in the row: what a ``card`` adds to a calypso; in ``finish`` what completing
    the first, second and so on adds, whose cards no longer count; the ``least`` and
    ``most`` that a card can bring, by how much the least that one without a place can
    bring is ``dearer``, and the most ``cheaper``. By seat: a card in the ``pile``.
    """

    card: tuple[int, ...]
    finish: tuple[tuple[int, ...], ...]
    least: tuple[int, ...]
    most: tuple[int, ...]
    dearer: tuple[int, ...]
    cheaper: tuple[int, ...]
    pile: tuple[int, ...]


@cache
def prices_of(variant: Variant, table: Table, weights: tuple[int, ...]) -> Prices:
    """Look up what cards bring at a table."""
    values = point_values(variant)
    own = [weights[table.seats.index(seat)] for seat, _ in form_of(variant, table).row]
    cards = tuple(values.card * weight for weight in own)
    pile = tuple(values.pile * weight for weight in weights)
    least = tuple(min(*pile, worth) for worth in cards)
    most = tuple(max(*pile, worth) for worth in cards)
    return Prices(
        card=cards,
        finish=tuple(tuple(points * weight for points in values.gain) for weight in own),
        least=least,
        most=most,
        dearer=tuple(min(pile) - points for points in least),
        cheaper=tuple(points - max(pile) for points in most),
        pile=pile,
    )


@dataclass(frozen=True, slots=True)
class Bits:
    """Where cards are noted in the number that says what is built.

    ``spots`` gives the calypso of the row that is of a card's suit, and ``own`` the card's
    bit there; ``won`` the bit it takes by winner, which is ``piled`` where no calypso of
    the winner's side takes it. ``wholes`` are the calypsos, all ranks of them.
    """

    spots: tuple[int, ...]
    own: tuple[int, ...]
    won: tuple[tuple[int, ...], ...]
    wholes: tuple[int, ...]
    piled: int


@cache
def bits_of(variant: Variant, table: Table) -> Bits:
    """Return every rank of every calypso a bit."""
    form, width = form_of(variant, table), len(variant.ranks)
    suits = [suit for _, suit in form.row]
    spots = tuple(suits.index(card.suit) for card in form.cards)
    own = tuple(bit << width * spot for bit, spot in zip(form.bit, spots, strict=True))
    piled = 1 << width * len(suits)
    return Bits(
        spots=spots,
        own=own,
        won=tuple(
            tuple(bit if spot < len(suits) else piled for bit, spot in zip(own, taken, strict=True))
            for taken in form.spots
        ),
        wholes=tuple(form.full << width * spot for spot in range(len(suits))),
        piled=piled,
    )


@dataclass(frozen=True, slots=True)
class _Left:
    """What can be said of the cards that are left, whoever holds them.

    ``ranks`` has their bits in their calypsos, and ``counts`` says how many there are for
    each of the row. ``least`` and ``most`` bound what they can bring, apart from what
    completing a calypso does.
    """

    ranks: int
    counts: tuple[int, ...]
    least: int
    most: int


class Bounds:
    """Bounds what the cards left can bring, whoever takes them, and keeps what it has ``known``.

    ``units`` says how a card is counted in the sum of all hands, see `Search`.
    """

    def __init__(
        self, variant: Variant, units: Mapping[int, int], bits: Bits, prices: Prices
    ) -> None:
        self.ranks, self.units, self.bits, self.prices = len(variant.ranks), units, bits, prices
        self.known: dict[tuple[int, int, int], tuple[int, int, int]] = {}
        self.lefts: dict[int, _Left] = {}

    def find(self, cards: int, built: int, done: int) -> tuple[int, int, int]:
        """Bound what *cards*, the sum of all hands, can bring, whoever holds them.

        Returns:
            The least, the most, and a number for what matters of *built* and *done*: of
            what is built only that counts which the cards left can still change.
        """
        left = self.lefts.get(cards) or self.left(cards)
        least, most, ranks, code = left.least, left.most, left.ranks, 0
        for spot, whole in enumerate(self.bits.wholes):
            lacking = whole & ~built
            if lacking & ~ranks:  # it cannot be completed: a rank it has is of no use to it
                useless = left.counts[spot] - (lacking & ranks).bit_count()
                least += useless * self.prices.dearer[spot]
                most -= useless * self.prices.cheaper[spot]
                continue
            completed = done >> BITS * spot & COUNT
            code |= completed + 1 << BITS * spot
            gain = self.bonus(spot, completed, (built & whole).bit_count() + left.counts[spot])
            least, most = least + min(gain, 0), most + max(gain, 0)
        known = least, most, code * self.bits.piled + (built & ranks)
        self.known[cards, built, done] = known
        return known

    def left(self, cards: int) -> _Left:
        """Look at *cards*, the sum of all hands."""
        ranks, counts = 0, [0] * len(self.bits.wholes)
        for face, unit in self.units.items():
            count = cards // unit & COUNT
            if count:
                ranks |= self.bits.own[face]
                counts[self.bits.spots[face]] += count
        left = _Left(
            ranks,
            tuple(counts),
            sum(map(mul, counts, self.prices.least)),
            sum(map(mul, counts, self.prices.most)),
        )
        self.lefts[cards] = left
        return left

    def bonus(self, spot: int, completed: int, cards: int) -> int:
        """Bound what completing calypsos can add with so many cards, those held included."""
        times = cards // self.ranks
        return sum(self.prices.finish[spot][completed : completed + times])


FAR = 1 << 30
"""More than any difference of scores."""

_Move = tuple[int, int]
"""A card and its unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A position in numbers, as `Search` has them; ``won`` is the trick so far, ``leader`` its."""

    hands: tuple[int, ...]
    table: int
    turn: int
    change: int
    leader: int
    won: tuple[int, ...]
    built: int
    done: int


class Search:
    """Searches what an ending still brings, to one side that wants it and others that do not.

    Args:
        game: A position of the ending: its hands say which cards are left.
        friends: The seats that want as much as can be.
        weights: Parallel to the seats: how often a point on a seat's own sheet counts.

    A hand is one number with three bits for every card that is left in the ending, which count how
    often it is held. What is ``built`` is one number too: a bit for every rank of every calypso of
    the row (see `engine.fast.Form`), and behind them a bit for the piles, which is always set, so
    that nothing finds a place there. ``done`` counts the completed calypsos, three bits each.
    Players are indices of seats, and a table is an index of ``tables``: in Calypso for Two trumps
    may change. Of the window ``alpha`` to ``beta`` a value outside need only be bounded.
    """

    def __init__(self, game: Game, friends: Collection[Seat], weights: Sequence[int]) -> None:
        variant, table = game.variant, game.table
        self.form = form = form_of(variant, table)
        self.bits = bits = bits_of(variant, table)
        self.prices = prices_of(variant, table, tuple(weights))
        self.worth = [self.prices.card[spot] for spot in bits.spots]
        self.hopes = [seat in friends for seat in table.seats]
        self.one_each = len(table.seats) == variant.trick
        self.tables = [table]
        if variant.trumps_change:
            own = variant.builds_at(table)
            self.tables = [replace(table, trumps=trumps) for trumps in product(*own)]
        self.strong = [strengths(variant, there) for there in self.tables]
        held = {form.number[card] for hand in game.hands for card in hand}
        ranked = sorted(held, key=lambda face: (form.bit[face], face), reverse=True)
        self.units = {face: 1 << BITS * place for place, face in enumerate(ranked)}
        self.face_of = {unit: face for face, unit in self.units.items()}
        self.masks = [0] * len(variant.suits)
        for face, unit in self.units.items():
            self.masks[form.suit[face]] += COUNT * unit
        self.moves: dict[int, tuple[_Move, ...]] = {}
        self.bounds = Bounds(variant, self.units, bits, self.prices)
        self.known = self.bounds.known
        self.met: dict[tuple[int, ...], tuple[int, int]] = {}
        self.hands: list[int] = []

    def read(self, game: Game) -> Position:
        """Put a position of the ending into numbers."""
        units, number, seats = self.units, self.form.number, game.table.seats
        lowest, width = game.variant.ranks[0], len(game.variant.ranks)
        built, done = self.bits.piled, 0
        for spot, calypso in enumerate(calypso for own in game.calypsos for calypso in own):
            done |= calypso.completed << BITS * spot
            for rank in calypso.ranks:
                built |= 1 << width * spot + rank - lowest
        return Position(
            hands=tuple(sum([units[number[card]] for card in hand]) for hand in game.hands),
            table=self.tables.index(game.table),
            turn=seats.index(game.turn),
            change=int(game.may_change),
            leader=seats.index(game.trick[0].seat if game.trick else game.turn),
            won=tuple(number[made.card] for made in game.trick),
            built=built,
            done=done,
        )

    def to_come(self, position: Position) -> int:
        """Return what the rest of the deal brings, each seat's points multiplied by its weight."""
        self.hands = list(position.hands)
        if position.won:
            return self.go_on(position, list(position.won), -FAR, FAR)
        return self.trick(
            position.table, position.turn, position.change, position.built, position.done, -FAR, FAR
        )

    def after(self, position: Position, action: Action, alpha: int = -FAR, beta: int = FAR) -> int:
        """Return the same of the rest of the deal after *action*."""
        self.hands = list(position.hands)
        if isinstance(action, Play):
            face = self.form.number[action.card]
            self.hands[position.turn] -= self.units[face]
            return self.go_on(position, [*position.won, face], alpha, beta)
        if not isinstance(action, NameTrump):
            raise TypeError(f"{action} does not change what cards bring")
        named = self.tables.index(self.tables[position.table].with_trump(action.seat, action.suit))
        return self.trick(named, position.turn, 0, position.built, position.done, alpha, beta)

    def go_on(self, position: Position, won: list[int], alpha: int, beta: int) -> int:
        """Value a position in the trick of *position* in which *won* has been played."""
        table, leader = position.table, position.leader
        built, done = position.built, position.done
        order = self.form.orders[leader]
        strong = self.strong[table][leader][self.form.suit[won[0]]]
        powers = [strong[player][face] for player, face in zip(order, won, strict=False)]
        best, winner = max(powers), order[powers.index(max(powers))]
        if len(won) == len(order):
            return self.taken(table, leader, won, winner, built, done, alpha, beta)
        return self.follow(table, order, strong, won, best, winner, built, done, alpha, beta)

    def trick(
        self, table: int, leader: int, change: int, built: int, done: int, alpha: int, beta: int
    ) -> int:
        """Value a position between two tricks; with *change* the leader may name a trump."""
        hands = self.hands
        if not hands[leader]:
            return 0
        if self.one_each and hands[leader] in self.face_of:
            return self.forced(table, leader, built, done)
        cards = sum(hands)
        least, most, matters = self.known.get((cards, built, done)) or self.bounds.find(
            cards, built, done
        )
        if least >= beta:
            return least
        if most <= alpha:
            return most
        position = (table, leader, change, matters, *hands)
        lower, upper = self.met.get(position, (least, most))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        value = self.lead(table, leader, change, built, done, alpha, beta)
        if value > alpha:
            lower = value
        if value < beta:
            upper = value
        self.met[position] = lower, upper
        return value

    def playable(self, cards: int) -> tuple[_Move, ...]:
        """List the different cards among *cards* with their units, the highest first."""
        moves = tuple((face, unit) for face, unit in self.units.items() if cards // unit & COUNT)
        self.moves[cards] = moves
        return moves

    def prefer(self, move: _Move, cards: int, moves: tuple[_Move, ...]) -> None:
        """Try *move* first from now on: what was too good here is likely to be so elsewhere."""
        if move is not moves[0]:
            self.moves[cards] = (move, *(follower for follower in moves if follower is not move))

    def lead(
        self, table: int, leader: int, change: int, built: int, done: int, alpha: int, beta: int
    ) -> int:
        """Value a position by trying every lead, under every trump that may be named."""
        hands, hope, suit = self.hands, self.hopes[leader], self.form.suit
        hand, value, order = hands[leader], -FAR if hope else FAR, self.form.orders[leader]
        for named in self.nameable(table, leader) if change else (table,):
            strong = self.strong[named][leader]
            moves = self.moves.get(hand) or self.playable(hand)
            for move in moves:
                face, unit = move
                hands[leader] = hand - unit
                by = strong[suit[face]]
                got = self.follow(
                    named, order, by, [face], by[leader][face], leader, built, done, alpha, beta
                )
                if hope:
                    value, alpha = max(value, got), max(alpha, got)
                else:
                    value, beta = min(value, got), min(beta, got)
                if alpha >= beta:
                    self.prefer(move, hand, moves)
                    hands[leader] = hand
                    return value
        hands[leader] = hand
        return value

    def nameable(self, table: int, leader: int) -> tuple[int, ...]:
        """List the tables at which the leader's trump may be another, the present one first."""
        trumps = self.tables[table].trumps
        others = (
            number
            for number, there in enumerate(self.tables)
            if [place for place, trump in enumerate(there.trumps) if trump != trumps[place]]
            == [leader]
        )
        return table, *others

    def follow(
        self,
        table: int,
        order: list[int],
        strong: list[list[int]],
        won: list[int],
        best: int,
        winner: int,
        built: int,
        done: int,
        alpha: int,
        beta: int,
    ) -> int:
        """Value a position in a trick that *winner* wins so far with a card as strong as *best*."""
        player, hands, last = order[len(won)], self.hands, len(won) + 1 == len(order)
        hand, hope, powers = hands[player], self.hopes[player], strong[player]
        value, cards = -FAR if hope else FAR, hand & self.masks[self.form.suit[won[0]]] or hand
        moves = self.moves.get(cards) or self.playable(cards)
        for move in moves:
            face, unit = move
            hands[player] = hand - unit
            power, high, wins = powers[face], best, winner
            if power > best:
                high, wins = power, player
            won.append(face)
            if last:
                got = self.taken(table, order[0], won, wins, built, done, alpha, beta)
            else:
                got = self.follow(table, order, strong, won, high, wins, built, done, alpha, beta)
            won.pop()
            if hope:
                if got > value:
                    value = got
                    if got > alpha:
                        alpha = got
            elif got < value:
                value = got
                if got < beta:
                    beta = got
            if alpha >= beta:
                self.prefer(move, cards, moves)
                break
        hands[player] = hand
        return value

    def taken(
        self,
        table: int,
        leader: int,
        won: list[int],
        winner: int,
        built: int,
        done: int,
        alpha: int,
        beta: int,
    ) -> int:
        """Return a trick to its winner, and value what it brings with all that follows."""
        gain, built, done = self.collect(won, winner, built, done)
        change = int(winner != leader and len(self.tables) > 1)
        return gain + self.trick(table, winner, change, built, done, alpha - gain, beta - gain)

    def collect(self, won: list[int], winner: int, built: int, done: int) -> tuple[int, int, int]:
        """Build calypsos from a trick; what finds no place goes to the winner's pile.

        Source: see `engine.calypso.collect`, which says the same of cards.
        """
        bits, worth, gain = self.bits.won[winner], self.worth, 0
        left: list[int] = []
        for face in won:
            bit = bits[face]
            if built & bit:
                left.append(face)
            else:
                built |= bit
                gain += worth[face]
        for spot in self.form.fed[winner]:
            whole = self.bits.wholes[spot]
            if built & whole == whole:
                gain += self.prices.finish[spot][done >> BITS * spot & COUNT]
                done += 1 << BITS * spot
                built ^= whole
                for face in left.copy():
                    if bits[face] & whole & ~built:
                        built |= bits[face]
                        gain += worth[face]
                        left.remove(face)
        return gain + len(left) * self.prices.pile[winner], built, done

    def forced(self, table: int, leader: int, built: int, done: int) -> int:
        """Value the last trick, to which everybody has one card."""
        order = self.form.orders[leader]
        won = [self.face_of[self.hands[player]] for player in order]
        strong = self.strong[table][leader][self.form.suit[won[0]]]
        powers = [strong[player][face] for player, face in zip(order, won, strict=True)]
        return self.collect(won, order[powers.index(max(powers))], built, done)[0]
