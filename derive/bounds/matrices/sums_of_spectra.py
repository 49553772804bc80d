"""Spectra of sums and products of matrices: Weyl, Ky Fan, the trace inequality of symmetric matrices, commutators.

    lambda_{i+j-1}(A + B) <= lambda_i(A) + lambda_j(B) <= lambda_{i+j-n}(A + B)        sum_{i<=k} the same, with i for all three
    sigma_{i+j-1}(A + B) <= sigma_i(A) + sigma_j(B)        sum_i lambda_i(A) lambda_{n+1-i}(B) <= tr(A B) <= sum_i lambda_i(A) lambda_i(B)
    ||A B - B A||_F <= sqrt(2) ||A||_F ||B||_F             ||A o B||_* <= ||A||_F ||B||_F

Sources: Horn and Johnson, Matrix Analysis, 4.3.1, 4.3.47, 4.3.53 and 7.3.P16; Topics in Matrix Analysis, 3.3.16 and 3.4.1; Boettcher
and Wenzel, The Frobenius norm and the commutator (2008). The last: ``||C||_*`` is the largest ``<U, C>`` with ``|U_ij| <= ||U||_2 = 1``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, canonical, chain, cols, factors, normal, opened, rows, strip, transposed
from derive.bounds.forms.polynomial import Poly
from derive.bounds.quantities import values
from derive.bounds.quantities.semidefinite import is_symmetric
from derive.core import Expr
from derive.errors import NotSupported
from derive.sizes import Size

MAX_NODES = 8  # of each kind
KINDS = ("eig", "sigma")
WEYL = "s_{i+j-1}(A + B) <= s_i(A) + s_j(B), and lambda_i(A) + lambda_j(B) <= lambda_{i+j-n}(A + B)"
KY_FAN = "sum_{i<=k} s_i(A + B) <= sum_{i<=k} s_i(A) + sum_{i<=k} s_i(B)"
TRACE = "sum_i lambda_i(A) lambda_{n+1-i}(B) <= tr(A B) <= sum_i lambda_i(A) lambda_i(B) for symmetric A, B"


def sums_of_spectra(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the eigenvalues, sums, traces and norms that are evaluated at every point of a claim."""
    for kind in KINDS:
        yield from _weyl(facts, [n for n in nodes if n.op == kind][:MAX_NODES])
        yield from _ky_fan(facts, [n for n in nodes if n.op == "sum" and _summed(n, kind)][:MAX_NODES], kind)
    traces = [n for n in nodes if n.op == "trace"][:MAX_NODES]
    for total in [n for n in nodes if n.op == "sum"][:MAX_NODES] if traces else ():
        for trace in traces:
            yield from _trace(facts, trace, total)
    for node in [n for n in nodes if n.op == "norm"][:MAX_NODES]:
        yield from _commutator(node)
        yield from _nuclear_norm_of_hadamard(node)


def _matrix(node: Expr) -> Expr:
    return strip(normal(node.args[0]))


def _place(node: Expr) -> Size:
    """Which eigenvalue or singular value it is, counted from the largest."""
    place = node.data[0]
    if place == "max":
        return ONE
    if place != "min":
        return place
    shape = _matrix(node)
    return rows(shape) if rows(shape) == cols(shape) else Size.of(build.fresh("last"))


def _are_summands(facts: Facts, whole: Expr, parts: Sequence[Expr], kind: str) -> bool:
    """Whether a matrix is the sum of two others, symmetric ones where eigenvalues are spoken of."""
    if any(part.shape.totals != whole.shape.totals for part in parts):
        return False
    if kind == "eig" and not all(is_symmetric(facts, part) for part in parts):
        return False
    rest = build.sub(whole, build.add(*(build.reshape(part, whole.shape) for part in parts)))
    return build.is_zero(strip(normal(rest)))


