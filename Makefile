# .ci/run runs the same commands as people do. The first command that needs .venv sets it up.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
RULES := $(wildcard src/elgrande/rules/*.py src/elgrande/rules/*/*.py src/elgrande/search/*.py src/elgrande/learn/core/*.py) src/elgrande/game.py
COMPILED := .venv/.compiled
TRAINING := .venv/.training
DOCS := .venv/.docs
# The tests start Python about a hundred times; compiling every module each time would take a minute.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help python play serve setup announce-test announce-proofs test quick proofs check lint types pages page-types ui shots first-game bench weigh load attacks soak strength baselines small-run compile games learning-tables docs docs-serve rule-figures clean

help:
	@echo 'make play       set everything up and open the game in your browser'
	@echo 'make serve      the same, for everybody in your network'
	@echo 'make compile    install the package with compiled rules, for bots and programs of your own'
	@echo 'make test       check the code and run the quick tests, a few minutes on two cores'
	@echo 'make proofs     run the long tests, about half an hour on two cores'
	@echo 'make check      formatting, lint and types alone'
	@echo 'make ui         build the pages of the browser game'
	@echo 'make static     build the game for any static web host, without a server, into dist/static/'
	@echo 'make page-types write the types of the pages after a change to the API'
	@echo 'make shots      take pictures of every page in every size, into shots/'
	@echo 'make bench      measure the speed of rules and learning, beside other libraries'
	@echo 'make gallery    run the examples and take the pictures of docs/program/gallery.md'
	@echo 'make weigh      measure the weight and speed of the pages in a browser'
	@echo 'make load       measure the server under load; make attacks, make soak: under attack, for an hour'
	@echo 'make strength   play the matches behind docs/research/strength.md, for hours'
	@echo 'make small-run  train a network for a quarter of an hour'
	@echo 'make docs       build the site from docs/ into dist/site; make docs-serve serves it here'
	@echo 'make games      record the test games again, after a change to the rules that is meant'
	@echo 'make wheels     build the sdist and the wheels, and try each in an empty environment, into dist/'
	@echo 'make clean      remove what was installed and built'

# It installs no more than playing needs, and opens the game before the rules are compiled.
play: python
	@$(PYTHON) play.py

# The same for everybody in your network (docs/host/hosting.md).
serve: python
	@$(PYTHON) play.py --for-all

# Everything the tests need: the compiled rules, the pages, and other programs such as Chromium and PostgreSQL.
# It names in one line whatever it cannot install here.
setup: $(COMPILED) ui
	@$(BIN)/python -m tests.support.programs

# Playwright keeps an event loop running, so the browser tests need their own pytest process.
WORKERS ?= auto
PYTEST := $(BIN)/pytest --dist worksteal -n $(WORKERS)
# Many quick tests wait for a server rather than compute: one more process than cores keeps all cores busy.
CORES_AND_ONE = $(shell $(PYTHON) -c 'import os; print(os.cpu_count() + 1)')
# A real browser on a busy machine: a test that fails there runs once more, and is then listed in the summary, so that it
# gets mended. A true fault fails twice.
IN_A_BROWSER := --reruns 1 -rfER tests/browser
# Parts that run side by side. If this make can do so, it keeps the output of each part together.
SIDE_BY_SIDE = @$(MAKE) --no-print-directory $(if $(findstring output-sync,$(.FEATURES)),--output-sync=target) --jobs

BEGAN := $(shell date +%s)
SUITE_TIMES := @$(PYTHON) -m tests.support.suite_times

test: announce-test setup
	$(SIDE_BY_SIDE) 3 pages types lint quick
	$(PYTEST) -m "not proof" $(IN_A_BROWSER)
	$(SUITE_TIMES) end test $(BEGAN)

announce-test announce-proofs: announce-%: python
	$(SUITE_TIMES) begin $*

# The plus sign lets its progress be seen while other parts run beside it.
quick:
	+$(PYTEST) $(if $(filter auto,$(WORKERS)),-n $(CORES_AND_ONE)) -m "not proof" --ignore tests/browser

# The long tests: kills, leaks, races, fuzzing, attacks, random games in bulk, whole games in the browser.
proofs: announce-proofs setup $(TRAINING) $(DOCS)
	@$(BIN)/python -m tests.support.programs --required
	@$(BIN)/python -m bench.load.boardgame_io
	$(PYTEST) -m proof --ignore tests/browser
	$(PYTEST) -m proof $(IN_A_BROWSER)
	$(SUITE_TIMES) end proofs $(BEGAN)

check: $(STAMP)
	$(SIDE_BY_SIDE) 2 pages types lint

lint:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types:
	$(BIN)/mypy

pages:
	$(BIN)/python build_ui.py --types check check test

# Generate the pages' request and response types from the server's OpenAPI document; run this after changing the API.
page-types: $(STAMP)
	$(BIN)/python build_ui.py --types write

# Build the pages of the browser game unless they are up to date. Node comes from PyPI if it is not installed.
ui: $(STAMP)
	$(BIN)/python build_ui.py

# Screenshots of every page in every size, in shots/, for people to look at.
shots: $(COMPILED) ui
	$(BIN)/python -m tests.browser.shots

# The walkthrough of a first game, with its pictures, for docs/play/first_game.md.
first-game: $(COMPILED) ui
	$(BIN)/python -m tests.browser.first_game

# The weight and the speed of the pages in a real browser (docs/inside/ui_figures.md).
weigh: $(COMPILED) ui
	$(BIN)/python -m bench.pages --json bench/pages_results.json

bench: $(COMPILED)
	$(BIN)/python -m bench.run --json bench/results.json
	$(BIN)/python -m bench.learn --json bench/learn_results.json

# The server under load, compared with boardgame.io; about five minutes (docs/host/load.md).
load: $(COMPILED)
	$(BIN)/python -m bench.load --json bench/load_results.json

# What strangers might try, each on its own server on loopback (docs/host/load.md). SERVER=path/to/python attacks
# the version installed there.
attacks: $(COMPILED)
	$(BIN)/python -m bench.attacks $(if $(SERVER),--server $(SERVER))

# An hour of play at 200 tables, and the server's memory over that time (docs/host/load.md).
MINUTES ?= 60
TABLES ?= 200
soak: $(COMPILED)
	$(BIN)/python -m bench.soak --minutes $(MINUTES) --tables $(TABLES) \
	  --json bench/soak_results.json --picture docs/pictures/soak.svg

# The matches behind docs/research/strength.md, which take hours on a small machine. An interrupted run continues where it stopped.
strength: $(COMPILED)
	$(BIN)/python -m bench.strength

# The table of baselines in docs/research/baselines.md. POLICIES="ppo=runs/ppo/policy.pt" adds networks, which need PyTorch.
DEALS ?= 25
POLICIES ?=
baselines: $(COMPILED)
	$(BIN)/python -m bench.baselines --deals $(DEALS) --json bench/baselines_results.json --policy $(POLICIES)

# Games, training and a match against `steady` in a quarter of an hour on two idle cores (training/README.md).
small-run: $(COMPILED) $(TRAINING)
	$(BIN)/python -m training.small_run runs/small

# The package with compiled rules, for bots and programs: no pages, and nothing that only development needs.
compile: python
	@$(PYTHON) play.py --compile

# Record the games again, after a change to the rules that is meant to change them.
games: $(COMPILED)
	$(BIN)/python -m tests.games.make

# The tables in docs/research/encodings.md that name every action and every byte of an observation.
learning-tables: $(COMPILED)
	$(BIN)/python -m elgrande.learn.field_tables docs/research/encodings.md

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "elgrande needs Python 3.11 or newer. Name one that you have, such as: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 2; }

$(STAMP): pyproject.toml | python
	$(PYTHON) -m venv .venv
	ELGRANDE_WITHOUT_UI=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# A digest decides whether anything is to be done: `make play` may have compiled them already.
$(COMPILED): $(RULES) compile_rules.py pyproject.toml | $(STAMP)
	$(BIN)/python compile_rules.py
	@touch $@

# What networks are trained with, here and in the examples.
$(TRAINING): $(STAMP) training/requirements.txt
	ELGRANDE_WITHOUT_UI=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  --editable '.[train]' --requirement training/requirements.txt
	# What RLlib and PufferLib need; they themselves pin other versions of Gymnasium and PyTorch than ours.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  dm-tree lz4 ormsgpack pandas psutil scipy
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'pufferlib-core==3.0.23'
	@touch $@

# The site made from docs/. Dead links and anchors, pages without a place in the navigation and blocks of code that no
# test tries are errors. Its fonts and figures come from the pages of the game.
docs: $(DOCS) ui
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# The site on this machine; SERVER=http://127.0.0.1:8470 lets the page about the API be tried out with that server.
docs-serve: docs
	$(BIN)/python -m docsite.serve $(if $(SERVER),--server $(SERVER))

# The figures of the rulebook and the woodcuts of its cards, for the site.
rule-figures: $(COMPILED) ui
	$(BIN)/python -m tests.browser.rule_figures

$(DOCS): $(STAMP) pyproject.toml
	ELGRANDE_WITHOUT_UI=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

# The pictures of docs/program/gallery.md, made by running the examples; one of them needs PyTorch.
.PHONY: gallery
gallery: $(COMPILED) ui $(TRAINING)
	$(BIN)/python -m tests.browser.gallery

# The game for any static web host, into dist/static/ (docs/play/demo.md). SITE=https://… names the project's address,
# which it then links to.
.PHONY: static weigh-static
SITE ?=
static: $(STAMP)
	$(BIN)/python build_static.py $(if $(SITE),--home $(SITE))

# Its weight, the time until it can be played, and the slowest answer of its bots, in Chromium.
weigh-static: $(STAMP)
	$(BIN)/python -m bench.static --json bench/static_results.json

clean:
	rm -rf .venv build dist ui/node_modules ui/.built src/elgrande/server/pages src/elgrande/pictures/fonts
	find src -name '*.so' -delete -o -name compiled.sha256 -delete

# Packages for every Python from 3.11 that is installed here, as a release has them (docs/inside/releasing.md).
.PHONY: wheels
wheels: $(STAMP)
	$(BIN)/python -m release.wheels
