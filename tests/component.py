"""Presses cards in Streamlit's AppTest, which runs no JavaScript."""

import json
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import UnknownElement

from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle, split_parts
from tests.opened import Press, press, ran
from tutor.pages.questions.answers import by_cards


def given(at: AppTest, key: str) -> dict[str, Any]:
    """What the card table of this key was given: its ``html`` and what to ``announce``."""
    found: dict[str, Any] = json.loads(_node(at, key).proto.json)
    return found


def fire(at: AppTest, key: str, **events: str) -> AppTest:
    """Press a card, as in ``fire(at, "hand", play="H8")``, and run the script again."""
    states = at._tree.get_widget_states()
    states.widgets.append(on_card(key, **events)(at))
    return at._run(states)


def on_card(key: str, **events: str) -> Press:
    """Press a card, as `fire` does, or what else a picture offers."""

    def press(at: AppTest) -> WidgetState:
        told = json.dumps([{"event": event, "value": value} for event, value in events.items()])
        id_ = f"$$STREAMLIT_INTERNAL_KEY_{_node(at, key).proto.id}__events"
        return WidgetState(id=id_, json_trigger_value=told)

    return press


def choose(at: AppTest, slot: str, puzzle: Puzzle, number: int, tokens: str) -> AppTest:
    """Answer a part as a learner does: with cards of a hand, or with buttons of choices."""
    part = puzzle.parts[number]
    if by_cards(puzzle, split_parts(puzzle.solution)[:number]):
        for card in tokens.split():
            at = ran(fire(at, f"beside-{slot}", play=card))
    else:
        places = {choice.token: place for place, choice in enumerate(part.choices, 1)}
        for token in tokens.split():
            at = press(at, f"answer-{slot}-{number}-{places[token]}")
    return press(at, "check-") if part.many else at


def solve(at: AppTest) -> AppTest:
    """Answer the puzzle of the address rightly, part by part."""
    puzzle = parse_puzzle(str(at.query_params["puzzle"]))
    for number, tokens in enumerate(puzzle.solution.split(" / ")):
        at = choose(at, "drill", puzzle, number, tokens)
    return at


def _node(at: AppTest, key: str) -> UnknownElement:
    tables = (table for table in at.get("bidi_component") if isinstance(table, UnknownElement))
    return next(table for table in tables if table.proto.id.endswith(f"-{key}"))
