"""Compilation of a tensor program into a straight list of torch calls.

`compile_program` splits a program into what is fixed (evaluated once) and what depends on the moving input (the
vector of a product).  Moving products are flattened through their single-use factors and contracted in the best
order; every step is a matrix product, an entrywise product, a reduction or a fused multiply-add with ``out=``, and
what is added up is accumulated by the products themselves.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from numeric.programs.contraction import Tree, best_tree
from numeric.programs.fixed import (
    Fixed,
    centered,
    elementary,
    label_lengths,
    members,
    opened,
    order_task,
    without_repeats,
)
from numeric.programs.program import Labels, Node, Operand, operands_of, topological
from numeric.programs.steps import Memory, Program, Step, buffer, copied

# Costs per entry of memory that a matrix product reads or an entrywise step meets in the wrong order, relative to
# each other: a matrix product copes with a transposed operand, what follows in another order is read with strides.
_TRANSPOSED, _COPIED, _MISPLACED = 1.0, 2.0, 4.0
_FEW = (16, 128)  # columns of a narrow product


def compile_program(
    root: Node, moving: Node, values: Mapping[Node, Tensor], *, dtype: torch.dtype, device: torch.device
) -> Program:
    """Compile a program with one moving input.

    Args:
        root: The result.
        moving: The input node that changes from run to run.
        values: A tensor for every other input node.
        dtype: Type of all tensors.
        device: Where all tensors are.

    Raises:
        NotSupported: The buffers would not fit (`MAX_BYTES`), or a node has no compiled form.
    """
    return _Compiler(root, moving, values, dtype, device).program()


@dataclass(frozen=True, slots=True)
class _Item:
    """A tensor in a contraction: one label per axis."""

    tensor: Tensor
    labels: Labels
    fixed: bool
    added: bool = False  # the tensor that was to be added is in it


@dataclass(frozen=True, slots=True)
class _Aim:
    """What becomes of a product: the order of its labels, what is added to it (labels as in the order)."""

    order: Labels
    base: Tensor | None = None


class _Compiler:
    """State of one compilation."""

    def __init__(
        self, root: Node, moving: Node, values: Mapping[Node, Tensor], dtype: torch.dtype, device: torch.device
    ) -> None:
        self.root, self.source = root, moving
        self.dtype, self.device = dtype, torch.empty(0, device=device).device  # cuda is cuda:0
        self.fixed = Fixed(values, dtype, device)
        self.order = list(topological(root))
        depends = {moving}
        self.uses: dict[Node, int] = {}
        self.summands: set[Node] = set()
        for node in self.order:
            if any(a in depends for a in node.args):
                depends.add(node)
            for a in node.args:
                self.uses[a] = self.uses.get(a, 0) + 1
                if node.kind == "sum":
                    self.summands.add(a)
        self.depends = frozenset(depends)
        self.views: dict[Node, Tensor] = {}
        self.steps: list[Step] = []
        self.flops = 0

    def program(self) -> Program:
        source = self.buffer(self.source.dims)
        self.views[self.source] = source
        if self.root in self.depends:
            wanted = self._needed()
            for node in self.order:
                if node in wanted and node not in self.views and not self._left_to_sum(node):
                    self.views[node] = self._emit(node)
        result = self._written(self.view(self.root), source)
        memory = Memory(self.steps, source, result)
        self.fixed.claim([memory.entries + result.numel()])
        reads, writes = memory.bind(self.dtype, self.device)
        entries = (source.numel(), result.numel())
        return Program(self.steps, reads, writes, entries, self.dtype, self.device, self.fixed.bytes, self.flops)

    def _written(self, view: Tensor, source: Tensor) -> Tensor:
        """The result as dense memory that a step writes."""
        storage = view.untyped_storage()
        whole = view.is_meta and view.is_contiguous() and storage.nbytes() == view.nbytes
        if whole and storage._cdata != source.untyped_storage()._cdata:
            return view
        out = self.buffer(view.shape)
        self.step(copied, [view], out)
        return out

    def _needed(self) -> set[Node]:
        """Moving nodes that are computed as such (not opened into the product that uses them)."""
        wanted: set[Node] = set()
        stack = [self.root]
        while stack:
            node = stack.pop()
            if node in wanted or node not in self.depends:
                continue
            wanted.add(node)
            stack.extend([a for a, _ in self._opened(node)[0]] if node.kind == "product" else node.args)
        return wanted

    def _opened(self, node: Node) -> tuple[list[Operand], float]:
        return opened(node, self.depends, self.uses)

    def _left_to_sum(self, node: Node) -> bool:
        """Whether a product has a sum as its only use, which may fuse it."""
        return node.kind == "product" and node in self.summands and self.uses[node] == 1

    def buffer(self, dims: Sequence[int]) -> Tensor:
        return buffer(dims, self.dtype)

    def step(self, function: object, args: Sequence[object], out: Tensor, **options: object) -> None:
        self.steps.append(Step(function, args, out, **options))

    def view(self, node: Node) -> Tensor:
        """The tensor of a node; fixed ones are computed now."""
        if node not in self.depends:
            return self.fixed.value(node)
        if node not in self.views:
            self.views[node] = self._emit(node)
        return self.views[node]

    # Emission.

    def _emit(self, node: Node) -> Tensor:
        if node.kind == "product":
            return self._product(node)[0]
        if node.kind == "sum":
            return self._sum(node)
        if node.kind == "reshape":
            return self._reshaped(self.view(node.args[0]), node.dims)
        if node.kind == "alias":
            return self.view(node.args[0])
        out = self.buffer(node.dims)
        if node.kind == "centered":
            self.step(centered, [*map(self.view, node.args), node.data[0]], out)
            self.flops += 4 * out.numel()
            return out

        def run(*args: Tensor, out: Tensor) -> None:
            out.copy_(elementary(node, args, self.dtype, self.device))

        self.step(run, [self.view(a) for a in node.args], out)
        return out

    def _reshaped(self, tensor: Tensor, dims: Sequence[int]) -> Tensor:
        try:
            return tensor.view(tuple(dims))
        except RuntimeError:
            out = self.buffer(tensor.shape)
            self.step(copied, [tensor], out)
            return out.view(tuple(dims))

    def _sum(self, node: Node) -> Tensor:
        """A linear combination: first what exists, then products that add to it, then entrywise ones, fused."""
        terms = sorted(zip(node.data, node.args, strict=True), key=lambda t: (self._rank(t[1]), t[0] != 1.0))
        base: Tensor | None = None
        for c, arg in terms:
            base = self._plus(base, c, arg, node.dims)
            self.flops += 2 * math.prod(node.dims)
        assert base is not None
        return base

    def _plus(self, base: Tensor | None, c: float, arg: Node, dims: Sequence[int]) -> Tensor:
        """Emit ``base + c * arg`` in new memory (the operands may be in use elsewhere)."""
        if base is not None and self._is_pair(arg):
            a, b = self._pair_views(arg)
            out = self.buffer(dims)
            self.step(torch.addcmul, [base, a, b], out, value=c * arg.data[0])
            return out
        if self._rank(arg) > 0:
            tensor, added = self._product(arg, c, base)
            if added or base is None:
                return tensor
            c = 1.0
        else:
            tensor = self.view(arg)
        if base is None and c == 1.0:
            return tensor
        out = self.buffer(dims)
        if base is None:
            self.step(torch.mul, [tensor, c], out)
        else:
            self.step(torch.add, [base, tensor], out, alpha=c)
        return out

    def _rank(self, arg: Node) -> int:
        """When a summand is added: 0 exists by itself, 1 a product, 2 an entrywise product."""
        if arg not in self.depends or not self._left_to_sum(arg) or arg in self.views:
            return 0
        return 2 if self._is_pair(arg) else 1

    def _is_pair(self, arg: Node) -> bool:
        if arg not in self.depends or not self._left_to_sum(arg) or arg in self.views:
            return False
        labels = {x for p in arg.data[1] for x in p}
        return len(arg.args) == 2 and labels <= set(arg.data[2]) and all(a.kind != "delta" for a in arg.args)

    def _pair_views(self, arg: Node) -> list[Tensor]:
        found = []
        for a, labels in operands_of(arg):
            tensor, own = without_repeats(self.view(a), labels)
            item = _Item(tensor, own, a not in self.depends)
            found.append(self._aligned(item, arg.data[2]))
        return found

    def _product(self, node: Node, factor: float = 1.0, base: Tensor | None = None) -> tuple[Tensor, bool]:
        """Emit ``factor * product``, plus ``base`` if the last step can add it; say whether it did."""
        operands, coefficient = self._opened(node)
        out, dims = node.data[2], node.dims
        items: list[_Item] = []
        for arg, labels in operands:
            tensor, own = without_repeats(self._tensor(arg), labels)
            items.append(_Item(tensor, own, arg not in self.depends))
        lengths = label_lengths(operands, out, dims)
        task = order_task([i.labels for i in items], [i.fixed for i in items], frozenset(out), lengths)
        whole = all(any(x in item.labels for item in items) for x in out)
        aim = _Aim(out, base if whole else None)
        result = self._contract(best_tree(task), items, frozenset(out), aim, coefficient * factor, lengths)
        kept = tuple(x for x in out if x in result.labels)
        tensor = result.tensor.permute([result.labels.index(x) for x in kept])
        index = tuple(slice(None) if x in kept else None for x in out)
        return tensor[index].expand(dims), result.added

    def _tensor(self, arg: Node) -> Tensor:
        if arg.kind == "delta":
            return self.fixed.tensor(arg)
        return self.view(arg)

    def _contract(
        self,
        tree: Tree,
        items: Sequence[_Item],
        needed: frozenset[int],
        aim: _Aim | None,
        coefficient: float,
        lengths: Mapping[int, int],
    ) -> _Item:
        """Emit the steps of a contraction tree (depth at most the number of operands)."""
        if isinstance(tree, int):
            return self._leaf(items[tree], needed, coefficient)
        first, second = tree
        labels = [frozenset(x for k in members(t) for x in items[k].labels) for t in tree]
        fixed = [all(items[k].fixed for k in members(t)) for t in tree]
        sizes = [math.prod(lengths[x] for x in found) for found in labels]
        # the coefficient goes where it costs nothing (a fixed factor), else to the smaller side
        take_first = fixed[0] if fixed[0] != fixed[1] else sizes[0] <= sizes[1]
        a = self._contract(first, items, needed | labels[1], None, coefficient if take_first else 1.0, lengths)
        b = self._contract(second, items, needed | labels[0], None, 1.0 if take_first else coefficient, lengths)
        return self._pair(a, b, needed, aim)

    def _leaf(self, item: _Item, needed: frozenset[int], coefficient: float) -> _Item:
        item = self._reduced(item, needed)
        if coefficient == 1.0:
            return item
        if item.fixed:
            return _Item(item.tensor * coefficient, item.labels, True)
        out = self.buffer(item.tensor.shape)
        self.step(torch.mul, [item.tensor, coefficient], out)
        return _Item(out, item.labels, False)

    def _reduced(self, item: _Item, needed: frozenset[int]) -> _Item:
        """Sum over labels that nobody else has."""
        lost = [k for k, x in enumerate(item.labels) if x not in needed]
        if not lost:
            return item
        kept = tuple(x for x in item.labels if x in needed)
        if item.fixed:
            return _Item(item.tensor.sum(lost), kept, True)
        out = self.buffer([n for k, n in enumerate(item.tensor.shape) if k not in lost])
        self.step(torch.sum, [item.tensor, lost], out)
        self.flops += item.tensor.numel()
        return _Item(out, kept, False)

    def _pair(self, a: _Item, b: _Item, needed: frozenset[int], aim: _Aim | None) -> _Item:
        a = self._reduced(a, needed | frozenset(b.labels))
        b = self._reduced(b, needed | frozenset(a.labels))
        both = [x for x in a.labels if x in b.labels]
        summed = [x for x in both if x not in needed]
        batch = [x for x in both if x in needed]
        if a.fixed and b.fixed:
            keep = [x for x in dict.fromkeys((*a.labels, *b.labels)) if x not in summed]
            self.fixed.claim(
                [dict(zip((*a.labels, *b.labels), (*a.tensor.shape, *b.tensor.shape), strict=True))[x] for x in keep]
            )
            return _Item(torch.einsum(a.tensor, list(a.labels), b.tensor, list(b.labels), keep), tuple(keep), True)
        order = aim.order if aim else ()
        if not summed:
            return self._entrywise(a, b, order)
        own = {x for x in (*a.labels, *b.labels) if x not in batch and x not in summed}
        if batch and not own:
            product = self._entrywise(a, b, (*batch, *summed))
            return self._reduced(product, frozenset(batch))
        return self._matrix_product(a, b, batch, summed, aim)

    def _entrywise(self, a: _Item, b: _Item, order: Labels) -> _Item:
        union = tuple(dict.fromkeys((*a.labels, *b.labels)))
        labels = tuple(x for x in order if x in union) + tuple(x for x in union if x not in order)
        x, y = self._aligned(a, labels), self._aligned(b, labels)
        out = self.buffer(torch.broadcast_shapes(x.shape, y.shape))
        self.step(torch.mul, [x, y], out)
        self.flops += out.numel()
        return _Item(out, labels, False)

    def _aligned(self, item: _Item, order: Labels) -> Tensor:
        """Permute and insert axes of length one to broadcast along the labels; fixed ones are laid out so, once."""
        moved = item.tensor.permute([item.labels.index(x) for x in order if x in item.labels])
        if item.fixed:
            moved = self._packed(moved)
        return moved[tuple(slice(None) if x in item.labels else None for x in order)]

    def _packed(self, fixed: Tensor) -> Tensor:
        """A fixed tensor, dense in its own order of axes where there is room for a copy."""
        if fixed.is_contiguous() or not self.fixed.fits(fixed.shape):
            return fixed
        self.fixed.claim(fixed.shape)
        return fixed.contiguous()

    def _matrix_product(self, a: _Item, b: _Item, batch: list[int], summed: list[int], aim: _Aim | None) -> _Item:
        """``a b`` or ``b^T a^T``: whichever reads moving operands as they lie and leaves the result as it is wanted."""
        summed = sorted(summed, key=(a if a.tensor.numel() >= b.tensor.numel() else b).labels.index)
        own = []
        for item in (a, b):
            found = [x for x in item.labels if x not in batch and x not in summed]
            own.append(sorted(found, key=aim.order.index) if aim and item.fixed else found)
        if self._cost(a, b, batch, own, summed, aim) > self._cost(b, a, batch, own[::-1], summed, aim):
            a, b, own = b, a, own[::-1]
        left, right = own
        x = self._folded(a, (batch, left, summed))
        y = self._folded(b, (batch, summed, right))
        if not batch and self._is_narrow(x, y):
            y = self._with_dense_columns(y, b.fixed)
        out = self.buffer([_length(a, label) for label in (*batch, *left)] + [_length(b, label) for label in right])
        labels = tuple(batch + left + right)
        shape = ((x.shape[0],) if batch else ()) + (x.shape[-2], y.shape[-1])
        base = self._base(aim, labels, shape)
        self.flops += 2 * x.numel() * y.shape[-1]
        if base is None:
            self.step(torch.bmm if batch else torch.mm, [x, y], out.view(shape))
        else:
            self.step(torch.baddbmm if batch else torch.addmm, [base, x, y], out.view(shape))
        return _Item(out, labels, False, added=base is not None)

    def _is_narrow(self, x: Tensor, y: Tensor) -> bool:
        """Whether a product has few columns and long sums: BLAS is a fifth faster then where the columns of y are dense."""
        return self.device.type == "cpu" and _FEW[0] <= y.shape[1] <= min(_FEW[1], *x.shape)

    def _with_dense_columns(self, y: Tensor, fixed: bool) -> Tensor:
        if fixed:
            return self._packed(y.t()).t()
        if y.stride(0) == 1:
            return y
        out = self.buffer((y.shape[1], y.shape[0]))
        self.step(copied, [y.t()], out)
        return out.t()

    def _cost(
        self, a: _Item, b: _Item, batch: list[int], own: list[list[int]], summed: list[int], aim: _Aim | None
    ) -> float:
        """Entries that ``a b`` meets in another order than they lie in, weighted."""
        left, right = own
        total = 0.0
        for item, groups in ((a, (batch, left, summed)), (b, (batch, summed, right))):
            if not item.fixed:
                folded = _grouped(item, groups)
                weight = _COPIED if folded is None else _TRANSPOSED * (folded.stride(-1) != 1 < folded.shape[-1])
                total += weight * item.tensor.numel()
        if aim:
            labels = [*batch, *left, *right]
            entries = math.prod(_length(a, x) for x in (*batch, *left)) * math.prod(_length(b, x) for x in right)
            total += _MISPLACED * entries * (labels != [x for x in aim.order if x in labels])
        return total

    def _base(self, aim: _Aim | None, labels: Labels, shape: tuple[int, ...]) -> Tensor | None:
        """What is to be added, in the layout of a product with these labels; None if it is added later."""
        if aim is None or aim.base is None or set(labels) != set(aim.order):
            return None
        try:
            return aim.base.permute([aim.order.index(x) for x in labels]).view(shape)
        except RuntimeError:
            return None

    def _folded(self, item: _Item, groups: Sequence[Sequence[int]]) -> Tensor:
        """The tensor with its axes grouped into (batch,) rows and columns; fixed ones are laid out so, once."""
        folded = _grouped(item, groups)
        if not item.fixed:
            if folded is not None:
                return folded
            moved = item.tensor.permute([item.labels.index(x) for group in groups for x in group])
            return self._reshaped(moved, _dims(item, groups))
        if folded is not None:
            return self._packed(folded)
        self.fixed.claim(item.tensor.shape)
        moved = item.tensor.permute([item.labels.index(x) for group in groups for x in group])
        return moved.reshape(_dims(item, groups))


def _dims(item: _Item, groups: Sequence[Sequence[int]]) -> list[int]:
    groups = groups if groups[0] else groups[1:]
    return [math.prod(_length(item, x) for x in group) for group in groups]


def _grouped(item: _Item, groups: Sequence[Sequence[int]]) -> Tensor | None:
    """The tensor with its axes grouped, if that is a view; an empty first group (no batch) is left out."""
    try:
        moved = item.tensor.permute([item.labels.index(x) for group in groups for x in group])
        return moved.view(_dims(item, groups))
    except RuntimeError:
        return None


def _length(item: _Item, label: int) -> int:
    return item.tensor.shape[item.labels.index(label)]
