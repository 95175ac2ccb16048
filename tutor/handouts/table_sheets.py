"""Sheets that any evening needs: the rules on one page, the score sheet, and what is to be cut up.

The rules hang on the wall, one page for each form of the game and rulebook. To be cut up are suit
markers, trump markers, and cards to hold up instead of a telephone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from engine.cards import FANNED, Suit
from engine.rulebooks import RULEBOOKS, LedTrump, RevokePenalty, Rulebook
from engine.rules import Rule
from engine.score import CALYPSO_POINTS, POINTS
from engine.table import Seat
from engine.trick import Trick, judge
from engine.variants import Variant, major
from puzzles.scenes import TableSight
from tutor.handouts import (
    Beside,
    Block,
    Columns,
    Cutouts,
    Fields,
    Grid,
    Links,
    Paragraph,
    Recalled,
    Section,
    Sheet,
    Ticket,
)
from tutor.handouts.positions import trick
from tutor.words.texts import SIGNS, Texts

_FOUR = ("partnership", "solo")
_THREE = ("three", "split")

SECTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "table": {
        "partnership": ("partners", "trump"),
        "solo": ("alone", "trump"),
        "three": ("three", "trump"),
        "split": ("three", "trump"),
        "two": ("two", "two-naming", "two-changing"),
    },
    "deal": {
        **dict.fromkeys(_FOUR, ("packs", "deals")),
        **dict.fromkeys(_THREE, ("packs-three", "deals-three", "ours-three")),
        "two": ("packs-two", "deals-two"),
    },
    "play": {
        **dict.fromkeys((*_FOUR, *_THREE), ("lead", "follow", "void")),
        "two": ("lead-two", "follow", "void"),
    },
    "trick": {
        **dict.fromkeys(
            (*_FOUR, *_THREE),
            ("plain", "ruffed", "own-led", "own-led-ruffed", "equal", "not-trump", "discard"),
        ),
        "two": ("plain", "ruffed", "own-led", "two-ruffed", "equal", "not-trump", "discard"),
    },
    "calypso": {
        "partnership": ("what", "side", "one", "next", "carry"),
        **dict.fromkeys(("solo", *_THREE), ("what", "self", "one", "next", "carry")),
        "two": ("what-two", "self-two", "one", "next", "carry"),
    },
    "score": {
        "partnership": ("calypsos", "cards", "partners"),
        "solo": ("calypsos", "cards", "highest"),
        "three": ("calypsos", "cards", "highest"),
        "split": ("calypsos", "cards", "neighbour"),
        "two": ("calypsos-two", "cards", "highest"),
    },
    "revoke": {
        "partnership": ("revoke", "markers"),
        **dict.fromkeys(("solo", *_THREE), ("revoke-alone", "markers")),
        "two": ("revoke-two", "markers"),
    },
}
"""What each section says about each form; the words are ``handout.rules.<section>.<name>``.

Of a form that is not named it says what holds for the one it is like.
"""

_COLUMNS = (("table", "deal", "calypso", "revoke"), ("play", "trick", "score"))
"""What stands at the left and at the right: what all is about, and how it is played and scored."""

EXAMPLE = "N HA S2 H9 HK"
"""The trick that the rules show: a two ruffs an ace, and a king of one's own suit only follows."""


def rules_sheet(variant: Variant, rulebook: Rulebook, say: Texts, links: Links) -> Sheet:
    """Print the rules of one form by one rulebook, with what the other says where they differ."""
    facts = _facts(variant)

    def section(name: str) -> Section:
        told = SECTIONS[name]
        keys = told[variant.id] if variant.id in told else told[variant.like]
        points = tuple(_point(name, key, rulebook, say, facts) for key in keys)
        return Section(say(f"handout.rules.{name}"), points)

    own = ".two" if variant.like == "two" else ""  # its source is none of the rulebooks
    left, right = (tuple(map(section, names)) for names in _COLUMNS)
    return Sheet(
        name=f"calypso-rules-{variant.id}-{rulebook.id}-{say.language}",
        language=say.language,
        title=say("handout.rules.title"),
        subtitle=say(f"handout.rules.about{own}", form=variant, rulebook=rulebook),
        code=links.code(say("handout.rules.code"), "rules", rule="differ"),
        blocks=(Columns(left, right, tuple(_example(variant, rulebook, say))),),
        small=say(f"handout.rules.small{own}", rulebook=rulebook),
    )


