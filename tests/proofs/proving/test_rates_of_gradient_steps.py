"""Rates of gradient steps as proof objects, symbolic in the constants of the class, and rates that are too good."""

from __future__ import annotations

import copy
import random

import pytest

from proofs import verify
from proofs.proving.objects import digest, proof_of
from tests.judged import problems_of

SMOOTH = r"f : \mathbb{R}^d \to \mathbb{R}, f \text{ is convex and } L\text{-smooth}, L > 0, x, y, z, u, v \in \mathbb{R}^d, \nabla f(z) = 0"
STRONG = (
    r"f : \mathbb{R}^d \to \mathbb{R}, f \text{ is } \mu\text{-strongly convex and } L\text{-smooth}, 0 < \mu, \mu < L,"
    r" x, y, z \in \mathbb{R}^d, \nabla f(z) = 0"
)
TWO = SMOOTH + r", u = x - \frac{1}{L} \nabla f(x), v = u - \frac{1}{L} \nabla f(u)"
STEPS = SMOOTH + r", \gamma \in \mathbb{R}, \gamma > 0, \gamma \le \frac{%s}{L}"
AFTER = r"x - \frac{1}{L} \nabla f(x)"
VALUES = r"f\left(" + AFTER + r"\right) - f(z) \le %s (f(x) - f(z))"
RATE = r"\left(1 - \frac{\mu}{L}\right)"
RATES = [  # given, the tight rate, a better one
    (SMOOTH, r"f\left(" + AFTER + r"\right) - f(z) \le \frac{L}{%s} \|x - z\|_2^2", "6", "7"),
    (TWO, r"f(v) - f(z) \le \frac{L}{%s} \|x - z\|_2^2", "10", "11"),
    (STRONG, r"\left\|" + AFTER + r" - z\right\|_2 \le %s \|x - z\|_2", RATE, RATE + "^2"),
    (STRONG, VALUES, RATE + "^2", r"\frac{99}{100} " + RATE + "^2"),
    (STRONG, VALUES, RATE, RATE + "^3"),
    (STRONG, r"\left\|\nabla f\left(" + AFTER + r"\right)\right\|_2 \le %s \|\nabla f(x)\|_2", RATE, r"\frac{99}{100} " + RATE),
    (STRONG, r"\left\|x - \frac{2}{L + \mu} \nabla f(x) - z\right\|_2 \le \frac{%s}{L + \mu} \|x - z\|_2", r"L - \mu", r"L - 2 \mu"),
]


def found(given: str, claim: str):
    (problem,) = problems_of(given, claim)
    return proof_of(problem)


@pytest.mark.parametrize("given, claim, tight, better", RATES)
def test_tight_rates_have_objects_and_better_ones_have_none(given: str, claim: str, tight: str, better: str) -> None:
    pytest.importorskip("clarabel")
    one = found(given, claim % tight)
    assert one.data is not None, one.reason
    assert not one.data["domain"]
    assert found(given, claim % better).data is None


def test_gradient_steps_are_nonexpansive_up_to_twice_the_reciprocal_constant() -> None:
    pytest.importorskip("clarabel")
    claim = r"\|x - \gamma \nabla f(x) - y + \gamma \nabla f(y)\|_2 \le \|x - y\|_2"
    assert found(STEPS % "2", claim).data is not None
    assert found(STEPS % "3", claim).data is None


def test_random_steps_and_rates_that_a_quadratic_function_breaks_are_never_shown() -> None:
    """Of c x^2 / 2 the step s/L multiplies x by 1 - s c/L: with c = mu and with c = L it is at least the claimed rate."""
    pytest.importorskip("clarabel")
    chance = random.Random(3)
    given = STRONG.replace(r"\mu < L", r"L = 2 \mu")
    for _ in range(4):
        step = chance.choice([1, 2, 3, 4, 5])  # fourths of 1/mu
        worst = max(abs(4 - step), abs(4 - 2 * step)) * 25  # percent
        claim = r"\left\|x - \frac{%d}{4 \mu} \nabla f(x) - z\right\|_2 \le \frac{%d}{100} \|x - z\|_2"
        assert found(given, claim % (step, worst - chance.choice([1, 5]))).data is None, (step, worst)
    assert found(given, claim % (step, worst)).data is not None, (step, worst)


def test_a_witness_that_is_not_of_the_class_is_rejected() -> None:
    pytest.importorskip("clarabel")
    one = found(SMOOTH, RATES[0][1] % "6")
    assert one.data is not None
    base = verify.read_base()
    assert verify.verify_data(one.data, base).accepted
    for change in (_steeper, _without_reason, _negative):
        forged = copy.deepcopy(one.data)
        change(forged["witness"])
        forged["hash"] = digest(forged)
        report = verify.verify_data(forged, base)
        assert not report.accepted and "witness" in report.reason


def _steeper(witness) -> None:
    """A function whose gradient is not Lipschitz with this constant."""
    witness["functions"]["f"][1] = witness["functions"]["f"][1].replace("(const 1/2)", "(const 50)")


def _without_reason(witness) -> None:
    witness["classes"].popitem()


def _negative(witness) -> None:
    name = next(iter(witness["classes"]))
    witness["classes"][name] = f"(scale (const -1) {witness['classes'][name]})"
