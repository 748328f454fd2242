# Every command of the project; `make` alone lists them.
PYTHON ?= $(or $(shell command -v python3.11 2>/dev/null),python3)
BOOTSTRAP = @command -v $(PYTHON) >/dev/null || { \
	echo "Python 3.11 was not found: install it and run make again." >&2; exit 1; }; \
	exec $(PYTHON) nardi_site/bootstrap.py
VENV = .venv/bin

.PHONY: help run test bench lint messages compile-messages lock clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' Makefile | column -t -s '|'

run:  ## the site on http://localhost:8000 (PORT and HOST may be given)
	$(BOOTSTRAP) run

test:  ## everything that is checked, as CI does it
	$(BOOTSTRAP) test

