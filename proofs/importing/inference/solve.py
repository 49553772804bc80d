r"""The kinds of names that fit: number, column vector or matrix, by what is done with them and by typographic habit.

Habit alone decides where a text sets vectors in bold; otherwise a letter may be of several kinds, and all that fit equally
well are kept: two of them are two readings, and what they give is compared.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from proofs.importing.inference.symbols import (
    CONSTANTS,
    FUNCTIONS,
    NUMBERS,
    Name,
    Scripted,
    bases_of,
    has_bold,
    name_of,
    names_in,
    numbered_vectors,
    taken_apart,
)
from proofs.importing.inference.types import Dim, Mismatch, Type, is_one, number, one, unify
from proofs.importing.inference.typing import Reader, derivative_of, nabla_of, operator_of

MOST_TRIED = 400
MOST_KEPT = 3
_USUALLY_NUMBERS = frozenset("L J E N T K C".split())
_NO_NAMES = frozenset({"e", "E", "I", "delta", "d"})


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the formulas of a section do with names, and how the whole source writes vectors."""

    bases: frozenset[str]
    bold: bool
    turned: frozenset[Name]  # transposed, or in a norm: no numbers
    square: frozenset[Name]  # with an inverse, a trace or a determinant
    divides: frozenset[Name]  # in denominators: numbers
    rows: frozenset[Name]  # with two places: matrices
    places: frozenset[Name]  # with one place
    beside: frozenset[Name]  # capitals beside capitals in a product
    applied: frozenset[Name]  # behind a capital in a product: what a matrix acts on
    varies: frozenset[tuple[Name, Name]]  # differentiated alone by another name: functions of it


@dataclass(slots=True)
class Solution:
    """Shapes that fit.

    Attributes:
        shapes: The shape of each name that nothing defines.
        arguments: What a name is an unknown function of.
        functions: Names that are functions, with the shapes of argument and value.
        naturals: Names of exponents and bounds.
        elsewhere: Some are functions because other formulas of the section say so.
        cost: How much habit speaks against it.

    """

    shapes: dict[Name, Type]
    arguments: dict[Name, tuple[Name, ...]] = field(default_factory=dict)
    functions: dict[Name, tuple[Type, Type]] = field(default_factory=dict)
    naturals: tuple[Name, ...] = ()
    elsewhere: bool = False
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Habits:
    """How a whole source writes: whether vectors are bold, and the letters with labels that stand without places."""

    bold: bool
    labelled: frozenset[str]


def habits_of(source: Sequence[Syn]) -> Habits:
    """Return how a source writes."""
    return Habits(has_bold(source), frozenset(base for base in bases_of(source) if base.endswith("^()")))


def evidence_of(section: Sequence[Syn], habits: Habits) -> Evidence:
    """Return what the formulas of a section tell of their names."""
    bases = bases_of(section) | habits.labelled
    bases |= numbered_vectors(section)
    turned, square, divides = set[Name](), set[Name](), set[Name]()
    rows, places, applied, beside = set[Name](), set[Name](), set[Name](), set[Name]()
    varies = set[tuple[Name, Name]]()
    named = {found.name for tree in section for found, _ in names_in(tree, bases) if not found.places}
    for tree in section:
        for found, _ in names_in(tree, bases):
            if found.places and not found.numbered:
                matrix = len(found.places) == 2
                wholes = {
                    n
                    for n in named
                    if _same_letter(n, found.name) and (n.capital if matrix else n.bold and not n.capital)
                }
                (rows if matrix else places).update(wholes or {found.name})
            if found.power is not None and not found.places:
                if any(node.kind == "top" for _, node in found.power.walk()):
                    turned.add(found.name)
                elif _is_inverse(found.power) and found.name.capital:
                    square.add(found.name)
        for _, node in tree.walk():
            _note(node, bases, turned, square, divides)
            applied |= _acted_on(node, bases)
            beside |= _side_by_side(node, bases)
        varies |= _variations(tree, bases)
    return Evidence(
        bases,
        habits.bold,
        turned=frozenset(turned),
        square=frozenset(square),
        divides=frozenset(divides),
        rows=frozenset(rows),
        places=frozenset(places),
        beside=frozenset(beside),
        applied=frozenset(applied),
        varies=frozenset(varies),
    )


def _is_inverse(power: Syn) -> bool:
    return power.kind == "add" and power.value == "-" and power.children[0].kind == "num"


