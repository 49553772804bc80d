"""Repairs of inequalities: the relation, the norm, the constant; each must be reached by the norm rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING

from derive import build
from derive.bounds import prove_bound
from derive.bounds.facts.facts import MAX_WORK
from derive.core import Formula, Logic, Problem, Rel, conclusion, formula_exprs, walk
from derive.errors import DeriveError
from derive.evidence import Point
from derive.exact.certification.certify import examine
from derive.exact.certification.truth import Purse
from derive.exact.points.instantiate import instantiate
from derive.fraction import Fraction
from derive.index import prove
from derive.language.printing.latex import to_latex
from derive.language.tree.syntax import Syn
from derive.repair import tree as t
from derive.repair.edits import LOST, Edit, single_edits
from derive.repair.empty import ORDERS
from derive.repair.scalars import Monomial, monomial, monomial_of, scaled, written

if TYPE_CHECKING:
    from derive.language.scope.scope import Scope
    from derive.repair.search import Repair, Search

RELAXED = {"<": "<=", ">": ">=", "prec": "preceq", "succ": "succeq"}
REVERSED = {"<=": ">=", ">=": "<=", "preceq": "succeq", "succeq": "preceq"}
SIGNS = {"<=": r"\le", ">=": r"\ge", "<": "<", ">": ">", **{w: "\\" + w for w in ("prec", "preceq", "succ", "succeq")}}
UPPER = ("<", "<=", "prec", "preceq")
"""Relations whose right side is the large one."""
MAX_TYPED = 70
MAX_PROOFS, MAX_HOPELESS, LIKELY = 12, 3, 3
DEAREST = 1.9  # single edits that are tried cost less, or less than this more where a symbol is lost
NODES = 900  # of all that is to be proved together: of a large statement few neighbours are tried
RULE_STEPS, EQUATION = 500, 20_000
GENEROUS, POWER = 10**6, 3  # a number and a power of every size, more than any constant that is tried
SCREENED = (128, 256)  # bits of balls at the known points: the roads that prove see what is left
OPERATIONS = 2_000_000  # of all candidates at the known points together


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement near a bound.

    Attributes:
        weaker: It says less because its large side is a multiple of the stated one, or its small side a part.
        tree: The statement.
        text: What was changed.
        sign: It was a sign.

    """

    weaker: bool
    tree: Syn
    text: str
    sign: bool = False


def is_bound(statement: Syn) -> bool:
    """Return whether a statement is an inequality between two sides, also one in the order of symmetric matrices."""
    return len(statement.children) == 2 and (statement.value in RELAXED or statement.value in REVERSED)


def repaired_bounds(search: Search, points: Sequence[Point], original: Sequence[Problem]) -> Iterator[Repair]:
    """Yield inequalities near the statement that no known point contradicts and that the norm rules prove.

    Where the rules do not reach the statement with a large side that is many times as large, no constant will do.
    """
    proofs, purse = 0, Purse(OPERATIONS, remembers=True)
    most = _most_proofs(original)
    hopeless: bool | None = None
    for one in itertools.islice(_candidates(search), MAX_TYPED):
        weaker, tree = one.weaker, one.tree
        if weaker and hopeless:
            continue
        found = search.typed(tree)
        if found is None or any(contradicted(p, points, purse) for p in found[1]):
            continue
        if purse.left < 0:
            return
        if weaker and hopeless is None:
            hopeless = search.statement.value in ORDERS and not all(_shown(search, _generous(p)) for p in original)
            if hopeless:
                continue
        proofs += 1
        relaxed = tree.children == search.statement.children
        likely = relaxed or (one.sign and proofs <= LIKELY)
        if all(_shown(search, p, MAX_WORK if likely else RULE_STEPS) for p in found[1]):
            yield from search.proposed(found[0], one.text)
        elif relaxed:
            return  # it may be true, and then nothing weaker is what was meant
        if proofs >= (MAX_HOPELESS if hopeless else most):
            break
    yield from _reversed(search, points, purse)


def _reversed(search: Search, points: Sequence[Point], purse: Purse) -> Iterator[Repair]:
    """The other direction, where no bound in the stated one is found."""
    statement = search.statement
    weak = RELAXED.get(statement.value, statement.value)
    found = search.typed(Syn("relation", REVERSED[weak], statement.children))
    if found is not None and purse.left >= 0 and not any(contradicted(p, points, purse) for p in found[1]):
        if all(_shown(search, p) for p in found[1]):
            text = f"${SIGNS[REVERSED[weak]]}$ for ${SIGNS[statement.value]}$"
            search.bold.add(text)
            yield from search.proposed(found[0], text)


