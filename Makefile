# Everything a person or a machine does with this project. `make play` and `make test` are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.toml')
NPM := $(BIN)/python web/npm.py
PAGE := src/contrada/server/page
PAGE_SOURCES := $(shell find web \( -name node_modules -o -name .svelte-check \) -prune -o -type f -print)
BROWSER ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

PYTEST := $(BIN)/pytest --numprocesses 2 --dist worksteal --quiet
RULES := tests/contract tests/games tests/kernel
UNITS := $(RULES) tests/bots tests/lab tests/lessons $(wildcard tests/test_*.py)
SYNC := $(if $(findstring output-sync,$(.FEATURES)),--output-sync=target)

# Python keeps its bytecode, whatever the machine is set to: hundreds of processes start here.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup page play check test browser bench soak lint types style page-tests page-types pictures clean

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
	@test -n "$(BROWSER)" || command -v chromium >/dev/null || { \
	  echo "Installing Chromium for the tests of the page"; \
	  $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq update && \
	  $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq install -y chromium >/dev/null; }

# Two at a time, the longest first; what each prints stays together.
lint: $(VENV)/installed web/node_modules/installed
	@$(MAKE) --no-print-directory --jobs 2 $(SYNC) types page-tests page-types style

types:
	$(BIN)/mypy

page-tests:
	$(NPM) test --silent

page-types:
	$(NPM) run check --silent -- --incremental

style:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

# Everyday work: all that needs no server, no browser and no other program.
check: $(VENV)/warmed lint
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m 'bounds and not soak' $(RULES)
	$(PYTEST) -m 'not bounds and not soak' $(UNITS)

# The whole truth. CONTRIBUTING.md says why some tests run here and others there.
test: setup browser lint
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m 'bounds and not soak' $(RULES)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m 'uncompiled and not soak' $(RULES)
	$(PYTEST) -m 'not bounds and not soak'

soak: setup
	$(PYTEST) -m soak

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
	rm -rf $(VENV) $(PAGE) web/node_modules dist .pytest_cache .mypy_cache .ruff_cache .hypothesis web/.svelte-check
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
