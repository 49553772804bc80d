"""Tensor programs: the index form at concrete sizes, shared instead of expanded.

A `Node` is a tensor with one axis per *factor* of a composite dimension.  Vec, transposes, Kronecker products,
identities, commutation matrices, sums and blocks only move indices, so all of them become a `product`: a list of
operands with index labels and the labels of the result (a label may stand in any number of operands; one that is
missing in the result is summed; one that stands only in the result is broadcast).  Deltas vanish by renaming.

Nodes are made by a `Graph`, which returns the same object for the same tensor: common sub-expressions are shared.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Labels = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One tensor.

    ``kind`` is one of: ``input`` (name), ``alias`` (a variable of differentiation with the value of its argument),
    ``constant`` (name of a generator, parameters), ``delta``, ``product`` (coefficient, labels per operand, labels of
    the result), ``sum`` (a coefficient per operand), ``map`` (function name), ``power`` (float exponent), ``softmax``
    (number of trailing axes), ``centered`` (the Jacobian of a softmax S applied to X: S o (X - sum(S o X)), the sum
    over a number of trailing axes; its first operand is the softmax), ``inverse``, ``reshape``, ``indicator`` (relation), ``select``.
    """

    serial: int
    kind: str
    args: tuple[Node, ...]
    data: tuple[Any, ...]
    dims: tuple[int, ...]

    @property
    def entries(self) -> int:
        """The number of entries; 1 for a scalar."""
        return math.prod(self.dims)

    def __repr__(self) -> str:
        return f"{self.kind}#{self.serial}{list(self.dims)}"


Operand = tuple[Node, Labels]


