"""The ring-generic evaluator of the core language at concrete sizes.

One evaluator serves every ring: the definition side of a claim is evaluated with jets (its ``deriv``, ``grad`` and
``frechet`` nodes), the stated formula by plain arithmetic, both by the same rules. Values are memoized over the tree,
keyed by the bindings of the names that a node really uses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from derive.build import BINDS_IN_FIRST, BINDS_INDEX
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.exact.rings.jets import Jet, JetArithmetic
from derive.exact.rings.rings import Array, Budget, Ring
from derive.exact.rings.signs import SignBook
from derive.fraction import Fraction
from derive.sizes import Shape, Size

MAX_DEPTH = 150
MAX_ENTRIES = 4_000_000


@dataclass(frozen=True, slots=True)
class Env:
    """Concrete data: sizes, variables as arrays (batch, rows, columns) of ring elements, index values."""

    sizes: Mapping[str, int]
    variables: Mapping[str, Array] = field(default_factory=dict)
    indices: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """A name bound by a derivative: its point (in the scope outside) and the direction, if one is given."""

    point: Expr
    scope: Scope
    direction: Expr | None = None


Name = tuple[str, str]
Scope = Mapping[Name, Any]
EMPTY: Scope = {}


@dataclass(slots=True)
class Evaluator:
    """Evaluates core expressions in one ring at one environment.

    Attributes:
        ring: Where the entries live.
        env: Sizes, variables, indices.
        budget: Scalar operations left.
        exponents: The evaluator of exponents in the next ring of the tower (prime fields only).
        signs: Signs of residues (prime fields only).
        thresholds: If given, takes the values whose sign makes something jump.
        bends: Take those at which something bends (ReLU, absolute values), too.

    """

    ring: Ring
    env: Env
    budget: Budget
    exponents: Evaluator | None = None
    signs: SignBook | None = None
    thresholds: dict[Any, Array] | None = None
    bends: bool = False
    jets: JetArithmetic = field(init=False)
    _sizes: dict[Size, int] = field(init=False, default_factory=dict)
    _cache: dict[Any, Jet] = field(init=False, default_factory=dict)
    _tags: dict[Bound, int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.jets = JetArithmetic(self.ring, self.budget)

    @property
    def nodes(self) -> int:
        """How many nodes were evaluated."""
        return len(self._cache)

    def forget_bound(self) -> None:
        """Keep only values that depend on no bound name: only they can be asked for again."""
        self._cache = {key: jet for key, jet in self._cache.items() if isinstance(key, Expr)}
        self._tags.clear()

    def value(self, expr: Expr, scope: Scope = EMPTY) -> Array:
        """Return the value (batch, rows, columns); derivatives that are open in ``scope`` are ignored."""
        return self.jet(expr, scope).value

    def jet(self, node: Expr, scope: Scope = EMPTY) -> Jet:
        """Return the jet of a node."""
        key = self._key(node, scope)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._compute(node, scope)
        return found

    def _compute(self, node: Expr, scope: Scope) -> Jet:
        rows, columns = self.dims(node.shape, scope)
        if rows * columns > MAX_ENTRIES:
            raise NotSupported(f"a matrix of {rows} x {columns} is beyond the exact road", hint="use smaller sizes")
        self.budget.spend(rows * columns)
        rule = RULES.get(node.op)
        if rule is None:
            raise NotSupported(f"the exact road does not evaluate '{node.op}'")
        result = rule(self, node, scope)
        if result.value.shape[1:3] != (rows, columns):
            raise AssertionError(f"{node.op}: {result.value.shape[1:3]} instead of {(rows, columns)}")
        return result

    def _key(self, node: Expr, scope: Scope) -> Expr | tuple[Any, ...]:
        """A node with the bindings of the names that it really uses, if it uses any."""
        names = _free_names(node)
        if not scope:
            return node
        used = [(name, scope[name]) for name in names if name in scope]
        return (node, *used) if used else node

    # What rules need.

    def size(self, size: Size, scope: Scope) -> int:
        """Return a size or index expression's value."""
        bound = {name: scope[("size", name)] for name in size.names if ("size", name) in scope} if scope else {}
        known = None if bound else self._sizes.get(size)
        if known is not None:
            return known
        try:
            value = size.evaluate({**self.env.sizes, **self.env.indices, **bound})
        except KeyError as error:
            raise NotSupported(f"the size or index {error.args[0]} has no value here") from error
        except ValueError as error:
            raise NotSupported(str(error)) from error
        if not bound:
            self._sizes[size] = value
        return value

    def dims(self, shape: Shape, scope: Scope) -> tuple[int, int]:
        """The rows and columns of a shape as integers, at the sizes of the environment and the indices of a scope."""
        rows, columns = shape.totals
        known = self._sizes
        if not scope and rows in known and columns in known:
            return known[rows], known[columns]
        return self.size(rows, scope), self.size(columns, scope)

    def tag(self, bound: Bound) -> int | None:
        """Return the tag of a derivative that this evaluator opened, None for one it only passes through."""
        return self._tags.get(bound)

    def open(self, bound: Bound) -> int:
        """Register a derivative; inner ones have larger tags."""
        self._tags[bound] = len(self._tags) + 1
        return self._tags[bound]

    def sign(self, node: Expr, scope: Scope, *, jumps: bool = False) -> Array:
        """Return the signs of a node's value, by the ring's order or by the book of signs."""
        if (jumps or self.bends) and self.thresholds is not None:
            key = self._key(node, scope)
            self.thresholds[(key,) if isinstance(key, Expr) else key] = self.value(node, scope)
        if self.signs is None:
            return self.ring.sign(self.value(node, scope))
        return self.signs.signs(self.value(node, scope))


