"""What is seen, said in whole sentences: for readers who hear a page, and beside what is drawn."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.calypso import Calypso
from engine.cards import Card, Rank, fan_cards
from engine.score import gained
from engine.table import Seat
from engine.trick import Play, Role, Ruling, Rung, Step, ladder
from puzzles.explanations import rule_key
from puzzles.scenes import (
    HandSight,
    LadderSight,
    ShelfSight,
    ShelvesSight,
    Sight,
    TableSight,
    TotalsSight,
    TricksSight,
)
from tutor.words.texts import Texts


@dataclass(frozen=True, slots=True)
class ToldRung:
    """One card in words: the part it played, what it changed (the lead: nothing), the rule's name.

    A lead that is no trump has no rule yet: nothing has been compared.
    """

    rung: Rung
    part: str
    step: str
    rule: str


def tell_ladder(ruling: Ruling, say: Texts) -> tuple[ToldRung, ...]:
    """Put the ladder of a trick into words, one rung for every card."""
    return tuple(
        ToldRung(
            rung,
            _part(rung, say),
            "" if rung.step == Step.LEADS else say.name(rung.step),
            _rule(rung, ruling, say),
        )
        for rung in ladder(ruling)
    )


def tell_card(rung: ToldRung, say: Texts) -> str:
    """Return in one sentence what a card does in its trick, and by which rule."""
    play, part, rule = rung.rung.play, rung.part, rule_line(rung, say)
    if not rule:
        return say("picture.rung.plain-lead", seat=play.seat, card=play.card, part=part)
    if not rung.step:
        return say("picture.rung.lead", seat=play.seat, card=play.card, part=part, rule=rule)
    return say("picture.rung", seat=play.seat, card=play.card, part=part, step=rung.step, rule=rule)


def rule_line(rung: ToldRung, say: Texts) -> str:
    """Return the rule of a rung as the line that names it; nothing if it has none."""
    return say("ladder.rule", rule=rung.rule) if rung.rule else ""


def rules_told(ruling: Ruling, say: Texts) -> str:
    """Return the names of all rules that the ladder of a trick names."""
    return say("between").join(filter(None, (told.rule for told in tell_ladder(ruling, say))))


def names(words: str, rule: str) -> bool:
    """Whether *words* name a rule, as a sentence or in one."""
    return rule.casefold() in words.casefold()


def _part(rung: Rung, say: Texts) -> str:
    """Return in a word what a card was; who leads another's suit merely leads."""
    merely = rung.step == Step.LEADS and rung.role == Role.SUIT
    key = f"name.step.{Step.LEADS.value}" if merely else f"name.role.{rung.role.value}"
    return say(key, seat=rung.play.seat)


def _rule(rung: Rung, ruling: Ruling, say: Texts) -> str:
    """Name the rule of a rung; about a led trump that is ruffed, by the reading in force."""
    if rung.step == Step.LEADS and rung.role == Role.SUIT:
        return ""
    beaten = ruling.roles[rung.against] if rung.step == Step.TAKES else rung.role
    return say(f"{rule_key(rung.rule, beaten, ruling.table.led_trump)}.name")


def description(sight: Sight, say: Texts) -> str:
    """Return all that is seen, as one text."""
    return say("picture.between").join(sentences(sight, say))


def sentences(sight: Sight, say: Texts) -> Iterator[str]:
    """Return all that is seen, sentence by sentence."""
    match sight:
        case TableSight():
            yield from _table(sight, say)
        case HandSight():
            yield from _hand(sight, say)
        case ShelfSight():
            yield from _shelf(sight, say)
        case ShelvesSight():
            yield from _shelves(sight, say)
        case TricksSight():
            yield from _tricks(sight, say)
        case LadderSight():
            yield from (
                tell_card(rung, say) for rung in tell_ladder(sight.ruling, say)[: sight.shown]
            )
        case TotalsSight():
            yield from _totals(sight, say)