class Graph:
    """Makes nodes, one object per distinct tensor."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[Any, ...], Node] = {}

    def make(self, kind: str, args: Sequence[Node], data: tuple[Any, ...], dims: Sequence[int]) -> Node:
        """The one node with these contents, which must fit: nothing is checked or simplified."""
        key = (kind, tuple(a.serial for a in args), data, tuple(dims))
        if key not in self._nodes:
            self._nodes[key] = Node(len(self._nodes), kind, tuple(args), data, tuple(dims))
        return self._nodes[key]

    def input(self, name: str, dims: Sequence[int]) -> Node:
        """A tensor that is given by name when the program runs."""
        return self.make("input", (), (name,), dims)

    def alias(self, value: Node, name: str) -> Node:
        """A tensor to differentiate by: equal to ``value``, but not the same."""
        return self.make("alias", (value,), (name, len(self._nodes)), value.dims)

    def delta(self, n: int) -> Node:
        """The n x n identity as an operand, which vanishes in products by renaming of labels."""
        return self.make("delta", (), (), (n, n))

    def number(self, value: float) -> Node:
        """A scalar constant: the empty product with a coefficient."""
        return self.make("product", (), (float(value), (), ()), ())

    def constant(self, name: str, parameters: tuple[Any, ...], dims: Sequence[int]) -> Node:
        """A tensor that a named generator makes from its parameters."""
        return self.make("constant", (), (name, parameters), dims)

    def sum(self, terms: Iterable[tuple[float, Node]]) -> Node:
        """A linear combination of tensors of one shape; equal tensors are collected, sums of sums flattened."""
        collected: dict[Node, float] = {}
        dims: tuple[int, ...] = ()
        for coefficient, node in terms:
            dims = node.dims
            parts = zip(node.data, node.args, strict=True) if node.kind == "sum" else ((1.0, node),)
            for factor, part in parts:
                collected[part] = collected.get(part, 0.0) + coefficient * factor
        kept = [(c, n) for n, c in collected.items() if c]
        if len(kept) == 1:
            c, node = kept[0]
            return node if c == 1.0 else self.product([(node, tuple(range(len(dims))))], range(len(dims)), dims, c)
        if not kept:
            return self.product([], range(len(dims)), dims, 0.0)
        kept.sort(key=lambda item: item[1].serial)
        return self.make("sum", [n for _, n in kept], tuple(c for c, _ in kept), dims)

    def product(
        self,
        operands: Sequence[Operand],
        out: Iterable[int],
        dims: Sequence[int],
        coefficient: float = 1.0,
        merge: Container[Node] = (),
    ) -> Node:
        """An einsum with a coefficient, simplified.

        Operands that only move indices are opened, deltas renamed away, labels made canonical.

        Args:
            operands: Tensors with a label per axis.
            out: Labels of the result; a repeated one gives a diagonal, a new one broadcasts.
            dims: Lengths of the axes of the result.
            coefficient: A factor.
            merge: Products that are opened although they do work (they have no other use), so that the order of
                a chain is chosen as a whole.
        """
        out = list(out)
        length: dict[int, int] = dict(zip(out, dims, strict=True))
        for node, labels in operands:
            length.update(zip(labels, node.dims, strict=True))
        summed = {x for _, labels in operands for x in labels} - set(out)
        work, coefficient = _opened(operands, coefficient, merge)
        for k, label in enumerate(out):  # a label that is repeated in the result is a delta
            if label in out[:k]:
                new = max(length) + 1
                length[new] = length[label]
                work.append((self.delta(length[label]), (label, new)))
                out[k] = new
        work, coefficient = _without_deltas(work, out, summed, length, coefficient)
        if coefficient == 0.0:
            work = []
        if coefficient == 1.0 and len(work) == 1 and list(work[0][1]) == out:
            return work[0][0]
        return self._canonical(work, out, dims, coefficient)

    def _canonical(self, work: list[Operand], out: list[int], dims: Sequence[int], coefficient: float) -> Node:
        work.sort(key=lambda o: o[0].serial)
        names: dict[int, int] = {}
        for label in (*out, *(x for _, labels in work for x in labels)):
            names.setdefault(label, len(names))
        patterns = tuple(tuple(names[x] for x in labels) for _, labels in work)
        data = (coefficient, patterns, tuple(names[x] for x in out))
        return self.make("product", [n for n, _ in work], data, dims)

    def permuted(self, node: Node, order: Sequence[int]) -> Node:
        """The tensor with its axes in another order: axis k of the result is axis ``order[k]``."""
        return self.product([(node, tuple(range(len(order))))], order, [node.dims[k] for k in order])

    def reshaped(self, node: Node, dims: Sequence[int]) -> Node:
        """The same entries in row-major order with other axes; several changes of axes become one."""
        if tuple(dims) == node.dims:
            return node
        source = node.args[0] if node.kind == "reshape" else node
        return source if source.dims == tuple(dims) else self.make("reshape", (source,), (), dims)


def operands_of(node: Node) -> list[Operand]:
    """The operands of a product with their labels."""
    return list(zip(node.args, node.data[1], strict=True))


def moves_only(node: Node) -> bool:
    """Whether a product does no work: at most one operand that is no delta, nothing summed, no label met twice."""
    if node.kind != "product":
        return False
    coefficient_labels = [labels for arg, labels in operands_of(node) if arg.kind != "delta"]
    if len(coefficient_labels) > 1:
        return False
    used = [x for labels in node.data[1] for x in labels]
    return set(used) <= set(node.data[2])


MAX_MERGED = 8  # operands of a merged product


def _opened(operands: Sequence[Operand], coefficient: float, merge: Container[Node]) -> tuple[list[Operand], float]:
    """Open operands that are products without work, and those that are to be merged."""
    fresh = itertools.count(10_000_000)  # never a label of a caller
    work: list[Operand] = []
    queue = [(node, tuple(labels)) for node, labels in operands]
    while queue:
        node, labels = queue.pop(0)
        merged = node in merge and len(work) + len(queue) + len(node.args) <= MAX_MERGED and _all_present(node)
        if not (merged or moves_only(node)):
            work.append((node, labels))
            continue
        inner_coefficient, patterns, out = node.data
        names = dict(zip(out, labels, strict=True))
        for x in (y for p in patterns for y in p):
            if x not in names:
                names[x] = next(fresh)
        coefficient *= inner_coefficient
        opened = [(arg, tuple(names[x] for x in p)) for arg, p in zip(node.args, patterns, strict=True)]
        queue = opened + queue
    return work, coefficient


def _all_present(node: Node) -> bool:
    return node.kind == "product" and set(node.data[2]) <= {x for p in node.data[1] for x in p}


def _without_deltas(
    work: list[Operand], out: list[int], summed: set[int], length: dict[int, int], coefficient: float
) -> tuple[list[Operand], float]:
    """Rename deltas away wherever one of their labels is summed; account for sums over nothing."""
    changed = True
    while changed:
        changed = False
        for k, (node, labels) in enumerate(work):
            if node.kind != "delta":
                continue
            i, j = labels
            if i != j and i in out and j in out:
                continue
            keep, drop = (i, j) if j not in out else (j, i)
            del work[k]
            work = [(n, tuple(keep if x == drop else x for x in p)) for n, p in work]
            if drop != keep:
                summed.discard(drop)
            changed = True
            break
    present = {x for _, labels in work for x in labels}
    for label in summed - present:  # summed, but nothing depends on it
        coefficient *= length[label]
    return work, coefficient


def topological(*roots: Node) -> Iterator[Node]:
    """Yield every node once, arguments first."""
    seen: set[Node] = set()
    stack: list[tuple[Node, bool]] = [(root, False) for root in reversed(roots)]
    while stack:
        node, done = stack.pop()
        if done:
            yield node
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((a, False) for a in reversed(node.args))
