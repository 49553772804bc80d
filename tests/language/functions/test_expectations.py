r"""Expectations of polynomials by mean and covariance, draws of an index as weighted sums; what no moments tell is refused."""

import pytest

from derive.errors import NotSupported
from derive.language.scope.scope import Scope
from proofs.reading.paper import BadPaper
from tests.judged import judged

WEIGHTS = r"X \in \mathbb{R}^{n \times d}, W \in \mathbb{R}^{d \times k}, \sigma > 0, W_{ij} \overset{\text{i.i.d.}}{\sim} \mathcal{N}(0, \sigma^2/d)"
FORM = r"A, \Sigma \in \mathbb{R}^{d \times d}, \mu, w, x \in \mathbb{R}^d, x \sim \mathcal{N}(\mu, \Sigma)"
NOISE = r"\sigma > 0, \quad z \sim \mathcal{N}(0, \sigma^2)"
SCALED = r"\mu, \sigma \in \mathbb{R}^d, \quad \epsilon \sim \mathcal{N}(0, I_d)"
MODEL = r"X \in \mathbb{R}^{n \times d}, \operatorname{rank}(X) = d, \beta \in \mathbb{R}^d, \sigma > 0, \varepsilon \in \mathbb{R}^n"
LEAST_SQUARES = (
    MODEL
    + r", \mathbb{E}[\varepsilon] = 0, \mathbb{E}[\varepsilon \varepsilon^\top] = \sigma^2 I, \quad y = X \beta + \varepsilon, "
    r"\quad \hat\beta := (X^\top X)^{-1} X^\top y"
)
PROBE = r"H \in \mathbb{R}^{n \times n}, v \in \mathbb{R}^n, \mathbb{E}[v] = 0, \operatorname{Cov}(v) = I_n"
SAMPLE = (
    r"x_1, \dots, x_n \in \mathbb{R}^d, \mu \in \mathbb{R}^d, \Sigma \in \mathbb{R}^{d \times d}, x_i \overset{iid}{\sim} "
    r"\mathcal{N}(\mu, \Sigma), \bar{x} := \frac1n \sum_{i=1}^n x_i"
)
MASK = r"x, m \in \mathbb{R}^n, q \in \mathbb{R}, 0 < q \le 1, m_i \overset{iid}{\sim} \operatorname{Bernoulli}(q)"
POLICY = r"\theta, r \in \mathbb{R}^m, \pi := \operatorname{softmax}(\theta), J(\theta) := \mathbb{E}_{a \sim \pi}[r_a]"
CLASSES = r"z \in \mathbb{R}^c, p := \operatorname{softmax}(z), y \in \{1, \dots, c\}"
PAIR = r"x, y \in \mathbb{R}^n, x, y \overset{iid}{\sim} \mathcal{N}(0, I)"
LEVELS = r"m, x \in \mathbb{R}^n, m \sim \mathcal{N}(0, I), x \sim \mathcal{N}(m, I)"
INTERVAL = r"a, b \in \mathbb{R}, b > a"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (WEIGHTS, r"\mathbb{E}[X W W^\top X^\top] = \frac{k}{d} \sigma^2 X X^\top", "holds"),
        (WEIGHTS, r"\mathbb{E}[X W W^\top X^\top] = \sigma^2 X X^\top", "refuted"),
        (WEIGHTS, r"\mathbb{E}[W^\top X^\top X W] = \frac{\sigma^2}{d} \|X\|_F^2 I_k", "holds"),
        (FORM, r"\mathbb{E}[x^\top A x] = \operatorname{tr}(A \Sigma) + \mu^\top A \mu", "holds"),
        (FORM, r"\mathbb{E}[x^\top A x] = \operatorname{tr}(A \Sigma)", "refuted"),
        (FORM, r"\mathbb{E}[x x^\top] = \Sigma + \mu \mu^\top", "holds"),
        (FORM, r"\mathbb{E}[x x^\top] = \Sigma", "refuted"),
        (FORM, r"\mathbb{E}\|x\|^2 = \operatorname{tr}(\Sigma) + \|\mu\|^2", "holds"),
        (FORM, r"\mathbb{E}[x]^\top w = w^\top \mu", "holds"),
        (FORM, r"\operatorname{Var}(w^\top x) = w^\top \Sigma w", "holds"),
        (FORM, r"\operatorname{Var}(w^\top x) = \|w\|^2", "refuted"),
        (FORM, r"\operatorname{Var}(w^\top x) \ge 0", "holds"),
        (FORM, r"\operatorname{Cov}(A x) = A \Sigma A^\top", "holds"),
        (FORM, r"\operatorname{Cov}(A x) = A^\top \Sigma A", "refuted"),
        (NOISE, r"\mathbb{E}[z^4] = 3 \sigma^4", "holds"),
        (NOISE, r"\mathbb{E}[z^4] = 2 \sigma^4", "refuted"),
        (NOISE, r"\mathbb{E}[\operatorname{ReLU}(z)^2] = \sigma^2 / 2", "holds"),
        (NOISE, r"\mathbb{E}[\tanh(z)^2] = \sigma^2 / 2", "undecided"),
        (SCALED, r"\mathbb{E}[\mu + \sigma \odot \epsilon] = \mu", "holds"),
        (SCALED, r"\mathbb{E}[\|\mu + \sigma \odot \epsilon\|^2] = \|\mu\|^2 + \|\sigma\|^2", "holds"),
        (SCALED, r"\mathbb{E}[\|\mu + \sigma \odot \epsilon\|^2] = \|\mu + \sigma\|^2", "refuted"),
        (LEAST_SQUARES, r"\mathbb{E}[\hat\beta] = \beta", "holds"),
        (LEAST_SQUARES, r"\operatorname{Cov}(\hat\beta) = \sigma^2 (X^\top X)^{-1}", "holds"),
        (LEAST_SQUARES, r"\operatorname{Cov}(\hat\beta) = \sigma^2 X^\top X", "refuted"),
        (PROBE, r"\operatorname{Tr}(H) = \mathbb{E}[v^\top H v]", "holds"),
        (PROBE, r"\operatorname{Tr}(H) = n \mathbb{E}[v^\top H v]", "refuted"),
        (PROBE, r"\mathbb{E}[(v^\top H v)^2] = 1", "undecided"),
        (SAMPLE, r"\operatorname{Cov}(\bar x) = \frac{1}{n} \Sigma", "holds"),
        (SAMPLE, r"\operatorname{Cov}(\bar x) = \Sigma", "refuted"),
        (MASK, r"\mathbb{E}[\tfrac{1}{q} m \odot x] = x", "holds"),
        (MASK, r"\mathbb{E}[\|\tfrac{1}{q} m \odot x\|^2] = \tfrac{1}{q} \|x\|^2", "holds"),
        (MASK, r"\mathbb{E}[m \odot x] = x", "refuted"),
        (POLICY, r"\nabla_\theta J(\theta) = \mathbb{E}_{a \sim \pi}[r_a \nabla_\theta \log \pi_a]", "holds"),
        (POLICY, r"\nabla_\theta J(\theta) = \mathbb{E}_{a \sim \pi}[\nabla_\theta \log \pi_a]", "refuted"),
        (POLICY, r"\mathbb{E}_{a \sim \pi}[\nabla_\theta \log \pi_a] = 0", "holds"),
        (CLASSES, r"\mathbb{E}_{y \sim p}[(p - e_y)(p - e_y)^\top] = \operatorname{diag}(p) - p p^\top", "holds"),
        (CLASSES, r"\mathbb{E}_{y \sim p}[(p - e_y)(p - e_y)^\top] = \operatorname{diag}(p) + p p^\top", "refuted"),
        (r"p, r \in \mathbb{R}^m, p \ge 0, \mathbf{1}^\top p = 1", r"\mathbb{E}_{a \sim p}[2] = 2", "holds"),
        (r"p, r \in \mathbb{R}^m, p \ge 0, \sum_{i=1}^m p_i = 1", r"\mathbb{E}_{a \sim p}[r_a] = r^\top p", "holds"),
        (r"p, r \in \mathbb{R}^m, p \ge 0", r"\mathbb{E}_{a \sim p}[r_a] = r^\top p", "undecided"),
        (r"r \in \mathbb{R}^m", r"\mathbb{E}_{i \sim \mathcal{U}(\{1, \dots, m\})}[r_i] = \frac1m \sum_i r_i", "holds"),
        (r"r \in \mathbb{R}^m", r"\mathbb{E}_{i \sim \mathrm{Unif}([m])}[r_i] = \sum_i r_i", "refuted"),
        (INTERVAL, r"\mathbb{E}_{x \sim \mathcal{U}(a, b)}[x^2] = \frac{a^2 + a b + b^2}{3}", "holds"),
        (INTERVAL, r"\mathbb{E}_{x \sim \mathcal{U}(a, b)}[x^2] = \frac{a^2 + b^2}{3}", "refuted"),
        (PAIR, r"\mathbb{E}[(x^\top y)^2] = n", "holds"),
        (PAIR, r"\mathbb{E}[(x^\top y)^2] = n^2", "refuted"),
        (
            r"x, y \in \mathbb{R}^n, x \sim \mathcal{N}(0, I), y \sim \mathcal{N}(0, I)",
            r"\mathbb{E}[x^\top y] = 0",
            "undecided",
        ),
        (r"s \in \mathbb{R}, z \sim \mathcal{N}(0, s)", r"\operatorname{Var}(z) \ge 0", "holds"),
        (r"s \in \mathbb{R}", r"\mathbb{E}_{z \sim \mathcal{N}(0, s)}[z^2] \ge 0", "holds"),
        (r"x \in \mathbb{R}^n, x \sim \mathcal{N}(0, I)", r"\mathbb{E}[x] = x", "refuted"),
        (LEVELS, r"\mathbb{E}[x] = m", "undecided"),
        (LEVELS, r"\mathbb{E}_x[x] = m", "holds"),
        (LEVELS, r"\mathbb{E}_m[\mathbb{E}_x[x]] = 0", "holds"),
        (LEVELS, r"\mathbb{E}_m[\mathbb{E}_x[x x^\top]] = I", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_a_variable_that_a_hypothesis_ties_to_the_noise_is_no_constant(tmp_path):
    given = MODEL + r", y \in \mathbb{R}^n, \mathbb{E}[\varepsilon] = 0, \quad y = X \beta + \varepsilon"
    found = judged(r"\mathbb{E}[y] = X \beta", given, tmp_path)
    assert found.verdict == "undecided"
    assert "a hypothesis speaks of the random" in found.message


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (r"W \in \mathbb{R}^{n \times m}, W_{ij} \sim \mathcal{N}(0, 1)", "the joint distribution"),
        (r"W \in \mathbb{R}^{n \times m}, W \sim \mathcal{N}(0, 1)", "the distribution of the matrix"),
        (r"x \sim \mathcal{N}(0, I)", "nothing tells its size"),
        (r"x \in \mathbb{R}^n, x \sim \mathcal{L}", "this distribution is not known"),
        (
            r"s, \mu \in \mathbb{R}, J := \mathbb{E}_{z \sim \mathcal{N}(\mu, s)}[z^2]",
            "whose covariance nothing restricts",
        ),
        (r"v \in \mathbb{R}^n, \mathbb{E}[v v^\top] = I", "in front of its mean"),
    ],
)
def test_what_is_not_told_is_refused(given: str, message: str):
    with pytest.raises(NotSupported, match=message):
        Scope.root().given(given)


def test_a_numeral_is_no_covariance_of_a_vector(tmp_path):
    with pytest.raises(BadPaper, match="covariance"):
        judged(r"\mathbb{E}[x] = 0", r"x \in \mathbb{R}^n, x \sim \mathcal{N}(0, 1)", tmp_path)
