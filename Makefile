# Every command of the project; `make` alone lists them.
PYTHON ?= $(or $(shell command -v python3.11 2>/dev/null),python3)
# What cannot even read the bootstrap's sentence about other Pythons is told here.
BOOTSTRAP = @$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 6))' 2>/dev/null || { \
	echo "Python 3.11 was not found: install it and run make again." >&2; exit 1; }; \
	exec $(PYTHON) nardi_site/bootstrap.py
VENV = .venv/bin
LANGUAGES = -l ka -l en -l ru -l tr
GATHER = --no-wrap --no-location --ignore=.venv --ignore=var --ignore=tests
UV = $(VENV)/uv pip compile --quiet $(UPGRADE) --python-version 3.11 \
	--generate-hashes --no-header

.PHONY: help run serve-production test bench soak outages coverage lint migrations messages pictures lighthouse \
	compile-messages lock clean

help:  ## this list
	@awk -F ':  *## ' '/^[a-z-]+:/ && NF == 2 { printf "  make %-18s%s\n", $$1, $$2 }' Makefile

run:  ## the site on http://localhost:8000 (PORT and HOST may be given)
	$(BOOTSTRAP) run

serve-production:  ## the same on PostgreSQL, Redis, two web processes, two workers, nginx
	$(BOOTSTRAP) install
	$(VENV)/python -m tests.machine

test:  ## everything that is checked, as CI does it
	$(BOOTSTRAP) test

bench:  ## the figures that are promised: rules, a step's way, bytes per match
	$(BOOTSTRAP) install
	$(VENV)/python -m tests.bench

soak:  ## 200 whole random matches of every rule set, checked all the way (minutes)
	$(BOOTSTRAP) install
	$(VENV)/python -m tests.soak $(MATCHES)

pictures:  ## draw the pictures that links are shown with elsewhere (needs Chromium)
	$(BOOTSTRAP) install
	$(VENV)/python -m tests.pictures

lighthouse:  ## phone scores of home, a page of the rules and the lobby (needs npm; minutes)
	$(BOOTSTRAP) install
	$(VENV)/python -m tests.lighthouse --faults

outages:  ## kill every part of a real set-up while matches are played (minutes)
	$(BOOTSTRAP) install
	$(VENV)/python -m tests.outages

coverage:  ## every line and branch of the ledger, on both databases (minutes)
	$(BOOTSTRAP) install
	$(VENV)/python -m coverage run --source=coins -m pytest -q tests/coins
	$(VENV)/python -m tests.postgres $(VENV)/python -m coverage run --append --source=coins \
		-m pytest -q tests/coins
	$(VENV)/python -m coverage report --show-missing --skip-covered --fail-under=100

lint:  ## the quick checks alone
	$(BOOTSTRAP) test ruff format imports dependencies templates mypy

migrations:  ## write what the models changed
	$(BOOTSTRAP) install
	$(VENV)/python manage.py makemigrations --settings=tests.settings

messages:  ## gather new texts into the catalogs (needs Debian's gettext)
	$(BOOTSTRAP) install
	$(VENV)/python manage.py makemessages $(LANGUAGES) $(GATHER)
	$(VENV)/python manage.py makemessages $(LANGUAGES) $(GATHER) -d djangojs

compile-messages:  ## compile the catalogs that changed; `make run` does it too
	$(BOOTSTRAP) install
	$(VENV)/python -m nardi_site.catalogs

lock:  ## write both lock files after a change (UPGRADE=--upgrade for newer versions)
	$(BOOTSTRAP) install
	$(UV) pyproject.toml -o requirements.txt
	$(UV) pyproject.toml --group dev -o requirements-dev.txt

clean:  ## take away what was made: the environment, caches, collected files
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache \
		.hypothesis var/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find locale -name '*.mo' -delete
