r"""Proofs by certificates: solved, and processor seconds, beside what a user would take: ``python -m tests.benchmarks.certificates``.

Polynomials and traces beside cvxpy (a Gram matrix in floats, which proves nothing), tight rates beside PEPit (a rate in floats, at
L = 1 and mu = 1/10), identities of operators beside SymPy's matrix expressions, orders and spectra beside NumPy at random matrices (which
proves nothing either). A library that is not installed is a column that says so. False variants must get no object.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from proofs.proving.objects import proof_of
from tests.benchmarks.measure import table, timed
from tests.judged import problems_of

PLAIN, WORDS = r"x, y, z \in \mathbb{R}", r"M, N \in \mathbb{R}^{n \times n}, M = M^\top, N = N^\top"
SMOOTH = r"f : \mathbb{R}^d \to \mathbb{R}, f \text{ is convex and } L\text{-smooth}, L > 0, x, y, z, u, v \in \mathbb{R}^d, \nabla f(z) = 0"
STRONG = r"f : \mathbb{R}^d \to \mathbb{R}, f \text{ is } \mu\text{-strongly convex and } L\text{-smooth}, 0 < \mu, \mu < L, x, z \in \mathbb{R}^d, \nabla f(z) = 0"
STEPS = SMOOTH + r", \gamma \in \mathbb{R}, \gamma > 0, \gamma \le \frac{2}{L}"
TWICE = SMOOTH + r", u = x - \frac{1}{L} \nabla f(x), v = u - \frac{1}{L} \nabla f(u)"
AFTER, RATE = r"x - \frac{1}{L} \nabla f(x)", r"\left(1 - \frac{\mu}{L}\right)"
RECTANGLE, SQUARE = r"A \in \mathbb{R}^{m \times n}", r"A, B \in \mathbb{R}^{n \times n}, t \in \mathbb{R}"
BLOCKS = r"A \in \mathbb{R}^{n \times n}, C \in \mathbb{R}^{k \times k}, U \in \mathbb{R}^{n \times k}, V \in \mathbb{R}^{k \times n}"
DEFINITE = r"A, B \in \mathbb{R}^{n \times n}, A \succ 0, B \succ 0"
ITEMS = {  # name: given, claim, a false variant of it
    "three variables": (PLAIN, r"(x^2+y^2+z^2)^2 \ge %s (x^3 y + y^3 z + z^3 x)", "3", "4"),
    "Motzkin": (PLAIN, r"x^4 y^2 + x^2 y^4 + 1 \ge %s x^2 y^2", "3", r"\frac{31}{10}"),
    "degree 6": (PLAIN, r"x^6 + y^6 + z^6 \ge %s (x^4 y^2 + y^4 z^2 + z^4 x^2)", "1", r"\frac{11}{10}"),
    "trace, degree 4": (WORDS, r"\operatorname{tr}((M+N)^4) \le %s \operatorname{tr}(M^4+N^4)", "8", "7"),
    "trace, degree 2": (WORDS, r"2 \operatorname{tr}(M N) \le %s \operatorname{tr}(M^2 + N^2)", "1", r"\frac{9}{10}"),
    "value, one step": (SMOOTH, r"f\left(" + AFTER + r"\right) - f(z) \le \frac{L}{%s} \|x - z\|_2^2", "6", "7"),
    "value, two steps": (TWICE, r"f(v) - f(z) \le \frac{L}{%s} \|x - z\|_2^2", "10", "11"),
    "distance": (STRONG, r"\left\|" + AFTER + r" - z\right\|_2 \le %s \|x - z\|_2", RATE, RATE + "^2"),
    "values, squared": (STRONG, r"f\left(" + AFTER + r"\right) - f(z) \le %s (f(x) - f(z))", RATE + "^2", r"\frac{99}{100}" + RATE + "^2"),
    "values": (STRONG, r"f\left(" + AFTER + r"\right) - f(z) \le %s (f(x) - f(z))", RATE, RATE + "^3"),
    "gradients": (STRONG, r"\left\|\nabla f\left(" + AFTER + r"\right)\right\|_2 \le %s \|\nabla f(x)\|_2", RATE, r"\frac{99}{100}" + RATE),
    "distance, step 2/(L + mu)": (STRONG, r"\left\|x - \frac{2}{L + \mu} \nabla f(x) - z\right\|_2 \le \frac{%s}{L + \mu} \|x - z\|_2", r"L - \mu", r"L - 2\mu"),
    "nonexpansive steps": (STEPS, r"\|x - \gamma \nabla f(x) - y + \gamma \nabla f(y)\|_2 \le %s \|x - y\|_2", "1", r"\frac{9}{10}"),
    "pseudoinverse": (RECTANGLE, r"(A^\top A)^{+} A^\top = %s A^{+}", "1", "2"),
    "two inverses": (SQUARE, r"A B = I \implies B A = %s I", "1", "2"),
    "push-through": (SQUARE, r"(I + A B)^{-1} A = %s A (I + B A)^{-1}", "1", "2"),
    "Woodbury": (BLOCKS, r"(A + U C V)^{-1} = A^{-1} - %s A^{-1} U (C^{-1} + V A^{-1} U)^{-1} V A^{-1}", "1", "2"),
    "two definite matrices": (DEFINITE, r"A^{-1} + B^{-1} \succeq %s (A + B)^{-1}", "4", "5"),
    "completed square": (DEFINITE, r"A B^{-1} A \succeq 2 A - %s B", "1", r"\frac{9}{10}"),
    "exponential": (SQUARE, r"\frac{\partial e^{t A}}{\partial t} = %s A e^{t A}", "1", "2"),
    "nuclear norm": (RECTANGLE, r"\|A\|_* = %s \operatorname{tr}((A^\top A)^{1/2})", "", "2"),
}


def polynomial(terms: dict[tuple[int, ...], float], half: int) -> Callable[[], Any]:
    """A Gram matrix by cvxpy; ``terms`` are those of the difference of both sides."""
    import cvxpy as cp

    basis = [e for e in itertools.product(range(half + 1), repeat=3) if sum(e) <= half]
    sums: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for i, j in itertools.product(range(len(basis)), repeat=2):
        sums.setdefault(tuple(a + b for a, b in zip(basis[i], basis[j], strict=True)), []).append((i, j))

    def solve() -> Any:
        gram = cp.Variable((len(basis), len(basis)), PSD=True)
        equations = [sum(gram[p] for p in places) == terms.get(e, 0) for e, places in sums.items()]
        return cp.Problem(cp.Minimize(0), equations).solve()

    return solve


def rate(strong: bool, step: float, steps: int, start: str, end: str) -> Callable[[], Any]:
    """A worst case by PEPit."""
    from PEPit import PEP
    from PEPit.functions import SmoothConvexFunction, SmoothStronglyConvexFunction

    def solve() -> Any:
        problem = PEP()
        f = problem.declare_function(SmoothStronglyConvexFunction, mu=0.1, L=1) if strong else problem.declare_function(SmoothConvexFunction, L=1)
        z, x = f.stationary_point(), problem.set_initial_point()
        quantity = {"distance": lambda p: (p - z) ** 2, "value": lambda p: f(p) - f(z), "gradient": lambda p: f.gradient(p) ** 2}
        problem.set_initial_condition(quantity[start](x) <= 1)
        for _ in range(steps):
            x = x - step * f.gradient(x)
        problem.set_performance_metric(quantity[end](x))
        return problem.solve(verbose=0)

    return solve


def identity(name: str) -> Callable[[], Any]:
    """What SymPy's matrix expressions make of the difference of both sides."""
    import sympy as sp

    n, k, t = *sp.symbols("n k", integer=True, positive=True), sp.Symbol("t")
    a, b, one = sp.MatrixSymbol("A", n, n), sp.MatrixSymbol("B", n, n), sp.Identity(n)
    c, u, v = sp.MatrixSymbol("C", k, k), sp.MatrixSymbol("U", n, k), sp.MatrixSymbol("V", k, n)

    def solve() -> Any:
        sides = {
            "push-through": lambda: ((one + a * b).I * a, a * (one + b * a).I),
            "Woodbury": lambda: ((a + u * c * v).I, a.I - a.I * u * (c.I + v * a.I * u).I * v * a.I),
            "exponential": lambda: (sp.exp(t * a).diff(t), a * sp.exp(t * a)),
        }[name]()
        return "zero" if sp.simplify((sides[0] - sides[1]).doit()).is_ZeroMatrix else "not seen to be zero"

    return solve


