"""A match goes into a file, into a link and step by step back, or is refused."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, Rank, Suit, print_cards
from engine.game import ClaimRevoke, Conduct, new, new_from_pack
from engine.players import Level
from engine.record import positions, print_game
from engine.rulebooks import AKAGIRI, CULBERTSON
from engine.table import Seat
from engine.trick import Play
from engine.variants import VARIANTS
from tests.playing import EVERY, PRACTICE, TABLE, a_trick_waits, agreed, stage, to_act, whole
from tutor.playing.agreement import CONDUCTS, Coach, Manner
from tutor.playing.coach import decisions
from tutor.playing.knowledge import Phase, phase_of, seen
from tutor.playing.match import Extras, Match, act, begin, hinted, run, take_back, with_coach
from tutor.playing.match_text import (
    LARGEST,
    MatchTextError,
    match_from,
    parse_extras,
    parse_match,
    print_extras,
    print_match,
)
from tutor.playing.replay import (
    deal_starts,
    fork,
    link_part,
    read_link,
    rewound,
    trick_ends,
)

NORTH, EAST, SOUTH, WEST = Seat
CLUBS, DIAMONDS, HEARTS, SPADES = Suit


# ----------------------------------------------------------------- files and records


BARE = print_game(new(VARIANTS["three"], VARIANTS["three"].table(AKAGIRI), EAST, Random(1)))


def test_a_bare_record_is_read_as_a_game_among_club_players() -> None:
    match = parse_match(f"  {BARE}\r\n")
    assert print_game(match.game) == BARE
    assert (match.setup.seat, match.setup.manner) == (NORTH, PRACTICE)
    assert match.setup.levels == (None, Level.CLUB, Level.CLUB)
    assert phase_of(run(match)) == Phase.PAUSE or phase_of(run(match)) == Phase.PLAY


def test_a_file_is_read_however_an_editor_has_saved_it() -> None:
    match = stage("partnership", PRACTICE, 40)
    text = print_match(match)
    for saved in (
        text.encode(),
        text.encode("utf-8-sig"),
        text.replace("\n", "\r\n"),
        "\n\n" + text.replace("\n", "  \n\n"),
    ):
        assert parse_match(saved) == match


Saved = list[str]
"""A saved game by its lines: what it is, setup, extras, record, and an empty one."""


def lines(manner: Manner = PRACTICE) -> Saved:
    return print_match(stage("partnership", manner, 40)).split("\n")


def words(saved: Saved, *places: int) -> str:
    """The lines at *places* of a saved game, one under the other."""
    return "\n".join(saved[place] for place in places)


def put(old: str, new: str) -> Callable[[Saved], str]:
    """Write *new* for the first *old*, which there must be."""

    def spoil(saved: Saved) -> str:
        whole = "\n".join(saved)
        assert old in whole
        return whole.replace(old, new, 1)

    return spoil


SPOILT: dict[str, tuple[Callable[[Saved], str | bytes], str, str]] = {
    "nothing": (lambda _: "", "not-ours", ""),
    "words": (lambda _: "hello\nworld", "not-ours", ""),
    "a picture": (lambda _: b"\x89PNG\r\n\x1a\n" + bytes(1000), "not-ours", ""),
    "half a sign": (lambda _: "\ud800", "not-ours", ""),
    "too long": (lambda _: "x" * (LARGEST + 1), "too-large", ""),
    "many megabytes": (lambda _: b"\n" * 10_000_000, "too-large", ""),
    "a later version": (put("game 1", "game 2"), "newer", ""),
    "a version of many digits": (put("game 1", "game " + "9" * 5000), "not-ours", ""),
    "no setup": (lambda saved: words(saved, 0, 2, 3), "faulty", "setup"),
    "no record": (lambda saved: words(saved, 0, 1, 2), "faulty", "record"),
    "record twice": (lambda saved: words(saved, 0, 1, 2, 3, 3), "faulty", "record"),
    "unknown part": (lambda saved: words(saved, 0, 1, 2, 3) + "\nbids 1", "faulty", "bids"),
    "unknown form": (put("setup 1 partnership", "setup 1 whist"), "faulty", "setup"),
    "other dealer": (put("dealer=", "dealer=X"), "faulty", "setup"),
    "game of other terms": (
        lambda saved: words([*saved[:3], lines(TABLE)[3]], 0, 1, 2, 3),
        "faulty",
        "record",
    ),
    "cut off": (lambda saved: "\n".join(saved)[:-3], "faulty", "record"),
    "a card that is none": (put(":H", ":X"), "faulty", "record"),
    "not all tricks turned": (
        lambda saved: "\n".join(
            [*saved[:2], "extras seen=0 hints=- retried=- backs=0 marks=- revision=9", *saved[3:]]
        ),
        "faulty",
        "record",
    ),
    "a hint to come": (put("hints=-", "hints=999"), "faulty", "record"),
    "hints out of order": (put("hints=-", "hints=5,3"), "faulty", "extras"),
    "no numbers": (put("hints=-", "hints=,"), "faulty", "extras"),
    "a bare record cut off": (lambda _: BARE[:-9], "faulty", "record"),
    "a bare record of no form": (lambda _: BARE.replace("three", "five"), "faulty", "record"),
}


@pytest.mark.parametrize(("spoil", "key", "place"), SPOILT.values(), ids=SPOILT)
def test_what_is_no_game_is_told_by_its_kind(
    spoil: Callable[[Saved], str | bytes], key: str, place: str
) -> None:
    with pytest.raises(MatchTextError) as caught:
        parse_match(spoil(lines()))
    assert (caught.value.key, caught.value.place) == (key, place)
    assert len(str(caught.value)) < 1000


@given(st.data())
def test_a_damaged_file_is_a_game_or_refused_and_never_anything_else(data: st.DataObject) -> None:
    text = print_match(stage("two", TABLE, 25))
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, min(len(text), start + 20)))
    text = text[:start] + data.draw(st.text(max_size=12)) + text[stop:]
    try:
        match = parse_match(text)
    except MatchTextError:
        return
    assert parse_match(print_match(match)) == match


@given(
    st.builds(
        Extras,
        seen=st.integers(0, 99),
        hints=st.sets(st.integers(0, 300)).map(sorted).map(tuple),
        retried=st.sets(st.integers(0, 300)).map(sorted).map(tuple),
        backs=st.integers(0, 999),
        marks=st.frozensets(st.tuples(st.sampled_from(Seat), st.sampled_from(Suit))),
        revision=st.integers(0, 10**8),
    )
)
def test_extras_are_read_back_from_their_line(extras: Extras) -> None:
    assert parse_extras(print_extras(extras)) == extras


def test_a_game_and_a_setup_that_do_not_belong_together_are_refused() -> None:
    one, other = begin(agreed("solo", seed=1)), begin(agreed("solo", TABLE, seed=1))
    with pytest.raises(ValueError, match="as its setup says"):
        Match(one.setup, other.game, Extras())
    with pytest.raises(MatchTextError):
        match_from(str(one.setup), print_extras(Extras()), print_game(other.game))


def test_the_coach_can_be_sent_away_and_called_again() -> None:
    match = stage("partnership", PRACTICE, 12)
    alone = with_coach(match, Coach.OFF)
    assert alone.setup.coach == Coach.OFF
    assert alone.game == match.game
    assert with_coach(alone, Coach.ON).setup == match.setup
    assert parse_match(print_match(alone)) == alone


# --------------------------------------------------------------------- links, replay


def lies_at(match: Match, at: int) -> bool:
    """Whether the last card of this position completed a trick; a claim may follow it."""
    while at and isinstance(match.game.history[at - 1], ClaimRevoke):
        at -= 1
    return at in trick_ends(match)


@EVERY
def test_a_link_shows_its_position_and_nothing_that_followed(form: str, manner: Manner) -> None:
    end = whole(form, manner)[-1]
    line = positions(end.game)
    for at in [*range(0, len(end.game.history), 47), *trick_ends(end)[:3], len(end.game.history)]:
        found = read_link(link_part(end, at))
        assert found.game == line[at]
        assert found.setup == end.setup
        assert a_trick_waits(found) == lies_at(end, at)
    assert len(link_part(end, len(end.game.history))) <= 600


LINK = (
    "1dc-1FcMwAABRyTIIzMzMLLvIBNl_pXR5KeIJ7h9_OnpQv7_kv94fyEPwRRVfika1cK86VaLcwMsaaOI"
    "8CNmRb_cRlWED4SAJwSKHE9mt0eSyrsLctnQwLPMgWXp-33HLmvaEZ2oYIdWuY2yyTOqVufeI63dJOLn"
    "mlXpoPxx1r0CJUS_qxBEsiuZY7v3NAzJSfFab9LTtNnHFtRbVoq25oTk0FRJcraN9XjhiAdk33pixk3V"
    "JFS8s0EDp3dVWdlO3TkXBIUCIYsI-z4uLcA"
)


def test_a_link_means_the_same_for_ever() -> None:
    match = read_link(LINK)
    assert str(match.setup) == (
        "1 partnership culbertson N=C E=S S=D W=H dealer=E players=novice,novice,novice,me "
        "conduct=practice coach=on seed=7"
    )
    acted = " ".join(map(str, match.game.history))
    assert acted == "S:C9 W:C7 N:C8 E:CT E:S4 S:S6 W:ST N:S2"
    assert a_trick_waits(match)
    assert print_cards(match.game.hands[0]) == "C3 C4 C7 D4 D6 DQ DK DA H4 H6 H7"
    assert print_cards(match.game.stock[-3:]) == "H7 H7 SQ"


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (lambda _: "", "not-ours"),
        (lambda _: "1", "not-ours"),
        (lambda link: link + "%20", "not-ours"),
        (lambda link: link + "カ", "not-ours"),
        (lambda link: "2" + link[1:], "newer"),
        (lambda link: link * 20, "too-large"),
        (lambda link: link[:-1], "faulty"),
        (lambda link: link[:100], "faulty"),
        (lambda link: link + "A", "faulty"),
        (lambda link: link[:50] + ("A" if link[50] != "A" else "B") + link[51:], "faulty"),
        (lambda _: "1AAAA", "faulty"),
    ],
)
def test_a_broken_link_is_told_by_its_kind(spoil: Callable[[str], str], key: str) -> None:
    with pytest.raises(MatchTextError) as caught:
        read_link(spoil(link_part(stage("partnership", PRACTICE, 30), 30)))
    assert caught.value.key == key


@given(st.data())
def test_a_link_with_one_wrong_letter_is_refused(data: st.DataObject) -> None:
    link = link_part(stage("two", PRACTICE, 12), 12)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    at = data.draw(st.integers(1, len(link) - 2))  # some bits of the last letter say nothing
    other = data.draw(st.sampled_from(letters.replace(link[at], "")))
    with pytest.raises(MatchTextError) as caught:
        read_link(link[:at] + other + link[at + 1 :])
    assert caught.value.key == "faulty"


def test_a_link_that_swells_when_unpacked_is_refused() -> None:
    import base64
    import zlib

    squeeze = zlib.compressobj(9, wbits=-15)
    packed = squeeze.compress(bytes(1_000_000)) + squeeze.flush() + bytes(4)
    with pytest.raises(MatchTextError) as caught:
        read_link("1" + base64.urlsafe_b64encode(packed).decode().rstrip("="))
    assert caught.value.key == "faulty"


@EVERY
def test_every_position_can_be_looked_at(form: str, manner: Manner) -> None:
    end = whole(form, manner)[-1]
    for at in range(0, len(end.game.history) + 1, 7):
        shown = rewound(end, at)
        looked = seen(shown, open_hands=True)
        assert len(shown.game.history) == at
        assert (looked.phase == Phase.PAUSE) == lies_at(end, at)
    variant = end.game.variant
    assert len(trick_ends(end)) == variant.deals * variant.dealt // variant.trick
    starts = [seen(rewound(end, start), open_hands=True) for start in deal_starts(end)]
    assert [looked.deal for looked in starts] == list(range(1, variant.deals + 1))
    for looked in starts:
        held = sum(hand.count for hand in looked.hands) + len(looked.trick)
        assert (looked.number, held) == (1, variant.dealt), "no trick of the deal before lies there"
    for at in (-1, len(end.game.history) + 1):
        with pytest.raises(ValueError, match="no position"):
            rewound(end, at)


def test_a_game_can_be_played_on_from_any_of_its_positions() -> None:
    end = whole("partnership", PRACTICE)[-1]
    for at in (0, 17, trick_ends(end)[4]):
        other = fork(end, at, PRACTICE)
        assert other.game == positions(end.game)[at]
        assert not a_trick_waits(other)
        assert other.extras.revision == 1
        real = fork(end, at, TABLE)
        assert (real.setup.manner, real.game.conduct) == (TABLE, Conduct.TABLE)
        assert real.game.history == other.game.history
        assert parse_match(print_match(run(real))) == run(real)


def test_where_somebody_has_revoked_nobody_can_practise_on() -> None:
    end = whole("partnership", TABLE)[-1]
    before = end.game.revokes[0].at
    assert fork(end, before, PRACTICE).game.conduct == CONDUCTS[PRACTICE]
    with pytest.raises(ValueError, match="must follow"):
        fork(end, len(end.game.history), PRACTICE)


# ----------------------------------------------------------------------- the journal


@EVERY
def test_the_journal_has_every_decision_with_what_was_known(form: str, manner: Manner) -> None:
    end = whole(form, manner)[-1]
    found = decisions(end)
    mine = [
        at
        for at, it in enumerate(end.game.history)
        if it.seat == end.setup.seat and not isinstance(it, ClaimRevoke)
    ]
    assert [it.at for it in found] == mine
    for it in found[::5]:
        before = positions(end.game)[it.at]
        assert it.action == end.game.history[it.at]
        assert it.view.seat == it.view.turn == end.setup.seat
        assert it.view.hand == before.hands[end.setup.place]
        assert (it.deal, it.view.history) == (before.deal, before.history)
    cards = [it for it in found if isinstance(it.action, Play)]
    each = len(cards) // end.game.variant.deals
    size = end.game.variant.hand
    assert each == size
    assert {card.number for card in cards} == set(
        range(1, end.game.variant.dealt // end.game.variant.trick + 1)
    )


def test_the_journal_says_where_help_was_taken() -> None:
    match = to_act(whole("partnership", PRACTICE))[4]
    card = seen(match).legal[0]
    hint = hinted(match)
    tried = run(
        act(take_back(run(act(hint, Play(match.setup.seat, card)))), Play(match.setup.seat, card))
    )
    last = decisions(tried)[-1]
    assert last.at == len(match.game.history)
    assert last.hinted
    assert tried.extras.retried == (last.at,)
    assert not any(decision.hinted for decision in decisions(tried)[:-1])


def test_a_wrong_pack_in_a_record_is_refused() -> None:
    variant = VARIANTS["solo"]
    with pytest.raises(ValueError, match="not the pack"):
        new_from_pack(
            variant,
            variant.table(CULBERTSON),
            NORTH,
            (Card(HEARTS, Rank.ACE),) * 208,
            conduct=Conduct.STRICT,
        )
