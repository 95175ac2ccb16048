"""What a browser sends that no page of ours would: refused where it comes in, and the page goes on.

Streamlit hands a widget's value on as it came. A number where a text belongs would raise in the
middle of a run, and again in every run after it, for the value stays.
"""

import logging
from collections.abc import Callable

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.session_state import Value, WStates

_LOGGER = logging.getLogger(__name__)


def refuse_forged_values() -> None:
    """Let a value of the wrong type, or one that cannot be read, count as none at all."""
    if not getattr(WStates.__getitem__, "refuses", False):
        WStates.__getitem__ = _refusing(WStates.__getitem__)  # type: ignore[method-assign]


def _refusing(read: Callable[[WStates, str], object]) -> Callable[[WStates, str], object]:
    def refusing(states: WStates, id_: str) -> object:
        value, known = states.states.get(id_), states.widget_metadata.get(id_)
        sent = getattr(value, "value", None)
        told = sent.WhichOneof("value") if isinstance(sent, WidgetState) else None
        if known is None or told is None:
            return read(states, id_)
        why = f"{told}, not {known.value_type}"
        if told == known.value_type:
            try:
                return read(states, id_)
            except Exception as error:  # noqa: BLE001 - whatever the deserialiser stumbles over
                why = type(error).__name__
        _LOGGER.warning("a value of a widget was refused: %s", why)
        nothing = known.deserializer(None)
        states.states[id_] = Value(nothing)
        return nothing

    refusing.refuses = True  # type: ignore[attr-defined]
    return refusing
