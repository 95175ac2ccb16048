"""What the coach says of a card, held against what a player can work out at the table.

The endings below are small enough to be counted by hand: what every trick brings, to the last.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from itertools import islice, zip_longest
from math import isclose
from random import Random

import pytest

from engine.calypso import Calypso, holdings
from engine.cards import Card, Suit, parse_cards
from engine.fast.bulk.outcomes import Outlook
from engine.game import Conduct, Game, play, tricks
from engine.players.expert import Weighed, weigh
from engine.rulebooks import CULBERTSON
from engine.table import Seat
from engine.trick import Play
from engine.variants import VARIANTS, Variant
from engine.view import View, view
from puzzles.puzzle import Reason
from tests.benchmarks.coach import games
from tutor.drawing.coach import told_of_option
from tutor.playing.coach import DEALS, WeighedOption, advise
from tutor.playing.coach_reasons import AVERAGES, AgainstBest, reasons
from tutor.words.texts import LANGUAGES, Texts


@dataclass(frozen=True)
class Ending:
    """The last tricks of a game, and what is said of each card of the player whose turn it is.

    ``hand`` is held by the player; ``unseen`` lie in the other hands, who knows where. ``trick``
    is the leader and the cards so far, and where nobody has led, the seat that leads; ``earlier``
    is a trick before it. ``said`` has the best card first; of each card the keys of the reasons in
    order, with who is meant and the figures for it and for the card it is set against.
    """

    form: str
    hand: str
    unseen: str
    trick: str
    calypsos: str
    said: Mapping[str, str]
    earlier: str = ""
    may_change: bool = False

    @property
    def view(self) -> View:
        variant = VARIANTS[self.form]
        table, plays = variant.table(CULBERTSON), self._plays(self.trick)
        before = self._plays(self.earlier)
        leader = Seat(self.trick[0])
        turn = table.clockwise(leader, len(plays) + 1)[-1]
        hidden = list(parse_cards(self.unseen))
        each = (len(plays) + len(hidden) + len(parse_cards(self.hand))) // len(table.seats)
        hands = []
        for seat in table.seats:
            left = each - [play.seat for play in plays].count(seat)
            cards = parse_cards(self.hand) if seat == turn else tuple(hidden[:left])
            assert len(cards) == left
            hidden = hidden if seat == turn else hidden[left:]
            hands.append(cards)
        assert not hidden
        built = {own.suit: own for own in map(Calypso.parse, self.calypsos.split())}
        own = tuple(
            tuple(built.get(calypso.suit, calypso) for calypso in calypsos)
            for calypsos in holdings(variant, table)
        )
        piles = ((),) * len(table.seats)
        conduct, history = Conduct.STRICT, (*before, *plays)
        game = Game(
            variant,
            table,
            leader,
            (),
            tuple(hands),
            turn,
            plays,
            own,
            piles,
            conduct,
            may_change=self.may_change,
            history=history,
        )
        return view(game, turn)

    def _plays(self, text: str) -> tuple[Play, ...]:
        if not text:
            return ()
        cards = parse_cards(text[1:])
        table = VARIANTS[self.form].table(CULBERTSON)
        seats = table.clockwise(Seat(text[0]), len(cards))
        return tuple(Play(seat, card) for seat, card in zip(seats, cards, strict=True))


CASES = [
    # East's led spade stands unless it is ruffed. Ruffing takes three cards from East's calypso,
    # and gets the five into the own; thrown away instead, the seven is lost to South's.
    # 50 points to 40, against 50 to 70: 30 behind.
    Ending(
        "partnership",
        "C5 D7",
        "S4 S5 S6",
        "E S9 S3 S2",
        "C0:AK S0:456",
        {
            "C5": "wins 100:0, own-built-sure N, rivals-gain-sure 0:3",
            "D7": "wins 0:100, mate-lost-sure S, rivals-gain-sure 3:0",
        },
    ),
    # The five would complete North's calypso; but kept, it ruffs the next trick and completes it
    # then. What is gained is what it was above.
    Ending(
        "partnership",
        "C5 D7",
        "S4 S5 S6",
        "E S9 S3 S2",
        "C0:AKQJT9876432 S0:456",
        {
            "C5": "wins 100:0, own-built-sure N, rivals-gain-sure 0:3",
            "D7": "wins 0:100, mate-lost-sure S, rivals-gain-sure 3:0",
        },
    ),
    # South's king wins. Of the next trick, led by South in clubs, an opponent may be the winner:
    # with the two played now the calypso is completed once in three times, and else never.
    Ending(
        "partnership",
        "C5 C2",
        "C9 CT CJ",
        "E C3 CK C4",
        "C0:AKQJT9876432",
        {"C5": "completes 100:0, own-built-sure N", "C2": "completes 0:100"},
    ),
    # The ace wins, and North ruffs the five with a club. With the five West wins for East, whose
    # calypso it completes: nothing else is worth naming beside that.
    Ending(
        "partnership",
        "S5 SA",
        "C9 CT CJ",
        "W SK S3 SQ",
        "S0:AKQJT9876432 C0:9TJ",
        {"SA": "rivals-complete 0:100", "S5": "rivals-complete 100:0, rival-built-sure E"},
    ),
    # Everybody alone, West's trick does not feed East: the ace just wins four cards.
    Ending(
        "solo",
        "S5 SA",
        "C9 CT CJ",
        "W SK S3 SQ",
        "S0:AKQJT9876432 C0:9TJ",
        {"SA": "wins 100:0", "S5": "wins 0:100"},
    ),
    # South wins; of North's diamonds South's calypso needs the five. The two would be a second
    # one, and goes to the pile. (The last trick, led in spades, may be anybody's.)
    Ending(
        "partnership",
        "D5 D2",
        "S4 S5 S6",
        "E D3 DK D4",
        "D0:2",
        {
            "D5": "mate-built-sure S, gains-sure 4:3, spoilt-sure 0:1",
            "D2": "gains-sure 3:4, spoilt-sure 1:0",
        },
    ),
    # Alone, South is an opponent: the same five is the card to keep.
    Ending(
        "solo",
        "D5 D2",
        "S4 S5 S6",
        "E D3 DK D4",
        "D0:2",
        {"D2": "rivals-gain-sure 3:4", "D5": "rival-built-sure S, rivals-gain-sure 4:3"},
    ),
    # East's ace wins. Either club kept ruffs the next trick: the five brings 20, the two 10.
    Ending(
        "partnership",
        "C5 C2",
        "S4 S5 S6",
        "E CA C3 C4",
        "C0:2AK34 S0:456",
        {"C2": "later-better 10", "C5": "own-lost-sure N, later-worse 10"},
    ),
    # The same with West's five for the four: two fives are lost alike, and North's is not needed
    # beside the first.
    Ending(
        "partnership",
        "C5 C2",
        "S4 S5 S6",
        "E CA C3 C5",
        "C0:2AK3 S0:456",
        {"C2": "later-better 10", "C5": "later-worse 10"},
    ),
    # East leads the own suit and wins. East needs the five and has the seven.
    Ending(
        "partnership",
        "S5 S7",
        "C4 C5 C6",
        "E SQ S3 SK",
        "S0:7QK3 C0:456",
        {"S7": "rivals-gain-sure 0:1", "S5": "rival-built-sure E, rivals-gain-sure 1:0"},
    ),
    # On South's trick the five is out of East's reach; kept, it is won by East or West two times
    # in three. West has the seven of hearts: it is worth 10 points wherever it goes.
    Ending(
        "partnership",
        "S5 H7",
        "C4 C5 C6",
        "E D3 DK D4",
        "H0:7 C0:456",
        {"S5": "rival-denied-sure E, later-better ~7", "H7": "later-worse ~7"},
    ),
    # Nothing tells two hearts apart that West has already.
    Ending("partnership", "H5 H7", "C4 C5 C6", "E D3 DK D4", "H0:57", {"H5": "", "H7": "equal"}),
    # A ruff that counts for one alone: three rivals' cards weigh a third each, and one that East
    # needs is not named beside the own.
    Ending(
        "solo",
        "C5 D7",
        "S4 S5 S6",
        "E S9 S3 S2",
        "C0:AK S0:45639",
        {
            "C5": "wins 100:0, own-built-sure N, gains-sure 1:0",
            "D7": "wins 0:100, gains-sure 0:1",
        },
    ),
    # As above among three, where two rivals weigh a half each. The two of hearts goes to South's
    # pile and not to East, who has it anyway.
    Ending(
        "three",
        "D5 H2",
        "C4 C6",
        "E C9 CK",
        "C0:46 D0:AK H0:2",
        {
            "D5": "wins 100:0, own-built-sure N, gains-sure 1:0",
            "H2": "wins 0:100, gains-sure 0:1, rivals-gain-sure 2:0",
        },
    ),
    # South wins the nine for itself. The five would be one more.
    Ending(
        "three",
        "C5 C2",
        "H7 H8",
        "S C9 C3",
        "C0:2 H0:78",
        {"C2": "rivals-gain-sure 2:3", "C5": "rival-built-sure S, rivals-gain-sure 3:2"},
    ),
    # South's nine wins, and South builds no diamonds: the five is out of North's reach, who has
    # the two.
    Ending(
        "three",
        "D5 D2",
        "H4 H6",
        "S D9 D3",
        "D0:2 H0:46",
        {"D5": "rival-denied-sure N, later-better ~3", "D2": "later-worse ~3"},
    ),
    # North's ace wins. The heart that East keeps ruffs the next trick: the five brings 20 points,
    # the two 10.
    Ending(
        "three",
        "H5 H2",
        "D7 D8",
        "S H9 HA",
        "H0:2 D0:78",
        {"H2": "later-better 10", "H5": "own-lost-sure E, later-worse 10"},
    ),
    # What South builds counts for North, who sits to its left.
    Ending(
        "split",
        "C5 C2",
        "H7 H8",
        "E C9 CA",
        "C0:2 H0:78",
        {
            "C5": "mate-built-sure S, gains-sure 3:2, spoilt-sure 0:1",
            "C2": "gains-sure 2:3, spoilt-sure 1:0",
        },
    ),
    # East counts against North alone: a card that East needs weighs twice one of North's own.
    Ending(
        "split",
        "D5 C7",
        "H4 H6",
        "E H9 H3",
        "H0:46 D0:AK",
        {
            "D5": "wins 100:0, own-built-sure N, rivals-gain-sure 0:2",
            "C7": "wins 0:100, mate-lost-sure S, rivals-gain-sure 2:0",
        },
    ),
    Ending(
        "split",
        "H5 H2",
        "D7 D8",
        "E C9 C3",
        "C0:39 H0:2 D0:78",
        {"H2": "rivals-gain-sure 0:1", "H5": "rival-built-sure E, rivals-gain-sure 1:0"},
    ),
    # The ace takes three clubs to North's pile, where South's calypso cannot use them. With the
    # two led South wins them half of the time.
    Ending(
        "split",
        "CA C2",
        "C7 C8 C9 CT",
        "N",
        "C0:2",
        {
            "C2": "gains ~1:0, spoilt ~2:3",
            "CA": "mate-lost S 0, gains 0:~1, spoilt 3:~2",
        },
    ),
    # Two play two cards each to a trick. The ruff beats North's led trump and saves the seven.
    Ending(
        "two",
        "D8 C9 CJ",
        "S7 H7",
        "N SK C7 S9",
        "S0:7 H0:7",
        {
            "D8": "wins 100:0, own-built-sure S, gains-sure 2:0",
            "C9": "wins 0:100, own-lost-sure S, gains-sure 0:2",
            "CJ": "wins 0:100, own-lost-sure S, gains-sure 0:2",
        },
    ),
    # The seven that lies in the trick is the last that South's calypso of clubs lacks.
    Ending(
        "two",
        "D8 C9 CJ",
        "S7 H7",
        "N SK C7 S9",
        "S0:7 H0:7 C0:AKQJT98",
        {
            "D8": "completes 100:0, own-built-sure S",
            "C9": "completes 0:100",
            "CJ": "completes 0:100",
        },
    ),
    # North, who has won a trick, may change from spades to hearts. South's hearts are higher: as
    # they are they win; led as trumps North's win, and all eight complete a calypso.
    Ending(
        "two",
        "H7 H8 H9 HT",
        "HJ HQ HK HA",
        "N",
        "",
        {
            "N=H": "gains 4:0, spoilt 0:4, wins 100:0",
            **dict.fromkeys(("H7", "H8", "H9", "HT"), "own-lost N 0, gains 0:4, spoilt 4:0"),
        },
        may_change=True,
    ),
    # A heart is ruffed, and a spade too: any ruff beats a led trump. After the hearts South leads
    # diamonds, and North's spades ruff; after the spades North has none.
    Ending(
        "two",
        "SA S7 H8 HT",
        "D7 D8 DT DJ",
        "N",
        "",
        {
            "H8": "kept-ruffs, trumps-kept 2:0",
            "HT": "equal",
            "SA": "spent-ruffs, trumps-kept 0:2",
            "S7": "trumps-kept 0:2",
        },
    ),
    # Only hearts are left with the others. Led, the two of clubs is ruffed by West and lost; kept,
    # it ruffs. The six is the lowest heart, and South wins a third of those tricks.
    Ending(
        "partnership",
        "H6 C2",
        "H7 H8 H9 HT HJ HQ",
        "N",
        "H0:6789TJQ",
        {
            "H6": "kept-ruffs, wins ~33:0, spoilt 0:1",
            "C2": "spent-ruffs, own-lost N 0, wins 0:~33",
        },
    ),
    # A diamond, North's trump, is ruffed by South with a club, or by East with a heart;
    # a club is not, for of three cards East has one at least.
    Ending(
        "three",
        "C3 DA DK",
        "C7 C8 C9 CT H7 H8",
        "N",
        "C0:3789T H0:78 D0:AK",
        {
            "C3": "ruffed 0:100, spoilt 0:1, trumps-left 2:1",
            **dict.fromkeys(("DA", "DK"), "ruffed 100:0, spoilt 1:0, trumps-left 1:2"),
        },
    ),
    # South has won and will lead a heart. The ace kept wins that trick, the two does not.
    Ending(
        "partnership",
        "H2 HA",
        "HK HQ HJ",
        "E D3 DK D4",
        "H0:2AKQJ",
        {"H2": "kept-wins, later-better ~53", "HA": "spent-wins, later-worse ~53"},
    ),
    # Led now the ace is sure to win. Later East may be the one who leads a spade, a led trump.
    Ending(
        "solo",
        "SA S2",
        "S7 S8 S9 ST SJ SQ",
        "N",
        "S0:2A789TJQ",
        {"SA": "wins 100:0", "S2": "wins 0:100"},
    ),
    # East has failed to follow diamonds, and has spades more often than not. South has all of
    # these diamonds: none of them is needed.
    Ending(
        "partnership",
        "D6 H2",
        "S8 S9 D7 D8 H9 HT",
        "N",
        "S0:89 D0:6789T",
        {
            "H2": "wins ~69:~11, spoilt ~1:~2.5, ruffed ~14:~82",
            "D6": "wins ~11:~69, rival-void E, spoilt ~2.5:~1",
        },
        earlier="W D5 DA H3 D4",
    ),
    # As before, but South lacks the six. Three reasons are enough: the void is not told.
    Ending(
        "partnership",
        "D6 H2",
        "S8 S9 D7 D8 H9 HT",
        "N",
        "S0:89 D0:789T",
        {
            "H2": "wins ~70:~10, spoilt ~1:~2.5, ruffed ~14:~82",
            "D6": "wins ~10:~70, mate-lost S ~10, spoilt ~2.5:~1",
        },
        earlier="W D5 DA H3 D4",
    ),
    # West's ace wins unless North ruffs: that saves the five for North.
    Ending(
        "partnership",
        "C5 D2",
        "S4 S5 S6 S7 S8",
        "W SA",
        "S0:45678 D0:2",
        {
            "C5": "wins 100:0, own-built N 100, gains 1:0",
            "D2": "wins 0:100, gains 0:1, rivals-gain 1:0",
        },
    ),
    # East's led spade wins, for nobody can ruff it. West throws what East needs.
    Ending(
        "partnership",
        "S5 S7",
        "S4 S6 H3 H4",
        "E S9 S3",
        "S0:4679 H0:34",
        {
            "S5": "mate-built E 100, gains 2:1, spoilt 2:3",
            "S7": "gains 1:2, spoilt 3:2",
        },
    ),
    # South's trump stands. The ace of hearts, which West needs, is safe there.
    Ending(
        "partnership",
        "HA S7",
        "C4 C6 C2 C3",
        "S D3 D4",
        "S0:7 C0:2346",
        {"HA": "rival-denied W 0, later-better ~8", "S7": "later-worse ~8"},
    ),
    # South's seven wins, or East's queen. The club that North keeps mostly ruffs a heart later: the
    # five brings 20 points, the two 10.
    Ending(
        "solo",
        "C5 C2",
        "H4 H5 H6 CQ",
        "S C7 C4",
        "C0:2 H0:456",
        {"C2": "later-better ~7", "C5": "own-lost N 0, later-worse ~7"},
    ),
    # East leads a diamond that North wins if it holds the ace, two times in three.
    Ending(
        "three",
        "D5 D2",
        "H4 H6 DA",
        "E DT",
        "D0:2 H0:46",
        {
            "D2": "rivals-gain ~1.3:~2",
            "D5": "rival-built N ~67, rivals-gain ~2:~1.3",
        },
    ),
]


def told(reason: Reason) -> str:
    """A reason in short: its key, who is meant, the figures."""
    facts = reason.facts
    seat = facts.get("seat")
    who = [seat.value] if isinstance(seat, Seat) else []
    figures = [f"{facts[name]:g}" for name in ("this", "that", "points") if name in facts]
    return " ".join([reason.key, *who, *([":".join(figures)] if figures else [])])


def said(option: WeighedOption) -> str:
    """All that is said of an option, in short."""
    return ", ".join(map(told, option.reasons))


def alike(wanted: str, said_of: str) -> bool:
    """Whether two lists of reasons are the same; of a figure after ~ chance may change a little."""
    pairs = zip_longest(*(re.split("[ :,]+", text) for text in (wanted, said_of)), fillvalue="")
    return all(
        word == want
        or (want[:1] == "~" and isclose(float(word), float(want[1:]), rel_tol=1 / 6, abs_tol=0.2))
        for want, word in pairs
    )


@pytest.mark.parametrize("ending", CASES, ids=lambda case: f"{case.form}-{case.trick}-{case.hand}")
def test_in_an_ending_that_can_be_counted_the_coach_says_what_a_player_would(
    ending: Ending,
) -> None:
    advice = advise(ending.view, 1)
    options = {named(option): said(option) for option in advice.options}
    assert next(iter(options)) == next(iter(ending.said))
    assert options.keys() == ending.said.keys()
    wrong = {card: told for card, told in options.items() if not alike(ending.said[card], told)}
    assert not wrong, ending.said


def named(option: WeighedOption) -> str:
    action = option.action
    return str(action.card if isinstance(action, Play) else action)


# ------------------------------------------------------- what is told of deals made up for it


LEAD = Ending(
    "partnership", "C5 D6 S7 S7 HQ", "C2 C3 C4 C6 C7 C8 C9 CT CJ CQ CK CA D2 D3 D4", "N", "", {}
)
"""North is to lead; every calypso lacks everything. What came of the cards is made up below."""

SECOND = replace(LEAD, hand="C5 D6 C7 C8", unseen="D2 D3 D4 D5 D7 D8 D9 DT DJ DQ DK", trick="W SA")
"""West has led a spade, and North has none."""

FOUR = (0.0,) * 4
NOTHING = Outlook(
    wins=FOUR,
    ruffs=FOUR,
    gained=FOUR,
    spoilt=FOUR,
    side_completes=0,
    rivals_complete=0,
    rivals_ruff=0,
    card_built=FOUR,
    trumps_kept=0,
    points=FOUR,
    ruffs_later=FOUR,
    takes_later={},
    wins_later={},
)
Came = dict[str, object]


def north(share: float) -> tuple[float, ...]:
    return (share, 0.0, 0.0, 0.0)


def east(share: float) -> tuple[float, ...]:
    return (0.0, share, 0.0, 0.0)


def south(share: float) -> tuple[float, ...]:
    return (0.0, 0.0, share, 0.0)


def spoken(
    cards: tuple[str, str],
    best: Came,
    other: Came,
    *,
    again: Came | None = None,
    ending: Ending = LEAD,
) -> tuple[str, str]:
    """What is said for the first card and against the second, 30 points behind.

    Args:
        cards: The better card, and the other.
        best: What is not nothing of what came of the better card.
        other: The same of the other card.
        again: What is otherwise in the second set of deals after the better card.
        ending: Where that is.
    """
    seen = ending.view
    first, second = (
        Weighed(
            action=Play(seen.seat, Card.parse(card)),
            behind=behind,
            behind_error=1 if behind else 0,
            outlook=replace(NOTHING, **came),  # type: ignore[arg-type]
            again=replace(NOTHING, **(came | later)),  # type: ignore[arg-type]
        )
        for card, behind, came, later in (
            (cards[0], 0, best, again or {}),
            (cards[1], 30, other, {}),
        )
    )
    return (
        ", ".join(map(told, reasons(seen, first, second, AgainstBest.BEST))),
        ", ".join(map(told, reasons(seen, second, first, AgainstBest.BEHIND))),
    )


D6, C5, S7 = map(Card.parse, ("D6", "C5", "S7"))
D6_C5, HQ_D6, HQ_S7 = ("D6", "C5"), ("HQ", "D6"), ("HQ", "S7")

MADE_UP: Mapping[str, tuple[Callable[[], tuple[str, str]], tuple[str, str]]] = {
    # The other card wins the trick more often: what is lost to piles is not why it is worse.
    "a trick that speaks for the other card is not the first reason": (
        partial(spoken, D6_C5, {"wins": north(0.1)}, {"wins": north(0.9), "spoilt": north(2.0)}),
        ("later-better 30, spoilt 0:2", "later-worse 30, spoilt 2:0"),
    ),
    "nor is one that speaks for neither": (
        partial(spoken, D6_C5, {"trumps_kept": 2.0}, {"trumps_kept": 3.0, "rivals_ruff": 1}),
        ("later-better 30, ruffed 0:100", "later-worse 30, ruffed 100:0"),
    ),
    "then what the card does later is told first": (
        partial(
            spoken,
            D6_C5,
            {"wins": north(0.1), "takes_later": {C5: 0.6}},
            {"wins": north(0.9), "rivals_ruff": 1},
        ),
        ("kept-ruffs, ruffed 0:100", "spent-ruffs, ruffed 100:0"),
    ),
    "a trick that explains the difference is told alone": (
        partial(
            spoken, D6_C5, {"wins": north(0.9), "takes_later": {C5: 0.6}}, {"wins": north(0.1)}
        ),
        ("wins 90:10", "wins 10:90"),
    ),
    "figures are those of the second set": (
        partial(
            spoken, D6_C5, {"wins": north(0.9)}, {"wins": north(0.1)}, again={"wins": north(0.8)}
        ),
        ("wins 80:10", "wins 10:80"),
    ),
    "what the second set tells otherwise is no reason": (
        partial(
            spoken, D6_C5, {"wins": north(0.9)}, {"wins": north(0.5)}, again={"wins": north(0.4)}
        ),
        ("later-better 30", "later-worse 30"),
    ),
    "nor is what it hardly tells": (
        partial(
            spoken,
            D6_C5,
            {"gained": south(2.0)},
            {"gained": south(1.0)},
            again={"gained": south(1.1)},
        ),
        ("later-better 30", "later-worse 30"),
    ),
    "a card that goes to the own side's calypsos about as often as the other": (
        partial(spoken, D6_C5, {"card_built": south(0.52)}, {"card_built": north(0.47)}),
        ("later-better 30", "later-worse 30"),
    ),
    "and one that goes there as the other does not": (
        partial(spoken, D6_C5, {"card_built": south(0.52)}, {"card_built": north(0.4)}),
        ("mate-built S 52, later-better 30", "later-worse 30"),
    ),
    "a card that an opponent gets, and one that none gets": (
        partial(spoken, HQ_S7, {"card_built": FOUR}, {"card_built": east(0.4)}),
        ("rival-denied W 0, later-better 30", "rival-built E 40, later-worse 30"),
    ),
    "and cards on either side of the limit": (
        partial(spoken, HQ_S7, {"card_built": (0, 0, 0, 0.22)}, {"card_built": east(0.28)}),
        ("later-better 30", "later-worse 30"),
    ),
    "a kept card does later what the other does not": (
        partial(spoken, D6_C5, {"takes_later": {C5: 0.6}}, {"takes_later": {D6: 0.55}}),
        ("later-better 30", "later-worse 30"),
    ),
    "or wins later, and not now": (
        partial(
            spoken, D6_C5, {"wins_later": {C5: 0.6}}, {"wins": north(0.34), "wins_later": {D6: 0.5}}
        ),
        ("kept-wins, later-better 30", "spent-wins, later-worse 30"),
    ),
    "a kept card that wins now nearly as often as later": (
        partial(spoken, D6_C5, {"wins_later": {C5: 0.6}}, {"wins": north(0.36)}),
        ("later-better 30", "later-worse 30"),
    ),
    "or that would win later in place of the other": (
        partial(spoken, D6_C5, {"wins_later": {C5: 0.6}}, {"wins_later": {D6: 0.53}}),
        ("later-better 30", "later-worse 30"),
    ),
    "both sets say what a card does later, or it is not told": (
        partial(
            spoken,
            D6_C5,
            {"takes_later": {C5: 0.6}},
            {},
            again={"takes_later": {}, "wins_later": {C5: 0.9}},
        ),
        ("later-better 30", "later-worse 30"),
    ),
    "of a card held twice one is kept whatever is played": (
        partial(spoken, HQ_S7, {"wins_later": {S7: 0.9}}, {}),
        ("later-better 30", "later-worse 30"),
    ),
    "a suit that an opponent ruffs when it is led again": (
        partial(spoken, HQ_D6, {"ruffs_later": east(0.3)}, {"ruffs_later": east(0.4)}),
        ("rival-denied W 0, later-better 30", "ruffs-later E, mate-lost S 0, later-worse 30"),
    ),
    "and as often as the suit of the better card": (
        partial(spoken, HQ_D6, {"ruffs_later": east(0.4)}, {"ruffs_later": east(0.45)}),
        ("rival-denied W 0, later-better 30", "mate-lost S 0, later-worse 30"),
    ),
    "a suit that a partner ruffs": (
        partial(spoken, HQ_D6, {}, {"ruffs_later": south(0.9)}),
        ("rival-denied W 0, later-better 30", "mate-lost S 0, later-worse 30"),
    ),
    "a suit thrown away is not led": (
        partial(spoken, ("C5", "D6"), {}, {"ruffs_later": east(0.9)}, ending=SECOND),
        ("later-better 30", "later-worse 30"),
    ),
    # A calypso is worth 500 points: of 30 only what a twentieth of the deals brings is told.
    "a calypso that is completed later all the same": (
        partial(spoken, D6_C5, {"side_completes": 1}, {}),
        ("later-better 30", "later-worse 30"),
    ),
    "and one that is not": (
        partial(spoken, D6_C5, {"side_completes": 0.2}, {}),
        ("completes 20:0", "completes 0:20"),
    ),
    "what happens in one deal of many is not never, nor always": (
        partial(spoken, D6_C5, {"wins": north(0.996)}, {"wins": north(0.004)}),
        ("wins 99:1", "wins 1:99"),
    ),
}


@pytest.mark.parametrize("case", MADE_UP)
def test_of_what_was_seen_in_the_deals_what_tells_the_cards_apart_is_said(case: str) -> None:
    say, wanted = MADE_UP[case]
    assert say() == wanted


# ----------------------------------------------------------------- in games of every form


@dataclass(frozen=True)
class Said:
    """One card in a position of a game: what is said of it, and what the deals came to.

    ``rival`` is the card it is set against: the best one, or for the best the next that is worse.
    """

    game: Game
    option: WeighedOption
    own: Weighed
    rival: Weighed

    @property
    def mine(self) -> frozenset[Seat]:
        """The seats whose points count for the player."""
        return frozenset(self.game.variant.counts[self.game.table.seats.index(self.game.turn)])

    @property
    def card(self) -> Card:
        assert isinstance(self.option.action, Play)
        return self.option.action.card

    @property
    def better(self) -> bool:
        return self.option.standing == AgainstBest.BEST


def asked(variant: Variant, seeds: Iterable[int], every: int) -> Iterator[Said]:
    """All that is said of cards in one of so many positions of whole games."""
    for seed in seeds:
        for game in islice(games(variant, seed), seed % every, None, every):
            seen = view(game, game.turn)
            advice, weighed = advise(seen, seed), weigh(seen, Random(seed), deals=DEALS)
            worse = [
                own
                for own, option in zip(weighed, advice.options, strict=True)
                if option.standing == AgainstBest.BEHIND
            ]
            for own, option in zip(weighed, advice.options, strict=True):
                assert own.action == option.action
                if worse and option.standing != AgainstBest.LEVEL:
                    yield Said(game, option, own, worse[0] if own is weighed[0] else weighed[0])


def lacks(said: Said, seat: Seat, card: Card) -> bool:
    """Whether a card would be of use in a seat's calypso of that suit, which it builds."""
    calypsos = said.game.calypsos[said.game.table.seats.index(seat)]
    (ranks,) = [calypso.ranks for calypso in calypsos if calypso.suit == card.suit]
    return card.rank not in ranks


