"""Every rule by name, and the sources that state it.

A rule that no source states but that somebody has to settle cites `OURS`: the
tutor says so wherever it shows the citation.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique


@unique
class Rule(StrEnum):
    """A rule that can be taught, drilled and cited.

    The value is the key of the rule's words, of its citations and of the learner's
    record. Links and saved progress hold it: never rename one. Those that begin with
    ``plan`` are advice: nobody is bound by them, but they are taught and drilled alike.
    """

    PERSONAL_TRUMP = "table.personal-trump"
    PARTNERS = "table.partners"
    FOUR_PACKS = "deal.four-packs"
    FOUR_DEALS = "deal.four-deals"
    FIRST_LEAD = "play.first-lead"
    TURN = "play.turn"
    OWN_CARDS = "play.own-cards"
    FOLLOW_SUIT = "play.follow-suit"
    ANY_CARD_WHEN_VOID = "play.any-card-when-void"
    WINNER_LEADS = "play.winner-leads"
    SUIT_HIGHEST = "trick.suit-highest"
    LED_TRUMP_WINS = "trick.led-trump-wins"
    LED_TRUMP_HOLDS = "trick.led-trump-holds"
    RUFF_WINS = "trick.ruff-wins"
    HIGHEST_RUFF_WINS = "trick.highest-ruff-wins"
    FIRST_OF_EQUALS = "trick.first-of-equals"
    LED_SUIT_NO_TRUMP = "trick.led-suit-no-trump"
    DISCARD_NEVER_WINS = "trick.discard-never-wins"
    OWN_SUIT_BUILDS = "calypso.own-suit"
    PARTNER_GETS_CARDS = "calypso.partner-gets-cards"
    ONE_AT_A_TIME = "calypso.one-at-a-time"
    SAME_TRICK_STARTS_NEXT = "calypso.same-trick-starts-next"
    OTHERS_TO_PILE = "calypso.others-to-pile"
    CARRIES_OVER = "calypso.carries-over"
    FIRST_CALYPSO = "score.first-calypso"
    SECOND_CALYPSO = "score.second-calypso"
    LATER_CALYPSO = "score.later-calypso"
    UNFINISHED_CARDS = "score.unfinished-cards"
    PILE_CARDS = "score.pile-cards"
    HIGHER_TOTAL_WINS = "score.higher-total-wins"
    REVOKE_PENALTY = "revoke.penalty"
    REVOKE_CLAIM = "revoke.claim"
    SUIT_MARKERS = "revoke.suit-markers"
    SOLO = "form.solo"
    THREE = "form.three"
    SPLIT = "form.split"
    TWO_SUITS_EACH = "two.two-suits-each"
    TWO_NAMING = "two.name-trump"
    TWO_CHANGING = "two.change-trump"
    TWO_NEXT_DEALER = "two.next-dealer"
    TWO_LED_TRUMP = "two.led-trump"
    HELP_OWN_SIDE = "plan.help-own-side"
    WITHHOLD = "plan.withhold"


@dataclass(frozen=True, slots=True)
class Source:
    """Somebody who wrote the rules down, called by the words ``name.source.<id>``.

    ``url`` is empty for what is only on paper.
    """

    id: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """A source and, where it has headed sections, the section, such as "Revoke"."""

    source: Source
    place: str


# David Parlett, Historic Card Games: Calypso
PARLETT = Source("parlett", "https://www.parlettgames.uk/histocs/calypso.html")
# Akagiri, カリプソ, 1998
AKAGIRI_PAGE = Source("akagiri", "https://gamefarm.jp/rule/calypso.html")
POKERWINER = Source("pokerwiner", "http://www.pokerwiner.com/games-of-playing-cards/calypso.html")
# Calypso, a card game for 4 players: the leaflet of a printed board
LEAFLET = Source("leaflet")
# Kerry Handscomb, Calypso for Two
HANDSCOMB = Source(
    "handscomb", "https://repiqued-interests.co.uk/games/calypso/calypso-for-two.html"
)
OURS = Source("ours")
"""No source says; what stands here is this tutor's choice."""

SOURCES: tuple[Source, ...] = (PARLETT, AKAGIRI_PAGE, POKERWINER, LEAFLET, HANDSCOMB)


def _cite(*places: Source | tuple[Source, str]) -> tuple[Citation, ...]:
    each = ((place, "") if isinstance(place, Source) else place for place in places)
    return tuple(Citation(source, section) for source, section in each)


