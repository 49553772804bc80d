"""Distances of two values of a function, by a bound of its derivative: ``|sin x - sin y| <= |x - y|``.

The bound of the derivative is a hypothesis about a function of the problem, or is shown for the expression whose values they are.
"""

from __future__ import annotations

from typing import Any

import sympy

from proofs import verify
from proofs.proving.citing import as_written, cite, theorem_of
from proofs.proving.elementary import Z, of_sympy, to_sympy
from proofs.proving.growth import Growth
from proofs.verify import Node, Rejected

MINUS = verify.Fraction(-1)


def distance(live: Any, formula: Node, growth: Growth) -> int | None:
    """Return the number of a step that says a bound of the distance of two values; None if none was found.

    Args:
        live: The proof.
        formula: The bound.
        growth: Shows bounds of functions of one number.

    """
    small, large = formula.args[::-1] if formula.op == ">=" else formula.args
    if formula.op not in ("<=", ">="):
        return None
    if not _is_length(small):
        return _below_length(live, formula, small, large, growth)
    for away in sorted((n for n in verify.nodes(large) if _is_length(n) and n.op == small.op), key=verify.text_of):
        try:
            if (found := _of_values(live, formula, small.args[0], large, away, growth)) is not None:
                return found
        except (Rejected, KeyError, ArithmeticError, ValueError):
            continue
    return None


def _below_length(live: Any, formula: Node, small: Node, large: Node, growth: Growth) -> int | None:
    """A difference of two values, which is at most its absolute value."""
    apart = {frozenset(_ends(n.args[0])) for n in verify.nodes(large) if _is_length(n)}
    pairs = [pair for pair in apart if len(pair) == 2 and all(e.op == "var" and e.data[0] in small.free for e in pair)]  # noqa: PLR2004
    if not pairs or small.op != "add" or len(small.args) != 2:  # noqa: PLR2004
        return None
    try:
        length = verify.make("<=", (), (verify.apply("abs", small), large))
        bound = distance(live, length, growth) or growth.known(length)
        above = cite(live, "absolute-above", growth.known, t=small)
        return live.add(by="combine", says=verify.text_of(formula, sharing=True), products=[["1", [bound]], ["1", [above]]])
    except (Rejected, KeyError):
        return None


def _of_values(live: Any, formula: Node, value: Node, large: Node, away: Node, growth: Growth) -> int | None:
    """The same for a distance of the arguments that stands in the bound."""
    (first, second), (x, y) = _ends(value), _ends(away.args[0])
    factor = verify.const(1) if large is away else large.args[0] if large.op == "scale" and large.args[1] is away else None
    if factor is None or x.op != "var" or x.data[0] not in live.proof.variables:
        return None
    z = verify.var(growth.place, *x.shape)
    body = verify.replaced(first, {x.data[0]: z}, {})
    if body is first or (second.op != "const" and verify.replaced(body, {z.data[0]: y}, {}) is not second):
        return None
    name = "mean-value-number" if x.scalar else "mean-value" if value.scalar else "mean-value-vectors"
    theorem, put = theorem_of(live, name), {"f": ([z.data[0]], body)}
    sizes = {} if x.scalar else {"n": x.rows} | ({} if value.scalar else {"m": value.rows})
    values = {**(dict(zip("ab", (x, y), strict=True)) if x.scalar else {"x": x, "y": y}), "c": factor}
    whole = verify.replaced(theorem.hypotheses[-1], values, sizes, put)
    is_given = not x.scalar or whole in live.formulas()
    number = growth.known(whole) if is_given else _slope(live, whole, body, z, factor, growth)
    found = live.add(
        by="theorem", id=name, says=verify.text_of(verify.replaced(theorem.goal, values, sizes, put), sharing=True), sizes={k: verify.dim_text(d) for k, d in sizes.items()},
        **{"with": {k: verify.text_of(v) for k, v in values.items()}, "functions": {"f": [[z.data[0]], verify.text_of(body)]}, "from": [number]},
    )  # fmt: skip
    return as_written(live, found, formula)


def _slope(live: Any, whole: Node, body: Node, z: Node, factor: Node, growth: Growth) -> int:
    """A step that says that the derivative is bounded at all points."""
    w = growth.variable()
    slope = of_sympy(sympy.simplify(sympy.diff(to_sympy(body, z), Z)), w)
    for side in (slope, verify.scale(verify.const(MINUS), slope)):
        verify.demand(growth.everywhere(verify.make("<=", (), (side, factor))) is not None, "a derivative that is not bounded so")
    live.add(by="combine", says=verify.text_of(low := verify.make("<=", (), (verify.scale(verify.const(MINUS), factor), slope))), products=[["1", [len(live.data["steps"])]]])
    bounded = cite(live, "absolute-between", lambda f: growth.known(low if f is low else f), t=slope, b=factor)
    inner = verify.replaced(whole.args[0], {whole.data[0]: w}, {})
    equal = live.add(by="identity", says=verify.text_of(verify.make("=", (), (inner.args[0].args[0], slope))))
    live.add(by="rewrite", says=verify.text_of(inner), **{"from": [bounded, equal]})
    return growth.for_all(len(live.data["steps"]))


def _is_length(n: Node) -> bool:
    return (n.op == "map" and n.data[0] == "abs" and n.scalar) or (n.op == "norm" and n.data[0] == "2" and n.args[0].cols == ())


def _ends(e: Node) -> tuple[Node, Node]:
    """The two values of a difference; the other one of a value alone is zero."""
    if e.op == "add" and len(e.args) == 2 and e.args[1].op == "scale" and verify.rational(e.args[1].args[0]) == MINUS:  # noqa: PLR2004
        return e.args[0], e.args[1].args[1]
    return e, verify.const(0)


__all__ = ["distance"]
