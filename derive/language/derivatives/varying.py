r"""What varies under a d: the variables whose differentials a statement writes, and those it is silent about.

A name that stands alone under a d varies; if it is defined, what it is made of does.  In ``\mathrm{d}(A X) = A\,\mathrm{d}X`` the
matrix A stands under a d, too, but never alone: the author holds it constant, or forgot its term.  Both readings are kept, unless the
given block says ``\mathrm{d}A = 0`` or the definition lists its arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.build import free_names
from derive.core import Expr, walk
from derive.language.derivatives.derivatives import speaks_of_variables
from derive.language.functions import operators
from derive.language.scope.derivative_marks import is_differentiation, marker
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import DERIVED_FIRST, DERIVED_ROW, DERIVED_TERM, VARYING
from derive.language.tree.names import bracket, is_empty
from derive.language.tree.syntax import Syn
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def varying(r: Reader, statement: Syn) -> dict[str, Shape]:
    """Return the variables that vary under the differentials of a statement, with their shapes.

    What stands under a d varies: the variable that stands there alone, and if none of the variables does from which it is
    made, then all of them. The other variables under a d vary in the other reading: it implies the first one, in which their
    differentials are zero.
    """
    operands = [operand for row in written_rows(statement) for operand in _operands(r, row)]
    under = [variables_in(r, _joined(operand[: _end(r, operand)])) for operand in operands]
    found: dict[str, Shape] = {}
    for variables in sorted(under, key=len):
        if variables.keys().isdisjoint(found):
            found |= variables
    if r.tight & {DERIVED_FIRST, DERIVED_ROW, DERIVED_TERM}:
        under.append(variables_in(r, statement))
    silent = {core: shape for variables in under for core, shape in variables.items() if core not in found}
    if silent and found:
        r.tell(VARYING, _advice(r, sorted(silent)))
        found |= silent if r.chooses(VARYING) else {}
    return found


def _advice(r: Reader, silent: Sequence[str]) -> str:
    r"""What to write if a name is constant."""
    names = [_latex(r, core) for core in silent]
    zeros = ", ".join(rf"\mathrm{{d}}{name} = 0" for name in names)
    return f"{VARYING} (if {', '.join(names)} {'is' if len(names) == 1 else 'are'} constant, write {zeros} in the given block)"


def _latex(r: Reader, core: str) -> str:
    """A name as it is written, of a family with its indices."""
    symbol = r.scope.by_core().get(core)
    if symbol is None:
        return core
    indices = " ".join(name for name, _, _ in symbol.indices)
    return f"{symbol.latex}_{{{indices}}}" if indices else symbol.latex


def _operands(r: Reader, row: Sequence[Syn]) -> Iterator[Sequence[Syn]]:
    """Return what stands behind each mark of a differential in a row."""
    for k, child in enumerate(row[:-1]):
        if marker(r, child) is not None:
            yield row[k + 1 :]


def _joined(row: Sequence[Syn]) -> Syn:
    return row[0] if len(row) == 1 else Syn("juxt", "", tuple(row), (row[0].span[0], row[-1].span[1]))


def variables_in(r: Reader, syn: Syn) -> dict[str, Shape]:
    """Return the variables that are written, and those of which what is written is made; of a call those in its arguments."""
    written = r.find(syn)
    if written is not None:
        symbol, _, power = written
        exponent = {} if is_empty(power) else variables_in(r, power)
        return exponent | (_variables_of(r, symbol) if isinstance(symbol, Symbol) else {})
    called = _calls(r, syn.children) if syn.kind == "juxt" else ()
    found: dict[str, Shape] = {}
    for k, child in enumerate(syn.children):
        found |= {} if k in called else variables_in(r, child)
    return found


def _variables_of(r: Reader, symbol: Symbol) -> dict[str, Shape]:
    """Return the variables that move a name: itself, the listed arguments of a function, or all that its definition needs."""
    if symbol.params:
        found = dict(zip(symbol.params, r.adapt(symbol).arguments, strict=True))
    elif symbol.kind in ("var", "array"):
        found = _free(r, whole(r, symbol))
    else:
        found = _free(r, symbol.body) if symbol.body is not None else {}
    for core in r.scope.constants() & found.keys():
        r.note(f"{_latex(r, core)} is constant, as the given block says")
        del found[core]
    return found


def whole(r: Reader, symbol: Symbol) -> Expr:
    """Return a variable; of a family of variables the one whose rows they are."""
    symbol = r.adapt(symbol)
    if symbol.kind != "array":
        return b.var(symbol.core, symbol.shape)
    return b.var(symbol.core, Shape(symbol.lengths, symbol.shape.rows + symbol.shape.cols))


def _free(r: Reader, e: Expr) -> dict[str, Shape]:
    """Return the variables in an expression with all definitions written out."""
    expanded = r.definitions().expand(e)
    names = free_names(expanded)
    return {n.data[0]: n.shape for n in walk(expanded) if n.op == "var" and n.data[0] in names}


def _calls(r: Reader, row: Sequence[Syn]) -> list[int]:
    """Return the places of declared functions with their arguments behind them."""
    return [k for k, node in enumerate(row[:-1]) if _is_function(r, node) and bracket(row[k + 1]) is not None]


def _is_function(r: Reader, node: Syn) -> bool:
    found = r.find(node)
    return found is not None and isinstance(found[0], Symbol) and (bool(found[0].params) or found[0].kind == "fun")


def _end(r: Reader, operand: Sequence[Syn]) -> int:
    """Return where the first factor of what stands behind a d ends."""
    if len(operand) == 1:
        return 1
    bracketed = bracket(operand[1]) is not None
    if _is_function(r, operand[0]):
        return 1 + bracketed
    if r.find(operand[0]) is None and operators.is_function(operand[0], operand[1]):
        return 2 if bracketed else len(operand)
    return 1 if speaks_of_variables(r, operand[0]) else len(operand)


def written_rows(tree: Syn) -> Iterator[Sequence[Syn]]:
    r"""Return the rows of factors in which a d may be written: none of ``\frac{dy}{dx}``, an integral without its ``dx``."""
    if tree.kind == "frac" and is_differentiation(tree):
        return
    if tree.kind == "juxt":
        yield tree.children
    integrand = tree.children[2] if tree.kind == "bigop" and tree.value == "int" else None
    if integrand is not None and integrand.kind == "juxt" and len(integrand.children) > 1:
        yield integrand.children[:-2]
    for child in integrand.children if integrand is not None else tree.children:
        yield from written_rows(child)


__all__ = ["varying", "variables_in", "whole", "written_rows"]
