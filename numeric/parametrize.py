"""Inputs that satisfy the hypotheses exactly: every variable is a smooth map of free numbers, and rational at rational ones.

Recognized: nothing (free), signs, intervals, distributions (columns and rows), unit vectors, orthonormal columns, symmetric and
positive semidefinite matrices, balls (the radius given or a variable), variables defined by an equation. Whatever else a
hypothesis says stays as a `residual`: it steers the search as a penalty, and an exact check decides in the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import torch
from torch import Tensor

from derive import build
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, walk
from derive.errors import DeriveError
from derive.evidence import Matrix
from derive.sizes import Shape, Size, product
from numeric.dense import evaluate
from numeric.sampling import instances

ONE = Size.of(1)
FLIP = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "=": "="}


@dataclass(slots=True)
class Block:
    """How one variable is made.

    Attributes:
        name: The variable.
        shape: Its symbolic shape.
        kind: ``free``, ``interval``, ``simplex`` (every column), ``stochastic`` (every row), ``sphere``, ``orthonormal``,
            ``symmetric``, ``psd``, ``ball``, ``radius`` or ``defined``.
        low: Lower end of an interval (None: none).
        high: Upper end.
        strict: Whether the ends are excluded.
        norm: Kind of norm of a ball.
        radius: Radius of a ball, an expression.
        formula: Definition of a ``defined`` variable, or the expressions that a ``radius`` is at least.

    """

    name: str
    shape: Shape
    kind: str = "free"
    low: Fraction | None = None
    high: Fraction | None = None
    strict: bool = False
    norm: str = "2"
    radius: Expr | None = None
    formula: list[Expr] = field(default_factory=list)

    def length(self, sizes: Mapping[str, int]) -> int:
        """The number of free numbers."""
        rows, cols = self.shape.evaluate(sizes)
        if self.kind == "defined":
            return 0
        if self.kind == "radius":
            return 1
        return max(rows, cols) ** 2 if self.kind == "orthonormal" else rows * cols


@dataclass(frozen=True, slots=True)
class Space:
    """The blocks of a problem in an order in which they can be computed, and the hypotheses that remain."""

    blocks: tuple[Block, ...]
    residual: tuple[Formula, ...]

    def length(self, sizes: Mapping[str, int]) -> int:
        return sum(b.length(sizes) for b in self.blocks)


def analyze(variables: Sequence[tuple[str, Shape]], hypotheses: Sequence[Formula]) -> Space:
    """Sort the hypotheses into maps of variables and a rest."""
    blocks = {name: Block(name, shape) for name, shape in variables}
    rest = []
    parts = list(_flatten(hypotheses))
    simple = [p for p in parts if isinstance(p, Rel)]
    used: set[int] = set()
    for reader in (_read_signs, _read_definition, _read_distribution, _read_forms, _read_radius, _read_ball):
        for k, rel in enumerate(simple):
            if k not in used and reader(blocks, rel):
                used.add(k)
    rest = [p for p in parts if not isinstance(p, Rel)] + [r for k, r in enumerate(simple) if k not in used]
    rest += [r for r in simple if _overruled(blocks, r)]
    return Space(tuple(_ordered(blocks)), tuple(dict.fromkeys(rest)))


def _flatten(hypotheses: Sequence[Formula]) -> list[Formula]:
    found: list[Formula] = []
    for formula in hypotheses:
        if isinstance(formula, Logic) and formula.op == "and":
            found += _flatten(formula.args)
        elif isinstance(formula, Quantified) and formula.kind == "forall" and _whole_entry(formula) is not None:
            found.append(_whole_entry(formula) or formula)
        else:
            found.append(formula)
    return found


def _whole_entry(formula: Quantified) -> Rel | None:
    """Forall i: x_i >= c, over the whole of x, says x >= c."""
    body = formula.body
    if not isinstance(body, Rel) or any(len(n) != 3 for n in formula.names):
        return None
    for side, other in ((body.lhs, body.rhs), (body.rhs, body.lhs)):
        if side.op != "entry" or _constant(other) is None or side.args[0].op != "var":
            continue
        ranges = {name: (low, high) for name, low, high in formula.names}
        totals = side.args[0].shape.totals
        whole = all(i == t == ONE or ranges.get(str(i)) == (ONE, t) for i, t in zip(side.data, totals, strict=True))
        if whole and len({str(i) for i in side.data if i != ONE}) == sum(t != ONE for t in totals):
            return Rel(body.op if side is body.lhs else FLIP.get(body.op, body.op), side.args[0], other)
    return None


def _plain(expr: Expr) -> Expr:
    while expr.op == "reshape":
        expr = expr.args[0]
    return expr


def _constant(expr: Expr) -> Fraction | None:
    expr = _plain(expr)
    if expr.op == "const":
        return expr.data[0]
    if expr.op == "zeros":
        return Fraction(0)
    if expr.op == "ones":
        return Fraction(1)
    if expr.op == "scale" and expr.args[0].op == "const" and _plain(expr.args[1]).op == "ones":
        return expr.args[0].data[0]
    return None


def _var(blocks: Mapping[str, Block], expr: Expr) -> Block | None:
    expr = _plain(expr)
    return blocks.get(expr.data[0]) if expr.op == "var" else None


def _sides(rel: Rel) -> list[tuple[str, Expr, Expr]]:
    if rel.op not in FLIP:
        return []
    return [(rel.op, _plain(rel.lhs), _plain(rel.rhs)), (FLIP[rel.op], _plain(rel.rhs), _plain(rel.lhs))]


def _read_signs(blocks: dict[str, Block], rel: Rel) -> bool:
    """X >= c, x < c and the like, entrywise."""
    for op, left, right in _sides(rel):
        if left.op in ("minentry", "maxentry") and (op in (">=", ">")) == (left.op == "minentry"):
            left = _plain(left.args[0])
        block, value = _var(blocks, left), _constant(right)
        if block is None or value is None or op == "=" or block.kind not in ("free", "interval"):
            continue
        block.kind = "interval"
        if op in (">=", ">"):
            block.low = value if block.low is None else max(block.low, value)
        else:
            block.high = value if block.high is None else min(block.high, value)
        block.strict = block.strict or op in ("<", ">")
        return True
    return False


def _read_definition(blocks: dict[str, Block], rel: Rel) -> bool:
    """X = expression without x (and without other defined variables that need x)."""
    if rel.op != "=":
        return False
    for _, left, right in _sides(rel):
        block = _var(blocks, left)
        if block is None or block.kind != "free" or _mentions(right, block.name) or block.formula:
            continue
        if any(b.kind == "defined" and _mentions(b.formula[0], block.name) for b in blocks.values()):
            continue
        block.kind, block.formula = "defined", [right]
        return True
    return False


def _mentions(expr: Expr, name: str) -> bool:
    return any(node.op == "var" and node.data[0] == name for node in walk(expr))


def _read_distribution(blocks: dict[str, Block], rel: Rel) -> bool:
    """1^T p = 1, p^T 1 = 1, P 1 = 1, sum_i p_i = 1 for nonnegative variables without an upper end."""
    for op, left, right in _sides(rel):
        if op != "=" or _constant(right) != 1:
            continue
        if left.op == "matmul":
            first, second = map(_plain, left.args)
            for one, other, kind in (
                (_untransposed(first), second, "simplex"),
                (_untransposed(second), first, "stochastic"),
            ):
                turned = other.op == "transpose"
                block = _var(blocks, other.args[0] if turned else other)
                if one.op == "ones" and block is not None and _may_be_distribution(block):
                    block.kind = kind if not turned else {"simplex": "stochastic", "stochastic": "simplex"}[kind]
                    return True
        if left.op == "sum":
            block, name = _summed(blocks, left)
            if block is not None and _may_be_distribution(block) and name:
                block.kind = "simplex"
                return True
    return False


def _untransposed(expr: Expr) -> Expr:
    """The all-ones matrix, also when it is written transposed."""
    return _plain(expr.args[0]) if expr.op == "transpose" else expr


def _may_be_distribution(block: Block) -> bool:
    return block.kind == "interval" and block.low == 0 and (block.high is None or block.high >= 1)


def _summed(blocks: Mapping[str, Block], expr: Expr) -> tuple[Block | None, str]:
    name, low, high = expr.data
    body = _plain(expr.args[0])
    if body.op != "entry" or low != ONE or body.data != (Size.of(name), ONE):
        return None, ""
    block = _var(blocks, body.args[0])
    return (
        (block, name)
        if block is not None and high == product(block.shape.rows) and block.shape.totals[1] == ONE
        else (None, "")
    )


def _read_forms(blocks: dict[str, Block], rel: Rel) -> bool:
    """Q^T Q = I, S^T = S, ||u||_2 = 1, lambda_min(S) >= 0 for symmetric S."""
    for op, left, right in _sides(rel):
        if op == "=" and right.op == "eye" and left.op == "matmul":
            first, second = map(_plain, left.args)
            block = _var(blocks, second)
            if (
                block is not None
                and block.kind == "free"
                and first.op == "transpose"
                and _plain(first.args[0]) == second
            ):
                block.kind = "orthonormal"
                return True
        if op == "=" and left.op == "transpose" and _plain(left.args[0]) == right:
            block = _var(blocks, right)
            if block is not None and block.kind == "free":
                block.kind = "symmetric"
                return True
        if op == "=" and left.op == "norm" and left.data[0] in ("2", "F") and _constant(right) == 1:
            block = _var(blocks, left.args[0])
            if block is not None and block.kind == "free" and (left.data[0] == "F" or ONE in block.shape.totals):
                block.kind = "sphere"
                return True
        if op in (">=", ">") and left.op == "eig" and left.data[0] == "min" and _constant(right) == 0:
            block = _var(blocks, left.args[0])
            if block is not None and block.kind in ("symmetric", "psd"):
                block.kind = "psd"
                return op == ">="
    return False


def _read_radius(blocks: dict[str, Block], rel: Rel) -> bool:
    """Quantity <= R for a scalar variable R: R is the quantity and something more."""
    for op, left, right in _sides(rel):
        block = _var(blocks, right)
        if op not in ("<=", "<") or block is None or not block.shape.is_scalar or _mentions(left, block.name):
            continue
        plain = block.kind == "free" or (block.kind == "interval" and block.high is None) or block.kind == "radius"
        if not plain or any(_uses(b, block.name) for b in blocks.values()) or left.shape.totals != (ONE, ONE):
            continue
        if any(_mentions(left, b.name) for b in blocks.values() if b.kind == "radius"):
            continue
        block.kind = "radius"
        block.strict = block.strict or op == "<"
        block.formula.append(left)
        return True
    return False


def _uses(block: Block, name: str) -> bool:
    return any(_mentions(e, name) for e in block.formula)


def _read_ball(blocks: dict[str, Block], rel: Rel) -> bool:
    """||X|| <= r with a number, a size or a variable on the right."""
    for op, left, right in _sides(rel):
        if op not in ("<=", "<") or left.op not in ("norm", "sigma") or (left.op == "sigma" and left.data[0] != "max"):
            continue
        block = _var(blocks, left.args[0])
        if block is None or block.kind not in ("free", "symmetric") or _mentions(right, block.name):
            continue
        if any(node.op == "var" for node in walk(right)) or block.kind == "symmetric":
            continue
        block.kind, block.norm, block.radius = "ball", "2" if left.op == "sigma" else left.data[0], right
        block.strict = op == "<"
        return True
    return False


def _overruled(blocks: Mapping[str, Block], rel: Rel) -> bool:
    """Sign conditions of a variable that another map took over (they are checked, not built in)."""
    for op, left, right in _sides(rel):
        block = _var(blocks, left)
        if block is not None and op != "=" and _constant(right) is not None and block.kind in ("defined", "radius"):
            return True
    return False


def _ordered(blocks: Mapping[str, Block]) -> list[Block]:
    """Defined variables and radii after what they are made of."""
    plain = [b for b in blocks.values() if b.kind not in ("defined", "radius")]
    later = [b for b in blocks.values() if b.kind in ("defined", "radius")]
    done = {b.name for b in plain}
    while later:
        ready = [b for b in later if not any(_mentions(e, o.name) for e in b.formula for o in later if o is not b)]
        if not ready:
            for block in later:
                block.kind = "free"
            return plain + later
        plain += ready
        done |= {b.name for b in ready}
        later = [b for b in later if b not in ready]
    return plain


# From free numbers to values.


def values(space: Space, z: Tensor, sizes: Mapping[str, int]) -> dict[str, Tensor]:
    """Return the variables at the free numbers ``z`` (differentiable)."""
    env: dict[str, Tensor] = {}
    start = 0
    for block in space.blocks:
        count = block.length(sizes)
        env[block.name] = _value(block, z[start : start + count], sizes, env)
        start += count
    return env


def _value(block: Block, z: Tensor, sizes: Mapping[str, int], env: Mapping[str, Tensor]) -> Tensor:
    rows, cols = block.shape.evaluate(sizes)
    if block.kind == "defined":
        return evaluate(block.formula[0], env, sizes).reshape(rows, cols)
    if block.kind == "radius":
        least = torch.stack([evaluate(e, env, sizes).reshape(()) for e in block.formula]).amax()
        if block.low is not None:
            least = torch.clamp(least, min=float(block.low))
        return (least + (1e-9 * (1 + least.abs()) if block.strict else 0.0) + z[0] * z[0]).reshape(1, 1)
    if block.kind == "orthonormal":
        return _cayley(z, rows, cols)
    x = z.reshape(rows, cols)
    if block.kind == "interval":
        return _in_interval(block, x)
    if block.kind in ("simplex", "stochastic"):
        squares = x * x + 1e-300
        return squares / squares.sum(dim=0 if block.kind == "simplex" else 1, keepdim=True)
    if block.kind == "sphere":
        return x / torch.sqrt((x * x).sum() + 1e-300)
    if block.kind == "symmetric":
        return (x + x.T) / 2
    if block.kind == "psd":
        return x @ x.T
    if block.kind == "ball":
        assert block.radius is not None
        norm = evaluate(build.norm(build.var(block.name, block.shape), block.norm), {block.name: x}, sizes).reshape(())
        radius = evaluate(block.radius, env, sizes).reshape(()).to(x.dtype) * (1 - 1e-9 if block.strict else 1.0)
        return x * torch.clamp(radius / (norm + 1e-300), max=1.0)
    return x


def _in_interval(block: Block, x: Tensor) -> Tensor:
    margin = 1e-9 if block.strict else 0.0
    if block.low is not None and block.high is not None:
        low, high = float(block.low) + margin, float(block.high) - margin
        return low + (high - low) * torch.sin(x) ** 2
    if block.low is not None:
        return float(block.low) + margin + x.abs()
    return float(block.high or 0) - margin - x.abs()


def _cayley(z: Tensor, rows: int, cols: int) -> Tensor:
    """(I - S)(I + S)^-1 for skew S, its first columns; the sign of a row is drawn from the diagonal of z."""
    n = max(rows, cols)
    square = z.reshape(n, n)
    skew = square - square.T
    eye = torch.eye(n, dtype=z.dtype)
    signs = torch.where(square.detach().diagonal() < 0, -1.0, 1.0)
    q = torch.linalg.solve(eye + skew, eye - skew) * signs
    return q[:rows, :cols]


# From free numbers to exact rational values.


def rational(space: Space, z: Sequence[float], sizes: Mapping[str, int], denominator: int) -> dict[str, Matrix] | None:
    """Return exact inputs near the values at ``z``, numbers rounded to multiples of 1/denominator; None if that fails.

    Defined variables are left out: they follow from the others. A radius is rounded upward.
    """
    exact: dict[str, Matrix] = {}
    start = 0
    for block in space.blocks:
        count = block.length(sizes)
        part = list(z[start : start + count])
        start += count
        if block.kind == "defined":
            continue
        try:
            made = _rational(block, part, sizes, denominator, exact, space)
        except (ZeroDivisionError, OverflowError, ValueError, DeriveError):
            return None
        if made is None:
            return None
        exact[block.name] = made
    return exact


def near(x: float, denominator: int) -> Fraction:
    return Fraction(round(x * denominator), denominator)


def _rational(
    block: Block, z: list[float], sizes: Mapping[str, int], denominator: int, exact: Mapping[str, Matrix], space: Space
) -> Matrix | None:
    rows, cols = block.shape.evaluate(sizes)
    if block.kind == "radius":
        return _rational_radius(block, z[0], sizes, denominator, exact, space)
    if block.kind == "orthonormal":
        return _rational_cayley(z, rows, cols, denominator)
    x = (
        _value(block, torch.tensor(z, dtype=torch.float64), sizes, {}).tolist()
        if block.kind not in ("sphere", "psd")
        else None
    )
    if block.kind == "sphere":
        return _rational_sphere(z, rows, cols, denominator)
    if block.kind == "psd":
        root = [[near(z[i * cols + j], denominator) for j in range(cols)] for i in range(rows)]
        return tuple(tuple(sum((a * b for a, b in zip(r, s, strict=True)), Fraction(0)) for s in root) for r in root)
    assert x is not None
    if block.kind in ("simplex", "stochastic"):
        return _rational_distributions(x, denominator, by_column=block.kind == "simplex")
    fractions = [[near(v, denominator) for v in row] for row in x]
    if block.kind == "interval":
        fractions = [[_into(block, v, denominator) for v in row] for row in fractions]
    if block.kind == "symmetric":
        fractions = [[fractions[min(i, j)][max(i, j)] for j in range(cols)] for i in range(rows)]
    if block.kind == "ball" and denominator > 64:
        shrink = 1 - Fraction(4 * (rows + cols), denominator)
        fractions = [[near(float(v * shrink), denominator) for v in row] for row in fractions]
    return tuple(tuple(row) for row in fractions)


def _into(block: Block, v: Fraction, denominator: int) -> Fraction:
    step = Fraction(1, denominator) if block.strict else Fraction(0)
    if block.low is not None and v < block.low + step:
        v = block.low + step
    if block.high is not None and v > block.high - step:
        v = block.high - step
    return v


def _rational_distributions(x: list[list[float]], denominator: int, by_column: bool) -> Matrix | None:
    lines = [list(line) for line in zip(*x, strict=True)] if by_column else x
    made = []
    for line in lines:
        counts = [max(0, round(v * denominator)) for v in line]
        largest = max(range(len(line)), key=lambda k: line[k])
        counts[largest] += denominator - sum(counts)
        if counts[largest] < 0:
            return None
        made.append([Fraction(c, denominator) for c in counts])
    if by_column:
        made = [list(row) for row in zip(*made, strict=True)]
    return tuple(tuple(row) for row in made)


def _rational_sphere(z: list[float], rows: int, cols: int, denominator: int) -> Matrix | None:
    """Stereographic projection from the point of the largest coordinate's opposite: rational points of the sphere."""
    norm = sum(v * v for v in z) ** 0.5
    if norm == 0:
        return None
    u = [v / norm for v in z]
    pole = max(range(len(u)), key=lambda k: abs(u[k]))
    sign = 1 if u[pole] > 0 else -1
    t = [near(v / (1 + sign * u[pole]), denominator) if k != pole else Fraction(0) for k, v in enumerate(u)]
    square = sum((v * v for v in t), Fraction(0))
    flat = [2 * v / (1 + square) if k != pole else sign * (1 - square) / (1 + square) for k, v in enumerate(t)]
    return tuple(tuple(flat[i * cols : (i + 1) * cols]) for i in range(rows))