def _note(node: Syn, bases: frozenset[str], turned: set[Name], square: set[Name], divides: set[Name]) -> None:
    if node.kind == "script" and node.children[2].kind == "top":
        turned |= _terms(node.children[0], bases)
    elif node.kind == "group" and node.value == "||":
        turned |= _terms(node, bases)
    elif node.kind == "infix" and node.value in ("otimes", "odot", "circ"):
        turned |= {name for child in node.children for name in _terms(child, bases) if name.capital}
    elif node.kind == "juxt":
        for before, after in itertools.pairwise(node.children):
            if before.kind == "function" and before.value in ("tr", "Tr", "det"):
                square |= {name for name in _terms(after, bases) if name.capital}
                turned |= {found.name for found, _ in names_in(after, bases) if found.name.capital and not found.places}
    elif node.kind == "frac":
        found = derivative_of(node)
        if found is None and operator_of(node) is None:
            divides |= {name for name in _terms(node.children[1], bases) if not name.capital}


def _side_by_side(node: Syn, bases: frozenset[str]) -> set[Name]:
    """The capitals that stand beside capitals in a product."""
    if node.kind != "juxt":
        return set()
    parts = [taken_apart(child, bases) if child.kind in ("name", "script") else None for child in node.children]
    pairs = [(a.name, b.name) for a, b in itertools.pairwise(parts) if a and b and not a.places and not b.places]
    return {name for a, b in pairs if a.capital and b.capital for name in (a, b)}


def _acted_on(node: Syn, bases: frozenset[str]) -> set[Name]:
    """The names that stand behind a capital in a product."""
    if node.kind != "juxt":
        return set()
    parts = [taken_apart(child, bases) if child.kind in ("name", "script") else None for child in node.children]
    pairs = itertools.pairwise(parts)
    return {
        b.name for a, b in pairs if a and b and a.name.capital and not a.places and not b.places and not b.name.capital
    }


def _variations(tree: Syn, bases: frozenset[str]) -> set[tuple[Name, Name]]:
    """The pairs of a name that is differentiated alone and a variable, where the derivative is not said to be zero."""
    found: set[tuple[Name, Name]] = set()
    zero = tree.kind == "relation" and any(_is_zero(child) for child in tree.children)
    for path, node in tree.walk():
        made = derivative_of(node) if node.kind == "frac" else None
        if made is None or len(made[0]) != 1 or (zero and len(path) < 2):
            continue
        alone = taken_apart(made[0][0], bases)
        for variable in made[1]:
            other = taken_apart(variable, bases)
            if alone and other and not _same_letter(alone.name, other.name):
                found.add((alone.name, other.name))
    return found


def _is_zero(node: Syn) -> bool:
    node = bare(node)
    if node.kind == "script" and node.children[2].kind == "top":
        node = bare(node.children[0])
    return (node.kind == "num" and node.value == "0") or (node.kind == "name" and node.value.endswith(":0"))


def _same_letter(a: Name, b: Name) -> bool:
    """Whether two names are one and its entries: ``x_i`` of ``\\mathbf{x}``."""
    return a.letter.lower() == b.letter.lower() and not (a.scripted or b.scripted)


def _terms(node: Syn, bases: frozenset[str]) -> set[Name]:
    """The names that are a whole node, or a whole term of the sum that it is."""
    node = bare(node)
    while node.kind == "group" and len(node.children) == 1:
        node = bare(node.children[0])
    found: set[Name] = set()
    for term in node.children if node.kind == "add" else (node,):
        one_ = taken_apart(term, bases)
        if one_ is not None and not one_.places and one_.power is None:
            found.add(one_.name)
    return found


