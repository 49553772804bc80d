r"""The order of Loewner by sums of congruences: true inequalities get an object, their false neighbors do not."""

from __future__ import annotations

import random

import pytest

from derive.fraction import Fraction
from proofs.proving.gram import factored
from proofs.proving.objects import proof_of
from tests.judged import problems_of

TWO = r"A, B \in \mathbb{R}^{n \times n}, A \succ 0, B \succ 0"
ONE = r"A \in \mathbb{R}^{n \times n}, A \succ 0"
SYMMETRIC = r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top"
ANY = r"X, Y \in \mathbb{R}^{m \times n}"
VECTORS = r"x, y \in \mathbb{R}^n"
KALMAN = (
    r"P \in \mathbb{R}^{n \times n}, K \in \mathbb{R}^{n \times m}, H \in \mathbb{R}^{m \times n}, R \in \mathbb{R}^{m \times m},"
    r" P \succeq 0, R \succ 0, S := H P H^\top + R, G := P H^\top S^{-1}"
)
JOSEPH = r"(I - K H) P (I - K H)^\top + K R K^\top"
TABLE = [
    (TWO, r"A^{-1} + B^{-1} \succeq 4 (A + B)^{-1}", r"A^{-1} + B^{-1} \succeq 5 (A + B)^{-1}"),
    (TWO, r"(A + B)^{-1} \preceq A^{-1}", r"A^{-1} \preceq (A + B)^{-1}"),
    (TWO, r"A - A (A + B)^{-1} A \succeq 0", r"A - 2 A (A + B)^{-1} A \succeq 0"),
    (TWO, r"A B^{-1} A \succeq 2 A - B", r"A B^{-1} A \succeq 2 A"),
    (rf"{TWO}, A \succeq B", r"B^{-1} \succeq A^{-1}", r"A^{-1} \succeq B^{-1}"),
    (rf"{TWO}, A \preceq B", r"A B^{-1} A \preceq A", r"A B^{-1} A \succeq A"),
    (
        rf"{TWO}, t \in [0, 1]",
        r"(t A + (1 - t) B)^{-1} \preceq t A^{-1} + (1 - t) B^{-1}",
        r"(t A + (1 - t) B)^{-1} \succeq t A^{-1} + (1 - t) B^{-1}",
    ),
    (ONE, r"A + A^{-1} \succeq 2 I", r"A + A^{-1} \succeq 3 I"),
    (rf"{SYMMETRIC}, t \in [0, 1]", r"(t A + (1 - t) B)^2 \preceq t A^2 + (1 - t) B^2", r"(t A + (1 - t) B)^2 \preceq t A^2"),
    (r"A \in \mathbb{R}^{n \times n}, 0 \preceq A, A \preceq I", r"A^2 \preceq A", r"A \preceq A^2"),
    (rf"{ANY}, c > 0", r"X^\top Y + Y^\top X \preceq c X^\top X + \frac1c Y^\top Y", r"X^\top Y + Y^\top X \preceq c X^\top X + c Y^\top Y"),
    (
        rf"{ANY}, S \in \mathbb{{R}}^{{m \times m}}, S \succ 0",
        r"X^\top Y + Y^\top X \preceq X^\top S X + Y^\top S^{-1} Y",
        r"X^\top Y + Y^\top X \preceq X^\top S X + Y^\top S Y",
    ),
    (r"A \in \mathbb{R}^{m \times n}, c > 0", r"A (A^\top A + c I)^{-1} A^\top \preceq I", r"A (A^\top A + c I)^{-1} A^\top \succeq I"),
    (r"P \in \mathbb{R}^{n \times n}, P^2 = P, P^\top = P", r"P \preceq I", r"P \succeq I"),
    (r"A \in \mathbb{R}^{m \times n}", r"A^{+} A \preceq I", r"A^{+} A \succeq I"),
    (KALMAN, rf"{JOSEPH} \succeq (I - G H) P", rf"{JOSEPH} \preceq (I - G H) P"),
    (rf"{VECTORS}, c > 0", r"2 x^\top y \le c x^\top x + \frac1c y^\top y", r"2 x^\top y \le c x^\top x + c y^\top y"),
    (rf"{VECTORS}, A \in \mathbb{{R}}^{{m \times n}}", r"\|A (x + y)\|_2^2 \le 2 \|A x\|_2^2 + 2 \|A y\|_2^2", r"\|A (x + y)\|_2^2 \le \|A x\|_2^2 + 2 \|A y\|_2^2"),
    (rf"{VECTORS}, {ONE}", r"2 y^\top x - x^\top A x \le y^\top A^{-1} y", r"2 y^\top x - x^\top A x \le y^\top A y"),
    (rf"x \in \mathbb{{R}}^n, {TWO}, A \preceq B", r"x^\top B^{-1} x \le x^\top A^{-1} x", r"x^\top A^{-1} x \le x^\top B^{-1} x"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "claim", "neighbor"), TABLE)
def test_true_orders_have_an_object_and_their_neighbors_do_not(given: str, claim: str, neighbor: str) -> None:
    (problem,), (other,) = problems_of(given, claim), problems_of(given, neighbor)
    assert proof_of(problem).data is not None
    assert proof_of(other).data is None


def test_a_definite_matrix_owes_no_determinant() -> None:
    (problem,) = problems_of(KALMAN, rf"{JOSEPH} = (I - G H) P + (K - G) S (K - G)^\top")
    found = proof_of(problem).data
    assert found is not None
    assert found["domain"] == []
    assert {s["id"] for s in found["steps"] if s["by"] == "theorem"} >= {"determinant-definite", "sum-definite-second"}


@pytest.mark.parametrize("seed", range(40))
def test_a_factored_matrix_is_the_sum_of_its_squares(seed: int) -> None:
    chance = random.Random(seed)
    rows = [[Fraction(chance.randint(-2, 2)) for _ in range(3)] for _ in range(chance.choice((1, 2, 4)))]
    gram = [[sum((r[i] * r[j] for r in rows), Fraction(0)) for j in range(3)] for i in range(3)]
    parts = factored(gram)
    assert parts is not None
    assert all(d > 0 for d, _ in parts)
    assert gram == [[sum((d * v[i] * v[j] for d, v in parts), Fraction(0)) for j in range(3)] for i in range(3)]
    indefinite = [[x - (i == j) * (1 + gram[0][0]) for j, x in enumerate(row)] for i, row in enumerate(gram)]
    assert factored(indefinite) is None
