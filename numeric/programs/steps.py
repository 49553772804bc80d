"""A compiled program: a straight list of torch calls with ``out=``, on memory that later calls use again.

While a program is compiled its buffers are `meta` tensors: they have shapes and strides and no memory.  `bind` finds
out how long each one is needed and gives several of them the same memory: a sum or an entrywise product goes on in
the memory of an operand that nobody reads afterwards, so that what a product touches stays in the cache.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from numeric.programs.fixed import centered

# calls that may write over an operand of the same layout: any, or only one, which they add to or go through by rows
_ENTRYWISE = (torch.mul, torch.add, torch.addcmul)
_IN_PLACE = {torch.addmm: 0, torch.baddbmm: 0, centered: 1}


class Step:
    """One torch call that writes its result to ``out``."""

    __slots__ = ("args", "function", "options", "out")

    def __init__(self, function: Callable[..., object], args: Sequence[Any], out: Tensor, **options: Any) -> None:
        self.function, self.args, self.out, self.options = function, list(args), out, options

    def __call__(self) -> None:
        """Run the call; the result of the last run is overwritten."""
        self.function(*self.args, out=self.out, **self.options)

    def tensors(self) -> Iterator[tuple[int, Tensor]]:
        """Positions and tensors; the result has the position -1."""
        yield from ((k, a) for k, a in enumerate(self.args) if isinstance(a, Tensor))
        yield -1, self.out

    def may_overwrite(self, position: int) -> bool:
        """Whether the result may lie in the memory of an argument."""
        allowed = self.function in _ENTRYWISE or _IN_PLACE.get(self.function) == position
        arg = self.args[position]
        same = arg.shape == self.out.shape and arg.stride() == self.out.stride()
        return allowed and same and arg.storage_offset() == self.out.storage_offset()


def copied(source: Tensor, *, out: Tensor) -> None:
    """Copy, in the form of a step."""
    out.copy_(source)


@dataclass(frozen=True, slots=True)
class Place:
    """A view of memory that is known later, and the arguments of steps (or results: position -1) that it becomes."""

    shape: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int
    uses: list[tuple[Step, int]] = field(default_factory=list)

    def put(self, memory: Tensor) -> None:
        """Lay the view into this memory and hand it to all steps that use it."""
        tensor = memory.as_strided(self.shape, self.stride, self.offset + memory.storage_offset())
        for step, position in self.uses:
            if position < 0:
                step.out = tensor
            else:
                step.args[position] = tensor


@dataclass(slots=True)
class Program:
    """A compiled linear program.

    The vector is read where it lies and the last step writes to the result: neither is copied.  Results are always
    new memory (or ``out``).  Two threads cannot apply one program at once.

    Attributes:
        steps: The calls in order.
        reads: Where the vector is read.
        writes: Where the result is written.
        entries: Lengths of the vector and of the result.
        bytes: Memory of buffers and of fixed intermediates.
        flops: Floating-point operations of one application.
    """

    steps: list[Step]
    reads: list[Place]
    writes: list[Place]
    entries: tuple[int, int]
    dtype: torch.dtype
    device: torch.device
    bytes: int
    flops: int

    def apply(self, vector: Tensor, out: Tensor | None = None) -> Tensor:
        """Return the result for a vector (of any shape with its number of entries), in one dimension.

        Args:
            vector: The vector; it is not changed unless it overlaps with ``out``.
            out: Where to write.

        Raises:
            ValueError: The vector has the wrong number of entries.
        """
        source = self._source(vector)
        if source.numel() != self.entries[0]:
            raise ValueError(f"a vector of {self.entries[0]} entries is needed, not of {source.numel()}")
        if out is not None and self._writable(out, source):
            target = out
        else:
            target = torch.empty(self.entries[1], dtype=self.dtype, device=self.device)
        for place in self.reads:
            place.put(source)
        for place in self.writes:
            place.put(target)
        for step in self.steps:
            step()
        if out is None or out is target:
            return target
        return out.copy_(target.view(out.shape))

    def _source(self, vector: Tensor) -> Tensor:
        """The vector as steps can read it: itself if its type, place and layout are right."""
        if vector.dtype != self.dtype or vector.device != self.device:
            vector = vector.to(self.device, self.dtype)
        vector = vector.detach() if vector.requires_grad else vector
        return vector if vector.is_contiguous() else vector.contiguous()

    def _writable(self, out: Tensor, source: Tensor) -> bool:
        """Whether steps may write to ``out`` while they read the vector."""
        if not (out.is_contiguous() and out.dtype == self.dtype and out.device == self.device):
            return False
        if out.numel() != self.entries[1] or out.requires_grad:
            return False
        first, other = out.data_ptr(), source.data_ptr()
        return first + out.nbytes <= other or other + source.nbytes <= first


class Memory:
    """Places buffers of a list of steps into memory, as few and as small as their lifetimes allow.

    Args:
        steps: The calls in order, on `meta` tensors where they read or write buffers.
        moving: The `meta` tensor that stands for the vector: read, never written.
        result: The `meta` tensor, dense, that the last step writes.
    """

    def __init__(self, steps: Sequence[Step], moving: Tensor, result: Tensor) -> None:
        self.steps, self.moving, self.result = steps, storage_of(moving), storage_of(result)
        self.sizes: dict[int, int] = {}
        self.last: dict[int, int] = {}
        self.places: dict[int, dict[tuple[object, ...], Place]] = {}
        for k, step in enumerate(steps):
            for position, tensor in step.tensors():
                if tensor.is_meta:
                    key = storage_of(tensor)
                    self.sizes[key] = tensor.untyped_storage().nbytes() // tensor.element_size()
                    self.last[key] = k
                    view = (tuple(tensor.shape), tensor.stride(), tensor.storage_offset())
                    place = self.places.setdefault(key, {}).setdefault(view, Place(*view))
                    place.uses.append((step, position))
        self.slot_of: dict[int, int] = {}
        self.lengths: list[int] = []
        self._assign()

    def _assign(self) -> None:
        free: list[int] = []
        for k, step in enumerate(self.steps):
            dying: dict[int, list[int]] = {}
            for position, tensor in step.tensors():
                if (
                    position >= 0
                    and tensor.is_meta
                    and storage_of(tensor) != self.moving
                    and self.last[storage_of(tensor)] == k
                ):
                    dying.setdefault(storage_of(tensor), []).append(position)
            out = storage_of(step.out)
            if out not in self.slot_of:
                self.slot_of[out] = self._slot(step, out, dying, free)
            taken = self.slot_of[out]
            free.extend(s for s in dict.fromkeys(self.slot_of[d] for d in dying) if s != taken)

    def _slot(self, step: Step, out: int, dying: dict[int, list[int]], free: list[int]) -> int:
        size = self.sizes[out]
        for key, positions in dying.items():
            length = self.lengths[self.slot_of[key]]
            fits = length == size if out == self.result else length >= size
            if fits and all(map(step.may_overwrite, positions)):
                return self.slot_of[key]
        fitting = [s for s in free if self.lengths[s] >= size]
        if fitting and out != self.result:
            best = min(fitting, key=lambda s: self.lengths[s])
            free.remove(best)
            return best
        self.lengths.append(size)
        return len(self.lengths) - 1

    @property
    def entries(self) -> int:
        """Entries of all memory but the result's, which is new for every application."""
        return sum(self.lengths) - self.lengths[self.slot_of[self.result]]

    def bind(self, dtype: torch.dtype, device: torch.device) -> tuple[list[Place], list[Place]]:
        """Take the memory; return the places of the vector and of the result."""
        kept = self.slot_of[self.result]
        writes: list[Place] = []
        for slot, length in enumerate(self.lengths):
            places: dict[tuple[object, ...], Place] = {}
            for key in (k for k, s in self.slot_of.items() if s == slot):
                for view, place in self.places[key].items():
                    places.setdefault(view, Place(*view)).uses.extend(place.uses)
            if slot == kept:
                writes = list(places.values())
                continue
            memory = torch.empty(length, dtype=dtype, device=device)
            for place in places.values():
                place.put(memory)
        return list(self.places.get(self.moving, {}).values()), writes


def storage_of(tensor: Tensor) -> int:
    """What tells buffers apart: views of one have the same."""
    return tensor.untyped_storage()._cdata


def buffer(dims: Sequence[int], dtype: torch.dtype) -> Tensor:
    """A tensor without memory that a program will write to."""
    return torch.empty(math.prod(dims), dtype=dtype, device="meta").view(tuple(dims))


__all__ = ["Memory", "Place", "Program", "Step", "buffer", "copied", "storage_of"]
