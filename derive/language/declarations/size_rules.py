"""Sizes in given blocks: their names, ``d = h d_k``, ``n \\ge 2``."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from derive.errors import DeriveError
from derive.language.declarations.declare import argument_sets
from derive.language.declarations.parts_of_names import part_of
from derive.language.formulas.expressions import Reader
from derive.language.parsing.ranges import is_index_set
from derive.language.relations.relations import COMPARISONS
from derive.language.scope.dependence import labels_of_size
from derive.language.scope.domains import read_domain, size_keys
from derive.language.scope.scope import Scope, Symbol
from derive.language.tree.names import Key, bare, plain_latex, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Size

ONE = Size.of(1)


def ranged_names(tree: Syn) -> Iterator[Key]:
    r"""Yield the names that a statement makes indices: ``k \in \{1, \dots, n\}``; they bound other ranges as indices."""
    target = bare(tree.children[-1]) if tree.kind == "relation" and tree.value == "in" else None
    if target is not None and is_index_set(target):
        left = tree.children[0]
        for name in left.children if left.kind == "list" else (left,):
            key = whole_key(name)
            if key is not None:
                yield key


def declare_sizes(scope: Scope, tree: Syn, ranged: Collection[Key] = ()) -> Scope:
    """Declare the sizes that stand in the shapes of a statement, but for names that are indices."""
    if tree.kind == "relation":
        words = zip(["", *tree.value.split()], tree.children, strict=False)
        sets = [child for word, child in words if word in ("in", "to", "mapsto") or tree.value == "to"]
        if tree.value == "to":
            sets = [*argument_sets(tree.children[0]), *sets]
        for domain in [read_domain(scope, target, declare=True) for target in sets]:
            for key in (k for k in domain.new_sizes if k not in ranged) if domain is not None else ():
                scope = new_size(scope, key)
    return scope


def new_size(scope: Scope, key: Key) -> Scope:
    """Declare a size, unless the name is declared."""
    if scope.find(key) is not None:
        return scope
    labels = labels_of_size(key) if "_" in key.plain else frozenset[str]()
    return scope.with_symbol(Symbol(key, "size", key.plain, plain_latex(key.plain), labels=labels))


def size_definition(scope: Scope, tree: Syn) -> Scope | None:
    """Read ``d = h d_k`` or ``h := d / d_k`` of sizes; a quotient is one only if its name stands in a shape."""
    left, right = tree.children
    key = whole_key(left)
    if key is None or bare(left).kind == "juxt":
        return None
    known = scope.find(key)
    if known is not None and known.kind != "size":
        return None
    if known is None and (bare(right).kind in ("frac", "slash") or part_of(scope, left) is not None):
        return None
    if known is not None and tree.value == "=" and bare(right).kind != "num":
        names = size_keys(right)
        if names is not None and any(scope.find(k) is None for k in names):
            for name in names:
                scope = new_size(scope, name)
    reader = Reader(scope, scope.options)
    try:
        top, bottom = right, None
        if bare(right).kind == "frac":
            top, bottom = bare(right).children
        value = reader.indices.expression(top, free=False)
        below = ONE if bottom is None else reader.indices.expression(bottom, free=False)
    except DeriveError:
        return None
    if not (value.names or below.names) and known is None:
        return None
    scope = new_size(scope, key)
    if bottom is None:
        parts = reader.indices.factors(top, free=False)
        factorings = {**scope.factorings, key.plain: parts}
    else:
        factorings = {**scope.factorings, str(value): (Size.of(key.plain), *below.factors())}
    relations = (*scope.relations, ("=", Size.of(key.plain) * below - value))
    return replace(scope, relations=relations, factorings=factorings)


def size_relation(scope: Scope, tree: Syn, words: Sequence[str]) -> Scope | None:
    """Read a comparison of sizes such as ``n \\ge 2`` or ``d_K \\le d_V``."""
    if any(w not in COMPARISONS for w in words):
        return None
    reader = Reader(scope, scope.options)
    try:
        quotients = [_quotient(reader, c) for c in tree.children]
    except DeriveError:
        return None
    if reader.indices.declared or not any(top.names for top, _ in quotients):
        return None
    least, relations = dict(scope.least), list(scope.relations)
    for word, (left, under), (right, below) in zip(words, quotients, quotients[1:], strict=False):
        left, right = left * below, right * under
        if word in (">", ">="):
            left, right, word = right, left, {">": "<", ">=": "<="}[word]
        name = next(iter(right.names), "")
        if word in ("<", "<=") and left.constant is not None and right == Size.of(name):
            low = left.constant + (1 if word == "<" else 0)
            least[name] = max(least.get(name, 1), -(-low.numerator // low.denominator))
        else:
            relations.append((word, left - right))
    return replace(scope, least=least, relations=tuple(relations))


def _quotient(reader: Reader, syn: Syn) -> tuple[Size, Size]:
    r"""A size, or a size over a positive number (``n / 2``)."""
    syn = bare(syn)
    if syn.kind in ("frac", "slash") and len(syn.children) == 2:
        top, bottom = (reader.indices.expression(c, free=False) for c in syn.children)
        if bottom.constant is not None and bottom.constant > 0:
            return top, bottom
    return reader.indices.expression(syn, free=False), ONE
