r"""Differential equations among the hypotheses: at the point for derivatives, refused for what they do not tell."""

import pytest

from tests.judged import judged

FACTORS = (
    r"t \in \mathbb{R}, \quad U(t) \in \mathbb{R}^{m \times r}, \quad V(t) \in \mathbb{R}^{r \times n}, \quad "
    r"G \in \mathbb{R}^{m \times n} \\ "
)
WEIGHTS = r"t \in \mathbb{R}, \quad w(t) \in \mathbb{R}^n, \quad H \in \mathbb{R}^{n \times n} \\ "
NUMBERS = r"t, a \in \mathbb{R}, \quad u(t), v(t) \in \mathbb{R} \\ "
LOSS = WEIGHTS + r"X \in \mathbb{R}^{m \times n}, \quad y \in \mathbb{R}^m, \quad L(w) := \tfrac12 \|X w - y\|^2 \\ "
ROOT = r"f : \mathbb{R} \to \mathbb{R}, \quad x, x_0 \in \mathbb{R} \\ "
GRADIENTS = r"\dot U = -G V^\top, \quad \dot V = -U^\top G"
WRITTEN = r"\dot U(t) = -G V(t)^\top, \quad \dot V(t) = -U(t)^\top G"
LEIBNIZ = r"\frac{dU}{dt} = -G V^\top, \quad \frac{dV}{dt} = -U^\top G"

HOLDS = [
    *((FACTORS + more, r"\frac{d}{dt}(U^\top U - V V^\top) = 0") for more in (GRADIENTS, WRITTEN, LEIBNIZ)),
    *((FACTORS + more, r"\frac{d}{dt}(U V) = -G V^\top V - U U^\top G") for more in (GRADIENTS, WRITTEN)),
    (FACTORS + r"U'(t) = -G V(t)^\top", r"\frac{dU}{dt} = -G V^\top"),
    (WEIGHTS + r"\dot w = -H w", r"\frac{d}{dt} \frac12 \|w\|^2 = -w^\top H w"),
    (WEIGHTS + r"H \succeq 0, \quad \dot w = -H w", r"\frac{d}{dt} \frac12 \|w\|^2 \le 0"),
    (WEIGHTS + r"\frac{dw}{dt} = -H w", r"\dot w(t) = -H w(t)"),
    (WEIGHTS + r"\frac{dw}{dt} = -H w", r"\frac{d^2 w}{dt^2} = H^2 w"),
    (WEIGHTS + r"\frac{d w(t)}{dt} = -w(t)", r"\frac{d}{dt} \|w\|^2 = -2 \|w\|^2"),
    (WEIGHTS, r"\frac{d}{dt} \|w\|^2 = 2 w^\top \dot w"),
    (WEIGHTS + r"H^\top = -H, \quad \|w\|^2 = 1, \quad \dot w = H w", r"w^\top \frac{dw}{dt} = 0"),
    (LOSS + r"\dot w = -\nabla L(w)", r"\frac{d}{dt} L(w(t)) = -\|\nabla L(w)\|^2"),
    (NUMBERS + r"\dot u = a t u", r"\ddot u = a u + a^2 t^2 u"),
    (NUMBERS + r"\dot u = a t u", r"\frac{d}{dt} (t^2 u^2) = 2 t u^2 + 2 a t^3 u^2"),
    (NUMBERS + r"\dot u = v", r"\ddot u = \dot v"),
    (NUMBERS + r"\dot u = a (1 - u) u", r"\frac{d}{dt} \log u = a (1 - u)"),
]
REFUTED = [
    (FACTORS + GRADIENTS, r"\frac{d}{dt}(U^\top U + V V^\top) = 0"),
    (FACTORS + WRITTEN, r"\frac{dU}{dt} = G V^\top"),
    (FACTORS + LEIBNIZ, r"\frac{d}{dt}(U V) = -G V^\top V"),
    (WEIGHTS + r"\dot w = -H w", r"\frac{d}{dt} \frac12 \|w\|^2 = w^\top H w"),
    (WEIGHTS + r"\dot w = -H w", r"\frac{d^2 w}{dt^2} = -H^2 w"),
    (WEIGHTS + r"\dot w = -H w", r"\frac{d}{dt} \frac12 \|w\|^2 \le 0"),
    (LOSS + r"\dot w = -\nabla L(w)", r"\frac{d}{dt} L(w(t)) = -2 \|\nabla L(w)\|^2"),
    (NUMBERS + r"\dot u = a t u", r"\ddot u = a^2 t^2 u"),
    (NUMBERS + r"\dot u = v", r"\ddot u = v"),
    (ROOT + r"f'(x_0) = 0", r"f''(x_0) \ge 0"),
    (ROOT + r"f(x_0) = 0", r"f'(x_0) = 0"),
]
UNCLEAR = [
    (NUMBERS + r"\dot u = 0", r"\ddot u = 0"),
    (NUMBERS + r"\dot u = a u", r"\dot u(2) = a u(2)"),
    (NUMBERS + r"\dot u = a u", r"u(t) = e^{a t} u(0)"),
    (NUMBERS + r"\ddot u = -u", r"\frac{d^4 u}{dt^4} = u"),
    (NUMBERS + r"u^2 = 1", r"u \dot u = 0"),
    (WEIGHTS + r"\|w\|^2 = 1, \quad \dot w = -H w", r"w^\top \frac{dw}{dt} = 0"),
    (ROOT + r"f'(x) = f(x)", r"f'(2) = f(2)"),
]


@pytest.mark.parametrize(("given", "claim"), HOLDS)
def test_along_solutions(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), REFUTED)
def test_false_neighbours(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(("given", "claim"), UNCLEAR)
def test_what_an_equation_may_not_say(given: str, claim: str, tmp_path):
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided"
    assert "only, or for all" in result.message
