# The two commands are `make run` and `make test`; everything else is a part of them.
# Settings pass through the environment: see `cms serve --help` (CMS_LISTEN, CMS_DATA, CMS_DIST, …).

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory

CARGO ?= cargo
TARGET := $(or $(CARGO_TARGET_DIR),target)
CMS := $(TARGET)/release/cms
say = @printf '\n\033[1m==> %s\033[0m\n' '$(1)'

ISLAND_SOURCES := $(shell find templates/islands -type f -not -path '*/node_modules/*' -not -path '*/build*/*' 2>/dev/null)
# The admin shows the site's faces and mark, and the guide for editors.
ADMIN_SOURCES := $(shell find admin-ui templates/fonts templates/styles/fonts.css content/media/mark*.svg docs/editing*.md -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null)

.PHONY: run test quick audit bench soak fuzz screenshots archive build islands admin release binaries tools check-rust check-web check-site check-browser fmt clean help

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

run: build ## build everything, fill an empty store with the sample posts, serve site + admin + API
	$(call say,Starting)
	@$(CMS) import --if-empty content/posts
	@# Its password belongs to whoever ran make, also where make itself is started by a service.
	@exec env -u JOURNAL_STREAM -u INVOCATION_ID $(CMS) serve

build: islands admin release ## everything `make run` needs, without starting it

node_modules/.package-lock.json: package.json package-lock.json templates/islands/package.json admin-ui/package.json e2e/package.json
	$(call say,Installing the front-end packages)
	@npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

islands: templates/islands/build/manifest.json
templates/islands/build/manifest.json: node_modules/.package-lock.json $(ISLAND_SOURCES)
	$(call say,Building the islands of the public site)
	@npm run --silent build -w islands
	@touch $@

admin: admin-ui/dist/index.html
admin-ui/dist/index.html: node_modules/.package-lock.json $(ADMIN_SOURCES)
	$(call say,Building the admin)
	@npm run --silent build -w admin-ui
	@touch $@

release: admin
	$(call say,Building the CMS and the generator (the first time takes some minutes))
	@$(CARGO) build --release --locked

# ---------------------------------------------------------------- checks
# One list: CI, README and people run the same.

test: ## install what tests need and run every check
	@# What is installed comes over the network, or is compiled where types and lints leave a processor free.
	@$(MAKE) -j2 --output-sync=target tools check-web
	@$(MAKE) check-rust check-site check-browser
	$(call say,Every check has passed)

quick: ## format, lints and unit tests of what changed since main, for while one works
	@.ci/quick

tools: ## chromium, firefox, webkit, faces, rsync, nginx, caddy, a Java runtime and litestream, where Debian and root are at hand; cargo-deny
	@.ci/install-test-tools
	@.ci/deny install

check-rust: admin islands ## format, lints, unit and integration tests of the Rust crates
	$(call say,Rust: format and lints)
	@$(CARGO) fmt --all --check
	@$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	$(call say,Rust: licences and sources and advisories of the dependencies)
	@.ci/deny
	$(call say,Rust: tests)
	@# Servers and rsync are waited for: two tests a processor at a time.
	@RUST_TEST_THREADS=$$((2 * $$(getconf _NPROCESSORS_ONLN))) $(CARGO) test --workspace --locked

check-web: node_modules/.package-lock.json ## format, types, lints and unit tests of islands and admin
	$(call say,Islands and admin: format and types and lints and tests)
	@npx prettier --check --log-level warn .
	@npm run --silent typecheck -w islands
	@npm run --silent typecheck -w admin-ui
	@npx eslint .
	@npm test --silent -w islands
	@npm test --silent -w admin-ui

# What the tests of Rust have built already: with --tests the dependencies have the same features there and here.
binaries: admin islands
	@$(CARGO) build --workspace --bins --tests --locked

check-site: binaries ## the generated site: valid HTML, links, languages, budgets
	$(call say,The generated site)
	@node --test --test-timeout=1200000 --test-concurrency=1 e2e/site/*.test.mjs

# Two files at a time: each has its own CMS, store, port and browser, and waits for conditions, not for moments. The files of
# `check-site` share the cache of pictures, which one program uses at a time.
check-browser: binaries ## what a person sees and does, in a real browser against the real CMS
	$(call say,In the browser)
	@node --test --test-timeout=1200000 --test-concurrency=2 e2e/browser/*.test.mjs

bench/audit/node_modules/.package-lock.json: bench/audit/package.json bench/audit/package-lock.json
	@cd bench/audit && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

audit: binaries bench/audit/node_modules/.package-lock.json ## Lighthouse over ten pages, three runs each, as a phone; docs/audit.md has the last figures
	@node bench/audit/run.mjs

bench: islands admin ## save-to-live and full builds, beside `cp -r`; figures as in the README
	@bench/run

soak: islands admin release ## ten minutes of everything at once, with kills: nothing lost, nothing grows (SOAK_MINUTES=10)
	@node bench/soak.mjs

fuzz: ## coverage-guided fuzzing of rich text and pictures, FUZZ_SECONDS=60 each
	@cms/fuzz/run

screenshots: admin islands binaries ## the pictures of README and docs/editing, from the running product
	@node scripts/screenshots.mjs

archive: ## the release archive of this commit and its SBOM, reproducible; `scripts/archive TARGET` for another machine
	@scripts/archive

fmt: node_modules/.package-lock.json ## format Rust and TypeScript
	@$(CARGO) fmt --all
	@npx prettier --write --log-level warn .

clean: ## remove what was built (never the data)
	@rm -rf templates/islands/build templates/islands/build-dev admin-ui/dist node_modules
	@$(CARGO) clean
