r"""Hypotheses that only say what a name is which nothing else mentions: ``\pi^*_i = \frac{1}{Z} \rho_i e^{r_i / \beta}``.

They can always be met, where their right side is defined, and restrict nothing else; so what is claimed does not rest on
them, and a counterexample need not solve them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from derive.build import formula_names, free_names
from derive.core import Expr, Formula, Quantified, Rel, walk
from derive.functions import MEROMORPHIC, SMOOTH, regular
from derive.sizes import Size

_TOTAL = (
    "var", "const", "real", "size", "zeros", "ones", "eye", "basis", "delta", "add", "scale", "matmul", "hadamard", "transpose",
    "reshape", "vec", "vecr", "unvecr", "entry", "row", "col", "diag", "diagpart", "trace", "sum", "softmax", "kron",
)  # fmt: skip
_TOTAL_MAPS = regular(MEROMORPHIC, SMOOTH)


def without_determined(formulas: Sequence[Formula], others: Iterable[Formula]) -> list[Formula]:
    """Return the hypotheses without those that only determine a name.

    Args:
        formulas: The hypotheses in force, definitions expanded.
        others: What else may mention a name: the goal and the conditions stated with it.
    """
    kept, said = list(formulas), [formula_names(f) for f in others]
    while True:
        for k, formula in enumerate(kept):
            rest = [*said, *(formula_names(f) for f in (*kept[:k], *kept[k + 1 :]))]
            name = _determines(formula, kept)
            if name is not None and not any(name in names for names in rest):
                del kept[k]
                break
        else:
            return kept


def _determines(formula: Formula, hypotheses: Sequence[Formula]) -> str | None:
    """The name that an equation gives in terms of others, wherever they are."""
    rel = formula.body if isinstance(formula, Quantified) and formula.kind == "forall" else formula
    if not isinstance(rel, Rel) or rel.op != "=" or rel.lhs.shape.totals != rel.rhs.shape.totals:
        return None
    ranges = tuple(formula.names) if isinstance(formula, Quantified) else ()
    for side, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        name = side.data[0] if side.op == "var" and not ranges else _by_entries(side, ranges)
        if name is not None and name not in free_names(other) and _is_defined(other, hypotheses):
            return name
    return None


def _by_entries(side: Expr, ranges: tuple[tuple, ...]) -> str | None:
    """The matrix whose entries a side is, all of them and each once, or one of them."""
    if side.op != "entry" or side.args[0].op != "var" or any(len(r) != 3 for r in ranges):
        return None
    if not ranges:
        return side.args[0].data[0] if all(i in map(Size.of, (1, *i.names)) for i in side.data) else None
    one, matrix = Size.of(1), side.args[0]
    wanted = [(index, total) for index, total in zip(side.data, matrix.shape.totals, strict=True) if total != one]
    found = [(Size.of(name), high) for name, low, high in ranges if low == one]
    indices = [index for index, _ in wanted]
    same = len(wanted) == len(found) == len(ranges) == len(set(indices))
    return matrix.data[0] if same and all(pair in found for pair in wanted) else None


def _is_defined(e: Expr, hypotheses: Sequence[Formula]) -> bool:
    """Whether an expression has a value everywhere, where the hypotheses of signs hold."""
    if any(node.op == "real" and node.data[0] == "infinity" for node in walk(e)):
        return False
    positive = {
        f.lhs.data[0]
        for f in hypotheses
        if isinstance(f, Rel) and f.op == ">" and f.lhs.op == "var" and (f.rhs.op == "zeros" or f.rhs.data == (0,))
    }

    def is_positive(node: Expr) -> bool:
        while node.op in ("entry", "reshape", "row", "col", "transpose"):
            node = node.args[0]
        if node.op == "const":
            return node.data[0] > 0
        return (node.op == "var" and node.data[0] in positive) or (node.op == "map" and node.data[0] == "exp")

    for node in walk(e):
        fine = node.op in _TOTAL or (node.op == "map" and node.data[0] in _TOTAL_MAPS)
        if node.op == "hpow":
            base, exponent = node.args
            whole = exponent.op == "const" and exponent.data[0] >= 0 and exponent.data[0].denominator == 1
            fine = whole or is_positive(base)
        fine = fine or (node.op == "map" and node.data[0] in ("log", "sqrt") and is_positive(node.args[0]))
        if not fine:
            return False
    return True


__all__ = ["without_determined"]
