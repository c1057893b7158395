# Two commands do all the set-up on a machine with Python 3.11+, pip and make: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps
# Every version is named with its hashes, what builds the package as well, and nothing else is installed.
OURS := $(PIP) --no-build-isolation -e .
# Tests run on all cores, of which two are enough and more than four only get into each other's way.
# Whoever is done takes over what others have still before them: the last tests are the long ones, in the browser.
CORES := $(shell $(PYTHON) -c 'import os; print(min(4, max(2, os.cpu_count() or 2)))')

# Whoever has told Python to write no bytecode has not meant hundreds of processes of a test run, each of which would
# compile all our sources, and pytest rewrite all tests, anew: collecting took 8.1 s of each worker, and takes 3.7.
tests coverage: export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test site chromium nginx postgresql redis lint types tests coverage drawings bench constraints licences clean

play: $(VENV)/installed
	@$(BIN)/strand serve

test: lint types tests coverage

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

tests: $(VENV)/installed-dev chromium nginx postgresql redis
	STRANDLINE_CACHE=build/cache $(BIN)/strand warm
	$(BIN)/pytest -n $(CORES) --dist worksteal

# The documentation as a site that can be opened from its folder or put anywhere: build/site/index.html.
site: $(VENV)/installed-dev
	$(BIN)/python -m docs.site

# The browser tests want a real browser: Debian's Chromium, unless there is one already. Its headless shell, the same engine
# without windows, tabs and menus that nobody sees, takes half the time: unpacked here, not installed; without it Chromium does.
CHROMIUM := build/chromium
chromium:
	@command -v chromium >/dev/null || { \
		sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
		$$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; }
	@command -v chromium-headless-shell >/dev/null || test -e $(CHROMIUM)/looked-for || { \
		sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
		get="apt-get download -qq -o APT::Sandbox::User=root chromium-headless-shell chromium-common"; \
		mkdir -p $(CHROMIUM) && touch $(CHROMIUM)/looked-for && cd $(CHROMIUM) && \
		{ $$get 2>/dev/null || { $$sudo apt-get update -qq && $$get; }; } && \
		for package in *.deb; do dpkg -x $$package . && rm $$package || exit 1; done && \
		usr/lib/chromium/chromium-headless-shell --version >/dev/null || { rm -rf usr; echo "The tests run in Chromium itself: there is no headless shell."; }; }

# The tests of docs/nginx.conf want Debian's nginx: unpacked here, not installed, or it would serve on port 80 from then on.
NGINX := build/nginx
nginx:
	@command -v nginx >/dev/null || test -x /usr/sbin/nginx || test -x $(NGINX)/usr/sbin/nginx || { \
		sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
		$$sudo apt-get update -qq && mkdir -p $(NGINX) && cd $(NGINX) && apt-get download -qq -o APT::Sandbox::User=root nginx && dpkg -x nginx_*.deb .; }

# The tests of the PostgreSQL store want Debian's server: unpacked here, with the libraries that are not there yet, and not installed.
POSTGRESQL := build/postgresql
postgresql:
	@test -n "$$(ls -d /usr/lib/postgresql/*/bin/initdb $(POSTGRESQL)/usr/lib/postgresql/*/bin/initdb 2>/dev/null)" || { \
		sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
		$$sudo apt-get update -qq && mkdir -p $(POSTGRESQL)/partial && cd $(POSTGRESQL) && \
		$$sudo apt-get install -y -qq --download-only --no-install-recommends -o APT::Sandbox::User=root -o Dir::Cache::archives=$$PWD postgresql >/dev/null && \
		for package in *.deb; do dpkg -x $$package . || exit 1; done; }

# The tests of the hub want Debian's Redis: unpacked here, with its libraries, and not installed.
REDIS := build/redis
redis:
	@command -v redis-server >/dev/null || test -e $(REDIS)/usr/bin/redis-server || { \
		sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
		$$sudo apt-get update -qq && mkdir -p $(REDIS)/partial && cd $(REDIS) && \
		$$sudo apt-get install -y -qq --download-only --no-install-recommends -o APT::Sandbox::User=root -o Dir::Cache::archives=$$PWD redis-server >/dev/null && \
		for package in *.deb; do dpkg -x $$package . || exit 1; done; }

# Compiled code is invisible to coverage, so the rules run once more as Python: every line of theirs must be reached. That takes
# the tests of each game that follow its ledger, the contract at all tables, and those of editing, batches, observations and
# environments, which look at the larger games only here. What `make tests` has run over compiled rules and reaches no other line
# is left out, for uncompiled it took most of the time: whole matches beside a ledger told a second time (oracle), pictures (tall,
# square, drawing), and boxes, which are read by processes of their own. That compiled and uncompiled rules play the same
# matches, tests/test_modes.py shows.
UNCOMPILED := $(filter-out %_oracle.py %_tall.py %_square.py %_drawing.py %_box.py,$(wildcard tests/games/*/test_*.py))
coverage: $(VENV)/installed-dev
	STRANDLINE_RULES=python $(BIN)/pytest -n $(CORES) --dist worksteal --cov=strandline.games --cov-report=term-missing:skip-covered \
		$(UNCOMPILED) tests/test_match.py tests/test_editing.py tests/test_contract.py tests/test_batch.py tests/test_observation.py tests/test_environments.py

# Keep the drawings as they are now; look at the difference before committing it.
drawings: $(VENV)/installed-dev
	STRANDLINE_KEEP_DRAWINGS=1 $(BIN)/pytest tests/test_cases.py

bench: $(VENV)/installed-bench
	$(BIN)/python -m bench

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Strandline needs Python 3.11 or later; set PYTHON=…" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml constraints/play.txt
	$(PIP) --require-hashes -r constraints/play.txt
	$(OURS)
	@touch $@

$(VENV)/installed-dev: $(VENV)/bin/python pyproject.toml constraints/dev.txt
	$(PIP) --require-hashes -r constraints/dev.txt
	$(OURS)
	@touch $@ $(VENV)/installed

$(VENV)/installed-bench: $(VENV)/bin/python pyproject.toml constraints/bench.txt
	$(PIP) --require-hashes -r constraints/bench.txt
	$(OURS)
	@touch $@ $(VENV)/installed

# Choose versions anew; needs uv. What is named already stays unless pyproject.toml asks for another: UPGRADE=--upgrade.
constraints:
	for kind in play server dev bench; do \
		uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate $(UPGRADE) \
			$$(test $$kind = play || echo --extra $$kind) pyproject.toml constraints/build.in -o constraints/$$kind.txt; done

# Who owns what we stand on, and under which terms.
licences: $(VENV)/installed
	@$(BIN)/strand licences

clean:
	rm -rf $(VENV) build dist bench/build .mypy_cache .ruff_cache .hypothesis .coverage
