"""A naive numerical evaluator of the index form: loops over every index, for tests and for checking programs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

from derive.errors import NotSupported
from derive.index.elaboration.form import IndexForm
from derive.index.terms.terms import DELTA, POSITION, Body, Factor, Fixed, Head, Index, Slot, Term, slot_size

Matrix = Sequence[Sequence[float]]
Env = dict[Index, int]

FUNCTIONS = {
    "exp": math.exp,
    "log": math.log,
    "sin": math.sin,
    "cos": math.cos,
    "arctan": math.atan,
    "erf": math.erf,
    "step": lambda x: float(x > 0),
    "sign": lambda x: float((x > 0) - (x < 0)),
}


class Evaluator:
    """Evaluates entries at concrete sizes; matrices are nested sequences in row-major order of the factors."""

    def __init__(self, sizes: Mapping[str, int], inputs: Mapping[str, Matrix]) -> None:
        self.sizes = dict(sizes)
        self.inputs = inputs

    def matrix(self, form: IndexForm) -> list[list[float]]:
        """All entries of a form, rows and columns flattened in row-major order of their factors."""
        return [
            [self.terms(form.terms, {**row, **col}) for col in self._points(form.cols)]
            for row in self._points(form.rows)
        ]

    def _points(self, indices: Sequence[Index]) -> list[Env]:
        ranges = [range(i.size.evaluate(self.sizes)) for i in indices]
        return [dict(zip(indices, point, strict=True)) for point in itertools.product(*ranges)]

    def terms(self, terms: Sequence[Term], env: Env) -> float:
        """The value of a sum at given values (from zero) of its free indices."""
        total = 0.0
        for term in terms:
            scale = float(term.coefficient)
            for (kind, name), exponent in term.powers:
                value = {"size": self.sizes.get, "prime": float, "real": {"pi": math.pi, "e": math.e}.get}[kind](name)
                scale *= float(value) ** float(exponent)  # type: ignore[arg-type]
            for point in self._points(term.summed):
                inner = {**env, **point}
                total += scale * math.prod(self._factor(f, inner) for f in term.factors)
        return total

    def _value(self, slot: Slot, env: Env) -> int:
        if isinstance(slot, Index):
            return env[slot]
        if isinstance(slot, Fixed):
            return slot.value.evaluate(self.sizes) - 1
        flat = 0
        for part in slot.parts:
            size = slot_size(part)
            if size is None:
                raise NotSupported("a constant inside a flat index")
            flat = flat * size.evaluate(self.sizes) + self._value(part, env)
        return flat

    def _factor(self, factor: Factor, env: Env) -> float:
        head, slots, exponent = factor
        value = self._atom(head, [self._value(s, env) for s in slots], slots)
        return value if exponent == 1 else value ** (int(exponent) if exponent == int(exponent) else float(exponent))

    def _atom(self, head: Head, at: list[int], slots: Sequence[Slot]) -> float:
        if head is DELTA:
            return float(at[0] == at[1])
        if head is POSITION:
            return float(at[0] + 1)
        if head.kind == "var":
            return self._entry(head, at, slots)
        if head.kind == "part":
            raise NotSupported("partitions are not evaluated here")
        own, params = at[: head.bound], at[head.bound :]
        argument = head.data[-1]
        if head.kind == "fun":
            raise NotSupported("arbitrary functions have no values")
        env = dict(zip(argument.params, params, strict=True))
        if head.kind in ("map", "base"):
            value = self.terms(argument.terms, env)
            return FUNCTIONS[head.data[0]](value) if head.kind == "map" else value
        if head.kind == "softmax":
            return self._softmax(argument, own, env)
        return self._linear(head, argument, own, env)

    def _entry(self, head: Head, at: list[int], slots: Sequence[Slot]) -> float:
        count = len(head.data[1])
        row, col = self._flat(at[:count], slots[:count]), self._flat(at[count:], slots[count:])
        return float(self.inputs[head.data[0]][row][col])

    def _flat(self, at: Sequence[int], slots: Sequence[Slot]) -> int:
        flat = 0
        for value, slot in zip(at, slots, strict=True):
            size = slot_size(slot)
            flat = flat * (size.evaluate(self.sizes) if size is not None and len(slots) > 1 else 1) + value
        return flat

    def _softmax(self, argument: Body, own: list[int], env: Env) -> float:
        scores = {
            tuple(p.values()): math.exp(self.terms(argument.terms, {**env, **p})) for p in self._points(argument.bound)
        }
        return scores[tuple(own)] / sum(scores.values())

    def _linear(self, head: Head, argument: Body, own: list[int], env: Env) -> float:
        import numpy as np

        half = len(argument.bound) // 2
        rows, cols = self._points(argument.bound[:half]), self._points(argument.bound[half:])
        matrix: Any = np.array([[self.terms(argument.terms, {**env, **r, **c}) for c in cols] for r in rows])
        if head.kind == "det":
            return float(np.linalg.det(matrix))
        keys = [tuple(r.values()) for r in rows]
        return float(np.linalg.inv(matrix)[keys.index(tuple(own[:half])), keys.index(tuple(own[half:]))])
