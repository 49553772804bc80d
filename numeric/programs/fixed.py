"""Values of the parts of a tensor program that do not move, computed once and counted before they are made."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from derive.errors import NotSupported
from numeric.evaluation.kernels import COMPARE, ELEMENTWISE
from numeric.programs.contraction import Task, Tree, best_tree
from numeric.programs.program import Labels, Node, Operand, operands_of

MAX_BYTES = 4 * 2**30


class Fixed:
    """Values of nodes that do not move, computed on demand and kept."""

    def __init__(self, values: Mapping[Node, Tensor], dtype: torch.dtype, device: torch.device) -> None:
        self.known: dict[Node, Tensor] = {n: v.to(device, dtype).reshape(n.dims) for n, v in values.items()}
        self.dtype, self.device = dtype, device
        self.bytes = 0
        self._item = torch.empty((), dtype=dtype).element_size()

    def value(self, root: Node) -> Tensor:
        """The value of a node, computed without recursion; raises `NotSupported` before memory is exceeded."""
        stack = [root]
        while stack:
            node = stack[-1]
            if node in self.known:
                stack.pop()
                continue
            needed = [a for a in self.needs(node) if a not in self.known]
            if needed:
                stack.extend(needed)
                continue
            self.claim(node.dims)
            self.known[node] = self._compute(node)
            stack.pop()
        return self.known[root]

    def claim(self, dims: Sequence[int]) -> None:
        """Count memory before it is taken."""
        size = math.prod(dims) * self._item
        if not self.fits(dims):
            raise NotSupported(
                f"needs at least {(self.bytes + size) / 2**30:.3g} GiB, more than {MAX_BYTES / 2**30:.3g} GiB"
            )
        self.bytes += size

    def fits(self, dims: Sequence[int]) -> bool:
        """Whether a tensor can be claimed."""
        return self.bytes + math.prod(dims) * self._item <= MAX_BYTES

    def needs(self, node: Node) -> Sequence[Node]:
        """The nodes whose values this one is computed from; products inside a product are opened, deltas need none."""
        if node.kind == "product":
            return [a for a, _ in opened(node, frozenset(), None)[0] if a.kind != "delta"]
        return node.args

    def _compute(self, node: Node) -> Tensor:
        if node.kind == "product":
            operands, coefficient = opened(node, frozenset(), None)
            return self.contract(operands, node.data[2], node.dims, coefficient)
        return elementary(node, [self.known[a] for a in node.args], self.dtype, self.device)

    def contract(self, operands: Sequence[Operand], out: Labels, dims: Sequence[int], coefficient: float) -> Tensor:
        """Contract fixed operands, pair by pair in the best order."""
        if not operands:
            return torch.full(tuple(dims), coefficient, dtype=self.dtype, device=self.device)
        lengths = label_lengths(operands, out, dims)
        needed = frozenset(out)
        tensors = [(self.tensor(n), labels) for n, labels in operands]
        tensors = [without_repeats(t, labels) for t, labels in tensors]
        order = best_tree(order_task([labels for _, labels in tensors], [False] * len(tensors), needed, lengths))
        tensor, labels = self._walk(order, tensors, needed)
        kept = [x for x in out if x in labels]
        tensor = torch.einsum(tensor, list(labels), kept) if list(labels) != kept else tensor
        index = tuple(slice(None) if x in kept else None for x in out)
        return (tensor[index] * coefficient if coefficient != 1.0 else tensor[index]).expand(tuple(dims))

    def _walk(
        self, order: Tree, tensors: Sequence[tuple[Tensor, Labels]], needed: frozenset[int]
    ) -> tuple[Tensor, Labels]:
        remaining = [set(labels) for _, labels in tensors]

        def visit(tree: Tree, outside: frozenset[int]) -> tuple[Tensor, Labels]:
            if isinstance(tree, int):
                return tensors[tree]
            first, second = tree
            left_labels = frozenset(x for k in members(first) for x in remaining[k])
            right_labels = frozenset(x for k in members(second) for x in remaining[k])
            a, la = visit(first, outside | right_labels)
            b, lb = visit(second, outside | left_labels)
            keep = [x for x in dict.fromkeys((*la, *lb)) if x in outside]
            self.claim([dict(zip((*la, *lb), (*a.shape, *b.shape), strict=True))[x] for x in keep])
            return torch.einsum(a, list(la), b, list(lb), keep), tuple(keep)

        return visit(order, needed)

    def tensor(self, node: Node) -> Tensor:
        """The value of a node that is known already; that of a delta is made anew."""
        if node.kind == "delta":
            return torch.eye(node.dims[0], dtype=self.dtype, device=self.device)
        return self.known[node]


def members(tree: Tree) -> Sequence[int]:
    """The operands that a tree of contractions joins, by number, from left to right."""
    return [tree] if isinstance(tree, int) else [*members(tree[0]), *members(tree[1])]


def without_repeats(tensor: Tensor, labels: Labels) -> tuple[Tensor, Labels]:
    """Take the diagonal of repeated labels."""
    unique = tuple(dict.fromkeys(labels))
    return (
        (tensor, labels) if len(unique) == len(labels) else (torch.einsum(tensor, list(labels), list(unique)), unique)
    )


def label_lengths(operands: Sequence[Operand], out: Labels, dims: Sequence[int]) -> dict[int, int]:
    """The length of every label of a product, from its operands and from the shape of its result."""
    lengths = dict(zip(out, dims, strict=True))
    for node, labels in operands:
        lengths.update(zip(labels, node.dims, strict=True))
    return lengths


def order_task(
    labels: Sequence[Labels], fixed: Sequence[bool], out: frozenset[int], lengths: Mapping[int, int]
) -> Task:
    """The task of ordering a product; equal tasks are equal objects, whatever the names of their labels."""
    # labels are renumbered by first occurrence, so that equal tasks are planned once
    names: dict[int, int] = {}
    for x in (y for pattern in labels for y in pattern):
        names.setdefault(x, len(names))
    operands = tuple(frozenset(names[x] for x in pattern) for pattern in labels)
    result = frozenset(names[x] for x in out if x in names)
    return Task(operands, tuple(fixed), result, tuple((k, lengths[x]) for x, k in names.items()))


def elementary(node: Node, args: Sequence[Tensor], dtype: torch.dtype, device: torch.device) -> Tensor:
    """The value of a node that is no product."""
    kind = node.kind
    if kind == "alias":
        return args[0]
    if kind == "delta":
        return torch.eye(node.dims[0], dtype=dtype, device=device)
    if kind == "constant":
        return _constant(node, dtype, device)
    if kind == "sum":
        total = args[0] * node.data[0]
        for c, a in zip(node.data[1:], args[1:], strict=True):
            total = torch.add(total, a, alpha=c)
        return total
    if kind == "map":
        return ELEMENTWISE[node.data[0]](args[0])
    if kind == "power":
        return _power(args[0], node.data[0])
    if kind == "softmax":
        rows = node.dims[: len(node.dims) - node.data[0]]
        return torch.softmax(args[0].reshape(*rows, -1), dim=-1).reshape(node.dims)
    if kind == "centered":
        return centered(args[0], args[1], node.data[0])
    if kind == "inverse":
        return torch.linalg.inv(args[0])
    if kind == "reshape":
        return args[0].reshape(node.dims)
    if kind == "indicator":
        return COMPARE[node.data[0]](args[0], args[1]).to(dtype)
    if kind == "select":
        return torch.where(args[0] != 0, args[1], args[2])
    if kind == "input":
        raise NotSupported(f"the input {node.data[0]} was given no value")
    raise NotSupported(f"{kind} has no compiled form")


@dataclass(frozen=True, slots=True)
class Elementary:
    """A node that is no product as a function of its arguments, in the form of a step."""

    node: Node
    dtype: torch.dtype
    device: torch.device

    def __call__(self, *args: Tensor, out: Tensor) -> None:
        """Write the value."""
        out.copy_(elementary(self.node, args, self.dtype, self.device))

    @property
    def entrywise(self) -> bool:
        """Whether entries of the result depend on the same entries of the arguments alone."""
        kinds = ("map", "power", "indicator", "select")
        return self.node.kind in kinds and all(a.dims == self.node.dims for a in self.node.args)


def centered(weights: Tensor, x: Tensor, axes: int, *, out: Tensor | None = None) -> Tensor:
    """S o (X - sum(S o X)), the sum over trailing axes, in one pass of memory; ``out`` is dense."""
    out = torch.empty(weights.shape, dtype=x.dtype, device=x.device) if out is None else out
    if axes == 1:
        torch._softmax_backward_data(x, weights, -1, x.dtype, grad_input=out)
        return out
    rows = weights.shape[: weights.ndim - axes]
    flat = [t.reshape(*rows, -1) for t in (x, weights)]
    torch._softmax_backward_data(*flat, -1, x.dtype, grad_input=out.view(*rows, -1))
    return out


def _power(x: Tensor, exponent: float) -> Tensor:
    special = {0.5: torch.sqrt, -0.5: torch.rsqrt, -1.0: torch.reciprocal}
    return special[exponent](x) if exponent in special else torch.pow(x, exponent)


def _constant(node: Node, dtype: torch.dtype, device: torch.device) -> Tensor:
    name, parameters = node.data
    if name == "one_hot":
        vector = torch.zeros(node.dims, dtype=dtype, device=device)
        vector[parameters[0]] = 1.0
        return vector
    if name == "count":
        return torch.arange(1, node.dims[0] + 1, dtype=dtype, device=device)
    raise NotSupported(f"{name} has no compiled form")


def opened(node: Node, moving: frozenset[Node], uses: Mapping[Node, int] | None) -> tuple[list[Operand], float]:
    """The operands of a product with factors that are products opened, and the coefficient.

    A factor is opened if it is fixed and short, or moves and is used nowhere else: opening it loses no sharing.
    """
    coefficient = node.data[0]
    counter = max((x for p in (*node.data[1], node.data[2]) for x in p), default=0) + 1
    result: list[Operand] = []
    queue = operands_of(node)
    while queue:
        arg, labels = queue.pop(0)
        shared = uses is not None and arg in moving and uses.get(arg, 0) > 1
        length = len(result) + len(queue) + len(arg.args)
        if arg.kind != "product" or shared or length > 9 or not _openable(arg):
            result.append((arg, labels))
            continue
        inner, patterns, out = arg.data
        names = dict(zip(out, labels, strict=True))
        for x in (y for p in patterns for y in p):
            if x not in names:
                names[x] = counter
                counter += 1
        coefficient *= inner
        queue = [(a, tuple(names[x] for x in p)) for a, p in zip(arg.args, patterns, strict=True)] + queue
    return result, coefficient


def _openable(arg: Node) -> bool:
    """A broadcast factor stays closed where its own labels would be lost (they may be summed outside)."""
    present = {x for p in arg.data[1] for x in p}
    return set(arg.data[2]) <= present and len(arg.args) > 0
