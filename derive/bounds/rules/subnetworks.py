"""Wanted products inside a network of tensors: where the network of such a product stands in it, the product becomes one node."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from derive.bounds.forms.normal import canonical, normal, strip
from derive.bounds.rules.networks import Builder, Node, Term
from derive.core import Expr, walk
from derive.errors import NotSupported

Pattern = tuple[Expr, Term]
MAX_PATTERNS = 4


def patterns(builder: Builder) -> list[Pattern]:
    """The networks of the wanted products in which something is differentiated."""
    found: list[Pattern] = []
    for target in sorted(builder.wanted, key=str):
        if strip(target).op not in ("matmul", "kron") or not any(node.op == "deriv" for node in walk(target)):
            continue
        try:
            terms = builder.net(target)
        except NotSupported:
            continue
        term = terms[0]
        ends = Counter(itertools.chain(*(n.wires for n in term.nodes)))
        if (
            len(terms) == 1
            and not term.numbers
            and len(term.nodes) > 1
            and all(w in ends for w in term.rows + term.cols)
        ):
            found.append((target, term))
    return found[:MAX_PATTERNS]


def with_wanted_products(term: Term, wanted: list[Pattern]) -> Iterator[Term]:
    """The network with one node for every occurrence of a wanted product, for each that occurs."""
    for target, pattern in wanted:
        new, count = term, 0
        while (found := _occurrence(pattern, new)) is not None:
            places, wires = found
            rest = tuple(node for k, node in enumerate(new.nodes) if k not in places)
            groups = tuple(tuple(wires[w] for w in side) for side in (pattern.rows, pattern.cols))
            new, count = replace(new, nodes=(*rest, Node("matrix", groups, target))), count + 1
        if count:
            yield new


def _occurrence(pattern: Term, term: Term) -> tuple[list[int], dict[int, int]] | None:
    """The places of nodes that are connected as those of a pattern are, and which wires stand for which."""
    stack: list[tuple[list[int], dict[int, int]]] = [([], {})]
    while stack:
        places, wires = stack.pop()
        if len(places) == len(pattern.nodes):
            return places, wires
        wanted = pattern.nodes[len(places)]
        for k, node in enumerate(term.nodes):
            more = _matched(wanted, node, wires) if k not in places and _is_same(wanted, node) else None
            if more is not None:
                stack.append(([*places, k], more))
    return None


def _is_same(first: Node, second: Node) -> bool:
    if (first.kind, [len(g) for g in first.groups]) != (second.kind, [len(g) for g in second.groups]):
        return False
    if first.expr is None or second.expr is None:
        return first.expr is second.expr
    return canonical(normal(first.expr)) == canonical(normal(second.expr))


def _matched(wanted: Node, node: Node, wires: dict[int, int]) -> dict[int, int] | None:
    """The wires so far with those of one more node; different wires stand for different ones."""
    found = dict(wires)
    for a, b in zip(wanted.wires, node.wires, strict=True):
        if found.setdefault(a, b) != b:
            return None
    return found if len(set(found.values())) == len(found) else None


__all__ = ["Pattern", "patterns", "with_wanted_products"]
