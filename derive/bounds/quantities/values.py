"""Scalars as polynomials in atoms: exact rewriting only, so that equal quantities meet and cancel.

`value` returns the polynomial of a scalar expression together with the named equalities that were used.
"""

from __future__ import annotations

from derive import build
from derive.bounds.facts.distributions import is_simplex, is_stochastic, sums_to_one
from derive.bounds.facts.facts import POSITIVE, Facts, elementwise, size_sign
from derive.bounds.forms.bound import Bound, atom, merge, number
from derive.bounds.forms.normal import (
    ONE,
    canonical,
    chain,
    cols,
    entry_of,
    factors,
    is_scalar,
    mentions,
    normal,
    opened,
    opened_variable,
    rows,
    strip,
)
from derive.bounds.forms.polynomial import (
    UNIT,
    Monomial,
    Poly,
    order_key,
    to_expr,
)
from derive.bounds.forms.restrictions import is_tall
from derive.bounds.quantities import loewner, norms, shifted_norms, singular_values, spectra, variational, written
from derive.bounds.quantities.arithmetic import UNITY, absolute, poly_sign, power, weight
from derive.bounds.quantities.kernels import always_singular
from derive.bounds.quantities.variational import applied
from derive.core import Expr, Rel
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.functions import FUNCTIONS
from derive.sizes import Size, product


def value(facts: Facts, expr: Expr) -> Bound:
    """Return the polynomial equal to a scalar expression.

    Raises:
        NotSupported: An infinity inside, or too many terms.

    """
    expr = strip(expr)
    key = ("value", expr)
    if key not in facts.cache:
        facts.cache[key] = _value(facts, expr)
    found = facts.cache[key]
    assert isinstance(found, Bound)
    return found


def _value(facts: Facts, expr: Expr) -> Bound:
    op, args = expr.op, expr.args
    if op == "const":
        return number(expr.data[0])
    if op == "zeros":
        return number(0)
    if op == "size":
        return Bound(Poly.of_size(expr.data[0]))
    if op == "real" and expr.data[0] == "infinity":
        raise NotSupported("an infinite quantity")
    if op == "add":
        total = number(0)
        for part in args:
            total = total + facts.value(part)
        return total
    if op in ("scale", "hadamard", "kron"):
        return facts.value(args[0]) * facts.value(args[1])
    if op == "eig" and expr.data[0] == ONE:
        return facts.value(build.eig(args[0], "max"))
    if op == "eig":
        found = _known_eigenvalue(facts, expr)
        if found is not None:
            return found
    if op in ("transpose", "vec", "vecr", "unvecr", "diag", "diagpart", "trace", "maxentry", "minentry") and _single(
        args[0]
    ):
        return facts.value(args[0])
    if op == "hpow":
        return _power(facts, expr)
    if op == "norm":
        return facts.norm(args[0], expr.data[0])
    if op in ("sigma", "eig") and singular_values.is_zero_by_rank(facts, expr):
        return number(0).by("rank one", "all singular values of u v^T but one are 0")
    if op == "sigma" and _is_zero_sigma(facts, expr):
        return number(0).by("kernel", "the last singular value of a matrix with a kernel is 0")
    if op in ("sigma", "eig") and (simpler := spectra.of_simpler_matrix(facts, expr)) is not None:
        return simpler
    if op == "sigma" and expr.data[0] in ("max", ONE):
        return facts.norm(args[0], "2").by("sigma_max", "the largest singular value is the spectral norm")
    if op == "map":
        return _map(facts, expr)
    if op == "prod":
        return spectra.product_of_places(facts, expr) or atom(canonical(expr))
    if op == "order":
        return _known_entry(facts, expr) or atom(canonical(expr))
    if op in ("sup", "inf"):
        found = _operator_norm(facts, expr) if op == "sup" else None
        return found or variational.extremum(facts, expr) or atom(canonical(expr))
    rules = {
        "matmul": _inner, "entry": _entry, "trace": _trace, "sum": _sum, "maxover": _over, "minover": _over,
        "integral": _integral, "kappa": _kappa, "rank": _rank, "det": spectra.determinant, "max": _listed, "min": _listed, "row": _inner, "col": _inner,
    }  # fmt: skip
    return rules[op](facts, expr) if op in rules else atom(canonical(expr))


