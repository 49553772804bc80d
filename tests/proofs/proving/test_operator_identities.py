r"""Equations of operators by completion: true ones get an object, their false neighbors do not, and what is reduced to zero is zero."""

from __future__ import annotations

import random
from fractions import Fraction as Exact

import pytest

from derive.fraction import Fraction
from proofs.proving.completion import Completion, Polynomial, added, multiplied_out, scaled
from proofs.proving.objects import Found, proof_of
from tests.judged import problems_of

SQUARE = r"A, B, C \in \mathbb{R}^{n \times n}"
ANY = r"A \in \mathbb{R}^{m \times n}"
PROJECTORS = r"P, Q \in \mathbb{R}^{n \times n}, P^2 = P, Q^2 = Q"
SYMMETRIC = r"P \in \mathbb{R}^{n \times n}, P^\top = P, P^2 = P"
FULL = r"A \in \mathbb{R}^{m \times r}, B \in \mathbb{R}^{r \times n}, A^{+} A = I, B B^{+} = I"
RANKS = r"A \in \mathbb{R}^{m \times r}, B \in \mathbb{R}^{r \times n}, \operatorname{rank}(A) = r, \operatorname{rank}(B) = r"
WOODBURY = r"A \in \mathbb{R}^{n \times n}, C \in \mathbb{R}^{k \times k}, U \in \mathbb{R}^{n \times k}, V \in \mathbb{R}^{k \times n}"
KALMAN = (
    r"P \in \mathbb{R}^{n \times n}, R \in \mathbb{R}^{m \times m}, H \in \mathbb{R}^{m \times n}, K \in \mathbb{R}^{n \times m},"
    r" P \succ 0, R \succ 0, S := H P H^\top + R, G := P H^\top S^{-1}"
)
TABLE = [
    (ANY, r"(A^\top A)^{+} A^\top = A^{+}", r"(A^\top A)^{+} A^\top = A^\top"),
    (ANY, r"(A^\top A)^{+} = A^{+} (A^{+})^\top", r"(A^\top A)^{+} = 2 A^{+} (A^{+})^\top"),
    (ANY, r"A^{+} = A^\top (A A^\top)^{+}", r"A^{+} = A^\top (A A^\top)"),
    (r"M \in \mathbb{R}^{n \times n}, M M^\top = M^\top M", r"M^{+} M = M M^{+}", r"M^{+} M = M^{+}"),
    (r"A \in \mathbb{R}^{n \times n}, A^\top = A", r"A A^{+} = A^{+} A", r"A A^{+} = A"),
    (SYMMETRIC, r"P^{+} = P", r"P^{+} = I"),
    (FULL, r"(A B)^{+} = B^{+} A^{+}", r"(A B)^{+} = 2 B^{+} A^{+}"),
    (RANKS, r"(A B)^{+} = B^{+} A^{+}", r"(A B)^{+} = 2 B^{+} A^{+}"),
    (RANKS, r"\det(A^\top A) \ne 0", r"\det(A A^\top) \ne 0"),
    (RANKS, r"\det(B B^\top) \ne 0", r"\det(B^\top B) \ne 0"),
    (
        r"A \in \mathbb{R}^{m \times n}, O \in \mathbb{R}^{n \times n}, O^\top O = I",
        r"(A O)^{+} = O^\top A^{+}",
        r"(A O)^{+} = O^\top O A^{+}",
    ),
    (r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times k}, A B = 0", r"B^{+} A^{+} = 0", r"A^{+} = A^{+} A A^\top"),
    (SQUARE, r"A B = A C = I \implies B = C", r"A B = A C \implies B = C"),
    (SQUARE + r", \det A \ne 0", r"A B = A C \implies B = C", r"B A B = 0 \implies B = 0"),
    (SQUARE + r", \det A \ne 0", r"A^2 = A \implies A = I", r"A B = C A \implies B = C"),
    (SQUARE, r"A^{-1} = B^{-1} \implies A = B", r"A^{-1} = B \implies A = B"),
    (rf"{SQUARE}, A B = I", r"B A = I", r"B A = A"),
    (rf"{SQUARE}, A B = B A", r"A^{-1} B = B A^{-1}", r"A^{-1} B = A B^{-1}"),
    (SQUARE, r"(A^{-1} + B^{-1})^{-1} = A (A + B)^{-1} B", r"(A^{-1} + B^{-1})^{-1} = A (A - B)^{-1} B"),
    (SQUARE, r"(I + A B)^{-1} A = A (I + B A)^{-1}", r"(I + A B)^{-1} A = A (I + A B)^{-1}"),
    (
        WOODBURY,
        r"(A + U C V)^{-1} = A^{-1} - A^{-1} U (C^{-1} + V A^{-1} U)^{-1} V A^{-1}",
        r"(A + U C V)^{-1} = A^{-1} + A^{-1} U (C^{-1} + V A^{-1} U)^{-1} V A^{-1}",
    ),
    (PROJECTORS, r"(P + Q)^2 = P + Q \implies P Q = 0", r"(P + Q)^2 = P + Q \implies P = Q"),
    (rf"{PROJECTORS}, P Q = Q P", r"(P Q)^2 = P Q", r"P Q = P"),
    (
        r"A \in \mathbb{R}^{n \times n}, A^\top = -A",
        r"((I - A)(I + A)^{-1})^\top (I - A)(I + A)^{-1} = I",
        r"(I - A)(I + A)^{-1} = I",
    ),
    (r"A \in \mathbb{R}^{n \times n}, A^3 = 0", r"(I - A)^{-1} = I + A + A^2", r"(I - A)^{-1} = I + A"),
    (r"A \in \mathbb{R}^{m \times n}, c > 0", r"(A^\top A + c I)^{-1} A^\top = A^\top (A A^\top + c I)^{-1}", r"(A^\top A + c I)^{-1} A^\top = A^\top (A A^\top + 2 c I)^{-1}"),
    (
        KALMAN,
        r"(I - K H) P (I - K H)^\top + K R K^\top = (I - G H) P + (K - G) S (K - G)^\top",
        r"(I - K H) P (I - K H)^\top + K R K^\top = (I - G H) P + (K - G) R (K - G)^\top",
    ),
    (
        KALMAN,
        r"(P^{-1} + H^\top R^{-1} H)^{-1} H^\top R^{-1} = P H^\top (H P H^\top + R)^{-1}",
        r"(P^{-1} + H^\top R^{-1} H)^{-1} H^\top R^{-1} = P H^\top (H P H^\top - R)^{-1}",
    ),
]  # fmt: skip


