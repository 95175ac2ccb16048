"""Games of a batch as the readable engine plays them, and finished games put into a batch."""

from collections.abc import Sequence

import numpy as np

from engine.fast import form_of
from engine.fast.bulk.games import NOT_NAMED, DrawnCards, GameBatch, Playouts
from engine.fast.bulk.tricks import Bytes, Flags
from engine.game import Action, Conduct, Game, NameTrump, new_from_pack
from engine.table import Table
from engine.trick import Play, play_of
from engine.variants import Variant


def start(found: Playouts, which: int) -> Game:
    """One of the games before its first card."""
    faces = found.form.cards
    pack = tuple(faces[number] for number in found.packs[which].tolist())
    return new_from_pack(found.variant, found.table, found.dealer, pack, conduct=Conduct.STRICT)


def actions(found: Playouts, which: int) -> tuple[Action, ...]:
    """The log of one of the games: every card and every trump named, in order."""
    faces, seats, acted = found.form.cards, found.table.seats, list[Action]()
    for trick, leader in enumerate(found.leaders[:, which].tolist()):
        for place, number in enumerate(found.cards[trick, :, which].tolist()):
            seat = seats[(leader + place) % len(seats)]
            suit = int(found.named[trick, place, which])
            if suit != NOT_NAMED:
                acted.append(NameTrump(seat, found.variant.suits[suit]))
            acted.append(play_of(seat, faces[number]))
    return tuple(acted)


def gather(games: Sequence[Game]) -> Playouts:
    """Put finished games, whoever has played them, into the arrays of a batch.

    Raises:
        ValueError: There are none; they differ in form, table or first dealer; one is not
            over or was set up by hand; or a revoke was claimed, which the arrays do not hold.
    """
    batch = batch_of(games)
    return batch.play(LoggedCards(batch.variant, batch.table, games))


def batch_of(games: Sequence[Game]) -> GameBatch:
    """Begin a batch with the packs of finished games."""
    starts = [game.start for game in games if game.start and game.over]
    if not starts or len(starts) < len(games):
        raise ValueError("a batch is gathered from finished games that began with a deal")
    variant, table, dealer = games[0].variant, starts[0].table, starts[0].dealer
    alike = all(game.variant == variant and not game.claimed for game in games)
    if not alike or any((start.table, start.dealer) != (table, dealer) for start in starts):
        raise ValueError("games of one batch have form, table and dealer alike, and no claims")
    number = form_of(variant, table).number
    packs = np.array([[number[card] for card in start.pack] for start in starts], np.uint8)
    return GameBatch(variant, table, dealer, packs)


class LoggedCards(DrawnCards):
    """Cards and trumps as they stand in the histories of games; nothing is drawn."""

    def __init__(self, variant: Variant, table: Table, games: Sequence[Game]) -> None:
        number = form_of(variant, table).number
        shape = (variant.dealt * variant.deals // variant.trick, variant.trick, len(games))
        self.cards, self.named = np.zeros(shape, np.uint8), np.full(shape, NOT_NAMED, np.int8)
        builds = variant.builds_at(table)
        for which, game in enumerate(games):
            at = 0
            for action in game.history:
                trick, place = divmod(at, variant.trick)
                if isinstance(action, Play):
                    self.cards[trick, place, which] = number[action.card]
                    at += 1
                elif isinstance(action, NameTrump):
                    own = builds[table.seats.index(action.seat)]
                    self.named[trick, place, which] = own.index(action.suit)

    def deal(self, dealt: Bytes, first: Bytes) -> None:
        """Take no notice: the cards are known."""

    def name(
        self,
        number: int,
        place: int,
        trump: Bytes,
        may_change: Flags,  # noqa: ARG002
    ) -> tuple[Flags, Bytes] | None:
        named = self.named[number, place]
        names = named != NOT_NAMED
        return names, np.where(names, named, trump).astype(np.uint8)

    def card(self, number: int, place: int, seat: Bytes, cards: Bytes) -> Bytes:  # noqa: ARG002
        card: Bytes = self.cards[number, place]
        return card
