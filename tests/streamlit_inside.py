"""Streamlit's own names on which our style sheets lean, each with its reason and where it is met.

Streamlit promises none of them. Keys that a page gives (``st-key-…``) it does promise, and roles
and elements are the web's; so this list is to shrink, and no name is to be added lightly.
"""

from dataclasses import dataclass

from tests.browser.pictures import PARTNERS_ACE


@dataclass(frozen=True, slots=True)
class Inside:
    """A name of Streamlit's: why we need it, and a page that has it."""

    reason: str
    path: str


INSIDE = {
    "stMainBlockContainer": Inside("the width of the column is no setting", "record"),
    "stCaptionContainer": Inside("captions are too faint and too small for us", "record"),
    "stPageLink": Inside("links to pages wrap, and a line tells that they are links", "record"),
    "stCheckbox": Inside("a thumb needs 44 px; no role tells its label from others", "record"),
    "stRadioCaption": Inside("what explains a choice is too far from it", "host"),
    "stRadioGroup": Inside("two rows of choices are far apart", "handouts"),
    "stTooltipIcon": Inside("a thumb needs 44 px; the button's own words change", "assignments"),
    "stSliderThumbValue": Inside(
        "the figure is too faint in the dark", f"play?game={PARTNERS_ACE}"
    ),
    "stElementToolbar": Inside("a chart's tools are English and too small to press", "handouts"),
    "stFileUploaderDropzoneInstructions": Inside("English words; ours say the same", "record"),
    "InputInstructions": Inside("English words lie over a field while somebody types", "record"),
    "kind": Inside("a page's buttons are higher than those inside a widget", "record"),
}
