"""The other forms of an equation's sides against autograd: SymPy's entries run as code, and compiled products.

Autograd evaluates a side densely, with torch's derivatives of the definitions. The same side exists in two more
forms: as SymPy scalars, printed as code (*lambdified*), and as a matrix-free tensor program with an optimized order
of contractions (*compiled*). A form is compared with autograd on the same side of the same equation, by the rule of
`numeric.autograd.tolerance`. Whether the equation is true plays no part in it: a form that differs is a mistake of the checker.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

from derive.build import DERIVATIVES
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.sympy_road import Entries, Kept
from numeric.autograd.products import Truth, by_program
from numeric.autograd.sides import Env, Run, Sides
from numeric.autograd.tolerance import Comparison, judge, rounding_of_zero, row_discrepancy, small_rows, within_rounding
from numeric.evaluation.sampling import stream

AGAINST = 2  # inputs at which a form must differ before it is called a contradiction
TRIES = 4  # inputs that are tried, where values are not finite or rounding leaves too few digits
OPERATIONS = 300  # of the printed code; compiling it is what takes time
NODES = 150  # of an expression that is compiled to a tensor program
PROBES = 2  # vectors that a compiled product is applied to
SIDES = ("left", "right")


class Form(Protocol):
    """One side of an equation in another form."""

    def value(self, env: Env, dense: Tensor) -> Tensor:
        """The form at an input; ``dense`` is autograd's value of the side there."""
        ...

    def reference(self, env: Env, dense: Tensor) -> Tensor:
        """Autograd's counterpart."""
        ...

    def projected(self, dense: Tensor) -> Tensor:
        """The counterpart as far as it follows from autograd's value of the side."""
        ...

    def place(self, row: int, difference: Tensor) -> tuple[str, int]:
        """What stands in the worst row, in words, and the column where it differs most."""
        ...


@dataclass(slots=True)
class Lambdified:
    """Entries of one side as code; the other entries are taken from autograd, so that rows are judged by their norm."""

    entries: Entries
    count: int
    code: Callable[[Mapping[str, Any]], tuple[list, list]]
    side: int

    def value(self, env: Env, dense: Tensor) -> Tensor:
        """Autograd's value with the printed entries in place; they are NaN where the code fails to compute."""
        inputs = {name: value.detach().cpu().numpy() for name, value in env.items()}
        try:
            with np.errstate(all="ignore"):
                found = self.code(inputs)[self.side]
        except ArithmeticError:
            found = [np.nan] * self.count
        result = dense.clone()
        rows, cols = zip(*self.entries.places[: self.count], strict=True)
        result[list(rows), list(cols)] = torch.tensor([float(v) for v in found], dtype=torch.float64).to(result)
        return result

    def reference(self, env: Env, dense: Tensor) -> Tensor:
        """Autograd's value of the side itself."""
        return dense

    def projected(self, dense: Tensor) -> Tensor:
        """Autograd's value of the side itself."""
        return dense

    def place(self, row: int, difference: Tensor) -> tuple[str, int]:
        """The entry of the worst row that differs most, counted from one in the words, and its column from zero."""
        column = int(difference[row].argmax())
        return f"in entry ({row + 1}, {column + 1})", column


@dataclass(slots=True)
class Compiled:
    """The product of one side with random vectors by its tensor program."""

    expr: Expr
    numbers: Mapping[str, int]
    vectors: Tensor
    tangent: bool
    """Whether the counterpart is a directional derivative of the definition, not the product with autograd's matrix."""

    def value(self, env: Env, dense: Tensor) -> Tensor:
        """The product of the side with the random vectors, by its tensor program."""
        return by_program(self.expr, _alone(env), self.numbers, self.vectors.to(dense))

    def reference(self, env: Env, dense: Tensor) -> Tensor:
        """The same product by torch: from directional derivatives if `tangent`, else from the value of the side."""
        if self.tangent:
            return Truth(_alone(env), self.numbers, tape=True).apply(self.expr, self.vectors.to(dense))
        return self.projected(dense)

    def projected(self, dense: Tensor) -> Tensor:
        """Autograd's value of the side times the random vectors."""
        rows, cols = self.expr.shape.evaluate(self.numbers)
        return dense[:rows, :cols] @ self.vectors.to(dense)

    def place(self, row: int, difference: Tensor) -> tuple[str, int]:
        """The row of the product, counted from one in the words, and the vector with which it differs most."""
        return f"in row {row + 1} of the product with a random vector", int(difference[row].argmax())


