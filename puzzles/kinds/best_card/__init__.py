"""Which card is best? Either all hands lie open and it is proved, or it was weighed once.

What is proved are endings of games played at random, drawn until a single card is better than all
others, by some points and by every rulebook, and some plan that people bring along from other
games picks a worse one.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from engine.cards import Card
from engine.fast.solver import last_deal, play_on
from engine.game import Game, legal
from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.table import Table
from engine.trick import Play, Trick
from engine.variants import Variant
from engine.view import View
from puzzles.kinds.best_card.position import PLAN_MISCONCEPTIONS, BestCard, Plan
from puzzles.kinds.best_card.worth import Weighing, outstanding
from puzzles.kinds.kind import Kind, answered, not_found, tokens_of
from puzzles.puzzle import Hints, Puzzle, Reason
from puzzles.scenes import LEARNER, HandSight, Scene, ShelvesSight, Stage, TableSight

MARGIN = 20
"""By so many points at least the best card is better than the next: one card of a calypso."""

_RULES = (Rule.HELP_OWN_SIDE, Rule.WITHHOLD)
_TRICKS = (3,) * 20 + (4,) * 4 + (5,)
"""How many tricks are left, the longer ones rarer: they take longer to think through."""

_MOST = 8
"""Cards in a hand at most: in Calypso for Two, where a trick takes two of each, four tricks."""

_DEALS, _MIDDLES, _ENDS = 130, 5, 6
"""So many last deals are tried, so many times each is played on to `_MIDDLE` tricks before the
end, and so many endings are played from there: what comes before takes longer than they."""

_MIDDLE = 6


def rules(variant: Variant, _: Table) -> tuple[Rule, ...]:
    """Return the advice that an ending can be about: none with more than two sides."""
    two_sides = len({frozenset(counted) for counted in variant.counts}) == 2
    return _RULES if two_sides else ()


def draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> BestCard:
    """Draw an ending in which *rule* is the advice that decides."""
    for game in _endings(variant, table, rng):
        if _worth_asking(game, rng):
            puzzle = _puzzle(game)
            if puzzle.rule == rule:
                return puzzle
    raise not_found("ending", rule, variant, table)


def _endings(variant: Variant, table: Table, rng: Random) -> Iterator[Game]:
    """Play last deals at random until the learner is to play one of the last cards."""
    each = variant.trick // len(table.seats)
    for _ in range(_DEALS):
        deal = last_deal(variant, table, rng)
        for _ in range(_MIDDLES):
            middle = play_on(replace(deal, table=table), each * _MIDDLE, rng)
            for _ in range(_ENDS):
                left = each * min(rng.choice(_TRICKS), _MOST // each) - rng.randrange(each)
                game = play_on(middle, left, rng, LEARNER)
                if not game.may_change:
                    # In Calypso for Two somebody may have named another trump on the way.
                    # Only what the puzzle shows is left, so that nothing is solved for it again.
                    bare = ((),) * len(game.piles)
                    yield replace(game, table=table, dealer=table.seats[0], piles=bare)


def _worth_asking(game: Game, rng: Random) -> bool:
    """Return whether one card is best for all, and not the one that everybody would play."""
    cards = tuple(dict.fromkeys(play.card for play in legal(game) if isinstance(play, Play)))
    choice = (game.table, game.turn, Trick(game.trick) if game.trick else None, cards)
    plans = {plan(*choice) for plan in PLAN_MISCONCEPTIONS.values()} - {None}
    if len(cards) < 2 or not plans:
        return False
    # With two cards one plan or the other is right: those come less often.
    if plans == set(cards) and rng.random() < 0.5:
        return False
    best = outstanding(game, MARGIN)
    if not best or not plans - {best}:
        return False
    rulebooks = (replace(game.table, rulebook=rulebook) for rulebook in RULEBOOKS)
    others = (table for table in rulebooks if table.led_trump != game.table.led_trump)
    return all(outstanding(replace(game, table=table), 1) == best for table in others)


def _puzzle(game: Game) -> BestCard:
    table = game.table
    seats = table.clockwise(game.turn)
    return BestCard(
        variant=game.variant,
        table=table,
        seat=game.turn,
        hands=tuple(game.hands[table.seats.index(seat)] for seat in seats),
        trick=Trick(game.trick) if game.trick else None,
        calypsos=tuple(calypso for own in game.calypsos for calypso in own),
    )


def _hints(puzzle: BestCard) -> Hints:
    """Return the hints; the two cards to compare are one that is right and the next that is not."""
    best, *others = puzzle.losses
    rival = next((card for card in others if card not in puzzle.right), others[0])
    card, rival = sorted((best, rival), key=puzzle.hand.index)
    return (
        Reason("look.plan"),
        Reason("rule", {"rule": puzzle.rule, "words": puzzle.words}),
        Reason(f"compare.{'plan' if puzzle.open else 'weighed'}", {"card": card, "other": rival}),
    )


def _compared(puzzle: BestCard, answer: str) -> tuple[tuple[str, ...], ...]:
    """Return what an answer says: of cards that are right, all say the same."""
    tokens = tokens_of(answer)
    right = {((str(card),),) for card in puzzle.right}
    return tokens_of(puzzle.solution) if tokens in right else tokens


def _planned(plan: Plan, puzzle: BestCard) -> str | None:
    card = plan(puzzle.table, puzzle.seat, puzzle.trick, puzzle.legal)
    return str(card) if card else None


def weighed_question(view: View, weighed: Weighing) -> BestCard:
    """Return the question what to play with this view, as it was weighed once.

    Raises:
        ValueError: It would be none: there is no choice, or no card is clearly worse.
    """
    return BestCard(
        variant=view.variant,
        table=view.table,
        seat=view.seat,
        hands=(view.hand,),
        trick=Trick(view.trick) if view.trick else None,
        calypsos=tuple(
            calypso
            for own in view.calypsos
            for calypso in own
            if calypso.ranks or calypso.completed
        ),
        out=tuple(
            (seat, suit)
            for seat, suits in zip(view.table.seats, view.voids, strict=True)
            if seat != view.seat
            for suit in sorted(suits)
        ),
        weighed=weighed,
    )


def asks_about(puzzle: Puzzle, view: View) -> bool:
    """Whether *puzzle* asks what to play with the hand, trick and table of *view* alone."""
    if not isinstance(puzzle, BestCard) or puzzle.open:
        return False
    played = puzzle.trick.plays if puzzle.trick else ()
    return (view.hand, view.trick, view.table) == (puzzle.hand, played, puzzle.table)


def _scene(puzzle: BestCard, stage: Stage) -> Scene:
    """Show the table with all hands that lie open, the player's to choose from, all calypsos."""
    order = puzzle.table.clockwise(puzzle.seat)
    shown = {seat: puzzle.held(seat) or () for seat in order[1 : len(puzzle.hands)]}
    out = {
        seat: tuple(suit for who, suit in puzzle.out if who == seat)
        for seat in dict.fromkeys(seat for seat, _ in puzzle.out)
    }
    best = tuple(card for card, loss in puzzle.losses.items() if not loss) if stage.answered else ()
    return (
        TableSight(
            variant=puzzle.variant,
            table=puzzle.table,
            trick=puzzle.trick,
            turn=puzzle.seat,
            near=puzzle.seat,
            hands=shown,
            out=out,
        ),
        HandSight(
            seat=puzzle.seat,
            yours=True,
            cards=puzzle.hand,
            pick=True,
            keyed=not stage.answered,
            playable=puzzle.legal,
            chosen=tuple(map(Card.parse, stage.parts)) if stage.given else (),
            bound=best,
            best=best if len(best) < len(puzzle.losses) else (),
            answer=Card.parse(stage.parts[0]) if stage.answered and stage.given else None,
            waiting=stage.answered or not stage.taken,
        ),
        ShelvesSight(
            built={seat: puzzle.built(seat) for seat in order},
            full=puzzle.variant.full,
            hands=shown,
            out=out,
        ),
    )


KIND = Kind(
    puzzle=BestCard,
    rules=rules,
    draw=draw,
    misconceptions=answered(PLAN_MISCONCEPTIONS, _planned),
    compared=_compared,
    words=lambda puzzle: puzzle.words,
    hints=_hints,
    scene=_scene,
    slow=True,
    seconds=30,
)