def _rational_cayley(z: list[float], rows: int, cols: int, denominator: int) -> Matrix | None:
    n = max(rows, cols)
    skew = [[near(z[i * n + j] - z[j * n + i], denominator) for j in range(n)] for i in range(n)]
    plus = [[skew[i][j] + (i == j) for j in range(n)] for i in range(n)]
    minus = [[-skew[i][j] + (i == j) for j in range(n)] for i in range(n)]
    solved = _solve(plus, minus)
    signs = [-1 if z[j * n + j] < 0 else 1 for j in range(n)]
    return tuple(tuple(solved[i][j] * signs[j] for j in range(cols)) for i in range(rows))


def _solve(a: list[list[Fraction]], b: list[list[Fraction]]) -> list[list[Fraction]]:
    """Gauss-Jordan elimination."""
    n = len(a)
    work = [list(map(Fraction, ra)) + list(map(Fraction, rb)) for ra, rb in zip(a, b, strict=True)]
    for k in range(n):
        pivot = next(r for r in range(k, n) if work[r][k])
        work[k], work[pivot] = work[pivot], work[k]
        work[k] = [v / work[k][k] for v in work[k]]
        for r in range(n):
            if r != k and work[r][k]:
                work[r] = [v - work[r][k] * w for v, w in zip(work[r], work[k], strict=True)]
    return [row[n:] for row in work]


