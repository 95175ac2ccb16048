# The commands of the project; `make` alone lists them.
#
#   PYTHON=python3.12   the Python that makes the environment (3.11 or newer)
#   PORT=8600           where `make app` serves
#   ARGS="..."          more arguments for the command that is run
#   TESTS="not soak"    with every test in a browser, as `.ci/run` asks for, not the journeys alone

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
PORT ?= 8501
ARGS ?=
TESTS ?= not soak and (journey or not browser)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

# Some systems tell Python to keep nothing of what it compiles. The tests start it some
# hundred times, and each time it would compile everything: a minute and more in all.
unexport PYTHONDONTWRITEBYTECODE

# Two stamps, so that a card player does not wait for the tools of a programmer. Either is
# made again only when what it was made from has changed.
APP := $(VENV)/.installed-app
ALL := $(VENV)/.installed-all

.PHONY: help
help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: app
app: $(APP) ## Open the tutor in the browser (PORT=8501, ARGS=more for streamlit)
	$(BIN)/calypso serve --port $(PORT) -- $(ARGS)

# One worker more than cores, for browser tests wait a good deal; four at most, for each brings
# a server and a browser along. Whoever has run out of tests takes over some of the others'.
WORKERS = $(shell $(BIN)/python -c 'import os; print(min(4, 1 + (os.cpu_count() or 1)))')

.PHONY: test
test: $(ALL) ## Run the tests, ruff and mypy among them (ARGS=more for pytest)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "$(TESTS)" $(ARGS)

.PHONY: soak
soak: $(ALL) ## Run the long tests, which take hours
	$(BIN)/python -m pytest -m soak $(ARGS)

.PHONY: bench
bench: $(ALL) ## Measure speed (ARGS=page_turn for one benchmark)
	$(BIN)/python -m tests.benchmarks $(ARGS)

.PHONY: pictures
pictures: $(ALL) ## Take the README's pictures from the running tutor
	$(BIN)/python -m tests.browser.pictures

.PHONY: lint
lint: $(ALL) ## Check style, types and lessons alone
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy
	$(BIN)/calypso lint

.PHONY: format
format: $(ALL) ## Put imports and layout in order
	$(BIN)/python -m ruff check --fix-only --select I
	$(BIN)/python -m ruff format

# The comment at the top of constraints.txt stays, the versions below it are written anew.
.PHONY: constraints
constraints: ## Raise every pinned version to the newest that fit together
	$(PYTHON) -m venv --clear $(VENV)-newest
	$(VENV)-newest/bin/python -m pip install --quiet --upgrade pip
	$(VENV)-newest/bin/python -m pip install --quiet --editable '.[test,lint]'
	{ sed -n '/^#/p' constraints.txt && $(VENV)-newest/bin/python -m pip freeze --exclude-editable; } \
		> constraints.new
	mv constraints.new constraints.txt
	rm -rf $(VENV)-newest

.PHONY: clean
clean: ## Remove the environment and everything tools have left behind
	rm -rf $(VENV) $(VENV)-newest constraints.new build dist *.egg-info
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find engine puzzles tutor lessons tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(APP): EXTRAS :=
$(ALL): EXTRAS := [test,lint]
$(APP) $(ALL): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing what the tutor needs into $(VENV) (a minute or two, once) ..."
	@$(PIP) install --quiet --constraint constraints.txt --editable '.$(EXTRAS)' || { \
		echo >&2; \
		echo "make: installing failed, see above. The first time, this needs the network." >&2; \
		exit 1; }
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "make: the tutor needs Python 3.11 or newer, and '$(PYTHON)' is not;" \
			"name another: make PYTHON=python3.12" >&2; \
		exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
		echo "make: '$(PYTHON)' cannot make environments;" \
			"on Debian and Ubuntu: apt install python3-venv" >&2; \
		exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
