r"""The kinds of names that fit: number, column vector or matrix, by what is done with them and by typographic habit.

Habit alone decides where a text sets vectors in bold; otherwise a letter may be of several kinds, and all that fit equally
well are kept: two of them are two readings, and what they give is compared.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from proofs.importing.inference.dependence import arguments
from proofs.importing.inference.evidence import Evidence, same_letter, variations
from proofs.importing.inference.roles import bound_in, calls, exponents, limits, primed_names, signature, speaking
from proofs.importing.inference.symbols import NUMBERS, Name, Scripted, name_of, names_in, whole_name
from proofs.importing.inference.types import Dim, Mismatch, Type, is_number, is_one, number, one, unify
from proofs.importing.inference.typing import Reader

MOST_TRIED = 400
MOST_KEPT = 3
_NEAR = 0.5
"""How much more habit may speak against a solution that is kept beside the best."""
_USUALLY_NUMBERS = frozenset("L J E N T K C".split())


@dataclass(slots=True)
class Solution:
    """Shapes that fit.

    Attributes:
        shapes: The shape of each name that nothing defines.
        arguments: What a name is an unknown function of.
        functions: Names that are functions, with the shapes of arguments and value.
        naturals: Names of exponents and bounds.
        elsewhere: Some are functions because other formulas of the section say so.
        cost: How much habit speaks against it.

    """

    shapes: dict[Name, Type]
    arguments: dict[Name, tuple[Name, ...]] = field(default_factory=dict)
    functions: dict[Name, tuple[tuple[Type, ...], Type]] = field(default_factory=dict)
    naturals: tuple[Name, ...] = ()
    elsewhere: bool = False
    cost: float = 0.0


def solve(
    trees: Sequence[Syn],
    evidence: Evidence,
    declared: Mapping[str, Type],
    defined: frozenset[str],
    layout: str,
    *,
    fitting: bool = True,
    parts: tuple[str, Sequence[tuple[str, str, str]]] = ("", ()),
    square: Collection[str] = (),
) -> list[Solution]:
    """Return the shapes that fit some formulas, those that habit prefers, at most a few.

    Args:
        trees: The formulas: a claim and the definitions that it rests on.
        evidence: What the section tells.
        declared: Shapes that the text gives, by the LaTeX of the name.
        defined: LaTeX of the names that the definitions define.
        layout: The layout of derivatives.
        fitting: False for the shapes of habit alone, which fit as far as they can.
        square: LaTeX of the names that are said to be square matrices.
        parts: ``rows`` or ``columns``, with letters of matrices, those of members that are these, and how many there are.

    """
    bases = evidence.bases
    found: dict[Name, list[Scripted]] = {}
    for tree in trees:
        for one_, _ in names_in(tree, bases):
            found.setdefault(one_.name, []).append(one_)
    signatures = {name: parameters for tree in trees for name, parameters in signature(tree, bases)}
    called = {n: count for n, count in calls(trees, found, bases).items() if n not in signatures and n.latex not in defined}
    ends = {name for tree in trees for name in limits(tree)}
    names = speaking(trees, found, evidence, set(called) | ends)
    powers = {name for tree in trees for name in exponents(tree, bases)}
    naturals = tuple(
        n for n in names if n in powers and n.letter in "k l m n p q N K T".split() and n not in evidence.turned
    )
    names = [n for n in names if n not in naturals]
    kinds = {n: _candidates(n, evidence, n.latex in declared, n.latex in defined) for n in names}
    matrices = [n for n in names if n.latex in square and "matrix" in dict(kinds[n])]
    kinds |= {n: [(k, c) for k, c in kinds[n] if k == "matrix"] for n in matrices}
    if any(not n.capital and ("vector", 0) in listed for n, listed in kinds.items()):
        kinds = {
            n: [(k, c + (k == "number" and n.capital and not _is_cost(n, evidence))) for k, c in listed]
            for n, listed in kinds.items()
        }
    primed = {name for tree in trees for name in primed_names(tree)}
    kinds |= {n: [("entrywise", 0.0)] if n in primed else _values(n, evidence) for n in called}
    if not fitting:
        kinds = {n: [min(listed, key=lambda one_: one_[1])] for n, listed in kinds.items()}
    if math.prod(map(len, kinds.values())) > MOST_TRIED or not kinds:
        return []
    tried = [
        (sum(cost for _, cost in chosen) + _mixed(names, [k for k, _ in chosen[: len(names)]], kinds), place, tuple(k for k, _ in chosen))
        for place, chosen in enumerate(itertools.product(*kinds.values()))
    ]
    spoken = _spoken_of(trees, kinds, signatures)
    unfit: set[tuple[str, ...]] = set()  # kinds of the names in the first formulas with which these do not fit
    solutions: list[tuple[int, Solution]] = []
    for cost, place, chosen in sorted(tried):
        if solutions and cost > solutions[0][1].cost + _NEAR:
            break
        if unfit and any(tuple(k if n in told else "" for n, k in zip(kinds, chosen, strict=True)) in unfit for told in spoken):
            continue
        kind = dict(zip(kinds, chosen, strict=True))
        shapes = {n: declared.get(n.latex) or _shape(kind[n]) for n in names} | {n: number() for n in naturals}
        functions = {
            n: ((number(),) if kind[n] == "entrywise" else tuple(_loose() for _ in range(count)), _shape(kind[n]))
            for n, count in called.items()
        }
        known = {
            n: (tuple(shapes.get(one_) or _loose() for one_ in parameters), shapes.get(n) or number())
            for n, parameters in signatures.items()
        }
        entrywise = {n for n in called if kind[n] == "entrywise"}
        reader = Reader(shapes, functions | known, bases, layout, entrywise)
        if not (_are_square(shapes, square) and _are_parts(shapes, parts)):
            continue
        read = _read(reader, trees, fitting)
        if read == len(trees):
            solutions.append((place, Solution(shapes, {}, functions, naturals, cost=cost)))
        elif not parts[1]:
            unfit.add(tuple(k if n in spoken[read] else "" for n, k in zip(kinds, chosen, strict=True)))
    if not solutions:
        return []
    kept = [one_ for _, one_ in sorted(solutions, key=lambda found: found[0])]
    own = replace(evidence, varies=frozenset(pair for tree in trees for pair in variations(tree, bases)))
    for one_ in kept:
        one_.arguments = arguments(trees, one_.shapes, evidence, defined)
        one_.elsewhere = any(
            not any(pair[0] == n or same_letter(pair[0], n) for pair in own.varies) for n in one_.arguments
        )
        one_.naturals = (
            *one_.naturals,
            *(n for n in ends if not any(n.latex == _size(d) for t in one_.shapes.values() for d in t)),
        )
        one_.shapes = {n: t for n, t in one_.shapes.items() if n.latex not in defined and n not in naturals}
    return kept if len(kept) <= MOST_KEPT else []


def _are_square(shapes: Mapping[Name, Type], square: Collection[str]) -> bool:
    """Make matrices square; whether that fits."""
    try:
        for name, shape in shapes.items():
            if name.latex in square:
                unify(shape[0], shape[1])
    except Mismatch:
        return False
    return True


def _are_parts(shapes: Mapping[Name, Type], parts: tuple[str, Sequence[tuple[str, str, str]]]) -> bool:
    """Give matrices the shapes that their rows or columns say; whether that fits."""
    by_letter = {name.letter: shape for name, shape in shapes.items()}
    try:
        for matrix, member, count in parts[1]:
            whole, part = by_letter[matrix], by_letter[member]
            if is_number(part) or is_one(whole[0]) or is_one(whole[1]):
                return False
            along, across = whole if parts[0] == "rows" else (whole[1], whole[0])
            unify(along, Dim(count) if count else Dim())
            unify(across, part[0])
    except (Mismatch, KeyError):
        return False
    return True


def _read(reader: Reader, trees: Sequence[Syn], fitting: bool) -> int:
    """How many formulas, from the first on, have types; where they need not fit, their sides are read one by one, as far as they do."""
    for read, tree in enumerate(trees):
        sides = [tree] if fitting else [*tree.children, tree]
        for side in sides:
            try:
                if side is tree:
                    _tie(tree, reader.shapes, reader.bases)
                reader.read(side)
            except Mismatch:
                if fitting:
                    return read
    return len(trees)


def _spoken_of(trees: Sequence[Syn], names: Collection[Name], signatures: Mapping[Name, tuple[Name, ...]]) -> list[set[Name]]:
    """For each formula the names whose letters it or one before it has, those of the arguments of its functions as well."""
    letters: set[str] = set()
    found: list[set[Name]] = []
    for tree in trees:
        letters |= {node.value.rpartition(":")[2].casefold() for node in tree.nodes()}
        called = {one_.letter.casefold() for n, listed in signatures.items() if n.letter.casefold() in letters for one_ in listed}
        found.append({n for n in names if n.letter.casefold() in letters | called})
    return found


def _values(name: Name, evidence: Evidence) -> list[tuple[str, float]]:
    """The kinds that the values of an unknown function may be of."""
    if name.bold:
        return [("matrix" if name.capital else "vector", 0)]
    if evidence.bold or name.capital or name.style == "bb":
        return [("number", 0)]
    return [("number", 0), ("vector", 1)]


def _size(dim: Dim) -> int | str | None:
    return dim.root().value


def _loose() -> Type:
    return Dim(loose=True), Dim(loose=True)


def _shape(kind: str) -> Type:
    if kind == "row":
        return one(), Dim()
    return number() if kind in ("number", "entrywise") else (Dim(), one()) if kind == "vector" else (Dim(), Dim())


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
        if evidence.bold or _is_cost(name, evidence):
            return [("number", 0), ("matrix", 1)]
        return [("matrix", 0), ("number", 0)]
    if turned:
        return [("vector", 0)]
    if evidence.bold:
        return [("number", 0)]
    if name.letter in NUMBERS:
        return [("number", 0), ("vector", 2)]
    return [("vector", 0), ("number", 1)] if name in evidence.applied else [("number", 0), ("vector", 0)]


def _is_cost(name: Name, evidence: Evidence) -> bool:
    """Whether a capital is one of those that costs, energies and counts have, and stands beside no other capital."""
    return name.letter in _USUALLY_NUMBERS and name not in evidence.beside


def _mixed(names: Sequence[Name], kinds: Sequence[str], candidates: Mapping[Name, list[tuple[str, float]]]) -> float:
    """What speaks against names of one look being of several kinds, where nothing but habit tells them apart."""
    cost = 0.0
    for capital in (False, True):
        tellable = NUMBERS | _USUALLY_NUMBERS
        look = [(n, k) for n, k in zip(names, kinds, strict=True) if n.capital == capital and n.letter not in tellable]
        free = {k for n, k in look if len(candidates[n]) > 1} | {k for n, k in look if k == "matrix" and capital}
        cost += max(0, len(free) - 1)
    return cost


def _tie(tree: Syn, shapes: Mapping[Name, Type], bases: frozenset[str]) -> None:
    """Give a vector or matrix the length that sums over its places run to, and one length to places with one index that nothing binds."""
    lengths: dict[str, Dim] = {}
    running = {name.latex for name in bound_in(tree)}
    for found, _ in names_in(tree, bases) if tree.kind == "relation" else ():
        shape = shapes.get(found.name)
        for k, place in enumerate(found.places[:2] if shape is not None and not is_number(shape) else ()):
            letter = name_of(place)
            if shape is not None and letter is not None and letter.latex not in running:
                row = len(found.places) == 1 and is_one(shape[0])
                length = shape[1 if row else k]
                unify(lengths.setdefault(letter.latex, length), length)
    for node in tree.nodes():
        if node.kind != "bigop" or bare(node.children[0]).kind != "relation":
            continue
        sub, limit = bare(node.children[0]), bare(node.children[1])
        index, high = sub.children[0], whole_name(limit)
        if index.kind != "name" or high is None:
            continue
        for found, _ in names_in(node.children[2], bases):
            shape = shapes.get(found.name)
            for k, place in enumerate(found.places):
                if shape is not None and bare(place).same(index) and k < 2:
                    row = len(found.places) == 1 and is_one(shape[0])
                    unify(shape[1 if row else k], Dim(high.latex))


__all__ = ["Solution", "solve"]
