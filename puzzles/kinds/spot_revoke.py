"""Which play was a revoke?"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from engine.cards import Card, fan_cards, parse_cards, print_cards, sort_cards
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Play
from engine.variants import Variant
from puzzles.kinds.kind import TRIES, Kind, not_found
from puzzles.position import SEPARATOR, check_cards, read_seat
from puzzles.puzzle import (
    Choice,
    Fact,
    Hints,
    Part,
    Reason,
    TricksPuzzle,
    Verdict,
    judge_pick,
    read_answer,
)
from puzzles.scenes import HandSight, Scene, Stage, TricksSight
from puzzles.tricks import play_tricks

UNSEEN = "?"
"""Written for a hand that is not shown."""


@dataclass(frozen=True, kw_only=True)
class SpotRevoke(TricksPuzzle):
    """Successive tricks in which ``seat`` revoked once, and its hand afterwards.

    Where the hand is not shown (``None``), a later play of the suit gives the revoke away. The
    position is the tricks, then seat and hand: ``N H8 D2 HT H3 : S … : E H4 D5``, or ``E ?``.

    Raises:
        ValueError: Somebody else revokes, or *seat* does so never or more than once.
    """

    kind = "spot-revoke"

    hand: tuple[Card, ...] | None

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_hand()
        for seat in self.table.seats:
            revokes = len(list(self._revokes(seat)))
            if revokes != (seat == self.seat):
                raise ValueError(f"{seat.name.title()} is seen to revoke {revokes} times")

    def _check_hand(self) -> None:
        if self.hand is None:
            return
        object.__setattr__(self, "hand", sort_cards(self.hand))
        plays = [play for trick in self.tricks for play in trick.plays]
        most = self.variant.hand - sum(play.seat == self.seat for play in plays)
        if len(self.hand) > most:
            raise ValueError(f"at most {most} cards are left, not {len(self.hand)}")
        check_cards(self.variant, [*(play.card for play in plays), *self.hand])

    def _revokes(self, seat: Seat) -> Iterator[tuple[int, Play, int | None]]:
        """List the tricks (from 1) in which *seat* is seen to revoke.

        With each comes the play, and the later trick that shows it, if not the hand does.
        """
        held = {card.suit for card in self.hand or () if seat == self.seat}
        played = [[play for play in trick.plays if play.seat == seat] for trick in self.tricks]
        for number, trick in enumerate(self.tricks, 1):
            led = trick.lead.card.suit
            off = [play for play in played[number - 1] if play.card.suit != led]
            followed = (
                later
                for later, plays in enumerate(played[number:], number + 1)
                if any(play.card.suit == led for play in plays)
            )
            later = next(followed, None)
            if off and (later or led in held):
                yield number, off[0], later

    @property
    def tricks_off(self) -> list[int]:
        """The numbers, from 1, of the tricks in which the seat does not follow suit."""
        return list(dict.fromkeys(number for number, _ in self.off()))

    @property
    def rule(self) -> Rule:
        """The claim, where a later play proves it; else the duty to follow suit."""
        ((_, _, later),) = self._revokes(self.seat)
        return Rule.REVOKE_CLAIM if later else Rule.FOLLOW_SUIT

    @property
    def parts(self) -> tuple[Part, ...]:
        """In which trick."""
        numbers = range(1, len(self.tricks) + 1)
        choices = tuple(Choice(self._token(number), number) for number in numbers)
        return (Part("spot-revoke.trick", choices, facts={"seat": self.seat}),)

    @property
    def revoke(self) -> tuple[int, Play]:
        """The trick (from 1) and the play that was the revoke; where two play, of two cards one."""
        ((number, play, _),) = self._revokes(self.seat)
        return number, play

    def _token(self, number: int) -> str:
        return f"{number}:{self.seat.value}"

    @property
    def solution(self) -> str:
        """The trick and the seat: ``2:E``."""
        return self._token(self.revoke[0])

    @property
    def position(self) -> str:
        hand = UNSEEN if self.hand is None else print_cards(self.hand)
        return SEPARATOR.join((*map(str, self.tricks), f"{self.seat.value} {hand}"))

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "SpotRevoke":
        want = "tricks, then a seat and its hand, or a seat and ?"
        tricks, last = cls.tricks_of(position, want, table)
        seat, _, hand = last.partition(" ")
        owner = read_seat(seat, table)
        held = None if hand.strip() == UNSEEN else parse_cards(hand)
        return cls(variant=variant, table=table, tricks=tricks, seat=owner, hand=held)

    def check(self, answer: str) -> Verdict:
        ((token,),) = read_answer(answer, self.parts)
        ((number, play, later),) = self._revokes(self.seat)
        picked = int(token.partition(":")[0])
        about = () if picked == number else (self._innocent(picked),)
        led = self.led(number)
        facts: dict[str, Fact] = {"seat": self.seat, "card": play.card, "led": led, "trick": number}
        if later:
            proof = Reason("revoke.later", {**facts, "later": later})
        else:
            held = {card for card in self.hand or () if card.suit == led}
            proof = Reason("revoke.hand", {**facts, "cards": fan_cards(held)})
        notes = () if self.rule == Rule.FOLLOW_SUIT else (Rule.FOLLOW_SUIT,)
        return judge_pick(self, answer, (*about, proof), notes)

    def _innocent(self, number: int) -> Reason:
        """Return why what the seat played in trick *number* was no revoke."""
        trick, led = self.tricks[number - 1], self.led(number)
        mine = [play for play in trick.plays if play.seat == self.seat]
        play = next((play for play in mine if play.card.suit != led), mine[0])
        key = "revoke.followed" if play.card.suit == led else "revoke.void"
        if play == trick.lead:
            key = "revoke.led"
        return Reason(key, {"seat": self.seat, "card": play.card, "led": led, "trick": number})


REVOKE_MISCONCEPTION = "not-following-is-revoking"
"""The idea that whoever does not follow suit revokes, able or not."""

_RULES = (Rule.FOLLOW_SUIT, Rule.REVOKE_CLAIM)
_TRICKS = 3
_HAND = 7
"""Cards dealt, fewer than in a game: short hands run out of suits, as late in a deal."""

_FIRST = 0.15
"""How often a revoke after the first trick is the first card off suit."""

_FAIR = 200
"""After so many tries a position without an innocent card of another suit will do."""


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> SpotRevoke:
    """Draw a few tricks played by the rules but for one card, in any of them as often."""
    when = rng.randrange(_TRICKS if rule == Rule.FOLLOW_SUIT else _TRICKS - 1)
    first = not when or rng.random() < _FIRST
    for count in range(TRIES):
        seat = rng.choice(table.seats)
        puzzle = _play(rule, variant, table, seat, when, rng)
        if not puzzle or puzzle.rule != rule or not (len(puzzle.tricks_off) > 1 or count > _FAIR):
            continue
        if (_first_off(puzzle) == puzzle.solution) == first or count > TRIES // 2:
            return puzzle
    raise not_found("revoke", rule, variant, table)


def _play(
    rule: Rule, variant: Variant, table: Table, seat: Seat, when: int, rng: Random
) -> SpotRevoke | None:
    """Play some tricks; *seat* revokes in number *when* alone, or there is no puzzle."""
    played = play_tricks(variant, table, _TRICKS, _HAND, rng, revoke=(when, seat))
    if not played:
        return None
    tricks, hands = played
    hand = tuple(hands[seat]) if rule == Rule.FOLLOW_SUIT else None
    try:
        return SpotRevoke(variant=variant, table=table, tricks=tricks, seat=seat, hand=hand)
    except ValueError:
        return None


def _hints(puzzle: SpotRevoke) -> Hints:
    number = int(puzzle.solution.partition(":")[0])
    off = [place for place in puzzle.tricks_off if place != number]
    others = off or [place for place in range(1, len(puzzle.tricks) + 1) if place != number]
    first, second = sorted((number, others[0]))
    where = "hand" if puzzle.hand is not None else "later"
    # A suit that was followed may still be held, or played later, as well.
    compared = where if off else "off"
    facts: dict[str, Fact] = {"seat": puzzle.seat, "first": first, "second": second}
    return (
        Reason("look.not-following", {"seat": puzzle.seat}),
        Reason(f"order.revoke.{where}", {"seat": puzzle.seat}),
        Reason(f"compare.tricks.{compared}", facts),
    )


def _first_off(puzzle: SpotRevoke) -> str:
    """Name the first trick in which the seat does not follow suit."""
    return f"{puzzle.tricks_off[0]}:{puzzle.seat.value}"


def _label(puzzle: SpotRevoke, _: Part, choice: Choice) -> Reason:
    """Name a trick by its number and what the seat played to it: two cards, where two play."""
    number = int(choice.token.partition(":")[0])
    plays = puzzle.tricks[number - 1].plays
    cards = tuple(play.card for play in plays if play.seat == puzzle.seat)
    return Reason("trick-card", {"number": number, "cards": cards})


def _tricks(puzzle: SpotRevoke, *, answered: bool) -> TricksSight:
    shown = TricksSight(table=puzzle.table, tricks=puzzle.tricks)
    place, revoke = puzzle.revoke
    return replace(shown, revoke=revoke, revoked_in=place) if answered else shown


def _scene(puzzle: SpotRevoke, stage: Stage) -> Scene:
    tricks = _tricks(puzzle, answered=stage.answered)
    if puzzle.hand is None:
        return (tricks,)
    return tricks, HandSight(seat=puzzle.seat, yours=False, cards=puzzle.hand)


KIND = Kind(
    puzzle=SpotRevoke,
    rules=lambda _variant, _table: _RULES,
    draw=_draw,
    misconceptions={REVOKE_MISCONCEPTION: _first_off},
    hints=_hints,
    scene=_scene,
    shows=lambda puzzle: (_tricks(puzzle, answered=True),),
    label=_label,
    seconds=24,
)
