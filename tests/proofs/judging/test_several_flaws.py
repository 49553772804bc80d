"""All formulas of a claim that cannot be parsed are reported together, and nothing that only follows from another flaw."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.auditing.auditor import audit
from proofs.judging.faults import without_flawed_lines
from proofs.judging.understand import understand
from proofs.reading.options import AuditOptions, How
from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_text
from proofs.results.schema import Audit
from proofs.results.table import summary

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


def _audited(tmp_path: Path, text: str) -> Audit:
    path = tmp_path / "notes.md"
    path.write_text(text)
    how = How(effort="quick", certificates=tmp_path / "certificates")
    return audit(path, AuditOptions(how=how, jobs=1, ledger=None))


def test_a_claim_that_cannot_be_read_costs_no_other(tmp_path: Path) -> None:
    found = _audited(tmp_path, MIXED)
    assert [c.verdict for c in found.claims] == ["holds", "unread", "refuted"]
    assert "notes.md:13:22:" in found.claims[1].message and "B is not declared" in found.claims[1].message
    assert len(found.errors) == 1 and found.exit_code == 2
    assert "3 claims: 1 could not be read, 2 judged" in summary(found) and "1 claim: B is not declared" in summary(
        found
    )


def test_a_flaw_of_what_all_claims_need_costs_all(tmp_path: Path) -> None:
    found = _audited(tmp_path, MIXED.replace(r"\mathbb{R}^n", r"\unknown"))
    assert [c.verdict for c in found.claims] == ["unread"] * 3 and found.exit_code == 2


@pytest.mark.parametrize(
    ("flawed", "verdicts"),
    [
        (r"y \in \unknown", ["holds", "refuted", "holds"]),
        (r"w := \other{x}", ["holds", "refuted", "holds"]),
        (r"\|x\| = \other{1}", ["unread", "unread", "holds"]),  # what it says of x is not known
        (r"z = x \\ z \succ \other", ["unread", "unread", "holds"]),  # through z it may say something of x
        (r"a > \other{b}", ["holds", "refuted", "unread"]),
        (r"n \ge \other", ["unread", "unread", "unread"]),  # sizes stand in no formula
        (r"x + \bar{ = 2 \\ a + \bar{ = 2", ["unread", "unread", "unread"]),
    ],
)
def test_a_flawed_line_costs_the_claims_that_need_it(flawed: str, verdicts: list[str], tmp_path: Path) -> None:
    text = f"""```math given
x, z \\in \\mathbb{{R}}^n, a \\in \\mathbb{{R}} \\\\
{flawed}
```
## true: a claim
```math
\\nabla_x \\|x\\|^2 = 2 x
```
## false: a claim
```math
\\nabla_x \\|x\\|^2 = 3 x
```
## other: a claim
```math
a + a = 2 a
```
"""
    found = _audited(tmp_path, text)
    assert [c.verdict for c in found.claims] == verdicts
    assert found.exit_code == 2 and found.errors and all("notes.md:3:" in error for error in found.errors)


def test_what_a_flawed_line_may_hide_is_not_taken_from_further_out(tmp_path: Path) -> None:
    text = MIXED.replace("## good: a claim\n", "## good: a claim\n```math given\nx := \\unknown\n```\n")
    assert _audited(tmp_path, text).claims[0].verdict == "unread"


def test_many_flawed_lines_are_left_out_in_one_go() -> None:
    lines = "".join(f"x > \\unknown{{{k}}} \\\\\n" for k in range(300))
    (claim,) = read_text(
        f"```math given\na \\in \\mathbb{{R}} \\\\\n{lines}```\n## a: b\n```math\na = a\n```\n", "notes.md"
    ).claims
    made = without_flawed_lines(claim)
    assert len(made.others) == 300 and not made.needed
    assert understand(made.claim)[0].links[0].typed is not None


def test_flawed_lines_are_found_once_for_all_claims_below_them(monkeypatch) -> None:
    import proofs.judging.faults as faults
    from proofs.auditing.workers import read_claim

    sought = []
    monkeypatch.setattr(faults, "_block", lambda *told, found=faults._block: (sought.append(1), found(*told))[1])
    lines = "".join(f"y_{{{k}}} > \\missing{{{k}}} \\\\\n" for k in range(7))
    claims = "".join(f"## c{k}: b\n```math\na = a + {k} a\n```\n" for k in range(9))
    paper = read_text(f"```math given\na \\in \\mathbb{{R}} \\\\\n{lines}```\n{claims}", "notes.md")
    outcomes = [read_claim(claim) for claim in paper.claims]
    assert len(sought) == 1 and all(len(one.elsewhere) == 7 and one.claim is not None for one in outcomes)


def test_a_given_line_that_writes_a_notation_is_not_flawed() -> None:
    text = "```math given\nA \\in \\mathbb{R}^{n \\times n} \\\\\nB := \\operatorname{sym}(A)\n```\n## a: b\n```math\nB = B^\\top\n```\n"
    (claim,) = read_text(text, "notes.md").claims
    assert without_flawed_lines(claim).claim is claim
