"""A game can be set up, played, taken up again, settled and looked at, and is never lost."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise

import pytest
from sqlalchemy import update
from streamlit.testing.v1 import AppTest

from engine import record
from engine.cards import Card, Suit
from engine.game import NameTrump, Revoke, plays
from engine.players import Level
from engine.table import Seat
from engine.trick import Play
from engine.variants import VARIANTS
from puzzles.notation import parse_puzzle, print_puzzle
from tests.component import choose, fire, given
from tests.opened import (
    drawn,
    headings,
    on_box,
    opened,
    overtaken,
    press,
    press_twice,
    ran,
    turned,
    words,
)
from tests.playing import agreed, played
from tests.samples import paired
from tests.table_talk import dealt, on, own, until
from tutor.drawing.cards import prose, small_card
from tutor.drawing.coach import told_of_option
from tutor.drawing.markup import Look
from tutor.pages.frame import progress
from tutor.pages.play import game_options, result
from tutor.playing import coach, match_text
from tutor.playing import replay as replays
from tutor.playing.account import GameOutcome, ScoreSheet, TrickAccount, past, sheet
from tutor.playing.agreement import Manner
from tutor.playing.coach import decisions, puzzle_of_decision, review
from tutor.playing.knowledge import Phase, Seen, seen
from tutor.playing.match import Match, begin, run
from tutor.playing.match_text import kept, parse_match, print_match
from tutor.playing.replay import link_part, read_link
from tutor.serving.gate import ADDRESS
from tutor.store import StoreError, learner_of, open_store, tables
from tutor.store.holdings import new_game_id
from tutor.words.texts import LANGUAGES, YOU, Texts

NOW = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_options, "fresh_seed", lambda: 7)


def table(at: AppTest) -> str:
    """The key of the table on the page."""
    return f"play-{at.session_state['ours']['sitting'].id}"


def now(at: AppTest) -> Seen:
    return seen(match(at))


def match(at: AppTest) -> Match:
    return parse_match(at.session_state["ours"]["sitting"].text)


def html(at: AppTest) -> str:
    return str(given(at, table(at))["html"])


def play(at: AppTest, card: object) -> AppTest:
    return ran(fire(at, table(at), play=str(card)))


def do(at: AppTest, what: str) -> AppTest:
    return ran(fire(at, table(at), act=what))


def stored(of: Match, token: str) -> str:
    """Keep a game for whom the cookie names; give its id."""
    game = kept(of, new_game_id(), started=NOW, now=NOW)
    store = progress.store()
    store.save_game(learner_of(token), game, base=0)
    return game.id


def sat_down(of: Match, token: str = "") -> AppTest:
    """The table of a game that was kept."""
    token = token or secrets.token_urlsafe(24)
    return opened("play", token=token, match=stored(of, token))


def wrong(shown: Seen) -> Card:
    """A card of the hand that does not follow."""
    return next(card for card in own(shown) if card.suit != shown.trick[0].card.suit)


def must_follow(manner: Manner = Manner.PRACTICE) -> Match:
    def there(shown: Seen) -> bool:
        holds = {card.suit for card in own(shown)}
        led = shown.trick[0].card.suit if shown.trick else None
        return shown.phase == Phase.PLAY and led in holds and len(holds) > 1

    return until(dealt(manner=manner), there)


# -------------------------------------------------------------------------- set-up


def test_the_table_has_a_heading_for_those_who_listen() -> None:
    at = press(opened("play"), "deal")
    assert [title.value for title in at.title] == ["Play"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_press_deals_and_the_address_names_the_game(language: str) -> None:
    at = press(opened("play", lang=language), "deal")
    shown = now(at)
    assert at.query_params["match"] == at.session_state["ours"]["sitting"].id
    assert (shown.seat, shown.setup.variant.id) == (Seat.SOUTH, "partnership")
    assert len(own(shown)) == 13


@pytest.mark.parametrize("form", VARIANTS)
def test_every_form_can_be_dealt_and_begun(form: str) -> None:
    at = press(opened("play", form=form), "deal")
    for _ in range(4):
        shown = now(at)
        if shown.phase == Phase.NAME:
            at = do(at, f"name:{shown.may_name[0].value}")
        elif shown.phase == Phase.PAUSE:
            at = do(at, "onward")
        else:
            at = play(at, shown.legal[0])
    assert now(at).setup.variant.id == form


@pytest.mark.parametrize("learnt", [True, False])
def test_home_leads_back_to_the_table_of_a_game_under_way(token: str, *, learnt: bool) -> None:
    if learnt:
        open_store().finish_lesson(learner_of(token), "the-table", now=NOW)
    begun = press(opened("play", token=token), "deal")
    home = opened(token=token)
    assert Texts("en")("home.at.game") in words(home)
    at = press(home, "continue")
    assert at.query_params["match"] == begun.query_params["match"]
    assert now(at).legal == now(begun).legal


def test_what_is_chosen_is_dealt_and_stays_chosen(token: str) -> None:
    at = opened("play", token=token, form="three")
    for name, value in (("seat", "E"), ("trump", "C"), ("level", "expert"), ("manner", "table")):
        at = ran(at.pills(f"choose-{name}").set_value(value).run())
    at = press(at, "deal")
    setup = now(at).setup
    assert (setup.seat, setup.table.trump(setup.seat).value) == (Seat.EAST, "C")
    assert (setup.level(Seat.NORTH).value, setup.manner) == ("expert", Manner.TABLE)
    later = opened("play", token=token, form="three")
    assert later.pills("choose-seat").value == "E"


def test_a_game_of_another_form_changes_nothing_in_practice(token: str) -> None:
    """Whoever tries Calypso for Two for once is not asked about it from then on."""
    at = opened("play", token=token)
    at = press(ran(at.selectbox("play-form").set_value("two").run()), "deal")
    assert now(at).setup.variant.id == "two"
    for day in ("", "today"):
        asked = parse_puzzle(str(turned(at, "drill", day=day).query_params["puzzle"]))
        assert asked.variant.id == "partnership"
    assert opened("play", token=token).selectbox("play-form").value == "two"


def test_a_button_that_deals_deals_one_game_though_it_is_pressed_twice(token: str) -> None:
    at = press_twice(opened("play", token=token), "deal")
    (game,) = open_store().games(learner_of(token), limit=9)
    assert at.query_params["match"] == game.id
    assert given(at, table(at))
    at = press_twice(turned(at, "play", match=game.id, at="3"), "play-on")
    (forked, before) = open_store().games(learner_of(token), limit=9)
    assert before.id == game.id
    assert at.query_params["match"] == forked.id
    assert "at" not in at.query_params
    assert given(at, table(at))


def test_games_of_one_evening_are_played_with_the_same_people(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = iter(range(7, 99))
    monkeypatch.setattr(game_options, "fresh_seed", lambda: next(seeds))
    setups = []
    for late in (NOW, NOW + timedelta(hours=5), NOW + timedelta(hours=9), NOW + timedelta(days=1)):
        monkeypatch.setattr(progress, "now", lambda late=late: late)
        at = press(opened("play", token=token), "deal")
        setups.append(now(at).setup)
    first, second, third, fourth = setups
    assert (first.evening, second.evening, third.evening) == (None, first.seed, first.seed)
    assert second.seed != first.seed
    assert fourth.evening is None


def test_a_seat_and_a_suit_that_a_form_lacks_give_way_to_those_it_has() -> None:
    at = opened("play", form="partnership")
    at = ran(at.pills("choose-seat").set_value("W").run())
    at = ran(at.pills("choose-trump").set_value("S").run())
    at = ran(at.selectbox("play-form").set_value("three").run())
    shown = at.pills(drawn(at, "choose-seat")).value
    at = press(at, "deal")
    assert now(at).seat in VARIANTS["three"].seats
    assert now(at).seat.value == shown


def test_seats_and_suits_can_be_cut_for() -> None:
    at = opened("play")
    at = ran(at.pills("choose-how").set_value("cut").run())
    announced = "You’ll cut for seats and suits."
    assert announced in [words.value for words in at.markdown]
    at = press(at, "deal")
    assert announced not in [words.value for words in at.markdown]
    assert "The cut" in [header.value for header in at.header]
    assert given(at, "cut-cards")["html"].count('class="drew') == 4
    assert at.pills("cut-seat").options == ["North", "South"]
    assert [name.split()[-1] for name in at.pills("cut-trump").options] == ["spades", "hearts"]
    at = ran(at.pills("cut-seat").set_value("S").run())
    at = ran(at.pills("cut-trump").set_value("H").run())
    at = press(at, "deal-after-cut")
    assert len(own(now(at))) == 13
    assert (now(at).seat, now(at).table.trump(now(at).seat)) == (Seat.SOUTH, Suit.HEARTS)


@pytest.mark.parametrize(
    ("form", "place"), [("partnership", "second highest of 4"), ("two", "lowest of 2")]
)
def test_whoever_may_not_choose_after_the_cut_takes_what_is_left(
    form: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_options, "fresh_seed", lambda: 1)
    at = opened("play", form=form)
    at = press(ran(at.pills("choose-how").set_value("cut").run()), "deal")
    assert [pills for pills in at.pills if str(pills.key).startswith("cut-")] == []
    said = [text.value for text in at.markdown]
    assert f"Your card is the {place}." in said
    (left,) = (words for words in said if "what is left for you" in words)
    at = press(at, "deal-after-cut")
    assert f"{Texts('en').name(now(at).seat)} with " in left


def test_a_second_cut_is_shown_after_what_came_of_the_first() -> None:
    at = opened("play", form="two")
    at = press(ran(at.pills("choose-how").set_value("cut").run()), "deal")
    said = [words.value for words in at.markdown]
    first = next(n for n, words in enumerate(said) if words.startswith("Your card is the "))
    assert first < said.index("A second cut decides who deals first.")


# ------------------------------------------------------------------------- playing


def test_a_card_is_played_and_the_others_answer() -> None:
    at = press(opened("play"), "deal")
    shown = now(at)
    at = play(at, shown.legal[0])
    assert len(own(now(at))) == 12
    assert now(at).phase == Phase.PAUSE
    at = do(at, "onward")
    assert (now(at).phase, now(at).number) == (Phase.PLAY, 2)


def test_a_wrong_card_is_explained_by_the_cards_that_bind_and_nothing_is_lost() -> None:
    at = sat_down(must_follow())
    shown, before = now(at), print_match(match(at))
    at = play(at, wrong(shown))
    assert "illegal" in html(at)
    assert shown.trick[0].card.suit.name.lower() in str(given(at, table(at))["announce"])
    assert html(at).count(" bound") == len(shown.legal)
    assert print_match(match(at)) == before
    at = play(at, shown.legal[0])
    assert "line-under illegal" not in html(at)
    assert len(own(now(at))) == len(own(shown)) - 1


@pytest.mark.parametrize("late", ["SA!", "", "<script>", "C1"])
def test_what_is_no_card_changes_nothing(late: str) -> None:
    at = press(opened("play"), "deal")
    before = match(at)
    assert match(play(at, late)) == before


def test_a_second_card_pressed_in_haste_is_not_led_to_the_next_trick() -> None:
    at = press(opened("play"), "deal")
    at = play(at, now(at).legal[0])
    before = match(at)
    assert now(at).phase == Phase.PAUSE
    assert match(play(at, own(now(at))[0])) == before


@pytest.mark.parametrize("late", ["onward", "name:S", "name:X", "nonsense"])
def test_a_button_that_is_not_there_any_more_changes_nothing(late: str) -> None:
    at = press(opened("play"), "deal")
    before = match(at).game
    assert match(do(at, late)).game == before


def test_the_last_decision_can_be_taken_back() -> None:
    at = press(opened("play"), "deal")
    before = own(now(at))
    at = do(play(at, now(at).legal[0]), "take-back")
    assert own(now(at)) == before
    assert match(at).extras.backs == 1


def test_why_explains_the_trick_and_is_closed_by_going_on() -> None:
    at = press(opened("play"), "deal")
    at = do(play(at, now(at).legal[0]), "why")
    assert html(at).count('class="rung ') == 4
    at = do(at, "onward")
    assert "rung" not in html(at)


def test_a_past_trick_has_the_trumps_it_was_played_with() -> None:
    def of_this_deal(match: Match) -> list[TrickAccount]:
        told = past(match)[: match.extras.seen]
        return [one for one in told if one.deal == seen(match).deal]

    changed = next(
        match
        for match in played(agreed("two"), seed=4)
        if len({one.ruling.table.trumps for one in of_this_deal(match)}) > 1
    )
    at = sat_down(changed)
    at.session_state["tool-past"] = True
    said = given(ran(at.run()), "past-tricks")["html"]
    say = Texts("en", ((changed.setup.seat, YOU),))
    for number, one in enumerate(of_this_deal(changed), start=1):
        before, _, _ = said.partition(say("picture.trick", number=number))
        for seat, trump in zip(one.ruling.table.seats, one.ruling.table.trumps, strict=True):
            words = [say("picture.seat", seat=seat, suit=suit) for suit in Suit]
            assert max(words, key=before.rfind) == say("picture.seat", seat=seat, suit=trump)
    trumps = [one.ruling.table.trumps for one in of_this_deal(changed)]
    drawn = 1 + sum(one != other for one, other in pairwise(trumps))
    assert said.count('class="owners"') == drawn


def test_past_tricks_and_open_hands_are_there_for_practice() -> None:
    at = press(opened("play"), "deal")
    at = do(play(at, now(at).legal[0]), "onward")
    at.session_state["tool-past"] = True
    at = ran(at.run())
    tricks = given(at, "past-tricks")["html"]
    assert "recalled-trick" in tricks
    assert "You led" in tricks
    assert Texts("en").name(now(at).seat) not in tricks, "the table says you"
    at.session_state["ours"]["sitting"].hands = True
    at = ran(at.run())
    assert given(at, "open-hands")["html"].count('class="open-hand"') == 3


def test_in_calypso_for_two_a_trump_is_named_first() -> None:
    at = sat_down(dealt("two", dealer=Seat.NORTH))
    assert now(at).phase == Phase.NAME
    at = do(at, "name:C")
    shown = now(at)
    assert shown.table.trump(shown.seat).value == "C"
    assert shown.phase == Phase.PLAY


# --------------------------------------------------------------------- table rules


def test_by_table_rules_a_revoke_passes_and_nothing_helps() -> None:
    at = sat_down(must_follow(Manner.TABLE))
    shown = now(at)
    assert " dim" not in html(at)
    at = play(at, wrong(shown))
    assert len(match(at).game.revokes) == 1
    assert "take-back" not in html(at)
    assert not at.session_state["ours"]["sitting"].refused


def test_by_table_rules_markers_are_turned_up_by_hand() -> None:
    at = sat_down(must_follow(Manner.TABLE))
    at.session_state["tool-markers"] = True
    at = ran(at.run())
    at = ran(at.pills("markers-E").set_value(["H"]).run())
    assert [sorted(up) for up in now(at).markers] == [[], ["H"], [], []]
    assert "East is known to be out of hearts." in html(at)


def test_markers_turned_up_one_right_after_the_other_are_all_up() -> None:
    at = sat_down(must_follow(Manner.TABLE))
    at.session_state["tool-markers"] = True
    at = ran(at.run())
    up = (["H"], ["H", "S"], ["H", "S", "D"])
    at = overtaken(at, *(on_box("markers-E", suits) for suits in up))
    assert [sorted(up) for up in now(at).markers] == [[], ["D", "H", "S"], [], []]


def test_a_claim_without_proof_is_answered_and_the_game_goes_on() -> None:
    at = sat_down(must_follow(Manner.TABLE))
    before = match(at).game
    at.session_state["tool-claim"] = True
    at = press(ran(at.run()), "claim-now")
    assert "Nothing on the table proves a revoke" in words(at)
    assert match(at).game == before
    at = play(at, now(at).legal[0])
    assert "Nothing on the table proves a revoke" not in words(at)


def slipped(there: Callable[[Seen, Revoke], bool]) -> tuple[Match, Revoke]:
    """A game by table rules in which an opponent has revoked, where this holds."""
    match = dealt(manner=Manner.TABLE)
    while not match.game.over:
        for revoke in match.game.revokes:
            if there(seen(match), revoke):
                return match, revoke
        match = on(match)
    raise AssertionError("nobody ever slipped so")


def claimed(of: Match, revoke: Revoke) -> AppTest:
    """The page after the learner has claimed a revoke."""
    at = sat_down(of)
    at.session_state["tool-claim"] = True
    at = ran(at.run())
    at = ran(at.radio("claim-who").set_value(revoke.seat.value).run())
    at = ran(at.radio("claim-suit").set_value(revoke.led.value).run())
    return press(at, "claim-now")


def laid_open(of: Match, revoke: Revoke) -> bool:
    later = plays(of.game)[revoke.at + 1 :]
    return any((play.seat, play.card.suit) == (revoke.seat, revoke.led) for play in later)


def test_the_learner_claims_what_an_opponent_has_failed_to_follow_once_it_shows() -> None:
    early, revoke = slipped(lambda shown, revoke: shown.deal == revoke.deal)
    assert not laid_open(early, revoke)
    assert "Nothing on the table proves a revoke" in words(claimed(early, revoke))
    of, revoke = slipped(lambda shown, revoke: shown.deal == revoke.deal and ended(shown))
    assert laid_open(of, revoke)
    assert of.game.deal == revoke.deal + 1, "the cards of the next deal are dealt already"
    at = claimed(of, revoke)
    assert match(at).game.claimed == (revoke,)
    assert "You claim a revoke" in html(at)
    assert "Your claim stands" in words(at)
    at = press(at, "claim-now")
    assert "claimed already" in words(at)
    assert "Nothing on the table proves" not in words(at)


def test_the_claim_box_says_who_may_have_revoked() -> None:
    for level, said in ((Level.NOVICE, "West and East"), (Level.CLUB, "nothing to claim")):
        setup = dealt(manner=Manner.TABLE).setup
        levels = tuple(None if seat == setup.seat else level for seat in setup.table.seats)
        at = sat_down(run(begin(replace(setup, levels=levels))))
        at.session_state["tool-claim"] = True
        assert said.replace("West and East", "East and West") in words(ran(at.run()))


# ----------------------------------------------------------------------- never lost


def test_a_card_played_is_written_once_and_the_game_replayed_once(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = press(opened("play", token=token), "deal")
    done: list[str] = []

    def counted(name: str, real: Callable[[object], object], given: object) -> object:
        done.append(name)
        return real(given)

    for name in ("parse_game", "print_game"):
        for module in (match_text, replays):
            monkeypatch.setattr(module, name, partial(counted, name, getattr(record, name)))
    for _ in range(3):
        shown = now(at)
        done.clear()
        at = do(at, "onward") if shown.phase == Phase.PAUSE else play(at, shown.legal[0])
        assert done.count("print_game") == 1, "to keep it"
        assert done.count("parse_game") <= 1, "to check what is kept; the page goes on with that"


def test_a_reload_in_the_middle_of_a_trick_goes_on(token: str) -> None:
    at = press(opened("play", token=token), "deal")
    at = do(play(at, now(at).legal[0]), "onward")
    again = opened("play", token=token, match=at.query_params["match"])
    assert html(again) == html(at).replace(' data-begun=""', "")


def test_the_page_leads_back_to_a_game_under_way(token: str) -> None:
    at = press(opened("play", token=token), "deal")
    later = opened("play", token=token)
    assert "You have a game in progress" in words(later)
    later = press(later, "continue-")
    assert match(later).game == match(at).game


def test_a_game_of_another_browser_is_not_shown(token: str) -> None:
    id_ = stored(dealt(), token)
    at = opened("play", token=secrets.token_urlsafe(24), match=id_)
    assert "None of your games" in words(at)
    at = press(at, "to-setup")
    assert "match" not in at.query_params


def test_of_two_tabs_the_one_behind_shows_what_the_other_has_done(token: str) -> None:
    id_ = stored(dealt(), token)
    first, second = (opened("play", token=token, match=id_) for _ in range(2))
    first = play(first, now(first).legal[0])
    second = play(second, now(second).legal[-1])
    assert match(second).game == match(first).game
    assert Texts("en")("playing.saving.stale") in words(second)


def test_a_tab_behind_goes_on_where_what_the_other_has_done_cannot_be_read(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = stored(dealt(), token)
    first, second = (opened("play", token=token, match=id_) for _ in range(2))
    play(first, now(first).legal[0])

    def silent(*_: object, **__: object) -> None:
        raise StoreError("unreachable", "no answer")

    with monkeypatch.context() as patch:
        patch.setattr(type(progress.store()), "game", silent)
        second = play(second, now(second).legal[-1])
    assert now(second).phase == Phase.PAUSE
    second = do(second, "onward")
    assert Texts("en")("playing.saving.stale") in words(second)
    assert match(second).game == match(opened("play", token=token, match=id_)).game


def test_a_game_goes_on_when_it_cannot_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    at = press(opened("play"), "deal")

    def full(*_: object, **__: object) -> None:
        raise StoreError("full", "no room")

    monkeypatch.setattr(type(progress.store()), "save_game", full)
    at = play(at, now(at).legal[0])
    assert now(at).phase == Phase.PAUSE
    assert [one.value for one in at.warning] == [Texts("en")("store.full")]


def test_a_game_erased_in_another_tab_is_not_brought_back(token: str) -> None:
    id_ = stored(dealt(), token)
    at = opened("play", token=token, match=id_)
    progress.store().erase_game(learner_of(token), id_)
    at = play(at, now(at).legal[0])
    assert Texts("en")("playing.saving.gone") in words(at)
    assert progress.store().games(learner_of(token), limit=5) == ()


@pytest.mark.parametrize("part", ["setup", "record"])
def test_a_game_that_cannot_be_read_is_told_and_passed_over(token: str, part: str) -> None:
    """As after an upgrade that was taken back."""
    id_ = stored(dealt(), token)
    with progress.store().engine.begin() as connection:
        connection.execute(
            update(tables.games).where(tables.games.c.id == id_).values({part: "2 of tomorrow"})
        )
    at = opened("play", token=token)
    assert any("can’t read 1 of your games" in str(one.value) for one in at.caption), "it is told"
    assert now(press(at, "deal")).legal
    assert len(progress.store().games(learner_of(token), limit=5)) == 2


def test_a_game_can_be_erased_and_with_the_last_its_list(token: str) -> None:
    id_ = stored(dealt(), token)
    at = opened("play", token=token)
    assert not at.header, "the game to be gone on with stands above, and in no list"
    later = stored(dealt(seed=2), token)
    at = ran(at.run())
    assert [header.value for header in at.header] == ["Your games"]
    ways = [str(button.key).partition("-") for button in at.button]
    led = sorted((game, way) for way, _, game in ways if game in {id_, later})
    assert [game for game, _ in led] == sorted((id_, later)), "one way into each"
    assert {way for _, way in led} == {"continue", "open"}
    for game in (id_, later):
        at.session_state[f"more-{game}"] = True
        at = press(ran(at.run()), f"erase-{game}")
    assert progress.store().games(learner_of(token), limit=5) == ()
    assert not at.header


# --------------------------------------------------------------- the end, and after it


def last_trick(manner: Manner = Manner.PRACTICE) -> Match:
    return until(
        dealt("two", manner=manner),
        lambda shown: (
            shown.phase == Phase.PAUSE and (shown.deal, shown.number) == (shown.deals, shown.tricks)
        ),
    )


def test_after_a_deal_the_standing_is_shown_before_the_next() -> None:
    of = until(dealt(), lambda shown: shown.phase == Phase.PAUSE and shown.number == shown.tricks)
    at = sat_down(of)
    assert "The score after deal 1" in [header.value for header in at.header]
    assert "Total" in given(at, "score-sheet")["html"]
    at = do(at, "onward")
    assert now(at).deal == 2
    assert not at.header


def test_after_the_last_trick_the_result_leads_to_another_game() -> None:
    at = do(sat_down(last_trick()), "onward")
    assert headings(at)[0] in {"You win the game", "North wins the game", "The game is a draw"}
    score = given(at, "score-sheet")["html"]
    assert score.count("<table") == 2
    assert "You" in score
    assert str(Texts("en").name(now(at).seat)) not in score, "the game itself has said you"
    assert "Every card is accounted for" in words(at)
    before, evening = at.query_params["match"], now(at).setup.first_seed
    at = press(at, "another")
    assert at.query_params["match"] != before
    assert now(at).setup.evening == evening
    assert now(at).deal == 1


@pytest.mark.parametrize(("form", "language"), paired(["solo", "three"], LANGUAGES))
def test_who_plays_alone_and_loses_reads_who_won_by_how_much(form: str, language: str) -> None:
    games = (dealt(form, seed=seed) for seed in range(7, 20))
    ends = (until(game, lambda shown: shown.deal == 4 and ended(shown)) for game in games)
    end = next(end for end in ends if sheet(end).outcome == GameOutcome.LOST)
    (winner,) = sheet(end).winners
    at = opened("play", token=(token := secrets.token_urlsafe(24)))
    at = opened("play", token=token, lang=language, match=stored(end, token))
    at = do(at, "onward")
    say = Texts(language)
    assert (
        headings(at)[0]
        == {"en": f"{say.name(winner)} wins the game", "ja": f"{say.name(winner)}の勝ちです"}[
            language
        ]
    )
    totals = {side.seats[0]: side.total for side in sheet(end).sides}
    told = say("play.margin", more=totals[winner], fewer=totals[end.setup.seat])
    assert told in words(at), "the winner's points come first"


def test_of_two_others_with_the_most_points_neither_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal totals are a draw, as the questions on who has won say."""

    def level(match: Match) -> ScoreSheet:
        others = tuple(seat for seat in match.game.table.seats if seat != match.setup.seat)
        return replace(sheet(match), winners=others[:2], outcome=GameOutcome.LOST)

    end = until(dealt("solo"), lambda shown: shown.deal == 4 and ended(shown))
    monkeypatch.setattr(result, "sheet", level)
    at = do(sat_down(end), "onward")
    assert headings(at)[0] == "North and East draw, with the most points"


