"""The ladder: a trick told card by card, alone, beside the table, or with all its reasons."""

from collections.abc import Sequence
from urllib.parse import urlencode

from engine.trick import Ruling, dissents
from engine.variants import Variant
from puzzles.scenes import LadderSight, TableSight
from tutor.drawing.cards import prose, small_card
from tutor.drawing.markup import Html, Look, Picture, classes, join, picture_of, tag, together
from tutor.drawing.trick import trick_picture
from tutor.words.citing import CitedRule
from tutor.words.explanation import dissenting
from tutor.words.sights import ToldRung, names, rule_line, rules_told, tell_card, tell_ladder


def ladder_picture(look: Look, sight: LadderSight, said: str = "") -> Picture:
    """Draw what each card of a trick was, what it changed, and the rule that says so.

    A rule is seen where it first applies, unless it is named in what the page has *said*; each
    card is heard with its own.
    """
    ruling = sight.ruling
    rungs = tell_ladder(ruling, look.say)[: sight.shown]
    over = len(rungs) == len(ruling.trick.plays)
    rules = [rung.rule for rung in rungs]
    drawn = [
        _rung(
            look,
            rung,
            index,
            wins=over and index == ruling.winner,
            ruled=not (rung.rule in rules[:index] or names(said, rung.rule)),
        )
        for index, rung in enumerate(rungs)
    ]
    steps = tag("ol", *drawn, class_="rungs", role="list", data_key="rungs")
    words = look.say("picture.ladder")
    if sight.named:
        words = look.say("picture.ladder.by", rulebook=ruling.table.rulebook)
    title = tag(
        "p", words, class_=classes("title", "by" if sight.named else None), data_key="title"
    )
    return picture_of(look, "ladder", sight, title, steps)


def judged_picture(look: Look, variant: Variant, ruling: Ruling) -> Picture:
    """Draw a trick that has been judged, with its ladder beside or below it."""
    sight = TableSight(variant, ruling.table, ruling.trick, ruling=ruling)
    return together(trick_picture(look, sight), ladder_picture(look, LadderSight(ruling)))


def _rung(look: Look, rung: ToldRung, index: int, *, wins: bool, ruled: bool) -> Html:
    """Draw one rung; its sentence is heard in place of what is seen."""
    say, play = look.say, rung.rung.play
    name = tag("span", say.name(play.seat), class_="name")
    first = tag("span", name, tag("span", rung.part, class_="part-played"), class_="line")
    # Of the card that wins in the end it need not be said that it was in front.
    change = tag("span", rung.step, class_="change") if rung.step else Html()
    second = tag("span", say("picture.mark.wins"), class_="flag wins") if wins else change
    body = [first]
    if second:
        body.append(tag("span", second, class_="line"))
    if rung.rule and ruled:
        body.append(tag("span", rule_line(rung, say), class_="rule"))
    return tag(
        "li",
        tag("span", tell_card(rung, say), class_="spoken"),
        tag("span", str(index + 1), class_="order", aria_hidden="true"),
        small_card(play.card),
        tag("span", *body, class_="told", aria_hidden="true"),
        class_=classes("rung", rung.rung.step.value, "wins" if wins else None),
        data_key=f"rung-{index}-{play}",
        data_enter="",
    )


def reasons_html(
    look: Look, ruling: Ruling, rules: Sequence[CitedRule], went: Sequence[str]
) -> Html:
    """Draw where the cards of a trick *went*, who states its rules, and which rulebooks differ."""
    say = look.say
    cards = tag(
        "div",
        tag("p", say("table.where-cards-went"), class_="title"),
        tag("ul", *(tag("li", prose(look, sentence)) for sentence in went), class_="went-words"),
    )
    told = (prose(look, dissenting(ruling, rulebook, say)) for rulebook in dissents(ruling))
    rulebooks_say = [tag("p", words, class_="dissent") for words in told]
    known = rules_told(ruling, say)
    cited = tag(
        "div", *rulebooks_say, *(_rule(look, rule, known) for rule in rules), class_="rules"
    )
    return tag("div", cards, cited, class_="why", data_key="why", data_enter="")


def _rule(look: Look, rule: CitedRule, known: str) -> Html:
    """Write a rule with its sources, and the way to its lesson, which opens beside the game.

    Its name stands above it, if it is not *known* already.
    """
    say, sources = look.say, list[str]()
    for words, url in rule.citations:
        sources += [say("citation.between")] if sources else []
        sources.append(_link(words, url) if url else words)
    parts = [] if names(known, rule.name) else [tag("p", rule.name, class_="title")]
    parts += [
        tag("p", rule.text),
        tag("p", Html(say("citation.sources", sources=join(sources))), class_="sources"),
    ]
    if rule.lesson:
        address = urlencode({"lang": say.language, "lesson": rule.lesson})
        parts.append(tag("p", _link(say("citation.lesson"), f"learn?{address}")))
    return tag("div", *parts, class_="cited")


def _link(words: str, url: str) -> Html:
    return tag("a", words, href=url, target="_blank", rel="noopener")
