"""Theorems of the base as patterns: their variables, sizes and indices stand for whatever a claim writes.

Names that stand for something begin with ``?``; those that the statement binds end with ``~t`` and a number, as no name of a claim
does. A pattern is tried only where the operators of its conclusion occur, and it is found by some of its scalars: as few as tell
what all its names stand for.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from derive import build
from derive.bounds.forms.normal import is_scalar, strip
from derive.core import Expr, Formula, Rel, SizeRules, conjuncts, formula_exprs, walk
from derive.prefix import problem_from_prefix
from derive.size_names import bound_indices, size_names
from derive.sizes import Size
from derive.theorems.base import Statement, base

MARK = "?"
RELATIONS = ("<=", "<", ">=", ">", "=")
OF_MATRICES = ("eig", "sigma", "det", "rank", "kappa")
KNOWN = ("norms", "definite", "functions")  # subjects of which the rules of norms, signs and functions know all
MAX_COVER = 3  # scalars by which a pattern is found
_NAME = re.compile(r'"((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True, eq=False)
class Pattern:
    """A theorem whose conclusion compares two scalars.

    Attributes:
        statement: The theorem.
        relations: ``(small, large, strict)``; an equation is two of them.
        hypotheses: What has to be shown, without conjunctions.
        indices: Its indices with their ranges.
        rules: What it says of its sizes.
        sizes: The names that stand for sizes.
        atoms: The scalars of which its conclusion is made.
        covers: The smallest sets of these that name all it speaks of.
        told: Those of its hypotheses, where the conclusion does not tell all that it speaks of; the claim's hypotheses have them.
        words: What operators there are in these scalars.
    """

    statement: Statement
    relations: tuple[tuple[Expr, Expr, bool], ...]
    hypotheses: tuple[Formula, ...]
    indices: tuple[tuple[str, Size, Size], ...]
    rules: SizeRules
    sizes: tuple[str, ...]
    atoms: tuple[Expr, ...]
    covers: tuple[tuple[Expr, ...], ...]
    told: frozenset[Expr]
    words: frozenset[str]


def patterns(words: frozenset[str], everything: bool = False) -> Iterator[Pattern]:
    """Yield the theorems of the base that compare scalars of some kinds alone and can be found by them, without those that rules know or all."""
    for one in base().values():
        if one.words is not None and (everything or one.subject not in KNOWN) and words.issuperset(one.words):
            found = pattern_of(one)
            if found is not None:
                yield found


@cache
def pattern_of(statement: Statement) -> Pattern | None:
    """Return a theorem as a pattern, or None if it is about something else or none of its scalars tell what its names stand for."""
    problem = problem_from_prefix(_NAME.sub(_marked, statement.problem))
    goal = problem.goal
    if problem.functions or not isinstance(goal, Rel) or goal.op not in RELATIONS or not (is_scalar(goal.lhs) and is_scalar(goal.rhs)):
        return None
    atoms = tuple(dict.fromkeys(a for side in (goal.lhs, goal.rhs) for a in atoms_of(side)))
    wanted, hypotheses = names_of_formulas((*problem.hypotheses, problem.goal)), tuple(conjuncts(problem.hypotheses))
    told, covers = tuple[Expr, ...](), tuple(_covers(wanted, atoms))
    if not covers:
        sides = [side for h in hypotheses if isinstance(h, Rel) for side in (h.lhs, h.rhs) if is_scalar(side)]
        told = tuple(a for a in dict.fromkeys(a for side in sides for a in atoms_of(side)) if a not in atoms)
        covers = tuple(_covers(wanted, (*told, *atoms), frozenset(told)))
    if not covers:
        return None
    sides = [(goal.lhs, goal.rhs, goal.op == "<")] if goal.op in ("<=", "<", "=") else []
    sides += [(goal.rhs, goal.lhs, goal.op == ">")] if goal.op in (">=", ">", "=") else []
    return Pattern(
        statement,
        tuple(sides),
        hypotheses,
        problem.indices,
        problem.rules,
        problem.sizes,
        atoms,
        covers,
        frozenset(told),
        frozenset(word for a in atoms for node in walk(a) if (word := word_of(node))),
    )


def _marked(quoted: re.Match[str]) -> str:
    name = quoted[1]
    return f'"{name.replace("~", "~t")}"' if "~" in name else f'"{MARK}{name}"'


def atoms_of(scalar: Expr) -> Iterator[Expr]:
    """Yield the scalars of which a number is a sum of products of powers and absolute values."""
    scalar = strip(scalar)
    if scalar.op in ("const", "size"):
        return
    numeral = scalar.op == "hpow" and strip(scalar.args[1]).op == "const"
    if scalar.op in ("add", "scale", "hadamard") or numeral or (scalar.op == "map" and scalar.data[0] == "abs"):
        for part in scalar.args[:1] if numeral else scalar.args:
            yield from atoms_of(part)
    else:
        yield scalar


@lru_cache(maxsize=4096)
def names_of(expr: Expr) -> frozenset[str]:
    """Return the names in an expression that stand for something."""
    names = (build.free_names(expr) | size_names(expr)) - bound_indices(expr)
    return frozenset(name for name in names if name.startswith(MARK))


def _covers(
    wanted: frozenset[str], atoms: tuple[Expr, ...], told: frozenset[Expr] = frozenset()
) -> Iterator[tuple[Expr, ...]]:
    """The smallest sets of scalars that name all that is wanted; a variable alone finds nothing.

    What is made of more than a claim may write, as the eigenvalues of a sum, is among them, so that no instance brings a new one.
    """
    telling = [a for a in atoms if a.op != "var"]
    needed = [a for a in telling if a not in told and _is_composed(a)]
    others = [a for a in telling if a not in needed]
    for count in range(0 if needed else 1, MAX_COVER + 1):
        chosen = [tuple(sorted((*some, *needed), key=_order)) for some in itertools.combinations(others, count)]
        found = [cover for cover in chosen if wanted <= _told_by(cover)]
        if found:
            yield from [cover for cover in found if not any(map(_is_loose, cover))] or found
            return


def _is_composed(scalar: Expr) -> bool:
    """Whether a function of a sum of matrices, or the logarithm of a sum, is in a scalar."""
    return any(
        (node.op in OF_MATRICES and any(n.op == "add" for n in walk(node)))
        or (node.op == "map" and node.data[0] == "log" and any(n.op == "sum" for n in walk(node)))
        for node in walk(scalar)
    )


def _is_loose(scalar: Expr) -> bool:
    """Whether any sum is an instance of a scalar."""
    body = strip(scalar.args[0]) if scalar.op == "sum" else scalar
    return scalar.op == "sum" and body.op == "entry" and strip(body.args[0]).op == "var"


def _places_of(scalar: Expr) -> list[list[str]]:
    """The names in each of the sizes and places of a scalar."""
    found = (
        s for node in walk(scalar) for s in (*node.shape.rows, *node.shape.cols, *node.data) if isinstance(s, Size)
    )
    return [[n for n in s.names if n.startswith(MARK)] for s in found]


def _order(scalar: Expr) -> int:
    """Scalars with a place of two names, as the ``i + j - 1`` of Weyl's inequalities, come after those that tell one of these."""
    return max(map(len, _places_of(scalar)), default=0)


