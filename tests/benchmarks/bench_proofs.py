"""Proofs for all sizes: their time, and other ways to the same claims: SymPy entry by entry, tensorgrad.

SymPy shows a claim at one small size: every entry of the definition is differentiated, the entry of the formula
subtracted and the difference simplified to zero.  tensorgrad, if it happens to be installed, derives the derivative
for all sizes and simplifies it; comparing it with a formula is not in its time.
"""

from __future__ import annotations

import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import sympy

from derive.core import Expr, Problem, Rel, SizeRules, walk
from derive.index import prove
from derive.sympy_road.explicit import Budget, Explicit, Lazy
from tests.benchmarks.measure import MISSING, ROOT, clock, table
from tests.benchmarks.peers import missing

sys.path.insert(0, str(ROOT / "tests" / "index"))
from index_claims import Claim, all_claims  # noqa: E402

SIZES = {"L": 2, "d_V": 3, "d_K": 1}  # the smallest that are all different
COMPARED = ("attention W_V", "attention W_Q", "attention QQ", "LayerNorm Jacobian", "LayerNorm Hessian")


def measure(quick: bool) -> dict[str, Any]:
    """Median seconds per claim, every one proved; then the claims that others can do, with a limit on their time."""
    limit = 3 if quick else 20
    claims = {c.name: c for c in all_claims()}
    seconds = {name: _proved(claim, 1 if quick else 3) for name, claim in claims.items()}
    compared = {}
    for name in COMPARED:
        compared[name] = {
            "derive_seconds": seconds[name],
            "sympy": _sympy(claims[name], limit),
            "tensorgrad": _tensorgrad(name, limit),
        }
    return {
        "median_seconds": seconds,
        "largest_seconds": max(seconds.values()),
        "limit_seconds": limit,
        "sizes_of_sympy": SIZES,
        "compared": compared,
    }


def _proved(claim: Claim, repeats: int) -> float:
    problem = Problem((), (), claim.indices, (), SizeRules(), claim.hypotheses, Rel("=", claim.lhs, claim.rhs))
    times = []
    for _ in range(repeats):
        start = clock()
        evidence = prove(problem)
        times.append(clock() - start)
        if evidence.outcome != "agree":
            raise SystemExit(f"{claim.name} is not proved: {evidence.detail}")
    return round(statistics.median(times), 5)


class _TimeUp(Exception):
    """The limit of a comparison is reached."""


@contextmanager
def _limit(seconds: int) -> Iterator[None]:
    """Stop what runs in Python after so many seconds of processor time."""

    def stop(*_: object) -> None:
        raise _TimeUp

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _sympy(claim: Claim, limit: int) -> dict[str, Any]:
    """Seconds until every entry is zero, or how many were when the time was up."""
    shapes = {e.data[0]: e.shape.evaluate(SIZES) for e in (*walk(claim.lhs), *walk(claim.rhs)) if e.op == "var"}
    x = Explicit(SIZES, shapes, Budget(10**12))
    rows, cols = claim.lhs.shape.evaluate(SIZES)
    done, start = 0, clock()
    try:
        with _limit(limit):
            formula, definition = x.matrix(claim.rhs), _differentiated(x, claim.lhs)
            for i in range(rows):
                for j in range(cols):
                    if sympy.simplify(definition(i, j) - formula(i, j)) != 0:
                        return {"entries": rows * cols, "shown": done, "note": "an entry was not simplified to zero"}
                    done += 1
    except _TimeUp:
        return {"entries": rows * cols, "shown": done, "note": f"stopped after {limit} s"}
    return {"entries": rows * cols, "shown": done, "seconds": round(clock() - start, 3)}


def _differentiated(x: Explicit, e: Expr) -> Lazy:
    """The entries of nested derivatives by `sympy.diff`, rows and columns by vec_r."""
    if e.op != "deriv":
        return x.matrix(e)
    body, (name, _) = _differentiated(x, e.args[0]), e.data
    symbols = [s for row in x.symbols[name] for s in row]
    return Lazy(
        body.rows * body.cols,
        len(symbols),
        lambda i, j: sympy.diff(body(i // body.cols, i % body.cols), symbols[j]),
    )


def _tensorgrad(name: str, limit: int) -> dict[str, Any]:
    if missing("tensorgrad"):
        return {"note": MISSING}
    start = time.process_time()
    try:
        with _limit(limit):
            _tensorgrad_derivatives()[name]()
    except _TimeUp:
        return {"note": f"stopped after {limit} s"}
    except Exception as error:  # noqa: BLE001  another library's failure is a row of the table
        return {"note": f"{type(error).__name__}: {error}"[:120]}
    return {"seconds": round(time.process_time() - start, 3)}


def _tensorgrad_derivatives() -> dict[str, Callable[[], Any]]:
    import tensorgrad
    import tensorgrad.functions as functions

    i, d, k, e = sympy.symbols("i d k e")
    x, v = tensorgrad.Variable("X", i, d), tensorgrad.Variable("V", d, e)
    q, w = tensorgrad.Variable("Q", d, k), tensorgrad.Variable("K", d, k)
    logits = functions.dot(x @ q, (x @ w).rename(i="j"), dim="k")
    head = functions.dot(functions.softmax(logits, dim="j"), (x @ v).rename(i="j"), dim="j")
    centered = x - functions.mean(x, dim="d", keepdims=True)
    layer = centered / functions.sqrt(functions.mean(centered * centered, dim="d", keepdims=True))
    return {
        "attention W_V": lambda: head.grad(v).full_simplify(),
        "attention W_Q": lambda: head.grad(q).full_simplify(),
        "attention QQ": lambda: head.grad(q).full_simplify().grad(q).full_simplify(),
        "LayerNorm Jacobian": lambda: layer.grad(x).full_simplify(),
        "LayerNorm Hessian": lambda: layer.grad(x).full_simplify().grad(x).full_simplify(),
    }


def report(result: dict[str, Any]) -> str:
    rows = []
    for name, r in result["compared"].items():
        s, t = r["sympy"], r["tensorgrad"]
        shown = s.get("seconds", f"{s.get('note')}: {s['shown']} of {s['entries']} entries")
        rows.append([name, r["derive_seconds"], shown, t.get("seconds", t.get("note"))])
    sizes = ", ".join(f"{k}={v}" for k, v in result["sizes_of_sympy"].items())
    head = ["claim", "derive, all sizes (s)", f"SymPy at {sizes} (s)", "tensorgrad, derivative only (s)"]
    times = result["median_seconds"]
    return f"{len(times)} claims proved, the slowest in {result['largest_seconds']} s\n" + table(head, rows)
