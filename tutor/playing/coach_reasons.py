"""Why a card was worth what it was worth: read off simulated outcomes, never invented.

What is worth saying is picked in some deals, and how often it happens told from others
(`engine.players.expert`), so that a chance comes true as often as it says. A reason compares what
happened after two cards, or says what became of one; its words are a clause.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum, unique

from engine.cards import Card
from engine.fast import weights_of
from engine.fast.bulk.outcomes import Outlook
from engine.game import Action, ClaimRevoke
from engine.players.expert import Weighed
from engine.table import Seat
from engine.trick import Play
from engine.view import View
from puzzles.puzzle import Fact, Reason

_REASONS = 3
"""More is not read."""

_CALYPSO = 500
"""Points by which finishing a calypso is ranked among the reasons: what the first one scores."""

_CARD = 20
"""Points a card of an unfinished calypso scores, twice what it scores in a pile."""

_TRICK = 80
"""Points by which winning the trick is ranked: about what it made by the deal's end, on average of
2,400 decisions in all forms."""

_ANYHOW = 4
"""So many times the difference: a calypso ranked higher is completed later with the other card."""

_MOSTLY, _SELDOM = 0.5, 0.25
"""Shares from which, and up to which, what became of the card is worth saying."""

_SHARE, _COUNT = 0.08, 0.15
"""Differences in a share of the deals, or in a mean number of cards, that are worth saying."""

_EXPLAINS, _TRIFLE, _BESIDE = 0.5, 0.1, 0.25
"""Shares of the difference in points: from the first, the trick explains it, and what cards do
later is not told; what explains less than the second is no reason. What is worth less than the
third of the strongest thing about the trick is not told beside it."""

_LATER = 0.4
"""Share of the deals from which what a card does later is worth saying."""

_SURE = "-sure"
"""What ends the key of a reason that no deal of the unseen cards could make untrue."""

_OF_THE_TRICK = ("gains", "rivals-gain", "spoilt")

AVERAGES = frozenset(
    {"trumps-kept", "trumps-left", *_OF_THE_TRICK, *(key + _SURE for key in _OF_THE_TRICK)}
)
"""Reasons that tell a number of cards, mostly a mean: nobody wants to hear those first."""


@unique
class AgainstBest(StrEnum):
    """How a card compares with the best."""

    BEST = "best"
    LEVEL = "level"
    BEHIND = "behind"


def reasons(
    view: View, option: Weighed, rival: Weighed | None, standing: AgainstBest
) -> tuple[Reason, ...]:
    """Return what speaks for the best card, or against another; at most three reasons.

    First what explains most of the difference: what happens in this trick, or else what the
    cards do later. Then what became of the card itself, unless the same became of *rival*; then
    where else the outcomes of *option* part from those of *rival* in this trick, means among
    them. What points the other way or explains too little is left out. Where nothing is left, or
    the trick as a whole points the other way, the end of the deal must tell. The best card is
    compared with one that is clearly behind; where there is none, there is nothing to say for it.
    """
    if standing == AgainstBest.LEVEL:
        same = option.behind == option.behind_error == 0
        return (Reason("equal" if same else "level"),)
    if rival is None:
        return ()
    sign, gap = (1 if standing == AgainstBest.BEST else -1), abs(rival.behind - option.behind)
    alike = {_about(reason) for _, reason in _of_the_card(view, rival, loosely=True)}
    chosen = [
        reason
        for weight, reason in _of_the_card(view, option)
        if weight == sign and _about(reason) not in alike
    ]
    parted = [
        (weight * sign, reason)
        for weight, reason in _parted(view, option, rival)
        if "complete" not in reason.key or abs(weight) <= gap * _ANYHOW
    ]
    told = sorted((pair for pair in parted if pair[0] > 0), key=lambda pair: -pair[0])
    most, whole = told[0][0] if told else 0.0, sum(weight for weight, _ in parted)
    least, explains = max(gap * _TRIFLE, most * _BESIDE), gap * _EXPLAINS
    pointing = [(weight, reason) for weight, reason in told if weight >= least]
    later: list[Reason] = []
    if min(most, whole) < explains:
        later = list(_kept(view, option, rival) if sign > 0 else _spent(view, rival, option))
    plain = (pair for pair in pointing if pair[1].key not in AVERAGES)
    # A calypso comes before the 20 points of a card.
    first = [reason for weight, reason in plain if weight >= explains][:1]
    if whole <= 0 and pointing:
        first = [] if later else [_in_the_end(option, rival, sign)]
    rest = [reason for _, reason in pointing if reason not in first]
    if not pointing:
        rest = [_in_the_end(option, rival, sign)]
    return (*[*first, *later, *chosen][: _REASONS - 1], *rest)[:_REASONS]


def mine(view: View) -> tuple[Seat, ...]:
    """List the seats whose points count for this player, the own first."""
    return view.variant.counts[view.place]


def whose(view: View) -> str:
    """Return the id of what this player's side is called: alone, partners, or with a neighbour."""
    if len(mine(view)) == 1:
        return "side.alone"
    return "side.pair" if set(mine(view)) == set(view.side) else "side.right"


