"""A game at its table shows and says what its player may know, and no more."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from operator import add
from random import Random
from xml.etree import ElementTree

import pytest

from engine.calypso import Calypso
from engine.cards import Card, Suit
from engine.game import ClaimRevoke, NameTrump, lies_open, tricks
from engine.rules import Rule
from engine.score import Score, ScoreLine, score_of
from engine.table import Seat
from engine.variants import VARIANTS
from tests.playing import whole
from tests.samples import paired
from tests.table_talk import bound, dealt, on, own, until
from tutor.drawing.hand import hands_picture
from tutor.drawing.ladder import reasons_html
from tutor.drawing.markup import Look, Picture
from tutor.drawing.play_scene import Act, Wish, as_player, scene
from tutor.drawing.play_table import cut_picture, play_picture
from tutor.drawing.score import score_picture
from tutor.playing.account import SeatScore, Side, one_short
from tutor.playing.agreement import Manner
from tutor.playing.knowledge import HandOrder, Phase, Seen, seen
from tutor.playing.match import Match, act, claim
from tutor.playing.replay import rewound
from tutor.words.citing import CitedRule, governing_name, grounds
from tutor.words.texts import LANGUAGES, YOU, Texts

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
FORM = pytest.mark.parametrize("form", VARIANTS)
LIT = Wish(order=HandOrder.OWN_FIRST, lit=True, occasion="here")


def shown(match: Match, wish: Wish = LIT, language: str = "en") -> Picture:
    look = Look(Texts(language))
    return play_picture(look, scene(look, seen(match), wish))


def parsed(picture: Picture) -> ElementTree.Element:
    """The markup as a tree: it is HTML and XML at once."""
    return ElementTree.fromstring(picture.html)  # noqa: S314  our own


def of_class(tree: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in tree.iter() if name in (node.get("class") or "").split()]


def texts_of(element: ElementTree.Element) -> str:
    return "".join(element.itertext())


def hand_of(picture: Picture) -> list[ElementTree.Element]:
    return [node for node in parsed(picture).iter("button") if node.get("data-event") == "play"]


def to_play(form: str = "partnership") -> Match:
    """A position in which the learner follows, some tricks into a game."""
    return until(
        dealt(form), lambda now: now.phase == Phase.PLAY and now.number > 2 and following(now)
    )


def following(now: Seen) -> bool:
    return bool(now.trick)


def paused(form: str = "partnership") -> Match:
    return until(dealt(form), lambda now: now.phase == Phase.PAUSE and now.number > 1)


# ------------------------------------------------------------ what may be known


@FORM
def test_hidden_cards_leave_no_trace(form: str) -> None:
    match = to_play(form)
    game, place = match.game, match.setup.place
    hidden = [card for at, hand in enumerate(game.hands) if at != place for card in hand]
    hidden += game.stock
    Random(form).shuffle(hidden)
    hands = []
    for at, hand in enumerate(game.hands):
        hands.append(hand if at == place else tuple(hidden.pop() for _ in hand))
    other = replace(match, game=replace(game, hands=tuple(hands), stock=tuple(hidden)))
    assert other.game.hands != game.hands
    assert shown(other) == shown(match)


@FORM
def test_the_learner_sits_at_the_bottom_and_everybody_has_a_place(form: str) -> None:
    match = to_play(form)
    tree, say = parsed(shown(match)), Texts("en")
    (bottom,) = of_class(tree, "at-bottom")
    assert say("name.place.you") in texts_of(bottom)
    for seat, suit in zip(match.game.table.seats, match.game.table.trumps, strict=True):
        plates = [texts_of(plate) for plate in of_class(tree, "plate")]
        name = say("name.place.you") if seat == match.setup.seat else say.name(seat)
        assert any(name in plate and say.name(suit) in plate for plate in plates)
    now = seen(match)
    for held in now.hands:
        if held.seat != now.seat:
            words = say("table.holds", seat=held.seat, count=held.count)
            assert words in texts_of(tree)


@FORM
def test_what_is_built_missing_and_won_stands_for_every_seat(form: str) -> None:
    match = paused(form)
    tree, now = parsed(shown(match)), seen(match)
    shelves = of_class(tree, "compact")
    assert len(shelves) == len(now.table.seats)
    for shelf in shelves:
        seat = Seat(str(shelf.get("data-key")).removeprefix("shelf-"))
        place = now.table.seats.index(seat)
        rows = of_class(shelf, "strip")
        for row, calypso in zip(rows, now.calypsos[place], strict=True):
            held = {texts_of(bit) for bit in of_class(row, "held")}
            assert held == {"10" if r.letter == "T" else r.letter for r in calypso.ranks}
            assert len(row) == len(now.setup.variant.ranks)
        assert str(now.piles[place]) in texts_of(of_class(shelf, "heaped")[0])


@FORM
def test_the_own_side_is_built_first_and_what_finds_no_place_goes_to_the_winner(form: str) -> None:
    match = paused(form)
    (sides,), now = of_class(parsed(shown(match)), "sides"), seen(match)
    mine, *rest = now.table.clockwise(now.seat)
    partners = [seat for seat in rest if seat in now.setup.partners]
    others = [seat for seat in rest if seat not in partners]
    shelves = {Seat(str(it.get("data-key"))[-1]): it for it in of_class(sides, "compact")}
    assert list(shelves) == [mine, *partners, *others]
    counted = {frozenset(seats) for seats in now.setup.variant.counts}
    assert len(of_class(sides, "points")) == len(counted), "no points stand there twice"
    account = now.account
    assert account
    gone = sum(spot.builder is None for spot in account.spots)
    for seat, shelf in shelves.items():
        going = [texts_of(more) for more in of_class(shelf, "more")]
        assert going == ([f"+{gone}"] if gone and seat == account.winner else [])


def test_a_suit_that_was_not_followed_is_marked_at_its_seat() -> None:
    match = until(dealt(), lambda now: now.phase == Phase.PLAY and any(now.markers))
    now, say = seen(match), Texts("en")
    tree = parsed(shown(match))
    for seat, suits in zip(now.table.seats, now.markers, strict=True):
        words = say("table.out-of", seat=seat, suits=tuple(s for s in Suit if s in suits))
        assert (words in texts_of(tree)) == bool(suits)


# ------------------------------------------------------------------- the hand


def test_cards_that_may_be_played_are_lit_and_all_others_step_back() -> None:
    match = until(dealt(), bound)
    now = seen(match)
    for button in hand_of(shown(match)):
        dim = "dim" in str(button.get("class")).split()
        assert dim == (Card.parse(str(button.get("data-value"))) not in now.legal)
    unlit = hand_of(shown(match, replace(LIT, lit=False)))
    assert not any("dim" in str(button.get("class")).split() for button in unlit)


def test_equal_cards_of_the_suit_led_do_not_put_out_the_light() -> None:
    now = seen(until(dealt(), bound))
    follows = now.legal[0]
    other = next(card for card in own(now) if card not in now.legal)
    hands = tuple(
        replace(held, cards=(other, follows, follows), count=3) if held.seat == now.seat else held
        for held in now.hands
    )
    twice = replace(now, hands=hands, legal=(follows, follows))
    look = Look(Texts("en"))
    lit = [
        "dim" in str(card.get("class"))
        for card in hand_of(play_picture(look, scene(look, twice, LIT)))
    ]
    assert sorted(lit) == [False, False, True]


def test_the_hand_begins_with_the_own_suit_then_the_partners_unless_wished_otherwise() -> None:
    match = dealt()
    suits = [card.get("data-value", "?")[0] for card in hand_of(shown(match))]
    order = list(dict.fromkeys(suits))
    table = match.game.table
    wanted = [table.trump(Seat.SOUTH), table.trump(Seat.NORTH)]
    assert order[: len(wanted)] == [suit for suit in wanted if suit in order]
    ranks = hand_of(shown(match, replace(LIT, order=HandOrder.RANKS)))
    worth = [Card.parse(str(card.get("data-value"))).rank for card in ranks]
    assert worth == sorted(worth, reverse=True)


def test_while_a_trick_lies_there_no_card_can_be_pressed_and_going_on_can() -> None:
    picture = shown(paused())
    assert all(button.get("aria-disabled") == "true" for button in hand_of(picture))
    acts = [node for node in parsed(picture).iter("button") if node.get("data-event") == "act"]
    assert [act.get("data-value") for act in acts] == ["why", "onward"]
    assert acts[-1].get("data-focus") == "here"


def test_a_card_that_was_refused_leaves_the_table_and_points_to_those_that_bind() -> None:
    match = until(dealt(), bound)
    now = seen(match)
    wish = replace(LIT, refused="That one has to stay.", bound=now.legal)
    picture = shown(match, wish)
    assert picture.announce == "That one has to stay."
    assert "That one has to stay." in texts_of(of_class(parsed(picture), "illegal")[0])
    ringed = [card for card in hand_of(picture) if "bound" in str(card.get("class")).split()]
    assert {Card.parse(str(card.get("data-value"))) for card in ringed} == set(now.legal)


@pytest.mark.parametrize("to_do", ["name", "play", "go on"])
def test_a_table_that_is_only_looked_at_has_nothing_to_press(to_do: str) -> None:
    naming = dealt("two", dealer=Seat.NORTH)
    match = {"name": naming, "play": to_play(), "go on": paused()}[to_do]
    assert not list(parsed(shown(match, replace(LIT, still=True))).iter("button"))


@pytest.mark.parametrize("refused", ["", "That one has to stay."])
def test_what_leads_on_is_offered_whatever_is_asked(refused: str) -> None:
    wish = replace(LIT, ways=(Act(does="ask", words="Ask"),), refused=refused)
    for match in (dealt("two", dealer=Seat.NORTH), to_play(), paused()):
        acts = [node.get("data-value") for node in parsed(shown(match, wish)).iter("button")]
        assert acts.count("ask") == 1


# ------------------------------------------------------------------ a trick is won


@LANGUAGE
@FORM
def test_a_won_trick_says_who_won_by_which_rule_and_where_its_cards_went(
    form: str, language: str
) -> None:
    match = paused(form)
    say = Texts(language, places=((match.setup.seat, YOU),))
    account = seen(match).account
    assert account
    picture = shown(match, language=language)
    (line,) = of_class(parsed(picture), "line-under")
    winner = account.ruling.winning
    assert governing_name(account.ruling, say) in texts_of(line)
    assert say.name(winner.card) in texts_of(line)
    for spot in account.spots:
        key = "table.went.calypso" if spot.builder else "table.went.pile"
        to = say(f"{key}.short", seat=spot.builder or winner.seat)
        groups = [texts_of(group) for group in of_class(line, "went-to")]
        assert any(to in group for group in groups)
    assert len(of_class(of_class(line, "went")[0], "small")) == match.setup.variant.trick


def test_in_split_partnership_every_row_says_whose_points_are_in_its_own() -> None:
    match = paused("split")
    tree = parsed(shown(match, language="en"))
    (sides,) = of_class(tree, "sides")
    told = [re.sub("[0-9,]+ point", "point", texts_of(one)) for one in of_class(sides, "points")]
    assert told == ["points, with East’s", "points, with yours", "points, with North’s"]
    assert "The points of East, on the right, are among them." in texts_of(sides)
    alone = of_class(of_class(parsed(shown(paused("three"))), "sides")[0], "points")
    assert not [one for one in alone if "with" in texts_of(one)]


@LANGUAGE
def test_why_opens_the_ladder_the_rule_and_where_every_card_went(language: str) -> None:
    match, say = paused(), Texts(language)
    account = seen(match).account
    assert account
    closed = parsed(shown(match, language=language))
    assert not of_class(closed, "rungs")
    wish = replace(LIT, why=True, rules=grounds(account.ruling, say, ()))
    tree = parsed(shown(match, wish, language))
    assert len(of_class(tree, "rung")) == 4
    (why,) = of_class(tree, "why")
    assert say("rule.trick.suit-highest.text") in texts_of(why)
    assert governing_name(account.ruling, say) not in texts_of(why)  # the ladder has named it
    (went,) = of_class(why, "went-words")
    assert all(say.name(card) in texts_of(went) for card in account.ruling.trick.cards)


def test_the_sources_of_a_rule_are_separated_as_each_language_does() -> None:
    rule = CitedRule(Rule.FOLLOW_SUIT, "A", "B", (("C", ""), ("D", "https://a.org")), None)
    account = seen(paused()).account
    assert account
    for language, between in (("en", "C; D"), ("ja", "C；D")):
        why = reasons_html(Look(Texts(language)), account.ruling, (rule,), ())
        assert between in texts_of(ElementTree.fromstring(why))  # noqa: S314  our own


def test_what_has_just_been_played_is_heard_and_nothing_older() -> None:
    match = until(dealt(), lambda now: now.phase == Phase.PAUSE and now.trick[1].seat == now.seat)
    now, say = seen(match), Texts("en")
    heard = shown(match).announce
    for play in now.trick[2:]:
        assert say("picture.plays", seat=play.seat, card=play.card) in heard
    assert say("picture.plays", seat=now.seat, card=now.trick[1].card) not in heard
    assert "wins with the" in heard or "win with the" in heard


@pytest.mark.parametrize(("form", "language"), paired(VARIANTS, LANGUAGES))
def test_whoever_only_listens_hears_every_card_of_the_others_once(form: str, language: str) -> None:
    match, say = dealt(form), Texts(language)
    heard: list[str] = []
    while seen(match).deal == 1:
        heard.append(shown(match, language=language).announce)
        match = on(match)
    # What is said twice running is heard once: the browser says what is new.
    assert all(one != other for one, other in pairwise(heard))
    news, played = "".join(heard), Counter[str]()
    for trick in tricks(match.game, 1):
        for at, play in enumerate(trick.plays):
            key = "picture.plays" if at else "picture.leads"
            words = say(key, seat=play.seat, card=play.card, suit=play.card.suit)
            played[words] += play.seat != match.setup.seat
    assert {words: news.count(words) for words in played} == dict(played)


def test_it_is_heard_whose_turn_it_is() -> None:
    assert "Your turn." in shown(to_play()).announce
    leading = until(dealt(), lambda now: now.phase == Phase.PLAY and not now.trick)
    assert "Your lead." in shown(leading).announce


@FORM
def test_a_table_that_is_looked_at_asks_for_nothing(form: str) -> None:
    match, say, turns = dealt(form), Texts("en"), 0
    asked = ("Your lead.", "Your turn.", say("table.name-your-trump"), say("table.may-change"))
    for _ in range(40):
        looked_at = shown(match, replace(LIT, still=True))
        words = texts_of(parsed(looked_at)) + looked_at.announce
        assert not [line for line in asked if line in words]
        if seen(match).turn == match.setup.seat:
            turns += 1
            assert "Next: you." in words
        match = on(match)
    assert turns > 3


def test_a_completed_calypso_is_told_and_stacked() -> None:
    match = until(
        dealt("two", seed=3),
        lambda now: (
            now.phase == Phase.PAUSE
            and any(calypso.completed for own in now.calypsos for calypso in own)
        ),
    )
    tree = parsed(shown(match))
    assert any("calypso of" in texts_of(words) for words in of_class(tree, "more-words"))
    assert any("1 completed" in texts_of(done) for done in of_class(tree, "done"))


# ----------------------------------------------------------------- Calypso for Two


def test_in_calypso_for_two_a_trump_is_named_before_anything_is_played() -> None:
    match = dealt("two", dealer=Seat.NORTH)
    picture = shown(match)
    acts = [node.get("data-value") for node in parsed(picture).iter("button")]
    assert [act for act in acts if str(act).startswith("name:")] == ["name:D", "name:C"]
    focused = [node.get("data-value") for node in parsed(picture).iter() if node.get("data-focus")]
    assert focused == ["name:D"]
    assert all(card.get("aria-disabled") == "true" for card in hand_of(picture))


def test_in_calypso_for_two_a_trump_may_be_changed_beside_playing() -> None:
    match = until(
        dealt("two", dealer=Seat.NORTH), lambda now: now.phase == Phase.PLAY and bool(now.may_name)
    )
    picture = shown(match)
    acts = [str(node.get("data-value")) for node in parsed(picture).iter("button")]
    assert sum(act.startswith("name:") for act in acts) == 1
    assert not any(card.get("aria-disabled") for card in hand_of(picture))


@LANGUAGE
def test_a_trump_that_is_not_named_yet_is_not_shown_as_one(language: str) -> None:
    match = dealt("two", dealer=Seat.NORTH)
    say = Texts(language, places=((match.setup.seat, YOU),))
    assert seen(match).unnamed == (Seat.SOUTH, Seat.NORTH)
    for left in ((Seat.SOUTH, Seat.NORTH), (Seat.NORTH,)):
        picture = shown(match, language=language)
        plates = of_class(parsed(picture), "plate")
        assert sum(say("picture.unnamed") in texts_of(plate) for plate in plates) == len(left)
        choosing = Seat.SOUTH in left
        assert bool(of_class(parsed(picture), "roomy")) == choosing, "it covers your calypsos"
        for seat in Seat.SOUTH, Seat.NORTH:
            trump = match.game.table.trump(seat)
            named = say("picture.seat", seat=seat, suit=trump)
            assert (named in picture.description) == (seat not in left)
            builds = Suit.SPADES, Suit.HEARTS
            if seat == Seat.SOUTH:
                builds = Suit.DIAMONDS, Suit.CLUBS
            unnamed = say("picture.seat.unnamed", seat=seat, suits=builds)
            assert (unnamed in picture.description) == (seat in left)
        match = act(match, NameTrump(Seat.SOUTH, Suit.CLUBS)) if len(left) == 2 else match


def test_what_came_of_a_trick_covers_both_rows_of_a_hand_or_neither() -> None:
    match, rows = dealt(), set[int]()
    while len(rows) < 2:
        picture = shown(match)
        held = len(hand_of(picture))
        rows.add(1 if held <= 6 else 2)  # on a telephone
        assert bool(of_class(parsed(picture), "over-rows")) == (held > 6)
        match = on(match)


@LANGUAGE
def test_a_trump_the_other_names_or_changes_to_is_said_once_and_heard(language: str) -> None:
    match, say = dealt("two", seed=1, dealer=Seat.SOUTH), Texts(language)
    told = Counter[str]()
    while not match.game.over or match.waits:
        picture, now = shown(match, language=language), seen(match)
        line = texts_of(of_class(parsed(picture), "line-under")[0])
        for naming in now.namings:
            key = "table.named" if naming.first else "table.changed-to"
            words = say(key, seat=Seat.NORTH, suit=naming.suit)
            assert words in line
            assert words in picture.announce
            told[key] += 1
        match = on(match)
    made = [a for a in match.game.history if isinstance(a, NameTrump) and a.seat == Seat.NORTH]
    assert told == {"table.named": 1, "table.changed-to": len(made) - 1}
    assert len(made) > 1


@LANGUAGE
def test_revokes_that_one_card_proves_are_told_in_one_sentence(language: str) -> None:
    now = seen(to_play())
    look = as_player(Look(Texts(language)), now.seat)
    of_hearts = ClaimRevoke(Seat.WEST, now.seat, Suit.HEARTS, 1)
    of_spades = ClaimRevoke(Seat.WEST, now.seat, Suit.SPADES, 1)
    now = replace(now, fresh_claims=(of_hearts, of_spades, of_hearts))
    told = play_picture(look, scene(look, now, LIT)).announce
    facts = {"seat": Seat.WEST, "accused": now.seat}
    twice = look.say("table.claimed.several", **facts, suit=Suit.HEARTS, number=2, count=520)
    once = look.say("table.claimed", **facts, suit=Suit.SPADES, count=260)
    assert (told.count(twice), told.count(once)) == (1, 1)
    assert look.say("table.claimed", **facts, suit=Suit.HEARTS, count=260) not in told


def test_a_claim_is_heard_in_a_game_gone_through_whoever_is_next() -> None:
    over, look = whole("partnership", Manner.TABLE)[-1], Look(Texts("en"))
    next_ = set[Phase]()
    for step, action in enumerate(over.game.history, start=1):
        if isinstance(action, ClaimRevoke):
            now = seen(rewound(over, step), since=step - 1)
            drawn = play_picture(look, scene(look, now, replace(LIT, still=True)))
            assert "You could have followed" in drawn.announce
            next_.add(now.phase)
    assert Phase.WAIT in next_


# --------------------------------------------------------------- sheets, hands, cuts


@LANGUAGE
def test_a_score_sheet_names_every_line_and_marks_who_is_ahead(language: str) -> None:
    say = Texts(language)
    lines = Score((ScoreLine(Rule.FIRST_CALYPSO, 1, 500), ScoreLine(Rule.PILE_CARDS, 7, 70)))
    fines = Score((ScoreLine(Rule.REVOKE_PENALTY, 1, 260),))
    paid = Score((ScoreLine(Rule.REVOKE_PENALTY, 2, -520),))
    mine = Side(
        seats=(Seat.SOUTH,),
        parts=(SeatScore(Seat.SOUTH, (Calypso.parse("S1:-"),), lines),),
        fines=fines,
        ahead=True,
    )
    other = replace(mine, fines=paid, ahead=False)
    picture = score_picture(Look(say), (("A", mine), ("B", other)))
    tables = list(parsed(picture).iter("table"))
    assert say.name(Seat.SOUTH) not in texts_of(tables[0]), "the caption has said whose it is"
    assert texts_of(tables[0]).startswith(f"A{say.name(Rule.FIRST_CALYPSO)}")
    rules = (Rule.FIRST_CALYPSO, Rule.PILE_CARDS)
    assert all(say.name(rule) in texts_of(tables[0]) for rule in rules)
    brought, cost = (say(f"table.revokes.{whose}", points=260) for whose in ("others", "own"))
    assert [brought in texts_of(table) for table in tables] == [True, False]
    assert [cost in texts_of(table) for table in tables] == [False, True]
    assert ["ahead" in str(table.get("class")) for table in tables] == [True, False]
    assert say("table.total.of", side="A", count=830) in picture.description


@LANGUAGE
def test_who_builds_two_suits_reads_which_suit_brought_what(language: str) -> None:
    say = Texts(language)
    built = (Calypso.parse("S2:AK"), Calypso.parse("H1:-"))
    part = SeatScore(Seat.SOUTH, built, score_of(built, 7))
    mine = Side(seats=(Seat.SOUTH,), parts=(part,), fines=Score(()), ahead=True)
    tree = parsed(score_picture(Look(say), (("A", mine),)))
    rows = [[texts_of(cell) for cell in row] for row in tree.iter("tr")][:-1]
    first, second, held, pile = (
        say.name(rule)
        for rule in (
            Rule.FIRST_CALYPSO,
            Rule.SECOND_CALYPSO,
            Rule.UNFINISHED_CARDS,
            Rule.PILE_CARDS,
        )
    )
    spades, hearts = (say("table.of-suit", suit=calypso.suit) for calypso in built)
    assert [(row[0], row[1]) for row in rows] == [
        (spades + first, "× 1"),
        (spades + second, "× 1"),
        (spades + held, "× 2"),
        (hearts + first, "× 1"),
        (pile, "× 7"),
    ]
    brought = sum(int(re.sub(r"\D", "", row[2])) for row in rows)
    assert brought == part.score.total


@LANGUAGE
def test_open_hands_and_a_cut_say_every_card(language: str) -> None:
    say = Texts(language)
    cards = tuple(map(Card.parse, ("SA", "S9", "H2")))
    hands = hands_picture(Look(say), [(Seat.WEST, (cards[:2], cards[2:])), (Seat.EAST, ())])
    drawn = cut_picture(Look(say), [[("A", cards[0]), ("B", cards[1])]])
    assert say("picture.hand.of.empty", seat=Seat.EAST) in hands.description
    assert say.name(cards) in hands.description
    for card in cards[:2]:
        assert say.name(card) in drawn.description
    for picture, count in ((hands, 3), (drawn, 2)):
        assert len(of_class(parsed(picture), "card")) == count


def test_the_learners_own_open_hand_is_called_theirs() -> None:
    look, cards = as_player(Look(Texts("en")), Seat.SOUTH), (Card.parse("SA"),)
    own = hands_picture(look, [(Seat.SOUTH, (cards,)), (Seat.WEST, (cards,))])
    assert own.description == "Your hand: the ace of spades. West’s hand: the ace of spades."
    assert hands_picture(look, [(Seat.SOUTH, ())]).description == "Your hand is empty."


@LANGUAGE
def test_a_cut_that_ties_says_why_some_cut_again(language: str) -> None:
    say = Texts(language)
    first, second, low, high = map(Card.parse, ("SA", "HA", "S9", "H8"))
    rounds = [[("A", first), ("B", second)], [("A", low), ("B", high)]]
    again = say("table.cut-again")
    tied = cut_picture(Look(say), rounds)
    assert again in texts_of(parsed(tied))
    assert tied.description.index(say.name(second)) < tied.description.index(again)
    assert tied.description.index(again) < tied.description.index(say.name(low))
    assert again not in cut_picture(Look(say), rounds[:1]).description


def test_the_way_on_says_what_comes_after_the_trick() -> None:
    match, say, ways = dealt("two"), Texts("en"), list[str]()
    while not match.game.over or match.waits:
        now = seen(match)
        if now.phase == Phase.PAUSE:
            tree = parsed(shown(match))
            ways += map(texts_of, of_class(tree, "primary"))
            assert bool(of_class(tree, "last")) == (now.number == now.tricks)
        match = on(match)
    keys = ("next-trick", "next-deal", "to-the-result")
    trick, deal, result = (say(f"table.{key}") for key in keys)
    assert ways == [*([*[trick] * 7, deal] * 3), *[trick] * 7, result]


def test_the_end_of_a_deal_says_what_it_was_worth() -> None:
    over = until(dealt(), lambda now: now.phase == Phase.PAUSE and now.number == now.tricks)
    now = seen(over)
    (line,) = of_class(parsed(shown(over)), "line-under")
    points = dict(zip(now.table.seats, now.scored, strict=True))
    mine, others = points[now.seat], points[now.table.clockwise(now.seat, 2)[1]]
    assert now.scored == now.totals, "the first deal began at nothing"
    assert Texts("en")("table.scored", number=1, mine=mine, others=others) in texts_of(line)
    later = until(
        over, lambda at: at.deal == 2 and at.phase == Phase.PAUSE and at.number == at.tricks
    )
    second = seen(later)
    both = tuple(map(add, now.scored, second.scored))
    assert both == second.totals, "the second began at what the first had brought"


def test_a_revoke_claimed_at_the_end_of_a_deal_counts_in_that_deal_alone() -> None:
    def ended(now: Seen) -> bool:
        return now.phase == Phase.PAUSE and now.number == now.tricks

    over = until(dealt(seed=1, manner=Manner.TABLE), ended)
    (theirs,) = (revoke for revoke in over.game.revokes if lies_open(over.game, revoke))
    over = claim(over, theirs.seat, theirs.led, theirs.deal)
    first = seen(over)
    assert first.scored == first.totals
    second = seen(until(over, lambda now: now.deal == 2 and ended(now)))
    assert tuple(map(add, first.scored, second.scored)) == second.totals


def test_one_card_short_is_one_card_of_the_learners_side() -> None:
    setup = dealt().setup
    seats = setup.table.seats
    built = {seat: (Calypso.parse(f"{setup.table.trump(seat).value}0:-"),) for seat in seats}
    own = setup.table.trump(setup.seat).value
    for held, short in (("KQJT98765432", "A"), ("QJT98765432", ""), ("-", "")):
        built[setup.seat] = (Calypso.parse(f"{own}0:{held}"),)
        found = one_short(setup, tuple(built[seat] for seat in seats))
        assert found == (((setup.seat, Card.parse(f"{own}{short}")),) if short else ())
    built[setup.seat] = (Calypso.parse(f"{own}0:-"),)
    rival = next(seat for seat in seats if seat not in (setup.seat, *setup.partners))
    theirs = setup.table.trump(rival).value
    built[rival] = (Calypso.parse(f"{theirs}0:KQJT98765432"),)
    assert one_short(setup, tuple(built[seat] for seat in seats)) == ()


@FORM
def test_who_listens_to_a_game_stands_first_and_is_not_told_who_they_are(form: str) -> None:
    said = texts_of(of_class(parsed(shown(to_play(form))), "spoken")[0])
    assert "You are" not in said
    assert ("are partners" in said) == (VARIANTS[form].like == "partnership")
    assert "so are" not in said or re.search(r"You and \w+ are partners; so are", said)
