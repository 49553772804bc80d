r"""Each engine is shown random claims that are false, most of them barely, and proves none of them.

A claim is false by how it is made: a sum of squares that vanishes at a known point is claimed to be larger there, or the claimed
quotient of two quantities is less than NumPy finds at some draw. The same makers give true claims, so that the engines are asked at all.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import cosh, exp, log, sin, sinh, sqrt, tanh

import numpy as np
import pytest

from proofs.proving.objects import proof_of
from tests.judged import problems_of

Claim = tuple[str, str]
CASES = 8


def polynomials(chance: random.Random, slack: int) -> Claim:
    """Squares of polynomials with a common zero, at which a hypothesis is strictly met: a sum of them is at least the slack there."""
    a, b = chance.randint(-2, 2), chance.randint(1, 2)
    squares = []
    for _ in range(2):
        c = [chance.randint(-2, 2) for _ in range(5)]
        at = c[0] * a * a + c[1] * a * b + c[2] * b * b + c[3] * a + c[4] * b
        squares.append(rf"({c[0]} x^2 + ({c[1]}) x y + ({c[2]}) y^2 + ({c[3]}) x + ({c[4]}) y - ({at}))^2")
    given = r"x, y \in \mathbb{R}" + chance.choice(["", r", y \ge 0", rf", x^2 + y^2 \le {a * a + b * b + 1}"])
    return given, rf"{squares[0]} + {squares[1]} \ge {-slack} \cdot \frac{{1}}{{100}}"


def traces(chance: random.Random, slack: int) -> Claim:
    """A word that vanishes at ``M = a I, N = b I``."""
    a, b = chance.choice([-2, -1, 1, 2]), chance.choice([-1, 1, 2])
    word = chance.choice([rf"{b} M^2 - ({a}) M N", rf"{b} M N - ({a}) N^2", rf"{b * b} M^2 - ({a * a}) N^2"])
    given = r"M, N \in \mathbb{R}^{n \times n}, M = M^\top, N = N^\top"
    return given, rf"\operatorname{{tr}}(({word})^\top ({word})) \ge {-slack} \cdot \frac{{1}}{{100}} \operatorname{{tr}}(M^4)"


def orders(chance: random.Random, slack: int) -> Claim:
    """Completed squares of definite matrices, at ``A = t B`` zero."""
    t = chance.randint(1, 3)
    given = r"A, B \in \mathbb{R}^{n \times n}, A \succ 0, B \succ 0"
    shapes = [
        rf"A B^{{-1}} A + {100 * t * t + slack} \cdot \frac{{1}}{{100}} B \succeq {2 * t} A",
        rf"A^{{-1}} + {t * t} B^{{-1}} \succeq {100 * (t + 1) ** 2 - slack} \cdot \frac{{1}}{{100}} (A + B)^{{-1}}",
        rf"{100 * t * t + slack} \cdot \frac{{1}}{{100}} A^{{-1}} + A \succeq {2 * t} I",
    ]
    return given, chance.choice(shapes)


def rates(chance: random.Random, slack: int) -> Claim:
    """A step of length at most 2/L keeps distances, exactly where the function is constant."""
    step = chance.choice([1, 3, 5, 7, 8])
    given = r"f : \mathbb{R}^d \to \mathbb{R}, f \text{ is convex and } L\text{-smooth}, L > 0, x, y, z \in \mathbb{R}^d, \nabla f(z) = 0"
    x, y = (rf"{p} - \frac{{{step}}}{{4 L}} \nabla f({p})" for p in "xy")
    left, right = chance.choice([(rf"\|{x} - ({y})\|_2", r"\|x - y\|_2"), (rf"\|{x} - z\|_2^2", r"\|x - z\|_2^2")])
    return given, rf"{left} \le {100 + slack} \cdot \frac{{1}}{{100}} {right}"


# Quotients of quantities: the largest of some draws is a bound that is too small by a percent.

Quantity = tuple[str, Callable[..., float]]
FROBENIUS, SPECTRAL, NUCLEAR = (lambda a, o=o: float(np.linalg.norm(a, o)) for o in ("fro", 2, "nuc"))
NORMS: list[Quantity] = [
    (r"\|A B\|_F", lambda a, b, x: FROBENIUS(a @ b)),
    (r"\|A B\|_2", lambda a, b, x: SPECTRAL(a @ b)),
    (r"\|A\|_2 \|B\|_2", lambda a, b, x: SPECTRAL(a) * SPECTRAL(b)),
    (r"\|A\|_F \|B\|_F", lambda a, b, x: FROBENIUS(a) * FROBENIUS(b)),
    (r"\|A\|_* \|B\|_2", lambda a, b, x: NUCLEAR(a) * SPECTRAL(b)),
    (r"|\operatorname{tr}(A B)|", lambda a, b, x: abs(float(np.trace(a @ b)))),
    (r"\|A B x\|_2 \|x\|_2^{-1}", lambda a, b, x: float(np.linalg.norm(a @ b @ x) / np.linalg.norm(x))),
    (r"\|A B x\|_\infty \|x\|_2^{-1}", lambda a, b, x: float(np.abs(a @ b @ x).max() / np.linalg.norm(x))),
]
SPECTRA: list[Quantity] = [
    (r"\operatorname{tr}(S)", lambda s: float(np.trace(s))),
    (r"\|S\|_*", NUCLEAR),
    (r"\|S\|_F", FROBENIUS),
    (r"\lambda_{\max}(S)", SPECTRAL),
    (r"\operatorname{tr}((S^2)^{1/2})", NUCLEAR),
    (r"\log \det(I + S)", lambda s: float(np.linalg.slogdet(np.eye(len(s)) + s)[1])),
    (r"\operatorname{tr}(S (I + S)^{-1})", lambda s: float(np.trace(s @ np.linalg.inv(np.eye(len(s)) + s)))),
    (r"\log \operatorname{tr}(e^S) - \log n", lambda s: log(sum(exp(v) for v in np.linalg.eigvalsh(s))) - log(len(s))),
    (r"\|(I + S)^{-1} S\|_2", lambda s: SPECTRAL(s @ np.linalg.inv(np.eye(len(s)) + s))),
]
SCALARS: list[Quantity] = [
    (r"x", lambda x: x),
    (r"\sin x", sin),
    (r"\tanh x", tanh),
    (r"\sinh x", sinh),
    (r"\log(1 + x)", lambda x: log(1 + x)),
    (r"\frac{x}{1 + x}", lambda x: x / (1 + x)),
    (r"\sqrt{1 + x} - 1", lambda x: sqrt(1 + x) - 1),
    (r"e^x - 1", lambda x: exp(x) - 1),
    (r"\cosh x - 1", lambda x: cosh(x) - 1),
    (r"1 - e^{-x}", lambda x: 1 - exp(-x)),
]


def quotient(chance: random.Random, table: list[Quantity], points: list[tuple], given: str) -> Claim:
    """``left <= c right`` with c a percent below the largest quotient of the points; ``left = right`` where they differ."""
    (left, f), (right, g) = chance.sample(table, 2)
    values = [(f(*p), g(*p)) for p in points]
    if chance.random() < 0.2 and any(abs(u - v) > 1e-6 for u, v in values):  # noqa: PLR2004
        return given, f"{left} = {right}"
    c = int(990 * max(u / v for u, v in values if v > 1e-9))  # noqa: PLR2004
    return given, rf"{left} \le \frac{{{c}}}{{1000}} \left({right}\right)"


def norms(chance: random.Random, slack: int) -> Claim:
    draw = np.random.default_rng(chance.randrange(10**6))
    points = [(draw.normal(size=(n, n)), draw.normal(size=(n, n)), draw.normal(size=n)) for n in (1, 2, 4) for _ in range(5)]
    points += [(np.eye(n), np.eye(n), np.eye(n)[0]) for n in (2, 5)] + [(np.outer(e, e), np.outer(e, e), e) for e in np.eye(3)]
    return quotient(chance, NORMS, points, r"A, B \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, x \ne 0")


def spectra(chance: random.Random, slack: int) -> Claim:
    draw = np.random.default_rng(chance.randrange(10**6))
    points = [(c * r @ r.T,) for n in (1, 2, 4) for c in (0.001, 1, 5) for r in [draw.normal(size=(n, n))]]
    points += [(c * np.diag([1.0] * k + [0.0] * (4 - k)),) for k in (1, 4) for c in (0.001, 1, 50)]
    return quotient(chance, SPECTRA, points, r"S \in \mathbb{R}^{n \times n}, S \succeq 0")


def scalars(chance: random.Random, slack: int) -> Claim:
    return quotient(chance, SCALARS, [(10.0**k,) for k in (-3, -1, -0.3, 0, 0.3, 0.7, 1)], r"x \in \mathbb{R}, x > 0")


def is_shown(given: str, claim: str) -> bool:
    return all(proof_of(problem).data is not None for problem in problems_of(given, claim))


@pytest.mark.parametrize("seed", range(CASES))
@pytest.mark.parametrize("make", [polynomials, traces, orders, rates, norms, spectra, scalars], ids=lambda make: make.__name__)
def test_no_random_false_claim_has_an_object(make: Callable[[random.Random, int], Claim], seed: int) -> None:
    pytest.importorskip("clarabel")
    given, claim = make(random.Random(seed), -1)
    assert not is_shown(given, claim), (given, claim)


@pytest.mark.parametrize("make", [polynomials, traces, orders, rates], ids=lambda make: make.__name__)
def test_without_the_slack_most_of_them_have_one(make: Callable[[random.Random, int], Claim]) -> None:
    pytest.importorskip("clarabel")
    assert sum(is_shown(*make(random.Random(seed), 0)) for seed in range(4)) >= 3  # noqa: PLR2004
