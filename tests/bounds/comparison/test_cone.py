"""Exact points of spectrahedra, and sums of squares found by them."""

from __future__ import annotations

import random
import sys

import pytest
from flint import fmpq

from derive.bounds.comparison.cone import Block, NoSolver, factored, solved
from derive.bounds.comparison.positivity import Known, terms, times

X, Y, Z = ({tuple(int(k == n) for k in range(3)): 1} for n in range(3))
ONE = {(0, 0, 0): 1}


def total(*parts):
    out: dict = {}
    for c, p in parts:
        for e, v in p.items():
            out[e] = out.get(e, 0) + c * v
    return {e: v for e, v in out.items() if v}


def power(p, k):
    return ONE if not k else times(p, power(p, k - 1))


SQUARES = total((1, power(X, 2)), (1, power(Y, 2)), (1, power(Z, 2)))
VASC = total((1, power(SQUARES, 2)), *((-3, times(power(a, 3), b)) for a, b in ((X, Y), (Y, Z), (Z, X))))
"""(x^2 + y^2 + z^2)^2 - 3 (x^3 y + y^3 z + z^3 x): a sum of squares that vanishes at points that are not rational."""


def made_of(found, known, zeros=()):
    """What a combination is, multiplied out."""
    return total(*((v, c.polynomial) for v, c in found))


def test_semidefinite_matrices_are_sums_of_squares_exactly() -> None:
    s = [[fmpq(2), fmpq(1), fmpq(0)], [fmpq(1), fmpq(1, 2), fmpq(0)], [fmpq(0), fmpq(0), fmpq(3)]]
    found = factored(s)
    assert found is not None and len(found) == 2
    assert [[sum(d * v[i] * v[j] for d, v in found) for j in range(3)] for i in range(3)] == s
    assert factored([[fmpq(0), fmpq(1)], [fmpq(1), fmpq(5)]]) is None
    assert factored([[fmpq(1), fmpq(2)], [fmpq(2), fmpq(3)]]) is None


def test_a_form_with_zeros_that_are_not_rational_is_a_sum_of_squares() -> None:
    pytest.importorskip("clarabel")
    found = terms(VASC, [], [], False)
    assert found and made_of(found, []) == VASC
    assert all(v > 0 and c.root is not None for v, c in found)


def test_products_of_what_is_known_stand_before_squares() -> None:
    """27 x y z <= 1 for x, y, z >= 0 that sum to 1."""
    pytest.importorskip("clarabel")
    zero = total((1, X), (1, Y), (1, Z), (-1, ONE))
    known = [Known(p, False, name) for p, name in ((X, "x"), (Y, "y"), (Z, "z"))]
    xyz = times(times(X, Y), Z)
    target = total((1, ONE), (-27, xyz))
    found = terms(target, known, [zero], False)
    assert found and made_of(found, known) == target
    assert terms(total((1, ONE), (-28, xyz)), known, [zero], False) is None


def test_random_polynomials_with_a_negative_value_are_never_sums_of_squares() -> None:
    """Squares minus a little: the false neighbors of tight bounds."""
    pytest.importorskip("clarabel")
    chance = random.Random(5)
    for _ in range(3):
        monomials = [power(X, 2), times(X, Y), power(Y, 2), times(Y, Z), times(X, Z), power(Z, 2)]
        roots = [total(*((chance.randint(-2, 2), m) for m in monomials)) for _ in range(2)]
        point = [chance.randint(-3, 3) for _ in range(3)]
        values = [sum(c * point[0] ** e[0] * point[1] ** e[1] * point[2] ** e[2] for e, c in r.items()) for r in roots]
        roots = [total((1, r), (-v, ONE)) for r, v in zip(roots, values, strict=True)]  # zero at the point
        tight = total(*((1, power(r, 2)) for r in roots))
        if not tight:
            continue
        assert terms(total((1, tight), (fmpq(-1, 1000), ONE)), [], [], False) is None
        found = terms(tight, [], [], False)
        assert found and made_of(found, []) == tight
        assert terms(tight, [], [], True) is None


def test_motzkin_is_no_sum_of_squares_but_a_multiple_of_it_is() -> None:
    pytest.importorskip("clarabel")
    motzkin = total((1, times(power(X, 4), power(Y, 2))), (1, times(power(X, 2), power(Y, 4))), (1, ONE), (-3, times(power(X, 2), power(Y, 2))))
    basis = [(i, j, 0) for i in range(5) for j in range(5) if i + j <= 4]

    def block(monomials):
        pairs = ((i, j) for j in range(len(monomials)) for i in range(j + 1))
        return Block(len(monomials), {(i, j): {tuple(a + b for a, b in zip(monomials[i], monomials[j], strict=True)): fmpq(1 + (i != j))} for i, j in pairs})

    assert solved(motzkin, [], [block([e for e in basis if sum(e) <= 3])]) is None
    assert solved(times(motzkin, total((1, ONE), (1, power(X, 2)), (1, power(Y, 2)))), [], [block(basis)]) is not None


def test_without_the_solver_nothing_is_found_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clarabel", None)
    with pytest.raises(NoSolver):
        solved({0: fmpq(1)}, [{0: fmpq(1)}], [])
    assert terms(total((1, VASC), (1, times(X, times(X, power(Y, 2))))), [], [], False) is None