def _example(variant: Variant, rulebook: Rulebook, say: Texts) -> Iterator[Block]:
    """Show a trick, unless the form has another table or not all of its cards."""
    if len(variant.seats) != len(EXAMPLE.split()) - 1:
        return
    table = variant.table(rulebook)
    shown = Trick.parse(EXAMPLE, table)
    if not set(shown.cards) <= set(variant.pack):
        return
    ruling = judge(shown, table)
    row = trick(say, TableSight(variant, table, shown, ruling=ruling))
    owned = tuple(
        replace(card, owner=f"{card.owner} {SIGNS[table.trump(play.seat).value]}")
        for card, play in zip(row.cards, shown.plays, strict=True)
    )
    drawn = Recalled(titles=("",), tricks=(owned,), description=row.description)
    yield Beside((drawn,), (Paragraph(say("handout.rules.example")),))


def _facts(variant: Variant) -> dict[str, int]:
    """Return the figures of a form, so that the page cannot say others than the engine."""
    return {
        "packs": variant.packs,
        "cards": len(variant.pack),
        "hand": variant.hand,
        "tricks": variant.tricks,
        "ranks": len(variant.ranks),
        "first": POINTS[Rule.FIRST_CALYPSO],
        "second": POINTS[Rule.SECOND_CALYPSO],
        "later": POINTS[Rule.LATER_CALYPSO],
        "unfinished": POINTS[Rule.UNFINISHED_CARDS],
        "pile": POINTS[Rule.PILE_CARDS],
        "penalty": POINTS[Rule.REVOKE_PENALTY],
    }


def _point(section: str, key: str, rulebook: Rulebook, say: Texts, facts: Mapping[str, int]) -> str:
    """Return one point; the two in dispute by the rulebook in force, with the other named."""
    if key == "own-led-ruffed":
        answer = "any" if rulebook.led_trump == LedTrump.ANY_RUFF else "higher"
        against = next(against for against in RULEBOOKS if against.led_trump != rulebook.led_trump)
        return say(f"handout.rules.trick.own-led-ruffed.{answer}", rulebook=rulebook, other=against)
    if section == "revoke" and key != "markers":
        answer = "added" if rulebook.revoke == RevokePenalty.ADDED_TO_OTHERS else "taken"
        return say(f"handout.rules.revoke.{key}.{answer}", rulebook=rulebook, **facts)
    return say(f"handout.rules.{section}.{key}", **facts)


# ---------------------------------------------------------------------- the score sheet

_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


def score_sheet(variant: Variant, say: Texts, links: Links) -> Sheet:
    """Print a table with a column for each suit, the sums of each side, and a check."""
    suits = [suit for suit in _ORDER if suit in variant.suits]
    heads = [f"{say.sign(suit)}\n{say.name(suit)}" for suit in suits]
    labels = [
        say("handout.score.player"),
        *(
            say("handout.score.calypso", number=number, points=points)
            for number, (_, points) in enumerate(CALYPSO_POINTS[: variant.packs], start=1)
        ),
        _each("unfinished", Rule.UNFINISHED_CARDS, say),
    ]
    if len(variant.builds[0]) == 1:
        labels += [_each("pile", Rule.PILE_CARDS, say), _each("revoke", Rule.REVOKE_PENALTY, say)]
    sums = tuple(_sums(variant, heads, say))
    blocks: list[Block] = [
        Fields((say("handout.score.date"), say("handout.score.rulebook"))),
        _grid(heads, [*labels, say("handout.score.total" if sums else "handout.score.game")], 2.1),
        *sums,
        # All cards add up, since every one of them is somewhere.
        Paragraph(say("handout.score.check", ranks=len(variant.ranks), cards=len(variant.pack))),
    ]
    return Sheet(
        name=f"calypso-score-{variant.id}-{say.language}",
        language=say.language,
        title=say("handouts.sheet.score"),
        subtitle=say.name(variant),
        code=links.code(say("handout.score.code"), "rules", rule=Rule.FIRST_CALYPSO.value),
        blocks=tuple(blocks),
        small=say("handout.score.small"),
    )


