"""Truncated multivariate Taylor arithmetic: one nilpotent symbol per nested derivative.

A jet is a value plus parts. The part of a set of *tags* (one tag per enclosing derivative) has one extra axis per tag,
in ascending order of tags, that runs over the directions of that derivative:

    value (batch, r, c),   part {s} (batch, r, c, K_s),   part {s, t} (batch, r, c, K_s, K_t), ...

Products of two parts with a common tag vanish, so a nested derivative of order m is exact with m tags. An absent part
is zero.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from derive.exact.rings.rings import Array, Budget, Ring

Tags = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Jet:
    """Parts by ascending tuple of tags; the part () is the value."""

    parts: dict[Tags, Array]

    @property
    def value(self) -> Array:
        """The part without tags: what the expression is, without any derivative."""
        return self.parts[()]

    @property
    def constant(self) -> bool:
        """Whether all derivatives are absent, hence zero."""
        return len(self.parts) == 1

    @property
    def tags(self) -> Tags:
        """The tags of all parts, ascending."""
        return tuple(sorted({t for key in self.parts for t in key}))


@dataclass(slots=True)
class JetArithmetic:
    """Jets over a ring, with a budget of scalar operations."""

    ring: Ring
    budget: Budget

    def constant(self, value: Array) -> Jet:
        """The jet of a value whose derivatives are zero."""
        return Jet({(): value})

    def linear(self, a: Jet, move: Callable[[Array], Array]) -> Jet:
        """Apply a map that only moves entries (axes 1 and 2) to every part."""
        return Jet({key: move(part) for key, part in a.parts.items()})

    def add(self, *jets: Jet) -> Jet:
        """Sum, part by part; an absent part is zero."""
        parts: dict[Tags, Array] = {}
        for jet in jets:
            for key, part in jet.parts.items():
                self.budget.spend(part.size)
                parts[key] = self.ring.add(parts[key], part) if key in parts else part
        return Jet(parts)

    def neg(self, a: Jet) -> Jet:
        """Every part with the opposite sign."""
        return Jet({key: self.ring.neg(part) for key, part in a.parts.items()})

    def mul(self, a: Jet, b: Jet) -> Jet:
        """Entrywise product; axes of length one are broadcast."""
        return self._product(a, b, self._spread)

    def matmul(self, a: Jet, b: Jet) -> Jet:
        """Matrix product, by the product rule on the parts."""
        return self._product(a, b, self._contract)

    def kron(self, a: Jet, b: Jet) -> Jet:
        """Kronecker product, by the product rule on the parts."""
        return self._product(a, b, self._blow_up)

    def _product(self, a: Jet, b: Jet, times: Callable[[Array, Array, Tags, Tags], Array]) -> Jet:
        parts: dict[Tags, Array] = {}
        for left, x in a.parts.items():
            for right, y in b.parts.items():
                if set(left) & set(right):
                    continue
                key = tuple(sorted(left + right))
                term = times(x, y, left, right)
                parts[key] = self.ring.add(parts[key], term) if key in parts else term
        return Jet(parts)

    def _spread(self, x: Array, y: Array, left: Tags, right: Tags) -> Array:
        key = tuple(sorted(left + right))
        return self._times(_align(x, left, key), _align(y, right, key))

    def _times(self, x: Array, y: Array) -> Array:
        self.budget.spend(math.prod(map(max, x.shape, y.shape)))
        return self.ring.mul(x, y)

    def _blow_up(self, x: Array, y: Array, left: Tags, right: Tags) -> Array:
        # (A (x) B)[(i,k),(j,l)] = A[i,j] B[k,l]: an entrywise product with the other's axes of length one.
        key = tuple(sorted(left + right))
        x, y = _align(x, left, key), _align(y, right, key)
        (r, c), (s, d) = x.shape[1:3], y.shape[1:3]
        out = self._times(
            x.reshape(x.shape[0], r, 1, c, 1, *x.shape[3:]), y.reshape(y.shape[0], 1, s, 1, d, *y.shape[3:])
        )
        return out.reshape(out.shape[0], r * s, c * d, *out.shape[5:])

    def _contract(self, x: Array, y: Array, left: Tags, right: Tags) -> Array:
        # (b, r, k, S) (b, k, c, R): flatten to (b, r S, k) and (b, k, c R), one matrix product, then sort the axes.
        b, r, k = max(x.shape[0], y.shape[0]), x.shape[1], x.shape[2]
        c, s_dims, r_dims = y.shape[2], x.shape[3:], y.shape[3:]
        rows, columns = r * math.prod(s_dims), c * math.prod(r_dims)
        self.budget.spend(b * rows * k * columns)
        if not left and not right:
            return self.ring.matmul(x, y)
        n = len(left)
        flat_x = x.transpose(0, 1, *range(3, 3 + n), 2).reshape(x.shape[0], rows, k)
        out = self.ring.matmul(flat_x, y.reshape(y.shape[0], k, columns))
        out = out.reshape(b, r, *s_dims, c, *r_dims)
        tags = left + right
        places = [*range(2, 2 + n), *range(3 + n, 3 + len(tags))]
        order = [place for _, place in sorted(zip(tags, places, strict=True))]
        return out.transpose(0, 1, 2 + n, *order)

    def compose(self, u: Jet, derivatives: Callable[[int], Sequence[Array]]) -> Jet:
        """Apply an entrywise function given its values and derivatives at u's value.

        Faa di Bruno for nilpotent parts: the part of S is the sum over the set partitions of S into blocks B of
        f^(number of blocks) times the product of the parts of the blocks.
        """
        tags = u.tags
        levels = derivatives(len(tags))
        parts: dict[Tags, Array] = {(): levels[0]}
        for size in range(1, len(tags) + 1):
            for key in itertools.combinations(tags, size):
                for blocks in set_partitions(key):
                    if any(block not in u.parts for block in blocks):
                        continue
                    term, so_far = levels[len(blocks)], ()
                    for block in blocks:
                        term = self._spread(term, u.parts[block], so_far, block)
                        so_far = tuple(sorted(so_far + block))
                    parts[key] = self.ring.add(parts[key], term) if key in parts else term
        return Jet(parts)

    def inverse_matrix(self, a: Jet) -> Jet:
        """(A0 + N)^-1 = V - V N V + V N V N V - ..., V = A0^-1; N is nilpotent."""
        v = self.constant(self.ring.matinv(a.value))
        n = a.value.shape[1]
        self.budget.spend(self.ring.batch * n**3)
        nilpotent = Jet({key: part for key, part in a.parts.items() if key})
        if not nilpotent.parts:
            return v
        step = self.neg(self.matmul(v, nilpotent))
        term, result = v, v
        for _ in a.tags:
            term = self.matmul(step, term)
            if not term.parts:
                break
            result = self.add(result, term)
        return result


def _align(x: Array, tags: Tags, key: Tags) -> Array:
    """Insert axes of length one for the tags of ``key`` that ``tags`` lacks."""
    if tags == key:
        return x
    shape = iter(x.shape[3:])
    return x.reshape(*x.shape[:3], *(next(shape) if t in tags else 1 for t in key))


def set_partitions(items: Tags) -> Iterator[list[Tags]]:
    """Yield the set partitions of ascending tags, blocks ascending."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for size in range(len(rest) + 1):
        for others in itertools.combinations(rest, size):
            block = (first, *others)
            left = tuple(t for t in rest if t not in others)
            for blocks in set_partitions(left):
                yield [block, *blocks]
