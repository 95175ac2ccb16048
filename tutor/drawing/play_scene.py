"""What the learner is shown of a match: from what may be seen to what is drawn and said."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from engine.calypso import Holdings
from engine.cards import Card, Suit
from engine.rules import Rule
from engine.score import POINTS
from engine.table import Seat
from engine.trick import Ruling, dissents
from puzzles.scenes import LadderSight, ShelfSight
from tutor.drawing.calypso import Shelf, SideShelves
from tutor.drawing.ladder import ladder_picture, reasons_html
from tutor.drawing.markup import Html, Look, join
from tutor.playing.account import TrickAccount, one_short, went
from tutor.playing.agreement import Setup
from tutor.playing.knowledge import HandOrder, Phase, Seen, sorted_hand
from tutor.words.citing import CitedRule, deciding_name
from tutor.words.sights import completed, tell_played, to_move
from tutor.words.texts import YOU, Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A button: what it reports, its words, and whether it leads on.

    ``suit`` is drawn before the words; ``open`` says whether what it opens is open. One that
    leads ``back`` is a sign alone where there is little room.
    """

    does: str
    words: str
    primary: bool = False
    suit: Suit | None = None
    open: bool | None = None
    back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What is said beside the table.

    ``kind`` is ``to-move``, ``naming``, ``settled`` (``settled last`` when a deal ends),
    ``illegal`` or ``over``. ``acts`` answer what is asked here, ``ways`` lead on: None at a
    table that is only looked at. ``mark`` names the occasion on which the first of them takes
    the focus, nothing if the hand keeps it.
    """

    kind: str
    head: str
    more: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()
    ways: tuple[Act, ...] | None = ()
    mark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How the learner wants to see the table, and what was asked of it last.

    ``lit`` lights the cards that may be played. ``refused`` is why the last card was not taken,
    ``bound`` the cards that bind. ``rules`` are those behind the trick that lies there; with
    ``why`` they are shown. ``occasion`` names the position, so that the focus moves once for each.
    A ``still`` table is looked at: it has no buttons and no hand, and asks for nothing; one
    ``begun`` by the learner takes the focus at once. ``ways`` are buttons to add to what leads on;
    ``told`` is what else was asked for, such as the coach's advice, and ``heard`` what is said.
    """

    order: HandOrder
    lit: bool
    why: bool = False
    refused: str = ""
    bound: tuple[Card, ...] = ()
    rules: tuple[CitedRule, ...] = ()
    occasion: str = ""
    still: bool = False
    begun: bool = False
    ways: tuple[Act, ...] = ()
    told: Html = field(default_factory=Html)
    heard: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScene:
    """What is drawn and said of a match as the learner sees it.

    ``hand`` is in the order to be shown; ``playable`` lights those cards, None lights all.
    ``news`` is what is heard. ``told`` is what was asked for, the coach's advice or why the
    trick was won; it covers what has been built, or on a telephone the table, and moves nothing.
    """

    seen: Seen
    wish: Wish
    hand: tuple[Card, ...]
    playable: tuple[Card, ...] | None
    sides: tuple[SideShelves, ...]
    scores: tuple[tuple[str, int], ...]
    line: Line
    news: str
    told: Html


def as_player(look: Look, seat: Seat) -> Look:
    """Return *look* for who sits at *seat* and is called you there."""
    return replace(look, say=replace(look.say, places=((seat, YOU),)))


def scene(look: Look, seen: Seen, wish: Wish) -> GameScene:
    """Put together what is drawn and said of a match."""
    look = as_player(look, seen.seat)
    hand = _hand(seen, wish.order)
    line = _line(look, seen, wish)
    lit = wish.lit and seen.phase == Phase.PLAY and not set(hand) <= set(seen.legal)
    news = look.say("picture.between").join(_news(look, seen, wish))
    return GameScene(
        seen=seen,
        wish=wish,
        hand=hand,
        playable=seen.legal if lit else None,
        sides=_sides(look, seen),
        scores=_scores(look, seen),
        line=replace(line, acts=(), ways=None) if wish.still else line,
        news=wish.refused or wish.heard or news,
        told=wish.told or _why(look, seen, wish),
    )


def _hand(seen: Seen, order: HandOrder) -> tuple[Card, ...]:
    held = next(held for held in seen.hands if held.seat == seen.seat)
    return tuple(chain(*sorted_hand(held.cards or (), order, seen.setup, seen.table)))


