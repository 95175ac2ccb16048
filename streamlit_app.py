"""The Calypso tutor: ``streamlit run streamlit_app.py`` is the whole product.

The file is two things at once: the application that serves (it adds the cookie by which a
browser finds its progress again), and the script that each visit runs.
"""

import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.scriptrunner import get_script_run_ctx

from tutor.pages.frame import progress
from tutor.pages.frame.forgeries import Admission
from tutor.pages.frame.identity import LearnerCookie, owner
from tutor.pages.frame.inputs import forget_files
from tutor.pages.frame.library import lesson
from tutor.pages.frame.startup import lifespan
from tutor.pages.head import Head
from tutor.pages.rooms import running
from tutor.pages.shell import PATHS, run
from tutor.serving.assets import Assets
from tutor.serving.gate import Belongings, Callers, Cookies, Frames, Origins, Sizes
from tutor.serving.operations import FIGURES, CountedSockets, routes

if get_script_run_ctx(suppress_warning=True) is None:
    app = st.App(
        __file__,
        lifespan=lifespan,
        routes=routes(running, progress.pending_writes),
        middleware=[
            Middleware(Frames),
            Middleware(Cookies),
            Middleware(Origins),
            Middleware(Callers),
            Middleware(CountedSockets),
            Middleware(Belongings, owner, forget_files),
            Middleware(Sizes),
            Middleware(Admission),
            Middleware(LearnerCookie, progress.secret, progress.is_known),
            Middleware(Head, lesson, PATHS, under=st.get_option("server.baseUrlPath")),
            Middleware(Assets),
        ],
        on_script_error=lambda _error: FIGURES.fault(),
    )
else:
    run()
