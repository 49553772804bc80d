"""Equalities of norms: each rule rewrites the norm of an expression into norms of its parts, for all inputs and sizes."""

from __future__ import annotations

from derive import build
from derive.bounds.facts.distributions import is_simplex, is_stochastic
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.affine import affine_jacobian
from derive.bounds.forms.bound import Bound, atom, number
from derive.bounds.forms.common_factors import common_factors
from derive.bounds.forms.normal import (
    ONE,
    canonical,
    chain,
    cols,
    factors,
    is_scalar,
    is_vector,
    mentions,
    normal,
    opened,
    rows,
    strip,
)
from derive.bounds.forms.polynomial import Poly, atom_text, number_power, order_key, to_expr
from derive.bounds.quantities import arithmetic
from derive.bounds.quantities.grids import has_orthonormal_columns, single_blocks
from derive.bounds.quantities.rectangular_diagonals import singular_value, within_shared_factors
from derive.bounds.quantities.shifted_norms import shifted_norm
from derive.core import Expr
from derive.fraction import Fraction
from derive.norms import norm
from derive.sizes import Size

HALF = Fraction(1, 2)


def root_of_gram(facts: Facts, parts: list[Expr]) -> Expr | None:
    """Return B if the product is B B^T, as it is written or because factors are symmetric."""
    half = len(parts) // 2
    if len(parts) % 2 or not parts:
        return None
    pairs = zip(parts[:half], reversed(parts[half:]), strict=True)
    return chain(parts[:half]) if all(is_transposed(facts, a, c) for a, c in pairs) else None


def is_transposed(facts: Facts, left: Expr, right: Expr) -> bool:
    """Whether a factor is the transpose of another, as it is written or because it is symmetric."""
    turned, right = strip(normal(build.transpose(left))), strip(right)
    if turned == right or (turned.op == right.op and canonical(turned) == canonical(right)):
        return True
    return canonical(left) == canonical(right) and facts.is_symmetric(left)


def root_of_power(facts: Facts, parts: list[Expr]) -> Expr | None:
    """Return X if the product is a power of a symmetric X."""
    same = len({canonical(part) for part in parts}) == 1
    return parts[0] if len(parts) > 1 and same and facts.is_symmetric(parts[0]) else None


def size_root(size: Size) -> Bound:
    """Sqrt of a size that is not negative."""
    poly = Poly.of_size(size)
    if poly.single() is None:
        return atom(build.size(size), HALF)
    factors_ = Poly.number(1)
    for monomial, coefficient in poly.terms:
        roots, rational = number_power(coefficient, HALF)
        factors_ = Poly.collect([(roots, rational)])
        for name, power in monomial:
            factors_ = factors_ * Poly.atom(name, power * HALF)
    return Bound(factors_)


def size_power(size: Size, exponent: Fraction | int) -> Bound:
    """A root of a size that is not negative, or the size itself, or one."""
    if exponent == HALF:
        return size_root(size)
    return (
        atom(build.size(size), exponent)
        if exponent.denominator > 1
        else Bound(Poly.of_size(size) if exponent else Poly.number(1))
    )


def exact(facts: Facts, expr: Expr, kind: str) -> Bound:
    """Return the norm as a polynomial in atoms, by equalities alone.

    Args:
        facts: What is known.
        expr: Any matrix.
        kind: A norm that has a record in `derive.norms`.

    """
    key = ("norm", expr, kind)
    if key not in facts.cache:
        facts.cache[key] = _exact(facts, expr, kind)
    found = facts.cache[key]
    assert isinstance(found, Bound)
    return found


