# What people run is what .ci/run runs. Everything is set up in .venv by the first command that needs it.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
RULES := $(wildcard src/elgrande/rules/*.py src/elgrande/search/*.py) src/elgrande/game.py
COMPILED := .venv/.compiled

.PHONY: play test check bench load strength compile games clean

play: $(COMPILED)
	$(BIN)/elgrande play

test: $(COMPILED) check
	$(BIN)/pytest -n auto --dist worksteal

check: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --strict tests bench examples hatch_build.py

bench: $(COMPILED)
	$(BIN)/python -m bench.run --json bench/results.json

# The server under load beside boardgame.io, about five minutes (docs/load.md).
load: $(COMPILED)
	$(BIN)/python -m bench.load --json bench/load_results.json

# The matches behind docs/bots.md: hours on a small machine. Interrupted, it continues where it was.
strength: $(COMPILED)
	$(BIN)/python -m bench.strength

compile: $(COMPILED)

# Write the recorded games anew, after a change of the rules that is meant to change them.
games: $(COMPILED)
	$(BIN)/python -m tests.games.make

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "elgrande needs Python 3.11 or newer; set PYTHON to one."; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(COMPILED): $(STAMP) $(RULES) hatch_build.py
	$(BIN)/python hatch_build.py
	@touch $@

clean:
	rm -rf .venv build dist
	find src -name '*.so' -delete