def news(sight: Sight, say: Texts) -> str:
    """Return what changed last, if anything is to be announced."""
    match sight:
        case TableSight(ruling=None, plays=plays):
            return tell_played(plays, len(plays) - 1, say) if plays else ""
        case TableSight(ruling=ruling):
            assert ruling is not None, "the case before takes what has no ruling"
            return _won(ruling.winning, say)
        case TricksSight():
            return "".join(_revoked(sight, say))
        case _:
            return ""


def tell_held(cards: Sequence[Card], seat: Seat, say: Texts) -> str:
    """Return what the hand of *seat* holds."""
    if not cards:
        return say("picture.hand.of.empty", seat=seat)
    return say("picture.hand.of.holds", seat=seat, cards=tuple(cards))


def tell_built(
    seat: Seat, calypsos: Sequence[Calypso], ranks: Sequence[Rank], say: Texts
) -> Iterator[str]:
    """Return what *seat* has completed, and what its calypsos under way hold and miss."""
    for calypso in calypsos:
        suit, count = calypso.suit, calypso.completed
        if count:
            yield say("picture.calypso.completed", count=count, seat=seat, suit=suit)
        there = tuple(rank for rank in ranks if rank in calypso.ranks)
        missing = tuple(rank for rank in ranks if rank not in calypso.ranks)
        key = "picture.calypso.holds" if there else "picture.calypso.empty"
        count = len(missing)
        yield say(key, ranks=there, missing=missing, count=count, seat=seat, suit=suit)


def completed(
    held: Iterable[tuple[Seat, Sequence[Calypso], Sequence[Calypso]]], me: Seat, say: Texts
) -> Iterator[str]:
    """Return which calypsos of seats, *held* before and after, were completed, with the points."""
    for seat, before, after in held:
        for was, made in zip(before, after, strict=True):
            if points := gained(was.completed, made.completed):
                key = "table.completed.you" if seat == me else "table.completed"
                yield say(key, seat=seat, suit=made.suit, points=points)


def to_move(trick: Sequence[Play], hand: Iterable[Card], say: Texts) -> str:
    """Return that it is the learner's turn, and of which suit the card has to be."""
    if not trick:
        return say("table.your-lead")
    suit = trick[0].card.suit
    follows = any(card.suit == suit for card in hand)
    return say("table.your-turn.follow" if follows else "table.your-turn.void", suit=suit)


def tell_played(plays: Sequence[Play], index: int, say: Texts) -> str:
    """Return who led or played which card."""
    play = plays[index]
    key = "picture.plays" if index else "picture.leads"
    return say(key, seat=play.seat, card=play.card, suit=plays[0].card.suit)


# ------------------------------------------------------------------------- each sight


def _table(sight: TableSight, say: Texts) -> Iterator[str]:
    table, sides = sight.table, sight.variant.feeds
    for seat, trump in zip(table.seats, table.trumps, strict=True):
        if seat in sight.unnamed:
            yield say("picture.seat.unnamed", seat=seat, suits=sight.builds(seat))
        else:
            yield say("picture.seat", seat=seat, suit=trump)
    if sight.own and sight.own not in dict(say.places):
        yield say("picture.you", seat=sight.own)
    if sight.paired and "partner" not in dict(say.places).values():  # the name says it
        # Who is spoken to stands first.
        pair, others = sorted(sides[:2], key=lambda side: sight.own not in side)
        own_first = tuple(sorted(pair, key=lambda seat: seat != sight.own))
        yield say("picture.partners", pair=own_first, others=others)
    if sight.twice:
        yield say("picture.two-cards")
    else:
        yield say("picture.rulebook", rulebook=table.rulebook)
    if sight.dealer:
        yield say("picture.dealer", seat=sight.dealer)
    yield from _course(sight, say)


