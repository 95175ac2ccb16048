"""Where does each card of this won trick go?"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random

from engine.calypso import Calypso, Place, Placement, share
from engine.cards import Card, Rank, Suit
from engine.rules import Rule
from engine.table import Table
from engine.trick import Ruling
from engine.variants import Variant
from puzzles.kinds.kind import TRIES, Kind, answered, not_found, tokens_of
from puzzles.kinds.what_is_built.position import (
    BUILDING_MISCONCEPTIONS,
    BUILDING_RULES,
    EVERY_SUIT,
    PILE,
    WhatIsBuilt,
    goes,
)
from puzzles.natural import TrickSource
from puzzles.position import SEPARATOR
from puzzles.puzzle import Fact, Hints, Reason, join_parts, split_parts
from puzzles.scenes import Scene, ShelfSight, Stage, TableSight
from puzzles.tricks import draw_ruling

_TRICKS = (
    Rule.LED_TRUMP_WINS,
    Rule.LED_TRUMP_WINS,
    Rule.SUIT_HIGHEST,
    Rule.RUFF_WINS,
    Rule.FIRST_OF_EQUALS,
)
"""How the trick is won: often by a led trump, since then cards of one suit fall together."""

_PILE_TRICKS = (Rule.SUIT_HIGHEST, Rule.FIRST_OF_EQUALS)
"""The same where the winner's side gets nothing to build: somebody else's suit is led."""

_TWICE = 0.6
"""How often, where what was built before counts on, some of it is won a second time."""

_NOTHING = 0.4
"""How often, where cards of other suits are the subject, all cards of the trick are such."""

_THREE, _ALL_AWAY = 3, 0.5
"""How often such a trick of three is kept whose cards all go to the pile since one is spare."""


def _rules(variant: Variant, _: Table) -> tuple[Rule, ...]:
    alone = all(len(fed) == 1 for fed in variant.feeds)
    return tuple(rule for rule in BUILDING_RULES if not (alone and rule == Rule.PARTNER_GETS_CARDS))


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> WhatIsBuilt:
    deal = rng.randint(2, variant.deals) if rule == Rule.CARRIES_OVER else None
    nothing = rule == Rule.OTHERS_TO_PILE and rng.random() < _NOTHING
    for _ in range(TRIES):
        tricks = _PILE_TRICKS if nothing else _TRICKS
        ruling = draw_ruling(rng.choice(tricks), variant, table, rng, TrickSource.BUILT)
        if not _suits_fit(rule, ruling, variant, nothing=nothing):
            continue
        puzzle = _with_calypsos(rule, ruling, variant, deal, rng)
        if not puzzle or not _about(puzzle, rule):
            continue
        if not _all_away(puzzle, rule) or rng.random() < _ALL_AWAY:
            return puzzle
    raise not_found("won trick", rule, variant, table)


def _all_away(puzzle: WhatIsBuilt, rule: Rule) -> bool:
    """Whether every card of a trick of three goes to the pile, one of them because it is spare."""
    few = len(puzzle.trick.cards) == len(puzzle.table.seats) == _THREE
    return few and rule == Rule.ONE_AT_A_TIME and set(split_parts(puzzle.solution)) == {PILE}


def _about(puzzle: WhatIsBuilt, rule: Rule) -> bool:
    """Whether *rule* governs, or sends some cards to the pile while others are built."""
    if rule == Rule.OTHERS_TO_PILE:
        return rule in puzzle.rules_at_work
    return puzzle.rule == rule


def _suits_fit(rule: Rule, ruling: Ruling, variant: Variant, *, nothing: bool) -> bool:
    """Whether the trick has the cards that the rule needs; *nothing* may be built, if so wanted."""
    fed = _fed(ruling, variant)
    mine = [card for card in ruling.trick.cards if card.suit in fed]
    if rule == Rule.OTHERS_TO_PILE:
        return not mine if nothing else 0 < len(mine) < len(ruling.trick.cards)
    if rule == Rule.SAME_TRICK_STARTS_NEXT:
        return any(sum(card.suit == suit for card in mine) > 1 for suit in fed)
    return bool(mine)


def _fed(ruling: Ruling, variant: Variant) -> tuple[Suit, ...]:
    """List the suits that the winner's side builds."""
    return tuple(
        suit
        for seat in variant.side(ruling.winning.seat)
        for suit in variant.builds_with(ruling.table.trump(seat))
    )


