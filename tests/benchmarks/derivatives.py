"""Answers beside those of others: length and right or wrong. ``python -m tests.benchmarks.derivatives [--all]``.

* SymPy: the gradients of `tests/proofs/answers.tsv` that have a SymPy expression, differentiated by the installed SymPy. Its result is right
  if it equals the derivatives entry by entry at a rational point; a result that is no matrix expression (an array, an unevaluated
  derivative, an exception) is none. Lengths are nodes of SymPy trees, ours made by `derive.sympy_forms`.
* matrixcalculus.org and tensorgrad: what they show (`fixed/shown_derivatives.tsv`). It is right if `derive.check` says that it holds; lengths
  are nodes of core trees, a part that stands twice counted twice, ours with all names written out.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from statistics import median
from typing import Any

import sympy as sp

import derive
from derive.build import transpose
from derive.core import Expr, Rel, walk
from derive.errors import DeriveError
from derive.sympy_forms import to_sympy
from proofs.derivatives import derivative, expression_of, settings_of
from proofs.judging.roads import conclusions
from tests.benchmarks.measure import ROOT, table

ANSWERS = ROOT / "tests" / "proofs" / "answers.tsv"
SHOWN = ROOT / "tests" / "benchmarks" / "fixed" / "shown_derivatives.tsv"
RIGHT, WRONG, NONE = "right", "wrong", "none"


@dataclass(frozen=True)
class Row:
    """One derivative.

    Attributes:
        who: Whose answer ours is compared with.
        question: The expression and the symbol.
        theirs: `RIGHT`, `WRONG` or `NONE`.
        nodes: Nodes of their answer, None where there is none.
        ours: Whether ours is confirmed.
        own: Nodes of ours.
    """

    who: str
    question: str
    theirs: str
    nodes: int | None
    ours: bool
    own: int


def rows_of(path: Any) -> list[list[str]]:
    """Return the rows of a table without its comments."""
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def nodes(e: Expr) -> int:
    """Return the number of nodes of a core tree."""
    found: dict[Expr, int] = {}
    for node in walk(e):
        found[node] = 1 + sum(found[a] for a in node.args)
    return found[e]


def sympy_nodes(e: Any) -> int:
    """Return the number of nodes of a SymPy tree."""
    return sum(1 for _ in sp.preorder_traversal(e))


def by_sympy() -> list[Row]:
    """Differentiate by SymPy what it has words for."""
    out = []
    for kind, expression, given, by, _ in rows_of(ANSWERS):
        if kind != "gradient":
            continue
        problem = derivative(expression, given, [by], settings_of({"layout": "gradient"}))
        asked = next(conclusions(problem.goal)).lhs
        body = next(conclusions(expression_of(expression, given, settings_of({})).goal)).lhs
        point = asked.args[1]
        answer = derive.gradient(expression, by, given)
        symmetric = frozenset(h.lhs.data[0] for h in problem.hypotheses if isinstance(h, Rel) and h.lhs.op == "var" and h.rhs == transpose(h.lhs))
        try:
            f, x, own = to_sympy(body), to_sympy(point), answer.sympy()
        except DeriveError:
            continue
        theirs, size = _by_sympy(f, x, symmetric)
        out.append(Row("SymPy", f"{expression} by {by}", theirs, size, answer.verdict == "holds", sympy_nodes(own)))
    return out


def _by_sympy(f: Any, x: Any, symmetric: frozenset[str]) -> tuple[str, int | None]:
    try:
        found = sp.diff(f, x).doit()
        if not getattr(found, "is_Matrix", False) and getattr(x, "is_Matrix", False):
            return NONE, None
        return (RIGHT if equals(found, f, x, symmetric) else WRONG), sympy_nodes(found)
    except Exception:  # noqa: BLE001 - no result, whatever the reason
        return NONE, None


def equals(found: Any, f: Any, x: Any, symmetric: frozenset[str] = frozenset()) -> bool:
    """Whether a result has the entries of the derivative at a rational point."""
    names = sorted({s for m in f.atoms(sp.MatrixSymbol) for d in m.shape for s in sp.sympify(d).free_symbols}, key=str)
    sizes = {s: 2 + k % 2 for k, s in enumerate(names)}
    chance = random.Random(1)
    values = {}
    for m in sorted(f.atoms(sp.MatrixSymbol), key=str):
        rows, cols = (int(sp.sympify(d).subs(sizes)) for d in m.shape)
        values[m] = sp.Matrix(rows, cols, lambda i, j: sp.Rational(chance.randint(1, 9), 7) + (3 if i == j else 0))
    numbers = {s: sp.Rational(chance.randint(1, 9), 5) for s in sorted(f.free_symbols - set(names), key=str) if isinstance(s, sp.Symbol)}
    for m in [m for m in values if str(m) in symmetric]:
        values[m] = values[m] + values[m].T

    def explicit(e: Any, at: dict[Any, Any]) -> Any:
        for symbol, value in at.items():
            e = e.subs(symbol, sp.ImmutableMatrix(value))
        e = e.subs(sizes).doit()
        e = e.as_explicit() if getattr(e, "is_Matrix", False) else e
        return e.subs(numbers)

    if not getattr(x, "is_Matrix", False):
        return abs(complex((found - sp.diff(f, x)).subs(numbers).evalf())) < 1e-9
    free = sp.Matrix(*values[x].shape, lambda i, j: sp.Symbol(f"z{i}_{j}"))
    scalar = explicit(f, {**values, x: free})
    scalar = scalar[0, 0] if getattr(scalar, "is_Matrix", False) else scalar
    exact = free.applyfunc(lambda z: sp.diff(scalar, z)).subs(dict(zip(free, values[x], strict=True)))
    got = sp.Matrix(explicit(found, values))
    return got.shape == exact.shape and max(abs(complex(d.evalf())) for d in got - exact) < 1e-9


def by_others() -> list[Row]:
    """Check what others show."""
    out = []
    for who, kind, expression, given, by, shown, convention in rows_of(SHOWN):
        settings = {"vectorization": "vec"} if convention == "vec" else {}
        own = getattr(derive, kind)(expression, by, given=given, **settings)
        layout = {"layout": "gradient"} if kind == "gradient" else {}
        found = derive.check(f"{own.question} = {shown}", given, lean=True, **settings, **layout)
        problem = expression_of(shown, given, settings_of({**settings, **layout}))
        theirs = next(conclusions(problem.goal)).lhs
        verdict = {"holds": RIGHT, "refuted": WRONG, "ill-typed": WRONG}.get(found.verdict, found.verdict)
        out.append(Row(who, f"{expression} by {by}", verdict, nodes(theirs), own.verdict == "holds", nodes(own.whole)))
    return out


def summary(rows: list[Row]) -> list[list[object]]:
    """Return one line for each of those whom ours are compared with."""
    out: list[list[object]] = []
    for who in dict.fromkeys(row.who for row in rows):
        own = [row for row in rows if row.who == who]
        both = [row for row in own if row.theirs == RIGHT and row.nodes is not None]
        counts = [sum(row.theirs == word for row in own) for word in (RIGHT, WRONG, NONE)]
        lengths = [f"{median(r.nodes or 0 for r in both):g}", f"{median(r.own for r in both):g}"] if both else ["-", "-"]
        shorter, longer = sum(r.own < (r.nodes or 0) for r in both), sum(r.own > (r.nodes or 0) for r in both)
        out.append([who, len(own), *counts, sum(row.ours for row in own), *lengths, f"{shorter}, {longer}"])
    return out


def main() -> None:
    """Print the tables."""
    rows = [*by_others(), *by_sympy()]
    if "--all" in sys.argv:
        print(table(["whose", "what", "theirs", "nodes", "ours", "nodes"], [[r.who, r.question, r.theirs, r.nodes, r.ours, r.own] for r in rows]))
    print(table(["whose", "derivatives", "right", "wrong", "no matrix form", "ours confirmed", "nodes, median", "ours", "ours shorter, longer"], summary(rows)))


if __name__ == "__main__":
    main()
