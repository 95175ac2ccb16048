"""What the coach found: one sentence, and on request a bar for every card and the reasons."""

from decimal import Decimal

from engine.cards import Card, Suit
from engine.game import Action
from engine.trick import Play
from puzzles.puzzle import Fact, Reason
from tutor.drawing.cards import pip, prose, suit_class
from tutor.drawing.markup import Html, Look, classes, tag
from tutor.playing.coach import Advice, WeighedOption
from tutor.playing.coach_reasons import AVERAGES, AgainstBest
from tutor.words.texts import Texts

_LEAST_SCALE = 60.0
"""Points the longest bar stands for at least, so that trifles look like trifles."""

_TENTH = Decimal("0.1")

_NAMED = 3
"""So many cards that are nearly as good are named; more are counted."""


def coach_html(look: Look, advice: Advice, *, asked: Action | None = None) -> Html:
    """Draw one sentence of advice; the worth of every card and the reasons open on request.

    What speaks against a card that was played, *asked*, is said too.
    """
    say = look.say
    says = tag("p", prose(look, sentence(say, advice, asked=asked)), class_="coach-says")
    if len(advice.options) == 1:
        return _found(say, says, Html())
    figures = tag(
        "details",
        tag("summary", say("coach.figures")),
        tag("p", prose(look, summary(say, advice))),
        tag("p", say("coach.bars"), class_="coach-scale"),
        _bars(look, advice, asked),
        *_reasons(look, advice, asked, said=_said(advice, asked)),
        tag("p", say("coach.how", deals=advice.deals), class_="coach-how"),
        class_="coach-because",
        data_key="coach-figures",
    )
    return _found(say, says, figures)


def why_html(look: Look, advice: Advice, *, asked: Action) -> Html:
    """Draw why the best is best and what is to be said of *asked*, where the worth is known."""
    reasons = tag("div", *_reasons(look, advice, asked), class_="coach-because")
    return tag("div", _found(look.say, Html(), reasons), class_="playing")


def _found(say: Texts, says: Html, because: Html) -> Html:
    """Draw the sentence, and what stands behind it; on a telephone the hand is between."""
    title = tag("p", say("coach.title"), class_="title")
    worth = tag("div", title, says, class_="coach-worth")
    return tag("div", worth, because, class_="coach", data_key="coach", data_enter="")


def _reasons(
    look: Look, advice: Advice, asked: Action | None, *, said: Reason | None = None
) -> tuple[Html, ...]:
    """Draw the reasons for the best card and about *asked*, but for what is *said* already."""
    best = advice.options[0]
    options = [best] if asked is None or asked == best.action else [best, advice.of(asked)]
    return tuple(
        _why(look, option, said)
        for option in options
        if any(reason is not said for reason in option.reasons)
    )


def _said(advice: Advice, asked: Action | None) -> Reason | None:
    """Return the reason that the sentence says, if it says one: no mean numbers if it can."""
    option = advice.options[0] if asked is None else advice.of(asked)
    if not option.reasons or option.standing == AgainstBest.LEVEL or not advice.tells:
        return None
    plain = (reason for reason in option.reasons if reason.key not in AVERAGES)
    return next(plain, option.reasons[0])


def sentence(say: Texts, advice: Advice, *, asked: Action | None = None) -> str:
    """Return in one sentence what to do and why, or what *asked* was worth."""
    best = advice.options[0]
    option = best if asked is None else advice.of(asked)
    if len(advice.options) == 1:
        return say("coach.only-one")
    facts: dict[str, Fact] = {"card": _thing(option.action), "count": len(advice.options) - 1}
    trump = "" if isinstance(option.action, Play) else "-trump"
    if reason := _said(advice, asked):
        facts["why"] = _clause(say, reason)
    if asked is None:
        key = "play" if reason else "clear" if advice.tells else "any"
        return say(f"coach.{key}{trump}", **facts)
    if option.standing == AgainstBest.BEHIND:
        if reason and reason.key == "later-worse":  # Its points are those given away.
            later = f"coach.was-behind-later{trump}"
            return say(later, card=facts["card"], **reason.facts)
        return say(f"coach.was-behind{trump}", points=max(1, round(option.behind)), **facts)
    return say(f"coach.was-{'best' if reason else 'level'}{trump}", **facts)


def _clause(say: Texts, reason: Reason) -> str:
    return say(f"coach.why.{reason.key}", **{of: _plain(fact) for of, fact in reason.facts.items()})