def solve(
    trees: Sequence[Syn], evidence: Evidence, declared: Mapping[str, Type], defined: frozenset[str], layout: str
) -> list[Solution]:
    """Return the shapes that fit some formulas, those that habit prefers, at most a few.

    Args:
        trees: The formulas: a claim and the definitions that it rests on.
        evidence: What the section tells.
        declared: Shapes that the text gives, by the LaTeX of the name.
        defined: LaTeX of the names that the definitions define.
        layout: The layout of derivatives.

    """
    bases = evidence.bases
    bound = frozenset(name for tree in trees for name in _bound(tree))
    found: dict[Name, list[Scripted]] = {}
    for tree in trees:
        for one_, _ in names_in(tree, bases):
            found.setdefault(one_.name, []).append(one_)
    exponents = {name for tree in trees for name in _exponents(tree, bases)}
    called = {name for tree in trees for name in _called(tree)} - {n for n in found if n.latex in defined}
    limits = {name for tree in trees for name in _limits(tree)}
    differentials = any(_is_leibniz(node) for tree in trees for _, node in tree.walk())
    counted = {m for listed in found.values() for one_ in listed for p in one_.places if (m := name_of(p)) is not None}
    names = [
        n
        for n in found
        if n not in bound
        and n not in counted
        and not (differentials and n.letter == "d")
        and n not in called
        and n not in limits
        and not _is_no_name(n, found[n])
    ]
    names = _wholes(names, found, evidence)
    naturals = tuple(
        n for n in names if n in exponents and n.letter in "k l m n p q N K T".split() and n not in evidence.turned
    )
    names = [n for n in names if n not in naturals]
    kinds = {n: _candidates(n, evidence, n.latex in declared, n.latex in defined) for n in names}
    if any(not n.capital and ("vector", 0) in listed for n, listed in kinds.items()):
        kinds = {n: [(k, c + (k == "number" and n.capital)) for k, c in listed] for n, listed in kinds.items()}
    combinations = 1
    for listed in kinds.values():
        combinations *= len(listed)
    if combinations > MOST_TRIED or not names:
        return []
    solutions: list[Solution] = []
    for chosen in itertools.product(*kinds.values()):
        cost = sum(cost for _, cost in chosen) + _mixed(names, [kind for kind, _ in chosen], kinds)
        shapes = {n: declared.get(n.latex) or _shape(kind) for n, (kind, _) in zip(names, chosen, strict=True)}
        shapes |= {n: number() for n in naturals}
        functions = {n: (_loose(), _value(n)) for n in called}
        reader = Reader(shapes, functions, bases, layout)
        try:
            for tree in trees:
                _tie(tree, shapes, bases)
                reader.read(tree)
        except Mismatch:
            continue
        solutions.append(Solution(shapes, {}, functions, naturals, cost=cost))
    if not solutions:
        return []
    least = min(one_.cost for one_ in solutions)
    kept = [one_ for one_ in solutions if one_.cost <= least + 0.5]
    own = replace(evidence, varies=frozenset(pair for tree in trees for pair in _variations(tree, bases)))
    for one_ in kept:
        one_.arguments = _arguments(trees, one_.shapes, evidence, defined)
        one_.elsewhere = any(
            not any(pair[0] == n or _same_letter(pair[0], n) for pair in own.varies) for n in one_.arguments
        )
        one_.naturals = (
            *one_.naturals,
            *(n for n in limits if not any(n.latex == _size(d) for t in one_.shapes.values() for d in t)),
        )
        one_.shapes = {n: t for n, t in one_.shapes.items() if n.latex not in defined and n not in naturals}
    return kept if len(kept) <= MOST_KEPT else []


def _is_leibniz(node: Syn) -> bool:
    r"""Whether a node is a derivative with plain d, ``\frac{dy}{dx}``."""
    if node.kind != "frac":
        return False
    starts = [child.children[0] if child.kind == "juxt" else child for child in node.children]
    return all(start.kind == "name" and start.value == ":d" for start in starts)


def _size(dim: Dim) -> int | str | None:
    return dim.root().value


def _loose() -> Type:
    return Dim(loose=True), Dim(loose=True)


def _value(name: Name) -> Type:
    return (Dim(), one()) if name.bold and not name.capital else (Dim(), Dim()) if name.bold else number()


def _shape(kind: str) -> Type:
    if kind == "row":
        return one(), Dim()
    return number() if kind == "number" else (Dim(), one()) if kind == "vector" else (Dim(), Dim())


def _is_no_name(name: Name, uses: Sequence[Scripted]) -> bool:
    """Whether a letter is a built-in symbol here: an identity, a unit vector, a matrix unit, Euler's number."""
    if name.letter == "I" or name.letter.isdigit():
        return True
    if name.letter == "E":
        return all(len(use.places) == 2 for use in uses) or (
            name.scripted and re.search("_\\{[a-z ]+\\}$", name.latex) is not None
        )
    if name.letter == "e":
        return name.scripted or all(use.places or (use.power is not None and use.power.kind != "top") for use in uses)
    return name.letter in _NO_NAMES and (name.scripted or name.letter == "delta" and all(use.places for use in uses))


