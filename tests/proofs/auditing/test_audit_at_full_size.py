"""An audit at full size: equalities along random directions, inequalities at inputs; verdicts stay those of the other roads."""

from __future__ import annotations

from pathlib import Path

from proofs.auditing.auditor import audit
from proofs.reading.options import AuditOptions, How
from proofs.results.schema import ClaimResult

PAPER = r"""---
title: Notes
full: {m: 30, n: 20, p: 10}
---
```math given
A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}, C \in \mathbb{R}^{k \times k}
```
## identity: the derivative of a product
```math
\frac{\partial A B}{\partial A} = I_m \otimes B^\top
```
## bound: of a product
```math
\|A B\|_F \le \|A\|_2 \|B\|_F
```
## steep: larger only where A is
```math
\|A B\|_F \le \|A\|_F \|B\|_F / 2
```
## other: a size that has no full value
```math
\|C\|_2 \le \|C\|_F
```
"""


def judged(folder: Path, *, full: bool) -> dict[str, ClaimResult]:
    path = folder / "notes.md"
    path.write_text(PAPER)
    how = How(effort="quick", certificates=folder / "c", full=full)
    return {c.id: c for c in audit(path, AuditOptions(how=how, jobs=1, ledger=None)).papers[0].claims}


def looked(claim: ClaimResult) -> list[tuple[str, str, object]]:
    found = [e for e in claim.evidence if e["detail"].get("full")]
    return [(e["road"], e["scope"], e["detail"].get("reason") or e["detail"].get("evaluations")) for e in found]


def test_what_is_looked_at_at_full_size(tmp_path: Path) -> None:
    found = judged(tmp_path, full=True)
    assert {name: claim.verdict for name, claim in found.items()} == {
        "identity": "holds",
        "bound": "holds",
        "steep": "refuted",
        "other": "holds",
    }
    assert [(road, scope) for road, scope, _ in looked(found["identity"])] == [("autograd", "m=30, n=20, p=10")]
    assert looked(found["bound"]) == [("search", "m=30, n=20, p=10", 3)]
    assert looked(found["steep"]) == []  # it is refuted at small sizes
    assert looked(found["other"])[0][2] == "no full size is given for k"


def test_without_the_option_nothing_is(tmp_path: Path) -> None:
    plain, full = judged(tmp_path, full=False), judged(tmp_path, full=True)
    assert not any(map(looked, plain.values()))
    roads = {n: [e["road"] for e in c.evidence if not e["detail"].get("full")] for n, c in full.items()}
    assert roads == {n: [e["road"] for e in c.evidence] for n, c in plain.items()}