def _told_by(cover: tuple[Expr, ...]) -> frozenset[str]:
    """The names that some scalars tell, one after the other: their matrices, and sizes and places with one unknown name."""
    told = frozenset[str]()
    for scalar in cover:
        alone = [left for names in _places_of(scalar) if len(left := [n for n in names if n not in told]) == 1]
        told |= names_of(scalar) & (build.free_names(scalar) | frozenset(n for names in alone for n in names))
    return told


def names_of_formulas(formulas: tuple[Formula, ...]) -> frozenset[str]:
    """Return the names in formulas that stand for something."""
    return frozenset().union(*(names_of(e) for f in formulas for e in formula_exprs(f)))


NEUTRAL = frozenset(
    "var const size add scale matmul transpose reshape entry eye zeros ones hadamard row col basis hpow blocks sum diag".split()
)
"""Operators that every claim may have: they tell no theorem from another."""


KINDS = {"1": "norm 1", "inf": "norm inf", "max": "norm inf"}
"""Norms that are told apart; the others are traces of products, and bound one another."""


def word_of(node: Expr) -> str:
    """Return what a node is, as far as theorems are told apart by it: the same for what is written in several ways."""
    if node.op in NEUTRAL:
        return ""
    if node.op in ("max", "min"):
        return ""
    if node.op == "map":
        return "" if node.data[0] == "abs" else node.data[0]
    if node.op in ("maxover", "maxentry", "minover", "minentry", "order"):
        return "max" if node.op == "order" else node.op[:3]
    if node.op in ("norm", "sigma"):
        largest = node.op == "norm" or node.data[0] in ("max", Size.of(1))
        return KINDS.get(node.data[0], "norm") if largest else "sigma"
    return "norm" if node.op == "trace" else node.op


__all__ = ["KNOWN", "MARK", "Pattern", "atoms_of", "names_of", "pattern_of", "patterns", "word_of"]
