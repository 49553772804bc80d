r"""Which differentials a statement speaks of: ``df = 2 x^\top dx`` of a declared x."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.errors import NameProblem, NotSupported, SyntaxProblem
from derive.language.derivatives.derivative_reach import differential_takes_row
from derive.language.derivatives.derivatives import directional, speaks_of_variables
from derive.language.derivatives.differential_degrees import is_of_first_degree
from derive.language.derivatives.targets import Target
from derive.language.derivatives.varying import varying, written_rows
from derive.language.functions import operators
from derive.language.matrices import scripts
from derive.language.parsing import unsupported
from derive.language.scope.derivative_marks import MARKS, marker, written_mark
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import DIFFERENTIALS, POWER_DERIVED
from derive.language.terms.terms import Term
from derive.language.tree.names import EMPTY, Key, bare, behind, bracket, is_empty
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nowhere
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


@about(*MARKS, untouched=nowhere)
def differentials_of(r: Reader, statement: Syn) -> dict[str, tuple[str, Shape]]:
    """Return the variables that vary under a d with the names and shapes of their differentials; see `varying`."""
    _check_letter(r, statement)
    return {core: (_direction(r, core, shape), shape) for core, shape in varying(r, statement).items()}


def _direction(r: Reader, core: str, shape: Shape) -> str:
    """Return a name for the differential of a variable that nothing else has, or the declared ``dX`` if that is free, too.

    Raises:
        NotSupported: Something is said of the declared dX, so that it is no arbitrary direction.
    """
    own = r.scope.by_core().get(core)
    declared = r.scope.find(behind(Key("", "d"), own.key)) if own is not None else None
    if declared is not None:
        said = any(declared in h.mentions.values() for h in r.scope.all_hypotheses())
        if declared.kind != "var" or said or r.adapt(declared).shape.totals != shape.totals:
            raise NotSupported(
                f"differentials beside {declared.latex}, which is a declared name and no arbitrary direction of {own.latex if own else core}",
                None,
                "give that name another letter, or declare and define the others, too",
            )
        r.mention(declared)
        return declared.core
    name = f"d{core}"
    while name in r.scope.by_core():
        name += "'"
    return name


def _check_letter(r: Reader, statement: Syn) -> None:
    """Note that a declared d may be the mark of differentials: where it stands in every term, or before a function.

    As a factor of every term it would cancel.
    """
    if statement.kind != "relation" or r.scope.find(Key("", "d")) is None:
        return
    terms = [t for side in statement.children for t in (side.children if side.kind == "add" else (side,))]
    everywhere = all(t.kind == "num" or _marked(r, t) for t in terms) and any(_marked(r, t) for t in terms)
    if everywhere or any(_marks_function(r, t) for t in terms):
        r.tell(DIFFERENTIALS, f"{DIFFERENTIALS} (write \\mathrm{{d}} for that mark, d \\cdot for the factor)")
        r.chooses(DIFFERENTIALS)


def _marked(r: Reader, term: Syn) -> bool:
    """Whether a factor d stands in front of a variable, or of a function of variables."""
    return any(
        _is_letter(node) and speaks_of_variables(r, Syn("juxt", "", tuple(_first_factor(row[k + 1 :]))))
        for row in written_rows(term)
        for k, node in enumerate(row[:-1])
    )


def _first_factor(row: Sequence[Syn]) -> Sequence[Syn]:
    """Return the first factor; all of the row if that is a built-in function or a number."""
    return (
        row if len(row) > 1 and (operators.is_function(row[0], row[1]) or row[0].kind in ("num", "frac")) else row[:1]
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
    found = r.find(children[at + 1])
    term, end = r.factor(children, at + 1)
    if term is None:
        raise SyntaxProblem("what is differentiated is missing", r.at(node))
    if not r.differentials:
        raise NameProblem(
            "by what is differentiated? No dX with an X that varies occurs",
            r.at(node),
            "write the differential of a declared variable, \\mathrm{d}X, or a derivative, \\frac{\\partial f}{\\partial X}",
        )
    r.note("a differential dX is an arbitrary direction of the shape of X")
    if differential_takes_row(r, node, children[at + 1 :], end - at - 1):
        term, end = r.a.chain(r.factors(children[at + 1 :])), len(children)
    elif end == at + 2 and found is not None and isinstance(found[0], Symbol):
        return _of_name(r, term, found, children, at), end
    return _along(r, term, node), end


def _of_name(r: Reader, term: Term, found: tuple[Symbol | Key, Syn, Syn], children: Sequence[Syn], at: int) -> Term:
    r"""Return the differential of a name with its scripts; for ``dX^2`` perhaps the power of that of X.

    An inverse and a pseudoinverse have only their own differentials, except in ``df\,dx^{-1}``.
    """
    symbol, sub, sup = found
    node, name = children[at], children[at + 1]
    powered = not (is_empty(sup) or bare(sup).kind == "top")
    quotient = any(marker(r, other) is not None for other in children[:at])
    if powered and ((_is_inverse(sup) and not quotient) or is_of_first_degree(r, node) or r.chooses(POWER_DERIVED)):
        return _along(r, term, node)
    own = r.differentials.get(symbol.core) if isinstance(symbol, Symbol) and symbol.kind == "var" else None
    if own is not None:
        return scripts.apply(r, r.a.known(b.var(*own), node), sub, sup, node)
    if powered and name.kind == "script":
        bottom, lower, _ = name.children
        base = bottom if is_empty(lower) else Syn("script", "", (bottom, lower, EMPTY), name.span)
        return scripts.superscript(r, _along(r, r.read(base), node), sup, node)
    return _along(r, term, node)


def _is_inverse(power: Syn) -> bool:
    power = bare(power)
    return unsupported.is_pseudoinverse(power) or (power.kind == "add" and power.value.startswith("-"))


def _along(r: Reader, term: Term, node: Syn) -> Term:
    """Return the derivative in the direction of all differentials.

    Raises:
        NotSupported: A variable cannot vary alone; where this is the other reading it must not be left out.
    """
    try:
        parts = [
            directional(r, term, Target(core, shape, core), b.var(direction, shape), node)
            for core, (direction, shape) in r.differentials.items()
        ]
    except NameProblem as problem:
        raise NotSupported(f"this differential: {problem.message}", r.at(node)) from problem
    return r.a.add(parts, node)


__all__ = ["differential", "differentials_of"]
