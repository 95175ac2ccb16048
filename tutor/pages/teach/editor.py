"""Puts a text with numbered and marked lines on the page, and tells the page what was typed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from streamlit.components.v2 import component

from tutor.frontend.sheets import sheet, text
from tutor.pages.frame import session

_mount = component(
    "calypso_editor",
    html=(
        '<div class="editor"><div class="gutter" aria-hidden="true"></div>'
        '<textarea spellcheck="false" autocapitalize="off" autocomplete="off">'
        '</textarea></div><p class="told" role="alert"></p>'
    ),
    css=sheet("editor"),
    js=text("editor.js"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditedText:
    """A text to be changed, as the page knows it.

    Attributes:
        text: What stands there.
        marks: What was found, by line from 1.
        version: Another one puts *text* in the place of what was written.
        fresh: Whether nobody has written anything: a draft kept in the browser goes before it.
        look_at: A line, and after a space the occasion: each time, the cursor goes there.
        most: Bytes; a longer text is not sent, and *too_large* says so.
        too_large: What is said of it.
    """

    text: str
    marks: Mapping[int, str]
    version: str
    fresh: bool
    look_at: str
    most: int
    too_large: str


def editor(edited: EditedText, *, key: str, label: str, on_typed: Callable[[str], None]) -> None:
    """Show a text to be changed.

    Args:
        edited: The text, and what is known of it.
        key: Which editor of the page it is; what is written is kept in the browser under it.
        label: What the text is called for those who hear the page.
        on_typed: Called with the text before the next run.
    """
    _mount(
        key=key,
        data={
            "text": edited.text,
            "label": label,
            "marks": {str(line): said for line, said in edited.marks.items()},
            "version": edited.version,
            "fresh": edited.fresh,
            "goto": edited.look_at,
            "keep": f"calypso-{key}",
            "most": edited.most,
            "tooLarge": edited.too_large,
        },
        on_typed_change=partial(_tell, key, on_typed),
    )


def _tell(key: str, on_typed: Callable[[str], None]) -> None:
    text = session.pressed(key, "typed")
    if text is not None:
        on_typed(text)
