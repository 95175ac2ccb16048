"""A game as it stands before the learner: head, felt, line, hand, and what has been built."""

from collections.abc import Callable, Collection, Iterable, Sequence

from engine.calypso import Placement
from engine.cards import Card, Suit
from engine.table import Seat
from engine.trick import Trick
from puzzles.scenes import HandSight, TableSight
from tutor.drawing.calypso import sides_html
from tutor.drawing.cards import card_back, pip, prose, small_card, still_card, suit_class
from tutor.drawing.hand import hand_picture
from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag
from tutor.drawing.play_scene import Act, GameScene, Line, as_player
from tutor.drawing.trick import trick_picture
from tutor.playing.knowledge import Phase, Seen, SeenHand


def play_picture(look: Look, scene: GameScene) -> Picture:
    """Draw a game as its player sees it: head, felt, line, hand, and what has been built."""
    seen = scene.seen
    look = as_player(look, seen.seat)
    felt = _felt(look, seen)
    told = Html()
    if scene.told:  # it may be longer than its place, and is read on with the arrow keys
        told = tag("div", scene.told, class_="told-part", tabindex="0", data_key="told-part")
    parts = (
        _head(look, scene),
        tag("div", Html(felt.html), class_="felt-part", data_key="felt-part"),
        _line_part(look, scene),
        told,
        *_hand_part(look, scene),
        tag("div", sides_html(look, scene.sides), class_="sides-part", data_key="sides-part"),
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
        data_beat=scene.wish.occasion,
        data_begun="" if scene.wish.begun else None,
    )
    line, ways = scene.line, Html()
    if line.ways is not None:  # their place is in the window all the time, even if it is empty
        ways = _row("ways", line.ways, line.mark, lambda act: act.primary)
    kind = classes("playing", "two-colour" if look.two_colour else None)
    html = tag("div", table, ways, class_=kind, lang=look.say.tag, data_key="playing")
    return Picture(html, felt.description, scene.news)


def _felt(look: Look, seen: Seen) -> Picture:
    """Draw the trick, and what lies at the seats."""
    account = seen.account
    return trick_picture(
        look,
        TableSight(
            variant=seen.setup.variant,
            table=seen.table,
            trick=Trick(seen.trick) if seen.trick else None,
            dealer=seen.dealer,
            turn=seen.turn,
            near=seen.seat,
            you=seen.seat,
            ruling=account.ruling if account else None,
            unnamed=seen.unnamed,
        ),
        {
            held.seat: _lying(look, held, out, mine=held.seat == seen.seat)
            for held, out in zip(seen.hands, seen.markers, strict=True)
        },
    )


def _line_part(look: Look, scene: GameScene) -> Html:
    """Draw what is said below the table, with where the cards of the last trick went."""
    account = scene.seen.account
    went = _went(look, account.spots, account.winner) if account else Html()
    return tag(
        "div",
        line_html(look, scene.line, went),
        class_=classes(
            "line-part",
            "roomy" if _wants_room(scene) else None,
            "over-rows" if len(scene.hand) > _ONE_ROW else None,
            "no-hand" if scene.wish.still else None,
        ),
        data_key="line-part",
    )


def _head(look: Look, scene: GameScene) -> Html:
    say, seen = look.say, scene.seen
    where = (
        tag("span", say("table.deal", number=seen.deal, count=seen.deals), class_="deal"),
        tag("span", say("table.trick", number=seen.number, count=seen.tricks), class_="of-trick"),
    )
    scores = (
        tag("span", tag("span", name), " ", tag("b", say.name(points)), class_="score")
        for name, points in scene.scores
    )
    kind = classes("scores", "four" if len(scene.scores) == 4 else None)
    told = tag("p", *where, class_="where", data_key="where")
    points = tag("p", *scores, class_=kind, data_key="scores")
    return tag("div", told, points, class_="play-head", data_key="play-head")


def _lying(look: Look, held: SeenHand, out: Collection[Suit], *, mine: bool) -> Html:
    """Draw what lies at a seat: the backs of others' cards, and its suit markers."""
    say, parts, seat, count = look.say, [], held.seat, held.count
    if not mine:
        heard = tag("span", say("table.holds", seat=seat, count=count), class_="spoken")
        backs = tag("span", card_back("mini"), str(count), aria_hidden="true", class_="heaped")
        parts.append(tag("span", heard, backs, data_key="backs"))
    suits = tuple(suit for suit in Suit if suit in out)
    if suits:
        heard = tag("span", say("table.out-of", seat=seat, suits=suits), class_="spoken")
        signs = (
            tag(
                "span",
                pip(suit),
                class_=f"sign out {suit_class(suit)}",
                data_key=f"out-{suit.value}",
                data_enter="",
                aria_hidden="true",
            )
            for suit in suits
        )
        parts.append(tag("span", heard, *signs, class_="markers", data_key="markers"))
    return tag("div", *parts, class_="lying", data_key="lying")


