r"""Types of functions tell sizes and arguments: ``f : \mathbb{R}^n \times \mathbb{R}^m \to \mathbb{R}, f(x, y) = x^\top A y``."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from derive.language.declarations.given import read_given
from derive.language.scope.scope import Scope
from tests.judged import judged

A = r", A \in \mathbb{R}^{n \times m}"
TWO = r"f : \mathbb{R}^n \times \mathbb{R}^m \to \mathbb{R}"
ONE = r"g : \mathbb{R}^n \to \mathbb{R}"

BELOW = r"\theta \in \mathbb{R}^n, x, y \in \mathbb{R}^d, p_\theta : \mathbb{R}^d \to \mathbb{R}"
SCALAR = r"w \in \mathbb{R}^n, x \in \mathbb{R}^m, f_w : \mathbb{R} \to \mathbb{R}"
TWINS = r"f, g : \mathbb{R} \to \mathbb{R}, x, y \in \mathbb{R}"
POLICY = r"\theta \in \mathbb{R}^n, a, s \in \mathbb{R}, \pi_\theta : \mathbb{R} \times \mathbb{R} \to \mathbb{R}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (BELOW, r"\nabla_\theta p_\theta(x) = p_\theta(x) \nabla_\theta \log p_\theta(x)", "holds"),
        (BELOW, r"\nabla_\theta p_\theta(x) = 2 p_\theta(x) \nabla_\theta \log p_\theta(x)", "refuted"),
        (BELOW, r"\nabla_\theta p_\theta(x) = 0", "refuted"),
        (BELOW, r"p_\theta(x) = p_\theta(y)", "refuted"),
        (SCALAR, r"\nabla_w \sum_i f_w(x_i) = \nabla_w \mathbf{1}^\top f_w(x)", "holds"),
        (SCALAR, r"\nabla_w \sum_i f_w(x_i) = \nabla_w f_w(\mathbf{1}^\top x)", "refuted"),
        (POLICY, r"\nabla_\theta \pi_\theta(a \mid s) = \pi_\theta(a \mid s) \nabla_\theta \log \pi_\theta(a \mid s)", "holds"),
        (POLICY, r"\nabla_\theta \pi_\theta(a \mid s) = \pi_\theta(s \mid a) \nabla_\theta \log \pi_\theta(a \mid s)", "refuted"),
        (ONE + r", g(x) = \|x\|^2", r"g(x) \ge 0", "holds"),
        (ONE + r", g(x) = \|x\|^2", r"g(x) \ge 1", "refuted"),
        (ONE + r", g(x) := \|x\|^2", r"\nabla g(x) = 2 x", "holds"),
        (ONE + r", x \mapsto \|x\|^2", r"\nabla g(x) = 2 x", "holds"),
        (ONE + r", x \mapsto \|x\|^2", r"\nabla g(x) = x", "refuted"),
        (ONE + r", x \in \mathbb{R}^n", r"g(x) \ge 0", "refuted"),  # any function
        (TWO + r", f(x, y) = x^\top A y" + A, r"\nabla_x f(x, y) = A y", "holds"),
        (TWO + r", f(x, y) = x^\top A y" + A, r"\nabla_x f(x, y) = A^\top y", "ill-typed"),
        (TWO + r", (x, y) \mapsto x^\top A y" + A, r"f(x, y) \le \|A\| \|x\| \|y\|", "holds"),
        (TWO + r", (x, y) \mapsto x^\top A y" + A, r"f(x, y) \le \|x\| \|y\|", "refuted"),
        (TWINS + ", f(x) := x g(x)", "f'(x) = g(x) + x g'(x)", "holds"),
        (TWINS + ", f(x) := g(2 x)", "f'(x) = g'(2 x)", "refuted"),
        (TWINS + ", g(x) = x^2, f(x) = g(x)/2", "f'(x) = x", "holds"),
        (TWINS + ", f(x) - g(x) = 0", "f(x) = g(x)", "holds"),
        (TWINS + ", f(x) - g(x) = 0", "f'(x) = g'(x)", "ambiguous"),
        (TWINS, "f(x) = g(x) \\implies f'(x) = g'(x)", "refuted"),
        (
            r"h : \mathbb{R}^n \times \mathbb{R}^n \times \mathbb{R} \to \mathbb{R}, h(x, y, t) = t x^\top y, s \in \mathbb{R}",
            "h(x, y, s) = h(y, x, s)",
            "holds",
        ),
        (
            r"\ell : \mathbb{R}^d \to \mathbb{R}, \ell(w) = \log(1 + e^{-w^\top a}), a \in \mathbb{R}^d",
            r"\|\nabla \ell(w)\| \le \|a\|",
            "holds",
        ),
    ],
)
def test_verdict(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (r"g : \mathbb{R}^n \to \mathbb{R}^n, g(x) = x", "may define g or speak of one point"),
        *(
            (TWINS + f", f(x) = {right}", "may define f or speak of one point")
            for right in ("g(x)", "-2 g(x)", "g(x)/2", "g(x) + 1", "g(x)^2", "x g(x)", "g(2 x)", "g'(x) + x", "x g(y)")
        ),
        (TWINS + ", h := g(x), f(x) = h + x", "may define f or speak of one point"),
        (ONE + ", g(z) = 0", "z is not declared"),  # said of one point, or of all
        (ONE + ", g(x, y) = x + y", "g takes 1 argument(s), not 2"),
    ],
)
def test_what_may_speak_of_one_point_is_refused(given: str, message: str) -> None:
    with pytest.raises(DeriveError) as refused:
        read_given(Scope(), given)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("declaration", "claim", "verdict"),
    [
        (r"M \in \mathbb{R}^{m, n}", r"\|M\|_F^2 = \operatorname{tr}(M^\top M)", "holds"),
        (r"M \in M_{m,n}(\mathbb{R})", r"\|M\|_F^2 = \operatorname{tr}(M^\top M)", "holds"),
        (r"X \in \mathcal{M}_{m \times n}(\mathbb{R})", r"X^\top X = X X^\top", "ill-typed"),
        (r"X \in \mathrm{Mat}_{n}(\mathbb{R})", r"X^\top X = X X^\top", "refuted"),
        (r"x \in \Re^n", r"\|x\|^2 = x^\top x", "holds"),
        (r"S \in \mathcal{S}^n_+, v \in \mathbb{R}^n", r"v^\top S v \ge 0", "holds"),
        (r"S \in \mathcal{S}_{++}^n, v \in \mathbb{R}^n", r"v^\top S v > 0", "refuted"),  # at v = 0
    ],
)
def test_sets(declaration: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, declaration, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"f : \mathbb{R} \to \mathbb{R}_{\ge 0}", r"f(x) \ge 0", "holds"),
        (r"f : \mathbb{R} \to \mathbb{R}_{\ge 0}", r"f(x) > 0", "refuted"),
        (r"f : \mathbb{R} \to \mathbb{R}_{\ge 0}", r"f(2 x + 1) + f(0) \ge 0", "holds"),
        (r"f : \mathbb{R} \to (0, \infty)", r"\frac{d}{dx} \log f(x) = \frac{f'(x)}{f(x)}", "holds"),
        (r"f : \mathbb{R} \to [0, 1]", r"f(x) \le 1", "holds"),
        (r"f : \mathbb{R} \to [0, 1]", r"f(x) \ge 1", "refuted"),
        (r"f : \mathbb{R} \to [0, 1]^n", r"f(x)_i \le 1", "holds"),
        (r"f(x) \in [0, 1]", r"f(x) \le 1", "holds"),
        (r"f : \mathbb{R}_{> 0} \to \mathbb{R}_{\ge 0}", r"f(x) \ge 0", "undecided"),
        (r"f : \mathbb{R}^n \to \mathbb{S}^n_{+}, v \in \mathbb{R}^n", r"f(v) \succeq 0", "holds"),
        (r"f : \mathbb{R} \to \mathbb{R}", r"f(x) \ge 0", "refuted"),
    ],
)
def test_values_lie_in_their_set(given, claim, verdict, tmp_path):
    result = judged(claim, rf"x \in \mathbb{{R}}, {given}", tmp_path)
    assert (result.verdict, result.domain or "") == (verdict, "")
