# Three commands do everything: `make play`, `make serve` and `make test`. The rest is for people who work on the program.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
JOBS ?= 2
INSTALL := sh tools/again.sh $(PIP) install -c constraints.txt

.PHONY: play test serve check pytest warm soak bench page wheel messages tree packs rendu format clean help

help: ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

play: $(VENV)/.installed ## set up what is missing and open the program
	@$(BIN)/cassetete

test: $(VENV)/.tested check ## set up what is missing, check the code, run the whole suite
	@sh tools/system-packages.sh
	@$(MAKE) --no-print-directory page
	@$(MAKE) --no-print-directory pytest

serve: page ## build the page and open it in the browser
	@$(BIN)/cassetete serve

# The tests of processes, store and command line, once more without what Windows lacks: tests/portable.
PORTABLE := $(addprefix tests/app/test_app_,$(addsuffix .py,crash_report processes services settings store task_pool \
    transfer translate worker_pool)) $(addprefix tests/cli/test_cli_,$(addsuffix .py,bad_input commands doctor explain \
    generate hardest limits options process solutions solve terminal_safety))

pytest:
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -q
	PYTHONPATH=tests/portable/site $(BIN)/python -m pytest -n $(JOBS) --dist worksteal -q \
	    -m "not posix and not soak" $(PORTABLE)

check: $(VENV)/.tested ## ruff, mypy --strict, import-linter, message catalogues, the tree in docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 src
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin src
	$(BIN)/lint-imports
	$(BIN)/python tools/messages.py --check
	$(BIN)/python tools/tree.py --check

GAMES := $(patsubst src/cassetete/games/%/game.py,%,$(wildcard src/cassetete/games/*/game.py))
LONGEST := sokoban turtle slitherlink

warm: $(addprefix warm-,$(LONGEST) $(filter-out $(LONGEST),$(GAMES))) ## compile the fast solvers now

warm-%: $(VENV)/.installed
	@$(BIN)/cassetete warm --quiet $*

soak: $(VENV)/.tested ## bulk campaigns, hours of them: `make soak CAMPAIGN=files COUNT=1000 SEED=1` runs a part of one
	$(BIN)/python tools/soak $(CAMPAIGN) $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))
	$(if $(CAMPAIGN),,$(BIN)/python -m pytest -n $(JOBS) -q -m soak -o addopts="--import-mode=importlib" tests)

bench: $(VENV)/.installed ## measure the solvers against their C++ twins and other programs
	@$(BIN)/cassetete bench

page: $(VENV)/.web ## build the games for the browser into page/
	@sh tools/system-packages.sh lld
	@$(BIN)/python tools/page/build.py

wheel: $(VENV)/.installed ## build dist/cassetete-*.whl with the compiled kernels in it
	@$(BIN)/python tools/wheel.py

messages: $(VENV)/.tested ## update the French catalogues from the source
	$(BIN)/python tools/messages.py

tree: $(VENV)/.tested ## update the tree of modules in docs/architecture.md
	$(BIN)/python tools/tree.py

packs: $(VENV)/.tested ## recompute optimum and stars of the levels that come with the games
	CASSETETE_GAMES= $(BIN)/python tools/packs.py

rendu: $(VENV)/.installed ## build dist/pushit.zip, what Push it down's sheet hands in
	$(BIN)/python tools/rendu.py

format: $(VENV)/.tested ## tidy the source
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## forget what was installed
	rm -rf $(VENV)

$(VENV)/bin/python:
	@sh tools/make-venv.sh "$(PYTHON)" $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "installing cassetete…"
	@$(INSTALL) -e ".[fast]"
	@touch $@

$(VENV)/.web: $(VENV)/.installed
	@$(INSTALL) -e ".[web]"
	@touch $@

$(VENV)/.tested: $(VENV)/.installed
	@echo "installing the test tools…"
	@$(INSTALL) -e ".[dev]"
	@echo "compiling the fast solvers, once…"
	@$(MAKE) --no-print-directory -j$(JOBS) warm || echo "note: they will be compiled when first used"
	@touch $@