def _weyl(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    for node in nodes:
        whole = _matrix(node)
        for first, second in itertools.combinations([n for n in nodes if n is not node], 2):
            places = _place(first) + _place(second)
            below, above = _place(node) == places - 1, _place(node) == places - rows(whole) and node.op == "eig"
            if (below or above) and _are_summands(facts, whole, [_matrix(first), _matrix(second)], node.op):
                total = build.add(first, second)
                yield Theorem(*((node, total) if below else (total, node)), False, "weyl", WEYL)


def _summed(total: Expr, kind: str) -> Expr | None:
    """The matrix of ``sum_{i=1}^k s_i(A)``."""
    name, low, _, body = opened(total)
    body = strip(body)
    same = low == ONE and body.op == kind and body.data[0] == Size.of(name)
    return _matrix(body) if same else None


def _ky_fan(facts: Facts, sums: Sequence[Expr], kind: str) -> Iterator[Theorem]:
    for total in sums:
        whole = _summed(total, kind)
        others = [n for n in sums if n is not total and n.data[2] == total.data[2]]
        for pair in itertools.combinations(others, 2):
            parts = [part for n in pair if (part := _summed(n, kind)) is not None]
            if whole is not None and _are_summands(facts, whole, parts, kind):
                yield Theorem(total, build.add(*pair), False, "ky fan", KY_FAN)


def _trace(facts: Facts, trace: Expr, total: Expr) -> Iterator[Theorem]:
    """The trace of a product of two symmetric matrices against the products of their eigenvalues in the same and in the opposite order."""
    scalars, parts = factors(_matrix(trace))
    name, low, high, body = opened(total)
    place = Size.of(name)
    for cut in range(1, len(parts)) if low == ONE and not scalars else ():
        left, right = chain(parts[:cut]), chain(parts[cut:])
        if high != rows(left) or not (is_symmetric(facts, left) and is_symmetric(facts, right)):
            continue
        for opposite in (False, True):
            other = rows(left) + 1 - place if opposite else place
            if _is_product(facts, body, (left, place), (right, other)) or (
                opposite and _is_product(facts, body, (left, other), (right, place))
            ):
                pair = (total, trace) if opposite else (trace, total)
                yield Theorem(*pair, False, "trace", TRACE)


def _is_product(facts: Facts, body: Expr, *eigenvalues: tuple[Expr, Size]) -> bool:
    try:
        found: Poly = values.value(facts, body).value
        first, second = (values.value(facts, build.eig(matrix, place)).value for matrix, place in eigenvalues)
        return found.same(first * second)
    except NotSupported:
        return False


def _commutator(node: Expr) -> Iterator[Theorem]:
    """``||A B - B A||_F <= sqrt(2) ||A||_F ||B||_F``."""
    whole = _matrix(node)
    if node.data[0] != "F" or whole.op != "add" or len(whole.args) != 2:
        return
    split = [factors(term) for term in whole.args]
    signs = [[strip(s) for s in scalars] for scalars, _ in split]
    if sorted(signs, key=len) != [[], [build.const(-1)]]:
        return
    first, second = (parts for _, parts in split)
    for cut in range(1, len(first)):
        left, right = first[:cut], first[cut:]
        if [canonical(p) for p in (*right, *left)] == [canonical(p) for p in second]:
            size = build.scale(build.norm(chain(left), "F"), build.norm(chain(right), "F"))
            large = build.scale(build.sqrt(build.const(2)), size)
            yield Theorem(node, large, False, "commutator", "||A B - B A||_F <= sqrt(2) ||A||_F ||B||_F")


def _nuclear_norm_of_hadamard(node: Expr) -> Iterator[Theorem]:
    whole = _matrix(node)
    whole = transposed(whole) if whole.op == "transpose" else whole
    if node.data[0] == "nuc" and whole.op == "hadamard":
        large = build.scale(*(build.norm(part, "F") for part in whole.args))
        yield Theorem(node, large, False, "hadamard", "||A o B||_* <= sum |A_ij B_ij| <= ||A||_F ||B||_F")


__all__ = ["sums_of_spectra"]