def ended(shown: Seen) -> bool:
    return shown.phase == Phase.PAUSE and shown.number == shown.tricks


def test_a_game_that_is_over_is_kept_and_shared() -> None:
    at = do(sat_down(last_trick()), "onward")
    at.session_state["keep-result"] = True
    at = ran(at.run())
    assert read_link(at.code[0].value.partition("game=")[2]).game == match(at).game
    assert len(at.get("download_button")) == 1


@pytest.mark.parametrize("manner", Manner)
def test_a_game_is_looked_at_step_by_step_from_its_beginning(manner: Manner) -> None:
    of = last_trick(manner)
    at = press(do(sat_down(of), "onward"), "replay")
    assert at.query_params["at"] == "0"
    hands = given(at, "open-hands")["html"]
    assert hands.count('class="open-hand"') == len(of.game.table.seats), "all hands, however it was"
    assert Texts("en")("name.place.you") in hands
    assert 'class="hand' not in given(at, "replay-table")["html"], "and none of them twice"
    at = press(at, "replay-forward")
    assert at.query_params["at"] == "1"
    at = press(at, "replay-back")
    assert at.query_params["at"] == "0"
    at = press(press(at, "replay-deal-forward"), "replay-deal-forward")
    at = press(at, "replay-deal-back")
    assert 'data-event="act"' not in given(at, "replay-table")["html"]
    at = ran(at.slider(key=drawn(at, "replay-at")).set_value(len(match(at).game.history)).run())
    assert "open-hand" not in str(at.get("bidi_component")), "a name without cards"
    at = press(at, "back-to-game")
    assert "at" not in at.query_params


