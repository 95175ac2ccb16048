"""The ladder in the words of one language: what each card was, what it changed, and the rule."""

from dataclasses import dataclass

from engine.rules import Rule
from engine.trick import Role, Ruling, Rung, Step, ladder
from tutor.words.choices import rule_key
from tutor.words.texts import Texts


@dataclass(frozen=True, slots=True)
class ToldRung:
    """One card in words: the part it played, what it changed (the lead: nothing), and the rule.

    A lead that is no trump has no rule yet: nothing has been compared.
    """

    rung: Rung
    part: str
    step: str
    rule: str


def tell(ruling: Ruling, say: Texts) -> tuple[ToldRung, ...]:
    """Put the ladder of a trick into words, one rung for every card."""
    return tuple(
        ToldRung(
            rung,
            _part(rung, say),
            "" if rung.step == Step.LEADS else say.name(rung.step),
            _rule(rung, ruling, say),
        )
        for rung in ladder(ruling)
    )


def sentence(told: ToldRung, say: Texts) -> str:
    """Return a rung as one sentence."""
    play, part, rule = told.rung.play, told.part, told.rule
    if not rule:
        return say("picture.rung.plain-lead", seat=play.seat, card=play.card, part=part)
    if not told.step:
        return say("picture.rung.lead", seat=play.seat, card=play.card, part=part, rule=rule)
    return say("picture.rung", seat=play.seat, card=play.card, part=part, step=told.step, rule=rule)


def _part(rung: Rung, say: Texts) -> str:
    """Return in a word what a card was; who leads another's suit merely leads."""
    merely = rung.step == Step.LEADS and rung.role == Role.SUIT
    key = f"name.step.{Step.LEADS.value}" if merely else f"name.role.{rung.role.value}"
    return say(key, seat=rung.play.seat)


def _rule(rung: Rung, ruling: Ruling, say: Texts) -> str:
    """Name the rule of a rung; about a led trump that is ruffed, by the reading in force.

    That a led trump wins would be false beside one that loses in the end: there the rule goes
    by what it is about.
    """
    if rung.step == Step.LEADS and rung.role == Role.SUIT:
        return ""
    beaten = ruling.roles[rung.against] if rung.step == Step.TAKES else rung.role
    key = rule_key(rung.rule, beaten, ruling.table.led_trump)
    if rung.rule == Rule.LED_TRUMP_WINS and ruling.roles[ruling.winner] != Role.LED_TRUMP:
        key += ".about"
    return say("ladder.rule", rule=say(f"{key}.name"))
