"""A bound may rest on proved relations of the claims it uses, never on unproved ones, and never on itself."""

from __future__ import annotations

import pytest

from proofs.auditing.auditor import audit
from proofs.reading.options import AuditOptions, How
from proofs.reading.reader import read_paper

HEAD = r"""---
title: Notes
---
```math given
A, X \in \mathbb{R}^{n \times n}, U \in \mathbb{R}^{n \times r}, V \in \mathbb{R}^{r \times n}
```
"""
RIGHT = r"I - U (I + V U)^{-1} V = (I + U V)^{-1}"
WRONG = r"I + U (I + V U)^{-1} V = (I + U V)^{-1}"
BOUND = r"\|I - U (I + V U)^{-1} V\|_2 \le \|(I + U V)^{-1}\|_2"
FALSE = r"\|I + U (I + V U)^{-1} V\|_2 \le \|(I + U V)^{-1}\|_2"


def judged(folder, *claims, given=""):
    blocks = [
        f"## {name}: a claim\n" + (f"uses: {uses}\n" if uses else "") + given + f"```math\n{text}\n```\n"
        for name, uses, text in claims
    ]
    path = folder / "notes.md"
    path.write_text(HEAD + "".join(blocks))
    options = AuditOptions(how=How(effort="quick", certificates=folder / "c"), jobs=1, ledger=None)
    return {c.id: c for c in audit(path, options).papers[0].claims}


def test_a_bound_rests_on_a_proved_equality(tmp_path):
    found = judged(tmp_path, ("lemma", "", RIGHT), ("bound", "lemma", BOUND), ("alone", "", BOUND))
    assert (found["bound"].verdict, found["bound"].strength) == ("holds", "by rules")
    resting = [e["detail"]["resting on"] for e in found["bound"].evidence if "resting on" in e["detail"]]
    assert resting == [["lemma"]]
    assert found["alone"].verdict != "refuted"


@pytest.mark.parametrize("lemma", [WRONG, RIGHT.replace("=", r"\ne")])
def test_nothing_rests_on_a_false_lemma(tmp_path, lemma):
    found = judged(tmp_path, ("lemma", "", lemma), ("bound", "lemma", FALSE))
    assert found["lemma"].verdict != "holds"
    assert found["bound"].verdict == "refuted"


def test_two_claims_do_not_prove_each_other(tmp_path):
    found = judged(tmp_path, ("one", "two", FALSE), ("two", "one", FALSE))
    assert {c.verdict for c in found.values()} == {"refuted"}


def test_a_lemma_under_a_hypothesis_is_not_used_without_it(tmp_path):
    path = tmp_path / "notes.md"
    text = "## lemma: a claim\n```math given\n\\|A\\|_2 \\le 1\n```\n```math\n\\|A X\\|_2 \\le \\|X\\|_2\n```\n"
    text += "## bound: a claim\nuses: lemma\n```math\n\\|A X\\|_2 \\le \\|X\\|_2\n```\n"
    path.write_text(HEAD + text)
    options = AuditOptions(how=How(effort="quick", certificates=tmp_path / "c"), jobs=1, ledger=None)
    found = {c.id: c.verdict for c in audit(path, options).papers[0].claims}
    assert found == {"lemma": "holds", "bound": "refuted"}


def test_circles_of_uses_end(tmp_path):
    path = tmp_path / "notes.md"
    claims = "".join(f"## c{k}: a\nuses: c{(k + 1) % 30}, c{(k + 7) % 30}\n```math\nA = A\n```\n" for k in range(30))
    path.write_text(HEAD + claims)
    assert len(read_paper(path).claims) == 30
