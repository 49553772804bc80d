r"""Habits that treat a vector entry by entry: ``1 - \tanh^2(x)``, ``\frac{1}{1 + e^{-x}}``, ``\max(x, 0)``, ``\tanh(x)^2``.

They are read only where nothing else has a type, and said in the echo.  A numeral beside a square matrix may mean a multiple
of the identity, and a name beside a vector may be a slip: both keep their message.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from derive import build as b
from derive.entrywise_functions import ENTRYWISE_ROOT
from derive.functions import FUNCTIONS
from derive.language.functions import quotients
from derive.language.functions.quotients import is_numeral, is_vector, may_be_square
from derive.language.matrices import scripts
from derive.language.terms.readings import ENTRYWISE
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.numerals import literal
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def with_numbers(r: Reader, terms: Sequence[Term], whole: Syn) -> Sequence[Term]:
    r"""Add numerals to every entry of the vector, or of the matrix with two different sizes, that they are added to.

    Named numbers are added so only below an entrywise quotient, as in ``\frac{m}{\sqrt{v} + \epsilon}``, and beside the absolute
    values of all entries, as in the soft threshold ``\max(|v| - \lambda, 0)``.
    """
    written = whole.children
    named = quotients.is_below(r, whole) or any(map(partial(_is_of_absolute_values, r), terms, written))
    other = next((t for t in terms if not t.zero and not r.a.is_scalar(t)), None)
    numbers = [
        (named or is_numeral(syn)) and r.a.is_scalar(t) and not t.zero for t, syn in zip(terms, written, strict=True)
    ]
    if other is None or not any(numbers) or may_be_square(r, other) or not r.chooses(ENTRYWISE, plausible=False):
        return terms
    for syn in (syn for syn, is_number in zip(written, numbers, strict=True) if is_number):
        r.note(f"{latex_of(syn)} is added to every entry")
    return [_filled(r, t, other) if is_number else t for t, is_number in zip(terms, numbers, strict=True)]


def _is_of_absolute_values(r: Reader, term: Term, syn: Syn) -> bool:
    return (syn.kind, syn.value) == ("group", "|") and not r.a.is_scalar(term)


def powered(r: Reader, term: Term, sup: Syn, syn: Syn) -> Term | None:
    r"""Return the power of every entry of a vector that a function made entry by entry: ``\tanh(x)^2``; None for others."""
    number = literal(sup)
    if number is None or number < 2 or not is_vector(r, term) or not r.chooses(ENTRYWISE, plausible=False):
        return None
    return scripts.entrywise_power(r, term, sup, syn)


def extreme(r: Reader, op: str, terms: Sequence[Term], written: Sequence[Syn], syn: Syn) -> Term | None:
    r"""Return ``\max(x, 0)`` of a vector or a matrix and a numeral, ``\max(x, y)`` of two, entry by entry; None for others."""
    if len(terms) != 2 or len(written) != 2:
        return None
    numbers = [is_numeral(w) for w in written]
    wide = [not r.a.is_scalar(t) and r.u.total(t.rows) is not None and r.u.total(t.cols) is not None for t in terms]
    if all(wide):
        one, other = terms
        r.a.agree(f"\\{op} entry by entry", one, other)
        r.note(f"\\{op} of two matrices or vectors is taken entry by entry")
        return _larger(r, one, other, syn) if op == "max" else _smaller(r, one, other, syn)
    if sum(numbers) != 1 or sum(wide) != 1 or numbers == wide or not r.chooses(ENTRYWISE, plausible=False):
        return None
    number, other = (terms[0], terms[1]) if numbers[0] else (terms[1], terms[0])
    r.note(f"\\{op} with a number is taken entry by entry")
    if number.zero:
        part = other if op == "max" else r.a.negate(other)
        part = r.a.elementwise(lambda e: b.map_("relu", e), part, syn)
        return part if op == "max" else r.a.negate(part, syn)
    level = _filled(r, number, other)
    above = r.a.add([other, r.a.negate(level)] if op == "max" else [level, r.a.negate(other)], syn)
    part = r.a.elementwise(lambda e: b.map_("relu", e), above, syn)
    return r.a.add([level, part if op == "max" else r.a.negate(part)], syn)


def clipped(r: Reader, terms: Sequence[Term], syn: Syn) -> Term:
    r"""Return ``\operatorname{clip}(x, a, b) = \min(\max(x, a), b)``, entry by entry of a vector or a matrix x."""
    first, *ends = terms
    if r.a.is_scalar(first):
        first, *ends = (r.a.need_scalar("an argument of clip", t) for t in terms)
        return r.a.node((), (), lambda x, y, z: b.extreme("min", b.extreme("max", x, y), z), first, *ends, syn=syn)
    low, high = (_filled(r, t, first) if r.a.is_scalar(t) else t for t in ends)
    return _smaller(r, _larger(r, first, low, syn), high, syn)


def _larger(r: Reader, one: Term, other: Term, syn: Syn) -> Term:
    gap = r.a.elementwise(lambda e: b.map_("relu", e), r.a.add([one, r.a.negate(other)], syn), syn)
    return r.a.add([other, gap], syn)


def _smaller(r: Reader, one: Term, other: Term, syn: Syn) -> Term:
    return r.a.negate(_larger(r, r.a.negate(one), r.a.negate(other), syn), syn)


def _filled(r: Reader, number: Term, other: Term) -> Term:
    """Return the matrix of the shape of another one with a number in every entry."""
    return r.a.scale(number, r.a.ones(other.rows, other.cols, number.syn), number.syn)


def mapped(r: Reader, function: str, t: Term, syn: Syn) -> Term:
    """Apply a function of numbers to every entry; says so where another function of matrices has that name."""
    rows, cols = r.u.total(t.rows), r.u.total(t.cols)
    if FUNCTIONS[function].of_matrices == "square" and rows is not None and rows == cols and not r.u.is_one(t.rows):
        other = r"that of the matrix is e^{A}" if function == "exp" else "the matrix function of that name is not known"
        r.note(f"\\{function} of a square matrix is taken entry by entry; {other}")
    return r.a.elementwise(lambda e: b.map_(function, e), t, syn)


def rooted(r: Reader, t: Term) -> None:
    """Note that a root of a square matrix is taken entry by entry."""
    r.under_roots.append(t)
    rows, cols = r.u.total(t.rows), r.u.total(t.cols)
    if rows is not None and rows == cols and not r.u.is_one(t.rows):
        r.note(ENTRYWISE_ROOT)


__all__ = ["clipped", "extreme", "mapped", "powered", "rooted", "with_numbers"]
