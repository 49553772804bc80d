r"""Conditions in their shortest form: ``\|x\|_2 \ne 0`` is ``x \ne 0``, ``\det(A^\top A) > 0`` is ``\det A \ne 0`` for a square A."""

from __future__ import annotations

from collections.abc import Sequence

from derive import build
from derive.core import Expr, Formula, Logic, Quantified, Rel
from derive.definedness.conditions import ZERO, names_in, no_zero, nonnegative, positive
from derive.definedness.known import NEGATED, Known
from derive.definedness.lengths import bare, length_of
from derive.fraction import Fraction
from derive.functions import FUNCTIONS, POSITIVE
from derive.index.rewriting.places import all_entries
from derive.size_names import size_names
from derive.sizes import Size

ONE = Size.of(1)
Parts = list[Formula] | None
"""What together says the same; nothing: always true. None: never true."""


def simplified(need: Formula, known: Known) -> Parts:
    """Return conditions that together say the same as one, and that the hypotheses do not imply; None if it is never true."""
    if known.shows(need):
        return []
    if isinstance(need, Quantified):
        return _quantified(need, known)
    if isinstance(need, Logic):
        return _logic(need, known)
    found = _relation(need)
    if found is None:
        return None
    if found == [need]:
        return None if known.excludes(need) else _at_the_edge(need, known)
    parts: list[Formula] = []
    for one in found:
        shorter = simplified(one, known)
        if shorter is None:
            return None
        parts += shorter
    return list(dict.fromkeys(parts))


def _at_the_edge(need: Rel, known: Known) -> list[Formula]:
    """``u >= 0`` where ``u <= 0`` is known says ``u = 0``."""
    if need.op in (">=", "<=") and need.lhs.shape.is_scalar:
        if known.shows(Rel("<=" if need.op == ">=" else ">=", need.lhs, need.rhs)):
            return _equation(Rel("=", need.lhs, need.rhs))
    return [need]


def _equation(rel: Rel) -> list[Formula]:
    """A power, a multiple or a norm that is zero."""
    e = bare(rel.lhs)
    if not build.is_zero(rel.rhs):
        return [rel]
    if e.op == "scale" and e.args[0].op == "const" and e.args[0].data[0]:
        return _equation(Rel("=", e.args[1], ZERO))
    if e.op == "hpow" and e.args[1].op == "const" and e.args[1].data[0] > 0:
        return _equation(Rel("=", e.args[0], ZERO))
    if e.op == "map" and e.data[0] == "abs":
        return _equation(Rel("=", e.args[0], ZERO))
    base = length_of(e)
    if base is not None:
        return [Rel("=", base, ZERO if base.shape.is_scalar else build.zeros(base.shape.rows, base.shape.cols))]
    return [Rel("=", e, rel.rhs)]


def _quantified(need: Quantified, known: Known) -> Parts:
    inner = simplified(need.body, known.under(names=need.names))
    if inner is None:
        return None if known.excludes(need) else [need]
    out: list[Formula] = []
    ranges = {str(n[0]): (n[1], n[2]) for n in need.names if len(n) == 3}
    for part in inner:
        if (
            isinstance(part, Rel)
            and part.op in (">", ">=")
            and build.is_zero(part.rhs)
            and len(ranges) == len(need.names)
        ):
            whole = all_entries(part.lhs, ranges)
            if whole is not part.lhs and not size_names(whole) & ranges.keys():
                out.append(positive(whole) if part.op == ">" else nonnegative(whole))
                continue
        used = set(names_in(part))
        for name, (low, high) in reversed(ranges.items()):  # a range may speak of names before it
            used |= low.names | high.names if name in used else set()
        names = tuple(n for n in need.names if str(n[0]) in used)
        plain = all(len(n) == 2 or known.shows(Rel("<=", build.size(n[1]), build.size(n[2]))) for n in need.names)
        names = names if plain else need.names
        out.append(Quantified("forall", names, part) if names else part)
    return out


