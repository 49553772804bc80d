"""Quantities of a claim that a natural hypothesis may speak of, found by the structure of its formulas alone.

A quantity is *closed*: it mentions the claim's own variables and sizes only. What stands inside a derivative is taken at
the point of the derivative, an entry or a row of a matrix stands for the matrix.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from derive import build
from derive.build import DERIVATIVES, free_names, substitute
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, formula_exprs, walk
from derive.errors import DeriveError
from derive.functions import BENT
from derive.size_names import bound_indices, formula_size_names, size_names
from derive.sizes import Size

EXTREMES = ("order", "maxentry", "minentry", "maxover", "minover", "max", "min")
SPECTRAL = ("kappa", "sigma", "rank", "inv", "det")
LINEAR = (
    "add", "scale", "matmul", "hadamard", "diag", "blocks", "transpose", "reshape", "vec", "vecr", "row", "col", "entry", *DERIVATIVES,
)  # fmt: skip
LEAVES_WITH_SIZES = ("eye", "ones", "zeros", "commutation")
ONE = Size.of(1)


def nodes(problem: Problem) -> Iterator[Expr]:
    """Yield the distinct sub-expressions of the goal, those under a derivative also at its point."""
    seen: set[Expr] = set()
    stack = list(formula_exprs(problem.goal))
    while stack:
        top = stack.pop()
        for node in walk(top):
            if node in seen:
                continue
            seen.add(node)
            yield node
            if node.op in DERIVATIVES:
                try:
                    stack.append(substitute(node.args[0], {node.data[0]: node.args[1]}))
                except DeriveError:
                    continue
            elif node.op in ("sup", "inf"):
                stack.extend(e for f in node.data[1] for e in formula_exprs(f))


def is_closed(problem: Problem, expr: Expr) -> bool:
    """Return whether an expression speaks of the claim's own variables and sizes only."""
    names = {name for name, _ in problem.variables}
    sizes = set(problem.sizes) | bound_indices(expr)
    return bool(free_names(expr)) and free_names(expr) <= names and size_names(expr) <= sizes


def closed(problem: Problem, expr: Expr) -> Expr | None:
    """Return the closed quantity that an expression is, or whose entry or row it is."""
    while expr.op in ("entry", "row", "col", "reshape", "transpose", "vec", "vecr"):
        expr = expr.args[0]
    return expr if is_closed(problem, expr) else None


def _unique(found: Iterable[Expr | None]) -> list[Expr]:
    return list(dict.fromkeys(e for e in found if e is not None))


def kinks(problem: Problem) -> list[Expr]:
    """Return the arguments of functions with a kink or a jump at zero."""
    return _unique(closed(problem, n.args[0]) for n in nodes(problem) if n.op == "map" and n.data[0] in BENT)


def ordered(problem: Problem) -> list[Expr]:
    """Return the vectors (columns or rows) whose entries are put in order or whose extreme entries are taken."""
    found = [closed(problem, a) for n in nodes(problem) if n.op in EXTREMES for a in n.args]
    return [e for e in _unique(found) if not e.shape.is_scalar and ONE in e.shape.totals]


def spectral(problem: Problem) -> list[Expr]:
    """Return the matrices (no single variables) whose rank, inverse or least singular value the claim speaks of."""
    found = _unique(closed(problem, n.args[0]) for n in nodes(problem) if n.op in SPECTRAL)
    return [e for e in found if e.op != "var" and not e.shape.is_scalar]


def measured(problem: Problem) -> list[Expr]:
    """Return what is no variable and stands under a norm, a root, a logarithm, an absolute value or in a denominator."""
    found: list[Expr | None] = []
    for n in nodes(problem):
        if n.op in ("norm", "hpow") or (n.op == "map" and n.data[0] in ("log", "sqrt", *BENT)):
            found.append(closed(problem, n.args[0]))
    return [e for e in _unique(found) if e.op != "var"]


def distributions(problem: Problem) -> list[Expr]:
    """Return what is a softmax, and variables whose rows (or whose only column) are said to be distributions."""
    from derive.bounds.comparison.prover import read_facts

    facts = read_facts(problem)
    softmaxes = _unique(n if is_closed(problem, n) else None for n in nodes(problem) if n.op == "softmax")
    stated = [e for e in (*sorted(facts.simplex, key=str), *sorted(facts.stochastic, key=str)) if e.op == "var"]
    columns = {e for e in facts.simplex if e.op == "var"}
    known = [e for e in stated if e in columns or e.shape.totals[1] != ONE]
    used = {n for n in nodes(problem) if n.op == "var"}
    return [*softmaxes, *_unique(e for e in known if e in used)]


# The scale and the shift of a normalization.