def _wholes(names: Sequence[Name], found: Mapping[Name, Sequence[Scripted]], evidence: Evidence) -> list[Name]:
    r"""The names without entries of others: ``u_k`` is one of ``\mathbf{u}``, ``a_{ik}`` one of ``\mathbf{A}``."""
    kept: list[Name] = []
    for name in names:
        entry = all(use.places for use in found[name])
        others = [n for n in names if n is not name and not n.scripted and _same_letter(n, name)]
        if entry and any(n.bold or n.capital or not all(use.places for use in found[n]) for n in others):
            continue
        kept.append(name)
    return kept


def _candidates(name: Name, evidence: Evidence, declared: bool, defined: bool) -> list[tuple[str, float]]:
    if declared:
        return [("declared", 0)]
    turned, square = name in evidence.turned, name in evidence.square
    if name in evidence.rows or square:
        return [("matrix", 0)]
    if name.bold:
        return [("matrix", 0), ("vector", 2)] if name.capital else [("vector", 0)]
    if defined and not name.capital and not name.bold:
        return [("vector", 0), ("number", 0), ("row", 1)]
    if name in evidence.places and not name.capital:
        return [("vector", 0)]
    if name in evidence.divides:
        return [("number", 0)]
    if name.capital:
        if turned:
            return [("matrix", 0)]
        if evidence.bold or (name.letter in _USUALLY_NUMBERS and name not in evidence.beside):
            return [("number", 0), ("matrix", 1)]
        return [("matrix", 0), ("number", 0)]
    if turned:
        return [("vector", 0)]
    if evidence.bold:
        return [("number", 0)]
    if name.letter in NUMBERS:
        return [("number", 0), ("vector", 2)]
    return [("vector", 0), ("number", 1)] if name in evidence.applied else [("number", 0), ("vector", 0)]


def _mixed(names: Sequence[Name], kinds: Sequence[str], candidates: Mapping[Name, list[tuple[str, float]]]) -> float:
    """What speaks against names of one look being of several kinds, where nothing but habit tells them apart."""
    cost = 0.0
    for capital in (False, True):
        look = [(n, k) for n, k in zip(names, kinds, strict=True) if n.capital == capital and n.letter not in NUMBERS]
        free = {k for n, k in look if len(candidates[n]) > 1} | {k for n, k in look if k == "matrix" and capital}
        cost += max(0, len(free) - 1)
    return cost


def _bound(tree: Syn) -> set[Name]:
    """The letters that sums, extrema and integrals run over."""
    found: set[Name] = set()
    for _, node in tree.walk():
        if node.kind != "bigop":
            continue
        sub = bare(node.children[0])
        left = bare(sub.children[0]) if sub.kind in ("relation", "infix") and sub.children else sub
        for one_ in left.children if left.kind == "list" else (left,):
            name = name_of(one_) if one_.kind == "name" else None
            found |= {name} if name else set()
        body = node.children[2]
        if node.value == "int" and body.kind == "juxt" and len(body.children) > 2:
            name = name_of(body.children[-1]) if body.children[-1].kind == "name" else None
            found |= {name} if name else set()
    return found


def _limits(tree: Syn) -> set[Name]:
    """The letters that are upper ends of sums, and of ``[n]``."""
    found: set[Name] = set()
    for _, node in tree.walk():
        if node.kind == "bigop":
            sub, sup = bare(node.children[0]), bare(node.children[1])
            name = name_of(sup) if sup.kind == "name" else None
            found |= {name} if name else set()
            if sub.kind == "relation" and sub.value == "in":
                inner = [n for _, n in sub.children[1].walk() if n.kind == "name"]
                found |= {n for n in map(name_of, inner) if n}
    return found


def _exponents(tree: Syn, bases: frozenset[str]) -> set[Name]:
    """The names in the powers of names and brackets, those of Euler's number left out."""
    found: set[Name] = set()
    for _, node in tree.walk():
        if node.kind == "script" and node.children[2].kind not in ("empty", "top"):
            base = bare(node.children[0])
            if base.kind == "name" and base.value.endswith(":e"):
                continue
            found |= {one_.name for one_, _ in names_in(node.children[2], bases)}
    return found


