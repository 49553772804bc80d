"""Random rational points that satisfy the hypotheses exactly, for the numerical comparison of entries."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy

from derive.core import Formula, Logic, Rel
from derive.errors import NotSupported
from derive.sympy_road.expansion import expanded
from derive.sympy_road.explicit import Explicit, Lazy
from derive.sympy_road.values import Undefined, value

Symbol = sympy.Symbol
TESTS = {  # of enclosures they are true only where they are certain
    "<=": lambda d: d <= 0,
    "<": lambda d: d < 0,
    ">=": lambda d: d >= 0,
    ">": lambda d: d > 0,
    "!=": lambda d: d != 0,
}


class Hypotheses:
    """Equations solved for symbols in which they are linear; inequalities kept as tests.

    Raises:
        NotSupported: An equation has no symbol with a constant coefficient, or a hypothesis is no plain relation.
    """

    def __init__(self, x: Explicit, formulas: Sequence[Formula]) -> None:
        self.solved: dict[Symbol, Any] = {}
        self.tests: list[tuple[str, Any]] = []
        for formula in formulas:
            for rel in _relations(formula):
                for difference in differences(x.matrix(rel.lhs), x.matrix(rel.rhs)):
                    self._take(rel.op, difference, x)

    def _take(self, op: str, difference: Any, x: Explicit) -> None:
        if op != "=":
            if op not in TESTS:
                raise NotSupported(f"a hypothesis with {op}")
            self.tests.append((op, difference))
            return
        x.budget.spend(20 * x.budget.written(difference))
        rest = expanded(difference.xreplace(self.solved))
        if rest == 0:
            return
        for symbol in sorted(rest.free_symbols, key=str, reverse=True):
            slope = rest.coeff(symbol)
            if slope.is_Rational and slope != 0 and not (rest - slope * symbol).has(symbol):
                solution = expanded(symbol - rest / slope)
                self.solved = {s: v.xreplace({symbol: solution}) for s, v in self.solved.items()}
                self.solved[symbol] = solution
                return
        raise NotSupported("an equation among the hypotheses is not solved by one of its symbols")

    def points(self, symbols: Sequence[Symbol], seed: int, tries: int = 40) -> Iterator[dict[Symbol, Any]]:
        """Yield rational points that satisfy all hypotheses; they are generic, about one in size, of both signs."""
        rng = random.Random(seed)
        for attempt in range(tries):
            low = 1 if attempt % 4 == 3 else -23  # some hypotheses want positive numbers
            free = {s: sympy.Rational(rng.randint(low, 23), rng.choice((7, 11, 13))) for s in symbols}
            point = {**free, **{s: v.xreplace(free) for s, v in self.solved.items()}}
            if all(v.is_Rational for v in point.values()) and self._admits(point):
                yield point

    def _admits(self, point: Mapping[Symbol, Any]) -> bool:
        memo: dict[Any, Any] = {}
        try:
            return all(TESTS[op](value(difference, point, memo)) for op, difference in self.tests)
        except Undefined:
            return False


def in_domain(x: Explicit, point: Mapping[Symbol, Any], memo: dict[Any, Any]) -> bool:
    """Return whether the entries that were made are defined at a point as they are written."""
    if not x.domain:
        return True
    try:
        for symbol, entry in x.moved.items():  # those of the outer derivatives come first
            memo[symbol] = value(entry, point, memo)
        return all(TESTS[op](value(u, point, memo)) for op, u in x.domain)
    except Undefined:
        return False


def _relations(formula: Formula) -> Iterator[Rel]:
    if isinstance(formula, Rel):
        yield formula
    elif isinstance(formula, Logic) and formula.op == "and":
        for part in formula.args:
            yield from _relations(part)
    else:
        raise NotSupported("a hypothesis that is no plain relation")


def differences(a: Lazy, b: Lazy) -> Iterator[Any]:
    """Entry by entry difference; a scalar stands for a whole matrix."""
    rows, cols = max(a.rows, b.rows), max(a.cols, b.cols)
    for i in range(rows):
        for j in range(cols):
            yield at(a, i, j) - at(b, i, j)


def at(a: Lazy, i: int, j: int) -> Any:
    """An entry; a 1 x 1 matrix has the same everywhere."""
    return a(0, 0) if (a.rows, a.cols) == (1, 1) else a(i, j)
