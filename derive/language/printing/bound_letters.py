r"""The letters of bound names: ``i~7``, bound somewhere, is an ``i`` for the eye, unless another ``i`` is visible there.

Names that are visible together print differently, so that a printed formula says what its tree says: the block matrix of
``X_{j,i}`` is not that of ``X_{i,j}``. A name that a derivative binds keeps its letter: ``dF / dW`` at ``W`` is written with one W.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Any

from derive.build import BINDS_IN_FIRST, BINDS_INDEX, LIMITS
from derive.core import Expr, Formula, Logic, Quantified, Rel, formula_exprs, walk
from derive.sizes import Shape, Size

MARK = "~"
"""Sets a bound name apart from a free one."""
INDICES = "ijklpqrstuvabcgh"
NO_NAMES: frozenset[str] = frozenset()


def letters_of(formula: Formula | Expr, taken: frozenset[str] = NO_NAMES) -> dict[str, str]:
    """Return the letter of every marked name of a formula or an expression.

    Args:
        formula: What is printed.
        taken: Declared names, which no bound name is called in place of its own letter.
    """
    seen = _Visible()
    seen.together(seen.of_formula(formula) if not isinstance(formula, Expr) else seen.of(formula))
    chosen: dict[str, str] = {}
    fixed = {name for name in seen.neighbours if MARK not in name}
    stems = {_stem(name) for name in seen.neighbours}
    for name in reversed(seen.order):
        near = {chosen.get(other, other if MARK not in other else "") for other in seen.neighbours[name]}
        if _stem(name) not in near:
            chosen[name] = _stem(name)
            continue
        others = _index_letters(name) if name in seen.indices else _primed(name)
        chosen[name] = next(x for x in others if x not in near | taken | fixed | stems)
    return chosen


def _stem(name: str) -> str:
    return name.split(MARK, maxsplit=1)[0]


def _index_letters(name: str) -> Iterable[str]:
    yield from INDICES
    yield from _primed(name)


def _primed(name: str) -> Iterable[str]:
    """Yield ``W'_Q``, ``W''_Q``, ... for ``W_Q``."""
    stem = _stem(name)
    letters = re.match(r"[^_^']*", stem)
    end = letters.end() if letters is not None else 0
    for count in itertools.count(1):
        yield stem[:end] + "'" * count + stem[end:]


class _Visible:
    """Which names are visible together.

    Attributes:
        neighbours: The names that a name must differ from.
        order: Marked names, those of inner parts first.
        indices: Bound names that count.
    """

    def __init__(self) -> None:
        self.neighbours: dict[str, set[str]] = {}
        self.order: list[str] = []
        self.indices: set[str] = set()
        self._free: dict[Expr, frozenset[str]] = {}
        self._inner: dict[Expr, frozenset[str]] = {}

    def of_formula(self, f: Formula) -> frozenset[str]:
        """Return the names that are free in a formula."""
        if isinstance(f, Rel):
            return self.of(f.lhs) | self.of(f.rhs) | _names(f.data)
        if isinstance(f, Logic):
            return NO_NAMES.union(*map(self.of_formula, f.args))
        inside = self.of_formula(f.body) | _names([n[1:] for n in f.names])
        bound = [n[0] for n in f.names]
        self.indices |= {n[0] for n in f.names if len(n) == 3}
        return self._bind(bound, inside)

    def of(self, e: Expr) -> frozenset[str]:
        """Return the names that are free in an expression."""
        for node in walk(e):
            if node not in self._free:
                self._inner[node] = NO_NAMES.union(*(self._inner[a] for a in node.args))
                self._free[node] = self._of_node(node)
        return self._free[e]

    def _of_node(self, node: Expr) -> frozenset[str]:
        parts = [self._free[a] for a in node.args]
        if node.op in BINDS_INDEX or node.op == "blocks":
            bound = node.data[::2] if node.op == "blocks" else node.data[:1]
            limits = _names([d for d in node.data if not isinstance(d, str)])
            self.indices |= set(bound)
            for name in bound:
                self._apart(name, self._inner[node.args[0]] | limits)
            self._inner[node] |= set(bound)
            return self._bind(bound, parts[0]) | limits
        if node.op in BINDS_IN_FIRST:
            rest = NO_NAMES.union(*parts[1:])
            if node.op == "integral":
                self._apart(node.data[0], rest)
            return self._bind(node.data[:1], parts[0]) | rest
        if node.op in LIMITS:
            return self._bind(node.data[:1], parts[0])
        if node.op in ("sup", "inf"):
            bound = [name for name, _ in node.data[0]]
            return self._bind(bound, parts[0].union(*map(self.of_formula, node.data[1])))
        own = {node.data[0]} if node.op in ("var", "fun") else _names(node.data)
        return NO_NAMES.union(own, *parts)

    def _bind(self, bound: Iterable[str], inside: frozenset[str]) -> frozenset[str]:
        bound = tuple(bound)
        for name in bound:
            self._apart(name, inside | set(bound))
        return inside - set(bound)

    def together(self, names: frozenset[str]) -> None:
        """Note names that are free in the whole."""
        for name in sorted(names):
            self._apart(name, names)

    def _apart(self, name: str, others: Iterable[str]) -> None:
        if name not in self.neighbours:
            self.neighbours[name] = set()
        if MARK in name and name not in self.order:
            self.order.append(name)
        for other in others:
            if other != name:
                self.neighbours[name].add(other)
                self.neighbours.setdefault(other, set()).add(name)


