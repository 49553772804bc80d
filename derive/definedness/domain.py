r"""The door: on which part of the points that meet its hypotheses a claim has a value.

For a verifier of proofs: `obligations` lists all conditions unsimplified (no prover is asked); `domain` simplifies them and drops
what the hypotheses imply. Both speak in formulas of the core language over the names of the problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from derive import build
from derive.alike import formula_key
from derive.bounds.comparison.prover import read_facts
from derive.build import formula_names
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, conjuncts, formula_exprs, walk
from derive.definedness.conditions import are_all, needs
from derive.definedness.known import Known, are_never_empty, holds_of_numbers
from derive.definedness.simplify import simplified
from derive.definedness.singular import key, vanishing
from derive.errors import DeriveError
from derive.kinks import is_torn
from derive.language.printing.core_latex import formula_to_latex
from derive.sizes import Size

MOST_WEIGHED = 200  # conditions of which each is compared with all others
MOST = 24  # conditions that are simplified; what is beyond them stays as it is


@dataclass(frozen=True, slots=True)
class Domain:
    """Where a claim has a value.

    Attributes:
        conditions: What its points have to satisfy beyond the hypotheses; all sides have a value exactly there.
        nowhere: A condition that no point of the hypotheses satisfies, None if none is shown to be one.
        under: The premises of the goal's implications; the conclusion must have a value wherever they hold.
        doubtful: A condition that no point of the hypotheses satisfies, without which a derivative may have a value all the same: at a kink.

    """

    conditions: tuple[Formula, ...] = ()
    nowhere: Formula | None = None
    under: tuple[Formula, ...] = ()
    doubtful: Formula | None = None

    @property
    def latex(self) -> str:
        """The conditions in LaTeX, empty where the claim has a value at all points."""
        return latex_of(self.conditions)

    @property
    def is_null(self) -> bool:
        """Whether an equation is among the conditions: then almost no point satisfies them."""
        return any(isinstance(c, Rel) and c.op == "=" and c.lhs.op not in ("rank", "size") for c in self.conditions)

    def is_partial(self, problem: Problem) -> bool:
        """Return whether more than a null set of the points of the hypotheses may be left out: all but inequations between free variables."""
        if all(map(_is_inequation, self.conditions)):
            named = frozenset().union(*(formula_names(c) for c in self.conditions))
            equations = [h for h in conjuncts(opened(problem)[0].hypotheses) if not _is_open(h)]
            return any(named & formula_names(h) for h in equations)
        return True


def _is_inequation(formula: Formula) -> bool:
    if isinstance(formula, Quantified):
        return formula.kind == "forall" and _is_inequation(formula.body)
    if isinstance(formula, Logic):
        return formula.op == "implies" and _is_inequation(formula.args[-1])
    return formula.op == "!="


def _is_open(formula: Formula) -> bool:
    return isinstance(formula, Rel) and formula.op in ("<", ">", "<=", ">=", "!=") and formula.lhs.shape.is_scalar


def obligations(problem: Problem) -> tuple[Formula, ...]:
    """Return what the goal of a problem needs to have a value, unsimplified, and under which premises.

    Raises:
        DeriveError: The body of a derivative does not fit its point.

    """
    return needs(problem.goal)


def opened(problem: Problem) -> tuple[Problem, tuple[Formula, ...]]:
    """Return the problem with its goal's premises (and index quantifiers) among the hypotheses, and these premises."""
    premises: list[Formula] = []
    goal, indices = problem.goal, list(problem.indices)
    while True:
        if isinstance(goal, Logic) and goal.op == "implies":
            premises += goal.args[:-1]
            goal = goal.args[-1]
        elif isinstance(goal, Quantified) and goal.kind == "forall" and all(len(n) == 3 for n in goal.names):
            indices += goal.names  # type: ignore[arg-type]
            goal = goal.body
        else:
            break
    told = replace(problem, goal=goal, indices=tuple(indices), hypotheses=(*problem.hypotheses, *premises))
    return told, tuple(premises)


