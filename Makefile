# Everything a fresh machine needs besides Python 3.11 or newer, make and a shell is set up by these targets.
# A second run needs no network: the stamps say what is installed already.

PYTHON ?= python3
VENV   := .venv
BENCH  := .venv-bench
BIN    := $(VENV)/bin
PIP    := -m pip --disable-pip-version-check -q install
# A lock file names all that is needed: pip must not look for more, or it finds newer versions and refuses them.
LOCKED := --no-deps --require-hashes -r
LAB    := .venv-lab
BOM    := .venv-release
DOCS   := .venv-docs
PAGE   := src/stolik/server/page
SITE   := src/stolik/server/site
NPM    := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --no-update-notifier

.DEFAULT_GOAL := help
.PHONY: help play page site test quick coverage lint types layers page-check check format mutants bench bench-server bench-page bench-here bench-look bench-small bench-train attack bench-lab strength docs release golden players views protocol lessons pictures terminal-pictures screenshots services lock clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /\1\t/' | expand -t 14

play: $(VENV)/.play $(PAGE)/index.html ## serve tables to browsers and phones, on a printed address
	@$(BIN)/stolik serve

page: $(PAGE)/index.html ## build the page into the package

site: $(VENV)/.play $(PAGE)/index.html ## write the page as a folder of files, dist/site: any host serves it, and everybody plays in their own browser
	rm -rf dist/site
	$(BIN)/stolik site dist/site

# A file's tests stay in one process: they share servers, browsers and compiled programs. tests/conftest.py orders the files.
# Four processes also on two cores: the tests wait for browsers and servers half of the time.
# Bytecode is kept, whatever the environment says: every process would rewrite the asserts of all files in every run.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n 4 --dist loadfile --no-loadscope-reorder

test: check ## check style, types and layers, and run every test (LONG=1: with the full number of games)
	$(PYTEST) --times

quick: check ## check style, types and layers, and run the fast tests
	$(PYTEST) -m "not slow"

# Apart from `make test`: tracing every line takes time.
coverage: $(VENV)/.dev $(PAGE)/index.html ## run every test, and fail if they miss more than 5 % of the code
	$(PYTEST) --cov --cov-report=term --cov-fail-under=95

check: lint types layers page-check

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

page-check: $(PAGE)/index.html
	$(NPM) run -s check
	$(NPM) run -s test

format: $(VENV)/.dev web/node_modules/.stamp ## format the code
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(NPM) run -s format

mutants: $(VENV)/.dev ## break every rule on purpose and see its test fail
	$(BIN)/python -m tools.mutants

bench: $(BENCH)/.bench $(VENV)/.dev ## measure speed beside other packages
	$(BENCH)/bin/python -m benchmarks.run
	$(BENCH)/bin/python -m benchmarks.odds
	$(BIN)/python -m benchmarks.start

bench-server: $(VENV)/.dev $(PAGE)/index.html ## measure the server beside a bare echo
	$(BIN)/python -m benchmarks.server

bench-page: $(VENV)/.dev $(PAGE)/index.html ## measure how smoothly things move on a phone (needs Chromium)
	$(BIN)/python -m benchmarks.page

bench-here: $(VENV)/.dev $(PAGE)/index.html ## measure playing in the browser without a server (needs Chromium)
	$(BIN)/python -m benchmarks.here

bench-look: $(VENV)/.dev ## measure how long a look back at a game takes
	$(BIN)/python -m benchmarks.look_back

bench-small: $(VENV)/.dev ## compare look backs at a small dice game with the truth
	$(BIN)/python -m benchmarks.small_look

bench-train: $(VENV)/.dev ## measure what five minutes of learning on this processor are worth
	$(BIN)/python -m benchmarks.learning

attack: $(VENV)/.dev $(PAGE)/index.html ## attack a server on the loopback while people play there, and say what they felt
	$(BIN)/python -m benchmarks.attack

bench-lab: $(LAB)/.lab ## measure the lab beside Pgx
	$(LAB)/bin/python -m benchmarks.lab --markdown benchmarks/results-lab.md

strength: $(VENV)/.dev ## measure how strong the bots are (hours; goes on where it stopped)
	$(BIN)/python -m tools.strength

docs: $(DOCS)/.docs ## build the site of the documentation, which `stolik serve` then has at /docs
	$(DOCS)/bin/python -m tools.site

release: $(VENV)/.dev $(PAGE)/index.html docs $(BOM)/.release ## make the wheel, the source package, checksums and an SBOM, and check them (needs network)
	$(BIN)/python -m tools.release

protocol: $(VENV)/.dev ## rewrite the protocol's schema and its TypeScript
	$(BIN)/python -m tools.protocol

