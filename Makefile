# The everyday commands. `make` alone lists them.

.PHONY: help env run test more long lint audit release clean

# What pytest has compiled is kept for the next time: ten seconds of each core.
unexport PYTHONDONTWRITEBYTECODE

# A file of tests per core, in the order in which they stand: the last ones are short, so no core waits long.
ALL_CORES = -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

help:  ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /make \1\t/' | expand -t 14

env:  ## make the local environment .venv (and install system packages where that is allowed)
	@.setup/env

run: env  ## start the touchscreen app, here with the simulated table; without a display: a headless demo
	@.venv/bin/companion run --or-demo

test: env  ## all quick tests, with the import rules, types and style among them; TESTS=... only those
	@.venv/bin/pytest $(ALL_CORES) $(TESTS)

more: env  ## more cases of the same tests: other tables, panels, seeds
	@.venv/bin/pytest $(ALL_CORES) -m more --timeout 600

long: env  ## all long tests: those more cases, thousands of games, many power cuts, every picture
	@.venv/bin/pytest -m long --timeout 3600

lint: env  ## format and style
	@.venv/bin/ruff format companion vision hardware ui tests && .venv/bin/ruff check companion vision hardware ui tests

audit: env  ## known weaknesses of what we depend on; asks a package registry, so it needs the network
	@python3 -m venv .venv/audit && .venv/audit/bin/pip install --quiet pip-audit
	@.venv/bin/pip freeze --exclude-editable | .venv/audit/bin/pip-audit --strict --no-deps --disable-pip -r /dev/stdin

release: env  ## all that is published, in dist/: wheel, source archive, bundle, hashes, bill of materials, with IMAGES=yes a card's image; needs the network
	@[ -z "$(IMAGES)" ] || COMPANION_IMAGE_TRIAL=no .kit/image/build --again install base kernel install pack
	@rm -rf dist && .venv/bin/python -m ui.lab.release dist $(if $(IMAGES),--image $${COMPANION_IMAGE_WORK:-out/image}/table.img)

clean:  ## take away the environment and everything that was made
	@rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache out
