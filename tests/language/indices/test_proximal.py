r"""``\operatorname{prox}_{\lambda f}(v)`` of quadratic functions and of sums of absolute values, where nothing declares a prox."""

from pathlib import Path

import pytest

from derive.errors import DeriveError
from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = (
    r"v, x, b \in \mathbb{R}^d, \lambda > 0, A \in \mathbb{R}^{d \times d}, A \succeq 0, "
    r"f(x) := \tfrac12 \|x\|^2, g(x) := \tfrac12 x^\top A x + b^\top x, h(x) := \|x\|_1, k : \mathbb{R}^d \to \mathbb{R}"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\operatorname{prox}_{\lambda f}(v) = \frac{1}{1 + \lambda} v", "holds"),
        (r"\operatorname{prox}_{\lambda f}(v) = \frac{1}{1 + 2 \lambda} v", "refuted"),
        (r"\operatorname{prox}_f(v + b) = \frac12 (v + b)", "holds"),
        (r"\mathrm{prox}_{\lambda g}(v) = (I + \lambda A)^{-1} (v - \lambda b)", "holds"),
        (r"\mathrm{prox}_{\lambda g}(v) = (I + \lambda A)^{-1} (v + \lambda b)", "refuted"),
        (r"\operatorname{prox}_{\lambda h}(v) = \operatorname{sign}(v) \odot \max(|v| - \lambda, 0)", "holds"),
        (r"\operatorname{prox}_{\lambda h}(v) = \operatorname{sign}(v) \odot \max(|v| + \lambda, 0)", "refuted"),
        (
            r"\operatorname{prox}_{\lambda \|\cdot\|_1}(v)_i = \operatorname{sign}(v_i) \max(|v_i| - \lambda, 0)",
            "holds",
        ),
        (
            r"\operatorname{prox}_{\lambda f}(v) = \arg\min_x \left(f(x) + \frac{1}{2 \lambda} \|x - v\|^2\right)",
            "holds",
        ),
        (
            r"\operatorname{prox}_{\lambda f}(v) = \arg\min_x \left(f(x) + \frac{1}{\lambda} \|x - v\|^2\right)",
            "refuted",
        ),
        (r"\operatorname{prox}_{\lambda f}(v)^\top v \ge 0", "holds"),
    ],
)
def test_points_that_are_known(claim: str, verdict: str, tmp_path: Path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_other_functions_are_refused_with_what_to_write(tmp_path: Path):
    found = judged(r"\operatorname{prox}_{\lambda k}(v) = v", GIVEN, tmp_path)
    assert found.verdict == "undecided"
    assert "name the minimizer" in found.message


@pytest.mark.parametrize("claim", [r"\operatorname{prox}_{\lambda f} v = v", r"\operatorname{prox}(v) = v"])
def test_a_prox_without_its_parts_is_refused(claim: str, tmp_path: Path):
    with pytest.raises((BadPaper, DeriveError), match=r"write \\operatorname\{prox\}_\{\\lambda f\}\(v\)"):
        judged(claim, GIVEN, tmp_path)


def test_a_declared_prox_is_that(tmp_path: Path):
    given = GIVEN + r", \operatorname{prox} : \mathbb{R}^d \to \mathbb{R}^d"
    assert judged(r"\operatorname{prox}(v) = \operatorname{prox}(v)", given, tmp_path).verdict == "holds"
