# The tutor as a container. compose.yaml runs it with a proxy and a database;
# tests/browser/test_hosting.py starts it by the same command without one.

# What the tutor needs, which a new version seldom changes: it is downloaded when one of the two
# files says something else, and otherwise stays.
FROM python:3.12-slim AS needed
WORKDIR /usr/src/calypso
COPY pyproject.toml constraints.txt ./
RUN python -c "import tomllib; told = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
print(*told['dependencies'], *told['optional-dependencies']['postgres'], sep='\n')" > needed.txt \
    && python -m pip install --no-cache-dir --constraint constraints.txt --requirement needed.txt \
    && find /usr/local/lib -path '*/site-packages/*' -name tests -type d -prune -exec rm -rf {} +

# The tutor itself; what builds it stays behind here.
FROM needed AS built
RUN python -m pip install --no-cache-dir --constraint constraints.txt hatchling
COPY README.md LICENSE streamlit_app.py ./
COPY .streamlit .streamlit
COPY engine engine
COPY puzzles puzzles
COPY tutor tutor
COPY lessons lessons
RUN python -m pip install --no-cache-dir --no-deps --no-build-isolation --prefix /built .

FROM needed
COPY --from=built /built /usr/local
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