def _rational_radius(
    block: Block, z: float, sizes: Mapping[str, int], denominator: int, exact: Mapping[str, Matrix], space: Space
) -> Matrix:
    """The least multiple of 1/denominator that is above every quantity (with a margin for rounding)."""
    env = {name: to_tensor(matrix) for name, matrix in exact.items()}
    for other in space.blocks:
        if (
            other.kind == "defined"
            and other.name not in env
            and all(n.data[0] in env for n in walk(other.formula[0]) if n.op == "var")
        ):
            env[other.name] = evaluate(other.formula[0], env, sizes)
    least = max(float(evaluate(e, env, sizes)) for e in block.formula)
    if block.low is not None:
        least = max(least, float(block.low))
    whole = Fraction(round(least * denominator), denominator)
    exactly = abs(float(whole) - least) <= 1e-13 * max(1.0, abs(least)) and not block.strict
    value = Fraction(least + z * z + (0.0 if exactly else 1e-12 * (1 + abs(least))))
    if exactly and z * z < 1e-9:
        return ((whole,),)
    return ((Fraction(-((-value.numerator * denominator) // value.denominator), denominator),),)


def to_tensor(matrix: Matrix) -> Tensor:
    """An exact matrix in float64."""
    return torch.tensor([[float(v) for v in row] for row in matrix], dtype=torch.float64).reshape(len(matrix), -1)


def joined(problem: Problem) -> tuple[list[tuple[str, Shape]], list[Formula], Formula]:
    """Open implications and universal quantifiers of the goal: (variables, hypotheses, conclusion)."""
    variables, hypotheses, goal = list(problem.variables), list(problem.hypotheses), problem.goal
    while True:
        if isinstance(goal, Logic) and goal.op == "implies":
            hypotheses += goal.args[:-1]
            goal = goal.args[-1]
        elif isinstance(goal, Quantified) and goal.kind == "forall" and all(len(n) == 2 for n in goal.names):
            variables += [(str(n[0]), n[1]) for n in goal.names]
            goal = goal.body
        else:
            return variables, hypotheses, goal


__all__ = ["Block", "Space", "analyze", "instances", "joined", "near", "rational", "to_tensor", "values"]
