# Everything a fresh machine needs besides Python 3.11 or newer, make and a shell is set up by these targets.
# A second run needs no network: the stamps say what is installed already.

PYTHON ?= python3
VENV   := .venv
BENCH  := .venv-bench
BIN    := $(VENV)/bin
PIP    := -m pip --disable-pip-version-check -q install

.DEFAULT_GOAL := help
.PHONY: help play test lint types layers check format mutants bench golden rules lock clean

help: ## list the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /\1\t/' | expand -t 10

play: $(VENV)/.play ## play the dice game in the terminal
	@$(BIN)/stolik play pickomino

test: check ## check style, types and layers, and run every test
	$(BIN)/pytest --cov --cov-report=term --cov-fail-under=95

check: lint types layers

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

mutants: $(VENV)/.dev ## break every rule on purpose and see its test fail
	$(BIN)/python -m tools.mutants

bench: $(BENCH)/.bench ## measure speed beside other packages
	$(BENCH)/bin/python -m benchmarks.run
	$(BENCH)/bin/python -m benchmarks.odds

golden: $(VENV)/.dev ## write the golden records anew, after a rule has changed
	$(BIN)/python -m tools.golden

rules: $(VENV)/.dev ## write docs/rules-*.md anew from the rules inside the package
	$(BIN)/python -m tools.rules_pages

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.play: $(VENV)/.python requirements/play.txt pyproject.toml
	$(BIN)/python $(PIP) --require-hashes -r requirements/play.txt
	$(BIN)/python $(PIP) --no-build-isolation --no-deps -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.python requirements/dev.txt pyproject.toml
	$(BIN)/python $(PIP) --require-hashes -r requirements/dev.txt
	$(BIN)/python $(PIP) --no-build-isolation --no-deps -e .
	@touch $@ $(VENV)/.play

$(BENCH)/.bench: requirements/bench.txt pyproject.toml
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python $(PIP) --require-hashes -r requirements/bench.txt
	$(BENCH)/bin/python $(PIP) --no-build-isolation --no-deps -e .
	@touch $@

UV := $(BIN)/python -m uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --custom-compile-command 'make lock'

lock: $(VENV)/.dev ## resolve the versions anew (needs network)
	$(BIN)/python $(PIP) uv
	$(UV) pyproject.toml --group build -o requirements/play.txt
	$(UV) pyproject.toml --group dev -c requirements/play.txt -o requirements/dev.txt
	$(UV) pyproject.toml --group bench -c requirements/dev.txt -o requirements/bench.txt

clean: ## remove what the other targets made
	rm -rf $(VENV) $(BENCH) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