def _with_calypsos(
    rule: Rule, ruling: Ruling, variant: Variant, deal: int | None, rng: Random
) -> WhatIsBuilt | None:
    """Lay out calypsos; nothing if more cards would be shown than there are."""
    fed = _fed(ruling, variant)
    calypsos = []
    for suit in variant.suits:
        won = [card for card in ruling.trick.cards if card.suit == suit]
        ranks = _ranks(rule if suit in fed else None, won, variant, rng)
        calypsos.append(Calypso(suit, frozenset(ranks), rng.choice((0, 0, 0, 1))))
    try:
        return WhatIsBuilt(
            variant=variant,
            table=ruling.table,
            trick=ruling.trick,
            calypsos=tuple(calypsos),
            deal=deal,
        )
    except ValueError:
        return None


def _ranks(rule: Rule | None, won: list[Card], variant: Variant, rng: Random) -> set[Rank]:
    """Draw the ranks under way: nearly all, if the trick is to complete them; else some."""
    falling = list(dict.fromkeys(card.rank for card in won))
    if rule == Rule.SAME_TRICK_STARTS_NEXT and len(won) > 1:
        most = min(len(falling), len(won) - 1)
        return set(variant.ranks) - set(rng.sample(falling, rng.randint(1, most)))
    some = set(rng.sample(variant.ranks, rng.randint(2, len(variant.ranks) - 3)))
    twice = rule == Rule.CARRIES_OVER and rng.random() < _TWICE
    if (rule == Rule.ONE_AT_A_TIME or twice) and falling:
        return some | {rng.choice(falling)}
    return some - set(falling) if rule else some


def _hints(puzzle: WhatIsBuilt) -> Hints:
    look = "look.winner-side.alone" if puzzle.alone else "look.winner-side"
    return Reason(look), Reason("rule", {"rule": puzzle.rule}), _compare(puzzle, 0)


def _compare(puzzle: WhatIsBuilt, number: int) -> Reason:
    """Return what decides where the card with this number, from 0, goes."""
    spots = puzzle.placements
    spot = spots[number]
    if spot.rule == Rule.OTHERS_TO_PILE:
        winner = puzzle.ruling.winning.seat
        key = "compare.sides.alone" if puzzle.alone else "compare.sides"
        return Reason(key, {"seat": winner, "suit": spot.card.suit})
    same = sum(twin.card == spot.card for twin in spots)
    key = "compare.two-of-a-rank" if same > 1 else "compare.calypso"
    return Reason(key, {"card": spot.card, "suit": spot.card.suit})


def _because(puzzle: WhatIsBuilt, parts: tuple[str, ...]) -> Reason | None:
    """Return why the last of the *parts* is wrong, or why its card finds no place."""
    *before, spot = puzzle.placed(parts)
    winner = puzzle.ruling.winning.seat
    facts: dict[str, Fact] = {"seat": puzzle.owner(spot.card), "suit": spot.card.suit}
    if spot.rule == Rule.ONE_AT_A_TIME:
        twins = [
            placement
            for placement in puzzle.placements
            if placement.card == spot.card and placement.builder
        ]
        still_to_come = any(twin not in before for twin in twins)
        return Reason("equal-cards" if still_to_come else "one-at-a-time", facts)
    if goes(spot) == parts[-1]:
        return None
    if spot.place != Place.NONE:
        return Reason("still-missing" if spot.place == Place.CURRENT else "starts-next", facts)
    return Reason("others.alone" if puzzle.alone else "others", facts | {"winner": winner})


