"""Proof objects by cases: on both sides of kinks, and of equations by the bounds from above and below."""

from __future__ import annotations

import random

import pytest

from proofs.proving.objects import proof_of
from tests.judged import problems_of

NUMBERS = r"a, b, c \in \mathbb{R}"
PAIRS = [
    (NUMBERS, r"\max(a, b) \min(a, b) = a b", r"\max(a, b) \min(a, b) = a^2"),
    (NUMBERS, r"|a| = \max(a, -a)", r"|a| = \max(a, b)"),
    (NUMBERS, r"|a^2 b| = a^2 |b|", r"|a b^2| = a^2 |b|"),
    (NUMBERS, r"|a + b| + |a - b| = 2 \max(|a|, |b|)", r"|a + b| + |a - b| = 2 \max(a, b)"),
    (NUMBERS, r"|\max(a, c) - \max(b, c)| \le |a - b|", r"|\max(a, c) - \max(b, c)| \le |a - c|"),
    (NUMBERS, r"|\operatorname{ReLU}(a) - \operatorname{ReLU}(b)| \le |a - b|", r"|\operatorname{ReLU}(a) - \operatorname{ReLU}(b)| \le \frac12 |a - b|"),
    (NUMBERS, r"a \operatorname{sign}(a) = |a|", r"b \operatorname{sign}(a) = |b|"),
    (NUMBERS, r"\mathbf{1}[a > b] + \mathbf{1}[a \le b] = 1", r"\mathbf{1}[a > b] + \mathbf{1}[b > a] = 1"),
    (NUMBERS, r"\mathbf{1}[a > 0] = \frac12 (\operatorname{sign}(a)^2 + \operatorname{sign}(a))", r"\mathbf{1}[a > 0] = \frac12 (1 + \operatorname{sign}(a))"),
    (NUMBERS + r", a \ne 0", r"\operatorname{sign}(a)^2 = 1", r"\operatorname{sign}(a b)^2 = 1"),
    (NUMBERS, r"a^2 + b^2 = 0 \implies a = 0", r"a^2 - b^2 = 0 \implies a = 0"),
    (NUMBERS, r"(a - b)^2 \le 0 \implies a = b", r"(a - b)^2 \le c^2 \implies a = b"),
    (NUMBERS, r"a^2 \le 2 a - 1 \implies a = 1", r"a^2 \le 2 a \implies a = 1"),
    (r"x \in \mathbb{R}^n", r"\|\operatorname{diag}(x)\|_2 = \max_i |x_i|", r"\|\operatorname{diag}(x)\|_2 = \max_i x_i"),
    (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_2 = \sqrt{\lambda_{\max}(A A^\top)}", r"\|A\|_2 = \lambda_{\max}(A A^\top)"),
    (r"x \in \mathbb{R}^n", r"\det(\operatorname{diag}(x)) = \prod_{i=1}^n x_i", r"\det(\operatorname{diag}(x)) = \prod_{i=1}^n x_i^2"),
    (r"x \in \mathbb{R}^n, x > 0", r"\log \prod_{i=1}^n x_i = \sum_{i=1}^n \log x_i", r"\log \prod_{i=1}^n x_i = \prod_{i=1}^n \log x_i"),
    ("", r"80.7 < 81.7", r"81.7 < 80.7"),
    ("", r"\max(63.7, 64.1) < 64.8", r"\max(63.7, 64.9) < 64.8"),
]


def has_objects(given: str, claim: str) -> bool:
    return all(proof_of(p).data is not None for p in problems_of(given, claim))


@pytest.mark.parametrize(("given", "true", "false"), PAIRS)
def test_true_ones_have_objects_and_false_ones_none(given: str, true: str, false: str) -> None:
    assert has_objects(given, true)
    assert not has_objects(given, false)


@pytest.mark.parametrize("seed", range(12))
def test_random_sums_of_kinks_have_objects_only_if_they_are_true(seed: int) -> None:
    chance = random.Random(seed)
    forms = [(chance.randint(-2, 2), chance.randint(-2, 2)) for _ in range(3)]
    weights = [chance.choice([-2, -1, 1, 2, 3]) for _ in forms]
    text = " + ".join(rf"({w}) |{p} a + ({q}) b|" for w, (p, q) in zip(weights, forms, strict=True))

    def value(a: float, b: float) -> float:
        return sum(w * abs(p * a + q * b) for w, (p, q) in zip(weights, forms, strict=True))

    rays = [(1, 0), (0, 1), *((q, -p) for p, q in forms), *((chance.gauss(0, 1), chance.gauss(0, 1)) for _ in range(50))]
    true = all(value(s * a, s * b) >= 0 for a, b in rays for s in (1, -1))  # where it is least, a form vanishes
    assert true or not has_objects(NUMBERS, rf"{text} \ge 0")
