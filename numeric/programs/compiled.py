"""Compilation of a tensor program into a straight list of torch calls.

`compile_program` splits a program into what is fixed (evaluated once) and what depends on the moving input (the
vector of a product).  Moving products are flattened through their single-use factors and contracted in the best
order; every step is a matrix product, an entrywise product, a reduction or a fused multiply-add with ``out=``, and
what is added up is accumulated by the products themselves.  What is larger than the cache is made in blocks of rows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from numeric.programs.contraction import Tree, best_tree
from numeric.programs.fixed import (
    Elementary,
    Fixed,
    centered,
    label_lengths,
    members,
    opened,
    order_task,
    without_repeats,
)
from numeric.programs.layouts import (
    FEW,
    MISPLACED,
    MIXED,
    STEP,
    Aim,
    Item,
    Roles,
    dense_order,
    grouped,
    grouped_dims,
    is_dense,
    packed,
    packed_dims,
    product_cost,
    sums_densely,
)
from numeric.programs.program import Labels, Node, Operand, operands_of, topological
from numeric.programs.row_blocks import in_row_blocks
from numeric.programs.steps import Memory, Program, Step, buffer, copied, storage_of


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


class _Compiler:
    """State of one compilation."""

    def __init__(
        self, root: Node, moving: Node, values: Mapping[Node, Tensor], dtype: torch.dtype, device: torch.device
    ) -> None:
        self.root, self.source = root, moving
        self.dtype, self.device = dtype, torch.empty(0, device=device).device  # cuda is cuda:0
        self.on_processor = self.device.type == "cpu"
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
        self.laid: dict[tuple[object, ...], tuple[Tensor, Tensor]] = {}  # fixed matrices and their copies
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
        steps = in_row_blocks(self.steps, result) if self.on_processor else self.steps
        memory = Memory(steps, source, result)
        self.fixed.claim([memory.entries + result.numel()])
        reads, writes = memory.bind(self.dtype, self.device)
        entries = (source.numel(), result.numel())
        return Program(steps, reads, writes, entries, self.dtype, self.device, self.fixed.bytes, self.flops)

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

    def beside(self, tensor: Tensor, dims: Sequence[int]) -> Tensor:
        """A buffer whose axes lie as those of a tensor, so that an entrywise step reads and writes in one order."""
        order = dense_order(tensor)
        if order is None or tensor.shape != tuple(dims):
            return self.buffer(dims)
        return self.buffer([dims[k] for k in order]).permute([order.index(k) for k in range(len(order))])

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

        self.step(Elementary(node, self.dtype, self.device), [self.view(a) for a in node.args], out)
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
            out = self.beside(base, dims)
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
        out = self.beside(tensor if base is None else base, dims)
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
            item = Item(tensor, own, a not in self.depends)
            found.append(self._aligned(item, arg.data[2]))
        return found

    def _product(self, node: Node, factor: float = 1.0, base: Tensor | None = None) -> tuple[Tensor, bool]:
        """Emit ``factor * product``, plus ``base`` if the last step can add it; say whether it did."""
        operands, coefficient = self._opened(node)
        out, dims = node.data[2], node.dims
        items: list[Item] = []
        for arg, labels in operands:
            tensor, own = without_repeats(self._tensor(arg), labels)
            items.append(Item(tensor, own, arg not in self.depends))
        lengths = label_lengths(operands, out, dims)
        task = order_task([i.labels for i in items], [i.fixed for i in items], frozenset(out), lengths)
        whole = all(any(x in item.labels for item in items) for x in out)
        aim = Aim(out, base if whole else None)
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
        items: Sequence[Item],
        needed: frozenset[int],
        aim: Aim | None,
        coefficient: float,
        lengths: Mapping[int, int],
    ) -> Item:
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

    def _leaf(self, item: Item, needed: frozenset[int], coefficient: float) -> Item:
        item = self._reduced(item, needed)
        if coefficient == 1.0:
            return item
        if item.fixed:
            return Item(item.tensor * coefficient, item.labels, True)
        out = self.buffer(item.tensor.shape)
        self.step(torch.mul, [item.tensor, coefficient], out)
        return Item(out, item.labels, False)

    def _reduced(self, item: Item, needed: frozenset[int]) -> Item:
        """Sum over labels that nobody else has."""
        lost = [k for k, x in enumerate(item.labels) if x not in needed]
        if not lost:
            return item
        kept = tuple(x for x in item.labels if x in needed)
        if item.fixed:
            return Item(item.tensor.sum(lost), kept, True)
        out = self.buffer([n for k, n in enumerate(item.tensor.shape) if k not in lost])
        self.step(torch.sum, [item.tensor, lost], out)
        self.flops += item.tensor.numel()
        return Item(out, kept, False)

    def _pair(self, a: Item, b: Item, needed: frozenset[int], aim: Aim | None) -> Item:
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
            return Item(torch.einsum(a.tensor, list(a.labels), b.tensor, list(b.labels), keep), tuple(keep), True)
        order = aim.order if aim else ()
        if not summed:
            return self._entrywise(a, b, order)
        own = {x for x in (*a.labels, *b.labels) if x not in batch and x not in summed}
        if batch and not own:
            product = self._entrywise(a, b, (*batch, *summed))
            return self._reduced(product, frozenset(batch))
        return self._matrix_product(a, b, batch, summed, aim)

    def _entrywise(self, a: Item, b: Item, order: Labels) -> Item:
        union = tuple(dict.fromkeys((*a.labels, *b.labels)))
        labels = tuple(x for x in order if x in union) + tuple(x for x in union if x not in order)
        for item in (a, b):
            if not item.fixed and len(item.labels) == len(union) and dense_order(item.tensor) is not None:
                labels = item.lying()
        x, y = self._aligned(a, labels), self._aligned(b, labels)
        out = self.buffer(torch.broadcast_shapes(x.shape, y.shape))
        self.step(torch.mul, [x, y], out)
        self.flops += out.numel()
        return Item(out, labels, False)

    def _aligned(self, item: Item, order: Labels) -> Tensor:
        """Permute and insert axes of length one to broadcast along the labels; fixed ones are laid out so, once."""
        moved = item.permuted(order)
        if item.fixed:
            moved = self._packed(moved)
        return moved[tuple(slice(None) if x in item.labels else None for x in order)]

    def _packed(self, fixed: Tensor) -> Tensor:
        """A fixed tensor, dense in its own order of axes where there is room for a copy."""
        if fixed.is_contiguous() or not self.fixed.fits(fixed.shape):
            return fixed
        self.fixed.claim(fixed.shape)
        return fixed.contiguous()

    def _matrix_product(self, a: Item, b: Item, batch: list[int], summed: list[int], aim: Aim | None) -> Item:
        """``a b`` or ``b^T a^T``, whichever costs less in the layouts that its factors have and its result should have."""
        summed = sorted(summed, key=(a if a.tensor.numel() >= b.tensor.numel() else b).labels.index)
        own = []
        for item in (a, b):
            found = [x for x in item.labels if x not in batch and x not in summed]
            own.append(sorted(found, key=aim.order.index) if aim and item.fixed else found)
        roles = Roles(batch, own[0], summed, own[1])
        few = FEW if self.on_processor else 0
        if product_cost(a, b, roles, aim, few) > product_cost(b, a, roles.swapped(), aim, few):
            a, b, roles = b, a, roles.swapped()
        dense = sums_densely(a, b, roles)
        x = self._folded(a, roles.left, -1 if dense or not self.on_processor else -2)
        y = self._folded(b, roles.right, -2 if dense and self.on_processor else -1)
        if self.on_processor and not (batch or a.fixed or b.fixed):
            x, y = self._agreeing(x, y, dense)
        labels = (*batch, *roles.rows, *roles.columns)
        out = self.buffer([(a if x in a.labels else b).length(x) for x in labels])
        shape = ((x.shape[0],) if batch else ()) + (x.shape[-2], y.shape[-1])
        base = self._base(aim, labels, shape)
        self.flops += 2 * x.numel() * y.shape[-1]
        if base is None:
            self.step(torch.bmm if batch else torch.mm, [x, y], out.view(shape))
        else:
            self.step(torch.baddbmm if batch else torch.addmm, [base, x, y], out.view(shape))
        return Item(out, labels, False, added=base is not None)

    def _agreeing(self, x: Tensor, y: Tensor, dense: bool) -> tuple[Tensor, Tensor]:
        """Moving factors, dense in the same index: the smaller one is copied if the product is worth it."""
        copy = STEP + MISPLACED * min(x.numel(), y.numel())
        if is_dense(x, 1) == is_dense(y, 0) or copy > MIXED * x.numel() * y.shape[1]:
            return x, y
        if x.numel() < y.numel():
            return self._copied(x, 1 if dense else 0), y
        return x, self._copied(y, 0 if dense else 1)

    def _copied(self, matrix: Tensor, axis: int) -> Tensor:
        """A copy of a moving matrix that is dense along an axis."""
        turned = matrix if axis == 1 else matrix.t()
        out = self.buffer(turned.shape)
        self.step(copied, [turned], out)
        return out if axis == 1 else out.t()

    def _base(self, aim: Aim | None, labels: Labels, shape: tuple[int, ...]) -> Tensor | None:
        """What is to be added, in the layout of a product with these labels; None if it is added later."""
        if aim is None or aim.base is None or set(labels) != set(aim.order):
            return None
        try:
            return aim.base.permute([aim.order.index(x) for x in labels]).view(shape)
        except RuntimeError:
            return None

    def _folded(self, item: Item, groups: Sequence[Sequence[int]], axis: int) -> Tensor:
        """The tensor with its axes grouped into (batch,) rows and columns; fixed ones are laid out along an axis, once."""
        folded = grouped(item, groups)
        if folded is None and not item.fixed:
            return self._reshaped(item.permuted([x for group in groups for x in group]), grouped_dims(item, groups))
        if folded is None:
            self.fixed.claim(item.tensor.shape)
            folded = item.permuted([x for group in groups for x in group]).reshape(grouped_dims(item, groups))
        return self._laid(folded, axis) if item.fixed else folded

    def _laid(self, fixed: Tensor, axis: int) -> Tensor:
        """A fixed matrix that is dense along an axis, where there is room for a copy."""
        other = -3 - axis
        if is_dense(fixed, axis) and fixed.stride(other) >= fixed.shape[axis]:
            return fixed
        key = (storage_of(fixed), fixed.storage_offset(), fixed.shape, fixed.stride(), axis)
        if key not in self.laid:
            dims = packed_dims(fixed, axis)
            if not self.fixed.fits(dims):
                return fixed
            self.fixed.claim(dims)
            self.laid[key] = fixed, packed(fixed, axis)
        return self.laid[key][1]