def _exact(facts: Facts, expr: Expr, kind: str) -> Bound:
    scalars, parts = factors(expr)
    result = number(1)
    for scalar in scalars:
        result = result * arithmetic.absolute(facts, facts.value(scalar))
    if scalars:
        result = result.by("homogeneity", "||c A|| = |c| ||A||")
    common = common_factors(parts[0]) if len(parts) == 1 and strip(parts[0]).op == "add" else None
    if common is not None:
        size, shared, rest = common
        for scalar in shared:
            result = result * arithmetic.absolute(facts, facts.value(scalar))
        return (result * number(size) * facts.norm(rest, kind)).by("homogeneity", "||c A|| = |c| ||A||")
    trimmed = _trim(facts, parts, kind)
    if trimmed is not parts:
        result = result.by(
            "isometry", "factors with orthonormal columns (rows) on the left (right) leave the norm as it is"
        )
        parts = trimmed
    whole = parts[0] if len(parts) == 1 else chain(parts)
    if is_scalar(whole):
        return result * arithmetic.absolute(facts, facts.value(build.reshape(whole, build.SCALAR)))
    if len(parts) == 1:
        return result * _single(facts, strip(parts[0]), _vector_kind(whole, kind))
    return result * _product(facts, parts, whole, _vector_kind(whole, kind))


def _vector_kind(expr: Expr, kind: str) -> str:
    """Of a single row or column the spectral, Frobenius and nuclear norms are the Euclidean norm; so is a maximum one of inf, 1."""
    if not is_vector(expr):
        return kind
    if norm(kind).unitary:
        return "2"
    column = cols(expr) == ONE
    return "max" if kind == ("inf" if column else "1") else kind


def _trim(facts: Facts, parts: list[Expr], kind: str) -> list[Expr]:
    """Remove isometric outer factors."""
    start, stop = 0, len(parts)
    while stop - start > 1 and _isometry(facts, parts[start], kind):
        start += 1
    while stop - start > 1 and _isometry(facts, strip(normal(build.transpose(parts[stop - 1]))), kind):
        stop -= 1
    return parts if (start, stop) == (0, len(parts)) else parts[start:stop]


def _isometry(facts: Facts, expr: Expr, kind: str) -> bool:
    """Q^T Q = I (and for the other norms: a permutation matrix, which moves rows)."""
    expr = strip(expr)
    if expr.op in ("commutation", "eye"):
        return True
    return norm(kind).unitary and is_orthonormal(facts, expr)


def is_orthonormal(facts: Facts, expr: Expr) -> bool:
    """Whether the columns are orthonormal by hypothesis or by form."""
    expr = strip(expr)
    if expr.op in ("commutation", "eye") or canonical(expr) in facts.orthonormal:
        return True
    if expr.op in ("hcat", "vcat"):
        return facts.once(("orthonormal", expr), False, lambda: has_orthonormal_columns(facts, expr))
    return expr.op in ("kron", "matmul") and all(is_orthonormal(facts, a) for a in expr.args)


def norm_atom(expr: Expr, kind: str) -> Bound:
    """The norm itself as an atom, written for the matrix or its transpose, whichever comes first."""
    expr = canonical(normal(expr))
    turned = canonical(normal(build.transpose(expr)))
    other = norm(kind).transposed
    if is_vector(expr):
        other = _vector_kind(turned, other)
    forms = [(order_key(expr), expr, kind), (order_key(turned), turned, other)]
    _, best, best_kind = min(forms, key=lambda f: (f[0], f[2]))
    return atom(build.norm(best, best_kind))


def _product(facts: Facts, parts: list[Expr], whole: Expr, kind: str) -> Bound:
    root = root_of_power(facts, parts) if kind == "2" else None
    if root is not None:
        found = arithmetic.power(facts, facts.norm(root, "2"), Fraction(len(parts)))
        return found.by("symmetric power", "||A^k||_2 = ||A||_2^k for symmetric A")
    half = root_of_gram(facts, parts)
    if half is not None and kind == "2":
        return arithmetic.power(facts, facts.norm(half, "2"), Fraction(2)).by("gram", "||A A^T||_2 = ||A||_2^2")
    if half is not None and kind == "nuc":
        return arithmetic.power(facts, facts.norm(half, "F"), Fraction(2)).by(
            "gram", "||A A^T||_* = tr(A A^T) = ||A||_F^2"
        )
    cut = next((k for k in range(1, len(parts)) if cols(parts[k - 1]) == ONE), None)
    if cut is not None:
        return _rank_one(facts, chain(parts[:cut]), chain(parts[cut:]), kind)
    if is_stochastic(facts, whole) and kind == "inf":
        return number(1).by("stochastic", "nonnegative rows with sum one have ||P||_inf = 1")
    if norm(kind).transposed == kind and facts.symmetric:
        whole = min(
            (chain(found(facts, parts)) for found in (symmetrized, turned)), key=lambda e: order_key(canonical(e))
        )
    return _of_symmetric(facts, whole, kind)