# ------------------------------------------------------------------------ the sides


def in_pairs(seen: Seen) -> bool:
    """Return whether two score together."""
    return bool(seen.setup.partners)


def _scores(look: Look, seen: Seen) -> tuple[tuple[str, int], ...]:
    seats = seen.table.clockwise(seen.seat)
    points = dict(zip(seen.table.seats, seen.totals, strict=True))
    if in_pairs(seen):
        sides = (look.say("table.your-side"), look.say("table.other-side"))
        return tuple(zip(sides, (points[seats[0]], points[seats[1]]), strict=True))
    return tuple((look.say.name(seat), points[seat]) for seat in seats)


def _sides(look: Look, seen: Seen) -> tuple[SideShelves, ...]:
    seats = seen.table.clockwise(seen.seat)
    shelves = {seat: _shelf(look, seen, seat) for seat in seats}
    if not in_pairs(seen):
        return (SideShelves(shelves=tuple(shelves.values())),)
    mine = (seats[0], *seen.setup.partners)
    others = tuple(seat for seat in seats if seat not in mine)
    names = _scores(look, seen)
    return tuple(
        SideShelves(shelves=tuple(shelves[seat] for seat in side), name=name, points=points)
        for side, (name, points) in zip((mine, others), names, strict=True)
    )


def _shelf(look: Look, seen: Seen, seat: Seat) -> Shelf:
    place, account = seen.table.seats.index(seat), seen.account
    sight = ShelfSight(
        seat=seat,
        calypsos=seen.calypsos[place],
        full=seen.setup.variant.full,
        pile=seen.piles[place],
        placements=account.spots if account else (),
        winner=account.winner if account else None,
    )
    partner = seat in seen.setup.partners
    name = look.say("table.partner", seat=seat) if partner else look.say.name(seat)
    if in_pairs(seen):
        return Shelf(sight=sight, called=name)
    others = (mate for mate in seen.setup.variant.counts[place] if mate != seat)
    return Shelf(sight=sight, called=name, points=seen.totals[place], counted=next(others, None))


# ------------------------------------------------------------------------- the line


def _line(look: Look, seen: Seen, wish: Wish) -> Line:
    """Return what stands under the table: what has happened and what is to be done."""
    say = look.say
    if wish.refused:
        acts = _changes(look, seen)
        return Line(kind="illegal", head=wish.refused, acts=acts, ways=wish.ways)
    if seen.account:
        return _won(look, seen, wish, seen.account)
    news = (*_named(look, seen), *_claimed(look, seen))
    if seen.turn and (wish.still or seen.phase == Phase.WAIT):
        key = "play.replay.turn" if wish.still else "picture.turn"
        return Line(kind="to-move", head=say(key, seat=seen.turn), more=news)
    if seen.phase == Phase.NAME:
        return Line(
            kind="naming",
            head=say("table.name-your-trump"),
            more=(*news, say("table.name-your-trump.text")),
            acts=_namings(look, seen, "table.name"),
            ways=wish.ways,
            mark=wish.occasion,
        )
    if seen.phase == Phase.PLAY:
        more = news
        if seen.may_name and not news:  # beside news the button tells it: the hand has two rows
            more = (say("table.may-change"),)
        head = _to_move(look, seen, wish)
        acts = _changes(look, seen)
        return Line(kind="to-move", head=head, more=more, acts=acts, ways=wish.ways)
    return Line(kind="over", head=say("table.over"), more=news)


def _to_move(look: Look, seen: Seen, wish: Wish) -> str:
    """Return that it is the learner's turn; with the cards lit, what they may be."""
    if seen.trick and not wish.lit:
        return look.say("table.your-turn", suit=seen.trick[0].card.suit)
    return to_move(seen.trick, seen.legal, look.say)


def _named(look: Look, seen: Seen) -> Iterator[str]:
    for naming in seen.namings:
        key = "table.named" if naming.first else "table.changed-to"
        you = ".you" if naming.seat == seen.seat else ""
        yield look.say(f"{key}{you}", seat=naming.seat, suit=naming.suit)


def _changes(look: Look, seen: Seen) -> tuple[Act, ...]:
    return _namings(look, seen, "table.change-to") if seen.phase == Phase.PLAY else ()


