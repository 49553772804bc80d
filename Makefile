# Two commands do everything on a fresh machine: `make audit` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
export OMP_NUM_THREADS ?= 1

.PHONY: audit test pins properties whole hostile lint types bench clean

# $(call timed,NAME,COMMAND) runs a part of the gate and says how long it took.
timed = @start=$$(date +%s); $(2) || exit $$?; echo "$(1): $$(($$(date +%s) - $$start)) s"

# A CPU build of torch is enough; set TORCH to another requirement for a GPU build.
TORCH ?= torch==2.13.0

$(VENV)/.base: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet "$(TORCH)"
	$(BIN)/python -m pip install --quiet --editable ".[full]"
	$(BIN)/python -m compileall -q derive numeric proofs  # also where Python is told not to write bytecode
	touch $@

$(VENV)/.test: $(VENV)/.base
	$(BIN)/python -m pip install --quiet --editable ".[full,test,dev,ray]"
	touch $@

audit: $(VENV)/.base  ## install, then audit the shipped paper
	$(BIN)/derive audit curvature_gap --effort quick --exit-zero

# The tests start this program some hundred times: it is compiled once.
test: export PYTHONDONTWRITEBYTECODE :=
test: $(VENV)/.test  ## install, then lint, type-check and test
	$(call timed,ruff,$(BIN)/ruff check .)
	@start=$$(date +%s); $(BIN)/pyright --pythonpath $(BIN)/python > $(VENV)/pyright.log 2>&1 & types=$$!; \
	$(BIN)/python -m pytest -n 2 --dist worksteal; tests=$$?; wait $$types; typed=$$?; cat $(VENV)/pyright.log; \
	echo "pytest, with pyright beside it: $$(($$(date +%s) - $$start)) s"; [ $$tests -eq 0 ] && [ $$typed -eq 0 ]

# All claims that the repository knows against what was found of them: tests/pins/README.md.
pins: $(VENV)/.test
	$(BIN)/python -m tests.pins

# All claims in other words that say the same, and all domains at random points: tests/pins/README.md.
properties: $(VENV)/.test
	$(BIN)/python -m tests.pins.properties
	$(BIN)/python -m tests.pins.domains
	DERIVE_WHOLE=1 $(BIN)/python -m pytest tests/theorems

# All cases of all tests; of the tables of claims `make test` takes a fixed tenth.
whole: $(VENV)/.test
	DERIVE_WHOLE=1 $(BIN)/python -m pytest -n 2 --dist worksteal

# 100,000 generated hostile sources and paper files: each is read or refused within 5 s.
hostile: $(VENV)/.test
	$(BIN)/python -m tests.proofs.importing.hostile

# More than 2,000 false claims (refuted pins, neighbors of those that hold) that must get no proof object.
neighbors: $(VENV)/.test
	$(BIN)/python -m tests.benchmarks.false_neighbors --every 3

lint: $(VENV)/.test
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/pyright --pythonpath $(BIN)/python

bench: $(VENV)/.test  ## every benchmark; writes tests/benchmarks/results/*.json
	-$(BIN)/python -m pip install --quiet --editable ".[bench]"
	$(BIN)/python -m tests.benchmarks

clean:
	rm -rf $(VENV) build dist .derive
