"""Compilation of a tensor program into a straight list of torch calls on preallocated buffers.

`compile_program` splits a program into what is fixed (evaluated once) and what depends on the moving input (the
vector of a product).  Moving products are flattened through their single-use factors and contracted in the best
order; every step is a matrix product, an elementwise product, a reduction or a fused multiply-add with ``out=``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from numeric.contraction import Tree, best_tree
from numeric.fixed import Fixed, elementary, label_lengths, members, opened, order_task, without_repeats
from numeric.program import Labels, Node, Operand, operands_of, topological

Call = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Step:
    """One torch call: what runs, and the line of code that says the same."""

    call: Call
    code: str


@dataclass(slots=True)
class Program:
    """A compiled program: fixed tensors, steps, the moving input's buffer and the result's view.

    Attributes:
        moving: The buffer of the moving input; write to it, then `run`.
        result: A view of the result, overwritten by the next run.
        steps: The calls in order.
        fixed: Tensors that were computed once, by name in the code.
        bytes: Memory of buffers and of fixed intermediates.
        flops: Floating-point operations of one run.
    """

    moving: Tensor
    result: Tensor
    steps: list[Step]
    fixed: dict[str, Tensor]
    bytes: int
    flops: int
    calls: list[Call] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.calls = [s.call for s in self.steps]

    def run(self, vector: Tensor) -> Tensor:
        """Apply the program to a vector; the result is a view that the next run overwrites."""
        self.moving.copy_(vector.reshape(self.moving.shape))
        for call in self.calls:
            call()
        return self.result


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
        self.dtype, self.device = dtype, device
        self.fixed = Fixed(values, dtype, device)
        order = list(topological(root))
        depends = {moving}
        self.uses: dict[Node, int] = {}
        self.summands: set[Node] = set()
        for node in order:
            if any(a in depends for a in node.args):
                depends.add(node)
            for a in node.args:
                self.uses[a] = self.uses.get(a, 0) + 1
                if node.kind == "sum":
                    self.summands.add(a)
        self.depends = frozenset(depends)
        self.order = order
        self.views: dict[Node, Tensor] = {}
        self.names: dict[int, str] = {}
        self.named: dict[str, Tensor] = {}
        self.kept: list[Tensor] = []
        self.steps: list[Step] = []
        self.flops = 0

    def program(self) -> Program:
        source = self.buffer(self.source.dims)
        self.name(source, "v")
        self.views[self.source] = source
        if self.root not in self.depends:
            return Program(source, self.fixed.value(self.root), [], {}, self.fixed.bytes, 0)
        wanted = self._needed()
        for node in self.order:
            if node in wanted and node not in self.views and not (node in self.summands and self._fusable(node)):
                self.views[node] = self._emit(node)
        return Program(source, self.views[self.root], self.steps, self.named, self.fixed.bytes, self.flops)

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

    def buffer(self, dims: Sequence[int]) -> Tensor:
        self.fixed.claim(dims)
        return torch.empty(tuple(dims), dtype=self.dtype, device=self.device)

    # Names for the code.

    def name(self, tensor: Tensor, name: str | None = None) -> str:
        key = id(tensor)
        if key not in self.names:
            self.names[key] = name or f"t{len(self.names)}"
            self.kept.append(tensor)  # so that ids stay valid
        return self.names[key]

    def constant(self, tensor: Tensor) -> str:
        key = id(tensor)
        if key not in self.names:
            self.name(tensor, f"c{len(self.named)}")
            self.named[self.names[key]] = tensor
        return self.names[key]

    def word(self, view: Tensor, moving: bool) -> str:
        """The name of a tensor, or of a view of a named tensor, as code."""
        if id(view) in self.names:
            return self.names[id(view)]
        base = view._base if view._base is not None else view
        if not moving:
            return self.constant(view)
        root = self.names.get(id(base))
        if root is None:
            return self.name(view)
        if tuple(base.shape) == tuple(view.shape) and base.stride() == view.stride():
            return root
        return f"{root}.as_strided({tuple(view.shape)}, {tuple(view.stride())}, {view.storage_offset()})"

    def step(self, call: Call, code: str) -> None:
        self.steps.append(Step(call, code))

    # Emission.

    def _emit(self, node: Node) -> Tensor:
        if node.kind == "product":
            return self._product(node)
        if node.kind == "sum":
            return self._sum(node)
        if node.kind == "reshape":
            return self._reshaped(self.view(node.args[0]), node.dims)
        if node.kind == "alias":
            return self.view(node.args[0])
        out = self.buffer(node.dims)
        args = [self.view(a) for a in node.args]
        words = ", ".join(self.word(a, n in self.depends) for a, n in zip(args, node.args, strict=True))
        code = f"{self.name(out)}.copy_({node.kind}{node.data}({words}))"
        self.step(lambda: out.copy_(elementary(node, args, self.dtype, self.device)), code)
        return out

    def view(self, node: Node) -> Tensor:
        """The tensor of a node; fixed ones are computed now."""
        return self.views[node] if node in self.depends else self.fixed.value(node)

    def _reshaped(self, tensor: Tensor, dims: Sequence[int]) -> Tensor:
        try:
            return tensor.view(tuple(dims))
        except RuntimeError:
            out = self.buffer(tensor.shape)
            self.step(lambda: out.copy_(tensor), f"{self.name(out)}.copy_({self.word(tensor, True)})")
            return out.view(tuple(dims))

    def _sum(self, node: Node) -> Tensor:
        """A linear combination; a summand that is an elementwise product of two is fused as ``addcmul``."""
        out = self.buffer(node.dims)
        word = self.name(out)
        terms = sorted(zip(node.data, node.args, strict=True), key=lambda t: (self._fusable(t[1]), t[0] != 1.0))
        (first, base_node), *rest = terms
        base = self._operand_view(base_node)
        base_word = self.word(base, base_node in self.depends)
        if first != 1.0:
            code = f"torch.mul({base_word}, {first!r}, out={word})"
            self.step(lambda x=base: torch.mul(x, first, out=out), code)
            base, base_word = out, word
        for c, arg in rest:
            pair = self._fused(arg)
            if pair is not None:
                a, b, factor, code = pair
                value = c * factor
                line = f"torch.addcmul({base_word}, {code}, value={value!r}, out={word})"
                self.step(lambda z=base, a=a, b=b, value=value: torch.addcmul(z, a, b, value=value, out=out), line)
            else:
                x = self._operand_view(arg)
                line = f"torch.add({base_word}, {self.word(x, arg in self.depends)}, alpha={c!r}, out={word})"
                self.step(lambda z=base, x=x, c=c: torch.add(z, x, alpha=c, out=out), line)
            base, base_word = out, word
            self.flops += 2 * out.numel()
        return out

    def _operand_view(self, arg: Node) -> Tensor:
        if arg in self.depends and arg not in self.views:
            self.views[arg] = self._emit(arg)
        return self.view(arg)

    def _fusable(self, arg: Node) -> bool:
        if arg.kind != "product" or arg not in self.depends or arg in self.views or self.uses.get(arg, 0) > 1:
            return False
        labels = {x for p in arg.data[1] for x in p}
        return len(arg.args) == 2 and labels <= set(arg.data[2]) and all(a.kind != "delta" for a in arg.args)

    def _fused(self, arg: Node) -> tuple[Tensor, Tensor, float, str] | None:
        if not self._fusable(arg):
            return None
        views, words = [], []
        for a, labels in operands_of(arg):
            tensor, own = without_repeats(self._operand_view(a), labels)
            words.append((tensor, a in self.depends))
            views.append(_aligned(tensor, own, arg.data[2]))
        code = ", ".join(self.word(v, m) for v, (_, m) in zip(views, words, strict=True))
        return views[0], views[1], arg.data[0], code

    def _product(self, node: Node) -> Tensor:
        operands, coefficient = self._opened(node)
        out, dims = node.data[2], node.dims
        items: list[_Item] = []
        for arg, labels in operands:
            tensor, own = without_repeats(self._tensor(arg), labels)
            items.append(_Item(tensor, own, arg not in self.depends))
        lengths = label_lengths(operands, out, dims)
        task = order_task([i.labels for i in items], [i.fixed for i in items], frozenset(out), lengths)
        result = self._contract(best_tree(task), items, frozenset(out), out, coefficient, lengths)
        kept = tuple(x for x in out if x in result.labels)
        tensor = result.tensor.permute([result.labels.index(x) for x in kept])
        index = tuple(slice(None) if x in kept else None for x in out)
        return tensor[index].expand(dims)

    def _tensor(self, arg: Node) -> Tensor:
        if arg.kind == "delta":
            return self.fixed.tensor(arg)
        return self.view(arg)

    def _contract(
        self,
        tree: Tree,
        items: Sequence[_Item],
        needed: frozenset[int],
        order: Labels,
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
        a = self._contract(first, items, needed | labels[1], order, coefficient if take_first else 1.0, lengths)
        b = self._contract(second, items, needed | labels[0], order, 1.0 if take_first else coefficient, lengths)
        return self._pair(a, b, needed, order)

    def _leaf(self, item: _Item, needed: frozenset[int], coefficient: float) -> _Item:
        item = self._reduced(item, needed)
        if coefficient == 1.0:
            return item
        if item.fixed:
            return _Item(item.tensor * coefficient, item.labels, True)
        out = self.buffer(item.tensor.shape)
        x, word = item.tensor, self.name(out)
        self.step(
            lambda: torch.mul(x, coefficient, out=out), f"torch.mul({self.word(x, True)}, {coefficient!r}, out={word})"
        )
        return _Item(out, item.labels, False)

    def _reduced(self, item: _Item, needed: frozenset[int]) -> _Item:
        """Sum over labels that nobody else has."""
        lost = [k for k, x in enumerate(item.labels) if x not in needed]
        if not lost:
            return item
        kept = tuple(x for x in item.labels if x in needed)
        if item.fixed:
            return _Item(item.tensor.sum(lost), kept, True)
        x = item.tensor
        out = self.buffer([n for k, n in enumerate(x.shape) if k not in lost])
        self.step(lambda: torch.sum(x, lost, out=out), f"torch.sum({self.word(x, True)}, {lost}, out={self.name(out)})")
        self.flops += x.numel()
        return _Item(out, kept, False)

    def _pair(self, a: _Item, b: _Item, needed: frozenset[int], order: Labels) -> _Item:
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
        if not summed:
            return self._elementwise(a, b, order)
        rank = {x: k for k, x in enumerate(order)}
        if _position(a, both, rank) > _position(b, both, rank):
            a, b = b, a
        return self._matrix_product(a, b, batch, summed)

    def _elementwise(self, a: _Item, b: _Item, order: Labels) -> _Item:
        union = tuple(dict.fromkeys((*a.labels, *b.labels)))
        labels = tuple(x for x in order if x in union) + tuple(x for x in union if x not in order)
        x, y = _aligned(a.tensor, a.labels, labels), _aligned(b.tensor, b.labels, labels)
        out = self.buffer(torch.broadcast_shapes(x.shape, y.shape))
        code = f"torch.mul({self.word(x, not a.fixed)}, {self.word(y, not b.fixed)}, out={self.name(out)})"
        self.step(lambda: torch.mul(x, y, out=out), code)
        self.flops += out.numel()
        return _Item(out, labels, False)

    def _matrix_product(self, a: _Item, b: _Item, batch: list[int], summed: list[int]) -> _Item:
        left = [x for x in a.labels if x not in batch and x not in summed]
        right = [x for x in b.labels if x not in batch and x not in summed]
        if batch and not left and not right:
            return self._row_products(a, b, batch, summed)
        summed = sorted(summed, key=(a if a.tensor.numel() >= b.tensor.numel() else b).labels.index)
        x = self._folded(a, (batch, left, summed))
        y = self._folded(b, (batch, summed, right))
        out_dims = [_length(item, label) for item, group in ((a, batch), (a, left), (b, right)) for label in group]
        out = self.buffer(out_dims)
        flat = out.view(*([x.shape[0]] if batch else []), x.shape[-2], y.shape[-1])
        function = torch.bmm if batch else torch.mm
        code = (
            f"torch.{function.__name__}({self.word(x, not a.fixed)}, {self.word(y, not b.fixed)}, out={self.name(out)}"
        )
        code += ")" if tuple(flat.shape) == tuple(out.shape) else f".view{tuple(flat.shape)})"
        self.step(lambda: function(x, y, out=flat), code)
        self.flops += 2 * x.numel() * y.shape[-1]
        return _Item(out, tuple(batch + left + right), False)

    def _row_products(self, a: _Item, b: _Item, batch: list[int], summed: list[int]) -> _Item:
        """sum_j a[i,j] b[i,j]: an elementwise product into a buffer and a reduction."""
        product = self._elementwise(a, b, (*batch, *summed))
        return self._reduced(product, frozenset(batch))

    def _folded(self, item: _Item, groups: Sequence[Sequence[int]]) -> Tensor:
        """The tensor with its axes grouped into (batch,) rows and columns; a copy only where a view cannot be."""
        groups = groups if groups[0] else groups[1:]
        moved = item.tensor.permute([item.labels.index(x) for group in groups for x in group])
        dims = [math.prod(_length(item, x) for x in group) for group in groups]
        if item.fixed:
            return moved.reshape(dims)
        return self._reshaped(moved, dims)


@dataclass(frozen=True, slots=True)
class _Item:
    """A tensor in a contraction: one label per axis."""

    tensor: Tensor
    labels: Labels
    fixed: bool


def _length(item: _Item, label: int) -> int:
    return item.tensor.shape[item.labels.index(label)]


def _position(item: _Item, shared: Sequence[int], rank: Mapping[int, int]) -> int:
    """Where the operand's own labels stand in the result: the left factor of a product gives its rows."""
    return min((rank.get(x, 10**6) for x in item.labels if x not in shared), default=10**7)


def _aligned(tensor: Tensor, labels: Labels, order: Labels) -> Tensor:
    """Permute and insert axes of length one so that the tensor broadcasts along the given labels."""
    present = [x for x in order if x in labels]
    moved = tensor.permute([labels.index(x) for x in present])
    return moved[tuple(slice(None) if x in labels else None for x in order)]