def _names(data: Any) -> frozenset[str]:
    """The names in sizes and index expressions, and marked ones."""
    if isinstance(data, Size):
        return frozenset(data.names)
    if isinstance(data, Shape):
        return _names((data.rows, data.cols))
    if isinstance(data, (tuple, list)):
        return NO_NAMES.union(*map(_names, data))
    return frozenset([data]) if isinstance(data, str) and MARK in data else NO_NAMES


# Renaming.


def renamed(e: Expr, letters: Mapping[str, str], done: dict[Expr, Expr] | None = None) -> Expr:
    """Return an expression with other names wherever they stand, bound or free."""
    done = {} if done is None else done
    for node in walk(e):
        if node not in done:
            args, data = tuple(done[a] for a in node.args), _renamed(node.data, letters)
            done[node] = Expr(node.op, args, data, _renamed(node.shape, letters))
    return done[e]


def renamed_formula(f: Formula, letters: Mapping[str, str]) -> Formula:
    """`renamed` for all expressions of a formula."""
    if isinstance(f, Rel):
        return Rel(f.op, renamed(f.lhs, letters), renamed(f.rhs, letters), _renamed(f.data, letters))
    if isinstance(f, Logic):
        return Logic(f.op, tuple(renamed_formula(a, letters) for a in f.args))
    return Quantified(f.kind, _renamed(f.names, letters), renamed_formula(f.body, letters))


def _renamed(data: Any, letters: Mapping[str, str]) -> Any:
    if isinstance(data, str):
        return letters.get(data, data)
    if isinstance(data, Size):
        return data.substitute({n: Size.of(letters[n]) for n in data.names if n in letters})
    if isinstance(data, Shape):
        return Shape(_renamed(data.rows, letters), _renamed(data.cols, letters))
    if isinstance(data, tuple):
        return tuple(_renamed(d, letters) for d in data)
    return renamed_formula(data, letters) if isinstance(data, (Rel, Logic, Quantified)) else data


def is_lettered(formula: Formula | Expr) -> bool:
    """Return whether no name is marked any more."""
    tops = [formula] if isinstance(formula, Expr) else list(formula_exprs(formula))
    return not any(MARK in name for top in tops for node in walk(top) for name in _marked(node.data))


def _marked(data: Any) -> Iterable[str]:
    if isinstance(data, (Rel, Logic, Quantified)):
        return () if is_lettered(data) else (MARK,)
    if isinstance(data, tuple):
        return [name for d in data for name in _marked(d)]
    return _names(data)


def anonymous(e: Expr) -> Expr:
    """Return an expression whose bound names are numbers of levels: the same object for what differs in bound names only."""
    return anonymous_parts(e)[e]


def anonymous_parts(e: Expr) -> dict[Expr, Expr]:
    """`anonymous` for all parts of an expression."""
    done: dict[Expr, Expr] = {}
    level: dict[Expr, int] = {}
    for node in walk(e):
        args = [done[a] for a in node.args]
        bound = _bound(node)
        level[node] = max((level[a] for a in node.args), default=0) + bool(bound)
        numbers = {name: f"%{level[node]}.{k}" for k, name in enumerate(bound)}
        if bound:
            args[0] = renamed(args[0], numbers)
        limits = [_renamed(d, numbers if node.op not in BINDS_INDEX or isinstance(d, str) else {}) for d in node.data]
        done[node] = Expr(node.op, tuple(args), tuple(limits), node.shape) if bound else _over(node, args)
    return done


def _over(node: Expr, args: list[Expr]) -> Expr:
    return (
        node
        if all(x is y for x, y in zip(args, node.args, strict=True))
        else Expr(node.op, tuple(args), node.data, node.shape)
    )


def _bound(node: Expr) -> tuple[str, ...]:
    if node.op == "blocks":
        return node.data[::2]
    if node.op in BINDS_INDEX or node.op in BINDS_IN_FIRST or node.op in LIMITS:
        return node.data[:1]
    return tuple(name for name, _ in node.data[0]) if node.op in ("sup", "inf") else ()


__all__ = ["MARK", "anonymous", "anonymous_parts", "is_lettered", "letters_of", "renamed", "renamed_formula"]