@pytest.mark.parametrize("form", ["partnership", "two"])
def test_of_a_game_gone_through_each_step_is_heard_once_the_learners_own_too(form: str) -> None:
    at = sat_down(of := until(dealt(form), lambda now: now.number == 3))
    at.session_state["tool-keep"] = True
    at = press(ran(at.run()), "keep-replay")
    at = ran(at.slider(key=drawn(at, "replay-at")).set_value(0).run())
    say, heard = Texts("en", places=((of.setup.seat, YOU),)), [""]
    for action in of.game.history[:6]:
        at = press(at, "replay-forward")
        heard.append(given(at, "replay-table")["announce"])
        assert isinstance(action, Play | NameTrump)
        acted = action.card if isinstance(action, Play) else action.suit
        assert say.name(action.seat).lower() in heard[-1].partition(say.name(acted))[0].lower()
        assert sum(heard[-1].count(does) for does in (" led the ", " played the ", " trumps.")) == 1
    assert given(press(at, "replay-back"), "replay-table")["announce"] == heard[-2]


def test_a_game_under_way_is_gone_back_through_from_where_it_stands() -> None:
    at = sat_down(must_follow())
    at.session_state["tool-keep"] = True
    at = press(ran(at.run()), "keep-replay")
    assert at.query_params["at"] == str(len(match(at).game.history))


