r"""Which differentials a statement speaks of: ``df = 2 x^\top dx`` of a declared x."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.errors import NameProblem, NotSupported, SyntaxProblem
from derive.language import operators, scripts
from derive.language.derivative_reach import differential_takes_row
from derive.language.derivatives import directional, is_differentiation, marker, speaks_of_variables, written_mark
from derive.language.names import Key, bare, bracket, is_empty
from derive.language.readings import DIFFERENTIALS, POWER_DERIVED, VARYING
from derive.language.scope import Symbol
from derive.language.syntax import Syn
from derive.language.targets import Target
from derive.language.terms import Term
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.expressions import Reader


def differentials_of(r: Reader, statement: Syn) -> dict[str, tuple[str, Shape]]:
    """Find the variables whose differentials occur: ``dX``, ``d(X)`` or ``d vec_r(X)`` of a declared, undefined X.

    Other variables under a d are constants, such as the matrix in ``d(A x) = A dx``. Where they are of one kind with what
    varies, as in ``d(A X) = A dX``, the other reading is that they vary, too.
    """
    _check_letter(r, statement)
    rows = [node.children for _, node in statement.walk() if node.kind == "juxt"]
    found: dict[str, Shape] = {}
    for operand in (operand for row in rows for operand in _operands(r, row)):
        found |= _own_variable(r, operand)
    constant: dict[str, Shape] = {}
    for operand in (operand for row in _written_rows(statement) for operand in _operands(r, row)):
        for node in operand[: _end(r, operand)]:
            constant |= {core: shape for core, shape in _variables(r, node).items() if core not in found}
    kinds = {_kind(shape) for shape in found.values()}
    alike = {core: shape for core, shape in constant.items() if _kind(shape) in kinds}
    if alike and r.chooses(VARYING):
        found |= alike
    return {core: (f"d{core}", shape) for core, shape in found.items()}


def _kind(shape: Shape) -> tuple[bool, bool]:
    """Number, row, column or matrix."""
    return bool(shape.rows), bool(shape.cols)


def _operands(r: Reader, row: Sequence[Syn]) -> Iterator[Sequence[Syn]]:
    """Return what stands behind each mark of a differential in a row."""
    for k, child in enumerate(row[:-1]):
        if marker(r, child) is not None:
            yield row[k + 1 :]


def _own_variable(r: Reader, operand: Sequence[Syn]) -> dict[str, Shape]:
    """Return X for ``X``, ``(X)``, ``(X^{-1})`` and ``vec_r(X)`` behind a d: a variable that stands alone there."""
    first = operand[0]
    if first.kind == "function" and first.value in ("vec", "vec_r") and len(operand) > 1:
        inner = bracket(operand[1])
        first = inner[0][0] if inner is not None and len(inner[0]) == 1 else first
    elif bracket(first) is not None:
        names = _variables(r, first)
        return names if len(names) == 1 else {}
    symbol = r.find(first)
    if symbol is None or not isinstance(symbol[0], Symbol) or symbol[0].kind != "var":
        return {}
    return {symbol[0].core: symbol[0].shape}


def _variables(r: Reader, syn: Syn) -> dict[str, Shape]:
    """Return the variables that are written, and the arguments of a function written without them."""
    found = r.find(syn)
    symbol = found[0] if found is not None else None
    if isinstance(symbol, Symbol):
        if symbol.kind == "var":
            return {symbol.core: symbol.shape}
        return dict(zip(symbol.params, symbol.arguments, strict=True)) if symbol.kind == "def" else {}
    variables: dict[str, Shape] = {}
    called = _is_call(r, syn.children) if syn.kind == "juxt" else ()
    for k, child in enumerate(syn.children):
        variables |= {} if k in called else _variables(r, child)
    return variables


def _is_call(r: Reader, row: Sequence[Syn]) -> list[int]:
    """Return the places of declared functions with their arguments behind them."""
    return [k for k, node in enumerate(row[:-1]) if _takes_bracket(r, node) and bracket(row[k + 1]) is not None]


def _takes_bracket(r: Reader, node: Syn) -> bool:
    found = r.find(node)
    return found is not None and isinstance(found[0], Symbol) and bool(found[0].params)


def _end(r: Reader, operand: Sequence[Syn]) -> int:
    """Return where the first factor of what stands behind a d ends."""
    if len(operand) == 1:
        return 1
    bracketed = bracket(operand[1]) is not None
    if _takes_bracket(r, operand[0]):
        return 1 + bracketed
    if r.find(operand[0]) is None and operators.is_function(operand[0], operand[1]):
        return 2 if bracketed else len(operand)
    return 1


def _written_rows(tree: Syn) -> Iterator[Sequence[Syn]]:
    r"""Return the rows of factors in which a d may be written: none of ``\frac{dy}{dx}``, an integral without its ``dx``."""
    if tree.kind == "frac" and is_differentiation(tree):
        return
    if tree.kind == "juxt":
        yield tree.children
    integrand = tree.children[2] if tree.kind == "bigop" and tree.value == "int" else None
    if integrand is not None and integrand.kind == "juxt" and len(integrand.children) > 1:
        yield integrand.children[:-2]
    for child in integrand.children if integrand is not None else tree.children:
        yield from _written_rows(child)


def _check_letter(r: Reader, statement: Syn) -> None:
    """Note that a declared d may be the mark of differentials: where it stands in every term, or before a function.

    As a factor of every term it would cancel.
    """
    if statement.kind != "relation" or r.scope.find(Key("", "d")) is None:
        return
    terms = [t for side in statement.children for t in (side.children if side.kind == "add" else (side,))]
    everywhere = all(t.kind == "num" or _marked(r, t) for t in terms) and any(_marked(r, t) for t in terms)
    if everywhere or any(_marks_function(r, t) for t in terms):
        r.chooses(DIFFERENTIALS)


def _marked(r: Reader, term: Syn) -> bool:
    """Whether a factor d stands in front of a variable."""
    return any(
        _is_letter(x) and speaks_of_variables(r, y)
        for row in _written_rows(term)
        for x, y in zip(row, row[1:], strict=False)
    )


def _is_letter(syn: Syn) -> bool:
    r"""Whether a mark is written with the letter d, which may be declared, and not as ``\partial`` or ``\mathrm{d}``."""
    base = bare(syn.children[0]) if syn.kind == "script" else syn
    return base.kind == "name" and written_mark(syn) is not None


def _marks_function(r: Reader, term: Syn) -> bool:
    """Whether a term is d in front of a declared function and nothing else."""
    if term.kind != "juxt" or not _is_letter(term.children[0]):
        return False
    found = r.find(term.children[1])
    symbol = found[0] if found is not None and is_empty(found[1]) else None
    arguments = [bracket(node) for node in term.children[2:]]
    return isinstance(symbol, Symbol) and bool(symbol.params) and len(arguments) < 2 and None not in arguments


def differential(r: Reader, children: Sequence[Syn], at: int, mark: tuple[str, int]) -> tuple[Term, int]:
    r"""Read ``\mathrm{d}X`` or the differential of an expression, in the direction of all differentials that occur."""
    node = children[at]
    if mark[1] != 1:
        raise NotSupported("a differential of higher order", r.at(node))
    key_symbol = r.find(children[at + 1])
    term, end = r.factor(children, at + 1)
    if term is None:
        raise SyntaxProblem("what is differentiated is missing", r.at(node))
    if not r.differentials:
        raise NameProblem("by what is differentiated? No dX with a declared X occurs", r.at(node))
    r.note("a differential dX is an arbitrary direction of the shape of X")
    if differential_takes_row(r, node, children[at + 1 :], end - at - 1):
        term, end = r.a.chain(r.factors(children[at + 1 :])), len(children)
    parts: list[Term] = []
    for core, (direction, shape) in r.differentials.items():
        symbol = key_symbol[0] if key_symbol is not None else None
        if isinstance(symbol, Symbol) and symbol.core == core and key_symbol is not None and end == at + 2:
            _, sub, sup = key_symbol
            powered = not (is_empty(sup) or bare(sup).kind == "top")
            if not (powered and r.chooses(POWER_DERIVED)):
                own = r.a.known(b.var(direction, shape), node)
                return scripts.apply(r, own, sub, sup, node), end
        target = Target(core, shape, core)
        parts.append(directional(r, term, target, b.var(direction, shape), node))
    return r.a.add(parts, node), end


__all__ = ["differential", "differentials_of"]
