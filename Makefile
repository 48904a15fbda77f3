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
PAGE_SOURCES := $(shell find web \( -name node_modules -o -name .svelte-check \) -prune -o -type f -print)
SITE := src/contrada/server/site
SITE_SOURCES := $(shell find docs -name '*.md' -o -path 'docs/site/*' -type f) README.md \
  CONTRIBUTING.md CHANGELOG.md bench/results.md $(SOURCES)
BROWSER ?= $(shell command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome)

# Hundreds of processes start here: let Python keep its bytecode, whatever the machine is set to.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup page wire playable play docs dist notice test check busy browser proxy bench soak lint style types \
  page-types page-units pictures clean

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

# The tests that check array bounds need the rules compiled once more, with these checks.
$(VENV)/bounded: $(VENV)/equipped $(SOURCES)
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tests.compiling
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

# The types that the page shares with the server; a test fails if they are not up to date.
wire: $(VENV)/installed
	$(BIN)/python -m contrada.server.wire.typescript

playable: $(VENV)/installed $(PAGE)/index.html
	@:

# Python's packages and the page side by side; the rules are compiled while the page is shown.
play:
	@$(MAKE) --no-print-directory --jobs 2 playable
	@$(BIN)/contrada serve

# The docs as a site, which the server offers under /docs/. A warning is an error.
$(SITE)/index.html: $(VENV)/equipped $(SITE_SOURCES)
	$(BIN)/python -m docs.site.build

docs: $(SITE)/index.html

# What others install: wheel and sdist, with the page and the docs, so that installing them needs no Node.js.
dist: $(VENV)/equipped $(PAGE)/index.html $(SITE)/index.html
	rm -rf dist
	$(BIN)/python -m hatchling build

# The licences of the fonts and libraries in the wheel; a test fails if it is not up to date.
notice: $(VENV)/installed $(PAGE)/index.html
	$(BIN)/python web/notice.py

# The tests of the page need a browser; on Debian it can be installed by whoever may.
browser:
	@test -n "$(BROWSER)" || { \
	  echo "Installing Chromium for the tests of the page"; \
	  $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq update && \
	  { $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq install -y chromium-headless-shell >/dev/null || \
	    $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq install -y chromium >/dev/null; }; }

style: $(VENV)/equipped
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/equipped
	$(BIN)/mypy

page-types: $(VENV)/equipped web/node_modules/.equipped
	$(NPM) run check --silent -- --incremental

page-units: $(VENV)/equipped web/node_modules/.equipped
	$(NPM) test --silent

lint: types page-units page-types style docs

# Downloads, compiling and checks that do not need each other share the cores.
SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs 2 \
  $(if $(findstring output-sync,$(.FEATURES)),--output-sync=target)

PYTEST := $(BIN)/pytest --numprocesses 2 --dist worksteal --quiet
RULES := tests/contract tests/games tests/kernel
UNITS := $(RULES) tests/bots tests/environments tests/lab tests/lessons $(wildcard tests/test_*.py)

# The whole truth. CONTRIBUTING.md says why some tests run here and others there. The last part waits
# for servers and browsers now and then, so it has one worker more than there are cores.
test:
	@$(SIDE_BY_SIDE) setup browser
	@$(SIDE_BY_SIDE) $(VENV)/bounded lint
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m 'bounds and not soak' $(RULES)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m 'uncompiled and not soak' $(RULES)
	$(PYTEST) --numprocesses 3 -m 'not bounds and not soak'

# For everyday work: all that needs no server, no browser and no other program.
check:
	@$(SIDE_BY_SIDE) setup
	@$(SIDE_BY_SIDE) $(VENV)/bounded lint
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m 'bounds and not soak' $(RULES)
	$(PYTEST) -m 'not bounds and not soak' $(UNITS)

# A test that fails once in fifty runs costs a day; most of those fail on a busy machine.
busy:
	@$(PYTHON) tests/busy.py $(MAKE) --no-print-directory test

# The long tests put real web servers in front of ours, and install it in a fresh Debian or Ubuntu.
proxy:
	@PATH="$$PATH:/usr/sbin"; command -v nginx >/dev/null && command -v caddy >/dev/null && \
	  command -v debootstrap >/dev/null && command -v systemd-analyze >/dev/null || { \
	  echo "Installing nginx, Caddy, debootstrap and systemd for the long tests"; \
	  $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq update && \
	  $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq install -y nginx-light caddy debootstrap systemd >/dev/null; }

# Those of deploy/ all run once more: `make test` skips what needs a program that is not installed.
soak: setup browser proxy
	$(PYTEST) -m soak --ignore=tests/deploy
	$(PYTEST) tests/deploy

# All that are programs; the others are what these share.
BENCHES := $(shell grep -l __main__ bench/*.py)

bench: setup
	@set -e; for script in $(BENCHES); do $(BIN)/python $$script; done

pictures: setup browser
	$(BIN)/python docs/pictures/make.py
	$(BIN)/python -m docs.figures
	$(BIN)/python -m docs.pictures.page

clean:
	rm -rf $(VENV) $(PAGE) $(SITE) web/node_modules dist test-failures .pytest_cache .mypy_cache \
	  .ruff_cache .hypothesis web/.svelte-check
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
