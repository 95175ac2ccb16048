"""An address as a QR code, for a telephone to read."""

import segno
import streamlit as st

from tutor.drawing.markup import Html, tag
from tutor.frontend.sheets import Scheme, colours


def show_qr_code(address: str, label: str, *more: str) -> None:
    """Show *address* as a QR code, dark on white in every scheme.

    Args:
        address: What a telephone reads.
        label: What those are told who hear the page.
        more: Classes that give it another size.
    """
    seen = colours(Scheme.LIGHT)
    code = segno.make(address, error="m", micro=False)
    drawn: str = code.svg_inline(
        dark=seen["code"], light=seen["code-paper"], border=3, omitsize=True
    )
    whole = tag(
        "div", Html(drawn), class_=" ".join(("qr-code", *more)), role="img", aria_label=label
    )
    st.markdown(whole, unsafe_allow_html=True)
