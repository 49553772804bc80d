"""Eigenvalues, singular values and inverses of sums and products that a claim writes down.

Sources: Horn and Johnson, Matrix Analysis, 4.3 (Weyl's inequalities), 5.6 and 5.8 (Neumann series), 7.3 (singular values);
Topics in Matrix Analysis, 3.3.16 (singular values of products).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from contextlib import suppress

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, Theorem, elementwise
from derive.bounds.forms.common_factors import common_matrices
from derive.bounds.forms.normal import ONE, canonical, chain, cols, factors, normal, rows, strip, summands
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.quantities import arithmetic
from derive.bounds.quantities.shifted_norms import is_identity, shifts
from derive.bounds.rules.increments import difference
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.norms import of_all

MAX_NODES = 12  # of each kind that are looked at
MAX_TERMS = 4  # of a sum
INDUCED = of_all(lambda n: n.left == n.kind)


def perturbed(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the scalars that are evaluated at every point of a claim."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side)))
    norms = [n for n in nodes if n.op == "norm"][: 2 * MAX_NODES]
    for kind in ("eig", "sigma"):
        found = [n for n in nodes if n.op == kind][:MAX_NODES]
        yield from _differences(facts, found, norms)
        for node in found if kind == "sigma" else ():
            yield from _shifted(facts, node)
        for node in found:
            yield from _sums(facts, node) if kind == "eig" else itertools.chain(_products(node), _factors(node, found))
    for node in [n for n in nodes if n.op == "trace"][:MAX_NODES]:
        yield from _effective_dimension(facts, node)
    for node in norms:
        matrix = strip(normal(node.args[0]))
        if matrix.op == "inv":
            yield from _inverses(facts, node, strip(normal(matrix.args[0])), nodes)
        elif matrix.op == "matmul":
            yield from _beside_inverses(facts, node, matrix)
        if node.data[0] == "2" and matrix.op == "add":
            yield from _contractions(facts, node, matrix)
        if node.data[0] == "2" and matrix.op == "matmul":
            yield from _resolvents(facts, node, matrix)
        parts = factors(matrix)[1] if matrix.op == "matmul" else ()
        alone = [rest for rest, _, alone in common_matrices(matrix) if alone] if matrix.op == "add" else []
        for factor in (strip(normal(part)) for part in (*parts, *alone) if node.data[0] in ("2", "F", "nuc")):
            if factor.op == "add":
                yield from _contractions(facts, build.norm(factor, "2"), factor)


# Weyl's inequalities.


def _sums(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """lambda_k(A) + lambda_min(B) <= lambda_k(A + B) <= lambda_k(A) + lambda_max(B) for symmetric A, B."""
    whole = strip(normal(node.args[0]))
    if whole.op != "add" or len(whole.args) > MAX_TERMS or not all(facts.is_symmetric(t) for t in whole.args):
        return
    text = "lambda_k(A) + lambda_min(B) <= lambda_k(A + B) <= lambda_k(A) + lambda_max(B)"
    for first, term in enumerate(whole.args):
        rest = [t for k, t in enumerate(whole.args) if k != first]
        middle = _eigenvalue(facts, term, node.data[0])
        for end, above in (("max", True), ("min", False)):
            others = [_eigenvalue(facts, t, end) for t in rest]
            if middle is None or None in others:
                continue
            total = build.add(middle, *(o for o in others if o is not None))
            yield Theorem(*((node, total) if above else (total, node)), False, "weyl", text)


def _eigenvalue(facts: Facts, term: Expr, place: object) -> Expr | None:
    """An eigenvalue of ``c A`` by the eigenvalues of A; None if the sign of c is not known, or its place is not."""
    scalars, parts = factors(term)
    weight = arithmetic.weight(facts, scalars).value
    factor = to_expr(weight)
    if len(parts) == 1 and is_identity(parts[0]):
        return factor
    turned = {"max": "min", "min": "max"}
    if arithmetic.poly_sign(facts, weight):
        end = place
    elif arithmetic.poly_sign(facts, -weight) and place in turned:
        end = turned[str(place)]
    else:
        return None
    node = Expr("eig", (chain(parts),), (end,), build.SCALAR)
    return node if weight.is_number() == 1 else build.scale(factor, node)


def _differences(facts: Facts, nodes: Sequence[Expr], norms: Sequence[Expr]) -> Iterator[Theorem]:
    """|lambda_k(A) - lambda_k(B)| <= ||A - B||_2 for symmetric A, B; |sigma_k(A) - sigma_k(B)| <= ||A - B||_2 for all."""
    largest = [n for n in nodes if n.op == "sigma" and n.data[0] in ("max", ONE)]
    named = [*(n for n in norms if n.data[0] in ("2", "F")), *largest]
    written = {canonical(strip(normal(n.args[0]))) for n in named}
    for first, second in itertools.combinations(nodes, 2):
        a, b = (strip(normal(n.args[0])) for n in (first, second))
        if first.data != second.data or a.shape.totals != b.shape.totals:
            continue
        if first.op == "eig" and not (facts.is_symmetric(a) and facts.is_symmetric(b)):
            continue
        gaps = [canonical(strip(normal(difference(*pair)))) for pair in ((a, b), (b, a))]
        for gap in gaps:
            size = build.norm(gap, "2") if gap in written else _by_factors(facts, gap, written)
            if size is not None:
                text = f"|{first.op}_k(A) - {first.op}_k(B)| <= ||A - B||_2"
                yield Theorem(first, build.add(second, size), False, "weyl", text)
                yield Theorem(second, build.add(first, size), False, "weyl", text)
                break


def _by_factors(facts: Facts, gap: Expr, written: set[Expr]) -> Expr | None:
    """The product of the norms of the factors of a difference, if the claim writes all of them."""
    scalars, parts = factors(gap)
    if len(parts) == 1 and not scalars or not all(canonical(strip(normal(p))) in written for p in parts):
        return None
    weight = arithmetic.absolute(facts, arithmetic.weight(facts, scalars)).value
    return functools.reduce(build.scale, [build.norm(part, "2") for part in parts], to_expr(weight))


def _shifted(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """|sigma_k(c I + E) - |c|| <= ||E||_2, as every singular value of c I is |c|."""
    whole = strip(normal(node.args[0]))
    for weight, rest in shifts(facts, whole):
        if arithmetic.poly_sign(facts, weight) < NONNEGATIVE:
            continue
        size, middle = to_expr(facts.norm(rest, "2").value), to_expr(weight)
        text = "|sigma_k(c I + E) - c| <= ||E||_2"
        yield Theorem(node, build.add(middle, size), False, "weyl", text)
        yield Theorem(build.sub(middle, size), node, False, "weyl", text)


def _products(node: Expr) -> Iterator[Theorem]:
    """sigma_min(A B) >= sigma_min(A) sigma_min(B) if A or B is square: |A y| >= sigma_min(A) |y| for a square or tall A."""
    if node.data[0] != "min":
        return
    _, parts = factors(node.args[0])
    for cut in range(1, len(parts)):
        left, right = chain(parts[:cut]), chain(parts[cut:])
        if rows(left) == cols(left) or rows(right) == cols(right):
            product = build.scale(build.sigma(left, "min"), build.sigma(right, "min"))
            small = node if not factors(node.args[0])[0] else build.sigma(chain(parts), "min")
            yield Theorem(
                product, small, False, "smallest singular value", "sigma_min(A B) >= sigma_min(A) sigma_min(B)"
            )


def _factors(node: Expr, written: Sequence[Expr]) -> Iterator[Theorem]:
    """sigma_k(A B C) <= ||A||_2 sigma_k(B) ||C||_2, if the claim writes sigma_k(B) or B has the shape of the product."""
    if node.data[0] == "max":
        return
    scalars, parts = factors(node.args[0])
    if len(parts) > MAX_TERMS:
        return
    known = {canonical(n) for n in written}
    whole = node if not scalars else build.sigma(chain(parts), node.data[0])
    for first, last in itertools.combinations(range(len(parts) + 1), 2):
        inner, outer = parts[first:last], [p for p in (parts[:first], parts[last:]) if p]
        middle = build.sigma(chain(inner), node.data[0])
        same = (rows(chain(inner)), cols(chain(inner))) == (rows(chain(parts)), cols(chain(parts)))
        if outer and (same or (node.data[0] != "min" and canonical(middle) in known)):
            bound = functools.reduce(build.scale, [build.norm(chain(p), "2") for p in outer], middle)
            text = "sigma_k(A B C) <= ||A||_2 sigma_k(B) ||C||_2"
            yield Theorem(whole, bound, False, "singular value of a product", text)


# Inverses.


def _inverses(facts: Facts, node: Expr, total: Expr, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """||(c I + E)^-1|| <= 1 / (c - ||E||) for ||E|| < c; ||(S + c I)^-1||_2 <= 1 / (lambda_min(S) + c) for symmetric S."""
    for weight, rest in shifts(facts, total):
        kind = node.data[0]
        if kind in INDUCED:
            room = weight - facts.norm(rest, kind).value
            if _is_positive(facts, room):
                text = f"||(c I + E)^-1||_{kind} <= 1 / (c - ||E||_{kind}) for ||E||_{kind} < c"
                facts.signs[canonical(to_expr(room))] = POSITIVE
                yield Theorem(node, build.hpow(to_expr(room), build.const(-1)), False, "neumann series", text)
        if kind == "2" and facts.is_symmetric(rest):
            for least in (n for n in nodes if n.op == "eig" and n.data[0] == "min"):
                if canonical(strip(normal(least.args[0]))) != canonical(strip(normal(rest))):
                    continue
                room = facts.value(least).value + weight
                if _is_positive(facts, room):
                    text = "||(S + c I)^-1||_2 = 1 / (lambda_min(S) + c) for lambda_min(S) + c > 0"
                    yield Theorem(node, build.hpow(to_expr(room), build.const(-1)), False, "shifted inverse", text)


def with_signs_of_inverses(facts: Facts, sides: Sequence[Expr]) -> None:
    """``(c I - E)^-1 = sum_k E^k / c^(k + 1)`` has no negative entry where E has none and ``||E|| < c`` (an M-matrix).

    Source: Horn and Johnson, Topics in Matrix Analysis, 2.5.
    """
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side) if n.op == "inv"))
    for node in nodes[:MAX_NODES]:
        for weight, rest in shifts(facts, strip(normal(node.args[0]))):
            if any(sign > 0 or elementwise(facts, term) < NONNEGATIVE for sign, term in summands(rest)):
                continue
            with suppress(NotSupported):
                if not any(_is_positive(facts, weight - facts.norm(rest, kind).value) for kind in INDUCED):
                    continue
                facts.signs[canonical(node)] = facts.signs[canonical(normal(node))] = NONNEGATIVE
    facts.cache.clear()


def _beside_inverses(facts: Facts, node: Expr, matrix: Expr) -> Iterator[Theorem]:
    """||L (c I + E)^-1 R|| <= ||L|| ||R|| / (c - ||E||) for ||E|| < c."""
    kind, (scalars, parts) = node.data[0], factors(matrix)
    inverses = [k for k, part in enumerate(parts) if strip(part).op == "inv"]
    if kind not in INDUCED or scalars or len(inverses) != 1:
        return
    (k,) = inverses
    for weight, rest in shifts(facts, strip(normal(strip(parts[k]).args[0]))):
        room = weight - facts.norm(rest, kind).value
        if not _is_positive(facts, room):
            continue
        text = f"||L (c I + E)^-1 R||_{kind} <= ||L||_{kind} ||R||_{kind} / (c - ||E||_{kind}) for ||E||_{kind} < c"
        facts.signs[canonical(to_expr(room))] = POSITIVE
        bound = build.hpow(to_expr(room), build.const(-1))
        for side in (parts[:k], parts[k + 1 :]):
            bound = build.scale(build.norm(chain(side), kind), bound) if side else bound
        yield Theorem(node, bound, False, "neumann series", text)


def _is_positive(facts: Facts, poly: Poly) -> bool:

    return arithmetic.poly_sign(facts, poly) == POSITIVE or facts.nonnegative(poly, True, 2) is not None


def _is_nonnegative(facts: Facts, poly: Poly) -> bool:

    return arithmetic.poly_sign(facts, poly) >= NONNEGATIVE or facts.nonnegative(poly, False, 1) is not None


def _resolvents(facts: Facts, node: Expr, matrix: Expr) -> Iterator[Theorem]:
    """||B (B^T B + c I)^-1 B^T||_2 < 1 and ||(B^T B + c I)^-1 B^T||_2 <= 1 / (2 sqrt c): s^2 / (s^2 + c) and s / (s^2 + c).

    Of a product with other factors the bound is that times their norms.
    """
    scalars, parts = factors(matrix)
    if scalars or len(parts) < 2:
        return
    parts = [strip(p) for p in parts]
    for at, inverse in enumerate(parts):
        if inverse.op != "inv":
            continue
        left, right = parts[at - 1 : at] if at else [], parts[at + 1 : at + 2]
        for weight, rest in shifts(facts, strip(normal(inverse.args[0]))):
            if not _is_positive(facts, weight):
                continue
            gram = canonical(strip(normal(rest)))
            before = bool(left) and gram == _gram(build.transpose(left[0]))  # B (B^T B + c I)^-1
            behind = bool(right) and gram == _gram(right[0])
            if not before and not behind:
                continue
            both = before and behind and left[0] == strip(normal(build.transpose(right[0])))
            others = [_product(parts[: at - before]), _product(parts[at + 1 + (behind and (both or not before)) :])]
            norms = [build.norm(e, "2") for e in others if e is not None]
            half = build.scale(build.const(Fraction(1, 2)), build.hpow(to_expr(weight), build.const(Fraction(-1, 2))))
            bound = functools.reduce(build.scale, norms, build.const(1) if both else half)
            text = "s / (s^2 + c) <= 1 / (2 sqrt c) for the singular values s"
            if both:
                text = "||B (B^T B + c I)^-1 B^T||_2 < 1: s^2 / (s^2 + c) < 1 for the singular values s"
            yield Theorem(node, bound, both and not norms, "resolvent", text)


def _effective_dimension(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """0 <= tr(B (B^T B + c I)^-1 B^T) < n, and <= m, for B of shape m x n: the sum of s^2 / (s^2 + c)."""
    scalars, parts = factors(strip(normal(node.args[0])))
    parts = [strip(p) for p in parts]
    text = "0 <= tr(B (B^T B + c I)^-1 B^T) < n: a sum of s^2 / (s^2 + c)"
    for at, inverse in enumerate(parts if not scalars and len(parts) > 1 else ()):
        rest = [*parts[at + 1 :], *parts[:at]]
        if inverse.op != "inv" or not facts.is_semidefinite(functools.reduce(build.matmul, rest)):
            continue
        for weight, gram in shifts(facts, strip(normal(inverse.args[0]))):
            whole = functools.reduce(build.matmul, rest)
            if _is_positive(facts, weight) and canonical(strip(normal(gram))) == canonical(strip(normal(whole))):
                yield Theorem(build.const(0), node, False, "resolvent", text)
                yield Theorem(node, build.size(rows(inverse)), True, "resolvent", text)
                for factor in rest:
                    yield Theorem(node, build.size(cols(factor)), False, "resolvent", text)


def _gram(factor: Expr) -> Expr:
    """The product of a matrix with its own transpose."""
    return canonical(strip(normal(build.matmul(factor, build.transpose(factor)))))


def _product(parts: Sequence[Expr]) -> Expr | None:
    return functools.reduce(build.matmul, parts) if parts else None


def _contractions(facts: Facts, node: Expr, total: Expr) -> Iterator[Theorem]:
    """||c I - S||_2 <= c for a semidefinite S with ||S||_2 <= 2 c: every eigenvalue lies between -c and c."""
    for weight, rest in shifts(facts, total):
        minus = [build.scale(build.const(-1), t) for t in (rest.args if rest.op == "add" else (rest,))]
        if not all(facts.is_semidefinite(t) for t in minus):
            continue
        room = weight + weight
        for term in minus:
            room = room - facts.norm(term, "2").value
        if elementwise(facts, to_expr(weight)) and _is_nonnegative(facts, room):
            text = "||c I - S||_2 <= c for semidefinite S with ||S||_2 <= 2 c"
            yield Theorem(node, to_expr(weight), False, "contraction", text)


__all__ = ["perturbed", "with_signs_of_inverses"]
