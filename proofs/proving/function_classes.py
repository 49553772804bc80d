"""Witnesses for hypotheses about all points of a function: a quadratic function, and why it meets them.

Of ``f(a) = ||a||^2 / 2`` the gap of every inequality of convex, smooth and strongly convex functions is a multiple of
``||w2 - w1||^2``, or of ``||w2 - w1||``; which one is read off two points, and the verifier shows it for all.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from derive.fraction import Fraction
from proofs import verify
from proofs.verify import Node, recheck

VALUES = ("1", "2", "1/2", "3", "1/4")
MAX_SCALARS, SIZE = 4, 2
Witness = dict[str, Any]
HALF = verify.const("1/2")


def class_witnesses(read: verify.Problem, domain: Sequence[Node]) -> Iterator[Witness]:
    """Yield points with a quadratic function for every arbitrary one, where hypotheses speak of all points."""
    about = {n: h for n, h in enumerate(read.hypotheses, 1) if h.op == "forall" and any(x.op == "fun" for x in verify.nodes(h))}
    plain = all(len(given) == 1 and given[0][1] == () and value == ((), ()) for given, value in read.functions.values())
    scalars = [n for n, shape in read.variables.items() if shape == ((), ())]
    if not about or not plain or len(scalars) > MAX_SCALARS:
        return
    sizes = dict.fromkeys(read.sizes.least, SIZE)
    functions = {name: (["a1"], _quadratic(given[0])) for name, (given, _) in read.functions.items()}
    told = {name: [names, verify.text_of(body)] for name, (names, body) in functions.items()}
    ground = [h for h in read.hypotheses if h.op in verify.RELATIONS]
    for values in itertools.product(VALUES, repeat=len(scalars)):
        point = _Point(sizes, functions, {n: [[v]] for n, v in zip(scalars, values, strict=True)})
        try:
            if not all(point.holds(h) for h in ground if h.free <= {*scalars}):
                continue
            _place(point, read, ground)
            classes = {f"hypothesis {n}": gap for n, h in about.items() if (gap := point.gap(h)) is not None}
        except (recheck.Rejected, recheck.Undecided, verify.Rejected, ArithmeticError, KeyError):
            continue
        if len(classes) == len(about):
            yield {"sizes": sizes, "indices": {}, "inputs": point.inputs, "functions": told, "classes": classes}


def _quadratic(shape: tuple[Any, Any]) -> Node:
    a = verify.var("a1", *shape)
    return verify.scale(HALF, verify.make("trace", (), (verify.matmul(verify.transpose(a), a),)) if shape != ((), ()) else verify.power(a, 2))


class _Point:
    """Inputs at which formulas are evaluated exactly."""

    def __init__(self, sizes: Mapping[str, int], functions: Mapping[str, Any], inputs: dict[str, list[list[str]]]) -> None:
        self.sizes, self.functions, self.inputs = sizes, functions, inputs

    def value(self, e: Node, **more: list[list[str]]) -> Any:
        """Return the exact value of an expression or a formula."""
        evaluator = recheck.Evaluator({}, {}, [])
        evaluator.env.update({json.dumps(n): v for n, v in self.sizes.items()})
        for n, a in {**self.inputs, **more}.items():
            evaluator.env[json.dumps(n)] = recheck.Matrix.of_rows([[*map(evaluator.number, r)] for r in a])
        return evaluator.value(recheck.read_tree(verify.text_of(verify.replaced(e, {}, {}, self.functions), sharing=True)))

    def holds(self, f: Node) -> bool:
        """Return whether a formula is true."""
        return bool(self.value(f).flat[0].order(recheck.ONE) == 0)

    def gap(self, f: Node) -> str | None:
        """Return what an inequality for all points has for its gap, None if it is negative."""
        names: list[Node] = []
        while f.op == "forall" and f.data[1] == "matrix":
            names.append(verify.var(f"w{len(names) + 1}", *f.data[2:]))
            f = verify.replaced(f.args[0], {f.data[0]: names[-1]}, {})
        if f.op not in ("<=", ">=") or not 0 < len(names) < 3 or names[0].cols:  # noqa: PLR2004
            return None
        rows = SIZE if names[0].rows else 1
        units = {e.data[0]: [["1" if i == k else "0"] for i in range(rows)] for k, e in enumerate(reversed(names), 0)}
        units[names[0].data[0]] = [["0"]] * rows if len(names) > 1 else units[names[0].data[0]]
        sides = [self.value(e, **units).flat[0].exact for e in f.args]
        if None in sides:
            return None
        q = Fraction(str(sides[0] - sides[1])) * (1 if f.op == ">=" else -1)
        if q < 0:
            return None
        distance = verify.make("norm", ("2",), (verify.less(*reversed(names)) if len(names) > 1 else names[0],))
        linear = any(e.op == "norm" or (e.op == "scale" and e.args[1].op == "norm") for e in f.args)
        return verify.text_of(verify.scale(verify.const(str(q)), distance if linear else verify.power(distance, 2)))


def _place(point: _Point, read: verify.Problem, ground: Sequence[Node]) -> None:
    """Give vectors values: zero where a gradient is zero, what equations say, and small numbers."""
    zero = {h.args[0].args[1].data[0] for h in ground if h.op == "=" and h.args[0].op == "grad" and h.args[0].args[1].op == "var"}
    defined = {h.args[0].data[0]: h.args[1] for h in ground if h.op == "=" and h.args[0].op == "var" and h.args[0] not in verify.nodes(h.args[1])}
    free = [n for n in read.variables if n not in point.inputs and n not in defined]
    for k, name in enumerate(free):
        rows, cols = (SIZE if d else 1 for d in read.variables[name])
        point.inputs[name] = [["0" if name in zero else str(i + j + k + 1) for j in range(cols)] for i in range(rows)]
    for _ in range(len(defined)):
        for name, e in defined.items():
            if name not in point.inputs and e.free - read.sizes.least.keys() <= point.inputs.keys():
                point.inputs[name] = [[str(x.exact) for x in row] for row in point.value(e).rows]


__all__ = ["class_witnesses"]
