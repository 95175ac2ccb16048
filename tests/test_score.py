"""The score sheet, line by line."""

import pytest

from engine.calypso import Calypso
from engine.cards import parse_cards
from engine.score import POINTS, score_of
from tests.findings import written


def sheet(calypsos: str, pile: int) -> str:
    return written(score_of(tuple(map(Calypso.parse, calypsos.split())), pile))


LINES = [
    # calypsos        pile  sheet                                                total
    ("S0:-", 0, "-", 0),
    ("S0:AJ953", 0, "score.unfinished-cards*5=100", 100),
    ("S0:-", 17, "score.pile-cards*17=170", 170),
    ("S1:-", 0, "score.first-calypso*1=500", 500),
    ("S2:-", 0, "score.first-calypso*1=500 score.second-calypso*1=750", 1250),
    (
        "S3:-",
        0,
        "score.first-calypso*1=500 score.second-calypso*1=750 score.later-calypso*1=1000",
        2250,
    ),
    (
        "S4:-",
        0,
        "score.first-calypso*1=500 score.second-calypso*1=750 score.later-calypso*2=2000",
        3250,
    ),
    (
        "S1:72",
        3,
        "score.first-calypso*1=500 score.unfinished-cards*2=40 score.pile-cards*3=30",
        570,
    ),
    # two suits each: either has a first calypso (Handscomb, "Collecting Calypsos")
    (
        "S2:A7 H1:K",
        0,
        "score.first-calypso*2=1000 score.second-calypso*1=750 score.unfinished-cards*3=60",
        1810,
    ),
]


@pytest.mark.parametrize(("calypsos", "pile", "lines", "total"), LINES)
def test_score_line(calypsos: str, pile: int, lines: str, total: int) -> None:
    assert sheet(calypsos, pile) == lines
    assert score_of(tuple(map(Calypso.parse, calypsos.split())), pile).total == total


def test_a_sheet_takes_one_calypso_and_the_pile_itself() -> None:
    calypso, pile = Calypso.parse("S1:72"), parse_cards("H2 H3 C4")
    assert score_of(calypso, pile) == score_of((calypso,), 3)


def test_a_line_is_worth_its_count() -> None:
    for line in score_of(Calypso.parse("S4:AJ"), 9).lines:
        assert line.points == line.count * POINTS[line.rule]
