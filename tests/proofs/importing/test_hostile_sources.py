"""A sample of generated hostile sources and paper files (`make hostile` reads 100,000), and a source of the size of a thesis."""

from __future__ import annotations

import pytest

from proofs.importing.importer import MAX_FORMULAS, import_tex
from proofs.importing.segments import segments
from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_text
from tests.proofs.importing.hostile import tried


def test_a_sample_is_read_or_refused() -> None:
    assert tried(400, seed=1)[0] == []


def test_a_source_of_a_thousand_displays_is_read() -> None:
    display = "We have \\[ \\frac{\\partial x^\\top A_{%d} x}{\\partial x} = x^\\top (A_{%d} + A_{%d}^\\top) \\] for all $x \\in \\mathbb{R}^n$.\n\n"
    source = "".join(f"\\section{{S{k}}}\n" * (k % 20 == 0) + display % (k, k, k) for k in range(1_000))
    assert len(segments(source).formulas) == 2_000
    assert import_tex(source).claims == 1_000


def test_a_source_with_too_many_formulas_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 20,000"):
        import_tex("$x$" * (MAX_FORMULAS + 1))


@pytest.mark.parametrize("opening", ["[", "{a: "])
def test_a_header_that_nests_without_end_is_refused(opening: str) -> None:
    with pytest.raises(BadPaper, match="nests more than"):
        read_text(f"---\ntitle: x\nmacros: {opening * 100_000}\n---\n## a: b\n```math\n1 = 1\n```\n", "hostile.md")
