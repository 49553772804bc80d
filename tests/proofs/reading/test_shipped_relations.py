"""What the formulas of the five papers are to the papers: said of each, and counted in the findings as it is said."""

from collections import Counter
from pathlib import Path

import pytest

from proofs.reading.paper import RELATIONS
from proofs.reading.reader import read_paper
from proofs.reading.shipped import shipped_papers

FINDINGS = Path(__file__).parents[3] / "proofs" / "README.md"
PAPERS = ("curvature_gap", "spectral_conditioning", "attention_distribution", "attention_spectral_bound", "attention_spectra")


@pytest.mark.parametrize("name", PAPERS)
def test_every_formula_says_what_it_is_to_the_paper_and_the_findings_count_it(name: str) -> None:
    claims = [claim for claim in read_paper(shipped_papers()[name]).claims if claim.not_checkable is None]
    assert [claim.id for claim in claims if not claim.relation] == []
    found = Counter(claim.relation for claim in claims)
    (row,) = (line for line in FINDINGS.read_text("utf-8").splitlines() if line.startswith(f"| {name} |"))
    cells = [cell.split("(")[0].strip() for cell in row.strip("|").split("|")]
    assert list(map(int, cells[1:])) == [len(claims), *(found[word] for word in RELATIONS)]


@pytest.mark.parametrize("name", PAPERS)
def test_what_is_corrected_or_an_interpretation_tells_apart_what_is_printed(name: str) -> None:
    for claim in read_paper(shipped_papers()[name]).claims:
        form = claim.corrected_form
        assert form is None or (form.statement, form.given_text) != (claim.statement, claim.given_text), claim.id
