"""The ladder: a trick told card by card, and table and ladder in one picture."""

from engine.table import Seat
from engine.trick import Ruling
from engine.variants import Variant
from tutor.drawing.cards import small_card
from tutor.drawing.markup import Html, Look, Picture, classes, picture, tag, together
from tutor.drawing.trick import trick_picture
from tutor.words.ladder import ToldRung, sentence, tell


def ladder_picture(
    look: Look, ruling: Ruling, *, shown: int | None = None, named: bool = False
) -> Picture:
    """Draw what each card of a trick was, what it changed, and the rule that says so.

    Args:
        look: For whom it is drawn.
        ruling: The trick and who won it.
        shown: How many rungs are seen so far; all of them, if left out.
        named: Whether its title says by which rulebook it is told.
    """
    rungs = tell(ruling, look.say)[:shown]
    sentences = [sentence(rung, look.say) for rung in rungs]
    over = len(rungs) == len(ruling.trick.plays)
    drawn = [
        _rung(look, rung, index, words, wins=over and index == ruling.winner)
        for index, (rung, words) in enumerate(zip(rungs, sentences, strict=True))
    ]
    steps = tag("ol", *drawn, class_="rungs", data_key="rungs")
    book = ruling.table.rulebook
    words = look.say("picture.ladder.by", rulebook=book) if named else look.say("picture.ladder")
    title = tag("p", words, class_="title", data_key="title")
    return picture(look, "ladder", sentences, title, steps)


def judged_picture(
    look: Look,
    variant: Variant,
    ruling: Ruling,
    *,
    dealer: Seat | None = None,
    me: Seat = Seat.SOUTH,
    you: Seat | None = None,
    shown: int | None = None,
    chosen: Seat | None = None,
) -> Picture:
    """Draw a trick that has been judged, with its ladder beside or below it.

    Args:
        look: For whom it is drawn.
        variant: The form of the game.
        ruling: The trick, its table and its winner.
        dealer: Who dealt, if that is to be seen.
        me: The seat at the bottom.
        you: The seat that is the learner's own, if any.
        shown: How many cards and rungs are seen so far; the winner is marked after the last.
        chosen: The seat the learner named.
    """
    over = shown is None or shown >= len(ruling.trick.plays)
    table = trick_picture(
        look,
        variant,
        ruling.table,
        ruling.trick,
        dealer=dealer,
        me=me,
        you=you,
        shown=shown,
        ruling=ruling if over else None,
        chosen=chosen,
    )
    return together(table, ladder_picture(look, ruling, shown=shown))


def _rung(look: Look, told: ToldRung, index: int, words: str, *, wins: bool) -> Html:
    """Draw one rung; its sentence is heard in place of what is seen."""
    say, play = look.say, told.rung.play
    first = tag(
        "span",
        tag("span", say.name(play.seat), class_="name"),
        tag("span", told.part, class_="part-played"),
        class_="line",
    )
    second = [tag("span", told.step, class_="change")] if told.step else []
    if wins:
        second.append(tag("span", say("picture.mark.wins"), class_="flag wins"))
    body = [first]
    if second:
        body.append(tag("span", *second, class_="line"))
    if told.rule:
        body.append(tag("span", told.rule, class_="rule"))
    return tag(
        "li",
        tag("span", words, class_="spoken"),
        tag("span", str(index + 1), class_="order", aria_hidden="true"),
        small_card(play.card),
        tag("span", *body, class_="told", aria_hidden="true"),
        class_=classes("rung", told.rung.step.value, "wins" if wins else None),
        data_key=f"rung-{index}-{play}",
        data_enter="",
    )
