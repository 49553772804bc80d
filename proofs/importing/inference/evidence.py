r"""What the formulas of a section do with names, and how a whole source writes vectors."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from proofs.importing.inference.symbols import (
    Name,
    bases_of,
    entries_below_labels,
    has_bold,
    names_in,
    numbered_vectors,
    taken_apart,
)
from proofs.importing.inference.typing import derivative_of, operator_of


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


@dataclass(frozen=True, slots=True)
class Habits:
    """How a whole source writes: whether vectors are bold, and the letters with labels that stand without places."""

    bold: bool
    labelled: frozenset[str]


def habits_of(source: Sequence[Syn]) -> Habits:
    """Return how a source writes."""
    labelled = {base for base in bases_of(source) if base.endswith("^()")} | entries_below_labels(source)
    return Habits(has_bold(source), frozenset(labelled))


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
                    if same_letter(n, found.name) and (n.capital if matrix else n.bold and not n.capital)
                }
                (rows if matrix else places).update(wholes or {found.name})
            if found.power is not None and not found.places:
                if any(node.kind == "top" for node in found.power.nodes()):
                    turned.add(found.name)
                elif _is_inverse(found.power) and found.name.capital:
                    square.add(found.name)
        for node in tree.nodes():
            _note(node, bases, turned, square, divides)
            applied |= _acted_on(node, bases)
            beside |= _side_by_side(node, bases)
        varies |= variations(tree, bases)
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


def variations(tree: Syn, bases: frozenset[str]) -> set[tuple[Name, Name]]:
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
            if alone and other and not same_letter(alone.name, other.name):
                found.add((alone.name, other.name))
    return found


def _is_zero(node: Syn) -> bool:
    node = bare(node)
    if node.kind == "script" and node.children[2].kind == "top":
        node = bare(node.children[0])
    return (node.kind == "num" and node.value == "0") or (node.kind == "name" and node.value.endswith(":0"))


def same_letter(a: Name, b: Name) -> bool:
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


__all__ = ["Evidence", "Habits", "evidence_of", "habits_of", "same_letter", "variations"]