def counted(said: Said, key: str, of: Weighed, seat: Seat | None) -> float:
    """What the second set of deals says of a share or a mean that a reason names."""
    seats, found = said.game.table.seats, of.again
    ours = [place for place, who in enumerate(seats) if who in said.mine]
    theirs = [place for place, who in enumerate(seats) if who not in said.mine]
    figures: Mapping[str, Callable[[], float]] = {
        "completes": lambda: found.side_completes,
        "rivals-complete": lambda: found.rivals_complete,
        "gains": lambda: sum(found.gained[place] for place in ours),
        "rivals-gain": lambda: sum(found.gained[place] for place in theirs),
        "spoilt": lambda: sum(found.spoilt[place] for place in ours),
        "wins": lambda: sum(found.wins[place] for place in ours),
        "ruffed": lambda: found.rivals_ruff,
        "trumps-kept": lambda: found.trumps_kept,
        "trumps-left": lambda: found.trumps_kept,
    }
    if key in figures:
        return figures[key]()
    assert seat, key
    return found.card_built[seats.index(seat)]


GOOD = {"completes", "gains", "wins", "trumps-kept", "trumps-left", "own-built", "mate-built"}
"""What is for a card if there is more of it; of anything else that is counted there is less."""

GAMES = pytest.mark.parametrize(
    ("games_each", "every"), [(2, 23), pytest.param(12, 7, marks=pytest.mark.soak)]
)
FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)


