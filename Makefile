# The only tools a machine needs: Python 3.11 or newer, make, and git for tests and the site.
PYTHON ?= python3
BIN := .venv/bin
# Tests that run at once; those of CI often wait, and four of them share two processors well.
PROCESSES ?= $(if $(CI),4,2)
# The playground needs npm; without it the rest of the site is built, which then says so.
PLAYGROUND := $(if $(shell command -v npm),docs/playground/node_modules)
PEERS := $(patsubst %/requirements.lock,%,$(wildcard examples/peers/*/requirements.lock bench/peers/*/requirements.lock))

.PHONY: check plans-check test nightly lint bench examples peers report-cards format docs evidence wheel-test lock clean

check: .venv ## the main job: random operations on model and implementation side by side
	$(BIN)/planspec check

PLANS := $(wildcard ../shared/seeds/000_16a341a163a1f373.txt ../shared/seeds/002_62a0fe90b80e1c31.txt)
plans-check: .venv ## as check, on two plans that nobody here wrote, where they are beside the checkout
	$(if $(PLANS),$(BIN)/planspec check $(PLANS))

# Most tests start processes: compiled modules save each of them a third of its time.
test: .venv ## the project's own tests
	$(BIN)/python -m compileall -q spec model impl conformance docs/build
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n $(PROCESSES) --dist loadgroup -rsfE

nightly: .venv docs peers plans-check ## all that can be tried: takes about an hour
	PLANSPEC_PROFILE=nightly PLANSPEC_SITE=site $(MAKE) test

lint: .venv $(PLAYGROUND) ## formatting, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(if $(PLAYGROUND),npm run --prefix docs/playground --silent lint,@echo "npm is not installed: the playground is not linted")

bench: .venv peers ## how fast the parts are, beside their peers, on this machine
	$(BIN)/python -m bench

examples: .venv ## build all example implementations and validate them
	PLANSPEC_PROFILE=nightly $(BIN)/pytest -n 2 --dist loadgroup -rs tests/examples

CARDS := $(patsubst %/package-lock.json,%,$(wildcard examples/peers/*/package-lock.json))
peers: $(PEERS:=/.venv) $(CARDS:=/node_modules) examples/peers/goqite/queue ## install programs of others that are validated or measured, in environments of their own

report-cards: peers ## judge all programs of examples/peers by the core profile, and our own, and break what holds; takes about 40 minutes
	$(BIN)/python -m docs.build.evidence --cards
	$(BIN)/python -m bench.wrapped

# It declares Python 3.12 for two lines `type X = ...`, which older ones read without the word.
examples/peers/litequeue/.venv: examples/peers/litequeue/requirements.lock
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --no-deps --ignore-requires-python --require-hashes --requirement $<
	sed -i.orig 's/^type \([A-Za-z]* = \)/\1/' $@/lib/python*/site-packages/litequeue/*.py
	@touch $@

examples/peers/goqite/queue: examples/peers/goqite/main.go examples/peers/goqite/go.sum
	cd $(@D) && go build -o queue . && cat $$(go list -m -f '{{.Dir}}' maragu.dev/goqite)/schema_sqlite.sql > schema.sql

# Not npm ci: it refuses a lock that lacks the programs of other platforms.
%/node_modules: %/package-lock.json
	cd $* && npm install --no-save --silent --no-audit --no-fund --ignore-scripts
	@touch $@

%/.venv: %/requirements.lock .venv
	$(PYTHON) -m venv $@
	$(BIN)/uv pip sync --quiet --python $@/bin/python --require-hashes $<
	@touch $@

format: .venv
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs/playground/node_modules: docs/playground/package-lock.json
	npm ci --prefix docs/playground --silent --no-audit --no-fund
	@touch $@

# Not --quiet: that silences warnings before --strict can count them.
docs: .venv $(PLAYGROUND) ## the site, into site/
	NO_MKDOCS_2_WARNING=1 DISABLE_MKDOCS_2_WARNING=true $(BIN)/mkdocs build --strict

evidence: .venv ## measure what the site tells, into evidence/; takes about an hour
	$(BIN)/python -m docs.build.evidence

wheel-test: .venv ## build the wheel and run its commands outside the checkout
	.ci/wheel

# uv installs the locked versions in seconds; pip is only used to fetch uv itself.
.venv: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes --only-binary :all: --requirement requirements-uv.lock
	$(BIN)/uv pip sync --quiet --compile-bytecode --python $(BIN)/python --require-hashes requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch .venv

lock: .venv ## choose new versions
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url \
		--all-extras --upgrade pyproject.toml requirements-build.in --output-file requirements.lock
	echo uv | $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url \
		--constraint requirements.lock - --output-file requirements-uv.lock

clean:
	rm -rf .venv bench/peers/stateright/target examples/peers/*/.venv bench/peers/*/.venv dist site docs/reference docs/schemas docs/tutorial.md docs/guides/validate.md docs/guides/command-line.md docs/guides/report-cards.md docs/guides/what-happens-when.md docs/guides/core-profile.md docs/guides/core-scenarios.md docs/guides/planspec_adapter.py docs/guides/histories.md docs/guides/concurrency.md docs/index.md docs/playground.md docs/playground/node_modules .hypothesis .mypy_cache .ruff_cache .pytest_cache