def _called(tree: Syn) -> set[Name]:
    """Letters of functions with an argument in round brackets."""
    found: set[Name] = set()
    for _, node in tree.walk():
        if node.kind == "juxt":
            for before, after in itertools.pairwise(node.children):
                name = name_of(before) if before.kind == "name" else None
                if name and name.letter in FUNCTIONS and after.kind == "group" and after.value == "(":
                    found.add(name)
    return found


def _tie(tree: Syn, shapes: Mapping[Name, Type], bases: frozenset[str]) -> None:
    """Give a vector or matrix the length that sums over its places run to."""
    for _, node in tree.walk():
        if node.kind != "bigop" or bare(node.children[0]).kind != "relation":
            continue
        sub, limit = bare(node.children[0]), bare(node.children[1])
        index, high = sub.children[0], name_of(limit) if limit.kind == "name" else None
        if index.kind != "name" or high is None:
            continue
        for found, _ in names_in(node.children[2], bases):
            shape = shapes.get(found.name)
            for k, place in enumerate(found.places):
                if shape is not None and bare(place).same(index) and k < 2:
                    row = len(found.places) == 1 and is_one(shape[0])
                    unify(shape[1 if row else k], Dim(high.latex))


def _arguments(
    trees: Sequence[Syn], shapes: Mapping[Name, Type], evidence: Evidence, defined: frozenset[str]
) -> dict[Name, tuple[Name, ...]]:
    """What names are unknown functions of: the variables that they, or what they stand in, are differentiated by."""
    found: dict[Name, dict[Name, None]] = {}
    for tree in trees:
        for operand, variables in _derivatives(tree):
            for variable in variables:
                other = taken_apart(variable, evidence.bases)
                if other is None:
                    continue
                whole = next(
                    (n for n in shapes if n == other.name or _same_letter(n, other.name) and other.places), None
                )
                if whole is None:
                    continue
                inside = {one_.name for part in operand for one_, _ in names_in(part, evidence.bases)}
                inside = {next((n for n in shapes if n == name or _same_letter(n, name)), name) for name in inside}
                vary = {n for n in inside if any(_is_of(n, whole, pair) for pair in evidence.varies)}
                if whole not in inside and not any(n.latex in defined for n in inside):
                    vary |= {n for n in inside if n.letter not in CONSTANTS and n in shapes}
                for name in vary - {whole}:
                    if name in shapes and name.latex not in defined:
                        found.setdefault(name, {})[whole] = None
    through = _through(trees, evidence.bases)
    for name, variables in found.items():  # f of u, which is itself a function of x, is one of x by u
        through.setdefault(name.latex, set()).update(variable.latex for variable in variables)
    return {
        name: tuple(
            v
            for v in variables
            if not any(v.latex in through.get(other.latex, ()) for other in variables if other is not v)
        )
        for name, variables in found.items()
    }


def _through(trees: Sequence[Syn], bases: frozenset[str]) -> dict[str, set[str]]:
    """For each name that is defined, the names that its definition speaks of: what depends on it depends on them by it."""
    found: dict[str, set[str]] = {}
    for tree in trees:
        if tree.kind == "relation" and tree.value.split()[:1] == ["assign"]:
            left = taken_apart(tree.children[0], bases)
            if left is not None:
                found[left.name.latex] = {one_.name.latex for one_, _ in names_in(tree.children[1], bases)} - {
                    left.name.latex
                }
    return found


def _is_of(name: Name, variable: Name, pair: tuple[Name, Name]) -> bool:
    return (pair[0] == name or _same_letter(pair[0], name)) and (
        pair[1] == variable
        or (_same_letter(pair[1], variable) and pair[1].bold == variable.bold)
        or pair[1].base == variable.base
        and variable.bold
        and _is_entry(pair[1])
    )


def _is_entry(name: Name) -> bool:
    return not name.bold and not name.scripted


def _derivatives(tree: Syn) -> Iterable[tuple[list[Syn], list[Syn]]]:
    """What is differentiated in a formula, and by what."""
    for _, node in tree.walk():
        if node.kind == "frac" and (found := derivative_of(node)) is not None:
            yield found
        elif node.kind == "juxt":
            for k, child in enumerate(node.children[:-1]):
                variables = operator_of(child) if child.kind == "frac" else nabla_of(child)
                if variables:
                    yield list(node.children[k + 1 :]), variables


__all__ = ["Evidence", "Habits", "Solution", "evidence_of", "habits_of", "solve"]
