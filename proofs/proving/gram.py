"""Sums of congruences: ``M = sum d C^T G C`` with numbers d > 0 and matrices G that are known to be semidefinite, for words in operators.

The candidates for C are words; the unknown is one semidefinite matrix of numbers for each G. It is looked for in floats (alternating
reflections), its range is rounded to rational vectors, the linear equations are solved exactly there, and an exact ``L D L^T`` says
whether what was found is semidefinite. Whoever uses the result multiplies it out again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from derive.fraction import Fraction
from proofs.proving.completion import Polynomial, Term, Word, added, scaled

MAX_UNKNOWN, MAX_ROUNDS, EVERY, CLOSE = 900, 3000, 100, 1e-7
DENOMINATORS, NEAR = 12, 1e-3
RANGE, MAX_DROPPED = 1e-4, 5


@dataclass(frozen=True, slots=True)
class Middle:
    """A semidefinite matrix: its polynomial (with scalars that are not negative), and the terms that may stand beside it."""

    polynomial: Polynomial
    borders: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Square:
    """One summand ``weight * C^T G C``: the number of the middle G, and C as terms with coefficients."""

    weight: Fraction
    middle: int
    border: Mapping[Term, Fraction]


Unknown = tuple[int, int, int]
"""Middle, row, column."""


def squares(
    claim: Polynomial, middles: Sequence[Middle], turn: Callable[[Word], Word], normal: Callable[[Polynomial], Polynomial]
) -> list[Square] | None:
    """Return summands whose sum is the claim, None if none were found.

    Args:
        claim: A symmetric polynomial in normal form.
        middles: What may stand in the middle.
        turn: The adjoint of a word.
        normal: The normal form of a polynomial.

    """
    for longest in sorted({len(w) for m in middles for _, w in m.borders})[1:] or [0]:  # short words first: what is unique is found exactly
        chosen = [Middle(m.polynomial, tuple(t for t in m.borders if len(t[1]) <= longest)) for m in middles]
        for _ in range(MAX_DROPPED):
            found, drop = _attempt(claim, chosen, turn, normal)
            if found is not None:
                return found
            if drop is None:
                break
            chosen[drop] = Middle({}, ())
    return None


def _attempt(
    claim: Polynomial, middles: Sequence[Middle], turn: Callable[[Word], Word], normal: Callable[[Polynomial], Polynomial]
) -> tuple[list[Square] | None, int | None]:
    """Summands whose sum is the claim; or the middle that does least in a solution in floats that no rounding made exact."""
    columns: dict[Unknown, Polynomial] = {}
    for k, middle in enumerate(middles):
        for i, u in enumerate(middle.borders):
            for j, v in enumerate(middle.borders[: i + 1]):
                p = _between(middle.polynomial, u, v, turn)
                if i != j:
                    added(p, _between(middle.polynomial, v, u, turn))
                columns[k, i, j] = normal(p)
                if len(columns) > MAX_UNKNOWN:
                    return None, None
    columns = _pruned(columns, claim)
    rows = sorted({t for p in columns.values() for t in p} | claim.keys())
    if not columns or any(all(t not in p for p in columns.values()) for t in claim):
        return None, None
    blocks = _blocks(columns)
    found = _in_floats(columns, rows, claim, blocks)
    if found is None:
        return None, None
    exact = _exact(columns, rows, claim, blocks, found)
    parts = None if exact is None else _summands(exact, blocks, middles)
    return parts, min(found, key=lambda k: (float(found[k].trace()), k))


def _between(p: Polynomial, u: Term, v: Term, turn: Callable[[Word], Word]) -> Polynomial:
    """``u^T p v``."""
    return scaled(p, Fraction(1), u[0] + v[0], turn(u[1]), v[1])


def _pruned(columns: dict[Unknown, Polynomial], claim: Polynomial) -> dict[Unknown, Polynomial]:
    """Without what must be zero: squares alone make some term that the claim has not, all with one sign."""
    left = dict(columns)
    while True:
        makers: dict[Term, list[tuple[Unknown, Fraction]]] = {}
        for unknown, p in left.items():
            for t, c in p.items():
                makers.setdefault(t, []).append((unknown, c))
        gone = set()
        for t, made in makers.items():
            if t not in claim and all(i == j for (_, i, j), _ in made) and len({c > 0 for _, c in made}) == 1:
                gone |= {(k, i) for (k, i, _), _ in made}
        if not gone:
            return left
        left = {(k, i, j): p for (k, i, j), p in left.items() if (k, i) not in gone and (k, j) not in gone}


def _blocks(columns: Mapping[Unknown, Polynomial]) -> dict[int, list[int]]:
    """The borders that are left of each middle."""
    out: dict[int, list[int]] = {}
    for k, i, j in columns:
        if i == j:
            out.setdefault(k, []).append(i)
    return out


def _in_floats(
    columns: Mapping[Unknown, Polynomial], rows: Sequence[Term], claim: Polynomial, blocks: Mapping[int, list[int]]
) -> dict[int, Any] | None:
    """Semidefinite matrices that meet the equations closely, by alternating reflections (Douglas and Rachford)."""
    import numpy as np

    place = {t: n for n, t in enumerate(rows)}
    names = list(columns)
    at = {u: n for n, u in enumerate(names)}
    a, b = np.zeros((len(rows), len(names))), np.zeros(len(rows))
    for u, p in columns.items():
        weight = 1.0 if u[1] == u[2] else 0.5**0.5  # so that lengths are those of symmetric matrices
        for t, c in p.items():
            a[place[t], at[u]] = float(c) * weight
    for t, c in claim.items():
        b[place[t]] = float(c)
    inverse = np.linalg.pinv(a)
    start = inverse @ b
    if np.abs(a @ start - b).max(initial=0.0) > CLOSE * (1 + np.abs(b).max(initial=0.0)):
        return None
    project = np.eye(len(names)) - inverse @ a
    parts = {k: np.array([[at[k, max(i, j), min(i, j)] for j in own] for i in own]) for k, own in blocks.items()}
    half = {k: np.where(np.eye(len(own)) > 0, 1.0, 0.5**0.5) for k, own in blocks.items()}

    def nearest(y: Any) -> tuple[Any, dict[int, Any]]:
        out, matrices = np.zeros_like(y), {}
        for k, index in parts.items():
            values, vectors = np.linalg.eigh(y[index] * half[k])
            q = (vectors * np.maximum(values, 0)) @ vectors.T
            matrices[k] = q
            out[index] = q / half[k]
        return out, matrices

    y, matrices, apart = start, {}, 1.0
    for turn in range(MAX_ROUNDS):
        x = project @ y + start
        z, matrices = nearest(2 * x - y)
        y = y + z - x
        if turn % EVERY == EVERY - 1 and (apart := float(np.abs(z - x).max())) < CLOSE:
            return matrices
    return matrices if apart < NEAR else None


def _exact(
    columns: Mapping[Unknown, Polynomial], rows: Sequence[Term], claim: Polynomial, blocks: Mapping[int, list[int]], found: Mapping[int, Any]
) -> dict[int, tuple[list[list[Fraction]], list[list[Fraction]]]] | None:
    """For each middle a basis V of the range and R with ``Q = V R V^T``, exact; None where no rounding meets the equations."""
    bases: dict[int, list[list[Fraction]]] = {}
    guess: dict[Unknown, float] = {}
    for k in blocks:
        basis = _range(found[k])
        if basis is None:
            return None
        bases[k] = basis
        guess |= {(k, i, j): c for (i, j), c in _coordinates(basis, found[k]).items()}
    system: dict[Unknown, Polynomial] = {u: {} for u in guess}
    for (k, i, j), p in columns.items():
        a, b = blocks[k].index(i), blocks[k].index(j)
        for r, v in enumerate(bases[k]):
            for s, w in enumerate(bases[k][: r + 1]):
                c = v[a] * w[b] + w[a] * v[b]
                factor = c / 2 if r == s else c
                if factor:  # Q_ab of a pair of entries; a column stands for both
                    added(system[k, r, s], {t: d * factor for t, d in p.items()})
    values = _solved(system, rows, claim, guess)
    if values is None:
        return None
    return {k: (v, [[values[k, max(r, s), min(r, s)] for s in range(len(v))] for r in range(len(v))]) for k, v in bases.items()}


def _range(q: Any) -> list[list[Fraction]] | None:
    """A rational basis of the range of a matrix, in echelon form."""
    import numpy as np

    values, vectors = np.linalg.eigh(q)
    rows = [list(vectors[:, n]) for n in range(len(values)) if values[n] > RANGE * max(1.0, values[-1])]
    out: list[list[Any]] = []
    done: list[int] = []
    while rows:
        row, place = max(((r, c) for r in range(len(rows)) for c in range(len(rows[0])) if c not in done), key=lambda x: abs(rows[x[0]][x[1]]))
        chosen = rows.pop(row)
        lead = [x / chosen[place] for x in chosen]
        done.append(place)
        rows = [[x - r[place] * y for x, y in zip(r, lead, strict=True)] for r in rows]
        out = [[x - r[place] * y for x, y in zip(r, lead, strict=True)] for r in out] + [lead]
    rounded = [[Fraction(float(x)).limit_denominator(DENOMINATORS) for x in r] for r in out]
    close = all(abs(float(x) - float(y)) < NEAR for r, s in zip(rounded, out, strict=True) for x, y in zip(r, s, strict=True))
    return [[Fraction(x.numerator, x.denominator) for x in r] for r in rounded] if close else None


def _coordinates(basis: list[list[Fraction]], q: Any) -> dict[tuple[int, int], float]:
    """R of ``Q = V R V^T``, nearly."""
    import numpy as np

    if not basis:
        return {}
    v = np.linalg.pinv(np.array([[float(x) for x in r] for r in basis]).T)
    r = v @ q @ v.T
    return {(i, j): float(r[i, j]) for i in range(len(basis)) for j in range(i + 1)}


def _solved(
    system: Mapping[Unknown, Polynomial], rows: Sequence[Term], claim: Polynomial, guess: Mapping[Unknown, float]
) -> dict[Unknown, Fraction] | None:
    """Rational values that meet the linear equations, what is free near the guess; None if there are none."""
    names = sorted(system)
    table = [[system[u].get(t, Fraction(0)) for u in names] + [claim.get(t, Fraction(0))] for t in rows]
    pivots: list[int] = []
    for c in range(len(names)):
        r = next((n for n in range(len(pivots), len(table)) if table[n][c]), None)
        if r is None:
            continue
        lead = table.pop(r)
        lead = [x / lead[c] for x in lead]
        table = [[x - row[c] * y for x, y in zip(row, lead, strict=True)] if row[c] else row for row in table]
        table.insert(len(pivots), lead)
        pivots.append(c)
    if any(row[-1] for row in table[len(pivots) :]):
        return None
    values = {u: Fraction(guess[u]).limit_denominator(DENOMINATORS) for u in names}
    values = {u: Fraction(x.numerator, x.denominator) for u, x in values.items()}
    for n, c in enumerate(pivots):
        values[names[c]] = table[n][-1] - sum((table[n][m] * values[u] for m, u in enumerate(names) if m != c and m not in pivots), Fraction(0))
    return values


def factored(r: list[list[Fraction]]) -> list[tuple[Fraction, list[Fraction]]] | None:
    """Return ``R = sum d l l^T`` with d > 0 of a symmetric matrix, None if it is not semidefinite."""
    left = [list(row) for row in r]
    out: list[tuple[Fraction, list[Fraction]]] = []
    for k in range(len(left)):
        d = left[k][k]
        if d < 0 or (d == 0 and any(left[k])):
            return None
        if d == 0:
            continue
        column = [left[i][k] / d for i in range(len(left))]
        out.append((d, column))
        left = [[x - d * column[i] * column[j] for j, x in enumerate(row)] for i, row in enumerate(left)]
    return out


def _summands(exact: Mapping[int, tuple[list[list[Fraction]], list[list[Fraction]]]], blocks: Mapping[int, list[int]], middles: Sequence[Middle]) -> list[Square] | None:
    out: list[Square] = []
    for k, (basis, r) in exact.items():
        parts = factored(r)
        if parts is None:
            return None
        for d, column in parts:
            border: dict[Term, Fraction] = {}
            for c, v in zip(column, basis, strict=True):
                for place, x in zip(blocks[k], v, strict=True):
                    word = middles[k].borders[place]
                    border[word] = border.get(word, Fraction(0)) + c * x
            out.append(Square(d, k, {w: c for w, c in border.items() if c}))
    return [s for s in out if s.border]


__all__ = ["Middle", "Square", "factored", "squares"]
