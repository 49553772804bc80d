"""All formulas of a claim that cannot be parsed are reported together, and nothing that only follows from another flaw."""

from __future__ import annotations

import pytest

from proofs.paper import BadPaper
from proofs.reader import read_text
from proofs.understand import understand

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
