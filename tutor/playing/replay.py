"""A match step by step: any position of it, and playing on from there."""

from dataclasses import replace

from engine.game import ClaimRevoke, Game
from engine.record import parse_game, positions, print_game
from engine.trick import Play
from tutor.playing.agreement import CONDUCTS, Manner
from tutor.playing.match import Extras, Match, tricks_taken


def length(match: Match) -> int:
    """Count the actions of a match: its positions have the numbers 0 to this."""
    return len(match.game.history)


def rewound(match: Match, at: int) -> Match:
    """Return the match as it was after *at* actions; a trick completed by the last one waits.

    Raises:
        ValueError: It has no such position.
    """
    if not 0 <= at <= length(match):
        raise ValueError(f"no position {at}: the game has 0 to {length(match)}")
    game = positions(match.game)[at]
    extras = match.extras
    shown = Extras(
        seen=tricks_taken(game) - _just_taken(game),
        hints=tuple(place for place in extras.hints if place <= at),
        retried=tuple(place for place in extras.retried if place <= at),
        revision=extras.revision,
    )
    return replace(match, game=game, extras=shown)


def _just_taken(game: Game) -> bool:
    """Return whether the last card played completed a trick, and no trump was named since."""
    acted = next((it for it in reversed(game.history) if not isinstance(it, ClaimRevoke)), None)
    return isinstance(acted, Play) and not game.trick


def trick_ends(match: Match) -> tuple[int, ...]:
    """List the numbers of the positions in which a trick has just been completed."""
    line = positions(match.game)
    return tuple(at for at in range(1, len(line)) if line[at - 1].trick and not line[at].trick)


def deal_starts(match: Match) -> tuple[int, ...]:
    """List the numbers of the positions in which a deal begins, the first being 0."""
    line = positions(match.game)
    later = (at for at in range(1, len(line)) if line[at].deal > line[at - 1].deal)
    return (0, *later)


def fork(match: Match, at: int, manner: Manner) -> Match:
    """Return a match of its own that goes on from a position of this one.

    Raises:
        ValueError: It has no such position, or for practice: somebody has revoked before it.
    """
    begun = rewound(match, at).game
    head, cards = print_game(begun).split(" : ", maxsplit=1)
    head = f"{head.rpartition(' ')[0]} {CONDUCTS[manner].value}"
    game = parse_game(f"{head} : {cards}")
    setup = replace(match.setup, manner=manner)
    return Match(setup, game, Extras(seen=tricks_taken(game)))
