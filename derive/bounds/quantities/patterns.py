"""Matrices whose norms are known by what they are: softmax Jacobians, projections, distributions, masks, block products."""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.bounds.facts.distributions import is_simplex, is_stochastic
from derive.bounds.facts.facts import Facts, size_sign
from derive.bounds.facts.reading import extended
from derive.bounds.forms.bound import Bound, number
from derive.bounds.forms.normal import (
    ONE,
    canonical,
    cols,
    factors,
    mentions,
    normal,
    rows,
    strip,
)
from derive.bounds.forms.polynomial import Poly
from derive.bounds.quantities import arithmetic
from derive.bounds.quantities.norms import size_root
from derive.core import Expr, Formula, Rel, SizeRules
from derive.fraction import Fraction
from derive.sizes import Size

HALF = Fraction(1, 2)


def known_matrix(facts: Facts, expr: Expr, kind: str) -> Iterator[Bound]:
    """Bounds that need no look at the parts."""
    expr = strip(expr)
    if expr.op == "deriv":
        yield from _softmax_derivatives(expr, kind)
    if expr.op in ("add", "deriv"):
        yield from _softmax_jacobian(facts, expr, kind)
        yield from _deflated_identity(facts, expr, kind)
    if is_stochastic(facts, expr):
        yield from _stochastic(expr, kind)
        if kind == "2" and canonical(normal(build.transpose(expr))) in facts.stochastic:
            yield number(1).by("doubly stochastic", "||P||_2^2 <= ||P||_1 ||P||_inf = 1")
    if kind == "2" and canonical(expr) in facts.symmetric & facts.idempotent:
        yield number(1).by("projection", "eigenvalues of a symmetric P with P^2 = P are 0 or 1")
    for radius in facts.radii.get(canonical(normal(expr)), []) if kind in ("2", "F", "max") else []:
        scaled = facts.value(radius) * (number(1) if kind == "max" else size_root(rows(expr)))
        yield scaled.by("rows", "||X||_F^2 is the sum of the squared rows, at most m R^2")
    yield from _told_row(facts, expr, kind)
    if expr.op == "matmul" and kind == "2":
        yield from _weighted_rows(facts, expr)
    if expr.op == "add" and kind in ("2", "max") and _is_difference_of_distributions(facts, expr):
        # ||p - q||_2^2 = ||p||^2 + ||q||^2 - 2 p^T q <= 2, each entry lies between -1 and 1.
        yield arithmetic.power(facts, number(2 if kind == "2" else 1), HALF).by("distributions", f"||p - q||_{kind}")
    if is_simplex(facts, expr):
        # For nonnegative entries with sum one: ||p||_max <= ||p||_2 <= ||p||_1 = 1.
        yield number(1).by("distribution", "0 <= p_i and sum p_i = 1 give ||p||_2 <= 1, p_i <= 1")


def _told_row(facts: Facts, expr: Expr, kind: str) -> Iterator[Bound]:
    """A row, or its transpose, of a matrix whose rows are bounded by a hypothesis."""
    row = strip(expr.args[0]) if expr.op == "transpose" else expr
    if row.op == "row" and kind in ("2", "F", "max"):
        for radius in facts.radii.get(canonical(normal(row.args[0])), []):
            yield facts.value(radius).by("rows", "every row has norm at most R")


def _weighted_rows(facts: Facts, expr: Expr) -> Iterator[Bound]:
    """||(diag(p) - p p^T) X||_2 <= R where no row of X is longer than R, next to other factors that are bounded by their norms.

    With q = sqrt(p) the matrix is diag(q) (I - q q^T) diag(q) X, where ||diag(q)||_2 <= 1, I - q q^T projects, and
    ||diag(q) X||_2^2 is the norm of sum_j p_j x_j x_j^T, at most sum_j p_j R^2 = R^2.
    """
    scalars, parts = factors(expr)
    if scalars:
        return
    for k, part in enumerate(parts):
        for at in (k - 1, k + 1):
            if not 0 <= at < len(parts):
                continue
            rows_ = parts[at] if at > k else strip(normal(build.transpose(parts[at])))
            radii = facts.radii.get(canonical(normal(rows_)), [])
            if not radii or softmax_jacobian_of(facts, part) is None:
                continue
            others = number(1)
            for j, other in enumerate(parts):
                others = others * facts.norm(other, "2") if j not in (k, at) else others
            for radius in radii:
                text = "||(diag(p) - p p^T) X||_2 <= R for rows of X of norm at most R"
                yield (facts.value(radius) * others).by("softmax Jacobian", text)


