"""The rules on one page, to hang on the wall: one for each form of the game and rulebook."""

from collections.abc import Mapping

from engine.rulebooks import RULEBOOKS, LedTrump, RevokePenalty, Rulebook
from engine.rules import Rule
from engine.score import POINTS
from engine.variants import Variant
from tutor.handouts.blocks import Columns, Links, Section, Sheet
from tutor.words.texts import Texts

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

_COLUMNS = (("table", "deal", "play", "score"), ("trick", "calypso", "revoke"))
"""What stands at the left and at the right: the frame of the game, and its heart."""


def rules_sheet(variant: Variant, book: Rulebook, say: Texts, links: Links) -> Sheet:
    """Print the rules of one form by one rulebook, with what the other says where they differ."""
    facts = _facts(variant)

    def section(name: str) -> Section:
        told = SECTIONS[name]
        keys = told[variant.id] if variant.id in told else told[variant.like]
        points = tuple(_point(name, key, book, say, facts) for key in keys)
        return Section(say(f"handout.rules.{name}"), points)

    own = ".two" if variant.id == "two" else ""  # its source is none of the rulebooks
    left, right = (tuple(map(section, names)) for names in _COLUMNS)
    return Sheet(
        name=f"calypso-rules-{variant.id}-{book.id}-{say.language}",
        language=say.language,
        title=say("handout.rules.title"),
        subtitle=say(f"handout.rules.about{own}", form=variant, rulebook=book),
        code=links.code(say("handout.rules.code"), "rules", rule="differ"),
        blocks=(Columns(left, right),),
        small=say(f"handout.rules.small{own}", rulebook=book),
    )


def _facts(variant: Variant) -> dict[str, int]:
    """Return the figures of a form, so that the page cannot say others than the engine."""
    return {
        "packs": variant.packs,
        "cards": len(variant.pack),
        "hand": variant.hand,
        "tricks": variant.dealt // variant.trick,
        "ranks": len(variant.ranks),
        "first": POINTS[Rule.FIRST_CALYPSO],
        "second": POINTS[Rule.SECOND_CALYPSO],
        "later": POINTS[Rule.LATER_CALYPSO],
        "unfinished": POINTS[Rule.UNFINISHED_CARDS],
        "pile": POINTS[Rule.PILE_CARDS],
        "penalty": POINTS[Rule.REVOKE_PENALTY],
    }


def _point(section: str, key: str, book: Rulebook, say: Texts, facts: Mapping[str, int]) -> str:
    """Return one point; the two in dispute by the rulebook in force, with the other named."""
    if key == "own-led-ruffed":
        answer = "any" if book.led_trump == LedTrump.ANY_RUFF else "higher"
        other = next(one for one in RULEBOOKS if one.led_trump != book.led_trump)
        return say(f"handout.rules.trick.own-led-ruffed.{answer}", rulebook=book, other=other)
    if section == "revoke" and key != "markers":
        answer = "added" if book.revoke == RevokePenalty.ADDED_TO_OTHERS else "taken"
        return say(f"handout.rules.revoke.{key}.{answer}", rulebook=book, **facts)
    return say(f"handout.rules.{section}.{key}", **facts)
