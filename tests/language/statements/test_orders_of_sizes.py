r"""An order without a stated limit speaks of all sizes: ``n d = O(n)`` is refused, since d may grow as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged


@pytest.mark.parametrize(
    "claim",
    [
        r"n d = \mathcal{O}(n)", r"n d^2 = \mathcal{O}(n)", r"d = o(n)", r"n^2 d + n d^2 = \Theta(n^2)", r"n^2 = d + \mathcal{O}(n^2)",
        r"\sum_{i=1}^d n = \mathcal{O}(n)", r"s + 1 = \mathcal{O}(n)",
    ],
)  # fmt: skip
def test_other_sizes_may_grow(claim: str, tmp_path: Path) -> None:
    result = judged(claim, r"n, d \in \mathbb{N} \\ s := \sum_{i=1}^d \frac{1}{i}", tmp_path)
    assert result.verdict == "undecided"
    assert "which may be fixed or grow, too (write \\text{as } n \\to \\infty" in result.message


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"n d = \mathcal{O}(n) \quad \text{as } n \to \infty", "holds"),
        (r"n^2 + n = \mathcal{O}(n^2)", "holds"),
        (r"d h + h^2 = \mathcal{O}(h)", "holds"),
    ],
)
def test_what_is_said_to_tend(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, r"n, d \in \mathbb{N}, \quad h \in \mathbb{R}", tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"T^2 = O(T)", "undecided"),
        (r"T^2 = O(T) \quad \text{as } T \to 0", "holds"),
        (r"T^3 = T^2 + O(T)", "undecided"),
        (r"\|x\|_2^2 = O(\|x\|_2)", "undecided"),
        (r"\|x\|_2^2 = O(\|x\|_2) \quad \text{as } x \to 0", "holds"),
        (r"\|\Delta x\|_2^2 = O(\|\Delta x\|_2)", "holds"),
        (r"e^y = 1 + y + O(y^2)", "holds"),
        (r"h^2 = O(h)", "holds"),
    ],
)
def test_a_variable_that_may_grow_is_refused_without_a_limit(claim: str, verdict: str, tmp_path: Path) -> None:
    given = r"T > 0, \quad x, \Delta x \in \mathbb{R}^{n}, \quad y, h \in \mathbb{R}"
    assert judged(claim, given, tmp_path).verdict == verdict