def _is_difference_of_distributions(facts: Facts, expr: Expr) -> bool:
    if len(expr.args) != 2:
        return False
    for first, second in (expr.args, expr.args[::-1]):
        scalars, parts = factors(second)
        minus = len(scalars) == len(parts) == 1 and scalars[0] == build.const(-1)
        if minus and _is_distribution(facts, first) and _is_distribution(facts, parts[0]):
            return True
    return False


def _is_distribution(facts: Facts, vector: Expr) -> bool:
    """Whether a column or a row is nonnegative with the sum one."""
    return is_simplex(facts, vector) or (rows(vector) == ONE and is_stochastic(facts, vector))


def _stochastic(expr: Expr, kind: str) -> Iterator[Bound]:
    """Rows are distributions: each has Euclidean norm at most 1, so ||P||_2 <= ||P||_F <= sqrt(rows); columns sum to <= rows."""
    if kind == "max":
        yield number(1).by("stochastic", "entries of a distribution are at most 1")
    elif kind in ("2", "F"):
        yield size_root(rows(expr)).by("stochastic", f"||P||_{kind} <= sqrt(number of rows)")
    elif kind == "1":
        yield Bound(Poly.of_size(rows(expr))).by("stochastic", "||P||_1 <= number of rows")


def softmax_jacobian_of(facts: Facts, expr: Expr) -> Expr | None:
    """Return the distribution p (a column) if the expression is diag(p) - p p^T."""
    expr = strip(expr)
    if expr.op == "deriv":
        return _differentiated_softmax(expr)
    if expr.op != "add" or len(expr.args) != 2:
        return None
    for first, second in (expr.args, expr.args[::-1]):
        diagonal = strip(normal(first))
        if diagonal.op != "diag":
            continue
        vector = strip(normal(diagonal.args[0]))
        column = vector if cols(vector) == ONE else strip(normal(build.transpose(vector)))
        scalars, parts = factors(second)
        coefficient = Poly.number(1)
        for scalar in scalars:
            coefficient = coefficient * facts.value(scalar).value
        if coefficient.is_number() != -1 or len(parts) != 2 or not is_simplex(facts, column):
            continue
        row = strip(normal(build.transpose(column)))
        if strip(parts[0]) == column and strip(normal(parts[1])) == row:
            return column
    return None


def _differentiated_softmax(expr: Expr) -> Expr | None:
    """D softmax(z) / dz = diag(p) - p p^T for a single vector z, by a column or as a row."""
    body, point = expr.args
    turned = strip(normal(body))
    inner = strip(turned.args[0]) if turned.op == "transpose" else turned
    if inner.op != "softmax" or rows(inner) != ONE:
        return None
    variable = strip(normal(inner.args[0]))
    variable = strip(variable.args[0]) if variable.op == "transpose" else variable
    if variable.op != "var" or variable.data[0] != expr.data[0] or variable.shape.totals != point.shape.totals:
        return None
    return build.transpose(build.substitute(inner, {expr.data[0]: point}))


def _softmax_derivatives(expr: Expr, kind: str) -> Iterator[Bound]:
    """First and second derivative of the softmax of all rows: independent blocks, one per row p.

    The first has the blocks J = diag(p) - p p^T, at most 1/2 in the spectral norm. A direction u of unit length changes J
    by diag(q) - q p^T - p q^T with q = J u, whose Frobenius norm is at most |q| (1 + 2 |p|) <= 3/2.
    """
    order = _softmax_order(expr)
    if kind == "2" and order:
        limit = {1: HALF, 2: Fraction(3, 2)}[order]
        yield number(limit).by(
            "softmax derivatives", f"the derivative of order {order} of a row softmax is at most {limit}"
        )


