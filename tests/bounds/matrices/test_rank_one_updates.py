r"""Spectra of ``c I + w x x^\top``: norms, eigenvalues, singular values and condition numbers."""

import pytest

from tests.judged import judged, proved

CLAIMS = [
    (
        r"x \in \mathbb{R}^n, c \in \mathbb{R}",
        r"\|I + x x^\top\|_2 = 1 + \|x\|^2",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, c \in \mathbb{R}",
        r"\|I + x x^\top\|_2 = 2 + \|x\|^2",
        "refuted",
    ),
    (
        r"x \in \mathbb{R}^n, \eta \in \mathbb{R}",
        r"\|I - \eta x x^\top\|_2 \le \max(1, |1 - \eta \|x\|^2|)",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, \eta \in \mathbb{R}, n \ge 2",
        r"\|I - \eta x x^\top\|_2 = \max(1, |1 - \eta \|x\|^2|)",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, \eta \in \mathbb{R}, n \ge 2",
        r"\|I - \eta x x^\top\|_2 \le |1 - \eta \|x\|^2|",
        "refuted",
    ),
    (
        r"x \in \mathbb{R}^n",
        r"\lambda_{\max}(I + x x^\top) = 1 + \|x\|^2",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n",
        r"\lambda_{\min}(I + x x^\top) \ge 1",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n",
        r"\lambda_{\min}(I + x x^\top) = 1",
        "refuted",
    ),
    (
        r"x \in \mathbb{R}^n, n \ge 2",
        r"\lambda_{\min}(I + x x^\top) = 1",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, n \ge 2",
        r"\kappa(I + x x^\top) = 1 + \|x\|^2",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, n \ge 2",
        r"\kappa(I + x x^\top) = 2 + \|x\|^2",
        "refuted",
    ),
    (
        r"x \in \mathbb{R}^n, \lambda > 0",
        r"\kappa(\lambda I + x x^\top) \le 1 + \|x\|^2 / \lambda",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, \lambda > 0",
        r"\kappa(\lambda I + x x^\top) \le \|x\|^2 / \lambda",
        "refuted",
    ),
    (
        r"x \in \mathbb{R}^n, 0 \le \eta, \eta \|x\|^2 \le 2",
        r"\|I - \eta x x^\top\|_2 \le 1",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, 0 \le \eta",
        r"\|I - \eta x x^\top\|_2 \le 1",
        "refuted",
    ),
    (
        r"x \in \mathbb{R}^n, n \ge 2",
        r"\sigma_{\min}(I + x x^\top) = 1",
        "holds",
    ),
    (
        r"v \in \mathbb{R}^n, \|v\| = 1",
        r"\|I - 2 v v^\top\|_2 = 1",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, \eta \in \mathbb{R}, n \ge 2",
        r"\max(1, |1 - \eta \|x\|^2|) \le \|I - \eta x x^\top\|_2",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, \eta \in \mathbb{R}, n \ge 2",
        r"1 \le \|I - \eta x x^\top\|_2",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, \eta \in \mathbb{R}",
        r"1 \le \|I - \eta x x^\top\|_2",
        "refuted",
    ),
    (
        r"x \in \mathbb{R}^n, \eta \in \mathbb{R}, n \ge 2",
        r"|1 - \eta \|x\|^2| \le \|I - \eta x x^\top\|_2",
        "holds",
    ),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_rank_one_updates(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"x \in \mathbb{R}^n, \eta \in \mathbb{R}", r"\|I - \eta x x^\top\|_2 \ge 1"),
        (r"x \in \mathbb{R}^n, \eta \in \mathbb{R}", r"\lambda_{\max}(I - \eta x x^\top) = 1 - \eta \|x\|^2"),
        (r"x \in \mathbb{R}^n, \eta \in \mathbb{R}, n \ge 2", r"\lambda_{\max}(I - \eta x x^\top) \le 1"),
        (r"x, y \in \mathbb{R}^n", r"\|I + x y^\top\|_2 = 1 + \|x\|^2"),
        (r"x \in \mathbb{R}^n, c \in \mathbb{R}", r"\kappa(c I + x x^\top) = 1 + \|x\|^2 / c"),
    ],
)
def test_no_rule_proves_what_is_false(given, claim):
    assert not proved(given, claim)