def suits(view: View) -> str:
    """Return the id of what the suits are called that this player's side builds."""
    if len(mine(view)) > 1:
        return whose(view).replace("side", "suits")
    return "suits.one" if len(view.calypsos[view.place]) == 1 else "suits.two"


def mean_totals(view: View, outlook: Outlook) -> tuple[float, float]:
    """Return what the own side has at the end of the deal, and the others on average."""
    seats, counts = view.table.seats, view.variant.counts
    points = [sum(outlook.points[seats.index(seat)] for seat in counted) for counted in counts]
    others = [
        total
        for total, counted in zip(points, counts, strict=True)
        if set(counted) != set(mine(view))
    ]
    return points[view.place], sum(others) / len(others)


# --------------------------------------------------------------- what became of the card


def _of_the_card(
    view: View, option: Weighed, *, loosely: bool = False
) -> Iterator[tuple[int, Reason]]:
    """Return in how many deals the card ended in a calypso, and for or against.

    A card like one that lies in the trick is not needed. Taken *loosely* it is, and what is nearly
    worth telling is returned too: cards on either side of a limit may be alike.
    """
    if not isinstance(option.action, Play):
        return
    card, built = option.action.card, option.outlook.card_built
    there = [] if loosely else [made.card for made in view.trick]
    for place, seat in enumerate(view.table.seats):
        for calypso in view.calypsos[place]:
            if calypso.suit == card.suit:
                lacks = card.rank not in calypso.ranks and card not in there
                for weight, key in _built(view, seat, built[place], lacks, _SHARE * loosely):
                    facts: dict[str, Fact] = {"card": card, "seat": seat}
                    if not _last(view):
                        facts["this"] = _percent(option.again.card_built[place])
                    yield weight, Reason(_as_sure(view, key), facts)
    if not view.trick:
        yield from _may_ruff(view, option, card.suit, _SHARE / (1 + loosely))


def _last(view: View) -> bool:
    """Return whether the card to be played ends the trick, so that its fate is certain."""
    return len(view.trick) + 1 == view.variant.trick


def _as_sure(view: View, key: str) -> str:
    return key + _SURE if _last(view) else key


def _about(reason: Reason) -> str:
    """Return what a reason says of whose side; true of both cards, it tells neither."""
    return reason.key.replace("mate-", "own-")


def _built(
    view: View, seat: Seat, share: float, lacks: object, slack: float
) -> Iterator[tuple[int, str]]:
    """Return whether it is worth telling what share of the deals brought a seat this card."""
    if seat not in mine(view):
        if share >= _SELDOM - slack:
            yield -1, "rival-built"
        if lacks and share < _SELDOM + slack:
            yield 1, "rival-denied"
        return
    who = "own" if seat == view.seat else "mate"
    if share >= _MOSTLY - slack:
        yield 1, f"{who}-built"
    if lacks and share <= _SELDOM + slack:
        yield -1, f"{who}-lost"


def _may_ruff(
    view: View, option: Weighed, suit: object, least: float
) -> Iterator[tuple[int, Reason]]:
    """Name the others who have shown to be out of the suit led, and ruff often enough."""
    for seat, out in zip(view.table.seats, view.voids, strict=True):
        place = view.table.seats.index(seat)
        if seat not in mine(view) and suit in out and option.outlook.ruffs[place] >= least:
            yield -1, Reason("rival-void", {"seat": seat})


# ------------------------------------------------------------ what the trick came to


def _parted(view: View, best: Weighed, rival: Weighed) -> Iterator[tuple[float, Reason]]:
    """Return where the outcomes of two actions differ, with what it is about worth in points."""
    seats = view.table.seats
    ours = [place for place, seat in enumerate(seats) if seat in mine(view)]
    rivals = [place for place, seat in enumerate(seats) if seat not in mine(view)]
    many = "one" if len(rivals) == 1 else "many"
    stakes = weights_of(view.variant, view.place)
    stake, against = stakes[view.place], -sum(stakes[place] for place in rivals) / len(rivals)
    named = _named(rival.action) | {
        "side": whose(view),
        "suits": suits(view),
        "rivals": f"rivals.{many}",
        "rival": f"rival.{many}",
    }

    def differs(of: Callable[[Outlook], float], least: float) -> float:
        """Return by how much both sets of deals say at least that they differ, else 0."""
        apart = of(best.outlook) - of(rival.outlook)
        again = of(best.again) - of(rival.again)
        less = min(apart, again, key=abs)
        return less if abs(less) >= least and apart * again > 0 else 0

    def shares(
        key: str, of: Callable[[Outlook], float], weight: float
    ) -> Iterator[tuple[float, Reason]]:
        if apart := differs(of, _SHARE):
            facts: dict[str, Fact] = {
                "this": _percent(of(best.again)),
                "that": _percent(of(rival.again)),
            }
            yield apart * weight, Reason(key, facts | named)

    def counts(
        key: str, of: Callable[[Outlook], float], weight: float
    ) -> Iterator[tuple[float, Reason]]:
        if apart := differs(of, _COUNT):
            certain = key.endswith(_SURE) or key == "trumps-left"
            told = _whole if certain else float
            facts: dict[str, Fact] = {"this": told(of(best.again)), "that": told(of(rival.again))}
            yield apart * weight, Reason(key, facts | named)

    def sure(key: str) -> str:
        return _as_sure(view, key)

    def over(figures: tuple[float, ...], places: list[int]) -> float:
        return sum(figures[place] for place in places)

    cards = _CARD * stake
    yield from shares("completes", lambda outlook: outlook.side_completes, _CALYPSO * stake)
    yield from shares(
        "rivals-complete", lambda outlook: outlook.rivals_complete, -_CALYPSO * against
    )
    yield from counts(sure("gains"), lambda outlook: over(outlook.gained, ours), cards)
    yield from counts(
        sure("rivals-gain"), lambda outlook: over(outlook.gained, rivals), -_CARD * against
    )
    yield from counts(sure("spoilt"), lambda outlook: over(outlook.spoilt, ours), -cards)
    yield from shares("wins", lambda outlook: over(outlook.wins, ours), _TRICK * stake)
    yield from shares("ruffed", lambda outlook: outlook.rivals_ruff, -cards)
    last = len(view.trick) + len(seats) >= view.variant.trick  # The last card of this player's.
    yield from counts(
        "trumps-left" if last else "trumps-kept", lambda outlook: outlook.trumps_kept, cards
    )