def test_a_review_shows_each_decision_with_the_hand_it_was_made_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(coach, "review", partial(review, deals=8))
    of = last_trick()
    at = press(do(sat_down(of), "onward"), "begin-review")
    taught = coach.instructive([coach.review(match(at), one) for one in decisions(match(at))])
    assert taught, "nothing to learn from, nothing tested"
    for number, one in enumerate(taught, start=1):
        hand = given(at, f"review-hand-{number}")["html"]
        assert hand.count('class="open-hand"') == 1, "yours alone, as you knew it then"
        held = one.decision.view.hand
        assert all(str(small_card(card)) in hand for card in held)
        assert hand.count(' small"') == len(held)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_puzzle_from_a_game_is_answered_with_the_reasons_of_its_review(language: str) -> None:
    token, say = secrets.token_urlsafe(24), Texts(language)
    drawn = partial(prose, Look(say))
    game = until(dealt(), lambda now: now.phase == Phase.PAUSE and now.number == now.tricks)
    one, puzzle = next(
        (one, puzzle)
        for one in (review(game, decision) for decision in decisions(game))
        if one.lost and (puzzle := puzzle_of_decision(one))
    )
    at = opened(
        "drill", token, lang=language, puzzle=print_puzzle(puzzle), match=stored(game, token)
    )
    assert one.advice
    assert isinstance(one.decision.action, Play)
    at = choose(at, "drill", puzzle, 0, str(one.decision.action.card))
    at = press(at, "why-drill")
    said = given(at, "coach-reasons")["html"]
    for option in (one.advice.options[0], one.advice.of(one.decision.action)):
        assert all(drawn(sentence) in said for sentence in told_of_option(say, option))
    assert drawn(say("coach.against", card=one.decision.action.card)) in said
    other = opened("drill", lang=language, puzzle=print_puzzle(puzzle), match=new_game_id())
    other = choose(other, "drill", puzzle, 0, puzzle.solution)
    other = press(other, "why-drill")
    with pytest.raises(StopIteration):
        given(other, "coach-reasons")


