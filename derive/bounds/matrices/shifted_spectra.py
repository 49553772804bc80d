"""Norms of ``c I + w H`` for a symmetric H by its extreme eigenvalues: max(|c + w lambda_min|, |c + w lambda_max|).

The eigenvalues are c + w lambda_k(H); the spectral norm of a symmetric matrix is the largest of their absolute values
(Horn and Johnson, Matrix Analysis, 2.4.2 and 5.6.6).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, canonical, factors, mentions, normal, opened, rows, strip
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.quantities import values
from derive.bounds.quantities.semidefinite import is_symmetric
from derive.core import Expr
from derive.errors import NotSupported
from derive.sizes import Size

TEXT = "the spectral norm of a symmetric matrix is the largest absolute value of an eigenvalue"


def shifted_spectra(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the two halves of the equalities for the norms and maxima that a claim writes."""
    matrices = dict.fromkeys(_matrix(n) for n in nodes if n.op == "eig" and n.data[0] in ("max", "min"))
    for node in (n for n in nodes if n.op == "norm" and n.data[0] == "2"):
        whole = _matrix(node)
        for inner in matrices:
            found = _affine(facts, whole, inner)
            if found is not None and is_symmetric(facts, inner):
                ends = [_size(*found, build.eig(inner, end)) for end in ("min", "max")]
                yield Theorem(node, build.extreme("max", *ends), False, "spectral norm", TEXT)
                yield from (Theorem(end, node, False, "spectral norm", TEXT) for end in ends)
    for node in (n for n in nodes if n.op == "maxover"):
        norm = _largest(facts, node)
        if norm is not None:
            yield Theorem(node, norm, False, "spectral norm", TEXT)
            yield Theorem(norm, node, False, "spectral norm", TEXT)


def _matrix(node: Expr) -> Expr:
    return canonical(strip(normal(node.args[0])))


def _size(shift: Poly, weight: Poly, eigenvalue: Expr) -> Expr:
    return build.map_("abs", build.add(to_expr(shift), build.scale(to_expr(weight), eigenvalue)))


def _affine(facts: Facts, whole: Expr, inner: Expr) -> tuple[Poly, Poly] | None:
    """(c, w) of a matrix ``c I + w H``."""
    shift, weight = Poly(()), Poly(())
    for term in whole.args if whole.op == "add" else (whole,):
        scalars, parts = factors(term)
        front = values.weight(facts, scalars).value
        if len(parts) != 1:
            return None
        if canonical(strip(parts[0])) == inner:
            weight = weight + front
        elif strip(parts[0]).op == "eye":
            shift = shift + front
        else:
            return None
    return shift, weight


def _largest(facts: Facts, node: Expr) -> Expr | None:
    """``||c I + w H||_2`` for the largest of ``|c + w lambda_k(H)|`` over all places."""
    name, low, high, body = opened(node)
    body = strip(body)
    if body.op != "map" or body.data[0] != "abs" or low != ONE:
        return None
    try:
        terms = values.value(facts, body.args[0]).value.terms
    except NotSupported:
        return None
    moving = {a for m, _ in terms for a, _ in m if mentions(a, name)}
    eigenvalue = moving.pop() if len(moving) == 1 else None
    if eigenvalue is None or eigenvalue.op != "eig" or eigenvalue.data[0] != Size.of(name):
        return None
    inner = eigenvalue.args[0]
    if mentions(inner, name) or high != rows(inner) or not is_symmetric(facts, inner):
        return None
    shift = Poly(tuple((m, c) for m, c in terms if eigenvalue not in dict(m)))
    slope = tuple((m - {(eigenvalue, dict(m)[eigenvalue])}, c) for m, c in terms if eigenvalue in dict(m))
    if any(dict(m).get(eigenvalue, 1) != 1 for m, _ in terms):
        return None
    identity = build.scale(to_expr(shift), build.eye(inner.shape.rows))
    scaled = build.scale(to_expr(Poly(slope)), build.reshape(inner, identity.shape))
    return build.norm(build.add(identity, scaled) if shift.terms else scaled, "2")


__all__ = ["shifted_spectra"]