def _whole(count: float) -> float:
    """Return a count that is alike in all deals as it is said: 2 cards, not 2.0."""
    return int(count) if count.is_integer() else count


def _in_the_end(best: Weighed, rival: Weighed, sign: int) -> Reason:
    """Return what the deals came to, where this trick does not tell the actions apart."""
    points = max(1, round(sign * (rival.behind - best.behind)))
    key = "later-better" if sign > 0 else "later-worse"
    return Reason(key, {"points": points} | _named(rival.action))


# ------------------------------------------------------------------ what cards do later
# How often is not told: it hangs on how the players go on, more than on the deals.


def _kept(view: View, best: Weighed, rival: Weighed) -> Iterator[Reason]:
    """Return what the other card does later, kept in hand while the best is played."""
    if told := _later(view, best, rival):
        yield Reason(f"kept-{told}", _named(rival.action))


def _spent(view: View, best: Weighed, option: Weighed) -> Iterator[Reason]:
    """Return what a card would have done later, and who ruffs its suit after it is led."""
    if told := _later(view, best, option):
        yield Reason(f"spent-{told}")
    if view.trick or not isinstance(option.action, Play) or not isinstance(best.action, Play):
        return
    suit = option.action.card.suit
    if suit in (best.action.card.suit, view.table.trump(view.seat)):
        return
    both = ((option.outlook, best.outlook), (option.again, best.again))
    for place, seat in enumerate(view.table.seats):
        ruffs = [(own.ruffs_later[place], others.ruffs_later[place]) for own, others in both]
        if seat not in mine(view) and all(
            share >= max(_LATER, of_best + _SHARE) for share, of_best in ruffs
        ):
            yield Reason("ruffs-later", {"seat": seat, "suit": suit})


def _later(view: View, best: Weighed, rival: Weighed) -> str | None:
    """Return whether the other card wins a later trick often enough, if it is kept in hand.

    And clearly more often than the best, were that kept: else it tells the two not apart.
    Both sets of deals have to say so: by one alone too much is picked by chance.
    """
    if not isinstance(best.action, Play) or not isinstance(rival.action, Play):
        return None
    card = rival.action.card
    if view.hand.count(card) > 1 or card == best.action.card:
        return None
    keys = {
        _does_later(view, card, best.action.card, kept, spent)
        for kept, spent in ((best.outlook, rival.outlook), (best.again, rival.again))
    }
    return keys.pop() if len(keys) == 1 else None


def _does_later(view: View, card: Card, instead: Card, kept: Outlook, spent: Outlook) -> str | None:
    """Return what one set of deals says of a card, kept in hand or spent for another."""
    ruffs, wins = kept.takes_later.get(card, 0.0), kept.wins_later.get(card, 0.0)
    if ruffs >= max(_LATER, spent.takes_later.get(instead, 0.0) + _SHARE):
        return "ruffs"
    least = max(spent.wins[view.place] + _MOSTLY / 2, spent.wins_later.get(instead, 0.0) + _SHARE)
    return "wins" if wins >= max(_LATER, least) else None


def _percent(share: float) -> int:
    """Return in how many of a hundred deals something happens: 0 is never, and 100 always."""
    share = round(share, 6)  # A sum of shares may be off by less.
    return int(100 * share) if share in {0, 1} else min(99, max(1, round(100 * share)))


def _named(action: Action) -> dict[str, Fact]:
    """Return what an action is called: the card, or the other suit that may be trump."""
    assert not isinstance(action, ClaimRevoke), "nobody is advised to claim"
    return {"other": action.card if isinstance(action, Play) else "other.trumps"}
