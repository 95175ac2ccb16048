# The tutor as a container. compose.yaml runs it with a proxy and a database;
# tests/browser/test_hosting.py carries out the same commands without one.
FROM python:3.12-slim
WORKDIR /usr/src/calypso
COPY pyproject.toml constraints.txt README.md LICENSE streamlit_app.py ./
COPY .streamlit .streamlit
COPY engine engine
COPY puzzles puzzles
COPY tutor tutor
COPY lessons lessons
RUN python -m pip install --no-cache-dir --constraint constraints.txt .[postgres]
RUN useradd --system --create-home --home-dir /data calypso
WORKDIR /data
USER calypso
ENV CALYPSO_DATA=/data
VOLUME /data
EXPOSE 8501
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8501/livez')"]
STOPSIGNAL SIGTERM
CMD ["calypso", "serve", "--port", "8501", "--", "--server.address=0.0.0.0", "--server.headless=true"]
