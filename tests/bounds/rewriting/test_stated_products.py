r"""Bounds by the products that a claim writes: of matrices by the product rule, of numbers by quadratic forms."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

NORMALIZED = (
    r"X \in \mathbb{R}^{m \times n}, M := X (I_n - \frac{1}{n} \mathbf{1}_n \mathbf{1}_n^\top), "
    r"P := \operatorname{diag}^{-1}((\tfrac{1}{n} M^{\circ 2} \mathbf{1}_n)^{\circ 1/2}), H := \frac{\partial P}{\partial X}, "
    r"G := I_{mn} - \frac{1}{n} (I_m \otimes \mathbf{1}_{n \times n}), J := \frac{\partial \operatorname{LayerNorm}(X)}{\partial X}"
)
PRODUCT = (
    r"X \in \mathbb{R}^{m \times n}, A(X) \in \mathbb{R}^{p \times q}, B(X) \in \mathbb{R}^{q \times r}, "
    r"D := \frac{\partial (A B)}{\partial X}, S := \frac{\partial A}{\partial X}, T := \frac{\partial B}{\partial X}"
)
LOSSES = (
    r"k \in \mathbb{N}, l \in \mathbb{R}^k, x, \Lambda, M \in \mathbb{R}, w \in \mathbb{R}^p, C \in \mathbb{R}^{p \times p}, "
    r"H_i \in \mathbb{R}^{p \times p} \quad \forall i \in \{1, \dots, k\} \\ "
    r"0 \le l_i \le \Lambda, \quad 0 \le x \le \Lambda, \quad \|C\|_2 \le M, \quad \|H_i\|_2 \le M"
)
GAP = (
    r"\left|\frac{1}{k+1} (x + \frac{1}{2} w^\top C w + \sum_{i=1}^k (l_i + \frac{1}{2} w^\top H_i w)) "
    r"- \frac{1}{k} \sum_{i=1}^k (l_i + \frac{1}{2} w^\top H_i w)\right|"
)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (NORMALIZED, r"\|J\|_2 \le \|P \otimes I_n\|_2 \|G\|_2 + \|I_m \otimes M^\top\|_2 \|H\|_2"),
        (NORMALIZED, r"\|J\|_2 \le 2 \|P \otimes I_n\|_2 \|G\|_2 + 3 \|I_m \otimes M^\top\|_2 \|H\|_2"),
        (PRODUCT, r"\|D\|_2 \le \|A \otimes I_r\|_2 \|T\|_2 + \|I_p \otimes B^\top\|_2 \|S\|_2"),
        (
            LOSSES,
            GAP
            + r"\le \frac{1}{k+1} |x - \frac{1}{k} \sum_{i=1}^k l_i| + \frac{1}{2(k+1)} \|w\|_2^2 \|C - \frac{1}{k} \sum_{i=1}^k H_i\|_2",
        ),
        (LOSSES, GAP + r"\le \frac{2 \Lambda}{k+1} + \frac{M \|w\|_2^2}{k+1}"),
        (LOSSES, r"|\frac{1}{k+1} \sum_{i=1}^k l_i - \frac{1}{k} \sum_{i=1}^k l_i| \le \frac{\Lambda}{k+1}"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (NORMALIZED, r"\|J\|_2 \le \|P \otimes I_n\|_2 \|G\|_2 + \frac{1}{9} \|I_m \otimes M^\top\|_2 \|H\|_2"),
        (NORMALIZED, r"\|J\|_2 \le \|I_m \otimes M^\top\|_2 \|H\|_2"),
        (NORMALIZED, r"\|J\|_2 \le \|G\|_2 + \|I_m \otimes M^\top\|_2 \|H\|_2"),
        (PRODUCT, r"\|D\|_2 \le \|A \otimes I_r\|_2 \|T\|_2 - \|I_p \otimes B^\top\|_2 \|S\|_2"),
        (PRODUCT, r"\|D\|_2 \le \|A \otimes I_r\|_2 \|T\|_2"),
        (PRODUCT, r"\|D\|_2 \le \|A \otimes I_r\|_2 \|S\|_2 + \|I_p \otimes B^\top\|_2 \|T\|_2"),
        (
            LOSSES,
            GAP
            + r"\le \frac{1}{k+1} |x - \frac{1}{k} \sum_{i=1}^k l_i| + \frac{1}{2(k+1)} \|w\|_2 \|C - \frac{1}{k} \sum_{i=1}^k H_i\|_2",
        ),
        (
            LOSSES,
            GAP
            + r"\le \frac{1}{k+1} |x - \frac{1}{k} \sum_{i=1}^k l_i| + \frac{1}{2(k+1)} \|w\|_2^2 \|C + \frac{1}{k} \sum_{i=1}^k H_i\|_2",
        ),
        (LOSSES, GAP + r"\le \frac{2 \Lambda}{k+1} + \frac{M \|w\|_2^2}{2 (k+1)}"),
        (LOSSES, GAP + r"\le \frac{2 \Lambda}{k+1} + \frac{M \|w\|_2}{k+1}"),
        (LOSSES, r"|\frac{1}{k+1} \sum_{i=1}^k l_i - \frac{1}{k} \sum_{i=1}^k l_i| \le \frac{\Lambda}{k+2}"),
        (
            LOSSES.replace(r"\|H_i\|_2 \le M", r"\|H_i\|_2 \le 2 M"),
            GAP + r"\le \frac{2 \Lambda}{k+1} + \frac{M \|w\|_2^2}{k+1}",
        ),
    ],
)
def test_false_neighbors_are_not_proved(given: str, claim: str):
    assert not proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (LOSSES, GAP + r"\le \frac{2 \Lambda}{k+1} + \frac{M \|w\|_2^2}{3 (k+1)}"),
        (
            r"a, b \in \mathbb{R}^n, B \in \mathbb{R}^{n \times n}",
            r"|a^\top B b + b^\top a| \le \|a\|_2 \|B\|_2 \|b\|_2 + \|a\|_2",
        ),
    ],
)
def test_false_neighbors_are_refuted(given: str, claim: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
