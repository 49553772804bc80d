r"""Definitions at other labels: where a text defines ``z^{(l+1)} := W^{(l)} a^{(l)}``, it has ``z^{(l)} := W^{(l-1)} a^{(l-1)}``, too.

A definition holds for every value of the index in the scripts of its name. The index is put in by what a name that is used has
in its place; steps of recursions are not written out.
"""

from __future__ import annotations

from collections.abc import Iterator

from derive.language.printing.latex import to_latex
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from proofs.importing.inference.symbols import INDICES

Linear = tuple[str, int]
"""The letter of an index, or none, and what is added to it."""


def at_label(defined: Syn, used: Syn) -> tuple[str, Syn] | None:
    r"""Return the index of a defined name and what a name that is used has in its place; None if they differ in anything else.

    Examples:
        >>> from derive.language.parsing.parser import statements
        >>> name = lambda text: statements(text + " = 1")[0].children[0]
        >>> letter, value = at_label(name("z^{(l+1)}"), name("z^{(l)}"))
        >>> letter, to_latex(value)
        ('l', 'l - 1')

    """
    pairs = list(_differences(defined, used))
    if not pairs or any(pair is None for pair in pairs):
        return None
    found = {(letter, value) for pair in pairs if pair is not None for letter, value in (pair,)}
    if len(found) != 1:
        return None
    letter, (base, constant) = found.pop()
    return letter, _written(base, constant)


def _differences(defined: Syn, used: Syn, inside: bool = False) -> Iterator[tuple[str, Linear] | None]:
    """Where scripts differ, the index and its value; None where they differ in another way."""
    defined, used = bare(defined), bare(used)
    if defined.same(used):
        return
    ours, theirs = (linear(defined), linear(used)) if inside else (None, None)
    if ours is not None and theirs is not None and ours[0]:
        yield ours[0], (theirs[0], theirs[1] - ours[1])
    elif (defined.kind, defined.value) != (used.kind, used.value) or len(defined.children) != len(used.children):
        yield None
    elif not defined.children or (defined.kind == "script" and not bare(defined.children[0]).same(bare(used.children[0]))):
        yield None
    else:
        for a, b in zip(defined.children, used.children, strict=True):
            yield from _differences(a, b, inside or defined.kind == "script")


def linear(node: Syn) -> Linear | None:
    """An index with a number added to it: ``l``, ``l + 1``, ``1``, ``n_l``."""
    node = bare(node)
    if node.kind == "num" and node.value.isdigit():
        return "", int(node.value)
    if node.kind == "name" and node.value.removeprefix(":") in {*INDICES, "T", "L", "N"}:
        return node.value.removeprefix(":"), 0
    if node.kind == "script" and bare(node.children[0]).kind == "name" and node.children[2].kind == "empty":
        return to_latex(node), 0
    if node.kind == "add" and len(node.children) == 2 and node.value[:1] == "+":
        first, second = linear(node.children[0]), linear(node.children[1])
        if first is not None and second is not None and not second[0]:
            return first[0], first[1] + (second[1] if node.value[1] == "+" else -second[1])
    return None


def _written(base: str, constant: int) -> Syn:
    from derive.language.parsing.parser import statements

    number = f"{'+' if constant > 0 else '-'} {abs(constant)}" if base and constant else "" if base else str(constant)
    return statements(f"{base} {number} = 1")[0].children[0]


def shifted(tree: Syn, letter: str, value: Syn) -> Syn:
    """Return a formula with a value for an index."""
    found = linear(tree) if tree.kind in ("name", "add") else None
    if found is not None and found[0] == letter:
        base = linear(value)
        assert base is not None
        return _written(base[0], base[1] + found[1])
    return Syn(tree.kind, tree.value, tuple(shifted(child, letter, value) for child in tree.children), tree.span)


def speaks_of_itself(defined: Syn, right: Syn) -> bool:
    """Whether a right side has the defined name at another label: a step of a recursion."""
    return any(node.kind == "script" and (node.same(defined) or at_label(defined, node)) for node in right.nodes())


__all__ = ["at_label", "linear", "shifted", "speaks_of_itself"]
