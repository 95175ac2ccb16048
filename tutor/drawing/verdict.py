"""What is said of an answer, as markup: right or wrong by a sign and a word, then by colour."""

from tutor.drawing.cards import prose
from tutor.drawing.markup import Html, Look, join, tag
from tutor.learning.explanation import Explanation


def verdict_html(told: Explanation, look: Look) -> str:
    """Return a verdict as one piece of markup: the mark, one sentence, and the misconception.

    Of several misconceptions that there may be, none is told before the reasons are asked for.
    The group has the words for its name: whoever does not see it hears them all at once when
    the focus comes to it. The classes are styled round the pages.
    """
    idea, say = "", look.say
    if told.misconception:
        idea = say("verdict.misconception", misconception=told.misconception[0])
    elif len(told.perhaps) == 1:
        idea = perhaps(told, look)
    elif told.unknown:
        idea = say("verdict.unknown")
    return told_html(look, told.sentence, right=told.correct, headline=told.headline, idea=idea)


def perhaps(told: Explanation, look: Look) -> str:
    """Return what the learner may be thinking, where it is not known which of a few."""
    say = look.say
    ideas = [say("verdict.idea", misconception=one) for one in told.perhaps]
    return say("verdict.perhaps", count=len(ideas), ideas=" ".join(ideas))


def told_html(
    look: Look, sentence: str, *, right: bool, headline: str = "", idea: str = ""
) -> Html:
    """Return the mark of right or wrong, one sentence, and in a line of its own an idea."""
    say = look.say
    sign = tag("span", "✓" if right else "✗", class_="verdict-sign", aria_hidden="true")
    headline = headline or say("verdict.right" if right else "verdict.wrong")
    told = say("picture.between").join(filter(None, (sentence, idea)))
    head = tag("h1", join((sign, " ", prose(look, headline))), class_="verdict-head")
    parts = [head, tag("p", prose(look, sentence))]
    if idea:
        parts.append(tag("p", prose(look, idea), class_="verdict-misconception"))
    return tag(
        "div",
        *parts,
        class_=f"verdict verdict-{'right' if right else 'wrong'}",
        role="group",
        aria_label=say("verdict.spoken", headline=headline, told=told),
        tabindex="-1",
        data_look="",
    )
