"""The Calypso tutor: ``streamlit run streamlit_app.py`` is the whole product.

The file is two things at once: the application that serves (it adds the cookie by which a
browser finds its progress again), and the script that each visit runs.
"""

import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.scriptrunner import get_script_run_ctx

from tutor.pages.frame.identity import LearnerCookie
from tutor.pages.frame.startup import lifespan
from tutor.pages.shell import run

if get_script_run_ctx(suppress_warning=True) is None:
    app = st.App(__file__, lifespan=lifespan, middleware=[Middleware(LearnerCookie)])
else:
    run()