def _known_eigenvalue(facts: Facts, expr: Expr) -> Bound | None:
    """The largest eigenvalue of a semidefinite matrix is its spectral norm; the ones have the eigenvalue n once, and 0 otherwise."""
    matrix = strip(normal(expr.args[0]))
    if expr.data[0] in ("max", ONE) and facts.is_semidefinite(matrix):
        return facts.norm(matrix, "2").by("semidefinite", "lambda_max(A) = ||A||_2 for A semidefinite")
    if matrix.op != "ones" or rows(matrix) != cols(matrix):
        return None
    if expr.data[0] in ("max", ONE):
        return Bound(Poly.of_size(rows(matrix))).by("ones", "1 1^T has the eigenvalue n once, and 0 otherwise")
    return None


def _known_entry(facts: Facts, expr: Expr) -> Bound | None:
    """Order statistics of c 1 are c; those of a unit vector are 1 and then 0."""
    scalars, parts = factors(expr.args[0])
    if len(parts) != 1:
        return None
    vector = strip(parts[0])
    if vector.op == "ones":
        return weight(facts, scalars).by("order statistics", "all entries are equal")
    unit = vector.op == "basis" or (vector.op in ("row", "col") and strip(vector.args[0]).op == "eye")
    if unit and not scalars and (expr.data[0] == ONE or size_sign(facts, expr.data[0] - 2)):
        return number(1 if expr.data[0] == ONE else 0).by(
            "order statistics", "a unit vector has the entries 1, 0, ..., 0"
        )
    return None


def _operator_norm(facts: Facts, expr: Expr) -> Bound | None:
    """The supremum of c ||A y||^p over unit vectors y, or of c (||A y|| / ||y||)^p over nonzero y, is c ||A||_2^p."""
    names, conditions = expr.data
    if len(names) != 1 or len(conditions) != 1 or product(names[0][1].cols) != ONE:
        return None
    (name, shape), condition = names[0], conditions[0]
    y = build.var(name, shape)
    single = facts.value(expr.args[0]).value.single()
    if single is None or single[1] <= 0 or not isinstance(condition, Rel):
        return None
    powers: dict[Expr, Fraction] = dict(single[0])
    length = norms.norm_atom(y, "2").value.atoms()
    quotient = sum((powers.pop(a) for a in tuple(length) if a in powers), Fraction(0))
    moving = [(a, e) for a, e in powers.items() if mentions(a, name)]
    if len(moving) != 1 or moving[0][1] <= 0:
        return None
    image, power_ = moving[0]
    zero = strip(condition.rhs)
    is_zero = zero.op == "zeros" or (zero.op == "const" and zero.data[0] == 0)
    if condition.op == "!=" and strip(condition.lhs) == y and is_zero:
        if quotient != -power_:
            return None
    elif quotient or not _is_unit(condition, y):
        return None  # over the ball as over the sphere: the value grows with the length
    matrix = applied(image, y)
    if matrix is None or any(not elementwise(facts, a) for a in powers if a != image):
        return None
    still = frozenset((a, e) for a, e in powers.items() if a != image)
    result = power(facts, facts.norm(matrix, "2"), power_) * Bound(Poly(((still, single[1]),)))
    return result.by("spectral norm", "||A||_2 is the supremum of ||A y|| over unit vectors y")


def _is_unit(condition: Rel, y: Expr) -> bool:
    """Whether it says ``|y| = 1`` or ``|y| <= 1``."""
    ways = {"=": (0, 1), "<=": (0,), ">=": (1,)}.get(condition.op, ())
    for side, other in (((condition.lhs, condition.rhs), (condition.rhs, condition.lhs))[k] for k in ways):
        side, other = strip(side), strip(other)
        one = other.op == "const" and other.data[0] == 1
        if one and side.op == "norm" and side.data[0] in ("2", "F") and strip(side.args[0]) == y:
            return True
    return False


def _is_zero_sigma(facts: Facts, expr: Expr) -> bool:
    """The last singular value of a square matrix that is singular by its form."""
    matrix = strip(expr.args[0])
    last = expr.data[0] == "min" or expr.data[0] == rows(matrix)
    return rows(matrix) == cols(matrix) and last and always_singular(facts, matrix) is not None


def _single(expr: Expr) -> bool:
    return rows(expr) == ONE and cols(expr) == ONE


