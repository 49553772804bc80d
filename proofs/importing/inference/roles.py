r"""What part a name plays in formulas: a function in front of a bracket, an index, the end of a sum, a built-in symbol."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from proofs.importing.inference.evidence import Evidence, same_letter
from proofs.importing.inference.symbols import (
    FUNCTIONS,
    Name,
    Scripted,
    function_name,
    name_of,
    names_in,
    taken_apart,
    whole_name,
)
from proofs.importing.inference.typing import arguments_of, without_differentials

_NO_NAMES = frozenset({"e", "E", "I", "delta", "d"})


def speaking(
    trees: Sequence[Syn], found: Mapping[Name, list[Scripted]], evidence: Evidence, others: Collection[Name]
) -> list[Name]:
    """The names of formulas that stand for numbers, vectors and matrices: no indices, no functions, no built-in symbols."""
    bound = {name for tree in trees for name in bound_in(tree)}
    differentials = any(_is_leibniz(node) or (node.kind == "partial" and node.value == "partial") for tree in trees for node in tree.nodes())
    counted = {m for listed in found.values() for one_ in listed for p in one_.places if (m := name_of(p)) is not None}
    names = [
        n
        for n in found
        if n not in bound
        and n not in counted
        and not (differentials and n.letter == "d")
        and n not in others
        and not _is_no_name(n, found[n])
    ]
    return _wholes(names, found, evidence)


def signature(tree: Syn, bases: frozenset[str]) -> Iterator[tuple[Name, tuple[Name, ...]]]:
    r"""The function that a formula defines, with the names of its arguments: ``Q(x; \mu) := ...``."""
    if tree.kind != "relation" or tree.value.split()[:1] != ["assign"]:
        return
    left = tree.children[0]
    if left.kind != "juxt" or len(left.children) != 2 or left.children[1].kind != "group":
        return
    name = function_name(left.children[0], bases)
    parameters = [taken_apart(one_, bases) for one_ in arguments_of(left.children[1])]
    if name is not None and all(parameters):
        yield name, tuple(one_.name for one_ in parameters if one_ is not None)


def calls(trees: Sequence[Syn], found: Mapping[Name, Sequence[Scripted]], bases: frozenset[str]) -> dict[Name, int]:
    """The names that stand in front of brackets as functions do, with the number of their arguments."""
    counts: dict[Name, int] = {}
    alone: Counter[Name] = Counter()
    for tree in trees:
        for before, after in _pairs(tree):
            name = function_name(before, bases)
            if name is None or name.letter in _NO_NAMES or after.kind != "group" or after.value != "(":
                continue
            arguments = arguments_of(after)
            simple = len(arguments) == 1 and taken_apart(arguments[0], bases) is not None
            if before.kind == "name" and name.letter in FUNCTIONS:
                counts.setdefault(name, len(arguments))
            elif len(arguments) > 1 or simple:
                alone[name] += 1
                counts.setdefault(name, len(arguments))
    return {n: count for n, count in counts.items() if not alone[n] or alone[n] >= len(found.get(n, ()))}


def primed_names(tree: Syn) -> Iterator[Name]:
    """The names with a prime: the derivative of a function of numbers, which acts entry by entry on anything else."""
    for node in tree.nodes():
        name = function_name(node.children[0], frozenset()) if node.kind == "prime" else None
        if name is not None:
            yield name


def _pairs(tree: Syn) -> Iterator[tuple[Syn, Syn]]:
    """What stands beside each other in a product."""
    for node in tree.nodes():
        if node.kind == "juxt":
            yield from itertools.pairwise(node.children)


def _is_leibniz(node: Syn) -> bool:
    r"""Whether a node is a derivative with plain d, ``\frac{dy}{dx}``, or an integral."""
    if node.kind == "bigop" and node.value == "int":
        return bool(without_differentials(node.children[2])[1])
    if node.kind != "frac":
        return False
    starts = [child.children[0] if child.kind == "juxt" else child for child in node.children]
    return all(start.kind == "name" and start.value == ":d" for start in starts)


def _is_no_name(name: Name, uses: Sequence[Scripted]) -> bool:
    """Whether a letter is a built-in symbol here: an identity, a unit vector, a matrix unit, Euler's number."""
    if name.letter == "I" or name.letter.isdigit():
        return True
    if "^{(" in name.latex:  # with a label it is a name: the error \\delta^{(l)}
        return False
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
        others = [n for n in names if n is not name and not n.scripted and same_letter(n, name)]
        if entry and any(n.bold or n.capital or not all(use.places for use in found[n]) for n in others):
            continue
        kept.append(name)
    return kept


def bound_in(tree: Syn) -> set[Name]:
    """The letters that sums, extrema and integrals run over."""
    found: set[Name] = set()
    for node in tree.nodes():
        if node.kind != "bigop":
            continue
        sub = bare(node.children[0])
        left = bare(sub.children[0]) if sub.kind in ("relation", "infix") and sub.children else sub
        for one_ in left.children if left.kind == "list" else (left,):
            name = name_of(one_) if one_.kind == "name" else None
            found |= {name} if name else set()
        found |= set(without_differentials(node.children[2])[1]) if node.value == "int" else set()
    return found


def limits(tree: Syn) -> set[Name]:
    """The letters that are upper ends of sums, and of ``[n]``."""
    found: set[Name] = set()
    for node in tree.nodes():
        if node.kind == "bigop":
            sub, sup = bare(node.children[0]), bare(node.children[1])
            found |= _ends(sup)
            if sub.kind == "relation" and sub.value == "in":
                inner = [n for n in sub.children[1].nodes() if n.kind == "name"]
                found |= {n for n in map(name_of, inner) if n}
    return found - bound_in(tree)


def _ends(sup: Syn) -> set[Name]:
    """The sizes that an upper end speaks of: ``n``, ``s_{l+1}``, ``T - 1``."""
    if sup.kind == "add":
        return {name for child in sup.children for name in _ends(bare(child))}
    name = whole_name(sup)
    return {name} if name is not None and name.letter not in ("infty", "inf") else set()


def exponents(tree: Syn, bases: frozenset[str]) -> set[Name]:
    """The names in the powers of names and brackets, those of Euler's number left out."""
    found: set[Name] = set()
    for node in tree.nodes():
        if node.kind == "script" and node.children[2].kind not in ("empty", "top"):
            base = bare(node.children[0])
            if base.kind == "name" and base.value.endswith(":e"):
                continue
            found |= {one_.name for one_, _ in names_in(node.children[2], bases)}
    return found - bound_in(tree)


__all__ = ["bound_in", "calls", "exponents", "limits", "primed_names", "signature", "speaking"]
