"""Answers leave the tutor in forms that other tools read, and say the same there."""

import csv
import io
import json
import warnings
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from uuid import UUID

import pandas as pd
import pytest

from engine.rules import Rule
from puzzles.notation import parse_puzzle
from tests.learner import NOW, answered, attempt
from tutor.__main__ import main
from tutor.export.answers import COLUMNS, datashop, xapi
from tutor.learning import LONGEST_ANSWER, Attempt
from tutor.store import learner_of, new_token, open_store
from tutor.store.holdings import check_attempt

PUZZLE = parse_puzzle("1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ H4 H3")


def one(answer: str, minutes: float, seconds: float | None = None) -> Attempt:
    made = answered(PUZZLE, answer, Rule.FIRST_OF_EQUALS, at=NOW + timedelta(minutes=minutes))
    return replace(made, seconds=seconds)


LEARNERS = [
    [one("E", 0, 4.25), one("N", 10), one("E", 45, 3600)],
    [replace(one("E", 5, 0.0), hinted=True)],
]


def test_a_datashop_table_has_a_line_for_each_answer_and_names_nobody() -> None:
    rows = list(csv.DictReader(io.StringIO(datashop(LEARNERS)), delimiter="\t"))
    assert tuple(rows[0]) == COLUMNS
    assert [row["Anon Student Id"] for row in rows] == ["learner-00001"] * 3 + ["learner-00002"]
    assert [row["Session Id"][-2:] for row in rows] == ["-1", "-1", "-2", "-1"]
    assert [row["Duration (sec)"] for row in rows] == ["4.2", ".", "3600.0", "0.0"]
    assert [row["Outcome"] for row in rows] == ["CORRECT", "INCORRECT", "CORRECT", "CORRECT"]
    assert {row["KC (Rule)"] for row in rows} == {"trick.first-of-equals"}
    assert [row["CF (Hinted)"] for row in rows] == ["0", "0", "0", "1"]
    assert datetime.fromisoformat(rows[1]["Time"]) == (NOW + timedelta(minutes=10)).replace(
        tzinfo=None
    )


def test_xapi_statements_say_who_did_what_how_long_and_how_well() -> None:
    found = [json.loads(line) for line in xapi(LEARNERS).splitlines()]
    assert len({UUID(statement["id"]) for statement in found}) == 4
    assert [statement["result"]["success"] for statement in found] == [True, False, True, True]
    assert found[0]["result"]["duration"] == "PT4.2S"
    assert "duration" not in found[1]["result"]
    assert len({statement["context"]["registration"] for statement in found}) == 3
    for statement in found:
        assert datetime.fromisoformat(statement["timestamp"]).tzinfo
        assert statement["actor"]["account"]["name"].startswith("learner-0000")
        assert statement["verb"]["id"].endswith("/answered")
        rules = statement["context"]["extensions"]
        assert "trick.first-of-equals" in rules.values()


def test_the_command_writes_what_is_stored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store()
    mine = one("N", 0, 7.5)
    store.record(learner_of(new_token()), mine)
    file = tmp_path / "answers"
    assert main(["export-answers", str(file)]) == 0
    assert "learners: " in capsys.readouterr().err
    assert "\t7.5\t" in file.read_text(encoding="utf-8")
    assert main(["export-answers", str(file), "--format", "xapi"]) == 0
    assert '"PT7.5S"' in file.read_text(encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        main(["export-answers", str(tmp_path / "no" / "such")])
    assert end.value.code == 2


@pytest.mark.parametrize("seconds", [-0.1, LONGEST_ANSWER + 1, float("nan")])
def test_no_answer_takes_less_than_nothing_or_longer_than_an_hour(seconds: float) -> None:
    with pytest.raises(ValueError, match="an answer takes up to 3600 seconds"):
        check_attempt(one("N", 0, seconds))


PRIOR, LEARNS, GUESSES, SLIPS = 0.3, 0.2, 0.2, 0.1


def traced(rng: Random, answers: int) -> Sequence[Attempt]:
    """A learner of knowledge tracing: knows the rule or not, learns it, slips and guesses."""
    found, known = list[Attempt](), rng.random() < PRIOR
    for number in range(answers):
        right = rng.random() < (1 - SLIPS if known else GUESSES)
        found.append(attempt(Rule.RUFF_WINS, correct=right, at=NOW + timedelta(minutes=number)))
        known = known or rng.random() < LEARNS
    return found


@pytest.mark.long
def test_pybkt_finds_what_simulated_learners_were_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    models = pytest.importorskip("pyBKT.models")
    fitting = pytest.importorskip("pyBKT.fit.EM_fit")
    step = fitting.run

    def as_number(*arguments: object, **named: object) -> dict[str, object]:
        """Do what pyBKT relies on and numpy no longer does: take a table of one for a number."""
        found: dict[str, object] = step(*arguments, **named)
        return {**found, "total_loglike": float(found["total_loglike"].item())}  # type: ignore[attr-defined]

    monkeypatch.setattr(fitting, "run", as_number)
    rng = Random(1)
    table = pd.read_csv(io.StringIO(datashop([traced(rng, 15) for _ in range(150)])), sep="\t")
    table["right"] = (table["Outcome"] == "CORRECT").astype(int)
    table["order"] = range(len(table))
    names = {
        "order_id": "order",
        "skill_name": "KC (Rule)",
        "correct": "right",
        "user_id": "Anon Student Id",
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = models.Model(seed=1, num_fits=1, parallel=False)
        model.fit(data=table, defaults=names)
        found = model.params()["value"].droplevel(["skill", "class"])
    for name, truth in (
        ("prior", PRIOR), ("learns", LEARNS), ("guesses", GUESSES), ("slips", SLIPS),
    ):  # fmt: skip
        assert found[name] == pytest.approx(truth, abs=0.07)