def check_figures(said: Said, reason: Reason) -> None:
    """A figure is told as it was counted, none and all are, and the other card has another."""
    key, seat = reason.key.removesuffix("-sure"), reason.facts.get("seat")
    assert seat is None or isinstance(seat, Seat)
    both = {
        name: counted(said, key, of, seat)
        for name, of in (("this", said.own), ("that", said.rival))
        if name in reason.facts
    }
    share = key not in AVERAGES
    place = said.option.reasons.index(reason)
    words = {code: told_of_option(Texts(code), said.option)[place].lower() for code in LANGUAGES}
    for name, number in both.items():
        told = reason.facts[name]
        assert isinstance(told, int | float)
        assert told == pytest.approx(100 * number if share else number, abs=1 if share else 1e-9)
        assert (told == 0) == (number == 0)
        if share:
            assert (told == 100) == (number == pytest.approx(1))
            figure = "none" if not told else "all" if told == 100 else f"{told}%"
        else:
            tenths = max(Decimal(f"{Decimal(str(number)):.1f}"), Decimal("0.1") * bool(number))
            figure = f"{float(tenths):g}" if tenths else "no" if name == "this" else "none"
        assert re.search(rf"\b{figure}(?!\.?\d)", words["en"]), (figure, words["en"])
        if told not in {0, 100}:
            assert figure in words["ja"], (figure, words["ja"])
    if "that" in both:
        more = both["this"] > both["that"]
        assert more == ((key in GOOD) == said.better), words["en"]
        shown = re.findall(r"[\d.]+%?|\bno\b|\bnone\b|\ball\b", words["en"])
        assert shown[0].replace("no", "none") != shown[-1], words["en"]