def _power(facts: Facts, expr: Expr) -> Bound:
    exponent = facts.value(expr.args[1]).value.is_number()
    if exponent is None and facts.value(expr.args[0]).value.is_number() == 1:
        return number(1)
    if exponent is None:
        return atom(canonical(expr))
    return power(facts, facts.value(expr.args[0]), exponent)


def _map(facts: Facts, expr: Expr) -> Bound:
    inner = facts.value(expr.args[0])
    name = expr.data[0]
    if name == "abs":
        return absolute(facts, inner)
    if name == "sqrt":
        return power(facts, inner, Fraction(1, 2))
    sign = poly_sign(facts, inner.value)
    if name == "relu" and sign:
        return inner
    if name in ("sign", "step") and POSITIVE in (sign, poly_sign(facts, -inner.value)):
        return number(1 if sign == POSITIVE else -1 if name == "sign" else 0)
    at_zero = FUNCTIONS[name].at_zero
    if inner.value.is_number() == 0 and at_zero is not None:
        return number(at_zero)
    times = inner.value.common_divisor() if name == "exp" else 1  # exp(2 u) = exp(u)^2
    argument = inner.value if times == 1 else inner.value * Poly.number(Fraction(1, times))
    return Bound(Poly.atom(build.map_(name, to_expr(argument)), Fraction(times)), inner.steps)


# Scalars made of matrices.


def _inner(facts: Facts, expr: Expr) -> Bound:
    """Row times column: x^T x = ||x||^2, 1^T p = 1 for distributions; otherwise an atom."""
    scalars, parts = factors(expr)
    result = weight(facts, scalars)
    if len(parts) == 1:
        return result * (
            _entry(facts, build.entry(parts[0], ONE, ONE)) if parts[0].op in ("row", "col") else facts.value(parts[0])
        )
    half = norms.root_of_gram(facts, parts)
    if half is not None:
        return result * power(facts, facts.norm(half, "2"), Fraction(2)).by("x^T x", "x^T x = ||x||^2")
    squared = written.squared_column(parts)
    if squared is not None:
        return result * power(facts, facts.norm(squared, "2"), Fraction(2)).by("1^T x^2", "1^T x^2 = ||x||^2")
    if sums_to_one(facts, parts):
        return result.by("stochastic", "the entries of a distribution sum to one")
    forward = canonical(chain(norms.symmetrized(facts, parts)))
    backward = canonical(chain(norms.turned(facts, parts)))
    return result * atom(min(forward, backward, key=order_key))


def _entry(facts: Facts, expr: Expr) -> Bound:
    pushed = strip(entry_of(expr.args[0], *expr.data))
    if pushed.op in ("row", "col"):  # 1 x 1
        i, j = (pushed.data[0], ONE) if pushed.op == "row" else (ONE, pushed.data[0])
        pushed = strip(entry_of(pushed.args[0], i, j))
    return facts.value(pushed) if pushed.op not in ("entry", "row", "col") else atom(canonical(pushed))


def _trace(facts: Facts, expr: Expr) -> Bound:
    """Linear; tr(A A^T) = ||A||_F^2; tr(A (x) B) = tr A tr B."""
    inner = strip(normal(expr.args[0]))
    if inner.op == "add":
        total = number(0)
        for part in inner.args:
            total = total + facts.value(build.trace(part))
        return total
    if inner.op == "kron" and rows(inner.args[0]) == cols(inner.args[0]) and rows(inner.args[1]) == cols(inner.args[1]):
        return facts.value(build.trace(inner.args[0])) * facts.value(build.trace(inner.args[1]))
    scalars, parts = factors(inner)
    result = weight(facts, scalars)
    half = norms.root_of_gram(facts, parts)
    if half is not None:
        return result * power(facts, facts.norm(half, "F"), Fraction(2)).by("trace", "tr(A A^T) = ||A||_F^2")
    if len(parts) == 1 and parts[0].op == "eye":
        return result * Bound(Poly.of_size(rows(parts[0])))
    if len(parts) == 1 and parts[0].op == "zeros":
        return number(0)
    if len(parts) == 1 and parts[0].op == "diag" and cols(column := parts[0].args[0]) == ONE:
        return result * facts.value(build.matmul(build.ones((), column.shape.rows), column))
    return result * atom(build.trace(loewner.cyclic(facts, parts)))