def draws(gap: Callable[..., Any], count: int = 1000) -> Callable[[], Any]:
    """The least number that NumPy finds at random definite matrices."""
    import numpy as np

    def solve() -> Any:
        draw = np.random.default_rng(0)
        some = [draw.normal(size=(2, 3, 3)) for _ in range(count)]
        return min(gap(np.linalg, *(m @ m.T for m in pair)) for pair in some)

    return solve


PEERS: dict[str, Callable[[], Callable[[], Any]]] = {
    "three variables": lambda: polynomial({(4, 0, 0): 1, (0, 4, 0): 1, (0, 0, 4): 1, (2, 2, 0): 2, (0, 2, 2): 2, (2, 0, 2): 2, (3, 1, 0): -3, (0, 3, 1): -3, (1, 0, 3): -3}, 2),
    "degree 6": lambda: polynomial({(6, 0, 0): 1, (0, 6, 0): 1, (0, 0, 6): 1, (4, 2, 0): -1, (0, 4, 2): -1, (2, 0, 4): -1}, 3),
    "value, one step": lambda: rate(False, 1, 1, "distance", "value"),
    "value, two steps": lambda: rate(False, 1, 2, "distance", "value"),
    "distance": lambda: rate(True, 1, 1, "distance", "distance"),
    "values, squared": lambda: rate(True, 1, 1, "value", "value"),
    "values": lambda: rate(True, 1, 1, "value", "value"),
    "gradients": lambda: rate(True, 1, 1, "gradient", "gradient"),
    "distance, step 2/(L + mu)": lambda: rate(True, 2 / 1.1, 1, "distance", "distance"),
    **{name: lambda name=name: identity(name) for name in ("push-through", "Woodbury", "exponential")},
    "two definite matrices": lambda: draws(lambda la, a, b: la.eigvalsh(la.inv(a) + la.inv(b) - 4 * la.inv(a + b))[0]),
    "completed square": lambda: draws(lambda la, a, b: la.eigvalsh(a @ la.inv(b) @ a - 2 * a + b)[0]),
    "nuclear norm": lambda: draws(lambda la, a, b: abs(la.norm(a, "nuc") - sum(la.eigvalsh(a @ a) ** 0.5))),
}


def peer(name: str) -> str:
    """What another library finds, and its seconds."""
    if name not in PEERS:
        return "not asked"
    try:
        solve = PEERS[name]()
        value, seconds = timed(solve)
    except ModuleNotFoundError as absent:
        return f"{absent.name} is not installed"
    except Exception as error:  # noqa: BLE001  another library's failure is a row of the table
        return f"{type(error).__name__}: {str(error)[:60]}"
    return f"{value if isinstance(value, str) else format(value, '.6f')}, {seconds:.2f} s"


def main() -> int:
    rows, wrong = [], 0
    for name, (given, claim, true, false) in ITEMS.items():
        found, seconds = timed(lambda g=given, c=claim % true: [proof_of(p) for p in problems_of(g, c)])
        other, lost = timed(lambda g=given, c=claim % false: [proof_of(p) for p in problems_of(g, c)])
        forged = all(one.data is not None for one in other)
        wrong += forged
        said = "proved" if all(one.data is not None for one in found) else "none"
        rows.append([name, said, f"{seconds:.2f}", "an object!" if forged else "none", f"{lost:.2f}", peer(name)])
    print(table(["claim", "object", "seconds", "of a false variant", "seconds", "cvxpy, PEPit, SymPy or NumPy"], rows))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