def domain(problem: Problem) -> Domain:
    """Return where the sides of a problem's goal have a value, among the points that meet its hypotheses.

    A hypothesis without a value does not hold, so that what it cannot have a value without is known. A condition that is not shown to follow stays.

    Raises:
        DeriveError: The body of a derivative does not fit its point.

    """
    told, premises = opened(problem)
    wanted = tuple({_key(need): need for need in needs(told.goal) if not holds_of_numbers(need)}.values())
    if not wanted:
        return Domain(under=premises)
    hypotheses = conjuncts(told.hypotheses)
    given = [need for h in hypotheses for need in _of_hypothesis(h)]
    given += vanishing(hypotheses, read_facts(told))
    known = Known(replace(told, hypotheses=(*hypotheses, *given)))
    left, excluded = _left(wanted, known)
    if excluded is not None and not _has_torn(told.goal):
        steady = tuple(need for need in needs(told.goal, steady=True) if not holds_of_numbers(need))
        if steady != wanted and _left(steady, known)[1] is None:
            return Domain(left, None, premises, excluded)
    return Domain(left, excluded, premises)


def _left(wanted: Sequence[Formula], known: Known) -> tuple[tuple[Formula, ...], Formula | None]:
    """What is left of conditions that are simplified, and one of them that no point satisfies."""
    parts: list[Formula] = []
    for need in wanted[:MOST]:
        shorter = simplified(need, known)
        if shorter is None:
            return (need,), need
        parts += shorter
    left = _without_implied(list(dict.fromkeys([*parts, *wanted[MOST:]])), known)
    if len(left) > 1 and any(known.under(*left[:k], *left[k + 1 :]).excludes(one) for k, one in enumerate(left)):
        return tuple(left), left[0]
    return tuple(left), None


def _has_torn(goal: Formula) -> bool:
    """Whether a relation speaks of a derivative at a number at which there is none, where all that it speaks of has to have a value."""
    parts = [e for side in formula_exprs(goal) for e in walk(side)] if isinstance(goal, Rel) else []
    return not any(e.op in ("where", *build.BINDS_INDEX) for e in parts) and any(map(is_torn, parts))


def covers(problem: Problem, conditions: Sequence[Formula]) -> bool:
    """Return whether conditions under which all operations of a goal have values hold wherever its sides have one.

    What is shown under conditions that are not covered says nothing of the claim: ``1/a`` in a sum over no index at all needs no ``a != 0``.

    Raises:
        DeriveError: The body of a derivative does not fit its point.

    """
    told, premises = opened(problem)
    if are_all(told.goal) and not premises:
        return True
    wanted = (*needs(told.goal), *(need for p in conjuncts(premises) for need in _of_hypothesis(p)))
    known = Known(replace(told, hypotheses=(*conjuncts(told.hypotheses), *wanted)))
    ranged = [w for w in wanted if isinstance(w, Quantified) and w.kind == "forall" and all(len(name) == 3 for name in w.names)]
    bodies = [w.body for w in ranged if are_never_empty(known, w.names)]
    said = {_key(one) for one in (*wanted, *bodies)}
    return all(not said.isdisjoint(map(_key, _as_strong(one))) or known.shows(one) for one in (_concluded(c, premises) for c in conditions))


def _concluded(condition: Formula, premises: Sequence[Formula]) -> Formula:
    """A condition without the premises of a goal under which it stands."""
    is_under = isinstance(condition, Logic) and condition.op == "implies"
    return condition.args[-1] if is_under and {*map(_key, condition.args[:-1])} <= {*map(_key, premises)} else condition


def _as_strong(one: Formula) -> Iterator[Formula]:
    """A condition, and the same in other words: what is never negative is positive where it is not zero."""
    yield one
    if isinstance(one, Rel) and one.op == ">" and one.lhs.op in ("sigma", "norm") and build.is_zero(one.rhs):
        yield Rel("!=", one.lhs, one.rhs)


def _of_hypothesis(formula: Formula) -> tuple[Formula, ...]:
    try:
        return needs(formula, steady=True) if isinstance(formula, Rel) else ()
    except DeriveError:
        return ()


def _without_implied(parts: list[Formula], known: Known) -> list[Formula]:
    """The conditions that the others do not imply; very many are left as they are."""
    left = _merged(parts)
    if len(left) > MOST_WEIGHED:
        return left
    for one in reversed(left[:]):
        others = [other for other in left if other is not one]
        if others and known.under(*others).shows(one):
            left = others
    return left


