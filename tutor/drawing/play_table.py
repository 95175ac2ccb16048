"""A game as it stands before the learner: head, felt, line, hand, and what has been built."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.calypso import Placement
from engine.cards import Card, Suit
from engine.table import Seat, Table
from engine.trick import Ruling, Trick
from engine.variants import Variant
from puzzles.scenes import HandSight, TableSight
from tutor.drawing.calypso import SideShelves, sides_html
from tutor.drawing.cards import card_back, pip, still_card, suit_class
from tutor.drawing.hand import hand_picture
from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag
from tutor.drawing.play_line import Line, line_html, ways_html, went_html
from tutor.drawing.trick import trick_picture
from tutor.words.texts import YOU


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScene:
    """All that the learner may see of a game.

    ``trick`` is the one under way, or the one that was won and still lies there: then
    ``ruling`` says by whom and ``placements`` where its cards went. ``counts`` and
    ``markers`` are of the seats: cards still in hand, and suits each has shown to be out
    of; ``unnamed`` have not named a trump. ``hand`` is in the order to be shown;
    ``playable`` lights those cards, None lights all. ``bound`` are cards that an answer
    points to. ``waiting`` says that nothing can be played; ``focus`` names the occasion on
    which the hand takes the focus, ``occasion`` the position; a game ``begun`` by a press
    takes it at once; ``news`` is what is heard. ``told`` is what was asked for, the coach's
    advice or why the trick was won; it covers what has been built, or on a telephone the table,
    and moves nothing.
    """

    variant: Variant
    table: Table
    me: Seat
    dealer: Seat
    deal: int
    number: int
    trick: Trick | None
    hand: tuple[Card, ...]
    sides: tuple[SideShelves, ...]
    line: Line
    unnamed: tuple[Seat, ...] = ()
    turn: Seat | None = None
    ruling: Ruling | None = None
    placements: tuple[Placement, ...] = ()
    counts: Mapping[Seat, int] = field(default_factory=dict)
    markers: Mapping[Seat, Collection[Suit]] = field(default_factory=dict)
    playable: tuple[Card, ...] | None = None
    bound: tuple[Card, ...] = ()
    focus: str = ""
    news: str = ""
    occasion: str = ""
    begun: bool = False
    scores: tuple[tuple[str, int], ...] = ()
    waiting: bool = False
    told: Html = field(default_factory=Html)


def play_picture(look: Look, scene: GameScene) -> Picture:
    """Draw a game as its player sees it."""
    look = replace(look, say=replace(look.say, places=((scene.me, YOU),)))
    felt = trick_picture(
        look,
        TableSight(
            variant=scene.variant,
            table=scene.table,
            trick=scene.trick,
            dealer=scene.dealer,
            turn=scene.turn,
            near=scene.me,
            you=scene.me,
            ruling=scene.ruling,
            unnamed=scene.unnamed,
        ),
        {seat: _lying(look, scene, seat) for seat in scene.table.seats},
    )
    ranks = scene.variant.ranks
    won = scene.ruling.winning.seat if scene.ruling else scene.me
    went = went_html(look, scene.placements, won)
    told = Html()
    if scene.told:  # it may be longer than its place, and is read on with the arrow keys
        told = tag("div", scene.told, class_="told-part", tabindex="0", data_key="told-part")
    parts = (
        _head(look, scene),
        tag("div", Html(felt.html), class_="felt-part", data_key="felt-part"),
        tag(
            "div",
            line_html(look, scene.line, went),
            class_="line-part",
            data_key="line-part",
        ),
        told,
        tag("div", _hand(look, scene), class_="hand-part", data_key="hand-part"),
        tag(
            "div", sides_html(look, scene.sides, ranks), class_="sides-part", data_key="sides-part"
        ),
    )
    table = tag(
        "div",
        *parts,
        class_=classes(
            "play-table",
            "advised" if scene.told and scene.line.acts else None,
            "coached" if scene.told and scene.line.kind == "to-move" else None,
        ),
        data_key="play-table",
        data_beat=scene.occasion,
        data_begun="" if scene.begun else None,
    )
    html = tag(
        "div",
        table,
        ways_html(scene.line),
        class_=classes("playing", "two-colour" if look.two_colour else None),
        lang=look.say.language,
        data_key="playing",
    )
    return Picture(html, felt.description, scene.news)


def _head(look: Look, scene: GameScene) -> Html:
    """Return which deal and trick it is, and the score so far."""
    say, variant = look.say, scene.variant
    where = (
        tag("span", say("table.deal", number=scene.deal, count=variant.deals), class_="deal"),
        tag(
            "span", say("table.trick", number=scene.number, count=variant.tricks), class_="of-trick"
        ),
    )
    scores = (
        tag("span", tag("span", name), " ", tag("b", say.name(points)), class_="score")
        for name, points in scene.scores
    )
    return tag(
        "div",
        tag("p", *where, class_="where", data_key="where"),
        tag(
            "p",
            *scores,
            class_=classes("scores", "four" if len(scene.scores) == 4 else None),
            data_key="scores",
        ),
        class_="play-head",
        data_key="play-head",
    )


def _lying(look: Look, scene: GameScene, seat: Seat) -> Html:
    """Draw what lies at a seat: the backs of its cards, and its suit markers."""
    say, parts, count = look.say, [], scene.counts.get(seat)
    if count is not None and seat != scene.me:
        heard = tag("span", say("table.holds", seat=seat, count=count), class_="spoken")
        backs = tag("span", card_back("mini"), str(count), aria_hidden="true", class_="heaped")
        parts.append(tag("span", heard, backs, data_key="backs"))
    out = [suit for suit in Suit if suit in scene.markers.get(seat, ())]
    if out:
        heard = tag("span", say("table.out-of", seat=seat, suits=tuple(out)), class_="spoken")
        signs = (
            tag(
                "span",
                pip(suit),
                class_=f"sign out {suit_class(suit)}",
                data_key=f"out-{suit.value}",
                data_enter="",
                aria_hidden="true",
            )
            for suit in out
        )
        parts.append(tag("span", heard, *signs, class_="markers", data_key="markers"))
    return tag("div", *parts, class_="lying", data_key="lying")


def _hand(look: Look, scene: GameScene) -> Html:
    """Draw the learner's cards; buttons while it is the learner's turn."""
    sight = HandSight(
        seat=scene.me,
        yours=True,
        cards=scene.hand,
        pick=True,
        playable=scene.playable,
        bound=scene.bound,
        waiting=scene.waiting,
        arranged=True,
        focus=scene.focus,
    )
    return Html(hand_picture(look, sight).html)


Drawn = tuple[str, Card]
"""Who drew, by name, and what."""


def cut_picture(look: Look, rounds: Sequence[Sequence[Drawn]], mine: str) -> Picture:
    """Draw the cards of each round of a cut; *mine* is the learner's name."""
    say = look.say
    said = [say("table.drew", who=who, card=card) for drawn in rounds for who, card in drawn]
    rows = [
        tag(
            "div",
            *(
                tag(
                    "div",
                    still_card(card),
                    tag("span", who, class_="name"),
                    class_=classes("drew", "mine" if who == mine else None),
                    data_key=f"drew-{who}",
                    data_enter="",
                )
                for who, card in drawn
            ),
            class_="cut-round",
            data_key=f"round-{number}",
        )
        for number, drawn in enumerate(rounds)
    ]
    return picture(look, "cut", said, tag("div", *rows, aria_hidden="true", data_key="rounds"))
