# Everything a person or a machine does with this project. `make play` and `make test` are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.toml')
# Bytecode is left for later: most modules are never imported.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
  --constraint constraints.txt
NPM := $(BIN)/python web/npm.py
PAGE := src/contrada/server/page
PAGE_SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print)
BROWSER ?= $(shell command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome)

.PHONY: setup page playable play test browser bench soak lint pictures clean

setup: $(VENV)/equipped $(VENV)/warmed web/node_modules/.equipped $(PAGE)/index.html

# What playing needs is `installed`; whoever changes the program is `equipped` with tools besides.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Contrada needs Python 3.11 or newer; set PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/installed: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable .
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -c 'import contrada.cli.main, contrada.server.run'
	@touch $@

$(VENV)/equipped: $(VENV)/installed
	$(PIP) --editable '.[dev]'
	@$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true
	@touch $@

$(VENV)/warmed: $(VENV)/installed $(SOURCES)
	$(BIN)/contrada warm
	@touch $@

# Not `npm ci`: it asks that the lock file name the packages of every platform.
web/node_modules/.installed: web/package.json web/package-lock.json | $(BIN)/python
	$(NPM) install --no-save --silent --omit=dev
	@touch $@

web/node_modules/.equipped: web/node_modules/.installed
	$(NPM) install --no-save --silent
	@touch $@

$(PAGE)/index.html: web/node_modules/.installed $(PAGE_SOURCES)
	$(NPM) run build --silent
	@touch $@

page: $(PAGE)/index.html

playable: $(VENV)/installed $(PAGE)/index.html
	@:

# Python's packages and the page side by side; the rules are compiled while the page is shown.
play:
	@$(MAKE) --no-print-directory --jobs 2 playable
	@$(BIN)/contrada serve

# The tests of the page need a browser; on Debian it can be installed by whoever may.
browser:
	@test -n "$(BROWSER)" || { \
	  echo "Installing Chromium for the tests of the page"; \
	  $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq update && \
	  { $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq install -y chromium-headless-shell >/dev/null || \
	    $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq install -y chromium >/dev/null; }; }

lint: $(VENV)/equipped web/node_modules/.equipped
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(NPM) run check --silent
	$(NPM) test --silent

# The whole truth: style, types, then every test compiled; the rules once more uncompiled and once
# with array bounds checked, since compiled code does neither by itself.
test: setup browser lint
	$(BIN)/pytest --numprocesses 2 --dist worksteal -m 'not soak'
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest --numprocesses 2 --dist worksteal --quiet -m uncompiled
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest --numprocesses 2 --dist worksteal --quiet -m bounds

soak: setup
	$(BIN)/pytest --numprocesses 2 -m soak

bench: setup
	$(BIN)/python bench/urbino.py
	$(BIN)/python bench/urtown.py
	$(BIN)/python bench/urbania.py
	$(BIN)/python bench/urbe.py
	$(BIN)/python bench/views.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/startup.py
	$(BIN)/python bench/server.py

pictures: setup browser
	$(BIN)/python docs/pictures/make.py
	$(BIN)/python -m docs.figures
	$(BIN)/python -m docs.pictures.page

clean:
	rm -rf $(VENV) $(PAGE) web/node_modules dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
