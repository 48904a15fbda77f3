# Everything a person or a machine does with this project. `make play` and `make test` are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.toml')
NPM := $(BIN)/python web/npm.py
PAGE := src/contrada/server/page
PAGE_SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print)
BROWSER ?= $(shell command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome)

.PHONY: setup page play test browser bench soak lint pictures clean

setup: $(VENV)/installed $(VENV)/warmed $(PAGE)/index.html

$(VENV)/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Contrada needs Python 3.11 or newer; set PYTHON=..."; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  --constraint constraints.txt --editable '.[dev]'
	@touch $@

$(VENV)/warmed: $(VENV)/installed $(SOURCES)
	$(BIN)/contrada warm
	@touch $@

# Not `npm ci`: it asks that the lock file name the packages of every platform.
web/node_modules/installed: $(VENV)/installed web/package.json web/package-lock.json
	$(NPM) install --no-save --silent
	@touch $@

$(PAGE)/index.html: web/node_modules/installed $(PAGE_SOURCES)
	$(NPM) run build --silent
	@touch $@

page: $(PAGE)/index.html

play: setup
	@$(BIN)/contrada serve

# The tests of the page need a browser; on Debian it can be installed by whoever may.
browser:
	@test -n "$(BROWSER)" || { \
	  echo "Installing Chromium for the tests of the page"; \
	  $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq update && \
	  { $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq install -y chromium-headless-shell >/dev/null || \
	    $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq install -y chromium >/dev/null; }; }

lint: $(VENV)/installed web/node_modules/installed
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