def _key(formula: Formula) -> object:
    """What conditions have in common that say the same in another order of terms, or with other bound names."""
    if isinstance(formula, Rel):
        return (formula.op, key(formula.lhs), key(formula.rhs))
    return formula_key(formula)


def _merged(parts: Sequence[Formula]) -> list[Formula]:
    """``u >= 0`` beside ``u != 0`` is ``u > 0``; beside ``u > 0`` it is nothing."""
    told = {(p.op, p.lhs, p.rhs) for p in parts if isinstance(p, Rel)}
    out: list[Formula] = []
    for p in reversed({_key(p): p for p in reversed(parts)}.values()):
        if isinstance(p, Rel) and p.op in (">=", "!=") and (">", p.lhs, p.rhs) in told:
            continue
        if isinstance(p, Rel) and p.op == ">=" and ("!=", p.lhs, p.rhs) in told and p.lhs.shape.is_scalar:
            out.append(Rel(">", p.lhs, p.rhs))
        elif not (isinstance(p, Rel) and p.op == "!=" and (">=", p.lhs, p.rhs) in told and p.lhs.shape.is_scalar):
            out.append(p)
    return out


def latex_of(conditions: Sequence[Formula]) -> str:
    r"""Return conditions in LaTeX, joined by commas, as an author writes them: ``s \\ne t``, ``x > 0``, ``x_i \\ne 0`` for all i."""
    return ", ".join(_latex(c) for c in conditions)


def _latex(formula: Formula) -> str:
    text = _ENTRY.sub(r"_{\1}", _ZERO.sub("0", formula_to_latex(_balanced(formula))))
    found = _FOR_ALL.fullmatch(text)
    if found is None or not _is_of_all(formula):
        return text
    letters = ", ".join(re.findall(r"\\forall (\S+) \\in", found[1]))
    return rf"{found[2]} \text{{ for all }} {letters}"


_FOR_ALL = re.compile(r"((?:\\forall [^:]* : )+)([^:]*)")
_ENTRY = re.compile(r"(?<![_}])_\{(\w), ?1\}")  # an entry of a column
_ZERO = re.compile(r"\\mathbf\{0\}_\{.*\}$")  # beside a matrix its size is clear


def _is_of_all(formula: Formula) -> bool:
    """Whether indices run from 1, and a relation is said of all of them."""
    while isinstance(formula, Quantified):
        if formula.kind != "forall" or any(len(n) != 3 or n[1] != Size.of(1) for n in formula.names):
            return False
        formula = formula.body
    return isinstance(formula, Rel)


def _balanced(formula: Formula) -> Formula:
    """``s - t != 0`` as ``s != t``."""
    if isinstance(formula, Quantified):
        return Quantified(formula.kind, formula.names, _balanced(formula.body))
    if isinstance(formula, Logic):
        return Logic(formula.op, tuple(map(_balanced, formula.args)))
    if formula.lhs.op != "add" or not build.is_zero(formula.rhs) or formula.op not in ("=", "!=", "<", "<=", ">", ">="):
        return formula
    taken = [_opposite(term) for term in formula.lhs.args]
    right = [one for one in taken if one is not None]
    left = [term for term, one in zip(formula.lhs.args, taken, strict=True) if one is None]
    if not left or not right:
        return formula
    sides = build.add(*left), build.add(*right)
    if sides[0].op == "const":
        return Rel(_TURNED[formula.op], sides[1], sides[0])
    return Rel(formula.op, sides[0], sides[1])


_TURNED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _opposite(term: Expr) -> Expr | None:
    """The positive multiple whose negative a term is, None for other terms."""
    number = term.args[0] if term.op == "scale" else term
    if number.op != "const" or number.data[0] >= 0:
        return None
    if term.op != "scale":
        return build.const(-number.data[0])
    return term.args[1] if number.data[0] == -1 else build.scale(build.const(-number.data[0]), term.args[1])


__all__ = ["Domain", "domain", "latex_of", "obligations", "opened"]
