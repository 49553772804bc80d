"""Steps in blocks of rows: intermediates that are larger than the cache are made, used and forgotten piece by piece.

Where all large buffers of a run of steps carry one common index (in attention: the row of the query), the steps can be
run for a few values of this index at a time.  What only they read then never needs memory for more than one block; what
others read is written by slices; a product or a sum over the index is added up from block to block.

`in_row_blocks` takes a list of steps on `meta` buffers and returns another one that computes the same:

    before      steps that read nothing of the run
    the run     once per block, on slices
    after       steps that need something of the run as a whole

Every buffer is written by one step, so steps may be moved so.  What the index is follows from one large buffer and one
of its axes: forward through the steps that read what carries it, then back to large buffers that these steps alone
read.  The pair that keeps most memory small is taken.  The number of rows follows from the sizes alone, so results
are the same bit by bit whenever a program is compiled again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from numeric.programs.fixed import Elementary, centered
from numeric.programs.steps import Step, buffer, copied, storage_of

LARGE = 4 * 2**20  # bytes of a buffer that does not stay in the cache
BLOCK = 2 * 2**20  # bytes of what a block holds at once
ROWS = 48  # fewest rows of a block, and what their number is a multiple of: kernels take 8, 16 or 24 rows at a time
SEEDS = 8  # buffers that are tried

Names = tuple[int | None, ...]  # an index per axis; None where an axis of length one is repeated
_ENTRYWISE = (torch.mul, torch.add, torch.addcmul, copied)
_PRODUCTS = {torch.mm: torch.addmm, torch.addmm: torch.addmm, torch.bmm: torch.baddbmm, torch.baddbmm: torch.baddbmm}


def in_row_blocks(steps: Sequence[Step], result: Tensor) -> list[Step]:
    """Return steps that compute the same, with large buffers in blocks where they share an index.

    Args:
        steps: The calls in order, on `meta` tensors where they read or write buffers.
        result: The tensor that is wanted; it stays whole.
    """
    return _blocked(list(steps), {storage_of(result)})


def _blocked(steps: list[Step], kept: set[int]) -> list[Step]:
    """The same for a part of the steps; ``kept`` are the buffers that others read."""
    runs = [_Run.grown(steps, kept, seed, axis) for seed, axis in _seeds(steps)]
    runs = [run for run in runs if run.saved >= LARGE and run.rows < run.length]
    if not runs:
        return steps
    run = max(runs, key=lambda r: (r.saved, -r.held * r.rows // r.length))  # the first of equals
    rows = run.rows
    needed = kept | {s for step in (*run.body, *run.after) for s in _reads(step)}
    blocks = [run.block(start, min(start + rows, run.length)) for start in range(0, run.length, rows)]
    return [*_blocked(run.before, needed), *(step for block in blocks for step in block), *_blocked(run.after, kept)]


def _seeds(steps: Sequence[Step]) -> Iterator[tuple[Step, int]]:
    """The steps that write the largest buffers, and the axes of these."""
    large = sorted((s for s in steps if s.out.nbytes >= LARGE), key=lambda s: -s.out.nbytes)
    yield from ((step, axis) for step in large[:SEEDS] for axis, n in enumerate(step.out.shape) if n > 1)


def _reads(step: Step) -> set[int]:
    return {storage_of(a) for a in step.args if isinstance(a, Tensor) and a.is_meta}


@dataclass(frozen=True, slots=True)
class _Indices:
    """Which index every axis of a step's tensors belongs to.

    Attributes:
        args: Per argument; None for what is no tensor.
        out: Of the result.
        whole: Indices whose values are needed together.
    """

    args: tuple[Names | None, ...]
    out: Names
    whole: frozenset[int] = frozenset()


def indices_of(step: Step) -> _Indices | None:
    """The indices of a step; None if they are not known, or only for whole tensors."""
    function, args, rank = step.function, step.args, step.out.ndim
    if function in _PRODUCTS:
        batch: Names = (0,) if rank == 3 else ()
        x, y, out = (*batch, 1, 2), (*batch, 2, 3), (*batch, 1, 3)
        base = () if function in (torch.mm, torch.bmm) else (_spread(args[0], step.out, out),)
        return _Indices((*base, x, y), out)
    axes: Names = tuple(range(rank))
    if function in _ENTRYWISE or (isinstance(function, Elementary) and function.entrywise):
        found = tuple(_spread(a, step.out, axes) if isinstance(a, Tensor) else None for a in args)
        return _Indices(found, axes)
    if function is torch.sum:
        axes = tuple(range(args[0].ndim))
        return _Indices((axes, None), tuple(k for k in axes if k not in args[1]))
    if function is centered:
        return _Indices((axes, axes, None), axes, frozenset(range(rank - args[2], rank)))
    return None


def _spread(arg: Tensor, out: Tensor, names: Names) -> Names:
    """The indices of an argument that is broadcast to the result."""
    found = names[len(names) - arg.ndim :]
    return tuple(x if n == out.shape[names.index(x)] else None for x, n in zip(found, arg.shape, strict=True))


@dataclass(slots=True)
class _Run:
    """Steps that are run block by block, and the others.

    Attributes:
        length: How many values the index has.
        body: The steps of the run.
        at: The index in the numbering of every step of the run.
        strides: What carries the index: the stride of its axis, by buffer.
        whole: Buffers that carry the index and are kept as a whole.
    """

    length: int
    before: list[Step] = field(default_factory=list)
    body: list[Step] = field(default_factory=list)
    after: list[Step] = field(default_factory=list)
    at: dict[Step, int] = field(default_factory=dict)
    strides: dict[int, int] = field(default_factory=dict)
    whole: set[int] = field(default_factory=set)

    @classmethod
    def grown(cls, steps: Sequence[Step], kept: set[int], seed: Step, axis: int) -> _Run:
        """The run that follows from one axis of the buffer that a step writes."""
        run = cls(seed.out.shape[axis])
        late: set[int] = set()  # known only when the run is over
        for step in steps:
            found = indices_of(step)
            reads = _reads(step)
            index = None
            if step is seed:
                index = found.out[axis] if found else None
            elif reads & run.strides.keys():
                index = run._index(step, found)
            elif not reads & late:
                run.before.append(step)
                continue
            if index is None or found is None or reads & late or not run._take(step, found, index, late):
                run.after.append(step)
                late.add(storage_of(step.out))
        run._pull(kept)
        outside = kept | {s for step in run.after for s in _reads(step)}
        run.whole = outside & run.strides.keys()
        return run

    def _index(self, step: Step, found: _Indices | None) -> int | None:
        """The index of the run in a step that reads what carries it; None if there is no single one."""
        if found is None:
            return None
        seen: set[int | None] = set()
        for arg, names in zip(step.args, found.args, strict=True):
            if isinstance(arg, Tensor) and arg.is_meta and storage_of(arg) in self.strides:
                axis = self._axis(arg)
                seen.add(None if axis is None or names is None else names[axis])
        return seen.pop() if len(seen) == 1 else None

    def _axis(self, view: Tensor) -> int | None:
        """The axis of a view along which it is cut; None if its axes do not fit."""
        stride = self.strides[storage_of(view)]
        return _axis_of(view, stride, self.length)

    def _take(self, step: Step, found: _Indices, index: int, late: set[int]) -> bool:
        """Make a step a part of the run, if it can be run block by block."""
        if index in found.whole:
            return False
        for arg, names in zip(step.args, found.args, strict=True):
            if isinstance(arg, Tensor) and names is not None:
                cut = [k for k, x in enumerate(names) if x == index]
                carries = arg.is_meta and storage_of(arg) in self.strides
                if len(cut) > 1 or (carries and cut != [self._axis(arg)]):
                    return False
        if index in found.out:
            axis = found.out.index(index)
            stride = step.out.stride(axis)
            if _axis_of(step.out, stride, self.length) != axis:
                return False
            self.strides[storage_of(step.out)] = stride
        elif step.function in _PRODUCTS or step.function is torch.sum:
            # a sum over the index: worth it where a large buffer is read that need not be kept for it
            if all(a.nbytes < LARGE for a in step.args if isinstance(a, Tensor) and a.is_meta):
                return False
            late.add(storage_of(step.out))
        else:
            return False
        self.body.append(step)
        self.at[step] = index
        return True

    def _pull(self, kept: set[int]) -> None:
        """Take large buffers that the run alone reads, always cut along one axis, into the run."""
        for step in reversed(list(self.before)):
            key = storage_of(step.out)
            others = [s for s in (*self.before, *self.after) if key in _reads(s)]
            readers = [s for s in self.body if key in _reads(s)]
            if step.out.nbytes < LARGE or key in kept or others or not readers:
                continue
            found = indices_of(step)
            strides = {self._cut_stride(arg, s, k) for s in readers for k, arg in enumerate(s.args) if _is(arg, key)}
            stride = strides.pop() if len(strides) == 1 else None
            if found is None or not stride:
                continue
            axis = _axis_of(step.out, stride, self.length)
            if axis is None or found.out[axis] in found.whole or found.out[axis] is None:
                continue
            index = found.out[axis]
            if any(names is not None and names.count(index) > 1 for names in found.args):
                continue
            self.before.remove(step)
            self.body.insert(0, step)
            self.at[step], self.strides[key] = index, stride  # type: ignore[assignment]

    def _cut_stride(self, arg: Tensor, step: Step, position: int) -> int | None:
        """The stride of the axis along which a step of the run cuts an argument (0: the same entries for every block)."""
        found = indices_of(step)
        names = found.args[position] if found else None
        return arg.stride(names.index(self.at[step])) if names and names.count(self.at[step]) == 1 else None

    @property
    def saved(self) -> int:
        """Bytes of the large buffers that need no memory as a whole."""
        out = {storage_of(s.out): s.out for s in self.body}
        return sum(t.nbytes for key, t in out.items() if t.nbytes >= LARGE and self._is_local(key))

    def _is_local(self, key: int) -> bool:
        return key in self.strides and key not in self.whole

    @property
    def rows(self) -> int:
        """How many values of the index a block has: as many as fit into `BLOCK`, in a multiple of `ROWS`."""
        return max(BLOCK * self.length // self.held // ROWS, 1) * ROWS

    @property
    def held(self) -> int:
        """The most bytes that the run holds at once if it is not cut into blocks."""
        last = {key: k for k, step in enumerate(self.body) for key in _reads(step)}
        live: dict[int, int] = {}
        most = 1
        for k, step in enumerate(self.body):
            key = storage_of(step.out)
            over = [x for x in live if last.get(x, k) <= k]
            if any(_is(a, x) and step.may_overwrite(k) for x in over for k, a in enumerate(step.args)):
                live = {x: n for x, n in live.items() if x not in over}  # the result lies where an argument was
            if self._is_local(key):
                live[key] = step.out.nbytes
            most = max(most, sum(live.values()))
            live = {x: n for x, n in live.items() if x not in over}
        return most

    def block(self, start: int, stop: int) -> list[Step]:
        """The steps of the run for some values of the index."""
        fresh: dict[int, Tensor] = {}
        steps: list[Step] = []
        for step in self.body:
            found, index = indices_of(step), self.at[step]
            assert found is not None
            args = [
                self._cut(a, names, index, start, stop, fresh) if isinstance(a, Tensor) and names is not None else a
                for a, names in zip(step.args, found.args, strict=True)
            ]
            out = self._cut(step.out, found.out, index, start, stop, fresh)
            if index in found.out or not start:
                steps.append(Step(step.function, args, out, **step.options))
            elif step.function in _PRODUCTS:
                steps.append(Step(_PRODUCTS[step.function], [out, *args[-2:]], out))
            else:
                part = buffer(out.shape, out.dtype)
                steps += [Step(step.function, args, part), Step(torch.add, [out, part], out)]
        return steps

    def _cut(self, tensor: Tensor, names: Names, index: int, start: int, stop: int, fresh: dict[int, Tensor]) -> Tensor:
        """The part of a tensor that belongs to a block; ``fresh`` are the buffers of this block."""
        if index not in names:
            return tensor
        axis, length = names.index(index), stop - start
        key = storage_of(tensor)
        if not (tensor.is_meta and self._is_local(key)):
            return tensor.narrow(axis, start, length)
        if key not in fresh:
            fresh[key] = buffer([_entries(tensor) // self.length * length], tensor.dtype)
        cut = tensor.stride(axis)
        shape = [length if k == axis else n for k, n in enumerate(tensor.shape)]
        stride = [s // self.length * length if s > cut else s for s in tensor.stride()]
        return fresh[key].as_strided(shape, stride)


def _is(arg: object, key: int) -> bool:
    return isinstance(arg, Tensor) and arg.is_meta and storage_of(arg) == key


def _entries(tensor: Tensor) -> int:
    return tensor.untyped_storage().nbytes() // tensor.element_size()


def _axis_of(view: Tensor, stride: int, length: int) -> int | None:
    """The axis of a view of a buffer that runs over all of an index; None if another axis runs over a part of it."""
    found = None
    for axis, (n, s) in enumerate(zip(view.shape, view.stride(), strict=True)):
        if n == 1 or s == 0 or n * s <= stride or s % (stride * length) == 0:
            continue  # inside of one value of the index, or over whole ranges of it
        if (n, s) != (length, stride) or found is not None:
            return None
        found = axis
    return found if view.storage_offset() == 0 and _entries(view) % (stride * length) == 0 else None


__all__ = ["in_row_blocks", "indices_of"]
