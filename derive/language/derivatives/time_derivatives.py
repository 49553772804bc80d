r"""Derivatives by a time that nobody declares, along equations for dotted variables: ``\dot W = -\nabla_W L`` and ``\frac{d}{dt} \|W\|^2``.

The variables that have a dot move with it, all others stand still: ``\frac{d}{dt} f = \sum_X D_X f[\dot X]``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.build import formula_names
from derive.core import Expr, Formula, Logic, Rel
from derive.errors import NotSupported
from derive.language.lexing.vocabulary import TIMES
from derive.language.scope.derivative_marks import marker_first, written_mark
from derive.language.scope.marks import unmarked
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import Key, bare, base_key, bracket, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def of_time(r: Reader, syn: Syn) -> tuple[Syn, ...] | None:
    r"""Return what stands behind the d above in ``\frac{d ...}{dt}`` with an undeclared t; None for other fractions."""
    if syn.kind != "frac" or len(syn.children) != 2:
        return None
    top, bottom = marker_first(bare(syn.children[0])), bare(syn.children[1])
    upper = top.children if top.kind == "juxt" else (top,)
    lower = bottom.children if bottom.kind == "juxt" else ()
    if len(lower) != 2 or not all(_is_d(node) for node in (upper[0], lower[0])):
        return None
    key = base_key(lower[1]) if lower[1].kind == "name" else None
    if key is None or key.plain not in TIMES or r.find(lower[1]) is not None or not _velocities(r):
        return None
    return upper[1:]


def _is_d(syn: Syn) -> bool:
    mark = written_mark(syn)
    return (mark is not None and mark[0] == "d" and mark[1] == 1) or base_key(syn) == Key("", "d")


@about(*(f"letter {letter}" for letter in TIMES), untouched=nothing)
def time_fraction(r: Reader, syn: Syn) -> Term | None:
    r"""Read ``\frac{d u}{dt}``; None for other fractions."""
    above = of_time(r, syn)
    if not above:
        return None
    return _moved(r, r.a.chain(r.factors(above)), syn)


def time_operator(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    r"""Read ``\frac{d}{dt}`` with what it is applied to: one factor, or a row that begins with no bracket.

    Raises:
        NotSupported: A bracket and more follow.
    """
    rest = children[at + 1 :]
    if of_time(r, children[at]) != () or not rest:
        return None
    term, end = r.factor(children, at + 1)
    if end < len(children):
        if bracket(rest[0]) is not None:
            raise NotSupported(
                "a derivative in front of a bracket and more", r.at(children[at]), "put brackets around all of it"
            )
        term, end = r.a.chain(r.factors(rest)), len(children)
    assert term is not None
    return _moved(r, term, children[at]), end


def dotted(r: Reader, syn: Syn) -> Term | None:
    r"""Read ``\dot F`` of a definition that moves with dotted variables; None for other names."""
    marked = unmarked(syn)
    if marked is None or marked.order != 1 or not marked.dotted:
        return None
    key = whole_key(marked.base)
    symbol = r.scope.find(key) if key is not None else None
    if symbol is None or symbol.kind != "def" or symbol.params or not _velocities(r):
        return None
    r.mention(symbol)
    return _moved(r, r.a.known(b.var(symbol.core, r.adapt(symbol).shape), syn), syn)


def _velocities(r: Reader) -> dict[str, tuple[Symbol, Symbol]]:
    """The variables that have a dot, with their velocities, by core name."""
    found: dict[str, tuple[Symbol, Symbol]] = {}
    for key, velocity in r.scope.visible().items():
        name = key.plain.removeprefix("dot_")
        variable = r.scope.find(Key(key.style, name)) if name != key.plain else None
        if variable is not None and variable.kind == "var" and velocity.kind in ("var", "def") and not velocity.params:
            found[variable.core] = variable, velocity
    return found


def _moved(r: Reader, term: Term, syn: Syn) -> Term:
    def make(e: Expr) -> Expr:
        body = r.definitions().expand(e)
        velocities = _velocities(r)
        moving = [core for core in velocities if core in b.free_names(body)]
        if not moving:
            raise NotSupported(f"{latex_of(syn)} of what no dotted variable moves", r.at(syn), "declare t, and x(t)")
        terms = []
        for core in moving:
            variable, velocity = (r.adapt(s) for s in velocities[core])
            r.mention(velocities[core][1])
            name = b.fresh(core)
            inner = b.substitute(body, {core: b.var(name, variable.shape)})
            point, direction = b.var(core, variable.shape), b.var(velocity.core, velocity.shape)
            terms.append(b.frechet(inner, name, point, b.reshape(direction, variable.shape)))
        rest = b.free_names(body) - set(moving)
        _check_still(r, rest, velocities, syn)
        still = sorted(s.latex for n in rest if (s := r.scope.by_core().get(n)) is not None)
        told = f", {', '.join(still)} stand{'s' if len(still) == 1 else ''} still" if still else ""
        r.note(f"what has a dot moves with the time{told}")
        return b.add(*terms)

    return r.a.node(term.rows, term.cols, make, term, syn=syn)


def _check_still(r: Reader, still: Collection[str], moving: Collection[str], syn: Syn) -> None:
    """Refuse variables without a dot that a hypothesis ties to one with a dot, for they move along.

    Raises:
        NotSupported: There is such a hypothesis.
    """
    for hypothesis in r.scope.all_hypotheses():
        formula = r.definitions().expand_formula(hypothesis.formula)
        names = formula_names(formula)
        if _has_equation(formula) and names & set(moving) and names & set(still):
            symbol = r.scope.by_core().get(min(names & set(still)))
            raise NotSupported(
                f"a derivative by the time of {symbol.latex if symbol is not None else 'what'}, which a hypothesis ties to what moves",
                r.at(syn),
                "define it, y := A u",
            )


def _has_equation(formula: Formula) -> bool:
    if isinstance(formula, Rel):
        return formula.op == "="
    parts = formula.args if isinstance(formula, Logic) else (formula.body,)
    return any(map(_has_equation, parts))


__all__ = ["dotted", "of_time", "time_fraction", "time_operator"]