def check_fate(said: Said, reason: Reason) -> None:
    """Who needs the card or gets it is who is said to; the other card fares otherwise."""
    key, seat = reason.key.removesuffix("-sure"), reason.facts["seat"]
    assert isinstance(seat, Seat)
    who, fate = key.split("-")
    assert {"own": seat == said.game.turn, "rival": seat not in said.mine}.get(
        who, seat in said.mine and seat != said.game.turn
    )
    assert said.better == (key in {"own-built", "mate-built", "rival-denied"})
    if fate in {"lost", "denied"}:
        assert lacks(said, seat, said.card)
        assert said.card not in [play.card for play in said.game.trick]
    seats = said.game.table.seats
    group = [place for place, other in enumerate(seats) if (other in said.mine) == (who != "rival")]
    own, rival = (
        sum(of.outlook.card_built[place] for place in group) for of in (said.own, said.rival)
    )
    assert isinstance(said.rival.action, Play)
    other = said.rival.action.card
    built = next(
        builder
        for builder, suits in zip(seats, said.game.variant.builds_at(said.game.table), strict=True)
        if other.suit in suits
    )
    if (built in said.mine) == (who != "rival") and (fate == "built" or lacks(said, built, other)):
        assert abs(own - rival) >= 0.08, "the same is true of the other card"


