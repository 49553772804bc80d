"""Built-in symbols: identities, ones and zeros, commutation matrices, unit vectors, Kronecker deltas, comparisons, constants.

A declared name always wins; the table is asked only for names that are not declared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NameProblem, ShapeProblem
from derive.language.functions.commutation import is_commutation
from derive.language.functions.delimiters import norm
from derive.language.matrices import labels, scripts
from derive.language.parsing import unsupported
from derive.language.parsing.parser import notations
from derive.language.relations.indicators import condition_of, indicator
from derive.language.terms.dimensions import DimVar, OpenDim
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import EMPTY, bare, base_key, flat, is_empty, word
from derive.language.tree.syntax import Syn
from derive.norms import SUBSCRIPTS
from derive.sizes import Size, product

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ONE = Size.of(1)


def parts_of(syn: Syn) -> tuple[Syn, Syn, Syn]:
    """Return a symbol and its scripts, brackets of LaTeX aside."""
    syn = bare(syn)
    if syn.kind == "script":
        return bare(syn.children[0]), bare(syn.children[1]), syn.children[2]
    return syn, EMPTY, EMPTY


def leaf(r: Reader, syn: Syn) -> Term | None:
    """Return the built-in that a symbol is, or None."""
    base, sub, sup = parts_of(syn)
    if base.kind == "group":
        # |x|_1 is a norm, |x|_i an entry.
        is_norm = base.value in ("||", "|||") or (base.value == "|" and word(sub) in SUBSCRIPTS)
        return raised(r, norm(r, base, sub, syn), sup, syn) if is_norm else None
    condition = condition_of(sub) if (base.kind, base.value) == ("num", "1") and not is_empty(sub) else None
    if condition is not None:
        return raised(r, indicator(r, condition, syn), sup, syn)
    key = base_key(base)
    symbol = r.scope.find(key) if key is not None else None
    if symbol is not None and symbol.kind == "size" and not is_empty(sub):
        symbol = None  # \mathbf{e}_j beside a size e: a size has no entries
    if key is None or (symbol is not None and not is_commutation(r, key, symbol, sub)):
        return None
    unsupported.check_letter(key, base)
    power = bare(sup)
    power = labels.declared_letter(r, power) or power
    if key.plain == "e" and is_empty(sub) and not is_empty(sup) and power.kind not in ("top", "star"):
        return exponential(r, power, syn)
    make = _LEAVES.get(key.plain)
    if base.kind == "num":
        return None
    term = make(r, sub, syn) if make is not None else None
    term = term or _notated(r, sub, syn)
    return None if term is None else raised(r, term, sup, syn)


def _notated(r: Reader, sub: Syn, syn: Syn) -> Term | None:
    """Return what a letter with a size stands for by a notation, such as the duplication matrix ``D_n``; an index is no size."""
    base = parts_of(syn)[0]
    key, size = base_key(base), base_key(sub)
    symbol = r.scope.find(size) if size is not None else None
    if bare(sub).kind != "num" and (symbol is None or symbol.kind != "size"):
        return None
    lines = [] if key is None else notations(key.plain, r.scope.options.macros.items())
    written = Syn("script", "", (base, sub, EMPTY), syn.span)
    found = next((one for line in lines if (one := line.put_for(written)) is not None), None)
    if found is None:
        return None
    r.note(f"{latex_of(written)} := {latex_of(found)}")
    return r.read(found)


def exponential(r: Reader, power: Syn, syn: Syn) -> Term:
    """Return e to a power, of a square matrix as a matrix function, of a vector or another matrix entry by entry."""
    exponent = r.read(power)
    if not r.a.is_scalar(exponent):
        rows, cols = r.u.total(exponent.rows), r.u.total(exponent.cols)
        if rows is not None and rows == cols:
            return r.a.elementwise(b.expm, exponent, syn)
        r.note("e^{...} of a matrix or vector is taken entry by entry")
    return r.a.elementwise(lambda e: b.map_("exp", e), exponent, syn)


def raised(r: Reader, term: Term, sup: Syn, syn: Syn) -> Term:
    """Return a term with its superscript, if it has one."""
    return term if is_empty(sup) else scripts.superscript(r, term, sup, syn)


def _dimension(r: Reader, syn: Syn, name: str) -> OpenDim:
    factors = r.indices.factors(syn, free=False)
    return r.u.fresh(name, product(factors), factors)


def _pair(sub: Syn) -> tuple[Syn, Syn] | None:
    if sub.kind in ("list", "juxt") and len(sub.children) == 2:
        return sub.children[0], sub.children[1]
    if sub.kind == "infix" and sub.value == "times":
        return sub.children[0], sub.children[1]
    return None


def _identity(r: Reader, sub: Syn, syn: Syn) -> Term | None:
    if is_empty(sub):
        return r.a.eye(r.u.fresh("the identity"), syn)
    condition = condition_of(sub)
    if condition is not None:
        return indicator(r, condition, syn)
    entry = _entry_of_identity(r, sub)
    if entry is not None:
        r.note("I with two indices is an entry of the identity")
        return _delta(r, entry, syn)
    pair = _pair(sub) if sub.kind == "infix" else None
    if pair is not None:
        rows, cols = (_dimension(r, p, "the identity") for p in pair)
        if not r.u.unify(rows, cols):
            raise ShapeProblem("an identity matrix is square", r.at(syn))
        return r.a.eye(rows, syn)
    return r.a.eye(_dimension(r, sub, "the identity"), syn)


def _entry_of_identity(r: Reader, sub: Syn) -> Syn | None:
    """Return the two indices of ``I_{ij}``; None for a size, or a product of sizes as in ``I_{nd}``."""
    parts = sub.children if sub.kind in ("list", "juxt") else ()
    plain = all(r.indices.is_index(part) or bare(part).kind == "num" for part in parts)
    if len(parts) != 2 or (sub.kind == "juxt" and not plain):
        return None
    return sub if any(r.indices.is_index(p) for part in parts for _, p in part.walk()) else None


def _constant(kind: str) -> Callable[[Reader, Syn, Syn], Term | None]:
    def make(r: Reader, sub: Syn, syn: Syn) -> Term | None:
        fill = r.a.ones if kind == "ones" else r.a.zeros
        name = "the vector of ones" if kind == "ones" else "the zero matrix"
        if is_empty(sub):
            rows, cols = r.u.fresh(name), () if kind == "ones" else r.u.fresh(name)
            stated = r.scope.unit_shapes().get("1" if kind == "ones" else "0")
            for d, known in zip((rows, cols), (stated.rows, stated.cols) if stated else (), strict=False):
                if d and isinstance(d[0], DimVar):
                    d[0].fallback = r.u.normal(product(known))
            if cols and isinstance(cols[0], DimVar) and cols[0].fallback is None:
                cols[0].fallback = Size.of(1)  # a column, where nothing tells how many a zero has
            return fill(rows, cols, syn)
        condition = condition_of(sub)
        if condition is not None:
            return indicator(r, condition, syn)
        pair = _pair(sub) if sub.kind in ("infix", "list") else None
        if pair is not None:
            return fill(_dimension(r, pair[0], name), _dimension(r, pair[1], name), syn)
        return fill(_dimension(r, sub, name), (), syn)

    return make


def _commutation(r: Reader, sub: Syn, syn: Syn) -> Term | None:
    pair = _pair(sub)
    others = [
        s.latex for s in r.scope.by_core().values() if s.kind in ("var", "def") and s.key.plain[:2] in ("K_", "T_")
    ]
    if others and sub.kind != "list":
        raise NameProblem(
            f"{latex_of(syn)} is not declared, and {others[0]} is",
            r.at(syn),
            "declare it; the commutation matrix is written K_{m,n}, with a comma",
        )
    if pair is None and sub.kind == "name":
        word = r.indices.factors(sub, free=False)
        if len(word) != 2:
            return None
        m, n = (word[0],), (word[1],)
    elif pair is not None:
        m, n = (_dimension(r, p, "the commutation matrix") for p in pair)
    else:
        return None
    if r.scope.convention("commutation") == "swapped":
        m, n = n, m
        r.note("K_{m,n} vec(A) = vec(A^T) for A of shape n x m, as the given convention says")
    else:
        r.note("K_{m,n} vec(A) = vec(A^T) for A of shape m x n")
    return r.a.leaf(m + n, n + m, lambda: b.commutation(r.u.known(m), r.u.known(n)), syn)


def _selected(r: Reader, index: Size, name: str) -> OpenDim:
    """Return an unknown dimension that an index selects from; a stated range is its length if nothing else is."""
    d = r.u.fresh(name)
    if d and isinstance(d[0], DimVar):
        d[0].fallback = r.indices.highest(index)
    r.indices.use(index, d)
    return d


def _basis(r: Reader, sub: Syn, syn: Syn) -> Term | None:
    if is_empty(sub):
        return r.a.known(b.real("e"), syn)
    labels.check_unit(r, sub, syn)
    index = r.indices.expression(sub)
    d = _selected(r, index, "the unit vector")
    if "e" in r.units and not r.u.unify(d, r.units["e"][0]):
        raise ShapeProblem("this unit vector has another size than stated", r.at(syn))
    _told(r, "e", sub, (d,))
    return r.a.leaf(d, (), lambda: b.basis(index, r.u.known(d)), syn)


def _told(r: Reader, letter: str, sub: Syn, dims: tuple[OpenDim, ...]) -> None:
    r"""Use what given blocks say of the units: ``\mathbf{e}_i \in \mathbb{R}^n`` fixes this one, and others if nothing else does."""
    stated = r.scope.unit_shapes()
    own = stated.get(f"{letter}_{flat(sub)}")
    like = {shape for name, shape in stated.items() if name.startswith(f"{letter}_")}
    if own is not None or len(like) == 1:
        shape = own or next(iter(like))
        r.note(f"{letter} with an index is a {'unit vector' if letter == 'e' else 'matrix unit'}, as declared")
        for d, stated_dim in zip(dims, (shape.rows, shape.cols), strict=False):
            if own is not None:
                r.u.unify(d, r.u.split(stated_dim))
            elif d and isinstance(d[0], DimVar):
                d[0].fallback = r.u.normal(product(stated_dim))


def _unit(r: Reader, sub: Syn, syn: Syn) -> Term | None:
    values = scripts.index_list(r, sub, 2)
    if values is None or len(values) != 2 or None in values:
        return None
    i, j = values
    rows, cols = _selected(r, i, "the matrix unit"), _selected(r, j, "the matrix unit")
    if "E" in r.units and not all(r.u.unify(d, e) for d, e in zip((rows, cols), r.units["E"], strict=True)):
        raise ShapeProblem("this matrix unit has another size than stated", r.at(syn))
    _told(r, "E", sub, (rows, cols))

    def make() -> Expr:
        return b.matmul(b.basis(i, r.u.known(rows)), b.transpose(b.basis(j, r.u.known(cols))))

    return r.a.leaf(rows, cols, make, syn)


def _delta(r: Reader, sub: Syn, syn: Syn) -> Term | None:
    values = scripts.index_list(r, sub, 2) if not is_empty(sub) else None
    if values is None or len(values) != 2 or None in values:
        return None
    return r.a.known(b.delta(values[0], values[1]), syn)


def _real(name: str) -> Callable[[Reader, Syn, Syn], Term | None]:
    return lambda r, sub, syn: r.a.known(b.real(name), syn) if is_empty(sub) else None


_LEAVES: dict[str, Callable[..., Term | None]] = {
    "I": _identity, "Id": _identity, "1": _constant("ones"), "0": _constant("zeros"), "K": _commutation,
    "T": _commutation, "e": _basis, "E": _unit, "delta": _delta, "pi": _real("pi"), "infty": _real("infinity"),
}  # fmt: skip


__all__ = ["exponential", "leaf", "parts_of", "raised"]
