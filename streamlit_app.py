"""The Calypso tutor: ``streamlit run streamlit_app.py`` is the whole product."""

from tutor.pages.shell import run

run()