def check_certain(said: Said, reason: Reason) -> None:
    """What the last card of a trick does is what the rules say it does."""
    game, trumps = said.game, said.game.table.trump(said.game.turn)
    assert isinstance(said.option.action, Play)
    after, ruling = play(game, said.option.action)
    seats, full = game.table.seats, len(game.variant.ranks)
    if reason.key == "trumps-left":
        hand = after.hands[seats.index(game.turn)] if after.deal == game.deal else ()
        assert reason.facts["this"] == sum(card.suit == trumps for card in hand)
        return
    assert ruling, "the trick is not over"

    def held(at: Game, *, own: bool) -> int:
        return sum(
            len(calypso.ranks) + full * calypso.completed
            for seat, calypsos in zip(seats, at.calypsos, strict=True)
            for calypso in calypsos
            if (seat in said.mine) == own
        )

    suits = {
        suit
        for seat, own in zip(seats, game.variant.builds_at(game.table), strict=True)
        for suit in own
        if seat in said.mine
    }
    gains, rivals_gain = (held(after, own=own) - held(game, own=own) for own in (True, False))
    of_use = sum(card.suit in suits for card in ruling.trick.cards)
    figures = {"gains": gains, "rivals-gain": rivals_gain, "spoilt": of_use - gains}
    key = reason.key.removesuffix("-sure")
    if key in figures:
        assert reason.facts["this"] == figures[key]
        return
    seat = reason.facts["seat"]
    assert isinstance(seat, Seat)
    place = seats.index(seat)
    (old,) = [own for own in game.calypsos[place] if own.suit == said.card.suit]
    (new,) = [own for own in after.calypsos[place] if own.suit == said.card.suit]
    got = (new.completed, new.ranks) != (old.completed, old.ranks)
    assert got == key.endswith("-built")


