r"""Which names equations among the hypotheses tie to the variable of a derivative.

A hypothesis holds at one point: with ``a = W x`` assumed of a declared a, the derivative of a by W would be zero, and the
author means ``a := W x``. Such a derivative is refused. Equations that speak of the variable alone (``\|x\|_2 = 1``,
``X = X^\top``, ``x = 0``) restrict the point, and so does a derivative that vanishes there (``\nabla f(x) = 0``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive.build import free_names, is_zero, substitute
from derive.core import Expr, Formula, Logic, Quantified, Rel, formula_exprs, walk
from derive.errors import NotSupported
from derive.language.scope.expand import Definitions

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

_DERIVATIVES = ("deriv", "grad", "frechet")
_WHOLE = ("transpose", "reshape", "vec", "vecr", "unvecr", "entry", "row", "col", "scale")
"""What is made of a matrix so that all of it is told once all of the result is."""


@dataclass(frozen=True, slots=True)
class Equation:
    """An equation between variables.

    Attributes:
        names: The variables it speaks of.
        given: Those that it gives in terms of the others.
        restricts: It says that a product of variables is zero or which number a defined name is, and nothing of how one
            variable follows from the others: where the variable itself is differentiated, it restricts the point.
    """

    names: frozenset[str]
    given: frozenset[str]
    restricts: bool


def check_ties(r: Reader, body: Expr, variables: Collection[str], latex: str, told: Collection[Formula] = ()) -> None:
    """Refuse a derivative of a body in which a hypothesis ties other names to the variables.

    Args:
        r: The reader, with the hypotheses in force.
        body: What is differentiated.
        variables: The names by which is differentiated; they are not expanded.
        latex: How they are written.
        told: Equations that the body takes in.

    Raises:
        NotSupported: There is such a name.

    """
    _check(r, body, variables, latex, [h.formula for h in r.scope.all_hypotheses() if h.formula not in told])


def check_members(r: Reader, core: str, latex: str) -> None:
    r"""Refuse a derivative by a member of a family, or an entry, that an equation gives others in terms of: ``h_t = W h_{t-1}``.

    Raises:
        NotSupported: There is such an equation; one between two entries alone, ``A_{ij} = A_{ji}``, is none.
    """
    definitions = r.definitions()
    for hypothesis in r.scope.all_hypotheses():
        for rel in equalities(hypothesis.formula):
            for side, other in (_sides(rel), _sides(rel)[::-1]):
                if side.op == "var" or _alone(side) != core or _alone(other) == core:
                    continue
                if core in free_names(definitions.expand(other)):
                    raise NotSupported(
                        f"a derivative by {latex}, which an equation between declared names ties to others of its kind",
                        None,
                        "give the members names of their own and define them: h_1 := ..., h_2 := ...",
                    )


def check_premises(r: Reader, goal: Formula, stated: Sequence[Formula]) -> None:
    r"""Refuse derivatives in a claim whose premises (``a = W x \implies ...``) give what is differentiated.

    Other equations of the premises say at which point the derivative is taken (``A x = b \implies \nabla f(x) = 0``)
    unless the variable is not differentiated at all.

    Raises:
        NotSupported: There is such a derivative.

    """
    premises = list(stated)
    while isinstance(goal, Logic) and goal.op == "implies":
        premises += goal.args[:-1]
        goal = goal.args[-1]
    for node in (n for e in formula_exprs(goal) for n in walk(e)) if premises else ():
        if node.op in _DERIVATIVES and node.args[1].op == "var":
            point = node.args[1]
            name = point.data[0]
            if node.data[0].partition("~")[0] == name:  # at the variable itself, not at another point
                symbol = r.scope.by_core().get(name)
                body = substitute(node.args[0], {node.data[0]: point})
                _check(r, body, [name], symbol.latex if symbol is not None else name, premises, given_only=True)


def _check(
    r: Reader,
    body: Expr,
    variables: Collection[str],
    latex: str,
    hypotheses: Iterable[Formula],
    given_only: bool = False,
) -> None:
    definitions = r.definitions()
    names = free_names(definitions.expand(body, keep=variables))
    equations = list(_equations(r, hypotheses, variables)) if names - set(variables) else []
    if names & set(variables):
        equations = [e for e in equations if not e.restricts and (e.given or not given_only)]
    for name in sorted(names & _tied(equations, frozenset(variables), names)):
        symbol = r.scope.by_core().get(name)
        tied = symbol.latex if symbol is not None else name
        raise NotSupported(
            f"a derivative by {latex} of what {tied} occurs in, which an equation between declared names ties to {latex}",
            None,
            f"write {tied} := ... to define it; if the equation holds at one point only, give that point a name of its own",
        )


def _tied(equations: Iterable[Equation], variables: frozenset[str], names: Collection[str]) -> frozenset[str]:
    """The names that move when the variables do.

    An equation that gives ``a`` in terms of others ties ``a`` to those, not those to each other or to ``a``. A derivative
    by ``a`` treats ``a`` as free where it is written; where it is not, the others move with it.
    """
    equations, given = list(equations), set[str]()
    directed: list[tuple[frozenset[str], frozenset[str]]] = []
    moved = variables
    for equation in equations:
        new = equation.given - given
        given |= new
        directed += [(equation.names - {name}, frozenset({name})) for name in new]
        if not new:
            directed.append((equation.names, equation.names))
        if new & variables and not variables & set(names):
            moved |= equation.names
    while True:
        more = moved.union(*(to for by, to in directed if by & moved))
        if more == moved:
            return moved - variables
        moved = more


def _equations(r: Reader, hypotheses: Iterable[Formula], variables: Collection[str]) -> Iterator[Equation]:
    """The equations among the hypotheses that speak of two names or more."""
    definitions = r.definitions()
    for hypothesis in hypotheses:
        found = [rel for rel in equalities(hypothesis) if not any(map(_vanishes, (rel.lhs, rel.rhs)))]
        sides = {side: free_names(definitions.expand(side, keep=variables)) for rel in found for side in _sides(rel)}
        known = _known(found, sides)
        for rel in found:
            parts = [(side,) for side in _sides(rel)] if rel.lhs in known else [_sides(rel)]
            for part in parts:
                names = frozenset().union(*(sides[side] for side in part))
                if len(names) > 1:
                    yield Equation(names, _given(part, sides), _restricts(definitions, rel, sides))


def _sides(rel: Rel) -> tuple[Expr, Expr]:
    return rel.lhs, rel.rhs


def equalities(formula: Formula) -> Iterator[Rel]:
    """The equations in a formula, those under quantifiers included."""
    if isinstance(formula, Rel):
        if formula.op == "=":
            yield formula
    elif isinstance(formula, Quantified):
        yield from equalities(formula.body)
    elif isinstance(formula, Logic) and formula.op != "not":
        for part in formula.args:
            yield from equalities(part)


def _known(found: Iterable[Rel], sides: dict[Expr, frozenset[str]]) -> set[Expr]:
    r"""The sides that equal a number: ``\|x\|_2 = \|y\|_2 = 1`` says two things, each of one name."""
    known = {side for side, names in sides.items() if not names}
    found = list(found)
    for _ in found:
        known |= {side for rel in found for side in _sides(rel) if known & set(_sides(rel))}
    return known


def _given(part: tuple[Expr, ...], sides: dict[Expr, frozenset[str]]) -> frozenset[str]:
    """The variables that stand alone on one side and do not occur on the other."""
    if len(part) == 1:
        return frozenset()
    (first, second), found = part, set[str]()
    for side, other in ((first, second), (second, first)):
        name = _alone(side)
        if name is not None and name not in sides[other] and name in sides[side]:
            found.add(name)
    return frozenset(found)


def _alone(side: Expr) -> str | None:
    """The variable that a side is, up to its order, its entries and a number in front."""
    while side.op in _WHOLE:
        if side.op == "scale" and free_names(side.args[0]):
            return None
        side = side.args[-1]
    return side.data[0] if side.op == "var" else None


def _restricts(definitions: Definitions, rel: Rel, sides: Mapping[Expr, frozenset[str]]) -> bool:
    """Whether an equation only says at which point something is taken."""
    for side, other in (_sides(rel), _sides(rel)[::-1]):
        symbol = definitions.symbols.get(side.data[0]) if side.op == "var" else None
        if symbol is not None and symbol.body is not None and not sides[other]:
            return True
        if is_zero(other) and _is_product(side):
            return True
    return False


def _is_product(side: Expr) -> bool:
    return all(
        node.op in ("var", "const", "transpose", "reshape", "scale", "matmul", "hadamard") for node in walk(side)
    )


def _vanishes(side: Expr) -> bool:
    """Whether a side is a derivative where its variable is: its equation says which point is meant."""
    return any(
        node.op in _DERIVATIVES and any(inner.op == "var" for inner in walk(node.args[1])) for node in walk(side)
    )
