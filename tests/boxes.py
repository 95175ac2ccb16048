"""What may stand beside a part of a page that runs again by itself: nothing after it."""

from collections.abc import Iterable

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg


def followers(messages: Iterable[ForwardMsg]) -> list[str]:
    """Return what a run put into the box of a part that runs by itself, after that part.

    Where such a part runs again at once, Streamlit 1.67 takes its place back from the messages
    of the whole page that wait to be sent. What comes after it in the same box then moves up
    into that place in the browser, and the part overwrites it.
    """
    sent = list(messages)
    often = {one.auto_rerun.fragment_id for one in sent if one.HasField("auto_rerun")}
    places: dict[str, tuple[int, ...]] = {}
    for one in sent:
        path, part = tuple(one.metadata.delta_path), one.delta.fragment_id
        if part in often and len(path) < len(places.get(part, (*path, 0))):
            places[part] = path
    return [
        f"{str(one.delta)[:200]} at {path} after what runs by itself at {place}"
        for one in sent
        if (path := tuple(one.metadata.delta_path))
        for place in places.values()
        if path[: len(place) - 1] == place[:-1] and path[: len(place)] > place
    ]
