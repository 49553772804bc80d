"""The order in which the operands of a product are contracted, chosen from the sizes.

Operands that do not change between applications of an operator are *fixed*: contractions among them are done once
and cost (nearly) nothing, as long as their result is not much larger than what is there already.  The optimum over
all trees is found by dynamic programming over subsets; long products fall back to a greedy choice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

Tree = int | tuple["Tree", "Tree"]

EXACT = 9  # operands up to which all trees are searched
_TOUCH = 8.0  # cost of one entry of a result or of an elementwise operand, in flops
_FIXED = 1e-3  # weight of work done once
_HOIST = 4.0  # a fixed intermediate may be this much larger than the largest operand or result


@dataclass(frozen=True, slots=True)
class Task:
    """A product to be ordered: label sets per operand, which of them are fixed, labels of the result, lengths."""

    operands: tuple[frozenset[int], ...]
    fixed: tuple[bool, ...]
    out: frozenset[int]
    lengths: tuple[tuple[int, int], ...]


def size_of(labels: frozenset[int], lengths: Mapping[int, int]) -> float:
    """The number of entries of a tensor with these labels, as a float: it only ever costs."""
    return math.prod(lengths[x] for x in labels)


@lru_cache(maxsize=4096)
def best_tree(task: Task) -> Tree:
    """Return the cheapest contraction tree over operand numbers."""
    n = len(task.operands)
    if n == 1:
        return 0
    return _exact(task) if n <= EXACT else _greedy(task)


def _labels_after(task: Task, members: int) -> frozenset[int]:
    """Labels of the contraction of a subset: those that the rest or the result still needs."""
    inside: set[int] = set()
    outside: set[int] = set(task.out)
    for k, labels in enumerate(task.operands):
        (inside if members >> k & 1 else outside).update(labels)
    return frozenset(inside & outside)


def _limit(task: Task, lengths: Mapping[int, int]) -> float:
    return _HOIST * max(size_of(x, lengths) for x in (*task.operands, task.out))


def _step_cost(left: frozenset[int], right: frozenset[int], out: frozenset[int], lengths: Mapping[int, int]) -> float:
    union = left | right
    work = size_of(union, lengths)
    batch = left & right & out
    matrix_like = bool(union - out) and not batch and bool(left - right) and bool(right - left)
    if matrix_like:
        return 2 * work + _TOUCH * size_of(out, lengths)
    return 2 * work + _TOUCH * (size_of(left, lengths) + size_of(right, lengths) + size_of(out, lengths))


def _exact(task: Task) -> Tree:
    lengths = dict(task.lengths)
    n, limit = len(task.operands), _limit(task, lengths)
    labels = [_labels_after(task, s) for s in range(1 << n)]
    fixed = [all(task.fixed[k] for k in range(n) if s >> k & 1) for s in range(1 << n)]
    cost = [math.inf] * (1 << n)
    tree: list[Tree] = [0] * (1 << n)
    for k in range(n):
        cost[1 << k], tree[1 << k] = 0.0, k
        labels[1 << k] = task.operands[k]
    for s in range(1, 1 << n):
        if s & (s - 1) == 0:
            continue
        weight = _FIXED if fixed[s] else 1.0
        too_large = fixed[s] and s != (1 << n) - 1 and size_of(labels[s], lengths) > limit
        part = (s - 1) & s
        while part > s - part:  # each unordered split once
            rest = s - part
            total = cost[part] + cost[rest]
            if total < cost[s] and not too_large:
                total += weight * _step_cost(labels[part], labels[rest], labels[s], lengths)
                if total < cost[s]:
                    cost[s], tree[s] = total, (tree[rest], tree[part])
            part = (part - 1) & s
    full = (1 << n) - 1
    return tree[full] if cost[full] < math.inf else _greedy(task)


def _greedy(task: Task) -> Tree:
    """Contract the cheapest pair again and again."""
    lengths = dict(task.lengths)
    live: list[tuple[Tree, int, bool]] = [(k, 1 << k, task.fixed[k]) for k in range(len(task.operands))]
    while len(live) > 1:
        best: tuple[float, int, int] | None = None
        for i in range(len(live)):
            for j in range(i):
                a, b = (_current(task, live[k][1]) for k in (i, j))
                out = _labels_after(task, live[i][1] | live[j][1])
                cost = _step_cost(a, b, out, lengths) * (_FIXED if live[i][2] and live[j][2] else 1.0)
                cost -= size_of(a, lengths) + size_of(b, lengths)
                if best is None or cost < best[0]:
                    best = (cost, i, j)
        assert best is not None
        _, i, j = best
        merged = ((live[j][0], live[i][0]), live[i][1] | live[j][1], live[i][2] and live[j][2])
        live = [x for k, x in enumerate(live) if k not in (i, j)] + [merged]
    return live[0][0]


def _current(task: Task, members: int) -> frozenset[int]:
    if members & (members - 1) == 0:
        return task.operands[members.bit_length() - 1]
    return _labels_after(task, members)


def leaves(tree: Tree) -> Sequence[int]:
    """The operand numbers of a tree (iterative)."""
    found, stack = [], [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, int):
            found.append(item)
        else:
            stack.extend((item[1], item[0]))
    return found
