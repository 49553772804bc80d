"""A seeded sample of the mutation test: `python -m tests.benchmarks.mutation` runs it whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.language.printing.latex import to_latex
from tests.benchmarks.mutants import SLIPS, mutants
from tests.benchmarks.mutation import PAPERS, all_claims, run_claim, summary, true_links

TEXTBOOK = PAPERS / "textbook.md"
EVERY, PER_CLAIM = 21, 2


@pytest.mark.skipif(not TEXTBOOK.exists(), reason="the textbook file is not shipped")
def test_slips_in_true_claims_are_found_and_mostly_repaired():
    outcomes = [o for claim in all_claims([Path(TEXTBOOK)])[::EVERY] for o in run_claim(claim, PER_CLAIM)]
    counted = summary(outcomes)
    wrong = [(o.claim, o.statement) for o in outcomes if o.verdict == "holds"]
    unclear = [(o.claim, o.statement) for o in outcomes if o.verdict == "unclear"]
    missed = [(o.claim, o.statement) for o in outcomes if o.verdict in ("refuted", "ill-typed") and not o.repaired]
    assert not wrong, wrong
    assert len(unclear) <= 1, unclear
    assert counted["mutants"] >= 8
    assert counted["repaired share"] >= 0.7, missed


@pytest.mark.skipif(not TEXTBOOK.exists(), reason="the textbook file is not shipped")
def test_mutants_differ_from_the_statement_and_from_each_other():
    kinds = set()
    for claim in all_claims([Path(TEXTBOOK)])[::12]:
        for reading, original, _ in true_links(claim):
            found = mutants(original, reading.scope, "seed", 12)
            texts = [to_latex(m.statement) for m in found]
            assert len(set(texts)) == len(texts) and to_latex(original) not in texts
            assert found == mutants(original, reading.scope, "seed", 12)
            kinds |= {m.kind for m in found}
    assert kinds <= SLIPS.keys() and len(kinds) >= 6
