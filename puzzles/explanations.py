"""Why a trick is won, and why another seat does not win it: as reasons, and as hints to it.

Every key is computed from the ruling: from the roles of the cards and how their
strengths compare. `tutor/words/text/en/reasons.yaml` has a sentence for each. Rules, too, have
their words under keys that hang on where they are at work.
"""

from collections.abc import Iterator, Sequence

from engine.rulebooks import LedTrump, Rulebook
from engine.rules import Rule
from engine.table import Seat
from engine.trick import Play, Role, Ruling
from puzzles.misconceptions import BY_ID, MISCONCEPTIONS, predicts
from puzzles.puzzle import Fact, Hints, Puzzle, Reason


def tail(rule: Rule) -> str:
    """Return the part of a rule's value after its family: ``ruff-wins``."""
    return rule.value.partition(".")[2]


def disputed(ruling: Ruling) -> bool:
    """Whether rulebooks give the trick to different seats, which only a ruffed led trump allows."""
    return hangs_on_led_trump(ruling) and not ruling.table.for_two


def hangs_on_led_trump(ruling: Ruling) -> bool:
    """Return whether the winner hangs on what may beat a led trump.

    In Calypso for Two it may, too, although no rulebook says otherwise there.
    """
    leads = [play.card.rank for play, what in _roles(ruling) if what == Role.LED_TRUMP]
    ruffs = [play.card.rank for play, what in _roles(ruling) if what == Role.RUFF]
    return bool(leads) and bool(ruffs) and max(ruffs) <= max(leads)


def rulebook_told(puzzle: Puzzle, right: Sequence[bool]) -> Rulebook:
    """Return by which rulebook a verdict tells of the trick, where the parts ask about each.

    It is that of the first part that isn't *right*, else of the last.
    """
    rulebooks = [
        rulebook
        for part in puzzle.parts
        if isinstance(rulebook := part.facts["rulebook"], Rulebook)
    ]
    return rulebooks[right.index(False) if False in right else -1]


def why_won(ruling: Ruling) -> Reason:
    """Return who wins and by which rule, in one sentence."""
    best, lead = ruling.winning, ruling.trick.lead
    key = f"won.{tail(ruling.rule)}"
    if ruling.roles[0] == Role.LED_TRUMP and ruling.roles[ruling.winner] == Role.RUFF:
        key += f".{ruling.table.led_trump.value}"
    return Reason(key, {**_facts(best, ruling), "lead": lead.card})


def why_not(ruling: Ruling, seat: Seat) -> Reason:
    """Return why *seat* does not win: its role and strength against those of the winner."""
    place = best_play(ruling, seat)
    play, best = ruling.trick.plays[place], ruling.winning
    mine, winning = ruling.roles[place], ruling.roles[ruling.winner]
    if mine == Role.DISCARD:
        key = "discard"
    else:
        name = mine.value
        if mine == Role.SUIT and play.card.suit == ruling.table.trump(seat):
            name = "own-suit"
        equal = ruling.strengths[place] == ruling.strengths[ruling.winner]
        key = f"{name}-{'equals' if equal else 'below'}-{winning.value}"
        if {mine, winning} == {Role.LED_TRUMP, Role.RUFF} and not equal:
            key += f".{ruling.table.led_trump.value}"
    return Reason(
        f"lost.{key}", {**_facts(play, ruling), "winner": best.seat, "winning": best.card}
    )


def notes(ruling: Ruling) -> tuple[Reason, ...]:
    """Return which further rules matter: without them somebody else would have won.

    Where two play, the winner may have discarded the highest card as well, which changes nothing.
    """
    told = (_note(ruling, rule) for rule in ruling.notes if matters(ruling, rule))
    winner = ruling.winning.seat
    return tuple(note for note in told if note.key != _DISCARD or note.facts["seat"] != winner)


def tie(ruling: Ruling, *wrong: Seat) -> tuple[Reason, ...]:
    """Return that of equal cards the first wins, where the winner is not to be understood without.

    Of a seat among the equals `why_not` says it.

    Args:
        wrong: The seats of which `why_not` speaks already.
    """
    if Rule.FIRST_OF_EQUALS not in ruling.notes or set(wrong) & set(_equals(ruling)):
        return ()
    return (_note(ruling, Rule.FIRST_OF_EQUALS),)


def matters(ruling: Ruling, rule: Rule) -> bool:
    """Return whether *rule* decides who wins *ruling*'s trick, alone or beside the governing one.

    A note matters if somebody who does not know it names another seat.
    """
    if rule == ruling.rule:
        return True
    if rule not in ruling.notes:
        return False
    if rule == Rule.LED_SUIT_NO_TRUMP:
        predicted = predicts(BY_ID["following-is-trumping"], ruling.trick, ruling.table)
        return predicted != ruling.winning.seat
    if rule == Rule.DISCARD_NEVER_WINS:
        ranks = [play.card.rank for play in ruling.trick.plays]
        return ruling.roles[ranks.index(max(ranks))] == Role.DISCARD
    return True


