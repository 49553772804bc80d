r"""What is not declared is named, with what to write; names with a bar below, and norms by their names."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"W \in \mathbb{R}^{d \times d}, \quad g \in \mathbb{R}^d, \quad \rho > 0, \quad s \in \mathbb{R}^d, \quad J \in \mathbb{R}^{d \times d}"
KALMAN = r"P_{k|k-1}, K, H \in \mathbb{R}^{n \times n}, \quad P_{k|k} := (I - KH) P_{k|k-1}, \quad x_{t|t-1}, x_{t \mid t} \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (r"\max_{\|W x\| \le 1} \|x\| = 1", "x is not declared"),
        (r"\max_{z} \|y\| = \rho", "y is not declared"),
        (r"\sigma(\rho) = \rho", r"\\operatorname\{sigmoid\}"),
    ],
)
def test_the_missing_name_is_named(claim, said, tmp_path):
    with pytest.raises(BadPaper, match=said):
        judged(claim, GIVEN, tmp_path)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\max_{x \ne 0} \frac{x^\top S x}{x^\top x} = \lambda_{\max}(S)", "holds"),
        (r"\min_{x \ne \mathbf{0}} \frac{x^\top S x}{x^\top x} = \lambda_{\min}(S)", "holds"),
        (r"\min_{x \ne \mathbf{0}} \frac{x^\top S x}{x^\top x} = \lambda_{\max}(S)", "refuted"),
        (r"\max_{x \ne 0} \|Vx\|_2 / \|x\|_2 = \|V\|_2", "holds"),
        (r"\max_{x \ne 0} \|Vx\|_2 / \|x\|_2 = \|V\|_F", "refuted"),
        (r"\max_{\|v\|=1} \|W J v\| \le \max_{\|v\|=1} \|W v\| \cdot \max_{\|v\|=1} \|J v\|", "holds"),
        (r"\max_{\|v\|=1} \|W J v\| = \max_{\|v\|=1} \|W v\| \cdot \max_{\|v\|=1} \|J v\|", "refuted"),
        (r"\max_{\|x\| = 1} \|Vx\|_2 = \|V\|_2", "holds"),
        (r"\max_{\|x\|_2 = 1} \|V^\top x\|_2 = \|V\|_2", "holds"),
        (r"\max_{\|\epsilon\| \le \rho} g^\top \epsilon = \rho \|g\|", "holds"),
        (r"\max_{\|\epsilon\| \le \rho} g^\top \epsilon = \|g\|", "refuted"),
        (r"\max_{\|\epsilon\|_\infty \le \rho} g^\top \epsilon = \rho \|g\|_1", "holds"),
        (r"\max_{\|\epsilon\|_\infty \le \rho} g^\top \epsilon = \rho \|g\|_\infty", "refuted"),
        (r"\min_x \|x - g\|^2 + \rho \|x\|^2 = \frac{\rho}{1 + \rho} \|g\|^2", "holds"),
        (r"\min_x \|x - g\|^2 + \rho \|x\|^2 = \frac{1}{1 + \rho} \|g\|^2", "refuted"),
        (r"\min_c \|g - c \mathbf{1}\|^2 = 0", "undecided"),
        (r"\max_{\|c\| \le 1} \langle g, c \mathbf{1} \rangle = \|g\|", "undecided"),
        (r"\arg\min_c \|g - c \mathbf{1}\|^2 + \rho \|c\|^2 = \frac{g}{1 + \rho}", "undecided"),
        (r"\arg\min_c \|g - c \mathbf{1}\|^2 = g", "undecided"),
        (r"\min_c \|g - c \mathbf{1}_d\|^2 = \|g\|^2 - \frac1d (\mathbf{1}^\top g)^2", "holds"),
        (r"\min_c \|g - c \mathbf{1}_d\|^2 = 0", "refuted"),
        (r"g \ne 0 \implies \min_c \|s - c g\|^2 = \|s\|^2 - \frac{(g^\top s)^2}{\|g\|^2}", "undecided holds"),
        (r"\sup_x g^\top x - \|x\|^2 = \frac14 \|g\|^2", "holds"),
        (r"\sup_x g^\top x - \|x\|^2 = \frac12 \|g\|^2", "refuted"),
        (r"\arg\min_c \sum_i (g_i - c)^2 = \frac1d \sum_i g_i", "holds"),
        (r"\arg\min_c \sum_i (g_i - c)^2 = \sum_i g_i", "refuted"),
    ],
)
def test_vectors_under_an_extremum_need_no_declaration(claim, verdict, tmp_path):
    given = GIVEN + r", \quad V \in \mathbb{R}^{m \times n}, \quad S \in \mathbb{R}^{n \times n} \text{ symmetric}"
    assert judged(claim, given, tmp_path).verdict in verdict.split()


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (r"\prod_{k=1}^{\infty} a_k = 1", "infinitely many"),
    ],
)
def test_what_is_refused_says_what_to_write(claim, said, tmp_path):
    assert said in (judged(claim, GIVEN, tmp_path).message or "")


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (KALMAN, r"P_{k|k} = P_{k|k-1} - K H P_{k|k-1}", "holds"),
        (KALMAN, r"P_{k|k} = P_{k|k-1}", "refuted"),
        (KALMAN, r"x_{t|t-1}^\top x_{t|t} = x_{t|t}^\top x_{t \mid t-1}", "holds"),
        (KALMAN, r"x_{t|t-1} = x_{t|t}", "refuted"),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_{nuc} = \|A\|_*", "holds"),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_{S_\infty} = \|A\|_2", "holds"),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_{S_1} = \|A\|_F", "refuted"),
        (r"A \in \mathbb{R}^{m \times n}, S_2 \in \mathbb{R}^{m \times m}", r"\|A\|_{S_2} = \|A\|_F", "undecided"),
    ],
)
def test_bars_below_and_named_norms(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
