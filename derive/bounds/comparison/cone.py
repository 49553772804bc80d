"""Exact points of a spectrahedron: numbers that are not negative and semidefinite matrices that meet linear equations.

``target = sum c_k column_k + sum <S_b, table_b>`` with ``c >= 0`` and ``S_b >= 0``, over any vector space with a basis of labels:
coefficients of polynomials, traces of words, inner products. A point is looked for in floats by an interior-point method (Clarabel,
of the extra ``sos``), directions in which it is nearly zero are dropped, the rest is rounded, and it counts only when the equations
hold and ``S = L D L^T`` with ``D >= 0`` in rational arithmetic (Peyrl and Parrilo, Computing sum of squares decompositions with
rational coefficients, 2008).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq, fmpq_mat, nmod_mat

from derive.fraction import Fraction

Row = Hashable
Vector = Mapping[Row, Any]
"""Rational coefficients by the labels of a basis."""
MAX_ROWS, MAX_UNKNOWNS, MAX_ROUNDS, MAX_ITERATIONS = 700, 5_000, 6, 120
TOLERANCES = (1e-7, 1e-6, 1e-5, 1e-4, 1e-3)
"""What is nearly zero beside the largest value: the first under which the rest is exact is taken."""
DENOMINATORS = (1, 2, 4, 6, 12, 60, 1_000, 100_000, 10_000_000)
LARGEST_IN_KERNEL, NEAR = 60, 2e-3
LARGEST, SHORT = 1e4, 1e-4
"""How large the numbers and traces may be together, and what a point in floats may lack."""
PRIME = (1 << 61) - 1
SOLVER = "clarabel"


class NoSolver(ModuleNotFoundError):
    """The solver is not installed."""


def is_here() -> bool:
    """Return whether the solver is installed."""
    try:
        import clarabel  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Block:
    """A semidefinite matrix that is looked for.

    Attributes:
        size: Its number of rows.
        table: What the entry (i, j), i <= j, is multiplied with; of one off the diagonal the sum for both places.
        basis: Columns of numbers: the matrix is ``B T B^T`` with a definite T; None is the identity.
    """

    size: int
    table: Mapping[tuple[int, int], Vector]
    basis: tuple[tuple[Any, ...], ...] | None = None

    def restricted(self, columns: Sequence[Sequence[Any]]) -> Block:
        """Return the block of the matrices ``C T C^T`` inside this one."""
        outer = self.basis or tuple(tuple(fmpq(i == j) for i in range(self.size)) for j in range(self.size))
        new = tuple(tuple(sum((c * o[i] for c, o in zip(column, outer, strict=True)), fmpq(0)) for i in range(len(outer[0]))) for column in columns)
        size, table = len(columns), dict[tuple[int, int], dict[Row, Any]]()
        for a in range(size):
            for b in range(a, size):
                total: dict[Row, Any] = {}
                for (i, j), vector in self.table.items():
                    c = columns[a][i] * columns[b][j]
                    if a != b:  # of both places of this entry
                        c += columns[b][i] * columns[a][j]
                    for row, value in vector.items() if c else ():
                        total[row] = total.get(row, fmpq(0)) + c * value
                table[a, b] = {r: v for r, v in total.items() if v}
        return Block(size, table, new)


@dataclass(frozen=True, slots=True)
class Point:
    """Numbers for the columns, and for each block squares: a positive number and what is squared, by the rows of the block."""

    values: tuple[Any, ...]
    squares: tuple[tuple[tuple[Any, tuple[Any, ...]], ...], ...]


@dataclass(frozen=True, slots=True)
class _Program:
    target: Vector
    columns: tuple[Vector, ...]
    free: tuple[bool, ...]
    alive: tuple[bool, ...]
    blocks: tuple[Block, ...]
    wanted: frozenset[int]

    @property
    def entries(self) -> list[tuple[int, int, int]]:
        return [(n, i, j) for n, b in enumerate(self.blocks) for j in range(b.size) for i in range(j + 1)]

    @property
    def vectors(self) -> list[Vector]:
        """The columns that are alive, then the entries of the blocks."""
        alive = [c for c, there in zip(self.columns, self.alive, strict=True) if there]
        return [*alive, *(self.blocks[n].table.get((i, j), {}) for n, i, j in self.entries)]


def solved(
    target: Vector, columns: Sequence[Vector], blocks: Sequence[Block], free: Sequence[bool] | None = None, wanted: Sequence[int] = ()
) -> Point | None:
    """Return exact numbers and matrices that make up the target, None if none were found.

    Args:
        target: What they make up.
        columns: What the numbers are multiplied with.
        blocks: The semidefinite matrices.
        free: Which numbers may be negative, too.
        wanted: Columns of which one has to be positive.

    Raises:
        NoSolver: Clarabel is not installed.

    """
    signs = tuple(free or (False for _ in columns))
    start = _Program(target, tuple(columns), signs, (True,) * len(columns), tuple(blocks), frozenset(wanted))
    rows = {*target, *(r for v in start.vectors for r in v)}
    if len(rows) > MAX_ROWS or len(start.vectors) > MAX_UNKNOWNS:
        return None
    first = _floats(start)
    return None if first is None else _near(start, first, TOLERANCES) or _near(start, _floats(start, lean=True), TOLERANCES[1:-1])


def _near(start: _Program, first: tuple[Any, list[Any]] | None, tolerances: Sequence[float]) -> Point | None:
    """An exact point near one in floats: that of highest rank, or one of small matrices, of which the kernel is larger."""
    for tolerance in tolerances if first is not None else ():
        program, floats = start, first
        for _ in range(MAX_ROUNDS):
            smaller = _reduced(program, floats, tolerance)
            if smaller is None:
                break
            if smaller is program:
                found = _exact(program, floats)
                if found is not None:
                    return found
                break
            program = smaller
            again = _floats(program)
            if again is None:
                break
            floats = again
    return None


def _floats(program: _Program, *, lean: bool = False) -> tuple[Any, list[Any]] | None:
    """Numbers and matrices in floats, those with the least traces if lean; None if there are none."""
    import numpy as np

    try:
        import clarabel
        from scipy import sparse
    except ModuleNotFoundError as absent:
        raise NoSolver(str(absent), name=SOLVER) from None
    vectors = program.vectors
    labels = list(dict.fromkeys(r for v in (program.target, *vectors) for r in v))
    chosen = _independent([*vectors, program.target], range(len(vectors) + 1), labels)
    if chosen is None or len(vectors) in chosen[1]:  # the target is no combination at all
        return None
    rows = {r: n for n, r in enumerate(chosen[0])}
    here = [k for k, there in enumerate(program.alive) if there]
    signed = [n for n, k in enumerate(here) if not program.free[k]]
    wanted = [n for n, k in enumerate(here) if k in program.wanted]
    if program.wanted and not wanted:
        return None
    slack = len(vectors)  # what the cones lack, the last unknown
    diagonal = [len(here) + m for m, (_, i, j) in enumerate(program.entries) if i == j]
    triples = [(rows[r], k, float(c)) for k, v in enumerate(vectors) for r, c in v.items() if r in rows]
    at = len(rows)
    for unknown in signed:
        triples += [(at, unknown, -1.0), (at, slack, -1.0)]
        at += 1
    triples += [(at, slack, -1.0), *((at + 1, k, 1.0) for k in (*signed, *diagonal)), *((at + 2 + m, k, 1.0) for m, k in enumerate(wanted))]
    bounds = [0.0, LARGEST, *(1.0 for _ in wanted)]
    at += len(bounds)
    for m, (_, i, j) in enumerate(program.entries):
        triples += [(at + m, len(here) + m, -1.0 if i == j else -(2**0.5)), *([(at + m, slack, -1.0)] if i == j else [])]
    total = at + len(program.entries)
    cones = [clarabel.ZeroConeT(len(rows)), clarabel.NonnegativeConeT(at - len(rows))]
    cones += [clarabel.PSDTriangleConeT(b.size) for b in program.blocks if b.size]
    right = np.zeros(total)
    for r, c in program.target.items():
        if r in rows:
            right[rows[r]] = float(c)
    right[at - len(bounds) : at] = bounds
    cost = np.zeros(slack + 1)
    cost[slack] = 1000.0
    cost[[*signed, *diagonal]] = float(lean)
    cost[wanted] = -1.0
    matrix = sparse.csc_matrix(([v for *_, v in triples], ([i for i, *_ in triples], [j for _, j, _ in triples])), shape=(total, slack + 1))
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_iter, settings.time_limit, settings.max_threads = False, MAX_ITERATIONS, float("inf"), 1
    none = sparse.csc_matrix((slack + 1, slack + 1))
    solution = clarabel.DefaultSolver(none, cost, matrix, right, cones, settings).solve()
    x = np.array(solution.x)
    if not np.all(np.isfinite(x)) or x[slack] > SHORT * (1 + np.abs(x).max(initial=0)):
        return None
    if np.abs((matrix @ x - right)[: len(rows)]).max(initial=0) > SHORT * (1 + np.abs(x).max(initial=0)):
        return None
    found, at = [], len(here)
    for block in program.blocks:
        s = np.zeros((block.size, block.size))
        for j in range(block.size):
            for i in range(j + 1):
                s[i, j] = s[j, i] = x[at]
                at += 1
        found.append(s)
    return x[: len(here)], found


def _reduced(program: _Program, floats: tuple[Any, list[Any]], tolerance: float) -> _Program | None:
    """The program without what is nearly zero; itself if nothing is, None if a direction is not seen to be rational."""
    import numpy as np

    numbers, matrices = floats
    top = max([1.0, *(abs(v) for v in numbers), *(float(np.abs(m).max(initial=0)) for m in matrices)])
    here = iter(numbers)
    alive = tuple(there and (abs(next(here)) > tolerance * top or program.free[k]) for k, there in enumerate(program.alive))
    blocks, changed = [], alive != program.alive
    for block, s in zip(program.blocks, matrices, strict=True):
        sizes, vectors = np.linalg.eigh(s) if block.size else (np.zeros(0), np.zeros((0, 0)))
        small = [n for n, v in enumerate(sizes) if v < tolerance * top]
        if not small:
            blocks.append(block)
            continue
        changed = True
        columns = _complement(vectors[:, small].T) if len(small) < block.size else []
        if columns is None:
            return None
        blocks.append(block.restricted(columns))
    return replace(program, alive=alive, blocks=tuple(blocks)) if changed else program


def _complement(kernel: Any) -> list[list[Any]] | None:
    """A rational basis of what is orthogonal to vectors in floats, None if these are near no simple rational ones."""
    import numpy as np

    rows, width = np.array(kernel, dtype=float), kernel.shape[1]
    pivots: list[int] = []
    for k in range(len(rows)):
        i, j = divmod(int(np.abs(rows[k:]).argmax()), width)
        rows[[k, k + i]] = rows[[k + i, k]]
        rows[k] /= rows[k, j]
        for other in range(len(rows)):
            if other != k:
                rows[other] -= rows[other, j] * rows[k]
        pivots.append(j)
    exact = [[Fraction(float(v)).limit_denominator(LARGEST_IN_KERNEL) for v in row] for row in rows]
    if any(abs(float(e) - v) > NEAR for line, row in zip(exact, rows, strict=True) for e, v in zip(line, row, strict=True)):
        return None
    columns = []
    for j in (j for j in range(width) if j not in pivots):
        column = [fmpq(0)] * width
        column[j] = fmpq(1)
        for line, p in zip(exact, pivots, strict=True):
            column[p] = -fmpq(line[j].numerator, line[j].denominator)
        columns.append(column)
    return columns


def _exact(program: _Program, floats: tuple[Any, list[Any]]) -> Point | None:
    """A rational point near one in floats that has nothing near zero."""
    import numpy as np

    numbers, matrices = floats
    vectors = program.vectors
    least = [float(np.linalg.eigvalsh(m).min()) if len(m) else 0.0 for m in matrices]
    slack = [*(abs(v) for v in numbers), *(least[n] for n, _, _ in program.entries)]
    values = [*map(float, numbers), *(float(matrices[n][i, j]) for n, i, j in program.entries)]
    here = [k for k, there in enumerate(program.alive) if there]
    order = sorted(range(len(vectors)), key=lambda k: (-slack[k], k))
    rows = list(dict.fromkeys(r for v in (program.target, *vectors) for r in v))
    chosen = _independent(vectors, order, rows)
    if chosen is None:
        return None
    lines, pivots = chosen
    square = fmpq_mat(len(lines), len(pivots), [vectors[k].get(r, fmpq(0)) for r in lines for k in pivots]) if lines else None
    rest = [k for k in order if k not in {*pivots}]
    for denominator in DENOMINATORS:
        whole = dict.fromkeys(range(len(vectors)), fmpq(0))
        for k in rest:
            whole[k] = fmpq(round(values[k] * denominator), denominator)
        if square is not None:
            right = [program.target.get(r, fmpq(0)) - sum((vectors[k][r] * whole[k] for k in rest if r in vectors[k]), fmpq(0)) for r in lines]
            solution = square.solve(fmpq_mat(len(lines), 1, right))
            whole |= {k: solution[n, 0] for n, k in enumerate(pivots)}
        found = _checked(program, here, whole, rows, vectors)
        if found is not None:
            return found
    return None


def _independent(vectors: Sequence[Vector], order: Sequence[int], rows: Sequence[Row]) -> tuple[list[Row], list[int]] | None:
    """Rows and unknowns, the first in an order, whose square system of equations has one solution."""

    def entry(k: int, r: Row) -> int:
        v = vectors[k].get(r, 0)
        q = fmpq(v)
        return int(q.p) * pow(int(q.q), -1, PRIME) % PRIME

    if not rows or not order:
        return [], []
    table = [[entry(k, r) for k in order] for r in rows]
    echelon, rank = nmod_mat(len(rows), len(order), [x for line in table for x in line], PRIME).rref()
    pivots, place = [], 0
    for line in range(rank):
        while int(echelon[line, place]) == 0:
            place += 1
        pivots.append(place)
        place += 1
    turned = [x for p in pivots for x in (line[p] for line in table)]
    echelon, again = nmod_mat(rank, len(rows), turned, PRIME).rref() if rank else (None, 0)
    if again != rank:
        return None
    lines, place = [], 0
    for line in range(rank):
        while int(echelon[line, place]) == 0:  # type: ignore[index]
            place += 1
        lines.append(place)
        place += 1
    return [rows[n] for n in lines], [order[p] for p in pivots]


def _checked(program: _Program, here: Sequence[int], whole: Mapping[int, Any], rows: Sequence[Row], vectors: Sequence[Vector]) -> Point | None:
    """The point if it is one."""
    left = {r: program.target.get(r, fmpq(0)) for r in rows}
    for k, v in enumerate(vectors):
        for r, c in v.items() if whole[k] else ():
            left[r] -= whole[k] * c
    if any(left.values()):
        return None
    values = [fmpq(0)] * len(program.columns)
    for n, k in enumerate(here):
        values[k] = whole[n]
        if whole[n] < 0 and not program.free[k]:
            return None
    if program.wanted and not any(values[k] > 0 for k in program.wanted):
        return None
    squares, at = [], len(here)
    for block in program.blocks:
        s = [[fmpq(0)] * block.size for _ in range(block.size)]
        for j in range(block.size):
            for i in range(j + 1):
                s[i][j] = s[j][i] = whole[at]
                at += 1
        found = factored(s)
        if found is None:
            return None
        if block.basis is not None:
            found = [(d, [sum((u * b[i] for u, b in zip(v, block.basis, strict=True)), fmpq(0)) for i in range(len(block.basis[0]))]) for d, v in found]
        squares.append(tuple((d, tuple(v)) for d, v in found))
    return Point(tuple(values), tuple(squares))


def factored(s: Sequence[Sequence[Any]]) -> list[tuple[Any, list[Any]]] | None:
    """Return a semidefinite matrix as ``sum d v v^T`` with ``d > 0``, None if it is not semidefinite."""
    rest, found = [list(row) for row in s], []
    for k in range(len(rest)):
        d = rest[k][k]
        if d < 0 or (not d and any(rest[k][k:])):
            return None
        if not d:
            continue
        v = [fmpq(0)] * k + [x / d for x in rest[k][k:]]
        found.append((d, v))
        for i in range(k, len(rest)):
            for j in range(k, len(rest)):
                rest[i][j] -= d * v[i] * v[j]
    return found


__all__ = ["Block", "NoSolver", "Point", "factored", "is_here", "solved"]