def _roles(ruling: Ruling) -> Iterator[tuple[Play, Role]]:
    return zip(ruling.trick.plays, ruling.roles, strict=True)


def best_play(ruling: Ruling, seat: Seat) -> int:
    """Find the strongest play of *seat*, who plays twice where two play."""
    places = [place for place, play in enumerate(ruling.trick.plays) if play.seat == seat]
    plays = ruling.trick.plays
    return max(places, key=lambda place: (ruling.strengths[place], plays[place].card.rank))


def _facts(play: Play, ruling: Ruling) -> dict[str, Fact]:
    return {
        "seat": play.seat,
        "card": play.card,
        "suit": play.card.suit,
        "led": ruling.trick.lead.card.suit,
        "leader": ruling.trick.lead.seat,
        "rulebook": ruling.table.rulebook,
    }


def _equals(ruling: Ruling) -> tuple[Seat, ...]:
    """List the other seats with a card as strong as the winning one, each once."""
    best = ruling.winning
    seats = (
        play.seat
        for play, strength in zip(ruling.trick.plays, ruling.strengths, strict=True)
        if strength == ruling.strengths[ruling.winner] and play.seat != best.seat
    )
    return tuple(dict.fromkeys(seats))


_DISCARD = "note.discard-never-wins"


def _note(ruling: Ruling, rule: Rule) -> Reason:
    """Return what is said of a further rule of the trick."""
    best, lead = ruling.winning, ruling.trick.lead
    facts: dict[str, Fact] = {"seat": best.seat, "leader": lead.seat, "suit": lead.card.suit}
    if rule == Rule.FIRST_OF_EQUALS:
        facts = {"seat": best.seat, "card": best.card, "others": _equals(ruling)}
    elif rule == Rule.DISCARD_NEVER_WINS:
        discards = (play for play, what in _roles(ruling) if what == Role.DISCARD)
        facts = _facts(max(discards, key=lambda play: play.card.rank), ruling)
    elif rule == Rule.LED_SUIT_NO_TRUMP:
        owner = ruling.table.owner(lead.card.suit)
        assert owner, "the suit led is somebody's trump, or there were no such note"
        facts["seat"] = owner
    return Reason(f"note.{rule.value.removeprefix('trick.').replace('.', '-')}", facts)


def trick_hints(ruling: Ruling) -> Hints:
    """Return the hints to a question about a complete trick.

    Look at the cards that do not follow, else at whose suit was led. What beats what hangs on
    whose suit that is, and then on the rulebook.
    """
    led = ruling.trick.lead.card.suit
    look = "off-suit" if any(card.suit != led for card in ruling.trick.cards) else "lead"
    order = "plain-lead"
    if ruling.roles[0] == Role.LED_TRUMP:
        order = f"led-trump.{ruling.table.led_trump.value}"
    return Reason(f"look.{look}", {"led": led}), Reason(f"order.{order}"), compare_plays(ruling)


def compare_plays(ruling: Ruling) -> Reason:
    """Name the winning card and the one that is most easily taken for it, in order of play."""
    rival = _rival(ruling)
    places = sorted((ruling.winner, rival))
    first, second = (ruling.trick.plays[place] for place in places)
    if ruling.strengths[rival] == ruling.strengths[ruling.winner]:
        key = "compare.equal"
    elif ruling.roles[rival] == ruling.roles[ruling.winner]:
        key = "compare.rank"
    else:
        key = "compare.role"
    facts: dict[str, Fact] = {"seat": first.seat, "card": first.card}
    facts |= {"other_seat": second.seat, "other": second.card}
    return Reason(key, facts | {"alike": compared_by_rank(ruling.roles[rival])})


def compared_by_rank(role: Role) -> str:
    """Return what is said of a card and of another that it can be compared with by rank."""
    return "alike.suit" if role == Role.SUIT else "alike.trump"


def _rival(ruling: Ruling) -> int:
    """Find the other seat's card that most misconceptions let win; of several, the strongest."""
    plays, table = ruling.trick.plays, ruling.table
    named = [predicts(misconception, ruling.trick, table) for misconception in MISCONCEPTIONS]
    rivals = [place for place, play in enumerate(plays) if play.seat != ruling.winning.seat]
    return max(
        rivals,
        key=lambda place: (
            named.count(plays[place].seat),
            ruling.strengths[place],
            plays[place].card.rank,
        ),
    )


# ------------------------------------------------- the keys under which rules have words


def rule_key(rule: Rule, beaten: Role, led_trump: LedTrump) -> str:
    """Return the key under which *rule* has its name and text where it beats such a card."""
    if rule == Rule.RUFF_WINS and beaten == Role.LED_TRUMP:
        return f"rule.{rule.value}.{led_trump.value}"
    return f"rule.{rule.value}"


def governing_key(ruling: Ruling) -> str:
    """Return the key of the words for the rule that governs a trick."""
    beaten = Role.LED_TRUMP if ruling.roles[0] == Role.LED_TRUMP else Role.SUIT
    return rule_key(ruling.rule, beaten, ruling.table.led_trump)
