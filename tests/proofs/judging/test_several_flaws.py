"""All formulas of a claim that cannot be parsed are reported together, and nothing that only follows from another flaw."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.auditing.auditor import audit
from proofs.judging.understand import understand
from proofs.reading.options import AuditOptions, How
from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_text
from proofs.results.schema import Audit

PAPER = r"""# Setting
```math given
x \in \mathbb{R}^n \\
y \in \unknown \\
z \in \mathbb{R}^m \\
w := \other{x}
```
## one: a claim
```math
x + \bar{ = 2
```
## two: another
```math
y = y
```
"""


def test_every_line_that_cannot_be_parsed_is_named() -> None:
    one, two = read_text(PAPER, "notes.md").claims
    with pytest.raises(BadPaper) as bad:
        understand(one)
    assert [flaw.line for flaw in bad.value.flaws] == [4, 6, 10]
    with pytest.raises(BadPaper) as bad:
        understand(two)
    assert [flaw.line for flaw in bad.value.flaws] == [4, 6]


def test_what_an_open_environment_leads_to_is_not_reported() -> None:
    text = "## one: a claim\n```math\nx = \\begin{pmatrix} \\unknown \\\\\n2 \\end{pmatrix}\n```\n"
    with pytest.raises(BadPaper) as bad:
        understand(read_text(text, "notes.md").claims[0])
    assert len(bad.value.flaws) == 1


def test_a_heading_without_a_colon_is_told_what_to_write() -> None:
    with pytest.raises(BadPaper, match="write `## fisher: title`"):
        read_text("## fisher\n```math\n1 = 1\n```\n", "notes.md")


MIXED = """---
title: Notes
---
```math given
x \\in \\mathbb{R}^n
```
## good: a claim
```math
\\nabla_x \\|x\\|^2 = 2 x
```
## bad: a claim
```math
\\nabla_x \\|x\\|^2 = 2 B x
```
## false: a claim
```math
\\nabla_x \\|x\\|^2 = 3 x
```
"""


def _audited(tmp_path: Path, text: str, *, keep_going: bool) -> Audit:
    path = tmp_path / "notes.md"
    path.write_text(text)
    how = How(effort="quick", certificates=tmp_path / "certificates")
    return audit(path, AuditOptions(how=how, jobs=1, ledger=None, keep_going=keep_going))


def test_the_other_claims_are_judged_where_that_is_asked(tmp_path: Path) -> None:
    stopped = _audited(tmp_path, MIXED, keep_going=False)
    assert (stopped.claims, stopped.exit_code) == ((), 2)
    assert any("--keep-going" in remark for remark in stopped.remarks)
    kept = _audited(tmp_path, MIXED, keep_going=True)
    assert [c.verdict for c in kept.claims] == ["holds", "undecided", "refuted"]
    assert "B is not declared" in kept.claims[1].message
    assert kept.errors == stopped.errors and kept.exit_code == 2


def test_a_flaw_of_the_whole_paper_is_no_flaw_of_a_claim(tmp_path: Path) -> None:
    kept = _audited(tmp_path, MIXED.replace(r"\mathbb{R}^n", r"\unknown"), keep_going=True)
    assert kept.claims == () and kept.exit_code == 2