def _softmax_order(expr: Expr) -> int:
    """Return 1 or 2 for the first or second derivative of softmax(X) by X itself, else 0."""
    body, point = expr.args
    if _is_softmax_of(body, expr.data[0]):
        return 1
    inner = strip(normal(body))
    if inner.op != "deriv" or not _is_softmax_of(inner.args[0], inner.data[0]):
        return 0
    at = strip(normal(inner.args[1]))
    whole = at.op == "var" and at.data[0] == expr.data[0] and at.shape.totals == point.shape.totals
    return 2 if whole else 0


def _is_softmax_of(body: Expr, name: str) -> bool:
    body = strip(normal(body))
    body = strip(body.args[0]) if body.op == "transpose" else body
    if body.op != "softmax":
        return False
    inner = strip(normal(body.args[0]))
    inner = strip(inner.args[0]) if inner.op == "transpose" else inner
    return inner.op == "var" and inner.data[0] == name


def two_hot_value(facts: Facts, sup: Expr) -> Bound | None:
    """A value that c ||diag(p) - p p^T|| attains on the whole simplex of length at least 2: c / 2, at p = (1/2, 1/2, 0, ...).

    There J has the nonzero block 1/4 [[1, -1], [-1, 1]]: spectral, Frobenius, 1 and infinity norm are all 1/2.
    """
    if len(sup.data[0]) != 1:
        return None
    name, shape = sup.data[0][0]
    inner = extended(facts, sup.data[1])
    p = build.var(name, shape)
    body = inner.value(sup.args[0])
    single = body.value.single()
    if single is None or single[1] <= 0 or not _is_whole_simplex(facts, p, sup.data[1]):
        return None
    for factor, exponent in single[0]:
        if factor.op == "norm" and factor.data[0] in ("2", "F", "1", "inf") and exponent == 1:
            rest = single[0] - {(factor, exponent)}
            free = not any(mentions(a, name) for a, _ in rest)
            if free and softmax_jacobian_of(inner, factor.args[0]) == p and size_sign(facts, rows(p) - 2):
                return Bound(Poly(((rest, single[1] / 2),)), body.steps)
    return None


def _is_whole_simplex(facts: Facts, p: Expr, conditions: tuple[Formula, ...]) -> bool:
    """Whether the conditions say p >= 0 and sum p = 1 and nothing else."""
    kinds = set()
    for condition in conditions:
        if not isinstance(condition, Rel):
            return False
        alone = extended(Facts(SizeRules(), facts.prover), (condition,))
        both = extended(Facts(SizeRules(), facts.prover), (Rel(">=", p, build.zeros(p.shape.rows, p.shape.cols)), condition))
        if condition.op in (">=", "<=") and alone.signs.get(p):
            zero = condition.rhs if condition.op == ">=" else condition.lhs
            if strip(zero).op == "zeros" or (strip(zero).op == "const" and strip(zero).data[0] == 0):
                kinds.add("sign")
                continue
        if condition.op == "=" and is_simplex(both, p):
            kinds.add("sum")
            continue
        return False
    return kinds == {"sign", "sum"}


def _softmax_jacobian(facts: Facts, expr: Expr, kind: str) -> Iterator[Bound]:
    """J = diag(p) - p p^T is positive semidefinite.

    Absolute row sums are p_i (1 - p_i) + p_i sum_{j != i} p_j = 2 p_i (1 - p_i) <= 1/2, which also bounds the spectral norm.
    ||J||_F^2 = s2 - 2 s3 + s2^2 with s_k = sum p_i^k, and s3 >= s2^2 (Cauchy-Schwarz), so ||J||_F^2 <= s2 (1 - s2) <= 1/4.
    J <= diag(p) gives ||J||_2 <= max p; tr J = 1 - s2 < 1; entries are p_i (1 - p_i) and p_i p_j, at most 1/4.
    """
    p = softmax_jacobian_of(facts, expr)
    if p is None:
        return
    if kind == "2":
        yield facts.norm(p, "max").by("softmax Jacobian", "||diag(p) - p p^T||_2 <= max p")
        yield from softmax_singular_value(facts, p, ONE)
    limit = {"max": Fraction(1, 4), "nuc": Fraction(1)}.get(kind, HALF)
    yield number(limit).by("softmax Jacobian", f"||diag(p) - p p^T||_{kind} <= {limit}")