def _logic(need: Logic, known: Known) -> Parts:
    if need.op == "and":
        parts: list[Formula] = []
        for one in need.args:
            shorter = simplified(one, known)
            if shorter is None:
                return None
            parts += shorter
        return parts
    if need.op == "or":
        first, *others = need.args
        beside = known
        if isinstance(first, Rel) and first.op == "!=" and first.lhs.shape.is_scalar:
            beside = known.under(Rel("=", first.lhs, first.rhs))  # the others matter there alone
        tried = [simplified(first, known), *(simplified(one, beside) for one in others)]
        left = [shorter for shorter in tried if shorter is not None]
        if not left or any(not one for one in left):
            return [] if left else None
        if len(left) == 1:
            return left[0]
        parts = [_joined(one) for one in left]
        weak = {(p.lhs, p.rhs) for p in parts if isinstance(p, Rel) and p.op == ">="}
        parts = [p for p in parts if not (isinstance(p, Rel) and p.op == ">" and (p.lhs, p.rhs) in weak)]
        return [parts[0]] if len(parts) == 1 else [Logic("or", tuple(parts))]
    if need.op == "implies":
        return _implied(need, known)
    return [need]


def _implied(need: Logic, known: Known) -> Parts:
    *premises, body = need.args
    open_ones = [p for p in premises if not known.shows(p)]
    if any(known.excludes(p) for p in open_ones):
        return []
    inner = simplified(body, known.under(*open_ones))
    if not open_ones or inner == []:
        return inner
    if inner is None:
        if len(open_ones) == 1 and isinstance(open_ones[0], Rel):
            rel = open_ones[0]
            return simplified(Rel(NEGATED[rel.op], rel.lhs, rel.rhs), known)
        return [Logic("not", (_joined(open_ones),))]
    return [Logic("implies", (*open_ones, _joined(inner)))]


def _joined(parts: Sequence[Formula]) -> Formula:
    return parts[0] if len(parts) == 1 else Logic("and", tuple(parts))


# Relations with zero.


def _relation(rel: Rel) -> Parts:
    """The relation in simpler ones, itself in a list if there are none."""
    if not build.is_zero(rel.rhs):
        return [rel]
    e = bare(rel.lhs)
    if e.op == "const":
        value = e.data[0]
        holds = {">": value > 0, ">=": value >= 0, "!=": value != 0, "<": value < 0, "<=": value <= 0, "=": value == 0}
        return [] if holds[rel.op] else None
    if rel.op == ">":
        return _positive(e)
    if rel.op == ">=":
        return _nonnegative(e)
    if rel.op == "!=" and rel.lhs.shape.is_scalar:
        return _nonzero(e)
    return [rel]


def _factor(e: Expr) -> tuple[Expr, Expr] | None:
    """The two factors of a product of numbers, or a number and a matrix."""
    if e.op == "scale" or (e.op in ("hadamard", "matmul", "kron") and e.shape.is_scalar and _scalars(e)):
        return e.args[0], e.args[1]
    return None


def _is_positive_number(e: Expr) -> bool:
    """Whether this is a positive number made of numerals and sizes: it changes no sign."""
    if e.op == "const":
        return e.data[0] > 0
    if e.op == "size":
        return all(coefficient > 0 for _, coefficient in e.data[0].terms)
    if e.op == "hpow":
        return _is_positive_number(e.args[0])
    return e.op in ("scale", "hadamard") and e.shape.is_scalar and all(map(_is_positive_number, e.args))


def _scalars(e: Expr) -> bool:
    return all(a.shape.is_scalar for a in e.args)


def _exponent(e: Expr) -> Fraction | None:
    return e.args[1].data[0] if e.op == "hpow" and e.args[1].op == "const" else None


def _positive(e: Expr) -> Parts:
    product = _factor(e)
    if product is not None and _is_positive_number(product[0]):
        return [positive(product[1])]
    if product is not None and product[0].op == "const" and product[0].data[0]:
        return [_negative(product[1])]
    power = _exponent(e)
    if power is not None and power:
        if power.denominator == 1 and power.numerator % 2 == 0:
            return [no_zero(e.args[0])]
        return [positive(e.args[0])]
    if e.op == "map" and e.data[0] in POSITIVE:
        return []
    if e.op == "map" and FUNCTIONS[e.data[0]].keeps_sign:
        return [positive(e.args[0])]
    if e.op == "map" and e.data[0] == "abs":
        return [no_zero(e.args[0])]
    if e.op == "minentry":
        return [positive(e.args[0])]
    if e.op == "minover":
        return [Quantified("forall", (e.data,), positive(e.args[0]))]
    base = length_of(e)
    if base is not None:
        return [_not_zero(base)]
    if e.op == "det" and e.args[0].op in ("transpose", "inv"):
        return [positive(build.det(e.args[0].args[0]))]
    squared = _gram_determinant(e)
    if squared is not None:
        return [squared]
    return [positive(e)]


