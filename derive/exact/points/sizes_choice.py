"""Small concrete sizes: all different where the rules allow it, the file's own first, tiny ones for counterexamples."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence

from derive.build import BINDS_INDEX
from derive.core import Expr, Problem, Rel, SizeRules, formula_exprs, walk
from derive.fraction import Fraction
from derive.sizes import Size

CANDIDATES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 18, 20, 24, 1)
MAX_STEPS = 20_000


def choose_sizes(problem: Problem, wanted: Sequence[Mapping[str, int]] = ()) -> list[dict[str, int]]:
    """Return at least two size tuples that the rules admit (fewer if there are no more), different sizes if possible.

    Those that are not wanted are chosen such that as many pairs of matrices as possible are met as wide and tall ones.

    Args:
        problem: The statement; its size rules are respected.
        wanted: Tuples to take first, completed where sizes are missing.

    """
    names = list(problem.sizes)
    if not names:
        return [{}] if problem.rules.admits({}) else []
    found: list[dict[str, int]] = []
    asked = [{name: int(value) for name, value in want.items() if name in names} for want in wanted]
    for fixed in filter(None, asked):
        _append(found, complete(problem.rules, names, fixed))
    while len(found) < 2:
        orders = _orders(len(names)) if found else [CANDIDATES]
        others = [complete(problem.rules, names, {}, order, distinct_from=found) for order in orders]
        proposed = most_diverse(problem, [sizes for sizes in others if sizes is not None], found, 1)
        if not proposed:
            break
        found += proposed
    return found


def _orders(count: int) -> list[tuple[int, ...]]:
    """Candidates for so many sizes, the first of them in another order each time."""
    first, rest = CANDIDATES[:count], CANDIDATES[count:]
    turned = [first[::-1], *(first[k:] + first[:k] for k in range(1, count)), first[1::-1] + first[2:]]
    return [order + rest for order in turned]


def most_diverse(
    problem: Problem, proposed: Sequence[dict[str, int]], tried: Sequence[Mapping[str, int]], most: int
) -> list[dict[str, int]]:
    """Choose tuples of sizes one after the other, each with the most pairs of wide and tall matrices not met before.

    Where two have as many, the earlier one is taken.
    """
    met = set().union(*(_meetings(problem, sizes) for sizes in tried))
    left = {id(sizes): (sizes, _meetings(problem, sizes)) for sizes in proposed}
    chosen: list[dict[str, int]] = []
    while left and len(chosen) < most:
        best = max(left, key=lambda one: len(left[one][1] - met))
        sizes, meetings = left.pop(best)
        chosen.append(sizes)
        met |= meetings
    return chosen


def _meetings(problem: Problem, sizes: Mapping[str, int]) -> set[tuple[tuple[str, bool], tuple[str, bool]]]:
    """Pairs of matrices that are not square at these sizes (and each with itself), each with whether it is wide."""
    matrices = [(name, shape) for name, shape in problem.variables if shape.rows and shape.cols]
    known = [(name, shape.evaluate(sizes)) for name, shape in matrices if all(t.names <= sizes.keys() for t in shape.totals)]
    looks = [(name, cols > rows) for name, (rows, cols) in known if cols != rows]
    return set(itertools.combinations_with_replacement(looks, 2))


def _append(found: list[dict[str, int]], sizes: dict[str, int] | None) -> None:
    if sizes is not None and sizes not in found:
        found.append(sizes)


def complete(
    rules: SizeRules,
    names: Sequence[str],
    fixed: Mapping[str, int],
    order: Sequence[int] = CANDIDATES,
    distinct_from: Sequence[Mapping[str, int]] = (),
) -> dict[str, int] | None:
    """Extend a partial assignment to one that the rules admit; different values first, equal ones if need be.

    Values that an equation forces may repeat others: two sizes may be defined to be equal.
    """
    others = tuple(tuple(sorted(sizes.items())) for sizes in distinct_from)
    found = _completed(rules, tuple(names), tuple(sorted(fixed.items())), tuple(order), others)
    return None if found is None else dict(found)


@functools.lru_cache(maxsize=1024)
def _completed(
    rules: SizeRules,
    names: tuple[str, ...],
    fixed: tuple[tuple[str, int], ...],
    order: tuple[int, ...],
    distinct_from: tuple[tuple[tuple[str, int], ...], ...],
) -> tuple[tuple[str, int], ...] | None:
    others = [dict(sizes) for sizes in distinct_from]
    for distinct, most in (("all", MAX_STEPS // 40), ("free", MAX_STEPS), ("", MAX_STEPS)):
        steps = iter(range(most))
        for sizes in _assignments(rules, list(names), dict(fixed), order, distinct, steps):
            if sizes not in others:
                return tuple(sizes.items())
    return None


def _assignments(
    rules: SizeRules, names: list[str], env: dict[str, int], order: Sequence[int], distinct: str, steps: Iterator[int]
) -> Iterator[dict[str, int]]:
    if next(steps, None) is None or not rules.admits(env):
        return
    open_names = [name for name in names if name not in env]
    if not open_names:
        yield {name: env[name] for name in names}
        return
    name, forced = _next(rules, open_names, env)
    for value in order if forced is None else [forced]:
        if not distinct or (distinct == "free" and forced is not None) or value not in env.values():
            yield from _assignments(rules, names, {**env, name: value}, order, distinct, steps)


def _next(rules: SizeRules, open_names: Sequence[str], env: Mapping[str, int]) -> tuple[str, int | None]:
    """The name to assign next: one that an equation forces already (dead ends show at once), else the first."""
    missing = [size.names - env.keys() for op, size in rules.relations if op == "="]
    nearly = {name for one in missing if len(one) == 1 for name in one}
    for name in open_names:
        forced = _forced(rules, name, env) if name in nearly else None
        if forced is not None:
            return name, forced
    return open_names[0], None


def _forced(rules: SizeRules, name: str, env: Mapping[str, int]) -> int | None:
    """The value that an equation c*name + rest = 0 with known rest forces."""
    for op, size in rules.relations:
        if op != "=" or name not in size.names or not size.names - {name} <= env.keys():
            continue
        try:
            a, b, c = (size.evaluate({**env, name: k}) for k in (0, 1, 2))
        except ValueError:
            continue
        if b - a == c - b and b != a:
            root = Fraction(-a, b - a)
            return int(root) if root.denominator == 1 and root >= 1 else 0
    return None


def with_forced_sizes(rules: SizeRules, names: Sequence[str], given: Mapping[str, int]) -> dict[str, int]:
    """Return given sizes with those that equations between sizes force, such as ``n_1 = d_V d_K``."""
    sizes = dict(given)
    open_names = [name for name in names if name not in sizes]
    while True:
        forced = {n: value for n in open_names if (value := _forced(rules, n, sizes)) is not None and value > 0}
        if not forced:
            return sizes
        sizes |= forced
        open_names = [name for name in open_names if name not in sizes]


def tiny_sizes(problem: Problem, below: Mapping[str, int] | None = None, largest: int = 3) -> list[dict[str, int]]:
    """Return admitted tuples of sizes up to ``largest``, smallest first; at most 40.

    Sizes that an equation defines (``n_1 = d_V d_K``) follow from the others, whatever they come to.
    """
    defined = defined_sizes(problem)
    names = [n for n in problem.sizes if n not in defined]
    ranges = [range(1, min(largest, (below or {}).get(n, largest)) + 1) for n in names]
    if len(names) > 6:
        ranges = [r[:2] for r in ranges]
    tuples = sorted(itertools.product(*ranges), key=lambda t: (sum(t), t))
    found = []
    for values in tuples:
        sizes = _followed(problem.rules, dict(zip(names, values, strict=True)), defined)
        if sizes is not None and problem.rules.admits(sizes):
            found.append({name: sizes[name] for name in problem.sizes})
        if len(found) >= 40:
            break
    return found


MODEST = ((2,), (2, 3), (3, 2), (3,))
LARGER = ((4,), (5, 4), (4, 5), (6,))


def modest_sizes(problem: Problem, patterns: Sequence[Sequence[int]] = MODEST) -> list[dict[str, int]]:
    """Return admitted tuples of twos and threes, in turn: nothing vanishes because a size is one, and all stays small."""
    defined = defined_sizes(problem)
    names = [n for n in problem.sizes if n not in defined]
    found: list[dict[str, int]] = []
    for pattern in patterns:
        values = dict(zip(names, itertools.cycle(pattern), strict=False))
        sizes = _followed(problem.rules, values, defined)
        if sizes is not None and problem.rules.admits(sizes):
            _append(found, {name: sizes[name] for name in problem.sizes})
    return found


def larger_sizes(problem: Problem) -> list[dict[str, int]]:
    """Return the same of fours and more.

    A quadric in two or three unknowns may have no rational point where those in more of them have many: unit vectors that
    sum to zero are irrational for n = 2 and 3 (2 is no norm a^2 + ab + b^2), and (1, 1, -1, -1)/2 is one for n = 4.
    """
    return modest_sizes(problem, LARGER)


def defined_sizes(problem: Problem) -> list[str]:
    """Return the names that an equation gives in terms of the others, in an order in which they can be computed."""
    found: list[str] = []
    used: set[str] = set()
    for op, size in problem.rules.relations:
        open_names = [n for n in sorted(size.names) if n in problem.sizes and n not in used and n not in found]
        single = [n for n in open_names if _is_linear(size, n)]
        if op == "=" and single and len(size.names) > 1:
            found.append(single[0])
            used |= size.names - {single[0]}
    return found


def _is_linear(size: Size, name: str) -> bool:
    """Whether the name occurs in one term only, alone and to the first power."""
    terms = [m for m, _ in size.terms if any(n == name for n, _ in m)]
    return len(terms) == 1 and len(terms[0]) == 1 and terms[0][0][1] == 1


def _followed(rules: SizeRules, env: dict[str, int], defined: Sequence[str]) -> dict[str, int] | None:
    """Put in the values that the equations force; None where there is none."""
    for name in defined:
        value = _forced(rules, name, env)
        if not value:
            return None
        env[name] = value
    return env


# How many indices are contracted over each size.

SUM_OF_PARTS = {"scale", "matmul", "kron", "hadamard"}
ONE_PART = {
    "transpose",
    "vec",
    "vecr",
    "diag",
    "diagpart",
    "trace",
    "entry",
    "row",
    "col",
}
POLYNOMIAL = SUM_OF_PARTS | ONE_PART | {"add", "var", "const", "mpow"}


def contracted(problem: Problem) -> dict[str, int]:
    """Return per size name the largest number of indices, free or summed, that one term of the goal has over it.

    An expression of low degree cannot tell sizes beyond this number apart; at smaller sizes identities may hold that
    fail in general (Cayley and Hamilton).
    """
    counts: dict[str, int] = {}
    for expr in formula_exprs(problem.goal):
        for name, count in _term_indices(expr).items():
            counts[name] = max(counts.get(name, 0), count)
    return {name: counts.get(name, 0) for name in problem.sizes}


def _term_indices(expr: Expr) -> dict[str, int]:
    """Summed indices of a term plus the free ones, per size name."""
    table: dict[Expr, dict[str, int]] = {}
    for node in walk(expr):
        table[node] = _node_indices(node, [table[child] for child in node.args])
    total = dict(table[expr])
    for size in (*expr.shape.rows, *expr.shape.cols):
        _count(total, size)
    return total


def _count(total: dict[str, int], *sizes: Size, times: int = 1) -> None:
    for size in sizes:
        for name in size.names:
            total[name] = total.get(name, 0) + times


def _node_indices(node: Expr, parts: list[dict[str, int]]) -> dict[str, int]:
    names = {name for part in parts for name in part}
    if node.op in ("add", "hcat", "vcat", "where", "max", "min"):
        return {name: max(part.get(name, 0) for part in parts) for name in names}
    factor = node.data[0] if node.op == "mpow" else 1
    total = {name: factor * sum(part.get(name, 0) for part in parts) for name in names}
    inner: list[Size] = []
    if node.op == "matmul":
        inner = list(node.args[0].shape.cols)
    elif node.op in ("entry", "row", "col"):  # a chosen index is one more vertex
        inner = [*node.args[0].shape.rows, *node.args[0].shape.cols]
    elif node.op in ("trace", "norm", "softmax", "diag", "maxentry", "minentry"):
        inner = [*node.args[0].shape.rows, *node.args[0].shape.cols]
    elif node.op == "mpow":
        _count(total, *node.shape.rows, times=max(0, node.data[0] - 1))
    elif node.op in ("det", "inv"):
        inner = [*node.args[0].shape.rows] * 2
    elif node.op in BINDS_INDEX:
        inner = [node.data[2]]
    for size in inner:
        _count(total, size)
    return total


def beyond(problem: Problem, sizes: Mapping[str, int]) -> dict[str, bool]:
    """Whether each size is so large that agreement there shows the equality for all sizes (never, if not known)."""
    enough = sufficient_sizes(problem)
    if enough is None:
        return dict.fromkeys(problem.sizes or ("no bound is known",), False)
    return {name: sizes.get(name, 0) >= least for name, least in enough.items()}


def sufficient_sizes(problem: Problem) -> dict[str, int] | None:
    """Return sizes at which agreement implies agreement for all sizes, None where no such sizes are known.

    Known for polynomials in the variables with constant coefficients and without sizes, identities, ones or basis
    vectors: each term is a labelled graph whose vertices are indices, and the functions of different graphs with at
    most N vertices per size are linearly independent as soon as that size is at least N. (A coefficient such as
    n - 2 may vanish at any one size.) Without sizes every agreement is of this kind.
    """
    goal = problem.goal
    if problem.functions:
        return None
    if not problem.sizes:
        return {}
    if problem.hypotheses or not isinstance(goal, Rel) or goal.op != "=":
        return None
    if not all(_is_graph(node) for expr in (goal.lhs, goal.rhs) for node in walk(expr)):
        return None
    least = {name: count + 1 for name, count in contracted(problem).items()}
    return least if problem.rules.admits(least) else None


def _is_graph(node: Expr) -> bool:
    """Whether a node only multiplies entries and renames indices."""
    dims = (node.shape.rows, node.shape.cols)
    if any(coefficient < 1 for dim in dims for size in dim for _, coefficient in size.terms):
        return False  # a dimension n - 1 is shorter than n
    if node.op == "mpow":
        return node.data[0] > 0
    if node.op in ("entry", "row", "col"):
        of = node.args[0].shape
        return len(of.rows) < 2 and len(of.cols) < 2 and all(_is_label(Size.of(index)) for index in node.data)
    return node.op in POLYNOMIAL


def _is_label(index: Size) -> bool:
    """Whether an index is a number or a name, a vertex of its own (``i + 1`` is tied to ``i``)."""
    return index.constant is not None or index in {Size.of(name) for name in index.names}