def test_a_link_shows_the_position_to_anybody_and_can_be_played_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(ADDRESS, "http://192.168.1.20:8501")
    of = must_follow()
    at = sat_down(of)
    at.session_state["tool-keep"] = True
    at = ran(at.run())
    address, _, link = str(at.code[0].value).partition("?game=")
    assert address == "http://192.168.1.20:8501/play"
    assert Texts("en")("address.pass-on.network") in words(at)
    other = opened("play", game=link)
    assert other.query_params["game"] == link
    assert given(other, "open-hands")["html"].count('class="open-hand"') == 4
    other = press(other, "play-on")
    assert match(other).game.history == of.game.history


def test_whoever_carries_on_where_others_are_to_play_comes_to_their_own_turn() -> None:
    of = until(dealt(), lambda now: now.number == 3)
    mine = [step for step, action in enumerate(of.game.history) if action.seat == of.setup.seat]
    for step in range(mine[0] + 1, mine[1]):
        at = press(opened("play", game=link_part(of, step)), "play-on")
        assert now(at).phase in {Phase.PLAY, Phase.PAUSE}, "others' turn, and nothing to press"
        assert match(at).game.history[:step] == of.game.history[:step]


@pytest.mark.parametrize("link", ["x", "1AAAA", "2abc", "1" + "A" * 3000])
def test_a_damaged_link_is_said_and_leads_on(link: str) -> None:
    at = opened("play", game=link)
    assert "This link doesn’t go anywhere" in [header.value for header in at.title]
    at = press(at, "to-setup")
    assert any(button.key == "deal" for button in at.button)


def test_a_link_at_table_rules_waits_for_the_end() -> None:
    at = sat_down(must_follow(Manner.TABLE))
    at.session_state["tool-keep"] = True
    at = ran(at.run())
    assert not at.code
    replay = opened("play", token=secrets.token_urlsafe(24), match=at.query_params["match"], at="3")
    assert "replay-table" not in str(replay.get("bidi_component"))


def test_a_downloaded_game_can_be_loaded_again() -> None:
    of = must_follow()
    at = opened("play")
    at = ran(at.file_uploader("game-upload").upload("g.txt", print_match(of).encode()).run())
    assert match(at).game == of.game


def test_a_file_that_is_no_game_is_refused_in_words() -> None:
    at = opened("play")
    at = ran(at.file_uploader("game-upload").upload("g.txt", b"shopping list").run())
    assert at.error
    assert any(button.key == "deal" for button in at.button)
