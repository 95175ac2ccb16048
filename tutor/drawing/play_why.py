"""Why a trick was won and where its cards went: the ladder, the rule and who states it."""

from collections.abc import Sequence
from urllib.parse import urlencode

from engine.rulebooks import Rulebook
from engine.trick import Ruling
from puzzles.scenes import LadderSight
from tutor.drawing.ladder import ladder_picture
from tutor.drawing.markup import Html, Look, tag
from tutor.learning.explanation import CitedRule, dissenting


def ladder_html(look: Look, ruling: Ruling) -> Html:
    """Draw a trick card by card."""
    return Html(ladder_picture(look, LadderSight(ruling)).html)


def reasons_html(
    look: Look,
    ruling: Ruling,
    rules: Sequence[CitedRule],
    went: Sequence[str],
    books: Sequence[Rulebook],
) -> Html:
    """Draw the reasons behind a trick, where its cards went, and who states the rules.

    Args:
        look: For whom it is drawn.
        ruling: The trick and who won it.
        rules: The rule that governs it, then what else was at work.
        went: Where the cards went and why, a sentence for those that share a reason.
        books: The rulebooks that would give the trick to somebody else.
    """
    say = look.say
    cards = tag(
        "div",
        tag("p", say("table.where-cards-went"), class_="title"),
        tag("ul", *(tag("li", one) for one in went), class_="went-words"),
    )
    books_say = [tag("p", dissenting(ruling, book, say), class_="dissent") for book in books]
    cited = tag("div", *books_say, *(_rule(look, rule) for rule in rules), class_="rules")
    return tag("div", cards, cited, class_="why", data_key="why", data_enter="")


def _rule(look: Look, rule: CitedRule) -> Html:
    """Write a rule with its sources, and the way to its lesson, which opens beside the game."""
    say, sources = look.say, list[str]()
    for words, url in rule.citations:
        sources += [say("citation.between")] if sources else []
        sources.append(_link(words, url) if url else words)
    parts = [
        tag("p", rule.name, class_="title"),
        tag("p", rule.text),
        tag("p", say("citation.sources"), " ", *sources, class_="sources"),
    ]
    if rule.lesson:
        address = urlencode({"lang": say.language, "lesson": rule.lesson})
        parts.append(tag("p", _link(say("citation.lesson"), f"learn?{address}")))
    return tag("div", *parts, class_="cited")


def _link(words: str, url: str) -> Html:
    return tag("a", words, href=url, target="_blank", rel="noopener")