def _alone(env: Env) -> dict[str, Tensor]:
    return {name: value for name, value in env.items() if name.strip()}


def compare_form(form: Form, run: Run, side: int, seed: int) -> tuple[Comparison, Tensor, Tensor] | None:
    """Compare a form with autograd at one input; None where a value is not finite or at a kink.

    Noise and single precision are asked only where the form is not within the rounding that is known already.
    """
    dense = _pick(run.base, side)
    value, reference = form.value(run.env, dense), form.reference(run.env, dense)
    if not (bool(torch.isfinite(value).all()) and bool(torch.isfinite(reference).all())):
        return None
    distance, reach = row_discrepancy(value, reference), small_rows(value, reference)
    spread = torch.zeros_like(distance)
    others = itertools.chain((sides for _, sides in run.noise(seed)), (run.coarse for _ in range(1)))
    while not within_rounding(distance, spread, reach) and (sides := next(others, None)) is not None:
        spread = torch.maximum(spread, row_discrepancy(form.projected(_pick(sides, side)), form.projected(dense)))
    if not bool(torch.isfinite(spread).all()):
        return None
    if within_rounding(distance, spread, reach):
        return judge(distance, spread, None, reach=reach), value, reference
    for env, sides in run.noise(seed):
        moved = _pick(sides, side)
        spread = torch.maximum(spread, row_discrepancy(form.value(env, moved), value))
        spread = torch.maximum(spread, row_discrepancy(form.reference(env, moved), reference))
    rungs = zero = None
    for env, sides in run.single(seed):
        moved = _pick(sides, side)
        mine, other = form.value(env, moved), form.reference(env, moved)
        rung = row_discrepancy(mine, other)
        null = rounding_of_zero(value, mine) & rounding_of_zero(reference, other)
        rungs = rung if rungs is None else torch.maximum(rungs, rung)
        zero = null if zero is None else zero | null
    if rungs is not None and not bool(torch.isfinite(rungs).all()):
        rungs = zero = None
    if not bool(torch.isfinite(spread).all()):
        return None
    result = judge(distance, spread, rungs, zero, reach)
    return None if result.outcome == "disagree" and run.at_kink() else (result, value, reference)


def _pick(sides: Sides, side: int) -> Tensor:
    return sides.lhs if side == 0 else sides.rhs


def one_side(name: str, form: Form, runs: Iterable[Run], side: int, seed: int) -> dict[str, Any]:
    """Compare a form of one side with autograd, at another input if it differs at the first.

    Returns:
        ``discrepancy`` where they agree; else ``reason``, and ``contradiction`` where they differ at every input.
    """
    reason = "no input was found where it has a value"
    differing: list[dict[str, Any]] = []
    for run in itertools.islice(runs, TRIES):
        try:
            found = compare_form(form, run, side, seed)
        except torch.linalg.LinAlgError as error:
            raise NotSupported(f"linear algebra failed: {error}") from error
        if found is None:
            continue
        result, value, reference = found
        if result.outcome == "agree" and not differing:
            return {"discrepancy": result.discrepancy, "spread": result.spread}
        if result.outcome == "disagree":
            differing.append(_difference(name, form, run, side, result, value, reference))
            if len(differing) == AGAINST:
                return {"discrepancy": differing[0]["discrepancy"], "contradiction": differing[0]}
        elif result.outcome == "none":
            reason = "rounding leaves too few digits to compare"
    if differing:
        reason = "it differs from autograd at one input only"
    return {"reason": reason}


def _difference(
    name: str, form: Form, run: Run, side: int, result: Comparison, value: Tensor, reference: Tensor
) -> dict[str, Any]:
    where, column = form.place(result.row, (value - reference).abs())
    return {
        "form": name,
        "side": SIDES[side],
        "sizes": dict(run.sizes),
        "indices": dict(run.indices),
        "where": where,
        "autograd": float(reference[result.row, column]),
        name: float(value[result.row, column]),
        "discrepancy": result.discrepancy,
    }