def _of_symmetric(facts: Facts, expr: Expr, kind: str) -> Bound:
    """The norm as an atom; of a symmetric matrix, whose row sums are its column sums, the infinity-norm as the 1-norm."""
    return norm_atom(expr, "1" if kind == "inf" and facts.is_symmetric(expr) else kind)


def symmetrized(facts: Facts, parts: list[Expr]) -> list[Expr]:
    """The factors of a product, those that are transposes of symmetric ones without the transpose."""
    if not facts.symmetric:
        return parts
    inner = [strip(p.args[0]) if p.op == "transpose" else p for p in map(strip, parts)]
    return [q if canonical(q) in facts.symmetric else p for p, q in zip(parts, inner, strict=True)]


def turned(facts: Facts, parts: list[Expr]) -> list[Expr]:
    """The factors of the transpose of a product, those that are transposes of symmetric ones without the transpose."""
    return symmetrized(facts, [strip(normal(build.transpose(p))) for p in reversed(parts)])


def _rank_one(facts: Facts, u: Expr, v: Expr, kind: str) -> Bound:
    """||u v^T||: the only singular value is |u| |v|; entries are products, so 1, inf and max norms factor too."""
    kinds = norm(kind).of_factors
    text = f"||u v^T||_{kind} = ||u|| ||v||"
    return (facts.norm(u, kinds[0]) * facts.norm(v, kinds[1])).by("rank one", text)


def _single(facts: Facts, expr: Expr, kind: str) -> Bound:
    op, args = expr.op, expr.args
    constant = _constant_matrix(expr, kind)
    if constant is not None:
        return constant.by(op, f"the {kind} norm of {atom_text(expr)}")
    if op == "add" and norm(kind).unitary:
        shared = within_shared_factors(expr, lambda q: is_orthonormal(facts, q))
        if shared is not None:
            return facts.norm(shared, kind).by("isometry", "||Q A + Q B|| = ||A + B|| for orthonormal columns of Q")
    diagonal = singular_value(facts, expr, "max") if kind == "2" and op in ("add", "blocks") else None
    if diagonal is not None:
        return diagonal
    shifted = shifted_norm(facts, expr) if kind == "2" else None
    if shifted is not None:
        return shifted
    if op == "transpose":
        inner = norm(kind).transposed
        return facts.norm(args[0], inner).by("transpose", f"||A^T||_{kind} = ||A||_{inner}")
    if op == "inv" and kind == "2":
        least = facts.value(build.sigma(canonical(normal(args[0])), "min"))
        return arithmetic.power(facts, least, -arithmetic.UNITY).by("inverse", "||A^-1||_2 = 1 / sigma_min(A)")
    if op == "kron":
        # Singular values of A (x) B are the products; absolute row and column sums and entries multiply as well.
        return (facts.norm(args[0], kind) * facts.norm(args[1], kind)).by(
            "kron", f"||A (x) B||_{kind} = ||A||_{kind} ||B||_{kind}"
        )
    constant_jacobian = affine_jacobian(expr) if op == "deriv" else None
    if constant_jacobian is not None:
        return facts.norm(constant_jacobian, kind).by("Jacobian", "d(A X B + C) / dX = A (x) B^T up to permutations")
    inner = _of_diagonal(kind, args[0]) if op == "diag" else None
    if inner is not None:
        return facts.norm(args[0], inner).by("diag", f"||diag(v)||_{kind} = ||v||_{inner}")
    if op in ("vec", "vecr") and kind in ("2", "max"):
        inner = "F" if kind == "2" else "max"
        return facts.norm(args[0], inner).by("vec", f"||vec(A)||_{kind} = ||A||_{inner}")
    if op == "unvecr" and kind in ("F", "max"):
        return facts.norm(args[0], kind).by("vec", "entries are moved only")
    if op == "blocks":
        found = _block_diagonal(facts, expr, kind)
        if found is not None:
            return found
    blocks = single_blocks(expr) if op in ("vcat", "hcat") and norm(kind).power is None else None
    if blocks is not None:
        largest = build.extreme("max", *(to_expr(facts.norm(block, kind).value) for block in blocks))
        whole = facts.norm(blocks[0], kind) if len(blocks) == 1 else facts.value(largest)
        return whole.by("blocks", "the norm is the largest of the blocks', one in each row and column")
    if kind == "inf" and is_stochastic(facts, expr):
        return number(1).by("stochastic", "nonnegative rows with sum one have ||P||_inf = 1")
    if kind == "1" and (is_simplex(facts, expr) or is_stochastic(facts, strip(normal(build.transpose(expr))))):
        return number(1).by("stochastic", "a distribution has ||p||_1 = 1")
    if kind == "2" and op == "hpow" and is_vector(expr) and _is_root_of_distribution(facts, expr):
        return number(1).by("distribution", "the squares of sqrt(p_i) have the sum 1")
    if kind in ("2", "F"):
        for columns in (expr, strip(normal(build.transpose(expr)))):
            if is_orthonormal(facts, columns):
                return number(1) if kind == "2" else size_root(cols(columns))
    if op == "map" and expr.data[0] == "abs" and norm(kind).absolute:
        return facts.norm(args[0], kind).by("abs", "absolute values of entries")
    if op == "map" and expr.data[0] == "abs" and is_vector(expr):
        return facts.norm(args[0], kind).by("abs", "absolute values of entries")
    return _of_symmetric(facts, expr, kind)