CITATIONS: Mapping[Rule, tuple[Citation, ...]] = {
    Rule.PERSONAL_TRUMP: _cite(PARLETT, AKAGIRI_PAGE, (POKERWINER, "Cards")),
    Rule.PARTNERS: _cite(PARLETT, AKAGIRI_PAGE, LEAFLET),
    Rule.FOUR_PACKS: _cite(PARLETT, AKAGIRI_PAGE, (POKERWINER, "Cards")),
    Rule.FOUR_DEALS: _cite(PARLETT, AKAGIRI_PAGE, LEAFLET),
    Rule.FIRST_LEAD: _cite(PARLETT, AKAGIRI_PAGE, (POKERWINER, "The play")),
    Rule.TURN: _cite(PARLETT, AKAGIRI_PAGE),
    Rule.OWN_CARDS: _cite(OURS),
    Rule.FOLLOW_SUIT: _cite(PARLETT, AKAGIRI_PAGE, (POKERWINER, "The play"), LEAFLET),
    Rule.ANY_CARD_WHEN_VOID: _cite(PARLETT, AKAGIRI_PAGE, (POKERWINER, "The play")),
    Rule.WINNER_LEADS: _cite(PARLETT, AKAGIRI_PAGE, (POKERWINER, "The play")),
    Rule.SUIT_HIGHEST: _cite((PARLETT, "Trick-play"), AKAGIRI_PAGE, (POKERWINER, "The play")),
    Rule.LED_TRUMP_WINS: _cite(
        AKAGIRI_PAGE, (POKERWINER, "The play"), LEAFLET, (HANDSCOMB, "Play of the cards")
    ),
    Rule.LED_TRUMP_HOLDS: _cite(AKAGIRI_PAGE, LEAFLET),
    Rule.RUFF_WINS: _cite((PARLETT, "Trick-play"), AKAGIRI_PAGE, (POKERWINER, "The play")),
    Rule.HIGHEST_RUFF_WINS: _cite((PARLETT, "Trick-play"), AKAGIRI_PAGE, (POKERWINER, "The play")),
    Rule.FIRST_OF_EQUALS: _cite(
        (PARLETT, "Trick-play"), AKAGIRI_PAGE, (HANDSCOMB, "Play of the cards")
    ),
    Rule.LED_SUIT_NO_TRUMP: _cite(AKAGIRI_PAGE, (PARLETT, "Trick-play, Note")),
    Rule.DISCARD_NEVER_WINS: _cite((PARLETT, "Trick-play"), AKAGIRI_PAGE),
    Rule.OWN_SUIT_BUILDS: _cite(PARLETT, AKAGIRI_PAGE),
    Rule.PARTNER_GETS_CARDS: _cite(PARLETT, AKAGIRI_PAGE),
    Rule.ONE_AT_A_TIME: _cite(PARLETT, AKAGIRI_PAGE),
    Rule.SAME_TRICK_STARTS_NEXT: _cite(
        (PARLETT, "Completing calypsos"), AKAGIRI_PAGE, (HANDSCOMB, "Collecting Calypsos")
    ),
    Rule.OTHERS_TO_PILE: _cite(PARLETT, AKAGIRI_PAGE),
    Rule.CARRIES_OVER: _cite(LEAFLET),
    Rule.FIRST_CALYPSO: _cite(PARLETT, AKAGIRI_PAGE, LEAFLET),
    Rule.SECOND_CALYPSO: _cite(PARLETT, AKAGIRI_PAGE, LEAFLET),
    Rule.LATER_CALYPSO: _cite(PARLETT, AKAGIRI_PAGE, LEAFLET),
    Rule.UNFINISHED_CARDS: _cite(PARLETT, AKAGIRI_PAGE, LEAFLET),
    Rule.PILE_CARDS: _cite(PARLETT, AKAGIRI_PAGE, LEAFLET),
    Rule.HIGHER_TOTAL_WINS: _cite(AKAGIRI_PAGE),
    Rule.REVOKE_PENALTY: _cite((PARLETT, "Revoke"), LEAFLET),
    Rule.REVOKE_CLAIM: _cite(OURS),
    Rule.SUIT_MARKERS: _cite((PARLETT, "Revoke")),
    Rule.SOLO: _cite(PARLETT),
    Rule.THREE: _cite(PARLETT, (POKERWINER, "Number of players"), OURS),
    Rule.SPLIT: _cite(PARLETT, OURS),
    Rule.TWO_SUITS_EACH: _cite((HANDSCOMB, "Collecting Calypsos")),
    Rule.TWO_NAMING: _cite((HANDSCOMB, "Play of the cards")),
    Rule.TWO_CHANGING: _cite((HANDSCOMB, "Play of the cards")),
    Rule.TWO_NEXT_DEALER: _cite((HANDSCOMB, "Play of the cards")),
    Rule.TWO_LED_TRUMP: _cite((HANDSCOMB, "Play of the cards")),
    Rule.HELP_OWN_SIDE: _cite(LEAFLET),
    Rule.WITHHOLD: _cite(LEAFLET),
}
"""Who states each rule; an ambiguous source is never cited for a disputed point."""
