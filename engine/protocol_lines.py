"""A game as lines of the protocol: a word that says what follows, and the project's notation."""

from collections.abc import Sequence

from engine.cards import Card, print_cards
from engine.game import Game, Revoke, TrickTaken
from engine.result import ahead, drawn, sheets, totals
from engine.table import Seat
from engine.trick import Trick
from engine.view import View
from engine.winnings import placements

Lines = tuple[str, ...]


def state(game: Game | View) -> Lines:
    """Say whose turn it is, or that the game is over."""
    return ("over",) if game.over else (f"turn {game.turn.value}",)


def listed(items: Sequence[object]) -> str:
    """Write items with spaces between them; ``-`` when there are none."""
    return " ".join(map(str, items)) or "-"


def open_facts(seen: View) -> Lines:
    """Write what everybody at the table can see or remember; nothing in it depends on the seat."""
    head = (
        f"form {seen.variant}",
        f"rulebook {seen.table.rulebook}",
        f"table {seen.table}",
        f"conduct {seen.conduct.value}",
        f"deal {seen.deal} dealer {seen.dealer.value}",
        f"trick {Trick(seen.trick) if seen.trick else '-'}",
    )
    each = tuple(
        line
        for seat, held, void, own, pile in zip(
            seen.table.seats, seen.held, seen.voids, seen.calypsos, seen.piles, strict=True
        )
        for line in (
            f"held {seat.value} {held}",
            f"void {seat.value} {listed(sorted(void))}",
            *(f"calypso {seat.value} {calypso}" for calypso in own),
            f"pile {seat.value} {len(pile)}",
        )
    )
    naming = (f"unnamed {listed(seen.unnamed)}",) if seen.variant.trumps_change else ()
    return (*head, *state(seen), *naming, *each, *claimed(seen.claimed))


def hand_of(seat: Seat, cards: tuple[Card, ...]) -> str:
    """Write the cards of one hand."""
    return f"hand {seat.value} {print_cards(cards)}"


def revokes(made: tuple[Revoke, ...]) -> Lines:
    """Write revokes that are known of."""
    return tuple(f"revoke {revoke}" for revoke in made)


def claimed(made: tuple[Revoke, ...]) -> Lines:
    """Write revokes that were claimed."""
    return tuple(f"claimed {revoke}" for revoke in made)


def taken_in(game: Game, taken: TrickTaken) -> Lines:
    """Say who has won the trick that was under way in *game*, why, and where its cards went."""
    ruling = taken.ruling
    winner = ruling.winning.seat
    placed = placements(game.variant, game.table, game.calypsos, ruling.trick.cards, winner)
    return (
        f"taken {winner.value} {listed((ruling.rule, *ruling.notes))}",
        *(f"placed {placement}" for placement in placed),
    )


def scores(game: Game) -> Lines:
    """Write every seat's own sheet, the totals that decide, and who is ahead."""
    seats = game.table.seats
    own = (f"sheet {seat.value} {sheet}" for seat, sheet in zip(seats, sheets(game), strict=True))
    sums = (f"total {seat.value} {sum_}" for seat, sum_ in zip(seats, totals(game), strict=True))
    best = "draw" if drawn(game) else f"ahead {listed(ahead(game))}"
    return (*own, *claimed(game.claimed), *sums, best)
