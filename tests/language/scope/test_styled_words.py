r"""A styled word is one name wherever it stands: ``\mathbf{Target}`` in an outer and in an inner block."""

import pytest

from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import BadPaper, Settings
from proofs.reading.reader import read_paper

PAPER = r"""---
title: x
---
# S
```math given
x, STYLED, w \in \mathbb{R}, \quad f := x w, \quad \ell := f - STYLED
```
## a: plain
```math given
u \in \mathbb{R}, \quad STYLED := x u
```
```math
\ell = f - x u
```
"""


@pytest.mark.parametrize("word", [r"\mathbf{Target}", r"\mathrm{Target}", r"\mathbf{Block}", r"\mathbf{T}", "t"])
def test_a_definition_that_mentions_a_name_declared_anew_is_refused(word, tmp_path):
    path = tmp_path / "x.paper.md"
    path.write_text(PAPER.replace("STYLED", word))
    with pytest.raises(BadPaper, match="declared anew here"):
        understand(read_paper(path).claims[0])


@pytest.mark.parametrize("word", ["Target", "Block"])
def test_bold_and_upright_words_are_two_names(word):
    given = rf"\mathbf{{{word}}}, \mathrm{{{word}}} \in \mathbb{{R}}"
    (reading,) = understand(ad_hoc_claim(rf"\mathbf{{{word}}} = \mathrm{{{word}}}", given, Settings()))
    assert len(reading.scope.visible()) == 2
