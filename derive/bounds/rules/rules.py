"""Inequalities: upper bounds of norms and other scalars of an expression by bounds of its parts.

`alternatives` gives several polynomials, each at least the given quantity. Every rule is named in the steps of its bound.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import reduce

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, Facts, elementwise, size_sign
from derive.bounds.facts.targets import Targets, directed, targets_of, unique
from derive.bounds.forms.bound import Bound, atom, number
from derive.bounds.forms.common_factors import common_matrices
from derive.bounds.forms.inner_sizes import inner_sizes
from derive.bounds.forms.like_terms import over_common_sizes
from derive.bounds.forms.normal import (
    ONE,
    canonical,
    chain,
    cols,
    factors,
    multiplied_out,
    normal,
    opened,
    opened_blocks,
    rows,
    strip,
)
from derive.bounds.forms.polynomial import UNIT, Monomial, Poly, order_key, to_expr
from derive.bounds.quantities import arithmetic, patterns
from derive.bounds.quantities.norms import HALF, size_root
from derive.bounds.rules.chain_rule import directional_norms, jacobian_norms
from derive.bounds.rules.differences import known_difference, opened_terms, reverse_triangle, segment
from derive.bounds.rules.increments import increments
from derive.bounds.rules.network_norms import network_norms
from derive.bounds.rules.normalized_rows import normalized_rows
from derive.core import Expr, walk
from derive.fraction import Fraction
from derive.functions import named
from derive.norms import norm
from derive.sizes import Size

SHRINKS = named(lambda f: f.shrinks)  # |f(x)| <= |x|
MAX_SEGMENTATIONS = 48
UNIT_RANGE = named(lambda f: -1 <= f.low and f.high <= 1)  # |f(x)| <= 1


def relax(facts: Facts, bound: Bound, targets: Targets) -> list[Bound]:
    """Upper bounds of a polynomial: in its nonnegative terms every nonnegative factor with a positive exponent may be enlarged."""
    totals = [number(0)]
    for monomial, coefficient in bound.value.terms:
        if coefficient < 0 or not arithmetic.monomial_sign(facts, monomial):
            totals = [t + Bound(Poly(((monomial, coefficient),))) for t in totals]
            continue
        options = _monomial_options(facts, monomial, targets)
        totals = unique((t + o.scaled(coefficient) for t in totals for o in options), facts.kept)
    return unique((Bound(t.value, bound.steps + t.steps) for t in totals), facts.kept)


def _monomial_options(facts: Facts, monomial: Monomial, targets: Targets) -> list[Bound]:
    options = [number(1)]
    for factor, exponent in sorted(monomial, key=lambda f: order_key(f[0])):
        if exponent > 0 and exponent % 2 == 0 and not elementwise(facts, factor):
            size = build.map_("abs", factor)  # an even power is one of the absolute value
            step = [
                atom(factor, exponent),
                *(arithmetic.power(facts, a, exponent) for a in alternatives(facts, size, targets)),
            ]
        elif exponent < 0 or not elementwise(facts, factor):
            step = [atom(factor, exponent)]
        else:
            step = unique((arithmetic.power(facts, a, exponent) for a in alternatives(facts, factor, targets)), facts.kept)
        options = unique((o * s for o in options for s in step), facts.kept)
    return options


def alternatives(facts: Facts, expr: Expr, targets: Targets) -> list[Bound]:
    """Upper bounds of one nonnegative atom, itself included."""
    itself = [atom(expr)] if targets.atoms is None or targets.ends(expr) else []
    if targets.ends(expr):
        return itself
    return facts.once(("alternatives", expr, targets), itself, lambda: _all_alternatives(facts, expr, targets, itself))


def _all_alternatives(facts: Facts, expr: Expr, targets: Targets, itself: list[Bound]) -> list[Bound]:
    found = (b for b in _alternatives(facts, expr, targets) if targets.reached(b.value))
    return unique([*itself, *found], facts.kept)


def _alternatives(facts: Facts, expr: Expr, targets: Targets) -> Iterator[Bound]:
    op = expr.op
    if op == "norm":
        for bound in norm_rules(facts, expr.args[0], expr.data[0], targets):
            yield from relax(facts, bound, targets)
    elif op == "maxover":
        yield from _maximum(facts, expr, targets)
    elif op == "sum":
        yield from _termwise(facts, expr, targets)
    elif op == "map" and expr.data[0] == "abs":
        for bound in _absolute(facts, expr.args[0], targets):
            yield from relax(facts, bound, targets)
    elif op in ("entry", "matmul", "trace"):
        for bound in _absolute(facts, expr, targets):
            yield from relax(facts, bound, targets)
    elif op in ("add", "scale", "hpow"):
        inner = facts.value(expr)
        if not inner.value.same(Poly.atom(expr)) and arithmetic.poly_sign(facts, inner.value):
            yield from relax(facts, inner, targets)
    elif op == "sigma":
        yield from relax(facts, facts.norm(expr.args[0], "2").by("singular values", "sigma_k(A) <= ||A||_2"), targets)
        p = patterns.softmax_jacobian_of(facts, expr.args[0])
        if p is not None and isinstance(expr.data[0], Size):
            yield from patterns.softmax_singular_value(facts, p, expr.data[0])
    elif op == "kappa":
        yield from _condition(facts, expr, targets)
    elif op == "rank":
        yield from _rank(facts, expr, targets)
    elif op == "max":
        yield from _listed_maximum(facts, expr, targets)
    elif op == "prod":
        yield from _factorwise(facts, expr, targets)


# Norms.


def norm_rules(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    """One step from the norm of an expression to its parts; nothing about the norm of a variable."""
    expr = strip(expr)
    yield from patterns.known_matrix(facts, expr, kind)
    for other in facts.equals.get(canonical(normal(expr)), ()):
        yield facts.norm(other, kind).by("known equality", "the matrix is replaced by what it is known to equal")
    if expr.op == "add" or any(target.op == "add" for target in targets.matrices):
        yield from reverse_triangle(facts, expr, kind, targets)
    if facts.orders:
        yield from known_difference(facts, expr, kind)
    rules = {
        "matmul": _product, "mprod": _long_product, "add": _triangle, "hadamard": _hadamard, "blocks": _blocks, "sum": _sum, "hcat": _side_by_side,
        "vcat": _side_by_side, "row": _slice, "col": _slice, "map": _elementwise, "indicator": _indicator,
        "deriv": _derivative, "frechet": _directional,
    }  # fmt: skip
    if expr.op in rules:
        yield from rules[expr.op](facts, expr, kind, targets)
    if kind == "2" and any(node.op == "deriv" for node in walk(expr)):
        yield from network_norms(facts, expr, targets)
    if kind == "F" and targets.atoms is not None:
        rank = facts.value(build.rank(expr)) if any(a.op == "rank" for a in targets.atoms) else number(0)
        if rank.value.terms and all(a in targets.atoms for a in rank.value.atoms()):
            yield (arithmetic.power(facts, rank, HALF) * facts.norm(expr, "2")).by(
                "rank", "||A||_F <= sqrt(rank A) ||A||_2"
            )
        for size in inner_sizes(expr):
            yield (size_root(size) * facts.norm(expr, "2")).by("rank", f"||A||_F <= sqrt(rank A) ||A||_2; {INNER}")


INNER = "rank(A B + C D) <= rank(A B) + rank(C D), each at most the size in the middle"


def _product(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    """Submultiplicativity over every segmentation into single factors and wanted products."""
    _, parts = factors(expr)
    if any(strip(part).op == "diag" for part in parts):
        yield from normalized_rows(facts, parts, kind)
    for segments in _segmentations(parts, targets):
        yield from _segments_bound(facts, segments, kind)
    yield from _centered(facts, parts, kind, targets)


def _centered(facts: Facts, parts: list[Expr], kind: str, targets: Targets) -> Iterator[Bound]:
    """L Y = L (I + c 1 1^T) Y for L 1 = 0, if the norm of the right factor is wanted."""
    if kind != "2" or len(parts) < 2 or not patterns.has_zero_rows(facts, parts[0]):
        return
    for target in sorted(targets.matrices, key=order_key):
        _, wanted = factors(target)
        count = len(wanted)
        if count < 2 or count > len(parts) or not patterns.shifts_by_ones(wanted[0]):
            continue
        if [canonical(p) for p in wanted[1:]] == [canonical(p) for p in parts[1:count]]:
            segments = [parts[0], target, *([chain(parts[count:])] if parts[count:] else [])]
            yield _multiply(facts, segments, [kind] * len(segments)).by(
                "centering", "L Y = L (I + c 1 1^T) Y for rows of L that sum to 0"
            )


def _segmentations(parts: list[Expr], targets: Targets) -> list[list[Expr]]:
    found: list[list[list[Expr]]] = [[[]]]
    for stop in range(1, len(parts) + 1):
        here: list[list[Expr]] = []
        for start in range(stop):
            if start == 0 and stop == len(parts):
                continue
            piece = parts[start] if stop - start == 1 else chain(parts[start:stop])
            if stop - start == 1 or canonical(normal(piece)) in targets.matrices:
                here += [[*before, piece] for before in found[start]]
        found.append(here[:MAX_SEGMENTATIONS])
    return found[-1]


def _segments_bound(facts: Facts, parts: list[Expr], kind: str) -> Iterator[Bound]:
    k = len(parts)
    if k < 2:
        return
    record = norm(kind)
    rule = "submultiplicativity" if record.left == kind else "mixed product" if record.unitary else "norm of a product"
    for kinds in dict.fromkeys((*p * (record.left,), kind, *(k - p - 1) * (record.right,)) for p in range(k)):
        yield _multiply(facts, parts, kinds).by(rule, f"||A B||_{kind} <= ||A||_{record.left} ||B||_{kind}")
    if kind == "nuc":
        for p, q in itertools.combinations(range(k), 2):
            kinds = ["F" if r in (p, q) else "2" for r in range(k)]
            yield _multiply(facts, parts, kinds).by("hoelder", "||A B||_* <= ||A||_F ||B||_F")
    if kind == "max":
        yield _multiply(facts, parts, ["2"] * k).by(rule, "||A B||_max <= ||A B||_2 <= ||A||_2 ||B||_2")


def _multiply(facts: Facts, parts: list[Expr], kinds: Sequence[str]) -> Bound:
    result = number(1)
    for part, kind in zip(parts, kinds, strict=True):
        result = result * facts.norm(part, kind)
    return result


def _long_product(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    """||prod A_i|| <= prod ||A_i|| in a norm that is submultiplicative."""
    del targets
    if norm(kind).left == kind:
        name, low, high, body = opened(expr)
        inner = facts.norm(body, kind)
        node = build.prod(name, low, high, to_expr(inner.value))
        yield Bound(facts.value(node).value, inner.steps).by("submultiplicativity", "||prod A_i|| <= prod ||A_i||")


def _triangle(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    """||A + B|| <= ||A|| + ||B||; wanted differences are kept: ||A|| <= ||A + C|| + ||C||."""
    terms = opened_terms(expr)
    shorter = multiplied_out(expr)
    if shorter is not None:
        yield facts.norm(shorter, kind).by("multiplied out", "A (B + C) = A B + A C, and terms cancel")
    for rest, product, alone in common_matrices(expr):
        if alone or canonical(normal(rest)) in targets.matrices:
            yield facts.norm(product, kind).by("factored out", "A C + B C = (A + B) C")
    yield from increments(facts, expr, kind)
    yield from segment(facts, expr, kind, targets)
    for first, second in itertools.combinations(range(len(terms)), 2):
        pair = build.add(terms[first], terms[second])
        if len(terms) > 2 and canonical(normal(pair)) in targets.matrices:
            rest = [t for k, t in enumerate(terms) if k not in (first, second)]
            if len(rest) > 1:
                yield _add(facts, [pair, build.add(*rest)], kind)  # x - y and f(x) - f(y)
            yield _add(facts, [pair, *rest], kind)
    yield _add(facts, terms, kind)


def _add(facts: Facts, terms: list[Expr], kind: str) -> Bound:
    total = number(0)
    for term in terms:
        total = total + facts.norm(term, kind)
    return total.by("triangle", "||A + B|| <= ||A|| + ||B||")


def _hadamard(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    """Entrywise products: |a b| <= max|a| |b|; in the spectral norm A o B is a submatrix of A (x) B."""
    del targets
    a, b = expr.args
    for x, y in ((a, b), (b, a)):
        second = norm(kind).through
        if second:
            yield (facts.norm(x, "max") * facts.norm(y, second)).by(
                "hadamard", f"||A o B||_{kind} <= ||A||_max ||B||_{second}"
            )
    yield (facts.norm(a, kind) * facts.norm(b, kind)).by(
        "hadamard", f"||A o B||_{kind} <= ||A||_{kind} ||B||_{kind}"
    )


def _derivative(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    if targets.atoms is not None:  # many bounds, in many quantities: those of the other side alone are followed
        yield from jacobian_norms(facts, expr, kind, targets.matrices)


def _directional(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    del targets
    yield from directional_norms(facts, expr, kind)


def _blocks(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    """||(B_ij)||_2 <= ||(B_ij)||_F-like: the root of the sum of squared block norms; outer factors come out first."""
    del targets
    _, m, _, n = expr.data
    if kind in ("2", "F"):
        name_i, name_j, body = opened_blocks(expr)
        inner = facts.norm(body, kind)
        square = build.hpow(to_expr(inner.value), build.const(2))
        total = facts.value(build.sum_(name_i, ONE, m, build.sum_(name_j, ONE, n, square)))
        yield arithmetic.power(facts, Bound(total.value, inner.steps), HALF).by(
            "blocks", f"||(B_ij)||_{kind}^2 <= sum of ||B_ij||_{kind}^2"
        )


def _sum(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    """||sum_i A_i|| <= sum_i ||A_i||."""
    del targets
    name, low, high, body = opened(expr)
    inner = facts.norm(body, kind)
    total = facts.value(build.sum_(name, low, high, to_expr(inner.value)))
    yield Bound(total.value, inner.steps).by("triangle", "||sum A_i|| <= sum ||A_i||")


def _pieces(expr: Expr) -> list[Expr]:
    """The blocks of a matrix written as blocks next to and below each other."""
    found: list[Expr] = []
    stack = [expr]
    while stack:
        node = strip(stack.pop())
        if node.op in ("hcat", "vcat"):
            stack.extend(reversed(node.args))
        else:
            found.append(node)
    return found


def _side_by_side(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    """||[A B]||^2 <= ||A||^2 + ||B||^2 (spectral: [A B][A B]^T = A A^T + B B^T); every norm is at most the sum of the parts'."""
    del targets
    pieces = _pieces(expr)
    if kind in ("2", "F") and len(pieces) > 1:
        listed = build.extreme("max", *(build.norm(piece, kind) for piece in pieces))
        largest = facts.value(listed) * size_root(Size.of(len(pieces)))
        yield largest.by("blocks", f"||(B_ij)||_{kind}^2 <= (number of blocks) max ||B_ij||_{kind}^2")
    total = number(0)
    if kind in ("2", "F"):
        for listed in (expr.args, pieces) if len(pieces) > len(expr.args) else (expr.args,):
            squares = [arithmetic.power(facts, facts.norm(part, kind), Fraction(2)) for part in listed]
            yield arithmetic.power(facts, reduce(lambda a, b: a + b, squares), HALF).by(
                "side by side", f"||[A B]||_{kind}^2 <= ||A||_{kind}^2 + ||B||_{kind}^2"
            )
        return
    for part in (facts.norm(a, kind) for a in expr.args):
        total = total + part
    yield total.by("side by side", "||[A B]|| <= ||A|| + ||B||")


