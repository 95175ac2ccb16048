"""The least a Streamlit page can be: one button and the line of text it changes."""

import streamlit as st


def page() -> None:
    """Count the clicks."""
    st.session_state.setdefault("clicks", 0)
    if st.button("Count", key="count"):
        st.session_state.clicks += 1
    with st.container(key="counted"):
        st.write(f"{st.session_state.clicks} clicks")


if __name__ == "__main__":  # as Streamlit runs it; importing it does nothing
    page()