def _hand_part(look: Look, scene: GameScene) -> tuple[Html, ...]:
    if scene.wish.still:  # all hands lie open beside it
        return ()
    to_play = scene.seen.phase == Phase.PLAY
    sight = HandSight(
        seat=scene.seen.seat,
        yours=True,
        cards=scene.hand,
        pick=True,
        playable=scene.playable,
        bound=scene.wish.bound,
        waiting=not to_play,
        arranged=True,
        focus=scene.wish.occasion if to_play else "",
    )
    hand = Html(hand_picture(look, sight).html)
    return (tag("div", hand, class_="hand-part", data_key="hand-part"),)


def line_html(look: Look, line: Line, *inside: Html) -> Html:
    """Draw the line; what is said while the others think stands there unseen."""
    more = (tag("p", prose(look, words), class_="more-words") for words in line.more)
    thinking = tag("p", look.say("table.thinking"), class_="thinking", data_key="thinking")
    acts = _row("acts", line.acts, line.mark, lambda act: act == line.acts[0])
    return tag(
        "div",
        tag("p", prose(look, line.head), class_="headline", data_key="headline"),
        thinking,
        *more,
        *inside,
        acts if line.acts else Html(),
        class_=f"line-under {line.kind}",
        data_key="line",
    )


_ONE_ROW = 6
"""How many cards of a hand lie in one row on a telephone."""


def _wants_room(scene: GameScene) -> bool:
    """Whether the points make room for it: they are read with it, and it may be long."""
    line = scene.line
    if line.kind == "to-move":
        return bool(line.acts or scene.seen.fresh_claims)
    return line.kind in {"naming", "settled last"} or (line.kind == "settled" and bool(line.more))


def _row(name: str, acts: Iterable[Act], mark: str, leads: Callable[[Act], bool]) -> Html:
    """Draw a row of buttons; that which *leads* has the mark."""
    drawn = (_act(act, mark if leads(act) else "") for act in acts)
    return tag("div", *drawn, class_=name, data_key=name)


def _act(act: Act, mark: str) -> Html:
    sign = Html()
    if act.back:
        sign = tag("span", "↶", class_="undo", aria_hidden="true")
    if act.suit:
        sign = tag("span", pip(act.suit), class_=f"sign {suit_class(act.suit)}", aria_hidden="true")
    return tag(
        "button",
        sign,
        tag("span", act.words, class_="words"),
        type="button",
        class_=classes("act", "primary" if act.primary else None, "back" if act.back else None),
        data_event="act",
        data_value=act.does,
        data_key=f"act-{act.does}",
        data_focus=mark or None,
        aria_expanded=None if act.open is None else str(act.open).lower(),
    )


def _went(look: Look, placements: Sequence[Placement], winner: Seat) -> Html:
    """Draw where the cards went, those that went to the same place together, builders first."""
    grouped: dict[Seat | None, tuple[Card, ...]] = {}
    for placement in placements:
        builder = placement.builder
        grouped[builder] = (*grouped.get(builder, ()), placement.card)
    builders = sorted(grouped, key=lambda seat: seat is None)
    groups = (_group(look, builder, grouped[builder], winner) for builder in builders)
    return tag("ul", *groups, class_="went", role="list", data_key="went")


def _group(look: Look, builder: Seat | None, cards: tuple[Card, ...], winner: Seat) -> Html:
    say = look.say
    seat, where = builder or winner, "calypso" if builder else "pile"
    return tag(
        "li",
        tag("span", say(f"table.went.{where}", cards=cards, seat=seat), class_="spoken"),
        tag(
            "span",
            *(small_card(card) for card in cards),
            tag("span", "→", class_="to"),
            tag("span", say(f"table.went.{where}.short", seat=seat)),
            class_="went-to",
            aria_hidden="true",
        ),
    )


Drawn = tuple[str, Card]
"""Who drew, by name, and what."""


def cut_picture(look: Look, rounds: Sequence[Sequence[Drawn]]) -> Picture:
    """Draw the cards of each round of a cut; above a later round it says why there is one."""
    say, mine = look.say, look.say("name.place.you")
    sentences, rows = [], []
    for number, drawn in enumerate(rounds):
        if number:
            sentences.append(say("table.cut-again"))
            rows.append(tag("p", sentences[-1], class_="cut-again", data_key=f"again-{number}"))
        sentences += [say("table.drew", who=who, card=card) for who, card in drawn]
        cards = [
            tag(
                "div",
                still_card(card),
                tag("span", who, class_="name"),
                class_=classes("drew", "mine" if who == mine else None),
                data_key=f"drew-{who}",
                data_enter="",
            )
            for who, card in drawn
        ]
        rows.append(tag("div", *cards, class_="cut-round", data_key=f"round-{number}"))
    return picture(look, "cut", sentences, tag("div", *rows, aria_hidden="true", data_key="rounds"))
