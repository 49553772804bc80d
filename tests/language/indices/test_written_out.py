r"""Sums and products over a fixed range with the index in an exponent: ``\sum_{k=0}^{2} C^\top A^{2-k} B x_k``."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"A, B, C, X \in \mathbb{R}^{n \times n}, x_0, x_1, x_2 \in \mathbb{R}^n"


@pytest.mark.parametrize(
    "claim",
    [
        r"\sum_{k=0}^{2} C^\top A^{2-k} B x_k = C^\top A^2 B x_0 + C^\top A B x_1 + C^\top B x_2",
        r"(I - A) \sum_{k=0}^{3} A^k = I - A^4",
        r"\sum_{k=0}^{2} A^{2k} = I + A^2 + A^4",
        r"\sum_{k=1}^{2} k A^{k-1} = I + 2 A",
        r"\sum_{k=0}^{2} \frac{(-1)^k}{k + 1} A^{k} = I - \frac{1}{2} A + \frac{1}{3} A^2",
        r"\sum_{j=0}^{1} \sum_{k=0}^{1} A^{j + k} = I + 2 A + A^2",
        r"\frac{\partial X^3}{\partial X} = \sum_{k=0}^{2} X^k \otimes (X^{2-k})^\top",
        r"2 \sum_{k=0}^{1} A^k + A = 2 I + 3 A",
        r"\prod_{k=1}^{2} A^{k+1} = A^5",
    ],
)
def test_every_term_has_its_power(claim, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    "claim",
    [
        r"\sum_{k=0}^{2} C^\top A^{2-k} B x_k = C^\top A^2 B x_2 + C^\top A B x_1 + C^\top B x_0",
        r"(I - A) \sum_{k=0}^{3} A^k = I - A^3",
        r"\sum_{k=0}^{2} A^{2k} = I + A^2 + A^3",
        r"\sum_{k=1}^{2} k A^{k-1} = I + A",
        r"\sum_{j=0}^{1} \sum_{k=0}^{1} A^{j + k} = I + A + A^2",
        r"\frac{\partial X^3}{\partial X} = \sum_{k=0}^{2} (X^k)^\top \otimes X^{2-k}",
        r"\prod_{k=1}^{2} A^{k+1} = A^4",
    ],
)
def test_another_power_is_refuted(claim, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"


def test_a_range_that_is_not_fixed_ends_at_a_declared_number(tmp_path):
    assert judged(r"\sum_{k=0}^{m} A^k = I", GIVEN + r", m \in \mathbb{N}", tmp_path).verdict == "refuted"
    with pytest.raises(BadPaper, match="the range of the index m is not known"):
        judged(r"\sum_{k=0}^{m} A^k = I", GIVEN, tmp_path)


def test_layers_in_brackets_are_names(tmp_path):
    given = r"W^{(1)}, W^{(2)} \in \mathbb{R}^{n \times n}"
    assert judged(r"\prod_{l=1}^{2} W^{(l)} = W^{(1)} W^{(2)}", given, tmp_path).verdict in ("holds", "ambiguous")