def check_later(said: Said, reason: Reason) -> None:
    """What is said of later tricks can come about, and was seen in both sets of deals."""
    game, key = said.game, reason.key
    seats, hand = game.table.seats, game.hands[game.table.seats.index(game.turn)]
    if key == "ruffs-later":
        seat, suit = reason.facts["seat"], reason.facts["suit"]
        assert isinstance(seat, Seat)
        assert (seat not in said.mine, suit) == (True, said.card.suit)
        assert suit != game.table.trump(seat)
        place = seats.index(seat)
        for own, best in (
            (said.own.outlook, said.rival.outlook),
            (said.own.again, said.rival.again),
        ):
            assert own.ruffs_later[place] >= max(0.4, best.ruffs_later[place] + 0.08)
        return
    spoken_of, kept = (said.rival, said.own) if said.better else (said.own, said.rival)
    assert isinstance(spoken_of.action, Play)
    card = spoken_of.action.card
    assert hand.count(card) == 1
    assert reason.facts.get("other", card) == card
    for outlook in (kept.outlook, kept.again):
        later = outlook.takes_later if key.endswith("ruffs") else outlook.wins_later
        assert later[card] >= 0.4
    assert not key.endswith("ruffs") or card.suit == game.table.trump(game.turn)


def failed_to_follow(game: Game, seat: Seat, suit: Suit) -> bool:
    """Whether somebody has played another suit to it in this deal."""
    return any(
        trick.lead.card.suit == suit and play.seat == seat and play.card.suit != suit
        for trick in tricks(game, game.deal)
        for play in trick.plays
    )