def _each(key: str, rule: Rule, say: Texts) -> str:
    return say(f"handout.score.{key}", points=POINTS[rule])


def _grid(heads: Sequence[str], labels: Sequence[str], wide: float) -> Grid:
    """Return a table to be filled in, with a row for each label; the last one is a sum."""
    rows = tuple((label, *("" for _ in heads)) for label in labels)
    return Grid(("", *heads), rows, wide)


def _sums(variant: Variant, heads: Sequence[str], say: Texts) -> Iterator[Block]:
    game, alone = say("handout.score.game"), len(variant.builds[0]) == 1
    pairs = (_pair(_ORDER[:2], say), _pair(_ORDER[2:], say))
    if variant.like == "split":
        yield _grid(heads, (say("handout.score.own"), say("handout.score.right"), game), 2.1)
    elif not alone:
        # Of the forms, only that for two adds penalties up here; its source is silent on them.
        pile = _each("pile", Rule.PILE_CARDS, say)
        revoke = _each("revoke-two", Rule.REVOKE_PENALTY, say)
        yield _grid(pairs, (say("handout.score.both"), pile, revoke, game), 1.05)
    elif len(variant.counts[0]) > 1:
        yield _grid(pairs, (game,), 1.05)


def _pair(suits: tuple[Suit, ...], say: Texts) -> str:
    return f"{' '.join(map(say.sign, suits))}\n{say.series(tuple(map(say.name, suits)))}"


# ------------------------------------------------------------------- what is to be cut up


def suit_markers(variant: Variant, say: Texts, links: Links) -> Sheet:
    """Print a marker of every suit for each player; whoever fails to follow turns one up."""
    suits = [suit for suit in FANNED if suit in variant.suits]
    of_each = tuple(
        Ticket(suit=suit.value, words=say("handout.markers.none", suit=suit)) for suit in suits
    )
    players = len(variant.seats)
    cutouts = Cutouts(across=len(suits), down=players, folded=False, tickets=of_each * players)
    return _sheet("suit-markers", Rule.SUIT_MARKERS, say, links, cutouts)


def trump_markers(variant: Variant, say: Texts, links: Links) -> Sheet:
    """Print a tent for each suit, to stand before the player whose trump it is."""
    partners = variant.like == "partnership"
    of_partner = {suit: mate for suit, mate in permutations(Suit, 2) if major(suit) == major(mate)}
    tickets = tuple(
        Ticket(
            suit=suit.value,
            words=say("handout.trumps.mine", suit=suit),
            small=say("handout.trumps.partner", suit=of_partner[suit]) if partners else "",
        )
        for suit in FANNED
        if suit in variant.suits
    )
    cutouts = Cutouts(across=2, down=2, folded=True, tickets=tickets)
    return _sheet("trump-markers", Rule.PERSONAL_TRUMP, say, links, cutouts)


def hold_up_cards(say: Texts, links: Links) -> Sheet:
    """Print a card for each seat, to be seen across a room."""
    tickets = tuple(
        Ticket(sign=say(f"handout.seats.{seat.value}"), words=say("handout.seats.word", seat=seat))
        for seat in Seat
    )
    cutouts = Cutouts(across=2, down=2, folded=False, tickets=tickets)
    return _sheet("hold-up-cards", Rule.SUIT_HIGHEST, say, links, cutouts)


def _sheet(name: str, rule: Rule, say: Texts, links: Links, block: Block) -> Sheet:
    return Sheet(
        name=f"calypso-{name}-{say.language}",
        language=say.language,
        title=say(f"handouts.sheet.{name}"),
        subtitle=say(f"handout.{name}.how"),
        code=links.code(say("handout.rules.code"), "rules", rule=rule.value),
        blocks=(block,),
        small=say("handout.cut"),
    )