def _sum(facts: Facts, expr: Expr) -> Bound:
    """Linear; factors without the index come out; a constant body is counted."""
    index, first, last = expr.data
    written_body = strip(expr.args[0])
    for out, rest in (written_body.args, written_body.args[::-1]) if written_body.op == "scale" else ():
        if is_scalar(out) and is_scalar(rest) and not mentions(out, index) and mentions(rest, index):
            return facts.value(out) * facts.value(build.sum_(index, first, last, rest))
    squares = written.sum_of_squares(facts, expr)
    if squares is not None:
        return squares
    name, low, high, body_expr = opened(expr)
    inner = facts.value(body_expr)
    total = number(0)
    for monomial, coefficient in inner.value.terms:
        outer = frozenset((a, e) for a, e in monomial if not mentions(a, name))
        body = frozenset((a, e) for a, e in monomial if mentions(a, name))
        over_places = singular_values.sum_over_places(facts, body, name, low, high)
        over_places = over_places or spectra.over_all_places(facts, body, name, low, high)
        if over_places is not None:
            total = total + over_places * Bound(Poly(((outer, coefficient),)))
            continue
        if _is_row_sum(facts, body, name, low, high):
            part = number(1)  # the entries of a distribution sum to one
        elif body:
            node = build.sum_(name, low, high, to_expr(Poly(((body, Fraction(1)),))))
            part = written.sum_of_squares(facts, node) or atom(canonical(node))
        elif size_sign(facts, high - low + 1):
            part = Bound(Poly.of_size(high - low + 1))
        else:
            raise NotSupported("a sum over a range of unknown length")
        total = total + part * Bound(Poly(((outer, coefficient),)))
    return Bound(total.value, merge(inner.steps, total.steps))


def _is_row_sum(facts: Facts, body: Monomial, name: str, low: Size, high: Size) -> bool:
    """Sum over a whole row of a stochastic matrix, or over a whole distribution."""
    if len(body) != 1 or low != ONE:
        return False
    ((factor, exponent),) = body
    if factor.op != "entry" or exponent != 1 or mentions(factor.args[0], name):
        return False
    matrix, (i, j) = strip(factor.args[0]), factor.data
    if j == Size.of(name) and name not in i.names:
        return high == cols(matrix) and is_stochastic(facts, matrix)
    return i == Size.of(name) and j == ONE and high == rows(matrix) and is_simplex(facts, matrix)


def _over(facts: Facts, expr: Expr) -> Bound:
    """max_i (c f(i)) = c max_i f(i) for c >= 0 free of i."""
    named = written.largest(facts, expr)
    if named is not None:
        return named
    name, low, high, body_expr = opened(expr)
    inner = facts.value(body_expr)
    single = inner.value.single()
    if not inner.value.terms or not any(mentions(a, name) for a in inner.value.atoms()):
        return inner
    free = Poly(tuple((m, c) for m, c in inner.value.terms if not any(mentions(a, name) for a, _ in m)))
    if free.terms:
        rest = _over(facts, build.over(expr.op, name, low, high, to_expr(inner.value - free)))
        return Bound(free + rest.value, inner.steps)
    outer, factor, body = UNIT, Fraction(1), inner.value
    if single is not None and single[1] > 0:
        outer = frozenset((a, e) for a, e in single[0] if not mentions(a, name) and elementwise(facts, a))
        factor, body = single[1], Poly(((single[0] - outer, Fraction(1)),))
    over = build.over(expr.op, name, low, high, to_expr(body))
    rest = written.largest(facts, over) if outer or factor != 1 else None
    found = rest if rest is not None else atom(canonical(over))
    return Bound(found.value * Poly(((outer, factor),)), merge(inner.steps, found.steps))


def _integral(facts: Facts, expr: Expr) -> Bound:
    """Linear; factors without the variable come out."""
    name, body_expr = opened_variable(expr)
    inner = facts.value(body_expr)
    total = number(0)
    for monomial, coefficient in inner.value.terms:
        outer = frozenset((a, e) for a, e in monomial if not mentions(a, name))
        body = frozenset((a, e) for a, e in monomial if mentions(a, name))
        if body or not expr.args[1].shape.is_scalar:
            node = build.integral(to_expr(Poly(((body, Fraction(1)),))), name, expr.args[1], expr.args[2])
            part = Poly.atom(canonical(node))
        else:
            part = facts.value(expr.args[2]).value - facts.value(expr.args[1]).value
        total = total + Bound(part * Poly(((outer, coefficient),)))
    return Bound(total.value, inner.steps)


