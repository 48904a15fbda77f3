# Everything a person or a machine does with this project. `make play` and `make test` are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.toml')

.PHONY: setup play test bench soak lint pictures clean

setup: $(VENV)/installed $(VENV)/warmed

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

play: setup
	@$(BIN)/contrada play urbino

lint: $(VENV)/installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# The whole truth: style, types, then every test compiled; the rules once more uncompiled and once
# with array bounds checked, since compiled code does neither by itself.
test: setup lint
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
	$(BIN)/python bench/search.py
	$(BIN)/python bench/startup.py

pictures: setup
	$(BIN)/python docs/pictures/make.py

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