def softmax_singular_value(facts: Facts, p: Expr, k: Size) -> Iterator[Bound]:
    """sigma_k(diag(p) - p p^T) <= p_(k) (1 - p_(k) + p_(k+1)), in place of p_(k) by Weyl's inequality.

    An eigenvalue s between p_(k+1) and p_(k) satisfies sum_i p_i / (p_i - s) = 0 (from (diag(p) - s I) y = p p^T y and
    sum p = 1). The terms of the larger entries are at least p_(k) / (p_(k) - s), those of the others at least
    -(1 - p_(k)) / (s - p_(k+1)): hence p_(k) (s - p_(k+1)) <= (1 - p_(k)) (p_(k) - s), which is the bound.
    """
    if size_sign(facts, _least_over_indices(facts, rows(p) - k - 1)) and size_sign(facts, k):
        this, next_ = (Poly.atom(canonical(build.order(p, place))) for place in (k, k + 1))
        text = "sigma_k(diag(p) - p p^T) <= p_(k) (1 - p_(k) + p_(k+1))"
        yield Bound(this - this * this + this * next_).by("softmax Jacobian", text)


def _least_over_indices(facts: Facts, size: Size) -> Size:
    """The least value over the ranges of indices that are only subtracted: each is put at the end of its range."""
    for name, _, high in facts.indices:
        own = [c for monomial, c in size.terms if any(n == name for n, _ in monomial)]
        if own and all(c < 0 for c in own):
            size = size.substitute({name: high})
    return size


def _deflated_identity(facts: Facts, expr: Expr, kind: str) -> Iterator[Bound]:
    """I - c u u^T has the eigenvalues 1 and 1 - c ||u||^2: its norm is at most 1 if 0 <= c ||u||^2 <= 2."""
    if expr.op != "add" or len(expr.args) != 2 or kind not in ("2", "F", "max"):
        return
    for first, second in (expr.args, expr.args[::-1]):
        if strip(normal(first)).op != "eye":
            continue
        weight = _rank_one_weight(facts, second)
        if weight is None or not 0 <= -weight <= 2:
            continue
        if kind == "F":
            yield size_root(rows(expr)).by("projection", "||I - c u u^T||_F <= sqrt(n) for 0 <= c ||u||^2 <= 2")
        else:
            yield number(1).by("projection", "||I - c u u^T||_2 <= 1 for 0 <= c ||u||^2 <= 2")


def has_zero_rows(facts: Facts, expr: Expr) -> bool:
    """Whether every row sums to zero: softmax Jacobians, and derivatives of row softmaxes in a direction."""
    expr = strip(expr)
    if expr.op == "frechet":
        return strip(expr.args[0]).op == "softmax"
    return softmax_jacobian_of(facts, expr) is not None


def shifts_by_ones(expr: Expr) -> bool:
    """Whether it is I + c 1 1^T."""
    expr = strip(expr)
    if expr.op != "add" or len(expr.args) != 2:
        return False
    for first, second in (expr.args, expr.args[::-1]):
        _, parts = factors(second)
        if strip(normal(first)).op == "eye" and all(p.op == "ones" for p in parts):
            return True
    return False


def _rank_one_weight(facts: Facts, expr: Expr) -> Fraction | None:
    """Return c ||u||^2 if the expression is c u u^T (the all-ones matrix included)."""
    scalars, parts = factors(expr)
    total = arithmetic.weight(facts, scalars)
    if len(parts) == 1 and parts[0].op == "ones" and rows(parts[0]) == cols(parts[0]):
        return (total.value * Poly.of_size(rows(parts[0]))).is_number()
    if len(parts) == 2 and cols(parts[0]) == ONE and strip(normal(build.transpose(parts[0]))) == strip(parts[1]):
        squared = arithmetic.power(facts, facts.norm(parts[0], "2"), Fraction(2))
        return (total.value * squared.value).is_number()
    return None