def _course(sight: TableSight, say: Texts) -> Iterator[str]:
    count = len(sight.plays)
    yield from (tell_played(sight.plays, index, say) for index in range(count))
    if not count:
        yield say("picture.no-card")
    elif count < sight.variant.trick:
        yield say("picture.still-to-come", count=sight.variant.trick - count)
    if sight.turn:
        yield say("picture.turn", seat=sight.turn)
    if sight.ruling:
        won = sight.ruling.winning
        yield _won(won, say)
        if sight.chosen and sight.chosen != won.seat:
            yield say("picture.answered", seat=sight.chosen)
    if sight.named:
        yield say("picture.answered", seat=sight.named)


def _won(play: Play, say: Texts) -> str:
    return say("picture.won", seat=play.seat, card=play.card)


def _hand(sight: HandSight, say: Texts) -> Iterator[str]:
    cards, playable = sight.shown, sight.playable
    if sight.owner:
        yield tell_held(cards, sight.owner, say)
    elif cards:
        yield say("picture.hand.holds", cards=cards)
    else:
        yield say("picture.hand.empty")
    if cards and playable is not None and not set(cards) <= set(playable):
        yield say("picture.playable", cards=tuple(card for card in cards if card in playable))
    if sight.chosen and not sight.pick:
        yield say("picture.picked", cards=sight.chosen)


def _shelf(sight: ShelfSight, say: Texts) -> Iterator[str]:
    """Return what a seat has built, what the trick added, and how large the pile is."""
    seat = sight.seat
    for calypso in sight.calypsos:
        now, begun = sight.under_way(calypso), sight.begun(calypso)
        if now < sight.full:
            grown = Calypso(calypso.suit, now, calypso.completed)
            yield from tell_built(seat, (grown,), sight.ranks, say)
        else:
            yield say("picture.calypso.full", seat=seat, suit=calypso.suit)
        if begun is not None:
            key = "picture.calypso.next" if begun else "picture.calypso.next-empty"
            ranks = tuple(rank for rank in sight.ranks if rank in begun)
            yield say(key, seat=seat, suit=calypso.suit, ranks=ranks)
    for placed in sight.added:
        yield say(f"picture.placed.{placed.place.value}", card=placed.card, seat=seat)
    for card in sight.to_pile:
        yield say("picture.placed.none", card=card, seat=seat)
    if sight.pile is not None:
        yield say("picture.pile", seat=seat, count=sight.pile)


def _shelves(sight: ShelvesSight, say: Texts) -> Iterator[str]:
    """Return the hands that lie open, the suits others are out of, and all calypsos."""
    for seat, cards in sight.hands.items():
        yield tell_held(fan_cards(cards), seat, say)
    for seat, suits in sight.out.items():
        yield say("picture.out", seat=seat, suits=tuple(suits))
    for seat, own in sight.built.items():
        yield from tell_built(seat, own, sight.ranks, say)


def _tricks(sight: TricksSight, say: Texts) -> Iterator[str]:
    for number, (trick, table) in enumerate(
        zip(sight.tricks, sight.at_tables, strict=True), start=1
    ):
        if sight.renamed(number):
            for seat, trump in zip(table.seats, table.trumps, strict=True):
                yield say("picture.seat", seat=seat, suit=trump)
        yield say("picture.trick", number=number)
        yield from (tell_played(trick.plays, index, say) for index in range(len(trick.plays)))
        for best in sight.won[number - 1 : number]:
            yield _won(trick.plays[best], say)
    yield from _revoked(sight, say)
    for number, play in sight.turned:
        yield say("picture.turned", seat=play.seat, card=play.card, number=number)


def _revoked(sight: TricksSight, say: Texts) -> Iterator[str]:
    if play := sight.revoke:
        yield say("picture.revoked", seat=play.seat, card=play.card, number=sight.revoked_in)


def _totals(sight: TotalsSight, say: Texts) -> Iterator[str]:
    sides = sight.variant.feeds
    yield say("picture.clockwise", seats=sight.table.seats)
    if len(sides[0]) > 1:
        yield say("picture.partners", pair=sides[0], others=sides[1])
    for seat, points in zip(sight.table.seats, sight.points, strict=True):
        yield say("picture.own-sheet", seat=seat, points=points)
    if sight.named:
        yield say("picture.answered", seat=sight.named)
