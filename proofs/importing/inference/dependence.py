r"""What names are unknown functions of: the variables that they, or what they stand in, are differentiated by."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from proofs.importing.inference.evidence import Evidence, same_letter
from proofs.importing.inference.symbols import CONSTANTS, Name, name_of, names_in, taken_apart
from proofs.importing.inference.types import Type
from proofs.importing.inference.typing import derivative_of, nabla_of, operator_of


def arguments(
    trees: Sequence[Syn], shapes: Mapping[Name, Type], evidence: Evidence, defined: frozenset[str]
) -> dict[Name, tuple[Name, ...]]:
    """What names are unknown functions of: the variables that they, or what they stand in, are differentiated by."""
    found: dict[Name, dict[Name, None]] = {}
    together = _independent(trees, evidence.bases)
    for tree in trees:
        for operand, variables in _derivatives(tree):
            for variable in variables:
                other = taken_apart(variable, evidence.bases)
                if other is None:
                    continue
                whole = next(
                    (n for n in shapes if n == other.name or same_letter(n, other.name) and other.places), None
                )
                if whole is None:
                    continue
                inside = {one_.name for part in operand for one_, _ in names_in(part, evidence.bases)}
                inside = {next((n for n in shapes if n == name or same_letter(n, name)), name) for name in inside}
                vary = {n for n in inside if any(_is_of(n, whole, pair) for pair in evidence.varies)}
                if whole not in inside and not any(n.latex in defined for n in inside) and not _is_below(other.name, operand):
                    free = {n for n in inside if n.letter not in CONSTANTS and n in shapes}
                    vary |= {n for n in free if (n, other.name) not in together}
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


def _is_below(variable: Name, operand: Sequence[Syn]) -> bool:
    r"""Whether a name in what is differentiated has the variable below it: ``p_\theta`` depends on it, the rest need not."""
    scripts = [bare(node.children[1]) for part in operand for node in part.nodes() if node.kind == "script"]
    below = [name_of(one) for sub in scripts for one in (sub.children if sub.kind == "list" else (sub,))]
    return any(one is not None and one.base == variable.base for one in below)


def _independent(trees: Sequence[Syn], bases: frozenset[str]) -> set[tuple[Name, Name]]:
    r"""The pairs of variables of one derivative, ``\frac{\partial^2 U}{\partial x \partial y}``: none is a function of the other."""
    found: set[tuple[Name, Name]] = set()
    for tree in trees:
        for _, variables in _derivatives(tree):
            names = [one_.name for variable in variables if (one_ := taken_apart(variable, bases)) is not None]
            found |= set(itertools.permutations(dict.fromkeys(names), 2))
    return found


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
    return (pair[0] == name or same_letter(pair[0], name)) and (
        pair[1] == variable
        or (same_letter(pair[1], variable) and pair[1].bold == variable.bold)
        or pair[1].base == variable.base
        and variable.bold
        and _is_entry(pair[1])
    )


def _is_entry(name: Name) -> bool:
    return not name.bold and not name.scripted


def _derivatives(tree: Syn) -> Iterable[tuple[list[Syn], list[Syn]]]:
    """What is differentiated in a formula, and by what."""
    for node in tree.nodes():
        if node.kind == "frac" and (found := derivative_of(node)) is not None:
            yield found
        elif node.kind == "juxt":
            for k, child in enumerate(node.children[:-1]):
                variables = operator_of(child) if child.kind == "frac" else nabla_of(child)
                if variables:
                    yield list(node.children[k + 1 :]), variables


__all__ = ["arguments"]