def found(given: str, claim: str) -> list[Found]:
    return [proof_of(problem) for problem in problems_of(given, claim)]


@pytest.mark.parametrize(("given", "claim", "neighbor"), TABLE)
def test_true_equations_have_an_object_and_their_neighbors_do_not(given: str, claim: str, neighbor: str) -> None:
    assert all(one.data is not None for one in found(given, claim))
    assert any(one.data is None for one in found(given, neighbor))


# What is reduced to zero is zero in every model of the generators: here matrices with rational entries.

Matrix = list[list[Exact]]
P: Matrix = [[Exact(1), Exact(2), Exact(0)], [Exact(0), Exact(0), Exact(0)], [Exact(0), Exact(3), Exact(1)]]  # a projector
A: Matrix = [[Exact(1), Exact(2), Exact(0)], [Exact(0), Exact(1), Exact(3)], [Exact(0), Exact(0), Exact(1)]]
B: Matrix = [[Exact(1), Exact(-2), Exact(6)], [Exact(0), Exact(1), Exact(-3)], [Exact(0), Exact(0), Exact(1)]]  # its inverse
N: Matrix = [[Exact(0), Exact(1), Exact(5)], [Exact(0), Exact(0), Exact(2)], [Exact(0), Exact(0), Exact(0)]]  # nilpotent
MODEL = [P, A, B, N]
RELATIONS: list[Polynomial] = [
    {((), (0, 0)): Fraction(1), ((), (0,)): Fraction(-1)},
    {((), (1, 2)): Fraction(1), ((), ()): Fraction(-1)},
    {((), (2, 1)): Fraction(1), ((), ()): Fraction(-1)},
    {((), (3, 3, 3)): Fraction(1)},
    {((), (1, 1)): Fraction(1), ((), ()): Fraction(-3), ((), (1,)): Fraction(0)},
]


def times(a: Matrix, b: Matrix) -> Matrix:
    return [[sum((x * y for x, y in zip(row, col, strict=True)), Exact(0)) for col in zip(*b, strict=True)] for row in a]


def value(p: Polynomial) -> Matrix:
    out = [[Exact(0)] * 3 for _ in range(3)]
    for (_, word), c in p.items():
        m: Matrix = [[Exact(int(i == j)) for j in range(3)] for i in range(3)]
        for letter in word:
            m = times(m, MODEL[letter])
        out = [[x + Exact(c.numerator, c.denominator) * y for x, y in zip(r, s, strict=True)] for r, s in zip(out, m, strict=True)]
    return out


def is_zero(m: Matrix) -> bool:
    return all(x == 0 for row in m for x in row)


TRUE = [r for r in RELATIONS if is_zero(value(r))]


def test_the_model_meets_all_relations_but_one() -> None:
    assert len(TRUE) == len(RELATIONS) - 1


@pytest.mark.parametrize("seed", range(150))
def test_nothing_false_is_reduced_to_zero(seed: int) -> None:
    chance = random.Random(seed)
    claim: Polynomial = {}
    for _ in range(chance.randint(2, 4)):
        word = tuple(chance.randrange(4) for _ in range(chance.randint(0, 4)))
        added(claim, {((), word): Fraction(chance.choice((-2, -1, 1, 1)))})
    if chance.random() < 0.5:  # noqa: PLR2004
        left = tuple(chance.randrange(4) for _ in range(chance.randint(0, 2)))
        claim = scaled(chance.choice(TRUE), Fraction(3), (), left, left)
    run = Completion(TRUE, claim)
    parts = run.solve()
    assert parts is None or is_zero(value(claim))
    if parts is not None:
        assert multiplied_out(parts, run.elements) == claim


def test_something_true_is_reduced_to_zero() -> None:
    claim: Polynomial = {((), (2, 0, 1, 2, 0, 1)): Fraction(1), ((), (2, 0, 1)): Fraction(-1)}
    assert Completion(TRUE, claim).solve()
    assert Completion([*TRUE, RELATIONS[-1]], {((), (1,)): Fraction(1), ((), (2,)): Fraction(-3)}).solve()