def gains_and_shifts(problem: Problem) -> tuple[list[Expr], list[Expr]]:
    """Return the vectors that multiply a normalized quantity entry by entry, and those that are added to the product.

    A quantity is normalized if it is divided by the root of something that depends on a variable.
    """
    gains: dict[Expr, None] = {}
    shifts: dict[Expr, None] = {}
    everything = list(nodes(problem))
    normalized = _normalized(everything)
    for node in everything:
        if node.op in ("matmul", "hadamard", "scale") and any(a in normalized for a in node.args):
            for vector in _entrywise(node, normalized):
                gains.setdefault(vector)
    for node in everything:
        if node.op == "add" and any(a in normalized for a in node.args):
            for term in node.args:
                vector = None if term in normalized else _vector(_core(term))
                if vector is not None:
                    shifts.setdefault(vector)
    variables = {build.var(name, shape) for name, shape in problem.variables}
    return [v for v in gains if v in variables], [v for v in shifts if v in variables and v not in gains]


def _normalized(everything: Iterable[Expr]) -> set[Expr]:
    """Sub-expressions that are divided by a root: the quotient itself, and what is made of it linearly."""
    found: set[Expr] = set()
    for top in everything:
        for node in walk(top):
            if _is_reciprocal_root(node) or (node.op in LINEAR and any(a in found for a in node.args)):
                found.add(node)
    return found


def _is_reciprocal_root(node: Expr) -> bool:
    if node.op == "inv":
        return any(map(_is_root, walk(node.args[0])))
    if node.op != "hpow" or node.args[1].op != "const" or node.args[1].data[0] >= 0:
        return False
    return _is_root(node) or any(map(_is_root, walk(node.args[0])))


def _is_root(node: Expr) -> bool:
    """Whether a node is a square root, or a power of one, of something that depends on a variable."""
    halves = node.op == "hpow" and node.args[1].op == "const" and node.args[1].data[0].denominator == 2
    return (halves or (node.op == "map" and node.data[0] == "sqrt")) and bool(free_names(node.args[0]))


def _entrywise(product: Expr, normalized: set[Expr]) -> Iterator[Expr]:
    """The vectors that multiply entry by entry in a product with a normalized factor: diag(v), 1 v^T, v_j."""
    stack = list(product.args)
    while stack:
        factor = stack.pop()
        if factor in normalized:
            continue
        if factor.op == "diag" or product.op in ("hadamard", "scale"):
            vector = _vector(_core(factor))
            if vector is not None:
                yield vector


def _core(expr: Expr) -> Expr:
    """What a factor is made of, broadcasting by ones, transposes and single entries left out."""
    while True:
        if expr.op in ("transpose", "reshape", "entry", "row", "col", "diag", "vec", "vecr"):
            expr = expr.args[0]
        elif expr.op in ("matmul", "kron") and any(a.op == "ones" for a in expr.args):
            rest = [a for a in expr.args if a.op != "ones"]
            if len(rest) != 1:
                return expr
            expr = rest[0]
        else:
            return expr


def _vector(expr: Expr) -> Expr | None:
    rows, cols = expr.shape.totals
    return expr if expr.op == "var" and (rows == ONE) is not (cols == ONE) else None


# Sizes that are the length of nothing.


def loose_sizes(problem: Problem) -> list[str]:
    """Return sizes that no variable has and no rule mentions: letters that stand in the formula only, as numbers."""
    held = {n for _, shape in problem.variables for total in shape.totals for n in total.names}
    held |= {n for n, _ in problem.rules.least} | {n for _, size in problem.rules.relations for n in size.names}
    held |= {n for _, low, high in problem.indices for n in low.names | high.names}
    held |= {n for f in (*problem.hypotheses, *problem.aside) for e in formula_exprs(f) for n in size_names(e)}
    counted = set().union(*(_counted(e) for e in _tops(problem.goal))) if problem.sizes else set()
    return [name for name in problem.sizes if name not in held and name not in counted]


def sizes_said(problem: Problem) -> list[str]:
    """Return the sizes that a claim speaks of: of its variables, indices and formulas, not those of rules alone."""
    said = {n for _, shape in problem.variables for total in shape.totals for n in total.names}
    said |= {n for _, low, high in problem.indices for n in low.names | high.names}
    said |= {n for f in (problem.goal, *problem.hypotheses) for n in formula_size_names(f)}
    return [name for name in problem.sizes if name in said]


def _tops(formula: Formula) -> Iterator[Expr]:
    if isinstance(formula, Rel):
        yield formula.lhs
        yield formula.rhs
    elif isinstance(formula, (Logic, Quantified)):
        yield from formula_exprs(formula)


def _counted(top: Expr) -> set[str]:
    """Names that are more than a number: an index, a power, the range of a sum, the length of a computed matrix."""
    found: set[str] = set()
    for node in walk(top):
        if node.op != "size" and node.op not in LEAVES_WITH_SIZES:
            found |= {n for d in node.data for n in _names(d)}
    return found


def _names(value: object) -> frozenset[str]:
    return value.names if isinstance(value, Size) else frozenset()


__all__ = [
    "closed", "distributions", "gains_and_shifts", "is_closed", "kinks", "loose_sizes", "measured", "nodes",
    "ordered", "sizes_said", "spectral",
]  # fmt: skip
