"""What a derivative is taken by: a name, an entry, a row, or a sub-expression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from derive.core import Expr
from derive.errors import NameProblem, NotSupported, SyntaxProblem
from derive.language.matrices import scripts
from derive.language.matrices.small_letters import entry_of_capital, has_one_index
from derive.language.scope.families import find_upper
from derive.language.scope.powers import is_root
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term, latex_of, realize
from derive.language.tree.names import EMPTY, Key, bare, base_key, bracket, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Shape, Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


SCALAR = Shape()
PART = "part"
"""The core name of a target that has none."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """What is differentiated by.

    Attributes:
        core, shape: The name that is bound.
        defined: It has a definition (then it must occur).
        latex: As written.
        mode: ``vecr`` or ``vec`` if the denominator says so, else None.
        entry: Indices, if it is one entry of the name (None stands for all: a row or a column).
        part: The sub-expression, if it is no name; of a member of a family ``core`` is the name of the family.
        transposed: A matrix of which the transpose is meant; behind a vector the mark only says the layout.
        marked: A transpose mark says that the variable varies along the columns, in any layout.
        direct: What is differentiated moves with it only as its own definition says, and not through other defined names.
    """

    core: str
    shape: Shape
    latex: str
    defined: bool = False
    mode: str | None = None
    entry: tuple[Size | None, Size | None] | None = None
    part: Term | None = None
    transposed: bool = False
    marked: bool = False
    direct: bool = False

    @property
    def is_member(self) -> bool:
        """Whether it is a member of a family of variables."""
        return self.part is not None and self.core != PART


def target_of(r: Reader, parts: Sequence[Syn]) -> Target:
    """Read what stands behind a \\partial in a denominator.

    Raises:
        NotSupported: It may be one variable after the other, or their product.
    """
    _refuse_product(r, parts)
    target = _target_of(r, parts)
    last = parts[-1]
    marked = last.kind == "script" and bare(last.children[2]).kind == "top" and not target.transposed
    return replace(target, marked=True) if marked else target


def _refuse_product(r: Reader, parts: Sequence[Syn]) -> None:
    found = [r.find(part) for part in parts if part.kind in ("name", "script")]
    if len(found) < 2 or len(found) < len(parts) or None in found:
        return
    keys = [base_key(part) for part in parts]
    scalar = all(f is not None and isinstance(f[0], Symbol) and f[0].shape.is_scalar for f in found)
    if len(set(keys)) < len(keys) or scalar:
        raise NotSupported(
            "a derivative by names next to each other: by their product, or by one after the other",
            r.at(parts[0]),
            "write \\partial x \\partial y, or \\partial (x y) for the product",
        )


def _target_of(r: Reader, parts: Sequence[Syn]) -> Target:
    mode, inside = None, False
    parts = _opened(parts)
    if len(parts) == 2 and parts[0].kind == "function" and parts[0].value in ("vec", "vec_r"):
        mode = "vecr" if parts[0].value == "vec_r" else "vec"
        inner = bracket(parts[1])
        if inner is not None and len(inner[0]) != 1:
            raise SyntaxProblem("the variable of this derivative cannot be read", r.at(parts[1]))
        if inner is not None and not (is_empty(inner[1]) and (is_empty(inner[2]) or bare(inner[2]).kind == "top")):
            return _part(r, Syn("juxt", "", tuple(parts), (parts[0].span[0], parts[1].span[1])), None, False)
        parts, inside = [inner[0][0] if inner is not None else parts[1]], inner is not None
    syn = bare(parts[0]) if len(parts) == 1 else Syn("juxt", "", tuple(parts), (parts[0].span[0], parts[-1].span[1]))
    syn, marked = _without_arguments(r, syn), False
    while True:
        if syn.kind == "script" and bare(syn.children[2]).kind == "top":
            base, sub, _ = syn.children
            syn = base if is_empty(sub) else Syn("script", "", (base, sub, EMPTY), syn.span)
            marked = not marked and (mode is None or inside)
        elif syn.kind == "group" and syn.value == "(" and len(syn.children) == 1:
            syn = _without_arguments(r, bare(syn.children[0]))
        else:
            break
    joined = _joined(r, syn)
    upper = find_upper(r.scope, syn)
    if upper is not None:
        return _member(r, upper[0], is_empty(upper[2]) and is_empty(upper[3]), syn, mode, marked)
    found = (joined, EMPTY, EMPTY) if joined is not None else r.find(syn)
    if found is None:
        return _part(r, syn, mode, marked)
    symbol, sub, sup = found
    scripted = syn.kind == "script" and is_empty(sup) and isinstance(symbol, Symbol)
    entry = entry_of_capital(r, syn) if scripted and has_one_index(symbol) else None
    if entry is not None:  # u_{pq} of U, where u is a vector
        return _part(r, entry, mode, marked)
    if isinstance(symbol, Symbol) and is_root(symbol):
        raise NotSupported(
            f"a derivative by {symbol.latex}, of which only a power is defined",
            r.at(syn),
            f"differentiate by that power, or define {symbol.latex} by itself",
        )
    if isinstance(symbol, Symbol) and symbol.kind in ("array", "family") and not is_empty(sub):
        return _member(r, symbol, is_empty(sup), syn, mode, marked)
    if not is_empty(sup):
        return _part(r, syn, mode, marked)
    target = _named(r, symbol, sub, syn, mode)
    return _transposed(r, target, syn) if marked else target


def _transposed(r: Reader, target: Target, syn: Syn) -> Target:
    """The transpose of a matrix; the mark behind a vector, a row or a column says nothing new."""
    if not (target.shape.rows and target.shape.cols) or (target.entry is not None and None in target.entry):
        return target
    if target.entry is not None:
        raise NotSupported("a derivative by an entry of a transpose", r.at(syn), "write the entry of the matrix itself")
    return replace(target, transposed=True)


def _opened(parts: Sequence[Syn]) -> Sequence[Syn]:
    r"""Open ``(\mathrm{vec}_r(X))^\top``."""
    if len(parts) != 1:
        return parts
    syn = bare(parts[0])
    if syn.kind == "script" and bare(syn.children[2]).kind == "top" and is_empty(syn.children[1]):
        syn = bare(syn.children[0])
    if syn.kind == "group" and syn.value == "(" and bare(syn.children[0]).kind == "juxt":
        inner = bare(syn.children[0]).children
        if inner[0].kind == "function" and inner[0].value in ("vec", "vec_r"):
            return inner
    return parts


def _without_arguments(r: Reader, syn: Syn) -> Syn:
    """Return ``F`` for ``F(X)`` with the own argument X, and ``(F)_{ij}`` for ``F(X)_{ij}``."""
    behind = bracket(syn.children[1]) if syn.kind == "juxt" and len(syn.children) == 2 else None
    found = r.find(syn.children[0]) if behind is not None else None
    if behind is None or found is None or not isinstance(found[0], Symbol):
        return syn
    if not _at_own_arguments(r, found[0], syn.children[1]):
        return syn
    name, (_, sub, sup) = syn.children[0], behind
    if is_empty(sub) and is_empty(sup):
        return name
    return Syn("script", "", (Syn("group", "(", (name,), name.span), sub, sup), syn.span)


def _at_own_arguments(r: Reader, symbol: Symbol, argument: Syn) -> bool:
    """Return whether a function is written at the arguments of its definition."""
    inner = bracket(argument)
    if inner is None or len(inner[0]) != len(symbol.params):
        return False
    found = [r.find(a) for a in inner[0]]
    return all(
        f is not None and isinstance(f[0], Symbol) and f[0].core == name and is_empty(f[1]) and is_empty(f[2])
        for f, name in zip(found, symbol.params, strict=True)
    )


def _joined(r: Reader, syn: Syn) -> Symbol | None:
    key = whole_key(syn) if syn.kind == "juxt" else None
    return r.scope.find(key) if key is not None else None


def _part(r: Reader, syn: Syn, mode: str | None, marked: bool) -> Target:
    part = r.read(syn)
    coordinates = _coordinates(r, realize(part), syn, mode) if _is_scripted_name(syn) else None
    if coordinates is not None:
        return coordinates
    if marked and not (r.u.is_one(part.rows) or r.u.is_one(part.cols)):
        raise NotSupported("a derivative by the transpose of an expression", r.at(syn), "give the expression a name")
    return Target(PART, SCALAR, latex_of(syn), mode=mode, part=part)


def _member(r: Reader, symbol: Symbol, alone: bool, syn: Syn, mode: str | None, marked: bool) -> Target:
    """A member of a family, by the name of the family if it stands alone."""
    target = _part(r, syn, mode, marked)
    return replace(target, core=symbol.core) if alone and symbol.kind == "array" and not marked else target


def _is_scripted_name(syn: Syn) -> bool:
    """Whether a text is one name in brackets with scripts behind, as ``[W_Q^\\top]_{ab}``."""
    while True:
        syn = bare(syn)
        if syn.kind == "script" or (syn.kind == "group" and syn.value in ("(", "[") and len(syn.children) == 1):
            syn = syn.children[0]
        else:
            return syn.kind in ("name", "prime", "style")


def _coordinates(r: Reader, e: Expr, syn: Syn, mode: str | None) -> Target | None:
    """Return an entry, a row or a column of a name or its transpose as what it is of the name; None if it is another part."""
    if e.op not in ("entry", "row", "col"):
        return None
    inner, places = e.args[0], e.data if e.op == "entry" else (e.data[0], None) if e.op == "row" else (None, e.data[0])
    while inner.op == "transpose":
        inner, places = inner.args[0], places[::-1]
    if inner.op != "var" or (e.op != "entry" and not (inner.shape.rows and inner.shape.cols)):
        return None
    symbol = r.scope.by_core().get(inner.data[0])
    defined = symbol is not None and symbol.kind == "def"
    return Target(inner.data[0], inner.shape, latex_of(syn), defined, mode, (places[0], places[1]))


def _named(r: Reader, symbol: Symbol | Key, sub: Syn, syn: Syn, mode: str | None) -> Target:
    if not isinstance(symbol, Symbol):
        if symbol not in r.local:
            raise NameProblem(f"{symbol.plain} is an index, no variable", r.at(syn))
        core, shape = r.local[symbol]
        return Target(core, shape, symbol.plain, mode=mode)
    if symbol.kind not in ("var", "def"):
        raise NotSupported(f"a derivative by {symbol.latex}", r.at(syn))
    r.mention(symbol)
    symbol = r.adapt(symbol)
    entry = None
    if not is_empty(sub):
        vector = not symbol.shape.rows or not symbol.shape.cols
        values = scripts.index_list(r, sub, 1 if vector else 2)
        if values is None or len(values) != (1 if vector else 2) or all(v is None for v in values):
            raise NotSupported("a derivative by these entries", r.at(syn))
        entry = (values[0], values[1]) if len(values) == 2 else (values[0], Size.of(1))
        if len(values) == 1 and not symbol.shape.rows:
            entry = (Size.of(1), values[0])
        for value, d in zip(entry, (symbol.shape.rows, symbol.shape.cols), strict=True):
            if value is not None:
                r.indices.use(value, d)
    return Target(symbol.core, symbol.shape, symbol.latex, symbol.kind == "def", mode, entry)