def _sent(sends: Callable[[WhatIsBuilt], Iterable[str]], puzzle: WhatIsBuilt) -> str:
    """Return where somebody who *sends* them so sends the cards."""
    return join_parts(sends(puzzle))


def _tempting(puzzle: WhatIsBuilt) -> int:
    """Count the misconceptions that tempt; one did wherever a card was of another side."""
    others = (sends for idea, sends in BUILDING_MISCONCEPTIONS.items() if idea != EVERY_SUIT)
    right = _compared(puzzle, puzzle.solution)
    count = sum(_compared(puzzle, _sent(sends, puzzle)) != right for sends in others)
    return count + (Rule.OTHERS_TO_PILE in puzzle.rules_at_work)


def _compared(puzzle: WhatIsBuilt, answer: str) -> list[tuple[str, ...]]:
    """Return where each card goes; equal cards may change places."""
    pairs = zip(puzzle.trick.cards, tokens_of(answer), strict=False)
    return sorted((str(card), *part) for card, part in pairs)


def _lay(given: Mapping[str, str], _: Table) -> str:
    deal = f"{SEPARATOR}deal {given['deal']}" if "deal" in given else ""
    return f"{given['trick']}{SEPARATOR}{given.get('calypsos', '-')}{deal}"


def _scene(puzzle: WhatIsBuilt, stage: Stage) -> Scene:
    """Show the trick as won, and the calypsos that its cards can be sent to.

    Each card comes to its place as soon as it is told whether that was the answer. Afterwards
    the calypsos of the winner's side are shown as they are then.
    """
    asked, ruling = None if stage.answered else len(stage.parts), puzzle.ruling
    table = TableSight(puzzle.variant, puzzle.table, puzzle.trick, asked=asked, ruling=ruling)
    if stage.answered:
        winner = puzzle.ruling.winning.seat
        placed = puzzle.placements
        return (
            table,
            *(replace(sight, placements=placed, winner=winner) for sight in _shows(puzzle)),
        )
    return (table, *_asked(puzzle, puzzle.placed(stage.parts) if stage.marked else ()))


def _asked(puzzle: WhatIsBuilt, so_far: tuple[Placement, ...]) -> Iterator[ShelfSight]:
    """Yield the calypsos that cards can be sent to, the winner's side first.

    Those before the trick stay as they are, beside the cards that have come to them *so_far*.
    """
    winner, seats = puzzle.ruling.winning.seat, puzzle.table.seats
    suits = {card.suit for card in puzzle.trick.cards}
    fed = puzzle.variant.side(winner)
    for seat in (*fed, *(seat for seat in seats if seat not in fed)):
        before = puzzle.before[seats.index(seat)]
        if can_go := tuple(calypso for calypso in before if calypso.suit in suits):
            yield ShelfSight(
                seat=seat,
                calypsos=can_go,
                placements=tuple(placement for placement in so_far[-1:] if placement.builder),
                winner=winner,
                full=puzzle.variant.full,
                laid=so_far,
            )


def _shows(puzzle: WhatIsBuilt) -> tuple[ShelfSight, ...]:
    """Show the calypsos of the winner's side after the trick."""
    winner, seats = puzzle.ruling.winning.seat, puzzle.table.seats
    after, _ = share(puzzle.variant, puzzle.table, puzzle.before, puzzle.trick.cards, winner)
    return tuple(
        ShelfSight(seat=seat, calypsos=after[seats.index(seat)], full=puzzle.variant.full)
        for seat in puzzle.variant.side(winner)
    )


KIND = Kind(
    puzzle=WhatIsBuilt,
    rules=_rules,
    draw=_draw,
    misconceptions=answered(BUILDING_MISCONCEPTIONS, _sent),
    tempting=_tempting,
    compared=_compared,
    hints=_hints,
    compare=_compare,
    scene=_scene,
    shows=_shows,
    because=_because,
    right_instead=lambda puzzle, parts: goes(puzzle.placed(parts)[-1]),
    decides=WhatIsBuilt.decides,
    seconds=20,
    keys=("trick", "calypsos", "deal"),
    lay=_lay,
)
