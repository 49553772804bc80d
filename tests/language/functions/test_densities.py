r"""Densities of normal distributions: ``\mathcal{N}(x; \mu, \Sigma)``, ``\mathcal{N}(x \mid \mu, \sigma^2 I)``."""

import pytest

from tests.judged import judged

GIVEN = r"x, \mu \in \mathbb{R}^k, \quad \Sigma \in \mathbb{R}^{k \times k}, \quad \Sigma \succ 0, \quad z, m \in \mathbb{R}, \quad s > 0"
SQUARE = r"(x - \mu)^\top \Sigma^{-1} (x - \mu)"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (rf"\mathcal{{N}}(x; \mu, \Sigma) = (2 \pi)^{{-k/2}} |\Sigma|^{{-1/2}} \exp(-\tfrac12 {SQUARE})", "holds"),
        (rf"\mathcal{{N}}(x; \mu, \Sigma) = (2 \pi)^{{-k/2}} |\Sigma|^{{1/2}} \exp(-\tfrac12 {SQUARE})", "refuted"),
        (r"\nabla_x \log \mathcal{N}(x; \mu, \Sigma) = -\Sigma^{-1} (x - \mu)", "holds"),
        (r"\nabla_x \log \mathcal{N}(x; \mu, \Sigma) = \Sigma^{-1} (x - \mu)", "refuted"),
        (r"\nabla_\mu \log \mathcal{N}(x \mid \mu, s^2 I) = \frac{x - \mu}{s^2}", "holds"),
        (r"\nabla_\mu \log \mathcal{N}(x \mid \mu, s^2 I) = \frac{x - \mu}{s}", "refuted"),
        (r"\log \mathcal{N}(x; 0, I) = -\frac12 \|x\|^2 - \frac{k}{2} \log(2 \pi)", "holds"),
        (r"\log \mathcal{N}(x; 0, I) = -\frac12 \|x\|^2 - \frac{1}{2} \log(2 \pi)", "refuted"),
        (r"\frac{\partial}{\partial z} \log \mathcal{N}(z; m, s^2) = -\frac{z - m}{s^2}", "holds"),
        (r"\frac{\partial}{\partial z} \log \mathcal{N}(z; m, s^2) = -\frac{z - m}{s}", "refuted"),
        (r"\mathcal{N}(x; \mu, s^2) = 1", "ill-typed"),
        (r"(z; m, s) = 1", "ill-typed"),  # rows of one and of two numbers
    ],
)
def test_densities(claim, verdict, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