Rule = Callable[[Evaluator, Expr, Scope], Jet]
RULES: dict[str, Rule] = {}
BINDS: dict[str, Callable[[Expr], set[Name]]] = {
    **dict.fromkeys(BINDS_IN_FIRST, lambda node: {("var", node.data[0])}),
    **dict.fromkeys(BINDS_INDEX, lambda node: {("size", node.data[0])}),
    "blocks": lambda node: {("size", node.data[0]), ("size", node.data[2])},
}


_free: WeakKeyDictionary[Expr, tuple[Name, ...]] = WeakKeyDictionary()


def _free_names(expr: Expr) -> tuple[Name, ...]:
    """Return the free names of an expression: found once for every node of a tree; trees that are too deep are refused."""
    found = _free.get(expr)
    if found is not None:
        return found
    depth: dict[Expr, int] = {}
    names: dict[Expr, tuple[Name, ...]] = {}
    for node in walk(expr):
        depth[node] = 1 + max((depth[child] for child in node.args), default=0)
        if depth[node] > MAX_DEPTH:
            raise NotSupported(f"the formula is nested deeper than {MAX_DEPTH}")
        names[node] = _free.get(node) or tuple(sorted(_names(node, names)))
    _free.update(names)
    return names[expr]


def _names(node: Expr, known: Mapping[Expr, tuple[Name, ...]]) -> set[Name]:
    names: set[Name] = {("size", n) for s in (*node.shape.rows, *node.shape.cols) for n in s.names}
    names |= {("size", n) for d in node.data for s in _sizes(d) for n in s.names}
    if node.op == "var":
        names.add(("var", node.data[0]))
    for position, child in enumerate(node.args):
        inner = set(known[child])
        if position == 0:
            inner -= BINDS.get(node.op, lambda _: set())(node)
        names |= inner
    return names


def _sizes(datum: Any) -> tuple[Size, ...]:
    if isinstance(datum, Size):
        return (datum,)
    return tuple(s for s in datum if isinstance(s, Size)) if isinstance(datum, tuple) else ()


def rule(*ops: str) -> Callable[[Rule], Rule]:
    """Register the evaluation rule of some nodes."""

    def register(function: Rule) -> Rule:
        for op in ops:
            RULES[op] = function
        return function

    return register


def eye(ring: Ring, n: int) -> Array:
    """The identity, shape (1 or batch, n, n)."""
    one = ring.number(Fraction(1))
    out = ring.zeros(one.shape[0], n, n)
    for k in range(n):
        out[:, k, k] = one[:, 0, 0]
    return out