def _most_proofs(original: Sequence[Problem]) -> int:
    nodes = len({node for p in original for expr in formula_exprs(p.goal) for node in walk(expr)})
    return max(MAX_HOPELESS, min(MAX_PROOFS, NODES // max(1, nodes)))


def _generous(problem: Problem) -> Problem:
    """The problem with a large side that is many times as large."""
    return replace(problem, goal=_enlarged(problem.goal, problem.sizes))


def _enlarged(goal: Formula, sizes: Sequence[str]) -> Formula:
    if isinstance(goal, Logic) and goal.op == "implies":
        return replace(goal, args=(*goal.args[:-1], _enlarged(goal.args[-1], sizes)))
    if not isinstance(goal, Rel) or goal.op not in ORDERS:
        return goal
    factor = reduce(build.scale, [build.hpow(build.size(s), build.const(POWER)) for s in sizes], build.const(GENEROUS))
    if goal.op in ("<", "<="):
        return Rel("<=", goal.lhs, build.scale(factor, goal.rhs))
    return Rel(">=", build.scale(factor, goal.lhs), goal.rhs)


def weakened(search: Search) -> Iterator[Repair]:
    r"""Yield an equality of norms with ``\le`` or ``\ge`` for ``=``, if the norm rules prove it and no known point denies it."""
    for relation, sign in (("<=", r"\le"), (">=", r"\ge")):
        found = search.typed(Syn("relation", relation, search.statement.children))
        if found is None or any(contradicted(p, search.points) for p in found[1]):
            continue
        if all(_shown(search, p, MAX_WORK) for p in found[1]):
            yield from search.proposed(found[0], f"${sign}$ for $=$")


def of_norms(statement: Syn) -> bool:
    """Return whether a statement is one equality with a norm on each side."""
    return statement.value == "=" and len(statement.children) == 2 and all(_has_norm(s) for s in statement.children)


def _has_norm(side: Syn) -> bool:
    return any(node.kind == "group" and node.value == "||" for _, node in side.walk())


def contradicted(problem: Problem, points: Sequence[Point], purse: Purse | None = None) -> bool:
    """Return whether one of the points refutes a problem for certain, as far as the purse reaches."""
    try:
        problem = instantiate(problem)
    except DeriveError:
        return False
    for point in points:
        sizes = {name: point.sizes.get(name, 2) for name in problem.sizes}
        inputs = {name: point.inputs[name] for name, _ in problem.variables if name in point.inputs}
        if len(inputs) < len(problem.variables):
            continue
        try:
            if examine(problem, Point(sizes, inputs, point.indices), purse, SCREENED)[1] is not None:
                return True
        except (DeriveError, ArithmeticError, ValueError):
            continue
    return False


def _shown(search: Search, problem: Problem, work: int = RULE_STEPS) -> bool:
    """Whether the rules reach a bound, or whoever asks for repairs has a proof of it."""
    return _proved(problem, work) or search.shows(problem)


def _proved(problem: Problem, work: int = RULE_STEPS) -> bool:
    if isinstance(problem.goal, Logic) and problem.goal.op == "and":  # a symmetric matrix without negative eigenvalues
        return all(_proved(replace(problem, goal=part), work) for part in problem.goal.args)
    goal = conclusion(problem.goal)
    if not isinstance(goal, Rel):
        return False
    if goal.op == "=" and prove(problem, steps=EQUATION).outcome == "agree":
        return True
    return prove_bound(problem, work=work).outcome == "agree"


def _candidates(search: Search) -> Iterator[Candidate]:
    """A simple constant for an odd one first, then the relation, norms, other constants and single edits."""
    statement = search.statement
    large = 1 if statement.value in UPPER else 0
    numbers = [stated_number(side, search.scope) for side in statement.children]
    odd = any(number not in SIMPLE for number in numbers)
    weak = Syn("relation", RELAXED.get(statement.value, statement.value), statement.children)
    if odd:
        yield from (Candidate(True, *c) for c in _simple_constants(search, statement, large, numbers))
    if statement.value in RELAXED:
        text = f"${SIGNS[weak.value]}$ for ${SIGNS[statement.value]}$"
        if statement.value not in ORDERS:  # a matrix that is to be definite has full rank, rather
            search.bold.add(text)
        yield Candidate(False, weak, text)
    if odd and weak.value != statement.value:
        yield from (Candidate(True, *c) for c in _simple_constants(search, weak, large, numbers))
    singles = [e for e in single_edits(weak, search.words) if e.kind != "product" and e.tag != "squared"]
    sizes = set(search.words.sizes)
    yield from (Candidate(False, e.applied(weak), e.text) for e in singles if sizes.issuperset(e.tag.split(">")))
    singles = [e for e in singles if e.path[0] == large]
    yield from (Candidate(True, *c) for c in _norms(weak, large))
    if not odd:
        yield from (Candidate(True, *c) for c in _simple_constants(search, weak, large, numbers))
    yield from (Candidate(True, *c) for c in _constants(search, weak, large, numbers[large]))
    for edit in singles:
        if edit.cost >= DEAREST + LOST:
            break
        if edit.kind == "sign":  # a term too many, where a sign would do
            yield from (
                Candidate(False, e.applied(weak), e.text) for e in singles if e.kind == "drop" and _at_one_sign(e, edit)
            )
        yield Candidate(False, edit.applied(weak), edit.text, edit.kind == "sign")


def _at_one_sign(drop: Edit, sign: Edit) -> bool:
    """Whether an edit leaves out the term whose sign the other one changes."""
    if drop.path != sign.path or drop.old.kind != "add":
        return False
    changed = [k for k, (a, b) in enumerate(zip(sign.old.value, sign.new.value, strict=True)) if a != b]
    kept = drop.new.children if drop.new.kind == "add" else (drop.new,)
    rest = [term for k, term in enumerate(drop.old.children) if k not in changed]
    return len(kept) == len(rest) and all(a.same(b) for a, b in zip(kept, rest, strict=True))


SIMPLE = tuple(Fraction(q) for q in ("1/16", "1/8", "1/4", "1/2", "1", "2", "3", "4", "9", "16"))
"""Squares of the constants that bounds mostly have: 1/4, 1/(2 sqrt 2), 1/2, 1/sqrt 2, 1, sqrt 2, sqrt 3, 2, 3, 4."""


def stated_number(side: Syn, scope: Scope) -> Fraction:
    """The square of the number in front of a side, 1 if there is none."""
    side = t.naked(side)
    if side.kind == "frac" and not t.is_derivative(side):
        upper, lower = (stated_number(part, scope) for part in side.children)
        return upper / lower
    factors = side.children if side.kind == "juxt" else (side,)
    square = Fraction(1)
    for factor in factors:
        found = monomial_of(factor, scope)
        if found is None:
            break
        square *= found.square
    return square


def _simple_constants(
    search: Search, statement: Syn, large: int, numbers: Sequence[Fraction]
) -> Iterator[tuple[Syn, str]]:
    """A simple constant for the stated one, the nearest first: more on the large side, or less on the other."""
    for side in (large, 1 - large):
        stated = numbers[side]
        if stated == 1 or statement.children[side].kind == "add":
            continue
        weaker = [q for q in SIMPLE if (q > stated if side == large else q < stated)]
        for square in weaker if side == large else weaker[::-1]:
            _, body = scaled(t.naked(statement.children[side]), monomial(1, square / stated, {}), search.scope)
            new = written(monomial(1, square, {}))
            text = f"${to_latex(new)}$ for ${to_latex(written(monomial(1, stated, {})))}$"
            yield statement.replace((side,), lambda _, body=body: body), text


def _norms(statement: Syn, large: int) -> Iterator[tuple[Syn, str]]:
    """Another norm on the large side first, then on the small side."""
    found = []
    for path, node in statement.walk():
        if node.kind == "script" and node.children[0].kind == "group" and node.children[0].value == "||":
            for kind in ("2", "F"):
                new = t.num(2) if kind == "2" else Syn("name", ":F")
                if not node.children[1].same(new):
                    found.append(
                        (path[0] != large, path, node, Syn("script", "", (node.children[0], new, node.children[2])))
                    )
    for _, path, node, new in sorted(found, key=lambda f: (f[0], len(f[1]))):
        yield statement.replace(path, lambda _, new=new: new), f"${to_latex(new)}$ for ${to_latex(node)}$"


def _constants(search: Search, statement: Syn, large: int, stated: Fraction) -> Iterator[tuple[Syn, str]]:
    """The large side times a simple constant, smaller ones first; an odd number in front is dropped."""
    odd = stated not in SIMPLE
    for factor in _factors(search.words.sizes[:3]):
        if odd and not factor.powers:
            continue  # simple numbers have been tried in its place
        factor = factor * monomial(1, 1 / stated, {}) if odd else factor
        side = statement.children[large]
        if side.kind == "add" and "-" in side.value:
            return  # what is taken away would grow too
        inner = Syn("group", "(", (side,)) if side.kind == "add" else side
        _, body = scaled(inner, factor, search.scope)
        yield statement.replace((large,), lambda _, body=body: body), f"times ${to_latex(written(factor))}$"


def _factors(sizes: Sequence[str]) -> list[Monomial]:
    numbers = [Fraction(1, 4), Fraction(1, 2), Fraction(2), Fraction(3), Fraction(4)]
    found = [monomial(1, q, {}) for q in (Fraction(2), Fraction(4), Fraction(9), Fraction(16))]
    found += [monomial(1, Fraction(1), {s: p}) for p in (1, 2, 3) for s in sizes]
    found += [monomial(1, q * q, {s: p}) for q in numbers[2:3] for p in (1, 2) for s in sizes]
    found += [monomial(1, Fraction(1), {a: 1, b: 1}) for a, b in itertools.combinations(sizes, 2)]
    return found


__all__ = ["contradicted", "is_bound", "of_norms", "repaired_bounds", "weakened"]
