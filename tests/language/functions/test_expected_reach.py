r"""How far an expectation reaches: round brackets and none hold what is in them, or all of the product; square ones all of it."""

from pathlib import Path

import pytest

from tests.judged import judged

NUMBER = r"\mu, c \in \mathbb{R}, \sigma > 0, x \sim \mathcal{N}(\mu, \sigma^2)"
VECTOR = r"\mu \in \mathbb{R}^n, S \in \mathbb{R}^{n \times n}, S \succ 0, x \sim \mathcal{N}(\mu, S)"
DRAWN = r"f, g, p \in \mathbb{R}^n, c \in \mathbb{R}, p \ge 0, \mathbf{1}^\top p = 1"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (NUMBER, r"\mathbb{E} x \cdot x = \mu x", "ambiguous"),
        (NUMBER, r"\mathbb{E} x \cdot x = \mu^2 + \sigma^2", "ambiguous"),
        (NUMBER, r"\mathbb{E} x \cdot x = \mu^2 + 2 \sigma^2", "refuted"),
        (NUMBER, r"\mathbb{E} x \cdot c = \mu c", "holds"),
        (NUMBER, r"\mathbb{E} x / (1 + x^2) = \mu / (1 + x^2)", "undecided"),
        (NUMBER, r"\mathbb{E}(x - \mu)^2 = 0", "ambiguous"),
        (NUMBER, r"\mathbb{E}(x - \mu)^2 = \sigma^2", "ambiguous"),
        (NUMBER, r"\mathbb{E}[x - \mu]^2 = 0", "holds"),
        (NUMBER, r"\mathbb{E}[(x - \mu)^2] = \sigma^2", "holds"),
        (NUMBER, r"\mathbb{E}(x - \mu)(x + \mu) = 0", "ambiguous"),
        (NUMBER, r"\mathbb{E}(x - \mu)(x + \mu) = \sigma^2", "ambiguous"),
        (NUMBER, r"\mathbb{E}[x - \mu](x + \mu) = 0", "holds"),
        (NUMBER, r"\mathbb{E}(x)\,\mathbb{E}(x) = \mu^2", "holds"),
        (NUMBER, r"\mathbb{E}(x) \cdot \mathbb{E}(x) = \mu^2", "holds"),
        (NUMBER, r"\mathbb{E}(x - \mu) c = 0", "holds"),
        (NUMBER, r"\mathbb{E} x + x = \mu + x", "ambiguous"),
        (NUMBER, r"\mathbb{E} x^2 - x = \mu^2 + \sigma^2 - \mu", "ambiguous"),
        (NUMBER, r"\mathbb{E} x^2 - x = \mu^2 + \sigma^2", "refuted"),
        (NUMBER, r"\mathbb{E}[x^2] - x = \mu^2 + \sigma^2 - x", "holds"),
        (NUMBER, r"c + 2 \mathbb{E} x + x = c + 2 \mu + x", "ambiguous"),
        (NUMBER, r"\mathbb{E} x^2 - (\mathbb{E} x)^2 = \sigma^2", "holds"),
        (NUMBER, r"\mathbb{E} x^2 + c = \mu^2 + \sigma^2 + c", "holds"),
        (NUMBER, r"\operatorname{Var}(x)^2 = \sigma^4", "holds"),
        (VECTOR, r"\mathbb{E} x \otimes x = \mu \otimes x", "ambiguous"),
        (VECTOR, r"\mathbb{E}(x - \mu)^\top = 0", "holds"),
        (VECTOR, r"\mathbb{E}(x - \mu)(x - \mu)^\top = 0", "ambiguous"),
        (VECTOR, r"\mathbb{E}(x - \mu)(x - \mu)^\top = S", "ambiguous"),
        (DRAWN, r"\mathbb{E}_{i \sim p} f_i \cdot c = c f^\top p", "holds"),
        (DRAWN, r"\mathbb{E}_{i \sim p} f_i \cdot g_i = g_i f^\top p", "ambiguous"),
        (DRAWN, r"\mathbb{E}_{i \sim p} (f_i - c)^2 = (f^\top p - c)^2", "ambiguous"),
    ],
)
def test_what_is_random_outside_of_an_expectation_may_be_inside(
    given: str, claim: str, verdict: str, tmp_path: Path
) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        ("", r"\operatorname{Var}(x) = \frac1n \|x\|_2^2 - \left(\frac1n \sum_i x_i\right)^2", "undecided"),
        (", z \\sim \\mathcal{N}(0, 1)", r"\operatorname{Var}(x) = 0", "undecided"),
        (", z \\sim \\mathcal{N}(0, 1)", r"\mathbb{E}[x] = \frac1n \sum_i x_i", "undecided"),
        (", z \\sim \\mathcal{N}(0, 1)", r"\operatorname{Cov}(x, x + z u) = 0", "undecided"),
        (", z \\sim \\mathcal{N}(0, 1)", r"\mathbb{E}[x + z u] = x", "holds"),
        (", z \\sim \\mathcal{N}(0, 1)", r"\mathbb{E}[x + z u] = u", "refuted"),
        (", z \\sim \\mathcal{N}(0, 1)", r"\operatorname{Var}(z + u_1) = 1", "holds"),
    ],
)
def test_the_mean_of_what_is_not_random_may_be_that_of_its_entries(
    given: str, claim: str, verdict: str, tmp_path: Path
) -> None:
    assert judged(claim, r"x, u \in \mathbb{R}^n" + given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\operatorname{Var}(x) = S", "holds"),
        (r"\operatorname{Var}(x) = 2 S", "refuted"),
        (r"\operatorname{Var}(x) = \operatorname{tr}(S)", "holds"),
        (r"\operatorname{Var}(x) = 2 \operatorname{tr}(S)", "refuted"),
        (r"\operatorname{Var}(x) \le \lambda_{\max}(S)", "ambiguous"),
        (r"\operatorname{Cov}(x) = \operatorname{tr}(S)", "ill-typed"),
        (r"\operatorname{Var}(\mu^\top x) = \mu^\top S \mu", "holds"),
    ],
)
def test_the_variance_of_a_vector_may_be_a_number(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, VECTOR, tmp_path).verdict == verdict