lessons: $(VENV)/.dev ## rewrite the page's lessons from the engine
	$(BIN)/python -m tools.tutorials

pictures: $(VENV)/.dev ## take the page's icons and share image from its art (needs Chromium)
	$(BIN)/python -m tools.pictures

terminal-pictures: $(VENV)/.dev ## redraw the documentation's pictures of the terminal
	$(BIN)/python -m tools.picture
	$(BIN)/python -m tools.terminal_pictures

screenshots: $(VENV)/.dev $(PAGE)/index.html ## retake the pictures of every screen (needs Chromium)
	$(BIN)/python -m tools.screenshots
	$(BIN)/python -m tools.films

services: $(VENV)/.dev ## start PostgreSQL and Redis for trying things, until Ctrl-C
	@$(BIN)/python -m tools.services

golden: $(VENV)/.dev ## rewrite the golden records, after a rule has changed
	$(BIN)/python -m tools.golden

players: $(VENV)/.dev ## rewrite the players' pages (docs/pl, docs/en, docs/de) from the rules and the page's words
	$(BIN)/python -m tools.players_pages

views: $(VENV)/.dev ## write the tables of docs/views.md and the views' schema from their declarations
	$(BIN)/python -m tools.views_pages

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# Not `npm ci`: it refuses a lock file that lacks the parts for systems other than the one it was written on.
web/node_modules/.stamp: web/package-lock.json $(VENV)/.play
	$(NPM) install --no-save --silent
	@touch $@

PAGE_SOURCES := $(shell find web/src web/public -type f) web/index.html web/vite.config.ts web/budget.ts web/catalogues.ts web/chunks.ts web/library.py web/python.ts web/queries.ts web/svelte.config.js

web/python/.stamp: $(VENV)/.play requirements/browser.txt tools/browser_wheels.py
	rm -rf web/python
	$(BIN)/python tools/browser_wheels.py
	@touch $@

$(PAGE)/index.html: web/node_modules/.stamp web/python/.stamp $(PAGE_SOURCES) $(wildcard src/stolik/words/*.toml src/stolik/games/*/words/*)
	$(NPM) run -s build

$(VENV)/.play: $(VENV)/.python requirements/play.txt pyproject.toml
	$(BIN)/python $(PIP) $(LOCKED) requirements/play.txt
	$(BIN)/python $(PIP) --no-build-isolation --no-deps -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.python requirements/dev.txt pyproject.toml
	$(BIN)/python $(PIP) $(LOCKED) requirements/dev.txt
	$(BIN)/python $(PIP) --no-build-isolation --no-deps -e .
	@touch $@ $(VENV)/.play

$(BENCH)/.bench: requirements/bench.txt pyproject.toml
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python $(PIP) $(LOCKED) requirements/bench.txt
	$(BENCH)/bin/python $(PIP) --no-build-isolation --no-deps -e .
	@touch $@

$(LAB)/.lab: requirements/lab.txt pyproject.toml
	$(PYTHON) -m venv $(LAB)
	$(LAB)/bin/python $(PIP) $(LOCKED) requirements/lab.txt
	$(LAB)/bin/python $(PIP) --no-build-isolation --no-deps -e .
	@touch $@

$(DOCS)/.docs: requirements/docs.txt pyproject.toml
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python $(PIP) $(LOCKED) requirements/docs.txt
	$(DOCS)/bin/python $(PIP) --no-build-isolation --no-deps -e .
	@touch $@

$(BOM)/.release: requirements/release.txt
	$(PYTHON) -m venv $(BOM)
	$(BOM)/bin/python $(PIP) $(LOCKED) requirements/release.txt
	@touch $@

UV := $(BIN)/python -m uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --custom-compile-command 'make lock'

lock: $(VENV)/.dev ## resolve the versions again (needs network)
	$(BIN)/python $(PIP) uv
	$(UV) pyproject.toml --extra server --extra terminal --group build --group page -o requirements/play.txt
	$(UV) pyproject.toml --extra server --extra terminal --group dev -c requirements/play.txt -o requirements/dev.txt
	$(UV) pyproject.toml --group bench -c requirements/dev.txt -o requirements/bench.txt
	$(UV) pyproject.toml --group lab -c requirements/dev.txt -o requirements/lab.txt
	$(UV) --group release -c requirements/dev.txt -o requirements/release.txt
	$(UV) pyproject.toml --group docs -c requirements/dev.txt -o requirements/docs.txt

clean: ## remove what the other targets made
	rm -rf $(VENV) $(BENCH) $(LAB) $(BOM) $(DOCS) dist $(PAGE) $(SITE) web/node_modules web/python .mypy_cache .ruff_cache .pytest_cache .jax_cache .hypothesis .import_linter_cache .coverage