def _namings(look: Look, seen: Seen, key: str) -> tuple[Act, ...]:
    """Return a button for each trump that may be named, with the words under *key*."""
    return tuple(
        Act(does=f"name:{suit.value}", words=look.say(key, suit=suit), suit=suit)
        for suit in seen.may_name
    )


def _won(look: Look, seen: Seen, wish: Wish, account: TrickAccount) -> Line:
    """Return who has won the trick that lies there, and by which rule; offer what comes next."""
    say = look.say
    last, over = seen.number == seen.tricks, seen.deal == seen.deals
    onward = "table.next-trick"
    if last:
        onward = "table.to-the-result" if over else "table.next-deal"
    ways = (
        *wish.ways,
        Act(does="why", words=say("verdict.why"), open=wish.why),
        Act(does="onward", words=say(onward), primary=True),
    )
    more = tuple(_after(look, seen, account))
    head = _winner(look, seen, account.ruling)
    kind = "settled last" if last else "settled"
    return Line(kind=kind, head=head, more=more, ways=ways, mark=wish.occasion)


def _winner(look: Look, seen: Seen, ruling: Ruling) -> str:
    won = ruling.winning
    key = "table.won.disputed" if dissents(ruling) else "table.won"
    key = f"{key}.you" if won.seat == seen.seat else key
    rule, rulebook = deciding_name(ruling, look.say), ruling.table.rulebook
    return look.say(key, seat=won.seat, card=won.card, rule=rule, rulebook=rulebook)


def _after(look: Look, seen: Seen, account: TrickAccount) -> Iterator[str]:
    """Return what the trick has completed, what was claimed, and whether the deal is over."""
    say = look.say
    held = zip(seen.table.seats, account.before, account.after, strict=True)
    yield from completed(held, seen.seat, say)
    yield from _claimed(look, seen)
    if seen.number == seen.tricks:
        yield _scored(look, seen)
        yield from all_but_complete(seen.setup, seen.calypsos, say)


def all_but_complete(setup: Setup, calypsos: Holdings, say: Texts) -> Iterator[str]:
    """Yield for each calypso of the learner's side that lacks one card whose it is, and which."""
    for seat, card in one_short(setup, calypsos):
        key = "table.one-short.you" if seat == setup.seat else "table.one-short"
        yield say(key, seat=seat, card=card)


def _scored(look: Look, seen: Seen) -> str:
    """Return what the deal that is over was worth."""
    points = dict(zip(seen.table.seats, seen.scored, strict=True))
    mine = points[seen.seat]
    if not in_pairs(seen):
        return look.say("table.scored.alone", number=seen.deal, mine=mine)
    others = points[seen.table.clockwise(seen.seat, 2)[1]]
    return look.say("table.scored", number=seen.deal, mine=mine, others=others)


def _claimed(look: Look, seen: Seen) -> Iterator[str]:
    for claim, revokes in Counter(seen.fresh_claims).items():
        yield look.say(
            "table.claimed" if revokes == 1 else "table.claimed.several",
            seat=claim.seat,
            accused=claim.accused,
            suit=claim.suit,
            number=revokes,
            count=revokes * POINTS[Rule.REVOKE_PENALTY],
        )


# -------------------------------------------------------------------- what is heard


def _news(look: Look, seen: Seen, wish: Wish) -> Iterator[str]:
    """Return what is new, and at a table that is not only looked at what is to be done."""
    say, count = look.say, len(seen.trick)
    yield from _named(look, seen)
    yield from (tell_played(seen.trick, place, say) for place in range(count - seen.fresh, count))
    if seen.account:
        yield _winner(look, seen, seen.account.ruling)
        yield from _after(look, seen, seen.account)
        return
    yield from _claimed(look, seen)
    if seen.phase == Phase.PLAY and not wish.still:
        yield _to_move(look, seen, wish)
    elif seen.phase == Phase.NAME and not wish.still:
        yield say("table.name-your-trump")


def _why(look: Look, seen: Seen, wish: Wish) -> Html:
    """Draw why the trick was won, where its cards went, and the rules, once that was asked."""
    account = seen.account
    if not wish.why or account is None:
        return Html()
    sentences = [look.say(reason.key, **reason.facts) for reason in went(account, seen.setup)]
    reasons = reasons_html(look, account.ruling, wish.rules, sentences)
    ladder = ladder_picture(look, LadderSight(account.ruling))
    return join((Html(ladder.html), reasons))
