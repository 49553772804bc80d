"""The equations of Penrose: which variables of a problem are pseudoinverses, and of which matrices.

The pseudoinverse P of A is the one matrix with A P A = A, P A P = P and both products symmetric (Golub and Van Loan, Matrix
Computations, 5.5.2). A problem has it as a variable that these four hypotheses tie to A; whoever makes points computes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from derive import build as b
from derive.core import Expr, Formula, Rel, conjuncts, walk


def penrose(a: Expr, p: Expr) -> tuple[Rel, Rel, Rel, Rel]:
    """The four equations that ``p`` alone satisfies."""
    ap, pa = b.matmul(a, p), b.matmul(p, a)
    return (
        Rel("=", b.matmuls(a, p, a), a),
        Rel("=", b.matmuls(p, a, p), p),
        Rel("=", b.transpose(ap), ap),
        Rel("=", b.transpose(pa), pa),
    )


def pseudoinverses(hypotheses: Iterable[Formula]) -> dict[str, Expr]:
    """Return variable -> the matrix whose pseudoinverse the hypotheses say that it is, each after those that it needs.

    ``A`` is the pseudoinverse of ``A^+``, too: the one that is said first is taken.
    """
    said = conjuncts(hypotheses)
    found: dict[str, Expr] = {}
    for name, a in _candidates(said):
        if name not in found and all(f in said for f in penrose(a, b.var(name, a.shape.transposed))):
            found[name] = a
            if _in_order(found) is None:
                del found[name]
    return _in_order(found) or {}


def _in_order(found: dict[str, Expr]) -> dict[str, Expr] | None:
    """Each after those that it needs; None where two need each other."""
    ordered: dict[str, Expr] = {}
    while len(ordered) < len(found):
        left = found.keys() - ordered.keys()
        ready = {name: a for name, a in found.items() if name in left and not _names(a) & left}
        if not ready:
            return None
        ordered |= ready
    return ordered


def untied(hypotheses: Iterable[Formula], inverses: dict[str, Expr]) -> list[Formula]:
    """The hypotheses without the equations of these pseudoinverses."""
    told = {f for name, a in inverses.items() for f in penrose(a, b.var(name, a.shape.transposed))}
    return [f for f in conjuncts(hypotheses) if f not in told]


def _candidates(said: Iterable[Formula]) -> Iterator[tuple[str, Expr]]:
    """Equations A P A = A, in the order in which they are said."""
    for f in said:
        if isinstance(f, Rel) and f.op == "=":
            variables = {node for node in walk(f.lhs) if node.op == "var" and node.shape == f.rhs.shape.transposed}
            for p in sorted(variables - {f.rhs}, key=lambda node: str(node.data[0])):
                if f == penrose(f.rhs, p)[0]:
                    yield str(p.data[0]), f.rhs


def _names(e: Expr) -> set[str]:
    return {str(node.data[0]) for node in walk(e) if node.op == "var"}


__all__ = ["penrose", "pseudoinverses", "untied"]