def _plain(fact: Fact) -> Fact:
    """Return a mean as it is said: ``3``, not 3.0; of what happens at all, at least a tenth."""
    if not isinstance(fact, float):
        return fact
    rounded = max(Decimal(str(fact)).quantize(_TENTH), _TENTH if fact else Decimal())
    return float(rounded) if rounded % 1 else int(rounded)


def summary(say: Texts, advice: Advice) -> str:
    """Return which are best, and whether chance could explain it."""
    best = advice.options[0].action
    nearly = [option for option in advice.options if option.standing == AgainstBest.LEVEL]
    how = "clear" if advice.clear else "unclear"
    if nearly and all(option.equal for option in nearly):
        how = "equal"
    if not isinstance(best, Play):
        return say(f"coach.{how}-trump", card=best.suit)
    if how != "unclear":
        return say(f"coach.{how}", card=best.card)
    level = tuple(
        option.action.card
        for option in nearly
        if isinstance(option.action, Play) and not option.equal
    )
    if not level:
        return say("coach.unclear-alone", card=best.card)
    if len(level) > _NAMED:
        return say("coach.unclear-many", card=best.card, count=len(level))
    return say("coach.unclear", card=best.card, others=level)


def told_of_option(say: Texts, option: WeighedOption) -> tuple[str, ...]:
    """Return what speaks for or against one option."""
    return tuple(say("coach.reason", why=_clause(say, reason)) for reason in option.reasons)


def action_label(say: Texts, action: Action) -> str:
    """Call an action what it is: a card, or a suit that is named trump."""
    if isinstance(action, Play):
        return say.name(action.card)
    return say("coach.naming", suit=_thing(action))


def _thing(action: Action) -> Suit | Card:
    return action.card if isinstance(action, Play) else action.suit


def _bars(look: Look, advice: Advice, asked: Action | None) -> Html:
    scale = max(_LEAST_SCALE, *(option.behind + option.give_or_take for option in advice.options))
    rows = (_bar(look, option, scale, played=option.action == asked) for option in advice.options)
    return tag("ol", *rows, class_="worths", role="list", data_key="worths")


def _bar(look: Look, option: WeighedOption, scale: float, *, played: bool) -> Html:
    """Draw how far one option lies behind the best, and how sure that is."""
    say = look.say
    points, error = round(option.behind), max(1, round(option.give_or_take))
    facts: dict[str, Fact] = {"points": points, "error": error}
    best = option.standing == AgainstBest.BEST
    how = option.standing.value
    if not option.error and not best:
        how = "equal" if option.equal else "sure"
    heard = say(f"coach.bar.spoken-{how}", card=action_label(say, option.action), **facts)
    seen = f"{'−' if points else ''}{points}" + (f" ±{error}" if option.error else "")
    if best:
        seen = say("coach.bar.best")
    reach = option.give_or_take
    low, high = max(0.0, option.behind - reach) / scale, (option.behind + reach) / scale
    whisker = Html()
    if option.error:
        whisker = tag("span", class_="whisker", style=f"left:{low:.1%};width:{high - low:.1%}")
    bar = tag("span", class_="bar", style=f"width:{option.behind / scale:.1%}")
    track = tag("span", bar, whisker, class_="track")
    flag = tag("span", say("coach.bar.played"), class_="flag your-answer") if played else Html()
    row = (_sign(say, option.action), track, tag("span", seen, " ", flag, class_="worth"))
    return tag(
        "li",
        tag("span", heard, class_="spoken"),
        tag("span", *row, class_="worth-row", aria_hidden="true"),
        class_=classes(option.standing.value, "played" if played else None),
        data_key=f"worth-{option.action}",
    )


def _sign(say: Texts, action: Action) -> Html:
    """Write the card on paper, or the sign of the suit that is named, no higher than a line."""
    suit = action.card.suit if isinstance(action, Play) else action.suit
    rank = say.sign(action.card.rank) if isinstance(action, Play) else ""
    return tag("span", pip(suit), rank, class_=f"slip {suit_class(suit)}")


def _why(look: Look, option: WeighedOption, said: Reason | None) -> Html:
    """Return what speaks for the best, or about another, but for what was *said* already."""
    say = look.say
    best = option.standing == AgainstBest.BEST
    if isinstance(option.action, Play):
        head = say("coach.because" if best else "coach.against", card=option.action.card)
    else:
        head = say(
            "coach.because-trump" if best else "coach.against-trump", suit=_thing(option.action)
        )
    lines = (
        tag("li", prose(look, words))
        for reason, words in zip(option.reasons, told_of_option(say, option), strict=True)
        if reason is not said
    )
    return tag(
        "div", tag("p", prose(look, head), class_="title"), tag("ul", *lines), class_="coach-why"
    )