def _slice(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    """A row or column is a submatrix: no norm exceeds the whole's."""
    del targets
    yield facts.norm(expr.args[0], kind).by("submatrix", f"||A_i||_{kind} <= ||A||_{kind}")


def _elementwise(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    """|f(x)| <= |x| or <= 1 entrywise; norms of absolute values are monotone (the spectral norm goes through Frobenius)."""
    del targets
    name, inner = expr.data[0], expr.args[0]
    if name in SHRINKS and norm(kind).through:
        yield facts.norm(inner, norm(kind).through).by("elementwise", f"|{name}(x)| <= |x|")
    if name in UNIT_RANGE:
        yield from _unit_entries(expr, kind, f"|{name}(x)| <= 1")


def _indicator(facts: Facts, expr: Expr, kind: str, targets: Targets) -> Iterator[Bound]:
    del facts, targets
    yield from _unit_entries(expr, kind, "entries 0 or 1")


def _unit_entries(expr: Expr, kind: str, why: str) -> Iterator[Bound]:
    """Entries of absolute value at most one: ||A||_F <= sqrt(m n), row sums <= n, column sums <= m."""
    m, n = rows(expr), cols(expr)
    table = {"1": Bound(Poly.of_size(m)), "inf": Bound(Poly.of_size(n)), "max": number(1)}
    if kind in table:
        yield table[kind].by("elementwise", why)
    elif norm(kind).through:
        yield (size_root(m) * size_root(n)).by("elementwise", why)


# Other scalars.


def _maximum(facts: Facts, expr: Expr, targets: Targets) -> Iterator[Bound]:
    """max_i f(i) <= max_i g(i) for f <= g; a sum of maxima is at least the maximum of the sum."""
    name, low, high, body = opened(expr)
    for bound in relax(facts, facts.value(body), targets.anywhere):
        total = number(0)
        for monomial, coefficient in bound.value.terms:
            part = build.over("maxover", name, low, high, to_expr(Poly(((monomial, coefficient),))))
            total = total + facts.value(part)
        yield Bound(total.value, bound.steps).by("maximum", "max (f + g) <= max f + max g")


def _termwise(facts: Facts, expr: Expr, targets: Targets) -> Iterator[Bound]:
    """sum_i f(i) <= sum_i g(i) for f <= g, and <= (number of terms) max_i f(i)."""
    name, low, high, body = opened(expr)
    inner = facts.value(body)
    if arithmetic.poly_sign(facts, inner.value) < NONNEGATIVE:
        return
    for bound in relax(facts, inner, targets.anywhere):
        yield Bound(facts.value(build.sum_(name, low, high, to_expr(bound.value))).value, bound.steps)
    if size_sign(facts, high - low + 1):
        biggest = facts.value(build.over("maxover", name, low, high, to_expr(inner.value)))
        counted = Bound(Poly.of_size(high - low + 1)) * biggest
        yield from relax(facts, counted.by("sum", "a sum is at most the number of terms times the largest"), targets)


def _factorwise(facts: Facts, expr: Expr, targets: Targets) -> Iterator[Bound]:
    """prod_i f(i) <= prod_i g(i) for 0 <= f <= g."""
    name, low, high, body = opened(expr)
    inner = facts.value(body)
    if arithmetic.poly_sign(facts, inner.value) < NONNEGATIVE:
        return
    for bound in relax(facts, inner, targets.anywhere):
        node = build.prod(name, low, high, to_expr(bound.value))
        yield Bound(facts.value(node).value, bound.steps).by("product", "prod f <= prod g for 0 <= f <= g")


def _absolute(facts: Facts, expr: Expr, targets: Targets) -> Iterator[Bound]:
    """|sum| <= sum of |.|; |x^T A y| <= ||x|| ||A|| ||y||; |tr(A B)| <= ||A||_F ||B||_F; |A_ij| <= ||A||_max."""
    inner = facts.value(expr)
    single = inner.value.single()
    if single is None:
        if expr.op == "add":
            yield from increments(facts, expr, "2")
        total = number(0)
        for monomial, coefficient in over_common_sizes(inner.value).terms:
            total = total + arithmetic.absolute(facts, Bound(Poly(((monomial, coefficient),))))
        yield total.by("triangle", "|a + b| <= |a| + |b|")
        return
    if single[0] == UNIT or not inner.value.same(Poly.atom(expr)):
        if not inner.value.same(Poly.atom(expr)):
            yield arithmetic.absolute(facts, inner)
        return
    if expr.op == "matmul":
        _, parts = factors(expr)
        for segments in _segmentations(parts, targets):
            if len(segments) > 1:
                yield _multiply(facts, segments, ["2"] * len(segments)).by(
                    "cauchy-schwarz", "|x^T A y| <= ||x||_2 ||A||_2 ||y||_2"
                )
                first, last = segments[0], segments[-1]
                if len(segments) == 2:
                    for a, b in (("inf", "max"), ("max", "1")):
                        yield (facts.norm(first, a) * facts.norm(last, b)).by(
                            "hoelder", "|x^T y| <= ||x||_1 ||y||_inf"
                        )
    elif expr.op == "entry":
        yield facts.norm(expr.args[0], "max").by("entry", "|A_ij| <= ||A||_max")
        yield facts.norm(build.row(expr.args[0], expr.data[0]), "2").by("entry", "|A_ij| <= ||A_i||_2")
    elif expr.op == "trace":
        yield from _trace(facts, expr, targets)
    elif expr.op == "map" and expr.data[0] in SHRINKS:
        argument = arithmetic.absolute(facts, facts.value(expr.args[0]))
        yield argument.by("entries", f"|{expr.data[0]}(x)| <= |x|")
    elif expr.op == "map" and expr.data[0] in UNIT_RANGE:
        yield number(1).by("elementwise", f"|{expr.data[0]}(x)| <= 1")
    elif expr.op == "eig":
        yield facts.norm(expr.args[0], "2").by("eigenvalues", "|lambda| <= ||A||_2")
    elif expr.op == "sum":
        name, low, high, body = opened(expr)
        bound = arithmetic.absolute(facts, facts.value(body))
        yield Bound(facts.value(build.sum_(name, low, high, to_expr(bound.value))).value, bound.steps).by(
            "triangle", "|sum| <= sum of |.|"
        )


def _trace(facts: Facts, expr: Expr, targets: Targets) -> Iterator[Bound]:
    inner = expr.args[0]
    size = rows(inner)
    yield (Bound(Poly.of_size(size)) * facts.norm(inner, "2")).by("trace", "|tr A| <= n ||A||_2")
    yield (size_root(size) * facts.norm(inner, "F")).by("trace", "|tr A| <= sqrt(n) ||A||_F")
    yield facts.norm(inner, "nuc").by("trace", "|tr A| <= ||A||_*")
    _, parts = factors(inner)
    for cut in range(1, len(parts)):
        left, right = chain(parts[:cut]), chain(parts[cut:])
        yield (facts.norm(left, "F") * facts.norm(right, "F")).by("cauchy-schwarz", "|tr(A B)| <= ||A||_F ||B||_F")
        yield (facts.norm(left, "nuc") * facts.norm(right, "2")).by("hoelder", "|tr(A B)| <= ||A||_* ||B||_2")
    del targets


def _condition(facts: Facts, expr: Expr, targets: Targets) -> Iterator[Bound]:
    """kappa(A B) <= kappa(A) kappa(B) if A or B is square.

    sigma_max is submultiplicative. Let A be m x m (for B square transpose): sigma_min(A B) >= sigma_min(A) sigma_min(B),
    because ||A y|| >= sigma_min(A) ||y|| for every y and sigma_k(A B) >= sigma_min(A) sigma_k(B) for every k.
    """
    _, parts = factors(expr.args[0])
    for segments in _segmentations(parts, targets):
        odd = [s for s in segments if rows(s) != cols(s)]
        if len(segments) > 1 and len(odd) <= 1:
            result = number(1)
            for part in segments:
                result = result * facts.value(build.kappa(part))
            yield result.by("condition number", "kappa(A B) <= kappa(A) kappa(B) with at most one factor not square")


def _rank(facts: Facts, expr: Expr, targets: Targets) -> Iterator[Bound]:
    """rank(A B) <= rank A, rank B; rank(A + B) <= rank A + rank B; rank <= both sizes."""
    matrix = strip(expr.args[0])
    yield Bound(Poly.of_size(rows(matrix))).by("rank", "rank A <= number of rows")
    yield Bound(Poly.of_size(cols(matrix))).by("rank", "rank A <= number of columns")
    _, parts = factors(matrix)
    if len(parts) > 1:
        for segments in _segmentations(parts, targets):
            for part in segments:
                if len(segments) > 1:
                    yield from relax(
                        facts, facts.value(build.rank(part)).by("rank", "rank(A B) <= rank A, rank B"), targets
                    )
    if matrix.op == "add":
        total = number(0)
        for part in matrix.args:
            total = total + facts.value(build.rank(part))
        yield from relax(facts, total.by("rank", "rank(A + B) <= rank A + rank B"), targets)
    if matrix.op == "hadamard":
        product = facts.value(build.rank(matrix.args[0])) * facts.value(build.rank(matrix.args[1]))
        yield from relax(facts, product.by("rank", "rank(A o B) <= rank A rank B"), targets)
    if matrix.op in ("hcat", "vcat"):
        total = number(0)
        for part in matrix.args:
            total = total + facts.value(build.rank(part))
        yield from relax(facts, total.by("rank", "rank [A B] <= rank A + rank B"), targets)


def _listed_maximum(facts: Facts, expr: Expr, targets: Targets) -> Iterator[Bound]:
    """max(a, b) <= a + b for nonnegative numbers."""
    if all(elementwise(facts, a) for a in expr.args):
        total = number(0)
        for part in expr.args:
            total = total + facts.value(part)
        yield from relax(facts, total.by("maximum", "max(a, b) <= a + b"), targets)


__all__ = ["Targets", "alternatives", "directed", "norm_rules", "relax", "targets_of"]