def lambdified(runs: Callable[[Entries], Iterator[Run]], kept: Kept, run: Run, seed: int) -> dict[str, Any]:
    """Compare the entries that SymPy made with autograd, both sides.

    Args:
        runs: Inputs at the sizes and indices of the entries.
        kept: The entries.
        run: The relation where autograd judged it.
        seed: Fixes the noise.
    """
    entries = kept.of(run.relation)
    if entries is None:
        return {"reason": f"no lambdified form: {kept.reason or 'SymPy made no entries'}"}
    facts: dict[str, Any] = {"sizes": dict(entries.sizes)}
    if entries.indices:
        facts["indices"] = dict(entries.indices)
    try:
        count, code = entries.compiled(np, OPERATIONS)
        rows, cols = entries.shape
        facts |= {"entries": count, "of": rows * cols}
        if count == 0:
            return {**facts, "reason": f"no lambdified form: the first entry has more than {OPERATIONS} operations"}
        inputs = _Again(runs(entries))
        for side, word in enumerate(SIDES):
            facts[word] = one_side("lambdified", Lambdified(entries, count, code, side), inputs, side, seed)
    except NotSupported as reason:
        return {**facts, "reason": f"no lambdified form: {reason.message}"}
    except RecursionError:
        return {**facts, "reason": "no lambdified form: the expressions are nested too deeply"}
    return facts


class _Again:
    """An iterator that can be started again; what it yielded is kept."""

    def __init__(self, source: Iterator[Run]) -> None:
        self.source, self.seen = source, []

    def __iter__(self) -> Iterator[Run]:
        k = 0
        while True:
            if k == len(self.seen):
                following = next(self.source, None)
                if following is None:
                    return
                self.seen.append(following)
            yield self.seen[k]
            k += 1


def compiled(runs: list[Run], seed: int) -> dict[str, Any]:
    """Compare the compiled products of both sides with autograd, at inputs where autograd judged the relation."""
    facts: dict[str, Any] = {"probes": PROBES}
    relation = runs[0].relation
    for side, (word, e) in enumerate(zip(SIDES, (relation.lhs, relation.rhs), strict=True)):
        try:
            facts[word] = _compiled_side(e, runs, side, seed)
        except NotSupported as reason:
            facts[word] = {"reason": f"no compiled form: {reason.message}"}
        except RecursionError:
            facts[word] = {"reason": "no compiled form: the expression is nested too deeply"}
    return facts


def _compiled_side(e: Expr, runs: list[Run], side: int, seed: int) -> dict[str, Any]:
    nodes = sum(1 for _ in walk(e))
    if nodes > NODES:
        raise NotSupported(f"{nodes} nodes are too many to be compiled for a comparison at small sizes")
    if runs[0].functions:
        raise NotSupported("abstract functions have no tensor program")
    numbers = {**runs[0].sizes, **runs[0].indices}
    cols = e.shape.evaluate(numbers)[1]
    generator = stream(seed, "products", side)
    vectors = torch.randn(cols, PROBES, dtype=torch.float64, generator=generator) if cols > 1 else torch.ones(1, 1)
    order = derivative_order(e)
    # Beside a jump the tape has no derivative, and derivatives inside of a formula would be taken one by one.
    tangent = e.op == "deriv" and order == 1 and all(n.op != "where" for n in walk(e))
    runs = [run for run in runs if run.indices == runs[0].indices]
    facts = one_side("compiled", Compiled(e, numbers, vectors.double(), tangent), runs, side, seed)
    return {"against": "jvp" if tangent else "Jacobian" if order else "value", **facts}


def derivative_order(e: Expr) -> int:
    """How many derivatives are taken of derivatives at most."""
    depth: dict[Expr, int] = {}
    for node in walk(e):
        depth[node] = (node.op in DERIVATIVES) + max((depth[a] for a in node.args), default=0)
    return depth[e]


def contradiction(facts: Mapping[str, Any]) -> dict[str, Any] | None:
    """The first contradiction among the facts of the forms."""
    for form in ("lambdified", "compiled"):
        for side in SIDES:
            found = facts.get(form, {}).get(side, {}).get("contradiction")
            if found is not None:
                return found
    return None


__all__ = ["Compiled", "Form", "Lambdified", "compare_form", "compiled", "contradiction", "lambdified", "one_side"]