def _negative(e: Expr) -> Formula:
    product = _factor(e)
    if product is not None and product[0].op == "const" and product[0].data[0]:
        return positive(product[1]) if product[0].data[0] < 0 else _negative(product[1])
    return Rel("<", e, ZERO if e.shape.is_scalar else build.zeros(e.shape.rows, e.shape.cols))


def _nonnegative(e: Expr) -> Parts:
    product = _factor(e)
    if product is not None and _is_positive_number(product[0]):
        return [nonnegative(product[1])]
    if product is not None and product[0].op == "const" and product[0].data[0] < 0 and product[1].shape.is_scalar:
        inner = product[1]
        if inner.op in ("var", "entry"):
            return [Rel("<=", inner, ZERO)]
    power = _exponent(e)
    if power is not None and power.denominator == 1 and power.numerator % 2 == 0:
        return []
    if power is not None and power.denominator == 1 and power > 0:
        return [nonnegative(e.args[0])]
    if e.op == "minentry":
        return [nonnegative(e.args[0])]
    return [nonnegative(e)]


def _nonzero(e: Expr) -> Parts:
    product = _factor(e)
    if product is not None:
        return [no_zero(part) for part in product if part.op != "const" or not part.data[0]]
    power = _exponent(e)
    if power is not None:
        return [] if power <= 0 else [no_zero(e.args[0])]
    if e.op == "map" and e.data[0] in ("sqrt", "relu") and e.args[0].shape.is_scalar:
        return [positive(e.args[0])]
    if e.op == "map" and (e.data[0] == "abs" or FUNCTIONS[e.data[0]].keeps_sign) and e.args[0].shape.is_scalar:
        return [no_zero(e.args[0])]
    if e.op == "map" and e.data[0] == "log" and e.args[0].shape.is_scalar:
        return [Rel("!=", e.args[0], build.const(1))]
    if e.op == "prod":
        return [Quantified("forall", (e.data,), no_zero(e.args[0]))]
    base = length_of(e)
    if base is not None:
        return [_not_zero(base)]
    if e.op == "det":
        return _regular(e.args[0])
    return [Rel("!=", e, ZERO)]


def _not_zero(base: Expr) -> Formula:
    """A matrix that is not the zero matrix."""
    base = bare(base)
    if base.shape.is_scalar:
        return Rel("!=", base, ZERO)
    return Rel("!=", base, build.zeros(base.shape.rows, base.shape.cols))


def _gram_determinant(e: Expr) -> Formula | None:
    """``det(A^T A) > 0`` says that it is not zero."""
    if e.op == "det" and e.args[0].op == "matmul":
        left, right = e.args[0].args
        if build.transpose(left) == right:
            return Rel("!=", e, ZERO)
    return None


def _regular(matrix: Expr) -> Parts:
    """What says that the determinant of a matrix is not zero."""
    e = matrix
    while e.op in ("reshape", "transpose"):
        e = e.args[0]
    if e.shape.totals == (ONE, ONE):
        return [Rel("!=", build.reshape(e, build.SCALAR), ZERO)]
    if e.op in ("eye", "commutation", "inv"):
        return []
    if e.op == "scale":
        return [no_zero(e.args[0]), Rel("!=", build.det(e.args[1]), ZERO)]
    if e.op in ("matmul", "kron") and all(a.shape.totals[0] == a.shape.totals[1] for a in e.args):
        parts = list(e.args)
        if e.op == "matmul" and build.transpose(parts[0]) == parts[1]:
            parts = [parts[1] if parts[1].op != "transpose" else parts[0]]
        return [Rel("!=", build.det(a), ZERO) for a in parts]
    if e.op == "mpow":
        return [Rel("!=", build.det(e.args[0]), ZERO)] if e.data[0] else []
    if e.op == "diag":
        return [no_zero(e.args[0])]
    if e.op == "matmul" and build.transpose(e.args[0]) == e.args[1]:
        tall = e.args[1] if e.args[1].op != "transpose" else e.args[0]
        return [Rel("=", build.rank(tall), build.size(e.shape.totals[0]))]
    return [Rel("!=", build.det(e), ZERO)]


__all__ = ["simplified"]