def _of_diagonal(kind: str, vector: Expr) -> str | None:
    """The norm of the diagonal, a column or a row, that is that of the diagonal matrix."""
    found = {None: "max", 2: "F", 1: "1" if cols(vector) == ONE else "inf"}
    return found.get(norm(kind).power)


def _is_root_of_distribution(facts: Facts, vector: Expr) -> bool:
    """Whether the entries of a column or a row are the roots of those of a distribution."""
    base, exponent = vector.args
    column = base if cols(base) == ONE else strip(normal(build.transpose(base)))
    return facts.value(exponent).value.is_number() == HALF and is_simplex(facts, column)


def _constant_matrix(expr: Expr, kind: str) -> Bound | None:
    m, n = rows(expr), cols(expr)
    if expr.op == "zeros":
        return number(0)
    if expr.op in ("eye", "commutation"):
        return size_power(n, norm(kind).root)
    if expr.op == "basis":
        return number(1)
    if expr.op == "ones":
        sums = {"1": Bound(Poly.of_size(m)), "inf": Bound(Poly.of_size(n)), "max": number(1)}
        return sums.get(kind) or size_root(m) * size_root(n)
    return None


def _block_diagonal(facts: Facts, expr: Expr, kind: str) -> Bound | None:
    """Blocks delta_ij B_i: spectral, 1, inf and max norms are the largest of the blocks', the Frobenius norm adds squares."""
    i, m, j, n = expr.data
    scalars, parts = factors(expr.args[0])
    deltas = [s for s in scalars if s.op == "delta" and set(s.data) == {Size.of(i), Size.of(j)}]
    if not deltas or m != n:
        return None
    body = chain(parts)
    for scalar in scalars:
        if scalar is not deltas[0]:
            body = build.scale(scalar, body)
    over = build.over("maxover", i, ONE, m, build.norm(body, kind))
    name, low, high, opened_body = opened(over)
    del low, high
    if mentions(opened_body, j):
        return None
    inner = facts.norm(opened_body.args[0], kind)
    power = norm(kind).power
    if power is not None:
        powers = build.sum_(name, ONE, m, build.hpow(to_expr(inner.value), build.const(power)))
        return arithmetic.power(facts, facts.value(powers), norm(kind).root).by(
            "block diagonal", f"powers of the blocks' {kind} norms add"
        )
    maximum = build.over("maxover", name, ONE, m, to_expr(inner.value))
    found = facts.value(maximum)
    return Bound(found.value, inner.steps + found.steps).by(
        "block diagonal", f"the {kind} norm is the largest of the blocks'"
    )
