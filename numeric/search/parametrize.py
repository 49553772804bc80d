"""Inputs that satisfy the hypotheses exactly: every variable is a smooth map of free numbers, and rational at rational ones.

Recognized: nothing (free), signs, intervals, distributions (columns and rows), unit vectors, rows and columns on spheres and in
balls, orthonormal columns, symmetric and positive semidefinite matrices, matrices above or below others, balls (the radius given
or a variable), variables defined by an equation or solved from one. Whatever else a hypothesis says stays as a `residual`: it
steers the search as a penalty, and an exact check decides in the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from derive import build
from derive.core import FLIP, Expr, Formula, Logic, Problem, Quantified, Rel, walk
from derive.fraction import Fraction
from derive.isolate import differences, isolated, plain
from derive.penrose import pseudoinverses, untied
from derive.recurrent import read_recurrence, with_starts
from derive.sizes import Shape, Size, product
from numeric.evaluation.sampling import instances
from numeric.search.lines import read_lines
from numeric.search.symmetric import says_symmetric
from numeric.search.variables import COMPUTED, Block, Space

ONE = Size.of(1)


def analyze(variables: Sequence[tuple[str, Shape]], hypotheses: Sequence[Formula]) -> Space:
    """Sort the hypotheses into maps of variables and a rest."""
    blocks = {name: Block(name, shape) for name, shape in variables}
    rest = []
    parts = _read_pseudoinverses(blocks, list(_flatten(hypotheses)))
    parts = [p for p in parts if not (_read_lines(blocks, p) or _read_recurrence(blocks, p, parts))]
    starts = {id(p) for b in blocks.values() if b.recurrence for p in with_starts(b.recurrence, parts)[1]}
    parts = [p for p in parts if id(p) not in starts]
    simple = [p for p in parts if isinstance(p, Rel)]
    used: set[int] = set()
    for reader in READERS:
        for k, rel in enumerate(simple):
            if k not in used and reader(blocks, rel):
                used.add(k)
    rest = [p for p in parts if not isinstance(p, Rel)] + [r for k, r in enumerate(simple) if k not in used]
    rest += [r for r in simple if _overruled(blocks, r)]
    ordered = _ordered(blocks)
    return Space(tuple(ordered), tuple(r for r in dict.fromkeys(rest) if not says_symmetric(blocks, r)))


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


def _constant(expr: Expr) -> Fraction | None:
    expr = plain(expr)
    if expr.op == "const":
        return expr.data[0]
    if expr.op == "zeros":
        return Fraction(0)
    if expr.op == "ones":
        return Fraction(1)
    if expr.op == "scale" and expr.args[0].op == "const" and plain(expr.args[1]).op == "ones":
        return expr.args[0].data[0]
    return None


def _var(blocks: Mapping[str, Block], expr: Expr) -> Block | None:
    expr = plain(expr)
    return blocks.get(expr.data[0]) if expr.op == "var" else None


def _sides(rel: Rel) -> list[tuple[str, Expr, Expr]]:
    if rel.op not in FLIP:
        return []
    return [(rel.op, plain(rel.lhs), plain(rel.rhs)), (FLIP[rel.op], plain(rel.rhs), plain(rel.lhs))]


def _read_signs(blocks: dict[str, Block], rel: Rel) -> bool:
    """X >= c, x < c and the like, entrywise."""
    for op, left, right in _sides(rel):
        if left.op in ("minentry", "maxentry") and (op in (">=", ">")) == (left.op == "minentry"):
            left = plain(left.args[0])
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
            first, second = map(plain, left.args)
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
    return plain(expr.args[0]) if expr.op == "transpose" else expr


def _may_be_distribution(block: Block) -> bool:
    return block.kind == "interval" and block.low == 0 and (block.high is None or block.high >= 1)


def _summed(blocks: Mapping[str, Block], expr: Expr) -> tuple[Block | None, str]:
    name, low, high = expr.data
    body = plain(expr.args[0])
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
            first, second = map(plain, left.args)
            block = _var(blocks, second)
            if (
                block is not None
                and block.kind == "free"
                and first.op == "transpose"
                and plain(first.args[0]) == second
            ):
                block.kind = "orthonormal"
                return True
        if op == "=" and left.op == "transpose" and plain(left.args[0]) == right:
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
        open_above = block.kind == "free" or (block.kind == "interval" and block.high is None) or block.kind == "radius"
        if not open_above or any(_uses(b, block.name) for b in blocks.values()) or left.shape.totals != (ONE, ONE):
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


def _read_lines(blocks: dict[str, Block], formula: Formula) -> bool:
    """All rows (or columns) of X have norm 1, or at most r."""
    lines = read_lines(formula)
    block = blocks.get(lines.name) if lines is not None else None
    if block is None or block.kind != "free":
        return False
    block.kind, block.lines = "lines", lines
    return True


def _read_recurrence(blocks: dict[str, Block], formula: Formula, parts: list[Formula]) -> bool:
    """x_{t+1} = f(x_t) for all t, with x_0 = b: the rows follow one after the other."""
    rule = read_recurrence(formula)
    block = blocks.get(rule.name) if rule is not None else None
    if rule is None or block is None or block.kind != "free" or block.formula:
        return False
    rule, _ = with_starts(rule, parts)
    values = [rule.value, *(value for _, value in rule.starts)]
    others = {n.data[0] for value in values for n in walk(value) if n.op == "var"} - {rule.name}
    if any(_needs(blocks, formula, rule.name) for name in others if name in blocks for formula in blocks[name].formula):
        return False
    block.kind, block.formula, block.recurrence = "recurrent", values, rule
    return True


def _read_pseudoinverses(blocks: dict[str, Block], parts: list[Formula]) -> list[Formula]:
    """A P A = A and the three other equations of Penrose: P is computed from A. Returns the rest."""
    inverses = {n: a for n, a in pseudoinverses(parts).items() if n in blocks}
    for name, matrix in inverses.items():
        blocks[name].kind, blocks[name].formula = "solved", [build.pinv(matrix)]
    return untied(parts, inverses)


def _read_isolated(blocks: dict[str, Block], rel: Rel) -> bool:
    """1/p + 1/q = 1 gives p, A + B = C gives A: the variable is computed from the others."""
    if rel.op != "=":
        return False
    for block in blocks.values():
        if block.kind not in ("free", "interval") or block.formula:
            continue
        found = isolated(rel, block.name)
        if found is not None and not _needs(blocks, found, block.name):
            block.kind, block.formula = "solved", [found]
            return True
    return False


def _read_difference(blocks: dict[str, Block], rel: Rel) -> bool:
    """lambda_min(A - B) >= 0: A is B and a positive semidefinite matrix, or B is A less one (the strict sign is checked)."""
    for op, left, right in _sides(rel):
        if op not in (">=", ">") or left.op != "eig" or left.data[0] != "min" or _constant(right) != 0:
            continue
        for name, sign, rest in differences(left.args[0]):
            block = blocks.get(name)
            if block is None or block.kind not in ("free", "symmetric", "psd") or _needs(blocks, rest, name):
                continue
            block.kind, block.formula = "above" if sign > 0 else "below", [rest]
            return op == ">="
    return False


def _needs(blocks: Mapping[str, Block], expr: Expr, name: str) -> bool:
    """Whether an expression mentions a variable, directly or through what its variables are computed from."""
    waiting, seen = [expr], set[str]()
    while waiting:
        for node in walk(waiting.pop()):
            if node.op == "var" and node.data[0] not in seen:
                seen.add(node.data[0])
                other = blocks.get(node.data[0])
                waiting += other.formula if other is not None else []
    return name in seen


READERS = (
    _read_signs,
    _read_definition,
    _read_distribution,
    _read_forms,
    _read_difference,
    _read_radius,
    _read_ball,
    _read_isolated,
)


def _overruled(blocks: Mapping[str, Block], rel: Rel) -> bool:
    """Conditions of a variable that another map took over (they are checked, not built in)."""
    for op, left, right in _sides(rel):
        block = _var(blocks, left)
        if block is not None and op != "=" and _constant(right) is not None and block.kind in COMPUTED:
            return True
        block = _var(blocks, left.args[0]) if left.op == "eig" else None
        if block is not None and block.kind in ("above", "below"):
            return True
    return False


def _ordered(blocks: Mapping[str, Block]) -> list[Block]:
    """Defined variables and radii after what they are made of."""
    first = [b for b in blocks.values() if b.kind not in COMPUTED]
    later = [b for b in blocks.values() if b.kind in COMPUTED]
    done = {b.name for b in first}
    while later:
        ready = [b for b in later if not any(_mentions(e, o.name) for e in b.formula for o in later if o is not b)]
        if not ready:
            for block in later:
                block.kind, block.formula = "free", []
            return first + later
        first += ready
        done |= {b.name for b in ready}
        later = [b for b in later if b not in ready]
    return first


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


__all__ = ["Block", "Space", "analyze", "instances", "joined"]
