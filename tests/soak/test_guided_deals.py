"""Eleven thousand learners without sense play each guided deal; every way through three tricks."""

import sys
from random import Random

import pytest

from engine.rulebooks import RULEBOOKS
from tests.guided import DealtChapter, after, chapters, figures, lines, perverse, randoms
from tutor.lessons.guided.players import opening, play_deal

pytestmark = pytest.mark.soak

CHAPTERS = [pytest.param(chapter, id=chapter.lessons[-1].id) for chapter in chapters()]
RANDOM, PERVERSE = 10_000, 1_000
LEAST = 0.99


def told(capsys: pytest.CaptureFixture[str], words: str) -> None:
    """Write figures past what pytest keeps back."""
    with capsys.disabled():
        sys.stderr.write(f"\n{words}\n")


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_learners_meet_every_rule_of_the_chapter(
    chapter: DealtChapter, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, learners in (("random", randoms(RANDOM)), ("perverse", perverse(PERVERSE))):
        found = figures(chapter.deal, learners)
        told(capsys, f"{chapter.lessons[-1].id}, {name}: {found}")
        assert found.every_rule >= LEAST * found.learners, str(found)
        assert found.in_order >= LEAST * found.learners, str(found)
        assert found.calypso >= LEAST * found.learners, str(found)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_way_through_three_tricks_leads_to_every_rule(
    chapter: DealtChapter, capsys: pytest.CaptureFixture[str]
) -> None:
    for rulebook in RULEBOOKS:
        ways = missed = 0
        for mine, _ in lines(chapter.deal, rulebook, 3):
            position, rng = opening(chapter.deal.deal, rulebook), Random(str(mine))
            whole = play_deal(
                chapter.deal.setting.variant, position, chapter.deal.tell, after(mine), rng
            )
            ways, missed = ways + 1, missed + bool(whole.missing)
        told(capsys, f"{chapter.lessons[-1].id}, {rulebook}: {ways} ways, {missed} miss a rule")
        assert missed <= (1 - LEAST) * ways