@pytest.mark.long
@GAMES
@FORMS
def test_a_reason_is_true_of_the_position_and_of_this_card_alone(
    variant: Variant, games_each: int, every: int
) -> None:
    told = Counter[str]()
    for said in asked(variant, range(games_each), every):
        keys = [reason.key for reason in said.option.reasons]
        assert keys, "a card that is worse is told why, and so is the best"
        for reason in said.option.reasons:
            told[reason.key] += 1
            last = len(said.game.trick) + 1 == variant.trick
            assert reason.key not in {"level", "equal"}
            if reason.facts.get("other"):
                assert reason.facts["other"] == said.rival.action.card  # type: ignore[union-attr]
            if reason.key.startswith("later-"):
                gap = abs(said.own.behind - said.rival.behind)
                assert reason.facts["points"] == max(1, round(gap))
                assert reason.key.endswith("-better") == said.better
                continue
            if reason.key == "rival-void":
                seat = reason.facts["seat"]
                assert isinstance(seat, Seat)
                assert not said.better
                assert not said.game.trick
                assert seat not in said.mine
                assert failed_to_follow(said.game, seat, said.card.suit)
                continue
            if reason.key.startswith(("kept-", "spent-", "ruffs-later")):
                check_later(said, reason)
                continue
            check_figures(said, reason)
            if "seat" in reason.facts:
                check_fate(said, reason)
            assert last or not reason.key.endswith("-sure")
            if reason.key.endswith("-sure") or reason.key == "trumps-left":
                check_certain(said, reason)
    assert told.total() >= 40
