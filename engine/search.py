"""The alpha-beta search behind `engine.solver`, over small integers.

Which card beats which is looked up in `engine.numbers.strengths`, and points come from
`score_of`. Only the building of calypsos is said again, in bits.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from engine.calypso import Calypso
from engine.cards import Card
from engine.game import Game
from engine.numbers import form_of, strengths
from engine.score import score_of
from engine.table import Seat
from engine.variants import Variant

_BITS, _COUNT = 3, 0b111
"""Bits that count how often a hand holds a card: four packs, hence at most four times."""

FAR = 1 << 30
"""More than any difference of scores."""


@dataclass(frozen=True, slots=True)
class _Left:
    """What can be said of the cards that are left, whoever holds them.

    ``ranks`` has, for every calypso of the row, the bits of the ranks left in its suit, and
    ``counts`` how many cards. ``least`` and ``most`` bound what the cards can bring, apart
    from what completing a calypso does. ``forced`` says that everybody has one card.
    """

    ranks: tuple[int, ...]
    counts: tuple[int, ...]
    least: int
    most: int
    forced: bool


class Search:
    """Searches what an ending still brings, to one side that wants it and others that do not.

    Args:
        game: A position of the ending: its hands say which cards are left.
        friends: The seats that want as much as can be.
        weights: Parallel to the seats: how often a point on a seat's own sheet counts.

    A hand is one number with three bits for every card that is left in the ending, which
    count how often it is held. The calypsos of the row (see `engine.numbers.Form`) are the
    bits of their ranks, ``built``, and behind them stand the piles, as one that lacks
    nothing, ever; ``done`` says how many are completed. Players are indices of seats, and
    a table is an index of ``tables``: in Calypso for Two trumps may change. Of the window
    ``alpha`` to ``beta`` a value outside need only be bounded.
    """

    def __init__(self, game: Game, friends: Collection[Seat], weights: Sequence[int]) -> None:
        variant, seats = game.variant, game.table.seats
        self.form = form = form_of(variant, game.table)
        self.hopes = [seat in friends for seat in seats]
        self.tables = [game.table]
        if variant.trumps_change:
            own = variant.builds_at(game.table)
            self.tables = [replace(game.table, trumps=trumps) for trumps in product(*own)]
        self.strong = [strengths(variant, table) for table in self.tables]
        held = {form.number[card] for hand in game.hands for card in hand}
        self.units = {face: 1 << _BITS * place for place, face in enumerate(sorted(held))}
        self.face_of = {unit: face for face, unit in self.units.items()}
        self.masks = [
            sum(_COUNT * unit for face, unit in self.units.items() if form.suit[face] == suit)
            for suit in range(len(variant.suits))
        ]
        self.spot_of = [
            next(spot for spot, (_, suit) in enumerate(form.row) if suit == card.suit)
            for card in form.cards
        ]
        self.price(variant, seats, weights)
        self.moves: dict[int, tuple[tuple[int, int], ...]] = {}
        self.lefts: dict[int, _Left] = {}
        self.met: dict[tuple[int, ...], tuple[int, int]] = {}
        self.hands: list[int] = []

    def price(self, variant: Variant, seats: Sequence[Seat], weights: Sequence[int]) -> None:
        """Look up what a card adds to each calypso and pile, and what completing one adds.

        The cards of a calypso that is completed do not count any more.
        """
        form, suit = self.form, variant.suits[0]
        card = score_of(Calypso(suit, frozenset(variant.ranks[:1])), 0).total
        whole = [score_of(Calypso(suit, completed=done), 0).total for done in range(5)]
        bonus = [more - less - len(variant.ranks) * card for less, more in pairwise(whole)]
        own = [weights[seats.index(seat)] for seat, _ in form.row]
        self.card = [card * weight for weight in own]
        self.finish = [[points * weight for points in bonus] for weight in own]
        self.pile = [score_of((), 1).total * weight for weight in weights]
        takers = list(zip(*form.spots, strict=True))
        may = [{*self.pile, *(self.card[at] for at in of if at < len(own))} for of in takers]
        self.most, self.least = list(map(max, may)), list(map(min, may))

    def to_come(self, game: Game, alpha: int = -FAR, beta: int = FAR) -> int:
        """Say what the rest of the deal brings, each seat's points multiplied by its weight."""
        form, seats = self.form, game.table.seats
        number, bit = form.number, form.bit
        self.hands = [sum(self.units[number[card]] for card in hand) for hand in game.hands]
        row = [calypso for own in game.calypsos for calypso in own]
        ranks = [[number[Card(one.suit, rank)] for rank in one.ranks] for one in row]
        built = (*(sum(bit[face] for face in faces) for faces in ranks), -1)
        done = tuple(one.completed for one in row)
        table = self.tables.index(game.table)
        if not game.trick:
            leader, change = seats.index(game.turn), int(game.may_change)
            return self.trick(table, leader, change, built, done, alpha, beta)
        won = [number[made.card] for made in game.trick]
        order = form.orders[seats.index(game.trick[0].seat)]
        strong = self.strong[table][order[0]][form.suit[won[0]]]
        powers = [strong[player][face] for player, face in zip(order, won, strict=False)]
        best, winner = max(powers), order[powers.index(max(powers))]
        return self.follow(table, order, strong, won, best, winner, built, done, alpha, beta)

    def trick(
        self,
        table: int,
        leader: int,
        change: int,
        built: tuple[int, ...],
        done: tuple[int, ...],
        alpha: int,
        beta: int,
    ) -> int:
        """Value a position between two tricks; with *change* the leader may name a trump."""
        hands = self.hands
        if not hands[leader]:
            return 0
        cards = sum(hands)
        left = self.lefts.get(cards) or self.left(cards)
        if left.forced:
            return self.forced(table, leader, built, done)
        least, most, full = left.least, left.most, self.form.full
        key = [table, leader, change, *hands]
        # Of what is built only that counts which the cards left can still change.
        for spot, ranks in enumerate(left.ranks):
            has = built[spot]
            if full & ~has & ~ranks:
                key.append(has & ranks)
                continue
            key.append((done[spot] + 1) * (full + 1) + (has & ranks))
            gain = self.bonus(spot, done[spot], has.bit_count() + left.counts[spot])
            least, most = least + min(gain, 0), most + max(gain, 0)
        position = tuple(key)
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

    def left(self, cards: int) -> _Left:
        """Look at *cards*, the sum of all hands."""
        row, form = len(self.form.row), self.form
        ranks, counts, least, most = [0] * row, [0] * row, 0, 0
        for face, unit in self.units.items():
            count = cards // unit & _COUNT
            if count:
                ranks[self.spot_of[face]] |= form.bit[face]
                counts[self.spot_of[face]] += count
                least += count * self.least[face]
                most += count * self.most[face]
        forced = sum(counts) == len(self.hands) == len(form.orders[0])
        found = _Left(tuple(ranks), tuple(counts), least, most, forced)
        self.lefts[cards] = found
        return found

    def bonus(self, spot: int, done: int, cards: int) -> int:
        """Bound what completing calypsos can add with so many cards, those held included."""
        times = cards // self.form.full.bit_count()
        return sum(self.finish[spot][done : done + times])

    def playable(self, cards: int) -> tuple[tuple[int, int], ...]:
        """List the different cards among *cards* with their units, the highest first."""
        found = tuple(
            (face, unit)
            for face, unit in sorted(self.units.items(), key=self.by_rank, reverse=True)
            if cards // unit & _COUNT
        )
        self.moves[cards] = found
        return found

    def by_rank(self, item: tuple[int, int]) -> tuple[int, int]:
        """Sort cards by rank."""
        return self.form.bit[item[0]], item[0]

    def lead(
        self,
        table: int,
        leader: int,
        change: int,
        built: tuple[int, ...],
        done: tuple[int, ...],
        alpha: int,
        beta: int,
    ) -> int:
        """Value a position by trying every lead, under every trump that may be named."""
        hands, hope, suit = self.hands, self.hopes[leader], self.form.suit
        hand, value, order = hands[leader], -FAR if hope else FAR, self.form.orders[leader]
        for at in self.nameable(table, leader) if change else (table,):
            strong = self.strong[at][leader]
            for face, unit in self.moves.get(hand) or self.playable(hand):
                hands[leader] = hand - unit
                by = strong[suit[face]]
                got = self.follow(
                    at, order, by, [face], by[leader][face], leader, built, done, alpha, beta
                )
                if hope:
                    value, alpha = max(value, got), max(alpha, got)
                else:
                    value, beta = min(value, got), min(beta, got)
                if alpha >= beta:
                    hands[leader] = hand
                    return value
        hands[leader] = hand
        return value

    def nameable(self, table: int, leader: int) -> tuple[int, ...]:
        """List the tables at which the leader's trump may be another, the present one first."""
        trumps = self.tables[table].trumps
        others = (
            at
            for at, other in enumerate(self.tables)
            if [place for place, trump in enumerate(other.trumps) if trump != trumps[place]]
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
        built: tuple[int, ...],
        done: tuple[int, ...],
        alpha: int,
        beta: int,
    ) -> int:
        """Value a position in a trick that *winner* wins so far with a card as strong as *best*."""
        if len(won) == len(order):
            return self.taken(table, order[0], won, winner, built, done, alpha, beta)
        player, hands = order[len(won)], self.hands
        hand, hope, powers = hands[player], self.hopes[player], strong[player]
        value, cards = -FAR if hope else FAR, hand & self.masks[self.form.suit[won[0]]] or hand
        for face, unit in self.moves.get(cards) or self.playable(cards):
            hands[player] = hand - unit
            won.append(face)
            power = powers[face]
            if power > best:
                got = self.follow(
                    table, order, strong, won, power, player, built, done, alpha, beta
                )
            else:
                got = self.follow(table, order, strong, won, best, winner, built, done, alpha, beta)
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
                break
        hands[player] = hand
        return value

    def taken(
        self,
        table: int,
        leader: int,
        won: list[int],
        winner: int,
        built: tuple[int, ...],
        done: tuple[int, ...],
        alpha: int,
        beta: int,
    ) -> int:
        """Give a trick to its winner, and value what it brings with all that follows."""
        gain, built, done = self.collect(won, winner, built, done)
        change = int(winner != leader and len(self.tables) > 1)
        return gain + self.trick(table, winner, change, built, done, alpha - gain, beta - gain)

    def collect(
        self, won: list[int], winner: int, built: tuple[int, ...], done: tuple[int, ...]
    ) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """Build calypsos from a trick; what finds no place goes to the winner's pile.

        Source: see `engine.calypso.collect`, which says the same of cards.
        """
        form = self.form
        spots, bit, building, left, gain = form.spots[winner], form.bit, list(built), [], 0
        for face in won:
            spot = spots[face]
            if building[spot] & bit[face]:
                left.append(face)
            else:
                building[spot] |= bit[face]
                gain += self.card[spot]
        for spot in form.fed[winner]:
            if building[spot] == form.full:
                gain += self.finish[spot][done[spot]]
                done = (*done[:spot], done[spot] + 1, *done[spot + 1 :])
                building[spot] = 0
                for face in left.copy():
                    if spots[face] == spot and not building[spot] & bit[face]:
                        building[spot] |= bit[face]
                        gain += self.card[spot]
                        left.remove(face)
        return gain + len(left) * self.pile[winner], tuple(building), done

    def forced(self, table: int, leader: int, built: tuple[int, ...], done: tuple[int, ...]) -> int:
        """Value the last trick, to which everybody has one card."""
        order = self.form.orders[leader]
        won = [self.face_of[self.hands[player]] for player in order]
        strong = self.strong[table][leader][self.form.suit[won[0]]]
        powers = [strong[player][face] for player, face in zip(order, won, strict=True)]
        return self.collect(won, order[powers.index(max(powers))], built, done)[0]