def _kappa(facts: Facts, expr: Expr) -> Bound:
    """kappa(c A) = kappa(A) for a nonzero number c; kappa(A^T) = kappa(A); orthogonal and identity: 1; Gram matrices."""
    scalars, parts = factors(expr.args[0])
    if any(elementwise(facts, s) != POSITIVE and not _nonzero(s) for s in scalars):
        return atom(canonical(expr))
    if len(parts) == 1 and parts[0].op == "kron":
        # sigma(A (x) B) are the products sigma_i(A) sigma_j(B): the extreme ones multiply where both have full rank and
        # neither shape mixes (a tall times a wide factor adds zeros that sigma_min then counts).
        a, b = parts[0].args
        if _same_lean(a, b):
            return (facts.value(build.kappa(a)) * facts.value(build.kappa(b))).by(
                "kron", "kappa(A (x) B) = kappa(A) kappa(B)"
            )
    if len(parts) == 1 and parts[0].op in ("eye", "commutation"):
        return number(1)
    half = norms.root_of_gram(facts, parts)
    if half is not None and is_tall(facts.rules, cols(half), rows(half)):
        text = "kappa(A A^T) = kappa(A)^2 for A of m x n, m <= n"
        return power(facts, facts.value(build.kappa(half)), Fraction(2)).by("condition number", text)
    whole = chain(parts)
    turned = normal(build.transpose(whole))
    shifted = shifted_norms.shifted_condition(facts, strip(whole))
    if shifted is not None:
        return shifted
    for matrix in (whole, turned):
        smallest = facts.value(build.sigma(canonical(matrix), "min"))
        if poly_sign(facts, smallest.value) == POSITIVE:
            quotient = facts.norm(whole, "2") * power(facts, smallest, -UNITY)
            return quotient.by("condition number", "kappa(A) = sigma_max(A) / sigma_min(A) where sigma_min(A) > 0")
    return atom(build.kappa(min(canonical(whole), canonical(turned), key=order_key)))


def _same_lean(a: Expr, b: Expr) -> bool:
    return rows(a) == cols(a) or rows(b) == cols(b)


def _nonzero(expr: Expr) -> bool:
    return expr.op == "const" and expr.data[0] != 0


def _rank(facts: Facts, expr: Expr) -> Bound:
    """rank(A^T) = rank(A) = rank(A A^T); rank(A (x) B) = rank(A) rank(B); rank(c A) = rank(A) for c nonzero."""
    scalars, parts = factors(expr.args[0])
    if any(elementwise(facts, s) != POSITIVE and not _nonzero(s) for s in scalars):
        return atom(canonical(expr))
    if len(parts) == 1:
        part = parts[0]
        if part.op in ("eye", "commutation"):
            return Bound(Poly.of_size(rows(part)))
        if part.op == "ones":
            return number(1)
        if part.op == "zeros":
            return number(0)
        if part.op == "kron":
            return (facts.value(build.rank(part.args[0])) * facts.value(build.rank(part.args[1]))).by(
                "kron", "rank(A (x) B) = rank A rank B"
            )
    if len(parts) == 2 and cols(parts[0]) == ONE and all(_no_zero_vector(p) for p in parts):
        return number(1).by("outer product", "rank(u v^T) = 1 for u and v not zero")
    half = norms.root_of_gram(facts, parts)
    whole = half if half is not None else chain(parts)
    return atom(build.rank(min(canonical(whole), canonical(normal(build.transpose(whole))), key=order_key)))


def _no_zero_vector(expr: Expr) -> bool:
    """Whether it is a unit vector or a vector of ones, as a column or a row."""
    expr = strip(expr)
    return _no_zero_vector(expr.args[0]) if expr.op == "transpose" else expr.op in ("ones", "basis")


def _listed(facts: Facts, expr: Expr) -> Bound:
    """Maximum or minimum of finitely many: arguments in a fixed order, without repetitions."""
    found = [facts.value(a) for a in expr.args]
    exprs = sorted({to_expr(b.value) for b in found}, key=order_key)
    if len(exprs) == 1:
        return found[0]
    return atom(build.extreme(expr.op, *exprs))
