r"""Entries of declared matrices in a given block: ``x_i \in [0, 1]`` beside ``x \in \mathbb{R}^n`` restricts x, it is no new number."""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import DeriveError, NotSupported
from derive.fraction import Fraction
from derive.language.declarations.governing import Stated
from derive.language.scope.domains import Domain, read_domain
from derive.language.scope.scope import Scope
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, bare, base_key, is_empty, splits, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Shape


def of_entries(scope: Scope, stated: Sequence[Stated]) -> list[Stated]:
    """Return the statements with the memberships of entries as hypotheses.

    Raises:
        NotSupported: The entries are said to be integers or matrices, or may be names of their own.
    """
    shapes = _shapes(scope, [s.tree for s in stated])
    found: list[Stated] = []
    for own in stated:
        tree = own.tree
        if tree.kind != "relation" or tree.value != "in":
            found.append(own)
            continue
        left = tree.children[0]
        names = left.children if left.kind == "list" else (left,)
        entries = [name for name in names if _is_entry(scope, name, shapes, tree)]
        kept = [name for name in names if not any(name is e for e in entries)]
        if not entries:
            found.append(own)
            continue
        if kept:
            rest = kept[0] if len(kept) == 1 else Syn("list", ",", tuple(kept), left.span)
            found.append(Stated(Syn("relation", "in", (rest, tree.children[1]), tree.span), own.line, own.conditions))
        domain = _domain(scope, tree.children[1])
        if domain is None or domain.kind != "matrix" or not domain.is_entrywise:
            raise NotSupported("entries of a matrix from this set", tree.span[0])
        for entry in entries:
            _refuse_single(scope, entry)
            governing = [*own.conditions, *_for_all(scope, entry, own.conditions)]
            found += [Stated(t, own.line, list(governing)) for t in _bounds(entry, domain)]
    return found


def _shapes(scope: Scope, trees: Sequence[Syn]) -> dict[Key, Shape]:
    """Return the shapes of the vectors and matrices that are declared, here or further out."""
    found = {k: s.shape for k, s in scope.visible().items() if s.kind in ("var", "def") and not s.params}
    for tree in trees:
        if tree.kind == "relation" and tree.value.split()[-1] == "in":
            domain, left = _domain(scope, tree.children[-1]), tree.children[0]
            for name in left.children if left.kind == "list" else (left,):
                key = whole_key(name)
                if domain is not None and domain.kind == "matrix" and key is not None:
                    found[key] = domain.shape
    return {key: shape for key, shape in found.items() if not shape.is_scalar}


def _domain(scope: Scope, target: Syn) -> Domain | None:
    try:
        return read_domain(scope, target, declare=False)
    except DeriveError:
        return None


def _is_entry(scope: Scope, name: Syn, shapes: dict[Key, Shape], tree: Syn) -> bool:
    """Return whether a name in front of a set of numbers is an entry of a declared matrix."""
    domain = _domain(scope, tree.children[1])
    if bare(name).kind != "script" or domain is None or (domain.kind == "matrix" and not domain.shape.is_scalar):
        return False
    for key, sub, sup in splits(name):
        if key in scope.visible() and is_empty(sub) and is_empty(sup):
            return False
        like = [shape for other, shape in shapes.items() if other.plain == key.plain]
        shape = shapes.get(key) or (like[0] if len(like) == 1 else None)
        if shape is None or is_empty(sub) or not is_empty(sup):
            continue
        count = 2 if shape.rows and shape.cols else 1
        items = bare(sub).children if bare(sub).kind in ("list", "juxt") else (sub,)
        if bare(sub).kind == "num" and count == len(bare(sub).value):
            items = [Syn("num", digit, (), sub.span) for digit in bare(sub).value]
        return len(items) == count and all(_is_index(scope, item) for item in items)
    return False


def _refuse_single(scope: Scope, entry: Syn) -> None:
    r"""Refuse ``x_1 \in \mathbb{R}`` beside a vector x: the first entry of x, or a number that is called so.

    Raises:
        NotSupported: No index runs over the subscript.
    """
    for _, node in bare(entry).children[1].walk():
        key = base_key(node) if node.kind == "name" else None
        symbol = scope.find(key) if key is not None else None
        if key is not None and (symbol is None or symbol.kind == "index"):
            return
    name = latex_of(entry)
    raise NotSupported(
        f"{name} declared beside {latex_of(bare(entry).children[0])}: it may be an entry or a name of its own",
        entry.span[0] if entry.span[0] >= 0 else None,
        f"for the entry write inequalities such as {name} \\ge 0, or nothing; call another number by another letter",
    )


def _is_index(scope: Scope, syn: Syn) -> bool:
    """Return whether a part of a subscript is an index and no label: a positive number, a small letter, a size."""
    syn = bare(syn)
    if syn.kind == "num":
        return syn.value.isdigit() and int(syn.value[:30]) > 0
    if syn.kind == "add":
        return all(_is_index(scope, c) for c in syn.children)
    key = base_key(syn) if syn.kind == "name" else None
    if key is None:
        return False
    symbol = scope.find(key)
    if symbol is not None:
        return symbol.kind in ("size", "index")
    return key.style == "" and len(key.plain) == 1 and key.plain.islower()


def _bounds(entry: Syn, domain: Domain) -> list[Syn]:
    """Return the inequalities that membership of a number demands."""
    return [Syn("relation", op, (entry, _number(value, entry)), entry.span) for op, value in domain.bounds]


def _number(value: Fraction, at: Syn) -> Syn:
    number = Syn("num", str(abs(value.numerator)), (), at.span)
    if value.denominator != 1:
        number = Syn("frac", "frac", (number, Syn("num", str(value.denominator), (), at.span)), at.span)
    return Syn("add", "-", (number,), at.span) if value < 0 else number


def _for_all(scope: Scope, entry: Syn, conditions: Sequence[Syn]) -> list[Syn]:
    r"""Return ``\forall i`` for the indices of an entry: such a membership is meant for all of them, declared or not."""
    named = {key.plain for c in conditions for _, node in c.walk() if (key := base_key(node)) is not None}
    found: list[Syn] = []
    for _, node in bare(entry).children[1].walk():
        key = base_key(node) if node.kind == "name" else None
        symbol = scope.find(key) if key is not None else None
        if key is not None and key.plain not in named and (symbol is None or symbol.kind == "index"):
            found.append(Syn("juxt", "", (Syn("quantifier", "forall", (), node.span), node), node.span))
    return found


__all__ = ["of_entries"]
